/* Games kept as files: nothing is lost, nothing foreign is written over. */
#include "support/test.h"

#include "cli/play/store.h"

#include <dirent.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static char data[64];

/* An empty data folder for the test. */
static int make_data(void **state) {
    (void)state;
    snprintf(data, sizeof data, "/tmp/fanorona-test-XXXXXX");
    assert_non_null(mkdtemp(data));
    setenv("FANORONA_DATA", data, 1);
    return 0;
}

static int remove_data(void **state) {
    (void)state;
    char line[256];
    snprintf(line, sizeof line, "chmod -R u+w %s; rm -rf %s", data, data);
    return system(line);
}

static FanPlayFolder open_store(void) {
    FanPlayFolder store;
    if (!fan_play_folder_open(&store)) {
        fail_msg("%s", store.why);
    }
    return store;
}

/* A game of tsivy in which stones go to and fro for so many turns after a first one. */
typedef struct Going {
    FanRecord record;
    FanPosition position;
} Going;

static void begin_going(Going *going) {
    static const char fen[] = "W7W/9/9/9/B7B w 0 1";
    FanBoard board;
    FanRules rules;
    fan_record_init(&going->record, NULL);
    assert_true(fan_rules_read(&rules, "quiet-limit=0,repetition=0", 26, NULL));
    assert_int_equal(
        fan_position_read(&board, &going->position, &rules, NULL, fen, sizeof fen - 1, NULL, 0), 0);
    fan_record_begin(&going->record, &board, &rules, &going->position);
}

static void go(Going *going) {
    static const char *const turns[4] = {"a5b5", "a1b1", "b5a5", "b1a1"};
    const char *text = turns[going->record.turns % 4];
    FanTurn turn;
    assert_int_equal(fan_turn_read(&going->record.board, &going->record.rules, &going->position,
                                   text, 4, &turn, NULL),
                     FAN_TURN_READ);
    assert_int_equal(fan_position_play(&going->record.board, &going->record.rules, &going->position,
                                       &turn, &going->position)
                         .code,
                     FAN_LEGAL);
    assert_int_equal(fan_record_add_turn(&going->record, &turn), FAN_EDIT_OK);
}

static void finish(Going *going) {
    fan_record_set_outcome(&going->record, (FanOutcome){.result = FAN_DRAWN,
                                                        .reason = FAN_REASON_AGREEMENT,
                                                        .clause = FAN_CLAUSE(5, 5)});
}

static void keep(FanPlayFolder *store, const Going *going) {
    if (!fan_play_folder_keep(store, &going->record)) {
        fail_msg("%s", store->why);
    }
}

static unsigned count_files(const char *folder) {
    DIR *found = opendir(folder);
    unsigned count = 0;
    assert_non_null(found);
    for (const struct dirent *entry; (entry = readdir(found)) != NULL;) {
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    }
    closedir(found);
    return count;
}

static void write_text(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void expect_text(const char *path, const char *text) {
    char found[256] = "";
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    found[fread(found, 1, sizeof found - 1, file)] = '\0';
    fclose(file);
    assert_string_equal(found, text);
}

static void test_a_kept_game_is_taken_up_again(void **state) {
    (void)state;
    Going going;
    FanRecord found;
    begin_going(&going);
    fan_record_init(&found, NULL);
    FanPlayFolder store = open_store();
    for (int i = 0; i < 5; i++) {
        go(&going);
        keep(&store, &going);
    }
    assert_int_equal(count_files(store.folder), 1);
    fan_play_folder_close(&store);
    FanPlayFolder later = open_store();
    assert_true(fan_play_folder_resume(&later, &found));
    assert_true(fan_record_equal(&going.record, &found));
    go(&going);
    keep(&later, &going);
    assert_int_equal(count_files(later.folder), 1);
    fan_play_folder_close(&later);
    fan_record_free(&found);
    fan_record_free(&going.record);
}

static void test_a_finished_game_is_not_offered(void **state) {
    (void)state;
    Going going;
    FanRecord found;
    begin_going(&going);
    fan_record_init(&found, NULL);
    FanPlayFolder store = open_store();
    go(&going);
    finish(&going);
    keep(&store, &going);
    assert_false(fan_play_folder_resume(&store, &found));
    assert_string_equal(store.path, "");
    fan_play_folder_close(&store);
    fan_record_free(&found);
    fan_record_free(&going.record);
}

static void test_a_game_that_is_played_is_not_taken_from_another(void **state) {
    (void)state;
    Going first, second;
    FanRecord found;
    begin_going(&first);
    begin_going(&second);
    fan_record_init(&found, NULL);
    FanPlayFolder one = open_store(), other = open_store();
    go(&first);
    keep(&one, &first);
    assert_false(fan_play_folder_resume(&other, &found));
    go(&second);
    go(&second);
    keep(&other, &second);
    go(&first);
    keep(&one, &first);
    assert_int_equal(count_files(one.folder), 2);
    assert_true(strcmp(one.path, other.path) != 0);
    /* Each lock went over to the file that was renamed into place. */
    FanPlayFolder third = open_store();
    assert_false(fan_play_folder_resume(&third, &found));
    fan_play_folder_close(&one);
    assert_true(fan_play_folder_resume(&third, &found));
    assert_true(fan_record_equal(&first.record, &found));
    fan_play_folder_close(&third);
    fan_play_folder_close(&other);
    fan_record_free(&found);
    fan_record_free(&first.record);
    fan_record_free(&second.record);
}

static void test_a_game_set_aside_is_not_offered_but_there(void **state) {
    (void)state;
    Going going;
    FanRecord found;
    begin_going(&going);
    fan_record_init(&found, NULL);
    FanPlayFolder store = open_store();
    go(&going);
    keep(&store, &going);
    assert_true(fan_play_folder_set_aside(&store));
    assert_false(fan_play_folder_resume(&store, &found));
    assert_int_equal(count_files(store.folder), 1);
    fan_play_folder_close(&store);
    fan_record_free(&found);
    fan_record_free(&going.record);
}

static void test_a_damaged_game_is_told_and_left_alone(void **state) {
    (void)state;
    static const char damaged[] = "[Variant \"tsivy\"]\n\n1. e2-e9 *\n";
    Going going;
    FanRecord found;
    char path[128];
    begin_going(&going);
    fan_record_init(&found, NULL);
    FanPlayFolder store = open_store();
    snprintf(path, sizeof path, "%s/games/20990101-000000.fgn", data);
    write_text(path, damaged);
    assert_false(fan_play_folder_resume(&store, &found));
    assert_non_null(strstr(store.why, "20990101-000000.fgn:3:"));
    go(&going);
    keep(&store, &going);
    fan_play_folder_close(&store);
    /* An older one that is whole is found behind it. */
    store = open_store();
    assert_true(fan_play_folder_resume(&store, &found));
    expect_text(path, damaged);
    fan_play_folder_close(&store);
    fan_record_free(&found);
    fan_record_free(&going.record);
}

static void test_saving_leaves_foreign_files_alone(void **state) {
    (void)state;
    Going going;
    char name[128], path[160];
    begin_going(&going);
    FanPlayFolder store = open_store();
    snprintf(name, sizeof name, "%s/mine", data);
    snprintf(path, sizeof path, "%s.fgn", name);
    write_text(path, "a letter");
    assert_false(fan_play_folder_save(&store, &going.record, name));
    assert_non_null(strstr(store.why, "is there already"));
    expect_text(path, "a letter");
    assert_int_equal(unlink(path), 0);
    assert_true(fan_play_folder_save(&store, &going.record, name));
    go(&going);
    assert_true(fan_play_folder_save(&store, &going.record, name)); /* its own copy */
    FanRecord found;
    fan_record_init(&found, NULL);
    assert_true(fan_play_folder_read(&store, &found, path));
    assert_int_equal(found.turns, 1);
    write_text(path, "another letter"); /* somebody else's by now */
    assert_false(fan_play_folder_save(&store, &going.record, name));
    expect_text(path, "another letter");
    assert_false(fan_play_folder_save(&store, &going.record, ""));
    assert_int_equal(count_files(data), 2); /* games/ and the file: nothing half written */
    fan_play_folder_close(&store);
    fan_record_free(&found);
    fan_record_free(&going.record);
}

static void test_a_file_asked_for_is_kept_from_its_first_turn(void **state) {
    (void)state;
    Going going;
    char path[128];
    begin_going(&going);
    FanPlayFolder store = open_store();
    snprintf(path, sizeof path, "%s/asked.fgn", data);
    assert_true(fan_play_folder_begin(&store, path));
    go(&going);
    keep(&store, &going);
    go(&going);
    keep(&store, &going);
    assert_int_equal(count_files(store.folder), 0);
    FanPlayFolder other = open_store();
    assert_false(fan_play_folder_begin(&other, path));
    assert_non_null(strstr(other.why, "is there already"));
    fan_play_folder_close(&other);
    fan_play_folder_close(&store);
    fan_record_free(&going.record);
}

static void test_what_cannot_be_kept_is_told(void **state) {
    (void)state;
    char path[128];
    FanPlayFolder store;
    snprintf(path, sizeof path, "%s/file", data);
    write_text(path, "");
    setenv("FANORONA_DATA", path, 1);
    assert_false(fan_play_folder_open(&store));
    assert_non_null(strstr(store.why, "cannot be used: Not a directory"));
    Going going;
    begin_going(&going);
    go(&going);
    assert_false(fan_play_folder_keep(&store, &going.record));
    assert_non_null(strstr(store.why, "cannot be used"));
    /* Also when something else has failed between, and no longer once the folder is there. */
    FanRecord found;
    fan_record_init(&found, NULL);
    assert_false(fan_play_folder_read(&store, &found, data));
    fan_record_free(&found);
    assert_false(fan_play_folder_keep(&store, &going.record));
    assert_non_null(strstr(store.why, "cannot be used"));
    assert_int_equal(unlink(path), 0);
    assert_true(fan_play_folder_keep(&store, &going.record));
    fan_play_folder_close(&store);
    fan_record_free(&going.record);
}

static void test_what_is_no_file_is_not_read(void **state) {
    (void)state;
    FanRecord found;
    char path[128];
    fan_record_init(&found, NULL);
    FanPlayFolder store = open_store();
    assert_false(fan_play_folder_read(&store, &found, data));
    assert_non_null(strstr(store.why, "is not a file"));
    snprintf(path, sizeof path, "%s/nothing", data);
    assert_false(fan_play_folder_read(&store, &found, path));
    assert_non_null(strstr(store.why, "No such file"));
    write_text(path, "");
    assert_false(fan_play_folder_read(&store, &found, path));
    assert_non_null(strstr(store.why, "there is no game in it"));
    fan_play_folder_close(&store);
    fan_record_free(&found);
}

/* Plays and keeps for ever, telling every turn that is kept. */
__attribute__((noreturn)) static void play_for_ever(int tell) {
    Going going;
    begin_going(&going);
    FanPlayFolder store = open_store();
    for (;;) {
        go(&going);
        keep(&store, &going);
        unsigned turns = (unsigned)going.record.turns;
        if (write(tell, &turns, sizeof turns) != sizeof turns) {
            _exit(1);
        }
    }
}

static void test_a_kill_at_any_moment_loses_no_turn(void **state) {
    (void)state;
    FanRecord found;
    fan_record_init(&found, NULL);
    for (int i = 0; i < 20; i++) {
        int ends[2];
        unsigned turns, last = 0;
        assert_int_equal(pipe(ends), 0);
        pid_t child = fork();
        if (child == 0) {
            play_for_ever(ends[1]);
        }
        close(ends[1]);
        /* Somewhere within the turn after so many. */
        while (last < (unsigned)i + 1 && read(ends[0], &turns, sizeof turns) == sizeof turns) {
            last = turns;
        }
        struct timespec pause = {.tv_nsec = i * 37000L};
        nanosleep(&pause, NULL);
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
        while (read(ends[0], &turns, sizeof turns) == sizeof turns) {
            last = turns;
        }
        close(ends[0]);
        FanPlayFolder store = open_store();
        if (!fan_play_folder_resume(&store, &found)) {
            fail_msg("nothing left of %u turns: %s", last, store.why);
        }
        assert_true(found.turns == last || found.turns == last + 1);
        assert_true(fan_play_folder_set_aside(&store));
        fan_play_folder_close(&store);
    }
    fan_record_free(&found);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_a_kept_game_is_taken_up_again, make_data, remove_data),
        cmocka_unit_test_setup_teardown(test_a_finished_game_is_not_offered, make_data,
                                        remove_data),
        cmocka_unit_test_setup_teardown(test_a_game_that_is_played_is_not_taken_from_another,
                                        make_data, remove_data),
        cmocka_unit_test_setup_teardown(test_a_game_set_aside_is_not_offered_but_there, make_data,
                                        remove_data),
        cmocka_unit_test_setup_teardown(test_a_damaged_game_is_told_and_left_alone, make_data,
                                        remove_data),
        cmocka_unit_test_setup_teardown(test_saving_leaves_foreign_files_alone, make_data,
                                        remove_data),
        cmocka_unit_test_setup_teardown(test_a_file_asked_for_is_kept_from_its_first_turn,
                                        make_data, remove_data),
        cmocka_unit_test_setup_teardown(test_what_cannot_be_kept_is_told, make_data, remove_data),
        cmocka_unit_test_setup_teardown(test_what_is_no_file_is_not_read, make_data, remove_data),
        cmocka_unit_test_setup_teardown(test_a_kill_at_any_moment_loses_no_turn, make_data,
                                        remove_data),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
