/* The core's values as the page reads them (web/src/core/types.ts). */
#ifndef FAN_WASM_DESCRIBE_H
#define FAN_WASM_DESCRIBE_H

#include <fanorona/engine.h>
#include <fanorona/game.h>

#include "wasm/json.h"

/* Members: how a game stands, and the variant and rules that a set-up has. */
void fan_describe_outcome(FanJson *json, const FanOutcome *outcome);
void fan_describe_variant(FanJson *json, const FanBoard *board, const FanRules *rules);

/* View: the game as it stands before turn `ply`, 0 to its length. */
void fan_describe_view(FanJson *json, const FanGame *game, size_t ply);

/* SetupReport: the faults of a set-up or, if it has none, how its position stands; then only the
 * position is looked at. */
void fan_describe_setup(FanJson *json, const FanBoard *board, const FanRules *rules,
                        const FanPosition *position, const FanSetupError *errors, size_t count);

/* Turn: a legal turn made in `before`. */
void fan_describe_turn(FanJson *json, const FanBoard *board, const FanPosition *before,
                       const FanTurn *turn);

/* Draft: a turn being made in the game as it stands now. */
void fan_describe_draft(FanJson *json, const FanGame *game, const FanDraft *draft);

/* Refusal. */
void fan_describe_refusal(FanJson *json, const FanRefusal *refusal);

/* Reading: what became of reading a turn. `turn` only if it was read, `error` only if not. */
void fan_describe_reading(FanJson *json, const FanGame *game, FanTurnReading reading,
                          const FanTurn *turn, const FanTurnError *error);

/* Report: how far the engine's search is; with `answer` also the turn to play. */
void fan_describe_report(FanJson *json, const FanBoard *board, const FanEngine *engine,
                         bool answer);

#endif
