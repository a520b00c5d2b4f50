/* What must hold for every turn as text, tried on the same random positions as the other
 * properties. */
#include "rules/trial.h"

static FanTurnReading read_turn(const Sample *sample, const char *text, FanTurn *turn,
                                FanTurnError *error) {
    return fan_turn_read(&sample->board, &sample->rules, &sample->position, text, strlen(text),
                         turn, error);
}

static void expect_written_turns_read(Random *random, const Sample *sample) {
    size_t index;
    if (has_ended(sample)) {
        return;
    }
    for (size_t i = 0; i < turns_to_try(); i++) {
        const FanTurn *turn = some_turn(random, &index, i);
        char text[FAN_TURN_TEXT_MAX];
        FanTurn read;
        size_t length = fan_turn_write(&sample->board, turn, text);
        assert_int_equal(length, strlen(text));
        if (read_turn(sample, text, &read, NULL) != FAN_TURN_READ || !fan_turn_equal(&read, turn)) {
            fail_turn(sample, "not read back as itself", turn);
        }
        FanTurn plain = plain_turn(&sample->board, text);
        assert_true(fan_turn_equal(&plain, turn));
    }
}

static void a_written_turn_is_read_as_itself(void **state) {
    (void)state;
    try_on(41, 1, expect_written_turns_read);
}

/* Writes a turn in some way that R9.2 allows and that means the same turn. */
static void write_freely(Random *random, const FanBoard *board, const FanTurn *turn, char *out) {
    if (turn->from == FAN_HAND) {
        fan_point_write(board, turn->steps[0].to, out);
        return;
    }
    out += fan_point_write(board, turn->from, out);
    for (unsigned i = 0; i < turn->count; i++) {
        bool signs = random_below(random, 2) == 0;
        /* `-` for W needs a separator after it, or the end. */
        bool minus = i > 0 && turn->steps[i - 1].kind == FAN_WITHDRAWAL && out[-1] == '-';
        if (minus || random_below(random, 2) == 0) {
            *out++ = '-';
        }
        out += fan_point_write(board, turn->steps[i].to, out);
        if (turn->steps[i].kind == FAN_APPROACH) {
            *out++ = signs ? '+' : 'a';
        } else if (turn->steps[i].kind == FAN_WITHDRAWAL) {
            *out++ = signs ? '-' : 'W';
        }
    }
    *out = '\0';
}

static void change_case(Random *random, char *text) {
    for (; *text; text++) {
        if (*text >= 'a' && *text <= 'z' && random_below(random, 2) == 0) {
            *text = (char)(*text - 'a' + 'A');
        }
    }
}

static void expect_free_forms_read(Random *random, const Sample *sample) {
    size_t index;
    if (has_ended(sample)) {
        return;
    }
    for (size_t i = 0; i < turns_to_try(); i++) {
        const FanTurn *turn = some_turn(random, &index, i);
        char text[2 * FAN_TURN_TEXT_MAX];
        FanTurn read;
        write_freely(random, &sample->board, turn, text);
        change_case(random, text);
        if (read_turn(sample, text, &read, NULL) != FAN_TURN_READ || !fan_turn_equal(&read, turn)) {
            fail_sample(sample, turn_text(&sample->board, turn), text);
        }
    }
}

static void a_freely_written_turn_is_read_as_itself(void **state) {
    (void)state;
    try_on(42, 1, expect_free_forms_read);
}

/* With some kinds left out: how many turns of the list fit is counted here. */
static size_t count_fits(const FanTurn *turn, const bool *dropped) {
    size_t count = 0;
    for (size_t i = 0; i < trial_turns.count; i++) {
        const FanTurn *other = &trial_turns.turns[i];
        bool fits = other->from == turn->from && other->count == turn->count;
        for (unsigned j = 0; fits && j < turn->count; j++) {
            fits = other->steps[j].to == turn->steps[j].to &&
                   (dropped[j] || other->steps[j].kind == turn->steps[j].kind);
        }
        count += fits;
    }
    return count;
}

static size_t ambiguous;

static void expect_fewer_kinds(const Sample *sample, const FanTurn *turn, const bool *dropped) {
    char text[FAN_TURN_TEXT_MAX];
    FanTurn written = *turn, read;
    FanTurnError error;
    for (unsigned j = 0; j < turn->count; j++) {
        if (dropped[j]) {
            written.steps[j].kind = FAN_PAIKA;
        }
    }
    fan_turn_write(&sample->board, &written, text);
    FanTurnReading reading = read_turn(sample, text, &read, &error);
    size_t fits = count_fits(turn, dropped);
    if (fits == 1) {
        if (reading != FAN_TURN_READ || !fan_turn_equal(&read, turn)) {
            fail_sample(sample, "fits one turn and is not read as it", text);
        }
        return;
    }
    bool found = fits > FAN_CANDIDATES_MAX;
    if (reading != FAN_TURN_AMBIGUOUS || error.candidates != fits) {
        fail_sample(sample, "fits several turns and is not told so", text);
    }
    for (size_t i = 0; i < fits && i < FAN_CANDIDATES_MAX; i++) {
        found |= fan_turn_equal(&error.candidate[i], turn);
        if (find_turn(&trial_turns, &error.candidate[i]) == trial_turns.count) {
            fail_sample(sample, "a candidate is no turn", text);
        }
    }
    if (!found) {
        fail_sample(sample, "not among the candidates", text);
    }
    ambiguous++;
}

static void expect_kinds_left_out(Random *random, const Sample *sample) {
    size_t index;
    if (has_ended(sample)) {
        return;
    }
    for (size_t i = 0; i < turns_to_try(); i++) {
        const FanTurn *turn = some_turn(random, &index, i);
        bool dropped[FAN_CHAIN_MAX];
        for (unsigned j = 0; j < turn->count; j++) {
            dropped[j] = random_below(random, 2) == 0;
        }
        expect_fewer_kinds(sample, turn, dropped);
    }
}

static void without_kinds_it_reads_the_same_or_is_ambiguous(void **state) {
    (void)state;
    try_on(43, 1, expect_kinds_left_out);
    assert_true(ambiguous > 20);
}

/* A point alone is a turn in telo alone, and says nothing of further steps or kinds (R9.1). */
static bool has_placement_text(const Sample *sample, const FanTurn *turn) {
    return sample->position.mode == FAN_MODE_TELO && turn->count == 1 &&
           turn->steps[0].kind == FAN_PAIKA;
}

/* A turn that is well written but changed: the reader and fan_turn_refusal agree on it, but that a
 * paika's text may stand for a capture. */
static void expect_reader_agrees(Random *random, const Sample *sample) {
    for (int i = 0; i < 6; i++) {
        FanTurn turn = near_miss(random, sample), read;
        if (turn.from == FAN_HAND && !has_placement_text(sample, &turn)) {
            continue;
        }
        char text[FAN_TURN_TEXT_MAX];
        FanTurnError error;
        bool open = false;
        for (unsigned j = 0; j < turn.count; j++) {
            open |= turn.steps[j].kind == FAN_PAIKA && turn.from != FAN_HAND;
        }
        size_t length = fan_turn_write(&sample->board, &turn, text);
        FanTurnReading reading = read_turn(sample, text, &read, &error);
        FanRefusal refusal = refusal_of(sample, &turn);
        if (refusal.code == FAN_LEGAL && reading != FAN_TURN_READ &&
            reading != FAN_TURN_AMBIGUOUS) {
            fail_sample(sample, "legal and not read", text);
        }
        if (!open && (reading == FAN_TURN_READ) != (refusal.code == FAN_LEGAL)) {
            fail_sample(sample, "read and refused, or neither", text);
        }
        if (!open && reading == FAN_TURN_ILLEGAL &&
            (error.refusal.code != refusal.code || error.refusal.step != refusal.step)) {
            fail_sample(sample, "refused for another reason", text);
        }
        if (reading == FAN_TURN_MALFORMED) {
            fail_sample(sample, "well written and malformed", text);
        }
        if (reading == FAN_TURN_ILLEGAL &&
            (error.refusal.code == FAN_LEGAL || error.offset >= length)) {
            fail_sample(sample, "illegal for no reason, or nowhere", text);
        }
    }
}

static void reading_and_refusing_agree(void **state) {
    (void)state;
    try_on(44, 1, expect_reader_agrees);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_written_turn_is_read_as_itself),
        cmocka_unit_test(a_freely_written_turn_is_read_as_itself),
        cmocka_unit_test(without_kinds_it_reads_the_same_or_is_ambiguous),
        cmocka_unit_test(reading_and_refusing_agree),
    };
    trial_positions = argument_of(argc, argv, 2000);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
