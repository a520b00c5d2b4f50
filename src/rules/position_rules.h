/* What modes and passing the turn mean for a position, shared by everything that plays turns. */
#ifndef FAN_RULES_POSITION_RULES_H
#define FAN_RULES_POSITION_RULES_H

#include "rules/bits.h"

/* Whether the coming turn is held to a single capture (R8, `first-turn`). */
static inline bool turn_is_single(const FanRules *rules, const FanPosition *position) {
    return position->first && rules->first_turn == FAN_FIRST_SINGLE;
}

/* Whether the side to move gives in vela's first phase (R7.2). */
static inline bool gives(const FanPosition *position) {
    return fan_position_is_vela(position) && position->side == fan_position_giver(position);
}

/* Whether the side to move never takes: it gives, or the game is telo (R6.1). */
static inline bool takes_nothing(const FanPosition *position) {
    return position->mode == FAN_MODE_TELO || gives(position);
}

/* Whether the side to move has a stone to place (R6.2). */
static inline bool places(const FanPosition *position) {
    return position->mode == FAN_MODE_TELO &&
           count_points(position->stones[position->side]) < FAN_TELO_STONES;
}

/* The first phase of vela ends when the giver has five stones (R7.3). */
static inline uint8_t mode_with(uint8_t mode, FanPoints giver) {
    return count_points(giver) > FAN_VELA_STONES_LEFT ? mode : FAN_MODE_CAPTURE;
}

static inline uint16_t count_up(uint16_t counter) {
    return counter < FAN_COUNTER_MAX ? (uint16_t)(counter + 1) : counter;
}

/* The position after a turn that leaves the mover and the other side with these stones (R5.3,
 * R9.3). */
static inline FanPosition pass_turn(const FanPosition *before, FanPoints mover, FanPoints other,
                                    bool captured) {
    FanPosition after = {.side = before->side ^ 1,
                         .quiet = captured ? 0 : count_up(before->quiet),
                         .number =
                             before->side == FAN_BLACK ? count_up(before->number) : before->number,
                         .mode = before->mode};
    after.stones[before->side] = mover;
    after.stones[after.side] = other;
    if (fan_position_is_vela(before)) {
        after.mode = mode_with(before->mode, after.stones[fan_position_giver(before)]);
    }
    return after;
}

#endif
