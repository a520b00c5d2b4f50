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

static void telo_starts_with_an_empty_board(void **state) {
    (void)state; /* R6.1, R6.2 */
    CheckRules rules = check_rules_default();
    CheckPosition position = {.number = 77};
    char text[CHECK_POSITION_TEXT_MAX];
    rules.telo = true;
    assert_true(check_position_start(3, 3, &rules, &position));
    check_position_write(&position, text);
    assert_string_equal(text, "3/3/3 w 0 1 hand:3,3");
    for (int i = 0; i < BOARD_SIZES; i++) {
        bool three = board_sizes[i].files == 3 && board_sizes[i].ranks == 3;
        CheckPosition other = {.number = 77};
        assert_int_equal(
            check_position_start(board_sizes[i].files, board_sizes[i].ranks, &rules, &other),
            three);
        assert_int_equal(other.number, three ? 1 : 77);
    }
}

static void vela_starts_with_the_taker_unless_the_option_says_otherwise(void **state) {
    (void)state; /* R7.1, R7.4 */
    static const struct {
        const char *rules, *fields;
    } starts[] = {
        {"vela=white", "b 0 1 vela:w"},
        {"vela=black", "w 0 1 vela:b"},
        {"vela=white,vela-first=taker", "b 0 1 vela:w"},
        {"vela=white,vela-first=giver", "w 0 1 vela:w"},
        {"vela=black,vela-first=giver", "b 0 1 vela:b"},
        {"vela-first=giver", "w 0 1"},
        {"vela=black,first-turn=single", "w 0 1 vela:b first"},
    };
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        CheckRules rules;
        CheckPosition position;
        char text[CHECK_POSITION_TEXT_MAX];
        assert_true(check_rules_read(starts[i].rules, &rules));
        assert_true(check_position_start(5, 5, &rules, &position));
        check_position_write(&position, text);
        assert_string_equal(strchr(text, ' ') + 1, starts[i].fields);
        assert_int_equal(strncmp(text, "BBBBB/BBBBB/BW1BW/WWWWW/WWWWW ", 30), 0);
        for (int j = 0; rules.vela != CHECK_VELA_NONE && j < BOARD_SIZES; j++) {
            int files = board_sizes[j].files, ranks = board_sizes[j].ranks;
            assert_int_equal(check_position_start(files, ranks, &rules, &position),
                             ranks == 5 && (files == 9 || files == 5));
        }
    }
}

/* Random options of the capture game, of telo and of vela in turn, with a board for them. */
static BoardSize next_game(int i, CheckRules *rules) {
    BoardSize size = board_sizes[i % BOARD_SIZES];
    const char *options = rule_sets[i % RULE_SETS];
    if (i % 4 == 1) {
        options = telo_rule_sets[i % TELO_RULE_SETS];
        size = (BoardSize){3, 3};
    }
    if (i % 4 == 3) {
        options = vela_rule_sets[i % VELA_RULE_SETS];
        size = board_sizes[i / 4 % 2];
    }
    assert_true(check_rules_read(options, rules));
    rules->telo = i % 4 == 1;
    return size;
}

static void random_positions_survive_their_text(void **state) {
    (void)state;
    Random random = {1};
    for (int i = 0; i < 4000; i++) {
        CheckRules rules = check_rules_default();
        BoardSize size = next_game(i, &rules);
        CheckPosition before = random_position(&random, size, &rules);
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
        assert_int_equal(after.telo, before.telo);
        assert_int_equal(after.white_hand, before.white_hand);
        assert_int_equal(after.black_hand, before.black_hand);
        assert_int_equal(after.giver, before.giver);
    }
}

static void the_text_says_which_game_it_is(void **state) {
    (void)state; /* R9.3 */
    static const struct {
        const char *rules, *text;
        bool telo; /* by the variant */
        bool telo_after;
        int vela_after;
    } table[] = {
        {"", "3/3/3 w 0 1 hand:3,3", false, true, CHECK_VELA_NONE},
        {"", "3/3/3 w 0 1 hand:3,3", true, true, CHECK_VELA_NONE},
        {"", "WW1/BB1/BW1 w 6 4", true, true, CHECK_VELA_NONE},
        {"", "WW1/BB1/BW1 w 6 4", false, false, CHECK_VELA_NONE},
        {"", "8B/9/9/9/WWWWWW3 w 0 1 vela:w", false, false, CHECK_VELA_WHITE},
        {"vela=white", "8B/9/9/9/WWWWWW3 w 0 1 vela:w", false, false, CHECK_VELA_WHITE},
        {"vela=white", "8B/9/9/9/WWWWW4 w 0 1", false, false, CHECK_VELA_WHITE},
        {"", "8B/9/9/9/WWWWWW3 w 0 1", false, false, CHECK_VELA_NONE},
        {"vela=black", "WWWWWWWW1/9/9/9/BBBBB4 w 0 1", false, false, CHECK_VELA_BLACK},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        CheckRules rules;
        CheckPosition position;
        assert_true(check_rules_read(table[i].rules, &rules));
        rules.telo = table[i].telo;
        if (!check_position_read(table[i].text, &rules, &position))
            fail_msg("refused: %s", table[i].text);
        assert_int_equal(rules.telo, table[i].telo_after);
        assert_int_equal(position.telo, table[i].telo_after);
        assert_int_equal(rules.vela, table[i].vela_after);
    }
}

/* Canonical but for what R9.4 forbids. */
static void set_ups_with_faults_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *rules, *text;
        bool telo;
    } table[] = {
        {"", "3/3/3 b 0 1 hand:3,3", false},   /* White places first */
        {"", "3/1W1/3 w 0 1 hand:2,3", false}, /* Black's turn */
        {"", "3/1B1/3 w 0 1 hand:3,2", false}, /* Black never is ahead */
        {"", "3/WWB/3 w 0 1 hand:1,2", false},
        {"", "3/1W1/3 b 0 1 hand:3,3", false}, /* four white stones */
        {"", "3/1W1/3 b 0 1 hand:2,2", false}, /* two black ones */
        {"", "3/1W1/3 b 0 1 hand:1,3", false},
        {"", "WW1/WW1/BBB w 0 1", true},           /* four on the board */
        {"", "3/3/3 w 0 1", true},                 /* hand:3,3 must be written */
        {"", "WW1/BB1/BW1 w 0 1 hand:0,0", false}, /* and 0,0 must not */
        {"", "BBB/3/WWW w 0 1", true},             /* two rows */
        {"", "WB1/WB1/WB1 b 0 1", true},
        {"", "8B/9/9/9/W8 w 0 1", true}, /* telo is 3×3 */
        {"", "8B/9/9/9/W8 w 0 1 hand:2,2", false},
        {"", "8B/9/9/9/WWWWW4 w 0 1 vela:w", false},  /* five stones */
        {"", "8B/9/9/9/WWWWWW3 w 0 1 vela:b", false}, /* one stone */
        {"vela=black", "BBBBBB3/9/9/9/WWWWWW3 w 0 1 vela:w", false},
        {"vela=white", "BBBBBB3/9/9/9/WWWWWW3 w 0 1", false}, /* the field must be written */
        {"", "WWWWWW1/7/7 w 0 1 vela:w", false},              /* other boards */
        {"", "WWW/WWW/3/3/3 w 0 1 vela:w", false},
        {"vela=white", "WWWWW2/7/7 w 0 1", false},
        {"vela=white", "3/3/3 w 0 1 hand:3,3", false},
        {"", "8B/9/9/9/WWWWWW3 w 0 1 vela:w first", false}, /* first-turn=free */
        {"", "3/3/3 w 0 1 hand:3,3 vela:w", false},
        {"", "8B/9/9/9/WWWWWW3 w 0 1 vela:W", false}, /* not canonical */
        {"", "8B/9/9/9/WWWWWW3 w 0 1 vela:w vela:w", false},
        {"first-turn=single", "8B/9/9/9/WWWWWW3 w 0 1 first vela:w", false},
        {"first-turn=single", "3/3/3 w 0 1 first hand:3,3", false},
        {"", "3/3/3 w 0 1 hand:33", false},
        {"", "3/3/3 w 0 1 hand:3,", false},
        {"", "3/3/3 w 0 1 hand:-3,3", false},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        CheckRules rules, before;
        CheckPosition position = {.number = 77};
        assert_true(check_rules_read(table[i].rules, &rules));
        rules.telo = table[i].telo;
        before = rules;
        if (check_position_read(table[i].text, &rules, &position))
            fail_msg("read: %s", table[i].text);
        assert_int_equal(position.number, 77);
        assert_int_equal(rules.telo, before.telo);
        assert_int_equal(rules.vela, before.vela);
    }
}

static void rows_are_the_eight_lines_of_three(void **state) {
    (void)state; /* R6.3 */
    static const char *const rows[] = {"WWW/3/3",     "3/WWW/3",  "3/3/WWW",   "W2/W2/W2",
                                       "1W1/1W1/1W1", "2W/2W/2W", "W2/1W1/2W", "2W/1W1/W2"};
    int found = 0;
    for (int set = 0; set < 512; set++) {
        CheckPosition position = {.files = 3, .ranks = 3, .telo = true, .number = 1};
        char text[CHECK_POSITION_TEXT_MAX];
        bool row = false;
        memset(position.stones, CHECK_EMPTY, sizeof position.stones);
        for (int point = 0; point < 9; point++)
            if (set >> point & 1)
                position.stones[point / 3][point % 3] = CHECK_WHITE;
        if (check_count_stones(&position, CHECK_WHITE) != 3)
            continue;
        check_position_write(&position, text);
        *strchr(text, ' ') = '\0';
        for (int i = 0; i < 8; i++)
            row |= strcmp(text, rows[i]) == 0;
        assert_int_equal(check_has_row(&position, CHECK_WHITE), row);
        assert_false(check_has_row(&position, CHECK_BLACK));
        position.telo = false;
        assert_false(check_has_row(&position, CHECK_WHITE));
        found += row;
    }
    assert_int_equal(found, 8);
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
        "3/3/W1B w 0 1 hand:3,3",                    /* four stones a side in telo */
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
    assert_int_equal(rules.vela, CHECK_VELA_NONE);
    assert_int_equal(rules.vela_first, CHECK_VELA_FIRST_TAKER);
    assert_false(rules.telo);
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
    assert_true(check_rules_read("vela=white,vela-first=giver", &rules));
    assert_int_equal(rules.vela, CHECK_VELA_WHITE);
    assert_int_equal(rules.vela_first, CHECK_VELA_FIRST_GIVER);
    assert_true(check_rules_read("vela=black,vela-first=taker", &rules));
    assert_int_equal(rules.vela, CHECK_VELA_BLACK);
    assert_int_equal(rules.vela_first, CHECK_VELA_FIRST_TAKER);
    rules.telo = true;
    assert_true(check_rules_read("vela=none", &rules));
    assert_int_equal(rules.vela, CHECK_VELA_NONE);
    assert_false(rules.telo);
}

static void other_options_are_refused(void **state) {
    (void)state;
    static const char *const texts[] = {
        "chain",
        "chain=",
        "chain=Mandatory",
        "colour=white",
        "vela=w",
        "vela=",
        "vela-first=white",
        "telo=1",
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
        cmocka_unit_test(telo_starts_with_an_empty_board),
        cmocka_unit_test(vela_starts_with_the_taker_unless_the_option_says_otherwise),
        cmocka_unit_test(random_positions_survive_their_text),
        cmocka_unit_test(the_text_says_which_game_it_is),
        cmocka_unit_test(set_ups_with_faults_are_refused),
        cmocka_unit_test(rows_are_the_eight_lines_of_three),
        cmocka_unit_test(texts_that_are_not_canonical_are_refused),
        cmocka_unit_test(options_are_read_as_section_8_spells_them),
        cmocka_unit_test(other_options_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
