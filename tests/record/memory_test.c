/* Memory: bounded whatever comes, kept from game to game, and refused at any moment without harm.
 */
#include "record/transcript.h"

/* Memory that is counted, and that runs out after some calls. */
typedef struct Meter {
    size_t bytes, peak, calls;
    size_t grants; /* calls that still get memory; SIZE_MAX: all */
} Meter;

enum { HEAD_BYTES = 16 };

static void *metered(void *context, void *memory, size_t size) {
    Meter *meter = context;
    char *block = memory ? (char *)memory - HEAD_BYTES : NULL;
    size_t old = 0;
    if (block) {
        memcpy(&old, block, sizeof old);
    }
    if (size == 0) {
        meter->bytes -= old;
        free(block);
        return NULL;
    }
    meter->calls++;
    if (meter->grants != SIZE_MAX && meter->grants-- == 0) {
        meter->grants = 0;
        return NULL;
    }
    char *larger = realloc(block, size + HEAD_BYTES);
    assert_non_null(larger);
    memcpy(larger, &size, sizeof size);
    meter->bytes += size - old;
    meter->peak = meter->bytes > meter->peak ? meter->bytes : meter->peak;
    return larger + HEAD_BYTES;
}

/* A stream of a beginning, then one piece again and again. */
typedef struct Endless {
    const char *begin, *piece;
    uint64_t left; /* bytes until it ends after all */
    size_t at;     /* in the beginning, then in the piece */
} Endless;

static ptrdiff_t endless_source(void *context, char *bytes, size_t size) {
    Endless *endless = context;
    size_t count = 0;
    while (count < size && endless->left > 0) {
        if (endless->begin[endless->at] == '\0') {
            endless->begin = endless->piece;
            endless->at = 0;
        }
        bytes[count++] = endless->begin[endless->at++];
        endless->left--;
    }
    return (ptrdiff_t)count;
}

#define GO_ROUND "i1-i2 a5-a4 i2-i1 a4-a5 "
#define TWO      "[Rules \"quiet-limit=0,repetition=0\"]\n[FEN \"B8/9/9/9/8W w\"]\n"

typedef struct EndlessCase {
    const char *what, *begin, *piece;
    unsigned code;         /* of the fault; FAN_FAULT_NONE if all is good */
    uint64_t megabytes;    /* how endless it is */
    size_t peak_kilobytes; /* at most */
} EndlessCase;

static const EndlessCase endless_cases[] = {
    {"blanks", "", " \n", FAN_FAULT_NONE, 1, 200},
    {"good games", "", "1. e2-e3A f4-e5W {x} *\n", FAN_FAULT_NONE, 1, 200},
    {"bad games", "", "1. e2-e3A zz {x} *\n", FAN_FAULT_TURN_MALFORMED, 1, 200},
    {"turns", TWO, GO_ROUND, FAN_FAULT_ITEMS, 1, 8000},
    {"turns no game has", "1. ", "zz ", FAN_FAULT_TURN_MALFORMED, 1, 200},
    {"a word", "1. ", "e2", FAN_FAULT_TURN_MALFORMED, 1, 200},
    {"a number", "", "1", FAN_FAULT_NO_RESULT, 1, 3000},
    {"dots", "1", ".", FAN_FAULT_NO_RESULT, 1, 3000},
    {"blanks within a game", "1. e2-e3A", " ", FAN_FAULT_BYTES, 9, 17000},
    {"a line that is skipped", "%", "x", FAN_FAULT_BYTES, 9, 17000},
    {"marks", "e2-e3A", "!", FAN_FAULT_MARK, 1, 3000},
    {"numbered marks", "e2-e3A", "$7", FAN_FAULT_ITEMS, 1, 8000},
    {"a numbered mark", "e2-e3A $", "1", FAN_FAULT_NAG, 1, 3000},
    {"a comment", "{", "x", FAN_FAULT_COMMENT_LONG, 1, 500},
    {"a comment of lines", "{", "x\n", FAN_FAULT_COMMENT_LONG, 1, 500},
    {"a comment of a line", ";", "x", FAN_FAULT_BYTES, 9, 17000},
    {"comments", "", "{x}", FAN_FAULT_ITEMS, 1, 8000},
    {"long comments", "", "{................................................................}",
     FAN_FAULT_TEXT, 1, 2000},
    {"variations that open", "e2-e3A", "(d3-e3A", FAN_FAULT_VARIATION_DEEP, 1, 500},
    {"variations that open and close", "e2-e3A", "()", FAN_FAULT_ITEMS, 1, 8000},
    {"brackets that close", "", ")", FAN_FAULT_VARIATION_CLOSE, 1, 500},
    {"a tag's name", "[", "x", FAN_FAULT_TAG_NAME, 1, 500},
    {"a tag's value", "[x \"", "x", FAN_FAULT_TAG_LONG, 1, 500},
    {"blanks in a tag", "[x ", " ", FAN_FAULT_TAG_VALUE, 1, 3000},
    {"control characters", "e2-e3A", "\001", FAN_FAULT_CONTROL, 1, 200},
    {"bytes that are not UTF-8", "", "\xFF", FAN_FAULT_UTF8, 1, 500},
};

static void check_endless(const EndlessCase *test) {
    Meter meter = {.grants = SIZE_MAX};
    FanMemory memory = {metered, &meter};
    uint64_t pieces = (test->megabytes << 20) / strlen(test->piece);
    uint64_t length = strlen(test->begin) + pieces * strlen(test->piece);
    Endless endless = {test->begin, test->piece, length, 0};
    FanRecordReader *reader = fan_record_reader_new(endless_source, &endless, &memory);
    FanRecord record;
    FanRecordReading reading;
    size_t faults = 0;
    fan_record_init(&record, &memory);
    while ((reading = fan_record_read(reader, &record)) <= FAN_RECORD_FAULT) {
        if (reading == FAN_RECORD_FAULT && faults++ == 0) {
            const FanRecordFault *fault = fan_record_reader_fault(reader);
            if (fault->code != test->code) {
                fail_msg("%s: %s", test->what, fault->reason);
            }
        }
    }
    assert_int_equal(reading, FAN_RECORD_END);
    assert_int_equal(fan_record_reader_bytes(reader), length);
    if (meter.peak > test->peak_kilobytes * 1024 || (faults > 0) != (test->code != 0)) {
        fail_msg("%s: %zu KB, %zu faults", test->what, meter.peak >> 10, faults);
    }
    fan_record_free(&record);
    fan_record_reader_free(reader);
    assert_int_equal(meter.bytes, 0);
}

static void memory_is_bounded_whatever_comes(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(endless_cases); i++) {
        check_endless(&endless_cases[i]);
    }
}

static void many_different_tags_are_too_many(void **state) {
    Text text = {0};
    Pieces pieces = {{NULL, 0}, SIZE_MAX};
    FanRecord record;
    (void)state;
    for (unsigned i = 0; i <= FAN_RECORD_TAGS_MAX; i++) {
        text_print(&text, "[T%u \"x\"]\n", i);
    }
    text_print(&text, "*");
    pieces.text = (FanTextSource){text.bytes, text.length};
    FanRecordReader *reader = fan_record_reader_new(pieces_source, &pieces, NULL);
    fan_record_init(&record, NULL);
    assert_int_equal(fan_record_read(reader, &record), FAN_RECORD_FAULT);
    assert_int_equal(fan_record_reader_fault(reader)->code, FAN_FAULT_TAGS_MANY);
    assert_int_equal(fan_record_reader_fault(reader)->line, FAN_RECORD_TAGS_MAX + 1);
    fan_record_free(&record);
    fan_record_reader_free(reader);
    text_free(&text);
}

static const char sample[] =
    "[White \"W\"]\n[Other \"o\"]\n{start} 1. e2-e3A! (1. d3-e3A (1. d3-e3W "
    "{x}) f4-f3A) f4-e5W $9 1-0 ; end\n\n";

static void memory_is_kept_from_game_to_game(void **state) {
    Meter meter = {.grants = SIZE_MAX};
    FanMemory memory = {metered, &meter};
    Endless endless = {sample, sample, 1000 * strlen(sample), 0};
    FanRecordReader *reader = fan_record_reader_new(endless_source, &endless, &memory);
    FanRecord record;
    (void)state;
    fan_record_init(&record, &memory);
    assert_int_equal(fan_record_read(reader, &record), FAN_RECORD_GAME);
    size_t calls = meter.calls, games = 1;
    while (fan_record_read(reader, &record) == FAN_RECORD_GAME) {
        games++;
    }
    assert_int_equal(games, 1000);
    assert_int_equal(meter.calls, calls);
    fan_record_free(&record);
    fan_record_reader_free(reader);
    assert_int_equal(meter.bytes, 0);
}

/* Reads the sample with so many grants; whether they were enough. */
static bool read_with(size_t grants) {
    Meter meter = {.grants = grants};
    FanMemory memory = {metered, &meter};
    Endless endless = {sample, "", strlen(sample), 0};
    FanRecordReader *reader = fan_record_reader_new(endless_source, &endless, &memory);
    FanRecord record;
    bool enough = false;
    fan_record_init(&record, &memory);
    if (reader) {
        FanRecordReading reading = fan_record_read(reader, &record);
        enough = reading == FAN_RECORD_GAME;
        assert_true(enough || reading == FAN_RECORD_MEMORY);
        assert_int_equal(fan_record_read(reader, &record),
                         enough ? FAN_RECORD_END : FAN_RECORD_MEMORY);
    }
    fan_record_free(&record);
    fan_record_reader_free(reader);
    assert_int_equal(meter.bytes, 0);
    return enough;
}

static void a_reader_without_memory_says_so(void **state) {
    size_t grants = 0;
    (void)state;
    while (!read_with(grants)) {
        grants++;
    }
    assert_true(grants >= 5); /* reader, buffer, tags, text, items, positions */
}

static void a_record_without_memory_stays_as_it_was(void **state) {
    (void)state;
    for (size_t grants = 0; grants < 4; grants++) {
        Meter meter = {.grants = grants};
        FanMemory memory = {metered, &meter};
        FanRecord record;
        size_t failures = 0;
        fan_record_init(&record, &memory);
        FanTurn turn = {.from = 13, .count = 1, .steps = {{22, FAN_APPROACH}}};
        for (unsigned i = 0; i < 200; i++) {
            size_t items = record.items_count, tags = record.tags_count, bytes = record.text_bytes;
            char name[16];
            snprintf(name, sizeof name, "T%u", i % 100);
            FanEdit edit = i % 3 == 0   ? fan_record_add_turn(&record, &turn)
                           : i % 3 == 1 ? fan_record_add_comment(&record, "hello", 5)
                                        : fan_record_set_tag(&record, name, "value");
            if (edit != FAN_EDIT_OK) {
                failures++;
                assert_int_equal(edit, FAN_EDIT_MEMORY);
                assert_int_equal(record.items_count, items);
                assert_int_equal(record.tags_count, tags);
                assert_int_equal(record.text_bytes, bytes);
            }
        }
        assert_true(failures > 0);
        fan_record_free(&record);
        assert_int_equal(meter.bytes, 0);
    }
}

/* --- Sources that fail -------------------------------------------------------------------------
 */

typedef struct Failing {
    FanTextSource text;
    unsigned asked;
} Failing;

static ptrdiff_t failing_source(void *context, char *bytes, size_t size) {
    Failing *failing = context;
    failing->asked++;
    return failing->text.length ? fan_text_source(&failing->text, bytes, size < 16 ? size : 16)
                                : -5;
}

static void what_came_before_a_failure_is_read(void **state) {
    static const char text[] = "1. e2-e3A * 1. d3-e3A * 1. d3-";
    Failing failing = {{text, strlen(text)}, 0};
    FanRecordReader *reader = fan_record_reader_new(failing_source, &failing, NULL);
    FanRecord record;
    (void)state;
    fan_record_init(&record, NULL);
    assert_int_equal(fan_record_read(reader, &record), FAN_RECORD_GAME);
    assert_int_equal(fan_record_read(reader, &record), FAN_RECORD_GAME);
    assert_int_equal(fan_record_read(reader, &record), FAN_RECORD_FAILED);
    unsigned asked = failing.asked;
    assert_int_equal(fan_record_read(reader, &record), FAN_RECORD_FAILED);
    assert_int_equal(failing.asked, asked);
    assert_int_equal(fan_record_reader_games(reader), 2);
    fan_record_free(&record);
    fan_record_reader_free(reader);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_is_bounded_whatever_comes),
        cmocka_unit_test(many_different_tags_are_too_many),
        cmocka_unit_test(memory_is_kept_from_game_to_game),
        cmocka_unit_test(a_reader_without_memory_says_so),
        cmocka_unit_test(a_record_without_memory_stays_as_it_was),
        cmocka_unit_test(what_came_before_a_failure_is_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
