/* A match: games of two players by pairs, several at once, until all are played, the sequential
 * test has its answer, or Ctrl-C. */
#ifndef FAN_CLI_MATCH_MATCH_H
#define FAN_CLI_MATCH_MATCH_H

#include "cli/match/openings.h"
#include "cli/match/save.h"
#include "cli/match/statistics.h"

#include <pthread.h>

enum {
    FAN_MATCH_GAMES_MAX = 1000000,
    FAN_MATCH_CONCURRENCY_MAX = 256,
};

/* Results so far, as A has them. */
typedef struct FanTally {
    uint64_t wins, draws, losses;
    uint64_t faults[2]; /* games that A and B lost by time, illegal turns or dying */
    FanPairs pairs;     /* pairs with both games played */
} FanTally;

typedef struct FanMatch {
    FanArguments *arguments;
    FanSetup setup;
    FanPlayerSpec specs[2]; /* A and B */
    FanLimits limits;
    FanAdjudication adjudication;
    const FanTables *tables; /* not owned: they end games too; NULL: none */
    FanOpenings openings;
    uint64_t games; /* even */
    unsigned concurrency;
    uint64_t patience_ms;
    bool testing; /* by sprt */
    FanSprt sprt;
    FanSave save;

    pthread_mutex_t lock; /* over all below, the streams and the file */
    pthread_cond_t left;  /* a thread has left */
    unsigned running;     /* threads */
    uint64_t next;        /* game to be played, from 0: A is White in even ones */
    uint8_t *halves;      /* owned; by pair: 0, or 1 + A's half points of the game that is played */
    FanTally tally;
    char names[2][FAN_PLAYER_NAME_MAX];
    FanExit status;   /* why it has ended, where it failed */
    atomic_bool stop; /* the games that are still played are dropped */
} FanMatch;

/* Plays the match; everything above the lock is set. Prints a line for each game as it ends. On
 * anything but FAN_EXIT_FINE a line was written; Ctrl-C is not among them. */
FanExit fan_match_play(FanMatch *match);

/* A player's letter: 'A' or 'B'. */
static inline char fan_match_letter(int player) {
    return player == 0 ? 'A' : 'B';
}

#endif
