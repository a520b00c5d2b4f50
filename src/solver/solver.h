/* Exact values: two questions about a position, each proved or refuted.
 *
 * "Can the side to move force a win?" and "can the other side?" If neither can, the position is a
 * draw; endless play is one. The quiet limit (R5.3) and repetition (R5.4) are not looked at. */
#ifndef FAN_SOLVER_SOLVER_H
#define FAN_SOLVER_SOLVER_H

#include "proof/quiet.h"

typedef enum FanVerdict {
    FAN_VERDICT_OPEN,
    FAN_VERDICT_YES, /* the win can be forced */
    FAN_VERDICT_NO,
} FanVerdict;

typedef struct FanSolver FanSolver;

/* A solver for a board under these rules, of which `chain` and `blocked` count. The tables (NULL:
 * none) fit them and outlive the solver. `memory_bytes` is what it may take for what it remembers.
 * NULL without memory. Freed by fan_solver_free (NULL is fine). */
FAN_NODISCARD FanSolver *fan_solver_new(const FanBoard *board, const FanRules *rules,
                                        const FanTables *tables, uint64_t memory_bytes);
void fan_solver_free(FanSolver *solver);

/* What is known of a position: verdict, the numbers still to be shown (0 once that is done,
 * FAN_SOLVER_NEVER where it never will be), plies of a proof to the end or a table. */
#define FAN_SOLVER_NEVER 1000000000u
typedef struct FanFinding {
    FanVerdict verdict;
    uint32_t proof, disproof;
    unsigned distance; /* of FAN_VERDICT_YES: plies at most until the game or the tables end it */
} FanFinding;

/* What is known now of the question whether `attacker` can force a win, without a search beyond
 * tables. Any thread. */
FanFinding fan_solver_known(FanSolver *solver, const FanPosition *position, FanSide attacker);

typedef enum FanSolveStatus {
    FAN_SOLVE_DONE,
    FAN_SOLVE_STOPPED, /* `watch` said so */
    FAN_SOLVE_FAILED,  /* memory ran out */
} FanSolveStatus;

/* Called some times a second on the calling thread; false ends the search. */
typedef bool FanSolveWatch(void *context);

/* Proves or refutes that `attacker` can force a win. What was found stays known for the next
 * question; stopped, the same call goes on where it was. `watch` may be NULL. */
FAN_NODISCARD FanSolveStatus fan_solver_ask(FanSolver *solver, const FanPosition *position,
                                            FanSide attacker, unsigned threads,
                                            FanSolveWatch *watch, void *context,
                                            FanFinding *finding);

/* Writes the certificate of what was found by asking, searching again what was forgotten.
 * FAN_CERTIFY_REFUSED when `watch` said so; FAN_CERTIFY_WRONG when so much was forgotten that the
 * distances of a win no longer fit: more memory helps. */
FAN_NODISCARD FanCertifyStatus fan_solver_certify(FanSolver *solver, const FanPosition *position,
                                                  FanWorth worth, FanSolveWatch *watch,
                                                  void *context, FanCertificate *certificate);

/* Whether a win that was found – `worth` is FAN_WORTH_WIN or FAN_WORTH_LOSS – comes in time under a
 * limit of so many quiet turns, from 1 on (see proof/quiet.h). Statuses as above. */
FAN_NODISCARD FanCertifyStatus fan_solver_look_quiet(FanSolver *solver, const FanPosition *position,
                                                     FanWorth worth, unsigned limit,
                                                     FanSolveWatch *watch, void *context,
                                                     FanQuiet *quiet);

/* Why a file was refused, one line in English. */
typedef struct FanSolverError {
    char text[512];
} FanSolverError;

/* Writes what is remembered, with the time the caller has spent on it, and reads it back into a new
 * solver for the same board and rules, of any size: what has no room is forgotten, least work
 * first. What is in a file is believed. Returns false with the reason; a solver that failed to load
 * is only to be freed. It may be saved while a question is going on, from a watch too, but loaded
 * only before the first one. */
FAN_NODISCARD bool fan_solver_save(FanSolver *solver, const char *path, uint64_t elapsed_ms,
                                   FanSolverError *error);
FAN_NODISCARD bool fan_solver_load(FanSolver *solver, const char *path, uint64_t *elapsed_ms,
                                   FanSolverError *error);

typedef struct FanSolverCounts {
    uint64_t nodes;                       /* positions opened */
    uint64_t used, room;                  /* entries of the memory */
    uint64_t closures, reopened, members; /* refutations looked into, those that did not hold,
                                           * positions looked at for it */
} FanSolverCounts;
FanSolverCounts fan_solver_counts(FanSolver *solver);

#endif
