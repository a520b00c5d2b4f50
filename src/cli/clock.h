/* Time that never goes back. */
#ifndef FAN_CLI_CLOCK_H
#define FAN_CLI_CLOCK_H

#include <stdint.h>

/* Milliseconds from a fixed moment; a FanClock (fanorona/engine.h). */
uint64_t fan_now_ms(void);

#endif
