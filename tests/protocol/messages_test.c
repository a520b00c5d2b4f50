/* What the checking of messages takes and refuses, and what it says. */
#include "protocol/protocol.h"

#include <string.h>

#include "support/test.h"

typedef struct Case {
    const char *name, *text;
    const char *why; /* NULL: it is taken */
} Case;

#define TURN "{\"do\":\"turn\",\"game\":\"0123456789\",\"ply\":0,\"turn\":\"e2-e3A\""
#define SPEC "\"variant\":\"tsivy\",\"rules\":\"\",\"rated\":false"

static const Case cases[] = {
    {"Command", TURN "}", NULL},
    {"Command", TURN ",\"id\":7}", NULL},
    {"Command", "{\"do\":\"sit\",\"game\":\"0123456789\",\"side\":\"black\"}", NULL},
    {"Command", "", "not JSON"},
    {"Command", "x", "not JSON"},
    {"Command", "7", "not JSON"},
    {"Command", "[]", "/: is not an object"},
    {"Command", TURN "} ", NULL},
    {"Command", TURN "}x", "not JSON"},
    {"Command", TURN ",\"ply\":0}", "not JSON"},
    {"Command", "{}", "/: lacks \"do\""},
    {"Command", "{\"do\":1}", "/do: is not a string"},
    {"Command", "{\"do\":\"hello\"}", "/do: is not one of the words allowed: \"hello\""},
    {"Command", "{\"do\":\"\\u001b[2J\\u00e9\"}",
     "/do: is not one of the words allowed: \"?[2J??\""},
    {"Command", "{\"do\":\"resign\"}", "/: lacks \"game\""},
    {"Command", TURN ",\"x\":1}", "/: has what is not known: \"x\""},
    {"Command", TURN ",\"id\":0}", "/id: is less than 1"},
    {"Command", TURN ",\"id\":1000000001}", "/id: is more than 1000000000"},
    {"Command", TURN ",\"id\":1.0}", "/id: is not a whole number"},
    {"Command", TURN ",\"id\":\"1\"}", "/id: is not a whole number"},
    {"Command", TURN ",\"id\":99999999999999999999}", "not JSON"},
    {"Command", "{\"do\":\"resign\",\"game\":\"012345678\"}",
     "/game: has fewer characters than 10"},
    {"Command", "{\"do\":\"resign\",\"game\":\"01234567890\"}",
     "/game: has more characters than 10"},
    {"Command", "{\"do\":\"resign\",\"game\":\"012345678-\"}",
     "/game: is not of the form asked for: \"012345678-\""},
    {"Say", "{\"do\":\"ping\",\"sent\":1.5}", NULL},
    {"Say", "{\"do\":\"ping\",\"sent\":-7}", NULL},
    {"Say", "{\"do\":\"ping\",\"sent\":\"\"}", "/sent: is not a number"},
    {"Say", "{\"do\":\"lobby\",\"on\":0}", "/on: is neither true nor false"},
    {"GameSpec", "{" SPEC ",\"clock\":{\"kind\":\"none\"}}", NULL},
    {"GameSpec", "{" SPEC ",\"clock\":{\"kind\":\"days\",\"days\":14}}", NULL},
    {"GameSpec", "{" SPEC ",\"clock\":{\"kind\":\"days\",\"days\":15}}",
     "/clock/days: is more than 14"},
    {"GameSpec", "{" SPEC ",\"clock\":{\"kind\":\"days\"}}", "/clock: lacks \"days\""},
    {"GameSpec", "{" SPEC ",\"clock\":null}", "/clock: is not an object"},
    {"GameSpec", "{" SPEC ",\"clock\":{\"kind\":\"none\",\"days\":1}}",
     "/clock: has what is not known: \"days\""},
    {"Left", "[0,2000000000]", NULL},
    {"Left", "[0]", "/: has none of the forms allowed"},
    {"Left", "[0,0,0]", "/: has none of the forms allowed"},
    {"Left", "[0,-1]", "/: has none of the forms allowed"},
    {"Events", "{\"game\":\"0123456789\",\"from\":0,\"events\":[]}", NULL},
    {"Events",
     "{\"game\":\"0123456789\",\"from\":0,\"events\":[{\"n\":0,\"at\":1,\"kind\":\"remade\","
     "\"game\":\"0123456789\"},{\"n\":0}]}",
     "/events/1: lacks \"kind\""},
    /* Characters, not bytes: eight of two bytes each are enough, seven are not. */
    {"Credentials", "{\"name\":\"ab\",\"password\":\"éééééééé\"}", NULL},
    {"Credentials", "{\"name\":\"ab\",\"password\":\"ééééééé\"}",
     "/password: has fewer characters than 8"},
    {"Credentials", "{\"name\":\"ab\",\"password\":\"1234567\\u0000\"}", "not JSON"},
    {"Credentials", "{\"name\":\"ab\",\"password\":\"1234567\xff\"}", "not JSON"},
    {"Server",
     "{\"name\":\"fanorona\",\"version\":\"1\",\"protocol\":1,\"features\":[],\"more\":1}", NULL},
};

static void check_case(const Case *row) {
    char why[FAN_PROTOCOL_WHY_MAX] = "untouched";
    json_t *value = fan_protocol_read(row->name, row->text, strlen(row->text), why);
    if ((value != NULL) != (row->why == NULL)) {
        fail_msg("%s %s: %s", row->name, row->text, value ? "taken" : why);
    }
    if (row->why && strncmp(why, row->why, strlen(row->why)) != 0) {
        fail_msg("%s %s: says \"%s\", not \"%s\"", row->name, row->text, why, row->why);
    }
    json_decref(value);
}

static void messages_are_taken_or_refused_with_the_reason(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        check_case(&cases[i]);
    }
}

static void messages_have_a_longest_length(void **state) {
    (void)state;
    static char text[FAN_PROTOCOL_MESSAGE_MAX + 1];
    char why[FAN_PROTOCOL_WHY_MAX];
    memset(text, ' ', sizeof text);
    memcpy(text, TURN "}", sizeof TURN);
    json_t *value = fan_protocol_read("Command", text, sizeof text - 1, why);
    assert_non_null(value);
    json_decref(value);
    assert_null(fan_protocol_read("Command", text, sizeof text, why));
    assert_string_equal(why, "longer than 4096 bytes");
}

static void nests_as_deep_as_it_likes(void **state) {
    (void)state;
    char text[FAN_PROTOCOL_MESSAGE_MAX], why[FAN_PROTOCOL_WHY_MAX];
    memset(text, '[', sizeof text);
    assert_null(fan_protocol_read("Command", text, sizeof text, why));
    memset(text + sizeof text / 2, ']', sizeof text / 2);
    assert_null(fan_protocol_read("Command", text, sizeof text, why));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_are_taken_or_refused_with_the_reason),
        cmocka_unit_test(messages_have_a_longest_length),
        cmocka_unit_test(nests_as_deep_as_it_likes),
    };
    if (!fan_protocol_begin()) {
        return 1;
    }
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    fan_protocol_end();
    return failed;
}
