/* Reading the command line against the table, and the messages about it.
 *
 * `--name value`, `--name=value`, `--` before operands that begin with a dash. A dash before a
 * digit is a negative number, so that it is told as one. Nothing may be given twice. */
#include "cli/arguments.h"

#include "cli/nearest.h"

#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const variants[] = {"tsivy", "dimy", "telo", NULL};

static const FanParameter setup_options[] = {
    {.name = "variant",
     .argument = "NAME",
     .type = FAN_PARAMETER_WORD,
     .standard = "tsivy",
     .words = variants,
     .help = "named game: tsivy on 9x5, dimy on 5x5, telo on 3x3"},
    {.name = "board",
     .argument = "WxH",
     .type = FAN_PARAMETER_TEXT,
     .help = "any board of odd sides from 3 and at most 49 points, such as 7x3"},
    {.name = "rules",
     .argument = "LIST",
     .type = FAN_PARAMETER_TEXT,
     .help = "rule options as name=value joined by commas, see below"},
    {.name = "fen",
     .argument = "TEXT",
     .type = FAN_PARAMETER_TEXT,
     .standard = "the start",
     .help = "position, in quotes"},
    {0},
};

static const FanParameter network_option = {
    .name = "network",
    .argument = "FILE",
    .type = FAN_PARAMETER_TEXT,
    .help = "evaluate with this network, or with \"none\" by hand-written rules",
};
static const FanParameter json_option = {
    .name = "json", .type = FAN_PARAMETER_FLAG, .help = "print JSON, for programs"};

static const FanParameter help_option = {
    .name = "help", .type = FAN_PARAMETER_FLAG, .help = "print this help"};

/* Row `*index` of a list; steps *index over the list when it is longer. */
static const FanParameter *row_of(const FanParameter *list, size_t *index) {
    for (; list && list->name; list++) {
        if ((*index)-- == 0) {
            return list;
        }
    }
    return NULL;
}

const FanParameter *fan_command_option(const FanCommand *command, size_t index) {
    const FanParameter *row = row_of(command->options, &index);
    if (!row && command->takes & FAN_TAKES_SETUP) {
        row = row_of(setup_options, &index);
    }
    if (!row && command->takes & FAN_TAKES_NETWORK && index-- == 0) {
        row = &network_option;
    }
    if (!row && command->takes & FAN_TAKES_JSON && index-- == 0) {
        row = &json_option;
    }
    return row ? row : index == 0 ? &help_option : NULL;
}

/* Index of the option of this name, or FAN_OPTIONS_MAX. */
static size_t find_option(const FanCommand *command, const char *name, size_t length) {
    const FanParameter *row;
    for (size_t i = 0; (row = fan_command_option(command, i)) != NULL; i++) {
        assert(i < FAN_OPTIONS_MAX);
        if (strlen(row->name) == length && memcmp(row->name, name, length) == 0) {
            return i;
        }
    }
    return FAN_OPTIONS_MAX;
}

const char *fan_quote(FanQuote *quote, const char *text, size_t length) {
    bool whole = length <= FAN_SHOWN_MAX;
    snprintf(quote->text, sizeof quote->text, "'%.*s%s'", whole ? (int)length : FAN_SHOWN_MAX, text,
             whole ? "" : "...");
    return quote->text;
}

static const char *quote_word(FanQuote *quote, const char *text) {
    return fan_quote(quote, text, strlen(text));
}

FanExit fan_complain(const FanArguments *arguments, FanExit status, const char *format, ...) {
    char message[4096];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    /* Whatever the user's bytes are, the terminal gets one line of printable ASCII, in one write.
     */
    char line[4 * sizeof message + 64];
    const FanCommand *command = arguments->command;
    size_t length = (size_t)snprintf(line, 64, "fanorona%s%s: ", command ? " " : "",
                                     command ? command->name : "");
    for (const char *c = message; *c; c++) {
        bool printable = *c >= ' ' && *c <= '~';
        length +=
            (size_t)snprintf(line + length, 5, printable ? "%c" : "\\x%02x", (unsigned char)*c);
    }
    line[length++] = '\n';
    fwrite(line, 1, length, arguments->err);
    return status;
}

static FanExit complain_option(FanArguments *arguments, const char *name, size_t length) {
    FanNearest nearest = fan_nearest_begin(name, length);
    const FanParameter *row;
    for (size_t i = 0; (row = fan_command_option(arguments->command, i)) != NULL; i++) {
        fan_nearest_offer(&nearest, row->name);
    }
    char hint[FAN_HINT_MAX];
    if (!*fan_nearest_hint(&nearest, "--", hint)) {
        snprintf(hint, sizeof hint, "; fanorona %s --help lists them", arguments->command->name);
    }
    return fan_complain(arguments, FAN_EXIT_USAGE, "--%.*s: no such option%s",
                        length > FAN_SHOWN_MAX ? FAN_SHOWN_MAX : (int)length, name, hint);
}

/* Reads a whole number in range. `label` is how the message names the parameter. */
static FanExit read_number(const FanArguments *arguments, const FanParameter *row,
                           const char *label, const char *text, uint64_t *number) {
    FanQuote quote;
    const char *digits = text + (*text == '-');
    if (!*text || !*digits || digits[strspn(digits, "0123456789")]) {
        return fan_complain(arguments, FAN_EXIT_USAGE,
                            "%s: %s is not a whole number (%" PRIu64 " to %" PRIu64 ")", label,
                            *text ? quote_word(&quote, text) : "an empty text", row->min, row->max);
    }
    uint64_t value = 0;
    bool large = false;
    for (const char *c = digits; *c; c++) {
        uint64_t digit = (uint64_t)(*c - '0');
        large = large || __builtin_mul_overflow(value, 10, &value) ||
                __builtin_add_overflow(value, digit, &value);
    }
    if (*text == '-' || (!large && value < row->min)) {
        return fan_complain(arguments, FAN_EXIT_USAGE,
                            "%s: %s is too small (%" PRIu64 " to %" PRIu64 ")", label,
                            quote_word(&quote, text), row->min, row->max);
    }
    if (large || value > row->max) {
        return fan_complain(arguments, FAN_EXIT_USAGE,
                            "%s: %s is too large (%" PRIu64 " to %" PRIu64 ")", label,
                            quote_word(&quote, text), row->min, row->max);
    }
    *number = value;
    return FAN_EXIT_FINE;
}

static bool in_list(const char *const *list, const char *text) {
    for (; list && *list; list++) {
        if (strcmp(*list, text) == 0) {
            return true;
        }
    }
    return false;
}

/* Checks that a text is one of the words of a row. */
static FanExit check_word(const FanArguments *arguments, const FanParameter *row, const char *label,
                          const char *text) {
    if (in_list(row->words, text)) {
        return FAN_EXIT_FINE;
    }
    char words[128] = "";
    FanNearest nearest = fan_nearest_begin(text, strlen(text));
    for (const char *const *word = row->words; *word; word++) {
        size_t length = strlen(words);
        snprintf(words + length, sizeof words - length, "%s%s", length ? ", " : "", *word);
        fan_nearest_offer(&nearest, *word);
    }
    FanQuote quote;
    char hint[FAN_HINT_MAX];
    return fan_complain(arguments, FAN_EXIT_USAGE, "%s: %s is none of %s%s", label,
                        quote_word(&quote, text), words, fan_nearest_hint(&nearest, "", hint));
}

/* Reads one option beginning at words[*at], and steps *at over its value. */
static FanExit read_option(FanArguments *arguments, size_t count, char *const *words, size_t *at) {
    const char *name = words[*at] + 2;
    const char *equals = strchr(name, '=');
    size_t length = equals ? (size_t)(equals - name) : strlen(name);
    size_t index = find_option(arguments->command, name, length);
    if (index == FAN_OPTIONS_MAX) {
        return complain_option(arguments, name, length);
    }
    const FanParameter *row = fan_command_option(arguments->command, index);
    char label[64];
    snprintf(label, sizeof label, "--%s", row->name);
    if (arguments->given[index]) {
        return fan_complain(arguments, FAN_EXIT_USAGE, "%s: given twice", label);
    }
    if (row->type == FAN_PARAMETER_FLAG) {
        arguments->given[index] = "";
        arguments->help = arguments->help || row == &help_option;
        return !equals ? FAN_EXIT_FINE
                       : fan_complain(arguments, FAN_EXIT_USAGE, "%s: takes no value", label);
    }
    if (!equals && (*at + 1 == count || strncmp(words[*at + 1], "--", 2) == 0)) {
        return fan_complain(arguments, FAN_EXIT_USAGE, "%s: its value %s is missing", label,
                            row->argument);
    }
    const char *value = equals ? equals + 1 : words[++*at];
    arguments->given[index] = value;
    if (row->type == FAN_PARAMETER_NUMBER) {
        return read_number(arguments, row, label, value, &arguments->numbers[index]);
    }
    return row->type == FAN_PARAMETER_WORD ? check_word(arguments, row, label, value)
                                           : FAN_EXIT_FINE;
}

static FanExit add_operand(FanArguments *arguments, const char *text) {
    const FanCommand *command = arguments->command;
    FanQuote quote;
    if (arguments->operands_count == command->operands_max) {
        return fan_complain(arguments, FAN_EXIT_USAGE,
                            "%s: one word too many; the command takes %s%s",
                            quote_word(&quote, text), command->operand ? "only " : "",
                            command->operand ? command->operand->name : "options only");
    }
    arguments->operands[arguments->operands_count++] = text;
    uint64_t number;
    return command->operand->type == FAN_PARAMETER_NUMBER
               ? read_number(arguments, command->operand, command->operand->name, text, &number)
               : FAN_EXIT_FINE;
}

static FanExit read_words(FanArguments *arguments, size_t count, char *const *words) {
    bool options = true;
    FanExit status = FAN_EXIT_FINE;
    for (size_t i = 0; i < count && status == FAN_EXIT_FINE && !arguments->help; i++) {
        const char *word = words[i];
        if (!options || word[0] != '-' || word[1] == '\0' || (word[1] >= '0' && word[1] <= '9')) {
            status = add_operand(arguments, word);
        } else if (strcmp(word, "--") == 0) {
            options = false;
        } else if (strcmp(word, "-h") == 0) {
            arguments->help = true;
        } else if (word[1] == '-') {
            status = read_option(arguments, count, words, &i);
        } else {
            FanQuote quote;
            status =
                fan_complain(arguments, FAN_EXIT_USAGE,
                             "%s: options begin with two dashes; after -- words may begin with one",
                             quote_word(&quote, word));
        }
    }
    return status;
}

/* The variable of an option: FANORONA_TLS_CERT for --tls-cert. */
static void write_variable(const FanParameter *row, char name[64]) {
    int length = snprintf(name, 64, "FANORONA_%s", row->name);
    for (char *c = name; c < name + length; c++) {
        *c = *c == '-' ? '_' : (char)toupper((unsigned char)*c);
    }
}

/* Takes an option that was not given from its variable. An empty one is none; a flag is set by
 * anything but "0" and "no". */
static FanExit read_variable(FanArguments *arguments, const FanParameter *row, size_t index) {
    char name[64];
    write_variable(row, name);
    const char *value = getenv(name);
    if (!value || !*value || arguments->given[index]) {
        return FAN_EXIT_FINE;
    }
    bool flag = row->type == FAN_PARAMETER_FLAG;
    if (flag && (strcmp(value, "0") == 0 || strcmp(value, "no") == 0)) {
        return FAN_EXIT_FINE;
    }
    arguments->given[index] = flag ? "" : value;
    if (row->type == FAN_PARAMETER_NUMBER) {
        return read_number(arguments, row, name, value, &arguments->numbers[index]);
    }
    return row->type == FAN_PARAMETER_WORD ? check_word(arguments, row, name, value)
                                           : FAN_EXIT_FINE;
}

/* Those of the subcommand's own options. */
static FanExit read_environment(FanArguments *arguments) {
    const FanParameter *row = arguments->command->options;
    FanExit status = FAN_EXIT_FINE;
    for (size_t i = 0; row && row->name && status == FAN_EXIT_FINE; i++, row++) {
        status = read_variable(arguments, row, i);
    }
    return status;
}

FanExit fan_arguments_read(FanArguments *arguments, size_t count, char *const *words) {
    const FanCommand *command = arguments->command;
    arguments->operands = calloc(count + 1, sizeof *arguments->operands);
    if (!arguments->operands) {
        return fan_complain(arguments, FAN_EXIT_FAILED, "not enough memory");
    }
    FanExit status = read_words(arguments, count, words);
    if (status == FAN_EXIT_FINE && !arguments->help && command->environment) {
        status = read_environment(arguments);
    }
    if (status == FAN_EXIT_FINE && !arguments->help &&
        arguments->operands_count < command->operands_min) {
        return fan_complain(arguments, FAN_EXIT_USAGE, "%s is missing: %s", command->operand->name,
                            command->operand->help);
    }
    return status;
}

void fan_arguments_free(FanArguments *arguments) {
    free(arguments->operands);
    arguments->operands = NULL;
}

static size_t index_of(const FanArguments *arguments, const char *name) {
    size_t index = find_option(arguments->command, name, strlen(name));
    assert(index < FAN_OPTIONS_MAX);
    return index;
}

bool fan_arguments_given(const FanArguments *arguments, const char *name) {
    return arguments->given[index_of(arguments, name)] != NULL;
}

uint64_t fan_arguments_number(const FanArguments *arguments, const char *name, uint64_t otherwise) {
    size_t index = index_of(arguments, name);
    return arguments->given[index] ? arguments->numbers[index] : otherwise;
}

const char *fan_arguments_text(const FanArguments *arguments, const char *name,
                               const char *otherwise) {
    const char *text = arguments->given[index_of(arguments, name)];
    return text ? text : otherwise;
}

size_t fan_operands_count(const FanArguments *arguments) {
    return arguments->operands_count;
}

const char *fan_operand_text(const FanArguments *arguments, size_t index) {
    assert(index < arguments->operands_count);
    return arguments->operands[index];
}

uint64_t fan_operand_number(const FanArguments *arguments, size_t index) {
    return strtoull(fan_operand_text(arguments, index), NULL, 10); /* checked when it was read */
}

FILE *fan_out(const FanArguments *arguments) {
    return arguments->out;
}

FILE *fan_err(const FanArguments *arguments) {
    return arguments->err;
}

bool fan_err_is_terminal(const FanArguments *arguments) {
    return arguments->err && isatty(fileno(arguments->err));
}
