/* What is played here: the store, people and the hub, joined to one another and to the loop.
 *
 * Each knows only what is below it; what one has to tell another goes through the functions here.
 */
#include "server/internal.h"
#include "server/picture.h"

#include <string.h>

/* --- from one to the other ----------------------------------------------------------------------
 */

/* From any thread of the store's. */
static void on_stored(void *context) {
    FanServer *server = context;
    uv_async_send(&server->stored);
}

static void on_turn(void *context, const char *player, const char *game) {
    FanServer *server = context;
    fan_people_notify(server->people, player, game);
}

static void on_published(void *context, const char *topic, const char *text) {
    FanServer *server = context;
    fan_people_hear(server->people, topic, text);
}

static void on_change(void *context, const FanIdentity *who, bool expelled) {
    FanServer *server = context;
    if (expelled) {
        /* They may come again as who they are now: with a new session, or as nobody. */
        fan_hub_expel(server->hub, who->player, "needs-player");
    } else {
        fan_hub_renamed(server->hub, who);
    }
}

static void reseat(void *context, const char *from, const FanIdentity *to,
                   void (*done)(void *errand, bool fine), void *errand) {
    FanServer *server = context;
    fan_hub_reseat(server->hub, from, to, done, errand);
}

/* What goes wrong in the pieces is worth a look; the rest is their everyday. */
static FanLogLevel level_of(const char *event) {
    static const char *const words[] = {"damage", "fail", "away", "trouble", "lost", "wrong"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strstr(event, words[i])) {
            return FAN_LOG_WARNING;
        }
    }
    return FAN_LOG_INFO;
}

static void on_log(void *context, const char *event, const json_t *fields) {
    const FanServer *server = context;
    if (server->config.on_log) {
        server->config.on_log(server->config.context, level_of(event), event, fields);
    }
}

static void on_people_ready(void *context, bool fine) {
    FanServer *server = context;
    if (fine) {
        fan_server_let_in(server);
        return;
    }
    fan_server_tell(server, FAN_LOG_ERROR, "keys-failed", NULL);
    server->failed = true;
    fan_server_stop(server);
}

/* --- opening and closing ------------------------------------------------------------------------
 */

static FanPeople *new_people(FanServer *server) {
    return fan_people_new(
        &(FanPeopleConfig){
            .loop = &server->loop,
            .store = server->store,
            .public_url = server->public_url,
            .push = strncmp(server->public_url, "https://", 8) == 0,
            .on_change = on_change,
            .reseat = reseat,
            .on_log = on_log,
            .context = server,
        },
        on_people_ready);
}

static FanHub *new_hub(FanServer *server) {
    return fan_hub_new(&(FanHubConfig){
        .loop = &server->loop,
        .store = server->store,
        .engines = server->config.engines,
        .public_url = server->public_url,
        .settle = fan_rating_settle,
        .rating_json = fan_rating_json,
        .on_turn = on_turn,
        .on_log = on_log,
        .on_published = on_published,
        .context = server,
    });
}

bool fan_online_open(FanServer *server, char *error) {
    if (fan_store_open(&server->store, server->config.database, on_stored, server, error) !=
        FAN_STORE_OPENED) {
        server->store = NULL;
        return false;
    }
    server->people = new_people(server);
    server->hub = server->people ? new_hub(server) : NULL;
    server->pictures = server->hub ? fan_pictures_new(&server->loop) : NULL;
    if (!server->pictures) {
        snprintf(error, FAN_STORE_ERROR_MAX, "not enough memory");
        fan_online_close(server);
        return false;
    }
    return true;
}

void fan_online_close(FanServer *server) {
    FanHub *hub = server->hub;
    server->hub = NULL;
    fan_pictures_free(server->pictures);
    fan_people_free(server->people);
    fan_hub_free(hub);
    fan_store_close(server->store);
    server->pictures = NULL;
    server->people = NULL;
    server->store = NULL;
}
