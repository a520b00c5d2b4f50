/* What the server tells the page about itself. */
#include <fanorona/engine.h>
#include <fanorona/fanorona.h>
#include <jansson.h>
#include <string.h>

#include "protocol/protocol.h"
#include "server/internal.h"

static json_t *set_json(const FanTableSet *set) {
    static const char *const metrics[] = {"values", "dtc", "dtw"};
    char variant[FAN_VARIANT_TEXT_MAX], rules[FAN_RULES_TEXT_MAX];
    fan_variant_write(&set->board, &set->rules, variant);
    fan_rules_write(&set->rules, rules);
    return json_pack("{s:s, s:s, s:i, s:s}", "variant", variant, "rules", rules, "stones",
                     (int)set->stones, "metric", metrics[set->metric]);
}

/* The sets of tables, the largest board first. NULL without memory. */
static json_t *tables_json(const FanShelf *shelf) {
    json_t *tables = json_array();
    for (size_t i = 0; shelf && tables && i < shelf->count; i++) {
        if (json_array_append_new(tables, set_json(&shelf->sets[i])) != 0) {
            json_decref(tables);
            tables = NULL;
        }
    }
    return tables;
}

/* The parts of the page that need a server. */
static json_t *features_json(const FanServer *server) {
    const FanShelf *shelf = server->config.shelf;
    json_t *features = json_array();
    if (shelf && shelf->count) {
        json_array_append_new(features, json_string("tables"));
    }
    if (server->perfects) {
        json_array_append_new(features, json_string("perfect"));
    }
    if (server->hub) {
        json_array_append_new(features, json_string("play"));
        json_array_append_new(features, json_string("accounts"));
        json_array_append_new(features, json_string("analysis"));
        if (server->config.engines) {
            json_array_append_new(features, json_string("computer"));
        }
        if (strncmp(server->public_url, "https://", 8) == 0) {
            json_array_append_new(features, json_string("push"));
        }
    }
    return features;
}

static json_t *protocols_json(void) {
    json_t *protocols = json_array();
    for (int i = FAN_PROTOCOL_OLDEST; i <= FAN_PROTOCOL_VERSION; i++) {
        json_array_append_new(protocols, json_integer(i));
    }
    return protocols;
}

static json_t *computer_json(const FanServer *server) {
    json_t *levels = json_array();
    for (int i = 1; i <= FAN_LEVELS; i++) {
        json_array_append_new(levels, json_integer(i));
    }
    unsigned busy = fan_hub_counts(server->hub).engines_busy, all = server->config.engines;
    return json_pack("{s:o, s:i}", "levels", levels, "free", (int)(busy < all ? all - busy : 0));
}

char *fan_server_about(const FanServer *server) {
    json_t *about =
        json_pack("{s:s, s:s, s:i, s:o, s:o, s:o, s:{s:i, s:i, s:i, s:i}}", "name", "fanorona",
                  "version", FAN_VERSION, "protocol", (int)FAN_PROTOCOL_VERSION, "protocols",
                  protocols_json(), "features", features_json(server), "tables",
                  tables_json(server->config.shelf), "limits", "connections",
                  (int)server->connections_max, "header_bytes", (int)FAN_SERVER_HEADER_MAX_BYTES,
                  "idle_s", (int)server->config.idle_s, "probes", (int)server->config.probes);
    if (about && server->hub && server->config.engines) {
        json_object_set_new(about, "computer", computer_json(server));
    }
    if (about && server->perfects) {
        json_object_set_new(about, "perfect", fan_proofs_about(server->config.proofs));
    }
    char *text = about ? json_dumps(about, JSON_COMPACT) : NULL;
    json_decref(about);
    return text;
}
