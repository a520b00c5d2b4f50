/* How far a search is. */
#include "cli/clock.h"
#include "cli/interrupt.h"
#include "cli/solve/solving.h"

#include <inttypes.h>

uint64_t fan_solving_elapsed_ms(const FanSolving *solving) {
    return fan_now_ms() - solving->start_ms;
}

const char *fan_side_word(FanSide side) {
    return side == FAN_WHITE ? "White" : "Black";
}

static void show_question(FanSolving *solving) {
    FanTicker *ticker = &solving->ticker;
    const char *side = fan_side_word(solving->asked);
    if (solving->after) {
        fan_ticker_cell(ticker, "after %s can %s win?", solving->after, side);
    } else {
        fan_ticker_cell(ticker, "can %s win?", side);
    }
    fan_ticker_cell(ticker, "%" PRIu64 " s", fan_solving_elapsed_ms(solving) / 1000);
}

/* Positions opened, their number a second since the last picture, memory. */
static void show_counts(FanSolving *solving) {
    FanTicker *ticker = &solving->ticker;
    FanSolverCounts counts = fan_solver_counts(solving->solver);
    uint64_t now_ms = fan_now_ms();
    double ms = (double)(now_ms - solving->shown_ms);
    double full = (double)counts.used / (double)counts.room;
    fan_ticker_cell(ticker, "%.1f M positions", (double)counts.nodes / 1e6);
    fan_ticker_cell(ticker, "%.0f k/s", (double)(counts.nodes - solving->shown_nodes) / ms);
    fan_ticker_cell(ticker, "memory %.0f of %.0f MB",
                    full * (double)solving->memory_bytes / (1 << 20),
                    (double)solving->memory_bytes / (1 << 20));
    solving->shown_nodes = counts.nodes;
    solving->shown_ms = now_ms;
}

/* Of all first turns proof and disproof number. */
static void show_turns(FanSolving *solving) {
    for (size_t i = 0; i < solving->turns.count; i++) {
        const FanListedTurn *turn = &solving->turns.turns[i];
        FanFinding known = fan_solver_known(solving->solver, &turn->after, solving->asked);
        if (known.verdict == FAN_VERDICT_OPEN) {
            fan_ticker_cell(&solving->ticker, "%s %u:%u", turn->text, known.proof, known.disproof);
        } else {
            fan_ticker_cell(&solving->ticker, "%s %s", turn->text,
                            known.verdict == FAN_VERDICT_YES ? "yes" : "no");
        }
    }
}

bool fan_solving_watch(void *context) {
    FanSolving *solving = context;
    if (fan_ticker_due(&solving->ticker)) {
        fan_ticker_begin(&solving->ticker);
        show_question(solving);
        show_counts(solving);
        show_turns(solving);
        fan_ticker_end(&solving->ticker);
    }
    if (fan_solving_save_due(solving)) {
        fan_ticker_clear(&solving->ticker);
        (void)fan_solving_save(solving); /* a failure is told; the next time may be better */
    }
    return !fan_interrupted() && fan_solving_elapsed_ms(solving) < solving->until_ms;
}

bool fan_solving_watch_proof(void *context) {
    FanSolving *solving = context;
    if (fan_ticker_due(&solving->ticker)) {
        fan_ticker_begin(&solving->ticker);
        fan_ticker_cell(&solving->ticker, "going through the proof, %" PRIu64 " s",
                        fan_solving_elapsed_ms(solving) / 1000);
        fan_ticker_end(&solving->ticker);
    }
    return !fan_interrupted();
}
