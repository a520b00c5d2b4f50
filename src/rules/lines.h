/* Lines through points as bits: what the generator asks of the geometry.
 *
 * Eight bits in FanDirection's order say for each direction from a point what stands one step
 * (near) or two steps (far) away. The answers come from the board's tables on any board; on 9×5 the
 * offsets are known to the compiler, and a set turned so that the point lies at a fixed bit gives
 * all eight at once.
 *
 * The head of a file that includes this defines LINES_TSIVY for 9×5, LINES_PEXT where PEXT is at
 * hand. */
#ifndef FAN_RULES_LINES_H
#define FAN_RULES_LINES_H

#include "rules/bits.h"

#if defined(LINES_PEXT)
#    include <immintrin.h>
#endif

#if defined(LINES_TSIVY)

static inline int line_offset(const FanBoard *board, unsigned direction) {
    static const int8_t offset[FAN_DIRECTIONS] = {-10, -9, -8, -1, 1, 8, 9, 10};
    (void)board;
    return offset[direction];
}

static inline FanPoints line_leaves(const FanBoard *board, unsigned direction) {
    return board->leaves[direction];
}

/* Eight bits of a set turned so that the point is at bit 10 (near) or 20 (far). Turning goes both
 * ways, as no shift does; what it brings round from the other end of the board lies in directions
 * without a line, which the callers leave out. */
#    if defined(LINES_PEXT)
#        define NEAR_MASK UINT64_C(0x1C0A07)      /* bits 0 1 2, 9 11, 18 19 20 */
#        define FAR_MASK  UINT64_C(0x15000440015) /* bits 0 2 4, 18 22, 36 38 40 */
static inline unsigned near_bits(uint64_t x) {
    return (unsigned)_pext_u64(x, NEAR_MASK);
}
static inline unsigned far_bits(uint64_t x) {
    return (unsigned)_pext_u64(x, FAR_MASK);
}
#    else
static inline unsigned near_bits(uint64_t x) {
    return (unsigned)((x & 7) | (x >> 6 & 8) | (x >> 7 & 16) | (x >> 13 & 0xE0));
}
static inline unsigned far_bits(uint64_t x) {
    return (unsigned)((x & 1) | (x >> 1 & 2) | (x >> 2 & 4) | (x >> 15 & 8) | (x >> 18 & 16) |
                      (x >> 31 & 32) | (x >> 32 & 64) | (x >> 33 & 128));
}
#    endif

static inline unsigned near8(const FanBoard *board, FanPoints set, FanPoint point) {
    return near_bits(turn_right(set, point - 10u)) & board->first_lines[point];
}

static inline unsigned far8(const FanBoard *board, FanPoints set, FanPoint point) {
    return far_bits(turn_right(set, point - 20u)) & board->second_lines[point];
}

static inline FanPoint line_next(const FanBoard *board, FanPoint point, unsigned direction) {
    return (FanPoint)(point + line_offset(board, direction));
}

#else

static inline int line_offset(const FanBoard *board, unsigned direction) {
    return board->offset[direction];
}

static inline FanPoints line_leaves(const FanBoard *board, unsigned direction) {
    return board->leaves[direction];
}

static inline FanPoint line_next(const FanBoard *board, FanPoint point, unsigned direction) {
    return board->next[point][direction];
}

static inline unsigned near8(const FanBoard *board, FanPoints set, FanPoint point) {
    unsigned found = 0;
    for (unsigned lines = board->first_lines[point]; lines; lines &= lines - 1) {
        unsigned d = (unsigned)__builtin_ctz(lines);
        found |= (unsigned)(set >> board->next[point][d] & 1) << d;
    }
    return found;
}

static inline unsigned far8(const FanBoard *board, FanPoints set, FanPoint point) {
    unsigned found = 0;
    for (unsigned lines = board->second_lines[point]; lines; lines &= lines - 1) {
        unsigned d = (unsigned)__builtin_ctz(lines);
        found |= (unsigned)(set >> (point + 2 * board->offset[d]) & 1) << d;
    }
    return found;
}

#endif

/* The points whose next point in `direction` is in the set. */
static inline FanPoints points_before(const FanBoard *board, FanPoints set, unsigned direction) {
    return move_set(set, -line_offset(board, direction)) & line_leaves(board, direction);
}

/* The points whose next point in the opposite direction is in the set. */
static inline FanPoints points_after(const FanBoard *board, FanPoints set, unsigned direction) {
    return move_set(set & line_leaves(board, direction), line_offset(board, direction));
}

#endif
