/* Which known word a misspelt one is taken for. */
#include "support/test.h"

#include "cli/nearest.h"

static const char *const words[] = {"perft", "legal", "apply", "analyse", "serve", "help"};

static const char *nearest_to(const char *word) {
    FanNearest nearest = fan_nearest_begin(word, strlen(word));
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        fan_nearest_offer(&nearest, words[i]);
    }
    return nearest.best ? nearest.best : "";
}

static void one_letter_may_be_missing_added_wrong_or_swapped(void **state) {
    (void)state;
    assert_string_equal(nearest_to("perf"), "perft");
    assert_string_equal(nearest_to("pperft"), "perft");
    assert_string_equal(nearest_to("pexft"), "perft");
    assert_string_equal(nearest_to("pefrt"), "perft");
}

static void case_does_not_matter(void **state) {
    (void)state;
    assert_string_equal(nearest_to("LEGAL"), "legal");
    assert_string_equal(nearest_to("Analyze"), "analyse");
}

static void longer_words_may_have_more_errors(void **state) {
    (void)state;
    assert_string_equal(nearest_to("anylise"), "analyse");
    assert_string_equal(nearest_to("analysis"), "analyse");
}

static void far_words_are_near_to_nothing(void **state) {
    (void)state;
    assert_string_equal(nearest_to(""), "");
    assert_string_equal(nearest_to("x"), "");
    assert_string_equal(nearest_to("xyzzy"), "");
    assert_string_equal(nearest_to("match"), "");
}

static void the_nearest_is_chosen_not_the_first(void **state) {
    (void)state;
    FanNearest nearest = fan_nearest_begin("threads", 7);
    fan_nearest_offer(&nearest, "thread");
    fan_nearest_offer(&nearest, "threads");
    fan_nearest_offer(&nearest, "treads");
    assert_string_equal(nearest.best, "threads");
}

static void the_first_of_equally_near_ones_stays(void **state) {
    (void)state;
    FanNearest nearest = fan_nearest_begin("boars", 5);
    fan_nearest_offer(&nearest, "board");
    fan_nearest_offer(&nearest, "boats");
    assert_string_equal(nearest.best, "board");
}

static void only_the_given_length_is_read(void **state) {
    (void)state;
    FanNearest nearest = fan_nearest_begin("chian=mandatory", 5);
    fan_nearest_offer(&nearest, "chain");
    assert_string_equal(nearest.best, "chain");
}

static void words_of_any_length_are_safe(void **state) {
    (void)state;
    char word[5000];
    memset(word, 'p', sizeof word - 1);
    word[sizeof word - 1] = '\0';
    assert_string_equal(nearest_to(word), "");
    FanNearest nearest = fan_nearest_begin("perft", 5);
    fan_nearest_offer(&nearest, word);
    assert_null(nearest.best);
}

static void the_hint_is_a_question_or_nothing(void **state) {
    (void)state;
    char hint[FAN_HINT_MAX];
    FanNearest nearest = fan_nearest_begin("dvide", 5);
    assert_string_equal(fan_nearest_hint(&nearest, "--", hint), "");
    fan_nearest_offer(&nearest, "divide");
    assert_string_equal(fan_nearest_hint(&nearest, "--", hint), "; did you mean --divide?");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_letter_may_be_missing_added_wrong_or_swapped),
        cmocka_unit_test(case_does_not_matter),
        cmocka_unit_test(longer_words_may_have_more_errors),
        cmocka_unit_test(far_words_are_near_to_nothing),
        cmocka_unit_test(the_nearest_is_chosen_not_the_first),
        cmocka_unit_test(the_first_of_equally_near_ones_stays),
        cmocka_unit_test(only_the_given_length_is_read),
        cmocka_unit_test(words_of_any_length_are_safe),
        cmocka_unit_test(the_hint_is_a_question_or_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
