/* What the server tells the page about itself. */
#include <fanorona/fanorona.h>
#include <jansson.h>

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

char *fan_server_about(const FanServer *server) {
    const FanShelf *shelf = server->config.shelf;
    /* Features are the parts of the page that need a server. */
    json_t *features = shelf && shelf->count ? json_pack("[s]", "tables") : json_array();
    json_t *tables = tables_json(shelf);
    json_t *about =
        json_pack("{s:s, s:s, s:i, s:o, s:o, s:{s:i, s:i, s:i, s:i}}", "name", "fanorona",
                  "version", FAN_VERSION, "protocol", (int)FAN_SERVER_PROTOCOL, "features",
                  features, "tables", tables, "limits", "connections", (int)server->connections_max,
                  "header_bytes", (int)FAN_SERVER_HEADER_MAX_BYTES, "idle_s",
                  (int)server->config.idle_s, "probes", (int)server->config.probes);
    char *text = about ? json_dumps(about, JSON_COMPACT) : NULL;
    json_decref(about);
    return text;
}
