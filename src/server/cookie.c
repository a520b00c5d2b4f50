#include "server/cookie.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* How many signs of a cookie's value (RFC 6265: visible ASCII but ", ; and \\) text begins with. */
static size_t signs(const char *text) {
    size_t count = 0;
    while (text[count] > ' ' && text[count] < 127 && !strchr("\",;\\", text[count])) {
        count++;
    }
    return count;
}

const char *fan_cookie_name(bool secure) {
    return secure ? "__Host-fanorona" : "fanorona";
}

/* Copies a value of `length` bytes that is followed by nothing else. */
static bool take(const char *text, size_t length, char value[FAN_COOKIE_VALUE_MAX]) {
    if (length == 0 || length >= FAN_COOKIE_VALUE_MAX) {
        return false;
    }
    memcpy(value, text, length);
    value[length] = '\0';
    return true;
}

bool fan_cookie_read(const char *header, bool secure, char value[FAN_COOKIE_VALUE_MAX]) {
    const char *name = fan_cookie_name(secure);
    size_t length = strlen(name);
    for (const char *at = header; at && *at;) {
        at += strspn(at, " \t;");
        const char *end = at + strcspn(at, ";");
        if ((size_t)(end - at) > length && at[length] == '=' && memcmp(at, name, length) == 0) {
            at += length + 1;
            size_t size = signs(at);
            return at + size + strspn(at + size, " \t") == end && take(at, size, value);
        }
        at = end;
    }
    return false;
}

void fan_cookie_write(const char *value, bool secure, long life_s, char text[FAN_COOKIE_TEXT_MAX]) {
    snprintf(text, FAN_COOKIE_TEXT_MAX, "%s=%s; Path=/; Max-Age=%ld; HttpOnly; SameSite=Lax%s",
             fan_cookie_name(secure), value, *value ? life_s : 0L, secure ? "; Secure" : "");
}

bool fan_bearer_read(const char *header, char token[FAN_COOKIE_VALUE_MAX]) {
    if (!header || strncasecmp(header, "Bearer ", 7) != 0) {
        return false;
    }
    header += 7;
    header += strspn(header, " ");
    size_t size = signs(header);
    return header[size] == '\0' && take(header, size, token);
}
