/* Distances by the reader of the tables. */
#include "engine/distances.h"

#include "tables/tables.h"

#include <limits.h>

bool fan_distances_open(const FanTables *tables, FanTableReader **reader) {
    *reader = fan_table_reader_new(tables);
    return *reader != NULL;
}

void fan_distances_close(FanTableReader *reader) {
    fan_table_reader_free(reader);
}

FanDistance fan_distances_ask(FanTableReader *reader, const FanPosition *position, unsigned limit,
                              FanTableProbe *probe) {
    if (limit != 0 && fan_table_reader_under(reader, position, limit, probe) == FAN_PROBE_OK) {
        return FAN_DISTANCE_EXACT;
    }
    if (fan_table_reader_probe(reader, position, FAN_TABLE_DTC, probe) != FAN_PROBE_OK) {
        return FAN_DISTANCE_NONE;
    }
    return limit == 0 ? FAN_DISTANCE_EXACT : FAN_DISTANCE_FREE;
}

bool fan_distances_timely(const FanTables *tables, unsigned own, unsigned foe, unsigned limit) {
    const FanTableFile *file = &tables->files[own][foe][FAN_TABLE_DTC];
    return file->data && file->head.limit == limit && !file->head.limited;
}

unsigned fan_distances_longest(const FanTables *tables, unsigned own, unsigned foe) {
    const FanTableFile *file = &tables->files[own][foe][FAN_TABLE_DTC];
    if (!file->data) {
        return UINT_MAX;
    }
    return file->head.longest_win > file->head.longest_loss ? file->head.longest_win
                                                            : file->head.longest_loss;
}
