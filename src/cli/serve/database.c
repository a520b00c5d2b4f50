/* The database of the server, as the command line gets at it. */
#include "cli/serve/serve.h"

#include "cli/arguments.h"
#include "cli/data.h"
#include "cli/serve/fold.h"
#include "cli/serve/tool.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { DATA_MODE = 0700 }; /* people's passwords and sessions are kept there */

/* Makes a folder and those above it; true if it is there afterwards. */
static bool make_folder(const char *path) {
    char part[FAN_DATABASE_MAX];
    snprintf(part, sizeof part, "%s", path);
    for (char *c = part + 1; *c; c++) {
        if (*c == '/') {
            *c = '\0';
            if (mkdir(part, DATA_MODE) != 0 && errno != EEXIST) {
                return false;
            }
            *c = '/';
        }
    }
    return mkdir(part, DATA_MODE) == 0 || errno == EEXIST;
}

FanExit fan_serve_database(const FanArguments *arguments, bool make, char where[FAN_DATABASE_MAX]) {
    const char *asked = fan_arguments_text(arguments, "db", NULL);
    char folder[PATH_MAX];
    FanQuote quote;
    if (asked && strlen(asked) >= FAN_DATABASE_MAX) {
        return fan_complain(arguments, FAN_EXIT_USAGE, "--db: this is too long for a file's name");
    }
    if (asked && strstr(asked, "://") && strncmp(asked, "postgres", 8) != 0) {
        return fan_complain(arguments, FAN_EXIT_USAGE,
                            "--db: %s is neither a file nor an address such as "
                            "postgres://USER@HOST/NAME",
                            fan_quote(&quote, asked, strlen(asked)));
    }
    if (asked) {
        strcpy(where, asked);
        return FAN_EXIT_FINE;
    }
    if (!fan_data_folder(folder, sizeof folder)) {
        return fan_complain(arguments, FAN_EXIT_FAILED,
                            "there is no folder of data here; say with --db where games are kept");
    }
    if (make && !make_folder(folder)) {
        return fan_complain(arguments, FAN_EXIT_FAILED,
                            "cannot make the folder of data %s: %s; say with --db where games are "
                            "kept",
                            fan_quote(&quote, folder, strlen(folder)), strerror(errno));
    }
    snprintf(where, FAN_DATABASE_MAX, "%s/fanorona.db", folder);
    return FAN_EXIT_FINE;
}

/* --- export -------------------------------------------------------------------------------------
 */

typedef struct Export {
    const FanArguments *arguments;
    size_t written, damaged;
    bool failed; /* to write */
} Export;

/* One game; a game that never began is no record. */
static bool write_game(void *context, const FanStoreGame *game, const char *const *events,
                       size_t count) {
    Export *export = context;
    char *text = NULL;
    size_t length = 0;
    FanFolding folding = fan_fold_record(events, count, &text, &length);
    if (folding == FAN_FOLD_DAMAGED) {
        fan_complain(export->arguments, FAN_EXIT_FAILED, "the game %s is damaged", game->id);
        export->damaged++;
    } else if (folding == FAN_FOLDED) {
        FILE *out = fan_out(export->arguments);
        fprintf(out, "%s", export->written++ ? "\n" : "");
        export->failed = fwrite(text, 1, length, out) != length;
    }
    free(text);
    return !export->failed;
}

FanExit fan_serve_export(const FanArguments *arguments) {
    FanTool tool;
    char error[FAN_STORE_ERROR_MAX];
    FanExit exit = fan_tool_open(&tool, arguments);
    if (exit != FAN_EXIT_FINE) {
        return exit;
    }
    Export export = {.arguments = arguments};
    bool fine = fan_store_visit_games(tool.store, write_game, &export, error);
    fan_tool_close(&tool);
    if (!fine) {
        return fan_complain(arguments, FAN_EXIT_FAILED, "--db: %s", error);
    }
    return export.damaged || export.failed ? FAN_EXIT_FAILED : FAN_EXIT_FINE;
}

/* --- backup -------------------------------------------------------------------------------------
 */

static bool show_progress(void *context, unsigned done, unsigned of) {
    const FanArguments *arguments = context;
    if (fan_err_is_terminal(arguments) && of > 0) {
        fprintf(fan_err(arguments), "\r%3u %%%s", (unsigned)(100.0 * done / of),
                done == of ? "\r     \r" : "");
        fflush(fan_err(arguments));
    }
    return true;
}

FanExit fan_serve_backup(const FanArguments *arguments, const char *path) {
    FanTool tool;
    char error[FAN_STORE_ERROR_MAX];
    FanExit exit = fan_tool_open(&tool, arguments);
    if (exit != FAN_EXIT_FINE) {
        return exit;
    }
    bool fine =
        fan_store_backup(tool.store, path, show_progress, (void *)(uintptr_t)arguments, error);
    fan_tool_close(&tool);
    return fine ? FAN_EXIT_FINE : fan_complain(arguments, FAN_EXIT_FAILED, "--backup: %s", error);
}
