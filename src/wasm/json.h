/* A writer of JSON into memory that grows: what the page is answered in. */
#ifndef FAN_WASM_JSON_H
#define FAN_WASM_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Zero is empty. Once memory has run out nothing more is written. */
typedef struct FanJson {
    char *text; /* zero-ended once anything was written */
    size_t length, capacity;
    bool failed;
} FanJson;

/* Forgets the text, keeps the memory. */
void fan_json_clear(FanJson *json);

/* Gives the memory back. */
void fan_json_free(FanJson *json);

/* Plain text, as it is: for answers that are no JSON. */
void fan_json_raw(FanJson *json, const char *text);
void fan_json_bytes(FanJson *json, const char *bytes, size_t length);

/* Values and the beginnings and ends of objects and arrays; commas come by themselves. */
void fan_json_open(FanJson *json, char bracket);
void fan_json_close(FanJson *json, char bracket);
void fan_json_key(FanJson *json, const char *key); /* a plain word */
void fan_json_integer(FanJson *json, int64_t value);
void fan_json_boolean(FanJson *json, bool value);
void fan_json_null(FanJson *json);
void fan_json_string(FanJson *json, const char *value);

/* A string in pieces: "begin", any number of pieces, "end". */
void fan_json_string_begin(FanJson *json);
void fan_json_string_piece(FanJson *json, const char *bytes, size_t length);
void fan_json_string_end(FanJson *json);

#endif
