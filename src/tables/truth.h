/* Finding the truth about a position and its turns, whatever is asked for single positions. */
#ifndef FAN_TABLES_TRUTH_H
#define FAN_TABLES_TRUTH_H

#include <fanorona/tables.h>

/* Where truth comes from: fills *truth, or says why it cannot. */
typedef struct FanTruthSource {
    FanProbeStatus (*ask)(void *context, const FanPosition *position, FanTruth *truth);
    void *context;
    FanTableMetric metric;
} FanTruthSource;

FAN_NODISCARD FanProbeStatus fan_truths_find(const FanBoard *board, const FanRules *rules,
                                             const FanPosition *position,
                                             const FanTruthSource *source, FanTruths *truths);

#endif
