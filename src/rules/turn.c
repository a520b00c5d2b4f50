/* Turns of a position, by walking drafts. */
#include "rules/captures.h"
#include "rules/draft.h"
#include "rules/kernel.h"
#include "rules/position_rules.h"

#include <fanorona/move.h>

bool fan_turn_equal(const FanTurn *a, const FanTurn *b) {
    if (a->from != b->from || a->count != b->count) {
        return false;
    }
    for (unsigned i = 0; i < a->count; i++) {
        if (a->steps[i].to != b->steps[i].to || a->steps[i].kind != b->steps[i].kind) {
            return false;
        }
    }
    return true;
}

/* The position when the draft's turn ends here. */
static FanPosition draft_end(const FanDraft *draft) {
    return pass_turn(&draft->start, own_stones(&draft->current), enemy_stones(&draft->current),
                     !after_paika(draft));
}

typedef struct Visit {
    const FanBoard *board;
    const FanRules *rules;
    FanTurnVisitor *visitor;
    void *context;
} Visit;

/* Shows the draft's turn if it may end here, then every turn that goes on from it. */
static bool visit_from(const Visit *visit, const FanDraft *draft) {
    FanOpenStep steps[FAN_NEXT_STEPS_MAX];
    size_t count = fan_draft_steps(visit->board, visit->rules, draft, steps);
    if (count == 0 || visit->rules->chain != FAN_CHAIN_MANDATORY) {
        FanPosition after = draft_end(draft);
        if (!visit->visitor(visit->context, &draft->turn, &after)) {
            return false;
        }
    }
    for (size_t i = 0; i < count; i++) {
        FanDraft next = *draft;
        fan_draft_push(&next, &steps[i]);
        if (!visit_from(visit, &next)) {
            return false;
        }
    }
    return true;
}

bool fan_turns_visit(const FanBoard *board, const FanRules *rules, const FanPosition *position,
                     FanTurnVisitor *visitor, void *context) {
    Visit visit = {board, rules, visitor, context};
    FanOpenStep steps[FAN_FIRST_STEPS_MAX];
    FanDraft draft;
    fan_draft_begin(&draft, position);
    size_t count = fan_draft_steps(board, rules, &draft, steps);
    for (size_t i = 0; i < count; i++) {
        FanDraft next = draft;
        fan_draft_push(&next, &steps[i]);
        if (!visit_from(&visit, &next)) {
            return false;
        }
    }
    return true;
}

uint64_t fan_turns_count(const FanBoard *board, const FanRules *rules,
                         const FanPosition *position) {
    return fan_perft(board, rules, position, 1);
}

/* Where turns are single steps; a game of vela goes over to the kernel with its second phase. */
static uint64_t perft_steps(const FanBoard *board, const FanRules *rules,
                            const FanPosition *position, unsigned depth) {
    FanOpenStep steps[FAN_FIRST_STEPS_MAX];
    FanDraft draft;
    uint64_t count = 0;
    fan_draft_begin(&draft, position);
    size_t open = fan_draft_steps(board, rules, &draft, steps);
    for (size_t i = 0; i < open && depth > 1; i++) {
        FanMove move = fan_move_make(steps[i].from, steps[i].to, steps[i].taken);
        FanPosition after = fan_position_after(position, move);
        count += fan_perft(board, rules, &after, depth - 1);
    }
    return depth > 1 ? count : open;
}

uint64_t fan_perft(const FanBoard *board, const FanRules *rules, const FanPosition *position,
                   unsigned depth) {
    if (position->mode != FAN_MODE_CAPTURE && depth > 0) {
        return perft_steps(board, rules, position, depth);
    }
    return fan_kernel_for(board)->perft(board, rules, position, depth);
}
