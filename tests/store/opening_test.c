/* Opening: what is refused, and with which word; versions; ownership; backup. */
#include "desk.h"

#include <fcntl.h>
#include <libpq-fe.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char error[FAN_STORE_ERROR_MAX];

static void require_said(const char *part) {
    if (strstr(error, part) == NULL) {
        fail_msg("\"%s\" does not say \"%s\"", error, part);
    }
}

/* Statements given to the database behind the store's back. */
static void meddle(const char *place, const char *sql) {
    if (desk_is_postgres()) {
        PGconn *connection = PQconnectdb(place);
        PGresult *result = PQexec(connection, sql);
        if (PQresultStatus(result) != PGRES_COMMAND_OK) {
            fail_msg("%s: %s", sql, PQerrorMessage(connection));
        }
        PQclear(result);
        PQfinish(connection);
    } else {
        sqlite3 *handle;
        assert_int_equal(sqlite3_open(place, &handle), SQLITE_OK);
        if (sqlite3_exec(handle, sql, NULL, NULL, NULL) != SQLITE_OK) {
            fail_msg("%s: %s", sql, sqlite3_errmsg(handle));
        }
        sqlite3_close(handle);
    }
}

static void write_file(const char *path, const void *bytes, size_t count) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, count, file), count);
    assert_int_equal(fclose(file), 0);
}

static void an_empty_database_is_filled_and_a_newer_one_refused(void **state) {
    (void)state;
    const char *place = desk_place();
    assert_int_equal(desk_try(place, error), FAN_STORE_OPENED);
    assert_int_equal(desk_try(place, error), FAN_STORE_OPENED);
    meddle(place, desk_is_postgres() ? "UPDATE fanorona_version SET version = 99"
                                     : "PRAGMA user_version = 99");
    assert_int_equal(desk_try(place, error), FAN_STORE_NEWER);
    require_said("newer version of the program (99;");
}

static void a_database_of_another_program_is_left_alone(void **state) {
    (void)state;
    const char *place = desk_place();
    meddle(place, "CREATE TABLE recipes (name TEXT)");
    assert_int_equal(desk_try(place, error), FAN_STORE_DAMAGED);
    require_said("a database of another program");
    meddle(place, "DROP TABLE recipes");
    if (!desk_is_postgres()) {
        char owner[600];
        snprintf(owner, sizeof owner, "%s-owner", place);
        assert_int_equal(access(owner, F_OK), -1);
        meddle(place, "PRAGMA application_id = 7");
        assert_int_equal(desk_try(place, error), FAN_STORE_DAMAGED);
        meddle(place, "PRAGMA application_id = 0");
    }
    assert_int_equal(desk_try(place, error), FAN_STORE_OPENED);
}

/* Two processes that find nothing: one makes the tables, the other finds them made. */
static void many_may_open_an_empty_database_at_once(void **state) {
    (void)state;
    if (!desk_is_postgres()) {
        return;
    }
    const char *place = desk_place();
    enum { PROCESSES = 4 };
    pid_t children[PROCESSES];
    for (unsigned i = 0; i < PROCESSES; i++) {
        children[i] = fork();
        if (children[i] == 0) {
            bool opened = desk_try(place, error) == FAN_STORE_OPENED;
            if (!opened) {
                fprintf(stderr, "%s\n", error);
            }
            _exit(opened ? 0 : 1);
        }
    }
    for (unsigned i = 0; i < PROCESSES; i++) {
        int status;
        assert_int_equal(waitpid(children[i], &status, 0), children[i]);
        assert_int_equal(status, 0);
    }
}

static void what_cannot_be_reached_is_said_without_secrets(void **state) {
    (void)state;
    if (!desk_is_postgres()) {
        return;
    }
    assert_int_equal(desk_try("postgres://me:secret@/db?host=/nowhere", error), FAN_STORE_ADDRESS);
    require_said("postgres://me:***@/db?host=/nowhere");
    assert_int_equal(desk_try("postgres:///db?host=/nowhere&password=secret&port=1", error),
                     FAN_STORE_ADDRESS);
    require_said("password=***&port=1");
    assert_int_equal(desk_try("postgres:///db?nonsense=1", error), FAN_STORE_ADDRESS);
    require_said("nonsense");
    assert_int_equal(desk_try("postgres://me:sec%zzret@/db", error), FAN_STORE_ADDRESS);
    assert_null(strstr(error, "sec"));
    require_said("percent-encoded");
    assert_int_equal(desk_try("postgres://me:secret@[::/db", error), FAN_STORE_ADDRESS);
    assert_null(strstr(error, "secret"));
    assert_int_equal(desk_try("postgres://me:sec@ret@/db?host=/nowhere", error), FAN_STORE_ADDRESS);
    require_said("postgres://me:***@/db");
}

static void only_utf8_will_do(void **state) {
    (void)state;
    if (!desk_is_postgres()) {
        return;
    }
    const char *address = getenv("FANORONA_TEST_POSTGRES");
    char place[600];
    const char *name = strrchr(address, '/');
    meddle(address, "CREATE DATABASE ascii ENCODING 'SQL_ASCII' TEMPLATE template0");
    snprintf(place, sizeof place, "%.*s/ascii%s", (int)(name - address), address,
             strchr(name, '?'));
    assert_int_equal(desk_try(place, error), FAN_STORE_ADDRESS);
    require_said("encoding is not UTF8");
    meddle(address, "DROP DATABASE ascii");
}

/* --- files -------------------------------------------------------------------------------------
 */

static void what_is_no_database_is_refused(void **state) {
    (void)state;
    if (desk_is_postgres()) {
        return;
    }
    const char *place = desk_place();
    static char text[8192];
    memset(text, 'x', sizeof text);
    write_file(place, text, sizeof text);
    assert_int_equal(desk_try(place, error), FAN_STORE_DAMAGED);
    require_said(place);
    write_file(place, "", 0);
    assert_int_equal(desk_try(place, error), FAN_STORE_OPENED);
    char path[600];
    snprintf(path, sizeof path, "%s/in-a-file", place);
    assert_int_equal(desk_try(path, error), FAN_STORE_ADDRESS);
    snprintf(path, sizeof path, "%s-nowhere/x.db", place);
    assert_int_equal(desk_try(path, error), FAN_STORE_ADDRESS);
    require_said("No such file or directory");
    assert_int_equal(desk_try("/proc/x.db", error), FAN_STORE_ADDRESS);
    require_said("cannot be made");
    assert_int_equal(desk_try("/", error), FAN_STORE_ADDRESS);
    assert_int_equal(desk_try("/tmp", error), FAN_STORE_ADDRESS);
    assert_int_equal(desk_try("", error), FAN_STORE_ADDRESS);
}

/* The superuser may write anything, so another has to try. */
static FanStoreOpening try_as_nobody(const char *place) {
    pid_t child = fork();
    if (child == 0) {
        if (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0)) {
            _exit(99);
        }
        _exit((int)desk_try(place, error));
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    return (FanStoreOpening)WEXITSTATUS(status);
}

static void what_must_not_be_written_is_no_place(void **state) {
    (void)state;
    if (desk_is_postgres()) {
        return;
    }
    const char *place = desk_place();
    char folder[600];
    snprintf(folder, sizeof folder, "%.*s", (int)(strrchr(place, '/') - place), place);
    assert_int_equal(desk_try(place, error), FAN_STORE_OPENED);
    assert_int_equal(chmod(place, 0444), 0);
    assert_int_equal(chmod(folder, 0777), 0);
    assert_int_equal(try_as_nobody(place), FAN_STORE_ADDRESS);
    /* Nor a folder that nothing can be put into. */
    assert_int_equal(chmod(place, 0666), 0);
    assert_int_equal(chmod(folder, 0555), 0);
    assert_int_equal(try_as_nobody(place), FAN_STORE_ADDRESS);
    assert_int_equal(chmod(folder, 0700), 0);
}

static void a_broken_file_is_refused(void **state) {
    (void)state;
    if (desk_is_postgres()) {
        return;
    }
    const char *place = desk_place();
    assert_int_equal(desk_try(place, error), FAN_STORE_OPENED);
    struct stat status;
    assert_int_equal(stat(place, &status), 0);
    int file = open(place, O_WRONLY);
    char rubbish[2048];
    memset(rubbish, 0xa5, sizeof rubbish);
    for (off_t at = 4096; at < status.st_size; at += 4096) {
        assert_int_equal(pwrite(file, rubbish, sizeof rubbish, at), sizeof rubbish);
    }
    close(file);
    assert_int_equal(desk_try(place, error), FAN_STORE_DAMAGED);
    /* Half a file. */
    const char *other = desk_place();
    assert_int_equal(desk_try(other, error), FAN_STORE_OPENED);
    assert_int_equal(truncate(other, status.st_size / 2), 0);
    assert_int_equal(desk_try(other, error), FAN_STORE_DAMAGED);
}

static void a_file_is_its_owners_alone(void **state) {
    (void)state;
    if (desk_is_postgres()) {
        return;
    }
    const char *place = desk_place();
    Desk *desk = desk_open(place);
    char path[600];
    struct stat status;
    assert_int_equal(desk_append(desk, "g1", 0, "{}"), FAN_STORE_OK);
    static const char *const suffixes[] = {"", "-wal", "-shm", "-owner"};
    for (unsigned i = 0; i < 4; i++) {
        snprintf(path, sizeof path, "%s%s", place, suffixes[i]);
        assert_int_equal(stat(path, &status), 0);
        assert_int_equal(status.st_mode & 0777, 0600);
    }
    /* Under another name it is the same file. */
    snprintf(path, sizeof path, "%s-link", place);
    assert_int_equal(symlink(place, path), 0);
    assert_int_equal(desk_try(place, error), FAN_STORE_LOCKED);
    assert_int_equal(desk_try(path, error), FAN_STORE_LOCKED);
    char process[32];
    snprintf(process, sizeof process, "in use by process %ld", (long)getpid());
    require_said(process);
    desk_close(desk);
    assert_int_equal(desk_try(path, error), FAN_STORE_OPENED);
}

static void whoever_owned_it_is_forgotten_when_killed(void **state) {
    (void)state;
    if (desk_is_postgres()) {
        return;
    }
    const char *place = desk_place();
    int pipes[2];
    assert_int_equal(pipe(pipes), 0);
    pid_t child = fork();
    if (child == 0) {
        Desk *desk = desk_open(place);
        if (desk_append(desk, "g1", 0, "{}") == FAN_STORE_OK && write(pipes[1], "x", 1) == 1) {
            pause();
        }
        _exit(1);
    }
    char byte;
    assert_int_equal(read(pipes[0], &byte, 1), 1);
    assert_int_equal(desk_try(place, error), FAN_STORE_LOCKED);
    kill(child, SIGKILL);
    assert_int_equal(waitpid(child, NULL, 0), child);
    Desk *desk = desk_open(place);
    assert_int_equal(desk_events(desk, "g1", 0), FAN_STORE_OK);
    desk_close(desk);
    close(pipes[0]);
    close(pipes[1]);
}

static void a_tool_works_beside_the_owner(void **state) {
    (void)state;
    const char *place = desk_place();
    Desk *owner = desk_open(place), *tool = desk_open_beside(place);
    assert_int_equal(desk_append(owner, "g1", 0, "{}"), FAN_STORE_OK);
    assert_int_equal(desk_events(tool, "g1", 0), FAN_STORE_OK);
    assert_int_equal(desk_append(tool, "g1", 1, "{}"), FAN_STORE_OK);
    assert_int_equal(desk_append(owner, "g1", 1, "{}"), FAN_STORE_CONFLICT);
    assert_int_equal(desk_append(owner, "g1", 2, "{}"), FAN_STORE_OK);
    desk_close(tool);
    desk_close(owner);
    /* And without one; but it makes no file. */
    tool = desk_open_beside(place);
    assert_int_equal(desk_events(tool, "g1", 0), FAN_STORE_OK);
    assert_int_equal(tool->count, 3);
    desk_close(tool);
}

static void a_tool_makes_no_file(void **state) {
    (void)state;
    if (desk_is_postgres()) {
        return;
    }
    const char *place = desk_place();
    FanStore *store;
    assert_int_equal(fan_store_open_beside(&store, place, NULL, NULL, error), FAN_STORE_ADDRESS);
    assert_int_equal(access(place, F_OK), -1);
}

/* --- backup ------------------------------------------------------------------------------------
 */

typedef struct Watch {
    Desk *desk;
    unsigned calls, end_at, number;
} Watch;

/* While the copy is made, the owner goes on. */
static bool watch(void *context, unsigned done, unsigned of) {
    Watch *own = context;
    assert_true(done <= of);
    assert_int_equal(desk_append(own->desk, "during", own->number++, "{}"), FAN_STORE_OK);
    return ++own->calls != own->end_at;
}

static void a_backup_is_of_one_moment_while_play_goes_on(void **state) {
    (void)state;
    const char *place = desk_place();
    Desk *desk = desk_open(place);
    char copy[600], text[4000];
    snprintf(copy, sizeof copy, "%s-copy", place);
    if (desk_is_postgres()) {
        assert_false(fan_store_backup(desk->store, copy, NULL, NULL, error));
        require_said("pg_dump");
        desk_close(desk);
        return;
    }
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = '\0';
    for (unsigned i = 0; i < 400; i++) {
        const char *event = text;
        FanStoreGame game = desk_game("before", i + 1);
        fan_store_append(desk->store, &game, &event, 1, desk_done, desk);
    }
    desk_await(desk, 400);
    Watch own = {.desk = desk};
    if (!fan_store_backup(desk->store, copy, watch, &own, error)) {
        fail_msg("%s", error);
    }
    assert_true(own.calls > 1);
    assert_false(fan_store_backup(desk->store, copy, watch, &own, error));
    require_said("is there already");
    struct stat status;
    assert_int_equal(stat(copy, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0600);
    Desk *second = desk_open(copy);
    assert_int_equal(desk_events(second, "before", 0), FAN_STORE_OK);
    assert_int_equal(second->count, 400);
    assert_int_equal(desk_events(second, "during", 0), FAN_STORE_NOTHING);
    desk_close(second);
    /* A name alone is one in the folder one is in. */
    char here[600];
    snprintf(here, sizeof here, "%.*s", (int)(strrchr(place, '/') - place), place);
    int before = open(".", O_RDONLY | O_DIRECTORY);
    assert_int_equal(chdir(here), 0);
    assert_true(fan_store_backup(desk->store, "copied", NULL, NULL, error));
    assert_int_equal(fchdir(before), 0);
    close(before);
    /* Ended early, nothing is left of it. */
    own.end_at = own.calls + 1;
    snprintf(copy, sizeof copy, "%s-part", place);
    assert_false(fan_store_backup(desk->store, copy, watch, &own, error));
    require_said("ended before it was whole");
    assert_int_equal(access(copy, F_OK), -1);
    snprintf(copy, sizeof copy, "%s-nowhere/x", place);
    assert_false(fan_store_backup(desk->store, copy, NULL, NULL, error));
    require_said("cannot be made: No such file or directory");
    desk_close(desk);
}

static void closing_carries_out_what_was_asked(void **state) {
    (void)state;
    const char *place = desk_place();
    Desk *desk = desk_open(place);
    for (unsigned i = 0; i < 300; i++) {
        const char *event = "{}";
        FanStoreGame game = desk_game("g1", i + 1);
        fan_store_append(desk->store, &game, &event, 1, desk_done, desk);
    }
    fan_store_close(desk->store);
    assert_int_equal(desk->answers, 300);
    assert_int_equal(desk->status, FAN_STORE_OK);
    free(desk);
    desk = desk_open(place);
    assert_int_equal(desk_events(desk, "g1", 0), FAN_STORE_OK);
    assert_int_equal(desk->count, 300);
    desk_close(desk);
    fan_store_close(NULL);
}

int main(int argc, char **argv) {
    desk_choose(argc, argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_database_is_filled_and_a_newer_one_refused),
        cmocka_unit_test(a_database_of_another_program_is_left_alone),
        cmocka_unit_test(many_may_open_an_empty_database_at_once),
        cmocka_unit_test(what_cannot_be_reached_is_said_without_secrets),
        cmocka_unit_test(only_utf8_will_do),
        cmocka_unit_test(what_is_no_database_is_refused),
        cmocka_unit_test(what_must_not_be_written_is_no_place),
        cmocka_unit_test(a_broken_file_is_refused),
        cmocka_unit_test(a_file_is_its_owners_alone),
        cmocka_unit_test(whoever_owned_it_is_forgotten_when_killed),
        cmocka_unit_test(a_tool_works_beside_the_owner),
        cmocka_unit_test(a_tool_makes_no_file),
        cmocka_unit_test(a_backup_is_of_one_moment_while_play_goes_on),
        cmocka_unit_test(closing_carries_out_what_was_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
