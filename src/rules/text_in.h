/* Characters of text from outside, as ASCII has them, whatever the locale of the program around us.
 */
#ifndef FAN_RULES_TEXT_IN_H
#define FAN_RULES_TEXT_IN_H

#include <stdbool.h>

static inline bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static inline char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static inline bool is_letter(char c) {
    return lower(c) >= 'a' && lower(c) <= 'z';
}

static inline bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

#endif
