/* The HTTP server: one event loop that hands out the page and answers the page's questions.
 *
 * This room knows HTTP, sockets and the files of the page. It never prints and never exits; what
 * happens is told through the configuration's observer. libwebsockets parses and writes HTTP, libuv
 * runs the loop. The caller's thread that runs the server is its only one. */
#ifndef FAN_SERVER_SERVER_H
#define FAN_SERVER_SERVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "server/shelf.h"
#include "server/site.h"

typedef struct FanServer FanServer;

enum {
    FAN_SERVER_PROTOCOL = 1,            /* version of what /api/v1 speaks */
    FAN_SERVER_HEADER_MAX_BYTES = 8192, /* of one request; a longer one is cut off */
    FAN_SERVER_BODY_MAX_BYTES = 65536,  /* of a refused request that is still read, not kept */
    FAN_SERVER_CONNECTIONS_STANDARD = 16000,
    FAN_SERVER_PROBES_STANDARD = 64,
};

/* One answered request. Everything lives only during the call. */
typedef struct FanServerRequest {
    const char *method;   /* "GET"; "-" if it was not HTTP at all */
    const char *path;     /* decoded, so it may hold any byte but 0; never the query */
    const char *peer;     /* address without the port */
    const char *encoding; /* "identity", "gzip", "br" */
    unsigned status;
    size_t body_bytes;
} FanServerRequest;

typedef struct FanServerConfig {
    const FanSite *site;   /* not owned; outlives the server */
    const FanShelf *shelf; /* tables to answer from, not owned; NULL: there are none */
    const char *address;   /* numeric IPv4 or IPv6 address to listen on; "::" takes IPv4 too */
    uint16_t port;         /* 0: any free one, see fan_server_port */
    unsigned connections;  /* most at a time; 0: FAN_SERVER_CONNECTIONS_STANDARD. More wait their
                            * turn. Lowered to what the process may open. */
    unsigned probes;       /* most questions to the tables at a time, others are refused (503); 0:
                            * FAN_SERVER_PROBES_STANDARD */
    unsigned header_s;     /* seconds a request's headers may take; 0: 10 */
    unsigned idle_s;       /* seconds a connection may be kept without a request; 0: 75 */
    unsigned send_s;       /* seconds without progress in sending an answer; 0: 20 */
    void (*on_request)(void *context, const FanServerRequest *request); /* may be NULL */
    /* A block of a set of tables that was needed is damaged. May be NULL. */
    void (*on_damage)(void *context, const FanTableSet *set);
    void *context; /* for both */
} FanServerConfig;

typedef enum FanServerStatus {
    FAN_SERVER_OK,
    FAN_SERVER_ADDRESS,     /* not a numeric address */
    FAN_SERVER_NOT_HERE,    /* the address is not one of this machine */
    FAN_SERVER_PORT_TAKEN,  /* somebody else listens there */
    FAN_SERVER_PORT_DENIED, /* this user may not listen there */
    FAN_SERVER_LOOP,   /* libwebsockets could not load its libuv loop (libwebsockets-evlib-uv) */
    FAN_SERVER_SYSTEM, /* no memory or descriptors; errno tells */
} FanServerStatus;

/* Makes a server that listens from now on (connections wait until it runs). On success fills
 * *server; otherwise leaves it alone. */
FanServerStatus fan_server_new(FanServer **server, const FanServerConfig *config)
    __attribute__((warn_unused_result));

/* The port it listens on. */
uint16_t fan_server_port(const FanServer *server);

/* How many connections it holds at a time. */
unsigned fan_server_connections(const FanServer *server);

/* Serves until fan_server_stop; then every connection is closed and the port is free. Once only. */
void fan_server_run(FanServer *server);

/* Makes fan_server_run return soon. From any thread or signal handler, also before it runs. */
void fan_server_stop(FanServer *server);

/* Frees a server that is not running; NULL is fine. */
void fan_server_free(FanServer *server);

/* Called with each address under which a listener on the wildcard `address` ("0.0.0.0", "::") is
 * reached from other machines, numeric, IPv4 first; link-local addresses are left out. For any
 * other address with that address itself. */
typedef void FanAddressVisitor(void *context, const char *address);
void fan_server_addresses(const char *address, FanAddressVisitor *visitor, void *context);

#endif
