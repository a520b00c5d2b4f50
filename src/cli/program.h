/* The whole program but for `main`: also what the fuzzer drives. */
#ifndef FAN_CLI_PROGRAM_H
#define FAN_CLI_PROGRAM_H

#include "cli/command.h"

/* The subcommands, in the order in which help lists them; ended by NULL. */
extern const FanCommand *const fan_commands[];

/* The subcommand of this name, or NULL. */
const FanCommand *fan_command_find(const char *name);

/* Complains that a word is no subcommand, with the nearest one; returns the exit status. */
FanExit fan_command_unknown(const FanArguments *arguments, const char *word);

/* Runs the program: argv[0] is its name. Writes to the two streams only and does not close them. A
 * result that could not be written is told on `err` and makes the status FAN_EXIT_FAILED. */
FanExit fan_program_run(int argc, char *const *argv, FILE *out, FILE *err);

#endif
