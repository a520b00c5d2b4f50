/* The endgame tables a server answers from: every set in a folder, by board and rules. */
#ifndef FAN_SERVER_SHELF_H
#define FAN_SERVER_SHELF_H

#include <fanorona/tables.h>

typedef struct FanTableSet {
    FanBoard board;
    FanRules rules; /* only `chain` and `blocked` may differ from the default */
    FanTables *tables;
    unsigned stones;       /* the most it tells at least the value of */
    FanTableMetric metric; /* of its distances; FAN_TABLE_VALUES if it has none */
} FanTableSet;

typedef struct FanShelf {
    FanTableSet *sets; /* the largest boards first */
    size_t count;
} FanShelf;

/* Opens every set of tables in a folder that `fanorona tables build` filled; a folder that is not
 * there has none. Returns false, with the reason, when a file is damaged or none of ours, or
 * without memory; there is then nothing to close. */
bool fan_shelf_open(FanShelf *shelf, const char *folder, FanTablesError *error)
    __attribute__((warn_unused_result));

void fan_shelf_close(FanShelf *shelf);

/* The set that fits, or NULL. */
const FanTableSet *fan_shelf_find(const FanShelf *shelf, const FanBoard *board,
                                  const FanRules *rules);

#endif
