/* `fanorona datagen`: positions to train a network by, from games of the engine against itself.
 * Here is what may be asked for; src/cli/datagen plays and writes. */
#include "cli/arguments.h"
#include "cli/datagen/game.h"
#include "cli/datagen/run.h"
#include "cli/interrupt.h"
#include "cli/json.h"
#include "cli/setup.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

enum {
    NODES = 4000,
    PLIES_LEAST = 4,
    PLIES_MOST = 13,
    BALANCE = 400,
    NOISE = 62,
};

/* --- making --------------------------------------------------------------------------------------
 */

static FanExit read_plan(FanArguments *arguments, FanPlan *plan) {
    FanSetup setup;
    FanExit status = fan_setup_read(arguments, &setup);
    if (status != FAN_EXIT_FINE) {
        return status;
    }
    FanOutcome outcome = fan_position_outcome(&setup.board, &setup.rules, &setup.position);
    *plan = (FanPlan){
        .board = setup.board,
        .rules = setup.rules,
        .start = setup.position,
        .nodes = fan_arguments_number(arguments, "nodes", NODES),
        .seed = fan_arguments_number(arguments, "seed", 0),
        .plies_least = (uint32_t)fan_arguments_number(arguments, "plies-least", PLIES_LEAST),
        .plies_most = (uint32_t)fan_arguments_number(arguments, "plies-most", PLIES_MOST),
        .balance = (uint32_t)fan_arguments_number(arguments, "balance", BALANCE),
        .noise = (uint32_t)fan_arguments_number(arguments, "noise", NOISE),
    };
    if (plan->rules.telo) {
        return fan_complain(arguments, FAN_EXIT_USAGE,
                            "telo is solved: there is nothing to train for");
    }
    if (fan_rules_endless(&plan->rules)) {
        return fan_complain(arguments, FAN_EXIT_USAGE,
                            "--rules: with quiet-limit and repetition both off a game may never "
                            "end (R8)");
    }
    if (plan->plies_least > plan->plies_most) {
        return fan_complain(arguments, FAN_EXIT_USAGE,
                            "--plies-least: %" PRIu32 " is more than the most, %" PRIu32,
                            plan->plies_least, plan->plies_most);
    }
    return outcome.result == FAN_ONGOING ? FAN_EXIT_FINE
                                         : fan_complain_over(arguments, "--fen", &outcome);
}

/* Which engine it is that plays. */
static FanExit know_engine(const FanArguments *arguments, FanPlan *plan) {
    FanSelfplay self;
    atomic_bool stop = false;
    bool fine = fan_selfplay_make(&self, plan, &stop) && fan_selfplay_engine(&self, &plan->engine);
    fan_selfplay_free(&self);
    return fine ? FAN_EXIT_FINE
                : fan_complain(arguments, FAN_EXIT_FAILED, "--nodes: not enough memory to search");
}

static FanExit print_sum(FanArguments *arguments, const FanDataFile *data) {
    if (fan_arguments_given(arguments, "json")) {
        return fan_json_print(arguments, json_pack("{s:I, s:I}", "games", (json_int_t)data->games,
                                                   "positions", (json_int_t)data->positions));
    }
    fprintf(fan_out(arguments), "games %" PRIu64 "\npositions %" PRIu64 "\n", data->games,
            data->positions);
    return FAN_EXIT_FINE;
}

/* Adds to a file that is open. */
static FanExit add_to(FanArguments *arguments, FanDataFile *data, const FanPlan *plan) {
    FanExit status = FAN_EXIT_FINE;
    uint64_t positions = fan_arguments_number(arguments, "positions", 0);
    unsigned threads = (unsigned)fan_arguments_number(arguments, "threads", 1);
    if (data->positions < positions) {
        status = fan_datagen_run(data, arguments, plan, positions, threads);
    }
    FanExit told = print_sum(arguments, data);
    if (status == FAN_EXIT_FINE && data->positions < positions) {
        return fan_complain(arguments, FAN_EXIT_INTERRUPTED,
                            "interrupted; the same command goes on");
    }
    return status == FAN_EXIT_FINE ? told : status;
}

/* The tables asked for, which are the caller's. */
static FanExit open_tables(const FanArguments *arguments, FanPlan *plan, FanTables **tables) {
    const char *folder = fan_arguments_text(arguments, "tables", NULL);
    FanTablesError error;
    if (!folder) {
        return FAN_EXIT_FINE;
    }
    *tables = fan_tables_open(folder, &plan->board, &plan->rules, &error);
    if (!*tables) {
        return fan_complain(arguments, FAN_EXIT_USAGE, "--tables: %s", error.text);
    }
    plan->tables = *tables;
    plan->tables_stones = (uint8_t)fan_tables_stones(*tables);
    return plan->tables_stones > 0
               ? FAN_EXIT_FINE
               : fan_complain(arguments, FAN_EXIT_USAGE,
                              "--tables: %s has none for this board and these rules", folder);
}

static FanExit fill_file(FanArguments *arguments, const char *path, FanPlan *plan) {
    FanDataFile data;
    FanExit status = know_engine(arguments, plan);
    if (status != FAN_EXIT_FINE) {
        return status;
    }
    fan_interrupt_watch();
    status = fan_data_open(&data, arguments, path, plan);
    if (status == FAN_EXIT_FINE) {
        status = add_to(arguments, &data, plan);
    }
    int error = fan_data_close(&data);
    fan_interrupt_unwatch();
    return status == FAN_EXIT_FINE && error
               ? fan_complain(arguments, FAN_EXIT_FAILED, "--out: %s: %s", path, strerror(error))
               : status;
}

static FanExit make_data(FanArguments *arguments) {
    FanPlan plan;
    FanNetworkChoice network;
    FanTables *tables = NULL;
    const char *path = fan_arguments_text(arguments, "out", NULL);
    if (!path || !fan_arguments_given(arguments, "positions")) {
        return fan_complain(arguments, FAN_EXIT_USAGE, "--%s is missing: %s",
                            path ? "positions" : "out",
                            path ? "how many positions the file is to have"
                                 : "the file that the positions are added to");
    }
    FanExit status = read_plan(arguments, &plan);
    if (status == FAN_EXIT_FINE) {
        status = open_tables(arguments, &plan, &tables);
    }
    if (status == FAN_EXIT_FINE) {
        status = fan_network_choose(arguments, &network);
    }
    if (status == FAN_EXIT_FINE) {
        plan.network = &network;
        status = fill_file(arguments, path, &plan);
        fan_network_drop(&network);
    }
    fan_tables_free(tables);
    return status;
}

/* --- checking ------------------------------------------------------------------------------------
 */

static FanExit print_count(FanArguments *arguments, const FanDataCount *count) {
    if (fan_arguments_given(arguments, "json")) {
        json_t *fault = count->fault ? json_pack("{s:I, s:s}", "offset", (json_int_t)count->offset,
                                                 "reason", count->fault)
                                     : json_null();
        return fan_json_print(
            arguments,
            json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:o}", "games", (json_int_t)count->games,
                      "white", (json_int_t)count->white, "draw", (json_int_t)count->drawn, "black",
                      (json_int_t)count->black, "positions", (json_int_t)count->positions,
                      "mustCapture", (json_int_t)count->must_capture, "exact",
                      (json_int_t)count->exact, "fault", fault));
    }
    fprintf(fan_out(arguments),
            "games %" PRIu64 ", white %" PRIu64 ", draw %" PRIu64 ", black %" PRIu64
            "\npositions %" PRIu64 ", must capture %" PRIu64 ", exact %" PRIu64 "\n",
            count->games, count->white, count->drawn, count->black, count->positions,
            count->must_capture, count->exact);
    return FAN_EXIT_FINE;
}

static FanExit check_data(FanArguments *arguments) {
    const char *path = fan_operand_text(arguments, 1);
    FanPlan plan;
    FanDataCount count;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    fan_interrupt_watch();
    int error = file < 0 ? errno : fan_data_count(file, &plan, &count);
    fan_interrupt_unwatch();
    if (file >= 0) {
        close(file);
    }
    if (error) {
        return fan_complain(arguments, FAN_EXIT_USAGE, "%s: %s", path, strerror(error));
    }
    if (fan_interrupted()) {
        return fan_complain(arguments, FAN_EXIT_INTERRUPTED, "interrupted");
    }
    if (count.end == 0) {
        return fan_complain(arguments, FAN_EXIT_USAGE, "%s: %s", path, count.fault);
    }
    FanExit status = print_count(arguments, &count);
    return status == FAN_EXIT_FINE && count.fault
               ? fan_complain(arguments, FAN_EXIT_FAILED, "%s: offset %" PRIu64 ": %s", path,
                              count.offset, count.fault)
               : status;
}

/* --- the command ---------------------------------------------------------------------------------
 */

static FanExit run_datagen(FanArguments *arguments) {
    if (fan_operands_count(arguments) == 0) {
        return make_data(arguments);
    }
    const char *word = fan_operand_text(arguments, 0);
    if (strcmp(word, "check") != 0) {
        FanQuote quote;
        return fan_complain(arguments, FAN_EXIT_USAGE, "%s: only check may stand here",
                            fan_quote(&quote, word, strlen(word)));
    }
    return fan_operands_count(arguments) == 2
               ? check_data(arguments)
               : fan_complain(arguments, FAN_EXIT_USAGE, "check: a FILE is missing");
}

static const FanParameter options[] = {
    {.name = "out",
     .argument = "FILE",
     .type = FAN_PARAMETER_TEXT,
     .help = "the file that the positions are added to"},
    {.name = "positions",
     .argument = "N",
     .type = FAN_PARAMETER_NUMBER,
     .min = 1,
     .max = 1000000000000,
     .help = "how many the file is to have; the last game is finished"},
    {.name = "nodes",
     .argument = "N",
     .type = FAN_PARAMETER_NUMBER,
     .min = 1,
     .max = 1000000000000,
     .standard = "4000",
     .help = "positions to search for a turn"},
    {.name = "threads",
     .argument = "N",
     .type = FAN_PARAMETER_NUMBER,
     .min = 1,
     .max = FAN_DATAGEN_THREADS_MAX,
     .standard = "1",
     .help = "games played at once; the file is the same"},
    {.name = "seed",
     .argument = "N",
     .type = FAN_PARAMETER_NUMBER,
     .max = INT64_MAX,
     .standard = "0",
     .help = "which games; another seed for another file"},
    {.name = "plies-least",
     .argument = "N",
     .type = FAN_PARAMETER_NUMBER,
     .max = 100,
     .standard = "4",
     .help = "random turns a game begins with, at least"},
    {.name = "plies-most",
     .argument = "N",
     .type = FAN_PARAMETER_NUMBER,
     .max = 100,
     .standard = "13",
     .help = "random turns a game begins with, at most"},
    {.name = "balance",
     .argument = "SCORE",
     .type = FAN_PARAMETER_NUMBER,
     .max = 10000,
     .standard = "400",
     .help = "hundredths of a stone by which a side may be ahead after them"},
    {.name = "noise",
     .argument = "N",
     .type = FAN_PARAMETER_NUMBER,
     .max = 1000,
     .standard = "62",
     .help = "turns in a thousand that are random later in the game"},
    {.name = "tables",
     .argument = "DIR",
     .type = FAN_PARAMETER_TEXT,
     .help = "end games, and label their ends exactly, by the endgame tables of a folder"},
    {0},
};

static const FanParameter operand = {
    .name = "check FILE", .type = FAN_PARAMETER_TEXT, .help = "count what is in a file instead"};

const FanCommand fan_command_datagen = {
    .name = "datagen",
    .summary = "make training positions by self-play",
    .description =
        "The engine plays itself from random openings and adds each position it searched\n"
        "to a file, with what it thought of it and how the game ended. The file goes on\n"
        "from where it was left, whatever ended it: a game is in it whole or not at all,\n"
        "and the bytes are those of a run that was never ended, with any number of\n"
        "threads. Ctrl-C ends it with status 130.\n"
        "\n"
        "datagen check FILE counts games and positions and looks for faults; the status\n"
        "is 1 if there is one. The format is told in docs/engine.md.\n",
    .options = options,
    .operand = &operand,
    .operands_max = 2,
    .takes = FAN_TAKES_SETUP | FAN_TAKES_JSON | FAN_TAKES_NETWORK,
    .run = run_datagen,
};
