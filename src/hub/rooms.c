/* Games in memory: loaded when somebody needs them, forgotten when nobody does. */
#include "hub/internal.h"

#include <stdlib.h>
#include <string.h>

FanHubRoom *fan_hub_room(const FanHub *hub, const char *game) {
    return fan_map_find(&hub->rooms, game);
}

/* --- kept without anybody ----------------------------------------------------------------------
 */

static void use(FanHubRoom *room) {
    FanHub *hub = room->hub;
    if (!room->unused) {
        return;
    }
    *(room->unused_previous ? &room->unused_previous->unused_next : &hub->unused_first) =
        room->unused_next;
    *(room->unused_next ? &room->unused_next->unused_previous : &hub->unused_last) =
        room->unused_previous;
    room->unused_previous = room->unused_next = NULL;
    room->unused = false;
    hub->unused_count--;
    hub->unused_events -= room->count;
}

static void forget(FanHubRoom *room) {
    use(room);
    fan_map_remove(&room->hub->rooms, room->id);
    fan_deadline_drop(room);
    fan_presence_free(room);
    for (size_t i = 0; i < room->count; i++) {
        fan_text_drop(room->events[i]);
    }
    for (unsigned i = 0; i < room->pending_count; i++) {
        fan_text_drop(room->pending[i]);
    }
    free(room->events);
    fan_room_free(room->room);
    json_decref(room->pending_summary);
    json_decref(room->summary);
    free(room);
}

static bool is_needed(const FanHubRoom *room) {
    return room->phase != FAN_PHASE_IDLE || room->watches || room->orders || room->readers ||
           room->holds;
}

void fan_hub_room_rest(FanHubRoom *room) {
    FanHub *hub = room->hub;
    if (is_needed(room) || room->unused) {
        return;
    }
    if (room->count == 0) {
        forget(room);
        return;
    }
    room->unused = true;
    room->unused_previous = hub->unused_last;
    *(hub->unused_last ? &hub->unused_last->unused_next : &hub->unused_first) = room;
    hub->unused_last = room;
    hub->unused_count++;
    hub->unused_events += room->count;
    while (hub->unused_count > hub->config.rooms_kept || hub->unused_events > FAN_HUB_EVENTS_KEPT) {
        forget(hub->unused_first);
    }
}

/* --- into memory -------------------------------------------------------------------------------
 */

static FanHubRoom *new_room(FanHub *hub, const char *game, FanPhase phase) {
    FanHubRoom *room = calloc(1, sizeof *room);
    if (!room) {
        return NULL;
    }
    room->hub = hub;
    room->phase = phase;
    fan_hub_copy(room->id, sizeof room->id, game);
    room->room = fan_room_new();
    if (!room->room || !fan_map_add(&hub->rooms, room->id, room)) {
        fan_room_free(room->room);
        free(room);
        return NULL;
    }
    for (int side = 0; side < 2; side++) {
        room->seats[side].away_ms = fan_hub_now(hub);
    }
    return room;
}

FanHubRoom *fan_hub_room_need(FanHub *hub, const char *game) {
    FanHubRoom *room = fan_hub_room(hub, game);
    if (room) {
        use(room);
        return room;
    }
    room = new_room(hub, game, FAN_PHASE_IDLE);
    if (room) {
        hub->counts.loads++;
        room->behind = true;
    }
    return room;
}

FanHubRoom *fan_hub_room_make(FanHub *hub, const char *game) {
    FanHubRoom *room = fan_hub_room(hub, game) ? NULL : new_room(hub, game, FAN_PHASE_IDLE);
    if (room) {
        room->making = true;
    }
    return room;
}

void fan_hub_room_read(FanHub *hub, const char *game, FanReading *reading, void *context) {
    FanHubRoom *room = fan_hub_room_need(hub, game);
    FanReader *reader = room ? malloc(sizeof *reader) : NULL;
    if (!reader) {
        if (room) {
            fan_hub_room_rest(room);
        }
        reading(context, NULL, "storage");
        return;
    }
    *reader = (FanReader){NULL, reading, context};
    *(room->readers ? &room->readers_last->next : &room->readers) = reader;
    room->readers_last = reader;
    fan_hub_room_pump(room);
}

/* --- events ------------------------------------------------------------------------------------
 */

static bool make_room(FanHubRoom *room) {
    if (room->count < room->capacity) {
        return true;
    }
    size_t capacity = room->capacity ? 2 * room->capacity : 16;
    FanText **larger = realloc(room->events, capacity * sizeof *larger);
    if (!larger) {
        return false;
    }
    room->events = larger;
    room->capacity = capacity;
    return true;
}

bool fan_hub_room_take(FanHubRoom *room, FanText *text, bool applied) {
    const char *why = "there is no memory";
    if (!make_room(room) ||
        (!applied && !fan_room_apply(room->room, text->bytes, text->length, &why))) {
        fan_hub_log(room->hub, "game-damaged",
                    json_pack("{s:s, s:I, s:s}", "game", room->id, "number",
                              (json_int_t)room->count, "why", why));
        return false;
    }
    room->events[room->count++] = fan_text_keep(text);
    return true;
}

bool fan_hub_room_rebuild(FanHubRoom *room) {
    FanRoom *anew = fan_room_new();
    const char *why;
    for (size_t i = 0; anew && i < room->count; i++) {
        if (!fan_room_apply(anew, room->events[i]->bytes, room->events[i]->length, &why)) {
            fan_room_free(anew);
            anew = NULL;
        }
    }
    if (anew) {
        fan_room_free(room->room);
        room->room = anew;
        room->spoiled = false;
    }
    return anew != NULL;
}

/* Whether seats have changed hands since this was asked last. */
static bool has_reseated(FanHubRoom *room) {
    bool changed = false;
    for (unsigned side = 0; side < 2; side++) {
        const char *id = fan_room_player(room->room, (FanSide)side)->id;
        changed |= strcmp(room->seated[side], id) != 0;
        strcpy(room->seated[side], id);
    }
    return changed;
}

static void note_beginning(FanHubRoom *room) {
    if (room->made_ms == 0) {
        json_t *first = json_loadb(room->events[0]->bytes, room->events[0]->length, 0, NULL);
        room->made_ms = json_integer_value(json_object_get(first, "at"));
        json_decref(first);
    }
}

void fan_hub_room_took(FanHubRoom *room, size_t from, bool own) {
    if (from == room->count) {
        return;
    }
    bool loaded = from == 0 && !room->making;
    room->making = false;
    room->followed = false;
    if (!own) {
        json_decref(room->summary);
        room->summary = NULL;
    }
    note_beginning(room);
    fan_deadline_set(room);
    fan_watch_tell(room, from);
    if (has_reseated(room)) {
        fan_watch_reseat(room);
    }
    if (room->thinking) {
        fan_engines_stop(room);
    }
    if (loaded) {
        room->moved = fan_hub_room_moved(room);
    } else {
        fan_hub_room_tell_players(room, own);
    }
}

/* --- from the store ----------------------------------------------------------------------------
 */

static void refuse_readers(FanHubRoom *room, const char *reason) {
    while (room->readers) {
        FanReader reader = *room->readers;
        free(room->readers);
        room->readers = reader.next;
        reader.reading(reader.context, NULL, reason);
    }
}

void fan_hub_room_give_up(FanHubRoom *room, const char *reason) {
    static const char *const texts[] = {"there is no such game", "the game cannot be had now"};
    room->holds++; /* stays while it is being refused */
    refuse_readers(room, reason);
    fan_orders_refuse(room, reason, texts[strcmp(reason, "no-game") != 0]);
    room->holds--;
    fan_hub_room_rest(room);
}

/* Events that were lost half-way cannot be waited for: the game is loaded anew when it is next
 * needed. */
static bool take_all(FanHubRoom *room, const char *const *events, size_t count) {
    for (size_t i = 0; i < count; i++) {
        FanText *text = fan_text_new(events[i], strlen(events[i]));
        bool taken = text && fan_hub_room_take(room, text, false);
        fan_text_drop(text);
        if (!taken) {
            return false;
        }
    }
    return true;
}

static void on_events(void *context, FanStoreStatus status, const FanStoreGame *game,
                      const char *const *events, size_t count) {
    FanHubRoom *room;
    FanHub *hub = fan_hub_called(context, &room);
    (void)game;
    if (!hub) {
        return;
    }
    size_t from = room->count;
    room->phase = FAN_PHASE_IDLE;
    room->holds++;
    bool fine = status == FAN_STORE_OK && take_all(room, events, count);
    if (room->count > from) {
        fan_hub_room_took(room, from, false);
    }
    room->behind |= !fine; /* it may have become so while it was being fetched */
    room->holds--;
    if (fine && room->count > 0) {
        fan_hub_room_pump(room);
    } else {
        bool nothing = status == FAN_STORE_NOTHING || (fine && room->count == 0);
        fan_hub_room_give_up(room, nothing ? "no-game" : "storage");
    }
}

void fan_hub_room_fetch(FanHubRoom *room) {
    FanHub *hub = room->hub;
    FanHubCall *call = hub->away ? NULL : fan_hub_call(hub, room, NULL);
    if (!call) {
        fan_hub_room_give_up(room, "storage");
        return;
    }
    room->phase = room->count ? FAN_PHASE_FETCHING : FAN_PHASE_LOADING;
    room->behind = false;
    fan_store_events(hub->config.store, room->id, (uint32_t)room->count, on_events, call);
}

/* --- at rest -----------------------------------------------------------------------------------
 */

/* Whoever reads may give an order; the rest wait until that is stored. */
static void serve_readers(FanHubRoom *room) {
    while (room->readers && room->phase == FAN_PHASE_IDLE && !room->spoiled && !room->behind) {
        FanReader now = *room->readers;
        free(room->readers);
        room->readers = now.next;
        now.reading(now.context, room, NULL);
    }
}

/* One thing after the other while the room is at rest; what it is held by calls again. */
void fan_hub_room_pump(FanHubRoom *room) {
    use(room);
    room->holds++;
    while (room->phase == FAN_PHASE_IDLE && !room->hub->stopped) {
        if (room->spoiled && !fan_hub_room_rebuild(room)) {
            fan_hub_room_give_up(room, "storage");
            break;
        }
        if (room->behind && !room->making) {
            fan_hub_room_fetch(room);
            if (room->phase == FAN_PHASE_IDLE) {
                break; /* it cannot be had */
            }
        } else if (fan_outage_of(room) && fan_hub_steady(room->hub)) {
            fan_order_tell_outage(room);
        } else if (room->readers && !room->making) {
            serve_readers(room);
        } else if (room->count && !room->followed && fan_hub_steady(room->hub)) {
            room->followed = true;
            if (fan_hub_room_follow(room)) {
                break;
            }
        } else if (room->orders && fan_hub_steady(room->hub)) {
            fan_order_carry_out(room);
        } else {
            break;
        }
    }
    room->holds--;
    fan_hub_room_rest(room);
}

void fan_hub_wake_rooms(FanHub *hub, bool behind) {
    /* Pumping may forget rooms and load others, so the ids are taken down first. */
    size_t count = 0;
    char(*ids)[FAN_ROOM_ID + 1] = calloc(hub->rooms.count + 1, sizeof *ids);
    for (size_t i = 0; ids && i < hub->rooms.capacity; i++) {
        FanHubRoom *room = hub->rooms.slots[i].key ? hub->rooms.slots[i].thing : NULL;
        if (room && room->follow_again) {
            room->followed = room->follow_again = false;
        }
        if (room && (behind || is_needed(room) || !room->followed || fan_outage_of(room))) {
            memcpy(ids[count++], room->id, sizeof *ids);
            room->behind |= behind && room->count > 0;
        }
    }
    for (size_t i = 0; i < count && !hub->stopped; i++) {
        FanHubRoom *room = fan_hub_room(hub, ids[i]);
        if (room) {
            fan_hub_room_pump(room);
        }
    }
    free(ids);
}

void fan_hub_room_free_all(FanHub *hub) {
    for (size_t i = 0; i < hub->rooms.capacity; i++) {
        FanHubRoom *room = hub->rooms.slots[i].key ? hub->rooms.slots[i].thing : NULL;
        if (!room) {
            continue;
        }
        while (room->watches) {
            fan_watch_end(room->watches);
        }
        room->holds = 1;
        refuse_readers(room, "draining");
        fan_orders_refuse(room, "draining", "the server stops");
        room->holds = 0;
        room->phase = FAN_PHASE_IDLE;
        use(room);
        forget(room);
        i = SIZE_MAX; /* the map has closed up: from the beginning */
    }
}
