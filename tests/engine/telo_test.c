/* Telo is played perfectly at the top: every position under many limits, against a plain count of
 * what can be forced in so many turns; and after many histories, against the whole tree of games.
 */
#include "scene.h"
#include "support/test.h"

enum {
    BOARDS = 19683, /* nine points, each empty, White's or Black's */
    HORIZON = 20,   /* turns; nothing is decided later than that */
};

static Scene scene;
static FanEngine *engine;

/* --- the plain count: boards of nine characters, a1 b1 c1 a2 … c3 --------------------------------
 */

/* What the side to move can force within so many turns: 1 a row, -1 no better than the other's row,
 * 0 neither. By turns, side and board. */
static int8_t forced[HORIZON + 1][2][BOARDS];

static const char *const rows[] = {"012", "345", "678", "036", "147", "258", "048", "246"};
static const char *const joined[] = {"134", "024", "145", "046", "01235678",
                                     "248", "347", "468", "457"};

static void board_of(int number, char *board) {
    for (int i = 0; i < 9; i++, number /= 3) {
        board[i] = ".WB"[number % 3];
    }
}

static int number_of(const char *board) {
    int number = 0;
    for (int i = 8; i >= 0; i--) {
        number = 3 * number + (board[i] == 'W' ? 1 : board[i] == 'B' ? 2 : 0);
    }
    return number;
}

static int stones_on(const char *board, char stone) {
    int stones = 0;
    for (int i = 0; i < 9; i++) {
        stones += board[i] == stone;
    }
    return stones;
}

static bool row_on(const char *board, char stone) {
    for (size_t i = 0; i < 8; i++) {
        const char *row = rows[i];
        if (board[row[0] - '0'] == stone && board[row[1] - '0'] == stone &&
            board[row[2] - '0'] == stone) {
            return true;
        }
    }
    return false;
}

/* Whether a game can stand so and go on with this side. */
static bool goes_on(const char *board, int side) {
    int white = stones_on(board, 'W'), black = stones_on(board, 'B');
    bool placing = white < 3 || black < 3;
    return white <= 3 && black <= 3 && (!placing || white == black + side) && !row_on(board, 'W') &&
           !row_on(board, 'B');
}

typedef char Boards[9][9];

static int boards_after(const char *board, int side, Boards after) {
    char own = "WB"[side];
    bool placing = stones_on(board, own) < 3;
    int count = 0;
    for (int to = 0; to < 9; to++) {
        for (int from = 0; board[to] == '.' && from < 9; from++) {
            bool moves = board[from] == own && strchr(joined[from], '0' + to) != NULL;
            if (placing ? from == to : moves) {
                memcpy(after[count], board, 9);
                after[count][from] = '.';
                after[count++][to] = own;
            }
        }
    }
    return count;
}

static int8_t best_within(const char *board, int side, int turns) {
    Boards after;
    int count = boards_after(board, side, after), best = -1;
    assert_true(count > 0); /* nobody is blocked (R5.2) before somebody has a row */
    for (int i = 0; i < count; i++) {
        int value =
            row_on(after[i], "WB"[side]) ? 1 : -forced[turns - 1][side ^ 1][number_of(after[i])];
        best = value > best ? value : best;
    }
    return (int8_t)best;
}

static void count_forced(void) {
    for (int turns = 1; turns <= HORIZON; turns++) {
        for (int number = 0; number < BOARDS; number++) {
            char board[9];
            board_of(number, board);
            for (int side = 0; side < 2; side++) {
                if (goes_on(board, side)) {
                    forced[turns][side][number] = best_within(board, side, turns);
                }
            }
        }
    }
}

/* In how many turns it is decided that can be forced within `turns`; 0 if nothing can. */
static int decided_in(int side, int number, int turns) {
    if (forced[turns][side][number] == 0) {
        return 0;
    }
    int least = turns;
    while (forced[least - 1][side][number] == forced[turns][side][number]) {
        least--;
    }
    return least;
}

static FanScore score_within(int side, int number, int turns) {
    int plies = decided_in(side, number, turns);
    return forced[turns][side][number] * (plies == 0 ? 0 : FAN_SCORE_WIN - plies);
}

/* --- the engine against it -----------------------------------------------------------------------
 */

static FanPosition position_of(const char *board, int side, unsigned quiet) {
    FanPosition position = {
        .side = (uint8_t)side, .quiet = (uint16_t)quiet, .number = 1, .mode = FAN_MODE_TELO};
    for (int i = 0; i < 9; i++) {
        if (board[i] != '.') {
            position.stones[board[i] == 'B'] |= UINT64_C(1) << i;
        }
    }
    return position;
}

static int number_at(const FanPosition *position) {
    char board[9];
    for (int i = 0; i < 9; i++) {
        board[i] = position->stones[0] >> i & 1 ? 'W' : position->stones[1] >> i & 1 ? 'B' : '.';
    }
    return number_of(board);
}

static void search_top(unsigned level) {
    FanJob job = {.level = level};
    FanTurn turn;
    assert_int_equal(fan_engine_search(engine, &scene.game, &job, &turn), FAN_ENGINE_OK);
    assert_true(fan_engine_report(engine).nodes < 20); /* at once */
}

static bool ends_in_a_row(const FanLine *line) {
    FanPosition position = scene.game.position;
    for (size_t i = 0; i < line->length; i++) {
        FanRefusal refusal =
            fan_position_play(&scene.board, &scene.rules, &position, &line->turns[i], &position);
        assert_int_equal(refusal.code, FAN_LEGAL);
    }
    return fan_position_row(&position, FAN_WHITE) != 0 ||
           fan_position_row(&position, FAN_BLACK) != 0;
}

/* What is announced is what can be forced in the turns left, and the line is the whole way there.
 */
static void expect_announced(int side, int number, int turns) {
    FanLine line;
    assert_true(fan_engine_line(engine, 0, &line));
    int plies = decided_in(side, number, turns);
    if (line.score != score_within(side, number, turns) ||
        line.length != (plies == 0 ? 1 : (size_t)plies) || ends_in_a_row(&line) != (plies != 0)) {
        char text[FAN_POSITION_TEXT_MAX];
        fan_position_write(&scene.board, &scene.game.position, text);
        fail_msg("%s, %d turns left: %d in %zu turns", text, turns, line.score, line.length);
    }
}

/* The turn of the level gives nothing away and is the quickest to win, the slowest to lose. */
static void expect_kept(int side, int number, int turns) {
    FanTurn turn = fan_engine_turn(engine);
    FanPosition after;
    FanRefusal refusal =
        fan_position_play(&scene.board, &scene.rules, &scene.game.position, &turn, &after);
    assert_int_equal(refusal.code, FAN_LEGAL);
    int wanted = score_within(side, number, turns), had;
    if (fan_position_row(&after, (FanSide)side) != 0) {
        had = FAN_SCORE_WIN - 1;
    } else {
        had = -score_within(side ^ 1, number_at(&after), turns - 1);
        had = had > 0 ? had - 1 : had < 0 ? had + 1 : 0;
    }
    assert_int_equal(had, wanted);
}

static void play_every_position(unsigned limit, unsigned quiet, unsigned level) {
    int turns = limit == 0 || limit - quiet > HORIZON ? HORIZON : (int)(limit - quiet);
    for (int number = 0; number < BOARDS; number++) {
        char board[9];
        board_of(number, board);
        for (int side = 0; side < 2; side++) {
            if (goes_on(board, side)) {
                FanPosition position = position_of(board, side, quiet);
                fan_game_begin(&scene.game, &scene.board, &scene.rules, &position, scene.plies,
                               SCENE_PLIES);
                search_top(level);
                expect_announced(side, number, turns);
                expect_kept(side, number, turns);
            }
        }
    }
}

static void every_position_is_played_perfectly_under_every_limit(void **state) {
    (void)state;
    static const struct {
        const char *rules;
        unsigned limit, quiet, level;
    } cases[] = {
        {"", 50, 0, FAN_LEVELS},
        {"quiet-limit=0,repetition=5", 0, 0, FAN_LEVEL_FULL},
        {"blocked=draw", 50, 41, FAN_LEVELS},
        {"quiet-limit=12,blocked=draw,repetition=0", 12, 0, FAN_LEVEL_FULL},
        {"quiet-limit=12", 12, 4, FAN_LEVELS},
        {"quiet-limit=12", 12, 5, FAN_LEVEL_FULL},
        {"quiet-limit=1", 1, 0, FAN_LEVELS},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        scene_start_telo(&scene, cases[i].rules);
        play_every_position(cases[i].limit, cases[i].quiet, cases[i].level);
    }
}

/* R6.5. */
static void the_first_player_wins_in_nine_from_the_centre_alone(void **state) {
    (void)state;
    scene_start_telo(&scene, "");
    FanJob job = {.lines = FAN_LINES_MAX};
    assert_int_equal(fan_engine_begin(engine, &scene.game, &job), FAN_ENGINE_OK);
    assert_false(fan_engine_run(engine, 0));
    assert_int_equal(fan_engine_report(engine).lines, 9);
    for (size_t i = 0; i < 9; i++) {
        FanLine line;
        assert_true(fan_engine_line(engine, i, &line));
        FanPoint to = line.turns[0].steps[0].to;
        FanScore wanted = to == 4 ? FAN_SCORE_WIN - 9 : to % 2 == 0 ? 0 : 8 - FAN_SCORE_WIN;
        assert_int_equal(line.score, wanted);
        for (size_t k = 0; k < line.length; k++) {
            assert_int_equal(scene.game.outcome.result, FAN_ONGOING);
            scene_play(&scene, &line.turns[k]);
        }
        assert_int_equal(scene.game.outcome.reason, to % 2 == 0 && to != 4 ? 0 : FAN_REASON_ROW);
        scene_start_telo(&scene, "");
    }
}

/* --- histories -----------------------------------------------------------------------------------
 */

/* The value of the game now by its whole tree, in the plies the search counts. */
static FanScore value_of_tree(FanSide side) {
    FanGame *game = &scene.game;
    if (game->outcome.result != FAN_ONGOING) {
        FanResult win = side == FAN_WHITE ? FAN_WHITE_WINS : FAN_BLACK_WINS;
        return game->outcome.result == FAN_DRAWN      ? 0
               : game->outcome.result == (uint8_t)win ? FAN_SCORE_WIN
                                                      : -FAN_SCORE_WIN;
    }
    FanMove moves[9];
    size_t count = fan_moves(&scene.board, &scene.rules, &game->position, moves, 9);
    FanScore best = -FAN_SCORE_WIN;
    FanPosition position = game->position;
    for (size_t i = 0; i < count && best < FAN_SCORE_WIN - 1; i++) {
        FanTurn turn;
        assert_true(fan_move_turn(&scene.board, &scene.rules, &position, moves[i], &turn));
        scene_play(&scene, &turn);
        FanScore value = -value_of_tree(fan_other_side(side));
        value = value > 0 ? value - 1 : value < 0 ? value + 1 : 0;
        best = value > best ? value : best;
        assert_int_equal(fan_game_undo(game), FAN_GAME_OK);
    }
    return best;
}

/* The turn that takes back what the side to move did last; false if it did not move or cannot. */
static bool turn_back(FanTurn *turn) {
    const FanGame *game = &scene.game;
    if (game->length <= 2 * FAN_TELO_STONES + 1) {
        return false;
    }
    const FanTurn *last = &game->plies[game->length - 2].turn;
    *turn = (FanTurn){.from = last->steps[0].to, .count = 1};
    turn->steps[0] = (FanStep){.to = last->from, .kind = FAN_PAIKA};
    return fan_turn_refusal(&scene.board, &scene.rules, &game->position, turn).code == FAN_LEGAL;
}

/* Goes back and forth a good deal, so that positions come again. */
static void wander(unsigned plies, uint64_t *seed) {
    for (unsigned i = 0; i < plies && scene.game.outcome.result == FAN_ONGOING; i++) {
        FanTurn back;
        if (turn_back(&back) && chance(seed) % 3 != 0) {
            scene_play(&scene, &back);
        } else {
            scene_play_random(&scene, 1, seed);
        }
    }
}

static FanScore searched_score(void) {
    FanLine line;
    search_top(FAN_LEVEL_FULL);
    assert_true(fan_engine_line(engine, 0, &line));
    return line.score;
}

/* The same position with the game before it forgotten. */
static FanScore score_without_history(void) {
    FanPosition position = scene.game.position;
    fan_game_begin(&scene.game, &scene.board, &scene.rules, &position, scene.plies, SCENE_PLIES);
    return searched_score();
}

/* Positions that may not come again, some turns before the quiet limit: the engine must find what
 * the tree of all games says; and without that history what it says without. */
static void histories_and_limits_are_obeyed(void **state) {
    (void)state;
    static const char *const rules[] = {"repetition=3,quiet-limit=23",
                                        "repetition=2,quiet-limit=23",
                                        "repetition=3,quiet-limit=24"};
    unsigned compared = 0, changed = 0;
    for (uint64_t round = 0; changed < 4; round++) {
        uint64_t seed = round;
        scene_start_telo(&scene, rules[round % 3]);
        wander(20, &seed);
        if (scene.game.outcome.result != FAN_ONGOING) {
            continue;
        }
        int left = scene.rules.quiet_limit - scene.game.position.quiet;
        FanScore without =
            score_within(scene.game.position.side, number_at(&scene.game.position), left);
        if (without == 0 && round % 16 != 0) {
            continue; /* most often nothing to see */
        }
        FanScore value = value_of_tree((FanSide)scene.game.position.side);
        assert_int_equal(searched_score(), value);
        assert_int_equal(score_without_history(), without);
        compared++;
        changed += value != without;
    }
    assert_true(compared > changed);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_player_wins_in_nine_from_the_centre_alone),
        cmocka_unit_test(every_position_is_played_perfectly_under_every_limit),
        cmocka_unit_test(histories_and_limits_are_obeyed),
    };
    count_forced();
    engine = fan_engine_new(0, NULL);
    if (engine == NULL) {
        return 1;
    }
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    fan_engine_free(engine);
    return failed;
}
