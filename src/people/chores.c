/* What must be finished even if the process ends meanwhile: kept as things until it is done, and
 * begun anew by whoever finds one left behind. Each may therefore be done twice.
 *
 * `take-over`: the games of `from` are those of `to` from now on, and so are the subscriptions of
 * its devices; then, unless the two are the same (a guest took a name), `from` goes.
 * `leave`: a player goes; then, at leisure, their name is taken out of their games. */
#include <stdlib.h>
#include <string.h>

#include "people/inside.h"

enum {
    LEFT_BEHIND_MS = 120000, /* nobody works at a chore that long */
    CHORES_MAX = 100,        /* resumed at once */
    GAMES_MAX = 1000000,
};

static const char *text_of(const FanErrand *chore, const char *name) {
    const char *text = json_string_value(json_object_get(chore->values, name));
    return text ? text : "";
}

/* The one who waited goes on, whether or not it is all done. */
static void release(FanErrand *chore, FanStoreStatus status) {
    FanErrand *waiter = chore->waiter;
    chore->waiter = NULL;
    if (waiter) {
        waiter->after(waiter, status);
    }
}

static void on_forgotten(FanErrand *chore, FanStoreStatus status) {
    (void)status; /* if it could not be taken out it is done once more */
    fan_errand_free(chore);
}

static void finish(FanErrand *chore) {
    release(chore, FAN_STORE_OK);
    fan_errand_take(chore, "chore", chore->id, on_forgotten);
}

static void give_up(FanErrand *chore, FanStoreStatus status) {
    fan_people_log(chore->people, "chore-put-off",
                   json_pack("{s:s, s:s}", "chore", chore->id, "do", text_of(chore, "do")));
    release(chore, status);
    fan_errand_free(chore);
}

static bool went_wrong(FanErrand *chore, FanStoreStatus status) {
    if (status == FAN_STORE_OK || status == FAN_STORE_NOTHING || status == FAN_STORE_CONFLICT) {
        return false;
    }
    give_up(chore, status);
    return true;
}

/* --- games change hands --------------------------------------------------------------------------
 */

static void on_reseated(void *context, bool fine) {
    FanErrand *chore = context;
    chore->awaits = FAN_AWAITS_NOTHING;
    if (chore->people->gone) {
        fan_errand_free(chore);
    } else if (!fine) {
        give_up(chore, FAN_STORE_AWAY);
    } else {
        chore->step(chore, FAN_STORE_OK);
    }
}

static void reseat(FanErrand *chore, const char *from, const FanIdentity *to, FanErrandStep *step) {
    FanPeopleConfig *config = &chore->people->config;
    if (!config->reseat) {
        step(chore, FAN_STORE_OK);
        return;
    }
    chore->awaits = FAN_AWAITS_HUB;
    chore->step = step;
    config->reseat(config->context, from, to, on_reseated, chore);
}

static void tell_gone(FanErrand *chore, const char *player) {
    FanKnown gone = {.kind = "gone"};
    fan_copy_text(gone.id, sizeof gone.id, player);
    fan_people_changed(chore->people, &gone, true);
}

/* --- take-over -----------------------------------------------------------------------------------
 */

static void on_from_gone(FanErrand *chore, FanStoreStatus status) {
    if (went_wrong(chore, status)) {
        return;
    }
    tell_gone(chore, text_of(chore, "from"));
    finish(chore);
}

static void move_next_push(FanErrand *chore, FanStoreStatus status) {
    if (went_wrong(chore, status)) {
        return;
    }
    const json_t *row = json_array_get(chore->made, chore->count++);
    if (!row) {
        fan_errand_delete_player(chore, text_of(chore, "from"), on_from_gone);
        return;
    }
    const FanStoreThing thing = {
        .kind = "push",
        .id = json_string_value(json_object_get(row, "id")),
        .owner = json_string_value(json_object_get(json_object_get(chore->values, "to"), "id")),
        .text = json_string_value(json_object_get(row, "text")),
        .made_ms = json_integer_value(json_object_get(row, "made")),
        .ends_ms = json_integer_value(json_object_get(row, "ends")),
    };
    fan_errand_keep(chore, &thing, true, move_next_push);
}

static void on_pushes(FanErrand *chore, FanStoreStatus status, const FanStoreThing *things,
                      size_t count) {
    if (went_wrong(chore, status)) {
        return;
    }
    json_decref(chore->made);
    chore->made = json_array();
    chore->count = 0;
    for (size_t i = 0; status == FAN_STORE_OK && i < count; i++) {
        json_array_append_new(chore->made,
                              json_pack("{s:s, s:s, s:I, s:I}", "id", things[i].id, "text",
                                        things[i].text, "made", (json_int_t)things[i].made_ms,
                                        "ends", (json_int_t)things[i].ends_ms));
    }
    move_next_push(chore, FAN_STORE_OK);
}

static void on_taken_over(FanErrand *chore, FanStoreStatus status) {
    (void)status;
    const json_t *to = json_object_get(chore->values, "to");
    const char *id = json_string_value(json_object_get(to, "id"));
    if (strcmp(text_of(chore, "from"), id ? id : "") == 0) {
        finish(chore);
    } else {
        fan_errand_things(chore, "push", NULL, text_of(chore, "from"), 100, on_pushes);
    }
}

static void take_text(char *to, size_t size, const json_t *object, const char *name) {
    fan_copy_text(to, size, json_string_value(json_object_get(object, name)));
}

static void take_over(FanErrand *chore) {
    FanIdentity to = {0};
    const json_t *object = json_object_get(chore->values, "to");
    take_text(to.player, sizeof to.player, object, "id");
    take_text(to.name, sizeof to.name, object, "name");
    take_text(to.kind, sizeof to.kind, object, "kind");
    reseat(chore, text_of(chore, "from"), &to, on_taken_over);
}

/* --- leave ---------------------------------------------------------------------------------------
 */

/* The event without the player's name; NULL if it did not hold it. To be freed. */
static char *without_name(const char *event, const char *player) {
    json_t *text = json_loads(event, 0, NULL), *seat = json_object_get(text, "player");
    const char *id = json_string_value(json_object_get(seat, "id"));
    char *scrubbed = NULL;
    if (id && strcmp(id, player) == 0 && json_object_get(seat, "name")) {
        json_object_del(seat, "name");
        json_object_set_new(seat, "kind", json_string("gone"));
        scrubbed = json_dumps(text, JSON_COMPACT);
    }
    json_decref(text);
    return scrubbed;
}

/* Whoever has the game at work reads it anew: its texts have changed. The game is the one the walk
 * has come by last. */
static void tell_scrubbed(FanErrand *chore) {
    const FanWalk *walk = &chore->walk;
    const char *game = json_string_value(json_array_get(walk->ids, walk->at - 1));
    char text[FAN_STORE_ID_MAX + 16];
    if (chore->count && game) {
        snprintf(text, sizeof text, "{\"game\":\"%s\"}", game);
        fan_store_publish(chore->people->config.store, "hub.scrubbed", text);
    }
}

static void replace_next(FanErrand *chore, FanStoreStatus status) {
    if (went_wrong(chore, status)) {
        return;
    }
    const json_t *row = json_array_get(chore->made, 0);
    if (!row) {
        tell_scrubbed(chore);
        fan_walk_on(chore);
        return;
    }
    char game[FAN_STORE_ID_MAX] = "";
    uint32_t number = (uint32_t)json_integer_value(json_object_get(row, "number"));
    take_text(game, sizeof game, row, "game");
    json_t *event = json_incref(json_object_get(row, "event"));
    json_array_remove(chore->made, 0);
    fan_errand_replace_event(chore, game, number, json_string_value(event), replace_next);
    json_decref(event);
}

static void scrub_game(FanErrand *chore, const FanStoreGame *game, const char *const *events,
                       size_t count) {
    json_decref(chore->made);
    chore->made = json_array();
    for (size_t i = 0; i < count; i++) {
        char *scrubbed = without_name(events[i], text_of(chore, "player"));
        if (scrubbed) {
            json_array_append_new(chore->made,
                                  json_pack("{s:s, s:I, s:s}", "game", game->id, "number",
                                            (json_int_t)i, "event", scrubbed));
            free(scrubbed);
        }
    }
    chore->count = json_array_size(chore->made); /* how many there were */
    replace_next(chore, FAN_STORE_OK);
}

static void on_scrubbed(FanErrand *chore, FanStoreStatus status) {
    if (!went_wrong(chore, status)) {
        finish(chore);
    }
}

static void on_gone_told(FanErrand *chore, FanStoreStatus status) {
    (void)status;
    fan_walk_begin(chore, text_of(chore, "player"), GAMES_MAX, scrub_game, on_scrubbed);
}

static void on_left(FanErrand *chore, FanStoreStatus status) {
    if (went_wrong(chore, status)) {
        return;
    }
    FanIdentity to = {.kind = "gone"};
    fan_copy_text(to.player, sizeof to.player, text_of(chore, "player"));
    tell_gone(chore, to.player);
    release(chore, FAN_STORE_OK);
    reseat(chore, to.player, &to, on_gone_told);
}

static void leave(FanErrand *chore) {
    fan_errand_delete_player(chore, text_of(chore, "player"), on_left);
}

/* --- beginning, and beginning again --------------------------------------------------------------
 */

static void run(FanErrand *chore) {
    const char *what = text_of(chore, "do");
    if (strcmp(what, "take-over") == 0) {
        take_over(chore);
    } else if (strcmp(what, "leave") == 0) {
        leave(chore);
    } else {
        fan_errand_free(chore); /* a newer version's; it stays */
    }
}

static void on_kept(FanErrand *chore, FanStoreStatus status) {
    if (status == FAN_STORE_OK) {
        run(chore);
    } else {
        give_up(chore, status == FAN_STORE_CONFLICT ? FAN_STORE_FAILED : status);
    }
}

static void begin(FanErrand *waiter, json_t *what, FanErrandStep *step) {
    FanPeople *people = waiter->people;
    FanErrand *chore = fan_errand_new(people);
    char *text = json_dumps(what, JSON_COMPACT);
    if (!chore || !text) {
        if (chore) {
            fan_errand_free(chore);
        }
        free(text);
        json_decref(what);
        step(waiter, FAN_STORE_BUSY);
        return;
    }
    waiter->after = step;
    chore->waiter = waiter;
    chore->values = what;
    fan_id_draw(chore->id, FAN_PLAYER_SIGNS);
    const FanStoreThing thing = {
        .kind = "chore", .id = chore->id, .text = text, .made_ms = fan_people_now(people)};
    fan_errand_keep(chore, &thing, false, on_kept);
    free(text);
}

void fan_chore_take_over(FanErrand *waiter, const char *from, const FanIdentity *to,
                         FanErrandStep *step) {
    begin(waiter,
          json_pack("{s:s, s:s, s:{s:s, s:s, s:s}}", "do", "take-over", "from", from, "to", "id",
                    to->player, "name", to->name, "kind", to->kind),
          step);
}

void fan_chore_leave(FanErrand *waiter, const char *player, FanErrandStep *step) {
    begin(waiter, json_pack("{s:s, s:s}", "do", "leave", "player", player), step);
}

static bool is_under_way(const FanPeople *people, const char *id) {
    for (const FanErrand *errand = people->errands; errand; errand = errand->next) {
        if (json_object_get(errand->values, "do") && strcmp(errand->id, id) == 0) {
            return true;
        }
    }
    return false;
}

static void on_chores(FanErrand *errand, FanStoreStatus status, const FanStoreThing *things,
                      size_t count) {
    FanPeople *people = errand->people;
    int64_t now_ms = fan_people_now(people);
    for (size_t i = 0; status == FAN_STORE_OK && i < count; i++) {
        bool young = now_ms - things[i].made_ms < LEFT_BEHIND_MS && errand->old;
        FanErrand *chore =
            young || is_under_way(people, things[i].id) ? NULL : fan_errand_new(people);
        if (chore) {
            chore->values = json_loads(things[i].text, 0, NULL);
            fan_copy_text(chore->id, sizeof chore->id, things[i].id);
            run(chore);
        }
    }
    fan_errand_free(errand);
}

void fan_chores_resume(FanPeople *people) {
    FanErrand *errand = fan_errand_new(people);
    if (errand) {
        errand->old = people->ticks > 1;
        fan_errand_things(errand, "chore", NULL, NULL, CHORES_MAX, on_chores);
    }
}
