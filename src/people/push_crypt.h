/* Web push, the writing: messages encrypted for one browser (RFC 8291, aes128gcm of RFC 8188) and
 * signed so that its push service knows who sends them (VAPID, RFC 8292). Pure, by OpenSSL. */
#ifndef FAN_PEOPLE_PUSH_CRYPT_H
#define FAN_PEOPLE_PUSH_CRYPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    FAN_P256_POINT = 65, /* bytes: 4, x, y */
    FAN_P256_SECRET = 32,
    FAN_PUSH_AUTH = 16,
    FAN_PUSH_SALT = 16,
    FAN_PUSH_TEXT_MAX = 2048, /* bytes of a message */
    FAN_PUSH_BODY_MAX = 86 + FAN_PUSH_TEXT_MAX + 1 + 16,
    FAN_VAPID_MAX = 1024, /* bytes of the header's value, with its zero */
};

typedef struct FanPushKeys {
    unsigned char point[FAN_P256_POINT];
    unsigned char secret[FAN_P256_SECRET];
} FanPushKeys;

/* All return false when OpenSSL does: no memory, or (from outside) bytes that are no key. */

bool fan_push_keys_draw(FanPushKeys *keys) __attribute__((warn_unused_result));
bool fan_push_keys_of(FanPushKeys *keys, const unsigned char secret[FAN_P256_SECRET])
    __attribute__((warn_unused_result));
/* Whether this is a point of the curve, written out whole. */
bool fan_push_point_valid(const unsigned char point[FAN_P256_POINT]);

/* The secret two sides share. */
bool fan_push_agree(const FanPushKeys *keys, const unsigned char point[FAN_P256_POINT],
                    unsigned char shared[32]) __attribute__((warn_unused_result));

/* Encrypts up to FAN_PUSH_TEXT_MAX bytes for a browser: its point and secret `auth` as it gave
 * them. `sender` and `salt` are drawn anew for each message. */
bool fan_push_encrypt(const FanPushKeys *sender, const unsigned char salt[FAN_PUSH_SALT],
                      const unsigned char receiver[FAN_P256_POINT],
                      const unsigned char auth[FAN_PUSH_AUTH], const void *text, size_t bytes,
                      unsigned char body[FAN_PUSH_BODY_MAX], size_t *body_bytes)
    __attribute__((warn_unused_result));

/* The value of Authorization: "vapid t=…, k=…". `audience` is the origin of the push service,
 * `subject` how its owner reaches us (mailto: or https:). */
bool fan_push_vapid(const FanPushKeys *keys, const char *audience, const char *subject,
                    int64_t expires_s, char header[FAN_VAPID_MAX])
    __attribute__((warn_unused_result));

#endif
