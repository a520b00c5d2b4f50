/* Positions as text (R9.3) and the faults of a set-up (R9.4). */
#include "rules/sample.h"

enum { FAULTS_MAX = 16 };

/* Options, or the variant "telo". */
static FanRules rules_named(const char *name) {
    bool telo = strcmp(name, "telo") == 0;
    FanRules rules;
    assert_true(fan_rules_read(&rules, telo ? "" : name, telo ? 0 : strlen(name), NULL));
    rules.telo = telo;
    return rules;
}

static size_t read(const char *rules, const char *text, FanSetupError *errors, size_t capacity) {
    FanRules read = rules_named(rules);
    FanBoard board;
    FanPosition position;
    return fan_position_read(&board, &position, &read, NULL, text, strlen(text), errors, capacity);
}

static Sample sample_read(const char *rules, const char *text) {
    Sample sample = {.rules = rules_named(rules)};
    if (fan_position_read(&sample.board, &sample.position, &sample.rules, NULL, text, strlen(text),
                          NULL, 0) != 0) {
        fail_msg("\"%s\": not read: %s", rules, text);
    }
    return sample;
}

static void expect_written(const char *rules, const char *text, const char *canonical) {
    Sample sample = sample_read(rules, text);
    char written[FAN_POSITION_TEXT_MAX];
    size_t length = fan_position_write(&sample.board, &sample.position, written);
    assert_string_equal(written, canonical);
    assert_int_equal(length, strlen(canonical));
}

static void reading_is_lenient_and_writing_canonical(void **state) {
    (void)state;
    static const char *const table[][3] = {
        {"", "8B/9/9/9/W8", "8B/9/9/9/W8 w 0 1"},
        {"", "8B/9/9/9/W8 b", "8B/9/9/9/W8 b 0 1"},
        {"", "8B/9/9/9/W8 B 7", "8B/9/9/9/W8 b 7 1"},
        {"", "8b/9/9/9/w8 W 7 12", "8B/9/9/9/W8 w 7 12"},
        {"", " \t8B/9/9/9/W8 \r\n  b  7\t12 \n", "8B/9/9/9/W8 b 7 12"},
        {"", "8B/9/9/9/W8 w 65535 65535", "8B/9/9/9/W8 w 65535 65535"},
        {"", "8B/9/9/9/W8 w 0007 0012", "8B/9/9/9/W8 w 7 12"},
        {"", "3/3/3 b 0 1", "3/3/3 b 0 1"},
        {"", "2B/3/3/3/3/3/3/3/3/3/3/3/3/3/W2", "2B/3/3/3/3/3/3/3/3/3/3/3/3/3/W2 w 0 1"},
        {"", "15/13W1/14B", "15/13W1/14B w 0 1"},
        {"", "BBB/B1W/WWW", "BBB/B1W/WWW w 0 1"},
        {"first-turn=single", "8B/9/9/9/W8 first", "8B/9/9/9/W8 w 0 1 first"},
        {"first-turn=single", "8B/9/9/9/W8 b first", "8B/9/9/9/W8 b 0 1 first"},
        {"first-turn=single", "8B/9/9/9/W8 b 3 first", "8B/9/9/9/W8 b 3 1 first"},
        {"first-turn=single", "8B/9/9/9/W8 b 3 4 first", "8B/9/9/9/W8 b 3 4 first"},
        {"first-turn=single", "8B/9/9/9/W8 b 3 4", "8B/9/9/9/W8 b 3 4"},
        {"telo", "3/3/3", "3/3/3 w 0 1 hand:3,3"},
        {"", "3/3/3 hand:3,3", "3/3/3 w 0 1 hand:3,3"},
        {"telo", "3/3/3 hand:3,3", "3/3/3 w 0 1 hand:3,3"},
        {"telo", "3/1w1/3 b 1", "3/1W1/3 b 1 1 hand:2,3"},
        {"", "3/1W1/3 b hand:2,3", "3/1W1/3 b 0 1 hand:2,3"},
        {"", "3/WB1/3 w 2 2 hand:2,2", "3/WB1/3 w 2 2 hand:2,2"},
        {"telo", "2W/WB1/3 b", "2W/WB1/3 b 0 1 hand:1,2"},
        {"telo", "B1W/WB1/3", "B1W/WB1/3 w 0 1 hand:1,1"},
        {"telo", "BWW/WB1/3 b", "BWW/WB1/3 b 0 1 hand:0,1"},
        {"telo", "BWW/WB1/B2 w 6 4", "BWW/WB1/B2 w 6 4"},
        {"telo", "BWW/WB1/B2 b 6 4", "BWW/WB1/B2 b 6 4"},
        {"", "BWW/WB1/B2 w 6 4 hand:0,0", "BWW/WB1/B2 w 6 4"},
        {"", "WWW/BB1/B2 b 6 4 hand:0,0", "WWW/BB1/B2 b 6 4"},
        {"", "WWW/BB1/3 b 6 4 hand:0,1", "WWW/BB1/3 b 6 4 hand:0,1"},
        {"first-turn=single", "3/3/3 first hand:3,3", "3/3/3 w 0 1 hand:3,3 first"},
        {"", "WWWWWW3/9/9/9/9 vela:w", "WWWWWW3/9/9/9/9 w 0 1 vela:w"},
        {"", "WWWWWW3/9/9/9/B8 b 3 vela:W", "WWWWWW3/9/9/9/B8 b 3 1 vela:w"},
        {"", "BBBBB/B4/5/5/W4 vela:B", "BBBBB/B4/5/5/W4 w 0 1 vela:b"},
        {"vela=white", "WWWWWW3/9/9/9/B8 b", "WWWWWW3/9/9/9/B8 b 0 1 vela:w"},
        {"vela=white", "WWWWWW3/9/9/9/B8 b vela:w", "WWWWWW3/9/9/9/B8 b 0 1 vela:w"},
        {"vela=white", "WWWWW4/9/9/9/B8 b", "WWWWW4/9/9/9/B8 b 0 1"},
        {"vela=white", "WWWWW4/9/9/9/BBBBBB3 b", "WWWWW4/9/9/9/BBBBBB3 b 0 1"},
        {"vela=black", "WWWWW4/9/9/9/BBBBBB3 b", "WWWWW4/9/9/9/BBBBBB3 b 0 1 vela:b"},
        {"vela=black", "WWWWWW3/9/9/9/BBBBB4 b", "WWWWWW3/9/9/9/BBBBB4 b 0 1"},
        {"first-turn=single", "WWWWWW3/9/9/9/9 first vela:w", "WWWWWW3/9/9/9/9 w 0 1 vela:w first"},
    };
    for (size_t i = 0; i < COUNT(table); i++) {
        expect_written(table[i][0], table[i][1], table[i][2]);
    }
}

/* The text says which game it is, and the rules follow it. */
static void the_rules_follow_the_text(void **state) {
    (void)state;
    static const struct {
        const char *rules, *text;
        FanMode mode;
        uint8_t telo, vela;
        unsigned white_hand, black_hand, to_give;
    } table[] = {
        {"", "3/3/3", FAN_MODE_CAPTURE, 0, FAN_VELA_NONE, 0, 0, 0},
        {"telo", "3/3/3", FAN_MODE_TELO, 1, FAN_VELA_NONE, 3, 3, 0},
        {"", "3/3/3 hand:3,3", FAN_MODE_TELO, 1, FAN_VELA_NONE, 3, 3, 0},
        {"telo", "2W/WB1/3 b", FAN_MODE_TELO, 1, FAN_VELA_NONE, 1, 2, 0},
        {"", "BWW/WB1/B2 hand:0,0", FAN_MODE_TELO, 1, FAN_VELA_NONE, 0, 0, 0},
        {"", "BWW/WB1/B2", FAN_MODE_CAPTURE, 0, FAN_VELA_NONE, 0, 0, 0},
        {"", "WWWWWW3/9/9/9/B8", FAN_MODE_CAPTURE, 0, FAN_VELA_NONE, 0, 0, 0},
        {"", "WWWWWW3/9/9/9/B8 vela:w", FAN_MODE_VELA_WHITE, 0, FAN_VELA_WHITE, 0, 0, 1},
        {"", "5/5/WWWWW/BBBBB/BBBB1 vela:b", FAN_MODE_VELA_BLACK, 0, FAN_VELA_BLACK, 0, 0, 4},
        {"vela=white", "WWWWWWW2/9/9/9/B8", FAN_MODE_VELA_WHITE, 0, FAN_VELA_WHITE, 0, 0, 2},
        {"vela=white", "WWWWW4/9/9/9/BBBBBB3", FAN_MODE_CAPTURE, 0, FAN_VELA_WHITE, 0, 0, 0},
        {"vela=black", "WWWWW4/9/9/9/BBBBBB3", FAN_MODE_VELA_BLACK, 0, FAN_VELA_BLACK, 0, 0, 1},
    };
    for (size_t i = 0; i < COUNT(table); i++) {
        Sample sample = sample_read(table[i].rules, table[i].text);
        print_message("\"%s\" %s\n", table[i].rules, table[i].text);
        assert_int_equal(sample.position.mode, table[i].mode);
        assert_int_equal(sample.rules.telo, table[i].telo);
        assert_int_equal(sample.rules.vela, table[i].vela);
        assert_int_equal(fan_position_hand(&sample.position, FAN_WHITE), table[i].white_hand);
        assert_int_equal(fan_position_hand(&sample.position, FAN_BLACK), table[i].black_hand);
        assert_int_equal(fan_position_to_give(&sample.position), table[i].to_give);
        assert_true(fan_rules_fit(&sample.rules, &sample.board));
    }
}

/* Whatever else the rules say stays. */
static void the_other_rules_are_left_alone(void **state) {
    (void)state;
    Sample sample = sample_read("chain=mandatory,blocked=draw,quiet-limit=7,repetition=2",
                                "WWWWWW3/9/9/9/B8 vela:w");
    FanRules wanted = rules_named("chain=mandatory,blocked=draw,quiet-limit=7,repetition=2,"
                                  "vela=white");
    assert_true(fan_rules_equal(&sample.rules, &wanted));
    sample = sample_read("blocked=draw", "3/3/3 hand:3,3");
    wanted = rules_named("blocked=draw");
    wanted.telo = 1;
    assert_true(fan_rules_equal(&sample.rules, &wanted));
    sample = sample_read("vela-first=giver", "WWWWWW3/9/9/9/B8 vela:w");
    assert_int_equal(sample.rules.vela_first, FAN_VELA_FIRST_GIVER);
}

static void points_lie_where_the_text_has_them(void **state) {
    (void)state;
    Sample sample = sample_of("", "W7B/1W7/2B6/3W5/B7W b 4 5");
    assert_int_equal(sample.board.files, 9);
    assert_int_equal(sample.board.ranks, 5);
    assert_int_equal(sample.position.stones[FAN_WHITE], plain_points(&sample.board, "a5 b4 d2 i1"));
    assert_int_equal(sample.position.stones[FAN_BLACK], plain_points(&sample.board, "i5 c3 a1"));
    assert_int_equal(sample.position.side, FAN_BLACK);
    assert_int_equal(sample.position.quiet, 4);
    assert_int_equal(sample.position.number, 5);
}

static void the_size_comes_from_the_text(void **state) {
    (void)state;
    for (int i = 0; i < BOARD_SIZES; i++) {
        Sample start = sample_start(board_sizes[i], ""), read;
        char text[FAN_POSITION_TEXT_MAX];
        fan_position_write(&start.board, &start.position, text);
        read = sample_of("", text);
        assert_memory_equal(&read.board, &start.board, sizeof read.board);
        assert_true(fan_position_equal(&read.position, &start.position));
    }
}

/* One fault as it must be told. */
typedef struct Expected {
    FanSetupFault fault;
    size_t offset, length;
    unsigned rank;
    FanSide side;
} Expected;

static bool same_fault(const FanSetupError *error, const Expected *expected) {
    return error->fault == expected->fault && error->offset == expected->offset &&
           error->length == expected->length && error->rank == expected->rank &&
           ((expected->fault != FAN_SETUP_STONES && expected->fault != FAN_SETUP_HAND_STONES) ||
            error->side == expected->side);
}

static void expect_faults(const char *rules, const char *text, const Expected *expected,
                          size_t count) {
    FanSetupError errors[FAULTS_MAX];
    size_t found = read(rules, text, errors, FAULTS_MAX);
    for (size_t i = 0; i < found || i < count; i++) {
        if (i >= count || i >= found) {
            fail_msg("%s: %zu faults, not %zu", text, found, count);
        }
        if (!same_fault(&errors[i], &expected[i])) {
            fail_msg("%s: fault %zu is %d at %zu of %zu, rank %d, side %d", text, i,
                     errors[i].fault, errors[i].offset, errors[i].length, (int)errors[i].rank,
                     errors[i].side);
        }
    }
}

/* A text and all its faults, in the order they are told. */
#define FAULTS(...)                                                                                \
    (const Expected[]){__VA_ARGS__}, sizeof((const Expected[]){__VA_ARGS__}) / sizeof(Expected)

static const struct {
    const char *rules, *text;
    const Expected *faults;
    size_t count;
} faulty[] = {
    {"", "", FAULTS({FAN_SETUP_EMPTY, 0, 0, 0, 0})},
    {"", " \n ", FAULTS({FAN_SETUP_EMPTY, 0, 0, 0, 0})},
    /* size */
    {"", "8/8/8", FAULTS({FAN_SETUP_SIZE, 0, 5, 0, 0})},
    {"", "9/9/9/9", FAULTS({FAN_SETUP_SIZE, 0, 7, 0, 0})},
    {"", "9", FAULTS({FAN_SETUP_SIZE, 0, 1, 0, 0})},
    {"", "1/1/1", FAULTS({FAN_SETUP_SIZE, 0, 5, 0, 0})},
    {"", "7/7/7/7/7/7/7/7/7", FAULTS({FAN_SETUP_SIZE, 0, 17, 0, 0})},
    {"", "9/9/9/9/9/9/9", FAULTS({FAN_SETUP_SIZE, 0, 13, 0, 0})},
    {"", "17/17/17", FAULTS({FAN_SETUP_SIZE, 0, 8, 0, 0})},
    {"", "99999999999/99999999999/99999999999", FAULTS({FAN_SETUP_SIZE, 0, 35, 0, 0})},
    {"", "16/16/16", FAULTS({FAN_SETUP_SIZE, 0, 8, 0, 0})},
    {"", "3/3/3/3/3/3/3/3/3/3/3/3/3/3/3/3/3", FAULTS({FAN_SETUP_SIZE, 0, 33, 0, 0})},
    {"", "  8/8/8", FAULTS({FAN_SETUP_SIZE, 2, 5, 0, 0})},
    /* characters */
    {"", "9/9/9/x8/9", FAULTS({FAN_SETUP_CHARACTER, 6, 1, 4, 0})},
    {"",
     "9/9/9/4\xFF"
     "4/9",
     FAULTS({FAN_SETUP_CHARACTER, 7, 1, 4, 0})},
    {"", "9/9/9/9/4-W3", FAULTS({FAN_SETUP_CHARACTER, 9, 1, 5, 0})},
    {"", "9/9/9/W08/9", FAULTS({FAN_SETUP_CHARACTER, 7, 2, 4, 0})},
    {"", "9/9/9/90/9", FAULTS({FAN_SETUP_RANK_LONG, 6, 2, 4, 0})},
    {"", "9/W09/9/9/9",
     FAULTS({FAN_SETUP_CHARACTER, 3, 2, 2, 0}, {FAN_SETUP_RANK_LONG, 2, 3, 2, 0})},
    {"", "x8/9/9/8y/9",
     FAULTS({FAN_SETUP_CHARACTER, 0, 1, 1, 0}, {FAN_SETUP_CHARACTER, 8, 1, 4, 0})},
    /* ranks */
    {"", "9/9/9W/9/9", FAULTS({FAN_SETUP_RANK_LONG, 4, 2, 3, 0})},
    {"", "9/9/8/9/9", FAULTS({FAN_SETUP_RANK_SHORT, 4, 1, 3, 0})},
    {"", "9/9//9/9", FAULTS({FAN_SETUP_RANK_SHORT, 4, 0, 3, 0})},
    {"", "9/9/9/9/", FAULTS({FAN_SETUP_RANK_SHORT, 8, 0, 5, 0})},
    {"", "/9/9/9/9 b", FAULTS({FAN_SETUP_RANK_SHORT, 0, 0, 1, 0})},
    {"", "9/9/9/9/999999999999999999999", FAULTS({FAN_SETUP_RANK_LONG, 8, 21, 5, 0})},
    /* 2^32 + 9 empty points; stones that lie off the board are on no point of it */
    {"", "9/9/4294967305/9/9", FAULTS({FAN_SETUP_RANK_LONG, 4, 10, 3, 0})},
    {"", "WWW/W2/3WWW", FAULTS({FAN_SETUP_RANK_LONG, 7, 4, 3, 0})},
    {"", "9/9/9/9/999W", FAULTS({FAN_SETUP_RANK_LONG, 8, 4, 5, 0})},
    /* where widths are as frequent the smaller one counts */
    {"", "3/5/7", FAULTS({FAN_SETUP_RANK_LONG, 2, 1, 2, 0}, {FAN_SETUP_RANK_LONG, 4, 1, 3, 0})},
    {"", "9/8/9/10/9",
     FAULTS({FAN_SETUP_RANK_SHORT, 2, 1, 2, 0}, {FAN_SETUP_RANK_LONG, 6, 2, 4, 0})},
    /* side and counters */
    {"", "9/9/9/9/9 x", FAULTS({FAN_SETUP_SIDE, 10, 1, 0, 0})},
    {"", "9/9/9/9/9 white", FAULTS({FAN_SETUP_SIDE, 10, 5, 0, 0})},
    {"", "9/9/9/9/9 0 1", FAULTS({FAN_SETUP_SIDE, 10, 1, 0, 0})},
    {"", "9/9/9/9/9 w x", FAULTS({FAN_SETUP_QUIET, 12, 1, 0, 0})},
    {"", "9/9/9/9/9 w -1", FAULTS({FAN_SETUP_QUIET, 12, 2, 0, 0})},
    {"", "9/9/9/9/9 w 1.5", FAULTS({FAN_SETUP_QUIET, 12, 3, 0, 0})},
    {"", "9/9/9/9/9 w 65536", FAULTS({FAN_SETUP_QUIET, 12, 5, 0, 0})},
    {"", "9/9/9/9/9 w 4294967296", FAULTS({FAN_SETUP_QUIET, 12, 10, 0, 0})},
    {"", "9/9/9/9/9 w 99999999999999999999 1", FAULTS({FAN_SETUP_QUIET, 12, 20, 0, 0})},
    {"", "9/9/9/9/9 w 0 0", FAULTS({FAN_SETUP_NUMBER, 14, 1, 0, 0})},
    {"", "9/9/9/9/9 w 0 65536", FAULTS({FAN_SETUP_NUMBER, 14, 5, 0, 0})},
    {"", "9/9/9/9/9 w 0 one", FAULTS({FAN_SETUP_NUMBER, 14, 3, 0, 0})},
    {"", "9/9/9/9/9 x y z",
     FAULTS({FAN_SETUP_SIDE, 10, 1, 0, 0}, {FAN_SETUP_QUIET, 12, 1, 0, 0},
            {FAN_SETUP_NUMBER, 14, 1, 0, 0})},
    /* fields */
    {"", "9/9/9/9/9 w 0 1 2", FAULTS({FAN_SETUP_REPEATED, 16, 1, 0, 0})},
    {"", "9/9/9/9/9 w 0 1 foo", FAULTS({FAN_SETUP_KEY, 16, 3, 0, 0})},
    {"", "9/9/9/9/9 w 0 1 foo:bar", FAULTS({FAN_SETUP_KEY, 16, 7, 0, 0})},
    {"", "9/9/9/9/9 foo:bar", FAULTS({FAN_SETUP_KEY, 10, 7, 0, 0})},
    {"", "9/9/9/9/9 :", FAULTS({FAN_SETUP_KEY, 10, 1, 0, 0})},
    {"", "9/9/9/9/9 w 0 1 firsts", FAULTS({FAN_SETUP_KEY, 16, 6, 0, 0})},
    {"", "9/9/9/9/9 w 0 1 first", FAULTS({FAN_SETUP_OPTION, 16, 5, 0, 0})},
    {"", "9/9/9/9/9 first", FAULTS({FAN_SETUP_OPTION, 10, 5, 0, 0})},
    {"first-turn=single", "9/9/9/9/9 first first", FAULTS({FAN_SETUP_REPEATED, 16, 5, 0, 0})},
    {"first-turn=single", "9/9/9/9/9 first 0", FAULTS({FAN_SETUP_REPEATED, 16, 1, 0, 0})},
    /* stones in hand: the field alone */
    {"", "3/3/3 hand:", FAULTS({FAN_SETUP_HAND, 6, 5, 0, 0})},
    {"", "3/3/3 hand:3", FAULTS({FAN_SETUP_HAND, 6, 6, 0, 0})},
    {"", "3/3/3 hand:3,", FAULTS({FAN_SETUP_HAND, 6, 7, 0, 0})},
    {"", "3/3/3 hand:,3", FAULTS({FAN_SETUP_HAND, 6, 7, 0, 0})},
    {"", "3/3/3 hand:33", FAULTS({FAN_SETUP_HAND, 6, 7, 0, 0})},
    {"", "3/3/3 hand:3,3,", FAULTS({FAN_SETUP_HAND, 6, 9, 0, 0})},
    {"", "3/3/3 hand:3,33", FAULTS({FAN_SETUP_HAND, 6, 9, 0, 0})},
    {"", "3/3/3 hand:3;3", FAULTS({FAN_SETUP_HAND, 6, 8, 0, 0})},
    {"", "3/3/3 hand:4,3", FAULTS({FAN_SETUP_HAND, 6, 8, 0, 0})},
    {"", "3/3/3 hand:3,4", FAULTS({FAN_SETUP_HAND, 6, 8, 0, 0})},
    {"", "3/3/3 hand:/,3", FAULTS({FAN_SETUP_HAND, 6, 8, 0, 0})},
    {"", "3/3/3 hand:3,/", FAULTS({FAN_SETUP_HAND, 6, 8, 0, 0})},
    {"", "3/3/3 hand:-1,3", FAULTS({FAN_SETUP_HAND, 6, 9, 0, 0})},
    {"", "3/3/3 hand:a,b", FAULTS({FAN_SETUP_HAND, 6, 8, 0, 0})},
    {"", "3/3/3 Hand:3,3", FAULTS({FAN_SETUP_KEY, 6, 8, 0, 0})},
    {"", "3/3/3 hand:3, 3",
     FAULTS({FAN_SETUP_HAND, 6, 7, 0, 0}, {FAN_SETUP_REPEATED, 14, 1, 0, 0})},
    {"", "3/3/3 hand:3,3 hand:3,3", FAULTS({FAN_SETUP_REPEATED, 15, 8, 0, 0})},
    {"", "3/3/3 hand:9,9 hand:3,3", FAULTS({FAN_SETUP_HAND, 6, 8, 0, 0})},
    {"", "3/3/3 hand:3,3 w", FAULTS({FAN_SETUP_KEY, 15, 1, 0, 0})},
    /* stones in hand and the board */
    {"", "9/9/9/9/9 hand:0,0", FAULTS({FAN_SETUP_HAND_BOARD, 10, 8, 0, 0})},
    {"", "5/5/5/5/5 w 0 1 hand:3,3", FAULTS({FAN_SETUP_HAND_BOARD, 16, 8, 0, 0})},
    {"", "3/3/3/3/3 hand:3,3", FAULTS({FAN_SETUP_HAND_BOARD, 10, 8, 0, 0})},
    /* stones in hand and on the board */
    {"", "3/1W1/3 b 1 1 hand:3,3", FAULTS({FAN_SETUP_HAND_STONES, 14, 8, 0, FAN_WHITE})},
    {"", "3/1W1/3 b 1 1 hand:1,3", FAULTS({FAN_SETUP_HAND_STONES, 14, 8, 0, FAN_WHITE})},
    {"", "3/1W1/3 b 1 1 hand:2,2", FAULTS({FAN_SETUP_HAND_STONES, 14, 8, 0, FAN_BLACK})},
    {"", "3/1W1/3 b 1 1 hand:0,0",
     FAULTS({FAN_SETUP_HAND_STONES, 14, 8, 0, FAN_WHITE},
            {FAN_SETUP_HAND_STONES, 14, 8, 0, FAN_BLACK})},
    {"", "WW1/WW1/BBB hand:0,0", FAULTS({FAN_SETUP_HAND_STONES, 12, 8, 0, FAN_WHITE})},
    {"", "WW1/WB1/BBB hand:0,0", FAULTS({FAN_SETUP_HAND_STONES, 12, 8, 0, FAN_BLACK})},
    {"", "WWW/WW1/1BB hand:0,0",
     FAULTS({FAN_SETUP_STONES, 0, 11, 0, FAN_WHITE}, {FAN_SETUP_HAND_STONES, 12, 8, 0, FAN_WHITE},
            {FAN_SETUP_HAND_STONES, 12, 8, 0, FAN_BLACK})},
    {"telo", "WW1/WW1/BBB", FAULTS({FAN_SETUP_HAND_STONES, 0, 11, 0, FAN_WHITE})},
    {"telo", " BB1/BB1/WW1", FAULTS({FAN_SETUP_HAND_STONES, 1, 11, 0, FAN_BLACK})},
    /* stones in hand and the side to move: White places first */
    {"", "3/3/3 b 0 1 hand:3,3", FAULTS({FAN_SETUP_HAND_SIDE, 12, 8, 0, 0})},
    {"", "3/1W1/3 w 0 1 hand:2,3", FAULTS({FAN_SETUP_HAND_SIDE, 14, 8, 0, 0})},
    {"", "3/1B1/3 w 0 1 hand:3,2", FAULTS({FAN_SETUP_HAND_SIDE, 14, 8, 0, 0})},
    {"", "3/1B1/3 b 0 1 hand:3,2", FAULTS({FAN_SETUP_HAND_SIDE, 14, 8, 0, 0})},
    {"", "B2/WW1/3 w 0 1 hand:1,2", FAULTS({FAN_SETUP_HAND_SIDE, 15, 8, 0, 0})},
    {"", "B2/WW1/2W b 0 1 hand:0,2", FAULTS({FAN_SETUP_HAND_SIDE, 16, 8, 0, 0})},
    {"", "BB1/WW1/2W w 0 1 hand:0,1", FAULTS({FAN_SETUP_HAND_SIDE, 17, 8, 0, 0})},
    {"telo", "3/3/3 b", FAULTS({FAN_SETUP_HAND_SIDE, 0, 5, 0, 0})},
    {"telo", "3/1W1/3", FAULTS({FAN_SETUP_HAND_SIDE, 0, 7, 0, 0})},
    /* rows */
    {"", "BBB/3/WWW hand:0,0", FAULTS({FAN_SETUP_ROWS, 0, 9, 0, 0})},
    {"telo", " WB1/WB1/WB1 b 7", FAULTS({FAN_SETUP_ROWS, 1, 11, 0, 0})},
    /* telo and its board */
    {"telo", "9/9/9/9/9", FAULTS({FAN_SETUP_OTHER_SIZE, 0, 9, 0, 0})},
    {"telo", "WWWWW4/9/9/9/9 b", FAULTS({FAN_SETUP_OTHER_SIZE, 0, 14, 0, 0})},
    {"telo", "3/3/3/3/3", FAULTS({FAN_SETUP_OTHER_SIZE, 0, 9, 0, 0})},
    {"telo", "8/8/8", FAULTS({FAN_SETUP_SIZE, 0, 5, 0, 0})},
    /* who gives: the field alone */
    {"", "WWWWWW3/9/9/9/9 vela:", FAULTS({FAN_SETUP_VELA, 16, 5, 0, 0})},
    {"", "WWWWWW3/9/9/9/9 vela:x", FAULTS({FAN_SETUP_VELA, 16, 6, 0, 0})},
    {"", "WWWWWW3/9/9/9/9 vela:white", FAULTS({FAN_SETUP_VELA, 16, 10, 0, 0})},
    {"", "WWWWWW3/9/9/9/9 vela:w,", FAULTS({FAN_SETUP_VELA, 16, 7, 0, 0})},
    {"", "WWWWWW3/9/9/9/9 vela:w vela:w", FAULTS({FAN_SETUP_REPEATED, 23, 6, 0, 0})},
    {"", "WWWWWW3/9/9/9/9 vela:w 3", FAULTS({FAN_SETUP_REPEATED, 23, 1, 0, 0})},
    {"", "WWWWWW3/9/9/9/9 VELA:w", FAULTS({FAN_SETUP_KEY, 16, 6, 0, 0})},
    /* who gives, and the rules */
    {"vela=black", "WWWWWW3/BBBBBB3/9/9/9 vela:w", FAULTS({FAN_SETUP_OPTION, 22, 6, 0, 0})},
    {"vela=white", "WWWWWW3/BBBBBB3/9/9/9 b 3 vela:b", FAULTS({FAN_SETUP_OPTION, 26, 6, 0, 0})},
    /* who gives, and the board */
    {"", "WWW/WWW/BBB/BBB/3 vela:w", FAULTS({FAN_SETUP_VELA_BOARD, 18, 6, 0, 0})},
    {"", "WWWWWW1/7/7 vela:w", FAULTS({FAN_SETUP_VELA_BOARD, 12, 6, 0, 0})},
    {"", "WWWWWW1/7/7/7/7 b 0 1 vela:w", FAULTS({FAN_SETUP_VELA_BOARD, 22, 6, 0, 0})},
    {"", "WWWWWW3/9/9 vela:w", FAULTS({FAN_SETUP_VELA_BOARD, 12, 6, 0, 0})},
    {"", "3/3/3 vela:b", FAULTS({FAN_SETUP_VELA_BOARD, 6, 6, 0, 0})},
    {"vela=white", "WWWWWW1/7/7", FAULTS({FAN_SETUP_VELA_BOARD, 0, 11, 0, 0})},
    {"vela=black", "3/3/3 w", FAULTS({FAN_SETUP_VELA_BOARD, 0, 5, 0, 0})},
    {"vela=white", "3/3/3 hand:3,3", FAULTS({FAN_SETUP_VELA_BOARD, 0, 5, 0, 0})},
    {"", "3/3/3 hand:3,3 vela:w", FAULTS({FAN_SETUP_VELA_BOARD, 15, 6, 0, 0})},
    {"telo", "3/3/3 vela:w", FAULTS({FAN_SETUP_VELA_BOARD, 6, 6, 0, 0})},
    /* who gives, and how much is left to give */
    {"", "WWWWW4/9/BBBBBB3/9/9 vela:w", FAULTS({FAN_SETUP_VELA_STONES, 21, 6, 0, 0})},
    {"", "BBBBB/WWWWW/W4/5/5 b 0 1 vela:b", FAULTS({FAN_SETUP_VELA_STONES, 25, 6, 0, 0})},
    {"", "9/9/9/9/9 vela:w", FAULTS({FAN_SETUP_VELA_STONES, 10, 6, 0, 0})},
    {"vela=white", "WWWWW4/9/9/9/9 vela:w", FAULTS({FAN_SETUP_VELA_STONES, 15, 6, 0, 0})},
    /* with a board that is none, only the fields are looked at */
    {"", "8/8/8 hand:9,9 vela:x",
     FAULTS({FAN_SETUP_SIZE, 0, 5, 0, 0}, {FAN_SETUP_HAND, 6, 8, 0, 0},
            {FAN_SETUP_VELA, 15, 6, 0, 0})},
    {"", "8/8/8 hand:3,3 vela:w", FAULTS({FAN_SETUP_SIZE, 0, 5, 0, 0})},
    /* stones */
    {"", "WWW/WW1/3", FAULTS({FAN_SETUP_STONES, 0, 9, 0, FAN_WHITE})},
    {"", "BBB/BB1/3", FAULTS({FAN_SETUP_STONES, 0, 9, 0, FAN_BLACK})},
    {"", "  WWWWW/WWWWW/WWWBB/BBBBB/BBBBB b", FAULTS({FAN_SETUP_STONES, 2, 29, 0, FAN_WHITE})},
    {"", "5/5/WWWWW/WWWWW/WWW2", FAULTS({FAN_SETUP_STONES, 0, 20, 0, FAN_WHITE})},
    /* all of them at once */
    {"", "9/8/9/9x/9 q -1 0 first 3",
     FAULTS({FAN_SETUP_RANK_SHORT, 2, 1, 2, 0}, {FAN_SETUP_CHARACTER, 7, 1, 4, 0},
            {FAN_SETUP_RANK_LONG, 6, 2, 4, 0}, {FAN_SETUP_SIDE, 11, 1, 0, 0},
            {FAN_SETUP_QUIET, 13, 2, 0, 0}, {FAN_SETUP_NUMBER, 16, 1, 0, 0},
            {FAN_SETUP_OPTION, 18, 5, 0, 0}, {FAN_SETUP_REPEATED, 24, 1, 0, 0})},
    {"", "WWW/BBB/2x q hand:1,1 vela:b first hand:0,0 9",
     FAULTS({FAN_SETUP_CHARACTER, 9, 1, 3, 0}, {FAN_SETUP_SIDE, 11, 1, 0, 0},
            {FAN_SETUP_OPTION, 29, 5, 0, 0}, {FAN_SETUP_REPEATED, 35, 8, 0, 0},
            {FAN_SETUP_REPEATED, 44, 1, 0, 0}, {FAN_SETUP_HAND_STONES, 13, 8, 0, FAN_WHITE},
            {FAN_SETUP_HAND_STONES, 13, 8, 0, FAN_BLACK}, {FAN_SETUP_ROWS, 0, 10, 0, 0},
            {FAN_SETUP_VELA_BOARD, 22, 6, 0, 0})},
};

static void every_fault_is_told_with_its_place(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(faulty); i++) {
        expect_faults(faulty[i].rules, faulty[i].text, faulty[i].faults, faulty[i].count);
    }
}

static void half_the_points_but_one_are_the_most_stones(void **state) {
    (void)state;
    assert_int_equal(read("", "WWW/W2/3", NULL, 0), 0);
    assert_int_equal(read("", "BBB/B1W/WWW", NULL, 0), 0);
    assert_int_equal(read("", "BBB/BBW/WWW", NULL, 0), 1);
    assert_int_equal(read("", "WWWWWWW/WWWWWWW/WWWWWWW/WWW4/7/7/7", NULL, 0), 0);
    assert_int_equal(read("", "WWWWWWW/WWWWWWW/WWWWWWW/WWWW3/7/7/7", NULL, 0), 1);
    assert_int_equal(read("", "WWW/WW1/BBB/BBB/BBB", NULL, 0), 1);
}

static void a_side_without_stones_is_a_good_text(void **state) {
    (void)state;
    assert_int_equal(read("", "9/9/4W4/9/9 b 3 7", NULL, 0), 0);
    assert_int_equal(read("", "9/9/9/9/9", NULL, 0), 0);
}

static void a_board_asked_for_must_be_the_one_of_the_text(void **state) {
    (void)state;
    FanRules rules = fan_rules_default();
    FanBoard asked, board;
    FanPosition position;
    FanSetupError error;
    static const char tsivy[] = "8B/9/9/9/W8", dimy[] = "4B/5/5/5/W4";
    assert_true(fan_board_init(&asked, 9, 5));
    assert_int_equal(
        fan_position_read(&board, &position, &rules, &asked, tsivy, strlen(tsivy), &error, 1), 0);
    assert_int_equal(
        fan_position_read(&board, &position, &rules, &asked, dimy, strlen(dimy), &error, 1), 1);
    assert_int_equal(error.fault, FAN_SETUP_OTHER_SIZE);
    assert_int_equal(error.offset, 0);
    assert_int_equal(error.length, strlen(dimy));
    assert_int_equal(fan_position_read(&board, &position, &rules, &asked, "9/9/9", 5, &error, 1),
                     1);
    assert_int_equal(error.fault, FAN_SETUP_OTHER_SIZE);
    assert_int_equal(fan_position_read(&board, &position, &rules, &asked, "5/5/5 q", 7, &error, 1),
                     2);
    assert_int_equal(error.fault, FAN_SETUP_OTHER_SIZE);
}

static void a_faulty_text_changes_nothing(void **state) {
    (void)state;
    FanRules rules = fan_rules_default(), rules_before = rules;
    FanBoard board, board_before;
    FanPosition position, position_before;
    memset(&board, 0x5A, sizeof board);
    memset(&position, 0x5A, sizeof position);
    board_before = board;
    position_before = position;
    static const char *const texts[] = {"",
                                        "8/8/8",
                                        "9/9/9/9/9 q",
                                        "WWW/WWW/WWW",
                                        "9/9/9/9/8",
                                        "3/3/3 b 0 1 hand:3,3",
                                        "3/3/3 w 0 1 hand:3,3 x",
                                        "WWWWWW3/9/9/9/9 w 0 1 vela:w x",
                                        "9/9/9/9/9 vela:w"};
    for (size_t i = 0; i < COUNT(texts); i++) {
        assert_true(fan_position_read(&board, &position, &rules, NULL, texts[i], strlen(texts[i]),
                                      NULL, 0) > 0);
        assert_memory_equal(&board, &board_before, sizeof board);
        assert_memory_equal(&position, &position_before, sizeof position);
        assert_true(fan_rules_equal(&rules, &rules_before));
    }
}

static void faults_past_the_room_are_counted_not_written(void **state) {
    (void)state;
    static const char text[] = "xxxxxxxxx/9/9/9/9 q -1 0";
    for (size_t room = 0; room <= 13; room++) {
        FanSetupError errors[14];
        memset(errors, 0x5A, sizeof errors);
        assert_int_equal(read("", text, errors, room), 12);
        for (size_t i = 0; i < 14; i++) {
            assert_int_equal(errors[i].fault == 0x5A, i >= room || i >= 12);
        }
    }
}

static void text_longer_than_the_limit_is_refused(void **state) {
    (void)state;
    static char text[FAN_POSITION_INPUT_MAX + 1];
    FanSetupError error;
    FanRules rules = fan_rules_default();
    FanBoard board;
    FanPosition position;
    memset(text, ' ', sizeof text);
    memcpy(text, "9/9/9/9/9", 9);
    assert_int_equal(
        fan_position_read(&board, &position, &rules, NULL, text, FAN_POSITION_INPUT_MAX, &error, 1),
        0);
    assert_int_equal(fan_position_read(&board, &position, &rules, NULL, text,
                                       FAN_POSITION_INPUT_MAX + 1, &error, 1),
                     1);
    assert_int_equal(error.fault, FAN_SETUP_LENGTH);
    assert_int_equal(error.offset, FAN_POSITION_INPUT_MAX);
    assert_int_equal(error.length, 0);
}

/* The worst that fits: every rank is told by its own number. */
static void hundreds_of_ranks_are_told_by_their_numbers(void **state) {
    (void)state;
    static char text[FAN_POSITION_INPUT_MAX];
    static FanSetupError errors[2 * FAN_POSITION_INPUT_MAX];
    memset(text, '/', sizeof text);
    FanRules rules = fan_rules_default();
    FanBoard board;
    FanPosition position;
    size_t count = fan_position_read(&board, &position, &rules, NULL, text, sizeof text, errors,
                                     COUNT(errors));
    assert_int_equal(count, sizeof text + 2);
    assert_int_equal(errors[0].fault, FAN_SETUP_SIZE);
    for (size_t i = 1; i < count; i++) {
        assert_int_equal(errors[i].fault, FAN_SETUP_RANK_SHORT);
        assert_int_equal(errors[i].rank, i);
        assert_int_equal(errors[i].offset, i - 1);
    }
}

static void text_is_read_to_its_length_and_no_further(void **state) {
    (void)state;
    static const char text[] = "8B/9/9/9/W8 b 12 34";
    FanRules rules = fan_rules_default();
    FanBoard board;
    FanPosition position;
    assert_int_equal(fan_position_read(&board, &position, &rules, NULL, text, 15, NULL, 0), 0);
    assert_int_equal(position.quiet, 1);
    assert_int_equal(position.number, 1);
    assert_int_equal(fan_position_read(&board, &position, &rules, NULL, text, 11, NULL, 0), 0);
    assert_int_equal(position.side, FAN_WHITE);
    assert_int_equal(fan_position_read(&board, &position, &rules, NULL, text, 9, NULL, 0), 1);
    assert_int_equal(fan_position_read(&board, &position, &rules, NULL, "9/9/9/9/9\0", 10, NULL, 0),
                     2);
}

static void the_longest_texts_fit_their_room(void **state) {
    (void)state;
    for (int i = 0; i < BOARD_SIZES; i++) {
        Sample sample = sample_start(board_sizes[i], "first-turn=single");
        char text[FAN_POSITION_TEXT_MAX];
        sample.position.stones[FAN_WHITE] = UINT64_C(0x5555555555555555) & sample.board.all;
        sample.position.stones[FAN_BLACK] = 0;
        sample.position.quiet = sample.position.number = FAN_COUNTER_MAX;
        size_t length = fan_position_write(&sample.board, &sample.position, text);
        assert_int_equal(length, strlen(text));
        assert_string_equal(text + length - 20, " w 65535 65535 first");
    }
    for (unsigned i = 0; i < 2; i++) {
        Sample sample = sample_of_variant(i ? "tsivy" : "telo", i ? "vela=white" : "", "");
        char text[FAN_POSITION_TEXT_MAX];
        if (i) {
            sample.position.stones[FAN_WHITE] = UINT64_C(0x5555555555555555) & sample.board.all;
            sample.position.stones[FAN_BLACK] = 0;
        }
        sample.position.first = 1;
        sample.position.quiet = sample.position.number = FAN_COUNTER_MAX;
        size_t length = fan_position_write(&sample.board, &sample.position, text);
        assert_int_equal(length, strlen(text));
        assert_true(strstr(text, i ? " 65535 65535 vela:w first" : " 65535 65535 hand:3,3 first"));
    }
}

static void reading_what_was_written_gives_the_same_position(void **state) {
    (void)state;
    Random random = {2};
    for (int i = 0; i < 2000; i++) {
        Sample sample = sample_random(&random);
        char text[FAN_POSITION_TEXT_MAX], again[FAN_POSITION_TEXT_MAX];
        FanBoard board;
        FanPosition position;
        size_t length = fan_position_write(&sample.board, &sample.position, text);
        if (fan_position_read(&board, &position, &sample.rules, &sample.board, text, length, NULL,
                              0) != 0 ||
            !fan_position_equal(&position, &sample.position)) {
            fail_sample(&sample, "not read back", text);
        }
        fan_position_write(&board, &position, again);
        assert_string_equal(text, again);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reading_is_lenient_and_writing_canonical),
        cmocka_unit_test(the_rules_follow_the_text),
        cmocka_unit_test(the_other_rules_are_left_alone),
        cmocka_unit_test(points_lie_where_the_text_has_them),
        cmocka_unit_test(the_size_comes_from_the_text),
        cmocka_unit_test(every_fault_is_told_with_its_place),
        cmocka_unit_test(half_the_points_but_one_are_the_most_stones),
        cmocka_unit_test(a_side_without_stones_is_a_good_text),
        cmocka_unit_test(a_board_asked_for_must_be_the_one_of_the_text),
        cmocka_unit_test(a_faulty_text_changes_nothing),
        cmocka_unit_test(faults_past_the_room_are_counted_not_written),
        cmocka_unit_test(text_longer_than_the_limit_is_refused),
        cmocka_unit_test(hundreds_of_ranks_are_told_by_their_numbers),
        cmocka_unit_test(text_is_read_to_its_length_and_no_further),
        cmocka_unit_test(the_longest_texts_fit_their_room),
        cmocka_unit_test(reading_what_was_written_gives_the_same_position),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
