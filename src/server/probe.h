/* GET /api/v1/tables: what the tables know of a position (docs/tables.md).
 *
 * A question is read at once; the probing itself may wait for the disk, so it is done by libuv's
 * threads, a bounded number at a time. */
#ifndef FAN_SERVER_PROBE_H
#define FAN_SERVER_PROBE_H

#include "server/internal.h"

typedef struct FanProbe FanProbe;

/* What is answered; `body` is JSON and lives as long as the probe. */
typedef struct FanProbeAnswer {
    unsigned status;
    const char *body;
    const char *etag; /* of what may be kept; else NULL */
} FanProbeAnswer;

/* Begins the question a request asks. NULL without memory. While it is not done, and unless it is
 * dropped first, the request's writable callback is called when it is. */
FanProbe *fan_probe_begin(FanServer *server, struct lws *wsi);

/* Whether the answer is there. */
bool fan_probe_done(const FanProbe *probe);
FanProbeAnswer fan_probe_answer(const FanProbe *probe);

/* Gives it up, done or not; NULL is fine. */
void fan_probe_drop(FanProbe *probe);

#endif
