/* Turn texts (R9.2) against a position. The first byte is the rules: bit 0 chain=mandatory, bit 1
 * first-turn=single, bit 2 telo, bit 3 vela given by White. Then a position, a new line, and the
 * turn; without a good position all of it is a turn of the start. */
#include "fuzz/require.h"

#include <fanorona/text.h>

typedef struct Scene {
    FanRules rules;
    FanBoard board;
    FanPosition position;
    const char *text; /* of the turn */
    size_t length;
} Scene;

static Scene make_scene(const uint8_t *data, size_t size) {
    Scene scene = {
        .rules = fan_rules_default(), .text = (const char *)data + 1, .length = size - 1};
    if (data[0] & 1) {
        scene.rules.chain = FAN_CHAIN_MANDATORY;
    }
    if (data[0] & 2) {
        scene.rules.first_turn = FAN_FIRST_SINGLE;
    }
    scene.rules.telo = data[0] >> 2 & 1;
    if (!scene.rules.telo && (data[0] & 8)) {
        scene.rules.vela = FAN_VELA_WHITE;
    }
    const char *line = memchr(scene.text, '\n', scene.length);
    if (line && fan_position_read(&scene.board, &scene.position, &scene.rules, NULL, scene.text,
                                  (size_t)(line - scene.text), NULL, 0) == 0) {
        scene.length -= (size_t)(line + 1 - scene.text);
        scene.text = line + 1;
    } else {
        REQUIRE(fan_board_init(&scene.board, scene.rules.telo ? 3 : 9, scene.rules.telo ? 3 : 5));
        scene.position = fan_position_start(&scene.board, &scene.rules);
    }
    return scene;
}

static FanTurnReading read_turn(const Scene *scene, const char *text, size_t length, FanTurn *turn,
                                FanTurnError *error) {
    return fan_turn_read(&scene->board, &scene->rules, &scene->position, text, length, turn, error);
}

/* What the game and its phase let a turn be (R6.2, R7.2). */
static void require_mode(const Scene *scene, const FanTurn *turn) {
    const FanPosition *position = &scene->position;
    bool in_hand = fan_position_hand(position, position->side) > 0;
    REQUIRE((turn->from == FAN_HAND) == in_hand);
    if (position->mode != FAN_MODE_CAPTURE) {
        REQUIRE(turn->count == 1);
    }
    FanPoints taken = fan_move_captured(fan_turn_move(&scene->board, position, turn));
    if (position->mode == FAN_MODE_TELO ||
        (fan_position_is_vela(position) && position->side == fan_position_giver(position))) {
        REQUIRE(turn->steps[0].kind == FAN_PAIKA && taken == 0);
    } else if (fan_position_is_vela(position)) {
        REQUIRE((taken & (taken - 1)) == 0);
    }
}

/* The turn is legal, and its canonical text is read as it and nothing else. */
static void require_turn(const Scene *scene, const FanTurn *turn) {
    char text[FAN_TURN_TEXT_MAX];
    FanTurn again;
    FanPosition after;
    REQUIRE(turn->count >= 1 && turn->count <= FAN_CHAIN_MAX);
    require_mode(scene, turn);
    REQUIRE(fan_position_play(&scene->board, &scene->rules, &scene->position, turn, &after).code ==
            FAN_LEGAL);
    REQUIRE(!(after.stones[0] & after.stones[1]));
    FanMove move = fan_turn_move(&scene->board, &scene->position, turn);
    uint64_t key = fan_position_key(&scene->position);
    REQUIRE(fan_key_after(key, &scene->position, move) == fan_position_key(&after));
    size_t length = fan_turn_write(&scene->board, turn, text);
    require_sentence(text, length, sizeof text);
    REQUIRE(read_turn(scene, text, length, &again, NULL) == FAN_TURN_READ);
    REQUIRE(fan_turn_equal(&again, turn));
}

static void require_candidates(const Scene *scene, const FanTurnError *error) {
    REQUIRE(error->candidates >= 2);
    for (size_t i = 0; i < error->candidates && i < FAN_CANDIDATES_MAX; i++) {
        require_turn(scene, &error->candidate[i]);
        for (size_t j = 0; j < i; j++) {
            REQUIRE(!fan_turn_equal(&error->candidate[i], &error->candidate[j]));
        }
    }
}

static void require_refusal(const Scene *scene, const FanTurnError *error) {
    REQUIRE(error->refusal.code > FAN_LEGAL && error->refusal.code <= FAN_REFUSED_TAKER);
    REQUIRE(error->refusal.clause != 0);
    REQUIRE(!(error->refusal.points & ~scene->board.all));
    REQUIRE(error->refusal.step <= FAN_CHAIN_MAX);
    REQUIRE(error->offset < scene->length);
}

static void require_error(const Scene *scene, FanTurnReading reading, const FanTurnError *error) {
    char sentence[2048];
    REQUIRE(error->reading == reading);
    REQUIRE(error->offset <= scene->length);
    if (reading == FAN_TURN_MALFORMED) {
        REQUIRE(error->fault > FAN_TURN_FAULT_NONE && error->fault <= FAN_TURN_FAULT_LENGTH);
    } else if (reading == FAN_TURN_ILLEGAL) {
        require_refusal(scene, error);
    } else {
        require_candidates(scene, error);
    }
    size_t length = fan_turn_error_write(&scene->board, error, scene->text, scene->length, sentence,
                                         sizeof sentence);
    require_sentence(sentence, length, sizeof sentence);
    REQUIRE(length > 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0) {
        return 0;
    }
    Scene scene = make_scene(data, size);
    FanTurn turn, before;
    FanTurnError error;
    memset(&turn, 0x5A, sizeof turn);
    before = turn;
    FanTurnReading reading = read_turn(&scene, scene.text, scene.length, &turn, &error);
    if (reading == FAN_TURN_READ) {
        require_turn(&scene, &turn);
    } else {
        REQUIRE(memcmp(&turn, &before, sizeof turn) == 0);
        require_error(&scene, reading, &error);
    }
    REQUIRE(read_turn(&scene, scene.text, scene.length, &before, NULL) == reading);
    return 0;
}
