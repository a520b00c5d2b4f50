#include "wasm/core.h"

#include <stdlib.h>
#include <string.h>

enum {
    INPUT_MAX_BYTES = 1 << 20,
    PLIES_FIRST = 128,
};

CoreTable core_table;
FanJson core_out;
char *core_in;
static size_t in_capacity;

/* Where the page writes `length` bytes of text; NULL if that is too many or there is no memory. */
EXPORT(input) char *core_input(size_t length) {
    if (length > INPUT_MAX_BYTES) {
        return NULL;
    }
    if (length + 1 > in_capacity) {
        char *text = realloc(core_in, length + 1);
        if (text == NULL) {
            return NULL;
        }
        core_in = text;
        in_capacity = length + 1;
    }
    return core_in;
}

EXPORT(output) const char *core_output(void) {
    return core_out.text;
}

EXPORT(output_length) size_t core_output_length(void) {
    return core_out.length;
}

CoreStatus core_done(void) {
    return core_out.failed ? CORE_NO_MEMORY : CORE_DONE;
}

CoreStatus core_refuse(const char *sentence) {
    fan_json_clear(&core_out);
    fan_json_raw(&core_out, sentence);
    return core_out.failed ? CORE_NO_MEMORY : CORE_REFUSED;
}

CoreText core_take_line(CoreText *rest) {
    const char *end = rest->length > 0 ? memchr(rest->start, '\n', rest->length) : NULL;
    CoreText line = {rest->start, end ? (size_t)(end - rest->start) : rest->length};
    size_t used = line.length + (end ? 1 : 0);
    rest->start += used;
    rest->length -= used;
    return line;
}

CoreStatus core_take_variant(CoreSetup *setup, CoreText *rest) {
    CoreText variant = core_take_line(rest);
    CoreText rules = core_take_line(rest);
    FanRulesError error;
    if (!fan_rules_read(&setup->rules, rules.start, rules.length, &error)) {
        char sentence[CORE_SENTENCE_MAX];
        fan_rules_error_write(&error, rules.start, sentence, sizeof sentence);
        return core_refuse(sentence);
    }
    if (!fan_variant_read(&setup->board, &setup->rules, variant.start, variant.length)) {
        return core_refuse("a variant is tsivy, dimy, telo or the size of a board, such as 7x3: an "
                           "odd number of files and of ranks, at least 3, and at most 49 points");
    }
    return CORE_DONE;
}

CoreStatus core_set_start(CoreSetup *setup) {
    if (!fan_rules_fit(&setup->rules, &setup->board)) {
        return core_refuse("vela is played on the boards tsivy and dimy only (R7.1)");
    }
    setup->position = fan_position_start(&setup->board, &setup->rules);
    return CORE_DONE;
}

static CoreStatus read_position(CoreSetup *setup, CoreText text) {
    FanSetupError error;
    FanBoard read;
    if (text.length == 0) {
        return core_set_start(setup);
    }
    if (fan_position_read(&read, &setup->position, &setup->rules, &setup->board, text.start,
                          text.length, &error, 1) == 0) {
        return CORE_DONE;
    }
    char sentence[CORE_SENTENCE_MAX];
    fan_setup_error_write(&error, text.start, sentence, sizeof sentence);
    return core_refuse(sentence);
}

CoreStatus core_table_open(CoreTable *table, CoreText lines) {
    CoreSetup setup;
    CoreStatus status = core_take_variant(&setup, &lines);
    if (status == CORE_DONE) {
        status = read_position(&setup, core_take_line(&lines));
    }
    if (status != CORE_DONE) {
        return status;
    }
    *table = (CoreTable){.board = setup.board};
    fan_game_begin(&table->game, &table->board, &setup.rules, &setup.position, NULL, 0);
    while (status == CORE_DONE && lines.length > 0) {
        status = core_table_play(table, core_take_line(&lines));
    }
    if (status != CORE_DONE) {
        free(table->plies);
    }
    return status;
}

/* Room for one more turn. */
static CoreStatus make_room(CoreTable *table) {
    FanGame *game = &table->game;
    if (game->length < game->capacity) {
        return CORE_DONE;
    }
    if (game->capacity >= CORE_PLIES_MAX) {
        return core_refuse("the game has 65536 turns: no more are kept");
    }
    size_t capacity = game->capacity ? 2 * game->capacity : PLIES_FIRST;
    FanPly *larger = malloc(capacity * sizeof *larger);
    if (larger == NULL) {
        return CORE_NO_MEMORY;
    }
    fan_game_move_history(game, larger, capacity);
    free(table->plies);
    table->plies = larger;
    return CORE_DONE;
}

CoreStatus core_table_play(CoreTable *table, CoreText text) {
    FanGame *game = &table->game;
    FanTurn turn;
    FanTurnError error;
    if (fan_game_read(game, text.start, text.length, &turn, &error) != FAN_TURN_READ) {
        char sentence[CORE_SENTENCE_MAX];
        fan_turn_error_write(game->board, &error, text.start, text.length, sentence,
                             sizeof sentence);
        return core_refuse(sentence);
    }
    CoreStatus status = make_room(table);
    if (status == CORE_DONE && fan_game_play(game, &turn, NULL) != FAN_GAME_OK) {
        return core_refuse("the turn is not legal");
    }
    return status;
}

void core_table_move(CoreTable *to, CoreTable *from) {
    free(to->plies);
    *to = *from;
    to->game.board = &to->board;
}

/* Before any game is opened there is the standard one, so that no call meets an empty table. */
__attribute__((constructor)) static void open_standard(void) {
    CoreTable standard;
    if (core_table_open(&standard, (CoreText){"tsivy", 5}) == CORE_DONE) {
        core_table_move(&core_table, &standard);
    }
}
