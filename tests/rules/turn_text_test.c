/* Turns as text (R9.1) and their lenient reading (R9.2). */
#include "rules/sample.h"

#define START    ""
#define CAPTURES "6B2/9/9/5W1B1/6B2"  /* f2 may go to e3 by W and to g2 by A, and on */
#define BOTH     "9/9/B1BW1B3/9/9"    /* d3-e3 takes either way */
#define THREE    "4B4/3BW1B2/9/9/6B2" /* e4-f4-g3-g2 in three ways, e4-f4 in two */
#define QUIET    "8B/9/4W4/9/9"
#define TALL     "2B/3/3/3/3/W2/3/3/3/3/3/3/3/3/3" /* 3×15, a stone on a10 */

#define PLACING "3/1W1/3 b 1 1 hand:2,3"
#define MOVING  "WB1/WB1/BW1 w 6 4 hand:0,0" /* of White's stones only b1 can move, to c1 */
#define GIVER   "5/5/2B2/W4/WWWWW w 0 1 vela:w"
#define TAKER   "9/9/B1WWW4/9/1W3WWWW b 0 1 vela:w"

static FanTurnReading read(const Sample *sample, const char *text, FanTurn *turn,
                           FanTurnError *error) {
    return fan_turn_read(&sample->board, &sample->rules, &sample->position, text, strlen(text),
                         turn, error);
}

/* --- Good texts --------------------------------------------------------------------------------
 */

static const struct {
    const char *position, *text, *canonical;
} readable[] = {
    /* the forms of the rules, as written */
    {START, "e2-e3A", "e2-e3A"},
    {START, "d3-e3W", "d3-e3W"},
    {QUIET, "e3-e2", "e3-e2"},
    {CAPTURES, "f2-e3W-f4A-g3A", "f2-e3W-f4A-g3A"},
    {"9/9/3B5/9/2W1B4", "c1-d1A-d2A", "c1-d1A-d2A"},
    {"9/9/3B5/9/2W1B4", "c1d1d2", "c1-d1A-d2A"},
    /* case */
    {START, "E2-E3A", "e2-e3A"},
    {START, "e2-E3a", "e2-e3A"},
    {START, "D3-e3w", "d3-e3W"},
    {CAPTURES, "F2-E3W-f4a-G3A", "f2-e3W-f4A-g3A"},
    /* separators missing */
    {START, "e2e3A", "e2-e3A"},
    {QUIET, "e3e2", "e3-e2"},
    {CAPTURES, "f2e3Wf4Ag3A", "f2-e3W-f4A-g3A"},
    {CAPTURES, "f2-e3Wf4A-g3A", "f2-e3W-f4A-g3A"},
    /* signs for kinds */
    {START, "e2-e3+", "e2-e3A"},
    {START, "d3-e3+", "d3-e3A"},
    {START, "d3-e3-", "d3-e3W"},
    {START, "d3e3-", "d3-e3W"},
    {START, "d3e3+", "d3-e3A"},
    {CAPTURES, "f2-e3--f4+-g3+", "f2-e3W-f4A-g3A"},
    {CAPTURES, "f2e3--f4+g3+", "f2-e3W-f4A-g3A"},
    {CAPTURES, "f2-g2A-g3-", "f2-g2A-g3W"},
    {CAPTURES, "f2-g2+g3-", "f2-g2A-g3W"},
    /* kinds left out */
    {START, "e2-e3", "e2-e3A"},
    {START, "e2e3", "e2-e3A"},
    {CAPTURES, "f2-e3", "f2-e3W"},
    {CAPTURES, "f2-e3-f4-g3", "f2-e3W-f4A-g3A"},
    {CAPTURES, "f2e3f4g3", "f2-e3W-f4A-g3A"},
    {CAPTURES, "f2-e3-f4A-g3", "f2-e3W-f4A-g3A"},
    {CAPTURES, "f2-g2-g3", "f2-g2A-g3W"},
    {THREE, "e4-f4-g3-g2W", "e4-f4W-g3W-g2W"},
    {THREE, "e4-f4A-g3-g2", "e4-f4A-g3W-g2A"},
    /* blanks around */
    {START, "  e2-e3A\r\n", "e2-e3A"},
    {START, "\td3-e3- ", "d3-e3W"},
    /* the longest number that is a rank */
    {TALL, "a10-a11", "a10-a11"},
    {TALL, "a10a9", "a10-a9"},
    {TALL, "A10B10", "a10-b10"},
    /* letters that are points where a number follows */
    {"W1B6/9/9/9/9", "a5b5a", "a5-b5A"},
    {"W8/9/9/9/8B", "a5a4", "a5-a4"},
    {"W8/9/9/9/8B", "a5-a4", "a5-a4"},
    {"9/W1B6/1B7/9/9", "a4b4a", "a4-b4A"},
    /* placements; `a` and `b` are files here, never kinds */
    {PLACING, "a1", "a1"},
    {PLACING, "A1", "a1"},
    {PLACING, "C3", "c3"},
    {PLACING, " \tb3 \r\n", "b3"},
    {"3/3/3 w 0 1 hand:3,3", "b2", "b2"},
    {"WB1/WB1/1W1 b 5 3 hand:0,1", "a1", "a1"},
    /* the rest of telo, and vela */
    {MOVING, "b1-c1", "b1-c1"},
    {MOVING, "B1C1", "b1-c1"},
    {GIVER, "c1-c2", "c1-c2"},
    {GIVER, "c1c2", "c1-c2"},
    {GIVER, "a1b2", "a1-b2"},
    {TAKER, "a3-b3A", "a3-b3A"},
    {TAKER, "a3-b3", "a3-b3A"},
    {TAKER, "a3b3+", "a3-b3A"},
    {"9/9/WWWB5/9/5WWWW b vela:w", "d3e3-", "d3-e3W"},
    {"9/9/WWWB5/9/5WWWW b vela:w", "d3-e3", "d3-e3W"},
};

static void lenient_forms_are_read_as_what_they_mean(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(readable); i++) {
        Sample sample = sample_of("", readable[i].position);
        FanTurn turn, wanted = plain_turn(&sample.board, readable[i].canonical);
        if (read(&sample, readable[i].text, &turn, NULL) != FAN_TURN_READ ||
            !fan_turn_equal(&turn, &wanted)) {
            fail_sample(&sample, "not read as it means", readable[i].text);
        }
    }
}

/* A point `a4` within a chain is not the kind A and a stray 4. */
static void a_letter_before_a_digit_is_a_point(void **state) {
    (void)state;
    Sample sample = sample_of("", "9/9/9/1W7/2B6");
    FanTurn turn;
    FanTurnError error;
    /* b2-a3 is a withdrawal from c1; a3 must not be read as A. */
    assert_int_equal(read(&sample, "b2a3", &turn, &error), FAN_TURN_READ);
    assert_string_equal(turn_text(&sample.board, &turn), "b2-a3W");
    assert_int_equal(read(&sample, "b2a3w", &turn, &error), FAN_TURN_READ);
    assert_string_equal(turn_text(&sample.board, &turn), "b2-a3W");
}

/* --- Written wrongly ---------------------------------------------------------------------------
 */

static const struct {
    const char *position, *text;
    FanTurnFault fault;
    size_t offset;
} malformed[] = {
    {START, "", FAN_TURN_FAULT_EMPTY, 0},
    {START, "   ", FAN_TURN_FAULT_EMPTY, 0},
    {START, "e", FAN_TURN_FAULT_POINT, 0},
    {START, "e2", FAN_TURN_FAULT_END, 2},
    {START, "  e2", FAN_TURN_FAULT_END, 4},
    {START, "e2-", FAN_TURN_FAULT_END, 3},
    {START, "e2- ", FAN_TURN_FAULT_END, 3},
    {START, "e2--", FAN_TURN_FAULT_KIND, 2},
    {START, "e2--e3", FAN_TURN_FAULT_KIND, 2},
    {START, "e2A", FAN_TURN_FAULT_KIND, 2},
    {START, "e2+", FAN_TURN_FAULT_KIND, 2},
    {START, "e2w-e3", FAN_TURN_FAULT_KIND, 2},
    {START, "e2-e3AA", FAN_TURN_FAULT_KIND, 6},
    {START, "e2-e3AW", FAN_TURN_FAULT_KIND, 6},
    {START, "e2-e3A+", FAN_TURN_FAULT_KIND, 6},
    {START, "e2-e3A-", FAN_TURN_FAULT_KIND, 6},
    {START, "e2-e3--", FAN_TURN_FAULT_KIND, 6},
    {START, "e2-e3---f4", FAN_TURN_FAULT_KIND, 6},
    {START, "e2-e3A--f4", FAN_TURN_FAULT_KIND, 6},
    {START, "-e2-e3", FAN_TURN_FAULT_CHARACTER, 0},
    {START, "+", FAN_TURN_FAULT_CHARACTER, 0},
    {START, "A", FAN_TURN_FAULT_POINT, 0},
    {START, "e2 e3", FAN_TURN_FAULT_CHARACTER, 2},
    {START, "e2-e3 A", FAN_TURN_FAULT_CHARACTER, 5},
    {START, "e2x3", FAN_TURN_FAULT_POINT, 2},
    {START, "e2-j3", FAN_TURN_FAULT_POINT, 3},
    {START, "e2-e6", FAN_TURN_FAULT_POINT, 3},
    {START, "e2-e0", FAN_TURN_FAULT_POINT, 3},
    {START, "e2-e03", FAN_TURN_FAULT_POINT, 3},
    {START, "e2-e33", FAN_TURN_FAULT_CHARACTER, 5},
    {START, "e2-e3A6", FAN_TURN_FAULT_POINT, 5},
    {START, "e2-e3A0", FAN_TURN_FAULT_POINT, 5},
    {START, "e2-e3W4", FAN_TURN_FAULT_POINT, 5},
    {START, "e2-e3x", FAN_TURN_FAULT_POINT, 5},
    {START, "e2-e3-A", FAN_TURN_FAULT_POINT, 6},
    {START, "e2-e3!", FAN_TURN_FAULT_CHARACTER, 5},
    {START,
     "e2\xE2\x80\x93"
     "e3",
     FAN_TURN_FAULT_CHARACTER, 2},
    {START, "22-e3", FAN_TURN_FAULT_CHARACTER, 0},
    {START, "e99999999999999999999", FAN_TURN_FAULT_POINT, 0},
    {TALL, "a10-a16", FAN_TURN_FAULT_CHARACTER, 6},
    {TALL, "a10-a155", FAN_TURN_FAULT_CHARACTER, 7},
    {TALL, "a10-d9", FAN_TURN_FAULT_POINT, 4},
    {PLACING, "", FAN_TURN_FAULT_EMPTY, 0},
    {PLACING, "a", FAN_TURN_FAULT_POINT, 0},
    {PLACING, "d1", FAN_TURN_FAULT_POINT, 0},
    {PLACING, "a4", FAN_TURN_FAULT_POINT, 0},
    {PLACING, "a0", FAN_TURN_FAULT_POINT, 0},
    {PLACING, "2", FAN_TURN_FAULT_CHARACTER, 0},
    {PLACING, "a11", FAN_TURN_FAULT_CHARACTER, 2},
    {PLACING, "a1A", FAN_TURN_FAULT_KIND, 2},
    {PLACING, "a1W", FAN_TURN_FAULT_KIND, 2},
    {PLACING, "a1+", FAN_TURN_FAULT_KIND, 2},
    {PLACING, "a1-", FAN_TURN_FAULT_END, 3},
    {PLACING, "a1--", FAN_TURN_FAULT_KIND, 2},
    {PLACING, "-a1", FAN_TURN_FAULT_CHARACTER, 0},
    {PLACING, "a1 b1", FAN_TURN_FAULT_CHARACTER, 2},
    {GIVER, "c1", FAN_TURN_FAULT_END, 2},
    {TAKER, "a3", FAN_TURN_FAULT_END, 2},
    {"BBB/B1W/WWW", "a1", FAN_TURN_FAULT_END, 2}, /* 3×3 is not telo by itself */
};

static void bad_writing_is_told_with_its_place(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(malformed); i++) {
        Sample sample = sample_of("", malformed[i].position);
        FanTurn turn, before;
        FanTurnError error;
        memset(&turn, 0x5A, sizeof turn);
        before = turn;
        if (read(&sample, malformed[i].text, &turn, &error) != FAN_TURN_MALFORMED) {
            fail_sample(&sample, "not malformed", malformed[i].text);
        }
        if (error.reading != FAN_TURN_MALFORMED || error.fault != malformed[i].fault ||
            error.offset != malformed[i].offset) {
            fail_msg("\"%s\": fault %d at %zu", malformed[i].text, error.fault, error.offset);
        }
        assert_int_equal(error.candidates, 0);
        assert_int_equal(error.refusal.code, FAN_LEGAL);
        assert_memory_equal(&turn, &before, sizeof turn);
        assert_int_equal(read(&sample, malformed[i].text, &turn, NULL), FAN_TURN_MALFORMED);
    }
}

static void text_is_read_to_its_length_and_no_further(void **state) {
    (void)state;
    Sample sample = sample_of("", START);
    FanTurn turn;
    FanTurnError error;
    static const char text[] = "d3-e3-A4";
    assert_int_equal(
        fan_turn_read(&sample.board, &sample.rules, &sample.position, text, 6, &turn, &error),
        FAN_TURN_READ);
    assert_string_equal(turn_text(&sample.board, &turn), "d3-e3W");
    assert_int_equal(
        fan_turn_read(&sample.board, &sample.rules, &sample.position, text, 5, &turn, &error),
        FAN_TURN_AMBIGUOUS);
    assert_int_equal(
        fan_turn_read(&sample.board, &sample.rules, &sample.position, text, 4, &turn, &error),
        FAN_TURN_MALFORMED);
    assert_int_equal(
        fan_turn_read(&sample.board, &sample.rules, &sample.position, "e2-e3A\0", 7, &turn, &error),
        FAN_TURN_MALFORMED);
    assert_int_equal(error.offset, 6);
}

static void text_longer_than_any_turn_is_refused(void **state) {
    (void)state;
    Sample sample = sample_of("", START);
    static char text[FAN_TURN_INPUT_MAX + 1];
    FanTurn turn;
    FanTurnError error;
    memset(text, ' ', sizeof text);
    memcpy(text, "e2-e3A", 6);
    assert_int_equal(fan_turn_read(&sample.board, &sample.rules, &sample.position, text,
                                   FAN_TURN_INPUT_MAX, &turn, &error),
                     FAN_TURN_READ);
    assert_int_equal(fan_turn_read(&sample.board, &sample.rules, &sample.position, text,
                                   FAN_TURN_INPUT_MAX + 1, &turn, &error),
                     FAN_TURN_MALFORMED);
    assert_int_equal(error.fault, FAN_TURN_FAULT_LENGTH);
    assert_int_equal(error.offset, FAN_TURN_INPUT_MAX);
}

/* 24 steps are the most a turn can have; a step more is still read, to be called illegal. */
static void more_points_than_any_turn_has_are_refused(void **state) {
    (void)state;
    Sample sample = sample_of("", START);
    char text[256] = "e2";
    FanTurn turn;
    FanTurnError error;
    for (size_t steps = 1; steps <= 40; steps++) {
        strcat(text, steps % 2 ? "e3" : "e2");
        FanTurnReading reading = read(&sample, text, &turn, &error);
        if (steps == 1) {
            assert_int_equal(reading, FAN_TURN_READ);
        } else if (steps <= FAN_CHAIN_MAX + 1) {
            assert_int_equal(reading, FAN_TURN_ILLEGAL);
        } else {
            assert_int_equal(reading, FAN_TURN_MALFORMED);
            assert_int_equal(error.fault, FAN_TURN_FAULT_LENGTH);
            assert_int_equal(error.offset, 2 * (FAN_CHAIN_MAX + 2));
        }
    }
}

/* --- Illegal -----------------------------------------------------------------------------------
 */

static const struct {
    const char *rules, *position, *text;
    FanRefusalCode code;
    FanClause clause;
    unsigned step;
    size_t offset;
} illegal[] = {
    {"", "9/9/4W4/9/9 b", "e3-e4", FAN_REFUSED_ENDED, FAN_CLAUSE(5, 1), 0, 0},
    {"", "9/9/9/BB7/WB7", " a1-a2", FAN_REFUSED_ENDED, FAN_CLAUSE(5, 2), 0, 1},
    {"", "8B/9/4W4/9/9 w 50", "e3-e4", FAN_REFUSED_ENDED, FAN_CLAUSE(5, 3), 0, 0},
    {"", QUIET, "a1-a2", FAN_REFUSED_EMPTY, FAN_CLAUSE(3, 1), 0, 0},
    {"", QUIET, "i5-i4", FAN_REFUSED_ENEMY, FAN_CLAUSE(3, 1), 0, 0},
    {"", START, "e2-d2", FAN_REFUSED_OCCUPIED, FAN_CLAUSE(3, 1), 0, 3},
    {"", START, "e2-e4", FAN_REFUSED_NO_LINE, FAN_CLAUSE(1, 2), 0, 3},
    {"", START, "e2-e2", FAN_REFUSED_NO_LINE, FAN_CLAUSE(1, 2), 0, 3},
    {"", "8B/9/3W5/9/9", "d3-e4", FAN_REFUSED_NO_LINE, FAN_CLAUSE(1, 2), 0, 3},
    {"", "9/9/W1B6/9/8W", "i1-h1", FAN_REFUSED_MUST_CAPTURE, FAN_CLAUSE(3, 1), 0, 3},
    {"", "9/9/W1B6/9/8W", "a3-a4", FAN_REFUSED_MUST_CAPTURE, FAN_CLAUSE(3, 1), 0, 3},
    {"", "3B5/3W2B2/9/3B5/9", "d4-d3A-d4A", FAN_REFUSED_VISITED, FAN_CLAUSE(4, 2), 1, 7},
    {"", "3B5/3W2B2/9/3B5/9", "d4-d3-d4", FAN_REFUSED_VISITED, FAN_CLAUSE(4, 2), 1, 6},
    {"", "7B1/BW2B4/9/9/9", "b4-c4W-d4A", FAN_REFUSED_DIRECTION, FAN_CLAUSE(4, 3), 1, 7},
    {"", CAPTURES, "f2-g2A-g3W-g4A", FAN_REFUSED_DIRECTION, FAN_CLAUSE(4, 3), 2, 11},
    {"", START, "e2-e3W", FAN_REFUSED_NO_WITHDRAWAL, FAN_CLAUSE(3, 3), 0, 3},
    {"", CAPTURES, "f2-e3A", FAN_REFUSED_NO_APPROACH, FAN_CLAUSE(3, 2), 0, 3},
    {"", CAPTURES, "f2-g2-g3-h3", FAN_REFUSED_NOT_CAPTURING, FAN_CLAUSE(4, 1), 2, 9},
    {"", QUIET, "e3-e4-e5", FAN_REFUSED_OVER, FAN_CLAUSE(4, 1), 1, 6},
    {"", QUIET, "e3-e4A", FAN_REFUSED_NO_APPROACH, FAN_CLAUSE(3, 2), 0, 3},
    {"chain=mandatory", CAPTURES, "f2-e3W", FAN_REFUSED_STOP, FAN_CLAUSE(8, 0), 1, 3},
    {"chain=mandatory", CAPTURES, "f2e3f4", FAN_REFUSED_STOP, FAN_CLAUSE(8, 0), 2, 4},
    {"first-turn=single", CAPTURES " w 0 1 first", "f2-g2A-g3W", FAN_REFUSED_SINGLE,
     FAN_CLAUSE(8, 0), 1, 7},
    /* the longest beginning that fits some turn is what counts */
    {"", THREE, "e4-f4-g3-g2-g1", FAN_REFUSED_DIRECTION, FAN_CLAUSE(4, 3), 3, 12},
    {"", THREE, "e4-f4-g3-g2W-h2", FAN_REFUSED_NOT_CAPTURING, FAN_CLAUSE(4, 1), 3, 13},
    {"", "6B2/3BW1B2/9/9/9", "e4-f4-e3-f2-g2", FAN_REFUSED_NOT_CAPTURING, FAN_CLAUSE(4, 1), 3, 12},
    {"", START, "e2-e3A4", FAN_REFUSED_NO_LINE, FAN_CLAUSE(1, 2), 1, 5},
    /* telo */
    {"", PLACING, "b2", FAN_REFUSED_OCCUPIED, FAN_CLAUSE(6, 2), 0, 0},
    {"", PLACING, "  b2", FAN_REFUSED_OCCUPIED, FAN_CLAUSE(6, 2), 0, 2},
    {"", PLACING, " a1-a2", FAN_REFUSED_PLACE, FAN_CLAUSE(6, 2), 0, 1},
    {"", PLACING, "b2-b3", FAN_REFUSED_PLACE, FAN_CLAUSE(6, 2), 0, 0},
    {"", MOVING, " c3", FAN_REFUSED_HAND, FAN_CLAUSE(6, 2), 0, 1},
    {"", MOVING, "b1", FAN_REFUSED_HAND, FAN_CLAUSE(6, 2), 0, 0},
    {"", MOVING, "b1-c1A", FAN_REFUSED_TELO, FAN_CLAUSE(6, 1), 0, 3},
    {"", MOVING, "b1-b2", FAN_REFUSED_OCCUPIED, FAN_CLAUSE(6, 2), 0, 3},
    {"", MOVING, "b1-c1-c2", FAN_REFUSED_OVER, FAN_CLAUSE(4, 1), 1, 6},
    {"", "WWW/BB1/3 b 5 3 hand:0,1", " c2", FAN_REFUSED_ENDED, FAN_CLAUSE(6, 3), 0, 1},
    {"", "WWW/BB1/B2 b 7 4 hand:0,0", "a1-b1", FAN_REFUSED_ENDED, FAN_CLAUSE(6, 3), 0, 0},
    /* vela */
    {"", GIVER, "c1-c2A", FAN_REFUSED_GIVER, FAN_CLAUSE(7, 2), 0, 3},
    {"", GIVER, "c1-c2-", FAN_REFUSED_GIVER, FAN_CLAUSE(7, 2), 0, 3},
    {"", TAKER, "a3-b3A-b2A", FAN_REFUSED_TAKER, FAN_CLAUSE(7, 2), 1, 7},
    {"", TAKER, "a3b3b2", FAN_REFUSED_TAKER, FAN_CLAUSE(7, 2), 1, 4},
    {"", TAKER, "a3-a4", FAN_REFUSED_MUST_CAPTURE, FAN_CLAUSE(3, 1), 0, 3},
    {"", TAKER, "a3-b3W", FAN_REFUSED_NO_WITHDRAWAL, FAN_CLAUSE(3, 3), 0, 3},
};

static void what_fits_no_turn_is_told_with_clause_and_place(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(illegal); i++) {
        Sample sample = sample_of(illegal[i].rules, illegal[i].position);
        FanTurn turn, before;
        FanTurnError error;
        memset(&turn, 0x5A, sizeof turn);
        before = turn;
        if (read(&sample, illegal[i].text, &turn, &error) != FAN_TURN_ILLEGAL) {
            fail_sample(&sample, "not illegal", illegal[i].text);
        }
        if (error.reading != FAN_TURN_ILLEGAL || error.refusal.code != illegal[i].code ||
            error.refusal.clause != illegal[i].clause || error.refusal.step != illegal[i].step ||
            error.offset != illegal[i].offset) {
            fail_msg("\"%s\": %s, clause %d, step %d, offset %zu", illegal[i].text,
                     fan_refusal_word(error.refusal.code), error.refusal.clause, error.refusal.step,
                     error.offset);
        }
        assert_int_equal(error.fault, FAN_TURN_FAULT_NONE);
        assert_memory_equal(&turn, &before, sizeof turn);
    }
}

/* --- Ambiguous ---------------------------------------------------------------------------------
 */

static const struct {
    const char *rules, *position, *text;
    const char *candidates[4];
} ambiguous[] = {
    {"", START, "d3-e3", {"d3-e3A", "d3-e3W"}},
    {"", START, "d3e3", {"d3-e3A", "d3-e3W"}},
    {"", BOTH, "d3-e3", {"d3-e3A", "d3-e3W"}},
    {"", THREE, "e4-f4", {"e4-f4A", "e4-f4W"}},
    {"", "9/9/W1WB1WW2/9/6WWW b vela:w", "d3-e3", {"d3-e3A", "d3-e3W"}},
    {"", THREE, "e4-f4-g3", {"e4-f4A-g3W", "e4-f4W-g3W"}},
    {"", THREE, "e4-f4-g3-g2", {"e4-f4A-g3W-g2A", "e4-f4W-g3W-g2A", "e4-f4W-g3W-g2W"}},
    {"", THREE, "e4-f4W-g3-g2", {"e4-f4W-g3W-g2A", "e4-f4W-g3W-g2W"}},
    {"", THREE, "e4-f4-g3W-g2A", {"e4-f4A-g3W-g2A", "e4-f4W-g3W-g2A"}},
    {"chain=mandatory", THREE, "e4-e3-f2", {"e4-e3W-f2A", "e4-e3W-f2W"}},
};

static void what_fits_several_turns_is_told_with_them(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(ambiguous); i++) {
        Sample sample = sample_of(ambiguous[i].rules, ambiguous[i].position);
        FanTurn turn, before;
        FanTurnError error;
        size_t count = 0;
        memset(&turn, 0x5A, sizeof turn);
        before = turn;
        if (read(&sample, ambiguous[i].text, &turn, &error) != FAN_TURN_AMBIGUOUS) {
            fail_sample(&sample, "not ambiguous", ambiguous[i].text);
        }
        assert_int_equal(error.reading, FAN_TURN_AMBIGUOUS);
        for (; count < 4 && ambiguous[i].candidates[count]; count++) {
            assert_string_equal(turn_text(&sample.board, &error.candidate[count]),
                                ambiguous[i].candidates[count]);
        }
        assert_int_equal(error.candidates, count);
        assert_memory_equal(&turn, &before, sizeof turn);
    }
}

/* Four steps that each take either way are enough; random set-ups have them. */
static void candidates_past_the_room_are_counted(void **state) {
    (void)state;
    Random random = {4};
    size_t most = 0;
    static TurnList list;
    for (int i = 0; i < 3000 && most <= FAN_CANDIDATES_MAX; i++) {
        Sample sample = sample_random_on(&random, (BoardSize){7, 7});
        sample.rules = fan_rules_default();
        list_turns(&sample, &list);
        for (size_t j = 0; j < list.count && j < 500; j++) {
            char text[FAN_TURN_TEXT_MAX], *out = text;
            out += fan_point_write(&sample.board, list.turns[j].from, out);
            for (unsigned k = 0; k < list.turns[j].count; k++) {
                out += fan_point_write(&sample.board, list.turns[j].steps[k].to, out);
            }
            FanTurn turn;
            FanTurnError error = {0};
            read(&sample, text, &turn, &error);
            if (error.candidates > most) {
                most = error.candidates;
            }
            if (error.candidates <= FAN_CANDIDATES_MAX) {
                continue;
            }
            for (size_t k = 0; k < FAN_CANDIDATES_MAX; k++) {
                if (find_turn(&list, &error.candidate[k]) == list.count) {
                    fail_sample(&sample, "a candidate that is no turn", text);
                }
            }
        }
    }
    assert_true(most > FAN_CANDIDATES_MAX);
}

/* --- Points ------------------------------------------------------------------------------------
 */

static void every_point_is_written_and_read_back(void **state) {
    (void)state;
    for (int i = 0; i < BOARD_SIZES; i++) {
        Sample sample = sample_start(board_sizes[i], "");
        for (FanPoint point = 0; point < sample.board.points; point++) {
            char text[FAN_POINT_TEXT_MAX], wanted[16];
            FanPoint read = FAN_NO_POINT;
            sprintf(wanted, "%c%d", 'a' + point % sample.board.files,
                    point / sample.board.files + 1);
            assert_int_equal(fan_point_write(&sample.board, point, text), strlen(wanted));
            assert_string_equal(text, wanted);
            assert_int_equal(fan_point_read(&sample.board, text, strlen(text), &read),
                             strlen(text));
            assert_int_equal(read, point);
            text[0] = (char)(text[0] - 'a' + 'A');
            assert_int_equal(fan_point_read(&sample.board, text, strlen(text), &read),
                             strlen(text));
            assert_int_equal(read, point);
        }
    }
}

static void no_point_is_read_where_there_is_none(void **state) {
    (void)state;
    static const char *const texts[] = {"",   "e",  "3",   "j3", "e6", "e0", "e05", "`1",
                                        "{1", "e-", "e 3", "@1", "[1", "-3", "e/",  "e:"};
    Sample sample = sample_of("", START);
    for (size_t i = 0; i < COUNT(texts); i++) {
        FanPoint point = 77;
        assert_int_equal(fan_point_read(&sample.board, texts[i], strlen(texts[i]), &point), 0);
        assert_int_equal(point, 77);
    }
    FanPoint point;
    assert_int_equal(fan_point_read(&sample.board, "e3", 1, &point), 0);
    assert_int_equal(fan_point_read(&sample.board, "e3x", 3, &point), 2);
    Sample tall = sample_of("", TALL);
    assert_int_equal(fan_point_read(&tall.board, "a15", 2, &point), 2);
    assert_int_equal(fan_point_read(&tall.board, "a155", 4, &point), 3);
    assert_int_equal(point, 14 * 3);
}

/* --- Chains as long as they come ---------------------------------------------------------------
 */

#define LONGEST      "BBB3B2/1BB1B1B2/B1BBBBB1B/B1B5B/B1B3WB1"
#define LONGEST_TURN "g1-f1W-f2A-e1W-d1A-d2A-c1W-b2A-b3A-a3W-a4W-b4A-c3W-c4W-d4A-e3W-f4A-e4W"

/* Also a matter of the stack, where it is as small as in WebAssembly. */
static void a_chain_of_17_steps_is_read_with_and_without_kinds(void **state) {
    (void)state;
    Sample sample = sample_of("", LONGEST);
    char text[] = LONGEST_TURN, *out = text;
    FanTurn turn, wanted = plain_turn(&sample.board, text);
    FanTurnError error;
    assert_int_equal(read(&sample, text, &turn, &error), FAN_TURN_READ);
    assert_true(fan_turn_equal(&turn, &wanted));
    for (const char *in = text; *in; in++) {
        if (*in != 'A' && *in != 'W') {
            *out++ = *in;
        }
    }
    *out = '\0';
    FanTurnReading reading = read(&sample, text, &turn, &error);
    if (reading == FAN_TURN_READ) {
        assert_true(fan_turn_equal(&turn, &wanted));
    } else {
        assert_int_equal(reading, FAN_TURN_AMBIGUOUS);
    }
    strcpy(text, LONGEST_TURN);
    strcpy(strrchr(text, '-'), "-e5");
    assert_int_equal(read(&sample, text, &turn, &error), FAN_TURN_ILLEGAL);
    assert_int_equal(error.refusal.step, 16);
}

static void the_longest_turn_fits_its_room(void **state) {
    (void)state;
    Sample sample = sample_of("", TALL);
    FanTurn turn = {.from = 44, .count = FAN_CHAIN_MAX};
    char text[FAN_TURN_TEXT_MAX];
    for (int i = 0; i < FAN_CHAIN_MAX; i++) {
        turn.steps[i] = (FanStep){(FanPoint)(43 - i % 2), i % 2 ? FAN_WITHDRAWAL : FAN_APPROACH};
    }
    assert_int_equal(fan_turn_write(&sample.board, &turn, text), FAN_TURN_TEXT_MAX - 1);
    assert_int_equal(strlen(text), FAN_TURN_TEXT_MAX - 1);
    assert_int_equal(strncmp(text, "c15-b15A-a15W-b15A", 18), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lenient_forms_are_read_as_what_they_mean),
        cmocka_unit_test(a_letter_before_a_digit_is_a_point),
        cmocka_unit_test(bad_writing_is_told_with_its_place),
        cmocka_unit_test(text_is_read_to_its_length_and_no_further),
        cmocka_unit_test(text_longer_than_any_turn_is_refused),
        cmocka_unit_test(more_points_than_any_turn_has_are_refused),
        cmocka_unit_test(what_fits_no_turn_is_told_with_clause_and_place),
        cmocka_unit_test(what_fits_several_turns_is_told_with_them),
        cmocka_unit_test(candidates_past_the_room_are_counted),
        cmocka_unit_test(every_point_is_written_and_read_back),
        cmocka_unit_test(no_point_is_read_where_there_is_none),
        cmocka_unit_test(a_chain_of_17_steps_is_read_with_and_without_kinds),
        cmocka_unit_test(the_longest_turn_fits_its_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
