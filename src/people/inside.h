/* What the pieces of this room share: an *errand* is one thing under way – a request, a question
 * who somebody is, a chore – from its beginning to its one answer. It goes by steps: each asks the
 * store (or the workers) and names the step that takes the answer. */
#ifndef FAN_PEOPLE_INSIDE_H
#define FAN_PEOPLE_INSIDE_H

#include "people/known.h"
#include "people/limits.h"
#include "people/password.h"
#include "people/people.h"
#include "people/push.h"
#include "people/session.h"

typedef struct FanErrand FanErrand;
typedef void FanErrandStep(FanErrand *errand, FanStoreStatus status);
typedef void FanErrandThings(FanErrand *errand, FanStoreStatus status, const FanStoreThing *things,
                             size_t count);
typedef void FanErrandGame(FanErrand *errand, const FanStoreGame *game, const char *const *events,
                           size_t count);

enum {
    FAN_PEER_MAX = 64,
    FAN_PLAYER_SIGNS = 16, /* of a player's id */
};

/* A player as the store has them. */
typedef struct FanKept {
    FanKnown known;
    char password[FAN_PASSWORD_HASH_MAX]; /* "": none */
} FanKept;

/* A walk through a player's games, newest first (walk.c). */
typedef struct FanWalk {
    char player[FAN_STORE_ID_MAX];
    json_t *ids; /* of this page */
    size_t at;
    int64_t before_ms;
    char before_id[FAN_STORE_ID_MAX];
    unsigned left; /* games that are still visited at most */
    bool last_page;
    FanErrandGame *visit;
    FanErrandStep *end;
} FanWalk;

struct FanErrand {
    FanPeople *people;
    FanErrand *previous, *next; /* in people->errands */
    FanAnswered *answered;      /* NULL, and so is identified: nobody waits for it */
    FanIdentified *identified;
    void *context;
    FanIdentity who;
    char peer[FAN_PEER_MAX];
    json_t *values, *body; /* of the request; NULL: none */

    enum { FAN_AWAITS_NOTHING, FAN_AWAITS_STORE, FAN_AWAITS_HUB, FAN_AWAITS_KEYS } awaits;
    FanErrandStep *step;  /* that takes the next answer */
    FanErrandStep *after; /* goes on after a few steps that many errands share */
    FanErrandThings *take_things;

    FanKept kept;                            /* the player it is about */
    char id[FAN_STORE_ID_MAX];               /* of the thing it is about */
    char secret[FAN_SECRET_MAX];             /* a token or code, shown once */
    char secret_kept[FAN_PASSWORD_HASH_MAX]; /* a new password, as it is to be kept */
    char session[FAN_SESSION_MAX];           /* to be set; "": as it is */
    json_t *made;                            /* the answer as far as it is there */
    int64_t at_ms;                           /* a time of the answer or of the thing */
    size_t count;                            /* of what is gone through */
    uint32_t epoch;                          /* in which a session or token was made */
    bool old;                                /* the session is to be renewed */
    bool expelled;
    FanKnown bot; /* whose owner is looked up */
    FanWalk walk;
    FanErrand *waiter; /* of a chore: the errand that goes on after it */
};

struct FanPeople {
    FanPeopleConfig config;
    char *public_url;
    void (*ready)(void *context, bool fine);
    FanSigningKeys keys;
    bool keys_being_read;
    int64_t keys_read_ms; /* when they were read last */
    FanKnownTable *known;
    FanLimits *limits;
    FanPasswords *passwords;
    FanPush *push; /* NULL: not offered, or not ready yet */
    FanErrand *errands;
    uv_timer_t timer;
    unsigned ticks;
    char process[FAN_STORE_ID_MAX]; /* tells what was published here from the rest */
    unsigned holds;                 /* errands and handles that still point here */
    unsigned notices;               /* being looked up */
    bool gone;
    FanPeopleCounts counts;
};

/* --- people.c ------------------------------------------------------------------------------------
 */
int64_t fan_people_now(const FanPeople *people);
void fan_people_log(FanPeople *people, const char *event, json_t *fields /* taken */);
/* Tells other processes on the store. */
void fan_people_publish(FanPeople *people, const char *player, const char *what);
/* Lets go of one hold. */
void fan_people_let_go(FanPeople *people);
/* Somebody is somebody else: forgets what is known, tells the server and other processes. */
void fan_people_changed(FanPeople *people, const FanKnown *now, bool expelled);
FanIdentity fan_identity_of(const FanKnown *known);
json_t *fan_people_player_json(const char *id, const char *kind, const char *name);
json_t *fan_known_json(const FanKnown *known);

/* --- errand.c ------------------------------------------------------------------------------------
 */
FanErrand *fan_errand_new(FanPeople *people); /* NULL without memory */
void fan_errand_free(FanErrand *errand);

/* Each of these answers, and ends the errand. `body` is taken; NULL with another status than 204
 * means there was no memory. A session that was put into the errand is set. */
void fan_errand_answer(FanErrand *errand, unsigned status, json_t *body);
void fan_errand_answer_text(FanErrand *errand, const char *type, const char *text, size_t bytes);
void fan_errand_leave(FanErrand *errand); /* 204, and the session is taken away */
void fan_errand_refuse(FanErrand *errand, const char *reason, const char *text);
/* Refuses and returns true when the store could not do it at all; CONFLICT and NOTHING are the
 * step's own to look at. */
bool fan_errand_stopped(FanErrand *errand, FanStoreStatus status);

/* Questions to the store. `id` or `name` of a player; it is put into `kept`. */
void fan_errand_player(FanErrand *errand, const char *id, const char *name, FanErrandStep *step);
void fan_errand_make_player(FanErrand *errand, FanErrandStep *step);   /* from `kept` */
void fan_errand_change_player(FanErrand *errand, FanErrandStep *step); /* to `kept` */
void fan_errand_delete_player(FanErrand *errand, const char *id, FanErrandStep *step);
void fan_errand_things(FanErrand *errand, const char *kind, const char *id, const char *owner,
                       unsigned limit, FanErrandThings *take);
void fan_errand_keep(FanErrand *errand, const FanStoreThing *thing, bool replace,
                     FanErrandStep *step);
void fan_errand_take(FanErrand *errand, const char *kind, const char *id, FanErrandStep *step);
void fan_errand_replace_event(FanErrand *errand, const char *game, uint32_t number,
                              const char *event, FanErrandStep *step);

/* Copies a text (NULL: "") as far as there is room; ends it always. */
void fan_copy_text(char *to, size_t size, const char *from);
/* A text of the request's body, or of its values, or NULL. */
const char *fan_errand_text(const FanErrand *errand, const char *name);
/* Takes a try out of a limit for a key, or refuses and returns false. */
bool fan_errand_may(FanErrand *errand, const FanLimit *limit, const char *key);
/* The same by the address one comes from, unless that is this machine. */
bool fan_errand_peer_may(FanErrand *errand, const FanLimit *limit);
/* Puts a session for `kept` into the errand. */
void fan_errand_sign(FanErrand *errand);

/* --- walk.c --------------------------------------------------------------------------------------
 */
/* Visits at most `most` games of a player with their events; the visitor calls fan_walk_on when it
 * is done with one. `end` gets OK, or why it ended early. */
void fan_walk_begin(FanErrand *errand, const char *player, unsigned most, FanErrandGame *visit,
                    FanErrandStep *end);
void fan_walk_on(FanErrand *errand);

/* --- keys.c --------------------------------------------------------------------------------------
 */
/* Reads the signing keys, and makes one if none is young enough. The first time people->ready is
 * told. False without memory; then nothing happens. */
bool fan_keys_read(FanPeople *people);
/* Reads them if that has not been done just now, for a key that is not known; then `step` gets OK.
 */
void fan_errand_await_keys(FanErrand *errand, FanErrandStep *step);

/* --- push.c --------------------------------------------------------------------------------------
 */
/* Reads or makes the key of VAPID and opens the line; nothing if it is there, or not wanted. */
void fan_push_begin(FanPeople *people);
void fan_push_end(FanPeople *people);

/* --- chores.c ------------------------------------------------------------------------------------
 */
/* What must be finished even if the process ends meanwhile: kept as things until it is done. */
/* Who sat as `from` is `to` now; if they differ, `from` goes. Then `waiter` (or NULL) goes on with
 * `step`; OK or not, the chore itself is done sooner or later. */
void fan_chore_take_over(FanErrand *waiter, const char *from, const FanIdentity *to,
                         FanErrandStep *step);
/* A player goes: `waiter` goes on with `step` as soon as they have, the rest follows. */
void fan_chore_leave(FanErrand *waiter, const char *player, FanErrandStep *step);
/* Goes on with what was left behind. */
void fan_chores_resume(FanPeople *people);

/* --- the asks ------------------------------------------------------------------------------------
 */
typedef void FanAskBegin(FanErrand *errand);
FanAskBegin fan_ask_session_make, fan_ask_session_end, fan_ask_me, fan_ask_export, fan_ask_delete,
    fan_ask_account, fan_ask_login, fan_ask_password, fan_ask_transfer_make, fan_ask_transfer_take,
    fan_ask_bots, fan_ask_bot_make, fan_ask_bot_end, fan_ask_profile, fan_ask_leaderboard,
    fan_ask_report, fan_ask_push_key, fan_ask_push_make, fan_ask_push_end;

/* Answers with Me for `kept`. */
void fan_errand_tell_me(FanErrand *errand);
/* Becomes `kept`, taking along the games of the guest one was, and answers with Me. */
void fan_errand_become(FanErrand *errand);
/* Goes on with `step` (OK) if a name is free for anybody to take, or refuses. */
void fan_errand_name_free(FanErrand *errand, const char *name, FanErrandStep *step);
/* Goes on with `step` if the password is that of `kept`; limited by name and address. */
void fan_errand_check_password(FanErrand *errand, const char *password, const char *name,
                               FanErrandStep *step);

#endif
