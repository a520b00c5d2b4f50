/* GET /api/v1/analysis: a short search of a position by the server's engine, on libuv's threads.
 * Bounded in nodes, not in time, so that the answer to a question is always the same. */
#ifndef FAN_SERVER_ANALYSIS_H
#define FAN_SERVER_ANALYSIS_H

#include "server/internal.h"

typedef struct FanAnalysis FanAnalysis;

enum {
    FAN_ANALYSIS_NODES = 150000, /* some tenths of a second */
    FAN_ANALYSIS_HASH_BYTES = 4 << 20,
    FAN_ANALYSES_MAX = 8, /* searched or waiting for it at a time; one is searched */
};

/* Asks by the values of the ask `analysis`; answered once, perhaps at once (then NULL). */
FanAnalysis *fan_analysis_ask(FanServer *server, const json_t *values, FanAnswered *answered,
                              void *context);

/* Gives it up: it is not answered any more. NULL is fine. */
void fan_analysis_drop(FanAnalysis *analysis);

#endif
