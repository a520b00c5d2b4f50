/* Distance is the number of letters put in, left out, replaced or swapped with their neighbour,
 * whatever their case. A third of the word may be wrong, so that "perf" finds perft and "xyz" finds
 * nothing. */
#include "cli/nearest.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { WORD_MAX = 32 }; /* longer words are nobody's misspelling */

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static size_t smaller(size_t a, size_t b) {
    return a < b ? a : b;
}

/* Optimal string alignment over three rows: two back, one back, this one. */
static size_t distance(const char *a, size_t a_length, const char *b, size_t b_length) {
    size_t rows[3][WORD_MAX + 1];
    for (size_t j = 0; j <= b_length; j++) {
        rows[0][j] = j;
    }
    for (size_t i = 1; i <= a_length; i++) {
        size_t *row = rows[i % 3];
        const size_t *above = rows[(i + 2) % 3], *second = rows[(i + 1) % 3];
        row[0] = i;
        for (size_t j = 1; j <= b_length; j++) {
            bool same = lower(a[i - 1]) == lower(b[j - 1]);
            row[j] = smaller(above[j - 1] + !same, smaller(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) &&
                lower(a[i - 2]) == lower(b[j - 1])) {
                row[j] = smaller(row[j], second[j - 2] + 1);
            }
        }
    }
    return rows[a_length % 3][b_length];
}

FanNearest fan_nearest_begin(const char *word, size_t length) {
    size_t allowed = length > WORD_MAX ? 0 : length < 3 ? length / 2 : (length + 2) / 3;
    return (FanNearest){.word = word, .length = length, .distance = allowed + 1};
}

void fan_nearest_offer(FanNearest *nearest, const char *candidate) {
    size_t length = strlen(candidate);
    if (nearest->length > WORD_MAX || length > WORD_MAX) {
        return;
    }
    size_t found = distance(nearest->word, nearest->length, candidate, length);
    if (found < nearest->distance) {
        nearest->distance = found;
        nearest->best = candidate;
    }
}

const char *fan_nearest_hint(const FanNearest *nearest, const char *prefix,
                             char text[FAN_HINT_MAX]) {
    text[0] = '\0';
    if (nearest->best) {
        snprintf(text, FAN_HINT_MAX, "; did you mean %s%s?", prefix, nearest->best);
    }
    return text;
}
