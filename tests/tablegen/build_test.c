/* Whole builds: the numbers of tests/data/endgames.txt, and that each value is the best of what
 * follows.
 */
#include "support/test.h"
#include "tablegen/folder.h"
#include "tables/tables.h"

/* Counted twice by independent programs, 9×5: own, foe, win, draw, loss, longest win and loss by
 * DTW, then by DTC. */
typedef struct Fact {
    unsigned own, foe;
    uint64_t win, draw, loss;
    unsigned longest[2][2];
} Fact;

static const Fact facts[] = {
    {1, 1, 592, 1288, 100, {{7, 6}, {7, 6}}},
    {1, 2, 2822, 12766, 26982, {{9, 30}, {3, 29}}},
    {2, 1, 40996, 1550, 24, {{29, 8}, {28, 2}}},
    {2, 2, 509777, 314953, 69240, {{49, 50}, {29, 30}}},
    {1, 3, 16682, 63186, 516112, {{9, 30}, {1, 14}}},
    {3, 1, 595618, 358, 4, {{27, 2}, {13, 2}}},
    {2, 3, 3093522, 5003565, 4120503, {{51, 58}, {13, 44}}},
    {3, 2, 10835670, 1309007, 72913, {{59, 48}, {45, 14}}},
};

static unsigned stones_asked; /* the classes up to so many are built */

static void check_facts(FanTableMetric metric) {
    Folder folder = folder_new(9, 5);
    folder_build(&folder, stones_asked, metric, 2);
    FanTables *tables = folder_open(&folder);
    assert_int_equal(fan_tables_stones(tables), stones_asked);
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
        const Fact *fact = &facts[i];
        if (fact->own + fact->foe > stones_asked) {
            continue;
        }
        const FanTableHead *head = &tables->files[fact->own][fact->foe][metric].head;
        const unsigned *longest = fact->longest[metric == FAN_TABLE_DTC];
        print_message("%u against %u\n", fact->own, fact->foe);
        assert_int_equal(head->win, fact->win);
        assert_int_equal(head->draw, fact->draw);
        assert_int_equal(head->loss, fact->loss);
        assert_int_equal(head->longest_win, longest[0]);
        assert_int_equal(head->longest_loss, longest[1]);
    }
    fan_tables_free(tables);
    folder_remove(&folder);
}

static void the_classes_have_the_known_counts_by_dtc(void **state) {
    (void)state;
    check_facts(FAN_TABLE_DTC);
}

static void the_classes_have_the_known_counts_by_dtw(void **state) {
    (void)state;
    check_facts(FAN_TABLE_DTW);
}

static FanTableValue value_of(const FanTables *tables, const FanPosition *position) {
    FanTableValue value;
    if (!fan_tables_value(tables, position, &value)) {
        fail_msg("a position of %u stones has no value",
                 count_points(position->stones[0] | position->stones[1]));
    }
    return value;
}

/* The best of what follows, by the rules' own moves. A draw may also be endless play, so of a
 * position without a capture no more can be asked than that nothing better follows. */
static void check_position(const FanTables *tables, const FanBoard *board, const FanRules *rules,
                           const FanPosition *position) {
    FanMove moves[512];
    FanTableValue value = value_of(tables, position);
    size_t count = fan_moves(board, rules, position, moves, 512);
    bool wins = false, draws = false;
    assert_true(count <= 512);
    for (size_t i = 0; i < count; i++) {
        FanPosition after = fan_position_after(position, moves[i]);
        FanTableValue next = value_of(tables, &after);
        wins = wins || next == FAN_TABLE_LOSS;
        draws = draws || next == FAN_TABLE_DRAW;
    }
    FanTableValue best = wins ? FAN_TABLE_WIN : draws ? FAN_TABLE_DRAW : FAN_TABLE_LOSS;
    if (count == 0 && rules->blocked == FAN_BLOCKED_DRAW) {
        best = FAN_TABLE_DRAW;
    }
    assert_int_equal(value, best);
}

/* A position on the whole board, each symmetry and colour of it. */
static void check_images(const FanTables *tables, const FanPosition *position) {
    const FanTableSpace *space = &tables->space;
    FanTableValue value = value_of(tables, position);
    for (unsigned turn = 0; turn < space->turns; turn++) {
        FanPosition image = *position;
        image.stones[0] = turn_set(space, turn, position->stones[0]);
        image.stones[1] = turn_set(space, turn, position->stones[1]);
        assert_int_equal(value_of(tables, &image), value);
        image = fan_position_swap_colours(&image);
        assert_int_equal(value_of(tables, &image), value);
    }
}

static void check_all(unsigned files, unsigned ranks, unsigned stones, const char *options) {
    Folder folder = folder_new(files, ranks);
    assert_true(fan_rules_read(&folder.rules, options, strlen(options), NULL));
    folder_build(&folder, stones, FAN_TABLE_DTC, 2);
    FanTables *tables = folder_open(&folder);
    for (unsigned own = 1; own < stones; own++) {
        for (unsigned foe = 1; own + foe <= stones; foe++) {
            FanTableClass class = {(uint8_t)own, (uint8_t)foe};
            if (!tables->files[own][foe][FAN_TABLE_VALUES].data) {
                assert_true(own > (files * ranks - 1) / 2 || foe > (files * ranks - 1) / 2);
                continue;
            }
            uint64_t entries = fan_class_entries(&tables->space, class);
            uint64_t step = 1 + entries / 4000;
            for (uint64_t entry = 0; entry < entries; entry += step) {
                FanPosition position = {.number = 1};
                fan_entry_position(&tables->space, class, entry, &position.stones[0],
                                   &position.stones[1]);
                check_position(tables, &folder.board, &folder.rules, &position);
                check_images(tables, &position);
            }
        }
    }
    fan_tables_free(tables);
    folder_remove(&folder);
}

static void a_value_is_the_best_of_what_follows(void **state) {
    (void)state;
    check_all(9, 5, 4, "");
    check_all(5, 5, 4, "");
    check_all(3, 3, 8, "");
    check_all(7, 3, 5, "");
    check_all(3, 5, 5, "");
}

static void a_value_follows_the_rule_options(void **state) {
    (void)state;
    check_all(5, 3, 6, "blocked=draw");
    check_all(3, 3, 8, "blocked=draw");
    check_all(5, 3, 6, "chain=mandatory");
}

static const char *const names[] = {"1v1.dtc", "1v2.dtc", "2v1.dtc", "2v2.dtc",    "1v3.dtc",
                                    "3v1.dtc", "3v1.dtw", "2v2.dtw", "2v2.values", "1v3.values"};

static void threads_do_not_change_a_byte(void **state) {
    (void)state;
    Folder one = folder_new(7, 3), two = folder_new(7, 3);
    for (FanTableMetric metric = FAN_TABLE_DTC; metric <= FAN_TABLE_DTW; metric++) {
        folder_build(&one, 4, metric, 1);
        folder_build(&two, 4, metric, 3);
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t lengths[2];
        uint8_t *a = folder_read(&one, names[i], &lengths[0]);
        uint8_t *b = folder_read(&two, names[i], &lengths[1]);
        assert_true(a && b);
        assert_int_equal(lengths[0], lengths[1]);
        assert_memory_equal(a, b, lengths[0]);
        free(a);
        free(b);
    }
    folder_remove(&one);
    folder_remove(&two);
}

static void every_processor_builds_the_same_bytes(void **state) {
    (void)state;
    static const char *const files[] = {"1v1.dtc", "1v2.dtc", "2v1.dtc", "1v2.values",
                                        "2v1.values"};
    Folder fast = folder_new(9, 5), plain = folder_new(9, 5);
    FanTablesError error;
    FanBuild build = {.board = &plain.board,
                      .rules = &plain.rules,
                      .stones = 3,
                      .metric = FAN_TABLE_DTC,
                      .folder = plain.path,
                      .threads = 1,
                      .plain = true};
    folder_build(&fast, 3, FAN_TABLE_DTC, 1);
    assert_int_equal(fan_tables_build(&build, &error), FAN_BUILD_DONE);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        size_t lengths[2];
        uint8_t *a = folder_read(&fast, files[i], &lengths[0]);
        uint8_t *b = folder_read(&plain, files[i], &lengths[1]);
        assert_true(a && b);
        assert_int_equal(lengths[0], lengths[1]);
        assert_memory_equal(a, b, lengths[0]);
        free(a);
        free(b);
    }
    folder_remove(&fast);
    folder_remove(&plain);
}

int main(int argc, char **argv) {
    stones_asked = argc > 1 ? (unsigned)atoi(argv[1]) : 4;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_classes_have_the_known_counts_by_dtc),
        cmocka_unit_test(the_classes_have_the_known_counts_by_dtw),
        cmocka_unit_test(a_value_is_the_best_of_what_follows),
        cmocka_unit_test(a_value_follows_the_rule_options),
        cmocka_unit_test(threads_do_not_change_a_byte),
        cmocka_unit_test(every_processor_builds_the_same_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
