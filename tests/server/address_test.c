/* Addresses, lists of networks, and who a proxy says is asking. */
#include "server/forwarded.h"

#include "support/test.h"

static FanAddress address(const char *text) {
    FanAddress read;
    if (!fan_address_read(&read, text, strlen(text))) {
        fail_msg("\"%s\" is an address", text);
    }
    return read;
}

static void addresses_are_read_as_headers_have_them(void **state) {
    (void)state;
    static const struct {
        const char *text, *written; /* NULL: none */
    } cases[] = {
        {"192.0.2.1", "192.0.2.1"},
        {"192.0.2.1:8080", "192.0.2.1"},
        {"[2001:db8::1]", "2001:db8::1"},
        {"[2001:DB8:0::1]:443", "2001:db8::1"},
        {"2001:db8::1", "2001:db8::1"},
        {"::ffff:192.0.2.1", "192.0.2.1"},
        {"::", "::"},
        {"", NULL},
        {"unknown", NULL},
        {"_hidden", NULL},
        {"192.0.2", NULL},
        {"192.0.2.1:", NULL},
        {"192.0.2.1:80x", NULL},
        {"192.0.2.1:123456", NULL},
        {"[2001:db8::1", NULL},
        {"[2001:db8::1]x", NULL},
        {"2001:db8::1%eth0", NULL},
        {" 192.0.2.1", NULL},
        {"1111:2222:3333:4444:5555:6666:7777:8888:9999:aaaa:bbbb:cccc", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        FanAddress read = {{0}};
        char text[FAN_ADDRESS_TEXT_MAX];
        bool fine = fan_address_read(&read, cases[i].text, strlen(cases[i].text));
        if (fine != (cases[i].written != NULL) ||
            (fine && strcmp(fan_address_write(&read, text), cases[i].written) != 0)) {
            fail_msg("\"%s\": %s", cases[i].text, fine ? text : "none");
        }
    }
}

static void a_household_is_one_site(void **state) {
    (void)state;
    FanAddress a = address("2001:db8:1:2:3:4:5:6"), b = address("2001:db8:1:2::9");
    FanAddress other = address("2001:db8:1:3::9"), four = address("192.0.2.1");
    FanAddress site = fan_address_site(&a), same = fan_address_site(&b);
    FanAddress next = fan_address_site(&other), plain = fan_address_site(&four);
    char text[FAN_ADDRESS_TEXT_MAX];
    assert_memory_equal(&site, &same, sizeof site);
    assert_true(memcmp(&site, &next, sizeof site) != 0);
    assert_memory_equal(&plain, &four, sizeof four);
    assert_string_equal(fan_address_write_site(&site, text), "2001:db8:1:2::/64");
    assert_string_equal(fan_address_write_site(&plain, text), "192.0.2.1");
}

static void loopback_is_known(void **state) {
    (void)state;
    FanAddress here[] = {address("127.0.0.1"), address("127.9.8.7"), address("::1"),
                         address("::ffff:127.0.0.1")};
    FanAddress there[] = {address("128.0.0.1"), address("::2"), address("::"),
                          address("2001:db8::127.0.0.1")};
    for (size_t i = 0; i < 4; i++) {
        assert_true(fan_address_is_loopback(&here[i]));
        assert_true(!fan_address_is_loopback(&there[i]));
    }
}

static void networks_hold_what_is_in_them(void **state) {
    (void)state;
    FanNets nets;
    size_t offset;
    assert_true(
        fan_nets_read(&nets, "127.0.0.1, 10.0.0.0/8,192.168.4.0/22 ,2001:db8::/33", &offset));
    static const struct {
        const char *text;
        bool in;
    } cases[] = {
        {"127.0.0.1", true},     {"127.0.0.2", false},       {"10.255.0.1", true},
        {"11.0.0.0", false},     {"192.168.7.255", true},    {"192.168.8.0", false},
        {"2001:db8:1::1", true}, {"2001:db8:8000::", false}, {"::a00:1", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        FanAddress at = address(cases[i].text);
        if (fan_nets_hold(&nets, &at) != cases[i].in) {
            fail_msg("%s", cases[i].text);
        }
    }
    FanNets all;
    FanAddress any = address("2001:db8::1"), four = address("8.8.8.8");
    assert_true(fan_nets_read(&all, "0.0.0.0/0", &offset));
    assert_true(fan_nets_hold(&all, &four) && !fan_nets_hold(&all, &any));
}

static void bad_lists_are_told_where(void **state) {
    (void)state;
    static const struct {
        const char *text;
        size_t offset;
    } cases[] = {
        {"", 0},           {"x", 0},           {"1.2.3.4,", 8},      {"1.2.3.4,,::1", 8},
        {"1.2.3.4/33", 0}, {"::1/129", 0},     {"::1/", 0},          {"1.2.3.4 ::1", 8},
        {"1.2.3.4/8x", 0}, {"10.0.0.0/-1", 0}, {"::1,localhost", 4},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        FanNets nets = {.count = 77};
        size_t offset = 99;
        if (fan_nets_read(&nets, cases[i].text, &offset) || offset != cases[i].offset ||
            nets.count != 77) {
            fail_msg("\"%s\": %zu", cases[i].text, offset);
        }
    }
    char many[FAN_NETS_MAX * 4 + 8] = "::1";
    for (int i = 0; i < FAN_NETS_MAX; i++) {
        strcat(many, ",::1");
    }
    FanNets nets;
    size_t offset;
    assert_true(!fan_nets_read(&nets, many, &offset));
}

/* Who asks, as "ADDRESS" or "ADDRESS tls". */
static const char *who(const char *peer, bool secure, const FanForwardedHeaders *headers) {
    static char text[FAN_ADDRESS_TEXT_MAX + 8];
    FanNets proxies;
    size_t offset;
    FanAddress from = address(peer);
    assert_true(fan_nets_read(&proxies, "127.0.0.1,10.0.0.0/8", &offset));
    FanForwarded found = fan_forwarded_read(&proxies, &from, secure, headers);
    fan_address_write(&found.client, text);
    return strcat(text, found.secure ? " tls" : "");
}

static void only_named_proxies_are_believed(void **state) {
    (void)state;
    static const struct {
        const char *peer;
        bool secure;
        FanForwardedHeaders headers;
        const char *found;
    } cases[] = {
        {"203.0.113.9", false, {.x_for = "1.2.3.4", .x_proto = "https"}, "203.0.113.9"},
        {"203.0.113.9", true, {.forwarded = "for=1.2.3.4;proto=http"}, "203.0.113.9 tls"},
        {"127.0.0.1", false, {0}, "127.0.0.1"},
        {"127.0.0.1", false, {.x_for = "1.2.3.4"}, "1.2.3.4"},
        {"127.0.0.1", false, {.x_for = "1.2.3.4", .x_proto = "https"}, "1.2.3.4 tls"},
        {"127.0.0.1", true, {.x_for = "1.2.3.4", .x_proto = "http"}, "1.2.3.4"},
        {"127.0.0.1", false, {.x_proto = "https"}, "127.0.0.1 tls"},
        /* What the client wrote itself stands before what the proxy added. */
        {"127.0.0.1", false, {.x_for = "6.6.6.6, 1.2.3.4"}, "1.2.3.4"},
        {"127.0.0.1", false, {.x_for = "6.6.6.6, 1.2.3.4, 10.0.0.2"}, "1.2.3.4"},
        {"127.0.0.1", false, {.x_for = "10.0.0.9,10.0.0.2"}, "10.0.0.9"},
        {"127.0.0.1", false, {.x_for = "unknown, 10.0.0.2"}, "10.0.0.2"},
        {"127.0.0.1", false, {.x_for = ""}, "127.0.0.1"},
        {"127.0.0.1", false, {.x_for = ",,"}, "127.0.0.1"},
        {"127.0.0.1", false, {.x_for = "1.2.3.4:5678"}, "1.2.3.4"},
        {"127.0.0.1", false, {.x_for = "[2001:db8::1]:5"}, "2001:db8::1"},
        {"127.0.0.1", false, {.forwarded = "for=1.2.3.4"}, "1.2.3.4"},
        {"127.0.0.1", false, {.forwarded = "for=6.6.6.6, for=1.2.3.4;proto=https"}, "1.2.3.4 tls"},
        {"127.0.0.1",
         false,
         {.forwarded = "proto=https ; For=\"[2001:db8::1]:47\""},
         "2001:db8::1 tls"},
        {"127.0.0.1", false, {.forwarded = "for=unknown;proto=https"}, "127.0.0.1 tls"},
        {"127.0.0.1", false, {.forwarded = "by=1.2.3.4"}, "127.0.0.1"},
        {"127.0.0.1", false, {.forwarded = "for=1.2.3.4", .x_for = "6.6.6.6"}, "1.2.3.4"},
        {"127.0.0.1", false, {.forwarded = "for=", .x_for = "6.6.6.6"}, "127.0.0.1"},
        {"127.0.0.1", false, {.forwarded = ";;,;"}, "127.0.0.1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *found = who(cases[i].peer, cases[i].secure, &cases[i].headers);
        if (strcmp(found, cases[i].found) != 0) {
            fail_msg("case %zu: %s, not %s", i, found, cases[i].found);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(addresses_are_read_as_headers_have_them),
        cmocka_unit_test(a_household_is_one_site),
        cmocka_unit_test(loopback_is_known),
        cmocka_unit_test(networks_hold_what_is_in_them),
        cmocka_unit_test(bad_lists_are_told_where),
        cmocka_unit_test(only_named_proxies_are_believed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
