/* The growable store of move lists. */
#include "engine/arena.h"

#include <stdlib.h>

enum { FIRST_CAPACITY = 8192 }; /* lists of a path of 60 nodes with 130 moves each */

/* Makes room for `needed` moves in all. A half-done growth leaves the arena usable as it was. */
static bool reserve(FanArena *arena, size_t needed) {
    size_t capacity = arena->capacity == 0 ? FIRST_CAPACITY : arena->capacity;
    while (capacity < needed) {
        capacity *= 2;
    }
    FanMove *moves = arena->resize(arena->moves, capacity * sizeof *moves);
    if (moves == NULL) {
        return false;
    }
    arena->moves = moves;
    int32_t *ranks = arena->resize(arena->ranks, capacity * sizeof *ranks);
    if (ranks == NULL) {
        return false;
    }
    arena->ranks = ranks;
    arena->capacity = capacity;
    return true;
}

bool fan_arena_init(FanArena *arena) {
    *arena = (FanArena){.resize = realloc};
    if (!reserve(arena, FIRST_CAPACITY)) {
        fan_arena_free(arena);
        return false;
    }
    return true;
}

void fan_arena_free(FanArena *arena) {
    free(arena->moves);
    free(arena->ranks);
    *arena = (FanArena){0};
}

bool fan_arena_generate(FanArena *arena, size_t first, const FanBoard *board, const FanRules *rules,
                        const FanPosition *position, size_t *count) {
    for (;;) {
        size_t room = arena->capacity - first;
        size_t found = fan_moves(board, rules, position, arena->moves + first, room);
        if (found <= room) {
            *count = found;
            return true;
        }
        if (!reserve(arena, first + found)) {
            return false;
        }
    }
}
