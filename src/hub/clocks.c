/* Time: deadlines of games, marks that this process lives, and outages that are nobody's time. */
#include "hub/internal.h"

#include <stdlib.h>
#include <string.h>

enum {
    LOOK_AT_ONCE = 100,    /* games whose time is up, of one look */
    LOOK_BEHIND_MS = 2000, /* first come the processes that have them in memory */
    SWEEP_MS = 60000,
    AGAIN_MS = 1000, /* after a deadline at which nothing was to be done */

};

static const int64_t KEPT_MS = 30 * (int64_t)FAN_HUB_DAY_MS; /* of marks and outages */

/* --- deadlines of rooms in memory: a heap ------------------------------------------------------
 */

static void put(FanHub *hub, size_t at, FanHubRoom *room) {
    hub->deadlines[at] = room;
    room->deadline_at = at + 1;
}

static void sift_up(FanHub *hub, size_t at, FanHubRoom *room) {
    while (at > 0 && hub->deadlines[(at - 1) / 2]->deadline_ms > room->deadline_ms) {
        put(hub, at, hub->deadlines[(at - 1) / 2]);
        at = (at - 1) / 2;
    }
    put(hub, at, room);
}

static void sift_down(FanHub *hub, size_t at, FanHubRoom *room) {
    for (size_t child; (child = 2 * at + 1) < hub->deadline_count; at = child) {
        if (child + 1 < hub->deadline_count &&
            hub->deadlines[child + 1]->deadline_ms < hub->deadlines[child]->deadline_ms) {
            child++;
        }
        if (hub->deadlines[child]->deadline_ms >= room->deadline_ms) {
            break;
        }
        put(hub, at, hub->deadlines[child]);
    }
    put(hub, at, room);
}

void fan_deadline_drop(FanHubRoom *room) {
    FanHub *hub = room->hub;
    if (room->deadline_at == 0) {
        return;
    }
    size_t at = room->deadline_at - 1;
    FanHubRoom *last = hub->deadlines[--hub->deadline_count];
    room->deadline_at = 0;
    if (last != room) {
        sift_up(hub, at, last);
        sift_down(hub, last->deadline_at - 1, last);
    }
}

static void add(FanHubRoom *room) {
    FanHub *hub = room->hub;
    if (hub->deadline_count == hub->deadline_room) {
        size_t larger = hub->deadline_room ? 2 * hub->deadline_room : 64;
        FanHubRoom **heap = realloc(hub->deadlines, larger * sizeof *heap);
        if (!heap) {
            return; /* the look into the store finds it */
        }
        hub->deadlines = heap;
        hub->deadline_room = larger;
    }
    sift_up(hub, hub->deadline_count++, room);
}

void fan_deadline_set(FanHubRoom *room) {
    FanRoomState state = fan_room_state(room->room);
    bool runs = state == FAN_ROOM_WAITING || state == FAN_ROOM_PLAYING;
    fan_deadline_drop(room);
    room->deadline_ms = runs ? fan_room_deadline(room->room) : 0;
    if (room->deadline_ms) {
        add(room);
    }
}

/* The room's time may be up: the room says whether it is. */
static void tick_room(FanHubRoom *room) {
    FanOrder *order = room->tick_waits ? NULL : fan_order_new(NULL, FAN_COMMAND_TICK);
    if (order) {
        room->tick_waits = true;
        fan_order_give(room, order);
    }
}

void fan_clocks_tick(FanHub *hub) {
    int64_t now = fan_hub_now(hub);
    while (hub->deadline_count > 0 && hub->deadlines[0]->deadline_ms <= now &&
           fan_hub_steady(hub)) {
        FanHubRoom *room = hub->deadlines[0];
        fan_deadline_drop(room);
        room->deadline_ms = now + AGAIN_MS; /* unless an event sets it anew */
        add(room);
        tick_room(room);
    }
}

/* --- of others: a look into the store ----------------------------------------------------------
 */

static void on_overdue(void *context, FanStoreStatus status, const FanStoreGame *games,
                       size_t count) {
    FanHub *same;
    FanHub *hub = fan_hub_called(context, &same);
    for (size_t i = 0; hub && status == FAN_STORE_OK && i < count; i++) {
        bool known = fan_hub_room(hub, games[i].id) != NULL; /* then it is seen to */
        FanHubRoom *room = known ? NULL : fan_hub_room_need(hub, games[i].id);
        if (room) {
            tick_room(room);
        }
    }
}

void fan_clocks_look(FanHub *hub) {
    static const char *const states[] = {"waiting", "playing"};
    for (int i = 0; i < 2 && fan_hub_steady(hub) && !hub->draining; i++) {
        const FanStoreGamesWanted wanted = {.state = states[i],
                                            .deadline_ms = fan_hub_now(hub) - LOOK_BEHIND_MS,
                                            .limit = LOOK_AT_ONCE};
        FanHubCall *call = fan_hub_call(hub, hub, NULL);
        if (call) {
            fan_store_games(hub->config.store, &wanted, on_overdue, call);
        }
    }
}

/* --- outages
 * ---------------------------------------------------------------------------------------
 *
 * A process leaves a mark in the store every two seconds. Where the newest mark of any process is
 * older than FAN_HUB_OUTAGE_MS, nobody could make a turn: from that mark to now is an outage. It is
 * kept in the store, and every game whose clock ran is told of it before anything else happens in
 * it, whenever it is next in memory. */

const FanOutage *fan_outage_of(const FanHubRoom *room) {
    const FanHub *hub = room->hub;
    if (room->count == 0 || fan_room_state(room->room) != FAN_ROOM_PLAYING) {
        return NULL;
    }
    int64_t changed = fan_room_changed(room->room);
    for (unsigned i = 0; i < hub->outage_count; i++) {
        if (hub->outages[i].to_ms > changed && hub->outages[i].to_ms > room->outage_told_ms) {
            return &hub->outages[i];
        }
    }
    return NULL;
}

/* In the order in which they ended; the oldest go. */
static void note_outage(FanHub *hub, int64_t from_ms, int64_t to_ms) {
    unsigned at = hub->outage_count;
    for (unsigned i = 0; i < hub->outage_count; i++) {
        if (hub->outages[i].from_ms == from_ms) {
            return;
        }
    }
    if (at == FAN_HUB_OUTAGES_MAX) {
        memmove(hub->outages, hub->outages + 1, --at * sizeof *hub->outages);
    } else {
        hub->outage_count++;
    }
    while (at > 0 && hub->outages[at - 1].to_ms > to_ms) {
        hub->outages[at] = hub->outages[at - 1];
        at--;
    }
    hub->outages[at] = (FanOutage){from_ms, to_ms};
}

static void read_outage(FanHub *hub, const char *text) {
    json_t *outage = json_loads(text, 0, NULL);
    json_int_t from, to;
    if (json_unpack(outage, "{s:I, s:I}", "from", &from, "to", &to) == 0 && from <= to) {
        note_outage(hub, from, to);
    }
    json_decref(outage);
}

/* --- marks: look, tell an outage, look at all outages, mark ------------------------------------
 */

static void end_round(FanHub *hub) {
    hub->marking = false;
}

static FanHubCall *next_step(FanHub *hub) {
    FanHubCall *call = hub->away ? NULL : fan_hub_call(hub, hub, NULL);
    if (!call) {
        end_round(hub);
    }
    return call;
}

static void on_marked(void *context, FanStoreStatus status) {
    FanHub *same;
    FanHub *hub = fan_hub_called(context, &same);
    if (!hub) {
        return;
    }
    end_round(hub);
    if (status != FAN_STORE_OK) {
        return;
    }
    hub->marked_ms = hub->mark_made_ms;
    if (!hub->begun && hub->outages_known) {
        hub->begun = true;
        fan_hub_begin_rest(hub);
    }
    fan_hub_wake_rooms(hub, false);
}

static void mark(FanHub *hub) {
    FanHubCall *call = next_step(hub);
    if (!call) {
        return;
    }
    char text[32];
    hub->mark_made_ms = fan_hub_now(hub);
    snprintf(text, sizeof text, "%lld", (long long)hub->mark_made_ms);
    const FanStoreThing thing = {.kind = "mark",
                                 .id = hub->process,
                                 .text = text,
                                 .made_ms = hub->mark_made_ms,
                                 .ends_ms = hub->mark_made_ms + KEPT_MS};
    fan_store_thing_keep(hub->config.store, &thing, true, on_marked, call);
}

static void on_taken_out(void *context, FanStoreStatus status) {
    FanHub *same;
    (void)status;
    fan_hub_called(context, &same);
}

static void take_out(FanHub *hub, const char *kind, const char *id) {
    FanHubCall *call = fan_hub_call(hub, hub, NULL);
    if (call) {
        fan_store_thing_take(hub->config.store, kind, id, on_taken_out, call);
    }
}

static void on_outages(void *context, FanStoreStatus status, const FanStoreThing *things,
                       size_t count) {
    FanHub *same;
    FanHub *hub = fan_hub_called(context, &same);
    if (!hub) {
        return;
    }
    if (status != FAN_STORE_OK && status != FAN_STORE_NOTHING) {
        end_round(hub);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        read_outage(hub, things[i].text);
        if (i + FAN_HUB_OUTAGES_MAX < count) { /* else the newest would fall off the list one day */
            take_out(hub, "outage", things[i].id);
        }
    }
    hub->outages_known = true;
    mark(hub);
}

static void look_at_outages(FanHub *hub) {
    FanHubCall *call = next_step(hub);
    if (call) {
        fan_store_things(hub->config.store, "outage", NULL, NULL, fan_hub_now(hub), 1000,
                         on_outages, call);
    }
}

/* CONFLICT: another process has told the same one. */
static void on_outage_kept(void *context, FanStoreStatus status) {
    FanHub *same;
    FanHub *hub = fan_hub_called(context, &same);
    if (!hub) {
        return;
    }
    if (status == FAN_STORE_OK || status == FAN_STORE_CONFLICT) {
        look_at_outages(hub);
    } else {
        end_round(hub);
    }
}

static void tell_outage(FanHub *hub, int64_t from_ms, int64_t to_ms) {
    FanHubCall *call = next_step(hub);
    if (!call) {
        return;
    }
    char id[24], text[96];
    snprintf(id, sizeof id, "%lld", (long long)from_ms);
    snprintf(text, sizeof text, "{\"from\":%lld,\"to\":%lld}", (long long)from_ms,
             (long long)to_ms);
    const FanStoreThing thing = {
        .kind = "outage", .id = id, .text = text, .made_ms = to_ms, .ends_ms = to_ms + KEPT_MS};
    fan_hub_log(hub, "outage",
                json_pack("{s:I, s:I}", "from", (json_int_t)from_ms, "to", (json_int_t)to_ms));
    fan_store_thing_keep(hub->config.store, &thing, false, on_outage_kept, call);
}

/* Processes that are long gone leave their marks behind; the newest is the one that counts. */
static void sweep_marks(FanHub *hub, const FanStoreThing *things, size_t count, int64_t newest) {
    for (size_t i = 0; i < count; i++) {
        if (strtoll(things[i].text, NULL, 10) < newest - SWEEP_MS) {
            take_out(hub, "mark", things[i].id);
        }
    }
}

static void on_marks(void *context, FanStoreStatus status, const FanStoreThing *things,
                     size_t count) {
    FanHub *same;
    FanHub *hub = fan_hub_called(context, &same);
    if (!hub) {
        return;
    }
    if (status != FAN_STORE_OK && status != FAN_STORE_NOTHING) {
        end_round(hub);
        return;
    }
    int64_t newest = 0, now = fan_hub_now(hub);
    for (size_t i = 0; i < count; i++) {
        int64_t made = strtoll(things[i].text, NULL, 10);
        newest = made > newest ? made : newest;
    }
    sweep_marks(hub, things, count, newest);
    if (newest && now - newest > FAN_HUB_OUTAGE_MS) {
        tell_outage(hub, newest, now);
    } else {
        look_at_outages(hub);
    }
}

/* While marks follow each other the store need not be read: only after a gap. */
void fan_marks_tick(FanHub *hub) {
    if (hub->marking || hub->away || hub->stopped) {
        return;
    }
    hub->marking = true;
    if (hub->outages_known && fan_hub_steady(hub)) {
        mark(hub);
        return;
    }
    FanHubCall *call = next_step(hub);
    if (call) {
        fan_store_things(hub->config.store, "mark", NULL, NULL, fan_hub_now(hub), 1000, on_marks,
                         call);
    }
}

void fan_marks_begin(FanHub *hub) {
    hub->mark_ms = fan_hub_now(hub);
    fan_marks_tick(hub);
}

/* --- what was left behind ----------------------------------------------------------------------
 */

static void on_left_behind(void *context, FanStoreStatus status, const FanStoreGame *games,
                           size_t count) {
    FanHub *same;
    FanHub *hub = fan_hub_called(context, &same);
    for (size_t i = 0; hub && status == FAN_STORE_OK && i < count; i++) {
        FanHubRoom *room = fan_hub_room_need(hub, games[i].id);
        if (room) {
            fan_hub_room_pump(room); /* loading sees to what follows from its events */
        }
    }
}

static void look_for(FanHub *hub, const FanStoreGamesWanted *wanted) {
    FanHubCall *call = fan_hub_call(hub, hub, NULL);
    if (call) {
        fan_store_games(hub->config.store, wanted, on_left_behind, call);
    }
}

/* Games whose ratings a process has not come to settle, and those in which a computer may be to
 * move. */
void fan_hub_begin_rest(FanHub *hub) {
    if (hub->config.settle) {
        look_for(hub, &(FanStoreGamesWanted){.unsettled = true, .limit = 200});
    }
    for (unsigned level = 1; hub->config.engines && level <= 8; level++) {
        FanRoomPlayer computer;
        fan_engine_player(level, &computer);
        look_for(hub,
                 &(FanStoreGamesWanted){.player = computer.id, .state = "playing", .limit = 200});
    }
}
