/* The opponent that cannot be beaten: games from the start against whoever there is, and not one of
 * them lost. Where nothing is proved it says so.
 *
 *   perfect_test SHARE        on 5×5, 10 000 / SHARE games
 *   perfect_test long SHARE   the same on 9×5, by the tables in the folder FANORONA_TEST_TABLES,
 *                             without which it is passed over, and says so, and the certificates
 *                             in FANORONA_TEST_PROOFS, else in proofs/
 */
#include "engine/scene.h"
#include "solver/solver.h"
#include "support/test.h"
#include "tablegen/folder.h"

#include <limits.h>

enum {
    STONES = 6, /* of the tables that proofs/5x5.proof leans on */
    HASH_BYTES = 1 << 18,
    PERFECT_NODES = 40, /* a turn; what is proved needs none */
    WON_GAMES = 10,
    WON_STONES = 5,
    WON_NODES = 20000,
    WON_DISTANCE = 8, /* plies to the next capture at least */
    SOLVER_BYTES = 1 << 20,
};

/* --- who plays against it ------------------------------------------------------------------------
 */

typedef enum Kind { BY_CHANCE, GREEDY, AT_LEVEL, IN_FULL } Kind;

/* `games` of 10 000; `nodes` beside what the level says. */
typedef struct Opponent {
    const char *name;
    Kind kind;
    unsigned level, games;
    uint64_t nodes;
    unsigned wins, draws; /* of the perfect side */
} Opponent;

typedef struct Hall {
    Scene scene;
    FanTables *tables;
    FanProof *proof;
    FanEngine *perfect, *other;
    uint64_t seed;
    uint64_t nodes; /* of the perfect one, a turn */
} Hall;

static unsigned taken_by(FanMove move) {
    return (unsigned)__builtin_popcountll(fan_move_captured(move));
}

/* Any move, or any of those that take the most. */
static FanMove choose(Hall *hall, bool greedy) {
    size_t count, kept = 0;
    const FanMove *moves = scene_moves(&hall->scene, &hall->scene.game.position, &count);
    FanMove chosen = FAN_NO_MOVE;
    unsigned most = 0;
    for (size_t i = 0; i < count; i++) {
        unsigned taken = greedy ? taken_by(moves[i]) : 0;
        kept = taken > most ? 0 : kept;
        most = taken > most ? taken : most;
        if (taken == most && chance(&hall->seed) % ++kept == 0) {
            chosen = moves[i];
        }
    }
    return chosen;
}

static FanTurn turn_of_other(Hall *hall, const Opponent *opponent) {
    const FanGame *game = &hall->scene.game;
    FanTurn turn;
    if (opponent->kind == BY_CHANCE || opponent->kind == GREEDY) {
        assert_true(fan_move_turn(game->board, &game->rules, &game->position,
                                  choose(hall, opponent->kind == GREEDY), &turn));
        return turn;
    }
    const FanJob job = {
        .level = opponent->level, .nodes = opponent->nodes, .seed = chance(&hall->seed)};
    assert_int_equal(fan_engine_search(hall->other, game, &job, &turn), FAN_ENGINE_OK);
    return turn;
}

/* --- games ---------------------------------------------------------------------------------------
 */

static void complain(const Hall *hall, const Opponent *opponent, const char *what) {
    const FanGame *game = &hall->scene.game;
    char text[FAN_POSITION_TEXT_MAX];
    fan_position_write(game->board, &game->position, text);
    fail_msg("%s: %s after %zu turns: %s", opponent->name, what, game->length, text);
}

static FanTurn turn_of_perfect(Hall *hall, const Opponent *opponent) {
    const FanJob job = {.nodes = hall->nodes, .perfect = true};
    FanTurn turn;
    assert_int_equal(fan_engine_search(hall->perfect, &hall->scene.game, &job, &turn),
                     FAN_ENGINE_OK);
    if (fan_engine_promise(hall->perfect) < FAN_PROMISE_HOLD) {
        complain(hall, opponent, "nothing is promised");
    }
    return turn;
}

static void play(Hall *hall, Opponent *opponent, FanSide perfect) {
    const FanGame *game = &hall->scene.game;
    while (game->outcome.result == FAN_ONGOING) {
        FanTurn turn = game->position.side == perfect ? turn_of_perfect(hall, opponent)
                                                      : turn_of_other(hall, opponent);
        scene_play(&hall->scene, &turn);
    }
    bool white = game->outcome.result == FAN_WHITE_WINS;
    if (game->outcome.result == FAN_DRAWN) {
        opponent->draws++;
    } else if (white == (perfect == FAN_WHITE)) {
        opponent->wins++;
    } else {
        complain(hall, opponent, "lost");
    }
}

/* `sides`: bits of those that the perfect one plays. */
static void play_all(Hall *hall, unsigned files, unsigned ranks, Opponent *opponents,
                     unsigned share, unsigned sides) {
    for (Opponent *opponent = opponents; opponent->name; opponent++) {
        unsigned games = (opponent->games + share - 1) / share;
        for (unsigned game = 0; game < games; game++) {
            FanSide side = sides == 3 ? (FanSide)(game % 2) : (FanSide)(sides - 1);
            scene_start(&hall->scene, files, ranks, "");
            play(hall, opponent, side);
        }
        print_message("%-8s %5u games: %u won, %u drawn\n", opponent->name, games, opponent->wins,
                      opponent->draws);
    }
}

/* The tables and the proof are the hall's from then on. */
static void open_hall(Hall *hall, FanTables *tables, FanProof *proof) {
    hall->seed = 1;
    hall->nodes = PERFECT_NODES;
    hall->tables = tables;
    hall->proof = proof;
    hall->perfect = fan_engine_new(HASH_BYTES, NULL);
    hall->other = fan_engine_new(HASH_BYTES, NULL);
    assert_non_null(hall->perfect);
    assert_non_null(hall->other);
    fan_engine_set_network(hall->perfect, NULL); /* it takes its time, and is of no use here */
    fan_engine_set_tables(hall->perfect, tables);
    fan_engine_set_proof(hall->perfect, proof);
}

static void close_hall(Hall *hall) {
    fan_engine_free(hall->perfect);
    fan_engine_free(hall->other);
    fan_proof_free(hall->proof);
    fan_tables_free(hall->tables);
}

/* --- 5×5 -----------------------------------------------------------------------------------------
 */

static unsigned share;
static Folder folder; /* of 5×5 */

static Hall *hall_of_5x5(void) {
    static Hall hall;
    FanProofError error = {""};
    hall = (Hall){.seed = 0};
    scene_start(&hall.scene, 5, 5, "");
    FanTables *tables = folder_open(&folder);
    FanProof *proof = fan_proof_new(&hall.scene.board, &hall.scene.rules, tables);
    assert_non_null(proof);
    if (!fan_proof_add_folder(proof, "proofs", &error)) {
        fail_msg("%s", error.text);
    }
    open_hall(&hall, tables, proof);
    return &hall;
}

static void nobody_beats_it_on_5x5(void **state) {
    (void)state;
    Opponent opponents[] = {
        {"random", BY_CHANCE, 0, 5000, 0, 0, 0},
        {"greedy", GREEDY, 0, 4000, 0, 0, 0},
        {"level 1", AT_LEVEL, 1, 200, 0, 0, 0},
        {"level 2", AT_LEVEL, 2, 200, 0, 0, 0},
        {"level 3", AT_LEVEL, 3, 200, 0, 0, 0},
        {"level 4", AT_LEVEL, 4, 200, 0, 0, 0},
        {"level 5", AT_LEVEL, 5, 100, 0, 0, 0},
        {"level 6", AT_LEVEL, 6, 40, 0, 0, 0},
        {"level 7", AT_LEVEL, 7, 20, 0, 0, 0},
        {"full", IN_FULL, 0, 40, 200, 0, 0},
        {.name = NULL},
    };
    Hall *hall = hall_of_5x5();
    play_all(hall, 5, 5, opponents, share, 3);
    assert_true(opponents[0].wins > opponents[0].draws);
    close_hall(hall);
}

static void the_builtin_certificate_is_the_shipped_one(void **state) {
    (void)state;
    Hall *hall = hall_of_5x5();
    FanProofError error;
    FanProof *proof = fan_proof_new(&hall->scene.board, &hall->scene.rules, hall->tables);
    assert_non_null(proof);
    assert_true(fan_proof_add_builtin(proof, &error));
    assert_true(fan_proof_answers(proof) > 1000);
    assert_int_equal(fan_proof_answers(proof), fan_proof_answers(hall->proof));
    assert_true(fan_proof_add_folder(proof, "proofs", &error));
    assert_int_equal(fan_proof_answers(proof), fan_proof_answers(hall->proof));
    fan_proof_free(proof);
    close_hall(hall);
}

/* --- what it says --------------------------------------------------------------------------------
 */

static const FanJob perfect_job = {.nodes = PERFECT_NODES, .perfect = true};

/* What is promised to the side to move, whose turn is then known, too. */
static FanPromise promise_now(Hall *hall) {
    FanTurn turn;
    assert_int_equal(fan_engine_search(hall->perfect, &hall->scene.game, &perfect_job, &turn),
                     FAN_ENGINE_OK);
    return fan_engine_promise(hall->perfect);
}

static void play_on(Hall *hall, bool perfect) {
    Opponent chance_itself = {.name = "random", .kind = BY_CHANCE};
    if (hall->scene.game.outcome.result == FAN_ONGOING) {
        FanTurn turn =
            perfect ? fan_engine_turn(hall->perfect) : turn_of_other(hall, &chance_itself);
        scene_play(&hall->scene, &turn);
    }
}

/* Of the first turns of 5×5 all but one lose. What was lost may be given back. */
static void off_the_path_it_says_so(void **state) {
    (void)state;
    Hall *hall = hall_of_5x5();
    unsigned back = 0;
    for (unsigned game = 0; game < 20; game++) {
        scene_start(&hall->scene, 5, 5, "");
        scene_play_text(&hall->scene, "b3-c3A");
        assert_int_equal(promise_now(hall), FAN_PROMISE_HOLD); /* Black */
        play_on(hall, true);
        FanPromise promise = promise_now(hall);
        assert_int_equal(promise, FAN_PROMISE_NONE); /* White */
        while (promise == FAN_PROMISE_NONE && hall->scene.game.outcome.result == FAN_ONGOING) {
            play_on(hall, true);
            play_on(hall, false);
            promise = hall->scene.game.outcome.result == FAN_ONGOING ? promise_now(hall) : promise;
        }
        back += promise != FAN_PROMISE_NONE;
    }
    assert_true(back > 0);
    close_hall(hall);
}

/* The promise of the start under these rules, on 5×5 or, in telo, 3×3. */
static FanPromise promise_under(Hall *hall, const char *rules, bool telo) {
    if (telo) {
        scene_start_telo(&hall->scene, rules);
    } else {
        scene_start(&hall->scene, 5, 5, rules);
    }
    return promise_now(hall);
}

static void other_games_have_no_promise(void **state) {
    (void)state;
    Hall *hall = hall_of_5x5();
    assert_int_equal(promise_under(hall, "quiet-limit=20", false), FAN_PROMISE_HOLD);
    assert_int_equal(promise_under(hall, "blocked=draw", false), FAN_PROMISE_NONE);
    assert_int_equal(promise_under(hall, "chain=mandatory", false), FAN_PROMISE_NONE);
    assert_int_equal(promise_under(hall, "vela=white", false), FAN_PROMISE_NONE);
    assert_int_equal(promise_under(hall, "", true), FAN_PROMISE_NONE);
    assert_int_equal(promise_under(hall, "first-turn=single", false), FAN_PROMISE_NONE);
    scene_play_text(&hall->scene, "b2-c3A");
    assert_int_equal(promise_now(hall), FAN_PROMISE_HOLD);
    scene_start(&hall->scene, 7, 3, "");
    assert_int_equal(promise_now(hall), FAN_PROMISE_NONE);
    fan_engine_set_proof(hall->perfect, NULL);
    assert_int_equal(promise_under(hall, "", false), FAN_PROMISE_NONE);
    close_hall(hall);
}

static void only_the_highest_level_can_be_perfect(void **state) {
    (void)state;
    Hall *hall = hall_of_5x5();
    FanTurn turn;
    for (unsigned level = 0; level <= FAN_LEVELS; level++) {
        const FanJob job = {.nodes = PERFECT_NODES, .perfect = true, .level = level};
        bool can = level == FAN_LEVEL_FULL || level == FAN_LEVELS;
        assert_int_equal(fan_engine_search(hall->perfect, &hall->scene.game, &job, &turn),
                         can ? FAN_ENGINE_OK : FAN_ENGINE_JOB);
        if (can) {
            assert_int_equal(fan_engine_promise(hall->perfect), FAN_PROMISE_HOLD);
        }
    }
    const FanJob plain = {.nodes = PERFECT_NODES};
    assert_int_equal(fan_engine_search(hall->perfect, &hall->scene.game, &plain, &turn),
                     FAN_ENGINE_OK);
    assert_int_equal(fan_engine_promise(hall->perfect), FAN_PROMISE_NONE);
    close_hall(hall);
}

/* The other four first turns lose: none is told as a line. */
static void lines_keep_the_promise(void **state) {
    (void)state;
    Hall *hall = hall_of_5x5();
    const FanJob job = {.depth = 4, .lines = 5, .perfect = true, .threads = 2};
    FanTurn turn;
    FanLine line;
    assert_int_equal(fan_engine_search(hall->perfect, &hall->scene.game, &job, &turn),
                     FAN_ENGINE_OK);
    assert_int_equal(fan_engine_report(hall->perfect).lines, 1);
    assert_true(fan_engine_line(hall->perfect, 0, &line));
    scene_play_text(&hall->scene, "b2-c3A");
    assert_true(fan_turn_equal(&hall->scene.plies[0].turn, &turn));
    close_hall(hall);
}

/* --- wins ----------------------------------------------------------------------------------------
 */

/* Of a won game as it stands, the side to move being the winner. */
static FanCertificate certificate_of(const Scene *scene, const FanTables *tables) {
    FanSolver *solver = fan_solver_new(&scene->board, &scene->rules, tables, SOLVER_BYTES);
    FanCertificate certificate = {0};
    FanFinding finding;
    const FanPosition *start = &scene->game.position;
    assert_non_null(solver);
    assert_int_equal(fan_solver_ask(solver, start, (FanSide)start->side, 1, NULL, NULL, &finding),
                     FAN_SOLVE_DONE);
    assert_int_equal(fan_solver_certify(solver, start, FAN_WORTH_WIN, NULL, NULL, &certificate),
                     FAN_CERTIFY_DONE);
    fan_solver_free(solver);
    return certificate;
}

/* The start of 5×3 is won. To come nearer at every turn is enough: the search sees nothing. */
static void a_proved_win_is_brought_home(void **state) {
    (void)state;
    static Hall hall;
    Folder small = folder_new(5, 3);
    FanProofError error;
    Opponent opponent = {.name = "random", .kind = BY_CHANCE};
    hall = (Hall){.seed = 0};
    folder_build(&small, 3, FAN_TABLE_DTC, 1);
    scene_start(&hall.scene, 5, 3, "");
    FanTables *tables = folder_open(&small);
    FanCertificate certificate = certificate_of(&hall.scene, tables);
    open_hall(&hall, tables, fan_proof_new(&hall.scene.board, &hall.scene.rules, tables));
    assert_true(fan_proof_add(hall.proof, certificate.bytes, certificate.len_bytes, &error));
    hall.nodes = 1;
    for (unsigned game = 0; game < 200; game++) {
        scene_start(&hall.scene, 5, 3, "");
        assert_int_equal(promise_now(&hall), FAN_PROMISE_WIN);
        play(&hall, &opponent, FAN_WHITE);
    }
    assert_int_equal(opponent.wins, 200);
    fan_certificate_free(&certificate);
    close_hall(&hall);
    folder_remove(&small);
}

enum { FILES_MOST = WON_STONES * WON_STONES };

/* Values without distances, as the page has them. */
typedef struct Bare {
    FanTables *tables;
    uint8_t *files[FILES_MOST];
    size_t count;
} Bare;

static Bare bare_new(unsigned stones) {
    Bare bare = {.tables = fan_tables_new(&folder.board, &folder.rules)};
    FanTablesError error;
    assert_non_null(bare.tables);
    for (unsigned own = 1; own < stones; own++) {
        for (unsigned foe = 1; own + foe <= stones; foe++) {
            char name[32];
            size_t length = 0;
            snprintf(name, sizeof name, "%uv%u.values", own, foe);
            uint8_t *bytes = folder_read(&folder, name, &length);
            assert_non_null(bytes);
            assert_true(fan_tables_add(bare.tables, bytes, length, &error));
            bare.files[bare.count++] = bytes;
        }
    }
    return bare;
}

static void bare_free(Bare *bare) {
    fan_tables_free(bare->tables);
    while (bare->count > 0) {
        free(bare->files[--bare->count]);
    }
}

/* A position of so many stones that is won in time, but not soon. */
static void scatter_won(Hall *hall, FanTableReader *reader, unsigned stones) {
    FanTableProbe probe = {FAN_TABLE_DRAW, 0};
    unsigned found;
    do {
        scene_scatter(&hall->scene, 5, 5, stones - 1, "", &hall->seed);
        const FanPosition *position = &hall->scene.game.position;
        found = (unsigned)__builtin_popcountll(position->stones[0] | position->stones[1]);
        if (found == stones) {
            assert_int_equal(fan_table_reader_limited(reader, position, &probe), FAN_PROBE_OK);
        }
    } while (found != stones || probe.value != FAN_TABLE_WIN || probe.distance < WON_DISTANCE);
}

/* What a defender by the tables thinks of a position after its turn: better none, else far. */
static unsigned worth_of(FanTableReader *reader, const FanPosition *after) {
    FanTableProbe probe;
    if (after->stones[after->side] == 0) {
        return UINT_MAX;
    }
    assert_int_equal(fan_table_reader_limited(reader, after, &probe), FAN_PROBE_OK);
    return probe.value == FAN_TABLE_WIN ? probe.distance : UINT_MAX;
}

static void defend(Hall *hall, FanTableReader *reader) {
    size_t count;
    const FanGame *game = &hall->scene.game;
    const FanMove *moves = scene_moves(&hall->scene, &game->position, &count);
    FanMove best = moves[0];
    unsigned most = 0;
    for (size_t i = 0; i < count; i++) {
        FanPosition after = fan_position_after(&game->position, moves[i]);
        unsigned worth = worth_of(reader, &after);
        best = worth > most ? moves[i] : best;
        most = worth > most ? worth : most;
    }
    FanTurn turn;
    assert_true(fan_move_turn(game->board, &game->rules, &game->position, best, &turn));
    scene_play(&hall->scene, &turn);
}

static void wins_are_brought_home_without_distances(void **state) {
    (void)state;
    Hall *hall = hall_of_5x5();
    Bare bare = bare_new(WON_STONES);
    FanTableReader *reader = fan_table_reader_new(hall->tables);
    FanProof *proof = fan_proof_new(&folder.board, &folder.rules, bare.tables);
    const FanJob job = {.nodes = WON_NODES, .perfect = true};
    assert_non_null(reader);
    fan_engine_set_tables(hall->perfect, bare.tables);
    fan_engine_set_proof(hall->perfect, proof);
    for (unsigned won = 0; won < (WON_GAMES + share - 1) / share; won++) {
        FanTurn turn;
        scatter_won(hall, reader, WON_STONES - won % 2);
        FanSide winner = (FanSide)hall->scene.game.position.side;
        while (hall->scene.game.outcome.result == FAN_ONGOING) {
            if (hall->scene.game.position.side != winner) {
                defend(hall, reader);
                continue;
            }
            assert_int_equal(fan_engine_search(hall->perfect, &hall->scene.game, &job, &turn),
                             FAN_ENGINE_OK);
            assert_int_equal(fan_engine_promise(hall->perfect), FAN_PROMISE_WIN);
            scene_play(&hall->scene, &turn);
        }
        assert_int_equal(hall->scene.game.outcome.result,
                         winner == FAN_WHITE ? FAN_WHITE_WINS : FAN_BLACK_WINS);
    }
    fan_engine_set_tables(hall->perfect, NULL);
    fan_table_reader_free(reader);
    fan_proof_free(proof);
    bare_free(&bare);
    close_hall(hall);
}

/* Plays against the longest defence until a stone is taken, which must be before the quiet limit.
 */
static void play_until_taken(Hall *hall, FanTableReader *reader) {
    const FanGame *game = &hall->scene.game;
    const Opponent opponent = {.name = "tables"};
    FanSide winner = (FanSide)game->position.side;
    do {
        if (game->position.side == winner) {
            FanTurn turn = turn_of_perfect(hall, &opponent);
            scene_play(&hall->scene, &turn);
        } else {
            defend(hall, reader);
        }
    } while (game->outcome.result == FAN_ONGOING && game->position.quiet != 0);
    if (game->outcome.result == FAN_DRAWN) {
        complain(hall, &opponent, "a proved win is drawn");
    }
}

/* A win of many quiet turns, by a certificate alone: whoever does not come nearer goes round. */
static void a_long_win_is_brought_home(void **state) {
    (void)state;
    Hall *hall = hall_of_5x5();
    Bare bare = bare_new(3);
    FanTableReader *reader = fan_table_reader_new(hall->tables);
    FanProofError error;
    assert_non_null(reader);
    hall->nodes = 1;
    for (unsigned i = 0; i < 10; i++) {
        scatter_won(hall, reader, 4);
        FanCertificate certificate = certificate_of(&hall->scene, bare.tables);
        FanProof *proof = fan_proof_new(&folder.board, &folder.rules, bare.tables);
        assert_non_null(proof);
        assert_true(fan_proof_add(proof, certificate.bytes, certificate.len_bytes, &error));
        fan_engine_set_tables(hall->perfect, bare.tables);
        fan_engine_set_proof(hall->perfect, proof);
        play_until_taken(hall, reader);
        fan_engine_set_proof(hall->perfect, NULL);
        fan_proof_free(proof);
        fan_certificate_free(&certificate);
    }
    fan_engine_set_tables(hall->perfect, NULL);
    fan_table_reader_free(reader);
    bare_free(&bare);
    close_hall(hall);
}

/* --- 9×5 -----------------------------------------------------------------------------------------
 */

static void nobody_beats_it_on_9x5(void **state) {
    (void)state;
    static Hall hall;
    Opponent opponents[] = {
        {"random", BY_CHANCE, 0, 5000, 0, 0, 0},
        {"greedy", GREEDY, 0, 4000, 0, 0, 0},
        {"level 1", AT_LEVEL, 1, 200, 0, 0, 0},
        {"level 2", AT_LEVEL, 2, 200, 0, 0, 0},
        {"level 3", AT_LEVEL, 3, 200, 0, 0, 0},
        {"level 4", AT_LEVEL, 4, 100, 0, 0, 0},
        {"level 5", AT_LEVEL, 5, 100, 0, 0, 0},
        {"level 6", AT_LEVEL, 6, 100, 0, 0, 0},
        {"level 7", AT_LEVEL, 7, 50, 0, 0, 0},
        {"full", IN_FULL, 0, 50, 20000, 0, 0},
        {.name = NULL},
    };
    const char *proofs = getenv("FANORONA_TEST_PROOFS"), *where = getenv("FANORONA_TEST_TABLES");
    if (!where) {
        print_message("skipped: FANORONA_TEST_TABLES names no folder with tables of 9x5\n");
        return;
    }
    proofs = proofs ? proofs : "proofs";
    FanTablesError why = {""};
    FanProofError error = {""};
    hall = (Hall){.seed = 0};
    scene_start(&hall.scene, 9, 5, "");
    FanTables *tables = fan_tables_open(where, &hall.scene.board, &hall.scene.rules, &why);
    FanProof *proof = fan_proof_new(&hall.scene.board, &hall.scene.rules, tables);
    if (!tables || !proof || !fan_proof_add_folder(proof, proofs, &error)) {
        fail_msg("%s%s", why.text, error.text);
    }
    open_hall(&hall, tables, proof);
    const FanPosition *start = &hall.scene.game.position;
    unsigned sides = (fan_proof_promise(proof, start) != FAN_PROMISE_NONE ? 1 : 0) |
                     (fan_proof_kept(proof, start) != FAN_PROMISE_NONE ? 2 : 0);
    print_message("%llu answers; proved for%s%s\n", (unsigned long long)fan_proof_answers(proof),
                  sides & 1 ? " White" : "", sides & 2 ? " Black" : "");
    assert_true(sides != 0);
    play_all(&hall, 9, 5, opponents, share, sides);
    assert_true(opponents[0].wins > opponents[0].draws);
    close_hall(&hall);
}

int main(int count, char **words) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_beats_it_on_5x5),
        cmocka_unit_test(the_builtin_certificate_is_the_shipped_one),
        cmocka_unit_test(off_the_path_it_says_so),
        cmocka_unit_test(other_games_have_no_promise),
        cmocka_unit_test(only_the_highest_level_can_be_perfect),
        cmocka_unit_test(lines_keep_the_promise),
        cmocka_unit_test(a_proved_win_is_brought_home),
        cmocka_unit_test(a_long_win_is_brought_home),
        cmocka_unit_test(wins_are_brought_home_without_distances),
    };
    const struct CMUnitTest longer[] = {cmocka_unit_test(nobody_beats_it_on_9x5)};
    bool on_9x5 = count > 1 && strcmp(words[1], "long") == 0;
    const char *word = count > 1 + on_9x5 ? words[1 + on_9x5] : "1";
    share = (unsigned)strtoul(word, NULL, 10);
    assert_true(share > 0);
    if (on_9x5) {
        return cmocka_run_group_tests(longer, NULL, NULL);
    }
    folder = folder_new(5, 5);
    folder_build(&folder, STONES, FAN_TABLE_DTC, 1);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    folder_remove(&folder);
    return failed;
}
