/* From the command line to a subcommand, and what holds for all of them. */
#include "cli/program.h"

#include "cli/arguments.h"
#include "cli/nearest.h"

#include <errno.h>
#include <fanorona/fanorona.h>
#include <string.h>

const FanCommand *fan_command_find(const char *name) {
    for (const FanCommand *const *command = fan_commands; *command; command++) {
        if (strcmp((*command)->name, name) == 0) {
            return *command;
        }
    }
    return NULL;
}

FanExit fan_command_unknown(const FanArguments *arguments, const char *word) {
    FanQuote quote;
    fan_quote(&quote, word, strlen(word));
    FanNearest nearest = fan_nearest_begin(word, strlen(word));
    for (const FanCommand *const *command = fan_commands; *command; command++) {
        fan_nearest_offer(&nearest, (*command)->name);
    }
    char hint[FAN_HINT_MAX];
    fan_nearest_hint(&nearest, "", hint);
    return fan_complain(arguments, FAN_EXIT_USAGE, "%s is not a command%s", quote.text,
                        *hint ? hint : "; fanorona --help lists them");
}

/* Runs a command on the words after its name. */
static FanExit run_command(const FanCommand *command, size_t count, char *const *words,
                           FanArguments *arguments) {
    arguments->command = command;
    FanExit status = fan_arguments_read(arguments, count, words);
    if (status == FAN_EXIT_FINE && arguments->help) {
        /* `fanorona X --help` is `fanorona help X`. */
        arguments->operands_count = 0;
        arguments->operands[arguments->operands_count++] = command->name;
        status = fan_command_help.run(arguments);
    } else if (status == FAN_EXIT_FINE) {
        status = command->run(arguments);
    }
    fan_arguments_free(arguments);
    return status;
}

static FanExit print_version(size_t count, FanArguments *arguments) {
    if (count > 0) {
        return fan_complain(arguments, FAN_EXIT_USAGE, "--version: takes nothing after it");
    }
    fprintf(arguments->out, "fanorona " FAN_VERSION "\n");
    return FAN_EXIT_FINE;
}

static FanExit dispatch(size_t count, char *const *words, FanArguments *arguments) {
    if (count == 0) {
        return fan_complain(arguments, FAN_EXIT_USAGE,
                            "a command is missing; fanorona --help lists them");
    }
    const char *word = words[0];
    const FanCommand *command = fan_command_find(word);
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
        command = &fan_command_help;
    }
    if (command) {
        return run_command(command, count - 1, words + 1, arguments);
    }
    if (strcmp(word, "--version") == 0) {
        return print_version(count - 1, arguments);
    }
    if (word[0] == '-') {
        FanQuote quote;
        char hint[FAN_HINT_MAX];
        FanNearest nearest = fan_nearest_begin(word, strlen(word));
        fan_nearest_offer(&nearest, "--help");
        fan_nearest_offer(&nearest, "--version");
        return fan_complain(arguments, FAN_EXIT_USAGE,
                            "%s: before the command only --help and --version may stand%s",
                            fan_quote(&quote, word, strlen(word)),
                            fan_nearest_hint(&nearest, "", hint));
    }
    return fan_command_unknown(arguments, word);
}

FanExit fan_program_run(int argc, char *const *argv, FILE *out, FILE *err) {
    FanArguments arguments = {.out = out, .err = err};
    size_t count = argc > 1 ? (size_t)argc - 1 : 0;
    FanExit status = dispatch(count, argv + 1, &arguments);
    errno = 0;
    if (fflush(out) != 0 || ferror(out)) {
        status = fan_complain(&arguments, FAN_EXIT_FAILED, "cannot write to standard output: %s",
                              errno ? strerror(errno) : "an earlier write failed");
    }
    return status;
}
