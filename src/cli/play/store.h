/* Games kept as files, so that a kill at any moment loses none.
 *
 * A game lies in a file of its own in games/ of the data folder. It is written beside, brought to
 * the disk and renamed into place; whoever plays it holds a lock on the file, which ends with the
 * process. A file that was not made here is never written over. */
#ifndef FAN_CLI_PLAY_STORE_H
#define FAN_CLI_PLAY_STORE_H

#include <fanorona/record.h>
#include <sys/stat.h>

enum { FAN_STORE_PATH_MAX = 1024, FAN_STORE_WHY_MAX = 1400 };

typedef struct FanPlayFolder {
    char folder[FAN_STORE_PATH_MAX]; /* games/; "" if there is none */
    char path[FAN_STORE_PATH_MAX];   /* the game that is kept; "" until it is kept first */
    int lock;                        /* descriptor of that file; -1 for none */
    char saved[FAN_STORE_PATH_MAX];  /* where the game was last saved by name, and what lay there
                                        then */
    struct stat saved_as;
    char why[FAN_STORE_WHY_MAX]; /* why the last thing failed: what, where and why */
} FanPlayFolder;

/* Finds or makes the folder of games: $FANORONA_DATA, else $XDG_DATA_HOME/fanorona, else
 * ~/.local/share/fanorona. Returns false if games cannot be kept there; `why` tells. Afterwards,
 * always, fan_play_folder_close. */
bool fan_play_folder_open(FanPlayFolder *store);
void fan_play_folder_close(FanPlayFolder *store);

/* From now on another game is kept: in a new file, or in one to be made at `path`, which must not
 * be there yet (not NULL: returns false if it is). */
bool fan_play_folder_begin(FanPlayFolder *store, const char *path);

/* Keeps a game in the state of the record. */
bool fan_play_folder_keep(FanPlayFolder *store, const FanRecord *record);

/* Writes a copy under a name of the player's, with `.fgn` after it if it has no ending. A file that
 * is there already is left alone, unless this store wrote it there. `saved` has the name. */
bool fan_play_folder_save(FanPlayFolder *store, const FanRecord *record, const char *name);

/* Reads the first game of a file. */
bool fan_play_folder_read(FanPlayFolder *store, FanRecord *record, const char *path);

/* Looks for the newest game that was not finished, is not played elsewhere and was not set aside,
 * and goes on keeping it. Returns false if there is none; `why` then names a game that could not be
 * read, if there is one. */
bool fan_play_folder_resume(FanPlayFolder *store, FanRecord *record);

/* Renames the game that is kept so that it is not offered again, and ends keeping it. */
bool fan_play_folder_set_aside(FanPlayFolder *store);

#endif
