/* Clocks: `left` in events, and the time since the last of them. Nothing else. */
#include "room/inside.h"

enum {
    LEFT_MAX_MS = 2000000000, /* of $defs.Left */
    MERCY_MS = 1000,          /* what a takeback leaves of a clock that has it */
};

static int64_t least(int64_t a, int64_t b) {
    return a < b ? a : b;
}

static int64_t most(int64_t a, int64_t b) {
    return a > b ? a : b;
}

static const Left none = {.runs = false};

static Left full(const FanRoom *room) {
    return (Left){.runs = true, .ms = {room->setting.base_ms, room->setting.base_ms}};
}

/* Time since the mark; a clock that was set back has not run backwards. */
static int64_t spent(const FanRoom *room, int64_t now_ms) {
    return most(0, now_ms - room->mark_ms);
}

/* Both clocks at a time. */
static Left now(const FanRoom *room, int64_t now_ms) {
    Left left = {.runs = room->running, .ms = {room->left_ms[0], room->left_ms[1]}};
    if (room->running) {
        int64_t *mine = &left.ms[room->game.position.side];
        *mine = most(0, *mine - spent(room, now_ms));
    }
    return left;
}

FanRoomClock fan_room_clock(const FanRoom *room) {
    return room->setting.clock;
}

bool fan_room_running(const FanRoom *room) {
    return room->running;
}

int64_t fan_room_left(const FanRoom *room, FanSide side, int64_t now_ms) {
    if (room->setting.clock == FAN_ROOM_CLOCK_NONE) {
        return INT64_MAX;
    }
    return now(room, now_ms).ms[side];
}

int64_t fan_room_deadline(const FanRoom *room) {
    switch ((FanRoomState)room->state) {
    case FAN_ROOM_WAITING:
        return room->made_ms + FAN_ROOM_WAIT_MS;
    case FAN_ROOM_PLAYING:
        if (room->running) {
            return room->mark_ms + room->left_ms[room->game.position.side];
        }
        return room->setting.clock == FAN_ROOM_CLOCK_REAL ? room->mark_ms + FAN_ROOM_FIRST_TURN_MS
                                                          : 0;
    case FAN_ROOM_EMPTY:
    case FAN_ROOM_ENDED:
        break;
    }
    return 0;
}

bool fan_room_clock_is_up(const FanRoom *room, int64_t now_ms) {
    int64_t deadline = fan_room_deadline(room);
    return deadline != 0 && now_ms >= deadline;
}

/* Days run as soon as both sit; a real clock waits for the first turns. */
Left fan_room_clock_after_join(const FanRoom *room) {
    return room->setting.clock == FAN_ROOM_CLOCK_DAYS ? full(room) : none;
}

Left fan_room_clock_after_turn(const FanRoom *room, int64_t now_ms) {
    if (room->setting.clock == FAN_ROOM_CLOCK_DAYS) {
        return full(room);
    }
    if (room->running) {
        Left left = now(room, now_ms);
        int64_t *mine = &left.ms[room->game.position.side];
        *mine = least(*mine + room->setting.increment_ms, LEFT_MAX_MS);
        return left;
    }
    bool begins = room->setting.clock == FAN_ROOM_CLOCK_REAL && room->game.length >= 1;
    return begins ? full(room) : none;
}

/* The last `turns` turns are taken back: the increments they brought go, the time they took does
 * not come back. Who has hardly any keeps that. */
Left fan_room_clock_after_takeback(const FanRoom *room, unsigned turns, int64_t now_ms) {
    if (!room->running || room->setting.clock == FAN_ROOM_CLOCK_DAYS) {
        return room->running ? full(room) : none;
    }
    Left left = now(room, now_ms);
    FanSide side = room->game.position.side;
    for (unsigned i = 0; i < turns; i++) {
        side = fan_other_side(side);
        left.ms[side] =
            most(left.ms[side] - room->setting.increment_ms, least(left.ms[side], MERCY_MS));
    }
    return left;
}

Left fan_room_clock_after_outage(const FanRoom *room, int64_t from_ms, int64_t to_ms,
                                 int64_t now_ms) {
    int64_t away = least(to_ms, now_ms) - most(from_ms, room->mark_ms);
    return now(room, now_ms - most(0, away));
}

Left fan_room_clock_at_end(const FanRoom *room, int64_t now_ms) {
    return now(room, now_ms);
}
