/* Positions: the start (R2), equality and keys (R5.4), how a position stands (R5.6). */
#include "rules/sample.h"

static void expect_start(BoardSize size, const char *text) {
    Sample sample = sample_start(size, "");
    char written[FAN_POSITION_TEXT_MAX];
    fan_position_write(&sample.board, &sample.position, written);
    assert_string_equal(written, text);
}

static void starts_are_those_of_the_rules(void **state) {
    (void)state;
    expect_start((BoardSize){9, 5}, "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW w 0 1");
    expect_start((BoardSize){5, 5}, "BBBBB/BBBBB/BW1BW/WWWWW/WWWWW w 0 1");
    expect_start((BoardSize){3, 3}, "BBB/B1W/WWW w 0 1");
    expect_start((BoardSize){5, 3}, "BBBBB/BW1BW/WWWWW w 0 1");
    expect_start((BoardSize){7, 3}, "BBBBBBB/BWB1WBW/WWWWWWW w 0 1");
    expect_start((BoardSize){7, 5}, "BBBBBBB/BBBBBBB/BWB1WBW/WWWWWWW/WWWWWWW w 0 1");
    expect_start((BoardSize){3, 7}, "BBB/BBB/BBB/B1W/WWW/WWW/WWW w 0 1");
    expect_start((BoardSize){15, 3}, "BBBBBBBBBBBBBBB/BWBWBWB1WBWBWBW/WWWWWWWWWWWWWWW w 0 1");
}

static void telo_and_vela_start_as_their_options_say(void **state) {
    (void)state;
    static const struct {
        const char *variant, *rules, *text;
    } table[] = {
        {"telo", "", "3/3/3 w 0 1 hand:3,3"},
        {"telo", "first-turn=single", "3/3/3 w 0 1 hand:3,3 first"},
        {"telo", "vela-first=giver", "3/3/3 w 0 1 hand:3,3"},
        {"3x3", "", "BBB/B1W/WWW w 0 1"},
        {"dimy", "vela=white", "BBBBB/BBBBB/BW1BW/WWWWW/WWWWW b 0 1 vela:w"},
        {"dimy", "vela=black", "BBBBB/BBBBB/BW1BW/WWWWW/WWWWW w 0 1 vela:b"},
        {"dimy", "vela=white,vela-first=giver", "BBBBB/BBBBB/BW1BW/WWWWW/WWWWW w 0 1 vela:w"},
        {"5x5", "vela=black,vela-first=giver", "BBBBB/BBBBB/BW1BW/WWWWW/WWWWW b 0 1 vela:b"},
        {"tsivy", "vela=white,first-turn=single",
         "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW b 0 1 vela:w first"},
        {"tsivy", "vela-first=giver", "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW w 0 1"},
    };
    for (size_t i = 0; i < COUNT(table); i++) {
        Sample sample = sample_of_variant(table[i].variant, table[i].rules, "");
        char written[FAN_POSITION_TEXT_MAX];
        fan_position_write(&sample.board, &sample.position, written);
        assert_string_equal(written, table[i].text);
    }
}

/* R2.1, R2.2 point by point: the middle rank alternates from each player's right-hand end. */
static int expected_stone(const FanBoard *board, int file, int rank) {
    int middle_file = board->files / 2, middle_rank = board->ranks / 2;
    if (rank != middle_rank) {
        return rank < middle_rank ? FAN_WHITE : FAN_BLACK;
    }
    if (file == middle_file) {
        return -1;
    }
    int away = file > middle_file ? board->files - 1 - file : file;
    int right_hand = file > middle_file ? FAN_WHITE : FAN_BLACK;
    return away % 2 == 0 ? right_hand : 1 - right_hand;
}

static void every_board_starts_full_but_for_its_centre(void **state) {
    (void)state;
    for (int i = 0; i < BOARD_SIZES; i++) {
        Sample sample = sample_start(board_sizes[i], "");
        for (int point = 0; point < sample.board.points; point++) {
            int stone = expected_stone(&sample.board, point % sample.board.files,
                                       point / sample.board.files);
            for (int side = 0; side < 2; side++) {
                if ((sample.position.stones[side] >> point & 1) != (stone == side)) {
                    fail_sample(&sample, "another start by R2", "");
                }
            }
        }
        assert_int_equal(__builtin_popcountll(sample.position.stones[0]),
                         (sample.board.points - 1) / 2);
        assert_int_equal(sample.position.side, FAN_WHITE);
        assert_int_equal(sample.position.quiet, 0);
        assert_int_equal(sample.position.number, 1);
        assert_int_equal(sample.position.first, 0);
        assert_int_equal(
            fan_position_outcome(&sample.board, &sample.rules, &sample.position).result,
            FAN_ONGOING);
    }
}

static void the_first_turn_is_marked_only_where_it_matters(void **state) {
    (void)state;
    assert_int_equal(sample_start(board_sizes[0], "").position.first, 0);
    assert_int_equal(sample_start(board_sizes[0], "first-turn=single").position.first, 1);
}

static void expect_outcome(const char *rules, const char *text, const char *result,
                           const char *reason, FanClause clause) {
    Sample sample = sample_of(rules, text);
    FanOutcome outcome = fan_position_outcome(&sample.board, &sample.rules, &sample.position);
    if (strcmp(fan_result_word(outcome.result), result) != 0 ||
        strcmp(fan_reason_word(outcome.reason), reason) != 0 || outcome.clause != clause) {
        fail_sample(&sample, "stands otherwise", fan_reason_word(outcome.reason));
    }
}

/* Each text is also an end by what is tested later. */
static void ends_are_tested_in_the_order_of_the_rules(void **state) {
    (void)state;
    expect_outcome("", "9/9/9/9/4W4 b 50 30", "white", "no-stones", FAN_CLAUSE(5, 1));
    expect_outcome("", "9/9/9/9/4W4 w 50 30", "white", "no-stones", FAN_CLAUSE(5, 1));
    expect_outcome("blocked=draw", "9/9/9/9/4B4 w 50 30", "black", "no-stones", FAN_CLAUSE(5, 1));
    expect_outcome("", "9/9/9/9/4B4 b 50 30", "black", "no-stones", FAN_CLAUSE(5, 1));
    expect_outcome("", "9/9/9/BB7/WB7 w 50 30", "black", "blocked", FAN_CLAUSE(5, 2));
    expect_outcome("", "9/9/9/WW7/BW7 b 50 30", "white", "blocked", FAN_CLAUSE(5, 2));
    expect_outcome("blocked=draw", "9/9/9/BB7/WB7 w 50 30", "draw", "blocked", FAN_CLAUSE(5, 2));
    expect_outcome("blocked=draw", "9/9/9/WW7/BW7 b 0 1", "draw", "blocked", FAN_CLAUSE(5, 2));
    expect_outcome("", "9/9/9/BB7/WB7 b 50 30", "draw", "quiet", FAN_CLAUSE(5, 3));
    expect_outcome("", "8B/9/9/9/W8 w 50 30", "draw", "quiet", FAN_CLAUSE(5, 3));
    expect_outcome("", "8B/9/9/9/W8 w 51 30", "draw", "quiet", FAN_CLAUSE(5, 3));
    expect_outcome("", "8B/9/9/9/W8 w 49 30", "ongoing", "", 0);
    expect_outcome("quiet-limit=1", "8B/9/9/9/W8 w 0 1", "ongoing", "", 0);
    expect_outcome("quiet-limit=1", "8B/9/9/9/W8 w 1 1", "draw", "quiet", FAN_CLAUSE(5, 3));
    expect_outcome("quiet-limit=0", "8B/9/9/9/W8 w 65535 1", "ongoing", "", 0);
    expect_outcome("quiet-limit=1000", "8B/9/9/9/W8 b 999 1", "ongoing", "", 0);
    expect_outcome("quiet-limit=1000", "8B/9/9/9/W8 b 1000 1", "draw", "quiet", FAN_CLAUSE(5, 3));
}

/* A side in telo is never blocked: who is shut in faces a row (tests/check/telo_test.c). */
static void a_row_ends_telo_before_everything_else(void **state) {
    (void)state;
    static const char *const rules[] = {"", "blocked=draw", "quiet-limit=1", "quiet-limit=0"};
    for (size_t i = 0; i < COUNT(rules); i++) {
        expect_outcome(rules[i], "WWW/BB1/3 b 60 3 hand:0,1", "white", "row", FAN_CLAUSE(6, 3));
        expect_outcome(rules[i], "WWW/BB1/B2 b 60 3 hand:0,0", "white", "row", FAN_CLAUSE(6, 3));
        expect_outcome(rules[i], "WWW/BB1/B2 w 60 3 hand:0,0", "white", "row", FAN_CLAUSE(6, 3));
        expect_outcome(rules[i], "W1B/1BW/BW1 w 60 3 hand:0,0", "black", "row", FAN_CLAUSE(6, 3));
        expect_outcome(rules[i], "W1B/1BW/BW1 b 60 3 hand:0,0", "black", "row", FAN_CLAUSE(6, 3));
        expect_outcome(rules[i], "B2/WB1/WWB w 60 3 hand:0,0", "black", "row", FAN_CLAUSE(6, 3));
    }
}

static void telo_without_a_row_goes_on_up_to_the_quiet_limit(void **state) {
    (void)state;
    expect_outcome("", "3/3/3 w 0 1 hand:3,3", "ongoing", "", 0); /* no stones, but in hand */
    expect_outcome("", "3/1W1/3 b 0 1 hand:2,3", "ongoing", "", 0);
    expect_outcome("", "WW1/BB1/3 w 0 1 hand:1,1", "ongoing", "", 0);
    expect_outcome("", "WW1/BB1/BW1 w 49 9 hand:0,0", "ongoing", "", 0);
    expect_outcome("", "WW1/BB1/BW1 w 50 9 hand:0,0", "draw", "quiet", FAN_CLAUSE(5, 3));
    expect_outcome("", "3/3/3 w 50 1 hand:3,3", "draw", "quiet", FAN_CLAUSE(5, 3));
    expect_outcome("quiet-limit=0", "WW1/BB1/BW1 w 99 9 hand:0,0", "ongoing", "", 0);
}

static void ends_of_vela_are_those_of_the_capture_game(void **state) {
    (void)state;
    expect_outcome("", "9/9/9/9/WWWWWW3 w 50 1 vela:w", "white", "no-stones", FAN_CLAUSE(5, 1));
    expect_outcome("", "9/9/9/9/WWWWWW3 b 50 1 vela:w", "white", "no-stones", FAN_CLAUSE(5, 1));
    expect_outcome("", "9/9/9/9/BBBBBB3 w 50 1 vela:b", "black", "no-stones", FAN_CLAUSE(5, 1));
    expect_outcome("", "5/5/B4/WBBBB/WWWWW w 50 1 vela:w", "black", "blocked", FAN_CLAUSE(5, 2));
    expect_outcome("", "5/5/W4/BWWWW/BBBBB b 50 1 vela:b", "white", "blocked", FAN_CLAUSE(5, 2));
    expect_outcome("blocked=draw", "5/5/B4/WBBBB/WWWWW w 50 1 vela:w", "draw", "blocked",
                   FAN_CLAUSE(5, 2));
    expect_outcome("", "BW3/WW3/5/5/2WWW b 50 1 vela:w", "white", "blocked", FAN_CLAUSE(5, 2));
    expect_outcome("", "BW3/WW3/5/5/2WWW w 50 1 vela:w", "draw", "quiet", FAN_CLAUSE(5, 3));
    expect_outcome("", "BW3/WW3/5/5/2WWW w 49 1 vela:w", "ongoing", "", 0);
    expect_outcome("", "5/5/B4/WBBBB/WWWWW b 0 1 vela:w", "ongoing", "", 0);
}

/* --- Hands, rows, phases -----------------------------------------------------------------------
 */

static void every_line_of_three_is_a_row_and_nothing_else(void **state) {
    (void)state;
    static const char *const rows[] = {"a1 b1 c1", "a2 b2 c2", "a3 b3 c3", "a1 a2 a3",
                                       "b1 b2 b3", "c1 c2 c3", "a1 b2 c3", "a3 b2 c1"};
    Sample telo = sample_of_variant("telo", "", "");
    size_t found = 0;
    for (FanPoints set = 0; set < 512; set++) {
        if (__builtin_popcountll(set) > FAN_TELO_STONES) {
            continue;
        }
        FanPoints row = 0;
        for (size_t i = 0; i < COUNT(rows); i++) {
            row = plain_points(&telo.board, rows[i]) == set ? set : row;
        }
        for (FanSide side = FAN_WHITE; side <= FAN_BLACK; side++) {
            FanPosition position = {.mode = FAN_MODE_TELO};
            position.stones[side] = set;
            assert_int_equal(fan_position_row(&position, side), row);
            assert_int_equal(fan_position_row(&position, fan_other_side(side)), 0);
            position.mode = FAN_MODE_CAPTURE;
            assert_int_equal(fan_position_row(&position, side), 0);
        }
        found += row != 0;
    }
    assert_int_equal(found, COUNT(rows));
}

static void stones_in_hand_are_what_is_missing_of_three(void **state) {
    (void)state;
    for (unsigned stones = 0; stones <= FAN_TELO_STONES; stones++) {
        FanPosition position = {.mode = FAN_MODE_TELO};
        position.stones[FAN_BLACK] = (UINT64_C(1) << stones) - 1;
        assert_int_equal(fan_position_hand(&position, FAN_BLACK), FAN_TELO_STONES - stones);
        assert_int_equal(fan_position_hand(&position, FAN_WHITE), FAN_TELO_STONES);
        for (FanMode mode = FAN_MODE_CAPTURE; mode <= FAN_MODE_VELA_BLACK; mode++) {
            position.mode = (uint8_t)mode;
            if (mode != FAN_MODE_TELO) {
                assert_int_equal(fan_position_hand(&position, FAN_BLACK), 0);
                assert_int_equal(fan_position_hand(&position, FAN_WHITE), 0);
            }
        }
    }
}

static void what_is_left_to_give_counts_down_to_five(void **state) {
    (void)state;
    for (unsigned stones = FAN_VELA_STONES_LEFT + 1; stones <= 22; stones++) {
        FanPosition position = {.mode = FAN_MODE_VELA_WHITE};
        position.stones[FAN_WHITE] = (UINT64_C(1) << stones) - 1;
        position.stones[FAN_BLACK] = UINT64_C(0x3FF) << 30;
        assert_int_equal(fan_position_to_give(&position), stones - 5);
        assert_true(fan_position_is_vela(&position));
        assert_int_equal(fan_position_giver(&position), FAN_WHITE);
        position = fan_position_swap_colours(&position);
        assert_int_equal(position.mode, FAN_MODE_VELA_BLACK);
        assert_int_equal(fan_position_giver(&position), FAN_BLACK);
        assert_int_equal(fan_position_to_give(&position), stones - 5);
        position.mode = FAN_MODE_CAPTURE;
        assert_int_equal(fan_position_to_give(&position), 0);
        assert_false(fan_position_is_vela(&position));
        position.mode = FAN_MODE_TELO;
        assert_int_equal(fan_position_to_give(&position), 0);
        assert_false(fan_position_is_vela(&position));
    }
}

static void rules_fit_the_boards_they_name(void **state) {
    (void)state;
    for (int i = 0; i < BOARD_SIZES; i++) {
        FanBoard board;
        unsigned files = board_sizes[i].files, ranks = board_sizes[i].ranks;
        assert_true(fan_board_init(&board, files, ranks));
        bool three = files == 3 && ranks == 3, named = (files == 9 || files == 5) && ranks == 5;
        for (uint8_t vela = FAN_VELA_NONE; vela <= FAN_VELA_BLACK; vela++) {
            FanRules rules = fan_rules_default();
            rules.vela = vela;
            assert_int_equal(fan_rules_fit(&rules, &board), vela == FAN_VELA_NONE || named);
            rules.vela_first = FAN_VELA_FIRST_GIVER; /* says nothing by itself */
            assert_int_equal(fan_rules_fit(&rules, &board), vela == FAN_VELA_NONE || named);
            rules.telo = 1;
            assert_int_equal(fan_rules_fit(&rules, &board), vela == FAN_VELA_NONE && three);
        }
    }
}

static void the_winner_gives_next_and_a_draw_keeps_the_roles(void **state) {
    (void)state;
    for (FanVela gave = FAN_VELA_NONE; gave <= FAN_VELA_BLACK; gave++) {
        assert_int_equal(fan_vela_next(gave, FAN_WHITE_WINS), FAN_VELA_WHITE);
        assert_int_equal(fan_vela_next(gave, FAN_BLACK_WINS), FAN_VELA_BLACK);
        assert_int_equal(fan_vela_next(gave, FAN_DRAWN), gave);
        assert_int_equal(fan_vela_next(gave, FAN_ONGOING), FAN_VELA_NONE);
    }
}

static void words_are_those_of_the_rules(void **state) {
    (void)state;
    static const char *const results[] = {"ongoing", "white", "black", "draw"};
    static const char *const reasons[] = {"",      "no-stones", "blocked",     "row",  "repetition",
                                          "quiet", "agreement", "resignation", "time", "abandoned"};
    for (int i = 0; i < 4; i++) {
        assert_string_equal(fan_result_word((FanResult)i), results[i]);
    }
    for (int i = 0; i <= FAN_REASON_ABANDONED; i++) {
        assert_string_equal(fan_reason_word((FanReason)i), reasons[i]);
    }
}

static void counters_and_first_are_not_of_the_position(void **state) {
    (void)state;
    FanPosition a = sample_start(board_sizes[0], "").position, b = a;
    assert_true(fan_position_same(&a, &b));
    assert_true(fan_position_equal(&a, &b));
    b.quiet = 3;
    assert_true(fan_position_same(&a, &b));
    assert_false(fan_position_equal(&a, &b));
    b = a;
    b.number = 2;
    assert_true(fan_position_same(&a, &b));
    assert_false(fan_position_equal(&a, &b));
    b = a;
    b.first = 1;
    assert_true(fan_position_same(&a, &b));
    assert_false(fan_position_equal(&a, &b));
    assert_int_equal(fan_position_key(&a), fan_position_key(&b));
}

static void stones_and_side_are_of_the_position(void **state) {
    (void)state;
    FanPosition a = sample_start(board_sizes[0], "").position;
    for (int change = 0; change < 3; change++) {
        FanPosition b = a;
        if (change < 2) {
            b.stones[change] ^= 1u << 22;
        } else {
            b.side = FAN_BLACK;
        }
        assert_false(fan_position_same(&a, &b));
        assert_false(fan_position_equal(&a, &b));
        assert_int_not_equal(fan_position_key(&a), fan_position_key(&b));
    }
}

/* R5.4 names the phase; with the same stones telo's hands are the same too, but the game is not. */
static void the_mode_is_of_the_position(void **state) {
    (void)state;
    uint64_t keys[8];
    size_t count = 0;
    for (uint8_t side = 0; side < 2; side++) {
        for (uint8_t mode = FAN_MODE_CAPTURE; mode <= FAN_MODE_VELA_BLACK; mode++) {
            FanPosition a = {.stones = {0007, 0700}, .side = side, .mode = mode}, b = a;
            assert_true(fan_position_same(&a, &b) && fan_position_equal(&a, &b));
            b.mode = (uint8_t)((mode + 1) % 4);
            assert_false(fan_position_same(&a, &b));
            assert_false(fan_position_equal(&a, &b));
            keys[count++] = fan_position_key(&a);
        }
    }
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < i; j++) {
            assert_int_not_equal(keys[i], keys[j]);
        }
    }
}

static int compare_keys(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void expect_distinct(uint64_t *keys, size_t count) {
    qsort(keys, count, sizeof *keys, compare_keys);
    for (size_t i = 1; i < count; i++) {
        assert_int_not_equal(keys[i - 1], keys[i]);
    }
}

/* All positions of one White and one Black stone anywhere, either side to move: a word shared by
 * two stones, or one forgotten, would give two of them the same key. */
static void keys_of_different_positions_differ(void **state) {
    (void)state;
    enum { POINTS = FAN_POINTS_MAX };
    static uint64_t keys[POINTS * POINTS * 2];
    size_t count = 0;
    for (int white = 0; white < POINTS; white++) {
        for (int black = 0; black < POINTS; black++) {
            for (uint8_t side = 0; side < 2 && white != black; side++) {
                FanPosition position = {.stones = {UINT64_C(1) << white, UINT64_C(1) << black},
                                        .side = side};
                keys[count++] = fan_position_key(&position);
            }
        }
    }
    assert_int_equal(count, POINTS * (POINTS - 1) * 2);
    expect_distinct(keys, count);
}

/* Each bit of the keys of positions with one stone is set about as often as not. */
static void keys_are_well_mixed(void **state) {
    (void)state;
    for (int bit = 0; bit < 64; bit++) {
        unsigned set = 0;
        for (int stone = 0; stone < 98; stone++) {
            FanPosition position = {0};
            position.stones[stone % 2] = UINT64_C(1) << stone / 2;
            set += (unsigned)(fan_position_key(&position) >> bit & 1);
        }
        assert_true(set > 25 && set < 73);
    }
}

static void mapping_moves_stones_and_nothing_else(void **state) {
    (void)state;
    Sample sample = sample_of("first-turn=single", "W8/9/9/9/7BB b 7 9 first");
    static const char *const mapped[] = {"W8/9/9/9/7BB b 7 9 first", "8W/9/9/9/BB7 b 7 9 first",
                                         "7BB/9/9/9/W8 b 7 9 first", "BB7/9/9/9/8W b 7 9 first"};
    for (FanSymmetry s = FAN_IDENTITY; s <= FAN_HALF_TURN; s++) {
        FanPosition position = fan_position_map(&sample.board, s, &sample.position);
        Sample wanted = sample_of("first-turn=single", mapped[s]);
        assert_true(fan_position_equal(&position, &wanted.position));
    }
}

static void swapping_colours_swaps_stones_and_side(void **state) {
    (void)state;
    Sample sample = sample_of("first-turn=single", "W8/9/9/9/7BB b 7 9 first");
    FanPosition swapped = fan_position_swap_colours(&sample.position);
    Sample wanted = sample_of("first-turn=single", "B8/9/9/9/7WW w 7 9 first");
    assert_true(fan_position_equal(&swapped, &wanted.position));
    swapped = fan_position_swap_colours(&swapped);
    assert_true(fan_position_equal(&swapped, &sample.position));
}

static void mapping_and_swapping_keep_the_game(void **state) {
    (void)state;
    Sample vela = sample_of("", "WWWWWWW2/9/9/9/7BB b 7 9 vela:w");
    FanPosition position = fan_position_map(&vela.board, FAN_HALF_TURN, &vela.position);
    Sample wanted = sample_of("", "BB7/9/9/9/2WWWWWWW b 7 9 vela:w");
    assert_true(fan_position_equal(&position, &wanted.position));
    position = fan_position_swap_colours(&vela.position);
    wanted = sample_of("", "BBBBBBB2/9/9/9/7WW w 7 9 vela:b");
    assert_true(fan_position_equal(&position, &wanted.position));
    position = fan_position_swap_colours(&position);
    assert_true(fan_position_equal(&position, &vela.position));
    Sample telo = sample_of("", "WW1/BB1/BW1 w 4 9 hand:0,0");
    position = fan_position_map(&telo.board, FAN_HALF_TURN, &telo.position);
    wanted = sample_of("", "1WB/1BB/1WW w 4 9 hand:0,0");
    assert_true(fan_position_equal(&position, &wanted.position));
    position = fan_position_swap_colours(&telo.position);
    wanted = sample_of("", "BB1/WW1/WB1 b 4 9 hand:0,0");
    assert_true(fan_position_equal(&position, &wanted.position));
}

static void start_is_its_own_mirror_in_colours(void **state) {
    (void)state;
    for (int i = 0; i < BOARD_SIZES; i++) {
        Sample sample = sample_start(board_sizes[i], "");
        FanPosition turned = fan_position_map(&sample.board, FAN_HALF_TURN, &sample.position);
        FanPosition swapped = fan_position_swap_colours(&turned);
        assert_int_equal(swapped.stones[0], sample.position.stones[0]);
        assert_int_equal(swapped.stones[1], sample.position.stones[1]);
    }
}

static void the_other_side_is_the_other(void **state) {
    (void)state;
    assert_int_equal(fan_other_side(FAN_WHITE), FAN_BLACK);
    assert_int_equal(fan_other_side(FAN_BLACK), FAN_WHITE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(starts_are_those_of_the_rules),
        cmocka_unit_test(telo_and_vela_start_as_their_options_say),
        cmocka_unit_test(every_board_starts_full_but_for_its_centre),
        cmocka_unit_test(the_first_turn_is_marked_only_where_it_matters),
        cmocka_unit_test(ends_are_tested_in_the_order_of_the_rules),
        cmocka_unit_test(a_row_ends_telo_before_everything_else),
        cmocka_unit_test(telo_without_a_row_goes_on_up_to_the_quiet_limit),
        cmocka_unit_test(ends_of_vela_are_those_of_the_capture_game),
        cmocka_unit_test(every_line_of_three_is_a_row_and_nothing_else),
        cmocka_unit_test(stones_in_hand_are_what_is_missing_of_three),
        cmocka_unit_test(what_is_left_to_give_counts_down_to_five),
        cmocka_unit_test(rules_fit_the_boards_they_name),
        cmocka_unit_test(the_winner_gives_next_and_a_draw_keeps_the_roles),
        cmocka_unit_test(words_are_those_of_the_rules),
        cmocka_unit_test(counters_and_first_are_not_of_the_position),
        cmocka_unit_test(stones_and_side_are_of_the_position),
        cmocka_unit_test(the_mode_is_of_the_position),
        cmocka_unit_test(keys_of_different_positions_differ),
        cmocka_unit_test(keys_are_well_mixed),
        cmocka_unit_test(mapping_moves_stones_and_nothing_else),
        cmocka_unit_test(swapping_colours_swaps_stones_and_side),
        cmocka_unit_test(mapping_and_swapping_keep_the_game),
        cmocka_unit_test(start_is_its_own_mirror_in_colours),
        cmocka_unit_test(the_other_side_is_the_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
