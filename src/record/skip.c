#include "record/skip.h"

#include "rules/text_in.h"

/* How far ahead a decision looks. */
enum { AHEAD = 128 };

Skip fan_skip_begin(SkipFrom from, unsigned depth) {
    return (Skip){.from = from == SKIP_COMMENT ? SKIP_MOVES : from,
                  .comment = from == SKIP_COMMENT,
                  .rest_of_line = from == SKIP_TAGS,
                  .word = true,
                  .depth = depth};
}

static const char *end_line(Skip *skip, const char *at) {
    skip->blank_before = skip->blank;
    skip->blank = skip->line_start = skip->word = true;
    skip->rest_of_line = false;
    return at + (*at == '\r' && at[1] == '\n' ? 2 : 1);
}

/* Whether only blanks follow in this line, as far as one looks. */
static bool line_ends(const char *at) {
    for (unsigned i = 0; i < AHEAD / 2 && (*at == ' ' || *at == '\t'); i++) {
        at++;
    }
    return *at == '\r' || *at == '\n' || *at == '\0';
}

/* The length of a terminator that ends the game; within a variation only at the end of a line. */
static size_t terminator(const Skip *skip, const char *at) {
    FanResult result;
    size_t length = skip->word ? fan_terminator_read(at, &result) : 0;
    return length && (skip->depth == 0 || line_ends(at + length)) ? length : 0;
}

/* A character among the turns. */
static const char *step(Skip *skip, const char *at) {
    size_t length = terminator(skip, at);
    if (length) {
        skip->over = true;
        return at + length;
    }
    skip->comment = *at == '{';
    skip->rest_of_line = *at == ';';
    skip->depth += *at == '(';
    skip->depth -= *at == ')' && skip->depth > 0;
    skip->word = fan_is_delimiter(*at);
    return at + 1;
}

static const char *step_over(Skip *skip, const char *at) {
    if (*at == ' ' || *at == '\t') {
        skip->word = true;
        skip->line_start = false;
        return at + 1;
    }
    bool escaped = skip->line_start && *at == '%' && !skip->comment;
    skip->rest_of_line = skip->rest_of_line || escaped;
    skip->line_start = skip->blank = false;
    if (skip->rest_of_line) {
        return at + 1;
    }
    if (skip->comment) {
        skip->comment = *at != '}';
        return at + 1;
    }
    skip->from = SKIP_MOVES;
    return step(skip, at);
}

/* Whether a game begins here; tags of the game refused are stepped over with their line. */
static bool game_begins(Skip *skip, const char *at) {
    if (skip->over && !skip->comment && *at != '{' && *at != ';' && *at != ' ' && *at != '\t' &&
        !skip->rest_of_line) {
        return true;
    }
    if (!skip->blank || *at != '[' ||
        !(skip->comment ? fan_looks_like_tag(at) : is_letter(at[1]))) {
        return false;
    }
    skip->rest_of_line = skip->from == SKIP_TAGS && !skip->blank_before;
    return !skip->rest_of_line;
}

const char *fan_skip(Skip *skip, const char *text, const char *end, bool ended, bool *done) {
    const char *at = text;
    *done = false;
    while (at < end && (ended || end - at >= AHEAD)) {
        if (game_begins(skip, at)) {
            *done = true;
            break;
        }
        at = *at == '\r' || *at == '\n' ? end_line(skip, at) : step_over(skip, at);
    }
    return at;
}
