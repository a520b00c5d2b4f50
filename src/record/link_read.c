#include "record/build.h"
#include "rules/text_in.h"
#include "rules/text_out.h"

#include <fanorona/link.h>
#include <string.h>

/* A stretch of the text. */
typedef struct Slice {
    size_t at, length;
} Slice;

/* The keys in their order. */
enum { KEY_VARIANT, KEY_RULES, KEY_START, KEY_TURNS, KEY_PLY, KEY_END, KEYS };
static const char key_letters[KEYS + 1] = "vrstpe";

typedef struct LinkReader {
    const char *text;
    size_t length;
    FanBoard *board;
    FanGame *game;
    FanLinkError *error;
    Slice values[KEYS];
    bool given[KEYS];
    FanRules rules;
} LinkReader;

static Out begin_reason(const LinkReader *reader) {
    return out_begin(reader->error->reason, sizeof reader->error->reason);
}

static void end_reason(LinkReader *reader, Out *out) {
    out_clause(out, reader->error->clause);
    out_end(out);
}

/* Notes where and what kind; the sentence is still to come. */
static void note(LinkReader *reader, FanLinkStatus status, size_t offset, FanClause clause) {
    reader->error->status = (uint8_t)status;
    reader->error->offset = offset;
    reader->error->clause = clause;
    reader->error->reason[0] = '\0';
}

static bool fail(LinkReader *reader, FanLinkStatus status, size_t offset, FanClause clause,
                 const char *sentence) {
    note(reader, status, offset, clause);
    Out out = begin_reason(reader);
    out_text(&out, sentence);
    end_reason(reader, &out);
    return false;
}

/* A sentence written by the rules, then the clause. */
static void end_written(LinkReader *reader, Out *out, size_t written) {
    out->length += written;
    end_reason(reader, out);
}

/* --- Keys --------------------------------------------------------------------------------------
 */

static const char *slice_text(const LinkReader *reader, Slice slice) {
    return reader->text + slice.at;
}

/* From `at` to before the next of a character or the end of `within`. */
static Slice cut(const LinkReader *reader, size_t at, size_t end, char at_character) {
    const char *found = at < end ? memchr(reader->text + at, at_character, end - at) : NULL;
    return (Slice){at, (found ? (size_t)(found - reader->text) : end) - at};
}

static bool read_key(LinkReader *reader, Slice item, int *last) {
    const char *text = slice_text(reader, item);
    const char *key = item.length > 1 && text[1] == '=' ? strchr(key_letters, text[0]) : NULL;
    if (!key || !*key) {
        return fail(reader, FAN_LINK_KEY, item.at, 0,
                    "the link has a part that is none of v= r= s= t= p= e=");
    }
    int index = (int)(key - key_letters);
    if (index <= *last) {
        return fail(reader, FAN_LINK_KEY, item.at, 0,
                    "the parts of the link are not in the order v r s t p e, each once");
    }
    *last = index;
    reader->given[index] = true;
    reader->values[index] = (Slice){item.at + 2, item.length - 2};
    return true;
}

static bool read_keys(LinkReader *reader) {
    static const char version[] = "g=1";
    int last = -1;
    if (reader->length > FAN_LINK_TEXT_MAX) {
        return fail(reader, FAN_LINK_LENGTH, FAN_LINK_TEXT_MAX, 0,
                    "the link is longer than 65536 bytes");
    }
    Slice item = cut(reader, 0, reader->length, '&');
    if (item.length != strlen(version) || memcmp(reader->text, version, item.length) != 0) {
        return fail(
            reader, FAN_LINK_VERSION, 0, 0,
            "the link does not begin with g=1: it holds no game, or one of a later version");
    }
    while (item.at + item.length < reader->length) {
        item = cut(reader, item.at + item.length + 1, reader->length, '&');
        if (!read_key(reader, item, &last)) {
            return false;
        }
    }
    return true;
}

/* --- Rules and start ---------------------------------------------------------------------------
 */

static bool read_rules(LinkReader *reader) {
    Slice variant = reader->values[KEY_VARIANT], rules = reader->values[KEY_RULES];
    FanRulesError error;
    reader->rules = fan_rules_default();
    if (reader->given[KEY_RULES] &&
        !fan_rules_read(&reader->rules, slice_text(reader, rules), rules.length, &error)) {
        note(reader, FAN_LINK_RULES, rules.at + error.offset, FAN_CLAUSE(8, 0));
        Out out = begin_reason(reader);
        end_written(reader, &out,
                    fan_rules_error_write(&error, slice_text(reader, rules), out.text, out.size));
        return false;
    }
    const char *name = reader->given[KEY_VARIANT] ? slice_text(reader, variant) : "tsivy";
    size_t length = reader->given[KEY_VARIANT] ? variant.length : strlen(name);
    if (!fan_variant_read(reader->board, &reader->rules, name, length)) {
        return fail(reader, FAN_LINK_VARIANT, variant.at, FAN_CLAUSE(1, 3),
                    "the variant is neither tsivy, dimy nor telo nor a size such as 7x3");
    }
    if (!fan_rules_fit(&reader->rules, reader->board)) {
        return fail(reader, FAN_LINK_RULES, rules.at, FAN_CLAUSE(7, 1),
                    "vela is played on tsivy and dimy only");
    }
    return true;
}

static bool read_start(LinkReader *reader, FanPosition *start) {
    Slice slice = reader->values[KEY_START];
    char text[FAN_POSITION_INPUT_MAX + 1];
    FanSetupError error;
    FanBoard board;
    FanRules rules = reader->rules;
    if (!reader->given[KEY_START]) {
        *start = fan_position_start(reader->board, &reader->rules);
        return true;
    }
    size_t length = slice.length < sizeof text ? slice.length : sizeof text;
    for (size_t i = 0; i < length; i++) {
        char c = reader->text[slice.at + i];
        text[i] = c == '.' ? ' ' : c;
    }
    if (fan_position_read(&board, start, &rules, reader->board, text, length, &error, 1) > 0) {
        note(reader, FAN_LINK_SETUP, slice.at + error.offset, FAN_CLAUSE(9, 4));
        Out out = begin_reason(reader);
        end_written(reader, &out, fan_setup_error_write(&error, text, out.text, out.size));
        return false;
    }
    if (rules.telo != reader->rules.telo || rules.vela != reader->rules.vela) {
        return fail(reader, FAN_LINK_SETUP, slice.at, FAN_CLAUSE(9, 4),
                    "the position is not of the variant and the rules of the link");
    }
    return true;
}

/* --- Turns -------------------------------------------------------------------------------------
 */

static bool fail_turn(LinkReader *reader, Slice slice, const FanTurnError *error) {
    FanClause clause =
        error->reading == FAN_TURN_ILLEGAL ? error->refusal.clause : FAN_CLAUSE(9, 2);
    note(reader, FAN_LINK_TURN, slice.at + error->offset, clause);
    Out out = begin_reason(reader);
    out_text(&out, "turn ");
    out_number(&out, reader->game->length + 1);
    out_text(&out, " is ");
    fan_turn_error_write(reader->board, error, slice_text(reader, slice), slice.length,
                         out.text + out.length, out.size - out.length);
    return false;
}

static bool read_turn(LinkReader *reader, Slice slice) {
    FanGame *game = reader->game;
    FanTurn turn;
    FanTurnError error;
    if (fan_game_read(game, slice_text(reader, slice), slice.length, &turn, &error) !=
        FAN_TURN_READ) {
        return fail_turn(reader, slice, &error);
    }
    return fan_game_play(game, &turn, NULL) == FAN_GAME_OK ||
           fail(reader, FAN_LINK_FULL, slice.at, 0,
                "the game has more turns than there is room for");
}

static bool read_turns(LinkReader *reader) {
    Slice turns = reader->values[KEY_TURNS];
    size_t end = turns.at + turns.length;
    if (!reader->given[KEY_TURNS]) {
        return true;
    }
    for (size_t at = turns.at; at <= end;) {
        Slice turn = cut(reader, at, end, '.');
        if (!read_turn(reader, turn)) {
            return false;
        }
        at = turn.at + turn.length + 1;
    }
    return true;
}

static bool read_ply(LinkReader *reader, size_t *ply) {
    Slice slice = reader->values[KEY_PLY];
    size_t value = 0;
    bool fine = slice.length > 0;
    for (size_t i = 0; fine && i < slice.length; i++) {
        char c = reader->text[slice.at + i];
        fine = is_digit(c);
        value = value * 10 + (size_t)(c - '0');
        fine = fine && value <= reader->game->length;
    }
    *ply = reader->given[KEY_PLY] ? value : reader->game->length;
    return !reader->given[KEY_PLY] || fine ||
           fail(reader, FAN_LINK_PLY, slice.at, 0,
                "p= must be a number from 0 to the number of turns");
}

/* --- The end -----------------------------------------------------------------------------------
 */

/* The outcome that a value of `e` stands for; FAN_ONGOING if it is none by word (R5.5). */
static FanOutcome read_outcome(const char *text, size_t length) {
    static const char letters[] = "wbd";
    FanOutcome outcome = {.result = FAN_ONGOING};
    const char *letter = length > 0 && *text ? strchr(letters, *text) : NULL;
    if (!letter || (length > 1 && text[1] != '.')) {
        return outcome;
    }
    FanResult result = (FanResult)(FAN_WHITE_WINS + (letter - letters));
    if (length > 1) {
        FanReason reason = fan_reason_read(text + 2, length - 2);
        if (!fan_reason_by_word(reason) ||
            (reason == FAN_REASON_AGREEMENT) != (result == FAN_DRAWN)) {
            return outcome;
        }
        outcome.reason = (uint8_t)reason;
    }
    outcome.result = (uint8_t)result;
    outcome.clause = FAN_CLAUSE(5, 5);
    return outcome;
}

static bool read_end(LinkReader *reader) {
    Slice slice = reader->values[KEY_END];
    if (!reader->given[KEY_END]) {
        return true;
    }
    if (reader->game->outcome.result != FAN_ONGOING) {
        return fail(reader, FAN_LINK_END, slice.at, reader->game->outcome.clause,
                    "e= ends a game that is over by the rules");
    }
    FanOutcome outcome = read_outcome(slice_text(reader, slice), slice.length);
    if (outcome.result == FAN_ONGOING) {
        return fail(reader, FAN_LINK_END, slice.at, FAN_CLAUSE(5, 5),
                    "e= must be w, b or d, alone or as in w.resignation, b.time, w.abandoned, "
                    "d.agreement");
    }
    reader->game->outcome = outcome;
    return true;
}

FanLinkStatus fan_link_read(const char *text, size_t length, FanBoard *board, FanGame *game,
                            FanPly *plies, size_t capacity, size_t *ply, FanLinkError *error) {
    FanLinkError unused;
    FanPosition start;
    LinkReader reader = {.text = text,
                         .length = length,
                         .board = board,
                         .game = game,
                         .error = error ? error : &unused};
    bool fine = read_keys(&reader) && read_rules(&reader) && read_start(&reader, &start);
    if (fine) {
        fan_game_begin(game, board, &reader.rules, &start, plies, capacity);
        fine = read_turns(&reader) && read_ply(&reader, ply) && read_end(&reader);
    }
    if (fine) {
        note(&reader, FAN_LINK_OK, 0, 0);
    }
    return (FanLinkStatus)reader.error->status;
}
