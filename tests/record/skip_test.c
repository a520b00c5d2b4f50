/* Where the next game begins after one that is refused, and what is told of the games between. */
#include "record/transcript.h"

/* The transcript in short: `LINE:COLUMN CODE` for a fault, White's name for a game. */
typedef struct Case {
    const char *claim, *text, *told;
} Case;

static const Case cases[] = {
    {"after a bad turn the game's rest is nobody's",
     "1. e2-e9 f4-e5W {x} (1. a1) * [White \"2\"] *", "1:7 turn; 2;"},
    {"a result in a variation ends no game that goes on",
     "1. zz ( 1. e2-e3A 1-0 ) 2. e3 1-0\n[White \"2\"] *", "1:4 turn; 2;"},
    {"nor one in the variation that is at fault",
     "1. e2-e3A (1. zz 1-0 ) f4-e5W 1-0\n[White \"2\"] *", "1:15 turn; 2;"},
    {"a result in a variation at the end of a line does", "1. e2-e3A (1. zz 1-0\n[White \"2\"] *",
     "1:15 turn; 2;"},
    {"a bracket that closes nothing is none", "1. zz ) 1-0 1. e2-e3A *", "1:4 turn; ?;"},
    {"games without tags", "1. zz * 1. e2-e3A * 1. yy 1-0\n1. d3-e3A *",
     "1:4 turn; ?; 1:24 turn; ?;"},
    {"without a result the next tag begins a game", "1. zz\nx y\n [White \"2\"] *", "1:4 turn; 2;"},
    {"a word that holds a result is none", "1. zz a1-0 21-0 1-0b * [White \"2\"] *",
     "1:4 turn; 2;"},
    {"a tag within a line begins no game", "1. zz [White \"1\"] * [White \"2\"] *", "1:4 turn; 2;"},
    {"comments are stepped over", "1. zz {1-0 * } ; 1-0 *\n% 1-0\n*\n[White \"2\"] *",
     "1:4 turn; 2;"},
    {"a comment behind the result too", "1. zz 1-0 {a\n1-0} ; b\n[White \"2\"] *", "1:4 turn; 2;"},
    {"a comment never closed in a game refused", "1. zz {oh *\n[White \"2\"] *", "1:4 turn; 2;"},
    {"a comment that shows a tag in a good game", "1. e2-e3A {\n[White \"x\"]\n} *\n*", "?; ?;"},

    {"a broken tag refuses its game alone",
     "[White \"1]\n[Black \"b\"]\n\n1. e2-e3A *\n\n[White \"2\"]\n*", "1:8 tag; 2;"},
    {"without blank lines too", "[White 1]\n[Black \"b\"]\n1. e2-e3A *\n[White \"2\"]\n*",
     "1:8 tag; 2;"},
    {"a broken tag of a game without turns", "[White \"1\"\n\n[White \"2\"]\n*", "1:11 tag; 2;"},
    {"tags that contradict each other", "[Variant \"dimy\"]\n[FEN \"9/9/9/9/9\"]\n1. a1 *\n*",
     "2:7 setup; ?;"},
    {"tags without turns", "[White \"1\"]\n[Black \"b\"]\n\n[White \"2\"]\n*", "4:1 result; 2;"},
    {"turns without a result", "[White \"1\"]\n1. e2-e3A\n\n[White \"2\"]\n*", "4:1 result; 2;"},
    {"the stream ends within tags", "[White \"1\"]", "1:12 result;"},
    {"the stream ends within a tag", "[White \"1", "1:8 tag;"},
    {"the stream ends within a turn", "1. e2", "1:6 turn;"},

    {"a comment never closed, then a good game", "1. e2-e3A {oh *\n\n[White \"2\"]\n\n*",
     "1:11 comment; 2;"},
    {"a comment never closed but by the next one",
     "1. e2-e3A {oh *\n\n[White \"2\"]\n\n1. e2-e3A {x} *\n[White \"3\"] *", "1:11 comment; 2; 3;"},
    {"a brace left over closes it", "1. e2-e3A {oh *\n[White \"2\"]\n1. e2-e3A x} e2-e3A *\n*",
     "1:11 comment; 3:11 turn; ?;"},
    {"a comment never closed and no game behind", "1. e2-e3A {oh\n\nf4-e5W *", "1:11 comment;"},
    {"a comment never closed in a game without tags", "1. e2-e3A {oh * 1. d3-e3A *",
     "1:11 comment; ?;"},
    {"a variation never closed", "1. e2-e3A (1. d3-e3A f4-f3A *\n[White \"2\"] *",
     "1:11 variation; 2;"},
    {"a variation never closed, nor a result", "1. e2-e3A ( {x}\n\n[White \"2\"] *",
     "1:11 variation; 2;"},
    {"a variation never closed, told with the innermost", "1. e2-e3A (1. d3-e3A ( 1-0 {x}\n*",
     "1:22 variation; ?;"},
    {"a bracket too many", "1. e2-e3A ) f4-e5W 1-0 *", "1:11 variation; ?;"},
    {"after a contradiction the next game begins at once",
     "[Result \"1-0\"] 1. e2-e3A 0-1 {x} 1. e2-e3A *", "1:26 contradiction; ?;"},

    {"numbers count refused games", "1. zz *\n1. zz *\n\n  1. zz *",
     "1:4 turn; 2:4 turn; 4:6 turn;"},
    {"columns count characters", "{\xC3\xA9\xE2\x80\xA6} \t1. zz *", "1:10 turn;"},
    {"CR LF and CR end lines", "{a\r\nb\rc\n\rd} zz *", "5:4 turn;"},
    {"a byte-order mark is no column", "\xEF\xBB\xBFzz *", "1:1 turn;"},
    {"a byte-order mark elsewhere is a character", "e2-e3A \xEF\xBB\xBF *", "1:8 character;"},
};

static const char *word_of(unsigned code) {
    return code <= FAN_FAULT_UTF8             ? "character"
           : code <= FAN_FAULT_TAGS_MANY      ? "tag"
           : code <= FAN_FAULT_RESULT         ? "setup"
           : code <= FAN_FAULT_TURN_AFTER_END ? "turn"
           : code <= FAN_FAULT_NAG            ? "mark"
           : code <= FAN_FAULT_COMMENT_CLOSE  ? "comment"
           : code <= FAN_FAULT_VARIATION_DEEP ? "variation"
           : code == FAN_FAULT_NO_RESULT      ? "result"
           : code <= FAN_FAULT_TERMINATION    ? "contradiction"
                                              : "limit";
}

static void tell_fault(const FanRecordFault *fault, size_t games, Text *out) {
    assert_int_equal(fault->game, games);
    text_print(out, "%s%llu:%llu %s;", out->length ? " " : "", (unsigned long long)fault->line,
               (unsigned long long)fault->column, word_of(fault->code));
}

static void tell_games(const char *text, size_t step, Text *out) {
    Pieces pieces = {{text, strlen(text)}, step};
    FanRecordReader *reader = fan_record_reader_new(pieces_source, &pieces, NULL);
    FanRecord record;
    FanRecordReading reading;
    fan_record_init(&record, NULL);
    text_add(out, "", 0);
    for (size_t games = 1; (reading = fan_record_read(reader, &record)) <= FAN_RECORD_FAULT;
         games++) {
        assert_int_equal(fan_record_reader_games(reader), games);
        if (reading == FAN_RECORD_FAULT) {
            tell_fault(fan_record_reader_fault(reader), games, out);
        } else {
            const char *white = fan_record_tag(&record, "White");
            text_print(out, "%s%s;", out->length ? " " : "", white ? white : "?");
        }
    }
    assert_int_equal(reading, FAN_RECORD_END);
    fan_record_free(&record);
    fan_record_reader_free(reader);
}

static void the_next_game_is_found(void **state) {
    Text out = {0};
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        const size_t steps[] = {SIZE_MAX, 1, 3};
        for (size_t j = 0; j < COUNT(steps); j++) {
            text_clear(&out);
            tell_games(cases[i].text, steps[j], &out);
            if (strcmp(out.bytes, cases[i].told) != 0) {
                fail_msg("%s, in pieces of %zu\n    text   %s\n    wanted %s\n    got    %s",
                         cases[i].claim, steps[j], cases[i].text, cases[i].told, out.bytes);
            }
        }
    }
    text_free(&out);
}

/* Fills with ends of lines, CR LF but for the first; returns how many. */
static size_t fill_lines(char *text, size_t length) {
    for (size_t i = 0; i < length; i++) {
        text[i] = i % 2 ? '\r' : '\n';
    }
    return length / 2 + 1;
}

/* Wherever a buffer may end, the same is told: each text behind fillers of many lengths. */
static void the_place_of_a_game_in_the_stream_does_not_matter(void **state) {
    enum { BUFFER = 1 << 16, AROUND = 48 };
    static const char middle[] = "[White \"1\"]\n1. e2-e3A {x} (1. d3-e3A!?) f4-e5W $12 1/2-1/2\n"
                                 "1. zz {oh *\n[White \"2\"] *\n[White \"3]\n\n\n[White \"4\"]*";
    char *text = malloc(BUFFER + AROUND + sizeof middle);
    Text out = {0};
    (void)state;
    assert_non_null(text);
    for (size_t filler = BUFFER - sizeof middle - AROUND; filler < BUFFER + AROUND / 4; filler++) {
        size_t lines = fill_lines(text, filler);
        memcpy(text + filler, middle, sizeof middle);
        text_clear(&out);
        tell_games(text, SIZE_MAX, &out);
        char wanted[128];
        snprintf(wanted, sizeof wanted, "1; %zu:4 turn; 2; %zu:8 tag; 4;", lines + 3, lines + 5);
        assert_string_equal(out.bytes, wanted);
    }
    text_free(&out);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_next_game_is_found),
        cmocka_unit_test(the_place_of_a_game_in_the_stream_does_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
