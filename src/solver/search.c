#include "solver/search.h"

#include "solver/closure.h"
#include "solver/estimate.h"

#include <stdlib.h>
#include <string.h>

enum {
    LINE_MAX = 400000, /* positions of a line; what a worker's stack has room for */
    LOOK_EVERY = 256,  /* positions between two looks at what others found and wish */
    /* A position that another thread is below counts as so much more: enough to part threads where
     * children are about equal. Much more leads them astray (half its number on top: twice the
     * positions), nothing lets them do the same work side by side. */
    BUSY_COST = 2,
    CHILDREN_FIRST = 4096,
    LOST_MAX = 1000, /* closures of a position that may fail while the memo forgets */
};

typedef struct Child {
    FanStand stand;
    FanMemoKey key;
    uint32_t phi, delta; /* for the side to move there */
    uint16_t number;     /* among the positions that follow */
    uint16_t distance;
    uint8_t state; /* FanState */
    bool fixed;    /* known without the memo: a leaf, or on the line */
    uint8_t busy;
} Child;

struct FanWorker {
    FanSearch *search;
    struct Link *line; /* the positions from the first to the one in hand */
    size_t line_count, line_capacity;
    Child *children; /* of all positions of the line, one behind the other */
    size_t children_count, children_capacity;
    FanStands follow;
    FanClosure closure;
    FanEstimator estimator;
    uint64_t nodes, told_nodes;
    size_t unwind; /* positions of the line from here on are to be left: one above is decided */
};

typedef struct Link {
    FanStand stand;
    FanMemoKey key;
} Link;

/* A position being searched. */
typedef struct Node {
    FanStand stand;
    FanMemoKey key;
    bool attacker;
    size_t run;          /* where on the line its quiet run begins */
    size_t first, count; /* its children */
    uint32_t phi, delta;
    unsigned lost; /* closures that failed while the memo forgets */
} Node;

FanWorker *fan_worker_new(FanSearch *search) {
    FanWorker *worker = aligned_alloc(_Alignof(FanWorker), sizeof *worker);
    if (worker) {
        memset(worker, 0, sizeof *worker);
        worker->search = search;
        fan_estimator_init(&worker->estimator, &search->scene.board);
        worker->unwind = SIZE_MAX;
    }
    return worker;
}

void fan_worker_free(FanWorker *worker) {
    if (worker) {
        free(worker->line);
        free(worker->children);
        fan_stands_free(&worker->follow);
        fan_closure_free(&worker->closure);
        free(worker);
    }
}

FanState fan_search_blocked(const FanSearch *search, bool attacker) {
    bool lost = search->scene.rules.blocked == FAN_BLOCKED_LOSS;
    return lost && !attacker ? FAN_STATE_PROVED : FAN_STATE_REFUTED;
}

FanState fan_search_leaf(const FanSearch *search, FanStand stand, bool attacker) {
    if (!stand.own || !stand.foe) {
        return (stand.own != 0) == attacker ? FAN_STATE_PROVED : FAN_STATE_REFUTED;
    }
    FanTableValue value;
    FanPosition position = fan_stand_position(stand);
    if (stand_stones(stand) > search->stones ||
        !fan_tables_value(search->tables, &position, &value)) {
        return FAN_STATE_NONE;
    }
    return value == (attacker ? FAN_TABLE_WIN : FAN_TABLE_LOSS) ? FAN_STATE_PROVED
                                                                : FAN_STATE_REFUTED;
}

static bool is_final(FanState state) {
    return state == FAN_STATE_PROVED || state == FAN_STATE_REFUTED;
}

static bool is_decided(FanState state) {
    return state >= FAN_STATE_TENTATIVE;
}

/* The numbers of a decided child, for the side to move there. */
static void decide(Child *child, FanState state, bool attacker) {
    bool reached = (state == FAN_STATE_PROVED) == attacker;
    child->state = (uint8_t)state;
    child->phi = reached ? 0 : FAN_NUMBER_MAX;
    child->delta = reached ? FAN_NUMBER_MAX : 0;
}

static uint32_t plus(uint32_t a, uint32_t b) {
    return a >= FAN_NUMBER_MAX || b >= FAN_NUMBER_MAX - a ? FAN_NUMBER_MAX : a + b;
}

static bool is_on_line(const FanWorker *worker, const Node *node, FanStand stand) {
    if (!is_quiet(node->stand, stand)) {
        return false;
    }
    /* The node is the last one; sides alternate. */
    for (size_t at = worker->line_count - 1; at > node->run; at -= 2) {
        if (same_stand(worker->line[at - 1].stand, stand)) {
            return true;
        }
        if (at < 2) {
            break;
        }
    }
    return false;
}

/* Once for each child: what does not change while its parent is searched. */
static void begin_child(const FanWorker *worker, const Node *node, Child *child) {
    bool attacker = !node->attacker;
    FanState leaf = fan_search_leaf(worker->search, child->stand, attacker);
    if (leaf == FAN_STATE_NONE && is_on_line(worker, node, child->stand)) {
        leaf = FAN_STATE_TENTATIVE;
    }
    child->fixed = leaf != FAN_STATE_NONE;
    if (child->fixed) {
        decide(child, leaf, attacker);
    } else {
        child->key = fan_memo_key(worker->search->memo, child->stand, attacker);
        fan_memo_prefetch(worker->search->memo, child->key);
        child->state = FAN_STATE_NONE;
    }
}

static bool make_room(FanWorker *worker, size_t count) {
    if (worker->children_count + count > worker->children_capacity) {
        size_t capacity =
            worker->children_capacity ? worker->children_capacity * 2 : CHILDREN_FIRST;
        while (capacity < worker->children_count + count) {
            capacity *= 2;
        }
        Child *children = realloc(worker->children, capacity * sizeof *children);
        if (!children) {
            return false;
        }
        worker->children = children;
        worker->children_capacity = capacity;
    }
    return true;
}

/* Lists the children of a node. Returns false, with the search failed, without memory. */
static bool open_node(FanWorker *worker, Node *node) {
    worker->nodes++;
    if (!fan_stand_follow(&worker->search->scene, node->stand, &worker->follow) ||
        !make_room(worker, worker->follow.count)) {
        worker->search->failed = true;
        return false;
    }
    node->first = worker->children_count;
    node->count = worker->follow.count;
    worker->children_count += node->count;
    for (size_t i = 0; i < node->count; i++) {
        Child *child = &worker->children[node->first + i];
        *child = (Child){.stand = worker->follow.all[i],
                         .number = (uint16_t)(i < FAN_ANSWER_NONE ? i : FAN_ANSWER_NONE)};
        begin_child(worker, node, child);
    }
    return true;
}

/* What was found of a child, or is remembered of it. */
static void take_known(Child *child, const FanKnown *known, bool attacker) {
    if (is_decided(known->state)) {
        decide(child, known->state, attacker);
        child->distance = known->distance;
    } else {
        child->state = FAN_STATE_OPEN;
        child->phi = attacker ? known->proof : known->disproof;
        child->delta = attacker ? known->disproof : known->proof;
    }
}

/* What is known of a child now: what the memo says, else what this thread found when it was there
 * last – the memo may have forgotten it at once –, else a guess. */
static void look_at(FanWorker *worker, const Node *node, Child *child) {
    bool attacker = !node->attacker;
    if (is_final(child->state)) {
        return;
    }
    FanKnown known = fan_memo_look_at(worker->search->memo, child->key);
    child->busy = known.busy;
    if (known.state != FAN_STATE_NONE) {
        take_known(child, &known, attacker);
    } else if (child->state == FAN_STATE_NONE) {
        FanEstimate estimate =
            fan_estimate(&worker->estimator, &worker->search->scene, child->stand, attacker);
        child->state = FAN_STATE_OPEN;
        child->phi = attacker ? estimate.proof : estimate.disproof;
        child->delta = attacker ? estimate.disproof : estimate.proof;
    }
}

/* The child to go on with, and the least delta among the others; sums up the node's numbers. */
typedef struct Choice {
    size_t child;
    uint32_t second, open;
} Choice;

static Choice weigh(FanWorker *worker, Node *node) {
    Choice choice = {SIZE_MAX, FAN_NUMBER_MAX, 0};
    uint32_t least = FAN_NUMBER_MAX, most = 0;
    bool first = true;
    node->phi = FAN_NUMBER_MAX;
    for (size_t i = 0; i < node->count; i++) {
        Child *child = &worker->children[node->first + i];
        if (!child->fixed) {
            look_at(worker, node, child);
        }
        node->phi = child->delta < node->phi ? child->delta : node->phi;
        if (child->phi == 0) {
            continue;
        }
        choice.open++;
        most = child->phi > most ? child->phi : most;
        uint32_t cost = plus(child->delta, child->busy * BUSY_COST);
        if (first || cost < least) {
            choice.second = first ? FAN_NUMBER_MAX : least;
            choice.child = node->first + i;
            least = cost;
            first = false;
        } else if (cost < choice.second) {
            choice.second = cost;
        }
    }
    node->delta = choice.open == 0 ? 0 : plus(most, choice.open - 1);
    if (node->phi == 0) {
        node->delta = FAN_NUMBER_MAX;
    } else if (node->delta == 0) {
        node->phi = FAN_NUMBER_MAX;
    }
    return choice;
}

/* The node's side reaches its aim by some child: the one that is worth most to remember. */
static void conclude_reached(const FanWorker *worker, const Node *node, FanKnown *known) {
    const Child *best = NULL;
    for (size_t i = 0; i < node->count; i++) {
        const Child *child = &worker->children[node->first + i];
        if (child->delta != 0) {
            continue;
        }
        bool better = !best || (node->attacker ? child->distance < best->distance
                                               : child->state > best->state);
        best = better ? child : best;
    }
    known->state = node->attacker ? FAN_STATE_PROVED : (FanState)best->state;
    known->answer = best->number;
    known->distance = (uint16_t)(best->distance + (best->distance < FAN_DISTANCE_MAX));
}

/* Every child is against the node's side. */
static void conclude_missed(const FanWorker *worker, const Node *node, FanKnown *known) {
    unsigned distance = 0;
    known->state = node->attacker ? FAN_STATE_REFUTED : FAN_STATE_PROVED;
    for (size_t i = 0; i < node->count; i++) {
        const Child *child = &worker->children[node->first + i];
        distance = child->distance > distance ? child->distance : distance;
        if (child->state == FAN_STATE_TENTATIVE) {
            known->state = FAN_STATE_TENTATIVE;
        }
    }
    known->distance = (uint16_t)(distance + (distance < FAN_DISTANCE_MAX));
}

/* What has been found of a node. */
static FanKnown conclude(const FanWorker *worker, const Node *node, uint32_t work) {
    FanKnown known = {.state = FAN_STATE_OPEN,
                      .attacker = node->attacker,
                      .answer = FAN_ANSWER_NONE,
                      .proof = node->attacker ? node->phi : node->delta,
                      .disproof = node->attacker ? node->delta : node->phi,
                      .work = work};
    if (node->count == 0) {
        known.state = fan_search_blocked(worker->search, node->attacker);
    } else if (node->phi == 0) {
        conclude_reached(worker, node, &known);
    } else if (node->delta == 0) {
        conclude_missed(worker, node, &known);
    }
    return known;
}

/* Now and then: whether to stop, and whether another thread has decided a position above. */
static void look_around(FanWorker *worker) {
    FanSearch *search = worker->search;
    search->nodes += worker->nodes - worker->told_nodes;
    worker->told_nodes = worker->nodes;
    if (search->stop || search->failed) {
        worker->unwind = 0;
    }
    for (size_t i = 0; search->threads > 1 && i < worker->line_count && i < worker->unwind; i++) {
        if (is_decided(fan_memo_look_at(search->memo, worker->line[i].key).state)) {
            worker->unwind = i + 1;
        }
    }
}

static bool push_link(FanWorker *worker, const Node *node) {
    if (worker->line_count == worker->line_capacity) {
        size_t capacity = worker->line_capacity ? worker->line_capacity * 2 : 256;
        Link *line =
            capacity <= 2 * LINE_MAX ? realloc(worker->line, capacity * sizeof *line) : NULL;
        if (!line) {
            worker->search->failed = true;
            return false;
        }
        worker->line = line;
        worker->line_capacity = capacity;
    }
    worker->line[worker->line_count++] = (Link){node->stand, node->key};
    if (worker->line_count >= LINE_MAX) {
        worker->search->failed = true;
    }
    return !worker->search->failed;
}

/* Takes back what is decided of a node's children: it did not hold, or the memo has forgotten it.
 */
static void doubt_children(FanWorker *worker, const Node *node) {
    for (size_t i = 0; i < node->count; i++) {
        Child *child = &worker->children[node->first + i];
        if (!child->fixed && is_decided(child->state)) {
            child->state = FAN_STATE_NONE;
        }
    }
}

static FanKnown search(FanWorker *worker, Node *node, uint32_t phi_limit, uint32_t delta_limit);

/* Goes below the chosen child until a number of its reaches a limit at which it would no longer be
 * the one to go on with, or the node's own. */
static void search_child(FanWorker *worker, const Node *node, const Choice *choice,
                         uint32_t phi_limit, uint32_t delta_limit) {
    FanMemo *memo = worker->search->memo;
    const Child *chosen = &worker->children[choice->child];
    bool quiet = is_quiet(node->stand, chosen->stand);
    Node child = {.stand = chosen->stand,
                  .key = chosen->key,
                  .attacker = !node->attacker,
                  .run = quiet ? node->run : worker->line_count};
    /* A quarter beyond the next best (1 + ε), lest children are left and taken up in turn. */
    uint32_t beyond = plus(choice->second, choice->second / 4 + 1);
    uint32_t child_delta = phi_limit < beyond ? phi_limit : beyond;
    uint32_t child_phi =
        delta_limit >= FAN_NUMBER_MAX ? FAN_NUMBER_MAX : delta_limit - (choice->open - 1);
    /* Chosen because other threads are at better ones, it may be over that limit already. */
    child_delta = child_delta > chosen->delta ? child_delta : chosen->delta + 1;
    bool shared = worker->search->threads > 1;
    if (shared) {
        FanKnown guess = {.state = FAN_STATE_OPEN,
                          .proof = child.attacker ? chosen->phi : chosen->delta,
                          .disproof = child.attacker ? chosen->delta : chosen->phi};
        fan_memo_enter(memo, child.key, &guess);
    }
    FanKnown known = search(worker, &child, child_phi, child_delta);
    if (shared) {
        fan_memo_leave(memo, child.key);
    }
    if (known.state != FAN_STATE_NONE) {
        take_known(&worker->children[choice->child], &known, child.attacker);
    }
}

/* A refutation that may lean on a repetition is looked into where the quiet run begins: nothing
 * above can be repeated. Returns whether the node is decided. When the memo is too small for what
 * has to be remembered at once, that is what fails again and again. */
static bool settle(FanWorker *worker, Node *node, size_t depth, FanKnown *known) {
    if (known->state != FAN_STATE_TENTATIVE || depth != node->run) {
        return true;
    }
    fan_memo_store(worker->search->memo, node->stand, known);
    if (fan_closure_settle(&worker->closure, worker->search, node->stand, node->attacker)) {
        known->state = FAN_STATE_REFUTED;
        return true;
    }
    node->lost += fan_memo_forgotten(worker->search->memo) > 0;
    if (node->lost >= LOST_MAX) {
        worker->search->failed = true;
    }
    doubt_children(worker, node);
    return false;
}

/* Until a number reaches its limit or the node is decided. */
static FanKnown search_node(FanWorker *worker, Node *node, size_t depth, uint32_t phi_limit,
                            uint32_t delta_limit) {
    FanSearch *shared = worker->search;
    uint64_t before = worker->nodes;
    FanKnown old = fan_memo_look_at(shared->memo, node->key);
    FanKnown known = old;
    while (!is_decided(old.state) || !settle(worker, node, depth, &known)) {
        Choice choice = weigh(worker, node);
        uint32_t work = plus(old.work, (uint32_t)(worker->nodes - before + 1));
        known = conclude(worker, node, work);
        if (is_decided(known.state)) {
            if (settle(worker, node, depth, &known) || shared->failed) {
                break;
            }
            continue;
        }
        if (node->phi >= phi_limit || node->delta >= delta_limit || worker->unwind <= depth ||
            shared->failed) {
            break;
        }
        search_child(worker, node, &choice, phi_limit, delta_limit);
        if (shared->threads > 1) {
            FanKnown now = fan_memo_look_at(shared->memo, node->key);
            if (is_decided(now.state)) {
                return now;
            }
        }
    }
    fan_memo_store(shared->memo, node->stand, &known);
    return known;
}

/* Returns what was found; FAN_STATE_NONE, with nothing stored, when the search is to end or memory
 * ran out. */
static FanKnown search(FanWorker *worker, Node *node, uint32_t phi_limit, uint32_t delta_limit) {
    FanKnown known = {.state = FAN_STATE_NONE, .attacker = node->attacker};
    size_t depth = worker->line_count, children = worker->children_count;
    if (worker->nodes - worker->told_nodes >= LOOK_EVERY) {
        look_around(worker);
    }
    if (worker->unwind <= depth) {
        return known;
    }
    if (push_link(worker, node) && open_node(worker, node)) {
        known = search_node(worker, node, depth, phi_limit, delta_limit);
    }
    worker->children_count = children;
    worker->line_count = depth;
    if (worker->unwind > depth && worker->unwind != SIZE_MAX && !worker->search->stop &&
        !worker->search->failed) {
        worker->unwind = SIZE_MAX;
    }
    return known;
}

FanKnown fan_worker_run(FanWorker *worker, FanStand stand, bool attacker) {
    FanSearch *shared = worker->search;
    FanMemoKey key = fan_memo_key(shared->memo, stand, attacker);
    FanKnown known;
    do {
        Node root = {.stand = stand, .key = key, .attacker = attacker};
        worker->unwind = SIZE_MAX;
        known = search(worker, &root, FAN_NUMBER_MAX, FAN_NUMBER_MAX);
        look_around(worker);
    } while (known.state != FAN_STATE_PROVED && known.state != FAN_STATE_REFUTED && !shared->stop &&
             !shared->failed);
    return known;
}
