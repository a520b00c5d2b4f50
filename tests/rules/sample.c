#include "rules/sample.h"

const BoardSize board_sizes[BOARD_SIZES] = {
    {9, 5}, {3, 3}, {5, 3}, {7, 3}, {9, 3}, {11, 3}, {13, 3}, {15, 3}, {3, 5},  {5, 5},
    {7, 5}, {3, 7}, {5, 7}, {7, 7}, {3, 9}, {5, 9},  {3, 11}, {3, 13}, {3, 15},
};

static FanRules read_rules(const char *text) {
    FanRules rules;
    if (!fan_rules_read(&rules, text, strlen(text), NULL)) {
        fail_msg("rules not read: %s", text);
    }
    return rules;
}

Sample sample_start(BoardSize size, const char *rules) {
    Sample sample = {.rules = read_rules(rules)};
    assert_true(fan_board_init(&sample.board, size.files, size.ranks));
    sample.position = fan_position_start(&sample.board, &sample.rules);
    return sample;
}

Sample sample_of(const char *rules, const char *position) {
    return sample_of_variant("", rules, position);
}

static void read_variant(Sample *sample, const char *variant) {
    if (variant[0] == '\0') {
        variant = "tsivy";
    }
    if (!fan_variant_read(&sample->board, &sample->rules, variant, strlen(variant))) {
        fail_msg("variant not read: %s", variant);
    }
}

Sample sample_of_variant(const char *variant, const char *rules, const char *position) {
    Sample sample = {.rules = read_rules(rules)};
    read_variant(&sample, variant);
    if (position[0] == '\0') {
        sample.position = fan_position_start(&sample.board, &sample.rules);
        return sample;
    }
    if (fan_position_read(&sample.board, &sample.position, &sample.rules, NULL, position,
                          strlen(position), NULL, 0) != 0) {
        fail_msg("position not read: %s", position);
    }
    return sample;
}

/* --- Random positions --------------------------------------------------------------------------
 */

static FanRules random_rules(Random *random) {
    static const uint16_t limits[] = {50, 50, 50, 0, 1, 7, 1000};
    static const uint8_t repetitions[] = {3, 3, 0, 2, 5};
    FanRules rules = fan_rules_default();
    if (random_below(random, 3) == 0) {
        return rules;
    }
    rules.chain = (uint8_t)random_below(random, 2);
    rules.first_turn = (uint8_t)random_below(random, 2);
    rules.blocked = (uint8_t)random_below(random, 2);
    rules.quiet_limit = limits[random_below(random, COUNT(limits))];
    rules.repetition = repetitions[random_below(random, COUNT(repetitions))];
    return rules;
}

/* On boards of telo half the samples are of it, on boards of vela a third. */
static void choose_game(Random *random, Sample *sample) {
    FanRules *rules = &sample->rules, asked = *rules;
    asked.telo = random_below(random, 2) == 0;
    if (!asked.telo) {
        asked.vela = random_below(random, 3) > 0 ? FAN_VELA_NONE
                     : random_below(random, 2)   ? FAN_VELA_WHITE
                                                 : FAN_VELA_BLACK;
        asked.vela_first = (uint8_t)random_below(random, 2);
    }
    if (fan_rules_fit(&asked, &sample->board)) {
        *rules = asked;
    }
}

static FanPoints scatter(Random *random, FanPoints empty, size_t count) {
    FanPoints placed = 0;
    while (count > 0) {
        FanPoints point = UINT64_C(1) << random_below(random, 64);
        if (!(point & empty & ~placed)) {
            continue;
        }
        placed |= point;
        count--;
    }
    return placed;
}

/* A few stones, any number, or nearly all. */
static size_t random_number(Random *random, size_t most) {
    switch (random_below(random, 3)) {
    case 0:
        return random_size(random, (most < 4 ? most : 4) + 1);
    case 1:
        return random_size(random, most + 1);
    default:
        return most - random_size(random, most < 4 ? most : 4);
    }
}

static void scatter_both(Random *random, Sample *sample, size_t white, size_t black) {
    FanPoints *stones = sample->position.stones;
    stones[FAN_WHITE] = scatter(random, sample->board.all, white);
    stones[FAN_BLACK] = scatter(random, sample->board.all & ~stones[FAN_WHITE], black);
}

/* White has placed as many as Black, or one more when Black is to move (R6.2); not two rows. */
static void set_up_telo(Random *random, Sample *sample) {
    FanPosition *position = &sample->position;
    size_t placed = random_size(random, 9);
    placed = placed < 2 * FAN_TELO_STONES ? placed : 2 * FAN_TELO_STONES;
    position->side = (uint8_t)(placed < 2 * FAN_TELO_STONES ? placed % 2 : random_size(random, 2));
    do {
        scatter_both(random, sample, (placed + 1) / 2, placed / 2);
    } while (fan_position_row(position, FAN_WHITE) && fan_position_row(position, FAN_BLACK));
}

static void set_up_stones(Random *random, Sample *sample) {
    size_t most = (sample->board.points - 1u) / 2;
    size_t white = random_number(random, most), black = random_number(random, most);
    FanPosition *position = &sample->position;
    if (fan_position_is_vela(position) && random_below(random, 3) > 0) {
        /* as many as are given before long */
        *(position->mode == FAN_MODE_VELA_WHITE ? &white : &black) = 6 + random_size(random, 3);
    }
    scatter_both(random, sample, white, black);
    position->side = (uint8_t)random_below(random, 2);
    if (fan_position_is_vela(position) &&
        (position->mode == FAN_MODE_VELA_WHITE ? white : black) <= FAN_VELA_STONES_LEFT) {
        position->mode = FAN_MODE_CAPTURE; /* R7.3 */
    }
}

static void set_up(Random *random, Sample *sample) {
    FanPosition *position = &sample->position;
    if (position->mode == FAN_MODE_TELO) {
        set_up_telo(random, sample);
    } else {
        set_up_stones(random, sample);
    }
    position->first =
        sample->rules.first_turn == FAN_FIRST_SINGLE ? (uint8_t)random_below(random, 2) : 0;
    position->quiet = (uint16_t)random_below(random, 52);
    position->number = (uint16_t)(1 + random_below(random, 99));
}

static void play_on(Random *random, Sample *sample) {
    for (size_t plies = random_size(random, 70); plies > 0; plies--) {
        FanTurn turn;
        FanPosition after;
        if (!sample_random_turn(random, sample, &turn, &after)) {
            return;
        }
        sample->position = after;
    }
}

Sample sample_random_on(Random *random, BoardSize size) {
    Sample sample = sample_start(size, "");
    sample.rules = random_rules(random);
    choose_game(random, &sample);
    sample.position = fan_position_start(&sample.board, &sample.rules);
    if (random_below(random, 2) == 0) {
        set_up(random, &sample);
    } else {
        play_on(random, &sample);
    }
    return sample;
}

Sample sample_random(Random *random) {
    static const BoardSize often[] = {{9, 5}, {9, 5}, {9, 5}, {9, 5}, {5, 5}, {3, 3}};
    size_t which = random_size(random, COUNT(often) + 2);
    return sample_random_on(random, which < COUNT(often)
                                        ? often[which]
                                        : board_sizes[random_size(random, BOARD_SIZES)]);
}

typedef struct Draw {
    Random *random;
    size_t seen;
    FanTurn *turn;
    FanPosition *after;
} Draw;

/* Keeps the n-th turn with probability 1/n, so that in the end each is as likely. */
static bool keep_one(void *context, const FanTurn *turn, const FanPosition *after) {
    Draw *chosen = context;
    if (random_below(chosen->random, ++chosen->seen) == 0) {
        *chosen->turn = *turn;
        *chosen->after = *after;
    }
    return true;
}

bool sample_random_turn(Random *random, const Sample *sample, FanTurn *turn, FanPosition *after) {
    Draw chosen = {random, 0, turn, after};
    fan_turns_visit(&sample->board, &sample->rules, &sample->position, keep_one, &chosen);
    return chosen.seen > 0;
}

/* --- Plain texts -------------------------------------------------------------------------------
 */

static FanPoint cut_point(const FanBoard *board, const char **text) {
    char *end;
    unsigned file = (unsigned)(**text - 'a');
    unsigned long rank = strtoul(*text + 1, &end, 10);
    if (file >= board->files || rank < 1 || rank > board->ranks) {
        fail_msg("the test has a bad point: %s", *text);
    }
    *text = end;
    return (FanPoint)((rank - 1) * board->files + file);
}

FanTurn plain_turn(const FanBoard *board, const char *text) {
    FanTurn turn = {.from = cut_point(board, &text)};
    if (*text == '\0') {
        turn.steps[turn.count++] = (FanStep){.to = turn.from, .kind = FAN_PAIKA};
        turn.from = FAN_HAND;
    }
    while (*text == '-') {
        text++;
        FanStep *step = &turn.steps[turn.count++];
        step->to = cut_point(board, &text);
        if (*text == 'A' || *text == 'W') {
            step->kind = *text++ == 'A' ? FAN_APPROACH : FAN_WITHDRAWAL;
        }
    }
    if (*text != '\0') {
        fail_msg("the test has a bad turn, from: %s", text);
    }
    return turn;
}

FanPoint plain_point(const FanBoard *board, const char *text) {
    return cut_point(board, &text);
}

FanPoints plain_points(const FanBoard *board, const char *text) {
    FanPoints points = 0;
    while (*text) {
        points |= UINT64_C(1) << cut_point(board, &text);
        text += *text == ' ';
    }
    return points;
}

/* --- Drafts ------------------------------------------------------------------------------------
 */

FanDraft draft_of(const Sample *sample, const char *steps) {
    FanDraft draft;
    fan_draft_begin(&draft, &sample->position);
    if (!*steps) {
        return draft;
    }
    FanTurn turn = plain_turn(&sample->board, steps);
    FanPoint from = turn.from;
    for (unsigned i = 0; i < turn.count; i++) {
        FanOpenStep open[FAN_FIRST_STEPS_MAX];
        size_t count = fan_draft_steps(&sample->board, &sample->rules, &draft, open), j = 0;
        while (j < count && (open[j].from != from || open[j].to != turn.steps[i].to ||
                             open[j].kind != turn.steps[i].kind)) {
            j++;
        }
        if (j == count) {
            fail_sample(sample, "the test makes a step that is not open", steps);
        }
        fan_draft_push(&draft, &open[j]);
        from = turn.steps[i].to;
    }
    return draft;
}

/* --- Lists -------------------------------------------------------------------------------------
 */

static bool add_turn(void *context, const FanTurn *turn, const FanPosition *after) {
    TurnList *list = context;
    if (list->count == list->room) {
        list->room = list->room ? list->room * 2 : 256;
        list->turns = realloc(list->turns, list->room * sizeof *list->turns);
        list->afters = realloc(list->afters, list->room * sizeof *list->afters);
        assert_non_null(list->turns);
        assert_non_null(list->afters);
    }
    list->turns[list->count] = *turn;
    list->afters[list->count++] = *after;
    return true;
}

void list_turns(const Sample *sample, TurnList *list) {
    list->count = 0;
    assert_true(fan_turns_visit(&sample->board, &sample->rules, &sample->position, add_turn, list));
}

size_t find_turn(const TurnList *list, const FanTurn *turn) {
    size_t i = 0;
    while (i < list->count && !fan_turn_equal(&list->turns[i], turn)) {
        i++;
    }
    return i;
}

/* --- Telling -----------------------------------------------------------------------------------
 */

const char *draw(const Sample *sample) {
    static char drawing[1024];
    const FanBoard *board = &sample->board;
    char *out = drawing, rules[FAN_RULES_TEXT_MAX];
    for (unsigned rank = board->ranks; rank-- > 0;) {
        out += sprintf(out, "%4u ", rank + 1);
        for (unsigned file = 0; file < board->files; file++) {
            FanPoints point = UINT64_C(1) << (rank * board->files + file);
            out += sprintf(out, " %c",
                           sample->position.stones[0] & point   ? 'W'
                           : sample->position.stones[1] & point ? 'B'
                                                                : '.');
        }
        out += sprintf(out, "\n");
    }
    out += sprintf(out, "     ");
    for (unsigned file = 0; file < board->files; file++) {
        out += sprintf(out, " %c", (char)('a' + file));
    }
    out += sprintf(out, "\n    ");
    out += fan_position_write(board, &sample->position, out);
    fan_rules_write(&sample->rules, rules);
    sprintf(out, "\n    rules \"%s\"%s", rules, sample->rules.telo ? ", telo" : "");
    return drawing;
}

const char *turn_text(const FanBoard *board, const FanTurn *turn) {
    static char texts[2][FAN_TURN_TEXT_MAX];
    static unsigned next;
    char *text = texts[next++ % 2];
    fan_turn_write(board, turn, text);
    return text;
}

void fail_sample(const Sample *sample, const char *claim, const char *detail) {
    fail_msg("%s: %s\n%s", claim, detail, draw(sample));
}

size_t argument_of(int argc, char **argv, size_t otherwise) {
    return argc > 1 ? (size_t)strtoull(argv[1], NULL, 10) : otherwise;
}
