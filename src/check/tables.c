/* What a table must say of a position, from what it says of those that follow. */
#include "check/check.h"

#include <string.h>

typedef struct Look {
    CheckTableKind kind;
    CheckTableProbe *probe;
    void *context;
    bool known; /* every position that follows has been told */
    int turns;
    CheckTruth best;
} Look;

/* What a turn is worth to the side that makes it: the other side's truth turned round, one ply on.
 * As many plies as the limit are in time: the turn that takes, or blocks, comes before it (R5.6).
 */
static CheckTruth worth(const Look *look, const CheckTurn *turn, CheckTruth next) {
    CheckTruth truth = {.value = -next.value};
    bool counted = turn->taken > 0 && !look->kind.to_end; /* a capture ends the count */
    truth.distance = truth.value == 0 ? 0 : counted ? 1 : next.distance + 1;
    bool late = look->kind.limit > 0 && truth.distance > look->kind.limit;
    return late ? (CheckTruth){0, 0} : truth;
}

/* The winner hurries, the loser delays. */
static bool is_better(CheckTruth a, CheckTruth b) {
    if (a.value != b.value) {
        return a.value > b.value;
    }
    return a.value > 0 ? a.distance < b.distance : a.distance > b.distance;
}

static bool look_after(void *context, const CheckTurn *turn) {
    Look *look = context;
    CheckTruth next = {.value = -1}; /* R5.1: without stones */
    if (check_count_stones(&turn->after, turn->after.side) > 0 &&
        !look->probe(look->context, &turn->after, &next)) {
        look->known = false;
        return false;
    }
    CheckTruth truth = worth(look, turn, next);
    if (look->turns == 0 || is_better(truth, look->best)) {
        look->best = truth;
    }
    look->turns++;
    return true;
}

bool check_table_truth(const CheckRules *rules, const CheckPosition *position, CheckTableKind kind,
                       CheckTableProbe *probe, void *context, CheckTruth *truth) {
    Look look = {kind, probe, context, true, 0, {0, 0}};
    check_turns_visit(rules, position, look_after, &look);
    if (look.known && look.turns == 0) { /* R5.2 */
        look.best.value = rules->blocked == CHECK_BLOCKED_DRAW ? 0 : -1;
    }
    if (look.known) {
        *truth = look.best;
    }
    return look.known;
}

/* --- all positions of a class -------------------------------------------------------------------
 */

static void clear(int files, int ranks, CheckPosition *position) {
    memset(position, 0, sizeof *position);
    memset(position->stones, CHECK_EMPTY, sizeof position->stones);
    position->files = files;
    position->ranks = ranks;
    position->side = CHECK_WHITE;
    position->number = 1;
}

typedef struct Placing {
    CheckPosition position;
    CheckPositionVisitor *visitor;
    void *context;
} Placing;

/* Places what is left on the points from `point` on, in every way. */
static bool place(Placing *placing, int point, int white, int black) {
    CheckPosition *position = &placing->position;
    int points = position->files * position->ranks;
    if (white == 0 && black == 0) {
        return placing->visitor(placing->context, position);
    }
    if (points - point < white + black) {
        return true;
    }
    char *stone = &position->stones[point / position->files][point % position->files];
    bool on = place(placing, point + 1, white, black);
    if (on && white > 0) {
        *stone = CHECK_WHITE;
        on = place(placing, point + 1, white - 1, black);
    }
    if (on && black > 0) {
        *stone = CHECK_BLACK;
        on = place(placing, point + 1, white, black - 1);
    }
    *stone = CHECK_EMPTY;
    return on;
}

bool check_positions_visit(int files, int ranks, int white, int black,
                           CheckPositionVisitor *visitor, void *context) {
    Placing placing = {.visitor = visitor, .context = context};
    clear(files, ranks, &placing.position);
    return place(&placing, 0, white, black);
}

/* xorshift64* (Vigna 2016); never 0. */
static uint64_t next_random(uint64_t *state) {
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * UINT64_C(2685821657736338717);
}

static void place_randomly(CheckPosition *position, char side, int count, uint64_t *state) {
    while (count > 0) {
        int point = (int)(next_random(state) >> 33) % (position->files * position->ranks);
        char *stone = &position->stones[point / position->files][point % position->files];
        if (*stone == CHECK_EMPTY) {
            *stone = side;
            count--;
        }
    }
}

void check_position_random(int files, int ranks, int white, int black, uint64_t *state,
                           CheckPosition *position) {
    clear(files, ranks, position);
    place_randomly(position, CHECK_WHITE, white, state);
    place_randomly(position, CHECK_BLACK, black, state);
}
