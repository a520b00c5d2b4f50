/* The position a subcommand works on: --variant, --board, --rules, --fen. */
#ifndef FAN_CLI_SETUP_H
#define FAN_CLI_SETUP_H

#include "cli/command.h"

#include <fanorona/text.h>

typedef struct FanSetup {
    FanBoard board;
    FanRules rules;
    FanPosition position;
} FanSetup;

/* Reads what was asked for, or the start of tsivy. The command takes FAN_TAKES_SETUP. On anything
 * but FAN_EXIT_FINE a line telling every fault was written. */
FanExit fan_setup_read(FanArguments *arguments, FanSetup *setup);

/* Complains "WHAT: the game is over: …" with how it ended. Returns FAN_EXIT_USAGE. */
FanExit fan_complain_over(const FanArguments *arguments, const char *what,
                          const FanOutcome *outcome);

#endif
