#include "tables/index.h"

#include <stdlib.h>
#include <string.h>

/* --- symmetries ---------------------------------------------------------------------------------
 */

/* The eight turns of a square by three bits: files from the far side, ranks from the far side, both
 * exchanged. Returns FAN_NO_POINT where that leaves the board. */
static FanPoint turn_point(const FanBoard *board, unsigned turn, FanPoint point) {
    unsigned file = point % board->files, rank = point / board->files;
    if (turn & 1) {
        file = board->files - 1u - file;
    }
    if (turn & 2) {
        rank = board->ranks - 1u - rank;
    }
    if (turn & 4) {
        unsigned swap = file;
        file = rank;
        rank = swap;
    }
    return file < board->files && rank < board->ranks ? (FanPoint)(rank * board->files + file)
                                                      : FAN_NO_POINT;
}

/* Whether a step and what follows it along its line have images that are the same. */
static bool keeps_step(const FanBoard *board, const FanPoint image[FAN_POINTS_MAX], FanPoint from,
                       unsigned direction) {
    FanPoint to = board->next[from][direction];
    if (to == FAN_NO_POINT) {
        return true;
    }
    FanDirection turned = fan_board_direction(board, image[from], image[to]);
    if (turned == FAN_NO_DIRECTION) {
        return false;
    }
    FanPoint on = board->next[to][direction], on_image = board->next[image[to]][turned];
    return on == FAN_NO_POINT ? on_image == FAN_NO_POINT : on_image == image[on];
}

/* Whether an image of the board has the lines of the board: nothing is taken on trust, as boards
 * are data. */
static bool keeps_lines(const FanBoard *board, const FanPoint image[FAN_POINTS_MAX]) {
    for (FanPoint p = 0; p < board->points; p++) {
        if (image[p] == FAN_NO_POINT ||
            count_points(board->neighbours[image[p]]) != count_points(board->neighbours[p])) {
            return false;
        }
    }
    for (FanPoint p = 0; p < board->points; p++) {
        for (unsigned d = 0; d < FAN_DIRECTIONS; d++) {
            if (!keeps_step(board, image, p, d)) {
                return false;
            }
        }
    }
    return true;
}

static void find_turns(FanTableSpace *space) {
    for (unsigned turn = 0; turn < FAN_TABLE_TURNS_MAX; turn++) {
        FanPoint *image = space->image[space->turns];
        for (FanPoint p = 0; p < space->board.points; p++) {
            image[p] = turn_point(&space->board, turn, p);
        }
        space->turns += keeps_lines(&space->board, image);
    }
}

static void find_inverses(FanTableSpace *space) {
    for (unsigned a = 0; a < space->turns; a++) {
        for (unsigned b = 0; b < space->turns; b++) {
            bool back = true;
            for (FanPoint p = 0; p < space->board.points; p++) {
                back = back && space->image[b][space->image[a][p]] == p;
            }
            if (back) {
                space->inverse[a] = (uint8_t)b;
            }
        }
    }
}

static void fill_choose(FanTableSpace *space) {
    for (unsigned n = 0; n <= FAN_POINTS_MAX; n++) {
        space->choose[0][n] = 1;
        for (unsigned k = 1; n > 0 && k <= FAN_TABLE_SIDE_MAX + 1; k++) {
            uint64_t sum = (uint64_t)space->choose[k][n - 1] + space->choose[k - 1][n - 1];
            space->choose[k][n] = sum < UINT32_MAX ? (uint32_t)sum : UINT32_MAX;
        }
    }
}

void fan_space_init(FanTableSpace *space, const FanBoard *board) {
    memset(space, 0, sizeof *space);
    space->board = *board;
    find_turns(space);
    find_inverses(space);
    fill_choose(space);
}

void fan_space_free(FanTableSpace *space) {
    fan_space_drop(space, 0);
}

void fan_space_drop(FanTableSpace *space, unsigned stones) {
    for (unsigned size = stones; size <= FAN_TABLE_SIDE_MAX; size++) {
        free(space->outer[size].entries);
        free(space->outer[size].firsts);
        space->outer[size] = (FanOuter){0};
    }
}

/* --- outer sets ---------------------------------------------------------------------------------
 */

#define UNKNOWN UINT32_MAX

/* The next larger word with as many bits. */
static FanPoints next_set(FanPoints set) {
    FanPoints low = set & -set, up = set + low;
    return up | ((set ^ up) >> (2 + lowest(set)));
}

/* Gives every image of an orbit's smallest set its entry. */
static void enter_orbit(const FanTableSpace *space, FanOuter *outer, FanPoints set) {
    uint32_t self = 0;
    for (unsigned turn = 1; turn < space->turns; turn++) {
        self |= turn_set(space, turn, set) == set ? FAN_OUTER_SELF : 0;
    }
    for (unsigned turn = 0; turn < space->turns; turn++) {
        uint32_t *entry = &outer->entries[rank_set(space, turn_set(space, turn, set))];
        if (*entry == UNKNOWN) {
            *entry = outer->orbits << FAN_OUTER_ORBIT_SHIFT | self | space->inverse[turn];
        }
    }
}

/* Sets come from the smallest on, so one without an entry begins an orbit. Returns false without
 * memory. */
static bool list_orbits(const FanTableSpace *space, FanOuter *outer, unsigned stones) {
    FanPoints set = (UINT64_C(1) << stones) - 1;
    uint32_t room = 0;
    memset(outer->entries, 0xFF, outer->sets * sizeof *outer->entries);
    for (uint32_t rank = 0; rank < outer->sets; rank++, set = next_set(set)) {
        if (outer->entries[rank] != UNKNOWN) {
            continue;
        }
        if (outer->orbits == room) {
            room = room ? 2 * room : outer->sets / space->turns + 16;
            uint32_t *firsts = realloc(outer->firsts, room * sizeof *firsts);
            if (!firsts) {
                return false;
            }
            outer->firsts = firsts;
        }
        outer->firsts[outer->orbits] = rank;
        enter_orbit(space, outer, set);
        outer->orbits++;
    }
    return true;
}

bool fan_space_need(FanTableSpace *space, unsigned stones) {
    FanOuter outer = {.sets = space->choose[stones][space->board.points]};
    if (space->outer[stones].entries) {
        return true;
    }
    if (outer.sets >= UINT32_MAX >> FAN_OUTER_ORBIT_SHIFT) {
        return false; /* the number of an orbit might not fit its entry */
    }
    outer.entries = malloc(outer.sets * sizeof *outer.entries);
    if (!outer.entries || !list_orbits(space, &outer, stones)) {
        free(outer.entries);
        free(outer.firsts);
        return false;
    }
    space->outer[stones] = outer;
    return true;
}

/* --- numbers ------------------------------------------------------------------------------------
 */

uint64_t fan_class_block(const FanTableSpace *space, FanTableClass class) {
    return space->choose[class_smaller(class)][space->board.points - class_larger(class)];
}

uint64_t fan_class_entries(const FanTableSpace *space, FanTableClass class) {
    return space->outer[class_larger(class)].orbits * fan_class_block(space, class);
}

uint64_t fan_class_positions(const FanTableSpace *space, FanTableClass class) {
    return space->choose[class_larger(class)][space->board.points] * fan_class_block(space, class);
}

FanPoints fan_unrank_set(const FanTableSpace *space, unsigned size, uint32_t rank) {
    FanPoints set = 0;
    unsigned point = space->board.points;
    for (; size > 0; size--) {
        do {
            point--;
        } while (space->choose[size][point] > rank);
        rank -= space->choose[size][point];
        set |= point_bit((FanPoint)point);
    }
    return set;
}

FanPoints fan_orbit_set(const FanTableSpace *space, unsigned size, uint32_t orbit) {
    return fan_unrank_set(space, size, space->outer[size].firsts[orbit]);
}

FanPoints fan_spread(FanPoints set, FanPoints outside) {
    FanPoints spread = 0;
    for (; set; outside &= outside - 1, set >>= 1) {
        spread |= set & 1 ? outside & -outside : 0;
    }
    return spread;
}

void fan_entry_position(const FanTableSpace *space, FanTableClass class, uint64_t entry,
                        FanPoints *own, FanPoints *foe) {
    uint64_t block = fan_class_block(space, class);
    FanPoints outer = fan_orbit_set(space, class_larger(class), (uint32_t)(entry / block));
    FanPoints inner =
        fan_spread(fan_unrank_set(space, class_smaller(class), (uint32_t)(entry % block)),
                   space->board.all & ~outer);
    *own = class.own >= class.foe ? outer : inner;
    *foe = class.own >= class.foe ? inner : outer;
}
