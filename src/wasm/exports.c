/* What the page may call: one game and one engine an instance of the module.
 *
 * Text goes in through a buffer the page writes to, and comes out through one it reads. What can be
 * refused returns a CoreStatus; on CORE_DONE the answer is JSON (web/src/core/types.ts), on
 * CORE_REFUSED a sentence in English that says what is wrong, and nothing has changed. Numbers that
 * may pass 32 bits are doubles: not every browser on the floor hands 64-bit integers over. The only
 * things asked of the page are the time and a text that is read in pieces (records.c). */
#include "wasm/core.h"
#include "wasm/describe.h"
#include "wasm/proofs.h"
#include "wasm/tables.h"

#include <stdlib.h>

#define NUMBER_MAX 9007199254740992.0 /* whole numbers are exact below: 2^53 */

IMPORT(now_ms) double env_now_ms(void);

static FanEngine *engine;
static FanNetwork *network; /* the engine's; NULL before the page has brought one */

/* --- the game ------------------------------------------------------------------------------------
 */

/* Opens a game: the input's lines are the variant, the rules, the position ("" for the start) and
 * the turns. */
EXPORT(open) CoreStatus core_open(size_t length) {
    CoreTable next;
    CoreStatus status = core_table_open(&next, (CoreText){core_in, length});
    if (status == CORE_DONE) {
        core_table_move(&core_table, &next);
    }
    return status;
}

/* Reads a position and, if it has faults, writes all of them to memory that the caller frees. */
static size_t read_faults(CoreSetup *setup, CoreText text, FanSetupError **errors) {
    FanBoard read;
    size_t count = fan_position_read(&read, &setup->position, &setup->rules, &setup->board,
                                     text.start, text.length, NULL, 0);
    if (count > 0) {
        *errors = malloc(count * sizeof **errors);
    }
    if (*errors != NULL) {
        count = fan_position_read(&read, &setup->position, &setup->rules, &setup->board, text.start,
                                  text.length, *errors, count);
    }
    return count;
}

/* Every fault of a set-up, or how it stands (R9.4). Lines as for core_open, but that only a line
 * that is not there is the start. */
EXPORT(check_setup) CoreStatus core_check_setup(size_t length) {
    CoreText rest = {core_in, length};
    CoreSetup setup;
    CoreStatus status = core_take_variant(&setup, &rest);
    bool given = rest.length > 0;
    CoreText text = core_take_line(&rest);
    if (status == CORE_DONE && !given) {
        status = core_set_start(&setup);
    }
    if (status != CORE_DONE) {
        return status;
    }
    FanSetupError *errors = NULL;
    size_t count = given ? read_faults(&setup, text, &errors) : 0;
    if (count > 0 && errors == NULL) {
        return CORE_NO_MEMORY;
    }
    fan_json_clear(&core_out);
    fan_describe_setup(&core_out, &setup.board, &setup.rules, &setup.position, errors, count);
    free(errors);
    return core_done();
}

EXPORT(view) CoreStatus core_view(size_t ply) {
    if (ply > core_table.game.length) {
        return core_refuse("the game has not come that far");
    }
    fan_json_clear(&core_out);
    fan_describe_view(&core_out, &core_table.game, ply);
    return core_done();
}

EXPORT(length) size_t core_length(void) {
    return core_table.game.length;
}

/* How many stones stand on the board now. */
EXPORT(stones) unsigned core_stones(void) {
    const FanPosition *position = &core_table.game.position;
    return (unsigned)__builtin_popcountll(position->stones[0] | position->stones[1]);
}

EXPORT(turn) CoreStatus core_turn(size_t index) {
    if (index >= core_table.game.length) {
        return core_refuse("there is no such turn in the game");
    }
    const FanPly *ply = &core_table.game.plies[index];
    fan_json_clear(&core_out);
    fan_describe_turn(&core_out, core_table.game.board, &ply->before, &ply->turn);
    return core_done();
}

EXPORT(play) CoreStatus core_play(size_t length) {
    return core_table_play(&core_table, (CoreText){core_in, length});
}

EXPORT(read) CoreStatus core_read(size_t length) {
    FanTurn turn;
    FanTurnError error;
    FanTurnReading reading = fan_game_read(&core_table.game, core_in, length, &turn, &error);
    fan_json_clear(&core_out);
    fan_describe_reading(&core_out, &core_table.game, reading, &turn, &error);
    return core_done();
}

EXPORT(undo) bool core_undo(void) {
    return fan_game_undo(&core_table.game) == FAN_GAME_OK;
}

EXPORT(redo) bool core_redo(void) {
    return fan_game_redo(&core_table.game) == FAN_GAME_OK;
}

EXPORT(resign) CoreStatus core_resign(unsigned loser) {
    FanGameStatus status = fan_game_resign(&core_table.game, loser == 0 ? FAN_WHITE : FAN_BLACK);
    return status == FAN_GAME_OK ? CORE_DONE : core_refuse("the game is over already");
}

EXPORT(agree_draw) CoreStatus core_agree_draw(void) {
    FanGameStatus status = fan_game_agree_draw(&core_table.game);
    return status == FAN_GAME_OK ? CORE_DONE : core_refuse("the game is over already");
}

/* R5.7. */
EXPORT(perft) double core_perft(unsigned depth) {
    return (double)fan_perft(&core_table.board, &core_table.game.rules, &core_table.game.position,
                             depth);
}

/* --- drafts --------------------------------------------------------------------------------------
 */

/* Takes a step "-e3A" of the canonical form off the front of the text. */
static bool take_step(CoreText *text, FanPoint *to, FanKind *kind) {
    if (text->length < 2 || text->start[0] != '-') {
        return false;
    }
    size_t length = fan_point_read(&core_table.board, text->start + 1, text->length - 1, to);
    if (length == 0) {
        return false;
    }
    size_t used = 1 + length;
    char letter = used < text->length ? text->start[used] : '\0';
    *kind = letter == 'A' ? FAN_APPROACH : letter == 'W' ? FAN_WITHDRAWAL : FAN_PAIKA;
    used += *kind != FAN_PAIKA;
    text->start += used;
    text->length -= used;
    return true;
}

static const FanOpenStep *find_step(const FanOpenStep *open, size_t count, FanPoint from,
                                    FanPoint to, FanKind kind) {
    for (size_t i = 0; i < count; i++) {
        if (open[i].from == from && open[i].to == to && open[i].kind == kind) {
            return &open[i];
        }
    }
    return NULL;
}

static CoreStatus refuse_step(const FanRefusal *refusal) {
    char sentence[CORE_SENTENCE_MAX];
    fan_refusal_write(&core_table.board, refusal, sentence, sizeof sentence);
    return core_refuse(sentence);
}

static CoreStatus push_step(FanDraft *draft, FanPoint from, FanPoint to, FanKind kind) {
    const FanGame *game = &core_table.game;
    FanOpenStep open[FAN_FIRST_STEPS_MAX];
    size_t count = fan_draft_steps(game->board, &game->rules, draft, open);
    const FanOpenStep *step = find_step(open, count, from, to, kind);
    if (step != NULL) {
        fan_draft_push(draft, step);
        return CORE_DONE;
    }
    const FanRefusal refusal = fan_step_refusal(game->board, &game->rules, draft, from, to, kind);
    return refusal.code == FAN_LEGAL ? core_refuse("a step of the draft lacks its kind")
                                     : refuse_step(&refusal);
}

/* Makes the draft of the steps in the first `length` bytes of the input, none for "". */
static CoreStatus read_draft(FanDraft *draft, size_t length) {
    const FanGame *game = &core_table.game;
    fan_draft_begin(draft, &game->position);
    CoreText text = {core_in, length};
    FanPoint from, to;
    FanKind kind;
    if (length == 0) {
        return CORE_DONE;
    }
    const FanRefusal over = fan_game_refusal(game);
    if (over.code != FAN_LEGAL) {
        return refuse_step(&over);
    }
    size_t used = fan_point_read(&core_table.board, text.start, text.length, &from);
    text.start += used;
    text.length -= used;
    if (used > 0 && text.length == 0 && game->rules.telo) {
        return push_step(draft, FAN_HAND, from, FAN_PAIKA);
    }
    if (used == 0 || text.length == 0) {
        return core_refuse("a draft begins with a point and a step");
    }
    CoreStatus status = CORE_DONE;
    for (; status == CORE_DONE && text.length > 0; from = to) {
        if (!take_step(&text, &to, &kind)) {
            return core_refuse("a step of the draft is not in canonical form");
        }
        status = push_step(draft, from, to, kind);
    }
    return status;
}

EXPORT(draft) CoreStatus core_draft(size_t length) {
    FanDraft draft;
    CoreStatus status = read_draft(&draft, length);
    if (status != CORE_DONE) {
        return status;
    }
    fan_json_clear(&core_out);
    fan_describe_draft(&core_out, &core_table.game, &draft);
    return core_done();
}

static CoreStatus answer_refusal(const FanRefusal *refusal) {
    fan_json_clear(&core_out);
    fan_describe_refusal(&core_out, refusal);
    return core_done();
}

/* Where a stone may come from: a point of the board, or the hand. */
static bool is_origin(unsigned from) {
    return from < core_table.board.points || from == FAN_HAND;
}

EXPORT(refuse_from) CoreStatus core_refuse_from(size_t length, unsigned from) {
    FanDraft draft;
    CoreStatus status = read_draft(&draft, length);
    if (status != CORE_DONE) {
        return status;
    }
    if (!is_origin(from)) {
        return core_refuse("there is no such point");
    }
    FanRefusal refusal = fan_game_refusal(&core_table.game);
    if (refusal.code == FAN_LEGAL) {
        refusal =
            fan_from_refusal(&core_table.board, &core_table.game.rules, &draft, (FanPoint)from);
    }
    return answer_refusal(&refusal);
}

/* `kind` is a FanKind; FAN_PAIKA asks whether the step may be made in any way. */
EXPORT(refuse_step)
CoreStatus core_refuse_step(size_t length, unsigned from, unsigned to, unsigned kind) {
    FanDraft draft;
    CoreStatus status = read_draft(&draft, length);
    if (status != CORE_DONE) {
        return status;
    }
    if (!is_origin(from) || to >= core_table.board.points || kind > FAN_WITHDRAWAL) {
        return core_refuse("there is no such step");
    }
    FanRefusal refusal = fan_game_refusal(&core_table.game);
    if (refusal.code == FAN_LEGAL) {
        refusal = fan_step_refusal(&core_table.board, &core_table.game.rules, &draft,
                                   (FanPoint)from, (FanPoint)to, (FanKind)kind);
    }
    return answer_refusal(&refusal);
}

/* --- the engine ----------------------------------------------------------------------------------
 */

static uint64_t clock_ms(void) {
    return (uint64_t)env_now_ms();
}

/* A number of the page as an integer: what is none, or out of range, is 0. */
static uint64_t whole(double number) {
    return number >= 0 && number < NUMBER_MAX ? (uint64_t)number : 0;
}

/* Makes the engine with a hash table of so many bytes; one that is there is kept. */
EXPORT(engine_new) CoreStatus core_engine_new(size_t hash_bytes) {
    if (engine == NULL) {
        engine = fan_engine_new(hash_bytes, clock_ms);
    }
    return engine == NULL ? CORE_NO_MEMORY : CORE_DONE;
}

/* Takes the bytes of a network's file from the input; the engine judges by it from its next search on,
 * where it fits the board. */
EXPORT(engine_network) CoreStatus core_engine_network(size_t length) {
    FanNetwork *read;
    if (engine == NULL) {
        return core_refuse("there is no engine");
    }
    switch (fan_network_read(core_in, length, &read)) {
    case FAN_NETWORK_OK:
        break;
    case FAN_NETWORK_MEMORY:
        return CORE_NO_MEMORY;
    case FAN_NETWORK_OTHER:
        return core_refuse("the network is for another version of the page");
    default:
        return core_refuse("the network did not come whole");
    }
    fan_engine_stop(engine); /* a search that is still open judges by the old one */
    while (fan_engine_run(engine, 0)) {
    }
    fan_engine_set_network(engine, read);
    fan_network_free(network);
    network = read;
    return CORE_DONE;
}

EXPORT(engine_clear) void core_engine_clear(void) {
    if (engine != NULL) {
        fan_engine_clear(engine);
    }
}

/* Begins a search of the game as it stands; zeros are no limit, level 0 is full strength. `perfect`:
 * by what is proved, with that or the highest level. */
EXPORT(engine_begin)
CoreStatus core_engine_begin(unsigned level, double seed, double nodes, double budget_ms,
                             unsigned depth, unsigned lines, bool perfect) {
    const FanJob job = {.nodes = whole(nodes),
                        .budget_ms = whole(budget_ms),
                        .depth = depth,
                        .lines = lines,
                        .level = level,
                        .perfect = perfect,
                        .seed = whole(seed)};
    if (engine == NULL) {
        return core_refuse("there is no engine");
    }
    fan_engine_set_tables(engine, core_tables_find(&core_table.board, &core_table.game.rules));
    fan_engine_set_proof(engine, core_proofs_find(&core_table.board, &core_table.game.rules));
    switch (fan_engine_begin(engine, &core_table.game, &job)) {
    case FAN_ENGINE_OK:
        return CORE_DONE;
    case FAN_ENGINE_OVER:
        return core_refuse("the game is over: there is nothing to search");
    case FAN_ENGINE_JOB:
        return core_refuse("a limit of the search is out of its range");
    default:
        return CORE_NO_MEMORY;
    }
}

/* Searches on for so many nodes; returns whether there is more to search. */
EXPORT(engine_run) bool core_engine_run(double slice) {
    return engine != NULL && fan_engine_run(engine, whole(slice));
}

/* How far the search is; with `answer` also the turn to play. Only after engine_begin. */
EXPORT(engine_report) CoreStatus core_engine_report(bool answer) {
    if (engine == NULL) {
        return core_refuse("there is no engine");
    }
    fan_json_clear(&core_out);
    fan_describe_report(&core_out, &core_table.board, engine, answer);
    return core_done();
}
