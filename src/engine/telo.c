/* Solving telo backwards, all positions decided in n plies after those decided in n - 1. */
#include "engine/telo.h"

#include <fanorona/engine.h>
#include <assert.h>
#include <string.h>

enum {
    STONES = FAN_TELO_STONES,
    CHILDREN_MAX = 9, /* places of the first stone; three stones and three empty points later */
    MET_MAX = UINT8_MAX,
};

/* --- positions as their movers see them ----------------------------------------------------------
 */

static unsigned count(unsigned set) {
    return (unsigned)__builtin_popcount(set);
}

/* The set read in base three. */
static unsigned in_base_three(unsigned set) {
    unsigned sum = 0, worth = 1;
    for (; set != 0; set >>= 1, worth *= 3) {
        sum += (set & 1) * worth;
    }
    return sum;
}

static unsigned index_of(FanTeloSides sides) {
    return in_base_three(sides.own) + 2 * in_base_three(sides.other);
}

static FanTeloSides sides_of(const FanPosition *position) {
    return (FanTeloSides){(uint16_t)position->stones[position->side],
                          (uint16_t)position->stones[position->side ^ 1]};
}

static bool has_row(unsigned set) {
    FanPosition position = {.stones = {set}, .mode = FAN_MODE_TELO};
    return fan_position_row(&position, FAN_WHITE) != 0;
}

/* Whether the stones in hand (R6.2) let these sides come about. */
static bool may_stand(FanTeloSides sides) {
    unsigned own = count(sides.own), other = count(sides.other);
    return (sides.own & sides.other) == 0 && other <= STONES && (other == own || other == own + 1);
}

/* The positions that follow, as the next mover sees them. */
static size_t children_of(const FanBoard *board, FanTeloSides sides, FanTeloSides *children) {
    unsigned empty = (unsigned)board->all & ~(unsigned)(sides.own | sides.other);
    size_t number = 0;
    if (count(sides.own) < STONES) {
        for (; empty != 0; empty &= empty - 1) {
            unsigned own = sides.own | (empty & -empty);
            children[number++] = (FanTeloSides){sides.other, (uint16_t)own};
        }
        return number;
    }
    for (unsigned movers = sides.own; movers != 0; movers &= movers - 1) {
        unsigned rest = sides.own & ~(movers & -movers);
        unsigned ends = empty & (unsigned)board->neighbours[__builtin_ctz(movers)];
        for (; ends != 0; ends &= ends - 1) {
            children[number++] = (FanTeloSides){sides.other, (uint16_t)(rest | (ends & -ends))};
        }
    }
    return number;
}

/* --- solving -------------------------------------------------------------------------------------
 */

/* Looks whether a position is decided in exactly n plies, when all that are decided in fewer are
 * known. */
static bool decide(FanTelo *telo, const FanBoard *board, FanTeloSides sides, int n) {
    FanTeloSides children[CHILDREN_MAX];
    size_t number = children_of(board, sides, children);
    bool lost = true;
    assert(number != 0);
    for (size_t i = 0; i < number; i++) {
        int value = telo->value[index_of(children[i])];
        if (has_row(children[i].other) || (value < 0 && -value < n)) {
            telo->value[index_of(sides)] = (int8_t)n;
            return true;
        }
        lost = lost && value > 0 && value < n;
    }
    if (lost) {
        telo->value[index_of(sides)] = (int8_t)-n;
    }
    return lost;
}

/* Whether a position goes on when it comes (once more): R6.3 and R5.4 do not end it. */
static bool goes_on(const FanTelo *telo, FanTeloSides sides, unsigned repetition) {
    return !has_row(sides.own) && !has_row(sides.other) &&
           (repetition == 0 || telo->met[index_of(sides)] + 1u < repetition);
}

/* Lists all positions that go on; returns how many there are. */
static size_t list_open(FanTelo *telo, const FanBoard *board, unsigned repetition) {
    size_t number = 0;
    for (unsigned own = 0; own <= board->all; own++) {
        for (unsigned other = 0; other <= board->all; other++) {
            FanTeloSides sides = {(uint16_t)own, (uint16_t)other};
            if (may_stand(sides) && goes_on(telo, sides, repetition)) {
                telo->open[number++] = sides;
            }
        }
    }
    return number;
}

/* How often each position of the game occurred; whether any may not come again (R5.4). */
static bool count_met(FanTelo *telo, const FanGame *game) {
    size_t run = fan_game_quiet_run(game);
    bool spent = false;
    memset(telo->met, 0, sizeof telo->met);
    for (size_t i = game->length - run; i <= game->length; i++) {
        uint8_t *met = &telo->met[index_of(sides_of(fan_game_position_at(game, i)))];
        *met = *met < MET_MAX ? (uint8_t)(*met + 1) : *met;
        spent = spent || (game->rules.repetition != 0 && *met + 1u >= game->rules.repetition);
    }
    return spent;
}

void fan_telo_solve(FanTelo *telo, const FanGame *game) {
    bool spent = count_met(telo, game);
    if (telo->solved && !spent && !telo->spent) {
        return;
    }
    telo->solved = true;
    telo->spent = spent;
    memset(telo->value, 0, sizeof telo->value);
    size_t left = list_open(telo, game->board, game->rules.repetition);
    bool more = true;
    for (int n = 1; more; n++) {
        size_t kept = 0;
        for (size_t i = 0; i < left; i++) {
            if (!decide(telo, game->board, telo->open[i], n)) {
                telo->open[kept++] = telo->open[i];
            }
        }
        more = kept != left;
        left = kept;
    }
}

/* --- what came out -------------------------------------------------------------------------------
 */

static int value_of(const FanTelo *telo, const FanRules *rules, const FanPosition *position) {
    int value = telo->value[index_of(sides_of(position))];
    int left = rules->quiet_limit - position->quiet; /* every turn is quiet (R6.4) */
    return rules->quiet_limit == 0 || (value < 0 ? -value : value) <= left ? value : 0;
}

int fan_telo_score(const FanTelo *telo, const FanRules *rules, const FanPosition *position) {
    int value = value_of(telo, rules, position);
    return value > 0 ? FAN_SCORE_WIN - value : value < 0 ? -FAN_SCORE_WIN - value : 0;
}

FanMove fan_telo_move(const FanTelo *telo, const FanBoard *board, const FanRules *rules,
                      const FanPosition *position) {
    FanMove moves[CHILDREN_MAX];
    size_t number = fan_moves(board, rules, position, moves, CHILDREN_MAX);
    FanSide mover = (FanSide)position->side;
    if (fan_position_row(position, fan_other_side(mover)) != 0) {
        return FAN_NO_MOVE;
    }
    int value = value_of(telo, rules, position);
    int wanted = value > 0 ? 1 - value : -value - 1; /* the value for the other side after it */
    for (size_t i = 0; i < number && value != 0; i++) {
        FanPosition after = fan_position_after(position, moves[i]);
        bool wins = fan_position_row(&after, mover) != 0;
        if (value == 1 ? wins : !wins && telo->value[index_of(sides_of(&after))] == wanted) {
            return moves[i];
        }
    }
    return FAN_NO_MOVE;
}
