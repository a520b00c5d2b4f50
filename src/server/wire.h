/* A request as libwebsockets holds it, copied out into what the other files work with. */
#ifndef FAN_SERVER_WIRE_H
#define FAN_SERVER_WIRE_H

#include "server/call.h"
#include "server/forwarded.h"
#include "server/internal.h"
#include "server/route.h"

/* Lives on the stack of a callback; its texts point into itself. */
typedef struct FanWire {
    FanRequested requested;
    FanAsker asker;
    FanForwarded whose;
    size_t used;
    char session[256], token[256];
    char bytes[2 * FAN_SERVER_HEADER_MAX_BYTES];
} FanWire;

/* Copies everything the API looks at. Headers that are too long to be ours count as absent. */
void fan_wire_read(FanWire *wire, FanServer *server, struct lws *wsi, const char *method,
                   const char *path);

/* Whose request it is: the peer's, or as a named proxy tells. */
FanForwarded fan_wire_whose(FanServer *server, struct lws *wsi);

/* The allowance of a client, to be released; NULL if nothing limits it. */
FanQuota *fan_wire_quota(FanServer *server, const FanAddress *client);

/* Takes from the allowance of a client; false with the seconds to wait. */
FAN_NODISCARD bool fan_wire_take(FanServer *server, const FanAddress *client, FanQuotaKind kind,
                                 double amount, unsigned *wait_s);

/* The Content-Length: -1 without one, -2 if it is no length. */
long long fan_wire_length(struct lws *wsi);

#endif
