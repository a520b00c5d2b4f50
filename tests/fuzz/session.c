/* What cookies, Authorization headers and browsers hand in: sessions, tokens, subscriptions, and
 * Accept-Language. The first byte says which. A session that is taken must be one that was signed.
 */

#include "people/push.h"
#include "people/session.h"
#include "fuzz/require.h"
#include "server/preview.h"

#define NOW_MS 1800000000000LL

static FanSigningKeys keys;
static char signed_text[FAN_SESSION_MAX];

static void make_keys(void) {
    FanSigningKey key = {.id = "newer", .made_ms = 2};
    memset(key.secret, 7, sizeof key.secret);
    fan_signing_keys_add(&keys, &key);
    key = (FanSigningKey){.id = "older", .made_ms = 1};
    fan_signing_keys_add(&keys, &key);
    fan_session_write(&keys, "aBcDeFgHiJkLmNoP", 3, NOW_MS, signed_text);
}

static void try_session(const char *text) {
    FanSession session;
    FanSessionStatus status = fan_session_read(&keys, text, NOW_MS, &session);
    if (status == FAN_SESSION_FINE) {
        /* Nobody else knows the keys: what is taken is what was written, sign for sign. */
        REQUIRE(strcmp(text, signed_text) == 0);
        REQUIRE(strcmp(session.player, "aBcDeFgHiJkLmNoP") == 0 && session.epoch == 3);
    } else {
        REQUIRE(strcmp(text, signed_text) != 0);
    }
}

static void try_secret(const char *text) {
    char id[FAN_STORE_ID_MAX];
    fan_secret_id(text, id);
    REQUIRE(strlen(id) == 22);
}

/* Endpoint, p256dh and auth in lines. */
static void try_subscription(char *text) {
    FanSubscription to;
    char *point = strchr(text, '\n'), *auth = point ? strchr(point + 1, '\n') : NULL;
    if (!auth) {
        return;
    }
    *point++ = '\0';
    *auth++ = '\0';
    if (fan_push_read(&to, text, point, auth)) {
        REQUIRE(strncmp(to.endpoint, "https://", 8) == 0 && strcmp(to.endpoint, text) == 0);
        REQUIRE(strpbrk(to.endpoint, "\"\\<> \r\n\t") == NULL);
        REQUIRE(fan_push_point_valid(to.point));
    }
}

static void try_language(const char *text) {
    const char *language = fan_preview_language(text);
    REQUIRE(strlen(language) == 2 && strstr("en fr mg nl ru", language));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (keys.count == 0) {
        REQUIRE(sodium_init() >= 0);
        make_keys();
    }
    if (size < 1 || memchr(data, 0, size)) {
        return 0;
    }
    char *text = malloc(size);
    REQUIRE(text != NULL);
    memcpy(text, data + 1, size - 1);
    text[size - 1] = '\0';
    switch (data[0]) {
    case 's':
        try_session(text);
        break;
    case 't':
        try_secret(text);
        break;
    case 'p':
        try_subscription(text);
        break;
    default:
        try_language(text);
    }
    free(text);
    return 0;
}
