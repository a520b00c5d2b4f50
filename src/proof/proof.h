/* What lies behind FanProof (fanorona/proof.h): a sorted list of the positions whose mover can hold
 * what certificates claim.
 *
 * The answers themselves are not kept: what keeps the promise is whatever leads only to positions
 * of the list, or to such as tables know, and there is always one such turn. Each position takes 16
 * bytes, colours and symmetries folded (proof/stand.h). */
#ifndef FAN_PROOF_PROOF_H
#define FAN_PROOF_PROOF_H

#include "proof/stand.h"

#include <fanorona/proof.h>

/* A position with a prover to move; of a win, its distance in the certificate and one more; 0 of
 * what only does not lose. That number stands in two halves beside the stones. */
typedef struct FanProved {
    uint64_t own : FAN_POINTS_MAX, low : 15, foe : FAN_POINTS_MAX, high : 15;
} FanProved;

_Static_assert(sizeof(FanProved) == 16, "two words");

enum { FAN_PROVED_PLIES_MAX = (1 << 30) - 1 };

struct FanProof {
    FanScene scene;
    const FanTables *tables; /* not owned; NULL: none */
    FanProved *all;          /* owned; sorted by their stones, each once */
    size_t count;
    FanProofWatch *watch; /* NULL: none */
    void *context;
};

/* What a side can hold, and of a win that certificates know how far it is from the end or from the
 * tables, where this is 0. Whoever keeps to turns after which it is less gets there. */
typedef struct FanPromised {
    FanPromise promise;
    unsigned plies;
} FanPromised;

/* fan_proof_promise and fan_proof_kept, with the plies of a win; of several replies, of the
 * longest. */
FanPromised fan_proof_promised(const FanProof *proof, const FanPosition *position);
FanPromised fan_proof_keeps(const FanProof *proof, const FanPosition *position);

#endif
