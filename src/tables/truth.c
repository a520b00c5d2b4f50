/* The truth about a position and about each of its turns. */
#include "tables/truth.h"

#include "tables/tables.h"

#include <stdlib.h>
#include <string.h>

/* A truth seen by the other side, one ply earlier. */
static FanTableValue turned_value(FanTableValue value) {
    return value == FAN_TABLE_DRAW  ? FAN_TABLE_DRAW
           : value == FAN_TABLE_WIN ? FAN_TABLE_LOSS
                                    : FAN_TABLE_WIN;
}

/* A capture is what distances to the next capture count to. */
static unsigned turned_distance(FanTableValue value, unsigned after, bool captured,
                                FanTableMetric metric) {
    return value == FAN_TABLE_DRAW ? 0 : captured && metric == FAN_TABLE_DTC ? 1 : after + 1;
}

static FanTruth turned(const FanTruth *after, bool captured, FanTableMetric metric) {
    FanTruth truth = *after;
    truth.value = turned_value(after->value);
    truth.distance = turned_distance(after->value, after->distance, captured, metric);
    truth.limited = turned_value(after->limited);
    truth.limited_distance =
        turned_distance(after->limited, after->limited_distance, captured, FAN_TABLE_DTC);
    return truth;
}

/* --- the order ----------------------------------------------------------------------------------
 */

static int rank_value(FanTableValue value) {
    return value == FAN_TABLE_WIN ? 0 : value == FAN_TABLE_DRAW ? 1 : 2;
}

/* The winner hurries, the loser delays. */
static int compare_distances(FanTableValue value, unsigned a, unsigned b) {
    int difference = (int)a - (int)b;
    return value == FAN_TABLE_LOSS ? -difference : difference;
}

static int compare_values(FanTableValue a, unsigned distance_a, FanTableValue b,
                          unsigned distance_b) {
    int difference = rank_value(a) - rank_value(b);
    return difference ? difference : compare_distances(a, distance_a, distance_b);
}

/* What counts first of a truth: the value under the quiet limit, where it is told. Both kinds have
 * one order, for some classes may lack what the limit changes. */
static FanTableValue first_value(const FanTruth *truth) {
    return truth->has_limited ? truth->limited : truth->value;
}
static unsigned first_distance(const FanTruth *truth) {
    return truth->has_limited ? truth->limited_distance : truth->distance;
}

static int compare_truths(const FanTruth *a, const FanTruth *b) {
    int difference =
        compare_values(first_value(a), first_distance(a), first_value(b), first_distance(b));
    return difference ? difference : compare_values(a->value, a->distance, b->value, b->distance);
}

static int compare_turns(const void *a, const void *b) {
    const FanTruthTurn *x = a, *y = b;
    int difference = compare_truths(&x->truth, &y->truth);
    return difference ? difference : strcmp(x->text, y->text);
}

/* --- the turns ----------------------------------------------------------------------------------
 */

typedef struct Gathering {
    const FanBoard *board;
    const FanTruthSource *source;
    FanTruths *truths;
    size_t capacity;
    FanProbeStatus status;
} Gathering;

static bool make_room(Gathering *gathering) {
    FanTruths *truths = gathering->truths;
    if (truths->count < gathering->capacity) {
        return true;
    }
    size_t capacity = gathering->capacity ? 2 * gathering->capacity : 32;
    FanTruthTurn *turns = realloc(truths->turns, capacity * sizeof *turns);
    if (turns) {
        truths->turns = turns;
        gathering->capacity = capacity;
    }
    return turns != NULL;
}

static bool add_turn(void *context, const FanTurn *turn, const FanPosition *after) {
    Gathering *gathering = context;
    FanTruth truth = {0};
    gathering->status = make_room(gathering)
                            ? gathering->source->ask(gathering->source->context, after, &truth)
                            : FAN_PROBE_ABSENT;
    if (gathering->status != FAN_PROBE_OK) {
        return false;
    }
    bool captured = turn->steps[0].kind != FAN_PAIKA;
    FanTruthTurn *added = &gathering->truths->turns[gathering->truths->count++];
    added->turn = *turn;
    added->truth = turned(&truth, captured, gathering->source->metric);
    /* A game that is over after the turn asks for no file: it tells no more than its position. */
    added->truth.has_limited &= gathering->truths->position.has_limited;
    fan_turn_write(gathering->board, turn, added->text);
    return true;
}

FanProbeStatus fan_truths_find(const FanBoard *board, const FanRules *rules,
                               const FanPosition *position, const FanTruthSource *source,
                               FanTruths *truths) {
    FanTruths found = {.outcome = fan_position_outcome(board, rules, position),
                       .metric = source->metric};
    Gathering gathering = {board, source, &found, 0, FAN_PROBE_OK};
    gathering.status = source->ask(source->context, position, &found.position);
    if (gathering.status == FAN_PROBE_OK && found.outcome.result == FAN_ONGOING) {
        fan_turns_visit(board, rules, position, add_turn, &gathering);
    }
    if (gathering.status != FAN_PROBE_OK) {
        fan_truths_free(&found);
        return gathering.status;
    }
    if (found.count) {
        qsort(found.turns, found.count, sizeof *found.turns, compare_turns);
    }
    *truths = found;
    return FAN_PROBE_OK;
}

void fan_truths_free(FanTruths *truths) {
    free(truths->turns);
    *truths = (FanTruths){0};
}

static FanProbeStatus ask_value(void *context, const FanPosition *position, FanTruth *truth) {
    return fan_tables_value(context, position, &truth->value) ? FAN_PROBE_OK : FAN_PROBE_ABSENT;
}

FanProbeStatus fan_tables_truths(const FanTables *tables, const FanRules *rules,
                                 const FanPosition *position, FanTruths *truths) {
    /* Asking for a value changes nothing. */
    const FanTruthSource source = {ask_value, (void *)(uintptr_t)tables, FAN_TABLE_VALUES};
    return fan_truths_find(&tables->space.board, rules, position, &source, truths);
}
