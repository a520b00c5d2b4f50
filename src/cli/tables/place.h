/* What the actions of `fanorona tables` share. */
#ifndef FAN_CLI_TABLES_PLACE_H
#define FAN_CLI_TABLES_PLACE_H

#include "cli/setup.h"

#include <fanorona/tables.h>

enum { FAN_TABLES_PATH_MAX = 4096 };

/* The board and rules an action works on, and where its tables are. */
typedef struct FanTablesPlace {
    FanSetup setup;
    char folder[FAN_TABLES_PATH_MAX];
} FanTablesPlace;

/* The tables of a place, mapped. On anything but FAN_EXIT_FINE a line was written; having none is
 * FAN_EXIT_FAILED. */
FanExit fan_tables_at(const FanArguments *arguments, const FanTablesPlace *place,
                      FanTables **tables);

FanTableMetric fan_tables_metric(const FanArguments *arguments);

/* The actions. */
FanExit fan_tables_run_build(FanArguments *arguments, const FanTablesPlace *place);
FanExit fan_tables_run_stats(FanArguments *arguments, const FanTablesPlace *place);
FanExit fan_tables_run_probe(FanArguments *arguments, const FanTablesPlace *place);
FanExit fan_tables_run_pack(FanArguments *arguments, const FanTablesPlace *place);
FanExit fan_tables_run_verify(FanArguments *arguments, const FanTablesPlace *place);

#endif
