/* How long to think, by tables. */
#include "engine/time.h"
#include "support/test.h"

static void clocks_are_divided(void **state) {
    (void)state;
    static const struct {
        uint64_t left, increment, overhead, soft, hard;
    } rows[] = {
        {0, 0, 0, 1, 1},
        {0, 5000, 0, 1, 1},
        {5, 0, 10, 1, 1}, /* less than is lost on the way */
        {14000, 0, 0, 1000, 4000},
        {14010, 0, 10, 1000, 4000},
        {14000, 1000, 0, 1800, 4666},
        {300, 10000, 0, 100, 100}, /* an increment that comes later is not there yet */
        {1400000, 0, 0, 100000, 400000},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        FanAllotment time = fan_time_allot(rows[i].left, rows[i].increment, rows[i].overhead);
        assert_int_equal(time.soft_ms, rows[i].soft);
        assert_int_equal(time.hard_ms, rows[i].hard);
    }
}

/* Whatever the increment, turn after turn: there is always more on the clock than the turn takes.
 */
static void no_clock_runs_out(void **state) {
    (void)state;
    enum { OVERHEAD = 10 };
    for (uint64_t start = 50; start < 1000000; start = start * 3 + 1) {
        for (uint64_t increment = 0; increment < 100000; increment = increment * 7 + 3) {
            uint64_t left = start;
            for (int turn = 0; turn < 300 && left > OVERHEAD + 3; turn++) {
                FanAllotment time = fan_time_allot(left, increment, OVERHEAD);
                assert_true(1 <= time.soft_ms && time.soft_ms <= time.hard_ms);
                assert_true(time.hard_ms <= (left - OVERHEAD) / 3 + 1);
                left = left - time.hard_ms + increment;
            }
        }
    }
}

static void a_depth_is_begun_where_it_is_worth_its_time(void **state) {
    (void)state;
    static const struct {
        const char *claim;
        FanProgress progress;
        bool enough;
    } rows[] = {
        {"an only turn is played at once", {.turns = 1}, true},
        {"two turns are thought about", {.turns = 2}, false},
        {"well within the limit",
         {.elapsed_ms = 300, .depth_ms = 200, .stable = 3, .turns = 9},
         false},
        {"the next depth takes no less than the last",
         {.elapsed_ms = 500, .depth_ms = 400, .stable = 3, .turns = 9},
         true},
        {"a choice that stands firm takes less",
         {.elapsed_ms = 400, .depth_ms = 250, .stable = 8, .turns = 9},
         true},
        {"the same with a choice less firm",
         {.elapsed_ms = 400, .depth_ms = 250, .stable = 3, .turns = 9},
         false},
        {"a new choice takes longer",
         {.elapsed_ms = 800, .depth_ms = 500, .stable = 0, .turns = 9},
         false},
        {"but not for ever", {.elapsed_ms = 1100, .depth_ms = 500, .stable = 0, .turns = 9}, true},
        {"a falling score takes longer",
         {.elapsed_ms = 700, .depth_ms = 400, .stable = 3, .fall = 30, .turns = 9},
         false},
        {"a rising one does not",
         {.elapsed_ms = 700, .depth_ms = 400, .stable = 3, .fall = -300, .turns = 9},
         true},
        {"a score that plunges takes longest",
         {.elapsed_ms = 1400, .depth_ms = 800, .stable = 0, .fall = 300, .turns = 9},
         false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (fan_time_enough(1000, &rows[i].progress) != rows[i].enough) {
            fail_msg("not so: %s", rows[i].claim);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clocks_are_divided),
        cmocka_unit_test(no_clock_runs_out),
        cmocka_unit_test(a_depth_is_begun_where_it_is_worth_its_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
