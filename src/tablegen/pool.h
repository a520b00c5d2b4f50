/* Threads that share a range of numbers: a loop cut into chunks that whoever is free takes next. */
#ifndef FAN_TABLEGEN_POOL_H
#define FAN_TABLEGEN_POOL_H

#include <stdbool.h>
#include <stddef.h>

typedef struct FanPool FanPool;

enum { FAN_POOL_THREADS_MAX = 256 };

/* Does the numbers from `first` up to, not including, `last`, as worker 0, 1, … */
typedef void FanPoolWork(void *context, unsigned worker, size_t first, size_t last);

/* Called between chunks on the thread that runs the pool, with how many numbers have been handed
 * out. Returns false to end the run early. */
typedef bool FanPoolWatch(void *context, size_t done, size_t total);

/* A pool of 1 to FAN_POOL_THREADS_MAX workers, the calling thread being one. NULL when threads
 * cannot be started. */
FanPool *fan_pool_new(unsigned threads);
void fan_pool_free(FanPool *pool);
unsigned fan_pool_threads(const FanPool *pool);

/* Runs work over [0, total) in chunks of `grain`; returns when all is done. `watch` may be NULL.
 * Returns false if it was ended early: then some numbers were left out. */
bool fan_pool_run(FanPool *pool, size_t total, size_t grain, FanPoolWork *work, void *context,
                  FanPoolWatch *watch, void *watch_context);

#endif
