/* The session: a turn being made, taking back, the computer at the table, the next game. */
#include "support/test.h"

#include "cli/play/session.h"

#include <string.h>

static FanSession session;

static const uint8_t two[2] = {FAN_SEAT_PERSON, FAN_SEAT_PERSON};
static const uint8_t white[2] = {FAN_SEAT_PERSON, FAN_SEAT_COMPUTER};
static const uint8_t black[2] = {FAN_SEAT_COMPUTER, FAN_SEAT_PERSON};

static FanSetup setup_of(const char *variant, const char *rules, const char *fen) {
    FanSetup setup;
    FanBoard asked;
    assert_true(fan_rules_read(&setup.rules, rules, strlen(rules), NULL));
    assert_true(fan_variant_read(&setup.board, &setup.rules, variant, strlen(variant)));
    setup.position = fan_position_start(&setup.board, &setup.rules);
    if (fen) {
        asked = setup.board;
        assert_int_equal(fan_position_read(&setup.board, &setup.position, &setup.rules, &asked, fen,
                                           strlen(fen), NULL, 0),
                         0);
    }
    return setup;
}

static void begin(const char *variant, const char *rules, const char *fen, const uint8_t seats[2]) {
    FanSetup setup = setup_of(variant, rules, fen);
    assert_true(fan_session_init(&session));
    fan_session_begin(&session, &setup, seats);
}

static void end(void) {
    fan_session_free(&session);
}

static FanPoint point(const char *name) {
    FanPoint found;
    assert_int_equal(fan_point_read(&session.board, name, strlen(name), &found), strlen(name));
    return found;
}

/* Touches points, "e4 f4". */
static void touch(const char *names) {
    char copy[256];
    snprintf(copy, sizeof copy, "%s", names);
    for (char *name = strtok(copy, " "); name; name = strtok(NULL, " ")) {
        fan_session_touch(&session, point(name));
    }
}

static void type(const char *turn) {
    if (!fan_session_type(&session, turn)) {
        fail_msg("%s: %s", turn, session.said);
    }
}

static void think(void) {
    while (fan_session_think(&session)) {
    }
}

static void expect_last(const char *turn) {
    FanText text;
    assert_true(session.game.length > 0);
    fan_session_show_turn(&session, session.game.length - 1, &text);
    assert_string_equal(text.text, turn);
}

static void expect_draft(const char *draft) {
    FanText text;
    fan_session_show_draft(&session, &text);
    assert_string_equal(text.text, draft);
}

static void expect_refused(const char *part) {
    if (!session.refused || !strstr(session.said, part)) {
        fail_msg("wanted a refusal with \"%s\", said %s\"%s\"", part,
                 session.refused ? "" : "without refusing ", session.said);
    }
}

static void expect_state(const char *state) {
    FanText text;
    fan_session_show_state(&session, &text);
    assert_string_equal(text.text, state);
}

#define CHOICE "4B4/3BW1B2/9/9/6B2"

/* --- a turn being made --------------------------------------------------------------------------
 */

static void test_a_choice_is_never_made_silently(void **state) {
    (void)state;
    begin("tsivy", "", CHOICE, two);
    touch("e4 f4");
    assert_true(session.choosing);
    expect_draft("e4-");
    fan_session_choose(&session, FAN_WITHDRAWAL);
    expect_draft("e4-f4W-");
    assert_int_equal(session.game.length, 0);
    fan_session_stop(&session);
    expect_last("e4-f4W");
    end();
}

static void test_a_stone_of_a_group_chooses_it(void **state) {
    (void)state;
    begin("tsivy", "", CHOICE, two);
    touch("e4 f4 g4");
    expect_draft("e4-f4A-");
    fan_session_drop(&session);
    touch("e4 f4 d4");
    expect_draft("e4-f4W-");
    end();
}

static void test_another_point_leaves_the_choice(void **state) {
    (void)state;
    begin("tsivy", "", CHOICE, two);
    touch("e4 f4 e3");
    assert_false(session.choosing);
    expect_draft("e4-e3W-");
    end();
}

static void test_choosing_without_a_choice_is_refused(void **state) {
    (void)state;
    begin("tsivy", "", CHOICE, two);
    fan_session_choose(&session, FAN_APPROACH);
    expect_refused("nothing to choose");
    end();
}

static void test_touching_the_moving_stone_stops(void **state) {
    (void)state;
    begin("tsivy", "", CHOICE, two);
    touch("e4 f4 d4 g3 g3");
    expect_last("e4-f4W-g3W");
    end();
}

static void test_a_turn_ends_by_itself_when_nothing_is_left(void **state) {
    (void)state;
    begin("tsivy", "", "7B1/BW2B4/9/9/9", two);
    touch("b4 c4");
    expect_last("b4-c4W");
    end();
}

static void test_one_stone_that_can_reach_a_point_needs_no_taking_up(void **state) {
    (void)state;
    begin("tsivy", "", "7B1/BW2B4/9/9/9", two);
    touch("c4");
    expect_last("b4-c4W");
    end();
}

static void test_steps_are_taken_back_one_by_one(void **state) {
    (void)state;
    begin("tsivy", "", CHOICE, two);
    touch("e4 f4 d4 g3");
    expect_draft("e4-f4W-g3W-");
    fan_session_step_back(&session);
    expect_draft("e4-f4W-");
    assert_int_equal(session.lifted, point("f4"));
    fan_session_step_back(&session);
    expect_draft("e4-");
    fan_session_step_back(&session);
    expect_draft("");
    fan_session_step_back(&session);
    expect_refused("No step to take back");
    assert_int_equal(session.game.length, 0);
    end();
}

static void test_a_choice_is_taken_back_before_a_step(void **state) {
    (void)state;
    begin("tsivy", "", CHOICE, two);
    touch("e4 f4");
    fan_session_step_back(&session);
    assert_false(session.choosing);
    expect_draft("e4-");
    end();
}

static void test_a_dropped_turn_leaves_the_position(void **state) {
    (void)state;
    begin("tsivy", "", CHOICE, two);
    touch("e4 f4 d4 g3");
    fan_session_drop(&session);
    expect_draft("");
    assert_int_equal(session.lifted, FAN_NO_POINT);
    assert_true(fan_position_equal(&session.draft.current, &session.game.position));
    end();
}

static void test_refusals_cite_their_clause(void **state) {
    (void)state;
    static const struct {
        const char *rules, *fen, *touched, *part, *blamed;
    } rows[] = {
        {"", NULL, "a1", "R3.1", "d2"},                             /* must capture */
        {"", NULL, "a5", "belongs to the other side (R3.1)", NULL}, /* enemy */
        {"", "9/4B4/9/4W4/9 w", "a1", "no stone to move", NULL},    /* empty */
        {"", "9/4B4/9/4W4/9 w", "e2 a1", "no line", NULL},          /* R1.2 */
        {"", "8B/BW2B4/9/2B6/9 w", "b4 c4 d4", "R4.3", "b4"},       /* same direction */
        {"", "8B/BW2B4/9/2B6/9 w", "b4 c4 c5", "R4.1", NULL},       /* takes nothing */
        {"", "3B5/3W2B2/5B3/3B5/9 w", "d4 d3 d2 d4", "R4.2", "d4"}, /* visited */
        {"chain=mandatory", CHOICE, "e4 f4 d4 f4", "R8", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        begin("tsivy", rows[i].rules, rows[i].fen, two);
        touch(rows[i].touched);
        expect_refused(rows[i].part);
        if (rows[i].blamed) {
            assert_true(session.blamed >> point(rows[i].blamed) & 1);
        }
        end();
    }
}

static void test_a_typed_turn_is_read_leniently(void **state) {
    (void)state;
    begin("tsivy", "", NULL, two);
    type("E2e3");
    expect_last("e2-e3A");
    assert_false(fan_session_type(&session, "f4-d1"));
    expect_refused("illegal");
    assert_false(fan_session_type(&session, "f4-"));
    expect_refused("malformed");
    end();
    begin("tsivy", "", NULL, two);
    assert_false(fan_session_type(&session, "d3e3"));
    expect_refused("ambiguous, fits 2 turns: d3-e3A, d3-e3W");
    end();
}

static void test_a_typed_turn_takes_the_place_of_the_draft(void **state) {
    (void)state;
    begin("tsivy", "", CHOICE, two);
    touch("e4 f4");
    type("e4-e3W");
    expect_last("e4-e3W");
    assert_false(session.choosing);
    assert_int_equal(session.lifted, FAN_NO_POINT);
    end();
}

static void test_candidates_are_stones_then_points(void **state) {
    (void)state;
    begin("tsivy", "", CHOICE, two);
    assert_int_equal(fan_session_candidates(&session), UINT64_C(1) << point("e4"));
    touch("e4");
    assert_int_equal(fan_session_candidates(&session),
                     UINT64_C(1) << point("f4") | UINT64_C(1) << point("e3"));
    end();
}

static void test_marks_tell_the_draft_and_the_last_turn(void **state) {
    (void)state;
    FanMarks marks;
    begin("tsivy", "", CHOICE, two);
    touch("e4 f4");
    fan_session_marks(&session, FAN_NO_POINT, &marks);
    assert_int_equal(marks.approach, UINT64_C(1) << point("g4"));
    assert_int_equal(marks.withdrawal, UINT64_C(1) << point("d4"));
    touch("d4 g3");
    fan_session_marks(&session, FAN_NO_POINT, &marks);
    assert_int_equal(marks.trail_count, 3);
    assert_int_equal(marks.trail[0], point("e4"));
    assert_int_equal(marks.trail[2], point("g3"));
    assert_int_equal(marks.gone, UINT64_C(1) << point("d4") | UINT64_C(1) << point("e5"));
    assert_int_equal(marks.moving, UINT64_C(1) << point("g3"));
    fan_session_stop(&session);
    fan_session_marks(&session, FAN_NO_POINT, &marks);
    assert_int_equal(marks.trail_count, 3);
    assert_int_equal(marks.moving, 0);
    end();
}

/* --- telo and vela ------------------------------------------------------------------------------
 */

static void test_telo_places_then_moves(void **state) {
    (void)state;
    begin("telo", "", NULL, two);
    expect_state("White to place a stone");
    touch("b2");
    expect_last("b2");
    touch("b2");
    expect_refused("R");
    touch("a1 a2 c2 c1 b1");
    assert_int_equal(session.game.length, 6);
    touch("b3");
    assert_int_equal(session.game.length, 7);
    expect_last("b2-b3");
    end();
}

static void test_a_row_ends_telo(void **state) {
    (void)state;
    begin("telo", "", NULL, two);
    touch("b2 a1 a2 c1 c2");
    expect_state("White wins: three in a row (R6.3)");
    FanMarks marks;
    fan_session_marks(&session, FAN_NO_POINT, &marks);
    assert_int_equal(__builtin_popcountll(marks.row), 3);
    touch("a3");
    expect_refused("the game is over");
    end();
}

static void test_vela_tells_who_gives_and_how_much(void **state) {
    (void)state;
    FanText text;
    begin("tsivy", "vela=white", NULL, two);
    fan_session_show_vela(&session, &text);
    assert_string_equal(text.text, "vela: White gives 17");
    touch("d4 e3");
    expect_last("d4-e3A"); /* one stone, no chain */
    fan_session_show_vela(&session, &text);
    assert_string_equal(text.text, "vela: White gives 16");
    end();
    begin("tsivy", "", NULL, two);
    fan_session_show_vela(&session, &text);
    assert_string_equal(text.text, "");
    end();
}

static void test_the_winner_gives_in_the_next_game(void **state) {
    (void)state;
    begin("tsivy", "", NULL, two);
    assert_int_equal(fan_session_next_giver(&session), FAN_VELA_NONE); /* not over yet */
    fan_session_resign(&session);
    assert_int_equal(fan_session_next_giver(&session), FAN_VELA_BLACK);
    fan_session_next(&session, true);
    assert_int_equal(session.game.rules.vela, FAN_VELA_BLACK);
    assert_int_equal(session.game.position.side, FAN_WHITE); /* the taker begins (R7.4) */
    fan_session_offer_draw(&session);
    expect_state("A draw: agreed (R5.5)");
    assert_int_equal(fan_session_next_giver(&session), FAN_VELA_BLACK); /* the roles stay */
    fan_session_next(&session, true);
    type("e2e3a");
    fan_session_resign(&session); /* Black's turn: White wins */
    assert_int_equal(fan_session_next_giver(&session), FAN_VELA_WHITE);
    fan_session_next(&session, false);
    assert_int_equal(session.game.rules.vela, FAN_VELA_NONE);
    assert_int_equal(fan_session_next_giver(&session), FAN_VELA_NONE); /* not over yet */
    fan_session_offer_draw(&session);
    assert_int_equal(fan_session_next_giver(&session), FAN_VELA_WHITE); /* kept through the run */
    end();
}

static void test_colours_stay_in_the_next_game(void **state) {
    (void)state;
    begin("dimy", "", NULL, black);
    fan_session_resign(&session);
    assert_int_equal(fan_session_next_giver(&session), FAN_VELA_WHITE);
    fan_session_next(&session, true);
    assert_int_equal(session.seats[FAN_BLACK], FAN_SEAT_PERSON);
    assert_int_equal(session.seats[FAN_WHITE], FAN_SEAT_COMPUTER);
    end();
}

static void test_vela_is_not_offered_where_there_is_none(void **state) {
    (void)state;
    begin("telo", "", NULL, two);
    fan_session_resign(&session);
    assert_int_equal(fan_session_next_giver(&session), FAN_VELA_NONE);
    end();
    begin("7x3", "", NULL, two);
    fan_session_resign(&session);
    assert_int_equal(fan_session_next_giver(&session), FAN_VELA_NONE);
    end();
    begin("tsivy", "", NULL, two);
    fan_session_offer_draw(&session);
    assert_int_equal(fan_session_next_giver(&session), FAN_VELA_NONE); /* nobody gave */
    end();
}

/* --- taking back --------------------------------------------------------------------------------
 */

static void test_two_players_take_back_one_turn(void **state) {
    (void)state;
    begin("tsivy", "", NULL, two);
    type("e2e3");
    type("f4e5");
    assert_true(fan_session_undo(&session));
    assert_int_equal(session.game.length, 1);
    assert_true(fan_session_redo(&session));
    assert_int_equal(session.game.length, 2);
    assert_false(fan_session_redo(&session));
    expect_refused("no turn to play again");
    end();
}

static void test_against_the_computer_the_pair_is_taken_back(void **state) {
    (void)state;
    begin("tsivy", "", NULL, white);
    type("e2e3");
    assert_int_equal(session.thought, FAN_THOUGHT_REPLY);
    think();
    assert_int_equal(session.game.length, 2);
    assert_true(fan_session_undo(&session));
    assert_int_equal(session.game.length, 0);
    assert_true(fan_session_is_persons(&session));
    assert_true(fan_session_redo(&session));
    assert_int_equal(session.game.length, 2);
    assert_true(fan_session_is_persons(&session));
    assert_int_equal(session.thought, FAN_THOUGHT_NONE);
    end();
}

static void test_a_thinking_computer_is_interrupted(void **state) {
    (void)state;
    begin("tsivy", "quiet-limit=60", NULL, white); /* not in the book */
    fan_session_set_level(&session, FAN_LEVELS);
    type("e2e3");
    assert_true(fan_session_think(&session));
    touch("a1");
    expect_refused("computer's turn");
    assert_true(fan_session_undo(&session));
    assert_int_equal(session.game.length, 0);
    assert_int_equal(session.thought, FAN_THOUGHT_NONE);
    end();
}

static void test_upper_levels_answer_from_the_book(void **state) {
    (void)state;
    for (unsigned level = 1; level <= FAN_LEVELS; level++) {
        begin("tsivy", "", NULL, black);
        fan_session_set_level(&session, level);
        assert_int_equal(session.thought, FAN_THOUGHT_REPLY);
        assert_int_equal(session.booked, level >= FAN_BOOK_LEVEL);
        if (session.booked) {
            assert_false(fan_session_think(&session));
            assert_int_equal(session.game.length, 1);
            assert_true(fan_session_is_persons(&session));
            fan_session_ask_hint(&session); /* is thought out */
            assert_int_equal(session.thought, FAN_THOUGHT_HINT);
            assert_false(session.booked);
        }
        end();
    }
}

static void test_the_computers_first_turn_is_not_taken_back(void **state) {
    (void)state;
    begin("tsivy", "", NULL, black);
    think();
    assert_int_equal(session.game.length, 1);
    assert_false(fan_session_undo(&session));
    expect_refused("no turn to take back");
    assert_int_equal(session.game.length, 1);
    end();
}

static void test_a_finished_game_can_be_taken_back(void **state) {
    (void)state;
    begin("telo", "", NULL, two);
    touch("b2 a1 a2 c1 c2");
    assert_true(fan_session_is_over(&session));
    assert_true(fan_session_undo(&session));
    assert_false(fan_session_is_over(&session));
    touch("b3");
    assert_int_equal(session.game.length, 5);
    end();
}

/* --- words and the computer ---------------------------------------------------------------------
 */

static void test_a_hint_can_be_played(void **state) {
    (void)state;
    begin("dimy", "", NULL, two);
    fan_session_ask_hint(&session);
    think();
    assert_true(session.hinted);
    assert_int_equal(session.game.length, 0);
    char text[FAN_TURN_TEXT_MAX];
    fan_turn_write(&session.board, &session.hint, text);
    type(text);
    assert_false(session.hinted);
    end();
}

static void test_a_hint_gives_way_to_a_turn(void **state) {
    (void)state;
    begin("tsivy", "", NULL, two);
    fan_session_ask_hint(&session);
    touch("e2 e3");
    expect_last("e2-e3A");
    assert_int_equal(session.thought, FAN_THOUGHT_NONE);
    end();
}

static void test_the_computer_plays_on_when_it_is_better(void **state) {
    (void)state;
    begin("tsivy", "", "BBBBBBBBB/BBBBBBBBB/9/9/4W4 w", white);
    fan_session_offer_draw(&session);
    assert_int_equal(session.thought, FAN_THOUGHT_OFFER);
    think();
    assert_false(fan_session_is_over(&session));
    assert_non_null(strstr(session.said, "plays on"));
    end();
}

static void test_the_computer_takes_a_draw_when_it_is_worse(void **state) {
    (void)state;
    begin("tsivy", "", "4B4/9/9/WWWWWWWWW/WWWWWWWWW w", white);
    fan_session_offer_draw(&session);
    think();
    expect_state("A draw: agreed (R5.5)");
    end();
}

static void test_the_person_resigns_whoever_is_to_move(void **state) {
    (void)state;
    begin("tsivy", "", NULL, white);
    type("e2e3");
    assert_true(fan_session_resign(&session));
    expect_state("Black wins: White resigns (R5.5)");
    assert_int_equal(session.thought, FAN_THOUGHT_NONE);
    assert_false(fan_session_resign(&session));
    expect_refused("The game is over");
    end();
}

static void test_the_same_seed_plays_the_same_game(void **state) {
    (void)state;
    char first[FAN_POSITION_TEXT_MAX], second[FAN_POSITION_TEXT_MAX];
    for (int i = 0; i < 2; i++) {
        begin("dimy", "", NULL, black);
        session.seed = 7;
        think();
        fan_position_write(&session.board, &session.game.position, i ? second : first);
        end();
    }
    assert_string_equal(first, second);
}

static void test_only_what_a_record_holds_counts_as_a_change(void **state) {
    (void)state;
    begin("tsivy", "", CHOICE, two);
    unsigned before = session.changes;
    touch("e4 f4 d4");
    fan_session_step_back(&session);
    fan_session_ask_hint(&session);
    think();
    assert_int_equal(session.changes, before);
    type("e4-e3");
    assert_true(session.changes > before);
    before = session.changes;
    assert_true(fan_session_undo(&session));
    assert_true(session.changes > before);
    end();
}

static void test_a_game_outgrows_its_first_room(void **state) {
    (void)state;
    begin("telo", "quiet-limit=0,repetition=0", NULL, two);
    touch("b2 a1 a3 c1 b1 b3"); /* no row */
    assert_int_equal(session.game.length, 6);
    size_t capacity = session.game.capacity;
    static const char *const round[4] = {"b2-c2", "a1-a2", "c2-b2", "a2-a1"};
    for (size_t i = 0; session.game.length <= capacity; i++) {
        type(round[i % 4]);
    }
    assert_true(session.game.capacity > capacity);
    end();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_choice_is_never_made_silently),
        cmocka_unit_test(test_a_stone_of_a_group_chooses_it),
        cmocka_unit_test(test_another_point_leaves_the_choice),
        cmocka_unit_test(test_choosing_without_a_choice_is_refused),
        cmocka_unit_test(test_touching_the_moving_stone_stops),
        cmocka_unit_test(test_a_turn_ends_by_itself_when_nothing_is_left),
        cmocka_unit_test(test_one_stone_that_can_reach_a_point_needs_no_taking_up),
        cmocka_unit_test(test_steps_are_taken_back_one_by_one),
        cmocka_unit_test(test_a_choice_is_taken_back_before_a_step),
        cmocka_unit_test(test_a_dropped_turn_leaves_the_position),
        cmocka_unit_test(test_refusals_cite_their_clause),
        cmocka_unit_test(test_a_typed_turn_is_read_leniently),
        cmocka_unit_test(test_a_typed_turn_takes_the_place_of_the_draft),
        cmocka_unit_test(test_candidates_are_stones_then_points),
        cmocka_unit_test(test_marks_tell_the_draft_and_the_last_turn),
        cmocka_unit_test(test_telo_places_then_moves),
        cmocka_unit_test(test_a_row_ends_telo),
        cmocka_unit_test(test_vela_tells_who_gives_and_how_much),
        cmocka_unit_test(test_the_winner_gives_in_the_next_game),
        cmocka_unit_test(test_colours_stay_in_the_next_game),
        cmocka_unit_test(test_vela_is_not_offered_where_there_is_none),
        cmocka_unit_test(test_two_players_take_back_one_turn),
        cmocka_unit_test(test_against_the_computer_the_pair_is_taken_back),
        cmocka_unit_test(test_a_thinking_computer_is_interrupted),
        cmocka_unit_test(test_upper_levels_answer_from_the_book),
        cmocka_unit_test(test_the_computers_first_turn_is_not_taken_back),
        cmocka_unit_test(test_a_finished_game_can_be_taken_back),
        cmocka_unit_test(test_a_hint_can_be_played),
        cmocka_unit_test(test_a_hint_gives_way_to_a_turn),
        cmocka_unit_test(test_the_computer_plays_on_when_it_is_better),
        cmocka_unit_test(test_the_computer_takes_a_draw_when_it_is_worse),
        cmocka_unit_test(test_the_person_resigns_whoever_is_to_move),
        cmocka_unit_test(test_the_same_seed_plays_the_same_game),
        cmocka_unit_test(test_only_what_a_record_holds_counts_as_a_change),
        cmocka_unit_test(test_a_game_outgrows_its_first_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
