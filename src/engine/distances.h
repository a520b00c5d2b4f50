/* Distances of endgame tables, for the first moves of a search: they lie in compressed blocks,
 * which WebAssembly cannot read; distances_none.c stands in there, and values are all there is. */
#ifndef FAN_ENGINE_DISTANCES_H
#define FAN_ENGINE_DISTANCES_H

#include <fanorona/tables.h>

/* Makes a reader; *reader is NULL where there are no distances to be had. Returns false without
 * memory. */
bool fan_distances_open(const FanTables *tables, FanTableReader **reader);
void fan_distances_close(FanTableReader *reader); /* NULL is fine */

typedef enum FanDistance {
    FAN_DISTANCE_NONE,  /* the tables do not hold it, or it stands in a damaged block */
    FAN_DISTANCE_FREE,  /* as if there were no quiet limit */
    FAN_DISTANCE_EXACT, /* under the limit, the position's counter looked at; or there is none */
} FanDistance;

/* Value and plies to the next capture or the end (DTC) of a position, as far as possible under this
 * quiet limit (R5.3; 0: none). */
FanDistance fan_distances_ask(FanTableReader *reader, const FanPosition *position, unsigned limit,
                              FanTableProbe *probe);

/* Whether no value in a class is otherwise under this limit than without one. */
bool fan_distances_timely(const FanTables *tables, unsigned own, unsigned foe, unsigned limit);

/* The largest distance in a class, by stones of the side to move and of the other; UINT_MAX where
 * it is not known. */
unsigned fan_distances_longest(const FanTables *tables, unsigned own, unsigned foe);

#endif
