#include "scene.h"

#include "support/test.h"

static FanRules rules_of(const char *text) {
    FanRules rules;
    assert_true(fan_rules_read(&rules, text, strlen(text), NULL));
    return rules;
}

static void begin(Scene *scene, const FanPosition *position) {
    fan_game_begin(&scene->game, &scene->board, &scene->rules, position, scene->plies, SCENE_PLIES);
}

static void start(Scene *scene, unsigned files, unsigned ranks, const FanRules *rules) {
    scene->rules = *rules;
    assert_true(fan_board_init(&scene->board, files, ranks));
    FanPosition position = fan_position_start(&scene->board, &scene->rules);
    begin(scene, &position);
}

void scene_start(Scene *scene, unsigned files, unsigned ranks, const char *rules) {
    FanRules read = rules_of(rules);
    start(scene, files, ranks, &read);
}

void scene_start_telo(Scene *scene, const char *rules) {
    FanRules read = rules_of(rules);
    read.telo = 1;
    start(scene, 3, 3, &read);
}

void scene_read(Scene *scene, const char *position, const char *rules) {
    FanPosition read;
    scene->rules = rules_of(rules);
    size_t faults = fan_position_read(&scene->board, &read, &scene->rules, NULL, position,
                                      strlen(position), NULL, 0);
    assert_int_equal(faults, 0);
    begin(scene, &read);
}

void scene_play(Scene *scene, const FanTurn *turn) {
    FanRefusal refusal;
    FanGameStatus status = fan_game_play(&scene->game, turn, &refusal);
    if (status != FAN_GAME_OK) {
        char text[FAN_TURN_TEXT_MAX], board[FAN_POSITION_TEXT_MAX];
        fan_turn_write(&scene->board, turn, text);
        fan_position_write(&scene->board, &scene->game.position, board);
        fail_msg("turn %s refused (status %d, code %d) in %s", text, (int)status, refusal.code,
                 board);
    }
}

void scene_play_text(Scene *scene, const char *turns) {
    while (*turns != '\0') {
        size_t length = strcspn(turns, " ");
        FanTurn turn;
        FanTurnReading reading = fan_turn_read(&scene->board, &scene->rules, &scene->game.position,
                                               turns, length, &turn, NULL);
        assert_int_equal(reading, FAN_TURN_READ);
        scene_play(scene, &turn);
        turns += length;
        turns += strspn(turns, " ");
    }
}

uint64_t chance(uint64_t *seed) {
    uint64_t x = *seed += UINT64_C(0x9E3779B97F4A7C15);
    x = (x ^ x >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ x >> 27) * UINT64_C(0x94D049BB133111EB);
    return x ^ x >> 31;
}

const FanMove *scene_moves(const Scene *scene, const FanPosition *position, size_t *count) {
    static FanMove moves[20000];
    *count = fan_moves(&scene->board, &scene->rules, position, moves, 20000);
    assert_true(*count <= 20000);
    return moves;
}

void scene_play_random(Scene *scene, unsigned plies, uint64_t *seed) {
    for (unsigned i = 0; i < plies && scene->game.outcome.result == FAN_ONGOING; i++) {
        size_t count;
        const FanMove *moves = scene_moves(scene, &scene->game.position, &count);
        FanTurn turn;
        assert_true(fan_move_turn(&scene->board, &scene->rules, &scene->game.position,
                                  moves[chance(seed) % count], &turn));
        scene_play(scene, &turn);
    }
}

/* The mode of a position whose stones are scattered (R7.2, R7.3). */
static FanMode mode_of(const Scene *scene, const FanPosition *position) {
    FanMode first = scene->rules.vela == FAN_VELA_WHITE ? FAN_MODE_VELA_WHITE : FAN_MODE_VELA_BLACK;
    FanSide giver = scene->rules.vela == FAN_VELA_WHITE ? FAN_WHITE : FAN_BLACK;
    bool gives = scene->rules.vela != FAN_VELA_NONE &&
                 __builtin_popcountll(position->stones[giver]) > FAN_VELA_STONES_LEFT;
    return gives ? first : FAN_MODE_CAPTURE;
}

void scene_scatter(Scene *scene, unsigned files, unsigned ranks, unsigned stones, const char *rules,
                   uint64_t *seed) {
    scene_start(scene, files, ranks, rules);
    do {
        FanPosition position = {.side = (uint8_t)(chance(seed) & 1), .number = 1};
        for (unsigned i = 0; i < 2 * stones; i++) {
            FanPoints point = UINT64_C(1) << chance(seed) % scene->board.points;
            if (((position.stones[0] | position.stones[1]) & point) == 0) {
                position.stones[i & 1] |= point;
            }
        }
        position.mode = (uint8_t)mode_of(scene, &position);
        begin(scene, &position);
    } while (scene->game.outcome.result != FAN_ONGOING);
}
