/* The tables a value is found with. */
#include "cli/clock.h"
#include "cli/data.h"
#include "cli/interrupt.h"
#include "cli/solve/solve.h"
#include "tablegen/tablegen.h"

enum {
    SMALL_POINTS = 35, /* boards on which tables are built on the way */
    SMALL_STONES = 6,  /* and up to how many stones */
    TICK_MS = 250,
};

typedef struct Telling {
    const FanArguments *arguments;
    uint64_t told_ms;
} Telling;

static bool tell(void *context, const FanBuildProgress *progress) {
    Telling *telling = context;
    uint64_t now_ms = fan_now_ms();
    if (fan_err_is_terminal(telling->arguments) && now_ms >= telling->told_ms + TICK_MS) {
        telling->told_ms = now_ms;
        fprintf(fan_err(telling->arguments), "\rtables: %u against %u, %.0f %% \033[K",
                progress->larger, progress->smaller, 100 * progress->done);
        fflush(fan_err(telling->arguments));
    }
    return !fan_interrupted();
}

static FanExit build(const FanArguments *arguments, const FanSetup *setup, const char *folder) {
    Telling telling = {arguments, fan_now_ms()};
    FanTablesError error;
    FanBuild work = {.board = &setup->board,
                     .rules = &setup->rules,
                     .stones = SMALL_STONES,
                     .metric = FAN_TABLE_DTC,
                     .folder = folder,
                     .threads = (unsigned)fan_arguments_number(arguments, "threads", 1),
                     .watch = tell,
                     .context = &telling};
    fan_interrupt_watch();
    FanBuildStatus status = fan_tables_build(&work, &error);
    fan_interrupt_unwatch();
    if (fan_err_is_terminal(arguments)) {
        fputs("\r\033[K", fan_err(arguments));
    }
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

FanExit fan_solve_tables(const FanArguments *arguments, const FanSetup *setup, bool may_build,
                         FanSolveTables *found) {
    const char *asked = fan_arguments_text(arguments, "tables", NULL);
    *found = (FanSolveTables){.tables = NULL};
    FanExit status =
        asked ? open_folder(arguments, setup, asked, found) : open_usual(arguments, setup, found);
    if (status != FAN_EXIT_FINE || !may_build || setup->board.points > SMALL_POINTS ||
        fan_tables_stones(found->tables) >= SMALL_STONES) {
        return status;
    }
    char folder[FAN_SOLVE_PATH_MAX];
    snprintf(folder, sizeof folder, "%s", found->folder);
    status = build(arguments, setup, folder);
    return status == FAN_EXIT_FINE ? open_folder(arguments, setup, folder, found) : status;
}
