/* Signals become bytes in a pipe that is waited on together with the input, so none is missed
 * between a look at the flag and the wait. */
#include "cli/play/play.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

static const int endings[] = {SIGINT, SIGQUIT, SIGTERM, SIGHUP};
enum { ENDINGS = sizeof endings / sizeof *endings };

static volatile sig_atomic_t ended;
static struct sigaction before[ENDINGS], window_before;
static int pipe_ends[2] = {-1, -1};

static void wake(void) {
    int error = errno;
    ssize_t written = write(pipe_ends[1], "", 1);
    (void)written; /* a full pipe wakes as well */
    errno = error;
}

static void note_end(int number) {
    (void)number;
    ended = 1;
    wake();
}

/* The window has changed: ncurses is to know first. */
static void note_window(int number) {
    if (window_before.sa_handler != SIG_DFL && window_before.sa_handler != SIG_IGN) {
        window_before.sa_handler(number);
    }
    wake();
}

static void handle(int number, void (*handler)(int), struct sigaction *was) {
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(number, NULL, was);
    sigaction(number, &action, NULL);
}

bool fan_play_watch_signals(void) {
    if (pipe(pipe_ends) != 0) {
        return false;
    }
    for (int i = 0; i < 2; i++) {
        fcntl(pipe_ends[i], F_SETFL, O_NONBLOCK);
        fcntl(pipe_ends[i], F_SETFD, FD_CLOEXEC);
    }
    ended = 0;
    for (size_t i = 0; i < ENDINGS; i++) {
        handle(endings[i], note_end, &before[i]);
    }
    handle(SIGWINCH, note_window, &window_before);
    return true;
}

void fan_play_unwatch_signals(void) {
    for (size_t i = 0; i < ENDINGS; i++) {
        sigaction(endings[i], &before[i], NULL);
    }
    sigaction(SIGWINCH, &window_before, NULL);
    close(pipe_ends[0]);
    close(pipe_ends[1]);
}

FanHeard fan_play_wait(int time_ms) {
    struct pollfd inputs[2] = {{.fd = STDIN_FILENO, .events = POLLIN},
                               {.fd = pipe_ends[0], .events = POLLIN}};
    int ready = poll(inputs, 2, time_ms), error = errno;
    char bytes[64];
    while (read(pipe_ends[0], bytes, sizeof bytes) > 0) {
    }
    if (ended) {
        return FAN_HEARD_END;
    }
    if (ready < 0) {
        return error == EINTR || error == EAGAIN ? FAN_HEARD_NOTHING : FAN_HEARD_GONE;
    }
    return inputs[0].revents & (POLLHUP | POLLERR | POLLNVAL) ? FAN_HEARD_GONE
           : inputs[0].revents                                ? FAN_HEARD_INPUT
                                                              : FAN_HEARD_NOTHING;
}
