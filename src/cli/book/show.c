#include "cli/book/show.h"

#include "cli/arguments.h"
#include "cli/score.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { PLIES_MAX = 1024, SENTENCE_MAX = 512 };

FanExit fan_book_open(FanArguments *arguments, const char *option, const char *path,
                      FanBook **book) {
    FILE *file = fopen(path, "rb");
    uint8_t *bytes = malloc(FAN_BOOK_SIZE_MAX + 1);
    size_t offset, size = file && bytes ? fread(bytes, 1, FAN_BOOK_SIZE_MAX + 1, file) : 0;
    int trouble = !file || ferror(file) ? errno : 0;
    if (file) {
        fclose(file);
    }
    if (trouble != 0) {
        free(bytes);
        return fan_complain(arguments, FAN_EXIT_USAGE, "--%s: %s: %s", option, path,
                            strerror(trouble));
    }
    FanBookFault fault = bytes ? fan_book_read(bytes, size, book, &offset) : FAN_BOOK_MEMORY;
    free(bytes);
    if (fault == FAN_BOOK_OK) {
        return FAN_EXIT_FINE;
    }
    if (fault == FAN_BOOK_MEMORY) {
        return fan_complain(arguments, FAN_EXIT_FAILED, "--%s: %s: not enough memory", option,
                            path);
    }
    return fan_complain(arguments, FAN_EXIT_USAGE, "--%s: %s: %s (byte %zu)", option, path,
                        fan_book_fault_text(fault), offset);
}

/* --- the position ------------------------------------------------------------------------------
 */

static FanExit play_moves(FanArguments *arguments, FanGame *game, const char *moves) {
    for (moves += strspn(moves, " "); *moves; moves += strspn(moves, " ")) {
        size_t length = strcspn(moves, " ");
        FanTurn turn;
        FanTurnError error;
        if (fan_game_read(game, moves, length, &turn, &error) != FAN_TURN_READ) {
            char sentence[SENTENCE_MAX];
            FanQuote quote;
            fan_turn_error_write(game->board, &error, moves, length, sentence, sizeof sentence);
            return fan_complain(arguments, FAN_EXIT_USAGE, "--moves: turn %zu, %s: %s",
                                game->length + 1, fan_quote(&quote, moves, length), sentence);
        }
        if (fan_game_play(game, &turn, NULL) != FAN_GAME_OK) {
            return fan_complain(arguments, FAN_EXIT_USAGE, "--moves: more than %d turns",
                                PLIES_MAX);
        }
        moves += length;
    }
    return FAN_EXIT_FINE;
}

/* --- the answer --------------------------------------------------------------------------------
 */

static void write_turn(const FanGame *game, FanMove move, char *text) {
    FanTurn turn;
    if (!fan_move_turn(game->board, &game->rules, &game->position, move, &turn)) {
        abort(); /* a book was checked when it was read */
    }
    fan_turn_write(game->board, &turn, text);
}

static void print_turn(FanArguments *arguments, const FanGame *game, const FanBookTurn *turn) {
    char text[FAN_TURN_TEXT_MAX], score[FAN_SCORE_TEXT_MAX];
    write_turn(game, turn->move, text);
    fprintf(fan_out(arguments),
            "%s score %s chance %u depth %u nodes %" PRIu64 " won %" PRIu32 " drawn %" PRIu32
            " lost %" PRIu32 "\n",
            text, fan_score_write(turn->value, score), fan_score_chance(turn->value), turn->depth,
            turn->nodes, turn->wins, turn->draws, turn->losses);
}

static json_t *turn_to_json(const FanGame *game, const FanBookTurn *turn) {
    char text[FAN_TURN_TEXT_MAX];
    write_turn(game, turn->move, text);
    return json_pack("{s:s, s:o, s:i, s:i, s:I, s:I, s:I, s:I}", "turn", text, "score",
                     fan_score_to_json(turn->value), "chance", (int)fan_score_chance(turn->value),
                     "depth", (int)turn->depth, "nodes", (json_int_t)turn->nodes, "won",
                     (json_int_t)turn->wins, "drawn", (json_int_t)turn->draws, "lost",
                     (json_int_t)turn->losses);
}

static FanExit print_json(FanArguments *arguments, const FanGame *game, const char *name,
                          const FanBookTurn *turns, size_t count) {
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++) {
        fan_json_append(&list, turn_to_json(game, &turns[i]));
    }
    return fan_json_print(arguments, json_pack("{s:s?, s:o}", "opening", name, "turns", list));
}

static FanExit print_answer(FanArguments *arguments, const FanBook *book, const FanGame *game) {
    FanBookTurn turns[FAN_BOOK_TURNS_MAX];
    const char *name = fan_opening_name(game);
    size_t count = game->outcome.result == FAN_ONGOING
                       ? fan_book_turns(book, game->board, &game->rules, &game->position, turns,
                                        FAN_BOOK_TURNS_MAX)
                       : 0;
    if (fan_arguments_given(arguments, "json")) {
        return print_json(arguments, game, name, turns, count);
    }
    if (name) {
        fprintf(fan_out(arguments), "opening %s\n", name);
    }
    for (size_t i = 0; i < count; i++) {
        print_turn(arguments, game, &turns[i]);
    }
    fprintf(fan_out(arguments), "turns %zu\n", count);
    return FAN_EXIT_FINE;
}

FanExit fan_book_show(FanArguments *arguments, const FanBook *book, const FanSetup *setup,
                      const char *moves) {
    FanPly *plies = malloc(PLIES_MAX * sizeof *plies);
    FanGame game;
    if (!plies) {
        return fan_complain(arguments, FAN_EXIT_FAILED, "not enough memory");
    }
    fan_game_begin(&game, &setup->board, &setup->rules, &setup->position, plies, PLIES_MAX);
    FanExit status = play_moves(arguments, &game, moves);
    if (status == FAN_EXIT_FINE) {
        status = print_answer(arguments, book, &game);
    }
    free(plies);
    return status;
}
