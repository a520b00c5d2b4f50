/* Time that never goes back, and waiting for a while. */
#ifndef FAN_CLI_CLOCK_H
#define FAN_CLI_CLOCK_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

/* Milliseconds from a fixed moment; a FanClock (fanorona/engine.h). */
uint64_t fan_now_ms(void);

/* Waits on a condition for `ms` at most; the lock is held before and after. Returns true when the
 * time is up. */
bool fan_wait_ms(pthread_cond_t *condition, pthread_mutex_t *lock, unsigned ms);

#endif
