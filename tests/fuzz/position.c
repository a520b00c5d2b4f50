/* Position texts (R9.3, R9.4). The first byte says how to read the rest: bit 0 asks for 9×5, bit 1
 * is first-turn=single, bit 2 telo, bits 3 and 6 vela by White and by Black. (Bits 4 and 5 make a
 * digit of it.) */
#include "fuzz/require.h"

#include <fanorona/text.h>

typedef struct Reading {
    FanRules rules;
    FanBoard asked_board;
    const FanBoard *asked; /* NULL: any board */
    const char *text;
    size_t length;
} Reading;

static size_t read_into(const Reading *reading, FanBoard *board, FanPosition *position,
                        FanRules *rules, FanSetupError *errors, size_t capacity) {
    *rules = reading->rules;
    return fan_position_read(board, position, rules, reading->asked, reading->text, reading->length,
                             errors, capacity);
}

static unsigned count_stones(const FanPosition *position, FanSide side) {
    return (unsigned)__builtin_popcountll(position->stones[side]);
}

/* The rules are those asked for but for what the text says of the game, and fit it. */
static void require_game(const Reading *reading, const FanBoard *board, const FanPosition *position,
                         const FanRules *rules) {
    FanRules rest = *rules;
    rest.telo = reading->rules.telo;
    rest.vela = reading->rules.vela;
    REQUIRE(fan_rules_equal(&rest, &reading->rules));
    REQUIRE(rules->telo >= reading->rules.telo && rules->telo <= 1);
    REQUIRE(rules->vela == reading->rules.vela || reading->rules.vela == FAN_VELA_NONE);
    REQUIRE(fan_rules_fit(rules, board));
    REQUIRE((position->mode == FAN_MODE_TELO) == (rules->telo == 1));
    if (rules->vela != FAN_VELA_NONE) {
        FanSide giver = rules->vela == FAN_VELA_WHITE ? FAN_WHITE : FAN_BLACK;
        bool first = count_stones(position, giver) > FAN_VELA_STONES_LEFT;
        REQUIRE(fan_position_is_vela(position) == first);
        REQUIRE(!first || fan_position_giver(position) == giver);
    } else {
        REQUIRE(!fan_position_is_vela(position));
    }
}

static void require_telo(const FanPosition *position) {
    unsigned white = fan_position_hand(position, FAN_WHITE);
    unsigned black = fan_position_hand(position, FAN_BLACK);
    REQUIRE(count_stones(position, FAN_WHITE) + white == FAN_TELO_STONES);
    REQUIRE(count_stones(position, FAN_BLACK) + black == FAN_TELO_STONES);
    REQUIRE((white == 0 && black == 0) || black == white + (position->side == FAN_BLACK));
    REQUIRE(!fan_position_row(position, FAN_WHITE) || !fan_position_row(position, FAN_BLACK));
}

static void require_sound(const Reading *reading, const FanBoard *board,
                          const FanPosition *position) {
    unsigned most = (board->points - 1u) / 2;
    FanBoard again;
    REQUIRE(fan_board_init(&again, board->files, board->ranks));
    REQUIRE(memcmp(&again, board, sizeof again) == 0);
    REQUIRE(!(position->stones[0] & position->stones[1]));
    for (int side = 0; side < 2; side++) {
        REQUIRE(!(position->stones[side] & ~board->all));
        REQUIRE((unsigned)__builtin_popcountll(position->stones[side]) <= most);
    }
    REQUIRE(position->side <= FAN_BLACK);
    REQUIRE(position->number >= 1);
    REQUIRE(!position->first || reading->rules.first_turn == FAN_FIRST_SINGLE);
    REQUIRE(!reading->asked ||
            (reading->asked->files == board->files && reading->asked->ranks == board->ranks));
}

/* The rules as read, and those asked for, read the canonical text alike. */
static void require_read_back(const Reading *reading, const FanBoard *board,
                              const FanPosition *position, const FanRules *rules) {
    char text[FAN_POSITION_TEXT_MAX], again[FAN_POSITION_TEXT_MAX];
    FanBoard read_board;
    FanPosition read;
    FanRules same = *rules, asked = reading->rules;
    size_t length = fan_position_write(board, position, text);
    require_sentence(text, length, sizeof text);
    REQUIRE(fan_position_read(&read_board, &read, &same, board, text, length, NULL, 0) == 0);
    REQUIRE(fan_position_equal(&read, position));
    REQUIRE(fan_rules_equal(&same, rules));
    if (position->mode != FAN_MODE_TELO || strstr(text, " hand:")) {
        REQUIRE(fan_position_read(&read_board, &read, &asked, board, text, length, NULL, 0) == 0);
        REQUIRE(fan_position_equal(&read, position));
    }
    fan_position_write(&read_board, &read, again);
    REQUIRE(strcmp(text, again) == 0);
}

static void require_fault(const Reading *reading, const FanSetupError *error) {
    char sentence[512];
    REQUIRE(error->fault <= FAN_SETUP_VELA_STONES);
    REQUIRE(error->offset <= reading->length);
    REQUIRE(error->length <= reading->length - error->offset);
    REQUIRE(error->rank <= reading->length + 1);
    REQUIRE(error->side <= FAN_BLACK);
    size_t length = fan_setup_error_write(error, reading->text, sentence, sizeof sentence);
    require_sentence(sentence, length, sizeof sentence);
    REQUIRE(length > 0);
}

/* Nothing is read, little room or much; what is written is the same beginning. */
static void require_faults(const Reading *reading, size_t count) {
    enum { MANY = 2 * FAN_POSITION_INPUT_MAX };
    static FanSetupError all[MANY], few[3];
    FanBoard board, board_before;
    FanPosition position, position_before;
    FanRules rules;
    memset(&board, 0x5A, sizeof board);
    memset(&position, 0x5A, sizeof position);
    board_before = board;
    position_before = position;
    REQUIRE(count <= MANY);
    REQUIRE(read_into(reading, &board, &position, &rules, all, MANY) == count);
    REQUIRE(fan_rules_equal(&rules, &reading->rules));
    REQUIRE(memcmp(&board, &board_before, sizeof board) == 0);
    REQUIRE(memcmp(&position, &position_before, sizeof position) == 0);
    memset(few, 0x5A, sizeof few);
    REQUIRE(read_into(reading, &board, &position, &rules, few, 2) == count);
    for (size_t i = 0; i < count; i++) {
        require_fault(reading, &all[i]);
        if (i < 2) {
            REQUIRE(few[i].fault == all[i].fault && few[i].offset == all[i].offset);
        }
    }
    REQUIRE(few[2].fault == 0x5A);
    if (count < 2) {
        REQUIRE(few[1].fault == 0x5A);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0) {
        return 0;
    }
    Reading reading = {
        .rules = fan_rules_default(), .text = (const char *)data + 1, .length = size - 1};
    REQUIRE(fan_board_init(&reading.asked_board, 9, 5));
    if (data[0] & 1) {
        reading.asked = &reading.asked_board;
    }
    if (data[0] & 2) {
        reading.rules.first_turn = FAN_FIRST_SINGLE;
    }
    reading.rules.telo = data[0] >> 2 & 1;
    if (data[0] & 0x48) {
        reading.rules.vela = data[0] & 8 ? FAN_VELA_WHITE : FAN_VELA_BLACK;
    }
    FanBoard board;
    FanPosition position;
    FanRules rules;
    size_t count = read_into(&reading, &board, &position, &rules, NULL, 0);
    if (count) {
        require_faults(&reading, count);
        return 0;
    }
    require_sound(&reading, &board, &position);
    require_game(&reading, &board, &position, &rules);
    if (rules.telo) {
        require_telo(&position);
    }
    require_read_back(&reading, &board, &position, &rules);
    return 0;
}
