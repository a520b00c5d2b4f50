#include "solver/memo.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    CLUSTER = 4, /* entries among which one position may stand: two cache lines */
    LOCKS = 4096,
    ATTACKER_BIT = 63,
    POINTS_BITS = 49,
    SOLVED_WORTH = 8, /* a decided entry is kept as if it had cost so many times its work */
};
#define POINTS_MASK ((UINT64_C(1) << POINTS_BITS) - 1)

typedef struct Entry {
    uint64_t own; /* points, and at the top whether the attacker is to move */
    uint64_t foe; /* points, and above them the answer */
    uint32_t proof, disproof;
    uint32_t work;
    uint16_t distance;
    uint8_t state, busy;
} Entry;
_Static_assert(sizeof(Entry) == 32, "two to a cache line");

struct FanMemo {
    Entry *entries;
    uint64_t clusters;
    _Atomic uint64_t used;
    atomic_flag locks[LOCKS];
};

FanMemo *fan_memo_new(uint64_t bytes) {
    FanMemo *memo = malloc(sizeof *memo);
    if (!memo) {
        return NULL;
    }
    memo->clusters = bytes / (CLUSTER * sizeof(Entry));
    memo->clusters += memo->clusters == 0;
    memo->used = 0;
    memo->entries = calloc(memo->clusters, CLUSTER * sizeof(Entry));
    for (size_t i = 0; i < LOCKS; i++) {
        atomic_flag_clear(&memo->locks[i]);
    }
    if (!memo->entries) {
        free(memo);
        return NULL;
    }
    return memo;
}

void fan_memo_free(FanMemo *memo) {
    if (memo) {
        free(memo->entries);
        free(memo);
    }
}

/* The finish of a mixer by Stafford ("variant 13"). */
static uint64_t mix(uint64_t word) {
    word = (word ^ word >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    word = (word ^ word >> 27) * UINT64_C(0x94D049BB133111EB);
    return word ^ word >> 31;
}

static uint64_t cluster_of(const FanMemo *memo, FanStand stand, bool attacker) {
    uint64_t key = mix(mix(stand.own ^ (uint64_t)attacker << ATTACKER_BIT) + stand.foe);
    return (uint64_t)((unsigned __int128)key * memo->clusters >> 64);
}

static Entry *entries_of(const FanMemo *memo, uint64_t cluster) {
    return memo->entries + cluster * CLUSTER;
}

static void lock(FanMemo *memo, uint64_t cluster) {
    while (atomic_flag_test_and_set_explicit(&memo->locks[cluster % LOCKS], memory_order_acquire)) {
    }
}

static void unlock(FanMemo *memo, uint64_t cluster) {
    atomic_flag_clear_explicit(&memo->locks[cluster % LOCKS], memory_order_release);
}

static bool is_of(const Entry *entry, FanStand stand, bool attacker) {
    return entry->own == (stand.own | (uint64_t)attacker << ATTACKER_BIT) &&
           (entry->foe & POINTS_MASK) == stand.foe && entry->state != FAN_STATE_NONE;
}

static Entry *find(const FanMemo *memo, uint64_t cluster, FanStand stand, bool attacker) {
    Entry *entries = entries_of(memo, cluster);
    for (unsigned i = 0; i < CLUSTER; i++) {
        if (is_of(&entries[i], stand, attacker)) {
            return &entries[i];
        }
    }
    return NULL;
}

static FanKnown known_of(const Entry *entry) {
    return (FanKnown){.state = entry->state,
                      .attacker = entry->own >> ATTACKER_BIT,
                      .busy = entry->busy,
                      .answer = (uint16_t)(entry->foe >> POINTS_BITS),
                      .distance = entry->distance,
                      .proof = entry->proof,
                      .disproof = entry->disproof,
                      .work = entry->work};
}

FanKnown fan_memo_look(FanMemo *memo, FanStand stand, bool attacker) {
    uint64_t cluster = cluster_of(memo, stand, attacker);
    lock(memo, cluster);
    const Entry *entry = find(memo, cluster, stand, attacker);
    FanKnown known =
        entry ? known_of(entry) : (FanKnown){.state = FAN_STATE_NONE, .attacker = attacker};
    unlock(memo, cluster);
    return known;
}

void fan_memo_prefetch(const FanMemo *memo, FanStand stand, bool attacker) {
    const Entry *entries = entries_of(memo, cluster_of(memo, stand, attacker));
    __builtin_prefetch(entries);
    __builtin_prefetch(entries + 2);
}

static bool is_final(unsigned state) {
    return state == FAN_STATE_PROVED || state == FAN_STATE_REFUTED;
}

static uint64_t worth(const Entry *entry) {
    return entry->state == FAN_STATE_NONE
               ? 0
               : 1 + (uint64_t)entry->work * (is_final(entry->state) ? SOLVED_WORTH : 1);
}

/* The entry of least worth that no thread is below; NULL if there is none. */
static Entry *find_room(const FanMemo *memo, uint64_t cluster) {
    Entry *entries = entries_of(memo, cluster), *least = NULL;
    for (unsigned i = 0; i < CLUSTER; i++) {
        if (entries[i].busy == 0 && (!least || worth(&entries[i]) < worth(least))) {
            least = &entries[i];
        }
    }
    return least;
}

/* The entry of a position, new if there was none; NULL without room. */
static Entry *find_or_add(FanMemo *memo, uint64_t cluster, FanStand stand, bool attacker) {
    Entry *entry = find(memo, cluster, stand, attacker);
    if (entry) {
        return entry;
    }
    entry = find_room(memo, cluster);
    if (entry) {
        memo->used += entry->state == FAN_STATE_NONE;
        *entry = (Entry){.own = stand.own | (uint64_t)attacker << ATTACKER_BIT,
                         .foe = stand.foe | (uint64_t)FAN_ANSWER_NONE << POINTS_BITS,
                         .proof = 1,
                         .disproof = 1,
                         .state = FAN_STATE_OPEN};
    }
    return entry;
}

static void set_answer(Entry *entry, uint16_t answer) {
    entry->foe = (entry->foe & POINTS_MASK) | (uint64_t)answer << POINTS_BITS;
}

void fan_memo_store(FanMemo *memo, FanStand stand, const FanKnown *known) {
    uint64_t cluster = cluster_of(memo, stand, known->attacker);
    lock(memo, cluster);
    Entry *entry = find_or_add(memo, cluster, stand, known->attacker);
    if (entry && !is_final(entry->state)) {
        entry->state = (uint8_t)known->state;
        entry->proof = known->proof;
        entry->disproof = known->disproof;
        entry->work = known->work;
        entry->distance = known->distance;
        set_answer(entry, known->answer);
    } else if (entry) {
        /* Both are truths, so they agree. */
        assert(!is_final(known->state) || entry->state == known->state);
    }
    unlock(memo, cluster);
}

void fan_memo_busy(FanMemo *memo, FanStand stand, bool attacker, int by) {
    uint64_t cluster = cluster_of(memo, stand, attacker);
    lock(memo, cluster);
    Entry *entry =
        by > 0 ? find_or_add(memo, cluster, stand, attacker) : find(memo, cluster, stand, attacker);
    if (entry && (by > 0 || entry->busy > 0)) {
        entry->busy = (uint8_t)(entry->busy + by);
    }
    unlock(memo, cluster);
}

void fan_memo_settle(FanMemo *memo, FanStand stand, bool attacker, uint16_t answer) {
    uint64_t cluster = cluster_of(memo, stand, attacker);
    lock(memo, cluster);
    Entry *entry = find(memo, cluster, stand, attacker);
    assert(!entry || entry->state != FAN_STATE_PROVED); /* both are truths */
    if (entry && entry->state != FAN_STATE_REFUTED) {
        entry->state = FAN_STATE_REFUTED;
        set_answer(entry, answer);
    }
    unlock(memo, cluster);
}

void fan_memo_reopen(FanMemo *memo, FanStand stand, bool attacker) {
    uint64_t cluster = cluster_of(memo, stand, attacker);
    lock(memo, cluster);
    Entry *entry = find(memo, cluster, stand, attacker);
    if (entry && entry->state == FAN_STATE_TENTATIVE) {
        entry->state = FAN_STATE_OPEN;
        entry->proof = entry->disproof = 1;
    }
    unlock(memo, cluster);
}

uint64_t fan_memo_used(FanMemo *memo) {
    return memo->used;
}

uint64_t fan_memo_room(const FanMemo *memo) {
    return memo->clusters * CLUSTER;
}

bool fan_memo_visit(FanMemo *memo, FanMemoVisitor *visitor, void *context) {
    for (uint64_t i = 0; i < memo->clusters * CLUSTER; i++) {
        const Entry *entry = &memo->entries[i];
        if (entry->state != FAN_STATE_NONE) {
            FanStand stand = {entry->own & POINTS_MASK, entry->foe & POINTS_MASK};
            FanKnown known = known_of(entry);
            if (!visitor(context, stand, &known)) {
                return false;
            }
        }
    }
    return true;
}
