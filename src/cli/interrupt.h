/* Ctrl-C as a question that long work asks between its pieces. */
#ifndef FAN_CLI_INTERRUPT_H
#define FAN_CLI_INTERRUPT_H

#include <stdbool.h>

/* From watch to unwatch SIGINT is only noted. The third one ends the process as usual, in case it
 * hangs in a write; the second may be the same Ctrl-C, told to the process and to its group. It may
 * come late: once one was noted, unwatch lets the second pass too while the answer is printed. */
void fan_interrupt_watch(void);
void fan_interrupt_unwatch(void);

/* Whether SIGINT came since the last fan_interrupt_watch. Any thread. */
bool fan_interrupted(void);

#endif
