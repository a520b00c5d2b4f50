/* Why a stone, a step or a turn is refused, with the points that forbid it. */
#include "rules/sample.h"

#define QUIET    "8B/9/4W4/9/9"
#define CAPTURES "6B2/9/9/5W1B1/6B2" /* f2 may go to e3 by W and to g2 by A, and on */
#define BACK     "3B5/3W2B2/9/3B5/9" /* after d4-d3 the stone may not go back */
#define ONWARD   "7B1/BW2B4/9/9/9"   /* after b4-c4W, d4 would be the same direction */
#define THREE    "4B4/3BW1B2/9/9/6B2"
#define PLACING  "3/1W1/3 b 1 1 hand:2,3"
#define MOVING   "WB1/WB1/BW1 w 6 4 hand:0,0" /* of White's stones only b1 can move, to c1 */
#define GIVER    "5/5/2B2/W4/WWWWW w 0 1 vela:w"
#define TAKER    "9/9/B1WWW4/9/1W3WWWW b 0 1 vela:w"

/* A point's name, or "hand". */
static FanPoint from_point(const FanBoard *board, const char *text) {
    return strcmp(text, "hand") == 0 ? FAN_HAND : plain_point(board, text);
}

static bool same_refusal(FanRefusal refusal, FanRefusalCode code, FanClause clause, unsigned step,
                         FanPoints points) {
    return refusal.code == code && refusal.clause == clause && refusal.step == step &&
           refusal.points == points;
}

static void fail_refusal(const Sample *sample, FanRefusal refusal) {
    char detail[128];
    sprintf(detail, "%s, clause %d, step %d, points %#llx", fan_refusal_word(refusal.code),
            refusal.clause, refusal.step, (unsigned long long)refusal.points);
    fail_sample(sample, "refused otherwise", detail);
}

static const struct {
    const char *rules, *position, *done, *from, *to;
    FanKind kind; /* FAN_PAIKA: in any way */
    FanRefusalCode code;
    FanClause clause;
    const char *points;
} step_refusals[] = {
    /* the game is over */
    {"", "9/9/4W4/9/9 b", "", "e3", "e4", 0, FAN_REFUSED_ENDED, FAN_CLAUSE(5, 1), ""},
    {"", "9/9/9/BB7/WB7", "", "a1", "a2", 0, FAN_REFUSED_ENDED, FAN_CLAUSE(5, 2), ""},
    {"blocked=draw", "9/9/9/BB7/WB7", "", "a1", "b1", 1, FAN_REFUSED_ENDED, FAN_CLAUSE(5, 2), ""},
    {"", QUIET " w 50 26", "", "e3", "e4", 0, FAN_REFUSED_ENDED, FAN_CLAUSE(5, 3), ""},
    /* the stone */
    {"", QUIET, "", "a1", "a2", 0, FAN_REFUSED_EMPTY, FAN_CLAUSE(3, 1), ""},
    {"", QUIET, "", "i5", "i4", 0, FAN_REFUSED_ENEMY, FAN_CLAUSE(3, 1), "i5"},
    {"", CAPTURES, "f2-e3W", "g2", "g1", 2, FAN_REFUSED_OTHER_STONE, FAN_CLAUSE(4, 1), "e3"},
    {"", CAPTURES, "f2-e3W", "f2", "g2", 1, FAN_REFUSED_OTHER_STONE, FAN_CLAUSE(4, 1), "e3"},
    {"", CAPTURES, "f2-e3W", "g5", "g4", 0, FAN_REFUSED_OTHER_STONE, FAN_CLAUSE(4, 1), "e3"},
    /* the way */
    {"", QUIET, "", "e3", "e5", 0, FAN_REFUSED_NO_LINE, FAN_CLAUSE(1, 2), ""},
    {"", QUIET, "", "e3", "e3", 0, FAN_REFUSED_NO_LINE, FAN_CLAUSE(1, 2), ""},
    {"", "8B/9/3W5/9/9", "", "d3", "e4", 0, FAN_REFUSED_NO_LINE, FAN_CLAUSE(1, 2), ""},
    {"", "8B/9/8W/9/9", "", "i3", "a4", 0, FAN_REFUSED_NO_LINE, FAN_CLAUSE(1, 2), ""},
    {"", "8B/9/3WW4/9/9", "", "d3", "e3", 0, FAN_REFUSED_OCCUPIED, FAN_CLAUSE(3, 1), "e3"},
    {"", "8B/9/3WB4/9/9", "", "d3", "e3", 1, FAN_REFUSED_OCCUPIED, FAN_CLAUSE(3, 1), "e3"},
    {"", BACK, "d4-d3A", "d3", "d4", 0, FAN_REFUSED_VISITED, FAN_CLAUSE(4, 2), "d4 d3"},
    {"", BACK, "d4-d3A", "d3", "d4", 1, FAN_REFUSED_VISITED, FAN_CLAUSE(4, 2), "d4 d3"},
    {"", CAPTURES, "f2-e3W-f4A-g3A", "g3", "f4", 0, FAN_REFUSED_VISITED, FAN_CLAUSE(4, 2),
     "f2 e3 f4 g3"},
    {"", CAPTURES, "f2-e3W-f4A-g3A", "g3", "f2", 0, FAN_REFUSED_VISITED, FAN_CLAUSE(4, 2),
     "f2 e3 f4 g3"},
    {"", ONWARD, "b4-c4W", "c4", "d4", 0, FAN_REFUSED_DIRECTION, FAN_CLAUSE(4, 3), "b4 c4"},
    {"", ONWARD, "b4-c4W", "c4", "d4", 1, FAN_REFUSED_DIRECTION, FAN_CLAUSE(4, 3), "b4 c4"},
    {"", "8B/9/4B4/9/4B1W2", "g1-f2A-g3W", "g3", "h4", 1, FAN_REFUSED_DIRECTION, FAN_CLAUSE(4, 3),
     "f2 g3"},
    /* the kind */
    {"", "9/9/W1B6/9/8W", "", "i1", "h1", 0, FAN_REFUSED_MUST_CAPTURE, FAN_CLAUSE(3, 1), "a3"},
    {"", "9/9/W1B6/9/8W", "", "a3", "a4", 0, FAN_REFUSED_MUST_CAPTURE, FAN_CLAUSE(3, 1), "a3"},
    {"", "9/9/W1B1B3W/9/9", "", "a3", "a2", 0, FAN_REFUSED_MUST_CAPTURE, FAN_CLAUSE(3, 1), "a3"},
    {"", "9/9/W1B3B1W/9/9", "", "a3", "a2", 0, FAN_REFUSED_MUST_CAPTURE, FAN_CLAUSE(3, 1), "a3 i3"},
    {"", CAPTURES, "", "f2", "e3", 1, FAN_REFUSED_NO_APPROACH, FAN_CLAUSE(3, 2), ""},
    {"", CAPTURES, "", "f2", "g2", 2, FAN_REFUSED_NO_WITHDRAWAL, FAN_CLAUSE(3, 3), ""},
    {"", QUIET, "", "e3", "e4", 1, FAN_REFUSED_NO_APPROACH, FAN_CLAUSE(3, 2), ""},
    {"", QUIET, "", "e3", "e4", 2, FAN_REFUSED_NO_WITHDRAWAL, FAN_CLAUSE(3, 3), ""},
    {"", CAPTURES, "f2-g2A-g3W", "g3", "f3", 0, FAN_REFUSED_NOT_CAPTURING, FAN_CLAUSE(4, 1), ""},
    {"", CAPTURES, "f2-g2A-g3W", "g3", "f3", 1, FAN_REFUSED_NO_APPROACH, FAN_CLAUSE(3, 2), ""},
    /* the turn */
    {"", QUIET, "e3-e4", "e4", "e5", 0, FAN_REFUSED_OVER, FAN_CLAUSE(4, 1), ""},
    {"", QUIET, "e3-e4", "e4", "e3", 0, FAN_REFUSED_OVER, FAN_CLAUSE(4, 1), ""},
    {"first-turn=single", CAPTURES " w 0 1 first", "f2-e3W", "e3", "f4", 1, FAN_REFUSED_SINGLE,
     FAN_CLAUSE(8, 0), ""},
    /* telo: placing */
    {"", PLACING, "", "hand", "b2", 0, FAN_REFUSED_OCCUPIED, FAN_CLAUSE(6, 2), "b2"},
    {"", PLACING, "", "hand", "b2", 1, FAN_REFUSED_OCCUPIED, FAN_CLAUSE(6, 2), "b2"},
    {"", PLACING, "", "hand", "a1", 1, FAN_REFUSED_TELO, FAN_CLAUSE(6, 1), ""},
    {"", PLACING, "", "hand", "a1", 2, FAN_REFUSED_TELO, FAN_CLAUSE(6, 1), ""},
    {"", PLACING, "", "b2", "a1", 0, FAN_REFUSED_PLACE, FAN_CLAUSE(6, 2), ""},
    {"", PLACING, "", "a1", "a2", 0, FAN_REFUSED_PLACE, FAN_CLAUSE(6, 2), ""},
    {"", "3/WB1/3 w 2 2 hand:2,2", "", "a2", "a1", 0, FAN_REFUSED_PLACE, FAN_CLAUSE(6, 2), ""},
    {"", PLACING, "a1", "a1", "a2", 0, FAN_REFUSED_OVER, FAN_CLAUSE(4, 1), ""},
    {"", PLACING, "a1", "hand", "a2", 0, FAN_REFUSED_OTHER_STONE, FAN_CLAUSE(4, 1), "a1"},
    {"", PLACING, "", "hand", "a1", 0, FAN_LEGAL, 0, ""},
    {"", "3/3/3 w 0 1 hand:3,3", "", "hand", "b2", 0, FAN_LEGAL, 0, ""},
    {"", "3/3/3 w 50 1 hand:3,3", "", "hand", "b2", 0, FAN_REFUSED_ENDED, FAN_CLAUSE(5, 3), ""},
    {"", "WWW/BB1/3 b 5 3 hand:0,1", "", "hand", "c2", 0, FAN_REFUSED_ENDED, FAN_CLAUSE(6, 3), ""},
    {"", "WWW/BB1/3 b 5 3 hand:0,1", "", "a2", "a1", 0, FAN_REFUSED_ENDED, FAN_CLAUSE(6, 3), ""},
    /* telo: moving */
    {"", MOVING, "", "hand", "c3", 0, FAN_REFUSED_HAND, FAN_CLAUSE(6, 2), ""},
    {"", MOVING, "", "hand", "b2", 0, FAN_REFUSED_HAND, FAN_CLAUSE(6, 2), ""},
    {"", MOVING, "", "a1", "b1", 0, FAN_REFUSED_ENEMY, FAN_CLAUSE(6, 2), "a1"},
    {"", MOVING, "", "c3", "c2", 0, FAN_REFUSED_EMPTY, FAN_CLAUSE(6, 2), ""},
    {"", MOVING, "", "b1", "b2", 0, FAN_REFUSED_OCCUPIED, FAN_CLAUSE(6, 2), "b2"},
    {"", MOVING, "", "b1", "b3", 0, FAN_REFUSED_NO_LINE, FAN_CLAUSE(1, 2), ""},
    {"", MOVING, "", "b1", "c2", 0, FAN_REFUSED_NO_LINE, FAN_CLAUSE(1, 2), ""},
    {"", MOVING, "", "b1", "c1", 1, FAN_REFUSED_TELO, FAN_CLAUSE(6, 1), ""},
    {"", MOVING, "", "b1", "c1", 2, FAN_REFUSED_TELO, FAN_CLAUSE(6, 1), ""},
    {"", MOVING, "b1-c1", "c1", "c2", 0, FAN_REFUSED_OVER, FAN_CLAUSE(4, 1), ""},
    {"", MOVING, "", "b1", "c1", 0, FAN_LEGAL, 0, ""},
    /* the same stones as the capture game: c1-c2 takes c3 */
    {"", "1BB/WB1/W1W hand:0,0", "", "c1", "c2", 1, FAN_REFUSED_TELO, FAN_CLAUSE(6, 1), ""},
    {"", "1BB/WB1/W1W hand:0,0", "", "a1", "b1", 0, FAN_LEGAL, 0, ""},
    {"", "1BB/WB1/W1W", "", "a1", "b1", 0, FAN_REFUSED_MUST_CAPTURE, FAN_CLAUSE(3, 1), "c1"},
    {"", "1BB/WB1/W1W", "", "c1", "c2", 1, FAN_LEGAL, 0, ""},
    /* vela: the giver */
    {"", GIVER, "", "c1", "c2", 1, FAN_REFUSED_GIVER, FAN_CLAUSE(7, 2), ""},
    {"", GIVER, "", "c1", "c2", 2, FAN_REFUSED_GIVER, FAN_CLAUSE(7, 2), ""},
    {"", GIVER, "", "b1", "b2", 1, FAN_REFUSED_GIVER, FAN_CLAUSE(7, 2), ""},
    {"", GIVER, "", "c1", "b1", 1, FAN_REFUSED_OCCUPIED, FAN_CLAUSE(3, 1), "b1"},
    {"", GIVER, "", "hand", "c2", 0, FAN_REFUSED_EMPTY, FAN_CLAUSE(3, 1), ""},
    {"", GIVER, "c1-c2", "c2", "d2", 0, FAN_REFUSED_OVER, FAN_CLAUSE(4, 1), ""},
    {"", GIVER, "", "c1", "c2", 0, FAN_LEGAL, 0, ""},
    {"", GIVER, "", "b1", "b2", 0, FAN_LEGAL, 0, ""},
    /* vela: the taker */
    {"", TAKER, "", "a3", "a4", 0, FAN_REFUSED_MUST_CAPTURE, FAN_CLAUSE(3, 1), "a3"},
    {"", TAKER, "", "a3", "b3", 2, FAN_REFUSED_NO_WITHDRAWAL, FAN_CLAUSE(3, 3), ""},
    {"", TAKER, "a3-b3A", "b3", "b2", 1, FAN_REFUSED_TAKER, FAN_CLAUSE(7, 2), ""},
    {"", TAKER, "a3-b3A", "b3", "b2", 0, FAN_REFUSED_TAKER, FAN_CLAUSE(7, 2), ""},
    {"chain=mandatory", TAKER, "a3-b3A", "b3", "b2", 1, FAN_REFUSED_TAKER, FAN_CLAUSE(7, 2), ""},
    {"first-turn=single", TAKER " first", "a3-b3A", "b3", "b2", 1, FAN_REFUSED_TAKER,
     FAN_CLAUSE(7, 2), ""},
    {"", TAKER, "a3-b3A", "a3", "a2", 0, FAN_REFUSED_OTHER_STONE, FAN_CLAUSE(4, 1), "b3"},
    {"", TAKER, "", "a3", "b3", 1, FAN_LEGAL, 0, ""},
    {"", TAKER, "", "a3", "b3", 0, FAN_LEGAL, 0, ""},
    {"", "B8/9/9/9/3WWWWWW b vela:w", "", "a5", "a4", 0, FAN_LEGAL, 0, ""},
    {"", "B8/9/9/9/3WWWWWW b vela:w", "", "a5", "a4", 1, FAN_REFUSED_NO_APPROACH, FAN_CLAUSE(3, 2),
     ""},
    /* vela: with this capture the first phase ends, but not within the turn */
    {"", "9/9/B1WWW4/9/1W5WW b vela:w", "a3-b3A", "b3", "b2", 1, FAN_REFUSED_TAKER,
     FAN_CLAUSE(7, 2), ""},
    /* vela: from five stones on */
    {"vela=white", "9/9/B1WWW4/9/1W6W b", "a3-b3A", "b3", "b2", 1, FAN_LEGAL, 0, ""},
    {"vela=white", "9/9/1B1WW4/9/6WWW w", "", "d3", "d4", 0, FAN_REFUSED_MUST_CAPTURE,
     FAN_CLAUSE(3, 1), "d3"},
    {"vela=white", "9/9/1B1WW4/9/6WWW w", "", "d3", "c3", 1, FAN_LEGAL, 0, ""},
    /* nothing forbids it */
    {"", QUIET, "", "e3", "e4", 0, FAN_LEGAL, 0, ""},
    {"", CAPTURES, "", "f2", "e3", 0, FAN_LEGAL, 0, ""},
    {"", CAPTURES, "", "f2", "e3", 2, FAN_LEGAL, 0, ""},
    {"", CAPTURES, "f2-e3W", "e3", "f4", 1, FAN_LEGAL, 0, ""},
    {"chain=mandatory", CAPTURES, "f2-e3W", "e3", "f4", 0, FAN_LEGAL, 0, ""},
    {"first-turn=single", CAPTURES, "f2-e3W", "e3", "f4", 0, FAN_LEGAL, 0, ""},
};

static void a_step_is_refused_by_the_first_clause_that_forbids_it(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(step_refusals); i++) {
        Sample sample = sample_of(step_refusals[i].rules, step_refusals[i].position);
        FanDraft draft = draft_of(&sample, step_refusals[i].done);
        FanRefusal refusal = fan_step_refusal(
            &sample.board, &sample.rules, &draft, from_point(&sample.board, step_refusals[i].from),
            plain_point(&sample.board, step_refusals[i].to), step_refusals[i].kind);
        if (!same_refusal(refusal, step_refusals[i].code, step_refusals[i].clause, draft.turn.count,
                          plain_points(&sample.board, step_refusals[i].points))) {
            fail_refusal(&sample, refusal);
        }
    }
}

/* In telo the hand alone is off the board and no point. */
static void points_off_the_board_are_refused_in_telo(void **state) {
    (void)state;
    static const char *const positions[] = {PLACING, MOVING};
    for (size_t i = 0; i < COUNT(positions); i++) {
        Sample sample = sample_of("", positions[i]);
        FanDraft draft = draft_of(&sample, "");
        FanPoint c3 = plain_point(&sample.board, "c3"), b1 = plain_point(&sample.board, "b1");
        FanPoint mover = i == 0 ? FAN_HAND : b1;
        for (unsigned point = sample.board.points; point < 256; point++) {
            FanPoint off = (FanPoint)point;
            FanRefusalCode code = i == 0 ? FAN_REFUSED_PLACE : FAN_REFUSED_EMPTY;
            if (off == FAN_HAND) {
                code = i == 0 ? FAN_LEGAL : FAN_REFUSED_HAND;
            }
            assert_int_equal(fan_from_refusal(&sample.board, &sample.rules, &draft, off).code,
                             code);
            assert_int_equal(
                fan_step_refusal(&sample.board, &sample.rules, &draft, off, c3, 0).code, code);
            assert_int_equal(
                fan_step_refusal(&sample.board, &sample.rules, &draft, mover, off, 0).code,
                FAN_REFUSED_NO_LINE);
            assert_int_equal(fan_step_taken(&sample.board, &sample.position, off, c3, 1), 0);
            assert_int_equal(fan_step_taken(&sample.board, &sample.position, mover, off, 1), 0);
        }
    }
}

static void points_off_the_board_are_refused(void **state) {
    (void)state;
    Sample sample = sample_of("", QUIET);
    FanDraft draft = draft_of(&sample, "");
    FanPoint e3 = plain_point(&sample.board, "e3");
    for (unsigned point = sample.board.points; point < 256; point++) {
        FanPoint off = (FanPoint)point;
        assert_int_equal(fan_from_refusal(&sample.board, &sample.rules, &draft, off).code,
                         FAN_REFUSED_EMPTY);
        assert_int_equal(fan_step_refusal(&sample.board, &sample.rules, &draft, off, e3, 0).code,
                         FAN_REFUSED_EMPTY);
        assert_int_equal(fan_step_refusal(&sample.board, &sample.rules, &draft, e3, off, 0).code,
                         FAN_REFUSED_NO_LINE);
        assert_int_equal(fan_step_taken(&sample.board, &sample.position, off, e3, FAN_APPROACH), 0);
        assert_int_equal(fan_step_taken(&sample.board, &sample.position, e3, off, FAN_APPROACH), 0);
    }
}

static const struct {
    const char *position, *done, *from;
    FanRefusalCode code;
    FanClause clause;
    const char *points;
} from_refusals[] = {
    {"9/9/4W4/9/9", "", "e3", FAN_REFUSED_ENDED, FAN_CLAUSE(5, 1), ""},
    {QUIET, "", "a1", FAN_REFUSED_EMPTY, FAN_CLAUSE(3, 1), ""},
    {QUIET, "", "i5", FAN_REFUSED_ENEMY, FAN_CLAUSE(3, 1), "i5"},
    {"9/9/W1B3B1W/9/5W3", "", "f1", FAN_REFUSED_MUST_CAPTURE, FAN_CLAUSE(3, 1), "a3 i3"},
    {"B8/9/9/WWW6/WWW6", "", "b1", FAN_REFUSED_STUCK, FAN_CLAUSE(3, 1), "b1"},
    {"B8/9/9/WWW6/WWW6", "", "c1", FAN_LEGAL, 0, ""},
    {PLACING, "", "hand", FAN_LEGAL, 0, ""},
    {PLACING, "", "a1", FAN_REFUSED_PLACE, FAN_CLAUSE(6, 2), ""},
    {PLACING, "", "b2", FAN_REFUSED_PLACE, FAN_CLAUSE(6, 2), ""},
    {PLACING, "a1", "hand", FAN_REFUSED_OTHER_STONE, FAN_CLAUSE(4, 1), "a1"},
    {PLACING, "a1", "a1", FAN_LEGAL, 0, ""},
    {MOVING, "", "hand", FAN_REFUSED_HAND, FAN_CLAUSE(6, 2), ""},
    {MOVING, "", "a3", FAN_REFUSED_STUCK, FAN_CLAUSE(6, 2), "a3"},
    {MOVING, "", "b1", FAN_LEGAL, 0, ""},
    {MOVING, "", "b2", FAN_REFUSED_ENEMY, FAN_CLAUSE(6, 2), "b2"},
    {"WWW/BB1/B2 b 9 5 hand:0,0", "", "a1", FAN_REFUSED_ENDED, FAN_CLAUSE(6, 3), ""},
    {GIVER, "", "b1", FAN_LEGAL, 0, ""},
    {GIVER, "", "hand", FAN_REFUSED_EMPTY, FAN_CLAUSE(3, 1), ""},
    {"5/5/2B2/WWW2/WWW2 vela:w", "", "b1", FAN_REFUSED_STUCK, FAN_CLAUSE(3, 1), "b1"},
    {"9/9/B1WWW4/9/1W3WWWB b vela:w", "", "i1", FAN_REFUSED_MUST_CAPTURE, FAN_CLAUSE(3, 1), "a3"},
    {TAKER, "", "a3", FAN_LEGAL, 0, ""},
    {QUIET, "", "e3", FAN_LEGAL, 0, ""},
    {CAPTURES, "f2-e3W", "f2", FAN_REFUSED_OTHER_STONE, FAN_CLAUSE(4, 1), "e3"},
    {CAPTURES, "f2-e3W", "g2", FAN_REFUSED_OTHER_STONE, FAN_CLAUSE(4, 1), "e3"},
    {CAPTURES, "f2-e3W", "e3", FAN_LEGAL, 0, ""},
    /* within a turn it is the moving stone's, whatever others could take */
    {"9/9/W1B3B1W/9/9", "a3-b3A", "b3", FAN_LEGAL, 0, ""},
};

static void a_stone_is_refused_with_those_that_may_move(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(from_refusals); i++) {
        Sample sample = sample_of("", from_refusals[i].position);
        FanDraft draft = draft_of(&sample, from_refusals[i].done);
        FanRefusal refusal = fan_from_refusal(&sample.board, &sample.rules, &draft,
                                              from_point(&sample.board, from_refusals[i].from));
        if (!same_refusal(refusal, from_refusals[i].code, from_refusals[i].clause, 0,
                          plain_points(&sample.board, from_refusals[i].points))) {
            fail_refusal(&sample, refusal);
        }
    }
}

static const struct {
    const char *rules, *position, *turn;
    FanRefusalCode code;
    FanClause clause;
    unsigned step;
    const char *points;
} turn_refusals[] = {
    {"", "9/9/4W4/9/9 b", "e3-e4", FAN_REFUSED_ENDED, FAN_CLAUSE(5, 1), 0, ""},
    {"", QUIET " w 50", "e3-e4", FAN_REFUSED_ENDED, FAN_CLAUSE(5, 3), 0, ""},
    {"", QUIET, "a1-a2", FAN_REFUSED_EMPTY, FAN_CLAUSE(3, 1), 0, ""},
    {"", QUIET, "e3", FAN_REFUSED_EMPTY, FAN_CLAUSE(3, 1), 0, ""},
    {"", QUIET, "i5-i4", FAN_REFUSED_ENEMY, FAN_CLAUSE(3, 1), 0, "i5"},
    {"", BACK, "d4-d3A-d4A", FAN_REFUSED_VISITED, FAN_CLAUSE(4, 2), 1, "d3 d4"},
    {"", ONWARD, "b4-c4W-d4A", FAN_REFUSED_DIRECTION, FAN_CLAUSE(4, 3), 1, "b4 c4"},
    {"", QUIET, "e3-e4-e5", FAN_REFUSED_OVER, FAN_CLAUSE(4, 1), 1, ""},
    {"", CAPTURES, "f2-e3W-f4A-g3A-h3A", FAN_REFUSED_NO_APPROACH, FAN_CLAUSE(3, 2), 3, ""},
    /* a step written as a paika stands for no capture */
    {"", CAPTURES, "f2-e3", FAN_REFUSED_MUST_CAPTURE, FAN_CLAUSE(3, 1), 0, "f2"},
    {"", CAPTURES, "f2-e3W-f4", FAN_REFUSED_NOT_CAPTURING, FAN_CLAUSE(4, 1), 1, ""},
    {"", CAPTURES, "f2-e3W-d3", FAN_REFUSED_NOT_CAPTURING, FAN_CLAUSE(4, 1), 1, ""},
    {"chain=mandatory", CAPTURES, "f2-e3W", FAN_REFUSED_STOP, FAN_CLAUSE(8, 0), 1, "f4"},
    {"chain=mandatory", THREE, "e4-f4W-g3W", FAN_REFUSED_STOP, FAN_CLAUSE(8, 0), 2, "g2"},
    {"chain=mandatory", THREE, "e4-e3W", FAN_REFUSED_STOP, FAN_CLAUSE(8, 0), 1, "f2"},
    {"first-turn=single", CAPTURES " w 0 1 first", "f2-e3W-f4A", FAN_REFUSED_SINGLE,
     FAN_CLAUSE(8, 0), 1, ""},
    /* telo; a point alone is a stone placed there */
    {"", PLACING, "b2", FAN_REFUSED_OCCUPIED, FAN_CLAUSE(6, 2), 0, "b2"},
    {"", PLACING, "b2-b1", FAN_REFUSED_PLACE, FAN_CLAUSE(6, 2), 0, ""},
    {"", PLACING, "a1-a2", FAN_REFUSED_PLACE, FAN_CLAUSE(6, 2), 0, ""},
    {"", PLACING, "a1", FAN_LEGAL, 0, 0, ""},
    {"chain=mandatory", PLACING, "a1", FAN_LEGAL, 0, 0, ""},
    {"first-turn=single", "3/3/3 w 0 1 hand:3,3 first", "a1", FAN_LEGAL, 0, 0, ""},
    {"", MOVING, "c3", FAN_REFUSED_HAND, FAN_CLAUSE(6, 2), 0, ""},
    {"", MOVING, "b1-c1A", FAN_REFUSED_TELO, FAN_CLAUSE(6, 1), 0, ""},
    {"", MOVING, "b1-c1-c2", FAN_REFUSED_OVER, FAN_CLAUSE(4, 1), 1, ""},
    {"", MOVING, "b1-c1", FAN_LEGAL, 0, 0, ""},
    {"", "WWW/BB1/3 b 5 3 hand:0,1", "c2", FAN_REFUSED_ENDED, FAN_CLAUSE(6, 3), 0, ""},
    /* vela */
    {"", GIVER, "c1-c2A", FAN_REFUSED_GIVER, FAN_CLAUSE(7, 2), 0, ""},
    {"", GIVER, "c1-c2-d2", FAN_REFUSED_OVER, FAN_CLAUSE(4, 1), 1, ""},
    {"", GIVER, "c1-c2", FAN_LEGAL, 0, 0, ""},
    {"", GIVER, "c2", FAN_REFUSED_EMPTY, FAN_CLAUSE(3, 1), 0, ""},
    {"", TAKER, "a3-b3", FAN_REFUSED_MUST_CAPTURE, FAN_CLAUSE(3, 1), 0, "a3"},
    {"", TAKER, "a3-b3A-b2A", FAN_REFUSED_TAKER, FAN_CLAUSE(7, 2), 1, ""},
    {"", TAKER, "a3-b3A-b2", FAN_REFUSED_TAKER, FAN_CLAUSE(7, 2), 1, ""},
    {"", TAKER, "a3-b3A", FAN_LEGAL, 0, 0, ""},
    {"chain=mandatory", TAKER, "a3-b3A", FAN_LEGAL, 0, 0, ""},
    {"", "5/5/B4/WBBBB/WWWWW vela:w", "a1-b1", FAN_REFUSED_ENDED, FAN_CLAUSE(5, 2), 0, ""},
    {"", CAPTURES, "f2-e3W-f4A-g3A", FAN_LEGAL, 0, 0, ""},
    {"chain=mandatory", CAPTURES, "f2-e3W-f4A-g3A", FAN_LEGAL, 0, 0, ""},
    {"first-turn=single", CAPTURES " w 0 1 first", "f2-e3W", FAN_LEGAL, 0, 0, ""},
    {"", QUIET, "e3-e4", FAN_LEGAL, 0, 0, ""},
};

static void a_turn_is_refused_at_its_first_illegal_step(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(turn_refusals); i++) {
        Sample sample = sample_of(turn_refusals[i].rules, turn_refusals[i].position);
        FanTurn turn = plain_turn(&sample.board, turn_refusals[i].turn);
        FanPosition after = sample.position;
        FanRefusal refusal =
            fan_turn_refusal(&sample.board, &sample.rules, &sample.position, &turn);
        if (!same_refusal(refusal, turn_refusals[i].code, turn_refusals[i].clause,
                          turn_refusals[i].step,
                          plain_points(&sample.board, turn_refusals[i].points))) {
            fail_refusal(&sample, refusal);
        }
        FanRefusal played =
            fan_position_play(&sample.board, &sample.rules, &sample.position, &turn, &after);
        assert_true(same_refusal(played, turn_refusals[i].code, turn_refusals[i].clause,
                                 turn_refusals[i].step, refusal.points));
        assert_int_equal(fan_position_equal(&after, &sample.position), played.code != FAN_LEGAL);
    }
}

/* Turns come from outside too: numbers that no turn has are refused, not read past. */
static void turns_with_impossible_numbers_are_refused(void **state) {
    (void)state;
    Sample sample = sample_of("", CAPTURES);
    FanTurn good = plain_turn(&sample.board, "f2-e3W");
    for (unsigned kind = FAN_WITHDRAWAL + 1; kind < 256; kind++) {
        FanTurn turn = good;
        turn.steps[0].kind = (uint8_t)kind;
        assert_int_equal(
            fan_turn_refusal(&sample.board, &sample.rules, &sample.position, &turn).code,
            FAN_REFUSED_EMPTY);
    }
    for (unsigned count = 0; count < 256; count++) {
        FanTurn turn = good;
        turn.count = (uint8_t)count;
        if (count != 1) {
            assert_int_not_equal(
                fan_turn_refusal(&sample.board, &sample.rules, &sample.position, &turn).code,
                FAN_LEGAL);
        }
    }
    for (unsigned point = 0; point < 256; point++) {
        FanTurn turn = good;
        turn.steps[0].to = (FanPoint)point;
        assert_int_equal(
            fan_turn_refusal(&sample.board, &sample.rules, &sample.position, &turn).code ==
                FAN_LEGAL,
            point == good.steps[0].to);
        turn = good;
        turn.from = (FanPoint)point;
        assert_int_equal(
            fan_turn_refusal(&sample.board, &sample.rules, &sample.position, &turn).code ==
                FAN_LEGAL,
            point == good.from);
    }
}

static void placements_with_impossible_numbers_are_refused(void **state) {
    (void)state;
    Sample sample = sample_of("", PLACING);
    FanTurn good = plain_turn(&sample.board, "a1");
    for (unsigned number = 0; number < 256; number++) {
        FanTurn turn = good;
        turn.steps[0].kind = (uint8_t)number;
        assert_int_equal(
            fan_turn_refusal(&sample.board, &sample.rules, &sample.position, &turn).code ==
                FAN_LEGAL,
            number == FAN_PAIKA);
        turn = good;
        turn.count = (uint8_t)number;
        assert_int_equal(
            fan_turn_refusal(&sample.board, &sample.rules, &sample.position, &turn).code ==
                FAN_LEGAL,
            number == 1);
        turn = good;
        turn.steps[0].to = (FanPoint)number;
        FanPoint b2 = plain_point(&sample.board, "b2");
        assert_int_equal(
            fan_turn_refusal(&sample.board, &sample.rules, &sample.position, &turn).code ==
                FAN_LEGAL,
            number < sample.board.points && number != b2);
        turn = good;
        turn.from = (FanPoint)number;
        assert_int_equal(
            fan_turn_refusal(&sample.board, &sample.rules, &sample.position, &turn).code ==
                FAN_LEGAL,
            number == FAN_HAND);
    }
}

static void refusals_have_stable_words_each_its_own(void **state) {
    (void)state;
    static const char *const words[] = {
        "legal",         "ended",        "empty",   "enemy",     "other-stone", "occupied",
        "no-line",       "must-capture", "visited", "direction", "no-approach", "no-withdrawal",
        "not-capturing", "over",         "stuck",   "stop",      "single",      "place",
        "hand",          "telo",         "giver",   "taker"};
    assert_int_equal(COUNT(words), FAN_REFUSED_TAKER + 1);
    for (int code = 0; code <= FAN_REFUSED_TAKER; code++) {
        assert_string_equal(fan_refusal_word((FanRefusalCode)code), words[code]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_step_is_refused_by_the_first_clause_that_forbids_it),
        cmocka_unit_test(points_off_the_board_are_refused),
        cmocka_unit_test(points_off_the_board_are_refused_in_telo),
        cmocka_unit_test(a_stone_is_refused_with_those_that_may_move),
        cmocka_unit_test(a_turn_is_refused_at_its_first_illegal_step),
        cmocka_unit_test(turns_with_impossible_numbers_are_refused),
        cmocka_unit_test(placements_with_impossible_numbers_are_refused),
        cmocka_unit_test(refusals_have_stable_words_each_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
