/* Telo solved by brute force with the plain rules alone (R6.5), and what holds in every position.
 */
#include "check/check.h"
#include "support/test.h"

/* Every board of nine points in base three, with each side to move. */
enum { BOARDS = 19683, POSITIONS = 2 * BOARDS };

typedef enum Value {
    UNKNOWN,
    WIN,
    LOSS
} Value; /* for the side to move; unknown in the end: draw */

typedef struct Entry {
    bool reached;
    uint8_t value; /* Value */
    uint8_t plies; /* to the end, of a win or a loss */
} Entry;

static Entry table[POSITIONS];
static CheckPosition positions[POSITIONS];
static CheckRules rules;

static size_t index_of(const CheckPosition *position) {
    size_t number = 0;
    for (int point = 8; point >= 0; point--) {
        char stone = position->stones[point / 3][point % 3];
        number = number * 3 + (stone == CHECK_WHITE ? 1u : stone == CHECK_BLACK ? 2u : 0u);
    }
    return number * 2 + (position->side == CHECK_BLACK);
}

/* The positions reached, in the order they were; a queue, for a recursion would go thousands deep.
 */
static size_t queue[POSITIONS], queued;

static void reach(const CheckPosition *position) {
    size_t i = index_of(position);
    if (!table[i].reached) {
        table[i].reached = true;
        positions[i] = *position;
        queue[queued++] = i;
    }
}

static bool reach_after(void *context, const CheckTurn *turn) {
    (void)context;
    reach(&turn->after);
    return true;
}

/* What the turns of a position lead to. */
typedef struct Children {
    size_t count, wins; /* children: all, and those that the side to move there wins */
    int soonest_loss, latest_win;
} Children;

static bool look_at_child(void *context, const CheckTurn *turn) {
    Children *children = context;
    const Entry *child = &table[index_of(&turn->after)];
    children->count++;
    if (child->value == WIN) {
        children->wins++;
        if (child->plies > children->latest_win)
            children->latest_win = child->plies;
    }
    if (child->value == LOSS && child->plies < children->soonest_loss)
        children->soonest_loss = child->plies;
    return true;
}

/* A position whose children are worth what is known is worth: a win if a child is lost, a loss if
 * all children are won. In the order of the plies, so that the first value is the shortest win and
 * the longest loss. */
static bool settle(size_t i, int plies) {
    Children children = {.soonest_loss = 255};
    check_turns_visit(&rules, &positions[i], look_at_child, &children);
    if (children.soonest_loss == plies - 1)
        table[i] = (Entry){true, WIN, (uint8_t)plies};
    else if (children.count > 0 && children.wins == children.count &&
             children.latest_win == plies - 1)
        table[i] = (Entry){true, LOSS, (uint8_t)plies};
    return table[i].value != UNKNOWN;
}

static void settle_ends(void) {
    for (size_t i = 0; i < POSITIONS; i++) {
        if (!table[i].reached)
            continue;
        CheckOutcome outcome = check_outcome(&rules, &positions[i], 1);
        if (outcome.result == CHECK_ONGOING)
            continue;
        assert_string_equal(outcome.reason, "row");
        bool white = outcome.result == CHECK_WHITE_WINS;
        table[i].value = (positions[i].side == CHECK_WHITE) == white ? WIN : LOSS;
    }
}

static size_t solve(const CheckPosition *start) {
    memset(table, 0, sizeof table);
    queued = 0;
    reach(start);
    for (size_t next = 0; next < queued; next++)
        check_turns_visit(&rules, &positions[queue[next]], reach_after, NULL);
    settle_ends();
    for (int plies = 1, idle = 0; idle < 3; plies++, idle++)
        for (size_t i = 0; i < POSITIONS; i++)
            if (table[i].reached && table[i].value == UNKNOWN && settle(i, plies))
                idle = 0;
    return queued;
}

static CheckPosition start_of_telo(void) {
    CheckPosition start;
    /* Endless play is a draw; neither limit ends it. */
    assert_true(check_rules_read("quiet-limit=0,repetition=0", &rules));
    rules.telo = true;
    assert_true(check_position_start(3, 3, &rules, &start));
    return start;
}

static const Entry *entry_after(const CheckPosition *start, const char *turn) {
    CheckPosition after;
    assert_true(check_turn_apply(&rules, start, turn, &after));
    return &table[index_of(&after)];
}

static void the_first_player_wins_in_nine_plies_from_the_centre(void **state) {
    (void)state; /* R6.5 */
    static const char *const corners[] = {"a1", "c1", "a3", "c3"};
    static const char *const edges[] = {"b1", "a2", "c2", "b3"};
    CheckPosition start = start_of_telo();
    size_t reached = solve(&start);
    print_message("%zu positions reached\n", reached);
    const Entry *entry = &table[index_of(&start)];
    assert_int_equal(entry->value, WIN);
    assert_int_equal(entry->plies, 9);
    entry = entry_after(&start, "b2");
    assert_int_equal(entry->value, LOSS); /* for the side then to move */
    assert_int_equal(entry->plies, 8);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(entry_after(&start, corners[i])->value, UNKNOWN);
        entry = entry_after(&start, edges[i]);
        assert_int_equal(entry->value, WIN);
        assert_int_equal(entry->plies, 7); /* eight with the edge itself */
    }
}

/* R5.2 never decides: the three stones that shut three others in stand in a row. */
static void nobody_is_ever_blocked(void **state) {
    (void)state;
    CheckPosition start = start_of_telo();
    size_t rows = 0, going_on = 0;
    solve(&start);
    for (size_t i = 0; i < POSITIONS; i++) {
        if (!table[i].reached)
            continue;
        CheckOutcome outcome = check_outcome(&rules, &positions[i], 1);
        bool row = strcmp(outcome.reason, "row") == 0;
        assert_int_equal(outcome.result == CHECK_ONGOING, !row);
        assert_int_equal(check_perft(&rules, &positions[i], 1) == 0, row);
        rows += row;
        going_on += !row;
    }
    print_message("%zu with a row, %zu without\n", rows, going_on);
    assert_true(rows > 0 && going_on > 0);
}

/* Each side has three stones, on the board and in hand; nothing is taken; who moves is told by the
 * hands while there are any (R6.1, R6.2). */
static void every_position_keeps_three_stones_a_side(void **state) {
    (void)state;
    CheckPosition start = start_of_telo();
    solve(&start);
    for (size_t i = 0; i < POSITIONS; i++) {
        if (!table[i].reached)
            continue;
        const CheckPosition *p = &positions[i];
        assert_int_equal(check_count_stones(p, CHECK_WHITE) + p->white_hand, 3);
        assert_int_equal(check_count_stones(p, CHECK_BLACK) + p->black_hand, 3);
        if (p->black_hand > 0)
            assert_int_equal(p->black_hand - p->white_hand, p->side == CHECK_BLACK);
        assert_false(check_has_row(p, CHECK_WHITE) && check_has_row(p, CHECK_BLACK));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_player_wins_in_nine_plies_from_the_centre),
        cmocka_unit_test(nobody_is_ever_blocked),
        cmocka_unit_test(every_position_keeps_three_stones_a_side),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
