/* Addresses of the network: whose a connection is, and which are meant by a list of them. */
#ifndef FAN_SERVER_ADDRESS_H
#define FAN_SERVER_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

enum {
    FAN_ADDRESS_TEXT_MAX = 64, /* with a prefix length and the final zero */
    FAN_NETS_MAX = 32,         /* networks in a list */
};

/* IPv6; IPv4 within ::ffff:0:0/96. */
typedef struct FanAddress {
    uint8_t bytes[16];
} FanAddress;

/* Of a socket; anything but IP is ::. */
FanAddress fan_address_of(const struct sockaddr *socket);

/* Reads "192.0.2.1", "2001:db8::1", also in brackets and with a port after it, as headers have it.
 * False, with *address untouched, for anything else. */
bool fan_address_read(FanAddress *address, const char *text, size_t length);

/* What one household or host has at least: IPv4 as it is, of IPv6 the first 64 bits. Limits are
 * counted by it. */
FanAddress fan_address_site(const FanAddress *address);

/* "192.0.2.1", "2001:db8::1"; a site of IPv6 as "2001:db8::/64". Returns text. */
const char *fan_address_write(const FanAddress *address, char text[FAN_ADDRESS_TEXT_MAX]);
const char *fan_address_write_site(const FanAddress *site, char text[FAN_ADDRESS_TEXT_MAX]);

bool fan_address_is_loopback(const FanAddress *address);

typedef struct FanNets {
    size_t count;
    struct {
        FanAddress address;
        unsigned bits; /* of the 128 that count */
    } nets[FAN_NETS_MAX];
} FanNets;

/* Reads "127.0.0.1,10.0.0.0/8,2001:db8::/32". False, with the place of the fault in *offset, if it
 * is none or longer than FAN_NETS_MAX. */
bool fan_nets_read(FanNets *nets, const char *text, size_t *offset)
    __attribute__((warn_unused_result));
bool fan_nets_hold(const FanNets *nets, const FanAddress *address);

#endif
