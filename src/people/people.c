#include "people/people.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "people/inside.h"

enum {
    TICK_MS = 60000,
    TICKS_OF_KEYS = 60, /* keys are read again every hour */
};

static const char topic_people[] = "people";

/* --- the asks ------------------------------------------------------------------------------------
 */

#define SECOND 1000.0
#define MINUTE (60 * SECOND)

typedef struct Ask {
    const char *name;
    FanAskBegin *begin;
    enum { BY_NOBODY, BY_PLAYER, BY_PEER } by;
    double burst, refill_ms;
} Ask;

static const Ask asks[] = {
    {"session.make", fan_ask_session_make, BY_PEER, 60, 5 * SECOND},
    {"session.end", fan_ask_session_end, BY_NOBODY, 0, 0},
    {"me", fan_ask_me, BY_NOBODY, 0, 0},
    {"me.export", fan_ask_export, BY_PLAYER, 5, 10 * MINUTE},
    {"me.delete", fan_ask_delete, BY_PLAYER, 10, MINUTE},
    {"account.make", fan_ask_account, BY_PEER, 20, 5 * MINUTE},
    {"account.login", fan_ask_login, BY_NOBODY, 0, 0}, /* limited by failure */
    {"account.password", fan_ask_password, BY_NOBODY, 0, 0},
    {"transfer.make", fan_ask_transfer_make, BY_PLAYER, 10, MINUTE},
    {"transfer.take", fan_ask_transfer_take, BY_PEER, 20, 10 * SECOND},
    {"bots", fan_ask_bots, BY_NOBODY, 0, 0},
    {"bots.make", fan_ask_bot_make, BY_PLAYER, 10, 10 * MINUTE},
    {"bots.end", fan_ask_bot_end, BY_PLAYER, 20, MINUTE},
    {"players", fan_ask_profile, BY_NOBODY, 0, 0},
    {"leaderboard", fan_ask_leaderboard, BY_NOBODY, 0, 0},
    {"reports.make", fan_ask_report, BY_PLAYER, 10, 60 * MINUTE},
    {"push.key", fan_ask_push_key, BY_NOBODY, 0, 0},
    {"push.make", fan_ask_push_make, BY_PLAYER, 20, MINUTE},
    {"push.end", fan_ask_push_end, BY_PLAYER, 20, MINUTE},
};

static const Ask *find_ask(const char *name) {
    for (size_t i = 0; i < sizeof asks / sizeof asks[0]; i++) {
        if (strcmp(asks[i].name, name) == 0) {
            return &asks[i];
        }
    }
    return NULL;
}

/* Everybody behind loopback is this machine itself, or its own proxy that was not named. */
static bool is_loopback(const char *peer) {
    return strncmp(peer, "127.", 4) == 0 || strncmp(peer, "::1", 3) == 0 || peer[0] == '\0';
}

bool fan_errand_peer_may(FanErrand *errand, const FanLimit *limit) {
    return is_loopback(errand->peer) || fan_errand_may(errand, limit, errand->peer);
}

static bool within_limits(FanErrand *errand, const Ask *ask) {
    const FanLimit limit = {ask->name, ask->burst, ask->refill_ms};
    switch (ask->by) {
    case BY_PLAYER:
        return fan_errand_may(errand, &limit, errand->who.player);
    case BY_PEER:
        return fan_errand_peer_may(errand, &limit);
    default:
        return true;
    }
}

static void refuse_at_once(FanAnswered *answered, void *context, const char *reason,
                           const char *text) {
    json_t *body = fan_refusal_body(reason, text);
    answered(context, &(FanReply){.status = fan_refusal_status(reason), .body = body});
    json_decref(body);
}

void fan_people_ask(FanPeople *people, const FanIdentity *who, const char *peer, const char *ask,
                    const json_t *values, const json_t *body, FanAnswered *answered,
                    void *context) {
    const Ask *row = find_ask(ask);
    if (!row) {
        refuse_at_once(answered, context, "unknown", "there is no such request here");
        return;
    }
    if (people->keys.count == 0) { /* nothing could be signed yet */
        fan_keys_read(people);
        refuse_at_once(answered, context, "storage", "the keys are not read yet; try again");
        return;
    }
    FanErrand *errand = fan_errand_new(people);
    if (!errand) {
        refuse_at_once(answered, context, "storage", "there is no memory for it");
        return;
    }
    errand->answered = answered;
    errand->context = context;
    errand->who = *who;
    snprintf(errand->peer, sizeof errand->peer, "%s", peer ? peer : "");
    errand->values = json_deep_copy(values);
    errand->body = json_deep_copy(body);
    if (within_limits(errand, row)) {
        row->begin(errand);
    }
}

void fan_people_forget(FanPeople *people, void *context) {
    for (FanErrand *errand = people->errands; errand; errand = errand->next) {
        if (errand->context == context) {
            errand->answered = NULL;
            errand->identified = NULL;
            errand->context = NULL;
        }
    }
}

/* --- who somebody is -----------------------------------------------------------------------------
 */

FanIdentity fan_identity_of(const FanKnown *known) {
    FanIdentity who = {0};
    memcpy(who.player, known->id, sizeof who.player);
    memcpy(who.name, known->name, sizeof who.name);
    memcpy(who.kind, known->kind, sizeof who.kind);
    return who;
}

json_t *fan_people_player_json(const char *id, const char *kind, const char *name) {
    json_t *player = json_pack("{s:s, s:s}", "id", id, "kind", kind);
    if (player && name && name[0] && json_object_set_new(player, "name", json_string(name)) != 0) {
        json_decref(player);
        return NULL;
    }
    return player;
}

json_t *fan_known_json(const FanKnown *known) {
    return fan_people_player_json(known->id, known->kind, known->name);
}

static void tell_change(FanPeople *people, const FanKnown *now, bool expelled) {
    FanIdentity who = fan_identity_of(now);
    if (expelled) {
        who.name[0] = '\0';
    }
    if (people->config.on_change) {
        people->config.on_change(people->config.context, &who, expelled);
    }
}

void fan_people_publish(FanPeople *people, const char *player, const char *what) {
    char text[2 * FAN_STORE_ID_MAX + 16];
    snprintf(text, sizeof text, "%s %s %s", player, what, people->process);
    fan_store_publish(people->config.store, topic_people, text);
}

void fan_people_changed(FanPeople *people, const FanKnown *now, bool expelled) {
    fan_known_drop(people->known, now->id);
    fan_people_publish(people, now->id, expelled ? "expelled" : "changed");
    tell_change(people, now, expelled);
}

/* The bots of an account that is out are out, too. */
static void on_their_bots(FanErrand *errand, FanStoreStatus status, const FanStoreThing *things,
                          size_t count) {
    for (size_t i = 0; status == FAN_STORE_OK && i < count; i++) {
        FanKnown bot = {.kind = "bot"};
        json_t *token = json_loads(things[i].text ? things[i].text : "", 0, NULL);
        fan_copy_text(bot.id, sizeof bot.id, json_string_value(json_object_get(token, "player")));
        json_decref(token);
        tell_change(errand->people, &bot, true);
    }
    fan_errand_free(errand);
}

static void on_heard(FanErrand *errand, FanStoreStatus status) {
    FanKnown *known = &errand->kept.known;
    bool there = status == FAN_STORE_OK && strcmp(known->kind, "gone") != 0;
    if (status == FAN_STORE_OK || status == FAN_STORE_NOTHING) {
        memcpy(known->id, errand->id, sizeof known->id);
        tell_change(errand->people, known, errand->expelled || !there || known->blocked);
    }
    if (there && known->blocked) {
        fan_errand_things(errand, "token", NULL, errand->id, 100, on_their_bots);
    } else {
        fan_errand_free(errand);
    }
}

/* "PLAYER", "PLAYER changed PROCESS", "PLAYER expelled PROCESS" or "- keys PROCESS". */
void fan_people_hear(FanPeople *people, const char *topic, const char *text) {
    char player[FAN_STORE_ID_MAX] = "", what[16] = "", process[FAN_STORE_ID_MAX] = "";
    if (strcmp(topic, topic_people) != 0 ||
        sscanf(text, "%23s %15s %23s", player, what, process) < 1 ||
        strcmp(process, people->process) == 0) {
        return;
    }
    if (strcmp(what, "keys") == 0) {
        fan_keys_read(people);
        return;
    }
    fan_known_drop(people->known, player);
    FanErrand *errand = fan_errand_new(people);
    if (errand) {
        memcpy(errand->id, player, sizeof errand->id);
        errand->expelled = strcmp(what, "expelled") == 0;
        fan_errand_player(errand, player, NULL, on_heard);
    }
}

/* --- life ----------------------------------------------------------------------------------------
 */

int64_t fan_people_now(const FanPeople *people) {
    if (people->config.now_ms) {
        return people->config.now_ms(people->config.context);
    }
    uv_timeval64_t now;
    return uv_gettimeofday(&now) == 0 ? now.tv_sec * 1000 + now.tv_usec / 1000 : 0;
}

void fan_people_log(FanPeople *people, const char *event, json_t *fields) {
    if (people->config.on_log) {
        people->config.on_log(people->config.context, event, fields);
    }
    json_decref(fields);
}

static void on_tick(uv_timer_t *timer) {
    FanPeople *people = timer->data;
    if (people->ticks++ % TICKS_OF_KEYS == 0 || people->keys.count == 0) {
        fan_keys_read(people);
    }
    fan_chores_resume(people);
    fan_push_begin(people);
}

static void destroy(FanPeople *people) {
    fan_known_free(people->known);
    fan_limits_free(people->limits);
    sodium_memzero(&people->keys, sizeof people->keys);
    free(people->public_url);
    free(people);
}

void fan_people_let_go(FanPeople *people) {
    people->holds--;
    if (people->holds == 0) {
        destroy(people);
    }
}

static void on_timer_closed(uv_handle_t *handle) {
    fan_people_let_go(handle->data);
}

FanPeople *fan_people_new(const FanPeopleConfig *config, void (*ready)(void *context, bool fine)) {
    FanPeople *people = sodium_init() >= 0 ? calloc(1, sizeof *people) : NULL;
    if (!people) {
        return NULL;
    }
    people->config = *config;
    people->ready = ready;
    people->public_url = strdup(config->public_url);
    people->config.public_url = people->public_url;
    people->known = fan_known_new();
    people->limits = fan_limits_new();
    people->passwords = fan_passwords_new(config->loop, config->workers);
    fan_id_draw(people->process, 16);
    if (!people->public_url || !people->known || !people->limits || !people->passwords ||
        uv_timer_init(config->loop, &people->timer) != 0) {
        fan_passwords_free(people->passwords);
        destroy(people);
        return NULL;
    }
    people->timer.data = people;
    people->holds = 1;
    uv_timer_start(&people->timer, on_tick, 0, TICK_MS);
    return people;
}

void fan_people_free(FanPeople *people) {
    if (!people) {
        return;
    }
    people->gone = true;
    fan_passwords_free(people->passwords);
    people->passwords = NULL;
    fan_push_end(people);
    people->holds++;
    for (FanErrand *errand = people->errands, *next; errand; errand = next) {
        next = errand->next;
        errand->answered = NULL;
        errand->identified = NULL;
        if (errand->awaits == FAN_AWAITS_NOTHING || errand->awaits == FAN_AWAITS_KEYS) {
            fan_errand_free(errand);
        }
    }
    uv_close((uv_handle_t *)&people->timer, on_timer_closed);
    fan_people_let_go(people);
}

FanPeopleCounts fan_people_counts(const FanPeople *people) {
    FanPeopleCounts counts = people->counts;
    counts.passwords = fan_passwords_done(people->passwords);
    counts.passwords_waiting = fan_passwords_waiting(people->passwords);
    counts.known = fan_known_count(people->known);
    return counts;
}
