/* The lobby: what those in it are told, and when. Seeks themselves are in seeks.c. */
#include "hub/internal.h"

#include <stdlib.h>
#include <string.h>

enum {
    GAMES_SHOWN = 40,
    GAMES_LOOKED_AT = 200, /* newest games among which those shown are kept */
};

static void forget_whole(FanHub *hub) {
    fan_text_drop(hub->lobby.whole);
    hub->lobby.whole = NULL;
}

static unsigned players(const FanHub *hub) {
    unsigned count = hub->peer_count;
    for (unsigned i = 0; i < hub->process_count; i++) {
        count += hub->processes[i].peers;
    }
    return count;
}

/* --- the whole ---------------------------------------------------------------------------------
 */

static json_t *whole(const FanHub *hub) {
    json_t *seeks = json_array();
    for (const FanSeek *seek = hub->lobby.first; seek; seek = seek->next) {
        json_array_append(seeks, seek->seek);
    }
    return json_pack("{s:o, s:O, s:i}", "seeks", seeks, "games", hub->lobby.games, "players",
                     (int)players(hub));
}

static FanText *whole_message(FanHub *hub) {
    if (!hub->lobby.whole) {
        json_t *message = whole(hub);
        if (message) {
            json_object_set_new(message, "is", json_string("lobby"));
        }
        for (FanSeek *seek = hub->lobby.first; seek; seek = seek->next) {
            seek->shown = true;
        }
        hub->lobby.whole = fan_text_of(message);
        hub->lobby.whole_bytes = hub->lobby.whole ? hub->lobby.whole->length : 0;
    }
    return hub->lobby.whole;
}

void fan_lobby_enter(FanPeer *peer) {
    FanHub *hub = peer->hub;
    if (!peer->in_lobby) {
        peer->in_lobby = true;
        peer->lobby_previous = NULL;
        peer->lobby_next = hub->lobby.peers;
        if (hub->lobby.peers) {
            hub->lobby.peers->lobby_previous = peer;
        }
        hub->lobby.peers = peer;
    }
    fan_peer_push(peer, whole_message(hub), FAN_WAITING_NEWS);
}

void fan_lobby_leave(FanPeer *peer) {
    if (!peer->in_lobby) {
        return;
    }
    peer->in_lobby = false;
    *(peer->lobby_previous ? &peer->lobby_previous->lobby_next : &peer->hub->lobby.peers) =
        peer->lobby_next;
    if (peer->lobby_next) {
        peer->lobby_next->lobby_previous = peer->lobby_previous;
    }
    peer->lobby_previous = peer->lobby_next = NULL;
}

/* --- changes -----------------------------------------------------------------------------------
 */

static void put(json_t *change, const char *key, json_t **array) {
    if (*array) {
        json_object_set_new(change, key, *array);
        *array = NULL;
    }
}

static json_t *added_seeks(FanHub *hub) {
    json_t *seeks = NULL;
    for (FanSeek *seek = hub->lobby.added ? hub->lobby.first : NULL; seek; seek = seek->next) {
        if (!seek->told) {
            seeks = seeks ? seeks : json_array();
            json_array_append(seeks, seek->seek);
            seek->told = true;
        }
    }
    hub->lobby.added = false;
    return seeks;
}

void fan_lobby_flush(FanHub *hub) {
    FanLobby *lobby = &hub->lobby;
    json_t *change = json_pack("{s:s}", "is", "lobby-change");
    json_t *seeks = added_seeks(hub);
    put(change, "add", &seeks);
    put(change, "remove", &lobby->removed);
    put(change, "games", &lobby->changed_games);
    put(change, "gone", &lobby->gone_games);
    int64_t now = fan_hub_now(hub);
    if (players(hub) != lobby->players_told && now - lobby->players_ms >= FAN_HUB_GAMES_MS) {
        lobby->players_told = players(hub);
        lobby->players_ms = now;
        json_object_set_new(change, "players", json_integer(lobby->players_told));
    }
    if (json_object_size(change) == 1) {
        json_decref(change);
        return;
    }
    forget_whole(hub);
    FanText *text = fan_text_of(change);
    for (FanPeer *peer = lobby->peers, *next; peer; peer = next) {
        next = peer->lobby_next; /* a full queue takes it out of the lobby */
        fan_peer_push(peer, text, FAN_WAITING_NEWS);
    }
    fan_text_drop(text);
}

/* --- games to watch ----------------------------------------------------------------------------
 */

static const char *id_of(const json_t *summary) {
    return json_string_value(json_object_get(summary, "game"));
}

static json_t *find_game(const json_t *games, const char *game) {
    size_t i;
    json_t *summary;
    json_array_foreach(games, i, summary) {
        if (strcmp(id_of(summary), game) == 0) {
            return summary;
        }
    }
    return NULL;
}

static void append(json_t **array, json_t *value) {
    *array = *array ? *array : json_array();
    json_array_append(*array, value);
}

/* Those shown stay as long as they are among the newest, so that the list does not flicker; the
 * places left go to the newest of the others. */
static json_t *choose(const json_t *had, const json_t *newest) {
    json_t *games = json_array();
    size_t i;
    json_t *summary;
    json_array_foreach(newest, i, summary) {
        if (find_game(had, id_of(summary))) {
            json_array_append(games, summary);
        }
    }
    json_array_foreach(newest, i, summary) {
        if (json_array_size(games) < GAMES_SHOWN && !find_game(had, id_of(summary))) {
            json_array_append(games, summary);
        }
    }
    return games;
}

static void note_changes(FanLobby *lobby, const json_t *games) {
    size_t i;
    json_t *summary;
    json_array_foreach(games, i, summary) {
        const json_t *had = find_game(lobby->games, id_of(summary));
        if (!had ||
            !json_equal(json_object_get(had, "events"), json_object_get(summary, "events"))) {
            append(&lobby->changed_games, summary);
        }
    }
    json_array_foreach(lobby->games, i, summary) {
        if (!find_game(games, id_of(summary))) {
            append(&lobby->gone_games, json_object_get(summary, "game"));
        }
    }
}

static void answer_asks(FanHub *hub, bool fine) {
    while (hub->lobby.asks_count > 0) {
        FanHubAsk *ask = hub->lobby.asks[--hub->lobby.asks_count];
        if (fine) {
            fan_hub_ask_json(ask, 200, whole(hub));
        } else {
            fan_hub_ask_json(ask, fan_refusal_status("storage"),
                             fan_refusal_body("storage", "the database is away"));
        }
    }
    free(hub->lobby.asks);
    hub->lobby.asks = NULL;
}

static void on_games(void *context, FanStoreStatus status, const FanStoreGame *rows, size_t count) {
    FanHub *same;
    FanHub *hub = fan_hub_called(context, &same);
    if (!hub) {
        return;
    }
    FanLobby *lobby = &hub->lobby;
    lobby->games_asked = false;
    bool fine = status == FAN_STORE_OK || status == FAN_STORE_NOTHING;
    if (fine) {
        json_t *newest = json_array();
        for (size_t i = 0; i < count; i++) {
            json_t *summary = rows[i].spec ? json_loads(rows[i].spec, 0, NULL) : NULL;
            if (id_of(summary) && !rows[i].closed) {
                json_array_append(newest, summary);
            }
            json_decref(summary);
        }
        json_t *games = choose(lobby->games, newest);
        note_changes(lobby, games);
        forget_whole(hub);
        json_decref(lobby->games);
        json_decref(newest);
        lobby->games = games;
    }
    answer_asks(hub, fine);
}

static bool are_old(const FanHub *hub) {
    int64_t now = fan_hub_now(hub);
    return now < hub->lobby.games_ms || now - hub->lobby.games_ms >= FAN_HUB_GAMES_MS;
}

static bool look_for_games(FanHub *hub) {
    FanHubCall *call = hub->away ? NULL : fan_hub_call(hub, hub, NULL);
    if (!call) {
        return false;
    }
    hub->lobby.games_asked = true;
    hub->lobby.games_ms = fan_hub_now(hub);
    const FanStoreGamesWanted wanted = {.state = "playing", .limit = GAMES_LOOKED_AT};
    fan_store_games(hub->config.store, &wanted, on_games, call);
    return true;
}

void fan_lobby_ask(FanHubAsk *ask) {
    FanHub *hub = ask->hub;
    FanLobby *lobby = &hub->lobby;
    if (!are_old(hub) && !lobby->games_asked) {
        fan_hub_ask_json(ask, 200, whole(hub));
        return;
    }
    FanHubAsk **larger = realloc(lobby->asks, (lobby->asks_count + 1) * sizeof *larger);
    if (!larger || (!lobby->games_asked && !look_for_games(hub))) {
        lobby->asks = larger ? larger : lobby->asks;
        fan_hub_ask_json(ask, fan_refusal_status("storage"),
                         fan_refusal_body("storage", "the database is away"));
        return;
    }
    lobby->asks = larger;
    lobby->asks[lobby->asks_count++] = ask;
}

/* --- beginning and end -------------------------------------------------------------------------
 */

void fan_lobby_tick(FanHub *hub) {
    fan_seeks_tick(hub);
    if (hub->lobby.peers && are_old(hub) && !hub->lobby.games_asked) {
        look_for_games(hub);
    }
}

void fan_lobby_free(FanHub *hub) {
    FanLobby *lobby = &hub->lobby;
    fan_seeks_free(hub);
    forget_whole(hub);
    json_decref(lobby->removed);
    json_decref(lobby->games);
    json_decref(lobby->changed_games);
    json_decref(lobby->gone_games);
    free(lobby->asks);
    *lobby = (FanLobby){0};
}
