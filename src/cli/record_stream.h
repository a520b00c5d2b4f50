/* The games of the files named on a command line, one after the other, in constant memory: how far
 * one is, Ctrl-C and files that cannot be read are seen to here. */
#ifndef FAN_CLI_RECORD_STREAM_H
#define FAN_CLI_RECORD_STREAM_H

#include "cli/command.h"

#include <fanorona/record.h>

/* What is done with the games. Return false to end the reading. `file` is the name as it is shown;
 * both live only during the call. */
typedef struct FanRecordUse {
    void *context;
    bool (*game)(void *context, const char *file, uint64_t number, const FanRecord *record);
    bool (*fault)(void *context, const char *file, const FanRecordFault *fault);
    bool quiet; /* nothing is told of how far it is, even on a terminal */
} FanRecordUse;

/* What the reading came to. */
typedef struct FanRecordCount {
    uint64_t games, faults;
} FanRecordCount;

/* Reads the operands from `first` on, `-` for standard input. A file that cannot be opened or read
 * is told and the others are still read. Returns FAN_EXIT_FINE, or what went wrong besides faults.
 */
FanExit fan_record_stream(const FanArguments *arguments, size_t first, const FanRecordUse *use,
                          FanRecordCount *count);

/* Takes away the line that tells how far it is, before something else is written to a terminal. */
void fan_record_clear_progress(const FanArguments *arguments);

#endif
