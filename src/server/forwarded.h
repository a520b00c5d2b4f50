/* What a proxy says of the request it passes on: X-Forwarded-For and X-Forwarded-Proto, or
 * Forwarded (RFC 7239). Anybody can write these headers; they are believed only as far as they were
 * written by proxies that are named. */
#ifndef FAN_SERVER_FORWARDED_H
#define FAN_SERVER_FORWARDED_H

#include "server/address.h"

typedef struct FanForwarded {
    FanAddress client;
    bool secure; /* the client speaks TLS */
} FanForwarded;

/* The headers as they came, those of one name joined by commas; NULL: absent. */
typedef struct FanForwardedHeaders {
    const char *forwarded, *x_for, *x_proto;
} FanForwardedHeaders;

/* Who really asks, where the connection is `peer`'s, over TLS or not. From the last entry back,
 * each is believed while the one that wrote it is a named proxy; an entry that is no address ends
 * it. Forwarded goes before the X- headers. With a peer that is no named proxy: the peer itself. */
FanForwarded fan_forwarded_read(const FanNets *proxies, const FanAddress *peer, bool secure,
                                const FanForwardedHeaders *headers);

#endif
