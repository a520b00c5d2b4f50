/* What all threads of a search have in common: the task, the table, the stop flag.
 *
 * While they search, only the table, the stop flag and the count `told` are written;
 * everything else is set before they begin. */
#ifndef FAN_ENGINE_SHARED_H
#define FAN_ENGINE_SHARED_H

#include "engine/endgame.h"
#include "engine/network.h"
#include "engine/telo.h"
#include "engine/tt.h"

#include <fanorona/engine.h>
#include <stdatomic.h>

/* What may be left out of the search: everything on is the normal search; tests compare with less.
 */
typedef struct FanStyle {
    bool table;         /* use the transposition table */
    bool exact;         /* use only entries of exactly the depth asked for */
    bool reduce;        /* late moves first at reduced depth */
    bool narrow;        /* only some captures deep below the horizon */
    bool solved;        /* telo is answered, not searched */
    bool network;       /* the network judges, where there is one */
    uint8_t quiescence; /* plies of captures below the horizon, then evaluate whatever is there */
} FanStyle;

/* The search as it is normally done. */
FanStyle fan_style_normal(void);

typedef struct FanLimits {
    uint64_t nodes, budget_ms; /* 0: none */
    uint64_t soft_ms;          /* see time.h; 0: none */
    unsigned depth;            /* 1 to FAN_DEPTH_MAX */
    unsigned lines;            /* 1 to FAN_LINES_MAX */
} FanLimits;

typedef struct FanShared {
    FanTt tt;
    atomic_bool stop;
    FanClock *clock;
    uint64_t started_ms; /* when the search began */
    uint64_t counted_ms; /* from when on its time counts */
    bool pondering;      /* not yet: the other side is still to play */

    FanBoard board;
    FanRules rules;
    FanPosition root;
    FanLimits limits;
    FanStyle style;
    const FanNetwork *network; /* judges the capture game here; NULL: the hand-written evaluation */
    bool solved;               /* `telo` answers for this game */
    FanTelo telo;
    FanEndgame endgame; /* what tables say of this game */
    uint64_t salt;      /* keeps entries of other rules and boards apart */
    uint64_t *spent;    /* sorted keys of earlier positions whose next occurrence draws (R5.4) */
    size_t spents;

    _Atomic uint64_t told; /* nodes of all threads, counted every few hundred */
} FanShared;

/* Makes it with an empty table. Returns false without memory. */
bool fan_shared_init(FanShared *shared, size_t hash_bytes, FanClock *clock);
void fan_shared_free(FanShared *shared);

/* Sets the task: the position now in a game that goes on, judged by a network of its board if there
 * is one, and by endgame tables where they fit (NULL: none). Clears the stop flag and starts the
 * time. Returns false without memory. */
bool fan_shared_begin(FanShared *shared, const FanGame *game, const FanLimits *limits,
                      const FanStyle *style, const FanNetwork *network, const FanTables *tables);

#endif
