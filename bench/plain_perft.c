/* Sets of points are words of 64 bits, geometry is a table of neighbours; stones, directions and
 * the two kinds of capture are gone through one by one, and what a step takes is found point by
 * point. At the last ply turns are counted without being made. Nothing is shared with src/: this is
 * what the fast generator is measured against (`make bench`), and it must stay plain. */
#include "plain_perft.h"

#include <stdbool.h>

enum { POINTS_MAX = 49, DIRECTIONS = 8, NO_POINT = -1, NO_DIRECTION = -1 };

typedef uint64_t Set;

/* One step from a point in a direction, or NO_POINT; the opposite of direction d is 7 - d. */
static int next[POINTS_MAX][DIRECTIONS];
static Set neighbours[POINTS_MAX];

static const int file_steps[DIRECTIONS] = {-1, 0, 1, -1, 1, -1, 0, 1};
static const int rank_steps[DIRECTIONS] = {-1, -1, -1, 0, 0, 1, 1, 1};

static Set bit(int point) {
    return UINT64_C(1) << point;
}

static void lay_board(int files, int ranks) {
    for (int point = 0; point < files * ranks; point++) {
        int file = point % files, rank = point / files;
        neighbours[point] = 0;
        for (int d = 0; d < DIRECTIONS; d++) {
            int to_file = file + file_steps[d], to_rank = rank + rank_steps[d];
            bool diagonal = file_steps[d] != 0 && rank_steps[d] != 0;
            bool line = to_file >= 0 && to_file < files && to_rank >= 0 && to_rank < ranks &&
                        (!diagonal || (file + rank) % 2 == 0);
            next[point][d] = line ? to_rank * files + to_file : NO_POINT;
            neighbours[point] |= line ? bit(next[point][d]) : 0;
        }
    }
}

/* The unbroken row of enemy stones that begins one step from `from` in a direction. */
static Set row_of(int from, int d, Set enemy) {
    Set row = 0;
    for (int p = next[from][d]; p != NO_POINT && (enemy & bit(p)); p = next[p][d]) {
        row |= bit(p);
    }
    return row;
}

static uint64_t count_lines(unsigned depth, Set own, Set enemy);

/* Lines that begin with the turns whose next step is a capture by the stone on `at`; *found becomes
 * true if there is any such step. */
static uint64_t count_captures(unsigned depth, Set own, Set enemy, int at, Set visited, int last,
                               bool *found) {
    Set open = neighbours[at] & ~(own | enemy | visited);
    uint64_t count = 0;
    for (int d = 0; d < DIRECTIONS && open; d++) {
        int to = next[at][d];
        if (d == last || to == NO_POINT || !(open & bit(to))) {
            continue;
        }
        for (int kind = 0; kind < 2; kind++) {
            Set row = kind == 0 ? row_of(to, d, enemy) : row_of(at, 7 - d, enemy);
            if (row) {
                Set own_after = (own ^ bit(at)) | bit(to), enemy_after = enemy ^ row;
                count += depth == 1 ? 1 : count_lines(depth - 1, enemy_after, own_after);
                count +=
                    count_captures(depth, own_after, enemy_after, to, visited | bit(to), d, found);
                *found = true;
            }
        }
    }
    return count;
}

static uint64_t count_paika(unsigned depth, Set own, Set enemy) {
    uint64_t count = 0;
    for (Set left = own; left; left &= left - 1) {
        int from = __builtin_ctzll(left);
        for (int d = 0; d < DIRECTIONS; d++) {
            int to = next[from][d];
            if (to != NO_POINT && !((own | enemy) & bit(to))) {
                count +=
                    depth == 1 ? 1 : count_lines(depth - 1, enemy, (own ^ bit(from)) | bit(to));
            }
        }
    }
    return count;
}

static uint64_t count_lines(unsigned depth, Set own, Set enemy) {
    if (!own || !enemy) {
        return 0;
    }
    bool found = false;
    uint64_t count = 0;
    for (Set left = own; left; left &= left - 1) {
        int from = __builtin_ctzll(left);
        count += count_captures(depth, own, enemy, from, bit(from), NO_DIRECTION, &found);
    }
    return found ? count : count_paika(depth, own, enemy);
}

uint64_t plain_perft(int files, int ranks, unsigned depth) {
    lay_board(files, ranks);
    int middle = ranks / 2 * files;
    Set white = bit(middle) - 1, black = bit(files * ranks) - bit(middle + files);
    for (int i = 0; i < files / 2; i++) {
        /* From either edge inwards stones alternate, and each side's own is at its right hand
         * (R2.2). */
        *(i % 2 ? &white : &black) |= bit(middle + i);
        *(i % 2 ? &black : &white) |= bit(middle + files - 1 - i);
    }
    return depth == 0 ? 1 : count_lines(depth, white, black);
}
