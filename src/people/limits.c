#include "people/limits.h"

#include <math.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 8192, NEAR = 8 }; /* a key lies in one of NEAR buckets */

typedef struct Bucket {
    uint64_t key;     /* 0: free */
    double left, all; /* tries */
    double refill_ms;
    int64_t at_ms; /* of `left` */
} Bucket;

struct FanLimits {
    unsigned char secret[crypto_shorthash_KEYBYTES]; /* nobody can aim at another's bucket */
    Bucket buckets[BUCKETS];
};

FanLimits *fan_limits_new(void) {
    FanLimits *limits = calloc(1, sizeof *limits);
    if (limits) {
        crypto_shorthash_keygen(limits->secret);
    }
    return limits;
}

void fan_limits_free(FanLimits *limits) {
    free(limits);
}

static uint64_t hash_of(const FanLimits *limits, const FanLimit *limit, const char *key) {
    unsigned char text[256];
    size_t what = strnlen(limit->what, 64), rest = strnlen(key, sizeof text - 65);
    memcpy(text, limit->what, what);
    text[what] = 0;
    memcpy(text + what + 1, key, rest);
    uint64_t hash;
    crypto_shorthash((unsigned char *)&hash, text, what + 1 + rest, limits->secret);
    return hash ? hash : 1;
}

static double filled(const Bucket *bucket, int64_t now_ms) {
    double more = fmax(0, (double)(now_ms - bucket->at_ms)) / bucket->refill_ms;
    return fmin(bucket->all, bucket->left + more);
}

/* How little is lost with it: 1 for a full one. */
static double fullness(const Bucket *bucket, int64_t now_ms) {
    return bucket->key ? filled(bucket, now_ms) / bucket->all : 2;
}

/* The key's bucket, filled up to now. */
static Bucket *find(FanLimits *limits, const FanLimit *limit, const char *key, int64_t now_ms) {
    uint64_t hash = hash_of(limits, limit, key);
    Bucket *best = NULL;
    for (unsigned i = 0; i < NEAR; i++) {
        Bucket *bucket = &limits->buckets[(hash + i) % BUCKETS];
        if (bucket->key == hash) {
            bucket->left = filled(bucket, now_ms);
            bucket->at_ms = now_ms;
            return bucket;
        }
        if (!best || fullness(bucket, now_ms) > fullness(best, now_ms)) {
            best = bucket;
        }
    }
    *best = (Bucket){hash, limit->burst, limit->burst, limit->refill_ms, now_ms};
    return best;
}

bool fan_limits_take(FanLimits *limits, const FanLimit *limit, const char *key, int64_t now_ms) {
    Bucket *bucket = find(limits, limit, key, now_ms);
    if (bucket->left < 1) {
        return false;
    }
    bucket->left--;
    return true;
}

void fan_limits_give(FanLimits *limits, const FanLimit *limit, const char *key, int64_t now_ms) {
    Bucket *bucket = find(limits, limit, key, now_ms);
    bucket->left = fmin(bucket->all, bucket->left + 1);
}
