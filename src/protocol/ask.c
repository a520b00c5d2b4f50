/* The table of HTTP requests, and refusals as they are answered. */
#include "protocol/ask.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/shapes.h"

enum {
    PARAMETERS_MAX = 2,   /* in a path */
    VALUE_MAX_BYTES = 64, /* of a parameter in a path */
    ALLOW_MAX_BYTES = 64,
};

/* What fills the {parameter} of a path: signs that need no escape and end at `.` and `/`. */
static const char value_signs[] =
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-";

static struct {
    FanAsk *asks;
    const json_t **parameters; /* by ask: name → definition */
    size_t count;
    const Shapes *shapes;
} table;

/* --- the table ---------------------------------------------------------------------------------
 */

static const char *word(const json_t *ask, const char *name) {
    return json_string_value(json_object_get(ask, name));
}

/* Whether every value of the object names a definition. */
static bool all_defined(const json_t *names, const Shapes *shapes) {
    const char *name;
    json_t *definition;
    json_object_foreach((json_t *)(uintptr_t)names, name, definition) {
        if (!json_is_string(definition) ||
            !fan_shapes_find(shapes, json_string_value(definition))) {
            return false;
        }
    }
    return true;
}

static bool is_sound(const FanAsk *ask, const json_t *parameters, const Shapes *shapes) {
    return ask->method && ask->path && ask->needs && ask->status &&
           (!ask->body || fan_shapes_find(shapes, ask->body)) && all_defined(ask->query, shapes) &&
           all_defined(parameters, shapes);
}

static bool take_ask(const char *name, const json_t *ask, const Shapes *shapes) {
    FanAsk *row = &table.asks[table.count];
    *row = (FanAsk){
        .name = name,
        .method = word(ask, "method"),
        .path = word(ask, "path"),
        .needs = word(ask, "needs"),
        .body = word(ask, "body"),
        .query = json_object_get(ask, "query"),
        .status = (unsigned)json_integer_value(json_object_get(ask, "status")),
    };
    table.parameters[table.count] = json_object_get(ask, "parameters");
    return is_sound(row, table.parameters[table.count++], shapes);
}

bool fan_asks_begin(const json_t *schema, const Shapes *shapes, char why[FAN_PROTOCOL_WHY_MAX]) {
    json_t *asks = json_object_get(schema, "x-asks");
    const char *name;
    json_t *ask;
    table.asks = calloc(json_object_size(asks) + 1, sizeof *table.asks);
    table.parameters = calloc(json_object_size(asks) + 1, sizeof *table.parameters);
    table.shapes = shapes;
    if (!table.asks || !table.parameters) {
        snprintf(why, FAN_PROTOCOL_WHY_MAX, "no memory");
        return false;
    }
    json_object_foreach(asks, name, ask) {
        if (!take_ask(name, ask, shapes)) {
            snprintf(why, FAN_PROTOCOL_WHY_MAX, "x-asks: %s is not sound", name);
            return false;
        }
    }
    return true;
}

void fan_asks_end(void) {
    free(table.asks);
    free(table.parameters);
    table.asks = NULL;
    table.parameters = NULL;
    table.count = 0;
}

/* --- paths -------------------------------------------------------------------------------------
 */

/* What a path says. */
typedef struct Found {
    char name[PARAMETERS_MAX][VALUE_MAX_BYTES];
    char value[PARAMETERS_MAX][VALUE_MAX_BYTES];
    size_t count;
} Found;

static bool take_text(char to[VALUE_MAX_BYTES], const char *text, size_t length) {
    if (length == 0 || length >= VALUE_MAX_BYTES) {
        return false;
    }
    memcpy(to, text, length);
    to[length] = '\0';
    return true;
}

/* Reads a path by "/games/{game}.fgn". */
static bool match(const char *pattern, const char *path, Found *found) {
    found->count = 0;
    while (*pattern) {
        if (*pattern != '{') {
            if (*pattern++ != *path++) {
                return false;
            }
            continue;
        }
        size_t name = strcspn(++pattern, "}"), value = strspn(path, value_signs);
        if (found->count == PARAMETERS_MAX ||
            !take_text(found->name[found->count], pattern, name) ||
            !take_text(found->value[found->count], path, value)) {
            return false;
        }
        found->count++;
        pattern += name + 1;
        path += value;
    }
    return *path == '\0';
}

/* Checks a value against its definition, a number if that wants one. NULL: it is not so. */
static json_t *read_value(const char *definition, const char *text,
                          char why[FAN_PROTOCOL_WHY_MAX]) {
    const Shape *shape = fan_shapes_find(table.shapes, definition);
    json_t *value = NULL;
    while (shape->kind == SHAPE_SAME) {
        shape = shape->parts[0];
    }
    if (shape->kind == SHAPE_INTEGER) {
        size_t digits = strspn(text, "0123456789");
        if (digits > 0 && digits < 17 && !text[digits]) {
            value = json_integer(strtoll(text, NULL, 10));
        }
    } else {
        value = json_string(text);
    }
    if (!value) {
        snprintf(why, FAN_PROTOCOL_WHY_MAX, "is not %s",
                 shape->kind == SHAPE_INTEGER ? "a whole number" : "text");
        return NULL;
    }
    if (!fan_shape_check(shape, value, why)) {
        json_decref(value);
        return NULL;
    }
    return value;
}

/* Puts the path's values where the caller wants them, if they are what they must be. */
static bool give_values(const Found *found, const json_t *parameters, json_t *values) {
    char why[FAN_PROTOCOL_WHY_MAX];
    for (size_t i = 0; i < found->count; i++) {
        const char *definition = json_string_value(json_object_get(parameters, found->name[i]));
        json_t *value = definition ? read_value(definition, found->value[i], why) : NULL;
        if (!value || json_object_set_new(values, found->name[i], value) != 0) {
            return false;
        }
    }
    return true;
}

static void add_method(char allow[ALLOW_MAX_BYTES], const char *method) {
    size_t length = strlen(allow);
    snprintf(allow + length, ALLOW_MAX_BYTES - length, "%s%s", length ? ", " : "", method);
}

const FanAsk *fan_ask_find(const char *method, const char *path, json_t *values, char allow[64]) {
    Found found;
    allow[0] = '\0';
    for (size_t i = 0; i < table.count; i++) {
        const FanAsk *ask = &table.asks[i];
        if (!match(ask->path, path, &found) || !give_values(&found, table.parameters[i], values)) {
            continue;
        }
        if (strcmp(ask->method, method) == 0) {
            allow[0] = '\0';
            return ask;
        }
        add_method(allow, ask->method);
    }
    return NULL;
}

bool fan_ask_take(const FanAsk *ask, const char *name, const char *text, json_t *values,
                  char why[FAN_PROTOCOL_WHY_MAX]) {
    const char *definition = json_string_value(json_object_get(ask->query, name));
    char fault[FAN_PROTOCOL_WHY_MAX];
    if (!definition) {
        snprintf(why, FAN_PROTOCOL_WHY_MAX, "a parameter that this request does not have");
        return false;
    }
    if (json_object_get(values, name)) {
        snprintf(why, FAN_PROTOCOL_WHY_MAX, "%s: given twice", name);
        return false;
    }
    json_t *value = read_value(definition, text, fault);
    if (!value || json_object_set_new(values, name, value) != 0) {
        /* The place in the value is the value itself, "/: ". */
        snprintf(why, FAN_PROTOCOL_WHY_MAX, "%.40s: %.200s", name,
                 strncmp(fault, "/: ", 3) == 0 ? fault + 3 : fault);
        return false;
    }
    return true;
}

/* --- refusals ----------------------------------------------------------------------------------
 */

json_t *fan_refusal_body(const char *reason, const char *text) {
    return json_pack("{s:{s:s, s:s}}", "why", "reason", reason, "text", text);
}

unsigned fan_refusal_status(const char *reason) {
    static const struct {
        const char *reason;
        unsigned status;
    } rows[] = {
        {"malformed", 400},       {"unknown", 404},        {"no-game", 404},
        {"no-seat", 403},         {"seat-taken", 409},     {"own-game", 409},
        {"not-your-turn", 409},   {"illegal", 422},        {"stale", 409},
        {"repeated", 409},        {"over", 409},           {"not-now", 409},
        {"not-begun", 409},       {"too-late", 409},       {"not-absent", 409},
        {"nothing-offered", 409}, {"no-seek", 404},        {"own-seek", 409},
        {"rating-range", 403},    {"rules", 422},          {"needs-account", 403},
        {"needs-player", 401},    {"blocked", 403},        {"too-fast", 429},
        {"too-many", 429},        {"draining", 503},       {"storage", 503},
        {"name-taken", 409},      {"wrong-password", 403}, {"not-allowed", 403},
        {"protocol", 400},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (strcmp(rows[i].reason, reason) == 0) {
            return rows[i].status;
        }
    }
    return 500;
}
