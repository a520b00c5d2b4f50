#include "server/forwarded.h"

#include <string.h>
#include <strings.h>

typedef struct Span {
    const char *at, *end;
} Span;

static bool blank(char c) {
    return c == ' ' || c == '\t';
}

static Span trim(Span span) {
    while (span.at < span.end && blank(*span.at)) {
        span.at++;
    }
    while (span.end > span.at && blank(span.end[-1])) {
        span.end--;
    }
    return span;
}

/* The last item of a list, which is taken off it. Items hold no comma: no address does. */
static bool take_last(Span *list, Span *item) {
    if (!list->at) {
        return false;
    }
    const char *comma = list->end;
    while (comma > list->at && comma[-1] != ',') {
        comma--;
    }
    *item = trim((Span){comma, list->end});
    *list = comma > list->at ? (Span){list->at, comma - 1} : (Span){NULL, NULL};
    return true;
}

static Span unquote(Span value) {
    if (value.end - value.at >= 2 && value.at[0] == '"' && value.end[-1] == '"') {
        return (Span){value.at + 1, value.end - 1};
    }
    return value;
}

/* The value of a parameter of one element of Forwarded, `for=…;proto=…`. */
static bool parameter(Span element, const char *name, Span *value) {
    size_t length = strlen(name);
    for (const char *at = element.at; at < element.end;) {
        const char *stop = memchr(at, ';', (size_t)(element.end - at));
        Span pair = trim((Span){at, stop ? stop : element.end});
        if ((size_t)(pair.end - pair.at) > length && pair.at[length] == '=' &&
            strncasecmp(pair.at, name, length) == 0) {
            *value = unquote((Span){pair.at + length + 1, pair.end});
            return true;
        }
        at = stop ? stop + 1 : element.end;
    }
    return false;
}

static bool is(Span span, const char *word) {
    size_t length = strlen(word);
    return (size_t)(span.end - span.at) == length && strncasecmp(span.at, word, length) == 0;
}

static Span whole(const char *text) {
    return text ? (Span){text, text + strlen(text)} : (Span){NULL, NULL};
}

/* One step back: what the proxy nearest to us wrote last. */
typedef struct Chain {
    bool standard; /* Forwarded */
    Span addresses, protocols;
} Chain;

static bool step(Chain *chain, FanForwarded *found) {
    Span item, value = {NULL, NULL}, protocol = {NULL, NULL};
    if (!take_last(&chain->addresses, &item)) {
        return false;
    }
    if (chain->standard) {
        bool named = parameter(item, "for", &value);
        parameter(item, "proto", &protocol);
        item = named ? value : (Span){"", ""};
    } else {
        Span said;
        /* Most proxies set one protocol for the whole way; it then holds for every step. */
        bool more = chain->protocols.at != NULL;
        if (more && take_last(&chain->protocols, &said)) {
            protocol = said;
        }
    }
    if (protocol.at) {
        found->secure = is(protocol, "https") || is(protocol, "wss");
    }
    return fan_address_read(&found->client, item.at, (size_t)(item.end - item.at));
}

FanForwarded fan_forwarded_read(const FanNets *proxies, const FanAddress *peer, bool secure,
                                const FanForwardedHeaders *headers) {
    FanForwarded found = {*peer, secure};
    Chain chain = {headers->forwarded != NULL,
                   whole(headers->forwarded ? headers->forwarded : headers->x_for),
                   whole(headers->x_proto)};
    if (fan_nets_hold(proxies, peer) && !chain.addresses.at && chain.protocols.at) {
        Span said; /* a proxy that tells the protocol alone */
        take_last(&chain.protocols, &said);
        found.secure = is(said, "https") || is(said, "wss");
    }
    while (fan_nets_hold(proxies, &found.client) && step(&chain, &found)) {
    }
    return found;
}
