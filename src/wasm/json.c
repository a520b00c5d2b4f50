#include "wasm/json.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 4096 };

static bool make_room(FanJson *json, size_t length) {
    size_t needed = json->length + length + 1;
    if (json->failed || needed <= json->capacity) {
        return !json->failed;
    }
    size_t capacity = json->capacity ? json->capacity : FIRST_CAPACITY;
    while (capacity < needed) {
        capacity *= 2;
    }
    char *text = realloc(json->text, capacity);
    if (text == NULL) {
        json->failed = true;
        return false;
    }
    json->text = text;
    json->capacity = capacity;
    return true;
}

static void append(FanJson *json, const char *text, size_t length) {
    if (make_room(json, length)) {
        memcpy(json->text + json->length, text, length);
        json->length += length;
        json->text[json->length] = '\0';
    }
}

static void append_char(FanJson *json, char c) {
    append(json, &c, 1);
}

/* Before a value or a key: a comma, unless it is the first of its object or array, or follows its
 * key. */
static void begin_item(FanJson *json) {
    char last = json->length > 0 ? json->text[json->length - 1] : '[';
    if (last != '[' && last != '{' && last != ':') {
        append_char(json, ',');
    }
}

void fan_json_clear(FanJson *json) {
    json->length = 0;
    json->failed = false;
}

void fan_json_free(FanJson *json) {
    free(json->text);
    *json = (FanJson){.text = NULL};
}

void fan_json_raw(FanJson *json, const char *text) {
    append(json, text, strlen(text));
}

void fan_json_bytes(FanJson *json, const char *bytes, size_t length) {
    append(json, bytes, length);
}

void fan_json_open(FanJson *json, char bracket) {
    begin_item(json);
    append_char(json, bracket);
}

void fan_json_close(FanJson *json, char bracket) {
    append_char(json, bracket);
}

void fan_json_key(FanJson *json, const char *key) {
    fan_json_string(json, key);
    append_char(json, ':');
}

void fan_json_integer(FanJson *json, int64_t value) {
    char digits[24];
    char *first = digits + sizeof digits;
    uint64_t rest = value < 0 ? -(uint64_t)value : (uint64_t)value;
    do {
        *--first = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    begin_item(json);
    if (value < 0) {
        append_char(json, '-');
    }
    append(json, first, (size_t)(digits + sizeof digits - first));
}

void fan_json_boolean(FanJson *json, bool value) {
    begin_item(json);
    fan_json_raw(json, value ? "true" : "false");
}

void fan_json_null(FanJson *json) {
    begin_item(json);
    fan_json_raw(json, "null");
}

void fan_json_string(FanJson *json, const char *value) {
    fan_json_string_begin(json);
    fan_json_string_piece(json, value, strlen(value));
    fan_json_string_end(json);
}

void fan_json_string_begin(FanJson *json) {
    begin_item(json);
    append_char(json, '"');
}

static void append_escaped(FanJson *json, char c) {
    static const char digits[] = "0123456789abcdef";
    if (c == '"' || c == '\\') {
        append_char(json, '\\');
    } else if ((unsigned char)c < ' ') {
        append(json, "\\u00", 4);
        append_char(json, digits[c >> 4]);
        c = digits[c & 15];
    }
    append_char(json, c);
}

void fan_json_string_piece(FanJson *json, const char *bytes, size_t length) {
    for (size_t i = 0; i < length; i++) {
        append_escaped(json, bytes[i]);
    }
}

void fan_json_string_end(FanJson *json) {
    append_char(json, '"');
}
