/* Who follows a game, and what they are sent. */
#include "hub/internal.h"

#include <stdlib.h>
#include <string.h>

enum { TELL_AT_ONCE = 8 }; /* events in one message to all; longer lists go in chunks to each */

static FanWatch *watch_of(const FanPeer *peer, const char *game) {
    FanWatch *watch = peer->watches;
    while (watch && strcmp(watch->room->id, game) != 0) {
        watch = watch->peer_next;
    }
    return watch;
}

static unsigned side_of(const FanHubRoom *room, const FanPeer *peer) {
    return *peer->who.player ? fan_room_side_of(room->room, peer->who.player) : FAN_ROOM_NO_SIDE;
}

static FanWatch *begin_watch(FanPeer *peer, FanHubRoom *room) {
    FanWatch *watch = calloc(1, sizeof *watch);
    if (!watch) {
        return NULL;
    }
    *watch = (FanWatch){.peer = peer, .room = room, .side = side_of(room, peer)};
    watch->peer_next = peer->watches;
    peer->watches = watch;
    peer->watch_count++;
    watch->room_next = room->watches;
    if (room->watches) {
        room->watches->room_previous = watch;
    }
    room->watches = watch;
    fan_presence_came(watch);
    return watch;
}

void fan_watch_end(FanWatch *watch) {
    FanHubRoom *room = watch->room;
    FanPeer *peer = watch->peer;
    FanWatch **link = &peer->watches;
    while (*link != watch) {
        link = &(*link)->peer_next;
    }
    *link = watch->peer_next;
    peer->watch_count--;
    *(watch->room_previous ? &watch->room_previous->room_next : &room->watches) = watch->room_next;
    if (watch->room_next) {
        watch->room_next->room_previous = watch->room_previous;
    }
    fan_presence_went(watch);
    free(watch);
    fan_hub_room_rest(room);
}

void fan_hub_unwatch(FanPeer *peer, const char *game) {
    FanWatch *watch = watch_of(peer, game);
    if (watch) {
        fan_watch_end(watch);
    }
}

/* --- events ------------------------------------------------------------------------------------
 */

/* The next events, as many as go into one message; none, too, so that a newcomer knows. */
static void send_chunk(FanWatch *watch) {
    const FanHubRoom *room = watch->room;
    size_t to = watch->number, bytes = 0;
    while (to < room->count && (bytes == 0 || bytes < fan_peer_chunk_bytes(watch->peer))) {
        bytes += room->events[to++]->length;
    }
    FanText *text = fan_text_events(room->id, room->events, watch->number, to, true);
    watch->number = (uint32_t)to;
    watch->live = to == room->count;
    fan_peer_push(watch->peer, text, FAN_WAITING_NEWS);
    fan_text_drop(text);
}

void fan_watch_catch_up(FanPeer *peer) {
    for (FanWatch *watch = peer->watches; watch; watch = watch->peer_next) {
        if (!watch->live && peer->waiting_bytes < fan_peer_chunk_bytes(peer)) {
            send_chunk(watch);
            return; /* the queue calls again when it has emptied; the list may have changed */
        }
    }
}

void fan_watch_tell(FanHubRoom *room, size_t from) {
    bool few = room->count - from <= TELL_AT_ONCE;
    FanText *text = few && room->watches
                        ? fan_text_events(room->id, room->events, from, room->count, true)
                        : NULL;
    for (FanWatch *watch = room->watches, *next; watch; watch = next) {
        next = watch->room_next; /* a full queue ends this watch */
        if (watch->live && few) {
            watch->number = (uint32_t)room->count;
            fan_peer_push(watch->peer, text, FAN_WAITING_NEWS);
        } else if (watch->live) {
            send_chunk(watch);
        }
    }
    fan_text_drop(text);
}

void fan_watch_resync(FanPeer *peer) {
    while (peer->watches) {
        json_t *resync = json_pack("{s:s, s:s}", "is", "resync", "game", peer->watches->room->id);
        fan_watch_end(peer->watches);
        fan_peer_say(peer, resync, FAN_WAITING_ANSWER);
    }
}

void fan_watch_reseat(FanHubRoom *room) {
    for (FanWatch *watch = room->watches; watch; watch = watch->room_next) {
        fan_presence_went(watch);
        watch->side = side_of(room, watch->peer);
        fan_presence_came(watch);
    }
    fan_presence_changed(room);
}

/* --- watching ----------------------------------------------------------------------------------
 */

typedef struct Wish {
    FanSender sender;
    int64_t from;
    bool fetched; /* the store was asked whether there are more events */
} Wish;

static void refuse_stale(FanHubRoom *room, FanSender *sender) {
    json_t *why =
        json_pack("{s:s, s:s, s:I}", "reason", "stale", "text",
                  "the game has fewer events than that", "number", (json_int_t)room->count);
    fan_sender_refuse_why(room->hub, sender, why);
}

static void serve(FanHubRoom *room, Wish *wish) {
    FanPeer *peer = wish->sender.peer;
    FanHub *hub = room->hub;
    FanWatch *watch = watch_of(peer, room->id);
    if (!watch && peer->watch_count >= FAN_HUB_WATCHES_MAX) {
        fan_sender_refuse(hub, &wish->sender, "too-many", "too many games are watched already");
        return;
    }
    watch = watch ? watch : begin_watch(peer, room);
    if (!watch) {
        fan_sender_refuse(hub, &wish->sender, "storage", "there is no memory");
        return;
    }
    watch->number = (uint32_t)wish->from;
    send_chunk(watch);
    FanText *presence = fan_presence_text(room);
    fan_peer_push(peer, presence, FAN_WAITING_NEWS);
    fan_text_drop(presence);
    fan_sender_done(hub, &wish->sender,
                    &(FanDone){.game = room->id, .number = (int64_t)room->count});
}

static void on_room(void *context, FanHubRoom *room, const char *reason) {
    Wish *wish = context;
    FanPeer *peer = wish->sender.peer;
    FanHub *hub = peer->hub;
    if (peer->gone || peer->closing) {
        fan_sender_drop(&wish->sender);
    } else if (!room) {
        fan_sender_refuse(hub, &wish->sender, reason,
                          strcmp(reason, "no-game") == 0 ? "there is no such game"
                                                         : "the game cannot be had now");
    } else if (wish->from > (int64_t)room->count && !wish->fetched) {
        /* Another process may have stored them a moment ago. */
        wish->fetched = true;
        room->behind = true;
        fan_hub_room_read(hub, room->id, on_room, wish);
        return;
    } else if (wish->from > (int64_t)room->count) {
        refuse_stale(room, &wish->sender);
    } else {
        serve(room, wish);
    }
    free(wish);
}

void fan_hub_watch(FanPeer *peer, unsigned id, const char *game, int64_t from) {
    FanSender sender = fan_sender_of_peer(peer, id);
    Wish *wish = malloc(sizeof *wish);
    if (!wish) {
        fan_sender_refuse(peer->hub, &sender, "storage", "there is no memory");
        return;
    }
    *wish = (Wish){.sender = sender, .from = from};
    fan_hub_room_read(peer->hub, game, on_room, wish);
}
