/* Telo, solved: what every position of it (section 6) is worth with perfect play, and in how many
 * plies.
 *
 * It has 4 030 positions when the colours are told by who is to move. They are worked out when a
 * game of telo is first searched, in a few milliseconds, and again where the game has positions
 * that may not come once more (R5.4). Nobody is ever blocked in telo: whoever is shut in has let
 * the other make a row, so that the option `blocked` changes nothing. */
#ifndef FAN_ENGINE_TELO_H
#define FAN_ENGINE_TELO_H

#include <fanorona/game.h>

enum {
    FAN_TELO_INDEXES = 19683, /* 3^9 */
    FAN_TELO_POSITIONS = 4030,
};

/* One position as its mover sees it. */
typedef struct FanTeloSides {
    uint16_t own, other;
} FanTeloSides;

typedef struct FanTelo {
    bool solved, spent;                    /* there are values; they are those of a history */
    int8_t value[FAN_TELO_INDEXES];        /* win in n plies: n; loss in n: -n; 0 drawn */
    uint8_t met[FAN_TELO_INDEXES];         /* how often the game had it */
    FanTeloSides open[FAN_TELO_POSITIONS]; /* while solving: not decided yet */
} FanTelo;

/* Works out all values, given how often positions of this game of telo occurred. A new FanTelo is
 * all zeros. */
void fan_telo_solve(FanTelo *telo, const FanGame *game);

/* The score (FAN_SCORE_WIN - plies, or its negative, or 0) of a position in which nobody has a row.
 * A decision that the quiet limit forestalls is a draw (R5.3, R5.6). */
int fan_telo_score(const FanTelo *telo, const FanRules *rules, const FanPosition *position);

/* The move that wins soonest or loses last; FAN_NO_MOVE where there is a row or nobody wins. */
FanMove fan_telo_move(const FanTelo *telo, const FanBoard *board, const FanRules *rules,
                      const FanPosition *position);

#endif
