#include "engine/endgame.h"

#include "engine/mix.h"

#include <fanorona/turn.h>
#include <stdlib.h>

/* --- setting up ----------------------------------------------------------------------------------
 */

static bool in_time(const FanEndgame *endgame, unsigned own, unsigned foe) {
    unsigned limit = endgame->rules.quiet_limit;
    return limit == 0 || fan_distances_longest(endgame->tables, own, foe) <= limit;
}

/* Whether wins are sure in all classes that captures lead to from one: a side loses any number of
 * stones. Without stones all is over. */
static bool captures_are_sure(const FanEndgame *endgame, unsigned own, unsigned foe) {
    bool sure = true;
    for (unsigned left = 1; left < own; left++) {
        sure = sure && endgame->held[left][foe] == FAN_HELD_SURE;
    }
    for (unsigned left = 1; left < foe; left++) {
        sure = sure && endgame->held[own][left] == FAN_HELD_SURE;
    }
    return sure;
}

/* Whether wins are sure in this class and its mirror. The smaller classes are done. */
static bool is_sure(const FanEndgame *endgame, unsigned own, unsigned foe) {
    unsigned limit = endgame->rules.quiet_limit;
    bool timely = fan_distances_timely(endgame->tables, own, foe, limit) &&
                  fan_distances_timely(endgame->tables, foe, own, limit);
    return timely || (in_time(endgame, own, foe) && in_time(endgame, foe, own) &&
                      captures_are_sure(endgame, own, foe));
}

static void find_held(FanEndgame *endgame, unsigned points) {
    unsigned most = (points - 1) / 2;
    for (unsigned own = 1; own <= most; own++) {
        for (unsigned foe = 1; foe <= most; foe++) {
            bool held = fan_tables_hold(endgame->tables, own, foe);
            endgame->held[own][foe] = (uint8_t)(!held                        ? FAN_HELD_NOT
                                                : is_sure(endgame, own, foe) ? FAN_HELD_SURE
                                                                             : FAN_HELD);
            endgame->most = held && own + foe > endgame->most ? own + foe : endgame->most;
            endgame->salt = mix(endgame->salt + endgame->held[own][foe] + 1);
        }
    }
}

static void drop_ranked(FanEndgame *endgame) {
    free(endgame->ranked);
    endgame->ranked = NULL;
    endgame->ranked_count = 0;
}

bool fan_endgame_begin(FanEndgame *endgame, const FanTables *tables, const FanBoard *board,
                       const FanRules *rules) {
    bool fits = fan_tables_fit(tables, board, rules);
    if (fits && tables == endgame->tables && rules->quiet_limit == endgame->rules.quiet_limit) {
        endgame->rules = *rules;
        drop_ranked(endgame); /* all else holds; to find it takes as long as 300 nodes */
        return true;
    }
    fan_endgame_free(endgame);
    if (!fits) {
        return true;
    }
    endgame->tables = tables;
    endgame->board = *board;
    endgame->rules = *rules;
    find_held(endgame, board->points);
    if (!fan_distances_open(tables, &endgame->reader)) {
        fan_endgame_free(endgame);
        return false;
    }
    return true;
}

void fan_endgame_free(FanEndgame *endgame) {
    fan_distances_close(endgame->reader);
    drop_ranked(endgame);
    *endgame = (FanEndgame){.tables = NULL};
}

/* --- in the search -------------------------------------------------------------------------------
 */

static FanHeld held_of(const FanEndgame *endgame, const FanPosition *position) {
    unsigned own = count_points(position->stones[position->side]);
    unsigned foe = count_points(position->stones[position->side ^ 1]);
    return own > FAN_TABLE_SIDE_MAX || foe > FAN_TABLE_SIDE_MAX ? FAN_HELD_NOT
                                                                : (FanHeld)endgame->held[own][foe];
}

/* A win that is `plies` away from the root, or from the next capture. */
static int win_score(bool sure, unsigned plies) {
    return (sure ? FAN_SCORE_TABLE_WIN : FAN_SCORE_TABLE_LATE) - (int)plies;
}

bool fan_endgame_probe(const FanEndgame *endgame, const FanPosition *position, unsigned ply,
                       int *score) {
    FanTableValue value;
    FanHeld held = held_of(endgame, position);
    if (held == FAN_HELD_NOT || !fan_tables_value(endgame->tables, position, &value)) {
        return false;
    }
    int win = win_score(held == FAN_HELD_SURE, ply);
    *score = value == FAN_TABLE_DRAW ? 0 : value == FAN_TABLE_WIN ? win : -win;
    return true;
}

/* --- the first moves -----------------------------------------------------------------------------
 */

/* Ranks: within those of wins the nearer one is better. */
enum {
    RANK_WIN = 5000000,
    RANK_DARK = 4000000, /* a win that no distance shows the way to */
    RANK_LATE = 3000000, /* a win, but further on the quiet limit may come first */
    RANK_DRAW = 2000000,
    RANK_HOPE = 1000000, /* a loss, if the quiet limit does not come first */
    RANK_LOSS = 0,
    DISTANCE_MAX = 1000, /* plies of what is told in a score */
};

/* A position by the tables and the limits of this game, for the side to move. */
typedef struct Known {
    FanTableValue value;
    bool sure;
    bool told; /* its distance */
    unsigned distance;
} Known;

/* What was told without the quiet limit, under it. Beyond the next capture all must be in time by
 * itself. */
static Known limit_known(const FanEndgame *endgame, const FanPosition *position,
                         const FanTableProbe *probe) {
    unsigned own = count_points(position->stones[position->side]);
    unsigned foe = count_points(position->stones[position->side ^ 1]);
    unsigned limit = endgame->rules.quiet_limit;
    bool late = position->quiet + probe->distance > limit;
    bool sure = own == 0 || foe == 0 || captures_are_sure(endgame, own, foe);
    return late ? (Known){.value = FAN_TABLE_DRAW, .sure = true}
                : (Known){.value = probe->value,
                          .sure = sure || probe->value == FAN_TABLE_DRAW,
                          .told = true,
                          .distance = probe->distance};
}

/* With its distance, or without one the value alone. */
static bool find_known(const FanEndgame *endgame, const FanPosition *position, Known *known) {
    FanTableProbe probe = {.distance = 0};
    FanDistance found = endgame->reader ? fan_distances_ask(endgame->reader, position,
                                                            endgame->rules.quiet_limit, &probe)
                                        : FAN_DISTANCE_NONE;
    if (found != FAN_DISTANCE_NONE) {
        *known = found == FAN_DISTANCE_EXACT ? (Known){probe.value, true, true, probe.distance}
                                             : limit_known(endgame, position, &probe);
        return true;
    }
    if (!fan_tables_value(endgame->tables, position, &probe.value)) {
        return false;
    }
    *known = (Known){.value = probe.value,
                     .sure = probe.value == FAN_TABLE_DRAW || endgame->rules.quiet_limit == 0};
    return true;
}

bool fan_endgame_truth(const FanEndgame *endgame, const FanPosition *position,
                       FanTableValue *value) {
    Known known;
    if (!endgame->tables || !find_known(endgame, position, &known) || !known.sure) {
        return false;
    }
    *value = known.value;
    return true;
}

static int compare_keys(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Whether this position is drawn now by repetition. */
static bool is_spent(const FanSpent *spent, const FanPosition *position) {
    uint64_t key = fan_position_key(position);
    return position->quiet != 0 && spent->count != 0 &&
           bsearch(&key, spent->keys, spent->count, sizeof key, compare_keys) != NULL;
}

static bool is_other(void *context, const FanTurn *turn, const FanPosition *after) {
    (void)turn;
    return !is_spent(context, after);
}

/* Whether the side to move can draw at once by repetition. */
static bool can_repeat(const FanEndgame *endgame, const FanSpent *spent,
                       const FanPosition *position) {
    return spent->count != 0 &&
           !fan_turns_visit(&endgame->board, &endgame->rules, position, is_other,
                            (void *)(uintptr_t)spent); /* looking changes nothing */
}

/* A winning move: `after` is lost for the other side. Along the way each position is nearer than
 * the one before, so that none comes twice. */
static FanRanked rank_win(const Known *after, bool captured) {
    unsigned plies = captured ? 1 : after->distance + 1;
    plies = plies < DISTANCE_MAX ? plies : DISTANCE_MAX;
    if (!after->sure) {
        return (FanRanked){.rank = RANK_LATE - (int)plies, .score = win_score(false, plies)};
    }
    bool dark = !captured && !after->told;
    return (FanRanked){.rank = dark ? RANK_DARK : RANK_WIN - (int)plies,
                       .score = win_score(true, plies)};
}

static FanRanked rank_loss(const Known *after, bool captured) {
    unsigned plies = captured ? 1 : after->distance + 1;
    plies = plies < DISTANCE_MAX ? plies : DISTANCE_MAX;
    return (FanRanked){.rank = after->sure ? RANK_LOSS : RANK_HOPE,
                       .score = -win_score(after->sure, plies)};
}

static bool rank_move(const FanEndgame *endgame, const FanPosition *position, const FanSpent *spent,
                      FanRanked *ranked) {
    FanPosition after = fan_position_after(position, ranked->move);
    bool captured = fan_move_captured(ranked->move) != 0;
    FanMove move = ranked->move;
    Known known;
    if (!find_known(endgame, &after, &known)) {
        return false;
    }
    bool won = known.value == FAN_TABLE_LOSS;
    if (known.value == FAN_TABLE_DRAW || is_spent(spent, &after) ||
        (won && can_repeat(endgame, spent, &after))) {
        *ranked = (FanRanked){.rank = RANK_DRAW, .score = 0};
    } else {
        *ranked = won ? rank_win(&known, captured) : rank_loss(&known, captured);
    }
    ranked->move = move;
    return true;
}

bool fan_endgame_rank(FanEndgame *endgame, const FanPosition *position, const FanSpent *spent,
                      const FanMove *moves, size_t count) {
    drop_ranked(endgame);
    if (!endgame->tables || count == 0) {
        return true;
    }
    FanRanked *ranked = malloc(count * sizeof *ranked);
    if (!ranked) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        ranked[i].move = moves[i];
        if (!rank_move(endgame, position, spent, &ranked[i])) {
            free(ranked);
            return true;
        }
    }
    endgame->ranked = ranked;
    endgame->ranked_count = count;
    return true;
}

const FanRanked *fan_endgame_ranked(const FanEndgame *endgame, FanMove move) {
    for (size_t i = 0; i < endgame->ranked_count; i++) {
        if (endgame->ranked[i].move == move) {
            return &endgame->ranked[i];
        }
    }
    return NULL;
}

static int rank_of(const FanEndgame *endgame, FanMove move) {
    const FanRanked *ranked = fan_endgame_ranked(endgame, move);
    return ranked ? ranked->rank : 0;
}

void fan_endgame_sort(const FanEndgame *endgame, FanMove *moves, size_t count) {
    for (size_t i = 1; endgame->ranked && i < count; i++) {
        FanMove moved = moves[i];
        int rank = rank_of(endgame, moved);
        size_t to = i;
        for (; to > 0 && rank_of(endgame, moves[to - 1]) < rank; to--) {
            moves[to] = moves[to - 1];
        }
        moves[to] = moved;
    }
}

size_t fan_endgame_equals(const FanEndgame *endgame, const FanMove *moves, size_t from,
                          size_t count) {
    if (!endgame->ranked) {
        return count - from;
    }
    size_t equals = 1;
    while (from + equals < count &&
           rank_of(endgame, moves[from + equals]) == rank_of(endgame, moves[from])) {
        equals++;
    }
    return equals;
}

bool fan_endgame_decides(const FanEndgame *endgame, const FanMove *moves) {
    return endgame->ranked && rank_of(endgame, moves[0]) > RANK_DARK;
}

/* Whether no move is ranked better (`sign` 1), or none worse (-1). */
static bool is_first(const FanEndgame *endgame, const FanRanked *ranked, int sign) {
    for (size_t i = 0; i < endgame->ranked_count; i++) {
        if (sign * endgame->ranked[i].rank > sign * ranked->rank) {
            return false;
        }
    }
    return true;
}

FanScore fan_endgame_settle(const FanEndgame *endgame, FanMove move, FanScore score) {
    const FanRanked *ranked = fan_endgame_ranked(endgame, move);
    bool proved = ranked && ((FAN_SCORE_IS_WIN(score) && is_first(endgame, ranked, 1)) ||
                             (FAN_SCORE_IS_LOSS(score) && is_first(endgame, ranked, -1)));
    return !ranked || proved ? score : ranked->score;
}
