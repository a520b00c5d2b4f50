/* What is remembered, and what is forgotten first. */
#include "solver/memo.h"
#include "solver/solver.h"
#include "support/test.h"

enum { CLUSTER = 8, ONE_CLUSTER_BYTES = CLUSTER * FAN_MEMO_ENTRY_BYTES, MANY_BYTES = 1 << 20 };

#define ALL ((UINT64_C(1) << 45) - 1)

static FanMemo *memo_of(uint64_t bytes) {
    FanMemo *memo = fan_memo_new(bytes);
    assert_non_null(memo);
    return memo;
}

/* Any position, by a number. */
static FanStand stand_numbered(uint64_t number) {
    uint64_t own = (number + 1) * UINT64_C(0x9E3779B97F4A7C15) >> 19;
    uint64_t foe = (number + 1) * UINT64_C(0xD6E8FEB86659FD93) >> 19;
    return (FanStand){own & ALL, foe & ~own & ALL};
}

static void store(FanMemo *memo, uint64_t number, FanState state, uint32_t work) {
    FanKnown known = {.state = state,
                      .attacker = number % 2,
                      .answer = 7,
                      .distance = 9,
                      .proof = 5,
                      .disproof = 6,
                      .work = work};
    fan_memo_store(memo, stand_numbered(number), &known);
}

static FanKnown look(FanMemo *memo, uint64_t number) {
    return fan_memo_look(memo, stand_numbered(number), number % 2);
}

static void what_was_stored_is_found(void **state) {
    (void)state;
    FanMemo *memo = memo_of(MANY_BYTES);
    for (uint64_t i = 0; i < 1000; i++) {
        store(memo, i, FAN_STATE_OPEN + i % 4, 1);
    }
    for (uint64_t i = 0; i < 1000; i++) {
        FanKnown known = look(memo, i);
        assert_int_equal(known.state, FAN_STATE_OPEN + i % 4);
        assert_int_equal(known.attacker, i % 2);
        assert_int_equal(known.busy, 0);
        if (known.state == FAN_STATE_OPEN) {
            assert_true(known.proof == 5 && known.disproof == 6);
        } else {
            assert_true(known.answer == 7 && known.distance == 9);
        }
        assert_int_equal(fan_memo_look(memo, stand_numbered(i), !(i % 2)).state, FAN_STATE_NONE);
    }
    assert_int_equal(fan_memo_used(memo), 1000);
    assert_int_equal(fan_memo_forgotten(memo), 0);
    fan_memo_free(memo);
}

static uint32_t kept(FanMemo *memo, uint32_t number) {
    FanKnown known = {.state = FAN_STATE_OPEN, .proof = number, .disproof = 1};
    fan_memo_store(memo, stand_numbered(0), &known);
    return look(memo, 0).proof;
}

static void numbers_are_never_rounded_down(void **state) {
    (void)state;
    FanMemo *memo = memo_of(MANY_BYTES);
    for (uint32_t number = 0; number < 2048; number++) {
        assert_int_equal(kept(memo, number), number);
    }
    for (uint32_t number = 2048; number < FAN_NUMBER_MAX; number += number / 97) {
        assert_true(kept(memo, number) >= number);
        assert_true(kept(memo, number) <= number + number / 1000);
        assert_true(kept(memo, number) < FAN_NUMBER_MAX);
    }
    assert_true(kept(memo, FAN_NUMBER_MAX - 1) == FAN_NUMBER_MAX - 1);
    assert_int_equal(kept(memo, FAN_NUMBER_MAX), FAN_NUMBER_MAX);
    fan_memo_free(memo);
}

static void what_is_decided_stays(void **state) {
    (void)state;
    FanMemo *memo = memo_of(MANY_BYTES);
    store(memo, 2, FAN_STATE_TENTATIVE, 1);
    fan_memo_reopen(memo, stand_numbered(2), false, 11, 12);
    assert_int_equal(look(memo, 2).state, FAN_STATE_OPEN);
    assert_true(look(memo, 2).proof == 11 && look(memo, 2).disproof == 12);
    fan_memo_settle(memo, stand_numbered(2), false, 3);
    assert_int_equal(look(memo, 2).state, FAN_STATE_REFUTED);
    store(memo, 2, FAN_STATE_OPEN, 100);
    fan_memo_reopen(memo, stand_numbered(2), false, 11, 12);
    assert_int_equal(look(memo, 2).state, FAN_STATE_REFUTED);
    assert_int_equal(look(memo, 2).answer, 3);
    fan_memo_settle(memo, stand_numbered(4), false, 3);
    assert_int_equal(look(memo, 4).state, FAN_STATE_NONE);
    fan_memo_free(memo);
}

/* Open entries by their work, then decided ones, tentative ones last. */
static void what_is_worth_least_is_forgotten_first(void **state) {
    (void)state;
    static const struct {
        FanState state;
        uint32_t work;
    } order[CLUSTER] = {{FAN_STATE_OPEN, 1},       {FAN_STATE_OPEN, 2},     {FAN_STATE_REFUTED, 1},
                        {FAN_STATE_OPEN, 40},      {FAN_STATE_PROVED, 50},  {FAN_STATE_OPEN, 5000},
                        {FAN_STATE_REFUTED, 5000}, {FAN_STATE_TENTATIVE, 1}};
    FanMemo *memo = memo_of(ONE_CLUSTER_BYTES);
    for (unsigned i = CLUSTER; i-- > 0;) {
        store(memo, i, order[i].state, order[i].work);
    }
    for (unsigned more = 0; more < CLUSTER - 1; more++) {
        store(memo, CLUSTER + more, FAN_STATE_TENTATIVE, 1000);
        for (unsigned i = 0; i < CLUSTER; i++) {
            assert_int_equal(look(memo, i).state, i <= more ? FAN_STATE_NONE : order[i].state);
        }
    }
    assert_int_equal(fan_memo_used(memo), CLUSTER);
    assert_int_equal(fan_memo_forgotten(memo), CLUSTER - 1);
    fan_memo_free(memo);
}

static void what_threads_are_below_is_kept(void **state) {
    (void)state;
    FanMemo *memo = memo_of(ONE_CLUSTER_BYTES);
    FanMemoKey key = fan_memo_key(memo, stand_numbered(0), false);
    const FanKnown guess = {.state = FAN_STATE_OPEN, .proof = 3, .disproof = 4};
    for (unsigned i = 0; i < 70; i++) {
        fan_memo_enter(memo, key, &guess);
    }
    assert_int_equal(look(memo, 0).busy, 63);
    assert_true(look(memo, 0).proof == 3 && look(memo, 0).disproof == 4);
    for (unsigned i = 1; i < 100; i++) {
        store(memo, i, FAN_STATE_REFUTED, 1000);
    }
    assert_int_equal(look(memo, 0).state, FAN_STATE_OPEN);
    for (unsigned i = 0; i < 70; i++) {
        fan_memo_leave(memo, key);
    }
    assert_int_equal(look(memo, 0).busy, 0);
    store(memo, 200, FAN_STATE_REFUTED, 1000);
    assert_int_equal(look(memo, 0).state, FAN_STATE_NONE);
    fan_memo_free(memo);
}

static void room_is_what_fits(void **state) {
    (void)state;
    FanMemo *memo = memo_of(100 * ONE_CLUSTER_BYTES);
    assert_int_equal(fan_memo_room(memo), 100 * CLUSTER);
    for (uint64_t i = 0; i < 10000; i++) {
        store(memo, i, FAN_STATE_OPEN, 1);
    }
    assert_int_equal(fan_memo_used(memo), 100 * CLUSTER);
    assert_int_equal(fan_memo_used(memo) + fan_memo_forgotten(memo), 10000);
    fan_memo_free(memo);
}

static bool carry(void *context, FanMemoWords words, const FanKnown *known) {
    (void)known;
    return fan_memo_take(context, ALL, words);
}

static bool is_same(void *context, FanStand stand, const FanKnown *known) {
    FanKnown other = fan_memo_look(context, stand, known->attacker);
    return other.state == known->state && other.work == known->work &&
           other.answer == known->answer && other.proof == known->proof;
}

static void words_carry_all(void **state) {
    (void)state;
    FanMemo *from = memo_of(MANY_BYTES), *to = memo_of(MANY_BYTES / 2);
    for (uint64_t i = 0; i < 1000; i++) {
        store(from, i, FAN_STATE_OPEN + i % 4, (uint32_t)(i * i));
    }
    assert_true(fan_memo_visit_words(from, carry, to));
    assert_int_equal(fan_memo_used(to), 1000);
    assert_true(fan_memo_visit(from, is_same, to));
    fan_memo_free(from);
    fan_memo_free(to);
}

static void words_of_no_entry_are_refused(void **state) {
    (void)state;
    const uint64_t open = (uint64_t)FAN_STATE_OPEN << 17, beyond = UINT64_C(59049) * 59049 * 59049;
    static const uint64_t too_many = UINT64_C(12157665459056928801); /* 3 to the 40th */
    FanMemo *memo = memo_of(MANY_BYTES);
    assert_true(fan_memo_take(memo, ALL, (FanMemoWords){1, open}));
    assert_false(fan_memo_take(memo, ALL, (FanMemoWords){1, 0}));
    assert_false(fan_memo_take(memo, ALL, (FanMemoWords){1, (uint64_t)5 << 17}));
    assert_false(fan_memo_take(memo, ALL, (FanMemoWords){1, open | 1 << 16}));
    assert_false(fan_memo_take(memo, ALL, (FanMemoWords){1, open | 1 << 20}));
    assert_false(fan_memo_take(memo, ALL, (FanMemoWords){1, open | 0x7FFF}));
    assert_false(fan_memo_take(memo, 1023, (FanMemoWords){beyond, open}));
    assert_false(fan_memo_take(memo, ALL, (FanMemoWords){too_many, open}));
    assert_int_equal(fan_memo_used(memo), 1);
    fan_memo_free(memo);
}

/* Endless search would be the alternative: closed sets do not fit. */
static void too_little_memory_ends_the_search(void **state) {
    (void)state;
    FanBoard board;
    FanRules rules = fan_rules_default();
    assert_true(fan_board_init(&board, 5, 5));
    for (uint64_t bytes = ONE_CLUSTER_BYTES; bytes < 5000; bytes *= 6) {
        FanSolver *solver = fan_solver_new(&board, &rules, NULL, bytes);
        FanPosition start = fan_position_start(&board, &rules);
        FanFinding finding;
        assert_non_null(solver);
        assert_int_equal(fan_solver_ask(solver, &start, FAN_WHITE, 1, NULL, NULL, &finding),
                         FAN_SOLVE_FAILED);
        assert_int_equal(finding.verdict, FAN_VERDICT_OPEN);
        fan_solver_free(solver);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_stored_is_found),
        cmocka_unit_test(numbers_are_never_rounded_down),
        cmocka_unit_test(what_is_decided_stays),
        cmocka_unit_test(what_is_worth_least_is_forgotten_first),
        cmocka_unit_test(what_threads_are_below_is_kept),
        cmocka_unit_test(room_is_what_fits),
        cmocka_unit_test(words_carry_all),
        cmocka_unit_test(words_of_no_entry_are_refused),
        cmocka_unit_test(too_little_memory_ends_the_search),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
