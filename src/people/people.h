/* Who somebody is: sessions, guests, accounts, bots, ratings, reports, notices.
 *
 * A session is a value signed with a key of the database: player, epoch, time, key's id, signature
 * (HMAC-SHA-512/256, libsodium). Keys are rotated by age; a session signed by an old one is
 * renewed. Passwords are argon2id, worked out off the loop by at most `workers` at a time, with a
 * bounded queue. This room knows no HTTP: the server carries values in cookies and Authorization
 * headers. It knows no game, either: what befalls somebody's games is asked of the hub. One thread:
 * the loop's. */
#ifndef FAN_PEOPLE_PEOPLE_H
#define FAN_PEOPLE_PEOPLE_H

#include <uv.h>

#include "protocol/ask.h"
#include "store/store.h"

typedef struct FanPeople FanPeople;

enum {
    FAN_SESSION_MAX = 160,                 /* bytes of a session, with its zero */
    FAN_SESSION_LIFE_S = 400 * 24 * 3600L, /* a cookie's Max-Age */
};

typedef struct FanPeopleConfig {
    uv_loop_t *loop;
    FanStore *store;        /* not owned */
    unsigned workers;       /* passwords worked out at once; 0: 1 */
    const char *public_url; /* for links; without a final slash */
    bool push;              /* web push is offered (there is TLS) */
    /* A player is somebody else now: renamed, or (name "") expelled: password changed, blocked,
     * deleted. */
    void (*on_change)(void *context, const FanIdentity *who, bool expelled);
    /* Who sat at games as `from` is `to` from now on: a guest became an account, or (to->kind
     * "gone") has left for good. `done` is called once, not before this has returned; after false
     * it is asked again later, so it may be asked of what was half done. */
    void (*reseat)(void *context, const char *from, const FanIdentity *to,
                   void (*done)(void *errand, bool fine), void *errand);
    void (*on_log)(void *context, const char *event, const json_t *fields); /* may be NULL */
    int64_t (*now_ms)(void *context); /* NULL: the system's clock */
    void *context;
} FanPeopleConfig;

/* Loads or makes the keys; `ready` is called once they are there (or with false if the store
 * fails). Until then every ask is refused, and nobody can be told from anybody. Strings of the
 * configuration are copied. NULL without memory. */
FanPeople *fan_people_new(const FanPeopleConfig *config, void (*ready)(void *context, bool fine));
/* Nobody is answered any more. The loop must run, and the store deliver, until what was asked of
 * them has come back: closing the store does that. NULL is fine. */
void fan_people_free(FanPeople *people);

/* Who a session (the cookie's value) or a token (of a bot, "Bearer" stripped) says one is; NULL:
 * there is none. Asks the store when the player is not known here; answered perhaps at once.
 * Anything not valid is nobody. `who` is NULL when it cannot be told because the store is away:
 * that is neither nobody nor anybody. *renewed (or NULL) is a fresh session to be set in the
 * cookie, when the one given is getting old. */
typedef void FanIdentified(void *context, const FanIdentity *who, const char *renewed);
void fan_people_identify(FanPeople *people, const char *session, const char *token,
                         FanIdentified *identified, void *context);
/* The asker has gone: identified or answered is not called any more. */
void fan_people_forget(FanPeople *people, void *context);

/* The asks that are its own: session.*, account.*, me, me.export, me.delete, transfer.*, bots*,
 * players, leaderboard, reports.make, push.*. `peer` is the client's address (IPv6 as its /64), by
 * which guests, passwords and codes are limited; loopback itself is not.
 * `values` and `body` were checked by the schema, and `who` against what the ask needs. */
void fan_people_ask(FanPeople *people, const FanIdentity *who, const char *peer, const char *ask,
                    const json_t *values, const json_t *body, FanAnswered *answered, void *context);

/* What was published in the store (FanStoreNews): of its own topic "people" it learns who changed
 * by another process's hand; other topics are passed over. */
void fan_people_hear(FanPeople *people, const char *topic, const char *text);

/* It is a player's turn and they are not here: push notices to their subscriptions. */
void fan_people_notify(FanPeople *people, const char *player, const char *game);

/* Whether nobody may take this name: it would pass for the house's own. */
bool fan_people_name_reserved(const char *name);

/* Glicko-2 (Glickman 2013), one game a period; deviation grows with the days since the last.
 * For fan_store_settle: `match` is a FanRatedMatch. Pure. */
typedef struct FanRatedMatch {
    double white_score; /* 1, 0.5, 0 */
    int64_t at_ms;
    uint32_t number; /* of the event */
} FanRatedMatch;
FanStoreSettle fan_rating_settle;
/* The rating now, with the deviation grown by the time since: $defs.Rating; to be released. */
json_t *fan_rating_json(const FanStoreRating *rating, int64_t now_ms);

typedef struct FanPeopleCounts {
    uint64_t sessions;                 /* made: guests, logins, moved seats */
    uint64_t passwords;                /* worked out */
    uint64_t refused;                  /* asks that were refused */
    uint64_t pushed, push_failed;      /* notices handed over, and not */
    unsigned passwords_waiting, known; /* now: in the queue; players in memory */
} FanPeopleCounts;
FanPeopleCounts fan_people_counts(const FanPeople *people);

#endif
