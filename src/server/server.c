#include "server/internal.h"

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
};

static void listen_on(FanServer *server);

static void accept_later(uv_timer_t *timer) {
    listen_on(timer->data);
}

/* Returns false when no more can be let in now. */
static bool accept_one(FanServer *server) {
    if (server->connections >= server->connections_max) {
        /* fan_server_connection_closed goes on from here. */
        uv_poll_stop(&server->listener);
        return false;
    }
    int handle = accept(server->socket, NULL, NULL);
    if (handle < 0) {
        if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
            uv_poll_stop(&server->listener);
            uv_timer_start(&server->accept_again, accept_later, ACCEPT_AGAIN_MS, 0);
        }
        return errno == EINTR || errno == ECONNABORTED;
    }
    int on = 1;
    fcntl(handle, F_SETFD, FD_CLOEXEC);
    setsockopt(handle, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    struct lws *connection = lws_adopt_socket(server->lws, handle); /* closes it if it fails */
    if (connection) {
        lws_set_opaque_user_data(connection, server);
        server->connections++;
    }
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

void fan_server_connection_closed(FanServer *server) {
    if (server->connections-- == server->connections_max && server->running) {
        listen_on(server);
    }
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

static void begin_stop(uv_async_t *stop) {
    FanServer *server = stop->data;
    if (uv_is_closing((uv_handle_t *)stop)) {
        return;
    }
    server->running = false;
    uv_close((uv_handle_t *)&server->stop, NULL);
    uv_close((uv_handle_t *)&server->listener, NULL);
    uv_close((uv_handle_t *)&server->accept_again, NULL);
    close(server->socket);
    server->socket = -1;
    /* Closes every connection; libuv tells it in later turns of the loop, which ends after the
     * last. */
    lws_context_destroy(server->lws);
}

/* The handles of our own. None of these fails but for memory, of which libuv needs none here. */
static bool start_loop(FanServer *server) {
    if (uv_loop_init(&server->loop) != 0) {
        return false;
    }
    server->stop.data = server->listener.data = server->accept_again.data = server;
    if (uv_async_init(&server->loop, &server->stop, begin_stop) != 0) {
        uv_loop_close(&server->loop);
        return false;
    }
    uv_timer_init(&server->loop, &server->accept_again);
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
        .protocols = fan_server_protocols,
        .headers = fan_server_headers,
        .server_string = "fanorona",
        .options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_DISABLE_IPV6 |
                   LWS_SERVER_OPTION_FALLBACK_TO_APPLY_LISTEN_ACCEPT_CONFIG,
        .listen_accept_role = "raw-skt",
        .listen_accept_protocol = fan_server_fallback_protocol,
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
    server->lws = lws_create_context(&info);
    return server->lws && handles_of(&server->loop) > handles;
}

static void take_defaults(FanServerConfig *config) {
    config->connections =
        config->connections ? config->connections : FAN_SERVER_CONNECTIONS_STANDARD;
    config->probes = config->probes ? config->probes : FAN_SERVER_PROBES_STANDARD;
    config->header_s = config->header_s ? config->header_s : 10;
    config->idle_s = config->idle_s ? config->idle_s : 75;
    config->send_s = config->send_s ? config->send_s : 20;
}

static void drain(FanServer *server) {
    uv_run(&server->loop, UV_RUN_DEFAULT);
    if (server->lws) {
        lws_context_destroy(server->lws); /* its second half, now that every handle is closed */
    }
    uv_loop_close(&server->loop);
}

FanServerStatus fan_server_new(FanServer **made, const FanServerConfig *config) {
    FanServerStatus status = FAN_SERVER_SYSTEM;
    FanServer *server = calloc(1, sizeof *server);
    if (!server) {
        return status;
    }
    server->config = *config;
    take_defaults(&server->config);
    server->connections_max = connections_possible(server->config.connections);
    server->about = fan_server_about(server);
    server->socket = server->about ? fan_listen(config->address, config->port, &status) : -1;
    if (server->socket < 0 || !start_loop(server)) {
        int error = errno;
        if (server->socket >= 0) {
            close(server->socket);
        }
        free(server->about);
        free(server);
        errno = error;
        return status;
    }
    server->port = port_of(server->socket);
    if (!start_http(server)) {
        fan_server_free(server);
        return FAN_SERVER_LOOP;
    }
    server->running = true;
    listen_on(server);
    *made = server;
    return FAN_SERVER_OK;
}

uint16_t fan_server_port(const FanServer *server) {
    return server->port;
}

unsigned fan_server_connections(const FanServer *server) {
    return server->connections_max;
}

void fan_server_run(FanServer *server) {
    uv_run(&server->loop, UV_RUN_DEFAULT);
}

void fan_server_stop(FanServer *server) {
    uv_async_send(&server->stop);
}

void fan_server_free(FanServer *server) {
    if (!server) {
        return;
    }
    begin_stop(&server->stop);
    drain(server);
    free(server->about);
    free(server);
}
