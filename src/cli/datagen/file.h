/* A file of training data: a header, then records, game after game in the order of their numbers.
 *
 * A game is added whole. Whatever ends the program, the file then ends with a part of one game at
 * most, which is cut off when it is opened again. */
#ifndef FAN_CLI_DATAGEN_FILE_H
#define FAN_CLI_DATAGEN_FILE_H

#include "cli/command.h"
#include "cli/datagen/sample.h"

/* What is in a file. */
typedef struct FanDataCount {
    uint64_t games, positions;
    uint64_t must_capture, exact; /* positions */
    uint64_t white, drawn, black; /* games by their result */
    uint64_t end;                 /* bytes up to the end of the last whole game */
    uint64_t bytes;               /* that were read */
    uint64_t offset;              /* of the fault */
    const char *fault;            /* the first one; NULL if there is none. Static memory */
} FanDataCount;

typedef struct FanDataFile {
    const char *path;
    int file;
    uint64_t games, positions, end; /* as in FanDataCount */
    uint64_t unsafe;                /* bytes written that may not yet be on the disk */
    uint64_t synced_ms;             /* when they were last seen to */
} FanDataFile;

/* Reads a whole file, opened at its beginning, up to its first fault; Ctrl-C ends it. Returns 0, or
 * errno if it cannot be read. On success without a fault in the header *plan is set. */
int fan_data_count(int file, FanPlan *plan, FanDataCount *count);

/* Opens or creates a file to add games of this plan to, for this process alone, and cuts off the
 * part of a game at its end. On anything but FAN_EXIT_FINE a line was written and the file is as it
 * was. Afterwards, always, fan_data_close. */
FanExit fan_data_open(FanDataFile *data, const FanArguments *arguments, const char *path,
                      const FanPlan *plan);

/* Adds the samples of the next game, the last of which is marked so. Returns 0, or errno; the file
 * is then as it was before. */
int fan_data_append(FanDataFile *data, const FanSample *samples, size_t count);

/* Sees to it that all is on the disk, and closes. Returns 0 or errno. */
int fan_data_close(FanDataFile *data);

#endif
