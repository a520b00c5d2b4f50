/* `fanorona analyse`: what the engine thinks of a position, depth by depth, or of the turns of a
 * game (src/cli/analyse). */
#include "cli/analyse/game.h"
#include "cli/clock.h"
#include "cli/endgames.h"
#include "cli/interrupt.h"
#include "cli/network.h"
#include "cli/score.h"
#include "cli/setup.h"

#include <fanorona/engine.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    STANDARD_TIME_MS = 1000, /* where no limit is given */
    STANDARD_NODES = 300000, /* the same, for a position of a game */
    STANDARD_HASH_MB = 64,
    SLICE_MAX_NODES = 20000, /* some 10 ms: how soon Ctrl-C is heard */
};

static uint64_t nodes_per_second(const FanReport *report) {
    return report->nodes * 1000 / (report->elapsed_ms ? report->elapsed_ms : 1);
}

static void print_line(FanArguments *arguments, const FanBoard *board, const FanReport *report,
                       size_t index, const FanLine *line) {
    FILE *out = fan_out(arguments);
    char score[FAN_SCORE_TEXT_MAX], turn[FAN_TURN_TEXT_MAX];
    fprintf(out, "depth %u", report->depth);
    if (fan_arguments_given(arguments, "lines")) {
        fprintf(out, " line %zu", index + 1);
    }
    unsigned chance = fan_score_chance(line->score);
    fprintf(out, " score %s chance %u.%u%% nodes %" PRIu64 " nps %" PRIu64 " turns",
            fan_score_write(line->score, score), chance / 10, chance % 10, report->nodes,
            nodes_per_second(report));
    for (size_t i = 0; i < line->length; i++) {
        fan_turn_write(board, &line->turns[i], turn);
        fprintf(out, " %s", turn);
    }
    fputc('\n', out);
}

static FanExit print_line_json(FanArguments *arguments, const FanBoard *board,
                               const FanReport *report, size_t index, const FanLine *line) {
    json_t *turns = json_array();
    for (size_t i = 0; i < line->length; i++) {
        char turn[FAN_TURN_TEXT_MAX];
        fan_turn_write(board, &line->turns[i], turn);
        fan_json_append(&turns, json_string(turn));
    }
    return fan_json_print(
        arguments,
        json_pack("{s:i, s:i, s:o, s:i, s:I, s:I, s:o}", "depth", (int)report->depth, "line",
                  (int)index + 1, "score", fan_score_to_json(line->score), "chance",
                  (int)fan_score_chance(line->score), "nodes", (json_int_t)report->nodes, "nps",
                  (json_int_t)nodes_per_second(report), "turns", turns));
}

/* Prints the lines of the last depth finished. */
static FanExit print_depth(FanArguments *arguments, const FanBoard *board, const FanEngine *engine,
                           const FanReport *report) {
    FanExit status = FAN_EXIT_FINE;
    FanLine line;
    for (size_t i = 0; status == FAN_EXIT_FINE && fan_engine_line(engine, i, &line); i++) {
        if (fan_arguments_given(arguments, "json")) {
            status = print_line_json(arguments, board, report, i, &line);
        } else {
            print_line(arguments, board, report, i, &line);
        }
    }
    fflush(fan_out(arguments));
    return status;
}

/* Searches to the end, a line that cannot be made or written, or Ctrl-C. A slice is no larger than
 * what was searched before it, so that no two depths end in one. */
static FanExit search(FanArguments *arguments, const FanBoard *board, FanEngine *engine) {
    FanExit status = FAN_EXIT_FINE;
    unsigned printed = 0;
    bool more = true;
    uint64_t slice = 1;
    while (more && status == FAN_EXIT_FINE && !ferror(fan_out(arguments)) && !fan_interrupted()) {
        more = fan_engine_run(engine, slice);
        FanReport report = fan_engine_report(engine);
        slice = report.nodes / 4 < SLICE_MAX_NODES ? report.nodes / 4 + 1 : SLICE_MAX_NODES;
        if (report.depth > printed) {
            status = print_depth(arguments, board, engine, &report);
        }
        printed = report.depth;
    }
    fan_engine_stop(engine);
    return status;
}

static FanExit print_best(FanArguments *arguments, const FanBoard *board, const FanEngine *engine) {
    FanTurn turn = fan_engine_turn(engine);
    char text[FAN_TURN_TEXT_MAX];
    fan_turn_write(board, &turn, text);
    if (fan_arguments_given(arguments, "json")) {
        return fan_json_print(arguments, json_pack("{s:s}", "best", text));
    }
    fprintf(fan_out(arguments), "best %s\n", text);
    return FAN_EXIT_FINE;
}

/* A search that memory cut short has an answer, but not the one that was asked for. */
static FanExit end_search(FanArguments *arguments, const FanBoard *board, const FanEngine *engine) {
    FanExit status = print_best(arguments, board, engine);
    return status == FAN_EXIT_FINE && fan_engine_report(engine).out_of_memory
               ? fan_complain(arguments, FAN_EXIT_FAILED, "not enough memory to search on")
               : status;
}

static const char *const limits[] = {"time", "depth", "nodes", "level"};

/* The job asked for; one second where nothing limits it, for a game so many nodes, which give the
 * same every time. */
static FanExit read_job(const FanArguments *arguments, FanJob *job) {
    bool limited = false;
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        bool given = fan_arguments_given(arguments, limits[i]);
        if (given && fan_arguments_given(arguments, "infinite")) {
            return fan_complain(arguments, FAN_EXIT_USAGE, "--infinite: contradicts --%s",
                                limits[i]);
        }
        limited = limited || given;
    }
    *job = (FanJob){
        .nodes = fan_arguments_number(arguments, "nodes", 0),
        .budget_ms = fan_arguments_number(arguments, "time", 0),
        .depth = (unsigned)fan_arguments_number(arguments, "depth", 0),
        .lines = (unsigned)fan_arguments_number(arguments, "lines", 1),
        .level = (unsigned)fan_arguments_number(arguments, "level", FAN_LEVEL_FULL),
        .seed = fan_arguments_number(arguments, "seed", 0),
        .threads = (unsigned)fan_arguments_number(arguments, "threads", 1),
    };
    if (!limited && !fan_arguments_given(arguments, "infinite")) {
        if (fan_arguments_given(arguments, "game")) {
            job->nodes = STANDARD_NODES;
        } else {
            job->budget_ms = STANDARD_TIME_MS;
        }
    }
    return FAN_EXIT_FINE;
}

static FanExit search_game(FanArguments *arguments, FanEngine *engine, const FanGame *game,
                           const FanJob *job) {
    FanExit status;
    switch (fan_engine_begin(engine, game, job)) {
    case FAN_ENGINE_OK:
        fan_interrupt_watch();
        status = search(arguments, game->board, engine);
        fan_interrupt_unwatch();
        return status == FAN_EXIT_FINE ? end_search(arguments, game->board, engine) : status;
    case FAN_ENGINE_OVER:
        return fan_complain_over(arguments, "nothing to analyse", &game->outcome);
    case FAN_ENGINE_MEMORY:
        return fan_complain(arguments, FAN_EXIT_FAILED, "not enough memory to search");
    case FAN_ENGINE_JOB:
        break;
    }
    abort(); /* the ranges of the options are those of the job */
}

static FanExit analyse_position(FanArguments *arguments, FanEngine *engine, FanEndgames *endgames,
                                const FanJob *job) {
    FanSetup setup;
    FanPly ply;
    FanGame game;
    FanExit status = fan_setup_read(arguments, &setup);
    if (status != FAN_EXIT_FINE) {
        return status;
    }
    fan_game_begin(&game, &setup.board, &setup.rules, &setup.position, &ply, 1);
    if (fan_endgames_matter(endgames, &setup.position)) {
        status = fan_endgames_tell(endgames, arguments, engine, &setup.board, &setup.rules);
    }
    return status == FAN_EXIT_FINE ? search_game(arguments, engine, &game, job) : status;
}

/* What a game says by itself, and what makes no sense for many positions. */
static FanExit forbid_with_game(const FanArguments *arguments) {
    static const char *const others[] = {"variant",  "board", "rules", "fen",
                                         "infinite", "lines", "level", "seed"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (fan_arguments_given(arguments, others[i])) {
            return fan_complain(arguments, FAN_EXIT_USAGE, "--game: contradicts --%s", others[i]);
        }
    }
    return FAN_EXIT_FINE;
}

static FanExit analyse_game(FanArguments *arguments, FanEngine *engine, FanEndgames *endgames,
                            const FanJob *job) {
    FanRecord record;
    FanExit status = forbid_with_game(arguments);
    if (status != FAN_EXIT_FINE) {
        return status;
    }
    fan_record_init(&record, NULL);
    status = fan_analyse_read_game(arguments, fan_arguments_text(arguments, "game", NULL),
                                   fan_arguments_number(arguments, "game-number", 1), &record);
    if (status == FAN_EXIT_FINE) {
        status = fan_endgames_tell(endgames, arguments, engine, &record.board, &record.rules);
    }
    if (status == FAN_EXIT_FINE) {
        status = fan_analyse_game(arguments, &record, engine, job);
    }
    fan_record_free(&record);
    return status;
}

/* With an engine made and told what to evaluate with. */
static FanExit analyse(FanArguments *arguments, const FanNetworkChoice *network,
                       FanEndgames *endgames, const FanJob *job) {
    uint64_t hash_mb = fan_arguments_number(arguments, "hash", STANDARD_HASH_MB);
    FanEngine *engine = fan_engine_new((size_t)hash_mb << 20, fan_now_ms);
    if (!engine) {
        return fan_complain(arguments, FAN_EXIT_FAILED,
                            "--hash: not enough memory for %" PRIu64 " MB", hash_mb);
    }
    fan_network_tell(network, engine);
    FanExit status = fan_arguments_given(arguments, "game")
                         ? analyse_game(arguments, engine, endgames, job)
                         : analyse_position(arguments, engine, endgames, job);
    fan_engine_free(engine);
    return status;
}

static FanExit run_analyse(FanArguments *arguments) {
    FanNetworkChoice network;
    FanEndgames endgames = {.tables = NULL};
    FanJob job;
    FanExit status = read_job(arguments, &job);
    if (status == FAN_EXIT_FINE && fan_arguments_given(arguments, "game-number") &&
        !fan_arguments_given(arguments, "game")) {
        return fan_complain(arguments, FAN_EXIT_USAGE, "--game-number: --game is missing");
    }
    if (status == FAN_EXIT_FINE) {
        status = fan_endgames_choose(arguments, true, &endgames);
    }
    if (status == FAN_EXIT_FINE) {
        status = fan_network_choose(arguments, &network);
    }
    if (status == FAN_EXIT_FINE) {
        status = analyse(arguments, &network, &endgames, &job);
        fan_network_drop(&network);
    }
    fan_endgames_drop(&endgames);
    return status;
}

static const FanParameter options[] = {
    {.name = "game",
     .argument = "FILE",
     .type = FAN_PARAMETER_TEXT,
     .help = "judge the turns of a game in a .fgn file, - for standard input"},
    {.name = "game-number",
     .argument = "N",
     .type = FAN_PARAMETER_NUMBER,
     .min = 1,
     .max = 1000000000,
     .standard = "1",
     .help = "which game of the file"},
    {.name = "time",
     .argument = "MS",
     .type = FAN_PARAMETER_NUMBER,
     .min = 1,
     .max = 1000000000,
     .help = "stop after so many milliseconds"},
    {.name = "depth",
     .argument = "N",
     .type = FAN_PARAMETER_NUMBER,
     .min = 1,
     .max = FAN_DEPTH_MAX,
     .help = "stop after this many turns ahead"},
    {.name = "nodes",
     .argument = "N",
     .type = FAN_PARAMETER_NUMBER,
     .min = 1,
     .max = 1000000000000000,
     .help = "stop after so many positions"},
    {.name = "infinite", .type = FAN_PARAMETER_FLAG, .help = "search on until Ctrl-C"},
    {.name = "lines",
     .argument = "K",
     .type = FAN_PARAMETER_NUMBER,
     .min = 1,
     .max = FAN_LINES_MAX,
     .standard = "1",
     .help = "how many best turns to follow"},
    {.name = "hash",
     .argument = "MB",
     .type = FAN_PARAMETER_NUMBER,
     .min = 1,
     .max = 65536,
     .standard = "64",
     .help = "memory to remember positions in"},
    {.name = "tables",
     .argument = "DIR",
     .type = FAN_PARAMETER_TEXT,
     .standard = "the user's own or the system's",
     .help = "endgame tables to know the result of few stones by, or none"},
    {.name = "threads",
     .argument = "N",
     .type = FAN_PARAMETER_NUMBER,
     .min = 1,
     .max = FAN_THREADS_MAX,
     .standard = "1",
     .help = "how many threads search together"},
    {.name = "level",
     .argument = "N",
     .type = FAN_PARAMETER_NUMBER,
     .min = 1,
     .max = FAN_LEVELS,
     .help = "choose as the computer player of this level does"},
    {.name = "seed",
     .argument = "N",
     .type = FAN_PARAMETER_NUMBER,
     .max = UINT32_MAX,
     .standard = "0",
     .help = "which of near turns a level chooses"},
    {0},
};

const FanCommand fan_command_analyse = {
    .name = "analyse",
    .summary = "search for the best turn",
    .description =
        "Searches a position and prints a line for every depth finished: the depth, the\n"
        "score for the side to move (in stones, or win or loss and in how many turns),\n"
        "its winning chances, positions searched, positions a second and the turns\n"
        "expected. The last line is `best TURN`. Without a limit it searches for one\n"
        "second. Ctrl-C stops it at once; it then prints what it has and ends with\n"
        "status 0. Rules under which a game may never end are accepted here (R8).\n"
        "\n"
        "With --game it searches each position of a game, 300 000 nodes where no limit is\n"
        "given, and prints a line a turn: White's chances and score after it. If the turn\n"
        "cost chances, it says whether that was an inaccuracy (5 %), a mistake (10 %) or\n"
        "a blunder (20 %), how much it cost, whether it changed the result to be\n"
        "expected, and what was better. Ctrl-C ends it with status 130.\n",
    .options = options,
    .takes = FAN_TAKES_SETUP | FAN_TAKES_JSON | FAN_TAKES_NETWORK,
    .run = run_analyse,
};
