/* Boards, starts, options and position texts of the plain rules. */
#include "check/boards.h"
#include "support/test.h"

static void there_are_nineteen_boards(void **state) {
    (void)state;
    int found = 0;
    for (int files = -1; files <= 60; files++)
        for (int ranks = -1; ranks <= 60; ranks++)
            found += check_size_valid(files, ranks);
    assert_int_equal(found, BOARD_SIZES);
    for (int i = 0; i < BOARD_SIZES; i++)
        assert_true(check_size_valid(board_sizes[i].files, board_sizes[i].ranks));
    assert_false(check_size_valid(4, 5)); /* even */
    assert_false(check_size_valid(1, 9)); /* too small */
    assert_false(check_size_valid(9, 7)); /* 63 points */
}

static void starts_follow_r2(void **state) {
    (void)state;
    static const struct {
        int files, ranks;
        const char *text;
    } starts[] = {
        {9, 5, "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW w 0 1"},
        {5, 5, "BBBBB/BBBBB/BW1BW/WWWWW/WWWWW w 0 1"},
        {3, 3, "BBB/B1W/WWW w 0 1"},
        {3, 5, "BBB/BBB/B1W/WWW/WWW w 0 1"},
        {7, 3, "BBBBBBB/BWB1WBW/WWWWWWW w 0 1"},
        {11, 3, "BBBBBBBBBBB/BWBWB1WBWBW/WWWWWWWWWWW w 0 1"},
    };
    CheckRules rules = check_rules_default();
    char text[CHECK_POSITION_TEXT_MAX];
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        CheckPosition position;
        assert_true(check_position_start(starts[i].files, starts[i].ranks, &rules, &position));
        check_position_write(&position, text);
        assert_string_equal(text, starts[i].text);
    }
}

static void every_start_has_equal_sides_and_an_empty_centre(void **state) {
    (void)state;
    CheckRules rules = check_rules_default();
    for (int i = 0; i < BOARD_SIZES; i++) {
        int files = board_sizes[i].files, ranks = board_sizes[i].ranks;
        CheckPosition position;
        assert_true(check_position_start(files, ranks, &rules, &position));
        assert_int_equal(check_count_stones(&position, CHECK_WHITE), (files * ranks - 1) / 2);
        assert_int_equal(check_count_stones(&position, CHECK_BLACK), (files * ranks - 1) / 2);
        assert_int_equal(position.stones[ranks / 2][files / 2], CHECK_EMPTY);
        assert_int_equal(position.stones[ranks / 2][files - 1], CHECK_WHITE); /* R2.2 */
        assert_int_equal(position.stones[ranks / 2][0], CHECK_BLACK);
    }
}

static void a_board_that_does_not_exist_has_no_start(void **state) {
    (void)state;
    CheckRules rules = check_rules_default();
    CheckPosition position = {.number = 77};
    assert_false(check_position_start(9, 7, &rules, &position));
    assert_int_equal(position.number, 77);
}

static void the_start_is_the_first_turn_under_first_turn_single(void **state) {
    (void)state;
    CheckRules rules = check_rules_default();
    rules.first_turn = CHECK_FIRST_SINGLE;
    CheckPosition position;
    char text[CHECK_POSITION_TEXT_MAX];
    assert_true(check_position_start(3, 3, &rules, &position));
    check_position_write(&position, text);
    assert_string_equal(text, "BBB/B1W/WWW w 0 1 first");
}

static void random_positions_survive_their_text(void **state) {
    (void)state;
    Random random = {1};
    for (int i = 0; i < 2000; i++) {
        CheckRules rules = check_rules_default();
        assert_true(check_rules_read(rule_sets[i % RULE_SETS], &rules));
        CheckPosition before = random_position(&random, board_sizes[i % BOARD_SIZES], &rules);
        CheckPosition after;
        char text[CHECK_POSITION_TEXT_MAX], again[CHECK_POSITION_TEXT_MAX];
        check_position_write(&before, text);
        if (!check_position_read(text, &rules, &after))
            fail_msg("refused: %s", text);
        check_position_write(&after, again);
        assert_string_equal(again, text);
        assert_true(check_position_same(&after, &before));
        assert_int_equal(after.quiet, before.quiet);
        assert_int_equal(after.number, before.number);
        assert_int_equal(after.first, before.first);
    }
}

static void texts_that_are_not_canonical_are_refused(void **state) {
    (void)state;
    static const char *const texts[] = {
        "",
        "w 0 1",
        "/// w 0 1",
        "3/3/3",                                     /* fields missing */
        "3/3/W1B w",                                 /* counters missing */
        "3/3/W1B w 0 1 ",                            /* trailing blank */
        " 3/3/W1B w 0 1",                            /* leading blank */
        "3/3/W1B  w 0 1",                            /* two blanks */
        "3/3/w1B w 0 1",                             /* lower case */
        "3/3/WXB w 0 1",                             /* unknown stone */
        "3/3/W1B x 0 1",                             /* no such side */
        "3/3/W1B w 00 1",                            /* leading zero */
        "3/3/W1B w +1 1",                            /* sign */
        "3/3/W1B w -1 1",                            /* below zero */
        "3/3/W1B w 0 0",                             /* pairs count from 1 */
        "3/3/W1B w 65536 1",                         /* overlarge */
        "3/3/W1B w 0 65536",                         /* overlarge */
        "3/3/W1B w 0 99999999999999",                /* overlarge */
        "3/3/W1B w 0 1 first",                       /* contradicts first-turn=free */
        "3/3/W1B w 0 1 frst",                        /* unknown key */
        "3/3/W1B w 0 1 hand:3,3",                    /* not the capture game */
        "3/3/W11 w 0 1",                             /* run in two */
        "3/3/W02 w 0 1",                             /* run with a zero */
        "3/3/W0B1 w 0 1",                            /* run of nothing */
        "3/3/W1 w 0 1",                              /* rank short */
        "3/3/W1BB w 0 1",                            /* rank long */
        "3/3/W99 w 0 1",                             /* rank far too long */
        "3/3/3/W1B w 0 1",                           /* even */
        "3/W1B w 0 1",                               /* even, small */
        "16/16/16 w 0 1",                            /* even, wide */
        "9/9/9/9/9/9/W7B w 0 1",                     /* 63 points */
        "3/3/3/3/3/3/3/3/3/3/3/3/3/3/3/3/W1B w 0 1", /* 17 ranks */
        "1WW/1WW/B1W w 0 1",                         /* five white stones on nine points */
    };
    CheckRules rules = check_rules_default();
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        CheckPosition position = {.number = 77};
        if (check_position_read(texts[i], &rules, &position))
            fail_msg("read: \"%s\"", texts[i]);
        assert_int_equal(position.number, 77);
    }
    CheckPosition position;
    assert_true(check_position_read("3/3/W1B w 0 1", &rules, &position));
    assert_true(check_position_read("1WW/1WW/B2 b 65535 65535", &rules, &position));
    assert_int_equal(position.stones[0][0], CHECK_BLACK);
    assert_int_equal(position.stones[2][2], CHECK_WHITE);
}

static void options_are_read_as_section_8_spells_them(void **state) {
    (void)state;
    CheckRules rules;
    assert_true(check_rules_read("", &rules));
    assert_int_equal(rules.chain, CHECK_CHAIN_OPTIONAL);
    assert_int_equal(rules.first_turn, CHECK_FIRST_FREE);
    assert_int_equal(rules.blocked, CHECK_BLOCKED_LOSS);
    assert_int_equal(rules.quiet_limit, 50);
    assert_int_equal(rules.repetition, 3);
    assert_true(check_rules_read("chain=mandatory,first-turn=single,blocked=draw,quiet-limit=1000,"
                                 "repetition=5",
                                 &rules));
    assert_int_equal(rules.chain, CHECK_CHAIN_MANDATORY);
    assert_int_equal(rules.first_turn, CHECK_FIRST_SINGLE);
    assert_int_equal(rules.blocked, CHECK_BLOCKED_DRAW);
    assert_int_equal(rules.quiet_limit, 1000);
    assert_int_equal(rules.repetition, 5);
    assert_true(check_rules_read("quiet-limit=0,repetition=0,chain=optional,first-turn=free,"
                                 "blocked=loss",
                                 &rules));
    assert_int_equal(rules.chain, CHECK_CHAIN_OPTIONAL);
    assert_int_equal(rules.quiet_limit, 0);
    assert_int_equal(rules.repetition, 0);
}

static void other_options_are_refused(void **state) {
    (void)state;
    static const char *const texts[] = {
        "chain",
        "chain=",
        "chain=Mandatory",
        "colour=white",
        ",",
        "blocked=draw,",
        ",blocked=draw",
        "quiet-limit=1001",
        "quiet-limit=-1",
        "quiet-limit=",
        "repetition=1",
        "repetition=6",
        "repetition=03",
        "quiet-limit= 5",
        "blocked=loss ",
        "quiet-limit=5x",
        "repetition=99999999999999999999999999",
    };
    CheckRules rules = check_rules_default();
    rules.quiet_limit = 77;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        if (check_rules_read(texts[i], &rules))
            fail_msg("read: \"%s\"", texts[i]);
        assert_int_equal(rules.quiet_limit, 77);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(there_are_nineteen_boards),
        cmocka_unit_test(starts_follow_r2),
        cmocka_unit_test(every_start_has_equal_sides_and_an_empty_centre),
        cmocka_unit_test(a_board_that_does_not_exist_has_no_start),
        cmocka_unit_test(the_start_is_the_first_turn_under_first_turn_single),
        cmocka_unit_test(random_positions_survive_their_text),
        cmocka_unit_test(texts_that_are_not_canonical_are_refused),
        cmocka_unit_test(options_are_read_as_section_8_spells_them),
        cmocka_unit_test(other_options_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
