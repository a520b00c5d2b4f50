/* Proof numbers of a position that has not been searched: guesses that only the order of the work
 * rests on. */
#ifndef FAN_SOLVER_ESTIMATE_H
#define FAN_SOLVER_ESTIMATE_H

#include "engine/network.h"
#include "proof/stand.h"

typedef struct FanEstimate {
    uint32_t proof, disproof;
} FanEstimate;

/* What guesses: one for each thread. */
typedef struct FanEstimator {
    const FanNetwork *network; /* NULL: there is none for the board */
    FanNetSlot slot;
} FanEstimator;

void fan_estimator_init(FanEstimator *estimator, const FanBoard *board);

/* By the trained network where there is one for the board, else by the stones that either side is
 * ahead after the best capture of one step. */
FanEstimate fan_estimate(FanEstimator *estimator, const FanScene *scene, FanStand stand,
                         bool attacker);

#endif
