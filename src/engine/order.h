/* Which move to try first. Nothing here changes what a search finds, only how soon. */
#ifndef ENGINE_ORDER_H
#define ENGINE_ORDER_H

#include <fanorona/move.h>

enum {
    FAN_ORDER_PLIES = 128, /* plies below the root that are told apart */
    FAN_ORDER_KILLERS = 2,
};

/* What earlier nodes of this search taught about paika. */
typedef struct FanOrder {
    FanMove killers[FAN_ORDER_PLIES]
                   [FAN_ORDER_KILLERS]; /* last to refute at this ply, newest first */
    int16_t history[2][FAN_POINTS_MAX][FAN_POINTS_MAX]; /* by side, from, to */
} FanOrder;

void fan_order_clear(FanOrder *order);

/* Gives each of `count` moves its rank. `known` is the move a table remembers, tried before all. */
void fan_order_rank(const FanOrder *order, const FanPosition *position, unsigned ply, FanMove known,
                    const FanMove *moves, int32_t *ranks, size_t count);

/* Brings the best of moves[next …] to moves[next]. Called for next = 0, 1, 2 … in turn. */
void fan_order_pick(FanMove *moves, int32_t *ranks, size_t next, size_t count);

/* Learns that moves[tried] refuted, and that the ones before it did not. */
void fan_order_learn(FanOrder *order, FanSide side, unsigned ply, int depth, const FanMove *moves,
                     size_t tried);

#endif
