#include "tablegen/pool.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

typedef struct Helper {
    FanPool *pool;
    unsigned worker;
    pthread_t thread;
} Helper;

struct FanPool {
    unsigned threads, started;
    Helper *helpers; /* all but worker 0 */
    pthread_mutex_t lock;
    pthread_cond_t changed;
    unsigned long run; /* number of the run; helpers wait for the next one */
    unsigned busy;     /* helpers still in it */
    bool closing;
    /* The run. */
    FanPoolWork *work;
    void *context;
    size_t total, grain;
    atomic_size_t next;
    atomic_bool stopped;
};

static bool take(FanPool *pool, size_t *first, size_t *last) {
    *first = atomic_fetch_add(&pool->next, pool->grain);
    *last = *first + pool->grain < pool->total ? *first + pool->grain : pool->total;
    return *first < pool->total && !atomic_load(&pool->stopped);
}

static void help(FanPool *pool, unsigned worker) {
    size_t first, last;
    while (take(pool, &first, &last)) {
        pool->work(pool->context, worker, first, last);
    }
}

static void *serve(void *context) {
    Helper *helper = context;
    FanPool *pool = helper->pool;
    unsigned long seen = 0;
    pthread_mutex_lock(&pool->lock);
    for (;;) {
        while (pool->run == seen && !pool->closing) {
            pthread_cond_wait(&pool->changed, &pool->lock);
        }
        if (pool->closing) {
            break;
        }
        seen = pool->run;
        pthread_mutex_unlock(&pool->lock);
        help(pool, helper->worker);
        pthread_mutex_lock(&pool->lock);
        pool->busy--;
        pthread_cond_broadcast(&pool->changed);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

FanPool *fan_pool_new(unsigned threads) {
    FanPool *pool = calloc(1, sizeof *pool);
    Helper *helpers = pool ? calloc(threads, sizeof *helpers) : NULL;
    if (!helpers) {
        free(pool);
        return NULL;
    }
    pool->threads = threads;
    pool->helpers = helpers;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->changed, NULL);
    for (; pool->started + 1 < threads; pool->started++) {
        Helper *helper = &helpers[pool->started];
        *helper = (Helper){.pool = pool, .worker = pool->started + 1};
        if (pthread_create(&helper->thread, NULL, serve, helper) != 0) {
            fan_pool_free(pool);
            return NULL;
        }
    }
    return pool;
}

void fan_pool_free(FanPool *pool) {
    if (!pool) {
        return;
    }
    pthread_mutex_lock(&pool->lock);
    pool->closing = true;
    pthread_cond_broadcast(&pool->changed);
    pthread_mutex_unlock(&pool->lock);
    for (unsigned i = 0; i < pool->started; i++) {
        pthread_join(pool->helpers[i].thread, NULL);
    }
    pthread_cond_destroy(&pool->changed);
    pthread_mutex_destroy(&pool->lock);
    free(pool->helpers);
    free(pool);
}

unsigned fan_pool_threads(const FanPool *pool) {
    return pool->threads;
}

static void begin_run(FanPool *pool) {
    pthread_mutex_lock(&pool->lock);
    pool->busy = pool->started;
    pool->run++;
    pthread_cond_broadcast(&pool->changed);
    pthread_mutex_unlock(&pool->lock);
}

static void end_run(FanPool *pool) {
    pthread_mutex_lock(&pool->lock);
    while (pool->busy > 0) {
        pthread_cond_wait(&pool->changed, &pool->lock);
    }
    pthread_mutex_unlock(&pool->lock);
}

bool fan_pool_run(FanPool *pool, size_t total, size_t grain, FanPoolWork *work, void *context,
                  FanPoolWatch *watch, void *watch_context) {
    size_t first, last;
    pool->work = work;
    pool->context = context;
    pool->total = total;
    pool->grain = grain;
    atomic_store(&pool->next, 0);
    atomic_store(&pool->stopped, false);
    bool shared = total > grain; /* waking the others would take longer than a single chunk */
    if (shared) {
        begin_run(pool);
    }
    while (take(pool, &first, &last)) {
        if (watch && !watch(watch_context, first, total)) {
            atomic_store(&pool->stopped, true);
            break;
        }
        work(context, 0, first, last);
    }
    if (shared) {
        end_run(pool);
    }
    return !atomic_load(&pool->stopped);
}
