/* Turns made step by step. */
#include "rules/sample.h"

#define QUIET    "8B/9/4W4/9/9"
#define CAPTURES "6B2/9/9/5W1B1/6B2" /* f2 may go to e3 by W and to g2 by A, and on */
#define ONWARD   "7B1/BW2B4/9/9/9"   /* after b4-c4W, d4 would be the same direction */
#define THREE    "4B4/3BW1B2/9/9/6B2"
#define PLACING  "3/1W1/3 b 1 1 hand:2,3"
#define MOVING   "WB1/WB1/BW1 w 6 4 hand:0,0" /* of White's stones only b1 can move, to c1 */
#define GIVER    "5/5/2B2/W4/WWWWW w 0 1 vela:w"
#define TAKER    "9/9/B1WWW4/9/1W3WWWW b 0 1 vela:w"

static bool same_draft(const FanDraft *a, const FanDraft *b) {
    return fan_position_equal(&a->start, &b->start) &&
           fan_position_equal(&a->current, &b->current) && a->visited == b->visited &&
           a->last == b->last && a->turn.count == b->turn.count &&
           (a->turn.count == 0 || fan_turn_equal(&a->turn, &b->turn));
}

static void steps_come_by_stone_direction_and_kind_with_what_they_take(void **state) {
    (void)state;
    Sample sample = sample_of("", THREE);
    FanDraft draft = draft_of(&sample, "");
    FanOpenStep steps[FAN_FIRST_STEPS_MAX];
    static const struct {
        const char *to, *taken;
        FanKind kind;
        FanDirection direction;
    } wanted[] = {{"e3", "e5", FAN_WITHDRAWAL, FAN_SOUTH},
                  {"f4", "g4", FAN_APPROACH, FAN_EAST},
                  {"f4", "d4", FAN_WITHDRAWAL, FAN_EAST}};
    assert_int_equal(fan_draft_steps(&sample.board, &sample.rules, &draft, steps), COUNT(wanted));
    for (size_t i = 0; i < COUNT(wanted); i++) {
        assert_int_equal(steps[i].from, plain_point(&sample.board, "e4"));
        assert_int_equal(steps[i].to, plain_point(&sample.board, wanted[i].to));
        assert_int_equal(steps[i].kind, wanted[i].kind);
        assert_int_equal(steps[i].direction, wanted[i].direction);
        assert_int_equal(steps[i].taken, plain_points(&sample.board, wanted[i].taken));
    }
}

static void paika_steps_come_in_the_same_order(void **state) {
    (void)state;
    Sample sample = sample_of("", "9/9/4W4/9/W7B");
    FanDraft draft = draft_of(&sample, "");
    FanOpenStep steps[FAN_FIRST_STEPS_MAX];
    static const char *const wanted[] = {"a1b1", "a1a2", "a1b2", "e3d2", "e3e2", "e3f2",
                                         "e3d3", "e3f3", "e3d4", "e3e4", "e3f4"};
    assert_int_equal(fan_draft_steps(&sample.board, &sample.rules, &draft, steps), COUNT(wanted));
    for (size_t i = 0; i < COUNT(wanted); i++) {
        assert_int_equal(steps[i].from,
                         plain_point(&sample.board, (char[]){wanted[i][0], wanted[i][1], 0}));
        assert_int_equal(steps[i].to, plain_point(&sample.board, wanted[i] + 2));
        assert_int_equal(steps[i].kind, FAN_PAIKA);
        assert_int_equal(steps[i].taken, 0);
    }
}

static void doing_a_step_moves_the_stone_and_takes_at_once(void **state) {
    (void)state;
    Sample sample = sample_of("", THREE);
    FanDraft draft = draft_of(&sample, "e4-f4W-g3W");
    Sample now = sample_of("", "9/6B2/6W2/9/6B2");
    assert_true(fan_position_equal(&draft.current, &now.position));
    assert_true(fan_position_equal(&draft.start, &sample.position));
    assert_int_equal(draft.visited, plain_points(&sample.board, "e4 f4 g3"));
    assert_int_equal(draft.last, FAN_SOUTHEAST);
    assert_string_equal(turn_text(&sample.board, &draft.turn), "e4-f4W-g3W");
}

static void taking_back_leads_through_the_same_drafts(void **state) {
    (void)state;
    Sample sample = sample_of("", THREE);
    static const char *const stages[] = {"", "e4-f4W", "e4-f4W-g3W", "e4-f4W-g3W-g2A"};
    FanDraft draft = draft_of(&sample, stages[3]);
    for (int i = 2; i >= 0; i--) {
        FanDraft before = draft_of(&sample, stages[i]);
        assert_true(fan_draft_pop(&sample.board, &draft));
        assert_true(same_draft(&draft, &before));
    }
    FanDraft begun = draft;
    assert_false(fan_draft_pop(&sample.board, &draft));
    assert_true(same_draft(&draft, &begun));
}

static void nothing_is_open_after_a_paika(void **state) {
    (void)state;
    /* If the turn went on, e3 could be entered from d2, approaching f4. */
    Sample sample = sample_of("", "9/5B3/9/2W6/9");
    FanDraft draft = draft_of(&sample, "c2-d2");
    FanOpenStep steps[FAN_NEXT_STEPS_MAX];
    assert_int_equal(fan_draft_steps(&sample.board, &sample.rules, &draft, steps), 0);
    assert_true(fan_draft_may_stop(&sample.board, &sample.rules, &draft));
}

static void every_empty_point_is_open_to_a_stone_in_hand(void **state) {
    (void)state;
    static const char *const wanted[] = {"a1", "b1", "c1", "a2", "c2", "a3", "b3", "c3"};
    Sample sample = sample_of("", PLACING);
    FanDraft draft = draft_of(&sample, "");
    FanOpenStep steps[FAN_FIRST_STEPS_MAX];
    assert_int_equal(fan_draft_steps(&sample.board, &sample.rules, &draft, steps), COUNT(wanted));
    for (size_t i = 0; i < COUNT(wanted); i++) {
        assert_int_equal(steps[i].from, FAN_HAND);
        assert_int_equal(steps[i].to, plain_point(&sample.board, wanted[i]));
        assert_int_equal(steps[i].kind, FAN_PAIKA);
        assert_int_equal(steps[i].direction, FAN_NO_DIRECTION);
        assert_int_equal(steps[i].taken, 0);
    }
}

static void a_placement_is_done_and_taken_back(void **state) {
    (void)state;
    static const char *const rules[] = {"", "chain=mandatory", "first-turn=single"};
    for (size_t i = 0; i < COUNT(rules); i++) {
        Sample sample = sample_of(rules[i], PLACING);
        FanDraft draft = draft_of(&sample, "c3"), begun = draft_of(&sample, "");
        FanOpenStep steps[FAN_NEXT_STEPS_MAX];
        assert_int_equal(draft.current.stones[FAN_BLACK], plain_points(&sample.board, "c3"));
        assert_int_equal(draft.current.stones[FAN_WHITE], plain_points(&sample.board, "b2"));
        assert_int_equal(draft.current.side, FAN_BLACK);
        assert_true(fan_position_equal(&draft.start, &sample.position));
        assert_int_equal(draft.visited, plain_points(&sample.board, "c3"));
        assert_int_equal(draft.last, FAN_NO_DIRECTION);
        assert_int_equal(draft.turn.from, FAN_HAND);
        assert_string_equal(turn_text(&sample.board, &draft.turn), "c3");
        assert_int_equal(fan_draft_steps(&sample.board, &sample.rules, &draft, steps), 0);
        assert_true(fan_draft_may_stop(&sample.board, &sample.rules, &draft));
        assert_true(fan_draft_pop(&sample.board, &draft));
        assert_true(same_draft(&draft, &begun));
        assert_false(fan_draft_may_stop(&sample.board, &sample.rules, &draft));
        assert_false(fan_draft_pop(&sample.board, &draft));
    }
}

/* The last stone placed: the hand is empty in the middle of the turn, which yet is over. */
static void the_last_placement_is_a_whole_turn(void **state) {
    (void)state;
    Sample sample = sample_of("", "WB1/WB1/1W1 b 5 3 hand:0,1");
    FanDraft draft = draft_of(&sample, "a1");
    FanOpenStep steps[FAN_NEXT_STEPS_MAX];
    assert_int_equal(fan_position_hand(&draft.current, FAN_BLACK), 0);
    assert_int_equal(fan_draft_steps(&sample.board, &sample.rules, &draft, steps), 0);
    assert_true(fan_draft_may_stop(&sample.board, &sample.rules, &draft));
    assert_true(fan_draft_pop(&sample.board, &draft));
    assert_int_equal(fan_position_hand(&draft.current, FAN_BLACK), 1);
}

static void a_step_of_the_taker_is_done_and_taken_back(void **state) {
    (void)state;
    static const char *const positions[] = {TAKER, "9/9/B1WWW4/9/1W5WW b vela:w"};
    for (size_t i = 0; i < COUNT(positions); i++) {
        Sample sample = sample_of("chain=mandatory", positions[i]);
        FanDraft draft = draft_of(&sample, "a3-b3A"), begun = draft_of(&sample, "");
        FanOpenStep steps[FAN_NEXT_STEPS_MAX];
        assert_int_equal(draft.current.stones[FAN_WHITE],
                         sample.position.stones[FAN_WHITE] & ~plain_points(&sample.board, "c3"));
        assert_int_equal(fan_draft_steps(&sample.board, &sample.rules, &draft, steps), 0);
        assert_true(fan_draft_may_stop(&sample.board, &sample.rules, &draft));
        assert_true(fan_draft_pop(&sample.board, &draft));
        assert_true(same_draft(&draft, &begun));
    }
}

static void steps_of_vela_take_one_stone_or_none(void **state) {
    (void)state;
    Sample sample = sample_of("", "9/9/W1WB1WW2/9/6WWW b vela:w");
    FanDraft draft = draft_of(&sample, "");
    FanOpenStep steps[FAN_FIRST_STEPS_MAX];
    assert_int_equal(fan_draft_steps(&sample.board, &sample.rules, &draft, steps), 2);
    assert_int_equal(steps[0].kind, FAN_APPROACH);
    assert_int_equal(steps[0].taken, plain_points(&sample.board, "f3"));
    assert_int_equal(steps[1].kind, FAN_WITHDRAWAL);
    assert_int_equal(steps[1].taken, plain_points(&sample.board, "c3"));
    sample = sample_of("", GIVER);
    draft = draft_of(&sample, "");
    assert_int_equal(fan_draft_steps(&sample.board, &sample.rules, &draft, steps), 10);
    for (int i = 0; i < 10; i++) {
        assert_int_equal(steps[i].kind, FAN_PAIKA);
        assert_int_equal(steps[i].taken, 0);
    }
}

static void expect_stops(const char *rules, const char *position, const char *steps, bool wanted) {
    Sample sample = sample_of(rules, position);
    FanDraft draft = draft_of(&sample, steps);
    if (fan_draft_may_stop(&sample.board, &sample.rules, &draft) != wanted) {
        fail_sample(&sample, wanted ? "may not stop" : "may stop", steps);
    }
}

static void a_turn_may_stop_after_any_step_unless_it_must_go_on(void **state) {
    (void)state;
    expect_stops("", CAPTURES, "", false);
    expect_stops("", QUIET, "", false);
    expect_stops("", QUIET, "e3-e4", true);
    expect_stops("chain=mandatory", QUIET, "e3-e4", true);
    expect_stops("", CAPTURES, "f2-e3W", true);
    expect_stops("", CAPTURES, "f2-e3W-f4A", true);
    expect_stops("chain=mandatory", CAPTURES, "f2-e3W", false);
    expect_stops("chain=mandatory", CAPTURES, "f2-e3W-f4A", false);
    expect_stops("chain=mandatory", CAPTURES, "f2-e3W-f4A-g3A", true);
    expect_stops("chain=mandatory", ONWARD, "b4-c4W", true);
    expect_stops("chain=mandatory,first-turn=single", CAPTURES " w 0 1 first", "f2-e3W", true);
    expect_stops("chain=mandatory,first-turn=single", CAPTURES, "f2-e3W", false);
}

static void the_single_first_capture_leaves_nothing_open(void **state) {
    (void)state;
    Sample sample = sample_of("first-turn=single", CAPTURES " w 0 1 first");
    FanDraft draft = draft_of(&sample, "f2-e3W");
    FanOpenStep steps[FAN_NEXT_STEPS_MAX];
    assert_int_equal(fan_draft_steps(&sample.board, &sample.rules, &draft, steps), 0);
    /* Where first turns are free the mark means nothing. */
    sample.rules = fan_rules_default();
    draft = draft_of(&sample, "f2-e3W");
    assert_int_equal(fan_draft_steps(&sample.board, &sample.rules, &draft, steps), 1);
}

static void movable_stones_are_those_with_a_legal_step(void **state) {
    (void)state;
    static const char *const table[][2] = {
        {QUIET, "e3"},
        {"9/9/W1B6/9/8W", "a3"},
        {CAPTURES, "f2"},
        {"9/9/9/BB7/WB7", ""},
        {"9/9/4W4/9/9", ""},
        {"9/9/4B4/9/9", ""},
        {"9/9/9/9/WW6B", "a1 b1"},
        {"B8/9/9/WWW6/WWW6", "a2 b2 c2 c1"},
        {"BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW", "e2 f2 d2 d3"},
        {"3/3/3 hand:3,3", ""},
        {PLACING, ""},
        {"WB1/WB1/3 hand:1,1", ""},
        {MOVING, "b1"},
        {"WB1/WB1/BW1 b hand:0,0", "b2 b3"},
        {"WWW/BB1/B2 b hand:0,0", ""},
        {"WWW/BB1/B2 w hand:0,0", ""},
        {GIVER, "a1 b1 c1 d1 e1 a2"},
        {"5/5/2B2/W4/WWWWW vela:w", "a1 b1 c1 d1 e1 a2"},
        {"5/5/B4/WBBBB/WWWWW vela:w", ""},
        {"5/5/B4/WBBB1/WWWWW vela:w", "e1"},
        {TAKER, "a3"},
        {"BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW w vela:w", "e2 f2 d2 d3"},
        {"BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW b vela:w", "e4 f4 d4 f3"},
        {"9/9/9/9/WWWWWW3 w vela:w", ""},
    };
    for (size_t i = 0; i < COUNT(table); i++) {
        Sample sample = sample_of("", table[i][0]);
        if (fan_position_movable(&sample.board, &sample.position) !=
            plain_points(&sample.board, table[i][1])) {
            fail_sample(&sample, "not the stones that can move", table[i][1]);
        }
    }
}

static void whether_a_capture_is_there(void **state) {
    (void)state;
    static const struct {
        const char *position;
        bool captures;
    } table[] = {
        {QUIET, false},
        {CAPTURES, true},
        {"", true},
        {"9/9/9/BB7/WB7", false},
        {"9/9/4W4/9/9", false},
        {"9/9/4B4/9/9", false},
        {"8W/9/9/9/9", false},
        {"9/9/WB7/9/9", false}, /* a stone at the edge cannot withdraw */
        {"9/9/1WB6/9/9", true},
        {"1BB/WB1/W1W", true},
        {"1BB/WB1/W1W hand:0,0", false},
        {"3/WB1/3 hand:2,2", false},
        {"5/5/2B2/W4/WWWWW", true},
        {GIVER, false},
        {TAKER, true},
        {"B8/9/9/9/3WWWWWW b vela:w", false},
    };
    for (size_t i = 0; i < COUNT(table); i++) {
        Sample sample = sample_of("", table[i].position);
        if (fan_position_must_capture(&sample.board, &sample.position) != table[i].captures) {
            fail_sample(&sample, "captures wrongly told", "");
        }
    }
}

static void taken_stones_are_the_unbroken_row(void **state) {
    (void)state;
    static const struct {
        const char *position, *from, *to;
        FanKind kind;
        const char *taken;
    } table[] = {
        {"9/9/W1BBWB3/9/9", "a3", "b3", FAN_APPROACH, "c3 d3"},
        {"9/9/W1BB1B3/9/9", "a3", "b3", FAN_APPROACH, "c3 d3"},
        {"9/9/W1BBBBBBB/9/9", "a3", "b3", FAN_APPROACH, "c3 d3 e3 f3 g3 h3 i3"},
        {"9/9/BBBBBBB1W/9/9", "i3", "h3", FAN_APPROACH, "a3 b3 c3 d3 e3 f3 g3"},
        {"9/9/B1BBW4/9/9", "e3", "f3", FAN_WITHDRAWAL, "c3 d3"},
        {"9/9/4WBB1B/9/9", "e3", "d3", FAN_WITHDRAWAL, "f3 g3"},
        {"B8/1B7/9/3W5/4B4", "d2", "c3", FAN_APPROACH, "a5 b4"},
        {"B8/1B7/9/3W5/4B4", "d2", "c3", FAN_WITHDRAWAL, "e1"},
        {"4B4/4B4/9/4W4/4B4", "e2", "e3", FAN_APPROACH, "e4 e5"},
        {"4B4/4B4/9/4W4/4B4", "e2", "e3", FAN_WITHDRAWAL, "e1"},
        {"4B4/4B4/9/4W4/4B4", "e2", "e3", FAN_PAIKA, ""},
        {"4B4/4B4/9/4W4/4B4", "e2", "d2", FAN_APPROACH, ""},
        {"4B4/4B4/9/4W4/4B4", "e2", "e4", FAN_APPROACH, ""},
        {"9/9/1W1B5/9/9 b", "d3", "c3", FAN_APPROACH, "b3"},
        {"W8/9/2B6/9/9 b", "c3", "d2", FAN_WITHDRAWAL, ""},
        {TAKER, "a3", "b3", FAN_APPROACH, "c3"},
        {TAKER, "a3", "b3", FAN_PAIKA, ""},
        {TAKER, "a3", "a4", FAN_APPROACH, ""},
        {"9/9/WWWB5/9/5WWWW b vela:w", "d3", "e3", FAN_WITHDRAWAL, "c3"},
        {"9/9/WWWB5/9/5WWWW b vela:w", "d3", "e3", FAN_APPROACH, ""},
        {"W8/1W7/9/3B5/2W1WWWW1 b vela:w", "d2", "c3", FAN_APPROACH, "b4"},
        {"W8/1W7/9/3B5/2W1WWWW1 b vela:w", "d2", "c3", FAN_WITHDRAWAL, "e1"},
        {GIVER, "c1", "c2", FAN_APPROACH, ""},
        {"5/5/2B2/W4/WWWWW", "c1", "c2", FAN_APPROACH, "c3"},
        {"1BB/WB1/W1W hand:0,0", "c1", "c2", FAN_APPROACH, ""},
        {"1BB/WB1/W1W", "c1", "c2", FAN_APPROACH, "c3"},
    };
    for (size_t i = 0; i < COUNT(table); i++) {
        Sample sample = sample_of("", table[i].position);
        FanPoints taken = fan_step_taken(&sample.board, &sample.position,
                                         plain_point(&sample.board, table[i].from),
                                         plain_point(&sample.board, table[i].to), table[i].kind);
        if (taken != plain_points(&sample.board, table[i].taken)) {
            fail_sample(&sample, "takes other stones", table[i].taken);
        }
    }
}

static void a_visit_ends_when_the_visitor_says_so(void **state) {
    (void)state;
    Sample sample = sample_of("", THREE);
    TurnList list = {0};
    list_turns(&sample, &list);
    assert_int_equal(list.count, 10);
    assert_string_equal(turn_text(&sample.board, &list.turns[0]), "e4-e3W");
    assert_string_equal(turn_text(&sample.board, &list.turns[1]), "e4-e3W-f2A");
    assert_string_equal(turn_text(&sample.board, &list.turns[9]), "e4-f4W-g3W-g2W");
    free(list.turns);
    free(list.afters);
}

static bool stop_at(void *context, const FanTurn *turn, const FanPosition *after) {
    unsigned *left = context;
    (void)turn, (void)after;
    return --*left > 0;
}

static void a_visitor_is_not_called_after_it_ended_the_visit(void **state) {
    (void)state;
    Sample sample = sample_of("", THREE);
    for (unsigned calls = 1; calls <= 12; calls++) {
        unsigned left = calls;
        bool whole =
            fan_turns_visit(&sample.board, &sample.rules, &sample.position, stop_at, &left);
        assert_int_equal(whole, calls > 10);
        assert_int_equal(left, calls > 10 ? calls - 10 : 0);
    }
}

static void turns_are_equal_by_their_paths(void **state) {
    (void)state;
    Sample sample = sample_of("", "");
    static const char *const texts[] = {"e4-f4A-g3W-g2A", "e4-f4W-g3W-g2A", "e4-f4A-g3W-g2W",
                                        "e4-f4A-g3W",     "e3-f4A-g3W-g2A", "e4-f4A-g4W-g2A"};
    for (size_t i = 0; i < COUNT(texts); i++) {
        for (size_t j = 0; j < COUNT(texts); j++) {
            FanTurn a = plain_turn(&sample.board, texts[i]);
            FanTurn b = plain_turn(&sample.board, texts[j]);
            a.steps[a.count].to = 7; /* past the count nothing counts */
            assert_int_equal(fan_turn_equal(&a, &b), i == j);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_come_by_stone_direction_and_kind_with_what_they_take),
        cmocka_unit_test(paika_steps_come_in_the_same_order),
        cmocka_unit_test(doing_a_step_moves_the_stone_and_takes_at_once),
        cmocka_unit_test(taking_back_leads_through_the_same_drafts),
        cmocka_unit_test(every_empty_point_is_open_to_a_stone_in_hand),
        cmocka_unit_test(a_placement_is_done_and_taken_back),
        cmocka_unit_test(the_last_placement_is_a_whole_turn),
        cmocka_unit_test(a_step_of_the_taker_is_done_and_taken_back),
        cmocka_unit_test(steps_of_vela_take_one_stone_or_none),
        cmocka_unit_test(nothing_is_open_after_a_paika),
        cmocka_unit_test(a_turn_may_stop_after_any_step_unless_it_must_go_on),
        cmocka_unit_test(the_single_first_capture_leaves_nothing_open),
        cmocka_unit_test(movable_stones_are_those_with_a_legal_step),
        cmocka_unit_test(whether_a_capture_is_there),
        cmocka_unit_test(taken_stones_are_the_unbroken_row),
        cmocka_unit_test(a_visit_ends_when_the_visitor_says_so),
        cmocka_unit_test(a_visitor_is_not_called_after_it_ended_the_visit),
        cmocka_unit_test(turns_are_equal_by_their_paths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
