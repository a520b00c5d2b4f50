/* The fast rules and the plain ones agree on random games and set-ups, on every board and under
 * many options. Every kernel of the fast generator that this processor can run is compared, not
 * only the one it would choose.
 *
 * The argument is how many positions to compare. Everything is drawn from one seed. */
#include "check/compare.h"
#include "support/test.h"

enum { SEED = 45, GAME_PLIES_MAX = 400 };

static size_t wanted, set_ups, on_board[BOARD_SIZES], under[RULE_SETS];

static CheckPosition history[GAME_PLIES_MAX + 1];
static CheckTurn played[GAME_PLIES_MAX];
static FanPly plies[GAME_PLIES_MAX];

/* How games ended, by reason; "" for those that were left. */
static const char *const reasons[] = {"no-stones", "blocked", "repetition", "quiet", ""};
enum { REASONS = sizeof reasons / sizeof *reasons };
static size_t ended_by[REASONS], repeated_at_the_limit;

static void count_end(const Pair *pair, const char *reason) {
    for (size_t i = 0; i < REASONS; i++)
        ended_by[i] += strcmp(reasons[i], reason) == 0;
    repeated_at_the_limit += strcmp(reason, "repetition") == 0 && pair->rules.quiet_limit > 0 &&
                             pair->slow.quiet >= pair->rules.quiet_limit;
}

/* The paika that takes the stone back to where it stood before `turn`, if that is legal now. */
static const CheckTurn *find_way_back(const CheckTurn *turn) {
    for (size_t i = 0; i < slow_turns.count; i++) {
        const CheckTurn *back = &slow_turns.turns[i];
        if (back->taken == 0 && back->from.file == turn->to.file &&
            back->from.rank == turn->to.rank && back->to.file == turn->from.file &&
            back->to.rank == turn->from.rank)
            return back;
    }
    return NULL;
}

/* Any turn, or half the time a way back, without which hardly a position would come again. */
static const CheckTurn *choose_turn(const CheckTurn *own_last, Random *random) {
    const CheckTurn *back = own_last == NULL ? NULL : find_way_back(own_last);
    if (back != NULL && random_below(random, 2) == 0)
        return back;
    return &slow_turns.turns[random_below(random, slow_turns.count)];
}

static void play_turn(Pair *pair, FanGame *game, const CheckTurn *chosen) {
    FanTurn turn;
    assert_int_equal(fan_turn_read(&pair->board, &pair->fast_rules, &pair->fast, chosen->text,
                                   strlen(chosen->text), &turn, NULL),
                     FAN_TURN_READ);
    if (fan_game_play(game, &turn, NULL) != FAN_GAME_OK)
        fail_pair(pair, "fan_game_play refuses", chosen->text);
    pair->slow = chosen->after;
    pair->fast = game->position;
}

/* Every third round belongs to 9×5, the main game; the others take turns. */
static size_t board_of(size_t round) {
    return round % 3 == 0 ? 0 : round % BOARD_SIZES;
}

/* Compares a position and what random play makes of it, up to `plies_max` turns on. */
static void play_game(Pair *pair, size_t round, size_t plies_max, Random *random) {
    FanGame game;
    fan_game_begin(&game, &pair->board, &pair->fast_rules, &pair->fast, plies, GAME_PLIES_MAX);
    CheckOutcome outcome = {CHECK_ONGOING, ""};
    for (size_t count = 0; tally.positions < wanted && count <= plies_max; count++) {
        history[count] = pair->slow;
        expect_agreement(pair, random);
        on_board[board_of(round)]++;
        under[round % RULE_SETS]++;
        outcome = check_outcome(&pair->rules, history, count + 1);
        expect_outcome(pair, outcome, game.outcome, "the outcomes of the game disagree");
        if (outcome.result != CHECK_ONGOING || count == plies_max)
            break;
        played[count] = *choose_turn(count < 2 ? NULL : &played[count - 2], random);
        play_turn(pair, &game, &played[count]);
    }
    count_end(pair, outcome.reason);
}

static Pair begin_pair(size_t round) {
    Pair pair = {.rules_text = rule_sets[round % RULE_SETS]};
    BoardSize size = board_sizes[board_of(round)];
    assert_true(check_rules_read(pair.rules_text, &pair.rules));
    assert_true(fan_rules_read(&pair.fast_rules, pair.rules_text, strlen(pair.rules_text), NULL));
    assert_true(fan_board_init(&pair.board, (unsigned)size.files, (unsigned)size.ranks));
    return pair;
}

static Pair begin_start(size_t round) {
    Pair pair = begin_pair(round);
    BoardSize size = board_sizes[board_of(round)];
    assert_true(check_position_start(size.files, size.ranks, &pair.rules, &pair.slow));
    pair.fast = fan_position_start(&pair.board, &pair.fast_rules);
    return pair;
}

static Pair begin_set_up(size_t round, Random *random) {
    Pair pair = begin_pair(round);
    char text[CHECK_POSITION_TEXT_MAX];
    FanBoard board;
    pair.slow = random_position(random, board_sizes[board_of(round)], &pair.rules);
    check_position_write(&pair.slow, text);
    if (fan_position_read(&board, &pair.fast, &pair.fast_rules, NULL, text, strlen(text), NULL,
                          0) != 0)
        fail_pair(&pair, "a set-up is refused", text);
    assert_int_equal(board.files, pair.board.files);
    assert_int_equal(board.ranks, pair.board.ranks);
    set_ups++;
    return pair;
}

static void print_tally(void) {
    print_message("%zu positions, %zu of them set up; %zu turns, at most %zu in a position\n",
                  tally.positions, set_ups, tally.turns, tally.most_turns);
    print_message("random turns: %zu legal, %zu refused\n", tally.legal, tally.refused);
    for (size_t i = 0; i < BOARD_SIZES; i++)
        print_message("%dx%d: %zu\n", board_sizes[i].files, board_sizes[i].ranks, on_board[i]);
    for (size_t i = 0; i < REASONS; i++)
        print_message("%zu games ended by: %s\n", ended_by[i], i + 1 < REASONS ? reasons[i] : "-");
    print_message("%zu repetitions at the quiet limit\n", repeated_at_the_limit);
}

/* Each round gives a game from the start and, from random stones, a game and a few lone positions.
 */
static void random_games_and_set_ups_agree(void **state) {
    (void)state;
    Random random = {SEED};
    tally = (Tally){0};
    for (size_t round = 0; tally.positions < wanted; round++) {
        Pair start = begin_start(round);
        play_game(&start, round, GAME_PLIES_MAX, &random);
        Pair set_up = begin_set_up(round, &random);
        play_game(&set_up, round, 40, &random);
        for (int i = 0; i < 20; i++) {
            Pair lone = begin_set_up(round, &random);
            play_game(&lone, round, 0, &random);
        }
    }
    print_tally();
    assert_int_equal(tally.positions, wanted);
    for (size_t i = 0; i < BOARD_SIZES; i++)
        assert_true(on_board[i] > wanted / BOARD_SIZES / 8);
    for (size_t i = 0; i < RULE_SETS; i++)
        assert_true(under[i] > wanted / RULE_SETS / 4);
    for (size_t i = 0; i < REASONS; i++)
        assert_true(ended_by[i] > 0);
    assert_true(repeated_at_the_limit > 0); /* the order of R5.6 was at stake */
}

static void starts_agree(void **state) {
    (void)state;
    Random random = {SEED};
    for (size_t round = 0; round < (size_t)3 * BOARD_SIZES * RULE_SETS; round++) {
        Pair pair = begin_start(round);
        expect_agreement(&pair, &random);
    }
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(starts_agree),
        cmocka_unit_test(random_games_and_set_ups_agree),
    };
    wanted = argc > 1 ? (size_t)strtoul(argv[1], NULL, 10) : 10000;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
