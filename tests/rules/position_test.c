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

static void words_are_those_of_the_rules(void **state) {
    (void)state;
    static const char *const results[] = {"ongoing", "white", "black", "draw"};
    static const char *const reasons[] = {"",         "no-stones", "blocked",     "repetition",
                                          "quiet",    "agreement", "resignation", "time",
                                          "abandoned"};
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
        cmocka_unit_test(every_board_starts_full_but_for_its_centre),
        cmocka_unit_test(the_first_turn_is_marked_only_where_it_matters),
        cmocka_unit_test(ends_are_tested_in_the_order_of_the_rules),
        cmocka_unit_test(words_are_those_of_the_rules),
        cmocka_unit_test(counters_and_first_are_not_of_the_position),
        cmocka_unit_test(stones_and_side_are_of_the_position),
        cmocka_unit_test(keys_of_different_positions_differ),
        cmocka_unit_test(keys_are_well_mixed),
        cmocka_unit_test(mapping_moves_stones_and_nothing_else),
        cmocka_unit_test(swapping_colours_swaps_stones_and_side),
        cmocka_unit_test(start_is_its_own_mirror_in_colours),
        cmocka_unit_test(the_other_side_is_the_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
