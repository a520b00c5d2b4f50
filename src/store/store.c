/* The façade: opening, handing requests over, delivering answers, closing. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "store/internal.h"

int64_t fan_store_now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void fan_store_wait(FanStore *store, pthread_cond_t *condition, int64_t wait_ms) {
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    int64_t nsec = until.tv_nsec + wait_ms % 1000 * 1000000;
    until.tv_sec += (time_t)(wait_ms / 1000 + nsec / 1000000000);
    until.tv_nsec = (long)(nsec % 1000000000);
    pthread_cond_timedwait(condition, &store->mutex, &until);
}

/* --- requests and answers ----------------------------------------------------------------------
 */

void fan_store_stir(FanStore *store) {
    pthread_mutex_lock(&store->mutex);
    bool wake = !store->woken && (store->answers != NULL || store->items != NULL);
    store->woken = store->woken || wake;
    pthread_mutex_unlock(&store->mutex);
    if (wake && store->wake != NULL) {
        store->wake(store->wake_context);
    }
}

void fan_store_answer(FanStore *store, FanRequest *const *requests, size_t count) {
    pthread_mutex_lock(&store->mutex);
    for (size_t i = 0; i < count; i++) {
        requests[i]->next = NULL;
        *store->answers_last = requests[i];
        store->answers_last = &requests[i]->next;
    }
    pthread_mutex_unlock(&store->mutex);
    fan_store_stir(store);
}

/* Holding the mutex. True if it has been answered already. */
static bool refuse(FanStore *store, const FanLane *lane, FanRequest *request) {
    if (request->no_memory) {
        request->status = FAN_STORE_BUSY;
    } else if (request->fault != NULL) {
        request->status = FAN_STORE_FAILED;
        request->error = request->fault;
        store->counts.failures++;
    } else if (store->counts.waiting >= FAN_STORE_WAITING_MAX) {
        request->status = FAN_STORE_BUSY;
    } else if (lane->away) {
        request->status = FAN_STORE_AWAY;
    } else {
        return false;
    }
    return true;
}

void fan_store_submit(FanStore *store, FanRequest *request) {
    FanLane *lane = request->kind->writes ? &store->writing : &store->reading;
    pthread_mutex_lock(&store->mutex);
    bool refused = refuse(store, lane, request);
    if (!refused) {
        store->counts.waiting++;
        *lane->last = request;
        lane->last = &request->next;
        pthread_cond_signal(&lane->stirred);
    }
    pthread_mutex_unlock(&store->mutex);
    if (refused) {
        fan_store_answer(store, &request, 1);
    }
}

static FanRequest *take_answers(FanStore *store) {
    pthread_mutex_lock(&store->mutex);
    FanRequest *answers = store->answers;
    store->answers = NULL;
    store->answers_last = &store->answers;
    store->woken = false;
    pthread_mutex_unlock(&store->mutex);
    return answers;
}

void fan_store_deliver(FanStore *store) {
    FanRequest *next;
    for (FanRequest *request = take_answers(store); request != NULL; request = next) {
        next = request->next;
        store->answer_error = request->error != NULL ? request->error : "";
        if (request->kind->answer != NULL) {
            request->kind->answer(request);
        }
        store->answer_error = "";
        fan_request_free(request);
    }
    fan_news_deliver(store);
}

const char *fan_store_trouble(const FanStore *store) {
    return store->shown_trouble;
}

const char *fan_store_error(const FanStore *store) {
    return store->answer_error;
}

FanStoreCounts fan_store_counts(const FanStore *store) {
    /* Only the mutex changes, and that is not the store's state. */
    pthread_mutex_t *mutex = (pthread_mutex_t *)&store->mutex;
    pthread_mutex_lock(mutex);
    FanStoreCounts counts = store->counts;
    pthread_mutex_unlock(mutex);
    return counts;
}

void fan_store_listen(FanStore *store, const FanStoreNews *news) {
    store->news = *news;
}

/* --- opening -----------------------------------------------------------------------------------
 */

/* The file by its absolute path, so that two names of one file are one. NULL with *error. */
static char *find_place(const char *where, char *error) {
    if (fan_db_is_address(where)) {
        return strdup(where);
    }
    char folder[PATH_MAX], real[PATH_MAX], path[PATH_MAX + 256];
    if (realpath(where, path) != NULL) {
        return strdup(path);
    }
    const char *slash = strrchr(where, '/');
    const char *name = slash != NULL ? slash + 1 : where;
    int length = slash == NULL ? 0 : slash == where ? 1 : (int)(slash - where);
    snprintf(folder, sizeof folder, "%.*s", length, where);
    if (errno != ENOENT || name[0] == '\0' || strlen(name) > 200 ||
        realpath(folder[0] != '\0' ? folder : ".", real) == NULL) {
        snprintf(error, FAN_STORE_ERROR_MAX, "%.300s: %s", where,
                 name[0] == '\0' ? "not the name of a file" : strerror(errno));
        return NULL;
    }
    snprintf(path, sizeof path, "%s/%s", strcmp(real, "/") == 0 ? "" : real, name);
    return strdup(path);
}

/* For whoever comes later to read. A full disk is no reason not to own a file. */
static void write_owner(int file) {
    char text[32];
    int length = snprintf(text, sizeof text, "%ld\n", (long)getpid());
    if (ftruncate(file, 0) == 0) {
        (void)!pwrite(file, text, (size_t)length, 0);
    }
}

/* The owner locks a file beside the database, not the database: closing any file descriptor of
 * that would undo SQLite's own locks. The kernel lets go of it with the process, however it ends.
 * The file stays, for who deletes a locked file lets two owners in. */
static FanStoreOpening own_file(FanStore *store, char *error) {
    char path[PATH_MAX + 16], owner[32] = "";
    snprintf(path, sizeof path, "%s-owner", store->where);
    store->ownership = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (store->ownership < 0) {
        snprintf(error, FAN_STORE_ERROR_MAX, "%.300s: %s", path, strerror(errno));
        return FAN_STORE_ADDRESS;
    }
    if (flock(store->ownership, LOCK_EX | LOCK_NB) == 0) {
        write_owner(store->ownership);
        return FAN_STORE_OPENED;
    }
    ssize_t got = pread(store->ownership, owner, sizeof owner - 1, 0);
    owner[got > 0 ? strcspn(owner, "\n") : 0] = '\0';
    snprintf(error, FAN_STORE_ERROR_MAX, "%.300s: in use by process %s", store->where,
             owner[0] != '\0' ? owner : "(unknown)");
    close(store->ownership);
    store->ownership = -1;
    return FAN_STORE_LOCKED;
}

FanDbPlace fan_store_place(FanStore *store) {
    return (FanDbPlace){
        .where = store->where,
        .hurry = store->hurry,
    };
}

FanStoreOpening fan_store_connect(const FanDbPlace *place, FanDb **db, char *error) {
    FanStoreOpening opening = fan_db_open(db, place, error);
    if (opening != FAN_STORE_OPENED) {
        return opening;
    }
    opening = fan_schema_check(*db, error);
    if (opening != FAN_STORE_OPENED) {
        fan_db_close(*db);
        *db = NULL;
    }
    return opening;
}

static bool make_sign(char sign[FAN_STORE_WRITER_MAX]) {
    unsigned char bytes[(FAN_STORE_WRITER_MAX - 1) / 2];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes) {
        return false;
    }
    for (size_t i = 0; i < sizeof bytes; i++) {
        snprintf(sign + 2 * i, 3, "%02x", bytes[i]);
    }
    return true;
}

static bool make_threads_tools(FanStore *store) {
    pthread_condattr_t attributes;
    if (pthread_condattr_init(&attributes) != 0) {
        return false;
    }
    /* Waiting is measured by the clock that nobody sets. */
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    bool fine = pthread_mutex_init(&store->mutex, NULL) == 0 &&
                pthread_cond_init(&store->calmed, &attributes) == 0 &&
                pthread_cond_init(&store->writing.stirred, &attributes) == 0 &&
                pthread_cond_init(&store->reading.stirred, &attributes) == 0;
    pthread_condattr_destroy(&attributes);
    return fine;
}

static void close_events(const FanStore *store) {
    close(store->hurry);
    close(store->deaf);
}

static FanStore *new_store(const char *where, bool beside, void (*wake)(void *context),
                           void *context, char *error) {
    FanStore *store = calloc(1, sizeof *store);
    char *place = store != NULL ? find_place(where, error) : NULL;
    if (place == NULL) {
        free(store);
        return NULL;
    }
    store->where = place;
    store->beside = beside;
    store->ownership = -1;
    store->hurry = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    store->deaf = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    store->wake = wake;
    store->wake_context = context;
    store->answer_error = "";
    store->answers_last = &store->answers;
    store->items_last = &store->items;
    if (store->hurry < 0 || store->deaf < 0 || !make_sign(store->writer) ||
        !make_threads_tools(store)) {
        snprintf(error, FAN_STORE_ERROR_MAX, "no events, threads or random numbers are to be had");
        close_events(store);
        free(place);
        free(store);
        return NULL;
    }
    return store;
}

static void free_store(FanStore *store) {
    fan_listener_close(store);
    fan_lane_close(&store->writing);
    fan_lane_close(&store->reading);
    fan_news_forget(store);
    close_events(store);
    if (store->ownership >= 0) {
        close(store->ownership);
    }
    pthread_mutex_destroy(&store->mutex);
    pthread_cond_destroy(&store->calmed);
    pthread_cond_destroy(&store->writing.stirred);
    pthread_cond_destroy(&store->reading.stirred);
    free(store->where);
    free(store);
}

/* A file that is not ours is not to be touched, not even by making one beside it; so the version is
 * looked at before it is owned, and again when it is migrated. */
static FanStoreOpening migrate(FanStore *store, char *error) {
    FanDbPlace place = fan_store_place(store);
    place.make = !store->beside;
    FanDb *db;
    unsigned version = 0;
    FanStoreOpening opening = fan_db_open(&db, &place, error);
    if (opening != FAN_STORE_OPENED) {
        return opening;
    }
    opening = fan_db_version(db, &version, error);
    bool owned = false, wants_it = !store->beside || !fan_schema_is_ours(version);
    if (opening == FAN_STORE_OPENED && wants_it && !fan_db_is_address(store->where)) {
        opening = own_file(store, error);
        owned = opening == FAN_STORE_OPENED;
        opening = store->beside ? FAN_STORE_OPENED : opening;
    }
    if (opening == FAN_STORE_OPENED && !fan_db_check(db, error)) {
        opening = FAN_STORE_DAMAGED;
    }
    if (opening == FAN_STORE_OPENED) {
        opening = fan_schema_migrate(db, owned || fan_db_is_address(store->where), error);
    }
    fan_db_close(db);
    if (owned && store->beside) {
        close(store->ownership);
        store->ownership = -1;
    }
    return opening;
}

static FanStoreOpening connect_all(FanStore *store, char *error) {
    FanStoreOpening opening = migrate(store, error);
    if (opening != FAN_STORE_OPENED) {
        return opening;
    }
    bool connected = fan_lane_open(&store->writing, store, true, error) &&
                     fan_lane_open(&store->reading, store, false, error) &&
                     (store->beside || fan_listener_open(store, error));
    return connected ? FAN_STORE_OPENED : FAN_STORE_ADDRESS;
}

static bool start_all(FanStore *store) {
    return fan_lane_start(&store->writing) && fan_lane_start(&store->reading) &&
           (store->beside || fan_listener_start(store));
}

static FanStoreOpening open_store(FanStore **opened, const char *where, bool beside,
                                  void (*wake)(void *context), void *context, char *error) {
    snprintf(error, FAN_STORE_ERROR_MAX, "out of memory");
    FanStore *store = new_store(where, beside, wake, context, error);
    if (store == NULL) {
        return FAN_STORE_ADDRESS;
    }
    FanStoreOpening opening = connect_all(store, error);
    if (opening != FAN_STORE_OPENED) {
        free_store(store);
        return opening;
    }
    if (!start_all(store)) {
        snprintf(error, FAN_STORE_ERROR_MAX, "no more threads are to be had");
        fan_store_close(store);
        return FAN_STORE_ADDRESS;
    }
    *opened = store;
    return FAN_STORE_OPENED;
}

FanStoreOpening fan_store_open(FanStore **store, const char *where, void (*wake)(void *context),
                               void *context, char *error) {
    return open_store(store, where, false, wake, context, error);
}

FanStoreOpening fan_store_open_beside(FanStore **store, const char *where,
                                      void (*wake)(void *context), void *context, char *error) {
    return open_store(store, where, true, wake, context, error);
}

/* --- closing -----------------------------------------------------------------------------------
 */

static bool have_ended(const FanStore *store) {
    return store->writing.ended && store->reading.ended &&
           (!store->listener.started || store->listener.ended);
}

static void raise_event(int event) {
    /* Cannot fail: nobody reads it, and it is raised once. */
    (void)eventfd_write(event, 1);
}

static void stop_threads(FanStore *store) {
    pthread_mutex_lock(&store->mutex);
    store->stopping = true;
    raise_event(store->deaf);
    pthread_cond_broadcast(&store->writing.stirred);
    pthread_cond_broadcast(&store->reading.stirred);
    pthread_cond_broadcast(&store->calmed);
    int64_t until = fan_db_ticks_ms() + FAN_STORE_CLOSE_MS;
    for (int64_t left; !have_ended(store) && (left = until - fan_db_ticks_ms()) > 0;) {
        fan_store_wait(store, &store->calmed, left);
    }
    store->given_up = true;
    pthread_mutex_unlock(&store->mutex);
    raise_event(store->hurry);
    fan_lane_join(&store->writing);
    fan_lane_join(&store->reading);
}

void fan_store_close(FanStore *store) {
    if (store == NULL) {
        return;
    }
    stop_threads(store);
    fan_listener_close(store);
    store->listener.started = false;
    store->listener.db = NULL;
    /* Answers may ask again; by then that is too late. */
    store->writing.away = store->reading.away = true;
    while (store->answers != NULL || store->items != NULL) {
        fan_store_deliver(store);
    }
    free_store(store);
}
