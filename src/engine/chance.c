/* Winning chances: the logistic curve that fits best what scores came to in games of the engine
 * against itself (docs/engine.md, "Winning chances"), as a table, so that it is the same
 * everywhere. */
#include <fanorona/engine.h>

enum {
    STEP = 50, /* hundredths of a stone from one entry to the next */
    LAST = 32,
    SURE = 1000,
};

/* Ten thousandths at 0, 50, 100 …: 1 / (1 + exp(-score / 160)). */
static const uint16_t curve[LAST + 1] = {
    5000, 5775, 6514, 7186, 7773, 8267, 8670, 8991, 9241, 9433, 9579,
    9689, 9770, 9831, 9876, 9909, 9933, 9951, 9964, 9974, 9981, 9986,
    9990, 9992, 9994, 9996, 9997, 9998, 9998, 9999, 9999, 9999, 10000,
};

static unsigned chance_ahead(FanScore score) {
    if (score > FAN_SCORE_TABLE_LATE) {
        return SURE;
    }
    if (score >= LAST * STEP) {
        return SURE - 1;
    }
    int at = score / STEP, rest = score % STEP;
    int between = curve[at] * (STEP - rest) + curve[at + 1] * rest;
    int chance = (between + 5 * STEP) / (10 * STEP);
    return chance < SURE ? (unsigned)chance : SURE - 1;
}

unsigned fan_score_chance(FanScore score) {
    return score < 0 ? SURE - chance_ahead(-score) : chance_ahead(score);
}
