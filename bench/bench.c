/* What fast means here: ratios measured side by side in one run (`make bench`).
 *
 *   bench [ROUNDS [DEPTH]]     3 rounds and perft to depth 7, if not said otherwise
 *
 * The contestants take turns in every round, each is judged by its best round, and what counts is
 * the processor's time: what else the machine does then touches them little, and alike. Status 1
 * if they disagree about a count. */
#include "plain_perft.h"

#include <fanorona/fanorona.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { FILES = 9, RANKS = 5, ROUNDS_MAX = 100, DEPTH_MAX = 9, HASH_BYTES = 64 << 20 };

static const uint64_t search_nodes = 2000000;

/* Time of the processor spent on this process. */
static double now_s(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static uint64_t fast_perft(unsigned depth) {
    FanBoard board;
    FanRules rules = fan_rules_default();
    if (!fan_board_init(&board, FILES, RANKS)) {
        abort();
    }
    FanPosition start = fan_position_start(&board, &rules);
    return fan_perft(&board, &rules, &start, depth);
}

static uint64_t slow_perft(unsigned depth) {
    return plain_perft(FILES, RANKS, depth);
}

/* Nodes of a search from the start that is limited by nodes. */
static uint64_t search_start(unsigned unused) {
    (void)unused;
    static FanEngine *engine;
    FanBoard board;
    FanRules rules = fan_rules_default();
    FanGame game;
    FanPly ply;
    FanTurn turn;
    const FanJob job = {.nodes = search_nodes};
    if (!engine) {
        engine = fan_engine_new(HASH_BYTES, NULL);
    }
    if (!engine || !fan_board_init(&board, FILES, RANKS)) {
        abort();
    }
    FanPosition start = fan_position_start(&board, &rules);
    fan_game_begin(&game, &board, &rules, &start, &ply, 1);
    fan_engine_clear(engine);
    if (fan_engine_search(engine, &game, &job, &turn) != FAN_ENGINE_OK) {
        abort();
    }
    return fan_engine_report(engine).nodes;
}

typedef struct Contestant {
    uint64_t (*run)(unsigned depth);
    uint64_t count; /* of the last run */
    double best_s;
} Contestant;

static void race(Contestant *contestants, size_t count, unsigned rounds, unsigned depth) {
    for (unsigned round = 0; round < rounds; round++) {
        for (size_t i = 0; i < count; i++) {
            double start_s = now_s();
            contestants[i].count = contestants[i].run(depth);
            double took_s = now_s() - start_s;
            if (round == 0 || took_s < contestants[i].best_s) {
                contestants[i].best_s = took_s;
            }
        }
    }
}

static double millions_per_second(const Contestant *contestant) {
    return (double)contestant->count / contestant->best_s / 1e6;
}

static bool compare_perft(unsigned rounds, unsigned depth) {
    Contestant perft[] = {{.run = slow_perft}, {.run = fast_perft}};
    race(perft, 2, rounds, depth);
    printf("perft 9x5 depth %u: plain %.1f M turns/s, fanorona %.1f M turns/s, ratio %.2f\n", depth,
           millions_per_second(&perft[0]), millions_per_second(&perft[1]),
           perft[0].best_s / perft[1].best_s);
    fflush(stdout);
    if (perft[0].count != perft[1].count) {
        fprintf(stderr, "bench: depth %u: plain counts %" PRIu64 ", fanorona %" PRIu64 "\n", depth,
                perft[0].count, perft[1].count);
        return false;
    }
    return true;
}

/* Reads argument `index`, a number from 1 to `most`. */
static unsigned read_argument(int argc, char **argv, int index, unsigned most, unsigned otherwise) {
    if (argc <= index) {
        return otherwise;
    }
    char *end;
    unsigned long value = strtoul(argv[index], &end, 10);
    if (*end || value < 1 || value > most) {
        fprintf(stderr, "bench: '%s' is not a whole number from 1 to %u\n", argv[index], most);
        exit(2);
    }
    return (unsigned)value;
}

int main(int argc, char **argv) {
    unsigned rounds = read_argument(argc, argv, 1, ROUNDS_MAX, 3);
    unsigned deepest = read_argument(argc, argv, 2, DEPTH_MAX, 7);
    bool agree = true;
    for (unsigned depth = deepest > 1 ? deepest - 1 : 1; depth <= deepest; depth++) {
        agree = compare_perft(rounds, depth) && agree;
    }
    Contestant search = {.run = search_start};
    race(&search, 1, rounds, 0);
    printf("search 9x5 from the start: %.2f M nodes/s\n", millions_per_second(&search));
    return !agree;
}
