/* Mixing of 64-bit words: splitmix64's finisher (Steele, Lea, Flood 2014). */
#ifndef FAN_ENGINE_MIX_H
#define FAN_ENGINE_MIX_H

#include <stdint.h>

static inline uint64_t mix(uint64_t x) {
    x = (x ^ x >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ x >> 27) * UINT64_C(0x94D049BB133111EB);
    return x ^ x >> 31;
}

#endif
