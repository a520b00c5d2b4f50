/* Scores of the engine as the program prints them. */
#ifndef FAN_CLI_SCORE_H
#define FAN_CLI_SCORE_H

#include "cli/json.h"

#include <fanorona/engine.h>

enum { FAN_SCORE_TEXT_MAX = 32 };

/* "+0.35", "win 7" or "loss 6", in plies; `text` has room for FAN_SCORE_TEXT_MAX. Returns it. */
const char *fan_score_write(FanScore score, char *text);

/* {"hundredths":35}, {"win":7} or {"loss":6}; NULL without memory. */
json_t *fan_score_to_json(FanScore score);

#endif
