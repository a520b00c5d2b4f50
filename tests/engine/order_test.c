/* Ordering and the store of move lists. */
#include "engine/arena.h"
#include "engine/order.h"
#include "scene.h"
#include "support/test.h"

static FanOrder order;

static void picking_sorts_lists_of_any_length(void **state) {
    (void)state;
    static const size_t lengths[] = {1, 2, 12, 13, 40, 3000};
    static FanMove moves[3000];
    static int32_t ranks[3000];
    uint64_t seed = 1;
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        uint64_t sum = 0, picked = 0;
        for (size_t k = 0; k < lengths[i]; k++) {
            ranks[k] = (int32_t)(chance(&seed) % 50);
            moves[k] = (k + 1) << 8 | (FanMove)ranks[k]; /* tells which rank is its own */
            sum += moves[k];
        }
        for (size_t k = 0; k < lengths[i]; k++) {
            fan_order_pick(moves, ranks, k, lengths[i]);
            picked += moves[k];
            assert_int_equal(moves[k] & 0xFF, ranks[k]);
            assert_true(k == 0 || ranks[k] <= ranks[k - 1]);
        }
        assert_true(sum == picked);
    }
}

/* That three moves are tried in this order. */
static void expect_order(FanSide side, FanMove known, FanMove a, FanMove b, FanMove c) {
    FanMove moves[] = {c, b, a}, wanted[] = {a, b, c};
    int32_t ranks[3];
    fan_order_rank(&order, side, known, moves, ranks, 3);
    for (size_t i = 0; i < 3; i++) {
        fan_order_pick(moves, ranks, i, 3);
        assert_true(moves[i] == wanted[i]);
    }
}

static void known_moves_then_the_most_stones(void **state) {
    (void)state;
    FanMove one = fan_move_make(1, 2, 1), two = fan_move_make(1, 2, 3);
    FanMove three = fan_move_make(1, 2, 7);
    fan_order_clear(&order);
    expect_order(FAN_BLACK, FAN_NO_MOVE, three, two, one);
    expect_order(FAN_BLACK, one, one, three, two);
}

static void paika_that_refuted_come_first(void **state) {
    (void)state;
    FanMove a = fan_move_make(1, 2, 0), b = fan_move_make(3, 4, 0), c = fan_move_make(5, 6, 0);
    FanMove tried[] = {c, a};
    fan_order_clear(&order);
    fan_order_learn(&order, FAN_WHITE, 4, tried, 1);
    expect_order(FAN_WHITE, FAN_NO_MOVE, a, b, c);
    for (int i = 0; i < 1000; i++) { /* no number of lessons overflows */
        fan_order_learn(&order, FAN_WHITE, FAN_DEPTH_MAX, &b, 0);
        fan_order_learn(&order, FAN_BLACK, FAN_DEPTH_MAX, tried, 1);
    }
    expect_order(FAN_WHITE, FAN_NO_MOVE, b, a, c);
    expect_order(FAN_BLACK, FAN_NO_MOVE, a, b, c);
}

static int grants; /* how often memory may still be had */

static void *limited(void *memory, size_t bytes) {
    return grants-- > 0 ? realloc(memory, bytes) : NULL;
}

static void arenas_grow_for_any_list_and_survive_refusal(void **state) {
    (void)state;
    static Scene scene;
    FanArena arena;
    assert_true(fan_arena_init(&arena));
    scene_read(&scene, "BBB3B2/1BB1B1B2/B1BBBBB1B/B1B5B/B1B3WB1 w 0 1", "");
    size_t wanted, count;
    const FanMove *moves = scene_moves(&scene, &scene.game.position, &wanted);
    assert_true(wanted > 50);
    size_t first = arena.capacity - 10;
    arena.moves[first - 1] = 4711;
    arena.resize = limited;
    for (int granted = 0; granted < 2; granted++) { /* one list grown, the other not */
        grants = granted;
        assert_false(fan_arena_generate(&arena, first, &scene.board, &scene.rules,
                                        &scene.game.position, &count));
        assert_true(arena.moves[first - 1] == 4711);
    }
    grants = 100;
    assert_true(fan_arena_generate(&arena, first, &scene.board, &scene.rules, &scene.game.position,
                                   &count));
    assert_int_equal(count, wanted);
    assert_true(arena.moves[first - 1] == 4711);
    assert_memory_equal(arena.moves + first, moves, count * sizeof *moves);
    arena.ranks[first + count - 1] = 1; /* there is room for every rank too */
    fan_arena_free(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(picking_sorts_lists_of_any_length),
        cmocka_unit_test(known_moves_then_the_most_stones),
        cmocka_unit_test(paika_that_refuted_come_first),
        cmocka_unit_test(arenas_grow_for_any_list_and_survive_refusal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
