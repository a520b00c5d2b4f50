#include "people/push_crypt.h"

#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/obj_mac.h>
#include <openssl/param_build.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

enum {
    HASH = crypto_auth_hmacsha256_BYTES,
    KEY = 16,
    NONCE = 12,
    TAG = 16,
    RECORD = 4096,
    LAST = 2, /* the delimiter of the last record */
};

static const char curve[] = "prime256v1";

/* --- keys ----------------------------------------------------------------------------------------
 */

static EVP_PKEY *make_key(const unsigned char point[FAN_P256_POINT],
                          const unsigned char *secret /* or NULL */) {
    EVP_PKEY *key = NULL;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    OSSL_PARAM_BLD *build = OSSL_PARAM_BLD_new();
    BIGNUM *number = secret ? BN_bin2bn(secret, FAN_P256_SECRET, NULL) : NULL;
    OSSL_PARAM *params = NULL;
    if (build && OSSL_PARAM_BLD_push_utf8_string(build, OSSL_PKEY_PARAM_GROUP_NAME, curve, 0) &&
        OSSL_PARAM_BLD_push_octet_string(build, OSSL_PKEY_PARAM_PUB_KEY, point, FAN_P256_POINT) &&
        (!secret || (number && OSSL_PARAM_BLD_push_BN(build, OSSL_PKEY_PARAM_PRIV_KEY, number)))) {
        params = OSSL_PARAM_BLD_to_param(build);
    }
    if (!context || !params || EVP_PKEY_fromdata_init(context) <= 0 ||
        EVP_PKEY_fromdata(context, &key, secret ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY, params) <=
            0) {
        key = NULL;
    }
    OSSL_PARAM_free(params);
    OSSL_PARAM_BLD_free(build);
    BN_clear_free(number);
    EVP_PKEY_CTX_free(context);
    return key;
}

bool fan_push_keys_of(FanPushKeys *keys, const unsigned char secret[FAN_P256_SECRET]) {
    EC_GROUP *group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
    EC_POINT *point = group ? EC_POINT_new(group) : NULL;
    BIGNUM *number = BN_bin2bn(secret, FAN_P256_SECRET, NULL);
    bool fine = point && number && !BN_is_zero(number) &&
                BN_cmp(number, EC_GROUP_get0_order(group)) < 0 &&
                EC_POINT_mul(group, point, number, NULL, NULL, NULL) == 1 &&
                EC_POINT_point2oct(group, point, POINT_CONVERSION_UNCOMPRESSED, keys->point,
                                   sizeof keys->point, NULL) == sizeof keys->point;
    memmove(keys->secret, secret, sizeof keys->secret);
    BN_clear_free(number);
    EC_POINT_free(point);
    EC_GROUP_free(group);
    return fine;
}

bool fan_push_keys_draw(FanPushKeys *keys) {
    unsigned char secret[FAN_P256_SECRET];
    bool fine = false;
    for (unsigned i = 0; i < 8 && !fine; i++) { /* one in 2³² draws is no key */
        randombytes_buf(secret, sizeof secret);
        fine = fan_push_keys_of(keys, secret);
    }
    sodium_memzero(secret, sizeof secret);
    return fine;
}

bool fan_push_point_valid(const unsigned char point[FAN_P256_POINT]) {
    EVP_PKEY *key = point[0] == POINT_CONVERSION_UNCOMPRESSED ? make_key(point, NULL) : NULL;
    EVP_PKEY_free(key);
    return key != NULL;
}

bool fan_push_agree(const FanPushKeys *keys, const unsigned char point[FAN_P256_POINT],
                    unsigned char shared[32]) {
    EVP_PKEY *own = make_key(keys->point, keys->secret), *other = make_key(point, NULL);
    EVP_PKEY_CTX *context = own ? EVP_PKEY_CTX_new(own, NULL) : NULL;
    size_t bytes = 32;
    bool fine = context && other && EVP_PKEY_derive_init(context) > 0 &&
                EVP_PKEY_derive_set_peer(context, other) > 0 &&
                EVP_PKEY_derive(context, shared, &bytes) > 0 && bytes == 32;
    EVP_PKEY_CTX_free(context);
    EVP_PKEY_free(other);
    EVP_PKEY_free(own);
    return fine;
}

/* --- messages ------------------------------------------------------------------------------------
 */

typedef struct Piece {
    const void *bytes;
    size_t size;
} Piece;

/* HMAC-SHA-256 of pieces; with a final 1 this is one block of HKDF's expansion (RFC 5869). */
static void hmac(unsigned char out[HASH], const unsigned char *key, size_t key_bytes,
                 const Piece *pieces, size_t count) {
    crypto_auth_hmacsha256_state state;
    crypto_auth_hmacsha256_init(&state, key, key_bytes);
    for (size_t i = 0; i < count; i++) {
        crypto_auth_hmacsha256_update(&state, pieces[i].bytes, pieces[i].size);
    }
    crypto_auth_hmacsha256_final(&state, out);
}

#define WORD(text) ((Piece){text, sizeof(text)}) /* with its zero */

static const Piece one = {"\1", 1};

/* RFC 8291, 3.4. */
static void derive(const unsigned char shared[32], const unsigned char auth[FAN_PUSH_AUTH],
                   const unsigned char *receiver, const unsigned char *sender,
                   const unsigned char *salt, unsigned char key[HASH], unsigned char nonce[HASH]) {
    unsigned char ikm[HASH], prk[HASH];
    hmac(prk, auth, FAN_PUSH_AUTH, &(Piece){shared, 32}, 1);
    const Piece info[] = {
        WORD("WebPush: info"), {receiver, FAN_P256_POINT}, {sender, FAN_P256_POINT}, one};
    hmac(ikm, prk, HASH, info, 4);
    hmac(prk, salt, FAN_PUSH_SALT, &(Piece){ikm, HASH}, 1);
    hmac(key, prk, HASH, (const Piece[]){WORD("Content-Encoding: aes128gcm"), one}, 2);
    hmac(nonce, prk, HASH, (const Piece[]){WORD("Content-Encoding: nonce"), one}, 2);
    sodium_memzero(ikm, sizeof ikm);
    sodium_memzero(prk, sizeof prk);
}

static bool seal(const unsigned char *key, const unsigned char *nonce, const void *text,
                 size_t bytes, unsigned char *out) {
    const unsigned char last = LAST;
    int size = 0, more = 0, end = 0;
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    bool fine = context && EVP_EncryptInit_ex(context, EVP_aes_128_gcm(), NULL, key, nonce) == 1 &&
                EVP_EncryptUpdate(context, out, &size, text, (int)bytes) == 1 &&
                EVP_EncryptUpdate(context, out + size, &more, &last, 1) == 1 &&
                EVP_EncryptFinal_ex(context, out + size + more, &end) == 1 &&
                EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_GET_TAG, TAG, out + bytes + 1) == 1;
    EVP_CIPHER_CTX_free(context);
    return fine && (size_t)(size + more + end) == bytes + 1;
}

bool fan_push_encrypt(const FanPushKeys *sender, const unsigned char salt[FAN_PUSH_SALT],
                      const unsigned char receiver[FAN_P256_POINT],
                      const unsigned char auth[FAN_PUSH_AUTH], const void *text, size_t bytes,
                      unsigned char body[FAN_PUSH_BODY_MAX], size_t *body_bytes) {
    unsigned char shared[32], key[HASH], nonce[HASH], *at = body;
    if (bytes > FAN_PUSH_TEXT_MAX || !fan_push_agree(sender, receiver, shared)) {
        return false;
    }
    derive(shared, auth, receiver, sender->point, salt, key, nonce);
    memcpy(at, salt, FAN_PUSH_SALT); /* the header of RFC 8188, 2.1 */
    at += FAN_PUSH_SALT;
    memcpy(at, (const unsigned char[]){0, 0, RECORD >> 8, RECORD & 255, FAN_P256_POINT}, 5);
    at += 5;
    memcpy(at, sender->point, FAN_P256_POINT);
    at += FAN_P256_POINT;
    bool fine = seal(key, nonce, text, bytes, at);
    *body_bytes = (size_t)(at - body) + bytes + 1 + TAG;
    sodium_memzero(shared, sizeof shared);
    sodium_memzero(key, sizeof key);
    return fine;
}

/* --- who sends it --------------------------------------------------------------------------------
 */

static bool sign(const FanPushKeys *keys, const char *text, unsigned char signature[64]) {
    EVP_PKEY *key = make_key(keys->point, keys->secret);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    unsigned char der[128];
    const unsigned char *at = der;
    size_t bytes = sizeof der;
    bool fine =
        key && context && EVP_DigestSignInit(context, NULL, EVP_sha256(), NULL, key) == 1 &&
        EVP_DigestSign(context, der, &bytes, (const unsigned char *)text, strlen(text)) == 1;
    ECDSA_SIG *pair = fine ? d2i_ECDSA_SIG(NULL, &at, (long)bytes) : NULL;
    fine = pair && BN_bn2binpad(ECDSA_SIG_get0_r(pair), signature, 32) == 32 &&
           BN_bn2binpad(ECDSA_SIG_get0_s(pair), signature + 32, 32) == 32;
    ECDSA_SIG_free(pair);
    EVP_MD_CTX_free(context);
    EVP_PKEY_free(key);
    return fine;
}

static char *base64(char *to, size_t room, const void *bytes, size_t size) {
    return sodium_bin2base64(to, room, bytes, size, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

bool fan_push_vapid(const FanPushKeys *keys, const char *audience, const char *subject,
                    int64_t expires_s, char header[FAN_VAPID_MAX]) {
    static const char head[] = "{\"typ\":\"JWT\",\"alg\":\"ES256\"}";
    char claims[400], head_64[64], claims_64[600], token[700], key_64[100], signature_64[100];
    unsigned char signature[64];
    int length = snprintf(claims, sizeof claims, "{\"aud\":\"%s\",\"exp\":%lld,\"sub\":\"%s\"}",
                          audience, (long long)expires_s, subject);
    if (length < 0 || (size_t)length >= sizeof claims) {
        return false;
    }
    snprintf(token, sizeof token, "%s.%s", base64(head_64, sizeof head_64, head, sizeof head - 1),
             base64(claims_64, sizeof claims_64, claims, (size_t)length));
    if (!sign(keys, token, signature)) {
        return false;
    }
    length = snprintf(header, FAN_VAPID_MAX, "vapid t=%s.%s, k=%s", token,
                      base64(signature_64, sizeof signature_64, signature, sizeof signature),
                      base64(key_64, sizeof key_64, keys->point, sizeof keys->point));
    return length > 0 && length < FAN_VAPID_MAX;
}
