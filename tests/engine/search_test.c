/* The search against plain minimax, and what it must see. */
#include "engine/search.h"
#include "plain_search.h"
#include "support/test.h"

static FanShared shared;
static FanSearch search;
static Scene scene;

static void begin(const FanLimits *limits, const FanStyle *style) {
    assert_true(fan_shared_begin(&shared, &scene.game, limits, style, NULL, NULL));
    assert_true(fan_search_begin(&search, 0));
}

static int searched(const FanStyle *style, unsigned depth) {
    FanLimits limits = {.depth = depth, .lines = 1};
    begin(&limits, style);
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

/* Crowded small boards, on which sides are blocked, and empty ones, on which positions come again.
 */
static const struct {
    unsigned files, ranks, stones, depth, rounds;
} boards[] = {
    {3, 3, 5, 3, 150}, {3, 3, 3, 6, 20}, {3, 3, 1, 9, 10}, {5, 3, 2, 7, 10},
    {5, 3, 5, 4, 10},  {3, 5, 4, 4, 10}, {5, 5, 5, 3, 10}, {9, 5, 4, 3, 5},
};

static void compare_on_boards(const char *rules, const FanStyle *style, uint64_t seed,
                              unsigned quiet) {
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        for (unsigned round = 0; round < boards[i].rounds; round++) {
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
    compare_on_boards("quiet-limit=9", &bare, 4, 8);
    compare_on_boards("quiet-limit=9,repetition=0", &bare, 4, 6);
}

/* Without repetition a value does not depend on the path, so that the table may not change it. */
static void search_with_table_agrees_with_minimax(void **state) {
    (void)state;
    compare_on_boards("repetition=0,quiet-limit=0", &with_table, 5, 0);
    compare_on_boards("repetition=0,quiet-limit=9", &with_table, 6, 3);
    compare_on_boards("repetition=0,quiet-limit=8", &with_table, 7, 1);
    compare_on_boards("repetition=0,blocked=draw", &with_table, 8, 0);
}

/* A random position of telo, and of the first phase of vela shortly before its end or of what
 * follows. */
static void scatter_telo(const char *rules, uint64_t *seed) {
    do {
        scene_start_telo(&scene, rules);
        scene_play_random(&scene, (unsigned)(chance(seed) % 12), seed);
    } while (scene.game.outcome.result != FAN_ONGOING);
}

static const char *const vela_rules[] = {"vela=white", "vela=black,chain=mandatory",
                                         "vela=white,blocked=draw,repetition=2",
                                         "vela=black,quiet-limit=3"};
static const char *const vela_rules_for_tables[] = {
    "vela=white,repetition=0,quiet-limit=0", "vela=black,repetition=0,quiet-limit=7",
    "vela=black,repetition=0,quiet-limit=4,blocked=draw"};

static void telo_agrees_with_minimax(void **state) {
    (void)state;
    static const char *const rules[] = {"", "repetition=2", "quiet-limit=12", "quiet-limit=7"};
    static const char *const for_tables[] = {"repetition=0,quiet-limit=0",
                                             "repetition=0,quiet-limit=9"};
    uint64_t seed = 21;
    for (unsigned round = 0; round < 60; round++) {
        scatter_telo(rules[round % 4], &seed);
        int plain = plain_search(&scene, 5, 0);
        expect_equal(searched(&bare, 5), plain, rules[round % 4]);
        scatter_telo(for_tables[round % 2], &seed);
        plain = plain_search(&scene, 5, 0);
        expect_equal(searched(&with_table, 5), plain, for_tables[round % 2]);
    }
}

static void compare_vela(const char *rules, const FanStyle *style, uint64_t *seed) {
    static const struct {
        unsigned files, stones, depth;
    } kinds[] = {{5, 8, 3}, {5, 12, 2}, {9, 8, 2}, {9, 12, 1}};
    for (unsigned i = 0; i < 4; i++) {
        scene_scatter(&scene, kinds[i].files, 5, kinds[i].stones, rules, seed);
        int plain = plain_search(&scene, (int)kinds[i].depth, style->quiescence);
        expect_equal(searched(style, kinds[i].depth), plain, rules);
    }
}

static void vela_agrees_with_minimax(void **state) {
    (void)state;
    FanStyle plainly = bare, tabled = with_table;
    plainly.quiescence = tabled.quiescence = 2; /* beyond is the capture game, compared above */
    uint64_t seed = 22;
    for (unsigned round = 0; round < 12; round++) {
        compare_vela(vela_rules[round % 4], &plainly, &seed);
        compare_vela(vela_rules_for_tables[round % 3], &tabled, &seed);
    }
}

/* R6.5 once more, by search alone; and R5.3 in the placement, when nobody is blocked. */
static void telo_is_won_in_nine_by_search_too(void **state) {
    (void)state;
    FanStyle style = fan_style_normal();
    style.solved = false;
    fan_tt_clear(&shared.tt);
    scene_start_telo(&scene, "");
    assert_int_equal(searched(&style, 10), FAN_SCORE_WIN - 9);
    scene_start_telo(&scene, "quiet-limit=9");
    assert_int_equal(searched(&style, 10), FAN_SCORE_WIN - 9);
    scene_start_telo(&scene, "quiet-limit=8");
    assert_int_equal(searched(&style, 10), 0);
    scene_start_telo(&scene, "quiet-limit=3,blocked=loss");
    assert_int_equal(searched(&style, 10), 0);
}

/* With the giver to begin it shuts the taker in: its stone before the empty centre goes there, and
 * the point it leaves is next to its own alone (R7.2, R7.5). */
static void whoever_is_shut_in_has_lost_in_vela_too(void **state) {
    (void)state;
    FanStyle style = fan_style_normal();
    scene_start(&scene, 9, 5, "vela=white,vela-first=giver");
    assert_int_equal(searched(&style, 3), FAN_SCORE_WIN - 1);
    scene_start(&scene, 9, 5, "vela=black,vela-first=giver");
    assert_int_equal(searched(&style, 3), FAN_SCORE_WIN - 1);
    scene_start(&scene, 9, 5, "vela=white,vela-first=giver,blocked=draw");
    assert_true(searched(&style, 1) < FAN_SCORE_WIN - 1);
}

static void wins_are_filed_by_their_distance_from_the_position(void **state) {
    (void)state;
    assert_int_equal(fan_score_to_table(FAN_SCORE_WIN - 11, 4), FAN_SCORE_WIN - 7);
    assert_int_equal(fan_score_to_table(11 - FAN_SCORE_WIN, 4), 7 - FAN_SCORE_WIN);
    assert_int_equal(fan_score_to_table(-250, 4), -250);
    assert_int_equal(fan_score_to_table(FAN_SCORE_TABLE_WIN - 11, 4), FAN_SCORE_TABLE_WIN - 7);
    assert_int_equal(fan_score_to_table(11 - FAN_SCORE_TABLE_LATE, 4), 7 - FAN_SCORE_TABLE_LATE);
    static const int scores[] = {0,
                                 2400,
                                 -2400,
                                 FAN_SCORE_EVALUATION_MAX,
                                 FAN_SCORE_TABLE_WIN - 40,
                                 40 - FAN_SCORE_TABLE_LATE,
                                 FAN_SCORE_WIN - 90,
                                 90 - FAN_SCORE_WIN};
    for (size_t i = 0; i < sizeof scores / sizeof *scores; i++) {
        assert_int_equal(fan_score_from_table(fan_score_to_table(scores[i], 30), 30), scores[i]);
    }
}

static unsigned scores_of_lines(const FanStyle *style, unsigned depth, FanScore *scores) {
    FanLimits limits = {.depth = depth, .lines = FAN_LINES_MAX};
    begin(&limits, style);
    while (fan_search_run(&search, 0)) {
    }
    for (unsigned i = 0; i < search.variations; i++) {
        scores[i] = search.variation[i].score;
    }
    return search.variations;
}

/* Deeper than minimax reaches: positions are met on many ways, at many distances from the root and
 * with the windows of all lines. */
static void the_table_changes_no_value(void **state) {
    (void)state;
    static const struct {
        unsigned files, ranks, stones, depth;
    } deep[] = {{5, 3, 5, 11}, {5, 5, 3, 9}, {5, 5, 6, 7},
                {9, 5, 2, 8},  {9, 5, 4, 6}, {5, 5, 2, 10}};
    static const char *const rules[] = {"repetition=0,quiet-limit=0", "repetition=0,quiet-limit=9",
                                        "repetition=0,quiet-limit=6,blocked=draw"};
    static const FanStyle without = {.quiescence = 4};
    uint64_t seed = 12;
    for (size_t i = 0; i < sizeof deep / sizeof *deep; i++) {
        for (unsigned undecided = 0; undecided < 9;) {
            const char *with_rules = rules[undecided % 3];
            FanScore plain[FAN_LINES_MAX], found[FAN_LINES_MAX];
            scene_scatter(&scene, deep[i].files, deep[i].ranks, deep[i].stones, with_rules, &seed);
            scene.game.position.quiet = (uint16_t)(undecided % 5);
            unsigned lines = scores_of_lines(&without, deep[i].depth, plain);
            undecided += search.finished == deep[i].depth;
            assert_int_equal(scores_of_lines(&with_table, deep[i].depth, found), lines);
            for (unsigned k = 0; k < lines; k++) {
                expect_equal(found[k], plain[k], with_rules);
            }
        }
    }
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

/* The whole way, with what the table learned on it: each side's turn brings the end one ply nearer.
 */
static void a_won_game_is_won_in_the_plies_announced(void **state) {
    (void)state;
    FanStyle style = fan_style_normal();
    fan_tt_clear(&shared.tt);
    scene_start(&scene, 3, 5, "");
    for (int left = 13; left > 0; left--) {
        int score = searched(&style, 16);
        assert_int_equal(score, left % 2 != 0 ? FAN_SCORE_WIN - left : left - FAN_SCORE_WIN);
        FanTurn turn;
        assert_true(fan_move_turn(&scene.board, &scene.rules, &scene.game.position,
                                  search.variation[0].moves[0], &turn));
        scene_play(&scene, &turn);
    }
    assert_int_equal(scene.game.outcome.result, FAN_WHITE_WINS);
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
    begin(&limits, &style);
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

static uint64_t salt_of_scene(void) {
    FanLimits limits = {.depth = 1, .lines = 1};
    FanStyle style = fan_style_normal();
    begin(&limits, &style);
    return shared.salt;
}

/* The table must not carry a value to where it does not hold. */
static void rules_boards_and_history_separate_what_the_table_knows(void **state) {
    (void)state;
    static const char *const rules[] = {"",
                                        "chain=mandatory",
                                        "blocked=draw",
                                        "quiet-limit=49",
                                        "repetition=2",
                                        "repetition=0",
                                        "vela=white",
                                        "vela=black"};
    uint64_t salts[13];
    size_t count = 0;
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        scene_start(&scene, 9, 5, rules[i]);
        salts[count++] = salt_of_scene();
    }
    scene_start(&scene, 5, 9, "");
    salts[count++] = salt_of_scene();
    scene_start(&scene, 3, 3, "");
    salts[count++] = salt_of_scene();
    scene_start_telo(&scene, "");
    salts[count++] = salt_of_scene();
    repeat_up_to_the_last_turn("");
    salts[count++] = salt_of_scene();
    scene_play_text(&scene, "i4-i3 a1-b2 i3-i4 b2-a1"); /* one more position is spent */
    salts[count++] = salt_of_scene();
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < i; k++) {
            assert_true(salts[i] != salts[k]);
        }
    }
}

static void a_table_full_of_another_history_misleads_nobody(void **state) {
    (void)state;
    fan_tt_clear(&shared.tt);
    scene_read(&scene, "9/8B/9/9/WWWW5 b 0 1", "");
    assert_true(score_of_turn("i4-i5", 4) < -150);
    repeat_up_to_the_last_turn("");
    assert_int_equal(score_of_turn("i4-i5", 4), 0);
}

/* Two against one, won in 11 plies of which at least the first six are quiet. A table that knows it
 * must not promise it where the limit comes first. */
static void quiet_limit_draws_even_with_a_full_table(void **state) {
    (void)state;
    FanStyle style = fan_style_normal();
    fan_tt_clear(&shared.tt);
    scene_read(&scene, "2B6/7W1/5B3/9/9 b 0 1", "");
    assert_int_equal(searched(&style, 12), FAN_SCORE_WIN - 11);
    for (uint16_t quiet = 44; quiet < 50; quiet++) {
        scene.game.position.quiet = quiet;
        assert_int_equal(searched(&style, 12), 0);
    }
    scene.game.position.quiet = 10;
    assert_int_equal(searched(&style, 12), FAN_SCORE_WIN - 11);
    scene_read(&scene, "2B6/7W1/5B3/9/9 b 46 1", "quiet-limit=0");
    assert_int_equal(searched(&style, 12), FAN_SCORE_WIN - 11);
}

/* R5.6: who blocks the other on the turn that fills the quiet limit has won. */
static void a_block_comes_before_the_quiet_limit(void **state) {
    (void)state;
    static const char *const blocks[] = {"1BW/WW1/1W1 w 49 9", "WB3/1WW1W/1W2W/5/W2W1 w 49 9"};
    FanStyle style = fan_style_normal();
    for (size_t i = 0; i < 2; i++) {
        scene_read(&scene, blocks[i], "");
        assert_int_equal(searched(&style, 3), FAN_SCORE_WIN - 1);
        scene_read(&scene, blocks[i], "blocked=draw");
        assert_int_equal(searched(&style, 3), 0);
    }
}

static bool keep_listed(void *context, FanMove move) {
    return move == *(const FanMove *)context;
}

static void first_moves_can_be_restricted_but_never_all_away(void **state) {
    (void)state;
    FanLimits limits = {.depth = 2, .lines = FAN_LINES_MAX};
    FanStyle style = fan_style_normal();
    FanMove move = FAN_NO_MOVE;
    scene_start(&scene, 9, 5, "");
    begin(&limits, &style);
    assert_int_equal(search.frames[0].count, 5);
    fan_search_restrict(&search, keep_listed, &move);
    assert_int_equal(search.frames[0].count, 5);
    move = search.arena.moves[3];
    fan_search_restrict(&search, keep_listed, &move);
    assert_false(fan_search_run(&search, 0));
    assert_int_equal(search.variations, 1);
    assert_true(search.variation[0].moves[0] == move);
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
    begin(&limits, &style);
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
        cmocka_unit_test(telo_agrees_with_minimax),
        cmocka_unit_test(vela_agrees_with_minimax),
        cmocka_unit_test(telo_is_won_in_nine_by_search_too),
        cmocka_unit_test(whoever_is_shut_in_has_lost_in_vela_too),
        cmocka_unit_test(wins_are_filed_by_their_distance_from_the_position),
        cmocka_unit_test(the_table_changes_no_value),
        cmocka_unit_test(mirrored_positions_have_one_value),
        cmocka_unit_test(small_boards_are_won_in_the_known_number_of_plies),
        cmocka_unit_test(third_occurrence_is_drawn),
        cmocka_unit_test(occurrence_counts_are_those_of_the_rules),
        cmocka_unit_test(a_won_game_is_won_in_the_plies_announced),
        cmocka_unit_test(rules_boards_and_history_separate_what_the_table_knows),
        cmocka_unit_test(a_table_full_of_another_history_misleads_nobody),
        cmocka_unit_test(quiet_limit_draws_even_with_a_full_table),
        cmocka_unit_test(a_block_comes_before_the_quiet_limit),
        cmocka_unit_test(first_moves_can_be_restricted_but_never_all_away),
        cmocka_unit_test(running_out_of_memory_ends_the_search),
    };
    if (!fan_shared_init(&shared, 1 << 20, NULL) || !fan_search_init(&search, &shared)) {
        return 1;
    }
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    fan_search_free(&search);
    fan_shared_free(&shared);
    return failed;
}
