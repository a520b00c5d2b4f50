#include "cli/datagen/run.h"

#include "cli/clock.h"
#include "cli/datagen/game.h"
#include "cli/interrupt.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum {
    TICK_MS = 200, /* between two looks at Ctrl-C */
    AHEAD = 16,    /* games a thread that may wait for an earlier one, which is still played */
};

/* A game that has been played and waits for those before it. */
typedef struct Slot {
    FanSample *samples; /* owned */
    size_t count, room;
    bool ready;
} Slot;

typedef struct Run {
    FanDataFile *data;
    const FanArguments *arguments;
    const FanPlan *plan;
    uint64_t positions;
    atomic_bool stop; /* the games that are still played are dropped */

    pthread_mutex_t lock; /* over all below, the file and the streams */
    pthread_cond_t left;  /* a thread has left */
    pthread_cond_t room;  /* a game was added, or nothing more is wanted */
    unsigned running;     /* threads */
    uint64_t next;        /* game to be played; data->games is the next to be added */
    Slot *slots;          /* owned: by number modulo their number */
    size_t slots_count;
    FanExit status;
} Run;

/* --- under the lock ------------------------------------------------------------------------------
 */

static void end(Run *run) {
    atomic_store(&run->stop, true);
    pthread_cond_broadcast(&run->room);
}

static void clear_progress(const Run *run) {
    if (fan_err_is_terminal(run->arguments)) {
        fputs("\r\033[K", fan_err(run->arguments));
    }
}

/* Only the first reason is told. */
static void fail(Run *run, FanExit status, const char *what, const char *why) {
    if (run->status == FAN_EXIT_FINE) {
        clear_progress(run);
        run->status = fan_complain(run->arguments, status, "%s: %s", what, why);
    }
    end(run);
}

static void fail_to_write(Run *run, int error) {
    char what[512];
    snprintf(what, sizeof what, "--out: %s: cannot write after %" PRIu64 " positions",
             run->data->path, run->data->positions);
    fail(run, FAN_EXIT_FAILED, what, strerror(error));
}

/* Adds the games whose turn it is. */
static void add_games(Run *run) {
    Slot *slot;
    while (!atomic_load(&run->stop) &&
           (slot = &run->slots[run->data->games % run->slots_count])->ready) {
        slot->ready = false;
        int error = fan_data_append(run->data, slot->samples, slot->count);
        if (error) {
            fail_to_write(run, error);
        } else if (run->data->positions >= run->positions) {
            end(run);
        }
    }
    pthread_cond_broadcast(&run->room);
}

/* Takes a game over by exchanging its samples for the slot's. */
static void deposit(Run *run, FanSelfplay *self, uint64_t number) {
    Slot *slot = &run->slots[number % run->slots_count];
    Slot before = *slot;
    *slot = (Slot){self->samples, self->count, self->samples_room, true};
    self->samples = before.samples;
    self->samples_room = before.room;
    add_games(run);
}

static void take_in(Run *run, FanSelfplay *self, uint64_t number, FanSelfplayStatus status) {
    if (atomic_load(&run->stop)) {
        return; /* whoever set it wants no more games */
    }
    switch (status) {
    case FAN_SELFPLAY_FINE:
        deposit(run, self, number);
        break;
    case FAN_SELFPLAY_MEMORY:
        fail(run, FAN_EXIT_FAILED, "--nodes", "not enough memory to search");
        break;
    case FAN_SELFPLAY_UNFIT:
        fail(run, FAN_EXIT_USAGE, "--balance",
             "no balanced opening found; try fewer random turns, or a larger --balance");
        break;
    case FAN_SELFPLAY_DAMAGED:
        fail(run, FAN_EXIT_FAILED, "--tables", "damaged: no turn keeps the value they tell");
        break;
    case FAN_SELFPLAY_STOPPED:
        break;
    }
}

/* The number of the next game to play, once there is room for it. Returns false if no more are
 * wanted. */
static bool next_number(Run *run, uint64_t *number) {
    while (!atomic_load(&run->stop) && run->next >= run->data->games + run->slots_count) {
        pthread_cond_wait(&run->room, &run->lock);
    }
    *number = run->next;
    run->next += !atomic_load(&run->stop);
    return !atomic_load(&run->stop);
}

/* --- threads -------------------------------------------------------------------------------------
 */

static void play_games(Run *run, FanSelfplay *self) {
    uint64_t number;
    pthread_mutex_lock(&run->lock);
    while (next_number(run, &number)) {
        pthread_mutex_unlock(&run->lock);
        FanSelfplayStatus status = fan_selfplay_play(self, number);
        pthread_mutex_lock(&run->lock);
        take_in(run, self, number, status);
    }
    pthread_mutex_unlock(&run->lock);
}

static void *play_in_thread(void *context) {
    Run *run = context;
    FanSelfplay self;
    if (fan_selfplay_make(&self, run->plan, &run->stop)) {
        play_games(run, &self);
    } else {
        pthread_mutex_lock(&run->lock);
        fail(run, FAN_EXIT_FAILED, "--threads", "not enough memory for so many");
        pthread_mutex_unlock(&run->lock);
    }
    fan_selfplay_free(&self);
    pthread_mutex_lock(&run->lock);
    run->running--;
    pthread_cond_signal(&run->left);
    pthread_mutex_unlock(&run->lock);
    return NULL;
}

static void print_progress(const Run *run, uint64_t positions_before, uint64_t elapsed_ms) {
    FILE *err = fan_err(run->arguments);
    const FanDataFile *data = run->data;
    double speed = (double)(data->positions - positions_before) * 1000 / (double)(elapsed_ms + 1);
    fprintf(err, "\rdatagen: %" PRIu64 " of %" PRIu64 " positions, %" PRIu64 " games",
            data->positions, run->positions, data->games);
    if (speed > 0) {
        double left_s = (double)(run->positions - data->positions) / speed;
        fprintf(err, ", %.0f a second, about %.0f s left", speed, left_s);
    }
    fputs(" \033[K", err);
    fflush(err);
}

/* Waits for the threads, looks out for Ctrl-C and tells on a terminal how far it is. */
static void await(Run *run) {
    bool terminal = fan_err_is_terminal(run->arguments);
    uint64_t start_ms = fan_now_ms(), before = run->data->positions;
    pthread_mutex_lock(&run->lock);
    while (run->running) {
        if (fan_wait_ms(&run->left, &run->lock, TICK_MS) && terminal && !atomic_load(&run->stop)) {
            print_progress(run, before, fan_now_ms() - start_ms);
        }
        if (fan_interrupted()) {
            end(run);
        }
    }
    pthread_mutex_unlock(&run->lock);
    clear_progress(run);
}

static void run_threads(Run *run, pthread_t *threads, unsigned count) {
    unsigned started = 0;
    pthread_mutex_lock(&run->lock);
    for (; started < count && run->status == FAN_EXIT_FINE; started++) {
        int error = pthread_create(&threads[started], NULL, play_in_thread, run);
        if (error) {
            fail(run, FAN_EXIT_FAILED, "--threads: cannot start another one", strerror(error));
            break;
        }
        run->running++;
    }
    pthread_mutex_unlock(&run->lock);
    await(run);
    for (unsigned i = 0; i < started; i++) {
        pthread_join(threads[i], NULL);
    }
}

FanExit fan_datagen_run(FanDataFile *data, const FanArguments *arguments, const FanPlan *plan,
                        uint64_t positions, unsigned threads) {
    pthread_t ids[FAN_DATAGEN_THREADS_MAX];
    Run run = {.data = data,
               .arguments = arguments,
               .plan = plan,
               .positions = positions,
               .next = data->games,
               .slots_count = (size_t)threads * AHEAD};
    run.slots = calloc(run.slots_count, sizeof *run.slots);
    if (!run.slots) {
        return fan_complain(arguments, FAN_EXIT_FAILED, "not enough memory");
    }
    pthread_mutex_init(&run.lock, NULL);
    pthread_cond_init(&run.left, NULL);
    pthread_cond_init(&run.room, NULL);
    run_threads(&run, ids, threads);
    pthread_cond_destroy(&run.room);
    pthread_cond_destroy(&run.left);
    pthread_mutex_destroy(&run.lock);
    for (size_t i = 0; i < run.slots_count; i++) {
        free(run.slots[i].samples);
    }
    free(run.slots);
    return run.status;
}
