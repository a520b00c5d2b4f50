/* Moves: turns by their effect, made and turned back into paths. */
#include "rules/captures.h"
#include "rules/draft.h"
#include "rules/kernel.h"
#include "rules/position_rules.h"

#include <fanorona/move.h>

/* In telo and in vela's first phase a turn is one step, and no two have one effect. */
static size_t step_moves(const FanBoard *board, const FanRules *rules, const FanPosition *position,
                         FanMove *moves, size_t capacity) {
    FanOpenStep steps[FAN_FIRST_STEPS_MAX];
    FanDraft draft;
    fan_draft_begin(&draft, position);
    size_t count = fan_draft_steps(board, rules, &draft, steps);
    for (size_t i = 0; i < count && i < capacity; i++) {
        moves[i] = fan_move_make(steps[i].from, steps[i].to, steps[i].taken);
    }
    return count;
}

size_t fan_moves(const FanBoard *board, const FanRules *rules, const FanPosition *position,
                 FanMove *moves, size_t capacity) {
    if (position->mode != FAN_MODE_CAPTURE) {
        return step_moves(board, rules, position, moves, capacity);
    }
    return fan_kernel_for(board)->moves(board, rules, position, moves, capacity);
}

FanPosition fan_position_after(const FanPosition *position, FanMove move) {
    FanPoints own = position->stones[position->side];
    FanPoints taken = fan_move_captured(move);
    own = (own & ~point_bit(fan_move_from(move))) | point_bit(fan_move_to(move)); /* no bit 63 */
    return pass_turn(position, own, position->stones[position->side ^ 1] & ~taken, taken != 0);
}

FanMove fan_turn_move(const FanBoard *board, const FanPosition *position, const FanTurn *turn) {
    FanDraft draft;
    fan_draft_replay(board, &draft, position, turn, turn->count);
    return fan_move_make(turn->from, moving_stone(&draft),
                         enemy_stones(position) & ~enemy_stones(&draft.current));
}

FanRefusal fan_position_play(const FanBoard *board, const FanRules *rules,
                             const FanPosition *position, const FanTurn *turn, FanPosition *after) {
    FanRefusal refusal = fan_turn_refusal(board, rules, position, turn);
    if (refusal.code == FAN_LEGAL) {
        *after = fan_position_after(position, fan_turn_move(board, position, turn));
    }
    return refusal;
}

/* Looking for a path with a given effect. */
typedef struct Search {
    const FanBoard *board;
    const FanRules *rules;
    FanMove move;
    FanTurn *turn;
} Search;

static bool find_from(const Search *search, const FanDraft *draft);

/* Goes on with a step unless it takes a stone that the effect leaves: every path of a position with
 * thousands of turns would be too many to look at. */
static bool find_by(const Search *search, const FanDraft *draft, const FanOpenStep *step) {
    if (step->taken & ~fan_move_captured(search->move)) {
        return false;
    }
    FanDraft next = *draft;
    fan_draft_push(&next, step);
    return find_from(search, &next);
}

/* In the order of visit_from. */
static bool find_from(const Search *search, const FanDraft *draft) {
    FanOpenStep steps[FAN_NEXT_STEPS_MAX];
    size_t count = fan_draft_steps(search->board, search->rules, draft, steps);
    FanPoints taken = enemy_stones(&draft->start) & ~enemy_stones(&draft->current);
    if (moving_stone(draft) == fan_move_to(search->move) &&
        taken == fan_move_captured(search->move) &&
        (count == 0 || search->rules->chain != FAN_CHAIN_MANDATORY)) {
        *search->turn = draft->turn;
        return true;
    }
    for (size_t i = 0; i < count; i++) {
        if (find_by(search, draft, &steps[i])) {
            return true;
        }
    }
    return false;
}

bool fan_move_turn(const FanBoard *board, const FanRules *rules, const FanPosition *position,
                   FanMove move, FanTurn *turn) {
    Search search = {board, rules, move, turn};
    FanOpenStep steps[FAN_FIRST_STEPS_MAX];
    FanDraft draft;
    fan_draft_begin(&draft, position);
    size_t count = fan_draft_steps(board, rules, &draft, steps);
    for (size_t i = 0; i < count; i++) {
        if (steps[i].from == fan_move_from(move) && find_by(&search, &draft, &steps[i])) {
            return true;
        }
    }
    return false;
}
