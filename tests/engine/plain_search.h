/* The value of a position by plain minimax: no window, no table, no order, nothing left out. */
#ifndef FAN_TESTS_ENGINE_PLAIN_SEARCH_H
#define FAN_TESTS_ENGINE_PLAIN_SEARCH_H

#include "scene.h"

/* The value of the position now in the game, `depth` plies deep, captures followed `quiescence`
 * plies below that. A position met twice on the path is drawn if the rules know repetition. */
int plain_search(const Scene *scene, int depth, int quiescence);

#endif
