/* `fanorona bench`: how many positions the engine visits for fixed work, and how fast.
 *
 * The number of nodes is the same on every build and machine; a change of it is a change of the
 * search. The speed, and how long a stop takes, are for reading. */
#include "cli/clock.h"
#include "cli/interrupt.h"
#include "cli/json.h"
#include "cli/network.h"
#include "engine/bench_positions.h"

#include <fanorona/engine.h>
#include <fanorona/text.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    STANDARD_DEPTH = 7,
    HASH_BYTES = 16 << 20,
    SLICE_NODES = 20000, /* some 10 ms: how soon Ctrl-C is heard */
    POSITIONS = FAN_BENCH_POSITIONS,
    STOPS = 5, /* of which the slowest counts */
    STOP_AFTER_US = 10000,
};

/* Begins on a position of ours with an engine that remembers nothing. */
static void begin(FanEngine *engine, const char *text, const FanJob *job) {
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
    if (fan_engine_begin(engine, &game, job) != FAN_ENGINE_OK) {
        abort();
    }
}

/* Nodes visited by a search to a depth. */
static uint64_t search_position(FanEngine *engine, const char *text, unsigned depth) {
    const FanJob job = {.depth = depth};
    begin(engine, text, &job);
    while (!fan_interrupted() && fan_engine_run(engine, SLICE_NODES)) {
    }
    return fan_engine_report(engine).nodes;
}

/* --- how long a stop takes -----------------------------------------------------------------------
 */

typedef struct Stop {
    FanEngine *engine;
    uint64_t called_us;
} Stop;

static uint64_t now_us(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

static void *stop_soon(void *context) {
    Stop *stop = context;
    nanosleep(&(struct timespec){.tv_nsec = STOP_AFTER_US * 1000L}, NULL);
    stop->called_us = now_us();
    fan_engine_stop(stop->engine);
    return NULL;
}

/* Microseconds from the call to the end of an endless search, of a position whose end nobody has
 * seen; false if no thread can be had. */
static bool time_stop(FanEngine *engine, const char *text, uint64_t *us) {
    const FanJob endless = {.depth = 0};
    Stop stop = {.engine = engine};
    pthread_t thread;
    begin(engine, text, &endless);
    if (pthread_create(&thread, NULL, stop_soon, &stop) != 0) {
        return false;
    }
    while (fan_engine_run(engine, 0)) {
    }
    uint64_t end_us = now_us();
    pthread_join(thread, NULL);
    *us = end_us - stop.called_us;
    return true;
}

static bool time_stops(FanEngine *engine, uint64_t *slowest_us) {
    *slowest_us = 0;
    for (size_t i = 0; i < STOPS; i++) {
        uint64_t us;
        if (!time_stop(engine, fan_bench_positions[0], &us)) {
            return false;
        }
        *slowest_us = us > *slowest_us ? us : *slowest_us;
    }
    return true;
}

/* --- the sum -------------------------------------------------------------------------------------
 */

static FanExit print_sum(FanArguments *arguments, unsigned depth, uint64_t nodes, uint64_t time_ms,
                         uint64_t stop_us) {
    uint64_t nps = nodes * 1000 / (time_ms ? time_ms : 1);
    if (fan_arguments_given(arguments, "json")) {
        return fan_json_print(arguments,
                              json_pack("{s:i, s:i, s:I, s:I, s:I}", "depth", (int)depth,
                                        "positions", POSITIONS, "stop_us", (json_int_t)stop_us,
                                        "nodes", (json_int_t)nodes, "nps", (json_int_t)nps));
    }
    fprintf(fan_out(arguments), "stop %" PRIu64 " us\nnodes %" PRIu64 "\nnps %" PRIu64 "\n",
            stop_us, nodes, nps);
    return FAN_EXIT_FINE;
}

static FanExit search_all(FanArguments *arguments, FanEngine *engine) {
    unsigned depth = (unsigned)fan_arguments_number(arguments, "depth", STANDARD_DEPTH);
    bool json = fan_arguments_given(arguments, "json");
    uint64_t sum = 0, stop_us, start_ms = fan_now_ms();
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
    uint64_t time_ms = fan_now_ms() - start_ms;
    return time_stops(engine, &stop_us)
               ? print_sum(arguments, depth, sum, time_ms, stop_us)
               : fan_complain(arguments, FAN_EXIT_FAILED, "cannot start a thread");
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
        "nodes of each. The last three lines are `stop N us`, the slowest of five stops of\n"
        "an endless search, `nodes N`, which is the same on every build and machine, and\n"
        "`nps N`, the speed.\n",
    .options = options,
    .takes = FAN_TAKES_JSON | FAN_TAKES_NETWORK,
    .run = run_bench,
};
