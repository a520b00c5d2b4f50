/* What the two ways of playing at a terminal share: the session, the file it is kept in, and what
 * was asked for on the command line. */
#ifndef FAN_CLI_PLAY_PLAY_H
#define FAN_CLI_PLAY_PLAY_H

#include "cli/play/session.h"
#include "cli/play/store.h"

typedef struct FanPlay {
    FanArguments *arguments;
    FanSession session;
    FanEndgames endgames; /* of the computer */
    FanCertificates certificates;
    FanPlayFolder store;
    FanRecord record; /* for reading and writing */
    FanSetup setup;   /* of the first game */
    uint8_t seats[2]; /* FanSeat, of the first game */
    bool may_resume;  /* nothing was asked for that an unfinished game would contradict */
    char date[16];    /* when the game began, as records write it */
    unsigned kept;    /* session.changes when the game was last kept */
    char trouble[FAN_STORE_WHY_MAX]; /* why the game is not kept; "" while it is */
} FanPlay;

/* Keeps the game if it has changed since. A failure is in `trouble`, and tried again at the next
 * change. */
void fan_play_keep(FanPlay *play);

/* Begins a new game, kept in a file of its own: as asked for on the command line, or the next one
 * on the same board, vela or not. */
void fan_play_begin(FanPlay *play);
void fan_play_next(FanPlay *play, bool vela);

/* Goes on with the record: that of the file that is kept, or a game read from elsewhere, which is
 * kept in a new one. Returns false, with the reason said, if there is no memory. */
bool fan_play_load(FanPlay *play, bool kept);

/* Reads a file and goes on with its game; on failure, which is said, nothing changes. */
bool fan_play_open(FanPlay *play, const char *path);

/* Saves a copy under a name, and says so, or why not. */
bool fan_play_save(FanPlay *play, const char *name);

/* Looks for an unfinished game; if there is one it is in the record, and `text` tells which. If
 * there is none but one that cannot be read, that is said. */
bool fan_play_find(FanPlay *play, FanText *text);

/* The game at a terminal, and line by line. Each returns how the program ends. */
FanExit fan_play_screen(FanPlay *play);
FanExit fan_play_plain(FanPlay *play);

/* Between watch and unwatch, what ends the game from outside – Ctrl-C, Ctrl-\, SIGTERM, a terminal
 * that was closed – and a change of the window are only noted, and heard in fan_play_wait. Returns
 * false if the system has no room for that. */
bool fan_play_watch_signals(void);
void fan_play_unwatch_signals(void);

typedef enum FanHeard {
    FAN_HEARD_NOTHING, /* the time is over, or the window has changed */
    FAN_HEARD_INPUT,
    FAN_HEARD_GONE, /* no more input comes; some may be left */
    FAN_HEARD_END,  /* a signal that ends the program; from then on always */
} FanHeard;

/* Waits for input on descriptor 0, at most so many milliseconds (-1: for ever). */
FanHeard fan_play_wait(int time_ms);

#endif
