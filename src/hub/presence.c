/* Who is at a game, in this process and in others, and how long a message takes to them. */
#include "hub/internal.h"

#include <stdlib.h>
#include <string.h>

enum {
    ROOMS_A_TEXT = 50, /* rooms in one published text: below the store's 4 000 bytes */
    LAG_STEP_MS = 20,  /* smaller changes of lag are not worth telling */
    REMOTES_MAX = 32,  /* processes at one game */
};

/* --- what is so --------------------------------------------------------------------------------
 */

static bool is_here(const FanHubRoom *room, unsigned side) {
    bool here = room->seats[side].here > 0 ||
                fan_hub_is_computer(fan_room_player(room->room, (FanSide)side));
    for (const FanRemote *remote = room->remotes; remote && !here; remote = remote->next) {
        here = remote->here[side];
    }
    return here;
}

/* While the server was away nobody could come back. */
static int64_t away_since(const FanHubRoom *room, unsigned side) {
    const FanHub *hub = room->hub;
    int64_t since = room->seats[side].away_ms;
    int64_t outage = hub->outage_count ? hub->outages[hub->outage_count - 1].to_ms : 0;
    return since > outage ? since : outage;
}

int64_t fan_presence_away(const FanHubRoom *room, unsigned side) {
    return is_here(room, side) ? 0 : away_since(room, side);
}

static unsigned lag_of(const FanHubRoom *room, unsigned side) {
    unsigned lag = room->seats[side].here ? room->seats[side].lag_ms : 0;
    for (const FanRemote *remote = room->remotes; remote && lag == 0; remote = remote->next) {
        lag = remote->here[side] ? remote->lag_ms[side] : 0;
    }
    return lag;
}

static json_t *side_json(const FanHubRoom *room, unsigned side, int64_t now) {
    bool here = is_here(room, side);
    int64_t away = here ? 0 : now - away_since(room, side);
    json_t *json =
        json_pack("{s:b, s:I}", "here", here, "away_ms", (json_int_t)(away > 0 ? away : 0));
    unsigned lag = here ? lag_of(room, side) : 0;
    if (json && lag) {
        json_object_set_new(json, "lag", json_integer(lag));
    }
    return json;
}

FanText *fan_presence_text(FanHubRoom *room) {
    int64_t now = fan_hub_now(room->hub);
    unsigned watchers = room->watchers;
    for (const FanRemote *remote = room->remotes; remote; remote = remote->next) {
        watchers += remote->watchers;
    }
    return fan_text_of(json_pack("{s:s, s:s, s:o, s:o, s:i}", "is", "presence", "game", room->id,
                                 "white", side_json(room, 0, now), "black", side_json(room, 1, now),
                                 "watchers", (int)watchers));
}

/* --- changes -----------------------------------------------------------------------------------
 */

static void list(FanHubRoom *room) {
    if (!room->presence_listed) {
        room->presence_listed = true;
        room->presence_next = room->hub->presence_first;
        room->hub->presence_first = room;
    }
}

void fan_presence_changed(FanHubRoom *room) {
    room->presence_tell = room->presence_publish = true;
    list(room);
}

void fan_presence_came(FanWatch *watch) {
    FanHubRoom *room = watch->room;
    bool first = room->watches && !room->watches->room_next;
    room->presence_asks |= first; /* what others know of it was not kept */
    if (watch->side < FAN_ROOM_NO_SIDE) {
        room->seats[watch->side].here++;
        room->seats[watch->side].lag_ms = watch->peer->lag_ms;
    } else {
        room->watchers++;
    }
    fan_presence_changed(room);
}

void fan_presence_went(FanWatch *watch) {
    FanHubRoom *room = watch->room;
    if (watch->side == FAN_ROOM_NO_SIDE) {
        room->watchers--;
    } else if (--room->seats[watch->side].here == 0) {
        room->seats[watch->side].away_ms = fan_hub_now(room->hub);
    }
    fan_presence_changed(room);
}

void fan_presence_lag(FanPeer *peer, unsigned lag_ms) {
    unsigned had = peer->lag_ms;
    unsigned change = lag_ms > had ? lag_ms - had : had - lag_ms;
    if (change < LAG_STEP_MS || change < had / 5) {
        return;
    }
    peer->lag_ms = lag_ms;
    for (FanWatch *watch = peer->watches; watch; watch = watch->peer_next) {
        if (watch->side < FAN_ROOM_NO_SIDE) {
            watch->room->seats[watch->side].lag_ms = lag_ms;
            fan_presence_changed(watch->room);
        }
    }
}

/* --- telling -----------------------------------------------------------------------------------
 */

static json_t *row_of(const FanHubRoom *room) {
    return json_pack("[s, b, b, i, i, i, b]", room->id, room->seats[0].here > 0,
                     room->seats[1].here > 0, (int)room->seats[0].lag_ms,
                     (int)room->seats[1].lag_ms, (int)room->watchers, room->presence_asks);
}

static void publish(FanHub *hub, json_t *rows) {
    fan_hub_publish(hub, "hub.presence", json_pack("{s:s, s:o}", "p", hub->process, "r", rows));
}

static void tell(FanHubRoom *room) {
    FanText *text = fan_presence_text(room);
    for (FanWatch *watch = room->watches, *next; watch; watch = next) {
        next = watch->room_next;
        fan_peer_push(watch->peer, text, FAN_WAITING_NEWS);
    }
    fan_text_drop(text);
}

void fan_presence_flush(FanHub *hub) {
    json_t *rows = NULL;
    while (hub->presence_first) {
        FanHubRoom *room = hub->presence_first;
        hub->presence_first = room->presence_next;
        room->presence_listed = false;
        if (room->presence_publish && hub->process_count > 0) {
            rows = rows ? rows : json_array();
            json_array_append_new(rows, row_of(room));
        }
        bool told = room->presence_tell && room->watches;
        room->presence_tell = room->presence_publish = room->presence_asks = false;
        if (rows && json_array_size(rows) == ROOMS_A_TEXT) {
            publish(hub, rows);
            rows = NULL;
        }
        if (told) {
            tell(room); /* last: a full queue may end watches, and the room with them */
        }
    }
    if (rows) {
        publish(hub, rows);
    }
}

void fan_presence_all(FanHub *hub, bool asks) {
    for (size_t i = 0; i < hub->rooms.capacity; i++) {
        FanHubRoom *room = hub->rooms.slots[i].key ? hub->rooms.slots[i].thing : NULL;
        if (room && room->watches) {
            room->presence_publish = true;
            room->presence_asks |= asks;
            list(room);
        }
    }
}

/* --- other processes ---------------------------------------------------------------------------
 */

static FanRemote *remote_of(FanHubRoom *room, const char *process) {
    FanRemote *remote = room->remotes;
    unsigned count = 0;
    while (remote && strcmp(remote->process, process) != 0) {
        remote = remote->next;
        count++;
    }
    if (!remote && count < REMOTES_MAX && (remote = calloc(1, sizeof *remote))) {
        strcpy(remote->process, process);
        remote->next = room->remotes;
        room->remotes = remote;
    }
    return remote;
}

/* Who leaves there, and is not here, is away from now on. */
static void note_absence(FanHubRoom *room, const bool was[2]) {
    for (unsigned side = 0; side < 2; side++) {
        if (was[side] && !is_here(room, side)) {
            room->seats[side].away_ms = fan_hub_now(room->hub);
        }
    }
    room->presence_tell = true;
    list(room);
}

static void hear_row(FanHub *hub, const char *process, const json_t *row) {
    const char *game;
    int white, black, lags[2], watchers, asks;
    if (json_unpack((json_t *)row, "[s, b, b, i, i, i, b]", &game, &white, &black, &lags[0],
                    &lags[1], &watchers, &asks) != 0) {
        return;
    }
    FanHubRoom *room = fan_hub_room(hub, game);
    FanRemote *remote = room && room->count ? remote_of(room, process) : NULL;
    if (!remote) {
        return;
    }
    const bool was[2] = {is_here(room, 0), is_here(room, 1)};
    remote->here[0] = white;
    remote->here[1] = black;
    remote->lag_ms[0] = (unsigned)lags[0];
    remote->lag_ms[1] = (unsigned)lags[1];
    remote->watchers = (unsigned)watchers;
    note_absence(room, was);
    room->presence_publish |= asks && room->watches;
}

void fan_presence_heard(FanHub *hub, const json_t *text) {
    const char *process = json_string_value(json_object_get(text, "p"));
    size_t i;
    json_t *row;
    if (process && strlen(process) < FAN_STORE_ID_MAX) {
        json_array_foreach(json_object_get(text, "r"), i, row) {
            hear_row(hub, process, row);
        }
    }
}

void fan_presence_process_gone(FanHub *hub, const char *process) {
    for (size_t i = 0; i < hub->rooms.capacity; i++) {
        FanHubRoom *room = hub->rooms.slots[i].key ? hub->rooms.slots[i].thing : NULL;
        for (FanRemote **link = room ? &room->remotes : NULL; link && *link;) {
            FanRemote *remote = *link;
            if (strcmp(remote->process, process) != 0) {
                link = &remote->next;
                continue;
            }
            const bool was[2] = {is_here(room, 0), is_here(room, 1)};
            *link = remote->next;
            free(remote);
            note_absence(room, was);
        }
    }
}

void fan_presence_free(FanHubRoom *room) {
    while (room->remotes) {
        FanRemote *remote = room->remotes;
        room->remotes = remote->next;
        free(remote);
    }
    if (room->presence_listed) {
        FanHubRoom **link = &room->hub->presence_first;
        while (*link != room) {
            link = &(*link)->presence_next;
        }
        *link = room->presence_next;
    }
}
