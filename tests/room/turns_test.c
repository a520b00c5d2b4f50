/* Turns: whose, when, which; and how games end. */
#include <string.h>

#include "protocol/protocol.h"
#include "room/stage.h"

#define FREE SPEC("tsivy", "", CLOCK_NONE, "false")

static bool turn_at(Stage *stage, unsigned side, uint32_t ply, const char *text) {
    FanCommand command = {.kind = FAN_COMMAND_TURN, .side = side, .ply = ply, .text = text};
    return stage_do(stage, &command);
}

static void only_the_right_turn_is_taken(void **state) {
    (void)state;
    static const struct {
        unsigned side;
        uint32_t ply;
        const char *text, *reason;
    } rows[] = {
        {FAN_ROOM_NO_SIDE, 0, "e2-e3A", "no-seat"},
        {FAN_BLACK, 0, "e2-e3A", "not-your-turn"},
        {FAN_WHITE, 1, "e2-e3A", "stale"},
        {FAN_BLACK, 7, "e2-e3A", "stale"},
        {FAN_WHITE, 0, "", "malformed"},
        {FAN_WHITE, 0, "e2-", "malformed"},
        {FAN_WHITE, 0, "e9-e3", "malformed"},
        {FAN_WHITE, 0, "a1-a2", "illegal"},
        {FAN_WHITE, 0, "e4-e3A", "illegal"},
        {FAN_WHITE, 0, "d3-e3", "malformed"},
    };
    Stage stage;
    stage_start(&stage, FREE);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_true(!turn_at(&stage, rows[i].side, rows[i].ply, rows[i].text));
        stage_refused(&stage, rows[i].reason);
    }
    assert_true(!turn_at(&stage, FAN_WHITE, 0, "a1-a2"));
    assert_true(stage.verdict.refusal.code != FAN_LEGAL);
    assert_true(turn_at(&stage, FAN_WHITE, 0, "E2e3"));
    stage_told(&stage, "\"side\":\"white\",\"turn\":\"e2-e3A\",\"left\":null");
    assert_int_equal(stage.verdict.refusal.code, FAN_LEGAL);
    stage_end(&stage);
}

static void a_turn_said_twice_is_made_once(void **state) {
    (void)state;
    Stage stage;
    stage_start(&stage, FREE);
    stage_turns(&stage, "e2-e3A");
    assert_true(!turn_at(&stage, FAN_WHITE, 0, "e2-e3A"));
    stage_refused(&stage, "repeated");
    assert_true(!turn_at(&stage, FAN_WHITE, 0, "d3-e3W"));
    stage_refused(&stage, "stale");
    assert_true(!turn_at(&stage, FAN_BLACK, 0, "e2-e3A"));
    stage_refused(&stage, "stale");
    stage_any_turns(&stage, 3, 0);
    assert_true(!turn_at(&stage, FAN_WHITE, 0, "e2e3"));
    stage_refused(&stage, "repeated");
    stage_end(&stage);
}

static void nobody_turns_before_both_sit_or_after_the_end(void **state) {
    (void)state;
    Stage stage;
    stage_create(&stage, FREE);
    assert_true(!turn_at(&stage, FAN_WHITE, 0, "e2-e3A"));
    stage_refused(&stage, "not-begun");
    stage_end(&stage);
    stage_start(&stage, FREE);
    assert_true(stage_say(&stage, FAN_COMMAND_RESIGN, FAN_WHITE, NULL));
    stage_told(&stage, "\"result\":\"black\",\"reason\":\"resignation\",\"left\":null");
    assert_true(!turn_at(&stage, FAN_WHITE, 0, "e2-e3A"));
    stage_refused(&stage, "over");
    stage_end(&stage);
}

static void the_rules_end_a_game_with_its_last_turn(void **state) {
    (void)state;
    static const struct {
        const char *spec, *turns, *end;
    } rows[] = {
        {SPEC("telo", "", CLOCK_NONE, "false"), "a1 a3 b1 b3 c1",
         "\"result\":\"white\",\"reason\":\"row\""},
        {"{'variant':'5x3','rules':''," CLOCK_NONE ",'rated':false,'start':'5/BW3/5'}", "b2-c2W",
         "\"result\":\"white\",\"reason\":\"no-stones\""},
        {"{'variant':'5x3','rules':'quiet-limit=2'," CLOCK_NONE ",'rated':false,'start':'B4/5/4W'}",
         "e1-d1 a3-b3", "\"result\":\"draw\",\"reason\":\"quiet\""},
        {"{'variant':'5x3','rules':'quiet-limit=0,repetition=2'," CLOCK_NONE
         ",'rated':false,'start':'B4/5/4W'}",
         "e1-d1 a3-b3 d1-e1 b3-a3", "\"result\":\"draw\",\"reason\":\"repetition\""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Stage stage;
        stage_start(&stage, rows[i].spec);
        stage_turns(&stage, rows[i].turns);
        assert_int_equal(stage.verdict.count, 2);
        stage_told(&stage, rows[i].end);
        assert_int_equal(fan_room_state(stage.room), FAN_ROOM_ENDED);
        assert_true(fan_room_decided(stage.room));
        stage_end(&stage);
    }
}

static void a_game_can_be_aborted_before_the_second_turn(void **state) {
    (void)state;
    Stage stage;
    stage_create(&stage, FREE);
    assert_true(!stage_say(&stage, FAN_COMMAND_ABORT, FAN_BLACK, NULL));
    stage_refused(&stage, "no-seat");
    assert_true(stage_say(&stage, FAN_COMMAND_ABORT, FAN_WHITE, NULL));
    stage_told(&stage, "\"result\":\"none\",\"reason\":\"aborted\"");
    stage_end(&stage);
    stage_start(&stage, FREE);
    stage_any_turns(&stage, 1, 0);
    assert_true(stage_say(&stage, FAN_COMMAND_ABORT, FAN_BLACK, NULL));
    assert_true(!fan_room_decided(stage.room));
    assert_true(!stage_say(&stage, FAN_COMMAND_ABORT, FAN_BLACK, NULL));
    stage_refused(&stage, "over");
    stage_end(&stage);
    stage_start(&stage, FREE);
    stage_any_turns(&stage, 2, 0);
    assert_true(!stage_say(&stage, FAN_COMMAND_ABORT, FAN_BLACK, NULL));
    stage_refused(&stage, "too-late");
    stage_end(&stage);
}

static void the_administration_closes_what_is_not_over(void **state) {
    (void)state;
    Stage stage;
    stage_start(&stage, FREE);
    stage_any_turns(&stage, 4, 0);
    assert_true(stage_say(&stage, FAN_COMMAND_CLOSE, FAN_ROOM_NO_SIDE, NULL));
    stage_told(&stage, "\"result\":\"none\",\"reason\":\"closed\"");
    assert_true(!stage_say(&stage, FAN_COMMAND_CLOSE, FAN_ROOM_NO_SIDE, NULL));
    stage_refused(&stage, "over");
    assert_true(!stage_say(&stage, FAN_COMMAND_OFFER_REMATCH, FAN_WHITE, "colours"));
    stage_refused(&stage, "not-now");
    stage_end(&stage);
}

static void a_record_says_who_played_when_and_how_it_ended(void **state) {
    (void)state;
    char *text;
    size_t length;
    Stage stage;
    stage_start(&stage, SPEC("tsivy", "chain=mandatory", CLOCK_REAL, "false"));
    stage_turns(&stage, "e2-e3A");
    assert_true(stage_say(&stage, FAN_COMMAND_RESIGN, FAN_BLACK, NULL));
    assert_true(fan_room_record(stage.room, "http://x/g/0123456789", &text, &length));
    assert_string_equal(text, "[Event \"Casual game\"]\n"
                              "[Site \"http://x/g/0123456789\"]\n"
                              "[Date \"1970.01.12\"]\n"
                              "[Round \"?\"]\n"
                              "[White \"Ann\"]\n"
                              "[Black \"Bob\"]\n"
                              "[Result \"1-0\"]\n"
                              "[Variant \"tsivy\"]\n"
                              "[Rules \"chain=mandatory\"]\n"
                              "[TimeControl \"60+5\"]\n"
                              "[Termination \"resignation\"]\n\n"
                              "1. e2-e3A 1-0\n\n");
    assert_int_equal(length, strlen(text));
    free(text);
    stage_end(&stage);
    stage_start(&stage, SPEC("telo", "", CLOCK_DAYS, "false"));
    assert_true(stage_say(&stage, FAN_COMMAND_ABORT, FAN_BLACK, NULL));
    assert_true(fan_room_record(stage.room, NULL, &text, &length));
    assert_non_null(strstr(text, "[Result \"*\"]"));
    assert_non_null(strstr(text, "[Termination \"aborted\"]"));
    assert_non_null(strstr(text, "[TimeControl \"1/259200\"]"));
    free(text);
    stage_end(&stage);
}

static void a_summary_is_what_the_schema_says(void **state) {
    (void)state;
    char why[FAN_PROTOCOL_WHY_MAX];
    Stage stage;
    stage_start(&stage, SPEC("dimy", "", CLOCK_REAL, "true"));
    stage_any_turns(&stage, 2, 1000);
    for (int ended = 0; ended < 2; ended++) {
        json_t *summary = fan_room_summary(stage.room, stage.now_ms);
        if (!fan_protocol_check("GameSummary", summary, why)) {
            fail_msg("%s", why);
        }
        assert_true((json_object_get(summary, "to_move") != NULL) == !ended);
        assert_true((json_object_get(summary, "deadline") != NULL) == !ended);
        assert_true((json_object_get(summary, "result") != NULL) == (ended != 0));
        assert_true(json_object_get(summary, "last") != NULL);
        json_decref(summary);
        (void)stage_say(&stage, FAN_COMMAND_RESIGN, FAN_BLACK, NULL);
    }
    stage_end(&stage);
}

/* What may not follow is refused by the fold too, for what a store gives may be damaged. */
static void events_that_cannot_follow_are_refused(void **state) {
    (void)state;
    static const char *const events[] = {
        "",
        "{}",
        "{\"n\":3,\"at\":1,\"kind\":\"turn\",\"side\":\"black\",\"turn\":\"e2-e3A\",\"left\":null}",
        "{\"n\":4,\"at\":1,\"kind\":\"turn\",\"side\":\"white\",\"turn\":\"e2-e3A\",\"left\":null}",
        "{\"n\":3,\"at\":1,\"kind\":\"turn\",\"side\":\"white\",\"turn\":\"a1-a2\",\"left\":null}",
        "{\"n\":3,\"at\":1,\"kind\":\"end\",\"result\":\"white\",\"reason\":\"row\",\"left\":null}",
        "{\"n\":3,\"at\":1,\"kind\":\"end\",\"result\":\"draw\",\"reason\":\"time\",\"left\":null}",
        "{\"n\":3,\"at\":1,\"kind\":\"end\",\"result\":\"white\",\"reason\":\"agreement\","
        "\"left\":null}",
        "{\"n\":3,\"at\":1,\"kind\":\"end\",\"result\":\"white\",\"reason\":\"aborted\","
        "\"left\":null}",
        "{\"n\":3,\"at\":1,\"kind\":\"end\",\"result\":\"none\",\"reason\":\"time\",\"left\":null}",
        "{\"n\":3,\"at\":1,\"kind\":\"draw-decline\",\"side\":\"white\"}",
        "{\"n\":3,\"at\":1,\"kind\":\"takeback-ask\",\"side\":\"white\"}",
        "{\"n\":3,\"at\":1,\"kind\":\"takeback\",\"side\":\"white\",\"ply\":0,\"left\":null}",
        "{\"n\":3,\"at\":1,\"kind\":\"takeback-decline\",\"side\":\"white\"}",
        "{\"n\":3,\"at\":1,\"kind\":\"rematch-offer\",\"side\":\"white\",\"rematch\":\"colours\"}",
        "{\"n\":3,\"at\":1,\"kind\":\"rematch-decline\",\"side\":\"white\"}",
        "{\"n\":3,\"at\":1,\"kind\":\"remade\",\"game\":\"abcdefghij\"}",
        "{\"n\":3,\"at\":1,\"kind\":\"rated\",\"white\":{\"before\":1,\"after\":2,"
        "\"provisional\":true},\"black\":{\"before\":1,\"after\":2,\"provisional\":true}}",
        "{\"n\":3,\"at\":1,\"kind\":\"join\",\"side\":\"white\",\"player\":{\"id\":\"x\","
        "\"kind\":\"guest\"},\"left\":null}",
        "{\"n\":3,\"at\":1,\"kind\":\"seat\",\"side\":\"white\",\"player\":{\"id\":\"bob1\","
        "\"kind\":\"guest\"}}",
        "{\"n\":3,\"at\":1,\"kind\":\"create\",\"game\":\"0123456789\",\"spec\":{"
        "\"variant\":\"tsivy\",\"rules\":\"\",\"clock\":{\"kind\":\"none\"},\"rated\":false}}",
    };
    Stage stage;
    stage_start(&stage, FREE);
    json_t *before = stage_looks(stage.room, stage.now_ms);
    for (size_t i = 0; i < sizeof events / sizeof *events; i++) {
        const char *why = NULL;
        if (fan_room_apply(stage.room, events[i], strlen(events[i]), &why)) {
            fail_msg("applied: %s", events[i]);
        }
        assert_true(why && strlen(why) > 10);
        json_t *after = stage_looks(stage.room, stage.now_ms);
        assert_true(json_equal(before, after));
        json_decref(after);
    }
    json_decref(before);
    stage_end(&stage);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_the_right_turn_is_taken),
        cmocka_unit_test(a_turn_said_twice_is_made_once),
        cmocka_unit_test(nobody_turns_before_both_sit_or_after_the_end),
        cmocka_unit_test(the_rules_end_a_game_with_its_last_turn),
        cmocka_unit_test(a_game_can_be_aborted_before_the_second_turn),
        cmocka_unit_test(the_administration_closes_what_is_not_over),
        cmocka_unit_test(a_record_says_who_played_when_and_how_it_ended),
        cmocka_unit_test(a_summary_is_what_the_schema_says),
        cmocka_unit_test(events_that_cannot_follow_are_refused),
    };
    if (!fan_protocol_begin()) {
        return 1;
    }
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    fan_protocol_end();
    return failed;
}
