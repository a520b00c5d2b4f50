/* All positions that can come from the start of a small board, and their values, worked out from
 * the ends backwards without any search. */
#ifndef FAN_TESTS_SOLVER_BRUTE_H
#define FAN_TESTS_SOLVER_BRUTE_H

#include "proof/stand.h"

#include <fanorona/tables.h>

typedef struct Brute {
    FanScene scene;
    FanStand *stands; /* the first one is the start */
    int8_t *values;   /* for the side to move: 1 won, 0 drawn, -1 lost */
    size_t count;
    uint32_t *places; /* by hash: number of the position, plus 1 */
    size_t places_count;
} Brute;

/* Fails the test without memory. `slow`: by the generator of src/check alone. */
Brute brute_new(unsigned files, unsigned ranks, const FanRules *rules, bool slow);
void brute_free(Brute *brute);

/* The number of a folded position; SIZE_MAX when it does not come up. */
size_t brute_find(const Brute *brute, FanStand stand);

#endif
