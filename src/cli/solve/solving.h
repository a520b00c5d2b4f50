/* One run of `fanorona solve` that is not `check`: what its parts share. */
#ifndef FAN_CLI_SOLVE_SOLVING_H
#define FAN_CLI_SOLVE_SOLVING_H

#include "cli/solve/solve.h"
#include "cli/turns.h"

typedef struct FanSolving {
    const FanArguments *arguments;
    FanSetup setup;
    FanSolver *solver;
    FanTurnList turns;           /* the first turns */
    bool asks_win, asks_loss;    /* --question */
    FanFinding wins, loses;      /* whether the side to move can force a win, and the other */
    uint64_t start_ms, spent_ms; /* spent: by the runs before this one */
    uint64_t budget_ms, told_ms;
    FanSide asked; /* the attacker of the question in hand */
} FanSolving;

/* Milliseconds since the run began. */
uint64_t fan_solving_elapsed_ms(const FanSolving *solving);

FanExit fan_solving_complain_memory(const FanSolving *solving);

const char *fan_side_word(FanSide side);

/* A FanSolveWatch over a FanSolving: shows how far it is; false when its time is up or Ctrl-C came.
 */
bool fan_solving_watch(void *solving);

/* Removes what the watch has shown. */
void fan_solving_unshow(const FanSolving *solving);

/* Answers what was asked of the position, and of its turns where they were asked for, tells it, and
 * writes the certificate. */
FanExit fan_solving_answer(FanSolving *solving);

/* Writes what proves it to a file; `worth` has been found. */
FanExit fan_solving_certify(FanSolving *solving, const char *path, FanWorth worth);

#endif
