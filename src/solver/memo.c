#include "solver/memo.h"

#include <assert.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum {
    CLUSTER = 8, /* entries among which one position may stand: two cache lines, fetched together */
    PAGE = 2 << 20,

    /* A position is written to the base of three – empty, own, foe – ten points at a time. */
    CHUNK_POINTS = 10,
    CHUNK_CODES = 59049,
    CHUNKS = 5,
    LOW_CHUNKS = 4, /* as many as fit 64 bits; the rest needs 15 */
    ATTACKER = 1 << 15,

    /* What is worth keeping, in half powers of two of work. */
    FINAL_WORTH = 6,
    TENTATIVE_WORTH = 64,

    SPINS = 1000, /* before a thread gives way to the one that holds a lock */
};

/* Below in `rest`, from bit 0 on: the position's last chunk with ATTACKER, the lock of the cluster
 * (in its first entry), state, busy, work; then answer and distance, or both numbers. */
#define KEY_MASK    UINT64_C(0xFFFF)
#define LOCK_BIT    (UINT64_C(1) << 16)
#define STATE_SHIFT 17
#define STATE_MASK  (UINT64_C(7) << STATE_SHIFT)
#define BUSY_SHIFT  20
#define BUSY_ONE    (UINT64_C(1) << BUSY_SHIFT)
#define BUSY_MASK   (UINT64_C(63) << BUSY_SHIFT)
#define WORK_SHIFT  26
#define WORK_MASK   (UINT64_C(63) << WORK_SHIFT)
#define VALUE_SHIFT 32

#define LARGE_PAGES_FROM (UINT64_C(2) << 30)

typedef struct Entry {
    uint64_t low;
    _Atomic uint64_t rest;
} Entry;
_Static_assert(sizeof(Entry) == FAN_MEMO_ENTRY_BYTES, "eight to two cache lines");

typedef struct Chunk {
    uint16_t own, foe;
} Chunk;

struct FanMemo {
    Entry *entries;
    void *mapped;
    size_t mapped_bytes;
    uint64_t clusters;
    uint16_t codes[1 << CHUNK_POINTS]; /* of own stones; those of the foe count twice */
    Chunk chunks[CHUNK_CODES];
    _Alignas(64) _Atomic uint64_t used;
    _Atomic uint64_t forgotten;
};

/* --- the table ----------------------------------------------------------------------------------
 */

/* Large pages, where the system has them, save most of the walks through its page tables. They are
 * cleared when first touched, which short searches with little memory need not wait for. */
static bool map(FanMemo *memo, uint64_t bytes) {
    memo->clusters = bytes / (CLUSTER * sizeof(Entry));
    memo->clusters += memo->clusters == 0;
    if (memo->clusters > (SIZE_MAX - PAGE) / (CLUSTER * sizeof(Entry))) {
        return false;
    }
    memo->mapped_bytes = (size_t)memo->clusters * CLUSTER * sizeof(Entry) + PAGE;
    memo->mapped =
        mmap(NULL, memo->mapped_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memo->mapped == MAP_FAILED) {
        return false;
    }
#ifdef MADV_HUGEPAGE
    if (bytes >= LARGE_PAGES_FROM) {
        madvise(memo->mapped, memo->mapped_bytes, MADV_HUGEPAGE);
    }
#endif
    uintptr_t start = ((uintptr_t)memo->mapped + PAGE - 1) / PAGE * PAGE;
    memo->entries = (Entry *)start;
    return true;
}

static void fill_codes(FanMemo *memo) {
    for (unsigned code = 0; code < CHUNK_CODES; code++) {
        Chunk chunk = {0, 0};
        for (unsigned point = 0, left = code; point < CHUNK_POINTS; point++, left /= 3) {
            chunk.own |= (uint16_t)((left % 3 == 1) << point);
            chunk.foe |= (uint16_t)((left % 3 == 2) << point);
        }
        memo->chunks[code] = chunk;
        if (chunk.foe == 0) {
            memo->codes[chunk.own] = (uint16_t)code;
        }
    }
}

FanMemo *fan_memo_new(uint64_t bytes) {
    FanMemo *memo = aligned_alloc(_Alignof(FanMemo), sizeof *memo);
    if (!memo || !map(memo, bytes)) {
        free(memo);
        return NULL;
    }
    memo->used = memo->forgotten = 0;
    fill_codes(memo);
    return memo;
}

void fan_memo_free(FanMemo *memo) {
    if (memo) {
        munmap(memo->mapped, memo->mapped_bytes);
        free(memo);
    }
}

/* --- keys ---------------------------------------------------------------------------------------
 */

/* The finish of a mixer by Stafford ("variant 13"). */
static uint64_t mix(uint64_t word) {
    word = (word ^ word >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    word = (word ^ word >> 27) * UINT64_C(0x94D049BB133111EB);
    return word ^ word >> 31;
}

static FanMemoKey complete_key(const FanMemo *memo, uint64_t low, uint16_t high) {
    uint64_t hash = mix(low ^ high * UINT64_C(0x9E3779B97F4A7C15));
    return (FanMemoKey){(uint64_t)((unsigned __int128)hash * memo->clusters >> 64), low, high};
}

static uint64_t chunk_code(const FanMemo *memo, FanStand stand, unsigned chunk) {
    const unsigned mask = (1 << CHUNK_POINTS) - 1, shift = CHUNK_POINTS * chunk;
    return memo->codes[stand.own >> shift & mask] + 2u * memo->codes[stand.foe >> shift & mask];
}

FanMemoKey fan_memo_key(const FanMemo *memo, FanStand stand, bool attacker) {
    uint64_t low = 0;
    for (unsigned chunk = LOW_CHUNKS; chunk-- > 0;) {
        low = low * CHUNK_CODES + chunk_code(memo, stand, chunk);
    }
    uint64_t high = chunk_code(memo, stand, LOW_CHUNKS) | (attacker ? ATTACKER : 0);
    return complete_key(memo, low, (uint16_t)high);
}

static FanStand stand_of(const FanMemo *memo, uint64_t low, uint64_t rest) {
    FanStand stand = {0, 0};
    uint64_t codes[CHUNKS];
    for (unsigned chunk = 0; chunk < LOW_CHUNKS; chunk++, low /= CHUNK_CODES) {
        codes[chunk] = low % CHUNK_CODES;
    }
    codes[LOW_CHUNKS] = rest & (ATTACKER - 1);
    for (unsigned chunk = 0; chunk < CHUNKS; chunk++) {
        stand.own |= (uint64_t)memo->chunks[codes[chunk]].own << CHUNK_POINTS * chunk;
        stand.foe |= (uint64_t)memo->chunks[codes[chunk]].foe << CHUNK_POINTS * chunk;
    }
    return stand;
}

/* --- numbers in few bits ------------------------------------------------------------------------
 */

enum {
    EXACT = 2048, /* numbers below are kept as they are, larger ones to ten bits */
    TEN_BITS = 1024,
    CODE_MAX = 65535, /* infinity */
};

/* Rounded up: a child that has reached a limit stays beyond it. */
static uint64_t code_of(uint32_t number) {
    if (number < EXACT) {
        return number;
    }
    if (number >= FAN_NUMBER_MAX) {
        return CODE_MAX;
    }
    unsigned shift = 21 - (unsigned)__builtin_clz(number);
    uint32_t digits = (number + (1u << shift) - 1) >> shift;
    return EXACT + (shift - 1) * TEN_BITS + (digits - TEN_BITS); /* 2048 is the next shift's 1024 */
}

static uint32_t number_of(uint64_t code) {
    if (code < EXACT) {
        return (uint32_t)code;
    }
    if (code >= CODE_MAX) {
        return FAN_NUMBER_MAX;
    }
    unsigned shift = (unsigned)(code - EXACT) / TEN_BITS + 1;
    uint64_t number = (TEN_BITS + code % TEN_BITS) << (shift < 31 ? shift : 31);
    return number < FAN_NUMBER_MAX ? (uint32_t)number : FAN_NUMBER_MAX - 1;
}

/* Work in half powers of two. */
static uint64_t work_code(uint32_t work) {
    unsigned log = work ? 31 - (unsigned)__builtin_clz(work) : 0;
    unsigned code = work == 0 ? 0 : 2 * log + (log > 0 && work >> (log - 1) & 1) + 1;
    return code < 63 ? code : 63;
}

static uint32_t work_of(uint64_t code) {
    return code == 0 ? 0 : (uint32_t)((2 + (code - 1) % 2) << (code - 1) / 2 >> 1);
}

static FanState state_of(uint64_t rest) {
    return (FanState)((rest & STATE_MASK) >> STATE_SHIFT);
}

static bool is_final(FanState state) {
    return state == FAN_STATE_PROVED || state == FAN_STATE_REFUTED;
}

static uint64_t packed(const FanKnown *known) {
    uint64_t value = known->state == FAN_STATE_OPEN
                         ? code_of(known->proof) | code_of(known->disproof) << 16
                         : known->answer | (uint64_t)known->distance << 16;
    return (uint64_t)known->state << STATE_SHIFT | work_code(known->work) << WORK_SHIFT |
           value << VALUE_SHIFT;
}

static FanKnown known_of(uint64_t rest) {
    uint64_t value = rest >> VALUE_SHIFT;
    FanKnown known = {.state = state_of(rest),
                      .attacker = (rest & ATTACKER) != 0,
                      .busy = (uint8_t)((rest & BUSY_MASK) >> BUSY_SHIFT),
                      .answer = FAN_ANSWER_NONE,
                      .work = work_of((rest & WORK_MASK) >> WORK_SHIFT)};
    if (known.state == FAN_STATE_OPEN) {
        known.proof = number_of(value & 0xFFFF);
        known.disproof = number_of(value >> 16);
    } else {
        known.answer = (uint16_t)value;
        known.distance = (uint16_t)(value >> 16);
    }
    return known;
}

/* --- clusters -----------------------------------------------------------------------------------
 */

static Entry *entries_of(const FanMemo *memo, uint64_t cluster) {
    return memo->entries + cluster * CLUSTER;
}

/* The lock is within the cluster, so that threads meet only where they touch the same one. */
static void lock(Entry *cluster) {
    for (unsigned spins = 0;
         atomic_fetch_or_explicit(&cluster->rest, LOCK_BIT, memory_order_acquire) & LOCK_BIT;
         spins++) {
        if (spins % SPINS == SPINS - 1) {
            sched_yield();
        }
    }
}

static uint64_t rest_of(const Entry *entry) {
    return atomic_load_explicit(&entry->rest, memory_order_relaxed);
}

static void unlock(Entry *cluster) {
    atomic_store_explicit(&cluster->rest, rest_of(cluster) & ~LOCK_BIT, memory_order_release);
}

/* The lock stays as it is. */
static void set_rest(Entry *entry, uint64_t rest) {
    atomic_store_explicit(&entry->rest, (rest & ~LOCK_BIT) | (rest_of(entry) & LOCK_BIT),
                          memory_order_relaxed);
}

static Entry *find(Entry *cluster, FanMemoKey key) {
    for (unsigned i = 0; i < CLUSTER; i++) {
        uint64_t rest = rest_of(&cluster[i]);
        if (cluster[i].low == key.low && (rest & KEY_MASK) == key.high && (rest & STATE_MASK)) {
            return &cluster[i];
        }
    }
    return NULL;
}

FanKnown fan_memo_look_at(FanMemo *memo, FanMemoKey key) {
    Entry *cluster = entries_of(memo, key.cluster);
    lock(cluster);
    const Entry *entry = find(cluster, key);
    uint64_t rest = entry ? rest_of(entry) : key.high & ATTACKER;
    unlock(cluster);
    return known_of(rest);
}

FanKnown fan_memo_look(FanMemo *memo, FanStand stand, bool attacker) {
    return fan_memo_look_at(memo, fan_memo_key(memo, stand, attacker));
}

void fan_memo_prefetch(const FanMemo *memo, FanMemoKey key) {
    const Entry *cluster = entries_of(memo, key.cluster);
    __builtin_prefetch(cluster);
    __builtin_prefetch(cluster + CLUSTER / 2);
}

static uint64_t worth(uint64_t rest) {
    static const uint8_t more[8] = {[FAN_STATE_TENTATIVE] = TENTATIVE_WORTH,
                                    [FAN_STATE_REFUTED] = FINAL_WORTH,
                                    [FAN_STATE_PROVED] = FINAL_WORTH};
    FanState state = state_of(rest);
    return state == FAN_STATE_NONE ? 0 : 1 + ((rest & WORK_MASK) >> WORK_SHIFT) + more[state];
}

/* The entry of least worth that no thread is below; NULL if there is none. */
static Entry *find_room(Entry *cluster) {
    Entry *least = NULL;
    for (unsigned i = 0; i < CLUSTER; i++) {
        uint64_t rest = rest_of(&cluster[i]);
        if (!(rest & BUSY_MASK) && (!least || worth(rest) < worth(rest_of(least)))) {
            least = &cluster[i];
        }
    }
    return least;
}

/* The entry of a position, a new one if there was none; NULL without room. */
static Entry *find_or_add(FanMemo *memo, Entry *cluster, FanMemoKey key, const FanKnown *known) {
    Entry *entry = find(cluster, key);
    if (entry) {
        return entry;
    }
    entry = find_room(cluster);
    if (entry) {
        bool fresh = state_of(rest_of(entry)) == FAN_STATE_NONE;
        atomic_fetch_add_explicit(fresh ? &memo->used : &memo->forgotten, 1, memory_order_relaxed);
        entry->low = key.low;
        set_rest(entry, packed(known) | key.high);
    }
    return entry;
}

static void store_at(FanMemo *memo, FanMemoKey key, const FanKnown *known) {
    Entry *cluster = entries_of(memo, key.cluster);
    lock(cluster);
    Entry *entry = find_or_add(memo, cluster, key, known);
    if (entry && !is_final(state_of(rest_of(entry)))) {
        set_rest(entry, packed(known) | (rest_of(entry) & (KEY_MASK | BUSY_MASK)));
    } else if (entry) {
        /* Both are truths, so they agree. */
        assert(!is_final(known->state) || state_of(rest_of(entry)) == known->state);
    }
    unlock(cluster);
}

void fan_memo_store(FanMemo *memo, FanStand stand, const FanKnown *known) {
    store_at(memo, fan_memo_key(memo, stand, known->attacker), known);
}

void fan_memo_enter(FanMemo *memo, FanMemoKey key, const FanKnown *known) {
    Entry *cluster = entries_of(memo, key.cluster);
    lock(cluster);
    Entry *entry = find_or_add(memo, cluster, key, known);
    if (entry && (rest_of(entry) & BUSY_MASK) < BUSY_MASK) {
        set_rest(entry, rest_of(entry) + BUSY_ONE);
    }
    unlock(cluster);
}

void fan_memo_leave(FanMemo *memo, FanMemoKey key) {
    Entry *cluster = entries_of(memo, key.cluster);
    lock(cluster);
    Entry *entry = find(cluster, key);
    if (entry && rest_of(entry) & BUSY_MASK) {
        set_rest(entry, rest_of(entry) - BUSY_ONE);
    }
    unlock(cluster);
}

/* Puts `to` in the place of what is known of a position whose state is between these. */
static void change(FanMemo *memo, FanStand stand, bool attacker, FanState least, FanState most,
                   FanKnown to) {
    FanMemoKey key = fan_memo_key(memo, stand, attacker);
    Entry *cluster = entries_of(memo, key.cluster);
    lock(cluster);
    Entry *entry = find(cluster, key);
    uint64_t rest = entry ? rest_of(entry) : 0;
    assert(to.state != FAN_STATE_REFUTED || state_of(rest) != FAN_STATE_PROVED); /* both truths */
    if (entry && state_of(rest) >= least && state_of(rest) <= most) {
        to.work = work_of((rest & WORK_MASK) >> WORK_SHIFT);
        set_rest(entry, packed(&to) | (rest & (KEY_MASK | BUSY_MASK)));
    }
    unlock(cluster);
}

void fan_memo_settle(FanMemo *memo, FanStand stand, bool attacker, uint16_t answer) {
    change(memo, stand, attacker, FAN_STATE_OPEN, FAN_STATE_TENTATIVE,
           (FanKnown){.state = FAN_STATE_REFUTED, .answer = answer});
}

void fan_memo_reopen(FanMemo *memo, FanStand stand, bool attacker, uint32_t proof,
                     uint32_t disproof) {
    change(memo, stand, attacker, FAN_STATE_TENTATIVE, FAN_STATE_TENTATIVE,
           (FanKnown){.state = FAN_STATE_OPEN, .proof = proof, .disproof = disproof});
}

uint64_t fan_memo_used(FanMemo *memo) {
    return memo->used;
}

uint64_t fan_memo_room(const FanMemo *memo) {
    return memo->clusters * CLUSTER;
}

uint64_t fan_memo_forgotten(FanMemo *memo) {
    return memo->forgotten;
}

/* --- all entries --------------------------------------------------------------------------------
 */

static void copy_cluster(Entry *cluster, FanMemoWords words[CLUSTER]) {
    lock(cluster);
    for (unsigned i = 0; i < CLUSTER; i++) {
        words[i] = (FanMemoWords){cluster[i].low, rest_of(&cluster[i]) & ~(LOCK_BIT | BUSY_MASK)};
    }
    unlock(cluster);
}

bool fan_memo_visit_words(FanMemo *memo, FanMemoWordsVisitor *visitor, void *context) {
    for (uint64_t i = 0; i < memo->clusters; i++) {
        FanMemoWords words[CLUSTER];
        copy_cluster(entries_of(memo, i), words);
        for (unsigned k = 0; k < CLUSTER; k++) {
            FanKnown known = known_of(words[k].rest);
            if (known.state != FAN_STATE_NONE && !visitor(context, words[k], &known)) {
                return false;
            }
        }
    }
    return true;
}

typedef struct Visit {
    const FanMemo *memo;
    FanMemoVisitor *visitor;
    void *context;
} Visit;

static bool show(void *context, FanMemoWords words, const FanKnown *known) {
    const Visit *visit = context;
    return visit->visitor(visit->context, stand_of(visit->memo, words.low, words.rest), known);
}

bool fan_memo_visit(FanMemo *memo, FanMemoVisitor *visitor, void *context) {
    return fan_memo_visit_words(memo, show, &(Visit){memo, visitor, context});
}

bool fan_memo_take(FanMemo *memo, FanPoints all, FanMemoWords words) {
    FanKnown known = known_of(words.rest);
    FanStand stand = stand_of(memo, words.low, words.rest);
    FanMemoKey key = fan_memo_key(memo, stand, known.attacker);
    if (((stand.own | stand.foe) & ~all) || key.low != words.low || known.state == FAN_STATE_NONE ||
        known.state > FAN_STATE_PROVED || (words.rest & (LOCK_BIT | BUSY_MASK))) {
        return false;
    }
    store_at(memo, key, &known);
    return true;
}
