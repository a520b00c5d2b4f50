/* The body of a kernel. The including file says which lines.h it wants and names the result KERNEL.
 */
#include "rules/captures.h"
#include "rules/kernel.h"
#include "rules/position_rules.h"

static bool must_capture(const FanBoard *board, const FanPosition *position) {
    return capturers(board, own_stones(position), enemy_stones(position),
                     empty_points(board, position)) != 0;
}

/* Counting. How many ways a turn can go on from `point` by the open steps, each stop counted, when
 * a chain is optional. What a step takes does not change which steps are open right after it: the
 * points it frees and the stones it removes lie on its own line, forward (R4.3) or behind the point
 * just left (R4.2). So the taken stones are worked out only where the chain goes on. */
static uint64_t count_chains(const FanBoard *board, FanPoints enemy, FanPoints free, FanPoint point,
                             Open open) {
    uint64_t count = 0;
    for (unsigned d, steps = open.approach | open.withdrawal; steps; steps &= steps - 1) {
        d = (unsigned)__builtin_ctz(steps);
        FanPoint to = line_next(board, point, d);
        unsigned approach = open.approach >> d & 1, withdrawal = open.withdrawal >> d & 1;
        count += approach + withdrawal;
        FanPoints left = free & ~point_bit(to);
        Open next = open_captures(board, enemy, left, to, d);
        if (!(next.approach | next.withdrawal)) {
            continue;
        }
        if (approach) {
            FanPoints taken = taken_ahead(board, enemy, to, d);
            count += count_chains(board, enemy & ~taken, left | taken, to, next);
        }
        if (withdrawal) {
            FanPoints taken = taken_behind(board, enemy, point, d);
            count += count_chains(board, enemy & ~taken, left | taken, to, next);
        }
    }
    return count;
}

static uint64_t count_captures(const FanBoard *board, FanPoints enemy, FanPoints empty,
                               FanPoints movers) {
    uint64_t count = 0;
    for (; movers; movers &= movers - 1) {
        FanPoint from = lowest(movers);
        Open open = open_captures(board, enemy, empty, from, FAN_NO_DIRECTION);
        count += count_chains(board, enemy, empty, from, open);
    }
    return count;
}

static uint64_t count_paika(const FanBoard *board, FanPoints own, FanPoints empty) {
    uint64_t count = 0;
    for (unsigned d = 0; d < FAN_DIRECTIONS; d++) {
        count += count_points(own & points_before(board, empty, d));
    }
    return count;
}

/* A walk over the turns of a position, each path once, as moves. */
typedef struct Walk {
    const FanBoard *board;
    bool single, mandatory; /* options that bear on chains (R8) */
    FanPoint from;
    FanMove *moves;
    size_t capacity, count, first; /* first: where the moves of `from` begin */
} Walk;

/* Paths that start with the same stone and differ by two steps or more can have one effect; others
 * cannot. */
static void add_move(Walk *walk, FanPoint to, FanPoints taken, bool may_repeat) {
    FanMove move = fan_move_make(walk->from, to, taken);
    size_t stored = walk->count < walk->capacity ? walk->count : walk->capacity;
    if (may_repeat) {
        for (size_t i = walk->first; i < stored; i++) {
            if (walk->moves[i] == move) {
                return;
            }
        }
    }
    if (walk->count < walk->capacity) {
        walk->moves[walk->count] = move;
    }
    walk->count++;
}

static void walk_chains(Walk *walk, FanPoints enemy, FanPoints free, FanPoint point, Open open,
                        FanPoints taken);

/* One step and what can follow it. */
static void walk_step(Walk *walk, FanPoints enemy, FanPoints free, FanPoint to, unsigned direction,
                      FanPoints before, FanPoints now) {
    Open next = {0, 0};
    if (!walk->single) {
        next = open_captures(walk->board, enemy, free, to, direction);
    }
    bool ends = !(next.approach | next.withdrawal);
    if (ends || !walk->mandatory) {
        add_move(walk, to, before | now, before != 0);
    }
    if (!ends) {
        walk_chains(walk, enemy & ~now, free | now, to, next, before | now);
    }
}

static void walk_chains(Walk *walk, FanPoints enemy, FanPoints free, FanPoint point, Open open,
                        FanPoints taken) {
    for (unsigned steps = open.approach | open.withdrawal; steps; steps &= steps - 1) {
        unsigned d = (unsigned)__builtin_ctz(steps);
        FanPoint to = line_next(walk->board, point, d);
        FanPoints left = free & ~point_bit(to);
        if (open.approach >> d & 1) {
            walk_step(walk, enemy, left, to, d, taken, taken_ahead(walk->board, enemy, to, d));
        }
        if (open.withdrawal >> d & 1) {
            walk_step(walk, enemy, left, to, d, taken, taken_behind(walk->board, enemy, point, d));
        }
    }
}

static void walk_captures(Walk *walk, FanPoints enemy, FanPoints empty, FanPoints movers) {
    for (; movers; movers &= movers - 1) {
        walk->from = lowest(movers);
        walk->first = walk->count;
        Open open = open_captures(walk->board, enemy, empty, walk->from, FAN_NO_DIRECTION);
        walk_chains(walk, enemy, empty, walk->from, open, 0);
    }
}

static void walk_paika(Walk *walk, FanPoints own, FanPoints empty) {
    for (; own; own &= own - 1) {
        walk->from = lowest(own);
        for (FanPoints ends = empty & walk->board->neighbours[walk->from]; ends; ends &= ends - 1) {
            add_move(walk, lowest(ends), 0, false);
        }
    }
}

static size_t moves(const FanBoard *board, const FanRules *rules, const FanPosition *position,
                    FanMove *list, size_t capacity) {
    FanPoints own = own_stones(position), enemy = enemy_stones(position);
    if (!own || !enemy) {
        return 0;
    }
    FanPoints empty = empty_points(board, position);
    Walk walk = {.board = board,
                 .single = turn_is_single(rules, position),
                 .mandatory = rules->chain == FAN_CHAIN_MANDATORY,
                 .moves = list,
                 .capacity = capacity};
    FanPoints movers = capturers(board, own, enemy, empty);
    if (movers) {
        walk_captures(&walk, enemy, empty, movers);
    } else {
        walk_paika(&walk, own, empty);
    }
    return walk.count;
}

static uint64_t perft(const FanBoard *board, const FanRules *rules, const FanPosition *position,
                      unsigned depth);

/* The sum of perft over the turns that begin with the open steps; the mover's other stones are
 * `rest`. */
static uint64_t perft_chains(const FanBoard *board, const FanRules *rules, const FanPosition *start,
                             FanPoints rest, FanPoints enemy, FanPoints free, FanPoint point,
                             Open open, unsigned depth);

static uint64_t perft_step(const FanBoard *board, const FanRules *rules, const FanPosition *start,
                           FanPoints rest, FanPoints enemy, FanPoints free, FanPoint to,
                           unsigned direction, unsigned depth) {
    Open next = {0, 0};
    if (!turn_is_single(rules, start)) {
        next = open_captures(board, enemy, free, to, direction);
    }
    bool ends = !(next.approach | next.withdrawal);
    uint64_t count = 0;
    if (ends || rules->chain != FAN_CHAIN_MANDATORY) {
        FanPosition after = pass_turn(start, rest | point_bit(to), enemy, true);
        count = perft(board, rules, &after, depth - 1);
    }
    if (!ends) {
        count += perft_chains(board, rules, start, rest, enemy, free, to, next, depth);
    }
    return count;
}

static uint64_t perft_chains(const FanBoard *board, const FanRules *rules, const FanPosition *start,
                             FanPoints rest, FanPoints enemy, FanPoints free, FanPoint point,
                             Open open, unsigned depth) {
    uint64_t count = 0;
    for (unsigned steps = open.approach | open.withdrawal; steps; steps &= steps - 1) {
        unsigned d = (unsigned)__builtin_ctz(steps);
        FanPoint to = line_next(board, point, d);
        FanPoints left = free & ~point_bit(to);
        if (open.approach >> d & 1) {
            FanPoints taken = taken_ahead(board, enemy, to, d);
            count +=
                perft_step(board, rules, start, rest, enemy & ~taken, left | taken, to, d, depth);
        }
        if (open.withdrawal >> d & 1) {
            FanPoints taken = taken_behind(board, enemy, point, d);
            count +=
                perft_step(board, rules, start, rest, enemy & ~taken, left | taken, to, d, depth);
        }
    }
    return count;
}

static uint64_t perft_paika(const FanBoard *board, const FanRules *rules,
                            const FanPosition *position, FanPoints empty, unsigned depth) {
    uint64_t count = 0;
    for (FanPoints own = own_stones(position); own; own &= own - 1) {
        FanPoint from = lowest(own);
        FanPoints rest = own_stones(position) & ~point_bit(from);
        for (FanPoints ends = empty & board->neighbours[from]; ends; ends &= ends - 1) {
            FanPosition after =
                pass_turn(position, rest | (ends & -ends), enemy_stones(position), false);
            count += perft(board, rules, &after, depth - 1);
        }
    }
    return count;
}

static uint64_t perft(const FanBoard *board, const FanRules *rules, const FanPosition *position,
                      unsigned depth) {
    FanPoints own = own_stones(position), enemy = enemy_stones(position);
    if (depth == 0) {
        return 1;
    }
    if (!own || !enemy) {
        return 0;
    }
    FanPoints empty = empty_points(board, position);
    FanPoints movers = capturers(board, own, enemy, empty);
    bool plain = rules->chain == FAN_CHAIN_OPTIONAL && !turn_is_single(rules, position);
    if (!movers) {
        return depth == 1 ? count_paika(board, own, empty)
                          : perft_paika(board, rules, position, empty, depth);
    }
    if (depth == 1 && plain) {
        return count_captures(board, enemy, empty, movers);
    }
    uint64_t count = 0;
    for (; movers; movers &= movers - 1) {
        FanPoint from = lowest(movers);
        Open open = open_captures(board, enemy, empty, from, FAN_NO_DIRECTION);
        count += perft_chains(board, rules, position, own & ~point_bit(from), enemy, empty, from,
                              open, depth);
    }
    return count;
}

const Kernel KERNEL = {KERNEL_NAME, must_capture, moves, perft};
