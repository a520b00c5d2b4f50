#include "cli/match/statistics.h"

#include <math.h>

static const double normal_975 = 1.959963984540054; /* the normal distribution's 97.5 % point */
static const double unseen = 1e-3; /* what an outcome not seen counts as, in pairs */

enum { HALVINGS = 100 }; /* of an interval; more than a double has bits */

/* Points a game of an outcome. */
static double points_of(int outcome) {
    return outcome / 4.0;
}

uint64_t fan_pairs_total(const FanPairs *pairs) {
    uint64_t total = 0;
    for (int i = 0; i < FAN_PAIR_OUTCOMES; i++) {
        total += pairs->count[i];
    }
    return total;
}

double fan_pairs_score(const FanPairs *pairs) {
    double sum = 0;
    for (int i = 0; i < FAN_PAIR_OUTCOMES; i++) {
        sum += (double)pairs->count[i] * points_of(i);
    }
    return sum / (double)fan_pairs_total(pairs);
}

double fan_elo_of_score(double score) {
    return score <= 0 ? -INFINITY : score >= 1 ? INFINITY : 400 * log10(score / (1 - score));
}

double fan_score_of_elo(double elo) {
    return 1 / (1 + pow(10, -elo / 400));
}

/* Standard error of the mean score; 0 where all pairs are equal. */
static double error_of_score(const FanPairs *pairs) {
    double mean = fan_pairs_score(pairs), total = (double)fan_pairs_total(pairs), sum = 0;
    for (int i = 0; i < FAN_PAIR_OUTCOMES; i++) {
        double off = points_of(i) - mean;
        sum += (double)pairs->count[i] * off * off;
    }
    return sqrt(sum) / total;
}

static bool all_equal(const FanPairs *pairs) {
    int kinds = 0;
    for (int i = 0; i < FAN_PAIR_OUTCOMES; i++) {
        kinds += pairs->count[i] > 0;
    }
    return kinds < 2;
}

FanEstimate fan_pairs_elo(const FanPairs *pairs) {
    double score = fan_pairs_score(pairs), wide = normal_975 * error_of_score(pairs);
    bool known = !all_equal(pairs);
    return (FanEstimate){.value = fan_elo_of_score(score),
                         .low = known ? fan_elo_of_score(score - wide) : -INFINITY,
                         .high = known ? fan_elo_of_score(score + wide) : INFINITY,
                         .known = known};
}

bool fan_pairs_superiority(const FanPairs *pairs, double *likelihood) {
    if (all_equal(pairs)) {
        return false;
    }
    double deviations = (fan_pairs_score(pairs) - 0.5) / error_of_score(pairs);
    *likelihood = 0.5 * erfc(-deviations / sqrt(2));
    return true;
}

double fan_sprt_low(const FanSprt *sprt) {
    return log(sprt->beta / (1 - sprt->alpha));
}

double fan_sprt_high(const FanSprt *sprt) {
    return log((1 - sprt->beta) / sprt->alpha);
}

/* The tilt t for which the shares p / (1 + t (x - mean)) have that mean: where
 * sum p (x - mean) / (1 + t (x - mean)) is 0, which falls as t grows, all denominators positive
 * between the two ends. */
static double tilt_of(const double *shares, double mean) {
    double low = -1 / (1 - mean), high = 1 / mean;
    for (int i = 0; i < HALVINGS; i++) {
        double middle = (low + high) / 2, sum = 0;
        for (int j = 0; j < FAN_PAIR_OUTCOMES; j++) {
            double off = points_of(j) - mean;
            sum += shares[j] * off / (1 + middle * off);
        }
        *(sum > 0 ? &low : &high) = middle;
    }
    return (low + high) / 2;
}

double fan_sprt_ratio(const FanSprt *sprt, const FanPairs *pairs) {
    double shares[FAN_PAIR_OUTCOMES], total = 0, sum = 0;
    if (fan_pairs_total(pairs) == 0) {
        return 0;
    }
    for (int i = 0; i < FAN_PAIR_OUTCOMES; i++) {
        shares[i] = pairs->count[i] ? (double)pairs->count[i] : unseen;
        total += shares[i];
    }
    for (int i = 0; i < FAN_PAIR_OUTCOMES; i++) {
        shares[i] /= total;
    }
    double mean0 = fan_score_of_elo(sprt->elo0), mean1 = fan_score_of_elo(sprt->elo1);
    double tilt0 = tilt_of(shares, mean0), tilt1 = tilt_of(shares, mean1);
    for (int i = 0; i < FAN_PAIR_OUTCOMES; i++) {
        double x = points_of(i);
        sum += shares[i] * log((1 + tilt0 * (x - mean0)) / (1 + tilt1 * (x - mean1)));
    }
    return total * sum;
}

FanSprtState fan_sprt_state(const FanSprt *sprt, const FanPairs *pairs) {
    double ratio = fan_sprt_ratio(sprt, pairs);
    return ratio <= fan_sprt_low(sprt)    ? FAN_SPRT_H0
           : ratio >= fan_sprt_high(sprt) ? FAN_SPRT_H1
                                          : FAN_SPRT_OPEN;
}
