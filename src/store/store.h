/* What the server keeps: games as lists of events, people, seeks, ratings, keys – the only SQL of
 * the tree. One interface, two backends: SQLite, and PostgreSQL for several processes at once.
 *
 * Nothing here waits for a disk on the caller's thread. A request is copied, carried out on threads
 * of the store, and its answer given by fan_store_deliver on the caller's own thread. Requests that
 * write are carried out in the order they were made, many in one transaction (group commit), and
 * are answered after it is on the disk: what was answered with FAN_STORE_OK is never lost. Requests
 * that only read have a connection of their own and see what was answered before they were made.
 *
 * This room knows no game: an event is its number and a text. It does not print and does not exit.
 * All text is UTF-8, zero-ended; times are milliseconds since 1970. A NULL text is "none".
 *
 * One thread calls; answers are never given within a call, but for want of memory: then `done` is
 * called at once with FAN_STORE_BUSY. */
#ifndef FAN_STORE_STORE_H
#define FAN_STORE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct FanStore FanStore;

enum {
    FAN_STORE_ID_MAX = 24, /* bytes of any id but a thing's, with its zero */
    FAN_STORE_THING_ID_MAX = 256,
    FAN_STORE_ERROR_MAX = 512,     /* bytes of a sentence that says what, where and why */
    FAN_STORE_EVENT_MAX = 8192,    /* bytes of an event's text, with its zero */
    FAN_STORE_TEXT_MAX = 65536,    /* bytes of any other text */
    FAN_STORE_PUBLISH_MAX = 4000,  /* bytes of topic and text together */
    FAN_STORE_APPEND_MAX = 64,     /* events in one append */
    FAN_STORE_WAITING_MAX = 65536, /* requests that wait; more are refused with FAN_STORE_BUSY */
    FAN_STORE_CLOSE_MS = 2000, /* after it closing no longer waits for a database that is silent */
};

typedef enum FanStoreStatus {
    FAN_STORE_OK,
    FAN_STORE_NOTHING,  /* no such game, player, seek, … */
    FAN_STORE_CONFLICT, /* somebody else was first: the number, the name, the seek is taken */
    FAN_STORE_BUSY,     /* too many requests wait */
    FAN_STORE_AWAY,     /* the database cannot be reached or written now; nothing was changed.
                         * While it is away requests fail at once, and the store tries again
                         * by itself. Reading may work while writing does not (a full disk).
                         * A request whose connection was lost while it was being committed is
                         * answered later, when it is known what became of it */
    FAN_STORE_FAILED,   /* this request alone cannot be carried out, see fan_store_error; or the
                         * store was closed before it could be learnt what became of it */
} FanStoreStatus;

typedef enum FanStoreOpening {
    FAN_STORE_OPENED,
    FAN_STORE_ADDRESS, /* neither a file that can be opened nor an address that can be reached */
    FAN_STORE_NEWER,   /* made by a newer version of the program */
    FAN_STORE_DAMAGED, /* a file, but not one of ours, or broken */
    FAN_STORE_LOCKED,  /* SQLite only: another process has the file */
} FanStoreOpening;

/* Opens and, if need be, migrates. `where` is a file (SQLite; made if it is not there) or
 * postgres://…. `wake` is called from any thread when there is something to deliver, and must only
 * wake the caller's thread. On failure *error (room for FAN_STORE_ERROR_MAX) says what, where, why.
 * Blocks until it is done. */
FanStoreOpening fan_store_open(FanStore **store, const char *where, void (*wake)(void *context),
                               void *context, char *error) __attribute__((warn_unused_result));

/* The same for a tool that works beside a running server, or without one: it reads, writes a
 * little, does not own the file and does not make one (FAN_STORE_ADDRESS). A file of an older
 * version is migrated if nobody owns it; else FAN_STORE_LOCKED. What it appends and publishes
 * reaches the server within a second.
 * `wake` may be NULL for who only visits and backs up. */
FanStoreOpening fan_store_open_beside(FanStore **store, const char *where,
                                      void (*wake)(void *context), void *context, char *error)
    __attribute__((warn_unused_result));

/* Calls the answers that are ready, on this thread. Call after `wake`. */
void fan_store_deliver(FanStore *store);

/* Carries out what was asked, delivers every answer, closes. Blocks, for at most some four seconds
 * when the database does not answer; NULL is fine. */
void fan_store_close(FanStore *store);

/* Why requests fail now, or "" if the database is at hand. Static until the next deliver. */
const char *fan_store_trouble(const FanStore *store);

/* Within an answer of FAN_STORE_FAILED: why. */
const char *fan_store_error(const FanStore *store);

/* For /metrics. */
typedef struct FanStoreCounts {
    uint64_t transactions, events, conflicts, failures;
    uint64_t commit_us_sum; /* time spent in transactions */
    unsigned waiting;       /* requests that wait now */
} FanStoreCounts;
FanStoreCounts fan_store_counts(const FanStore *store);

/* Called with what is not the answer to a request, by fan_store_deliver: another process appended
 * events to `game` (number: the next one), or somebody – this process, too – published. After the
 * news were cut off, `appended` tells every game that changed meanwhile; what was published
 * meanwhile is lost. */
typedef struct FanStoreNews {
    void (*appended)(void *context, const char *game, uint32_t number);
    void (*published)(void *context, const char *topic, const char *text);
    void (*trouble)(void *context, const char *trouble); /* it went away, or ("") came back */
    void *context;
} FanStoreNews;
void fan_store_listen(FanStore *store, const FanStoreNews *news);

/* Tells all processes on this database, this one included, something that is not kept: presence,
 * lobby changes. Best effort, in order. Text below 4 000 bytes. */
void fan_store_publish(FanStore *store, const char *topic, const char *text);

/* --- games -------------------------------------------------------------------------------------
 */

/* What is known of a game without reading its events; kept in step with them. */
typedef struct FanStoreGame {
    const char *id;
    const char *variant;       /* "tsivy", "dimy", "telo", "7x3" */
    const char *white, *black; /* ids of players; NULL: nobody yet */
    const char *state;         /* "waiting", "playing", "ended" */
    const char *result;        /* "white", "black", "draw", "none"; NULL: not ended */
    const char *reason;        /* the word of the end */
    const char *spec;          /* JSON of the game's making, for lists */
    bool rated;                /* counts for ratings */
    bool settled;              /* ratings have been worked out, or never will be */
    bool closed;               /* taken out of lists by the administration */
    int64_t made_ms, changed_ms;
    int64_t deadline_ms; /* when it ends by itself if nothing happens; 0: never */
    uint32_t turns;      /* made */
    uint32_t events;     /* stored: the next event's number */
} FanStoreGame;

typedef void FanStoreDone(void *context, FanStoreStatus status);

/* In what follows: an id or a text that is too long or not UTF-8 is FAN_STORE_FAILED. */

/* Appends `count` ≥ 1 events, numbered from game->events - count on, and replaces what is known of
 * the game by *game, all or nothing. The game is made when the first number is 0.
 * FAN_STORE_CONFLICT when the number is there already or the one before it is not. */
void fan_store_append(FanStore *store, const FanStoreGame *game, const char *const *events,
                      size_t count, FanStoreDone *done, void *context);

/* Replaces the text of one event: only to take out the name of somebody who deleted their account.
 */
void fan_store_event_replace(FanStore *store, const char *game, uint32_t number, const char *event,
                             FanStoreDone *done, void *context);

/* A list that lives during the call only. */
typedef void FanStoreGamesDone(void *context, FanStoreStatus status, const FanStoreGame *games,
                               size_t count);
typedef void FanStoreEventsDone(void *context, FanStoreStatus status, const FanStoreGame *game,
                                const char *const *events, size_t count);

/* The events of a game from a number on, and what is known of it. */
void fan_store_events(FanStore *store, const char *game, uint32_t from, FanStoreEventsDone *done,
                      void *context);

typedef struct FanStoreGamesWanted {
    const char *player;    /* games of theirs; NULL: of anybody */
    const char *state;     /* NULL: any */
    const char *variant;   /* NULL: any */
    int64_t deadline_ms;   /* not ended, with a deadline at or before this; 0: any */
    bool unsettled;        /* rated, ended and not settled, only */
    int64_t before_ms;     /* changed before; 0: no bound. Newest first */
    const char *before_id; /* within the same time: ids below; NULL: none */
    unsigned limit;        /* 1 to 200 */
} FanStoreGamesWanted;
void fan_store_games(FanStore *store, const FanStoreGamesWanted *wanted, FanStoreGamesDone *done,
                     void *context);

/* --- people ------------------------------------------------------------------------------------
 */

typedef struct FanStorePlayer {
    const char *id;       /* drawn by the caller, never reused */
    const char *kind;     /* "guest", "account", "bot" */
    const char *name;     /* of an account; NULL for guests. Unique without regard to case */
    const char *password; /* argon2id, as libsodium writes it; NULL for guests */
    const char *owner;    /* of a bot: the account it belongs to */
    uint32_t epoch;       /* raised to end every session that was signed before */
    bool blocked;         /* by the administration */
    int64_t made_ms;
} FanStorePlayer;

typedef void FanStorePlayerDone(void *context, FanStoreStatus status, const FanStorePlayer *player);

/* Makes (CONFLICT: id or name taken) or changes (NOTHING: not there, or gone; CONFLICT: the name is
 * taken) a player. The epoch never falls, and only who raises it takes a blocking back: somebody
 * who has read the player before they were blocked does not (NOTHING). */
void fan_store_player_make(FanStore *store, const FanStorePlayer *player, FanStoreDone *done,
                           void *context);
void fan_store_player_change(FanStore *store, const FanStorePlayer *player, FanStoreDone *done,
                             void *context);
/* Deletes an account and its bots: name, password, ratings and their things (but of the kinds
 * "report" and "chore") go; games stay, of a player whose kind is "gone". NOTHING if gone already.
 */
void fan_store_player_delete(FanStore *store, const char *id, FanStoreDone *done, void *context);
/* One of id and name is NULL. */
void fan_store_player(FanStore *store, const char *id, const char *name, FanStorePlayerDone *done,
                      void *context);

/* Glicko-2 of a player in one variant. */
typedef struct FanStoreRating {
    const char *player, *variant;
    const char *name; /* of the player, filled in lists */
    const char *kind; /* of the player, filled in lists */
    double rating, deviation, volatility;
    uint32_t games;
    int64_t changed_ms;
} FanStoreRating;

typedef void FanStoreRatingsDone(void *context, FanStoreStatus status,
                                 const FanStoreRating *ratings, size_t count);
/* Of a player (variant NULL: all of theirs), or, with player NULL, the best of a variant among
 * those who are not blocked and whose deviation is at most `deviation_max`, best first. limit 1 to
 * 200. */
void fan_store_ratings(FanStore *store, const char *player, const char *variant,
                       double deviation_max, unsigned limit, FanStoreRatingsDone *done,
                       void *context);

/* Settles a rated game that has ended: within one transaction reads both ratings (games 0 and
 * rating 0 where there is none), has `settle` work out both anew and the text of the event that
 * tells it, appends that event under `number` and marks the game settled. `settle` runs on the
 * store's thread, may run more than once and must depend on its arguments alone. CONFLICT: done
 * already, or `number` is not the next. The rating of a player who is gone is not kept. */
typedef void FanStoreSettle(const void *match, FanStoreRating *white, FanStoreRating *black,
                            char event[FAN_STORE_EVENT_MAX]);
void fan_store_settle(FanStore *store, const char *game, uint32_t number, FanStoreSettle *settle,
                      const void *match, size_t match_bytes, FanStoreDone *done, void *context);

/* --- small things that are kept -----------------------------------------------------------------
 *
 * Seeks, tokens of bots, push subscriptions, signing keys, transfers of a seat and reports are rows
 * of a kind with an id, an owner, a text (JSON of the caller's) and an end of life. */
typedef struct FanStoreThing {
    const char *kind;  /* "seek", "token", "push", "key", "transfer", "report", "mark", "outage" */
    const char *id;    /* unique within the kind; below FAN_STORE_THING_ID_MAX bytes */
    const char *owner; /* a player's id; NULL: nobody's */
    const char *text;
    int64_t made_ms;
    int64_t ends_ms; /* forgotten after it; 0: never */
} FanStoreThing;

typedef void FanStoreThingsDone(void *context, FanStoreStatus status, const FanStoreThing *things,
                                size_t count);
/* Keeps it; CONFLICT if the id is taken, unless `replace` or that one's life was over when this one
 * was made. */
void fan_store_thing_keep(FanStore *store, const FanStoreThing *thing, bool replace,
                          FanStoreDone *done, void *context);
/* Takes it out: of two that ask at once exactly one is answered OK, the other NOTHING. Does not
 * look at ends_ms: whoever takes has seen it in a list. */
void fan_store_thing_take(FanStore *store, const char *kind, const char *id, FanStoreDone *done,
                          void *context);
/* Those of a kind that live at `now_ms`, oldest first; id or owner NULL: any. limit 1 to 1000. */
void fan_store_things(FanStore *store, const char *kind, const char *id, const char *owner,
                      int64_t now_ms, unsigned limit, FanStoreThingsDone *done, void *context);

/* --- for the command line, blocking ------------------------------------------------------------
 */

/* Copies the whole database to a new file of SQLite while others use it; with progress (pages;
 * false ends it). False with *error, and without the file. PostgreSQL has pg_dump; the sentence
 * says so. */
bool fan_store_backup(FanStore *store, const char *path,
                      bool (*progress)(void *context, unsigned done, unsigned of), void *context,
                      char *error);

/* Every game with all its events, oldest first; the visitor returns false to end. False on failure.
 */
typedef bool FanStoreVisitor(void *context, const FanStoreGame *game, const char *const *events,
                             size_t count);
bool fan_store_visit_games(FanStore *store, FanStoreVisitor *visitor, void *context, char *error);

#endif
