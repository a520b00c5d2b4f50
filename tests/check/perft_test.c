/* The plain rules count what tests/data/perft.txt says.
 *
 * The argument is the dearest class of counts to do: quick, slow or deep. */
#include "check/check.h"
#include "support/facts.h"
#include "support/test.h"

static FactCost dearest;
static size_t done;

static void expect_count(void *context, const PerftFact *fact) {
    (void)context;
    CheckRules rules;
    CheckPosition position, start;
    bool read = check_rules_read(fact->rules, &rules);
    rules.telo = fact->telo;
    if (!read || !check_position_read(fact->position, &rules, &position))
        fail_msg("line %d: bad rules or position", fact->line);
    assert_true(check_position_start(fact->files, fact->ranks, &rules, &start));
    assert_true(check_position_same(&start, &position));
    if (fact->cost > dearest)
        return;
    uint64_t count = 0;
    if (fact->effects)
        assert_true(check_perft_effects(&rules, &position, fact->depth, &count));
    else
        count = check_perft(&rules, &position, fact->depth);
    if (count != fact->count)
        fail_msg("line %d: %llu, not %llu", fact->line, (unsigned long long)count,
                 (unsigned long long)fact->count);
    done++;
}

static void counts_are_the_known_ones(void **state) {
    (void)state;
    assert_int_equal(perft_facts_each(expect_count, NULL), 87);
    print_message("%zu counts\n", done);
    assert_true(done >= 80);
}

static void depth_0_counts_1_and_an_ended_position_nothing(void **state) {
    (void)state;
    CheckRules rules = check_rules_default();
    CheckPosition position;
    uint64_t effects = 0;
    assert_true(check_position_read("3/3/W2 b 0 1", &rules, &position));
    assert_int_equal(check_perft(&rules, &position, 0), 1);
    assert_int_equal(check_perft(&rules, &position, 1), 0);
    assert_true(check_perft_effects(&rules, &position, 0, &effects));
    assert_int_equal(effects, 1);
    assert_true(check_perft_effects(&rules, &position, 2, &effects));
    assert_int_equal(effects, 0);
}

static void perft_looks_past_the_quiet_limit(void **state) {
    (void)state; /* R5.7 */
    CheckRules rules = check_rules_default();
    CheckPosition position;
    assert_true(check_position_read("8B/9/4W4/9/9 w 50 26", &rules, &position));
    assert_int_equal(check_perft(&rules, &position, 1), 8);
}

int main(int argc, char **argv) {
    dearest = fact_cost_read(argc > 1 ? argv[1] : "quick");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_are_the_known_ones),
        cmocka_unit_test(depth_0_counts_1_and_an_ended_position_nothing),
        cmocka_unit_test(perft_looks_past_the_quiet_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
