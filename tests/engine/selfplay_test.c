/* Whole games of the engine against itself: every board and game, rules and limits of all kinds,
 * cut into slices, stopped by another thread. After each search, what it says is held against the
 * rules; a win that is announced has to be won in time, whatever the loser plays. On some boards
 * the engine has endgame tables, and what it says is held against these too.
 *
 *   selfplay_test              a few games, always the same
 *   selfplay_test SECONDS      games that differ, for so long
 *
 * A fault is told with the seed of its game and ends the program. */
#include "support/test.h"
#include "tablegen/folder.h"

#include <fanorona/fanorona.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

enum {
    TABLES = 2,  /* games at once, each with its own thread and engines */
    GAMES = 120, /* of each, where no time is given */
    PLIES_MAX = 2048,
    HASH_BYTES = 1 << 19,
    TIMED_NODES = 6000,     /* where a clock is to end it before */
    NODES_MAX = 1500,       /* of most searches */
    THREAD_NODES = 1000,    /* that each of several threads may look at beyond the limit */
    CONVERT_NODES = 400000, /* after which a win is not pursued any more */
    SETS = 4,               /* of endgame tables */
    SET_STONES = 3,         /* of each */
};

typedef struct Table {
    int number;
    atomic_bool quiet; /* it is not to be stopped */
    uint64_t game_seed, seed;
    FanBoard board;
    FanRules rules;
    FanGame game;
    FanPly plies[PLIES_MAX];
    FanEngine *engine;         /* plays, is stopped, and never cleared */
    FanEngine *twin;           /* searches twice and compares */
    const FanTables *endgames; /* of both engines in this game; NULL: none */
    bool pursued;              /* a win was announced */
    FanSide winner;            /* whose it is */
    unsigned left;             /* plies until it must be on the board */
    uint64_t searches, repeated, announced, won, given_up;
} Table;

static Table tables[TABLES];
static FanTables *sets[SETS];
static atomic_bool done;
static uint64_t until_s; /* 0: play GAMES */

/* --- telling -------------------------------------------------------------------------------------
 */

/* Leaves the program: a thread cannot fail a test of cmocka. */
__attribute__((noreturn)) static void fault(const Table *table, int line, const char *what) {
    char position[FAN_POSITION_TEXT_MAX], rules[FAN_RULES_TEXT_MAX];
    fan_position_write(&table->board, &table->game.position, position);
    fan_rules_write(&table->rules, rules);
    fprintf(stderr, "%s:%d: %s\n  game %llu, ply %zu, rules '%s', telo %d\n  %s\n", __FILE__, line,
            what, (unsigned long long)table->game_seed, table->game.length, rules,
            table->rules.telo, position);
    fflush(stderr);
    _Exit(1);
}

#define CHECK(table, claim)                                                                        \
    do {                                                                                           \
        if (!(claim)) {                                                                            \
            fault(table, __LINE__, #claim);                                                        \
        }                                                                                          \
    } while (0)

/* --- chance and clocks ---------------------------------------------------------------------------
 */

static uint64_t chance(Table *table, uint64_t most) {
    uint64_t x = table->seed += UINT64_C(0x9E3779B97F4A7C15);
    x = (x ^ x >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ x >> 27) * UINT64_C(0x94D049BB133111EB);
    return (x ^ x >> 31) % most;
}

static _Thread_local uint64_t ticks;

/* A clock that goes on by one whenever it is read: the same on every machine. */
static uint64_t counting_clock(void) {
    return ticks++;
}

static uint64_t now_s(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec;
}

/* --- the game ------------------------------------------------------------------------------------
 */

/* Most games are played with tables where there are any. */
static void choose_tables(Table *table) {
    table->endgames = NULL;
    for (int i = 0; i < SETS; i++) {
        if (fan_tables_fit(sets[i], &table->board, &table->rules) && chance(table, 4) != 0) {
            table->endgames = sets[i];
        }
    }
    fan_engine_set_tables(table->engine, table->endgames);
    fan_engine_set_tables(table->twin, table->endgames);
}

static void begin_game(Table *table) {
    static const unsigned sizes[][2] = {{9, 5}, {9, 5}, {9, 5}, {5, 5}, {5, 5},  {3, 3},
                                        {5, 3}, {3, 7}, {7, 7}, {7, 5}, {15, 3}, {9, 3}};
    static const char *const rules[] = {
        "",
        "",
        "",
        "chain=mandatory",
        "first-turn=single,blocked=draw",
        "quiet-limit=6,repetition=2",
        "repetition=0",
        "quiet-limit=12,repetition=5,chain=mandatory",
        "quiet-limit=300",
        "vela=white",
        "vela=black,chain=mandatory",
        "vela=white,vela-first=giver,blocked=draw",
    };
    const char *text = rules[chance(table, sizeof rules / sizeof *rules)];
    CHECK(table, fan_rules_read(&table->rules, text, strlen(text), NULL));
    const unsigned *size = sizes[chance(table, sizeof sizes / sizeof *sizes)];
    bool vela = table->rules.vela != FAN_VELA_NONE;
    table->rules.telo = !vela && chance(table, 16) == 0;
    CHECK(table, fan_board_init(&table->board,
                                vela                ? 5 + 4 * (unsigned)chance(table, 2)
                                : table->rules.telo ? 3
                                                    : size[0],
                                vela                ? 5
                                : table->rules.telo ? 3
                                                    : size[1]));
    FanPosition start = fan_position_start(&table->board, &table->rules);
    fan_game_begin(&table->game, &table->board, &table->rules, &start, table->plies, PLIES_MAX);
    table->pursued = false;
    table->left = 0;
    choose_tables(table);
}

static void play(Table *table, const FanTurn *turn) {
    FanGameStatus status = fan_game_play(&table->game, turn, NULL);
    CHECK(table, status == FAN_GAME_OK);
    if (table->left > 0) {
        table->left--;
    }
}

/* Draws one of the turns shown. */
typedef struct Lot {
    Table *table;
    uint64_t shown;
    FanTurn turn;
} Lot;

static bool draw(void *context, const FanTurn *turn, const FanPosition *after) {
    (void)after;
    Lot *lot = context;
    if (chance(lot->table, ++lot->shown) == 0) {
        lot->turn = *turn;
    }
    return lot->shown < 500; /* of thousands of turns any will do */
}

static void play_random(Table *table) {
    Lot lot = {.table = table};
    fan_turns_visit(&table->board, &table->rules, &table->game.position, draw, &lot);
    play(table, &lot.turn);
}

/* --- what a search says --------------------------------------------------------------------------
 */

static bool is_win(FanScore score) {
    return FAN_SCORE_IS_WIN(score);
}

static bool is_loss(FanScore score) {
    return FAN_SCORE_IS_LOSS(score);
}

/* A win or a loss, by the end of the game or by endgame tables. */
static bool is_decided(FanScore score) {
    return abs(score) > FAN_SCORE_EVALUATION_MAX;
}

/* Plies to a forced end. */
static unsigned plies_of(FanScore score) {
    return (unsigned)(FAN_SCORE_WIN - abs(score));
}

static FanResult win_of(FanSide side) {
    return side == FAN_WHITE ? FAN_WHITE_WINS : FAN_BLACK_WINS;
}

/* Each turn is legal after the ones before; a line to an announced end leads there. */
static void check_line(const Table *table, const FanLine *line) {
    FanPosition position = table->game.position;
    FanSide mover = position.side;
    CHECK(table, abs(line->score) <= FAN_SCORE_WIN);
    CHECK(table, line->length >= 1 && line->length <= FAN_LINE_MAX);
    for (size_t i = 0; i < line->length; i++) {
        FanRefusal refusal =
            fan_position_play(&table->board, &table->rules, &position, &line->turns[i], &position);
        CHECK(table, refusal.code == FAN_LEGAL);
    }
    if (is_win(line->score) || is_loss(line->score)) {
        FanSide winner = is_win(line->score) ? mover : fan_other_side(mover);
        FanOutcome outcome = fan_position_outcome(&table->board, &table->rules, &position);
        unsigned plies = plies_of(line->score);
        CHECK(table, plies % 2 == (is_win(line->score) ? 1 : 0));
        CHECK(table, line->length <= plies);
        CHECK(table, line->length < plies || outcome.result == win_of(winner));
    }
}

/* The tables tell what it comes to without the limits of the game, which can only make it a draw.
 */
static void check_by_tables(const Table *table, const FanLine *line) {
    FanPosition after = table->game.position;
    FanTableValue value;
    FanRefusal refusal =
        fan_position_play(&table->board, &table->rules, &after, &line->turns[0], &after);
    CHECK(table, refusal.code == FAN_LEGAL);
    if (table->endgames && is_decided(line->score) &&
        fan_tables_value(table->endgames, &after, &value)) {
        CHECK(table, value == (line->score > 0 ? FAN_TABLE_LOSS : FAN_TABLE_WIN));
    }
}

static void check_lines(const Table *table, const FanEngine *engine, const FanJob *job) {
    FanReport report = fan_engine_report(engine);
    static _Thread_local FanLine lines[FAN_LINES_MAX + 1];
    CHECK(table, report.lines <= (job->lines ? job->lines : 1));
    for (size_t i = 0; i < report.lines; i++) {
        CHECK(table, fan_engine_line(engine, i, &lines[i]));
        check_line(table, &lines[i]);
        check_by_tables(table, &lines[i]);
        CHECK(table, i == 0 || lines[i].score <= lines[i - 1].score);
        for (size_t k = 0; k < i; k++) {
            CHECK(table, !fan_turn_equal(&lines[i].turns[0], &lines[k].turns[0]));
        }
    }
    CHECK(table, !fan_engine_line(engine, report.lines, &lines[FAN_LINES_MAX]));
}

static void check_report(const Table *table, const FanReport *before, const FanReport *report,
                         const FanJob *job) {
    CHECK(table, report->nodes >= before->nodes);
    CHECK(table, report->depth >= before->depth);
    CHECK(table, report->deepest >= before->deepest);
    CHECK(table, report->elapsed_ms >= before->elapsed_ms);
    CHECK(table, !report->out_of_memory);
    CHECK(table, !job->nodes || report->nodes <=
                                    job->nodes + (job->threads > 1) * job->threads * THREAD_NODES);
    CHECK(table, report->depth <= (job->depth ? job->depth : FAN_DEPTH_MAX));
}

static FanTurn check_turn(const Table *table, const FanEngine *engine, const FanJob *job) {
    FanTurn turn = fan_engine_turn(engine);
    FanLine line;
    FanRefusal refusal =
        fan_turn_refusal(&table->board, &table->rules, &table->game.position, &turn);
    CHECK(table, refusal.code == FAN_LEGAL);
    if (job->level == FAN_LEVEL_FULL && fan_engine_line(engine, 0, &line)) {
        CHECK(table, fan_turn_equal(&turn, &line.turns[0]));
    }
    return turn;
}

/* --- searches ------------------------------------------------------------------------------------
 */

static FanJob make_job(Table *table) {
    FanJob job = {.nodes = 1 + chance(table, chance(table, 4) ? NODES_MAX / 8 : NODES_MAX)};
    switch (chance(table, 8)) {
    case 0:
        job.depth = 1 + (unsigned)chance(table, 6);
        break;
    case 1:
        job.lines = 1 + (unsigned)chance(table, FAN_LINES_MAX);
        break;
    case 2:
        job.level = 1 + (unsigned)chance(table, FAN_LEVELS);
        job.seed = chance(table, 1000);
        break;
    case 3:
        job.nodes = TIMED_NODES;
        job.budget_ms = 1 + chance(table, 3);
        break;
    case 4:
        job.threads = 1 + (unsigned)chance(table, 3);
        break;
    case 5:
        job.nodes = TIMED_NODES;
        job.left_ms = 1 + chance(table, 12);
        job.increment_ms = chance(table, 3);
        job.ponder = chance(table, 2) == 0;
        break;
    default:
        break;
    }
    return job;
}

/* Runs a search in slices, looks at it on the way and, rarely, stops it. */
static void run(Table *table, FanEngine *engine, const FanJob *job) {
    FanReport before = {0};
    uint64_t slice = 1 + chance(table, 1 + chance(table, 1000)), checked = 0;
    bool stopping = chance(table, 32) == 0;
    CHECK(table, fan_engine_begin(engine, &table->game, job) == FAN_ENGINE_OK);
    while (fan_engine_run(engine, slice)) {
        FanReport report = fan_engine_report(engine);
        check_report(table, &before, &report, job);
        before = report;
        if (checked++ < 3) {
            check_lines(table, engine, job);
            check_turn(table, engine, job);
        }
        if (stopping && chance(table, 4) == 0) {
            fan_engine_stop(engine);
        }
        if (job->ponder && chance(table, 4) == 0) {
            fan_engine_ponderhit(engine);
        }
    }
    FanReport report = fan_engine_report(engine);
    check_report(table, &before, &report, job);
    check_lines(table, engine, job);
    table->searches++;
}

/* What is compared of two searches. */
typedef struct Answer {
    FanReport report;
    FanLine line;
    FanTurn turn;
} Answer;

static Answer answer(Table *table, const FanJob *job, uint64_t slice) {
    Answer answer = {.line = {.length = 0}};
    fan_engine_clear(table->twin);
    CHECK(table, fan_engine_begin(table->twin, &table->game, job) == FAN_ENGINE_OK);
    while (fan_engine_run(table->twin, slice)) {
    }
    answer.report = fan_engine_report(table->twin);
    if (!fan_engine_line(table->twin, 0, &answer.line)) {
        answer.line.length = 0;
    }
    answer.turn = fan_engine_turn(table->twin);
    return answer;
}

/* The same job gives the same answer, however it is sliced. */
static void repeat(Table *table, FanJob job) {
    job.budget_ms = job.left_ms = job.increment_ms = 0;
    job.ponder = false;
    job.threads = 1;
    Answer a = answer(table, &job, 0), b = answer(table, &job, 1 + chance(table, 300));
    CHECK(table, a.report.nodes == b.report.nodes);
    CHECK(table, a.report.depth == b.report.depth && a.report.deepest == b.report.deepest);
    CHECK(table, a.line.length == b.line.length && a.line.score == b.line.score);
    for (size_t i = 0; i < a.line.length; i++) {
        CHECK(table, fan_turn_equal(&a.line.turns[i], &b.line.turns[i]));
    }
    CHECK(table, fan_turn_equal(&a.turn, &b.turn));
    table->repeated++;
}

/* --- wins ----------------------------------------------------------------------------------------
 */

static void announce(Table *table, FanScore score) {
    FanSide side = (FanSide)table->game.position.side;
    table->winner = is_win(score) ? side : fan_other_side(side);
    table->left = plies_of(score);
    table->pursued = true;
    table->announced++;
}

/* The winner's turn: to be found is a win in the plies that are left. Tables do not tell plies. */
static void play_to_win(Table *table) {
    const FanJob job = {.threads = chance(table, 8) ? 1 : 2};
    FanLine line = {.score = 0};
    atomic_store(&table->quiet, true);
    fan_engine_set_tables(table->engine, NULL);
    CHECK(table, fan_engine_begin(table->engine, &table->game, &job) == FAN_ENGINE_OK);
    bool found = false, more = true;
    while (!found && more && fan_engine_report(table->engine).nodes < CONVERT_NODES) {
        more = fan_engine_run(table->engine, 64);
        found = fan_engine_line(table->engine, 0, &line) && is_win(line.score) &&
                plies_of(line.score) <= table->left;
    }
    atomic_store(&table->quiet, false);
    if (found) {
        check_line(table, &line);
        play(table, &line.turns[0]);
        fan_engine_set_tables(table->engine, table->endgames);
    } else {
        CHECK(table, more); /* a search that ended by itself has looked at everything */
        table->given_up++;
        table->pursued = false;
    }
}

/* A win that was announced is on the board in time, and nothing else ends the game. */
static void check_win(Table *table) {
    FanResult result = (FanResult)table->game.outcome.result;
    CHECK(table, result == (table->left > 0 ? FAN_ONGOING : win_of(table->winner)) ||
                     result == win_of(table->winner));
    table->won += result != FAN_ONGOING;
}

static void play_engine(Table *table) {
    FanJob job = make_job(table);
    FanLine line;
    if (chance(table, 32) == 0) {
        fan_engine_set_network(table->engine,
                               chance(table, 2) ? fan_network_builtin(&table->board) : NULL);
    }
    run(table, table->engine, &job);
    if (chance(table, 12) == 0) {
        repeat(table, job);
    }
    if (!table->pursued && job.level == FAN_LEVEL_FULL &&
        fan_engine_line(table->engine, 0, &line) && (is_win(line.score) || is_loss(line.score))) {
        announce(table, line.score);
    }
    FanTurn turn = check_turn(table, table->engine, &job);
    play(table, &turn);
}

static void play_game(Table *table) {
    begin_game(table);
    uint64_t opening = chance(table, 12);
    while (table->game.outcome.result == FAN_ONGOING && table->game.length < PLIES_MAX) {
        if (table->pursued && table->game.position.side == table->winner) {
            play_to_win(table);
        } else if (table->game.length < opening || chance(table, table->pursued ? 2 : 24) == 0) {
            play_random(table);
        } else {
            play_engine(table);
        }
        if (table->pursued) {
            check_win(table);
        }
    }
}

/* --- threads -------------------------------------------------------------------------------------
 */

static void *play_games(void *context) {
    Table *table = context;
    for (uint64_t i = 0; until_s ? now_s() < until_s : i < GAMES; i++) {
        table->game_seed = i * TABLES + (uint64_t)table->number;
        table->seed = table->game_seed;
        play_game(table);
    }
    return NULL;
}

/* Stops searches at any moment, one a millisecond. */
static void *stop_searches(void *unused) {
    for (unsigned i = 0; !atomic_load(&done); i++) {
        Table *table = &tables[i % TABLES];
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
        if (!atomic_load(&table->quiet)) {
            fan_engine_stop(table->engine);
        }
    }
    return unused;
}

/* Their files are gone once they are mapped. */
static FanTables *make_set(unsigned files, unsigned ranks, const char *rules) {
    Folder folder = folder_new(files, ranks);
    assert_true(fan_rules_read(&folder.rules, rules, strlen(rules), NULL));
    folder_build(&folder, SET_STONES, FAN_TABLE_DTC, 1);
    FanTables *set = folder_open(&folder);
    folder_remove(&folder);
    return set;
}

static void games_against_itself_hold_what_the_engine_says(void **state) {
    (void)state;
    sets[0] = make_set(9, 5, "");
    sets[1] = make_set(5, 5, "");
    sets[2] = make_set(9, 5, "chain=mandatory");
    sets[3] = make_set(3, 3, "");
    pthread_t players[TABLES], stopper;
    Table sum = {0};
    for (int i = 0; i < TABLES; i++) {
        tables[i].number = i;
        tables[i].engine = fan_engine_new(HASH_BYTES, counting_clock);
        tables[i].twin = fan_engine_new(HASH_BYTES, NULL);
        assert_true(tables[i].engine && tables[i].twin);
    }
    for (int i = 0; i < TABLES; i++) {
        assert_int_equal(pthread_create(&players[i], NULL, play_games, &tables[i]), 0);
    }
    assert_int_equal(pthread_create(&stopper, NULL, stop_searches, NULL), 0);
    for (int i = 0; i < TABLES; i++) {
        assert_int_equal(pthread_join(players[i], NULL), 0);
    }
    atomic_store(&done, true);
    assert_int_equal(pthread_join(stopper, NULL), 0);
    for (int i = 0; i < TABLES; i++) {
        sum.searches += tables[i].searches;
        sum.repeated += tables[i].repeated;
        sum.announced += tables[i].announced;
        sum.won += tables[i].won;
        sum.given_up += tables[i].given_up;
        fan_engine_free(tables[i].engine);
        fan_engine_free(tables[i].twin);
    }
    for (int i = 0; i < SETS; i++) {
        fan_tables_free(sets[i]);
    }
    print_message("%llu searches, %llu repeated; of %llu wins announced %llu won, %llu given up\n",
                  (unsigned long long)sum.searches, (unsigned long long)sum.repeated,
                  (unsigned long long)sum.announced, (unsigned long long)sum.won,
                  (unsigned long long)sum.given_up);
    assert_true(sum.repeated > 0 && sum.won > 0);
    assert_true(sum.given_up * 10 <= sum.announced);
    assert_true(sum.won + sum.given_up == sum.announced);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_against_itself_hold_what_the_engine_says),
    };
    until_s = argc == 2 ? now_s() + strtoull(argv[1], NULL, 10) : 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
