/* The builder's inner loops. The including file defines CELL_BITS and names the result PAIR_KERNEL;
 * LINES_TSIVY and LINES_PEXT as in rules/lines.h.
 *
 * First every position with a capture is settled from smaller classes, in one pass. What is left is
 * worked out backwards over paika alone, level by level: level n holds what is decided in n plies.
 * While many positions were decided at a level and few are open, the open ones look at what follows
 * them; later the decided ones tell those before them: before a loss all are won, before a win some
 * come in doubt, and the doubtful look. What a level brings depends on the levels before it alone,
 * so the result does not depend on the order that threads take. */
#include "rules/captures.h"
#include "tablegen/pair.h"

#include <stdlib.h>
#include <string.h>

#include "tablegen/cells_body.h"
#include "tablegen/scene_body.h"

#include "tablegen/captures_body.h"
#include "tablegen/paika_body.h"

/* --- a pair from end to end ---------------------------------------------------------------------
 */

/* Outer sets a worker takes at once: some ten thousand positions. */
static size_t grain_of(const Pair *pair) {
    return 1 + 8192 / pair->block;
}

static bool run_pass(Pair *pair, FanPoolWork *work, void *context) {
    return fan_pool_run(pair->pool, pair->orbits, grain_of(pair), work, context, pair->watch,
                        pair->watch_context);
}

static uint64_t take_decided(Pair *pair) {
    uint64_t decided = 0;
    for (unsigned i = 0; i < fan_pool_threads(pair->pool); i++) {
        decided += pair->scenes[i]->decided;
        pair->scenes[i]->decided = 0;
    }
    return decided;
}

/* Spreads one level. While the open are few beside those just decided it is they who look. */
static bool spread_level(Pair *pair, uint64_t open, uint64_t decided) {
    if (decided > open / 2) {
        return run_pass(pair, look_everywhere, pair);
    }
    return run_pass(pair, spread_news, pair) && run_pass(pair, look_where_in_doubt, pair);
}

static PairStatus spread_levels(Pair *pair, const Sum *sum) {
    uint64_t open = sum->open, decided = sum->decided[0], at_one = sum->decided[1];
    pair->stage = PAIR_LEVELS;
    pair->voids = sum->voids;
    pair->longest = pair->longest_capture = sum->farthest;
    for (pair->level = 0; decided > 0 || pair->level <= pair->longest_capture; pair->level++) {
        if (pair->level + 1 > LEVEL_MAX) {
            return PAIR_TOO_FAR;
        }
        uint64_t next = 0;
        if (decided > 0 || pair->level > 0) {
            if (!spread_level(pair, open, decided)) {
                return PAIR_STOPPED;
            }
            next = take_decided(pair);
            pair->longest =
                next > 0 && pair->level + 1 > pair->longest ? pair->level + 1 : pair->longest;
        }
        open -= next;
        decided = next + (pair->level == 0 ? at_one : 0);
    }
    return PAIR_DONE;
}

static PairStatus solve(Pair *pair) {
    CapturePass *pass = calloc(1, sizeof *pass);
    PairStatus status = PAIR_STOPPED;
    if (!pass) {
        return PAIR_STOPPED;
    }
    pass->pair = pair;
    for (unsigned i = 0; i < fan_pool_threads(pair->pool); i++) {
        pair->scenes[i]->pair = pair;
        pair->scenes[i]->decided = 0;
        pair->scenes[i]->orbit = UINT32_MAX; /* none yet */
        fill_leaps(pair->scenes[i]);
    }
    if (run_pass(pair, settle_captures, pass)) {
        Sum sum = {0};
        for (unsigned i = 0; i < fan_pool_threads(pair->pool); i++) {
            sum.open += pass->sums[i].open;
            sum.decided[0] += pass->sums[i].decided[0];
            sum.decided[1] += pass->sums[i].decided[1];
            sum.voids += pass->sums[i].voids;
            sum.farthest =
                pass->sums[i].farthest > sum.farthest ? pass->sums[i].farthest : sum.farthest;
        }
        status = sum.farthest > LEVEL_MAX ? PAIR_TOO_FAR : spread_levels(pair, &sum);
    }
    free(pass);
    return status;
}

#include "tablegen/limit_body.h"

/* --- what goes into files -----------------------------------------------------------------------
 */

/* How many outer sets of the whole board an orbit stands for. */
static unsigned orbit_size(const FanTableSpace *space, unsigned large, uint32_t orbit) {
    if (!(space->outer[large].entries[space->outer[large].firsts[orbit]] & FAN_OUTER_SELF)) {
        return space->turns;
    }
    FanPoints set = fan_orbit_set(space, large, orbit);
    unsigned keep = 0;
    for (unsigned turn = 0; turn < space->turns; turn++) {
        keep += turn_set(space, turn, set) == set;
    }
    return space->turns / keep;
}

static FanTableValue code_value(unsigned code) {
    return code < CODE_LOST ? FAN_TABLE_DRAW : code % 2 == 0 ? FAN_TABLE_WIN : FAN_TABLE_LOSS;
}

static void count_cell(PairCount *count, unsigned code, unsigned weight) {
    unsigned distance = code_level(code);
    switch (code_value(code)) {
    case FAN_TABLE_DRAW:
        count->draw += weight;
        break;
    case FAN_TABLE_WIN:
        count->win += weight;
        count->longest_win = distance > count->longest_win ? distance : count->longest_win;
        break;
    case FAN_TABLE_LOSS:
        count->loss += weight;
        count->longest_loss = distance > count->longest_loss ? distance : count->longest_loss;
        break;
    }
}

static void pack(const Pair *pair, unsigned table, uint64_t first, uint64_t last, uint8_t *packed,
                 PairCount *count) {
    const Cell *cells = pair->cells[table];
    uint64_t entry = first;
    for (uint32_t orbit = (uint32_t)(first / pair->block); entry < last; orbit++) {
        uint64_t end = (uint64_t)(orbit + 1) * pair->block;
        unsigned weight = orbit_size(pair->space, pair->large, orbit);
        for (end = end < last ? end : last; entry < end; entry++) {
            unsigned code = cells[entry];
            count_cell(count, code, weight);
            packed[(entry - first) / FAN_VALUES_A_BYTE] |=
                (uint8_t)(code_value(code) << entry % FAN_VALUES_A_BYTE * 2);
        }
    }
}

static unsigned file_cell(unsigned code) {
    return cell_of(code_value(code), code_level(code));
}

static void store_file_cell(uint8_t *cells, uint64_t index, unsigned cell) {
#if CELL_BITS == 8
    cells[index] = (uint8_t)cell;
#else
    store_number(cells + 2 * index, 2, cell);
#endif
}

static void write_cells(const Pair *pair, unsigned table, uint64_t first, uint64_t last,
                        uint8_t *out) {
    const Cell *cells = pair->cells[table];
    for (uint64_t entry = first; entry < last; entry++) {
        store_file_cell(out, entry - first, file_cell(cells[entry]));
    }
}

const PairKernel PAIR_KERNEL = {PAIR_KERNEL_NAME, CELL_BITS, sizeof(Scene), solve,
                                limit_pair,       pack,      write_cells};
