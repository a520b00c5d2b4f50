/* Scores of the engine as the program prints them. */
#ifndef FAN_CLI_SCORE_H
#define FAN_CLI_SCORE_H

#include "cli/json.h"

#include <fanorona/engine.h>

enum { FAN_SCORE_TEXT_MAX = 32 };

/* "+0.35", "win 7" or "loss 6", in plies, "won" or "lost" by endgame tables, "won?" or "lost?"
 * where the quiet limit (R5.3) might come first; `text` has room for FAN_SCORE_TEXT_MAX. Returns
 * it. */
const char *fan_score_write(FanScore score, char *text);

/* {"hundredths":35}, {"win":7}, {"loss":6} or, by endgame tables, {"table":"win","sure":true}; NULL
 * without memory. */
json_t *fan_score_to_json(FanScore score);

#endif
