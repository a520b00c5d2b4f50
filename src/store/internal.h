/* What the pieces of the store share with one another. One mutex guards all that more than one
 * thread touches; nobody holds it while a database works or a callback runs. */
#ifndef FAN_STORE_INTERNAL_H
#define FAN_STORE_INTERNAL_H

#include <pthread.h>

#include "store/request.h"

enum {
    FAN_STORE_BATCH_MAX = 256,  /* requests in one transaction */
    FAN_STORE_WRITER_MAX = 33,  /* a process's own sign, with its zero */
    FAN_STORE_NOTE_MAX = 7900,  /* bytes; PostgreSQL takes 7 999 */
    FAN_STORE_NEWS_MAX = 65536, /* that wait to be delivered; more are dropped */
    FAN_STORE_RETRY_MS = 300,   /* between tries to reach a database that is away */
};

/* A thread with a connection and a queue: one for what writes, one for what only reads. */
typedef struct FanLane {
    FanStore *store;
    bool writes;
    pthread_t thread;
    bool started;
    pthread_cond_t stirred;
    /* Under the mutex. */
    FanRequest *first, **last;
    bool away, ended;
    char trouble[FAN_STORE_ERROR_MAX];
    /* The thread's own. */
    FanDb *db;      /* NULL while away */
    bool proven;    /* something was carried out since the connection was made */
    uint64_t batch; /* number of the last transaction that is known to be committed */
    FanRequest *unsure[FAN_STORE_BATCH_MAX]; /* of the next one, which may be, too */
    size_t unsure_count;
    int64_t swept_ms;
} FanLane;

/* The thread that hears what other processes tell. */
typedef struct FanListener {
    pthread_t thread;
    bool started;
    /* Under the mutex. */
    bool ended;
    char trouble[FAN_STORE_ERROR_MAX];
    /* The thread's own. */
    FanDb *db;
    int64_t heard_ms; /* time of the day up to which nothing was missed */
} FanListener;

typedef struct FanNewsItem FanNewsItem;

struct FanStore {
    char *where; /* an absolute path or an address */
    bool beside;
    int ownership; /* the file that is locked to own the database, or -1 */
    char writer[FAN_STORE_WRITER_MAX];
    void (*wake)(void *context);
    void *wake_context;
    int hurry, deaf;   /* events (eventfd) that cut short waits of all, of the listener; or -1 */
    FanStoreNews news; /* the caller's thread's own, like the next two */
    char shown_trouble[FAN_STORE_ERROR_MAX];
    const char *answer_error;

    pthread_mutex_t mutex;
    pthread_cond_t calmed;          /* a lane or the listener has ended */
    bool stopping, given_up, woken; /* given_up: no more waiting for a database that is away */
    FanRequest *answers, **answers_last;
    FanNewsItem *items, **items_last;
    size_t item_count;
    char trouble[FAN_STORE_ERROR_MAX];
    FanStoreCounts counts;
    FanLane writing, reading;
    FanListener listener;
};

/* --- store.c -----------------------------------------------------------------------------------
 */

/* Hands a request of the caller's over; it is answered in any case. */
void fan_store_submit(FanStore *store, FanRequest *request);
/* Hands answers over to the caller's thread. */
void fan_store_answer(FanStore *store, FanRequest *const *requests, size_t count);
/* Wakes the caller if something waits to be delivered and it has not been woken yet. */
void fan_store_stir(FanStore *store);
int64_t fan_store_now_ms(void); /* time of day */
FanDbPlace fan_store_place(FanStore *store);
/* A connection to a database whose version is known to be right. */
FanStoreOpening fan_store_connect(const FanDbPlace *place, FanDb **db, char *error);
/* Waits on a condition for so long; holding the mutex. */
void fan_store_wait(FanStore *store, pthread_cond_t *condition, int64_t wait_ms);

/* --- lane.c ------------------------------------------------------------------------------------
 */

bool fan_lane_open(FanLane *lane, FanStore *store, bool writes, char *error);
bool fan_lane_start(FanLane *lane);
void fan_lane_join(FanLane *lane);
void fan_lane_close(FanLane *lane);

/* --- news.c ------------------------------------------------------------------------------------
 */

bool fan_listener_open(FanStore *store, char *error);
bool fan_listener_start(FanStore *store);
void fan_listener_close(FanStore *store);
/* Within the transaction: tells the others what these appended. */
void fan_news_tell(FanStore *store, FanDb *db, FanRequest *const *requests, size_t count);
/* Holding the mutex: works out what the trouble is now, and makes news of it if that changed. */
void fan_news_weigh_trouble(FanStore *store);
/* On the caller's thread: calls what waits. */
void fan_news_deliver(FanStore *store);
void fan_news_forget(FanStore *store);

/* --- schema.c ----------------------------------------------------------------------------------
 */

bool fan_schema_is_ours(unsigned version);
/* Brings an empty or an older database up to this program's version; `may_migrate` false: refuses
 * one that is older with FAN_STORE_LOCKED. */
FanStoreOpening fan_schema_migrate(FanDb *db, bool may_migrate, char *error);
/* Whether it is exactly this program's version. */
FanStoreOpening fan_schema_check(FanDb *db, char *error);

/* --- things.c ----------------------------------------------------------------------------------
 */

/* A request that takes out what nobody needs any more; NULL without memory. */
FanRequest *fan_sweep_new(void);

#endif
