/* Tentative refutations made good.
 *
 * A set of positions is closed when every turn of the attacker from it stays in it or leads to what
 * is refuted, and the defender has one such turn in each. From a closed set the attacker can force
 * no win: the defender answers within it for ever, and endless play is a draw. It does not matter
 * how the set was found, so tentative entries may be as wrong as they like. */
#ifndef FAN_SOLVER_CLOSURE_H
#define FAN_SOLVER_CLOSURE_H

#include "solver/search.h"

/* Room for the work, kept between calls; starts as {0}. */
typedef struct FanClosure {
    struct Member *members;
    size_t count, capacity;
    struct Edge *edges;
    size_t edges_count, edges_capacity;
    uint32_t *places; /* by hash: the number of a member, plus 1 */
    size_t places_count;
    uint32_t *spoilt; /* bad members whose followers have not been told */
    size_t spoilt_count, spoilt_capacity;
    FanStands follow, beyond;
} FanClosure;
void fan_closure_free(FanClosure *closure);

/* Takes a tentative position and all tentative ones that it leans on, makes refuted those that form
 * closed sets and open again the others. Returns whether the first one is refuted now; false also
 * when the search failed for memory. */
bool fan_closure_settle(FanClosure *closure, FanSearch *search, FanStand stand, bool attacker);

#endif
