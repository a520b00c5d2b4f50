#include "cli/setup.h"

#include "cli/arguments.h"
#include "cli/nearest.h"

#include <stdlib.h>
#include <string.h>

enum { FAULTS_TOLD_MAX = 8 };

/* Offers the words of "optional or mandatory"; numbers have no near ones. The copy in `words` must
 * outlive the search. */
static void offer_words(FanNearest *nearest, const char *allowed, char *words, size_t size) {
    snprintf(words, size, "%s", allowed);
    for (char *word = strtok(words, " "); word; word = strtok(NULL, " ")) {
        if (strcmp(word, "or") != 0 && word[strspn(word, "abcdefghijklmnopqrstuvwxyz-")] == '\0') {
            fan_nearest_offer(nearest, word);
        }
    }
}

static FanExit complain_rule_name(const FanArguments *arguments, const char *name, size_t length,
                                  const char *sentence) {
    FanNearest nearest = fan_nearest_begin(name, length);
    size_t count;
    const FanOption *options = fan_rules_options(&count);
    for (size_t i = 0; i < count; i++) {
        fan_nearest_offer(&nearest, options[i].name);
    }
    char hint[FAN_HINT_MAX];
    return fan_complain(arguments, FAN_EXIT_USAGE, "--rules: %s%s", sentence,
                        fan_nearest_hint(&nearest, "", hint));
}

static FanExit complain_rules(const FanArguments *arguments, const char *text,
                              const FanRulesError *error) {
    char sentence[256], words[128], hint[FAN_HINT_MAX];
    fan_rules_error_write(error, text, sentence, sizeof sentence);
    const char *place = text + error->offset;
    if (error->fault == FAN_RULES_OPTION) {
        return complain_rule_name(arguments, place, error->length, sentence);
    }
    if (error->fault != FAN_RULES_VALUE) {
        return fan_complain(arguments, FAN_EXIT_USAGE, "--rules: %s", sentence);
    }
    const char *name = place;
    while (name > text && name[-1] != ',') {
        name--;
    }
    name += strspn(name, " ");
    FanNearest nearest = fan_nearest_begin(place, error->length);
    offer_words(&nearest, error->allowed, words, sizeof words);
    return fan_complain(arguments, FAN_EXIT_USAGE, "--rules: %.*s: %s%s", (int)strcspn(name, "= "),
                        name, sentence, fan_nearest_hint(&nearest, "", hint));
}

static FanExit read_rules(const FanArguments *arguments, FanRules *rules) {
    const char *text = fan_arguments_text(arguments, "rules", "");
    FanRulesError error;
    return fan_rules_read(rules, text, strlen(text), &error)
               ? FAN_EXIT_FINE
               : complain_rules(arguments, text, &error);
}

/* Reads up to three digits at *text and steps over them; 0 if there are none. */
static unsigned read_side(const char **text) {
    unsigned value = 0;
    for (int i = 0; i < 3 && **text >= '0' && **text <= '9'; i++) {
        value = value * 10 + (unsigned)(*(*text)++ - '0');
    }
    return value;
}

static FanExit read_size(const FanArguments *arguments, const char *text, FanBoard *board) {
    const char *rest = text;
    unsigned files = read_side(&rest);
    bool cross = *rest == 'x' || *rest == 'X';
    rest += cross;
    unsigned ranks = read_side(&rest);
    FanQuote quote;
    fan_quote(&quote, text, strlen(text));
    if (!cross || *rest || files == 0 || ranks == 0) {
        return fan_complain(arguments, FAN_EXIT_USAGE,
                            "--board: %s is not written as files x ranks, such as 7x3", quote.text);
    }
    if (!fan_board_init(board, files, ranks)) {
        return fan_complain(arguments, FAN_EXIT_USAGE,
                            "--board: %s is no board: files and ranks are odd, at least 3, and at "
                            "most 49 points together (R1.1)",
                            quote.text);
    }
    return FAN_EXIT_FINE;
}

/* The board, and with it whether the game is telo. */
static FanExit read_board(const FanArguments *arguments, FanBoard *board, FanRules *rules) {
    const char *size = fan_arguments_text(arguments, "board", NULL);
    const char *variant = fan_arguments_text(arguments, "variant", NULL);
    if (size && variant) {
        return fan_complain(arguments, FAN_EXIT_USAGE,
                            "--board: --variant names a board too; give one of the two");
    }
    if (size) {
        return read_size(arguments, size, board);
    }
    const char *name = variant ? variant : "tsivy";
    if (!fan_variant_read(board, rules, name, strlen(name))) {
        abort(); /* the word is one of the table */
    }
    return FAN_EXIT_FINE;
}

static FanExit complain_position(const FanArguments *arguments, const char *text,
                                 const FanSetupError *errors, size_t count) {
    char line[FAULTS_TOLD_MAX * 300] = "";
    size_t length = 0;
    for (size_t i = 0; i < count && i < FAULTS_TOLD_MAX; i++) {
        char sentence[256];
        fan_setup_error_write(&errors[i], text, sentence, sizeof sentence);
        length += (size_t)snprintf(line + length, sizeof line - length, "%s%s (offset %zu)",
                                   i ? "; " : "", sentence, errors[i].offset);
        if (length >= sizeof line) {
            length = sizeof line - 1;
        }
    }
    if (count > FAULTS_TOLD_MAX) {
        snprintf(line + length, sizeof line - length, "; and %zu more faults",
                 count - FAULTS_TOLD_MAX);
    }
    return fan_complain(arguments, FAN_EXIT_USAGE, "--fen: %s", line);
}

/* Vela is the only option that not every board can be played by (R7.1). */
static FanExit check_fit(const FanArguments *arguments, const FanSetup *setup) {
    char variant[FAN_VARIANT_TEXT_MAX];
    return fan_rules_fit(&setup->rules, &setup->board)
               ? FAN_EXIT_FINE
               : fan_complain(arguments, FAN_EXIT_USAGE,
                              "--rules: vela is played on tsivy and dimy only, not on %s (R7.1)",
                              fan_variant_write(&setup->board, &setup->rules, variant));
}

static FanExit read_position(const FanArguments *arguments, FanSetup *setup) {
    const char *text = fan_arguments_text(arguments, "fen", NULL);
    bool asked =
        fan_arguments_given(arguments, "board") || fan_arguments_given(arguments, "variant");
    if (!text || asked) {
        FanExit status = check_fit(arguments, setup);
        if (status != FAN_EXIT_FINE) {
            return status;
        }
    }
    if (!text) {
        setup->position = fan_position_start(&setup->board, &setup->rules);
        return FAN_EXIT_FINE;
    }
    FanBoard board = setup->board;
    FanSetupError errors[FAULTS_TOLD_MAX];
    size_t count =
        fan_position_read(&setup->board, &setup->position, &setup->rules, asked ? &board : NULL,
                          text, strlen(text), errors, FAULTS_TOLD_MAX);
    return count == 0 ? check_fit(arguments, setup)
                      : complain_position(arguments, text, errors, count);
}

FanExit fan_setup_read(FanArguments *arguments, FanSetup *setup) {
    FanExit status = read_rules(arguments, &setup->rules);
    if (status == FAN_EXIT_FINE) {
        status = read_board(arguments, &setup->board, &setup->rules);
    }
    return status == FAN_EXIT_FINE ? read_position(arguments, setup) : status;
}

FanExit fan_complain_over(const FanArguments *arguments, const char *what,
                          const FanOutcome *outcome) {
    char clause[FAN_CLAUSE_TEXT_MAX];
    const char *result = outcome->result == FAN_DRAWN        ? "a draw"
                         : outcome->result == FAN_WHITE_WINS ? "White has won"
                                                             : "Black has won";
    return fan_complain(arguments, FAN_EXIT_USAGE, "%s: the game is over: %s, %s (%s)", what,
                        result, fan_reason_word((FanReason)outcome->reason),
                        fan_clause_write(outcome->clause, clause));
}
