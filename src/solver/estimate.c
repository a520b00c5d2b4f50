#include "solver/estimate.h"

/* How many stones of `foe` stand in unbroken succession from a point on. */
static int count_row(const FanBoard *board, FanPoints foe, FanPoint point, unsigned direction) {
    int count = 0;
    for (; point != FAN_NO_POINT && foe >> point & 1; point = board->next[point][direction]) {
        count++;
    }
    return count;
}

/* The most stones that one step of the side to move takes (R3.2, R3.3). */
static int best_capture(const FanBoard *board, FanStand stand) {
    FanPoints empty = board->all & ~(stand.own | stand.foe);
    int best = 0;
    for (FanPoints own = stand.own; own; own &= own - 1) {
        FanPoint from = (FanPoint)__builtin_ctzll(own);
        if (!((board->neighbours[from] | board->seconds[from]) & stand.foe)) {
            continue;
        }
        for (FanPoints ends = board->neighbours[from] & empty; ends; ends &= ends - 1) {
            FanPoint to = (FanPoint)__builtin_ctzll(ends);
            unsigned direction = fan_board_direction(board, from, to);
            int ahead = count_row(board, stand.foe, board->next[to][direction], direction);
            int behind =
                count_row(board, stand.foe, board->next[from][7 - direction], 7 - direction);
            best = ahead > best ? ahead : best;
            best = behind > best ? behind : best;
        }
    }
    return best;
}

/* What neither side being ahead costs. */
enum { EVEN = 4 };

static uint32_t cost(int ahead) {
    return ahead < EVEN ? (uint32_t)(EVEN - ahead) : 1;
}

FanEstimate fan_estimate(const FanScene *scene, FanStand stand, bool attacker) {
    int own = __builtin_popcountll(stand.own);
    int foe = __builtin_popcountll(stand.foe) - best_capture(&scene->board, stand);
    int ahead = attacker ? own - foe : foe - own;
    return (FanEstimate){cost(ahead), cost(-ahead)};
}
