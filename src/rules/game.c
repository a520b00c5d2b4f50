#include <fanorona/game.h>

#include <assert.h>
#include <string.h>

static FanOutcome game_outcome(const FanGame *game) {
    FanOutcome outcome = fan_position_outcome(game->board, &game->rules, &game->position);
    bool lasts = outcome.reason == FAN_REASON_NONE || outcome.reason == FAN_REASON_QUIET;
    /* Repetition is told before the quiet limit (R5.6). */
    if (lasts && game->rules.repetition &&
        fan_game_occurrences(game, NULL, 0) >= game->rules.repetition) {
        outcome = (FanOutcome){
            .result = FAN_DRAWN, .reason = FAN_REASON_REPETITION, .clause = FAN_CLAUSE(5, 4)};
    }
    return outcome;
}

void fan_game_begin(FanGame *game, const FanBoard *board, const FanRules *rules,
                    const FanPosition *start, FanPly *plies, size_t capacity) {
    *game = (FanGame){
        .board = board, .rules = *rules, .position = *start, .plies = plies, .capacity = capacity};
    game->outcome = game_outcome(game);
}

void fan_game_move_history(FanGame *game, FanPly *plies, size_t capacity) {
    size_t kept = game->length + game->undone;
    assert(capacity >= kept);
    if (kept) {
        memcpy(plies, game->plies, kept * sizeof *plies);
    }
    game->plies = plies;
    game->capacity = capacity;
}

FanRefusal fan_game_refusal(const FanGame *game) {
    if (game->outcome.result == FAN_ONGOING) {
        return (FanRefusal){.code = FAN_LEGAL};
    }
    return (FanRefusal){.code = FAN_REFUSED_ENDED, .clause = game->outcome.clause};
}

FanTurnReading fan_game_read(const FanGame *game, const char *text, size_t length, FanTurn *turn,
                             FanTurnError *error) {
    FanTurn read;
    FanTurnReading reading =
        fan_turn_read(game->board, &game->rules, &game->position, text, length, &read, error);
    FanRefusal refusal = fan_game_refusal(game);
    if (refusal.code != FAN_LEGAL && reading != FAN_TURN_MALFORMED) {
        if (error) {
            *error = (FanTurnError){.reading = FAN_TURN_ILLEGAL, .refusal = refusal};
        }
        return FAN_TURN_ILLEGAL;
    }
    if (reading == FAN_TURN_READ) {
        *turn = read;
    }
    return reading;
}

FanGameStatus fan_game_play(FanGame *game, const FanTurn *turn, FanRefusal *refusal) {
    FanPosition after;
    FanRefusal reason = fan_game_refusal(game);
    FanGameStatus status = FAN_GAME_OVER;
    if (reason.code == FAN_LEGAL) {
        reason = fan_position_play(game->board, &game->rules, &game->position, turn, &after);
        status = reason.code != FAN_LEGAL         ? FAN_GAME_ILLEGAL
                 : game->length == game->capacity ? FAN_GAME_FULL
                                                  : FAN_GAME_OK;
    }
    if (refusal) {
        *refusal = reason;
    }
    if (status != FAN_GAME_OK) {
        return status;
    }
    game->plies[game->length++] = (FanPly){.before = game->position, .turn = *turn};
    game->undone = 0;
    game->position = after;
    game->outcome = game_outcome(game);
    return FAN_GAME_OK;
}

FanGameStatus fan_game_undo(FanGame *game) {
    if (game->length == 0) {
        return FAN_GAME_NOTHING;
    }
    game->position = game->plies[--game->length].before;
    game->undone++;
    game->outcome = game_outcome(game);
    return FAN_GAME_OK;
}

FanGameStatus fan_game_redo(FanGame *game) {
    if (game->undone == 0) {
        return FAN_GAME_NOTHING;
    }
    if (game->outcome.result != FAN_ONGOING) {
        return FAN_GAME_OVER;
    }
    FanMove move = fan_turn_move(game->board, &game->position, &game->plies[game->length].turn);
    game->position = fan_position_after(&game->position, move);
    game->length++;
    game->undone--;
    game->outcome = game_outcome(game);
    return FAN_GAME_OK;
}

static FanGameStatus end_by_word(FanGame *game, FanResult result, FanReason reason) {
    if (game->outcome.result != FAN_ONGOING) {
        return FAN_GAME_OVER;
    }
    game->outcome = (FanOutcome){
        .result = (uint8_t)result, .reason = (uint8_t)reason, .clause = FAN_CLAUSE(5, 5)};
    return FAN_GAME_OK;
}

static FanResult lost_by(FanSide loser) {
    return loser == FAN_WHITE ? FAN_BLACK_WINS : FAN_WHITE_WINS;
}

FanGameStatus fan_game_resign(FanGame *game, FanSide loser) {
    return end_by_word(game, lost_by(loser), FAN_REASON_RESIGNATION);
}

FanGameStatus fan_game_agree_draw(FanGame *game) {
    return end_by_word(game, FAN_DRAWN, FAN_REASON_AGREEMENT);
}

FanGameStatus fan_game_lose_on_time(FanGame *game, FanSide loser) {
    return end_by_word(game, lost_by(loser), FAN_REASON_TIME);
}

FanGameStatus fan_game_abandon(FanGame *game, FanSide loser) {
    return end_by_word(game, lost_by(loser), FAN_REASON_ABANDONED);
}

size_t fan_game_quiet_run(const FanGame *game) {
    size_t quiet = game->position.quiet;
    /* A counter at its largest no longer tells where the last capture was. */
    return quiet > game->length || quiet == FAN_COUNTER_MAX ? game->length : quiet;
}

unsigned fan_game_occurrences(const FanGame *game, size_t *at, size_t capacity) {
    size_t back = fan_game_quiet_run(game);
    unsigned count = 0;
    for (size_t i = game->length - back; i <= game->length; i++) {
        if (!fan_position_same(fan_game_position_at(game, i), &game->position)) {
            continue;
        }
        if (count < capacity) {
            at[count] = i;
        }
        count++;
    }
    return count;
}

const FanPosition *fan_game_position_at(const FanGame *game, size_t index) {
    assert(index <= game->length);
    return index == game->length ? &game->position : &game->plies[index].before;
}
