/* Numbers for random tests: a seed gives the same ones on every machine (SplitMix64). */
#ifndef FAN_TESTS_SUPPORT_RANDOM_H
#define FAN_TESTS_SUPPORT_RANDOM_H

#include <stdint.h>

typedef struct Random {
    uint64_t state; /* begin with any seed */
} Random;

static inline uint64_t random_next(Random *random) {
    uint64_t z = random->state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* 0 … bound - 1; bound ≥ 1. The bias is below 2^-32 for bounds that fit 32 bits. */
static inline uint64_t random_below(Random *random, uint64_t bound) {
    return random_next(random) % bound;
}

#endif
