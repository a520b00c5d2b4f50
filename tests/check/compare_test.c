/* The fast rules and the plain ones agree on random games and set-ups of every game, on every board
 * and under many options, and on every position of telo. Every kernel of the fast generator that
 * this processor can run is compared, not only the one it would choose.
 *
 * The argument is how many positions to compare. Everything is drawn from one seed. */
#include "check/compare.h"
#include "support/test.h"

enum { SEED = 45, GAME_PLIES_MAX = 400 };

static size_t asked; /* positions of the capture game, by the argument */
static size_t wanted, set_ups, on_board[BOARD_SIZES], under[RULE_SETS];

static CheckPosition history[GAME_PLIES_MAX + 1];
static CheckTurn played[GAME_PLIES_MAX];
static FanPly plies[GAME_PLIES_MAX];

/* How games ended, by reason; "" for those that were left. */
static const char *const reasons[] = {"no-stones", "blocked", "row", "repetition", "quiet", ""};
enum { REASONS = sizeof reasons / sizeof *reasons };
static size_t ended_by[REASONS], repeated_at_the_limit, rows_at_the_limit;

static void count_end(const Pair *pair, const char *reason) {
    for (size_t i = 0; i < REASONS; i++)
        ended_by[i] += strcmp(reasons[i], reason) == 0;
    repeated_at_the_limit += strcmp(reason, "repetition") == 0 && pair->rules.quiet_limit > 0 &&
                             pair->slow.quiet >= pair->rules.quiet_limit;
    rows_at_the_limit += strcmp(reason, "row") == 0 && pair->rules.quiet_limit > 0 &&
                         pair->slow.quiet >= pair->rules.quiet_limit;
}

static size_t ends_by(const char *reason) {
    for (size_t i = 0; i < REASONS; i++)
        if (strcmp(reasons[i], reason) == 0)
            return ended_by[i];
    fail_msg("no such reason: %s", reason);
    return 0;
}

static void begin_tally(size_t positions) {
    tally = (Tally){0};
    wanted = positions;
    memset(ended_by, 0, sizeof ended_by);
    set_ups = repeated_at_the_limit = rows_at_the_limit = 0;
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

/* A game that is played under some options. */
typedef struct Scene {
    BoardSize size;
    const char *rules;
    bool telo;
} Scene;

/* Compares a position and what random play makes of it, up to `plies_max` turns on. */
static void play_game(Pair *pair, size_t plies_max, Random *random) {
    FanGame game;
    fan_game_begin(&game, &pair->board, &pair->fast_rules, &pair->fast, plies, GAME_PLIES_MAX);
    CheckOutcome outcome = {CHECK_ONGOING, ""};
    for (size_t count = 0; tally.positions < wanted && count <= plies_max; count++) {
        history[count] = pair->slow;
        expect_agreement(pair, random);
        outcome = check_outcome(&pair->rules, history, count + 1);
        expect_outcome(pair, outcome, game.outcome, "the outcomes of the game disagree");
        if (outcome.result != CHECK_ONGOING || count == plies_max)
            break;
        played[count] = *choose_turn(count < 2 ? NULL : &played[count - 2], random);
        play_turn(pair, &game, &played[count]);
    }
    count_end(pair, outcome.reason);
}

static Pair begin_pair(const Scene *scene) {
    Pair pair = {.rules_text = scene->rules};
    BoardSize size = scene->size;
    assert_true(check_rules_read(pair.rules_text, &pair.rules));
    assert_true(fan_rules_read(&pair.fast_rules, pair.rules_text, strlen(pair.rules_text), NULL));
    assert_true(fan_board_init(&pair.board, (unsigned)size.files, (unsigned)size.ranks));
    pair.rules.telo = scene->telo;
    pair.fast_rules.telo = scene->telo;
    assert_true(check_rules_fit(&pair.rules, size.files, size.ranks));
    assert_true(fan_rules_fit(&pair.fast_rules, &pair.board));
    return pair;
}

static Pair begin_start(const Scene *scene) {
    Pair pair = begin_pair(scene);
    BoardSize size = scene->size;
    assert_true(check_position_start(size.files, size.ranks, &pair.rules, &pair.slow));
    pair.fast = fan_position_start(&pair.board, &pair.fast_rules);
    return pair;
}

static Pair pair_of(const Scene *scene, const CheckPosition *position) {
    Pair pair = begin_pair(scene);
    char text[CHECK_POSITION_TEXT_MAX];
    FanBoard board;
    pair.slow = *position;
    check_position_write(&pair.slow, text);
    if (fan_position_read(&board, &pair.fast, &pair.fast_rules, NULL, text, strlen(text), NULL,
                          0) != 0)
        fail_pair(&pair, "a set-up is refused", text);
    assert_int_equal(board.files, pair.board.files);
    assert_int_equal(board.ranks, pair.board.ranks);
    return pair;
}

static Pair begin_set_up(const Scene *scene, Random *random) {
    const CheckRules rules = begin_pair(scene).rules;
    const CheckPosition position = random_position(random, scene->size, &rules);
    set_ups++;
    return pair_of(scene, &position);
}

static void print_tally(void) {
    print_message("%zu positions, %zu of them set up; %zu turns, at most %zu in a position\n",
                  tally.positions, set_ups, tally.turns, tally.most_turns);
    print_message("random turns: %zu legal, %zu refused\n", tally.legal, tally.refused);
    print_message("%zu placements, %zu first phases ended\n", tally.placed, tally.phases_ended);
    for (size_t i = 0; i < REASONS; i++)
        print_message("%zu games ended by: %s\n", ended_by[i], i + 1 < REASONS ? reasons[i] : "-");
    print_message("%zu repetitions and %zu rows at the quiet limit\n", repeated_at_the_limit,
                  rows_at_the_limit);
}

/* Each round gives a game from the start and, from random stones, a game and a few lone positions.
 * Returns how many positions were compared. */
static size_t play_round(const Scene *scene, Random *random) {
    size_t before = tally.positions;
    Pair start = begin_start(scene);
    play_game(&start, GAME_PLIES_MAX, random);
    Pair set_up = begin_set_up(scene, random);
    play_game(&set_up, 40, random);
    for (int i = 0; i < 20; i++) {
        Pair lone = begin_set_up(scene, random);
        play_game(&lone, 0, random);
    }
    return tally.positions - before;
}

/* Every third round belongs to 9×5, the main game; the others take turns. */
static size_t board_of(size_t round) {
    return round % 3 == 0 ? 0 : round % BOARD_SIZES;
}

static Scene capture_scene(size_t round) {
    return (Scene){board_sizes[board_of(round)], rule_sets[round % RULE_SETS], false};
}

static void random_games_and_set_ups_agree(void **state) {
    (void)state;
    Random random = {SEED};
    begin_tally(asked);
    for (size_t round = 0; tally.positions < wanted; round++) {
        Scene scene = capture_scene(round);
        size_t compared = play_round(&scene, &random);
        on_board[board_of(round)] += compared;
        under[round % RULE_SETS] += compared;
    }
    print_tally();
    for (size_t i = 0; i < BOARD_SIZES; i++)
        print_message("%dx%d: %zu\n", board_sizes[i].files, board_sizes[i].ranks, on_board[i]);
    assert_int_equal(tally.positions, wanted);
    for (size_t i = 0; i < BOARD_SIZES; i++)
        assert_true(on_board[i] > wanted / BOARD_SIZES / 8);
    for (size_t i = 0; i < RULE_SETS; i++)
        assert_true(under[i] > wanted / RULE_SETS / 4);
    for (size_t i = 0; i < REASONS; i++)
        assert_int_equal(ended_by[i] > 0, strcmp(reasons[i], "row") != 0);
    assert_true(repeated_at_the_limit > 0); /* the order of R5.6 was at stake */
}

static void random_games_and_set_ups_of_telo_agree(void **state) {
    (void)state;
    Random random = {SEED};
    begin_tally(asked / 5);
    for (size_t round = 0; tally.positions < wanted; round++) {
        Scene scene = {{3, 3}, telo_rule_sets[round % TELO_RULE_SETS], true};
        play_round(&scene, &random);
    }
    print_tally();
    assert_true(tally.placed > tally.positions);
    assert_true(ends_by("row") > 0 && ends_by("repetition") > 0 && ends_by("quiet") > 0);
    assert_int_equal(ends_by("no-stones"), 0);
    assert_int_equal(ends_by("blocked"), 0);
    assert_true(repeated_at_the_limit > 0 && rows_at_the_limit > 0);
}

static void random_games_and_set_ups_of_vela_agree(void **state) {
    (void)state;
    Random random = {SEED};
    begin_tally(asked / 2);
    for (size_t round = 0; tally.positions < wanted; round++) {
        BoardSize size = board_sizes[round / VELA_RULE_SETS % 2]; /* tsivy and dimy */
        Scene scene = {size, vela_rule_sets[round % VELA_RULE_SETS], false};
        play_round(&scene, &random);
    }
    print_tally();
    assert_true(tally.phases_ended > wanted / 100);
    for (size_t i = 0; i < REASONS; i++)
        assert_int_equal(ended_by[i] > 0, strcmp(reasons[i], "row") != 0);
}

/* --- Every position of telo ------------------------------------------------------------------- */

/* The stones of a board written in base three, from a1 on: empty, White, Black. */
static void place_by_number(CheckPosition *position, int number) {
    memset(position->stones, CHECK_EMPTY, sizeof position->stones);
    for (int point = 0; point < 9; point++, number /= 3)
        if (number % 3 > 0)
            position->stones[point / 3][point % 3] = number % 3 == 1 ? CHECK_WHITE : CHECK_BLACK;
}

/* Whether it is faultless (R9.4), with the stones in hand that it must have. */
static bool is_set_up_of_telo(CheckPosition *position) {
    position->white_hand = 3 - check_count_stones(position, CHECK_WHITE);
    position->black_hand = 3 - check_count_stones(position, CHECK_BLACK);
    CheckRules rules = check_rules_default();
    CheckPosition read;
    char text[CHECK_POSITION_TEXT_MAX];
    rules.telo = true;
    if (position->white_hand < 0 || position->black_hand < 0)
        return false;
    check_position_write(position, text);
    return check_position_read(text, &rules, &read);
}

static void every_position_of_telo_agrees(void **state) {
    (void)state;
    Random random = {SEED};
    begin_tally(SIZE_MAX);
    for (int number = 0; number < 2 * 19683; number++) { /* 3^9 boards, either to move */
        Scene scene = {{3, 3}, telo_rule_sets[number % TELO_RULE_SETS], true};
        CheckPosition position = {.files = 3, .ranks = 3, .telo = true, .number = 1};
        position.side = number % 2 == 0 ? CHECK_WHITE : CHECK_BLACK;
        place_by_number(&position, number / 2);
        if (!is_set_up_of_telo(&position))
            continue;
        Pair pair = pair_of(&scene, &position);
        expect_agreement(&pair, &random);
    }
    print_message("%zu positions\n", tally.positions);
    /* With 0 to 5 stones placed; with all six either side is to move, and two rows – two ranks or
     * two files – are no position. */
    assert_int_equal(tally.positions, 1 + 9 + 72 + 252 + 756 + 1260 + 2 * (1680 - 12));
}

/* --- Set-ups that may be faulty --------------------------------------------------------------- */

/* A text that keeps R9.3's canonical form, of stones, hands and givers that may not go together. */
static void write_random_setup(Random *random, char text[CHECK_POSITION_TEXT_MAX]) {
    static const BoardSize sizes[] = {{3, 3}, {3, 3}, {3, 3}, {9, 5}, {5, 5}, {5, 3}, {3, 5}};
    CheckRules rules = check_rules_default();
    BoardSize size = sizes[random_below(random, sizeof sizes / sizeof *sizes)];
    rules.telo = size.files == 3 && size.ranks == 3 && random_below(random, 4) > 0;
    CheckPosition position = random_position(random, size, &rules);
    if (random_below(random, 2) == 0)
        position.white_hand = (int)random_below(random, 4);
    if (random_below(random, 2) == 0)
        position.black_hand = (int)random_below(random, 5);
    if (random_below(random, 4) == 0)
        position.side = check_other_side(position.side);
    if (!rules.telo && random_below(random, 2) == 0)
        position.white_hand = position.black_hand = 0;
    if (random_below(random, rules.telo ? 8 : 2) == 0)
        position.giver = random_below(random, 2) == 0 ? CHECK_WHITE : CHECK_BLACK;
    position.first = random_below(random, 6) == 0;
    if (random_below(random, 12) == 0) { /* two rows */
        memcpy(position.stones[0], "WWW", 3);
        memcpy(position.stones[1], "BBB", 3);
        memset(position.stones[2], CHECK_EMPTY, 3);
    }
    check_position_write(&position, text);
}

static Pair random_rules(Random *random) {
    static const char *const texts[] = {"", "", "vela=white", "vela=black", "first-turn=single"};
    Pair pair = {.rules_text = texts[random_below(random, sizeof texts / sizeof *texts)]};
    assert_true(check_rules_read(pair.rules_text, &pair.rules));
    assert_true(fan_rules_read(&pair.fast_rules, pair.rules_text, strlen(pair.rules_text), NULL));
    pair.rules.telo = random_below(random, 3) == 0;
    pair.fast_rules.telo = pair.rules.telo;
    return pair;
}

static size_t accepted, faults[FAN_SETUP_VELA_STONES + 1];

/* The plain reader takes canonical texts alone: those that the fast one reads and writes alike. */
static bool fast_reads(Pair *pair, const char *text) {
    FanSetupError errors[16];
    char written[FAN_POSITION_TEXT_MAX];
    size_t count = fan_position_read(&pair->board, &pair->fast, &pair->fast_rules, NULL, text,
                                     strlen(text), errors, 16);
    for (size_t i = 0; i < count; i++)
        faults[errors[i].fault]++;
    if (count > 0)
        return false;
    fan_position_write(&pair->board, &pair->fast, written);
    return strcmp(written, text) == 0;
}

static void set_ups_are_refused_by_both_or_neither(void **state) {
    (void)state;
    static const FanSetupFault met[] = {
        FAN_SETUP_OTHER_SIZE, FAN_SETUP_STONES,     FAN_SETUP_OPTION, FAN_SETUP_HAND,
        FAN_SETUP_HAND_BOARD, FAN_SETUP_HAND_SIDE,  FAN_SETUP_ROWS,   FAN_SETUP_HAND_STONES,
        FAN_SETUP_VELA_BOARD, FAN_SETUP_VELA_STONES};
    Random random = {SEED};
    for (size_t i = 0; i < 2 * asked; i++) {
        Pair pair = random_rules(&random);
        char text[CHECK_POSITION_TEXT_MAX];
        write_random_setup(&random, text);
        bool slow = check_position_read(text, &pair.rules, &pair.slow);
        bool fast = fast_reads(&pair, text);
        if (slow != fast)
            fail_msg("%s reads: %s\nrules \"%s\"%s", slow ? "only check" : "check does not, rules",
                     text, pair.rules_text, pair.rules.telo ? ", telo" : "");
        if (slow && (pair.rules.telo != pair.fast_rules.telo ||
                     (int)pair.rules.vela != (int)pair.fast_rules.vela))
            fail_msg("rules follow otherwise: %s\nrules \"%s\"", text, pair.rules_text);
        accepted += slow;
    }
    print_message("%zu set-ups read, %zu refused\n", accepted, 2 * asked - accepted);
    assert_true(accepted > asked / 5);
    for (size_t i = 0; i < sizeof met / sizeof *met; i++)
        if (faults[met[i]] == 0)
            fail_msg("fault %d was never met", (int)met[i]);
}

static void starts_agree(void **state) {
    (void)state;
    Random random = {SEED};
    for (size_t round = 0; round < (size_t)3 * BOARD_SIZES * RULE_SETS; round++) {
        Scene scene = capture_scene(round);
        Pair pair = begin_start(&scene);
        expect_agreement(&pair, &random);
    }
    for (size_t i = 0; i < TELO_RULE_SETS; i++) {
        Scene scene = {{3, 3}, telo_rule_sets[i], true};
        Pair pair = begin_start(&scene);
        expect_agreement(&pair, &random);
    }
    for (size_t i = 0; i < (size_t)2 * VELA_RULE_SETS; i++) {
        Scene scene = {board_sizes[i % 2], vela_rule_sets[i / 2], false};
        Pair pair = begin_start(&scene);
        expect_agreement(&pair, &random);
    }
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(starts_agree),
        cmocka_unit_test(set_ups_are_refused_by_both_or_neither),
        cmocka_unit_test(every_position_of_telo_agrees),
        cmocka_unit_test(random_games_and_set_ups_of_telo_agree),
        cmocka_unit_test(random_games_and_set_ups_of_vela_agree),
        cmocka_unit_test(random_games_and_set_ups_agree),
    };
    asked = argc > 1 ? (size_t)strtoul(argv[1], NULL, 10) : 10000;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
