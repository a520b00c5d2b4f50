/* The games of one player become another's: a guest has made an account, an account was deleted. */
#include "hub/internal.h"

#include <stdlib.h>
#include <string.h>

enum { A_PAGE = 100 };

typedef struct Reseating {
    FanHub *hub;
    char from[FAN_ROOM_PLAYER_MAX];
    FanRoomPlayer to;
    void (*done)(void *context, bool fine);
    void *context;
    unsigned waiting; /* games that are being changed */
    bool failed, more;
    int64_t before_ms; /* of the next page */
    char before_id[FAN_STORE_ID_MAX];
} Reseating;

static void next_page(Reseating *reseating);

static void end(Reseating *reseating) {
    reseating->done(reseating->context, !reseating->failed);
    free(reseating);
}

static void drop(void *context) {
    Reseating *reseating = context;
    reseating->failed = true;
    end(reseating);
}

static void go_on(Reseating *reseating) {
    if (reseating->waiting > 0) {
        return;
    }
    if (reseating->more && !reseating->failed) {
        next_page(reseating);
    } else {
        end(reseating);
    }
}

/* A seat that is theirs already, or whose other side they have, or that was given up meanwhile, is
 * passed over. */
static void on_reseated(FanHub *hub, const char *game, const char *reason, uint32_t number,
                        void *context) {
    Reseating *reseating = context;
    (void)hub, (void)game, (void)number;
    static const char *const failures[] = {"storage", "draining", "too-fast"};
    for (size_t i = 0; reason && i < sizeof failures / sizeof *failures; i++) {
        reseating->failed |= strcmp(reason, failures[i]) == 0;
    }
    reseating->waiting--;
    go_on(reseating);
}

/* Whoever goes for good gives up what they play: a game that has hardly begun is aborted, any other
 * resigned. What is over, or was not begun, refuses, which is as well. */
static void give_up(const Reseating *reseating, FanHubRoom *room) {
    static const FanCommandKind kinds[] = {FAN_COMMAND_ABORT, FAN_COMMAND_RESIGN};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        FanOrder *order = fan_order_new(NULL, kinds[i]);
        if (order) {
            strcpy(order->seat, reseating->from);
            fan_order_give(room, order);
        }
    }
}

static void reseat(Reseating *reseating, const char *game) {
    FanHub *hub = reseating->hub;
    FanOrder *order = fan_order_new(NULL, FAN_COMMAND_RESEAT);
    FanHubRoom *room = order ? fan_hub_room_need(hub, game) : NULL;
    reseating->waiting++;
    if (!room) {
        free(order);
        on_reseated(hub, game, "storage", 0, reseating);
        return;
    }
    if (strcmp(reseating->to.kind, "gone") == 0) {
        room->holds++; /* so many orders, one room */
        give_up(reseating, room);
        room->holds--;
    }
    order->players[0] = reseating->to;
    order->commands[0].player = &order->players[0];
    strcpy(order->seat, reseating->from);
    order->ordered = on_reseated;
    order->context = reseating;
    fan_order_give(room, order);
}

static void on_games(void *context, FanStoreStatus status, const FanStoreGame *games,
                     size_t count) {
    Reseating *reseating;
    if (!fan_hub_called(context, &reseating)) {
        return;
    }
    reseating->failed |= status != FAN_STORE_OK && status != FAN_STORE_NOTHING;
    reseating->more = count == A_PAGE;
    if (count > 0) {
        reseating->before_ms = games[count - 1].changed_ms;
        fan_hub_copy(reseating->before_id, FAN_STORE_ID_MAX, games[count - 1].id);
    }
    reseating->waiting++; /* not before all were given */
    for (size_t i = 0; i < count; i++) {
        reseat(reseating, games[i].id);
    }
    reseating->waiting--;
    go_on(reseating);
}

static void next_page(Reseating *reseating) {
    FanHub *hub = reseating->hub;
    FanHubCall *call = fan_hub_call(hub, reseating, drop);
    if (!call) {
        reseating->failed = true;
        end(reseating);
        return;
    }
    const FanStoreGamesWanted wanted = {.player = reseating->from,
                                        .before_ms = reseating->before_ms,
                                        .before_id =
                                            *reseating->before_id ? reseating->before_id : NULL,
                                        .limit = A_PAGE};
    fan_store_games(hub->config.store, &wanted, on_games, call);
}

void fan_hub_reseat(FanHub *hub, const char *from, const FanIdentity *to,
                    void (*done)(void *context, bool fine), void *context) {
    Reseating *reseating = calloc(1, sizeof *reseating);
    if (!reseating) {
        done(context, false);
        return;
    }
    *reseating = (Reseating){.hub = hub, .done = done, .context = context};
    fan_hub_copy(reseating->from, sizeof reseating->from, from);
    fan_hub_player(to, &reseating->to);
    next_page(reseating);
}
