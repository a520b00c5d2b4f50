/* Sessions, secrets, names, limits, addresses: the parts of people that are values. */
#include <arpa/inet.h>
#include <netinet/in.h>

#include "people/address.h"
#include "people/known.h"
#include "people/limits.h"
#include "people/password.h"
#include "people/session.h"
#include "support/test.h"

#define NOW_MS 1800000000000LL
#define DAY_MS (24LL * 3600 * 1000)

static FanSigningKey key_of(const char *id, unsigned char fill, int64_t made_ms) {
    FanSigningKey key = {.made_ms = made_ms};
    strcpy(key.id, id);
    memset(key.secret, fill, sizeof key.secret);
    return key;
}

static FanSigningKeys two_keys(void) {
    FanSigningKeys keys = {0};
    const FanSigningKey newer = key_of("newer", 7, 2000), older = key_of("older", 9, 1000);
    fan_signing_keys_add(&keys, &newer);
    fan_signing_keys_add(&keys, &older);
    return keys;
}

static void a_session_says_who(void **state) {
    (void)state;
    const FanSigningKeys keys = two_keys();
    char text[FAN_SESSION_MAX];
    FanSession session;
    fan_session_write(&keys, "aBcDeFgHiJkLmNoP", 4294967295U, NOW_MS, text);
    assert_int_equal(fan_session_read(&keys, text, NOW_MS, &session), FAN_SESSION_FINE);
    assert_string_equal(session.player, "aBcDeFgHiJkLmNoP");
    assert_int_equal(session.epoch, 4294967295U);
    assert_false(session.old);
    assert_non_null(strstr(text, ".newer."));
}

static void it_is_signed_by_known_ways(void **state) {
    (void)state;
    /* crypto_auth is HMAC-SHA-512/256; worked out once by another program (Python's hmac). */
    FanSigningKeys keys = {0};
    const FanSigningKey key = key_of("k", 7, 1);
    char text[FAN_SESSION_MAX];
    fan_signing_keys_add(&keys, &key);
    fan_session_write(&keys, "P", 3, 5000, text);
    assert_string_equal(text, "1.P.3.5.k.3OJ5i9lH6pA2CPYmUFQXwAFiivfb2Y7vlo6Lktyh2Bo");
}

static void no_sign_of_it_can_be_changed(void **state) {
    (void)state;
    const FanSigningKeys keys = two_keys();
    char text[FAN_SESSION_MAX];
    FanSession session = {.epoch = 99};
    fan_session_write(&keys, "player", 5, NOW_MS, text);
    size_t length = strlen(text);
    for (size_t i = 0; i < length; i++) {
        for (int with = 1; with < 128; with++) {
            char was = text[i];
            if (with == was) {
                continue;
            }
            text[i] = (char)with;
            assert_int_not_equal(fan_session_read(&keys, text, NOW_MS, &session), FAN_SESSION_FINE);
            text[i] = was;
        }
        char was = text[i];
        text[i] = '\0';
        assert_int_not_equal(fan_session_read(&keys, text, NOW_MS, &session), FAN_SESSION_FINE);
        text[i] = was;
    }
    text[length] = 'A';
    text[length + 1] = '\0';
    assert_int_not_equal(fan_session_read(&keys, text, NOW_MS, &session), FAN_SESSION_FINE);
    assert_int_equal(session.epoch, 99);
}

static void it_ends_with_age(void **state) {
    (void)state;
    const FanSigningKeys keys = two_keys();
    char text[FAN_SESSION_MAX];
    FanSession session;
    fan_session_write(&keys, "player", 0, NOW_MS, text);
    assert_int_equal(fan_session_read(&keys, text, NOW_MS + 7 * DAY_MS - 1000, &session),
                     FAN_SESSION_FINE);
    assert_false(session.old);
    assert_int_equal(fan_session_read(&keys, text, NOW_MS + 7 * DAY_MS, &session),
                     FAN_SESSION_FINE);
    assert_true(session.old);
    assert_int_equal(fan_session_read(&keys, text, NOW_MS + 400 * DAY_MS - 1000, &session),
                     FAN_SESSION_FINE);
    assert_int_equal(fan_session_read(&keys, text, NOW_MS + 400 * DAY_MS, &session),
                     FAN_SESSION_BAD);
    assert_int_equal(fan_session_read(&keys, text, NOW_MS - DAY_MS, &session), FAN_SESSION_FINE);
    assert_int_equal(fan_session_read(&keys, text, NOW_MS - 2 * DAY_MS, &session), FAN_SESSION_BAD);
}

static void an_old_key_verifies_and_asks_for_a_new_one(void **state) {
    (void)state;
    FanSigningKeys before = {0}, none = {0};
    const FanSigningKeys now = two_keys();
    const FanSigningKey older = key_of("older", 9, 1000);
    char text[FAN_SESSION_MAX];
    FanSession session;
    fan_signing_keys_add(&before, &older);
    fan_session_write(&before, "player", 0, NOW_MS, text);
    assert_int_equal(fan_session_read(&now, text, NOW_MS, &session), FAN_SESSION_FINE);
    assert_true(session.old);
    assert_int_equal(fan_session_read(&none, text, NOW_MS, &session), FAN_SESSION_NO_KEY);
}

static void the_youngest_keys_are_kept(void **state) {
    (void)state;
    FanSigningKeys keys = {0};
    for (int i = 0; i < FAN_SIGNING_KEYS_MAX + 5; i++) {
        char id[16];
        snprintf(id, sizeof id, "k%d", i);
        const FanSigningKey key = key_of(id, (unsigned char)i, i);
        fan_signing_keys_add(&keys, &key);
        fan_signing_keys_add(&keys, &key);
    }
    assert_int_equal(keys.count, FAN_SIGNING_KEYS_MAX);
    assert_string_equal(keys.keys[0].id, "k5");
    assert_string_equal(keys.keys[FAN_SIGNING_KEYS_MAX - 1].id, "k36");
}

static void nonsense_is_nobody(void **state) {
    (void)state;
    static const char *const texts[] = {
        "",
        ".",
        "..",
        ".....",
        "1",
        "1.a.b",
        "1.player.0.1.newer.",
        "1.player.0.1..AAAA",
        "1.player.0.1.newer.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        "................................................................................"
        "................................................................................"
        "................................................................................",
    };
    const FanSigningKeys keys = two_keys();
    FanSession session;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        assert_int_not_equal(fan_session_read(&keys, texts[i], NOW_MS, &session), FAN_SESSION_FINE);
    }
}

static void secrets_are_long_and_kept_as_hashes(void **state) {
    (void)state;
    char token[FAN_SECRET_MAX], code[FAN_SECRET_MAX], id[FAN_STORE_ID_MAX], other[FAN_STORE_ID_MAX];
    fan_token_draw(token);
    assert_int_equal(strlen(token), 50);
    assert_int_equal(strncmp(token, "fanbot_", 7), 0);
    fan_code_draw(code);
    assert_int_equal(strlen(code), 20);
    assert_int_equal(strspn(code, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"),
                     20);
    fan_secret_id(token, id);
    assert_int_equal(strlen(id), 22);
    fan_secret_id(code, other);
    assert_int_not_equal(strcmp(id, other), 0);
    assert_null(strstr(token, id));
}

/* Else an unknown name would be answered sooner, or later, than a known one. */
static void nobodys_password_costs_what_others_cost(void **state) {
    (void)state;
    assert_int_equal(crypto_pwhash_str_needs_rehash(fan_password_nobodys,
                                                    crypto_pwhash_OPSLIMIT_INTERACTIVE,
                                                    crypto_pwhash_MEMLIMIT_INTERACTIVE),
                     0);
    assert_int_not_equal(crypto_pwhash_str_verify(fan_password_nobodys, "", 0), 0);
}

static void names_of_the_house_are_nobodys(void **state) {
    (void)state;
    static const char *const reserved[] = {"admin",  "Admin_1", "ADM1N",    "Fanorona", "f4n0r0n4",
                                           "server", "You",     "-y-o-u-",  "gone",     "Moderator",
                                           "black",  "__",      "computer", "sYs_oP"};
    static const char *const fine[] = {"Rakoto",   "Blackbird", "Yousef",   "white-owl",
                                       "Tiana_22", "Mevla",     "botanist", "ra"};
    for (size_t i = 0; i < sizeof reserved / sizeof reserved[0]; i++) {
        assert_true(fan_people_name_reserved(reserved[i]));
    }
    for (size_t i = 0; i < sizeof fine / sizeof fine[0]; i++) {
        assert_false(fan_people_name_reserved(fine[i]));
    }
}

static void limits_fill_again_with_time(void **state) {
    (void)state;
    const FanLimit limit = {"tries", 3, 1000}, other = {"else", 3, 1000};
    FanLimits *limits = fan_limits_new();
    for (unsigned i = 0; i < 3; i++) {
        assert_true(fan_limits_take(limits, &limit, "a", 0));
    }
    assert_false(fan_limits_take(limits, &limit, "a", 0));
    assert_true(fan_limits_take(limits, &limit, "b", 0));
    assert_true(fan_limits_take(limits, &other, "a", 0));
    assert_false(fan_limits_take(limits, &limit, "a", 999));
    assert_true(fan_limits_take(limits, &limit, "a", 1000));
    assert_false(fan_limits_take(limits, &limit, "a", 1000));
    fan_limits_give(limits, &limit, "a", 1000);
    assert_true(fan_limits_take(limits, &limit, "a", 1000));
    for (unsigned i = 0; i < 3; i++) {
        assert_true(fan_limits_take(limits, &limit, "a", 1000000));
    }
    assert_false(fan_limits_take(limits, &limit, "a", 1000000));
    /* A clock that goes back gives nothing. */
    assert_false(fan_limits_take(limits, &limit, "a", 5));
    fan_limits_free(limits);
}

/* However many strangers come, who is limited stays so: the fullest buckets are forgotten first. */
static void a_crowd_does_not_set_anybody_free(void **state) {
    (void)state;
    const FanLimit limit = {"tries", 5, 1e9};
    FanLimits *limits = fan_limits_new();
    for (unsigned i = 0; i < 5; i++) {
        assert_true(fan_limits_take(limits, &limit, "guesser", 0));
    }
    for (unsigned i = 0; i < 100000; i++) {
        char key[32];
        snprintf(key, sizeof key, "stranger %u", i);
        assert_true(fan_limits_take(limits, &limit, key, 0));
    }
    assert_false(fan_limits_take(limits, &limit, "guesser", 0));
    fan_limits_free(limits);
}

static void players_are_known_for_a_while(void **state) {
    (void)state;
    FanKnownTable *table = fan_known_new();
    const FanKnown rabe = {.id = "rabe", .epoch = 3};
    assert_null(fan_known_get(table, "rabe", 0));
    fan_known_put(table, "rabe", &rabe, 0);
    assert_int_equal(fan_known_get(table, "rabe", FAN_KNOWN_MS - 1)->epoch, 3);
    assert_null(fan_known_get(table, "rabe", FAN_KNOWN_MS));
    fan_known_put(table, "rabe", &rabe, 0);
    fan_known_drop(table, "rabe");
    fan_known_drop(table, "rabe");
    assert_null(fan_known_get(table, "rabe", 1));
    assert_int_equal(fan_known_count(table), 0);
    fan_known_free(table);
}

static void the_one_used_longest_ago_is_forgotten(void **state) {
    (void)state;
    FanKnownTable *table = fan_known_new();
    char key[FAN_STORE_ID_MAX];
    for (unsigned i = 0; i < FAN_KNOWN_MAX; i++) {
        snprintf(key, sizeof key, "p%u", i);
        const FanKnown known = {.epoch = i};
        fan_known_put(table, key, &known, 0);
    }
    assert_non_null(fan_known_get(table, "p0", 1));
    fan_known_put(table, "new", &(FanKnown){.epoch = 7}, 1);
    assert_int_equal(fan_known_count(table), FAN_KNOWN_MAX);
    assert_non_null(fan_known_get(table, "p0", 1));
    assert_null(fan_known_get(table, "p1", 1));
    assert_int_equal(fan_known_get(table, "new", 1)->epoch, 7);
    fan_known_free(table);
}

static bool is_public(const char *text) {
    struct sockaddr_in four = {.sin_family = AF_INET};
    struct sockaddr_in6 six = {.sin6_family = AF_INET6};
    if (inet_pton(AF_INET, text, &four.sin_addr) == 1) {
        return fan_address_is_public((struct sockaddr *)&four);
    }
    assert_int_equal(inet_pton(AF_INET6, text, &six.sin6_addr), 1);
    return fan_address_is_public((struct sockaddr *)&six);
}

static void only_public_addresses_are_anybodys(void **state) {
    (void)state;
    static const char *const own[] = {"0.0.0.0",
                                      "10.0.0.1",
                                      "10.255.255.255",
                                      "100.64.0.1",
                                      "100.127.255.255",
                                      "127.0.0.1",
                                      "127.255.0.1",
                                      "169.254.169.254",
                                      "172.16.0.1",
                                      "172.31.255.255",
                                      "192.0.0.8",
                                      "192.0.2.1",
                                      "192.168.1.1",
                                      "198.18.0.1",
                                      "198.19.255.255",
                                      "198.51.100.7",
                                      "203.0.113.9",
                                      "224.0.0.1",
                                      "240.0.0.1",
                                      "255.255.255.255",
                                      "::",
                                      "::1",
                                      "::ffff:8.8.8.8",
                                      "::ffff:127.0.0.1",
                                      "64:ff9b::7f00:1",
                                      "fe80::1",
                                      "fc00::1",
                                      "fd12:3456::1",
                                      "ff02::1",
                                      "2001::1",
                                      "2001:db8::1",
                                      "2002:7f00:1::",
                                      "3fff::1",
                                      "100::1"};
    static const char *const others[] = {
        "1.1.1.1",         "8.8.8.8",           "9.255.255.255",  "11.0.0.0",    "100.63.255.255",
        "100.128.0.0",     "172.15.255.255",    "172.32.0.0",     "192.167.1.1", "223.255.255.255",
        "2606:4700::1111", "2a00:1450:4001::1", "2001:4860::8888"};
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) {
        if (is_public(own[i])) {
            fail_msg("%s is not public", own[i]);
        }
    }
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (!is_public(others[i])) {
            fail_msg("%s is public", others[i]);
        }
    }
    const struct sockaddr other = {.sa_family = AF_UNIX};
    assert_false(fan_address_is_public(&other));
}

int main(void) {
    if (sodium_init() < 0) {
        return 1;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_session_says_who),
        cmocka_unit_test(it_is_signed_by_known_ways),
        cmocka_unit_test(no_sign_of_it_can_be_changed),
        cmocka_unit_test(it_ends_with_age),
        cmocka_unit_test(an_old_key_verifies_and_asks_for_a_new_one),
        cmocka_unit_test(the_youngest_keys_are_kept),
        cmocka_unit_test(nonsense_is_nobody),
        cmocka_unit_test(secrets_are_long_and_kept_as_hashes),
        cmocka_unit_test(nobodys_password_costs_what_others_cost),
        cmocka_unit_test(names_of_the_house_are_nobodys),
        cmocka_unit_test(limits_fill_again_with_time),
        cmocka_unit_test(a_crowd_does_not_set_anybody_free),
        cmocka_unit_test(players_are_known_for_a_while),
        cmocka_unit_test(the_one_used_longest_ago_is_forgotten),
        cmocka_unit_test(only_public_addresses_are_anybodys),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
