/* Certificates hold when they are whole, and damage in any field is found. */
#include "check/check.h"
#include "solver/solver.h"
#include "support/test.h"
#include "tablegen/folder.h"
#include "tables/tables.h"

#include <fanorona/text.h>

enum {
    MEMORY = 8 << 20,
    STONES = 4,
    HEAD = 72,
    TABLE = 10,
    TABLES_AT = 17,
    VALUE_AT = 15,
    ANSWERS_AT = 40,
};

/* Tables of 5×3, and a certificate of one position. */
typedef struct Scene {
    Folder folder;
    FanTables *tables;
    FanPosition position;
    FanCertificate certificate;
    size_t answers_from; /* byte of the first answer */
    bool named[FAN_TABLE_SIDE_MAX + 1][FAN_TABLE_SIDE_MAX + 1];
} Scene;

static Scene scene_new(const char *fen, FanWorth worth) {
    Scene scene = {.folder = folder_new(5, 3)};
    folder_build(&scene.folder, STONES, FAN_TABLE_DTC, 1);
    scene.tables = folder_open(&scene.folder);
    assert_int_equal(fan_position_read(&scene.folder.board, &scene.position, &scene.folder.rules,
                                       NULL, fen, strlen(fen), NULL, 0),
                     0);
    FanSolver *solver =
        fan_solver_new(&scene.folder.board, &scene.folder.rules, scene.tables, MEMORY);
    assert_non_null(solver);
    for (FanSide side = FAN_WHITE; side <= FAN_BLACK; side++) {
        FanFinding finding;
        assert_int_equal(fan_solver_ask(solver, &scene.position, side, 1, NULL, NULL, &finding),
                         FAN_SOLVE_DONE);
    }
    assert_int_equal(
        fan_solver_certify(solver, &scene.position, worth, NULL, NULL, &scene.certificate),
        FAN_CERTIFY_DONE);
    fan_solver_free(solver);
    scene.answers_from = HEAD + TABLE * (size_t)scene.certificate.bytes[TABLES_AT];
    return scene;
}

static void scene_free(Scene *scene) {
    fan_certificate_free(&scene->certificate);
    fan_tables_free(scene->tables);
    folder_remove(&scene->folder);
}

static bool ask(void *context, const CheckPosition *checked, int *value) {
    static const int values[] = {[FAN_TABLE_DRAW] = 0, [FAN_TABLE_WIN] = 1, [FAN_TABLE_LOSS] = -1};
    const Scene *scene = context;
    FanPosition position = {.side = checked->side == CHECK_BLACK, .number = 1};
    for (int point = 0; point < checked->files * checked->ranks; point++) {
        char stone = checked->stones[point / checked->files][point % checked->files];
        position.stones[FAN_WHITE] |= (FanPoints)(stone == CHECK_WHITE) << point;
        position.stones[FAN_BLACK] |= (FanPoints)(stone == CHECK_BLACK) << point;
    }
    int own = check_count_stones(checked, checked->side);
    int foe = check_count_stones(checked, check_other_side(checked->side));
    FanTableValue found;
    if (!scene->named[own][foe] || !fan_tables_value(scene->tables, &position, &found)) {
        return false;
    }
    *value = values[found];
    return true;
}

static void sum_up(uint8_t *bytes, size_t count) {
    uint64_t sum = UINT64_C(0xCBF29CE484222325);
    for (size_t i = 0; i < count - 8; i++) {
        sum = (sum ^ bytes[i]) * UINT64_C(0x100000001B3);
    }
    for (size_t i = 0; i < 8; i++) {
        bytes[count - 8 + i] = (uint8_t)(sum >> 8 * i);
    }
}

/* Whether the tables are those that it names. */
static bool tables_fit(Scene *scene, const CheckCertificate *certificate) {
    memset(scene->named, 0, sizeof scene->named);
    for (int i = 0; i < certificate->tables; i++) {
        int own, foe;
        uint8_t sums[8];
        check_certificate_table(certificate, i, &own, &foe, sums);
        if (own > FAN_TABLE_SIDE_MAX || foe > FAN_TABLE_SIDE_MAX) {
            return false;
        }
        const FanTableFile *file = &scene->tables->files[own][foe][FAN_TABLE_VALUES];
        if (!file->data || memcmp(file->index - 8, sums, 8) != 0) {
            return false;
        }
        scene->named[own][foe] = true;
    }
    return true;
}

/* The line can be played and leads to the position that is told. */
static void check_line(const CheckCertificate *certificate, const CheckHoleFound *hole) {
    CheckPosition position = certificate->position;
    assert_non_null(hole->line);
    char *copy = strdup(hole->line);
    for (char *turn = strtok(copy, " "); turn; turn = strtok(NULL, " ")) {
        assert_true(check_turn_apply(&certificate->rules, &position, turn, &position));
    }
    assert_true(check_position_same(&position, &hole->position));
    assert_true(strlen(hole->reason) > 0);
    free(copy);
}

typedef enum Judgement { PROVED, REFUSED, HOLE } Judgement;

/* Judges what must be a proof of the very same statement. */
static Judgement judge(Scene *scene, const uint8_t *bytes, size_t count) {
    CheckCertificate certificate;
    char reason[CHECK_REASON_MAX];
    if (!check_certificate_read(bytes, count, &certificate, reason)) {
        assert_true(strlen(reason) > 0);
        return REFUSED;
    }
    char text[CHECK_POSITION_TEXT_MAX], wanted[FAN_POSITION_TEXT_MAX];
    check_position_write(&certificate.position, text);
    FanPosition plain = scene->position;
    plain.quiet = 0;
    plain.number = 1;
    fan_position_write(&scene->folder.board, &plain, wanted);
    if (!tables_fit(scene, &certificate) || strcmp(text, wanted) != 0 ||
        certificate.rules.chain != CHECK_CHAIN_OPTIONAL ||
        certificate.rules.blocked != CHECK_BLOCKED_LOSS) {
        return REFUSED;
    }
    for (int i = 0; i < certificate.claims; i++) {
        CheckHoleFound hole;
        CheckVerdict verdict = check_certificate_walk(&certificate, i, ask, NULL, scene, &hole);
        assert_true(verdict == CHECK_HOLDS || verdict == CHECK_HOLE);
        if (verdict == CHECK_HOLE) {
            check_line(&certificate, &hole);
            free(hole.line);
            return HOLE;
        }
    }
    return PROVED;
}

/* Every bit of head, tables and checksum; with the checksum made good, and without. */
static void damage_head(Scene *scene) {
    uint8_t *bytes = scene->certificate.bytes;
    size_t count = scene->certificate.len_bytes;
    for (size_t bit = 0; bit < 8 * count; bit++) {
        size_t at = bit / 8;
        bytes[at] ^= (uint8_t)(1 << bit % 8);
        assert_int_equal(judge(scene, bytes, count), REFUSED); /* by the checksum */
        if (at < scene->answers_from) {
            sum_up(bytes, count);
            Judgement judgement = judge(scene, bytes, count);
            if (judgement == PROVED) {
                fail_msg("bit %zu of byte %zu does not matter", bit % 8, at);
            }
        }
        bytes[at] ^= (uint8_t)(1 << bit % 8);
        sum_up(bytes, count);
    }
    assert_int_equal(judge(scene, bytes, count), PROVED);
}

/* An answer that there is not, or a distance that is too large, wherever it stands. */
static void damage_answers(Scene *scene, size_t *changed, size_t *still) {
    uint8_t *bytes = scene->certificate.bytes;
    size_t count = scene->certificate.len_bytes;
    bool win = bytes[VALUE_AT] == FAN_WORTH_WIN || bytes[VALUE_AT] == FAN_WORTH_LOSS;
    for (size_t at = scene->answers_from; at < count - 8; at++) {
        uint8_t right = bytes[at];
        bytes[at] = 126;
        sum_up(bytes, count);
        bool first_distance = win && at < scene->answers_from + 2; /* it may be larger */
        assert_true(first_distance || judge(scene, bytes, count) == HOLE);
        for (uint8_t other = 0; other < 4; other++) {
            bytes[at] = other;
            sum_up(bytes, count);
            *changed += other != right;
            *still += other != right && judge(scene, bytes, count) == PROVED;
        }
        bytes[at] = right;
    }
    sum_up(bytes, count);
}

/* Bytes added or taken away at the end of the answers. */
static void damage_length(Scene *scene) {
    size_t count = scene->certificate.len_bytes;
    uint8_t *bytes = malloc(count + 1);
    assert_non_null(bytes);
    memcpy(bytes, scene->certificate.bytes, count);
    for (size_t shorter = 0; shorter < count; shorter++) {
        if (shorter >= 8) {
            sum_up(bytes, shorter);
        }
        assert_int_equal(judge(scene, bytes, shorter), REFUSED);
    }
    memcpy(bytes, scene->certificate.bytes, count);
    bytes[count] = 0;
    sum_up(bytes, count + 1);
    assert_int_equal(judge(scene, bytes, count + 1), REFUSED);
    /* A byte more that the last claim says it has. */
    bool draw = bytes[VALUE_AT] == FAN_WORTH_DRAW;
    bytes[ANSWERS_AT + (draw ? 24 : 8)]++;
    bytes[count - 8] = 0;
    sum_up(bytes, count + 1);
    assert_int_equal(judge(scene, bytes, count + 1), HOLE);
    free(bytes);
}

static void check_position(const char *fen, FanWorth worth) {
    size_t changed = 0, still = 0;
    Scene scene = scene_new(fen, worth);
    assert_int_equal(judge(&scene, scene.certificate.bytes, scene.certificate.len_bytes), PROVED);
    damage_head(&scene);
    damage_answers(&scene, &changed, &still);
    damage_length(&scene);
    print_message("%zu bytes; %zu of %zu other answers prove it too\n", scene.certificate.len_bytes,
                  still, changed);
    assert_true(still < changed / 2);
    scene_free(&scene);
}

static void a_win_is_proved_and_damage_found(void **state) {
    (void)state;
    check_position("BBBBB/BW1BW/WWWWW w 0 1", FAN_WORTH_WIN);
}

static void a_draw_is_proved_and_damage_found(void **state) {
    (void)state;
    check_position("BBBBB/2WBW/WWWWW b 0 1", FAN_WORTH_DRAW);
}

static void half_a_value_is_proved_and_damage_found(void **state) {
    (void)state;
    check_position("BBBBB/2WBW/WWWWW b 0 1", FAN_WORTH_NO_LOSS);
    check_position("BBBBB/2WBW/WWWWW b 0 1", FAN_WORTH_NO_WIN);
}

/* The two halves of a draw have its answers, one after the other. */
static void halves_of_a_draw_make_it(void **state) {
    (void)state;
    static const FanWorth worths[] = {FAN_WORTH_DRAW, FAN_WORTH_NO_WIN, FAN_WORTH_NO_LOSS};
    Scene scenes[3];
    size_t lengths[3];
    for (size_t i = 0; i < 3; i++) {
        scenes[i] = scene_new("BBBBB/2WBW/WWWWW b 0 1", worths[i]);
        lengths[i] = scenes[i].certificate.len_bytes - 8 - scenes[i].answers_from;
    }
    const uint8_t *whole = scenes[0].certificate.bytes + scenes[0].answers_from;
    assert_int_equal(lengths[0], lengths[1] + lengths[2]);
    assert_memory_equal(whole, scenes[1].certificate.bytes + scenes[1].answers_from, lengths[1]);
    assert_memory_equal(whole + lengths[1], scenes[2].certificate.bytes + scenes[2].answers_from,
                        lengths[2]);
    for (size_t i = 0; i < 3; i++) {
        scene_free(&scenes[i]);
    }
}

/* A claim says whose win it is about; a half has one, and bytes for no second. */
static void what_is_claimed_is_read(void **state) {
    (void)state;
    static const struct {
        FanWorth worth;
        int least, most;
        char side;
    } cases[] = {{FAN_WORTH_NO_LOSS, 0, 1, CHECK_WHITE}, {FAN_WORTH_NO_WIN, -1, 0, CHECK_BLACK}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Scene scene = scene_new("BBBBB/2WBW/WWWWW b 0 1", cases[i].worth);
        uint8_t *bytes = scene.certificate.bytes;
        CheckCertificate certificate;
        char reason[CHECK_REASON_MAX];
        assert_int_equal(bytes[VALUE_AT], cases[i].worth);
        assert_true(
            check_certificate_read(bytes, scene.certificate.len_bytes, &certificate, reason));
        assert_int_equal(certificate.least, cases[i].least);
        assert_int_equal(certificate.most, cases[i].most);
        assert_int_equal(certificate.claims, 1);
        assert_int_equal(certificate.claim[0].side, cases[i].side);
        assert_false(certificate.claim[0].win);
        bytes[ANSWERS_AT + 16] = 1;
        sum_up(bytes, scene.certificate.len_bytes);
        assert_false(
            check_certificate_read(bytes, scene.certificate.len_bytes, &certificate, reason));
        assert_string_equal(reason, "one claim too many");
        scene_free(&scene);
    }
}

static void a_loss_is_proved_and_damage_found(void **state) {
    (void)state;
    check_position("BB1BB/BWWBW/WW1WW b 0 1", FAN_WORTH_LOSS);
}

/* What is not so cannot be certified. */
static void a_wrong_value_is_not_certified(void **state) {
    (void)state;
    Folder folder = folder_new(5, 3);
    FanPosition start = fan_position_start(&folder.board, &folder.rules);
    for (FanWorth worth = FAN_WORTH_DRAW; worth <= FAN_WORTH_NO_WIN; worth++) {
        bool right = worth == FAN_WORTH_WIN || worth == FAN_WORTH_NO_LOSS;
        FanSolver *solver = fan_solver_new(&folder.board, &folder.rules, NULL, MEMORY);
        FanCertificate certificate = {0};
        assert_non_null(solver);
        assert_int_equal(fan_solver_certify(solver, &start, worth, NULL, NULL, &certificate),
                         right ? FAN_CERTIFY_DONE : FAN_CERTIFY_REFUSED);
        fan_certificate_free(&certificate);
        fan_solver_free(solver);
    }
    folder_remove(&folder);
}

/* Tables that say the same of every position. */
typedef struct Told {
    bool known;
    int value;
} Told;

static bool tell(void *context, const CheckPosition *position, int *value) {
    const Told *told = context;
    (void)position;
    *value = told->value;
    return told->known;
}

static void expect_hole(const Scene *scene, Told told, const char *reason) {
    CheckCertificate certificate;
    CheckHoleFound hole;
    char why[CHECK_REASON_MAX];
    assert_true(check_certificate_read(scene->certificate.bytes, scene->certificate.len_bytes,
                                       &certificate, why));
    assert_int_equal(check_certificate_walk(&certificate, 0, tell, NULL, &told, &hole), CHECK_HOLE);
    assert_string_equal(hole.reason, reason);
    check_line(&certificate, &hole);
    free(hole.line);
}

static void what_tables_say_is_heeded(void **state) {
    (void)state;
    static const struct {
        const char *fen;
        FanWorth worth;
    } cases[] = {{"BBBBB/BW1BW/WWWWW w 0 1", FAN_WORTH_WIN},
                 {"BB1BB/BWWBW/WW1WW b 0 1", FAN_WORTH_LOSS},
                 {"BBBBB/2WBW/WWWWW b 0 1", FAN_WORTH_DRAW}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Scene scene = scene_new(cases[i].fen, cases[i].worth);
        expect_hole(&scene, (Told){false, 0}, "no table that it names knows the position");
        if (cases[i].worth != FAN_WORTH_DRAW) {
            expect_hole(&scene, (Told){true, 0}, "a draw by the tables");
        }
        /* Whoever is to move: of the two values one is against the prover. */
        CheckCertificate certificate;
        CheckHoleFound hole;
        char why[CHECK_REASON_MAX];
        unsigned holes = 0;
        assert_true(check_certificate_read(scene.certificate.bytes, scene.certificate.len_bytes,
                                           &certificate, why));
        for (int value = -1; value <= 1; value += 2) {
            Told told = {true, value};
            if (check_certificate_walk(&certificate, 0, tell, NULL, &told, &hole) == CHECK_HOLE) {
                assert_string_equal(hole.reason, "a loss by the tables");
                check_line(&certificate, &hole);
                holes++;
            }
            free(hole.line);
        }
        assert_true(holes >= 1);
        scene_free(&scene);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_win_is_proved_and_damage_found),
        cmocka_unit_test(a_draw_is_proved_and_damage_found),
        cmocka_unit_test(a_loss_is_proved_and_damage_found),
        cmocka_unit_test(half_a_value_is_proved_and_damage_found),
        cmocka_unit_test(halves_of_a_draw_make_it),
        cmocka_unit_test(what_is_claimed_is_read),
        cmocka_unit_test(a_wrong_value_is_not_certified),
        cmocka_unit_test(what_tables_say_is_heeded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
