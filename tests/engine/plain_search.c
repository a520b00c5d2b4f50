#include "plain_search.h"

#include "support/test.h"

enum { PATH_MAX_PLIES = 64 };

typedef struct Plain {
    const Scene *scene;
    int quiescence;
    FanPosition path[PATH_MAX_PLIES];
} Plain;

static bool met_before(const Plain *plain, int ply) {
    for (int i = 0; i < ply; i++) {
        if (fan_position_same(&plain->path[i], &plain->path[ply])) {
            return true;
        }
    }
    return false;
}

/* R5.1 or R6.3: what the turn before has won by. */
static bool lost(const FanPosition *position) {
    FanSide winner = fan_other_side((FanSide)position->side);
    return position->mode == FAN_MODE_TELO ? fan_position_row(position, winner) != 0
                                           : position->stones[position->side] == 0;
}

/* R5.1 or R6.3, R5.2, R5.4, R5.3 in the order of R5.6. */
static bool ended(const Plain *plain, int ply, size_t moves, int *value) {
    const FanRules *rules = &plain->scene->rules;
    const FanPosition *position = &plain->path[ply];
    if (lost(position)) {
        *value = ply - FAN_SCORE_WIN;
    } else if (moves == 0) {
        *value = rules->blocked == FAN_BLOCKED_DRAW ? 0 : ply - FAN_SCORE_WIN;
    } else if ((rules->repetition != 0 && met_before(plain, ply)) ||
               (rules->quiet_limit != 0 && position->quiet >= rules->quiet_limit)) {
        *value = 0;
    } else {
        return false;
    }
    return true;
}

static int value_of(Plain *plain, int ply, int depth) {
    const FanBoard *board = &plain->scene->board;
    const FanPosition *position = &plain->path[ply];
    size_t count = fan_moves(board, &plain->scene->rules, position, NULL, 0);
    int value;
    if (ended(plain, ply, count, &value)) {
        return value;
    }
    if (depth <= 0 &&
        (!fan_position_must_capture(board, position) || -depth >= plain->quiescence)) {
        return fan_engine_evaluate(board, NULL, position);
    }
    assert_true(ply + 1 < PATH_MAX_PLIES);
    FanMove *moves = malloc(count * sizeof *moves);
    assert_non_null(moves);
    count = fan_moves(board, &plain->scene->rules, position, moves, count); /* now each once */
    value = -FAN_SCORE_WIN;
    for (size_t i = 0; i < count; i++) {
        plain->path[ply + 1] = fan_position_after(position, moves[i]);
        int reply = -value_of(plain, ply + 1, depth - 1);
        value = reply > value ? reply : value;
    }
    free(moves);
    return value;
}

int plain_search(const Scene *scene, int depth, int quiescence) {
    Plain plain = {.scene = scene, .quiescence = quiescence};
    plain.path[0] = scene->game.position;
    return value_of(&plain, 0, depth);
}
