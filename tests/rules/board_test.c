/* Geometry of every board, told a second time by files and ranks (R1). */
#include "rules/sample.h"

static const int around[FAN_DIRECTIONS][2] = {{-1, -1}, {0, -1}, {1, -1}, {-1, 0},
                                              {1, 0},   {-1, 1}, {0, 1},  {1, 1}};

static FanBoard new_board(BoardSize size) {
    FanBoard board;
    assert_true(fan_board_init(&board, size.files, size.ranks));
    return board;
}

/* The point `steps` further along the line, by R1.2, or FAN_NO_POINT. */
static FanPoint point_along(const FanBoard *board, int point, int direction, int steps) {
    int file = point % board->files, rank = point / board->files;
    int across = around[direction][0], up = around[direction][1];
    if (across && up && (file + rank) % 2 != 0) {
        return FAN_NO_POINT;
    }
    file += steps * across;
    rank += steps * up;
    if (file < 0 || rank < 0 || file >= board->files || rank >= board->ranks) {
        return FAN_NO_POINT;
    }
    return (FanPoint)(rank * board->files + file);
}

static FanPoints bit(FanPoint point) {
    return point == FAN_NO_POINT ? 0 : UINT64_C(1) << point;
}

/* What the lines through one point must be. */
static void expect_point(const FanBoard *board, int point) {
    FanPoints neighbours = 0, seconds = 0;
    unsigned first_lines = 0, second_lines = 0;
    for (int d = 0; d < FAN_DIRECTIONS; d++) {
        FanPoint near = point_along(board, point, d, 1), far = point_along(board, point, d, 2);
        FanPoints ray = 0;
        for (int steps = 1; steps < FAN_SIZE_MAX; steps++) {
            ray |= bit(point_along(board, point, d, steps));
        }
        assert_int_equal(board->next[point][d], near);
        assert_int_equal(board->ray[point][d], ray);
        assert_int_equal(board->leaves[d] >> point & 1, near != FAN_NO_POINT);
        if (near != FAN_NO_POINT) {
            assert_int_equal(near, point + board->offset[d]);
        }
        neighbours |= bit(near);
        seconds |= bit(far);
        first_lines |= (near != FAN_NO_POINT) * 1u << d;
        second_lines |= (far != FAN_NO_POINT) * 1u << d;
    }
    assert_int_equal(board->neighbours[point], neighbours);
    assert_int_equal(board->seconds[point], seconds);
    assert_int_equal(board->first_lines[point], first_lines);
    assert_int_equal(board->second_lines[point], second_lines);
    assert_int_equal(board->strong >> point & 1,
                     (point % board->files + point / board->files) % 2 == 0);
}

static void lines_of_every_board_follow_the_drawing(void **state) {
    (void)state;
    for (int i = 0; i < BOARD_SIZES; i++) {
        FanBoard board = new_board(board_sizes[i]);
        int points = (int)(board_sizes[i].files * board_sizes[i].ranks);
        assert_int_equal(board.files, board_sizes[i].files);
        assert_int_equal(board.ranks, board_sizes[i].ranks);
        assert_int_equal(board.points, points);
        assert_int_equal(board.all, (UINT64_C(1) << points) - 1);
        for (int point = 0; point < points; point++) {
            expect_point(&board, point);
        }
        for (int d = 0; d < FAN_DIRECTIONS; d++) {
            assert_int_equal(board.leaves[d] & ~board.all, 0);
        }
    }
}

/* Counted on the drawn boards: lines between neighbours. */
static void boards_have_as_many_lines_as_drawn(void **state) {
    (void)state;
    static const struct {
        BoardSize size;
        unsigned lines, strong;
    } drawn[] = {{{9, 5}, 108, 23}, {{5, 5}, 56, 13}, {{3, 3}, 16, 5}, {{5, 3}, 30, 8}};
    for (size_t i = 0; i < COUNT(drawn); i++) {
        FanBoard board = new_board(drawn[i].size);
        unsigned ends = 0;
        for (int point = 0; point < board.points; point++) {
            ends += (unsigned)__builtin_popcountll(board.neighbours[point]);
        }
        assert_int_equal(ends, 2 * drawn[i].lines);
        assert_int_equal(__builtin_popcountll(board.strong), drawn[i].strong);
    }
}

static void point_names_are_numbered_by_ranks_from_a1(void **state) {
    (void)state;
    FanBoard board = new_board((BoardSize){9, 5});
    assert_int_equal(plain_point(&board, "a1"), 0);
    assert_int_equal(plain_point(&board, "i1"), 8);
    assert_int_equal(plain_point(&board, "a2"), 9);
    assert_int_equal(plain_point(&board, "i5"), 44);
}

static bool is_a_board(unsigned files, unsigned ranks) {
    for (int i = 0; i < BOARD_SIZES; i++) {
        if (board_sizes[i].files == files && board_sizes[i].ranks == ranks) {
            return true;
        }
    }
    return false;
}

static void only_odd_sizes_to_49_points_are_boards(void **state) {
    (void)state;
    for (unsigned files = 0; files < 70; files++) {
        for (unsigned ranks = 0; ranks < 70; ranks++) {
            bool valid = is_a_board(files, ranks);
            FanBoard board, before;
            memset(&board, 0x5A, sizeof board);
            before = board;
            assert_int_equal(fan_board_size_valid(files, ranks), valid);
            assert_int_equal(fan_board_init(&board, files, ranks), valid);
            if (!valid) {
                assert_memory_equal(&board, &before, sizeof board);
            }
        }
    }
}

/* Products that come out small again when they overflow. */
static void huge_sizes_are_no_boards(void **state) {
    (void)state;
    FanBoard board;
    assert_false(fan_board_size_valid(0x10001, 0xFFFF));
    assert_false(fan_board_size_valid(3, 0xAAAAAAAB));
    assert_false(fan_board_size_valid(0xAAAAAAAB, 3));
    assert_false(fan_board_size_valid(0xFFFFFFFF, 0xFFFFFFFF));
    assert_false(fan_board_init(&board, 3, 0x80000003));
    assert_false(fan_board_init(&board, 259, 3));
}

static void direction_is_that_of_the_joining_line(void **state) {
    (void)state;
    for (int i = 0; i < BOARD_SIZES; i++) {
        FanBoard board = new_board(board_sizes[i]);
        for (unsigned from = 0; from < 256; from++) {
            for (unsigned to = 0; to < 256; to++) {
                int expected = FAN_NO_DIRECTION;
                for (int d = 0; d < FAN_DIRECTIONS && from < board.points; d++) {
                    if (to < board.points && point_along(&board, (int)from, d, 1) == to) {
                        expected = d;
                    }
                }
                assert_int_equal(fan_board_direction(&board, (FanPoint)from, (FanPoint)to),
                                 expected);
            }
        }
    }
}

static void opposite_directions_add_up_to_seven(void **state) {
    (void)state;
    FanBoard board = new_board(board_sizes[0]);
    for (int d = 0; d < FAN_DIRECTIONS; d++) {
        assert_int_equal(board.offset[d] + board.offset[7 - d], 0);
    }
    FanPoint e3 = plain_point(&board, "e3");
    assert_int_equal(board.next[e3][FAN_NORTH], plain_point(&board, "e4"));
    assert_int_equal(board.next[e3][FAN_SOUTHWEST], plain_point(&board, "d2"));
    assert_int_equal(board.next[e3][FAN_EAST], plain_point(&board, "f3"));
}

static void symmetries_keep_lines_and_strength(void **state) {
    (void)state;
    for (int i = 0; i < BOARD_SIZES; i++) {
        FanBoard board = new_board(board_sizes[i]);
        for (FanSymmetry s = FAN_IDENTITY; s <= FAN_HALF_TURN; s++) {
            for (FanPoint p = 0; p < board.points; p++) {
                FanPoint q = fan_board_map_point(&board, s, p);
                assert_true(q < board.points);
                assert_int_equal(fan_board_map(&board, s, UINT64_C(1) << p), UINT64_C(1) << q);
                assert_int_equal(fan_board_map(&board, s, board.neighbours[p]),
                                 board.neighbours[q]);
                assert_int_equal(fan_board_map(&board, s, board.seconds[p]), board.seconds[q]);
                assert_int_equal(board.strong >> p & 1, board.strong >> q & 1);
            }
        }
    }
}

static void symmetries_go_where_their_names_say_and_back(void **state) {
    (void)state;
    FanBoard board = new_board(board_sizes[0]);
    FanPoint b1 = plain_point(&board, "b1");
    assert_int_equal(fan_board_map_point(&board, FAN_IDENTITY, b1), b1);
    assert_int_equal(fan_board_map_point(&board, FAN_MIRROR_FILES, b1), plain_point(&board, "h1"));
    assert_int_equal(fan_board_map_point(&board, FAN_MIRROR_RANKS, b1), plain_point(&board, "b5"));
    assert_int_equal(fan_board_map_point(&board, FAN_HALF_TURN, b1), plain_point(&board, "h5"));
    Random random = {1};
    for (int i = 0; i < 100; i++) {
        FanPoints set = random_next(&random) & board.all;
        for (FanSymmetry s = FAN_IDENTITY; s <= FAN_HALF_TURN; s++) {
            assert_int_equal(fan_board_map(&board, s, fan_board_map(&board, s, set)), set);
        }
    }
    assert_int_equal(fan_board_map(&board, FAN_HALF_TURN, board.all), board.all);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_of_every_board_follow_the_drawing),
        cmocka_unit_test(boards_have_as_many_lines_as_drawn),
        cmocka_unit_test(point_names_are_numbered_by_ranks_from_a1),
        cmocka_unit_test(only_odd_sizes_to_49_points_are_boards),
        cmocka_unit_test(huge_sizes_are_no_boards),
        cmocka_unit_test(direction_is_that_of_the_joining_line),
        cmocka_unit_test(opposite_directions_add_up_to_seven),
        cmocka_unit_test(symmetries_keep_lines_and_strength),
        cmocka_unit_test(symmetries_go_where_their_names_say_and_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
