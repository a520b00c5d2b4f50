/* What a match prints, as text or JSON. The lock is held. */
#ifndef FAN_CLI_MATCH_REPORT_H
#define FAN_CLI_MATCH_REPORT_H

#include "cli/match/match.h"

/* A line for a game that has ended; `number` counts from 0. */
FanExit fan_report_game(const FanMatch *match, uint64_t number, const FanBout *bout,
                        const FanVerdict *verdict);

/* The results so far and what they say. */
FanExit fan_report_sum(const FanMatch *match);

/* How far it is, in a line on a terminal that the next one overwrites. */
void fan_report_progress(const FanMatch *match, uint64_t elapsed_ms);

#endif
