#include "cli/interrupt.h"

#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_bool interrupted; /* lock-free, so a signal handler may set it */
static struct sigaction before;

static void note_interrupt(int signal_number) {
    (void)signal_number;
    atomic_store(&interrupted, true);
}

void fan_interrupt_watch(void) {
    atomic_store(&interrupted, false);
    struct sigaction action = {.sa_handler = note_interrupt,
                               .sa_flags = (int)SA_RESETHAND | SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, &before);
}

void fan_interrupt_unwatch(void) {
    sigaction(SIGINT, &before, NULL);
}

bool fan_interrupted(void) {
    return atomic_load(&interrupted);
}
