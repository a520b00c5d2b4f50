/* Moves: the effect of a turn in one word, what the search uses.
 *
 * Turns of different paths with the same start, end and captured stones are one move. */
#ifndef FANORONA_MOVE_H
#define FANORONA_MOVE_H

#include <fanorona/turn.h>

FAN_BEGIN_DECLS

/* Bits 0–48 the captured stones, 49–54 from (FAN_HAND for a placement), 55–60 to. 0 is no move. */
typedef uint64_t FanMove;

#define FAN_NO_MOVE            ((FanMove)0)
#define FAN_MOVE_CAPTURED_MASK ((UINT64_C(1) << FAN_POINTS_MAX) - 1)

static inline FanMove fan_move_make(FanPoint from, FanPoint to, FanPoints captured) {
    return captured | (FanMove)from << 49 | (FanMove)to << 55;
}
static inline FanPoint fan_move_from(FanMove move) {
    return (FanPoint)(move >> 49 & 63);
}
static inline FanPoint fan_move_to(FanMove move) {
    return (FanPoint)(move >> 55 & 63);
}
static inline FanPoints fan_move_captured(FanMove move) {
    return move & FAN_MOVE_CAPTURED_MASK;
}

/* Writes the distinct legal moves, captures only where there are any (R3.1), and returns how many
 * there are. When that is more than `capacity`, only the first `capacity` are written, the number
 * may count an effect once for each path, and the call must be repeated with that much room: no
 * bound holds (over 12 000 turns are known). The order is fixed for a position, the same on every
 * build. */
FAN_API size_t fan_moves(const FanBoard *board, const FanRules *rules, const FanPosition *position,
                         FanMove *moves, size_t capacity);

/* The position after a legal move; unchecked. */
FAN_API FanPosition fan_position_after(const FanPosition *position, FanMove move);

/* The key of fan_position_after, from the key of `position`, without making it. */
FAN_API uint64_t fan_key_after(uint64_t key, const FanPosition *position, FanMove move);

/* The effect of a turn that is legal here; unchecked. */
FAN_API FanMove fan_turn_move(const FanBoard *board, const FanPosition *position,
                              const FanTurn *turn);

/* Plays a turn if it is legal: on success *after is the position that follows. Otherwise *after is
 * left alone. The refusal says which. `after` may be `position`. */
FAN_API FAN_NODISCARD FanRefusal fan_position_play(const FanBoard *board, const FanRules *rules,
                                                   const FanPosition *position, const FanTurn *turn,
                                                   FanPosition *after);

/* A turn with this effect, the first in the order of fan_turns_visit. Returns false if the move is
 * not legal. */
FAN_API FAN_NODISCARD bool fan_move_turn(const FanBoard *board, const FanRules *rules,
                                         const FanPosition *position, FanMove move, FanTurn *turn);

FAN_END_DECLS
#endif
