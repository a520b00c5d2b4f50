/* GET /api/v1/perfect and /api/v1/promise: turns that keep what is proved, and what that is.
 *
 * A turn is searched for among those that keep the promise, on libuv's threads: bounded in nodes,
 * so that the answer to a question is always the same, and a few positions at a time; the others
 * wait. What was found is remembered: the same question costs nothing the next time. */
#ifndef FAN_SERVER_PERFECT_H
#define FAN_SERVER_PERFECT_H

#include "server/internal.h"

typedef struct FanPerfect FanPerfect;

enum {
    FAN_PERFECT_NODES = 1000000, /* about a second; many may ask at once */
    FAN_PERFECT_HASH_BYTES = 8 << 20,
    FAN_PERFECTS_MAX = 32, /* asked for at a time, worked on or waiting */
    FAN_PERFECT_TURNS_MAX = 256,
};

/* Begins to read the certificates, if there are any; false without a thread to be had. */
FAN_NODISCARD bool fan_perfects_begin(FanServer *server);
void fan_perfects_end(FanServer *server);

/* Asks by the values of the asks `perfect` (`searches`) or `promise`; answered once, perhaps at
 * once (then NULL). */
FanPerfect *fan_perfect_ask(FanServer *server, bool searches, const json_t *values,
                            FanAnswered *answered, void *context);

/* Gives it up: it is not answered any more. NULL is fine. */
void fan_perfect_drop(FanPerfect *perfect);

#endif
