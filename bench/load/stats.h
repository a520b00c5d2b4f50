/* Times that were measured, and what they come to. */
#ifndef FAN_BENCH_LOAD_STATS_H
#define FAN_BENCH_LOAD_STATS_H

#include <stddef.h>
#include <stdint.h>

typedef struct Times {
    uint32_t *us;
    size_t count, capacity;
} Times;

void times_add(Times *times, uint64_t us);
/* Of 0 … 100; in milliseconds. Sorts them. 0 where there are none. */
double times_percentile_ms(Times *times, double percent);
void times_forget(Times *times);

#endif
