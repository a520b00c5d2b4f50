/* The transposition table. A bucket is one cache line of four entries; within it the entry that is
 * worth least, by depth and age, gives way. */
#include "engine/tt.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#if defined(__linux__)
#    include <sys/mman.h>
#endif

enum { TT_DEPTH_OFFSET = 64, TT_BOUND_SHIFT = 61, TT_LINE_BYTES = 64, TT_LARGE_PAGE = 2 << 20 };

#define TT_MOVE_MASK ((UINT64_C(1) << TT_BOUND_SHIFT) - 1)

_Static_assert(sizeof(FanTtEntry) == 16, "four entries fill a cache line");

static size_t table_bytes(const FanTt *tt) {
    return (size_t)(tt->mask + 1) * FAN_TT_BUCKET * sizeof(FanTtEntry);
}

/* Memory for a table; in large pages where the system has them (a probe is then one miss instead of
 * two: 10 to 20 % of the time of a search with 64 MiB). */
static FanTtEntry *allocate(size_t size) {
    FanTtEntry *entries =
        aligned_alloc(size >= TT_LARGE_PAGE ? TT_LARGE_PAGE : TT_LINE_BYTES, size);
#if defined(MADV_HUGEPAGE)
    if (entries != NULL) {
        (void)madvise(entries, size, MADV_HUGEPAGE); /* a wish; refusal costs only speed */
    }
#endif
    return entries;
}

bool fan_tt_init(FanTt *tt, size_t bytes) {
    size_t size = FAN_TT_BYTES_MIN;
    while (size <= bytes / 2) {
        size *= 2;
    }
    FanTtEntry *entries = allocate(size);
    if (entries == NULL) {
        return false;
    }
    *tt = (FanTt){.entries = entries, .mask = size / TT_LINE_BYTES - 1};
    fan_tt_clear(tt);
    return true;
}

void fan_tt_free(FanTt *tt) {
    free(tt->entries);
    *tt = (FanTt){0};
}

void fan_tt_clear(FanTt *tt) {
    memset(tt->entries, 0, table_bytes(tt));
    tt->age = 0;
}

void fan_tt_new_search(FanTt *tt) {
    tt->age++;
}

static FanTtEntry *bucket_of(const FanTt *tt, uint64_t key) {
    return &tt->entries[(key & tt->mask) * FAN_TT_BUCKET];
}

static uint32_t check_of(uint64_t key) {
    return (uint32_t)(key >> 32);
}

static FanBound bound_of(const FanTtEntry *entry) {
    return (FanBound)(entry->move_bound >> TT_BOUND_SHIFT);
}

bool fan_tt_probe(const FanTt *tt, uint64_t key, FanTtHit *hit) {
    const FanTtEntry *entry = bucket_of(tt, key);
    for (int i = 0; i < FAN_TT_BUCKET; i++, entry++) {
        if (entry->check == check_of(key) && bound_of(entry) != FAN_BOUND_NONE) {
            *hit = (FanTtHit){
                .move = entry->move_bound & TT_MOVE_MASK,
                .score = entry->score,
                .depth = entry->depth - TT_DEPTH_OFFSET,
                .bound = bound_of(entry),
            };
            return true;
        }
    }
    return false;
}

/* What keeping an entry is worth: an empty one nothing, each search gone by costs four plies. */
static int worth(const FanTt *tt, const FanTtEntry *entry) {
    if (bound_of(entry) == FAN_BOUND_NONE) {
        return -100000;
    }
    return entry->depth - 4 * (uint8_t)(tt->age - entry->age);
}

static FanTtEntry *entry_to_use(FanTt *tt, uint64_t key) {
    FanTtEntry *bucket = bucket_of(tt, key);
    FanTtEntry *least = bucket;
    for (int i = 0; i < FAN_TT_BUCKET; i++) {
        if (bucket[i].check == check_of(key) && bound_of(&bucket[i]) != FAN_BOUND_NONE) {
            return &bucket[i];
        }
        if (worth(tt, &bucket[i]) < worth(tt, least)) {
            least = &bucket[i];
        }
    }
    return least;
}

static int clamp(int value, int low, int high) {
    return value < low ? low : value > high ? high : value;
}

void fan_tt_store(FanTt *tt, uint64_t key, const FanTtHit *hit) {
    assert(hit->bound != FAN_BOUND_NONE && hit->score >= INT16_MIN && hit->score <= INT16_MAX);
    FanTtEntry *entry = entry_to_use(tt, key);
    FanMove move = hit->move;
    if (move == FAN_NO_MOVE && entry->check == check_of(key) && bound_of(entry) != FAN_BOUND_NONE) {
        move = entry->move_bound & TT_MOVE_MASK;
    }
    *entry = (FanTtEntry){
        .move_bound = move | (uint64_t)hit->bound << TT_BOUND_SHIFT,
        .check = check_of(key),
        .score = (int16_t)hit->score,
        .depth = (uint8_t)clamp(hit->depth + TT_DEPTH_OFFSET, 0, UINT8_MAX),
        .age = tt->age,
    };
}
