#include "server/http.h"
#include "server/perfect.h"
#include "server/route.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    SPARE_DESCRIPTORS = 32, /* standard streams, the loop's own, the page being read */
    ACCEPTS_PER_TURN = 64,  /* so that a flood of new connections does not starve the old ones */
    ACCEPT_AGAIN_MS = 100,
    BEAT_MS = 1000,
    FLUSH_MS = 500, /* after all is said, for the last messages to be written */
};

_Static_assert(FAN_SERVER_DRAIN_MS + FLUSH_MS + FAN_STORE_CLOSE_MS < 5000,
               "it ends within five seconds, whatever players and database do");
_Static_assert(FAN_PROTOCOL_VERSION == 1 && FAN_PROTOCOL_OLDEST == 1,
               "every version that is served has its row in the table of protocols");

static struct lws_protocols protocols[] = {
    {.name = "http", .callback = fan_server_on_http, .per_session_data_size = sizeof(FanSession)},
    {.name = FAN_SERVER_FALLBACK, .callback = fan_server_on_raw},
    {.name = FAN_SOCKET_PROTOCOL,
     .callback = fan_server_on_socket,
     .rx_buffer_size = FAN_SOCKET_RECEIVE_BYTES,
     .tx_packet_size = FAN_SERVER_PIECE_BYTES},
    {.name = NULL},
};

static void listen_on(FanServer *server);

static void accept_later(uv_timer_t *timer) {
    listen_on(timer->data);
}

/* A new connection's record; NULL if its address has too many, or without memory. A named proxy
 * brings many clients, each of which is counted when it opens a WebSocket. */
static FanClient *new_client(FanServer *server, const struct sockaddr *peer) {
    FanClient *client = calloc(1, sizeof *client);
    if (!client) {
        return NULL;
    }
    client->server = server;
    client->address = fan_address_of(peer);
    FanAddress site = fan_address_site(&client->address);
    if (fan_address_is_loopback(&client->address) ||
        fan_nets_hold(&server->config.proxies, &client->address)) {
        return client;
    }
    client->quota = fan_quota_hold(server->quotas, &site, server_now(server));
    if (!fan_quota_connect(server->quotas, client->quota)) {
        fan_quota_release(server->quotas, client->quota);
        free(client);
        return NULL;
    }
    return client;
}

static void free_client(FanServer *server, FanClient *client) {
    if (client->quota) {
        fan_quota_disconnect(server->quotas, client->quota);
        fan_quota_release(server->quotas, client->quota);
    }
    free(client);
}

/* Takes over the descriptor. */
static void let_in(FanServer *server, int handle, const struct sockaddr *peer) {
    int on = 1;
    FanClient *client = new_client(server, peer);
    if (!client) {
        server->counts.turned_away++;
        close(handle);
        return;
    }
    fcntl(handle, F_SETFD, FD_CLOEXEC);
    setsockopt(handle, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    struct lws *connection = lws_adopt_socket(server->lws, handle); /* closes it if it fails */
    if (connection) {
        lws_set_opaque_user_data(connection, client);
        server->connections++;
        server->counts.accepted++;
    } else {
        free_client(server, client);
    }
}

/* Returns false when no more can be let in now. */
static bool accept_one(FanServer *server) {
    struct sockaddr_storage peer = {0};
    socklen_t length = sizeof peer;
    if (server->connections >= server->connections_max) {
        /* fan_server_connection_closed goes on from here. */
        uv_poll_stop(&server->listener);
        return false;
    }
    int handle = accept(server->socket, (struct sockaddr *)&peer, &length);
    if (handle < 0) {
        if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
            uv_poll_stop(&server->listener);
            uv_timer_start(&server->accept_again, accept_later, ACCEPT_AGAIN_MS, 0);
        }
        return errno == EINTR || errno == ECONNABORTED;
    }
    let_in(server, handle, (struct sockaddr *)&peer);
    return true;
}

static void on_listener(uv_poll_t *listener, int status, int events) {
    (void)status;
    (void)events;
    for (int i = 0; i < ACCEPTS_PER_TURN && accept_one(listener->data); i++) {
    }
}

static void listen_on(FanServer *server) {
    uv_poll_start(&server->listener, UV_READABLE, on_listener);
}

void fan_server_let_in(FanServer *server) {
    if (server->state == FAN_SERVER_RUNNING) {
        listen_on(server);
    }
}

void fan_server_connection_closed(FanServer *server, FanClient *client) {
    free_client(server, client);
    if (server->connections-- == server->connections_max && server->state == FAN_SERVER_RUNNING) {
        listen_on(server);
    }
}

void fan_server_tell(const FanServer *server, FanLogLevel level, const char *event,
                     json_t *fields) {
    if (server->config.on_log) {
        server->config.on_log(server->config.context, level, event, fields);
    }
    json_decref(fields);
}

/* As many connections as were asked for, or as the process may open. */
static unsigned connections_possible(unsigned wanted) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
        rlim_t open =
            limit.rlim_cur > SPARE_DESCRIPTORS + 1 ? limit.rlim_cur - SPARE_DESCRIPTORS : 1;
        return open < wanted ? (unsigned)open : wanted;
    }
    return wanted;
}

static uint16_t port_of(int handle) {
    struct sockaddr_storage at = {0};
    socklen_t length = sizeof at;
    getsockname(handle, (struct sockaddr *)&at, &length);
    return ntohs(at.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&at)->sin6_port
                                          : ((struct sockaddr_in *)&at)->sin_port);
}

/* --- stopping -----------------------------------------------------------------------------------
 */

static void stop_listening(FanServer *server) {
    if (server->socket >= 0) {
        uv_close((uv_handle_t *)&server->listener, NULL);
        uv_close((uv_handle_t *)&server->accept_again, NULL);
        close(server->socket);
        server->socket = -1;
    }
}

/* Ends everything at once. What was asked of the store is carried out. */
static void end(FanServer *server) {
    if (server->state == FAN_SERVER_STOPPED) {
        return;
    }
    server->state = FAN_SERVER_STOPPED;
    stop_listening(server);
    /* Closes every connection; libuv tells it in later turns of the loop, which ends after the
     * last. */
    lws_context_destroy(server->lws);
    fan_online_close(server);
    fan_perfects_end(server);
    uv_close((uv_handle_t *)&server->stop, NULL);
    uv_close((uv_handle_t *)&server->reload, NULL);
    uv_close((uv_handle_t *)&server->stored, NULL);
    uv_close((uv_handle_t *)&server->beat, NULL);
    uv_close((uv_handle_t *)&server->grace, NULL);
}

static void on_grace(uv_timer_t *timer) {
    end(timer->data);
}

/* All is said and stored; the last messages are being written. */
static void on_drained(void *context) {
    FanServer *server = context;
    uv_timer_start(&server->grace, on_grace, server->counts.sockets ? FLUSH_MS : 0, 0);
}

static void on_stop(uv_async_t *stop) {
    FanServer *server = stop->data;
    bool first = server->state == FAN_SERVER_RUNNING;
    fan_server_tell(server, FAN_LOG_INFO, first ? "stopping" : "stopping-at-once", NULL);
    if (!first || !server->hub) {
        end(server);
        return;
    }
    server->state = FAN_SERVER_DRAINING;
    stop_listening(server);
    uv_timer_start(&server->grace, on_grace, FAN_SERVER_DRAIN_MS + FLUSH_MS, 0);
    fan_hub_drain(server->hub, FAN_SERVER_DRAIN_MS, on_drained, server);
}

/* --- running ------------------------------------------------------------------------------------
 */

static void on_reload(uv_async_t *reload) {
    FanServer *server = reload->data;
    char error[FAN_SERVER_ERROR_MAX];
    if (server->config.on_reload) {
        server->config.on_reload(server->config.context);
    }
    if (!server->tls) {
        return;
    }
    if (fan_tls_load(server, server->tls, error)) {
        fan_server_tell(server, FAN_LOG_INFO, "certificate-read", NULL);
    } else {
        fan_server_tell(server, FAN_LOG_ERROR, "certificate-not-read",
                        json_pack("{s:s}", "why", error));
    }
}

static void on_stored(uv_async_t *stored) {
    FanServer *server = stored->data;
    if (server->hub) {
        fan_store_deliver(server->store);
    }
}

static void on_beat(uv_timer_t *timer) {
    fan_sockets_beat(timer->data);
}

/* The handles of our own. None of these fails but for memory, of which libuv needs none here. */
static bool start_loop(FanServer *server) {
    if (uv_loop_init(&server->loop) != 0) {
        return false;
    }
    server->stop.data = server->reload.data = server->stored.data = server;
    server->listener.data = server->accept_again.data = server;
    server->beat.data = server->grace.data = server;
    if (uv_async_init(&server->loop, &server->stop, on_stop) != 0) {
        uv_loop_close(&server->loop);
        return false;
    }
    uv_async_init(&server->loop, &server->reload, on_reload);
    uv_async_init(&server->loop, &server->stored, on_stored);
    uv_timer_init(&server->loop, &server->accept_again);
    uv_timer_init(&server->loop, &server->grace);
    uv_timer_init(&server->loop, &server->beat);
    uv_timer_start(&server->beat, on_beat, BEAT_MS, BEAT_MS);
    uv_poll_init_socket(&server->loop, &server->listener, server->socket);
    return true;
}

static void count_handle(uv_handle_t *handle, void *count) {
    (void)handle;
    ++*(unsigned *)count;
}

static unsigned handles_of(uv_loop_t *loop) {
    unsigned count = 0;
    uv_walk(loop, count_handle, &count);
    return count;
}

/* libwebsockets on our loop. Its libuv side is a plugin that it loads now; without it there is no
 * context, and if it took another loop there would be no handle of its on ours. */
static bool start_http(FanServer *server) {
    void *loops[] = {&server->loop};
    unsigned handles = handles_of(&server->loop);
    const struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN_SERVER,
        .protocols = protocols,
        .headers = fan_server_headers,
        .server_string = "fanorona",
        .options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_DISABLE_IPV6 |
                   LWS_SERVER_OPTION_VALIDATE_UTF8 |
                   LWS_SERVER_OPTION_FALLBACK_TO_APPLY_LISTEN_ACCEPT_CONFIG |
                   (server->config.certificate ? LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT |
                                                     LWS_SERVER_OPTION_CREATE_VHOST_SSL_CTX
                                               : 0),
        .alpn = "http/1.1",
        .listen_accept_role = "raw-skt",
        .listen_accept_protocol = FAN_SERVER_FALLBACK,
        .max_http_header_data = FAN_SERVER_HEADER_MAX_BYTES,
        .keepalive_timeout = (int)server->config.idle_s,
        .timeout_secs = server->config.send_s,
        .timeout_secs_ah_idle = server->config.header_s,
        .gid = -1,
        .uid = -1,
        .user = server,
        .foreign_loops = loops,
        .pcontext = &server->lws,
    };
    lws_set_log_level(0, NULL);
    protocols[2].per_session_data_size = fan_socket_bytes;
    server->lws = lws_create_context(&info);
    return server->lws && handles_of(&server->loop) > handles;
}

static void take_defaults(FanServerConfig *config) {
    config->connections =
        config->connections ? config->connections : FAN_SERVER_CONNECTIONS_STANDARD;
    config->probes = config->probes ? config->probes : FAN_SERVER_PROBES_STANDARD;
    config->ping_s = config->ping_s ? config->ping_s : FAN_SERVER_PING_MAX_S;
    config->header_s = config->header_s ? config->header_s : 10;
    config->idle_s = config->idle_s ? config->idle_s : 75;
    config->send_s = config->send_s ? config->send_s : 20;
}

/* Lets the loop close what is being closed. */
static void finish_loop(FanServer *server) {
    uv_run(&server->loop, UV_RUN_DEFAULT);
    if (server->lws) {
        lws_context_destroy(server->lws); /* its second half, now that every handle is closed */
    }
    uv_loop_close(&server->loop);
}

/* --- making one ---------------------------------------------------------------------------------
 */

static void take_first(void *context, const char *address) {
    char *first = context;
    if (!*first) {
        snprintf(first, INET6_ADDRSTRLEN, "%s", address);
    }
}

/* Where it is reached: the address it listens on, or of the whole network the first. */
static void write_own_url(FanServer *server) {
    char address[INET6_ADDRSTRLEN + 32] = "";
    const char *scheme = server->config.certificate ? "https" : "http";
    fan_server_addresses(server->config.address, take_first, address);
    bool here = !*address || strcmp(address, "127.0.0.1") == 0 || strcmp(address, "::1") == 0;
    bool brackets = !here && strchr(address, ':');
    snprintf(server->public_url, sizeof server->public_url, "%s://%s%s%s:%u", scheme,
             brackets ? "[" : "", here ? "localhost" : address, brackets ? "]" : "", server->port);
}

static void choose_url(FanServer *server) {
    const char *given = server->config.public_url;
    if (!given) {
        write_own_url(server);
        return;
    }
    snprintf(server->public_url, sizeof server->public_url, "%s", given);
    char origin[FAN_ORIGIN_MAX];
    if (fan_route_origin_of(given, origin)) {
        snprintf(server->origin, sizeof server->origin, "%s", origin);
    }
    server->only_tls = strncmp(given, "https://", 8) == 0;
}

/* A server whose loop and socket are there, or NULL. */
static FanServer *new_listening(const FanServerConfig *config, FanServerStatus *status) {
    FanServer *server = calloc(1, sizeof *server);
    if (!server) {
        return NULL;
    }
    server->config = *config;
    take_defaults(&server->config);
    server->connections_max = connections_possible(server->config.connections);
    server->quotas = fan_quota_new(&server->config.quota);
    server->socket = server->quotas ? fan_listen(config->address, config->port, status) : -1;
    if (server->socket >= 0 && start_loop(server)) {
        server->port = port_of(server->socket);
        return server;
    }
    int error = errno;
    if (server->socket >= 0) {
        close(server->socket);
    }
    fan_quota_free(server->quotas);
    free(server);
    errno = error;
    return NULL;
}

static FanServerStatus start(FanServer *server, char *error) {
    if (server->config.certificate && !fan_tls_check(&server->config, error)) {
        return FAN_SERVER_CERTIFICATE;
    }
    if (server->config.database && !fan_protocol_begin()) {
        return FAN_SERVER_SYSTEM;
    }
    choose_url(server);
    if (!start_http(server)) {
        return FAN_SERVER_LOOP;
    }
    if (!fan_perfects_begin(server)) {
        return FAN_SERVER_SYSTEM;
    }
    if (server->config.database) {
        /* Who comes is let in once it can be told who they are. */
        return fan_online_open(server, error) ? FAN_SERVER_OK : FAN_SERVER_DATABASE;
    }
    listen_on(server);
    return FAN_SERVER_OK;
}

FanServerStatus fan_server_new(FanServer **made, const FanServerConfig *config, char *error) {
    FanServerStatus status = FAN_SERVER_SYSTEM;
    FanServer *server = new_listening(config, &status);
    if (!server) {
        return status;
    }
    status = start(server, error);
    if (status != FAN_SERVER_OK) {
        fan_server_free(server);
        return status;
    }
    *made = server;
    return FAN_SERVER_OK;
}

uint16_t fan_server_port(const FanServer *server) {
    return server->port;
}

const char *fan_server_public_url(const FanServer *server) {
    return server->public_url;
}

unsigned fan_server_connections(const FanServer *server) {
    return server->connections_max;
}

bool fan_server_run(FanServer *server) {
    uv_run(&server->loop, UV_RUN_DEFAULT);
    return !server->failed;
}

void fan_server_stop(FanServer *server) {
    uv_async_send(&server->stop);
}

void fan_server_reload(FanServer *server) {
    uv_async_send(&server->reload);
}

void fan_server_free(FanServer *server) {
    if (!server) {
        return;
    }
    end(server);
    finish_loop(server);
    fan_quota_free(server->quotas);
    free(server);
}
