/* Turns, straight from sections 3 and 4, R6.2 and R7.2. */
#include "check/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Direction {
    int file, rank;
} Direction;

static const Direction directions[] = {{-1, -1}, {0, -1}, {1, -1}, {-1, 0},
                                       {1, 0},   {-1, 1}, {0, 1},  {1, 1}};
enum { DIRECTIONS = sizeof directions / sizeof *directions };

typedef enum Kind { PAIKA, APPROACH, WITHDRAWAL } Kind;

static CheckPoint beyond(CheckPoint point, Direction d) {
    return (CheckPoint){point.file + d.file, point.rank + d.rank};
}

static Direction opposite(Direction d) {
    return (Direction){-d.file, -d.rank};
}

static bool same_direction(Direction a, Direction b) {
    return a.file == b.file && a.rank == b.rank;
}

static bool holds(const CheckPosition *board, CheckPoint point, char what) {
    return check_on_board(board, point) && board->stones[point.rank][point.file] == what;
}

/* R1.2: orthogonal lines everywhere, diagonal ones between strong points only. (One diagonal step
 * keeps the parity of file + rank, so both ends are strong or neither is.) */
static bool has_line(CheckPoint from, Direction d) {
    bool diagonal = d.file != 0 && d.rank != 0;
    bool strong = (from.file + from.rank) % 2 == 0;
    return !diagonal || strong;
}

/* R3.1: to an adjacent empty point along a line. */
static bool may_displace(const CheckPosition *board, CheckPoint from, Direction d) {
    return has_line(from, d) && holds(board, beyond(from, d), CHECK_EMPTY);
}

/* R3.2 and R3.3: whether the step captures in this way. The board is as it stands before it. */
static bool captures(const CheckPosition *board, CheckPoint from, Direction d, Kind kind) {
    char enemy = check_other_side(board->side);
    if (!may_displace(board, from, d)) {
        return false;
    }
    if (kind == APPROACH) {
        return holds(board, beyond(beyond(from, d), d), enemy); /* R3.2: further on */
    }
    return holds(board, beyond(from, opposite(d)), enemy); /* R3.3: directly behind */
}

static void move_stone(CheckPosition *board, CheckPoint from, CheckPoint to) {
    board->stones[from.rank][from.file] = CHECK_EMPTY;
    board->stones[to.rank][to.file] = board->side;
}

static void take_stone(CheckTurn *turn, CheckPosition *board, CheckPoint point) {
    board->stones[point.rank][point.file] = CHECK_EMPTY;
    turn->captured[point.rank][point.file] = true;
    turn->taken++;
}

/* R3.2, R3.3: takes enemy stones from `point` on "in unbroken succession along that line, until an
 * empty point, an own stone or the edge". R4.1: taken stones leave the board at once. R7.2: vela's
 * taker takes "exactly one stone a turn (the nearest one on the line)". */
static void take_row(CheckTurn *turn, CheckPosition *board, CheckPoint point, Direction d) {
    char enemy = check_other_side(board->side);
    if (board->giver != 0) {
        take_stone(turn, board, point);
        return;
    }
    for (; holds(board, point, enemy); point = beyond(point, d)) {
        take_stone(turn, board, point);
    }
}

/* One step; both the board and the turn so far follow it. */
static void do_step(CheckTurn *turn, CheckPosition *board, CheckPoint from, Direction d,
                    Kind kind) {
    CheckPoint to = beyond(from, d);
    move_stone(board, from, to);
    if (kind == APPROACH) {
        take_row(turn, board, beyond(to, d), d);
    }
    if (kind == WITHDRAWAL) {
        take_row(turn, board, beyond(from, opposite(d)), opposite(d));
    }
    turn->to = to;
    turn->steps++;
}

/* R9.1 */
static void write_point(char *text, CheckPoint point) {
    sprintf(text + strlen(text), "%c%d", 'a' + point.file, point.rank + 1);
}

static void write_step(char *text, CheckPoint to, Kind kind) {
    static const char *const letters[] = {"", "A", "W"};
    strcat(text, "-");
    write_point(text, to);
    strcat(text, letters[kind]);
}

/* Everything a visit needs at hand. */
typedef struct Visit {
    const CheckRules *rules;
    const CheckPosition *start;
    CheckTurnVisitor *visitor;
    void *context;
} Visit;

/* A turn being made. */
typedef struct Chain {
    CheckTurn turn;                               /* its steps so far */
    CheckPosition board;                          /* after them; side is still the mover */
    bool visited[CHECK_SIZE_MAX][CHECK_SIZE_MAX]; /* [rank][file] */
    Direction last;                               /* of its latest step */
} Chain;

/* The position after the turn: the other side moves, R5.3 counts quiet turns, a pair ends with
 * Black's, vela's first phase ends when the giver is down to five stones (R7.3). */
static CheckPosition position_after(const Visit *visit, const Chain *chain) {
    CheckPosition after = chain->board;
    after.side = check_other_side(visit->start->side);
    after.quiet = chain->turn.taken > 0 ? 0 : visit->start->quiet + 1;
    if (visit->start->side == CHECK_BLACK) {
        after.number++;
    }
    if (after.quiet > CHECK_COUNTER_MAX) {
        after.quiet = CHECK_COUNTER_MAX;
    }
    if (after.number > CHECK_COUNTER_MAX) {
        after.number = CHECK_COUNTER_MAX;
    }
    after.first = false;
    if (after.giver != 0 && check_count_stones(&after, after.giver) <= CHECK_GIVEN_ENOUGH) {
        after.giver = 0;
    }
    return after;
}

static bool show(const Visit *visit, Chain *chain) {
    chain->turn.after = position_after(visit, chain);
    return visit->visitor(visit->context, &chain->turn);
}

static void begin(const Visit *visit, Chain *chain, CheckPoint from) {
    memset(chain, 0, sizeof *chain);
    chain->board = *visit->start;
    chain->turn.from = chain->turn.to = from;
    chain->visited[from.rank][from.file] = true; /* R4.2: "its starting point included" */
    write_point(chain->turn.text, from);
}

static void push(Chain *chain, Direction d, Kind kind) {
    do_step(&chain->turn, &chain->board, chain->turn.to, d, kind);
    chain->visited[chain->turn.to.rank][chain->turn.to.file] = true;
    chain->last = d;
    write_step(chain->turn.text, chain->turn.to, kind);
}

/* R4.1 to R4.3: whether a begun turn may go on with this step. */
static bool may_go_on(const Visit *visit, const Chain *chain, Direction d, Kind kind) {
    CheckPoint to = beyond(chain->turn.to, d);
    if (visit->start->first && visit->rules->first_turn == CHECK_FIRST_SINGLE) {
        return false; /* section 8 */
    }
    if (visit->start->giver != 0) {
        return false; /* R7.2: without chains */
    }
    if (!captures(&chain->board, chain->turn.to, d, kind)) {
        return false; /* R4.1 */
    }
    if (chain->visited[to.rank][to.file]) {
        return false; /* R4.2 */
    }
    return !same_direction(d, chain->last); /* R4.3 */
}

static bool can_go_on(const Visit *visit, const Chain *chain) {
    for (int d = 0; d < DIRECTIONS; d++) {
        if (may_go_on(visit, chain, directions[d], APPROACH) ||
            may_go_on(visit, chain, directions[d], WITHDRAWAL)) {
            return true;
        }
    }
    return false;
}

/* R4.1: "the player may stop after any capturing step"; chain=mandatory: only where no step is
 * left. */
static bool may_stop(const Visit *visit, const Chain *chain) {
    return visit->rules->chain == CHECK_CHAIN_OPTIONAL || !can_go_on(visit, chain);
}

/* Shows the turn so far, where it may stop, and every way on from it. */
static bool visit_chain(const Visit *visit, Chain *chain) {
    if (may_stop(visit, chain) && !show(visit, chain)) {
        return false;
    }
    for (int d = 0; d < DIRECTIONS; d++) {
        for (Kind kind = APPROACH; kind <= WITHDRAWAL; kind++) { /* R3.4: one or the other */
            if (!may_go_on(visit, chain, directions[d], kind)) {
                continue;
            }
            Chain longer = *chain;
            push(&longer, directions[d], kind);
            if (!visit_chain(visit, &longer)) {
                return false;
            }
        }
    }
    return true;
}

static bool visit_captures(const Visit *visit, CheckPoint from) {
    for (int d = 0; d < DIRECTIONS; d++) {
        for (Kind kind = APPROACH; kind <= WITHDRAWAL; kind++) {
            if (!captures(visit->start, from, directions[d], kind)) {
                continue;
            }
            Chain chain;
            begin(visit, &chain, from);
            push(&chain, directions[d], kind);
            if (!visit_chain(visit, &chain)) {
                return false;
            }
        }
    }
    return true;
}

static bool visit_paikas(const Visit *visit, CheckPoint from) {
    for (int d = 0; d < DIRECTIONS; d++) {
        if (!may_displace(visit->start, from, directions[d])) {
            continue;
        }
        Chain chain;
        begin(visit, &chain, from);
        push(&chain, directions[d], PAIKA);
        if (!show(visit, &chain)) {
            return false;
        }
    }
    return true;
}

typedef bool FromVisit(const Visit *visit, CheckPoint from);

/* Calls `of_stone` for every stone of the side to move. */
static bool visit_stones(const Visit *visit, FromVisit *of_stone) {
    for (int rank = 0; rank < visit->start->ranks; rank++) {
        for (int file = 0; file < visit->start->files; file++) {
            CheckPoint from = {file, rank};
            if (holds(visit->start, from, visit->start->side) && !of_stone(visit, from)) {
                return false;
            }
        }
    }
    return true;
}

static bool stone_captures_nothing(const Visit *visit, CheckPoint from) {
    for (int d = 0; d < DIRECTIONS; d++) {
        if (captures(visit->start, from, directions[d], APPROACH) ||
            captures(visit->start, from, directions[d], WITHDRAWAL)) {
            return false;
        }
    }
    return true;
}

static int *hand_of(CheckPosition *board) {
    return board->side == CHECK_WHITE ? &board->white_hand : &board->black_hand;
}

/* R6.2: a stone from the hand onto any empty point. */
static bool visit_placements(const Visit *visit) {
    for (int rank = 0; rank < visit->start->ranks; rank++) {
        for (int file = 0; file < visit->start->files; file++) {
            CheckPoint to = {file, rank};
            if (!holds(visit->start, to, CHECK_EMPTY)) {
                continue;
            }
            Chain chain = {.board = *visit->start};
            chain.turn.placed = true;
            chain.turn.from = (CheckPoint){-1, -1};
            chain.turn.to = to;
            chain.turn.steps = 1;
            write_point(chain.turn.text, to);
            chain.board.stones[rank][file] = visit->start->side;
            *hand_of(&chain.board) -= 1;
            if (!show(visit, &chain)) {
                return false;
            }
        }
    }
    return true;
}

static bool visit_telo(const Visit *visit) {
    const CheckPosition *start = visit->start;
    if (check_has_row(start, CHECK_WHITE) || check_has_row(start, CHECK_BLACK)) {
        return true; /* R6.3 */
    }
    return check_count_hand(start, start->side) > 0 ? visit_placements(visit)
                                                    : visit_stones(visit, visit_paikas);
}

bool check_turns_visit(const CheckRules *rules, const CheckPosition *position,
                       CheckTurnVisitor *visitor, void *context) {
    const Visit visit = {rules, position, visitor, context};
    if (position->telo) {
        return visit_telo(&visit);
    }
    if (check_count_stones(position, CHECK_WHITE) == 0 ||
        check_count_stones(position, CHECK_BLACK) == 0) {
        return true; /* R5.1 */
    }
    if (position->side == position->giver) {
        return visit_stones(&visit, visit_paikas); /* R7.2 */
    }
    bool capture_available = !visit_stones(&visit, stone_captures_nothing);
    return visit_stones(&visit, capture_available ? visit_captures : visit_paikas); /* R3.1 */
}

static bool append(void *context, const CheckTurn *turn) {
    CheckTurnList *list = context;
    if (list->count == list->capacity) {
        size_t capacity = list->capacity == 0 ? 64 : list->capacity * 2;
        CheckTurn *turns = realloc(list->turns, capacity * sizeof *turns);
        if (turns == NULL) {
            return false;
        }
        list->turns = turns;
        list->capacity = capacity;
    }
    list->turns[list->count++] = *turn;
    return true;
}

static int compare_texts(const void *a, const void *b) {
    return strcmp(((const CheckTurn *)a)->text, ((const CheckTurn *)b)->text);
}

bool check_turns_list(const CheckRules *rules, const CheckPosition *position, CheckTurnList *list) {
    list->count = 0;
    if (!check_turns_visit(rules, position, append, list)) {
        return false;
    }
    if (list->count > 0) {
        qsort(list->turns, list->count, sizeof *list->turns, compare_texts);
    }
    return true;
}

void check_turns_free(CheckTurnList *list) {
    free(list->turns);
    *list = (CheckTurnList){0};
}

bool check_turn_same_effect(const CheckTurn *a, const CheckTurn *b) {
    return a->from.file == b->from.file && a->from.rank == b->from.rank &&
           a->to.file == b->to.file && a->to.rank == b->to.rank &&
           memcmp(a->captured, b->captured, sizeof a->captured) == 0;
}

typedef struct Wanted {
    const char *text;
    CheckPosition *after;
} Wanted;

static bool take_if_wanted(void *context, const CheckTurn *turn) {
    const Wanted *wanted = context;
    if (strcmp(turn->text, wanted->text) != 0) {
        return true;
    }
    *wanted->after = turn->after;
    return false;
}

bool check_turn_apply(const CheckRules *rules, const CheckPosition *position, const char *text,
                      CheckPosition *after) {
    const CheckPosition before = *position;
    Wanted wanted = {text, after};
    return !check_turns_visit(rules, &before, take_if_wanted, &wanted);
}
