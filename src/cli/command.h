/* The program's subcommands: what one is, what it is given, and how it answers.
 *
 * A subcommand is one file with one FanCommand. The table of its parameters is the only place that
 * knows them: parsing, range checks, --help, suggestions for misspelt words and the check of the
 * manual page all read it. This layer is the only one that prints or ends the process; it must not
 * know rules beyond what the public headers say. */
#ifndef FAN_CLI_COMMAND_H
#define FAN_CLI_COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* What the program ends with. */
typedef enum FanExit {
    FAN_EXIT_FINE = 0,
    FAN_EXIT_FAILED = 1,        /* the answer is no, or the run failed */
    FAN_EXIT_USAGE = 2,         /* bad usage or bad input; one line on standard error */
    FAN_EXIT_INTERRUPTED = 130, /* Ctrl-C before there was a result; 128 + SIGINT, as in shells */
} FanExit;

typedef enum FanParameterType {
    FAN_PARAMETER_FLAG,   /* given or not; takes no value */
    FAN_PARAMETER_NUMBER, /* a whole number from min to max */
    FAN_PARAMETER_TEXT,   /* anything */
    FAN_PARAMETER_WORD,   /* one of words */
} FanParameterType;

/* An option (`--name`) or an operand (no dashes). Strings are static; all text is ASCII. */
typedef struct FanParameter {
    const char *name;     /* "depth" for --depth; of an operand the word shown, "DEPTH" */
    const char *argument; /* what stands for the value: "N", "MS"; NULL for flags and operands */
    const char *help;     /* one sentence, lower case, no full stop, no range and no default */
    FanParameterType type;
    uint64_t min, max;        /* of a number */
    const char *standard;     /* the default as --help shows it; NULL if there is none to show */
    const char *const *words; /* of a word: those allowed, NULL at the end */
} FanParameter;

typedef struct FanArguments FanArguments;

/* Groups of options that several subcommands take. */
enum {
    FAN_TAKES_SETUP = 1,   /* --variant, --board, --rules, --fen; see fan_setup_read (setup.h) */
    FAN_TAKES_JSON = 2,    /* --json */
    FAN_TAKES_NETWORK = 4, /* --network; see fan_network_choose (network.h) */
};

/* A subcommand. --help is understood by every one without being named. */
typedef struct FanCommand {
    const char *name;
    const char *summary;     /* one line for the list of commands, an imperative, no full stop */
    const char *description; /* what --help says besides: lines of at most 80 characters */
    const FanParameter *options;       /* ended by a row without a name; NULL if there are none */
    const FanParameter *operand;       /* NULL if it takes none */
    size_t operands_min, operands_max; /* how many of it; SIZE_MAX for any number */
    unsigned takes;                    /* FAN_TAKES_… */
    bool environment; /* options that are not given are looked for in FANORONA_NAME */
    /* Does the work, writes results to fan_out and returns how the program ends. Standard output is
     * flushed and checked for failed writes by the caller. */
    FanExit (*run)(FanArguments *arguments);
} FanCommand;

/* One per file; commands.c lists them. */
extern const FanCommand fan_command_admin;
extern const FanCommand fan_command_analyse;
extern const FanCommand fan_command_apply;
extern const FanCommand fan_command_bench;
extern const FanCommand fan_command_book;
extern const FanCommand fan_command_datagen;
extern const FanCommand fan_command_help;
extern const FanCommand fan_command_legal;
extern const FanCommand fan_command_match;
extern const FanCommand fan_command_perft;
extern const FanCommand fan_command_play;
extern const FanCommand fan_command_record;
extern const FanCommand fan_command_serve;
extern const FanCommand fan_command_solve;
extern const FanCommand fan_command_tables;
extern const FanCommand fan_command_ugi;

/* The value of an option, by the name in its table; asking for one that is not there is a bug. */
bool fan_arguments_given(const FanArguments *arguments, const char *name);
uint64_t fan_arguments_number(const FanArguments *arguments, const char *name, uint64_t otherwise);
const char *fan_arguments_text(const FanArguments *arguments, const char *name,
                               const char *otherwise);

/* The operands, checked against the table. */
size_t fan_operands_count(const FanArguments *arguments);
const char *fan_operand_text(const FanArguments *arguments, size_t index);
uint64_t fan_operand_number(const FanArguments *arguments, size_t index);

/* Where results go. */
FILE *fan_out(const FanArguments *arguments);

/* Where progress goes, and whether it should: only when standard error is a terminal. */
FILE *fan_err(const FanArguments *arguments);
bool fan_err_is_terminal(const FanArguments *arguments);

/* Writes one line "fanorona COMMAND: …" to standard error, whatever is not printable ASCII escaped,
 * and returns `status`. Say what, where and why: fan_complain(a, FAN_EXIT_USAGE, "--port: %s is
 * taken", …). */
__attribute__((format(printf, 3, 4))) FanExit fan_complain(const FanArguments *arguments,
                                                           FanExit status, const char *format, ...);

#endif
