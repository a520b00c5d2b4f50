#include "cli/interrupt.h"

#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_uint interrupts; /* lock-free, so a signal handler may count */
static struct sigaction before;

static void note_interrupt(int number) {
    if (atomic_fetch_add(&interrupts, 1) >= 2) {
        signal(number, SIG_DFL);
        raise(number);
    }
}

void fan_interrupt_watch(void) {
    atomic_store(&interrupts, 0);
    struct sigaction action = {.sa_handler = note_interrupt, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, &before);
}

void fan_interrupt_unwatch(void) {
    if (!fan_interrupted()) {
        sigaction(SIGINT, &before, NULL);
    }
}

bool fan_interrupted(void) {
    return atomic_load(&interrupts) > 0;
}
