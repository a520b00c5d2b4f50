/* WebSockets: a connection that has been upgraded is a peer of the hub.
 *
 * Messages of the client are put together from what libwebsockets gives – at most a buffer of
 * FAN_SOCKET_RECEIVE_BYTES at a time – and handed to the hub whole. What the hub has for the client
 * is written in pieces while the socket takes them, so that a slow reader holds one piece, not a
 * queue. Until it is known who it is, and while its address says too much, nothing is read from a
 * client. */
#define _GNU_SOURCE /* memmem */

#include "server/cookie.h"
#include "server/wire.h"

#include "protocol/protocol.h"

#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum {
    WRITES_PER_TURN = 16, /* messages, before others have theirs */
    BEATS_MISSED_MAX = 2, /* pings without a pong */
    CLOSE_ANSWER_S = 2,
    FRAME_BYTES = 32,     /* what a piece of a message costs besides its bytes */
    KERNEL_BYTES = 65536, /* waiting to be sent; the kernel would else set megabytes aside for who
                             does not read */
};

/* What is kept for a WebSocket; zero at first. */
struct FanSocket {
    FanServer *server;
    struct lws *wsi;
    FanPeer *peer; /* NULL while it is not known who it is */
    FanQuota *quota;
    FanSocket *next, *previous;               /* in its beat */
    FanSocket *paused_next, *paused_previous; /* among the paused */
    char *partial;                            /* of a message that is not here whole */
    size_t partial_bytes;
    size_t written; /* of the message that is being written */
    uint16_t close; /* status to close with, once all is written; 0: none */
    uint8_t beat, missed;
    bool established, identifying, ping, paused, connected, closing;
};

const size_t fan_socket_bytes = sizeof(struct FanSocket);

/* --- whether it may be opened -------------------------------------------------------------------
 */

/* Whether a list "a, b" names a word. */
static bool lists(const char *list, const char *word) {
    size_t length = strlen(word);
    while (list && *list) {
        list += strspn(list, " \t,");
        size_t size = strcspn(list, " \t,");
        if (size == length && strncasecmp(list, word, length) == 0) {
            return true;
        }
        list += size;
    }
    return false;
}

static bool is_handshake(struct lws *wsi) {
    char version[16], http[16], key[64], connection[128], upgrade[32];
    const char *offer = header(wsi, WSI_TOKEN_UPGRADE, upgrade, sizeof upgrade);
    const char *number = header(wsi, WSI_TOKEN_VERSION, version, sizeof version);
    const char *spoken = header(wsi, WSI_TOKEN_HTTP, http, sizeof http);
    return offer && strcasecmp(offer, "websocket") == 0 && has_header(wsi, WSI_TOKEN_GET_URI) &&
           number && strcmp(number, "13") == 0 && spoken && strcmp(spoken, "HTTP/1.1") == 0 &&
           header(wsi, WSI_TOKEN_KEY, key, sizeof key) && strlen(key) == 24 &&
           lists(header(wsi, WSI_TOKEN_CONNECTION, connection, sizeof connection), "upgrade");
}

static bool has_room(FanServer *server, const FanClient *client, const FanAddress *whose) {
    FanQuota *quota = client->quota ? NULL : fan_wire_quota(server, whose);
    bool room = !quota || fan_quota_connect(server->quotas, quota);
    if (quota && room) {
        fan_quota_disconnect(server->quotas, quota);
    }
    if (quota) {
        fan_quota_release(server->quotas, quota);
    }
    return room;
}

static bool refuse_upgrade(FanClient *client, unsigned status, const char *why) {
    client->not_upgraded = why;
    client->not_upgraded_status = status;
    return false;
}

bool fan_socket_may_open(FanServer *server, struct lws *wsi) {
    FanClient *client = lws_get_opaque_user_data(wsi);
    char protocols[256];
    FanWire wire;
    unsigned wait_s;
    fan_wire_read(&wire, server, wsi, "GET", FAN_SOCKET_PATH);
    const char *ours = server->origin[0] ? server->origin : NULL;
    if (!is_handshake(wsi)) {
        return refuse_upgrade(client, 426, "A WebSocket of version 13 is spoken here\n");
    }
    if (!wire.requested.headers.host || lws_hdr_fragment_length(wsi, WSI_TOKEN_HOST, 1) != 0) {
        return refuse_upgrade(client, 400, "Exactly one Host header is needed\n");
    }
    if (!lists(header(wsi, WSI_TOKEN_PROTOCOL, protocols, sizeof protocols), FAN_SOCKET_PROTOCOL)) {
        return refuse_upgrade(client, 400,
                              "The subprotocol " FAN_SOCKET_PROTOCOL " is spoken here\n");
    }
    if (!fan_route_same_origin(&wire.requested.headers, ours)) {
        return refuse_upgrade(client, 403, "This was asked by a page of another origin\n");
    }
    if (server->state != FAN_SERVER_RUNNING) {
        return refuse_upgrade(client, 503, "This server is being stopped\n");
    }
    if (!has_room(server, client, &wire.whose.client) ||
        !fan_wire_take(server, &wire.whose.client, FAN_QUOTA_REQUESTS, 1, &wait_s)) {
        server->counts.limited++;
        return refuse_upgrade(client, 429, "Too many connections from this address\n");
    }
    return true;
}

/* --- lists --------------------------------------------------------------------------------------
 */

static void join_beat(FanSocket *socket) {
    FanSocket **list = &socket->server->beats[socket->beat];
    socket->next = *list;
    if (*list) {
        (*list)->previous = socket;
    }
    *list = socket;
}

static void leave_beat(FanSocket *socket) {
    *(socket->previous ? &socket->previous->next : &socket->server->beats[socket->beat]) =
        socket->next;
    if (socket->next) {
        socket->next->previous = socket->previous;
    }
}

static void pause_reading(FanSocket *socket) {
    if (!socket->paused) {
        FanSocket **list = &socket->server->paused;
        socket->paused = true;
        socket->paused_next = *list;
        if (*list) {
            (*list)->paused_previous = socket;
        }
        *list = socket;
        socket->server->counts.paused++;
        lws_rx_flow_control(socket->wsi, 0);
    }
}

static void forget_pause(FanSocket *socket) {
    if (socket->paused) {
        *(socket->paused_previous ? &socket->paused_previous->paused_next
                                  : &socket->server->paused) = socket->paused_next;
        if (socket->paused_next) {
            socket->paused_next->paused_previous = socket->paused_previous;
        }
        socket->paused = false;
        socket->paused_next = socket->paused_previous = NULL;
    }
}

void fan_sockets_beat(FanServer *server) {
    while (server->paused) {
        FanSocket *socket = server->paused;
        forget_pause(socket);
        lws_rx_flow_control(socket->wsi, 1);
    }
    server->beat_now = (server->beat_now + 1) % server->config.ping_s;
    for (FanSocket *socket = server->beats[server->beat_now], *next; socket; socket = next) {
        next = socket->next;
        if (socket->missed++ >= BEATS_MISSED_MAX) {
            server->counts.sockets_timed_out++;
            /* Not later: libwebsockets looks at its times only when something else happens. */
            lws_set_timeout(socket->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_SYNC);
        } else {
            socket->ping = true;
            lws_callback_on_writable(socket->wsi);
        }
    }
}

/* --- who it is ----------------------------------------------------------------------------------
 */

static void end_with(FanSocket *socket, uint16_t status) {
    socket->close = socket->close ? socket->close : status;
    lws_callback_on_writable(socket->wsi);
}

static void on_ready(void *context) {
    const FanSocket *socket = context;
    lws_callback_on_writable(socket->wsi);
}

static void on_close(void *context) {
    FanSocket *socket = context;
    end_with(socket, socket->server->state == FAN_SERVER_RUNNING ? LWS_CLOSE_STATUS_NORMAL
                                                                 : LWS_CLOSE_STATUS_GOINGAWAY);
}

enum { TRY_AGAIN_LATER = 1013 };

static void on_identified(void *context, const FanIdentity *who, const char *renewed) {
    FanSocket *socket = context;
    (void)renewed; /* a cookie is set by requests */
    socket->identifying = false;
    socket->peer =
        who ? fan_hub_join(socket->server->hub, who, &(FanPeerLine){on_ready, on_close, socket})
            : NULL;
    if (!socket->peer) {
        end_with(socket, TRY_AGAIN_LATER);
    } else {
        lws_rx_flow_control(socket->wsi, 1);
    }
}

static int begin(FanSocket *socket, struct lws *wsi) {
    FanServer *server = server_of(wsi);
    FanWire wire;
    int most = KERNEL_BYTES;
    setsockopt(lws_get_socket_fd(wsi), SOL_SOCKET, SO_SNDBUF, &most, sizeof most);
    fan_wire_read(&wire, server, wsi, "GET", "");
    socket->server = server;
    socket->wsi = wsi;
    socket->beat = (uint8_t)server->beat_now;
    socket->established = true;
    socket->quota = fan_wire_quota(server, &wire.whose.client);
    join_beat(socket);
    server->counts.sockets++;
    server->counts.sockets_opened++;
    const FanClient *client = lws_get_opaque_user_data(wsi);
    if (socket->quota && !client->quota) { /* of a proxy's client; others were counted before */
        socket->connected = fan_quota_connect(server->quotas, socket->quota);
        if (!socket->connected) {
            server->counts.limited++;
            end_with(socket, TRY_AGAIN_LATER);
            return 0;
        }
    }
    lws_rx_flow_control(wsi, 0);
    socket->identifying = true;
    fan_people_identify(server->people, wire.asker.session, wire.asker.token, on_identified,
                        socket);
    return 0;
}

static void end(FanSocket *socket) {
    FanServer *server = socket->server;
    if (!socket->established) {
        return;
    }
    socket->established = false;
    leave_beat(socket);
    forget_pause(socket);
    server->counts.sockets--;
    if (socket->identifying && server->hub) {
        fan_people_forget(server->people, socket);
    }
    if (socket->peer && server->hub) {
        fan_hub_leave(socket->peer);
    }
    socket->peer = NULL;
    if (socket->quota) {
        if (socket->connected) {
            fan_quota_disconnect(server->quotas, socket->quota);
        }
        fan_quota_release(server->quotas, socket->quota);
    }
    free(socket->partial);
    socket->partial = NULL;
}

/* --- reading ------------------------------------------------------------------------------------
 */

/* Messages of ours have no escapes; any may hide the word. */
static bool looks_like_seek(const char *text, size_t length) {
    return memmem(text, length, "\"seek\"", 6) || memchr(text, '\\', length);
}

/* Takes from the allowance of its address; if it is used up, nothing more is read for a while. What
 * was read counts all the same. */
static void count(FanSocket *socket, FanQuotaKind kind, double amount) {
    FanServer *server = socket->server;
    uint64_t wait_ms;
    if (socket->quota && !fan_quota_take(server->quotas, socket->quota, kind, amount,
                                         server_now(server), &wait_ms)) {
        pause_reading(socket);
    }
}

static int refuse(struct lws *wsi, enum lws_close_status status, const char *why) {
    lws_close_reason(wsi, status, (unsigned char *)(uintptr_t)why, strlen(why));
    return -1;
}

static void hand_over(FanSocket *socket, const char *text, size_t length) {
    socket->server->counts.messages_in++;
    socket->server->counts.bytes_in += length;
    count(socket, FAN_QUOTA_MESSAGES, 1);
    if (looks_like_seek(text, length)) {
        count(socket, FAN_QUOTA_MAKES, 1);
    }
    if (socket->peer) {
        fan_hub_receive(socket->peer, text, length);
    }
}

/* Adds a piece to the message; false if it becomes too long. */
static bool add(FanSocket *socket, const char *piece, size_t length) {
    if (length > FAN_PROTOCOL_MESSAGE_MAX - socket->partial_bytes) {
        return false;
    }
    char *grown = realloc(socket->partial, socket->partial_bytes + length + 1);
    if (!grown) {
        return false;
    }
    memcpy(grown + socket->partial_bytes, piece, length);
    socket->partial = grown;
    socket->partial_bytes += length;
    return true;
}

static int receive(FanSocket *socket, struct lws *wsi, const char *piece, size_t length) {
    bool last = lws_is_final_fragment(wsi) && lws_remaining_packet_payload(wsi) == 0;
    if (lws_frame_is_binary(wsi)) {
        return refuse(wsi, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE, "text only");
    }
    if (socket->close) {
        return 0;
    }
    count(socket, FAN_QUOTA_BYTES, (double)length + FRAME_BYTES); /* a piece may be empty */
    if (last && socket->partial_bytes == 0 && length <= FAN_PROTOCOL_MESSAGE_MAX) {
        hand_over(socket, piece, length);
        return 0;
    }
    if (!add(socket, piece, length)) {
        return refuse(wsi, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, "too long");
    }
    if (last) {
        char *text = socket->partial;
        size_t size = socket->partial_bytes;
        socket->partial = NULL;
        socket->partial_bytes = 0;
        hand_over(socket, text, size);
        free(text);
    }
    return 0;
}

/* --- writing ------------------------------------------------------------------------------------
 */

/* Writes a piece of a message. False: the connection is lost. */
static bool write_piece(FanSocket *socket, const char *text, size_t length) {
    unsigned char *at = socket->server->piece + LWS_PRE;
    size_t left = length - socket->written;
    size_t size = left < FAN_SERVER_PIECE_BYTES ? left : FAN_SERVER_PIECE_BYTES;
    int how = lws_write_ws_flags(LWS_WRITE_TEXT, socket->written == 0, size == left);
    memcpy(at, text + socket->written, size);
    socket->written += size;
    return lws_write(socket->wsi, at, size, (enum lws_write_protocol)how) >= 0;
}

/* Writes what the hub has, as much as the socket takes. Negative: the connection is lost. */
static int write_messages(FanSocket *socket) {
    size_t length = 0;
    const char *text = fan_peer_next(socket->peer, &length);
    for (int i = 0; text && i < WRITES_PER_TURN; i++) {
        if (!write_piece(socket, text, length)) {
            return -1;
        }
        if (socket->written == length) {
            socket->written = 0;
            socket->server->counts.messages_out++;
            socket->server->counts.bytes_out += length;
            fan_peer_sent(socket->peer);
        }
        if (lws_send_pipe_choked(socket->wsi)) {
            break;
        }
        text = fan_peer_next(socket->peer, &length);
    }
    return fan_peer_next(socket->peer, &length) ? 1 : 0;
}

/* Says that it is closed, and waits a moment for the answer. Debian's libwebsockets, built for
 * debugging, closes twice what its writable callback wants closed, and with that never says so: the
 * frame is written here, as bytes (which is what LWS_WRITE_HTTP means for a WebSocket). */
static int say_close(FanSocket *socket, struct lws *wsi) {
    unsigned char *at = socket->server->piece + LWS_PRE;
    const unsigned char frame[] = {0x88, 2, (unsigned char)(socket->close >> 8),
                                   (unsigned char)socket->close};
    memcpy(at, frame, sizeof frame);
    socket->closing = true;
    lws_set_timeout(wsi, PENDING_TIMEOUT_CLOSE_ACK, CLOSE_ANSWER_S);
    return lws_write(wsi, at, sizeof frame, LWS_WRITE_HTTP) < 0 ? -1 : 0;
}

static int write_more(FanSocket *socket, struct lws *wsi) {
    if (socket->closing) {
        return 0;
    }
    if (socket->ping) {
        /* libwebsockets 4.1 tells of no pong that is empty: so a ping has a byte to be echoed. */
        socket->ping = false;
        socket->server->piece[LWS_PRE] = 0;
        if (lws_write(wsi, socket->server->piece + LWS_PRE, 1, LWS_WRITE_PING) < 0) {
            return -1;
        }
        lws_callback_on_writable(wsi);
        return 0;
    }
    int more = socket->peer ? write_messages(socket) : 0;
    if (more < 0) {
        return -1;
    }
    if (more > 0) {
        lws_callback_on_writable(wsi);
        return 0;
    }
    return socket->close ? say_close(socket, wsi) : 0;
}

int fan_server_on_socket(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                         size_t length) {
    FanSocket *socket = user;
    switch (reason) {
    case LWS_CALLBACK_ESTABLISHED:
        return begin(socket, wsi);
    case LWS_CALLBACK_RECEIVE:
        socket->missed = 0;
        return receive(socket, wsi, in, length);
    case LWS_CALLBACK_RECEIVE_PONG:
        socket->missed = 0;
        return 0;
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return write_more(socket, wsi);
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
        return socket->closing ? -1 : 0; /* the answer to ours: all is said */
    case LWS_CALLBACK_CLOSED:
    case LWS_CALLBACK_WS_SERVER_DROP_PROTOCOL:
        if (socket) {
            end(socket);
        }
        return 0;
    default:
        return 0;
    }
}
