#include "protocol/shapes.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A reading of the schema: what it makes, and where a fault is told. */
typedef struct Reader {
    Shapes *shapes;
    const char *definition; /* the one being read */
    char *why;
} Reader;

static bool fail(Reader *reader, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool fail(Reader *reader, const char *format, ...) {
    va_list arguments;
    int length = snprintf(reader->why, FAN_PROTOCOL_WHY_MAX, "%s: ", reader->definition);
    va_start(arguments, format);
    vsnprintf(reader->why + length, FAN_PROTOCOL_WHY_MAX - (size_t)length, format, arguments);
    va_end(arguments);
    return false;
}

static bool out_of_memory(Reader *reader) {
    return fail(reader, "no memory");
}

static bool read_shape(Reader *reader, Shape *shape, json_t *schema);

static Shape *new_shape(Shapes *shapes) {
    Shape *shape = calloc(1, sizeof *shape);
    if (shape) {
        shape->next = shapes->all;
        shapes->all = shape;
    }
    return shape;
}

static bool give_parts(Reader *reader, Shape *shape, size_t count) {
    if (count > SHAPE_PARTS_MAX) {
        return fail(reader, "%zu parts are too many", count);
    }
    shape->index = json_object();
    shape->names = calloc(count + 1, sizeof *shape->names);
    shape->parts = calloc(count + 1, sizeof *shape->parts);
    shape->count = count;
    return (shape->index && shape->names && shape->parts) || out_of_memory(reader);
}

/* Reads one part of a shape. */
static bool read_part(Reader *reader, Shape *shape, size_t part, json_t *schema) {
    shape->parts[part] = new_shape(reader->shapes);
    return shape->parts[part] ? read_shape(reader, shape->parts[part], schema)
                              : out_of_memory(reader);
}

static bool index_part(Reader *reader, Shape *shape, const char *name, size_t part) {
    return json_object_set_new(shape->index, name, json_integer((json_int_t)part)) == 0 ||
           out_of_memory(reader);
}

static json_int_t bound(const json_t *schema, const char *name, json_int_t otherwise) {
    const json_t *value = json_object_get(schema, name);
    return json_is_integer(value) ? json_integer_value(value) : otherwise;
}

static bool read_words(Reader *reader, Shape *shape, const json_t *words) {
    size_t i;
    const json_t *word;
    shape->kind = SHAPE_WORD;
    if (!give_parts(reader, shape, 0)) {
        return false;
    }
    json_array_foreach(words, i, word) {
        if (!json_is_string(word)) {
            return fail(reader, "a word that is no string");
        }
        if (!index_part(reader, shape, json_string_value(word), i)) {
            return false;
        }
    }
    return i > 0 || fail(reader, "no words");
}

static bool read_constant(Reader *reader, Shape *shape, json_t *word) {
    json_t *words = json_pack("[O]", word);
    bool fine = words ? read_words(reader, shape, words) : out_of_memory(reader);
    json_decref(words);
    return fine;
}

static bool read_string(Reader *reader, Shape *shape, const json_t *schema) {
    const char *pattern = json_string_value(json_object_get(schema, "pattern"));
    shape->kind = SHAPE_STRING;
    shape->least = bound(schema, "minLength", 0);
    shape->most = bound(schema, "maxLength", FAN_PROTOCOL_MESSAGE_MAX);
    if (!pattern) {
        return true;
    }
    shape->has_pattern = regcomp(&shape->pattern, pattern, REG_EXTENDED | REG_NOSUB) == 0;
    return shape->has_pattern || fail(reader, "the pattern cannot be read");
}

static bool read_integer(Reader *reader, Shape *shape, const json_t *schema) {
    (void)reader;
    shape->kind = SHAPE_INTEGER;
    shape->least = bound(schema, "minimum", INT64_MIN);
    shape->most = bound(schema, "maximum", INT64_MAX);
    return true;
}

static bool read_array(Reader *reader, Shape *shape, json_t *schema) {
    json_t *items = json_object_get(schema, "items");
    shape->kind = SHAPE_ARRAY;
    shape->least = bound(schema, "minItems", 0);
    shape->most = bound(schema, "maxItems", INT64_MAX);
    return items ? give_parts(reader, shape, 1) && read_part(reader, shape, 0, items)
                 : fail(reader, "an array without items");
}

static bool read_required(Reader *reader, Shape *shape, const json_t *required) {
    size_t i;
    const json_t *name;
    json_array_foreach(required, i, name) {
        const json_t *part = json_object_get(shape->index, json_string_value(name));
        if (!part) {
            return fail(reader, "requires a property that it does not have");
        }
        shape->required |= UINT64_C(1) << json_integer_value(part);
    }
    return true;
}

static bool read_object(Reader *reader, Shape *shape, json_t *schema) {
    json_t *properties = json_object_get(schema, "properties");
    const char *name;
    json_t *property;
    size_t part = 0;
    shape->kind = SHAPE_OBJECT;
    shape->open = !json_is_false(json_object_get(schema, "additionalProperties"));
    if (!give_parts(reader, shape, json_object_size(properties))) {
        return false;
    }
    json_object_foreach(properties, name, property) {
        shape->names[part] = name;
        if (!index_part(reader, shape, name, part) || !read_part(reader, shape, part++, property)) {
            return false;
        }
    }
    return read_required(reader, shape, json_object_get(schema, "required"));
}

/* The word a property of an alternative must be; NULL if it may be several. */
static const char *constant_of(const json_t *alternative, const char *property) {
    const json_t *properties = json_object_get(alternative, "properties");
    return json_string_value(json_object_get(json_object_get(properties, property), "const"));
}

static bool all_have(const json_t *alternatives, const char *property) {
    size_t i;
    const json_t *alternative;
    json_array_foreach(alternatives, i, alternative) {
        if (!constant_of(alternative, property)) {
            return false;
        }
    }
    return true;
}

/* The property by whose word alternatives are told apart. */
static const char *find_tells(const json_t *alternatives) {
    const char *name;
    json_t *property;
    json_t *first = json_object_get(json_array_get(alternatives, 0), "properties");
    json_object_foreach(first, name, property) {
        if (all_have(alternatives, name)) {
            return name;
        }
    }
    return NULL;
}

static bool read_choice(Reader *reader, Shape *shape, const json_t *alternatives) {
    size_t i;
    json_t *alternative;
    shape->kind = SHAPE_CHOICE;
    shape->tells = find_tells(alternatives);
    if (!give_parts(reader, shape, json_array_size(alternatives))) {
        return false;
    }
    json_array_foreach(alternatives, i, alternative) {
        if (!read_part(reader, shape, i, alternative) ||
            (shape->tells &&
             !index_part(reader, shape, constant_of(alternative, shape->tells), i))) {
            return false;
        }
    }
    return (!shape->tells || json_object_size(shape->index) == i) ||
           fail(reader, "two alternatives have one word");
}

static bool read_reference(Reader *reader, Shape *shape, const char *reference) {
    static const char within[] = "#/$defs/";
    const json_t *place = NULL;
    shape->kind = SHAPE_SAME;
    if (reference && strncmp(reference, within, sizeof within - 1) == 0) {
        place = json_object_get(reader->shapes->names, reference + sizeof within - 1);
    }
    if (!place) {
        return fail(reader, "no such definition: %s", reference ? reference : "?");
    }
    if (!give_parts(reader, shape, 1)) {
        return false;
    }
    shape->parts[0] = reader->shapes->definitions[json_integer_value(place)];
    return true;
}

static bool read_type(Reader *reader, Shape *shape, json_t *schema, const char *type) {
    if (strcmp(type, "string") == 0) {
        return read_string(reader, shape, schema);
    }
    if (strcmp(type, "integer") == 0) {
        return read_integer(reader, shape, schema);
    }
    if (strcmp(type, "array") == 0) {
        return read_array(reader, shape, schema);
    }
    if (strcmp(type, "object") == 0) {
        return read_object(reader, shape, schema);
    }
    shape->kind = strcmp(type, "boolean") == 0  ? SHAPE_BOOLEAN
                  : strcmp(type, "null") == 0   ? SHAPE_NULL
                  : strcmp(type, "number") == 0 ? SHAPE_NUMBER
                                                : SHAPE_NONE;
    return shape->kind != SHAPE_NONE || fail(reader, "no such type: %s", type);
}

/* A word of the schema that is not understood would be a check that is not made. */
static bool read_only_known(Reader *reader, json_t *schema) {
    static const char *const known[] = {
        "$ref",      "type",        "properties", "required", "additionalProperties",
        "enum",      "const",       "minimum",    "maximum",  "minLength",
        "maxLength", "pattern",     "items",      "minItems", "maxItems",
        "oneOf",     "description",
    };
    const char *word;
    json_t *value;
    json_object_foreach(schema, word, value) {
        bool found = false;
        for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
            found = found || strcmp(word, known[i]) == 0;
        }
        if (!found) {
            return fail(reader, "a word that is not understood: %s", word);
        }
    }
    return true;
}

static bool read_shape(Reader *reader, Shape *shape, json_t *schema) {
    json_t *words = json_object_get(schema, "enum"), *constant = json_object_get(schema, "const");
    json_t *reference = json_object_get(schema, "$ref");
    json_t *alternatives = json_object_get(schema, "oneOf");
    const char *type = json_string_value(json_object_get(schema, "type"));
    if (!json_is_object(schema)) {
        return fail(reader, "not an object");
    }
    if (!read_only_known(reader, schema)) {
        return false;
    }
    return reference      ? read_reference(reader, shape, json_string_value(reference))
           : words        ? read_words(reader, shape, words)
           : constant     ? read_constant(reader, shape, constant)
           : alternatives ? read_choice(reader, shape, alternatives)
           : type         ? read_type(reader, shape, schema, type)
                          : fail(reader, "says nothing");
}

static bool name_definitions(Reader *reader, json_t *definitions) {
    Shapes *shapes = reader->shapes;
    const char *name;
    json_t *definition;
    shapes->names = json_object();
    shapes->definitions = calloc(json_object_size(definitions) + 1, sizeof *shapes->definitions);
    if (!shapes->names || !shapes->definitions) {
        return out_of_memory(reader);
    }
    json_object_foreach(definitions, name, definition) {
        shapes->definitions[shapes->count] = new_shape(shapes);
        if (!shapes->definitions[shapes->count] ||
            json_object_set_new(shapes->names, name, json_integer((json_int_t)shapes->count)) !=
                0) {
            return out_of_memory(reader);
        }
        shapes->count++;
    }
    return true;
}

static bool read_definitions(Reader *reader, json_t *definitions) {
    const char *name;
    json_t *definition;
    size_t i = 0;
    if (!name_definitions(reader, definitions)) {
        return false;
    }
    json_object_foreach(definitions, name, definition) {
        reader->definition = name;
        if (!read_shape(reader, reader->shapes->definitions[i++], definition)) {
            return false;
        }
    }
    return true;
}

Shapes *fan_shapes_new(json_t *schema, char why[FAN_PROTOCOL_WHY_MAX]) {
    Reader reader = {.shapes = calloc(1, sizeof *reader.shapes), .definition = "$defs"};
    reader.why = why;
    if (!reader.shapes) {
        out_of_memory(&reader);
        return NULL;
    }
    if (!read_definitions(&reader, json_object_get(schema, "$defs"))) {
        fan_shapes_free(reader.shapes);
        return NULL;
    }
    return reader.shapes;
}

static void free_shape(Shape *shape) {
    if (shape->has_pattern) {
        regfree(&shape->pattern);
    }
    json_decref(shape->index);
    free(shape->names);
    free(shape->parts);
    free(shape);
}

void fan_shapes_free(Shapes *shapes) {
    if (!shapes) {
        return;
    }
    while (shapes->all) {
        Shape *shape = shapes->all;
        shapes->all = shape->next;
        free_shape(shape);
    }
    json_decref(shapes->names);
    free(shapes->definitions);
    free(shapes);
}

const Shape *fan_shapes_find(const Shapes *shapes, const char *name) {
    const json_t *place = json_object_get(shapes->names, name);
    return place ? shapes->definitions[json_integer_value(place)] : NULL;
}
