#include "server/route.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

__attribute__((format(printf, 4, 5))) static bool
refuse(FanRouteRefusal *refusal, unsigned status, const char *reason, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    refusal->status = status;
    refusal->reason = reason;
    refusal->allow[0] = '\0';
    vsnprintf(refusal->text, sizeof refusal->text, format, arguments);
    va_end(arguments);
    return false;
}

bool fan_route_origin_of(const char *url, char origin[FAN_ORIGIN_MAX]) {
    size_t scheme = strncmp(url, "https://", 8) == 0 ? 8 : strncmp(url, "http://", 7) == 0 ? 7 : 0;
    size_t host = scheme ? strcspn(url + scheme, "/?#") : 0;
    if (host == 0 || scheme + host >= FAN_ORIGIN_MAX || url[scheme] == ':' ||
        url[scheme + strcspn(url + scheme, "@\\ \t\"<>")] != '\0') {
        return false;
    }
    memcpy(origin, url, scheme + host);
    origin[scheme + host] = '\0';
    return true;
}

/* Whether an origin is where the request went to: scheme and Host. */
static bool is_where_it_went(const FanHeaders *headers) {
    const char *scheme = headers->secure ? "https://" : "http://";
    size_t length = strlen(scheme);
    return headers->host && strncasecmp(headers->origin, scheme, length) == 0 &&
           strcasecmp(headers->origin + length, headers->host) == 0;
}

bool fan_route_same_origin(const FanHeaders *headers, const char *ours) {
    const char *site = headers->fetch_site;
    if (site && strcasecmp(site, "same-origin") != 0 && strcasecmp(site, "none") != 0) {
        return false;
    }
    if (!headers->origin) {
        return true;
    }
    return ours ? strcasecmp(headers->origin, ours) == 0 : is_where_it_went(headers);
}

/* Splits "name=value" and takes it. */
static bool take_parameter(const FanAsk *ask, const char *text, json_t *values,
                           FanRouteRefusal *refusal) {
    char name[32], why[FAN_PROTOCOL_WHY_MAX];
    size_t length = strcspn(text, "=");
    if (length >= sizeof name) {
        return refuse(refusal, 400, "malformed", "the query has a parameter that is not known");
    }
    memcpy(name, text, length);
    name[length] = '\0';
    const char *value = text[length] == '=' ? text + length + 1 : "";
    return fan_ask_take(ask, name, value, values, why) ||
           refuse(refusal, 400, "malformed", "%s", why);
}

const FanAsk *fan_route_find(const FanRequested *requested, const char *ours, json_t *values,
                             FanRouteRefusal *refusal) {
    char allow[sizeof refusal->allow] = "";
    bool head = strcmp(requested->method, "HEAD") == 0;
    const char *method = head ? "GET" : requested->method;
    const FanAsk *ask = fan_ask_find(method, requested->path, values, allow);
    if (!ask) {
        bool other = allow[0] != '\0';
        refuse(refusal, other ? 405 : 404, other ? "not-allowed" : "unknown",
               other ? "this is not asked with this method" : "there is nothing of this address");
        memcpy(refusal->allow, allow, sizeof allow);
        return NULL;
    }
    if (strcmp(method, "GET") != 0 && !fan_route_same_origin(&requested->headers, ours)) {
        refuse(refusal, 403, "not-allowed", "this was sent by a page of another origin");
        return NULL;
    }
    if (requested->query_count > FAN_ROUTE_QUERY_MAX) {
        refuse(refusal, 400, "malformed", "the query has too many parameters");
        return NULL;
    }
    for (size_t i = 0; i < requested->query_count; i++) {
        if (requested->query[i][0] != '\0' &&
            !take_parameter(ask, requested->query[i], values, refusal)) {
            return NULL;
        }
    }
    return ask;
}

/* application/json, perhaps with the only charset it has. */
static bool is_json(const char *type) {
    static const char json[] = "application/json";
    if (!type || strncasecmp(type, json, sizeof json - 1) != 0) {
        return false;
    }
    type += sizeof json - 1;
    type += strspn(type, " \t");
    if (*type == '\0') {
        return true;
    }
    if (*type++ != ';') {
        return false;
    }
    type += strspn(type, " \t");
    return strcasecmp(type, "charset=utf-8") == 0 || strcasecmp(type, "charset=\"utf-8\"") == 0;
}

bool fan_route_may_send(const FanAsk *ask, const FanHeaders *headers, long long length,
                        bool encoded, FanRouteRefusal *refusal) {
    if (encoded) {
        return refuse(refusal, 411, "malformed", "a body needs its Content-Length");
    }
    if (length <= 0) {
        return true;
    }
    if (!ask->body) {
        return refuse(refusal, 400, "malformed", "a body has no meaning here");
    }
    if (length > FAN_PROTOCOL_MESSAGE_MAX) {
        return refuse(refusal, 413, "malformed", "a body has at most %d bytes",
                      (int)FAN_PROTOCOL_MESSAGE_MAX);
    }
    return is_json(headers->content_type) ||
           refuse(refusal, 415, "malformed", "a body is JSON, and its Content-Type says so");
}

bool fan_route_body(const FanAsk *ask, const char *text, size_t length, json_t **body,
                    FanRouteRefusal *refusal) {
    char why[FAN_PROTOCOL_WHY_MAX];
    *body = NULL;
    if (!ask->body) {
        return true;
    }
    if (length == 0 && strcmp(ask->method, "DELETE") == 0) {
        text = "{}"; /* what may be left out has no body at all */
        length = 2;
    }
    *body = fan_protocol_read(ask->body, text, length, why);
    return *body || refuse(refusal, 400, "malformed", "%s", why);
}
