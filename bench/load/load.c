/* The server under load, over real sockets on this machine: `make bench-load`.
 *
 *   bench_load [--players N] [--games N] [--watchers N] [--rate N] [--seconds N] [--db WHERE]
 * PROGRAM
 *
 * Starts `PROGRAM serve` with a database of its own, connects the players, has some play games with
 * turns at random and others watch, and measures: memory for each player who is only there; turns
 * at a steady rate, from when they are due to their answer, which comes after they are stored; and
 * turns as fast as they are answered. Then, in the same run, the two bounds: a bare echo of
 * libwebsockets on libuv to as many connections, and bare inserts of the same rows into SQLite.
 * Every turn the server tells is played by the rules' core here; an illegal one, a refused turn or
 * a connection that ends, ends the program with status 1. */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "child.h"
#include "crowd.h"
#include "echo.h"
#include "inserts.h"

enum { SPARE_FILES = 512 };

/* Shorter than these where the whole run is. */
static const double warm_up_s = 3, bound_s = 5;

typedef struct Plan {
    unsigned players, games, watchers;
    double rate, seconds;
    const char *program, *db;
    char folder[64], file[128], bare[128], web[128];
} Plan;

/* What one run of turns came to. */
typedef struct Measured {
    double turns_s, messages_s;
    double answered_ms[3], seen_ms[3]; /* 50th, 99th, 99.9th */
    double server, generator;          /* processors kept busy */
    double group;                      /* events a transaction */
    uint64_t finished;
} Measured;

static const double percents[3] = {50, 99, 99.9};

static double shorter(double a, double b) {
    return a < b ? a : b;
}

/* --- set-up ------------------------------------------------------------------------------------
 */

static double number_of(const char *text) {
    char *end;
    double number = strtod(text, &end);
    if (*end || end == text || number <= 0 || number > 1e6) {
        die("%s is not a number that can be meant", text);
    }
    return number;
}

static Plan read_plan(int count, char **arguments) {
    static const struct option options[] = {
        {"players", required_argument, NULL, 'p'},
        {"games", required_argument, NULL, 'g'},
        {"watchers", required_argument, NULL, 'w'},
        {"rate", required_argument, NULL, 'r'},
        {"seconds", required_argument, NULL, 's'},
        {"db", required_argument, NULL, 'd'},
        {NULL, 0, NULL, 0},
    };
    Plan plan = {.players = 10000, .games = 1000, .watchers = 2000, .rate = 2000, .seconds = 20};
    for (int option; (option = getopt_long(count, arguments, "", options, NULL)) != -1;) {
        switch (option) {
        case 'p':
            plan.players = (unsigned)number_of(optarg);
            break;
        case 'g':
            plan.games = (unsigned)number_of(optarg);
            break;
        case 'w':
            plan.watchers = (unsigned)number_of(optarg);
            break;
        case 'r':
            plan.rate = number_of(optarg);
            break;
        case 's':
            plan.seconds = number_of(optarg);
            break;
        case 'd':
            plan.db = optarg;
            break;
        default:
            exit(2);
        }
    }
    plan.program = optind < count ? arguments[optind] : NULL;
    if (!plan.program || 2 * plan.games + plan.watchers > plan.players) {
        fputs("usage: bench_load [--players N] [--games N] [--watchers N] [--rate N] [--seconds N] "
              "[--db WHERE] PROGRAM\nplayers are at least twice the games, and the watchers\n",
              stderr);
        exit(2);
    }
    return plan;
}

static void make_folder(Plan *plan) {
    const char *place = getenv("TMPDIR");
    snprintf(plan->folder, sizeof plan->folder, "%.40s/bench_load.XXXXXX", place ? place : "/tmp");
    if (!mkdtemp(plan->folder)) {
        die("%s: %s", plan->folder, strerror(errno));
    }
    snprintf(plan->file, sizeof plan->file, "%s/games.db", plan->folder);
    snprintf(plan->bare, sizeof plan->bare, "%s/bare.db", plan->folder);
    snprintf(plan->web, sizeof plan->web, "%s/web", plan->folder);
    char page[160];
    snprintf(page, sizeof page, "%s/index.html", plan->web);
    mkdir(plan->web, 0700);
    FILE *file = fopen(page, "w");
    if (!file || fputs("<!doctype html><title>bench</title>", file) < 0 || fclose(file) != 0) {
        die("%s: %s", page, strerror(errno));
    }
}

static void remove_folder(const Plan *plan) {
    static const char *const names[] = {"games.db",       "games.db-wal",   "games.db-shm",
                                        "games.db-owner", "web/index.html", "web"};
    char path[160];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s/%s", plan->folder, names[i]);
        remove(path);
    }
    if (rmdir(plan->folder) != 0) {
        fprintf(stderr, "bench_load: %s: %s\n", plan->folder, strerror(errno));
    }
}

/* Every player is a socket here and one in the server, which inherits the limit. */
static void allow_files(unsigned players) {
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    if (limit.rlim_max < players + SPARE_FILES || setrlimit(RLIMIT_NOFILE, &limit) != 0) {
        die("%u players need more open files than the limit, %llu", players,
            (unsigned long long)limit.rlim_max);
    }
}

static pid_t start_server(const Plan *plan, unsigned port) {
    char number[16], most[16];
    snprintf(number, sizeof number, "%u", port);
    snprintf(most, sizeof most, "%u", plan->players + SPARE_FILES);
    char *arguments[] = {(char *)plan->program,
                         "serve",
                         "--port",
                         number,
                         "--db",
                         plan->db ? (char *)plan->db : (char *)plan->file,
                         "--web",
                         (char *)plan->web,
                         "--connections",
                         most,
                         NULL};
    pid_t server = child_run(arguments);
    child_wait_for(server, port);
    return server;
}

static void health_told(void *context, const HttpAnswer *answer) {
    *(unsigned *)context = answer->status;
}

/* It listens before it has its database. */
static void wait_for_health(Loop *loop, unsigned port) {
    enum { TRIES = 600, PAUSE_US = 50000 };
    Http *http = http_new(loop, port, 1);
    unsigned status = 0;
    for (int i = 0; i < TRIES && status != 200; i++) {
        http_ask(http, "GET", "/healthz", NULL, NULL, health_told, &status);
        while (http_waiting(http)) {
            loop_turn(loop, 10);
        }
        usleep(status == 200 ? 0 : PAUSE_US);
    }
    http_free(http);
    if (status != 200) {
        die("the server does not say that it is well");
    }
}

/* --- measuring ---------------------------------------------------------------------------------
 */

typedef struct Counts {
    double transactions, events;
    bool there;
} Counts;

static double metric(const char *text, const char *name) {
    const char *at = strstr(text, name);
    while (at && at != text && at[-1] != '\n') {
        at = strstr(at + 1, name);
    }
    return at ? strtod(at + strlen(name), NULL) : 0;
}

static void counts_told(void *context, const HttpAnswer *answer) {
    Counts *counts = context;
    counts->transactions = metric(answer->body, "fanorona_store_transactions_total ");
    counts->events = metric(answer->body, "fanorona_store_events_total ");
    counts->there = true;
}

static Counts read_counts(Crowd *crowd) {
    Counts counts = {0};
    http_ask(crowd->http, "GET", "/metrics", NULL, NULL, counts_told, &counts);
    while (!counts.there) {
        loop_turn(crowd->loop, 10);
    }
    return counts;
}

static Measured measure(Crowd *crowd, pid_t server, double rate, double seconds) {
    Measured measured = {0};
    crowd_play(crowd, rate, shorter(warm_up_s, seconds));
    crowd_forget(crowd);
    Counts counts = read_counts(crowd);
    Usage before = child_usage(server), own = child_usage(getpid());
    uint64_t begin_us = time_us();
    crowd_play(crowd, rate, seconds);
    double took_s = (double)(time_us() - begin_us) / 1e6;
    measured.server = (child_usage(server).processor_s - before.processor_s) / took_s;
    measured.generator = (child_usage(getpid()).processor_s - own.processor_s) / took_s;
    measured.turns_s = (double)crowd->turns / took_s;
    measured.messages_s = (double)crowd->messages / took_s;
    measured.finished = crowd->finished;
    for (int i = 0; i < 3; i++) {
        measured.answered_ms[i] = times_percentile_ms(&crowd->answered, percents[i]);
        measured.seen_ms[i] = times_percentile_ms(&crowd->seen, percents[i]);
    }
    Counts after = read_counts(crowd);
    double transactions = after.transactions - counts.transactions;
    measured.group = transactions > 0 ? (after.events - counts.events) / transactions : 0;
    return measured;
}

static void tell_turns(const char *what, const Measured *measured) {
    printf("| %s | %.0f | %.1f | %.1f | %.1f | %.1f | %.0f %% | %.0f %% |\n", what,
           measured->turns_s, measured->answered_ms[0], measured->answered_ms[1],
           measured->answered_ms[2], measured->seen_ms[1], 100 * measured->server,
           100 * measured->generator);
}

static void tell_echo(const char *what, EchoRun *run) {
    printf("| %s | %.0f | %.1f | %.1f | %.1f | – | – | – |\n", what,
           (double)run->echoed / run->seconds, times_percentile_ms(&run->times, 50),
           times_percentile_ms(&run->times, 99), times_percentile_ms(&run->times, 99.9));
}

/* --- the run -----------------------------------------------------------------------------------
 */

typedef struct Report {
    Measured steady, fast;
    double idle_bytes, playing_bytes;
} Report;

static Report load_server(const Plan *plan) {
    Report report;
    Loop loop;
    Crowd crowd;
    unsigned port = free_port();
    pid_t server = start_server(plan, port);
    loop_begin(&loop);
    wait_for_health(&loop, port);
    size_t empty = child_usage(server).memory_bytes;
    fprintf(stderr, "bench_load: %u players connect\n", plan->players);
    crowd_gather(&crowd, &loop, port, plan->players);
    crowd_play(&crowd, 1, 1); /* nobody plays yet: what was said is read */
    size_t idle = child_usage(server).memory_bytes;
    report.idle_bytes = (double)(idle - empty) / plan->players;
    fprintf(stderr, "bench_load: %u games, %u watchers\n", plan->games, plan->watchers);
    crowd_make_games(&crowd, plan->games, plan->watchers);
    fprintf(stderr, "bench_load: %.0f turns a second\n", plan->rate);
    report.steady = measure(&crowd, server, plan->rate, plan->seconds);
    fprintf(stderr, "bench_load: as fast as they are answered\n");
    report.fast = measure(&crowd, server, 0, plan->seconds / 2);
    report.playing_bytes = (double)child_usage(server).memory_bytes;
    child_end(server);
    crowd_part(&crowd);
    loop_end(&loop);
    return report;
}

static void tell(const Plan *plan, const Report *report, EchoRun *runs) {
    unsigned group = (unsigned)(report->steady.group + 0.5),
             fast = (unsigned)(report->fast.group + 0.5);
    group = group ? group : 1;
    fast = fast ? fast : 1;
    double bare = inserts_measure(plan->bare, group, plan->games, shorter(bound_s, plan->seconds));
    double bare_fast =
        inserts_measure(plan->bare, fast, plan->games, shorter(bound_s, plan->seconds));
    printf("\n%u players connected, of them %u at %u games, %u watching; database %s.\n\n",
           plan->players, 2 * plan->games, plan->games, plan->watchers,
           plan->db ? "PostgreSQL" : "SQLite");
    puts("| | a second | 50 % ms | 99 % ms | 99.9 % ms | opponent 99 % ms | server | generator |");
    puts("|---|---|---|---|---|---|---|---|");
    tell_turns("turns stored, steady", &report->steady);
    tell_turns("turns stored, as fast as answered", &report->fast);
    tell_echo("bare echo, steady", &runs[0]);
    tell_echo("bare echo, as fast as answered", &runs[1]);
    printf("| bare inserts, %u in a transaction | %.0f | | | | | | |\n", group, bare);
    printf("| bare inserts, %u in a transaction | %.0f | | | | | | |\n", fast, bare_fast);
    double echo_s = (double)runs[1].echoed / runs[1].seconds;
    printf("\nturns ÷ bare echo %.3f, turns ÷ bare inserts %.3f (both as fast as answered); "
           "%.0f messages a second went out at the steady rate; %llu games ended in it\n",
           report->fast.turns_s / echo_s, report->fast.turns_s / bare_fast,
           report->steady.messages_s, (unsigned long long)report->steady.finished);
    printf(
        "memory of the server: %.1f KiB for each player who is only there, %.0f MiB in the end\n",
        report->idle_bytes / 1024, report->playing_bytes / 1048576);
}

int main(int count, char **arguments) {
    Plan plan = read_plan(count, arguments);
    EchoRun runs[2] = {{.rate = plan.rate, .seconds = plan.seconds / 2},
                       {.rate = 0, .seconds = shorter(bound_s, plan.seconds)}};
    allow_files(plan.players);
    make_folder(&plan);
    Report report = load_server(&plan);
    fprintf(stderr, "bench_load: the bounds\n");
    unsigned port = free_port();
    pid_t echo = child_fork(echo_serve, &port);
    child_wait_for(echo, port);
    echo_measure(port, plan.players, plan.games, runs, 2);
    child_kill(echo);
    tell(&plan, &report, runs);
    times_forget(&runs[0].times);
    times_forget(&runs[1].times);
    remove_folder(&plan);
    return 0;
}
