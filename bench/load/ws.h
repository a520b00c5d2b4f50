/* A client's WebSocket: as little of RFC 6455 as text messages need. */
#ifndef FAN_BENCH_LOAD_WS_H
#define FAN_BENCH_LOAD_WS_H

#include "loop.h"

typedef struct Ws Ws;
struct Ws {
    Handler handler;
    Loop *loop;
    bool open;
    Bytes in, out, message; /* message: fragments so far */
    void (*opened)(Ws *ws);
    void (*told)(Ws *ws, const char *text, size_t length); /* zero-ended */
};

/* Begins to connect; opened and told are set before. A connection that ends, ends the program. */
void ws_connect(Ws *ws, Loop *loop, unsigned port, const char *path, const char *protocol,
                const char *cookie);
void ws_say(Ws *ws, const char *text, size_t length);
void ws_free(Ws *ws);

#endif
