/* What passing the turn means for a position, shared by everything that plays turns. */
#ifndef FAN_RULES_POSITION_RULES_H
#define FAN_RULES_POSITION_RULES_H

#include <fanorona/position.h>

/* Whether the coming turn is held to a single capture (R8, `first-turn`). */
static inline bool turn_is_single(const FanRules *rules, const FanPosition *position) {
    return position->first && rules->first_turn == FAN_FIRST_SINGLE;
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
                             before->side == FAN_BLACK ? count_up(before->number) : before->number};
    after.stones[before->side] = mover;
    after.stones[after.side] = other;
    return after;
}

#endif
