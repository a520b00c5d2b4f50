#include "ugi/words.h"

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\0';
}

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

FanWord fan_word_next(FanWord *rest) {
    while (rest->length && is_blank(*rest->text)) {
        rest->text++, rest->length--;
    }
    FanWord word = {rest->text, 0};
    while (rest->length && !is_blank(*rest->text)) {
        rest->text++, rest->length--, word.length++;
    }
    return word;
}

FanWord fan_word_rest(FanWord rest) {
    while (rest.length && is_blank(*rest.text)) {
        rest.text++, rest.length--;
    }
    while (rest.length && is_blank(rest.text[rest.length - 1])) {
        rest.length--;
    }
    return rest;
}

bool fan_word_is(FanWord word, const char *name) {
    size_t at = 0;
    while (at < word.length && name[at] && lower(word.text[at]) == lower(name[at])) {
        at++;
    }
    return at == word.length && !name[at];
}

bool fan_word_number(FanWord word, uint64_t *number) {
    bool negative = word.length > 1 && *word.text == '-';
    uint64_t value = 0;
    for (size_t i = negative; i < word.length; i++) {
        char c = word.text[i];
        if (c < '0' || c > '9' || value > UINT64_MAX / 256) {
            return false;
        }
        value = value * 10 + (uint64_t)(c - '0');
    }
    *number = negative ? 0 : value;
    return word.length > 0;
}
