/* Why a step or a turn is not legal, by clause. Asked after the fact: legality itself is decided in
 * draft.c. */
#include "rules/bits.h"
#include "rules/draft.h"
#include "rules/position_rules.h"

#include <fanorona/move.h>

static FanRefusal refuse(FanRefusalCode code, FanClause clause, FanPoints points) {
    return (FanRefusal){.code = (uint8_t)code, .clause = clause, .points = points};
}

static const FanRefusal legal = {.code = FAN_LEGAL};

/* Where it says that a stone goes along a line to an empty point. */
static FanClause paika_clause(const FanPosition *position) {
    return position->mode == FAN_MODE_TELO ? FAN_CLAUSE(6, 2) : FAN_CLAUSE(3, 1);
}

/* The stone cannot be the one that moves; whether it can capture is not asked. */
static FanRefusal refuse_stone(const FanBoard *board, const FanRules *rules, const FanDraft *draft,
                               FanPoint from) {
    const FanPosition *now = &draft->current;
    if (draft->turn.count) {
        return from == moving_stone(draft) ? legal
                                           : refuse(FAN_REFUSED_OTHER_STONE, FAN_CLAUSE(4, 1),
                                                    point_bit(moving_stone(draft)));
    }
    FanOutcome outcome = fan_position_outcome(board, rules, now);
    if (outcome.result != FAN_ONGOING) {
        return refuse(FAN_REFUSED_ENDED, outcome.clause, 0);
    }
    if (now->mode == FAN_MODE_TELO && (from == FAN_HAND || places(now))) {
        return from != FAN_HAND ? refuse(FAN_REFUSED_PLACE, FAN_CLAUSE(6, 2), 0)
               : places(now)    ? legal
                                : refuse(FAN_REFUSED_HAND, FAN_CLAUSE(6, 2), 0);
    }
    if (from < board->points && has_point(now->stones[now->side ^ 1], from)) {
        return refuse(FAN_REFUSED_ENEMY, paika_clause(now), point_bit(from));
    }
    if (from >= board->points || !has_point(now->stones[now->side], from)) {
        return refuse(FAN_REFUSED_EMPTY, paika_clause(now), 0);
    }
    return legal;
}

FanRefusal fan_from_refusal(const FanBoard *board, const FanRules *rules, const FanDraft *draft,
                            FanPoint from) {
    FanRefusal refusal = refuse_stone(board, rules, draft, from);
    if (refusal.code != FAN_LEGAL || draft->turn.count) {
        return refusal;
    }
    FanPoints movable = fan_position_movable(board, &draft->current);
    if (from == FAN_HAND || has_point(movable, from)) {
        return legal;
    }
    return fan_position_must_capture(board, &draft->current)
               ? refuse(FAN_REFUSED_MUST_CAPTURE, FAN_CLAUSE(3, 1), movable)
               : refuse(FAN_REFUSED_STUCK, paika_clause(&draft->current), point_bit(from));
}

/* The turn is over and takes no further step. */
static FanRefusal refuse_another(const FanRules *rules, const FanDraft *draft) {
    if (!draft->turn.count) {
        return legal;
    }
    if (after_paika(draft)) {
        return refuse(FAN_REFUSED_OVER, FAN_CLAUSE(4, 1), 0);
    }
    if (fan_position_is_vela(&draft->start)) {
        return refuse(FAN_REFUSED_TAKER, FAN_CLAUSE(7, 2), 0);
    }
    return turn_is_single(rules, &draft->start) ? refuse(FAN_REFUSED_SINGLE, FAN_CLAUSE(8, 0), 0)
                                                : legal;
}

/* The stone cannot go there at all, capture or not. */
static FanRefusal refuse_way(const FanBoard *board, const FanDraft *draft, FanPoint from,
                             FanPoint to) {
    const FanPosition *now = &draft->current;
    FanDirection direction = fan_board_direction(board, from, to);
    bool placed = from == FAN_HAND && to < board->points;
    if (direction == FAN_NO_DIRECTION && !placed) {
        return refuse(FAN_REFUSED_NO_LINE, FAN_CLAUSE(1, 2), 0);
    }
    if (has_point(now->stones[0] | now->stones[1], to)) {
        return refuse(FAN_REFUSED_OCCUPIED, paika_clause(now), point_bit(to));
    }
    if (placed) {
        return legal;
    }
    if (has_point(draft->visited, to)) {
        return refuse(FAN_REFUSED_VISITED, FAN_CLAUSE(4, 2), draft->visited);
    }
    if (direction == draft->last) {
        return refuse(FAN_REFUSED_DIRECTION, FAN_CLAUSE(4, 3),
                      point_bit(from) | point_bit((FanPoint)(from - board->offset[direction])));
    }
    return legal;
}

/* A step that takes nothing: none goes on with a chain, none begins a turn that must capture. */
static FanRefusal refuse_paika(const FanBoard *board, const FanDraft *draft) {
    if (draft->turn.count) {
        return refuse(FAN_REFUSED_NOT_CAPTURING, FAN_CLAUSE(4, 1), 0);
    }
    return fan_position_must_capture(board, &draft->current)
               ? refuse(FAN_REFUSED_MUST_CAPTURE, FAN_CLAUSE(3, 1),
                        fan_position_movable(board, &draft->current))
               : legal;
}

/* The step goes along a line to a free point but does not capture as it should. */
static FanRefusal refuse_kind(const FanBoard *board, const FanDraft *draft, FanPoint from,
                              FanPoint to, FanKind kind) {
    const FanPosition *now = &draft->current;
    if (kind != FAN_PAIKA && takes_nothing(now)) {
        return now->mode == FAN_MODE_TELO ? refuse(FAN_REFUSED_TELO, FAN_CLAUSE(6, 1), 0)
                                          : refuse(FAN_REFUSED_GIVER, FAN_CLAUSE(7, 2), 0);
    }
    bool approach = fan_step_taken(board, &draft->current, from, to, FAN_APPROACH) != 0;
    bool withdrawal = fan_step_taken(board, &draft->current, from, to, FAN_WITHDRAWAL) != 0;
    if (kind == FAN_APPROACH) {
        return approach ? legal : refuse(FAN_REFUSED_NO_APPROACH, FAN_CLAUSE(3, 2), 0);
    }
    if (kind == FAN_WITHDRAWAL) {
        return withdrawal ? legal : refuse(FAN_REFUSED_NO_WITHDRAWAL, FAN_CLAUSE(3, 3), 0);
    }
    return approach || withdrawal ? legal : refuse_paika(board, draft);
}

FanRefusal fan_step_refusal(const FanBoard *board, const FanRules *rules, const FanDraft *draft,
                            FanPoint from, FanPoint to, FanKind kind) {
    FanRefusal refusal = refuse_stone(board, rules, draft, from);
    if (refusal.code == FAN_LEGAL) {
        refusal = refuse_another(rules, draft);
    }
    if (refusal.code == FAN_LEGAL) {
        refusal = refuse_way(board, draft, from, to);
    }
    if (refusal.code == FAN_LEGAL) {
        refusal = refuse_kind(board, draft, from, to, kind);
    }
    refusal.step = draft->turn.count;
    return refusal;
}

/* In a whole turn a step written as a paika takes nothing, so it cannot stand for a capture. */
static FanRefusal refuse_exact_step(const FanBoard *board, const FanRules *rules,
                                    const FanDraft *draft, FanPoint from, FanStep step) {
    FanRefusal refusal = fan_step_refusal(board, rules, draft, from, step.to, step.kind);
    if (refusal.code == FAN_LEGAL && step.kind == FAN_PAIKA) {
        refusal = refuse_paika(board, draft);
    }
    refusal.step = draft->turn.count;
    return refusal;
}

static FanPoints open_ends(const FanBoard *board, const FanRules *rules, const FanDraft *draft) {
    FanOpenStep steps[FAN_NEXT_STEPS_MAX];
    FanPoints ends = 0;
    for (size_t count = fan_draft_steps(board, rules, draft, steps); count > 0; count--) {
        ends |= point_bit(steps[count - 1].to);
    }
    return ends;
}

FanRefusal fan_stop_refusal(const FanBoard *board, const FanRules *rules, const FanDraft *draft) {
    if (fan_draft_may_stop(board, rules, draft)) {
        return legal;
    }
    FanRefusal refusal = refuse(FAN_REFUSED_STOP, FAN_CLAUSE(8, 0), open_ends(board, rules, draft));
    refusal.step = draft->turn.count;
    return refusal;
}

/* Whether count and kinds are such as a turn has; turns from outside may hold any number. */
static bool is_well_formed(const FanTurn *turn) {
    if (turn->count == 0 || turn->count > FAN_CHAIN_MAX) {
        return false;
    }
    for (unsigned i = 0; i < turn->count; i++) {
        if (turn->steps[i].kind > FAN_WITHDRAWAL) {
            return false;
        }
    }
    return true;
}

FanRefusal fan_turn_refusal(const FanBoard *board, const FanRules *rules,
                            const FanPosition *position, const FanTurn *turn) {
    FanDraft draft;
    fan_draft_begin(&draft, position);
    FanRefusal refusal = refuse_stone(board, rules, &draft, turn->from);
    if (refusal.code != FAN_LEGAL) {
        return refusal;
    }
    if (!is_well_formed(turn)) {
        return refuse(FAN_REFUSED_EMPTY, FAN_CLAUSE(3, 1), 0);
    }
    FanPoint from = turn->from;
    for (unsigned i = 0; i < turn->count; i++) {
        FanStep step = turn->steps[i];
        refusal = refuse_exact_step(board, rules, &draft, from, step);
        if (refusal.code != FAN_LEGAL) {
            return refusal;
        }
        FanOpenStep open = fan_draft_known_step(board, &draft, from, step);
        fan_draft_push(&draft, &open);
        from = step.to;
    }
    return fan_stop_refusal(board, rules, &draft);
}

const char *fan_refusal_word(FanRefusalCode code) {
    static const char *const words[] = {
        [FAN_LEGAL] = "legal",
        [FAN_REFUSED_ENDED] = "ended",
        [FAN_REFUSED_EMPTY] = "empty",
        [FAN_REFUSED_ENEMY] = "enemy",
        [FAN_REFUSED_OTHER_STONE] = "other-stone",
        [FAN_REFUSED_OCCUPIED] = "occupied",
        [FAN_REFUSED_NO_LINE] = "no-line",
        [FAN_REFUSED_MUST_CAPTURE] = "must-capture",
        [FAN_REFUSED_VISITED] = "visited",
        [FAN_REFUSED_DIRECTION] = "direction",
        [FAN_REFUSED_NO_APPROACH] = "no-approach",
        [FAN_REFUSED_NO_WITHDRAWAL] = "no-withdrawal",
        [FAN_REFUSED_NOT_CAPTURING] = "not-capturing",
        [FAN_REFUSED_OVER] = "over",
        [FAN_REFUSED_STUCK] = "stuck",
        [FAN_REFUSED_STOP] = "stop",
        [FAN_REFUSED_SINGLE] = "single",
        [FAN_REFUSED_PLACE] = "place",
        [FAN_REFUSED_HAND] = "hand",
        [FAN_REFUSED_TELO] = "telo",
        [FAN_REFUSED_GIVER] = "giver",
        [FAN_REFUSED_TAKER] = "taker",
    };
    return words[code];
}
