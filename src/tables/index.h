/* Where a position stands in its table.
 *
 * A class is all positions with so many stones of the side to move and so many of the other. The
 * set of the larger side (of equal ones, of the side to move) is the outer one: sets that a
 * symmetry of the board turns into each other share one orbit, which stands for the numerically
 * smallest of them. The set of the smaller side is the inner one: turned by the same symmetry, then
 * numbered among all sets of its size on the points that the outer one leaves. Sets of one size are
 * numbered in the order of their numbers as words (colexicographic order), which is a sum of
 * binomials.
 *
 * An outer set that a symmetry turns into itself has several entries for one position; all of them
 * hold the same. */
#ifndef FAN_TABLES_INDEX_H
#define FAN_TABLES_INDEX_H

#include "rules/bits.h"

#include <stddef.h>

enum {
    FAN_TABLE_SIDE_MAX = 24,   /* stones a side (R9.4) */
    FAN_TABLE_TURNS_MAX = 8,   /* symmetries: four of a board, eight of a square one */
    FAN_OUTER_TURN_BITS = 3,   /* of an entry: the symmetry that leads to the orbit's set */
    FAN_OUTER_SELF = 1 << 3,   /* of an entry: another symmetry than the identity keeps the set */
    FAN_OUTER_ORBIT_SHIFT = 4, /* of an entry: above it the number of the orbit */
};

/* All sets of one size. How many there are is known from the start; they are listed, which takes
 * time and memory, when they are asked for. */
typedef struct FanOuter {
    uint32_t sets, orbits; /* both 0 where there are none, or too many to number */
    uint32_t *entries;     /* by number of the set; NULL: not listed */
    uint32_t *firsts;      /* by orbit: the number of its smallest set */
} FanOuter;

typedef struct FanTableSpace {
    FanBoard board;
    unsigned turns;                                      /* symmetries; the first is the identity */
    FanPoint image[FAN_TABLE_TURNS_MAX][FAN_POINTS_MAX]; /* of a point by a symmetry */
    uint8_t inverse[FAN_TABLE_TURNS_MAX];
    /* By size and points: how many sets there are; UINT32_MAX where a word does not hold it. */
    uint32_t choose[FAN_TABLE_SIDE_MAX + 2][FAN_POINTS_MAX + 1];
    FanOuter outer[FAN_TABLE_SIDE_MAX + 1]; /* by size */
} FanTableSpace;

/* The space of a board, with no outer sets listed yet. Freed by fan_space_free. */
void fan_space_init(FanTableSpace *space, const FanBoard *board);
void fan_space_free(FanTableSpace *space);

/* Lists the outer sets of a size; what fan_space_need does when they are not listed. */
FAN_NODISCARD bool fan_space_list(const FanTableSpace *space, unsigned stones);

/* Lists the outer sets of a size, unless that is done: any thread, and many at once, of which one
 * lists and the others wait. Returns false without memory, and may be asked again, or where there
 * are too many to number or none. What it fills in is no part of what a space is, hence const; a
 * space itself must not be a constant. */
FAN_NODISCARD static inline bool fan_space_need(const FanTableSpace *space, unsigned stones) {
    return __atomic_load_n(&space->outer[stones].entries, __ATOMIC_ACQUIRE) ||
           fan_space_list(space, stones);
}

/* Gives back the lists of all sizes from this one on; not while other threads use the space. */
void fan_space_drop(FanTableSpace *space, unsigned stones);

/* A class by its two numbers of stones. */
typedef struct FanTableClass {
    uint8_t own, foe;
} FanTableClass;

static inline unsigned class_larger(FanTableClass class) {
    return class.own > class.foe ? class.own : class.foe;
}
static inline unsigned class_smaller(FanTableClass class) {
    return class.own > class.foe ? class.foe : class.own;
}

/* How many inner sets an outer one has, and how many entries a class: 0 where it has no outer sets,
 * or too many to number. */
uint64_t fan_class_block(const FanTableSpace *space, FanTableClass class);
uint64_t fan_class_entries(const FanTableSpace *space, FanTableClass class);

/* How many positions a class has on the whole board, none folded. */
uint64_t fan_class_positions(const FanTableSpace *space, FanTableClass class);

static inline FanPoints turn_set(const FanTableSpace *space, unsigned turn, FanPoints set) {
    FanPoints turned = 0;
    for (; set; set &= set - 1) {
        turned |= point_bit(space->image[turn][lowest(set)]);
    }
    return turned;
}

/* The number of a set among those of its size. */
static inline uint32_t rank_set(const FanTableSpace *space, FanPoints set) {
    uint32_t rank = 0;
    for (unsigned size = 1; set; size++, set &= set - 1) {
        rank += space->choose[size][lowest(set)];
    }
    return rank;
}

/* The number of a set among those of its size on the points outside `outer`. */
static inline uint32_t rank_inner(const FanTableSpace *space, FanPoints outer, FanPoints set) {
    uint32_t rank = 0;
    for (unsigned size = 1; set; size++, set &= set - 1) {
        FanPoints below = (set & -set) - 1;
        rank += space->choose[size][lowest(set) - count_points(outer & below)];
    }
    return rank;
}

/* The set of this size with this number; and the smallest set of an orbit, listed before. */
FanPoints fan_unrank_set(const FanTableSpace *space, unsigned size, uint32_t rank);
FanPoints fan_orbit_set(const FanTableSpace *space, unsigned size, uint32_t orbit);

/* The points outside `outer` whose numbers among them are in `set`, from below. */
FanPoints fan_spread(FanPoints set, FanPoints outside);

/* The entry of a position in its class: the sets of the side to move and of the other, both with a
 * stone. Its outer sets are listed. */
static inline uint64_t find_entry(const FanTableSpace *space, FanPoints own, FanPoints foe) {
    unsigned own_count = count_points(own), foe_count = count_points(foe);
    bool own_outer = own_count >= foe_count;
    unsigned large = own_outer ? own_count : foe_count, small = own_outer ? foe_count : own_count;
    FanPoints outer = own_outer ? own : foe, inner = own_outer ? foe : own;
    uint32_t entry = space->outer[large].entries[rank_set(space, outer)];
    unsigned turn = entry & ((1u << FAN_OUTER_TURN_BITS) - 1);
    if (turn) {
        outer = turn_set(space, turn, outer);
        inner = turn_set(space, turn, inner);
    }
    return (uint64_t)(entry >> FAN_OUTER_ORBIT_SHIFT) *
               space->choose[small][space->board.points - large] +
           rank_inner(space, outer, inner);
}

/* The position of an entry of a class. Its outer sets are listed. */
void fan_entry_position(const FanTableSpace *space, FanTableClass class, uint64_t entry,
                        FanPoints *own, FanPoints *foe);

#endif
