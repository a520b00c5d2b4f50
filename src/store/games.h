/* Rows of `games` as they are written and read, for all who do. */
#ifndef FAN_STORE_GAMES_H
#define FAN_STORE_GAMES_H

#include "store/request.h"

#define FAN_GAME_COLUMNS                                                                           \
    "id, variant, white, black, state, result, reason, spec, rated, settled, closed, made_ms, "    \
    "changed_ms, deadline_ms, turns, events"

/* The row a statement that selects FAN_GAME_COLUMNS stands on, kept with the request. */
FanStoreGame fan_game_row_read(FanDbStatement *statement, FanRequest *request);

/* A game and its events from a number on, of one moment; false: no such game. Within a transaction.
 */
bool fan_game_read_whole(FanDb *db, FanRequest *request, const char *id, uint32_t from,
                         FanStoreGame *game, const char ***events, size_t *count);

/* Posts the event of a number, if the game has been brought to `events` in this transaction. */
void fan_game_post_event(FanDb *db, const char *game, uint32_t number, const char *text,
                         uint32_t events, uint64_t *changed);

#endif
