/* Which captures are open (R3.2, R3.3): of one stone as bits by direction, of all stones at once as
 * a set.
 *
 * A set `free` holds the points a stone may enter: empty and not yet stood on in this turn (R4.2).
 */
#ifndef FAN_RULES_CAPTURES_H
#define FAN_RULES_CAPTURES_H

#include "rules/lines.h"

/* The capturing steps open from a point, bit d for direction d. */
typedef struct Open {
    unsigned approach, withdrawal;
} Open;

/* The capturing steps open from a point (R3.2, R3.3), but not in direction `last` (R4.3). */
static inline Open open_captures(const FanBoard *board, FanPoints enemy, FanPoints free,
                                 FanPoint point, unsigned last) {
    unsigned steps = near8(board, free, point) & ~(1u << last);
    if (!steps) {
        return (Open){0, 0};
    }
    return (Open){steps & far8(board, enemy, point),
                  steps & fan_opposite_lines[near8(board, enemy, point)]};
}

static inline FanPoints own_stones(const FanPosition *position) {
    return position->stones[position->side];
}

static inline FanPoints enemy_stones(const FanPosition *position) {
    return position->stones[position->side ^ 1];
}

static inline FanPoints empty_points(const FanBoard *board, const FanPosition *position) {
    return board->all & ~(position->stones[0] | position->stones[1]);
}

/* The own stones with a capture, found for all of them at once. */
static inline FanPoints capturers(const FanBoard *board, FanPoints own, FanPoints enemy,
                                  FanPoints empty) {
    FanPoints found = 0;
    for (unsigned d = 0; d < FAN_DIRECTIONS; d++) {
        FanPoints ahead = empty & points_before(board, enemy, d);
        found |= points_before(board, ahead, d);
        found |= points_before(board, empty, d) & points_after(board, enemy, d);
    }
    return found & own;
}

#endif
