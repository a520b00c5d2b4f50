/* The cookie that says who somebody is, and the token that bots send instead. */
#ifndef FAN_SERVER_COOKIE_H
#define FAN_SERVER_COOKIE_H

#include <stdbool.h>
#include <stddef.h>

enum {
    FAN_COOKIE_VALUE_MAX = 256, /* with its zero; a longer value is none of ours */
    FAN_COOKIE_TEXT_MAX = 512,
};

/* The name: over TLS one that browsers take only from this very host, with Secure and Path=/. */
const char *fan_cookie_name(bool secure);

/* The value of our cookie in a header Cookie (NULL: there is none). False if it is not there, empty
 * or no value of a cookie (RFC 6265). Of several of the name the first counts. */
bool fan_cookie_read(const char *header, bool secure, char value[FAN_COOKIE_VALUE_MAX]);

/* The value of Set-Cookie that sets it, or (value "") takes it away. */
void fan_cookie_write(const char *value, bool secure, long life_s, char text[FAN_COOKIE_TEXT_MAX]);

/* The token in a header Authorization, "Bearer TOKEN"; false if there is none of this shape. */
bool fan_bearer_read(const char *header, char token[FAN_COOKIE_VALUE_MAX]);

#endif
