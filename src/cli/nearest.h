/* Which known word a misspelt one is nearest to. */
#ifndef FAN_CLI_NEAREST_H
#define FAN_CLI_NEAREST_H

#include <stdbool.h>
#include <stddef.h>

/* A search among words offered one by one. */
typedef struct FanNearest {
    const char *word;
    size_t length;
    const char *best; /* nearest so far; NULL if none is near */
    size_t distance;  /* of best; before there is one, one more than counts as near */
} FanNearest;

/* `word` needs no final zero and outlives the search. */
FanNearest fan_nearest_begin(const char *word, size_t length);

/* Offers a candidate; the first of equally near ones stays. */
void fan_nearest_offer(FanNearest *nearest, const char *candidate);

/* "; did you mean PREFIXbest?" in `text`, or "" if nothing is near. Returns text. */
enum { FAN_HINT_MAX = 96 };
const char *fan_nearest_hint(const FanNearest *nearest, const char *prefix,
                             char text[FAN_HINT_MAX]);

#endif
