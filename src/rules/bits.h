/* Small words on sets of points. */
#ifndef FAN_RULES_BITS_H
#define FAN_RULES_BITS_H

#include <fanorona/position.h>

static inline FanPoints point_bit(FanPoint point) {
    return UINT64_C(1) << point;
}

/* The bit of where a stone stood: none for one that was in hand. */
static inline FanPoints stone_bit(FanPoint point) {
    return point == FAN_HAND ? 0 : point_bit(point);
}

static inline bool has_point(FanPoints set, FanPoint point) {
    return set >> point & 1;
}

/* The lowest point of a set that is not empty. */
static inline FanPoint lowest(FanPoints set) {
    return (FanPoint)__builtin_ctzll(set);
}

static inline unsigned count_points(FanPoints set) {
    return (unsigned)__builtin_popcountll(set);
}

/* Rotates towards bit 0; any amount, taken modulo 64. */
static inline uint64_t turn_right(uint64_t x, unsigned by) {
    return x >> (by & 63) | x << (-by & 63);
}

/* Moves every point of a set by an offset in point numbers. */
static inline FanPoints move_set(FanPoints set, int by) {
    return by > 0 ? set << by : set >> -by;
}

/* For eight bits by direction, the same bits by opposite direction: bit d becomes bit 7 - d. */
extern const uint8_t fan_opposite_lines[256];

static inline unsigned opposite(unsigned direction) {
    return FAN_DIRECTIONS - 1 - direction;
}

/* The enemy stones in unbroken succession along the line from `point`, which is not among them
 * (R3.2). */
static inline FanPoints run_of(const FanBoard *board, FanPoints enemy, FanPoint point,
                               unsigned direction) {
    FanPoints ray = board->ray[point][direction];
    FanPoints gaps = ray & ~enemy;
    /* Upwards everything under the lowest gap, downwards everything over the highest; with no gap
     * all. */
    FanPoints under = (gaps & -gaps) - 1;
    FanPoints over = ~UINT64_C(0) << (63 - __builtin_clzll(gaps << 1 | 1));
    return ray & (direction >= FAN_EAST ? under : over);
}

/* The stones taken by a step in `direction`: ahead of its end or behind its start. */
static inline FanPoints taken_ahead(const FanBoard *board, FanPoints enemy, FanPoint to,
                                    unsigned direction) {
    return run_of(board, enemy, to, direction);
}

static inline FanPoints taken_behind(const FanBoard *board, FanPoints enemy, FanPoint from,
                                     unsigned direction) {
    return run_of(board, enemy, from, opposite(direction));
}

#endif
