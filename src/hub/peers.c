/* Who is connected, and the bounded queue of what waits for each. */
#include "hub/internal.h"

#include <stdlib.h>
#include <string.h>

/* --- the queue ---------------------------------------------------------------------------------
 */

static FanWaiting *waiting_at(const FanPeer *peer, unsigned index) {
    return &peer->waiting[(peer->waiting_first + index) % peer->waiting_room];
}

size_t fan_peer_chunk_bytes(const FanPeer *peer) {
    return peer->hub->config.queue_bytes / FAN_HUB_CHUNKS;
}

static bool make_room(FanPeer *peer) {
    if (peer->waiting_count < peer->waiting_room) {
        return true;
    }
    unsigned room = peer->waiting_room ? 2 * peer->waiting_room : 4;
    FanWaiting *larger = malloc(room * sizeof *larger);
    if (!larger) {
        return false;
    }
    for (unsigned i = 0; i < peer->waiting_count; i++) {
        larger[i] = *waiting_at(peer, i);
    }
    free(peer->waiting);
    peer->waiting = larger;
    peer->waiting_first = 0;
    peer->waiting_room = room;
    return true;
}

/* Drops what waits, but for the first, which may be half sent already; answers stay if wished. */
static void drop_waiting(FanPeer *peer, bool answers_too) {
    unsigned kept = 0;
    for (unsigned i = 0; i < peer->waiting_count; i++) {
        FanWaiting waiting = *waiting_at(peer, i);
        if (i == 0 || (waiting.kind == FAN_WAITING_ANSWER && !answers_too)) {
            *waiting_at(peer, kept++) = waiting;
        } else {
            peer->waiting_bytes -= waiting.text->length;
            fan_text_drop(waiting.text);
        }
    }
    peer->waiting_count = kept;
}

static void end_peer(FanPeer *peer) {
    if (!peer->closing && !peer->gone) {
        peer->closing = true;
        peer->line.close(peer->line.context);
    }
}

/* What may wait for one peer: the lobby as a whole may be longer than all the rest. */
static size_t most_bytes(const FanPeer *peer) {
    return peer->hub->config.queue_bytes + peer->hub->lobby.whole_bytes;
}

/* More waits than may. What can be told anew is dropped; who does not even read the answers to
 * their own messages is sent away. */
static void overflow(FanPeer *peer) {
    peer->hub->counts.resyncs++;
    drop_waiting(peer, false);
    if (peer->waiting_bytes > 2 * most_bytes(peer)) {
        drop_waiting(peer, true);
        end_peer(peer);
        return;
    }
    fan_watch_resync(peer);
    if (peer->in_lobby) {
        fan_lobby_leave(peer);
        fan_peer_say(peer, json_pack("{s:s}", "is", "resync"), FAN_WAITING_ANSWER);
    }
}

void fan_peer_push(FanPeer *peer, FanText *text, FanWaitingKind kind) {
    if (peer->gone || peer->closing) {
        return;
    }
    if (peer->waiting_bytes > most_bytes(peer)) {
        overflow(peer);
        if (peer->closing || kind == FAN_WAITING_NEWS) {
            return; /* told anew by the resync */
        }
    }
    if (!text || !make_room(peer)) {
        end_peer(peer);
        return;
    }
    *waiting_at(peer, peer->waiting_count++) = (FanWaiting){fan_text_keep(text), kind};
    peer->waiting_bytes += text->length;
    if (peer->waiting_count == 1) {
        peer->line.ready(peer->line.context);
    }
}

void fan_peer_say(FanPeer *peer, json_t *message, FanWaitingKind kind) {
    FanText *text = fan_text_of(message);
    fan_peer_push(peer, text, kind);
    fan_text_drop(text);
}

const char *fan_peer_next(FanPeer *peer, size_t *length) {
    if (peer->waiting_count == 0) {
        return NULL;
    }
    *length = waiting_at(peer, 0)->text->length;
    return waiting_at(peer, 0)->text->bytes;
}

void fan_peer_sent(FanPeer *peer) {
    FanText *text = waiting_at(peer, 0)->text;
    peer->waiting_first = (peer->waiting_first + 1) % peer->waiting_room;
    peer->waiting_count--;
    peer->waiting_bytes -= text->length;
    fan_text_drop(text);
    if (peer->waiting_count == 0) { /* idle peers are many: nothing is kept for them */
        free(peer->waiting);
        peer->waiting = NULL;
        peer->waiting_first = peer->waiting_room = 0;
    }
    if (peer->waiting_bytes < fan_peer_chunk_bytes(peer) && !peer->gone && !peer->closing) {
        fan_watch_catch_up(peer);
    }
}

void fan_peer_bye(FanPeer *peer, const char *reason, unsigned again_s) {
    json_t *bye = json_pack("{s:s, s:s}", "is", "bye", "reason", reason);
    if (again_s && bye) {
        json_object_set_new(bye, "again_s", json_integer(again_s));
    }
    fan_peer_say(peer, bye, FAN_WAITING_ANSWER);
    end_peer(peer);
}

/* --- who is here -------------------------------------------------------------------------------
 */

FanPeer *fan_peers_of(const FanHub *hub, const char *player) {
    FanHere *here = *player ? fan_map_find(&hub->here, player) : NULL;
    return here ? here->peers : NULL;
}

static bool come_here(FanPeer *peer) {
    FanHub *hub = peer->hub;
    if (!*peer->who.player) {
        return true;
    }
    FanHere *here = fan_map_find(&hub->here, peer->who.player);
    if (!here) {
        here = calloc(1, sizeof *here);
        if (!here) {
            return false;
        }
        strcpy(here->player, peer->who.player);
        if (!fan_map_add(&hub->here, here->player, here)) {
            free(here);
            return false;
        }
    }
    peer->here = here;
    peer->here_next = here->peers;
    here->peers = peer;
    return true;
}

static void go_from_here(FanPeer *peer) {
    FanHere *here = peer->here;
    if (!here) {
        return;
    }
    FanPeer **link = &here->peers;
    while (*link != peer) {
        link = &(*link)->here_next;
    }
    *link = peer->here_next;
    peer->here = NULL;
    if (!here->peers) {
        fan_map_remove(&peer->hub->here, here->player);
        free(here);
    }
}

FanPeer *fan_hub_join(FanHub *hub, const FanIdentity *who, const FanPeerLine *line) {
    FanPeer *peer = hub->draining || hub->stopped ? NULL : calloc(1, sizeof *peer);
    if (!peer) {
        return NULL;
    }
    peer->hub = hub;
    peer->who = *who;
    peer->line = *line;
    peer->uses = 1;
    if (!come_here(peer)) {
        free(peer);
        return NULL;
    }
    peer->next = hub->peers;
    if (hub->peers) {
        hub->peers->previous = peer;
    }
    hub->peers = peer;
    hub->peer_count++;
    return peer;
}

FanPeer *fan_peer_keep(FanPeer *peer) {
    peer->uses++;
    return peer;
}

void fan_peer_drop(FanPeer *peer) {
    if (--peer->uses == 0) {
        free(peer);
    }
}

static void forget_answers(FanPeer *peer) {
    for (unsigned i = 0; peer->answers && i < FAN_HUB_ANSWERS_KEPT; i++) {
        fan_text_drop(peer->answers[i].text);
    }
    free(peer->answers);
    peer->answers = NULL;
}

static void forget_waiting(FanPeer *peer) {
    for (unsigned i = 0; i < peer->waiting_count; i++) {
        fan_text_drop(waiting_at(peer, i)->text);
    }
    free(peer->waiting);
    peer->waiting = NULL;
    peer->waiting_count = 0;
}

void fan_hub_leave(FanPeer *peer) {
    FanHub *hub = peer->hub;
    peer->gone = true;
    while (peer->watches) {
        fan_watch_end(peer->watches);
    }
    fan_lobby_leave(peer);
    go_from_here(peer);
    forget_answers(peer);
    forget_waiting(peer);
    *(peer->previous ? &peer->previous->next : &hub->peers) = peer->next;
    if (peer->next) {
        peer->next->previous = peer->previous;
    }
    hub->peer_count--;
    fan_peer_drop(peer);
    if (hub->draining && hub->peer_count == 0 && !hub->stopped) {
        fan_hub_look_drained(hub);
    }
}

/* With the hub: rooms are gone already, and senders with them. */
void fan_peer_free_all(FanHub *hub) {
    while (hub->peers) {
        hub->peers->uses = 1;
        fan_hub_leave(hub->peers);
    }
}

void fan_hub_renamed(FanHub *hub, const FanIdentity *who) {
    for (FanPeer *peer = fan_peers_of(hub, who->player); peer; peer = peer->here_next) {
        peer->who = *who;
    }
}

void fan_hub_expel(FanHub *hub, const char *player, const char *reason) {
    for (FanPeer *peer = fan_peers_of(hub, player); peer; peer = peer->here_next) {
        fan_peer_bye(peer, reason, 0);
    }
    fan_seeks_expel(hub, player);
}
