#include "solver/brute.h"

#include "check/check.h"
#include "support/test.h"

typedef struct Edges {
    uint32_t *to;
    size_t count, capacity;
    size_t *firsts; /* by position, and one more */
} Edges;

static size_t hash(const Brute *brute, FanStand stand) {
    uint64_t key =
        stand.own * UINT64_C(0x9E3779B97F4A7C15) ^ stand.foe * UINT64_C(0xBF58476D1CE4E5B9);
    return (size_t)(key ^ key >> 29) & (brute->places_count - 1);
}

static uint32_t *place_of(const Brute *brute, FanStand stand) {
    size_t at = hash(brute, stand);
    while (brute->places[at] && !same_stand(brute->stands[brute->places[at] - 1], stand)) {
        at = (at + 1) & (brute->places_count - 1);
    }
    return &brute->places[at];
}

size_t brute_find(const Brute *brute, FanStand stand) {
    return (size_t)*place_of(brute, stand) - 1;
}

static uint32_t add(Brute *brute, FanStand stand) {
    uint32_t *place = place_of(brute, stand);
    if (*place == 0) {
        assert_true(brute->count < brute->places_count / 2);
        brute->stands[brute->count] = stand;
        *place = (uint32_t)++brute->count;
    }
    return *place - 1;
}

/* --- what follows, by the slow generator --------------------------------------------------------
 */

static CheckPosition checked_of(const FanScene *scene, FanStand stand) {
    CheckPosition position = {
        .files = scene->board.files, .ranks = scene->board.ranks, .side = CHECK_WHITE, .number = 1};
    memset(position.stones, CHECK_EMPTY, sizeof position.stones);
    for (int point = 0; point < scene->board.points; point++) {
        char *stone = &position.stones[point / position.files][point % position.files];
        *stone = stand.own >> point & 1   ? CHECK_WHITE
                 : stand.foe >> point & 1 ? CHECK_BLACK
                                          : CHECK_EMPTY;
    }
    return position;
}

typedef struct Following {
    const FanScene *scene;
    FanStands *stands;
} Following;

static bool note(void *context, const CheckTurn *turn) {
    Following *following = context;
    FanStands *stands = following->stands;
    FanStand stand = {0, 0};
    for (int point = 0; point < following->scene->board.points; point++) {
        char stone = turn->after.stones[point / turn->after.files][point % turn->after.files];
        stand.own |= (FanPoints)(stone == CHECK_BLACK) << point;
        stand.foe |= (FanPoints)(stone == CHECK_WHITE) << point;
    }
    if (stands->count == stands->capacity) {
        stands->capacity = stands->capacity ? stands->capacity * 2 : 64;
        stands->all = realloc(stands->all, stands->capacity * sizeof *stands->all);
        assert_non_null(stands->all);
    }
    stands->all[stands->count++] = fan_stand_fold(following->scene, stand);
    return true;
}

static void follow(const FanScene *scene, bool slow, FanStand stand, FanStands *stands) {
    if (!slow) {
        assert_true(fan_stand_follow(scene, stand, stands));
        return;
    }
    CheckRules rules = check_rules_default();
    CheckPosition position = checked_of(scene, stand);
    Following following = {scene, stands};
    stands->count = 0;
    check_turns_visit(&rules, &position, note, &following);
}

/* --- all positions, then their values -----------------------------------------------------------
 */

static void open_all(Brute *brute, Edges *edges, bool slow) {
    FanStands stands = {0};
    edges->firsts = calloc(brute->places_count / 2 + 1, sizeof *edges->firsts);
    assert_non_null(edges->firsts);
    for (size_t i = 0; i < brute->count; i++) {
        follow(&brute->scene, slow, brute->stands[i], &stands);
        edges->firsts[i] = edges->count;
        for (size_t k = 0; k < stands.count; k++) {
            if (edges->count == edges->capacity) {
                edges->capacity = edges->capacity ? edges->capacity * 2 : 4096;
                edges->to = realloc(edges->to, edges->capacity * sizeof *edges->to);
                assert_non_null(edges->to);
            }
            edges->to[edges->count++] = add(brute, stands.all[k]);
        }
    }
    edges->firsts[brute->count] = edges->count;
    fan_stands_free(&stands);
}

/* What a position is worth by the values found so far: 0 while it is open. */
static int8_t judge(const Brute *brute, const Edges *edges, size_t i) {
    bool all_won = true;
    for (size_t e = edges->firsts[i]; e < edges->firsts[i + 1]; e++) {
        if (brute->values[edges->to[e]] < 0) {
            return 1;
        }
        all_won &= brute->values[edges->to[e]] > 0;
    }
    bool stuck = edges->firsts[i] == edges->firsts[i + 1] && brute->stands[i].own != 0;
    bool drawn = stuck && brute->scene.rules.blocked == FAN_BLOCKED_DRAW;
    return all_won && !drawn ? -1 : 0;
}

static void judge_all(Brute *brute, const Edges *edges) {
    brute->values = calloc(brute->count, 1);
    assert_non_null(brute->values);
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = brute->count; i-- > 0;) {
            if (brute->values[i] == 0) {
                brute->values[i] = judge(brute, edges, i);
                changed |= brute->values[i] != 0;
            }
        }
    }
}

Brute brute_new(unsigned files, unsigned ranks, const FanRules *rules, bool slow) {
    FanBoard board;
    Brute brute = {.places_count = 1 << 19};
    Edges edges = {0};
    assert_true(fan_board_init(&board, files, ranks));
    fan_scene_init(&brute.scene, &board, rules);
    FanPosition start = fan_position_start(&board, rules);
    brute.places = calloc(brute.places_count, sizeof *brute.places);
    brute.stands = calloc(brute.places_count / 2, sizeof *brute.stands);
    assert_true(brute.places && brute.stands);
    add(&brute, fan_stand_of(&brute.scene, &start));
    open_all(&brute, &edges, slow);
    judge_all(&brute, &edges);
    free(edges.to);
    free(edges.firsts);
    return brute;
}

void brute_free(Brute *brute) {
    free(brute->stands);
    free(brute->values);
    free(brute->places);
}
