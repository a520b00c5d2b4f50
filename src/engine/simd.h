/* Vectors of 16-bit and of 32-bit integers, as wide as the file that includes this says: SIMD_AVX2,
 * SIMD_SSE (with SSE4.1), SIMD_WASM, or else plain C. Nothing saturates; products of `dot` are
 * exact. */
#ifndef FAN_ENGINE_SIMD_H
#define FAN_ENGINE_SIMD_H

#include <stdint.h>
#include <string.h>

#define SIMD_INLINE static inline __attribute__((always_inline))

#if defined(SIMD_AVX2)
#    include <immintrin.h>
enum { SIMD_SHORTS = 16 };
typedef __m256i Shorts;
typedef __m256i Longs;
SIMD_INLINE Shorts shorts_load(const int16_t *from) {
    return _mm256_loadu_si256((const __m256i *)(const void *)from);
}
SIMD_INLINE void shorts_store(int16_t *to, Shorts v) {
    _mm256_storeu_si256((__m256i *)(void *)to, v);
}
SIMD_INLINE Shorts shorts_add(Shorts a, Shorts b) {
    return _mm256_add_epi16(a, b);
}
SIMD_INLINE Shorts shorts_sub(Shorts a, Shorts b) {
    return _mm256_sub_epi16(a, b);
}
SIMD_INLINE Shorts shorts_clamp(Shorts v, int16_t low, int16_t high) {
    return _mm256_min_epi16(_mm256_max_epi16(v, _mm256_set1_epi16(low)), _mm256_set1_epi16(high));
}
SIMD_INLINE Shorts shorts_square_high(Shorts v) {
    return _mm256_srli_epi16(_mm256_mullo_epi16(v, v), 8);
}
SIMD_INLINE Longs longs_load(const int32_t *from) {
    return _mm256_loadu_si256((const __m256i *)(const void *)from);
}
SIMD_INLINE void longs_store(int32_t *to, Longs v) {
    _mm256_storeu_si256((__m256i *)(void *)to, v);
}
SIMD_INLINE Longs longs_all(int32_t x) {
    return _mm256_set1_epi32(x);
}
SIMD_INLINE Longs longs_add_dot(Longs sum, Shorts a, Shorts b) {
    return _mm256_add_epi32(sum, _mm256_madd_epi16(a, b));
}
SIMD_INLINE Longs longs_shift_clamp(Longs v, int shift, int32_t high) {
    v = _mm256_srai_epi32(v, shift);
    return _mm256_min_epi32(_mm256_max_epi32(v, _mm256_setzero_si256()), _mm256_set1_epi32(high));
}

#elif defined(SIMD_SSE)
#    include <smmintrin.h>
enum { SIMD_SHORTS = 8 };
typedef __m128i Shorts;
typedef __m128i Longs;
SIMD_INLINE Shorts shorts_load(const int16_t *from) {
    return _mm_loadu_si128((const __m128i *)(const void *)from);
}
SIMD_INLINE void shorts_store(int16_t *to, Shorts v) {
    _mm_storeu_si128((__m128i *)(void *)to, v);
}
SIMD_INLINE Shorts shorts_add(Shorts a, Shorts b) {
    return _mm_add_epi16(a, b);
}
SIMD_INLINE Shorts shorts_sub(Shorts a, Shorts b) {
    return _mm_sub_epi16(a, b);
}
SIMD_INLINE Shorts shorts_clamp(Shorts v, int16_t low, int16_t high) {
    return _mm_min_epi16(_mm_max_epi16(v, _mm_set1_epi16(low)), _mm_set1_epi16(high));
}
SIMD_INLINE Shorts shorts_square_high(Shorts v) {
    return _mm_srli_epi16(_mm_mullo_epi16(v, v), 8);
}
SIMD_INLINE Longs longs_load(const int32_t *from) {
    return _mm_loadu_si128((const __m128i *)(const void *)from);
}
SIMD_INLINE void longs_store(int32_t *to, Longs v) {
    _mm_storeu_si128((__m128i *)(void *)to, v);
}
SIMD_INLINE Longs longs_all(int32_t x) {
    return _mm_set1_epi32(x);
}
SIMD_INLINE Longs longs_add_dot(Longs sum, Shorts a, Shorts b) {
    return _mm_add_epi32(sum, _mm_madd_epi16(a, b));
}
SIMD_INLINE Longs longs_shift_clamp(Longs v, int shift, int32_t high) {
    v = _mm_srai_epi32(v, shift);
    return _mm_min_epi32(_mm_max_epi32(v, _mm_setzero_si128()), _mm_set1_epi32(high));
}

#elif defined(SIMD_WASM)
#    include <wasm_simd128.h>
enum { SIMD_SHORTS = 8 };
typedef v128_t Shorts;
typedef v128_t Longs;
SIMD_INLINE Shorts shorts_load(const int16_t *from) {
    return wasm_v128_load(from);
}
SIMD_INLINE void shorts_store(int16_t *to, Shorts v) {
    wasm_v128_store(to, v);
}
SIMD_INLINE Shorts shorts_add(Shorts a, Shorts b) {
    return wasm_i16x8_add(a, b);
}
SIMD_INLINE Shorts shorts_sub(Shorts a, Shorts b) {
    return wasm_i16x8_sub(a, b);
}
SIMD_INLINE Shorts shorts_clamp(Shorts v, int16_t low, int16_t high) {
    return wasm_i16x8_min(wasm_i16x8_max(v, wasm_i16x8_splat(low)), wasm_i16x8_splat(high));
}
SIMD_INLINE Shorts shorts_square_high(Shorts v) {
    return wasm_u16x8_shr(wasm_i16x8_mul(v, v), 8);
}
SIMD_INLINE Longs longs_load(const int32_t *from) {
    return wasm_v128_load(from);
}
SIMD_INLINE void longs_store(int32_t *to, Longs v) {
    wasm_v128_store(to, v);
}
SIMD_INLINE Longs longs_all(int32_t x) {
    return wasm_i32x4_splat(x);
}
SIMD_INLINE Longs longs_add_dot(Longs sum, Shorts a, Shorts b) {
    return wasm_i32x4_add(sum, wasm_i32x4_dot_i16x8(a, b));
}
SIMD_INLINE Longs longs_shift_clamp(Longs v, int shift, int32_t high) {
    v = wasm_i32x4_shr(v, (uint32_t)shift);
    return wasm_i32x4_min(wasm_i32x4_max(v, wasm_i32x4_splat(0)), wasm_i32x4_splat(high));
}

#else
enum { SIMD_SHORTS = 8 };
typedef struct Shorts {
    int16_t v[SIMD_SHORTS];
} Shorts;
typedef struct Longs {
    int32_t v[SIMD_SHORTS / 2];
} Longs;
SIMD_INLINE Shorts shorts_load(const int16_t *from) {
    Shorts v;
    memcpy(&v, from, sizeof v);
    return v;
}
SIMD_INLINE void shorts_store(int16_t *to, Shorts v) {
    memcpy(to, &v, sizeof v);
}
SIMD_INLINE Shorts shorts_add(Shorts a, Shorts b) {
    for (int i = 0; i < SIMD_SHORTS; i++) {
        a.v[i] = (int16_t)(a.v[i] + b.v[i]);
    }
    return a;
}
SIMD_INLINE Shorts shorts_sub(Shorts a, Shorts b) {
    for (int i = 0; i < SIMD_SHORTS; i++) {
        a.v[i] = (int16_t)(a.v[i] - b.v[i]);
    }
    return a;
}
SIMD_INLINE Shorts shorts_clamp(Shorts v, int16_t low, int16_t high) {
    for (int i = 0; i < SIMD_SHORTS; i++) {
        v.v[i] = v.v[i] < low ? low : v.v[i] > high ? high : v.v[i];
    }
    return v;
}
SIMD_INLINE Shorts shorts_square_high(Shorts v) {
    for (int i = 0; i < SIMD_SHORTS; i++) {
        v.v[i] = (int16_t)((uint16_t)(v.v[i] * v.v[i]) >> 8);
    }
    return v;
}
SIMD_INLINE Longs longs_load(const int32_t *from) {
    Longs v;
    memcpy(&v, from, sizeof v);
    return v;
}
SIMD_INLINE void longs_store(int32_t *to, Longs v) {
    memcpy(to, &v, sizeof v);
}
SIMD_INLINE Longs longs_all(int32_t x) {
    Longs v;
    for (int i = 0; i < SIMD_SHORTS / 2; i++) {
        v.v[i] = x;
    }
    return v;
}
SIMD_INLINE Longs longs_add_dot(Longs sum, Shorts a, Shorts b) {
    for (int i = 0; i < SIMD_SHORTS / 2; i++) {
        sum.v[i] += a.v[2 * i] * b.v[2 * i] + a.v[2 * i + 1] * b.v[2 * i + 1];
    }
    return sum;
}
SIMD_INLINE Longs longs_shift_clamp(Longs v, int shift, int32_t high) {
    for (int i = 0; i < SIMD_SHORTS / 2; i++) {
        int32_t x = v.v[i] >> shift;
        v.v[i] = x < 0 ? 0 : x > high ? high : x;
    }
    return v;
}
#endif

/* A pair of 16-bit integers in every 32 bits, as `longs_add_dot` takes them. */
SIMD_INLINE Shorts shorts_all_pairs(const int16_t *pair) {
    int32_t both;
    memcpy(&both, pair, sizeof both);
    Longs longs = longs_all(both);
    Shorts shorts;
    memcpy(&shorts, &longs, sizeof shorts);
    return shorts;
}

#endif
