/* Listening sockets and the addresses of this machine. */
#include <arpa/inet.h>
#include <errno.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "server/internal.h"

enum { BACKLOG = 4096 };

static FanServerStatus status_of(int error) {
    switch (error) {
    case EADDRINUSE:
        return FAN_SERVER_PORT_TAKEN;
    case EACCES:
    case EPERM:
        return FAN_SERVER_PORT_DENIED;
    case EADDRNOTAVAIL:
        return FAN_SERVER_NOT_HERE;
    default:
        return FAN_SERVER_SYSTEM;
    }
}

/* Whether it is an address in full, perhaps with its interface. getaddrinfo also reads "*", "0" and
 * "127.1", which say too little of what they open. */
static bool is_address(const char *address) {
    char text[INET6_ADDRSTRLEN];
    unsigned char bytes[sizeof(struct in6_addr)];
    size_t length = strcspn(address, "%");
    if (length >= sizeof text) {
        return false;
    }
    memcpy(text, address, length);
    text[length] = '\0';
    return inet_pton(AF_INET6, text, bytes) == 1 ||
           (address[length] == '\0' && inet_pton(AF_INET, text, bytes) == 1);
}

static struct addrinfo *read_address(const char *address, uint16_t port) {
    struct addrinfo hints = {.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE,
                             .ai_family = AF_UNSPEC,
                             .ai_socktype = SOCK_STREAM};
    struct addrinfo *found = NULL;
    char service[8];
    snprintf(service, sizeof service, "%u", port);
    return getaddrinfo(address, service, &hints, &found) == 0 ? found : NULL;
}

static int open_socket(const struct addrinfo *at) {
    int handle = socket(at->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    int on = 1, off = 0;
    if (handle < 0) {
        return -1;
    }
    /* A port that was ours a moment ago is free although old connections still linger there. */
    if (setsockopt(handle, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) == 0 &&
        (at->ai_family != AF_INET6 ||
         setsockopt(handle, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off) == 0) &&
        bind(handle, at->ai_addr, at->ai_addrlen) == 0 && listen(handle, BACKLOG) == 0) {
        return handle;
    }
    int error = errno;
    close(handle);
    errno = error;
    return -1;
}

int fan_listen(const char *address, uint16_t port, FanServerStatus *status) {
    struct addrinfo *at = is_address(address) ? read_address(address, port) : NULL;
    if (!at) {
        *status = FAN_SERVER_ADDRESS;
        return -1;
    }
    int handle = open_socket(at);
    int error = errno;
    freeaddrinfo(at);
    errno = error;
    if (handle < 0) {
        *status = status_of(error);
    }
    return handle;
}

/* Whether other machines reach us by this address of an interface. */
static bool reachable(const struct ifaddrs *interface) {
    if (!interface->ifa_addr || !(interface->ifa_flags & IFF_UP) ||
        (interface->ifa_flags & IFF_LOOPBACK)) {
        return false;
    }
    if (interface->ifa_addr->sa_family == AF_INET6) {
        const struct sockaddr_in6 *at = (const void *)interface->ifa_addr;
        return !IN6_IS_ADDR_LINKLOCAL(&at->sin6_addr);
    }
    return interface->ifa_addr->sa_family == AF_INET;
}

static void visit_family(const struct ifaddrs *interfaces, int family, FanAddressVisitor *visitor,
                         void *context) {
    for (const struct ifaddrs *i = interfaces; i; i = i->ifa_next) {
        if (reachable(i) && i->ifa_addr->sa_family == family) {
            char text[INET6_ADDRSTRLEN];
            const void *at =
                family == AF_INET
                    ? (const void *)&((const struct sockaddr_in *)(const void *)i->ifa_addr)
                          ->sin_addr
                    : (const void *)&((const struct sockaddr_in6 *)(const void *)i->ifa_addr)
                          ->sin6_addr;
            visitor(context, inet_ntop(family, at, text, sizeof text));
        }
    }
}

void fan_server_addresses(const char *address, FanAddressVisitor *visitor, void *context) {
    struct in6_addr six;
    struct in_addr four;
    bool all_four = inet_pton(AF_INET, address, &four) == 1 && four.s_addr == htonl(INADDR_ANY);
    bool all_six = inet_pton(AF_INET6, address, &six) == 1 && IN6_IS_ADDR_UNSPECIFIED(&six);
    if (!all_four && !all_six) {
        visitor(context, address);
        return;
    }
    struct ifaddrs *interfaces;
    if (getifaddrs(&interfaces) != 0) {
        return;
    }
    visit_family(interfaces, AF_INET, visitor, context);
    if (all_six) {
        visit_family(interfaces, AF_INET6, visitor, context);
    }
    freeifaddrs(interfaces);
}
