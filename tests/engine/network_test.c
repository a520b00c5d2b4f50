/* The network: its file, its sums from any start, every way of working it out. */
#include "engine/network.h"
#include "network_make.h"
#include "scene.h"
#include "shipped.h"
#include "support/test.h"

#include <stdlib.h>
#include <string.h>

static Scene scene;
static uint8_t file[NETWORK_BYTES_MAX];

static FanNetwork *make(unsigned files, unsigned ranks, int part, uint64_t *seed) {
    FanNetwork *network = NULL;
    size_t length = network_make(file, files, ranks, part, seed);
    assert_int_equal(fan_network_read(file, length, &network), FAN_NETWORK_OK);
    assert_non_null(network);
    return network;
}

static FanNetSlot *new_slot(const FanNetwork *network) {
    FanNetSlot *slot = aligned_alloc(_Alignof(FanNetSlot), sizeof *slot);
    assert_non_null(slot);
    fan_net_slot_clear(network, slot);
    return slot;
}

static int value_in(const FanNetwork *network, FanNetSlot *slot, const FanNetSlot *near,
                    const FanPosition *position) {
    FanSurvey survey = fan_survey(&scene.board, position);
    return fan_net_value(network, slot, near, position, &survey);
}

/* The network as docs/engine.md defines it, one number after the other. */
static int64_t defined_value(const FanNetwork *network, const FanPosition *position) {
    int mover = position->side, other = mover ^ 1;
    FanSurvey survey = fan_survey(&scene.board, position);
    int own = __builtin_popcountll(position->stones[mover]);
    int enemy = __builtin_popcountll(position->stones[other]);
    int64_t inputs[FAN_NET_INPUTS] = {0};
    for (int lane = 0; lane < FAN_NET_LANES; lane++) {
        int64_t sum = network->bias[lane];
        for (int point = 0; point < scene.board.points; point++) {
            sum += position->stones[mover] >> point & 1 ? network->rows[0][point][lane] : 0;
            sum += position->stones[other] >> point & 1 ? network->rows[1][point][lane] : 0;
        }
        sum = sum < 0 ? 0 : sum > FAN_NET_ONE ? FAN_NET_ONE : sum;
        inputs[lane % FAN_NET_FILTERS] += sum * sum >> 8;
    }
    int64_t *counts = inputs + FAN_NET_FILTERS;
    counts[0] = FAN_NET_COUNT_SCALE * survey.paika[mover];
    counts[1] = FAN_NET_COUNT_SCALE * survey.paika[other];
    counts[2] = FAN_NET_COUNT_SCALE * __builtin_popcountll(survey.taken[other]);
    counts[3] = FAN_NET_COUNT_SCALE * __builtin_popcountll(survey.taken[mover]);
    int quarter = (own + enemy - 1) * FAN_NET_QUARTERS / (scene.board.points - 1);
    const FanNetHead *head = &network->heads[quarter];
    int64_t total = head->value_bias + (int64_t)head->stone * (own - enemy);
    for (int unit = 0; unit < FAN_NET_HIDDEN; unit++) {
        int64_t sum = head->hidden_bias[unit];
        for (int i = 0; i < FAN_NET_INPUTS; i++) {
            sum += inputs[i] * head->hidden[i / 2][unit][i % 2];
        }
        sum >>= FAN_NET_HIDDEN_SHIFT;
        total += (sum < 0 ? 0 : sum > FAN_NET_ONE ? FAN_NET_ONE : sum) * head->value[unit];
    }
    for (int i = 0; i < FAN_NET_COUNTS; i++) {
        total += counts[i] * head->counts[i];
    }
    assert_true(total >= INT32_MIN && total <= INT32_MAX);
    total >>= FAN_NET_VALUE_SHIFT;
    return total < -FAN_NET_VALUE_MAX  ? -FAN_NET_VALUE_MAX
           : total > FAN_NET_VALUE_MAX ? FAN_NET_VALUE_MAX
                                       : total;
}

/* All that this machine can run. */
static const FanNetWay *const *all_ways(void) {
    static const FanNetWay *ways[4];
    size_t count = 0;
    ways[count++] = &fan_net_plain;
#if defined(__x86_64__)
    ways[count++] = &fan_net_sse;
    if (__builtin_cpu_supports("avx2")) {
        ways[count++] = &fan_net_avx2;
    }
#endif
#if defined(__wasm_simd128__)
    ways[count++] = &fan_net_wasm;
#endif
    ways[count] = NULL;
    return ways;
}

static void every_way_gives_the_defined_value(void **state) {
    (void)state;
    static const unsigned sizes[][2] = {{9, 5}, {5, 5}, {7, 7}, {3, 3}, {3, 15}};
    uint64_t seed = 11;
    unsigned differing = 0;
    for (int part = 1; part <= 64; part *= 4) {
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            FanNetwork *network = make(sizes[i][0], sizes[i][1], part, &seed);
            FanNetSlot *slot = new_slot(network);
            int last = 0;
            for (unsigned round = 0; round < 40; round++) {
                scene_scatter(&scene, sizes[i][0], sizes[i][1], 1 + round % 22, "", &seed);
                int64_t value = defined_value(network, &scene.game.position);
                for (const FanNetWay *const *way = all_ways(); *way != NULL; way++) {
                    network->way = *way;
                    fan_net_slot_clear(network, slot);
                    assert_int_equal(value_in(network, slot, NULL, &scene.game.position), value);
                }
                differing += value != last;
                last = (int)value;
            }
            free(slot);
            fan_network_free(network);
        }
    }
    assert_true(differing > 300); /* and not all the same */
}

/* Whatever a slot held before, and whichever of two is nearer. */
static void sums_from_any_start_are_the_same(void **state) {
    (void)state;
    uint64_t seed = 12;
    FanNetwork *network = make(9, 5, 4, &seed);
    FanNetSlot *kept = new_slot(network), *near = new_slot(network), *fresh = new_slot(network);
    for (unsigned game = 0; game < 20; game++) {
        scene_start(&scene, 9, 5, "");
        while (scene.game.outcome.result == FAN_ONGOING) {
            const FanPosition *position = &scene.game.position;
            fan_net_slot_clear(network, fresh);
            int value = value_in(network, fresh, NULL, position);
            assert_int_equal(value_in(network, kept, chance(&seed) % 2 ? near : NULL, position),
                             value);
            assert_memory_equal(kept->sums, fresh->sums, sizeof kept->sums);
            if (chance(&seed) % 3 == 0) {
                assert_int_equal(value_in(network, near, kept, position), value);
            }
            scene_play_random(&scene, 1, &seed);
        }
    }
    free(kept);
    free(near);
    free(fresh);
    fan_network_free(network);
}

static void mirrored_and_recoloured_positions_are_worth_the_same(void **state) {
    (void)state;
    uint64_t seed = 13;
    FanNetwork *network = make(9, 5, 8, &seed);
    for (unsigned round = 0; round < 200; round++) {
        scene_scatter(&scene, 9, 5, 1 + round % 22, "", &seed);
        const FanPosition *position = &scene.game.position;
        FanScore value = fan_engine_evaluate(&scene.board, network, position);
        for (FanSymmetry symmetry = FAN_IDENTITY; symmetry <= FAN_HALF_TURN; symmetry++) {
            FanPosition mapped = fan_position_map(&scene.board, symmetry, position);
            assert_int_equal(fan_engine_evaluate(&scene.board, network, &mapped), value);
            mapped = fan_position_swap_colours(&mapped);
            assert_int_equal(fan_engine_evaluate(&scene.board, network, &mapped), value);
        }
    }
    fan_network_free(network);
}

static void a_network_judges_its_own_game_alone(void **state) {
    (void)state;
    uint64_t seed = 14;
    FanNetwork *network = make(9, 5, 8, &seed);
    scene_start(&scene, 9, 5, "vela=white");
    assert_true(fan_network_fits(network, &scene.board));
    assert_int_equal(fan_engine_evaluate(&scene.board, network, &scene.game.position),
                     fan_engine_evaluate(&scene.board, NULL, &scene.game.position));
    scene_scatter(&scene, 7, 5, 9, "", &seed);
    assert_false(fan_network_fits(network, &scene.board));
    assert_int_equal(fan_engine_evaluate(&scene.board, network, &scene.game.position),
                     fan_engine_evaluate(&scene.board, NULL, &scene.game.position));
    fan_network_free(network);
}

static FanNetworkStatus read(const uint8_t *bytes, size_t length) {
    FanNetwork *network = NULL;
    FanNetworkStatus status = fan_network_read(bytes, length, &network);
    assert_int_equal(network != NULL, status == FAN_NETWORK_OK);
    fan_network_free(network);
    return status;
}

/* Every byte counts; so does every length. */
static void damage_is_noticed(void **state) {
    (void)state;
    uint64_t seed = 15;
    size_t length = network_make(file, 9, 5, 1, &seed);
    assert_int_equal(read(file, length), FAN_NETWORK_OK);
    for (size_t cut = 0; cut < length; cut += cut < 40 ? 1 : 37) {
        assert_int_not_equal(read(file, cut), FAN_NETWORK_OK);
    }
    assert_int_equal(read(file, length + 1), FAN_NETWORK_DAMAGED);
    for (size_t at = 0; at < length; at += at < 40 ? 1 : 7) {
        file[at] ^= (uint8_t)(1 << at % 8);
        assert_int_not_equal(read(file, length), FAN_NETWORK_OK);
        file[at] ^= (uint8_t)(1 << at % 8);
    }
    assert_int_equal(read(file, length), FAN_NETWORK_OK);
}

static void what_is_wrong_is_told_apart(void **state) {
    (void)state;
    uint64_t seed = 16;
    size_t length = network_make(file, 9, 5, 1, &seed);
    assert_int_equal(read((const uint8_t *)"fanorona", 8), FAN_NETWORK_NONE);
    file[7] = 2; /* a later version */
    assert_int_equal(read(file, length), FAN_NETWORK_OTHER);
    file[7] = 1;
    file[10]++; /* another shape */
    network_seal(file, length);
    assert_int_equal(read(file, length), FAN_NETWORK_OTHER);
    file[10]--;
    file[8] = 8; /* no such board */
    network_seal(file, length);
    assert_int_equal(read(file, length), FAN_NETWORK_DAMAGED);
    file[8] = 9;
    file[14] = 0xFF; /* a weight that could overflow the sums */
    file[15] = 0x7F;
    network_seal(file, length);
    assert_int_equal(read(file, length), FAN_NETWORK_DAMAGED);
}

/* Every number of the head out of its range is found, wherever it stands. */
static void no_file_can_overflow(void **state) {
    (void)state;
    uint64_t seed = 17;
    size_t length = network_make(file, 3, 3, 1, &seed);
    size_t first = 14 + FAN_NET_FILTERS * 2 * (2 * 9 + 1), refused = 0;
    for (size_t at = first; at + 12 < length; at += 2) {
        uint8_t saved[4];
        memcpy(saved, file + at, 4);
        memcpy(file + at, "\xFF\x7F\xFF\x7F", 4);
        network_seal(file, length);
        refused += read(file, length) != FAN_NETWORK_OK;
        memcpy(file + at, saved, 4);
    }
    /* All but the value's weights, which may be anything. */
    size_t free_places = FAN_NET_QUARTERS * (FAN_NET_HIDDEN + 1);
    assert_true(refused >= (length - 8 - first) / 2 - free_places - 4);
}

/* Those of the folder come with the library; in WebAssembly none does. */
static void the_networks_of_the_folder_come_with_the_library(void **state) {
    (void)state;
    scene_start(&scene, 7, 3, "");
    assert_null(fan_network_builtin(&scene.board));
    static const unsigned sizes[][2] = {{9, 5}, {5, 5}};
    for (int i = 0; i < 2; i++) {
        scene_start(&scene, sizes[i][0], sizes[i][1], "");
        const FanNetwork *builtin = fan_network_builtin(&scene.board);
        assert_true(builtin == fan_network_builtin(&scene.board));
#if defined(__wasi__)
        assert_null(builtin);
#else
        const FanNetwork *shipped = shipped_network(&scene.board);
        assert_int_equal(builtin == NULL, shipped == NULL);
        if (builtin != NULL) {
            assert_true(fan_network_name(builtin) == fan_network_name(shipped));
        }
#endif
    }
    scene_start(&scene, 9, 5, "");
    assert_non_null(shipped_network(&scene.board));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_way_gives_the_defined_value),
        cmocka_unit_test(sums_from_any_start_are_the_same),
        cmocka_unit_test(mirrored_and_recoloured_positions_are_worth_the_same),
        cmocka_unit_test(a_network_judges_its_own_game_alone),
        cmocka_unit_test(damage_is_noticed),
        cmocka_unit_test(what_is_wrong_is_told_apart),
        cmocka_unit_test(no_file_can_overflow),
        cmocka_unit_test(the_networks_of_the_folder_come_with_the_library),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
