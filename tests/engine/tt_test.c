/* The transposition table by itself. */
#include "engine/tt.h"
#include "scene.h"
#include "support/test.h"

static FanTt tt;

static FanTtHit fact(FanMove move, int score, int depth, FanBound bound) {
    return (FanTtHit){.move = move, .score = score, .depth = depth, .bound = bound};
}

static void expect(uint64_t key, FanTtHit wanted) {
    FanTtHit hit;
    assert_true(fan_tt_probe(&tt, key, &hit));
    assert_true(hit.move == wanted.move);
    assert_int_equal(hit.score, wanted.score);
    assert_int_equal(hit.depth, wanted.depth);
    assert_int_equal(hit.bound, wanted.bound);
}

/* Keys of one bucket: they differ in the upper half alone. */
static uint64_t key_in_bucket(uint64_t n) {
    return 77 | (n + 1) << 40;
}

static void what_is_stored_is_found(void **state) {
    (void)state;
    fan_tt_clear(&tt);
    FanMove longest = fan_move_make(48, 47, FAN_MOVE_CAPTURED_MASK);
    FanTtHit facts[] = {
        fact(longest, 29999, 63, FAN_BOUND_EXACT),
        fact(FAN_NO_MOVE, -29999, 0, FAN_BOUND_UPPER),
        fact(fan_move_make(0, 1, 0), -1, -47, FAN_BOUND_LOWER),
    };
    for (uint64_t i = 0; i < 3; i++) {
        fan_tt_store(&tt, key_in_bucket(i), &facts[i]);
    }
    for (uint64_t i = 0; i < 3; i++) {
        expect(key_in_bucket(i), facts[i]);
    }
    FanTtHit hit;
    assert_false(fan_tt_probe(&tt, key_in_bucket(3), &hit));
    assert_false(fan_tt_probe(&tt, 0, &hit));
}

static void a_known_move_outlives_a_visit_that_found_none(void **state) {
    (void)state;
    fan_tt_clear(&tt);
    FanTtHit with = fact(fan_move_make(3, 4, 0), 5, 6, FAN_BOUND_LOWER);
    FanTtHit without = fact(FAN_NO_MOVE, -5, 7, FAN_BOUND_UPPER);
    fan_tt_store(&tt, 9, &with);
    fan_tt_store(&tt, 9, &without);
    without.move = with.move;
    expect(9, without);
}

static void the_shallowest_of_a_full_bucket_gives_way(void **state) {
    (void)state;
    fan_tt_clear(&tt);
    static const int depths[] = {5, 2, 7, 3};
    for (uint64_t i = 0; i < 4; i++) {
        FanTtHit hit = fact(FAN_NO_MOVE, (int)i, depths[i], FAN_BOUND_EXACT);
        fan_tt_store(&tt, key_in_bucket(i), &hit);
    }
    FanTtHit fifth = fact(FAN_NO_MOVE, 4, 1, FAN_BOUND_EXACT), hit;
    fan_tt_store(&tt, key_in_bucket(4), &fifth);
    expect(key_in_bucket(4), fifth);
    assert_false(fan_tt_probe(&tt, key_in_bucket(1), &hit));
    assert_true(fan_tt_probe(&tt, key_in_bucket(3), &hit));
}

static void old_entries_give_way_to_new_ones(void **state) {
    (void)state;
    fan_tt_clear(&tt);
    FanTtHit hit = fact(FAN_NO_MOVE, 0, 6, FAN_BOUND_EXACT);
    fan_tt_store(&tt, key_in_bucket(0), &hit);
    fan_tt_new_search(&tt);
    hit.depth = 3;
    for (uint64_t i = 1; i < 5; i++) {
        fan_tt_store(&tt, key_in_bucket(i), &hit);
    }
    assert_false(fan_tt_probe(&tt, key_in_bucket(0), &hit));
    assert_true(fan_tt_probe(&tt, key_in_bucket(1), &hit));
}

/* The entry that a table with nothing else in it has for this key and fact. */
static FanTtEntry entry_for(uint64_t key, FanTtHit known) {
    FanTtEntry *bucket = &tt.entries[(key & tt.mask) * FAN_TT_BUCKET];
    fan_tt_clear(&tt);
    fan_tt_store(&tt, key, &known);
    for (int i = 0; i < FAN_TT_BUCKET; i++) {
        if (bucket[i].what != 0) {
            return bucket[i];
        }
    }
    fail_msg("nothing was stored");
    return bucket[0];
}

/* What a reader meets while another thread writes: the first word of one entry, the second of
 * another, of the same position or not. */
static void halves_of_two_entries_are_no_entry(void **state) {
    (void)state;
    uint64_t seed = 31;
    for (int round = 0; round < 3000; round++) {
        uint64_t keys[2] = {key_in_bucket(1), key_in_bucket(round % 2 ? 1 : chance(&seed) >> 40)};
        FanTtEntry entries[2];
        for (int i = 0; i < 2; i++) {
            FanMove move = round % 3 ? chance(&seed) >> 3 : FAN_NO_MOVE;
            FanBound bound = i ? FAN_BOUND_LOWER : FAN_BOUND_UPPER; /* so that they differ */
            entries[i] = entry_for(keys[i], fact(move, (int)(chance(&seed) % 600), 5, bound));
        }
        FanTtEntry *entry = &tt.entries[(keys[0] & tt.mask) * FAN_TT_BUCKET];
        fan_tt_clear(&tt);
        for (int i = 0; i < 2; i++) {
            FanTtHit hit;
            entry->what = entries[i].what;
            entry->rest = entries[!i].rest;
            assert_false(fan_tt_probe(&tt, keys[0], &hit));
            assert_false(fan_tt_probe(&tt, keys[1], &hit));
            entry->rest = entries[i].rest;
            assert_true(fan_tt_probe(&tt, keys[i], &hit));
        }
    }
}

static void sizes_are_powers_of_two_within_what_is_given(void **state) {
    (void)state;
    static const size_t asked[] = {0, 64 << 10, (128 << 10) - 1, 128 << 10, 3 << 20};
    static const uint64_t buckets[] = {1024, 1024, 1024, 2048, 32768};
    for (size_t i = 0; i < 5; i++) {
        FanTt other;
        assert_true(fan_tt_init(&other, asked[i]));
        assert_true(other.mask + 1 == buckets[i]);
        fan_tt_free(&other);
    }
#if !defined(SCENE_SANITIZED) && !defined(__wasi__)
    FanTt impossible;
    assert_false(fan_tt_init(&impossible, SIZE_MAX / 2));
#endif
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_stored_is_found),
        cmocka_unit_test(a_known_move_outlives_a_visit_that_found_none),
        cmocka_unit_test(the_shallowest_of_a_full_bucket_gives_way),
        cmocka_unit_test(old_entries_give_way_to_new_ones),
        cmocka_unit_test(halves_of_two_entries_are_no_entry),
        cmocka_unit_test(sizes_are_powers_of_two_within_what_is_given),
    };
    if (!fan_tt_init(&tt, 0)) {
        return 1;
    }
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    fan_tt_free(&tt);
    return failed;
}
