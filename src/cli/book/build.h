/* Making a book: the tree grows by searches, then games are played through it, then it is written.
 */
#ifndef FAN_CLI_BOOK_BUILD_H
#define FAN_CLI_BOOK_BUILD_H

#include "cli/setup.h"

typedef struct FanBookPlan {
    FanBoard board;
    FanRules rules;
    const char *out;   /* a file, or a folder where it gets a name by its content */
    size_t positions;  /* to search */
    uint64_t nodes;    /* for four lines of one */
    size_t games;      /* to play */
    uint64_t per_turn; /* nodes, in a game */
    uint64_t seed;     /* which games */
} FanBookPlan;

/* Makes the book. A journal beside it holds what was done, and the same plan goes on from there:
 * the book is the same, whatever came between. */
FanExit fan_book_build(FanArguments *arguments, const FanBookPlan *plan);

#endif
