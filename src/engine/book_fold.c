/* One form for positions that differ only by a mirror or the colours. */
#include "engine/book.h"

enum { SYMMETRIES = FAN_HALF_TURN + 1 };

static bool before(FanPoints own, FanPoints other, const FanFold *fold) {
    return own != fold->own ? own < fold->own : other < fold->other;
}

FanFold fan_fold(const FanBoard *board, const FanPosition *position) {
    FanFold fold = {position->stones[position->side], position->stones[position->side ^ 1], 0};
    const FanPoints own = fold.own, other = fold.other;
    for (unsigned s = 0; s < SYMMETRIES; s++) {
        FanPoints mapped = fan_board_map(board, (FanSymmetry)s, own);
        FanPoints mapped_other = fan_board_map(board, (FanSymmetry)s, other);
        if (before(mapped, mapped_other, &fold)) {
            fold = (FanFold){mapped, mapped_other, 0};
        }
        if (mapped == fold.own && mapped_other == fold.other) {
            fold.symmetries |= (uint8_t)(1u << s);
        }
    }
    return fold;
}

static FanMove map_move(const FanBoard *board, FanSymmetry symmetry, FanMove move) {
    return fan_move_make(fan_board_map_point(board, symmetry, fan_move_from(move)),
                         fan_board_map_point(board, symmetry, fan_move_to(move)),
                         fan_board_map(board, symmetry, fan_move_captured(move)));
}

FanMove fan_fold_move(const FanBoard *board, const FanFold *fold, FanMove move) {
    FanMove least = UINT64_MAX;
    for (unsigned s = 0; s < SYMMETRIES; s++) {
        if (fold->symmetries >> s & 1) {
            FanMove mapped = map_move(board, (FanSymmetry)s, move);
            least = mapped < least ? mapped : least;
        }
    }
    return least;
}

/* Every symmetry is its own inverse. */
FanMove fan_unfold_move(const FanBoard *board, const FanFold *fold, FanMove move) {
    return map_move(board, (FanSymmetry)__builtin_ctz(fold->symmetries), move);
}

FanPosition fan_fold_position(const FanFold *fold) {
    return (FanPosition){.stones = {fold->own, fold->other}, .side = FAN_WHITE, .number = 1};
}
