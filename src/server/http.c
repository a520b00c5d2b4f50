/* Requests and answers, in libwebsockets' callbacks.
 *
 * An answer is its headers, written at once, and bytes that stay in memory until they were sent; of
 * these one piece is written whenever the socket takes more, so a slow reader costs no memory of
 * its own. While a request is under way nothing more is read from its connection. */
#include "server/http.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

#include "server/api.h"
#include "server/pages.h"
#include "server/probe.h"
#include "server/wire.h"

enum { STRUCK_OUT = '-' };

static const struct {
    enum lws_token_indexes token;
    const char *name;
} methods[] = {
    {WSI_TOKEN_GET_URI, "GET"},         {WSI_TOKEN_HEAD_URI, "HEAD"},
    {WSI_TOKEN_POST_URI, "POST"},       {WSI_TOKEN_PUT_URI, "PUT"},
    {WSI_TOKEN_PATCH_URI, "PATCH"},     {WSI_TOKEN_DELETE_URI, "DELETE"},
    {WSI_TOKEN_OPTIONS_URI, "OPTIONS"}, {WSI_TOKEN_CONNECT, "CONNECT"},
};

/* --- what to answer ------------------------------------------------------------------------------
 */

/* The answer of a question to the tables that is done. Tables do not change under a server. */
static FanAnswer answer_probe(struct lws *wsi, const FanProbe *probe) {
    const FanProbeAnswer found = fan_probe_answer(probe);
    FanAnswer answer = fan_answer_plain(found.status, found.body);
    answer.type = "application/json";
    answer.retry_after = found.status == 503 ? "1" : NULL;
    answer.etag = found.etag;
    answer.cache = found.etag ? "public, max-age=86400" : "no-store";
    fan_answer_unless_known(wsi, &answer);
    return answer;
}

static bool version_known(const char *version) {
    return strcmp(version, "HTTP/1.1") == 0 || strcmp(version, "HTTP/1.0") == 0;
}

/* What forbids looking at the request at all, or an answer with status 0. */
static FanAnswer refuse(struct lws *wsi, const FanRequest *request) {
    char version[16], host[256];
    if (request->methods != 1 || !has_header(wsi, WSI_TOKEN_HTTP)) {
        return fan_answer_closing(400, "Bad request line\n");
    }
    if (!header(wsi, WSI_TOKEN_HTTP, version, sizeof version) || !version_known(version)) {
        return fan_answer_closing(505, "HTTP/1.1 or HTTP/1.0, please\n");
    }
    bool one_host = header(wsi, WSI_TOKEN_HOST, host, sizeof host) &&
                    lws_hdr_fragment_length(wsi, WSI_TOKEN_HOST, 1) == 0;
    if (!one_host && strcmp(version, "HTTP/1.1") == 0) {
        return fan_answer_closing(400, "Exactly one Host header is needed\n");
    }
    return (FanAnswer){0};
}

/* What forbids asking this of anything but the API. */
static FanAnswer refuse_changes(struct lws *wsi, const FanRequest *request) {
    if (strcmp(request->method, "GET") != 0 && !request->head) {
        FanAnswer answer = fan_answer_closing(405, "Only GET and HEAD are allowed here\n");
        answer.allow = "GET, HEAD";
        return answer;
    }
    long long length = fan_wire_length(wsi);
    bool body = has_header(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) || (length != -1 && length != 0);
    return body ? fan_answer_closing(400, "A body has no meaning here\n") : (FanAnswer){0};
}

/* --- writing it ----------------------------------------------------------------------------------
 */

static void forget(FanSession *session) {
    fan_probe_drop(session->probe);
    fan_call_drop(session->call);
    free(session->made);
    free(session->body);
    *session = (FanSession){0};
}

/* Zero if the connection is ready for the next request, negative to close it. The session is gone.
 */
static int finish(struct lws *wsi, FanSession *session) {
    bool close = session->close_after;
    forget(session);
    return close || lws_http_transaction_completed(wsi) ? -1 : 0;
}

static int write_piece(struct lws *wsi, FanSession *session) {
    FanServer *server = server_of(wsi);
    unsigned char *piece = server->piece + LWS_PRE;
    size_t size =
        session->left_bytes < FAN_SERVER_PIECE_BYTES ? session->left_bytes : FAN_SERVER_PIECE_BYTES;
    bool last = size == session->left_bytes;
    memcpy(piece, session->left, size);
    session->left += size;
    session->left_bytes -= size;
    lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, (int)server->config.send_s);
    if (lws_write(wsi, piece, size, last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < 0) {
        return -1;
    }
    if (last) {
        return finish(wsi, session);
    }
    lws_callback_on_writable(wsi);
    return 0;
}

/* Looks whether the answer gets on. libwebsockets reads nothing while an answer is under way but is
 * woken for what there is to read, so a client that goes on asking and takes nothing would keep us
 * busy. */
static void watch_progress(struct lws *wsi, FanSession *session) {
    char next;
    bool stuck = session->left_bytes == session->left_before;
    session->left_before = session->left_bytes;
    if (stuck && recv(lws_get_socket_fd(wsi), &next, 1, MSG_PEEK | MSG_DONTWAIT) > 0) {
        lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, LWS_TO_KILL_ASYNC);
    } else if (session->left_bytes > 0) {
        lws_set_timer_usecs(wsi, LWS_USEC_PER_SEC);
    }
}

void fan_server_tell_request(FanServer *server, struct lws *wsi, const char *method,
                             const char *path, unsigned status, FanEncoding encoding,
                             size_t body_bytes) {
    char peer[FAN_ADDRESS_TEXT_MAX];
    unsigned family = status / 100;
    server->counts.answers[family < 6 ? family : 5]++;
    if (server->config.on_request) {
        FanAddress client = fan_wire_whose(server, wsi).client;
        server->config.on_request(
            server->config.context,
            &(FanServerRequest){method, path, fan_address_write(&client, peer),
                                fan_encoding_name(encoding), status, body_bytes});
    }
}

/* Whether a body of known length follows, which is read before the connection is closed: else the
 * closing would destroy the answer on its way. */
static bool body_follows(struct lws *wsi) {
    return fan_wire_length(wsi) > 0;
}

/* Writes a refusal whole; it is a short sentence. Then the connection is closed, at once or after
 * the body that follows. */
static int write_refusal(const FanServer *server, struct lws *wsi, const FanRequest *request,
                         const FanAnswer *answer) {
    unsigned char buffer[LWS_PRE + FAN_ANSWER_SENTENCE_MAX_BYTES];
    size_t size = request->head ? 0 : answer->body_bytes;
    memcpy(buffer + LWS_PRE, answer->body, size);
    if (size > 0 && lws_write(wsi, buffer + LWS_PRE, size, LWS_WRITE_HTTP_FINAL) < 0) {
        return -1;
    }
    lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, (int)server->config.send_s);
    return body_follows(wsi) ? 0 : -1;
}

int fan_http_send(FanServer *server, struct lws *wsi, FanSession *session,
                  const FanRequest *request, const FanAnswer *answer) {
    fan_server_tell_request(server, wsi, request->method, request->path, answer->status,
                            answer->encoding, request->head ? 0 : answer->body_bytes);
    if (!fan_answer_write_head(wsi, answer)) {
        return -1;
    }
    if (answer->close) {
        return write_refusal(server, wsi, request, answer);
    }
    if (request->head || answer->body_bytes == 0) {
        return finish(wsi, session);
    }
    session->left = answer->body;
    session->left_bytes = session->left_before = answer->body_bytes;
    if ((session->call || session->made) && answer->body_bytes <= FAN_SERVER_PIECE_BYTES) {
        return write_piece(wsi, session);
    }
    lws_callback_on_writable(wsi);
    if (answer->body_bytes > FAN_SERVER_PIECE_BYTES) {
        lws_set_timer_usecs(wsi, LWS_USEC_PER_SEC);
    }
    return 0;
}

/* --- the request --------------------------------------------------------------------------------
 */

/* The request by its method; the path is as libwebsockets still has it. */
static void read_request(struct lws *wsi, FanRequest *request) {
    request->method = "-";
    request->methods = 0;
    request->path[0] = '\0';
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        if (has_header(wsi, methods[i].token)) {
            request->method = methods[i].name;
            lws_hdr_copy(wsi, request->path, sizeof request->path, methods[i].token);
            request->methods++;
        }
    }
    request->head = strcmp(request->method, "HEAD") == 0;
}

/* Nothing more is read meanwhile. libwebsockets would else go on waking us for what there is to
 * read, and take what follows a body for the body's end once more. */
void fan_http_wait(FanServer *server, struct lws *wsi, FanSession *session) {
    session->waiting = true;
    lws_rx_flow_control(wsi, 0);
    lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, (int)server->config.send_s);
}

/* While nothing is read libwebsockets writes nothing either. */
void fan_http_wake(struct lws *wsi) {
    lws_rx_flow_control(wsi, 1);
    lws_callback_on_writable(wsi);
}

/* Asks the tables; the answer may come later. */
static int serve_tables(FanServer *server, struct lws *wsi, FanSession *session,
                        const FanRequest *request) {
    unsigned wait_s;
    FanAddress client = fan_wire_whose(server, wsi).client;
    if (!fan_wire_take(server, &client, FAN_QUOTA_SEARCHES, 1, &wait_s)) {
        return fan_api_refuse_limited(server, wsi, session, request, wait_s, false);
    }
    session->probe = fan_probe_begin(server, wsi);
    if (session->probe && !fan_probe_done(session->probe)) {
        fan_http_wait(server, wsi, session);
        return 0;
    }
    FanAnswer answer = session->probe ? answer_probe(wsi, session->probe)
                                      : fan_answer_plain(500, "Not enough memory\n");
    return fan_http_send(server, wsi, session, request, &answer);
}

/* The answer to who would have a WebSocket but may not. */
static FanAnswer answer_not_upgraded(const FanClient *client) {
    bool known = client->not_upgraded != NULL;
    FanAnswer answer =
        fan_answer_closing(known ? client->not_upgraded_status : 426,
                           known ? client->not_upgraded : "Only a WebSocket is spoken here\n");
    answer.upgrade = answer.status == 426;
    answer.retry_after = answer.status == 429 || answer.status == 503 ? "10" : NULL;
    return answer;
}

static int serve(FanServer *server, struct lws *wsi, FanSession *session) {
    FanRequest request;
    read_request(wsi, &request);
    FanAnswer answer = refuse(wsi, &request);
    if (answer.status == 0 && server->hub && strcmp(request.path, FAN_SOCKET_PATH) == 0) {
        answer = answer_not_upgraded(lws_get_opaque_user_data(wsi));
    }
    if (answer.status == 0 && fan_api_is_its(server, request.path)) {
        return fan_api_serve(server, wsi, session, &request);
    }
    if (answer.status == 0) {
        answer = refuse_changes(wsi, &request);
    }
    if (answer.status == 0 && strcmp(request.path, "/api/v1/tables") == 0) {
        return serve_tables(server, wsi, session, &request);
    }
    if (answer.status == 0) {
        answer = fan_page_answer(server, wsi, request.path, &session->made);
    }
    return fan_http_send(server, wsi, session, &request, &answer);
}

/* Answers who has waited. */
static int serve_found(FanServer *server, struct lws *wsi, FanSession *session) {
    FanRequest request;
    read_request(wsi, &request);
    session->waiting = false;
    FanAnswer answer =
        session->call ? fan_call_answer(session->call) : answer_probe(wsi, session->probe);
    answer.last = session->close_after;
    return fan_http_send(server, wsi, session, &request, &answer);
}

static int write_more(FanServer *server, struct lws *wsi, FanSession *session) {
    if (!session) {
        return 0;
    }
    if (session->waiting && (session->call ? fan_call_done(session->call)
                                           : session->probe && fan_probe_done(session->probe))) {
        return serve_found(server, wsi, session);
    }
    return session->left_bytes > 0 ? write_piece(wsi, session) : 0;
}

/* --- bodies -------------------------------------------------------------------------------------
 */

static int take_body(FanSession *session, const char *piece, size_t length) {
    if (!session->reading) { /* of a request that was refused, or answered already */
        session->discarded_bytes += length;
        return session->discarded_bytes > FAN_SERVER_BODY_MAX_BYTES ? -1 : 0;
    }
    if (length > FAN_PROTOCOL_MESSAGE_MAX - session->body_bytes) {
        return -1; /* more than was said, which libwebsockets lets nobody send */
    }
    char *grown = realloc(session->body, session->body_bytes + length + 1);
    if (!grown) {
        return -1;
    }
    if (length > 0) {
        memcpy(grown + session->body_bytes, piece, length);
    }
    session->body = grown;
    session->body_bytes += length;
    return 0;
}

/* libwebsockets tells the end of a body again and again, if more is sent after it. */
static int end_body(FanServer *server, struct lws *wsi, FanSession *session) {
    if (session->call) {
        FanRequest request;
        read_request(wsi, &request);
        return session->reading ? fan_api_go_on(server, wsi, session, &request) : 0;
    }
    return -1;
}

/* --- callbacks -----------------------------------------------------------------------------------
 */

/* Whether libwebsockets itself makes something of the Upgrade header, or it is struck out or
 * absent. */
static bool upgrade_known(struct lws *wsi) {
    char offer[16];
    return !has_header(wsi, WSI_TOKEN_UPGRADE) ||
           (header(wsi, WSI_TOKEN_UPGRADE, offer, sizeof offer) &&
            (offer[0] == STRUCK_OUT || strcasecmp(offer, "websocket") == 0 ||
             strcasecmp(offer, "h2c") == 0));
}

/* Only HTTP/1 is spoken here, and WebSocket at one address. Any other offer is struck out, and the
 * request is answered as if it had not been made, as RFC 9110 has it. */
static int confirm_upgrade(struct lws *wsi, char *offer) {
    FanServer *server = server_of(wsi);
    FanRequest request;
    read_request(wsi, &request);
    if (server->hub && strcmp(request.path, FAN_SOCKET_PATH) == 0 &&
        fan_socket_may_open(server, wsi)) {
        fan_server_tell_request(server, wsi, request.method, request.path, 101,
                                FAN_ENCODING_IDENTITY, 0);
        return 0;
    }
    if (offer) {
        *offer = STRUCK_OUT;
    }
    return 0;
}

int fan_server_on_http(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                       size_t length) {
    FanServer *server = server_of(wsi);
    FanSession *session = user;
    char error[FAN_SERVER_ERROR_MAX];
    switch (reason) {
    case LWS_CALLBACK_OPENSSL_LOAD_EXTRA_SERVER_VERIFY_CERTS:
        return server->config.certificate && !fan_tls_load(server, user, error);
    case LWS_CALLBACK_WSI_DESTROY:
        if (lws_get_opaque_user_data(wsi)) {
            fan_server_connection_closed(server, lws_get_opaque_user_data(wsi));
        }
        return 0;
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        return confirm_upgrade(wsi, in);
    case LWS_CALLBACK_HTTP_BIND_PROTOCOL:
        /* libwebsockets 4.1 answers an unknown Upgrade itself (403) and would then go on to read
         * headers it has freed; an error here makes it close the connection instead. */
        return upgrade_known(wsi) ? 0 : 1;
    case LWS_CALLBACK_HTTP:
        return serve(server, wsi, session);
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return write_more(server, wsi, session);
    case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
    case LWS_CALLBACK_CLOSED_HTTP:
        if (session) {
            forget(session);
        }
        return 0;
    case LWS_CALLBACK_TIMER:
        if (session && session->reading) { /* drop by drop: libwebsockets waits anew for each */
            lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, LWS_TO_KILL_ASYNC);
        } else if (session && session->left_bytes > 0) {
            watch_progress(wsi, session);
        }
        return 0;
    case LWS_CALLBACK_HTTP_BODY:
        return take_body(session, in, length);
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
        return end_body(server, wsi, session);
    default:
        return 0;
    }
}
