/* Where the page, the endgame tables and the certificates lie. */
#include "cli/serve/serve.h"

#include "cli/arguments.h"
#include "cli/data.h"
#include "tables/tables.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

/* The folder of the running program, without a final slash; false if it cannot be told. */
static bool program_folder(char *folder, size_t size) {
    ssize_t length = readlink("/proc/self/exe", folder, size - 1);
    if (length <= 0 || (size_t)length == size - 1) {
        return false;
    }
    folder[length] = '\0';
    *strrchr(folder, '/') = '\0';
    return true;
}

/* Reads the page from where --web says, else from beside the program (a build), else from where it
 * is installed. */
FanExit fan_serve_read_page(const FanArguments *arguments, FanSite *site) {
    static const char *const standard[] = {"web", "../share/fanorona/web"};
    char folder[PATH_MAX], path[PATH_MAX + 32], where[FAN_SITE_PATH_MAX] = "";
    const char *asked = fan_arguments_text(arguments, "web", NULL);
    FanSiteStatus status = FAN_SITE_MISSING;
    bool known = program_folder(folder, sizeof folder);
    if (asked) {
        snprintf(path, sizeof path, "%s", asked);
        status = fan_site_read(site, path, where);
    }
    for (size_t i = 0; !asked && known && status == FAN_SITE_MISSING && i < 2; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, standard[i]);
        status = fan_site_read(site, path, where);
    }
    FanQuote quote;
    fan_quote(&quote, path, strlen(path));
    switch (status) {
    case FAN_SITE_OK:
        return FAN_EXIT_FINE;
    case FAN_SITE_MISSING:
        return asked
                   ? fan_complain(arguments, FAN_EXIT_FAILED, "--web: there is no folder %s",
                                  quote.text)
                   : fan_complain(arguments, FAN_EXIT_FAILED,
                                  "the page is neither beside the program nor installed; build it "
                                  "with make, or say with --web where it is");
    case FAN_SITE_NO_PAGE:
        return fan_complain(arguments, FAN_EXIT_FAILED,
                            "the folder %s holds no page (no index.html); build it with make, or "
                            "say with --web where it is",
                            quote.text);
    case FAN_SITE_LARGE:
        return fan_complain(arguments, FAN_EXIT_FAILED,
                            "the folder %s is too large for a page, at %s", quote.text, where);
    default:
        return fan_complain(arguments, FAN_EXIT_FAILED, "cannot read %s in the folder %s: %s",
                            *where ? where : "anything", quote.text, strerror(errno));
    }
}

/* The folder that --tables names, which must hold tables. */
static FanExit open_asked(const FanArguments *arguments, const char *folder, FanShelf *shelf) {
    FanTablesError error;
    FanQuote quote;
    fan_quote(&quote, folder, strlen(folder));
    if (!fan_shelf_open(shelf, folder, &error)) {
        return fan_complain(arguments, FAN_EXIT_FAILED, "--tables: %s", error.text);
    }
    return shelf->count ? FAN_EXIT_FINE
                        : fan_complain(arguments, FAN_EXIT_FAILED,
                                       "--tables: the folder %s holds no tables; fanorona tables "
                                       "build makes them",
                                       quote.text);
}

/* The user's own tables, else those of the system. Nobody asked for them: what cannot be read is
 * told, and the page served without. */
static void open_standard(const FanArguments *arguments, FanShelf *shelf) {
    char data[PATH_MAX], own[PATH_MAX + sizeof "/tables"];
    const char *folders[] = {own, FAN_DATA_SHARED "/tables"};
    bool known = fan_data_folder(data, sizeof data);
    snprintf(own, sizeof own, "%s/tables", known ? data : "");
    for (size_t i = known ? 0 : 1; i < 2 && shelf->count == 0; i++) {
        FanTablesError error;
        if (!fan_shelf_open(shelf, folders[i], &error)) {
            fprintf(fan_err(arguments), "fanorona serve: serving without these tables: %s\n",
                    error.text);
        }
    }
}

FanExit fan_serve_open_tables(const FanArguments *arguments, FanShelf *shelf) {
    const char *asked = fan_arguments_text(arguments, "tables", NULL);
    if (asked) {
        return open_asked(arguments, asked, shelf);
    }
    open_standard(arguments, shelf);
    return FAN_EXIT_FINE;
}

static FanExit open_asked_proofs(const FanArguments *arguments, const char *folder,
                                 const FanShelf *shelf, FanProofs *proofs) {
    FanProofError error;
    FanQuote quote;
    fan_quote(&quote, folder, strlen(folder));
    if (!fan_proofs_open(proofs, folder, shelf, &error)) {
        return fan_complain(arguments, FAN_EXIT_FAILED, "--proofs: %s", error.text);
    }
    return proofs->files_count ? FAN_EXIT_FINE
                               : fan_complain(arguments, FAN_EXIT_FAILED,
                                              "--proofs: the folder %s holds no certificates "
                                              "(*.proof); fanorona solve makes them",
                                              quote.text);
}

FanExit fan_serve_open_proofs(const FanArguments *arguments, const FanShelf *shelf,
                              FanProofs *proofs) {
    const char *asked = fan_arguments_text(arguments, "proofs", NULL);
    if (asked) {
        return open_asked_proofs(arguments, asked, shelf, proofs);
    }
    char data[PATH_MAX], own[PATH_MAX + sizeof "/proofs"];
    const char *folders[] = {own, FAN_DATA_SHARED "/proofs"};
    bool known = fan_data_folder(data, sizeof data);
    snprintf(own, sizeof own, "%s/proofs", known ? data : "");
    for (size_t i = known ? 0 : 1; i < 2 && proofs->files_count == 0; i++) {
        FanProofError error;
        if (!fan_proofs_open(proofs, folders[i], shelf, &error)) {
            fprintf(fan_err(arguments), "fanorona serve: serving without these proofs: %s\n",
                    error.text);
        }
    }
    proofs->found = true;
    return FAN_EXIT_FINE;
}
