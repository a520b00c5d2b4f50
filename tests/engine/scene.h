/* A board, a game on it and chance that can be repeated: what tests of the engine begin with. */
#ifndef FAN_TESTS_ENGINE_SCENE_H
#define FAN_TESTS_ENGINE_SCENE_H

#include <fanorona/fanorona.h>

enum { SCENE_PLIES = 2048 };

/* Sanitizers end the program where a plain malloc returns NULL. */
#if defined(__has_feature)
#    if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#        define SCENE_SANITIZED 1
#    endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#    define SCENE_SANITIZED 1
#endif

typedef struct Scene {
    FanBoard board;
    FanRules rules;
    FanGame game;
    FanPly plies[SCENE_PLIES];
} Scene;

/* Begin a game at the start of a board, or at a position text; `rules` as on the command line. A
 * fault in either is a fault of the test. */
void scene_start(Scene *scene, unsigned files, unsigned ranks, const char *rules);
void scene_start_telo(Scene *scene, const char *rules);
void scene_read(Scene *scene, const char *position, const char *rules);

/* Plays on. */
void scene_play(Scene *scene, const FanTurn *turn);
void scene_play_text(Scene *scene, const char *turns); /* joined by blanks */

/* Plays up to `plies` random moves, fewer if the game ends. */
void scene_play_random(Scene *scene, unsigned plies, uint64_t *seed);

/* A new game of one random legal set-up with up to `stones` a side, nobody blocked or without
 * stones; in the first phase of vela if the rules name a giver and it has enough. */
void scene_scatter(Scene *scene, unsigned files, unsigned ranks, unsigned stones, const char *rules,
                   uint64_t *seed);

/* The next random number. */
uint64_t chance(uint64_t *seed);

/* All moves of a position, in memory that lives until the next call. */
const FanMove *scene_moves(const Scene *scene, const FanPosition *position, size_t *count);

#endif
