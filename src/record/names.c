#include "record/names.h"

#include "rules/text_in.h"

#include <string.h>

const TagName fan_tag_names[KNOWN_TAGS] = {
    [TAG_EVENT] = {"Event", "?"},
    [TAG_SITE] = {"Site", "?"},
    [TAG_DATE] = {"Date", "????.??.??"},
    [TAG_ROUND] = {"Round", "?"},
    [TAG_WHITE] = {"White", "?"},
    [TAG_BLACK] = {"Black", "?"},
    [TAG_RESULT] = {"Result", NULL},
    [TAG_VARIANT] = {"Variant", NULL},
    [TAG_RULES] = {"Rules", NULL},
    [TAG_FEN] = {"FEN", NULL},
    [TAG_TIME_CONTROL] = {"TimeControl", NULL},
    [TAG_TERMINATION] = {"Termination", NULL},
};

bool fan_tag_names_equal(const char *a, size_t a_length, const char *b, size_t b_length) {
    if (a_length != b_length) {
        return false;
    }
    for (size_t i = 0; i < a_length; i++) {
        if (lower(a[i]) != lower(b[i])) {
            return false;
        }
    }
    return true;
}

KnownTag fan_tag_known(const char *name, size_t length) {
    KnownTag tag = 0;
    while (tag < KNOWN_TAGS && !fan_tag_names_equal(name, length, fan_tag_names[tag].name,
                                                    strlen(fan_tag_names[tag].name))) {
        tag++;
    }
    return tag;
}

size_t fan_tag_name_length(const char *text, size_t length) {
    size_t at = 0;
    while (at < length && (is_letter(text[at]) || is_digit(text[at]) || text[at] == '_')) {
        at++;
    }
    return at;
}

bool fan_tag_is_unknown(KnownTag tag, const char *value, size_t length) {
    const char *unknown = tag < KNOWN_TAGS ? fan_tag_names[tag].unknown : NULL;
    return unknown && strlen(unknown) == length && memcmp(unknown, value, length) == 0;
}
