/* `fanorona serve`: the page over HTTP, and the place where people meet and play. */
#include "cli/arguments.h"
#include "cli/serve/serve.h"
#include "server/route.h"
#include "tables/tables.h"

#include <fanorona/fanorona.h>

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum { DESCRIPTORS_SPARE = 128, THREADS_SPARE = 4 };

static FanServer *serving;

static void on_stop(int number) {
    (void)number;
    fan_server_stop(serving);
}

static void on_reload(int number) {
    (void)number;
    fan_server_reload(serving);
}

static void handle_signal(int number, void (*handler)(int)) {
    struct sigaction action = {.sa_handler = handler};
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

static void handle_signals(bool serve) {
    handle_signal(SIGINT, serve ? on_stop : SIG_DFL);
    handle_signal(SIGTERM, serve ? on_stop : SIG_DFL);
    handle_signal(SIGHUP, serve ? on_reload : SIG_DFL);
    handle_signal(SIGPIPE, SIG_IGN); /* a client that has gone is told by the writing */
}

/* A descriptor a connection. The limit is set to what is needed even where it is far higher, since
 * libwebsockets sets memory aside for as many as there may be. */
static void allow_descriptors(unsigned connections) {
    struct rlimit limit;
    rlim_t needed = (rlim_t)connections + DESCRIPTORS_SPARE;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max < needed ? limit.rlim_max : needed;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

/* Computers that think are not to keep passwords, pictures and tables waiting. libuv reads it when
 * its threads are first needed; who has set it knows better. */
static void allow_threads(unsigned engines) {
    char count[16];
    snprintf(count, sizeof count, "%u", engines + THREADS_SPARE);
    setenv("UV_THREADPOOL_SIZE", count, 0);
}

/* --- what it tells -------------------------------------------------------------------------------
 */

static void log_event(void *context, FanLogLevel level, const char *event, const json_t *fields) {
    fan_serve_log_event(context, level, event, fields);
}

static void log_request(void *context, const FanServerRequest *request) {
    fan_serve_log_request(context, request);
}

static void reopen_log(void *context) {
    fan_serve_log_reopen(context);
}

static void log_damage(void *context, const FanTableSet *set) {
    char name[FAN_TABLE_NAME_MAX];
    fan_tables_folder_name(&set->board, &set->rules, name);
    json_t *fields = json_pack("{s:s, s:s}", "tables", name, "help",
                               "fanorona tables verify tells which file it is");
    fan_serve_log_event(context, FAN_LOG_ERROR, "table-damaged", fields);
    json_decref(fields);
}

/* --- options -------------------------------------------------------------------------------------
 */

static FanExit read_nets(const FanArguments *arguments, const char *option, FanNets *nets) {
    const char *text = fan_arguments_text(arguments, option, NULL);
    size_t offset;
    *nets = (FanNets){0};
    if (!text || fan_nets_read(nets, text, &offset)) {
        return FAN_EXIT_FINE;
    }
    FanQuote quote;
    return fan_complain(arguments, FAN_EXIT_USAGE,
                        "--%s: %s is not a list of addresses and networks such as "
                        "127.0.0.1,10.0.0.0/8",
                        option, fan_quote(&quote, text + offset, strlen(text + offset)));
}

/* --public-url: where people find the server, without a path. */
static FanExit read_url(const FanArguments *arguments, char url[FAN_ORIGIN_MAX],
                        const char **found) {
    const char *text = fan_arguments_text(arguments, "public-url", NULL);
    FanQuote quote;
    *found = NULL;
    if (!text) {
        return FAN_EXIT_FINE;
    }
    bool fine = fan_route_origin_of(text, url);
    const char *rest = fine ? text + strlen(url) : text;
    if (!fine || strcmp(rest, *rest ? "/" : "") != 0) {
        return fan_complain(arguments, FAN_EXIT_USAGE,
                            "--public-url: %s is not an address such as "
                            "https://fanorona.example or http://10.0.0.2:8080",
                            fan_quote(&quote, text, strlen(text)));
    }
    *found = url;
    return FAN_EXIT_FINE;
}

static FanExit check_certificate(const FanArguments *arguments) {
    bool certificate = fan_arguments_given(arguments, "tls-cert");
    if (certificate == fan_arguments_given(arguments, "tls-key")) {
        return FAN_EXIT_FINE;
    }
    return fan_complain(arguments, FAN_EXIT_USAGE, "--%s: --%s is missing beside it",
                        certificate ? "tls-cert" : "tls-key", certificate ? "tls-key" : "tls-cert");
}

/* The usual limits by address, times --patience; 0: none. */
static FanQuotaConfig quota(const FanArguments *arguments) {
    FanQuotaConfig config = fan_quota_standard();
    unsigned patience = (unsigned)fan_arguments_number(arguments, "patience", 1);
    for (int i = 0; i < FAN_QUOTA_KINDS; i++) {
        config.rates[i].per_s *= patience;
        config.rates[i].burst *= patience;
    }
    config.connections *= patience;
    return config;
}

static const char *const proxy_headers[] = {"x-forwarded-for", "forwarded", NULL};

static FanExit read_config(const FanArguments *arguments, FanServerConfig *config,
                           char url[FAN_ORIGIN_MAX]) {
    FanExit exit = check_certificate(arguments);
    if (exit == FAN_EXIT_FINE) {
        exit = read_url(arguments, url, &config->public_url);
    }
    if (exit == FAN_EXIT_FINE) {
        exit = read_nets(arguments, "proxy", &config->proxies);
    }
    if (exit == FAN_EXIT_FINE) {
        exit = read_nets(arguments, "metrics", &config->metrics);
    }
    config->proxies_say_forwarded =
        strcmp(fan_arguments_text(arguments, "proxy-header", proxy_headers[0]), "forwarded") == 0;
    config->port = (uint16_t)fan_arguments_number(arguments, "port", 8080);
    config->probes =
        (unsigned)fan_arguments_number(arguments, "probes", FAN_SERVER_PROBES_STANDARD);
    config->ping_s = (unsigned)fan_arguments_number(arguments, "ping", FAN_SERVER_PING_MAX_S);
    config->connections =
        (unsigned)fan_arguments_number(arguments, "connections", FAN_SERVER_CONNECTIONS_STANDARD);
    config->engines =
        (unsigned)fan_arguments_number(arguments, "engines", FAN_SERVER_ENGINES_STANDARD);
    config->certificate = fan_arguments_text(arguments, "tls-cert", NULL);
    config->key = fan_arguments_text(arguments, "tls-key", NULL);
    config->quota = quota(arguments);
    return exit;
}

/* --- serving -------------------------------------------------------------------------------------
 */

static void log_start(const FanServerConfig *config) {
    json_t *fields =
        json_pack("{s:s, s:s, s:i, s:s}", "version", FAN_VERSION, "address", config->address,
                  "port", (int)fan_server_port(serving), "links", fan_server_public_url(serving));
    fan_serve_log_event(config->context, FAN_LOG_INFO, "started", fields);
    json_decref(fields);
}

static FanExit run(const FanArguments *arguments, const FanServerConfig *config) {
    char error[FAN_SERVER_ERROR_MAX] = "";
    allow_descriptors(config->connections);
    allow_threads(config->engines);
    FanServerStatus status = fan_server_new(&serving, config, error);
    if (status != FAN_SERVER_OK) {
        return fan_serve_complain(arguments, status, error);
    }
    handle_signals(true);
    fan_serve_print_addresses(arguments, serving, config->address);
    log_start(config);
    bool fine = fan_server_run(serving);
    handle_signals(false);
    fan_server_free(serving);
    return fine ? FAN_EXIT_FINE
                : fan_complain(arguments, FAN_EXIT_FAILED,
                               "ended: the database did not give what is needed to begin");
}

static FanExit serve_from(FanArguments *arguments, const FanSite *site, const FanShelf *shelf,
                          FanProofs *proofs) {
    char brackets[FAN_BIND_MAX], url[FAN_ORIGIN_MAX], database[FAN_DATABASE_MAX];
    FanServeLog log = {0};
    FanServerConfig config = {
        .site = site,
        .shelf = shelf,
        .proofs = proofs,
        .address = fan_serve_bind_address(arguments, brackets),
        .database = database,
        .on_damage = log_damage,
        .on_request = fan_arguments_given(arguments, "log") ? log_request : NULL,
        .on_log = log_event,
        .on_reload = reopen_log,
        .context = &log,
    };
    FanExit exit = read_config(arguments, &config, url);
    if (exit == FAN_EXIT_FINE) {
        exit = fan_serve_database(arguments, true, database);
    }
    if (exit == FAN_EXIT_FINE) {
        exit = fan_serve_log_open(arguments, &log);
    }
    if (exit == FAN_EXIT_FINE) {
        exit = run(arguments, &config);
    }
    fan_serve_log_close(&log);
    return exit;
}

static FanExit serve(FanArguments *arguments) {
    if (fan_arguments_given(arguments, "export") && fan_arguments_given(arguments, "backup")) {
        return fan_complain(arguments, FAN_EXIT_USAGE, "--export, --backup: one at a time");
    }
    if (fan_arguments_given(arguments, "export")) {
        return fan_serve_export(arguments);
    }
    if (fan_arguments_given(arguments, "backup")) {
        return fan_serve_backup(arguments, fan_arguments_text(arguments, "backup", NULL));
    }
    FanSite site = {0};
    FanShelf shelf = {0};
    FanProofs proofs = {0};
    FanExit exit = fan_serve_read_page(arguments, &site);
    if (exit == FAN_EXIT_FINE) {
        exit = fan_serve_open_tables(arguments, &shelf);
    }
    if (exit == FAN_EXIT_FINE) {
        exit = fan_serve_open_proofs(arguments, &shelf, &proofs);
    }
    if (exit == FAN_EXIT_FINE) {
        exit = serve_from(arguments, &site, &shelf, &proofs);
    }
    fan_proofs_close(&proofs);
    fan_shelf_close(&shelf);
    fan_site_free(&site);
    return exit;
}

static const FanParameter options[] = {
    {.name = "port",
     .argument = "N",
     .help = "port to listen on, 0 for any free one",
     .type = FAN_PARAMETER_NUMBER,
     .max = UINT16_MAX,
     .standard = "8080"},
    {.name = "bind",
     .argument = "ADDRESS",
     .help = "address to listen on; 0.0.0.0 or :: for the whole local network",
     .type = FAN_PARAMETER_TEXT,
     .standard = "127.0.0.1"},
    {.name = "db",
     .argument = "WHERE",
     .help = "a file, or postgres://..., that keeps games and people",
     .type = FAN_PARAMETER_TEXT,
     .standard = "fanorona.db in the folder of data"},
    {.name = "public-url",
     .argument = "URL",
     .help = "address people find it at: links are made of it, its origin is allowed",
     .type = FAN_PARAMETER_TEXT,
     .standard = "the address it listens on"},
    {.name = "proxy",
     .argument = "LIST",
     .help = "addresses of proxies whose word on who asks is believed",
     .type = FAN_PARAMETER_TEXT},
    {.name = "proxy-header",
     .argument = "NAME",
     .help = "what these proxies set: x-forwarded-for (with -proto), or forwarded",
     .type = FAN_PARAMETER_WORD,
     .words = proxy_headers,
     .standard = "x-forwarded-for"},
    {.name = "tls-cert",
     .argument = "FILE",
     .help = "certificate with its chain (PEM): speak https",
     .type = FAN_PARAMETER_TEXT},
    {.name = "tls-key",
     .argument = "FILE",
     .help = "the certificate's key (PEM)",
     .type = FAN_PARAMETER_TEXT},
    {.name = "engines",
     .argument = "N",
     .help = "computer opponents that think at a time, 0 for none",
     .type = FAN_PARAMETER_NUMBER,
     .max = 64,
     .standard = "4"},
    {.name = "web",
     .argument = "DIR",
     .help = "folder of the built page",
     .type = FAN_PARAMETER_TEXT,
     .standard = "web beside the program, or where it is installed"},
    {.name = "tables",
     .argument = "DIR",
     .help = "folder of endgame tables to answer from",
     .type = FAN_PARAMETER_TEXT,
     .standard = "the user's own, or the system's, if there are any"},
    {.name = "proofs",
     .argument = "DIR",
     .help = "folder of certificates (*.proof) to play perfectly by",
     .type = FAN_PARAMETER_TEXT,
     .standard = "the user's own, or the system's, if there are any"},
    {.name = "probes",
     .argument = "N",
     .help = "most positions looked up in tables at a time",
     .type = FAN_PARAMETER_NUMBER,
     .min = 1,
     .max = 4096,
     .standard = "64"},
    {.name = "connections",
     .argument = "N",
     .help = "most connections at a time",
     .type = FAN_PARAMETER_NUMBER,
     .min = 8,
     .max = 1000000,
     .standard = "16000"},
    {.name = "ping",
     .argument = "S",
     .help = "seconds between two pings of a WebSocket; less for proxies that hang up soon",
     .type = FAN_PARAMETER_NUMBER,
     .min = 1,
     .max = FAN_SERVER_PING_MAX_S,
     .standard = "25"},
    {.name = "patience",
     .argument = "N",
     .help = "the usual limits by address, times this; 0 for no limits",
     .type = FAN_PARAMETER_NUMBER,
     .max = 10000,
     .standard = "1"},
    {.name = "metrics",
     .argument = "LIST",
     .help = "addresses that may read /metrics besides this machine",
     .type = FAN_PARAMETER_TEXT},
    {.name = "log",
     .help = "tell every event and request in a line of JSON, on standard error",
     .type = FAN_PARAMETER_FLAG},
    {.name = "log-file",
     .argument = "FILE",
     .help = "tell it there instead; requests only with --log",
     .type = FAN_PARAMETER_TEXT},
    {.name = "export",
     .help = "write every game as a record to standard output, and end",
     .type = FAN_PARAMETER_FLAG},
    {.name = "backup",
     .argument = "FILE",
     .help = "copy the database to a file, also while it is served, and end",
     .type = FAN_PARAMETER_TEXT},
    {.name = NULL},
};

const FanCommand fan_command_serve = {
    .name = "serve",
    .summary = "serve the page and play over HTTP",
    .description =
        "Serves the page, and the games people play there, until it is ended by Ctrl-C or\n"
        "SIGTERM; prints the addresses under which it is reached. SIGHUP opens the log and\n"
        "the certificate anew. Every option can also be given in the environment: --db as\n"
        "FANORONA_DB, --tls-cert as FANORONA_TLS_CERT; the command line goes before it.\n",
    .options = options,
    .environment = true,
    .run = serve,
};
