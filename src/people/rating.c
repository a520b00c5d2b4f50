#include "people/rating.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "people/people.h"

#define SCALE     173.7178 /* step 2 */
#define TOLERANCE 0.000001
#define DAY_MS    86400000.0

/* What the protocol can say; nobody who plays people gets there. */
#define RATING_MIN 100.0
#define RATING_MAX 4000.0

enum { ITERATIONS_MAX = 100 };

static double g(double phi) {
    return 1 / sqrt(1 + 3 * phi * phi / (M_PI * M_PI));
}

static double expected(double mu, double mu_j, double phi_j) {
    return 1 / (1 + exp(-g(phi_j) * (mu - mu_j)));
}

typedef struct Surprise {
    double delta, phi, v, a;
} Surprise;

/* f(x) of step 5.1. */
static double slope(const Surprise *s, double x) {
    double e = exp(x), d = s->phi * s->phi + s->v + e;
    return e * (s->delta * s->delta - d) / (2 * d * d) -
           (x - s->a) / (FAN_GLICKO_TAU * FAN_GLICKO_TAU);
}

/* Step 5: the new volatility, by the Illinois form of regula falsi. */
static double new_volatility(const Surprise *s) {
    double a = s->a, b, excess = s->delta * s->delta - s->phi * s->phi - s->v;
    if (excess > 0) {
        b = log(excess);
    } else {
        b = s->a - FAN_GLICKO_TAU;
        for (unsigned k = 2; k < ITERATIONS_MAX && slope(s, b) < 0; k++) {
            b = s->a - k * FAN_GLICKO_TAU;
        }
    }
    double fa = slope(s, a), fb = slope(s, b);
    for (unsigned i = 0; i < ITERATIONS_MAX && fabs(b - a) > TOLERANCE; i++) {
        double c = a + (a - b) * fa / (fb - fa), fc = slope(s, c);
        if (fc * fb <= 0) {
            a = b;
            fa = fb;
        } else {
            fa /= 2;
        }
        b = c;
        fb = fc;
    }
    return exp(a / 2);
}

static double grown(double phi, double volatility, double periods) {
    double most = FAN_GLICKO_DEVIATION / SCALE;
    return fmin(most, sqrt(phi * phi + periods * volatility * volatility));
}

FanGlicko fan_glicko_idle(FanGlicko player, double periods) {
    player.deviation = SCALE * grown(player.deviation / SCALE, player.volatility, periods);
    return player;
}

FanGlicko fan_glicko_after(FanGlicko player, const FanGlickoGame *games, size_t count) {
    if (count == 0) {
        return fan_glicko_idle(player, 1);
    }
    double mu = (player.rating - FAN_GLICKO_START) / SCALE, phi = player.deviation / SCALE;
    double information = 0, gain = 0;
    for (size_t i = 0; i < count; i++) { /* steps 3 and 4 */
        double mu_j = (games[i].opponent.rating - FAN_GLICKO_START) / SCALE;
        double phi_j = games[i].opponent.deviation / SCALE, e = expected(mu, mu_j, phi_j);
        information += g(phi_j) * g(phi_j) * e * (1 - e);
        gain += g(phi_j) * (games[i].score - e);
    }
    double v = 1 / information;
    const Surprise surprise = {v * gain, phi, v, log(player.volatility * player.volatility)};
    double volatility = new_volatility(&surprise);
    double before = grown(phi, volatility, 1); /* step 6 */
    double after = 1 / sqrt(1 / (before * before) + 1 / v);
    return (FanGlicko){SCALE * (mu + after * after * gain) + FAN_GLICKO_START, SCALE * after,
                       volatility}; /* steps 7 and 8 */
}

/* --- ratings as the store keeps them -------------------------------------------------------------
 */

/* Periods without a game: a game is a period of its own, a day without one is another. */
static double idle_periods(int64_t changed_ms, int64_t now_ms) {
    return fmax(0, (double)(now_ms - changed_ms) / DAY_MS - 1);
}

/* The player as they are at a time. */
static FanGlicko at(const FanStoreRating *rating, int64_t now_ms) {
    if (rating->games == 0) {
        return (FanGlicko){FAN_GLICKO_START, FAN_GLICKO_DEVIATION, FAN_GLICKO_VOLATILITY};
    }
    const FanGlicko kept = {rating->rating, rating->deviation, rating->volatility};
    return fan_glicko_idle(kept, idle_periods(rating->changed_ms, now_ms));
}

static void take(FanStoreRating *rating, FanGlicko after, int64_t at_ms) {
    rating->rating = fmin(RATING_MAX, fmax(RATING_MIN, after.rating));
    rating->deviation = after.deviation;
    rating->volatility = after.volatility;
    rating->games++;
    rating->changed_ms = at_ms;
}

void fan_rating_settle(const void *match, FanStoreRating *white, FanStoreRating *black,
                       char event[FAN_STORE_EVENT_MAX]) {
    const FanRatedMatch *game = match;
    const FanGlicko w = at(white, game->at_ms), b = at(black, game->at_ms);
    take(white, fan_glicko_after(w, &(FanGlickoGame){b, game->white_score}, 1), game->at_ms);
    take(black, fan_glicko_after(b, &(FanGlickoGame){w, 1 - game->white_score}, 1), game->at_ms);
    snprintf(event, FAN_STORE_EVENT_MAX,
             "{\"n\":%" PRIu32 ",\"at\":%" PRId64 ",\"kind\":\"rated\","
             "\"white\":{\"before\":%ld,\"after\":%ld,\"provisional\":%s},"
             "\"black\":{\"before\":%ld,\"after\":%ld,\"provisional\":%s}}",
             game->number, game->at_ms, lround(w.rating), lround(white->rating),
             white->deviation > FAN_GLICKO_SURE ? "true" : "false", lround(b.rating),
             lround(black->rating), black->deviation > FAN_GLICKO_SURE ? "true" : "false");
}

json_t *fan_rating_json(const FanStoreRating *rating, int64_t now_ms) {
    const FanGlicko now = at(rating, now_ms);
    return json_pack("{s:s, s:I, s:I, s:b, s:I}", "variant", rating->variant, "rating",
                     (json_int_t)lround(now.rating), "deviation", (json_int_t)lround(now.deviation),
                     "provisional", now.deviation > FAN_GLICKO_SURE, "games",
                     (json_int_t)rating->games);
}
