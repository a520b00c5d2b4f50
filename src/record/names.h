/* The tags that R9.5 knows, in the order in which they are written. */
#ifndef FAN_RECORD_NAMES_H
#define FAN_RECORD_NAMES_H

#include <stdbool.h>
#include <stddef.h>

typedef enum KnownTag {
    TAG_EVENT,
    TAG_SITE,
    TAG_DATE,
    TAG_ROUND,
    TAG_WHITE,
    TAG_BLACK,
    TAG_RESULT,
    TAG_VARIANT,
    TAG_RULES,
    TAG_FEN,
    TAG_TIME_CONTROL,
    TAG_TERMINATION,
    KNOWN_TAGS, /* any other */
} KnownTag;

typedef struct TagName {
    const char *name;
    const char *unknown; /* what is written where there is no value: as good as no tag; NULL if the
                            tag is left out */
} TagName;

extern const TagName fan_tag_names[KNOWN_TAGS];

/* Which tag a name is, whatever its case. */
KnownTag fan_tag_known(const char *name, size_t length);

/* Whether two names are equal but for their case. */
bool fan_tag_names_equal(const char *a, size_t a_length, const char *b, size_t b_length);

#define FAN_TAG_LETTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_"

/* How many characters at the beginning of a text make a name: letters, digits and `_`. */
size_t fan_tag_name_length(const char *text, size_t length);

/* Whether the value says only that nothing is known. */
bool fan_tag_is_unknown(KnownTag tag, const char *value, size_t length);

#endif
