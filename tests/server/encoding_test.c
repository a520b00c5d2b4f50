/* Which form of a file a request gets. */
#include "server/encoding.h"

#include "support/test.h"

enum {
    PLAIN = 1 << FAN_ENCODING_IDENTITY,
    GZIP = 1 << FAN_ENCODING_GZIP,
    BROTLI = 1 << FAN_ENCODING_BROTLI,
    ALL = PLAIN | GZIP | BROTLI,
};

static void chooses_what_the_header_wishes(void **state) {
    (void)state;
    static const struct {
        const char *accept;
        unsigned available;
        FanEncoding chosen;
    } cases[] = {
        {NULL, ALL, FAN_ENCODING_IDENTITY},
        {"", ALL, FAN_ENCODING_IDENTITY},
        {"gzip, deflate, br", ALL, FAN_ENCODING_BROTLI},
        {"gzip, deflate, br, zstd", PLAIN | GZIP, FAN_ENCODING_GZIP},
        {"gzip, br", PLAIN, FAN_ENCODING_IDENTITY},
        {"gzip", ALL, FAN_ENCODING_GZIP},
        {"GZIP", ALL, FAN_ENCODING_GZIP},
        {"x-gzip", ALL, FAN_ENCODING_GZIP},
        {"br;q=0.5, gzip;q=0.8", ALL, FAN_ENCODING_GZIP},
        {"br;q=0.801,gzip;q=0.8", ALL, FAN_ENCODING_BROTLI},
        {"br;q=0.001", ALL, FAN_ENCODING_BROTLI},
        {"br ; Q=1.000 , gzip", ALL, FAN_ENCODING_BROTLI},
        {"br;q=0, gzip;q=0", ALL, FAN_ENCODING_IDENTITY},
        {"identity", ALL, FAN_ENCODING_IDENTITY},
        {"identity;q=1, gzip;q=0.5", ALL, FAN_ENCODING_IDENTITY},
        {"identity;q=0.5, gzip;q=0.5", ALL, FAN_ENCODING_GZIP},
        {"identity;q=0, gzip", PLAIN, FAN_ENCODINGS},
        {"*;q=0", ALL, FAN_ENCODINGS},
        {"*;q=0, gzip", ALL, FAN_ENCODING_GZIP},
        {"*;q=0, identity", ALL, FAN_ENCODING_IDENTITY},
        {"*", ALL, FAN_ENCODING_BROTLI},
        {"*, br;q=0", ALL, FAN_ENCODING_GZIP},
        {"deflate", ALL, FAN_ENCODING_IDENTITY},
        /* items written wrongly are passed over */
        {"br;q=2, gzip", ALL, FAN_ENCODING_GZIP},
        {"br;q=1.001, gzip", ALL, FAN_ENCODING_GZIP},
        {"br;q=0.0001, gzip;q=0.1", ALL, FAN_ENCODING_GZIP},
        {"br;q=, gzip", ALL, FAN_ENCODING_GZIP},
        {"br;q=0,5", ALL, FAN_ENCODING_IDENTITY},
        {"br;x=1, gzip", ALL, FAN_ENCODING_GZIP},
        {"b r, g zip", ALL, FAN_ENCODING_IDENTITY},
        {",,;,;q=1,,gzip,", ALL, FAN_ENCODING_GZIP},
        {"brr, br2, gzipped", ALL, FAN_ENCODING_IDENTITY},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        FanEncoding chosen = fan_encoding_choose(cases[i].accept, cases[i].available);
        if (chosen != cases[i].chosen) {
            fail_msg("\"%s\" among %u: %d, not %d", cases[i].accept ? cases[i].accept : "(none)",
                     cases[i].available, (int)chosen, (int)cases[i].chosen);
        }
    }
}

static void finds_the_tag_in_the_list(void **state) {
    (void)state;
    static const struct {
        const char *list;
        bool listed;
    } cases[] = {
        {"\"abc\"", true},
        {"W/\"abc\"", true},
        {"*", true},
        {"\"x\", \"abc\"", true},
        {"\"x,y\",W/\"z\" , W/\"abc\"", true},
        {"  \"abc\"  ", true},
        {"", false},
        {"abc", false},
        {"\"abcd\"", false},
        {"\"ab\"", false},
        {"\"abc", false},
        {"\"x\" abc", false},
        {"w/\"abc\"", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        if (fan_etag_listed(cases[i].list, "\"abc\"") != cases[i].listed) {
            fail_msg("%s should %sbe found", cases[i].list, cases[i].listed ? "" : "not ");
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chooses_what_the_header_wishes),
        cmocka_unit_test(finds_the_tag_in_the_list),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
