#include "people/address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stddef.h>
#include <stdint.h>

/* Of IPv4, what is not public. */
static const struct {
    uint32_t network;
    unsigned bits;
} special[] = {
    {0x00000000, 8},  /* this network */
    {0x0A000000, 8},  /* private */
    {0x64400000, 10}, /* shared, of carriers */
    {0x7F000000, 8},  /* loopback */
    {0xA9FE0000, 16}, /* link-local; cloud metadata */
    {0xAC100000, 12}, /* private */
    {0xC0000000, 24}, /* protocol assignments */
    {0xC0000200, 24}, /* documentation */
    {0xC0586300, 24}, /* 6to4 relays */
    {0xC0A80000, 16}, /* private */
    {0xC6120000, 15}, /* benchmarks */
    {0xC6336400, 24}, /* documentation */
    {0xCB007100, 24}, /* documentation */
    {0xE0000000, 4},  /* multicast */
    {0xF0000000, 4},  /* reserved, broadcast */
};

static bool is_public_4(uint32_t address) {
    for (size_t i = 0; i < sizeof special / sizeof special[0]; i++) {
        if ((address ^ special[i].network) >> (32 - special[i].bits) == 0) {
            return false;
        }
    }
    return true;
}

/* Of IPv6 only 2000::/3 is global unicast; mapped, translated and local addresses lie outside. In
 * it 2001::/23 is special, 2001:db8::/32 documentation, and 2002::/16 hides one of IPv4. */
static bool is_public_6(const uint8_t a[16]) {
    bool global = (a[0] & 0xE0) == 0x20;
    bool protocols = a[0] == 0x20 && a[1] == 0x01 && (a[2] & 0xFE) == 0;
    bool documentation = (a[0] == 0x20 && a[1] == 0x01 && a[2] == 0x0D && a[3] == 0xB8) ||
                         (a[0] == 0x3F && a[1] == 0xFF && (a[2] & 0xF0) == 0);
    bool six_to_four = a[0] == 0x20 && a[1] == 0x02;
    return global && !protocols && !documentation && !six_to_four;
}

bool fan_address_is_public(const struct sockaddr *address) {
    if (address->sa_family == AF_INET) {
        return is_public_4(
            ntohl(((const struct sockaddr_in *)(const void *)address)->sin_addr.s_addr));
    }
    return address->sa_family == AF_INET6 &&
           is_public_6(((const struct sockaddr_in6 *)(const void *)address)->sin6_addr.s6_addr);
}
