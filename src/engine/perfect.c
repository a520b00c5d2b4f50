#include "engine/perfect.h"

#include "proof/proof.h"

#include <stdlib.h>

static FanPromise best_of(const FanPromised *kept, size_t count) {
    FanPromise best = FAN_PROMISE_NONE;
    for (size_t i = 0; i < count; i++) {
        best = kept[i].promise > best ? kept[i].promise : best;
    }
    return best;
}

/* The distance that a win must fall below, lest it be won for ever: that of the root, where a
 * certificate tells it. */
static unsigned bound_of(const FanSearch *search, const FanProof *proof) {
    unsigned plies = fan_proof_promised(proof, &search->shared->root).plies;
    return plies != 0 ? plies : UINT32_MAX;
}

/* Keeps moves in their order; what they keep stands beside them. */
static void leave_best(FanSearch *search, const FanPromised *kept, size_t count, FanPromise best,
                       unsigned bound) {
    FanMove *moves = search->arena.moves;
    size_t left = 0;
    for (size_t i = 0; i < count; i++) {
        if (kept[i].promise == best && kept[i].plies < bound) {
            moves[left++] = moves[i];
        }
    }
    search->frames[0].count = left != 0 ? left : search->frames[0].count;
}

bool fan_perfect_restrict(FanSearch *search, const FanProof *proof, FanPromise *promise) {
    const FanPosition *root = &search->shared->root;
    const FanMove *moves = search->arena.moves;
    size_t count = fan_endgame_equals(&search->shared->endgame, moves, 0, search->frames[0].count);
    FanPromised *kept = malloc(count * sizeof *kept);
    if (kept == NULL) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        FanPosition after = fan_position_after(root, moves[i]);
        kept[i] = fan_proof_keeps(proof, &after);
    }
    *promise = best_of(kept, count);
    if (*promise != FAN_PROMISE_NONE) {
        leave_best(search, kept, count, *promise, bound_of(search, proof));
    }
    free(kept);
    return true;
}
