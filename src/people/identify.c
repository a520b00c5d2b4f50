/* Who a session or a token says somebody is. */
#include <string.h>

#include "people/inside.h"

static void finish(FanErrand *errand, const FanIdentity *who) {
    if (errand->identified) {
        errand->identified(errand->context, who,
                           who && errand->session[0] ? errand->session : NULL);
    }
    fan_errand_free(errand);
}

static void nobody(FanErrand *errand) {
    finish(errand, &(FanIdentity){0});
}

static void let_in(FanErrand *errand, const FanKnown *known) {
    if (errand->old) {
        errand->kept.known = *known;
        fan_errand_sign(errand);
    }
    const FanIdentity who = fan_identity_of(known);
    finish(errand, &who);
}

static bool is_out(const FanKnown *known) {
    return known->blocked || strcmp(known->kind, "gone") == 0;
}

/* A bot is let in only while the account is that answers for it. */
static void on_owner(FanErrand *errand, FanStoreStatus status) {
    FanPeople *people = errand->people;
    if (status == FAN_STORE_OK) {
        const FanKnown *owner = &errand->kept.known;
        fan_known_put(people->known, owner->id, owner, fan_people_now(people));
    }
    if (status == FAN_STORE_NOTHING || (status == FAN_STORE_OK && is_out(&errand->kept.known))) {
        nobody(errand);
    } else if (status != FAN_STORE_OK) {
        finish(errand, NULL);
    } else {
        let_in(errand, &errand->bot);
    }
}

static void judge_owner(FanErrand *errand, const FanKnown *bot) {
    FanPeople *people = errand->people;
    errand->bot = *bot;
    const FanKnown *owner = fan_known_get(people->known, errand->bot.owner, fan_people_now(people));
    if (!owner) {
        fan_errand_player(errand, errand->bot.owner, NULL, on_owner);
    } else if (is_out(owner)) {
        nobody(errand);
    } else {
        let_in(errand, &errand->bot);
    }
}

static void judge(FanErrand *errand, const FanKnown *known) {
    if (is_out(known) || known->epoch != errand->epoch) {
        nobody(errand);
    } else if (known->owner[0]) {
        judge_owner(errand, known);
    } else {
        let_in(errand, known);
    }
}

static void on_player(FanErrand *errand, FanStoreStatus status) {
    FanPeople *people = errand->people;
    if (status == FAN_STORE_OK) {
        fan_known_put(people->known, errand->kept.known.id, &errand->kept.known,
                      fan_people_now(people));
        judge(errand, &errand->kept.known);
    } else if (status == FAN_STORE_NOTHING) {
        nobody(errand);
    } else {
        finish(errand, NULL);
    }
}

static void find_player(FanErrand *errand, const char *player) {
    FanPeople *people = errand->people;
    const FanKnown *known = fan_known_get(people->known, player, fan_people_now(people));
    if (known) {
        judge(errand, known);
    } else {
        fan_errand_player(errand, player, NULL, on_player);
    }
}

/* --- sessions ------------------------------------------------------------------------------------
 */

static bool take_session(FanErrand *errand, FanSessionStatus *status) {
    FanSession session;
    FanPeople *people = errand->people;
    *status = fan_session_read(&people->keys, errand->session, fan_people_now(people), &session);
    if (*status != FAN_SESSION_FINE) {
        return false;
    }
    errand->session[0] = '\0';
    errand->epoch = session.epoch;
    errand->old = session.old;
    find_player(errand, session.player);
    return true;
}

static void on_keys(FanErrand *errand, FanStoreStatus status) {
    FanSessionStatus read;
    if (take_session(errand, &read)) {
        return;
    }
    errand->session[0] = '\0';
    if (status == FAN_STORE_OK) {
        nobody(errand);
    } else {
        finish(errand, NULL);
    }
}

static void begin_session(FanErrand *errand, const char *session) {
    FanSessionStatus status;
    if (strlen(session) >= sizeof errand->session) {
        nobody(errand);
        return;
    }
    strcpy(errand->session, session);
    if (take_session(errand, &status)) {
        return;
    }
    if (status == FAN_SESSION_NO_KEY) {
        fan_errand_await_keys(errand, on_keys);
    } else {
        errand->session[0] = '\0';
        nobody(errand);
    }
}

/* --- tokens --------------------------------------------------------------------------------------
 *
 * A token is known under the id of its thing, which has another length than a player's. */

static bool read_token(const FanStoreThing *thing, FanKnown *known) {
    json_t *text = json_loads(thing->text ? thing->text : "", 0, NULL);
    const char *player = json_string_value(json_object_get(text, "player"));
    bool fine = player && strlen(player) < sizeof known->id;
    *known = (FanKnown){.epoch = (uint32_t)json_integer_value(json_object_get(text, "epoch"))};
    if (fine) {
        strcpy(known->id, player);
    }
    json_decref(text);
    return fine;
}

static void on_token(FanErrand *errand, FanStoreStatus status, const FanStoreThing *things,
                     size_t count) {
    FanKnown token;
    FanPeople *people = errand->people;
    if (status == FAN_STORE_NOTHING || (status == FAN_STORE_OK && count == 0)) {
        nobody(errand);
    } else if (status != FAN_STORE_OK) {
        finish(errand, NULL);
    } else if (!read_token(&things[0], &token)) {
        nobody(errand);
    } else {
        fan_known_put(people->known, errand->id, &token, fan_people_now(people));
        errand->epoch = token.epoch;
        find_player(errand, token.id);
    }
}

static void begin_token(FanErrand *errand, const char *token) {
    FanPeople *people = errand->people;
    if (strlen(token) >= FAN_SECRET_MAX) {
        nobody(errand);
        return;
    }
    fan_secret_id(token, errand->id);
    const FanKnown *known = fan_known_get(people->known, errand->id, fan_people_now(people));
    if (known) {
        char player[FAN_STORE_ID_MAX];
        memcpy(player, known->id, sizeof player);
        errand->epoch = known->epoch;
        find_player(errand, player);
    } else {
        fan_errand_things(errand, "token", errand->id, NULL, 1, on_token);
    }
}

void fan_people_identify(FanPeople *people, const char *session, const char *token,
                         FanIdentified *identified, void *context) {
    if (!session && !token) {
        identified(context, &(FanIdentity){0}, NULL);
        return;
    }
    FanErrand *errand = fan_errand_new(people);
    if (!errand) {
        identified(context, NULL, NULL);
        return;
    }
    errand->identified = identified;
    errand->context = context;
    if (token) {
        begin_token(errand, token);
    } else {
        begin_session(errand, session);
    }
}
