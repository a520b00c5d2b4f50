/* Where the games of a match begin: random turns after which neither side is ahead, or a file. Each
 * opening is played twice, with both colours. */
#ifndef FAN_CLI_MATCH_OPENINGS_H
#define FAN_CLI_MATCH_OPENINGS_H

#include "cli/match/bout.h"

#include <fanorona/engine.h>

/* One opening of a file. */
typedef struct FanOpening {
    FanPosition start;
    size_t turn, count; /* which of the turns below are its own */
} FanOpening;

typedef struct FanOpenings {
    const FanSetup *setup; /* not owned */
    uint64_t seed;
    unsigned plies;    /* random turns from the setup's position, where no file is given */
    int32_t balance;   /* hundredths of a stone by which a side may be ahead then */
    FanOpening *items; /* owned: of the file; none otherwise */
    size_t count, room;
    FanTurn *turns; /* owned: of all of them */
    size_t turns_count, turns_room;
} FanOpenings;

/* Reads the file: one position a line, `#` before remarks; or, where its name ends in `.fgn`, game
 * records, whose turns are played. All must be of the setup's board and rules and not have ended.
 * On anything but FAN_EXIT_FINE a line was written that tells what, where and why. Afterwards,
 * always, fan_openings_free. */
FanExit fan_openings_read(FanOpenings *openings, const FanArguments *arguments, const char *path);
void fan_openings_free(FanOpenings *openings);

typedef enum FanOpeningStatus {
    FAN_OPENING_FINE,
    FAN_OPENING_NONE, /* no random opening is balanced */
    FAN_OPENING_MEMORY,
} FanOpeningStatus;

/* Begins a game with the opening of a pair, counted from 0: the same for the same seed. The engine
 * judges random ones; it is cleared. */
FanOpeningStatus fan_openings_begin(const FanOpenings *openings, uint64_t pair, FanEngine *engine,
                                    FanBout *bout);

#endif
