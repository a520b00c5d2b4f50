/* Moves: the effects of turns, and the way between the two. */
#include "rules/sample.h"
#include "support/facts.h"

#define CAPTURES "6B2/9/9/5W1B1/6B2"
#define THREE    "4B4/3BW1B2/9/9/6B2"

static void a_move_holds_start_end_and_captures(void **state) {
    (void)state;
    Random random = {3};
    for (int i = 0; i < 1000; i++) {
        FanPoint from = (FanPoint)random_below(&random, 49),
                 to = (FanPoint)random_below(&random, 49);
        FanPoints captured = random_next(&random) & FAN_MOVE_CAPTURED_MASK;
        FanMove move = fan_move_make(from, to, captured);
        assert_int_equal(fan_move_from(move), from);
        assert_int_equal(fan_move_to(move), to);
        assert_int_equal(fan_move_captured(move), captured);
        move = fan_move_make(FAN_HAND, to, 0);
        assert_int_equal(fan_move_from(move), FAN_HAND);
        assert_int_equal(fan_move_to(move), to);
        assert_int_equal(fan_move_captured(move), 0);
        assert_int_not_equal(move, FAN_NO_MOVE);
    }
    assert_int_equal(FAN_MOVE_CAPTURED_MASK, (UINT64_C(1) << 49) - 1);
}

/* `from` may be "hand". */
static FanMove plain_move(const Sample *sample, const char *from, const char *to,
                          const char *captured) {
    FanPoint start = strcmp(from, "hand") == 0 ? FAN_HAND : plain_point(&sample->board, from);
    return fan_move_make(start, plain_point(&sample->board, to),
                         plain_points(&sample->board, captured));
}

static void the_effect_of_a_turn_is_where_it_goes_and_all_it_takes(void **state) {
    (void)state;
    static const struct {
        const char *position, *turn, *from, *to, *captured;
    } table[] = {
        {CAPTURES, "f2-e3W-f4A-g3A", "f2", "g3", "g1 h2 g5"},
        {"6B2/9/9/5W1B1/6B2", "f2-g2A-g3W", "f2", "g3", "h2 g1"},
        {THREE, "e4-f4A-g3W-g2A", "e4", "g2", "g4 e5 g1"},
        {THREE, "e4-f4W-g3W-g2W", "e4", "g2", "d4 e5 g4"},
        {"9/9/W1BBB4/9/9", "a3-b3A", "a3", "b3", "c3 d3 e3"},
        {"8B/9/4W4/9/9", "e3-e4", "e3", "e4", ""},
        {"8B/9/4W4/9/9 b", "i5-h4", "i5", "h4", ""},
        {"3/1W1/3 b hand:2,3", "c3", "hand", "c3", ""},
        {"3/3/3 hand:3,3", "a1", "hand", "a1", ""},
        {"WB1/WB1/BW1 hand:0,0", "b1-c1", "b1", "c1", ""},
        {"5/5/2B2/W4/WWWWW vela:w", "c1-c2", "c1", "c2", ""},
        {"9/9/B1WWW4/9/1W3WWWW b vela:w", "a3-b3A", "a3", "b3", "c3"},
        {"9/9/WWWB5/9/5WWWW b vela:w", "d3-e3W", "d3", "e3", "c3"},
    };
    for (size_t i = 0; i < COUNT(table); i++) {
        Sample sample = sample_of("", table[i].position);
        FanTurn turn = plain_turn(&sample.board, table[i].turn);
        FanMove wanted = plain_move(&sample, table[i].from, table[i].to, table[i].captured);
        if (fan_turn_move(&sample.board, &sample.position, &turn) != wanted) {
            fail_sample(&sample, "another effect", table[i].turn);
        }
    }
}

static void a_move_turns_the_position_over_to_the_other_side(void **state) {
    (void)state;
    static const struct {
        const char *position, *from, *to, *captured, *after;
    } table[] = {
        {CAPTURES " w 7 3", "f2", "g3", "g1 h2 g5", "9/9/6W2/9/9 b 0 3"},
        {"8B/9/4W4/9/9 w 7 3", "e3", "e4", "", "8B/4W4/9/9/9 b 8 3"},
        {"8B/9/4W4/9/9 b 7 3", "i5", "h4", "", "9/7B1/4W4/9/9 w 8 4"},
        {"8B/9/4W4/9/9 b 65535 65535", "i5", "h4", "", "9/7B1/4W4/9/9 w 65535 65535"},
        {"8B/9/4W4/9/9 w 65534 65535", "e3", "e4", "", "8B/4W4/9/9/9 b 65535 65535"},
        {"9/9/B1WW5/9/9 b 3 7", "a3", "b3", "c3 d3", "9/9/1B7/9/9 w 0 8"},
        {"3/3/3 w 0 1 hand:3,3", "hand", "a1", "", "3/3/W2 b 1 1 hand:2,3"},
        {"3/1W1/3 b 1 1 hand:2,3", "hand", "c3", "", "2B/1W1/3 w 2 2 hand:2,2"},
        {"WB1/WB1/1W1 b 5 3 hand:0,1", "hand", "a1", "", "WB1/WB1/BW1 w 6 4 hand:0,0"},
        {"WB1/WB1/BW1 w 6 4 hand:0,0", "b1", "c1", "", "WB1/WB1/B1W b 7 4 hand:0,0"},
        {"5/5/2B2/W4/WWWWW w 3 7 vela:w", "c1", "c2", "", "5/5/2B2/W1W2/WW1WW b 4 7 vela:w"},
        {"9/9/B1WWW4/9/5WWWW b 3 7 vela:w", "a3", "b3", "c3", "9/9/1B1WW4/9/5WWWW w 0 8 vela:w"},
        {"9/9/B1WWW4/9/6WWW b 3 7 vela:w", "a3", "b3", "c3", "9/9/1B1WW4/9/6WWW w 0 8"},
        {"9/9/W1BBB4/9/5BBBB w 3 7 vela:b", "a3", "b3", "c3", "9/9/1W1BB4/9/5BBBB b 0 7 vela:b"},
        {"9/9/W1BBB4/9/6BBB w 3 7 vela:b", "a3", "b3", "c3", "9/9/1W1BB4/9/6BBB b 0 7"},
        /* the taker's stones are not counted */
        {"8W/9/9/9/BBBBBB3 b 3 7 vela:b", "a1", "a2", "", "8W/9/9/B8/1BBBBB3 w 4 8 vela:b"},
    };
    for (size_t i = 0; i < COUNT(table); i++) {
        Sample sample = sample_of("", table[i].position), after = sample_of("", table[i].after);
        FanMove move = plain_move(&sample, table[i].from, table[i].to, table[i].captured);
        FanPosition moved = fan_position_after(&sample.position, move);
        if (!fan_position_equal(&moved, &after.position)) {
            fail_sample(&sample, "leads elsewhere than", table[i].after);
        }
        uint64_t key = fan_position_key(&sample.position);
        assert_int_equal(fan_key_after(key, &sample.position, move), fan_position_key(&moved));
    }
}

static void the_first_turn_is_over_after_any_move(void **state) {
    (void)state;
    Sample sample = sample_start(board_sizes[0], "first-turn=single");
    FanMove moves[8];
    assert_int_equal(fan_moves(&sample.board, &sample.rules, &sample.position, moves, 8), 5);
    assert_int_equal(fan_position_after(&sample.position, moves[0]).first, 0);
    sample = sample_of_variant("telo", "first-turn=single", "");
    assert_int_equal(sample.position.first, 1);
    assert_int_equal(fan_position_after(&sample.position, fan_move_make(FAN_HAND, 4, 0)).first, 0);
}

static void placements_are_listed_as_moves_from_the_hand(void **state) {
    (void)state;
    Sample sample = sample_of("", "3/1W1/3 b 1 1 hand:2,3");
    static const char *const wanted[] = {"a1", "b1", "c1", "a2", "c2", "a3", "b3", "c3"};
    FanMove moves[10];
    assert_int_equal(fan_moves(&sample.board, &sample.rules, &sample.position, moves, 10),
                     COUNT(wanted));
    for (size_t i = 0; i < COUNT(wanted); i++) {
        assert_int_equal(moves[i], plain_move(&sample, "hand", wanted[i], ""));
        FanTurn turn, placed = plain_turn(&sample.board, wanted[i]);
        assert_true(fan_move_turn(&sample.board, &sample.rules, &sample.position, moves[i], &turn));
        assert_true(fan_turn_equal(&turn, &placed));
    }
}

/* --- Lists of moves ----------------------------------------------------------------------------
 */

/* Lines of moves, effects merged at every ply. */
static uint64_t count_effects(const Sample *sample, const FanPosition *position, unsigned depth) {
    FanMove moves[600];
    uint64_t count = 0;
    if (depth == 0) {
        return 1;
    }
    size_t found = fan_moves(&sample->board, &sample->rules, position, moves, COUNT(moves));
    assert_true(found <= COUNT(moves));
    if (depth == 1) {
        return found;
    }
    for (size_t i = 0; i < found; i++) {
        FanPosition after = fan_position_after(position, moves[i]);
        count += count_effects(sample, &after, depth - 1);
    }
    return count;
}

static FactCost dearest;

static void expect_fact(void *context, const PerftFact *fact) {
    size_t *counted = context;
    if (!fact->effects || fact->cost > dearest) {
        return;
    }
    Sample sample = sample_of(fact->rules, fact->position);
    uint64_t count = count_effects(&sample, &sample.position, fact->depth);
    if (count != fact->count) {
        fail_msg("line %d: %llu", fact->line, (unsigned long long)count);
    }
    ++*counted;
}

static void merged_effects_are_as_many_as_known(void **state) {
    (void)state;
    size_t counted = 0;
    perft_facts_each(expect_fact, &counted);
    assert_true(counted >= 2);
}

static TurnList list;

static int compare_moves(const void *a, const void *b) {
    FanMove x = *(const FanMove *)a, y = *(const FanMove *)b;
    return (x > y) - (x < y);
}

/* The distinct effects of the turns in the list, in the order their turns are visited first. */
static size_t effects_of(const Sample *sample, FanMove *effects) {
    size_t count = 0;
    for (size_t i = 0; i < list.count; i++) {
        FanMove move = fan_turn_move(&sample->board, &sample->position, &list.turns[i]);
        size_t j = 0;
        while (j < count && effects[j] != move) {
            j++;
        }
        if (j == count) {
            effects[count++] = move;
        }
    }
    return count;
}

static void moves_are_the_distinct_effects_of_the_turns(void **state) {
    (void)state;
    Random random = {5};
    size_t merged = 0;
    for (int i = 0; i < 3000; i++) {
        Sample sample = sample_random(&random);
        list_turns(&sample, &list);
        if (list.count > 600) {
            continue;
        }
        FanMove wanted[600], moves[601];
        size_t count = effects_of(&sample, wanted);
        merged += count < list.count;
        if (fan_moves(&sample.board, &sample.rules, &sample.position, moves, 601) != count) {
            fail_sample(&sample, "another number of moves", "");
        }
        qsort(moves, count, sizeof *moves, compare_moves);
        qsort(wanted, count, sizeof *wanted, compare_moves);
        if (count && memcmp(moves, wanted, count * sizeof *moves) != 0) {
            fail_sample(&sample, "other moves", "");
        }
    }
    assert_true(merged > 0);
}

/* Rare positions where two paths have one effect, under chain=mandatory. */
static const struct {
    const char *position;
    size_t moves, turns;
} merging[] = {
    {"BB3W1/BB2BB1/1B1B3/1BB1BW1/BBB1W1B w", 21, 22},
    {"WWW1WWWBW/W1WW2B1W/6BB1/1W1W1WW2/1WWW1WW1W b", 16, 17},
    {"B1B3B2/BB1B1BB2/2B1BBW2/B2B1B2B/BB4B1B w", 15, 16},
    /* the first turn of its stone among them */
    {"WWW1W4/W6W1/1BBWW3W/2WW1W1W1/3B5 b", 8, 9},
    {"WWW1WW3/W1BBWWWW1/1W1W1WWW1/1WWW5/6W2 b", 13, 14},
};

static void paths_of_one_effect_are_one_move(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(merging); i++) {
        Sample sample = sample_of("chain=mandatory", merging[i].position);
        FanMove moves[32];
        list_turns(&sample, &list);
        assert_int_equal(list.count, merging[i].turns);
        assert_int_equal(
            fan_moves(&sample.board, &sample.rules, &sample.position, moves, COUNT(moves)),
            merging[i].moves);
    }
}

/* With less room the first are the same, none is written past it, and the number, which does not
 * hang on what lay in the memory before, says that it was not enough. */
static void expect_little_room(const Sample *sample) {
    FanMove all[600], clean[601], dirty[601];
    size_t count = fan_moves(&sample->board, &sample->rules, &sample->position, all, 600);
    uint64_t turns = fan_turns_count(&sample->board, &sample->rules, &sample->position);
    if (count > 600) {
        return;
    }
    for (size_t room = 0; room <= count; room++) {
        memset(clean, 0x5A, sizeof clean);
        memcpy(dirty, all, count * sizeof *all);
        size_t told = fan_moves(&sample->board, &sample->rules, &sample->position, clean, room);
        if (room == count ? told != count : told <= room || told > turns) {
            fail_sample(sample, "another number in little room", "");
        }
        if (fan_moves(&sample->board, &sample->rules, &sample->position, dirty, room) != told) {
            fail_sample(sample, "reads past its room", "");
        }
        assert_memory_equal(clean, all, room * sizeof *all);
        assert_memory_equal(dirty, all, count * sizeof *all);
        assert_int_equal(clean[room], UINT64_C(0x5A5A5A5A5A5A5A5A));
    }
}

static void a_list_too_small_is_filled_and_told(void **state) {
    (void)state;
    Random random = {6};
    for (int i = 0; i < 400; i++) {
        Sample sample = sample_random(&random);
        expect_little_room(&sample);
    }
    for (size_t i = 0; i < COUNT(merging); i++) {
        Sample sample = sample_of("chain=mandatory", merging[i].position);
        expect_little_room(&sample);
    }
}

/* Far more turns than any list of fixed size would hold; the plain rules of src/check count as
 * many. */
static void thousands_of_turns_are_told_and_kept_apart(void **state) {
    (void)state;
    Sample sample = sample_of("", "BWBBBBBWB/2B3B2/1B2B2B1/B2BBB2B/BWB1BWBWB");
    list_turns(&sample, &list);
    assert_int_equal(list.count, 14878);
    assert_int_equal(fan_turns_count(&sample.board, &sample.rules, &sample.position), 14878);
    FanMove *moves = malloc(list.count * sizeof *moves);
    FanMove *effects = malloc(list.count * sizeof *effects);
    assert_non_null(moves);
    assert_non_null(effects);
    size_t count = fan_moves(&sample.board, &sample.rules, &sample.position, moves, list.count);
    size_t distinct = 0;
    for (size_t i = 0; i < list.count; i++) {
        effects[i] = fan_turn_move(&sample.board, &sample.position, &list.turns[i]);
    }
    qsort(effects, list.count, sizeof *effects, compare_moves);
    qsort(moves, count, sizeof *moves, compare_moves);
    for (size_t i = 0; i < list.count; i++) {
        if (i == 0 || effects[i] != effects[i - 1]) {
            effects[distinct++] = effects[i];
        }
    }
    assert_int_equal(count, 14750);
    assert_int_equal(distinct, count);
    assert_memory_equal(moves, effects, count * sizeof *moves);
    free(moves);
    free(effects);
}

static void ended_positions_have_no_moves(void **state) {
    (void)state;
    static const char *const texts[] = {"9/9/4W4/9/9 w",
                                        "9/9/4W4/9/9 b",
                                        "9/9/9/BB7/WB7 w",
                                        "9/9/9/9/9",
                                        "WWW/BB1/3 b hand:0,1",
                                        "WWW/BB1/B2 b hand:0,0",
                                        "WWW/BB1/B2 w hand:0,0",
                                        "9/9/9/9/WWWWWW3 w vela:w",
                                        "9/9/9/9/WWWWWW3 b vela:w",
                                        "5/5/B4/WBBBB/WWWWW vela:w",
                                        "BW3/WW3/5/5/2WWW b vela:w"};
    for (size_t i = 0; i < COUNT(texts); i++) {
        Sample sample = sample_of("", texts[i]);
        FanMove move = 7;
        assert_int_equal(fan_moves(&sample.board, &sample.rules, &sample.position, &move, 1), 0);
        assert_int_equal(move, 7);
        assert_int_equal(fan_turns_count(&sample.board, &sample.rules, &sample.position), 0);
        assert_int_equal(fan_perft(&sample.board, &sample.rules, &sample.position, 3), 0);
        assert_int_equal(fan_perft(&sample.board, &sample.rules, &sample.position, 0), 1);
    }
}

/* --- From a move to a turn ---------------------------------------------------------------------
 */

static void a_move_gives_the_first_turn_with_its_effect(void **state) {
    (void)state;
    Random random = {7};
    size_t merged = 0;
    for (int i = 0; i < 4000; i++) {
        Sample sample = sample_random(&random);
        list_turns(&sample, &list);
        for (size_t j = 0; j < list.count && j < 40; j++) {
            size_t which = list.count <= 40 ? j : random_size(&random, list.count), first = 0;
            FanMove move = fan_turn_move(&sample.board, &sample.position, &list.turns[which]);
            while (fan_turn_move(&sample.board, &sample.position, &list.turns[first]) != move) {
                first++;
            }
            merged += first < which;
            FanTurn turn;
            if (!fan_move_turn(&sample.board, &sample.rules, &sample.position, move, &turn) ||
                !fan_turn_equal(&turn, &list.turns[first])) {
                fail_sample(&sample, "not the first turn of its effect",
                            turn_text(&sample.board, &list.turns[which]));
            }
        }
    }
    assert_true(merged > 0);
}

static void a_move_of_another_game_gives_no_turn(void **state) {
    (void)state;
    static const struct {
        const char *position, *from, *to, *captured;
    } table[] = {
        {"3/1W1/3 b hand:2,3", "hand", "b2", ""},
        {"3/1W1/3 b hand:2,3", "hand", "a1", "b2"},
        {"3/1W1/3 b hand:2,3", "a1", "a2", ""},
        {"WB1/WB1/BW1 hand:0,0", "hand", "c3", ""},
        {"1BB/WB1/W1W hand:0,0", "c1", "c2", "c3"},
        {"5/5/2B2/W4/WWWWW vela:w", "c1", "c2", "c3"},
        {"9/9/B1WWW4/9/1W3WWWW b vela:w", "a3", "b3", "c3 d3 e3"},
        {"9/9/B1WWW4/9/1W3WWWW b vela:w", "a3", "b2", "c3 b1"},
        {"8B/9/4W4/9/9", "hand", "e4", ""},
    };
    for (size_t i = 0; i < COUNT(table); i++) {
        Sample sample = sample_of("", table[i].position);
        FanMove move = plain_move(&sample, table[i].from, table[i].to, table[i].captured);
        FanTurn turn;
        if (fan_move_turn(&sample.board, &sample.rules, &sample.position, move, &turn)) {
            fail_sample(&sample, "a turn of a move that is none", turn_text(&sample.board, &turn));
        }
    }
}

static void a_move_that_is_not_legal_gives_no_turn(void **state) {
    (void)state;
    Sample sample = sample_of("", CAPTURES);
    const FanMove moves[] = {
        FAN_NO_MOVE,
        plain_move(&sample, "f2", "e3", ""),
        plain_move(&sample, "f2", "e3", "g2"),
        plain_move(&sample, "f2", "g3", "g2"),
        plain_move(&sample, "g2", "g3", "f2"),
        plain_move(&sample, "f2", "f3", ""),
    };
    for (size_t i = 0; i < COUNT(moves); i++) {
        FanTurn turn, before;
        memset(&turn, 0x5A, sizeof turn);
        before = turn;
        assert_false(
            fan_move_turn(&sample.board, &sample.rules, &sample.position, moves[i], &turn));
        assert_memory_equal(&turn, &before, sizeof turn);
    }
    FanTurn turn;
    Sample mandatory = sample_of("chain=mandatory", CAPTURES);
    FanMove part = plain_move(&sample, "f2", "e3", "g1");
    assert_true(fan_move_turn(&sample.board, &sample.rules, &sample.position, part, &turn));
    assert_false(
        fan_move_turn(&mandatory.board, &mandatory.rules, &mandatory.position, part, &turn));
}

static void playing_may_write_over_its_own_position(void **state) {
    (void)state;
    Sample sample = sample_of("", CAPTURES), after = sample_of("", "9/9/6W2/9/9 b 0 1");
    FanTurn turn = plain_turn(&sample.board, "f2-e3W-f4A-g3A");
    assert_int_equal(
        fan_position_play(&sample.board, &sample.rules, &sample.position, &turn, &sample.position)
            .code,
        FAN_LEGAL);
    assert_true(fan_position_equal(&sample.position, &after.position));
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_move_holds_start_end_and_captures),
        cmocka_unit_test(the_effect_of_a_turn_is_where_it_goes_and_all_it_takes),
        cmocka_unit_test(a_move_turns_the_position_over_to_the_other_side),
        cmocka_unit_test(the_first_turn_is_over_after_any_move),
        cmocka_unit_test(placements_are_listed_as_moves_from_the_hand),
        cmocka_unit_test(merged_effects_are_as_many_as_known),
        cmocka_unit_test(moves_are_the_distinct_effects_of_the_turns),
        cmocka_unit_test(paths_of_one_effect_are_one_move),
        cmocka_unit_test(a_list_too_small_is_filled_and_told),
        cmocka_unit_test(thousands_of_turns_are_told_and_kept_apart),
        cmocka_unit_test(ended_positions_have_no_moves),
        cmocka_unit_test(a_move_gives_the_first_turn_with_its_effect),
        cmocka_unit_test(a_move_of_another_game_gives_no_turn),
        cmocka_unit_test(a_move_that_is_not_legal_gives_no_turn),
        cmocka_unit_test(playing_may_write_over_its_own_position),
    };
    dearest = fact_cost_read(argc > 1 ? argv[1] : "quick");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
