/* Notices, encrypted: RFC 8291's example, what is refused, and what signs them. */
#define _GNU_SOURCE /* memrchr */
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <sodium.h>

#include "people/push.h"
#include "support/test.h"

/* RFC 8291, appendix A and section 5. */
static const char plaintext[] = "When I grow up, I want to be a watermelon";
static const char as_private[] = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw";
static const char as_public[] =
    "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8";
static const char ua_public[] =
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
static const char ua_private[] = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94";
static const char auth_secret[] = "BTBZMqHH6r4Tts7J_aSIgg";
static const char salt_text[] = "DGv6ra1nlYgDCS1FRnbzlw";
static const char message[] =
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6"
    "TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy"
    "4a-fN";

static size_t decode(const char *text, unsigned char *out, size_t room) {
    size_t bytes = 0;
    assert_int_equal(sodium_base642bin(out, room, text, strlen(text), NULL, &bytes, NULL,
                                       sodium_base64_VARIANT_URLSAFE_NO_PADDING),
                     0);
    return bytes;
}

static FanPushKeys keys_of(const char *secret) {
    unsigned char bytes[FAN_P256_SECRET];
    FanPushKeys keys;
    assert_int_equal(decode(secret, bytes, sizeof bytes), sizeof bytes);
    assert_true(fan_push_keys_of(&keys, bytes));
    return keys;
}

static void the_example_of_the_rfc_comes_out(void **state) {
    (void)state;
    unsigned char receiver[FAN_P256_POINT], auth[FAN_PUSH_AUTH], salt[FAN_PUSH_SALT];
    unsigned char body[FAN_PUSH_BODY_MAX], expected[256], point[FAN_P256_POINT];
    size_t bytes;
    decode(ua_public, receiver, sizeof receiver);
    decode(auth_secret, auth, sizeof auth);
    decode(salt_text, salt, sizeof salt);
    decode(as_public, point, sizeof point);
    const FanPushKeys sender = keys_of(as_private);
    assert_memory_equal(sender.point, point, sizeof point);
    assert_true(fan_push_encrypt(&sender, salt, receiver, auth, plaintext, strlen(plaintext), body,
                                 &bytes));
    assert_int_equal(bytes, decode(message, expected, sizeof expected));
    assert_memory_equal(body, expected, bytes);
}

static void both_sides_agree(void **state) {
    (void)state;
    const FanPushKeys sender = keys_of(as_private), receiver = keys_of(ua_private);
    unsigned char one[32], two[32];
    assert_true(fan_push_agree(&sender, receiver.point, one));
    assert_true(fan_push_agree(&receiver, sender.point, two));
    assert_memory_equal(one, two, sizeof one);
}

static void what_is_no_key_is_refused(void **state) {
    (void)state;
    unsigned char zero[FAN_P256_SECRET] = {0}, large[FAN_P256_SECRET], point[FAN_P256_POINT];
    FanPushKeys keys;
    memset(large, 0xFF, sizeof large);
    assert_false(fan_push_keys_of(&keys, zero));
    assert_false(fan_push_keys_of(&keys, large));
    decode(ua_public, point, sizeof point);
    assert_true(fan_push_point_valid(point));
    point[64] ^= 1; /* not on the curve */
    assert_false(fan_push_point_valid(point));
    point[64] ^= 1;
    point[0] = 2;
    assert_false(fan_push_point_valid(point));
    memset(point, 0, sizeof point);
    assert_false(fan_push_point_valid(point));
}

static void a_text_that_is_too_long_is_refused(void **state) {
    (void)state;
    static const char text[FAN_PUSH_TEXT_MAX + 1] = {0};
    unsigned char body[FAN_PUSH_BODY_MAX], salt[FAN_PUSH_SALT] = {0}, auth[FAN_PUSH_AUTH] = {0};
    const FanPushKeys sender = keys_of(as_private), receiver = keys_of(ua_private);
    size_t bytes;
    assert_true(fan_push_encrypt(&sender, salt, receiver.point, auth, text, FAN_PUSH_TEXT_MAX, body,
                                 &bytes));
    assert_int_equal(bytes, FAN_PUSH_BODY_MAX);
    assert_false(fan_push_encrypt(&sender, salt, receiver.point, auth, text, FAN_PUSH_TEXT_MAX + 1,
                                  body, &bytes));
}

static void subscriptions_are_checked(void **state) {
    (void)state;
    static const char fine[] = "https://push.example/abc?x=1";
    static const char *const endpoints[] = {
        "http://push.example/abc",
        "https://",
        "https:///x",
        "https://user:word@push.example",
        "ftp://push.example",
        "https://push.example/a b",
        "https://push.example/\"x",
        "javascript:alert(1)",
        "https://user@push.example/",
        "https://push.example/\\",
        "",
    };
    FanSubscription to;
    assert_true(fan_push_read(&to, fine, ua_public, auth_secret));
    assert_string_equal(to.endpoint, fine);
    assert_int_equal(strlen(to.id), 22);
    assert_true(fan_push_read(&to, fine, ua_public, "BTBZMqHH6r4Tts7J_aSIgg=="));
    for (size_t i = 0; i < sizeof endpoints / sizeof endpoints[0]; i++) {
        if (fan_push_read(&to, endpoints[i], ua_public, auth_secret)) {
            fail_msg("%s was taken", endpoints[i]);
        }
    }
    assert_false(fan_push_read(&to, fine, "AAAA", auth_secret));
    assert_false(fan_push_read(&to, fine, ua_public, "AAAA"));
    assert_false(fan_push_read(&to, fine, ua_public, "not base64 at all!!"));
    assert_false(fan_push_read(&to, fine, ua_private, auth_secret));
    assert_false(fan_push_read(&to, NULL, ua_public, auth_secret));
    assert_false(fan_push_read(&to, fine, NULL, auth_secret));
}

/* A signature r, s as DER, which OpenSSL verifies. */
static size_t as_der(const unsigned char signature[64], unsigned char *der) {
    ECDSA_SIG *pair = ECDSA_SIG_new();
    ECDSA_SIG_set0(pair, BN_bin2bn(signature, 32, NULL), BN_bin2bn(signature + 32, 32, NULL));
    int length = i2d_ECDSA_SIG(pair, &der);
    ECDSA_SIG_free(pair);
    return (size_t)length;
}

static bool verifies(const char *header, const FanPushKeys *keys) {
    const char *token = header + strlen("vapid t="), *comma = strchr(token, ',');
    const char *dot = memrchr(token, '.', (size_t)(comma - token));
    char signature_text[128];
    unsigned char signature[64], der[80];
    snprintf(signature_text, sizeof signature_text, "%.*s", (int)(comma - dot - 1), dot + 1);
    assert_int_equal(decode(signature_text, signature, sizeof signature), 64);
    size_t der_bytes = as_der(signature, der);
    EVP_PKEY *key = EVP_EC_gen("P-256"), *public = EVP_PKEY_new();
    assert_int_equal(EVP_PKEY_copy_parameters(public, key), 1);
    assert_int_equal(EVP_PKEY_set1_encoded_public_key(public, keys->point, sizeof keys->point), 1);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    assert_int_equal(EVP_DigestVerifyInit(context, NULL, EVP_sha256(), NULL, public), 1);
    int status = EVP_DigestVerify(context, der, der_bytes, (const unsigned char *)token,
                                  (size_t)(dot - token));
    EVP_MD_CTX_free(context);
    EVP_PKEY_free(public);
    EVP_PKEY_free(key);
    return status == 1;
}

static void the_service_learns_who_sends(void **state) {
    (void)state;
    FanPushKeys keys, others;
    char header[FAN_VAPID_MAX];
    unsigned char claims[256];
    assert_true(fan_push_keys_draw(&keys) && fan_push_keys_draw(&others));
    assert_true(fan_push_vapid(&keys, "https://push.example:8443", "https://play.example", 1234567,
                               header));
    assert_true(verifies(header, &keys));
    assert_false(verifies(header, &others));
    char *first = strchr(header, '.'), *second = strchr(first + 1, '.');
    *second = '\0';
    claims[decode(first + 1, claims, sizeof claims - 1)] = '\0';
    assert_string_equal((char *)claims, "{\"aud\":\"https://push.example:8443\",\"exp\":1234567,"
                                        "\"sub\":\"https://play.example\"}");
    char long_text[500];
    memset(long_text, 'a', sizeof long_text - 1);
    long_text[sizeof long_text - 1] = '\0';
    assert_false(fan_push_vapid(&keys, long_text, "s", 1, header));
}

static void the_notice_is_in_the_readers_language(void **state) {
    (void)state;
    char text[FAN_PUSH_TEXT_MAX];
    fan_push_text("nl", "abcdefghij", text);
    assert_string_equal(text, "{\"title\":\"Fanorona\",\"body\":\"Jij bent aan de beurt.\","
                              "\"game\":\"abcdefghij\"}");
    fan_push_text("xx", "abcdefghij", text);
    assert_non_null(strstr(text, "It is your turn."));
    fan_push_text(NULL, "abcdefghij", text);
    assert_non_null(strstr(text, "It is your turn."));
}

int main(void) {
    if (sodium_init() < 0) {
        return 1;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_example_of_the_rfc_comes_out),
        cmocka_unit_test(both_sides_agree),
        cmocka_unit_test(what_is_no_key_is_refused),
        cmocka_unit_test(a_text_that_is_too_long_is_refused),
        cmocka_unit_test(subscriptions_are_checked),
        cmocka_unit_test(the_service_learns_who_sends),
        cmocka_unit_test(the_notice_is_in_the_readers_language),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
