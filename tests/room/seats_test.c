/* Making a game and sitting down at it. */
#include "room/stage.h"

#include <string.h>

#include "protocol/protocol.h"

static const struct {
    const char *spec;
    const char *reason; /* NULL: it is made */
    const char *tells;  /* of its create */
} specs[] = {
    {SPEC("tsivy", "", CLOCK_NONE, "false"), NULL, "\"variant\":\"tsivy\",\"rules\":\"\""},
    {SPEC("dimy", "", CLOCK_REAL, "true"), NULL, "\"rated\":true"},
    {SPEC("telo", "", CLOCK_DAYS, "true"), NULL, "\"days\":3"},
    {SPEC("9x5", "", CLOCK_REAL, "true"), NULL, "\"variant\":\"tsivy\""},
    {SPEC("7x3", "", CLOCK_NONE, "false"), NULL, "\"variant\":\"7x3\""},
    {SPEC("3x3", "", CLOCK_NONE, "false"), NULL, "\"variant\":\"3x3\""},
    {SPEC("7x7", "chain=mandatory,quiet-limit=50", CLOCK_NONE, "false"), NULL,
     "\"rules\":\"chain=mandatory\""},
    {SPEC("tsivy", "vela=white", CLOCK_NONE, "false"), NULL, "\"rules\":\"vela=white\""},
    {SPEC("tsivy", "quiet-limit=0", CLOCK_NONE, "false"), NULL, "quiet-limit=0"},
    {SPEC("tsivy", "", "'clock':{'kind':'real','base_s':0,'increment_s':10}", "false"), NULL,
     "\"base_s\":10,\"increment_s\":10"},
    {"{'variant':'3x3','rules':''," CLOCK_NONE ",'rated':false,'start':'3/3/3 w hand:3,3'}", NULL,
     "\"variant\":\"telo\""},
    {"{'variant':'tsivy','rules':''," CLOCK_NONE
     ",'rated':false,'start':'BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW'}",
     NULL, "\"rated\":false}"},
    {"{'variant':'5x3','rules':''," CLOCK_NONE ",'rated':false,'start':'B4/5/4W b'}", NULL,
     "\"start\":\"B4/5/4W b 0 1\""},
    {"{'variant':'tsivy'}", "malformed", "lacks"},
    {SPEC("4x4", "", CLOCK_NONE, "false"), "rules", "no such board"},
    {SPEC("99x99", "", CLOCK_NONE, "false"), "rules", "no such board"},
    {SPEC("tsivy", "chain=always", CLOCK_NONE, "false"), "rules", "always"},
    {SPEC("tsivy", "quiet-limit=0,repetition=0", CLOCK_NONE, "false"), "rules", "never end"},
    {SPEC("7x3", "vela=white", CLOCK_NONE, "false"), "rules", "do not fit"},
    {SPEC("telo", "vela=white", CLOCK_NONE, "false"), "rules", "do not fit"},
    {SPEC("tsivy", "", "'clock':{'kind':'real','base_s':0,'increment_s':0}", "false"), "rules",
     "without time"},
    {"{'variant':'5x3','rules':''," CLOCK_NONE ",'rated':false,'start':'5/5/4W b'}", "rules",
     "over"},
    {"{'variant':'5x3','rules':''," CLOCK_NONE ",'rated':false,'start':'B4/5'}", "rules", ""},
    {"{'variant':'5x3','rules':''," CLOCK_NONE ",'rated':false,'start':'B8/9/8W'}", "rules", ""},
    {SPEC("tsivy", "", CLOCK_NONE, "true"), "rules", "rated"},
    {SPEC("7x3", "", CLOCK_REAL, "true"), "rules", "rated"},
    {SPEC("tsivy", "vela=white", CLOCK_REAL, "true"), "rules", "rated"},
    {SPEC("tsivy", "blocked=draw", CLOCK_REAL, "true"), "rules", "rated"},
    {"{'variant':'dimy','rules':''," CLOCK_REAL
     ",'rated':true,'start':'BBBBB/BBBBB/BW1BW/WWWWW/WWWWW b'}",
     "rules", "rated"},
};

static void a_game_is_made_in_one_form_or_refused(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        Stage stage;
        stage_create(&stage, specs[i].spec);
        if ((stage.verdict.reason == NULL) != (specs[i].reason == NULL)) {
            fail_msg("%s: %s", specs[i].spec, stage.verdict.text);
        }
        if (specs[i].reason) {
            stage_refused(&stage, specs[i].reason);
            if (!strstr(stage.verdict.text, specs[i].tells)) {
                fail_msg("%s: \"%s\"", specs[i].spec, stage.verdict.text);
            }
        } else {
            stage_told(&stage, specs[i].tells);
            stage_told(&stage, "\"kind\":\"join\"");
            assert_int_equal(fan_room_state(stage.room), FAN_ROOM_WAITING);
        }
        stage_end(&stage);
    }
}

static bool join(Stage *stage, const FanRoomPlayer *player, unsigned side) {
    FanCommand command = {.kind = FAN_COMMAND_JOIN, .player = player, .side = side};
    return stage_do(stage, &command);
}

static void a_seat_is_taken_once(void **state) {
    (void)state;
    Stage stage;
    stage_create(&stage, SPEC("tsivy", "", CLOCK_NONE, "false"));
    assert_true(!join(&stage, &stage_ann, FAN_ROOM_NO_SIDE));
    stage_refused(&stage, "own-game");
    assert_true(!join(&stage, &stage_bob, FAN_WHITE));
    stage_refused(&stage, "seat-taken");
    assert_true(join(&stage, &stage_guest, FAN_BLACK));
    stage_told(&stage, "\"player\":{\"id\":\"guest1\",\"kind\":\"guest\"}");
    assert_int_equal(fan_room_state(stage.room), FAN_ROOM_PLAYING);
    assert_true(!join(&stage, &stage_bob, FAN_ROOM_NO_SIDE));
    stage_refused(&stage, "seat-taken");
    assert_int_equal(fan_room_side_of(stage.room, "guest1"), FAN_BLACK);
    assert_int_equal(fan_room_side_of(stage.room, "ann1"), FAN_WHITE);
    assert_int_equal(fan_room_side_of(stage.room, "bob1"), FAN_ROOM_NO_SIDE);
    assert_int_equal(fan_room_side_of(stage.room, ""), FAN_ROOM_NO_SIDE);
    stage_end(&stage);
}

/* An event that cannot be taken in must never be stored. */
static void what_is_no_event_is_refused(void **state) {
    (void)state;
    static const FanRoomPlayer players[] = {
        {.id = "a1", .kind = "account", .name = "a name of more than forty characters, by far"},
        {.id = "a-1", .kind = "guest"},
        {.id = "a1", .kind = "cat"},
        {.id = "c9", .kind = "computer", .level = 9},
        {.id = "a1", .kind = "account", .name = "\xff\xfe"},
    };
    Stage stage;
    stage_create(&stage, SPEC("tsivy", "", CLOCK_NONE, "false"));
    for (size_t i = 0; i < sizeof players / sizeof *players; i++) {
        assert_true(!join(&stage, &players[i], FAN_ROOM_NO_SIDE));
    }
    assert_true(join(&stage, &stage_bob, FAN_ROOM_NO_SIDE));
    assert_true(stage_say(&stage, FAN_COMMAND_RESIGN, FAN_WHITE, NULL));
    assert_true(stage_say(&stage, FAN_COMMAND_OFFER_REMATCH, FAN_WHITE, "colours"));
    assert_true(stage_say(&stage, FAN_COMMAND_OFFER_REMATCH, FAN_BLACK, "colours"));
    assert_true(!stage_say(&stage, FAN_COMMAND_REMADE, FAN_ROOM_NO_SIDE, "short"));
    stage_refused(&stage, "malformed");
    stage_end(&stage);
}

static void rated_games_are_between_accounts(void **state) {
    (void)state;
    static const FanRoomPlayer program = {.id = "p1", .kind = "bot", .name = "Prog"};
    Stage stage;
    stage_create(&stage, SPEC("tsivy", "", CLOCK_REAL, "true"));
    assert_true(!join(&stage, &stage_guest, FAN_ROOM_NO_SIDE));
    stage_refused(&stage, "needs-account");
    assert_true(!join(&stage, &stage_bot, FAN_ROOM_NO_SIDE));
    stage_refused(&stage, "needs-account");
    assert_true(!join(&stage, &program, FAN_ROOM_NO_SIDE));
    stage_refused(&stage, "needs-account");
    assert_true(join(&stage, &stage_bob, FAN_ROOM_NO_SIDE));
    assert_true(fan_room_rated(stage.room));
    assert_true(!fan_room_settled(stage.room));
    stage_end(&stage);
}

static void nobody_need_sit_when_a_game_is_made(void **state) {
    (void)state;
    Stage stage;
    json_t *spec = json_pack("{s:s, s:s, s:{s:s}, s:b}", "variant", "dimy", "rules", "", "clock",
                             "kind", "none", "rated", 0);
    FanCommand command = {.kind = FAN_COMMAND_CREATE, .side = FAN_ROOM_NO_SIDE, .spec = spec};
    command.game = "abcdefghij";
    command.rematch_of = "0123456789";
    stage_begin(&stage);
    assert_true(stage_do(&stage, &command));
    assert_int_equal(stage.verdict.count, 1);
    assert_string_equal(fan_room_id(stage.room), "abcdefghij");
    assert_string_equal(fan_room_before(stage.room), "0123456789");
    assert_true(join(&stage, &stage_bob, FAN_BLACK));
    assert_int_equal(fan_room_state(stage.room), FAN_ROOM_WAITING);
    assert_true(join(&stage, &stage_bot, FAN_ROOM_NO_SIDE));
    stage_told(&stage, "\"side\":\"white\"");
    stage_told(&stage, "\"level\":3");
    assert_true(!stage_do(&stage, &command));
    stage_refused(&stage, "not-now");
    json_decref(spec);
    stage_end(&stage);
}

static void a_room_without_a_game_refuses_everything_else(void **state) {
    (void)state;
    Stage stage;
    stage_begin(&stage);
    for (int kind = FAN_COMMAND_JOIN; kind <= FAN_COMMAND_RESEAT; kind++) {
        FanCommand command = {.kind = (FanCommandKind)kind, .player = &stage_ann, .text = ""};
        assert_true(!stage_do(&stage, &command));
        stage_refused(&stage, "no-game");
    }
    stage_end(&stage);
}

static void a_seat_may_change_hands(void **state) {
    (void)state;
    Stage stage;
    FanRoomPlayer now = {.id = "acc7", .kind = "account", .name = "Rasoa"};
    FanRoomPlayer gone = {.id = "acc7", .kind = "gone"};
    FanCommand reseat = {.kind = FAN_COMMAND_RESEAT, .side = FAN_BLACK, .player = &now};
    stage_create(&stage, SPEC("tsivy", "", CLOCK_NONE, "false"));
    assert_true(!stage_do(&stage, &reseat));
    stage_refused(&stage, "no-seat");
    assert_true(join(&stage, &stage_guest, FAN_BLACK));
    assert_true(stage_do(&stage, &reseat));
    stage_told(&stage, "\"kind\":\"seat\",\"side\":\"black\"");
    assert_int_equal(fan_room_side_of(stage.room, "acc7"), FAN_BLACK);
    assert_true(!stage_do(&stage, &reseat));
    stage_refused(&stage, "repeated");
    reseat.player = &stage_ann;
    assert_true(!stage_do(&stage, &reseat));
    stage_refused(&stage, "own-game");
    assert_true(stage_say(&stage, FAN_COMMAND_RESIGN, FAN_BLACK, NULL));
    reseat.player = &gone;
    assert_true(stage_do(&stage, &reseat));
    assert_string_equal(fan_room_player(stage.room, FAN_BLACK)->name, "");
    assert_true(!stage_say(&stage, FAN_COMMAND_OFFER_REMATCH, FAN_WHITE, "colours"));
    stage_refused(&stage, "not-now");
    stage_end(&stage);
}

static void a_game_that_nobody_joins_does_not_stay(void **state) {
    (void)state;
    Stage stage;
    stage_create(&stage, SPEC("tsivy", "", CLOCK_NONE, "false"));
    stage.now_ms += FAN_ROOM_WAIT_MS - 1;
    assert_true(!stage_say(&stage, FAN_COMMAND_TICK, FAN_ROOM_NO_SIDE, NULL));
    stage.now_ms++;
    assert_int_equal(fan_room_deadline(stage.room), stage.now_ms);
    assert_true(join(&stage, &stage_bob, FAN_ROOM_NO_SIDE));
    stage_told(&stage, "\"result\":\"none\",\"reason\":\"aborted\"");
    assert_true(!join(&stage, &stage_bob, FAN_ROOM_NO_SIDE));
    stage_refused(&stage, "over");
    stage_end(&stage);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_is_made_in_one_form_or_refused),
        cmocka_unit_test(a_seat_is_taken_once),
        cmocka_unit_test(what_is_no_event_is_refused),
        cmocka_unit_test(rated_games_are_between_accounts),
        cmocka_unit_test(nobody_need_sit_when_a_game_is_made),
        cmocka_unit_test(a_room_without_a_game_refuses_everything_else),
        cmocka_unit_test(a_seat_may_change_hands),
        cmocka_unit_test(a_game_that_nobody_joins_does_not_stay),
    };
    if (!fan_protocol_begin()) {
        return 1;
    }
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    fan_protocol_end();
    return failed;
}
