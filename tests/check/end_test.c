/* Ends of a game under the plain rules: repetition and the order of R5.6. The ends that need no
 * history are small cases of tests/data. */
#include "check/check.h"
#include "support/test.h"

enum { HISTORY_MAX = 64 };

typedef struct Game {
    CheckRules rules;
    CheckPosition history[HISTORY_MAX];
    size_t count;
} Game;

static Game begin(const char *rules, const char *position) {
    Game game = {.count = 1};
    assert_true(check_rules_read(rules, &game.rules));
    assert_true(check_position_read(position, &game.rules, &game.history[0]));
    return game;
}

static void expect(const Game *game, CheckResult result, const char *reason) {
    CheckOutcome outcome = check_outcome(&game->rules, game->history, game->count);
    assert_int_equal(outcome.result, result);
    assert_string_equal(outcome.reason, reason);
}

/* Plays turns that must all leave the game open but the last. */
static void play(Game *game, const char *const turns[], size_t count) {
    for (size_t i = 0; i < count; i++) {
        expect(game, CHECK_ONGOING, "");
        assert_true(game->count < HISTORY_MAX);
        CheckPosition *next = &game->history[game->count];
        if (!check_turn_apply(&game->rules, &game->history[game->count - 1], turns[i], next))
            fail_msg("%s is refused", turns[i]);
        game->count++;
    }
}

static const char apart[] = "8B/9/9/9/W8 w 0 1";
static const char *const to_and_fro[] = {"a1-a2", "i5-i4", "a2-a1", "i4-i5", "a1-a2", "i5-i4",
                                         "a2-a1", "i4-i5", "a1-a2", "i5-i4", "a2-a1", "i4-i5"};

static void the_third_occurrence_draws(void **state) {
    (void)state;
    Game game = begin("", apart);
    play(&game, to_and_fro, 8);
    expect(&game, CHECK_DRAWN, "repetition");
}

static void repetition_has_its_option(void **state) {
    (void)state;
    Game twice = begin("repetition=2", apart);
    play(&twice, to_and_fro, 4);
    expect(&twice, CHECK_DRAWN, "repetition");
    Game off = begin("repetition=0", apart);
    play(&off, to_and_fro, 12);
    expect(&off, CHECK_ONGOING, "");
}

static void the_side_to_move_belongs_to_the_position(void **state) {
    (void)state; /* White walks a triangle, Black to and fro: the stones are back, the move is
                    Black's */
    Game game = begin("repetition=2", apart);
    static const char *const turns[] = {"a1-a2", "i5-h5", "a2-b2", "h5-i5", "b2-a1"};
    play(&game, turns, 5);
    assert_int_equal(
        memcmp(game.history[5].stones, game.history[0].stones, sizeof game.history[0].stones), 0);
    expect(&game, CHECK_ONGOING, "");
}

static void counters_and_first_do_not_belong_to_the_position(void **state) {
    (void)state; /* R5.4 */
    Game game = begin("repetition=2,first-turn=single", "8B/9/9/9/W8 w 3 9 first");
    play(&game, to_and_fro, 4);
    expect(&game, CHECK_DRAWN, "repetition");
}

static void repetition_comes_before_the_quiet_limit(void **state) {
    (void)state; /* R5.6 */
    Game both = begin("quiet-limit=8", apart);
    play(&both, to_and_fro, 8);
    expect(&both, CHECK_DRAWN, "repetition");
    Game quiet = begin("quiet-limit=7", apart);
    play(&quiet, to_and_fro, 7);
    expect(&quiet, CHECK_DRAWN, "quiet");
}

static const char shutting_in[] = "9/9/B8/B1B6/WBB6 b 49 30";

static void blocked_comes_before_the_quiet_limit(void **state) {
    (void)state; /* R5.6: the fiftieth quiet turn takes White's last way out */
    static const char *const shut[] = {"c2-b2"}, *const open[] = {"c2-d2"};
    Game blocked = begin("", shutting_in);
    play(&blocked, shut, 1);
    assert_int_equal(blocked.history[1].quiet, 50);
    expect(&blocked, CHECK_BLACK_WINS, "blocked");
    Game quiet = begin("", shutting_in);
    play(&quiet, open, 1);
    expect(&quiet, CHECK_DRAWN, "quiet");
    Game drawn = begin("blocked=draw", shutting_in);
    play(&drawn, shut, 1);
    expect(&drawn, CHECK_DRAWN, "blocked");
}

/* --- Telo and vela ---------------------------------------------------------------------------- */

/* White's a2 and Black's c2 go to and fro; nobody ever has a row. */
static const char *const telo_to_and_fro[] = {"a2-a1", "c2-c1", "a1-a2", "c1-c2",
                                              "a2-a1", "c2-c1", "a1-a2", "c1-c2"};

static void placing_never_repeats_and_moving_does(void **state) {
    (void)state;
    static const char *const placed[] = {"a3", "c3", "b1", "b3", "a2", "c2"};
    Game game = begin("", "3/3/3 w 0 1 hand:3,3");
    play(&game, placed, 6);
    assert_int_equal(game.history[6].white_hand + game.history[6].black_hand, 0);
    assert_int_equal(game.history[6].quiet, 6); /* R6.4 */
    assert_int_equal(game.history[6].number, 4);
    play(&game, telo_to_and_fro, 8);
    expect(&game, CHECK_DRAWN, "repetition");
    Game twice = begin("repetition=2", "3/3/3 w 0 1 hand:3,3");
    play(&twice, placed, 6);
    play(&twice, telo_to_and_fro, 4);
    expect(&twice, CHECK_DRAWN, "repetition");
}

static void a_row_comes_before_the_quiet_limit(void **state) {
    (void)state; /* R5.6 */
    static const char *const row[] = {"a1", "a3", "b1", "b3", "c1"}, *const none[] = {"a1", "a3",
                                                                                      "b1", "b3",
                                                                                      "c2"};
    Game game = begin("quiet-limit=5", "3/3/3 w 0 1 hand:3,3");
    play(&game, row, 5);
    expect(&game, CHECK_WHITE_WINS, "row");
    game = begin("quiet-limit=5", "3/3/3 w 0 1 hand:3,3");
    play(&game, none, 5);
    expect(&game, CHECK_DRAWN, "quiet");
}

static const char giving[] = "8B/9/9/9/WWWWWW3 w 0 1 vela:w";
static const char *const giving_to_and_fro[] = {"a1-a2", "i5-i4", "a2-a1", "i4-i5",
                                                "a1-a2", "i5-i4", "a2-a1", "i4-i5"};

static void vela_repeats_within_its_first_phase(void **state) {
    (void)state; /* R7.5 */
    Game game = begin("", giving);
    play(&game, giving_to_and_fro, 8);
    expect(&game, CHECK_DRAWN, "repetition");
    Game quiet = begin("quiet-limit=8,repetition=0", giving);
    play(&quiet, giving_to_and_fro, 8);
    expect(&quiet, CHECK_DRAWN, "quiet");
    Game both = begin("quiet-limit=8", giving);
    play(&both, giving_to_and_fro, 8);
    expect(&both, CHECK_DRAWN, "repetition"); /* R5.6 */
}

/* R5.4: hands, phase and game belong to the position. No game meets the same stones with other
 * hands or another phase, so the texts are compared. */
static void hands_phase_and_game_belong_to_the_position(void **state) {
    (void)state;
    static const char *const texts[] = {"8B/9/9/9/WWWWWW3 w 0 1",
                                        "8B/9/9/9/WWWWWW3 w 0 1 vela:w",
                                        "BBBBBB3/9/9/9/WWWWWW3 w 0 1 vela:w",
                                        "BBBBBB3/9/9/9/WWWWWW3 w 0 1 vela:b",
                                        "3/3/3 w 0 1 hand:3,3",
                                        "3/3/3 w 0 1"};
    enum { TEXTS = sizeof texts / sizeof *texts };
    CheckPosition positions[TEXTS];
    for (int i = 0; i < TEXTS; i++) {
        CheckRules rules = check_rules_default();
        assert_true(check_position_read(texts[i], &rules, &positions[i]));
        for (int j = 0; j < i; j++)
            if (check_position_same(&positions[i], &positions[j]))
                fail_msg("the same: %s, %s", texts[i], texts[j]);
        CheckPosition copy = positions[i];
        assert_true(check_position_same(&copy, &positions[i]));
    }
    CheckPosition other_game = positions[5];
    other_game.telo = true;
    assert_false(check_position_same(&other_game, &positions[5]));
    CheckPosition hand = positions[4];
    hand.white_hand = 2;
    assert_false(check_position_same(&hand, &positions[4]));
    hand = positions[4];
    hand.black_hand = 2;
    assert_false(check_position_same(&hand, &positions[4]));
}

static void a_turn_that_is_not_legal_changes_nothing(void **state) {
    (void)state;
    Game game = begin("", shutting_in);
    static const char *const texts[] = {"", "c2", "c2-b1", "c2-b2A", "c2-b2-c2", "a1-b2", "C2-b2"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        CheckPosition after = {.number = 77};
        if (check_turn_apply(&game.rules, &game.history[0], texts[i], &after))
            fail_msg("played: \"%s\"", texts[i]);
        assert_int_equal(after.number, 77);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_third_occurrence_draws),
        cmocka_unit_test(repetition_has_its_option),
        cmocka_unit_test(the_side_to_move_belongs_to_the_position),
        cmocka_unit_test(counters_and_first_do_not_belong_to_the_position),
        cmocka_unit_test(repetition_comes_before_the_quiet_limit),
        cmocka_unit_test(blocked_comes_before_the_quiet_limit),
        cmocka_unit_test(placing_never_repeats_and_moving_does),
        cmocka_unit_test(a_row_comes_before_the_quiet_limit),
        cmocka_unit_test(vela_repeats_within_its_first_phase),
        cmocka_unit_test(hands_phase_and_game_belong_to_the_position),
        cmocka_unit_test(a_turn_that_is_not_legal_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
