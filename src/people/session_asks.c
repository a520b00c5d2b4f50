/* session.*, me, transfer.*: who one is on this device, and on the next. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "people/inside.h"

enum { TRANSFER_MS = 10 * 60 * 1000, RATINGS_MAX = 50 };

/* --- Me ------------------------------------------------------------------------------------------
 */

static json_t *ratings_json(const FanPeople *people, const FanStoreRating *ratings, size_t count) {
    json_t *list = json_array();
    for (size_t i = 0; list && i < count; i++) {
        if (json_array_append_new(list, fan_rating_json(&ratings[i], fan_people_now(people))) !=
            0) {
            json_decref(list);
            list = NULL;
        }
    }
    return list;
}

static void on_ratings(void *context, FanStoreStatus status, const FanStoreRating *ratings,
                       size_t count) {
    FanErrand *errand = context;
    FanPeople *people = errand->people;
    errand->awaits = FAN_AWAITS_NOTHING;
    if (people->gone) {
        fan_errand_free(errand);
    } else if (!fan_errand_stopped(errand, status)) {
        const FanKnown *known = &errand->kept.known;
        fan_errand_answer(errand, 200,
                          json_pack("{s:o, s:I, s:o}", "player", fan_known_json(known), "made",
                                    (json_int_t)known->made_ms, "ratings",
                                    ratings_json(people, ratings, count)));
    }
}

/* Me and Profile are the same. */
void fan_errand_tell_me(FanErrand *errand) {
    errand->awaits = FAN_AWAITS_STORE;
    fan_store_ratings(errand->people->config.store, errand->kept.known.id, NULL, 0, RATINGS_MAX,
                      on_ratings, errand);
}

static void on_me(FanErrand *errand, FanStoreStatus status) {
    if (fan_errand_stopped(errand, status)) {
        return;
    }
    if (status == FAN_STORE_NOTHING) {
        fan_errand_refuse(errand, "needs-player", "this player is not there any more");
    } else {
        fan_errand_tell_me(errand);
    }
}

void fan_ask_me(FanErrand *errand) {
    fan_errand_player(errand, errand->who.player, NULL, on_me);
}

/* --- sessions ------------------------------------------------------------------------------------
 */

static void on_guest_made(FanErrand *errand, FanStoreStatus status) {
    if (fan_errand_stopped(errand, status)) {
        return;
    }
    if (status != FAN_STORE_OK) {
        fan_errand_refuse(errand, "storage", "no guest could be made");
        return;
    }
    FanPeople *people = errand->people;
    fan_known_put(people->known, errand->kept.known.id, &errand->kept.known,
                  fan_people_now(people));
    fan_errand_sign(errand);
    fan_errand_tell_me(errand);
}

/* Somebody is somebody already: this is who. Nobody becomes a guest. */
void fan_ask_session_make(FanErrand *errand) {
    if (errand->who.player[0]) {
        fan_ask_me(errand);
        return;
    }
    errand->kept = (FanKept){.known = {.kind = "guest", .made_ms = fan_people_now(errand->people)}};
    fan_id_draw(errand->kept.known.id, FAN_PLAYER_SIGNS);
    fan_errand_make_player(errand, on_guest_made);
}

void fan_ask_session_end(FanErrand *errand) {
    fan_errand_leave(errand);
}

static void on_become_ready(FanErrand *errand, FanStoreStatus status) {
    (void)status; /* the games follow as soon as they can */
    fan_errand_tell_me(errand);
}

void fan_errand_become(FanErrand *errand) {
    const FanKnown *known = &errand->kept.known;
    const FanIdentity *who = &errand->who;
    fan_errand_sign(errand);
    if (strcmp(who->kind, "guest") == 0 && strcmp(who->player, known->id) != 0) {
        const FanIdentity to = fan_identity_of(known);
        fan_chore_take_over(errand, who->player, &to, on_become_ready);
    } else {
        fan_errand_tell_me(errand);
    }
}

/* --- moving a seat to another device -------------------------------------------------------------
 *
 * A code is drawn, shown once, and kept as its hash; who takes it first is the player, too. It is
 * of the epoch it was made in: a new password ends it like every session. */

static void on_code_kept(FanErrand *errand, FanStoreStatus status) {
    if (fan_errand_stopped(errand, status)) {
        return;
    }
    char link[400];
    snprintf(link, sizeof link, "%.270s/#/move/%s", errand->people->config.public_url,
             errand->secret);
    fan_errand_answer(errand, 200,
                      json_pack("{s:s, s:s, s:I}", "link", link, "code", errand->secret, "ends",
                                (json_int_t)errand->at_ms));
}

static void on_mover(FanErrand *errand, FanStoreStatus status) {
    if (fan_errand_stopped(errand, status)) {
        return;
    }
    if (status == FAN_STORE_NOTHING || strcmp(errand->kept.known.kind, "bot") == 0) {
        fan_errand_refuse(errand, "not-allowed", "a bot is where its token is");
        return;
    }
    int64_t now_ms = fan_people_now(errand->people);
    char epoch[16];
    snprintf(epoch, sizeof epoch, "%" PRIu32, errand->kept.known.epoch);
    fan_code_draw(errand->secret);
    fan_secret_id(errand->secret, errand->id);
    errand->at_ms = now_ms + TRANSFER_MS;
    const FanStoreThing thing = {.kind = "transfer",
                                 .id = errand->id,
                                 .owner = errand->who.player,
                                 .text = epoch,
                                 .made_ms = now_ms,
                                 .ends_ms = errand->at_ms};
    fan_errand_keep(errand, &thing, false, on_code_kept);
}

void fan_ask_transfer_make(FanErrand *errand) {
    fan_errand_player(errand, errand->who.player, NULL, on_mover);
}

static void refuse_code(FanErrand *errand) {
    fan_errand_refuse(errand, "unknown", "this code was used already, or is too old");
}

static void on_owner(FanErrand *errand, FanStoreStatus status) {
    if (fan_errand_stopped(errand, status)) {
        return;
    }
    const FanKnown *known = &errand->kept.known;
    if (status == FAN_STORE_NOTHING || strcmp(known->kind, "gone") == 0 ||
        known->epoch != errand->epoch) {
        refuse_code(errand);
    } else if (known->blocked) {
        fan_errand_refuse(errand, "blocked", "this player is blocked");
    } else {
        fan_errand_become(errand);
    }
}

static void on_code_taken(FanErrand *errand, FanStoreStatus status) {
    if (fan_errand_stopped(errand, status)) {
        return;
    }
    if (status == FAN_STORE_NOTHING) {
        refuse_code(errand);
        return;
    }
    char owner[FAN_STORE_ID_MAX];
    memcpy(owner, errand->kept.known.id, sizeof owner);
    fan_errand_player(errand, owner, NULL, on_owner);
}

static void on_code(FanErrand *errand, FanStoreStatus status, const FanStoreThing *things,
                    size_t count) {
    if (fan_errand_stopped(errand, status)) {
        return;
    }
    if (status == FAN_STORE_NOTHING || count == 0 || !things[0].owner || !things[0].text) {
        refuse_code(errand);
        return;
    }
    fan_copy_text(errand->kept.known.id, sizeof errand->kept.known.id, things[0].owner);
    errand->epoch = (uint32_t)strtoul(things[0].text, NULL, 10);
    fan_errand_take(errand, "transfer", errand->id, on_code_taken);
}

void fan_ask_transfer_take(FanErrand *errand) {
    fan_secret_id(fan_errand_text(errand, "code"), errand->id);
    fan_errand_things(errand, "transfer", errand->id, NULL, 1, on_code);
}
