/* A class and its mirror while they are worked out: one cell a position, both sides to move. */
#ifndef FAN_TABLEGEN_PAIR_H
#define FAN_TABLEGEN_PAIR_H

#include "tablegen/pool.h"
#include "tables/tables.h"

/* Whose turn it is in one of the two tables of a pair. Of equal sides the "large" one is that of
 * the outer set; both tables then hold the same positions, each in the order the other needs. */
enum { LARGE_MOVES, SMALL_MOVES, PAIR_TABLES };

/* How many tables of a pair are kept: equal sides have one twice. */
static inline unsigned pair_tables(unsigned large, unsigned small) {
    return large == small ? 1 : PAIR_TABLES;
}

/* What a cell says: draws first, then what is lost (odd) and won (even). The two kinds of "not yet"
 * exist only while a pair is worked out. */
enum {
    CODE_OPEN,       /* undecided, without a capture; in the end a draw */
    CODE_DRAWN,      /* a draw by a capture */
    CODE_IN_DOUBT,   /* open, and something it may turn on has just been decided */
    CODE_LOST,       /* in no plies: blocked */
    CODE_WON,        /* in no plies: never */
    CODE_VOID_LOST,  /* by a capture, but drawn under the quiet limit */
    CODE_VOID_WON,   /* the same */
    CODE_LOST_LATER, /* in one ply; in more plies 2 more each */
    CODE_WON_LATER,
};

/* A fourth value beside those of FanTableValue, of classes that the quiet limit bears on: drawn
 * under the limit, otherwise not. */
enum { VALUE_VOID = 3 };

/* What is known of smaller classes: values, and under FAN_TABLE_DTW cells. */
typedef struct Known {
    const uint8_t *values;  /* without a limit */
    const uint8_t *limited; /* with VALUE_VOID among them; where there is none the same as above */
    const uint8_t *cells;   /* as in a file, of `bits`; NULL but under FAN_TABLE_DTW */
    unsigned bits;
    uint64_t entries;
} Known;

/* How often a value occurs and how far the farthest are, on the whole board. */
typedef struct PairCount {
    uint64_t win, draw, loss;
    unsigned longest_win, longest_loss;
} PairCount;

typedef struct Scene Scene;

typedef struct Pair {
    const FanTableSpace *space;
    const FanRules *rules;
    FanTableMetric metric;
    const Known (*known)[FAN_TABLE_SIDE_MAX + 1]; /* by own and the other's stones */
    FanPool *pool;
    FanPoolWatch *watch; /* may be NULL */
    void *watch_context;
    unsigned large, small; /* stones */
    uint32_t orbits;
    size_t block;           /* inner sets of an outer one */
    const FanPoints *inner; /* their points among those outside the outer set, by number */
    void *cells[PAIR_TABLES];
    /* By table and orbit: whether cells became decided at the present level, at the next one
     * (levels by parity), or came in doubt. */
    uint8_t *fresh[PAIR_TABLES][2], *doubt[PAIR_TABLES];
    uint8_t *changed[PAIR_TABLES]; /* whether the quiet limit changes a cell */
    Scene **scenes;                /* by worker */
    enum { PAIR_CAPTURES, PAIR_LEVELS, PAIR_LIMIT } stage;
    unsigned level;           /* what is being spread: positions decided in so many plies */
    unsigned longest_capture; /* the farthest level that captures have decided */
    unsigned longest;         /* the farthest level of all */
    uint64_t voids;           /* cells that the quiet limit makes draws by what captures lead to */
} Pair;

typedef enum PairStatus {
    PAIR_DONE,
    PAIR_STOPPED, /* the watch said so */
    PAIR_TOO_FAR, /* a distance does not fit its cell; wider ones are needed */
} PairStatus;

/* The builder, compiled for two widths of cells and two kinds of geometry from pair_body.h. */
typedef struct PairKernel {
    const char *name;
    unsigned bits;
    size_t scene_bytes;
    /* Fills in all cells. */
    PairStatus (*solve)(Pair *pair);
    /* Changes the cells of a pair that was solved to what they are under a quiet limit, and flags
     * the outer sets where any is changed. */
    PairStatus (*limit)(Pair *pair, unsigned limit);
    /* Packs the values of entries [first, last) of a table, two bits each, into bytes that are
     * zero (`first` is a multiple of four), and adds to the counts. */
    void (*pack)(const Pair *pair, unsigned table, uint64_t first, uint64_t last, uint8_t *packed,
                 PairCount *count);
    /* Writes entries [first, last) of a table as cells of a file. */
    void (*write)(const Pair *pair, unsigned table, uint64_t first, uint64_t last, uint8_t *cells);
} PairKernel;

extern const PairKernel fan_pair_plain_8, fan_pair_plain_16;
#if defined(__x86_64__)
extern const PairKernel fan_pair_tsivy_8, fan_pair_tsivy_16;
#endif

/* The kernel for a board on this processor, or on any (`plain`), with cells of 8 or 16 bits. */
const PairKernel *fan_pair_kernel(const FanBoard *board, unsigned bits, bool plain);

#endif
