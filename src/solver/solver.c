#include "solver/inside.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

enum { WORKERS_MAX = 64, TICK_MS = 100 };

FanSolver *fan_solver_new(const FanBoard *board, const FanRules *rules, const FanTables *tables,
                          uint64_t memory_bytes) {
    FanSolver *solver = calloc(1, sizeof *solver);
    FanMemo *memo = fan_memo_new(memory_bytes);
    if (!solver || !memo) {
        free(solver);
        fan_memo_free(memo);
        return NULL;
    }
    fan_scene_init(&solver->search.scene, board, rules);
    solver->search.memo = memo;
    solver->search.tables = tables;
    solver->search.stones = tables ? fan_tables_stones(tables) : 0;
    return solver;
}

void fan_solver_free(FanSolver *solver) {
    if (solver) {
        fan_memo_free(solver->search.memo);
        free(solver);
    }
}

static FanFinding finding_of(const FanKnown *known) {
    FanFinding finding = {FAN_VERDICT_OPEN, known->proof, known->disproof, 0};
    if (known->state == FAN_STATE_PROVED) {
        finding = (FanFinding){FAN_VERDICT_YES, 0, FAN_SOLVER_NEVER, known->distance};
    } else if (known->state == FAN_STATE_REFUTED) {
        finding = (FanFinding){FAN_VERDICT_NO, FAN_SOLVER_NEVER, 0, 0};
    }
    return finding;
}

/* Where no search is needed: leaves, and positions without a turn. Returns false without memory. */
static bool settle_at_once(const FanSearch *search, FanStand stand, bool attacker,
                           FanState *state) {
    FanStands follow = {0};
    *state = fan_search_leaf(search, stand, attacker);
    bool good = *state != FAN_STATE_NONE || fan_stand_follow(&search->scene, stand, &follow);
    if (good && *state == FAN_STATE_NONE && follow.count == 0) {
        *state = fan_search_blocked(search, attacker);
    }
    fan_stands_free(&follow);
    return good;
}

FanFinding fan_solver_known(FanSolver *solver, const FanPosition *position, FanSide attacker) {
    FanStand stand = fan_stand_of(&solver->search.scene, position);
    bool attacks = position->side == attacker;
    FanKnown known = fan_memo_look(solver->search.memo, stand, attacks);
    FanState state;
    if (settle_at_once(&solver->search, stand, attacks, &state) && state != FAN_STATE_NONE) {
        known = (FanKnown){.state = state};
    }
    return finding_of(&known);
}

/* Threads at one piece of work. */
typedef struct Crew {
    FanSearch *search;
    FanStand stand; /* a question, */
    bool attacker;
    const FanCertify *certify;   /* or a proof to be gone through: */
    FanCertificate *certificate; /* to be written, */
    unsigned limit;              /* or looked at under a quiet limit */
    FanQuiet *quiet;
    FanCertifyStatus certified;
    pthread_mutex_t lock;
    pthread_cond_t ended;
    unsigned running;
} Crew;

/* What a prover asks: FanProver. */
typedef struct Prover {
    FanSearch *search;
    FanWorker *worker;
} Prover;

static bool is_answer(const FanKnown *known, bool win) {
    return known->state == (win ? FAN_STATE_PROVED : FAN_STATE_REFUTED) &&
           known->answer != FAN_ANSWER_NONE;
}

static bool prove(void *context, FanStand stand, bool win, unsigned *answer, unsigned *distance) {
    Prover *prover = context;
    FanKnown known = fan_memo_look(prover->search->memo, stand, win);
    if (!is_answer(&known, win)) {
        known = fan_worker_run(prover->worker, stand, win); /* it was forgotten */
    }
    *answer = known.answer;
    *distance = known.distance;
    return !prover->search->stop && is_answer(&known, win);
}

static void work_with(Crew *crew, FanWorker *worker) {
    if (!crew->certify) {
        fan_worker_run(worker, crew->stand, crew->attacker);
        return;
    }
    Prover prover = {crew->search, worker};
    FanCertify what = *crew->certify;
    what.prover = prove;
    what.context = &prover;
    crew->certified = crew->certificate ? fan_certify(&what, crew->certificate)
                                        : fan_quiet_look(&what, crew->limit, crew->quiet);
}

static void *work(void *context) {
    Crew *crew = context;
    FanWorker *worker = fan_worker_new(crew->search);
    if (worker) {
        work_with(crew, worker);
    } else {
        crew->search->failed = true;
    }
    fan_worker_free(worker);
    pthread_mutex_lock(&crew->lock);
    crew->running--;
    pthread_cond_signal(&crew->ended);
    pthread_mutex_unlock(&crew->lock);
    return NULL;
}

static bool start(Crew *crew, pthread_t *thread) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    bool good = pthread_attr_setstacksize(&attributes, FAN_WORKER_STACK_BYTES) == 0 &&
                pthread_create(thread, &attributes, work, crew) == 0;
    pthread_attr_destroy(&attributes);
    return good;
}

/* Returns true when a thread has ended, false when the time is up. */
static bool wait_a_tick(Crew *crew) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += TICK_MS * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000L;
    until.tv_nsec %= 1000000000L;
    return pthread_cond_timedwait(&crew->ended, &crew->lock, &until) != ETIMEDOUT;
}

/* Waits until all have left. The first one leaves because the question is settled, or to stop. */
static void await(Crew *crew, unsigned begun, FanSolveWatch *watch, void *context) {
    pthread_mutex_lock(&crew->lock);
    while (crew->running > 0) {
        wait_a_tick(crew);
        bool on = true;
        if (watch) {
            pthread_mutex_unlock(&crew->lock);
            on = watch(context);
            pthread_mutex_lock(&crew->lock);
        }
        if (!on || crew->running < begun) {
            crew->search->stop = true;
        }
    }
    pthread_mutex_unlock(&crew->lock);
}

static void start_all(Crew *crew, unsigned threads, FanSolveWatch *watch, void *context) {
    pthread_t ids[WORKERS_MAX];
    unsigned started = 0;
    crew->running = threads;
    while (started < threads && start(crew, &ids[started])) {
        started++;
    }
    if (started < threads) {
        pthread_mutex_lock(&crew->lock);
        crew->running -= threads - started;
        crew->search->failed = true;
        pthread_mutex_unlock(&crew->lock);
    }
    await(crew, started, watch, context);
    for (unsigned i = 0; i < started; i++) {
        pthread_join(ids[i], NULL);
    }
}

static void run_crew(Crew *crew, unsigned threads, FanSolveWatch *watch, void *context) {
    crew->search->threads = threads < 1 ? 1 : threads > WORKERS_MAX ? WORKERS_MAX : threads;
    crew->search->stop = crew->search->failed = false;
    pthread_mutex_init(&crew->lock, NULL);
    pthread_cond_init(&crew->ended, NULL);
    start_all(crew, crew->search->threads, watch, context);
    pthread_cond_destroy(&crew->ended);
    pthread_mutex_destroy(&crew->lock);
}

FanSolveStatus fan_solver_ask(FanSolver *solver, const FanPosition *position, FanSide attacker,
                              unsigned threads, FanSolveWatch *watch, void *context,
                              FanFinding *finding) {
    FanSearch *search = &solver->search;
    *finding = fan_solver_known(solver, position, attacker);
    if (finding->verdict != FAN_VERDICT_OPEN) {
        return FAN_SOLVE_DONE;
    }
    Crew crew = {.search = search,
                 .stand = fan_stand_of(&search->scene, position),
                 .attacker = position->side == attacker};
    run_crew(&crew, threads, watch, context);
    *finding = fan_solver_known(solver, position, attacker);
    return search->failed                         ? FAN_SOLVE_FAILED
           : finding->verdict == FAN_VERDICT_OPEN ? FAN_SOLVE_STOPPED
                                                  : FAN_SOLVE_DONE;
}

/* Goes through the proof of what was found, for whatever the crew is to do with it. */
static FanCertifyStatus go_through(FanSolver *solver, const FanPosition *position, FanWorth worth,
                                   FanSolveWatch *watch, void *context, Crew *crew) {
    FanSearch *search = &solver->search;
    FanCertify what = {.scene = &search->scene,
                       .tables = search->tables,
                       .stones = search->stones,
                       .position = position,
                       .worth = worth};
    crew->search = search;
    crew->certify = &what;
    crew->certified = FAN_CERTIFY_MEMORY;
    run_crew(crew, 1, watch, context);
    return search->failed ? FAN_CERTIFY_MEMORY : crew->certified;
}

FanCertifyStatus fan_solver_certify(FanSolver *solver, const FanPosition *position, FanWorth worth,
                                    FanSolveWatch *watch, void *context,
                                    FanCertificate *certificate) {
    Crew crew = {.certificate = certificate};
    return go_through(solver, position, worth, watch, context, &crew);
}

FanCertifyStatus fan_solver_look_quiet(FanSolver *solver, const FanPosition *position,
                                       FanWorth worth, unsigned limit, FanSolveWatch *watch,
                                       void *context, FanQuiet *quiet) {
    Crew crew = {.limit = limit, .quiet = quiet};
    return go_through(solver, position, worth, watch, context, &crew);
}

FanSolverCounts fan_solver_counts(FanSolver *solver) {
    FanSearch *search = &solver->search;
    return (FanSolverCounts){.nodes = search->nodes,
                             .used = fan_memo_used(search->memo),
                             .room = fan_memo_room(search->memo),
                             .closures = search->closures,
                             .reopened = search->reopened,
                             .members = search->members};
}
