/* Whether a forced win comes in time: before so many turns in a row have passed without a capture
 * (R5.3).
 *
 * A win is proved without regard to that. Here the longest run of quiet turns is looked for that
 * the other side can get against the answers of the prover, and of every position in which the
 * proof ends in tables it is asked whether they win it under the limit. That is a proof that the
 * limit changes nothing; the opposite is only that these answers do not do. */
#ifndef FAN_PROOF_QUIET_H
#define FAN_PROOF_QUIET_H

#include "proof/certificate.h"

typedef enum FanInTime {
    FAN_IN_TIME,       /* the limit does not change the value */
    FAN_IN_TIME_MAYBE, /* it may make it a draw: these answers do not keep to it */
    FAN_IN_TIME_NOT,   /* it makes it a draw: the tables say so of the position itself */
    FAN_IN_TIME_OPEN,  /* the tables do not know the limit */
} FanInTime;

typedef struct FanQuiet {
    FanInTime in_time;
    unsigned longest; /* run of quiet turns before the tables; what the position's own counter says
                       * included */
} FanQuiet;

/* Looks into a win or a loss, whichever `what` claims, under a limit of so many turns, from
 * 1 on; the counter of its position is heeded. Statuses as those of fan_certify. */
FAN_NODISCARD FanCertifyStatus fan_quiet_look(const FanCertify *what, unsigned limit,
                                              FanQuiet *quiet);

#endif
