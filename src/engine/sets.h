/* Small words on sets of points that the evaluations share. */
#ifndef FAN_ENGINE_SETS_H
#define FAN_ENGINE_SETS_H

#include <fanorona/board.h>

/* Moves every point of a set by an offset in point numbers. */
static inline __attribute__((always_inline)) FanPoints shift(FanPoints set, int by) {
    return by > 0 ? set << by : set >> -by;
}

static inline int count(FanPoints set) {
    return __builtin_popcountll(set);
}

/* The points without a line in every straight direction, and what lies off the board. */
static inline FanPoints rim(const FanBoard *board) {
    const FanPoints *leaves = board->leaves;
    return ~(leaves[FAN_NORTH] & leaves[FAN_SOUTH] & leaves[FAN_EAST] & leaves[FAN_WEST]);
}

#endif
