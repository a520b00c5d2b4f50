/* The evaluation: stones first, then what the lines offer them. */
#include "engine/eval.h"

static inline __attribute__((always_inline)) FanPoints shift(FanPoints set, int by) {
    return by > 0 ? set << by : set >> -by;
}

static int count(FanPoints set) {
    return __builtin_popcountll(set);
}

/* The geometry as the survey wants it: constants on 9×5, tables elsewhere. */
typedef struct Lines {
    int8_t offset[FAN_DIRECTIONS];
    FanPoints leaves[FAN_DIRECTIONS];
} Lines;

/* 9×5: ranks are nine bits, strong points the even ones. */
#define FILE_A UINT64_C(0x001008040201)
#define FILE_I (FILE_A << 8)
#define ALL    ((UINT64_C(1) << 45) - 1)
#define RANK_1 UINT64_C(0x1FF)
#define RANK_5 (RANK_1 << 36)
#define STRONG UINT64_C(0x155555555555)
#define SOUTH  (ALL & ~RANK_1)
#define NORTH  (ALL & ~RANK_5)
#define WEST   (ALL & ~FILE_A)
#define EAST   (ALL & ~FILE_I)

static const Lines tsivy = {
    .offset = {-10, -9, -8, -1, 1, 8, 9, 10},
    .leaves = {STRONG & SOUTH & WEST, SOUTH, STRONG &SOUTH &EAST, WEST, EAST, STRONG &NORTH &WEST,
               NORTH, STRONG &NORTH &EAST},
};

/* Steps and captures of one side along one direction (R3.2, R3.3). */
static inline __attribute__((always_inline)) void
survey_direction(FanSurvey *survey, int side, int by, FanPoints leaves, FanPoints back_leaves,
                 FanPoints own, FanPoints enemy, FanPoints empty) {
    FanPoints to = shift(own & leaves, by) & empty;
    FanPoints ahead = shift(to & leaves, by) & enemy;
    FanPoints from = shift(to, -by);
    FanPoints behind = shift(from & back_leaves, -by) & enemy;
    survey->paika[side] += count(to);
    survey->captures[side] += count(ahead) + count(behind);
}

static inline __attribute__((always_inline)) FanSurvey survey_lines(const int8_t *offset,
                                                                    const FanPoints *leaves,
                                                                    FanPoints all,
                                                                    const FanPosition *position) {
    FanPoints white = position->stones[FAN_WHITE], black = position->stones[FAN_BLACK];
    FanPoints empty = all & ~(white | black);
    FanSurvey survey = {0};
#pragma GCC unroll 8
    for (int d = 0; d < FAN_DIRECTIONS; d++) {
        FanPoints there = leaves[d], back = leaves[FAN_DIRECTIONS - 1 - d];
        survey_direction(&survey, FAN_WHITE, offset[d], there, back, white, black, empty);
        survey_direction(&survey, FAN_BLACK, offset[d], there, back, black, white, empty);
    }
    return survey;
}

FanSurvey fan_survey(const FanBoard *board, const FanPosition *position) {
    if (board->files == 9 && board->ranks == 5) {
        return survey_lines(tsivy.offset, tsivy.leaves, ALL, position);
    }
    return survey_lines(board->offset, board->leaves, board->all, position);
}

enum {
    STONE = 100,
    MOBILITY = 2, /* a step to an empty point */
    STRONG_POINT = 4,
};

/* One side's view. */
static int side_value(const FanBoard *board, const FanPosition *position, const FanSurvey *survey,
                      int side) {
    FanPoints own = position->stones[side];
    return STONE * count(own) + STRONG_POINT * count(own & board->strong) +
           MOBILITY * survey->paika[side];
}

int fan_eval(const FanBoard *board, const FanPosition *position, const FanSurvey *survey) {
    int mover = position->side, other = mover ^ 1;
    return side_value(board, position, survey, mover) - side_value(board, position, survey, other);
}
