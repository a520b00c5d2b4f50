/* The façade: jobs in, turns out. */
#include "engine/helpers.h"
#include "engine/levels.h"
#include "engine/network.h"
#include "engine/perfect.h"
#include "engine/search.h"

#include <assert.h>
#include <stdlib.h>

struct FanEngine {
    FanShared shared;
    FanSearch search; /* of the main thread */
    FanHelpers helpers;
    const FanLevel *level; /* NULL: full strength */
    uint64_t seed;
    unsigned lines; /* asked for; a level may search more */
    bool given;     /* `network` replaces those that come with the library */
    const FanNetwork *network;
    const FanTables *tables; /* NULL: none */
    const FanProof *proof;   /* NULL: none */
    FanPromise promise;      /* of the job */
};

FanEngine *fan_engine_new(size_t hash_bytes, FanClock *clock) {
    FanEngine *engine = malloc(sizeof *engine);
    if (engine == NULL) {
        return NULL;
    }
    *engine = (FanEngine){.lines = 1};
    if (!fan_shared_init(&engine->shared, hash_bytes, clock)) {
        free(engine);
        return NULL;
    }
    if (!fan_search_init(&engine->search, &engine->shared)) {
        fan_shared_free(&engine->shared);
        free(engine);
        return NULL;
    }
    fan_helpers_init(&engine->helpers, &engine->shared);
    return engine;
}

void fan_engine_free(FanEngine *engine) {
    if (engine != NULL) {
        fan_helpers_free(&engine->helpers);
        fan_search_free(&engine->search);
        fan_shared_free(&engine->shared);
        free(engine);
    }
}

void fan_engine_clear(FanEngine *engine) {
    fan_helpers_dismiss(&engine->helpers);
    fan_tt_clear(&engine->shared.tt);
}

void fan_engine_set_network(FanEngine *engine, const FanNetwork *network) {
    engine->given = true;
    engine->network = network;
}

void fan_engine_set_tables(FanEngine *engine, const FanTables *tables) {
    fan_helpers_dismiss(&engine->helpers);
    engine->search.phase = FAN_PHASE_DONE;
    fan_endgame_free(&engine->shared.endgame);
    engine->tables = tables;
}

void fan_engine_set_proof(FanEngine *engine, const FanProof *proof) {
    engine->proof = proof;
}

FanPromise fan_engine_promise(const FanEngine *engine) {
    return engine->promise;
}

static const FanNetwork *network_for(const FanEngine *engine, const FanBoard *board) {
    if (!engine->given) {
        return fan_network_builtin(board);
    }
    bool fits = engine->network != NULL && fan_network_fits(engine->network, board);
    return fits ? engine->network : NULL;
}

static bool job_valid(const FanEngine *engine, const FanJob *job) {
    return job->depth <= FAN_DEPTH_MAX && job->lines <= FAN_LINES_MAX && job->level <= FAN_LEVELS &&
           job->threads <= FAN_THREADS_MAX &&
           (!job->perfect || job->level == FAN_LEVEL_FULL || job->level == FAN_LEVELS) &&
           ((job->budget_ms == 0 && job->left_ms == 0) || engine->shared.clock != NULL);
}

/* The smaller of two limits of which 0 is none. */
static uint64_t tighter(uint64_t a, uint64_t b) {
    return a == 0 || (b != 0 && b < a) ? b : a;
}

static FanLimits limits_of(const FanJob *job, const FanLevel *level, uint64_t key) {
    FanLimits limits = {
        .nodes = job->nodes,
        .budget_ms = job->budget_ms,
        .depth = job->depth == 0 ? FAN_DEPTH_MAX : job->depth,
        .lines = job->lines == 0 ? 1 : job->lines,
    };
    if (job->left_ms != 0) {
        FanAllotment time = fan_time_allot(job->left_ms, job->increment_ms, job->overhead_ms);
        limits.soft_ms = time.soft_ms;
        limits.budget_ms = tighter(limits.budget_ms, time.hard_ms);
    }
    if (level != NULL) {
        limits.nodes = tighter(limits.nodes, level->nodes);
        limits.depth = (unsigned)tighter(limits.depth, fan_level_depth(level, job->seed, key));
        limits.lines = limits.lines > level->lines ? limits.lines : level->lines;
    }
    return limits;
}

static const FanFrame *root_of(const FanEngine *engine) {
    return &engine->search.frames[0];
}

static FanTurn turn_of(const FanEngine *engine, const FanPosition *position, FanMove move) {
    FanTurn turn;
    bool legal = fan_move_turn(&engine->shared.board, &engine->shared.rules, position, move, &turn);
    assert(legal);
    (void)legal;
    return turn;
}

static bool level_keeps(void *context, FanMove move) {
    const FanEngine *engine = context;
    FanTurn turn = turn_of(engine, &root_of(engine)->position, move);
    return fan_level_sees(engine->level, engine->seed, root_of(engine)->key, move, turn.count);
}

/* A level plays with the same strength everywhere, so it has one thread. */
static size_t helpers_wanted(const FanJob *job) {
    return job->level != FAN_LEVEL_FULL || job->threads == 0 ? 0 : job->threads - 1;
}

/* Leaves the first moves that keep what is proved, if the job is for that. */
static bool keep_promise(FanEngine *engine, const FanGame *game, const FanJob *job) {
    engine->promise = FAN_PROMISE_NONE;
    return !job->perfect || game->position.first ||
           !fan_proof_fit(engine->proof, game->board, &game->rules) ||
           fan_perfect_restrict(&engine->search, engine->proof, &engine->promise);
}

FanEngineStatus fan_engine_begin(FanEngine *engine, const FanGame *game, const FanJob *job) {
    if (!job_valid(engine, job)) {
        return FAN_ENGINE_JOB;
    }
    if (game->outcome.result != FAN_ONGOING) {
        return FAN_ENGINE_OVER;
    }
    bool telo = game->position.mode == FAN_MODE_TELO;
    uint64_t key = fan_position_key(&game->position);
    engine->level = job->level == FAN_LEVEL_FULL ? NULL : fan_level(job->level, telo);
    engine->seed = job->seed;
    engine->lines = job->lines == 0 ? 1 : job->lines;
    FanLimits limits = limits_of(job, engine->level, key);
    FanStyle style = fan_style_normal();
    if (engine->level != NULL) {
        style.quiescence = (uint8_t)fan_level_quiescence(engine->level, job->seed, key);
        style.solved = engine->level->solved;
        style.network = engine->level->network;
    }
    fan_helpers_dismiss(&engine->helpers);
    engine->search.phase = FAN_PHASE_DONE;
    const FanNetwork *network = network_for(engine, game->board);
    const FanTables *tables =
        engine->level == NULL || engine->level->tables ? engine->tables : NULL;
    if (!fan_shared_begin(&engine->shared, game, &limits, &style, network, tables) ||
        !fan_search_begin(&engine->search, 0)) {
        return FAN_ENGINE_MEMORY;
    }
    if (engine->level != NULL && engine->level->overlook != 0) {
        fan_search_restrict(&engine->search, level_keeps, engine);
    }
    if (!keep_promise(engine, game, job)) {
        engine->search.phase = FAN_PHASE_DONE;
        return FAN_ENGINE_MEMORY;
    }
    engine->shared.pondering = job->ponder;
    if (!fan_helpers_begin(&engine->helpers, helpers_wanted(job))) {
        engine->search.phase = FAN_PHASE_DONE;
        return FAN_ENGINE_MEMORY;
    }
    return FAN_ENGINE_OK;
}

bool fan_engine_run(FanEngine *engine, uint64_t slice) {
    if (engine->search.phase == FAN_PHASE_DONE) {
        return false;
    }
    fan_helpers_attend(&engine->helpers);
    bool more = fan_search_run(&engine->search, slice);
    fan_helpers_unattend(&engine->helpers);
    if (!more) {
        fan_helpers_dismiss(&engine->helpers);
    }
    return more;
}

void fan_engine_stop(FanEngine *engine) {
    atomic_store_explicit(&engine->shared.stop, true, memory_order_relaxed);
}

void fan_engine_ponderhit(FanEngine *engine) {
    FanShared *shared = &engine->shared;
    if (shared->pondering) {
        shared->pondering = false;
        shared->counted_ms = shared->clock == NULL ? 0 : shared->clock();
        if (engine->search.enough) {
            fan_engine_stop(engine);
        }
    }
}

FanReport fan_engine_report(const FanEngine *engine) {
    const FanShared *shared = &engine->shared;
    const FanSearch *search = &engine->search;
    return (FanReport){
        .depth = search->finished,
        .deepest = search->deepest,
        .nodes = fan_search_nodes(search),
        .elapsed_ms = shared->clock == NULL ? 0 : shared->clock() - shared->started_ms,
        .lines = search->variations < engine->lines ? search->variations : engine->lines,
        .out_of_memory = search->out_of_memory,
    };
}

bool fan_engine_line(const FanEngine *engine, size_t index, FanLine *line) {
    if (index >= fan_engine_report(engine).lines) {
        return false;
    }
    const FanVariation *variation = &engine->search.variation[index];
    FanPosition position = root_of(engine)->position;
    line->score = variation->score;
    line->length = variation->length;
    for (unsigned i = 0; i < variation->length; i++) {
        line->turns[i] = turn_of(engine, &position, variation->moves[i]);
        position = fan_position_after(&position, variation->moves[i]);
    }
    return true;
}

/* The place in the lines of what the level plays. */
static size_t chosen_line(const FanEngine *engine) {
    FanScore scores[FAN_LINES_MAX];
    for (unsigned i = 0; i < engine->search.variations; i++) {
        scores[i] = engine->search.variation[i].score;
    }
    return fan_level_choose(engine->level, engine->seed, root_of(engine)->key, scores,
                            engine->search.variations);
}

FanTurn fan_engine_turn(const FanEngine *engine) {
    const FanSearch *search = &engine->search;
    FanMove move = search->arena.moves[0];
    if (search->variations != 0) {
        move = search->variation[engine->level == NULL ? 0 : chosen_line(engine)].moves[0];
    }
    return turn_of(engine, &root_of(engine)->position, move);
}

FanEngineStatus fan_engine_search(FanEngine *engine, const FanGame *game, const FanJob *job,
                                  FanTurn *turn) {
    FanEngineStatus status = fan_engine_begin(engine, game, job);
    if (status != FAN_ENGINE_OK) {
        return status;
    }
    while (fan_engine_run(engine, 0)) {
    }
    *turn = fan_engine_turn(engine);
    return FAN_ENGINE_OK;
}

FanScore fan_engine_evaluate(const FanBoard *board, const FanNetwork *network,
                             const FanPosition *position) {
    FanSurvey survey = fan_survey(board, position);
    if (network == NULL || !fan_network_fits(network, board) || !fan_net_judges(position)) {
        return fan_eval(board, position, &survey);
    }
    FanNetSlot slot;
    fan_net_slot_clear(network, &slot);
    return fan_net_value(network, &slot, NULL, position, &survey);
}
