/* me.export and me.delete: all that is kept of somebody, and that it is kept no longer. */
#include <stdlib.h>
#include <string.h>

#include "people/inside.h"

enum {
    EXPORT_GAMES_MAX = 1000, /* newest first; older ones are at /api/v1/games?player= */
    KIND_MAX = 1000,
};

/* --- me.export -----------------------------------------------------------------------------------
 */

static void send_export(FanErrand *errand) {
    char *text = json_dumps(errand->made, JSON_INDENT(1));
    if (!text) {
        fan_errand_refuse(errand, "storage", "there is no memory for so much");
        return;
    }
    fan_errand_answer_text(errand, "application/json", text, strlen(text));
    free(text);
}

/* Whole on one page of the export: without the secrets a thing may hold. */
static json_t *thing_json(const FanStoreThing *thing) {
    json_t *text = json_loads(thing->text ? thing->text : "", JSON_DECODE_ANY, NULL);
    json_object_del(text, "auth");
    json_object_del(text, "p256dh");
    return json_pack("{s:s, s:I, s:o}", "kind", thing->kind, "made", (json_int_t)thing->made_ms,
                     "text", text ? text : json_null());
}

static const char *const exported_kinds[] = {"token", "push", "report", "seek", NULL};

static void next_kind(FanErrand *errand);

static void on_things(FanErrand *errand, FanStoreStatus status, const FanStoreThing *things,
                      size_t count) {
    if (fan_errand_stopped(errand, status)) {
        return;
    }
    json_t *list = json_object_get(errand->made, "things");
    for (size_t i = 0; status == FAN_STORE_OK && i < count; i++) {
        json_array_append_new(list, thing_json(&things[i]));
    }
    errand->count++;
    next_kind(errand);
}

static void next_kind(FanErrand *errand) {
    const char *kind = exported_kinds[errand->count];
    if (kind) {
        fan_errand_things(errand, kind, NULL, errand->who.player, KIND_MAX, on_things);
    } else {
        send_export(errand);
    }
}

static void on_walked(FanErrand *errand, FanStoreStatus status) {
    if (!fan_errand_stopped(errand, status)) {
        errand->count = 0;
        next_kind(errand);
    }
}

static void export_game(FanErrand *errand, const FanStoreGame *game, const char *const *events,
                        size_t count) {
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++) {
        json_array_append_new(list, json_loads(events[i], 0, NULL));
    }
    json_array_append_new(json_object_get(errand->made, "games"),
                          json_pack("{s:s, s:o}", "game", game->id, "events", list));
    fan_walk_on(errand);
}

static void on_ratings(void *context, FanStoreStatus status, const FanStoreRating *ratings,
                       size_t count) {
    FanErrand *errand = context;
    errand->awaits = FAN_AWAITS_NOTHING;
    if (errand->people->gone) {
        fan_errand_free(errand);
        return;
    }
    if (fan_errand_stopped(errand, status)) {
        return;
    }
    for (size_t i = 0; i < count; i++) {
        json_array_append_new(json_object_get(errand->made, "ratings"),
                              fan_rating_json(&ratings[i], fan_people_now(errand->people)));
    }
    fan_walk_begin(errand, errand->who.player, EXPORT_GAMES_MAX, export_game, on_walked);
}

static void on_exported(FanErrand *errand, FanStoreStatus status) {
    if (fan_errand_stopped(errand, status)) {
        return;
    }
    const FanKnown *known = &errand->kept.known;
    errand->made = json_pack("{s:o, s:I, s:[], s:[], s:[]}", "player", fan_known_json(known),
                             "made", (json_int_t)known->made_ms, "ratings", "games", "things");
    if (!errand->made) {
        fan_errand_refuse(errand, "storage", "there is no memory for it");
        return;
    }
    errand->awaits = FAN_AWAITS_STORE;
    fan_store_ratings(errand->people->config.store, known->id, NULL, 0, 200, on_ratings, errand);
}

void fan_ask_export(FanErrand *errand) {
    fan_errand_player(errand, errand->who.player, NULL, on_exported);
}

/* --- me.delete -----------------------------------------------------------------------------------
 */

/* Their bots first, then they themselves; `count` goes through them. */
static void leave_next(FanErrand *errand, FanStoreStatus status) {
    if (fan_errand_stopped(errand, status)) {
        return;
    }
    size_t at = errand->count++, bots = json_array_size(errand->made);
    if (at <= bots) {
        const char *bot = json_string_value(json_array_get(errand->made, at));
        fan_chore_leave(errand, bot ? bot : errand->who.player, leave_next);
        return;
    }
    fan_people_log(errand->people, "player-deleted",
                   json_pack("{s:s, s:s}", "player", errand->who.player, "kind", errand->who.kind));
    fan_errand_leave(errand);
}

static void on_bots(FanErrand *errand, FanStoreStatus status, const FanStoreThing *things,
                    size_t count) {
    if (fan_errand_stopped(errand, status)) {
        return;
    }
    errand->made = json_array();
    for (size_t i = 0; status == FAN_STORE_OK && i < count; i++) {
        json_t *text = json_loads(things[i].text, 0, NULL);
        json_array_append(errand->made, json_object_get(text, "player"));
        json_decref(text);
    }
    errand->count = 0;
    leave_next(errand, FAN_STORE_OK);
}

static void on_may_delete(FanErrand *errand, FanStoreStatus status) {
    (void)status;
    fan_errand_things(errand, "token", NULL, errand->who.player, KIND_MAX, on_bots);
}

static void on_player(FanErrand *errand, FanStoreStatus status) {
    if (fan_errand_stopped(errand, status)) {
        return;
    }
    const char *password = fan_errand_text(errand, "password");
    if (status != FAN_STORE_OK) {
        fan_errand_refuse(errand, "needs-player", "this player is not there any more");
    } else if (strcmp(errand->kept.known.kind, "bot") == 0) {
        fan_errand_refuse(errand, "not-allowed", "a bot is ended by its owner");
    } else if (errand->kept.password[0]) {
        fan_errand_check_password(errand, password ? password : "", errand->kept.known.name,
                                  on_may_delete);
    } else {
        on_may_delete(errand, FAN_STORE_OK);
    }
}

void fan_ask_delete(FanErrand *errand) {
    fan_errand_player(errand, errand->who.player, NULL, on_player);
}
