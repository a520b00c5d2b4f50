#define _GNU_SOURCE /* memrchr */
#include "people/session.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SIGNATURE_MAX =
        sodium_base64_ENCODED_LEN(crypto_auth_BYTES, sodium_base64_VARIANT_URLSAFE_NO_PADDING),
    SECRET_ID_BYTES = 16,
    CODE_SIGNS = 20,
};

void fan_signing_keys_add(FanSigningKeys *keys, const FanSigningKey *key) {
    for (size_t i = 0; i < keys->count; i++) {
        if (strcmp(keys->keys[i].id, key->id) == 0) {
            return;
        }
    }
    if (keys->count == FAN_SIGNING_KEYS_MAX) {
        memmove(keys->keys, keys->keys + 1, sizeof keys->keys - sizeof keys->keys[0]);
        keys->count--;
    }
    size_t at = keys->count++;
    for (; at > 0 && keys->keys[at - 1].made_ms > key->made_ms; at--) {
        keys->keys[at] = keys->keys[at - 1];
    }
    keys->keys[at] = *key;
}

static void sign(const FanSigningKey *key, const char *text, size_t length,
                 char signature[SIGNATURE_MAX]) {
    unsigned char mac[crypto_auth_BYTES];
    crypto_auth(mac, (const unsigned char *)text, length, key->secret);
    sodium_bin2base64(signature, SIGNATURE_MAX, mac, sizeof mac,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

void fan_session_write(const FanSigningKeys *keys, const char *player, uint32_t epoch,
                       int64_t now_ms, char text[FAN_SESSION_MAX]) {
    assert(keys->count > 0 && strlen(player) < FAN_STORE_ID_MAX);
    const FanSigningKey *key = &keys->keys[keys->count - 1];
    int length = snprintf(text, FAN_SESSION_MAX, "1.%s.%" PRIu32 ".%" PRId64 ".%s", player, epoch,
                          now_ms / 1000, key->id);
    assert(length > 0 && length + 1 + SIGNATURE_MAX <= FAN_SESSION_MAX);
    text[length] = '.';
    char signature[SIGNATURE_MAX];
    sign(key, text, (size_t)length, signature);
    memcpy(text + length + 1, signature, SIGNATURE_MAX);
}

/* The part of `*text` up to the next dot or the end, copied; *text stands behind it. False when it
 * is empty or longer than it may be. */
static bool take(const char **text, char *part, size_t size) {
    size_t length = strcspn(*text, ".");
    if (length == 0 || length >= size) {
        return false;
    }
    memcpy(part, *text, length);
    part[length] = '\0';
    *text += length + ((*text)[length] == '.');
    return true;
}

static bool take_number(const char **text, int64_t max, int64_t *number) {
    char digits[16], *end;
    if (!take(text, digits, sizeof digits) || strspn(digits, "0123456789") != strlen(digits)) {
        return false;
    }
    *number = strtoll(digits, &end, 10);
    return *number <= max;
}

/* The parts of a text whose signature was verified already. */
static bool read_parts(const char *text, FanSession *session) {
    int64_t epoch;
    if (strncmp(text, "1.", 2) != 0) {
        return false;
    }
    text += 2;
    if (!take(&text, session->player, sizeof session->player) ||
        !take_number(&text, UINT32_MAX, &epoch) ||
        !take_number(&text, INT64_MAX / 1000, &session->at_s)) {
        return false;
    }
    session->epoch = (uint32_t)epoch;
    return true;
}

static const FanSigningKey *find_key(const FanSigningKeys *keys, const char *id, size_t length) {
    for (size_t i = 0; i < keys->count; i++) {
        if (strlen(keys->keys[i].id) == length && memcmp(keys->keys[i].id, id, length) == 0) {
            return &keys->keys[i];
        }
    }
    return NULL;
}

FanSessionStatus fan_session_read(const FanSigningKeys *keys, const char *text, int64_t now_ms,
                                  FanSession *session) {
    size_t length = strnlen(text, FAN_SESSION_MAX);
    const char *dot = length < FAN_SESSION_MAX ? strrchr(text, '.') : NULL;
    const char *id = dot ? memrchr(text, '.', (size_t)(dot - text)) : NULL;
    if (!id || strlen(dot + 1) != SIGNATURE_MAX - 1) {
        return FAN_SESSION_BAD;
    }
    const FanSigningKey *key = find_key(keys, id + 1, (size_t)(dot - id - 1));
    if (!key) {
        return FAN_SESSION_NO_KEY;
    }
    char signature[SIGNATURE_MAX];
    sign(key, text, (size_t)(dot - text), signature);
    FanSession read = {0};
    if (sodium_memcmp(signature, dot + 1, SIGNATURE_MAX - 1) != 0 || !read_parts(text, &read)) {
        return FAN_SESSION_BAD;
    }
    int64_t age_s = now_ms / 1000 - read.at_s;
    if (age_s < -FAN_SESSION_SKEW_S || age_s >= FAN_SESSION_LIFE_S) {
        return FAN_SESSION_BAD;
    }
    read.old = age_s >= FAN_SESSION_AGE_S || key != &keys->keys[keys->count - 1];
    *session = read;
    return FAN_SESSION_FINE;
}

void fan_id_draw(char *id, size_t count) {
    static const char signs[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    for (size_t i = 0; i < count; i++) {
        id[i] = signs[randombytes_uniform(sizeof signs - 1)];
    }
    id[count] = '\0';
}

void fan_code_draw(char code[FAN_SECRET_MAX]) {
    fan_id_draw(code, CODE_SIGNS);
}

void fan_token_draw(char token[FAN_SECRET_MAX]) {
    static const char prefix[] = "fanbot_";
    unsigned char bytes[FAN_TOKEN_BYTES];
    randombytes_buf(bytes, sizeof bytes);
    memcpy(token, prefix, sizeof prefix);
    sodium_bin2base64(token + sizeof prefix - 1, FAN_SECRET_MAX - (sizeof prefix - 1), bytes,
                      sizeof bytes, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    sodium_memzero(bytes, sizeof bytes);
}

void fan_secret_id(const char *secret, char id[FAN_STORE_ID_MAX]) {
    unsigned char hash[SECRET_ID_BYTES];
    crypto_generichash(hash, sizeof hash, (const unsigned char *)secret, strlen(secret), NULL, 0);
    sodium_bin2base64(id, FAN_STORE_ID_MAX, hash, sizeof hash,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}
