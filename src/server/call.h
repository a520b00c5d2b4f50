/* One ask of the API under way: who asks, the answer of whoever knows it, and what is sent of it.
 *
 * A call finds out who asks (people), looks whether they may, and hands the ask to the one whose
 * it is: the hub, people, or the server itself. Each may answer at once or later. */
#ifndef FAN_SERVER_CALL_H
#define FAN_SERVER_CALL_H

#include "server/answer.h"
#include "server/route.h"

typedef struct FanCall FanCall;

/* Of the one who asks; copied. */
typedef struct FanAsker {
    const char *session, *token; /* NULL: none */
    const char *language;        /* Accept-Language; NULL: none */
    const char *known;           /* If-None-Match; NULL: none */
    FanAddress site;             /* the address limits are counted by */
    bool secure;
} FanAsker;

/* A call for a connection; takes `values` over. NULL without memory (then values are released).
 */
FanCall *fan_call_new(FanServer *server, struct lws *wsi, const FanAsk *ask, json_t *values,
                      const FanAsker *asker);

/* Of GET /g/ID, which is no ask of the schema. */
extern const FanAsk fan_call_link;

const FanAsk *fan_call_ask(const FanCall *call);

/* Sends it on its way; takes `body` (or NULL) over. If it is not done when this returns, the
 * connection's writable callback is called when it is. */
void fan_call_start(FanCall *call, json_t *body);

bool fan_call_done(const FanCall *call);
/* What to answer; lives as long as the call. */
FanAnswer fan_call_answer(const FanCall *call);

/* Gives it up, done or not. NULL is fine. */
void fan_call_drop(FanCall *call);

#endif
