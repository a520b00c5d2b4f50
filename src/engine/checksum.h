/* The checksum at the end of the engine's files, from which they have their names: FNV-1a with 64
 * bits (Fowler, Noll, Vo). Against accidents, not against intent. */
#ifndef FAN_ENGINE_CHECKSUM_H
#define FAN_ENGINE_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

static inline uint64_t fan_checksum(const uint8_t *bytes, size_t size) {
    uint64_t sum = UINT64_C(0xCBF29CE484222325);
    for (size_t i = 0; i < size; i++) {
        sum = (sum ^ bytes[i]) * UINT64_C(0x100000001B3);
    }
    return sum;
}

#endif
