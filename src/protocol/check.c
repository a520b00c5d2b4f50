/* Whether a value has a shape, and if not, where and why. */
#include "protocol/shapes.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Where in the message one is; a list upwards that lives on the stack. */
typedef struct Place {
    const struct Place *up;
    const char *name; /* NULL: an item of an array */
    size_t item;
} Place;

typedef struct Check {
    char *why;
    size_t length;
} Check;

enum { SHOWN_MAX = 24 }; /* characters shown of a text from outside */

/* Adds to the sentence, which is cut where it ends. */
static void add(Check *check, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add(Check *check, const char *format, ...) {
    va_list arguments;
    size_t room = FAN_PROTOCOL_WHY_MAX - check->length;
    va_start(arguments, format);
    int length = vsnprintf(check->why + check->length, room, format, arguments);
    va_end(arguments);
    check->length += length < 0 ? 0 : (size_t)length < room ? (size_t)length : room - 1;
}

/* A text from outside: what is not plain ASCII is shown as `?`, so that the sentence can go
 * anywhere. */
static void add_foreign(Check *check, const char *text) {
    for (size_t i = 0; text[i] && i < SHOWN_MAX; i++) {
        bool plain = text[i] >= ' ' && text[i] <= '~' && text[i] != '"' && text[i] != '\\';
        add(check, "%c", plain ? text[i] : '?');
    }
}

static void add_place(Check *check, const Place *place) {
    if (!place) {
        return;
    }
    add_place(check, place->up);
    if (place->name) {
        add(check, "/");
        add_foreign(check, place->name);
    } else {
        add(check, "/%zu", place->item);
    }
}

/* Begins the sentence; always false. */
static bool fail(Check *check, const Place *place, const char *what) {
    check->length = 0;
    if (place) {
        add_place(check, place);
    } else {
        add(check, "/");
    }
    add(check, ": %s", what);
    return false;
}

static bool fail_number(Check *check, const Place *place, const char *what, json_int_t number) {
    fail(check, place, what);
    add(check, " %" JSON_INTEGER_FORMAT, number);
    return false;
}

static bool fail_text(Check *check, const Place *place, const char *what, const char *text) {
    fail(check, place, what);
    add(check, " \"");
    add_foreign(check, text);
    add(check, "\"");
    return false;
}

static bool check_value(Check *check, const Shape *shape, const json_t *value, const Place *place);

static json_int_t characters(const json_t *string) {
    const char *text = json_string_value(string);
    json_int_t count = 0;
    for (size_t i = 0; i < json_string_length(string); i++) {
        count += ((unsigned char)text[i] & 0xC0) != 0x80;
    }
    return count;
}

static bool check_string(Check *check, const Shape *shape, const json_t *value,
                         const Place *place) {
    if (!json_is_string(value)) {
        return fail(check, place, "is not a string");
    }
    json_int_t length = characters(value);
    if (length < shape->least) {
        return fail_number(check, place, "has fewer characters than", shape->least);
    }
    if (length > shape->most) {
        return fail_number(check, place, "has more characters than", shape->most);
    }
    if (shape->has_pattern && regexec(&shape->pattern, json_string_value(value), 0, NULL, 0) != 0) {
        return fail_text(check, place, "is not of the form asked for:", json_string_value(value));
    }
    return true;
}

static bool check_integer(Check *check, const Shape *shape, const json_t *value,
                          const Place *place) {
    if (!json_is_integer(value)) {
        return fail(check, place, "is not a whole number");
    }
    if (json_integer_value(value) < shape->least) {
        return fail_number(check, place, "is less than", shape->least);
    }
    if (json_integer_value(value) > shape->most) {
        return fail_number(check, place, "is more than", shape->most);
    }
    return true;
}

static bool check_word(Check *check, const Shape *shape, const json_t *value, const Place *place) {
    if (!json_is_string(value)) {
        return fail(check, place, "is not a string");
    }
    return json_object_get(shape->index, json_string_value(value)) ||
           fail_text(check, place, "is not one of the words allowed:", json_string_value(value));
}

static bool check_array(Check *check, const Shape *shape, const json_t *value, const Place *place) {
    size_t i;
    const json_t *item;
    json_int_t count = (json_int_t)json_array_size(value);
    if (!json_is_array(value)) {
        return fail(check, place, "is not an array");
    }
    if (count < shape->least) {
        return fail_number(check, place, "has fewer items than", shape->least);
    }
    if (count > shape->most) {
        return fail_number(check, place, "has more items than", shape->most);
    }
    json_array_foreach(value, i, item) {
        Place within = {.up = place, .item = i};
        if (!check_value(check, shape->parts[0], item, &within)) {
            return false;
        }
    }
    return true;
}

static bool check_required(Check *check, const Shape *shape, uint64_t seen, const Place *place) {
    uint64_t missing = shape->required & ~seen;
    return !missing || fail_text(check, place, "lacks", shape->names[__builtin_ctzll(missing)]);
}

static bool check_object(Check *check, const Shape *shape, const json_t *value,
                         const Place *place) {
    const char *name;
    json_t *property;
    uint64_t seen = 0;
    if (!json_is_object(value)) {
        return fail(check, place, "is not an object");
    }
    /* The iteration changes nothing; jansson has no const one. */
    json_object_foreach((json_t *)(uintptr_t)value, name, property) {
        Place within = {.up = place, .name = name};
        const json_t *part = json_object_get(shape->index, name);
        if (!part && !shape->open) {
            return fail_text(check, place, "has what is not known:", name);
        }
        if (part &&
            !check_value(check, shape->parts[json_integer_value(part)], property, &within)) {
            return false;
        }
        seen |= part ? UINT64_C(1) << json_integer_value(part) : 0;
    }
    return check_required(check, shape, seen, place);
}

static bool check_told(Check *check, const Shape *shape, const json_t *value, const Place *place) {
    const json_t *word = json_object_get(value, shape->tells);
    Place within = {.up = place, .name = shape->tells};
    if (!json_is_object(value)) {
        return fail(check, place, "is not an object");
    }
    if (!word) {
        return fail_text(check, place, "lacks", shape->tells);
    }
    if (!json_is_string(word)) {
        return fail(check, &within, "is not a string");
    }
    const json_t *part = json_object_get(shape->index, json_string_value(word));
    return part ? check_value(check, shape->parts[json_integer_value(part)], value, place)
                : fail_text(check, &within,
                            "is not one of the words allowed:", json_string_value(word));
}

static bool check_choice(Check *check, const Shape *shape, const json_t *value,
                         const Place *place) {
    if (shape->tells) {
        return check_told(check, shape, value, place);
    }
    for (size_t i = 0; i < shape->count; i++) {
        if (check_value(check, shape->parts[i], value, place)) {
            return true;
        }
    }
    return fail(check, place, "has none of the forms allowed");
}

static bool check_value(Check *check, const Shape *shape, const json_t *value, const Place *place) {
    switch (shape->kind) {
    case SHAPE_BOOLEAN:
        return json_is_boolean(value) || fail(check, place, "is neither true nor false");
    case SHAPE_NULL:
        return json_is_null(value) || fail(check, place, "is not null");
    case SHAPE_NUMBER:
        return json_is_number(value) || fail(check, place, "is not a number");
    case SHAPE_INTEGER:
        return check_integer(check, shape, value, place);
    case SHAPE_STRING:
        return check_string(check, shape, value, place);
    case SHAPE_WORD:
        return check_word(check, shape, value, place);
    case SHAPE_ARRAY:
        return check_array(check, shape, value, place);
    case SHAPE_OBJECT:
        return check_object(check, shape, value, place);
    case SHAPE_CHOICE:
        return check_choice(check, shape, value, place);
    case SHAPE_SAME:
        return check_value(check, shape->parts[0], value, place);
    case SHAPE_NONE:
        break;
    }
    return fail(check, place, "cannot be checked");
}

bool fan_shape_check(const Shape *shape, const json_t *value, char why[FAN_PROTOCOL_WHY_MAX]) {
    Check check = {.why = why};
    why[0] = '\0';
    bool fine = check_value(&check, shape, value, NULL);
    if (fine) {
        why[0] = '\0'; /* what an alternative that did not fit has left */
    }
    return fine;
}
