/* What the page may call: one game and one engine an instance of the module.
 *
 * Text goes in through a buffer the page writes to, and comes out through one it reads. What can be
 * refused returns a CoreStatus; on CORE_DONE the answer is JSON (web/src/core/types.ts), on
 * CORE_REFUSED a sentence in English that says what is wrong, and nothing has changed. Numbers that
 * may pass 32 bits are doubles: not every browser on the floor hands 64-bit integers over. The only
 * thing asked of the page is the time. */
#include <fanorona/fanorona.h>

#include <stdlib.h>
#include <string.h>

#include "wasm/describe.h"

#define EXPORT(name) __attribute__((export_name(#name)))

typedef enum CoreStatus { CORE_DONE, CORE_REFUSED, CORE_NO_MEMORY } CoreStatus;

enum {
    INPUT_MAX_BYTES = 1 << 20,
    PLIES_FIRST = 128,
    PLIES_MAX = 1 << 16,
    SENTENCE_MAX = 512,
};

#define NUMBER_MAX 9007199254740992.0 /* whole numbers are exact below: 2^53 */

__attribute__((import_module("env"), import_name("now_ms"))) double env_now_ms(void);

typedef struct Table {
    FanBoard board;
    FanGame game;
    FanPly *plies; /* owned */
} Table;

static Table table;
static FanEngine *engine;
static FanJson out;
static char *in;
static size_t in_capacity;

/* --- text in and out -----------------------------------------------------------------------------
 */

/* Where the page writes `length` bytes of text; NULL if that is too many or there is no memory. */
EXPORT(input) char *core_input(size_t length) {
    if (length > INPUT_MAX_BYTES) {
        return NULL;
    }
    if (length + 1 > in_capacity) {
        char *text = realloc(in, length + 1);
        if (text == NULL) {
            return NULL;
        }
        in = text;
        in_capacity = length + 1;
    }
    return in;
}

EXPORT(output) const char *core_output(void) {
    return out.text;
}

EXPORT(output_length) size_t core_output_length(void) {
    return out.length;
}

static CoreStatus done(void) {
    return out.failed ? CORE_NO_MEMORY : CORE_DONE;
}

static CoreStatus refuse(const char *sentence) {
    fan_json_clear(&out);
    fan_json_raw(&out, sentence);
    return out.failed ? CORE_NO_MEMORY : CORE_REFUSED;
}

/* A piece of the input that ends at a line break or at the end. */
typedef struct Text {
    const char *start;
    size_t length;
} Text;

/* Takes the next line off the front of `rest`. */
static Text take_line(Text *rest) {
    const char *end = rest->length > 0 ? memchr(rest->start, '\n', rest->length) : NULL;
    Text line = {rest->start, end ? (size_t)(end - rest->start) : rest->length};
    size_t used = line.length + (end ? 1 : 0);
    rest->start += used;
    rest->length -= used;
    return line;
}

/* --- the game ------------------------------------------------------------------------------------
 */

/* Room for one more turn. */
static CoreStatus make_room(FanGame *game, FanPly **plies) {
    if (game->length < game->capacity) {
        return CORE_DONE;
    }
    if (game->capacity >= PLIES_MAX) {
        return refuse("the game is longer than any game can be");
    }
    size_t capacity = game->capacity ? 2 * game->capacity : PLIES_FIRST;
    FanPly *larger = malloc(capacity * sizeof *larger);
    if (larger == NULL) {
        return CORE_NO_MEMORY;
    }
    fan_game_move_history(game, larger, capacity);
    free(*plies);
    *plies = larger;
    return CORE_DONE;
}

static CoreStatus play_text(FanGame *game, FanPly **plies, Text text) {
    FanTurn turn;
    FanTurnError error;
    if (fan_game_read(game, text.start, text.length, &turn, &error) != FAN_TURN_READ) {
        char sentence[SENTENCE_MAX];
        fan_turn_error_write(game->board, &error, text.start, text.length, sentence,
                             sizeof sentence);
        return refuse(sentence);
    }
    CoreStatus status = make_room(game, plies);
    if (status == CORE_DONE && fan_game_play(game, &turn, NULL) != FAN_GAME_OK) {
        return refuse("the turn is not legal");
    }
    return status;
}

static CoreStatus read_rules(FanRules *rules, Text text) {
    FanRulesError error;
    if (fan_rules_read(rules, text.start, text.length, &error)) {
        return CORE_DONE;
    }
    char sentence[SENTENCE_MAX];
    fan_rules_error_write(&error, text.start, sentence, sizeof sentence);
    return refuse(sentence);
}

static CoreStatus read_position(Table *next, FanPosition *position, const FanRules *rules,
                                Text text) {
    FanSetupError error;
    FanBoard read;
    if (text.length == 0) {
        *position = fan_position_start(&next->board, rules);
        return CORE_DONE;
    }
    if (fan_position_read(&read, position, rules, &next->board, text.start, text.length, &error,
                          1) == 0) {
        return CORE_DONE;
    }
    char sentence[SENTENCE_MAX];
    fan_setup_error_write(&error, text.start, sentence, sizeof sentence);
    return refuse(sentence);
}

/* Fills a table from the lines of the input. Its game points to its own board. */
static CoreStatus set_table(Table *next, unsigned files, unsigned ranks, Text rest) {
    FanRules rules;
    FanPosition start;
    if (!fan_board_init(&next->board, files, ranks)) {
        return refuse("a board has an odd number of files and of ranks, at least 3, and at most 49 "
                      "points");
    }
    CoreStatus status = read_rules(&rules, take_line(&rest));
    if (status == CORE_DONE) {
        status = read_position(next, &start, &rules, take_line(&rest));
    }
    if (status == CORE_DONE) {
        fan_game_begin(&next->game, &next->board, &rules, &start, NULL, 0);
    }
    while (status == CORE_DONE && rest.length > 0) {
        status = play_text(&next->game, &next->plies, take_line(&rest));
    }
    return status;
}

/* Opens a game: the input's lines are the rules, the position ("" for the start) and the turns. */
EXPORT(open) CoreStatus core_open(unsigned files, unsigned ranks, size_t length) {
    Table next = {.plies = NULL};
    CoreStatus status = set_table(&next, files, ranks, (Text){in, length});
    if (status != CORE_DONE) {
        free(next.plies);
        return status;
    }
    free(table.plies);
    table = next;
    table.game.board = &table.board;
    return CORE_DONE;
}

/* Before any game is opened there is the standard one, so that no call meets an empty table. */
__attribute__((constructor)) static void open_standard(void) {
    FanRules rules = fan_rules_default();
    if (fan_board_init(&table.board, 9, 5)) {
        FanPosition start = fan_position_start(&table.board, &rules);
        fan_game_begin(&table.game, &table.board, &rules, &start, NULL, 0);
    }
}

EXPORT(view) CoreStatus core_view(size_t ply) {
    if (ply > table.game.length) {
        return refuse("the game has not come that far");
    }
    fan_json_clear(&out);
    fan_describe_view(&out, &table.game, ply);
    return done();
}

EXPORT(length) size_t core_length(void) {
    return table.game.length;
}

EXPORT(turn) CoreStatus core_turn(size_t index) {
    if (index >= table.game.length) {
        return refuse("there is no such turn in the game");
    }
    const FanPly *ply = &table.game.plies[index];
    fan_json_clear(&out);
    fan_describe_turn(&out, table.game.board, &ply->before, &ply->turn);
    return done();
}

EXPORT(play) CoreStatus core_play(size_t length) {
    return play_text(&table.game, &table.plies, (Text){in, length});
}

EXPORT(read) CoreStatus core_read(size_t length) {
    FanTurn turn;
    FanTurnError error;
    FanTurnReading reading = fan_game_read(&table.game, in, length, &turn, &error);
    fan_json_clear(&out);
    fan_describe_reading(&out, &table.game, reading, &turn, &error);
    return done();
}

EXPORT(undo) bool core_undo(void) {
    return fan_game_undo(&table.game) == FAN_GAME_OK;
}

EXPORT(redo) bool core_redo(void) {
    return fan_game_redo(&table.game) == FAN_GAME_OK;
}

EXPORT(resign) CoreStatus core_resign(unsigned loser) {
    FanGameStatus status = fan_game_resign(&table.game, loser == 0 ? FAN_WHITE : FAN_BLACK);
    return status == FAN_GAME_OK ? CORE_DONE : refuse("the game is over already");
}

EXPORT(agree_draw) CoreStatus core_agree_draw(void) {
    FanGameStatus status = fan_game_agree_draw(&table.game);
    return status == FAN_GAME_OK ? CORE_DONE : refuse("the game is over already");
}

EXPORT(rules) CoreStatus core_rules(void) {
    char text[FAN_RULES_TEXT_MAX];
    fan_rules_write(&table.game.rules, text);
    fan_json_clear(&out);
    fan_json_string(&out, text);
    return done();
}

/* R5.7. */
EXPORT(perft) double core_perft(unsigned depth) {
    return (double)fan_perft(&table.board, &table.game.rules, &table.game.position, depth);
}

/* --- drafts --------------------------------------------------------------------------------------
 */

/* Takes a step "-e3A" of the canonical form off the front of the text. */
static bool take_step(Text *text, FanPoint *to, FanKind *kind) {
    if (text->length < 2 || text->start[0] != '-') {
        return false;
    }
    size_t length = fan_point_read(&table.board, text->start + 1, text->length - 1, to);
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
    char sentence[SENTENCE_MAX];
    fan_refusal_write(&table.board, refusal, sentence, sizeof sentence);
    return refuse(sentence);
}

/* Makes the draft of the steps in the first `length` bytes of the input, none for "". */
static CoreStatus read_draft(FanDraft *draft, size_t length) {
    const FanGame *game = &table.game;
    fan_draft_begin(draft, &game->position);
    Text text = {in, length};
    FanPoint from, to;
    FanKind kind;
    if (length == 0) {
        return CORE_DONE;
    }
    const FanRefusal over = fan_game_refusal(game);
    if (over.code != FAN_LEGAL) {
        return refuse_step(&over);
    }
    size_t used = fan_point_read(&table.board, text.start, text.length, &from);
    text.start += used;
    text.length -= used;
    if (used == 0 || text.length == 0) {
        return refuse("a draft begins with a point and a step");
    }
    for (; text.length > 0; from = to) {
        FanOpenStep open[FAN_FIRST_STEPS_MAX];
        if (!take_step(&text, &to, &kind)) {
            return refuse("a step of the draft is not in canonical form");
        }
        size_t count = fan_draft_steps(game->board, &game->rules, draft, open);
        const FanOpenStep *step = find_step(open, count, from, to, kind);
        if (step == NULL) {
            const FanRefusal refusal =
                fan_step_refusal(game->board, &game->rules, draft, from, to, kind);
            return refusal.code == FAN_LEGAL ? refuse("a step of the draft lacks its kind")
                                             : refuse_step(&refusal);
        }
        fan_draft_push(draft, step);
    }
    return CORE_DONE;
}

EXPORT(draft) CoreStatus core_draft(size_t length) {
    FanDraft draft;
    CoreStatus status = read_draft(&draft, length);
    if (status != CORE_DONE) {
        return status;
    }
    fan_json_clear(&out);
    fan_describe_draft(&out, &table.game, &draft);
    return done();
}

static CoreStatus answer_refusal(const FanRefusal *refusal) {
    fan_json_clear(&out);
    fan_describe_refusal(&out, refusal);
    return done();
}

EXPORT(refuse_from) CoreStatus core_refuse_from(size_t length, unsigned from) {
    FanDraft draft;
    CoreStatus status = read_draft(&draft, length);
    if (status != CORE_DONE) {
        return status;
    }
    if (from >= table.board.points) {
        return refuse("there is no such point");
    }
    FanRefusal refusal = fan_game_refusal(&table.game);
    if (refusal.code == FAN_LEGAL) {
        refusal = fan_from_refusal(&table.board, &table.game.rules, &draft, (FanPoint)from);
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
    if (from >= table.board.points || to >= table.board.points || kind > FAN_WITHDRAWAL) {
        return refuse("there is no such step");
    }
    FanRefusal refusal = fan_game_refusal(&table.game);
    if (refusal.code == FAN_LEGAL) {
        refusal = fan_step_refusal(&table.board, &table.game.rules, &draft, (FanPoint)from,
                                   (FanPoint)to, (FanKind)kind);
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

EXPORT(engine_clear) void core_engine_clear(void) {
    if (engine != NULL) {
        fan_engine_clear(engine);
    }
}

/* Begins a search of the game as it stands; zeros are no limit, level 0 is full strength. */
EXPORT(engine_begin)
CoreStatus core_engine_begin(unsigned level, double seed, double nodes, double budget_ms,
                             unsigned depth, unsigned lines) {
    const FanJob job = {.nodes = whole(nodes),
                        .budget_ms = whole(budget_ms),
                        .depth = depth,
                        .lines = lines,
                        .level = level,
                        .seed = whole(seed)};
    if (engine == NULL) {
        return refuse("there is no engine");
    }
    switch (fan_engine_begin(engine, &table.game, &job)) {
    case FAN_ENGINE_OK:
        return CORE_DONE;
    case FAN_ENGINE_OVER:
        return refuse("the game is over: there is nothing to search");
    case FAN_ENGINE_JOB:
        return refuse("a limit of the search is out of its range");
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
        return refuse("there is no engine");
    }
    fan_json_clear(&out);
    fan_describe_report(&out, &table.board, engine, answer);
    return done();
}
