/* What a build takes, told before it begins. */
#include "tablegen/stock.h"

/* About as many orbits as there are sets by symmetries, some more for those that keep themselves.
 */
static double orbits_about(const FanTableSpace *space, unsigned size) {
    return space->choose[size][space->board.points] * 1.02 / space->turns + 64;
}

static double entries_about(const FanTableSpace *space, unsigned large, unsigned small) {
    return orbits_about(space, large) * space->choose[small][space->board.points - large];
}

/* What lies in memory while a pair is worked out: cells, flags and lists, and what its captures
 * lead to, with and without a quiet limit, with distances under FAN_TABLE_DTW. */
static double pair_memory(const FanBuild *build, const FanTableSpace *space, unsigned large,
                          unsigned small) {
    double bytes =
        PAIR_TABLES * (entries_about(space, large, small) + 4 * orbits_about(space, large));
    bytes += sizeof(FanPoints) * (double)space->choose[small][space->board.points - large];
    for (unsigned size = 1; size <= build->stones && size <= FAN_TABLE_SIDE_MAX; size++) {
        if (size <= large || large + small < build->stones) {
            bytes += 4.0 * space->choose[size][space->board.points] + 4 * orbits_about(space, size);
        }
    }
    for (unsigned l = 0, s = 0; fan_next_pair(build, &l, &s) && l + s < large + small;) {
        bool needed = fan_pair_needs(large, small, (FanTableClass){(uint8_t)l, (uint8_t)s}) ||
                      fan_pair_needs(large, small, (FanTableClass){(uint8_t)s, (uint8_t)l});
        double one = 2.0 / FAN_VALUES_A_BYTE + (build->metric == FAN_TABLE_DTW);
        bytes += needed ? one * entries_about(space, l, s) : 0;
    }
    return bytes;
}

FanBuildNeeds fan_build_needs(const FanBuild *build) {
    FanTableSpace space;
    double most = 0, values = 0, cells = 0;
    fan_space_init(&space, build->board);
    for (unsigned large = 0, small = 0; fan_next_pair(build, &large, &small);) {
        double memory = pair_memory(build, &space, large, small);
        double entries = pair_tables(large, small) * entries_about(&space, large, small);
        most = memory > most ? memory : most;
        values += entries / FAN_VALUES_A_BYTE;
        cells += build->metric == FAN_TABLE_DTW ? entries / 2 : entries / 4;
    }
    /* Distances never took more than that, what a quiet limit changes with them. */
    return (FanBuildNeeds){(uint64_t)most + (64 << 20), (uint64_t)(values + cells)};
}
