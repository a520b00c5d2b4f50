/* What the solver says, and everything it remembers, against values worked out without a search. */
#include "solver/brute.h"
#include "solver/inside.h"
#include "support/test.h"
#include "tablegen/folder.h"

enum { MEMORY = 8 << 20, LITTLE = 128 << 10, EVERY = 200 };

static bool slow; /* all boards by the slow generator */

static int solve(FanSolver *solver, const FanPosition *position, unsigned threads) {
    FanFinding wins, loses;
    FanSide side = (FanSide)position->side;
    assert_int_equal(fan_solver_ask(solver, position, side, threads, NULL, NULL, &wins),
                     FAN_SOLVE_DONE);
    assert_int_equal(
        fan_solver_ask(solver, position, fan_other_side(side), threads, NULL, NULL, &loses),
        FAN_SOLVE_DONE);
    assert_false(wins.verdict == FAN_VERDICT_YES && loses.verdict == FAN_VERDICT_YES);
    return wins.verdict == FAN_VERDICT_YES ? 1 : loses.verdict == FAN_VERDICT_YES ? -1 : 0;
}

typedef struct Comparing {
    const Brute *brute;
    size_t compared;
} Comparing;

static bool compare(void *context, FanStand stand, const FanKnown *known) {
    Comparing *comparing = context;
    if (known->state == FAN_STATE_PROVED || known->state == FAN_STATE_REFUTED) {
        size_t number = brute_find(comparing->brute, stand);
        assert_true(number < comparing->brute->count);
        int value = comparing->brute->values[number];
        assert_int_equal(known->state == FAN_STATE_PROVED, value == (known->attacker ? 1 : -1));
        comparing->compared++;
    }
    return true;
}

/* The start, some positions, and all that is stored. */
static void check_solver(const Brute *brute, FanSolver *solver, unsigned threads) {
    FanPosition start = fan_position_start(&brute->scene.board, &brute->scene.rules);
    assert_int_equal(solve(solver, &start, threads), brute->values[0]);
    for (size_t i = 1; i < brute->count; i += EVERY) {
        FanPosition position = fan_stand_position(brute->stands[i]);
        assert_int_equal(solve(solver, &position, threads), brute->values[i]);
    }
    Comparing comparing = {brute, 0};
    assert_true(fan_memo_visit(solver->search.memo, compare, &comparing));
    assert_true(comparing.compared > 10);
}

static void check_board(unsigned files, unsigned ranks, const FanRules *rules) {
    Brute brute = brute_new(files, ranks, rules, slow);
    Folder folder = folder_new(files, ranks);
    folder.rules = *rules;
    static const struct {
        unsigned stones, threads;
        uint64_t memory;
    } ways[] = {{0, 1, MEMORY}, {0, 2, MEMORY}, {2, 1, MEMORY}, {4, 2, MEMORY}, {0, 1, LITTLE}};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        if (ways[i].stones > 0) {
            folder_build(&folder, ways[i].stones, FAN_TABLE_DTC, 1);
        }
        FanTables *tables = folder_open(&folder);
        FanSolver *solver = fan_solver_new(&folder.board, rules, ways[i].stones > 0 ? tables : NULL,
                                           ways[i].memory);
        assert_non_null(solver);
        check_solver(&brute, solver, ways[i].threads);
        fan_solver_free(solver);
        fan_tables_free(tables);
    }
    folder_remove(&folder);
    brute_free(&brute);
}

static void values_of_3x3_are_right(void **state) {
    (void)state;
    slow = true;
    FanRules rules = fan_rules_default();
    check_board(3, 3, &rules);
}

static void values_of_3x5_are_right(void **state) {
    (void)state;
    FanRules rules = fan_rules_default();
    check_board(3, 5, &rules);
}

static void values_of_5x3_are_right(void **state) {
    (void)state;
    FanRules rules = fan_rules_default();
    check_board(5, 3, &rules);
}

static void values_of_3x3_with_other_rules_are_right(void **state) {
    (void)state;
    static const char *const texts[] = {"blocked=draw", "chain=mandatory",
                                        "blocked=draw,chain=mandatory"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        FanRules rules;
        assert_true(fan_rules_read(&rules, texts[i], strlen(texts[i]), NULL));
        slow = false;
        check_board(3, 3, &rules);
    }
}

int main(int argc, char **argv) {
    bool all = argc < 2 || strcmp(argv[1], "few") != 0;
    const struct CMUnitTest few[] = {
        cmocka_unit_test(values_of_3x3_are_right),
        cmocka_unit_test(values_of_3x3_with_other_rules_are_right),
    };
    const struct CMUnitTest more[] = {
        cmocka_unit_test(values_of_3x5_are_right),
        cmocka_unit_test(values_of_5x3_are_right),
    };
    int failed = cmocka_run_group_tests(few, NULL, NULL);
    slow = argc > 1 && strcmp(argv[1], "slow") == 0;
    return failed + (all ? cmocka_run_group_tests(more, NULL, NULL) : 0);
}
