#include "proof/proof.h"

#include "proof/reading.h"
#include "proof/walk.h"
#include "rules/text_out.h"

#include <stdlib.h>

enum {
    FIRST = 1024,
    ANSWERS_MAX = 1 << 28, /* more than any memory holds */
    WATCH_EVERY = 4096,    /* answers: some hundredths of a second */
};

FanProof *fan_proof_new(const FanBoard *board, const FanRules *rules, const FanTables *tables) {
    FanProof *proof = NULL;
    if (!rules->telo && (!tables || fan_tables_fit(tables, board, rules))) {
        proof = calloc(1, sizeof *proof);
    }
    if (proof) {
        FanRules plain = fan_rules_default();
        plain.chain = rules->chain;
        plain.blocked = rules->blocked;
        fan_scene_init(&proof->scene, board, &plain);
        proof->tables = tables;
    }
    return proof;
}

void fan_proof_free(FanProof *proof) {
    if (proof) {
        free(proof->all);
        free(proof);
    }
}

void fan_proof_watch(FanProof *proof, FanProofWatch *watch, void *context) {
    proof->watch = watch;
    proof->context = context;
}

uint64_t fan_proof_answers(const FanProof *proof) {
    return proof->count;
}

bool fan_proof_fit(const FanProof *proof, const FanBoard *board, const FanRules *rules) {
    return proof && !rules->telo && board->files == proof->scene.board.files &&
           board->ranks == proof->scene.board.ranks && rules->chain == proof->scene.rules.chain &&
           rules->blocked == proof->scene.rules.blocked;
}

const char *fan_promise_word(FanPromise promise) {
    static const char *const words[] = {"none", "hold", "win"};
    return words[promise];
}

/* --- the list ------------------------------------------------------------------------------------
 */

static FanStand stand_at(const FanProved *proved) {
    return (FanStand){proved->own, proved->foe};
}

static unsigned plies_of(const FanProved *proved) {
    return (unsigned)(proved->low | proved->high << 15);
}

static FanProved make_proved(FanStand stand, unsigned plies) {
    return (FanProved){.own = stand.own & FAN_MOVE_CAPTURED_MASK,
                       .low = plies & 0x7FFF,
                       .foe = stand.foe & FAN_MOVE_CAPTURED_MASK,
                       .high = plies >> 15 & 0x7FFF};
}

/* Of one position, the nearest win first, what only holds last. */
static int compare(const void *a, const void *b) {
    const FanProved *first = a, *second = b;
    FanStand one = stand_at(first), other = stand_at(second);
    if (!same_stand(one, other)) {
        return stand_before(one, other) ? -1 : 1;
    }
    unsigned near = plies_of(first) - 1, far = plies_of(second) - 1; /* 0 becomes the largest */
    return near < far ? -1 : near > far;
}

static void sort_and_fold(FanProof *proof) {
    size_t kept = 0;
    if (proof->count > 0) { /* qsort takes no NULL */
        qsort(proof->all, proof->count, sizeof *proof->all, compare);
    }
    for (size_t i = 0; i < proof->count; i++) {
        if (kept == 0 || !same_stand(stand_at(&proof->all[kept - 1]), stand_at(&proof->all[i]))) {
            proof->all[kept++] = proof->all[i];
        }
    }
    proof->count = kept;
}

/* NULL: it is not there. */
static const FanProved *find(const FanProof *proof, FanStand stand) {
    size_t low = 0, high = proof->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (stand_before(stand_at(&proof->all[middle]), stand)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    bool found = low < proof->count && same_stand(stand_at(&proof->all[low]), stand);
    return found ? &proof->all[low] : NULL;
}

/* --- adding a certificate ------------------------------------------------------------------------
 */

/* Where the answers of a claim go as the walk asks for them. */
typedef struct Adding {
    FanProof *proof;
    FanClaim claim;
    size_t capacity; /* of the list */
    uint64_t added, of;
    bool stopped;
} Adding;

static bool refuse(FanProofError *error, const char *why) {
    Out out = out_begin(error->text, sizeof error->text);
    out_text(&out, why);
    out_end(&out);
    return false;
}

static bool append(Adding *adding, FanProved proved) {
    FanProof *proof = adding->proof;
    if (proof->count == adding->capacity) {
        size_t capacity = adding->capacity < FIRST ? FIRST : 2 * adding->capacity;
        FanProved *all = realloc(proof->all, capacity * sizeof *all);
        if (!all) {
            return false;
        }
        proof->all = all;
        adding->capacity = capacity;
    }
    proof->all[proof->count++] = proved;
    return true;
}

static bool goes_on(Adding *adding) {
    const FanProof *proof = adding->proof;
    adding->stopped = adding->added++ % WATCH_EVERY == 0 && proof->watch &&
                      !proof->watch(proof->context, adding->added, adding->of);
    return !adding->stopped;
}

static FanWalkStatus answer(void *context, FanStand stand, bool win, size_t choices,
                            unsigned *number, unsigned *distance) {
    Adding *adding = context;
    FanClaim *claim = &adding->claim;
    if (!goes_on(adding) || claim->answers-- == 0 ||
        (choices > 1 && !fan_claim_take(claim, number)) ||
        (win && (!fan_claim_take(claim, distance) || *distance >= FAN_PROVED_PLIES_MAX))) {
        return FAN_WALK_REFUSED;
    }
    unsigned plies = win ? *distance + 1 : 0;
    return append(adding, make_proved(stand, plies)) ? FAN_WALK_DONE : FAN_WALK_MEMORY;
}

/* Goes through one claim. */
static bool add_claim(Adding *adding, const FanReading *reading, unsigned index,
                      FanProofError *error) {
    const FanProof *proof = adding->proof;
    adding->claim = reading->claims[index];
    FanWalk walk = {.scene = &proof->scene,
                    .tables = proof->tables,
                    .stones = reading->stones,
                    .answer = answer,
                    .context = adding};
    FanWalkStatus status = fan_walk(&walk, fan_stand_of(&proof->scene, &reading->position),
                                    adding->claim.win, adding->claim.by_mover);
    fan_walk_free(&walk);
    if (adding->stopped) {
        return refuse(error, "stopped while it was gone through");
    }
    switch (status) {
    case FAN_WALK_MEMORY:
        return refuse(error, "not enough memory");
    case FAN_WALK_HOLE:
        return refuse(error, "what it claims does not hold here: solve check tells where");
    default:
        return (status == FAN_WALK_DONE && adding->claim.answers == 0 &&
                adding->claim.next == adding->claim.end) ||
               refuse(error, "damaged: its answers are not those it needs");
    }
}

/* Says of which game a certificate is. */
static bool refuse_other(FanProofError *error, const FanReading *reading) {
    Out out = out_begin(error->text, sizeof error->text);
    out_text(&out, "it is of another game: ");
    out_number(&out, reading->board.files);
    out_text(&out, "x");
    out_number(&out, reading->board.ranks);
    out_text(&out, reading->rules.chain == FAN_CHAIN_MANDATORY ? ", chain=mandatory" : "");
    out_text(&out, reading->rules.blocked == FAN_BLOCKED_DRAW ? ", blocked=draw" : "");
    out_end(&out);
    return false;
}

static bool refuse_without(FanProofError *error, unsigned stones, unsigned own, unsigned foe) {
    Out out = out_begin(error->text, sizeof error->text);
    out_text(&out, "it leans on endgame tables of up to ");
    out_number(&out, stones);
    out_text(&out, " stones, of which that of ");
    out_number(&out, own);
    out_text(&out, " against ");
    out_number(&out, foe);
    out_text(&out, " is not here (fanorona tables build --stones ");
    out_number(&out, stones);
    out_text(&out, " makes them)");
    out_end(&out);
    return false;
}

static bool fits(const FanProof *proof, const FanReading *reading, FanProofError *error) {
    if (!fan_proof_fit(proof, &reading->board, &reading->rules)) {
        return refuse_other(error, reading);
    }
    if (reading->claims[0].answers > ANSWERS_MAX || reading->claims[1].answers > ANSWERS_MAX) {
        return refuse(error, "it has too many answers");
    }
    for (unsigned i = 0; i < reading->tables_count; i++) {
        unsigned own, foe;
        fan_reading_table(reading, i, &own, &foe);
        if (!proof->tables || !fan_tables_hold(proof->tables, own, foe)) {
            return refuse_without(error, reading->stones, own, foe);
        }
    }
    return true;
}

bool fan_proof_add(FanProof *proof, const void *bytes, size_t len_bytes, FanProofError *error) {
    FanReading reading;
    size_t before = proof->count;
    const char *why = fan_reading_begin(&reading, bytes, len_bytes);
    if (why) {
        return refuse(error, why);
    }
    if (!fits(proof, &reading, error)) {
        return false;
    }
    Adding adding = {.proof = proof,
                     .capacity = before,
                     .of = reading.claims[0].answers + reading.claims[1].answers};
    for (unsigned i = 0; i < reading.claims_count; i++) {
        if (!add_claim(&adding, &reading, i, error)) {
            proof->count = before;
            return false;
        }
    }
    sort_and_fold(proof);
    return true;
}

/* --- asking --------------------------------------------------------------------------------------
 */

/* Whether the mover is saved by having no turn (R5.2). Of that certificates say nothing. */
static bool is_stuck_and_drawn(const FanProof *proof, FanStand stand) {
    const FanScene *scene = &proof->scene;
    FanPosition position = fan_stand_position(stand);
    return scene->rules.blocked == FAN_BLOCKED_DRAW && stand.own &&
           fan_moves(&scene->board, &scene->rules, &position, NULL, 0) == 0;
}

/* What certificates and tables say of a folded position, for its mover: the better of both. */
static FanPromised promised(const FanProof *proof, FanStand stand) {
    const FanProved *proved = find(proof, stand);
    unsigned plies = proved ? plies_of(proved) : 0;
    FanTableValue value;
    FanPosition position = fan_stand_position(stand);
    if (plies != 0) {
        return (FanPromised){FAN_PROMISE_WIN, plies};
    }
    bool known = proof->tables && fan_tables_value(proof->tables, &position, &value);
    if (known && value == FAN_TABLE_WIN) {
        return (FanPromised){FAN_PROMISE_WIN, 0};
    }
    bool holds = proved || (known ? value == FAN_TABLE_DRAW : is_stuck_and_drawn(proof, stand));
    return (FanPromised){holds ? FAN_PROMISE_HOLD : FAN_PROMISE_NONE, 0};
}

static bool is_of_the_game(const FanPosition *position) {
    return position->mode == FAN_MODE_CAPTURE && !position->first;
}

FanPromised fan_proof_promised(const FanProof *proof, const FanPosition *position) {
    return is_of_the_game(position) ? promised(proof, fan_stand_of(&proof->scene, position))
                                    : (FanPromised){FAN_PROMISE_NONE, 0};
}

/* The least of all that follow; where nothing does, the game has ended. */
static FanPromised least(const FanProof *proof, const FanStands *next, FanStand stand) {
    FanPromised least = {FAN_PROMISE_WIN, 0};
    bool lost = stand.own == 0 || proof->scene.rules.blocked == FAN_BLOCKED_LOSS;
    if (stand.foe == 0) {
        return (FanPromised){FAN_PROMISE_NONE, 0};
    }
    if (next->count == 0) {
        return (FanPromised){lost ? FAN_PROMISE_WIN : FAN_PROMISE_HOLD, 0};
    }
    for (size_t i = 0; i < next->count && least.promise != FAN_PROMISE_NONE; i++) {
        FanPromised found = promised(proof, next->all[i]);
        least.promise = found.promise < least.promise ? found.promise : least.promise;
        least.plies = found.plies > least.plies ? found.plies : least.plies;
    }
    return least.promise == FAN_PROMISE_WIN ? least : (FanPromised){least.promise, 0};
}

FanPromised fan_proof_keeps(const FanProof *proof, const FanPosition *position) {
    FanPromised kept = {FAN_PROMISE_NONE, 0};
    FanStand stand = fan_stand_of(&proof->scene, position);
    FanTableValue value;
    if (!is_of_the_game(position)) {
        return kept;
    }
    if (proof->tables && fan_tables_value(proof->tables, position, &value)) {
        kept.promise = value == FAN_TABLE_LOSS   ? FAN_PROMISE_WIN
                       : value == FAN_TABLE_DRAW ? FAN_PROMISE_HOLD
                                                 : FAN_PROMISE_NONE;
        return kept;
    }
    FanStands next = {0};
    if (fan_stand_follow(&proof->scene, stand, &next)) {
        kept = least(proof, &next, stand);
    }
    fan_stands_free(&next);
    return kept;
}

FanPromise fan_proof_promise(const FanProof *proof, const FanPosition *position) {
    return fan_proof_promised(proof, position).promise;
}

FanPromise fan_proof_kept(const FanProof *proof, const FanPosition *position) {
    return fan_proof_keeps(proof, position).promise;
}
