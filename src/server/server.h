/* The HTTP server: one event loop that hands out the page, carries the messages of those who play,
 * and hands requests to who knows the answer: hub, people, tables, engine.
 *
 * This room knows HTTP, WebSockets, TLS, limits and the files of the page; of games it knows
 * nothing. It never prints and never exits; what happens is told through the configuration's
 * observers. libwebsockets parses and writes HTTP, libuv runs the loop. The caller's thread that
 * runs the server is its only one. */
#ifndef FAN_SERVER_SERVER_H
#define FAN_SERVER_SERVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include "server/address.h"
#include "server/proofs.h"
#include "server/quota.h"
#include "server/shelf.h"
#include "server/site.h"

typedef struct FanServer FanServer;

enum {
    FAN_SERVER_HEADER_MAX_BYTES = 8192, /* of one request; a longer one is cut off */
    FAN_SERVER_BODY_MAX_BYTES = 65536,  /* of a refused request that is still read, not kept */
    FAN_SERVER_CONNECTIONS_STANDARD = 16000,
    FAN_SERVER_PROBES_STANDARD = 64,
    FAN_SERVER_PING_MAX_S = 25, /* between two pings of a WebSocket; also the standard */
    FAN_SERVER_ENGINES_STANDARD = 4,
    FAN_SERVER_ERROR_MAX = 600, /* bytes of a sentence that says why a server cannot be made */
    FAN_SERVER_DRAIN_MS = 2000, /* at most, for what is under way; then everything is closed */
};

typedef enum FanLogLevel { FAN_LOG_INFO, FAN_LOG_WARNING, FAN_LOG_ERROR } FanLogLevel;

/* One answered request. Everything lives only during the call. */
typedef struct FanServerRequest {
    const char *method;   /* "GET"; "-" if it was not HTTP at all */
    const char *path;     /* decoded, so it may hold any byte but 0; never the query */
    const char *peer;     /* address without the port: the client's, where a named proxy tells it */
    const char *encoding; /* "identity", "gzip", "br" */
    unsigned status;
    size_t body_bytes;
} FanServerRequest;

typedef struct FanServerConfig {
    const FanSite *site;   /* not owned; outlives the server */
    const FanShelf *shelf; /* tables to answer from, not owned; NULL: there are none */
    FanProofs *proofs;     /* certificates to play by, not owned; they are read while it runs. NULL:
                            * there are none */
    const char *address;   /* numeric IPv4 or IPv6 address to listen on; "::" takes IPv4 too */
    uint16_t port;         /* 0: any free one, see fan_server_port */
    unsigned connections;  /* most at a time; 0: FAN_SERVER_CONNECTIONS_STANDARD. More wait their
                            * turn. Lowered to what the process may open. */
    unsigned probes;       /* most questions to the tables at a time, others are refused (503); 0:
                            * FAN_SERVER_PROBES_STANDARD */
    unsigned header_s;     /* seconds a request's headers may take; 0: 10 */
    unsigned idle_s;       /* seconds a connection may be kept without a request; 0: 75 */
    unsigned send_s;       /* seconds without progress in sending an answer; 0: 20 */
    unsigned ping_s;       /* seconds between two pings of a WebSocket, up to
                            * FAN_SERVER_PING_MAX_S; 0: as many */

    const char *database; /* where games and people are kept: a file, or postgres://…; NULL: nothing
                           * is played here */
    const char *public_url;     /* what links are built from and which origin is allowed, without a
                                 * final slash; NULL: the address it listens on, and the one a request
                                 * went to */
    FanNets proxies;            /* whose forwarded headers are believed */
    bool proxies_say_forwarded; /* in Forwarded (RFC 7239), not in X-Forwarded-For and -Proto. Only
                                 * one is believed: proxies pass on what they do not know */
    FanNets metrics;            /* who may see /metrics, besides loopback */
    const char *certificate, *key; /* files (PEM) for TLS; NULL: plain HTTP */
    unsigned engines;              /* computer opponents that think at once; 0: there are none */
    FanQuotaConfig quota;          /* what one address may do; loopback has no limits */

    void (*on_request)(void *context, const FanServerRequest *request); /* may be NULL */
    /* What happened otherwise; fields (or NULL) live during the call. May be NULL. */
    void (*on_log)(void *context, FanLogLevel level, const char *event, const json_t *fields);
    void (*on_reload)(void *context); /* fan_server_reload was called. May be NULL */
    /* A block of a set of tables that was needed is damaged. May be NULL. */
    void (*on_damage)(void *context, const FanTableSet *set);
    void *context; /* for all of them */
} FanServerConfig;

typedef enum FanServerStatus {
    FAN_SERVER_OK,
    FAN_SERVER_ADDRESS,     /* not a numeric address */
    FAN_SERVER_NOT_HERE,    /* the address is not one of this machine */
    FAN_SERVER_PORT_TAKEN,  /* somebody else listens there */
    FAN_SERVER_PORT_DENIED, /* this user may not listen there */
    FAN_SERVER_LOOP,     /* libwebsockets could not load its libuv loop (libwebsockets-evlib-uv) */
    FAN_SERVER_DATABASE, /* the database cannot be opened; the error says why */
    FAN_SERVER_CERTIFICATE, /* certificate or key cannot be used; the error says why */
    FAN_SERVER_SYSTEM,      /* no memory or descriptors; errno tells */
} FanServerStatus;

/* Makes a server that listens from now on (connections wait until it runs). On success fills
 * *server; otherwise leaves it alone, and where the status says so *error (room for
 * FAN_SERVER_ERROR_MAX). Strings of the configuration must outlive the server. */
FanServerStatus fan_server_new(FanServer **server, const FanServerConfig *config, char *error)
    __attribute__((warn_unused_result));

/* The port it listens on. */
uint16_t fan_server_port(const FanServer *server);

/* How many connections it holds at a time. */
unsigned fan_server_connections(const FanServer *server);

/* What links are built from. */
const char *fan_server_public_url(const FanServer *server);

/* Serves until fan_server_stop; then what was under way has been brought to an end, every
 * connection is closed and the port is free. Once only. False if it ended by itself: what it needs
 * of the database could not be had. */
bool fan_server_run(FanServer *server);

/* Makes fan_server_run return soon: players are told, what was asked is stored, at most
 * FAN_SERVER_DRAIN_MS pass. Once more: at once. From any thread or signal handler, also before it
 * runs. */
void fan_server_stop(FanServer *server);

/* Reads certificate and key anew; what cannot be used is told and the old ones stay. From any
 * thread or signal handler. */
void fan_server_reload(FanServer *server);

/* Frees a server that is not running; NULL is fine. */
void fan_server_free(FanServer *server);

/* Called with each address under which a listener on the wildcard `address` ("0.0.0.0", "::") is
 * reached from other machines, numeric, IPv4 first; link-local addresses are left out. For any
 * other address with that address itself. */
typedef void FanAddressVisitor(void *context, const char *address);
void fan_server_addresses(const char *address, FanAddressVisitor *visitor, void *context);

#endif
