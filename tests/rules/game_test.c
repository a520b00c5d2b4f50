/* A game: repetition, limits, ends by word, history (R5). */
#include "rules/sample.h"

enum { PLIES = 400 };

#define QUIET "8B/9/9/9/W8" /* two stones that may walk for ever */

typedef struct Played {
    Sample sample;
    FanPly plies[PLIES];
    FanGame game;
} Played;

/* A game that begins at a position, with room for PLIES turns. */
static Played *begin(const char *rules, const char *position) {
    static Played played;
    memset(&played, 0x5A, sizeof played);
    played.sample = sample_of(rules, position);
    fan_game_begin(&played.game, &played.sample.board, &played.sample.rules,
                   &played.sample.position, played.plies, PLIES);
    return &played;
}

static FanGameStatus try_turn(Played *played, const char *text, FanRefusal *refusal) {
    FanTurn turn = plain_turn(&played->sample.board, text);
    return fan_game_play(&played->game, &turn, refusal);
}

/* Plays turns joined by blanks; the game must go on until the last of them. */
static void play(Played *played, const char *turns) {
    while (*turns) {
        char text[FAN_TURN_TEXT_MAX] = "";
        size_t length = strcspn(turns, " ");
        memcpy(text, turns, length);
        if (try_turn(played, text, NULL) != FAN_GAME_OK) {
            fail_sample(&played->sample, "not played", turns);
        }
        turns += length + (turns[length] == ' ');
    }
}

static void expect_outcome(const Played *played, const char *result, const char *reason,
                           FanClause clause) {
    assert_string_equal(fan_result_word(played->game.outcome.result), result);
    assert_string_equal(fan_reason_word(played->game.outcome.reason), reason);
    assert_int_equal(played->game.outcome.clause, clause);
}

static void expect_ongoing(const Played *played) {
    expect_outcome(played, "ongoing", "", 0);
}

/* Out and back again: the position of before, four turns later. */
#define ROUND "a1-b2 i5-h4 b2-a1 h4-i5"

/* --- Repetition --------------------------------------------------------------------------------
 */

static void the_third_occurrence_draws(void **state) {
    (void)state;
    Played *played = begin("", QUIET);
    expect_ongoing(played);
    play(played, ROUND);
    expect_ongoing(played);
    play(played, "a1-b2 i5-h4 b2-a1");
    expect_ongoing(played);
    play(played, "h4-i5");
    expect_outcome(played, "draw", "repetition", FAN_CLAUSE(5, 4));
    assert_int_equal(played->game.length, 8);
}

static void as_many_occurrences_draw_as_the_option_says(void **state) {
    (void)state;
    static const char *const rules[] = {"repetition=2", "repetition=3", "repetition=4",
                                        "repetition=5"};
    for (unsigned times = 2; times <= 5; times++) {
        Played *played = begin(rules[times - 2], QUIET);
        for (unsigned round = 1; round < times; round++) {
            expect_ongoing(played);
            play(played, ROUND);
        }
        expect_outcome(played, "draw", "repetition", FAN_CLAUSE(5, 4));
    }
    Played *played = begin("repetition=0", QUIET);
    for (int round = 0; round < 12; round++) {
        play(played, ROUND);
    }
    expect_ongoing(played);
}

static void the_other_side_to_move_is_another_position(void **state) {
    (void)state;
    Played *played = begin("repetition=2", QUIET);
    play(played, "a1-b2 i5-i4 b2-b1 i4-i5 b1-a1");
    assert_int_equal(played->game.position.stones[0], played->sample.position.stones[0]);
    assert_int_equal(played->game.position.stones[1], played->sample.position.stones[1]);
    assert_int_equal(fan_game_occurrences(&played->game, NULL, 0), 1);
    expect_ongoing(played);
}

/* Counters and the mark of the first turn do not tell positions apart (R5.4). */
static void the_first_turn_s_mark_does_not_part_positions(void **state) {
    (void)state;
    Played *played = begin("first-turn=single,repetition=2", QUIET " w 0 1 first");
    assert_int_equal(played->game.position.first, 1);
    play(played, ROUND);
    expect_outcome(played, "draw", "repetition", FAN_CLAUSE(5, 4));
    assert_int_equal(played->game.position.first, 0);
}

static void occurrences_are_told_with_their_places(void **state) {
    (void)state;
    Played *played = begin("repetition=5", QUIET);
    size_t at[8];
    assert_int_equal(fan_game_occurrences(&played->game, at, 8), 1);
    assert_int_equal(at[0], 0);
    play(played, "a1-b2 i5-h4 b2-a1");
    assert_int_equal(fan_game_occurrences(&played->game, at, 8), 1);
    assert_int_equal(at[0], 3);
    play(played, "h4-i5 " ROUND);
    memset(at, 0x5A, sizeof at);
    assert_int_equal(fan_game_occurrences(&played->game, at, 8), 3);
    assert_int_equal(at[0], 0);
    assert_int_equal(at[1], 4);
    assert_int_equal(at[2], 8);
    for (size_t room = 0; room <= 3; room++) {
        memset(at, 0x5A, sizeof at);
        assert_int_equal(fan_game_occurrences(&played->game, at, room), 3);
        for (size_t i = 0; i < 4; i++) {
            assert_int_equal(at[i] < 9, i < room && i < 3);
        }
    }
}

/* Mostly the mover's last turn backwards, else any. */
static FanTurn wandering_turn(Random *random, const Played *played) {
    const FanGame *game = &played->game;
    Sample now = played->sample;
    now.position = game->position;
    if (game->length >= 2 && random_below(random, 4) > 0) {
        const FanTurn *last = &game->plies[game->length - 2].turn;
        FanTurn back = {.from = last->steps[0].to, .count = 1, .steps = {{last->from, FAN_PAIKA}}};
        if (fan_turn_refusal(&now.board, &now.rules, &now.position, &back).code == FAN_LEGAL) {
            return back;
        }
    }
    FanTurn turn;
    FanPosition after;
    assert_true(sample_random_turn(random, &now, &turn, &after));
    return turn;
}

static size_t occurrences_again(const FanGame *game, size_t *places) {
    size_t count = 0;
    for (size_t i = 0; i <= game->length; i++) {
        if (fan_position_same(fan_game_position_at(game, i), &game->position)) {
            places[count++] = i;
        }
    }
    return count;
}

/* Random games in which positions come again: counted a second time over all there were. */
static void occurrences_are_those_among_all_positions(void **state) {
    (void)state;
    static const char *const starts[] = {"2B/3/W2 w 2", QUIET, "BBB/B1W/WWW", "8B/9/9/8B/W7W w 1"};
    Random random = {21};
    size_t repeated = 0;
    for (size_t i = 0; i < 200; i++) {
        Played *played = begin("quiet-limit=0,repetition=5", starts[i % COUNT(starts)]);
        while (played->game.outcome.result == FAN_ONGOING && played->game.length < PLIES) {
            FanTurn turn = wandering_turn(&random, played);
            size_t at[8], places[8];
            assert_int_equal(fan_game_play(&played->game, &turn, NULL), FAN_GAME_OK);
            size_t count = occurrences_again(&played->game, places);
            assert_int_equal(fan_game_occurrences(&played->game, at, 8), count);
            assert_memory_equal(at, places, count * sizeof *at);
            repeated += count > 1;
        }
    }
    assert_true(repeated > 1000);
}

/* The counter of quiet turns stays at its largest, and still nothing is forgotten. */
static void occurrences_are_counted_past_the_largest_counter(void **state) {
    (void)state;
    enum { MANY = FAN_COUNTER_MAX + 17 };
    Sample sample = sample_of("quiet-limit=0,repetition=0", QUIET);
    FanPly *plies = malloc(MANY * sizeof *plies);
    FanGame game;
    assert_non_null(plies);
    fan_game_begin(&game, &sample.board, &sample.rules, &sample.position, plies, MANY);
    static const char *const turns[] = {"a1-b2", "i5-h4", "b2-a1", "h4-i5"};
    for (size_t i = 0; i < MANY; i++) {
        FanTurn turn = plain_turn(&sample.board, turns[i % 4]);
        assert_int_equal(fan_game_play(&game, &turn, NULL), FAN_GAME_OK);
    }
    assert_int_equal(MANY % 4, 0);
    assert_int_equal(game.position.quiet, FAN_COUNTER_MAX);
    assert_int_equal(fan_game_occurrences(&game, NULL, 0), MANY / 4 + 1);
    free(plies);
}

/* --- The limit of quiet turns ------------------------------------------------------------------
 */

static void the_fiftieth_quiet_turn_draws(void **state) {
    (void)state;
    Played *played = begin("repetition=0", QUIET);
    for (int round = 0; round < 12; round++) {
        play(played, ROUND);
    }
    play(played, "a1-b2");
    expect_ongoing(played);
    play(played, "i5-h4");
    assert_int_equal(played->game.position.quiet, 50);
    expect_outcome(played, "draw", "quiet", FAN_CLAUSE(5, 3));
    FanRefusal refusal;
    assert_int_equal(try_turn(played, "b2-a1", &refusal), FAN_GAME_OVER);
    assert_int_equal(refusal.code, FAN_REFUSED_ENDED);
    assert_int_equal(refusal.clause, FAN_CLAUSE(5, 3));
}

static void repetition_is_told_before_the_limit(void **state) {
    (void)state;
    Played *played = begin("quiet-limit=8", QUIET);
    play(played, ROUND " " ROUND);
    assert_int_equal(played->game.position.quiet, 8);
    expect_outcome(played, "draw", "repetition", FAN_CLAUSE(5, 4));
    played = begin("quiet-limit=7", QUIET);
    play(played, ROUND " a1-b2 i5-h4 b2-a1");
    expect_outcome(played, "draw", "quiet", FAN_CLAUSE(5, 3));
}

static void a_game_may_begin_at_its_end(void **state) {
    (void)state;
    static const struct {
        const char *position, *result, *reason;
        FanClause clause;
    } table[] = {
        {QUIET " w 50 26", "draw", "quiet", FAN_CLAUSE(5, 3)},
        {QUIET " w 60 26", "draw", "quiet", FAN_CLAUSE(5, 3)},
        {"9/9/4W4/9/9 b", "white", "no-stones", FAN_CLAUSE(5, 1)},
        {"9/9/9/BB7/WB7", "black", "blocked", FAN_CLAUSE(5, 2)},
        {"WWW/BB1/3 b 5 3 hand:0,1", "white", "row", FAN_CLAUSE(6, 3)},
        {"WWW/BB1/B2 w 60 3 hand:0,0", "white", "row", FAN_CLAUSE(6, 3)},
        {"5/5/B4/WBBBB/WWWWW w 60 3 vela:w", "black", "blocked", FAN_CLAUSE(5, 2)},
    };
    for (size_t i = 0; i < COUNT(table); i++) {
        Played *played = begin("", table[i].position);
        FanRefusal refusal;
        expect_outcome(played, table[i].result, table[i].reason, table[i].clause);
        assert_int_equal(try_turn(played, "a1-a2", &refusal), FAN_GAME_OVER);
        assert_int_equal(refusal.code, FAN_REFUSED_ENDED);
        assert_int_equal(refusal.clause, table[i].clause);
        assert_int_equal(fan_game_undo(&played->game), FAN_GAME_NOTHING);
        assert_int_equal(fan_game_redo(&played->game), FAN_GAME_NOTHING);
        assert_int_equal(fan_game_resign(&played->game, FAN_WHITE), FAN_GAME_OVER);
        expect_outcome(played, table[i].result, table[i].reason, table[i].clause);
        assert_int_equal(played->game.length, 0);
    }
}

static void quiet_turns_before_the_start_count(void **state) {
    (void)state;
    Played *played = begin("", QUIET " w 48 26");
    play(played, "a1-b2");
    expect_ongoing(played);
    play(played, "i5-h4");
    expect_outcome(played, "draw", "quiet", FAN_CLAUSE(5, 3));
}

static void a_capture_begins_the_count_again(void **state) {
    (void)state;
    Played *played = begin("", "8B/9/W1B1B4/9/9 w 49 25");
    play(played, "a3-b3A");
    assert_int_equal(played->game.position.quiet, 0);
    expect_ongoing(played);
    assert_int_equal(fan_game_occurrences(&played->game, NULL, 0), 1);
}

/* --- Ends on the board -------------------------------------------------------------------------
 */

static void the_last_stone_taken_wins(void **state) {
    (void)state;
    Played *played = begin("", "9/9/W1B6/9/9");
    play(played, "a3-b3A");
    expect_outcome(played, "white", "no-stones", FAN_CLAUSE(5, 1));
    played = begin("", "9/9/B1W6/9/9 b");
    play(played, "a3-b3A");
    expect_outcome(played, "black", "no-stones", FAN_CLAUSE(5, 1));
}

static void a_turn_that_blocks_wins_or_draws_by_the_option(void **state) {
    (void)state;
    Played *played = begin("", "9/9/WW7/W8/BWW6 w");
    play(played, "b3-b2");
    expect_outcome(played, "white", "blocked", FAN_CLAUSE(5, 2));
    played = begin("blocked=draw", "9/9/WW7/W8/BWW6 w");
    play(played, "b3-b2");
    expect_outcome(played, "draw", "blocked", FAN_CLAUSE(5, 2));
}

/* --- Telo and vela -----------------------------------------------------------------------------
 */

#define TELO "3/3/3 w 0 1 hand:3,3"
/* White's a2 and Black's c2, placed last, go to and fro. */
#define PLACED "a3 c3 b1 b3 a2 c2"
#define WALK   "a2-a1 c2-c1 a1-a2 c1-c2"

static unsigned hand(const Played *played, FanSide side) {
    return fan_position_hand(&played->game.position, side);
}

static void a_row_placed_wins_and_is_taken_back(void **state) {
    (void)state;
    Played *played = begin("", TELO);
    FanRefusal refusal;
    play(played, "a1 a3 b1 b3");
    expect_ongoing(played);
    assert_int_equal(hand(played, FAN_WHITE), 1);
    play(played, "c1");
    expect_outcome(played, "white", "row", FAN_CLAUSE(6, 3));
    assert_int_equal(fan_position_row(&played->game.position, FAN_WHITE),
                     plain_points(&played->sample.board, "a1 b1 c1"));
    assert_int_equal(try_turn(played, "c3", &refusal), FAN_GAME_OVER);
    assert_int_equal(refusal.code, FAN_REFUSED_ENDED);
    assert_int_equal(refusal.clause, FAN_CLAUSE(6, 3));
    assert_int_equal(fan_game_resign(&played->game, FAN_BLACK), FAN_GAME_OVER);
    assert_int_equal(fan_game_undo(&played->game), FAN_GAME_OK);
    expect_ongoing(played);
    assert_int_equal(hand(played, FAN_WHITE), 1);
    assert_int_equal(fan_game_redo(&played->game), FAN_GAME_OK);
    expect_outcome(played, "white", "row", FAN_CLAUSE(6, 3));
    assert_int_equal(hand(played, FAN_WHITE), 0);
    assert_int_equal(hand(played, FAN_BLACK), 1);
}

static void a_row_moved_wins_for_either_side(void **state) {
    (void)state;
    Played *played = begin("", TELO);
    play(played, "a1 b1 a2 b2 b3 a3");
    expect_ongoing(played);
    FanRefusal refusal;
    assert_int_equal(try_turn(played, "c3", &refusal), FAN_GAME_ILLEGAL);
    assert_int_equal(refusal.code, FAN_REFUSED_HAND);
    play(played, "b3-c3 a3-b3");
    expect_outcome(played, "black", "row", FAN_CLAUSE(6, 3));
}

static void a_row_comes_before_the_quiet_limit(void **state) {
    (void)state;
    Played *played = begin("quiet-limit=5", TELO);
    play(played, "a1 a3 b1 b3 c1");
    assert_int_equal(played->game.position.quiet, 5);
    expect_outcome(played, "white", "row", FAN_CLAUSE(6, 3));
    played = begin("quiet-limit=5", TELO);
    play(played, "a1 a3 b1 b3 c2");
    expect_outcome(played, "draw", "quiet", FAN_CLAUSE(5, 3));
}

static void telo_repeats_once_all_stones_are_placed(void **state) {
    (void)state;
    Played *played = begin("", TELO);
    size_t at[4];
    play(played, PLACED " " WALK);
    expect_ongoing(played);
    assert_int_equal(fan_game_occurrences(&played->game, at, 4), 2);
    assert_int_equal(at[0], 6);
    assert_int_equal(at[1], 10);
    play(played, "a2-a1 c2-c1 a1-a2");
    expect_ongoing(played);
    play(played, "c1-c2");
    expect_outcome(played, "draw", "repetition", FAN_CLAUSE(5, 4));
    assert_int_equal(fan_game_undo(&played->game), FAN_GAME_OK);
    expect_ongoing(played);
}

static void repetition_comes_before_the_quiet_limit_in_telo(void **state) {
    (void)state;
    Played *played = begin("repetition=2,quiet-limit=10", TELO);
    play(played, PLACED " " WALK);
    assert_int_equal(played->game.position.quiet, 10);
    expect_outcome(played, "draw", "repetition", FAN_CLAUSE(5, 4));
    played = begin("repetition=0,quiet-limit=10", TELO);
    play(played, PLACED " " WALK);
    expect_outcome(played, "draw", "quiet", FAN_CLAUSE(5, 3));
}

/* The stones in hand never come to differ while the stones on the board are the same, so that no
 * position of placing comes again, whatever went before. */
static void placing_is_not_repeated(void **state) {
    (void)state;
    Played *played = begin("repetition=2", TELO);
    static const char *const turns[] = {"a3", "c3", "b1", "b3", "a2", "c2"};
    for (size_t i = 0; i < COUNT(turns); i++) {
        play(played, turns[i]);
        assert_int_equal(fan_game_occurrences(&played->game, NULL, 0), 1);
        expect_ongoing(played);
    }
}

/* The second stone given ends the first phase; taken back, it is on again. */
static void the_first_phase_ends_and_comes_back(void **state) {
    (void)state;
    static const FanMode modes[] = {FAN_MODE_VELA_WHITE, FAN_MODE_VELA_WHITE, FAN_MODE_VELA_WHITE,
                                    FAN_MODE_CAPTURE, FAN_MODE_CAPTURE};
    static const unsigned to_give[] = {2, 1, 1, 0, 0};
    Played *played = begin("", "8B/9/B1WWW4/9/5WWWW b 7 1 vela:w");
    FanPosition positions[COUNT(modes)];
    play(played, "a3-b3A f1-f2 b3-c3A e3-d3A");
    expect_ongoing(played);
    for (size_t i = 0; i < COUNT(modes); i++) {
        positions[i] = *fan_game_position_at(&played->game, i);
        assert_int_equal(positions[i].mode, modes[i]);
        assert_int_equal(fan_position_to_give(&positions[i]), to_give[i]);
    }
    for (size_t left = COUNT(modes) - 1; left-- > 0;) {
        assert_int_equal(fan_game_undo(&played->game), FAN_GAME_OK);
        assert_true(fan_position_equal(&played->game.position, &positions[left]));
    }
    for (size_t i = 1; i < COUNT(modes); i++) {
        assert_int_equal(fan_game_redo(&played->game), FAN_GAME_OK);
        assert_true(fan_position_equal(&played->game.position, &positions[i]));
    }
}

static void the_rules_of_a_game_stay_when_the_phase_ends(void **state) {
    (void)state;
    Played *played = begin("", "9/9/B1WWW4/9/6WWW b 0 1 vela:w");
    assert_int_equal(played->game.rules.vela, FAN_VELA_WHITE);
    play(played, "a3-b3A");
    assert_int_equal(played->game.rules.vela, FAN_VELA_WHITE);
    assert_int_equal(played->game.position.mode, FAN_MODE_CAPTURE);
    play(played, "d3-c3A");
    expect_outcome(played, "white", "no-stones", FAN_CLAUSE(5, 1));
}

#define GIVING "8B/9/9/9/WWWWWW3 w 0 1 vela:w"
#define STROLL "a1-a2 i5-i4 a2-a1 i4-i5"

static void vela_draws_by_repetition_and_by_the_limit(void **state) {
    (void)state;
    Played *played = begin("", GIVING);
    play(played, STROLL " " STROLL);
    expect_outcome(played, "draw", "repetition", FAN_CLAUSE(5, 4));
    played = begin("quiet-limit=8", GIVING);
    play(played, STROLL " " STROLL);
    expect_outcome(played, "draw", "repetition", FAN_CLAUSE(5, 4));
    played = begin("quiet-limit=7", GIVING);
    play(played, STROLL " a1-a2 i5-i4 a2-a1");
    expect_outcome(played, "draw", "quiet", FAN_CLAUSE(5, 3));
    assert_int_equal(played->game.position.mode, FAN_MODE_VELA_WHITE);
}

static void a_game_reads_the_turns_of_its_phase(void **state) {
    (void)state;
    Played *played = begin("", TELO);
    FanTurn turn;
    FanTurnError error;
    assert_int_equal(fan_game_read(&played->game, "B2", 2, &turn, &error), FAN_TURN_READ);
    assert_int_equal(turn.from, FAN_HAND);
    play(played, PLACED);
    assert_int_equal(fan_game_read(&played->game, "b2", 2, &turn, &error), FAN_TURN_ILLEGAL);
    assert_int_equal(error.refusal.code, FAN_REFUSED_HAND);
    played = begin("", "8B/9/B1WWW4/9/6WWW b 7 1 vela:w");
    play(played, "a3-b3A");
    assert_int_equal(fan_game_read(&played->game, "d3c3", 4, &turn, &error), FAN_TURN_READ);
    assert_string_equal(turn_text(&played->sample.board, &turn), "d3-c3A");
}

/* --- Ends by word ------------------------------------------------------------------------------
 */

typedef FanGameStatus End(FanGame *game, FanSide side);

static FanGameStatus agree(FanGame *game, FanSide side) {
    (void)side;
    return fan_game_agree_draw(game);
}

static const struct {
    End *end;
    FanSide loser;
    const char *result, *reason;
} ends[] = {
    {fan_game_resign, FAN_WHITE, "black", "resignation"},
    {fan_game_resign, FAN_BLACK, "white", "resignation"},
    {fan_game_lose_on_time, FAN_WHITE, "black", "time"},
    {fan_game_lose_on_time, FAN_BLACK, "white", "time"},
    {fan_game_abandon, FAN_WHITE, "black", "abandoned"},
    {fan_game_abandon, FAN_BLACK, "white", "abandoned"},
    {agree, FAN_WHITE, "draw", "agreement"},
};

static void a_word_ends_the_game_once(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(ends); i++) {
        Played *played = begin("", QUIET);
        FanRefusal refusal;
        play(played, "a1-b2");
        assert_int_equal(ends[i].end(&played->game, ends[i].loser), FAN_GAME_OK);
        expect_outcome(played, ends[i].result, ends[i].reason, FAN_CLAUSE(5, 5));
        for (size_t j = 0; j < COUNT(ends); j++) {
            assert_int_equal(ends[j].end(&played->game, ends[j].loser), FAN_GAME_OVER);
        }
        assert_int_equal(try_turn(played, "i5-h4", &refusal), FAN_GAME_OVER);
        assert_int_equal(refusal.code, FAN_REFUSED_ENDED);
        assert_int_equal(refusal.clause, FAN_CLAUSE(5, 5));
        expect_outcome(played, ends[i].result, ends[i].reason, FAN_CLAUSE(5, 5));
        assert_int_equal(played->game.length, 1);
    }
}

static void a_word_is_taken_back_with_the_turn_before_it(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(ends); i++) {
        Played *played = begin("", QUIET);
        play(played, "a1-b2 i5-h4");
        assert_int_equal(ends[i].end(&played->game, ends[i].loser), FAN_GAME_OK);
        assert_int_equal(fan_game_redo(&played->game), FAN_GAME_NOTHING);
        assert_int_equal(fan_game_undo(&played->game), FAN_GAME_OK);
        expect_ongoing(played);
        assert_int_equal(played->game.length, 1);
        assert_int_equal(fan_game_redo(&played->game), FAN_GAME_OK);
        expect_ongoing(played);
    }
}

static void a_word_before_the_first_turn_stands(void **state) {
    (void)state;
    Played *played = begin("", QUIET);
    assert_int_equal(fan_game_resign(&played->game, FAN_WHITE), FAN_GAME_OK);
    assert_int_equal(fan_game_undo(&played->game), FAN_GAME_NOTHING);
    expect_outcome(played, "black", "resignation", FAN_CLAUSE(5, 5));
}

/* What was taken back before the word is not played behind it. */
static void a_game_ended_by_word_is_not_played_on(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(ends); i++) {
        Played *played = begin("", QUIET);
        play(played, "a1-b2 i5-h4");
        assert_int_equal(fan_game_undo(&played->game), FAN_GAME_OK);
        assert_int_equal(ends[i].end(&played->game, ends[i].loser), FAN_GAME_OK);
        assert_int_equal(fan_game_redo(&played->game), FAN_GAME_OVER);
        expect_outcome(played, ends[i].result, ends[i].reason, FAN_CLAUSE(5, 5));
        assert_int_equal(played->game.length, 1);
    }
}

/* --- Reading turns of a game -------------------------------------------------------------------
 */

static FanTurnReading read_turn(const Played *played, const char *text, FanTurnError *error) {
    FanTurn turn, before;
    memset(&turn, 0x5A, sizeof turn);
    before = turn;
    FanTurnReading reading = fan_game_read(&played->game, text, strlen(text), &turn, error);
    assert_int_equal(reading == FAN_TURN_READ, memcmp(&turn, &before, sizeof turn) != 0);
    if (reading == FAN_TURN_READ) {
        FanTurn wanted = plain_turn(played->game.board, text);
        assert_true(fan_turn_equal(&turn, &wanted));
    }
    return reading;
}

static void a_game_reads_turns_as_its_position_does(void **state) {
    (void)state;
    Played *played = begin("", "");
    FanTurnError error;
    assert_int_equal(fan_game_refusal(&played->game).code, FAN_LEGAL);
    assert_int_equal(read_turn(played, "e2-e3A", &error), FAN_TURN_READ);
    assert_int_equal(read_turn(played, "e2-e3A", NULL), FAN_TURN_READ);
    assert_int_equal(read_turn(played, "d3-e3", &error), FAN_TURN_AMBIGUOUS);
    assert_int_equal(error.candidates, 2);
    assert_int_equal(read_turn(played, "e2-e4", &error), FAN_TURN_ILLEGAL);
    assert_int_equal(error.refusal.code, FAN_REFUSED_NO_LINE);
    assert_int_equal(error.offset, 3);
    assert_int_equal(read_turn(played, "e2-", &error), FAN_TURN_MALFORMED);
    assert_int_equal(error.fault, FAN_TURN_FAULT_END);
    play(played, "e2-e3A");
    assert_int_equal(read_turn(played, "e2-e3A", &error), FAN_TURN_ILLEGAL);
    assert_int_equal(error.refusal.code, FAN_REFUSED_EMPTY);
}

/* Also where the position alone goes on. */
static void a_game_that_is_over_reads_no_turn(void **state) {
    (void)state;
    static const struct {
        const char *rules, *turns;
        bool resigned;
        FanClause clause;
    } table[] = {
        {"", ROUND " " ROUND, false, FAN_CLAUSE(5, 4)},
        {"quiet-limit=4", ROUND, false, FAN_CLAUSE(5, 3)},
        {"", ROUND, true, FAN_CLAUSE(5, 5)},
    };
    for (size_t i = 0; i < COUNT(table); i++) {
        Played *played = begin(table[i].rules, QUIET);
        FanTurnError error;
        play(played, table[i].turns);
        if (table[i].resigned) {
            assert_int_equal(fan_game_resign(&played->game, FAN_WHITE), FAN_GAME_OK);
        }
        assert_int_equal(fan_game_refusal(&played->game).code, FAN_REFUSED_ENDED);
        assert_int_equal(fan_game_refusal(&played->game).clause, table[i].clause);
        static const char *const turns[] = {"a1-b2", "a1-a3", "c3-c4", "i5-i4"};
        for (size_t j = 0; j < COUNT(turns); j++) {
            assert_int_equal(read_turn(played, turns[j], &error), FAN_TURN_ILLEGAL);
            assert_int_equal(read_turn(played, turns[j], NULL), FAN_TURN_ILLEGAL);
            assert_int_equal(error.reading, FAN_TURN_ILLEGAL);
            assert_int_equal(error.refusal.code, FAN_REFUSED_ENDED);
            assert_int_equal(error.refusal.clause, table[i].clause);
        }
        assert_int_equal(read_turn(played, "a1-", &error), FAN_TURN_MALFORMED);
        assert_int_equal(error.fault, FAN_TURN_FAULT_END);
        assert_int_equal(fan_game_undo(&played->game), FAN_GAME_OK);
        assert_int_equal(read_turn(played, "h4-i5", &error), FAN_TURN_READ);
    }
}

/* --- History -----------------------------------------------------------------------------------
 */

static bool same_game(const FanGame *a, const FanGame *b) {
    return a->board == b->board && fan_rules_equal(&a->rules, &b->rules) &&
           fan_position_equal(&a->position, &b->position) &&
           a->outcome.result == b->outcome.result && a->outcome.reason == b->outcome.reason &&
           a->outcome.clause == b->outcome.clause && a->plies == b->plies &&
           a->capacity == b->capacity && a->length == b->length && a->undone == b->undone;
}

static void what_is_not_played_changes_nothing(void **state) {
    (void)state;
    Played *played = begin("", QUIET);
    FanRefusal refusal;
    play(played, "a1-b2 i5-h4");
    assert_int_equal(fan_game_undo(&played->game), FAN_GAME_OK);
    FanGame before = played->game;
    assert_int_equal(try_turn(played, "i5-g5", &refusal), FAN_GAME_ILLEGAL);
    assert_int_equal(refusal.code, FAN_REFUSED_NO_LINE);
    assert_int_equal(try_turn(played, "b2-a1", NULL), FAN_GAME_ILLEGAL);
    assert_true(same_game(&before, &played->game));
    assert_int_equal(fan_game_redo(&played->game), FAN_GAME_OK);
}

static void a_turn_after_taking_back_forgets_the_others(void **state) {
    (void)state;
    Played *played = begin("", QUIET);
    play(played, ROUND);
    for (size_t undone = 1; undone <= 3; undone++) {
        assert_int_equal(fan_game_undo(&played->game), FAN_GAME_OK);
        assert_int_equal(played->game.undone, undone);
        assert_int_equal(played->game.length, 4 - undone);
    }
    play(played, "i5-i4");
    assert_int_equal(played->game.undone, 0);
    assert_int_equal(fan_game_redo(&played->game), FAN_GAME_NOTHING);
    assert_int_equal(fan_game_undo(&played->game), FAN_GAME_OK);
    assert_int_equal(fan_game_undo(&played->game), FAN_GAME_OK);
    assert_int_equal(fan_game_undo(&played->game), FAN_GAME_NOTHING);
    assert_true(fan_position_equal(&played->game.position, &played->sample.position));
}

static void an_end_on_the_board_is_taken_back_and_comes_again(void **state) {
    (void)state;
    Played *played = begin("", QUIET);
    play(played, ROUND " " ROUND);
    assert_int_equal(fan_game_undo(&played->game), FAN_GAME_OK);
    expect_ongoing(played);
    assert_int_equal(fan_game_redo(&played->game), FAN_GAME_OK);
    expect_outcome(played, "draw", "repetition", FAN_CLAUSE(5, 4));
    assert_int_equal(fan_game_undo(&played->game), FAN_GAME_OK);
    play(played, "h4-h5");
    expect_ongoing(played);
}

static void a_full_history_refuses_and_goes_on_in_more_memory(void **state) {
    (void)state;
    Sample sample = sample_of("repetition=0", QUIET);
    FanPly few[2], more[5];
    FanGame game;
    FanRefusal refusal = {.code = FAN_REFUSED_STUCK};
    fan_game_begin(&game, &sample.board, &sample.rules, &sample.position, few, 2);
    FanTurn turns[4];
    static const char *const texts[] = {"a1-b2", "i5-h4", "b2-a1", "h4-i5"};
    for (int i = 0; i < 4; i++) {
        turns[i] = plain_turn(&sample.board, texts[i]);
    }
    assert_int_equal(fan_game_play(&game, &turns[0], NULL), FAN_GAME_OK);
    assert_int_equal(fan_game_play(&game, &turns[1], NULL), FAN_GAME_OK);
    FanGame before = game;
    assert_int_equal(fan_game_play(&game, &turns[2], &refusal), FAN_GAME_FULL);
    assert_int_equal(refusal.code, FAN_LEGAL);
    assert_true(same_game(&before, &game));
    assert_int_equal(fan_game_play(&game, &turns[0], &refusal), FAN_GAME_ILLEGAL);
    assert_int_equal(fan_game_undo(&game), FAN_GAME_OK);
    fan_game_move_history(&game, more, 5);
    memset(few, 0x5A, sizeof few);
    assert_true(game.plies == more);
    assert_int_equal(game.capacity, 5);
    assert_int_equal(fan_game_redo(&game), FAN_GAME_OK);
    for (int i = 2; i < 4; i++) {
        assert_int_equal(fan_game_play(&game, &turns[i], NULL), FAN_GAME_OK);
    }
    for (int i = 0; i < 4; i++) {
        assert_true(fan_turn_equal(&more[i].turn, &turns[i]));
    }
    assert_true(fan_position_equal(fan_game_position_at(&game, 0), &sample.position));
    assert_true(fan_position_same(&game.position, &sample.position));
}

static void a_game_without_room_may_be_looked_at(void **state) {
    (void)state;
    Sample sample = sample_of("", QUIET);
    FanGame game;
    FanPly ply;
    FanTurn turn = plain_turn(&sample.board, "a1-b2");
    fan_game_begin(&game, &sample.board, &sample.rules, &sample.position, NULL, 0);
    assert_int_equal(game.outcome.result, FAN_ONGOING);
    assert_int_equal(fan_game_occurrences(&game, NULL, 0), 1);
    assert_int_equal(fan_game_play(&game, &turn, NULL), FAN_GAME_FULL);
    fan_game_move_history(&game, &ply, 1);
    assert_int_equal(fan_game_play(&game, &turn, NULL), FAN_GAME_OK);
}

/* Random walks through a game, against copies of every position. */
static void taking_back_and_forth_restores_everything(void **state) {
    (void)state;
    Random random = {22};
    static FanPosition positions[PLIES + 1];
    static FanOutcome outcomes[PLIES + 1];
    for (int i = 0; i < 60; i++) {
        Sample sample = sample_random(&random);
        static FanPly plies[PLIES];
        FanGame game;
        fan_game_begin(&game, &sample.board, &sample.rules, &sample.position, plies, PLIES);
        positions[0] = game.position;
        outcomes[0] = game.outcome;
        while (game.outcome.result == FAN_ONGOING && game.length < PLIES) {
            FanTurn turn;
            FanPosition after;
            sample.position = game.position;
            assert_true(sample_random_turn(&random, &sample, &turn, &after));
            assert_int_equal(fan_game_play(&game, &turn, NULL), FAN_GAME_OK);
            positions[game.length] = game.position;
            outcomes[game.length] = game.outcome;
        }
        size_t length = game.length;
        for (int walk = 0; walk < 300; walk++) {
            bool back = random_below(&random, 2) == 0;
            size_t before = game.length;
            FanGameStatus status = back ? fan_game_undo(&game) : fan_game_redo(&game);
            bool moved = before != (back ? 0 : length);
            assert_int_equal(status, moved ? FAN_GAME_OK : FAN_GAME_NOTHING);
            assert_int_equal(game.length, before - (moved && back) + (moved && !back));
            assert_int_equal(game.length + game.undone, length);
            assert_true(fan_position_equal(&game.position, &positions[game.length]));
            assert_memory_equal(&game.outcome, &outcomes[game.length], sizeof game.outcome);
            size_t which = random_size(&random, game.length + 1);
            assert_true(fan_position_equal(fan_game_position_at(&game, which), &positions[which]));
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_third_occurrence_draws),
        cmocka_unit_test(as_many_occurrences_draw_as_the_option_says),
        cmocka_unit_test(the_other_side_to_move_is_another_position),
        cmocka_unit_test(the_first_turn_s_mark_does_not_part_positions),
        cmocka_unit_test(occurrences_are_told_with_their_places),
        cmocka_unit_test(occurrences_are_those_among_all_positions),
        cmocka_unit_test(occurrences_are_counted_past_the_largest_counter),
        cmocka_unit_test(the_fiftieth_quiet_turn_draws),
        cmocka_unit_test(repetition_is_told_before_the_limit),
        cmocka_unit_test(a_game_may_begin_at_its_end),
        cmocka_unit_test(quiet_turns_before_the_start_count),
        cmocka_unit_test(a_capture_begins_the_count_again),
        cmocka_unit_test(the_last_stone_taken_wins),
        cmocka_unit_test(a_turn_that_blocks_wins_or_draws_by_the_option),
        cmocka_unit_test(a_row_placed_wins_and_is_taken_back),
        cmocka_unit_test(a_row_moved_wins_for_either_side),
        cmocka_unit_test(a_row_comes_before_the_quiet_limit),
        cmocka_unit_test(telo_repeats_once_all_stones_are_placed),
        cmocka_unit_test(repetition_comes_before_the_quiet_limit_in_telo),
        cmocka_unit_test(placing_is_not_repeated),
        cmocka_unit_test(the_first_phase_ends_and_comes_back),
        cmocka_unit_test(the_rules_of_a_game_stay_when_the_phase_ends),
        cmocka_unit_test(vela_draws_by_repetition_and_by_the_limit),
        cmocka_unit_test(a_game_reads_the_turns_of_its_phase),
        cmocka_unit_test(a_word_ends_the_game_once),
        cmocka_unit_test(a_word_is_taken_back_with_the_turn_before_it),
        cmocka_unit_test(a_word_before_the_first_turn_stands),
        cmocka_unit_test(a_game_ended_by_word_is_not_played_on),
        cmocka_unit_test(a_game_reads_turns_as_its_position_does),
        cmocka_unit_test(a_game_that_is_over_reads_no_turn),
        cmocka_unit_test(what_is_not_played_changes_nothing),
        cmocka_unit_test(a_turn_after_taking_back_forgets_the_others),
        cmocka_unit_test(an_end_on_the_board_is_taken_back_and_comes_again),
        cmocka_unit_test(a_full_history_refuses_and_goes_on_in_more_memory),
        cmocka_unit_test(a_game_without_room_may_be_looked_at),
        cmocka_unit_test(taking_back_and_forth_restores_everything),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
