/* What must hold in every position under the plain rules, tried on random games and set-ups. */
#include "check/boards.h"
#include "support/test.h"

enum { POSITIONS = 6000, GAME_PLIES_MAX = 120 };

/* A position under test with its turns, sorted by text. */
typedef struct Trial {
    CheckRules rules;
    CheckPosition position;
    CheckTurnList turns;
} Trial;

static CheckTurnList list_turns(const CheckRules *rules, const CheckPosition *position) {
    CheckTurnList list = {0};
    assert_true(check_turns_list(rules, position, &list));
    return list;
}

static void fail_trial(const Trial *trial, const char *claim, const char *turn) {
    char drawing[DRAWING_MAX];
    fail_msg("%s: %s\n%s\nchain %d, first-turn %d", claim, turn,
             draw_position(&trial->position, drawing), (int)trial->rules.chain,
             (int)trial->rules.first_turn);
}

static int compare_turn_texts(const void *a, const void *b) {
    return strcmp(((const CheckTurn *)a)->text, ((const CheckTurn *)b)->text);
}

static const CheckTurn *find_turn(const CheckTurnList *list, const char *text) {
    CheckTurn key;
    strcpy(key.text, text);
    return list->count == 0
               ? NULL
               : bsearch(&key, list->turns, list->count, sizeof key, compare_turn_texts);
}

/* --- Symmetry -------------------------------------------------------------- */

typedef struct Symmetry {
    bool files, ranks, colours;
} Symmetry;

static char map_stone(char stone, Symmetry symmetry) {
    return stone == CHECK_EMPTY || !symmetry.colours ? stone : check_other_side(stone);
}

static CheckPosition map_position(const CheckPosition *position, Symmetry symmetry) {
    CheckPosition mapped = *position;
    for (int rank = 0; rank < position->ranks; rank++)
        for (int file = 0; file < position->files; file++) {
            int to_rank = symmetry.ranks ? position->ranks - 1 - rank : rank;
            int to_file = symmetry.files ? position->files - 1 - file : file;
            mapped.stones[to_rank][to_file] = map_stone(position->stones[rank][file], symmetry);
        }
    mapped.side = map_stone(position->side, symmetry);
    if (mapped.giver != 0)
        mapped.giver = map_stone(position->giver, symmetry);
    if (symmetry.colours) {
        mapped.white_hand = position->black_hand;
        mapped.black_hand = position->white_hand;
    }
    return mapped;
}

/* Every letter a … o that a number follows is a file, every number a rank; the rest is copied. */
static void map_text(const char *text, const CheckPosition *position, Symmetry symmetry,
                     char mapped[CHECK_TURN_TEXT_MAX]) {
    char *out = mapped;
    while (*text != '\0') {
        if (*text < 'a') {
            *out++ = *text++;
            continue;
        }
        int file = *text - 'a', length = 0, rank = 0;
        sscanf(text + 1, "%2d%n", &rank, &length);
        if (symmetry.files)
            file = position->files - 1 - file;
        if (symmetry.ranks)
            rank = position->ranks + 1 - rank;
        out += sprintf(out, "%c%d", 'a' + file, rank);
        text += 1 + length;
    }
    *out = '\0';
}

static void expect_symmetry(const Trial *trial, Symmetry symmetry) {
    const CheckPosition mapped = map_position(&trial->position, symmetry);
    CheckTurnList there = list_turns(&trial->rules, &mapped);
    if (there.count != trial->turns.count)
        fail_trial(trial, "another number of turns in the mirror", "");
    for (size_t i = 0; i < trial->turns.count; i++) {
        const CheckTurn *here = &trial->turns.turns[i];
        char text[CHECK_TURN_TEXT_MAX];
        map_text(here->text, &trial->position, symmetry, text);
        const CheckTurn *match = find_turn(&there, text);
        if (match == NULL)
            fail_trial(trial, "not legal in the mirror", here->text);
        const CheckPosition after = map_position(&here->after, symmetry);
        if (!check_position_same(&after, &match->after))
            fail_trial(trial, "leads elsewhere in the mirror", here->text);
    }
    check_turns_free(&there);
}

static void expect_symmetries(const Trial *trial) {
    for (int bits = 1; bits < 8; bits++)
        expect_symmetry(trial, (Symmetry){(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0});
}

/* --- Single turns ---------------------------------------------------------- */

static void expect_stones_add_up(const Trial *trial, const CheckTurn *turn) {
    char own = trial->position.side, enemy = check_other_side(own);
    if (check_count_stones(&turn->after, own) !=
        check_count_stones(&trial->position, own) + turn->placed)
        fail_trial(trial, "own stones come or go", turn->text);
    if (check_count_hand(&turn->after, own) !=
            check_count_hand(&trial->position, own) - turn->placed ||
        check_count_hand(&turn->after, enemy) != check_count_hand(&trial->position, enemy))
        fail_trial(trial, "stones in hand do not add up", turn->text);
    if (check_count_stones(&turn->after, enemy) + turn->taken !=
        check_count_stones(&trial->position, enemy))
        fail_trial(trial, "enemy stones do not add up", turn->text);
    if (turn->taken > 0 && turn->taken < turn->steps)
        fail_trial(trial, "a step of a chain takes nothing", turn->text);
    if (turn->taken == 0 && turn->steps != 1)
        fail_trial(trial, "a paika of several steps", turn->text);
}

static size_t phases_ended, placements;

static void expect_counters(const Trial *trial, const CheckTurn *turn) {
    const CheckPosition *before = &trial->position, *after = &turn->after;
    int pairs = before->side == CHECK_BLACK && before->number < CHECK_COUNTER_MAX;
    if (after->side != check_other_side(before->side) || after->first ||
        after->number != before->number + pairs ||
        after->quiet != (turn->taken > 0 ? 0 : before->quiet + 1) || after->telo != before->telo)
        fail_trial(trial, "wrong fields after", turn->text);
}

/* R7.2 and R7.3: what a turn of vela's first phase may do, and when the phase is over. */
static void expect_vela(const Trial *trial, const CheckTurn *turn) {
    char giver = trial->position.giver;
    if (giver == 0) {
        if (turn->after.giver != 0)
            fail_trial(trial, "a first phase begins", turn->text);
        return;
    }
    if (turn->taken > (trial->position.side == giver ? 0 : 1) || turn->steps != 1)
        fail_trial(trial, "takes more than vela lets it", turn->text);
    bool over = check_count_stones(&turn->after, giver) <= CHECK_GIVEN_ENOUGH;
    if (turn->after.giver != (over ? 0 : giver))
        fail_trial(trial, "another phase after", turn->text);
    phases_ended += over;
}

/* R6.1, R6.2: one step, nothing taken, from the hand exactly while there is one. */
static void expect_telo(const Trial *trial, const CheckTurn *turn) {
    bool in_hand = check_count_hand(&trial->position, trial->position.side) > 0;
    if (turn->placed != in_hand || turn->taken > 0 || turn->steps != 1)
        fail_trial(trial, "no turn of telo", turn->text);
    if (turn->placed &&
        (strchr(turn->text, '-') != NULL || check_on_board(&trial->position, turn->from)))
        fail_trial(trial, "a placement comes from somewhere", turn->text);
    placements += turn->placed;
}

/* The points of a turn, read back from its text; R4.2 and R4.3 are then seen without a board. */
static size_t read_path(const char *text, CheckPoint path[CHECK_POINTS_MAX]) {
    size_t count = 0;
    for (; *text != '\0'; text++)
        if (*text >= 'a') {
            int rank = 0;
            sscanf(text + 1, "%2d", &rank);
            path[count++] = (CheckPoint){*text - 'a', rank - 1};
        }
    return count;
}

static void expect_path(const Trial *trial, const CheckTurn *turn) {
    CheckPoint path[CHECK_POINTS_MAX];
    size_t count = read_path(turn->text, path);
    bool seen[CHECK_SIZE_MAX][CHECK_SIZE_MAX] = {{false}};
    if (count != (size_t)turn->steps + !turn->placed)
        fail_trial(trial, "steps do not match the text", turn->text);
    for (size_t i = 0; i < count; i++) {
        if (seen[path[i].rank][path[i].file])
            fail_trial(trial, "a point is visited twice", turn->text);
        seen[path[i].rank][path[i].file] = true;
        if (i >= 2 && path[i].file - path[i - 1].file == path[i - 1].file - path[i - 2].file &&
            path[i].rank - path[i - 1].rank == path[i - 1].rank - path[i - 2].rank)
            fail_trial(trial, "the same direction twice", turn->text);
    }
}

static void expect_apply(const Trial *trial, const CheckTurn *turn) {
    CheckPosition after = trial->position;
    if (!check_turn_apply(&trial->rules, &after, turn->text, &after))
        fail_trial(trial, "refused", turn->text);
    char applied[CHECK_POSITION_TEXT_MAX], listed[CHECK_POSITION_TEXT_MAX];
    check_position_write(&after, applied);
    check_position_write(&turn->after, listed);
    assert_string_equal(applied, listed);
}

static void expect_single_turns(const Trial *trial, Random *random) {
    for (size_t i = 0; i < trial->turns.count; i++) {
        const CheckTurn *turn = &trial->turns.turns[i];
        if (i > 0 && strcmp(turn->text, turn[-1].text) == 0)
            fail_trial(trial, "listed twice", turn->text);
        if ((turn->taken > 0) != (trial->turns.turns[0].taken > 0))
            fail_trial(trial, "paika beside captures", turn->text); /* R3.1 */
        expect_stones_add_up(trial, turn);
        expect_counters(trial, turn);
        if (trial->position.telo)
            expect_telo(trial, turn);
        else if (turn->placed)
            fail_trial(trial, "a placement in another game", turn->text);
        expect_vela(trial, turn);
        expect_path(trial, turn);
    }
    if (trial->turns.count > 0)
        expect_apply(trial, &trial->turns.turns[random_below(random, trial->turns.count)]);
}

/* --- Options against each other -------------------------------------------- */

/* The text without its last step; false for a turn of one step. */
static bool cut_last_step(const char *text, char shorter[CHECK_TURN_TEXT_MAX]) {
    strcpy(shorter, text);
    char *last = strrchr(shorter, '-');
    if (last == NULL)
        return false; /* a placement */
    *last = '\0';
    return strchr(shorter, '-') != NULL;
}

/* R4.1: every chain may stop earlier. */
static void expect_prefixes(const Trial *trial, const CheckTurnList *free_turns) {
    char shorter[CHECK_TURN_TEXT_MAX];
    for (size_t i = 0; i < free_turns->count; i++)
        if (cut_last_step(free_turns->turns[i].text, shorter) &&
            find_turn(free_turns, shorter) == NULL)
            fail_trial(trial, "may not stop at", shorter);
}

/* chain=mandatory allows exactly the turns that no other turn goes on from. */
static void expect_mandatory(const Trial *trial, const CheckTurnList *free_turns) {
    CheckRules rules = trial->rules;
    rules.chain = CHECK_CHAIN_MANDATORY;
    rules.first_turn = CHECK_FIRST_FREE;
    CheckTurnList list = list_turns(&rules, &trial->position);
    char *goes_on = calloc(free_turns->count + 1, 1), shorter[CHECK_TURN_TEXT_MAX];
    size_t ends = free_turns->count;
    assert_non_null(goes_on);
    for (size_t i = 0; i < free_turns->count; i++)
        if (cut_last_step(free_turns->turns[i].text, shorter)) {
            size_t at = (size_t)(find_turn(free_turns, shorter) - free_turns->turns);
            ends -= !goes_on[at];
            goes_on[at] = 1;
        }
    for (size_t i = 0; i < free_turns->count; i++)
        if ((find_turn(&list, free_turns->turns[i].text) != NULL) == goes_on[i])
            fail_trial(trial, "wrong under chain=mandatory", free_turns->turns[i].text);
    if (list.count != ends)
        fail_trial(trial, "chain=mandatory has turns of its own", "");
    free(goes_on);
    check_turns_free(&list);
}

/* first-turn=single allows exactly the turns of one step. */
static void expect_single(const Trial *trial, const CheckTurnList *free_turns) {
    Trial first = *trial;
    first.rules.first_turn = CHECK_FIRST_SINGLE;
    first.position.first = true;
    CheckTurnList list = list_turns(&first.rules, &first.position);
    size_t single = 0;
    for (size_t i = 0; i < free_turns->count; i++) {
        bool expected = free_turns->turns[i].steps == 1;
        single += expected;
        if ((find_turn(&list, free_turns->turns[i].text) != NULL) != expected)
            fail_trial(&first, "wrong in a single first turn", free_turns->turns[i].text);
    }
    if (list.count != single)
        fail_trial(&first, "a single first turn has turns of its own", "");
    check_turns_free(&list);
}

static void expect_options(const Trial *trial) {
    CheckRules free_rules = trial->rules;
    free_rules.chain = CHECK_CHAIN_OPTIONAL;
    free_rules.first_turn = CHECK_FIRST_FREE;
    CheckTurnList free_turns = list_turns(&free_rules, &trial->position);
    expect_prefixes(trial, &free_turns);
    expect_mandatory(trial, &free_turns);
    expect_single(trial, &free_turns);
    check_turns_free(&free_turns);
}

/* --- Trials ---------------------------------------------------------------- */

static size_t tried, chains, paikas;

static void expect_all(Trial *trial, Random *random) {
    expect_single_turns(trial, random);
    expect_symmetries(trial);
    expect_options(trial);
    tried++;
    for (size_t i = 0; i < trial->turns.count; i++) {
        chains += trial->turns.turns[i].steps > 1;
        paikas += trial->turns.turns[i].taken == 0;
    }
}

static void play_out(Trial *trial, Random *random) {
    for (int ply = 0; ply < GAME_PLIES_MAX; ply++) {
        trial->turns = list_turns(&trial->rules, &trial->position);
        expect_all(trial, random);
        size_t count = trial->turns.count;
        if (count > 0)
            trial->position = trial->turns.turns[random_below(random, count)].after;
        check_turns_free(&trial->turns);
        if (count == 0)
            return;
    }
}

static Trial next_trial(size_t round, Random *random) {
    Trial trial = {0};
    BoardSize size = board_sizes[round % BOARD_SIZES];
    const char *rules = rule_sets[round % RULE_SETS];
    if (round % 5 == 1) {
        size = (BoardSize){3, 3};
        rules = telo_rule_sets[round % TELO_RULE_SETS];
    } else if (round % 5 == 3) {
        size = board_sizes[round / 5 % 2];
        rules = vela_rule_sets[round % VELA_RULE_SETS];
    }
    assert_true(check_rules_read(rules, &trial.rules));
    trial.rules.telo = round % 5 == 1;
    if (round % 3 == 0)
        assert_true(check_position_start(size.files, size.ranks, &trial.rules, &trial.position));
    else
        trial.position = random_position(random, size, &trial.rules);
    return trial;
}

static void random_games_keep_the_properties(void **state) {
    (void)state;
    Random random = {20};
    for (size_t round = 0; tried < POSITIONS; round++) {
        Trial trial = next_trial(round, &random);
        play_out(&trial, &random);
    }
    print_message("%zu positions, %zu chains, %zu paika\n", tried, chains, paikas);
    print_message("%zu placements, %zu first phases ended\n", placements, phases_ended);
    assert_true(chains > POSITIONS / 2 && paikas > POSITIONS);
    assert_true(placements > 100 && phases_ended > 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_games_keep_the_properties)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
