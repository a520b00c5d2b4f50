/* Playing by what is proved: which first moves are left to the search. */
#ifndef FAN_ENGINE_PERFECT_H
#define FAN_ENGINE_PERFECT_H

#include "engine/search.h"

#include <fanorona/proof.h>

/* Leaves only the first moves that keep the most that any keeps, *promise; of those that endgame
 * tables rank, the best alone are looked at. Where none keeps anything all stay. Between begin and
 * run; the proof fits the game. Returns false without memory. */
bool fan_perfect_restrict(FanSearch *search, const FanProof *proof, FanPromise *promise);

#endif
