/* The truth with what only files of distances know. */
#include "tables/truth.h"

#include "tables/tables.h"

typedef struct Asking {
    FanTableReader *reader;
    FanTableMetric metric;
    bool limited; /* the rules' limit is the one the tables know */
} Asking;

static FanProbeStatus ask_limited(const Asking *asking, const FanPosition *position,
                                  FanTruth *truth) {
    FanTableProbe probe;
    FanProbeStatus status = asking->limited
                                ? fan_table_reader_limited(asking->reader, position, &probe)
                                : FAN_PROBE_ABSENT;
    if (status == FAN_PROBE_OK) {
        truth->has_limited = true;
        truth->limited = probe.value;
        truth->limited_distance = probe.distance;
    }
    return status == FAN_PROBE_DAMAGED ? status : FAN_PROBE_OK;
}

static FanProbeStatus ask(void *context, const FanPosition *position, FanTruth *truth) {
    const Asking *asking = context;
    FanTableProbe probe;
    FanProbeStatus status =
        fan_table_reader_probe(asking->reader, position, asking->metric, &probe);
    if (status == FAN_PROBE_OK) {
        truth->value = probe.value;
        truth->distance = probe.distance;
        truth->has_distance = probe.value != FAN_TABLE_DRAW && asking->metric != FAN_TABLE_VALUES;
    } else if (status == FAN_PROBE_ABSENT) {
        status = fan_table_reader_probe(asking->reader, position, FAN_TABLE_VALUES, &probe);
        truth->value = status == FAN_PROBE_OK ? probe.value : truth->value;
    }
    return status == FAN_PROBE_OK ? ask_limited(asking, position, truth) : status;
}

FanProbeStatus fan_table_reader_truths(FanTableReader *reader, const FanRules *rules,
                                       const FanPosition *position, FanTableMetric metric,
                                       FanTruths *truths) {
    Asking asking = {reader, metric, rules->quiet_limit == fan_rules_default().quiet_limit};
    const FanTruthSource source = {ask, &asking, metric};
    return fan_truths_find(&fan_table_reader_tables(reader)->space.board, rules, position, &source,
                           truths);
}

/* Whether a class has its distances by this metric, or anything that tells its values. */
static bool has_class(const FanTables *tables, unsigned own, unsigned foe, FanTableMetric metric) {
    const FanTableFile *files = tables->files[own][foe];
    return files[metric].data ||
           (metric == FAN_TABLE_VALUES &&
            (files[FAN_TABLE_DTC].data || files[FAN_TABLE_DTW].data || files[FAN_FILE_QUIET].data));
}

/* Whether all classes of so many stones are there. */
static bool has_distances(const FanTables *tables, unsigned stones, FanTableMetric metric) {
    unsigned most = (tables->space.board.points - 1u) / 2; /* stones of a side (R9.4) */
    for (unsigned own = 1; own < stones; own++) {
        unsigned foe = stones - own;
        bool exists = own <= most && foe <= most;
        if (exists && !has_class(tables, own, foe, metric)) {
            return false;
        }
    }
    return stones <= 2 * most;
}

unsigned fan_tables_distances(const FanTables *tables, FanTableMetric metric) {
    unsigned stones = 1;
    while (has_distances(tables, stones + 1, metric)) {
        stones++;
    }
    return stones >= 2 ? stones : 0;
}
