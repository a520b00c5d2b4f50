/* A hunt for wrong entries: what a search with small tables remembers of positions that larger ones
 * know, nearly all of them inside quiet runs, where a refutation could lean on a repetition. */
#include "solver/inside.h"
#include "support/test.h"
#include "tablegen/folder.h"

static unsigned files = 5, ranks = 5, small = 4, large = 6, memory_mb = 64;

typedef struct Hunt {
    const FanTables *tables;
    size_t proved, refuted, quiet; /* quiet: refuted, and all that follows has as many stones */
    const FanScene *scene;
    FanStands follow;
} Hunt;

static bool compare(void *context, FanStand stand, const FanKnown *known) {
    Hunt *hunt = context;
    FanTableValue value;
    FanPosition position = fan_stand_position(stand);
    bool decided = known->state == FAN_STATE_PROVED || known->state == FAN_STATE_REFUTED;
    if (!decided || stand_stones(stand) > large) {
        return true;
    }
    assert_true(fan_tables_value(hunt->tables, &position, &value));
    assert_int_equal(known->state == FAN_STATE_PROVED,
                     value == (known->attacker ? FAN_TABLE_WIN : FAN_TABLE_LOSS));
    hunt->proved += known->state == FAN_STATE_PROVED;
    hunt->refuted += known->state == FAN_STATE_REFUTED;
    assert_true(fan_stand_follow(hunt->scene, stand, &hunt->follow));
    hunt->quiet += known->state == FAN_STATE_REFUTED && hunt->follow.count > 0 &&
                   is_quiet(stand, hunt->follow.all[0]);
    return true;
}

static void hunt_through(const Folder *folder, const FanTables *few, const FanTables *more,
                         unsigned threads) {
    FanSolver *solver =
        fan_solver_new(&folder->board, &folder->rules, few, (uint64_t)memory_mb << 20);
    assert_non_null(solver);
    FanPosition start = fan_position_start(&folder->board, &folder->rules);
    for (FanSide side = FAN_WHITE; side <= FAN_BLACK; side++) {
        FanFinding finding;
        assert_int_equal(fan_solver_ask(solver, &start, side, threads, NULL, NULL, &finding),
                         FAN_SOLVE_DONE);
        assert_true(finding.verdict != FAN_VERDICT_OPEN);
    }
    Hunt hunt = {.tables = more, .scene = &solver->search.scene};
    assert_true(fan_memo_visit(solver->search.memo, compare, &hunt));
    print_message("%u threads: %zu proved, %zu refuted, %zu of them quiet\n", threads, hunt.proved,
                  hunt.refuted, hunt.quiet);
    assert_true(hunt.proved > 100 && hunt.refuted > 100 && hunt.quiet > 100);
    fan_stands_free(&hunt.follow);
    fan_solver_free(solver);
}

static void nothing_stored_is_wrong(void **state) {
    (void)state;
    Folder folder = folder_new(files, ranks);
    folder_build(&folder, small, FAN_TABLE_DTC, 1);
    FanTables *few = folder_open(&folder);
    folder_build(&folder, large, FAN_TABLE_DTC, 1);
    FanTables *more = folder_open(&folder);
    hunt_through(&folder, few, more, 1);
    hunt_through(&folder, few, more, 2);
    fan_tables_free(few);
    fan_tables_free(more);
    folder_remove(&folder);
}

int main(int argc, char **argv) {
    if (argc >= 5) {
        files = (unsigned)atoi(argv[1]);
        ranks = (unsigned)atoi(argv[2]);
        small = (unsigned)atoi(argv[3]);
        large = (unsigned)atoi(argv[4]);
        memory_mb = argc > 5 ? (unsigned)atoi(argv[5]) : memory_mb;
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(nothing_stored_is_wrong)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
