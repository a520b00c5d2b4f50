/* Lists that grow with what they hold: turns have no bound worth an array. */
#ifndef FAN_CLI_TURNS_H
#define FAN_CLI_TURNS_H

#include <fanorona/text.h>

/* A legal turn as it is shown, and where it leads. */
typedef struct FanListedTurn {
    char *text; /* canonical form; owned by the list */
    FanPosition after;
    uint64_t count; /* free for the caller */
} FanListedTurn;

typedef struct FanTurnList {
    FanListedTurn *turns; /* sorted by the bytes of their texts */
    size_t count, capacity;
} FanTurnList;

/* Lists the legal turns of a position that has not ended, none of one that has (R5). Returns false
 * without memory. Afterwards, always, fan_turn_list_free. */
bool fan_turn_list(FanTurnList *list, const FanBoard *board, const FanRules *rules,
                   const FanPosition *position);

/* The same by the position alone (R5.7): what quiet limit and repetition say is not looked at. */
bool fan_turn_list_perft(FanTurnList *list, const FanBoard *board, const FanRules *rules,
                         const FanPosition *position);

void fan_turn_list_free(FanTurnList *list);

/* Makes room for one more item of `size` bytes in `items`, which has `*capacity` and holds `count`
 * of them. Returns the items, moved or not, or NULL (the old ones stay) without memory. */
void *fan_grow(void *items, size_t count, size_t *capacity, size_t size);

#endif
