/* Games of self-play, several at once, added to a file in the order of their numbers. */
#ifndef FAN_CLI_DATAGEN_RUN_H
#define FAN_CLI_DATAGEN_RUN_H

#include "cli/datagen/file.h"

enum { FAN_DATAGEN_THREADS_MAX = 256 };

/* Plays with so many threads until the file has `positions` or more, or Ctrl-C; tells on a terminal
 * how far it is. The file has the same bytes whatever the number of threads, and however often it
 * was left and taken up again. On anything but FAN_EXIT_FINE a line was written; Ctrl-C is not
 * among them. */
FanExit fan_datagen_run(FanDataFile *data, const FanArguments *arguments, const FanPlan *plan,
                        uint64_t positions, unsigned threads);

#endif
