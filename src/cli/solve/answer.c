/* The questions, one after the other, and what their answers say. */
#include "cli/solve/solving.h"

#include <inttypes.h>

FanExit fan_solving_complain_memory(const FanSolving *solving) {
    return fan_complain(solving->arguments, FAN_EXIT_FAILED, "not enough memory");
}

/* One question; open still, when the time is up or Ctrl-C came. */
static FanExit ask(FanSolving *solving, const FanPosition *position, FanSide attacker,
                   FanFinding *finding) {
    solving->asked = attacker;
    FanSolveStatus status =
        fan_solver_ask(solving->solver, position, attacker,
                       (unsigned)fan_arguments_number(solving->arguments, "threads", 1),
                       fan_solving_watch, solving, finding);
    fan_solving_unshow(solving);
    return status == FAN_SOLVE_FAILED ? fan_solving_complain_memory(solving) : FAN_EXIT_FINE;
}

static void tell(const FanSolving *solving, FanSide attacker, const FanFinding *finding,
                 uint64_t nodes_before, uint64_t ms_before) {
    FILE *out = fan_out(solving->arguments);
    uint64_t nodes = fan_solver_counts(solving->solver).nodes - nodes_before;
    double seconds = (double)(fan_solving_elapsed_ms(solving) - ms_before) / 1000;
    const char *side = fan_side_word(attacker);
    if (finding->verdict == FAN_VERDICT_YES) {
        fprintf(out, "%s can force a win", side);
    } else if (finding->verdict == FAN_VERDICT_NO) {
        fprintf(out, "%s cannot force a win", side);
    } else {
        fprintf(out, "whether %s can force a win is open: proof number %u, disproof number %u",
                side, finding->proof, finding->disproof);
    }
    fprintf(out, " (%" PRIu64 " positions opened, %.2f s)\n", nodes, seconds);
    fflush(out);
}

static FanExit ask_and_tell(FanSolving *solving, FanSide attacker, FanFinding *finding) {
    uint64_t nodes = fan_solver_counts(solving->solver).nodes;
    uint64_t ms = fan_solving_elapsed_ms(solving);
    FanExit status = ask(solving, &solving->setup.position, attacker, finding);
    if (status == FAN_EXIT_FINE) {
        tell(solving, attacker, finding, nodes, ms);
    }
    return status;
}

/* What two answers say, of which one may not have been asked for. Returns false where they leave
 * open what was. */
static bool find_worth(const FanSolving *solving, const FanFinding *wins, const FanFinding *loses,
                       FanWorth *worth) {
    bool no_win = wins->verdict == FAN_VERDICT_NO, no_loss = loses->verdict == FAN_VERDICT_NO;
    if (wins->verdict == FAN_VERDICT_YES || loses->verdict == FAN_VERDICT_YES) {
        *worth = wins->verdict == FAN_VERDICT_YES ? FAN_WORTH_WIN : FAN_WORTH_LOSS;
        return true;
    }
    *worth = no_win && no_loss ? FAN_WORTH_DRAW : no_win ? FAN_WORTH_NO_WIN : FAN_WORTH_NO_LOSS;
    return (no_win || !solving->asks_win) && (no_loss || !solving->asks_loss);
}

static const char *worth_word(const FanSolving *solving, const FanFinding *wins,
                              const FanFinding *loses) {
    static const char *const words[] = {[FAN_WORTH_DRAW] = "draw",
                                        [FAN_WORTH_WIN] = "win",
                                        [FAN_WORTH_LOSS] = "loss",
                                        [FAN_WORTH_NO_LOSS] = "draw or win",
                                        [FAN_WORTH_NO_WIN] = "draw or loss"};
    FanWorth worth;
    return find_worth(solving, wins, loses, &worth) ? words[worth] : "unknown";
}

/* What a first turn is worth to the side that makes it. What is known of the position says already
 * that no turn wins where none can, and that all lose where the position is lost. */
static FanExit tell_turn(FanSolving *solving, const FanListedTurn *turn) {
    FanSide side = (FanSide)solving->setup.position.side;
    FanFinding wins = solving->wins, loses = solving->loses;
    FanExit status = FAN_EXIT_FINE;
    if (solving->asks_win && wins.verdict != FAN_VERDICT_NO) {
        status = ask(solving, &turn->after, side, &wins);
    }
    if (status == FAN_EXIT_FINE && solving->asks_loss && wins.verdict != FAN_VERDICT_YES &&
        loses.verdict != FAN_VERDICT_YES) {
        status = ask(solving, &turn->after, fan_other_side(side), &loses);
    }
    if (status == FAN_EXIT_FINE) {
        fprintf(fan_out(solving->arguments), "turn %s %s\n", turn->text,
                worth_word(solving, &wins, &loses));
        fflush(fan_out(solving->arguments));
    }
    return status;
}

static FanExit tell_turns(FanSolving *solving) {
    FanExit status = FAN_EXIT_FINE;
    bool wanted = fan_arguments_given(solving->arguments, "turns");
    for (size_t i = 0; status == FAN_EXIT_FINE && wanted && i < solving->turns.count; i++) {
        status = tell_turn(solving, &solving->turns.turns[i]);
    }
    return status;
}

FanExit fan_solving_answer(FanSolving *solving) {
    FanSide side = (FanSide)solving->setup.position.side;
    FanExit status = FAN_EXIT_FINE;
    if (solving->asks_win) {
        status = ask_and_tell(solving, side, &solving->wins);
    }
    if (status == FAN_EXIT_FINE && solving->asks_loss && solving->wins.verdict != FAN_VERDICT_YES) {
        status = ask_and_tell(solving, fan_other_side(side), &solving->loses);
    }
    if (status == FAN_EXIT_FINE) {
        status = tell_turns(solving);
    }
    if (status != FAN_EXIT_FINE) {
        return status;
    }
    FanWorth worth;
    const char *path = fan_arguments_text(solving->arguments, "certificate", NULL);
    bool known = find_worth(solving, &solving->wins, &solving->loses, &worth);
    if (known && path) {
        status = fan_solving_certify(solving, path, worth);
    }
    fprintf(fan_out(solving->arguments), "value %s\n",
            worth_word(solving, &solving->wins, &solving->loses));
    return known ? status : FAN_EXIT_FAILED;
}
