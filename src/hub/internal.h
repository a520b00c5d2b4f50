/* What the files of the hub share. Everything here is of the loop's thread.
 *
 *   peers   who is connected, what waits for them          says    what a peer's message asks for
 *   watch   who follows a game, what they are sent         rooms   games in memory: load, fetch,
 * drop orders  commands of a room: decide, append, tell       follow  what events bring about
 *   engines computers that think                           lobby   seeks and games to watch
 *   presence who is at a game, in every process            clocks  deadlines, marks, outages
 *   asks    requests of HTTP                               answer  what a sender is told
 */
#ifndef FAN_HUB_INTERNAL_H
#define FAN_HUB_INTERNAL_H

#include "hub/answer.h"
#include "hub/hub.h"
#include "hub/lobby.h"
#include "hub/map.h"
#include "hub/text.h"
#include "protocol/protocol.h"
#include "room/room.h"

enum {
    FAN_HUB_QUEUE_BYTES = 65536,
    FAN_HUB_ROOMS_KEPT = 512,
    FAN_HUB_EVENTS_KEPT = 131072,  /* of them together: some games are very long */
    FAN_HUB_CHUNKS = 4,            /* messages of many events that fit a queue */
    FAN_HUB_ANSWER_BYTES = 262144, /* of events in one answer to a request, and one event */
    FAN_HUB_WATCHES_MAX = 32,      /* games one peer follows */
    FAN_HUB_ORDERS_MAX = 16,       /* commands that wait in one room */
    FAN_HUB_SEEKS_EACH = 5,        /* of one player */
    FAN_HUB_SEEKS_MAX = 1000,
    FAN_HUB_WAITING_EACH = 20,  /* games of one player that wait for somebody */
    FAN_HUB_PLAYING_EACH = 100, /* and that are played, when another is made */
    FAN_HUB_ANSWERS_KEPT = 16,  /* of one peer, for messages that are repeated */
    FAN_HUB_PROCESSES_MAX = 32,
    FAN_HUB_OUTAGES_MAX = 256,
    FAN_HUB_THINKING_EACH = 32, /* games that may wait for each engine */

    FAN_HUB_TICK_MS = 100,
    FAN_HUB_FLUSH_MS = 500, /* presence and lobby are told at most this often */
    FAN_HUB_MARK_MS = 2000,
    FAN_HUB_OUTAGE_MS = 5000, /* a longer gap between marks is nobody's time */
    FAN_HUB_LOOK_MS = 5000,   /* how often the store is asked for games whose time is up */
    FAN_HUB_GAMES_MS = 3000,  /* how old the lobby's list of games may be */
    FAN_HUB_PROCESS_MS = 7000,
    FAN_HUB_SEEK_GRACE_MS = 10000, /* a seek outlives its owner's connection: pages are reloaded */
    FAN_HUB_DAY_MS = 86400000,
};

typedef struct FanWatch FanWatch;
typedef struct FanOrder FanOrder;
typedef struct FanReader FanReader;
typedef struct FanRemote FanRemote;
typedef struct FanThinker FanThinker;

/* Messages allowed: `each_s` a second, `burst` at once. */
typedef struct FanBucket {
    double fill;
    int64_t at_ms;
} FanBucket;
bool fan_bucket_take(FanBucket *bucket, double each_s, double burst, int64_t now_ms);

/* Somebody who is connected, by whatever number of peers. */
typedef struct FanHere {
    char player[FAN_STORE_ID_MAX];
    FanPeer *peers;
} FanHere;

/* --- peers -------------------------------------------------------------------------------------
 */

typedef enum FanWaitingKind {
    FAN_WAITING_ANSWER, /* never dropped */
    FAN_WAITING_NEWS,   /* dropped when the queue is full; then what it told of is resynced */
} FanWaitingKind;

typedef struct FanWaiting {
    FanText *text;
    FanWaitingKind kind;
} FanWaiting;

typedef struct FanAnswerKept {
    unsigned id;   /* of the message */
    FanText *text; /* its answer; NULL: it is being worked on */
} FanAnswerKept;

struct FanPeer {
    FanHub *hub;
    FanIdentity who;
    FanPeerLine line;
    unsigned uses; /* 1 while connected, and 1 for each sender */
    bool gone, closing, greeted, in_lobby;
    FanWaiting *waiting; /* a ring */
    unsigned waiting_first, waiting_count, waiting_room;
    size_t waiting_bytes;
    FanWatch *watches;
    unsigned watch_count;
    FanHere *here; /* NULL for nobody */
    FanPeer *here_next;
    FanPeer *previous, *next;
    FanPeer *lobby_previous, *lobby_next;
    FanAnswerKept *answers; /* a ring of FAN_HUB_ANSWERS_KEPT, or NULL */
    unsigned answers_next;
    FanBucket messages;
    unsigned scolded; /* messages refused as too fast since one was not */
    unsigned lag_ms;
};

/* Queues a text; the caller keeps its own use. NULL (no memory) ends the peer. */
void fan_peer_push(FanPeer *peer, FanText *text, FanWaitingKind kind);
void fan_peer_say(FanPeer *peer, json_t *message, FanWaitingKind kind); /* takes it over */
void fan_peer_bye(FanPeer *peer, const char *reason, unsigned again_s);
FanPeer *fan_peer_keep(FanPeer *peer);
void fan_peer_drop(FanPeer *peer);
void fan_peer_free_all(FanHub *hub);
/* How long a message of many events gets, and below what more of them are queued. */
size_t fan_peer_chunk_bytes(const FanPeer *peer);
/* The peers of a player, linked by here_next; NULL: none. */
FanPeer *fan_peers_of(const FanHub *hub, const char *player);
/* Every message that asks for something (says.c). */
void fan_peer_heard(FanPeer *peer, const char *text, size_t length);

/* --- rooms -------------------------------------------------------------------------------------
 */

typedef enum FanPhase {
    FAN_PHASE_LOADING,
    FAN_PHASE_IDLE,
    FAN_PHASE_APPENDING,
    FAN_PHASE_FETCHING,
    FAN_PHASE_SETTLING,
} FanPhase;

enum { FAN_PENDING_MAX = 2 * FAN_ROOM_EVENTS_MAX };

/* A seat, as this process sees it. */
typedef struct FanSeatHere {
    unsigned here; /* watches of its player */
    unsigned lag_ms;
    int64_t away_ms; /* since when nobody is there; 0: somebody is, here or elsewhere */
} FanSeatHere;

struct FanHubRoom {
    FanHub *hub;
    char id[FAN_ROOM_ID + 1];
    FanRoom *room;
    FanPhase phase;
    FanText **events; /* what is stored */
    size_t count, capacity;
    FanText *pending[FAN_PENDING_MAX]; /* what is being stored; `room` is ahead by it */
    unsigned pending_count;
    bool behind;       /* the store may hold more */
    bool making;       /* not in the store yet */
    bool followed;     /* what the events bring about was seen to */
    bool follow_again; /* not all of it could be done: once more with the next mark */
    unsigned conflicts;
    bool spoiled;           /* `room` is not what is stored: it is made anew before anything else */
    bool outage_pending;    /* what is being stored is an outage, no order */
    int64_t outage_told_ms; /* the last outage that was decided here */
    json_t *pending_summary;
    json_t *summary; /* of what is stored; NULL: not worked out */
    int64_t made_ms;
    char seated[2][FAN_ROOM_PLAYER_MAX]; /* as the watches know it */
    unsigned moved;                      /* turns, as the players were told last */

    FanReader *readers, *readers_last;
    FanOrder *orders, *orders_last;
    unsigned orders_count;
    bool tick_waits;

    FanWatch *watches;
    unsigned watchers; /* watches without a seat */
    FanSeatHere seats[2];
    FanRemote *remotes;    /* who is at it in other processes */
    bool presence_tell;    /* the watches are to be told */
    bool presence_publish; /* other processes are */
    bool presence_asks;    /* and asked */
    bool presence_listed;
    FanHubRoom *presence_next;

    unsigned holds; /* an engine thinks about it, or waits to */
    bool thinking;
    FanThinker *thinker; /* while one thinks */
    FanHubRoom *thinking_next;

    int64_t deadline_ms; /* 0: none */
    size_t deadline_at;  /* place in the heap + 1; 0: not in it */

    FanHubRoom *unused_previous, *unused_next;
    bool unused;
};

/* Waits for a room. Called once: with the room at rest, or with NULL and a RefusalReason. */
typedef void FanReading(void *context, FanHubRoom *room, const char *reason);
struct FanReader {
    FanReader *next;
    FanReading *reading;
    void *context;
};

FanHubRoom *fan_hub_room(const FanHub *hub, const char *game); /* NULL: not in memory */
/* The room, loaded if need be. NULL without memory. */
FanHubRoom *fan_hub_room_need(FanHub *hub, const char *game);
/* An empty room for a game that is to be made. NULL without memory or if there is one. */
FanHubRoom *fan_hub_room_make(FanHub *hub, const char *game);
/* Once it is at rest, perhaps at once. */
void fan_hub_room_read(FanHub *hub, const char *game, FanReading *reading, void *context);
void fan_hub_room_fetch(FanHubRoom *room);
/* Whether nobody needs it: then it may be forgotten. Call when that may have changed. */
void fan_hub_room_rest(FanHubRoom *room);
/* Ends a room that cannot be had: whoever waits is refused with the reason. */
void fan_hub_room_give_up(FanHubRoom *room, const char *reason);
void fan_hub_room_free_all(FanHub *hub);
/* `room` anew from what is stored; false if that is damaged or without memory. */
bool fan_hub_room_rebuild(FanHubRoom *room);
/* Takes a stored event into the list; applied says that the room has it already. False: damage. */
bool fan_hub_room_take(FanHubRoom *room, FanText *text, bool applied);
/* Goes on with what waits. */
void fan_hub_room_pump(FanHubRoom *room);
/* After events were taken, `from` the number of the first: tells those who watch. own: this process
 * has stored them. */
void fan_hub_room_took(FanHubRoom *room, size_t from, bool own);
json_t *fan_hub_room_summary(FanHubRoom *room);        /* borrowed */
unsigned fan_hub_room_to_move(const FanHubRoom *room); /* FAN_ROOM_NO_SIDE: nobody */

/* --- orders ------------------------------------------------------------------------------------
 */

/* What became of an order: NULL reason is fine. `number` is the next event's. */
typedef void FanOrdered(FanHub *hub, const char *game, const char *reason, uint32_t number,
                        void *context);

/* One or two commands that are decided one after the other and stored together, or not at all. */
struct FanOrder {
    FanOrder *next;
    FanSender sender;
    FanCommand commands[2];
    unsigned count;
    FanRoomPlayer players[2];
    char seat[FAN_ROOM_PLAYER_MAX]; /* the side is that of this player when it is decided; "": as
                                       the command says */
    json_t *message;                /* what the commands' texts lie in; owned */
    char text[FAN_TURN_TEXT_MAX > 16 ? FAN_TURN_TEXT_MAX : 16]; /* or here */
    bool looked;         /* it was refused once, and the store asked for what may be missing */
    bool late;           /* a turn that came after its time: the game ended instead */
    FanOrdered *ordered; /* instead of an answer to the sender; may be NULL */
    void *context;
};

FanOrder *fan_order_new(const FanSender *sender, FanCommandKind kind); /* NULL without memory */
/* Takes the order over. */
void fan_order_give(FanHubRoom *room, FanOrder *order);
void fan_order_refuse(FanHubRoom *room, FanOrder *order, const char *reason, const char *text);
void fan_orders_refuse(FanHubRoom *room, const char *reason, const char *text);
void fan_order_free(FanOrder *order);
/* Decides and stores the first that waits, or the outage that the room must be told of. There is
 * one, and the room is at rest. */
void fan_order_carry_out(FanHubRoom *room);
void fan_order_tell_outage(FanHubRoom *room);
/* Whether commands may be carried out: the clock of marks runs, the database is there. */
bool fan_hub_steady(const FanHub *hub);
void fan_hub_player(const FanIdentity *who, FanRoomPlayer *player);

/* Settles, remakes, asks the computer: what follows from events. True: the room is at work now. */
bool fan_hub_room_follow(FanHubRoom *room);
void fan_hub_next_id(const char *old, char *id); /* of the game that is made after a game */
/* Tells the players' other connections; own: and, as the one that has stored it, those that are
 * elsewhere or nowhere. */
void fan_hub_room_tell_players(FanHubRoom *room, bool own);
unsigned fan_hub_room_moved(const FanHubRoom *room); /* differs whenever somebody else is to move */
void fan_hub_heard_yours(FanHub *hub, const json_t *text);
void fan_hub_heard_scrubbed(FanHub *hub, const json_t *text); /* texts of a game have changed */

/* --- making games ------------------------------------------------------------------------------
 */

typedef struct FanMaking {
    FanSender sender;
    json_t *spec; /* owned */
    FanRoomPlayer players[2];
    unsigned sides[2];      /* of each; FAN_ROOM_NO_SIDE: not there */
    const char *rematch_of; /* NULL: of none */
    FanOrdered *ordered;
    void *context;
} FanMaking;
/* Makes a game; takes spec and sender over. `game`: its id, or NULL to draw one. */
void fan_hub_make(FanHub *hub, const char *game, const FanMaking *making);
/* Whether a game could be made so; else hub->verdict tells why not. */
bool fan_hub_could_make(FanHub *hub, const json_t *spec, const FanRoomPlayer *player);
void fan_hub_make_game(FanHub *hub, FanSender sender, const json_t *body);
unsigned fan_side_wanted(const json_t *body); /* draws for random */

/* A player with the rating in a variant, from the store. Called once, perhaps at once. */
typedef void FanRated(void *context, const FanRoomPlayer *player, const char *reason);
void fan_hub_rated(FanHub *hub, const FanIdentity *who, const char *variant, FanRated *rated,
                   void *context, void (*drop)(void *context));

/* --- watching ----------------------------------------------------------------------------------
 */

struct FanWatch {
    FanPeer *peer;
    FanHubRoom *room;
    unsigned side;   /* its player's seat, or FAN_ROOM_NO_SIDE */
    uint32_t number; /* of the next event it is sent */
    bool live;       /* has all; else more follows as the queue empties */
    FanWatch *room_previous, *room_next;
    FanWatch *peer_next;
};

void fan_hub_watch(FanPeer *peer, unsigned id, const char *game, int64_t from);
void fan_hub_unwatch(FanPeer *peer, const char *game);
void fan_watch_end(FanWatch *watch);
void fan_watch_tell(FanHubRoom *room, size_t from); /* new events */
void fan_watch_catch_up(FanPeer *peer);             /* its queue has room */
void fan_watch_resync(FanPeer *peer);               /* its queue was dropped */
void fan_watch_reseat(FanHubRoom *room);            /* seats have changed */

/* --- presence ----------------------------------------------------------------------------------
 */

struct FanRemote {
    FanRemote *next;
    char process[FAN_STORE_ID_MAX];
    bool here[2];
    unsigned lag_ms[2];
    unsigned watchers;
};

void fan_presence_came(FanWatch *watch);
void fan_presence_went(FanWatch *watch);
void fan_presence_lag(FanPeer *peer, unsigned lag_ms);
void fan_presence_changed(FanHubRoom *room);
void fan_presence_flush(FanHub *hub);
void fan_presence_heard(FanHub *hub, const json_t *text);
void fan_presence_process_gone(FanHub *hub, const char *process);
/* Tells other processes everything; asks: and wants to be told by them. */
void fan_presence_all(FanHub *hub, bool asks);
FanText *fan_presence_text(FanHubRoom *room);
void fan_presence_free(FanHubRoom *room);
/* Since when a side is away; 0: it is here. */
int64_t fan_presence_away(const FanHubRoom *room, unsigned side);

/* --- clocks ------------------------------------------------------------------------------------
 */

typedef struct FanOutage {
    int64_t from_ms, to_ms;
} FanOutage;

void fan_deadline_set(FanHubRoom *room);
void fan_deadline_drop(FanHubRoom *room);
void fan_clocks_tick(FanHub *hub); /* deadlines of rooms in memory */
void fan_clocks_look(FanHub *hub); /* of others */
void fan_marks_tick(FanHub *hub);
void fan_marks_begin(FanHub *hub);
/* An outage that a room must be told before anything else; NULL: none. */
const FanOutage *fan_outage_of(const FanHubRoom *room);

/* --- engines -----------------------------------------------------------------------------------
 */

bool fan_engines_begin(FanHub *hub);
void fan_engines_free(FanHub *hub);
/* Whether one more computer can be seated. */
bool fan_engines_free_seat(const FanHub *hub);
void fan_engines_ask(FanHubRoom *room);  /* it is its computer's turn */
void fan_engines_stop(FanHubRoom *room); /* the position has changed */
void fan_engine_player(unsigned level, FanRoomPlayer *player);
bool fan_hub_is_computer(const FanRoomPlayer *player);

/* --- the whole ---------------------------------------------------------------------------------
 */

/* Another process at this database. */
typedef struct FanProcess {
    char id[FAN_STORE_ID_MAX];
    unsigned peers;
    int64_t heard_ms;
} FanProcess;

/* A request to the store; its context outlives the hub. */
struct FanHubCall {
    FanHub *hub; /* NULL: the hub has gone */
    FanHubCall *previous, *next;
    void *context;
    void (*drop)(void *context); /* what becomes of the context without the hub; may be NULL */
};

typedef struct FanHubTimer FanHubTimer; /* outlives the hub until the loop has closed it */

struct FanHub {
    FanHubConfig config;
    char process[FAN_STORE_ID_MAX];
    FanHubTimer *timer;
    FanHubCall *calls;
    unsigned calls_count;
    bool draining, stopped;
    int64_t drain_ends_ms;
    void (*drained)(void *context);
    void *drained_context;

    FanPeer *peers;
    unsigned peer_count;
    FanMap here; /* player → FanHere */
    FanMap rooms;
    FanHubRoom *unused_first, *unused_last; /* longest unused first */
    unsigned unused_count;
    size_t unused_events; /* of them together */
    FanHubRoom *presence_first;
    FanHubAsk *asks;
    FanLobby lobby;

    FanHubRoom **deadlines; /* a heap */
    size_t deadline_count, deadline_room;
    int64_t flush_ms, mark_ms, look_ms; /* when each was done last */
    int64_t marked_ms;                  /* the last mark that is stored; 0: none yet */
    int64_t mark_made_ms;               /* the one that is being stored */
    bool marking, away, begun;
    unsigned beats;
    FanOutage outages[FAN_HUB_OUTAGES_MAX];
    unsigned outage_count;
    bool outages_known;

    FanProcess processes[FAN_HUB_PROCESSES_MAX]; /* others */
    unsigned process_count;

    FanThinker **thinkers;
    unsigned thinking_count; /* that wait */
    FanHubRoom *thinking_first, *thinking_last;

    FanVerdict verdict; /* room to decide in */
    FanHubCounts counts;
};

int64_t fan_hub_now(const FanHub *hub);
void fan_hub_copy(char *to, size_t size, const char *text); /* as much as fits, zero-ended */
/* The context for a request to the store, NULL without memory or once the hub has stopped; and what
 * it was made of, in its answer. *hub NULL: the hub has gone, and so has the context. */
FanHubCall *fan_hub_call(FanHub *hub, void *context, void (*drop)(void *context));
FanHub *fan_hub_called(void *call, void *context); /* context: a pointer to a pointer */
void fan_hub_draw_id(char *id, size_t length);     /* letters and digits, zero-ended */
void fan_hub_log(const FanHub *hub, const char *event, json_t *fields); /* takes it over */
void fan_hub_publish(FanHub *hub, const char *topic, json_t *text);     /* takes it over */
/* Goes on with every room in memory, after the database was away. */
void fan_hub_wake_rooms(FanHub *hub, bool behind);
void fan_hub_look_drained(FanHub *hub); /* soon, whether nothing is due any more */
void fan_hub_tick(FanHub *hub);         /* what the timer does */
void fan_hub_begin_rest(FanHub *hub);   /* once marks and outages are known: unsettled games, … */

#endif
