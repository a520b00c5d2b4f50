/* Glicko-2 against the worked example of its author ("Example of the Glicko-2 system", 2013), and
 * what must be so for any numbers. */
#include <jansson.h>
#include <math.h>

#include "people/people.h"
#include "people/rating.h"
#include "support/random.h"
#include "support/test.h"

#define DAY_MS (24LL * 3600 * 1000)

static bool near(double a, double b, double within) {
    return fabs(a - b) <= within;
}

static void the_worked_example_comes_out(void **state) {
    (void)state;
    const FanGlicko player = {1500, 200, 0.06};
    const FanGlickoGame games[] = {
        {{1400, 30, 0.06}, 1}, {{1550, 100, 0.06}, 0}, {{1700, 300, 0.06}, 0}};
    FanGlicko after = fan_glicko_after(player, games, 3);
    assert_true(near(after.rating, 1464.06, 0.02));
    assert_true(near(after.deviation, 151.52, 0.01));
    assert_true(near(after.volatility, 0.05999, 0.00001));
}

static void without_games_only_the_deviation_grows(void **state) {
    (void)state;
    const FanGlicko player = {1500, 200, 0.06};
    FanGlicko after = fan_glicko_after(player, NULL, 0);
    assert_true(after.rating == 1500 && after.volatility == 0.06);
    /* sqrt(1.1513² + 0.06²) * 173.7178 */
    assert_true(near(after.deviation, 200.2714, 0.001));
    assert_true(fan_glicko_idle(player, 0).deviation == 200 ||
                near(fan_glicko_idle(player, 0).deviation, 200, 1e-9));
    assert_true(near(fan_glicko_idle(player, 1e9).deviation, 350, 1e-9));
}

/* Between 0 and 1. */
static double fraction(Random *random) {
    return (double)(random_next(random) >> 11) / 9007199254740992.0;
}

static FanGlicko any_player(Random *random) {
    return (FanGlicko){100 + 3900 * fraction(random), 30 + 320 * fraction(random),
                       0.03 + 0.09 * fraction(random)};
}

static void any_game_moves_both_the_right_way(void **state) {
    (void)state;
    Random random = {2013};
    for (unsigned i = 0; i < 20000; i++) {
        FanGlicko a = any_player(&random), b = any_player(&random);
        FanGlicko won = fan_glicko_after(a, &(FanGlickoGame){b, 1}, 1);
        FanGlicko drew = fan_glicko_after(a, &(FanGlickoGame){b, 0.5}, 1);
        FanGlicko lost = fan_glicko_after(a, &(FanGlickoGame){b, 0}, 1);
        assert_true(won.rating >= a.rating && lost.rating <= a.rating);
        assert_true(won.rating >= drew.rating && drew.rating >= lost.rating);
        assert_true(isfinite(won.rating) && isfinite(lost.volatility));
        assert_true(won.volatility > 0.02 && won.volatility < 0.2);
        assert_true(won.deviation > 0 && won.deviation <= 350);
        /* A game tells something: it is less unsure than a day without one. */
        assert_true(won.deviation <= fan_glicko_idle(a, 1).deviation + 0.5);
    }
}

static void equals_win_and_lose_the_same(void **state) {
    (void)state;
    const FanGlicko player = {1700, 90, 0.06};
    FanGlicko won = fan_glicko_after(player, &(FanGlickoGame){player, 1}, 1);
    FanGlicko lost = fan_glicko_after(player, &(FanGlickoGame){player, 0}, 1);
    FanGlicko drew = fan_glicko_after(player, &(FanGlickoGame){player, 0.5}, 1);
    assert_true(near(won.rating - 1700, 1700 - lost.rating, 1e-9));
    assert_true(near(drew.rating, 1700, 1e-9));
}

static json_t *settle(FanStoreRating *white, FanStoreRating *black, double score, int64_t at_ms) {
    char event[FAN_STORE_EVENT_MAX];
    const FanRatedMatch match = {score, at_ms, 41};
    fan_rating_settle(&match, white, black, event);
    json_t *told = json_loads(event, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(told);
    return told;
}

static json_int_t number(const json_t *event, const char *side, const char *name) {
    return json_integer_value(json_object_get(json_object_get(event, side), name));
}

static void a_first_game_begins_from_the_start(void **state) {
    (void)state;
    FanStoreRating white = {.player = "w", .variant = "tsivy"};
    FanStoreRating black = {.player = "b", .variant = "tsivy"};
    json_t *event = settle(&white, &black, 1, 1000);
    assert_int_equal(number(event, "white", "before"), 1500);
    assert_int_equal(number(event, "white", "after"), 1662);
    assert_int_equal(number(event, "black", "after"), 1338);
    assert_true(json_is_true(json_object_get(json_object_get(event, "white"), "provisional")));
    assert_int_equal(json_integer_value(json_object_get(event, "n")), 41);
    assert_int_equal(json_integer_value(json_object_get(event, "at")), 1000);
    assert_string_equal(json_string_value(json_object_get(event, "kind")), "rated");
    assert_int_equal(white.games, 1);
    assert_int_equal(white.changed_ms, 1000);
    assert_true(near(white.rating - 1500, 1500 - black.rating, 1e-9));
    json_decref(event);
}

static void settling_depends_on_its_arguments_alone(void **state) {
    (void)state;
    FanStoreRating a = {.rating = 1622, .deviation = 71, .volatility = 0.059, .games = 80};
    FanStoreRating b = {.rating = 1701, .deviation = 55, .volatility = 0.061, .games = 900};
    FanStoreRating a2 = a, b2 = b;
    json_t *one = settle(&a, &b, 0.5, 5 * DAY_MS), *two = settle(&a2, &b2, 0.5, 5 * DAY_MS);
    assert_true(json_equal(one, two));
    assert_true(a.rating == a2.rating && b.deviation == b2.deviation);
    json_decref(one);
    json_decref(two);
}

static json_int_t deviation_after(const FanStoreRating *rating, int64_t now_ms) {
    json_t *told = fan_rating_json(rating, now_ms);
    json_int_t deviation = json_integer_value(json_object_get(told, "deviation"));
    json_decref(told);
    return deviation;
}

static void time_makes_unsure(void **state) {
    (void)state;
    const FanStoreRating rating = {.variant = "dimy",
                                   .rating = 1800,
                                   .deviation = 60,
                                   .volatility = 0.06,
                                   .games = 100,
                                   .changed_ms = 0};
    assert_int_equal(deviation_after(&rating, 0), 60);
    assert_int_equal(deviation_after(&rating, DAY_MS), 60);
    assert_true(deviation_after(&rating, 100 * DAY_MS) > 110);
    assert_int_equal(deviation_after(&rating, 10000 * DAY_MS), 350);
    json_t *later = fan_rating_json(&rating, 100 * DAY_MS);
    assert_true(json_is_true(json_object_get(later, "provisional")));
    assert_int_equal(json_integer_value(json_object_get(later, "rating")), 1800);
    json_decref(later);
}

/* Whoever always wins against equals climbs without end; the numbers stay what the protocol can
 * say. */
static void ratings_stay_within_bounds(void **state) {
    (void)state;
    FanStoreRating white = {0}, black = {0};
    for (unsigned i = 0; i < 5000; i++) {
        json_decref(settle(&white, &black, 1, i * 1000));
        black.rating = white.rating;
        assert_true(white.rating >= 100 && white.rating <= 4000);
        assert_true(white.deviation > 20 && white.volatility < 0.2);
    }
    assert_true(white.rating == 4000);
    assert_int_equal(white.games, 5000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_worked_example_comes_out),
        cmocka_unit_test(without_games_only_the_deviation_grows),
        cmocka_unit_test(any_game_moves_both_the_right_way),
        cmocka_unit_test(equals_win_and_lose_the_same),
        cmocka_unit_test(a_first_game_begins_from_the_start),
        cmocka_unit_test(settling_depends_on_its_arguments_alone),
        cmocka_unit_test(time_makes_unsure),
        cmocka_unit_test(ratings_stay_within_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
