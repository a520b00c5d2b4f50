/* Glicko-2, as Glickman writes it ("Example of the Glicko-2 system", 2013; the steps below are
 * his), on the scale people read. Pure. */
#ifndef FAN_PEOPLE_RATING_H
#define FAN_PEOPLE_RATING_H

#include <stddef.h>

#define FAN_GLICKO_START      1500.0
#define FAN_GLICKO_DEVIATION  350.0 /* of somebody unknown, and the most there is */
#define FAN_GLICKO_VOLATILITY 0.06
#define FAN_GLICKO_TAU        0.5
#define FAN_GLICKO_SURE       110.0 /* a rating with a larger deviation is provisional */

typedef struct FanGlicko {
    double rating, deviation, volatility;
} FanGlicko;

typedef struct FanGlickoGame {
    FanGlicko opponent; /* before the period */
    double score;       /* 1, 0.5, 0 */
} FanGlickoGame;

/* The player after one period with these games; without any only the deviation grows. */
FanGlicko fan_glicko_after(FanGlicko player, const FanGlickoGame *games, size_t count);
/* The player after `periods` (≥ 0, any fraction) without a game. */
FanGlicko fan_glicko_idle(FanGlicko player, double periods);

#endif
