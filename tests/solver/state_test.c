/* A search put down and taken up again; files that are none of ours, damaged or cut. */
#include "solver/inside.h"
#include "support/test.h"
#include "tablegen/folder.h"

enum { MEMORY = 2 << 20, STOP_AFTER = 3 };

static bool stop(void *context) {
    unsigned *left = context;
    return (*left)-- > 0;
}

static FanSolver *solver_for(const Folder *folder) {
    FanSolver *solver = fan_solver_new(&folder->board, &folder->rules, NULL, MEMORY);
    assert_non_null(solver);
    return solver;
}

static void path_in(const Folder *folder, char path[300]) {
    snprintf(path, 300, "%s/state", folder->path);
}

/* A board on which White wins is solved without tables, and what is remembered of it saved. */
static void save_solved(const Folder *folder, const char *path) {
    FanSolverError error;
    FanFinding finding;
    FanSolver *solver = solver_for(folder);
    FanPosition start = fan_position_start(&folder->board, &folder->rules);
    assert_int_equal(fan_solver_ask(solver, &start, FAN_WHITE, 1, NULL, NULL, &finding),
                     FAN_SOLVE_DONE);
    assert_int_equal(finding.verdict, FAN_VERDICT_YES);
    assert_true(fan_solver_save(solver, path, 1234, &error));
    fan_solver_free(solver);
}

static void what_was_saved_is_known_again(void **state) {
    (void)state;
    Folder folder = folder_new(7, 3);
    char path[300];
    path_in(&folder, path);
    save_solved(&folder, path);
    FanSolver *solver = solver_for(&folder);
    FanSolverError error;
    uint64_t elapsed_ms = 0;
    assert_true(fan_solver_load(solver, path, &elapsed_ms, &error));
    assert_int_equal(elapsed_ms, 1234);
    FanPosition start = fan_position_start(&folder.board, &folder.rules);
    assert_int_equal(fan_solver_known(solver, &start, FAN_WHITE).verdict, FAN_VERDICT_YES);
    assert_true(fan_solver_counts(solver).nodes > 100);
    fan_solver_free(solver);
    folder_remove(&folder);
}

static void a_stopped_search_goes_on(void **state) {
    (void)state;
    Folder folder = folder_new(9, 5);
    char path[300];
    path_in(&folder, path);
    FanSolver *solver = solver_for(&folder);
    FanSolverError error;
    FanFinding finding;
    FanPosition start = fan_position_start(&folder.board, &folder.rules);
    unsigned left = STOP_AFTER;
    assert_int_equal(fan_solver_ask(solver, &start, FAN_WHITE, 2, stop, &left, &finding),
                     FAN_SOLVE_STOPPED);
    assert_int_equal(finding.verdict, FAN_VERDICT_OPEN);
    uint64_t nodes = fan_solver_counts(solver).nodes, elapsed_ms;
    assert_true(fan_solver_save(solver, path, 0, &error));
    fan_solver_free(solver);

    solver = solver_for(&folder);
    assert_true(fan_solver_load(solver, path, &elapsed_ms, &error));
    FanFinding known = fan_solver_known(solver, &start, FAN_WHITE);
    assert_int_equal(known.proof, finding.proof);
    assert_int_equal(known.disproof, finding.disproof);
    left = 1;
    assert_int_equal(fan_solver_ask(solver, &start, FAN_WHITE, 1, stop, &left, &finding),
                     FAN_SOLVE_STOPPED);
    assert_true(fan_solver_counts(solver).nodes > nodes);
    fan_solver_free(solver);
    folder_remove(&folder);
}

/* Whether all that was worth writing is there again: what is decided, and what took work. */
static bool is_known_there(void *context, FanStand stand, const FanKnown *known) {
    FanSolver *other = context;
    FanKnown there = fan_memo_look(other->search.memo, stand, known->attacker);
    bool written = known->state != FAN_STATE_OPEN || known->work >= 4;
    return there.state == (written ? known->state : FAN_STATE_NONE) &&
           (!written || (there.work == known->work && there.answer == known->answer &&
                         there.proof == known->proof && there.disproof == known->disproof));
}

static void what_is_found_again_at_once_is_left_out(void **state) {
    (void)state;
    Folder folder = folder_new(9, 5);
    char path[300];
    path_in(&folder, path);
    FanSolver *solver = solver_for(&folder), *other = solver_for(&folder);
    FanSolverError error;
    FanFinding finding;
    FanPosition start = fan_position_start(&folder.board, &folder.rules);
    unsigned left = 1;
    uint64_t elapsed_ms;
    assert_int_equal(fan_solver_ask(solver, &start, FAN_WHITE, 1, stop, &left, &finding),
                     FAN_SOLVE_STOPPED);
    assert_true(fan_solver_save(solver, path, 0, &error));
    assert_true(fan_solver_load(other, path, &elapsed_ms, &error));
    assert_true(fan_memo_visit(solver->search.memo, is_known_there, other));
    assert_true(fan_memo_used(other->search.memo) < fan_memo_used(solver->search.memo));
    fan_solver_free(solver);
    fan_solver_free(other);
    folder_remove(&folder);
}

/* A watch that saves, and reads what it saved, until that fails. */
typedef struct Saving {
    const Folder *folder;
    FanSolver *solver;
    const char *path;
    unsigned left;
    FanSolverError error;
} Saving;

static bool save_and_load(void *context) {
    Saving *saving = context;
    FanSolverError *error = &saving->error;
    uint64_t elapsed_ms;
    FanSolver *other = solver_for(saving->folder);
    bool good = fan_solver_save(saving->solver, saving->path, 5, error) &&
                fan_solver_load(other, saving->path, &elapsed_ms, error);
    fan_solver_free(other);
    return good && saving->left-- > 0;
}

static void what_is_saved_while_threads_go_on_is_whole(void **state) {
    (void)state;
    Folder folder = folder_new(9, 5);
    char path[300];
    path_in(&folder, path);
    FanFinding finding;
    FanPosition start = fan_position_start(&folder.board, &folder.rules);
    Saving saving = {&folder, solver_for(&folder), path, STOP_AFTER, {""}};
    assert_int_equal(
        fan_solver_ask(saving.solver, &start, FAN_WHITE, 2, save_and_load, &saving, &finding),
        FAN_SOLVE_STOPPED);
    assert_string_equal(saving.error.text, "");
    fan_solver_free(saving.solver);
    folder_remove(&folder);
}

static void write_file(const char *path, const uint8_t *bytes, size_t count) {
    FILE *stream = fopen(path, "wb");
    assert_non_null(stream);
    assert_int_equal(fwrite(bytes, 1, count, stream), count);
    assert_int_equal(fclose(stream), 0);
}

static void expect_refused(const Folder *folder, const char *path) {
    FanSolverError error = {""};
    uint64_t elapsed_ms;
    FanSolver *solver = solver_for(folder);
    assert_false(fan_solver_load(solver, path, &elapsed_ms, &error));
    assert_non_null(strstr(error.text, path));
    fan_solver_free(solver);
}

static void damage_anywhere_is_refused(void **state) {
    (void)state;
    Folder folder = folder_new(5, 3);
    char path[300];
    size_t count;
    path_in(&folder, path);
    save_solved(&folder, path);
    uint8_t *bytes = file_read(path, &count);
    assert_non_null(bytes);
    for (size_t at = 0; at < count; at += at < 80 ? 1 : count / 50) {
        bytes[at] ^= 0x40;
        write_file(path, bytes, count);
        expect_refused(&folder, path);
        bytes[at] ^= 0x40;
    }
    write_file(path, bytes, count - 1);
    expect_refused(&folder, path);
    write_file(path, bytes, 20);
    expect_refused(&folder, path);
    free(bytes);
    folder_remove(&folder);
}

static void the_state_of_another_board_is_refused(void **state) {
    (void)state;
    Folder folder = folder_new(7, 3), other = folder_new(3, 7);
    char path[300];
    path_in(&folder, path);
    save_solved(&folder, path);
    expect_refused(&other, path);
    other.board = folder.board;
    other.rules.blocked = FAN_BLOCKED_DRAW;
    expect_refused(&other, path);
    folder_remove(&folder);
    folder_remove(&other);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_saved_is_known_again),
        cmocka_unit_test(a_stopped_search_goes_on),
        cmocka_unit_test(what_is_saved_while_threads_go_on_is_whole),
        cmocka_unit_test(what_is_found_again_at_once_is_left_out),
        cmocka_unit_test(damage_anywhere_is_refused),
        cmocka_unit_test(the_state_of_another_board_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
