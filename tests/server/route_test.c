/* Which request asks what, whether it may, and who says one is. */
#include "server/cookie.h"
#include "server/route.h"

#include "support/test.h"

static int begin(void **state) {
    (void)state;
    return fan_protocol_begin() ? 0 : -1;
}

static int end(void **state) {
    (void)state;
    fan_protocol_end();
    return 0;
}

static void only_our_own_page_is_of_our_origin(void **state) {
    (void)state;
    static const struct {
        const char *ours, *host, *origin, *site;
        bool secure, fine;
    } cases[] = {
        {NULL, "a.example", NULL, NULL, false, true},
        {NULL, "a.example", "http://a.example", NULL, false, true},
        {NULL, "A.Example:8080", "http://a.example:8080", "same-origin", false, true},
        {NULL, "a.example", "https://a.example", NULL, true, true},
        {NULL, "a.example", "https://a.example", NULL, false, false},
        {NULL, "a.example", "http://a.example", NULL, true, false},
        {NULL, "a.example", "http://b.example", NULL, false, false},
        {NULL, "a.example", "http://a.example:81", NULL, false, false},
        {NULL, "a.example", "http://a.example.b", NULL, false, false},
        {NULL, "a.example", "null", NULL, false, false},
        {NULL, "a.example", "", NULL, false, false},
        {NULL, NULL, "http://", NULL, false, false},
        {NULL, "a.example", NULL, "cross-site", false, false},
        {NULL, "a.example", NULL, "same-site", false, false},
        {NULL, "a.example", NULL, "none", false, true},
        {NULL, "a.example", "http://a.example", "cross-site", false, false},
        {"https://f.example", "10.0.0.1", "https://f.example", NULL, false, true},
        {"https://f.example", "a.example", "http://a.example", NULL, false, false},
        {"https://f.example", "f.example", "http://f.example", NULL, true, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        FanHeaders headers = {.host = cases[i].host,
                              .origin = cases[i].origin,
                              .fetch_site = cases[i].site,
                              .secure = cases[i].secure};
        if (fan_route_same_origin(&headers, cases[i].ours) != cases[i].fine) {
            fail_msg("case %zu: %s", i, cases[i].origin ? cases[i].origin : "-");
        }
    }
}

static void origins_are_cut_out_of_addresses(void **state) {
    (void)state;
    char origin[FAN_ORIGIN_MAX];
    assert_true(fan_route_origin_of("https://a.example:8443/x?y#z", origin));
    assert_string_equal(origin, "https://a.example:8443");
    assert_true(fan_route_origin_of("http://[::1]:80", origin));
    assert_string_equal(origin, "http://[::1]:80");
    static const char *const none[] = {"",           "a.example",  "ftp://a",
                                       "https://",   "https:///x", "https://u@a",
                                       "http://a b", "http://:80", "HTTPS://a"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        assert_true(!fan_route_origin_of(none[i], origin));
    }
}

/* Asks, and returns "NAME" or "STATUS REASON". */
static const char *ask(const FanRequested *requested, json_t *values) {
    static char text[128];
    FanRouteRefusal refusal = {0};
    const FanAsk *found = fan_route_find(requested, NULL, values, &refusal);
    if (found) {
        return found->name;
    }
    snprintf(text, sizeof text, "%u %s%s%s", refusal.status, refusal.reason,
             refusal.allow[0] ? " " : "", refusal.allow);
    return text;
}

static void requests_find_their_ask(void **state) {
    (void)state;
    static const struct {
        const char *method, *path, *query[3], *origin, *found, *values;
    } cases[] = {
        {"GET", "/api/v1/lobby", {0}, NULL, "lobby", "{}"},
        {"HEAD", "/api/v1/lobby", {0}, NULL, "lobby", "{}"},
        {"GET", "/api/v1/games/abcdefghij", {0}, NULL, "game", "{\"game\":\"abcdefghij\"}"},
        {"GET",
         "/api/v1/games/abcdefghij.fgn",
         {0},
         NULL,
         "game.record",
         "{\"game\":\"abcdefghij\"}"},
        {"GET",
         "/api/v1/games/abcdefghij.png",
         {0},
         NULL,
         "game.picture",
         "{\"game\":\"abcdefghij\"}"},
        {"GET",
         "/api/v1/games/abcdefghij/events",
         {"from=7"},
         NULL,
         "game.events",
         "{\"from\":7,\"game\":\"abcdefghij\"}"},
        {"GET",
         "/api/v1/games",
         {"variant=dimy", "", "state=ended"},
         NULL,
         "games",
         "{\"state\":\"ended\",\"variant\":\"dimy\"}"},
        {"POST", "/api/v1/games", {0}, "http://h", "games.make", "{}"},
        {"DELETE", "/api/v1/session", {0}, NULL, "session.end", "{}"},
        {"POST", "/api/v1/games", {0}, "http://other", "403 not-allowed", NULL},
        {"GET", "/api/v1/games", {0}, "http://other", "games", "{}"},
        {"PUT", "/api/v1/games", {0}, NULL, "405 not-allowed GET, POST", NULL},
        {"GET", "/api/v1/session", {0}, NULL, "405 not-allowed POST, DELETE", NULL},
        {"GET", "/api/v1/", {0}, NULL, "404 unknown", NULL},
        {"GET", "/api/v1/games/short", {0}, NULL, "404 unknown", NULL},
        {"GET", "/api/v1/games/abcdefghij/events", {"from=x"}, NULL, "400 malformed", NULL},
        {"GET",
         "/api/v1/games/abcdefghij/events",
         {"from=1", "from=2"},
         NULL,
         "400 malformed",
         NULL},
        {"GET", "/api/v1/lobby", {"x=1"}, NULL, "400 malformed", NULL},
        {"GET",
         "/api/v1/lobby",
         {"a-name-that-is-longer-than-any-parameter-has=1"},
         NULL,
         "400 malformed",
         NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        FanRequested requested = {.method = cases[i].method,
                                  .path = cases[i].path,
                                  .headers = {.host = "h", .origin = cases[i].origin}};
        while (requested.query_count < 3 && cases[i].query[requested.query_count]) {
            requested.query[requested.query_count] = cases[i].query[requested.query_count];
            requested.query_count++;
        }
        json_t *values = json_object();
        const char *found = ask(&requested, values);
        char *dump = json_dumps(values, JSON_COMPACT | JSON_SORT_KEYS);
        if (strcmp(found, cases[i].found) != 0 ||
            (cases[i].values && strcmp(dump, cases[i].values) != 0)) {
            fail_msg("%s %s: %s %s", cases[i].method, cases[i].path, found, dump);
        }
        free(dump);
        json_decref(values);
    }
}

static void too_many_parameters_are_refused(void **state) {
    (void)state;
    FanRequested requested = {
        .method = "GET", .path = "/api/v1/lobby", .query_count = FAN_ROUTE_QUERY_MAX + 1};
    json_t *values = json_object();
    assert_string_equal(ask(&requested, values), "400 malformed");
    json_decref(values);
}

static const FanAsk *ask_named(const char *method, const char *path) {
    char allow[64];
    json_t *values = json_object();
    const FanAsk *found = fan_ask_find(method, path, values, allow);
    json_decref(values);
    assert_non_null(found);
    return found;
}

static void bodies_are_json_of_a_size(void **state) {
    (void)state;
    static const struct {
        const char *type;
        long long length;
        bool encoded;
        unsigned status; /* 0: fine */
    } cases[] = {
        {"application/json", 10, false, 0},
        {"Application/JSON ; charset=UTF-8", 10, false, 0},
        {"application/json;charset=\"utf-8\"", 10, false, 0},
        {"application/json", 4096, false, 0},
        {"application/json", 4097, false, 413},
        {"application/json", 10, true, 411},
        {NULL, 10, false, 415},
        {"text/plain", 10, false, 415},
        {"application/jsonp", 10, false, 415},
        {"application/json; charset=latin-1", 10, false, 415},
        {"application/x-www-form-urlencoded", 10, false, 415},
        {"multipart/form-data; x=application/json", 10, false, 415},
        {NULL, 0, false, 0},
        {NULL, -1, false, 0},
    };
    const FanAsk *login = ask_named("POST", "/api/v1/login");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        FanHeaders headers = {.content_type = cases[i].type};
        FanRouteRefusal refusal = {0};
        bool fine =
            fan_route_may_send(login, &headers, cases[i].length, cases[i].encoded, &refusal);
        if (fine != (cases[i].status == 0) || refusal.status != cases[i].status) {
            fail_msg("case %zu: %u", i, refusal.status);
        }
    }
    FanRouteRefusal refusal = {0};
    FanHeaders headers = {.content_type = "application/json"};
    assert_true(
        !fan_route_may_send(ask_named("POST", "/api/v1/session"), &headers, 2, false, &refusal));
    assert_int_equal(refusal.status, 400);
}

static void bodies_are_checked_by_the_schema(void **state) {
    (void)state;
    static const struct {
        const char *method, *path, *body;
        bool fine, there;
    } cases[] = {
        {"POST", "/api/v1/login", "{\"name\":\"ranja\",\"password\":\"long enough\"}", true, true},
        {"POST", "/api/v1/login", "{\"name\":\"ranja\"}", false, false},
        {"POST", "/api/v1/login", "{\"name\":\"ranja\",\"password\":\"long enough\",\"x\":1}",
         false, false},
        {"POST", "/api/v1/login", "", false, false},
        {"POST", "/api/v1/login", "[]", false, false},
        {"POST", "/api/v1/login", "{\"name\":\"ranja\",\"password\":\"long\\u0000enough\"", false,
         false},
        {"DELETE", "/api/v1/me", "", true, true},
        {"DELETE", "/api/v1/me", "{\"password\":\"long enough\"}", true, true},
        {"DELETE", "/api/v1/session", "", true, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        json_t *body = NULL;
        FanRouteRefusal refusal = {0};
        bool fine = fan_route_body(ask_named(cases[i].method, cases[i].path), cases[i].body,
                                   strlen(cases[i].body), &body, &refusal);
        if (fine != cases[i].fine || (body != NULL) != cases[i].there ||
            refusal.status != (fine ? 0 : 400)) {
            fail_msg("%s %s: %s", cases[i].path, cases[i].body, refusal.text);
        }
        json_decref(body);
    }
}

static void cookies_are_ours_or_none(void **state) {
    (void)state;
    static const struct {
        const char *header;
        bool secure;
        const char *value; /* NULL: none */
    } cases[] = {
        {"fanorona=1.a_b-C", false, "1.a_b-C"},
        {"a=b; fanorona=x ; c=d", false, "x"},
        {"xfanorona=y; fanorona=x", false, "x"},
        {"fanorona=x; fanorona=y", false, "x"},
        {"__Host-fanorona=x", true, "x"},
        {"fanorona=x", true, NULL}, /* anybody in the network could have set that */
        {"__Host-fanorona=x", false, NULL},
        {"fanorona=", false, NULL},
        {"fanorona", false, NULL},
        {"fanorona=a b", false, NULL},
        {"fanorona=\"x\"", false, NULL},
        {"FANORONA=x", false, NULL},
        {";;; ;", false, NULL},
        {"", false, NULL},
        {NULL, false, NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char value[FAN_COOKIE_VALUE_MAX] = "";
        bool found = fan_cookie_read(cases[i].header, cases[i].secure, value);
        if (found != (cases[i].value != NULL) || (found && strcmp(value, cases[i].value) != 0)) {
            fail_msg("\"%s\": \"%s\"", cases[i].header ? cases[i].header : "-", value);
        }
    }
    char long_one[400] = "fanorona=", value[FAN_COOKIE_VALUE_MAX];
    memset(long_one + 9, 'a', 300);
    assert_true(!fan_cookie_read(long_one, false, value));
}

static void cookies_are_kept_from_scripts_and_other_sites(void **state) {
    (void)state;
    char text[FAN_COOKIE_TEXT_MAX];
    fan_cookie_write("abc", true, 100, text);
    assert_string_equal(text,
                        "__Host-fanorona=abc; Path=/; Max-Age=100; HttpOnly; SameSite=Lax; Secure");
    fan_cookie_write("", false, 100, text);
    assert_string_equal(text, "fanorona=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax");
}

static void tokens_are_bearers(void **state) {
    (void)state;
    char token[FAN_COOKIE_VALUE_MAX];
    assert_true(fan_bearer_read("Bearer abc.d-e", token));
    assert_string_equal(token, "abc.d-e");
    assert_true(fan_bearer_read("bearer  x", token));
    static const char *const none[] = {"Bearer",     "Bearer ",   "Basic abc",
                                       "Bearer a b", "Bearerabc", ""};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        assert_true(!fan_bearer_read(none[i], token));
    }
    assert_true(!fan_bearer_read(NULL, token));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_our_own_page_is_of_our_origin),
        cmocka_unit_test(origins_are_cut_out_of_addresses),
        cmocka_unit_test(requests_find_their_ask),
        cmocka_unit_test(too_many_parameters_are_refused),
        cmocka_unit_test(bodies_are_json_of_a_size),
        cmocka_unit_test(bodies_are_checked_by_the_schema),
        cmocka_unit_test(cookies_are_ours_or_none),
        cmocka_unit_test(cookies_are_kept_from_scripts_and_other_sites),
        cmocka_unit_test(tokens_are_bearers),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
