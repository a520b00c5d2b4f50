/* Going through a certificate: every turn of the side to be refuted, the answers of the other.
 *
 * Positions are compared as the side to move sees them, turned by whichever symmetry of the board
 * makes them smallest. Those with the prover to move are met once each, in the order in which a
 * walk from the near to the far first comes to them, and take their answers from the certificate in
 * that order. */
#include "check/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Before a position that comes up without an answer: at the beginning. */
#define NOTHING UINT32_MAX

/* Stones of the side to move and of the other, bit by bit. */
typedef struct Form {
    uint64_t own, foe;
} Form;

typedef struct Met {
    Form form;
    uint32_t before;   /* the position whose answer let it come up, or NOTHING */
    uint32_t answer;   /* once answered */
    uint32_t bound;    /* of a win: the distance must be smaller */
    uint32_t distance; /* once answered */
} Met;

typedef struct Forms {
    Form *all;
    size_t count, capacity;
} Forms;

typedef struct Walk {
    const CheckCertificate *certificate;
    const struct CheckClaim *claim;
    CheckValueProbe *probe;
    CheckWatch *watch;
    void *context;
    Met *met;
    size_t count, capacity;
    uint32_t *places;
    size_t places_count;
    size_t answered; /* positions before this one have had their answers */
    uint64_t read;   /* bytes of the claim */
    uint64_t given;  /* answers, those with one choice too */
    Forms own, other;
    bool no_memory;
    /* The hole: after a position of the prover (or NOTHING: at the beginning) `steps` more
     * positions, after its answer and after the turn that follows. */
    uint32_t hole_after;
    int steps;
    Form hole_forms[2];
    const char *reason;
} Walk;

/* --- forms ---------------------------------------------------------------------------------------
 */

static Form form_by(const CheckPosition *position, bool files, bool ranks, bool exchange) {
    Form form = {0, 0};
    for (int rank = 0; rank < position->ranks; rank++) {
        for (int file = 0; file < position->files; file++) {
            int to_file = files ? position->files - 1 - file : file;
            int to_rank = ranks ? position->ranks - 1 - rank : rank;
            int point = exchange ? to_file * position->files + to_rank
                                 : to_rank * position->files + to_file;
            char stone = position->stones[rank][file];
            form.own |= (uint64_t)(stone == position->side) << point;
            form.foe |= (uint64_t)(stone == check_other_side(position->side)) << point;
        }
    }
    return form;
}

static int compare_forms(const void *a, const void *b) {
    const Form *first = a, *second = b;
    if (first->own != second->own) {
        return first->own < second->own ? -1 : 1;
    }
    return first->foe < second->foe ? -1 : first->foe > second->foe;
}

static bool same_form(Form a, Form b) {
    return a.own == b.own && a.foe == b.foe;
}

static Form form_of(const CheckPosition *position) {
    Form least = form_by(position, false, false, false);
    int count = position->files == position->ranks ? 8 : 4;
    for (int i = 1; i < count; i++) {
        Form form = form_by(position, i & 1, i & 2, i & 4);
        if (compare_forms(&form, &least) < 0) {
            least = form;
        }
    }
    return least;
}

/* A position of this form, White to move. */
static CheckPosition position_of(const Walk *walk, Form form) {
    CheckPosition position = walk->certificate->position;
    position.side = CHECK_WHITE;
    for (int rank = 0; rank < position.ranks; rank++) {
        for (int file = 0; file < position.files; file++) {
            int point = rank * position.files + file;
            position.stones[rank][file] = form.own >> point & 1   ? CHECK_WHITE
                                          : form.foe >> point & 1 ? CHECK_BLACK
                                                                  : CHECK_EMPTY;
        }
    }
    return position;
}

static bool note_form(void *context, const CheckTurn *turn) {
    Forms *forms = context;
    if (forms->count == forms->capacity) {
        size_t capacity = forms->capacity == 0 ? 64 : forms->capacity * 2;
        Form *all = realloc(forms->all, capacity * sizeof *all);
        if (all == NULL) {
            return false;
        }
        forms->all = all;
        forms->capacity = capacity;
    }
    forms->all[forms->count++] = form_of(&turn->after);
    return true;
}

/* What follows a position, sorted, each form once. */
static bool list_following(Walk *walk, Form form, Forms *forms) {
    CheckPosition position = position_of(walk, form);
    forms->count = 0;
    if (!check_turns_visit(&walk->certificate->rules, &position, note_form, forms)) {
        walk->no_memory = true;
        return false;
    }
    if (forms->count == 0) {
        return true;
    }
    qsort(forms->all, forms->count, sizeof *forms->all, compare_forms);
    size_t kept = 1;
    for (size_t i = 1; i < forms->count; i++) {
        if (!same_form(forms->all[i], forms->all[kept - 1])) {
            forms->all[kept++] = forms->all[i];
        }
    }
    forms->count = kept;
    return true;
}

/* --- positions met -------------------------------------------------------------------------------
 */

static uint32_t *place_of(const Walk *walk, Form form) {
    uint64_t key = form.own * 0x9E3779B97F4A7C15u + form.foe * 0xC2B2AE3D27D4EB4Fu;
    size_t at = (size_t)(key ^ key >> 31) % walk->places_count;
    while (walk->places[at] != 0 && !same_form(walk->met[walk->places[at] - 1].form, form)) {
        at = (at + 1) % walk->places_count;
    }
    return &walk->places[at];
}

static bool make_room(Walk *walk) {
    if (walk->count < walk->capacity) {
        return true;
    }
    size_t capacity = walk->capacity == 0 ? 512 : walk->capacity * 2;
    Met *met = realloc(walk->met, capacity * sizeof *met);
    if (met != NULL) {
        walk->met = met;
    }
    uint32_t *places = calloc(capacity * 2, sizeof *places);
    if (met == NULL || places == NULL) {
        free(places);
        walk->no_memory = true;
        return false;
    }
    free(walk->places);
    walk->places = places;
    walk->places_count = capacity * 2;
    walk->capacity = capacity;
    for (size_t i = 0; i < walk->count; i++) {
        *place_of(walk, walk->met[i].form) = (uint32_t)i + 1;
    }
    return true;
}

/* --- holes ---------------------------------------------------------------------------------------
 */

static bool fail(Walk *walk, const char *reason, int steps) {
    walk->reason = reason;
    walk->steps = steps;
    return false;
}

/* The prover is to move in a position after `before`'s answer; false where that is a hole. */
static bool meet(Walk *walk, Form form, uint32_t before, uint32_t bound, int steps) {
    if (!make_room(walk)) {
        return false;
    }
    uint32_t *place = place_of(walk, form);
    if (*place == 0) {
        walk->met[walk->count] = (Met){form, before, 0, bound, 0};
        *place = (uint32_t)++walk->count;
        return true;
    }
    Met *met = &walk->met[*place - 1];
    if (*place - 1 < walk->answered) {
        return met->distance < bound || !walk->claim->win ||
               fail(walk, "the distance does not get smaller", steps);
    }
    if (bound < met->bound) {
        met->bound = bound;
        met->before = before;
    }
    return true;
}

static int count_bits(uint64_t set) {
    int count = 0;
    for (; set != 0; set >>= 1) {
        count += (int)(set & 1);
    }
    return count;
}

/* Whether the game or the tables end a position; *holds: whether the claim is right there, else the
 * reason is set. */
static bool is_end(Walk *walk, Form form, bool prover, int steps, bool *holds) {
    int value;
    *holds = true;
    if (form.own == 0 || form.foe == 0) { /* R5.1 */
        if ((form.own == 0) == prover) {
            *holds = fail(walk, "the last stone is lost (R5.1)", steps);
        }
        return true;
    }
    if (count_bits(form.own) + count_bits(form.foe) > walk->certificate->stones) {
        return false;
    }
    CheckPosition position = position_of(walk, form);
    if (!walk->probe(walk->context, &position, &value)) {
        *holds = fail(walk, "no table that it names knows the position", steps);
        return true;
    }
    int worth = prover ? value : -value;
    if (worth < 0 || (worth == 0 && walk->claim->win)) {
        *holds = fail(walk, worth < 0 ? "a loss by the tables" : "a draw by the tables", steps);
    }
    return true;
}

/* R5.2 */
static bool is_stuck_well(Walk *walk, bool prover, int steps) {
    bool draw = walk->certificate->rules.blocked == CHECK_BLOCKED_DRAW;
    bool holds = draw ? !walk->claim->win : !prover;
    return holds || fail(walk, "no turn is left (R5.2)", steps);
}

/* Whatever the other side does after an answer. */
static bool try_all(Walk *walk, Form form, uint32_t before, uint32_t bound) {
    bool holds;
    walk->hole_after = before;
    walk->hole_forms[0] = form;
    if (is_end(walk, form, false, 1, &holds)) {
        return holds;
    }
    if (!list_following(walk, form, &walk->other)) {
        return false;
    }
    if (walk->other.count == 0) {
        return is_stuck_well(walk, false, 1);
    }
    for (size_t i = 0; i < walk->other.count; i++) {
        Form next = walk->other.all[i];
        walk->hole_forms[1] = next;
        if (is_end(walk, next, true, 2, &holds) ? !holds : !meet(walk, next, before, bound, 2)) {
            return false;
        }
    }
    return true;
}

/* Seven bits a byte, lowest first. */
static bool read_number(Walk *walk, uint32_t *number) {
    uint64_t read = 0;
    for (int shift = 0; shift < 35; shift += 7) {
        if (walk->read == walk->claim->len_bytes) {
            return fail(walk, "the answers end too early", 0);
        }
        uint8_t byte = walk->claim->bytes[walk->read++];
        read |= (uint64_t)(byte & 127) << shift;
        if (byte < 128) {
            *number = (uint32_t)read;
            return read <= UINT32_MAX || fail(walk, "an answer is too large", 0);
        }
    }
    return fail(walk, "an answer is too large", 0);
}

static bool try_answer(Walk *walk, size_t now) {
    Met *met = &walk->met[now];
    uint32_t distance = 0;
    walk->hole_after = (uint32_t)now;
    if (!list_following(walk, met->form, &walk->own)) {
        return false;
    }
    if (walk->own.count == 0) {
        walk->answered++;
        return is_stuck_well(walk, true, 0);
    }
    if ((walk->own.count > 1 && !read_number(walk, &met->answer)) ||
        (walk->claim->win && !read_number(walk, &distance))) {
        return false;
    }
    if (met->answer >= walk->own.count) {
        return fail(walk, "there is no such answer", 0);
    }
    if (walk->claim->win && distance >= met->bound) {
        return fail(walk, "the distance does not get smaller", 0);
    }
    met->distance = distance;
    walk->answered++;
    walk->given++;
    return try_all(walk, walk->own.all[met->answer], (uint32_t)now,
                   walk->claim->win ? distance : UINT32_MAX);
}

/* --- the line of play that leads to a hole -------------------------------------------------------
 */

typedef struct Line {
    char *text;
    size_t length, capacity;
    CheckPosition position;
    const CheckRules *rules;
    Form wanted;
    bool found, no_memory;
} Line;

static bool add_text(Line *line, const char *text) {
    size_t length = strlen(text) + (line->length > 0);
    if (line->length + length + 1 > line->capacity) {
        size_t capacity = (line->length + length + 1) * 2;
        char *grown = realloc(line->text, capacity);
        if (grown == NULL) {
            line->no_memory = true;
            return false;
        }
        line->text = grown;
        line->capacity = capacity;
    }
    sprintf(line->text + line->length, "%s%s", line->length > 0 ? " " : "", text);
    line->length += length;
    return true;
}

static bool take_turn(void *context, const CheckTurn *turn) {
    Line *line = context;
    if (!same_form(form_of(&turn->after), line->wanted)) {
        return true;
    }
    line->found = true;
    if (add_text(line, turn->text)) {
        line->position = turn->after;
    }
    return false;
}

static void play_to(Line *line, Form wanted) {
    CheckPosition before = line->position;
    line->wanted = wanted;
    line->found = false;
    check_turns_visit(line->rules, &before, take_turn, line);
}

/* Plays from a position of the prover the turns up to the next one: its answer, and what follows.
 */
static void play_between(Walk *walk, Line *line, const Met *from, Form to) {
    if (!list_following(walk, from->form, &walk->own) || from->answer >= walk->own.count) {
        return;
    }
    Form answer = walk->own.all[from->answer];
    play_to(line, answer);
    if (!same_form(answer, to)) {
        play_to(line, to);
    }
}

/* The positions of the prover from the first to one, in order; *count of them. NULL without memory,
 * or where there are none. */
static uint32_t *list_path(const Walk *walk, uint32_t last, size_t *count) {
    size_t length = 0;
    for (uint32_t at = last; at != NOTHING; at = walk->met[at].before) {
        length++;
    }
    uint32_t *path = length == 0 ? NULL : malloc(length * sizeof *path);
    for (uint32_t at = last, i = (uint32_t)length; path != NULL && i-- > 0;
         at = walk->met[at].before) {
        path[i] = at;
    }
    *count = length;
    return path;
}

/* The turns up to where the walk failed. */
static void play_line(Walk *walk, Line *line, bool prover_begins) {
    size_t count = 0;
    uint32_t *path = list_path(walk, walk->hole_after, &count);
    for (size_t i = 0; path != NULL && i < count; i++) {
        const Met *met = &walk->met[path[i]];
        if (i > 0) {
            play_between(walk, line, &walk->met[path[i - 1]], met->form);
        } else if (!prover_begins) {
            play_to(line, met->form);
        }
    }
    free(path);
    for (int i = 0; i < walk->steps; i++) {
        bool turn = i > 0 || prover_begins || walk->hole_after != NOTHING;
        if (turn) { /* else it is the position that all begins with */
            play_to(line, walk->hole_forms[i]);
        }
    }
}

static void tell_hole(Walk *walk, bool prover_begins, CheckHoleFound *hole) {
    Line line = {.position = walk->certificate->position, .rules = &walk->certificate->rules};
    if (add_text(&line, "")) {
        play_line(walk, &line, prover_begins);
    }
    hole->line = line.text;
    hole->position = line.position;
    strcpy(hole->reason, walk->reason);
}

/* --- all of it -----------------------------------------------------------------------------------
 */

/* From the position of the certificate. */
static bool begin(Walk *walk, Form root, bool prover) {
    bool holds;
    walk->hole_after = NOTHING;
    if (is_end(walk, root, prover, 0, &holds)) {
        return holds;
    }
    return prover ? meet(walk, root, NOTHING, UINT32_MAX, 0)
                  : try_all(walk, root, NOTHING, UINT32_MAX);
}

static CheckVerdict go_through(Walk *walk, bool prover_begins) {
    enum { LOOK_EVERY = 256 };
    bool good = begin(walk, form_of(&walk->certificate->position), prover_begins);
    for (size_t now = 0; good && now < walk->count; now++) {
        if (now % LOOK_EVERY == 0 && walk->watch != NULL && !walk->watch(walk->context, now)) {
            return CHECK_STOPPED;
        }
        good = try_answer(walk, now);
    }
    if (good && (walk->read != walk->claim->len_bytes || walk->given != walk->claim->answers)) {
        walk->hole_after = NOTHING;
        good = fail(walk, "it has not as many answers as it needs", 0);
    }
    return walk->no_memory ? CHECK_NO_MEMORY : good ? CHECK_HOLDS : CHECK_HOLE;
}

CheckVerdict check_certificate_walk(const CheckCertificate *certificate, int claim,
                                    CheckValueProbe *probe, CheckWatch *watch, void *context,
                                    CheckHoleFound *hole) {
    Walk walk = {.certificate = certificate,
                 .claim = &certificate->claim[claim],
                 .probe = probe,
                 .watch = watch,
                 .context = context,
                 .reason = ""};
    /* A win is shown by who wins, the opposite by who is not to lose. */
    bool mover = certificate->position.side == walk.claim->side;
    bool prover_begins = mover == walk.claim->win;
    *hole = (CheckHoleFound){.line = NULL};
    CheckVerdict verdict = go_through(&walk, prover_begins);
    if (verdict == CHECK_HOLE) {
        tell_hole(&walk, prover_begins, hole);
    }
    free(walk.met);
    free(walk.places);
    free(walk.own.all);
    free(walk.other.all);
    return verdict;
}
