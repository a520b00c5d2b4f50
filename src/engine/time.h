/* How long to think with a clock: decisions without a clock in hand, so that tables can test them.
 *
 * There are two limits. Past the hard one the search ends wherever it is; when a depth is finished,
 * the soft one says whether another is worth its time. */
#ifndef FAN_ENGINE_TIME_H
#define FAN_ENGINE_TIME_H

#include <fanorona/engine.h>

typedef struct FanAllotment {
    uint64_t soft_ms, hard_ms; /* 1 ≤ soft ≤ hard */
} FanAllotment;

/* For a turn with `left_ms` on the clock, `increment_ms` coming after it and `overhead_ms` lost on
 * the way. The hard limit is at most a third of what is left without the overhead, and 1 ms where
 * that is nothing. */
FanAllotment fan_time_allot(uint64_t left_ms, uint64_t increment_ms, uint64_t overhead_ms);

/* How a search stands when it has finished a depth. */
typedef struct FanProgress {
    uint64_t elapsed_ms; /* since it began */
    uint64_t depth_ms;   /* of that, for the last depth */
    unsigned stable;     /* depths finished since the best turn changed; 0: it has just changed */
    FanScore fall; /* by how much the best score fell with the last depth; negative: it rose */
    size_t turns;  /* first turns there are to choose from */
} FanProgress;

/* Whether to play now. An only turn is played at once. */
bool fan_time_enough(uint64_t soft_ms, const FanProgress *progress);

#endif
