/* Saved games read back as they were played, and a game that cannot be written leaves no trace. */
#include "cli/match/save.h"
#include "support/test.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static FanSetup setup;
static char path[] = "/tmp/fanorona-save-XXXXXX";

static const FanSaveTags tags = {
    .white = "one", .black = "two", .round = "1.1", .time_control = "nodes 5"};

static FanBout play(const char *const *turns, size_t count) {
    FanBout bout = fan_bout_make(&setup);
    assert_true(fan_bout_begin(&bout, &setup.position));
    for (size_t i = 0; i < count; i++) {
        FanTurn turn;
        assert_int_equal(fan_game_read(&bout.game, turns[i], strlen(turns[i]), &turn, NULL),
                         FAN_TURN_READ);
        assert_true(fan_bout_open(&bout, &turn));
    }
    return bout;
}

static off_t size_of_file(void) {
    struct stat found;
    assert_int_equal(stat(path, &found), 0);
    return found.st_size;
}

static int begin(void **state) {
    (void)state;
    strcpy(strrchr(path, '-'), "-XXXXXX");
    int file = mkstemp(path);
    close(file);
    setup.rules = fan_rules_default();
    assert_true(fan_board_init(&setup.board, 9, 5));
    setup.position = fan_position_start(&setup.board, &setup.rules);
    return file < 0;
}

static int end(void **state) {
    (void)state;
    return unlink(path);
}

static ptrdiff_t read_bytes(void *context, char *bytes, size_t size) {
    return (ptrdiff_t)fread(bytes, 1, size, context);
}

/* Reads game `wanted` of the file, which must be one. */
static void read_game(unsigned wanted, FanRecord *record) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    FanRecordReader *reader = fan_record_reader_new(read_bytes, file, NULL);
    assert_non_null(reader);
    fan_record_init(record, NULL);
    for (unsigned i = 0; i < wanted; i++) {
        FanRecordReading reading = fan_record_read(reader, record);
        if (reading != FAN_RECORD_GAME && i + 1 == wanted) {
            fail_msg("game %u: %s", wanted, fan_record_reader_fault(reader)->reason);
        }
    }
    fan_record_reader_free(reader);
    fclose(file);
}

static const char *const opening[] = {"d3-e3W", "b4-c3A"};

static void test_thoughts_are_comments(void **state) {
    (void)state;
    static const FanThought thoughts[] = {
        {.scored = true, .score = -35, .depth = 7},
        {.scored = true, .mate = true, .score = 5},
        {.scored = true, .mate = true, .score = -12, .depth = 9},
        {.scored = true, .score = 1200},
        {.scored = false},
    };
    static const char *const texts[] = {"-0.35/7", "win 5", "loss 12/9", "+12.00", NULL};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        FanSave save;
        FanRecord record;
        FanBout bout = play(opening, 2);
        FanVerdict verdict = {.kind = FAN_VERDICT_ADJUDICATED, .result = FAN_DRAWN};
        bout.thoughts[1] = thoughts[i];
        assert_int_equal(fan_save_open(&save, path), 0);
        assert_int_equal(fan_save_game(&save, &bout, &verdict, &tags), 0);
        fan_save_close(&save);
        read_game((unsigned)i + 1, &record);
        assert_int_equal(record.turns, 2);
        assert_int_equal(record.outcome.result, FAN_DRAWN);
        assert_string_equal(fan_record_tag(&record, "Termination"), "adjudication");
        assert_string_equal(fan_record_tag(&record, "Round"), "1.1");
        assert_int_equal(record.items_count, texts[i] ? 3 : 2);
        if (texts[i]) {
            assert_string_equal(fan_record_comment(&record, &record.items[2]), texts[i]);
        }
        fan_record_free(&record);
        fan_bout_free(&bout);
    }
}

static void test_every_verdict_reads_back(void **state) {
    (void)state;
    static const struct {
        FanVerdictKind kind;
        FanResult result;
        FanReason reason; /* FAN_REASON_NONE: a text instead */
        const char *text;
    } rows[] = {
        {FAN_VERDICT_TIME, FAN_BLACK_WINS, FAN_REASON_TIME, NULL},
        {FAN_VERDICT_ABANDONED, FAN_BLACK_WINS, FAN_REASON_ABANDONED, NULL},
        {FAN_VERDICT_ILLEGAL, FAN_BLACK_WINS, FAN_REASON_NONE, "rules infraction"},
        {FAN_VERDICT_ADJUDICATED, FAN_WHITE_WINS, FAN_REASON_NONE, "adjudication"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        FanSave save;
        FanRecord record;
        FanBout bout = play(opening, 2);
        FanVerdict verdict = {.kind = rows[i].kind, .result = rows[i].result, .side = FAN_WHITE};
        snprintf(verdict.detail, sizeof verdict.detail, "answered '{x}'");
        if (rows[i].reason == FAN_REASON_TIME) {
            assert_int_equal(fan_game_lose_on_time(&bout.game, FAN_WHITE), FAN_GAME_OK);
        } else if (rows[i].reason == FAN_REASON_ABANDONED) {
            assert_int_equal(fan_game_abandon(&bout.game, FAN_WHITE), FAN_GAME_OK);
        }
        assert_int_equal(fan_save_open(&save, path), 0);
        assert_int_equal(fan_save_game(&save, &bout, &verdict, &tags), 0);
        fan_save_close(&save);
        read_game((unsigned)i + 1, &record);
        assert_int_equal(record.outcome.result, rows[i].result);
        assert_int_equal(record.outcome.reason, rows[i].reason);
        const char *text = fan_record_tag(&record, "Termination");
        assert_true(rows[i].text ? text && strcmp(text, rows[i].text) == 0 : text == NULL);
        assert_string_equal(fan_record_comment(&record, &record.items[2]), "White answered '(x)'");
        fan_record_free(&record);
        fan_bout_free(&bout);
    }
}

/* A file cut in the middle of a game loses that game only. */
static void test_goes_on_after_a_torn_game(void **state) {
    (void)state;
    FanSave save;
    FanRecord record;
    FanBout bout = play(opening, 1);
    FanVerdict verdict = {.kind = FAN_VERDICT_ADJUDICATED, .result = FAN_DRAWN};
    assert_int_equal(fan_save_open(&save, path), 0);
    assert_int_equal(fan_save_game(&save, &bout, &verdict, &tags), 0);
    assert_int_equal(fan_save_game(&save, &bout, &verdict, &tags), 0);
    fan_save_close(&save);
    assert_int_equal(truncate(path, size_of_file() - 8), 0);
    assert_int_equal(fan_save_open(&save, path), 0);
    assert_int_equal(fan_save_game(&save, &bout, &verdict, &tags), 0);
    fan_save_close(&save);
    read_game(1, &record);
    fan_record_free(&record);
    read_game(3, &record);
    assert_int_equal(record.turns, 1);
    fan_record_free(&record);
    fan_bout_free(&bout);
}

/* The disk is full in the middle of a game: what was written of it is taken back. */
static void test_writes_whole_games_or_nothing(void **state) {
    (void)state;
    FanSave save;
    struct rlimit before, small;
    FanBout bout = play(opening, 2);
    FanVerdict verdict = {.kind = FAN_VERDICT_ADJUDICATED, .result = FAN_DRAWN};
    assert_int_equal(fan_save_open(&save, path), 0);
    assert_int_equal(fan_save_game(&save, &bout, &verdict, &tags), 0);
    off_t size = size_of_file();
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    small = before;
    small.rlim_cur = (rlim_t)size + 50;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    int error = fan_save_game(&save, &bout, &verdict, &tags);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_int_equal(error, EFBIG);
    assert_int_equal(size_of_file(), size);
    assert_int_equal(fan_save_game(&save, &bout, &verdict, &tags), 0);
    assert_int_equal(size_of_file(), 2 * size);
    fan_save_close(&save);
    assert_int_equal(fan_save_open(&save, path), 0); /* which ends in a whole game */
    assert_int_equal(size_of_file(), 2 * size);
    fan_save_close(&save);
    fan_bout_free(&bout);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_thoughts_are_comments, begin, end),
        cmocka_unit_test_setup_teardown(test_every_verdict_reads_back, begin, end),
        cmocka_unit_test_setup_teardown(test_goes_on_after_a_torn_game, begin, end),
        cmocka_unit_test_setup_teardown(test_writes_whole_games_or_nothing, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
