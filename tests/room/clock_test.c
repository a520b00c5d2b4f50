/* Clocks: what runs when, and what happens when nothing is left. 60 s and 5 s a turn, or 3 days. */
#include "protocol/protocol.h"
#include "room/stage.h"

enum { SECOND = 1000, DAY = 86400000 };

#define REAL SPEC("tsivy", "", CLOCK_REAL, "false")
#define DAYS SPEC("tsivy", "", CLOCK_DAYS, "false")
#define FREE SPEC("tsivy", "", CLOCK_NONE, "false")

static int64_t left(const Stage *stage, FanSide side) {
    return fan_room_left(stage->room, side, stage->now_ms);
}

static bool tick(Stage *stage) {
    return stage_say(stage, FAN_COMMAND_TICK, FAN_ROOM_NO_SIDE, NULL);
}

static void a_real_clock_begins_with_the_second_turn(void **state) {
    (void)state;
    Stage stage;
    stage_start(&stage, REAL);
    stage_told(&stage, "\"left\":null");
    assert_int_equal(fan_room_deadline(stage.room), stage.now_ms + FAN_ROOM_FIRST_TURN_MS);
    stage_any_turns(&stage, 1, 20 * SECOND);
    stage_told(&stage, "\"left\":null");
    assert_true(!fan_room_running(stage.room));
    assert_int_equal(fan_room_deadline(stage.room), stage.now_ms + FAN_ROOM_FIRST_TURN_MS);
    stage_any_turns(&stage, 1, 30 * SECOND);
    stage_told(&stage, "\"left\":[60000,60000]");
    assert_true(fan_room_running(stage.room));
    stage_any_turns(&stage, 1, 7 * SECOND);
    stage_told(&stage, "\"left\":[58000,60000]");
    stage.now_ms += 12 * SECOND;
    assert_int_equal(left(&stage, FAN_WHITE), 58 * SECOND);
    assert_int_equal(left(&stage, FAN_BLACK), 48 * SECOND);
    assert_int_equal(fan_room_deadline(stage.room), stage.now_ms + 48 * SECOND);
    stage_end(&stage);
}

static void a_first_turn_that_never_comes_aborts_the_game(void **state) {
    (void)state;
    for (unsigned turns = 0; turns < 2; turns++) {
        Stage stage;
        stage_start(&stage, REAL);
        stage_any_turns(&stage, turns, 59 * SECOND);
        stage.now_ms += FAN_ROOM_FIRST_TURN_MS - 1;
        assert_true(!tick(&stage));
        stage_refused(&stage, "not-now");
        stage.now_ms += 1;
        assert_true(tick(&stage));
        stage_told(&stage, "\"result\":\"none\",\"reason\":\"aborted\",\"left\":null");
        assert_int_equal(fan_room_deadline(stage.room), 0);
        stage_end(&stage);
    }
}

static void who_runs_out_of_time_loses(void **state) {
    (void)state;
    Stage stage;
    stage_start(&stage, REAL);
    stage_any_turns(&stage, 3, SECOND);
    stage.now_ms += 60 * SECOND - 1;
    assert_true(!tick(&stage));
    stage.now_ms += 1;
    /* What comes too late is not done, but finds out. */
    assert_true(stage_say(&stage, FAN_COMMAND_TURN, FAN_BLACK, "a5-a4"));
    assert_int_equal(stage.verdict.count, 1);
    stage_told(&stage, "\"result\":\"white\",\"reason\":\"time\",\"left\":[64000,0]");
    assert_int_equal(left(&stage, FAN_BLACK), 0);
    stage_end(&stage);
}

static void days_are_full_again_after_every_turn(void **state) {
    (void)state;
    Stage stage;
    stage_start(&stage, DAYS);
    stage_told(&stage, "\"left\":[259200000,259200000]");
    assert_int_equal(fan_room_deadline(stage.room), stage.now_ms + 3 * (int64_t)DAY);
    stage_any_turns(&stage, 2, 2 * (int64_t)DAY);
    stage_told(&stage, "\"left\":[259200000,259200000]");
    stage.now_ms += 3 * (int64_t)DAY;
    assert_true(tick(&stage));
    stage_told(&stage, "\"result\":\"black\",\"reason\":\"time\",\"left\":[0,259200000]");
    stage_end(&stage);
    stage_start(&stage, DAYS);
    stage.now_ms += 3 * (int64_t)DAY;
    assert_true(tick(&stage));
    stage_told(&stage, "\"result\":\"none\",\"reason\":\"aborted\"");
    stage_end(&stage);
}

static void without_a_clock_nothing_is_due(void **state) {
    (void)state;
    Stage stage;
    stage_start(&stage, FREE);
    stage_any_turns(&stage, 3, 100 * (int64_t)DAY);
    stage_told(&stage, "\"left\":null");
    assert_int_equal(fan_room_deadline(stage.room), 0);
    assert_true(left(&stage, FAN_WHITE) == INT64_MAX);
    assert_true(!tick(&stage));
    stage_end(&stage);
}

static void a_clock_of_the_machine_set_back_gives_nothing(void **state) {
    (void)state;
    Stage stage;
    stage_start(&stage, REAL);
    stage_any_turns(&stage, 2, SECOND);
    stage.now_ms -= 3600 * SECOND;
    assert_int_equal(left(&stage, FAN_WHITE), 60 * SECOND);
    stage_any_turns(&stage, 1, 0);
    stage_told(&stage, "\"at\":1000002000");
    stage_told(&stage, "\"left\":[65000,60000]");
    stage_end(&stage);
}

static bool outage(Stage *stage, int64_t from_ms, int64_t to_ms) {
    FanCommand command = {.kind = FAN_COMMAND_OUTAGE, .side = FAN_ROOM_NO_SIDE};
    command.from_ms = from_ms;
    command.to_ms = to_ms;
    return stage_do(stage, &command);
}

static void time_the_server_was_away_is_nobodys(void **state) {
    (void)state;
    Stage stage;
    stage_start(&stage, REAL);
    stage_any_turns(&stage, 2, SECOND);
    int64_t mark = stage.now_ms;
    stage.now_ms = mark + 3600 * SECOND;
    /* 10 s before it went, 5 s since it came back. */
    assert_true(outage(&stage, mark + 10 * SECOND, stage.now_ms - 5 * SECOND));
    stage_told(&stage, "\"left\":[45000,60000]");
    assert_int_equal(left(&stage, FAN_WHITE), 45 * SECOND);
    /* The same outage again is over. */
    assert_true(!outage(&stage, mark + 10 * SECOND, stage.now_ms - 5 * SECOND));
    stage_refused(&stage, "not-now");
    stage_any_turns(&stage, 1, SECOND);
    stage_told(&stage, "\"left\":[49000,60000]");
    stage_end(&stage);
}

static void an_outage_does_not_undo_what_was_over_before(void **state) {
    (void)state;
    Stage stage;
    stage_start(&stage, REAL);
    stage_any_turns(&stage, 2, SECOND);
    int64_t mark = stage.now_ms;
    stage.now_ms = mark + 3600 * SECOND;
    assert_true(outage(&stage, mark + 60 * SECOND, stage.now_ms));
    stage_told(&stage, "\"result\":\"black\",\"reason\":\"time\"");
    stage_end(&stage);
}

static void an_outage_before_the_last_turn_is_only_what_came_after_it(void **state) {
    (void)state;
    Stage stage;
    stage_start(&stage, REAL);
    stage_any_turns(&stage, 2, SECOND);
    int64_t mark = stage.now_ms;
    assert_true(!outage(&stage, mark - 9 * SECOND, mark));
    stage_refused(&stage, "not-now");
    stage.now_ms = mark + 20 * SECOND;
    assert_true(outage(&stage, mark - 9 * SECOND, mark + 15 * SECOND));
    stage_told(&stage, "\"left\":[55000,60000]");
    stage_end(&stage);
}

static void first_turns_wait_anew_after_an_outage(void **state) {
    (void)state;
    Stage stage;
    stage_start(&stage, REAL);
    int64_t mark = stage.now_ms;
    stage.now_ms = mark + 3600 * SECOND;
    assert_true(outage(&stage, mark + SECOND, stage.now_ms));
    stage_told(&stage, "\"left\":null");
    assert_int_equal(fan_room_deadline(stage.room), stage.now_ms + FAN_ROOM_FIRST_TURN_MS);
    stage_end(&stage);
    stage_start(&stage, DAYS);
    mark = stage.now_ms;
    stage.now_ms = mark + 4 * (int64_t)DAY;
    assert_true(outage(&stage, mark + DAY, stage.now_ms));
    stage_told(&stage, "\"left\":[172800000,259200000]");
    stage_end(&stage);
}

static bool claim(Stage *stage, int64_t away_ms) {
    FanCommand command = {.kind = FAN_COMMAND_CLAIM, .side = FAN_WHITE, .away_ms = away_ms};
    return stage_do(stage, &command);
}

static void a_minute_of_absence_may_be_claimed(void **state) {
    (void)state;
    static const char *const specs[] = {SPEC("tsivy", "",
                                             "'clock':{'kind':'real','base_s':600,"
                                             "'increment_s':0}",
                                             "false"),
                                        FREE};
    for (size_t i = 0; i < 2; i++) {
        Stage stage;
        stage_start(&stage, specs[i]);
        stage_any_turns(&stage, 1, 0);
        stage.now_ms += 30 * SECOND;
        assert_true(!claim(&stage, stage.now_ms - 60 * SECOND));
        stage_refused(&stage, "not-begun");
        stage_any_turns(&stage, 1, 0);
        assert_true(!claim(&stage, 0));
        stage_refused(&stage, "not-absent");
        assert_true(!claim(&stage, stage.now_ms - 60 * SECOND + 1));
        stage_refused(&stage, "not-absent");
        assert_true(claim(&stage, stage.now_ms - 60 * SECOND));
        stage_told(&stage, "\"result\":\"white\",\"reason\":\"abandoned\"");
        stage_end(&stage);
    }
}

static void nobody_is_absent_from_a_game_of_days(void **state) {
    (void)state;
    Stage stage;
    stage_start(&stage, DAYS);
    stage_any_turns(&stage, 2, 0);
    assert_true(!claim(&stage, stage.now_ms - DAY));
    stage_refused(&stage, "not-now");
    stage_end(&stage);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_real_clock_begins_with_the_second_turn),
        cmocka_unit_test(a_first_turn_that_never_comes_aborts_the_game),
        cmocka_unit_test(who_runs_out_of_time_loses),
        cmocka_unit_test(days_are_full_again_after_every_turn),
        cmocka_unit_test(without_a_clock_nothing_is_due),
        cmocka_unit_test(a_clock_of_the_machine_set_back_gives_nothing),
        cmocka_unit_test(time_the_server_was_away_is_nobodys),
        cmocka_unit_test(an_outage_does_not_undo_what_was_over_before),
        cmocka_unit_test(an_outage_before_the_last_turn_is_only_what_came_after_it),
        cmocka_unit_test(first_turns_wait_anew_after_an_outage),
        cmocka_unit_test(a_minute_of_absence_may_be_claimed),
        cmocka_unit_test(nobody_is_absent_from_a_game_of_days),
    };
    if (!fan_protocol_begin()) {
        return 1;
    }
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    fan_protocol_end();
    return failed;
}
