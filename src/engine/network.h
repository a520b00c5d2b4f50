/* The network: a small quantised evaluation of the capture game (docs/engine.md, "The network").
 *
 * Its first layer has FILTERS filters over the stones of the side to move and of the other side.
 * Each is laid on the board in its four mirrorings, so that the value of a mirrored position is the
 * same by construction. The sums are kept from position to position and only what changed is added
 * or taken off. Clamped, squared and added up over the mirrorings they go, with four counts of the
 * survey, into a small hidden layer, of which there is one for each quarter of the game by the
 * stones left.
 *
 * All is integer. The work is written once (network_body.h) over a handful of vector words (simd.h)
 * and compiled for each kind of processor; every way gives the same value to the bit. */
#ifndef FAN_ENGINE_NETWORK_H
#define FAN_ENGINE_NETWORK_H

#include "engine/eval.h"

#include <fanorona/engine.h>

enum {
    FAN_NET_FILTERS = 64,
    FAN_NET_MIRRORINGS = 4,
    FAN_NET_LANES = FAN_NET_FILTERS * FAN_NET_MIRRORINGS,
    FAN_NET_COUNTS = 4, /* steps of the mover and the other, stones each could lose */
    FAN_NET_INPUTS = FAN_NET_FILTERS + FAN_NET_COUNTS,
    FAN_NET_HIDDEN = 16,
    FAN_NET_QUARTERS = 4,

    FAN_NET_ONE = 255,        /* 1.0 in the sums and in the hidden layer */
    FAN_NET_COUNT_SCALE = 16, /* a step counts so much beside a filter, whose most is 4 · 254 */
    FAN_NET_HIDDEN_SHIFT = 10,
    FAN_NET_VALUE_SHIFT = 10,
    FAN_NET_VALUE_MAX = 20000, /* far below any forced win */

    /* How large numbers of a file may be, so that no sum of any position passes its 16 or 32 bits.
     */
    FAN_NET_WEIGHT_MAX = 511,
    FAN_NET_BIAS_MAX = 4095,
    FAN_NET_HIDDEN_MAX = 1 << 14,
    FAN_NET_HIDDEN_BIAS_MAX = 1 << 29,
    FAN_NET_VALUE_BIAS_MAX = 1 << 29,
    FAN_NET_STONE_MAX = 1 << 20,
    FAN_NET_COUNT_MAX = 1 << 15,
};

/* What comes after the first layer. */
typedef struct FanNetHead {
    int16_t hidden[FAN_NET_INPUTS / 2][FAN_NET_HIDDEN][2]; /* by pairs of inputs */
    int32_t hidden_bias[FAN_NET_HIDDEN];
    int16_t value[FAN_NET_HIDDEN];
    int32_t value_bias;
    int32_t stone;                  /* what a stone more is worth at least */
    int32_t counts[FAN_NET_COUNTS]; /* what the counts are worth beside the hidden layer */
} FanNetHead;

typedef struct FanNetWay FanNetWay;

struct FanNetwork {
    _Alignas(
        64) int16_t rows[2][FAN_POINTS_MAX][FAN_NET_LANES]; /* mover's, other's stone on a point */
    int16_t bias[FAN_NET_LANES];
    FanNetHead heads[FAN_NET_QUARTERS];
    const FanNetWay *way; /* how it is worked out here */
    uint32_t name;
    uint8_t files, ranks, points;
};

/* The sums of the first layer, and the stones they are of: any slot can serve as the place to start
 * from, the nearer the sooner done. */
typedef struct FanNetSlot {
    FanPoints stones[2]; /* the mover's, the other's */
    _Alignas(64) int16_t sums[FAN_NET_LANES];
} FanNetSlot;

/* Makes a slot that of the empty board, where every way starts. */
void fan_net_slot_clear(const FanNetwork *network, FanNetSlot *slot);

/* Brings `slot`, which holds the sums of some position, to those of `position` and gives its value
 * in hundredths of a stone for the side to move. `near` is another slot that may be nearer, or
 * NULL. */
int fan_net_value(const FanNetwork *network, FanNetSlot *slot, const FanNetSlot *near,
                  const FanPosition *position, const FanSurvey *survey);

/* Whether networks judge the position: not in telo nor while vela is given. */
static inline bool fan_net_judges(const FanPosition *position) {
    return position->mode == FAN_MODE_CAPTURE;
}

/* One way of doing the work. */
struct FanNetWay {
    const char *name;
    /* to.sums = from.sums + the rows added − the rows removed */
    void (*add_up)(const int16_t *from, const int16_t *const *added, unsigned adds,
                   const int16_t *const *removed, unsigned removes, int16_t *to);
    /* The sums' clamped squares, then the head. */
    int (*value)(const FanNetHead *head, const int16_t *sums, const int16_t *counts, int material);
};

extern const FanNetWay fan_net_plain;
#if defined(__x86_64__)
extern const FanNetWay fan_net_sse, fan_net_avx2;
#endif
#if defined(__wasm_simd128__)
extern const FanNetWay fan_net_wasm;
#endif

/* The fastest way this processor has. */
const FanNetWay *fan_net_way(void);

#endif
