/* The evaluation and the survey it rests on. */
#include "engine/eval.h"
#include "scene.h"
#include "support/test.h"

static Scene scene;

static int count_steps(const FanPosition *position, int side) {
    FanPoints taken = position->stones[0] | position->stones[1];
    int steps = 0;
    for (FanPoint from = 0; from < scene.board.points; from++) {
        for (unsigned d = 0; position->stones[side] >> from & 1 && d < FAN_DIRECTIONS; d++) {
            FanPoint to = scene.board.next[from][d];
            steps += to != FAN_NO_POINT && !(taken >> to & 1);
        }
    }
    return steps;
}

static void survey_sees_every_step_and_capture(void **state) {
    (void)state;
    static const unsigned sizes[][2] = {{9, 5}, {5, 5}, {3, 3}, {3, 15}, {15, 3}, {7, 7}, {5, 9}};
    uint64_t seed = 5;
    unsigned captures = 0, rounds = 0;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        for (unsigned round = 0; round < 120; round++, rounds++) {
            scene_scatter(&scene, sizes[i][0], sizes[i][1], 1 + round % 12, "", &seed);
            const FanPosition *position = &scene.game.position;
            FanSurvey survey = fan_survey(&scene.board, position);
            assert_int_equal(survey.paika[0], count_steps(position, 0));
            assert_int_equal(survey.paika[1], count_steps(position, 1));
            assert_int_equal(survey.must_capture,
                             fan_position_must_capture(&scene.board, position));
            captures += survey.must_capture;
        }
    }
    assert_true(captures > rounds / 10 && captures < rounds - rounds / 10); /* both happen */
}

static void values_are_symmetric(void **state) {
    (void)state;
    static const unsigned sizes[][2] = {{9, 5}, {5, 5}, {7, 3}};
    uint64_t seed = 6;
    for (unsigned round = 0; round < 300; round++) {
        scene_scatter(&scene, sizes[round % 3][0], sizes[round % 3][1], 1 + round % 10, "", &seed);
        FanPosition position = scene.game.position;
        FanScore value = fan_engine_evaluate(&scene.board, &position);
        for (FanSymmetry symmetry = FAN_IDENTITY; symmetry <= FAN_HALF_TURN; symmetry++) {
            FanPosition mapped = fan_position_map(&scene.board, symmetry, &position);
            assert_int_equal(fan_engine_evaluate(&scene.board, &mapped), value);
            mapped = fan_position_swap_colours(&mapped);
            assert_int_equal(fan_engine_evaluate(&scene.board, &mapped), value);
        }
    }
}

static void stones_count_and_nothing_looks_like_a_forced_win(void **state) {
    (void)state;
    scene_read(&scene, "W1W1W1W1W/9/W1W1W1W1W/9/W1W1W1W1B w 0 1", "");
    FanScore value = fan_engine_evaluate(&scene.board, &scene.game.position);
    assert_true(value > 500);
    assert_false(FAN_SCORE_IS_WIN(value));
    scene_read(&scene, "9/1W1W1W3/9/9/6B1B w 0 1", "");
    assert_true(fan_engine_evaluate(&scene.board, &scene.game.position) > 50);
    scene.game.position.side = FAN_BLACK;
    assert_true(fan_engine_evaluate(&scene.board, &scene.game.position) < -50);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(survey_sees_every_step_and_capture),
        cmocka_unit_test(values_are_symmetric),
        cmocka_unit_test(stones_count_and_nothing_looks_like_a_forced_win),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
