/* `fanorona serve`: the page over HTTP. */
#include "cli/arguments.h"
#include "cli/data.h"
#include "server/server.h"
#include "tables/tables.h"

#include <arpa/inet.h>
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum {
    DESCRIPTORS = FAN_SERVER_CONNECTIONS_STANDARD + 64,
    ADDRESS_MAX = INET6_ADDRSTRLEN + 2,
};

static FanServer *serving;

static void on_signal(int number) {
    (void)number;
    fan_server_stop(serving);
}

static void handle_signals(void (*handler)(int)) {
    struct sigaction action = {.sa_handler = handler};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

/* A descriptor a connection. The limit is set to what is needed even where it is far higher, since
 * libwebsockets sets memory aside for as many as there may be. */
static void allow_descriptors(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max < DESCRIPTORS ? limit.rlim_max : DESCRIPTORS;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

/* --- where the page lies -------------------------------------------------------------------------
 */

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
static FanExit read_page(const FanArguments *arguments, FanSite *site) {
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

/* --- where the tables lie ------------------------------------------------------------------------
 */

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

static FanExit open_tables(const FanArguments *arguments, FanShelf *shelf) {
    const char *asked = fan_arguments_text(arguments, "tables", NULL);
    if (asked) {
        return open_asked(arguments, asked, shelf);
    }
    open_standard(arguments, shelf);
    return FAN_EXIT_FINE;
}

/* --- where it listens ----------------------------------------------------------------------------
 */

/* --bind as a numeric address: "localhost" and brackets are understood, and of the spellings of one
 * address the usual one is chosen, so that 0:0:0:0:0:0:0:0 too is told to be the whole network. */
static const char *bind_address(const FanArguments *arguments, char address[ADDRESS_MAX]) {
    const char *asked = fan_arguments_text(arguments, "bind", "127.0.0.1");
    size_t length = strlen(asked);
    if (strcmp(asked, "localhost") == 0) {
        return "127.0.0.1";
    }
    if (length >= ADDRESS_MAX) {
        return asked;
    }
    bool brackets = length > 2 && asked[0] == '[' && asked[length - 1] == ']';
    snprintf(address, ADDRESS_MAX, "%.*s", (int)length - 2 * brackets, asked + brackets);
    struct in6_addr six;
    if (inet_pton(AF_INET6, address, &six) == 1) {
        inet_ntop(AF_INET6, &six, address, ADDRESS_MAX);
    }
    return address;
}

static FanExit complain(const FanArguments *arguments, FanServerStatus status) {
    const char *asked = fan_arguments_text(arguments, "bind", "127.0.0.1");
    unsigned port = (unsigned)fan_arguments_number(arguments, "port", 8080);
    FanQuote quote;
    fan_quote(&quote, asked, strlen(asked));
    switch (status) {
    case FAN_SERVER_ADDRESS:
        return fan_complain(
            arguments, FAN_EXIT_USAGE,
            "--bind: %s is not an IP address such as 127.0.0.1, 0.0.0.0 or ::", quote.text);
    case FAN_SERVER_NOT_HERE:
        return fan_complain(arguments, FAN_EXIT_FAILED,
                            "--bind: %s is not an address of this machine", quote.text);
    case FAN_SERVER_PORT_TAKEN:
        return fan_complain(arguments, FAN_EXIT_FAILED,
                            "port %u is taken by another program; choose another one with --port",
                            port);
    case FAN_SERVER_PORT_DENIED:
        return fan_complain(
            arguments, FAN_EXIT_FAILED,
            "this user may not listen on port %u; choose one above 1023 with --port", port);
    case FAN_SERVER_LOOP:
        return fan_complain(arguments, FAN_EXIT_FAILED,
                            "libwebsockets has no libuv event loop here; install the package "
                            "libwebsockets-evlib-uv");
    default:
        return fan_complain(arguments, FAN_EXIT_FAILED, "cannot start: %s", strerror(errno));
    }
}

/* --- what it tells -------------------------------------------------------------------------------
 */

typedef struct Telling {
    FILE *out;
    unsigned port;
    unsigned count;
} Telling;

static void print_address(void *context, const char *address) {
    Telling *telling = context;
    bool brackets = strchr(address, ':') != NULL;
    fprintf(telling->out, "  http://%s%s%s:%u/\n", brackets ? "[" : "", address,
            brackets ? "]" : "", telling->port);
    telling->count++;
}

static bool is_one_of(const char *text, const char *a, const char *b) {
    return strcmp(text, a) == 0 || strcmp(text, b) == 0;
}

static void print_addresses(FILE *out, const char *address, unsigned port) {
    Telling telling = {out, port, 0};
    if (is_one_of(address, "0.0.0.0", "::")) {
        fprintf(out, "Fanorona is at http://localhost:%u/ and in the local network at\n", port);
        fan_server_addresses(address, print_address, &telling);
        if (telling.count == 0) {
            fprintf(out, "  (this machine has no address there)\n");
        }
    } else if (is_one_of(address, "127.0.0.1", "::1")) {
        fprintf(out, "Fanorona is at http://localhost:%u/\n", port);
    } else {
        fprintf(out, "Fanorona is at\n");
        print_address(&telling, address);
    }
    fflush(out);
}

/* A request in one line of key=value. A path may hold anything, so all that is not plain is
 * escaped. */
static void log_request(void *context, const FanServerRequest *request) {
    const FanArguments *arguments = context;
    FILE *err = fan_err(arguments);
    fprintf(err, "peer=%s method=%s path=", request->peer, request->method);
    for (const char *c = request->path; *c; c++) {
        bool plain = *c > ' ' && *c < 127 && *c != '"' && *c != '\\' && *c != '%';
        fprintf(err, plain ? "%c" : "%%%02X", (unsigned char)*c);
    }
    fprintf(err, " status=%u encoding=%s bytes=%zu\n", request->status, request->encoding,
            request->body_bytes);
}

static void log_damage(void *context, const FanTableSet *set) {
    char name[FAN_TABLE_NAME_MAX];
    fan_tables_folder_name(&set->board, &set->rules, name);
    fprintf(fan_err(context),
            "fanorona serve: a table in %s is damaged; fanorona tables verify tells which\n", name);
}

static FanExit serve_from(FanArguments *arguments, const FanSite *site, const FanShelf *shelf) {
    char brackets[ADDRESS_MAX];
    const char *address = bind_address(arguments, brackets);
    const FanServerConfig config = {
        .site = site,
        .shelf = shelf,
        .address = address,
        .port = (uint16_t)fan_arguments_number(arguments, "port", 8080),
        .probes = (unsigned)fan_arguments_number(arguments, "probes", FAN_SERVER_PROBES_STANDARD),
        .on_damage = log_damage,
        .on_request = fan_arguments_given(arguments, "log") ? log_request : NULL,
        .context = arguments,
    };
    allow_descriptors();
    FanServerStatus status = fan_server_new(&serving, &config);
    if (status != FAN_SERVER_OK) {
        return complain(arguments, status);
    }
    handle_signals(on_signal);
    print_addresses(fan_out(arguments), address, fan_server_port(serving));
    fan_server_run(serving);
    handle_signals(SIG_DFL);
    fan_server_free(serving);
    return FAN_EXIT_FINE;
}

static FanExit serve(FanArguments *arguments) {
    FanSite site = {0};
    FanShelf shelf = {0};
    FanExit exit = read_page(arguments, &site);
    if (exit == FAN_EXIT_FINE) {
        exit = open_tables(arguments, &shelf);
    }
    if (exit == FAN_EXIT_FINE) {
        exit = serve_from(arguments, &site, &shelf);
    }
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
    {.name = "probes",
     .argument = "N",
     .help = "most positions looked up in tables at a time",
     .type = FAN_PARAMETER_NUMBER,
     .min = 1,
     .max = 4096,
     .standard = "64"},
    {.name = "log",
     .help = "tell every request in a line on standard error",
     .type = FAN_PARAMETER_FLAG},
    {.name = NULL},
};

const FanCommand fan_command_serve = {
    .name = "serve",
    .summary = "serve the page over HTTP",
    .description =
        "Serves the page until it is ended by Ctrl-C or SIGTERM, and prints the addresses\n"
        "under which it is reached. The page is read once, at the start, and so are the\n"
        "names of the endgame tables.\n",
    .options = options,
    .run = serve,
};
