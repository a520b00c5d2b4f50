/* What the two say to each other. */
#include <string.h>

#include "protocol/protocol.h"
#include "room/stage.h"

enum { SECOND = 1000 };

#define FREE SPEC("tsivy", "", CLOCK_NONE, "false")
#define REAL SPEC("tsivy", "", CLOCK_REAL, "false")

static bool say(Stage *stage, FanCommandKind kind, unsigned side) {
    return stage_say(stage, kind, side, NULL);
}

/* --- draws -------------------------------------------------------------------------------------
 */

static void a_draw_is_agreed_by_both(void **state) {
    (void)state;
    Stage stage;
    stage_start(&stage, FREE);
    assert_true(say(&stage, FAN_COMMAND_OFFER_DRAW, FAN_BLACK));
    assert_int_equal(fan_room_draw_offer(stage.room), FAN_BLACK);
    assert_true(!say(&stage, FAN_COMMAND_OFFER_DRAW, FAN_BLACK));
    stage_refused(&stage, "repeated");
    assert_true(!say(&stage, FAN_COMMAND_OFFER_DRAW, FAN_ROOM_NO_SIDE));
    stage_refused(&stage, "no-seat");
    assert_true(say(&stage, FAN_COMMAND_OFFER_DRAW, FAN_WHITE));
    stage_told(&stage, "\"result\":\"draw\",\"reason\":\"agreement\"");
    assert_int_equal(fan_room_draw_offer(stage.room), FAN_ROOM_NO_SIDE);
    stage_end(&stage);
}

static void an_offer_stands_until_the_other_side_answers_or_turns(void **state) {
    (void)state;
    Stage stage;
    stage_start(&stage, FREE);
    assert_true(!say(&stage, FAN_COMMAND_DECLINE_DRAW, FAN_WHITE));
    stage_refused(&stage, "nothing-offered");
    assert_true(say(&stage, FAN_COMMAND_OFFER_DRAW, FAN_WHITE));
    assert_true(!say(&stage, FAN_COMMAND_DECLINE_DRAW, FAN_WHITE));
    stage_refused(&stage, "nothing-offered");
    stage_any_turns(&stage, 1, 0); /* White's own */
    assert_int_equal(fan_room_draw_offer(stage.room), FAN_WHITE);
    stage_any_turns(&stage, 1, 0);
    assert_int_equal(fan_room_draw_offer(stage.room), FAN_ROOM_NO_SIDE);
    assert_true(say(&stage, FAN_COMMAND_OFFER_DRAW, FAN_BLACK));
    assert_true(say(&stage, FAN_COMMAND_DECLINE_DRAW, FAN_WHITE));
    stage_told(&stage, "\"kind\":\"draw-decline\",\"side\":\"white\"");
    assert_int_equal(fan_room_draw_offer(stage.room), FAN_ROOM_NO_SIDE);
    stage_end(&stage);
}

static void a_draw_is_not_offered_at_every_turn(void **state) {
    (void)state;
    Stage stage;
    stage_start(&stage, FREE);
    assert_true(say(&stage, FAN_COMMAND_OFFER_DRAW, FAN_WHITE));
    stage_any_turns(&stage, FAN_ROOM_OFFER_TURNS - 1, 0);
    assert_true(!say(&stage, FAN_COMMAND_OFFER_DRAW, FAN_WHITE));
    stage_refused(&stage, "not-now");
    assert_true(say(&stage, FAN_COMMAND_OFFER_DRAW, FAN_BLACK));
    assert_true(say(&stage, FAN_COMMAND_DECLINE_DRAW, FAN_WHITE));
    stage_any_turns(&stage, 1, 0);
    assert_true(say(&stage, FAN_COMMAND_OFFER_DRAW, FAN_WHITE));
    stage_end(&stage);
}

/* --- takebacks ---------------------------------------------------------------------------------
 */

static void ones_own_last_turn_is_taken_back(void **state) {
    (void)state;
    Stage stage;
    stage_start(&stage, FREE);
    assert_true(!say(&stage, FAN_COMMAND_ASK_TAKEBACK, FAN_WHITE));
    stage_refused(&stage, "not-now");
    stage_any_turns(&stage, 1, 0);
    assert_true(!say(&stage, FAN_COMMAND_ASK_TAKEBACK, FAN_BLACK));
    stage_refused(&stage, "not-now");
    stage_any_turns(&stage, 4, 0);
    /* White has turned last: one turn. */
    assert_true(say(&stage, FAN_COMMAND_ASK_TAKEBACK, FAN_WHITE));
    assert_int_equal(fan_room_takeback_ask(stage.room), FAN_WHITE);
    assert_true(say(&stage, FAN_COMMAND_ASK_TAKEBACK, FAN_BLACK));
    stage_told(&stage, "\"kind\":\"takeback\",\"side\":\"white\",\"ply\":4,\"left\":null");
    assert_int_equal(fan_room_game(stage.room)->length, 4);
    /* White again, to whom Black has answered: two. */
    assert_true(!say(&stage, FAN_COMMAND_ASK_TAKEBACK, FAN_WHITE));
    stage_refused(&stage, "repeated");
    stage_any_turns(&stage, 2, 0);
    assert_true(say(&stage, FAN_COMMAND_ASK_TAKEBACK, FAN_WHITE));
    assert_true(say(&stage, FAN_COMMAND_ASK_TAKEBACK, FAN_BLACK));
    stage_told(&stage, "\"side\":\"white\",\"ply\":4");
    stage_any_turns(&stage, 1, 0);
    assert_int_equal(fan_room_game(stage.room)->undone, 0);
    stage_end(&stage);
}

static void a_turn_is_asked_back_once(void **state) {
    (void)state;
    Stage stage;
    stage_start(&stage, FREE);
    stage_any_turns(&stage, 1, 0);
    assert_true(!say(&stage, FAN_COMMAND_DECLINE_TAKEBACK, FAN_BLACK));
    stage_refused(&stage, "nothing-offered");
    assert_true(say(&stage, FAN_COMMAND_ASK_TAKEBACK, FAN_WHITE));
    assert_true(!say(&stage, FAN_COMMAND_ASK_TAKEBACK, FAN_WHITE));
    stage_refused(&stage, "repeated");
    assert_true(say(&stage, FAN_COMMAND_DECLINE_TAKEBACK, FAN_BLACK));
    assert_true(!say(&stage, FAN_COMMAND_ASK_TAKEBACK, FAN_WHITE));
    stage_refused(&stage, "repeated");
    stage_any_turns(&stage, 1, 0);
    assert_true(say(&stage, FAN_COMMAND_ASK_TAKEBACK, FAN_WHITE));
    stage_any_turns(&stage, 1, 0);
    assert_int_equal(fan_room_takeback_ask(stage.room), FAN_ROOM_NO_SIDE);
    stage_end(&stage);
}

static void a_turn_is_given_back_only_in_time(void **state) {
    (void)state;
    Stage stage;
    stage_start(&stage, FREE);
    stage_any_turns(&stage, 2, 0);
    assert_true(say(&stage, FAN_COMMAND_ASK_TAKEBACK, FAN_WHITE));
    stage_any_turns(&stage, 1, 0); /* White has thought better of it */
    FanCommand late = {
        .kind = FAN_COMMAND_ASK_TAKEBACK, .side = FAN_BLACK, .ply = 2, .at_ply = true};
    assert_true(!stage_do(&stage, &late));
    stage_refused(&stage, "stale");
    assert_int_equal(fan_room_takeback_ask(stage.room), FAN_ROOM_NO_SIDE);
    late.ply = 3;
    assert_true(stage_do(&stage, &late));
    assert_int_equal(fan_room_takeback_ask(stage.room), FAN_BLACK);
    stage_end(&stage);
}

static void a_takeback_gives_no_time(void **state) {
    (void)state;
    Stage stage;
    stage_start(&stage, REAL);
    stage_any_turns(&stage, 2, SECOND);
    stage_any_turns(&stage, 1, 20 * SECOND);
    stage_told(&stage, "\"left\":[45000,60000]");
    stage.now_ms += 10 * SECOND;
    assert_true(say(&stage, FAN_COMMAND_ASK_TAKEBACK, FAN_WHITE));
    assert_true(say(&stage, FAN_COMMAND_ASK_TAKEBACK, FAN_BLACK));
    stage_told(&stage, "\"ply\":2,\"left\":[40000,50000]");
    stage_any_turns(&stage, 2, SECOND);
    stage_told(&stage, "\"left\":[44000,54000]");
    stage.now_ms += 44 * SECOND - 500;
    assert_true(say(&stage, FAN_COMMAND_ASK_TAKEBACK, FAN_WHITE));
    assert_true(say(&stage, FAN_COMMAND_ASK_TAKEBACK, FAN_BLACK));
    /* Half a second was left of White's clock, and stays. */
    stage_told(&stage, "\"ply\":2,\"left\":[500,49000]");
    stage_end(&stage);
}

static void a_clock_that_had_not_begun_has_not(void **state) {
    (void)state;
    Stage stage;
    stage_start(&stage, REAL);
    stage_any_turns(&stage, 1, SECOND);
    assert_true(say(&stage, FAN_COMMAND_ASK_TAKEBACK, FAN_WHITE));
    assert_true(say(&stage, FAN_COMMAND_ASK_TAKEBACK, FAN_BLACK));
    stage_told(&stage, "\"ply\":0,\"left\":null");
    stage_any_turns(&stage, 2, SECOND);
    assert_true(say(&stage, FAN_COMMAND_ASK_TAKEBACK, FAN_WHITE));
    assert_true(say(&stage, FAN_COMMAND_ASK_TAKEBACK, FAN_BLACK));
    /* But what has begun goes on. */
    stage_told(&stage, "\"ply\":0,\"left\":[55000,55000]");
    assert_true(!say(&stage, FAN_COMMAND_ABORT, FAN_WHITE));
    stage_refused(&stage, "too-late");
    stage_any_turns(&stage, 1, SECOND);
    assert_true(!say(&stage, FAN_COMMAND_ABORT, FAN_WHITE));
    stage_refused(&stage, "too-late");
    stage_end(&stage);
}

static void turns_of_every_game_are_taken_back(void **state) {
    (void)state;
    static const char *const specs[] = {
        SPEC("telo", "", CLOCK_NONE, "false"), SPEC("tsivy", "vela=white", CLOCK_NONE, "false"),
        SPEC("dimy", "vela=black,vela-first=giver", CLOCK_DAYS, "false"),
        SPEC("7x7", "first-turn=single", CLOCK_NONE, "false")};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        Stage stage;
        stage_start(&stage, specs[i]);
        unsigned side = fan_room_game(stage.room)->position.side;
        FanPosition before = fan_room_game(stage.room)->position;
        stage_any_turns(&stage, 2, 0);
        assert_true(say(&stage, FAN_COMMAND_ASK_TAKEBACK, side));
        assert_true(say(&stage, FAN_COMMAND_ASK_TAKEBACK, fan_other_side(side)));
        assert_true(fan_position_equal(&before, &fan_room_game(stage.room)->position));
        stage_end(&stage);
    }
}

/* --- phrases -----------------------------------------------------------------------------------
 */

static void a_few_phrases_are_said_between_turns(void **state) {
    (void)state;
    Stage stage;
    stage_create(&stage, FREE);
    assert_true(!stage_say(&stage, FAN_COMMAND_PHRASE, FAN_WHITE, "hello"));
    stage_refused(&stage, "not-begun");
    stage_end(&stage);
    stage_start(&stage, FREE);
    assert_true(!stage_say(&stage, FAN_COMMAND_PHRASE, FAN_WHITE, "you fool"));
    stage_refused(&stage, "malformed");
    for (int i = 0; i < FAN_ROOM_PHRASES_MAX; i++) {
        assert_true(stage_say(&stage, FAN_COMMAND_PHRASE, FAN_WHITE, "good-luck"));
    }
    assert_true(!stage_say(&stage, FAN_COMMAND_PHRASE, FAN_WHITE, "hello"));
    stage_refused(&stage, "too-many");
    assert_true(stage_say(&stage, FAN_COMMAND_PHRASE, FAN_BLACK, "hello"));
    stage_any_turns(&stage, 1, 0);
    assert_true(stage_say(&stage, FAN_COMMAND_PHRASE, FAN_WHITE, "hello"));
    assert_true(say(&stage, FAN_COMMAND_RESIGN, FAN_WHITE));
    assert_true(stage_say(&stage, FAN_COMMAND_PHRASE, FAN_BLACK, "good-game"));
    stage_end(&stage);
}

/* --- another game ------------------------------------------------------------------------------
 */

static bool rematch(Stage *stage, unsigned side, const char *kind) {
    return stage_say(stage, FAN_COMMAND_OFFER_REMATCH, side, kind);
}

/* After both agreed: the rules of the next game, and who plays White. */
static void next_is(const Stage *stage, const char *rules, FanSide white_was, bool rated) {
    json_t *spec = NULL;
    FanSide white = FAN_WHITE;
    char why[FAN_PROTOCOL_WHY_MAX];
    assert_true(fan_room_rematch(stage->room, &spec, &white));
    assert_true(fan_protocol_check("GameSpec", spec, why));
    assert_string_equal(json_string_value(json_object_get(spec, "rules")), rules);
    assert_true(json_is_true(json_object_get(spec, "rated")) == rated);
    assert_null(json_object_get(spec, "start"));
    assert_int_equal(white, white_was);
    json_decref(spec);
}

static void another_game_changes_colours(void **state) {
    (void)state;
    Stage stage;
    stage_start(&stage, SPEC("tsivy", "", CLOCK_REAL, "true"));
    assert_true(!rematch(&stage, FAN_WHITE, "colours"));
    stage_refused(&stage, "not-now");
    assert_true(say(&stage, FAN_COMMAND_RESIGN, FAN_WHITE));
    assert_true(!rematch(&stage, FAN_WHITE, "chess"));
    stage_refused(&stage, "malformed");
    assert_true(rematch(&stage, FAN_WHITE, "colours"));
    assert_true(!rematch(&stage, FAN_WHITE, "colours"));
    stage_refused(&stage, "repeated");
    assert_true(!fan_room_rematch(stage.room, NULL, NULL));
    assert_true(!stage_say(&stage, FAN_COMMAND_REMADE, FAN_ROOM_NO_SIDE, "abcdefghij"));
    stage_refused(&stage, "not-now");
    assert_true(rematch(&stage, FAN_BLACK, "colours"));
    next_is(&stage, "", FAN_BLACK, true);
    assert_true(!say(&stage, FAN_COMMAND_DECLINE_REMATCH, FAN_BLACK));
    stage_refused(&stage, "too-late");
    assert_true(stage_say(&stage, FAN_COMMAND_REMADE, FAN_ROOM_NO_SIDE, "abcdefghij"));
    assert_string_equal(fan_room_next(stage.room), "abcdefghij");
    assert_true(!fan_room_rematch(stage.room, NULL, NULL));
    assert_true(!stage_say(&stage, FAN_COMMAND_REMADE, FAN_ROOM_NO_SIDE, "abcdefghij"));
    assert_true(!rematch(&stage, FAN_BLACK, "vela"));
    stage_refused(&stage, "not-now");
    stage_end(&stage);
}

static void the_winner_gives_vela(void **state) {
    (void)state;
    static const struct {
        const char *spec;
        FanCommandKind end; /* said by White */
        const char *vela;   /* rules of the next game; NULL: vela is not offered */
        const char *colours;
    } rows[] = {
        {SPEC("tsivy", "", CLOCK_NONE, "false"), FAN_COMMAND_RESIGN, "vela=black", ""},
        {SPEC("dimy", "", CLOCK_REAL, "true"), FAN_COMMAND_RESIGN, "vela=black", ""},
        {SPEC("tsivy", "vela=white,vela-first=giver", CLOCK_NONE, "false"), FAN_COMMAND_RESIGN,
         "vela=black,vela-first=giver", ""},
        {SPEC("tsivy", "vela=white", CLOCK_NONE, "false"), FAN_COMMAND_OFFER_DRAW, "vela=white",
         ""},
        {SPEC("tsivy", "", CLOCK_NONE, "false"), FAN_COMMAND_OFFER_DRAW, NULL, ""},
        {SPEC("telo", "", CLOCK_NONE, "false"), FAN_COMMAND_RESIGN, NULL, ""},
        {SPEC("7x5", "chain=mandatory", CLOCK_NONE, "false"), FAN_COMMAND_RESIGN, NULL,
         "chain=mandatory"},
        {SPEC("tsivy", "", CLOCK_NONE, "false"), FAN_COMMAND_ABORT, NULL, ""},
    };
    for (size_t i = 0; i < 2 * sizeof rows / sizeof *rows; i++) {
        bool vela = i % 2 == 0;
        Stage stage;
        stage_start(&stage, rows[i / 2].spec);
        assert_true(say(&stage, rows[i / 2].end, FAN_WHITE));
        if (rows[i / 2].end == FAN_COMMAND_OFFER_DRAW) {
            assert_true(say(&stage, FAN_COMMAND_OFFER_DRAW, FAN_BLACK));
        }
        bool rated = fan_room_rated(stage.room);
        const char *kind = vela ? "vela" : "colours";
        const char *rules = vela ? rows[i / 2].vela : rows[i / 2].colours;
        assert_true(rematch(&stage, FAN_BLACK, kind) == (rules != NULL));
        if (rules) {
            assert_true(rematch(&stage, FAN_WHITE, kind));
            next_is(&stage, rules, vela ? FAN_WHITE : FAN_BLACK, rated && !vela);
        } else {
            stage_refused(&stage, "rules");
        }
        stage_end(&stage);
    }
}

static void offers_of_another_game_must_meet(void **state) {
    (void)state;
    Stage stage;
    stage_start(&stage, FREE);
    assert_true(say(&stage, FAN_COMMAND_RESIGN, FAN_WHITE));
    assert_true(!say(&stage, FAN_COMMAND_DECLINE_REMATCH, FAN_WHITE));
    stage_refused(&stage, "nothing-offered");
    assert_true(rematch(&stage, FAN_WHITE, "colours"));
    assert_true(rematch(&stage, FAN_BLACK, "vela"));
    assert_true(!fan_room_rematch(stage.room, NULL, NULL));
    assert_null(fan_room_rematch_offer(stage.room, FAN_WHITE)); /* Black's has taken its place */
    assert_string_equal(fan_room_rematch_offer(stage.room, FAN_BLACK), "vela");
    assert_true(say(&stage, FAN_COMMAND_DECLINE_REMATCH, FAN_WHITE));
    assert_null(fan_room_rematch_offer(stage.room, FAN_BLACK));
    assert_true(rematch(&stage, FAN_BLACK, "vela"));
    assert_true(say(&stage, FAN_COMMAND_DECLINE_REMATCH, FAN_BLACK)); /* its own */
    assert_true(!say(&stage, FAN_COMMAND_DECLINE_REMATCH, FAN_BLACK));
    stage_refused(&stage, "nothing-offered");
    for (int i = 1; i < FAN_ROOM_REMATCHES_MAX; i++) {
        assert_true(rematch(&stage, FAN_WHITE, i % 2 ? "vela" : "colours"));
    }
    assert_true(!rematch(&stage, FAN_WHITE, "vela"));
    stage_refused(&stage, "too-many");
    /* To agree is no offer more. */
    assert_true(rematch(&stage, FAN_BLACK, "vela"));
    assert_true(rematch(&stage, FAN_BLACK, "colours"));
    assert_true(!rematch(&stage, FAN_WHITE, "vela"));
    stage_refused(&stage, "too-many");
    assert_true(rematch(&stage, FAN_WHITE, "colours"));
    next_is(&stage, "", FAN_BLACK, false);
    stage_end(&stage);
}

static void ratings_are_told_once(void **state) {
    (void)state;
    const char *text = "{\"n\":4,\"at\":9,\"kind\":\"rated\",\"white\":{\"before\":1,\"after\":2,"
                       "\"provisional\":true},\"black\":{\"before\":1,\"after\":2,"
                       "\"provisional\":true}}";
    const char *why = "";
    Stage stage;
    stage_start(&stage, SPEC("tsivy", "", CLOCK_REAL, "true"));
    assert_true(say(&stage, FAN_COMMAND_RESIGN, FAN_WHITE));
    assert_true(!fan_room_settled(stage.room));
    stage_apply(&stage, text);
    assert_true(fan_room_settled(stage.room));
    assert_int_equal(fan_room_number(stage.room), 5);
    assert_true(!fan_room_apply(stage.room, text, strlen(text), &why));
    stage_end(&stage);
    stage_start(&stage, SPEC("tsivy", "", CLOCK_REAL, "true"));
    assert_true(say(&stage, FAN_COMMAND_ABORT, FAN_WHITE));
    assert_true(fan_room_settled(stage.room));
    stage_end(&stage);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_draw_is_agreed_by_both),
        cmocka_unit_test(an_offer_stands_until_the_other_side_answers_or_turns),
        cmocka_unit_test(a_draw_is_not_offered_at_every_turn),
        cmocka_unit_test(ones_own_last_turn_is_taken_back),
        cmocka_unit_test(a_turn_is_asked_back_once),
        cmocka_unit_test(a_turn_is_given_back_only_in_time),
        cmocka_unit_test(a_takeback_gives_no_time),
        cmocka_unit_test(a_clock_that_had_not_begun_has_not),
        cmocka_unit_test(turns_of_every_game_are_taken_back),
        cmocka_unit_test(a_few_phrases_are_said_between_turns),
        cmocka_unit_test(another_game_changes_colours),
        cmocka_unit_test(the_winner_gives_vela),
        cmocka_unit_test(offers_of_another_game_must_meet),
        cmocka_unit_test(ratings_are_told_once),
    };
    if (!fan_protocol_begin()) {
        return 1;
    }
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    fan_protocol_end();
    return failed;
}
