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

/* In telo and the first phase of vela too: who must not capture, where a stone in hand may go. */
static void survey_knows_telo_and_vela(void **state) {
    (void)state;
    static const char *const givers[] = {"vela=white", "vela=black"};
    uint64_t seed = 15;
    unsigned captures = 0, placements = 0;
    for (unsigned round = 0; round < 400; round++) {
        if (round % 2 == 0) {
            scene_scatter(&scene, round % 4 == 0 ? 9 : 5, 5, 12, givers[round % 3 % 2], &seed);
        } else {
            scene_start_telo(&scene, "");
            scene_play_random(&scene, (unsigned)(chance(&seed) % 12), &seed);
        }
        const FanPosition *position = &scene.game.position;
        FanSurvey survey = fan_survey(&scene.board, position);
        FanPoints taken = position->stones[0] | position->stones[1];
        for (int side = 0; side < 2; side++) {
            bool placing = fan_position_hand(position, (FanSide)side) != 0;
            int empty = scene.board.points - __builtin_popcountll(taken);
            assert_int_equal(survey.paika[side], placing ? empty : count_steps(position, side));
            placements += placing;
        }
        assert_int_equal(survey.must_capture, fan_position_must_capture(&scene.board, position));
        captures += survey.must_capture && fan_position_is_vela(position);
    }
    assert_true(captures > 0 && placements > 0);
}

static void expect_symmetric(const FanPosition *position) {
    FanScore value = fan_engine_evaluate(&scene.board, NULL, position);
    assert_false(FAN_SCORE_IS_WIN(value) || FAN_SCORE_IS_LOSS(value));
    for (FanSymmetry symmetry = FAN_IDENTITY; symmetry <= FAN_HALF_TURN; symmetry++) {
        FanPosition mapped = fan_position_map(&scene.board, symmetry, position);
        assert_int_equal(fan_engine_evaluate(&scene.board, NULL, &mapped), value);
        mapped = fan_position_swap_colours(&mapped);
        assert_int_equal(fan_engine_evaluate(&scene.board, NULL, &mapped), value);
    }
}

static void values_are_symmetric(void **state) {
    (void)state;
    static const unsigned sizes[][2] = {{9, 5}, {5, 5}, {7, 3}};
    uint64_t seed = 6;
    for (unsigned round = 0; round < 300; round++) {
        scene_scatter(&scene, sizes[round % 3][0], sizes[round % 3][1], 1 + round % 10, "", &seed);
        expect_symmetric(&scene.game.position);
        scene_scatter(&scene, round % 2 == 0 ? 9 : 5, 5, 12, "vela=white", &seed);
        expect_symmetric(&scene.game.position);
        scene_start_telo(&scene, "");
        scene_play_random(&scene, round % 12, &seed);
        expect_symmetric(&scene.game.position);
    }
}

static void stones_count_and_nothing_looks_like_a_forced_win(void **state) {
    (void)state;
    scene_read(&scene, "W1W1W1W1W/9/W1W1W1W1W/9/W1W1W1W1B w 0 1", "");
    FanScore value = fan_engine_evaluate(&scene.board, NULL, &scene.game.position);
    assert_true(value > 500);
    assert_false(FAN_SCORE_IS_WIN(value));
    scene_read(&scene, "9/1W1W1W3/9/9/6B1B w 0 1", "");
    assert_true(fan_engine_evaluate(&scene.board, NULL, &scene.game.position) > 50);
    scene.game.position.side = FAN_BLACK;
    assert_true(fan_engine_evaluate(&scene.board, NULL, &scene.game.position) < -50);
}

/* A position is worth the opposite to the other side, which has the other role. */
static void values_of_vela_are_those_of_the_roles(void **state) {
    (void)state;
    scene_start(&scene, 9, 5, "vela=white");
    FanPosition position = scene.game.position;
    FanScore taker = fan_engine_evaluate(&scene.board, NULL, &position);
    assert_true(taker > 500); /* 22 stones will stand against five */
    position.side ^= 1;
    assert_int_equal(fan_engine_evaluate(&scene.board, NULL, &position), -taker);
    /* a stone that can be taken is a weakness of the giver's */
    scene_read(&scene, "9/WWW6/9/9/WWW4BB w 0 1 vela:w", "vela=white");
    FanScore safe = fan_engine_evaluate(&scene.board, NULL, &scene.game.position);
    scene_read(&scene, "9/WWW6/9/9/WW3W1BB w 0 1 vela:w", "vela=white");
    assert_true(fan_engine_evaluate(&scene.board, NULL, &scene.game.position) < safe);
}

static void telo_counts_open_lines(void **state) {
    (void)state;
    scene_read(&scene, "3/3/W2 b 0 1 hand:2,3", "");
    FanScore corner = fan_engine_evaluate(&scene.board, NULL, &scene.game.position);
    scene_read(&scene, "3/1W1/3 b 0 1 hand:2,3", "");
    FanScore centre = fan_engine_evaluate(&scene.board, NULL, &scene.game.position);
    assert_true(centre < corner && corner < 0);
    scene_read(&scene, "B2/3/WW1 b 0 1 hand:1,2", ""); /* two on one line, not on two */
    FanScore together = fan_engine_evaluate(&scene.board, NULL, &scene.game.position);
    scene_read(&scene, "B2/2W/W2 b 0 1 hand:1,2", "");
    assert_true(together < fan_engine_evaluate(&scene.board, NULL, &scene.game.position));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(survey_sees_every_step_and_capture),
        cmocka_unit_test(survey_knows_telo_and_vela),
        cmocka_unit_test(values_are_symmetric),
        cmocka_unit_test(values_of_vela_are_those_of_the_roles),
        cmocka_unit_test(telo_counts_open_lines),
        cmocka_unit_test(stones_count_and_nothing_looks_like_a_forced_win),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
