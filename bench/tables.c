/* How long probes of endgame tables take.
 *
 *   bench_tables FOLDER [STONES [COUNT]]     7 stones and 100,000 positions, if not said otherwise
 *
 * FOLDER holds 9×5 tables as `fanorona tables build` leaves them. The positions are taken by chance
 * from all of so many stones on the whole board, so that hardly two of them share a block: every
 * block is unpacked anew, though its bytes may still be in the system's memory. Status 1 if two
 * ways to a value disagree. */
#include "tables/tables.h"

#include <fanorona/fanorona.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { FILES = 9, RANKS = 5, STONES_MAX = 12, COUNT_MAX = 100000000, ROUNDS = 3 };

static uint64_t now_ns(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static uint64_t random_below(uint64_t *state, uint64_t bound) {
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (*state >> 16) % bound;
}

typedef struct Scene {
    FanBoard board;
    FanRules rules;
    FanTables *tables;
    FanPosition *positions; /* those of one kind */
    size_t count;
    uint64_t *times_ns;
    bool agree;
} Scene;

/* A position of so many stones, each of them as likely: what a class has of all. */
static FanPosition random_position(const Scene *scene, unsigned stones, uint64_t *state) {
    const FanTableSpace *space = &scene->tables->space;
    uint64_t all = 0;
    for (unsigned own = 1; own < stones; own++) {
        all += fan_class_positions(space, (FanTableClass){(uint8_t)own, (uint8_t)(stones - own)});
    }
    uint64_t pick = random_below(state, all);
    unsigned own = 1;
    for (uint64_t here; own < stones; own++, pick -= here) {
        here = fan_class_positions(space, (FanTableClass){(uint8_t)own, (uint8_t)(stones - own)});
        if (pick < here) {
            break;
        }
    }
    FanPosition position = {.number = 1};
    for (unsigned placed = 0; placed < stones;) {
        FanPoints bit = UINT64_C(1) << random_below(state, scene->board.points);
        if (!((position.stones[0] | position.stones[1]) & bit)) {
            position.stones[placed >= own] |= bit;
            placed++;
        }
    }
    return position;
}

/* Takes positions with a capture, or without. */
static void take_positions(Scene *scene, unsigned stones, bool captures) {
    uint64_t state = 1;
    for (size_t i = 0; i < scene->count;) {
        FanPosition position = random_position(scene, stones, &state);
        if (fan_position_must_capture(&scene->board, &position) == captures) {
            scene->positions[i++] = position;
        }
    }
}

static int compare(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void print_times(Scene *scene, const char *what) {
    qsort(scene->times_ns, scene->count, sizeof *scene->times_ns, compare);
    printf("%-46s median %7.2f us, 99 %% within %8.2f us\n", what,
           (double)scene->times_ns[scene->count / 2] / 1000,
           (double)scene->times_ns[scene->count * 99 / 100] / 1000);
    fflush(stdout);
}

/* All values in one go, as the clock is slower than one of them; the best round by the processor's
 * time, so that neither what else the machine does counts nor the first touch of a page. */
static void time_values(Scene *scene, const char *what) {
    uint64_t best_ns = UINT64_MAX;
    for (unsigned round = 0; round < ROUNDS; round++) {
        uint64_t start = now_ns(CLOCK_PROCESS_CPUTIME_ID);
        unsigned known = 0;
        for (size_t i = 0; i < scene->count; i++) {
            FanTableValue value;
            known += fan_tables_value(scene->tables, &scene->positions[i], &value);
        }
        uint64_t took_ns = now_ns(CLOCK_PROCESS_CPUTIME_ID) - start;
        best_ns = took_ns < best_ns ? took_ns : best_ns;
        scene->agree = scene->agree && known == scene->count;
    }
    printf("%-46s mean   %7.2f us\n", what, (double)best_ns / 1000 / (double)scene->count);
}

/* Probes by what is in `tables`, which may be less than all. */
static void time_probes(Scene *scene, const FanTables *tables, FanTableMetric metric,
                        const char *what) {
    FanTableReader *reader = fan_table_reader_new(tables);
    for (size_t i = 0; reader && i < scene->count; i++) {
        FanTableProbe probe;
        FanTableValue value;
        uint64_t start = now_ns(CLOCK_MONOTONIC);
        FanProbeStatus status =
            fan_table_reader_probe(reader, &scene->positions[i], metric, &probe);
        scene->times_ns[i] = now_ns(CLOCK_MONOTONIC) - start;
        scene->agree = scene->agree && status == FAN_PROBE_OK &&
                       fan_tables_value(scene->tables, &scene->positions[i], &value) &&
                       value == probe.value;
    }
    fan_table_reader_free(reader);
    scene->agree = scene->agree && reader;
    print_times(scene, what);
}

/* The same tables with files of one kind alone; NULL where there are none. */
static FanTables *only(const Scene *scene, unsigned kind) {
    FanTables *tables = fan_tables_new(&scene->board, &scene->rules);
    bool any = false;
    for (unsigned own = 1; tables && own <= FAN_TABLE_SIDE_MAX; own++) {
        for (unsigned foe = 1; foe <= FAN_TABLE_SIDE_MAX; foe++) {
            const FanTableFile *file = &scene->tables->files[own][foe][kind];
            if (file->data) {
                tables->files[own][foe][kind] = *file;
                any = true;
            }
        }
    }
    if (!any) {
        fan_tables_free(tables);
    }
    return any ? tables : NULL;
}

static void run(Scene *scene, unsigned stones) {
    FanTables *distances = only(scene, FAN_TABLE_DTC), *quiet = only(scene, FAN_FILE_QUIET);
    for (int captures = 0; captures < 2; captures++) {
        take_positions(scene, stones, captures);
        printf("%u stones, positions %s a capture:\n", stones, captures ? "with" : "without");
        time_values(scene, "  value, .values");
        time_probes(scene, scene->tables, FAN_TABLE_DTC, "  value and distance, .values and .dtc");
        if (distances) {
            time_probes(scene, distances, FAN_TABLE_DTC, "  value and distance, .dtc alone");
        }
        if (quiet) {
            time_probes(scene, quiet, FAN_TABLE_VALUES, "  value, .quiet alone");
        }
    }
    fan_tables_free(distances);
    fan_tables_free(quiet);
}

static uint64_t read_argument(int argc, char **argv, int index, uint64_t most, uint64_t otherwise) {
    char *end = NULL;
    uint64_t value = argc > index ? strtoull(argv[index], &end, 10) : otherwise;
    if (argc > index && (*end || value < 2 || value > most)) {
        fprintf(stderr, "bench_tables: '%s' is not a whole number from 2 to %" PRIu64 "\n",
                argv[index], most);
        exit(2);
    }
    return value;
}

int main(int argc, char **argv) {
    Scene scene = {.rules = fan_rules_default(), .agree = true};
    FanTablesError error;
    unsigned stones = (unsigned)read_argument(argc, argv, 2, STONES_MAX, 7);
    scene.count = (size_t)read_argument(argc, argv, 3, COUNT_MAX, 100000);
    if (argc < 2) {
        fprintf(stderr, "usage: bench_tables FOLDER [STONES [COUNT]]\n");
        return 2;
    }
    if (!fan_board_init(&scene.board, FILES, RANKS) ||
        !(scene.tables = fan_tables_open(argv[1], &scene.board, &scene.rules, &error))) {
        fprintf(stderr, "bench_tables: %s\n", error.text);
        return 2;
    }
    if (fan_tables_stones(scene.tables) < stones) {
        fprintf(stderr, "bench_tables: %s has no values of %u stones\n", argv[1], stones);
        return 2;
    }
    scene.positions = calloc(scene.count, sizeof *scene.positions);
    scene.times_ns = calloc(scene.count, sizeof *scene.times_ns);
    if (!scene.positions || !scene.times_ns) {
        abort();
    }
    run(&scene, stones);
    free(scene.positions);
    free(scene.times_ns);
    fan_tables_free(scene.tables);
    return !scene.agree;
}
