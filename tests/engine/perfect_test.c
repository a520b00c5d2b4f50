/* The opponent that cannot be beaten: games from the start against whoever there is, and not one of
 * them lost.
 *
 *   perfect_test SHARE   on 5×5, 10 000 / SHARE games
 *   perfect_test long    10 000 on 9×5, given a certificate and tables (see `skip`)
 */
#include "engine/scene.h"
#include "support/test.h"
#include "tablegen/folder.h"

enum {
    STONES = 6, /* of the tables that proofs/5x5.proof leans on */
    HASH_BYTES = 1 << 18,
    PERFECT_NODES = 40, /* a turn; what is proved needs none */
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
    const FanJob job = {.nodes = PERFECT_NODES, .perfect = true};
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

static void open_hall(Hall *hall, FanTables *tables, FanProof *proof) {
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
static Folder folder;

static Hall *hall_of_5x5(void) {
    static Hall hall;
    hall = (Hall){.seed = 1};
    scene_start(&hall.scene, 5, 5, "");
    FanTables *tables = folder_open(&folder);
    FanProof *proof = fan_proof_new(&hall.scene.board, &hall.scene.rules, tables);
    FanProofError error = {""};
    size_t length;
    uint8_t *bytes = file_read("proofs/5x5.proof", &length);
    assert_non_null(bytes);
    assert_non_null(proof);
    if (!fan_proof_add(proof, bytes, length, &error)) {
        fail_msg("%s", error.text);
    }
    free(bytes);
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

int main(int count, char **words) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_beats_it_on_5x5),
    };
    share = count > 1 ? (unsigned)strtoul(words[1], NULL, 10) : 1;
    folder = folder_new(5, 5);
    folder_build(&folder, STONES, FAN_TABLE_DTC, 1);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    folder_remove(&folder);
    return failed;
}
