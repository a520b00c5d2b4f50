/* Where people and games meet: rooms at work, the lobby, who is here, who is told what.
 *
 * This room knows no socket and no HTTP. A *peer* is somebody connected, whatever carries the
 * messages: texts come in by fan_hub_receive and go out by the peer's callbacks. Requests of HTTP
 * are asked by fan_hub_ask. Both speak protocol/v1.schema.json, and both go the same way: check by
 * the schema, decide by the room, store, then tell. One thread: the one that runs the loop. */
#ifndef FAN_HUB_HUB_H
#define FAN_HUB_HUB_H

#include <uv.h>

#include "protocol/ask.h"
#include "store/store.h"

typedef struct FanHub FanHub;
typedef struct FanPeer FanPeer;

typedef struct FanHubConfig {
    uv_loop_t *loop;
    FanStore *store;      /* not owned; who owns it calls fan_store_deliver on the loop's thread */
    unsigned engines;     /* computer opponents that think at once; 0: none are seated */
    unsigned rooms_kept;  /* rooms without anybody that stay in memory. 0: 512 */
    unsigned queue_bytes; /* waiting for one slow peer; beyond it, and the lobby as a whole, it is
                           * resynced. 0: 65536 */
    const char *public_url;           /* what links are built from, without a final slash */
    int64_t (*now_ms)(void *context); /* NULL: the system's clock */
    /* Works out the ratings of a rated game (its match is a FanRatedMatch) and shows one as
     * $defs.Rating. NULL: nothing is rated here, and no ratings are shown. */
    FanStoreSettle *settle;
    json_t *(*rating_json)(const FanStoreRating *rating, int64_t now_ms);
    /* A game changed hands to `player` (their turn) while they have no peer here: push notices. May
     * be NULL. */
    void (*on_turn)(void *context, const char *player, const char *game);
    void (*on_log)(void *context, const char *event, const json_t *fields); /* may be NULL */
    /* Somebody published what is not the hub's (its topics begin with "hub."). May be NULL. */
    void (*on_published)(void *context, const char *topic, const char *text);
    void *context;
} FanHubConfig;

/* Listens to the store from now on, and begins: marks, outages, games left unsettled or with a
 * computer to move. NULL without memory. */
FanHub *fan_hub_new(const FanHubConfig *config);
/* Refuses new commands ("draining"), says bye to every peer, then calls `drained`, at the latest
 * after `within_ms` (0: at once). From then on the store is asked nothing more. `drained` may be
 * NULL. */
void fan_hub_drain(FanHub *hub, int64_t within_ms, void (*drained)(void *context), void *context);
/* Before fan_store_close; answers of the store that are still due are dropped, and whoever waits
 * for an answer of the hub's is refused. Handles of the loop are closed by it: run it once more
 * afterwards. Peers that have not left are freed with it. NULL is fine. */
void fan_hub_free(FanHub *hub);

/* --- peers -------------------------------------------------------------------------------------
 */

/* Neither may call fan_hub_leave. */
typedef struct FanPeerLine {
    /* There is something to take with fan_peer_next; call back on the loop's thread. */
    void (*ready)(void *context);
    /* Close it, after what waits was sent; then fan_hub_leave. Called at most once. */
    void (*close)(void *context);
    void *context;
} FanPeerLine;

/* NULL without memory or while draining. */
FanPeer *fan_hub_join(FanHub *hub, const FanIdentity *who, const FanPeerLine *line);
/* A whole message of the client. */
void fan_hub_receive(FanPeer *peer, const char *text, size_t length);
/* The next text to send, of *length bytes, or NULL. It stays until fan_peer_sent. Texts that go to
 * many are shared, not copied. */
const char *fan_peer_next(FanPeer *peer, size_t *length);
void fan_peer_sent(FanPeer *peer);
void fan_hub_leave(FanPeer *peer);

/* --- requests ----------------------------------------------------------------------------------
 */

/* `ask` is a name of x-asks in the schema that is the hub's: lobby, seeks.*, games*, game* (but the
 * picture), me.games. `values` holds the path's and the query's parameters, `body` the body or
 * NULL, both checked by the schema already. Answered once, perhaps at once. */
void fan_hub_ask(FanHub *hub, const FanIdentity *who, const char *ask, const json_t *values,
                 const json_t *body, FanAnswered *answered, void *context);
/* The asker has gone: the answer is dropped. */
void fan_hub_unask(FanHub *hub, void *context);

/* The identity of a player changed (name, account taken over): peers with it follow. */
void fan_hub_renamed(FanHub *hub, const FanIdentity *who);
/* Ends every peer of a player: blocked, password changed. */
void fan_hub_expel(FanHub *hub, const char *player, const char *reason);

/* The games of player `from` are `to`'s from now on: a guest has become an account, or (kind
 * "gone") an account was deleted, which gives up the games it plays. done(false): the store failed
 * before all were changed; asking again is fine. */
void fan_hub_reseat(FanHub *hub, const char *from, const FanIdentity *to,
                    void (*done)(void *context, bool fine), void *context);

typedef struct FanHubCounts {
    unsigned peers, rooms, playing, seeks, engines_busy;
    unsigned engines_waiting; /* games in which a computer is to move and none is free to think */
    uint64_t messages, refused, turns, resyncs, loads;
    uint64_t turn_us_buckets[12]; /* turns by time from arrival to acknowledgement: ≤ 1, 2, 5, 10,
                                     20, 50, 100, 200, 500, 1000, 5000 ms, more */
    uint64_t turn_us_sum;
} FanHubCounts;
FanHubCounts fan_hub_counts(const FanHub *hub);

#endif
