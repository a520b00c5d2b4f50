/* Faults and refusals in English sentences, for programs. The page has its own catalogues and uses
 * codes. */
#include "rules/bits.h"
#include "rules/text_out.h"

#include <fanorona/text.h>

static void out_point(Out *out, const FanBoard *board, FanPoint point) {
    char text[FAN_POINT_TEXT_MAX];
    fan_point_write(board, point, text);
    out_text(out, text);
}

/* "d3, e3 and f3"; `last` joins the last two. */
static void out_points(Out *out, const FanBoard *board, FanPoints points, const char *last) {
    for (bool first = true; points; points &= points - 1, first = false) {
        if (!first) {
            out_text(out, points & (points - 1) ? ", " : last);
        }
        out_point(out, board, lowest(points));
    }
}

static void out_rank(Out *out, const FanSetupError *error) {
    out_text(out, "rank ");
    out_number(out, error->rank);
    out_text(out, " from the top");
}

static void out_side(Out *out, const FanSetupError *error) {
    out_text(out, error->side == FAN_WHITE ? "White" : "Black");
}

static void out_setup_fault(Out *out, const FanSetupError *error, const char *quoted) {
    switch ((FanSetupFault)error->fault) {
    case FAN_SETUP_EMPTY:
        out_text(out, "the position is empty");
        return;
    case FAN_SETUP_LENGTH:
        out_text(out, "the position is longer than any position can be");
        return;
    case FAN_SETUP_SIZE:
        out_text(out,
                 "the size of the board must be odd both ways, at least 3 and at most 49 points");
        return;
    case FAN_SETUP_OTHER_SIZE:
        out_text(out, "the position is not of the size of the board asked for");
        return;
    case FAN_SETUP_CHARACTER:
        out_quoted(out, quoted, error->length);
        out_text(out, " is neither a stone (W, B) nor a number of empty points, in ");
        out_rank(out, error);
        return;
    case FAN_SETUP_RANK_LONG:
        out_rank(out, error);
        out_text(out, " is too long: ");
        break;
    case FAN_SETUP_RANK_SHORT:
        out_rank(out, error);
        out_text(out, " is too short: ");
        break;
    case FAN_SETUP_SIDE:
        out_text(out, "the side to move must be w or b, not ");
        break;
    case FAN_SETUP_QUIET:
        out_text(out, "the number of quiet turns must be 0 to 65535, not ");
        break;
    case FAN_SETUP_NUMBER:
        out_text(out, "the number of the turn must be 1 to 65535, not ");
        break;
    case FAN_SETUP_KEY:
        out_text(out, "unknown field ");
        break;
    case FAN_SETUP_REPEATED:
        out_text(out, "a field too many: ");
        break;
    case FAN_SETUP_STONES:
        out_side(out, error);
        out_text(out, " has more stones than a side begins with");
        return;
    case FAN_SETUP_OPTION:
        out_text(out, "the rule options do not agree with the field ");
        break;
    case FAN_SETUP_HAND:
        out_text(out, "stones in hand are two numbers from 0 to 3, as in hand:3,3, not ");
        break;
    case FAN_SETUP_HAND_BOARD:
        out_text(out, "only telo, on 3x3, has stones in hand: ");
        break;
    case FAN_SETUP_HAND_STONES:
        out_side(out, error);
        out_text(out, " must have three stones on the board and in hand together");
        return;
    case FAN_SETUP_HAND_SIDE:
        out_text(out, "the stones in hand do not agree with the side to move: White places first, "
                      "then each in turn");
        return;
    case FAN_SETUP_ROWS:
        out_text(out, "both sides have a full row");
        return;
    case FAN_SETUP_VELA:
        out_text(out, "who gives must be vela:w or vela:b, not ");
        break;
    case FAN_SETUP_VELA_BOARD:
        out_text(out, "vela is played on 9x5 and 5x5 only");
        return;
    case FAN_SETUP_VELA_STONES:
        out_text(out, "the first phase of vela is over when the giver has five stones or fewer: ");
        break;
    }
    out_quoted(out, quoted, error->length);
}

size_t fan_setup_error_write(const FanSetupError *error, const char *text, char *out_memory,
                             size_t size) {
    Out out = out_begin(out_memory, size);
    out_setup_fault(&out, error, text + error->offset);
    return out_end(&out);
}

static const char *end_sentence(FanClause clause) {
    switch (clause) {
    case FAN_CLAUSE(5, 1):
        return "the game is over: a side has no stones";
    case FAN_CLAUSE(5, 2):
        return "the game is over: the side to move is blocked";
    case FAN_CLAUSE(5, 3):
        return "the game is over: drawn by the quiet limit";
    case FAN_CLAUSE(5, 4):
        return "the game is over: drawn by repetition";
    case FAN_CLAUSE(6, 3):
        return "the game is over: a side has three in a row";
    default:
        return "the game is over";
    }
}

static void out_refusal(Out *out, const FanBoard *board, const FanRefusal *refusal) {
    switch ((FanRefusalCode)refusal->code) {
    case FAN_LEGAL:
        out_text(out, "legal");
        return;
    case FAN_REFUSED_ENDED:
        out_text(out, end_sentence(refusal->clause));
        break;
    case FAN_REFUSED_EMPTY:
        out_text(out, "there is no stone to move");
        break;
    case FAN_REFUSED_ENEMY:
        out_text(out, "the stone belongs to the other side");
        break;
    case FAN_REFUSED_OTHER_STONE:
        out_text(out, "a chain goes on with the same stone, ");
        out_points(out, board, refusal->points, " and ");
        break;
    case FAN_REFUSED_OCCUPIED:
        out_text(out, "the point is not empty");
        break;
    case FAN_REFUSED_NO_LINE:
        out_text(out, "no line joins the two points in one step");
        break;
    case FAN_REFUSED_MUST_CAPTURE:
        out_text(out, "must capture: ");
        out_points(out, board, refusal->points, " and ");
        out_text(out, " can");
        break;
    case FAN_REFUSED_VISITED:
        out_text(out, "the stone already stood there in this turn");
        break;
    case FAN_REFUSED_DIRECTION:
        out_text(out, "same direction as the step before");
        break;
    case FAN_REFUSED_NO_APPROACH:
        out_text(out, "there is no enemy stone ahead to take by approach");
        break;
    case FAN_REFUSED_NO_WITHDRAWAL:
        out_text(out, "there is no enemy stone behind to take by withdrawal");
        break;
    case FAN_REFUSED_NOT_CAPTURING:
        out_text(out, "a chain goes on only by captures");
        break;
    case FAN_REFUSED_OVER:
        out_text(out, "a step that takes nothing ends the turn");
        break;
    case FAN_REFUSED_STUCK:
        out_text(out, "the stone has no empty point to go to");
        break;
    case FAN_REFUSED_STOP:
        out_text(out, "the chain must go on, to ");
        out_points(out, board, refusal->points, " or ");
        break;
    case FAN_REFUSED_SINGLE:
        out_text(out, "the first turn of the game takes one capture only");
        break;
    case FAN_REFUSED_PLACE:
        out_text(out, "there are stones in hand: one must be placed");
        break;
    case FAN_REFUSED_HAND:
        out_text(out, "no stone is left in hand");
        break;
    case FAN_REFUSED_TELO:
        out_text(out, "nothing is taken in telo");
        break;
    case FAN_REFUSED_GIVER:
        out_text(out, "the giver takes nothing in the first phase of vela");
        break;
    case FAN_REFUSED_TAKER:
        out_text(out, "the taker takes one stone a turn in the first phase of vela");
        break;
    }
    out_clause(out, refusal->clause);
}

size_t fan_refusal_write(const FanBoard *board, const FanRefusal *refusal, char *out_memory,
                         size_t size) {
    Out out = out_begin(out_memory, size);
    out_refusal(&out, board, refusal);
    return out_end(&out);
}

static const char *turn_fault_sentence(FanTurnFault fault) {
    switch (fault) {
    case FAN_TURN_FAULT_EMPTY:
        return "the turn is empty";
    case FAN_TURN_FAULT_CHARACTER:
        return "a point such as e3 is expected";
    case FAN_TURN_FAULT_POINT:
        return "no such point on this board";
    case FAN_TURN_FAULT_KIND:
        return "A or W must follow a step, once";
    case FAN_TURN_FAULT_END:
        return "the turn stops where a point must follow";
    case FAN_TURN_FAULT_LENGTH:
        return "longer than any turn can be";
    default:
        return "not a turn";
    }
}

static void out_candidates(Out *out, const FanBoard *board, const FanTurnError *error) {
    out_text(out, "fits ");
    out_number(out, error->candidates);
    out_text(out, " turns: ");
    for (size_t i = 0; i < error->candidates && i < FAN_CANDIDATES_MAX; i++) {
        char turn[FAN_TURN_TEXT_MAX];
        fan_turn_write(board, &error->candidate[i], turn);
        if (i) {
            out_text(out, ", ");
        }
        out_text(out, turn);
    }
    if (error->candidates > FAN_CANDIDATES_MAX) {
        out_text(out, ", ...");
    }
}

size_t fan_turn_error_write(const FanBoard *board, const FanTurnError *error, const char *text,
                            size_t length, char *out_memory, size_t size) {
    Out out = out_begin(out_memory, size);
    size_t offset = error->offset;
    if (error->reading == FAN_TURN_MALFORMED) {
        out_text(&out, "malformed at offset ");
        out_number(&out, offset);
        if (offset < length) {
            out_text(&out, ", ");
            out_quoted(&out, text + offset, length - offset);
        }
        out_text(&out, ": ");
        out_text(&out, turn_fault_sentence((FanTurnFault)error->fault));
    } else if (error->reading == FAN_TURN_ILLEGAL) {
        out_text(&out, "illegal at offset ");
        out_number(&out, offset);
        out_text(&out, ": ");
        out_refusal(&out, board, &error->refusal);
    } else if (error->reading == FAN_TURN_AMBIGUOUS) {
        out_text(&out, "ambiguous, ");
        out_candidates(&out, board, error);
    }
    return out_end(&out);
}

size_t fan_rules_error_write(const FanRulesError *error, const char *text, char *out_memory,
                             size_t size) {
    Out out = out_begin(out_memory, size);
    const char *item = text + error->offset;
    switch (error->fault) {
    case FAN_RULES_OK:
        break;
    case FAN_RULES_SHAPE:
        out_quoted(&out, item, error->length);
        out_text(&out, " is not of the form OPTION=VALUE");
        break;
    case FAN_RULES_OPTION:
        out_quoted(&out, item, error->length);
        out_text(&out, " is no rule option");
        break;
    case FAN_RULES_VALUE:
        out_quoted(&out, item, error->length);
        out_text(&out, " is not a value it takes: ");
        out_text(&out, error->allowed);
        break;
    case FAN_RULES_REPEATED:
        out_quoted(&out, item, error->length);
        out_text(&out, " is given twice");
        break;
    case FAN_RULES_LENGTH:
        out_text(&out, "the rules are longer than all options together");
        break;
    }
    return out_end(&out);
}
