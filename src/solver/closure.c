#include "solver/closure.h"

#include <stdlib.h>
#include <string.h>

enum { MEMBERS_FIRST = 256, NO_EDGE = UINT32_MAX };

typedef struct Member {
    FanStand stand;
    bool attacker, bad;
    uint16_t answer;
    uint32_t leaning; /* the first edge from a member that leans on it */
} Member;

/* `from` leans on a member; `next` is the next edge that leads to the same one. */
typedef struct Edge {
    uint32_t from, next;
} Edge;

void fan_closure_free(FanClosure *closure) {
    free(closure->members);
    free(closure->edges);
    free(closure->places);
    fan_stands_free(&closure->follow);
    *closure = (FanClosure){0};
}

static size_t hash(FanStand stand, bool attacker) {
    uint64_t key = (stand.own * 2 + attacker) * UINT64_C(0x9E3779B97F4A7C15);
    key = (key ^ key >> 32 ^ stand.foe) * UINT64_C(0xBF58476D1CE4E5B9);
    return (size_t)(key ^ key >> 31);
}

static uint32_t *place_of(const FanClosure *closure, FanStand stand, bool attacker) {
    size_t mask = closure->places_count - 1, at = hash(stand, attacker) & mask;
    for (;; at = (at + 1) & mask) {
        uint32_t *place = &closure->places[at];
        const Member *member = *place ? &closure->members[*place - 1] : NULL;
        if (!member || (same_stand(member->stand, stand) && member->attacker == attacker)) {
            return place;
        }
    }
}

/* Twice the room, never more than half of the places taken. */
static bool grow(FanClosure *closure) {
    size_t capacity = closure->capacity ? closure->capacity * 2 : MEMBERS_FIRST;
    Member *members = realloc(closure->members, capacity * sizeof *members);
    if (!members) {
        return false;
    }
    closure->members = members;
    uint32_t *places = calloc(capacity * 2, sizeof *places);
    if (!places) {
        return false;
    }
    free(closure->places);
    closure->places = places;
    closure->places_count = capacity * 2;
    closure->capacity = capacity;
    for (size_t i = 0; i < closure->count; i++) {
        *place_of(closure, members[i].stand, members[i].attacker) = (uint32_t)i + 1;
    }
    return true;
}

/* The number of a member, a new one if it is not there yet. */
static bool add(FanClosure *closure, FanStand stand, bool attacker, uint32_t *number) {
    if (closure->count == closure->capacity && !grow(closure)) {
        return false;
    }
    uint32_t *place = place_of(closure, stand, attacker);
    if (*place == 0) {
        closure->members[closure->count] = (Member){
            .stand = stand, .attacker = attacker, .answer = FAN_ANSWER_NONE, .leaning = NO_EDGE};
        *place = (uint32_t)++closure->count;
    }
    *number = *place - 1;
    return true;
}

static bool lean(FanClosure *closure, uint32_t from, FanStand stand, bool attacker) {
    uint32_t to;
    if (closure->edges_count == closure->edges_capacity) {
        size_t capacity = closure->edges_capacity ? closure->edges_capacity * 2 : MEMBERS_FIRST;
        Edge *edges = realloc(closure->edges, capacity * sizeof *edges);
        if (!edges) {
            return false;
        }
        closure->edges = edges;
        closure->edges_capacity = capacity;
    }
    if (!add(closure, stand, attacker, &to)) {
        return false;
    }
    closure->edges[closure->edges_count] = (Edge){from, closure->members[to].leaning};
    closure->members[to].leaning = (uint32_t)closure->edges_count++;
    return true;
}

static FanState state_of(const FanSearch *search, FanStand stand, bool attacker) {
    FanState leaf = fan_search_leaf(search, stand, attacker);
    return leaf != FAN_STATE_NONE ? leaf : fan_memo_look(search->memo, stand, attacker).state;
}

/* Whatever the attacker does must be refuted or tentative. */
static bool open_attacker(FanClosure *closure, const FanSearch *search, uint32_t number) {
    for (size_t i = 0; i < closure->follow.count && !closure->members[number].bad; i++) {
        FanStand next = closure->follow.all[i];
        FanState state = state_of(search, next, false);
        if (state == FAN_STATE_TENTATIVE) {
            if (!lean(closure, number, next, false)) {
                return false;
            }
        } else if (state != FAN_STATE_REFUTED) {
            closure->members[number].bad = true;
        }
    }
    return true;
}

/* One answer will do: one that leads out of the set, else the one that was found, else any. */
static bool open_defender(FanClosure *closure, const FanSearch *search, uint32_t number) {
    Member *member = &closure->members[number];
    unsigned found = fan_memo_look(search->memo, member->stand, false).answer;
    size_t best = SIZE_MAX;
    for (size_t i = 0; i < closure->follow.count; i++) {
        FanState state = state_of(search, closure->follow.all[i], true);
        if (state == FAN_STATE_REFUTED) {
            member->answer = i < FAN_ANSWER_NONE ? (uint16_t)i : FAN_ANSWER_NONE;
            return true;
        }
        if (state == FAN_STATE_TENTATIVE && (best == SIZE_MAX || i == found)) {
            best = i;
        }
    }
    member->bad = best == SIZE_MAX;
    if (member->bad) {
        return true;
    }
    member->answer = best < FAN_ANSWER_NONE ? (uint16_t)best : FAN_ANSWER_NONE;
    return lean(closure, number, closure->follow.all[best], true);
}

static bool open_members(FanClosure *closure, const FanSearch *search) {
    for (uint32_t i = 0; i < closure->count; i++) {
        const Member *member = &closure->members[i];
        bool attacker = member->attacker;
        if (!fan_stand_follow(&search->scene, member->stand, &closure->follow) ||
            !(attacker ? open_attacker : open_defender)(closure, search, i)) {
            return false;
        }
    }
    return true;
}

/* Who leans on a bad member is bad: the edges of a defender are of its one answer. */
static void spread_bad(FanClosure *closure, uint32_t *stack) {
    size_t height = 0;
    for (uint32_t i = 0; i < closure->count; i++) {
        if (closure->members[i].bad) {
            stack[height++] = i;
        }
    }
    while (height > 0) {
        const Member *member = &closure->members[stack[--height]];
        for (uint32_t e = member->leaning; e != NO_EDGE; e = closure->edges[e].next) {
            Member *leaning = &closure->members[closure->edges[e].from];
            if (!leaning->bad) {
                leaning->bad = true;
                stack[height++] = closure->edges[e].from;
            }
        }
    }
}

static void write_back(const FanClosure *closure, FanMemo *memo) {
    for (size_t i = 0; i < closure->count; i++) {
        const Member *member = &closure->members[i];
        if (member->bad) {
            fan_memo_reopen(memo, member->stand, member->attacker);
        } else {
            fan_memo_settle(memo, member->stand, member->attacker, member->answer);
        }
    }
}

/* Empties the set, and gives back the room of one that was much larger: clearing it costs more than
 * growing again. */
static void begin(FanClosure *closure) {
    if (closure->capacity > MEMBERS_FIRST && closure->count < closure->capacity / 16) {
        fan_closure_free(closure);
    }
    closure->count = closure->edges_count = 0;
    if (closure->places) {
        memset(closure->places, 0, closure->places_count * sizeof *closure->places);
    }
}

bool fan_closure_settle(FanClosure *closure, FanSearch *search, FanStand stand, bool attacker) {
    uint32_t first;
    begin(closure);
    uint32_t *stack = NULL;
    bool good = add(closure, stand, attacker, &first) && open_members(closure, search);
    if (good) {
        stack = malloc(closure->count * sizeof *stack);
    }
    if (!stack) {
        search->failed = true;
        return false;
    }
    spread_bad(closure, stack);
    free(stack);
    write_back(closure, search->memo);
    search->closures++;
    search->members += closure->count;
    search->reopened += closure->members[first].bad;
    return !closure->members[first].bad;
}
