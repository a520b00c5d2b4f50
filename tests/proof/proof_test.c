/* Certificates in play: what is promised is true, can be kept turn by turn, and nothing is believed
 * that does not hold. */
#include "proof/proof.h"

#include "solver/solver.h"
#include "support/random.h"
#include "support/test.h"
#include "tablegen/folder.h"

#include <fanorona/text.h>
#include <pthread.h>

enum {
    MEMORY = 1 << 20,
    FILES = 5,
    RANKS = 3,
    KNOWN = 6,  /* stones of positions whose value is known */
    STONES = 3, /* of the tables that certificates here lean on */
    CLASSES = 3,
    ANSWERS_LEAST = 4,
    GAMES = 40,
    PLIES_MAX = 40,
    MOVES_MAX = 256,
    HEAD = 72,
    TABLE = 10,
    TABLES_AT = 17,
    ANSWERS_AT = 40,
};

/* --- a board whose every position of few stones is known -----------------------------------------
 */

/* Under one of the two rules for who is blocked. */
typedef struct Known {
    Folder folder;
    FanTables *truth, *tables; /* all there are; those of the fewest stones */
    uint8_t *bytes[CLASSES];
} Known;

static Known known[2];

static Known known_new(FanBlocked blocked) {
    static const char *const names[CLASSES] = {"1v1.values", "1v2.values", "2v1.values"};
    Known made = {.folder = folder_new(FILES, RANKS)};
    FanTablesError error;
    made.folder.rules.blocked = (uint8_t)blocked;
    folder_build(&made.folder, KNOWN, FAN_TABLE_DTC, 1);
    made.truth = folder_open(&made.folder);
    made.tables = fan_tables_new(&made.folder.board, &made.folder.rules);
    assert_non_null(made.tables);
    for (size_t i = 0; i < CLASSES; i++) {
        size_t length = 0;
        made.bytes[i] = folder_read(&made.folder, names[i], &length);
        assert_non_null(made.bytes[i]);
        assert_true(fan_tables_add(made.tables, made.bytes[i], length, &error));
    }
    assert_int_equal(fan_tables_stones(made.tables), STONES);
    return made;
}

static void known_free(Known *made) {
    fan_tables_free(made->truth);
    fan_tables_free(made->tables);
    for (size_t i = 0; i < CLASSES; i++) {
        free(made->bytes[i]);
    }
    folder_remove(&made->folder);
}

/* --- certificates --------------------------------------------------------------------------------
 */

/* A certificate of some position, under a rule for who is blocked. */
typedef struct Case {
    FanBlocked blocked;
    FanWorth worth;
    uint64_t seed;
} Case;

static const Case cases[] = {
    {FAN_BLOCKED_LOSS, FAN_WORTH_WIN, 1},     {FAN_BLOCKED_LOSS, FAN_WORTH_DRAW, 2},
    {FAN_BLOCKED_LOSS, FAN_WORTH_LOSS, 3},    {FAN_BLOCKED_LOSS, FAN_WORTH_NO_LOSS, 4},
    {FAN_BLOCKED_LOSS, FAN_WORTH_NO_WIN, 5},  {FAN_BLOCKED_LOSS, FAN_WORTH_NO_LOSS, 6},
    {FAN_BLOCKED_DRAW, FAN_WORTH_WIN, 7},     {FAN_BLOCKED_DRAW, FAN_WORTH_DRAW, 8},
    {FAN_BLOCKED_DRAW, FAN_WORTH_NO_LOSS, 9}, {FAN_BLOCKED_DRAW, FAN_WORTH_LOSS, 10},
};
enum { CASES = sizeof cases / sizeof *cases };

typedef struct Scene {
    const Known *known;
    const FanBoard *board;
    const FanRules *rules;
    FanPosition position;
    FanCertificate certificate;
    FanProof *proof; /* NULL before it is made */
    Random random;
} Scene;

static FanTableValue value_of(const Scene *scene, const FanPosition *position) {
    FanTableValue value;
    assert_true(fan_tables_value(scene->known->truth, position, &value));
    return value;
}

static bool is_worth(FanTableValue value, FanWorth worth) {
    return worth == FAN_WORTH_NO_LOSS  ? value != FAN_TABLE_LOSS
           : worth == FAN_WORTH_NO_WIN ? value != FAN_TABLE_WIN
                                       : (int)worth == (int)value;
}

/* Half of the stones of each side anywhere. */
static void scatter(Scene *scene) {
    scene->position = (FanPosition){.side = (uint8_t)random_below(&scene->random, 2), .number = 1};
    FanPoints taken = 0;
    for (unsigned i = 0; i < KNOWN;) {
        FanPoints bit = UINT64_C(1) << random_below(&scene->random, FILES * RANKS);
        if ((taken & bit) == 0) {
            scene->position.stones[i++ % 2] |= bit;
            taken |= bit;
        }
    }
}

static void certify(Scene *scene, FanWorth worth) {
    FanSolver *solver = fan_solver_new(scene->board, scene->rules, scene->known->tables, MEMORY);
    assert_non_null(solver);
    for (FanSide side = FAN_WHITE; side <= FAN_BLACK; side++) {
        FanFinding finding;
        assert_int_equal(fan_solver_ask(solver, &scene->position, side, 1, NULL, NULL, &finding),
                         FAN_SOLVE_DONE);
    }
    assert_int_equal(
        fan_solver_certify(solver, &scene->position, worth, NULL, NULL, &scene->certificate),
        FAN_CERTIFY_DONE);
    fan_solver_free(solver);
}

static Scene scene_new(const Case *what) {
    const Known *about = &known[what->blocked];
    Scene scene = {.known = about,
                   .board = &about->folder.board,
                   .rules = &about->folder.rules,
                   .random = {.state = what->seed}};
    while (scene.certificate.answers[0] < ANSWERS_LEAST) {
        fan_certificate_free(&scene.certificate);
        do {
            scatter(&scene);
        } while (!is_worth(value_of(&scene, &scene.position), what->worth));
        certify(&scene, what->worth);
    }
    return scene;
}

static FanProof *proof_of(const Scene *scene, const FanTables *tables) {
    FanProof *proof = fan_proof_new(scene->board, scene->rules, tables);
    assert_non_null(proof);
    return proof;
}

static void add(FanProof *proof, const FanCertificate *certificate) {
    FanProofError error = {""};
    if (!fan_proof_add(proof, certificate->bytes, certificate->len_bytes, &error)) {
        fail_msg("%s", error.text);
    }
}

static void scene_free(Scene *scene) {
    fan_proof_free(scene->proof);
    fan_certificate_free(&scene->certificate);
}

static size_t moves_of(const Scene *scene, const FanPosition *position, FanMove moves[MOVES_MAX]) {
    size_t count = fan_moves(scene->board, scene->rules, position, moves, MOVES_MAX);
    assert_true(count <= MOVES_MAX);
    return count;
}

/* --- it is true ----------------------------------------------------------------------------------
 */

/* What the mover can hold, or the other side. */
static FanPromise truth_of(const Scene *scene, const FanPosition *position, bool mover) {
    FanTableValue value = value_of(scene, position);
    FanTableValue lost = mover ? FAN_TABLE_LOSS : FAN_TABLE_WIN;
    return value == lost             ? FAN_PROMISE_NONE
           : value == FAN_TABLE_DRAW ? FAN_PROMISE_HOLD
                                     : FAN_PROMISE_WIN;
}

/* Looks at a position from both sides; counts promises beyond the tables. */
static void look_at(const Scene *scene, const FanPosition *position, size_t *promises) {
    FanPromise mover = fan_proof_promise(scene->proof, position);
    FanPromise other = fan_proof_kept(scene->proof, position);
    bool true_ones =
        mover <= truth_of(scene, position, true) && other <= truth_of(scene, position, false);
    if (!true_ones) {
        char text[FAN_POSITION_TEXT_MAX];
        fan_position_write(scene->board, position, text);
        fail_msg("%s: %s, %s for the other", text, fan_promise_word(mover),
                 fan_promise_word(other));
    }
    bool above = __builtin_popcountll(position->stones[0] | position->stones[1]) > STONES;
    *promises += above && (mover != FAN_PROMISE_NONE || other != FAN_PROMISE_NONE);
}

static void what_is_promised_is_true(void **state) {
    (void)state;
    for (size_t i = 0; i < CASES; i++) {
        Scene scene = scene_new(&cases[i]);
        size_t promises = 0;
        scene.proof = proof_of(&scene, scene.known->tables);
        add(scene.proof, &scene.certificate);
        assert_true(fan_proof_answers(scene.proof) > 0);
        for (unsigned game = 0; game < GAMES; game++) {
            FanPosition position = scene.position;
            FanMove moves[MOVES_MAX];
            size_t count = 1;
            for (unsigned ply = 0; count != 0 && ply < PLIES_MAX; ply++) {
                look_at(&scene, &position, &promises);
                count = moves_of(&scene, &position, moves);
                if (count != 0) {
                    position =
                        fan_position_after(&position, moves[random_below(&scene.random, count)]);
                }
            }
        }
        assert_true(promises > 0);
        scene_free(&scene);
    }
}

/* One of several that ask the same proof: along games by chance, and adds up what it hears. */
typedef struct Asker {
    const Scene *scene;
    unsigned sum;
} Asker;

static void *ask(void *context) {
    Asker *asker = context;
    const Scene *scene = asker->scene;
    Random random = {.state = 5};
    for (unsigned game = 0; game < GAMES; game++) {
        FanPosition position = scene->position;
        FanMove moves[MOVES_MAX];
        size_t count = 1;
        for (unsigned ply = 0; count != 0 && ply < PLIES_MAX; ply++) {
            asker->sum = asker->sum * 3 + fan_proof_promise(scene->proof, &position);
            asker->sum = asker->sum * 3 + fan_proof_kept(scene->proof, &position);
            count = fan_moves(scene->board, scene->rules, &position, moves, MOVES_MAX);
            if (count != 0 && count <= MOVES_MAX) {
                position = fan_position_after(&position, moves[random_below(&random, count)]);
            }
        }
    }
    return NULL;
}

static void threads_may_ask_at_once(void **state) {
    (void)state;
    Scene scene = scene_new(&cases[1]);
    scene.proof = proof_of(&scene, scene.known->tables);
    add(scene.proof, &scene.certificate);
    Asker askers[3] = {{.scene = &scene}, {.scene = &scene}, {.scene = &scene}};
    pthread_t threads[2];
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, ask, &askers[i]), 0);
    }
    ask(&askers[2]);
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        assert_int_equal(askers[i].sum, askers[2].sum);
    }
    scene_free(&scene);
}

/* --- it can be kept ------------------------------------------------------------------------------
 */

/* Any turn that keeps a promise, and of a win comes nearer to its end. */
static FanPosition keep(Scene *scene, const FanPosition *position, FanPromised *promised) {
    FanMove moves[MOVES_MAX];
    size_t count = moves_of(scene, position, moves), start = random_below(&scene->random, count);
    for (size_t i = 0; i < count; i++) {
        FanPosition after = fan_position_after(position, moves[(start + i) % count]);
        FanPromised kept = fan_proof_keeps(scene->proof, &after);
        if (kept.promise > promised->promise ||
            (kept.promise == promised->promise &&
             (promised->plies == 0 || kept.plies < promised->plies))) {
            *promised = kept;
            return after;
        }
    }
    fail_msg("no turn keeps what is promised");
    return *position;
}

/* Plays a game against chance from a position whose mover is promised something, or the other. */
static FanPromise keep_on(Scene *scene, bool to_move) {
    FanPosition position = scene->position;
    FanPromised promised = to_move ? fan_proof_promised(scene->proof, &position)
                                   : fan_proof_keeps(scene->proof, &position);
    assert_true(promised.promise != FAN_PROMISE_NONE);
    for (unsigned ply = to_move ? 0 : 1; ply < PLIES_MAX; ply++) {
        FanMove moves[MOVES_MAX];
        size_t count = moves_of(scene, &position, moves);
        if (count == 0) {
            assert_int_equal(ply % 2, 1); /* it is the other side that is blocked or gone */
            return promised.promise;
        }
        if (ply % 2 == 0) {
            position = keep(scene, &position, &promised);
        } else {
            position = fan_position_after(&position, moves[random_below(&scene->random, count)]);
            FanPromised now = fan_proof_promised(scene->proof, &position);
            assert_true(now.promise >= promised.promise);
            assert_true(now.promise > promised.promise || now.plies <= promised.plies);
            promised = now;
        }
    }
    return promised.promise;
}

static void a_promise_is_kept_turn_by_turn(void **state) {
    (void)state;
    for (size_t i = 0; i < CASES; i++) {
        FanWorth worth = cases[i].worth;
        Scene scene = scene_new(&cases[i]);
        scene.proof = proof_of(&scene, scene.known->tables);
        add(scene.proof, &scene.certificate);
        bool mover =
            worth == FAN_WORTH_DRAW || worth == FAN_WORTH_WIN || worth == FAN_WORTH_NO_LOSS;
        bool other =
            worth == FAN_WORTH_DRAW || worth == FAN_WORTH_LOSS || worth == FAN_WORTH_NO_WIN;
        for (unsigned game = 0; game < GAMES; game++) {
            if (mover) {
                keep_on(&scene, true);
            }
            if (other) {
                keep_on(&scene, false);
            }
        }
        scene_free(&scene);
    }
}

/* --- only what holds is believed -----------------------------------------------------------------
 */

static void sum_up(uint8_t *bytes, size_t count) {
    uint64_t sum = UINT64_C(0xCBF29CE484222325);
    for (size_t i = 0; i < count - 8; i++) {
        sum = (sum ^ bytes[i]) * UINT64_C(0x100000001B3);
    }
    for (size_t i = 0; i < 8; i++) {
        bytes[count - 8 + i] = (uint8_t)(sum >> 8 * i);
    }
}

static void expect_refusal(FanProof *proof, const uint8_t *bytes, size_t count, const char *why) {
    FanProofError error = {""};
    uint64_t before = fan_proof_answers(proof);
    assert_false(fan_proof_add(proof, bytes, count, &error));
    if (why ? !strstr(error.text, why) : error.text[0] == '\0') {
        fail_msg("refused with '%s' instead of '%s'", error.text, why ? why : "a reason");
    }
    assert_int_equal(fan_proof_answers(proof), before);
}

/* All that was taken from a certificate is true, as far as that is known: with another stone it is
 * not. */
static void look_through(const Scene *scene) {
    for (size_t i = 0; i < scene->proof->count; i++) {
        FanPosition position =
            fan_stand_position((FanStand){scene->proof->all[i].own, scene->proof->all[i].foe});
        size_t promises = 0;
        if (__builtin_popcountll(position.stones[0] | position.stones[1]) <= KNOWN) {
            look_at(scene, &position, &promises);
        }
    }
}

/* An answer that there is not, wherever it stands. */
static void damage_answers(const Scene *scene, FanProof *sound) {
    size_t count = scene->certificate.len_bytes;
    uint8_t *bytes = malloc(count);
    assert_non_null(bytes);
    for (size_t at = HEAD + (size_t)TABLE * scene->certificate.bytes[TABLES_AT]; at < count - 8;
         at++) {
        memcpy(bytes, scene->certificate.bytes, count);
        bytes[at] = 126;
        sum_up(bytes, count);
        expect_refusal(sound, bytes, count, "what it claims does not hold");
    }
    free(bytes);
}

/* One answer more than there are, or fewer, or numbers that none takes. */
static void count_wrong(const Scene *scene, FanProof *sound) {
    size_t count = scene->certificate.len_bytes;
    unsigned claim = scene->certificate.answers[1] != 0; /* the last one */
    uint8_t *bytes = malloc(count + 1);
    assert_non_null(bytes);
    for (int more = -1; more <= 1; more += 2) {
        memcpy(bytes, scene->certificate.bytes, count);
        bytes[ANSWERS_AT + 16 * claim] = (uint8_t)(bytes[ANSWERS_AT + 16 * claim] + more);
        sum_up(bytes, count);
        expect_refusal(sound, bytes, count, "its answers are not those it needs");
    }
    memcpy(bytes, scene->certificate.bytes, count);
    bytes[count - 8] = 0;
    bytes[ANSWERS_AT + 16 * claim + 8]++;
    sum_up(bytes, count + 1);
    expect_refusal(sound, bytes, count + 1, "its answers are not those it needs");
    free(bytes);
}

/* A wrong bit is found by the checksum; with the right one whatever is still believed is true. */
static void damage_is_found(void **state) {
    (void)state;
    for (size_t i = 0; i < 4; i++) {
        Scene scene = scene_new(&cases[i]);
        FanProof *sound = proof_of(&scene, scene.known->tables);
        count_wrong(&scene, sound);
        bool win = cases[i].worth == FAN_WORTH_WIN || cases[i].worth == FAN_WORTH_LOSS;
        if (!win) { /* whose distances may be larger */
            damage_answers(&scene, sound);
        }
        size_t count = scene.certificate.len_bytes, believed = 0;
        uint8_t *bytes = malloc(count);
        assert_non_null(bytes);
        memcpy(bytes, scene.certificate.bytes, count);
        for (size_t bit = 0; bit < 8 * count; bit++) {
            FanProofError error = {""};
            bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
            expect_refusal(sound, bytes, count, NULL);
            sum_up(bytes, count);
            scene.proof = proof_of(&scene, scene.known->tables);
            if (fan_proof_add(scene.proof, bytes, count, &error)) {
                believed++;
                look_through(&scene);
            } else {
                assert_true(error.text[0] != '\0');
            }
            fan_proof_free(scene.proof);
            scene.proof = NULL;
            memcpy(bytes, scene.certificate.bytes, count);
        }
        assert_true(believed < 4 * count);
        for (size_t shorter = 0; shorter < count; shorter++) {
            if (shorter >= 8) {
                sum_up(bytes, shorter);
            }
            expect_refusal(sound, bytes, shorter, NULL);
            memcpy(bytes, scene.certificate.bytes, count);
        }
        add(sound, &scene.certificate);
        fan_proof_free(sound);
        free(bytes);
        scene_free(&scene);
    }
}

static void other_games_are_refused(void **state) {
    (void)state;
    Scene scene = scene_new(&cases[1]);
    const FanCertificate *certificate = &scene.certificate;
    FanBoard other;
    FanRules rules = *scene.rules;
    assert_true(fan_board_init(&other, 3, 5));
    FanProof *proof = fan_proof_new(&other, &rules, NULL);
    expect_refusal(proof, certificate->bytes, certificate->len_bytes, "of another game: 5x3");
    assert_false(fan_proof_fit(proof, scene.board, &rules));
    fan_proof_free(proof);
    for (unsigned i = 0; i < 2; i++) {
        rules = *scene.rules;
        *(i == 0 ? &rules.chain : &rules.blocked) = 1;
        assert_null(fan_proof_new(scene.board, &rules, scene.known->tables));
        proof = fan_proof_new(scene.board, &rules, NULL);
        expect_refusal(proof, certificate->bytes, certificate->len_bytes, "of another game");
        assert_true(fan_proof_fit(proof, scene.board, &rules));
        assert_false(fan_proof_fit(proof, scene.board, scene.rules));
        fan_proof_free(proof);
    }
    rules = *scene.rules;
    rules.telo = true;
    assert_null(fan_proof_new(scene.board, &rules, NULL));
    assert_false(fan_proof_fit(NULL, scene.board, scene.rules));
    scene_free(&scene);
}

static void without_its_tables_it_is_refused(void **state) {
    (void)state;
    Scene scene = scene_new(&cases[1]);
    FanProof *proof = proof_of(&scene, NULL);
    assert_true(scene.certificate.bytes[TABLES_AT] > 0);
    expect_refusal(proof, scene.certificate.bytes, scene.certificate.len_bytes,
                   "it leans on endgame tables of up to 3 stones");
    fan_proof_free(proof);
    /* Larger tables do as well. */
    proof = proof_of(&scene, scene.known->truth);
    add(proof, &scene.certificate);
    fan_proof_free(proof);
    scene_free(&scene);
}

static bool stop(void *context, uint64_t answers, uint64_t of) {
    unsigned *left = context;
    assert_true(answers <= of);
    return --*left > 0;
}

static void it_can_be_stopped_and_begun_again(void **state) {
    (void)state;
    Scene scene = scene_new(&cases[1]);
    FanProof *proof = proof_of(&scene, scene.known->tables);
    unsigned left = 1;
    fan_proof_watch(proof, stop, &left);
    expect_refusal(proof, scene.certificate.bytes, scene.certificate.len_bytes, "stopped");
    fan_proof_watch(proof, NULL, NULL);
    assert_int_equal(fan_proof_promise(proof, &scene.position), FAN_PROMISE_NONE);
    add(proof, &scene.certificate);
    assert_int_equal(fan_proof_promise(proof, &scene.position), FAN_PROMISE_HOLD);
    assert_int_equal(fan_proof_kept(proof, &scene.position), FAN_PROMISE_HOLD);
    uint64_t answers = fan_proof_answers(proof);
    add(proof, &scene.certificate); /* each position once */
    assert_int_equal(fan_proof_answers(proof), answers);
    fan_proof_free(proof);
    scene_free(&scene);
}

/* --- where nothing is promised -------------------------------------------------------------------
 */

static void other_games_have_no_promise(void **state) {
    (void)state;
    Scene scene = scene_new(&cases[0]);
    FanPosition position = scene.position;
    scene.proof = proof_of(&scene, scene.known->tables);
    add(scene.proof, &scene.certificate);
    position.quiet = 30;
    position.number = 40;
    assert_int_equal(fan_proof_promise(scene.proof, &position), FAN_PROMISE_WIN);
    position = fan_position_swap_colours(&position);
    assert_int_equal(fan_proof_promise(scene.proof, &position), FAN_PROMISE_WIN);
    position.first = true; /* it may take less than the certificate lets it */
    assert_int_equal(fan_proof_promise(scene.proof, &position), FAN_PROMISE_NONE);
    assert_int_equal(fan_proof_kept(scene.proof, &position), FAN_PROMISE_NONE);
    position.first = false;
    position.mode = FAN_MODE_VELA_WHITE;
    assert_int_equal(fan_proof_promise(scene.proof, &position), FAN_PROMISE_NONE);
    assert_int_equal(fan_proof_kept(scene.proof, &position), FAN_PROMISE_NONE);
    scene_free(&scene);
}

/* White cannot move (R5.2). */
static void who_is_blocked_has_what_the_rules_say(void **state) {
    (void)state;
    static const FanPromise mover[] = {FAN_PROMISE_NONE, FAN_PROMISE_HOLD};
    static const FanPromise other[] = {FAN_PROMISE_WIN, FAN_PROMISE_HOLD};
    for (FanBlocked blocked = FAN_BLOCKED_LOSS; blocked <= FAN_BLOCKED_DRAW; blocked++) {
        const Folder *folder = &known[blocked].folder;
        FanRules rules = folder->rules;
        FanPosition position;
        static const char fen[] = "5/BB3/WB3 w";
        assert_int_equal(fan_position_read(&(FanBoard){.files = 0}, &position, &rules, NULL, fen,
                                           strlen(fen), NULL, 0),
                         0);
        FanProof *proof = fan_proof_new(&folder->board, &folder->rules, known[blocked].tables);
        assert_non_null(proof);
        assert_int_equal(fan_proof_promise(proof, &position), mover[blocked]);
        assert_int_equal(fan_proof_kept(proof, &position), other[blocked]);
        fan_proof_free(proof);
    }
}

/* --- folders -------------------------------------------------------------------------------------
 */

static void put_file(const char *folder, const char *name, const uint8_t *bytes, size_t count) {
    char path[600];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *stream = fopen(path, "wb");
    assert_non_null(stream);
    assert_int_equal(fwrite(bytes, 1, count, stream), count);
    assert_int_equal(fclose(stream), 0);
}

static void a_folder_gives_what_is_of_the_game(void **state) {
    (void)state;
    Scene drawn = scene_new(&cases[1]), won = scene_new(&cases[0]), other = scene_new(&cases[6]);
    const char *folder = known[FAN_BLOCKED_LOSS].folder.path;
    FanProofError error = {""};
    FanProof *proof = proof_of(&drawn, drawn.known->tables);
    assert_true(fan_proof_add_folder(proof, "/nowhere/at/all", &error));
    assert_true(fan_proof_add_folder(proof, folder, &error));
    assert_int_equal(fan_proof_answers(proof), 0);
    put_file(folder, "a.proof", drawn.certificate.bytes, drawn.certificate.len_bytes);
    put_file(folder, "b.proof", won.certificate.bytes, won.certificate.len_bytes);
    put_file(folder, "c.proof", other.certificate.bytes, other.certificate.len_bytes);
    put_file(folder, "d.proofs", (const uint8_t *)"nothing", 7);
    assert_true(fan_proof_add_folder(proof, folder, &error));
    assert_int_equal(fan_proof_promise(proof, &drawn.position), FAN_PROMISE_HOLD);
    assert_int_equal(fan_proof_promise(proof, &won.position), FAN_PROMISE_WIN);
    put_file(folder, "e.proof", drawn.certificate.bytes, drawn.certificate.len_bytes - 1);
    assert_false(fan_proof_add_folder(proof, folder, &error));
    assert_non_null(strstr(error.text, "e.proof: damaged: its checksum is wrong"));
    fan_proof_free(proof);
    scene_free(&drawn);
    scene_free(&won);
    scene_free(&other);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_promised_is_true),
        cmocka_unit_test(threads_may_ask_at_once),
        cmocka_unit_test(a_promise_is_kept_turn_by_turn),
        cmocka_unit_test(damage_is_found),
        cmocka_unit_test(other_games_are_refused),
        cmocka_unit_test(without_its_tables_it_is_refused),
        cmocka_unit_test(it_can_be_stopped_and_begun_again),
        cmocka_unit_test(other_games_have_no_promise),
        cmocka_unit_test(who_is_blocked_has_what_the_rules_say),
        cmocka_unit_test(a_folder_gives_what_is_of_the_game),
    };
    for (FanBlocked blocked = FAN_BLOCKED_LOSS; blocked <= FAN_BLOCKED_DRAW; blocked++) {
        known[blocked] = known_new(blocked);
    }
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    known_free(&known[FAN_BLOCKED_LOSS]);
    known_free(&known[FAN_BLOCKED_DRAW]);
    return failed;
}
