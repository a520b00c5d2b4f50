/* The board as characters, on every odd board and in every view; how the screen is divided. */
#include "support/test.h"

#include "cli/play/screen.h"

#include <string.h>

typedef void BoardVisitor(const FanBoard *board);

static void on_every_board(BoardVisitor *visit) {
    for (unsigned files = FAN_SIZE_MIN; files <= FAN_SIZE_MAX; files++) {
        for (unsigned ranks = FAN_SIZE_MIN; ranks <= FAN_SIZE_MAX; ranks++) {
            FanBoard board;
            if (fan_board_init(&board, files, ranks)) {
                visit(&board);
            }
        }
    }
}

static void write_row(const FanPicture *picture, unsigned y, bool utf8, char *text) {
    *text = '\0';
    for (unsigned x = 0; x < picture->width; x++) {
        strcat(text, fan_glyph_text(picture->cells[y][x].glyph, utf8));
    }
}

static FanPicture picture;

static void draw(const FanBoard *board, bool turned, bool flipped, unsigned scale,
                 const FanMarks *marks) {
    FanView view;
    unsigned columns = turned ? board->ranks : board->files;
    unsigned rows = turned ? board->files : board->ranks;
    assert_true(fan_view_fit(&view, board, turned, flipped, 5 + (columns - 1) * 2 * (scale + 1),
                             2 + (rows - 1) * (scale + 1)));
    assert_int_equal(view.turned, turned);
    assert_int_equal(view.scale, scale);
    fan_picture_draw(&picture, &view, board, marks);
}

static void expect_rows(const char *const *rows, bool utf8) {
    for (unsigned y = 0; y < picture.height; y++) {
        char text[4 * FAN_PICTURE_WIDTH_MAX];
        write_row(&picture, y, utf8, text);
        assert_string_equal(text, rows[y]);
    }
}

static FanMarks start_marks(const FanBoard *board) {
    FanRules rules = fan_rules_default();
    FanPosition start = fan_position_start(board, &rules);
    return (FanMarks){.stones = {start.stones[0], start.stones[1]}, .cursor = FAN_NO_POINT};
}

static void test_dimy_in_ascii(void **state) {
    (void)state;
    static const char *const rows[] = {
        " 5 B---B---B---B---B ", /**/
        "   | \\ | / | \\ | / | ", " 4 B---B---B---B---B ",   "   | / | \\ | / | \\ | ",
        " 3 B---W---*---B---W ",   "   | \\ | / | \\ | / | ", " 2 W---W---W---W---W ",
        "   | / | \\ | / | \\ | ", " 1 W---W---W---W---W ",   "   a   b   c   d   e ",
    };
    FanBoard board;
    assert_true(fan_board_init(&board, 5, 5));
    FanMarks marks = start_marks(&board);
    draw(&board, false, false, 1, &marks);
    expect_rows(rows, false);
}

static void test_marks_are_shapes(void **state) {
    (void)state;
    static const char *const rows[] = {
        " 3 .───×──[┐]", /**/
        "   │ ╲ │ ╱ │ ", " 2a●a─<○>──1 ", "   │ ╱ │ ╲ │ ", " 1!●!─(○)──◎ ", "   a   b   c ",
    };
    FanBoard board;
    assert_true(fan_board_init(&board, 3, 3));
    const FanMarks marks = {
        .stones = {UINT64_C(1) << 4 | UINT64_C(1) << 1, UINT64_C(1) << 3 | UINT64_C(1) << 0},
        .movable = UINT64_C(1) << 1,
        .moving = UINT64_C(1) << 4,
        .reach = UINT64_C(1) << 2,
        .approach = UINT64_C(1) << 3,
        .blamed = UINT64_C(1) << 0,
        .gone = UINT64_C(1) << 7,
        .trail = {6, 5, 4},
        .trail_count = 3,
        .cursor = 8,
    };
    draw(&board, false, false, 1, &marks);
    /* c3 is strong: its lozenge stands between the brackets of the cursor. */
    char text[4 * FAN_PICTURE_WIDTH_MAX];
    write_row(&picture, 0, true, text);
    assert_string_equal(text, " 3 ◦───×──[◇]");
    for (unsigned y = 1; y < picture.height; y++) {
        write_row(&picture, y, true, text);
        assert_string_equal(text, rows[y]);
    }
}

static void test_upright_has_a_on_top_and_rank_1_left(void **state) {
    (void)state;
    FanBoard board;
    FanView view;
    assert_true(fan_board_init(&board, 9, 5));
    assert_true(fan_view_fit(&view, &board, true, false, 40, 40));
    FanCellPlace a1 = fan_view_place(&view, &board, 0), i5 = fan_view_place(&view, &board, 44);
    FanCellPlace a5 = fan_view_place(&view, &board, 36);
    assert_true(a1.x < a5.x && a1.y == a5.y);
    assert_true(i5.y > a5.y && i5.x == a5.x);
    assert_true(fan_view_fit(&view, &board, true, true, 40, 40));
    FanCellPlace turned = fan_view_place(&view, &board, 44);
    assert_int_equal(turned.x, a1.x);
    assert_int_equal(turned.y, a1.y);
}

static void check_places(const FanBoard *board) {
    for (unsigned way = 0; way < 4; way++) {
        for (unsigned scale = 1; scale <= FAN_SCALE_MAX; scale++) {
            FanMarks marks = start_marks(board);
            FanView view;
            draw(board, way & 1, way >> 1, scale, &marks);
            assert_true(
                fan_view_fit(&view, board, way & 1, way >> 1, picture.width, picture.height));
            for (FanPoint point = 0; point < board->points; point++) {
                FanCellPlace place = fan_view_place(&view, board, point);
                assert_true(place.x > 0 && place.x + 1 < view.width && place.y + 1 < view.height);
                /* Found again also from the cells around it. */
                for (unsigned dx = 0; dx < 3; dx++) {
                    assert_int_equal(fan_view_point(&view, board, place.x + dx - 1, place.y),
                                     point);
                }
            }
        }
    }
}

static void test_points_are_found_where_they_are_drawn(void **state) {
    (void)state;
    on_every_board(check_places);
}

/* How many cells have a glyph. */
static unsigned count_glyphs(uint8_t glyph) {
    unsigned count = 0;
    for (unsigned y = 0; y < picture.height; y++) {
        for (unsigned x = 0; x < picture.width; x++) {
            count += picture.cells[y][x].glyph == glyph;
        }
    }
    return count;
}

static void check_lines(const FanBoard *board) {
    unsigned across = 0, down = 0, diagonal = 0;
    for (FanPoint point = 0; point < board->points; point++) {
        across += board->next[point][FAN_EAST] != FAN_NO_POINT;
        down += board->next[point][FAN_NORTH] != FAN_NO_POINT;
        diagonal += board->next[point][FAN_NORTHEAST] != FAN_NO_POINT;
        diagonal += board->next[point][FAN_NORTHWEST] != FAN_NO_POINT;
    }
    for (unsigned scale = 1; scale <= FAN_SCALE_MAX; scale++) {
        FanMarks marks = start_marks(board);
        draw(board, false, false, scale, &marks);
        assert_int_equal(count_glyphs(FAN_GLYPH_ACROSS), across * (2 * scale + 1));
        assert_int_equal(count_glyphs(FAN_GLYPH_DOWN), down * scale);
        assert_int_equal(count_glyphs(FAN_GLYPH_RISING) + count_glyphs(FAN_GLYPH_FALLING),
                         diagonal * scale);
    }
}

static void test_only_real_lines_are_drawn(void **state) {
    (void)state;
    on_every_board(check_lines);
}

static void check_steps(const FanBoard *board) {
    for (unsigned way = 0; way < 4; way++) {
        FanView view;
        assert_true(fan_view_fit(&view, board, way & 1, way >> 1, 200, 200));
        for (FanPoint point = 0; point < board->points; point++) {
            FanCellPlace here = fan_view_place(&view, board, point);
            FanPoint right = fan_view_step(&view, board, point, 1, 0);
            FanPoint down = fan_view_step(&view, board, point, 0, 1);
            FanCellPlace there = fan_view_place(&view, board, right);
            assert_true(right == point ? here.x + 2 == view.width
                                       : there.x > here.x && there.y == here.y);
            there = fan_view_place(&view, board, down);
            assert_true(down == point ? here.y + 2 == view.height
                                      : there.y > here.y && there.x == here.x);
        }
    }
}

static void test_the_cursor_goes_where_the_arrow_points(void **state) {
    (void)state;
    on_every_board(check_steps);
}

/* The parts of a layout lie within the screen and not over each other. */
static void check_layout(const FanBoard *board, const FanLayout *layout, unsigned width,
                         unsigned height) {
    unsigned across = layout->panel == FAN_PANEL_RIGHT ? FAN_PANEL_WIDTH : 0;
    unsigned down = layout->panel == FAN_PANEL_BELOW ? FAN_PANEL_HEIGHT : 0;
    assert_true(board->points > 0 && layout->board_y >= FAN_TITLE_ROWS);
    assert_true(layout->board_x + layout->view.width + across <= width);
    assert_true(!across || (layout->panel_x > layout->board_x + layout->view.width &&
                            layout->panel_x <= layout->board_x + layout->view.width + 2 &&
                            layout->panel_x + across <= width));
    assert_true(layout->board_y + layout->view.height + down + FAN_FOOT_ROWS <= height);
}

static void check_80x24(const FanBoard *board) {
    for (unsigned turned = 0; turned < 2; turned++) {
        FanLayout layout = fan_layout(board, turned, false, 80, 24);
        if (!layout.fits || layout.panel == FAN_PANEL_NONE) {
            fail_msg("%ux%u does not fit 80x24 with its panel", board->files, board->ranks);
        }
        check_layout(board, &layout, 80, 24);
    }
}

static void test_every_board_fits_80x24(void **state) {
    (void)state;
    on_every_board(check_80x24);
}

static void check_all_sizes(const FanBoard *board) {
    for (unsigned width = 1; width < 140; width += 3) {
        for (unsigned height = 1; height < 64; height += 2) {
            FanLayout layout = fan_layout(board, false, false, width, height);
            if (layout.fits) {
                check_layout(board, &layout, width, height);
            } else {
                assert_true(width < layout.need_width || height < layout.need_height);
            }
        }
    }
    FanLayout none = fan_layout(board, false, false, 10, 5);
    assert_true(fan_layout(board, false, false, none.need_width, none.need_height).fits);
}

static void test_what_fits_lies_within_the_screen(void **state) {
    (void)state;
    on_every_board(check_all_sizes);
}

static void test_a_larger_screen_has_a_larger_board(void **state) {
    (void)state;
    FanBoard board;
    assert_true(fan_board_init(&board, 9, 5));
    assert_int_equal(fan_layout(&board, false, false, 80, 24).view.scale, 2);
    assert_int_equal(fan_layout(&board, false, false, 40, 16).view.scale, 1);
    assert_int_equal(fan_layout(&board, false, false, 120, 40).view.scale, 3);
    assert_true(fan_layout(&board, true, false, 120, 40).view.turned);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_dimy_in_ascii),
        cmocka_unit_test(test_marks_are_shapes),
        cmocka_unit_test(test_upright_has_a_on_top_and_rank_1_left),
        cmocka_unit_test(test_points_are_found_where_they_are_drawn),
        cmocka_unit_test(test_only_real_lines_are_drawn),
        cmocka_unit_test(test_the_cursor_goes_where_the_arrow_points),
        cmocka_unit_test(test_every_board_fits_80x24),
        cmocka_unit_test(test_what_fits_lies_within_the_screen),
        cmocka_unit_test(test_a_larger_screen_has_a_larger_board),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
