/* No distances: the engine knows values alone. */
#include "engine/distances.h"

#include <limits.h>

bool fan_distances_open(const FanTables *tables, FanTableReader **reader) {
    (void)tables;
    *reader = NULL;
    return true;
}

void fan_distances_close(FanTableReader *reader) {
    (void)reader;
}

FanDistance fan_distances_ask(FanTableReader *reader, const FanPosition *position, unsigned limit,
                              FanTableProbe *probe) {
    (void)reader;
    (void)position;
    (void)limit;
    (void)probe;
    return FAN_DISTANCE_NONE;
}

bool fan_distances_timely(const FanTables *tables, unsigned own, unsigned foe, unsigned limit) {
    (void)tables;
    (void)own;
    (void)foe;
    (void)limit;
    return false;
}

unsigned fan_distances_longest(const FanTables *tables, unsigned own, unsigned foe) {
    (void)tables;
    (void)own;
    (void)foe;
    return UINT_MAX;
}
