/* One game of the engine against itself, each of whose positions becomes a sample. Its number and
 * the plan determine it, whatever was played before. */
#ifndef FAN_CLI_DATAGEN_GAME_H
#define FAN_CLI_DATAGEN_GAME_H

#include "cli/datagen/sample.h"

#include <stdatomic.h>

/* What one thread plays with. */
typedef struct FanSelfplay {
    const FanPlan *plan;     /* not owned */
    const atomic_bool *stop; /* not owned: leave the game */
    FanEngine *engine;       /* owned, as are the lists below */
    FanGame game;
    FanPly *plies;
    FanMove *moves;
    FanSample *samples; /* of the game: count of them */
    size_t count, plies_room, moves_room, samples_room;
} FanSelfplay;

typedef enum FanSelfplayStatus {
    FAN_SELFPLAY_FINE,
    FAN_SELFPLAY_STOPPED,
    FAN_SELFPLAY_UNFIT, /* no random opening is balanced */
    FAN_SELFPLAY_MEMORY,
    FAN_SELFPLAY_DAMAGED, /* no turn keeps the value that the tables tell */
} FanSelfplayStatus;

/* Returns false without memory. Afterwards, always, fan_selfplay_free. */
bool fan_selfplay_make(FanSelfplay *self, const FanPlan *plan, const atomic_bool *stop);
void fan_selfplay_free(FanSelfplay *self);

/* Plays a game, which has at least one sample when all is fine. */
FanSelfplayStatus fan_selfplay_play(FanSelfplay *self, uint64_t number);

/* What the engine answers in this plan's game, in a word: another engine or another network most
 * likely gives another one. Sets *word or returns false without memory. */
bool fan_selfplay_engine(FanSelfplay *self, uint64_t *word);

#endif
