/* Counts of lines of turns (R5.7). */
#include "check/check.h"

#include <stdlib.h>
#include <string.h>

typedef struct Count {
    const CheckRules *rules;
    unsigned depth; /* turns still to come behind the one shown */
    uint64_t lines;
} Count;

static bool add_lines(void *context, const CheckTurn *turn) {
    Count *count = context;
    count->lines += count->depth == 0 ? 1 : check_perft(count->rules, &turn->after, count->depth);
    return true;
}

uint64_t check_perft(const CheckRules *rules, const CheckPosition *position, unsigned depth) {
    if (depth == 0) {
        return 1;
    }
    Count count = {rules, depth - 1, 0};
    check_turns_visit(rules, position, add_lines, &count);
    return count.lines;
}

static int compare_effects(const void *left, const void *right) {
    const CheckTurn *a = left, *b = right;
    if (a->from.rank != b->from.rank) {
        return a->from.rank - b->from.rank;
    }
    if (a->from.file != b->from.file) {
        return a->from.file - b->from.file;
    }
    if (a->to.rank != b->to.rank) {
        return a->to.rank - b->to.rank;
    }
    if (a->to.file != b->to.file) {
        return a->to.file - b->to.file;
    }
    return memcmp(a->captured, b->captured, sizeof a->captured);
}

bool check_perft_effects(const CheckRules *rules, const CheckPosition *position, unsigned depth,
                         uint64_t *count) {
    if (depth == 0) {
        return *count = 1, true;
    }
    CheckTurnList list = {0};
    bool enough = check_turns_list(rules, position, &list);
    uint64_t lines = 0;
    if (enough && list.count > 0) {
        qsort(list.turns, list.count, sizeof *list.turns, compare_effects);
    }
    for (size_t i = 0; enough && i < list.count; i++) {
        if (i > 0 && check_turn_same_effect(&list.turns[i - 1], &list.turns[i])) {
            continue;
        }
        uint64_t below = 0;
        enough = check_perft_effects(rules, &list.turns[i].after, depth - 1, &below);
        lines += below;
    }
    check_turns_free(&list);
    if (enough) {
        *count = lines;
    }
    return enough;
}
