/* The session in words and marks. */
#include "cli/play/session_parts.h"

#include <stdarg.h>
#include <string.h>

static bool has(FanPoints set, FanPoint point) {
    return point < FAN_POINTS_MAX && set >> point & 1;
}

__attribute__((format(printf, 2, 3))) static void add(FanText *text, const char *format, ...) {
    size_t length = strlen(text->text);
    va_list args;
    va_start(args, format);
    vsnprintf(text->text + length, sizeof text->text - length, format, args);
    va_end(args);
}

static void clear(FanText *text) {
    text->text[0] = '\0';
}

const char *fan_side_name(FanSide side) {
    return side == FAN_WHITE ? "White" : "Black";
}

/* --- marks --------------------------------------------------------------------------------------
 */

/* The path of a turn, and what it took from a position. */
static void mark_trail(const FanBoard *board, const FanPosition *before, const FanTurn *turn,
                       FanMarks *marks) {
    if (turn->from != FAN_HAND) {
        marks->trail[marks->trail_count++] = turn->from;
    }
    for (size_t i = 0; i < turn->count; i++) {
        marks->trail[marks->trail_count++] = turn->steps[i].to;
    }
    if (turn->count) {
        marks->gone = fan_move_captured(fan_turn_move(board, before, turn));
    }
}

static void mark_choice(const FanOpenStep *step, FanMarks *marks) {
    *(step->kind == FAN_APPROACH ? &marks->approach : &marks->withdrawal) |= step->taken;
}

/* What the steps to the point under the cursor would take; or both groups of the choice. */
static void mark_groups(const FanSession *session, FanPoint cursor, FanMarks *marks) {
    if (session->choosing) {
        mark_choice(&session->choice[0], marks);
        mark_choice(&session->choice[1], marks);
        return;
    }
    FanOpenStep steps[FAN_FIRST_STEPS_MAX];
    size_t count = fan_draft_steps(&session->board, &session->game.rules, &session->draft, steps);
    for (size_t i = 0; i < count; i++) {
        if (steps[i].from == session->lifted && steps[i].to == cursor &&
            steps[i].kind != FAN_PAIKA) {
            mark_choice(&steps[i], marks);
        }
    }
}

static void mark_making(const FanSession *session, FanPoint cursor, FanMarks *marks) {
    bool placing =
        fan_position_hand(&session->game.position, (FanSide)session->game.position.side) > 0;
    FanPoints candidates = fan_session_candidates(session);
    if (session->lifted == FAN_NO_POINT) {
        *(placing ? &marks->reach : &marks->movable) = candidates;
        return;
    }
    marks->moving = UINT64_C(1) << session->lifted;
    marks->reach = session->choosing ? UINT64_C(1) << session->choice[0].to : candidates;
    mark_groups(session, cursor, marks);
}

void fan_session_marks(const FanSession *session, FanPoint cursor, FanMarks *marks) {
    const FanGame *game = &session->game;
    *marks = (FanMarks){.cursor = cursor, .blamed = session->blamed};
    bool making = fan_session_is_persons(session);
    const FanPosition *shown = making ? &session->draft.current : &game->position;
    memcpy(marks->stones, shown->stones, sizeof marks->stones);
    if (making && session->draft.turn.count) {
        mark_trail(&session->board, &session->draft.start, &session->draft.turn, marks);
    } else if (game->length && session->lifted == FAN_NO_POINT) {
        const FanPly *last = &game->plies[game->length - 1];
        mark_trail(&session->board, &last->before, &last->turn, marks);
    }
    if (making) {
        mark_making(session, cursor, marks);
    }
    if (session->hinted) {
        const FanTurn *hint = &session->hint;
        marks->hint = UINT64_C(1) << hint->steps[0].to |
                      (hint->from == FAN_HAND ? 0 : UINT64_C(1) << hint->from);
    }
    marks->row = fan_position_row(shown, FAN_WHITE) | fan_position_row(shown, FAN_BLACK);
}

/* --- words --------------------------------------------------------------------------------------
 */

static const char *reason_sentence(FanReason reason) {
    switch (reason) {
    case FAN_REASON_NO_STONES:
        return "has no stones left";
    case FAN_REASON_BLOCKED:
        return "has no turn left";
    case FAN_REASON_RESIGNATION:
        return "resigns";
    case FAN_REASON_TIME:
        return "ran out of time";
    case FAN_REASON_ABANDONED:
        return "left the game";
    default:
        return "";
    }
}

static const char *draw_sentence(FanReason reason) {
    switch (reason) {
    case FAN_REASON_BLOCKED:
        return "the side to move has no turn left";
    case FAN_REASON_REPETITION:
        return "the position occurred again and again";
    case FAN_REASON_QUIET:
        return "too many turns without a capture";
    case FAN_REASON_AGREEMENT:
        return "agreed";
    default:
        return "";
    }
}

static void show_outcome(const FanOutcome *outcome, FanText *text) {
    FanReason reason = (FanReason)outcome->reason;
    FanSide winner = outcome->result == FAN_WHITE_WINS ? FAN_WHITE : FAN_BLACK;
    if (outcome->result == FAN_DRAWN) {
        const char *sentence = draw_sentence(reason);
        add(text, "A draw%s%s", *sentence ? ": " : "", sentence);
    } else if (reason == FAN_REASON_ROW) {
        add(text, "%s wins: three in a row", fan_side_name(winner));
    } else {
        const char *sentence = reason_sentence(reason);
        add(text, "%s wins", fan_side_name(winner));
        if (*sentence) {
            add(text, ": %s %s", fan_side_name(fan_other_side(winner)), sentence);
        }
    }
    if (outcome->clause) {
        char clause[FAN_CLAUSE_TEXT_MAX];
        add(text, " (%s)", fan_clause_write(outcome->clause, clause));
    }
}

void fan_session_show_state(const FanSession *session, FanText *text) {
    clear(text);
    if (fan_session_is_over(session)) {
        show_outcome(&session->game.outcome, text);
        return;
    }
    const FanPosition *position = &session->game.position;
    FanSide side = (FanSide)position->side;
    add(text, "%s %s", fan_side_name(side),
        session->thought == FAN_THOUGHT_REPLY                  ? "is thinking"
        : fan_position_hand(position, side) > 0                ? "to place a stone"
        : fan_position_must_capture(&session->board, position) ? "to move, must capture"
                                                               : "to move");
}

void fan_session_show_promise(FanPromise promise, FanSide side, FanText *text) {
    clear(text);
    switch (promise) {
    case FAN_PROMISE_WIN:
        add(text, "Proved: %s wins from here, the quiet limit aside", fan_side_name(side));
        break;
    case FAN_PROMISE_HOLD:
        add(text, "Proved: %s cannot lose from here", fan_side_name(side));
        break;
    case FAN_PROMISE_NONE:
        add(text, "Nothing is proved here: %s plays as well as it can", fan_side_name(side));
    }
}

void fan_session_show_seat(const FanSession *session, FanSide side, FanText *text) {
    clear(text);
    if (session->seats[side] == FAN_SEAT_COMPUTER) {
        if (fan_session_is_perfect(session)) {
            add(text, "computer, perfect");
        } else {
            add(text, "computer, level %u", session->level);
        }
    } else if (fan_session_has_computer(session)) {
        add(text, "you");
    }
}

void fan_session_show_variant(const FanSession *session, FanText *text) {
    fan_variant_write(&session->board, &session->game.rules, text->text);
}

void fan_session_show_rules(const FanSession *session, FanText *text) {
    fan_rules_write(&session->game.rules, text->text);
}

void fan_session_show_quiet(const FanSession *session, FanText *text) {
    clear(text);
    add(text, "quiet turns %u", session->game.position.quiet);
    if (session->game.rules.quiet_limit) {
        add(text, " of %u", session->game.rules.quiet_limit);
    }
}

void fan_session_show_vela(const FanSession *session, FanText *text) {
    const FanPosition *position = &session->game.position;
    clear(text);
    if (fan_position_is_vela(position)) {
        add(text, "vela: %s gives %u", fan_side_name(fan_position_giver(position)),
            fan_position_to_give(position));
    } else if (session->game.rules.vela != FAN_VELA_NONE) {
        add(text, "vela: all is given");
    }
}

static void add_point(const FanSession *session, FanPoint point, FanText *text) {
    char name[FAN_POINT_TEXT_MAX];
    fan_point_write(&session->board, point, name);
    add(text, "%s", name);
}

static void add_point_states(const FanMarks *marks, FanPoint point, FanText *text) {
    static const char *const words[] = {", taken up", ", can move", ", can be reached",
                                        ", taken by approach (A)", ", taken by withdrawal (W)"};
    const FanPoints sets[] = {marks->moving, marks->movable, marks->reach, marks->approach,
                              marks->withdrawal};
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        if (has(sets[i], point)) {
            add(text, "%s", words[i]);
        }
    }
    unsigned approach = (unsigned)__builtin_popcountll(marks->approach);
    unsigned withdrawal = (unsigned)__builtin_popcountll(marks->withdrawal);
    if (has(marks->reach, point) && approach) {
        add(text, ", approach takes %u", approach);
    }
    if (has(marks->reach, point) && withdrawal) {
        add(text, ", withdrawal takes %u", withdrawal);
    }
}

void fan_session_show_point(const FanSession *session, FanPoint point, FanText *text) {
    FanMarks marks;
    fan_session_marks(session, point, &marks);
    clear(text);
    add_point(session, point, text);
    add(text, "%s",
        has(marks.stones[FAN_WHITE], point)   ? " White"
        : has(marks.stones[FAN_BLACK], point) ? " Black"
                                              : " empty");
    if (has(session->board.strong, point)) {
        add(text, ", strong");
    }
    add_point_states(&marks, point, text);
}

void fan_session_show_draft(const FanSession *session, FanText *text) {
    clear(text);
    if (session->draft.turn.count) {
        char turn[FAN_TURN_TEXT_MAX];
        fan_turn_write(&session->board, &session->draft.turn, turn);
        add(text, "%s", turn);
    } else if (session->lifted != FAN_NO_POINT) {
        add_point(session, session->lifted, text);
    }
    if (*text->text) {
        add(text, "-");
    }
}

void fan_session_show_turn(const FanSession *session, size_t index, FanText *text) {
    fan_turn_write(&session->board, &session->game.plies[index].turn, text->text);
}
