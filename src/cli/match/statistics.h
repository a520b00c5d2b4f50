/* What a match says about two players: Elo with error bars, likelihood of superiority, and the
 * sequential test that ends a match as soon as it has its answer. Pure numbers.
 *
 * Games come in pairs of one opening with both colours. The two results of a pair are not
 * independent (an opening may favour a colour), so the pair is the sample: five outcomes, from 0 to
 * 2 points in halves. */
#ifndef FAN_CLI_MATCH_STATISTICS_H
#define FAN_CLI_MATCH_STATISTICS_H

#include <stdbool.h>
#include <stdint.h>

enum { FAN_PAIR_OUTCOMES = 5 };

/* Pairs by the half points of the player in question: 0, 1, 2, 3, 4. */
typedef struct FanPairs {
    uint64_t count[FAN_PAIR_OUTCOMES];
} FanPairs;

/* A number that a small or one-sided sample may not have. */
typedef struct FanEstimate {
    double value, low, high; /* infinite where nothing bounds them */
    bool known;              /* whether low and high are: two pairs at least, not all equal */
} FanEstimate;

uint64_t fan_pairs_total(const FanPairs *pairs);

/* Mean points a game, 0 to 1; needs a pair. */
double fan_pairs_score(const FanPairs *pairs);

/* Logistic Elo of a score, 400 points a factor of ten; ±infinity at the ends. */
double fan_elo_of_score(double score);
double fan_score_of_elo(double elo);

/* Elo with the 95 % interval of a normal mean over pairs; needs a pair. */
FanEstimate fan_pairs_elo(const FanPairs *pairs);

/* Likelihood, by the same normal mean, that the player is the stronger one. Returns false, and no
 * value, where the interval is not known either. */
bool fan_pairs_superiority(const FanPairs *pairs, double *likelihood);

/* A sequential probability ratio test of H1 "elo1" against H0 "elo0". */
typedef struct FanSprt {
    double elo0, elo1;  /* elo0 < elo1 */
    double alpha, beta; /* of accepting H1 where H0 holds, and the other way; in (0, 0.5] */
} FanSprt;

typedef enum FanSprtState { FAN_SPRT_OPEN, FAN_SPRT_H0, FAN_SPRT_H1 } FanSprtState;

/* The log-likelihood ratio at which the test accepts H0 and H1. */
double fan_sprt_low(const FanSprt *sprt);
double fan_sprt_high(const FanSprt *sprt);

/* The generalized ratio: for each hypothesis the likeliest distribution over the five outcomes
 * whose mean is the hypothesis' score (M. Van den Bergh, "A practical introduction to the GSPRT").
 * An outcome not seen counts as a thousandth of a pair, so that every mean can be had. 0 without
 * pairs. */
double fan_sprt_ratio(const FanSprt *sprt, const FanPairs *pairs);

FanSprtState fan_sprt_state(const FanSprt *sprt, const FanPairs *pairs);

#endif
