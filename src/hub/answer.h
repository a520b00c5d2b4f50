/* Who asks for something, and what they are told. Part of internal.h. */
#ifndef FAN_HUB_ANSWER_H
#define FAN_HUB_ANSWER_H

#include "hub/hub.h"
#include "room/room.h"

typedef struct FanHubRoom FanHubRoom;
typedef struct FanHubAsk FanHubAsk;

/* --- answers -----------------------------------------------------------------------------------
 */

/* Who waits for an answer: a peer, a request, or (both NULL) nobody. */
typedef struct FanSender {
    FanPeer *peer;
    unsigned id; /* of the peer's message; 0: it wants no answer */
    FanHubAsk *ask;
    uint64_t since_ns;
} FanSender;

typedef struct FanDone {
    const char *game; /* NULL: not of a game */
    const char *seek;
    int64_t number; /* -1: none */
} FanDone;

FanSender fan_sender_of_peer(FanPeer *peer, unsigned id);
FanSender fan_sender_of_ask(FanHubAsk *ask);
const FanIdentity *fan_sender_who(const FanSender *sender);
/* Each answers once and ends the sender. */
void fan_sender_done(FanHub *hub, FanSender *sender, const FanDone *done);
void fan_sender_refuse(FanHub *hub, FanSender *sender, const char *reason, const char *text);
void fan_sender_refuse_why(FanHub *hub, FanSender *sender, json_t *why); /* takes it over */
void fan_sender_drop(FanSender *sender);                                 /* without a word */
json_t *fan_refusal_of(const FanHubRoom *room, const FanVerdict *verdict);

/* --- requests ----------------------------------------------------------------------------------
 */

typedef enum FanAnswering { /* how a done command is told to a request */
                            FAN_ANSWERING_COMMAND,
                            FAN_ANSWERING_GAME_MADE,
                            FAN_ANSWERING_SEEK_MADE,
                            FAN_ANSWERING_NOTHING,
} FanAnswering;

struct FanHubAsk {
    FanHub *hub;
    FanHubAsk *previous, *next;
    FanAnswered *answered; /* NULL: the asker has gone */
    void *context;
    FanIdentity who;
    FanAnswering answering;
    json_t *values;
    void (*show)(FanHubAsk *ask, FanHubRoom *room); /* what a room is asked for */
    bool mine;                                      /* a list of the asker's own games */
    unsigned page;                                  /* games in one answer */
};

/* Each answers and frees. */
void fan_hub_ask_json(FanHubAsk *ask, unsigned status, json_t *body); /* takes it over */
void fan_hub_ask_text(FanHubAsk *ask, const char *type, const char *text, size_t length);
void fan_hub_ask_refuse(FanHubAsk *ask, const char *reason, const char *text);
void fan_hub_ask_free_all(FanHub *hub);
void fan_ask_games(FanHubAsk *ask);
void fan_ask_my_games(FanHubAsk *ask);
/* Whether a link made here opens on this machine only. */
bool fan_hub_here_only(const char *public_url);

#endif
