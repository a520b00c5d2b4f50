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

enum {
    FAN_COUNTER_MAX = 65535,
    FAN_TELO_STONES = 3,      /* a side has in telo, on the board and in hand (R6.1) */
    FAN_VELA_STONES_LEFT = 5, /* with which the giver begins to play by sections 3 to 5 (R7.3) */
};

/* Which section of the rules makes the turns of a position. */
typedef enum FanMode {
    FAN_MODE_CAPTURE,    /* sections 3 and 4 */
    FAN_MODE_TELO,       /* section 6 */
    FAN_MODE_VELA_WHITE, /* vela's first phase, White gives (R7.2) */
    FAN_MODE_VELA_BLACK, /* the same, Black gives */
} FanMode;

typedef struct FanPosition {
    FanPoints stones[2]; /* by FanSide; disjoint */
    uint8_t side;        /* FanSide: who moves */
    uint8_t first;       /* the coming turn is the game's first; only under first-turn=single */
    uint16_t quiet;      /* turns in a row without a capture (R5.3); stays at FAN_COUNTER_MAX */
    uint16_t number;     /* number of the turn pair, from 1; stays at FAN_COUNTER_MAX */
    uint8_t mode;        /* FanMode */
} FanPosition;

/* The start of the capture game on any board (R2), of vela (R7.4) or of telo (R6.2), as the rules
 * say; they must fit the board (fan_rules_fit). */
FAN_API FanPosition fan_position_start(const FanBoard *board, const FanRules *rules);

/* Whether these rules can be played on this board: telo on 3×3, vela on tsivy and dimy (R6.1,
 * R7.1).
 */
FAN_API bool fan_rules_fit(const FanRules *rules, const FanBoard *board);

/* How many stones a side still has in hand: 0 but in telo, where hand and board make three (R6.2).
 */
FAN_API unsigned fan_position_hand(const FanPosition *position, FanSide side);

/* Whether this is vela's first phase (R7.2), and then who gives. */
static inline bool fan_position_is_vela(const FanPosition *position) {
    return position->mode >= FAN_MODE_VELA_WHITE;
}
static inline FanSide fan_position_giver(const FanPosition *position) {
    return position->mode == FAN_MODE_VELA_WHITE ? FAN_WHITE : FAN_BLACK;
}

/* How many stones the giver has still to lose before the first phase of vela ends; 0 outside it. */
FAN_API unsigned fan_position_to_give(const FanPosition *position);

/* The stones of a full row of a side (R6.3); empty if there is none or the game is not telo. */
FAN_API FanPoints fan_position_row(const FanPosition *position, FanSide side);

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
    FAN_REASON_ROW,
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

/* Who gives if the next game is vela (R7.6), where `gave` says who did in the game that ended so:
 * the winner; after a draw the roles stay. FAN_VELA_NONE while the game goes on. */
FAN_API FanVela fan_vela_next(FanVela gave, FanResult result);

/* "ongoing", "white", "black", "draw"; and R5.6's word, "" for none. Static memory. */
FAN_API const char *fan_result_word(FanResult result);
FAN_API const char *fan_reason_word(FanReason reason);

FAN_END_DECLS
#endif
