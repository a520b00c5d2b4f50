/* Proof numbers of a position that has not been searched: guesses that only the order of the work
 * rests on. */
#ifndef FAN_SOLVER_ESTIMATE_H
#define FAN_SOLVER_ESTIMATE_H

#include "proof/stand.h"

typedef struct FanEstimate {
    uint32_t proof, disproof;
} FanEstimate;

/* By the stones that either side is ahead after the best capture of one step. */
FanEstimate fan_estimate(const FanScene *scene, FanStand stand, bool attacker);

#endif
