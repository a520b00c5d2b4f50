/* What the pieces of the server share with one another. */
#ifndef FAN_SERVER_INTERNAL_H
#define FAN_SERVER_INTERNAL_H

#include <libwebsockets.h>
#include <uv.h>

#include "server/server.h"

struct FanServer {
    FanServerConfig config;
    uv_loop_t loop;
    uv_async_t stop;
    uv_poll_t listener;
    uv_timer_t accept_again; /* runs while the process is out of descriptors */
    int socket;
    uint16_t port;
    bool running;
    unsigned connections_max, connections;
    unsigned probes;         /* questions to the tables that wait or are worked on */
    struct lws_context *lws; /* set to NULL by libwebsockets when it is wholly gone */
    char *about;             /* answer to /api/v1/server */
};

/* Of http.c: the protocols of the virtual host; their user is the FanServer. */
extern const struct lws_protocols fan_server_protocols[];
extern const char fan_server_fallback_protocol[];

/* Of answer.c: headers that every answer carries, whoever makes it. */
extern struct lws_protocol_vhost_options fan_server_headers[];

/* Of listen.c. A socket that listens, not blocking, at the address; -1 with *status otherwise. */
int fan_listen(const char *address, uint16_t port, FanServerStatus *status);

/* Of server.c: a connection that was let in is gone. */
void fan_server_connection_closed(FanServer *server);

/* Of about.c: the JSON of /api/v1/server, to be freed; NULL without memory. */
char *fan_server_about(const FanServer *server);

#endif
