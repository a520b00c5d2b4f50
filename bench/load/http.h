/* Requests of HTTP over a few connections that stay, one at a time on each. */
#ifndef FAN_BENCH_LOAD_HTTP_H
#define FAN_BENCH_LOAD_HTTP_H

#include "loop.h"

typedef struct Http Http;

typedef struct HttpAnswer {
    unsigned status;
    const char *head; /* zero-ended, with its lines */
    const char *body; /* zero-ended */
} HttpAnswer;

typedef void HttpAnswered(void *context, const HttpAnswer *answer);

Http *http_new(Loop *loop, unsigned port, unsigned connections);
void http_free(Http *http);
/* `cookie` and `body` may be NULL; everything is copied. Waits for a free connection if need be. */
void http_ask(Http *http, const char *method, const char *path, const char *cookie,
              const char *body, HttpAnswered *answered, void *context);
/* Requests not answered yet. */
unsigned http_waiting(const Http *http);

#endif
