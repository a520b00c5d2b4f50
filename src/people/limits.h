/* Limits on how often: a bucket of tries for each key, which fills again with time. Bounded memory:
 * when it is full, the fullest bucket nearby – the one that limits least – is forgotten. */
#ifndef FAN_PEOPLE_LIMITS_H
#define FAN_PEOPLE_LIMITS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct FanLimits FanLimits;

/* What is limited. */
typedef struct FanLimit {
    const char *what; /* tells buckets of one key apart */
    double burst;     /* tries at once, ≥ 1 */
    double refill_ms; /* for one more */
} FanLimit;

FanLimits *fan_limits_new(void); /* NULL without memory */
void fan_limits_free(FanLimits *limits);

/* Takes a try out of a key's bucket; false when there is none. */
bool fan_limits_take(FanLimits *limits, const FanLimit *limit, const char *key, int64_t now_ms);
/* Puts one back: it was not a failure after all. */
void fan_limits_give(FanLimits *limits, const FanLimit *limit, const char *key, int64_t now_ms);

#endif
