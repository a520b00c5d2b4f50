/* The games of a match in a file of game records (R9.5), one after another. */
#ifndef FAN_CLI_MATCH_SAVE_H
#define FAN_CLI_MATCH_SAVE_H

#include "cli/match/bout.h"

#include <fanorona/record.h>

typedef struct FanSave {
    int file; /* -1: nothing is saved */
    FanRecord record;
} FanSave;

/* Opens a file to add games to; it is made where it is not there. Returns 0 or the errno.
 * Afterwards, always, fan_save_close. */
int fan_save_open(FanSave *save, const char *path);
void fan_save_close(FanSave *save);

/* What is said of a game besides its turns. */
typedef struct FanSaveTags {
    const char *white, *black; /* printable ASCII */
    char round[32], time_control[48];
} FanSaveTags;

/* Adds a game with what the players thought of each turn, and sees it on the disk before it
 * returns: a whole game or nothing. Returns 0 or an errno. */
int fan_save_game(FanSave *save, const FanBout *bout, const FanVerdict *verdict,
                  const FanSaveTags *tags);

#endif
