#include "proof/quiet.h"

#include "tables/tables.h"

#include <stdlib.h>

enum { FIRST = 1024 };

/* A position with the prover to move, by its number in the walk. */
typedef struct Answered {
    FanStand stand;
    unsigned answer, distance;
    unsigned run; /* quiet turns in a row from here on, at most, that leave the game going */
} Answered;

typedef struct Looking {
    const FanCertify *what;
    FanTableReader *reader; /* NULL: no tables, and nothing is looked up */
    unsigned limit;
    FanWalk walk;
    Answered *all;
    size_t count, capacity;
    FanStands own, other;
    FanQuiet quiet;
} Looking;

static FanWalkStatus note(void *context, FanStand stand, bool win, size_t choices, unsigned *answer,
                          unsigned *distance) {
    Looking *looking = context;
    const FanCertify *what = looking->what;
    (void)choices;
    if (!what->prover(what->context, stand, win, answer, distance)) {
        return FAN_WALK_REFUSED;
    }
    if (looking->count == looking->capacity) {
        size_t capacity = looking->capacity > 0 ? 2 * looking->capacity : FIRST;
        Answered *all = realloc(looking->all, capacity * sizeof *all);
        if (!all) {
            return FAN_WALK_MEMORY;
        }
        looking->all = all;
        looking->capacity = capacity;
    }
    looking->all[looking->count++] = (Answered){stand, *answer, *distance, 0};
    return FAN_WALK_DONE;
}

/* --- where the proof ends in tables -------------------------------------------------------------
 */

/* A position that the tables know, won by the prover without the limit; `counter`: quiet turns
 * before it. */
static void look_up(Looking *looking, FanStand stand, bool prover, unsigned counter,
                    FanInTime otherwise) {
    FanPosition position = fan_stand_position(stand);
    FanTableProbe probe;
    position.quiet = (uint16_t)counter;
    if (fan_table_reader_under(looking->reader, &position, looking->limit, &probe) !=
        FAN_PROBE_OK) {
        looking->quiet.in_time =
            looking->quiet.in_time == FAN_IN_TIME ? FAN_IN_TIME_OPEN : looking->quiet.in_time;
    } else if (probe.value != (prover ? FAN_TABLE_WIN : FAN_TABLE_LOSS)) {
        looking->quiet.in_time = otherwise;
    }
}

static bool is_leaf(const Looking *looking, FanStand stand) {
    return !stand.own || !stand.foe || stand_stones(stand) <= looking->what->stones;
}

/* A position after a capture. */
static void look_after_capture(Looking *looking, FanStand stand, bool prover) {
    if (stand.own && stand.foe && is_leaf(looking, stand)) {
        look_up(looking, stand, prover, 0, FAN_IN_TIME_MAYBE);
    }
}

/* --- quiet runs ---------------------------------------------------------------------------------
 */

/* The longest run with the other side to move, whose answers are known; of a side without a turn 0:
 * the game is over before the limit is looked at (R5.6). Returns false without memory. */
static bool run_of_other(Looking *looking, FanStand stand, unsigned *run) {
    *run = 0;
    if (is_leaf(looking, stand)) {
        return true;
    }
    if (!fan_stand_follow(looking->what->scene, stand, &looking->other)) {
        return false;
    }
    for (size_t i = 0; i < looking->other.count; i++) {
        FanStand next = looking->other.all[i];
        if (!is_quiet(stand, next)) {
            look_after_capture(looking, next, true);
            continue;
        }
        const Answered *answered = &looking->all[fan_walk_find(&looking->walk, next)];
        *run = answered->run + 1 > *run ? answered->run + 1 : *run;
    }
    return true;
}

static void note_run(Looking *looking, unsigned run) {
    looking->quiet.longest = run > looking->quiet.longest ? run : looking->quiet.longest;
}

/* Everything nearer to the end has its run. */
static bool find_run(Looking *looking, Answered *answered) {
    unsigned run;
    if (!fan_stand_follow(looking->what->scene, answered->stand, &looking->own)) {
        return false;
    }
    FanStand next = looking->own.all[answered->answer];
    bool quiet = is_quiet(answered->stand, next);
    if (!run_of_other(looking, next, &run)) {
        return false;
    }
    if (!quiet) {
        look_after_capture(looking, next, false);
        note_run(looking, run);
        return true;
    }
    bool blocked = !is_leaf(looking, next) && looking->other.count == 0;
    answered->run = blocked ? 0 : run + 1;
    note_run(looking, answered->run);
    return true;
}

typedef struct Place {
    unsigned distance;
    size_t number;
} Place;

static int compare(const void *a, const void *b) {
    const Place *first = a, *second = b;
    return first->distance < second->distance ? -1 : first->distance > second->distance;
}

/* The distance of a position is larger than those of all that its answer leads to. */
static bool find_runs(Looking *looking) {
    Place *places = malloc((looking->count + 1) * sizeof *places);
    bool good = places != NULL;
    for (size_t i = 0; good && i < looking->count; i++) {
        places[i] = (Place){looking->all[i].distance, i};
    }
    if (good) {
        qsort(places, looking->count, sizeof *places, compare);
    }
    for (size_t i = 0; good && i < looking->count; i++) {
        good = find_run(looking, &looking->all[places[i].number]);
    }
    free(places);
    return good;
}

/* The run that the position itself is in. */
static bool find_first_run(Looking *looking, FanStand root, bool prover) {
    unsigned run, counter = looking->what->position->quiet;
    if (!root.own || !root.foe) {
        return true;
    }
    if (is_leaf(looking, root)) {
        look_up(looking, root, prover, counter, FAN_IN_TIME_NOT);
        return true;
    }
    if (prover) {
        run = looking->all[fan_walk_find(&looking->walk, root)].run;
    } else if (!run_of_other(looking, root, &run)) {
        return false;
    }
    note_run(looking, run > 0 ? counter + run : 0);
    return true;
}

static FanCertifyStatus look(Looking *looking) {
    const FanCertify *what = looking->what;
    bool prover = what->worth == FAN_WORTH_WIN;
    FanStand root = fan_stand_of(what->scene, what->position);
    FanWalkStatus status = fan_walk(&looking->walk, root, true, prover);
    if (status == FAN_WALK_DONE &&
        (!find_runs(looking) || !find_first_run(looking, root, prover))) {
        status = FAN_WALK_MEMORY;
    }
    if (looking->quiet.longest >= looking->limit && looking->quiet.in_time != FAN_IN_TIME_NOT) {
        looking->quiet.in_time = FAN_IN_TIME_MAYBE;
    }
    return fan_certify_status(status);
}

FanCertifyStatus fan_quiet_look(const FanCertify *what, unsigned limit, FanQuiet *quiet) {
    Looking looking = {.what = what, .limit = limit, .quiet = {.in_time = FAN_IN_TIME}};
    looking.walk = (FanWalk){.scene = what->scene,
                             .tables = what->tables,
                             .stones = what->stones,
                             .answer = note,
                             .context = &looking};
    looking.reader = what->tables ? fan_table_reader_new(what->tables) : NULL;
    FanCertifyStatus status = what->tables && !looking.reader ? FAN_CERTIFY_MEMORY : look(&looking);
    *quiet = looking.quiet;
    fan_table_reader_free(looking.reader);
    fan_walk_free(&looking.walk);
    fan_stands_free(&looking.own);
    fan_stands_free(&looking.other);
    free(looking.all);
    return status;
}
