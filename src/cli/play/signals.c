#include "cli/play/play.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/select.h>
#include <unistd.h>

static const int endings[] = {SIGINT, SIGQUIT, SIGTERM, SIGHUP};
enum { ENDINGS = sizeof endings / sizeof *endings };

static volatile sig_atomic_t ended;
static struct sigaction before[ENDINGS];
static sigset_t mask_before, mask_waiting;

static void note(int number) {
    (void)number;
    ended = 1;
}

void fan_play_watch_signals(void) {
    sigset_t held;
    sigemptyset(&held);
    sigaddset(&held, SIGWINCH);
    struct sigaction action = {.sa_handler = note};
    sigemptyset(&action.sa_mask);
    ended = 0;
    for (size_t i = 0; i < ENDINGS; i++) {
        sigaddset(&held, endings[i]);
        sigaction(endings[i], &action, &before[i]);
    }
    sigprocmask(SIG_BLOCK, &held, &mask_before);
    mask_waiting = mask_before;
    sigdelset(&mask_waiting, SIGWINCH);
    for (size_t i = 0; i < ENDINGS; i++) {
        sigdelset(&mask_waiting, endings[i]);
    }
}

void fan_play_unwatch_signals(void) {
    sigprocmask(SIG_SETMASK, &mask_before, NULL);
    for (size_t i = 0; i < ENDINGS; i++) {
        sigaction(endings[i], &before[i], NULL);
    }
}

FanHeard fan_play_wait(int time_ms) {
    fd_set wanted;
    FD_ZERO(&wanted);
    FD_SET(STDIN_FILENO, &wanted);
    struct timespec time = {time_ms / 1000, time_ms % 1000 * 1000000L};
    int ready =
        pselect(STDIN_FILENO + 1, &wanted, NULL, NULL, time_ms < 0 ? NULL : &time, &mask_waiting);
    if (ended) {
        return FAN_HEARD_END;
    }
    if (ready <= 0) {
        return ready == 0 || errno == EINTR ? FAN_HEARD_NOTHING : FAN_HEARD_GONE;
    }
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    poll(&input, 1, 0);
    return input.revents & (POLLHUP | POLLERR | POLLNVAL) ? FAN_HEARD_GONE : FAN_HEARD_INPUT;
}
