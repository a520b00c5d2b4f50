/* Where the next game begins after one that is refused.
 *
 * That is: a line that begins with a tag, or what follows a terminator. Comments are stepped over,
 * but one in which a line begins with a tag was never closed. After a fault in a tag, the tags that
 * follow without an empty line between belong to the game refused. */
#ifndef FAN_RECORD_SKIP_H
#define FAN_RECORD_SKIP_H

#include "record/parse.h"

typedef struct Skip {
    SkipFrom from; /* SKIP_TAGS until the turns begin, then SKIP_MOVES */
    bool comment;
    bool rest_of_line; /* the rest of this line says nothing */
    bool line_start;   /* at the first character of a line */
    bool blank;        /* nothing but blanks so far in this line */
    bool blank_before; /* the line before is blank */
    bool word;         /* a word may begin here */
    bool over;         /* the game's terminator is behind */
    unsigned depth;    /* variations open */
} Skip;

/* Begins after a fault. */
Skip fan_skip_begin(SkipFrom from, unsigned depth);

/* Steps over text of the game refused; `end` points to a zero. Returns where it stopped: where the
 * next game begins if *done, else near the end of the text, and the stream goes on (or, with
 * `ended`, at the end). */
const char *fan_skip(Skip *skip, const char *text, const char *end, bool ended, bool *done);

#endif
