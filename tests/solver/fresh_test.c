/* A seeded hunt for wrong refutations: some of those that a search has stored of positions inside
 * quiet runs – where they could have leaned on a repetition – are solved afresh, each by a solver
 * that knows nothing else, and shown to be closed. */
#include "solver/inside.h"
#include "support/random.h"
#include "support/test.h"
#include "tablegen/folder.h"

enum { SAMPLES_MAX = 4096 };

/* The board, tables of the search, its memory in KiB, how many positions, which. */
static unsigned files = 5, ranks = 5, stones = 5, memory_kib = 16384, samples = 100;
static uint64_t seed = 1;

typedef struct Sample {
    FanStand stand;
    bool attacker;
} Sample;

typedef struct Hunt {
    const FanScene *scene;
    FanStands follow;
    Random random;
    Sample samples[SAMPLES_MAX];
    size_t met;
} Hunt;

/* Each refutation of a position with a quiet turn comes among the samples with the same chance. */
static bool choose(void *context, FanStand stand, const FanKnown *known) {
    Hunt *hunt = context;
    bool quiet = false;
    if (known->state != FAN_STATE_REFUTED) {
        return true;
    }
    assert_true(fan_stand_follow(hunt->scene, stand, &hunt->follow));
    for (size_t i = 0; i < hunt->follow.count; i++) {
        quiet = quiet || is_quiet(stand, hunt->follow.all[i]);
    }
    if (!quiet) {
        return true;
    }
    size_t place = hunt->met < samples ? hunt->met : random_below(&hunt->random, hunt->met + 1);
    hunt->met++;
    if (place < samples) {
        hunt->samples[place] = (Sample){stand, known->attacker};
    }
    return true;
}

/* By whoever's win it is about, a certificate of the other half. */
static void solve_afresh(const Folder *folder, const FanTables *tables, const Sample *sample) {
    uint64_t bytes = (uint64_t)memory_kib << 11; /* it knows nothing yet: twice as much */
    FanSolver *solver = fan_solver_new(&folder->board, &folder->rules, tables, bytes);
    FanPosition position = fan_stand_position(sample->stand);
    FanFinding finding;
    FanCertificate certificate = {0};
    assert_non_null(solver);
    assert_int_equal(fan_solver_ask(solver, &position, sample->attacker ? FAN_WHITE : FAN_BLACK, 1,
                                    NULL, NULL, &finding),
                     FAN_SOLVE_DONE);
    assert_int_equal(finding.verdict, FAN_VERDICT_NO);
    assert_int_equal(fan_solver_certify(solver, &position,
                                        sample->attacker ? FAN_WORTH_NO_WIN : FAN_WORTH_NO_LOSS,
                                        NULL, NULL, &certificate),
                     FAN_CERTIFY_DONE);
    fan_certificate_free(&certificate);
    fan_solver_free(solver);
}

static void no_stored_refutation_is_wrong(void **state) {
    (void)state;
    Folder folder = folder_new(files, ranks);
    folder_build(&folder, stones, FAN_TABLE_DTC, 1);
    FanTables *tables = folder_open(&folder);
    FanSolver *solver =
        fan_solver_new(&folder.board, &folder.rules, tables, (uint64_t)memory_kib << 10);
    assert_non_null(solver);
    FanPosition start = fan_position_start(&folder.board, &folder.rules);
    for (FanSide side = FAN_WHITE; side <= FAN_BLACK; side++) {
        FanFinding finding;
        assert_int_equal(fan_solver_ask(solver, &start, side, 2, NULL, NULL, &finding),
                         FAN_SOLVE_DONE);
    }
    Hunt *hunt = calloc(1, sizeof *hunt);
    assert_non_null(hunt);
    hunt->scene = &solver->search.scene;
    hunt->random.state = seed;
    assert_true(fan_memo_visit(solver->search.memo, choose, hunt));
    print_message("%zu refutations of positions with a quiet turn; %u of them, seed %llu\n",
                  hunt->met, samples, (unsigned long long)seed);
    assert_true(hunt->met > samples);
    fan_solver_free(solver);
    for (unsigned i = 0; i < samples; i++) {
        solve_afresh(&folder, tables, &hunt->samples[i]);
    }
    fan_stands_free(&hunt->follow);
    free(hunt);
    fan_tables_free(tables);
    folder_remove(&folder);
}

int main(int argc, char **argv) {
    unsigned *const numbers[] = {&files, &ranks, &stones, &memory_kib, &samples};
    for (int i = 1; i < argc && i <= 5; i++) {
        *numbers[i - 1] = (unsigned)atoi(argv[i]);
    }
    seed = argc > 6 ? (uint64_t)atoll(argv[6]) : seed;
    if (samples > SAMPLES_MAX) {
        return 2;
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(no_stored_refutation_is_wrong)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
