/* Steps and turns: what a player does, by its path (R3, R4).
 *
 * A step is one displacement. A turn is a whole path: what records, links and the page use. A draft
 * is a turn being made. For the effect of a turn, which the search uses, see move.h. */
#ifndef FANORONA_TURN_H
#define FANORONA_TURN_H

#include <fanorona/position.h>
#include <stddef.h>

FAN_BEGIN_DECLS

typedef enum FanKind { FAN_PAIKA, FAN_APPROACH, FAN_WITHDRAWAL } FanKind;

/* One displacement of the moving stone. */
typedef struct FanStep {
    FanPoint to;
    uint8_t kind; /* FanKind */
} FanStep;

enum {
    FAN_CHAIN_MAX = 24, /* steps: each takes a stone, and there are at most 24 */
    FAN_FIRST_STEPS_MAX = 24 * FAN_DIRECTIONS * 2, /* steps open at the beginning of a turn */
    FAN_NEXT_STEPS_MAX = FAN_DIRECTIONS * 2,       /* steps open within a chain */
};

/* A turn by its path; two turns are different when any step differs (R4.4). Bytes past `count` mean
 * nothing. A placement of telo (R6.2) is one step of kind FAN_PAIKA from FAN_HAND. */
typedef struct FanTurn {
    FanPoint from;
    uint8_t count; /* steps, 1 to FAN_CHAIN_MAX */
    FanStep steps[FAN_CHAIN_MAX];
} FanTurn;

FAN_API bool fan_turn_equal(const FanTurn *a, const FanTurn *b);

/* Called with each legal turn and the position it leads to; both live only during the call. Return
 * false to end the visit. */
typedef bool FanTurnVisitor(void *context, const FanTurn *turn, const FanPosition *after);

/* Visits every legal turn, each path once (R4.4), without storing any: the number of turns has no
 * bound worth an array. Ends of the position alone that leave no turn: a side without stones
 * (R5.1), in telo a full row (R6.3). Quiet limit and repetition are not looked at. Returns false if
 * the visitor ended it. */
FAN_API bool fan_turns_visit(const FanBoard *board, const FanRules *rules,
                             const FanPosition *position, FanTurnVisitor *visitor, void *context);

/* How many turns fan_turns_visit would show. */
FAN_API uint64_t fan_turns_count(const FanBoard *board, const FanRules *rules,
                                 const FanPosition *position);

/* Turns by path at `depth`, R5.7; 1 at depth 0. */
FAN_API uint64_t fan_perft(const FanBoard *board, const FanRules *rules,
                           const FanPosition *position, unsigned depth);

/* Whether the side to move has a capture and so must capture (R3.1). */
FAN_API bool fan_position_must_capture(const FanBoard *board, const FanPosition *position);

/* The own stones that have a legal first step; none while stones are in hand. */
FAN_API FanPoints fan_position_movable(const FanBoard *board, const FanPosition *position);

/* A turn being made, step by step. Nothing is final until the caller plays fan_draft_turn. */
typedef struct FanDraft {
    FanPosition start;   /* the position the turn began in */
    FanPosition current; /* start with the steps so far done; its side is still the mover */
    FanPoints visited;   /* points the stone has stood on (R4.2) */
    uint8_t last;        /* FanDirection of the last step, FAN_NO_DIRECTION before it (R4.3) */
    FanTurn turn;        /* count is 0 before the first step */
} FanDraft;

FAN_API void fan_draft_begin(FanDraft *draft, const FanPosition *position);

/* A step that may come next, with what it takes. */
typedef struct FanOpenStep {
    FanPoint from, to;
    uint8_t kind; /* FanKind */
    uint8_t direction;
    FanPoints taken;
} FanOpenStep;

/* Writes the steps open now, ordered by from, direction, kind; at most FAN_FIRST_STEPS_MAX before
 * the first step and FAN_NEXT_STEPS_MAX after it. Returns how many. None are open after a paika.
 * Like fan_turns_visit it does not look at the quiet limit; refusals do. */
FAN_API size_t fan_draft_steps(const FanBoard *board, const FanRules *rules, const FanDraft *draft,
                               FanOpenStep *steps);

/* Whether the turn may end here: after a paika or a capturing step, and not while chain=mandatory
 * has more. */
FAN_API bool fan_draft_may_stop(const FanBoard *board, const FanRules *rules,
                                const FanDraft *draft);

/* Does an open step; a step that is not open is a bug of the caller (see fan_step_refusal). */
FAN_API void fan_draft_push(FanDraft *draft, const FanOpenStep *step);

/* Takes the last step back; returns false when there is none. */
FAN_API bool fan_draft_pop(const FanBoard *board, FanDraft *draft);

/* Why a step or a turn is not legal. */
typedef enum FanRefusalCode {
    FAN_LEGAL,
    FAN_REFUSED_ENDED,        /* the game is over (R5); clause tells how */
    FAN_REFUSED_EMPTY,        /* no stone there to move (R3.1) */
    FAN_REFUSED_ENEMY,        /* the stone belongs to the other side (R3.1) */
    FAN_REFUSED_OTHER_STONE,  /* a chain goes on with the same stone (R4.1) */
    FAN_REFUSED_OCCUPIED,     /* the point is not empty (R3.1) */
    FAN_REFUSED_NO_LINE,      /* no line joins the points in one step (R1.2) */
    FAN_REFUSED_MUST_CAPTURE, /* a capture is available (R3.1); points: the stones that can */
    FAN_REFUSED_VISITED,      /* the stone already stood there (R4.2); points: where it stood */
    FAN_REFUSED_DIRECTION,   /* same direction as the step before (R4.3); points: the last two stood
                                on */
    FAN_REFUSED_NO_APPROACH, /* no enemy stone ahead (R3.2) */
    FAN_REFUSED_NO_WITHDRAWAL, /* no enemy stone behind (R3.3) */
    FAN_REFUSED_NOT_CAPTURING, /* a chain goes on only by captures (R4.1) */
    FAN_REFUSED_OVER,          /* a paika ends the turn (R4.1) */
    FAN_REFUSED_STUCK,         /* this stone has no step at all (R3.1) */
    FAN_REFUSED_STOP,          /* chain=mandatory: the turn must go on (R8); points: where it can */
    FAN_REFUSED_SINGLE,        /* first-turn=single: one capture only (R8) */
    FAN_REFUSED_PLACE,         /* telo: stones are in hand, one must be placed (R6.2) */
    FAN_REFUSED_HAND,          /* no stone in hand to place (R6.2) */
    FAN_REFUSED_TELO,          /* telo knows no captures (R6.1) */
    FAN_REFUSED_GIVER,         /* vela: the giver takes nothing (R7.2) */
    FAN_REFUSED_TAKER,         /* vela: the taker takes one stone a turn, without chains (R7.2) */
} FanRefusalCode;

typedef struct FanRefusal {
    uint8_t code; /* FanRefusalCode; FAN_LEGAL if nothing forbids it */
    uint8_t step; /* index of the step it is about */
    FanClause clause;
    FanPoints points; /* what forbids it, where that is something on the board */
} FanRefusal;

/* Why the moving stone may not be taken up at `from` (before the first step); FAN_HAND asks for one
 * in hand. */
FAN_API FanRefusal fan_from_refusal(const FanBoard *board, const FanRules *rules,
                                    const FanDraft *draft, FanPoint from);

/* Why the step from-to of this kind is not open. `kind` FAN_PAIKA asks "in any way". Within a chain
 * `from` is the moving stone. */
FAN_API FanRefusal fan_step_refusal(const FanBoard *board, const FanRules *rules,
                                    const FanDraft *draft, FanPoint from, FanPoint to,
                                    FanKind kind);

/* Why a whole turn is not legal; FAN_LEGAL if it is. A turn without steps, or with a count or kind
 * that none has, is FAN_REFUSED_EMPTY. */
FAN_API FanRefusal fan_turn_refusal(const FanBoard *board, const FanRules *rules,
                                    const FanPosition *position, const FanTurn *turn);

/* The stones a step takes, as it stands in the draft (R3.2, R3.3); empty for a paika. */
FAN_API FanPoints fan_step_taken(const FanBoard *board, const FanPosition *position, FanPoint from,
                                 FanPoint to, FanKind kind);

/* The refusal's code as a stable word ("must-capture", …) for programs and catalogues. Static
 * memory. */
FAN_API const char *fan_refusal_word(FanRefusalCode code);

FAN_END_DECLS
#endif
