/* The transposition table: what earlier visits of a position found out.
 *
 * It knows keys, moves and numbers, nothing of boards or of the search. Replacement depends on the
 * contents alone, so the same search on one thread leaves the same table on every build.
 *
 * Any number of threads may probe and store at once, without a lock. The two words of an entry are
 * written one after the other, so that a reader may meet halves of two entries: the check in the
 * second word is mixed with the first, and such a pair is no more taken for an entry than one of
 * another position is (one time in 2^32). Everything else is for one thread while no other uses the
 * table. */
#ifndef FAN_ENGINE_TT_H
#define FAN_ENGINE_TT_H

#include <fanorona/move.h>
#include <stdatomic.h>

typedef enum FanBound {
    FAN_BOUND_NONE,
    FAN_BOUND_LOWER,
    FAN_BOUND_UPPER,
    FAN_BOUND_EXACT
} FanBound;

/* What is known of a position. */
typedef struct FanTtHit {
    FanMove move; /* best or refuting move, FAN_NO_MOVE if none is known */
    int score;    /* as seen from the position itself: wins count plies from there */
    int depth;    /* plies it was searched; 0 and less are plies of quiescence */
    FanBound bound;
} FanTtHit;

/* 16 bytes, four to a cache line. Read and written with relaxed order alone. */
typedef struct FanTtEntry {
    _Atomic uint64_t what; /* bits 0–60 the move, 61–62 the bound */
    _Atomic uint64_t rest; /* from the top: 32 bits of check, 16 of score, 8 of depth, 8 of age */
} FanTtEntry;

enum {
    FAN_TT_BUCKET = 4,           /* entries a bucket */
    FAN_TT_BYTES_MIN = 64 << 10, /* smallest table made */
};

typedef struct FanTt {
    FanTtEntry *entries;
    uint64_t mask; /* buckets − 1; their number is a power of two */
    uint8_t age;
} FanTt;

/* Makes an empty table of at most `bytes` (at least FAN_TT_BYTES_MIN is taken). Returns false
 * without memory. */
bool fan_tt_init(FanTt *tt, size_t bytes);
void fan_tt_free(FanTt *tt);

/* Forgets everything. */
void fan_tt_clear(FanTt *tt);

/* Marks what is there as older than what comes. */
void fan_tt_new_search(FanTt *tt);

/* What is known under this key; false if nothing. A move may belong to another position whose key
 * agrees in the bits looked at: use it only if it is found among the legal ones. */
bool fan_tt_probe(const FanTt *tt, uint64_t key, FanTtHit *hit);

/* Remembers. A move known before is kept where the new visit found none. */
void fan_tt_store(FanTt *tt, uint64_t key, const FanTtHit *hit);

/* Begins to fetch the bucket of a key that will soon be probed. */
static inline void fan_tt_prefetch(const FanTt *tt, uint64_t key) {
    __builtin_prefetch(&tt->entries[(key & tt->mask) * FAN_TT_BUCKET]);
}

#endif
