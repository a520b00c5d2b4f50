/* How many events a second the store takes: GAMES games that each ask for the next as soon as the
 * last was answered, for SECONDS seconds (or, with "count", COUNT events and no time). Rows as a
 * server makes them: an event of 260 bytes, what is known of the game of 1 200.
 *
 *     bench_store PLACE GAMES SECONDS
 *     bench_store PLACE GAMES count COUNT */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "store/store.h"

enum { EVENT_BYTES = 260, SPEC_BYTES = 1200, SAMPLES_MAX = 4000000 };

typedef struct Bench {
    FanStore *store;
    pthread_mutex_t mutex;
    pthread_cond_t woken;
    bool wake, over;
    uint64_t events, wanted, failures; /* wanted 0: until over */
    unsigned asked;
    uint32_t *samples_us;
    size_t samples;
} Bench;

typedef struct Game {
    Bench *bench;
    char id[24];
    uint32_t events;
    int64_t asked_us;
} Game;

static char event[EVENT_BYTES], spec[SPEC_BYTES];

static int64_t now_us(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static void wake(void *context) {
    Bench *bench = context;
    pthread_mutex_lock(&bench->mutex);
    bench->wake = true;
    pthread_cond_signal(&bench->woken);
    pthread_mutex_unlock(&bench->mutex);
}

static void ask(Game *game);

static void done(void *context, FanStoreStatus status) {
    Game *game = context;
    Bench *bench = game->bench;
    bench->asked--;
    if (status != FAN_STORE_OK) {
        bench->failures++;
        return;
    }
    bench->events++;
    game->events++;
    if (bench->samples < SAMPLES_MAX) {
        bench->samples_us[bench->samples++] = (uint32_t)(now_us() - game->asked_us);
    }
    if (!bench->over && (bench->wanted == 0 || bench->events + bench->asked < bench->wanted)) {
        ask(game);
    }
}

static void ask(Game *game) {
    const char *text = event;
    FanStoreGame row = {.id = game->id,
                        .variant = "tsivy",
                        .white = "0123456789abcdef",
                        .black = "fedcba9876543210",
                        .state = "playing",
                        .spec = spec,
                        .made_ms = 1,
                        .changed_ms = now_us() / 1000,
                        .deadline_ms = now_us() / 1000 + 300000,
                        .turns = game->events,
                        .events = game->events + 1};
    game->asked_us = now_us();
    game->bench->asked++;
    fan_store_append(game->bench->store, &row, &text, 1, done, game);
}

static void run(Bench *bench, int64_t end_us) {
    while (bench->asked > 0) {
        pthread_mutex_lock(&bench->mutex);
        while (!bench->wake) {
            pthread_cond_wait(&bench->woken, &bench->mutex);
        }
        bench->wake = false;
        pthread_mutex_unlock(&bench->mutex);
        bench->over = end_us != 0 && now_us() >= end_us;
        fan_store_deliver(bench->store);
    }
}

static int by_number(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void report(Bench *bench, int64_t us) {
    FanStoreCounts counts = fan_store_counts(bench->store);
    qsort(bench->samples_us, bench->samples, sizeof *bench->samples_us, by_number);
    printf("events %llu failures %llu\n", (unsigned long long)bench->events,
           (unsigned long long)bench->failures);
    if (bench->wanted == 0 && bench->samples > 0) {
        printf(
            "events/s %.0f  a transaction: %.1f events, %.2f ms  answered: 50 %% within %.1f ms, "
            "99 %% within %.1f ms\n",
            (double)bench->events * 1e6 / (double)us,
            (double)counts.events / (double)counts.transactions,
            (double)counts.commit_us_sum / 1e3 / (double)counts.transactions,
            bench->samples_us[bench->samples / 2] / 1e3,
            bench->samples_us[bench->samples * 99 / 100] / 1e3);
    }
}

int main(int argc, char **argv) {
    if (argc < 4 || atoi(argv[2]) < 1) {
        fprintf(stderr, "usage: bench_store PLACE GAMES SECONDS | PLACE GAMES count COUNT\n");
        return 2;
    }
    unsigned count = (unsigned)atoi(argv[2]);
    Bench bench = {.mutex = PTHREAD_MUTEX_INITIALIZER, .woken = PTHREAD_COND_INITIALIZER};
    Game *games = calloc(count, sizeof *games);
    bench.samples_us = calloc(SAMPLES_MAX, sizeof *bench.samples_us);
    char error[FAN_STORE_ERROR_MAX];
    if (games == NULL || bench.samples_us == NULL ||
        fan_store_open(&bench.store, argv[1], wake, &bench, error) != FAN_STORE_OPENED) {
        fprintf(stderr, "bench_store: %s\n", error);
        return 1;
    }
    memset(event, 'e', sizeof event - 1);
    memset(spec, 's', sizeof spec - 1);
    bool counted = strcmp(argv[3], "count") == 0;
    bench.wanted = counted && argc > 4 ? strtoull(argv[4], NULL, 10) : 0;
    int64_t start_us = now_us();
    for (unsigned i = 0; i < count; i++) {
        games[i].bench = &bench;
        snprintf(games[i].id, sizeof games[i].id, "%07lx%u", (long)start_us & 0xfffffff, i);
        ask(&games[i]);
    }
    run(&bench, counted ? 0 : start_us + atoi(argv[3]) * INT64_C(1000000));
    report(&bench, now_us() - start_us);
    fan_store_close(bench.store);
    free(games);
    free(bench.samples_us);
    return bench.failures > 0 || (counted && bench.events < bench.wanted);
}
