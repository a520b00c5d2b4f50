/* Turns as text (R9.1, R9.2). Reading goes in two: the text becomes a pattern of points and kinds,
 * some left open, and the pattern is held against the legal turns. */
#include "rules/bits.h"
#include "rules/draft.h"
#include "rules/text_in.h"
#include "rules/text_out.h"

#include <fanorona/text.h>

#include <string.h>

size_t fan_point_write(const FanBoard *board, FanPoint point, char *text) {
    Out out = out_begin(text, FAN_POINT_TEXT_MAX);
    out_char(&out, (char)('a' + point % board->files));
    out_number(&out, point / board->files + 1u);
    return out_end(&out);
}

size_t fan_turn_write(const FanBoard *board, const FanTurn *turn, char *text) {
    if (turn->from == FAN_HAND) {
        return fan_point_write(board, turn->steps[0].to, text);
    }
    size_t length = fan_point_write(board, turn->from, text);
    for (unsigned i = 0; i < turn->count; i++) {
        text[length++] = '-';
        length += fan_point_write(board, turn->steps[i].to, text + length);
        if (turn->steps[i].kind != FAN_PAIKA) {
            text[length++] = turn->steps[i].kind == FAN_APPROACH ? 'A' : 'W';
        }
    }
    text[length] = '\0';
    return length;
}

/* The longest number that is a rank (R9.2); returns its length. */
static size_t read_rank(const FanBoard *board, const char *text, size_t length, unsigned *rank) {
    size_t best = 0;
    unsigned value = 0;
    for (size_t i = 0; i < length && is_digit(text[i]) && text[0] != '0'; i++) {
        value = value * 10 + (unsigned)(text[i] - '0');
        if (value > board->ranks) {
            break;
        }
        *rank = value;
        best = i + 1;
    }
    return best;
}

size_t fan_point_read(const FanBoard *board, const char *text, size_t length, FanPoint *point) {
    unsigned rank = 0;
    if (length < 2 || lower(text[0]) < 'a' || lower(text[0]) >= 'a' + board->files) {
        return 0;
    }
    size_t digits = read_rank(board, text + 1, length - 1, &rank);
    if (digits == 0) {
        return 0;
    }
    *point = (FanPoint)((rank - 1) * board->files + (unsigned)(lower(text[0]) - 'a'));
    return digits + 1;
}

/* A turn as written: kinds may be left open. One step more than any turn has is enough to see it is
 * too long. */
enum { PATTERN_STEPS = FAN_CHAIN_MAX + 1 };
#define ANY_KIND FAN_PAIKA

typedef struct Pattern {
    FanPoint from;
    unsigned count;
    FanStep steps[PATTERN_STEPS]; /* kind ANY_KIND where it is left out */
    size_t from_offset, offsets[PATTERN_STEPS];
} Pattern;

typedef struct Reader {
    const FanBoard *board;
    const char *text;
    size_t at, end; /* blanks around the turn are outside */
    Pattern pattern;
    bool telo;               /* a point alone is a turn: a stone placed there (R9.1) */
    bool has_from, has_kind; /* has_kind: the last step has its kind */
    FanTurnFault fault;
} Reader;

/* The kind written at the reader's place, ANY_KIND if there is none. A `-` is W only at the end of
 * the turn or before another `-`; a letter is a kind only when no digit follows (R9.2). */
static FanKind kind_here(const Reader *r) {
    char c = lower(r->text[r->at]);
    char next = r->at + 1 < r->end ? r->text[r->at + 1] : '\0';
    bool last = r->at + 1 == r->end;
    if (c == '+' || (c == 'a' && !is_digit(next))) {
        return FAN_APPROACH;
    }
    if ((c == 'w' && !is_digit(next)) || (c == '-' && (last || next == '-'))) {
        return FAN_WITHDRAWAL;
    }
    return ANY_KIND;
}

static bool fail(Reader *r, FanTurnFault fault) {
    r->fault = fault;
    return false;
}

static bool read_kind(Reader *r, FanKind kind) {
    Pattern *pattern = &r->pattern;
    if (pattern->count == 0 && r->text[r->at] == '-' && r->at + 1 == r->end) {
        r->at = r->end;
        return fail(r, FAN_TURN_FAULT_END);
    }
    if (pattern->count == 0 || r->has_kind) {
        return fail(r, FAN_TURN_FAULT_KIND);
    }
    pattern->steps[pattern->count - 1].kind = (uint8_t)kind;
    r->has_kind = true;
    r->at++;
    return true;
}

static bool read_point(Reader *r) {
    Pattern *pattern = &r->pattern;
    FanPoint point;
    size_t length = fan_point_read(r->board, r->text + r->at, r->end - r->at, &point);
    if (length == 0) {
        return fail(r, is_letter(r->text[r->at]) ? FAN_TURN_FAULT_POINT : FAN_TURN_FAULT_CHARACTER);
    }
    if (!r->has_from) {
        pattern->from = point;
        pattern->from_offset = r->at;
        r->has_from = true;
    } else if (pattern->count < PATTERN_STEPS) {
        pattern->offsets[pattern->count] = r->at;
        pattern->steps[pattern->count++] = (FanStep){.to = point, .kind = ANY_KIND};
    } else {
        return fail(r, FAN_TURN_FAULT_LENGTH);
    }
    r->has_kind = false;
    r->at += length;
    return true;
}

static void make_placement(Pattern *pattern) {
    pattern->steps[pattern->count++] = (FanStep){.to = pattern->from, .kind = ANY_KIND};
    pattern->offsets[0] = pattern->from_offset;
    pattern->from = FAN_HAND;
}

static bool read_pattern(Reader *r) {
    while (r->end > r->at && is_blank(r->text[r->end - 1])) {
        r->end--;
    }
    while (r->at < r->end && is_blank(r->text[r->at])) {
        r->at++;
    }
    if (r->at == r->end) {
        return fail(r, FAN_TURN_FAULT_EMPTY);
    }
    if (!read_point(r)) {
        return false;
    }
    while (r->at < r->end) {
        FanKind kind = kind_here(r);
        if (kind != ANY_KIND) {
            if (!read_kind(r, kind)) {
                return false;
            }
            continue;
        }
        if (r->text[r->at] == '-') {
            r->at++;
        }
        if (!read_point(r)) {
            return false;
        }
    }
    if (r->pattern.count == 0 && r->telo) {
        make_placement(&r->pattern);
    }
    return r->pattern.count > 0 || fail(r, FAN_TURN_FAULT_END);
}

/* Holding a pattern against the legal turns. */
typedef struct Match {
    const FanBoard *board;
    const FanRules *rules;
    const Pattern *pattern;
    size_t count; /* turns that fit */
    FanTurn candidate[FAN_CANDIDATES_MAX];
    bool refused;
    FanRefusal refusal; /* of the longest beginning that fits no turn */
} Match;

static void note_refusal(Match *match, FanRefusal refusal) {
    if (match->refused && refusal.step <= match->refusal.step) {
        return;
    }
    match->refusal = refusal;
    match->refused = true;
}

static void match_end(Match *match, const FanDraft *draft) {
    FanRefusal refusal = fan_stop_refusal(match->board, match->rules, draft);
    if (refusal.code != FAN_LEGAL) {
        note_refusal(match, refusal);
        return;
    }
    if (match->count < FAN_CANDIDATES_MAX) {
        match->candidate[match->count] = draft->turn;
    }
    match->count++;
}

static void match_from(Match *match, const FanDraft *draft, FanPoint from);

/* Goes on with one capture of the step the pattern wants; false if it takes nothing. */
static bool match_capture(Match *match, const FanDraft *draft, FanPoint from, FanStep step) {
    FanOpenStep open = fan_draft_known_step(match->board, draft, from, step);
    if (!open.taken) {
        return false;
    }
    FanDraft next = *draft;
    fan_draft_push(&next, &open);
    match_from(match, &next, step.to);
    return true;
}

/* The step is legal in the kind the pattern has, or in some kind if it has none; the few ways are
 * tried one by one, for a list of all open steps on every level would be too much for the stack of
 * WebAssembly. */
static void match_step(Match *match, const FanDraft *draft, FanPoint from, FanStep wanted) {
    bool captures = false;
    for (FanKind kind = FAN_APPROACH; kind <= FAN_WITHDRAWAL; kind++) {
        if (wanted.kind == ANY_KIND || wanted.kind == kind) {
            captures |= match_capture(match, draft, from, (FanStep){wanted.to, (uint8_t)kind});
        }
    }
    if (captures) {
        return;
    }
    FanDraft next = *draft;
    FanOpenStep paika = fan_draft_known_step(match->board, draft, from, wanted);
    fan_draft_push(&next, &paika);
    match_from(match, &next, wanted.to);
}

static void match_from(Match *match, const FanDraft *draft, FanPoint from) {
    unsigned at = draft->turn.count;
    if (at == match->pattern->count) {
        match_end(match, draft);
        return;
    }
    FanStep wanted = match->pattern->steps[at];
    FanRefusal refusal =
        fan_step_refusal(match->board, match->rules, draft, from, wanted.to, wanted.kind);
    if (refusal.code == FAN_LEGAL) {
        match_step(match, draft, from, wanted);
    } else {
        note_refusal(match, refusal);
    }
}

static size_t refusal_offset(const Pattern *pattern, const FanRefusal *refusal) {
    bool about_stone = refusal->code == FAN_REFUSED_EMPTY || refusal->code == FAN_REFUSED_ENEMY ||
                       refusal->code == FAN_REFUSED_ENDED || refusal->code == FAN_REFUSED_PLACE;
    if (about_stone) {
        return pattern->from_offset;
    }
    return pattern->offsets[refusal->step < pattern->count ? refusal->step : pattern->count - 1];
}

static void fill_error(FanTurnError *error, FanTurnReading reading, const Reader *r,
                       const Match *match) {
    if (!error) {
        return;
    }
    memset(error, 0, sizeof *error);
    error->reading = (uint8_t)reading;
    if (reading == FAN_TURN_MALFORMED) {
        error->fault = (uint8_t)r->fault;
        error->offset = r->at;
    } else if (reading == FAN_TURN_ILLEGAL) {
        error->refusal = match->refusal;
        error->offset = refusal_offset(&r->pattern, &match->refusal);
    } else if (reading == FAN_TURN_AMBIGUOUS) {
        error->candidates = match->count;
        memcpy(error->candidate, match->candidate, sizeof match->candidate);
    }
}

FanTurnReading fan_turn_read(const FanBoard *board, const FanRules *rules,
                             const FanPosition *position, const char *text, size_t length,
                             FanTurn *turn, FanTurnError *error) {
    Reader reader = {
        .board = board, .text = text, .end = length, .telo = position->mode == FAN_MODE_TELO};
    Match match = {.board = board, .rules = rules, .pattern = &reader.pattern};
    FanTurnReading reading = FAN_TURN_READ;
    if (length > FAN_TURN_INPUT_MAX) {
        reader.at = FAN_TURN_INPUT_MAX;
        reader.fault = FAN_TURN_FAULT_LENGTH;
        reading = FAN_TURN_MALFORMED;
    } else if (!read_pattern(&reader)) {
        reading = FAN_TURN_MALFORMED;
    } else {
        FanDraft draft;
        fan_draft_begin(&draft, position);
        match_from(&match, &draft, reader.pattern.from);
        if (match.count == 0) {
            reading = FAN_TURN_ILLEGAL;
        } else if (match.count > 1) {
            reading = FAN_TURN_AMBIGUOUS;
        } else {
            *turn = match.candidate[0];
        }
    }
    fill_error(error, reading, &reader, &match);
    return reading;
}
