/* The task: what holds for the whole search is worked out before it begins. */
#include "engine/shared.h"

#include "engine/mix.h"

#include <stdlib.h>
#include <string.h>

FanStyle fan_style_normal(void) {
    return (FanStyle){.table = true,
                      .reduce = true,
                      .narrow = true,
                      .solved = true,
                      .network = true,
                      .quiescence = UINT8_MAX};
}

/* --- the task ------------------------------------------------------------------------------------
 */

/* Entries are of use only under the same rules, on the same board, to the same judge, with the same
 * endgame tables and the same earlier positions one occurrence short of a draw. */
static uint64_t salt_of(const FanShared *shared) {
    const FanRules *rules = &shared->rules;
    uint64_t game = (uint64_t)rules->telo << 1 | (uint64_t)rules->vela << 2;
    uint64_t judge = shared->network == NULL ? 0 : fan_network_name(shared->network);
    uint64_t parts[] = {
        shared->board.files, shared->board.ranks, rules->chain, rules->blocked | game,
        rules->repetition,   rules->quiet_limit,  judge};
    uint64_t salt = 0;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        salt = mix(salt + parts[i] + 1);
    }
    if (shared->endgame.salt != 0) {
        salt = mix(salt + shared->endgame.salt);
    }
    for (size_t i = 0; i < shared->spents; i++) {
        salt = mix(salt ^ shared->spent[i]);
    }
    return salt;
}

static int compare_keys(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Keeps of the sorted keys one of each that stands there at least `times` times; returns how many.
 */
static size_t keep_frequent(uint64_t *keys, size_t count, size_t times) {
    size_t kept = 0;
    for (size_t i = 0, run; i < count; i += run) {
        for (run = 1; i + run < count && keys[i + run] == keys[i]; run++) {
        }
        if (run >= times) {
            keys[kept++] = keys[i];
        }
    }
    return kept;
}

/* Collects the positions before the root whose next occurrence is a draw (R5.4). Only those since
 * the last capture can come again. */
static bool collect_spent(FanShared *shared, const FanGame *game) {
    size_t run = fan_game_quiet_run(game);
    free(shared->spent);
    shared->spent = NULL;
    shared->spents = 0;
    if (shared->rules.repetition == 0 || run == 0) {
        return true;
    }
    shared->spent = malloc(run * sizeof *shared->spent);
    if (shared->spent == NULL) {
        return false;
    }
    for (size_t i = 0; i < run; i++) {
        shared->spent[i] = fan_position_key(fan_game_position_at(game, game->length - run + i));
    }
    qsort(shared->spent, run, sizeof *shared->spent, compare_keys);
    shared->spents = keep_frequent(shared->spent, run, shared->rules.repetition - 1u);
    return true;
}

bool fan_shared_begin(FanShared *shared, const FanGame *game, const FanLimits *limits,
                      const FanStyle *style, const FanNetwork *network, const FanTables *tables) {
    shared->board = *game->board;
    shared->rules = game->rules;
    shared->root = game->position;
    shared->limits = *limits;
    shared->style = *style;
    shared->network = style->network ? network : NULL;
    if (!collect_spent(shared, game) ||
        !fan_endgame_begin(&shared->endgame, tables, game->board, &game->rules)) {
        return false;
    }
    shared->salt = salt_of(shared);
    shared->solved = style->solved && game->position.mode == FAN_MODE_TELO;
    if (shared->solved) {
        fan_telo_solve(&shared->telo, game);
    }
    fan_tt_new_search(&shared->tt);
    atomic_store_explicit(&shared->told, 0, memory_order_relaxed);
    atomic_store_explicit(&shared->stop, false, memory_order_relaxed);
    shared->started_ms = shared->counted_ms = shared->clock == NULL ? 0 : shared->clock();
    shared->pondering = false;
    return true;
}

bool fan_shared_init(FanShared *shared, size_t hash_bytes, FanClock *clock) {
    memset(shared, 0, sizeof *shared);
    shared->clock = clock;
    atomic_init(&shared->stop, false);
    atomic_init(&shared->told, 0);
    return fan_tt_init(&shared->tt, hash_bytes);
}

void fan_shared_free(FanShared *shared) {
    fan_tt_free(&shared->tt);
    fan_endgame_free(&shared->endgame);
    free(shared->spent);
    shared->spent = NULL;
}
