/* The text of a game for an address. What is read is written as a canonical text, which is read as
 * the same game and written as itself. */
#include "fuzz/require.h"

#include <fanorona/link.h>

typedef struct Scene {
    FanBoard board;
    FanGame game;
    FanPly *plies;
    size_t ply;
} Scene;

static FanLinkStatus read_scene(Scene *scene, const char *text, size_t length,
                                FanLinkError *error) {
    size_t room = fan_link_plies(length);
    scene->plies = malloc(room * sizeof *scene->plies);
    REQUIRE(scene->plies);
    FanLinkStatus status = fan_link_read(text, length, &scene->board, &scene->game, scene->plies,
                                         room, &scene->ply, error);
    REQUIRE(status == error->status);
    REQUIRE(status != FAN_LINK_FULL);
    return status;
}

static char *write_scene(const Scene *scene, size_t *length) {
    *length = fan_link_write(&scene->game, scene->ply, NULL, 0);
    char *text = malloc(*length + 1);
    REQUIRE(text);
    REQUIRE(fan_link_write(&scene->game, scene->ply, text, *length + 1) == *length);
    require_sentence(text, *length, *length + 1);
    return text;
}

static void require_round_trip(const Scene *scene) {
    Scene again;
    FanLinkError error;
    size_t length, second_length;
    REQUIRE(scene->ply <= scene->game.length);
    char *text = write_scene(scene, &length);
    /* Canonical text may be longer than a lenient one, and then too long. */
    FanLinkStatus status = read_scene(&again, text, length, &error);
    if (length <= FAN_LINK_TEXT_MAX) {
        REQUIRE(status == FAN_LINK_OK);
        REQUIRE(again.ply == scene->ply && again.game.length == scene->game.length);
        REQUIRE(fan_position_equal(&again.game.position, &scene->game.position));
        REQUIRE(fan_rules_equal(&again.game.rules, &scene->game.rules));
        REQUIRE(again.game.outcome.result == scene->game.outcome.result);
        REQUIRE(again.game.outcome.reason == scene->game.outcome.reason);
        char *second = write_scene(&again, &second_length);
        REQUIRE(second_length == length && memcmp(text, second, length) == 0);
        free(second);
    }
    free(again.plies);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Scene scene;
    FanLinkError error;
    if (read_scene(&scene, (const char *)data, size, &error) == FAN_LINK_OK) {
        require_round_trip(&scene);
    } else {
        REQUIRE(error.status > FAN_LINK_OK && error.status <= FAN_LINK_FULL);
        REQUIRE(error.offset <= size);
        REQUIRE(error.reason[0]);
        require_sentence(error.reason, strlen(error.reason), sizeof error.reason);
    }
    free(scene.plies);
    return 0;
}
