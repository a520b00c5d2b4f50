#include "server/api.h"

#include "server/wire.h"

#include <stdlib.h>
#include <string.h>

bool fan_api_is_its(const FanServer *server, const char *path) {
    static const char *const others[] = {"/api/v1/server", "/api/v1/tables", FAN_SOCKET_PATH};
    if (!server->hub) {
        return false;
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (strcmp(path, others[i]) == 0) {
            return false;
        }
    }
    bool file = strncmp(path, FAN_PROOFS_PATH, sizeof FAN_PROOFS_PATH - 1) == 0;
    return (strncmp(path, "/api/v1/", 8) == 0 && !file) || strncmp(path, "/g/", 3) == 0;
}

/* --- refusals -----------------------------------------------------------------------------------
 */

static int refuse(FanServer *server, struct lws *wsi, FanSession *session,
                  const FanRequest *request, const FanRouteRefusal *refusal, bool close) {
    json_t *body = fan_refusal_body(refusal->reason, refusal->text);
    session->made = json_dumps(body, JSON_COMPACT);
    json_decref(body);
    FanAnswer answer = fan_answer_plain(refusal->status, session->made ? session->made : "");
    answer.type = "application/json";
    answer.allow = refusal->allow[0] ? refusal->allow : NULL;
    answer.close = close;
    answer.last = session->close_after;
    return fan_http_send(server, wsi, session, request, &answer);
}

int fan_api_refuse_limited(FanServer *server, struct lws *wsi, FanSession *session,
                           const FanRequest *request, unsigned wait_s, bool close) {
    char again[16];
    snprintf(again, sizeof again, "%u", wait_s);
    json_t *body = fan_refusal_body("too-fast", "this address asks too much at once");
    session->made = json_dumps(body, JSON_COMPACT);
    json_decref(body);
    FanAnswer answer = fan_answer_plain(429, session->made ? session->made : "");
    answer.type = "application/json";
    answer.retry_after = again;
    answer.close = close;
    return fan_http_send(server, wsi, session, request, &answer);
}

/* --- the ask ------------------------------------------------------------------------------------
 */

/* /g/ID, which is no ask of the schema but is looked up as one. */
static const FanAsk *find_link(const FanRequested *requested, json_t *values,
                               FanRouteRefusal *refusal) {
    static const char prefix[] = "/g/";
    const char *id = requested->path + sizeof prefix - 1;
    bool get = strcmp(requested->method, "GET") == 0 || strcmp(requested->method, "HEAD") == 0;
    *refusal = (FanRouteRefusal){.status = get ? 404 : 405,
                                 .reason = get ? "no-game" : "not-allowed",
                                 .text = "no game has this address"};
    if (!get) {
        strcpy(refusal->allow, "GET, HEAD");
        return NULL;
    }
    json_t *game = json_string(id);
    char why[FAN_PROTOCOL_WHY_MAX];
    bool fine = game && fan_protocol_check("GameId", game, why);
    if (fine) {
        json_object_set(values, "game", game);
    }
    json_decref(game);
    return fine ? &fan_call_link : NULL;
}

static const FanAsk *find(FanServer *server, const FanRequested *requested, json_t *values,
                          FanRouteRefusal *refusal) {
    return strncmp(requested->path, "/g/", 3) == 0
               ? find_link(requested, values, refusal)
               : fan_route_find(requested, server->origin[0] ? server->origin : NULL, values,
                                refusal);
}

/* What leaves something behind, or makes us think. */
static FanQuotaKind kind_of(const FanAsk *ask) {
    static const char *const makers[] = {
        "session.make",  "account.make",  "account.login", "games.make",   "seeks.make",
        "transfer.make", "transfer.take", "bots.make",     "reports.make", "push.make"};
    for (size_t i = 0; i < sizeof makers / sizeof *makers; i++) {
        if (strcmp(ask->name, makers[i]) == 0) {
            return FAN_QUOTA_MAKES;
        }
    }
    static const char *const searches[] = {"analysis", "perfect", "promise"};
    for (size_t i = 0; i < sizeof searches / sizeof *searches; i++) {
        if (strcmp(ask->name, searches[i]) == 0) {
            return FAN_QUOTA_SEARCHES;
        }
    }
    return FAN_QUOTA_REQUESTS;
}

/* Takes a request, and what it costs besides, from the allowance of its address. */
static bool take(FanServer *server, const FanWire *wire, const FanAsk *ask, long long length,
                 unsigned *wait_s) {
    const FanAddress *client = &wire->whose.client;
    FanQuotaKind kind = ask ? kind_of(ask) : FAN_QUOTA_REQUESTS;
    return fan_wire_take(server, client, FAN_QUOTA_REQUESTS, 1, wait_s) &&
           (kind == FAN_QUOTA_REQUESTS || fan_wire_take(server, client, kind, 1, wait_s)) &&
           (length <= 0 || fan_wire_take(server, client, FAN_QUOTA_BYTES, (double)length, wait_s));
}

static int send_or_wait(FanServer *server, struct lws *wsi, FanSession *session,
                        const FanRequest *request) {
    if (!fan_call_done(session->call)) {
        fan_http_wait(server, wsi, session);
        return 0;
    }
    FanAnswer answer = fan_call_answer(session->call);
    answer.last = session->close_after;
    return fan_http_send(server, wsi, session, request, &answer);
}

/* Makes the call, and sends it on its way unless a body is to be read first. */
static int begin(FanServer *server, struct lws *wsi, FanSession *session, const FanRequest *request,
                 const FanAsk *ask, json_t *values, const FanAsker *asker, long long length) {
    bool post = strcmp(request->method, "POST") == 0;
    session->call = fan_call_new(server, wsi, ask, values, asker);
    if (!session->call) {
        return -1;
    }
    /* libwebsockets tells the end of a POST's body even when it is empty. Without a length it
     * would wait for a body without end, so such a connection is not used again. */
    session->close_after = post && length < 0;
    session->reading = length > 0 || (post && length == 0);
    if (!session->reading) {
        return fan_api_go_on(server, wsi, session, request);
    }
    lws_set_timer_usecs(wsi, (lws_usec_t)server->config.header_s * LWS_USEC_PER_SEC);
    return 0;
}

int fan_api_serve(FanServer *server, struct lws *wsi, FanSession *session,
                  const FanRequest *request) {
    FanWire wire;
    FanRouteRefusal refusal;
    unsigned wait_s;
    long long length = fan_wire_length(wsi);
    bool encoded = has_header(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING);
    bool get = strcmp(request->method, "GET") == 0 || request->head;
    bool close = encoded || length > 0 || length == -2 || !get;
    fan_wire_read(&wire, server, wsi, request->method, request->path);
    json_t *values = json_object();
    const FanAsk *ask = find(server, &wire.requested, values, &refusal);
    if (ask && length == -2) {
        refusal = (FanRouteRefusal){
            .status = 400, .reason = "malformed", .text = "the Content-Length is none"};
        ask = NULL;
    } else if (ask &&
               !fan_route_may_send(ask, &wire.requested.headers, length, encoded, &refusal)) {
        ask = NULL;
    }
    if (!take(server, &wire, ask, length, &wait_s)) {
        json_decref(values);
        return fan_api_refuse_limited(server, wsi, session, request, wait_s, close);
    }
    if (!ask) {
        json_decref(values);
        return refuse(server, wsi, session, request, &refusal, close);
    }
    return begin(server, wsi, session, request, ask, values, &wire.asker, length);
}

int fan_api_go_on(FanServer *server, struct lws *wsi, FanSession *session,
                  const FanRequest *request) {
    FanRouteRefusal refusal;
    json_t *body;
    session->reading = false;
    /* Of a request that came together with the one before it, libwebsockets 4.1 takes the headers
     * once more for the body. That is never JSON; what follows on this connection is not where we
     * would look for it, so nothing more is read from it. */
    if (!fan_route_body(fan_call_ask(session->call), session->body ? session->body : "",
                        session->body_bytes, &body, &refusal)) {
        session->close_after = true;
        return refuse(server, wsi, session, request, &refusal, false);
    }
    fan_call_start(session->call, body);
    return send_or_wait(server, wsi, session, request);
}
