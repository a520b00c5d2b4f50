/* The numbers by matches of 300 games against equal parts (a twentieth and three quarters of the
 * increment), on a clock that counts nodes: +16 ± 19 Elo with 18 turns to come and 8 % less time
 * used, +33 ± 20 with 14 and 2 % less. */
#include "engine/time.h"

enum {
    TURNS_TO_COME = 14, /* a game has some 22 turns a side, most of them thought about early */
    HARD_OVER_SOFT = 4,
    PART_OF_CLOCK = 3, /* no turn gets more than this part of what is left */
};

static uint64_t least(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

FanAllotment fan_time_allot(uint64_t left_ms, uint64_t increment_ms, uint64_t overhead_ms) {
    uint64_t usable = left_ms > overhead_ms ? left_ms - overhead_ms : 0;
    uint64_t most = usable / PART_OF_CLOCK > 1 ? usable / PART_OF_CLOCK : 1;
    uint64_t wanted = usable / TURNS_TO_COME + increment_ms / 5 * 4;
    uint64_t soft = least(wanted > 1 ? wanted : 1, most);
    return (FanAllotment){.soft_ms = soft, .hard_ms = least(HARD_OVER_SOFT * soft, most)};
}

/* In percent of the soft limit: less where the choice stands firm, more where it is in doubt. */
static unsigned share_of(const FanProgress *progress) {
    unsigned share = progress->stable >= 5   ? 60
                     : progress->stable >= 2 ? 85
                     : progress->stable == 1 ? 110
                                             : 150;
    return share + (progress->fall >= 80 ? 80 : progress->fall >= 30 ? 40 : 0);
}

bool fan_time_enough(uint64_t soft_ms, const FanProgress *progress) {
    if (progress->turns == 1) {
        return true;
    }
    /* The next depth takes longer than the last: one that cannot end in time is not begun. */
    return (progress->elapsed_ms + progress->depth_ms) * 100 > soft_ms * share_of(progress);
}
