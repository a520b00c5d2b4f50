/* The engine protocol over real pipes: it listens while it searches. */
#include "support/test.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATIENCE_S = 120 }; /* until a session that says nothing ends the test */

static const char *program;

typedef struct Session {
    pid_t child;
    FILE *to, *from;
} Session;

static Session begin(void) {
    int in[2], out[2];
    assert_int_equal(pipe(in), 0);
    assert_int_equal(pipe(out), 0);
    Session session = {.child = fork()};
    if (session.child == 0) {
        dup2(in[0], STDIN_FILENO);
        dup2(out[1], STDOUT_FILENO);
        close(in[0]), close(in[1]), close(out[0]), close(out[1]);
        execl(program, program, "ugi", (char *)NULL);
        _exit(127);
    }
    assert_true(session.child > 0);
    close(in[0]);
    close(out[1]);
    session.to = fdopen(in[1], "w");
    session.from = fdopen(out[0], "r");
    assert_non_null(session.to);
    assert_non_null(session.from);
    return session;
}

static void say(Session *session, const char *line) {
    assert_true(fprintf(session->to, "%s\n", line) > 0);
    assert_int_equal(fflush(session->to), 0);
}

/* Reads lines until one begins so; no line before it may begin with `never`. */
static void hear(Session *session, const char *wanted, const char *never) {
    char line[1 << 14];
    do {
        if (!fgets(line, sizeof line, session->from)) {
            fail_msg("the session ended before it said %s", wanted);
        }
        if (strncmp(line, wanted, strlen(wanted)) != 0 &&
            strncmp(line, never, strlen(never)) == 0) {
            fail_msg("it said %s before %s", line, wanted);
        }
    } while (strncmp(line, wanted, strlen(wanted)) != 0);
}

/* Returns the exit status. */
static int end(Session *session) {
    int status;
    fclose(session->to);
    assert_int_equal(waitpid(session->child, &status, 0), session->child);
    fclose(session->from);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void test_answers_while_it_searches(void **state) {
    (void)state;
    Session session = begin();
    say(&session, "go infinite");
    hear(&session, "info depth 3 ", "bestmove");
    say(&session, "isready");
    hear(&session, "readyok", "bestmove");
    say(&session, "query gameover");
    hear(&session, "response false", "bestmove");
    say(&session, "stop");
    hear(&session, "bestmove ", "response");
    say(&session, "isready");
    hear(&session, "readyok", "bestmove");
    say(&session, "quit");
    assert_int_equal(end(&session), 0);
}

/* The last position the search would see never comes: only the pipe ends it. */
static void test_ends_with_the_pipe(void **state) {
    (void)state;
    Session session = begin();
    say(&session, "go infinite");
    hear(&session, "info depth 2 ", "bestmove");
    assert_int_equal(end(&session), 0);
}

/* Half a line is no line, however long the rest is coming. */
static void test_waits_for_the_whole_line(void **state) {
    (void)state;
    Session session = begin();
    fputs("isr", session.to);
    fflush(session.to);
    say(&session, "eady");
    hear(&session, "readyok", "info");
    say(&session, "quit");
    assert_int_equal(end(&session), 0);
}

int main(int count, char **words) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_answers_while_it_searches),
        cmocka_unit_test(test_ends_with_the_pipe),
        cmocka_unit_test(test_waits_for_the_whole_line),
    };
    if (count < 2) {
        return 2;
    }
    program = words[1];
    signal(SIGPIPE, SIG_IGN);
    alarm(PATIENCE_S);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
