/* What the files of the rules share about drafts. */
#ifndef FAN_RULES_DRAFT_H
#define FAN_RULES_DRAFT_H

#include "rules/position_rules.h"

#include <fanorona/turn.h>

/* Where the moving stone stands; only after the first step. */
static inline FanPoint moving_stone(const FanDraft *draft) {
    return draft->turn.steps[draft->turn.count - 1].to;
}

static inline bool after_paika(const FanDraft *draft) {
    return draft->turn.count && draft->turn.steps[draft->turn.count - 1].kind == FAN_PAIKA;
}

/* Whether a turn may go on after the steps done: after a capture (R4.1), but vela's first phase and
 * first-turn=single know none beyond the first (R7.2, R8). */
static inline bool may_chain(const FanRules *rules, const FanDraft *draft) {
    return !after_paika(draft) && !fan_position_is_vela(&draft->start) &&
           !turn_is_single(rules, &draft->start);
}

/* Whether the side to move has any turn; R5.2 asks. */
bool fan_position_has_turn(const FanBoard *board, const FanPosition *position);

/* A step known to be legal in the draft, with what it takes. */
FanOpenStep fan_draft_known_step(const FanBoard *board, const FanDraft *draft, FanPoint from,
                                 FanStep step);

/* Does the first `count` steps of a legal turn in a new draft. */
void fan_draft_replay(const FanBoard *board, FanDraft *draft, const FanPosition *start,
                      const FanTurn *turn, unsigned count);

/* Why the turn may not end after the steps done; there is at least one. */
FanRefusal fan_stop_refusal(const FanBoard *board, const FanRules *rules, const FanDraft *draft);

#endif
