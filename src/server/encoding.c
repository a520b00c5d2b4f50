#include "server/encoding.h"

#include <stddef.h>
#include <string.h>
#include <strings.h>

enum { WEIGHT_MAX = 1000, WEIGHT_UNSET = -1 };

static const char *const names[FAN_ENCODINGS] = {"identity", "gzip", "br"};

const char *fan_encoding_name(FanEncoding encoding) {
    return names[encoding];
}

static const char *skip_blanks(const char *text, const char *end) {
    while (text < end && (*text == ' ' || *text == '\t')) {
        text++;
    }
    return text;
}

static const char *trim_end(const char *text, const char *end) {
    while (end > text && (end[-1] == ' ' || end[-1] == '\t')) {
        end--;
    }
    return end;
}

static bool is_word(const char *text, const char *end, const char *word) {
    size_t length = (size_t)(end - text);
    return length == strlen(word) && strncasecmp(text, word, length) == 0;
}

/* A weight "0.75" in thousandths, or -1 if it is none. */
static int read_weight(const char *text, const char *end) {
    if (end - text < 1 || end - text > 5 || (text[0] != '0' && text[0] != '1')) {
        return -1;
    }
    int weight = (text[0] - '0') * WEIGHT_MAX;
    if (end - text > 1 && text[1] != '.') {
        return -1;
    }
    int unit = WEIGHT_MAX / 10;
    for (const char *digit = text + 2; digit < end; digit++, unit /= 10) {
        if (*digit < '0' || *digit > '9') {
            return -1;
        }
        weight += (*digit - '0') * unit;
    }
    return weight <= WEIGHT_MAX ? weight : -1;
}

/* The weight after the name of an item, from its semicolon on; WEIGHT_MAX without one, -1 if wrong.
 */
static int read_parameter(const char *text, const char *end) {
    text = skip_blanks(text, end);
    if (text == end) {
        return WEIGHT_MAX;
    }
    if (*text != ';') {
        return -1;
    }
    text = skip_blanks(text + 1, end);
    if (end - text < 2 || (text[0] != 'q' && text[0] != 'Q') || text[1] != '=') {
        return -1;
    }
    return read_weight(text + 2, end);
}

typedef struct Weights {
    int of[FAN_ENCODINGS], others;
} Weights;

static void read_item(Weights *weights, const char *text, const char *end) {
    text = skip_blanks(text, end);
    end = trim_end(text, end);
    const char *name_end = text;
    while (name_end < end && *name_end != ';' && *name_end != ' ' && *name_end != '\t') {
        name_end++;
    }
    int weight = read_parameter(name_end, end);
    if (weight < 0) {
        return;
    }
    if (is_word(text, name_end, "*")) {
        weights->others = weight;
    }
    for (int i = 0; i < FAN_ENCODINGS; i++) {
        if (is_word(text, name_end, names[i])) {
            weights->of[i] = weight;
        }
    }
    if (is_word(text, name_end, "x-gzip")) {
        weights->of[FAN_ENCODING_GZIP] = weight;
    }
}

static Weights read_weights(const char *accept) {
    Weights weights = {{WEIGHT_UNSET, WEIGHT_UNSET, WEIGHT_UNSET}, WEIGHT_UNSET};
    for (const char *end; *accept; accept = *end ? end + 1 : end) {
        end = accept + strcspn(accept, ",");
        read_item(&weights, accept, end);
    }
    return weights;
}

FanEncoding fan_encoding_choose(const char *accept, unsigned available) {
    Weights weights = read_weights(accept ? accept : "");
    FanEncoding best = FAN_ENCODINGS;
    int best_weight = 0;
    for (int i = 0; i < FAN_ENCODINGS; i++) {
        int weight = weights.of[i] != WEIGHT_UNSET ? weights.of[i] : weights.others;
        if (weight == WEIGHT_UNSET) {
            /* What is not named is not wanted, but for identity, which is only the last resort. */
            weight = i == FAN_ENCODING_IDENTITY ? 1 : 0;
        }
        if ((available >> i & 1) && weight > 0 && weight >= best_weight) {
            best = (FanEncoding)i;
            best_weight = weight;
        }
    }
    return best;
}

bool fan_etag_listed(const char *list, const char *etag) {
    size_t length = strlen(etag);
    for (;;) {
        list += strspn(list, " \t,");
        if (*list == '*') {
            return true;
        }
        if (strncmp(list, "W/", 2) == 0) {
            list += 2;
        }
        if (*list != '"') {
            return false;
        }
        const char *close = strchr(list + 1, '"');
        if (!close) {
            return false;
        }
        if ((size_t)(close + 1 - list) == length && memcmp(list, etag, length) == 0) {
            return true;
        }
        list = close + 1;
    }
}
