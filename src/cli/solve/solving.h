/* One run of `fanorona solve` that is not `check`: what its parts share. */
#ifndef FAN_CLI_SOLVE_SOLVING_H
#define FAN_CLI_SOLVE_SOLVING_H

#include "cli/solve/solve.h"
#include "cli/ticker.h"
#include "cli/turns.h"

/* Whether one side can force a win from the position that is solved. */
typedef struct FanQuestion {
    bool wanted; /* --question */
    bool told;
    FanSide attacker;
    FanFinding finding;
    uint64_t nodes, spent_ms; /* how much it took so far */
} FanQuestion;

typedef struct FanSolving {
    const FanArguments *arguments;
    FanSetup setup;
    FanSolver *solver;
    uint64_t memory_bytes;
    FanTurnList turns;       /* the first turns */
    FanQuestion wins, loses; /* of the side to move, and of the other */
    /* Of the question in hand: its attacker, the first turn after which it is asked (NULL: none),
     * and until when it may take. */
    FanSide asked;
    const char *after;
    uint64_t until_ms;
    uint64_t start_ms, budget_ms;
    uint64_t resumed_ms; /* spent by the runs before this one */
    uint64_t saved_ms, save_took_ms;
    bool kept;           /* there is a state in the file, */
    uint64_t kept_nodes; /* written when so many positions had been opened */
    /* What was shown, and what the speed is counted from. */
    FanTicker ticker;
    uint64_t shown_nodes, shown_ms;
} FanSolving;

/* Milliseconds since the run began. */
uint64_t fan_solving_elapsed_ms(const FanSolving *solving);

FanExit fan_solving_complain_memory(const FanSolving *solving);

const char *fan_side_word(FanSide side);

/* A FanSolveWatch over a FanSolving: shows how far it is, and saves the state when that is due;
 * false when the time of the question is up or Ctrl-C came. */
bool fan_solving_watch(void *solving);

/* The same while a proof is gone through. --time is for the search: what it has found is told and
 * written all the same. */
bool fan_solving_watch_proof(void *solving);

/* Goes on from the state of --resume, where there is one. */
FanExit fan_solving_load(FanSolving *solving);

/* Writes the state, at the end and whenever it is due: every few minutes. Where nothing has been
 * opened since, the file stays as it is. */
FanExit fan_solving_save(FanSolving *solving);
bool fan_solving_save_due(const FanSolving *solving);

/* Answers what was asked of the position, and of its turns where they were asked for, and tells it.
 */
FanExit fan_solving_answer(FanSolving *solving);

/* What the answers say. Returns false where they leave open what was asked. */
bool fan_solving_worth(const FanSolving *solving, FanWorth *worth);

const char *fan_worth_word(FanWorth worth);

/* Tells whether a win or a loss is one under the quiet limit; of other values nothing. */
FanExit fan_solving_look_quiet(FanSolving *solving, FanWorth worth);

/* Writes what proves it to a file; `worth` has been found. */
FanExit fan_solving_certify(FanSolving *solving, const char *path, FanWorth worth);

#endif
