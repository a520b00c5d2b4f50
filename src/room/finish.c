/* How a game ends by word, by the clock, or without a result. */
#include "room/inside.h"

static void end(Decision *decision, const char *result, const char *reason) {
    fan_room_tell_end(decision, result, reason,
                      fan_room_clock_at_end(decision->room, decision->now_ms));
}

static void end_for(Decision *decision, FanSide winner, const char *reason) {
    end(decision, fan_room_side_word(winner), reason);
}

/* Who runs out of time loses (R5.5); before both have made a turn there is nothing to lose. */
void fan_room_decide_time(Decision *decision) {
    const FanRoom *room = decision->room;
    if (room->state == FAN_ROOM_PLAYING && room->begun) {
        end_for(decision, fan_other_side(room->game.position.side), "time");
    } else {
        end(decision, "none", "aborted");
    }
}

void fan_room_decide_resign(Decision *decision) {
    end_for(decision, fan_other_side(decision->command->side), "resignation");
}

void fan_room_decide_abort(Decision *decision) {
    const FanRoom *room = decision->room;
    if (room->state == FAN_ROOM_ENDED) {
        fan_room_refuse(decision, "over", "the game is over");
    } else if (room->begun) {
        fan_room_refuse(decision, "too-late", "both sides have made a turn");
    } else {
        end(decision, "none", "aborted");
    }
}

void fan_room_decide_claim(Decision *decision) {
    const FanRoom *room = decision->room;
    int64_t away_ms = decision->command->away_ms;
    if (room->setting.clock == FAN_ROOM_CLOCK_DAYS) {
        fan_room_refuse(decision, "not-now", "with days for a turn nobody has to be here");
    } else if (!room->begun) {
        fan_room_refuse(decision, "not-begun",
                        "before both have made a turn the game can be aborted");
    } else if (away_ms == 0 || decision->now_ms - away_ms < FAN_ROOM_ABSENCE_MS) {
        fan_room_refuse(decision, "not-absent", "the other side has not been away for a minute");
    } else {
        end_for(decision, decision->command->side, "abandoned");
    }
}

void fan_room_decide_tick(Decision *decision) {
    if (fan_room_clock_is_up(decision->room, decision->now_ms)) {
        fan_room_decide_time(decision);
    } else {
        fan_room_refuse(decision, "not-now", "nobody's time is up");
    }
}

/* Time was up before the server went away: then it is. Otherwise the time it was away is nobody's.
 */
void fan_room_decide_outage(Decision *decision) {
    const FanRoom *room = decision->room;
    int64_t from_ms = decision->command->from_ms, to_ms = decision->command->to_ms;
    Left left = fan_room_clock_after_outage(room, from_ms, to_ms, decision->now_ms);
    if (fan_room_deadline(room) == 0 || to_ms <= room->mark_ms || to_ms <= from_ms) {
        fan_room_refuse(decision, "not-now", "no clock ran then");
    } else if (fan_room_clock_is_up(room, from_ms)) {
        fan_room_decide_time(decision);
    } else {
        fan_room_tell(decision, "outage",
                      json_pack("{s:I, s:I, s:o}", "from", (json_int_t)from_ms, "to",
                                (json_int_t)to_ms, "left", fan_room_left_json(&left)));
    }
}

void fan_room_decide_close(Decision *decision) {
    if (decision->room->state == FAN_ROOM_ENDED) {
        fan_room_refuse(decision, "over", "the game is over");
    } else {
        end(decision, "none", "closed");
    }
}
