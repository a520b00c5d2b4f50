/* The table of requests: which path and method is which, and what refusals answer. */
#include "protocol/ask.h"
#include "protocol/protocol.h"

#include <string.h>

#include "support/test.h"

typedef struct Case {
    const char *method, *path;
    const char *name;  /* NULL: none */
    const char *allow; /* of none */
    const char *key, *value;
} Case;

static const Case cases[] = {
    {"GET", "/api/v1/games/0123456789", "game", NULL, "game", "0123456789"},
    {"GET", "/api/v1/games/0123456789.fgn", "game.record", NULL, "game", "0123456789"},
    {"GET", "/api/v1/games/0123456789.png", "game.picture", NULL, "game", "0123456789"},
    {"GET", "/api/v1/games/0123456789/events", "game.events", NULL, "game", "0123456789"},
    {"GET", "/api/v1/leaderboard/7x3", "leaderboard", NULL, "variant", "7x3"},
    {"GET", "/api/v1/players/a_b-c", "players", NULL, "name", "a_b-c"},
    {"POST", "/api/v1/games", "games.make", NULL, NULL, NULL},
    {"DELETE", "/api/v1/session", "session.end", NULL, NULL, NULL},
    {"PUT", "/api/v1/games", NULL, "GET, POST", NULL, NULL},
    {"get", "/api/v1/me", NULL, "GET, DELETE", NULL, NULL},
    {"GET", "/api/v1/games/", NULL, "", NULL, NULL},
    {"GET", "/api/v1/games/0123456789/", NULL, "", NULL, NULL},
    {"GET", "/api/v1/games/012345678", NULL, "", NULL, NULL},
    {"GET", "/api/v1/games/012345678%39", NULL, "", NULL, NULL},
    {"GET", "/api/v1/games/0123456789.gif", NULL, "", NULL, NULL},
    {"GET", "/api/v1/leaderboard/chess", NULL, "", NULL, NULL},
    {"GET", "/api/v1/players/x", NULL, "", NULL, NULL},
    {"GET", "/api/v1", NULL, "", NULL, NULL},
    {"GET", "", NULL, "", NULL, NULL},
};

static void check_case(const Case *row) {
    char allow[64];
    json_t *values = json_object();
    const FanAsk *ask = fan_ask_find(row->method, row->path, values, allow);
    if ((ask == NULL) != (row->name == NULL) || (ask && strcmp(ask->name, row->name) != 0)) {
        fail_msg("%s %s is %s", row->method, row->path, ask ? ask->name : "none");
    }
    assert_string_equal(allow, row->name ? "" : row->allow);
    if (row->key) {
        assert_string_equal(json_string_value(json_object_get(values, row->key)), row->value);
    }
    json_decref(values);
}

static void paths_and_methods_name_a_request(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        check_case(&cases[i]);
    }
}

static void parameters_are_checked_and_numbers_become_numbers(void **state) {
    (void)state;
    char allow[64], why[FAN_PROTOCOL_WHY_MAX];
    json_t *values = json_object();
    const FanAsk *ask = fan_ask_find("GET", "/api/v1/games/0123456789/events", values, allow);
    assert_non_null(ask);
    assert_int_equal(ask->status, 200);
    assert_string_equal(ask->needs, "nobody");
    assert_null(ask->body);
    assert_true(!fan_ask_take(ask, "from", "", values, why));
    assert_string_equal(why, "from: is not a whole number");
    assert_true(!fan_ask_take(ask, "from", "-1", values, why));
    assert_true(!fan_ask_take(ask, "from", "1x", values, why));
    assert_true(!fan_ask_take(ask, "from", "99999999999999999999", values, why));
    assert_true(!fan_ask_take(ask, "from", "1000001", values, why));
    assert_string_equal(why, "from: is more than 1000000");
    assert_true(!fan_ask_take(ask, "to", "1", values, why));
    assert_true(fan_ask_take(ask, "from", "12", values, why));
    assert_int_equal(json_integer_value(json_object_get(values, "from")), 12);
    assert_true(!fan_ask_take(ask, "from", "12", values, why));
    assert_string_equal(why, "from: given twice");
    json_decref(values);
}

static void a_request_without_a_query_takes_none(void **state) {
    (void)state;
    char allow[64], why[FAN_PROTOCOL_WHY_MAX];
    json_t *values = json_object();
    const FanAsk *ask = fan_ask_find("GET", "/api/v1/me", values, allow);
    assert_true(!fan_ask_take(ask, "x", "1", values, why));
    assert_int_equal(json_object_size(values), 0);
    json_decref(values);
}

/* Every word of RefusalReason has its status, and makes a body that is an Error. */
static void every_refusal_has_a_status(void **state) {
    (void)state;
    json_t *schema = json_loadb((const char *)fan_protocol_text, fan_protocol_text_size, 0, NULL);
    const json_t *words =
        json_object_get(json_object_get(json_object_get(schema, "$defs"), "RefusalReason"), "enum");
    char why[FAN_PROTOCOL_WHY_MAX];
    size_t i;
    json_t *word;
    assert_true(json_array_size(words) > 20);
    json_array_foreach(words, i, word) {
        unsigned status = fan_refusal_status(json_string_value(word));
        if (status < 400 || status > 503 || status == 500) {
            fail_msg("%s has the status %u", json_string_value(word), status);
        }
        json_t *body = fan_refusal_body(json_string_value(word), "so it is");
        assert_true(fan_protocol_check("Error", body, why));
        json_decref(body);
    }
    json_decref(schema);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paths_and_methods_name_a_request),
        cmocka_unit_test(parameters_are_checked_and_numbers_become_numbers),
        cmocka_unit_test(a_request_without_a_query_takes_none),
        cmocka_unit_test(every_refusal_has_a_status),
    };
    if (!fan_protocol_begin()) {
        return 1;
    }
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    fan_protocol_end();
    return failed;
}
