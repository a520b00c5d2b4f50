/* Winning chances: the logistic curve that fits best what scores came to in games of the engine
 * against itself (docs/engine.md, "Winning chances"), as a table, so that it is the same
 * everywhere. */
#include <fanorona/engine.h>

enum {
    STEP = 50, /* hundredths of a stone from one entry to the next */
    LAST = 32,
    SURE = 1000,
};

/* Ten thousandths at 0, 50, 100 …: 1 / (1 + exp(-score / 200)). */
static const uint16_t curve[LAST + 1] = {
    5000, 5622, 6225, 6792, 7311, 7773, 8176, 8520, 8808, 9047, 9241,
    9399, 9526, 9627, 9707, 9770, 9820, 9859, 9890, 9914, 9933, 9948,
    9959, 9968, 9975, 9981, 9985, 9988, 9991, 9993, 9994, 9996, 9997,
};

static unsigned chance_ahead(FanScore score) {
    if (FAN_SCORE_IS_WIN(score)) {
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
