/* The façade: slices, stopping, lines, legal turns everywhere. */
#include "scene.h"
#include "support/test.h"

static Scene scene;
static FanEngine *engine;

static void begin(const FanJob *job) {
    assert_int_equal(fan_engine_begin(engine, &scene.game, job), FAN_ENGINE_OK);
}

static void run_sliced(const FanJob *job, uint64_t slice) {
    fan_engine_clear(engine);
    begin(job);
    while (fan_engine_run(engine, slice)) {
    }
}

static void expect_same_lines(const FanLine *lines, size_t count) {
    for (size_t i = 0; i < count; i++) {
        FanLine line;
        assert_true(fan_engine_line(engine, i, &line));
        assert_int_equal(line.score, lines[i].score);
        assert_int_equal(line.length, lines[i].length);
        for (size_t k = 0; k < line.length; k++) {
            assert_true(fan_turn_equal(&line.turns[k], &lines[i].turns[k]));
        }
    }
}

static void expect_slices_change_nothing(void) {
    static const FanJob jobs[] = {{.nodes = 20000},
                                  {.depth = 4},
                                  {.nodes = 15000, .lines = 3},
                                  {.nodes = 3000, .level = 6, .seed = 1}};
    static const uint64_t slices[] = {1, 7, 1000};
    static FanLine lines[3];
    for (size_t i = 0; i < sizeof jobs / sizeof *jobs; i++) {
        run_sliced(&jobs[i], 0);
        FanReport whole = fan_engine_report(engine);
        assert_true(whole.depth > 0 && whole.lines == (jobs[i].lines ? jobs[i].lines : 1));
        for (size_t k = 0; k < whole.lines; k++) {
            assert_true(fan_engine_line(engine, k, &lines[k]));
        }
        for (size_t k = 0; k < sizeof slices / sizeof *slices; k++) {
            run_sliced(&jobs[i], slices[k]);
            FanReport report = fan_engine_report(engine);
            assert_true(report.nodes == whole.nodes);
            assert_int_equal(report.depth, whole.depth);
            assert_int_equal(report.deepest, whole.deepest);
            expect_same_lines(lines, whole.lines);
        }
    }
}

static void slicing_changes_nothing(void **state) {
    (void)state;
    scene_start(&scene, 9, 5, "");
    expect_slices_change_nothing();
    scene_start(&scene, 9, 5, "vela=black");
    expect_slices_change_nothing();
    scene_start_telo(&scene, "");
    expect_slices_change_nothing();
}

static void a_slice_is_no_longer_than_asked(void **state) {
    (void)state;
    scene_start(&scene, 9, 5, "");
    FanJob job = {.depth = 0};
    begin(&job);
    for (uint64_t nodes = 100; nodes <= 1000; nodes += 100) {
        assert_true(fan_engine_run(engine, 100));
        assert_true(fan_engine_report(engine).nodes == nodes);
    }
}

static void node_limits_hold(void **state) {
    (void)state;
    scene_start(&scene, 9, 5, "");
    for (uint64_t nodes = 1; nodes < 2000; nodes = nodes * 3 + 1) {
        FanJob job = {.nodes = nodes};
        begin(&job);
        assert_false(fan_engine_run(engine, 0));
        assert_true(fan_engine_report(engine).nodes == nodes);
        FanTurn turn = fan_engine_turn(engine);
        assert_int_equal(
            fan_turn_refusal(&scene.board, &scene.rules, &scene.game.position, &turn).code,
            FAN_LEGAL);
    }
}

static void stopping_ends_it_and_a_turn_is_there(void **state) {
    (void)state;
    static const uint64_t before[] = {1, 50, 5000};
    scene_start(&scene, 9, 5, "");
    for (size_t i = 0; i < 3; i++) {
        FanJob job = {.depth = 0};
        begin(&job);
        assert_true(fan_engine_run(engine, before[i]));
        fan_engine_stop(engine);
        assert_false(fan_engine_run(engine, 0));
        assert_true(fan_engine_report(engine).nodes == before[i]);
        assert_false(fan_engine_run(engine, 0));
        FanTurn turn = fan_engine_turn(engine);
        assert_int_equal(
            fan_turn_refusal(&scene.board, &scene.rules, &scene.game.position, &turn).code,
            FAN_LEGAL);
        begin(&job); /* a stop does not reach into the next search */
        assert_true(fan_engine_run(engine, 10));
    }
}

static uint64_t ticks;

/* A clock that goes on by one whenever it is read. */
static uint64_t counting_clock(void) {
    return ticks++;
}

static void a_budget_of_time_ends_it(void **state) {
    (void)state;
    FanEngine *timed = fan_engine_new(0, counting_clock);
    assert_non_null(timed);
    scene_start(&scene, 9, 5, "");
    FanJob job = {.budget_ms = 20};
    assert_int_equal(fan_engine_begin(timed, &scene.game, &job), FAN_ENGINE_OK);
    assert_false(fan_engine_run(timed, 0));
    FanReport report = fan_engine_report(timed);
    assert_true(report.elapsed_ms >= 20);
    assert_true(report.nodes > 0 && report.nodes < 1000000);
    fan_engine_free(timed);
}

static void jobs_out_of_range_are_refused(void **state) {
    (void)state;
    static const FanJob wrong[] = {{.depth = FAN_DEPTH_MAX + 1},
                                   {.lines = FAN_LINES_MAX + 1},
                                   {.level = FAN_LEVELS + 1},
                                   {.budget_ms = 1},
                                   {.left_ms = 1}};
    scene_start(&scene, 9, 5, "");
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(fan_engine_begin(engine, &scene.game, &wrong[i]), FAN_ENGINE_JOB);
    }
    scene_read(&scene, "9/9/9/9/W8 b 0 1", "");
    FanJob job = {.depth = 1};
    assert_int_equal(fan_engine_begin(engine, &scene.game, &job), FAN_ENGINE_OVER);
#if !defined(SCENE_SANITIZED) && !defined(__wasi__)
    assert_null(fan_engine_new(SIZE_MAX / 2, NULL));
#endif
}

static void lines_are_different_ordered_and_playable(void **state) {
    (void)state;
    scene_start(&scene, 9, 5, "");
    uint64_t seed = 3;
    scene_play_random(&scene, 5, &seed);
    FanJob job = {.depth = 3, .lines = FAN_LINES_MAX};
    run_sliced(&job, 0);
    FanReport report = fan_engine_report(engine);
    assert_true(report.lines > 1);
    static FanLine lines[FAN_LINES_MAX + 1];
    for (size_t i = 0; i < report.lines; i++) {
        assert_true(fan_engine_line(engine, i, &lines[i]));
        assert_true(i == 0 || lines[i].score <= lines[i - 1].score);
        for (size_t k = 0; k < i; k++) {
            assert_false(fan_turn_equal(&lines[i].turns[0], &lines[k].turns[0]));
        }
        FanPosition position = scene.game.position;
        for (size_t k = 0; k < lines[i].length; k++) {
            FanRefusal refusal = fan_position_play(&scene.board, &scene.rules, &position,
                                                   &lines[i].turns[k], &position);
            assert_int_equal(refusal.code, FAN_LEGAL);
        }
    }
    assert_false(fan_engine_line(engine, report.lines, &lines[FAN_LINES_MAX]));
    FanTurn turn = fan_engine_turn(engine);
    assert_true(fan_turn_equal(&turn, &lines[0].turns[0]));
}

/* To the end of the game, the engine at random levels against chance. */
static void play_out(FanSide side, uint64_t *seed) {
    while (scene.game.outcome.result == FAN_ONGOING) {
        if (scene.game.position.side != side) {
            scene_play_random(&scene, 1, seed);
            continue;
        }
        FanJob job = {
            .nodes = 1 + chance(seed) % 300, .level = (unsigned)(chance(seed) % 9), .seed = *seed};
        FanTurn turn;
        assert_int_equal(fan_engine_search(engine, &scene.game, &job, &turn), FAN_ENGINE_OK);
        scene_play(&scene, &turn);
    }
}

/* One engine for every game, board and rule, never cleared: what it remembers of another game must
 * not mislead it into an illegal turn. */
static void turns_are_legal_on_every_board_under_every_rule(void **state) {
    (void)state;
    static const unsigned sizes[][2] = {{9, 5}, {5, 5}, {3, 3}, {7, 3}, {3, 7}, {5, 7}, {15, 3}};
    static const char *const rules[] = {"", "chain=mandatory", "first-turn=single,blocked=draw",
                                        "quiet-limit=6,repetition=2", "repetition=0"};
    uint64_t seed = 4;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        for (size_t k = 0; k < sizeof rules / sizeof *rules; k++) {
            scene_start(&scene, sizes[i][0], sizes[i][1], rules[k]);
            play_out((FanSide)(k & 1), &seed);
        }
    }
    static const char *const vela[] = {"vela=white", "vela=black,chain=mandatory",
                                       "vela=white,vela-first=giver,blocked=draw",
                                       "vela=black,quiet-limit=6,repetition=2"};
    for (unsigned k = 0; k < 16; k++) {
        scene_start(&scene, k % 8 < 4 ? 9 : 5, 5, vela[k % 4]);
        play_out((FanSide)(k / 8), &seed);
        scene_start_telo(&scene, rules[k % 4]);
        play_out((FanSide)(k / 8), &seed);
    }
}

static void the_same_job_gives_the_same_answer(void **state) {
    (void)state;
    FanJob job = {.nodes = 5000};
    scene_start(&scene, 9, 5, "");
    run_sliced(&job, 0);
    FanLine line;
    assert_true(fan_engine_line(engine, 0, &line));
    scene_start(&scene, 5, 5, "chain=mandatory");
    run_sliced(&job, 0);
    scene_start(&scene, 9, 5, "");
    run_sliced(&job, 0);
    expect_same_lines(&line, 1);
}

static void set_ups_with_thousands_of_moves_are_searched(void **state) {
    (void)state;
    scene_read(&scene, "BWB1BWBWB/B2BBB2B/1B2B2B1/2B3B2/BWBBBBBWB w 0 1", "");
    size_t moves;
    scene_moves(&scene, &scene.game.position, &moves);
    assert_true(moves > 10000);
    for (unsigned level = FAN_LEVEL_FULL; level <= FAN_LEVELS; level++) {
        FanJob job = {.nodes = 3000, .level = level};
        run_sliced(&job, 0);
        FanTurn turn = fan_engine_turn(engine);
        assert_int_equal(
            fan_turn_refusal(&scene.board, &scene.rules, &scene.game.position, &turn).code,
            FAN_LEGAL);
    }
}

static void chances_grow_with_the_score(void **state) {
    (void)state;
    assert_int_equal(fan_score_chance(0), 500);
    assert_int_equal(fan_score_chance(200), 777);
    assert_int_equal(fan_score_chance(FAN_SCORE_WIN - 5), 1000);
    assert_int_equal(fan_score_chance(5 - FAN_SCORE_WIN), 0);
    assert_int_equal(fan_score_chance(FAN_SCORE_TABLE_WIN - 5), 1000);
    assert_int_equal(fan_score_chance(FAN_SCORE_TABLE_LATE - 5), 999);
    unsigned before = 0;
    for (FanScore score = -FAN_SCORE_WIN; score <= FAN_SCORE_WIN; score++) {
        unsigned chance = fan_score_chance(score);
        assert_true(chance >= before && chance + fan_score_chance(-score) == 1000);
        /* Sure is only what is forced. */
        assert_true((chance == 1000) == (score > FAN_SCORE_TABLE_LATE));
        before = chance;
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slicing_changes_nothing),
        cmocka_unit_test(a_slice_is_no_longer_than_asked),
        cmocka_unit_test(node_limits_hold),
        cmocka_unit_test(stopping_ends_it_and_a_turn_is_there),
        cmocka_unit_test(a_budget_of_time_ends_it),
        cmocka_unit_test(jobs_out_of_range_are_refused),
        cmocka_unit_test(lines_are_different_ordered_and_playable),
        cmocka_unit_test(turns_are_legal_on_every_board_under_every_rule),
        cmocka_unit_test(the_same_job_gives_the_same_answer),
        cmocka_unit_test(set_ups_with_thousands_of_moves_are_searched),
        cmocka_unit_test(chances_grow_with_the_score),
    };
    engine = fan_engine_new(1 << 20, NULL);
    if (engine == NULL) {
        return 1;
    }
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    fan_engine_free(engine);
    return failed;
}
