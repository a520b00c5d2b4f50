/* Where the move lists of the nodes on the path lie, one behind the other.
 *
 * No bound holds for the moves of a position, so the arena grows; lists are named by where they
 * begin, never by address. */
#ifndef FAN_ENGINE_ARENA_H
#define FAN_ENGINE_ARENA_H

#include <fanorona/move.h>

/* realloc, or what a test puts in its place. */
typedef void *FanResize(void *memory, size_t bytes);

typedef struct FanArena {
    FanMove *moves;
    int32_t *ranks; /* beside each move: how early it should be tried */
    size_t capacity;
    FanResize *resize;
} FanArena;

/* Makes an arena with room for a usual search. Returns false without memory. */
bool fan_arena_init(FanArena *arena);
void fan_arena_free(FanArena *arena);

/* Writes the legal moves of a position from `first` on, growing as needed, and their number to
 * *count. Returns false without memory; lists before `first` are intact either way. */
bool fan_arena_generate(FanArena *arena, size_t first, const FanBoard *board, const FanRules *rules,
                        const FanPosition *position, size_t *count);

#endif
