/* SQLite on a disk that fails: full, broken, taken away, locked. What was answered holds, whatever
 * happens between. The disk is SQLite's own layer over the system's, with switches. */
#include "desk.h"

#include <sqlite3.h>
#include <stdatomic.h>
#include <unistd.h>

#include "plays.h"
#include "support/random.h"

/* --- a disk with switches ----------------------------------------------------------------------
 */

static atomic_bool full;            /* nothing more can be written */
static atomic_bool syncs_fail;      /* what was written may or may not be there */
static atomic_int writes_left = -1; /* then it is full; -1: for ever */

static sqlite3_vfs *real;

/* The system's functions for a kind of file – databases and logs lock differently, but write and
 * sync alike – and ours in their place. */
static pthread_mutex_t kinds_mutex = PTHREAD_MUTEX_INITIALIZER;
static struct {
    const sqlite3_io_methods *real;
    sqlite3_io_methods shaky;
} kinds[4];

static int shaky_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 at) {
    if (full || (writes_left >= 0 && atomic_fetch_sub(&writes_left, 1) == 0)) {
        full = true;
        return SQLITE_FULL;
    }
    return kinds[0].real->xWrite(file, bytes, count, at);
}

static int shaky_sync(sqlite3_file *file, int flags) {
    return syncs_fail ? SQLITE_IOERR_FSYNC : kinds[0].real->xSync(file, flags);
}

static const sqlite3_io_methods *find_kind(const sqlite3_io_methods *methods) {
    pthread_mutex_lock(&kinds_mutex);
    unsigned i = 0;
    while (i < 3 && kinds[i].real != NULL && kinds[i].real != methods) {
        i++;
    }
    if (kinds[i].real == NULL) {
        kinds[i].real = methods;
        kinds[i].shaky = *methods;
        kinds[i].shaky.xWrite = shaky_write;
        kinds[i].shaky.xSync = shaky_sync;
    }
    pthread_mutex_unlock(&kinds_mutex);
    return &kinds[i].shaky;
}

static int shaky_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags,
                      int *out_flags) {
    (void)vfs;
    int result = real->xOpen(real, name, file, flags, out_flags);
    if (result == SQLITE_OK && file->pMethods != NULL) {
        file->pMethods = find_kind(file->pMethods);
    }
    return result;
}

static void make_disk_shaky(void) {
    static sqlite3_vfs shaky;
    real = sqlite3_vfs_find(NULL);
    shaky = *real;
    shaky.zName = "shaky";
    shaky.xOpen = shaky_open;
    sqlite3_vfs_register(&shaky, 1);
}

/* --- claims ------------------------------------------------------------------------------------
 */

static void a_full_disk_is_waited_for(void **state) {
    (void)state;
    Desk *desk = desk_open(desk_place());
    assert_int_equal(desk_append(desk, "g1", 0, "{}"), FAN_STORE_OK);
    full = true;
    assert_int_equal(desk_append(desk, "g1", 1, "lost"), FAN_STORE_AWAY);
    desk_await_told(desk, "trouble  ");
    assert_non_null(strstr(fan_store_trouble(desk->store), "full"));
    assert_int_equal(desk_append(desk, "g1", 1, "lost"), FAN_STORE_AWAY);
    /* Reading goes on. */
    assert_int_equal(desk_events(desk, "g1", 0), FAN_STORE_OK);
    assert_int_equal(desk->count, 1);
    desk_deliver(desk, 700);
    assert_int_equal(desk_append(desk, "g1", 1, "lost"), FAN_STORE_AWAY);
    full = false;
    desk_await_fine(desk);
    assert_string_equal(fan_store_trouble(desk->store), "");
    desk_await_told(desk, "fine  ");
    assert_int_equal(desk_append(desk, "g1", 1, "kept"), FAN_STORE_OK);
    assert_int_equal(desk_events(desk, "g1", 0), FAN_STORE_OK);
    assert_int_equal(desk->count, 2);
    assert_string_equal(desk->events[1], "kept");
    desk_close(desk);
}

/* Whether the commit counts cannot be known when the disk says that it failed to write it through:
 * the answer waits until it can. */
static void a_commit_of_unknown_outcome_is_answered_once_it_is_known(void **state) {
    (void)state;
    const char *place = desk_place();
    Desk *desk = desk_open(place);
    assert_int_equal(desk_append(desk, "g1", 0, "{}"), FAN_STORE_OK);
    unsigned before = desk->answers;
    syncs_fail = true;
    FanStoreGame game = desk_game("g1", 2);
    const char *event = "unsure";
    fan_store_append(desk->store, &game, &event, 1, desk_done, desk);
    desk_await_told(desk, "trouble  ");
    desk_deliver(desk, 700);
    assert_int_equal(desk->answers, before);
    syncs_fail = false;
    desk_await(desk, before + 1);
    assert_true(desk->status == FAN_STORE_OK || desk->status == FAN_STORE_AWAY);
    unsigned expected = desk->status == FAN_STORE_OK ? 2 : 1;
    desk_close(desk);
    desk = desk_open(place);
    assert_int_equal(desk_events(desk, "g1", 0), FAN_STORE_OK);
    assert_int_equal(desk->count, expected);
    desk_close(desk);
}

static void closing_does_not_wait_for_a_broken_disk_for_ever(void **state) {
    (void)state;
    Desk *desk = desk_open(desk_place());
    syncs_fail = true;
    FanStoreGame game = desk_game("g1", 1);
    const char *event = "unsure";
    fan_store_append(desk->store, &game, &event, 1, desk_done, desk);
    desk_await_told(desk, "trouble  ");
    fan_store_close(desk->store);
    syncs_fail = false;
    assert_int_equal(desk->answers, 1);
    assert_int_equal(desk->status, FAN_STORE_FAILED);
    assert_non_null(strstr(desk->error, "closed before"));
    free(desk);
}

/* --- at random ---------------------------------------------------------------------------------
 */

static void shake(Random *random) {
    switch (random_below(random, 6)) {
    case 0:
        full = true;
        break;
    case 1:
        syncs_fail = true;
        break;
    case 2:
        writes_left = (int)random_below(random, 12);
        break;
    default:
        full = syncs_fail = false;
        writes_left = -1;
        break;
    }
}

static void every_answer_is_true_on_a_disk_that_fails_at_random(void **state) {
    (void)state;
    const char *place = desk_place();
    Desk *desk = desk_open(place);
    Random random = {7};
    Plays plays;
    plays_begin(&plays, desk);
    for (unsigned round = 0; round < 120; round++) {
        shake(&random);
        plays_ask(&plays);
        desk_deliver(desk, (int)random_below(&random, 25));
    }
    full = syncs_fail = false;
    writes_left = -1;
    plays_end(&plays);
    desk_close(desk);
    plays_check(&plays, place);
}

/* --- the file ----------------------------------------------------------------------------------
 */

static void a_file_that_is_taken_away_is_waited_for(void **state) {
    (void)state;
    const char *place = desk_place();
    char elsewhere[600];
    snprintf(elsewhere, sizeof elsewhere, "%s-elsewhere", place);
    Desk *desk = desk_open(place);
    assert_int_equal(desk_append(desk, "g1", 0, "{}"), FAN_STORE_OK);
    assert_int_equal(rename(place, elsewhere), 0);
    assert_int_equal(desk_append(desk, "g1", 1, "{}"), FAN_STORE_AWAY);
    desk_deliver(desk, 500);
    assert_int_equal(access(place, F_OK), -1); /* no new file is made */
    assert_int_equal(rename(elsewhere, place), 0);
    desk_await_fine(desk);
    assert_int_equal(desk_append(desk, "g1", 1, "{}"), FAN_STORE_OK);
    desk_close(desk);
}

static void a_locked_file_is_waited_for(void **state) {
    (void)state;
    const char *place = desk_place();
    Desk *desk = desk_open(place);
    assert_int_equal(desk_append(desk, "g1", 0, "{}"), FAN_STORE_OK);
    sqlite3 *other;
    assert_int_equal(sqlite3_open(place, &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(desk_append(desk, "g1", 1, "{}"), FAN_STORE_AWAY);
    desk_await_told(desk, "trouble  ");
    assert_non_null(strstr(fan_store_trouble(desk->store), "another process has locked"));
    assert_int_equal(desk_events(desk, "g1", 0), FAN_STORE_OK);
    assert_int_equal(sqlite3_exec(other, "COMMIT", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(other);
    desk_await_fine(desk);
    assert_int_equal(desk_append(desk, "g1", 1, "{}"), FAN_STORE_OK);
    desk_close(desk);
}

/* Somebody had their hands in the file: the number is taken although the game does not know it. */
static void what_cannot_be_is_not_acknowledged(void **state) {
    (void)state;
    const char *place = desk_place();
    Desk *desk = desk_open(place);
    assert_int_equal(desk_append(desk, "g1", 0, "{}"), FAN_STORE_OK);
    sqlite3 *other;
    assert_int_equal(sqlite3_open(place, &other), SQLITE_OK);
    assert_int_equal(
        sqlite3_exec(other, "INSERT INTO events VALUES ('g1', 1, 'odd')", NULL, NULL, NULL),
        SQLITE_OK);
    sqlite3_close(other);
    assert_int_equal(desk_append(desk, "g1", 1, "{}"), FAN_STORE_FAILED);
    assert_non_null(strstr(desk->error, "do not agree"));
    assert_int_equal(desk_events(desk, "g1", 1), FAN_STORE_OK);
    assert_string_equal(desk->events[0], "odd");
    assert_int_equal(desk->game.events, 1);
    assert_int_equal(desk_append(desk, "g2", 0, "{}"), FAN_STORE_OK);
    desk_close(desk);
}

int main(int argc, char **argv) {
    desk_choose(argc, argv);
    make_disk_shaky();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_full_disk_is_waited_for),
        cmocka_unit_test(a_commit_of_unknown_outcome_is_answered_once_it_is_known),
        cmocka_unit_test(closing_does_not_wait_for_a_broken_disk_for_ever),
        cmocka_unit_test(every_answer_is_true_on_a_disk_that_fails_at_random),
        cmocka_unit_test(a_file_that_is_taken_away_is_waited_for),
        cmocka_unit_test(a_locked_file_is_waited_for),
        cmocka_unit_test(what_cannot_be_is_not_acknowledged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
