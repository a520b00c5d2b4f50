/* Positions as values: who stands where, who is to move, the two counters (R9.3). No history, no
 * half-done chain.
 *
 * Text gives a set-up; only a set-up without faults becomes a position (fan_position_read in
 * text.h). What is declared here trusts its positions. */
#ifndef FANORONA_POSITION_H
#define FANORONA_POSITION_H

#include <fanorona/board.h>
#include <fanorona/rules.h>

FAN_BEGIN_DECLS

typedef enum FanSide { FAN_WHITE, FAN_BLACK } FanSide;

static inline FanSide fan_other_side(FanSide side) {
    return side == FAN_WHITE ? FAN_BLACK : FAN_WHITE;
}

enum { FAN_COUNTER_MAX = 65535 };

typedef struct FanPosition {
    FanPoints stones[2]; /* by FanSide; disjoint */
    uint8_t side;        /* FanSide: who moves */
    uint8_t first;       /* the coming turn is the game's first; only under first-turn=single */
    uint16_t quiet;      /* turns in a row without a capture (R5.3); stays at FAN_COUNTER_MAX */
    uint16_t number;     /* number of the turn pair, from 1; stays at FAN_COUNTER_MAX */
} FanPosition;

/* The start of the capture game on any board (R2). */
FAN_API FanPosition fan_position_start(const FanBoard *board, const FanRules *rules);

/* Equal as R5.4 means it: everything but the counters and `first`. */
FAN_API bool fan_position_same(const FanPosition *a, const FanPosition *b);

/* Equal in every field. */
FAN_API bool fan_position_equal(const FanPosition *a, const FanPosition *b);

/* The position with its points mapped by a symmetry of the board. */
FAN_API FanPosition fan_position_map(const FanBoard *board, FanSymmetry symmetry,
                                     const FanPosition *position);

/* The position with White and Black exchanged, the side to move too. */
FAN_API FanPosition fan_position_swap_colours(const FanPosition *position);

/* A 64-bit key of what fan_position_same compares: well mixed, never stored on disk. */
FAN_API uint64_t fan_position_key(const FanPosition *position);

/* How a game or a position stands. */
typedef enum FanResult { FAN_ONGOING, FAN_WHITE_WINS, FAN_BLACK_WINS, FAN_DRAWN } FanResult;

/* Why it ended, in the words of R5.6. */
typedef enum FanReason {
    FAN_REASON_NONE,
    FAN_REASON_NO_STONES,
    FAN_REASON_BLOCKED,
    FAN_REASON_REPETITION,
    FAN_REASON_QUIET,
    FAN_REASON_AGREEMENT,
    FAN_REASON_RESIGNATION,
    FAN_REASON_TIME,
    FAN_REASON_ABANDONED,
} FanReason;

typedef struct FanOutcome {
    uint8_t result;   /* FanResult */
    uint8_t reason;   /* FanReason */
    FanClause clause; /* the clause that ends it; 0 while ongoing */
} FanOutcome;

/* How the position alone stands, in the order of R5.6; repetition needs a game. */
FAN_API FanOutcome fan_position_outcome(const FanBoard *board, const FanRules *rules,
                                        const FanPosition *position);

/* "ongoing", "white", "black", "draw"; and R5.6's word, "" for none. Static memory. */
FAN_API const char *fan_result_word(FanResult result);
FAN_API const char *fan_reason_word(FanReason reason);

FAN_END_DECLS
#endif
