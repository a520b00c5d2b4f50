#include "rules/text_out.h"

#include <fanorona/link.h>
#include <string.h>

/* Text that is only measured where it no longer fits. */
typedef struct Link {
    char *text;
    size_t size, length;
} Link;

static void put(Link *link, const char *text) {
    for (; *text; text++, link->length++) {
        if (link->length + 1 < link->size) {
            link->text[link->length] = *text;
        }
    }
}

static void put_number(Link *link, size_t number) {
    char text[24];
    Out out = out_begin(text, sizeof text);
    out_number(&out, number);
    out_end(&out);
    put(link, text);
}

static void put_rules(Link *link, const FanGame *game) {
    char variant[FAN_VARIANT_TEXT_MAX], rules[FAN_RULES_TEXT_MAX];
    if (strcmp(fan_variant_write(game->board, &game->rules, variant), "tsivy") != 0) {
        put(link, "&v=");
        put(link, variant);
    }
    if (fan_rules_write(&game->rules, rules) > 0) {
        put(link, "&r=");
        put(link, rules);
    }
}

/* A position without what its rules say anyway – stones in hand, vela's phase – and without the
 * defaults at the end of side and counters. */
static void put_start(Link *link, const FanGame *game, const FanPosition *start) {
    char text[FAN_POSITION_TEXT_MAX];
    fan_position_write(game->board, start, text);
    text[strcspn(text, " ")] = '\0';
    put(link, "&s=");
    put(link, text);
    unsigned fields = start->number != 1 ? 3 : start->quiet != 0 ? 2 : start->side != FAN_WHITE;
    if (fields > 0) {
        put(link, start->side == FAN_WHITE ? ".w" : ".b");
    }
    if (fields > 1) {
        put(link, ".");
        put_number(link, start->quiet);
    }
    if (fields > 2) {
        put(link, ".");
        put_number(link, start->number);
    }
    put(link, start->first ? ".first" : "");
}

static void put_turn(Link *link, const FanBoard *board, const FanTurn *turn) {
    char text[FAN_TURN_TEXT_MAX];
    size_t length = fan_turn_write(board, turn, text), kept = 0;
    for (size_t i = 0; i <= length; i++) {
        if (text[i] != '-') {
            text[kept++] = text[i];
        }
    }
    put(link, text);
}

static void put_end(Link *link, FanOutcome outcome) {
    static const char *const results[] = {"", "w", "b", "d"};
    bool by_word = outcome.reason == FAN_REASON_NONE || outcome.reason >= FAN_REASON_AGREEMENT;
    if (outcome.result == FAN_ONGOING || !by_word) {
        return;
    }
    put(link, "&e=");
    put(link, results[outcome.result]);
    put(link, outcome.reason ? "." : "");
    put(link, fan_reason_word((FanReason)outcome.reason));
}

size_t fan_link_write(const FanGame *game, size_t ply, char *text, size_t size) {
    Link link = {.text = text, .size = size};
    const FanPosition *start = fan_game_position_at(game, 0);
    FanPosition standard = fan_position_start(game->board, &game->rules);
    put(&link, "g=1");
    put_rules(&link, game);
    if (!fan_position_equal(start, &standard)) {
        put_start(&link, game, start);
    }
    for (size_t i = 0; i < game->length; i++) {
        put(&link, i ? "." : "&t=");
        put_turn(&link, game->board, &game->plies[i].turn);
    }
    if (ply < game->length) {
        put(&link, "&p=");
        put_number(&link, ply);
    }
    put_end(&link, game->outcome);
    if (size > 0) {
        text[link.length < size ? link.length : size - 1] = '\0';
    }
    return link.length;
}
