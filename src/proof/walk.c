#include "proof/walk.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST = 1024 };

typedef struct FanMet {
    FanStand stand;
    uint32_t bound;    /* of a win: its distance is to be smaller */
    uint32_t distance; /* once answered */
} FanMet;

void fan_walk_free(FanWalk *walk) {
    free(walk->met);
    free(walk->places);
    fan_stands_free(&walk->own);
    fan_stands_free(&walk->other);
    walk->met = NULL;
    walk->places = NULL;
    walk->count = walk->capacity = walk->places_count = 0;
}

static uint32_t *place_of(const FanWalk *walk, FanStand stand) {
    uint64_t key = (stand.own * UINT64_C(0x9E3779B97F4A7C15)) ^ stand.foe;
    key = (key ^ key >> 32) * UINT64_C(0xBF58476D1CE4E5B9);
    size_t mask = walk->places_count - 1;
    for (size_t at = (size_t)(key ^ key >> 31) & mask;; at = (at + 1) & mask) {
        uint32_t *place = &walk->places[at];
        if (*place == 0 || same_stand(walk->met[*place - 1].stand, stand)) {
            return place;
        }
    }
}

size_t fan_walk_find(const FanWalk *walk, FanStand stand) {
    uint32_t place = walk->count > 0 ? *place_of(walk, stand) : 0;
    return place > 0 ? place - 1 : SIZE_MAX;
}

static bool grow(FanWalk *walk) {
    size_t capacity = walk->capacity ? walk->capacity * 2 : FIRST;
    FanMet *met = realloc(walk->met, capacity * sizeof *met);
    if (!met) {
        return false;
    }
    walk->met = met;
    uint32_t *places = calloc(capacity * 2, sizeof *places);
    if (!places) {
        return false;
    }
    free(walk->places);
    walk->places = places;
    walk->places_count = capacity * 2;
    walk->capacity = capacity;
    for (size_t i = 0; i < walk->count; i++) {
        *place_of(walk, met[i].stand) = (uint32_t)i + 1;
    }
    return true;
}

/* A position with the prover to move comes up: to be answered within `bound`. */
static FanWalkStatus meet(FanWalk *walk, FanStand stand, size_t now, uint32_t bound) {
    if (walk->count == walk->capacity && !grow(walk)) {
        return FAN_WALK_MEMORY;
    }
    uint32_t *place = place_of(walk, stand);
    if (*place == 0) {
        walk->met[walk->count] = (FanMet){stand, bound, 0};
        *place = (uint32_t)++walk->count;
        return FAN_WALK_DONE;
    }
    FanMet *met = &walk->met[*place - 1];
    met->bound = bound < met->bound ? bound : met->bound;
    bool answered = *place - 1 <= now;
    return answered && met->distance >= bound ? FAN_WALK_HOLE : FAN_WALK_DONE;
}

typedef enum Leaf { NO_LEAF, HOLDS, HOLE } Leaf;

/* Whether a position is looked up, and whether the claim then holds. */
static Leaf look_up(FanWalk *walk, FanStand stand, bool win, bool to_move) {
    if (!stand.own || !stand.foe) {
        return (stand.own != 0) == to_move ? HOLDS : HOLE;
    }
    if (stand_stones(stand) > walk->stones) {
        return NO_LEAF;
    }
    FanTableValue value;
    FanPosition position = fan_stand_position(stand);
    if (!walk->tables || !fan_tables_value(walk->tables, &position, &value)) {
        return HOLE;
    }
    walk->asked[__builtin_popcountll(stand.own)][__builtin_popcountll(stand.foe)] = true;
    FanTableValue won = to_move ? FAN_TABLE_WIN : FAN_TABLE_LOSS;
    return value == won || (!win && value == FAN_TABLE_DRAW) ? HOLDS : HOLE;
}

/* Whether the claim holds where the side to move has no turn (R5.2). */
static FanWalkStatus stuck(const FanWalk *walk, bool win, bool prover) {
    bool lost = walk->scene->rules.blocked == FAN_BLOCKED_LOSS;
    bool holds = lost ? !prover : !win;
    return holds ? FAN_WALK_DONE : FAN_WALK_HOLE;
}

/* The other side is to move: whatever it does. */
static FanWalkStatus open_other(FanWalk *walk, FanStand stand, bool win, size_t now,
                                uint32_t bound) {
    Leaf leaf = look_up(walk, stand, win, false);
    if (leaf != NO_LEAF) {
        return leaf == HOLDS ? FAN_WALK_DONE : FAN_WALK_HOLE;
    }
    if (!fan_stand_follow(walk->scene, stand, &walk->other)) {
        return FAN_WALK_MEMORY;
    }
    FanWalkStatus status = walk->other.count > 0 ? FAN_WALK_DONE : stuck(walk, win, false);
    for (size_t i = 0; status == FAN_WALK_DONE && i < walk->other.count; i++) {
        FanStand next = walk->other.all[i];
        leaf = look_up(walk, next, win, true);
        status = leaf == NO_LEAF ? meet(walk, next, now, bound)
                 : leaf == HOLDS ? FAN_WALK_DONE
                                 : FAN_WALK_HOLE;
    }
    return status;
}

/* The prover is to move: what it answers. */
static FanWalkStatus open_own(FanWalk *walk, size_t now, bool win) {
    FanStand stand = walk->met[now].stand;
    unsigned answer = 0, distance = 1;
    if (!fan_stand_follow(walk->scene, stand, &walk->own)) {
        return FAN_WALK_MEMORY;
    }
    if (walk->own.count == 0) {
        return stuck(walk, win, true);
    }
    FanWalkStatus status =
        walk->answer(walk->context, stand, win, walk->own.count, &answer, &distance);
    if (status != FAN_WALK_DONE) {
        return status;
    }
    walk->answers++;
    if (answer >= walk->own.count || (win && distance >= walk->met[now].bound)) {
        return FAN_WALK_HOLE;
    }
    walk->met[now].distance = win ? distance : 0;
    return open_other(walk, walk->own.all[answer], win, now, win ? distance : UINT32_MAX);
}

FanWalkStatus fan_walk(FanWalk *walk, FanStand root, bool win, bool to_move) {
    FanWalkStatus status = FAN_WALK_DONE;
    walk->count = 0;
    walk->answers = 0;
    if (walk->places) {
        memset(walk->places, 0, walk->places_count * sizeof *walk->places);
    }
    Leaf leaf = look_up(walk, root, win, to_move);
    if (leaf != NO_LEAF) {
        return leaf == HOLDS ? FAN_WALK_DONE : FAN_WALK_HOLE;
    }
    /* Nothing has been answered yet: `now` before the first. */
    status = to_move ? meet(walk, root, 0, UINT32_MAX)
                     : open_other(walk, root, win, SIZE_MAX, UINT32_MAX);
    for (size_t now = 0; status == FAN_WALK_DONE && now < walk->count; now++) {
        status = open_own(walk, now, win);
    }
    return status;
}
