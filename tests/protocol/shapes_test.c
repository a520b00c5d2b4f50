/* A schema with what is not understood is refused as a whole: it would be a check not made. */
#include "protocol/shapes.h"

#include <string.h>

#include "support/test.h"

static const struct {
    const char *definitions, *why;
} broken[] = {
    {"{'A': 1}", "A: not an object"},
    {"{'A': {}}", "A: says nothing"},
    {"{'A': {'type': 'strin'}}", "A: no such type: strin"},
    {"{'A': {'type': 'string', 'format': 'date'}}", "A: a word that is not understood: format"},
    {"{'A': {'type': 'string', 'pattern': '('}}", "A: the pattern cannot be read"},
    {"{'A': {'$ref': '#/$defs/B'}}", "A: no such definition: #/$defs/B"},
    {"{'A': {'enum': []}}", "A: no words"},
    {"{'A': {'enum': [1]}}", "A: a word that is no string"},
    {"{'A': {'type': 'array'}}", "A: an array without items"},
    {"{'A': {'type': 'object', 'properties': {}, 'required': ['x']}}",
     "A: requires a property that it does not have"},
    {"{'A': {'oneOf': [{'type': 'object', 'properties': {'k': {'const': 'x'}}},"
     "{'type': 'object', 'properties': {'k': {'const': 'x'}}}]}}",
     "A: two alternatives have one word"},
};

/* The definitions with " for '. */
static json_t *schema_of(const char *definitions) {
    char text[512] = "{\"$defs\": ";
    size_t length = strlen(text);
    for (; *definitions; definitions++) {
        text[length++] = *definitions == '\'' ? '"' : *definitions;
    }
    text[length++] = '}';
    json_t *schema = json_loadb(text, length, 0, NULL);
    assert_non_null(schema);
    return schema;
}

static void what_is_not_understood_is_refused(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        char why[FAN_PROTOCOL_WHY_MAX] = "";
        json_t *schema = schema_of(broken[i].definitions);
        Shapes *shapes = fan_shapes_new(schema, why);
        if (shapes || strcmp(why, broken[i].why) != 0) {
            fail_msg("%s: \"%s\"", broken[i].definitions, why);
        }
        json_decref(schema);
    }
}

static void references_lead_forward_and_back(void **state) {
    (void)state;
    char why[FAN_PROTOCOL_WHY_MAX];
    json_t *schema = schema_of("{'A': {'$ref': '#/$defs/B'}, 'B': {'type': 'integer'},"
                               "'C': {'type': 'array', 'items': {'$ref': '#/$defs/A'}}}");
    Shapes *shapes = fan_shapes_new(schema, why);
    json_t *numbers = json_pack("[i, i]", 1, 2), *others = json_pack("[i, s]", 1, "x");
    assert_non_null(shapes);
    assert_null(fan_shapes_find(shapes, "D"));
    assert_true(fan_shape_check(fan_shapes_find(shapes, "C"), numbers, why));
    assert_string_equal(why, "");
    assert_true(!fan_shape_check(fan_shapes_find(shapes, "C"), others, why));
    assert_string_equal(why, "/1: is not a whole number");
    fan_shapes_free(shapes);
    json_decref(schema);
    json_decref(numbers);
    json_decref(others);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_not_understood_is_refused),
        cmocka_unit_test(references_lead_forward_and_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
