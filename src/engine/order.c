/* Move ordering: the remembered move, then captures by the stones they take, paika by history. A
 * list never holds both kinds (R3.1). History saves 5 % of the nodes of the bench at depth 9;
 * killers beside it saved none, and asking of each move whether the reply could capture cost more
 * than it saved. */
#include "engine/order.h"

#include <string.h>

enum {
    RANK_KNOWN = 1 << 30,
    RANK_STONE = 1 << 12, /* a captured stone */
    HISTORY_MAX = 16384,
    PICKS_BEFORE_SORT = 12, /* most nodes that try more try them all */
};

void fan_order_clear(FanOrder *order) {
    memset(order, 0, sizeof *order);
}

void fan_order_rank(const FanOrder *order, FanSide side, FanMove known, const FanMove *moves,
                    int32_t *ranks, size_t count) {
    for (size_t i = 0; i < count; i++) {
        FanPoints captured = fan_move_captured(moves[i]);
        ranks[i] = moves[i] == known ? RANK_KNOWN
                   : captured != 0
                       ? RANK_STONE * __builtin_popcountll(captured)
                       : order->history[side][fan_move_from(moves[i])][fan_move_to(moves[i])];
    }
}

static void swap(FanMove *moves, int32_t *ranks, size_t a, size_t b) {
    FanMove move = moves[a];
    int32_t rank = ranks[a];
    moves[a] = moves[b];
    ranks[a] = ranks[b];
    moves[b] = move;
    ranks[b] = rank;
}

/* Lets element `root` sink in a heap whose top is the lowest rank. */
static void sink(FanMove *moves, int32_t *ranks, size_t root, size_t count) {
    for (size_t child; (child = 2 * root + 1) < count; root = child) {
        if (child + 1 < count && ranks[child + 1] < ranks[child]) {
            child++;
        }
        if (ranks[root] <= ranks[child]) {
            return;
        }
        swap(moves, ranks, root, child);
    }
}

/* Heapsort, highest rank first: no memory, no bad case, the same on every build. */
static void sort(FanMove *moves, int32_t *ranks, size_t count) {
    for (size_t i = count / 2; i-- > 0;) {
        sink(moves, ranks, i, count);
    }
    for (size_t last = count; last-- > 1;) {
        swap(moves, ranks, 0, last);
        sink(moves, ranks, 0, last);
    }
}

void fan_order_pick(FanMove *moves, int32_t *ranks, size_t next, size_t count) {
    if (next == PICKS_BEFORE_SORT) {
        sort(moves + next, ranks + next, count - next);
    }
    if (next >= PICKS_BEFORE_SORT) {
        return;
    }
    size_t best = next;
    for (size_t i = next + 1; i < count; i++) {
        if (ranks[i] > ranks[best]) {
            best = i;
        }
    }
    swap(moves, ranks, next, best);
}

/* Moves a history value towards ±HISTORY_MAX, the slower the nearer it is. */
static void push_history(int16_t *value, int bonus) {
    int size = bonus < 0 ? -bonus : bonus;
    *value = (int16_t)(*value + bonus - *value * size / HISTORY_MAX);
}

void fan_order_learn(FanOrder *order, FanSide side, int depth, const FanMove *moves, size_t tried) {
    FanMove move = moves[tried];
    if (fan_move_captured(move) != 0) {
        return;
    }
    int bonus = depth * depth * 16;
    if (bonus > HISTORY_MAX / 4) {
        bonus = HISTORY_MAX / 4;
    }
    push_history(&order->history[side][fan_move_from(move)][fan_move_to(move)], bonus);
    for (size_t i = 0; i < tried; i++) {
        push_history(&order->history[side][fan_move_from(moves[i])][fan_move_to(moves[i])], -bonus);
    }
}
