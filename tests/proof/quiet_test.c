/* What is said of the quiet limit, against the game under that limit, worked out for every position
 * that can come from the start and every number its counter can have. */
#include "solver/brute.h"
#include "solver/solver.h"
#include "support/test.h"
#include "tablegen/folder.h"

#include <stdlib.h>

enum { MEMORY = 8 << 20, LIMIT_MAX = 4 };

/* Values for the side to move under a limit, by counter and number of the position. */
typedef struct Limited {
    const Brute *brute;
    unsigned limit;
    int8_t *values[LIMIT_MAX];
} Limited;

/* A turn's worth to who makes it; `quiet`: the turns without a capture in a row after it. */
static int worth_of(const Limited *limited, FanStand after, unsigned quiet) {
    FanStands none = {0};
    size_t number = brute_find(limited->brute, after);
    if (!after.own) {
        return 1;
    }
    assert_true(number < limited->brute->count);
    if (quiet < limited->limit) {
        return -limited->values[quiet][number];
    }
    /* R5.6: who has no turn has lost before the limit is looked at. */
    assert_true(fan_stand_follow(&limited->brute->scene, after, &none));
    int value = none.count == 0 && limited->brute->scene.rules.blocked == FAN_BLOCKED_LOSS;
    fan_stands_free(&none);
    return value;
}

static int8_t value_of(const Limited *limited, FanStand stand, unsigned quiet, FanStands *follow) {
    int best = -1;
    if (!stand.own || !stand.foe) {
        return stand.own ? 1 : -1;
    }
    assert_true(fan_stand_follow(&limited->brute->scene, stand, follow));
    if (follow->count == 0) {
        return limited->brute->scene.rules.blocked == FAN_BLOCKED_LOSS ? -1 : 0;
    }
    for (size_t i = 0; best < 1 && i < follow->count; i++) {
        bool paika = is_quiet(stand, follow->all[i]);
        int worth = worth_of(limited, follow->all[i], paika ? quiet + 1 : 0);
        best = worth > best ? worth : best;
    }
    return (int8_t)best;
}

/* Fewer stones first, then larger counters. */
static Limited limited_new(const Brute *brute, unsigned limit) {
    Limited limited = {.brute = brute, .limit = limit};
    FanStands follow = {0};
    for (unsigned quiet = 0; quiet < limit; quiet++) {
        limited.values[quiet] = calloc(brute->count, 1);
        assert_non_null(limited.values[quiet]);
    }
    for (unsigned stones = 1; stones < brute->scene.board.points; stones++) {
        for (unsigned quiet = limit; quiet-- > 0;) {
            for (size_t i = 0; i < brute->count; i++) {
                if (stand_stones(brute->stands[i]) == stones) {
                    limited.values[quiet][i] = value_of(&limited, brute->stands[i], quiet, &follow);
                }
            }
        }
    }
    fan_stands_free(&follow);
    return limited;
}

static void limited_free(Limited *limited) {
    for (unsigned quiet = 0; quiet < limited->limit; quiet++) {
        free(limited->values[quiet]);
    }
}

/* How often what was said, and how often the limit does change the value. */
typedef struct Tally {
    unsigned said[FAN_IN_TIME_OPEN + 1], changed;
} Tally;

static void check_position(const Limited *limited, FanSolver *solver, size_t number, unsigned quiet,
                           Tally *tally) {
    const Brute *brute = limited->brute;
    FanPosition position = fan_stand_position(brute->stands[number]);
    FanQuiet found;
    int value = brute->values[number];
    position.quiet = (uint16_t)quiet;
    if (value == 0) {
        return;
    }
    for (FanSide side = FAN_WHITE; side <= FAN_BLACK; side++) {
        FanFinding finding;
        assert_int_equal(fan_solver_ask(solver, &position, side, 1, NULL, NULL, &finding),
                         FAN_SOLVE_DONE);
    }
    assert_int_equal(fan_solver_look_quiet(solver, &position,
                                           value > 0 ? FAN_WORTH_WIN : FAN_WORTH_LOSS,
                                           limited->limit, NULL, NULL, &found),
                     FAN_CERTIFY_DONE);
    bool changes = limited->values[quiet][number] != value;
    assert_false(changes && found.in_time == FAN_IN_TIME);
    assert_false(!changes && found.in_time == FAN_IN_TIME_NOT);
    tally->said[found.in_time]++;
    tally->changed += changes;
}

/* Positions of a board, under a limit, with tables up to so many stones that know it. */
static Tally check_board(const Limited *limited, unsigned stones) {
    const Brute *brute = limited->brute;
    unsigned limit = limited->limit;
    Folder folder = folder_new(brute->scene.board.files, brute->scene.board.ranks);
    folder.quiet_limit = limit;
    FanTables *tables = NULL;
    if (stones > 0) {
        folder_build(&folder, stones, FAN_TABLE_DTC, 1);
        tables = folder_open(&folder);
    }
    FanSolver *solver = fan_solver_new(&folder.board, &folder.rules, tables, MEMORY);
    assert_non_null(solver);
    Tally tally = {0};
    for (size_t i = 0; i < brute->count; i += 1009) {
        for (unsigned quiet = 0; quiet < limit; quiet++) {
            check_position(limited, solver, i, quiet, &tally);
        }
    }
    print_message("limit %u, tables to %u: in time %u, maybe %u, not %u; changed %u\n", limit,
                  stones, tally.said[FAN_IN_TIME], tally.said[FAN_IN_TIME_MAYBE],
                  tally.said[FAN_IN_TIME_NOT], tally.changed);
    fan_solver_free(solver);
    fan_tables_free(tables);
    folder_remove(&folder);
    return tally;
}

static void what_is_said_of_a_limit_is_so(void **state) {
    (void)state;
    FanRules rules = fan_rules_default();
    Brute brute = brute_new(5, 3, &rules, false);
    for (unsigned limit = 2; limit <= LIMIT_MAX; limit += 2) {
        Limited limited = limited_new(&brute, limit);
        Tally without = check_board(&limited, 0);
        Tally with = check_board(&limited, 4);
        assert_true(without.said[FAN_IN_TIME] > 0 && without.said[FAN_IN_TIME_MAYBE] > 0);
        assert_true(with.said[FAN_IN_TIME] > 0 && with.said[FAN_IN_TIME_NOT] > 0);
        assert_int_equal(without.said[FAN_IN_TIME_NOT], 0);
        assert_int_equal(without.said[FAN_IN_TIME_OPEN] + with.said[FAN_IN_TIME_OPEN], 0);
        assert_int_equal(without.changed, with.changed);
        limited_free(&limited);
    }
    brute_free(&brute);
}

/* Tables built for one limit know nothing of another. */
static void tables_without_the_limit_leave_it_open(void **state) {
    (void)state;
    Folder folder = folder_new(5, 3);
    folder_build(&folder, 4, FAN_TABLE_DTC, 1);
    FanTables *tables = folder_open(&folder);
    FanSolver *solver = fan_solver_new(&folder.board, &folder.rules, tables, MEMORY);
    FanPosition start = fan_position_start(&folder.board, &folder.rules);
    static const struct {
        unsigned limit;
        FanInTime in_time;
    } cases[] = {{50, FAN_IN_TIME}, {49, FAN_IN_TIME_OPEN}, {1, FAN_IN_TIME_MAYBE}};
    FanFinding finding;
    assert_int_equal(fan_solver_ask(solver, &start, FAN_WHITE, 1, NULL, NULL, &finding),
                     FAN_SOLVE_DONE);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        FanQuiet quiet;
        assert_int_equal(fan_solver_look_quiet(solver, &start, FAN_WORTH_WIN, cases[i].limit, NULL,
                                               NULL, &quiet),
                         FAN_CERTIFY_DONE);
        assert_int_equal(quiet.in_time, cases[i].in_time);
        assert_true(quiet.longest > 0);
    }
    fan_solver_free(solver);
    fan_tables_free(tables);
    folder_remove(&folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_said_of_a_limit_is_so),
        cmocka_unit_test(tables_without_the_limit_leave_it_open),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
