#include "server/wire.h"

#include "server/cookie.h"

#include <stdlib.h>
#include <string.h>

enum {
    FORWARDED_MAX_BYTES =
        FAN_SERVER_HEADER_MAX_BYTES, /* the longest there is: who is not understood
                                      * would pass for the proxy itself */
    LENGTH_DIGITS_MAX = 15,
};

/* A copy of a header that libwebsockets knows, or NULL. */
static const char *known(FanWire *wire, struct lws *wsi, enum lws_token_indexes token) {
    char *at = wire->bytes + wire->used;
    size_t room = sizeof wire->bytes - wire->used;
    if (!has_header(wsi, token) || lws_hdr_copy(wsi, at, (int)room, token) < 0) {
        return NULL;
    }
    wire->used += strlen(at) + 1;
    return at;
}

/* The same for any other header, "name:" in small letters. */
static const char *other(FanWire *wire, struct lws *wsi, const char *name) {
    char *at = wire->bytes + wire->used;
    size_t room = sizeof wire->bytes - wire->used;
    if (lws_hdr_custom_copy(wsi, at, (int)room, name, (int)strlen(name)) < 0) {
        return NULL;
    }
    wire->used += strlen(at) + 1;
    return at;
}

static void read_query(FanWire *wire, struct lws *wsi) {
    FanRequested *requested = &wire->requested;
    for (int i = 0; lws_hdr_fragment_length(wsi, WSI_TOKEN_HTTP_URI_ARGS, i) > 0; i++) {
        char *at = wire->bytes + wire->used;
        size_t room = sizeof wire->bytes - wire->used;
        bool fits = requested->query_count < FAN_ROUTE_QUERY_MAX &&
                    lws_hdr_copy_fragment(wsi, at, (int)room, WSI_TOKEN_HTTP_URI_ARGS, i) >= 0;
        if (!fits) {
            requested->query_count = FAN_ROUTE_QUERY_MAX + 1;
            return;
        }
        requested->query[requested->query_count++] = at;
        wire->used += strlen(at) + 1;
    }
}

/* One of the headers of a proxy that libwebsockets does not know; of several the first. */
static const char *custom(struct lws *wsi, const char *name, char *text, int size) {
    return lws_hdr_custom_copy(wsi, text, size, name, (int)strlen(name)) > 0 ? text : NULL;
}

/* What proxies say in the headers they are known to set; the other kind may be the client's own. Of
 * X-Forwarded-For libwebsockets joins several by commas. */
FanForwarded fan_wire_whose(FanServer *server, struct lws *wsi) {
    const FanClient *client = lws_get_opaque_user_data(wsi);
    char list[FORWARDED_MAX_BYTES], protocol[64];
    bool secure = lws_is_ssl(wsi), standard = server->config.proxies_say_forwarded;
    FanForwardedHeaders headers = {
        .x_for = standard ? NULL : header(wsi, WSI_TOKEN_X_FORWARDED_FOR, list, sizeof list),
        .x_proto = standard ? NULL : custom(wsi, "x-forwarded-proto:", protocol, sizeof protocol),
        .forwarded = standard ? custom(wsi, "forwarded:", list, sizeof list) : NULL,
    };
    bool named = fan_nets_hold(&server->config.proxies, &client->address);
    if (!named && !server->proxy_told && (headers.x_for || headers.forwarded)) {
        char peer[FAN_ADDRESS_TEXT_MAX];
        server->proxy_told = true;
        fan_server_tell(server, FAN_LOG_WARNING, "proxy-not-named",
                        json_pack("{s:s}", "peer", fan_address_write(&client->address, peer)));
    }
    return fan_forwarded_read(&server->config.proxies, &client->address, secure, &headers);
}

static void read_asker(FanWire *wire, struct lws *wsi) {
    FanAsker *asker = &wire->asker;
    bool secure = wire->whose.secure;
    const char *authorization = known(wire, wsi, WSI_TOKEN_HTTP_AUTHORIZATION);
    if (authorization && fan_bearer_read(authorization, wire->token)) {
        asker->token = wire->token;
    } else if (fan_cookie_read(known(wire, wsi, WSI_TOKEN_HTTP_COOKIE), secure, wire->session)) {
        asker->session = wire->session;
    }
    asker->language = known(wire, wsi, WSI_TOKEN_HTTP_ACCEPT_LANGUAGE);
    asker->known = known(wire, wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH);
    asker->site = fan_address_site(&wire->whose.client);
    asker->secure = secure;
}

void fan_wire_read(FanWire *wire, FanServer *server, struct lws *wsi, const char *method,
                   const char *path) {
    wire->used = 0;
    wire->whose = fan_wire_whose(server, wsi);
    wire->asker = (FanAsker){0};
    wire->requested = (FanRequested){
        .method = method,
        .path = path,
        .headers = {.host = known(wire, wsi, WSI_TOKEN_HOST),
                    .origin = known(wire, wsi, WSI_TOKEN_ORIGIN),
                    .fetch_site = other(wire, wsi, "sec-fetch-site:"),
                    .content_type = known(wire, wsi, WSI_TOKEN_HTTP_CONTENT_TYPE),
                    .secure = wire->whose.secure},
    };
    read_query(wire, wsi);
    read_asker(wire, wsi);
}

FanQuota *fan_wire_quota(FanServer *server, const FanAddress *client) {
    FanAddress site = fan_address_site(client);
    return fan_address_is_loopback(client)
               ? NULL
               : fan_quota_hold(server->quotas, &site, server_now(server));
}

bool fan_wire_take(FanServer *server, const FanAddress *client, FanQuotaKind kind, double amount,
                   unsigned *wait_s) {
    FanQuota *quota = fan_wire_quota(server, client);
    uint64_t wait_ms = 0;
    if (!quota) {
        return true;
    }
    bool taken = fan_quota_take(server->quotas, quota, kind, amount, server_now(server), &wait_ms);
    fan_quota_release(server->quotas, quota);
    *wait_s = (unsigned)((wait_ms + 999) / 1000);
    server->counts.limited += !taken;
    return taken;
}

long long fan_wire_length(struct lws *wsi) {
    char text[24];
    if (!has_header(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH)) {
        return -1;
    }
    if (!header(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, text, sizeof text)) {
        return -2;
    }
    size_t digits = strspn(text, "0123456789");
    return text[digits] == '\0' && digits > 0 && digits <= LENGTH_DIGITS_MAX
               ? strtoll(text, NULL, 10)
               : -2;
}
