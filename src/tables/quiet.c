/* An outer stone and a line of it make captures possible by what stands on that line. So for one
 * outer set each inner stone asks for certain points to be taken too, or there is a capture. Inner
 * sets are gone through stone by stone, the highest first, which is their order; where more points
 * are asked for than stones are left, all sets that go on so have a capture. */
#include "tables/quiet.h"

/* What holds for one outer set. Points outside it go by their number among these, from below, and
 * sets of them have these bits. */
typedef struct Scene {
    uint8_t numbers[FAN_POINTS_MAX];   /* by point */
    uint64_t asks[FAN_POINTS_MAX];     /* by number: what a stone there asks for */
    uint64_t asked_by[FAN_POINTS_MAX]; /* by number: where stones ask for it */
    uint64_t asking;                   /* where stones ask for anything */
} Scene;

typedef struct Listing {
    const FanTableSpace *space;
    Scene scene;
    uint64_t first, last; /* inner sets wanted, by number */
    uint64_t shift;       /* from there to what is written, modulo 2^64 */
    uint16_t *offsets;
    size_t count;
} Listing;

static inline uint64_t below(unsigned number) {
    return (UINT64_C(1) << number) - 1;
}

static inline void ask(Scene *scene, FanPoint stone, FanPoint for_point) {
    unsigned from = scene->numbers[stone], number = scene->numbers[for_point];
    scene->asks[from] |= UINT64_C(1) << number;
    scene->asked_by[number] |= UINT64_C(1) << from;
    scene->asking |= UINT64_C(1) << from;
}

/* Inner stones on a line from an outer one: beside it, and on the point after next. */
static inline void add_line(Scene *scene, const FanBoard *board, FanPoints outer, bool outer_moves,
                            FanPoint stone, unsigned direction) {
    FanPoint near = board->next[stone][direction], far = board->next[near][direction];
    FanPoint behind = board->next[stone][opposite(direction)];
    if (has_point(outer, near)) {
        return;
    }
    if (outer_moves && behind != FAN_NO_POINT && !has_point(outer, behind)) {
        ask(scene, near, behind); /* or the outer stone withdraws from it */
    }
    if (far == FAN_NO_POINT || has_point(outer, far)) {
        return;
    }
    ask(scene, far, near); /* or one approaches the other */
    if (!outer_moves) {
        ask(scene, near, far); /* or it withdraws from the outer stone */
    }
}

static void set_scene(Scene *scene, const FanBoard *board, FanPoints outer, bool outer_moves) {
    unsigned number = 0;
    scene->asking = 0;
    for (FanPoints left = board->all & ~outer; left; left &= left - 1, number++) {
        scene->numbers[lowest(left)] = (uint8_t)number;
        scene->asks[number] = scene->asked_by[number] = 0;
    }
    for (FanPoints left = outer; left; left &= left - 1) {
        FanPoint stone = lowest(left);
        for (unsigned lines = board->first_lines[stone]; lines; lines &= lines - 1) {
            add_line(scene, board, outer, outer_moves, stone, (unsigned)__builtin_ctz(lines));
        }
    }
}

/* The sets of `set` and one stone more on a point from `begin` to before `end`. */
static inline void list_last_stone(Listing *listing, unsigned begin, unsigned end, uint64_t base,
                                   uint64_t set) {
    const Scene *scene = &listing->scene;
    uint64_t most = listing->last - base, fine = ~scene->asking;
    begin = base + begin < listing->first ? (unsigned)(listing->first - base) : begin;
    end = end < most ? end : (unsigned)most;
    for (uint64_t left = set; left; left &= left - 1) {
        for (uint64_t more = scene->asked_by[lowest(left)]; more; more &= more - 1) {
            unsigned i = lowest(more);
            fine |= scene->asks[i] & ~set ? 0 : UINT64_C(1) << i;
        }
    }
    if (begin < end) {
        for (fine &= below(end) & ~below(begin); fine; fine &= fine - 1) {
            listing->offsets[listing->count++] = (uint16_t)(listing->shift + base + lowest(fine));
        }
    }
}

/* The sets of `set` and so many stones more on points below `end`; the first of all such sets,
 * with a capture or without, has the number `base`. `asked` is all that the stones of `set` ask
 * for. */
static void list_sets(Listing *listing, unsigned stones, unsigned end, uint64_t base, uint64_t set,
                      uint64_t asked) {
    const Scene *scene = &listing->scene;
    uint64_t open = asked & ~set;
    unsigned begin = stones - 1, count = count_points(open);
    if (count > stones || open > below(end)) {
        return;
    }
    if (open) { /* its highest point must come now or has none above it that is free to choose */
        unsigned highest = 63 - (unsigned)__builtin_clzll(open);
        begin = highest > begin ? highest : begin;
        end = count == stones ? highest + 1 : end;
    }
    if (stones == 1) {
        list_last_stone(listing, begin, end, base, set);
        return;
    }
    for (unsigned i = begin; i < end; i++) {
        uint64_t from = base + listing->space->choose[stones][i];
        if (from >= listing->last) {
            return;
        }
        if (base + listing->space->choose[stones][i + 1] > listing->first) {
            list_sets(listing, stones - 1, i, from, set | UINT64_C(1) << i, asked | scene->asks[i]);
        }
    }
}

size_t fan_quiet_entries(const FanTableSpace *space, FanTableClass class, uint64_t first,
                         uint64_t last, uint16_t *offsets) {
    uint64_t block = fan_class_block(space, class);
    unsigned large = class_larger(class), small = class_smaller(class);
    Listing listing = {.space = space, .offsets = offsets};
    for (uint64_t orbit = first / block; orbit * block < last; orbit++) {
        uint64_t begin = orbit * block;
        listing.first = first > begin ? first - begin : 0;
        listing.last = last - begin < block ? last - begin : block;
        listing.shift = begin - first;
        set_scene(&listing.scene, &space->board, fan_orbit_set(space, large, (uint32_t)orbit),
                  class.own >= class.foe);
        list_sets(&listing, small, space->board.points - large, 0, 0, 0);
    }
    return listing.count;
}
