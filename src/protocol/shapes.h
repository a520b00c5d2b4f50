/* The schema's definitions, read once into what checking needs. */
#ifndef FAN_PROTOCOL_SHAPES_H
#define FAN_PROTOCOL_SHAPES_H

#include <jansson.h>
#include <regex.h>
#include <stdbool.h>
#include <stdint.h>

#include "protocol/protocol.h"

typedef enum ShapeKind {
    SHAPE_NONE, /* not read yet */
    SHAPE_BOOLEAN,
    SHAPE_NULL,
    SHAPE_NUMBER,
    SHAPE_INTEGER,
    SHAPE_STRING,
    SHAPE_WORD, /* one of a few strings: const, enum */
    SHAPE_ARRAY,
    SHAPE_OBJECT,
    SHAPE_CHOICE, /* oneOf */
    SHAPE_SAME,   /* $ref */
} ShapeKind;

enum { SHAPE_PARTS_MAX = 64 };

typedef struct Shape Shape;
struct Shape {
    ShapeKind kind;
    json_int_t least, most; /* of an integer; characters of a string; items of an array */
    regex_t pattern;
    bool has_pattern;
    bool open;         /* OBJECT: what is not named may be there, too */
    uint64_t required; /* OBJECT: bits of parts */
    const char *tells; /* CHOICE: the property whose word tells the alternative; NULL: none does */
    /* OBJECT: name → part; CHOICE that is told: word → part; WORD: word → anything. */
    json_t *index;
    const char **names; /* OBJECT: by part */
    Shape **parts;      /* OBJECT: properties; CHOICE: alternatives; ARRAY, SAME: the one */
    size_t count;
    Shape *next; /* in the list of all, to be freed */
};

typedef struct Shapes {
    json_t *names; /* name of a definition → its place */
    Shape **definitions;
    size_t count;
    Shape *all;
} Shapes;

/* Reads $defs. NULL without memory or with a schema that is not understood, and then *why says what
 * and where. The schema must outlive the shapes. */
Shapes *fan_shapes_new(json_t *schema, char why[FAN_PROTOCOL_WHY_MAX]);
void fan_shapes_free(Shapes *shapes);
/* NULL: there is none. */
const Shape *fan_shapes_find(const Shapes *shapes, const char *name);

/* Whether a value has a shape; if not, *why says where and why not. */
bool fan_shape_check(const Shape *shape, const json_t *value, char why[FAN_PROTOCOL_WHY_MAX]);

/* ask.c: the table of x-asks; false without memory, or with *why. */
bool fan_asks_begin(const json_t *schema, const Shapes *shapes, char why[FAN_PROTOCOL_WHY_MAX]);
void fan_asks_end(void);

#endif
