/* Several threads: the table they share, and that they come, help and go in every state of a
 * search. Under the thread sanitizer this is also the proof that they do it without a race. */
#include "engine/tt.h"
#include "scene.h"
#include "support/test.h"

#include <pthread.h>
#include <time.h>

static Scene scene;
static FanEngine *engine;

static uint64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

static void wait_ms(long ms) {
    nanosleep(&(struct timespec){.tv_nsec = ms * 1000000}, NULL);
}

/* --- the table, where tt_test.c shows what becomes of halves of two entries ----------------------
 */

enum { WRITERS = 3, WRITES = 20000, KEYS = 4 };

static FanTt tt;

/* What every thread files under a key in round `round`: the parts of it belong together. */
static FanTtHit fact_of(uint64_t key, uint64_t round) {
    int number = 1 + (int)(round % 999); /* never FAN_NO_MOVE, which leaves a known move */
    return (FanTtHit){
        .move = fan_move_make((FanPoint)(key % 45), (FanPoint)(number % 45), (FanPoints)number),
        .score = number,
        .depth = number % 50,
        .bound = FAN_BOUND_EXACT};
}

static bool is_whole(uint64_t key, const FanTtHit *hit) {
    FanTtHit fact = fact_of(key, fan_move_captured(hit->move) - 1);
    return hit->move == fact.move && hit->score == fact.score && hit->depth == fact.depth &&
           hit->bound == fact.bound;
}

static atomic_uint torn;

static void *write_and_read(void *context) {
    uint64_t seed = (uint64_t)(uintptr_t)context;
    for (int i = 0; i < WRITES; i++) {
        uint64_t key = (chance(&seed) % KEYS) << 40;
        FanTtHit hit = fact_of(key, chance(&seed) % 1000);
        fan_tt_store(&tt, key, &hit);
        key = (chance(&seed) % KEYS) << 40;
        if (fan_tt_probe(&tt, key, &hit) && !is_whole(key, &hit)) {
            atomic_fetch_add(&torn, 1);
        }
    }
    return NULL;
}

static void threads_never_read_what_none_of_them_wrote(void **state) {
    (void)state;
    pthread_t threads[WRITERS];
    assert_true(fan_tt_init(&tt, 0));
    for (uintptr_t i = 0; i < WRITERS; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, write_and_read, (void *)(i + 1)), 0);
    }
    for (int i = 0; i < WRITERS; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    }
    fan_tt_free(&tt);
    assert_int_equal(atomic_load(&torn), 0);
}

/* --- the search ----------------------------------------------------------------------------------
 */

static void begin(const FanJob *job) {
    assert_int_equal(fan_engine_begin(engine, &scene.game, job), FAN_ENGINE_OK);
}

static void expect_legal_turn(void) {
    FanTurn turn = fan_engine_turn(engine);
    assert_int_equal(fan_turn_refusal(&scene.board, &scene.rules, &scene.game.position, &turn).code,
                     FAN_LEGAL);
}

/* Nobody searches any more. */
static void expect_rest(void) {
    uint64_t nodes = fan_engine_report(engine).nodes;
    assert_false(fan_engine_run(engine, 0));
    wait_ms(2);
    assert_true(fan_engine_report(engine).nodes == nodes);
}

static void every_limit_ends_all_threads(void **state) {
    (void)state;
    static const FanJob jobs[] = {{.nodes = 30000, .threads = 2},
                                  {.depth = 4, .threads = 3},
                                  {.budget_ms = 5, .threads = 2},
                                  {.nodes = 1, .threads = 4},
                                  {.nodes = 20000, .lines = 3, .threads = 2}};
    scene_start(&scene, 9, 5, "");
    for (size_t i = 0; i < sizeof jobs / sizeof *jobs; i++) {
        begin(&jobs[i]);
        while (fan_engine_run(engine, i % 2 ? 0 : 1000)) {
        }
        expect_rest();
        expect_legal_turn();
    }
}

static void the_nodes_of_all_threads_count(void **state) {
    (void)state;
    const FanJob job = {.nodes = 200000, .threads = 2};
    scene_start(&scene, 9, 5, "");
    begin(&job);
    assert_false(fan_engine_run(engine, 0));
    uint64_t nodes = fan_engine_report(engine).nodes;
    assert_true(nodes >= job.nodes && nodes < job.nodes + 4096);
}

/* A search may be dropped by the next one, at any point, and by the end of the engine. */
static void a_search_can_be_left_in_every_state(void **state) {
    (void)state;
    const FanJob endless = {.threads = 3}, alone = {.nodes = 100};
    scene_start(&scene, 9, 5, "");
    for (int round = 0; round < 24; round++) {
        begin(&endless);
        if (round & 1) {
            assert_true(fan_engine_run(engine, 500));
        }
        if (round & 2) {
            fan_engine_stop(engine);
        }
        if (round & 4) {
            fan_engine_clear(engine);
        }
        if (round & 8) {
            begin(&alone);
        }
        if (round & 16) {
            fan_engine_free(engine);
            engine = fan_engine_new(1 << 20, now_ms);
            assert_non_null(engine);
        }
    }
    begin(&alone);
    assert_false(fan_engine_run(engine, 0));
    assert_true(fan_engine_report(engine).nodes == 100);
}

static void a_stop_is_heard_by_all_threads(void **state) {
    (void)state;
    const FanJob job = {.threads = 2};
    scene_start(&scene, 9, 5, "");
    for (int round = 0; round < 4; round++) {
        begin(&job);
        assert_true(fan_engine_run(engine, 2000));
        fan_engine_stop(engine);
        uint64_t nodes = fan_engine_report(engine).nodes;
        assert_false(fan_engine_run(engine, 0));
        assert_true(fan_engine_report(engine).nodes - nodes < 4096);
        expect_rest();
        expect_legal_turn();
    }
}

/* Who is not looked after leaves, and comes back. The search goes on after both. */
static void helpers_do_not_search_for_ever_alone(void **state) {
    (void)state;
    const FanJob job = {.threads = 2};
    uint64_t nodes = 0;
    scene_start(&scene, 9, 5, "");
    begin(&job);
    assert_true(fan_engine_run(engine, 1000));
    do { /* a while that ends only if they leave */
        nodes = fan_engine_report(engine).nodes;
        wait_ms(20);
    } while (fan_engine_report(engine).nodes != nodes);
    for (uint64_t own = 0; fan_engine_report(engine).nodes - nodes < own + 4000; own++) {
        assert_true(fan_engine_run(engine, 1)); /* for ever, unless they come back */
    }
    fan_engine_clear(engine);
    assert_true(fan_engine_run(engine, 1000));
}

static void announced_wins_are_those_of_one_thread(void **state) {
    (void)state;
    static const struct {
        unsigned files, ranks;
        int plies;
    } known[] = {{3, 3, 11}, {5, 3, 11}, {3, 5, 13}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        FanLine line;
        const FanJob job = {.depth = 16, .threads = 2};
        scene_start(&scene, known[i].files, known[i].ranks, "");
        fan_engine_clear(engine);
        begin(&job);
        assert_false(fan_engine_run(engine, 0));
        assert_true(fan_engine_line(engine, 0, &line));
        assert_int_equal(line.score, FAN_SCORE_WIN - known[i].plies);
    }
}

static void levels_and_one_thread_repeat_exactly(void **state) {
    (void)state;
    static const FanJob jobs[] = {
        {.nodes = 5000, .threads = 1}, {.level = 6, .threads = 4}, {.level = 2, .threads = 2}};
    scene_start(&scene, 9, 5, "");
    for (size_t i = 0; i < sizeof jobs / sizeof *jobs; i++) {
        FanTurn turns[2];
        uint64_t nodes[2];
        for (int round = 0; round < 2; round++) {
            fan_engine_clear(engine);
            begin(&jobs[i]);
            assert_false(fan_engine_run(engine, 0));
            turns[round] = fan_engine_turn(engine);
            nodes[round] = fan_engine_report(engine).nodes;
        }
        assert_true(fan_turn_equal(&turns[0], &turns[1]) && nodes[0] == nodes[1]);
    }
}

static void more_threads_than_there_may_be_are_refused(void **state) {
    (void)state;
    const FanJob job = {.nodes = 1, .threads = FAN_THREADS_MAX + 1};
    scene_start(&scene, 9, 5, "");
    assert_int_equal(fan_engine_begin(engine, &scene.game, &job), FAN_ENGINE_JOB);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_never_read_what_none_of_them_wrote),
        cmocka_unit_test(every_limit_ends_all_threads),
        cmocka_unit_test(the_nodes_of_all_threads_count),
        cmocka_unit_test(a_search_can_be_left_in_every_state),
        cmocka_unit_test(a_stop_is_heard_by_all_threads),
        cmocka_unit_test(helpers_do_not_search_for_ever_alone),
        cmocka_unit_test(announced_wins_are_those_of_one_thread),
        cmocka_unit_test(levels_and_one_thread_repeat_exactly),
        cmocka_unit_test(more_threads_than_there_may_be_are_refused),
    };
    engine = fan_engine_new(1 << 20, now_ms);
    if (engine == NULL) {
        return 1;
    }
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    fan_engine_free(engine);
    return failed;
}
