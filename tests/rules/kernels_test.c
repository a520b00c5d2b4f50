/* The kernels: known counts, and those of 9×5 against the one for any board, order included. */
#include "rules/kernel.h"
#include "rules/sample.h"
#include "support/facts.h"

enum { KERNELS_MAX = 3, MOVES_MAX = 4096 };

/* The kernels of 9×5 that this processor can run. */
static const Kernel *kernels[KERNELS_MAX];
static size_t kernel_count;

static void find_kernels(void) {
    kernels[kernel_count++] = &fan_kernel_tables;
    kernels[kernel_count++] = &fan_kernel_tsivy;
#if defined(__x86_64__)
    if (__builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2")) {
        kernels[kernel_count++] = &fan_kernel_tsivy_pext;
    }
#endif
}

static bool is_tsivy(const FanBoard *board) {
    return board->files == 9 && board->ranks == 5;
}

/* --- Known counts ------------------------------------------------------------------------------
 */

static FactCost dearest;

static void expect_fact(void *context, const PerftFact *fact) {
    size_t *counted = context;
    if (fact->effects || fact->cost > dearest) {
        return;
    }
    Sample sample = sample_of(fact->rules, fact->position);
    size_t usable = is_tsivy(&sample.board) ? kernel_count : 1;
    if (sample.position.mode != FAN_MODE_CAPTURE) {
        usable = 0; /* kernels are for sections 3 and 4 */
    }
    for (size_t i = 0; i < usable; i++) {
        uint64_t count =
            kernels[i]->perft(&sample.board, &sample.rules, &sample.position, fact->depth);
        if (count != fact->count) {
            fail_msg("line %d: %s counts %llu", fact->line, kernels[i]->name,
                     (unsigned long long)count);
        }
    }
    assert_int_equal(fan_perft(&sample.board, &sample.rules, &sample.position, fact->depth),
                     fact->count);
    ++*counted;
}

static void every_kernel_counts_the_known_lines_of_turns(void **state) {
    (void)state;
    size_t counted = 0;
    perft_facts_each(expect_fact, &counted);
    assert_true(counted >= 78);
}

/* --- Agreement ---------------------------------------------------------------------------------
 */

static size_t positions;

/* A position for the kernels, which know sections 3 and 4 only. */
static Sample capture_sample_on(Random *random, BoardSize size) {
    Sample sample = sample_random_on(random, size);
    sample.position.mode = FAN_MODE_CAPTURE;
    return sample;
}

static void fail_kernel(const Sample *sample, const Kernel *kernel, const char *claim) {
    fail_sample(sample, claim, kernel->name);
}

static void expect_same(const Sample *sample, const Kernel *kernel) {
    static FanMove wanted[MOVES_MAX], found[MOVES_MAX];
    const FanBoard *board = &sample->board;
    const FanPosition *position = &sample->position;
    size_t count = fan_kernel_tables.moves(board, &sample->rules, position, wanted, MOVES_MAX);
    memset(found, 0x5A, sizeof found);
    if (kernel->moves(board, &sample->rules, position, found, MOVES_MAX) != count) {
        fail_kernel(sample, kernel, "another number of moves");
    }
    size_t kept = count < MOVES_MAX ? count : MOVES_MAX;
    if (memcmp(wanted, found, kept * sizeof *wanted) != 0) {
        fail_kernel(sample, kernel, "other moves, or in another order");
    }
    if (kernel->must_capture(board, position) != fan_kernel_tables.must_capture(board, position)) {
        fail_kernel(sample, kernel, "disagrees whether there is a capture");
    }
    for (unsigned depth = 0; depth <= (count > 200 ? 1u : 2u); depth++) {
        if (kernel->perft(board, &sample->rules, position, depth) !=
            fan_kernel_tables.perft(board, &sample->rules, position, depth)) {
            fail_kernel(sample, kernel, "another count");
        }
    }
}

static void kernels_of_tsivy_agree_with_the_tables(void **state) {
    (void)state;
    Random random = {11};
    for (size_t i = 0; i < positions; i++) {
        Sample sample = capture_sample_on(&random, board_sizes[0]);
        for (size_t k = 1; k < kernel_count; k++) {
            expect_same(&sample, kernels[k]);
        }
    }
}

/* One stone of each side, anywhere, either to move: every line, every edge. */
static void kernels_agree_wherever_two_stones_stand(void **state) {
    (void)state;
    Sample sample = sample_start(board_sizes[0], "");
    for (int white = 0; white < 45; white++) {
        for (int black = 0; black < 45; black++) {
            for (uint8_t side = 0; side < 2 && black != white; side++) {
                sample.position = (FanPosition){
                    .stones = {UINT64_C(1) << white, UINT64_C(1) << black}, .side = side};
                for (size_t k = 1; k < kernel_count; k++) {
                    expect_same(&sample, kernels[k]);
                }
            }
        }
    }
}

/* The kernels count without listing; the drafts list without counting. */
static void kernels_count_the_turns_that_drafts_make(void **state) {
    (void)state;
    Random random = {12};
    static TurnList list;
    for (size_t i = 0; i < positions / 2; i++) {
        Sample sample = sample_random(&random);
        list_turns(&sample, &list);
        uint64_t under = 0;
        for (size_t j = 0; j < list.count && j < 200; j++) {
            under += fan_turns_count(&sample.board, &sample.rules, &list.afters[j]);
        }
        if (fan_perft(&sample.board, &sample.rules, &sample.position, 1) != list.count) {
            fail_sample(&sample, "another number of turns", "depth 1");
        }
        if (list.count <= 200 &&
            fan_perft(&sample.board, &sample.rules, &sample.position, 2) != under) {
            fail_sample(&sample, "another number of turns", "depth 2");
        }
    }
}

/* --- Choice ------------------------------------------------------------------------------------
 */

static void special_kernels_are_for_tsivy_alone(void **state) {
    (void)state;
    for (int i = 0; i < BOARD_SIZES; i++) {
        FanBoard board;
        assert_true(fan_board_init(&board, board_sizes[i].files, board_sizes[i].ranks));
        const Kernel *chosen = fan_kernel_for(&board);
        assert_int_equal(chosen == &fan_kernel_tables, !is_tsivy(&board));
        if (is_tsivy(&board)) {
            bool known = false;
            for (size_t k = 1; k < kernel_count; k++) {
                known |= chosen == kernels[k];
            }
            assert_true(known);
        }
    }
}

static void kernels_have_names_of_their_own(void **state) {
    (void)state;
    static const char *const names[] = {"tables", "tsivy", "tsivy pext"};
    for (size_t k = 0; k < kernel_count; k++) {
        assert_string_equal(kernels[k]->name, names[k]);
    }
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kernel_counts_the_known_lines_of_turns),
        cmocka_unit_test(kernels_of_tsivy_agree_with_the_tables),
        cmocka_unit_test(kernels_agree_wherever_two_stones_stand),
        cmocka_unit_test(kernels_count_the_turns_that_drafts_make),
        cmocka_unit_test(special_kernels_are_for_tsivy_alone),
        cmocka_unit_test(kernels_have_names_of_their_own),
    };
    positions = argument_of(argc, argv, 2000);
    dearest = fact_cost_read(argc > 2 ? argv[2] : "quick");
    find_kernels();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
