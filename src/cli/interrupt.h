/* Ctrl-C as a question that long work asks between its pieces. */
#ifndef CLI_INTERRUPT_H
#define CLI_INTERRUPT_H

#include <stdbool.h>

/* From watch to unwatch the first SIGINT is only noted; a second one ends the process as usual. */
void fan_interrupt_watch(void);
void fan_interrupt_unwatch(void);

/* Whether SIGINT came since the last fan_interrupt_watch. Any thread. */
bool fan_interrupted(void);

#endif
