/* What the parts of `fanorona solve` share. */
#ifndef FAN_CLI_SOLVE_SOLVE_H
#define FAN_CLI_SOLVE_SOLVE_H

#include "cli/setup.h"
#include "solver/solver.h"

enum { FAN_SOLVE_PATH_MAX = 4096 };

/* Tables to solve with. */
typedef struct FanSolveTables {
    char folder[FAN_SOLVE_PATH_MAX];
    FanTables *tables; /* owned; empty where there are none */
} FanSolveTables;

/* Opens the tables of --tables, or of the user or the system; on a small board builds first what is
 * missing, on so many threads (0: builds nothing). On anything but FAN_EXIT_FINE a line was
 * written. Afterwards fan_tables_free. */
FanExit fan_solve_tables(const FanArguments *arguments, const FanSetup *setup,
                         unsigned build_threads, FanSolveTables *found);

/* Reads --memory and --time: `FanExit` as ever. No --time is UINT64_MAX. */
FanExit fan_solve_memory(const FanArguments *arguments, uint64_t *bytes);
FanExit fan_solve_time(const FanArguments *arguments, uint64_t *budget_ms);

/* `solve check FILE`. */
FanExit fan_solve_check(const FanArguments *arguments, const char *path);

#endif
