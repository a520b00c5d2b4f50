/* What must hold in every position, tried along random games and on random set-ups of every board
 * under every option. */
#include "rules/trial.h"

/* --- Legal is what is generated ----------------------------------------------------------------
 */

static void expect_generated_turns_legal(Random *random, const Sample *sample) {
    bool ended = has_ended(sample);
    size_t index;
    for (size_t i = 0; i < turns_to_try(); i++) {
        const FanTurn *turn = some_turn(random, &index, i);
        FanRefusal refusal = refusal_of(sample, turn);
        if ((refusal.code == FAN_LEGAL) == ended) {
            fail_turn(sample, ended ? "legal after the end" : "generated, yet refused", turn);
        }
        if (refusal.code != (ended ? FAN_REFUSED_ENDED : FAN_LEGAL)) {
            fail_turn(sample, "refused for another reason", turn);
        }
    }
    if (trial_turns.count == 0 && !ended) {
        fail_sample(sample, "goes on without a turn", "");
    }
}

static void every_generated_turn_is_legal(void **state) {
    (void)state;
    try_on(31, 1, expect_generated_turns_legal);
}

static void expect_distinct(Random *random, const Sample *sample) {
    (void)random;
    if (trial_turns.count > 300) {
        return;
    }
    for (size_t i = 0; i < trial_turns.count; i++) {
        if (find_turn(&trial_turns, &trial_turns.turns[i]) != i) {
            fail_turn(sample, "generated twice", &trial_turns.turns[i]);
        }
    }
    if (fan_turns_count(&sample->board, &sample->rules, &sample->position) != trial_turns.count) {
        fail_sample(sample, "counted otherwise", "");
    }
}

static void no_turn_is_generated_twice(void **state) {
    (void)state;
    try_on(32, 2, expect_distinct);
}

static size_t still_legal, refused_by[FAN_REFUSED_TAKER + 1];

static void expect_legal_if_generated(Random *random, const Sample *sample) {
    bool ended = has_ended(sample);
    for (int i = 0; i < 8; i++) {
        FanTurn turn = near_miss(random, sample);
        FanRefusal refusal = refusal_of(sample, &turn);
        bool generated = find_turn(&trial_turns, &turn) < trial_turns.count;
        if ((refusal.code == FAN_LEGAL) != (generated && !ended)) {
            fail_turn(sample, generated ? "generated, yet refused" : "legal, yet not generated",
                      &turn);
        }
        if (refusal.code != FAN_LEGAL && (refusal.clause == 0 || refusal.step > turn.count)) {
            fail_turn(sample, "refused without a clause, or past its steps", &turn);
        }
        still_legal += refusal.code == FAN_LEGAL;
        refused_by[refusal.code]++;
    }
}

static void a_changed_turn_is_legal_only_if_generated(void **state) {
    (void)state;
    static const FanRefusalCode met[] = {
        FAN_REFUSED_ENDED,         FAN_REFUSED_EMPTY,         FAN_REFUSED_ENEMY,
        FAN_REFUSED_OCCUPIED,      FAN_REFUSED_NO_LINE,       FAN_REFUSED_MUST_CAPTURE,
        FAN_REFUSED_VISITED,       FAN_REFUSED_DIRECTION,     FAN_REFUSED_NO_APPROACH,
        FAN_REFUSED_NO_WITHDRAWAL, FAN_REFUSED_NOT_CAPTURING, FAN_REFUSED_OVER,
        FAN_REFUSED_STOP,          FAN_REFUSED_SINGLE,        FAN_REFUSED_PLACE,
        FAN_REFUSED_HAND,          FAN_REFUSED_TELO,          FAN_REFUSED_GIVER,
        FAN_REFUSED_TAKER};
    try_on(33, 1, expect_legal_if_generated);
    for (size_t i = 0; i < COUNT(met); i++) {
        if (refused_by[met[i]] == 0) {
            fail_msg("no turn was refused by %s", fan_refusal_word(met[i]));
        }
    }
    assert_true(still_legal > 100);
}

/* --- Capturing ---------------------------------------------------------------------------------
 */

static void expect_all_capture_or_none(Random *random, const Sample *sample) {
    (void)random;
    bool must = fan_position_must_capture(&sample->board, &sample->position);
    FanPoints movable = 0;
    for (size_t i = 0; i < trial_turns.count; i++) {
        const FanTurn *turn = &trial_turns.turns[i];
        movable |= turn->from == FAN_HAND ? 0 : UINT64_C(1) << turn->from;
        for (unsigned j = 0; j < turn->count; j++) {
            if ((turn->steps[j].kind != FAN_PAIKA) != must) {
                fail_turn(sample, "captures and paika together", turn);
            }
        }
        if (!must && turn->count != 1) {
            fail_turn(sample, "a paika goes on", turn);
        }
    }
    if (must && trial_turns.count == 0) {
        fail_sample(sample, "must capture and cannot", "");
    }
    if (movable != fan_position_movable(&sample->board, &sample->position)) {
        fail_sample(sample, "other stones can move", "");
    }
}

static void turns_capture_all_or_none(void **state) {
    (void)state;
    try_on(34, 1, expect_all_capture_or_none);
}

/* R6.2: a stone more on a point that was empty, nothing else. */
static void expect_good_placement(const Sample *sample, const FanTurn *turn,
                                  const FanPosition *after) {
    const FanPosition *before = &sample->position;
    FanPoints bit = UINT64_C(1) << turn->steps[0].to;
    if (turn->count != 1 || turn->steps[0].kind != FAN_PAIKA || (bit & ~sample->board.all) ||
        ((before->stones[0] | before->stones[1]) & bit) ||
        fan_position_hand(before, before->side) == 0) {
        fail_turn(sample, "a placement against R6.2", turn);
    }
    if (after->stones[before->side] != (before->stones[before->side] | bit) ||
        after->stones[1 - before->side] != before->stones[1 - before->side] ||
        fan_position_hand(after, before->side) + 1 != fan_position_hand(before, before->side)) {
        fail_turn(sample, "leads to other stones", turn);
    }
}

/* R7.2, in vela's first phase: whether a step of this kind takes no more than it may. */
static bool is_vela_step(const FanPosition *before, FanKind kind, FanPoints taken) {
    if (before->side == fan_position_giver(before)) {
        return kind == FAN_PAIKA;
    }
    return (taken & (taken - 1)) == 0;
}

/* R4.1 to R4.3, told again on the finished path; and R3.2, R3.3 for every step of it. */
static void expect_good_path(const Sample *sample, const FanTurn *turn, const FanPosition *after) {
    const FanBoard *board = &sample->board;
    FanPoints own = sample->position.stones[sample->position.side];
    FanPoints enemy = sample->position.stones[1 - sample->position.side];
    FanPoints visited = UINT64_C(1) << turn->from;
    FanPoint at = turn->from;
    FanDirection last = FAN_NO_DIRECTION;
    own &= ~visited;
    for (unsigned i = 0; i < turn->count; i++) {
        FanPoint to = turn->steps[i].to;
        FanDirection direction = fan_board_direction(board, at, to);
        FanPoints bit = UINT64_C(1) << to, taken = 0;
        if (direction == FAN_NO_DIRECTION || direction == last || (visited & bit) ||
            ((own | enemy) & bit)) {
            fail_turn(sample, "against R1.2, R3.1, R4.2 or R4.3", turn);
        }
        bool ahead = turn->steps[i].kind == FAN_APPROACH;
        FanPoint next = ahead ? board->next[to][direction] : board->next[at][7 - direction];
        while (turn->steps[i].kind != FAN_PAIKA && next != FAN_NO_POINT && (enemy >> next & 1)) {
            taken |= UINT64_C(1) << next;
            next = board->next[next][ahead ? direction : 7 - direction];
            if (fan_position_is_vela(&sample->position)) {
                break;
            }
        }
        if (fan_position_is_vela(&sample->position) &&
            (turn->count > 1 || !is_vela_step(&sample->position, turn->steps[i].kind, taken))) {
            fail_turn(sample, "against R7.2", turn);
        }
        if ((taken == 0) != (turn->steps[i].kind == FAN_PAIKA)) {
            fail_turn(sample, "takes nothing, or should not", turn);
        }
        enemy &= ~taken;
        visited |= bit;
        at = to;
        last = direction;
    }
    own |= UINT64_C(1) << at;
    if (after->stones[sample->position.side] != own ||
        after->stones[1 - sample->position.side] != enemy) {
        fail_turn(sample, "leads to other stones", turn);
    }
}

static size_t phases_ended, placements;

static void expect_counters(const Sample *sample, const FanTurn *turn, const FanPosition *after) {
    const FanPosition *before = &sample->position;
    bool captures = turn->steps[0].kind != FAN_PAIKA;
    if (after->side != 1 - before->side || after->first != 0 ||
        after->quiet != (captures ? 0 : before->quiet + 1) ||
        after->number != before->number + (before->side == FAN_BLACK)) {
        fail_turn(sample, "leads to other counters", turn);
    }
}

/* The game stays what it is, but that vela's first phase ends with five stones (R7.3). */
static void expect_mode(const Sample *sample, const FanTurn *turn, const FanPosition *after) {
    const FanPosition *before = &sample->position;
    bool over = fan_position_is_vela(before) &&
                __builtin_popcountll(after->stones[fan_position_giver(before)]) == 5;
    if (after->mode != (over ? FAN_MODE_CAPTURE : before->mode)) {
        fail_turn(sample, "leads to another phase", turn);
    }
    phases_ended += over;
}

static void expect_good_paths(Random *random, const Sample *sample) {
    size_t index;
    for (size_t i = 0; i < turns_to_try(); i++) {
        const FanTurn *turn = some_turn(random, &index, i);
        if (turn->from == FAN_HAND) {
            expect_good_placement(sample, turn, &trial_turns.afters[index]);
            placements++;
        } else {
            expect_good_path(sample, turn, &trial_turns.afters[index]);
        }
        expect_mode(sample, turn, &trial_turns.afters[index]);
        expect_counters(sample, turn, &trial_turns.afters[index]);
    }
}

static void every_path_keeps_the_rules_step_by_step(void **state) {
    (void)state;
    try_on(35, 1, expect_good_paths);
    assert_true(phases_ended > 10 && placements > 100);
}

/* --- Beginnings of chains ----------------------------------------------------------------------
 */

static bool is_beginning(const FanTurn *a, const FanTurn *b) {
    FanTurn part = *b;
    part.count = a->count;
    return a->count < b->count && fan_turn_equal(a, &part);
}

/* Where going on is free a chain may stop after every step; where it is a duty, after none but the
 * last; where the first turn captures once, there are no chains. */
static void expect_beginnings(Random *random, const Sample *sample) {
    bool single = sample->position.first && sample->rules.first_turn == FAN_FIRST_SINGLE;
    bool mandatory = sample->rules.chain == FAN_CHAIN_MANDATORY;
    size_t index;
    for (size_t i = 0; i < turns_to_try(); i++) {
        FanTurn turn = *some_turn(random, &index, i);
        if (single && turn.count > 1) {
            fail_turn(sample, "a chain in the first turn", &turn);
        }
        for (FanTurn part = turn; --part.count > 0 && !mandatory;) {
            if (find_turn(&trial_turns, &part) == trial_turns.count) {
                fail_turn(sample, "may not stop", &part);
            }
        }
        for (size_t j = 0; mandatory && j < trial_turns.count; j++) {
            if (is_beginning(&turn, &trial_turns.turns[j])) {
                fail_turn(sample, "stops where it could go on", &turn);
            }
        }
    }
}

static void chains_may_stop_where_the_option_says(void **state) {
    (void)state;
    try_on(36, 2, expect_beginnings);
}

/* --- Stepwise and whole ------------------------------------------------------------------------
 */

static const FanOpenStep *find_step(const FanOpenStep *steps, size_t count, FanPoint from,
                                    FanStep step) {
    for (size_t i = 0; i < count; i++) {
        if (steps[i].from == from && steps[i].to == step.to && steps[i].kind == step.kind) {
            return &steps[i];
        }
    }
    return NULL;
}

static bool same_draft(const FanDraft *a, const FanDraft *b) {
    return fan_position_equal(&a->start, &b->start) &&
           fan_position_equal(&a->current, &b->current) && a->visited == b->visited &&
           a->last == b->last && a->turn.count == b->turn.count &&
           (a->turn.count == 0 || fan_turn_equal(&a->turn, &b->turn));
}

/* Makes the turn step by step; `before` keeps the draft before each step. */
static FanDraft make_stepwise(const Sample *sample, const FanTurn *turn, FanDraft *before) {
    FanDraft draft;
    FanPoint from = turn->from;
    fan_draft_begin(&draft, &sample->position);
    for (unsigned i = 0; i < turn->count; i++) {
        FanOpenStep steps[FAN_FIRST_STEPS_MAX];
        size_t count = fan_draft_steps(&sample->board, &sample->rules, &draft, steps);
        const FanOpenStep *step = find_step(steps, count, from, turn->steps[i]);
        if (!step) {
            fail_turn(sample, "a step is not open", turn);
        }
        if (fan_step_taken(&sample->board, &draft.current, from, step->to, step->kind) !=
            step->taken) {
            fail_turn(sample, "a step takes other stones", turn);
        }
        before[i] = draft;
        fan_draft_push(&draft, step);
        from = step->to;
    }
    return draft;
}

static void expect_stepwise(Random *random, const Sample *sample) {
    size_t index;
    bool ended = has_ended(sample);
    for (size_t i = 0; i < turns_to_try(); i++) {
        const FanTurn *turn = some_turn(random, &index, i);
        const FanPosition *after = &trial_turns.afters[index];
        FanDraft before[FAN_CHAIN_MAX], draft = make_stepwise(sample, turn, before);
        if (!fan_turn_equal(&draft.turn, turn) ||
            !fan_draft_may_stop(&sample->board, &sample->rules, &draft)) {
            fail_turn(sample, "not made by its steps", turn);
        }
        if (memcmp(draft.current.stones, after->stones, sizeof after->stones) != 0) {
            fail_turn(sample, "stands otherwise after its steps", turn);
        }
        FanMove move = fan_turn_move(&sample->board, &sample->position, turn);
        FanPosition moved = fan_position_after(&sample->position, move), played;
        if (!fan_position_equal(&moved, after)) {
            fail_turn(sample, "its effect leads elsewhere", turn);
        }
        FanRefusal refusal =
            fan_position_play(&sample->board, &sample->rules, &sample->position, turn, &played);
        if (!ended && (refusal.code != FAN_LEGAL || !fan_position_equal(&played, after))) {
            fail_turn(sample, "played it leads elsewhere", turn);
        }
        for (unsigned left = turn->count; left-- > 0;) {
            assert_true(fan_draft_pop(&sample->board, &draft));
            if (!same_draft(&draft, &before[left])) {
                fail_turn(sample, "taking a step back restores not everything", turn);
            }
        }
        assert_false(fan_draft_pop(&sample->board, &draft));
    }
}

static void stepwise_and_whole_lead_to_the_same(void **state) {
    (void)state;
    try_on(37, 1, expect_stepwise);
}

/* In the middle of a turn, too: a step is open exactly when nothing forbids it. */
static void expect_open_or_refused(Random *random, const Sample *sample) {
    if (trial_turns.count == 0 || has_ended(sample)) {
        return;
    }
    FanDraft before[FAN_CHAIN_MAX];
    const FanTurn *turn = &trial_turns.turns[random_size(random, trial_turns.count)];
    FanDraft draft = make_stepwise(sample, turn, before);
    unsigned done = (unsigned)random_below(random, turn->count + 1u);
    if (done < turn->count) {
        draft = before[done];
    }
    FanOpenStep steps[FAN_FIRST_STEPS_MAX];
    size_t count = fan_draft_steps(&sample->board, &sample->rules, &draft, steps), legal = 0;
    for (FanPoint start = 0; start <= sample->board.points; start++) {
        FanPoint from = start < sample->board.points ? start : FAN_HAND;
        FanRefusal taken_up = fan_from_refusal(&sample->board, &sample->rules, &draft, from);
        bool moves = false;
        for (FanPoint to = 0; to < sample->board.points; to++) {
            bool any = false;
            for (FanKind kind = FAN_APPROACH; kind <= FAN_WITHDRAWAL; kind++) {
                FanRefusal refusal =
                    fan_step_refusal(&sample->board, &sample->rules, &draft, from, to, kind);
                bool open = find_step(steps, count, from, (FanStep){to, (uint8_t)kind}) != NULL;
                if ((refusal.code == FAN_LEGAL) != open) {
                    fail_turn(sample, "open and refused, or neither, after", &draft.turn);
                }
                any |= open;
                legal += open;
            }
            bool paika = find_step(steps, count, from, (FanStep){to, FAN_PAIKA}) != NULL;
            FanRefusal refusal =
                fan_step_refusal(&sample->board, &sample->rules, &draft, from, to, FAN_PAIKA);
            if ((refusal.code == FAN_LEGAL) != (any || paika)) {
                fail_turn(sample, "open in some way and refused, or neither, after", &draft.turn);
            }
            moves |= any || paika;
            legal += paika;
        }
        if (done == 0 && (taken_up.code == FAN_LEGAL) != moves) {
            fail_sample(sample, "a stone may be taken up that cannot move, or not", "");
        }
    }
    if (legal != count) {
        fail_turn(sample, "another number of steps after", &draft.turn);
    }
}

static void a_step_is_open_exactly_when_nothing_forbids_it(void **state) {
    (void)state;
    try_on(38, 8, expect_open_or_refused);
}

/* --- Keys --------------------------------------------------------------------------------------
 */

static void expect_keys(Random *random, const Sample *sample) {
    size_t index;
    uint64_t key = fan_position_key(&sample->position);
    for (size_t i = 0; i < turns_to_try(); i++) {
        const FanTurn *turn = some_turn(random, &index, i);
        FanMove move = fan_turn_move(&sample->board, &sample->position, turn);
        if (fan_key_after(key, &sample->position, move) !=
            fan_position_key(&trial_turns.afters[index])) {
            fail_turn(sample, "another key than from scratch", turn);
        }
    }
}

static void keys_are_carried_along_as_made_from_scratch(void **state) {
    (void)state;
    try_on(39, 1, expect_keys);
}

/* --- Symmetry ----------------------------------------------------------------------------------
 */

static Sample mirrored(const Sample *sample, FanSymmetry symmetry, bool swapped) {
    Sample image = *sample;
    image.position = fan_position_map(&sample->board, symmetry, &sample->position);
    if (swapped) {
        image.position = fan_position_swap_colours(&image.position);
        if (image.rules.vela != FAN_VELA_NONE) {
            image.rules.vela ^= FAN_VELA_WHITE ^ FAN_VELA_BLACK;
        }
    }
    return image;
}

static FanTurn mirrored_turn(const Sample *sample, FanSymmetry symmetry, FanTurn turn) {
    if (turn.from != FAN_HAND) {
        turn.from = fan_board_map_point(&sample->board, symmetry, turn.from);
    }
    for (unsigned i = 0; i < turn.count; i++) {
        turn.steps[i].to = fan_board_map_point(&sample->board, symmetry, turn.steps[i].to);
    }
    return turn;
}

static FanResult swapped_result(FanResult result) {
    return result == FAN_WHITE_WINS   ? FAN_BLACK_WINS
           : result == FAN_BLACK_WINS ? FAN_WHITE_WINS
                                      : result;
}

static void expect_same_standing(const Sample *sample, const Sample *image, bool swapped) {
    FanOutcome a = fan_position_outcome(&sample->board, &sample->rules, &sample->position);
    FanOutcome b = fan_position_outcome(&image->board, &image->rules, &image->position);
    if (b.result != (swapped ? swapped_result(a.result) : a.result) || b.reason != a.reason ||
        b.clause != a.clause) {
        fail_sample(image, "the mirror image stands otherwise", fan_reason_word(a.reason));
    }
    if (fan_turns_count(&image->board, &image->rules, &image->position) != trial_turns.count) {
        fail_sample(image, "the mirror image has another number of turns", "");
    }
}

static void expect_mirrored(Random *random, const Sample *sample) {
    FanSymmetry symmetry = (FanSymmetry)random_below(random, 4);
    bool swapped = random_below(random, 2) == 1;
    Sample image = mirrored(sample, symmetry, swapped);
    expect_same_standing(sample, &image, swapped);
    for (int i = 0; i < 8; i++) {
        size_t index;
        bool near = i % 2 == 1 || trial_turns.count == 0;
        FanTurn turn = near ? near_miss(random, sample) : *some_turn(random, &index, 0);
        FanTurn there = mirrored_turn(sample, symmetry, turn);
        FanRefusal a = refusal_of(sample, &turn), b = refusal_of(&image, &there);
        if (a.code != b.code || a.clause != b.clause || a.step != b.step ||
            fan_board_map(&sample->board, symmetry, a.points) != b.points) {
            fail_turn(sample, "its mirror image is judged otherwise", &turn);
        }
        if (a.code != FAN_LEGAL) {
            continue;
        }
        FanMove here = fan_turn_move(&sample->board, &sample->position, &turn);
        FanMove image_move = fan_turn_move(&image.board, &image.position, &there);
        if (fan_board_map(&sample->board, symmetry, fan_move_captured(here)) !=
            fan_move_captured(image_move)) {
            fail_turn(sample, "its mirror image takes others", &turn);
        }
    }
}

static void mirrored_and_swapped_positions_behave_alike(void **state) {
    (void)state;
    try_on(40, 1, expect_mirrored);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_generated_turn_is_legal),
        cmocka_unit_test(no_turn_is_generated_twice),
        cmocka_unit_test(a_changed_turn_is_legal_only_if_generated),
        cmocka_unit_test(turns_capture_all_or_none),
        cmocka_unit_test(every_path_keeps_the_rules_step_by_step),
        cmocka_unit_test(chains_may_stop_where_the_option_says),
        cmocka_unit_test(stepwise_and_whole_lead_to_the_same),
        cmocka_unit_test(a_step_is_open_exactly_when_nothing_forbids_it),
        cmocka_unit_test(keys_are_carried_along_as_made_from_scratch),
        cmocka_unit_test(mirrored_and_swapped_positions_behave_alike),
    };
    trial_positions = argument_of(argc, argv, 2000);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
