/* The questions, one after the other, and what their answers say. */
#include "cli/solve/solving.h"

#include <inttypes.h>

FanExit fan_solving_complain_memory(const FanSolving *solving) {
    return fan_complain(solving->arguments, FAN_EXIT_FAILED, "not enough memory");
}

/* How long a share of what is left until a moment lasts. */
static uint64_t share_until(const FanSolving *solving, uint64_t until_ms, uint64_t shares) {
    uint64_t now_ms = fan_solving_elapsed_ms(solving);
    return now_ms < until_ms ? now_ms + (until_ms - now_ms) / shares : until_ms;
}

/* Whether a side can force a win from a position; open still when the time is up or Ctrl-C came. */
static FanExit ask(FanSolving *solving, const FanPosition *position, FanSide attacker,
                   uint64_t until_ms, FanFinding *finding) {
    solving->asked = attacker;
    solving->until_ms = until_ms;
    FanSolveStatus status =
        fan_solver_ask(solving->solver, position, attacker,
                       (unsigned)fan_arguments_number(solving->arguments, "threads", 1),
                       fan_solving_watch, solving, finding);
    fan_ticker_clear(&solving->ticker);
    return status == FAN_SOLVE_FAILED ? fan_solving_complain_memory(solving) : FAN_EXIT_FINE;
}

/* --- the position --------------------------------------------------------------------------------
 */

static FanExit ask_question(FanSolving *solving, FanQuestion *question, uint64_t until_ms) {
    uint64_t nodes = fan_solver_counts(solving->solver).nodes;
    uint64_t ms = fan_solving_elapsed_ms(solving);
    FanExit status =
        ask(solving, &solving->setup.position, question->attacker, until_ms, &question->finding);
    question->nodes += fan_solver_counts(solving->solver).nodes - nodes;
    question->spent_ms += fan_solving_elapsed_ms(solving) - ms;
    return status;
}

static bool is_open(const FanQuestion *question) {
    return question->wanted && question->finding.verdict == FAN_VERDICT_OPEN;
}

/* The answer to a question, once; of an open one how far it is. */
static void tell(const FanSolving *solving, FanQuestion *question) {
    FILE *out = fan_out(solving->arguments);
    const FanFinding *finding = &question->finding;
    const char *side = fan_side_word(question->attacker);
    if (!question->wanted || question->told) {
        return;
    }
    question->told = true;
    if (finding->verdict == FAN_VERDICT_YES) {
        fprintf(out, "%s can force a win", side);
    } else if (finding->verdict == FAN_VERDICT_NO) {
        fprintf(out, "%s cannot force a win", side);
    } else {
        fprintf(out, "whether %s can force a win is open: proof number %u, disproof number %u",
                side, finding->proof, finding->disproof);
    }
    fprintf(out, " (%" PRIu64 " positions opened, %.2f s)\n", question->nodes,
            (double)question->spent_ms / 1000);
    fflush(out);
}

/* Of a win nothing more is to be said. */
static void tell_both(FanSolving *solving) {
    tell(solving, &solving->wins);
    if (solving->wins.finding.verdict != FAN_VERDICT_YES) {
        tell(solving, &solving->loses);
    }
}

/* Both questions share the time alike; what one leaves the other may take. */
static FanExit ask_both(FanSolving *solving, uint64_t until_ms) {
    FanQuestion *wins = &solving->wins, *loses = &solving->loses;
    FanExit status = FAN_EXIT_FINE;
    if (is_open(wins)) {
        uint64_t shares = is_open(loses) ? 2 : 1;
        status = ask_question(solving, wins, share_until(solving, until_ms, shares));
    }
    if (!is_open(wins)) {
        tell(solving, wins);
    }
    if (status == FAN_EXIT_FINE && is_open(loses) && wins->finding.verdict != FAN_VERDICT_YES) {
        status = ask_question(solving, loses, until_ms);
    }
    if (status == FAN_EXIT_FINE && is_open(wins) && loses->finding.verdict == FAN_VERDICT_YES) {
        wins->finding.verdict = FAN_VERDICT_NO;
    }
    if (status == FAN_EXIT_FINE && is_open(wins) && fan_solving_elapsed_ms(solving) < until_ms) {
        status = ask_question(solving, wins, until_ms);
    }
    if (status == FAN_EXIT_FINE && !is_open(wins) && !is_open(loses)) {
        tell_both(solving);
    }
    return status;
}

/* --- what it says --------------------------------------------------------------------------------
 */

const char *fan_worth_word(FanWorth worth) {
    static const char *const words[] = {[FAN_WORTH_DRAW] = "draw",
                                        [FAN_WORTH_WIN] = "win",
                                        [FAN_WORTH_LOSS] = "loss",
                                        [FAN_WORTH_NO_LOSS] = "draw or win",
                                        [FAN_WORTH_NO_WIN] = "draw or loss"};
    return words[worth];
}

static bool find_worth(const FanSolving *solving, const FanFinding *wins, const FanFinding *loses,
                       FanWorth *worth) {
    bool no_win = wins->verdict == FAN_VERDICT_NO, no_loss = loses->verdict == FAN_VERDICT_NO;
    if (wins->verdict == FAN_VERDICT_YES || loses->verdict == FAN_VERDICT_YES) {
        *worth = wins->verdict == FAN_VERDICT_YES ? FAN_WORTH_WIN : FAN_WORTH_LOSS;
        return true;
    }
    *worth = no_win && no_loss ? FAN_WORTH_DRAW : no_win ? FAN_WORTH_NO_WIN : FAN_WORTH_NO_LOSS;
    return (no_win || !solving->wins.wanted) && (no_loss || !solving->loses.wanted);
}

bool fan_solving_worth(const FanSolving *solving, FanWorth *worth) {
    return find_worth(solving, &solving->wins.finding, &solving->loses.finding, worth);
}

/* --- its turns -----------------------------------------------------------------------------------
 */

/* What a first turn is worth to the side that makes it. What is known of the position says already
 * that no turn wins where none can, and that all lose where the position is lost. */
static FanExit tell_turn(FanSolving *solving, const FanListedTurn *turn, uint64_t until_ms) {
    FanFinding wins = solving->wins.finding, loses = solving->loses.finding;
    bool asks_loss = solving->loses.wanted && loses.verdict != FAN_VERDICT_YES;
    FanExit status = FAN_EXIT_FINE;
    solving->after = turn->text;
    if (solving->wins.wanted && wins.verdict != FAN_VERDICT_NO) {
        status = ask(solving, &turn->after, solving->wins.attacker,
                     share_until(solving, until_ms, asks_loss ? 2 : 1), &wins);
    }
    if (status == FAN_EXIT_FINE && asks_loss && wins.verdict != FAN_VERDICT_YES) {
        status = ask(solving, &turn->after, solving->loses.attacker, until_ms, &loses);
    }
    if (status == FAN_EXIT_FINE && solving->wins.wanted && wins.verdict == FAN_VERDICT_OPEN &&
        loses.verdict != FAN_VERDICT_YES && fan_solving_elapsed_ms(solving) < until_ms) {
        status = ask(solving, &turn->after, solving->wins.attacker, until_ms, &wins);
    }
    solving->after = NULL;
    if (status == FAN_EXIT_FINE) {
        FanWorth worth;
        bool known = find_worth(solving, &wins, &loses, &worth);
        fprintf(fan_out(solving->arguments), "turn %s %s\n", turn->text,
                known ? fan_worth_word(worth) : "unknown");
        fflush(fan_out(solving->arguments));
    }
    return status;
}

static FanExit tell_turns(FanSolving *solving) {
    FanExit status = FAN_EXIT_FINE;
    size_t count = solving->turns.count;
    for (size_t i = 0; status == FAN_EXIT_FINE && i < count; i++) {
        status = tell_turn(solving, &solving->turns.turns[i],
                           share_until(solving, solving->budget_ms, count - i));
    }
    return status;
}

FanExit fan_solving_answer(FanSolving *solving) {
    bool turns = fan_arguments_given(solving->arguments, "turns") && solving->turns.count > 0;
    uint64_t until_ms = share_until(solving, solving->budget_ms, turns ? 2 : 1);
    FanExit status = ask_both(solving, until_ms);
    if (status == FAN_EXIT_FINE && turns) {
        status = tell_turns(solving);
    }
    if (status == FAN_EXIT_FINE && turns) {
        status = ask_both(solving, solving->budget_ms);
    }
    tell_both(solving);
    return status;
}
