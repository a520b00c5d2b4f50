/* What is different in telo and in the first phase of vela; eval.c turns to it where the mode is
 * not that of the capture game. */
#ifndef FAN_ENGINE_EVAL_MODES_H
#define FAN_ENGINE_EVAL_MODES_H

#include "engine/eval.h"

/* Corrects a survey that took the position for one of the capture game: some sides never capture
 * (R6.1, R7.2), and a stone in hand goes to any empty point (R6.2). */
void fan_survey_adapt(FanSurvey *survey, const FanBoard *board, const FanPosition *position);

/* See fan_eval. */
int fan_eval_mode(const FanBoard *board, const FanPosition *position, const FanSurvey *survey);

#endif
