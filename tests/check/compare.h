/* One position as the fast and the plain rules see it, and all they must agree on. */
#ifndef FAN_TESTS_CHECK_COMPARE_H
#define FAN_TESTS_CHECK_COMPARE_H

#include "check/boards.h"

#include <fanorona/game.h>

typedef struct Pair {
    const char *rules_text;
    CheckRules rules;
    CheckPosition slow;
    FanRules fast_rules;
    FanBoard board;
    FanPosition fast;
} Pair;

/* What was compared so far. */
typedef struct Tally {
    size_t positions, turns;
    size_t most_turns;     /* in one position */
    size_t legal, refused; /* turns made up at random */
    size_t placed;         /* turns of stones from the hand, among those that were made */
    size_t phases_ended;   /* turns with which vela's first phase ended, among them */
} Tally;

extern Tally tally;

/* The turns of the position that was compared last, by the plain rules. */
extern CheckTurnList slow_turns;

/* Compares turns, what they lead to, effects, keys, what is refused, texts, the game, and the
 * outcome of the position alone; step by step drafts and counts at depth 2 for one position in
 * eight. Fails with a drawing. */
void expect_agreement(const Pair *pair, Random *random);

/* Fails unless both outcomes are the same, in the words of R5.6. */
void expect_outcome(const Pair *pair, CheckOutcome slow, FanOutcome fast, const char *claim);

/* Fails with a drawing of the position. */
void fail_pair(const Pair *pair, const char *claim, const char *detail);

#endif
