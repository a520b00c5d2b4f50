/* `fanorona tables`: build, count, ask and verify endgame tables (docs/tables.md). */
#include "cli/tables/place.h"

#include "cli/arguments.h"
#include "cli/data.h"
#include "cli/nearest.h"
#include "tables/tables.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct Action {
    const char *name;
    FanExit (*run)(FanArguments *arguments, const FanTablesPlace *place);
    const char *options; /* which of the command's own it takes, each between blanks */
} Action;

static const Action actions[] = {
    {"build", fan_tables_run_build, " stones out threads metric "},
    {"stats", fan_tables_run_stats, " tables metric limit json "},
    {"probe", fan_tables_run_probe, " tables metric fen json "},
    {"pack", fan_tables_run_pack, " tables stones out bundle threads "},
    {"verify", fan_tables_run_verify, " tables metric sample json "},
};
enum { ACTIONS = sizeof actions / sizeof *actions };

static const char *const metrics[] = {"dtc", "dtw", NULL};

static const FanParameter options[] = {
    {.name = "stones",
     .argument = "N",
     .type = FAN_PARAMETER_NUMBER,
     .min = 2,
     .max = 12,
     .help = "build, pack: all classes of at most so many stones"},
    {.name = "out",
     .argument = "DIR",
     .type = FAN_PARAMETER_TEXT,
     .help = "build, pack: the folder of tables to fill; for build otherwise the user's own"},
    {.name = "bundle",
     .argument = "FILE",
     .type = FAN_PARAMETER_TEXT,
     .help = "pack: all into one file, not compressed, as the page loads it"},
    {.name = "tables",
     .argument = "DIR",
     .type = FAN_PARAMETER_TEXT,
     .help = "the folder of tables to read; otherwise the user's own, or the system's"},
    {.name = "threads",
     .argument = "N",
     .type = FAN_PARAMETER_NUMBER,
     .min = 1,
     .max = 256,
     .standard = "2",
     .help = "build, pack: how many threads share the work"},
    {.name = "metric",
     .argument = "M",
     .type = FAN_PARAMETER_WORD,
     .standard = "dtc",
     .words = metrics,
     .help = "count plies to the next capture or the end, or to the end"},
    {.name = "limit",
     .type = FAN_PARAMETER_FLAG,
     .help = "stats: two more numbers, the wins and losses that the quiet limit makes draws"},
    {.name = "sample",
     .argument = "N",
     .type = FAN_PARAMETER_NUMBER,
     .max = UINT64_C(1000000000000),
     .standard = "100000",
     .help = "verify: positions of a larger class, by chance; 0 is all of them"},
    {0},
};

FanTableMetric fan_tables_metric(const FanArguments *arguments) {
    const char *metric = fan_arguments_text(arguments, "metric", "dtc");
    return strcmp(metric, "dtw") == 0 ? FAN_TABLE_DTW : FAN_TABLE_DTC;
}

FanExit fan_tables_at(const FanArguments *arguments, const FanTablesPlace *place,
                      FanTables **tables) {
    FanTablesError error;
    FanTables *opened =
        fan_tables_open(place->folder, &place->setup.board, &place->setup.rules, &error);
    if (!opened) {
        return fan_complain(arguments, FAN_EXIT_USAGE, "%s", error.text);
    }
    if (opened->mappings_count == 0) {
        char set[FAN_TABLE_NAME_MAX];
        fan_tables_folder_name(&place->setup.board, &place->setup.rules, set);
        fan_tables_free(opened);
        return fan_complain(arguments, FAN_EXIT_FAILED,
                            "%s/%s: no tables there; fanorona tables build makes them",
                            place->folder, set);
    }
    *tables = opened;
    return FAN_EXIT_FINE;
}

/* --- what is asked ------------------------------------------------------------------------------
 */

static const Action *find_action(const char *word) {
    for (size_t i = 0; i < ACTIONS; i++) {
        if (strcmp(actions[i].name, word) == 0) {
            return &actions[i];
        }
    }
    return NULL;
}

static FanExit complain_action(const FanArguments *arguments, const char *word) {
    FanQuote quote;
    char hint[FAN_HINT_MAX];
    FanNearest nearest = fan_nearest_begin(word, strlen(word));
    for (size_t i = 0; i < ACTIONS; i++) {
        fan_nearest_offer(&nearest, actions[i].name);
    }
    return fan_complain(
        arguments, FAN_EXIT_USAGE, "%s is none of build, stats, probe, pack, verify%s",
        fan_quote(&quote, word, strlen(word)), fan_nearest_hint(&nearest, "", hint));
}

static bool takes(const Action *action, const char *option) {
    char word[32];
    snprintf(word, sizeof word, " %s ", option);
    return strstr(action->options, word) != NULL;
}

static FanExit check_options(const FanArguments *arguments, const Action *action) {
    static const char *const shared[] = {"fen", "json"};
    for (size_t i = 0; i < sizeof options / sizeof *options - 1 + 2; i++) {
        size_t own = sizeof options / sizeof *options - 1;
        const char *name = i < own ? options[i].name : shared[i - own];
        if (fan_arguments_given(arguments, name) && !takes(action, name)) {
            return fan_complain(arguments, FAN_EXIT_USAGE, "--%s: %s does not take it", name,
                                action->name);
        }
    }
    return FAN_EXIT_FINE;
}

/* Where tables are: as asked, else the user's, else where only the system has this board's. */
static FanExit find_folder(const FanArguments *arguments, const Action *action,
                           FanTablesPlace *place) {
    const char *asked =
        fan_arguments_text(arguments, takes(action, "tables") ? "tables" : "out", NULL);
    char data[FAN_TABLES_PATH_MAX - 16], set[FAN_TABLE_NAME_MAX], shared[256];
    if (asked) {
        int length = snprintf(place->folder, sizeof place->folder, "%s", asked);
        return length < FAN_TABLES_PATH_MAX
                   ? FAN_EXIT_FINE
                   : fan_complain(arguments, FAN_EXIT_USAGE, "the folder's name is too long");
    }
    if (!fan_data_folder(data, sizeof data)) {
        return fan_complain(arguments, FAN_EXIT_FAILED,
                            "no folder for tables: set FANORONA_DATA to one, or name one");
    }
    snprintf(place->folder, sizeof place->folder, "%s/tables", data);
    fan_tables_folder_name(&place->setup.board, &place->setup.rules, set);
    snprintf(shared, sizeof shared, FAN_DATA_SHARED "/tables/%s", set);
    char own[FAN_TABLES_PATH_MAX + FAN_TABLE_NAME_MAX];
    snprintf(own, sizeof own, "%s/%s", place->folder, set);
    if (takes(action, "tables") && access(own, F_OK) != 0 && access(shared, F_OK) == 0) {
        snprintf(place->folder, sizeof place->folder, FAN_DATA_SHARED "/tables");
    }
    return FAN_EXIT_FINE;
}

static FanExit run_tables(FanArguments *arguments) {
    const Action *action = find_action(fan_operand_text(arguments, 0));
    FanTablesPlace place;
    if (!action) {
        return complain_action(arguments, fan_operand_text(arguments, 0));
    }
    FanExit status = check_options(arguments, action);
    if (status == FAN_EXIT_FINE) {
        status = fan_setup_read(arguments, &place.setup);
    }
    if (status == FAN_EXIT_FINE && place.setup.rules.telo) {
        status = fan_complain(arguments, FAN_EXIT_USAGE, "telo is solved: it has no tables");
    }
    if (status == FAN_EXIT_FINE && place.setup.rules.vela != FAN_VELA_NONE) {
        status = fan_complain(arguments, FAN_EXIT_USAGE, "--rules: vela has no tables of its own");
    }
    if (status == FAN_EXIT_FINE) {
        status = find_folder(arguments, action, &place);
    }
    return status == FAN_EXIT_FINE ? action->run(arguments, &place) : status;
}

static const FanParameter operand = {
    .name = "build|stats|probe|pack|verify", .type = FAN_PARAMETER_TEXT, .help = "what to do"};

const FanCommand fan_command_tables = {
    .name = "tables",
    .summary = "build, count, ask and verify endgame tables",
    .description =
        "Endgame tables hold the exact value of every position of few stones and how far\n"
        "its end is, for one board and one choice of chain and blocked (--rules); quiet\n"
        "limit and repetition are not looked at, and endless play is a draw.\n"
        "build works out all classes up to --stones; it can be ended at any time and\n"
        "goes on with the class it was in.\n"
        "stats prints a line a class: the stones of the side to move and of the other,\n"
        "positions, wins, draws, losses, the longest win and the longest loss; with\n"
        "--limit also how many wins and losses come too late under the default quiet\n"
        "limit of 50 (a - where the tables do not tell).\n"
        "probe says what a position and each of its turns is worth, best first, under the\n"
        "quiet limit too where that is the default one.\n"
        "pack writes the values again in little room, without positions that a turn\n"
        "settles: a compressed file a class into --out, or all into one --bundle.\n"
        "verify checks every block and, with slow rules of its own, every position\n"
        "against those that follow it; the status is 1 if anything is wrong.\n",
    .options = options,
    .operand = &operand,
    .operands_min = 1,
    .operands_max = 1,
    .takes = FAN_TAKES_SETUP | FAN_TAKES_JSON,
    .run = run_tables,
};
