/* What is different in telo and in the first phase of vela; eval.c turns to it where the mode is
 * not that of the capture game. Kept out of line and given surveys by value, so that there they
 * stay in registers (3 % of the speed). */
#ifndef FAN_ENGINE_EVAL_MODES_H
#define FAN_ENGINE_EVAL_MODES_H

#include "engine/eval.h"

#define FAN_RARE __attribute__((cold, noinline))

/* Corrects a survey that took the position for one of the capture game: some sides never capture
 * (R6.1, R7.2), and a stone in hand goes to any empty point (R6.2). */
FAN_RARE FanSurvey fan_survey_adapt(FanSurvey survey, const FanBoard *board,
                                    const FanPosition *position);

/* See fan_eval. */
FAN_RARE int fan_eval_mode(const FanBoard *board, const FanPosition *position, FanSurvey survey);

#endif
