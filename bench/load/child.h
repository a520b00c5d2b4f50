/* Programs that are measured: started, looked at in /proc, ended. */
#ifndef FAN_BENCH_LOAD_CHILD_H
#define FAN_BENCH_LOAD_CHILD_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

typedef struct Usage {
    double processor_s;
    size_t memory_bytes; /* resident */
} Usage;

/* Runs a program, arguments NULL-ended; its output is thrown away. */
pid_t child_run(char *const arguments[]);
/* Runs a function in a process of its own. */
pid_t child_fork(void (*run)(void *context), void *context);
/* Waits until the port takes connections; dies when the child does first. */
void child_wait_for(pid_t child, unsigned port);
Usage child_usage(pid_t child);
/* SIGTERM, and waits. */
void child_end(pid_t child);
/* SIGKILL, for what does not end by itself. */
void child_kill(pid_t child);
/* A port nobody has. */
unsigned free_port(void);

#endif
