/* A part of pair_body.h: the pass that settles positions with a capture from smaller classes. */
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
