/* The solver's own: what its files share and nobody else may see. */
#ifndef FAN_SOLVER_INSIDE_H
#define FAN_SOLVER_INSIDE_H

#include "solver/search.h"
#include "solver/solver.h"

struct FanSolver {
    FanSearch search;
};

#endif
