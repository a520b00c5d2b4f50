/* Stopping from another thread. */
#include "scene.h"
#include "support/test.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

static Scene scene;
static FanEngine *engine;
static atomic_int rounds_begun;

/* A clock, so that the search also reads one while it is stopped. */
static uint64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

enum { ROUNDS = 5 };

static void *stopper(void *unused) {
    for (int round = 1; round <= ROUNDS; round++) {
        while (atomic_load(&rounds_begun) < round) {
            nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
        }
        nanosleep(&(struct timespec){.tv_nsec = 3000000}, NULL);
        fan_engine_stop(engine);
    }
    return unused;
}

/* Without the stop each search would go on for days. */
static void another_thread_ends_the_search(void **state) {
    (void)state;
    pthread_t thread;
    scene_start(&scene, 9, 5, "");
    assert_int_equal(pthread_create(&thread, NULL, stopper, NULL), 0);
    for (int round = 1; round <= ROUNDS; round++) {
        FanJob job = {.budget_ms = UINT64_C(1) << 40};
        assert_int_equal(fan_engine_begin(engine, &scene.game, &job), FAN_ENGINE_OK);
        atomic_store(&rounds_begun, round);
        assert_false(fan_engine_run(engine, 0));
        FanTurn turn = fan_engine_turn(engine);
        scene_play(&scene, &turn);
    }
    assert_int_equal(pthread_join(thread, NULL), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(another_thread_ends_the_search)};
    engine = fan_engine_new(1 << 20, now_ms);
    if (engine == NULL) {
        return 1;
    }
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    fan_engine_free(engine);
    return failed;
}
