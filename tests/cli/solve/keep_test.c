/* A long search leaves its state while it goes on. */
#include "cli/arguments.h"
#include "cli/clock.h"
#include "cli/solve/solving.h"
#include "support/test.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MINUTE_MS = 60000, MEMORY = 1 << 20, FOR_MS = 300 };

/* A run that began so long ago, and may go on for a moment. */
typedef struct Run {
    FanArguments arguments;
    FanSolving solving;
    char path[64];
} Run;

static void run_open(Run *run, unsigned minutes) {
    memset(run, 0, sizeof *run);
    strcpy(run->path, "/tmp/fanorona-keep-XXXXXX");
    close(mkstemp(run->path));
    unlink(run->path);
    char *words[] = {"--resume", run->path};
    run->arguments = (FanArguments){.command = &fan_command_solve, .out = tmpfile(), .err = stderr};
    assert_int_equal(fan_arguments_read(&run->arguments, 2, words), FAN_EXIT_FINE);
    FanSolving *solving = &run->solving;
    solving->arguments = &run->arguments;
    solving->ticker.arguments = &run->arguments;
    assert_int_equal(fan_setup_read(&run->arguments, &solving->setup), FAN_EXIT_FINE);
    solving->solver = fan_solver_new(&solving->setup.board, &solving->setup.rules, NULL, MEMORY);
    assert_non_null(solving->solver);
    solving->wins = (FanQuestion){.wanted = true, .attacker = FAN_WHITE};
    solving->loses = (FanQuestion){.wanted = true, .attacker = FAN_BLACK};
    solving->start_ms = fan_now_ms() - minutes * MINUTE_MS;
    solving->budget_ms = minutes * MINUTE_MS + FOR_MS;
}

static void run_close(Run *run) {
    fan_solver_free(run->solving.solver);
    fclose(run->arguments.out);
    fan_arguments_free(&run->arguments);
    unlink(run->path);
}

static void a_state_that_is_due_is_saved_and_the_search_goes_on(void **state) {
    (void)state;
    Run run;
    run_open(&run, 10);
    assert_true(fan_solving_save_due(&run.solving));
    assert_int_equal(fan_solving_answer(&run.solving), FAN_EXIT_FINE);
    assert_int_equal(access(run.path, F_OK), 0);
    assert_false(fan_solving_save_due(&run.solving)); /* not before some minutes */
    assert_true(run.solving.saved_ms < fan_solving_elapsed_ms(&run.solving));
    FanSolver *other =
        fan_solver_new(&run.solving.setup.board, &run.solving.setup.rules, NULL, MEMORY);
    FanSolverError error;
    uint64_t elapsed_ms;
    assert_true(fan_solver_load(other, run.path, &elapsed_ms, &error));
    assert_true(elapsed_ms >= 10 * MINUTE_MS);
    fan_solver_free(other);
    run_close(&run);
}

static void a_state_that_is_not_due_is_not_saved_on_the_way(void **state) {
    (void)state;
    Run run;
    run_open(&run, 1);
    assert_false(fan_solving_save_due(&run.solving));
    assert_int_equal(fan_solving_answer(&run.solving), FAN_EXIT_FINE);
    assert_int_not_equal(access(run.path, F_OK), 0);
    run_close(&run);
}

/* Gigabytes are not written for nothing: here it shows by a file that is not there. */
static void what_is_in_the_file_is_not_written_again(void **state) {
    (void)state;
    Run run;
    run_open(&run, 1);
    assert_int_equal(fan_solving_answer(&run.solving), FAN_EXIT_FINE);
    assert_int_equal(fan_solving_save(&run.solving), FAN_EXIT_FINE);
    assert_int_equal(unlink(run.path), 0);
    assert_int_equal(fan_solving_save(&run.solving), FAN_EXIT_FINE);
    assert_int_not_equal(access(run.path, F_OK), 0);
    run.solving.budget_ms += FOR_MS;
    assert_int_equal(fan_solving_answer(&run.solving), FAN_EXIT_FINE);
    assert_int_equal(fan_solving_save(&run.solving), FAN_EXIT_FINE);
    assert_int_equal(access(run.path, F_OK), 0);
    run_close(&run);
}

/* What takes half a minute to write is not written every five. */
static void writing_takes_a_small_share_of_the_time(void **state) {
    (void)state;
    Run run;
    run_open(&run, 9);
    assert_true(fan_solving_save_due(&run.solving));
    run.solving.save_took_ms = MINUTE_MS / 2;
    assert_false(fan_solving_save_due(&run.solving));
    run.solving.start_ms -= 2 * MINUTE_MS;
    assert_true(fan_solving_save_due(&run.solving));
    run_close(&run);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_state_that_is_due_is_saved_and_the_search_goes_on),
        cmocka_unit_test(a_state_that_is_not_due_is_not_saved_on_the_way),
        cmocka_unit_test(what_is_in_the_file_is_not_written_again),
        cmocka_unit_test(writing_takes_a_small_share_of_the_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
