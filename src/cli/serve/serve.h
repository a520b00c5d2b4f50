/* The pieces of `fanorona serve`. */
#ifndef FAN_CLI_SERVE_SERVE_H
#define FAN_CLI_SERVE_SERVE_H

#include "cli/command.h"
#include "server/server.h"

#include <arpa/inet.h>
#include <limits.h>

enum {
    FAN_BIND_MAX = INET6_ADDRSTRLEN + 2,
    FAN_DATABASE_MAX = PATH_MAX + 32,
};

/* Reads the page from where --web says, else from beside the program (a build), else from where it
 * is installed. */
FanExit fan_serve_read_page(const FanArguments *arguments, FanSite *site);

/* The tables that --tables names, else the user's own or the system's, if there are any. */
FanExit fan_serve_open_tables(const FanArguments *arguments, FanShelf *shelf);

/* The certificates that --proofs names, else the user's own or the system's, if there are any. */
FanExit fan_serve_open_proofs(const FanArguments *arguments, const FanShelf *shelf,
                              FanProofs *proofs);

/* --bind as a numeric address: "localhost" and brackets are understood, and of the spellings of one
 * address the usual one is chosen, so that 0:0:0:0:0:0:0:0 too is told to be the whole network. */
const char *fan_serve_bind_address(const FanArguments *arguments, char address[FAN_BIND_MAX]);

/* Says where the server is reached. */
void fan_serve_print_addresses(const FanArguments *arguments, const FanServer *server,
                               const char *address);

/* Why it does not run. */
FanExit fan_serve_complain(const FanArguments *arguments, FanServerStatus status,
                           const char *error);

/* Where games and people are kept: --db, else fanorona.db in the user's folder of data, which is
 * made if `make` says so and it is not there. */
FanExit fan_serve_database(const FanArguments *arguments, bool make, char where[FAN_DATABASE_MAX]);

/* The log: a line of JSON for each event. */
typedef struct FanServeLog {
    const char *path; /* NULL: standard error */
    FILE *file;
    FanLogLevel least; /* what is not told at all is below it */
} FanServeLog;

FanExit fan_serve_log_open(const FanArguments *arguments, FanServeLog *log);
void fan_serve_log_close(FanServeLog *log);
/* Opens the file anew, after it was moved away; one that cannot be opened leaves the old one. */
void fan_serve_log_reopen(FanServeLog *log);
void fan_serve_log_event(FanServeLog *log, FanLogLevel level, const char *event,
                         const json_t *fields);
void fan_serve_log_request(FanServeLog *log, const FanServerRequest *request);

/* --export and --backup: work beside a running server. */
FanExit fan_serve_export(const FanArguments *arguments);
FanExit fan_serve_backup(const FanArguments *arguments, const char *path);

#endif
