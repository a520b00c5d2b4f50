#include "server/address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { V4_AT = 12, SITE_BYTES = 8, BITS = 128, V4_BITS = 96 };

static const uint8_t mapped[V4_AT] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

static bool is_v4(const FanAddress *address) {
    return memcmp(address->bytes, mapped, sizeof mapped) == 0;
}

static void set_v4(FanAddress *address, const void *four) {
    memcpy(address->bytes, mapped, sizeof mapped);
    memcpy(address->bytes + V4_AT, four, 4);
}

FanAddress fan_address_of(const struct sockaddr *socket) {
    FanAddress address = {{0}};
    if (socket->sa_family == AF_INET6) {
        memcpy(address.bytes, &((const struct sockaddr_in6 *)(const void *)socket)->sin6_addr, 16);
    } else if (socket->sa_family == AF_INET) {
        set_v4(&address, &((const struct sockaddr_in *)(const void *)socket)->sin_addr);
    }
    return address;
}

static bool read_plain(FanAddress *address, const char *text) {
    unsigned char bytes[16];
    if (inet_pton(AF_INET, text, bytes) == 1) {
        set_v4(address, bytes);
        return true;
    }
    if (inet_pton(AF_INET6, text, bytes) == 1) {
        memcpy(address->bytes, bytes, sizeof bytes);
        return true;
    }
    return false;
}

/* Whether ":" and a port is what text holds, or nothing. */
static bool port_or_nothing(const char *text, const char *end) {
    if (text == end) {
        return true;
    }
    if (*text++ != ':' || text == end || end - text > 5) {
        return false;
    }
    while (text < end && *text >= '0' && *text <= '9') {
        text++;
    }
    return text == end;
}

bool fan_address_read(FanAddress *address, const char *text, size_t length) {
    char plain[INET6_ADDRSTRLEN];
    const char *end = text + length, *stop = end;
    if (length > 0 && *text == '[') {
        stop = memchr(++text, ']', length - 1);
        if (!stop || !port_or_nothing(stop + 1, end)) {
            return false;
        }
    } else {
        const char *colon = memchr(text, ':', length);
        bool one_colon = colon && !memchr(colon + 1, ':', (size_t)(end - colon - 1));
        if (one_colon) { /* IPv4 with a port */
            if (!port_or_nothing(colon, end)) {
                return false;
            }
            stop = colon;
        }
    }
    size_t size = (size_t)(stop - text);
    if (size == 0 || size >= sizeof plain || memchr(text, '\0', size)) {
        return false;
    }
    memcpy(plain, text, size);
    plain[size] = '\0';
    return read_plain(address, plain);
}

FanAddress fan_address_site(const FanAddress *address) {
    FanAddress site = *address;
    if (!is_v4(address)) {
        memset(site.bytes + SITE_BYTES, 0, sizeof site.bytes - SITE_BYTES);
    }
    return site;
}

const char *fan_address_write(const FanAddress *address, char text[FAN_ADDRESS_TEXT_MAX]) {
    bool four = is_v4(address);
    inet_ntop(four ? AF_INET : AF_INET6, address->bytes + (four ? V4_AT : 0), text,
              FAN_ADDRESS_TEXT_MAX);
    return text;
}

const char *fan_address_write_site(const FanAddress *site, char text[FAN_ADDRESS_TEXT_MAX]) {
    fan_address_write(site, text);
    if (!is_v4(site)) {
        strcat(text, "/64");
    }
    return text;
}

bool fan_address_is_loopback(const FanAddress *address) {
    static const FanAddress six = {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}};
    return is_v4(address) ? address->bytes[V4_AT] == 127 : memcmp(address, &six, sizeof six) == 0;
}

/* The number of bits after the slash, of the family's own width; -1 if it is none. */
static int read_bits(const char *text, const char *end, int most) {
    int bits = 0;
    if (text == end || end - text > 3) {
        return -1;
    }
    for (; text < end; text++) {
        if (*text < '0' || *text > '9') {
            return -1;
        }
        bits = bits * 10 + (*text - '0');
    }
    return bits <= most ? bits : -1;
}

static bool read_net(FanNets *nets, const char *text, const char *end) {
    const char *slash = memchr(text, '/', (size_t)(end - text));
    FanAddress address;
    if (nets->count == FAN_NETS_MAX ||
        !fan_address_read(&address, text, (size_t)((slash ? slash : end) - text))) {
        return false;
    }
    int before = is_v4(&address) ? V4_BITS : 0;
    int bits = slash ? read_bits(slash + 1, end, BITS - before) : BITS - before;
    if (bits < 0) {
        return false;
    }
    nets->nets[nets->count].address = address;
    nets->nets[nets->count].bits = (unsigned)(before + bits);
    nets->count++;
    return true;
}

bool fan_nets_read(FanNets *nets, const char *text, size_t *offset) {
    FanNets found = {0};
    for (const char *at = text;;) {
        at += strspn(at, " ");
        const char *end = at + strcspn(at, ", ");
        if (!read_net(&found, at, end)) {
            *offset = (size_t)(at - text);
            return false;
        }
        at = end + strspn(end, " ");
        if (*at == '\0') {
            *nets = found;
            return true;
        }
        if (*at++ != ',') {
            *offset = (size_t)(at - 1 - text);
            return false;
        }
    }
}

static bool same_bits(const uint8_t *a, const uint8_t *b, unsigned bits) {
    unsigned whole = bits / 8, rest = bits % 8;
    return memcmp(a, b, whole) == 0 && (rest == 0 || (a[whole] ^ b[whole]) >> (8 - rest) == 0);
}

bool fan_nets_hold(const FanNets *nets, const FanAddress *address) {
    for (size_t i = 0; i < nets->count; i++) {
        if (same_bits(nets->nets[i].address.bytes, address->bytes, nets->nets[i].bits)) {
            return true;
        }
    }
    return false;
}
