/* A line taken apart into words. */
#ifndef FAN_UGI_WORDS_H
#define FAN_UGI_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A piece of a line; not zero-ended. */
typedef struct FanWord {
    const char *text;
    size_t length;
} FanWord;

/* Takes the next word off the front of `rest`; of length 0 at the end. */
FanWord fan_word_next(FanWord *rest);

/* What is left of a line without the blanks around it. */
FanWord fan_word_rest(FanWord rest);

/* Whether they are the same; case is ignored. */
bool fan_word_is(FanWord word, const char *name);

/* Reads a decimal number, at most UINT64_MAX / 16; a negative one is 0, as clocks of some runners
 * are. Returns false for anything else. */
bool fan_word_number(FanWord word, uint64_t *number);

#endif
