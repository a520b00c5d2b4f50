#include "tables/index.h"

#include <stdlib.h>
#include <string.h>

#ifdef __wasi__
/* No threads. */
static void lock(void) {}
static void unlock(void) {}
#else
#    include <pthread.h>

/* Of all spaces: lists are few. */
static pthread_mutex_t listing_lock = PTHREAD_MUTEX_INITIALIZER;

static void lock(void) {
    pthread_mutex_lock(&listing_lock);
}
static void unlock(void) {
    pthread_mutex_unlock(&listing_lock);
}
#endif

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

/* How many sets of each size a symmetry turns into themselves: those made of whole cycles of its.
 */
static void count_kept(const FanTableSpace *space, unsigned turn,
                       uint64_t kept[FAN_TABLE_SIDE_MAX + 1]) {
    FanPoints seen = 0;
    memset(kept, 0, (FAN_TABLE_SIDE_MAX + 1) * sizeof *kept);
    kept[0] = 1;
    for (FanPoint first = 0; first < space->board.points; first++) {
        unsigned length = 0;
        for (FanPoint p = first; !has_point(seen, p); p = space->image[turn][p], length++) {
            seen |= point_bit(p);
        }
        for (unsigned size = FAN_TABLE_SIDE_MAX; length > 0 && size >= length; size--) {
            kept[size] += kept[size - length];
        }
    }
}

/* There are as many orbits as sets that a symmetry keeps, on the average over all symmetries. */
static void count_orbits(FanTableSpace *space) {
    uint64_t sums[FAN_TABLE_SIDE_MAX + 1] = {0};
    for (unsigned turn = 0; turn < space->turns; turn++) {
        uint64_t kept[FAN_TABLE_SIDE_MAX + 1];
        count_kept(space, turn, kept);
        for (unsigned size = 0; size <= FAN_TABLE_SIDE_MAX; size++) {
            sums[size] += kept[size];
        }
    }
    for (unsigned size = 0; size <= FAN_TABLE_SIDE_MAX; size++) {
        uint32_t sets = space->choose[size][space->board.points];
        if (sets < UINT32_MAX >> FAN_OUTER_ORBIT_SHIFT) { /* an orbit's number fits its entry */
            space->outer[size].sets = sets;
            space->outer[size].orbits = (uint32_t)(sums[size] / space->turns);
        }
    }
}

void fan_space_init(FanTableSpace *space, const FanBoard *board) {
    memset(space, 0, sizeof *space);
    space->board = *board;
    find_turns(space);
    find_inverses(space);
    fill_choose(space);
    count_orbits(space);
}

void fan_space_free(FanTableSpace *space) {
    fan_space_drop(space, 0);
}

void fan_space_drop(FanTableSpace *space, unsigned stones) {
    for (unsigned size = stones; size <= FAN_TABLE_SIDE_MAX; size++) {
        FanOuter *outer = &space->outer[size];
        free(outer->entries);
        free(outer->firsts);
        outer->entries = outer->firsts = NULL;
    }
}

/* --- outer sets ---------------------------------------------------------------------------------
 */

typedef struct Listing {
    const FanTableSpace *space;
    FanOuter *outer;
    uint32_t rank, orbits; /* gone through so far */
} Listing;

/* Gives every image of an orbit's smallest set its entry: by the first symmetry that leads there,
 * which therefore comes last. */
static void enter_orbit(Listing *listing, const FanPoints images[FAN_TABLE_TURNS_MAX]) {
    const FanTableSpace *space = listing->space;
    uint32_t entry = listing->orbits << FAN_OUTER_ORBIT_SHIFT;
    for (unsigned turn = 1; turn < space->turns; turn++) {
        entry |= images[turn] == images[0] ? FAN_OUTER_SELF : 0;
    }
    for (unsigned turn = space->turns; turn-- > 1;) {
        listing->outer->entries[rank_set(space, images[turn])] = entry | space->inverse[turn];
    }
    listing->outer->entries[listing->rank] = entry;
    listing->outer->firsts[listing->orbits++] = listing->rank;
}

/* The sets of `images[0]`, the images of which these are, and so many stones more on points below
 * `end`, from the smallest on. */
static void list_sets(Listing *listing, unsigned stones, unsigned end,
                      const FanPoints images[FAN_TABLE_TURNS_MAX]) {
    const FanTableSpace *space = listing->space;
    for (unsigned point = stones - 1; point < end; point++) {
        FanPoints more[FAN_TABLE_TURNS_MAX];
        bool smallest = true;
        for (unsigned turn = 0; turn < space->turns; turn++) {
            more[turn] = images[turn] | point_bit(space->image[turn][point]);
            smallest = smallest && more[turn] >= more[0];
        }
        if (stones > 1) {
            list_sets(listing, stones - 1, point, more);
            continue;
        }
        if (smallest) {
            enter_orbit(listing, more);
        }
        listing->rank++;
    }
}

/* Other threads see the list once it is whole. Returns false without memory. */
static bool list_outer(const FanTableSpace *space, FanOuter *outer, unsigned stones) {
    static const FanPoints none[FAN_TABLE_TURNS_MAX];
    FanOuter listed = *outer;
    Listing listing = {.space = space, .outer = &listed};
    listed.entries = malloc(listed.sets * sizeof *listed.entries);
    listed.firsts = malloc(listed.orbits * sizeof *listed.firsts);
    if (!listed.entries || !listed.firsts) {
        free(listed.entries);
        free(listed.firsts);
        return false;
    }
    list_sets(&listing, stones, space->board.points, none);
    outer->firsts = listed.firsts;
    __atomic_store_n(&outer->entries, listed.entries, __ATOMIC_RELEASE);
    return true;
}

bool fan_space_list(const FanTableSpace *space, unsigned stones) {
    FanOuter *outer = (FanOuter *)(uintptr_t)&space->outer[stones];
    if (stones == 0 || outer->sets == 0) {
        return false;
    }
    lock();
    bool listed = outer->entries || list_outer(space, outer, stones);
    unlock();
    return listed;
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
