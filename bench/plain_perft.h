/* The yardstick for turn generation: perft as a competent first version would have it. */
#ifndef FAN_BENCH_PLAIN_PERFT_H
#define FAN_BENCH_PLAIN_PERFT_H

#include <stdint.h>

/* Counts lines of `depth` turns from the start of the capture game on a board of at most 49 points
 * (R5.7, default rules). Not for several threads at once. */
uint64_t plain_perft(int files, int ranks, unsigned depth);

#endif
