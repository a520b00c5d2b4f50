/* A turn being made. One place decides which steps are open; the kernels (kernel_body.h) say the
 * same faster, and tests hold them to it. */
#include "rules/captures.h"
#include "rules/draft.h"
#include "rules/kernel.h"
#include "rules/position_rules.h"

#include <assert.h>
#include <string.h>

/* Whether the stones alone end the game (R5.1, R6.3). */
static bool stones_end(const FanPosition *position) {
    if (position->mode == FAN_MODE_TELO) {
        return fan_position_row(position, FAN_WHITE) || fan_position_row(position, FAN_BLACK);
    }
    return !position->stones[FAN_WHITE] || !position->stones[FAN_BLACK];
}

/* The stones beside an empty point. */
static FanPoints stones_with_room(const FanBoard *board, FanPoints stones, FanPoints empty) {
    FanPoints found = 0;
    for (; stones; stones &= stones - 1) {
        if (board->neighbours[lowest(stones)] & empty) {
            found |= point_bit(lowest(stones));
        }
    }
    return found;
}

FanPoints fan_position_movable(const FanBoard *board, const FanPosition *position) {
    FanPoints own = own_stones(position), empty = empty_points(board, position);
    if (stones_end(position) || places(position)) {
        return 0;
    }
    FanPoints able =
        takes_nothing(position) ? 0 : capturers(board, own, enemy_stones(position), empty);
    return able ? able : stones_with_room(board, own, empty);
}

bool fan_position_has_turn(const FanBoard *board, const FanPosition *position) {
    return (places(position) && !stones_end(position)) || fan_position_movable(board, position);
}

void fan_draft_begin(FanDraft *draft, const FanPosition *position) {
    memset(draft, 0, sizeof *draft);
    draft->start = draft->current = *position;
    draft->last = FAN_NO_DIRECTION;
}

static FanOpenStep *add_step(FanOpenStep *step, FanPoint from, FanPoint to, unsigned direction,
                             FanKind kind, FanPoints taken) {
    *step = (FanOpenStep){.from = from,
                          .to = to,
                          .kind = (uint8_t)kind,
                          .direction = (uint8_t)direction,
                          .taken = taken};
    return step + 1;
}

/* The stones a step in this direction takes: the whole run, but in vela's first phase the nearest
 * alone (R7.2). */
static FanPoints taken_by(const FanBoard *board, const FanPosition *position, FanPoint from,
                          FanPoint to, unsigned direction, FanKind kind) {
    FanPoints enemy = enemy_stones(position);
    if (kind == FAN_PAIKA || takes_nothing(position)) {
        return 0;
    }
    FanPoints run = kind == FAN_APPROACH ? taken_ahead(board, enemy, to, direction)
                                         : taken_behind(board, enemy, from, direction);
    return fan_position_is_vela(position)
               ? run & board->neighbours[kind == FAN_APPROACH ? to : from]
               : run;
}

/* The capturing steps of the stone on `from`. */
static FanOpenStep *add_captures(const FanBoard *board, const FanDraft *draft, FanPoint from,
                                 FanOpenStep *steps) {
    const FanPosition *now = &draft->current;
    FanPoints enemy = enemy_stones(now);
    FanPoints free = empty_points(board, &draft->current) & ~draft->visited;
    Open open = open_captures(board, enemy, free, from, draft->last);
    for (unsigned ways = open.approach | open.withdrawal; ways; ways &= ways - 1) {
        unsigned d = (unsigned)__builtin_ctz(ways);
        FanPoint to = board->next[from][d];
        for (FanKind kind = FAN_APPROACH; kind <= FAN_WITHDRAWAL; kind++) {
            unsigned way = kind == FAN_APPROACH ? open.approach : open.withdrawal;
            if (way >> d & 1) {
                FanPoints taken = taken_by(board, now, from, to, d, kind);
                steps = add_step(steps, from, to, d, kind, taken);
            }
        }
    }
    return steps;
}

static FanOpenStep *add_paika(const FanBoard *board, const FanDraft *draft, FanPoint from,
                              FanOpenStep *steps) {
    FanPoints empty = empty_points(board, &draft->current);
    for (unsigned d = 0; d < FAN_DIRECTIONS; d++) {
        FanPoint to = board->next[from][d];
        if (to != FAN_NO_POINT && has_point(empty, to)) {
            steps = add_step(steps, from, to, d, FAN_PAIKA, 0);
        }
    }
    return steps;
}

/* R6.2. */
static FanOpenStep *add_placements(const FanBoard *board, const FanDraft *draft,
                                   FanOpenStep *steps) {
    for (FanPoints ends = empty_points(board, &draft->current); ends; ends &= ends - 1) {
        steps = add_step(steps, FAN_HAND, lowest(ends), FAN_NO_DIRECTION, FAN_PAIKA, 0);
    }
    return steps;
}

static FanOpenStep *add_first_steps(const FanBoard *board, const FanDraft *draft,
                                    FanOpenStep *steps) {
    if (places(&draft->current)) {
        return stones_end(&draft->current) ? steps : add_placements(board, draft, steps);
    }
    bool capture = fan_position_must_capture(board, &draft->current);
    for (FanPoints stones = fan_position_movable(board, &draft->current); stones;
         stones &= stones - 1) {
        steps = capture ? add_captures(board, draft, lowest(stones), steps)
                        : add_paika(board, draft, lowest(stones), steps);
    }
    return steps;
}

size_t fan_draft_steps(const FanBoard *board, const FanRules *rules, const FanDraft *draft,
                       FanOpenStep *steps) {
    FanOpenStep *end = steps;
    if (draft->turn.count == 0) {
        end = add_first_steps(board, draft, steps);
    } else if (may_chain(rules, draft)) {
        end = add_captures(board, draft, moving_stone(draft), steps);
    }
    return (size_t)(end - steps);
}

bool fan_draft_may_stop(const FanBoard *board, const FanRules *rules, const FanDraft *draft) {
    FanOpenStep steps[FAN_NEXT_STEPS_MAX];
    if (draft->turn.count == 0) {
        return false;
    }
    return rules->chain != FAN_CHAIN_MANDATORY || fan_draft_steps(board, rules, draft, steps) == 0;
}

void fan_draft_push(FanDraft *draft, const FanOpenStep *step) {
    FanTurn *turn = &draft->turn;
    FanPosition *current = &draft->current;
    assert(turn->count < FAN_CHAIN_MAX);
    if (turn->count == 0) {
        turn->from = step->from;
    }
    turn->steps[turn->count++] = (FanStep){.to = step->to, .kind = step->kind};
    FanPoints ends = stone_bit(step->from) | point_bit(step->to);
    current->stones[current->side] ^= ends;
    current->stones[current->side ^ 1] &= ~step->taken;
    draft->visited |= ends;
    draft->last = step->direction;
}

FanPoints fan_step_taken(const FanBoard *board, const FanPosition *position, FanPoint from,
                         FanPoint to, FanKind kind) {
    FanDirection direction = fan_board_direction(board, from, to);
    return direction == FAN_NO_DIRECTION ? 0 : taken_by(board, position, from, to, direction, kind);
}

FanOpenStep fan_draft_known_step(const FanBoard *board, const FanDraft *draft, FanPoint from,
                                 FanStep step) {
    return (FanOpenStep){.from = from,
                         .to = step.to,
                         .kind = step.kind,
                         .direction = (uint8_t)fan_board_direction(board, from, step.to),
                         .taken = fan_step_taken(board, &draft->current, from, step.to, step.kind)};
}

void fan_draft_replay(const FanBoard *board, FanDraft *draft, const FanPosition *start,
                      const FanTurn *turn, unsigned count) {
    FanPoint from = turn->from;
    fan_draft_begin(draft, start);
    for (unsigned i = 0; i < count; i++) {
        FanOpenStep step = fan_draft_known_step(board, draft, from, turn->steps[i]);
        fan_draft_push(draft, &step);
        from = step.to;
    }
}

bool fan_draft_pop(const FanBoard *board, FanDraft *draft) {
    FanTurn turn = draft->turn;
    FanPosition start = draft->start;
    if (turn.count == 0) {
        return false;
    }
    fan_draft_replay(board, draft, &start, &turn, turn.count - 1u);
    return true;
}
