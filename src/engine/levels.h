/* The eight levels: how far each looks, what it overlooks, how exactly it weighs. The search knows
 * nothing of them. All choices come from the seed and the position, so a game can be played again.
 */
#ifndef FAN_ENGINE_LEVELS_H
#define FAN_ENGINE_LEVELS_H

#include <fanorona/engine.h>

typedef struct FanLevel {
    uint64_t nodes;     /* limit of the search; 0 none */
    uint8_t depth;      /* limit of the search, plies */
    uint8_t quiescence; /* plies of captures it follows below that when it takes care */
    uint8_t lines;      /* first moves it weighs against each other */
    uint8_t careless;   /* percent chance, each turn, not to look at what follows a capture */
    uint8_t overlook;   /* percent chance to miss a turn, for each step of it after the first */
    uint8_t hasty;      /* percent chance, each turn, to look no further than its own move */
    uint16_t noise;     /* how wrong it may be about a first move, hundredths of a stone */
    bool solved;        /* knows the solution of telo */
    bool network;       /* judges by the network */
    bool tables;        /* knows endgame tables */
} FanLevel;

/* The row of a level, 1 to FAN_LEVELS, in the capture game and vela or in telo. */
const FanLevel *fan_level(unsigned level, bool telo);

/* How many plies it looks this time. */
unsigned fan_level_depth(const FanLevel *level, uint64_t seed, uint64_t key);

/* How many plies of captures it follows this time. */
unsigned fan_level_quiescence(const FanLevel *level, uint64_t seed, uint64_t key);

/* Whether a player of this level notices a turn of so many steps. */
bool fan_level_sees(const FanLevel *level, uint64_t seed, uint64_t key, FanMove move,
                    unsigned steps);

/* Which of `count` first moves it plays, given their scores, best first. */
size_t fan_level_choose(const FanLevel *level, uint64_t seed, uint64_t key, const FanScore *scores,
                        size_t count);

#endif
