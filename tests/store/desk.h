/* A desk to try a store at: a place for a database that goes away with the test, a store opened
 * there, and calls that wait for their answers. */
#ifndef FAN_TESTS_STORE_DESK_H
#define FAN_TESTS_STORE_DESK_H

#include <pthread.h>

#include "store/store.h"
#include "support/test.h"

/* Chooses what desk_place makes from a program's arguments: "sqlite" or "postgres" (whose address
 * is in FANORONA_TEST_POSTGRES). */
void desk_choose(int argc, char **argv);
bool desk_is_postgres(void);

/* A fresh place; the text stays to the end of the program, the files go with it. */
const char *desk_place(void);

typedef struct Desk {
    FanStore *store;
    pthread_mutex_t mutex;
    pthread_cond_t woken;
    bool wake;
    /* What the last answer said; texts are copies, kept to the end of the program. */
    unsigned answers;
    FanStoreStatus status;
    FanStoreGame game;
    FanStorePlayer player;
    const char *events[512];
    FanStoreGame games[256];
    FanStoreThing things[256];
    FanStoreRating ratings[256];
    size_t count;
    char error[FAN_STORE_ERROR_MAX];
    /* What the news said. */
    char told[64][160];
    unsigned told_count;
} Desk;

Desk *desk_open(const char *where); /* fails the test if it cannot */
Desk *desk_open_beside(const char *where);
FanStoreOpening desk_try(const char *where, char *error); /* closed again if it was opened */
void desk_close(Desk *desk);

/* Delivers until `answers` have come since the desk was opened, or fails the test after 20 s. */
void desk_await(Desk *desk, unsigned answers);
/* Delivers for so long. */
void desk_deliver(Desk *desk, int ms);
/* Delivers until the newest of `told` is this text, or fails. */
void desk_await_told(Desk *desk, const char *text);
/* Tries an append until writing works, at most 20 s; for after troubles. */
void desk_await_fine(Desk *desk);

/* Answers go here; context is the desk. */
FanStoreDone desk_done;
FanStoreEventsDone desk_events_done;
FanStoreGamesDone desk_games_done;
FanStorePlayerDone desk_player_done;
FanStoreThingsDone desk_things_done;
FanStoreRatingsDone desk_ratings_done;

/* Calls that wait. */
FanStoreStatus desk_append(Desk *desk, const char *game, uint32_t number, const char *event);
FanStoreStatus desk_events(Desk *desk, const char *game, uint32_t from);
FanStoreStatus desk_games(Desk *desk, const FanStoreGamesWanted *wanted);
FanStoreStatus desk_player_make(Desk *desk, const char *id, const char *kind, const char *name,
                                const char *owner);
FanStoreStatus desk_player_change(Desk *desk, const FanStorePlayer *player);
FanStoreStatus desk_player(Desk *desk, const char *id, const char *name);
FanStoreStatus desk_keep(Desk *desk, const char *kind, const char *id, const char *owner,
                         const char *text, bool replace);
FanStoreStatus desk_take(Desk *desk, const char *kind, const char *id);
FanStoreStatus desk_things(Desk *desk, const char *kind, const char *id, const char *owner,
                           int64_t now_ms);

/* A game as it is after `events` events; made at 1000, changed at 1000 + events. */
FanStoreGame desk_game(const char *id, uint32_t events);

#endif
