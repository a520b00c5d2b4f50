/* Position texts (R9.3, R9.4). The first byte says how to read the rest: bit 0 asks for 9×5, bit 1
 * is first-turn=single. */
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
                        FanSetupError *errors, size_t capacity) {
    return fan_position_read(board, position, &reading->rules, reading->asked, reading->text,
                             reading->length, errors, capacity);
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

static void require_read_back(const Reading *reading, const FanBoard *board,
                              const FanPosition *position) {
    char text[FAN_POSITION_TEXT_MAX], again[FAN_POSITION_TEXT_MAX];
    FanBoard read_board;
    FanPosition read;
    size_t length = fan_position_write(board, position, text);
    require_sentence(text, length, sizeof text);
    REQUIRE(fan_position_read(&read_board, &read, &reading->rules, board, text, length, NULL, 0) ==
            0);
    REQUIRE(fan_position_equal(&read, position));
    fan_position_write(&read_board, &read, again);
    REQUIRE(strcmp(text, again) == 0);
}

static void require_fault(const Reading *reading, const FanSetupError *error) {
    char sentence[512];
    REQUIRE(error->fault <= FAN_SETUP_LATER);
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
    memset(&board, 0x5A, sizeof board);
    memset(&position, 0x5A, sizeof position);
    board_before = board;
    position_before = position;
    REQUIRE(count <= MANY);
    REQUIRE(read_into(reading, &board, &position, all, MANY) == count);
    REQUIRE(memcmp(&board, &board_before, sizeof board) == 0);
    REQUIRE(memcmp(&position, &position_before, sizeof position) == 0);
    memset(few, 0x5A, sizeof few);
    REQUIRE(read_into(reading, &board, &position, few, 2) == count);
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
    FanBoard board;
    FanPosition position;
    size_t count = read_into(&reading, &board, &position, NULL, 0);
    if (count) {
        require_faults(&reading, count);
        return 0;
    }
    require_sound(&reading, &board, &position);
    require_read_back(&reading, &board, &position);
    return 0;
}
