#include "cli/book/build.h"

#include "cli/book/journal.h"
#include "cli/clock.h"
#include "cli/interrupt.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    HASH_BYTES = 16 << 20,
    SLICE_NODES = 20000, /* some 10 ms: how soon Ctrl-C is heard */
    LINES = 4,           /* that `nodes` is for */
    WIDE = 80,           /* how much worse than the best a turn of a game may look */
    WANDERS = 4,         /* one game in so many begins with any turn, that all have been played */
    PLIES_MAX = 4096,    /* under the usual limits no game is half as long */
    PATH_BYTES = 4096,
};

typedef struct Build {
    FanArguments *arguments;
    const FanBookPlan *plan;
    FanTree tree;
    FanJournal journal;
    FanEngine *engine;
    FanPly *plies;     /* PLIES_MAX: of a game */
    uint64_t since_ms; /* when this run began */
    size_t done;       /* positions and games of this run */
} Build;

static FanExit no_memory(const Build *build) {
    return fan_complain(build->arguments, FAN_EXIT_FAILED, "not enough memory");
}

static FanExit interrupted(const Build *build) {
    return fan_complain(build->arguments, FAN_EXIT_INTERRUPTED,
                        "interrupted; the same command goes on from %s", build->journal.path);
}

/* Called before each piece of work; `left` are those of its kind still to do. */
static void show_progress(Build *build, const char *kind, size_t have, size_t all) {
    if (!fan_err_is_terminal(build->arguments)) {
        return;
    }
    fprintf(fan_err(build->arguments), "\r\033[K%s %zu of %zu", kind, have, all);
    if (build->done > 0) {
        uint64_t each_ms = (fan_now_ms() - build->since_ms) / build->done;
        uint64_t left_s = each_ms * (all - have) / 1000;
        fprintf(fan_err(build->arguments), ", %" PRIu64 " min %02" PRIu64 " s left", left_s / 60,
                left_s % 60);
    }
    fflush(fan_err(build->arguments));
}

static void clear_progress(const Build *build) {
    if (fan_err_is_terminal(build->arguments)) {
        fprintf(fan_err(build->arguments), "\r\033[K");
        fflush(fan_err(build->arguments));
    }
}

static void begin_phase(Build *build) {
    build->since_ms = fan_now_ms();
    build->done = 0;
}

/* --- searching ---------------------------------------------------------------------------------
 */

/* Lets the engine finish a job. */
static FanExit think(Build *build, const FanGame *game, const FanJob *job) {
    if (fan_engine_begin(build->engine, game, job) != FAN_ENGINE_OK) {
        return no_memory(build);
    }
    bool more = true;
    while (more && !fan_interrupted()) {
        more = fan_engine_run(build->engine, SLICE_NODES);
    }
    if (more) {
        fan_engine_stop(build->engine);
    }
    if (fan_interrupted()) {
        return interrupted(build);
    }
    return fan_engine_report(build->engine).out_of_memory ? no_memory(build) : FAN_EXIT_FINE;
}

static void take_line(const Build *build, const FanPosition *position, const FanFold *fold,
                      const FanLine *line, FanTreeSearch *found) {
    const FanBoard *board = &build->tree.board;
    FanMove move = fan_fold_move(board, fold, fan_turn_move(board, position, &line->turns[0]));
    for (unsigned i = 0; i < found->count; i++) {
        if (found->moves[i] == move) {
            return; /* a mirrored one */
        }
    }
    found->moves[found->count] = move;
    found->scores[found->count++] = line->score;
}

/* Searches a position within so many nodes. */
static FanExit search_within(Build *build, uint64_t nodes, const FanFold *wanted, unsigned lines,
                             FanTreeSearch *found) {
    FanPosition position = fan_fold_position(wanted);
    FanFold fold = fan_fold(&build->tree.board, &position);
    FanGame game;
    FanLine line;
    const FanJob job = {.nodes = nodes, .lines = lines};
    fan_game_begin(&game, &build->tree.board, &build->tree.rules, &position, build->plies,
                   PLIES_MAX);
    fan_engine_clear(build->engine); /* what comes before it does not show in a search */
    FanExit status = think(build, &game, &job);
    if (status != FAN_EXIT_FINE) {
        return status;
    }
    FanReport report = fan_engine_report(build->engine);
    *found = (FanTreeSearch){.lines = lines, .depth = report.depth, .nodes = report.nodes};
    for (size_t i = 0; fan_engine_line(build->engine, i, &line); i++) {
        take_line(build, &position, &fold, &line, found);
    }
    return FAN_EXIT_FINE;
}

/* Where the nodes planned do not reach one turn ahead it takes more. */
static FanExit search(Build *build, const FanFold *wanted, unsigned lines, FanTreeSearch *found) {
    uint64_t nodes = build->plan->nodes * lines / LINES + 1;
    FanExit status;
    do {
        status = search_within(build, nodes, wanted, lines, found);
        nodes *= 2;
    } while (status == FAN_EXIT_FINE && found->count == 0);
    return status;
}

/* Searches what comes next, until there is enough or nothing more. */
static FanExit grow(Build *build) {
    FanExit status = FAN_EXIT_FINE;
    FanFold fold;
    unsigned lines;
    begin_phase(build);
    fan_tree_settle(&build->tree);
    while (status == FAN_EXIT_FINE && build->journal.games == 0 &&
           build->tree.count < build->plan->positions &&
           fan_tree_next(&build->tree, &fold, &lines)) {
        FanTreeSearch found;
        show_progress(build, "position", build->tree.count, build->plan->positions);
        status = search(build, &fold, lines, &found);
        if (status == FAN_EXIT_FINE) {
            status = fan_journal_add_position(&build->journal, &fold, &found);
        }
        if (status == FAN_EXIT_FINE && !fan_tree_add(&build->tree, &fold, &found)) {
            status = no_memory(build);
        }
        fan_tree_settle(&build->tree);
        build->done++;
    }
    return status;
}

/* The engine must be the one that began: it still finds of the start what it found then. */
static FanExit check_engine(Build *build) {
    FanTreeSearch found;
    if (build->tree.count == 0) {
        return FAN_EXIT_FINE;
    }
    const FanTreePosition *start = &build->tree.positions[0];
    FanExit status = search(build, &start->fold, start->lines, &found);
    bool same = status == FAN_EXIT_FINE && found.count == start->count &&
                found.nodes == start->nodes && found.depth == start->depth;
    for (unsigned i = 0; same && i < found.count; i++) {
        same =
            found.moves[i] == start->turns[i].move && found.scores[i] == start->turns[i].searched;
    }
    return status != FAN_EXIT_FINE || same
               ? status
               : fan_complain(build->arguments, FAN_EXIT_USAGE,
                              "%s: it was begun by an engine that thinks otherwise; another "
                              "--out, or removing this file, begins anew",
                              build->journal.path);
}

/* --- games -------------------------------------------------------------------------------------
 */

static uint64_t next_random(uint64_t *state) {
    uint64_t x = *state += UINT64_C(0x9E3779B97F4A7C15);
    x = (x ^ x >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ x >> 27) * UINT64_C(0x94D049BB133111EB);
    return x ^ x >> 31;
}

/* The best turn as somebody sees it who may be wrong by WIDE. */
static const FanTreeTurn *choose(const FanTreePosition *position, uint64_t *random) {
    const FanTreeTurn *chosen = NULL;
    FanScore best = 0;
    for (unsigned i = 0; i < position->count; i++) {
        FanScore value = position->turns[i].value + (FanScore)(next_random(random) % (WIDE + 1));
        if (!chosen || value > best) {
            chosen = &position->turns[i];
            best = value;
        }
    }
    return chosen;
}

static void play_move(FanGame *game, FanMove move) {
    FanTurn turn;
    if (!fan_move_turn(game->board, &game->rules, &game->position, move, &turn) ||
        fan_game_play(game, &turn, NULL) != FAN_GAME_OK) {
        abort(); /* the tree holds legal turns of games that go on */
    }
}

/* Plays while the tree knows the position; one that wanders begins with any turn it knows. */
static void play_opening(const Build *build, FanGame *game, FanJournalGame *kept, bool wanders,
                         uint64_t *random) {
    while (game->outcome.result == FAN_ONGOING && kept->count < FAN_JOURNAL_GAME_MAX) {
        FanFold fold = fan_fold(game->board, &game->position);
        size_t place = fan_tree_find(&build->tree, &fold);
        if (place == FAN_TREE_NONE) {
            return;
        }
        const FanTreePosition *position = &build->tree.positions[place];
        const FanTreeTurn *turn = wanders && game->length == 0
                                      ? &position->turns[next_random(random) % position->count]
                                      : choose(position, random);
        kept->moves[kept->count++] = turn->move;
        play_move(game, fan_unfold_move(game->board, &fold, turn->move));
    }
}

/* A game that has no room left counts as drawn. */
static FanExit play_on(Build *build, FanGame *game) {
    const FanJob job = {.nodes = build->plan->per_turn};
    FanExit status = FAN_EXIT_FINE;
    fan_engine_clear(build->engine);
    while (status == FAN_EXIT_FINE && game->outcome.result == FAN_ONGOING &&
           game->length < PLIES_MAX) {
        status = think(build, game, &job);
        if (status == FAN_EXIT_FINE) {
            FanTurn turn = fan_engine_turn(build->engine);
            if (fan_game_play(game, &turn, NULL) != FAN_GAME_OK) {
                abort(); /* the engine plays legal turns */
            }
        }
    }
    return status;
}

static FanExit play_game(Build *build, size_t number, FanJournalGame *kept) {
    uint64_t random = build->plan->seed * UINT64_C(0xD1B54A32D192ED03) + number;
    FanPosition start = fan_position_start(&build->tree.board, &build->tree.rules);
    FanGame game;
    *kept = (FanJournalGame){.count = 0};
    fan_game_begin(&game, &build->tree.board, &build->tree.rules, &start, build->plies, PLIES_MAX);
    play_opening(build, &game, kept, number % WANDERS == 0, &random);
    FanExit status = play_on(build, &game);
    FanResult result = (FanResult)game.outcome.result;
    kept->result = result == FAN_ONGOING ? FAN_DRAWN : result;
    return status;
}

static FanExit play_games(Build *build) {
    FanExit status = FAN_EXIT_FINE;
    begin_phase(build);
    while (status == FAN_EXIT_FINE && build->journal.games < build->plan->games) {
        FanJournalGame game;
        show_progress(build, "game", build->journal.games, build->plan->games);
        status = play_game(build, build->journal.games, &game);
        if (status == FAN_EXIT_FINE) {
            fan_tree_count(&build->tree, game.moves, game.count, game.result);
            status = fan_journal_add_game(&build->journal, &game);
        }
        build->done++;
    }
    return status;
}

/* --- the file ----------------------------------------------------------------------------------
 */

static FanExit fail_out(const Build *build, const char *path) {
    return fan_complain(build->arguments, FAN_EXIT_FAILED, "--out: %s: %s", path, strerror(errno));
}

static bool write_all(int file, const uint8_t *bytes, size_t size) {
    for (size_t done = 0; done < size;) {
        ssize_t put = write(file, bytes + done, size - done);
        if (put < 0 && errno != EINTR) {
            return false;
        }
        done += put > 0 ? (size_t)put : 0;
    }
    return true;
}

/* A book is there whole or not at all. */
static FanExit put_file(const Build *build, const char *path, const uint8_t *bytes, size_t size) {
    char beside[PATH_BYTES + 8];
    snprintf(beside, sizeof beside, "%s.new", path);
    int file = open(beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0) {
        return fail_out(build, beside);
    }
    bool fine = write_all(file, bytes, size) && fsync(file) == 0;
    fine = close(file) == 0 && fine;
    return fine && rename(beside, path) == 0 ? FAN_EXIT_FINE : fail_out(build, path);
}

static bool is_folder(const char *path) {
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

static FanExit write_book(Build *build) {
    size_t size;
    uint8_t *bytes = fan_tree_write(&build->tree, &size);
    FanBook *book = NULL;
    char path[PATH_BYTES], variant[FAN_VARIANT_TEXT_MAX];
    if (!bytes) {
        return no_memory(build);
    }
    FanBookFault fault = fan_book_read(bytes, size, &book, NULL);
    if (fault != FAN_BOOK_OK) {
        free(bytes);
        return fan_complain(build->arguments, FAN_EXIT_FAILED, "the book cannot be written: %s",
                            fan_book_fault_text(fault));
    }
    FanBookFacts facts = fan_book_facts(book);
    fan_book_free(book);
    fan_variant_write(&build->plan->board, &build->plan->rules, variant);
    if (is_folder(build->plan->out)) {
        snprintf(path, sizeof path, "%s/%s-%016" PRIx64 ".book", build->plan->out, variant,
                 facts.checksum);
    } else {
        snprintf(path, sizeof path, "%s", build->plan->out);
    }
    FanExit status = put_file(build, path, bytes, size);
    free(bytes);
    if (status == FAN_EXIT_FINE) {
        fprintf(fan_out(build->arguments), "%s\npositions %zu\nturns %zu\ngames %zu\nbytes %zu\n",
                path, facts.positions, facts.turns, build->journal.games, size);
        fan_journal_remove(&build->journal);
    }
    return status;
}

/* --- the whole ---------------------------------------------------------------------------------
 */

static FanExit open_journal(Build *build) {
    const FanBookPlan *plan = build->plan;
    char path[PATH_BYTES], text[FAN_JOURNAL_PLAN_MAX], rules[FAN_RULES_TEXT_MAX];
    char variant[FAN_VARIANT_TEXT_MAX];
    fan_variant_write(&plan->board, &plan->rules, variant);
    fan_rules_write(&plan->rules, rules);
    int length = is_folder(plan->out)
                     ? snprintf(path, sizeof path, "%s/%s.journal", plan->out, variant)
                     : snprintf(path, sizeof path, "%s.journal", plan->out);
    if (length >= PATH_BYTES - 32) {
        return fan_complain(build->arguments, FAN_EXIT_USAGE, "--out: the name is too long");
    }
    /* How many games is left out: more of them only add to those that were played. */
    snprintf(text, sizeof text,
             "fanorona book 1 variant=%s rules=%s positions=%zu nodes=%" PRIu64
             " game-nodes=%" PRIu64 " seed=%" PRIu64,
             variant, rules, plan->positions, plan->nodes, plan->per_turn, plan->seed);
    return fan_journal_open(&build->journal, build->arguments, path, text, &build->tree);
}

static FanExit run(Build *build) {
    FanExit status = open_journal(build);
    if (status == FAN_EXIT_FINE) {
        status = check_engine(build);
    }
    if (status == FAN_EXIT_FINE) {
        status = grow(build);
    }
    if (status == FAN_EXIT_FINE) {
        status = play_games(build);
    }
    clear_progress(build);
    return status == FAN_EXIT_FINE ? write_book(build) : status;
}

FanExit fan_book_build(FanArguments *arguments, const FanBookPlan *plan) {
    Build build = {.arguments = arguments, .plan = plan, .journal.file = -1};
    build.engine = fan_engine_new(HASH_BYTES, NULL);
    build.plies = malloc(PLIES_MAX * sizeof *build.plies);
    fan_tree_init(&build.tree, &plan->board, &plan->rules);
    fan_interrupt_watch();
    FanExit status = build.engine && build.plies ? run(&build) : no_memory(&build);
    fan_interrupt_unwatch();
    fan_journal_close(&build.journal);
    fan_tree_free(&build.tree);
    free(build.plies);
    fan_engine_free(build.engine);
    return status;
}
