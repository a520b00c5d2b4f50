/* Writing into text of the caller without ever leaving it; the library knows no stdio. What does
 * not fit is cut. */
#ifndef FAN_RULES_TEXT_OUT_H
#define FAN_RULES_TEXT_OUT_H

#include <fanorona/rules.h>

typedef struct Out {
    char *text;
    size_t size, length;
} Out;

/* `size` counts the final zero; 0 writes nothing. */
static inline Out out_begin(char *text, size_t size) {
    return (Out){.text = text, .size = size};
}

static inline void out_char(Out *out, char c) {
    if (out->length + 1 < out->size) {
        out->text[out->length++] = c;
    }
}

static inline void out_bytes(Out *out, const char *bytes, size_t length) {
    for (size_t i = 0; i < length; i++) {
        out_char(out, bytes[i]);
    }
}

static inline void out_text(Out *out, const char *text) {
    for (; *text; text++) {
        out_char(out, *text);
    }
}

static inline void out_number(Out *out, size_t number) {
    char digits[20];
    int count = 0;
    do {
        digits[count++] = (char)('0' + number % 10);
    } while ((number /= 10) > 0);
    while (count > 0) {
        out_char(out, digits[--count]);
    }
}

/* Text from outside, in quotes: cut when long, and what a terminal might obey shown as `?`. */
static inline void out_quoted(Out *out, const char *text, size_t length) {
    enum { SHOWN = 32 };
    out_char(out, '"');
    for (size_t i = 0; i < length && i < SHOWN; i++) {
        out_char(out, text[i] >= ' ' && text[i] <= '~' ? text[i] : '?');
    }
    out_text(out, length > SHOWN ? "...\"" : "\"");
}

/* " (R3.1)"; nothing for no clause. */
static inline void out_clause(Out *out, FanClause clause) {
    char text[FAN_CLAUSE_TEXT_MAX];
    if (clause) {
        out_text(out, " (");
        out_text(out, fan_clause_write(clause, text));
        out_char(out, ')');
    }
}

/* Ends the text with its zero and returns its length. */
static inline size_t out_end(Out *out) {
    if (out->size) {
        out->text[out->length] = '\0';
    }
    return out->length;
}

#endif
