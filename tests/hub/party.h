/* A party at one database: hubs of one or two processes on one loop, with a clock that the test
 * moves, and guests who talk to them. */
#ifndef FAN_TESTS_HUB_PARTY_H
#define FAN_TESTS_HUB_PARTY_H

#include "hub/internal.h"
#include "support/test.h"

enum { HUBS = 2, GUESTS = 256, PLAYED = 40, EVENTS = 1024 };

typedef struct Party Party;

/* A game as a guest has come to know it. */
typedef struct Played {
    char game[FAN_ROOM_ID + 1];
    char *events[EVENTS];
    size_t count;
    FanRoom *room;
} Played;

typedef struct Guest {
    Party *party;
    FanHub *hub;
    FanPeer *peer;
    FanIdentity who;
    bool deaf;      /* reads nothing */
    bool closed;    /* the hub wants the connection closed */
    unsigned said;  /* ids given */
    json_t *answer; /* the last done or refused */
    json_t *heard;  /* array: everything else, oldest first */
    Played played[PLAYED];
    unsigned played_count;
} Guest;

typedef struct Door { /* the way of a store's wake to the loop */
    uv_async_t wake;
    FanStore *store;
} Door;

struct Party {
    uv_loop_t loop;
    int64_t now_ms;
    const char *place;
    FanStore *stores[HUBS];
    FanHub *hubs[HUBS];
    Door doors[HUBS];
    unsigned hub_count;
    Guest *guests[GUESTS];
    unsigned guest_count;
    FanHubConfig config; /* for hubs that open later */
    unsigned turned;     /* calls of on_turn */
    char turned_player[FAN_STORE_ID_MAX];
    /* the last answer to a request */
    unsigned status;
    json_t *body;
    char *text;
    bool answered;
};

/* "sqlite" or "postgres" (whose address is in FANORONA_TEST_POSTGRES). */
void party_choose(int argc, char **argv);
bool party_is_postgres(void);

Party *party_begin(unsigned hubs);
void party_end(Party *party);
/* A hub ends as if its process had been killed, or comes again (or for the first time). */
void party_kill(Party *party, unsigned hub);
void party_open(Party *party, unsigned hub);
void party_player(Party *party, const char *id, const char *kind, const char *name);

/* Runs the loop until it is true, or fails the test after 20 s. */
#define party_until(party, what)                                                                   \
    do {                                                                                           \
        for (uint64_t begin_ns = uv_hrtime(); !(what);) {                                          \
            party_step(party);                                                                     \
            if (uv_hrtime() - begin_ns > UINT64_C(60000000000)) {                                  \
                fail_msg("never came: %s", #what);                                                 \
            }                                                                                      \
        }                                                                                          \
    } while (false)
void party_step(Party *party);
/* Until no hub waits for the store. */
void party_settle(Party *party);
/* Lets time pass, in steps of at most a second, ticking. */
void party_pass(Party *party, int64_t ms);

/* Comes in and says hello. `player` "": nobody. */
Guest *party_come(Party *party, unsigned hub, const char *player, const char *kind);
void guest_go(Guest *guest);
/* Says something (with ' for ") with an id, and waits for the answer. True: done. */
bool guest_do(Guest *guest, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same without waiting, and without an id of its own. */
void guest_say(Guest *guest, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The test fails unless it is refused, for this reason. */
void guest_is_refused(Guest *guest, const char *reason, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The newest thing heard of a kind ("presence"); NULL. */
json_t *guest_heard(const Guest *guest, const char *is);
size_t guest_count(const Guest *guest, const char *is);
void guest_forget(Guest *guest);
Played *guest_played(Guest *guest, const char *game);

/* A request; the answer is in party->status, body, text. */
void party_ask(Party *party, const Guest *guest, const char *ask, const char *values,
               const char *body);
/* A game of Ann (White) and Bob, by link; both watch. The id lies in `game`. */
void party_game(Guest *ann, Guest *bob, const char *spec, char game[FAN_ROOM_ID + 1]);
/* A legal turn of the game as the guest knows it. */
void guest_any_turn(Guest *guest, const char *game, uint64_t seed, char text[FAN_TURN_TEXT_MAX]);
/* Plays one for the side to move of two guests; the test fails if it is refused. */
void party_turns(Guest *white, Guest *black, const char *game, unsigned count);
/* Every guest's list is the store's, where they have all of it. */
void party_same(Party *party, const char *game);

#define CLOCK_NONE "'clock':{'kind':'none'}"
#define CLOCK_REAL "'clock':{'kind':'real','base_s':60,'increment_s':5}"
#define CLOCK_DAYS "'clock':{'kind':'days','days':3}"
#define SPEC(variant, clock, rated)                                                                \
    "{'variant':'" variant "','rules':''," clock ",'rated':" rated "}"

#endif
