/* What a position is worth without looking further. Integers only, the same on every build, and the
 * same for mirrored boards and exchanged colours. */
#ifndef FAN_ENGINE_EVAL_H
#define FAN_ENGINE_EVAL_H

#include <fanorona/move.h>

/* What the lines of a position offer, found for all stones at once. */
typedef struct FanSurvey {
    bool must_capture;  /* the side to move has a capture (R3.1) */
    int paika[2];       /* by FanSide: steps to an empty point, capturing or not */
    FanPoints taken[2]; /* by FanSide: stones of the other's that one step of it could take */
} FanSurvey;

FanSurvey fan_survey(const FanBoard *board, const FanPosition *position);

/* The value in hundredths of a stone for the side to move; below any forced win. Trusts the survey
 * to be of this position. */
int fan_eval(const FanBoard *board, const FanPosition *position, const FanSurvey *survey);

#endif
