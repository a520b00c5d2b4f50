/* Sessions as values: what a cookie says, signed. Knows no store and no clock; draws random bytes.
 *
 * `1.PLAYER.EPOCH.SECONDS.KEY.SIGNATURE`, all of it letters, digits, - and _ between dots. The
 * signature is HMAC-SHA-512/256 of everything before its dot, by the key named KEY, as base64url.
 * Nothing in a session is secret but the signature, and nothing of it is believed before that. */
#ifndef FAN_PEOPLE_SESSION_H
#define FAN_PEOPLE_SESSION_H

#include <sodium.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "people/people.h"

enum {
    FAN_SIGNING_KEYS_MAX = 32,
    FAN_SIGNING_KEY_AGE_S = 30 * 24 * 3600, /* then a new one signs */
    FAN_SESSION_AGE_S = 7 * 24 * 3600,      /* then a session is renewed */
    FAN_SESSION_SKEW_S = 24 * 3600,         /* of the clocks of servers on one database */
};

typedef struct FanSigningKey {
    char id[FAN_STORE_ID_MAX];
    unsigned char secret[crypto_auth_KEYBYTES];
    int64_t made_ms;
} FanSigningKey;

/* Oldest first; the last one signs. */
typedef struct FanSigningKeys {
    FanSigningKey keys[FAN_SIGNING_KEYS_MAX];
    size_t count;
} FanSigningKeys;

typedef struct FanSession {
    char player[FAN_STORE_ID_MAX];
    uint32_t epoch;
    int64_t at_s;
    bool old; /* by age, or signed by a key that signs no more */
} FanSession;

typedef enum FanSessionStatus {
    FAN_SESSION_FINE,
    FAN_SESSION_NO_KEY, /* its key is not among these; perhaps another process made one */
    FAN_SESSION_BAD,    /* malformed, not signed so, too old, or from the future */
} FanSessionStatus;

/* Puts a key where its age belongs, in place of the oldest if there are too many; one that is there
 * already is left alone. */
void fan_signing_keys_add(FanSigningKeys *keys, const FanSigningKey *key);

/* Signs with the newest key; there must be one. `player` is letters and digits. */
void fan_session_write(const FanSigningKeys *keys, const char *player, uint32_t epoch,
                       int64_t now_ms, char text[FAN_SESSION_MAX]);
/* Reads and verifies. Only FAN_SESSION_FINE fills *session. */
FanSessionStatus fan_session_read(const FanSigningKeys *keys, const char *text, int64_t now_ms,
                                  FanSession *session) __attribute__((warn_unused_result));

/* --- things that are secret, and what is kept of them -------------------------------------------
 */

enum {
    FAN_SECRET_MAX = 64, /* bytes of a drawn secret, with its zero */
    FAN_TOKEN_BYTES = 32,
};

/* A bot's token, fanbot_ and 43 signs; and a code for moving a seat, 20 letters and digits. */
void fan_token_draw(char token[FAN_SECRET_MAX]);
void fan_code_draw(char code[FAN_SECRET_MAX]);
/* An id that names something secret in the store without giving it away (BLAKE2b, 16 bytes). */
void fan_secret_id(const char *secret, char id[FAN_STORE_ID_MAX]);
/* `count` base-62 signs and a zero. */
void fan_id_draw(char *id, size_t count);

#endif
