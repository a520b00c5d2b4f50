/* Faults and refusals in sentences: what they say, within the room given, safe for a terminal. */
#include "rules/sample.h"

enum { ROOM = 1024 };

/* A sentence from some error, written by one of the functions under test. */
typedef size_t Writer(const void *error, char *out, size_t size);

static void expect_printable(const char *text) {
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        if (*c < 0x20 || *c >= 0x7F) {
            fail_msg("byte %#x in: %s", *c, text);
        }
    }
}

/* The whole sentence; cut at every smaller size it is the same up to there, ended by its zero. */
static const char *sentence(Writer *writer, const void *error) {
    static char whole[ROOM], cut[ROOM];
    memset(whole, 0x5A, sizeof whole);
    size_t length = writer(error, whole, ROOM);
    assert_int_equal(strlen(whole), length);
    assert_true(length + 1 < ROOM);
    expect_printable(whole);
    for (size_t size = 0; size <= length + 2; size++) {
        size_t kept = size == 0 ? 0 : size - 1 < length ? size - 1 : length;
        memset(cut, 0x5A, sizeof cut);
        assert_int_equal(writer(error, cut, size), kept);
        assert_memory_equal(cut, whole, kept);
        if (size) {
            assert_int_equal(cut[kept], '\0');
        }
        for (size_t i = size; i < length + 8; i++) {
            assert_int_equal(cut[i], 0x5A);
        }
    }
    return whole;
}

static void expect_says(const char *text, const char *part) {
    if (!strstr(text, part)) {
        fail_msg("\"%s\" is not in: %s", part, text);
    }
}

static Sample tsivy(void) {
    return sample_start(board_sizes[0], "");
}

/* --- Faults of a set-up ------------------------------------------------------------------------
 */

typedef struct SetupCase {
    FanSetupError error;
    const char *text;
} SetupCase;

static size_t write_setup(const void *error, char *out, size_t size) {
    const SetupCase *fault = error;
    return fan_setup_error_write(&fault->error, fault->text, out, size);
}

static const struct {
    const char *text, *says;
} setups[] = {
    {"", "the position is empty"},
    {"8/8/8", "size of the board must be odd"},
    {"9/9/9/9x/8", "\"x\" is neither a stone (W, B) nor a number of empty points, in rank 4"},
    {"9/9/9W/9/9", "rank 3 from the top is too long: \"9W\""},
    {"9/9/9/8/9", "rank 4 from the top is too short: \"8\""},
    {"9/9/9/9/9 q", "the side to move must be w or b, not \"q\""},
    {"9/9/9/9/9 w -1", "quiet turns must be 0 to 65535, not \"-1\""},
    {"9/9/9/9/9 w 0 0", "number of the turn must be 1 to 65535, not \"0\""},
    {"9/9/9/9/9 foo:1", "unknown field \"foo:1\""},
    {"9/9/9/9/9 w 0 1 2", "a field too many: \"2\""},
    {"WWW/WW1/3", "White has more stones than a side begins with"},
    {"BBB/BB1/3", "Black has more stones than a side begins with"},
    {"9/9/9/9/9 first", "the rule options do not agree with the field \"first\""},
    {"3/3/3 hand:4,0",
     "stones in hand are two numbers from 0 to 3, as in hand:3,3, not \"hand:4,0\""},
    {"9/9/9/9/9 hand:3,3", "only telo, on 3x3, has stones in hand: \"hand:3,3\""},
    {"3/W2/3 b 0 1 hand:3,3", "White must have three stones on the board and in hand together"},
    {"3/W2/3 b 0 1 hand:2,2", "Black must have three stones on the board and in hand together"},
    {"3/3/3 b 0 1 hand:3,3",
     "the stones in hand do not agree with the side to move: White places first"},
    {"BBB/3/WWW hand:0,0", "both sides have a full row"},
    {"9/9/9/9/9 vela:x", "who gives must be vela:w or vela:b, not \"vela:x\""},
    {"7/7/7 vela:w", "vela is played on 9x5 and 5x5 only"},
    {"9/9/9/9/9 vela:w",
     "the first phase of vela is over when the giver has five stones or fewer: \"vela:w\""},
};

/* A fault that needs rules of its own. */
static void a_field_against_the_rules_is_told(void **state) {
    (void)state;
    SetupCase fault = {.text = "WWWWWW3/9/9/9/9 vela:w"};
    FanRules rules = fan_rules_default();
    FanBoard board;
    FanPosition position;
    rules.vela = FAN_VELA_BLACK;
    assert_int_equal(fan_position_read(&board, &position, &rules, NULL, fault.text,
                                       strlen(fault.text), &fault.error, 1),
                     1);
    assert_string_equal(sentence(write_setup, &fault),
                        "the rule options do not agree with the field \"vela:w\"");
}

static void set_up_faults_say_what_and_where(void **state) {
    (void)state;
    FanRules rules = fan_rules_default();
    for (size_t i = 0; i < COUNT(setups); i++) {
        SetupCase fault = {.text = setups[i].text};
        FanBoard board;
        FanPosition position;
        assert_true(fan_position_read(&board, &position, &rules, NULL, fault.text,
                                      strlen(fault.text), &fault.error, 1) >= 1);
        expect_says(sentence(write_setup, &fault), setups[i].says);
    }
}

static void set_up_faults_of_size_and_length_too(void **state) {
    (void)state;
    static char text[FAN_POSITION_INPUT_MAX + 2];
    SetupCase fault = {.text = text};
    FanRules rules = fan_rules_default();
    FanBoard board;
    FanPosition position;
    Sample asked = tsivy();
    memset(text, '9', sizeof text - 1);
    assert_int_equal(fan_position_read(&board, &position, &rules, NULL, text,
                                       FAN_POSITION_INPUT_MAX + 1, &fault.error, 1),
                     1);
    expect_says(sentence(write_setup, &fault), "longer than any position can be");
    strcpy(text, "5/5/5");
    assert_int_equal(
        fan_position_read(&board, &position, &rules, &asked.board, text, 5, &fault.error, 1), 1);
    expect_says(sentence(write_setup, &fault), "not of the size of the board asked for");
}

/* --- Malformed, illegal, ambiguous turns -------------------------------------------------------
 */

typedef struct TurnCase {
    Sample sample;
    FanTurnError error;
    const char *text;
    size_t length;
} TurnCase;

static size_t write_turn(const void *error, char *out, size_t size) {
    const TurnCase *fault = error;
    return fan_turn_error_write(&fault->sample.board, &fault->error, fault->text, fault->length,
                                out, size);
}

static const char *turn_sentence(const char *rules, const char *position, const char *text,
                                 size_t length) {
    static TurnCase fault;
    FanTurn turn;
    fault = (TurnCase){.sample = sample_of(rules, position), .text = text, .length = length};
    assert_int_not_equal(fan_turn_read(&fault.sample.board, &fault.sample.rules,
                                       &fault.sample.position, text, length, &turn, &fault.error),
                         FAN_TURN_READ);
    return sentence(write_turn, &fault);
}

static void turn_errors_say_what_and_where(void **state) {
    (void)state;
    static const struct {
        const char *rules, *position, *text, *says;
    } table[] = {
        {"", "", "", "malformed at offset 0: the turn is empty"},
        {"", "", "e2!e3", "malformed at offset 2, \"!e3\": a point such as e3 is expected"},
        {"", "", "e2-j9", "malformed at offset 3, \"j9\": no such point on this board"},
        {"", "", "e2A", "malformed at offset 2, \"A\": A or W must follow a step, once"},
        {"", "", "e2-", "malformed at offset 3: the turn stops where a point must follow"},
        {"", "", "e2-e4", "illegal at offset 3: no line joins the two points in one step (R1.2)"},
        {"", "", "d3-e3", "ambiguous, fits 2 turns: d3-e3A, d3-e3W"},
        {"", "", "e2", "malformed at offset 2: the turn stops where a point must follow"},
        {"", "3/3/3 hand:3,3", "a1-a2",
         "illegal at offset 0: there are stones in hand: one must be placed (R6.2)"},
        {"", "3/3/3 hand:3,3", "d1", "malformed at offset 0, \"d1\": no such point on this board"},
        {"", "3/1W1/3 b hand:2,3", " b2", "illegal at offset 1: the point is not empty (R6.2)"},
        {"", "WB1/WB1/BW1 hand:0,0", "c3", "illegal at offset 0: no stone is left in hand (R6.2)"},
        {"", "WB1/WB1/BW1 hand:0,0", "b1-c1A",
         "illegal at offset 3: nothing is taken in telo (R6.1)"},
        {"", "WWW/BB1/3 b 5 3 hand:0,1", "c2",
         "illegal at offset 0: the game is over: a side has three in a row (R6.3)"},
        {"", "5/5/2B2/W4/WWWWW vela:w", "c1-c2A",
         "illegal at offset 3: the giver takes nothing in the first phase of vela (R7.2)"},
        {"", "9/9/B1WWW4/9/1W3WWWW b vela:w", "a3-b3A-b2A",
         "illegal at offset 7: the taker takes one stone a turn in the first phase of vela (R7.2)"},
    };
    for (size_t i = 0; i < COUNT(table); i++) {
        const char *text =
            turn_sentence(table[i].rules, table[i].position, table[i].text, strlen(table[i].text));
        assert_string_equal(text, table[i].says);
    }
}

static void text_too_long_is_told_and_not_repeated(void **state) {
    (void)state;
    static char text[FAN_TURN_INPUT_MAX + 100];
    memset(text, 'e', sizeof text);
    expect_says(turn_sentence("", "", text, sizeof text), "longer than any turn can be");
    memset(text + 4, '\x1B', 500);
    memcpy(text, "e2e3", 4);
    const char *said = turn_sentence("", "", text, 500);
    expect_says(said, "malformed at offset 4, \"????");
    assert_true(strlen(said) < 120);
}

/* More candidates than are kept, made by hand: the number is told, the rest with dots. */
static void more_candidates_than_kept_are_told_by_number(void **state) {
    (void)state;
    TurnCase fault = {.sample = tsivy(), .text = "", .error = {.reading = FAN_TURN_AMBIGUOUS}};
    fault.error.candidates = 20;
    for (int i = 0; i < FAN_CANDIDATES_MAX; i++) {
        fault.error.candidate[i] = plain_turn(&fault.sample.board, "e2-e3A");
    }
    const char *text = sentence(write_turn, &fault);
    expect_says(text, "fits 20 turns: e2-e3A, e2-e3A,");
    expect_says(text, "e2-e3A, ...");
    fault.error.candidates = FAN_CANDIDATES_MAX;
    text = sentence(write_turn, &fault);
    expect_says(text, "fits 8 turns: ");
    assert_null(strstr(text, "..."));
}

/* --- Refusals ----------------------------------------------------------------------------------
 */

typedef struct RefusalCase {
    Sample sample;
    FanRefusal refusal;
} RefusalCase;

static size_t write_refusal(const void *error, char *out, size_t size) {
    const RefusalCase *fault = error;
    return fan_refusal_write(&fault->sample.board, &fault->refusal, out, size);
}

static void refusals_name_the_clause_and_the_points(void **state) {
    (void)state;
    static const struct {
        FanRefusalCode code;
        FanClause clause;
        const char *points, *says;
    } table[] = {
        {FAN_LEGAL, 0, "", "legal"},
        {FAN_REFUSED_ENDED, FAN_CLAUSE(5, 1), "", "the game is over: a side has no stones (R5.1)"},
        {FAN_REFUSED_ENDED, FAN_CLAUSE(5, 2), "",
         "the game is over: the side to move is blocked (R5.2)"},
        {FAN_REFUSED_ENDED, FAN_CLAUSE(5, 3), "",
         "the game is over: drawn by the quiet limit (R5.3)"},
        {FAN_REFUSED_ENDED, FAN_CLAUSE(5, 4), "", "the game is over: drawn by repetition (R5.4)"},
        {FAN_REFUSED_ENDED, FAN_CLAUSE(5, 5), "", "the game is over (R5.5)"},
        {FAN_REFUSED_EMPTY, FAN_CLAUSE(3, 1), "", "there is no stone to move (R3.1)"},
        {FAN_REFUSED_ENEMY, FAN_CLAUSE(3, 1), "e3", "the stone belongs to the other side (R3.1)"},
        {FAN_REFUSED_OTHER_STONE, FAN_CLAUSE(4, 1), "e3",
         "a chain goes on with the same stone, e3 (R4.1)"},
        {FAN_REFUSED_OCCUPIED, FAN_CLAUSE(3, 1), "e3", "the point is not empty (R3.1)"},
        {FAN_REFUSED_NO_LINE, FAN_CLAUSE(1, 2), "",
         "no line joins the two points in one step (R1.2)"},
        {FAN_REFUSED_MUST_CAPTURE, FAN_CLAUSE(3, 1), "e3", "must capture: e3 can (R3.1)"},
        {FAN_REFUSED_MUST_CAPTURE, FAN_CLAUSE(3, 1), "a1 e3", "must capture: a1 and e3 can (R3.1)"},
        {FAN_REFUSED_MUST_CAPTURE, FAN_CLAUSE(3, 1), "a1 e3 i5",
         "must capture: a1, e3 and i5 can (R3.1)"},
        {FAN_REFUSED_VISITED, FAN_CLAUSE(4, 2), "d4 d3",
         "the stone already stood there in this turn (R4.2)"},
        {FAN_REFUSED_DIRECTION, FAN_CLAUSE(4, 3), "b4 c4",
         "same direction as the step before (R4.3)"},
        {FAN_REFUSED_NO_APPROACH, FAN_CLAUSE(3, 2), "",
         "there is no enemy stone ahead to take by approach (R3.2)"},
        {FAN_REFUSED_NO_WITHDRAWAL, FAN_CLAUSE(3, 3), "",
         "there is no enemy stone behind to take by withdrawal (R3.3)"},
        {FAN_REFUSED_NOT_CAPTURING, FAN_CLAUSE(4, 1), "",
         "a chain goes on only by captures (R4.1)"},
        {FAN_REFUSED_OVER, FAN_CLAUSE(4, 1), "", "a step that takes nothing ends the turn (R4.1)"},
        {FAN_REFUSED_STUCK, FAN_CLAUSE(3, 1), "b1", "the stone has no empty point to go to (R3.1)"},
        {FAN_REFUSED_STOP, FAN_CLAUSE(8, 0), "e4 f4", "the chain must go on, to e4 or f4 (R8)"},
        {FAN_REFUSED_STOP, FAN_CLAUSE(8, 0), "f4", "the chain must go on, to f4 (R8)"},
        {FAN_REFUSED_SINGLE, FAN_CLAUSE(8, 0), "",
         "the first turn of the game takes one capture only (R8)"},
        {FAN_REFUSED_PLACE, FAN_CLAUSE(6, 2), "",
         "there are stones in hand: one must be placed (R6.2)"},
        {FAN_REFUSED_HAND, FAN_CLAUSE(6, 2), "", "no stone is left in hand (R6.2)"},
        {FAN_REFUSED_TELO, FAN_CLAUSE(6, 1), "", "nothing is taken in telo (R6.1)"},
        {FAN_REFUSED_GIVER, FAN_CLAUSE(7, 2), "",
         "the giver takes nothing in the first phase of vela (R7.2)"},
        {FAN_REFUSED_TAKER, FAN_CLAUSE(7, 2), "",
         "the taker takes one stone a turn in the first phase of vela (R7.2)"},
        {FAN_REFUSED_ENDED, FAN_CLAUSE(6, 3), "",
         "the game is over: a side has three in a row (R6.3)"},
    };
    for (size_t i = 0; i < COUNT(table); i++) {
        RefusalCase fault = {.sample = tsivy()};
        fault.refusal = (FanRefusal){.code = (uint8_t)table[i].code,
                                     .clause = table[i].clause,
                                     .points = plain_points(&fault.sample.board, table[i].points)};
        assert_string_equal(sentence(write_refusal, &fault), table[i].says);
    }
}

static void refusals_with_every_point_fit(void **state) {
    (void)state;
    RefusalCase fault = {.sample = sample_start((BoardSize){3, 15}, "")};
    fault.refusal = (FanRefusal){.code = FAN_REFUSED_MUST_CAPTURE,
                                 .clause = FAN_CLAUSE(3, 1),
                                 .points = fault.sample.board.all};
    expect_says(sentence(write_refusal, &fault), "b15 and c15 can (R3.1)");
}

/* --- Rule options ------------------------------------------------------------------------------
 */

typedef struct RulesCase {
    FanRulesError error;
    const char *text;
} RulesCase;

static size_t write_rules(const void *error, char *out, size_t size) {
    const RulesCase *fault = error;
    return fan_rules_error_write(&fault->error, fault->text, out, size);
}

static void rules_errors_say_what_is_wrong(void **state) {
    (void)state;
    static char long_text[FAN_RULES_TEXT_MAX + 1];
    memset(long_text, ' ', FAN_RULES_TEXT_MAX);
    const struct {
        const char *text, *says;
    } table[] = {
        {"chain", "\"chain\" is not of the form OPTION=VALUE"},
        {"chain=optional,", "\"\" is not of the form OPTION=VALUE"},
        {"x=1", "\"x\" is no rule option"},
        {"chain=x", "\"x\" is not a value it takes: optional or mandatory"},
        {"first-turn=x", "\"x\" is not a value it takes: free or single"},
        {"blocked=x", "\"x\" is not a value it takes: loss or draw"},
        {"quiet-limit=x", "\"x\" is not a value it takes: 0 (off) or 1 to 1000"},
        {"repetition=1", "\"1\" is not a value it takes: 0 (off) or 2 to 5"},
        {"vela=x", "\"x\" is not a value it takes: none, white or black"},
        {"vela-first=x", "\"x\" is not a value it takes: taker or giver"},
        {"telo=1", "\"telo\" is no rule option"},
        {"blocked=loss,blocked=loss", "\"blocked\" is given twice"},
        {long_text, "the rules are longer than all options together"},
    };
    for (size_t i = 0; i < COUNT(table); i++) {
        RulesCase fault = {.text = table[i].text};
        FanRules rules;
        assert_false(fan_rules_read(&rules, fault.text, strlen(fault.text), &fault.error));
        assert_string_equal(sentence(write_rules, &fault), table[i].says);
    }
}

/* --- Hostile bytes -----------------------------------------------------------------------------
 */

static void any_byte_is_shown_safely(void **state) {
    (void)state;
    for (int byte = 0; byte < 256; byte++) {
        char text[12] = "x=??????";
        FanRules rules;
        memset(text + 2, byte, 6);
        RulesCase fault = {.text = text};
        assert_false(fan_rules_read(&rules, text, 8, &fault.error));
        sentence(write_rules, &fault);
        char position[] = "9/9/9/?8/9 ?";
        position[6] = position[11] = (char)byte;
        SetupCase setup = {.text = position};
        FanBoard board;
        FanPosition read;
        FanSetupError errors[4];
        rules = fan_rules_default();
        size_t count =
            fan_position_read(&board, &read, &rules, NULL, position, 12, errors, COUNT(errors));
        for (size_t i = 0; i < count && i < COUNT(errors); i++) {
            setup.error = errors[i];
            sentence(write_setup, &setup);
        }
        char turn[] = "e2-??";
        turn[3] = turn[4] = (char)byte;
        turn_sentence("", "", turn, 5);
    }
}

/* A quote is cut where it would flood the line. */
static void long_quotes_are_cut(void **state) {
    (void)state;
    char text[120];
    memset(text, 'q', sizeof text);
    RulesCase fault = {.text = text};
    FanRules rules;
    assert_false(fan_rules_read(&rules, text, sizeof text, &fault.error));
    assert_string_equal(sentence(write_rules, &fault),
                        "\"qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq...\" is not of the form OPTION=VALUE");
    assert_false(fan_rules_read(&rules, text, 32, &fault.error));
    assert_string_equal(sentence(write_rules, &fault),
                        "\"qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq\" is not of the form OPTION=VALUE");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(set_up_faults_say_what_and_where),
        cmocka_unit_test(a_field_against_the_rules_is_told),
        cmocka_unit_test(set_up_faults_of_size_and_length_too),
        cmocka_unit_test(turn_errors_say_what_and_where),
        cmocka_unit_test(text_too_long_is_told_and_not_repeated),
        cmocka_unit_test(more_candidates_than_kept_are_told_by_number),
        cmocka_unit_test(refusals_name_the_clause_and_the_points),
        cmocka_unit_test(refusals_with_every_point_fit),
        cmocka_unit_test(rules_errors_say_what_is_wrong),
        cmocka_unit_test(any_byte_is_shown_safely),
        cmocka_unit_test(long_quotes_are_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
