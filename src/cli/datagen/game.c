#include "cli/datagen/game.h"

#include "cli/turns.h"
#include "engine/mix.h"

#include <stdlib.h>

enum {
    TRIES_MAX = 2000,      /* random openings looked at for one that is balanced */
    SLICE_NODES = 20000,   /* some 10 ms: how soon a stop is heard */
    HASH_NODE_BYTES = 512, /* of the table, for each position looked at: the next turns find there
                              what the last ones left */
    HASH_LEAST = 1 << 20,
    HASH_MOST = 1 << 28,
    PROBE_NODES = 3000, /* of each search by which an engine is known again */
    PROBES = 6,
    TABLE_PLIES = 3, /* that a game goes on where tables know its result */
};

/* --- memory --------------------------------------------------------------------------------------
 */

static size_t hash_bytes(const FanPlan *plan) {
    uint64_t bytes = plan->nodes < HASH_MOST / HASH_NODE_BYTES ? plan->nodes * HASH_NODE_BYTES
                                                               : (uint64_t)HASH_MOST;
    return bytes < HASH_LEAST ? HASH_LEAST : (size_t)bytes;
}

bool fan_selfplay_make(FanSelfplay *self, const FanPlan *plan, const atomic_bool *stop) {
    *self = (FanSelfplay){.plan = plan, .stop = stop};
    self->engine = fan_engine_new(hash_bytes(plan), NULL);
    self->plies = fan_grow(NULL, 0, &self->plies_room, sizeof *self->plies);
    self->moves = fan_grow(NULL, 0, &self->moves_room, sizeof *self->moves);
    self->samples = fan_grow(NULL, 0, &self->samples_room, sizeof *self->samples);
    if (self->engine) {
        fan_network_tell(plan->network, self->engine);
    }
    return self->engine && self->plies && self->moves && self->samples;
}

void fan_selfplay_free(FanSelfplay *self) {
    fan_engine_free(self->engine);
    free(self->plies);
    free(self->moves);
    free(self->samples);
    *self = (FanSelfplay){.plan = NULL};
}

static bool make_room_for_ply(FanSelfplay *self) {
    size_t room = self->plies_room;
    if (self->game.length < room) {
        return true;
    }
    FanPly *plies = fan_grow(self->plies, room, &self->plies_room, sizeof *plies);
    if (plies) {
        self->plies = plies;
        self->game.plies = plies; /* what stood there was moved with it */
        self->game.capacity = self->plies_room;
    }
    return plies != NULL;
}

static FanSelfplayStatus list_moves(FanSelfplay *self, size_t *count) {
    const FanGame *game = &self->game;
    for (;;) {
        *count =
            fan_moves(game->board, &game->rules, &game->position, self->moves, self->moves_room);
        if (*count <= self->moves_room) {
            return FAN_SELFPLAY_FINE;
        }
        FanMove *moves = reallocarray(self->moves, *count, sizeof *moves);
        if (!moves) {
            return FAN_SELFPLAY_MEMORY;
        }
        self->moves = moves;
        self->moves_room = *count;
    }
}

/* --- turns ---------------------------------------------------------------------------------------
 */

/* SplitMix64. */
static uint64_t chance(uint64_t *state) {
    return mix(*state += UINT64_C(0x9e3779b97f4a7c15));
}

static FanSelfplayStatus play(FanSelfplay *self, const FanTurn *turn) {
    if (!make_room_for_ply(self)) {
        return FAN_SELFPLAY_MEMORY;
    }
    if (fan_game_play(&self->game, turn, NULL) != FAN_GAME_OK) {
        abort(); /* the turn is legal, and there is room */
    }
    return FAN_SELFPLAY_FINE;
}

/* One of the first `count` moves listed. */
static FanSelfplayStatus play_move(FanSelfplay *self, uint64_t *state, size_t count) {
    const FanGame *game = &self->game;
    FanTurn turn;
    if (!fan_move_turn(game->board, &game->rules, &game->position,
                       self->moves[chance(state) % count], &turn)) {
        abort(); /* it was listed */
    }
    return play(self, &turn);
}

static FanSelfplayStatus play_random(FanSelfplay *self, uint64_t *state) {
    size_t count;
    FanSelfplayStatus status = list_moves(self, &count);
    return status == FAN_SELFPLAY_FINE ? play_move(self, state, count) : status;
}

/* Searches the position now in the game. */
static FanSelfplayStatus search(FanSelfplay *self, uint64_t nodes, FanLine *line) {
    const FanJob job = {.nodes = nodes, .lines = 1};
    if (atomic_load(self->stop)) {
        return FAN_SELFPLAY_STOPPED;
    }
    if (fan_engine_begin(self->engine, &self->game, &job) != FAN_ENGINE_OK) {
        return FAN_SELFPLAY_MEMORY;
    }
    while (fan_engine_run(self->engine, SLICE_NODES)) {
        if (atomic_load(self->stop)) {
            return FAN_SELFPLAY_STOPPED;
        }
    }
    if (fan_engine_report(self->engine).out_of_memory) {
        return FAN_SELFPLAY_MEMORY;
    }
    if (!fan_engine_line(self->engine, 0, line)) {
        *line = (FanLine){.length = 1, .turns = {fan_engine_turn(self->engine)}};
    }
    return FAN_SELFPLAY_FINE;
}

/* --- a game --------------------------------------------------------------------------------------
 */

static void begin(FanSelfplay *self) {
    const FanPlan *plan = self->plan;
    fan_game_begin(&self->game, &plan->board, &plan->rules, &plan->start, self->plies,
                   self->plies_room);
    self->count = 0;
}

/* Begins with random turns until neither side is far ahead; *line is what the engine then thinks.
 */
static FanSelfplayStatus open_game(FanSelfplay *self, uint64_t *state, FanLine *line) {
    const FanPlan *plan = self->plan;
    const FanGame *game = &self->game;
    FanSelfplayStatus status = FAN_SELFPLAY_FINE;
    for (int i = 0; i < TRIES_MAX && status == FAN_SELFPLAY_FINE; i++) {
        uint64_t plies =
            plan->plies_least + chance(state) % (plan->plies_most - plan->plies_least + 1);
        begin(self);
        while (game->length < plies && game->outcome.result == FAN_ONGOING &&
               status == FAN_SELFPLAY_FINE) {
            status = play_random(self, state);
        }
        if (status != FAN_SELFPLAY_FINE || game->outcome.result != FAN_ONGOING) {
            continue;
        }
        fan_engine_clear(self->engine);
        status = search(self, plan->nodes, line);
        if (status == FAN_SELFPLAY_FINE && labs(line->score) <= (long)plan->balance) {
            return FAN_SELFPLAY_FINE;
        }
    }
    return status == FAN_SELFPLAY_FINE ? FAN_SELFPLAY_UNFIT : status;
}

static bool is_decided(FanScore score) {
    return FAN_SCORE_IS_WIN(score) || FAN_SCORE_IS_LOSS(score);
}

static FanSelfplayStatus add_sample(FanSelfplay *self, FanScore score, bool exact) {
    const FanGame *game = &self->game;
    const FanPosition *position = &game->position;
    FanSample *samples = fan_grow(self->samples, self->count, &self->samples_room, sizeof *samples);
    if (!samples) {
        return FAN_SELFPLAY_MEMORY;
    }
    self->samples = samples;
    bool must = fan_position_must_capture(game->board, position);
    samples[self->count++] = (FanSample){
        .stones = {position->stones[FAN_WHITE], position->stones[FAN_BLACK]},
        .score = (int16_t)score,
        .ply = (uint16_t)game->length,
        .side = position->side,
        .flags = (uint8_t)((must ? FAN_SAMPLE_MUST_CAPTURE : 0) | (exact ? FAN_SAMPLE_EXACT : 0)),
        .quiet = (uint8_t)(position->quiet < UINT8_MAX ? position->quiet : UINT8_MAX),
    };
    return FAN_SELFPLAY_FINE;
}

/* --- by tables -----------------------------------------------------------------------------------
 */

/* Whether the tables know a position; only sizes of which they know all are asked for, so that the
 * answer does not depend on what else lies in their folder. */
static bool is_known(const FanSelfplay *self, const FanPosition *position, FanTableValue *value) {
    const FanPlan *plan = self->plan;
    int stones = __builtin_popcountll(position->stones[0] | position->stones[1]);
    return stones <= plan->tables_stones && fan_tables_value(plan->tables, position, value);
}

/* Keeps of the moves listed those that give nothing away; returns how many. */
static size_t keep_best(FanSelfplay *self, size_t count, FanTableValue value) {
    static const FanTableValue turned[] = {[FAN_TABLE_DRAW] = FAN_TABLE_DRAW,
                                           [FAN_TABLE_WIN] = FAN_TABLE_LOSS,
                                           [FAN_TABLE_LOSS] = FAN_TABLE_WIN};
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        FanPosition after = fan_position_after(&self->game.position, self->moves[i]);
        FanTableValue found;
        if (is_known(self, &after, &found) && found == turned[value]) {
            self->moves[kept++] = self->moves[i];
        }
    }
    return kept;
}

/* A random turn of those that keep the value. */
static FanSelfplayStatus play_known(FanSelfplay *self, uint64_t *state, FanTableValue value) {
    size_t count;
    FanSelfplayStatus status = list_moves(self, &count);
    if (status == FAN_SELFPLAY_FINE) {
        count = keep_best(self, count, value);
        status = count > 0 ? play_move(self, state, count) : FAN_SELFPLAY_DAMAGED;
    }
    return status;
}

/* From here the result is known, and is *result for White. A few turns more make endgames that are
 * labelled exactly, for nothing. */
static FanSelfplayStatus end_by_tables(FanSelfplay *self, uint64_t *state, FanTableValue value,
                                       int *result) {
    static const FanScore scores[] = {[FAN_TABLE_DRAW] = 0,
                                      [FAN_TABLE_WIN] = FAN_SCORE_TABLE_WIN,
                                      [FAN_TABLE_LOSS] = -FAN_SCORE_TABLE_WIN};
    const FanGame *game = &self->game;
    FanSelfplayStatus status = add_sample(self, scores[value], true);
    int mover = value == FAN_TABLE_WIN ? 1 : value == FAN_TABLE_LOSS ? -1 : 0;
    *result = game->position.side == FAN_WHITE ? mover : -mover;
    for (int i = 0; i < TABLE_PLIES && status == FAN_SELFPLAY_FINE && game->length < FAN_PLY_MAX;
         i++) {
        status = play_known(self, state, value);
        if (status != FAN_SELFPLAY_FINE || game->outcome.result != FAN_ONGOING ||
            !is_known(self, &game->position, &value)) {
            break;
        }
        status = add_sample(self, scores[value], true);
    }
    return status;
}

/* --- a whole game --------------------------------------------------------------------------------
 */

/* Plays on from the opening, of which the engine thinks *line, until the game has ended or its
 * result is proved; sets *result for White. */
static FanSelfplayStatus play_on(FanSelfplay *self, uint64_t *state, FanLine *line, int *result) {
    const FanGame *game = &self->game;
    bool searched = true;
    FanTableValue value;
    while (game->outcome.result == FAN_ONGOING && game->length < FAN_PLY_MAX) {
        if (is_known(self, &game->position, &value)) {
            return end_by_tables(self, state, value, result);
        }
        bool random = !searched && chance(state) % 1000 < self->plan->noise;
        FanSelfplayStatus status = FAN_SELFPLAY_FINE;
        if (!random && !searched) {
            status = search(self, self->plan->nodes, line);
        }
        searched = false;
        if (!random && status == FAN_SELFPLAY_FINE) {
            status = add_sample(self, line->score, is_decided(line->score));
        }
        if (!random && status == FAN_SELFPLAY_FINE && is_decided(line->score)) {
            *result = (line->score > 0) == (game->position.side == FAN_WHITE) ? 1 : -1;
            return FAN_SELFPLAY_FINE;
        }
        if (status == FAN_SELFPLAY_FINE) {
            status = random ? play_random(self, state) : play(self, &line->turns[0]);
        }
        if (status != FAN_SELFPLAY_FINE) {
            return status;
        }
    }
    *result = game->outcome.result == FAN_WHITE_WINS   ? 1
              : game->outcome.result == FAN_BLACK_WINS ? -1
                                                       : 0;
    return FAN_SELFPLAY_FINE;
}

FanSelfplayStatus fan_selfplay_play(FanSelfplay *self, uint64_t number) {
    uint64_t state = self->plan->seed;
    FanLine line;
    int result = 0;
    state = chance(&state) ^ mix(number);
    FanSelfplayStatus status = open_game(self, &state, &line);
    if (status == FAN_SELFPLAY_FINE) {
        status = play_on(self, &state, &line, &result);
    }
    if (status == FAN_SELFPLAY_FINE) {
        for (size_t i = 0; i < self->count; i++) {
            self->samples[i].result = (int8_t)result;
        }
        self->samples[self->count - 1].flags |= FAN_SAMPLE_LAST;
    }
    return status;
}

bool fan_selfplay_engine(FanSelfplay *self, uint64_t *word) {
    uint64_t sum = 0;
    begin(self);
    fan_engine_clear(self->engine);
    for (int i = 0; i < PROBES && self->game.outcome.result == FAN_ONGOING; i++) {
        FanLine line;
        if (search(self, PROBE_NODES, &line) != FAN_SELFPLAY_FINE ||
            play(self, &line.turns[0]) != FAN_SELFPLAY_FINE) {
            return false;
        }
        FanReport report = fan_engine_report(self->engine);
        sum = mix(sum ^ (uint64_t)(uint32_t)line.score);
        sum = mix(sum ^ (uint64_t)report.depth << 32 ^ report.deepest);
        sum = mix(sum ^ fan_position_key(&self->game.position));
    }
    *word = sum;
    return true;
}
