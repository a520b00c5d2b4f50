/* Depth-first proof-number search (Nagai 2002) over folded positions, on any number of threads that
 * share what they know.
 *
 * A position is opened to prove or to refute "the attacker can force a win". Of the side to move,
 * `phi` is the number still to be shown for it to reach its aim – proving as the attacker, refuting
 * as the defender – and `delta` that for it to miss it: so both kinds of position are one code.
 *
 * Repetition of a position of the present quiet run counts as the attacker's failure. A proof never
 * rests on that. A refutation may, and the repeated position may turn out to be a win: it stays
 * tentative until closure.c has shown that it is part of a set that the attacker cannot leave. */
#ifndef FAN_SOLVER_SEARCH_H
#define FAN_SOLVER_SEARCH_H

#include "proof/stand.h"
#include "solver/memo.h"

#include <fanorona/tables.h>
#include <stdatomic.h>

/* What the threads share. */
typedef struct FanSearch {
    FanScene scene;
    const FanTables *tables; /* NULL: none */
    unsigned stones;         /* positions of at most so many are looked up in them */
    unsigned threads;
    FanMemo *memo;
    _Atomic bool stop;      /* asks all threads to end */
    _Atomic bool failed;    /* memory ran out, or a line became too long */
    _Atomic uint64_t nodes; /* positions opened, counted now and then */
    /* Refutations looked into by closure.c, those that did not hold, positions looked at for it. */
    _Atomic uint64_t closures, reopened, members;
} FanSearch;

/* What a position is without any search: FAN_STATE_PROVED or FAN_STATE_REFUTED where a side has no
 * stones (R5.1) or tables know it, else FAN_STATE_NONE. */
FanState fan_search_leaf(const FanSearch *search, FanStand stand, bool attacker);

/* What a position is in which the side to move has no turn (R5.2). */
FanState fan_search_blocked(const FanSearch *search, bool attacker);

typedef struct FanWorker FanWorker;

/* One for each thread; NULL without memory. */
FanWorker *fan_worker_new(FanSearch *search);
void fan_worker_free(FanWorker *worker);

/* Searches until the position is proved or refuted in the memo, or the search is to stop or has
 * failed. The position is folded, no leaf, and not blocked. Returns what was found: PROVED, REFUTED
 * or else OPEN. Needs a deep stack: FAN_WORKER_STACK_BYTES. */
enum { FAN_WORKER_STACK_BYTES = 256 << 20 };
FanKnown fan_worker_run(FanWorker *worker, FanStand stand, bool attacker);

#endif
