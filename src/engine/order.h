/* Which move to try first. Nothing here changes what a search finds, only how soon. */
#ifndef FAN_ENGINE_ORDER_H
#define FAN_ENGINE_ORDER_H

#include <fanorona/move.h>

/* What earlier nodes of this search taught about paika. */
typedef struct FanOrder {
    int16_t history[2][FAN_HAND + 1][FAN_POINTS_MAX]; /* by side, from (also the hand), to */
} FanOrder;

void fan_order_clear(FanOrder *order);

/* Gives each of `count` moves its rank. `known` is the move a table remembers, tried before all. */
void fan_order_rank(const FanOrder *order, FanSide side, FanMove known, const FanMove *moves,
                    int32_t *ranks, size_t count);

/* Brings the best of moves[next …] to moves[next]. Called for next = 0, 1, 2 … in turn. */
void fan_order_pick(FanMove *moves, int32_t *ranks, size_t next, size_t count);

/* Learns that moves[tried] refuted at this depth, and that the ones before it did not. */
void fan_order_learn(FanOrder *order, FanSide side, int depth, const FanMove *moves, size_t tried);

#endif
