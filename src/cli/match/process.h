/* A program of somebody else's as a child: lines to it, lines from it, its end. It may die, hang,
 * flood or never read; whoever talks to it waits no longer than a deadline and keeps no more than
 * one line. One thread at a time. */
#ifndef FAN_CLI_MATCH_PROCESS_H
#define FAN_CLI_MATCH_PROCESS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum {
    FAN_PROCESS_LINE_MAX = 1 << 16,  /* longer lines are passed over */
    FAN_PROCESS_HEARD_MAX = 1 << 26, /* bytes heard after one thing said; more is a flood */
};

typedef struct FanProcess {
    const atomic_bool *stop; /* not owned: ends every waiting once it is set */
    pid_t pid;               /* 0 while none runs; leads a process group of its own */
    int to, from;            /* pipes */
    char *text;              /* owned: bytes heard, of which start … end are not yet taken */
    size_t start, end;
    bool skipping;  /* the rest of a line too long to keep */
    uint64_t heard; /* bytes since something was last said */
} FanProcess;

typedef enum FanProcessStatus {
    FAN_PROCESS_OK,
    FAN_PROCESS_LATE,    /* the deadline has passed */
    FAN_PROCESS_CLOSED,  /* it has closed the pipe; as a rule it has died */
    FAN_PROCESS_FLOOD,   /* it says more than anybody wants to know */
    FAN_PROCESS_STOPPED, /* *stop was set */
} FanProcessStatus;

/* Runs a command line as `/bin/sh -c` does, its standard error being ours; a single command takes
 * the shell's place. Returns 0, or the errno of what failed. Afterwards fan_process_end. */
int fan_process_start(FanProcess *process, const char *command, const atomic_bool *stop);

/* Says `length` bytes, whole lines, by a deadline in fan_now_ms()'s time. */
FanProcessStatus fan_process_say(FanProcess *process, const char *text, size_t length,
                                 uint64_t deadline_ms);

/* Hears the next line, without its end, which is zero-ended in *line until the next call. */
FanProcessStatus fan_process_hear(FanProcess *process, uint64_t deadline_ms, char **line,
                                  size_t *length);

/* Passes over what it has said so far: what comes before a question is no answer. */
void fan_process_forget(FanProcess *process);

enum { FAN_PROCESS_END_MAX = 64 };

/* How it ended: "exited with status 3", "was ended by signal 11 (Segmentation fault)", "closed its
 * output". Waits a moment for an end that is under way. Returns text. */
const char *fan_process_how_ended(const FanProcess *process, char text[FAN_PROCESS_END_MAX]);

/* Closes the pipes, waits at most `grace_ms` and ends it with all it has started. */
void fan_process_end(FanProcess *process, uint64_t grace_ms);

#endif
