/* Group commit. A lane takes all that waits, carries it out in one transaction and answers once
 * that is on the disk; meanwhile the next transaction gathers.
 *
 * Whoever makes a transaction fail is put aside, the others go again without them, and those aside
 * go each alone. When the database is away, all are told so at once and the lane tries to come
 * back by itself. A commit that got no answer is looked up then: every transaction that writes
 * leaves its number in this process's row of `writers`, and reading that row waits for a former
 * connection that may still be at it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "store/internal.h"

enum {
    TRIES = 3,          /* of a transaction that got into others' ways */
    QUICK_US = 1500000, /* of an attempt: nothing was waited for in vain. PostgreSQL finds that two
                         * wait for one another after 1 s, and waits for a lock 2 s */
    SWEEP_MS = 10 * 60 * 1000, /* between two looks for what may be forgotten */
};

#define SIGN_SQL                                                                                   \
    "INSERT INTO writers (id, batch, seen_ms) VALUES ($1, $2, $3) "                                \
    "ON CONFLICT (id) DO UPDATE SET batch = excluded.batch, seen_ms = excluded.seen_ms"
#define LOOK_UP_SQL                                                                                \
    "INSERT INTO writers (id, batch, seen_ms) VALUES ($1, $2, $3) "                                \
    "ON CONFLICT (id) DO UPDATE SET seen_ms = excluded.seen_ms RETURNING batch"

/* --- one transaction ---------------------------------------------------------------------------
 */

/* The order within a transaction: what is sorted first, by key; what has the same key, and all the
 * rest, as it came. */
static void arrange(FanRequest *const *list, size_t count, FanRequest **order) {
    size_t sorted = 0;
    for (size_t i = 0; i < count; i++) {
        if (list[i]->kind->sorted) {
            size_t at = sorted++;
            for (; at > 0 && strcmp(list[i]->key, order[at - 1]->key) < 0; at--) {
                order[at] = order[at - 1];
            }
            order[at] = list[i];
        }
    }
    for (size_t i = 0; i < count; i++) {
        if (!list[i]->kind->sorted) {
            order[sorted++] = list[i];
        }
    }
}

static void carry_out_each(FanDb *db, FanRequest *const *order, size_t count) {
    for (size_t i = 0; i < count && fan_db_result(db) == FAN_DB_DONE; i++) {
        FanRequest *request = order[i];
        request->status = FAN_STORE_OK;
        request->changed = 0;
        fan_db_set_owner(db, request);
        request->kind->carry_out(db, request);
    }
    fan_db_finish(db);
    fan_db_set_owner(db, NULL);
}

/* A request that changed some of what it should, but not all, met something that cannot be. */
static void refuse_half_done(FanDb *db, FanRequest *const *list, size_t count) {
    for (size_t i = 0; i < count && fan_db_result(db) == FAN_DB_DONE; i++) {
        if (list[i]->wanted != 0 && list[i]->changed != 0 && list[i]->changed != list[i]->wanted) {
            fan_db_refuse(db, list[i], "the game's events do not agree with what is known of it");
        }
    }
}

/* First of all, so that the row is locked before a COMMIT is sent: a COMMIT that arrives late,
 * after its connection was given up, then still comes before whoever looks the number up. */
static void sign(FanLane *lane) {
    FanDbStatement *statement = fan_db_use(lane->db, SIGN_SQL);
    fan_db_bind_text(statement, 1, lane->store->writer);
    fan_db_bind_int(statement, 2, (int64_t)lane->batch + 1);
    fan_db_bind_int(statement, 3, fan_store_now_ms());
    fan_db_post(statement, NULL);
}

static FanDbResult commit(FanLane *lane, FanRequest *const *list, size_t count) {
    fan_news_tell(lane->store, lane->db, list, count);
    FanDbResult result = fan_db_commit(lane->db);
    if (result == FAN_DB_DONE) {
        lane->batch++;
    }
    return result;
}

static FanDbResult attempt(FanLane *lane, FanRequest *const *list, size_t count) {
    FanRequest *order[FAN_STORE_BATCH_MAX];
    arrange(list, count, order);
    fan_db_begin(lane->db, lane->writes);
    if (lane->writes) {
        sign(lane);
    }
    carry_out_each(lane->db, order, count);
    refuse_half_done(lane->db, list, count);
    return lane->writes ? commit(lane, list, count) : fan_db_result(lane->db);
}

/* --- answers -----------------------------------------------------------------------------------
 */

static void count_answers(FanStore *store, FanRequest *const *list, size_t count) {
    for (size_t i = 0; i < count; i++) {
        store->counts.events += list[i]->status == FAN_STORE_OK ? list[i]->events : 0;
        store->counts.conflicts += list[i]->status == FAN_STORE_CONFLICT;
        store->counts.failures += list[i]->status == FAN_STORE_FAILED;
    }
}

static void answer(FanLane *lane, FanRequest *const *list, size_t count) {
    pthread_mutex_lock(&lane->store->mutex);
    count_answers(lane->store, list, count);
    lane->store->counts.waiting -= (unsigned)count;
    pthread_mutex_unlock(&lane->store->mutex);
    fan_store_answer(lane->store, list, count);
}

static void answer_done(FanLane *lane, FanRequest *const *list, size_t count) {
    for (size_t i = 0; i < count; i++) {
        FanRequest *request = list[i];
        if (request->no_memory) {
            request->status = FAN_STORE_BUSY;
        } else if (request->status == FAN_STORE_OK && request->changed == 0) {
            request->status = request->when_none;
        }
    }
    answer(lane, list, count);
}

static void answer_all(FanLane *lane, FanRequest *const *list, size_t count, FanStoreStatus status,
                       const char *error) {
    for (size_t i = 0; i < count; i++) {
        list[i]->status = status;
        list[i]->error = error;
    }
    answer(lane, list, count);
}

static void answer_refused(FanLane *lane, FanRequest *request, FanDbResult result,
                           const char *error) {
    answer_all(lane, &request, 1, result == FAN_DB_CLASH ? FAN_STORE_CONFLICT : FAN_STORE_FAILED,
               fan_request_keep(request, error));
}

/* --- being away --------------------------------------------------------------------------------
 */

/* All that waits is told, and from now on whoever comes is told at once. */
static void go_away(FanLane *lane, const char *trouble) {
    FanStore *store = lane->store;
    FanRequest *list[FAN_STORE_BATCH_MAX];
    pthread_mutex_lock(&store->mutex);
    snprintf(lane->trouble, sizeof lane->trouble, "%s", trouble);
    lane->away = true;
    fan_news_weigh_trouble(store);
    FanRequest *first = lane->first;
    lane->first = NULL;
    lane->last = &lane->first;
    pthread_mutex_unlock(&store->mutex);
    fan_db_close(lane->db);
    lane->db = NULL;
    while (first != NULL) {
        size_t count = 0;
        for (; first != NULL && count < FAN_STORE_BATCH_MAX; first = first->next) {
            list[count++] = first;
        }
        answer_all(lane, list, count, FAN_STORE_AWAY, NULL);
    }
    fan_store_stir(store);
}

static void come_back(FanLane *lane) {
    FanStore *store = lane->store;
    pthread_mutex_lock(&store->mutex);
    lane->away = false;
    lane->trouble[0] = '\0';
    fan_news_weigh_trouble(store);
    pthread_mutex_unlock(&store->mutex);
    fan_store_stir(store);
}

/* Reads the number of the last committed transaction – and by that writes, so that it is known that
 * writing works. */
static bool look_up_batch(FanLane *lane, uint64_t *batch) {
    fan_db_begin(lane->db, true);
    FanDbStatement *statement = fan_db_use(lane->db, LOOK_UP_SQL);
    fan_db_bind_text(statement, 1, lane->store->writer);
    fan_db_bind_int(statement, 2, 0);
    fan_db_bind_int(statement, 3, fan_store_now_ms());
    if (fan_db_step(statement) == FAN_DB_ROW) {
        *batch = (uint64_t)fan_db_int(statement, 0);
    }
    return fan_db_commit(lane->db) == FAN_DB_DONE;
}

static void answer_unsure(FanLane *lane, uint64_t batch) {
    size_t count = lane->unsure_count;
    lane->unsure_count = 0;
    if (count == 0) {
        return;
    }
    if (batch == lane->batch + 1) {
        lane->batch = batch;
        answer_done(lane, lane->unsure, count);
    } else {
        answer_all(lane, lane->unsure, count, FAN_STORE_AWAY, NULL);
    }
}

/* False, with the sentence, if the database is still away. */
static bool reconnect(FanLane *lane, char *error) {
    FanDb *db;
    FanDbPlace place = fan_store_place(lane->store);
    if (fan_store_connect(&place, &db, error) != FAN_STORE_OPENED) {
        return false;
    }
    fan_db_close(lane->db);
    lane->db = db;
    lane->proven = false;
    if (!lane->writes) {
        return true;
    }
    uint64_t batch = 0;
    if (!look_up_batch(lane, &batch)) {
        snprintf(error, FAN_STORE_ERROR_MAX, "%s", fan_db_error(db));
        fan_db_close(db);
        lane->db = NULL;
        return false;
    }
    answer_unsure(lane, batch);
    return true;
}

/* A connection that has stood for long may have been cut without anybody's fault; it is made anew
 * at once before anybody hears of it. A file does not get better so quickly, nor does a server that
 * was waited for in vain. */
static bool mend(FanLane *lane, int64_t attempt_us) {
    char error[FAN_STORE_ERROR_MAX];
    return lane->proven && attempt_us < QUICK_US && fan_db_is_address(lane->store->where) &&
           reconnect(lane, error);
}

/* --- a batch -----------------------------------------------------------------------------------
 */

static void put_aside(FanRequest **list, size_t *count, FanRequest **aside, size_t *aside_count,
                      const FanRequest *culprit) {
    size_t kept = 0;
    for (size_t i = 0; i < *count; i++) {
        if (culprit == NULL || list[i] == culprit) {
            aside[(*aside_count)++] = list[i];
        } else {
            list[kept++] = list[i];
        }
    }
    *count = kept;
}

static void carry_out_batch(FanLane *lane, FanRequest **list, size_t count);

static void carry_out_alone(FanLane *lane, FanRequest **aside, size_t count) {
    for (size_t i = 0; i < count; i++) {
        carry_out_batch(lane, &aside[i], 1);
    }
}

static void keep_unsure(FanLane *lane, FanRequest *const *list, size_t count) {
    memcpy(lane->unsure, list, count * sizeof *list);
    lane->unsure_count = count;
}

static void wait_a_little(unsigned tries) {
    struct timespec pause = {.tv_nsec = (long)(tries * 3 + (unsigned)getpid() % 5) * 1000000};
    nanosleep(&pause, NULL);
}

/* What remains to be done of a batch after an attempt. */
typedef struct Rest {
    FanRequest **list, *aside[FAN_STORE_BATCH_MAX];
    size_t count, aside_count;
    unsigned tries;
    int64_t attempt_us; /* that the last attempt took */
} Rest;

static void give_up(FanLane *lane, Rest *rest, FanDbResult result, const char *error) {
    if (result == FAN_DB_UNKNOWN) {
        keep_unsure(lane, rest->list, rest->count);
    }
    go_away(lane, error);
    if (result != FAN_DB_UNKNOWN) {
        answer_all(lane, rest->list, rest->count, FAN_STORE_AWAY, NULL);
    }
    rest->count = 0;
}

static void take_result(FanLane *lane, Rest *rest, FanDbResult result, FanRequest *culprit,
                        const char *error) {
    switch (result) {
    case FAN_DB_DONE:
    case FAN_DB_ROW:
        lane->proven = true;
        answer_done(lane, rest->list, rest->count);
        rest->count = 0;
        break;
    case FAN_DB_CLASH:
    case FAN_DB_FAILED:
        if (rest->count == 1) {
            answer_refused(lane, rest->list[0], result, error);
            rest->count = 0;
        } else {
            put_aside(rest->list, &rest->count, rest->aside, &rest->aside_count, culprit);
        }
        break;
    case FAN_DB_AGAIN:
        /* Whoever waits for a lock that another process holds is not to hold up the others. */
        if (rest->count > 1 && culprit != NULL) {
            put_aside(rest->list, &rest->count, rest->aside, &rest->aside_count, culprit);
        } else if (++rest->tries < TRIES && rest->attempt_us < QUICK_US) {
            wait_a_little(rest->tries);
        } else {
            answer_all(lane, rest->list, rest->count, FAN_STORE_AWAY, NULL);
            rest->count = 0;
        }
        break;
    case FAN_DB_AWAY:
    case FAN_DB_UNKNOWN:
        if (result == FAN_DB_UNKNOWN || !mend(lane, rest->attempt_us)) {
            give_up(lane, rest, result, error);
        }
        break;
    }
}

static void count_transaction(FanLane *lane, int64_t us) {
    pthread_mutex_lock(&lane->store->mutex);
    lane->store->counts.transactions++;
    lane->store->counts.commit_us_sum += (uint64_t)us;
    pthread_mutex_unlock(&lane->store->mutex);
}

static int64_t ticks_us(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static void carry_out_batch(FanLane *lane, FanRequest **list, size_t count) {
    Rest rest = {.list = list, .count = count};
    while (rest.count > 0 && lane->db != NULL) {
        int64_t start_us = ticks_us();
        FanDbResult result = attempt(lane, rest.list, rest.count);
        rest.attempt_us = ticks_us() - start_us;
        FanRequest *culprit = fan_db_culprit(lane->db);
        char error[FAN_STORE_ERROR_MAX];
        snprintf(error, sizeof error, "%s", fan_db_error(lane->db));
        if (result != FAN_DB_DONE || !lane->writes) {
            fan_db_rollback(lane->db);
        } else {
            count_transaction(lane, rest.attempt_us);
        }
        take_result(lane, &rest, result, culprit, error);
    }
    if (rest.count > 0) {
        answer_all(lane, rest.list, rest.count, FAN_STORE_AWAY, NULL);
    }
    carry_out_alone(lane, rest.aside, rest.aside_count);
}

/* --- the thread --------------------------------------------------------------------------------
 */

static size_t take(FanLane *lane, FanRequest **list) {
    size_t count = 0;
    while (lane->first != NULL && count < FAN_STORE_BATCH_MAX) {
        list[count++] = lane->first;
        lane->first = lane->first->next;
    }
    if (lane->first == NULL) {
        lane->last = &lane->first;
    }
    return count;
}

static size_t wait_for_requests(FanLane *lane, FanRequest **list, bool *stopping) {
    FanStore *store = lane->store;
    pthread_mutex_lock(&store->mutex);
    if (lane->first == NULL && !store->stopping) {
        fan_store_wait(store, &lane->stirred, SWEEP_MS);
    }
    size_t count = take(lane, list);
    *stopping = store->stopping;
    pthread_mutex_unlock(&store->mutex);
    return count;
}

/* True when there is no more use in waiting. */
static bool wait_to_retry(FanLane *lane) {
    FanStore *store = lane->store;
    pthread_mutex_lock(&store->mutex);
    fan_store_wait(store, &lane->stirred, FAN_STORE_RETRY_MS);
    bool no_use = store->stopping && (lane->unsure_count == 0 || store->given_up);
    pthread_mutex_unlock(&store->mutex);
    return no_use;
}

static void try_to_come_back(FanLane *lane) {
    char error[FAN_STORE_ERROR_MAX];
    bool back = false;
    while (!wait_to_retry(lane) && !(back = reconnect(lane, error))) {
        pthread_mutex_lock(&lane->store->mutex);
        snprintf(lane->trouble, sizeof lane->trouble, "%s", error);
        pthread_mutex_unlock(&lane->store->mutex);
    }
    if (back) {
        come_back(lane);
    }
}

static void sweep_now_and_then(FanLane *lane) {
    if (!lane->writes || lane->store->beside || fan_db_ticks_ms() - lane->swept_ms < SWEEP_MS) {
        return;
    }
    lane->swept_ms = fan_db_ticks_ms();
    FanRequest *sweep = fan_sweep_new();
    if (sweep != NULL) {
        pthread_mutex_lock(&lane->store->mutex);
        lane->store->counts.waiting++;
        pthread_mutex_unlock(&lane->store->mutex);
        carry_out_batch(lane, &sweep, 1);
    }
}

static void *run(void *argument) {
    FanLane *lane = argument;
    FanStore *store = lane->store;
    bool stopping = false;
    for (size_t count = 0; !stopping || count > 0;) {
        FanRequest *list[FAN_STORE_BATCH_MAX];
        count = wait_for_requests(lane, list, &stopping);
        carry_out_batch(lane, list, count);
        if (lane->db == NULL) {
            try_to_come_back(lane);
        } else if (!stopping) {
            sweep_now_and_then(lane);
        }
    }
    answer_all(lane, lane->unsure, lane->unsure_count, FAN_STORE_FAILED,
               "closed before it was known whether it was stored");
    pthread_mutex_lock(&store->mutex);
    lane->ended = true;
    pthread_cond_broadcast(&store->calmed);
    pthread_mutex_unlock(&store->mutex);
    return NULL;
}

bool fan_lane_open(FanLane *lane, FanStore *store, bool writes, char *error) {
    lane->store = store;
    lane->writes = writes;
    lane->last = &lane->first;
    lane->ended = true;
    lane->swept_ms = fan_db_ticks_ms();
    FanDbPlace place = fan_store_place(store);
    return fan_store_connect(&place, &lane->db, error) == FAN_STORE_OPENED;
}

bool fan_lane_start(FanLane *lane) {
    lane->started = pthread_create(&lane->thread, NULL, run, lane) == 0;
    lane->ended = !lane->started;
    return lane->started;
}

void fan_lane_join(FanLane *lane) {
    if (lane->started) {
        pthread_join(lane->thread, NULL);
    }
}

void fan_lane_close(FanLane *lane) {
    fan_db_close(lane->db);
    lane->db = NULL;
}
