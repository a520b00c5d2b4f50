/* A finished game under the engine's eyes: the winning chances after each turn, and which turns
 * cost some. */
#ifndef FAN_CLI_ANALYSE_GAME_H
#define FAN_CLI_ANALYSE_GAME_H

#include "cli/command.h"

#include <fanorona/engine.h>
#include <fanorona/record.h>

/* How many thousandths of a point a turn has to cost to be called so; and from what chances on a
 * game is expected to be won: a turn that costs as much as an inaccuracy and crosses that bound
 * changes the result. */
enum {
    FAN_LOSS_INACCURACY = 50,
    FAN_LOSS_MISTAKE = 100,
    FAN_LOSS_BLUNDER = 200,
    FAN_CHANCE_WON = 750,
};

/* Reads game `number`, from 1, of a file (`-`: standard input) into a record that was made. On
 * anything but FAN_EXIT_FINE a line was written. */
FanExit fan_analyse_read_game(const FanArguments *arguments, const char *path, uint64_t number,
                              FanRecord *record);

/* Searches each position of its main line by the job and prints a line for the start, for each turn
 * and for each player. On anything but FAN_EXIT_FINE a line was written; Ctrl-C is among them, and
 * ends it after what has been found. */
FanExit fan_analyse_game(FanArguments *arguments, const FanRecord *record, FanEngine *engine,
                         const FanJob *job);

#endif
