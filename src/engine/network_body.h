/* The work of the network, written over simd.h. The including file says with SIMD_… for which
 * vectors, and names the result NET_WAY. */
#include "engine/network.h"
#include "engine/simd.h"

enum {
    BLOCK = 8, /* vectors held at once: half the registers there are */
    BLOCK_LANES = BLOCK * SIMD_SHORTS,
    LONGS = SIMD_SHORTS / 2,
    HIDDEN_VECTORS = FAN_NET_HIDDEN / LONGS,
};

_Static_assert(FAN_NET_LANES % BLOCK_LANES == 0 && FAN_NET_FILTERS % SIMD_SHORTS == 0 &&
                   FAN_NET_HIDDEN % SIMD_SHORTS == 0 && FAN_NET_INPUTS % 2 == 0,
               "the layers are made of whole vectors");

static void add_up(const int16_t *from, const int16_t *const *added, unsigned adds,
                   const int16_t *const *removed, unsigned removes, int16_t *to) {
    for (int lane = 0; lane < FAN_NET_LANES; lane += BLOCK_LANES) {
        Shorts sum[BLOCK];
        for (int i = 0; i < BLOCK; i++) {
            sum[i] = shorts_load(from + lane + i * SIMD_SHORTS);
        }
        for (unsigned n = 0; n < adds; n++) {
            for (int i = 0; i < BLOCK; i++) {
                sum[i] = shorts_add(sum[i], shorts_load(added[n] + lane + i * SIMD_SHORTS));
            }
        }
        for (unsigned n = 0; n < removes; n++) {
            for (int i = 0; i < BLOCK; i++) {
                sum[i] = shorts_sub(sum[i], shorts_load(removed[n] + lane + i * SIMD_SHORTS));
            }
        }
        for (int i = 0; i < BLOCK; i++) {
            shorts_store(to + lane + i * SIMD_SHORTS, sum[i]);
        }
    }
}

/* The inputs of the hidden layer: each filter's clamped square, added up over the mirrorings. */
static void take_inputs(const int16_t *sums, const int16_t *counts, int16_t *inputs) {
    for (int f = 0; f < FAN_NET_FILTERS; f += SIMD_SHORTS) {
        Shorts total = shorts_square_high(shorts_clamp(shorts_load(sums + f), 0, FAN_NET_ONE));
        for (int m = 1; m < FAN_NET_MIRRORINGS; m++) {
            Shorts sum = shorts_load(sums + m * FAN_NET_FILTERS + f);
            total = shorts_add(total, shorts_square_high(shorts_clamp(sum, 0, FAN_NET_ONE)));
        }
        shorts_store(inputs + f, total);
    }
    memcpy(inputs + FAN_NET_FILTERS, counts, FAN_NET_COUNTS * sizeof *counts);
}

static void take_hidden(const FanNetHead *head, const int16_t *inputs, int16_t *hidden) {
    Longs sum[HIDDEN_VECTORS];
    for (int i = 0; i < HIDDEN_VECTORS; i++) {
        sum[i] = longs_load(head->hidden_bias + i * LONGS);
    }
    for (int pair = 0; pair < FAN_NET_INPUTS / 2; pair++) {
        Shorts both = shorts_all_pairs(inputs + 2 * pair);
        for (int i = 0; i < HIDDEN_VECTORS; i++) {
            sum[i] = longs_add_dot(sum[i], both, shorts_load(head->hidden[pair][i * LONGS]));
        }
    }
    for (int i = 0; i < HIDDEN_VECTORS; i++) {
        int32_t ends[LONGS];
        longs_store(ends, longs_shift_clamp(sum[i], FAN_NET_HIDDEN_SHIFT, FAN_NET_ONE));
        for (int k = 0; k < LONGS; k++) {
            hidden[i * LONGS + k] = (int16_t)ends[k];
        }
    }
}

static int value(const FanNetHead *head, const int16_t *sums, const int16_t *counts, int material) {
    int16_t inputs[FAN_NET_INPUTS], hidden[FAN_NET_HIDDEN];
    take_inputs(sums, counts, inputs);
    take_hidden(head, inputs, hidden);
    Longs sum = longs_all(0);
    for (int i = 0; i < FAN_NET_HIDDEN; i += SIMD_SHORTS) {
        sum = longs_add_dot(sum, shorts_load(hidden + i), shorts_load(head->value + i));
    }
    int32_t parts[LONGS], total = head->value_bias + head->stone * material;
    longs_store(parts, sum);
    for (int k = 0; k < LONGS; k++) {
        total += parts[k];
    }
    for (int k = 0; k < FAN_NET_COUNTS; k++) {
        total += head->counts[k] * counts[k];
    }
    return total >> FAN_NET_VALUE_SHIFT;
}

const FanNetWay NET_WAY = {.name = NET_WAY_NAME, .add_up = add_up, .value = value};
