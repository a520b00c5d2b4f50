/* Through all games of a player, with their events. */
#include <string.h>

#include "people/inside.h"

enum { PAGE = 100 };

static void end(FanErrand *errand, FanStoreStatus status) {
    json_decref(errand->walk.ids);
    errand->walk.ids = NULL;
    errand->walk.end(errand, status);
}

static void on_games(void *context, FanStoreStatus status, const FanStoreGame *games,
                     size_t count) {
    FanErrand *errand = context;
    FanWalk *walk = &errand->walk;
    errand->awaits = FAN_AWAITS_NOTHING;
    if (errand->people->gone) {
        fan_errand_free(errand);
        return;
    }
    if (status != FAN_STORE_OK && status != FAN_STORE_NOTHING) {
        end(errand, status);
        return;
    }
    count = status == FAN_STORE_OK ? count : 0;
    walk->last_page = count < PAGE;
    walk->at = 0;
    json_decref(walk->ids);
    walk->ids = json_array();
    for (size_t i = 0; i < count; i++) {
        json_array_append_new(walk->ids, json_string(games[i].id));
        walk->before_ms = games[i].changed_ms;
        fan_copy_text(walk->before_id, sizeof walk->before_id, games[i].id);
    }
    fan_walk_on(errand);
}

static void read_page(FanErrand *errand) {
    FanWalk *walk = &errand->walk;
    errand->awaits = FAN_AWAITS_STORE;
    const FanStoreGamesWanted wanted = {.player = walk->player,
                                        .before_ms = walk->before_ms,
                                        .before_id = walk->before_id[0] ? walk->before_id : NULL,
                                        .limit = PAGE};
    fan_store_games(errand->people->config.store, &wanted, on_games, errand);
}

static void on_events(void *context, FanStoreStatus status, const FanStoreGame *game,
                      const char *const *events, size_t count) {
    FanErrand *errand = context;
    errand->awaits = FAN_AWAITS_NOTHING;
    if (errand->people->gone) {
        fan_errand_free(errand);
    } else if (status == FAN_STORE_OK) {
        errand->walk.visit(errand, game, events, count);
    } else if (status == FAN_STORE_NOTHING) {
        fan_walk_on(errand);
    } else {
        end(errand, status);
    }
}

void fan_walk_on(FanErrand *errand) {
    FanWalk *walk = &errand->walk;
    const char *game = json_string_value(json_array_get(walk->ids, walk->at));
    if (game && walk->left > 0) {
        walk->at++;
        walk->left--;
        errand->awaits = FAN_AWAITS_STORE;
        fan_store_events(errand->people->config.store, game, 0, on_events, errand);
    } else if (walk->last_page || walk->left == 0) {
        end(errand, FAN_STORE_OK);
    } else {
        read_page(errand);
    }
}

void fan_walk_begin(FanErrand *errand, const char *player, unsigned most, FanErrandGame *visit,
                    FanErrandStep *step) {
    FanWalk *walk = &errand->walk;
    *walk = (FanWalk){.left = most, .visit = visit, .end = step};
    fan_copy_text(walk->player, sizeof walk->player, player);
    read_page(errand);
}
