/* Games and boards by name (R1.3, R9.3). */
#include "rules/sample.h"

static bool read(FanBoard *board, FanRules *rules, const char *text) {
    return fan_variant_read(board, rules, text, strlen(text));
}

static void names_and_sizes_are_read(void **state) {
    (void)state;
    static const struct {
        const char *text;
        unsigned files, ranks, telo;
    } table[] = {
        {"tsivy", 9, 5, 0}, {"dimy", 5, 5, 0}, {"telo", 3, 3, 1},  {"TSIVY", 9, 5, 0},
        {"Dimy", 5, 5, 0},  {"TeLo", 3, 3, 1}, {"9x5", 9, 5, 0},   {"5x5", 5, 5, 0},
        {"3x3", 3, 3, 0},   {"7X3", 7, 3, 0},  {"15x3", 15, 3, 0}, {"3x15", 3, 15, 0},
        {"7x7", 7, 7, 0},
    };
    for (size_t i = 0; i < COUNT(table); i++) {
        for (uint8_t before = 0; before < 2; before++) {
            FanRules rules = fan_rules_default(), wanted = rules;
            FanBoard board, same;
            rules.blocked = wanted.blocked = FAN_BLOCKED_DRAW;
            rules.telo = before;
            wanted.telo = (uint8_t)table[i].telo;
            if (!read(&board, &rules, table[i].text)) {
                fail_msg("not read: %s", table[i].text);
            }
            assert_true(fan_board_init(&same, table[i].files, table[i].ranks));
            assert_memory_equal(&board, &same, sizeof board);
            assert_true(fan_rules_equal(&rules, &wanted));
        }
    }
}

static void anything_else_is_refused_and_changes_nothing(void **state) {
    (void)state;
    static const char *const texts[] = {
        "",    "tsiv",  "tsivyy", "telo ", " telo", "t",        "x",     "3",     "3x",
        "x3",  "3x3x3", "3x3 ",   " 3x3",  "3 x3",  "03x3",     "3x03",  "4x5",   "5x4",
        "1x5", "5x1",   "9x7",    "0x0",   "17x3",  "3x17",     "99x99", "-3x3",  "3x-3",
        "3*3", "3/3",   "9x5x",   "100x3", "3x100", "9x5,telo", "vela",  "white",
    };
    for (size_t i = 0; i < COUNT(texts); i++) {
        FanRules rules = fan_rules_default(), before;
        FanBoard board, board_before;
        memset(&board, 0x5A, sizeof board);
        board_before = board;
        rules.telo = (uint8_t)(i % 2);
        before = rules;
        if (read(&board, &rules, texts[i])) {
            fail_msg("read: \"%s\"", texts[i]);
        }
        assert_memory_equal(&board, &board_before, sizeof board);
        assert_true(fan_rules_equal(&rules, &before));
    }
}

static void text_is_read_to_its_length_and_no_further(void **state) {
    (void)state;
    FanRules rules = fan_rules_default();
    FanBoard board;
    assert_true(fan_variant_read(&board, &rules, "telo", 4));
    assert_false(fan_variant_read(&board, &rules, "telo", 3));
    assert_false(fan_variant_read(&board, &rules, "telo\0", 5));
    assert_false(fan_variant_read(&board, &rules, "telo", 0));
    assert_true(fan_variant_read(&board, &rules, "3x15", 4));
    assert_int_equal(board.ranks, 15);
    assert_false(fan_variant_read(&board, &rules, "3x15", 3)); /* 3×1 */
    assert_true(fan_variant_read(&board, &rules, "9x55", 3));
    assert_int_equal(board.ranks, 5);
}

static void every_size_is_read_or_refused_as_boards_are(void **state) {
    (void)state;
    size_t found = 0;
    for (unsigned files = 0; files <= 60; files++) {
        for (unsigned ranks = 0; ranks <= 60; ranks++) {
            char text[16], written[FAN_VARIANT_TEXT_MAX];
            FanRules rules = fan_rules_default();
            FanBoard board;
            sprintf(text, "%ux%u", files, ranks);
            bool good = read(&board, &rules, text);
            assert_int_equal(good, fan_board_size_valid(files, ranks));
            if (!good) {
                continue;
            }
            found++;
            bool named = ranks == 5 && (files == 9 || files == 5);
            assert_string_equal(fan_variant_write(&board, &rules, written), !named       ? text
                                                                            : files == 9 ? "tsivy"
                                                                                         : "dimy");
        }
    }
    assert_int_equal(found, BOARD_SIZES);
}

static void what_was_written_is_read_as_the_same(void **state) {
    (void)state;
    for (int i = 0; i <= BOARD_SIZES; i++) {
        BoardSize size = i < BOARD_SIZES ? board_sizes[i] : (BoardSize){3, 3};
        FanRules rules = fan_rules_default(), again = rules;
        FanBoard board, read_board;
        char text[FAN_VARIANT_TEXT_MAX];
        assert_true(fan_board_init(&board, size.files, size.ranks));
        rules.telo = i == BOARD_SIZES;
        assert_true(fan_variant_write(&board, &rules, text) == text);
        assert_true(strlen(text) < FAN_VARIANT_TEXT_MAX);
        if (!read(&read_board, &again, text)) {
            fail_msg("not read back: %s", text);
        }
        assert_memory_equal(&read_board, &board, sizeof board);
        assert_true(fan_rules_equal(&again, &rules));
    }
}

static void three_by_three_is_telo_only_by_name(void **state) {
    (void)state;
    FanRules rules = fan_rules_default();
    FanBoard board;
    char text[FAN_VARIANT_TEXT_MAX];
    assert_true(read(&board, &rules, "3x3"));
    assert_string_equal(fan_variant_write(&board, &rules, text), "3x3");
    assert_true(read(&board, &rules, "telo"));
    assert_string_equal(fan_variant_write(&board, &rules, text), "telo");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_and_sizes_are_read),
        cmocka_unit_test(anything_else_is_refused_and_changes_nothing),
        cmocka_unit_test(text_is_read_to_its_length_and_no_further),
        cmocka_unit_test(every_size_is_read_or_refused_as_boards_are),
        cmocka_unit_test(what_was_written_is_read_as_the_same),
        cmocka_unit_test(three_by_three_is_telo_only_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
