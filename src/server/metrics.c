/* GET /metrics: counts as Prometheus reads them. */
#include "server/internal.h"
#include "server/picture.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static void gauge(FILE *out, const char *name, const char *help, double value) {
    fprintf(out, "# HELP fanorona_%s %s\n# TYPE fanorona_%s gauge\nfanorona_%s %.15g\n", name, help,
            name, name, value);
}

static void counter(FILE *out, const char *name, const char *help, uint64_t value) {
    fprintf(out, "# HELP fanorona_%s %s\n# TYPE fanorona_%s counter\nfanorona_%s %" PRIu64 "\n",
            name, help, name, name, value);
}

static void write_server(FILE *out, const FanServer *server) {
    const FanServerCounts *counts = &server->counts;
    gauge(out, "connections", "Connections now.", server->connections);
    gauge(out, "websockets", "WebSockets now.", counts->sockets);
    gauge(out, "addresses", "Addresses whose use is counted now.", fan_quota_count(server->quotas));
    counter(out, "connections_accepted_total", "Connections let in.", counts->accepted);
    counter(out, "connections_refused_total", "Connections over their address's limit.",
            counts->turned_away);
    fprintf(out, "# HELP fanorona_answers_total Answers to requests.\n"
                 "# TYPE fanorona_answers_total counter\n");
    for (unsigned i = 1; i < sizeof counts->answers / sizeof counts->answers[0]; i++) {
        fprintf(out, "fanorona_answers_total{status=\"%uxx\"} %" PRIu64 "\n", i,
                counts->answers[i]);
    }
    counter(out, "websockets_opened_total", "WebSockets opened.", counts->sockets_opened);
    counter(out, "websockets_timed_out_total", "WebSockets that answered no ping.",
            counts->sockets_timed_out);
    counter(out, "messages_received_total", "Messages of clients.", counts->messages_in);
    counter(out, "messages_received_bytes_total", "Bytes in them.", counts->bytes_in);
    counter(out, "messages_sent_total", "Messages to clients.", counts->messages_out);
    counter(out, "messages_sent_bytes_total", "Bytes in them.", counts->bytes_out);
    counter(out, "limited_total", "Requests refused by a limit of their address.", counts->limited);
    counter(out, "paused_total", "Times a WebSocket was not read for a while, for its limit.",
            counts->paused);
}

/* Turns by the time from their arrival to their acknowledgement. */
static void write_turns(FILE *out, const FanHubCounts *counts) {
    static const char *const bounds[] = {"0.001", "0.002", "0.005", "0.01", "0.02", "0.05",
                                         "0.1",   "0.2",   "0.5",   "1",    "5",    "+Inf"};
    uint64_t sum = 0;
    fprintf(out, "# HELP fanorona_turn_seconds From a turn's arrival to its acknowledgement.\n"
                 "# TYPE fanorona_turn_seconds histogram\n");
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++) {
        sum += counts->turn_us_buckets[i];
        fprintf(out, "fanorona_turn_seconds_bucket{le=\"%s\"} %" PRIu64 "\n", bounds[i], sum);
    }
    fprintf(out, "fanorona_turn_seconds_sum %.6f\nfanorona_turn_seconds_count %" PRIu64 "\n",
            (double)counts->turn_us_sum / 1e6, sum);
}

static void write_hub(FILE *out, const FanServer *server) {
    const FanHubCounts counts = fan_hub_counts(server->hub);
    gauge(out, "peers", "Players and watchers connected.", counts.peers);
    gauge(out, "rooms", "Games in memory.", counts.rooms);
    gauge(out, "rooms_playing", "Games in memory that are played.", counts.playing);
    gauge(out, "seeks", "Open seeks.", counts.seeks);
    gauge(out, "engines_busy", "Computer opponents that think now.", counts.engines_busy);
    counter(out, "commands_total", "Messages the hub looked at.", counts.messages);
    counter(out, "commands_refused_total", "Of them, refused.", counts.refused);
    counter(out, "turns_total", "Turns stored.", counts.turns);
    counter(out, "resyncs_total", "Queues of slow readers dropped.", counts.resyncs);
    counter(out, "loads_total", "Games read from the store.", counts.loads);
    write_turns(out, &counts);
}

static void write_people(FILE *out, const FanServer *server) {
    const FanPeopleCounts counts = fan_people_counts(server->people);
    counter(out, "sessions_total", "Guests, logins and moved seats.", counts.sessions);
    counter(out, "passwords_total", "Passwords worked out.", counts.passwords);
    gauge(out, "passwords_waiting", "Passwords that wait to be worked out.",
          counts.passwords_waiting);
    counter(out, "pushed_total", "Notices handed over.", counts.pushed);
    counter(out, "push_failed_total", "Notices that could not be.", counts.push_failed);
}

static void write_store(FILE *out, const FanServer *server) {
    const FanStoreCounts counts = fan_store_counts(server->store);
    gauge(out, "store_up", "Whether the database can be written.",
          fan_store_trouble(server->store)[0] == '\0');
    gauge(out, "store_waiting", "Requests that wait for the database.", counts.waiting);
    counter(out, "store_transactions_total", "Transactions.", counts.transactions);
    counter(out, "store_events_total", "Events stored.", counts.events);
    counter(out, "store_conflicts_total", "Requests somebody else was before.", counts.conflicts);
    counter(out, "store_failures_total", "Requests that failed.", counts.failures);
    fprintf(out,
            "# HELP fanorona_store_commit_seconds_total Time spent in transactions.\n"
            "# TYPE fanorona_store_commit_seconds_total counter\n"
            "fanorona_store_commit_seconds_total %.6f\n",
            (double)counts.commit_us_sum / 1e6);
}

char *fan_server_metrics(const FanServer *server) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) {
        return NULL;
    }
    write_server(out, server);
    if (server->hub) {
        write_hub(out, server);
        write_people(out, server);
        write_store(out, server);
    }
    if (fclose(out) != 0) {
        free(text);
        return NULL;
    }
    return text;
}
