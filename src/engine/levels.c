/* The table of levels and the dice. */
#include "engine/levels.h"
#include "engine/mix.h"

#include <assert.h>

static const FanLevel levels[FAN_LEVELS] = {
    {.depth = 1, .quiescence = 1, .lines = 16, .careless = 85, .overlook = 50, .noise = 120},
    {.depth = 1, .quiescence = 1, .lines = 16, .careless = 50, .overlook = 25, .noise = 100},
    {.depth = 1, .quiescence = 1, .lines = 16, .careless = 12, .overlook = 18, .noise = 95},
    {.depth = 1, .quiescence = 2, .lines = 16, .careless = 3, .overlook = 8, .noise = 80},
    {.depth = 2, .quiescence = 255, .lines = 8, .overlook = 8, .noise = 150},
    {.nodes = 600, .depth = 64, .quiescence = 255, .lines = 4, .noise = 80, .network = true},
    {.nodes = 3000, .depth = 64, .quiescence = 255, .lines = 2, .noise = 20, .network = true},
    {.nodes = 2500000, .depth = 64, .quiescence = 255, .lines = 1, .network = true, .tables = true},
};

/* Without captures nothing is overlooked but the reply, and that often enough. */
static const FanLevel telo_levels[FAN_LEVELS] = {
    {.depth = 1, .lines = 16, .noise = 100},
    {.depth = 2, .lines = 16, .hasty = 50, .noise = 80},
    {.depth = 2, .lines = 16, .hasty = 20, .noise = 60},
    {.depth = 3, .lines = 16, .hasty = 10, .noise = 40},
    {.depth = 4, .lines = 16, .hasty = 6, .noise = 40},
    {.depth = 5, .lines = 16, .hasty = 2, .noise = 30},
    {.depth = 6, .lines = 16, .hasty = 1, .noise = 20},
    {.depth = 64, .lines = 1, .solved = true},
};

const FanLevel *fan_level(unsigned level, bool telo) {
    assert(level >= 1 && level <= FAN_LEVELS);
    return telo ? &telo_levels[level - 1] : &levels[level - 1];
}

/* One throw for everything that is named by these numbers. */
static uint64_t dice(uint64_t seed, uint64_t key, uint64_t what) {
    return mix(seed * UINT64_C(0x9E3779B97F4A7C15) ^ key ^ what * UINT64_C(0xD1B54A32D192ED03));
}

/* What the dice of a turn are thrown for, apart from moves and lines. */
enum { FOR_CARE = 1 << 20, FOR_HASTE };

unsigned fan_level_quiescence(const FanLevel *level, uint64_t seed, uint64_t key) {
    return dice(seed, key, FOR_CARE) % 100 < level->careless ? 0 : level->quiescence;
}

unsigned fan_level_depth(const FanLevel *level, uint64_t seed, uint64_t key) {
    return dice(seed, key, FOR_HASTE) % 100 < level->hasty ? 1 : level->depth;
}

bool fan_level_sees(const FanLevel *level, uint64_t seed, uint64_t key, FanMove move,
                    unsigned steps) {
    for (unsigned step = 1; step < steps; step++) {
        if (dice(seed, key, move ^ (uint64_t)step << 61) % 100 < level->overlook) {
            return false;
        }
    }
    return true;
}

size_t fan_level_choose(const FanLevel *level, uint64_t seed, uint64_t key, const FanScore *scores,
                        size_t count) {
    size_t best = 0;
    int64_t best_value = INT64_MIN;
    for (size_t i = 0; i < count; i++) {
        int64_t value = scores[i] + (int64_t)(dice(seed, key, i) % (level->noise + UINT64_C(1)));
        if (value > best_value) {
            best = i;
            best_value = value;
        }
    }
    return best;
}
