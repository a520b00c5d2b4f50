#include "proof/stand.h"

#include <stdlib.h>

void fan_scene_init(FanScene *scene, const FanBoard *board, const FanRules *rules) {
    *scene = (FanScene){.board = *board, .rules = *rules};
    scene->square = board->files == board->ranks;
    for (unsigned point = 0; scene->square && point < board->points; point++) {
        scene->exchanged[point] =
            (FanPoint)(point % board->files * board->files + point / board->files);
    }
}

/* The order of all points reversed: a half turn. */
static FanPoints half_turn(const FanScene *scene, FanPoints set) {
    set = (set >> 1 & 0x5555555555555555) | (set & 0x5555555555555555) << 1;
    set = (set >> 2 & 0x3333333333333333) | (set & 0x3333333333333333) << 2;
    set = (set >> 4 & 0x0F0F0F0F0F0F0F0F) | (set & 0x0F0F0F0F0F0F0F0F) << 4;
    return __builtin_bswap64(set) >> (64 - scene->board.points);
}

static FanPoints mirror_ranks(const FanScene *scene, FanPoints set) {
    unsigned files = scene->board.files;
    FanPoints rank = (UINT64_C(1) << files) - 1, mirrored = 0;
    for (unsigned i = 0; i < scene->board.ranks; i++, set >>= files) {
        mirrored = mirrored << files | (set & rank);
    }
    return mirrored;
}

static FanPoints exchange(const FanScene *scene, FanPoints set) {
    FanPoints exchanged = 0;
    for (; set; set &= set - 1) {
        exchanged |= UINT64_C(1) << scene->exchanged[__builtin_ctzll(set)];
    }
    return exchanged;
}

static FanStand smaller(FanStand a, FanStand b) {
    return stand_before(b, a) ? b : a;
}

/* The smallest by the four symmetries that every board has. */
static FanStand fold_four(const FanScene *scene, FanStand stand) {
    FanStand mirrored = {mirror_ranks(scene, stand.own), mirror_ranks(scene, stand.foe)};
    FanStand turned = {half_turn(scene, stand.own), half_turn(scene, stand.foe)};
    FanStand both = {half_turn(scene, mirrored.own), half_turn(scene, mirrored.foe)};
    return smaller(smaller(stand, mirrored), smaller(turned, both));
}

FanStand fan_stand_fold(const FanScene *scene, FanStand stand) {
    FanStand least = fold_four(scene, stand);
    if (scene->square) {
        FanStand exchanged = {exchange(scene, stand.own), exchange(scene, stand.foe)};
        least = smaller(least, fold_four(scene, exchanged));
    }
    return least;
}

FanStand fan_stand_of(const FanScene *scene, const FanPosition *position) {
    return fan_stand_fold(
        scene, (FanStand){position->stones[position->side], position->stones[position->side ^ 1]});
}

FanPosition fan_stand_position(FanStand stand) {
    return (FanPosition){.stones = {stand.own, stand.foe}, .number = 1};
}

void fan_stands_free(FanStands *stands) {
    free(stands->all);
    free(stands->moves);
    *stands = (FanStands){0};
}

/* Fills in the moves; grows the room until all fit. */
static bool list_moves(const FanScene *scene, FanStand stand, FanStands *stands, size_t *count) {
    FanPosition position = fan_stand_position(stand);
    for (;;) {
        *count = fan_moves(&scene->board, &scene->rules, &position, stands->moves,
                           stands->moves_capacity);
        if (*count <= stands->moves_capacity && stands->moves) {
            break;
        }
        size_t capacity = *count < 256 ? 256 : *count;
        FanMove *moves = realloc(stands->moves, capacity * sizeof *moves);
        if (!moves) {
            return false;
        }
        stands->moves = moves;
        stands->moves_capacity = capacity;
    }
    if (*count > stands->capacity || !stands->all) {
        size_t capacity = stands->moves_capacity;
        FanStand *all = realloc(stands->all, capacity * sizeof *all);
        if (!all) {
            return false;
        }
        stands->all = all;
        stands->capacity = capacity;
    }
    return true;
}

static int compare(const void *a, const void *b) {
    const FanStand *first = a, *second = b;
    return stand_before(*first, *second) ? -1 : stand_before(*second, *first);
}

/* Short lists are the rule, and nearly always distinct. */
static void sort(FanStand *all, size_t count) {
    if (count > 40) {
        qsort(all, count, sizeof *all, compare);
        return;
    }
    for (size_t i = 1; i < count; i++) {
        FanStand stand = all[i];
        size_t at = i;
        for (; at > 0 && stand_before(stand, all[at - 1]); at--) {
            all[at] = all[at - 1];
        }
        all[at] = stand;
    }
}

bool fan_stand_follow(const FanScene *scene, FanStand stand, FanStands *stands) {
    size_t count;
    if (!list_moves(scene, stand, stands, &count)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        FanMove move = stands->moves[i];
        FanPoints own =
            (stand.own & ~(UINT64_C(1) << fan_move_from(move))) | UINT64_C(1) << fan_move_to(move);
        stands->all[i] =
            fan_stand_fold(scene, (FanStand){stand.foe & ~fan_move_captured(move), own});
    }
    sort(stands->all, count);
    stands->count = 0;
    for (size_t i = 0; i < count; i++) {
        if (stands->count == 0 || !same_stand(stands->all[stands->count - 1], stands->all[i])) {
            stands->all[stands->count++] = stands->all[i];
        }
    }
    return true;
}
