/* What the user typed, checked against a subcommand's table. */
#ifndef FAN_CLI_ARGUMENTS_H
#define FAN_CLI_ARGUMENTS_H

#include "cli/command.h"

enum {
    FAN_OPTIONS_MAX = 32, /* a subcommand's own and the shared ones together */
    FAN_SHOWN_MAX = 40,   /* bytes of the user's text that a message repeats */
};

struct FanArguments {
    const FanCommand *command; /* NULL while it is not known */
    FILE *out, *err;
    bool help; /* --help was met: the rest was not looked at */
    const char
        *given[FAN_OPTIONS_MAX]; /* value by index of the option, "" for a flag; NULL: absent */
    uint64_t numbers[FAN_OPTIONS_MAX]; /* of options that are numbers */
    const char **operands;             /* owned */
    size_t operands_count;
};

/* Option `index` of a subcommand: its own, then the shared groups it takes, then --help; NULL past
 * the last. */
const FanParameter *fan_command_option(const FanCommand *command, size_t index);

/* Reads the words after the subcommand's name. `arguments` has its command and streams set and is
 * zero otherwise; the words must outlive it. On anything but FAN_EXIT_FINE a line was written.
 * Afterwards, always, fan_arguments_free. */
FanExit fan_arguments_read(FanArguments *arguments, size_t count, char *const *words);
void fan_arguments_free(FanArguments *arguments);

/* A piece of the user's text as messages repeat it: in quotes, shortened. */
typedef struct FanQuote {
    char text[FAN_SHOWN_MAX + 8];
} FanQuote;
const char *fan_quote(FanQuote *quote, const char *text, size_t length);

#endif
