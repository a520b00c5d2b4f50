/* A record in memory: tags, items, outcomes, and what is refused. */
#include "record/transcript.h"

static FanTurn turn_of(FanPoint from, FanPoint to, FanKind kind) {
    return (FanTurn){.from = from, .count = 1, .steps = {{to, (uint8_t)kind}}};
}

/* e2-e3A on tsivy. */
static FanTurn first_turn(void) {
    return turn_of(13, 22, FAN_APPROACH);
}

static void a_new_record_is_the_start_of_tsivy(void **state) {
    FanRecord record;
    (void)state;
    fan_record_init(&record, NULL);
    assert_int_equal(record.board.files, 9);
    assert_int_equal(record.board.ranks, 5);
    FanRules rules = fan_rules_default();
    assert_true(fan_rules_equal(&record.rules, &rules));
    FanPosition start = fan_position_start(&record.board, &rules);
    assert_true(fan_position_equal(&record.start, &start));
    assert_int_equal(record.outcome.result, FAN_ONGOING);
    assert_null(record.items);
    assert_null(record.text);
    fan_record_free(&record);
}

static void tags_are_set_changed_and_taken_away(void **state) {
    FanRecord record;
    (void)state;
    fan_record_init(&record, NULL);
    assert_null(fan_record_tag(&record, "White"));
    assert_int_equal(fan_record_set_tag(&record, "white", "A"), FAN_EDIT_OK);
    assert_int_equal(fan_record_set_tag(&record, "Note", "n"), FAN_EDIT_OK);
    assert_int_equal(fan_record_add_comment(&record, "hello", 5), FAN_EDIT_OK);
    assert_int_equal(fan_record_set_tag(&record, "Black", "B"), FAN_EDIT_OK);
    assert_string_equal(fan_record_tag_name(&record, 0), "White");
    assert_int_equal(fan_record_set_tag(&record, "WHITE", "a longer name"), FAN_EDIT_OK);
    assert_int_equal(record.tags_count, 3);
    assert_string_equal(fan_record_tag_value(&record, 0), "a longer name");
    assert_string_equal(fan_record_tag(&record, "nOTE"), "n");
    assert_string_equal(fan_record_comment(&record, &record.items[0]), "hello");
    assert_int_equal(fan_record_set_tag(&record, "note", NULL), FAN_EDIT_OK);
    assert_null(fan_record_tag(&record, "Note"));
    assert_string_equal(fan_record_tag(&record, "Black"), "B");
    assert_string_equal(fan_record_comment(&record, &record.items[0]), "hello");
    assert_int_equal(fan_record_set_tag(&record, "Black", "?"), FAN_EDIT_OK);
    assert_null(fan_record_tag(&record, "Black"));
    assert_int_equal(fan_record_set_tag(&record, "Date", "????.??.??"), FAN_EDIT_OK);
    assert_int_equal(record.tags_count, 1);
    fan_record_free(&record);
}

static void setting_a_tag_again_and_again_fills_nothing(void **state) {
    FanRecord record;
    char value[FAN_TAG_VALUE_MAX + 1];
    (void)state;
    fan_record_init(&record, NULL);
    memset(value, 'x', sizeof value - 1);
    value[sizeof value - 1] = '\0';
    for (unsigned i = 0; i < 1000; i++) {
        assert_int_equal(fan_record_set_tag(&record, "Event", i % 2 ? value : "short"),
                         FAN_EDIT_OK);
    }
    assert_int_equal(record.text_bytes, strlen("Event") + FAN_TAG_VALUE_MAX + 2);
    fan_record_free(&record);
}

static void tags_that_may_not_be_are_refused(void **state) {
    static const struct {
        const char *name, *value;
        FanEdit edit;
    } cases[] = {
        {"", "x", FAN_EDIT_NAME},
        {"a b", "x", FAN_EDIT_NAME},
        {"caf\xC3\xA9", "x", FAN_EDIT_NAME},
        {"Result", "1-0", FAN_EDIT_NAME},
        {"variant", "telo", FAN_EDIT_NAME},
        {"Rules", "", FAN_EDIT_NAME},
        {"fen", "", FAN_EDIT_NAME},
        {"Termination", "Resignation", FAN_EDIT_NAME},
        {"Termination", "no-stones", FAN_EDIT_NAME},
        {"Termination", "normal", FAN_EDIT_OK},
        {"Termination", NULL, FAN_EDIT_OK},
        {"x", "a\nb", FAN_EDIT_TEXT},
        {"x", "a\tb", FAN_EDIT_TEXT},
        {"x", "\x1B[0m", FAN_EDIT_TEXT},
        {"x", "\x7F", FAN_EDIT_TEXT},
        {"x", "\xC2\x85", FAN_EDIT_TEXT},
        {"x", "\xFF", FAN_EDIT_TEXT},
        {"x", "\xC3", FAN_EDIT_TEXT},
        {"x", "\xC0\xAF", FAN_EDIT_TEXT},
        {"x", "\xED\xA0\x80", FAN_EDIT_TEXT},
        {"x", "\xF4\x90\x80\x80", FAN_EDIT_TEXT},
        {"x", "\xE0\x80\xAF", FAN_EDIT_TEXT},
        {"x", "\xF4\x8F\xBF\xBF \xEE\x80\x80 \xC2\xA0 \\ \"", FAN_EDIT_OK},
    };
    FanRecord record;
    char name[FAN_TAG_NAME_MAX + 2], value[FAN_TAG_VALUE_MAX + 2];
    (void)state;
    fan_record_init(&record, NULL);
    for (size_t i = 0; i < COUNT(cases); i++) {
        FanEdit edit = fan_record_set_tag(&record, cases[i].name, cases[i].value);
        if (edit != cases[i].edit) {
            fail_msg("%s \"%s\": %d", cases[i].name, cases[i].value, edit);
        }
    }
    memset(name, 'n', sizeof name - 1);
    memset(value, 'v', sizeof value - 1);
    name[sizeof name - 1] = value[sizeof value - 1] = '\0';
    assert_int_equal(fan_record_set_tag(&record, name, "x"), FAN_EDIT_NAME);
    assert_int_equal(fan_record_set_tag(&record, name + 1, "x"), FAN_EDIT_OK);
    assert_int_equal(fan_record_set_tag(&record, "x", value), FAN_EDIT_FULL);
    assert_int_equal(fan_record_set_tag(&record, "x", value + 1), FAN_EDIT_OK);
    fan_record_free(&record);
}

static void a_record_holds_so_many_tags(void **state) {
    FanRecord record;
    char name[16];
    (void)state;
    fan_record_init(&record, NULL);
    for (unsigned i = 0; i < FAN_RECORD_TAGS_MAX; i++) {
        snprintf(name, sizeof name, "T%u", i);
        assert_int_equal(fan_record_set_tag(&record, name, "x"), FAN_EDIT_OK);
    }
    assert_int_equal(fan_record_set_tag(&record, "More", "x"), FAN_EDIT_FULL);
    assert_int_equal(fan_record_set_tag(&record, "T7", "another"), FAN_EDIT_OK);
    assert_int_equal(fan_record_set_tag(&record, "T8", NULL), FAN_EDIT_OK);
    assert_int_equal(fan_record_set_tag(&record, "More", "x"), FAN_EDIT_OK);
    assert_string_equal(fan_record_tag(&record, "T7"), "another");
    fan_record_free(&record);
}

static void comments_that_no_text_holds_are_refused(void **state) {
    static const struct {
        const char *text;
        FanEdit edit;
    } cases[] = {
        {"", FAN_EDIT_OK},
        {"a { b", FAN_EDIT_OK},
        {"a } b", FAN_EDIT_OK},
        {"a\nb\tc\r\n", FAN_EDIT_OK},
        {"a\n}", FAN_EDIT_TEXT},
        {"}\r", FAN_EDIT_TEXT},
        {"\n[Event \"x\"]", FAN_EDIT_OK},
        {"\n[Event \"x\"] {", FAN_EDIT_TEXT},
        {"{\n[Event \"x\"]", FAN_EDIT_OK},
        {"[Event \"x\"] {", FAN_EDIT_OK},
        {"\n[Event] {", FAN_EDIT_OK},
        {"\x07", FAN_EDIT_TEXT},
        {"\xFF", FAN_EDIT_TEXT},
    };
    FanRecord record;
    (void)state;
    fan_record_init(&record, NULL);
    for (size_t i = 0; i < COUNT(cases); i++) {
        size_t items = record.items_count, bytes = record.text_bytes;
        FanEdit edit = fan_record_add_comment(&record, cases[i].text, strlen(cases[i].text));
        if (edit != cases[i].edit) {
            fail_msg("\"%s\": %d", cases[i].text, edit);
        }
        if (edit != FAN_EDIT_OK) {
            assert_int_equal(record.items_count, items);
            assert_int_equal(record.text_bytes, bytes);
        }
    }
    assert_int_equal(fan_record_add_comment(&record, "a\0b", 3), FAN_EDIT_TEXT);
    fan_record_free(&record);
}

static void ends_of_lines_become_one(void **state) {
    FanRecord record;
    (void)state;
    fan_record_init(&record, NULL);
    assert_int_equal(fan_record_add_comment(&record, "\r\na\rb\n\r\r\n", 8), FAN_EDIT_OK);
    assert_string_equal(fan_record_comment(&record, &record.items[0]), "\na\nb\n\n\n");
    assert_int_equal(record.items[0].length, 7);
    fan_record_free(&record);
}

static void a_record_holds_so_much_text(void **state) {
    static char text[FAN_COMMENT_MAX + 1];
    FanRecord record;
    (void)state;
    memset(text, 'c', sizeof text);
    fan_record_init(&record, NULL);
    assert_int_equal(fan_record_add_comment(&record, text, FAN_COMMENT_MAX + 1), FAN_EDIT_FULL);
    for (unsigned i = 0; i < FAN_RECORD_TEXT_MAX / FAN_COMMENT_MAX - 1; i++) {
        assert_int_equal(fan_record_add_comment(&record, text, FAN_COMMENT_MAX), FAN_EDIT_OK);
    }
    assert_int_equal(fan_record_add_comment(&record, text, FAN_COMMENT_MAX), FAN_EDIT_FULL);
    assert_int_equal(fan_record_add_comment(&record, text, FAN_COMMENT_MAX - 4), FAN_EDIT_OK);
    assert_int_equal(record.text_bytes, FAN_RECORD_TEXT_MAX);
    assert_int_equal(fan_record_add_comment(&record, "", 0), FAN_EDIT_FULL);
    assert_int_equal(fan_record_set_tag(&record, "a", "b"), FAN_EDIT_FULL);
    fan_record_free(&record);
}

static void a_record_holds_so_many_items(void **state) {
    FanRecord record;
    FanTurn turn = first_turn();
    (void)state;
    fan_record_init(&record, NULL);
    for (unsigned i = 0; i < FAN_RECORD_ITEMS_MAX - 1; i++) {
        assert_int_equal(fan_record_add_nag(&record, 1), FAN_EDIT_OK);
    }
    assert_int_equal(fan_record_add_turn(&record, &turn), FAN_EDIT_OK);
    assert_int_equal(fan_record_add_turn(&record, &turn), FAN_EDIT_FULL);
    assert_int_equal(fan_record_add_nag(&record, 1), FAN_EDIT_FULL);
    assert_int_equal(fan_record_add_comment(&record, "x", 1), FAN_EDIT_FULL);
    assert_int_equal(fan_record_open_variation(&record), FAN_EDIT_FULL);
    assert_int_equal(record.turns, 1);
    assert_int_equal(record.depth, 0);
    fan_record_free(&record);
}

static void a_full_record_keeps_its_variation_open(void **state) {
    FanRecord record;
    FanTurn turn = first_turn();
    (void)state;
    fan_record_init(&record, NULL);
    assert_int_equal(fan_record_add_turn(&record, &turn), FAN_EDIT_OK);
    assert_int_equal(fan_record_open_variation(&record), FAN_EDIT_OK);
    while (fan_record_add_nag(&record, 1) == FAN_EDIT_OK) {
    }
    assert_int_equal(fan_record_close_variation(&record), FAN_EDIT_FULL);
    assert_int_equal(record.depth, 1);
    fan_record_free(&record);
}

static void variations_stand_where_there_is_a_turn(void **state) {
    FanRecord record;
    FanTurn turn = first_turn();
    (void)state;
    fan_record_init(&record, NULL);
    assert_int_equal(fan_record_open_variation(&record), FAN_EDIT_PLACE);
    assert_int_equal(fan_record_close_variation(&record), FAN_EDIT_PLACE);
    assert_int_equal(fan_record_add_turn(&record, &turn), FAN_EDIT_OK);
    assert_int_equal(fan_record_add_nag(&record, 9), FAN_EDIT_OK);
    assert_int_equal(fan_record_open_variation(&record), FAN_EDIT_OK);
    assert_int_equal(fan_record_open_variation(&record), FAN_EDIT_PLACE);
    assert_int_equal(fan_record_add_turn(&record, &turn), FAN_EDIT_OK);
    assert_int_equal(record.items[3].depth, 1);
    assert_int_equal(record.turns, 1);
    assert_int_equal(fan_record_close_variation(&record), FAN_EDIT_OK);
    assert_int_equal(fan_record_open_variation(&record), FAN_EDIT_OK);
    assert_int_equal(fan_record_close_variation(&record), FAN_EDIT_OK);
    assert_int_equal(fan_record_close_variation(&record), FAN_EDIT_PLACE);
    for (unsigned i = 0; i < FAN_RECORD_DEPTH_MAX; i++) {
        assert_int_equal(fan_record_open_variation(&record), FAN_EDIT_OK);
        assert_int_equal(fan_record_add_turn(&record, &turn), FAN_EDIT_OK);
    }
    assert_int_equal(fan_record_open_variation(&record), FAN_EDIT_FULL);
    fan_record_free(&record);
}

static void an_outcome_by_word_takes_the_place_of_a_termination(void **state) {
    FanRecord record;
    (void)state;
    fan_record_init(&record, NULL);
    assert_int_equal(fan_record_set_tag(&record, "Termination", "normal"), FAN_EDIT_OK);
    fan_record_set_outcome(&record, (FanOutcome){.result = FAN_BLACK_WINS});
    assert_string_equal(fan_record_tag(&record, "Termination"), "normal");
    assert_int_equal(record.outcome.clause, FAN_CLAUSE(5, 5));
    fan_record_set_outcome(&record,
                           (FanOutcome){FAN_BLACK_WINS, FAN_REASON_TIME, FAN_CLAUSE(5, 5)});
    assert_null(fan_record_tag(&record, "Termination"));
    assert_int_equal(fan_record_set_tag(&record, "Termination", "normal"), FAN_EDIT_NAME);
    fan_record_free(&record);
}

static void the_main_line_is_walked(void **state) {
    static const char text[] = "1. d3-e3A (1. e2-e3A f4-e5W) f4-f3A {x} *";
    FanRecord record;
    size_t at = 0;
    (void)state;
    fan_record_init(&record, NULL);
    read_one(text, strlen(text), &record);
    assert_int_equal(record.turns, 2);
    const FanTurn *turn = fan_record_next_turn(&record, &at);
    assert_int_equal(turn->from, 21);
    turn = fan_record_next_turn(&record, &at);
    assert_int_equal(turn->from, 32);
    assert_null(fan_record_next_turn(&record, &at));
    FanGame game;
    FanPly plies[2];
    fan_record_play(&record, &game, plies, 2);
    assert_int_equal(game.length, 2);
    assert_int_equal(game.outcome.result, FAN_ONGOING);
    fan_record_free(&record);
}

static void records_differ_in_what_is_written(void **state) {
    static const char *const texts[] = {
        "*",
        "1-0",
        "[Termination \"time\"] 1-0",
        "[Variant \"3x3\"]*",
        "[Variant \"telo\"]*",
        "[Rules \"quiet-limit=7\"]*",
        "[FEN \"9/9/4B4/4W4/9 w\"]*",
        "[FEN \"9/9/4B4/4W4/9 w 1\"]*",
        "[White \"a\"]*",
        "[White \"b\"]*",
        "[X \"a\"][Y \"b\"]*",
        "[Y \"b\"][X \"a\"]*",
        "[X \"a\"]*",
        "1. d3-e3A *",
        "1. d3-e3W *",
        "1. d3-e3A! *",
        "1. d3-e3A? *",
        "1. d3-e3A {a} *",
        "1. d3-e3A {b} *",
        "{a} 1. d3-e3A *",
        "1. d3-e3A () *",
        "1. d3-e3A (1. e2-e3A) *",
    };
    FanRecord a, b;
    (void)state;
    fan_record_init(&a, NULL);
    fan_record_init(&b, NULL);
    for (size_t i = 0; i < COUNT(texts); i++) {
        read_one(texts[i], strlen(texts[i]), &a);
        for (size_t j = 0; j < COUNT(texts); j++) {
            read_one(texts[j], strlen(texts[j]), &b);
            if (fan_record_equal(&a, &b) != (i == j)) {
                fail_msg("%s and %s", texts[i], texts[j]);
            }
        }
    }
    fan_record_free(&a);
    fan_record_free(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_new_record_is_the_start_of_tsivy),
        cmocka_unit_test(tags_are_set_changed_and_taken_away),
        cmocka_unit_test(setting_a_tag_again_and_again_fills_nothing),
        cmocka_unit_test(tags_that_may_not_be_are_refused),
        cmocka_unit_test(a_record_holds_so_many_tags),
        cmocka_unit_test(comments_that_no_text_holds_are_refused),
        cmocka_unit_test(ends_of_lines_become_one),
        cmocka_unit_test(a_record_holds_so_much_text),
        cmocka_unit_test(a_record_holds_so_many_items),
        cmocka_unit_test(a_full_record_keeps_its_variation_open),
        cmocka_unit_test(variations_stand_where_there_is_a_turn),
        cmocka_unit_test(an_outcome_by_word_takes_the_place_of_a_termination),
        cmocka_unit_test(the_main_line_is_walked),
        cmocka_unit_test(records_differ_in_what_is_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
