/* `fanorona perft`: counts lines of turns (R5.7), over threads where wanted.
 *
 * Work is handed out by positions of the third ply (earlier in short counts): at every ply above it
 * one position is opened at a time, and what follows it goes to whichever thread is free. So memory
 * stays small however many turns there are. */
#include "cli/clock.h"
#include "cli/interrupt.h"
#include "cli/json.h"
#include "cli/setup.h"
#include "cli/turns.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum {
    DEPTH_MAX = 64,
    THREADS_MAX = 256,
    SPLIT_MAX = 3,   /* plies above the positions that are handed out */
    WHOLE_DEPTH = 2, /* deeper counts look out for Ctrl-C on their way */
    TICK_MS = 200,   /* between two looks at the progress */
};

/* Positions of one ply, those after the opened one above. */
typedef struct Level {
    FanPosition *positions;
    size_t count, next, capacity;
} Level;

typedef struct Work {
    const FanSetup *setup;
    unsigned depth; /* at least 2 */
    unsigned split; /* plies above the positions handed out: less than depth, so that leaves are
                       counted whole */
    FanTurnList roots;
    pthread_mutex_t lock; /* over all below and the counts of roots */
    pthread_cond_t ended; /* a thread has left */
    unsigned running;
    bool failed;             /* memory ran out */
    size_t opened;           /* roots opened so far; the last one is being handed out */
    Level levels[SPLIT_MAX]; /* by ply; the first is unused, roots stand for it */
} Work;

static bool add_position(void *context, const FanTurn *turn, const FanPosition *after) {
    (void)turn;
    Level *level = context;
    FanPosition *positions =
        fan_grow(level->positions, level->count, &level->capacity, sizeof *positions);
    if (!positions) {
        return false;
    }
    level->positions = positions;
    positions[level->count++] = *after;
    return true;
}

/* Takes the next position of a ply, opening the next one above where need be. Returns false when
 * there is none left. Locked. */
static bool take_position(Work *work, unsigned ply, FanPosition *position) {
    if (ply == 0) {
        bool left = work->opened < work->roots.count;
        if (left) {
            *position = work->roots.turns[work->opened++].after;
        }
        return left;
    }
    Level *level = &work->levels[ply];
    while (level->next == level->count) {
        FanPosition above;
        if (!take_position(work, ply - 1, &above)) {
            return false;
        }
        level->next = level->count = 0;
        if (!fan_turns_visit(&work->setup->board, &work->setup->rules, &above, add_position,
                             level)) {
            work->failed = true;
            return false;
        }
    }
    *position = level->positions[level->next++];
    return true;
}

typedef struct Counting {
    const FanSetup *setup;
    unsigned depth; /* below the position that the visitor is shown */
    uint64_t count;
} Counting;

static bool count_after(void *context, const FanTurn *turn, const FanPosition *after) {
    (void)turn;
    Counting *counting = context;
    const FanSetup *setup = counting->setup;
    if (counting->depth <= WHOLE_DEPTH) {
        counting->count += fan_perft(&setup->board, &setup->rules, after, counting->depth);
    } else {
        Counting below = {setup, counting->depth - 1, 0};
        fan_turns_visit(&setup->board, &setup->rules, after, count_after, &below);
        counting->count += below.count;
    }
    return !fan_interrupted();
}

static void *count_positions(void *context) {
    Work *work = context;
    FanPosition position;
    pthread_mutex_lock(&work->lock);
    while (!work->failed && !fan_interrupted() && take_position(work, work->split - 1, &position)) {
        size_t root = work->opened - 1;
        pthread_mutex_unlock(&work->lock);
        Counting counting = {work->setup, work->depth - work->split, 0};
        count_after(&counting, NULL, &position);
        pthread_mutex_lock(&work->lock);
        work->roots.turns[root].count += counting.count;
    }
    work->running--;
    pthread_cond_signal(&work->ended);
    pthread_mutex_unlock(&work->lock);
    return NULL;
}

/* How much of the work has been handed out, 0 to 1. Locked. */
static double share_done(const Work *work) {
    double within = 1;
    for (unsigned ply = work->split - 1; ply > 0; ply--) {
        const Level *level = &work->levels[ply];
        within = level->next ? ((double)(level->next - 1) + within) / (double)level->count : 0;
    }
    return work->opened ? ((double)(work->opened - 1) + within) / (double)work->roots.count : 0;
}

/* One line that is overwritten. Locked. */
static void show_progress(const FanArguments *arguments, const Work *work, uint64_t elapsed_ms) {
    double done = share_done(work);
    if (elapsed_ms < 1000 || done <= 0) {
        return;
    }
    double left_s = (double)elapsed_ms / 1000 * (1 - done) / done;
    fprintf(fan_err(arguments), "\rperft %u: %.0f %%, about %.0f s left \033[K", work->depth,
            100 * done, left_s);
    fflush(fan_err(arguments));
}

/* Waits for all threads to leave, telling how far they are. */
static void await(const FanArguments *arguments, Work *work) {
    bool terminal = fan_err_is_terminal(arguments);
    uint64_t start_ms = fan_now_ms();
    pthread_mutex_lock(&work->lock);
    while (work->running) {
        if (fan_wait_ms(&work->ended, &work->lock, TICK_MS) && terminal) {
            show_progress(arguments, work, fan_now_ms() - start_ms);
        }
    }
    pthread_mutex_unlock(&work->lock);
    if (terminal) {
        fputs("\r\033[K", fan_err(arguments));
    }
}

static FanExit count_threaded(const FanArguments *arguments, Work *work, unsigned wanted) {
    pthread_t threads[THREADS_MAX];
    int error = 0;
    unsigned started = 0;
    pthread_mutex_lock(&work->lock);
    while (started < wanted && error == 0) {
        error = pthread_create(&threads[started], NULL, count_positions, work);
        started += error == 0;
    }
    work->running = started;
    work->failed = error != 0;
    pthread_mutex_unlock(&work->lock);
    await(arguments, work);
    for (unsigned i = 0; i < started; i++) {
        pthread_join(threads[i], NULL);
    }
    if (error) {
        return fan_complain(arguments, FAN_EXIT_FAILED, "--threads: cannot start thread %u: %s",
                            started + 1, strerror(error));
    }
    if (work->failed) {
        return fan_complain(arguments, FAN_EXIT_FAILED, "not enough memory for the turns");
    }
    return fan_interrupted() ? fan_complain(arguments, FAN_EXIT_INTERRUPTED, "interrupted")
                             : FAN_EXIT_FINE;
}

/* Fills in the counts of the roots. */
static FanExit count_roots(const FanArguments *arguments, Work *work) {
    if (work->depth < 2) {
        for (size_t i = 0; i < work->roots.count; i++) {
            work->roots.turns[i].count = 1;
        }
        return FAN_EXIT_FINE;
    }
    work->split = work->depth - 1 < SPLIT_MAX ? work->depth - 1 : SPLIT_MAX;
    pthread_mutex_init(&work->lock, NULL);
    pthread_cond_init(&work->ended, NULL);
    fan_interrupt_watch();
    FanExit status =
        count_threaded(arguments, work, (unsigned)fan_arguments_number(arguments, "threads", 1));
    fan_interrupt_unwatch();
    pthread_cond_destroy(&work->ended);
    pthread_mutex_destroy(&work->lock);
    for (unsigned ply = 0; ply < SPLIT_MAX; ply++) {
        free(work->levels[ply].positions);
    }
    return status;
}

/* NULL without memory. */
static json_t *counts_to_json(const Work *work) {
    json_t *turns = json_object();
    for (size_t i = 0; i < work->roots.count; i++) {
        const FanListedTurn *turn = &work->roots.turns[i];
        if (json_object_set_new(turns, turn->text, json_integer((json_int_t)turn->count)) != 0) {
            json_decref(turns);
            return NULL;
        }
    }
    return turns;
}

static FanExit print_json(FanArguments *arguments, const Work *work, uint64_t sum) {
    int depth = (int)work->depth;
    json_int_t count = (json_int_t)sum;
    return fan_json_print(arguments, fan_arguments_given(arguments, "divide")
                                         ? json_pack("{s:i, s:I, s:o}", "depth", depth, "count",
                                                     count, "turns", counts_to_json(work))
                                         : json_pack("{s:i, s:I}", "depth", depth, "count", count));
}

static FanExit print_counts(FanArguments *arguments, const Work *work) {
    uint64_t sum = work->depth == 0; /* no turn is one line */
    for (size_t i = 0; i < work->roots.count; i++) {
        sum += work->roots.turns[i].count;
    }
    if (fan_arguments_given(arguments, "json")) {
        return print_json(arguments, work, sum);
    }
    for (size_t i = 0; i < work->roots.count && fan_arguments_given(arguments, "divide"); i++) {
        fprintf(fan_out(arguments), "%s %" PRIu64 "\n", work->roots.turns[i].text,
                work->roots.turns[i].count);
    }
    fprintf(fan_out(arguments), "%" PRIu64 "\n", sum);
    return FAN_EXIT_FINE;
}

static FanExit run_perft(FanArguments *arguments) {
    FanSetup setup;
    FanExit status = fan_setup_read(arguments, &setup);
    if (status != FAN_EXIT_FINE) {
        return status;
    }
    Work work = {.setup = &setup, .depth = (unsigned)fan_operand_number(arguments, 0)};
    if (work.depth > 0 &&
        !fan_turn_list_perft(&work.roots, &setup.board, &setup.rules, &setup.position)) {
        status = fan_complain(arguments, FAN_EXIT_FAILED, "not enough memory for the turns");
    } else {
        status = count_roots(arguments, &work);
    }
    if (status == FAN_EXIT_FINE) {
        status = print_counts(arguments, &work);
    }
    fan_turn_list_free(&work.roots);
    return status;
}

static const FanParameter operand = {.name = "DEPTH",
                                     .type = FAN_PARAMETER_NUMBER,
                                     .max = DEPTH_MAX,
                                     .help = "how many turns to look ahead"};

static const FanParameter options[] = {
    {.name = "divide",
     .type = FAN_PARAMETER_FLAG,
     .help = "first print a line for each turn: the turn and its count"},
    {.name = "threads",
     .argument = "N",
     .type = FAN_PARAMETER_NUMBER,
     .min = 1,
     .max = THREADS_MAX,
     .standard = "1",
     .help = "how many threads share the work"},
    {0},
};

const FanCommand fan_command_perft = {
    .name = "perft",
    .summary = "count the lines of turns from a position",
    .description =
        "Counts how many lines of DEPTH turns there are, each turn by its whole path\n"
        "(R4.4). Only the position itself ends a line (R5.7): quiet limit and repetition\n"
        "do not count. The last line is the number alone. Ctrl-C ends it with status 130.\n",
    .options = options,
    .operand = &operand,
    .operands_min = 1,
    .operands_max = 1,
    .takes = FAN_TAKES_SETUP | FAN_TAKES_JSON,
    .run = run_perft,
};
