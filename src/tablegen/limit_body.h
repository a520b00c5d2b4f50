/* A part of pair_body.h: what a quiet limit changes.
 *
 * At the beginning of a quiet run a win counts that comes within the limit, by a capture that leads
 * to where the value holds under the limit again (R5.3). So what captures lead to may become a
 * draw, and from there wins and losses become farther, or draws. All that is decided comes to be
 * decided no sooner: a cell is a lower bound that rises to what those after it say. Levels are gone
 * through from below; whoever is in doubt at a level looks, and tells those before it when it
 * rises, who are then in doubt at later levels. Few cells change, so few are looked at.
 *
 * The result does not depend on the order: as distances fall along every line of play there is but
 * one way for all cells to agree. */

/* Set in a cell that may be too low. Levels within any limit leave it free. */
#define DOUBT           (1u << (CELL_BITS - 1))
#define NEVER           (CELL_MAX)
#define LIMIT_LEVEL_MAX ((0x80 - 1 - CODE_WON_LATER) / 2 + 1)

/* In `doubt` by outer set: the lowest level at which a cell is in doubt, 0 for none. */
static void raise_doubt(uint8_t *flag, unsigned level) {
    uint8_t found = __atomic_load_n(flag, __ATOMIC_SEQ_CST);
    while ((found == 0 || found > level) &&
           !__atomic_compare_exchange_n(flag, &found, (uint8_t)level, false, __ATOMIC_SEQ_CST,
                                        __ATOMIC_SEQ_CST)) {
    }
}

/* A loss of scene->was plies now is one of scene->is, or NEVER: that is news for those that were
 * won by it, one ply on. One that is looked at right now may be about to rely on it. A win: for the
 * losses that are nearer than it now allows. */
static bool may_be_too_low(const Scene *scene, unsigned code, News news) {
    unsigned level = code_level(code);
    if (level < 2) {
        return false; /* settled by captures, or by being blocked */
    }
    return news == NEWS_LOST_MORE
               ? code % 2 == 0 && (level == scene->was + 1 || level == scene->pair->level)
               : code % 2 == 1 && level < scene->is + 1;
}

static void bring_doubt(Scene *scene, unsigned table, uint32_t orbit, Cell *cell, News news) {
    unsigned code = __atomic_load_n(cell, __ATOMIC_SEQ_CST) & ~DOUBT;
    if (may_be_too_low(scene, code, news)) {
        __atomic_fetch_or(cell, (Cell)DOUBT, __ATOMIC_SEQ_CST);
        raise_doubt(&scene->pair->doubt[table][orbit], code_level(code));
    }
}

/* Several who stand for one position may put it there: the highest stays. */
static void raise_cell(Cell *cell, unsigned is) {
    Cell found = __atomic_load_n(cell, __ATOMIC_SEQ_CST);
    while (found != CODE_DRAWN && (is == CODE_DRAWN || is > found) &&
           !__atomic_compare_exchange_n(cell, &found, (Cell)is, false, __ATOMIC_SEQ_CST,
                                        __ATOMIC_SEQ_CST)) {
    }
}

static void tell_more(Scene *scene, unsigned table, FanPoints small, unsigned was, unsigned is) {
    News news = was % 2 == 1 ? NEWS_LOST_MORE : NEWS_WON_MORE;
    scene->was = code_level(was);
    scene->is = is < CODE_LOST ? NEVER : code_level(is);
    raise_flag(&scene->pair->changed[table][scene->orbit]);
    if (table == LARGE_MOVES) {
        tell_before_large(scene, small, news);
    } else {
        tell_before_small(scene, small, news);
    }
}

/* Of equal sides, a position of the second table has changed: it does so in the first one too, and
 * those before it, which stand in the second one, are told from there. */
static void mirror_more(Scene *scene, FanPoints small, unsigned was, unsigned is) {
    const Pair *pair = scene->pair;
    const FanTableSpace *space = pair->space;
    News news = was % 2 == 1 ? NEWS_LOST_MORE : NEWS_WON_MORE;
    Place places[FAN_TABLE_TURNS_MAX];
    unsigned count = find_places(scene, small, places);
    for (unsigned i = 0; i < count; i++) {
        raise_cell(place_cell(pair, LARGE_MOVES, &places[i]), is);
        raise_flag(&pair->changed[LARGE_MOVES][places[i].orbit]);
    }
    scene->was = code_level(was);
    scene->is = is < CODE_LOST ? NEVER : code_level(is);
    for (unsigned i = 0; i < count; i++) {
        Place before = places[i];
        FanPoints empty = before.outside & ~before.small;
        for (FanPoints stones = places[i].small; stones; stones &= stones - 1) {
            FanPoints rest = places[i].small & ~(stones & -stones);
            for (FanPoints starts = space->board.neighbours[lowest(stones)] & empty; starts;
                 starts &= starts - 1) {
                before.small = rest | (starts & -starts);
                bring_doubt(scene, SMALL_MOVES, before.orbit,
                            place_cell(pair, SMALL_MOVES, &before), news);
            }
        }
    }
}

/* --- to begin with ------------------------------------------------------------------------------
 */

typedef struct LimitPass {
    Pair *pair;
    unsigned limit;
} LimitPass;

/* What is beyond the limit is a draw. That is no news: so is all that relies on it. */
static void cut_off(void *context, unsigned worker, size_t first, size_t last) {
    const LimitPass *pass = context;
    Pair *pair = pass->pair;
    unsigned most = code_won(pass->limit);
    (void)worker;
    for (size_t orbit = first; orbit < last; orbit++) {
        for (unsigned table = 0; table < PAIR_TABLES; table++) {
            Cell *cells = cells_of(pair, table, (uint32_t)orbit);
            bool changed = false;
            pair->doubt[table][orbit] = 0;
            for (size_t i = 0; i < pair->block; i++) {
                changed |= cells[i] > most;
                cells[i] = cells[i] == CODE_OPEN || cells[i] > most ? CODE_DRAWN : cells[i];
            }
            pair->changed[table][orbit] = changed;
        }
    }
}

static void tell_of_voids(void *context, unsigned worker, size_t first, size_t last) {
    const LimitPass *pass = context;
    Scene *scene = pass->pair->scenes[worker];
    for (size_t orbit = first; orbit < last; orbit++) {
        for (unsigned table = 0; table < PAIR_TABLES; table++) {
            Cell *cells = cells_of(pass->pair, table, (uint32_t)orbit);
            size_t end = pass->pair->block;
            for (size_t i = 0; (i = seek(cells, i, end, CODE_VOID_LOST, true)) < end; i++) {
                enter_scene(scene, (uint32_t)orbit);
                unsigned was = load_cell(cells + i);
                store_cell(cells + i, CODE_DRAWN);
                tell_more(scene, table, small_set(scene, i), was, CODE_DRAWN);
            }
        }
    }
}

/* --- level by level -----------------------------------------------------------------------------
 */

/* What those after a position that is won or lost say it is. */
typedef struct Bound {
    bool won;
    unsigned level; /* NEVER: drawn */
} Bound;

static inline void add_bound(Bound *bound, const Cell *cell) {
    unsigned code = __atomic_load_n(cell, __ATOMIC_SEQ_CST) & ~DOUBT, level = code_level(code);
    if (bound->won) {
        bool lost = code >= CODE_LOST && code % 2 == 1;
        bound->level = lost && level + 1 < bound->level ? level + 1 : bound->level;
    } else {
        unsigned later = code < CODE_LOST ? NEVER : level + 1;
        bound->level = later > bound->level ? later : bound->level;
    }
}

static unsigned bound_large(Scene *scene, FanPoints small, bool won) {
    const FanTableSpace *space = scene->pair->space;
    FanPoints empty = scene->outside & ~small;
    Images images = images_of(small);
    Bound bound = {won, won ? NEVER : 0};
    for (FanPoints stones = scene->large; stones; stones &= stones - 1) {
        FanPoint from = lowest(stones);
        for (FanPoints ends = space->board.neighbours[from] & empty; ends; ends &= ends - 1) {
            const Way *way = way_of(scene, from, lowest(ends));
            add_bound(&bound, cells_of(scene->pair, SMALL_MOVES, way_orbit(way)) +
                                  rank_outside(space, way->outside,
                                               image_by(space, &images, way_turn(way))));
        }
    }
    return bound.level;
}

static unsigned bound_small(const Scene *scene, FanPoints small, bool won) {
    const FanTableSpace *space = scene->pair->space;
    const Cell *cells = cells_of(scene->pair, LARGE_MOVES, scene->orbit);
    FanPoints empty = scene->outside & ~small;
    Bound bound = {won, won ? NEVER : 0};
    for (FanPoints stones = small; stones; stones &= stones - 1) {
        FanPoints rest = small & ~(stones & -stones);
        for (FanPoints ends = space->board.neighbours[lowest(stones)] & empty; ends;
             ends &= ends - 1) {
            add_bound(&bound, cells + rank_outside(space, scene->outside, rest | (ends & -ends)));
        }
    }
    return bound.level;
}

/* The doubt goes before others are looked at, so that whoever changes after that brings a new one,
 * which stays. */
static void look_again(Scene *scene, unsigned table, size_t index, unsigned limit) {
    Cell *cell = cells_of(scene->pair, table, scene->orbit) + index;
    Cell was = (Cell)(__atomic_fetch_and(cell, (Cell)~DOUBT, __ATOMIC_SEQ_CST) & ~DOUBT);
    FanPoints small = small_set(scene, index);
    bool won = was % 2 == 0;
    unsigned level =
        table == LARGE_MOVES ? bound_large(scene, small, won) : bound_small(scene, small, won);
    unsigned is = level > limit ? CODE_DRAWN : won ? code_won(level) : code_lost(level);
    if (is == was) {
        return;
    }
    Cell found = was;
    if (!__atomic_compare_exchange_n(cell, &found, (Cell)is, false, __ATOMIC_SEQ_CST,
                                     __ATOMIC_SEQ_CST)) {
        bool drawn = is == CODE_DRAWN;
        __atomic_store_n(cell, (Cell)(drawn ? is : is | DOUBT), __ATOMIC_SEQ_CST);
        if (!drawn) {
            raise_doubt(&scene->pair->doubt[table][scene->orbit], level);
        }
    }
    if (is_equal(scene->pair)) {
        mirror_more(scene, small, was, is);
    } else {
        tell_more(scene, table, small, was, is);
    }
}

/* The first cell in doubt from `at` on. */
static size_t seek_doubt(const Cell *cells, size_t at, size_t end) {
    while (at < end) {
        if ((uintptr_t)(cells + at) % sizeof(CellWord) == 0) {
            while (
                at + CELL_LANES <= end &&
                !(__atomic_load_n((const CellWord *)(const void *)(cells + at), __ATOMIC_RELAXED) &
                  CELL_TOPS)) {
                at += CELL_LANES;
            }
        }
        size_t stop = at + CELL_LANES < end ? at + CELL_LANES : end;
        for (; at < stop; at++) {
            if (load_cell(cells + at) & DOUBT) {
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

static void look_again_at(Scene *scene, unsigned table, unsigned limit) {
    const Pair *pair = scene->pair;
    const Cell *cells = cells_of(pair, table, scene->orbit);
    unsigned later = NEVER;
    for (size_t i = 0; (i = seek_doubt(cells, i, pair->block)) < pair->block; i++) {
        unsigned level = code_level(load_cell(cells + i) & ~DOUBT);
        if (level <= pair->level) {
            look_again(scene, table, i, limit);
        } else {
            later = level < later ? level : later;
        }
    }
    if (later != NEVER) {
        raise_doubt(&pair->doubt[table][scene->orbit], later);
    }
}

static void look_where_too_low(void *context, unsigned worker, size_t first, size_t last) {
    const LimitPass *pass = context;
    Pair *pair = pass->pair;
    Scene *scene = pair->scenes[worker];
    for (size_t orbit = first; orbit < last; orbit++) {
        for (unsigned table = 0; table < PAIR_TABLES; table++) {
            uint8_t *flag = &pair->doubt[table][orbit];
            uint8_t level = __atomic_load_n(flag, __ATOMIC_SEQ_CST);
            if (level == 0 || level > pair->level) {
                continue;
            }
            enter_scene(scene, (uint32_t)orbit);
            __atomic_store_n(flag, 0, __ATOMIC_SEQ_CST);
            look_again_at(scene, table, pass->limit);
        }
    }
}

static bool is_in_doubt(const Pair *pair) {
    for (unsigned table = 0; table < PAIR_TABLES; table++) {
        for (uint32_t orbit = 0; orbit < pair->orbits; orbit++) {
            if (pair->doubt[table][orbit]) {
                return true;
            }
        }
    }
    return false;
}

static PairStatus limit_pair(Pair *pair, unsigned limit) {
    LimitPass pass = {pair, limit};
    if (limit > LIMIT_LEVEL_MAX) {
        return PAIR_TOO_FAR;
    }
    pair->stage = PAIR_LIMIT;
    pair->level = 0;
    if (!run_pass(pair, cut_off, &pass) || !run_pass(pair, tell_of_voids, &pass)) {
        return PAIR_STOPPED;
    }
    for (pair->level = 2; is_in_doubt(pair);
         pair->level = pair->level < limit ? pair->level + 1 : limit) {
        if (!run_pass(pair, look_where_too_low, &pass)) {
            return PAIR_STOPPED;
        }
    }
    return PAIR_DONE;
}
