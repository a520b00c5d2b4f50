/* `fanorona bench`: how many positions the engine visits for fixed work, and how fast.
 *
 * The number of nodes is the same on every build and machine; a change of it is a change of the
 * search. The speed is for reading. */
#include "cli/clock.h"
#include "cli/interrupt.h"
#include "cli/json.h"
#include "cli/network.h"
#include "engine/bench_positions.h"

#include <fanorona/engine.h>
#include <fanorona/text.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    STANDARD_DEPTH = 7,
    HASH_BYTES = 16 << 20,
    SLICE_NODES = 20000, /* some 10 ms: how soon Ctrl-C is heard */
    POSITIONS = FAN_BENCH_POSITIONS,
};

/* Nodes visited by a search to a depth with an engine that remembers nothing. */
static uint64_t search_position(FanEngine *engine, const char *text, unsigned depth) {
    FanBoard board;
    FanRules rules = fan_rules_default();
    FanPosition position;
    FanGame game;
    FanPly ply;
    if (fan_position_read(&board, &position, &rules, NULL, text, strlen(text), NULL, 0) != 0) {
        abort(); /* the table is ours */
    }
    fan_game_begin(&game, &board, &rules, &position, &ply, 1);
    fan_engine_clear(engine);
    const FanJob job = {.depth = depth};
    if (fan_engine_begin(engine, &game, &job) != FAN_ENGINE_OK) {
        abort();
    }
    while (!fan_interrupted() && fan_engine_run(engine, SLICE_NODES)) {
    }
    return fan_engine_report(engine).nodes;
}

static FanExit print_sum(FanArguments *arguments, unsigned depth, uint64_t nodes,
                         uint64_t time_ms) {
    uint64_t nps = nodes * 1000 / (time_ms ? time_ms : 1);
    if (fan_arguments_given(arguments, "json")) {
        return fan_json_print(arguments, json_pack("{s:i, s:i, s:I, s:I}", "depth", (int)depth,
                                                   "positions", POSITIONS, "nodes",
                                                   (json_int_t)nodes, "nps", (json_int_t)nps));
    }
    fprintf(fan_out(arguments), "nodes %" PRIu64 "\nnps %" PRIu64 "\n", nodes, nps);
    return FAN_EXIT_FINE;
}

static FanExit search_all(FanArguments *arguments, FanEngine *engine) {
    unsigned depth = (unsigned)fan_arguments_number(arguments, "depth", STANDARD_DEPTH);
    bool json = fan_arguments_given(arguments, "json");
    uint64_t sum = 0, start_ms = fan_now_ms();
    for (size_t i = 0; i < POSITIONS && !ferror(fan_out(arguments)); i++) {
        uint64_t nodes = search_position(engine, fan_bench_positions[i], depth);
        if (fan_interrupted()) {
            return fan_complain(arguments, FAN_EXIT_INTERRUPTED, "interrupted");
        }
        sum += nodes;
        if (!json) {
            fprintf(fan_out(arguments), "%2zu %9" PRIu64 " %s\n", i + 1, nodes,
                    fan_bench_positions[i]);
            fflush(fan_out(arguments));
        }
    }
    return print_sum(arguments, depth, sum, fan_now_ms() - start_ms);
}

static FanExit bench(FanArguments *arguments, const FanNetworkChoice *choice) {
    FanEngine *engine = fan_engine_new(HASH_BYTES, NULL);
    if (!engine) {
        return fan_complain(arguments, FAN_EXIT_FAILED, "not enough memory to search");
    }
    fan_network_tell(choice, engine);
    fan_interrupt_watch();
    FanExit status = search_all(arguments, engine);
    fan_interrupt_unwatch();
    fan_engine_free(engine);
    return status;
}

static FanExit run_bench(FanArguments *arguments) {
    FanNetworkChoice choice;
    FanExit status = fan_network_choose(arguments, &choice);
    if (status == FAN_EXIT_FINE) {
        status = bench(arguments, &choice);
        fan_network_drop(&choice);
    }
    return status;
}

static const FanParameter options[] = {
    {.name = "depth",
     .argument = "N",
     .type = FAN_PARAMETER_NUMBER,
     .min = 1,
     .max = FAN_DEPTH_MAX,
     .standard = "7",
     .help = "how many turns ahead to search each position"},
    {0},
};

const FanCommand fan_command_bench = {
    .name = "bench",
    .summary = "measure the speed of the search",
    .description =
        "Searches a fixed set of positions to a fixed depth on one thread and prints the\n"
        "nodes of each. The last two lines are `nodes N`, which is the same on every\n"
        "build and machine, and `nps N`, the speed.\n",
    .options = options,
    .takes = FAN_TAKES_JSON | FAN_TAKES_NETWORK,
    .run = run_bench,
};
