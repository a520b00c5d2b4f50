/* The statistics of matches against values worked out another way: in 50-digit decimal arithmetic,
 * mean and variance from their definitions, and for the sequential test the likeliest distribution
 * under two constraints (sum 1, the mean) by damped Newton steps on both multipliers at once, where
 * the program halves an interval for one. The second test below needs no such values: it looks
 * for a likelier distribution itself. */
#include "cli/match/statistics.h"
#include "support/random.h"
#include "support/test.h"

#include <math.h>

typedef struct Known {
    FanPairs pairs;
    double elo, low, high, superiority; /* NAN: unknown */
    double ratios[3];                   /* of the tests below */
} Known;

static const FanSprt tests_known[3] = {
    {.elo0 = 0, .elo1 = 5, .alpha = 0.05, .beta = 0.05},
    {.elo0 = -3, .elo1 = 1, .alpha = 0.05, .beta = 0.05},
    {.elo0 = 0, .elo1 = 100, .alpha = 0.05, .beta = 0.05},
};

static const Known known[] = {
    {{{5, 20, 40, 25, 10}},
     26.10669261,
     -8.457048441,
     61.19580217,
     0.9305354672,
     {0.3749552277, 0.3432555909, -6.851769031}},
    {{{100, 300, 900, 350, 150}},
     14.48486906,
     6.822970462,
     22.16087635,
     0.9998950578,
     {3.910117329, 4.029502153, -197.9746328}},
    {{{0, 1, 7, 3, 0}},
     31.67249842,
     -27.49685419,
     92.75208142,
     0.8528669478,
     {0.1455646348, 0.1244187263, -1.414681914}},
    {{{12, 90, 201, 118, 20}},
     17.34678722,
     3.273058037,
     31.47765853,
     0.9921589971,
     {1.425505739, 1.402792808, -53.87058089}},
    {{{50000, 200000, 500000, 210000, 60000}},
     5.109715215,
     4.802059812,
     5.41737863,
     1,
     {529.64603, 991.2064018, -151144.3065}},
    /* one pair of each extreme: nothing bounds it */
    {{{1, 0, 0, 0, 1}},
     0,
     -INFINITY,
     INFINITY,
     0.5,
     {-0.0002076680943, 6.645516563e-05, -0.08194848467}},
    /* all drawn, all won, all lost; a single pair */
    {{{0, 0, 50, 0, 0}}, 0, NAN, NAN, NAN, {-0.7176058361, 0.2883979919, -16.42507609}},
    {{{0, 0, 0, 0, 30}}, INFINITY, NAN, NAN, NAN, {0.4286565951, 0.3464050112, 7.409261137}},
    {{{30, 0, 0, 0, 0}}, -INFINITY, NAN, NAN, NAN, {-0.434870371, -0.3444165617, -9.861278178}},
    {{{0, 0, 0, 1, 0}}, 190.8485019, NAN, NAN, NAN, {0.01430106837, 0.01155765212, 0.2468723634}},
    {{{1, 0, 0, 0, 0}}, -INFINITY, NAN, NAN, NAN, {-0.01452377965, -0.01150258211, -0.3294218368}},
};
enum { KNOWN = sizeof known / sizeof *known };

static void expect_near(const char *what, size_t row, double got, double wanted) {
    bool same = isinf(wanted) ? got == wanted : fabs(got - wanted) <= 1e-7 * fmax(1, fabs(wanted));
    if (!same) {
        fail_msg("row %zu: %s is %.12g, not %.12g", row, what, got, wanted);
    }
}

static void test_known_values(void **state) {
    (void)state;
    for (size_t i = 0; i < KNOWN; i++) {
        FanEstimate elo = fan_pairs_elo(&known[i].pairs);
        double superiority;
        expect_near("Elo", i, elo.value, known[i].elo);
        assert_int_equal(elo.known, !isnan(known[i].low));
        assert_int_equal(fan_pairs_superiority(&known[i].pairs, &superiority), elo.known);
        if (elo.known) {
            expect_near("the lower bound", i, elo.low, known[i].low);
            expect_near("the upper bound", i, elo.high, known[i].high);
            expect_near("superiority", i, superiority, known[i].superiority);
        }
        for (size_t j = 0; j < 3; j++) {
            expect_near("the ratio", i, fan_sprt_ratio(&tests_known[j], &known[i].pairs),
                        known[i].ratios[j]);
        }
    }
}

static double log_likelihood(const double *counts, const double *shares) {
    double sum = 0;
    for (int i = 0; i < FAN_PAIR_OUTCOMES; i++) {
        sum += counts[i] * log(shares[i]);
    }
    return sum;
}

/* The likeliest distribution of a mean, found by walking: from one that has the mean, steps along
 * the directions that keep sum and mean, halved whenever none is better. */
static double climb(const double *counts, double mean) {
    static const double ways[3][FAN_PAIR_OUTCOMES] = {
        {1, -2, 1, 0, 0}, {0, 1, -2, 1, 0}, {0, 0, 1, -2, 1}};
    double share[FAN_PAIR_OUTCOMES];
    for (int i = 0; i < FAN_PAIR_OUTCOMES; i++) { /* a binomial distribution has any mean */
        static const double choose[] = {1, 4, 6, 4, 1};
        share[i] = choose[i] * pow(mean, i) * pow(1 - mean, 4 - i);
    }
    double best = log_likelihood(counts, share);
    for (double step = 0.05; step > 1e-13;) {
        bool better = false;
        for (int way = 0; way < 6; way++) {
            double next[FAN_PAIR_OUTCOMES], least = 1;
            for (int i = 0; i < FAN_PAIR_OUTCOMES; i++) {
                next[i] = share[i] + (way & 1 ? -step : step) * ways[way / 2][i];
                least = fmin(least, next[i]);
            }
            double value = least > 0 ? log_likelihood(counts, next) : -INFINITY;
            if (value > best) {
                best = value;
                better = true;
                for (int i = 0; i < FAN_PAIR_OUTCOMES; i++) {
                    share[i] = next[i];
                }
            }
        }
        step = better ? step * 1.5 : step / 2;
    }
    return best;
}

static void test_ratio_is_that_of_the_likeliest_distributions(void **state) {
    (void)state;
    Random random = {1};
    for (size_t round = 0; round < 60; round++) {
        FanPairs pairs;
        double counts[FAN_PAIR_OUTCOMES];
        for (int i = 0; i < FAN_PAIR_OUTCOMES; i++) {
            pairs.count[i] = 1 + random_below(&random, 40);
            counts[i] = (double)pairs.count[i];
        }
        FanSprt test = {.elo0 = -20, .elo1 = (double)(random_below(&random, 60))};
        double wanted =
            climb(counts, fan_score_of_elo(test.elo1)) - climb(counts, fan_score_of_elo(test.elo0));
        double got = fan_sprt_ratio(&test, &pairs);
        if (fabs(got - wanted) > 1e-4 * fmax(1, fabs(wanted))) {
            fail_msg("round %zu: the ratio is %.9g, not %.9g", round, got, wanted);
        }
    }
}

static void test_colours_exchanged(void **state) {
    (void)state;
    for (size_t i = 0; i < KNOWN; i++) {
        FanPairs mirrored;
        for (int j = 0; j < FAN_PAIR_OUTCOMES; j++) {
            mirrored.count[j] = known[i].pairs.count[FAN_PAIR_OUTCOMES - 1 - j];
        }
        FanSprt test = {.elo0 = -7, .elo1 = 4}, back = {.elo0 = -4, .elo1 = 7};
        expect_near("the other's Elo", i, fan_pairs_elo(&mirrored).value, -known[i].elo);
        expect_near("the other's ratio", i, fan_sprt_ratio(&back, &mirrored),
                    -fan_sprt_ratio(&test, &known[i].pairs));
    }
}

static void test_bounds_of_the_test(void **state) {
    (void)state;
    FanSprt test = {.elo0 = 0, .elo1 = 50, .alpha = 0.05, .beta = 0.1};
    expect_near("the low bound", 0, fan_sprt_low(&test), -2.2512917986064953);  /* ln(0.1 / 0.95) */
    expect_near("the high bound", 0, fan_sprt_high(&test), 2.8903717578961645); /* ln(0.9 / 0.05) */
    FanPairs pairs = {{0}};
    assert_int_equal(fan_sprt_state(&test, &pairs), FAN_SPRT_OPEN);
    pairs = (FanPairs){{1, 2, 10, 40, 30}};
    assert_int_equal(fan_sprt_state(&test, &pairs), FAN_SPRT_H1);
    pairs = (FanPairs){{10, 40, 10, 2, 1}};
    assert_int_equal(fan_sprt_state(&test, &pairs), FAN_SPRT_H0);
    pairs = (FanPairs){{1, 2, 3, 3, 2}};
    assert_int_equal(fan_sprt_state(&test, &pairs), FAN_SPRT_OPEN);
    pairs =
        (FanPairs){{2, 8, 10, 2, 1}}; /* -2.63: between the low bound and the high one's negative */
    assert_int_equal(fan_sprt_state(&test, &pairs), FAN_SPRT_H0);
    test = (FanSprt){.elo0 = 0, .elo1 = 50, .alpha = 0.1, .beta = 0.05};
    assert_int_equal(fan_sprt_state(&test, &pairs), FAN_SPRT_OPEN);
}

static void test_scores_and_elo(void **state) {
    (void)state;
    expect_near("Elo of three quarters", 0, fan_elo_of_score(0.75), 190.8485018878650);
    assert_true(fan_elo_of_score(0.5) == 0 && !signbit(fan_elo_of_score(0.5)));
    for (double elo = -900; elo < 900; elo += 37) {
        expect_near("Elo there and back", 0, fan_elo_of_score(fan_score_of_elo(elo)), elo);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_values),
        cmocka_unit_test(test_ratio_is_that_of_the_likeliest_distributions),
        cmocka_unit_test(test_colours_exchanged),
        cmocka_unit_test(test_bounds_of_the_test),
        cmocka_unit_test(test_scores_and_elo),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
