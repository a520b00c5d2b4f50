/* Where positions stand in their tables, against counting by hand. */
#include "support/test.h"
#include "tables/index.h"

typedef struct Size {
    unsigned files, ranks, turns;
} Size;

static const Size sizes[] = {{9, 5, 4}, {5, 5, 8}, {3, 3, 8}, {7, 3, 4}, {3, 5, 4}, {7, 7, 8}};
enum { SIZES = sizeof sizes / sizeof *sizes };

static void begin(FanTableSpace *space, const Size *size) {
    FanBoard board;
    assert_true(fan_board_init(&board, size->files, size->ranks));
    fan_space_init(space, &board);
}

static void a_board_has_its_symmetries(void **state) {
    (void)state;
    for (size_t i = 0; i < SIZES; i++) {
        FanTableSpace space;
        begin(&space, &sizes[i]);
        assert_int_equal(space.turns, sizes[i].turns);
        for (FanPoint p = 0; p < space.board.points; p++) {
            assert_int_equal(space.image[0][p], p);
        }
    }
}

/* Boards are data: one without the lines of a corner has fewer symmetries. */
static void an_odd_geometry_has_only_the_symmetries_of_its_lines(void **state) {
    (void)state;
    FanBoard board;
    FanTableSpace space;
    assert_true(fan_board_init(&board, 9, 5));
    FanPoint corner = 0, beside = board.next[0][FAN_EAST];
    board.next[corner][FAN_EAST] = board.next[beside][FAN_WEST] = FAN_NO_POINT;
    board.neighbours[corner] &= ~point_bit(beside);
    board.neighbours[beside] &= ~point_bit(corner);
    fan_space_init(&space, &board);
    assert_int_equal(space.turns, 1);
}

static void a_symmetry_and_its_inverse_cancel(void **state) {
    (void)state;
    for (size_t i = 0; i < SIZES; i++) {
        FanTableSpace space;
        begin(&space, &sizes[i]);
        for (unsigned turn = 0; turn < space.turns; turn++) {
            FanPoints set = UINT64_C(0x15A3) & space.board.all;
            assert_true(turn_set(&space, space.inverse[turn], turn_set(&space, turn, set)) == set);
        }
    }
}

static void sets_are_numbered_in_the_order_of_their_words(void **state) {
    (void)state;
    FanTableSpace space;
    begin(&space, &sizes[1]);
    for (unsigned size = 1; size <= 4; size++) {
        uint32_t rank = 0;
        for (FanPoints set = 0; set <= space.board.all; set++) {
            if (count_points(set) == size) {
                assert_int_equal(rank_set(&space, set), rank);
                assert_true(fan_unrank_set(&space, size, rank) == set);
                rank++;
            }
        }
        assert_int_equal(rank, space.choose[size][space.board.points]);
    }
}

/* Whether a symmetry turns one position into the other. */
static bool are_alike(const FanTableSpace *space, const FanPoints a[2], const FanPoints b[2]) {
    for (unsigned turn = 0; turn < space->turns; turn++) {
        if (turn_set(space, turn, a[0]) == b[0] && turn_set(space, turn, a[1]) == b[1]) {
            return true;
        }
    }
    return false;
}

static void check_class(FanTableSpace *space, FanTableClass class) {
    assert_true(fan_space_need(space, class_larger(class)));
    uint64_t entries = fan_class_entries(space, class), step = 1 + entries / 20000;
    for (uint64_t entry = 0; entry < entries; entry += step) {
        FanPoints own, foe;
        fan_entry_position(space, class, entry, &own, &foe);
        assert_int_equal(count_points(own), class.own);
        assert_int_equal(count_points(foe), class.foe);
        assert_true((own & foe) == 0 && ((own | foe) & ~space->board.all) == 0);
        assert_true(find_entry(space, own, foe) == entry);
        for (unsigned turn = 0; turn < space->turns; turn++) {
            FanPoints turned[2] = {turn_set(space, turn, own), turn_set(space, turn, foe)};
            FanPoints found[2];
            fan_entry_position(space, class, find_entry(space, turned[0], turned[1]), &found[0],
                               &found[1]);
            assert_true(are_alike(space, turned, found));
        }
    }
}

static void entries_and_positions_lead_to_each_other(void **state) {
    (void)state;
    static const FanTableClass classes[] = {{1, 1}, {2, 1}, {1, 2}, {2, 2}, {3, 2}, {1, 4}};
    for (size_t i = 0; i < SIZES; i++) {
        FanTableSpace space;
        begin(&space, &sizes[i]);
        for (size_t c = 0; c < sizeof classes / sizeof *classes; c++) {
            check_class(&space, classes[c]);
        }
        fan_space_free(&space);
    }
}

/* Every position of a class, one by one: all entries are reached, but for those that are further
 * entries of a position whose outer set keeps itself, and as many positions as there are come up.
 */
static void a_class_holds_every_position_and_nothing_else(void **state) {
    (void)state;
    static const FanTableClass class = {2, 2};
    FanTableSpace space;
    begin(&space, &sizes[3]);
    assert_true(fan_space_need(&space, 2));
    uint64_t entries = fan_class_entries(&space, class), positions = 0, reached = 0;
    uint8_t *seen = calloc((size_t)entries, 1);
    assert_non_null(seen);
    for (uint32_t a = 0; a < space.choose[2][21]; a++) {
        for (uint32_t b = 0; b < space.choose[2][21]; b++) {
            FanPoints own = fan_unrank_set(&space, 2, a), foe = fan_unrank_set(&space, 2, b);
            if ((own & foe) == 0) {
                uint64_t entry = find_entry(&space, own, foe);
                assert_true(entry < entries);
                reached += !seen[entry];
                seen[entry] = 1;
                positions++;
            }
        }
    }
    free(seen);
    assert_int_equal(positions, fan_class_positions(&space, class));
    assert_int_equal(reached, entries);
    fan_space_free(&space);
}

/* They are counted before any set is listed. */
static void there_are_as_many_orbits_as_are_counted(void **state) {
    (void)state;
    for (size_t i = 0; i < SIZES; i++) {
        FanTableSpace space;
        begin(&space, &sizes[i]);
        unsigned most = (space.board.points - 1u) / 2;
        for (unsigned size = 1; size <= 4 && size <= most; size++) {
            const FanOuter *outer = &space.outer[size];
            uint32_t orbits = 0;
            assert_true(fan_space_need(&space, size));
            for (uint32_t set = 0; set < outer->sets; set++) {
                uint32_t orbit = outer->entries[set] >> FAN_OUTER_ORBIT_SHIFT;
                orbits += outer->firsts[orbit] == set;
            }
            assert_int_equal(orbits, outer->orbits);
        }
        fan_space_free(&space);
    }
}

static void too_many_sets_are_refused(void **state) {
    (void)state;
    FanTableSpace space;
    begin(&space, &sizes[5]);
    assert_false(fan_space_need(&space, 20));
    assert_int_equal(fan_class_entries(&space, (FanTableClass){20, 1}), 0);
    fan_space_free(&space);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_board_has_its_symmetries),
        cmocka_unit_test(an_odd_geometry_has_only_the_symmetries_of_its_lines),
        cmocka_unit_test(a_symmetry_and_its_inverse_cancel),
        cmocka_unit_test(sets_are_numbered_in_the_order_of_their_words),
        cmocka_unit_test(entries_and_positions_lead_to_each_other),
        cmocka_unit_test(a_class_holds_every_position_and_nothing_else),
        cmocka_unit_test(there_are_as_many_orbits_as_are_counted),
        cmocka_unit_test(too_many_sets_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
