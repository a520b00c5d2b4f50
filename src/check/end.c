/* The end of a game (section 5, R6.3). */
#include "check/check.h"

static CheckOutcome win_of(char side, const char *reason) {
    return (CheckOutcome){side == CHECK_WHITE ? CHECK_WHITE_WINS : CHECK_BLACK_WINS, reason};
}

static bool end_visit(void *context, const CheckTurn *turn) {
    (void)context;
    (void)turn;
    return false;
}

static bool has_turn(const CheckRules *rules, const CheckPosition *position) {
    return !check_turns_visit(rules, position, end_visit, NULL);
}

static size_t occurrences(const CheckPosition *history, size_t count) {
    size_t found = 0;
    for (size_t i = 0; i < count; i++) {
        if (check_position_same(&history[i], &history[count - 1])) {
            found++;
        }
    }
    return found;
}

static const CheckOutcome ongoing = {CHECK_ONGOING, ""};

/* R6.3. A set-up may show the row to the side that has it and is to move. */
static CheckOutcome outcome_of_rows(const CheckPosition *now) {
    if (check_has_row(now, CHECK_WHITE)) {
        return win_of(CHECK_WHITE, "row");
    }
    return check_has_row(now, CHECK_BLACK) ? win_of(CHECK_BLACK, "row") : ongoing;
}

/* R5.1. Telo takes no stones (R6.1), its board may well be empty. */
static CheckOutcome outcome_of_stones(const CheckPosition *now) {
    char waiting = check_other_side(now->side);
    if (check_count_stones(now, now->side) == 0) {
        return win_of(waiting, "no-stones");
    }
    if (check_count_stones(now, waiting) == 0) {
        return win_of(now->side, "no-stones"); /* of a set-up */
    }
    return ongoing;
}

CheckOutcome check_outcome(const CheckRules *rules, const CheckPosition *history,
                           size_t count) { /* R5.6 */
    const CheckPosition *now = &history[count - 1];
    char waiting = check_other_side(now->side);
    CheckOutcome won = now->telo ? outcome_of_rows(now) : outcome_of_stones(now);
    if (won.result != CHECK_ONGOING) {
        return won;
    }
    if (!has_turn(rules, now)) { /* R5.2 */
        if (rules->blocked == CHECK_BLOCKED_DRAW) {
            return (CheckOutcome){CHECK_DRAWN, "blocked"};
        }
        return win_of(waiting, "blocked");
    }
    if (rules->repetition > 0 &&
        occurrences(history, count) >= (size_t)rules->repetition) { /* R5.4 */
        return (CheckOutcome){CHECK_DRAWN, "repetition"};
    }
    if (rules->quiet_limit > 0 && now->quiet >= rules->quiet_limit) { /* R5.3 */
        return (CheckOutcome){CHECK_DRAWN, "quiet"};
    }
    return ongoing;
}
