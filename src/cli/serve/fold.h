/* What the command line does with the events of a game: its record, its end by the administration.
 */
#ifndef FAN_CLI_SERVE_FOLD_H
#define FAN_CLI_SERVE_FOLD_H

#include "store/store.h"

enum { FAN_CLOSING_EVENTS_MAX = 4 };

typedef enum FanFolding {
    FAN_FOLDED,
    FAN_FOLD_DAMAGED, /* these are no events of a game */
    FAN_FOLD_NOTHING, /* it never began (record), or is over (closing) */
} FanFolding;

/* The game's record (R9.5), to be freed. */
FanFolding fan_fold_record(const char *const *events, size_t count, char **text, size_t *length);

/* The events that closing the game causes, and what is known of it then; its texts and those of
 * *game are to be freed with it. */
typedef struct FanClosing {
    FanStoreGame game;
    size_t count;
    char *events[FAN_CLOSING_EVENTS_MAX];
    char *spec;
    char result[16], reason[24];
} FanClosing;
FanFolding fan_fold_closing(const FanStoreGame *known, const char *const *events, size_t count,
                            int64_t now_ms, FanClosing *closing);
void fan_closing_free(FanClosing *closing);

#endif
