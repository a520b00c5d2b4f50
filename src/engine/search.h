/* The search: principal variation search by iterative deepening, on moves.
 *
 * It runs on a stack of frames of its own instead of the machine's, so that it can be left after
 * any node and taken up again: how it is sliced has no influence on what it visits. It knows
 * positions, rules and keys; games, turns by path and levels are the façade's business. It never
 * prints.
 *
 * Nodes are positions entered, the root once for every window it is searched with. */
#ifndef FAN_ENGINE_SEARCH_H
#define FAN_ENGINE_SEARCH_H

#include "engine/arena.h"
#include "engine/eval.h"
#include "engine/order.h"
#include "engine/shared.h"
#include "engine/time.h"

#include <stdlib.h>

enum {
    /* A path has at most FAN_DEPTH_MAX paika, each a ply of depth, and fewer captures than there
     * are stones (48); the rest is air. */
    FAN_FRAMES_MAX = 120,
};

_Static_assert(FAN_FRAMES_MAX >= FAN_DEPTH_MAX + 48 + 2, "every path fits");

/* A first move with what is expected to follow. */
typedef struct FanVariation {
    FanScore score;
    unsigned length;
    FanMove moves[FAN_LINE_MAX];
} FanVariation;

/* Where a child stands in being searched by its parent. */
typedef enum FanAttempt { FAN_TRY_REDUCED, FAN_TRY_ZERO, FAN_TRY_FULL } FanAttempt;

/* A node on the path. */
typedef struct FanFrame {
    FanPosition position;
    uint64_t key;        /* of the position */
    uint64_t table_key;  /* what it is filed under */
    FanMove move, best;  /* being searched; best so far, FAN_NO_MOVE while none is above alpha */
    size_t first, count; /* its moves in the arena */
    size_t next, limit;  /* of them, the one after `move`; how many are looked at */
    int depth, alpha, beta, value;
    int floor;       /* alpha as it was on entering */
    int standing;    /* its evaluation, below the horizon */
    uint8_t attempt; /* FanAttempt */
    bool principal;  /* window wider than one */
} FanFrame;

typedef struct FanPath {
    unsigned length;
    FanMove moves[FAN_LINE_MAX];
} FanPath;

typedef enum FanPhase {
    FAN_PHASE_LINE,  /* begin the next line, depth or window */
    FAN_PHASE_ENTER, /* a position not yet looked at */
    FAN_PHASE_NEXT,  /* try the next move of a node */
    FAN_PHASE_LEAVE, /* give a node's value to its parent */
    FAN_PHASE_DONE,
} FanPhase;

/* What one thread has to itself. */
typedef struct FanSearch {
    FanShared *shared; /* not owned */
    unsigned number;   /* 0 is the main thread, which keeps the limits; the others help it */
    FanArena arena;
    FanOrder order;
    FanNetSlot *slots; /* one a frame, for the network */

    FanPhase phase;
    bool out_of_memory;
    unsigned ply; /* of the frame in work */
    int value;    /* of the frame being left */
    uint64_t nodes, next_look;
    uint64_t told;                 /* of its nodes, those in shared->told */
    unsigned depth, line, deepest; /* in work */
    int low, high, widen;          /* root window and how fast it opens */
    FanFrame frames[FAN_FRAMES_MAX];
    FanPath paths[FAN_FRAMES_MAX + 1];

    FanProgress progress; /* of the main thread where there is a clock */
    bool enough;          /* nothing more is worth its time */

    unsigned finished;                     /* depth */
    unsigned variations;                   /* how many stand */
    FanVariation variation[FAN_LINES_MAX]; /* of the depth finished */
    FanVariation coming[FAN_LINES_MAX];    /* of the depth in work */
} FanSearch;

/* Whether a score is that of a win or a loss, by the end of the game or by endgame tables. */
static inline bool fan_score_is_decided(int score) {
    return abs(score) > FAN_SCORE_EVALUATION_MAX;
}

/* Wins are counted from the root in the search, from the position itself in the table. */
static inline int fan_score_to_table(int score, unsigned ply) {
    return !fan_score_is_decided(score) ? score : score > 0 ? score + (int)ply : score - (int)ply;
}

static inline int fan_score_from_table(int score, unsigned ply) {
    return !fan_score_is_decided(score) ? score : score > 0 ? score - (int)ply : score + (int)ply;
}

/* Makes a thread's part of a search. Returns false without memory. */
bool fan_search_init(FanSearch *search, FanShared *shared);
void fan_search_free(FanSearch *search);

/* Sets up for the position that fan_shared_begin was told, as thread `number`. Returns false
 * without memory; nothing runs then. */
bool fan_search_begin(FanSearch *search, unsigned number);

/* Adds to shared->told what this thread has not told yet. */
void fan_search_tell(FanSearch *search);

/* The nodes of all threads: its own, and what others have told. */
uint64_t fan_search_nodes(const FanSearch *search);

/* Leaves only the first moves for which `keep` says so; all of them if it never does. Between begin
 * and run. */
void fan_search_restrict(FanSearch *search, bool (*keep)(void *context, FanMove move),
                         void *context);

/* See fan_engine_run. */
bool fan_search_run(FanSearch *search, uint64_t slice);

#endif
