/* Random openings: legal by being played, balanced, the same for the same seed, and all of them. */
#include "cli/match/openings.h"
#include "support/test.h"

#include <stdlib.h>
#include <string.h>

enum { PAIRS = 16 };

static FanSetup setup;
static FanBout bout;
static FanEngine *judge, *other_judge;

static void take_setup(const char *variant, const char *rules) {
    assert_true(fan_rules_read(&setup.rules, rules, strlen(rules), NULL));
    assert_true(fan_variant_read(&setup.board, &setup.rules, variant, strlen(variant)));
    setup.position = fan_position_start(&setup.board, &setup.rules);
    bout = fan_bout_make(&setup);
}

static int begin(void **state) {
    (void)state;
    judge = fan_engine_new(1 << 20, NULL);
    other_judge = fan_engine_new(1 << 16, NULL);
    return !judge || !other_judge;
}

static int end(void **state) {
    (void)state;
    fan_engine_free(judge);
    fan_engine_free(other_judge);
    fan_bout_free(&bout);
    return 0;
}

static FanScore value_now(void) {
    FanJob job = {.nodes = 5000};
    FanLine line;
    fan_engine_clear(judge);
    assert_int_equal(fan_engine_begin(judge, &bout.game, &job), FAN_ENGINE_OK);
    while (fan_engine_run(judge, 0)) {
    }
    assert_true(fan_engine_line(judge, 0, &line));
    return line.score;
}

static void test_are_balanced_and_as_long_as_asked(void **state) {
    (void)state;
    take_setup("tsivy", "");
    FanOpenings openings = {.setup = &setup, .seed = 1, .plies = 5, .balance = 60};
    for (uint64_t pair = 0; pair < PAIRS; pair++) {
        assert_int_equal(fan_openings_begin(&openings, pair, judge, &bout), FAN_OPENING_FINE);
        assert_int_equal(bout.game.length, 5);
        assert_int_equal(bout.opening, 5);
        FanScore value = value_now();
        assert_true(value >= -60 && value <= 60);
    }
}

static void test_depend_on_seed_and_pair_alone(void **state) {
    (void)state;
    static char lines[2][PAIRS][400];
    take_setup("tsivy", "");
    FanOpenings openings = {.setup = &setup, .plies = 4, .balance = 100};
    unsigned same = 0;
    for (int seed = 0; seed < 2; seed++) {
        openings.seed = (uint64_t)seed;
        for (uint64_t pair = 0; pair < PAIRS; pair++) {
            assert_int_equal(fan_openings_begin(&openings, pair, judge, &bout), FAN_OPENING_FINE);
            snprintf(lines[seed][pair], 400, "%.*s", (int)bout.line_length, bout.line);
        }
        for (uint64_t pair = PAIRS; pair-- > 0;) { /* in another order */
            assert_int_equal(fan_openings_begin(&openings, pair, judge, &bout), FAN_OPENING_FINE);
            assert_memory_equal(lines[seed][pair], bout.line, bout.line_length);
        }
    }
    for (int i = 0; i < PAIRS; i++) {
        for (int j = 0; j < PAIRS; j++) {
            same += strcmp(lines[0][i], lines[1][j]) == 0;
        }
    }
    assert_true(same < PAIRS / 4); /* the two seeds do not share their openings */
}

/* Each first turn of tsivy comes up, none much oftener than another: there are five, and which of
 * them is drawn does not depend on how many lines follow it. */
static void test_draw_every_turn_alike(void **state) {
    (void)state;
    take_setup("tsivy", "");
    enum { DRAWS = 1000, TURNS = 5 };
    FanOpenings openings = {.setup = &setup, .plies = 1, .balance = 30000};
    FanTurn turns[TURNS];
    unsigned counts[TURNS] = {0}, known = 0;
    for (uint64_t pair = 0; pair < DRAWS; pair++) {
        assert_int_equal(fan_openings_begin(&openings, pair, other_judge, &bout), FAN_OPENING_FINE);
        unsigned i = 0;
        while (i < known && !fan_turn_equal(&turns[i], &bout.plies[0].turn)) {
            i++;
        }
        assert_true(i < TURNS);
        turns[i] = bout.plies[0].turn;
        known = i == known ? i + 1 : known;
        counts[i]++;
    }
    for (int i = 0; i < TURNS; i++) {
        assert_true(counts[i] > 140 && counts[i] < 260); /* 200, deviation 13 */
    }
}

static void test_other_games_have_openings(void **state) {
    (void)state;
    static const char *const games[][2] = {
        {"dimy", ""}, {"telo", ""}, {"7x3", "chain=mandatory"}, {"tsivy", "vela=white"}};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        take_setup(games[i][0], games[i][1]);
        FanOpenings openings = {.setup = &setup, .plies = 3, .balance = 30000};
        for (uint64_t pair = 0; pair < 10; pair++) {
            assert_int_equal(fan_openings_begin(&openings, pair, judge, &bout), FAN_OPENING_FINE);
            assert_int_equal(bout.game.length, 3);
            assert_int_equal(bout.game.outcome.result, FAN_ONGOING);
        }
        fan_bout_free(&bout);
    }
}

static void test_none_is_told(void **state) {
    (void)state;
    take_setup("tsivy", "");
    FanBoard board;
    static const char won[] = "9/4B4/9/4W4/9 w";
    assert_int_equal(
        fan_position_read(&board, &setup.position, &setup.rules, NULL, won, strlen(won), NULL, 0),
        0);
    FanOpenings openings = {.setup = &setup, .plies = 0, .balance = 100};
    assert_int_equal(fan_openings_begin(&openings, 0, other_judge, &bout), FAN_OPENING_NONE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_are_balanced_and_as_long_as_asked, begin, end),
        cmocka_unit_test_setup_teardown(test_depend_on_seed_and_pair_alone, begin, end),
        cmocka_unit_test_setup_teardown(test_draw_every_turn_alike, begin, end),
        cmocka_unit_test_setup_teardown(test_other_games_have_openings, begin, end),
        cmocka_unit_test_setup_teardown(test_none_is_told, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
