/* What the pieces of the server share with one another. */
#ifndef FAN_SERVER_INTERNAL_H
#define FAN_SERVER_INTERNAL_H

#include <libwebsockets.h>
#include <uv.h>

#include "hub/hub.h"
#include "people/people.h"
#include "server/quota.h"
#include "server/server.h"

typedef struct FanSocket FanSocket; /* of socket.c: one WebSocket */
typedef struct FanPictures FanPictures;
typedef struct FanPerfects FanPerfects; /* of perfect.c */

enum {
    FAN_SERVER_PIECE_BYTES = 16384, /* written at a time */
    FAN_SERVER_URL_MAX = 300,       /* as long as an origin may be (FAN_ORIGIN_MAX) */
};

typedef enum FanServerState {
    FAN_SERVER_RUNNING,
    FAN_SERVER_DRAINING, /* no new connections; what is under way is brought to an end */
    FAN_SERVER_STOPPED,
} FanServerState;

/* For /metrics. */
typedef struct FanServerCounts {
    uint64_t accepted, turned_away;                          /* connections */
    uint64_t answers[6];                                     /* by the first digit of the status */
    uint64_t messages_in, bytes_in, messages_out, bytes_out; /* of WebSockets */
    uint64_t sockets_opened, sockets_timed_out, paused, limited;
    unsigned sockets; /* now */
} FanServerCounts;

struct FanServer {
    FanServerConfig config;
    FanServerState state;
    uv_loop_t loop;
    uv_async_t stop, reload, stored;
    uv_poll_t listener;
    uv_timer_t accept_again; /* runs while the process is out of descriptors */
    uv_timer_t beat;         /* every second */
    uv_timer_t grace;        /* bounds the draining */
    int socket;
    uint16_t port;
    unsigned connections_max, connections;
    unsigned probes;         /* questions to the tables that wait or are worked on */
    unsigned searches;       /* analyses that wait or are worked on */
    struct lws_context *lws; /* set to NULL by libwebsockets when it is wholly gone */
    void *tls;               /* SSL_CTX of the virtual host; NULL without TLS */

    /* What is played here; NULL without a database. */
    FanStore *store;
    FanPeople *people;
    FanHub *hub;
    FanPictures *pictures;
    FanPerfects *perfects; /* NULL without certificates */

    FanQuotas *quotas;
    char public_url[FAN_SERVER_URL_MAX]; /* what links are built from */
    char origin[FAN_SERVER_URL_MAX]; /* the only one that is allowed; "": where a request went */
    FanSocket *beats[FAN_SERVER_PING_MAX_S]; /* WebSockets by the second they are pinged in */
    unsigned beat_now;
    FanSocket *paused; /* WebSockets that said too much at once */
    FanServerCounts counts;
    bool only_tls;   /* its public address is https: browsers are told to use nothing else */
    bool failed;     /* it ends because something it needs could not be had */
    bool proxy_told; /* that headers of a proxy come from one that is not named */
    unsigned char
        piece[LWS_PRE + FAN_SERVER_PIECE_BYTES]; /* what is written is put together here */
};

/* A connection, from its acceptance to its end; libwebsockets' opaque user data. */
typedef struct FanClient {
    FanServer *server;
    FanAddress address;       /* of the peer */
    FanQuota *quota;          /* the peer's, one connection counted; NULL: nothing limits it */
    const char *not_upgraded; /* why its WebSocket was refused */
    unsigned not_upgraded_status;
} FanClient;

static inline FanServer *server_of(struct lws *wsi) {
    return lws_context_user(lws_get_context(wsi));
}

static inline uint64_t server_now(const FanServer *server) {
    return uv_now(&server->loop);
}

/* The protocols of the virtual host, whose user is the FanServer: of http.c, raw.c, socket.c. */
int fan_server_on_http(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                       size_t length);
int fan_server_on_raw(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                      size_t length);
int fan_server_on_socket(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                         size_t length);

/* Of http.c: tells a request that was answered. */
void fan_server_tell_request(FanServer *server, struct lws *wsi, const char *method,
                             const char *path, unsigned status, FanEncoding encoding,
                             size_t body_bytes);

/* Of http.c: what a connection waited for is there. */
void fan_http_wake(struct lws *wsi);

/* Of raw.c: answers bytes that are no request of a method that libwebsockets knows. */
#define FAN_SERVER_FALLBACK "not-http"

/* Of socket.c: whether an upgrade to a WebSocket may be made; else the client remembers why not. */
bool fan_socket_may_open(FanServer *server, struct lws *wsi);
#define FAN_SOCKET_PATH     "/api/v1/ws"
#define FAN_SOCKET_PROTOCOL "fanorona.v1"
enum { FAN_SOCKET_RECEIVE_BYTES = 1024 }; /* what is set aside for each */
extern const size_t fan_socket_bytes;     /* of a FanSocket */

/* Of answer.c: headers that every answer carries, whoever makes it. */
extern struct lws_protocol_vhost_options fan_server_headers[];

/* Of listen.c. A socket that listens, not blocking, at the address; -1 with *status otherwise. */
int fan_listen(const char *address, uint16_t port, FanServerStatus *status);

/* Where certificates are fetched from, by name. */
#define FAN_PROOFS_PATH "/api/v1/proofs/"

/* Of server.c: begins to let connections in; until then they wait. */
void fan_server_let_in(FanServer *server);

/* Of server.c: a connection that was let in is gone. */
void fan_server_connection_closed(FanServer *server, FanClient *client);

/* Tells an event with its fields, which are taken over (NULL: none). */
void fan_server_tell(const FanServer *server, FanLogLevel level, const char *event, json_t *fields);

/* Of about.c: the JSON of /api/v1/server, to be freed; NULL without memory. */
char *fan_server_about(const FanServer *server);

/* Of metrics.c: the text of /metrics, to be freed; NULL without memory. */
char *fan_server_metrics(const FanServer *server);

/* Of online.c: opens the store and what lives on it; on failure *error says why (room for
 * FAN_STORE_ERROR_MAX). Closing carries out what was asked and answers it. */
FAN_NODISCARD bool fan_online_open(FanServer *server, char *error);
void fan_online_close(FanServer *server);

/* Of socket.c: pings those whose second it is, goes on reading those that were paused. */
void fan_sockets_beat(FanServer *server);

/* Of tls.c: whether the two files are a certificate and its key; else *error says why. */
FAN_NODISCARD bool fan_tls_check(const FanServerConfig *config, char *error);
/* Fills the virtual host's SSL_CTX; again when the files have changed. */
FAN_NODISCARD bool fan_tls_load(FanServer *server, void *context, char *error);

#endif
