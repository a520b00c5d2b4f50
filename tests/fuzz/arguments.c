/* Any words after the program's name: nothing crashes, the status is one of those documented, wrong
 * usage is one line of printable ASCII on standard error and nothing on standard output.
 *
 * The input is the words, one a line. Commands run in this process, but for those that would take
 * long. */
#include "cli/arguments.h"
#include "cli/program.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { WORDS_MAX = 64, NODES_MAX = 2000 };

typedef struct Stream {
    FILE *file;
    char *text;
    size_t length;
} Stream;

static void open_stream(Stream *stream) {
    stream->file = open_memstream(&stream->text, &stream->length);
    if (!stream->file) {
        abort();
    }
}

static void close_stream(Stream *stream) {
    fclose(stream->file);
    free(stream->text);
}

static bool is_quick_perft(const FanArguments *arguments) {
    return fan_operand_number(arguments, 0) <= 2 &&
           fan_arguments_number(arguments, "threads", 1) <= 4;
}

static bool is_quick_analysis(const FanArguments *arguments) {
    return fan_arguments_number(arguments, "nodes", UINT64_MAX) <= NODES_MAX &&
           fan_arguments_number(arguments, "hash", UINT64_MAX) <= 1 &&
           !fan_arguments_given(arguments, "game") && !fan_arguments_given(arguments, "network");
}

/* Whether a command that was read without complaint would be done at once. */
static bool is_quick(const FanArguments *arguments) {
    const FanCommand *command = arguments->command;
    return arguments->help || command == &fan_command_help || command == &fan_command_legal ||
           command == &fan_command_apply ||
           (command == &fan_command_perft && is_quick_perft(arguments)) ||
           (command == &fan_command_analyse && is_quick_analysis(arguments));
}

/* Whether the whole program may be run: it would be done at once, or it would complain. */
static bool may_run(size_t count, char *const *words) {
    const FanCommand *command = count ? fan_command_find(words[0]) : NULL;
    if (!command) {
        return true;
    }
    Stream err;
    open_stream(&err);
    FanArguments arguments = {.command = command, .out = err.file, .err = err.file};
    bool may = fan_arguments_read(&arguments, count - 1, words + 1) != FAN_EXIT_FINE ||
               is_quick(&arguments);
    fan_arguments_free(&arguments);
    close_stream(&err);
    return may;
}

/* A line of printable ASCII and nothing else. */
static bool is_one_line(const Stream *stream) {
    for (size_t i = 0; i + 1 < stream->length; i++) {
        if (stream->text[i] < ' ' || stream->text[i] > '~') {
            return false;
        }
    }
    return stream->length > 1 && stream->text[stream->length - 1] == '\n';
}

static void run_program(int argc, char *const *argv) {
    Stream out, err;
    open_stream(&out);
    open_stream(&err);
    FanExit status = fan_program_run(argc, argv, out.file, err.file);
    fflush(err.file);
    bool fine = status == FAN_EXIT_FINE    ? err.length == 0
                : status == FAN_EXIT_USAGE ? out.length == 0 && is_one_line(&err)
                                           : status == FAN_EXIT_FAILED && is_one_line(&err);
    if (!fine) {
        fprintf(stderr, "status %d, standard error: %s\n", status, err.text);
        abort();
    }
    close_stream(&out);
    close_stream(&err);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = malloc(size + 1);
    if (!text) {
        abort();
    }
    memcpy(text, data, size);
    text[size] = '\0';
    char name[] = "fanorona";
    char *argv[WORDS_MAX + 2] = {name};
    int argc = 1;
    for (char *word = text; argc <= WORDS_MAX && *word; argc++) {
        argv[argc] = word;
        word += strcspn(word, "\n");
        if (*word) {
            *word++ = '\0';
        }
    }
    if (may_run((size_t)argc - 1, argv + 1)) {
        run_program(argc, argv);
    }
    free(text);
    return 0;
}
