/* Where the server listens, and how it is reached. */
#include "cli/serve/serve.h"

#include "cli/arguments.h"

#include <errno.h>
#include <string.h>

const char *fan_serve_bind_address(const FanArguments *arguments, char address[FAN_BIND_MAX]) {
    const char *asked = fan_arguments_text(arguments, "bind", "127.0.0.1");
    size_t length = strlen(asked);
    if (strcmp(asked, "localhost") == 0) {
        return "127.0.0.1";
    }
    if (length >= FAN_BIND_MAX) {
        return asked;
    }
    bool brackets = length > 2 && asked[0] == '[' && asked[length - 1] == ']';
    snprintf(address, FAN_BIND_MAX, "%.*s", (int)length - 2 * brackets, asked + brackets);
    struct in6_addr six;
    if (inet_pton(AF_INET6, address, &six) == 1) {
        inet_ntop(AF_INET6, &six, address, FAN_BIND_MAX);
    }
    return address;
}

FanExit fan_serve_complain(const FanArguments *arguments, FanServerStatus status,
                           const char *error) {
    const char *asked = fan_arguments_text(arguments, "bind", "127.0.0.1");
    unsigned port = (unsigned)fan_arguments_number(arguments, "port", 8080);
    FanQuote quote;
    fan_quote(&quote, asked, strlen(asked));
    switch (status) {
    case FAN_SERVER_ADDRESS:
        return fan_complain(
            arguments, FAN_EXIT_USAGE,
            "--bind: %s is not an IP address such as 127.0.0.1, 0.0.0.0 or ::", quote.text);
    case FAN_SERVER_NOT_HERE:
        return fan_complain(arguments, FAN_EXIT_FAILED,
                            "--bind: %s is not an address of this machine", quote.text);
    case FAN_SERVER_PORT_TAKEN:
        return fan_complain(arguments, FAN_EXIT_FAILED,
                            "port %u is taken by another program; choose another one with --port",
                            port);
    case FAN_SERVER_PORT_DENIED:
        return fan_complain(
            arguments, FAN_EXIT_FAILED,
            "this user may not listen on port %u; choose one above 1023 with --port", port);
    case FAN_SERVER_LOOP:
        return fan_complain(arguments, FAN_EXIT_FAILED,
                            "libwebsockets has no libuv event loop here; install the package "
                            "libwebsockets-evlib-uv");
    case FAN_SERVER_DATABASE:
        return fan_complain(arguments, FAN_EXIT_FAILED, "--db: %s", error);
    case FAN_SERVER_CERTIFICATE:
        return fan_complain(arguments, FAN_EXIT_FAILED, "--tls-cert, --tls-key: %s", error);
    default:
        return fan_complain(arguments, FAN_EXIT_FAILED, "cannot start: %s", strerror(errno));
    }
}

/* --- what it tells -------------------------------------------------------------------------------
 */

typedef struct Telling {
    FILE *out;
    const char *scheme;
    unsigned port;
    unsigned count;
} Telling;

static void print_address(void *context, const char *address) {
    Telling *telling = context;
    bool brackets = strchr(address, ':') != NULL;
    fprintf(telling->out, "  %s://%s%s%s:%u/\n", telling->scheme, brackets ? "[" : "", address,
            brackets ? "]" : "", telling->port);
    telling->count++;
}

static bool is_one_of(const char *text, const char *a, const char *b) {
    return strcmp(text, a) == 0 || strcmp(text, b) == 0;
}

void fan_serve_print_addresses(const FanArguments *arguments, const FanServer *server,
                               const char *address) {
    FILE *out = fan_out(arguments);
    const char *scheme = fan_arguments_given(arguments, "tls-cert") ? "https" : "http";
    unsigned port = fan_server_port(server);
    Telling telling = {out, scheme, port, 0};
    if (is_one_of(address, "0.0.0.0", "::")) {
        fprintf(out, "Fanorona is at %s://localhost:%u/ and in the local network at\n", scheme,
                port);
        fan_server_addresses(address, print_address, &telling);
        if (telling.count == 0) {
            fprintf(out, "  (this machine has no address there)\n");
        }
    } else if (is_one_of(address, "127.0.0.1", "::1")) {
        fprintf(out, "Fanorona is at %s://localhost:%u/\n", scheme, port);
    } else {
        fprintf(out, "Fanorona is at\n");
        print_address(&telling, address);
    }
    if (fan_arguments_given(arguments, "public-url")) {
        fprintf(out, "Links are made for %s/\n", fan_server_public_url(server));
    }
    fflush(out);
}
