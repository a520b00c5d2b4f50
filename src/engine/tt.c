/* The transposition table. A bucket is one cache line of four entries; within it the entry that is
 * worth least, by depth and age, gives way. */
#include "engine/tt.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#if defined(__linux__)
#    include <sys/mman.h>
#endif

enum { TT_DEPTH_OFFSET = 64, TT_BOUND_SHIFT = 61, TT_LINE_BYTES = 64, TT_LARGE_PAGE = 2 << 20 };

/* Where the parts of the second word begin. */
enum { TT_AGE = 0, TT_DEPTH = 8, TT_SCORE = 16, TT_CHECK = 32 };

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
    memset((void *)tt->entries, 0, table_bytes(tt));
    tt->age = 0;
}

void fan_tt_new_search(FanTt *tt) {
    tt->age++;
}

static FanTtEntry *bucket_of(const FanTt *tt, uint64_t key) {
    return &tt->entries[(key & tt->mask) * FAN_TT_BUCKET];
}

/* An entry as it was read. */
typedef struct Words {
    uint64_t what, rest;
} Words;

static Words read_entry(const FanTtEntry *entry) {
    return (Words){atomic_load_explicit(&entry->what, memory_order_relaxed),
                   atomic_load_explicit(&entry->rest, memory_order_relaxed)};
}

/* The upper half of the key, for the lower chose the bucket, mixed with the word it belongs to. */
static uint32_t check_of(uint64_t key, uint64_t what) {
    return (uint32_t)((key ^ what * UINT64_C(0x9E3779B97F4A7C15)) >> 32);
}

static FanBound bound_of(Words words) {
    return (FanBound)(words.what >> TT_BOUND_SHIFT);
}

static bool is_of(Words words, uint64_t key) {
    return (uint32_t)(words.rest >> TT_CHECK) == check_of(key, words.what) &&
           bound_of(words) != FAN_BOUND_NONE;
}

bool fan_tt_probe(const FanTt *tt, uint64_t key, FanTtHit *hit) {
    const FanTtEntry *entry = bucket_of(tt, key);
    for (int i = 0; i < FAN_TT_BUCKET; i++, entry++) {
        Words words = read_entry(entry);
        if (is_of(words, key)) {
            *hit = (FanTtHit){
                .move = words.what & TT_MOVE_MASK,
                .score = (int16_t)(words.rest >> TT_SCORE),
                .depth = (uint8_t)(words.rest >> TT_DEPTH) - TT_DEPTH_OFFSET,
                .bound = bound_of(words),
            };
            return true;
        }
    }
    return false;
}

/* What keeping an entry is worth: an empty one nothing, each search gone by costs four plies. */
static int worth(const FanTt *tt, Words words) {
    if (bound_of(words) == FAN_BOUND_NONE) {
        return -100000;
    }
    return (uint8_t)(words.rest >> TT_DEPTH) -
           4 * (uint8_t)(tt->age - (uint8_t)(words.rest >> TT_AGE));
}

static int clamp(int value, int low, int high) {
    return value < low ? low : value > high ? high : value;
}

/* The entry to write to; *known becomes the move of the one it has for this key. */
static FanTtEntry *entry_to_use(FanTt *tt, uint64_t key, FanMove *known) {
    FanTtEntry *bucket = bucket_of(tt, key), *least = bucket;
    int least_worth = INT_MAX;
    for (int i = 0; i < FAN_TT_BUCKET; i++) {
        Words words = read_entry(&bucket[i]);
        if (is_of(words, key)) {
            *known = words.what & TT_MOVE_MASK;
            return &bucket[i];
        }
        if (worth(tt, words) < least_worth) {
            least = &bucket[i];
            least_worth = worth(tt, words);
        }
    }
    *known = FAN_NO_MOVE;
    return least;
}

void fan_tt_store(FanTt *tt, uint64_t key, const FanTtHit *hit) {
    assert(hit->bound != FAN_BOUND_NONE && hit->score >= INT16_MIN && hit->score <= INT16_MAX);
    FanMove known;
    FanTtEntry *entry = entry_to_use(tt, key, &known);
    uint64_t depth = (uint64_t)clamp(hit->depth + TT_DEPTH_OFFSET, 0, UINT8_MAX);
    uint64_t what = (hit->move == FAN_NO_MOVE ? known : hit->move) | (uint64_t)hit->bound
                                                                         << TT_BOUND_SHIFT;
    uint64_t rest = (uint64_t)check_of(key, what) << TT_CHECK |
                    (uint64_t)(uint16_t)hit->score << TT_SCORE | depth << TT_DEPTH | tt->age;
    atomic_store_explicit(&entry->what, what, memory_order_relaxed);
    atomic_store_explicit(&entry->rest, rest, memory_order_relaxed);
}
