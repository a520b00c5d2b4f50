/* Children that read nothing, say too much or die: whoever talks to them is never held. */
#include "cli/match/process.h"

#include "cli/clock.h"
#include "support/test.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

enum {
    LONG_MS = 100000, /* until a test that hangs is given up; none waits for it */
    SHORT_MS = 100,
    MUCH = 4 << 20, /* more than pipes hold */
};

static atomic_bool stop;
static FanProcess process;

static void start(const char *command) {
    atomic_store(&stop, false);
    assert_int_equal(fan_process_start(&process, command, &stop), 0);
}

static FanProcessStatus say(const char *text, uint64_t wait_ms) {
    return fan_process_say(&process, text, strlen(text), fan_now_ms() + wait_ms);
}

static FanProcessStatus hear(char **line, uint64_t wait_ms) {
    size_t length;
    FanProcessStatus status = fan_process_hear(&process, fan_now_ms() + wait_ms, line, &length);
    assert_true(status != FAN_PROCESS_OK || strlen(*line) == length);
    return status;
}

static void expect(const char *wanted) {
    char *line;
    assert_int_equal(hear(&line, LONG_MS), FAN_PROCESS_OK);
    assert_string_equal(line, wanted);
}

static void end(uint64_t grace_ms) {
    pid_t pid = process.pid;
    fan_process_end(&process, grace_ms);
    assert_true(kill(pid, 0) != 0 && errno == ESRCH); /* not even a zombie */
    assert_null(process.text);
    fan_process_end(&process, 0); /* twice does no harm */
}

static char *much_text(void) {
    char *text = malloc(MUCH + 1);
    assert_non_null(text);
    memset(text, 'x', MUCH);
    text[MUCH - 1] = '\n';
    text[MUCH] = '\0';
    return text;
}

static void test_lines_there_and_back(void **state) {
    (void)state;
    start("cat");
    assert_int_equal(say("one\ntwo\n\nthree", LONG_MS), FAN_PROCESS_OK);
    expect("one");
    expect("two");
    expect("");
    char *line;
    assert_int_equal(hear(&line, SHORT_MS), FAN_PROCESS_LATE); /* half a line is none */
    assert_int_equal(say(" four\n", LONG_MS), FAN_PROCESS_OK);
    expect("three four");
    end(LONG_MS);
}

static void test_one_that_reads_nothing(void **state) {
    (void)state;
    char *text = much_text();
    start("sleep 1000");
    assert_int_equal(say(text, SHORT_MS), FAN_PROCESS_LATE);
    atomic_store(&stop, true);
    assert_int_equal(say(text, LONG_MS), FAN_PROCESS_STOPPED);
    end(0);
    free(text);
}

/* It stops reading until what it says is read. */
static void test_one_that_talks_while_it_is_talked_to(void **state) {
    (void)state;
    char *text = much_text();
    start("cat");
    assert_int_equal(say(text, LONG_MS), FAN_PROCESS_OK);
    assert_int_equal(say("after\n", LONG_MS), FAN_PROCESS_OK);
    expect("after");
    end(LONG_MS);
    free(text);
}

static void test_waiting_can_be_stopped(void **state) {
    (void)state;
    char *line;
    start("sleep 1000");
    assert_int_equal(hear(&line, SHORT_MS), FAN_PROCESS_LATE);
    atomic_store(&stop, true);
    assert_int_equal(hear(&line, LONG_MS), FAN_PROCESS_STOPPED);
    end(0);
}

static void test_ends_are_told(void **state) {
    (void)state;
    static const char *const ends[][2] = {
        {"exit 4;", "exited with status 4"},
        {"true", "exited with status 0"},
        {"sh -c 'kill -9 $$'", "was ended by signal 9 (SIGKILL)"},
        {"exec >&-; sleep 1000", "closed its output"},
        {"2>/dev/null /nonexistent/engine", "exited with status 127"},
    };
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        char *line, text[FAN_PROCESS_END_MAX];
        start(ends[i][0]);
        assert_int_equal(hear(&line, LONG_MS), FAN_PROCESS_CLOSED);
        assert_string_equal(fan_process_how_ended(&process, text), ends[i][1]);
        end(0);
    }
}

static void test_talking_to_the_dead(void **state) {
    (void)state;
    char *line, text[FAN_PROCESS_END_MAX];
    start("true");
    assert_int_equal(hear(&line, LONG_MS), FAN_PROCESS_CLOSED);
    assert_string_equal(fan_process_how_ended(&process, text), "exited with status 0");
    assert_int_equal(say("hello\n", LONG_MS), FAN_PROCESS_CLOSED);
    end(0);
}

static void test_lines_too_long_are_passed_over(void **state) {
    (void)state;
    char *line;
    start(
        "for n in 65535 65536 200000; do head -c $n /dev/zero | tr '\\0' x; echo; done; echo end");
    assert_int_equal(hear(&line, LONG_MS), FAN_PROCESS_OK);
    assert_int_equal(strlen(line), FAN_PROCESS_LINE_MAX - 1);
    expect("end");
    end(LONG_MS);
}

static void test_a_flood_is_told(void **state) {
    (void)state;
    char *line;
    FanProcessStatus status;
    start("yes");
    do {
        status = hear(&line, LONG_MS);
    } while (status == FAN_PROCESS_OK);
    assert_int_equal(status, FAN_PROCESS_FLOOD);
    end(0);
}

static void test_forgets_what_was_said(void **state) {
    (void)state;
    start("cat");
    assert_int_equal(say("one\ntwo\nthree\nha", LONG_MS), FAN_PROCESS_OK);
    expect("one");
    char *line;
    assert_int_equal(hear(&line, LONG_MS), FAN_PROCESS_OK);
    assert_int_equal(hear(&line, LONG_MS), FAN_PROCESS_OK);
    assert_int_equal(hear(&line, SHORT_MS), FAN_PROCESS_LATE);
    fan_process_forget(&process);
    assert_int_equal(say("lf\nfour\n", LONG_MS), FAN_PROCESS_OK);
    expect("four"); /* the end of a line forgotten belongs to it */
    end(LONG_MS);
}

static void test_grace_is_for_those_who_use_it(void **state) {
    (void)state;
    char *line;
    start("trap '' TERM INT HUP; echo up; while :; do sleep 1000; done");
    assert_int_equal(hear(&line, LONG_MS), FAN_PROCESS_OK);
    end(SHORT_MS);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines_there_and_back),
        cmocka_unit_test(test_one_that_reads_nothing),
        cmocka_unit_test(test_one_that_talks_while_it_is_talked_to),
        cmocka_unit_test(test_waiting_can_be_stopped),
        cmocka_unit_test(test_ends_are_told),
        cmocka_unit_test(test_talking_to_the_dead),
        cmocka_unit_test(test_lines_too_long_are_passed_over),
        cmocka_unit_test(test_a_flood_is_told),
        cmocka_unit_test(test_forgets_what_was_said),
        cmocka_unit_test(test_grace_is_for_those_who_use_it),
    };
    signal(SIGPIPE, SIG_IGN); /* as the program does */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
