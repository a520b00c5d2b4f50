/* Requests and answers, in libwebsockets' callbacks.
 *
 * An answer is its headers, written at once, and bytes that stay in memory as long as the server
 * does; of these one piece is written whenever the socket takes more, so a slow reader costs no
 * memory. While an answer is on its way nothing more is read from that connection. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <time.h>

#include "server/answer.h"
#include "server/probe.h"

enum {
    PIECE_BYTES = 16384,
    ACCEPT_MAX_BYTES = 512,
    ETAGS_MAX_BYTES = 1024,
    PEER_MAX_BYTES = 64,
    STRUCK_OUT = '-',
};

const char fan_server_fallback_protocol[] = "not-http";

/* What is kept for a connection while it has an answer under way. Zero between requests. */
typedef struct Session {
    const uint8_t *left;
    size_t left_bytes;
    size_t left_before;     /* left_bytes when the timer was set */
    size_t discarded_bytes; /* of the body of a refused request */
    FanProbe *probe;        /* the question to the tables whose answer it is; else NULL */
    bool waiting;           /* for that answer */
} Session;

typedef struct Request {
    const char *method, *path;
    bool head;
} Request;

static const struct {
    enum lws_token_indexes token;
    const char *name;
} methods[] = {
    {WSI_TOKEN_GET_URI, "GET"},         {WSI_TOKEN_HEAD_URI, "HEAD"},
    {WSI_TOKEN_POST_URI, "POST"},       {WSI_TOKEN_PUT_URI, "PUT"},
    {WSI_TOKEN_PATCH_URI, "PATCH"},     {WSI_TOKEN_DELETE_URI, "DELETE"},
    {WSI_TOKEN_OPTIONS_URI, "OPTIONS"}, {WSI_TOKEN_CONNECT, "CONNECT"},
};

static FanAnswer plain(unsigned status, const char *sentence) {
    return (FanAnswer){.status = status,
                       .type = "text/plain; charset=utf-8",
                       .cache = "no-store",
                       .body = sentence,
                       .body_bytes = strlen(sentence)};
}

static FanAnswer closing(unsigned status, const char *sentence) {
    FanAnswer answer = plain(status, sentence);
    answer.close = true;
    return answer;
}

/* --- what to answer ------------------------------------------------------------------------------
 */

static FanAnswer answer_missing(const FanServer *server) {
    const FanSiteFile *page = fan_site_find(server->config.site, "/404.html");
    if (!page) {
        return plain(404, "Not found\n");
    }
    const FanSiteForm *form = &page->forms[FAN_ENCODING_IDENTITY];
    return (FanAnswer){.status = 404,
                       .type = page->type,
                       .cache = "no-cache",
                       .body = form->bytes,
                       .body_bytes = form->len_bytes};
}

static FanAnswer answer_file(struct lws *wsi, const FanSiteFile *file) {
    char accept[ACCEPT_MAX_BYTES], etags[ETAGS_MAX_BYTES];
    FanEncoding encoding = fan_encoding_choose(
        header(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, accept, sizeof accept), fan_site_forms(file));
    if (encoding == FAN_ENCODINGS) {
        FanAnswer refused =
            plain(406, "No acceptable content encoding; identity is always there\n");
        refused.varies = true;
        return refused;
    }
    const FanSiteForm *form = &file->forms[encoding];
    FanAnswer answer = {.status = 200,
                        .type = file->type,
                        .cache =
                            file->immutable ? "public, max-age=31536000, immutable" : "no-cache",
                        .etag = form->etag,
                        .encoding = encoding,
                        .varies = fan_site_forms(file) != 1U << FAN_ENCODING_IDENTITY,
                        .body = form->bytes,
                        .body_bytes = form->len_bytes};
    const char *known = header(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, etags, sizeof etags);
    if (known && fan_etag_listed(known, form->etag)) {
        answer.status = 304;
        answer.body_bytes = 0;
    }
    return answer;
}

/* The answer of a question to the tables that is done. Tables do not change under a server. */
static FanAnswer answer_probe(struct lws *wsi, const FanProbe *probe) {
    const FanProbeAnswer found = fan_probe_answer(probe);
    char etags[ETAGS_MAX_BYTES];
    FanAnswer answer = plain(found.status, found.body);
    answer.type = "application/json";
    answer.retry_after = found.status == 503 ? "1" : NULL;
    answer.etag = found.etag;
    answer.cache = found.etag ? "public, max-age=86400" : "no-store";
    const char *known = header(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, etags, sizeof etags);
    if (found.etag && known && fan_etag_listed(known, found.etag)) {
        answer.status = 304;
        answer.body_bytes = 0;
    }
    return answer;
}

static FanAnswer answer_path(struct lws *wsi, const FanServer *server, const char *path) {
    if (strcmp(path, "/api/v1/server") == 0) {
        FanAnswer answer = plain(200, server->about);
        answer.type = "application/json";
        return answer;
    }
    if (strcmp(path, "/healthz") == 0) {
        return plain(200, "ok\n");
    }
    const FanSiteFile *file = fan_site_find(server->config.site, path);
    return file ? answer_file(wsi, file) : answer_missing(server);
}

static bool version_known(const char *version) {
    return strcmp(version, "HTTP/1.1") == 0 || strcmp(version, "HTTP/1.0") == 0;
}

/* What forbids looking at the request at all, or an answer with status 0. */
static FanAnswer refuse(struct lws *wsi, unsigned method_count, const char *method) {
    char version[16], host[256];
    if (method_count != 1 || !has_header(wsi, WSI_TOKEN_HTTP)) {
        return closing(400, "Bad request line\n");
    }
    if (!header(wsi, WSI_TOKEN_HTTP, version, sizeof version) || !version_known(version)) {
        return closing(505, "HTTP/1.1 or HTTP/1.0, please\n");
    }
    bool one_host = header(wsi, WSI_TOKEN_HOST, host, sizeof host) &&
                    lws_hdr_fragment_length(wsi, WSI_TOKEN_HOST, 1) == 0;
    if (!one_host && strcmp(version, "HTTP/1.1") == 0) {
        return closing(400, "Exactly one Host header is needed\n");
    }
    if (strcmp(method, "GET") != 0 && strcmp(method, "HEAD") != 0) {
        FanAnswer answer = closing(405, "Only GET and HEAD are allowed here\n");
        answer.allow = "GET, HEAD";
        return answer;
    }
    char length[24];
    bool body = has_header(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) ||
                (has_header(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH) &&
                 (!header(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, length, sizeof length) ||
                  strcmp(length, "0") != 0));
    return body ? closing(400, "A body has no meaning here\n") : (FanAnswer){0};
}

/* --- writing it ----------------------------------------------------------------------------------
 */

static void drop_probe(Session *session) {
    fan_probe_drop(session->probe);
    session->probe = NULL;
}

/* Zero if the connection is ready for the next request, negative to close it. The session is gone.
 */
static int finish(struct lws *wsi, Session *session) {
    drop_probe(session);
    return lws_http_transaction_completed(wsi) ? -1 : 0;
}

static int write_piece(struct lws *wsi, Session *session) {
    unsigned char buffer[LWS_PRE + PIECE_BYTES];
    size_t piece = session->left_bytes < PIECE_BYTES ? session->left_bytes : PIECE_BYTES;
    bool last = piece == session->left_bytes;
    memcpy(buffer + LWS_PRE, session->left, piece);
    session->left += piece;
    session->left_bytes -= piece;
    const FanServer *server = lws_context_user(lws_get_context(wsi));
    lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, (int)server->config.send_s);
    if (lws_write(wsi, buffer + LWS_PRE, piece, last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < 0) {
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
static void watch_progress(struct lws *wsi, Session *session) {
    char next;
    bool stuck = session->left_bytes == session->left_before;
    session->left_before = session->left_bytes;
    if (stuck && recv(lws_get_socket_fd(wsi), &next, 1, MSG_PEEK | MSG_DONTWAIT) > 0) {
        lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, LWS_TO_KILL_ASYNC);
    } else if (session->left_bytes > 0) {
        lws_set_timer_usecs(wsi, LWS_USEC_PER_SEC);
    }
}

static void tell(const FanServer *server, struct lws *wsi, const Request *request,
                 const FanAnswer *answer) {
    if (server->config.on_request) {
        char peer[PEER_MAX_BYTES] = "";
        lws_get_peer_simple(wsi, peer, sizeof peer);
        server->config.on_request(server->config.context,
                                  &(FanServerRequest){request->method, request->path, peer,
                                                      fan_encoding_name(answer->encoding),
                                                      answer->status,
                                                      request->head ? 0 : answer->body_bytes});
    }
}

/* Whether a body of known length follows, which is read before the connection is closed: else the
 * closing would destroy the answer on its way. */
static bool body_follows(struct lws *wsi) {
    char length[24];
    return header(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, length, sizeof length) &&
           strtoll(length, NULL, 10) > 0;
}

/* Writes a refusal whole; it is a short sentence. Then the connection is closed, at once or after
 * the body that follows. */
static int write_refusal(const FanServer *server, struct lws *wsi, const Request *request,
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

/* Zero to go on, negative to close the connection. */
static int send_answer(const FanServer *server, struct lws *wsi, Session *session,
                       const Request *request, const FanAnswer *answer) {
    tell(server, wsi, request, answer);
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
    lws_callback_on_writable(wsi);
    if (answer->body_bytes > PIECE_BYTES) {
        lws_set_timer_usecs(wsi, LWS_USEC_PER_SEC);
    }
    return 0;
}

/* The request by its method; how many methods it names. */
static unsigned read_method(struct lws *wsi, Request *request) {
    unsigned count = 0;
    request->method = "-";
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        if (has_header(wsi, methods[i].token)) {
            request->method = methods[i].name;
            count++;
        }
    }
    request->head = strcmp(request->method, "HEAD") == 0;
    return count;
}

static const char tables_path[] = "/api/v1/tables";

/* Asks the tables; the answer may come later. */
static int serve_tables(FanServer *server, struct lws *wsi, Session *session,
                        const Request *request) {
    session->probe = fan_probe_begin(server, wsi);
    session->waiting = session->probe && !fan_probe_done(session->probe);
    if (session->waiting) {
        lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, (int)server->config.send_s);
        return 0;
    }
    FanAnswer answer =
        session->probe ? answer_probe(wsi, session->probe) : plain(500, "Not enough memory\n");
    return send_answer(server, wsi, session, request, &answer);
}

/* Answers who has waited for the tables. */
static int serve_found(FanServer *server, struct lws *wsi, Session *session) {
    Request request = {.path = tables_path};
    read_method(wsi, &request);
    session->waiting = false;
    FanAnswer answer = answer_probe(wsi, session->probe);
    return send_answer(server, wsi, session, &request, &answer);
}

static int serve(FanServer *server, struct lws *wsi, Session *session, const char *path) {
    Request request = {.path = path};
    unsigned method_count = read_method(wsi, &request);
    FanAnswer answer = refuse(wsi, method_count, request.method);
    if (answer.status == 0 && strcmp(path, tables_path) == 0) {
        return serve_tables(server, wsi, session, &request);
    }
    if (answer.status == 0) {
        answer = answer_path(wsi, server, path);
    }
    return send_answer(server, wsi, session, &request, &answer);
}

static int write_more(FanServer *server, struct lws *wsi, Session *session) {
    if (session && session->waiting && fan_probe_done(session->probe)) {
        return serve_found(server, wsi, session);
    }
    return session && session->left_bytes > 0 ? write_piece(wsi, session) : 0;
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

static int on_http(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                   size_t length) {
    FanServer *server = lws_context_user(lws_get_context(wsi));
    Session *session = user;
    switch (reason) {
    case LWS_CALLBACK_WSI_DESTROY:
        if (lws_get_opaque_user_data(wsi) == server) {
            fan_server_connection_closed(server);
        }
        return 0;
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        /* Nothing here is spoken but HTTP/1: strike the offer out, and the request is answered as
         * if it had not been made, as RFC 9110 has it. */
        if (in) {
            *(char *)in = STRUCK_OUT;
        }
        return 0;
    case LWS_CALLBACK_HTTP_BIND_PROTOCOL:
        /* libwebsockets 4.1 answers an unknown Upgrade itself (403) and would then go on to read
         * headers it has freed; an error here makes it close the connection instead. */
        return upgrade_known(wsi) ? 0 : 1;
    case LWS_CALLBACK_HTTP:
        return serve(server, wsi, session, in);
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return write_more(server, wsi, session);
    case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
    case LWS_CALLBACK_CLOSED_HTTP:
        if (session) {
            drop_probe(session);
        }
        return 0;
    case LWS_CALLBACK_TIMER:
        if (session && session->left_bytes > 0) {
            watch_progress(wsi, session);
        }
        return 0;
    case LWS_CALLBACK_HTTP_BODY:
        session->discarded_bytes += length;
        return session->discarded_bytes > FAN_SERVER_BODY_MAX_BYTES ? -1 : 0;
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
        return -1;
    default:
        return 0;
    }
}

/* Whether the bytes begin like a request: a word in capitals, a blank and something after it. */
static bool looks_like_request(const char *bytes, size_t length) {
    size_t word = 0;
    while (word < length && bytes[word] >= 'A' && bytes[word] <= 'Z') {
        word++;
    }
    return word > 0 && word + 1 < length && bytes[word] == ' ' && bytes[word + 1] > ' ' &&
           strncmp(bytes, "PRI * HTTP/2", length < 12 ? length : 12) != 0;
}

/* What is no request of a method that libwebsockets knows comes here as raw bytes. The answer is
 * built by hand: the connection is no HTTP connection for libwebsockets any more. */
static int on_raw(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                  size_t length) {
    (void)user;
    if (reason != LWS_CALLBACK_RAW_RX) {
        return 0;
    }
    const FanServer *server = lws_context_user(lws_get_context(wsi));
    bool method = looks_like_request(in, length);
    FanAnswer answer = method ? closing(405, "Only GET and HEAD are allowed here\n")
                              : closing(400, "This is not a request in HTTP/1.1\n");
    unsigned char buffer[LWS_PRE + FAN_ANSWER_HEADERS_MAX_BYTES];
    char *text = (char *)buffer + LWS_PRE, date[FAN_ANSWER_DATE_MAX];
    fan_answer_write_date(date);
    int size = snprintf(
        text, FAN_ANSWER_HEADERS_MAX_BYTES, "HTTP/1.1 %s\r\nserver: fanorona\r\ndate: %s\r\n",
        method ? "405 Method Not Allowed\r\nallow: GET, HEAD" : "400 Bad Request", date);
    for (const struct lws_protocol_vhost_options *i = fan_server_headers; i; i = i->next) {
        size += snprintf(text + size, FAN_ANSWER_HEADERS_MAX_BYTES - (size_t)size, "%s %s\r\n",
                         i->name, i->value);
    }
    size += snprintf(text + size, FAN_ANSWER_HEADERS_MAX_BYTES - (size_t)size,
                     "content-type: %s\r\ncontent-length: %zu\r\ncache-control: no-store\r\n"
                     "connection: close\r\n\r\n%s",
                     answer.type, answer.body_bytes, (const char *)answer.body);
    tell(server, wsi, &(Request){"-", "-", false}, &answer);
    lws_write(wsi, buffer + LWS_PRE, (size_t)size, LWS_WRITE_RAW);
    return -1;
}

const struct lws_protocols fan_server_protocols[] = {
    {.name = "http", .callback = on_http, .per_session_data_size = sizeof(Session)},
    {.name = fan_server_fallback_protocol, .callback = on_raw},
    {.name = NULL},
};
