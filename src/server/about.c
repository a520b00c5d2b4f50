/* What the server tells the page about itself. */
#include <fanorona/fanorona.h>
#include <jansson.h>

#include "server/internal.h"

char *fan_server_about(const FanServer *server) {
    /* Features are the parts of the page that need a server; this version offers none of them. */
    json_t *about =
        json_pack("{s:s, s:s, s:i, s:[], s:{s:i, s:i, s:i}}", "name", "fanorona", "version",
                  FAN_VERSION, "protocol", (int)FAN_SERVER_PROTOCOL, "features", "limits",
                  "connections", (int)server->connections_max, "header_bytes",
                  (int)FAN_SERVER_HEADER_MAX_BYTES, "idle_s", (int)server->config.idle_s);
    char *text = about ? json_dumps(about, JSON_COMPACT) : NULL;
    json_decref(about);
    return text;
}
