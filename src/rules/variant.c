/* The games and boards by name (R1.3). */
#include "rules/text_in.h"
#include "rules/text_out.h"

#include <fanorona/text.h>

typedef struct Variant {
    const char *name;
    uint8_t files, ranks, telo;
} Variant;

static const Variant variants[] = {{"tsivy", 9, 5, 0}, {"dimy", 5, 5, 0}, {"telo", 3, 3, 1}};
enum { VARIANTS = sizeof variants / sizeof *variants };

static bool is_word(const char *text, size_t length, const char *word) {
    size_t at = 0;
    while (at < length && word[at] && lower(text[at]) == word[at]) {
        at++;
    }
    return at == length && !word[at];
}

/* A number of one or two digits without a leading zero; steps over it. 0 if there is none. */
static unsigned read_number(const char *text, size_t length, size_t *at) {
    unsigned value = 0;
    size_t first = *at;
    while (*at < length && *at < first + 2 && is_digit(text[*at]) && text[first] != '0') {
        value = value * 10 + (unsigned)(text[(*at)++] - '0');
    }
    return value;
}

static bool read_size(Variant *variant, const char *text, size_t length) {
    size_t at = 0;
    unsigned files = read_number(text, length, &at);
    if (at >= length || lower(text[at]) != 'x') {
        return false;
    }
    at++;
    unsigned ranks = read_number(text, length, &at);
    *variant = (Variant){.files = (uint8_t)files, .ranks = (uint8_t)ranks};
    return at == length;
}

bool fan_variant_read(FanBoard *board, FanRules *rules, const char *text, size_t length) {
    Variant variant;
    bool known = read_size(&variant, text, length);
    for (unsigned i = 0; i < VARIANTS && !known; i++) {
        known = is_word(text, length, variants[i].name);
        variant = variants[i];
    }
    if (!known || !fan_board_init(board, variant.files, variant.ranks)) {
        return false;
    }
    rules->telo = variant.telo;
    return true;
}

char *fan_variant_write(const FanBoard *board, const FanRules *rules, char *text) {
    Out out = out_begin(text, FAN_VARIANT_TEXT_MAX);
    for (unsigned i = 0; i < VARIANTS; i++) {
        const Variant *variant = &variants[i];
        if (board->files == variant->files && board->ranks == variant->ranks &&
            rules->telo == variant->telo) {
            out_text(&out, variant->name);
            out_end(&out);
            return text;
        }
    }
    out_number(&out, board->files);
    out_char(&out, 'x');
    out_number(&out, board->ranks);
    out_end(&out);
    return text;
}
