/* A property tried on random positions, with their turns at hand and turns that are nearly legal.
 */
#ifndef FAN_TESTS_RULES_TRIAL_H
#define FAN_TESTS_RULES_TRIAL_H

#include "rules/sample.h"

/* How many positions to try; set by main. */
extern size_t trial_positions;

/* The turns of the position under trial. */
extern TurnList trial_turns;

typedef void Property(Random *random, const Sample *sample);

/* Tries a property on 1/share of the positions. */
void try_on(uint64_t seed, size_t share, Property *property);

/* How many turns of the list to try, and one of them: each of a few, some of many. `index` receives
 * its place. */
size_t turns_to_try(void);
const FanTurn *some_turn(Random *random, size_t *index, size_t trial);

/* A turn of the list with one or two small changes, which may leave it legal; it may come from the
 * hand in any game. */
FanTurn near_miss(Random *random, const Sample *sample);

FanRefusal refusal_of(const Sample *sample, const FanTurn *turn);

/* Whether the position is at its end; the quiet limit ends a game whose turns are still listed. */
bool has_ended(const Sample *sample);

/* Fails the test with a claim about a turn. */
void fail_turn(const Sample *sample, const char *claim, const FanTurn *turn);

#endif
