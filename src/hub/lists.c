/* Lists of games out of the store. What is shown of a game is what was stored with it, so that no
 * game need be loaded to be listed. */
#include "hub/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { A_PAGE = 50, MINE_MAX = 200 };

static const char *value_of(const FanHubAsk *ask, const char *key) {
    return json_string_value(json_object_get(ask->values, key));
}

/* --- cursors: TIME.ID of the last one shown ----------------------------------------------------
 */

static bool read_cursor(const char *text, FanStoreGamesWanted *wanted) {
    if (!text) {
        return true;
    }
    char *end;
    wanted->before_ms = strtoll(text, &end, 10);
    wanted->before_id = end + 1;
    return wanted->before_ms > 0 && *end == '.' && strlen(end + 1) == FAN_ROOM_ID;
}

static json_t *cursor_of(const FanStoreGame *game) {
    return json_sprintf("%lld.%s", (long long)game->changed_ms, game->id);
}

/* --- rows --------------------------------------------------------------------------------------
 */

static bool is_to_move(const json_t *summary, const FanStoreGame *row, const char *player) {
    const char *side = json_string_value(json_object_get(summary, "to_move"));
    const char *mover = !side ? NULL : strcmp(side, "white") == 0 ? row->white : row->black;
    return mover && strcmp(mover, player) == 0;
}

static bool sits_there(const FanStoreGame *row, const char *player) {
    return *player && ((row->white && strcmp(row->white, player) == 0) ||
                       (row->black && strcmp(row->black, player) == 0));
}

static json_t *summary_of(const FanStoreGame *row, const char *player) {
    json_t *summary = row->spec ? json_loads(row->spec, 0, NULL) : NULL;
    if (summary && sits_there(row, player)) {
        json_object_set_new(summary, "your_turn", json_boolean(is_to_move(summary, row, player)));
    }
    return summary;
}

static bool is_your_turn(const json_t *summary) {
    return json_is_true(json_object_get(summary, "your_turn"));
}

/* Those to move in first, otherwise as they come: newest first. */
static json_t *sorted(const json_t *games) {
    json_t *array = json_array();
    size_t i;
    json_t *summary;
    for (int yours = 1; yours >= 0; yours--) {
        json_array_foreach(games, i, summary) {
            if (is_your_turn(summary) == yours) {
                json_array_append(array, summary);
            }
        }
    }
    return array;
}

static void on_games(void *context, FanStoreStatus status, const FanStoreGame *rows, size_t count) {
    FanHubAsk *ask;
    FanHub *hub = fan_hub_called(context, &ask);
    if (!hub) {
        return;
    }
    if (status != FAN_STORE_OK && status != FAN_STORE_NOTHING) {
        fan_hub_ask_refuse(ask, "storage", "the database is away");
        return;
    }
    json_t *games = json_array();
    for (size_t i = 0; i < count; i++) {
        json_t *summary =
            rows[i].closed && !ask->mine ? NULL : summary_of(&rows[i], ask->who.player);
        if (summary) {
            json_array_append_new(games, summary);
        }
    }
    json_t *body = json_pack("{s:o}", "games", ask->mine ? sorted(games) : json_incref(games));
    if (body && count == ask->page) {
        json_object_set_new(body, "more", cursor_of(&rows[count - 1]));
    }
    json_decref(games);
    fan_hub_ask_json(ask, 200, body);
}

static void list(FanHubAsk *ask, const char *player) {
    FanHub *hub = ask->hub;
    FanStoreGamesWanted wanted = {.player = player,
                                  .state = value_of(ask, "state"),
                                  .variant = value_of(ask, "variant"),
                                  .limit = ask->page};
    if (!read_cursor(value_of(ask, "after"), &wanted)) {
        fan_hub_ask_refuse(ask, "malformed", "after is not what `more` of an answer was");
        return;
    }
    FanHubCall *call = fan_hub_call(hub, ask, NULL);
    if (call) {
        fan_store_games(hub->config.store, &wanted, on_games, call);
    } else {
        fan_hub_ask_refuse(ask, "storage", "there is no memory");
    }
}

void fan_ask_my_games(FanHubAsk *ask) {
    if (!*ask->who.player) {
        fan_hub_ask_refuse(ask, "needs-player", "one must be somebody to have games");
        return;
    }
    ask->mine = true;
    ask->page = MINE_MAX;
    list(ask, ask->who.player);
}

/* --- of somebody by name -----------------------------------------------------------------------
 */

static void on_player(void *context, FanStoreStatus status, const FanStorePlayer *player) {
    FanHubAsk *ask;
    FanHub *hub = fan_hub_called(context, &ask);
    if (!hub) {
        return;
    }
    if (status == FAN_STORE_OK) {
        list(ask, player->id);
    } else if (status == FAN_STORE_NOTHING) {
        fan_hub_ask_refuse(ask, "unknown", "there is nobody of that name");
    } else {
        fan_hub_ask_refuse(ask, "storage", "the database is away");
    }
}

void fan_ask_games(FanHubAsk *ask) {
    FanHub *hub = ask->hub;
    const char *name = value_of(ask, "player");
    ask->page = A_PAGE;
    if (!name) {
        list(ask, NULL);
        return;
    }
    FanHubCall *call = fan_hub_call(hub, ask, NULL);
    if (call) {
        fan_store_player(hub->config.store, NULL, name, on_player, call);
    } else {
        fan_hub_ask_refuse(ask, "storage", "there is no memory");
    }
}
