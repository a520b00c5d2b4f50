/* What a reader understands (R9.5): each text is read and written again. */
#include "record/transcript.h"

#define HEAD                                                                                       \
    "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black "    \
    "\"?\"]\n"

/* The head of a game of which only the result is told, on a board. */
#define GAME(result, variant) HEAD "[Result \"" result "\"]\n[Variant \"" variant "\"]\n"

typedef struct Case {
    const char *claim, *text, *written;
} Case;

static const Case cases[] = {
    {"nothing", "", ""},
    {"blanks", " \n\n\t\r\n", ""},
    {"a comment that belongs to no game", "{ nothing here }\n; nor here\n", ""},
    {"a game without turns", "*", GAME("*", "tsivy") "\n*\n\n"},
    {"a turn", "1. e2-e3A *", GAME("*", "tsivy") "\n1. e2-e3A *\n\n"},
    {"a turn without its kind and lines", "e2e3*", GAME("*", "tsivy") "\n1. e2-e3A *\n\n"},
    {"numbers in any shape", "1.e2e3 1... f4e5w 2 e3-e4 17.... * ",
     GAME("*", "tsivy") "\n1. e2-e3A f4-e5W 2. e3-e4A *\n\n"},
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
