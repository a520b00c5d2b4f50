#include "network_make.h"

#include "engine/network.h"
#include "scene.h"

#include <string.h>

static uint8_t *put(uint8_t *to, uint64_t number, int count) {
    for (int i = 0; i < count; i++) {
        *to++ = (uint8_t)(number >> 8 * i);
    }
    return to;
}

static uint8_t *throw(uint8_t * to, int numbers, int bytes, int64_t most, uint64_t *seed) {
    for (int i = 0; i < numbers; i++) {
        int64_t number = (int64_t)(chance(seed) % (uint64_t)(2 * most + 1)) - most;
        to = put(to, (uint64_t)number, bytes);
    }
    return to;
}

void network_seal(uint8_t *bytes, size_t length) {
    uint64_t check = UINT64_C(0xCBF29CE484222325);
    for (size_t i = 0; i + 8 < length; i++) {
        check = (check ^ bytes[i]) * UINT64_C(0x100000001B3);
    }
    put(bytes + length - 8, check, 8);
}

size_t network_make(uint8_t *bytes, unsigned files, unsigned ranks, int part, uint64_t *seed) {
    static const uint8_t start[] = {'F', 'A', 'N', 'N', 'E', 'T', 0, 1};
    uint8_t *to = bytes;
    memcpy(to, start, sizeof start);
    to += sizeof start;
    to = put(to, files, 1);
    to = put(to, ranks, 1);
    to = put(to, FAN_NET_FILTERS, 1);
    to = put(to, FAN_NET_HIDDEN, 1);
    to = put(to, FAN_NET_COUNTS, 1);
    to = put(to, FAN_NET_QUARTERS, 1);
    to = throw(to, FAN_NET_FILTERS * 2 * (int)(files * ranks), 2, FAN_NET_WEIGHT_MAX / part, seed);
    to = throw(to, FAN_NET_FILTERS, 2, FAN_NET_BIAS_MAX / part, seed);
    for (int quarter = 0; quarter < FAN_NET_QUARTERS; quarter++) {
        to = throw(to, FAN_NET_INPUTS * FAN_NET_HIDDEN, 2, FAN_NET_HIDDEN_MAX / part, seed);
        to = throw(to, FAN_NET_HIDDEN, 4, FAN_NET_HIDDEN_BIAS_MAX / part, seed);
        to = throw(to, FAN_NET_HIDDEN, 2, INT16_MAX / part, seed);
        to = throw(to, 1, 4, FAN_NET_VALUE_BIAS_MAX / part, seed);
        to = throw(to, 1, 4, FAN_NET_STONE_MAX / part, seed);
        to = throw(to, FAN_NET_COUNTS, 4, FAN_NET_COUNT_MAX / part, seed);
    }
    size_t length = (size_t)(to - bytes) + 8;
    network_seal(bytes, length);
    return length;
}
