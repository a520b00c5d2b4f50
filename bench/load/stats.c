#include "stats.h"

#include <stdlib.h>

#include "loop.h"

void times_add(Times *times, uint64_t us) {
    if (times->count == times->capacity) {
        times->capacity = times->capacity * 2 + 1024;
        times->us = realloc(times->us, times->capacity * sizeof *times->us);
        if (!times->us) {
            die("no memory");
        }
    }
    times->us[times->count++] = us > UINT32_MAX ? UINT32_MAX : (uint32_t)us;
}

static int compare(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

double times_percentile_ms(Times *times, double percent) {
    if (times->count == 0) {
        return 0;
    }
    qsort(times->us, times->count, sizeof *times->us, compare);
    size_t place = (size_t)((double)(times->count - 1) * percent / 100 + 0.5);
    return times->us[place] / 1000.0;
}

void times_forget(Times *times) {
    free(times->us);
    *times = (Times){0};
}
