/* A request under way, and the sending of its answer. */
#ifndef FAN_SERVER_HTTP_H
#define FAN_SERVER_HTTP_H

#include "server/answer.h"
#include "server/call.h"
#include "server/probe.h"

/* What is kept for a connection while it has a request under way. Zero between requests. */
typedef struct FanSession {
    const uint8_t *left; /* of the answer, to be sent */
    size_t left_bytes;
    size_t left_before;     /* left_bytes when the timer was set */
    size_t discarded_bytes; /* of the body of a refused request */
    FanProbe *probe;        /* the question to the tables whose answer it is; else NULL */
    FanCall *call;          /* the ask whose answer it is; else NULL */
    char *made;             /* the answer's body, made for it alone; else NULL */
    char *body;             /* of the request */
    size_t body_bytes;
    bool waiting;     /* for the answer of probe or call */
    bool reading;     /* the body */
    bool close_after; /* the connection, once the answer was sent */
} FanSession;

typedef struct FanRequest {
    const char *method;
    unsigned methods; /* how many it names */
    bool head;
    char path[FAN_SERVER_HEADER_MAX_BYTES];
} FanRequest;

/* Sends an answer; what it points to lives as long as the session. Zero to go on, negative to close
 * the connection. */
int fan_http_send(FanServer *server, struct lws *wsi, FanSession *session,
                  const FanRequest *request, const FanAnswer *answer);

/* The answer of the session's probe or call comes later: then fan_http_wake of internal.h. */
void fan_http_wait(FanServer *server, struct lws *wsi, FanSession *session);

#endif
