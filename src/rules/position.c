#include "rules/draft.h"
#include "rules/kernel.h"

#include <fanorona/move.h>

/* The middle rank of the start: colours alternate from a stone at each player's far right towards
 * the empty centre (R2.2). */
static FanPoints middle_stones(const FanBoard *board, FanSide side) {
    unsigned half = board->files / 2u, base = board->ranks / 2u * board->files;
    FanPoints white = 0, black = 0;
    for (unsigned away = 0; away < half; away++) {
        FanPoints right = point_bit((FanPoint)(base + board->files - 1u - away));
        FanPoints left = point_bit((FanPoint)(base + away));
        white |= away % 2 == 0 ? right : left;
        black |= away % 2 == 0 ? left : right;
    }
    return side == FAN_WHITE ? white : black;
}

/* R2.1, R2.2. */
static void place_start(const FanBoard *board, FanPoints stones[2]) {
    unsigned middle = board->ranks / 2u * board->files;
    FanPoints below = point_bit((FanPoint)middle) - 1;
    FanPoints above = board->all & ~(point_bit((FanPoint)(middle + board->files)) - 1);
    stones[FAN_WHITE] = below | middle_stones(board, FAN_WHITE);
    stones[FAN_BLACK] = above | middle_stones(board, FAN_BLACK);
}

FanPosition fan_position_start(const FanBoard *board, const FanRules *rules) {
    FanPosition start = {.side = FAN_WHITE,
                         .first = rules->first_turn == FAN_FIRST_SINGLE,
                         .number = 1,
                         .mode = rules->telo ? FAN_MODE_TELO : FAN_MODE_CAPTURE};
    if (!rules->telo) {
        place_start(board, start.stones);
    }
    if (rules->vela != FAN_VELA_NONE) {
        start.mode = rules->vela == FAN_VELA_WHITE ? FAN_MODE_VELA_WHITE : FAN_MODE_VELA_BLACK;
        FanSide giver = fan_position_giver(&start);
        start.side =
            (uint8_t)(rules->vela_first == FAN_VELA_FIRST_GIVER ? giver : fan_other_side(giver));
    }
    return start;
}

bool fan_rules_fit(const FanRules *rules, const FanBoard *board) {
    if (rules->telo) {
        return board->points == 9 && rules->vela == FAN_VELA_NONE;
    }
    bool named = board->ranks == 5 && (board->files == 9 || board->files == 5);
    return rules->vela == FAN_VELA_NONE || named;
}

unsigned fan_position_hand(const FanPosition *position, FanSide side) {
    return position->mode == FAN_MODE_TELO ? FAN_TELO_STONES - count_points(position->stones[side])
                                           : 0;
}

unsigned fan_position_to_give(const FanPosition *position) {
    return fan_position_is_vela(position)
               ? count_points(position->stones[fan_position_giver(position)]) - FAN_VELA_STONES_LEFT
               : 0;
}

FanPoints fan_position_row(const FanPosition *position, FanSide side) {
    /* Three ranks, three files, two diagonals of the 3×3 board, a1 being bit 0. */
    static const FanPoints rows[] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};
    for (unsigned i = 0; position->mode == FAN_MODE_TELO && i < sizeof rows / sizeof *rows; i++) {
        if ((position->stones[side] & rows[i]) == rows[i]) {
            return rows[i];
        }
    }
    return 0;
}

bool fan_position_same(const FanPosition *a, const FanPosition *b) {
    return a->stones[0] == b->stones[0] && a->stones[1] == b->stones[1] && a->side == b->side &&
           a->mode == b->mode;
}

bool fan_position_equal(const FanPosition *a, const FanPosition *b) {
    return fan_position_same(a, b) && a->first == b->first && a->quiet == b->quiet &&
           a->number == b->number;
}

FanPosition fan_position_map(const FanBoard *board, FanSymmetry symmetry,
                             const FanPosition *position) {
    FanPosition mapped = *position;
    for (int side = 0; side < 2; side++) {
        mapped.stones[side] = fan_board_map(board, symmetry, position->stones[side]);
    }
    return mapped;
}

FanPosition fan_position_swap_colours(const FanPosition *position) {
    FanPosition swapped = *position;
    swapped.stones[0] = position->stones[1];
    swapped.stones[1] = position->stones[0];
    swapped.side ^= 1;
    if (fan_position_is_vela(position)) {
        swapped.mode ^= FAN_MODE_VELA_WHITE ^ FAN_MODE_VELA_BLACK;
    }
    return swapped;
}

/* Keys are Zobrist's (1970): a random word for each stone and the side, joined by exclusive or, so
 * that a move changes a few words only. The words are splitmix64's outputs, worked out by the
 * compiler. */
#define MIX_1(z) (((z) ^ (z) >> 30) * UINT64_C(0xBF58476D1CE4E5B9))
#define MIX_2(z) (((z) ^ (z) >> 27) * UINT64_C(0x94D049BB133111EB))
#define MIX_3(z) ((z) ^ (z) >> 31)
#define WORD(n)  MIX_3(MIX_2(MIX_1((n)*UINT64_C(0x9E3779B97F4A7C15))))
#define WORDS7(n)                                                                                  \
    WORD(n), WORD(n + 1), WORD(n + 2), WORD(n + 3), WORD(n + 4), WORD(n + 5), WORD(n + 6)
#define WORDS49(n)                                                                                 \
    WORDS7(n), WORDS7(n + 7), WORDS7(n + 14), WORDS7(n + 21), WORDS7(n + 28), WORDS7(n + 35),      \
        WORDS7(n + 42)

/* With a word for FAN_HAND, which is nothing: a stone that is placed leaves no point. */
static const uint64_t stone_words[2][FAN_HAND + 1] = {{WORDS49(1)}, {WORDS49(65)}};
static const uint64_t side_word = WORD(129);
static const uint64_t mode_words[] = {[FAN_MODE_CAPTURE] = 0,
                                      [FAN_MODE_TELO] = WORD(130),
                                      [FAN_MODE_VELA_WHITE] = WORD(131),
                                      [FAN_MODE_VELA_BLACK] = WORD(132)};

static uint64_t set_key(FanSide side, FanPoints set) {
    uint64_t key = 0;
    for (; set; set &= set - 1) {
        key ^= stone_words[side][lowest(set)];
    }
    return key;
}

uint64_t fan_position_key(const FanPosition *position) {
    return set_key(FAN_WHITE, position->stones[FAN_WHITE]) ^
           set_key(FAN_BLACK, position->stones[FAN_BLACK]) ^
           (position->side == FAN_BLACK ? side_word : 0) ^ mode_words[position->mode];
}

/* How the key changes with the mode: vela's first phase may end with this move. */
static uint64_t mode_change(const FanPosition *position, FanMove move) {
    FanPoints giver = position->stones[fan_position_giver(position)] & ~fan_move_captured(move);
    return mode_words[position->mode] ^ mode_words[mode_with(position->mode, giver)];
}

uint64_t fan_key_after(uint64_t key, const FanPosition *position, FanMove move) {
    const uint64_t *own = stone_words[position->side];
    if (fan_position_is_vela(position)) {
        key ^= mode_change(position, move);
    }
    return key ^ own[fan_move_from(move)] ^ own[fan_move_to(move)] ^
           set_key(fan_other_side(position->side), fan_move_captured(move)) ^ side_word;
}

static FanOutcome ended(FanResult result, FanReason reason, FanClause clause) {
    return (FanOutcome){.result = (uint8_t)result, .reason = (uint8_t)reason, .clause = clause};
}

static FanResult won_by(FanSide side) {
    return side == FAN_WHITE ? FAN_WHITE_WINS : FAN_BLACK_WINS;
}

static const FanOutcome ongoing = {.result = FAN_ONGOING, .reason = FAN_REASON_NONE};

/* Whether the stones alone have won for a side: R5.1, or R6.3 in telo. */
static FanOutcome won_outcome(const FanPosition *position, FanSide side) {
    if (position->mode == FAN_MODE_TELO) {
        return fan_position_row(position, side)
                   ? ended(won_by(side), FAN_REASON_ROW, FAN_CLAUSE(6, 3))
                   : ongoing;
    }
    return position->stones[fan_other_side(side)]
               ? ongoing
               : ended(won_by(side), FAN_REASON_NO_STONES, FAN_CLAUSE(5, 1));
}

FanOutcome fan_position_outcome(const FanBoard *board, const FanRules *rules,
                                const FanPosition *position) {
    FanSide mover = position->side, other = fan_other_side(mover);
    FanOutcome won = won_outcome(position, other);
    if (won.result == FAN_ONGOING) {
        won = won_outcome(position, mover);
    }
    if (won.result != FAN_ONGOING) {
        return won;
    }
    if (!fan_position_has_turn(board, position)) {
        return ended(rules->blocked == FAN_BLOCKED_DRAW ? FAN_DRAWN : won_by(other),
                     FAN_REASON_BLOCKED, FAN_CLAUSE(5, 2));
    }
    if (rules->quiet_limit && position->quiet >= rules->quiet_limit) {
        return ended(FAN_DRAWN, FAN_REASON_QUIET, FAN_CLAUSE(5, 3));
    }
    return ongoing;
}

FanVela fan_vela_next(FanVela gave, FanResult result) {
    switch (result) {
    case FAN_WHITE_WINS:
        return FAN_VELA_WHITE;
    case FAN_BLACK_WINS:
        return FAN_VELA_BLACK;
    case FAN_DRAWN:
        return gave;
    default:
        return FAN_VELA_NONE;
    }
}

const char *fan_result_word(FanResult result) {
    static const char *const words[] = {"ongoing", "white", "black", "draw"};
    return words[result];
}

const char *fan_reason_word(FanReason reason) {
    static const char *const words[] = {"",      "no-stones", "blocked",     "row",  "repetition",
                                        "quiet", "agreement", "resignation", "time", "abandoned"};
    return words[reason];
}

bool fan_position_must_capture(const FanBoard *board, const FanPosition *position) {
    return !takes_nothing(position) && fan_kernel_for(board)->must_capture(board, position);
}
