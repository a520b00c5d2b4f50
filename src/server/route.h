/* What a request of the API asks for, and whether it may ask: pure text in, a ask or a refusal out.
 *
 * Nothing here knows libwebsockets; the headers are as they came, so all of them are hostile. */
#ifndef FAN_SERVER_ROUTE_H
#define FAN_SERVER_ROUTE_H

#include "protocol/ask.h"
#include "protocol/protocol.h"

enum {
    FAN_ORIGIN_MAX = 300,     /* of "https://host:port", with its zero */
    FAN_ROUTE_QUERY_MAX = 16, /* parameters */
};

/* NULL: the header is absent. */
typedef struct FanHeaders {
    const char *host, *origin, *fetch_site, *content_type;
    bool secure; /* the client speaks TLS, to us or to its proxy */
} FanHeaders;

typedef struct FanRequested {
    const char *method, *path;              /* path decoded, without the query */
    const char *query[FAN_ROUTE_QUERY_MAX]; /* "name=value", decoded */
    size_t query_count;                     /* more than there is room for counts too */
    FanHeaders headers;
} FanRequested;

/* Why a request is refused. */
typedef struct FanRouteRefusal {
    unsigned status;
    const char *reason; /* a RefusalReason */
    char text[FAN_PROTOCOL_WHY_MAX];
    char allow[64]; /* with status 405; else "" */
} FanRouteRefusal;

/* Whether whoever made the browser send this is our own page: Origin, if it is there, is `ours`
 * (or, with ours NULL, is where the request went to), and Sec-Fetch-Site, if it is there, says
 * same-origin or none. Programs that are no browsers send neither. */
bool fan_route_same_origin(const FanHeaders *headers, const char *ours);

/* The ask of a request, with its parameters put into `values`; NULL with *refusal. Changing asks
 * must come from our own page. */
const FanAsk *fan_route_find(const FanRequested *requested, const char *ours, json_t *values,
                             FanRouteRefusal *refusal);

/* Whether a request that says so of its body may send it: the length (negative: none is said), and
 * whether its transfer is encoded. */
bool fan_route_may_send(const FanAsk *ask, const FanHeaders *headers, long long length,
                        bool encoded, FanRouteRefusal *refusal);

/* Reads the body. False with *refusal; else *body is to be released, or NULL where the ask takes
 * none. */
bool fan_route_body(const FanAsk *ask, const char *text, size_t length, json_t **body,
                    FanRouteRefusal *refusal);

/* The scheme, host and port of an address, "https://host:port" of "https://host:port/more"; false
 * if it is no address of the web. */
bool fan_route_origin_of(const char *url, char origin[FAN_ORIGIN_MAX]);

#endif
