/* `fanorona record`: check and convert game records (docs/records.md). */
#include "cli/arguments.h"
#include "cli/json.h"
#include "cli/nearest.h"
#include "cli/record_json.h"
#include "cli/record_stream.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

/* The words that may stand first. */
static const char *const actions[] = {"check", "convert", NULL};

typedef struct Work {
    FanArguments *arguments;
    bool strict, json;
    enum { TO_FGN, TO_JSON, TO_POSITIONS } to;
    bool any;       /* a game was written */
    FanExit failed; /* what ended the reading, besides faults */
} Work;

static Work begin_work(FanArguments *arguments) {
    const char *to = fan_arguments_text(arguments, "to", "fgn");
    return (Work){.arguments = arguments,
                  .strict = fan_arguments_given(arguments, "strict"),
                  .json = fan_arguments_given(arguments, "json"),
                  .to = strcmp(to, "json") == 0        ? TO_JSON
                        : strcmp(to, "positions") == 0 ? TO_POSITIONS
                                                       : TO_FGN,
                  .failed = FAN_EXIT_FINE};
}

/* Whether results can still be written; the program tells when not. */
static bool can_write(const Work *work) {
    return !ferror(fan_out(work->arguments));
}

static bool print_json(Work *work, json_t *value) {
    work->failed = fan_json_print(work->arguments, value);
    return work->failed == FAN_EXIT_FINE && can_write(work);
}

static void print_fault(FILE *file, const char *name, const FanRecordFault *fault) {
    fprintf(file, "%s:%" PRIu64 ":%" PRIu64 ": game %" PRIu64 ": %s\n", name, fault->line,
            fault->column, fault->game, fault->reason);
}

/* --- check -------------------------------------------------------------------------------------
 */

static bool pass_game(void *context, const char *file, uint64_t number, const FanRecord *record) {
    (void)context, (void)file, (void)number, (void)record;
    return true;
}

static bool show_fault(void *context, const char *file, const FanRecordFault *fault) {
    Work *work = context;
    fan_record_clear_progress(work->arguments);
    if (work->json) {
        return print_json(work, fan_record_fault_to_json(file, fault)) && !work->strict;
    }
    print_fault(fan_out(work->arguments), file, fault);
    return can_write(work) && !work->strict;
}

static void print_count(Work *work, const FanRecordCount *count) {
    if (work->json) {
        print_json(work, json_pack("{s:I, s:I}", "games", (json_int_t)count->games, "faults",
                                   (json_int_t)count->faults));
        return;
    }
    fprintf(fan_out(work->arguments), "%" PRIu64 " %s, %" PRIu64 " refused\n", count->games,
            count->games == 1 ? "game" : "games", count->faults);
}

static FanExit run_check(FanArguments *arguments) {
    Work work = begin_work(arguments);
    FanRecordUse use = {.context = &work, .game = pass_game, .fault = show_fault};
    FanRecordCount count;
    FanExit status = fan_record_stream(arguments, 1, &use, &count);
    if (status != FAN_EXIT_INTERRUPTED) {
        print_count(&work, &count);
    }
    status = status > work.failed ? status : work.failed;
    return status == FAN_EXIT_FINE && count.faults > 0 ? FAN_EXIT_FAILED : status;
}

/* --- convert -----------------------------------------------------------------------------------
 */

static bool to_file(void *context, const char *bytes, size_t length) {
    return fwrite(bytes, 1, length, context) == length;
}

static void print_position(FILE *out, const FanBoard *board, const FanPosition *position) {
    char text[FAN_POSITION_TEXT_MAX];
    fan_position_write(board, position, text);
    fprintf(out, "%s\n", text);
}

/* The positions of the main line, a blank line before them unless they are the first. */
static void print_positions(Work *work, const FanRecord *record) {
    FILE *out = fan_out(work->arguments);
    FanPosition position = record->start;
    const FanTurn *turn;
    fputs(work->any ? "\n" : "", out);
    print_position(out, &record->board, &position);
    for (size_t at = 0; (turn = fan_record_next_turn(record, &at)) != NULL;) {
        position = fan_position_after(&position, fan_turn_move(&record->board, &position, turn));
        print_position(out, &record->board, &position);
    }
}

static bool write_game(void *context, const char *file, uint64_t number, const FanRecord *record) {
    Work *work = context;
    switch (work->to) {
    case TO_FGN:
        (void)!fan_record_write(record, to_file, fan_out(work->arguments)); /* see can_write */
        break;
    case TO_JSON:
        return print_json(work, fan_record_to_json(file, number, record));
    case TO_POSITIONS:
        print_positions(work, record);
        break;
    }
    work->any = true;
    return can_write(work);
}

static bool tell_fault(void *context, const char *file, const FanRecordFault *fault) {
    Work *work = context;
    fan_record_clear_progress(work->arguments);
    print_fault(fan_err(work->arguments), file, fault);
    return !work->strict;
}

static FanExit run_convert(FanArguments *arguments) {
    Work work = begin_work(arguments);
    FanRecordUse use = {.context = &work,
                        .game = write_game,
                        .fault = tell_fault,
                        .quiet = isatty(fileno(fan_out(arguments))) != 0};
    FanRecordCount count;
    FanExit status = fan_record_stream(arguments, 1, &use, &count);
    status = status > work.failed ? status : work.failed;
    return status == FAN_EXIT_FINE && count.faults > 0 ? FAN_EXIT_USAGE : status;
}

/* --- The command -------------------------------------------------------------------------------
 */

static FanExit complain_action(const FanArguments *arguments, const char *word) {
    FanQuote quote;
    char hint[FAN_HINT_MAX];
    FanNearest nearest = fan_nearest_begin(word, strlen(word));
    for (const char *const *action = actions; *action; action++) {
        fan_nearest_offer(&nearest, *action);
    }
    return fan_complain(arguments, FAN_EXIT_USAGE, "%s is neither check nor convert%s",
                        fan_quote(&quote, word, strlen(word)),
                        fan_nearest_hint(&nearest, "", hint));
}

static FanExit run_record(FanArguments *arguments) {
    const char *action = fan_operand_text(arguments, 0);
    bool check = strcmp(action, "check") == 0;
    if (!check && strcmp(action, "convert") != 0) {
        return complain_action(arguments, action);
    }
    if (fan_operands_count(arguments) == 1) {
        return fan_complain(arguments, FAN_EXIT_USAGE, "%s: a FILE is missing; - is standard input",
                            action);
    }
    const char *other = check ? "to" : "json";
    if (fan_arguments_given(arguments, other)) {
        return fan_complain(arguments, FAN_EXIT_USAGE, "--%s: %s does not take it%s", other, action,
                            check ? "" : "; --to json writes the games so");
    }
    return check ? run_check(arguments) : run_convert(arguments);
}

static const char *const formats[] = {"fgn", "json", "positions", NULL};

static const FanParameter options[] = {
    {.name = "to",
     .argument = "FORM",
     .type = FAN_PARAMETER_WORD,
     .standard = "fgn",
     .words = formats,
     .help = "convert: what to write: fgn, json or positions"},
    {.name = "strict", .type = FAN_PARAMETER_FLAG, .help = "stop at the first fault"},
    {.name = "json", .type = FAN_PARAMETER_FLAG, .help = "check: print JSON, for programs"},
    {0},
};

static const FanParameter operand = {.name = "check|convert FILE",
                                     .type = FAN_PARAMETER_TEXT,
                                     .help =
                                         "what to do, then files of records; - is standard input"};

const FanCommand fan_command_record = {
    .name = "record",
    .summary = "check and convert game records",
    .description =
        "Reads files of game records (.fgn, R9.5) of any length, every turn checked by\n"
        "the rules. A game with a fault is told as FILE:LINE:COLUMN: game N: REASON, and\n"
        "the others are still read.\n"
        "check prints the faults and how many games there are; the status is 1 if any\n"
        "is refused.\n"
        "convert writes the good games: in canonical form, as JSON, one a line, or as\n"
        "the positions of their main lines, one a line, a blank line between games.\n"
        "Faults go to standard error, and then the status is 2.\n",
    .options = options,
    .operand = &operand,
    .operands_min = 1,
    .operands_max = SIZE_MAX,
    .run = run_record,
};
