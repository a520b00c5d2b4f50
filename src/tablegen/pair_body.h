/* The builder's inner loops. The including file defines CELL_BITS and names the result PAIR_KERNEL;
 * LINES_TSIVY and LINES_PEXT as in rules/lines.h.
 *
 * First every position with a capture is settled from smaller classes, in one pass. What is left is
 * worked out backwards over paika alone, level by level: level n holds what is decided in n plies.
 * While many positions were decided at a level and few are open, the open ones look at what follows
 * them; later the decided ones tell those before them: before a loss all are won, before a win some
 * come in doubt, and the doubtful look. What a level brings depends on the levels before it alone,
 * so the result does not depend on the order that threads take. */
#include "rules/captures.h"
#include "tablegen/pair.h"

#include <stdlib.h>
#include <string.h>

#if CELL_BITS == 8
typedef uint8_t Cell;
#    define CELL_ONES UINT64_C(0x0101010101010101)
#else
typedef uint16_t Cell;
#    define CELL_ONES UINT64_C(0x0001000100010001)
#endif
#define CELL_MAX   ((1u << CELL_BITS) - 1)
#define CELL_LANES (64 / CELL_BITS)
#define CELL_TOPS  (CELL_ONES << (CELL_BITS - 1))
#define LEVEL_MAX  ((CELL_MAX - CODE_WON_LATER) / 2 + 1)

typedef uint64_t __attribute__((may_alias)) CellWord;

static inline unsigned code_lost(unsigned plies) {
    return plies == 0 ? CODE_LOST : CODE_LOST_LATER - 2 + 2 * plies;
}
static inline unsigned code_won(unsigned plies) {
    return plies == 0 ? CODE_WON : CODE_WON_LATER - 2 + 2 * plies;
}
static inline unsigned code_level(unsigned code) {
    return code < CODE_VOID_LOST ? 0 : code < CODE_LOST_LATER ? 1 : (code - CODE_VOID_LOST) / 2;
}
static inline bool is_won_within(unsigned code, unsigned plies) {
    return code % 2 == 0 && code >= CODE_WON && code <= code_won(plies);
}

/* What is lost in so many plies: one code, in one ply that of void losses too. */
typedef struct LostAt {
    unsigned mask, code;
} LostAt;

static inline LostAt lost_at(unsigned plies) {
    return plies == 1 ? (LostAt){~(unsigned)(CODE_VOID_LOST ^ CODE_LOST_LATER), CODE_VOID_LOST}
                      : (LostAt){~0u, code_lost(plies)};
}
static inline bool is_lost_at(unsigned code, LostAt lost) {
    return (code & lost.mask) == lost.code;
}

/* Cells are read and written by several threads at once; see the head of this file. */
static inline unsigned load_cell(const Cell *cell) {
    return __atomic_load_n(cell, __ATOMIC_RELAXED);
}
static inline void store_cell(Cell *cell, unsigned code) {
    __atomic_store_n(cell, (Cell)code, __ATOMIC_RELAXED);
}
static inline void raise_flag(uint8_t *flag) {
    __atomic_store_n(flag, 1, __ATOMIC_RELAXED);
}

static inline bool has_zero_lane(uint64_t word) {
    return ((word - CELL_ONES) & ~word & CELL_TOPS) != 0;
}

/* The first cell from `at` on with a code of `code` to `code` + 1 (`two`) or `code` alone; `end` if
 * there is none. */
static size_t seek(const Cell *cells, size_t at, size_t end, unsigned code, bool two) {
    const uint64_t first = CELL_ONES * code, second = CELL_ONES * (code + two);
    while (at < end) {
        if ((uintptr_t)(cells + at) % sizeof(CellWord) == 0) {
            for (; at + CELL_LANES <= end; at += CELL_LANES) {
                uint64_t word =
                    __atomic_load_n((const CellWord *)(const void *)(cells + at), __ATOMIC_RELAXED);
                if (has_zero_lane(word ^ first) || has_zero_lane(word ^ second)) {
                    break;
                }
            }
        }
        for (size_t i = 0; i < CELL_LANES && at < end; i++, at++) {
            if (load_cell(cells + at) - code <= (unsigned)two) {
                return at;
            }
            if ((uintptr_t)(cells + at + 1) % sizeof(CellWord) == 0) {
                at++;
                break;
            }
        }
    }
    return end;
}

/* --- the scene: what holds for one outer set ----------------------------------------------------
 */

/* How an outer set is found: its entry, and the points outside the set of its orbit. */
typedef struct Way {
    uint32_t entry;
    FanPoints outside;
} Way;

/* The two steps that belong to a stone taken and a point that must be empty: an approach enters the
 * point beside the stone, a withdrawal the one after next. */
typedef struct Leap {
    FanPoint from, to;
    uint8_t moves, takes; /* directions */
} Leap;

struct Scene {
    const Pair *pair;
    uint32_t orbit;
    FanPoints large, outside;
    FanPoints beside_large;               /* empty points a large stone may step to */
    FanPoint places[FAN_POINTS_MAX];      /* the points outside, from below */
    FanPoints for_large[FAN_POINTS_MAX];  /* by small stone: empty points by which it is taken */
    FanPoints for_small[FAN_POINTS_MAX];  /* by small stone: empty points it takes by entering */
    FanPoints ways_known[FAN_POINTS_MAX]; /* by start: ends for which `ways` is filled in */
    Way ways[FAN_POINTS_MAX][FAN_POINTS_MAX];
    Leap leaps[FAN_POINTS_MAX][FAN_POINTS_MAX]; /* by taken stone and empty point */
    uint64_t decided; /* cells decided at the next level, for the choice of direction */
    unsigned was, is; /* levels of a cell that the quiet limit changes */
};

static void fill_leaps(Scene *scene) {
    const FanBoard *board = &scene->pair->space->board;
    for (FanPoint taken = 0; taken < board->points; taken++) {
        for (unsigned d = 0; d < FAN_DIRECTIONS; d++) {
            FanPoint near = board->next[taken][d];
            FanPoint far = near == FAN_NO_POINT ? FAN_NO_POINT : board->next[near][d];
            if (far != FAN_NO_POINT) {
                uint8_t away = (uint8_t)d, towards = (uint8_t)opposite(d);
                scene->leaps[taken][near] = (Leap){far, near, towards, towards};
                scene->leaps[taken][far] = (Leap){near, far, away, towards};
            }
        }
    }
}

/* What a large stone does for the small ones on its line in a direction: the one beside it and the
 * one after next, wherever they stand. */
static void add_line(Scene *scene, FanPoint stone, unsigned direction) {
    const FanBoard *board = &scene->pair->space->board;
    FanPoint near = board->next[stone][direction], far = board->next[near][direction];
    FanPoint behind = board->next[stone][opposite(direction)];
    if (has_point(scene->large, near)) {
        return;
    }
    if (behind != FAN_NO_POINT && !has_point(scene->large, behind)) {
        scene->for_large[near] |= point_bit(behind); /* it may withdraw from the one beside it */
    }
    if (far != FAN_NO_POINT && !has_point(scene->large, far)) {
        scene->for_large[far] |= point_bit(near); /* it may approach the other one */
        scene->for_small[far] |= point_bit(near); /* and that one it */
        scene->for_small[near] |= point_bit(far); /* the one beside it may withdraw */
    }
}

static void enter_scene(Scene *scene, uint32_t orbit) {
    const FanTableSpace *space = scene->pair->space;
    if (scene->orbit == orbit) {
        return;
    }
    scene->orbit = orbit;
    scene->large = fan_orbit_set(space, scene->pair->large, orbit);
    scene->outside = space->board.all & ~scene->large;
#if !defined(LINES_PEXT)
    unsigned count = 0;
    for (FanPoints left = scene->outside; left; left &= left - 1) {
        scene->places[count++] = lowest(left);
    }
#endif
    for (FanPoints left = scene->large; left; left &= left - 1) {
        scene->ways_known[lowest(left)] = 0;
    }
}

/* What only the capture pass and whoever asks for captures needs. */
static void begin_captures(Scene *scene) {
    const FanBoard *board = &scene->pair->space->board;
    FanPoints beside = 0;
    memset(scene->for_large, 0, sizeof scene->for_large);
    memset(scene->for_small, 0, sizeof scene->for_small);
    for (FanPoints left = scene->large; left; left &= left - 1) {
        FanPoint stone = lowest(left);
        beside |= board->neighbours[stone];
        for (unsigned lines = board->first_lines[stone]; lines; lines &= lines - 1) {
            add_line(scene, stone, (unsigned)__builtin_ctz(lines));
        }
    }
    scene->beside_large = beside & scene->outside;
}

static inline FanPoints small_set(const Scene *scene, size_t index) {
    FanPoints packed = scene->pair->inner[index];
#if defined(LINES_PEXT)
    return _pdep_u64(packed, scene->outside);
#else
    FanPoints set = 0;
    for (; packed; packed &= packed - 1) {
        set |= point_bit(scene->places[lowest(packed)]);
    }
    return set;
#endif
}

/* The number of a set on the points of `outside`. */
static inline uint32_t rank_outside(const FanTableSpace *space, FanPoints outside, FanPoints set) {
#if defined(LINES_PEXT)
    return rank_set(space, _pext_u64(set, outside));
#else
    return rank_inner(space, space->board.all & ~outside, set);
#endif
}

static inline unsigned way_turn(const Way *way) {
    return way->entry & ((1u << FAN_OUTER_TURN_BITS) - 1);
}

static inline uint32_t way_orbit(const Way *way) {
    return way->entry >> FAN_OUTER_ORBIT_SHIFT;
}

/* The way to an outer set. */
static inline Way way_to(const Scene *scene, FanPoints set) {
    const FanTableSpace *space = scene->pair->space;
    Way way = {.entry = space->outer[scene->pair->large].entries[rank_set(space, set)]};
    unsigned turn = way_turn(&way);
    way.outside = space->board.all & ~(turn ? turn_set(space, turn, set) : set);
    return way;
}

/* The way to where the outer set is when a stone of it has moved. */
static inline const Way *way_of(Scene *scene, FanPoint from, FanPoint to) {
    if (!has_point(scene->ways_known[from], to)) {
        scene->ways[from][to] = way_to(scene, scene->large ^ point_bit(from) ^ point_bit(to));
        scene->ways_known[from] |= point_bit(to);
    }
    return &scene->ways[from][to];
}

/* A set and its images by the symmetries that were asked for. */
typedef struct Images {
    unsigned known; /* bit t: by symmetry t */
    FanPoints sets[FAN_TABLE_TURNS_MAX];
} Images;

static inline Images images_of(FanPoints set) {
    Images images;
    images.known = 1;
    images.sets[0] = set;
    return images;
}

static inline FanPoints image_by(const FanTableSpace *space, Images *images, unsigned turn) {
    if (!(images->known >> turn & 1)) {
        images->known |= 1u << turn;
        images->sets[turn] = turn_set(space, turn, images->sets[0]);
    }
    return images->sets[turn];
}

static inline Cell *cells_of(const Pair *pair, unsigned table, uint32_t orbit) {
    return (Cell *)pair->cells[table] + orbit * pair->block;
}

static inline bool is_equal(const Pair *pair) {
    return pair->large == pair->small;
}

/* --- captures -----------------------------------------------------------------------------------
 */

/* What the side to move gets: more is better. A win in n plies is WIN_SCORE - n, a loss the
 * negative; under FAN_TABLE_DTC both are WIN_SCORE - 1, as the capture is the next ply. */
enum { WIN_SCORE = 1 << 20, NO_SCORE = -2 * WIN_SCORE };

/* The same without a quiet limit and under it. */
typedef struct Score {
    int free, limited;
} Score;

static inline Score better_of(Score a, Score b) {
    return (Score){a.free > b.free ? a.free : b.free,
                   a.limited > b.limited ? a.limited : b.limited};
}

/* The limit only makes draws of what is decided. */
static unsigned score_code(Score score) {
    if (score.free == 0) {
        return CODE_DRAWN;
    }
    if (score.limited == 0) {
        return score.free > 0 ? CODE_VOID_WON : CODE_VOID_LOST;
    }
    return score.free > 0 ? code_won((unsigned)(WIN_SCORE - score.free))
                          : code_lost((unsigned)(WIN_SCORE + score.free));
}

static inline Score score_of_value(const Known *known, uint64_t entry) {
    static const int by_value[] = {[FAN_TABLE_DRAW] = 0,
                                   [FAN_TABLE_WIN] = 1 - WIN_SCORE,
                                   [FAN_TABLE_LOSS] = WIN_SCORE - 1,
                                   [VALUE_VOID] = 0};
    unsigned value = packed_value(known->limited, entry);
    int score = by_value[value];
    return value == VALUE_VOID ? (Score){by_value[packed_value(known->values, entry)], 0}
                               : (Score){score, score};
}

/* The score of a turn that leaves the other side to move with this entry of a smaller class. */
static inline Score score_before(const Pair *pair, const Known *known, uint64_t entry) {
    if (pair->metric == FAN_TABLE_DTC) {
        return score_of_value(known, entry);
    }
    unsigned cell =
        known->bits == 8 ? known->cells[entry] : (unsigned)load_number(known->cells + 2 * entry, 2);
    int distance = (int)cell_distance(cell) + 1;
    FanTableValue value = cell_value(cell);
    int score = value == FAN_TABLE_DRAW  ? 0
                : value == FAN_TABLE_WIN ? distance - WIN_SCORE
                                         : WIN_SCORE - distance;
    return (Score){score, score};
}

/* After a capture by a large stone. */
static Score score_large(Scene *scene, FanPoint from, FanPoint to, FanPoints small) {
    const Pair *pair = scene->pair;
    const FanTableSpace *space = pair->space;
    if (!small) {
        return (Score){WIN_SCORE - 1, WIN_SCORE - 1};
    }
    const Way *way = way_of(scene, from, to);
    unsigned count = count_points(small);
    uint64_t entry =
        (uint64_t)way_orbit(way) * space->choose[count][space->board.points - pair->large] +
        rank_outside(space, way->outside,
                     way_turn(way) ? turn_set(space, way_turn(way), small) : small);
    return score_before(pair, &pair->known[count][pair->large], entry);
}

/* After a capture by a small stone. */
static Score score_small(const Scene *scene, FanPoints small, FanPoints large) {
    const Pair *pair = scene->pair;
    return large ? score_before(pair, &pair->known[count_points(large)][pair->small],
                                find_entry(pair->space, large, small))
                 : (Score){WIN_SCORE - 1, WIN_SCORE - 1};
}

/* A capturing turn as it is made. */
typedef struct Chain {
    Scene *scene;
    FanPoints rest; /* the mover's other stones */
    FanPoint from;
    bool large;
    bool enough; /* any win will do: its distance is known */
    Score best;
} Chain;

static void go_on(Chain *chain, FanPoints enemy, FanPoints free, FanPoint point, Open open);

/* The stone has come to `to` and has taken `taken`; `enemy` and `free` are what is left, with the
 * points it may still enter. */
static void arrive(Chain *chain, FanPoints enemy, FanPoints free, FanPoint to, unsigned direction) {
    const FanBoard *board = &chain->scene->pair->space->board;
    bool mandatory = chain->scene->pair->rules->chain == FAN_CHAIN_MANDATORY;
    Open next = {0, 0};
    if (mandatory) {
        next = open_captures(board, enemy, free, to, direction);
    }
    if (!(next.approach | next.withdrawal)) {
        chain->best =
            better_of(chain->best,
                      chain->large ? score_large(chain->scene, chain->from, to, enemy)
                                   : score_small(chain->scene, chain->rest | point_bit(to), enemy));
    }
    if (chain->enough && chain->best.limited > 0) {
        return;
    }
    if (!mandatory && enemy & (board->neighbours[to] | board->seconds[to])) {
        next = open_captures(board, enemy, free, to, direction);
    }
    if (next.approach | next.withdrawal) {
        go_on(chain, enemy, free, to, next);
    }
}

static void go_on(Chain *chain, FanPoints enemy, FanPoints free, FanPoint point, Open open) {
    const FanBoard *board = &chain->scene->pair->space->board;
    for (unsigned steps = open.approach | open.withdrawal; steps; steps &= steps - 1) {
        unsigned d = (unsigned)__builtin_ctz(steps);
        FanPoint to = line_next(board, point, d);
        FanPoints left = free & ~point_bit(to);
        if (open.approach >> d & 1) {
            FanPoints taken = taken_ahead(board, enemy, to, d);
            arrive(chain, enemy & ~taken, left | taken, to, d);
        }
        if (chain->enough && chain->best.limited > 0) {
            return;
        }
        if (open.withdrawal >> d & 1) {
            FanPoints taken = taken_behind(board, enemy, point, d);
            arrive(chain, enemy & ~taken, left | taken, to, d);
        }
        if (chain->enough && chain->best.limited > 0) {
            return;
        }
    }
}

/* The best a large stone can get by taking, NO_SCORE where none can take. */
static Score capture_large(Scene *scene, FanPoints small) {
    const FanBoard *board = &scene->pair->space->board;
    Chain chain = {.scene = scene,
                   .large = true,
                   .enough = scene->pair->metric == FAN_TABLE_DTC,
                   .best = {NO_SCORE, NO_SCORE}};
    for (FanPoints targets = small; targets; targets &= targets - 1) {
        FanPoint target = lowest(targets);
        for (FanPoints points = scene->for_large[target] & ~small; points; points &= points - 1) {
            const Leap *leap = &scene->leaps[target][lowest(points)];
            FanPoints taken = point_bit(target) | run_of(board, small, target, leap->takes);
            FanPoints free = (scene->outside & ~small & ~point_bit(leap->to)) | taken;
            chain.from = leap->from;
            arrive(&chain, small & ~taken, free, leap->to, leap->moves);
            if (chain.enough && chain.best.limited > 0) {
                return chain.best;
            }
        }
    }
    return chain.best;
}

/* The same for the small side. */
static Score capture_small(Scene *scene, FanPoints small) {
    const FanBoard *board = &scene->pair->space->board;
    Chain chain = {.scene = scene,
                   .enough = scene->pair->metric == FAN_TABLE_DTC,
                   .best = {NO_SCORE, NO_SCORE}};
    for (FanPoints stones = small; stones; stones &= stones - 1) {
        FanPoint from = lowest(stones);
        FanPoints free = scene->outside & ~small;
        if (!(scene->for_small[from] & ~small)) {
            continue;
        }
        chain.from = from;
        chain.rest = small & ~point_bit(from);
        go_on(&chain, scene->large, free, from,
              open_captures(board, scene->large, free, from, FAN_NO_DIRECTION));
        if (chain.enough && chain.best.limited > 0) {
            return chain.best;
        }
    }
    return chain.best;
}

static inline bool large_captures(const Scene *scene, FanPoints small) {
    FanPoints found = 0;
    for (FanPoints left = small; left; left &= left - 1) {
        found |= scene->for_large[lowest(left)];
    }
    return (found & ~small) != 0;
}

static inline bool small_captures(const Scene *scene, FanPoints small) {
    FanPoints found = 0;
    for (FanPoints left = small; left; left &= left - 1) {
        found |= scene->for_small[lowest(left)];
    }
    return (found & ~small) != 0;
}

static bool small_is_blocked(const Scene *scene, FanPoints small) {
    FanPoints beside = 0;
    for (FanPoints left = small; left; left &= left - 1) {
        beside |= scene->pair->space->board.neighbours[lowest(left)];
    }
    return !(beside & scene->outside & ~small);
}

/* What a position is before any paika is looked at. */
static unsigned first_code(Scene *scene, unsigned table, FanPoints small) {
    bool captures =
        table == LARGE_MOVES ? large_captures(scene, small) : small_captures(scene, small);
    if (captures) {
        return score_code(table == LARGE_MOVES ? capture_large(scene, small)
                                               : capture_small(scene, small));
    }
    bool blocked =
        table == LARGE_MOVES ? !(scene->beside_large & ~small) : small_is_blocked(scene, small);
    return !blocked                                          ? CODE_OPEN
           : scene->pair->rules->blocked == FAN_BLOCKED_DRAW ? CODE_DRAWN
                                                             : code_lost(0);
}

/* What a pass over all positions has found, by worker. */
typedef struct Sum {
    uint64_t open, decided[2]; /* open ones; decided in no plies, in one */
    uint64_t voids;
    unsigned farthest;
    char apart[64]; /* no two workers write to one cache line */
} Sum;

typedef struct CapturePass {
    Pair *pair;
    Sum sums[FAN_POOL_THREADS_MAX];
} CapturePass;

static void count_first(Sum *sum, unsigned code) {
    if (code == CODE_OPEN) {
        sum->open++;
    } else if (code >= CODE_LOST) {
        unsigned level = code_level(code);
        sum->decided[level > 0]++;
        sum->voids += code == CODE_VOID_LOST || code == CODE_VOID_WON;
        sum->farthest = level > sum->farthest ? level : sum->farthest;
    }
}

/* Of equal sides (see mirror) a cell of the second table says no more than that it is open. */
static unsigned open_code(const Scene *scene, FanPoints small) {
    return small_captures(scene, small) || small_is_blocked(scene, small) ? CODE_DRAWN : CODE_OPEN;
}

static void settle_captures(void *context, unsigned worker, size_t first, size_t last) {
    CapturePass *pass = context;
    Pair *pair = pass->pair;
    Scene *scene = pair->scenes[worker];
    for (size_t orbit = first; orbit < last; orbit++) {
        enter_scene(scene, (uint32_t)orbit);
        begin_captures(scene);
        Cell *cells[PAIR_TABLES] = {cells_of(pair, LARGE_MOVES, (uint32_t)orbit),
                                    cells_of(pair, SMALL_MOVES, (uint32_t)orbit)};
        for (size_t i = 0; i < pair->block; i++) {
            FanPoints small = small_set(scene, i);
            for (unsigned table = 0; table < PAIR_TABLES; table++) {
                if (table == SMALL_MOVES && is_equal(pair)) {
                    cells[table][i] = (Cell)open_code(scene, small);
                    continue;
                }
                unsigned code = first_code(scene, table, small);
                count_first(&pass->sums[worker], code);
                cells[table][i] = (Cell)code;
            }
        }
    }
}

/* --- equal sides --------------------------------------------------------------------------------
 *
 * They have each position in both tables. The second one, in which all paika stay in one outer set,
 * is where open positions are worked on; what they come to be is put into the first one, where it
 * is read. The second one knows nothing of captures.
 */

/* Where a position of the second table stands in the first one. */
typedef struct Place {
    uint32_t orbit;
    FanPoints outside, small;
} Place;

static unsigned find_places(const Scene *scene, FanPoints small,
                            Place places[FAN_TABLE_TURNS_MAX]) {
    const FanTableSpace *space = scene->pair->space;
    const Way way = way_to(scene, small);
    unsigned count = 1;
    places[0] =
        (Place){way_orbit(&way), way.outside, turn_set(space, way_turn(&way), scene->large)};
    /* An outer set that a symmetry turns into itself has the position once more for each. */
    for (unsigned turn = 1; way.entry & FAN_OUTER_SELF && turn < space->turns; turn++) {
        FanPoints outer = space->board.all & ~way.outside;
        if (turn_set(space, turn, outer) == outer) {
            places[count++] =
                (Place){way_orbit(&way), way.outside, turn_set(space, turn, places[0].small)};
        }
    }
    return count;
}

static inline Cell *place_cell(const Pair *pair, unsigned table, const Place *place) {
    return cells_of(pair, table, place->orbit) +
           rank_outside(pair->space, place->outside, place->small);
}

/* A position of the second table has been decided. */
static void mirror(const Scene *scene, FanPoints small, unsigned code) {
    const Pair *pair = scene->pair;
    Place places[FAN_TABLE_TURNS_MAX];
    for (unsigned count = find_places(scene, small, places); count-- > 0;) {
        store_cell(place_cell(pair, LARGE_MOVES, &places[count]), code);
        raise_flag(&pair->fresh[LARGE_MOVES][(pair->level + 1) % 2][places[count].orbit]);
    }
}

/* --- paika --------------------------------------------------------------------------------------
 */

/* What is asked of a position with a paika and no capture. */
typedef enum Question {
    ASK_ALL,    /* is it won, lost or still open? */
    ASK_IF_LOST /* it is not won: is it lost? */
} Question;

/* What such a position is, as far as what follows it is decided within `level` plies. The large
 * side moves. */
static inline unsigned look_large(Scene *scene, FanPoints small, unsigned level,
                                  Question question) {
    const Pair *pair = scene->pair;
    const FanTableSpace *space = pair->space;
    FanPoints empty = scene->outside & ~small;
    Images images = images_of(small);
    LostAt lost = lost_at(level);
    bool all_won = true;
    for (FanPoints stones = scene->large; stones; stones &= stones - 1) {
        FanPoint from = lowest(stones);
        for (FanPoints ends = space->board.neighbours[from] & empty; ends; ends &= ends - 1) {
            const Way *way = way_of(scene, from, lowest(ends));
            uint32_t rank =
                rank_outside(space, way->outside, image_by(space, &images, way_turn(way)));
            unsigned code = load_cell(cells_of(pair, SMALL_MOVES, way_orbit(way)) + rank);
            all_won = all_won && is_won_within(code, level);
            if (question == ASK_IF_LOST && !all_won) {
                return CODE_OPEN;
            }
            if (is_lost_at(code, lost)) {
                return code_won(level + 1);
            }
        }
    }
    return all_won ? code_lost(level + 1) : CODE_OPEN;
}

/* The same when the small side moves: all within one outer set. */
static inline unsigned look_small(const Scene *scene, FanPoints small, unsigned level,
                                  Question question) {
    const Pair *pair = scene->pair;
    const FanTableSpace *space = pair->space;
    const Cell *cells = cells_of(pair, LARGE_MOVES, scene->orbit);
    FanPoints empty = scene->outside & ~small;
    LostAt lost = lost_at(level);
    bool all_won = true;
    for (FanPoints stones = small; stones; stones &= stones - 1) {
        FanPoints rest = small & ~(stones & -stones);
        for (FanPoints ends = space->board.neighbours[lowest(stones)] & empty; ends;
             ends &= ends - 1) {
            unsigned code =
                load_cell(cells + rank_outside(space, scene->outside, rest | (ends & -ends)));
            all_won = all_won && is_won_within(code, level);
            if (question == ASK_IF_LOST && !all_won) {
                return CODE_OPEN;
            }
            if (is_lost_at(code, lost)) {
                return code_won(level + 1);
            }
        }
    }
    return all_won ? code_lost(level + 1) : CODE_OPEN;
}

/* All cells of one outer set with this code look at what follows them. */
static inline void look_all(Scene *scene, uint32_t orbit, unsigned table, unsigned wanted,
                            Question question) {
    const Pair *pair = scene->pair;
    Cell *cells = cells_of(pair, table, orbit);
    bool any = false;
    for (size_t i = 0; (i = seek(cells, i, pair->block, wanted, false)) < pair->block; i++) {
        enter_scene(scene, orbit);
        FanPoints small = small_set(scene, i);
        unsigned code = table == LARGE_MOVES ? look_large(scene, small, pair->level, question)
                                             : look_small(scene, small, pair->level, question);
        if (code != wanted) {
            store_cell(cells + i, code);
        }
        if (code != CODE_OPEN && is_equal(pair)) {
            mirror(scene, small, code);
        }
        scene->decided += code != CODE_OPEN;
        any = any || code != CODE_OPEN;
    }
    if (any) {
        raise_flag(&pair->fresh[table][(pair->level + 1) % 2][orbit]);
    }
}

/* The first table that is worked on. */
static inline unsigned first_table(const Pair *pair) {
    return is_equal(pair) ? SMALL_MOVES : LARGE_MOVES;
}

static void look_everywhere(void *context, unsigned worker, size_t first, size_t last) {
    Pair *pair = context;
    Scene *scene = pair->scenes[worker];
    for (size_t orbit = first; orbit < last; orbit++) {
        for (unsigned table = first_table(pair); table < PAIR_TABLES; table++) {
            look_all(scene, (uint32_t)orbit, table, CODE_OPEN, ASK_ALL);
        }
        pair->fresh[LARGE_MOVES][pair->level % 2][orbit] = 0;
        pair->fresh[SMALL_MOVES][pair->level % 2][orbit] = 0;
    }
}

static void look_where_in_doubt(void *context, unsigned worker, size_t first, size_t last) {
    Pair *pair = context;
    Scene *scene = pair->scenes[worker];
    for (size_t orbit = first; orbit < last; orbit++) {
        if (!(pair->doubt[LARGE_MOVES][orbit] | pair->doubt[SMALL_MOVES][orbit])) {
            continue;
        }
        for (unsigned table = 0; table < PAIR_TABLES; table++) {
            if (pair->doubt[table][orbit]) {
                pair->doubt[table][orbit] = 0;
                look_all(scene, (uint32_t)orbit, table, CODE_IN_DOUBT, ASK_IF_LOST);
            }
        }
    }
}

/* What a position means for those before it. */
typedef enum News {
    NEWS_LOST,      /* it is lost now: they are won */
    NEWS_WON,       /* it is won now: they may be lost */
    NEWS_LOST_MORE, /* its loss is farther or a draw now: their wins may be, too */
    NEWS_WON_MORE,  /* its win is: their losses may be */
} News;

static void bring_doubt(Scene *scene, unsigned table, uint32_t orbit, Cell *cell, News news);

/* A win stands whoever else writes; a doubt is only put where the cell is still open. Returns
 * whether the cell was decided. */
static inline bool bring_news(Scene *scene, unsigned table, uint32_t orbit, uint32_t rank,
                              News news) {
    const Pair *pair = scene->pair;
    Cell *cell = cells_of(pair, table, orbit) + rank;
    if (news >= NEWS_LOST_MORE) {
        bring_doubt(scene, table, orbit, cell, news);
        return false;
    }
    unsigned code = load_cell(cell);
    if (news == NEWS_LOST && (code == CODE_OPEN || code == CODE_IN_DOUBT)) {
        store_cell(cell, code_won(pair->level + 1));
        raise_flag(&pair->fresh[table][(pair->level + 1) % 2][orbit]);
        return true;
    }
    if (news == NEWS_WON && code == CODE_OPEN) {
        Cell open = CODE_OPEN;
        __atomic_compare_exchange_n(cell, &open, CODE_IN_DOUBT, false, __ATOMIC_RELAXED,
                                    __ATOMIC_RELAXED);
        raise_flag(&pair->doubt[table][orbit]);
    }
    return false;
}

/* The large side is to move in a decided position: the small side came there by a paika. */
static inline void tell_before_large(Scene *scene, FanPoints small, News news) {
    const FanTableSpace *space = scene->pair->space;
    FanPoints empty = scene->outside & ~small;
    for (FanPoints stones = small; stones; stones &= stones - 1) {
        FanPoints rest = small & ~(stones & -stones);
        for (FanPoints starts = space->board.neighbours[lowest(stones)] & empty; starts;
             starts &= starts - 1) {
            FanPoints before = rest | (starts & -starts);
            if (bring_news(scene, SMALL_MOVES, scene->orbit,
                           rank_outside(space, scene->outside, before), news)) {
                scene->decided++;
                if (is_equal(scene->pair)) {
                    mirror(scene, before, code_won(scene->pair->level + 1));
                }
            }
        }
    }
}

/* An outer set that a symmetry turns into itself has the position once more for every such
 * symmetry. */
static void tell_twins(Scene *scene, const Way *way, FanPoints small, News news) {
    const FanTableSpace *space = scene->pair->space;
    FanPoints outer = space->board.all & ~way->outside;
    for (unsigned turn = 1; turn < space->turns; turn++) {
        if (turn_set(space, turn, outer) == outer) {
            scene->decided +=
                bring_news(scene, LARGE_MOVES, way_orbit(way),
                           rank_outside(space, way->outside, turn_set(space, turn, small)), news);
        }
    }
}

/* The small side is to move: the large side came there by a paika. */
static inline void tell_before_small(Scene *scene, FanPoints small, News news) {
    const FanTableSpace *space = scene->pair->space;
    FanPoints empty = scene->outside & ~small;
    Images images = images_of(small);
    for (FanPoints stones = scene->large; stones; stones &= stones - 1) {
        FanPoint to = lowest(stones);
        for (FanPoints starts = space->board.neighbours[to] & empty; starts; starts &= starts - 1) {
            const Way *way = way_of(scene, to, lowest(starts));
            FanPoints turned = image_by(space, &images, way_turn(way));
            scene->decided += bring_news(scene, LARGE_MOVES, way_orbit(way),
                                         rank_outside(space, way->outside, turned), news);
            if (way->entry & FAN_OUTER_SELF) {
                tell_twins(scene, way, turned, news);
            }
        }
    }
}

/* All cells of one outer set with this code, a loss, or the one after it, a win, tell those before
 * them. */
static void tell_all(Scene *scene, uint32_t orbit, unsigned table, unsigned code) {
    const Pair *pair = scene->pair;
    const Cell *cells = cells_of(pair, table, orbit);
    for (size_t i = 0; (i = seek(cells, i, pair->block, code, true)) < pair->block; i++) {
        enter_scene(scene, orbit);
        FanPoints small = small_set(scene, i);
        News news = load_cell(cells + i) == code ? NEWS_LOST : NEWS_WON;
        if (table == LARGE_MOVES) {
            tell_before_large(scene, small, news);
        } else {
            tell_before_small(scene, small, news);
        }
    }
}

static void spread_news(void *context, unsigned worker, size_t first, size_t last) {
    Pair *pair = context;
    Scene *scene = pair->scenes[worker];
    /* Captures of every distance lie about under FAN_TABLE_DTW: no flags tell of them. */
    bool anywhere = pair->level <= 1 || pair->level <= pair->longest_capture;
    unsigned tables = is_equal(pair) ? SMALL_MOVES : PAIR_TABLES;
    for (size_t orbit = first; orbit < last; orbit++) {
        for (unsigned table = 0; table < tables; table++) {
            uint8_t *fresh = &pair->fresh[table][pair->level % 2][orbit];
            if (!*fresh && !anywhere) {
                continue;
            }
            *fresh = 0;
            tell_all(scene, (uint32_t)orbit, table, code_lost(pair->level));
            if (pair->level == 1 && pair->voids > 0) {
                tell_all(scene, (uint32_t)orbit, table, CODE_VOID_LOST);
            }
        }
    }
}

/* --- a pair from end to end ---------------------------------------------------------------------
 */

/* Outer sets a worker takes at once: some ten thousand positions. */
static size_t grain_of(const Pair *pair) {
    return 1 + 8192 / pair->block;
}

static bool run_pass(Pair *pair, FanPoolWork *work, void *context) {
    return fan_pool_run(pair->pool, pair->orbits, grain_of(pair), work, context, pair->watch,
                        pair->watch_context);
}

static uint64_t take_decided(Pair *pair) {
    uint64_t decided = 0;
    for (unsigned i = 0; i < fan_pool_threads(pair->pool); i++) {
        decided += pair->scenes[i]->decided;
        pair->scenes[i]->decided = 0;
    }
    return decided;
}

/* Spreads one level. While the open are few beside those just decided it is they who look. */
static bool spread_level(Pair *pair, uint64_t open, uint64_t decided) {
    if (decided > open / 2) {
        return run_pass(pair, look_everywhere, pair);
    }
    return run_pass(pair, spread_news, pair) && run_pass(pair, look_where_in_doubt, pair);
}

static PairStatus spread_levels(Pair *pair, const Sum *sum) {
    uint64_t open = sum->open, decided = sum->decided[0], at_one = sum->decided[1];
    pair->stage = PAIR_LEVELS;
    pair->voids = sum->voids;
    pair->longest = pair->longest_capture = sum->farthest;
    for (pair->level = 0; decided > 0 || pair->level <= pair->longest_capture; pair->level++) {
        if (pair->level + 1 > LEVEL_MAX) {
            return PAIR_TOO_FAR;
        }
        uint64_t next = 0;
        if (decided > 0 || pair->level > 0) {
            if (!spread_level(pair, open, decided)) {
                return PAIR_STOPPED;
            }
            next = take_decided(pair);
            pair->longest =
                next > 0 && pair->level + 1 > pair->longest ? pair->level + 1 : pair->longest;
        }
        open -= next;
        decided = next + (pair->level == 0 ? at_one : 0);
    }
    return PAIR_DONE;
}

static PairStatus solve(Pair *pair) {
    CapturePass *pass = calloc(1, sizeof *pass);
    PairStatus status = PAIR_STOPPED;
    if (!pass) {
        return PAIR_STOPPED;
    }
    pass->pair = pair;
    for (unsigned i = 0; i < fan_pool_threads(pair->pool); i++) {
        pair->scenes[i]->pair = pair;
        pair->scenes[i]->decided = 0;
        pair->scenes[i]->orbit = UINT32_MAX; /* none yet */
        fill_leaps(pair->scenes[i]);
    }
    if (run_pass(pair, settle_captures, pass)) {
        Sum sum = {0};
        for (unsigned i = 0; i < fan_pool_threads(pair->pool); i++) {
            sum.open += pass->sums[i].open;
            sum.decided[0] += pass->sums[i].decided[0];
            sum.decided[1] += pass->sums[i].decided[1];
            sum.voids += pass->sums[i].voids;
            sum.farthest =
                pass->sums[i].farthest > sum.farthest ? pass->sums[i].farthest : sum.farthest;
        }
        status = sum.farthest > LEVEL_MAX ? PAIR_TOO_FAR : spread_levels(pair, &sum);
    }
    free(pass);
    return status;
}

#include "tablegen/limit_body.h"

/* --- what goes into files -----------------------------------------------------------------------
 */

/* How many outer sets of the whole board an orbit stands for. */
static unsigned orbit_size(const FanTableSpace *space, unsigned large, uint32_t orbit) {
    if (!(space->outer[large].entries[space->outer[large].firsts[orbit]] & FAN_OUTER_SELF)) {
        return space->turns;
    }
    FanPoints set = fan_orbit_set(space, large, orbit);
    unsigned keep = 0;
    for (unsigned turn = 0; turn < space->turns; turn++) {
        keep += turn_set(space, turn, set) == set;
    }
    return space->turns / keep;
}

static FanTableValue code_value(unsigned code) {
    return code < CODE_LOST ? FAN_TABLE_DRAW : code % 2 == 0 ? FAN_TABLE_WIN : FAN_TABLE_LOSS;
}

static void count_cell(PairCount *count, unsigned code, unsigned weight) {
    unsigned distance = code_level(code);
    switch (code_value(code)) {
    case FAN_TABLE_DRAW:
        count->draw += weight;
        break;
    case FAN_TABLE_WIN:
        count->win += weight;
        count->longest_win = distance > count->longest_win ? distance : count->longest_win;
        break;
    case FAN_TABLE_LOSS:
        count->loss += weight;
        count->longest_loss = distance > count->longest_loss ? distance : count->longest_loss;
        break;
    }
}

static void pack(const Pair *pair, unsigned table, uint64_t first, uint64_t last, uint8_t *packed,
                 PairCount *count) {
    const Cell *cells = pair->cells[table];
    uint64_t entry = first;
    for (uint32_t orbit = (uint32_t)(first / pair->block); entry < last; orbit++) {
        uint64_t end = (uint64_t)(orbit + 1) * pair->block;
        unsigned weight = orbit_size(pair->space, pair->large, orbit);
        for (end = end < last ? end : last; entry < end; entry++) {
            unsigned code = cells[entry];
            count_cell(count, code, weight);
            packed[(entry - first) / FAN_VALUES_A_BYTE] |=
                (uint8_t)(code_value(code) << entry % FAN_VALUES_A_BYTE * 2);
        }
    }
}

static unsigned file_cell(unsigned code) {
    return cell_of(code_value(code), code_level(code));
}

static void store_file_cell(uint8_t *cells, uint64_t index, unsigned cell) {
#if CELL_BITS == 8
    cells[index] = (uint8_t)cell;
#else
    store_number(cells + 2 * index, 2, cell);
#endif
}

static void write_cells(const Pair *pair, unsigned table, uint64_t first, uint64_t last,
                        uint8_t *out) {
    const Cell *cells = pair->cells[table];
    for (uint64_t entry = first; entry < last; entry++) {
        store_file_cell(out, entry - first, file_cell(cells[entry]));
    }
}

const PairKernel PAIR_KERNEL = {PAIR_KERNEL_NAME, CELL_BITS, sizeof(Scene), solve,
                                limit_pair,       pack,      write_cells};
