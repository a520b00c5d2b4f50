/* Commands of a room: decided one after the other, each after the one before it is stored. */
#include "hub/internal.h"

#include <stdlib.h>
#include <string.h>

enum { CONFLICTS_MAX = 16 }; /* in a row; other processes are at the game, but not that often */

FanOrder *fan_order_new(const FanSender *sender, FanCommandKind kind) {
    FanOrder *order = calloc(1, sizeof *order);
    if (order) {
        order->sender = sender ? *sender : (FanSender){0};
        order->count = 1;
        order->commands[0].kind = kind;
        order->commands[0].side = FAN_ROOM_NO_SIDE;
    }
    return order;
}

void fan_order_free(FanOrder *order) {
    fan_sender_drop(&order->sender);
    json_decref(order->message);
    free(order);
}

static FanOrder *pop(FanHubRoom *room) {
    FanOrder *order = room->orders;
    room->orders = order->next;
    room->orders_count--;
    if (order->commands[0].kind == FAN_COMMAND_TICK) {
        room->tick_waits = false;
    }
    return order;
}

void fan_hub_player(const FanIdentity *who, FanRoomPlayer *player) {
    *player = (FanRoomPlayer){0};
    fan_hub_copy(player->id, sizeof player->id, who->player);
    fan_hub_copy(player->name, sizeof player->name, who->name);
    fan_hub_copy(player->kind, sizeof player->kind, who->kind);
}

bool fan_hub_steady(const FanHub *hub) {
    int64_t now = fan_hub_now(hub);
    return hub->begun && !hub->away && now >= hub->marked_ms &&
           now - hub->marked_ms <= FAN_HUB_OUTAGE_MS;
}

/* --- the end of an order -----------------------------------------------------------------------
 */

static void end_order(FanHubRoom *room, FanOrder *order, const char *reason, json_t *why) {
    FanHub *hub = room->hub;
    uint32_t number = (uint32_t)room->count;
    if (order->ordered) {
        json_decref(why);
        order->ordered(hub, room->id, reason, number, order->context);
    } else if (!reason) {
        fan_sender_done(hub, &order->sender, &(FanDone){.game = room->id, .number = number});
    } else if (order->sender.peer || order->sender.ask) {
        fan_sender_refuse_why(hub, &order->sender, why);
    } else {
        json_decref(why);
    }
    fan_order_free(order);
}

void fan_order_refuse(FanHubRoom *room, FanOrder *order, const char *reason, const char *text) {
    end_order(room, order, reason, json_pack("{s:s, s:s}", "reason", reason, "text", text));
}

void fan_orders_refuse(FanHubRoom *room, const char *reason, const char *text) {
    while (room->orders) {
        fan_order_refuse(room, pop(room), reason, text);
    }
}

static void count_time(FanHubCounts *counts, uint64_t us) {
    static const uint64_t bounds_ms[] = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000};
    size_t i = 0;
    while (i < sizeof bounds_ms / sizeof *bounds_ms && us > 1000 * bounds_ms[i]) {
        i++;
    }
    counts->turn_us_buckets[i]++;
    counts->turn_us_sum += us;
    counts->turns++;
}

/* Who acts by requests alone, and watches nothing, was here a moment ago. */
static void note_presence(FanHubRoom *room, const FanOrder *order) {
    unsigned side = order->commands[0].side;
    if (order->sender.ask && side < FAN_ROOM_NO_SIDE && room->seats[side].here == 0) {
        room->seats[side].away_ms = fan_hub_now(room->hub);
    }
}

static void complete(FanHubRoom *room, FanOrder *order) {
    uint64_t us = (uv_hrtime() - order->sender.since_ns) / 1000;
    if (order->late) {
        fan_order_refuse(room, order, "too-late", "the time was up");
        return;
    }
    note_presence(room, order);
    if (order->commands[0].kind == FAN_COMMAND_TURN && order->sender.since_ns) {
        count_time(&room->hub->counts, us);
    }
    end_order(room, order, NULL, NULL);
}

/* --- storing -----------------------------------------------------------------------------------
 */

static void drop_pending(FanHubRoom *room) {
    for (unsigned i = 0; i < room->pending_count; i++) {
        fan_text_drop(room->pending[i]);
    }
    room->pending_count = 0;
    json_decref(room->pending_summary);
    room->pending_summary = NULL;
}

/* Nothing of what was being stored is so. A game that was to be made may be there all the same:
 * made by somebody else. */
static void take_back(FanHubRoom *room) {
    drop_pending(room);
    room->spoiled = true; /* until it is made anew from what is stored */
    room->behind = true;
    room->making = false;
}

static void on_done(FanHubRoom *room) {
    size_t from = room->count;
    bool fine = true;
    for (unsigned i = 0; i < room->pending_count && fine; i++) {
        fine = fan_hub_room_take(room, room->pending[i], true);
    }
    json_t *summary = room->pending_summary;
    room->pending_summary = NULL;
    drop_pending(room);
    if (!fine) { /* without memory: what is stored is fetched again */
        room->spoiled = room->behind = true;
    }
    room->conflicts = 0;
    json_decref(room->summary);
    room->summary = summary;
    fan_hub_room_took(room, from, true);
}

static void on_conflict(FanHubRoom *room) {
    bool making = room->making;
    take_back(room);
    room->outage_told_ms = 0; /* decided anew, like everything else */
    if (making) {
        fan_order_refuse(room, pop(room), "repeated", "there is such a game already");
    } else if (++room->conflicts > CONFLICTS_MAX) {
        room->conflicts = 0;
        fan_orders_refuse(room, "storage", "the game is changed too fast by others");
    }
}

static void on_stored(void *context, FanStoreStatus status) {
    FanHubRoom *room;
    FanHub *hub = fan_hub_called(context, &room);
    if (!hub) {
        return;
    }
    bool outage = room->outage_pending;
    room->outage_pending = false;
    room->phase = FAN_PHASE_IDLE;
    room->holds++;
    switch (status) {
    case FAN_STORE_OK:
        on_done(room);
        if (!outage) {
            complete(room, pop(room));
        }
        break;
    case FAN_STORE_CONFLICT:
        on_conflict(room);
        break;
    default: /* not stored, or not known to be: the events are fetched before the next command */
        take_back(room);
        room->outage_told_ms = 0;
        if (!outage) {
            fan_order_refuse(room, pop(room), "storage", "it could not be stored now");
        }
    }
    room->holds--;
    fan_hub_room_pump(room);
}

static const char *id_or_none(const FanRoomPlayer *player) {
    return *player->id ? player->id : NULL;
}

static void store(FanHubRoom *room, int64_t now) {
    static const char *const states[] = {"waiting", "waiting", "playing", "ended"};
    FanHub *hub = room->hub;
    const FanRoom *so = room->room;
    const FanGame *game = fan_room_game(so);
    const char *variant = json_string_value(json_object_get(fan_room_spec(so), "variant"));
    const char *reason = fan_room_reason(so);
    room->pending_summary = fan_room_summary(so, now);
    char *summary = json_dumps(room->pending_summary, JSON_COMPACT);
    FanHubCall *call = summary ? fan_hub_call(hub, room, NULL) : NULL;
    if (!call) {
        free(summary);
        take_back(room);
        if (!room->outage_pending) {
            fan_order_refuse(room, pop(room), "storage", "there is no memory");
        }
        room->outage_pending = false;
        return;
    }
    const char *texts[FAN_PENDING_MAX];
    for (unsigned i = 0; i < room->pending_count; i++) {
        texts[i] = room->pending[i]->bytes;
    }
    const FanStoreGame row = {
        .id = room->id,
        .variant = variant ? variant : "",
        .white = id_or_none(fan_room_player(so, FAN_WHITE)),
        .black = id_or_none(fan_room_player(so, FAN_BLACK)),
        .state = states[fan_room_state(so)],
        .result = fan_room_result(so),
        .reason = reason,
        .spec = summary,
        .rated = fan_room_rated(so),
        .settled = fan_room_settled(so),
        .closed = reason && strcmp(reason, "closed") == 0,
        .made_ms = room->made_ms ? room->made_ms : now,
        .changed_ms = fan_room_changed(so),
        .deadline_ms = fan_room_deadline(so),
        .turns = (uint32_t)game->length,
        .events = fan_room_number(so),
    };
    room->phase = FAN_PHASE_APPENDING;
    fan_store_append(hub->config.store, &row, texts, room->pending_count, on_stored, call);
    free(summary);
}

/* --- deciding ----------------------------------------------------------------------------------
 */

/* Decides a command and applies what it causes, to be stored. False: it was refused, *verdict tells
 * why; or there is no memory ("storage"). */
static bool decide(FanHubRoom *room, const FanCommand *command, int64_t now, FanVerdict *verdict) {
    fan_room_decide(room->room, command, now, verdict);
    for (unsigned i = 0; !verdict->reason && i < verdict->count; i++) {
        FanText *text = fan_text_new(verdict->events[i], strlen(verdict->events[i]));
        const char *why;
        if (!text || room->pending_count == FAN_PENDING_MAX ||
            !fan_room_apply(room->room, text->bytes, text->length, &why)) {
            fan_text_drop(text);
            verdict->reason = "storage";
            strcpy(verdict->text, "there is no memory");
            return false;
        }
        room->pending[room->pending_count++] = text;
    }
    return !verdict->reason;
}

void fan_order_tell_outage(FanHubRoom *room) {
    const FanOutage *outage = fan_outage_of(room);
    const FanCommand command = {.kind = FAN_COMMAND_OUTAGE,
                                .side = FAN_ROOM_NO_SIDE,
                                .from_ms = outage->from_ms,
                                .to_ms = outage->to_ms};
    room->outage_told_ms = outage->to_ms;
    /* Said as of its end: others may have followed it. */
    room->outage_pending = decide(room, &command, outage->to_ms, &room->hub->verdict);
    if (room->outage_pending) {
        store(room, fan_hub_now(room->hub));
    } else if (room->pending_count) {
        take_back(room);
    }
}

/* What depends on the moment: who sits where, and since when the other side is away. */
static void complete_command(const FanHubRoom *room, FanOrder *order) {
    FanCommand *command = &order->commands[0];
    if (*order->seat) {
        command->side = fan_room_side_of(room->room, order->seat);
    }
    if (command->kind == FAN_COMMAND_CLAIM && command->side < FAN_ROOM_NO_SIDE) {
        command->away_ms = fan_presence_away(room, command->side ^ 1);
    }
}

/* Another process may know better than this one, whose news can be late: what is refused is
 * decided again after a look into the store. */
static bool look_again(FanHubRoom *room) {
    FanOrder *order = room->orders;
    const FanGame *game = fan_room_game(room->room);
    bool ahead = game && order->commands[0].kind == FAN_COMMAND_TURN &&
                 order->commands[0].ply > game->length;
    if (order->looked || room->making || (room->hub->process_count == 0 && !ahead)) {
        return false;
    }
    order->looked = true;
    room->behind = true;
    return true;
}

static void refuse_decided(FanHubRoom *room, const FanVerdict *verdict) {
    json_t *why = fan_refusal_of(room, verdict);
    bool again = look_again(room);
    if (room->pending_count || room->making) {
        take_back(room);
    }
    if (again) {
        json_decref(why);
        return;
    }
    FanOrder *order = pop(room);
    end_order(room, order, verdict->reason, why);
}

void fan_order_carry_out(FanHubRoom *room) {
    FanHub *hub = room->hub;
    int64_t now = fan_hub_now(hub);
    FanOrder *order = room->orders;
    const FanGame *game = fan_room_game(room->room);
    size_t turns = game ? game->length : 0;
    complete_command(room, order);
    for (unsigned i = 0; i < order->count; i++) {
        if (!decide(room, &order->commands[i], now, &hub->verdict)) {
            refuse_decided(room, &hub->verdict);
            return;
        }
    }
    order->late =
        order->commands[0].kind == FAN_COMMAND_TURN && fan_room_game(room->room)->length == turns;
    store(room, now);
}

void fan_order_give(FanHubRoom *room, FanOrder *order) {
    FanHub *hub = room->hub;
    if (hub->away || hub->stopped) {
        fan_order_refuse(room, order, "storage", "the database is away");
    } else if (room->orders_count == FAN_HUB_ORDERS_MAX) {
        fan_order_refuse(room, order, "too-fast", "too many commands wait in this game");
    } else {
        *(room->orders ? &room->orders_last->next : &room->orders) = order;
        room->orders_last = order;
        room->orders_count++;
    }
    fan_hub_room_pump(room);
}
