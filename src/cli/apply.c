/* `fanorona apply`: play turns and tell where they lead. */
#include "cli/arguments.h"
#include "cli/json.h"
#include "cli/setup.h"

#include <fanorona/game.h>
#include <stdlib.h>
#include <string.h>

static FanExit complain_ended(const FanArguments *arguments, const FanGame *game, size_t index,
                              const char *text) {
    FanQuote quote;
    char what[FAN_SHOWN_MAX + 40];
    snprintf(what, sizeof what, "turn %zu %s", index + 1, fan_quote(&quote, text, strlen(text)));
    return fan_complain_over(arguments, what, &game->outcome);
}

static FanExit complain_turn(const FanArguments *arguments, const FanGame *game, size_t index,
                             const char *text, const FanTurnError *error) {
    FanQuote quote;
    char sentence[1024];
    size_t length = strlen(text);
    fan_turn_error_write(game->board, error, text, length, sentence, sizeof sentence);
    return fan_complain(arguments, FAN_EXIT_USAGE, "turn %zu %s: %s", index + 1,
                        fan_quote(&quote, text, length), sentence);
}

/* Plays the operands; the history is made to fit all of them. */
static FanExit play_turns(const FanArguments *arguments, FanGame *game) {
    for (size_t i = 0; i < fan_operands_count(arguments); i++) {
        const char *text = fan_operand_text(arguments, i);
        FanTurn turn;
        FanTurnError error;
        FanRefusal refusal;
        if (game->outcome.result != FAN_ONGOING) {
            return complain_ended(arguments, game, i, text);
        }
        if (fan_game_read(game, text, strlen(text), &turn, &error) != FAN_TURN_READ) {
            return complain_turn(arguments, game, i, text, &error);
        }
        if (fan_game_play(game, &turn, &refusal) != FAN_GAME_OK) {
            abort(); /* what was read is legal, and the history has room */
        }
    }
    return FAN_EXIT_FINE;
}

static FanExit print_game(FanArguments *arguments, const FanGame *game) {
    char text[FAN_POSITION_TEXT_MAX];
    fan_position_write(game->board, &game->position, text);
    const char *result = fan_result_word((FanResult)game->outcome.result);
    const char *reason = fan_reason_word((FanReason)game->outcome.reason);
    if (fan_arguments_given(arguments, "json")) {
        return fan_json_print(arguments,
                              game->outcome.result == FAN_ONGOING
                                  ? json_pack("{s:s, s:s}", "position", text, "result", result)
                                  : json_pack("{s:s, s:s, s:s}", "position", text, "result", result,
                                              "reason", reason));
    }
    fprintf(fan_out(arguments), "%s\nresult %s%s%s\n", text, result, *reason ? " " : "", reason);
    return FAN_EXIT_FINE;
}

static FanExit run_apply(FanArguments *arguments) {
    FanSetup setup;
    FanExit status = fan_setup_read(arguments, &setup);
    if (status != FAN_EXIT_FINE) {
        return status;
    }
    size_t capacity = fan_operands_count(arguments) + 1;
    FanPly *plies = calloc(capacity, sizeof *plies);
    if (!plies) {
        return fan_complain(arguments, FAN_EXIT_FAILED, "not enough memory for %zu turns",
                            capacity - 1);
    }
    FanGame game;
    fan_game_begin(&game, &setup.board, &setup.rules, &setup.position, plies, capacity);
    status = play_turns(arguments, &game);
    if (status == FAN_EXIT_FINE) {
        status = print_game(arguments, &game);
    }
    free(plies);
    return status;
}

static const FanParameter operand = {
    .name = "TURN", .type = FAN_PARAMETER_TEXT, .help = "a turn, such as e2-e3A or d3e3w (R9.2)"};

const FanCommand fan_command_apply = {
    .name = "apply",
    .summary = "play turns and tell where they lead",
    .description =
        "Plays turns one after another, as a game: repetition and quiet turns count.\n"
        "Prints the position they lead to, then `result ongoing` or\n"
        "`result white|black|draw REASON`. A turn that is illegal, ambiguous or after\n"
        "the end is told with its number, the place in its text and the clause. Without\n"
        "a turn it tells how the position itself stands.\n",
    .operand = &operand,
    .operands_max = SIZE_MAX,
    .takes = FAN_TAKES_SETUP | FAN_TAKES_JSON,
    .run = run_apply,
};
