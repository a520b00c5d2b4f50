/* The net protocol as a file: protocol/v1.schema.json, embedded, and the checking of messages by
 * it.
 *
 * The schema is JSON Schema (2020-12), of which only these words are used and understood: $ref
 * within #/$defs, type (of one), properties, required, additionalProperties (false), enum and const
 * (of strings), minimum, maximum, minLength, maxLength (in characters), pattern (POSIX extended),
 * items, minItems, maxItems, oneOf, description – and at the top x-asks, the table of HTTP
 * requests. With any other word in it fan_protocol_begin fails. Alternatives of oneOf that each
 * have a property with a const are told apart by it, in constant time. */
#ifndef FAN_PROTOCOL_PROTOCOL_H
#define FAN_PROTOCOL_PROTOCOL_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

enum {
    FAN_PROTOCOL_VERSION = 1,
    FAN_PROTOCOL_OLDEST = 1,         /* the oldest version that is still served */
    FAN_PROTOCOL_MESSAGE_MAX = 4096, /* bytes of a client's message or a request's body */
    FAN_PROTOCOL_WHY_MAX = 256,
};

/* Reads text as JSON – no duplicate keys, no trailing bytes, at most FAN_PROTOCOL_MESSAGE_MAX – and
 * checks it against $defs.NAME. Returns the value (to be released) or NULL with a sentence in why:
 * what, where (as a path, /clock/base_s), why. `name` must be one of the schema. Threads: any,
 * after fan_protocol_begin. */
json_t *fan_protocol_read(const char *name, const char *text, size_t length,
                          char why[FAN_PROTOCOL_WHY_MAX]);
/* The same for a value at hand. */
bool fan_protocol_check(const char *name, const json_t *value, char why[FAN_PROTOCOL_WHY_MAX]);

/* Reads the embedded schema; false without memory. Again while it is read is fine. Not thread safe.
 */
bool fan_protocol_begin(void);
void fan_protocol_end(void);

/* One request of HTTP (x-asks). Static while the schema is. */
typedef struct FanAsk {
    const char *name;    /* "game.events" */
    const char *method;  /* "GET" */
    const char *path;    /* "/api/v1/games/{game}/events" */
    const char *needs;   /* "nobody", "player", "account" */
    const char *body;    /* name of its body's definition; NULL: it has none */
    const json_t *query; /* parameter → definition; NULL: it takes none */
    unsigned status;     /* of the answer when all is fine */
} FanAsk;

/* The request of a method and a path. NULL: none; then *allow (room for 64) lists the methods the
 * path has, or is "". Values of the path's {parameters} are put into `values`, a JSON object of the
 * caller's; a path with a value that is not what its definition says is none. */
const FanAsk *fan_ask_find(const char *method, const char *path, json_t *values, char allow[64]);

/* One parameter of the query, its escapes read, into `values`: a number where its definition wants
 * one. False with a sentence in why: the request has no such parameter, it was given already, or it
 * is not what its definition says. */
bool fan_ask_take(const FanAsk *ask, const char *name, const char *text, json_t *values,
                  char why[FAN_PROTOCOL_WHY_MAX]);

/* The schema's text, as it is served. */
extern const unsigned char fan_protocol_text[];
extern const size_t fan_protocol_text_size;

#endif
