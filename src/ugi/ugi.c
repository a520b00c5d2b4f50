/* The session: each command is a row of a table. */
#include "ugi/ugi.h"

#include "tables/tables.h"
#include "ugi/session.h"

#include <fanorona/fanorona.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PLIES_FIRST = 256,
    PLIES_MAX = 1 << 16, /* a quiet limit leaves no game more than 47 000 */
    SLICE_NODES = 20000, /* some milliseconds */
    ANSWER_MAX = 1024,
    PV_TEXT_MAX = ANSWER_MAX / 2 + FAN_LINE_MAX * FAN_TURN_TEXT_MAX,
};

void fan_ugi_say(FanUgi *ugi, const char *format, ...) {
    char line[PV_TEXT_MAX];
    va_list values;
    va_start(values, format);
    vsnprintf(line, sizeof line, format, values);
    va_end(values);
    ugi->write(ugi->context, line);
}

FanUgiShown fan_ugi_show(FanWord word) {
    FanUgiShown shown;
    size_t length = word.length < sizeof shown.text - 1 ? word.length : sizeof shown.text - 1;
    for (size_t i = 0; i < length; i++) {
        shown.text[i] = word.text[i] >= ' ' && word.text[i] < 0x7F ? word.text[i] : '?';
    }
    shown.text[length] = '\0';
    return shown;
}

/* --- the game ------------------------------------------------------------------------------------
 */

static void begin_game(FanUgi *ugi, const FanBoard *board, const FanRules *rules,
                       const FanPosition *start) {
    ugi->board = *board;
    fan_game_begin(&ugi->game, &ugi->board, rules, start, ugi->plies, ugi->game.capacity);
}

void fan_ugi_begin_start(FanUgi *ugi) {
    FanPosition start = fan_position_start(&ugi->start_board, &ugi->start_rules);
    begin_game(ugi, &ugi->start_board, &ugi->start_rules, &start);
}

static bool make_room(FanUgi *ugi) {
    if (ugi->game.length < ugi->game.capacity) {
        return true;
    }
    size_t capacity = 2 * ugi->game.capacity;
    FanPly *plies = capacity <= PLIES_MAX ? malloc(capacity * sizeof *plies) : NULL;
    if (!plies) {
        return false;
    }
    fan_game_move_history(&ugi->game, plies, capacity);
    free(ugi->plies);
    ugi->plies = plies;
    return true;
}

/* Plays the words as turns; false at the first that is none, which is told. */
static bool play_turns(FanUgi *ugi, FanWord rest) {
    for (FanWord word = fan_word_next(&rest); word.length; word = fan_word_next(&rest)) {
        FanTurn turn;
        FanTurnError error;
        char sentence[FAN_UGI_SENTENCE_MAX];
        if (fan_game_read(&ugi->game, word.text, word.length, &turn, &error) != FAN_TURN_READ) {
            fan_turn_error_write(&ugi->board, &error, word.text, word.length, sentence,
                                 sizeof sentence);
            fan_ugi_say(ugi, "info string turn %zu %s: %s", ugi->game.length + 1,
                        fan_ugi_show(word).text, sentence);
            return false;
        }
        if (!make_room(ugi) || fan_game_play(&ugi->game, &turn, NULL) != FAN_GAME_OK) {
            fan_ugi_say(ugi, "info string the game is too long");
            return false;
        }
    }
    return true;
}

/* Sets the position of a text under the rules of the options; false if it has a fault, which is
 * told. */
static bool set_fen(FanUgi *ugi, FanWord text) {
    FanBoard board;
    FanRules rules = ugi->start_rules;
    FanPosition position;
    FanSetupError error;
    char sentence[FAN_UGI_SENTENCE_MAX];
    size_t faults =
        fan_position_read(&board, &position, &rules, NULL, text.text, text.length, &error, 1);
    if (faults) {
        fan_setup_error_write(&error, text.text, sentence, sizeof sentence);
        fan_ugi_say(ugi, "info string position: %s", sentence);
        return false;
    }
    begin_game(ugi, &board, &rules, &position);
    return true;
}

/* Cuts `rest` at the word `moves`; returns what stands before it. */
static FanWord take_until_moves(FanWord *rest) {
    FanWord before = {rest->text, 0};
    while (rest->length) {
        FanWord word = fan_word_next(rest);
        if (fan_word_is(word, "moves")) {
            break;
        }
        before.length = (size_t)(word.text + word.length - before.text);
    }
    return fan_word_rest(before);
}

/* The position stays as it was if anything is wrong. */
static void do_position(FanUgi *ugi, FanWord rest) {
    FanWord kind = fan_word_next(&rest);
    FanWord text = take_until_moves(&rest);
    FanBoard board = ugi->board;
    FanGame game = ugi->game;
    FanPly *plies = ugi->plies;
    FanPly *fresh = malloc(PLIES_FIRST * sizeof *fresh);
    bool good = false;
    if (!fresh) {
        fan_ugi_say(ugi, "info string not enough memory");
        return;
    }
    ugi->plies = fresh;
    ugi->game.capacity = PLIES_FIRST;
    if (fan_word_is(kind, "startpos") && text.length == 0) {
        fan_ugi_begin_start(ugi);
        good = play_turns(ugi, rest);
    } else if (fan_word_is(kind, "fen")) {
        good = set_fen(ugi, text) && play_turns(ugi, rest);
    } else {
        fan_ugi_say(ugi, "info string position: startpos or fen is expected, not %s",
                    fan_ugi_show(kind).text);
    }
    free(good ? plies : ugi->plies);
    if (!good) {
        ugi->board = board;
        ugi->game = game;
        ugi->plies = plies;
    }
}

static const char *result_word(const FanOutcome *outcome) {
    static const char *const words[] = {"none", "p1win", "p2win", "draw"};
    return words[outcome->result];
}

/* The first player is White, whoever begins. */
static void do_query(FanUgi *ugi, FanWord rest) {
    FanWord what = fan_word_next(&rest);
    if (fan_word_is(what, "p1turn")) {
        fan_ugi_say(ugi, "response %s", ugi->game.position.side == FAN_WHITE ? "true" : "false");
    } else if (fan_word_is(what, "gameover")) {
        fan_ugi_say(ugi, "response %s", ugi->game.outcome.result == FAN_ONGOING ? "false" : "true");
    } else if (fan_word_is(what, "result")) {
        fan_ugi_say(ugi, "response %s", result_word(&ugi->game.outcome));
    } else {
        fan_ugi_say(ugi, "info string no such query: %s", fan_ugi_show(what).text);
        fan_ugi_say(ugi, "response unknown");
    }
}

/* --- options -------------------------------------------------------------------------------------
 */

static void tell_option(FanUgi *ugi, const FanUgiOptionRow *row) {
    if (strcmp(row->type, "spin") == 0) {
        fan_ugi_say(ugi,
                    "option name %s type spin default %" PRIu64 " min %" PRIu64 " max %" PRIu64,
                    row->name, row->value, row->min, row->max);
    } else if (row->standard) {
        fan_ugi_say(ugi, "option name %s type %s default %s", row->name, row->type, row->standard);
    } else {
        fan_ugi_say(ugi, "option name %s type %s", row->name, row->type);
    }
}

static void do_ugi(FanUgi *ugi, FanWord rest) {
    (void)rest;
    fan_ugi_say(ugi, "id name Fanorona %s", FAN_VERSION);
    fan_ugi_say(ugi, "id author the Fanorona contributors");
    for (int option = 0; option < FAN_UGI_OPTIONS; option++) {
        tell_option(ugi, &fan_ugi_options[option]);
    }
    fan_ugi_say(ugi, "ugiok");
}

/* --- searching -----------------------------------------------------------------------------------
 */

static bool has_engine(FanUgi *ugi) {
    if (!ugi->engine) {
        ugi->engine = fan_engine_new((size_t)ugi->values[FAN_UGI_HASH] << 20, ugi->clock);
        if (ugi->engine && ugi->given) {
            fan_engine_set_network(ugi->engine, ugi->network);
        }
        if (ugi->engine) {
            fan_engine_set_tables(ugi->engine, ugi->tables);
            fan_engine_set_proof(ugi->engine, ugi->proof);
        }
    }
    if (!ugi->engine) {
        fan_ugi_say(ugi, "info string not enough memory for a Hash of %" PRIu64 " MB",
                    ugi->values[FAN_UGI_HASH]);
    }
    return ugi->engine;
}

static void write_score(FanScore score, char *text, size_t size) {
    if (FAN_SCORE_IS_WIN(score)) {
        snprintf(text, size, "mate %d", FAN_SCORE_WIN - score);
    } else if (FAN_SCORE_IS_LOSS(score)) {
        snprintf(text, size, "mate -%d", FAN_SCORE_WIN + score);
    } else {
        snprintf(text, size, "cp %d", score);
    }
}

static void tell_line(FanUgi *ugi, const FanReport *report, size_t index, const FanLine *line) {
    char text[PV_TEXT_MAX], score[32];
    uint64_t nps = report->nodes * 1000 / (report->elapsed_ms ? report->elapsed_ms : 1);
    write_score(line->score, score, sizeof score);
    int length = snprintf(text, sizeof text,
                          "info depth %u seldepth %u multipv %zu score %s time %" PRIu64
                          " nodes %" PRIu64 " nps %" PRIu64 " pv",
                          report->depth, report->deepest, index + 1, score, report->elapsed_ms,
                          report->nodes, nps);
    for (size_t i = 0; i < line->length; i++) {
        text[length++] = ' ';
        length += (int)fan_turn_write(&ugi->board, &line->turns[i], text + length);
    }
    ugi->write(ugi->context, text);
}

static void tell_depth(FanUgi *ugi) {
    FanReport report = fan_engine_report(ugi->engine);
    FanLine line;
    if (report.depth == ugi->told) {
        return;
    }
    ugi->told = report.depth;
    for (size_t i = 0; fan_engine_line(ugi->engine, i, &line); i++) {
        tell_line(ugi, &report, i, &line);
    }
}

/* The reply that the turn to play expects; false if none is known. */
static bool reply_expected(const FanUgi *ugi, const FanTurn *turn, FanTurn *reply) {
    FanLine line;
    bool known = fan_engine_line(ugi->engine, 0, &line) && line.length > 1 &&
                 fan_turn_equal(&line.turns[0], turn);
    *reply = known ? line.turns[1] : *turn;
    return known;
}

/* Only who asked to ponder is told the reply: others may read the line to its end as one turn. */
static void answer(FanUgi *ugi) {
    FanTurn turn = fan_engine_turn(ugi->engine), reply;
    char text[FAN_TURN_TEXT_MAX], expected[FAN_TURN_TEXT_MAX];
    fan_turn_write(&ugi->board, &turn, text);
    if (ugi->values[FAN_UGI_PONDER] && reply_expected(ugi, &turn, &reply)) {
        fan_turn_write(&ugi->board, &reply, expected);
        fan_ugi_say(ugi, "bestmove %s ponder %s", text, expected);
    } else {
        fan_ugi_say(ugi, "bestmove %s", text);
    }
    ugi->running = false;
}

/* Ends a search that runs, with its answer. */
static void finish(FanUgi *ugi) {
    if (ugi->running) {
        fan_engine_stop(ugi->engine);
        while (!ugi->ended && fan_engine_run(ugi->engine, 0)) {
        }
        tell_depth(ugi);
        answer(ugi);
    }
}

void fan_ugi_work(FanUgi *ugi) {
    if (!fan_ugi_searching(ugi)) {
        return;
    }
    /* No larger than what was searched before it, so that no two depths end in one slice. */
    uint64_t done = fan_engine_report(ugi->engine).nodes / 4 + 1;
    ugi->ended = !fan_engine_run(ugi->engine, done < SLICE_NODES ? done : SLICE_NODES);
    tell_depth(ugi);
    if (ugi->ended && !fan_ugi_endless(ugi)) {
        answer(ugi);
    }
}

bool fan_ugi_searching(const FanUgi *ugi) {
    return ugi->running && !ugi->ended;
}

bool fan_ugi_endless(const FanUgi *ugi) {
    return ugi->running && (ugi->infinite || ugi->ponders);
}

typedef struct Go {
    uint64_t time[2], increment[2], movetime, depth, nodes;
    bool clocked, infinite, ponder;
} Go;

/* Reads the words of `go`; false at the first that is wrong, which is told. */
static bool read_go(FanUgi *ugi, FanWord rest, Go *go) {
    struct {
        const char *name;
        uint64_t *number;
    } const numbers[] = {{"p1time", &go->time[0]},     {"p2time", &go->time[1]},
                         {"p1inc", &go->increment[0]}, {"p2inc", &go->increment[1]},
                         {"movetime", &go->movetime},  {"depth", &go->depth},
                         {"nodes", &go->nodes}};
    for (FanWord word = fan_word_next(&rest); word.length; word = fan_word_next(&rest)) {
        uint64_t *number = NULL;
        if (fan_word_is(word, "infinite")) {
            go->infinite = true;
            continue;
        }
        if (fan_word_is(word, "ponder")) {
            go->ponder = true;
            continue;
        }
        for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
            number = fan_word_is(word, numbers[i].name) ? numbers[i].number : number;
        }
        FanWord value = number ? fan_word_next(&rest) : (FanWord){0};
        if (!number || !fan_word_number(value, number)) {
            fan_ugi_say(ugi, "info string go: %s is not understood",
                        fan_ugi_show(number ? value : word).text);
            return false;
        }
        go->clocked = go->clocked || number == &go->time[0] || number == &go->time[1];
    }
    return true;
}

/* Whether it is to play by what is proved, which lower levels do not. */
static bool is_perfect(const FanUgi *ugi) {
    uint64_t level = ugi->values[FAN_UGI_LEVEL];
    return ugi->values[FAN_UGI_PERFECT] && (level == FAN_LEVEL_FULL || level == FAN_LEVELS);
}

static FanJob job_of(const FanUgi *ugi, const Go *go) {
    FanSide side = ugi->game.position.side;
    FanJob job = {.nodes = go->nodes,
                  .budget_ms = go->movetime,
                  .depth = (unsigned)(go->depth < FAN_DEPTH_MAX ? go->depth : FAN_DEPTH_MAX),
                  .ponder = go->ponder,
                  .perfect = is_perfect(ugi),
                  .threads = (unsigned)ugi->values[FAN_UGI_THREADS],
                  .lines = (unsigned)ugi->values[FAN_UGI_MULTI_PV],
                  .level = (unsigned)ugi->values[FAN_UGI_LEVEL],
                  .seed = ugi->values[FAN_UGI_SEED] + ugi->game.length};
    if (go->clocked && !go->movetime) {
        job.left_ms = go->time[side] ? go->time[side] : 1; /* late already: as soon as it can */
        job.increment_ms = go->increment[side];
        job.overhead_ms = ugi->values[FAN_UGI_MARGIN];
    }
    return job;
}

/* Whether the search has no limit. */
static bool is_endless(const Go *go, const FanJob *job) {
    return go->infinite || !(go->nodes || go->movetime || go->depth || go->clocked || job->level);
}

/* Answers from the book, where it may and the turn is asked for to be played now. It knows no
 * proofs. */
static bool answer_by_book(FanUgi *ugi, const Go *go, const FanJob *job) {
    const FanBook *book = ugi->book ? ugi->book : fan_book_builtin(&ugi->board, &ugi->game.rules);
    FanTurn turn;
    char text[FAN_TURN_TEXT_MAX];
    if (!ugi->values[FAN_UGI_OWN_BOOK] || job->perfect || go->ponder || is_endless(go, job) ||
        job->lines > 1 || !fan_book_choose(book, &ugi->game, job->level, job->seed, &turn)) {
        return false;
    }
    fan_turn_write(&ugi->board, &turn, text);
    fan_ugi_say(ugi, "info string from the book");
    fan_ugi_say(ugi, "bestmove %s", text);
    return true;
}

static void tell_promise(FanUgi *ugi, const FanJob *job) {
    if (job->perfect) {
        fan_ugi_say(ugi, "info string promise %s",
                    fan_promise_word(fan_engine_promise(ugi->engine)));
    } else if (ugi->values[FAN_UGI_PERFECT]) {
        fan_ugi_say(ugi, "info string Perfect: not at Level %u", job->level);
    }
}

static void do_go(FanUgi *ugi, FanWord rest) {
    Go go = {.infinite = false};
    bool good = read_go(ugi, rest, &go) && has_engine(ugi);
    FanJob job = job_of(ugi, &go);
    if (good && answer_by_book(ugi, &go, &job)) {
        return;
    }
    if (good) {
        fan_ugi_choose_proof(ugi, &ugi->board, &ugi->game.rules);
    }
    FanEngineStatus status =
        good ? fan_engine_begin(ugi->engine, &ugi->game, &job) : FAN_ENGINE_JOB;
    if (status != FAN_ENGINE_OK) {
        if (good) {
            fan_ugi_say(ugi, "info string %s",
                        status == FAN_ENGINE_OVER ? "the game is over"
                                                  : "not enough memory to search");
        }
        fan_ugi_say(ugi, "bestmove none"); /* who asked waits for an answer */
        return;
    }
    tell_promise(ugi, &job);
    ugi->running = true;
    ugi->ended = false;
    ugi->infinite = is_endless(&go, &job);
    ugi->ponders = go.ponder;
    ugi->told = 0;
}

/* --- commands ------------------------------------------------------------------------------------
 */

/* What positions of the tables are numbered by is listed before a clock runs: of many stones that
 * takes seconds, which the first search to meet them would lose. */
static void prepare_tables(FanUgi *ugi) {
    if (ugi->tables && !ugi->running && !fan_tables_list(ugi->tables)) {
        fan_ugi_say(ugi, "info string TablesPath: not enough memory to look up every position");
    }
}

static void do_isready(FanUgi *ugi, FanWord rest) {
    (void)rest;
    (void)has_engine(ugi);
    if (!ugi->running) {
        fan_ugi_choose_proof(ugi, &ugi->board, &ugi->game.rules);
    }
    prepare_tables(ugi);
    fan_ugi_say(ugi, "readyok");
}

static void do_uginewgame(FanUgi *ugi, FanWord rest) {
    (void)rest;
    if (ugi->engine) {
        fan_engine_clear(ugi->engine);
    }
    fan_ugi_begin_start(ugi);
}

static void do_stop(FanUgi *ugi, FanWord rest) {
    (void)rest;
    finish(ugi);
}

static void do_ponderhit(FanUgi *ugi, FanWord rest) {
    (void)rest;
    if (!ugi->running || !ugi->ponders) {
        return;
    }
    ugi->ponders = false;
    fan_engine_ponderhit(ugi->engine);
    if (ugi->ended && !ugi->infinite) {
        answer(ugi);
    }
}

typedef struct Command {
    const char *name;
    void (*run)(FanUgi *ugi, FanWord rest);
    bool while_searching; /* the others wait until the search is stopped, for they change its ground
                           */
} Command;

static const Command commands[] = {
    {"ugi", do_ugi, true},
    {"isready", do_isready, true},
    {"uginewgame", do_uginewgame, false},
    {"setoption", fan_ugi_do_setoption, false},
    {"position", do_position, false},
    {"query", do_query, true},
    {"go", do_go, false},
    {"stop", do_stop, true},
    {"ponderhit", do_ponderhit, true},
};

static void obey(FanUgi *ugi, FanWord name, FanWord rest) {
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        if (!fan_word_is(name, commands[i].name)) {
            continue;
        }
        if (ugi->running && !commands[i].while_searching) {
            fan_ugi_say(ugi, "info string %s: a search is running; stop it first",
                        commands[i].name);
        } else {
            commands[i].run(ugi, rest);
        }
        return;
    }
    fan_ugi_say(ugi, "info string unknown command: %s", fan_ugi_show(name).text);
}

bool fan_ugi_line(FanUgi *ugi, const char *line, size_t length) {
    FanWord rest = {line, length};
    if (length > FAN_UGI_LINE_MAX) {
        fan_ugi_say(ugi, "info string the line is longer than any that has a meaning");
        return true;
    }
    FanWord name = fan_word_next(&rest);
    if (fan_word_is(name, "quit")) {
        finish(ugi);
        return false;
    }
    if (name.length) {
        obey(ugi, name, rest);
    }
    return true;
}

FanUgi *fan_ugi_new(FanClock *clock, FanUgiWrite *write, void *context) {
    FanUgi *ugi = calloc(1, sizeof *ugi);
    FanPly *plies = malloc(PLIES_FIRST * sizeof *plies);
    if (!ugi || !plies) {
        free(ugi);
        free(plies);
        return NULL;
    }
    ugi->clock = clock;
    ugi->write = write;
    ugi->context = context;
    ugi->plies = plies;
    ugi->game.capacity = PLIES_FIRST;
    ugi->start_rules = fan_rules_default();
    for (int option = 0; option < FAN_UGI_OPTIONS; option++) {
        ugi->values[option] = fan_ugi_options[option].value;
    }
    if (!fan_board_init(&ugi->start_board, 9, 5)) {
        abort(); /* tsivy is a board */
    }
    fan_ugi_begin_start(ugi);
    return ugi;
}

void fan_ugi_set_tables(FanUgi *ugi, FanUgiOpenTables *open) {
    ugi->open_tables = open;
}

void fan_ugi_set_proof(FanUgi *ugi, FanUgiOpenProof *open) {
    ugi->open_proof = open;
}

void fan_ugi_set_book(FanUgi *ugi, const FanBook *book) {
    ugi->book = book;
}

void fan_ugi_set_network(FanUgi *ugi, const FanNetwork *network) {
    ugi->given = true;
    ugi->network = network;
}

void fan_ugi_free(FanUgi *ugi) {
    if (ugi) {
        fan_engine_free(ugi->engine);
        fan_proof_free(ugi->proof);
        fan_tables_free(ugi->tables);
        free(ugi->plies);
        free(ugi);
    }
}
