#include "check/compare.h"

#include "rules/kernel.h"
#include "support/test.h"

Tally tally;

/* A turn of either side in the words both share. */
typedef struct Line {
    char text[CHECK_TURN_TEXT_MAX];
    char after[CHECK_POSITION_TEXT_MAX];
    FanMove move;
} Line;

typedef struct Lines {
    Line *lines;
    size_t count, capacity;
    const FanBoard *board;
    const FanPosition *before;
} Lines;

void fail_pair(const Pair *pair, const char *claim, const char *detail) {
    char drawing[DRAWING_MAX];
    fail_msg("%s: %s\n%s\nrules \"%s\"%s", claim, detail, draw_position(&pair->slow, drawing),
             pair->rules_text, pair->rules.telo ? ", telo" : "");
}

/* --- Both lists of turns --------------------------------------------------- */

static Line *new_line(Lines *list) {
    if (list->count == list->capacity) {
        list->capacity = list->capacity == 0 ? 256 : list->capacity * 2;
        list->lines = realloc(list->lines, list->capacity * sizeof *list->lines);
        assert_non_null(list->lines);
    }
    return &list->lines[list->count++];
}

static void add_fast_turn(Lines *list, const FanTurn *turn, const FanPosition *after) {
    Line *line = new_line(list);
    fan_turn_write(list->board, turn, line->text);
    fan_position_write(list->board, after, line->after);
    line->move = fan_turn_move(list->board, list->before, turn);
}

static bool visit_fast_turn(void *context, const FanTurn *turn, const FanPosition *after) {
    add_fast_turn(context, turn, after);
    return true;
}

/* R1.1's numbering of points, made here so that the plain rules need not know it. */
static FanPoint number_point(const CheckPosition *position, int file, int rank) {
    return (FanPoint)(rank * position->files + file);
}

static FanMove slow_effect(const CheckPosition *position, const CheckTurn *turn) {
    FanPoints captured = 0;
    for (int rank = 0; rank < position->ranks; rank++)
        for (int file = 0; file < position->files; file++)
            if (turn->captured[rank][file])
                captured |= UINT64_C(1) << number_point(position, file, rank);
    FanPoint from =
        turn->placed ? FAN_HAND : number_point(position, turn->from.file, turn->from.rank);
    return fan_move_make(from, number_point(position, turn->to.file, turn->to.rank), captured);
}

static bool visit_slow_turn(void *context, const CheckTurn *turn) {
    Lines *list = context;
    Line *line = new_line(list);
    strcpy(line->text, turn->text);
    check_position_write(&turn->after, line->after);
    return true;
}

static int compare_lines(const void *a, const void *b) {
    return strcmp(((const Line *)a)->text, ((const Line *)b)->text);
}

static void sort_lines(Lines *list) {
    if (list->count > 0)
        qsort(list->lines, list->count, sizeof *list->lines, compare_lines);
}

static const Line *find_line(const Lines *list, const char *text) {
    Line key;
    strcpy(key.text, text);
    return list->count == 0 ? NULL
                            : bsearch(&key, list->lines, list->count, sizeof key, compare_lines);
}

/* The lists are kept from position to position, so that memory is asked for only while they grow.
 */
static Lines slow_lines, fast_lines, draft_lines;
CheckTurnList slow_turns;

static void list_slow(const Pair *pair) {
    slow_lines.count = 0;
    assert_true(check_turns_list(&pair->rules, &pair->slow, &slow_turns));
    for (size_t i = 0; i < slow_turns.count; i++) {
        visit_slow_turn(&slow_lines, &slow_turns.turns[i]);
        slow_lines.lines[i].move = slow_effect(&pair->slow, &slow_turns.turns[i]);
    }
}

static void list_fast(const Pair *pair) {
    fast_lines.count = 0;
    fast_lines.board = &pair->board;
    fast_lines.before = &pair->fast;
    assert_true(fan_turns_visit(&pair->board, &pair->fast_rules, &pair->fast, visit_fast_turn,
                                &fast_lines));
    sort_lines(&fast_lines);
}

/* `slow_lines` holds what the plain rules say. */
static void expect_lines(const Pair *pair, const Lines *list, const char *whose) {
    for (size_t i = 0; i < slow_lines.count || i < list->count; i++) {
        const Line *slow = i < slow_lines.count ? &slow_lines.lines[i] : NULL;
        const Line *fast = i < list->count ? &list->lines[i] : NULL;
        int order = slow == NULL ? 1 : fast == NULL ? -1 : strcmp(slow->text, fast->text);
        if (order < 0)
            fail_pair(pair, whose, slow->text);
        if (order > 0)
            fail_pair(pair, "a turn that the plain rules do not have", fast->text);
        if (strcmp(slow->after, fast->after) != 0)
            fail_pair(pair, slow->after, fast->after);
        if (slow->move != fast->move)
            fail_pair(pair, "another effect", fast->text);
    }
}

/* What the move makes of the position and of its key, without and with making it. */
static void expect_after(const Pair *pair, const FanTurn *turn, const FanPosition *after) {
    FanMove move = fan_turn_move(&pair->board, &pair->fast, turn);
    FanPosition moved = fan_position_after(&pair->fast, move);
    uint64_t key = fan_position_key(&pair->fast);
    char text[FAN_TURN_TEXT_MAX];
    fan_turn_write(&pair->board, turn, text);
    if (!fan_position_equal(&moved, after))
        fail_pair(pair, "fan_position_after leads elsewhere", text);
    if (fan_key_after(key, &pair->fast, move) != fan_position_key(after))
        fail_pair(pair, "fan_key_after is another key", text);
    FanTurn first;
    if (!fan_move_turn(&pair->board, &pair->fast_rules, &pair->fast, move, &first) ||
        fan_turn_move(&pair->board, &pair->fast, &first) != move)
        fail_pair(pair, "fan_move_turn finds no turn of this effect", text);
    tally.phases_ended += fan_position_is_vela(&pair->fast) && !fan_position_is_vela(after);
    tally.placed += turn->from == FAN_HAND;
}

enum { AFTERS_MAX = 40 };

typedef struct Afters {
    const Pair *pair;
    size_t left;
} Afters;

static bool visit_after(void *context, const FanTurn *turn, const FanPosition *after) {
    Afters *afters = context;
    expect_after(afters->pair, turn, after);
    return --afters->left > 0;
}

/* Of the first turns only: some positions have thousands. */
static void expect_afters(const Pair *pair) {
    Afters afters = {pair, AFTERS_MAX};
    fan_turns_visit(&pair->board, &pair->fast_rules, &pair->fast, visit_after, &afters);
}

static void expect_turns(const Pair *pair) {
    list_fast(pair);
    expect_lines(pair, &fast_lines, "fan_turns_visit lacks a turn");
    if (fan_turns_count(&pair->board, &pair->fast_rules, &pair->fast) != slow_lines.count)
        fail_pair(pair, "fan_turns_count is not the number of turns", "");
}

/* --- Effects, and what is said of a position ------------------------------- */

static int compare_moves(const void *a, const void *b) {
    FanMove x = *(const FanMove *)a, y = *(const FanMove *)b;
    return (x > y) - (x < y);
}

static size_t distinct_slow_moves(FanMove *moves) {
    size_t count = 0, kept = 0;
    for (; count < slow_lines.count; count++)
        moves[count] = slow_lines.lines[count].move;
    qsort(moves, count, sizeof *moves, compare_moves);
    for (size_t i = 0; i < count; i++)
        if (i == 0 || moves[i] != moves[i - 1])
            moves[kept++] = moves[i];
    return kept;
}

/* The kernels that fit the board and run here; they know sections 3 and 4 alone. */
static size_t list_kernels(const Pair *pair, const Kernel *kernels[3]) {
    size_t count = 0;
    if (pair->fast.mode != FAN_MODE_CAPTURE)
        return 0;
    kernels[count++] = &fan_kernel_tables;
    if (pair->board.files != 9 || pair->board.ranks != 5)
        return count;
    kernels[count++] = &fan_kernel_tsivy;
#if defined(__x86_64__)
    if (__builtin_cpu_supports("bmi2"))
        kernels[count++] = &fan_kernel_tsivy_pext;
#endif
    return count;
}

static void expect_kernel(const Pair *pair, const Kernel *kernel, const FanMove *slow, size_t count,
                          FanMove *room) {
    if (kernel->moves(&pair->board, &pair->fast_rules, &pair->fast, room, count + 1) != count)
        fail_pair(pair, "another number of effects", kernel->name);
    qsort(room, count, sizeof *room, compare_moves);
    if (memcmp(slow, room, count * sizeof *slow) != 0)
        fail_pair(pair, "other effects", kernel->name);
    if (kernel->perft(&pair->board, &pair->fast_rules, &pair->fast, 1) != slow_lines.count)
        fail_pair(pair, "another number of turns", kernel->name);
    bool captures = slow_turns.count > 0 && slow_turns.turns[0].taken > 0;
    if (slow_turns.count > 0 && kernel->must_capture(&pair->board, &pair->fast) != captures)
        fail_pair(pair, "must_capture disagrees", kernel->name);
}

/* With too little room the moves that were written are distinct, and the number is enough to ask
 * again with. */
static void expect_moves_without_room(const Pair *pair, size_t distinct, FanMove *room) {
    size_t capacity = distinct / 2;
    size_t count = fan_moves(&pair->board, &pair->fast_rules, &pair->fast, room, capacity);
    if (count < distinct || count > slow_lines.count)
        fail_pair(pair, "a wrong number of effects", "fan_moves without room");
    qsort(room, capacity, sizeof *room, compare_moves);
    for (size_t i = 1; i < capacity; i++)
        if (room[i] == room[i - 1])
            fail_pair(pair, "an effect written twice", "fan_moves without room");
}

static void expect_moves(const Pair *pair) {
    FanMove *slow = malloc((slow_lines.count + 1) * sizeof *slow);
    FanMove *fast = malloc((slow_lines.count + 1) * sizeof *fast);
    assert_non_null(slow);
    assert_non_null(fast);
    size_t count = distinct_slow_moves(slow);
    if (fan_moves(&pair->board, &pair->fast_rules, &pair->fast, fast, count + 1) != count)
        fail_pair(pair, "another number of effects", "fan_moves");
    const Kernel *kernels[3];
    size_t kernel_count = list_kernels(pair, kernels);
    for (size_t i = 0; i < kernel_count; i++)
        expect_kernel(pair, kernels[i], slow, count, fast);
    expect_moves_without_room(pair, count, fast);
    free(slow);
    free(fast);
}

/* Whether lines of two turns count alike; they are few enough where turns are. */
static void expect_perft(const Pair *pair) {
    if (slow_lines.count > 60)
        return;
    uint64_t slow = check_perft(&pair->rules, &pair->slow, 2);
    if (fan_perft(&pair->board, &pair->fast_rules, &pair->fast, 2) != slow)
        fail_pair(pair, "another count at depth 2", "");
    const Kernel *kernels[3];
    size_t kernel_count = list_kernels(pair, kernels);
    for (size_t i = 0; i < kernel_count; i++)
        if (kernels[i]->perft(&pair->board, &pair->fast_rules, &pair->fast, 2) != slow)
            fail_pair(pair, "another count at depth 2", kernels[i]->name);
}

static void expect_facts(const Pair *pair) {
    bool must_capture = false;
    FanPoints movable = 0;
    for (size_t i = 0; i < slow_turns.count; i++) {
        const CheckTurn *turn = &slow_turns.turns[i];
        must_capture |= turn->taken > 0;
        if (!turn->placed)
            movable |= UINT64_C(1) << number_point(&pair->slow, turn->from.file, turn->from.rank);
    }
    if (fan_position_must_capture(&pair->board, &pair->fast) != must_capture)
        fail_pair(pair, "fan_position_must_capture disagrees", "");
    if (fan_position_movable(&pair->board, &pair->fast) != movable)
        fail_pair(pair, "fan_position_movable disagrees", "");
}

static const char letters[] = {CHECK_WHITE, CHECK_BLACK};

static void expect_game(const Pair *pair) {
    const FanPosition *fast = &pair->fast;
    const CheckPosition *slow = &pair->slow;
    if ((fast->mode == FAN_MODE_TELO) != slow->telo)
        fail_pair(pair, "telo, or not", "");
    if (fan_position_is_vela(fast) != (slow->giver != 0) ||
        (slow->giver != 0 && letters[fan_position_giver(fast)] != slow->giver))
        fail_pair(pair, "another giver, or another phase", "");
    int to_give = slow->giver == 0 ? 0 : check_count_stones(slow, slow->giver) - CHECK_GIVEN_ENOUGH;
    if (fan_position_to_give(fast) != (unsigned)to_give)
        fail_pair(pair, "another number of stones to give", "");
    for (FanSide side = FAN_WHITE; side <= FAN_BLACK; side++) {
        if (fan_position_hand(fast, side) != (unsigned)check_count_hand(slow, letters[side]))
            fail_pair(pair, "another number of stones in hand", "");
        if ((fan_position_row(fast, side) != 0) != check_has_row(slow, letters[side]))
            fail_pair(pair, "a row, or none", "");
    }
}

/* --- Ends ------------------------------------------------------------------ */

static const char *const result_words[] = {"ongoing", "white", "black", "draw"};

void expect_outcome(const Pair *pair, CheckOutcome slow, FanOutcome fast, const char *claim) {
    if (strcmp(fan_result_word(fast.result), result_words[slow.result]) != 0 ||
        strcmp(fan_reason_word(fast.reason), slow.reason) != 0)
        fail_pair(pair, claim, slow.reason);
}

static CheckOutcome outcome_alone(const Pair *pair) {
    return check_outcome(&pair->rules, &pair->slow, 1);
}

/* --- Texts ----------------------------------------------------------------- */

static void expect_texts(const Pair *pair) {
    char slow[CHECK_POSITION_TEXT_MAX], fast[FAN_POSITION_TEXT_MAX];
    check_position_write(&pair->slow, slow);
    size_t length = fan_position_write(&pair->board, &pair->fast, fast);
    if (length != strlen(fast) || strcmp(slow, fast) != 0)
        fail_pair(pair, "another text", fast);
    FanBoard board;
    FanPosition read;
    FanRules fast_rules = pair->fast_rules;
    if (fan_position_read(&board, &read, &fast_rules, &pair->board, slow, length, NULL, 0) != 0 ||
        !fan_position_equal(&read, &pair->fast) || !fan_rules_equal(&fast_rules, &pair->fast_rules))
        fail_pair(pair, "the text is not read back", slow);
    CheckPosition again;
    CheckRules rules = pair->rules;
    if (!check_position_read(fast, &rules, &again) || !check_position_same(&again, &pair->slow))
        fail_pair(pair, "the plain rules do not read the text back", fast);
}

/* Every turn is read from its canonical text as itself; none when the game has ended. */
static void expect_turn_text(const Pair *pair, const char *text, bool ended) {
    FanTurn turn;
    char written[FAN_TURN_TEXT_MAX];
    FanTurnReading reading = fan_turn_read(&pair->board, &pair->fast_rules, &pair->fast, text,
                                           strlen(text), &turn, NULL);
    if (reading != (ended ? FAN_TURN_ILLEGAL : FAN_TURN_READ))
        fail_pair(pair, ended ? "read after the end" : "not read", text);
    if (ended)
        return;
    fan_turn_write(&pair->board, &turn, written);
    if (strcmp(written, text) != 0)
        fail_pair(pair, text, written);
}

/* --- Refusals -------------------------------------------------------------- */

/* Where a made-up turn starts: in telo often in the hand, in other games now and then. */
static FanPoint random_from(const Pair *pair, Random *random) {
    if (random_below(random, pair->rules.telo ? 2 : 16) == 0)
        return FAN_HAND;
    return (FanPoint)random_below(random, pair->board.points);
}

static FanPoint point_beside(const Pair *pair, Random *random, FanPoint from) {
    if (from == FAN_HAND)
        return (FanPoint)random_below(random, pair->board.points);
    FanPoint next = pair->board.next[from][random_below(random, FAN_DIRECTIONS)];
    return next != FAN_NO_POINT ? next : (FanPoint)random_below(random, pair->board.points);
}

/* A turn that may well be legal: some steps of a legal one, then random steps along lines. */
static FanTurn random_turn(const Pair *pair, Random *random) {
    FanTurn turn = {.from = random_from(pair, random)};
    if (slow_lines.count > 0 && random_below(random, 4) > 0) {
        const char *text = slow_lines.lines[random_below(random, slow_lines.count)].text;
        if (outcome_alone(pair).result == CHECK_ONGOING)
            assert_int_equal(fan_turn_read(&pair->board, &pair->fast_rules, &pair->fast, text,
                                           strlen(text), &turn, NULL),
                             FAN_TURN_READ);
        turn.count = (uint8_t)random_below(random, turn.count + 1u);
    }
    size_t more = (size_t)random_below(random, 3) + (turn.count == 0);
    while (more-- > 0 && turn.count < FAN_CHAIN_MAX) {
        FanPoint at = turn.count == 0 ? turn.from : turn.steps[turn.count - 1].to;
        uint8_t kind = (uint8_t)random_below(random, 3);
        turn.steps[turn.count++] = (FanStep){point_beside(pair, random, at), kind};
    }
    return turn;
}

/* A placement's text says nothing of further steps or kinds; with them there is no such turn. */
static bool has_text(const FanTurn *turn) {
    return turn->from != FAN_HAND || (turn->count == 1 && turn->steps[0].kind == FAN_PAIKA);
}

static void expect_refusal(const Pair *pair, Random *random, bool ended) {
    FanTurn turn = random_turn(pair, random);
    char text[FAN_TURN_TEXT_MAX], after_text[FAN_POSITION_TEXT_MAX];
    fan_turn_write(&pair->board, &turn, text);
    const Line *line = ended || !has_text(&turn) ? NULL : find_line(&slow_lines, text);
    bool legal = line != NULL;
    FanRefusal whole = fan_turn_refusal(&pair->board, &pair->fast_rules, &pair->fast, &turn);
    if ((whole.code == FAN_LEGAL) != legal)
        fail_pair(pair, legal ? "refused" : "not refused", text);
    FanPosition after = pair->fast;
    FanRefusal played =
        fan_position_play(&pair->board, &pair->fast_rules, &pair->fast, &turn, &after);
    if (played.code != whole.code || played.clause != whole.clause || played.step != whole.step)
        fail_pair(pair, "fan_position_play refuses otherwise", text);
    fan_position_write(&pair->board, legal ? &after : &pair->fast, after_text);
    if (legal && strcmp(after_text, line->after) != 0)
        fail_pair(pair, "fan_position_play leads elsewhere", text);
    if (!legal && !fan_position_equal(&after, &pair->fast))
        fail_pair(pair, "a refused turn changes the position", text);
    tally.legal += legal;
    tally.refused += !legal;
}

/* --- Turns made step by step ----------------------------------------------- */

static void draft_from(const Pair *pair, FanDraft *draft) {
    FanOpenStep steps[FAN_FIRST_STEPS_MAX];
    if (draft->turn.count > 0 && fan_draft_may_stop(&pair->board, &pair->fast_rules, draft)) {
        FanPosition after =
            fan_position_after(&pair->fast, fan_turn_move(&pair->board, &pair->fast, &draft->turn));
        add_fast_turn(&draft_lines, &draft->turn, &after);
    }
    size_t count = fan_draft_steps(&pair->board, &pair->fast_rules, draft, steps);
    for (size_t i = 0; i < count; i++) {
        fan_draft_push(draft, &steps[i]);
        draft_from(pair, draft);
        assert_true(fan_draft_pop(&pair->board, draft));
    }
}

static void expect_drafts(const Pair *pair) {
    FanDraft draft;
    draft_lines.count = 0;
    draft_lines.board = &pair->board;
    draft_lines.before = &pair->fast;
    fan_draft_begin(&draft, &pair->fast);
    draft_from(pair, &draft);
    sort_lines(&draft_lines);
    expect_lines(pair, &draft_lines, "no draft reaches a turn");
}

/* --- All of it ------------------------------------------------------------- */

void expect_agreement(const Pair *pair, Random *random) {
    CheckOutcome outcome = outcome_alone(pair);
    bool ended = outcome.result != CHECK_ONGOING;
    list_slow(pair);
    expect_texts(pair);
    expect_turns(pair);
    expect_moves(pair);
    expect_afters(pair);
    expect_facts(pair);
    expect_game(pair);
    expect_outcome(pair, outcome,
                   fan_position_outcome(&pair->board, &pair->fast_rules, &pair->fast),
                   "fan_position_outcome disagrees");
    if (slow_lines.count > 0)
        expect_turn_text(pair, slow_lines.lines[random_below(random, slow_lines.count)].text,
                         ended);
    for (int i = 0; i < 4; i++)
        expect_refusal(pair, random, ended);
    if (tally.positions % 8 == 0)
        expect_drafts(pair);
    if (tally.positions % 8 == 4)
        expect_perft(pair);
    tally.positions++;
    tally.turns += slow_lines.count;
    if (slow_lines.count > tally.most_turns)
        tally.most_turns = slow_lines.count;
}
