/* The tables a value is found with. */
#include "cli/data.h"
#include "cli/interrupt.h"
#include "cli/solve/solve.h"
#include "cli/ticker.h"
#include "tablegen/tablegen.h"

enum {
    SMALL_POINTS = 35, /* boards on which tables are built on the way */
    SMALL_STONES = 6,  /* and up to how many stones */
};

static bool tell(void *context, const FanBuildProgress *progress) {
    FanTicker *ticker = context;
    if (fan_ticker_due(ticker)) {
        fan_ticker_begin(ticker);
        fan_ticker_cell(ticker, "tables: %u against %u, %.0f %%", progress->larger,
                        progress->smaller, 100 * progress->done);
        fan_ticker_end(ticker);
    }
    return !fan_interrupted();
}

static FanExit build(const FanArguments *arguments, const FanSetup *setup, unsigned threads,
                     const char *folder) {
    FanTicker ticker = {.arguments = arguments};
    FanTablesError error;
    FanBuild work = {.board = &setup->board,
                     .rules = &setup->rules,
                     .stones = SMALL_STONES,
                     .metric = FAN_TABLE_DTC,
                     .folder = folder,
                     .threads = threads,
                     .watch = tell,
                     .context = &ticker};
    fan_interrupt_watch();
    FanBuildStatus status = fan_tables_build(&work, &error);
    fan_interrupt_unwatch();
    fan_ticker_clear(&ticker);
    switch (status) {
    case FAN_BUILD_STOPPED:
        return fan_complain(arguments, FAN_EXIT_INTERRUPTED, "interrupted while tables were built");
    case FAN_BUILD_FAILED:
        return fan_complain(arguments, FAN_EXIT_FAILED, "tables: %s", error.text);
    default:
        return FAN_EXIT_FINE;
    }
}

/* Opens a folder of tables, in place of what was open. */
static FanExit open_folder(const FanArguments *arguments, const FanSetup *setup, const char *folder,
                           FanSolveTables *found) {
    FanTablesError error;
    FanTables *tables = fan_tables_open(folder, &setup->board, &setup->rules, &error);
    if (!tables) {
        return fan_complain(arguments, FAN_EXIT_USAGE, "tables: %s", error.text);
    }
    fan_tables_free(found->tables);
    found->tables = tables;
    snprintf(found->folder, sizeof found->folder, "%s", folder);
    return FAN_EXIT_FINE;
}

/* The user's folder, or the system's where that knows more. */
static FanExit open_usual(const FanArguments *arguments, const FanSetup *setup,
                          FanSolveTables *found) {
    char data[FAN_SOLVE_PATH_MAX - sizeof "/tables"], folder[FAN_SOLVE_PATH_MAX];
    static const char shared[] = FAN_DATA_SHARED "/tables";
    FanTablesError error;
    if (!fan_data_folder(data, sizeof data)) {
        return fan_complain(arguments, FAN_EXIT_FAILED,
                            "no folder for tables: set FANORONA_DATA to one, or name one");
    }
    snprintf(folder, sizeof folder, "%s/tables", data);
    FanExit status = open_folder(arguments, setup, folder, found);
    FanTables *others = fan_tables_open(shared, &setup->board, &setup->rules, &error);
    bool more = status == FAN_EXIT_FINE && others &&
                fan_tables_stones(others) > fan_tables_stones(found->tables);
    fan_tables_free(others);
    return more ? open_folder(arguments, setup, shared, found) : status;
}

FanExit fan_solve_tables(const FanArguments *arguments, const FanSetup *setup,
                         unsigned build_threads, FanSolveTables *found) {
    const char *asked = fan_arguments_text(arguments, "tables", NULL);
    *found = (FanSolveTables){.tables = NULL};
    FanExit status =
        asked ? open_folder(arguments, setup, asked, found) : open_usual(arguments, setup, found);
    if (status != FAN_EXIT_FINE || build_threads == 0 || setup->board.points > SMALL_POINTS ||
        fan_tables_stones(found->tables) >= SMALL_STONES) {
        return status;
    }
    char folder[FAN_SOLVE_PATH_MAX];
    snprintf(folder, sizeof folder, "%s", found->folder);
    status = build(arguments, setup, build_threads, folder);
    return status == FAN_EXIT_FINE ? open_folder(arguments, setup, folder, found) : status;
}
