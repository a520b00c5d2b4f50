/* A turn being made: nothing is final until no capture is left, or the player stops (R4.1). */
#include "cli/play/session_parts.h"

#include <string.h>

static bool has(FanPoints set, FanPoint point) {
    return point < FAN_POINTS_MAX && set >> point & 1;
}

static bool in_chain(const FanSession *session) {
    return session->draft.turn.count > 0;
}

/* Whether the coming turn places a stone (R6.2). */
static bool places(const FanSession *session) {
    const FanPosition *position = &session->game.position;
    return fan_position_hand(position, (FanSide)position->side) > 0;
}

void fan_session_clear_draft(FanSession *session) {
    fan_draft_begin(&session->draft, &session->game.position);
    session->lifted = FAN_NO_POINT;
    session->choosing = false;
}

/* Says why nothing can be made now, if it is so. A thought about a hint or an offer makes way. */
static bool refuse_making(FanSession *session) {
    if (fan_session_is_over(session)) {
        FanRefusal refusal = fan_game_refusal(&session->game);
        fan_session_refuse_for(session, "", &refusal);
        return true;
    }
    if (!fan_session_is_persons(session)) {
        fan_session_refuse(session, "It is the computer's turn");
        return true;
    }
    fan_session_hush(session);
    return false;
}

static void name_point(const FanSession *session, FanPoint point, char text[FAN_POINT_TEXT_MAX]) {
    fan_point_write(&session->board, point, text);
}

static unsigned taken_so_far(const FanSession *session) {
    FanSide other = fan_other_side((FanSide)session->draft.start.side);
    return (unsigned)__builtin_popcountll(session->draft.start.stones[other] &
                                          ~session->draft.current.stones[other]);
}

static void commit(FanSession *session) {
    FanTurn turn = session->draft.turn;
    if (!fan_session_play(session, &turn)) {
        fan_session_clear_draft(session);
    }
}

/* Does a step; the turn ends by itself where nothing can follow. */
static void push(FanSession *session, const FanOpenStep *step) {
    FanOpenStep next[FAN_FIRST_STEPS_MAX];
    session->choosing = false;
    session->lifted = step->to;
    fan_draft_push(&session->draft, step);
    if (fan_draft_steps(&session->board, &session->game.rules, &session->draft, next) == 0) {
        commit(session);
        return;
    }
    unsigned taken = taken_so_far(session);
    if (fan_draft_may_stop(&session->board, &session->game.rules, &session->draft)) {
        fan_session_say(session, "%u taken. Going on is optional (R4.1): Space stops", taken);
    } else {
        fan_session_say(session, "%u taken. By these rules the chain must go on (R8)", taken);
    }
}

/* The open steps from a point to another, at most one a kind. */
static size_t steps_between(const FanSession *session, FanPoint from, FanPoint to,
                            FanOpenStep found[2]) {
    FanOpenStep steps[FAN_FIRST_STEPS_MAX];
    size_t count = fan_draft_steps(&session->board, &session->game.rules, &session->draft, steps);
    size_t fitting = 0;
    for (size_t i = 0; i < count; i++) {
        if (steps[i].from == from && steps[i].to == to && fitting < 2) {
            found[fitting++] = steps[i];
        }
    }
    return fitting;
}

static void ask_choice(FanSession *session, const FanOpenStep found[2]) {
    memcpy(session->choice, found, sizeof session->choice);
    session->choosing = true;
    char to[FAN_POINT_TEXT_MAX];
    name_point(session, found[0].to, to);
    fan_session_say(session, "Take which group at %s? A: approach takes %d, W: withdrawal takes %d",
                    to, __builtin_popcountll(found[0].taken), __builtin_popcountll(found[1].taken));
}

static void step_to(FanSession *session, FanPoint from, FanPoint to) {
    FanOpenStep found[2];
    char a[FAN_POINT_TEXT_MAX], b[FAN_POINT_TEXT_MAX], what[2 * FAN_POINT_TEXT_MAX + 2];
    switch (steps_between(session, from, to, found)) {
    case 1:
        push(session, &found[0]);
        return;
    case 2:
        ask_choice(session, found);
        return;
    default:
        break;
    }
    FanRefusal refusal = fan_step_refusal(&session->board, &session->game.rules, &session->draft,
                                          from, to, FAN_PAIKA);
    name_point(session, to, b);
    if (from == FAN_HAND) {
        snprintf(what, sizeof what, "%s", b);
    } else {
        name_point(session, from, a);
        snprintf(what, sizeof what, "%s-%s", a, b);
    }
    fan_session_refuse_for(session, what, &refusal);
}

static void take_up(FanSession *session, FanPoint point) {
    FanRefusal refusal =
        fan_from_refusal(&session->board, &session->game.rules, &session->draft, point);
    char name[FAN_POINT_TEXT_MAX];
    name_point(session, point, name);
    if (refusal.code != FAN_LEGAL) {
        fan_session_refuse_for(session, name, &refusal);
        return;
    }
    session->lifted = point;
    fan_session_say(session, "%s: where to?", name);
}

/* The stone that alone can step to a point, or FAN_NO_POINT. */
static FanPoint only_stone_to(const FanSession *session, FanPoint to) {
    FanOpenStep steps[FAN_FIRST_STEPS_MAX];
    size_t count = fan_draft_steps(&session->board, &session->game.rules, &session->draft, steps);
    FanPoint from = FAN_NO_POINT;
    for (size_t i = 0; i < count; i++) {
        if (steps[i].to == to) {
            if (from != FAN_NO_POINT && from != steps[i].from) {
                return FAN_NO_POINT;
            }
            from = steps[i].from;
        }
    }
    return from;
}

/* A point touched before the first step. */
static void touch_first(FanSession *session, FanPoint point) {
    FanSide side = (FanSide)session->draft.start.side;
    if (places(session)) {
        step_to(session, FAN_HAND, point);
    } else if (point == session->lifted) {
        fan_session_drop(session);
    } else if (has(session->draft.start.stones[side], point)) {
        take_up(session, point);
    } else if (session->lifted != FAN_NO_POINT) {
        step_to(session, session->lifted, point);
    } else if (only_stone_to(session, point) != FAN_NO_POINT) {
        step_to(session, only_stone_to(session, point), point);
    } else {
        take_up(session, point);
    }
}

void fan_session_touch(FanSession *session, FanPoint point) {
    if (refuse_making(session)) {
        return;
    }
    session->hinted = false;
    if (session->choosing) {
        for (size_t i = 0; i < 2; i++) {
            if (has(session->choice[i].taken, point)) {
                push(session, &session->choice[i]);
                return;
            }
        }
        session->choosing = false;
    }
    if (!in_chain(session)) {
        touch_first(session, point);
    } else if (point == session->lifted) {
        fan_session_stop(session);
    } else {
        step_to(session, session->lifted, point);
    }
}

void fan_session_choose(FanSession *session, FanKind kind) {
    if (refuse_making(session)) {
        return;
    }
    if (!session->choosing) {
        fan_session_refuse(session, "There is nothing to choose now");
        return;
    }
    push(session, &session->choice[session->choice[0].kind == kind ? 0 : 1]);
}

void fan_session_stop(FanSession *session) {
    if (refuse_making(session)) {
        return;
    }
    if (!in_chain(session)) {
        fan_session_refuse(session, "There is no chain to stop");
        return;
    }
    session->choosing = false;
    if (fan_draft_may_stop(&session->board, &session->game.rules, &session->draft)) {
        commit(session);
        return;
    }
    FanRefusal refusal = fan_turn_refusal(&session->board, &session->game.rules,
                                          &session->draft.start, &session->draft.turn);
    fan_session_refuse_for(session, "", &refusal);
}

void fan_session_step_back(FanSession *session) {
    if (refuse_making(session)) {
        return;
    }
    FanPoint from = session->draft.turn.from;
    if (session->choosing) {
        session->choosing = false;
        fan_session_say(session, "%s", "");
    } else if (fan_draft_pop(&session->board, &session->draft)) {
        const FanTurn *turn = &session->draft.turn;
        session->lifted = turn->count ? turn->steps[turn->count - 1].to : from;
        fan_session_say(session, "One step back");
    } else if (session->lifted != FAN_NO_POINT) {
        fan_session_drop(session);
    } else {
        fan_session_refuse(session, "No step to take back");
    }
}

void fan_session_drop(FanSession *session) {
    session->hinted = false;
    fan_session_clear_draft(session);
    fan_session_say(session, "%s", "");
}

bool fan_session_type(FanSession *session, const char *text) {
    if (refuse_making(session)) {
        return false;
    }
    FanTurn turn;
    FanTurnError error;
    char sentence[FAN_SAID_MAX - 64];
    if (fan_game_read(&session->game, text, strlen(text), &turn, &error) == FAN_TURN_READ) {
        return fan_session_play(session, &turn);
    }
    fan_turn_error_write(&session->board, &error, text, strlen(text), sentence, sizeof sentence);
    fan_session_refuse(session, "%.32s: %s", text, sentence);
    session->blamed = error.reading == FAN_TURN_ILLEGAL ? error.refusal.points : 0;
    return false;
}

FanPoints fan_session_candidates(const FanSession *session) {
    FanOpenStep steps[FAN_FIRST_STEPS_MAX];
    FanPoints points = 0;
    if (!fan_session_is_persons(session)) {
        return 0;
    }
    bool taken_up = session->lifted != FAN_NO_POINT || places(session);
    size_t count = fan_draft_steps(&session->board, &session->game.rules, &session->draft, steps);
    for (size_t i = 0; i < count; i++) {
        if (!taken_up) {
            points |= UINT64_C(1) << steps[i].from;
        } else if (steps[i].from == session->lifted || steps[i].from == FAN_HAND) {
            points |= UINT64_C(1) << steps[i].to;
        }
    }
    return points;
}
