/* The walk of a certificate: all positions that a prover's answers let come up, nearest first.
 *
 * Positions with the prover to move are met once each and answered in the order in which they are
 * met. After an answer all turns of the other side are looked at, in the order of the positions
 * they lead to. A position of at most so many stones is not gone into but looked up; a side without
 * stones has lost. */
#ifndef FAN_PROOF_WALK_H
#define FAN_PROOF_WALK_H

#include "proof/stand.h"
#include "tables/index.h"

#include <fanorona/tables.h>

typedef enum FanWalkStatus {
    FAN_WALK_DONE,    /* the claim holds */
    FAN_WALK_REFUSED, /* an answer was refused */
    FAN_WALK_HOLE,    /* an answer does not hold */
    FAN_WALK_MEMORY,
} FanWalkStatus;

/* Asked for the answer to a position with so many choices; FAN_WALK_DONE when it gave one. */
typedef FanWalkStatus FanWalkAnswer(void *context, FanStand stand, bool win, size_t choices,
                                    unsigned *answer, unsigned *distance);

typedef struct FanWalk {
    const FanScene *scene;
    const FanTables *tables; /* NULL: none */
    unsigned stones;         /* positions of at most so many are looked up */
    FanWalkAnswer *answer;
    void *context;
    uint64_t answers; /* how many the last walk was given */
    bool asked[FAN_TABLE_SIDE_MAX + 1][FAN_TABLE_SIDE_MAX + 1]; /* classes looked up in */
    /* The walk's own. */
    struct FanMet *met;
    size_t count, capacity;
    uint32_t *places;
    size_t places_count;
    FanStands own, other;
} FanWalk;

/* Walks from a folded position. `win`: the prover is to win, else to keep the other from winning;
 * `to_move`: the prover is to move. Afterwards, once, fan_walk_free. */
FAN_NODISCARD FanWalkStatus fan_walk(FanWalk *walk, FanStand root, bool win, bool to_move);
void fan_walk_free(FanWalk *walk);

/* The number of a position among those that the last walk met, in the order of their answers;
 * SIZE_MAX: it met none such. */
size_t fan_walk_find(const FanWalk *walk, FanStand stand);

#endif
