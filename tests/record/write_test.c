/* How a record is laid out on lines, and sinks that fail. */
#include "record/transcript.h"

/* The text behind the tags that a game is written with. */
static const char *written_turns(const char *text, Text *out) {
    FanRecord record;
    fan_record_init(&record, NULL);
    read_one(text, strlen(text), &record);
    text_clear(out);
    write_record(&record, out);
    fan_record_free(&record);
    return strstr(out->bytes, "\n\n") + 2;
}

static void expect_turns(const char *text, const char *wanted) {
    Text out = {0};
    const char *written = written_turns(text, &out);
    if (strcmp(written, wanted) != 0) {
        fail_msg("of %s\nwanted\n%s\ngot\n%s", text, wanted, written);
    }
    text_free(&out);
}

#define X10  "xxxxxxxxxx"
#define X60  X10 X10 X10 X10 X10 X10
#define TELO "[Variant \"telo\"]"

static void a_word_that_does_not_fit_begins_a_line(void **state) {
    (void)state;
    /* 79 characters fit, 80 do not. */
    expect_turns("{" X60 "12345} 1. e2-e3A *", "{" X60 "12345} 1. e2-e3A *\n\n");
    expect_turns("{" X60 "123456} 1. e2-e3A *", "{" X60 "123456} 1. e2-e3A\n*\n\n");
    expect_turns("{" X60 "1234567} 1. e2-e3A *", "{" X60 "1234567} 1. e2-e3A\n*\n\n");
    expect_turns("{" X60 "12345678} 1. e2-e3A *", "{" X60 "12345678}\n1. e2-e3A *\n\n");
    expect_turns("{" X60 "1234567} 1. e2-e3A! *", "{" X60 "1234567}\n1. e2-e3A! *\n\n");
}

static void brackets_keep_to_their_words(void **state) {
    (void)state;
    expect_turns("1. e2-e3A {" X60 "} (1. d3-e3A) *", "1. e2-e3A {" X60 "}\n(1. d3-e3A) *\n\n");
    expect_turns("1. e2-e3A (1. d3-e3A (1. d3-e3W {" X10 X10 X10 X10 "123}) ) *",
                 "1. e2-e3A (1. d3-e3A (1. d3-e3W {" X10 X10 X10 X10 "123}))\n*\n\n");
    expect_turns("1. e2-e3A (1. d3-e3A (1. d3-e3W {" X10 X10 X10 X10 "1234}) ) *",
                 "1. e2-e3A (1. d3-e3A (1. d3-e3W\n{" X10 X10 X10 X10 "1234})) *\n\n");
    expect_turns("1. e2-e3A {" X10 X10 X10 "1234567} f4-e5W (f4-e5W-e4A) *",
                 "1. e2-e3A {" X10 X10 X10 "1234567} 1... f4-e5W (1... f4-e5W-e4A)\n*\n\n");
    expect_turns("1. e2-e3A {" X10 X10 X10 "12345678} f4-e5W (f4-e5W-e4A) *",
                 "1. e2-e3A {" X10 X10 X10 "12345678} 1... f4-e5W\n(1... f4-e5W-e4A) *\n\n");
    expect_turns("1. e2-e3A {" X60 "1234} () *", "1. e2-e3A {" X60 "1234} ()\n*\n\n");
    expect_turns("1. e2-e3A {" X60 "12345} () *", "1. e2-e3A {" X60 "12345}\n() *\n\n");
    expect_turns("1. e2-e3A {" X60 "1} ($77) *", "1. e2-e3A {" X60 "1} ($77)\n*\n\n");
    expect_turns("1. e2-e3A {" X60 "12} ($77) *", "1. e2-e3A {" X60 "12}\n($77) *\n\n");
    expect_turns("1. e2-e3A {" X60 "} ({note} 1. d3-e3A) *",
                 "1. e2-e3A {" X60 "}\n({note} 1. d3-e3A) *\n\n");
}

static void comments_are_never_broken(void **state) {
    (void)state;
    expect_turns("1. e2-e3A {" X60 " " X60 "} f4-e5W *",
                 "1. e2-e3A\n{" X60 " " X60 "}\n1... f4-e5W *\n\n");
    expect_turns("1. e2-e3A {a\n" X60 "1234567} f4-e5W *",
                 "1. e2-e3A {a\n" X60 "1234567}\n1... f4-e5W *\n\n");
    expect_turns("1. e2-e3A {" X60 "1234567\nb} f4-e5W *",
                 "1. e2-e3A {" X60 "1234567\nb} 1... f4-e5W *\n\n");
    expect_turns("1. e2-e3A {" X60 "123456789\nb} f4-e5W *",
                 "1. e2-e3A\n{" X60 "123456789\nb} 1... f4-e5W *\n\n");
    expect_turns("1. e2-e3A ;a}b\n;c}\n*", "1. e2-e3A ;a}b\n;c}\n*\n\n");
    expect_turns("1. e2-e3A (1. d3-e3A ;a}\n) f4-e5W *",
                 "1. e2-e3A (1. d3-e3A ;a}\n) 1... f4-e5W *\n\n");
    /* Characters are counted, not bytes. */
    expect_turns("1. e2-e3A {" X60 "\xC3\xA9\xC3\xA9\xC3\xA9\xE2\x80\xA6\xE2\x80\xA6} *",
                 "1. e2-e3A {" X60 "\xC3\xA9\xC3\xA9\xC3\xA9\xE2\x80\xA6\xE2\x80\xA6} *\n\n");
}

static void numbers_stand_where_they_are_needed(void **state) {
    (void)state;
    expect_turns("1. e2-e3A f4-e5W e3-e4A *", "1. e2-e3A f4-e5W 2. e3-e4A *\n\n");
    expect_turns("1. e2-e3A $9 f4-e5W *", "1. e2-e3A $9 f4-e5W *\n\n");
    expect_turns("1. e2-e3A {} f4-e5W *", "1. e2-e3A {} 1... f4-e5W *\n\n");
    expect_turns("1. e2-e3A () f4-e5W *", "1. e2-e3A () 1... f4-e5W *\n\n");
    expect_turns("1. e2-e3A f4-e5W (f4-e5W-e4A) e3-e4A *",
                 "1. e2-e3A f4-e5W (1... f4-e5W-e4A) 2. e3-e4A *\n\n");
    expect_turns(TELO "[FEN \"3/1W1/3 b 0 65535\"] a1 a3 c1 c3 b3 *",
                 "65535... a1 65535. a3 c1 65535. c3 b3 *\n\n");
}

static void open_variations_are_closed(void **state) {
    FanRecord record;
    Text out = {0};
    FanTurn turn = {.from = 13, .count = 1, .steps = {{22, FAN_APPROACH}}};
    (void)state;
    fan_record_init(&record, NULL);
    assert_int_equal(fan_record_add_turn(&record, &turn), FAN_EDIT_OK);
    assert_int_equal(fan_record_open_variation(&record), FAN_EDIT_OK);
    assert_int_equal(fan_record_add_turn(&record, &turn), FAN_EDIT_OK);
    assert_int_equal(fan_record_open_variation(&record), FAN_EDIT_OK);
    write_record(&record, &out);
    assert_non_null(strstr(out.bytes, "\n\n1. e2-e3A (1. e2-e3A ()) *\n\n"));
    fan_record_free(&record);
    text_free(&out);
}

/* The last item of the record that is added behind a turn; nothing for FAN_ITEM_TURN. */
static FanEdit add_last(FanRecord *record, FanItemKind kind) {
    switch (kind) {
    case FAN_ITEM_COMMENT:
        return fan_record_add_comment(record, "yy", 2);
    case FAN_ITEM_NAG:
        return fan_record_add_nag(record, 139);
    case FAN_ITEM_OPEN:
        return fan_record_open_variation(record);
    default:
        return FAN_EDIT_OK;
    }
}

/* As if they had been closed: what is written is what its reading is written as. */
static void brackets_of_open_variations_keep_to_their_words(void **state) {
    Text out = {0}, again = {0};
    FanTurn turn = {.from = 13, .count = 1, .steps = {{22, FAN_APPROACH}}};
    (void)state;
    for (unsigned length = 0; length < 80; length++) {
        for (FanItemKind kind = FAN_ITEM_TURN; kind <= FAN_ITEM_OPEN; kind++) {
            FanRecord record;
            fan_record_init(&record, NULL);
            assert_int_equal(fan_record_add_turn(&record, &turn), FAN_EDIT_OK);
            assert_int_equal(fan_record_open_variation(&record), FAN_EDIT_OK);
            assert_int_equal(fan_record_add_comment(&record, X60 X10 X10, length), FAN_EDIT_OK);
            assert_int_equal(fan_record_add_turn(&record, &turn), FAN_EDIT_OK);
            assert_int_equal(add_last(&record, kind), FAN_EDIT_OK);
            text_clear(&out);
            write_record(&record, &out);
            fan_record_free(&record);
            assert_string_equal(strstr(out.bytes, "\n\n") + 2, written_turns(out.bytes, &again));
        }
    }
    text_free(&out);
    text_free(&again);
}

/* The longest canonical text that the limits allow is one that is read. */
static void any_record_is_short_enough_to_be_read(void **state) {
    FanRecord record;
    Text out = {0};
    FanTurn turn = {.from = 13, .count = FAN_CHAIN_MAX};
    char name[FAN_TAG_NAME_MAX + 1], value[FAN_TAG_VALUE_MAX + 1];
    (void)state;
    fan_record_init(&record, NULL);
    memset(value, '"', FAN_TAG_VALUE_MAX);
    value[FAN_TAG_VALUE_MAX] = '\0';
    for (unsigned i = 0; i < FAN_RECORD_TAGS_MAX; i++) {
        snprintf(name, sizeof name, "%064u", i);
        assert_int_equal(fan_record_set_tag(&record, name, value), FAN_EDIT_OK);
    }
    for (unsigned i = 0; i < FAN_CHAIN_MAX; i++) {
        turn.steps[i] = (FanStep){(FanPoint)(i % 45), FAN_APPROACH};
    }
    record.start.number = FAN_COUNTER_MAX;
    record.start.side = FAN_BLACK;
    while (fan_record_add_turn(&record, &turn) == FAN_EDIT_OK) {
    }
    assert_int_equal(record.items_count, FAN_RECORD_ITEMS_MAX);
    write_record(&record, &out);
    assert_true(out.length + FAN_RECORD_TEXT_MAX < FAN_RECORD_BYTES_MAX);
    fan_record_free(&record);
    text_free(&out);
}

/* Forty-six captures, a turn fewer than the quiet limit of 1000 before each, and the limit. */
enum { LONGEST_GAME = 46 * 1000 + 1000 };

/* Two stones go to and fro on tsivy. */
static void play_long(FanGame *game) {
    static const char *const round[] = {"i1-i2", "a5-a4", "i2-i1", "a4-a5"};
    for (size_t i = 0; i < LONGEST_GAME; i++) {
        FanTurn turn;
        const char *text = round[i % COUNT(round)];
        assert_int_equal(fan_game_read(game, text, strlen(text), &turn, NULL), FAN_TURN_READ);
        assert_int_equal(fan_game_play(game, &turn, NULL), FAN_GAME_OK);
    }
}

static void the_longest_game_under_a_quiet_limit_is_kept(void **state) {
    static const char text[] = "B8/9/9/9/8W w";
    FanPly *plies = malloc(LONGEST_GAME * sizeof *plies);
    FanRecord record, again;
    FanBoard board;
    FanRules rules = fan_rules_default();
    FanPosition start;
    FanGame game;
    Text out = {0};
    (void)state;
    assert_non_null(plies);
    rules.quiet_limit = rules.repetition = 0;
    assert_int_equal(fan_position_read(&board, &start, &rules, NULL, text, strlen(text), NULL, 0),
                     0);
    fan_game_begin(&game, &board, &rules, &start, plies, LONGEST_GAME);
    play_long(&game);
    fan_record_init(&record, NULL);
    fan_record_init(&again, NULL);
    assert_int_equal(fan_record_from_game(&record, &game), FAN_EDIT_OK);
    write_record(&record, &out);
    read_one(out.bytes, out.length, &again);
    assert_int_equal(again.turns, LONGEST_GAME);
    assert_true(fan_record_equal(&record, &again));
    fan_record_free(&record);
    fan_record_free(&again);
    text_free(&out);
    free(plies);
}

typedef struct Full {
    size_t room, calls;
} Full;

static bool full_sink(void *context, const char *bytes, size_t length) {
    Full *full = context;
    (void)bytes;
    full->calls++;
    bool fits = length <= full->room;
    full->room -= fits ? length : full->room;
    return fits;
}

static void a_sink_that_fails_is_told_and_not_asked_again(void **state) {
    static char text[40000] = "1. e2-e3A";
    FanRecord record;
    Text whole = {0};
    (void)state;
    for (unsigned i = 0; i < 3000; i++) {
        strcat(text, " {comment}");
    }
    strcat(text, "*");
    fan_record_init(&record, NULL);
    read_one(text, strlen(text), &record);
    write_record(&record, &whole);
    for (size_t room = 0; room < whole.length; room += 3001) {
        Full full = {room, 0};
        assert_false(fan_record_write(&record, full_sink, &full));
        size_t calls = full.calls;
        assert_true(calls <= room / 4096 + 1);
    }
    Full full = {whole.length, 0};
    assert_true(fan_record_write(&record, full_sink, &full));
    fan_record_free(&record);
    text_free(&whole);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_word_that_does_not_fit_begins_a_line),
        cmocka_unit_test(brackets_keep_to_their_words),
        cmocka_unit_test(comments_are_never_broken),
        cmocka_unit_test(numbers_stand_where_they_are_needed),
        cmocka_unit_test(open_variations_are_closed),
        cmocka_unit_test(brackets_of_open_variations_keep_to_their_words),
        cmocka_unit_test(any_record_is_short_enough_to_be_read),
        cmocka_unit_test(the_longest_game_under_a_quiet_limit_is_kept),
        cmocka_unit_test(a_sink_that_fails_is_told_and_not_asked_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
