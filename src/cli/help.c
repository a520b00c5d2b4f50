/* `fanorona help [COMMAND]`, which is also what --help prints: all of it from the tables. */
#include "cli/arguments.h"
#include "cli/program.h"

#include <fanorona/fanorona.h>
#include <inttypes.h>
#include <string.h>

enum { INDENT = 22 }; /* column where explanations begin */

/* What follows an explanation: range, words, default. */
static void print_bounds(FILE *out, const FanParameter *row) {
    char text[160] = "";
    size_t length = 0;
    if (row->type == FAN_PARAMETER_NUMBER) {
        length +=
            (size_t)snprintf(text, sizeof text, "%" PRIu64 " to %" PRIu64, row->min, row->max);
    }
    if (row->standard) {
        snprintf(text + length, sizeof text - length, "%sdefault: %s", length ? ", " : "",
                 row->standard);
    }
    fprintf(out, text[0] ? " (%s)\n" : "\n", text);
}

/* "  --name ARG   explanation (bounds)". */
static void print_row(FILE *out, const char *dashes, const FanParameter *row) {
    int width = fprintf(out, "  %s%s%s%s", dashes, row->name, row->argument ? " " : "",
                        row->argument ? row->argument : "");
    fprintf(out, "%*s%s", width < INDENT ? INDENT - width : 1, "", row->help);
    print_bounds(out, row);
}

static void print_rule_options(FILE *out) {
    fputs("\nRule options (R8), as --rules chain=mandatory,quiet-limit=0:\n", out);
    size_t count;
    const FanOption *options = fan_rules_options(&count);
    for (size_t i = 0; i < count; i++) {
        int width = fprintf(out, "  %s", options[i].name);
        fprintf(out, "%*s%s (default: %s)\n", width < INDENT ? INDENT - width : 1, "",
                options[i].values, options[i].standard);
    }
}

static void print_usage(FILE *out, const FanCommand *command) {
    fprintf(out, "Usage: fanorona %s [OPTION]...", command->name);
    if (command->operand) {
        fprintf(out, command->operands_min ? " %s" : " [%s]", command->operand->name);
        fputs(command->operands_max > 1 ? "...\n" : "\n", out);
    } else {
        fputc('\n', out);
    }
}

static void print_command(FILE *out, const FanCommand *command) {
    print_usage(out, command);
    fprintf(out, "\n%s\n", command->description);
    if (command->operand) {
        print_row(out, "", command->operand);
    }
    const FanParameter *row;
    for (size_t i = 0; (row = fan_command_option(command, i)) != NULL; i++) {
        print_row(out, "--", row);
    }
    if (command->takes & FAN_TAKES_SETUP) {
        print_rule_options(out);
    }
}

static void print_program(FILE *out) {
    fputs("Usage: fanorona COMMAND [OPTION]...\n"
          "\n"
          "Fanorona, the board game of Madagascar: play it in a page, study it here.\n"
          "\n"
          "Commands:\n",
          out);
    for (const FanCommand *const *command = fan_commands; *command; command++) {
        int width = fprintf(out, "  %s", (*command)->name);
        fprintf(out, "%*s%s\n", INDENT - width, "", (*command)->summary);
    }
    fputs("\n"
          "fanorona COMMAND --help explains a command; fanorona --version tells the version.\n"
          "Exit status: 0 fine, 1 the run failed, 2 bad usage or bad input.\n"
          "Clauses such as R3.1 are those of docs/rules.md.\n",
          out);
}

static FanExit run_help(FanArguments *arguments) {
    if (fan_operands_count(arguments) == 0) {
        print_program(fan_out(arguments));
        return FAN_EXIT_FINE;
    }
    const char *name = fan_operand_text(arguments, 0);
    const FanCommand *command = fan_command_find(name);
    if (!command) {
        return fan_command_unknown(arguments, name);
    }
    print_command(fan_out(arguments), command);
    return FAN_EXIT_FINE;
}

static const FanParameter operand = {
    .name = "COMMAND", .type = FAN_PARAMETER_TEXT, .help = "the command to explain"};

const FanCommand fan_command_help = {
    .name = "help",
    .summary = "explain the program or one of its commands",
    .description = "Lists the commands, or explains one.\n",
    .operand = &operand,
    .operands_max = 1,
    .run = run_help,
};
