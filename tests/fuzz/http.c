/* Any request of HTTP, as far as it is ours to read: nothing crashes, what is refused says why with
 * a status that is one, and nothing that changes something is asked by a page of another origin.
 *
 * The input is lines: method, path, then "?" and a parameter, a name of a header with its value,
 * and after an empty line the body. */
#include "require.h"
#include "server/cookie.h"
#include "server/forwarded.h"
#include "server/route.h"

#include <strings.h>

typedef struct Read {
    FanRequested requested;
    FanForwardedHeaders forwarded;
    const char *cookie, *authorization;
    const char *body;
    size_t body_bytes;
} Read;

/* The next line, zero-ended, or NULL. */
static char *take_line(char **at, char *end) {
    if (*at >= end) {
        return NULL;
    }
    char *line = *at, *stop = memchr(line, '\n', (size_t)(end - line));
    *at = stop ? stop + 1 : end;
    *(stop ? stop : end) = '\0';
    return line;
}

static void take_header(Read *read, char *line) {
    const struct {
        const char *name;
        const char **value;
    } names[] = {
        {"host:", &read->requested.headers.host},
        {"origin:", &read->requested.headers.origin},
        {"sec-fetch-site:", &read->requested.headers.fetch_site},
        {"content-type:", &read->requested.headers.content_type},
        {"cookie:", &read->cookie},
        {"authorization:", &read->authorization},
        {"forwarded:", &read->forwarded.forwarded},
        {"x-forwarded-for:", &read->forwarded.x_for},
        {"x-forwarded-proto:", &read->forwarded.x_proto},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t length = strlen(names[i].name);
        if (strncmp(line, names[i].name, length) == 0) {
            *names[i].value = line + length;
        }
    }
    FanRequested *requested = &read->requested;
    if (line[0] == '?') {
        if (requested->query_count < FAN_ROUTE_QUERY_MAX) {
            requested->query[requested->query_count] = line + 1;
        }
        requested->query_count++;
    }
}

static void read_input(Read *read, char *text, char *end) {
    char *method = take_line(&text, end), *path = take_line(&text, end), *line;
    read->requested.method = method ? method : "";
    read->requested.path = path ? path : "";
    while ((line = take_line(&text, end)) && *line) {
        take_header(read, line);
    }
    read->body = text;
    read->body_bytes = (size_t)(end - text);
}

/* Who asks: what is found is an address, a value without blanks. */
static bool look_who(const Read *read) {
    FanNets proxies;
    size_t offset;
    char value[FAN_COOKIE_VALUE_MAX], text[FAN_ADDRESS_TEXT_MAX];
    REQUIRE(fan_nets_read(&proxies, "127.0.0.1,10.0.0.0/8", &offset));
    FanAddress peer = proxies.nets[0].address;
    FanForwarded found = fan_forwarded_read(&proxies, &peer, false, &read->forwarded);
    REQUIRE(*fan_address_write(&found.client, text));
    if (fan_cookie_read(read->cookie, found.secure, value)) {
        REQUIRE(*value && !strpbrk(value, " ;,\"\\"));
    }
    if (fan_bearer_read(read->authorization, value)) {
        REQUIRE(*value && !strchr(value, ' '));
    }
    return found.secure;
}

static void check_refusal(const FanRouteRefusal *refusal) {
    REQUIRE(refusal->status >= 400 && refusal->status < 500);
    json_t *body = fan_refusal_body(refusal->reason, refusal->text);
    char why[FAN_PROTOCOL_WHY_MAX];
    REQUIRE(body && fan_protocol_check("Error", body, why));
    json_decref(body);
}

static void check_ask(const Read *read, const FanAsk *ask, const json_t *values) {
    FanRouteRefusal refusal = {0};
    const FanHeaders *headers = &read->requested.headers;
    if (strcmp(ask->method, "GET") != 0 && headers->origin) {
        size_t scheme = headers->secure ? 8 : 7;
        REQUIRE(strncasecmp(headers->origin, "https://", 4) == 0 && headers->host);
        REQUIRE(strcasecmp(headers->origin + scheme, headers->host) == 0);
    }
    REQUIRE(json_is_object(values));
    if (!fan_route_may_send(ask, headers, (long long)read->body_bytes, false, &refusal)) {
        check_refusal(&refusal);
        return;
    }
    json_t *body = NULL;
    if (!fan_route_body(ask, read->body, read->body_bytes, &body, &refusal)) {
        check_refusal(&refusal);
    }
    REQUIRE(!body || ask->body);
    json_decref(body);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static bool begun;
    begun = begun || fan_protocol_begin();
    REQUIRE(begun);
    char *text = malloc(size + 1);
    REQUIRE(text);
    memcpy(text, data, size);
    text[size] = '\0';
    Read read = {0};
    read_input(&read, text, text + size);
    read.requested.headers.secure = look_who(&read);
    FanRouteRefusal refusal = {0};
    json_t *values = json_object();
    const FanAsk *ask = fan_route_find(&read.requested, NULL, values, &refusal);
    if (ask) {
        check_ask(&read, ask, values);
    } else {
        check_refusal(&refusal);
    }
    json_decref(values);
    free(text);
    return 0;
}
