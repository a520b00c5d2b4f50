/* A part of pair_body.h: the scene, that is, what holds for one outer set. */
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
