/* What a reader understands (R9.5): each text is read and written again. */
#include "record/transcript.h"

#define HEAD                                                                                       \
    "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black "    \
    "\"?\"]\n"

/* The tags of a game of which only the result and the variant are told. */
#define GAME(result, variant) HEAD "[Result \"" result "\"]\n[Variant \"" variant "\"]\n"
#define TSIVY                 GAME("*", "tsivy")
#define BY(white, black)                                                                           \
    "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"" white           \
    "\"]\n[Black \"" black "\"]\n[Result \"*\"]\n[Variant \"tsivy\"]\n"
#define HALF      "\xC2\xBD"
#define SHORT_FEN "9/9/4B4/4W4/9"

typedef struct Case {
    const char *claim, *text, *written;
} Case;

static const Case cases[] = {
    {"nothing", "", ""},
    {"blanks", " \n\n\t\r\n", ""},
    {"comments that belong to no game", "{ nothing here }\n; nor here\n", ""},
    {"a game without turns", "*", TSIVY "\n*\n\n"},
    {"a turn", "1. e2-e3A *", TSIVY "\n1. e2-e3A *\n\n"},
    {"a turn without its kind and lines", "e2e3*", TSIVY "\n1. e2-e3A *\n\n"},
    {"a turn in capitals", "D3E3A *", TSIVY "\n1. d3-e3A *\n\n"},
    {"a turn with signs for its kinds", "d3-e3- *", TSIVY "\n1. d3-e3W *\n\n"},
    {"numbers in any shape", "1.e2e3 1... f4e5w 2 e3-e4 17.... * ",
     TSIVY "\n1. e2-e3A f4-e5W 2. e3-e4A *\n\n"},
    {"numbers that are wrong", "007. e2e3 99999999999999999999 f4e5w *",
     TSIVY "\n1. e2-e3A f4-e5W *\n\n"},

    {"tags with escapes", "[Event \"a \\\"b\\\" \\\\ c\\d\"]\n*",
     "[Event \"a \\\"b\\\" \\\\ c\\\\d\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n"
     "[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n[Variant \"tsivy\"]\n\n*\n\n"},
    {"tags in any order and case, others behind the known ones",
     "[Annotator \"R\"][black \"B\"]\n[Opening \"fohy\"]  [EVENT \"E\"]\n[timecontrol \"60+1\"]\n"
     "[Round \"?\"] 1. d3-e3A *",
     "[Event \"E\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black "
     "\"B\"]\n[Result \"*\"]\n[Variant \"tsivy\"]\n[TimeControl \"60+1\"]\n[Annotator "
     "\"R\"]\n[Opening \"fohy\"]\n\n1. d3-e3A *\n\n"},
    {"blanks within tags", "[ Event\t\"E\" ]*",
     "[Event \"E\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black "
     "\"?\"]\n[Result \"*\"]\n[Variant \"tsivy\"]\n\n*\n\n"},
    {"an empty value", "[Site \"\"]*",
     "[Event \"?\"]\n[Site \"\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black "
     "\"?\"]\n[Result \"*\"]\n[Variant \"tsivy\"]\n\n*\n\n"},
    {"a Result that is not known", "[Result \"?\"]\n1-0", GAME("1-0", "tsivy") "\n1-0\n\n"},

    {"a variant in any case", "[Variant \"DIMY\"]\n*", GAME("*", "dimy") "\n*\n\n"},
    {"fanorona is tsivy", "[Variant \"Fanorona\"]\n*", TSIVY "\n*\n\n"},
    {"a variant by its size", "[Variant \"7x3\"]\n*", GAME("*", "7x3") "\n*\n\n"},
    {"a size that has a name", "[Variant \"9x5\"]\n*", TSIVY "\n*\n\n"},
    {"the capture game on the board of telo", "[Variant \"3x3\"]\n*", GAME("*", "3x3") "\n*\n\n"},
    {"telo and its placements", "[Variant \"telo\"]\n1.b2 a1 2. c1 A3 3.a2 c2 b2b1 *",
     GAME("*", "telo") "\n1. b2 a1 2. c1 a3 3. a2 c2 4. b2-b1 *\n\n"},
    {"a row ends telo", "[Variant \"telo\"]\n1. b2 a1 2. b1 a2 3. b3 1-0",
     GAME("1-0", "telo") "[Termination \"row\"]\n\n1. b2 a1 2. b1 a2 3. b3 1-0\n\n"},
    {"rules", "[Rules \" Chain = Mandatory , quiet-limit=50\"]\n*",
     TSIVY "[Rules \"chain=mandatory\"]\n\n*\n\n"},
    {"vela, whose taker begins", "[Rules \"vela=white\"]\n1... e4-e3A e1-e2 *",
     TSIVY "[Rules \"vela=white\"]\n\n1... e4-e3A 2. e1-e2 *\n\n"},
    {"a set-up, Black to begin", "[FEN \"" SHORT_FEN " b 3 7\"]\n7... e3-e4W 0-1",
     GAME("0-1", "tsivy") "[FEN \"" SHORT_FEN " b 3 7\"]\n[Termination \"no-stones\"]\n\n7... "
                          "e3-e4W 0-1\n\n"},
    {"a set-up tells its size", "[FEN \"5/5/2B2/2W2/5\"]\n*",
     GAME("*", "dimy") "[FEN \"5/5/2B2/2W2/5 w 0 1\"]\n\n*\n\n"},
    {"a set-up of the start is none",
     "[FEN \"BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW w 0 1\"]\n*", TSIVY "\n*\n\n"},
    {"a set-up that tells telo", "[FEN \"3/1W1/3 b 0 1 hand:2,3\"]\n1... a1 *",
     GAME("*", "telo") "[FEN \"3/1W1/3 b 0 1 hand:2,3\"]\n\n1... a1 *\n\n"},
    {"a set-up that tells who gives",
     "[FEN \"BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW w 0 1 vela:b\"]\n*",
     TSIVY "[Rules \"vela=black\"]\n\n*\n\n"},
    {"a set-up of a game that is over", "[FEN \"9/9/9/4W4/9 b\"]\n*",
     GAME("1-0", "tsivy") "[FEN \"9/9/9/4W4/9 b 0 1\"]\n[Termination \"no-stones\"]\n\n1-0\n\n"},

    {"a draw in two ways", "1/2-1/2 " HALF "-" HALF,
     GAME("1/2-1/2", "tsivy") "\n1/2-1/2\n\n" GAME("1/2-1/2", "tsivy") "\n1/2-1/2\n\n"},
    {"a draw in the tag", "[Result \"" HALF "-" HALF "\"]\n1/2-1/2",
     GAME("1/2-1/2", "tsivy") "\n1/2-1/2\n\n"},
    {"a game that is over but whose record does not say so",
     "[FEN \"" SHORT_FEN " w\"]\n1. e2-e1W *",
     GAME("1-0", "tsivy") "[FEN \"" SHORT_FEN " w 0 1\"]\n[Termination \"no-stones\"]\n\n1. "
                          "e2-e1W 1-0\n\n"},
    {"a reason by word", "[Termination \"Resignation\"]\n1. e2-e3A 0-1",
     GAME("0-1", "tsivy") "[Termination \"resignation\"]\n\n1. e2-e3A 0-1\n\n"},
    {"a reason that the rules give too",
     "[FEN \"" SHORT_FEN " w\"]\n[Termination \"no-stones\"]\n1. e2-e1W 1-0",
     GAME("1-0", "tsivy") "[FEN \"" SHORT_FEN " w 0 1\"]\n[Termination \"no-stones\"]\n\n1. "
                          "e2-e1W 1-0\n\n"},
    {"a Termination in other words is kept", "[Termination \"time forfeit\"]\n1. e2-e3A 1-0",
     GAME("1-0", "tsivy") "[Termination \"time forfeit\"]\n\n1. e2-e3A 1-0\n\n"},

    {"comments as they are", "{ start } 1. e2-e3A {a { b  c} {} f4-e5W {d}*",
     TSIVY "\n{ start } 1. e2-e3A {a { b  c} {} 1... f4-e5W {d} *\n\n"},
    {"comments of a line", "1. e2-e3A ; to the end {x\nf4-e5W*;and {y} too",
     TSIVY "\n1. e2-e3A { to the end {x} 1... f4-e5W ;and {y} too\n*\n\n"},
    {"comments over several lines, their ends made LF", "1. e2-e3A {a\r\n b\rc\n\nd}*",
     TSIVY "\n1. e2-e3A {a\n b\nc\n\nd} *\n\n"},
    {"comments before the tags and between them",
     "{first}\n[White \"W\"]\n;second\n[Black \"B\"]\n*",
     "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"W\"]\n[Black "
     "\"B\"]\n[Result \"*\"]\n[Variant \"tsivy\"]\n\n{first} {second} *\n\n"},
    {"comments behind the result belong to the game until its line ends",
     "1. e2-e3A 1-0 {White\nleft} ; early\n{next} *",
     GAME("1-0", "tsivy") "\n1. e2-e3A {White\nleft} { early} 1-0\n\n" TSIVY "\n{next} *\n\n"},
    {"a comment that shows a tag", "1. e2-e3A {as in\n[Event \"x\"]\n} *",
     TSIVY "\n1. e2-e3A {as in\n[Event \"x\"]\n} *\n\n"},
    {"lines that begin with %", "% a file of mine\n[White \"W\"]\n%\n1. e2-e3A\n% {\n*\n%",
     "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"W\"]\n[Black "
     "\"?\"]\n[Result \"*\"]\n[Variant \"tsivy\"]\n\n1. e2-e3A *\n\n"},

    {"marks and numbered ones", "1. e2-e3A! f4-e5W?? $13 2.e3-e4A!? ?! $1 $255*",
     TSIVY "\n1. e2-e3A! f4-e5W?? $13 2. e3-e4A!? $6 $1 $255 *\n\n"},
    {"marks by number", "1. e2-e3A $1 f4-e5W $2 2. e3-e4A $3 $0 *",
     TSIVY "\n1. e2-e3A! f4-e5W? 2. e3-e4A!! $0 *\n\n"},
    {"a mark that stands apart", "1. e2-e3A {x} ! *", TSIVY "\n1. e2-e3A {x} $1 *\n\n"},
    {"marks before any turn", "$7 ! 1. e2-e3A *", TSIVY "\n$7 $1 1. e2-e3A *\n\n"},

    {"variations", "1. e2-e3A (1. d3-e3A {fohy}) (d3-e3W) 1... f4-e5W (1... f4-e5W-e4A) *",
     TSIVY "\n1. e2-e3A (1. d3-e3A {fohy}) (1. d3-e3W) 1... f4-e5W (1... f4-e5W-e4A) *\n\n"},
    {"variations within variations",
     "1. e2-e3A(1. d3-e3A(1.d3e3w(f2-e3A!)b4c3a)f4f3a)f4-e5W 2. e3-e4A *",
     TSIVY "\n1. e2-e3A (1. d3-e3A (1. d3-e3W (1. f2-e3A!) 1... b4-c3A) 1... f4-f3A)\n1... "
           "f4-e5W 2. e3-e4A *\n\n"},
    {"a variation of the last turn of a game that is over",
     "[FEN \"9/9/3WB4/4W4/9 w\"]\n1. e2-e1W (1. d3-c3W {too}) 1-0",
     GAME("1-0", "tsivy") "[FEN \"9/9/3WB4/4W4/9 w 0 1\"]\n[Termination \"no-stones\"]\n\n1. "
                          "e2-e1W (1. d3-c3W {too}) 1-0\n\n"},
    {"a position within a variation is none of the line's",
     "[Rules \"repetition=2\"]\n[FEN \"B8/9/9/9/8W w\"]\n1. i1-i2 a5-a4 2. i2-i3 (2. i2-i1 a4-a5) "
     "a4-a3 (2... a4-a5 3. i3-i2) 3. i3-i2 *",
     TSIVY "[Rules \"repetition=2\"]\n[FEN \"B8/9/9/9/8W w 0 1\"]\n\n1. i1-i2 a5-a4 2. i2-i3 (2. "
           "i2-i1 a4-a5) 2... a4-a3 (2... a4-a5 3. i3-i2)\n3. i3-i2 *\n\n"},
    {"variations without turns", "1. e2-e3A () ({better} $2) *",
     TSIVY "\n1. e2-e3A () ({better} $2) *\n\n"},

    {"CR LF", "[White \"W\"]\r\n\r\n1. e2-e3A\r\nf4-e5W\r\n*\r\n\r\n[Black \"B\"]\r\n*\r\n",
     BY("W", "?") "\n1. e2-e3A f4-e5W *\n\n" BY("?", "B") "\n*\n\n"},
    {"CR alone", "[White \"W\"]\r\r1. e2-e3A\rf4-e5W ; x\r*\r[Black \"B\"]\r*\r",
     BY("W", "?") "\n1. e2-e3A f4-e5W { x} *\n\n" BY("?", "B") "\n*\n\n"},
    {"a byte-order mark", "\xEF\xBB\xBF[White \"W\"]\n*", BY("W", "?") "\n*\n\n"},
    {"no blank lines, several games in a line",
     "[White \"1\"]1. e2-e3A *[White \"2\"]*\n[White \"3\"]\n1. e2-e3A * 1. d3-e3A * *",
     BY("1", "?") "\n1. e2-e3A *\n\n" BY("2", "?") "\n*\n\n" BY(
         "3", "?") "\n1. e2-e3A *\n\n" TSIVY "\n1. d3-e3A *\n\n" TSIVY "\n*\n\n"},
    {"characters beyond ASCII", "[White \"Ra\xC3\xA9\"]\n{\xF0\x9F\x90\x83 \xE2\x80\xA6} *",
     BY("Ra\xC3\xA9", "?") "\n{\xF0\x9F\x90\x83 \xE2\x80\xA6} *\n\n"},
};

static void what_is_read_is_written(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        expect_transcript(cases[i].text, strlen(cases[i].text), cases[i].written);
        expect_transcript(cases[i].written, strlen(cases[i].written), cases[i].written);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_read_is_written)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
