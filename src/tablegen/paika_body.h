/* A part of pair_body.h: from what is decided back to what comes before it, one paika. */

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
