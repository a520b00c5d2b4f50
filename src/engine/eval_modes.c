/* The evaluation of telo and of the first phase of vela. */
#include "engine/eval_modes.h"
#include "engine/sets.h"

static FanPoints empty_points(const FanBoard *board, const FanPosition *position) {
    return board->all & ~(position->stones[0] | position->stones[1]);
}

FanSurvey fan_survey_adapt(FanSurvey survey, const FanBoard *board, const FanPosition *position) {
    if (position->mode != FAN_MODE_TELO) {
        survey.must_capture &= position->side != fan_position_giver(position);
        return survey;
    }
    survey.must_capture = false;
    for (int side = 0; side < 2; side++) {
        if (fan_position_hand(position, (FanSide)side) != 0) {
            survey.paika[side] = count(empty_points(board, position));
        }
    }
    return survey;
}

/* --- telo ----------------------------------------------------------------------------------------
 */

enum { TELO_LINE = 10 };

/* The lines of three (R6.3), in octal a rank a digit. */
static const uint16_t telo_lines[] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};

/* Lines that are still to be had, by the square of the own stones on them. */
static int telo_chances(FanPoints own, FanPoints enemy) {
    int sum = 0;
    for (size_t i = 0; i < sizeof telo_lines / sizeof *telo_lines; i++) {
        int stones = count(own & telo_lines[i]);
        sum += (enemy & telo_lines[i]) == 0 ? TELO_LINE * stones * stones : 0;
    }
    return sum;
}

/* Only the levels that do not know the solution see this. */
static int eval_telo(const FanPosition *position) {
    FanPoints own = position->stones[position->side], enemy = position->stones[position->side ^ 1];
    return telo_chances(own, enemy) - telo_chances(enemy, own);
}

/* --- vela ----------------------------------------------------------------------------------------
 */

/* The giver's stones are no material: all but five go, nearly always one a turn, whatever it plays.
 * What counts is what the five find when they may capture. Tenths of a hundredth of a stone; from
 * fits to 200 000 positions of 6 000 games and to 130 000 of 4 000 games with the first result.
 * Against the evaluation of the capture game: docs/engine.md. */
enum {
    TENTHS = 10,
    STONE = 1000,
    TAKER_STRONG = 350, /* a stone of the taker's that can be taken along eight lines */
    TAKER_EDGE = 220,   /* one on the rim */
    TAKER_STEP = -20,   /* a step of the taker's to an empty point */
    GIVER_STRONG = -150,
    GIVER_STEP = 60,
    EXPOSED = -380, /* a stone of the giver's that could be taken now */
    REACHED = 55,   /* a stone a capture of the giver's would take, for each such capture */
    NEAREST = -80,  /* one that such a capture would take first: few long lines, not many short */
};

/* What captures there would be if both sides could capture. */
typedef struct Threats {
    FanPoints nearest; /* stones that could be taken, of each line the one taken first */
    int stones;        /* of all captures together */
} Threats;

/* The stones from `set` on along the line. */
static int along(FanPoints set, FanPoints enemy, FanPoints leaves, int offset) {
    int stones = 0;
    for (; set != 0; set = shift(set & leaves, offset) & enemy) {
        stones += count(set);
    }
    return stones;
}

static Threats threats_of(const FanBoard *board, FanPoints own, FanPoints enemy) {
    FanPoints empty = board->all & ~(own | enemy);
    Threats threats = {0};
    for (int d = 0; d < FAN_DIRECTIONS; d++) {
        int offset = board->offset[d];
        FanPoints there = board->leaves[d], back = board->leaves[FAN_DIRECTIONS - 1 - d];
        FanPoints to = shift(own & there, offset) & empty;
        FanPoints approached = shift(to & there, offset) & enemy;
        FanPoints left = shift(shift(to, -offset) & back, -offset) & enemy;
        threats.nearest |= approached | left;
        threats.stones +=
            along(approached, enemy, there, offset) + along(left, enemy, back, -offset);
    }
    return threats;
}

/* For the giver. */
static int eval_vela(const FanBoard *board, const FanPosition *position, FanSurvey survey) {
    FanSide giver = fan_position_giver(position), taker = fan_other_side(giver);
    FanPoints given = position->stones[giver], taking = position->stones[taker];
    Threats offered = threats_of(board, taking, given), threats = threats_of(board, given, taking);
    int value = STONE * (FAN_VELA_STONES_LEFT - count(taking)) +
                TAKER_STRONG * count(taking & board->strong) +
                TAKER_EDGE * count(taking & rim(board)) + TAKER_STEP * survey.paika[taker] +
                GIVER_STRONG * count(given & board->strong) + GIVER_STEP * survey.paika[giver] +
                EXPOSED * count(offered.nearest) + REACHED * threats.stones +
                NEAREST * count(threats.nearest);
    return value / TENTHS;
}

int fan_eval_mode(const FanBoard *board, const FanPosition *position, FanSurvey survey) {
    if (position->mode == FAN_MODE_TELO) {
        return eval_telo(position);
    }
    int value = eval_vela(board, position, survey);
    return position->side == fan_position_giver(position) ? value : -value;
}
