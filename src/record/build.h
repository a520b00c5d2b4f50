/* What the reader does to a record besides the public changes. */
#ifndef FAN_RECORD_BUILD_H
#define FAN_RECORD_BUILD_H

#include "record/names.h"

#include <fanorona/record.h>

/* The C library's memory. */
extern const FanMemory fan_library_memory;

/* Gives an array room for `count` elements, at most `most`, doubling as it goes; `array` points to
 * the pointer to it. Returns false and leaves it alone without memory. `count` ≤ `most`. */
bool fan_make_room(const FanMemory *memory, void *array, size_t *room, size_t count, size_t most,
                   size_t size_bytes);

/* Forgets tags, items and text; board, rules and start stay. */
void fan_record_clear(FanRecord *record);

/* A new item without its contents. */
FanEdit fan_record_new_item(FanRecord *record, FanItemKind kind, FanItem **item);

/* Adds a tag that is not there yet, whose text is good. */
FanEdit fan_record_append_tag(FanRecord *record, const char *name, size_t name_length,
                              const char *value, size_t value_length);

/* Adds a comment whose text is good; CR LF and CR become LF. */
FanEdit fan_record_append_comment(FanRecord *record, const char *text, size_t length);

/* The index of a tag, tags_count if it is not there. */
size_t fan_record_find_tag(const FanRecord *record, const char *name, size_t length);

/* The reason that is R5.6's word, whatever its case; FAN_REASON_NONE if it is none. */
FanReason fan_reason_read(const char *text, size_t length);

/* Whether a game ends for this reason by word (R5.5), not by the rules. */
static inline bool fan_reason_by_word(FanReason reason) {
    return reason >= FAN_REASON_AGREEMENT;
}

#endif
