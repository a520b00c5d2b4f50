/* Training data in memory: a position with what it was found to be worth, and the plan by which a
 * file of them is made. The bytes of both are told in docs/engine.md. */
#ifndef FAN_CLI_DATAGEN_SAMPLE_H
#define FAN_CLI_DATAGEN_SAMPLE_H

#include "cli/network.h"

#include <fanorona/engine.h>
#include <fanorona/tables.h>

enum {
    FAN_SAMPLE_BYTES = 24,
    FAN_PLAN_BYTES = 512,
    FAN_PLY_MAX = UINT16_MAX, /* a game that is longer ends here, as drawn */
};

enum {
    FAN_SAMPLE_MUST_CAPTURE = 1, /* the side to move has a capture (R3.1) */
    FAN_SAMPLE_EXACT = 2,        /* score and result are proved: by tables, or a win announced */
    FAN_SAMPLE_LAST = 4,         /* the last of its game */
};

/* One record. */
typedef struct FanSample {
    FanPoints stones[2]; /* by FanSide */
    int16_t score;       /* for the side to move, as FanScore */
    uint16_t ply;        /* turns made before, in this game */
    uint8_t side;        /* FanSide: who moves */
    int8_t result;       /* of the game: 1 White won, 0 drawn, -1 Black won */
    uint8_t flags;       /* FAN_SAMPLE_… */
    uint8_t quiet;       /* turns in a row without a capture, at most 255 */
} FanSample;

/* What determines the bytes of a file: the same plan gives the same games, by their numbers. */
typedef struct FanPlan {
    FanBoard board;
    FanRules rules;
    FanPosition start; /* where the random turns of the openings begin */
    uint64_t nodes;    /* positions to look at for a turn */
    uint64_t seed;
    uint64_t engine;      /* what the engine answers, mixed into a word: other words, other games */
    uint32_t plies_least; /* random turns of an opening */
    uint32_t plies_most;
    uint32_t balance;      /* hundredths of a stone by which a side may be ahead after them */
    uint32_t noise;        /* turns in a thousand that are random after the opening */
    uint8_t tables_stones; /* the tables label every position of so many stones; 0 without tables */
    const FanTables *tables;         /* not owned; NULL where none are given */
    const FanNetworkChoice *network; /* not owned; in the file `engine` stands for it */
} FanPlan;

/* To and from little-endian bytes. */
void fan_sample_write(const FanSample *sample, uint8_t bytes[FAN_SAMPLE_BYTES]);
FanSample fan_sample_read(const uint8_t bytes[FAN_SAMPLE_BYTES]);
void fan_plan_write(const FanPlan *plan, uint8_t bytes[FAN_PLAN_BYTES]);

/* NULL, or why the bytes are no header of training data; then *plan is left alone. Static memory.
 */
const char *fan_plan_read(FanPlan *plan, const uint8_t bytes[FAN_PLAN_BYTES]);

/* The position of a sample, but for the number of its turn pair. */
FanPosition fan_sample_position(const FanPlan *plan, const FanSample *sample);

/* NULL, or why `sample` cannot follow `before` in a file of this plan (NULL: it is the first of its
 * game). Static memory. */
const char *fan_sample_fault(const FanPlan *plan, const FanSample *before, const FanSample *sample);

#endif
