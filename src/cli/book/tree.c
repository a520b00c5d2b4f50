#include "cli/book/tree.h"

#include "cli/turns.h"

#include <stdlib.h>
#include <string.h>

enum {
    STEP = 25,     /* what a turn costs, in hundredths of a stone lost on the way */
    DECIDED = 700, /* beyond this nobody needs a book */
    LINES = 4,
    FIRST_SLOTS = 1 << 10,
};

void fan_tree_init(FanTree *tree, const FanBoard *board, const FanRules *rules) {
    *tree = (FanTree){.board = *board, .rules = *rules};
}

void fan_tree_free(FanTree *tree) {
    free(tree->positions);
    free(tree->slots);
    tree->positions = NULL;
    tree->slots = NULL;
}

/* --- finding positions -------------------------------------------------------------------------
 */

static size_t slot_of(const FanTree *tree, const FanFold *fold) {
    const FanPosition position = fan_fold_position(fold);
    size_t slot = (size_t)fan_position_key(&position) & (tree->slots_count - 1);
    while (tree->slots[slot] != FAN_TREE_NONE) {
        const FanFold *there = &tree->positions[tree->slots[slot]].fold;
        if (there->own == fold->own && there->other == fold->other) {
            break;
        }
        slot = (slot + 1) & (tree->slots_count - 1);
    }
    return slot;
}

size_t fan_tree_find(const FanTree *tree, const FanFold *fold) {
    return tree->slots_count == 0 ? FAN_TREE_NONE : tree->slots[slot_of(tree, fold)];
}

/* Room for one more, half of the slots staying empty. */
static bool make_room(FanTree *tree) {
    FanTreePosition *positions =
        fan_grow(tree->positions, tree->count, &tree->room, sizeof *positions);
    if (!positions) {
        return false;
    }
    tree->positions = positions;
    if (2 * (tree->count + 1) < tree->slots_count) {
        return true;
    }
    size_t slots_count = tree->slots_count ? 2 * tree->slots_count : FIRST_SLOTS;
    size_t *slots = malloc(slots_count * sizeof *slots);
    if (!slots) {
        return false;
    }
    free(tree->slots);
    tree->slots = slots;
    tree->slots_count = slots_count;
    for (size_t i = 0; i < slots_count; i++) {
        slots[i] = FAN_TREE_NONE;
    }
    for (size_t i = 0; i < tree->count; i++) {
        slots[slot_of(tree, &tree->positions[i].fold)] = i;
    }
    return true;
}

/* --- adding ------------------------------------------------------------------------------------
 */

/* The distinct folded moves of a position, as many as fit; returns how many there are. */
static size_t folded_moves(const FanTree *tree, const FanFold *fold, FanMove *moves,
                           size_t capacity) {
    FanMove legal[FAN_BOOK_MOVES_MAX];
    FanPosition position = fan_fold_position(fold);
    FanFold self = fan_fold(&tree->board, &position);
    size_t all = fan_moves(&tree->board, &tree->rules, &position, legal, FAN_BOOK_MOVES_MAX);
    size_t count = 0;
    for (size_t i = 0; all <= FAN_BOOK_MOVES_MAX && i < all; i++) {
        if (fan_fold_move(&tree->board, &self, legal[i]) == legal[i]) {
            if (count < capacity) {
                moves[count] = legal[i];
            }
            count++;
        }
    }
    return count;
}

bool fan_tree_fits(const FanTree *tree, const FanFold *fold, const FanTreeSearch *search) {
    FanMove moves[FAN_BOOK_MOVES_MAX];
    size_t count = folded_moves(tree, fold, moves, FAN_BOOK_MOVES_MAX);
    bool fits = search->count > 0 && search->count <= FAN_TREE_TURNS_MAX && search->lines > 0 &&
                search->lines <= FAN_LINES_MAX && search->depth <= FAN_DEPTH_MAX;
    for (unsigned i = 0; fits && i < search->count; i++) {
        bool found = abs(search->scores[i]) <= FAN_SCORE_WIN;
        for (unsigned k = 0; k < i; k++) {
            found = found && search->moves[k] != search->moves[i];
        }
        size_t at = 0;
        while (at < count && moves[at] != search->moves[i]) {
            at++;
        }
        fits = found && at < count;
    }
    return fits;
}

static FanTreeTurn make_turn(const FanTree *tree, const FanPosition *position, FanMove move,
                             FanScore score) {
    FanPosition after = fan_position_after(position, move);
    FanOutcome outcome = fan_position_outcome(&tree->board, &tree->rules, &after);
    return (FanTreeTurn){.move = move,
                         .searched = score,
                         .value = score,
                         .after = fan_fold(&tree->board, &after),
                         .child = FAN_TREE_NONE,
                         .last = outcome.result != FAN_ONGOING};
}

bool fan_tree_add(FanTree *tree, const FanFold *fold, const FanTreeSearch *search) {
    size_t place = fan_tree_find(tree, fold);
    if (place == FAN_TREE_NONE) {
        if (!make_room(tree)) {
            return false;
        }
        place = tree->count;
        tree->slots[slot_of(tree, fold)] = place;
        tree->count++;
    }
    FanTreePosition *added = &tree->positions[place];
    FanPosition position = fan_fold_position(fold);
    *added = (FanTreePosition){.fold = *fold,
                               .lines = search->lines,
                               .depth = search->depth,
                               .nodes = search->nodes,
                               .legal = folded_moves(tree, fold, NULL, 0),
                               .count = search->count};
    for (unsigned i = 0; i < search->count; i++) {
        added->turns[i] = make_turn(tree, &position, search->moves[i], search->scores[i]);
    }
    return true;
}

/* --- values ------------------------------------------------------------------------------------
 */

/* The value of a turn whose position is worth so much to the other side; ends are a turn further
 * off. */
static FanScore from_child(FanScore value) {
    return FAN_SCORE_IS_WIN(value)    ? -(value - 1)
           : FAN_SCORE_IS_LOSS(value) ? -(value + 1)
                                      : -value;
}

/* Returns whether anything changed. */
static bool settle_position(const FanTree *tree, FanTreePosition *position) {
    FanScore best = -FAN_SCORE_WIN;
    for (unsigned i = 0; i < position->count; i++) {
        FanTreeTurn *turn = &position->turns[i];
        turn->child = turn->last ? FAN_TREE_NONE : fan_tree_find(tree, &turn->after);
        turn->value = turn->child == FAN_TREE_NONE ? turn->searched
                                                   : from_child(tree->positions[turn->child].value);
        best = turn->value > best ? turn->value : best;
    }
    bool changed = best != position->value;
    position->value = best;
    return changed;
}

/* Turns that take nothing can lead in a circle, so the number of rounds is bounded. */
void fan_tree_settle(FanTree *tree) {
    enum { ROUNDS_MOST = 64 };
    bool changed = true;
    for (unsigned round = 0; changed && round < ROUNDS_MOST; round++) {
        changed = false;
        for (size_t i = tree->count; i-- > 0;) {
            changed = settle_position(tree, &tree->positions[i]) || changed;
        }
    }
}

/* --- what comes next ---------------------------------------------------------------------------
 */

static int64_t cost_of(const FanTreePosition *position, const FanTreeTurn *turn) {
    return position->cost + STEP + (position->value - turn->value);
}

static void set_costs(FanTree *tree) {
    bool changed = true;
    for (size_t i = 0; i < tree->count; i++) {
        tree->positions[i].cost = i == 0 ? 0 : INT64_MAX / 2;
    }
    while (changed) {
        changed = false;
        for (size_t i = 0; i < tree->count; i++) {
            const FanTreePosition *position = &tree->positions[i];
            for (unsigned k = 0; k < position->count; k++) {
                const FanTreeTurn *turn = &position->turns[k];
                int64_t cost = cost_of(position, turn);
                if (turn->child != FAN_TREE_NONE && cost < tree->positions[turn->child].cost) {
                    tree->positions[turn->child].cost = cost;
                    changed = true;
                }
            }
        }
    }
}

/* Whether a turn that was not looked at may be better than all that were. */
static bool is_narrow(const FanTreePosition *position) {
    FanScore least = position->turns[position->count - 1].searched;
    return position->count == position->lines && position->count < position->legal &&
           position->lines < FAN_LINES_MAX && position->value < least;
}

static bool is_open(const FanTreeTurn *turn) {
    return turn->child == FAN_TREE_NONE && !turn->last && abs(turn->value) < DECIDED;
}

bool fan_tree_next(FanTree *tree, FanFold *fold, unsigned *lines) {
    int64_t least = INT64_MAX / 2;
    *lines = LINES;
    if (tree->count == 0) {
        FanPosition start = fan_position_start(&tree->board, &tree->rules);
        *fold = fan_fold(&tree->board, &start);
        *lines = FAN_LINES_MAX;
        return true;
    }
    set_costs(tree);
    for (size_t i = 0; i < tree->count; i++) {
        const FanTreePosition *position = &tree->positions[i];
        if (position->cost < least && is_narrow(position)) {
            least = position->cost;
            *fold = position->fold;
            *lines = 2 * position->lines < FAN_LINES_MAX ? 2 * position->lines : FAN_LINES_MAX;
        }
        for (unsigned k = 0; k < position->count; k++) {
            const FanTreeTurn *turn = &position->turns[k];
            if (is_open(turn) && cost_of(position, turn) < least) {
                least = cost_of(position, turn);
                *fold = turn->after;
                *lines = LINES;
            }
        }
    }
    return least < INT64_MAX / 2;
}

/* --- games -------------------------------------------------------------------------------------
 */

void fan_tree_count(FanTree *tree, const FanMove *moves, size_t count, FanResult result) {
    size_t place = 0;
    for (size_t i = 0; i < count && place != FAN_TREE_NONE && place < tree->count; i++) {
        FanTreePosition *position = &tree->positions[place];
        FanTreeTurn *turn = position->turns;
        while (turn < position->turns + position->count && turn->move != moves[i]) {
            turn++;
        }
        if (turn == position->turns + position->count) {
            return;
        }
        bool own = (result == FAN_WHITE_WINS) == (i % 2 == 0);
        turn->draws += result == FAN_DRAWN;
        turn->wins += result != FAN_DRAWN && own;
        turn->losses += result != FAN_DRAWN && !own;
        place = turn->child;
    }
}

/* --- the book ----------------------------------------------------------------------------------
 */

/* What stands behind a position: of what follows, that which was searched after it, so that no
 * circle is gone round. */
typedef struct Behind {
    uint64_t nodes;
    unsigned depth; /* of its best turn */
} Behind;

static void fill_turns(const FanTree *tree, size_t place, Behind *behind, FanBookTurn *turns) {
    const FanTreePosition *position = &tree->positions[place];
    FanScore best = -FAN_SCORE_WIN - 1;
    behind[place].nodes = position->nodes;
    for (unsigned i = 0; i < position->count; i++) {
        const FanTreeTurn *turn = &position->turns[i];
        bool known = turn->child != FAN_TREE_NONE && turn->child > place;
        unsigned depth = known ? behind[turn->child].depth + 1 : position->depth;
        uint64_t nodes = known ? behind[turn->child].nodes : position->nodes / position->count;
        depth = depth < FAN_DEPTH_MAX ? depth : FAN_DEPTH_MAX;
        behind[place].nodes += known ? nodes : 0;
        if (turn->value > best) {
            best = turn->value;
            behind[place].depth = depth;
        }
        turns[i] = (FanBookTurn){.move = turn->move,
                                 .value = turn->value,
                                 .depth = depth,
                                 .nodes = nodes,
                                 .wins = turn->wins,
                                 .draws = turn->draws,
                                 .losses = turn->losses};
    }
}

uint8_t *fan_tree_write(const FanTree *tree, size_t *size) {
    FanBookEntry *entries = calloc(tree->count + 1, sizeof *entries);
    FanBookTurn(*turns)[FAN_TREE_TURNS_MAX] = calloc(tree->count + 1, sizeof *turns);
    Behind *behind = calloc(tree->count + 1, sizeof *behind);
    uint8_t *bytes = NULL;
    if (entries && turns && behind) {
        for (size_t i = tree->count; i-- > 0;) {
            const FanTreePosition *position = &tree->positions[i];
            fill_turns(tree, i, behind, turns[i]);
            entries[i] =
                (FanBookEntry){position->fold.own, position->fold.other, turns[i], position->count};
        }
        bytes = fan_book_write(&tree->board, &tree->rules, entries, tree->count, size);
    }
    free(entries);
    free(turns);
    free(behind);
    return bytes;
}
