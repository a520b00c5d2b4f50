/* Errands: their life, their answers, their questions to the store. */
#include <stdlib.h>
#include <string.h>

#include "people/inside.h"

/* --- life ----------------------------------------------------------------------------------------
 */

FanErrand *fan_errand_new(FanPeople *people) {
    FanErrand *errand = calloc(1, sizeof *errand);
    if (errand) {
        errand->people = people;
        errand->next = people->errands;
        if (errand->next) {
            errand->next->previous = errand;
        }
        people->errands = errand;
        people->holds++;
    }
    return errand;
}

void fan_errand_free(FanErrand *errand) {
    FanPeople *people = errand->people;
    if (errand->previous) {
        errand->previous->next = errand->next;
    } else {
        people->errands = errand->next;
    }
    if (errand->next) {
        errand->next->previous = errand->previous;
    }
    json_decref(errand->values);
    json_decref(errand->body);
    json_decref(errand->made);
    json_decref(errand->walk.ids);
    sodium_memzero(errand, sizeof *errand);
    free(errand);
    fan_people_let_go(people);
}

/* --- answers -------------------------------------------------------------------------------------
 */

static void answer(FanErrand *errand, const FanReply *reply) {
    if (errand->answered) {
        errand->answered(errand->context, reply);
    }
    fan_errand_free(errand);
}

static const char *session_of(const FanErrand *errand) {
    return errand->session[0] ? errand->session : NULL;
}

void fan_errand_answer(FanErrand *errand, unsigned status, json_t *body) {
    if (!body && status != 204) {
        fan_errand_refuse(errand, "storage", "there is no memory for the answer");
        return;
    }
    answer(errand, &(FanReply){.status = status, .body = body, .cookie = session_of(errand)});
    json_decref(body);
}

void fan_errand_answer_text(FanErrand *errand, const char *type, const char *text, size_t bytes) {
    answer(errand, &(FanReply){.status = 200, .text = text, .text_bytes = bytes, .type = type});
}

void fan_errand_leave(FanErrand *errand) {
    answer(errand, &(FanReply){.status = 204, .cookie = ""});
}

void fan_errand_refuse(FanErrand *errand, const char *reason, const char *text) {
    json_t *body = fan_refusal_body(reason, text);
    errand->people->counts.refused++;
    answer(errand, &(FanReply){.status = fan_refusal_status(reason), .body = body});
    json_decref(body);
}

bool fan_errand_stopped(FanErrand *errand, FanStoreStatus status) {
    if (status == FAN_STORE_OK || status == FAN_STORE_NOTHING || status == FAN_STORE_CONFLICT) {
        return false;
    }
    fan_errand_refuse(errand, "storage",
                      status == FAN_STORE_BUSY ? "the store has too much to do; try again"
                      : status == FAN_STORE_AWAY
                          ? "the store is away; nothing was changed, try again later"
                          : "the store could not carry it out");
    return true;
}

/* --- questions to the store ----------------------------------------------------------------------
 */

/* Whether the errand goes on with an answer; one that nobody waits for any more ends here. */
static bool goes_on(FanErrand *errand) {
    errand->awaits = FAN_AWAITS_NOTHING;
    if (errand->people->gone) {
        fan_errand_free(errand);
        return false;
    }
    return true;
}

static void on_done(void *context, FanStoreStatus status) {
    FanErrand *errand = context;
    if (goes_on(errand)) {
        errand->step(errand, status);
    }
}

void fan_copy_text(char *to, size_t size, const char *from) {
    size_t length = from ? strnlen(from, size - 1) : 0;
    if (length) {
        memcpy(to, from, length);
    }
    to[length] = '\0';
}

static void keep_player(FanKept *kept, const FanStorePlayer *player) {
    *kept = (FanKept){
        .known = {.epoch = player->epoch, .blocked = player->blocked, .made_ms = player->made_ms}};
    fan_copy_text(kept->known.id, sizeof kept->known.id, player->id);
    fan_copy_text(kept->known.name, sizeof kept->known.name, player->name);
    fan_copy_text(kept->known.kind, sizeof kept->known.kind, player->kind);
    fan_copy_text(kept->known.owner, sizeof kept->known.owner, player->owner);
    fan_copy_text(kept->password, sizeof kept->password, player->password);
}

static void on_player(void *context, FanStoreStatus status, const FanStorePlayer *player) {
    FanErrand *errand = context;
    if (status == FAN_STORE_OK) {
        keep_player(&errand->kept, player);
    }
    if (goes_on(errand)) {
        errand->step(errand, status);
    }
}

static void await_store(FanErrand *errand, FanErrandStep *step) {
    errand->awaits = FAN_AWAITS_STORE;
    errand->step = step;
}

void fan_errand_player(FanErrand *errand, const char *id, const char *name, FanErrandStep *step) {
    await_store(errand, step);
    fan_store_player(errand->people->config.store, id, name, on_player, errand);
}

static FanStorePlayer as_stored(const FanKept *kept) {
    const FanKnown *known = &kept->known;
    return (FanStorePlayer){
        .id = known->id,
        .kind = known->kind,
        .name = known->name[0] ? known->name : NULL,
        .password = kept->password[0] ? kept->password : NULL,
        .owner = known->owner[0] ? known->owner : NULL,
        .epoch = known->epoch,
        .blocked = known->blocked,
        .made_ms = known->made_ms,
    };
}

void fan_errand_make_player(FanErrand *errand, FanErrandStep *step) {
    await_store(errand, step);
    const FanStorePlayer player = as_stored(&errand->kept);
    fan_store_player_make(errand->people->config.store, &player, on_done, errand);
}

void fan_errand_change_player(FanErrand *errand, FanErrandStep *step) {
    await_store(errand, step);
    const FanStorePlayer player = as_stored(&errand->kept);
    fan_store_player_change(errand->people->config.store, &player, on_done, errand);
}

void fan_errand_delete_player(FanErrand *errand, const char *id, FanErrandStep *step) {
    await_store(errand, step);
    fan_store_player_delete(errand->people->config.store, id, on_done, errand);
}

static void on_things(void *context, FanStoreStatus status, const FanStoreThing *things,
                      size_t count) {
    FanErrand *errand = context;
    if (goes_on(errand)) {
        errand->take_things(errand, status, things, count);
    }
}

void fan_errand_things(FanErrand *errand, const char *kind, const char *id, const char *owner,
                       unsigned limit, FanErrandThings *take) {
    errand->awaits = FAN_AWAITS_STORE;
    errand->take_things = take;
    fan_store_things(errand->people->config.store, kind, id, owner, fan_people_now(errand->people),
                     limit, on_things, errand);
}

void fan_errand_keep(FanErrand *errand, const FanStoreThing *thing, bool replace,
                     FanErrandStep *step) {
    await_store(errand, step);
    fan_store_thing_keep(errand->people->config.store, thing, replace, on_done, errand);
}

void fan_errand_take(FanErrand *errand, const char *kind, const char *id, FanErrandStep *step) {
    await_store(errand, step);
    fan_store_thing_take(errand->people->config.store, kind, id, on_done, errand);
}

void fan_errand_replace_event(FanErrand *errand, const char *game, uint32_t number,
                              const char *event, FanErrandStep *step) {
    await_store(errand, step);
    fan_store_event_replace(errand->people->config.store, game, number, event, on_done, errand);
}

/* --- what many need ------------------------------------------------------------------------------
 */

const char *fan_errand_text(const FanErrand *errand, const char *name) {
    const char *text = json_string_value(json_object_get(errand->body, name));
    return text ? text : json_string_value(json_object_get(errand->values, name));
}

bool fan_errand_may(FanErrand *errand, const FanLimit *limit, const char *key) {
    FanPeople *people = errand->people;
    if (!fan_limits_take(people->limits, limit, key, fan_people_now(people))) {
        fan_errand_refuse(errand, "too-fast", "too many of these; wait a while");
        return false;
    }
    return true;
}

void fan_errand_sign(FanErrand *errand) {
    FanPeople *people = errand->people;
    const FanKnown *known = &errand->kept.known;
    fan_session_write(&people->keys, known->id, known->epoch, fan_people_now(people),
                      errand->session);
    people->counts.sessions++;
}
