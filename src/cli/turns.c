#include "cli/turns.h"

#include <stdlib.h>
#include <string.h>

void *fan_grow(void *items, size_t count, size_t *capacity, size_t size) {
    if (count < *capacity) {
        return items;
    }
    size_t wanted = *capacity ? 2 * *capacity : 64;
    void *grown = reallocarray(items, wanted, size);
    if (grown) {
        *capacity = wanted;
    }
    return grown;
}

typedef struct Gathering {
    FanTurnList *list;
    const FanBoard *board;
} Gathering;

static bool add_turn(void *context, const FanTurn *turn, const FanPosition *after) {
    const Gathering *gathering = context;
    FanTurnList *list = gathering->list;
    FanListedTurn *turns = fan_grow(list->turns, list->count, &list->capacity, sizeof *turns);
    if (!turns) {
        return false;
    }
    list->turns = turns;
    char text[FAN_TURN_TEXT_MAX];
    fan_turn_write(gathering->board, turn, text);
    char *copy = strdup(text);
    if (!copy) {
        return false;
    }
    turns[list->count++] = (FanListedTurn){.text = copy, .after = *after};
    return true;
}

static int compare_turns(const void *a, const void *b) {
    const FanListedTurn *x = a, *y = b;
    return strcmp(x->text, y->text);
}

bool fan_turn_list_perft(FanTurnList *list, const FanBoard *board, const FanRules *rules,
                         const FanPosition *position) {
    *list = (FanTurnList){0};
    Gathering gathering = {list, board};
    if (!fan_turns_visit(board, rules, position, add_turn, &gathering)) {
        return false;
    }
    if (list->count) {
        qsort(list->turns, list->count, sizeof *list->turns, compare_turns);
    }
    return true;
}

bool fan_turn_list(FanTurnList *list, const FanBoard *board, const FanRules *rules,
                   const FanPosition *position) {
    *list = (FanTurnList){0};
    return fan_position_outcome(board, rules, position).result != FAN_ONGOING ||
           fan_turn_list_perft(list, board, rules, position);
}

void fan_turn_list_free(FanTurnList *list) {
    for (size_t i = 0; i < list->count; i++) {
        free(list->turns[i].text);
    }
    free(list->turns);
    *list = (FanTurnList){0};
}
