/* Which entries are of positions without a capture, against the rules asked one by one. */
#include "support/test.h"
#include "tables/quiet.h"

#include <fanorona/turn.h>

static uint16_t offsets[FAN_QUIET_MAX];

typedef struct Case {
    unsigned files, ranks;
    FanTableClass class;
} Case;

static const Case cases[] = {
    {9, 5, {1, 1}}, {9, 5, {2, 1}}, {9, 5, {1, 2}}, {9, 5, {2, 2}}, {9, 5, {3, 2}},
    {9, 5, {2, 3}}, {9, 5, {1, 4}}, {5, 5, {3, 3}}, {5, 5, {4, 3}}, {5, 5, {3, 4}},
    {3, 3, {4, 4}}, {3, 5, {4, 2}}, {7, 3, {2, 5}}, {7, 7, {2, 2}}, {3, 3, {1, 1}},
};

static bool is_quiet(const FanTableSpace *space, FanTableClass class, uint64_t entry) {
    FanPosition position = {.number = 1};
    fan_entry_position(space, class, entry, &position.stones[0], &position.stones[1]);
    return !fan_position_must_capture(&space->board, &position);
}

/* Entries [first, last), each of them looked at. */
static void check_range(const FanTableSpace *space, FanTableClass class, uint64_t first,
                        uint64_t last) {
    size_t count = fan_quiet_entries(space, class, first, last, offsets), at = 0;
    for (uint64_t entry = first; entry < last; entry++) {
        bool listed = at < count && offsets[at] == entry - first;
        if (listed != is_quiet(space, class, entry)) {
            fail_msg("%ux%u, %u against %u, entries from %llu: %llu is wrong", space->board.files,
                     space->board.ranks, class.own, class.foe, (unsigned long long)first,
                     (unsigned long long)entry);
        }
        at += listed;
    }
    assert_int_equal(at, count);
}

static void check_case(const Case *one) {
    FanBoard board;
    FanTableSpace space;
    assert_true(fan_board_init(&board, one->files, one->ranks));
    fan_space_init(&space, &board);
    assert_true(fan_space_need(&space, class_larger(one->class)));
    uint64_t entries = fan_class_entries(&space, one->class);
    /* Ranges of all lengths, so that they begin and end anywhere. */
    uint64_t length = 1, step = 1 + entries / 40;
    for (uint64_t first = 0; first < entries; first += step) {
        uint64_t left = entries - first;
        check_range(&space, one->class, first, first + (length < left ? length : left));
        length = (7 * length + 5) % 1024 + 1;
    }
    uint64_t most = entries < FAN_QUIET_MAX ? entries : FAN_QUIET_MAX;
    check_range(&space, one->class, entries - most, entries);
    assert_int_equal(fan_quiet_entries(&space, one->class, entries / 2, entries / 2, offsets), 0);
    fan_space_free(&space);
}

static void quiet_entries_are_those_without_a_capture(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        check_case(&cases[i]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quiet_entries_are_those_without_a_capture),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
