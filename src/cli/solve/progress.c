/* How far a search is. */
#include "cli/clock.h"
#include "cli/interrupt.h"
#include "cli/solve/solving.h"

#include <inttypes.h>

enum { TICK_MS = 500, TURNS_SHOWN = 6 };

uint64_t fan_solving_elapsed_ms(const FanSolving *solving) {
    return fan_now_ms() - solving->start_ms;
}

const char *fan_side_word(FanSide side) {
    return side == FAN_WHITE ? "White" : "Black";
}

/* The first turns, as far as they fit a line: proof and disproof number of each. */
static void show_turns(FanSolving *solving) {
    FILE *err = fan_err(solving->arguments);
    for (size_t i = 0; i < solving->turns.count && i < TURNS_SHOWN; i++) {
        const FanListedTurn *turn = &solving->turns.turns[i];
        FanFinding known = fan_solver_known(solving->solver, &turn->after, solving->asked);
        if (known.verdict == FAN_VERDICT_OPEN) {
            fprintf(err, "  %s %u:%u", turn->text, known.proof, known.disproof);
        } else {
            fprintf(err, "  %s %s", turn->text, known.verdict == FAN_VERDICT_YES ? "yes" : "no");
        }
    }
}

bool fan_solving_watch(void *context) {
    FanSolving *solving = context;
    uint64_t now_ms = fan_now_ms();
    if (fan_err_is_terminal(solving->arguments) && now_ms >= solving->told_ms + TICK_MS) {
        FanSolverCounts counts = fan_solver_counts(solving->solver);
        solving->told_ms = now_ms;
        fprintf(fan_err(solving->arguments),
                "\rcan %s win? %.1f M positions, %" PRIu64 " s, memory %.0f %%",
                fan_side_word(solving->asked), (double)counts.nodes / 1e6,
                fan_solving_elapsed_ms(solving) / 1000,
                100 * (double)counts.used / (double)counts.room);
        show_turns(solving);
        fputs(" \033[K", fan_err(solving->arguments));
        fflush(fan_err(solving->arguments));
    }
    return !fan_interrupted() && fan_solving_elapsed_ms(solving) < solving->budget_ms;
}

void fan_solving_unshow(const FanSolving *solving) {
    if (fan_err_is_terminal(solving->arguments)) {
        fputs("\r\033[K", fan_err(solving->arguments));
    }
}
