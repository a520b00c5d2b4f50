/* The first bound: a server that does nothing but send back what it was sent, on the same
 * libraries. */
#ifndef FAN_BENCH_LOAD_ECHO_H
#define FAN_BENCH_LOAD_ECHO_H

#include "stats.h"

typedef struct EchoRun {
    double rate; /* messages a second, 0: as fast as they come back */
    double seconds;
    uint64_t echoed; /* measured */
    Times times;
} EchoRun;

/* The server; ends with the process. `context` points to its port, an unsigned. */
void echo_serve(void *context);
/* Connects so many, and has the first `speakers` of them say a turn's message again and again in
 * each of the runs. */
void echo_measure(unsigned port, unsigned connections, unsigned speakers, EchoRun *runs,
                  unsigned count);

#endif
