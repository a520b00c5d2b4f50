#define _GNU_SOURCE    /* pipe2: two threads may start programs at once, and neither may hand its  \
                          pipes on */
#include "cli/match/process.h"

#include "cli/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum {
    LOOK_MS = 50,     /* between two looks at *stop */
    ENDING_MS = 2000, /* for a program whose output has closed to be gone */
    PAUSE_MS = 2,
    LAST_WORDS_MAX = 1 << 20, /* bytes heard of a program that is to end */
};

/* --- beginning -----------------------------------------------------------------------------------
 */

static void close_both(int pipe_ends[2]) {
    close(pipe_ends[0]);
    close(pipe_ends[1]);
}

/* Whether a command line is one command, which may take the shell's place: then it is the command
 * whose end we see. */
static bool is_simple(const char *command) {
    size_t first = strcspn(command, " \t");
    return strpbrk(command, ";&|(){}\n`") == NULL && memchr(command, '=', first) == NULL &&
           strncmp(command, "exec", 4) != 0;
}

/* Our ends of the pipes are closed in every child, so that a program's input ends when we end it.
 */
static int spawn(FanProcess *process, const char *line, int in[2], int out[2]) {
    char shell[] = "sh", option[] = "-c";
    char *words[] = {shell, option, (char *)(uintptr_t)line, NULL};
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    sigset_t none, standard;
    sigemptyset(&none);
    sigemptyset(&standard);
    sigaddset(&standard, SIGPIPE); /* which this program ignores */
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, in[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, out[1], STDOUT_FILENO);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK |
                                              POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setpgroup(&attributes, 0); /* Ctrl-C is for us; we end it then */
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &standard);
    int error = posix_spawn(&process->pid, "/bin/sh", &files, &attributes, words, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    return error;
}

int fan_process_start(FanProcess *process, const char *command, const atomic_bool *stop) {
    int in[2], out[2];
    *process = (FanProcess){.stop = stop, .to = -1, .from = -1};
    process->text = malloc(FAN_PROCESS_LINE_MAX);
    if (!process->text || pipe2(in, O_CLOEXEC) != 0) {
        return errno;
    }
    if (pipe2(out, O_CLOEXEC) != 0) {
        int error = errno;
        close_both(in);
        return error;
    }
    char *line = malloc(strlen(command) + sizeof "exec ");
    int error = line ? 0 : ENOMEM;
    if (line) {
        sprintf(line, "%s%s", is_simple(command) ? "exec " : "", command);
        error = spawn(process, line, in, out);
    }
    free(line);
    close(in[0]);
    close(out[1]);
    process->to = in[1];
    process->from = out[0];
    if (error) {
        process->pid = 0;
        return error;
    }
    /* Neither a full pipe nor an empty one may hold us. */
    (void)fcntl(process->to, F_SETFL, O_NONBLOCK);
    (void)fcntl(process->from, F_SETFL, O_NONBLOCK);
    return 0;
}

/* --- talking -------------------------------------------------------------------------------------
 */

/* Waits until one of the pipes can go on, as far as the deadline and *stop let it. */
static FanProcessStatus wait_for(FanProcess *process, bool to_say, uint64_t deadline_ms) {
    for (;;) {
        uint64_t now_ms = fan_now_ms();
        struct pollfd ends[2] = {{.fd = process->from, .events = POLLIN},
                                 {.fd = to_say ? process->to : -1, .events = POLLOUT}};
        if (atomic_load(process->stop)) {
            return FAN_PROCESS_STOPPED;
        }
        uint64_t left_ms = now_ms < deadline_ms ? deadline_ms - now_ms : 0;
        int ready = poll(ends, 2, left_ms < LOOK_MS ? (int)left_ms : LOOK_MS);
        if (ready > 0) {
            return FAN_PROCESS_OK;
        }
        if (left_ms == 0) {
            return FAN_PROCESS_LATE;
        }
    }
}

/* Reads what has come into the room there is. */
static FanProcessStatus read_more(FanProcess *process) {
    ssize_t got =
        read(process->from, process->text + process->end, FAN_PROCESS_LINE_MAX - process->end);
    if (got < 0) {
        return errno == EAGAIN || errno == EINTR ? FAN_PROCESS_OK : FAN_PROCESS_CLOSED;
    }
    process->end += (size_t)got;
    process->heard += (uint64_t)got;
    return got == 0                                 ? FAN_PROCESS_CLOSED
           : process->heard > FAN_PROCESS_HEARD_MAX ? FAN_PROCESS_FLOOD
                                                    : FAN_PROCESS_OK;
}

/* Makes room for more of the line that has begun, or gives it up where it is too long. */
static void make_room(FanProcess *process) {
    process->end -= process->start;
    memmove(process->text, process->text + process->start, process->end);
    process->start = 0;
    if (process->end == FAN_PROCESS_LINE_MAX) {
        process->skipping = true;
        process->end = 0;
    }
}

/* Takes the next whole line there is; false if there is none. */
static bool take_line(FanProcess *process, char **line, size_t *length) {
    char *stop;
    while ((stop = memchr(process->text + process->start, '\n', process->end - process->start))) {
        char *begin = process->text + process->start;
        bool whole = !process->skipping;
        process->start = (size_t)(stop - process->text) + 1;
        process->skipping = false;
        if (whole) {
            *stop = '\0';
            *line = begin;
            *length = (size_t)(stop - begin);
            return true;
        }
    }
    return false;
}

FanProcessStatus fan_process_hear(FanProcess *process, uint64_t deadline_ms, char **line,
                                  size_t *length) {
    FanProcessStatus status = FAN_PROCESS_OK;
    while (!take_line(process, line, length) && status == FAN_PROCESS_OK) {
        make_room(process);
        status = wait_for(process, false, deadline_ms);
        if (status == FAN_PROCESS_OK) {
            status = read_more(process);
        }
    }
    return status;
}

static void drop(FanProcess *process) {
    if (process->end > process->start) {
        process->skipping = process->text[process->end - 1] != '\n';
    }
    process->start = process->end = 0;
}

/* Drops what it says while it does not listen, so that it can come to listening. */
static FanProcessStatus drop_heard(FanProcess *process) {
    drop(process);
    FanProcessStatus status = read_more(process);
    drop(process);
    return status;
}

void fan_process_forget(FanProcess *process) {
    uint64_t before;
    do {
        before = process->heard;
    } while (drop_heard(process) == FAN_PROCESS_OK && process->heard > before);
}

FanProcessStatus fan_process_say(FanProcess *process, const char *text, size_t length,
                                 uint64_t deadline_ms) {
    process->heard = 0;
    while (length > 0) {
        ssize_t said = write(process->to, text, length);
        if (said >= 0) {
            text += said;
            length -= (size_t)said;
        } else if (errno == EAGAIN) {
            FanProcessStatus status = wait_for(process, true, deadline_ms);
            if (status == FAN_PROCESS_OK) {
                status = drop_heard(process);
            }
            if (status != FAN_PROCESS_OK) {
                return status;
            }
        } else if (errno != EINTR) {
            return FAN_PROCESS_CLOSED;
        }
    }
    return FAN_PROCESS_OK;
}

/* --- the end -------------------------------------------------------------------------------------
 */

/* Whether it has ended by then; it stays a zombie, so that its number and its group's stay its own.
 */
static bool has_ended(const FanProcess *process, uint64_t wait_ms, siginfo_t *info) {
    uint64_t deadline_ms = fan_now_ms() + wait_ms;
    for (;;) {
        info->si_pid = 0;
        if (waitid(P_PID, (id_t)process->pid, info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
            info->si_pid) {
            return info->si_pid != 0;
        }
        if (fan_now_ms() >= deadline_ms) {
            return false;
        }
        nanosleep(&(struct timespec){.tv_nsec = PAUSE_MS * 1000000L}, NULL);
    }
}

const char *fan_process_how_ended(const FanProcess *process, char text[FAN_PROCESS_END_MAX]) {
    siginfo_t info;
    if (!has_ended(process, ENDING_MS, &info)) {
        snprintf(text, FAN_PROCESS_END_MAX, "closed its output");
    } else if (info.si_code == CLD_EXITED) {
        snprintf(text, FAN_PROCESS_END_MAX, "exited with status %d", info.si_status);
    } else {
        const char *name = sigabbrev_np(info.si_status);
        snprintf(text, FAN_PROCESS_END_MAX, "was ended by signal %d (SIG%s)", info.si_status,
                 name ? name : "?");
    }
    return text;
}

/* Lets it say what it still has to say before it goes. */
static void hear_out(FanProcess *process, uint64_t grace_ms) {
    siginfo_t info;
    uint64_t deadline_ms = fan_now_ms() + grace_ms;
    process->heard = 0;
    while (!has_ended(process, 0, &info) && fan_now_ms() < deadline_ms &&
           process->heard < LAST_WORDS_MAX) {
        if (drop_heard(process) != FAN_PROCESS_OK) {
            (void)has_ended(process, grace_ms, &info);
            return;
        }
        nanosleep(&(struct timespec){.tv_nsec = PAUSE_MS * 1000000L}, NULL);
    }
}

void fan_process_end(FanProcess *process, uint64_t grace_ms) {
    if (process->to >= 0) {
        close(process->to);
    }
    if (process->pid > 0) {
        hear_out(process, grace_ms);
        kill(-process->pid, SIGKILL); /* also what it has started and left behind */
        while (waitpid(process->pid, NULL, 0) < 0 && errno == EINTR) {
        }
    }
    if (process->from >= 0) {
        close(process->from);
    }
    free(process->text);
    *process = (FanProcess){.to = -1, .from = -1};
}
