#include "solver/closure.h"

#include <stdlib.h>
#include <string.h>

enum { MEMBERS_FIRST = 256, NO_EDGE = UINT32_MAX, NO_MEMBER = UINT32_MAX };

typedef struct Member {
    FanStand stand;
    bool attacker, bad;
    uint16_t answer;
    uint32_t target;          /* of a defender: the member that its answer leads to */
    uint32_t leaning;         /* the first edge from a member that leans on it */
    uint32_t proof, disproof; /* of a bad one: the numbers of what spoils it */
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
    fan_stands_free(&closure->beyond);
    free(closure->spoilt);
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
        closure->members[closure->count] = (Member){.stand = stand,
                                                    .attacker = attacker,
                                                    .answer = FAN_ANSWER_NONE,
                                                    .target = NO_MEMBER,
                                                    .leaning = NO_EDGE};
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
    closure->members[from].target = to;
    return true;
}

static FanKnown known_of(const FanSearch *search, FanStand stand, bool attacker) {
    FanState leaf = fan_search_leaf(search, stand, attacker);
    return leaf != FAN_STATE_NONE ? (FanKnown){.state = leaf}
                                  : fan_memo_look(search->memo, stand, attacker);
}

/* What is proved or forgotten is to be looked at again at once. */
static bool spoil(FanClosure *closure, uint32_t number, const FanKnown *by) {
    Member *member = &closure->members[number];
    member->bad = true;
    member->proof = by->state == FAN_STATE_OPEN ? by->proof : 1;
    member->disproof = by->state == FAN_STATE_OPEN ? by->disproof : 1;
    if (closure->spoilt_count == closure->spoilt_capacity) {
        size_t capacity = closure->spoilt_capacity ? closure->spoilt_capacity * 2 : MEMBERS_FIRST;
        uint32_t *spoilt = realloc(closure->spoilt, capacity * sizeof *spoilt);
        if (!spoilt) {
            return false;
        }
        closure->spoilt = spoilt;
        closure->spoilt_capacity = capacity;
    }
    closure->spoilt[closure->spoilt_count++] = number;
    return true;
}

/* Whether an open position would be refuted, for now, by what is known of those that follow. */
static bool would_hold(FanClosure *closure, const FanSearch *search, FanStand stand,
                       bool attacker) {
    if (!fan_stand_follow(&search->scene, stand, &closure->beyond)) {
        return false;
    }
    size_t holding = 0;
    for (size_t i = 0; i < closure->beyond.count; i++) {
        FanState state = known_of(search, closure->beyond.all[i], !attacker).state;
        holding += state == FAN_STATE_REFUTED || state == FAN_STATE_TENTATIVE;
        if (attacker ? holding <= i : holding > 0) {
            break;
        }
    }
    return attacker ? closure->beyond.count > 0 && holding == closure->beyond.count : holding > 0;
}

/* Whether a position that is not refuted may be a member. */
static bool may_join(FanClosure *closure, const FanSearch *search, FanStand stand, bool attacker,
                     FanState state) {
    const uint32_t *place = place_of(closure, stand, attacker);
    if (*place) {
        return !closure->members[*place - 1].bad;
    }
    return state == FAN_STATE_TENTATIVE ||
           (state == FAN_STATE_OPEN && would_hold(closure, search, stand, attacker));
}

/* Whatever the attacker does must be refuted or lead to members. */
static bool open_attacker(FanClosure *closure, const FanSearch *search, uint32_t number) {
    for (size_t i = 0; i < closure->follow.count; i++) {
        FanStand next = closure->follow.all[i];
        FanKnown known = known_of(search, next, false);
        if (known.state == FAN_STATE_REFUTED) {
            continue;
        }
        if (!may_join(closure, search, next, false, known.state)) {
            return spoil(closure, number, &known);
        }
        if (!lean(closure, number, next, false)) {
            return false;
        }
    }
    return true;
}

/* One answer will do: one that leads out of the set, else the one that was found, else any. */
static bool open_defender(FanClosure *closure, const FanSearch *search, uint32_t number) {
    unsigned found = fan_memo_look(search->memo, closure->members[number].stand, false).answer;
    FanKnown least = {.state = FAN_STATE_NONE};
    size_t best = SIZE_MAX;
    for (size_t i = 0; i < closure->follow.count; i++) {
        FanStand next = closure->follow.all[i];
        FanKnown known = known_of(search, next, true);
        if (known.state == FAN_STATE_REFUTED) {
            closure->members[number].answer = i < FAN_ANSWER_NONE ? (uint16_t)i : FAN_ANSWER_NONE;
            closure->members[number].target = NO_MEMBER;
            return true;
        }
        if ((best == SIZE_MAX || i == found) &&
            may_join(closure, search, next, true, known.state)) {
            best = i;
        } else if (known.state == FAN_STATE_OPEN &&
                   (least.state == FAN_STATE_NONE || known.disproof < least.disproof)) {
            least = known;
        }
    }
    if (best == SIZE_MAX) {
        return spoil(closure, number, &least);
    }
    closure->members[number].answer = best < FAN_ANSWER_NONE ? (uint16_t)best : FAN_ANSWER_NONE;
    return lean(closure, number, closure->follow.all[best], true);
}

static bool open_member(FanClosure *closure, const FanSearch *search, uint32_t number) {
    const Member *member = &closure->members[number];
    return fan_stand_follow(&search->scene, member->stand, &closure->follow) &&
           (member->attacker ? open_attacker : open_defender)(closure, search, number);
}

/* An attacker that leans on a bad member is bad; a defender whose answer leads there looks for
 * another one. */
static bool spread_bad(FanClosure *closure, const FanSearch *search) {
    while (closure->spoilt_count > 0) {
        uint32_t bad = closure->spoilt[--closure->spoilt_count];
        const FanKnown by = {.state = FAN_STATE_OPEN,
                             .proof = closure->members[bad].proof,
                             .disproof = closure->members[bad].disproof};
        for (uint32_t e = closure->members[bad].leaning; e != NO_EDGE; e = closure->edges[e].next) {
            uint32_t from = closure->edges[e].from;
            const Member *leaning = &closure->members[from];
            bool good = leaning->bad || (!leaning->attacker && leaning->target != bad) ||
                        (leaning->attacker ? spoil(closure, from, &by)
                                           : open_member(closure, search, from));
            if (!good) {
                return false;
            }
        }
    }
    return true;
}

/* Until all members have been opened and none that is not bad leans on a bad one. */
static bool open_members(FanClosure *closure, const FanSearch *search) {
    for (uint32_t i = 0; i < closure->count; i++) {
        if ((!closure->members[i].bad && !open_member(closure, search, i)) ||
            !spread_bad(closure, search)) {
            return false;
        }
    }
    return true;
}

static void write_back(const FanClosure *closure, FanMemo *memo) {
    for (size_t i = 0; i < closure->count; i++) {
        const Member *member = &closure->members[i];
        if (member->bad) {
            fan_memo_reopen(memo, member->stand, member->attacker, member->proof, member->disproof);
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
    closure->count = closure->edges_count = closure->spoilt_count = 0;
    if (closure->places) {
        memset(closure->places, 0, closure->places_count * sizeof *closure->places);
    }
}

bool fan_closure_settle(FanClosure *closure, FanSearch *search, FanStand stand, bool attacker) {
    uint32_t first;
    begin(closure);
    if (!add(closure, stand, attacker, &first) || !open_members(closure, search)) {
        search->failed = true;
        return false;
    }
    write_back(closure, search->memo);
    search->closures++;
    search->members += closure->count;
    search->reopened += closure->members[first].bad;
    return !closure->members[first].bad;
}
