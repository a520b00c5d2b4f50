/* The search against plain minimax, and what it must see. */
#include "engine/search.h"
#include "plain_search.h"
#include "support/test.h"

static FanSearch search;
static Scene scene;

static int searched(const FanStyle *style, unsigned depth) {
    FanLimits limits = {.depth = depth, .lines = 1};
    assert_true(fan_search_begin(&search, &scene.game, &limits, style));
    while (fan_search_run(&search, 0)) {
    }
    assert_int_equal(search.variations, 1);
    return search.variation[0].score;
}

static void expect_equal(int found, int plain, const char *what) {
    if (found != plain) {
        char text[FAN_POSITION_TEXT_MAX];
        fan_position_write(&scene.board, &scene.game.position, text);
        fail_msg("%s: %d, plain search %d in %s", what, found, plain, text);
    }
}

/* Nothing that may change a value: plain minimax must agree to the last hundredth. */
static const FanStyle bare = {.quiescence = 4};
static const FanStyle with_table = {.table = true, .exact = true, .quiescence = 4};

static const struct {
    unsigned files, ranks, stones, depth;
} boards[] = {{3, 3, 4, 6}, {5, 3, 5, 4}, {3, 5, 4, 4}, {5, 5, 5, 3}, {9, 5, 4, 3}};

static void compare_on_boards(const char *rules, const FanStyle *style, uint64_t seed,
                              unsigned quiet) {
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        for (int round = 0; round < 12; round++) {
            scene_scatter(&scene, boards[i].files, boards[i].ranks, boards[i].stones, rules, &seed);
            scene.game.position.quiet = (uint16_t)quiet;
            int plain = plain_search(&scene, (int)boards[i].depth, style->quiescence);
            expect_equal(searched(style, boards[i].depth), plain, rules);
        }
    }
}

static void search_without_table_agrees_with_minimax(void **state) {
    (void)state;
    compare_on_boards("", &bare, 1, 0);
    compare_on_boards("chain=mandatory", &bare, 2, 0);
    compare_on_boards("blocked=draw,repetition=2", &bare, 3, 0);
    compare_on_boards("quiet-limit=9", &bare, 4, 6);
}

/* Without repetition a value does not depend on the path, so that the table may not change it. */
static void search_with_table_agrees_with_minimax(void **state) {
    (void)state;
    compare_on_boards("repetition=0,quiet-limit=0", &with_table, 5, 0);
    compare_on_boards("repetition=0,quiet-limit=9", &with_table, 6, 6);
    compare_on_boards("repetition=0,quiet-limit=5", &with_table, 7, 3);
    compare_on_boards("repetition=0,blocked=draw", &with_table, 8, 0);
}

static void mirrored_positions_have_one_value(void **state) {
    (void)state;
    uint64_t seed = 9;
    for (int round = 0; round < 6; round++) {
        scene_start(&scene, 9, 5, "");
        scene_play_random(&scene, 16, &seed);
        if (scene.game.outcome.result != FAN_ONGOING) {
            continue;
        }
        FanPosition position = scene.game.position;
        int value = searched(&bare, 2);
        for (FanSymmetry symmetry = FAN_MIRROR_FILES; symmetry <= FAN_HALF_TURN; symmetry++) {
            scene.game.position = fan_position_map(&scene.board, symmetry, &position);
            expect_equal(searched(&bare, 2), value, "mirrored");
            scene.game.position = fan_position_swap_colours(&scene.game.position);
            expect_equal(searched(&bare, 2), value, "colours exchanged");
        }
    }
}

/* The small boards are won by White; docs/rules.md counts nothing here, the papers do: 3×3 in 11
 * plies, 5×3 in 11, 3×5 in 13. */
static void small_boards_are_won_in_the_known_number_of_plies(void **state) {
    (void)state;
    static const struct {
        unsigned files, ranks;
        int plies;
    } known[] = {{3, 3, 11}, {5, 3, 11}, {3, 5, 13}};
    FanStyle style = fan_style_normal();
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        scene_start(&scene, known[i].files, known[i].ranks, "");
        assert_int_equal(searched(&style, 16), FAN_SCORE_WIN - known[i].plies);
    }
}

/* The score of the first move that leads to this position, among all lines. */
static int score_of_turn(const char *text, unsigned depth) {
    FanTurn turn;
    assert_int_equal(fan_turn_read(&scene.board, &scene.rules, &scene.game.position, text,
                                   strlen(text), &turn, NULL),
                     FAN_TURN_READ);
    FanMove move = fan_turn_move(&scene.board, &scene.game.position, &turn);
    FanLimits limits = {.depth = depth, .lines = FAN_LINES_MAX};
    FanStyle style = fan_style_normal();
    assert_true(fan_search_begin(&search, &scene.game, &limits, &style));
    while (fan_search_run(&search, 0)) {
    }
    for (unsigned i = 0; i < search.variations; i++) {
        if (search.variation[i].moves[0] == move) {
            return search.variation[i].score;
        }
    }
    fail_msg("%s is not among the lines", text);
    return 0;
}

/* Black, far behind, to bring about a position for the third time. */
static void repeat_up_to_the_last_turn(const char *rules) {
    scene_read(&scene, "8B/9/9/9/WWWW5 w 0 1", rules);
    scene_play_text(&scene, "a1-a2 i5-i4 a2-a1 i4-i5 a1-a2 i5-i4 a2-a1");
}

static void third_occurrence_is_drawn(void **state) {
    (void)state;
    repeat_up_to_the_last_turn("");
    assert_int_equal(score_of_turn("i4-i5", 1), 0);
    assert_true(score_of_turn("i4-i3", 1) < -150);
}

static void occurrence_counts_are_those_of_the_rules(void **state) {
    (void)state;
    repeat_up_to_the_last_turn("repetition=4");
    assert_true(score_of_turn("i4-i5", 1) < -150);
    repeat_up_to_the_last_turn("repetition=0");
    assert_true(score_of_turn("i4-i5", 1) < -150);
    scene_read(&scene, "8B/9/9/9/WWWW5 w 0 1", "repetition=2");
    scene_play_text(&scene, "a1-a2 i5-i4 a2-a1");
    assert_int_equal(score_of_turn("i4-i5", 1), 0);
}

/* The table must not carry a value into a game where it no longer holds. */
static void history_separates_what_the_table_knows(void **state) {
    (void)state;
    fan_search_clear(&search);
    scene_read(&scene, "9/8B/9/9/WWWW5 b 0 1", "");
    assert_true(score_of_turn("i4-i5", 4) < -150);
    repeat_up_to_the_last_turn("");
    assert_int_equal(score_of_turn("i4-i5", 4), 0);
}

static void quiet_limit_draws_even_with_a_full_table(void **state) {
    (void)state;
    FanStyle style = fan_style_normal();
    fan_search_clear(&search);
    scene_read(&scene, "8B/9/9/9/WWWW5 w 0 1", "");
    assert_true(searched(&style, 6) > 150);
    scene_read(&scene, "8B/9/9/9/WWWW5 w 46 1", "");
    assert_int_equal(searched(&style, 6), 0);
    scene_read(&scene, "8B/9/9/9/WWWW5 w 46 1", "quiet-limit=0");
    assert_true(searched(&style, 6) > 150);
}

static void *no_memory(void *memory, size_t bytes) {
    (void)memory;
    (void)bytes;
    return NULL;
}

static void running_out_of_memory_ends_the_search(void **state) {
    (void)state;
    FanLimits limits = {.depth = 5, .lines = 1};
    FanStyle style = fan_style_normal();
    scene_start(&scene, 9, 5, "");
    assert_true(fan_search_begin(&search, &scene.game, &limits, &style));
    size_t capacity = search.arena.capacity;
    FanResize *resize = search.arena.resize;
    search.arena.capacity = search.frames[0].count + 3;
    search.arena.resize = no_memory;
    assert_false(fan_search_run(&search, 0));
    assert_true(search.out_of_memory);
    assert_true(search.finished < 5);
    search.arena.capacity = capacity;
    search.arena.resize = resize;
    assert_true(searched(&style, 1) > -FAN_SCORE_WIN);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(search_without_table_agrees_with_minimax),
        cmocka_unit_test(search_with_table_agrees_with_minimax),
        cmocka_unit_test(mirrored_positions_have_one_value),
        cmocka_unit_test(small_boards_are_won_in_the_known_number_of_plies),
        cmocka_unit_test(third_occurrence_is_drawn),
        cmocka_unit_test(occurrence_counts_are_those_of_the_rules),
        cmocka_unit_test(history_separates_what_the_table_knows),
        cmocka_unit_test(quiet_limit_draws_even_with_a_full_table),
        cmocka_unit_test(running_out_of_memory_ends_the_search),
    };
    if (!fan_search_init(&search, 1 << 20, NULL)) {
        return 1;
    }
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    fan_search_free(&search);
    return failed;
}
