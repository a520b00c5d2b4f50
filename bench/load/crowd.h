/* Thousands of players at one server, some at games, some watching, most only there. */
#ifndef FAN_BENCH_LOAD_CROWD_H
#define FAN_BENCH_LOAD_CROWD_H

#include <fanorona/game.h>

#include "http.h"
#include "stats.h"
#include "support/random.h"
#include "ws.h"

typedef struct Crowd Crowd;
typedef struct Player Player;

enum { GAME_ID = 10 };

/* A game and the two at it. */
typedef struct Match {
    Crowd *crowd;
    Player *players[2];
    unsigned white; /* which of the players */
    char id[GAME_ID + 1];
    uint32_t number; /* of the next event */
    FanGame game;
    FanPly *plies;
    bool playing, ready; /* ready: in the queue, the one to move has seen everything */
    uint64_t ready_us;
    struct Match *next;           /* in the queue */
    char turn[FAN_TURN_TEXT_MAX]; /* said, not yet an event */
} Match;

struct Player {
    Ws ws;
    Crowd *crowd;
    char cookie[192];
    Match *match; /* that it plays or watches; NULL: it is only here */
    bool plays;
    uint32_t seen;    /* events of the match told to it */
    uint32_t said;    /* number of its last command */
    uint64_t turn_us; /* when its last turn was said, and under which number */
    uint32_t turn_id;
};

struct Crowd {
    Loop *loop;
    Http *http;
    unsigned port;
    FanBoard board;
    FanRules rules;
    Player *players;
    unsigned players_count, sessions, connected, here;
    Match *matches;
    unsigned matches_count, begun, made;
    Match *first, **last; /* games whose next turn can be said */
    unsigned under_way;   /* turns said and not answered */
    Random random;
    bool closing;
    unsigned pinged; /* players so far */
    /* Measured: */
    uint64_t turns, messages, finished, refused;
    Times answered; /* a turn's way to its `done` */
    Times seen;     /* and to the opponent */
};

/* Makes sessions, connects and greets; returns when all are here. */
void crowd_gather(Crowd *crowd, Loop *loop, unsigned port, unsigned players);
/* Makes games between the first 2 × games players and has `watchers` others watch them; returns
 * when all have begun. */
void crowd_make_games(Crowd *crowd, unsigned games, unsigned watchers);
/* Lets turns be said for a time: `rate` a second, 0: as fast as they are answered. Everybody says
 * that they are there now and then. */
void crowd_play(Crowd *crowd, double rate, double seconds);
/* Forgets what was measured. */
void crowd_forget(Crowd *crowd);
void crowd_part(Crowd *crowd);

/* match.c: what is told to one who plays or watches. */
void match_told(Player *player, const char *text, size_t length);
/* Says the next turn, as if at this time. */
void match_say_turn(Match *match, uint64_t at_us);

#endif
