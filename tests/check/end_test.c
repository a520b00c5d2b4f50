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
        cmocka_unit_test(a_turn_that_is_not_legal_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
