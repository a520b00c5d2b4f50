/* Reading a network, and finding the value of a position with one. */
#include "engine/network.h"

#include "engine/checksum.h"
#include "engine/sets.h"

#include <stdlib.h>
#include <string.h>

/* --- the file (docs/engine.md, "The network's file") ---------------------------------------------
 */

enum {
    MAGIC_BYTES = 8,
    CHECK_BYTES = 8,
};

static const char magic[MAGIC_BYTES] = {'F', 'A', 'N', 'N', 'E', 'T', '\0', '\1'};

/* What is still to be read; running out of it is found by the size beforehand. */
typedef struct Bytes {
    const uint8_t *next;
} Bytes;

static uint64_t take(Bytes *bytes, int count) {
    uint64_t number = 0;
    for (int i = 0; i < count; i++) {
        number |= (uint64_t)*bytes->next++ << 8 * i;
    }
    return number;
}

static int16_t take_short(Bytes *bytes) {
    return (int16_t)take(bytes, 2);
}

static int32_t take_long(Bytes *bytes) {
    return (int32_t)take(bytes, 4);
}

static size_t size_for(size_t points) {
    size_t shape = 6, filters = FAN_NET_FILTERS * (2 * points + 1) * 2;
    size_t head =
        FAN_NET_INPUTS * FAN_NET_HIDDEN * 2 + FAN_NET_HIDDEN * (4 + 2) + (2 + FAN_NET_COUNTS) * 4;
    return MAGIC_BYTES + shape + filters + FAN_NET_QUARTERS * head + CHECK_BYTES;
}

static bool within(int32_t number, int32_t most) {
    return number >= -most && number <= most;
}

/* A point in a mirroring of the board: bit 0 exchanges the sides, bit 1 the ends. */
static unsigned mirrored(const FanNetwork *network, unsigned point, unsigned mirroring) {
    unsigned file = point % network->files, rank = point / network->files;
    file = mirroring & 1 ? network->files - 1u - file : file;
    rank = mirroring & 2 ? network->ranks - 1u - rank : rank;
    return rank * network->files + file;
}

static bool take_first_layer(FanNetwork *network, Bytes *bytes) {
    for (unsigned filter = 0; filter < FAN_NET_FILTERS; filter++) {
        for (unsigned side = 0; side < 2; side++) {
            for (unsigned point = 0; point < network->points; point++) {
                int16_t weight = take_short(bytes);
                if (!within(weight, FAN_NET_WEIGHT_MAX)) {
                    return false;
                }
                for (unsigned m = 0; m < FAN_NET_MIRRORINGS; m++) {
                    network->rows[side][mirrored(network, point, m)][m * FAN_NET_FILTERS + filter] =
                        weight;
                }
            }
        }
    }
    for (unsigned filter = 0; filter < FAN_NET_FILTERS; filter++) {
        int16_t bias = take_short(bytes);
        if (!within(bias, FAN_NET_BIAS_MAX)) {
            return false;
        }
        for (unsigned m = 0; m < FAN_NET_MIRRORINGS; m++) {
            network->bias[m * FAN_NET_FILTERS + filter] = bias;
        }
    }
    return true;
}

static bool take_head(FanNetHead *head, Bytes *bytes) {
    bool good = true;
    for (int input = 0; input < FAN_NET_INPUTS; input++) {
        for (int unit = 0; unit < FAN_NET_HIDDEN; unit++) {
            int16_t weight = take_short(bytes);
            head->hidden[input / 2][unit][input % 2] = weight;
            good = good && within(weight, FAN_NET_HIDDEN_MAX);
        }
    }
    for (int unit = 0; unit < FAN_NET_HIDDEN; unit++) {
        head->hidden_bias[unit] = take_long(bytes);
        good = good && within(head->hidden_bias[unit], FAN_NET_HIDDEN_BIAS_MAX);
    }
    for (int unit = 0; unit < FAN_NET_HIDDEN; unit++) {
        head->value[unit] = take_short(bytes);
    }
    head->value_bias = take_long(bytes);
    head->stone = take_long(bytes);
    good = good && within(head->value_bias, FAN_NET_VALUE_BIAS_MAX) &&
           within(head->stone, FAN_NET_STONE_MAX);
    for (int i = 0; i < FAN_NET_COUNTS; i++) {
        head->counts[i] = take_long(bytes);
        good = good && within(head->counts[i], FAN_NET_COUNT_MAX);
    }
    return good;
}

/* Everything behind the board's size. */
static bool take_layers(FanNetwork *network, Bytes *bytes) {
    bool good = take_first_layer(network, bytes);
    for (int quarter = 0; good && quarter < FAN_NET_QUARTERS; quarter++) {
        good = take_head(&network->heads[quarter], bytes);
    }
    return good;
}

/* The shape a file is made for must be this one. */
static bool take_shape(FanNetwork *network, Bytes *bytes) {
    network->files = (uint8_t)take(bytes, 1);
    network->ranks = (uint8_t)take(bytes, 1);
    bool same = take(bytes, 1) == FAN_NET_FILTERS;
    same = take(bytes, 1) == FAN_NET_HIDDEN && same;
    same = take(bytes, 1) == FAN_NET_COUNTS && same;
    same = take(bytes, 1) == FAN_NET_QUARTERS && same;
    network->points = (uint8_t)(network->files * network->ranks);
    return same;
}

static FanNetworkStatus read_into(FanNetwork *network, const uint8_t *bytes, size_t size) {
    Bytes rest = {bytes + MAGIC_BYTES};
    FanBoard board;
    if (!take_shape(network, &rest)) {
        return FAN_NETWORK_OTHER;
    }
    if (!fan_board_init(&board, network->files, network->ranks) ||
        size != size_for(network->points)) {
        return FAN_NETWORK_DAMAGED;
    }
    uint64_t check = fan_checksum(bytes, size - CHECK_BYTES);
    Bytes end = {bytes + size - CHECK_BYTES};
    if (check != take(&end, CHECK_BYTES) || !take_layers(network, &rest)) {
        return FAN_NETWORK_DAMAGED;
    }
    network->name = (uint32_t)check;
    return FAN_NETWORK_OK;
}

FanNetworkStatus fan_network_read(const void *bytes, size_t size, FanNetwork **network) {
    if (size < MAGIC_BYTES || memcmp(bytes, magic, MAGIC_BYTES - 1) != 0) {
        return FAN_NETWORK_NONE;
    }
    if (memcmp(bytes, magic, MAGIC_BYTES) != 0) {
        return FAN_NETWORK_OTHER;
    }
    if (size < size_for(0)) {
        return FAN_NETWORK_DAMAGED;
    }
    FanNetwork *read = aligned_alloc(_Alignof(FanNetwork), sizeof *read);
    if (read == NULL) {
        return FAN_NETWORK_MEMORY;
    }
    memset(read, 0, sizeof *read);
    read->way = fan_net_way();
    FanNetworkStatus status = read_into(read, bytes, size);
    if (status != FAN_NETWORK_OK) {
        free(read);
        return status;
    }
    *network = read;
    return FAN_NETWORK_OK;
}

void fan_network_free(FanNetwork *network) {
    free(network);
}

uint32_t fan_network_name(const FanNetwork *network) {
    return network->name;
}

bool fan_network_fits(const FanNetwork *network, const FanBoard *board) {
    return network->files == board->files && network->ranks == board->ranks;
}

/* --- the value of a position ---------------------------------------------------------------------
 */

const FanNetWay *fan_net_way(void) {
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx2") ? &fan_net_avx2 : &fan_net_sse;
#elif defined(__wasm_simd128__)
    return &fan_net_wasm;
#else
    return &fan_net_plain;
#endif
}

void fan_net_slot_clear(const FanNetwork *network, FanNetSlot *slot) {
    slot->stones[0] = slot->stones[1] = 0;
    memcpy(slot->sums, network->bias, sizeof slot->sums);
}

/* How many stones differ. */
static int distance(const FanNetSlot *slot, const FanPoints *stones) {
    return count(slot->stones[0] ^ stones[0]) + count(slot->stones[1] ^ stones[1]);
}

static unsigned list_rows(const FanNetwork *network, const FanPoints *stones,
                          const int16_t **rows) {
    unsigned listed = 0;
    for (int side = 0; side < 2; side++) {
        for (FanPoints left = stones[side]; left != 0; left &= left - 1) {
            rows[listed++] = network->rows[side][__builtin_ctzll(left)];
        }
    }
    return listed;
}

static void bring(const FanNetwork *network, FanNetSlot *slot, const FanNetSlot *from,
                  const FanPoints *stones) {
    const int16_t *added[2 * FAN_POINTS_MAX], *removed[2 * FAN_POINTS_MAX];
    FanPoints come[2] = {stones[0] & ~from->stones[0], stones[1] & ~from->stones[1]};
    FanPoints gone[2] = {from->stones[0] & ~stones[0], from->stones[1] & ~stones[1]};
    unsigned adds = list_rows(network, come, added), removes = list_rows(network, gone, removed);
    network->way->add_up(from->sums, added, adds, removed, removes, slot->sums);
    slot->stones[0] = stones[0];
    slot->stones[1] = stones[1];
}

int fan_net_value(const FanNetwork *network, FanNetSlot *slot, const FanNetSlot *near,
                  const FanPosition *position, const FanSurvey *survey) {
    int mover = position->side, other = mover ^ 1;
    FanPoints stones[2] = {position->stones[mover], position->stones[other]};
    int own = count(stones[0]), enemy = count(stones[1]), far = distance(slot, stones);
    const FanNetSlot *from = near != NULL && distance(near, stones) < far ? near : slot;
    if (far != 0) {
        bring(network, slot, from, stones);
    }
    int16_t counts[FAN_NET_COUNTS] = {
        (int16_t)(FAN_NET_COUNT_SCALE * survey->paika[mover]),
        (int16_t)(FAN_NET_COUNT_SCALE * survey->paika[other]),
        (int16_t)(FAN_NET_COUNT_SCALE * count(survey->taken[other])),
        (int16_t)(FAN_NET_COUNT_SCALE * count(survey->taken[mover])),
    };
    int quarter = (own + enemy - 1) * FAN_NET_QUARTERS / (network->points - 1);
    int value = network->way->value(&network->heads[quarter], slot->sums, counts, own - enemy);
    return value < -FAN_NET_VALUE_MAX  ? -FAN_NET_VALUE_MAX
           : value > FAN_NET_VALUE_MAX ? FAN_NET_VALUE_MAX
                                       : value;
}
