#include "record/parse.h"

#include "record/build.h"
#include "record/utf8.h"
#include "rules/text_in.h"

#include <string.h>

static size_t left(const Parser *parser) {
    return (size_t)(parser->end - parser->at);
}

/* --- Faults ------------------------------------------------------------------------------------
 */

/* A comment that holds the tags of another game was never closed, if another comment begins after
 * them or anything after it is wrong: what it swallowed begins a game. */
static void blame_comment(Parser *parser) {
    parser->fault->code = FAN_FAULT_COMMENT_OPEN;
    parser->fault->clause = 0;
    parser->where = parser->comment;
    parser->resume = parser->hidden;
    parser->skip = SKIP_NOTHING;
    fan_fault_write(parser->fault, parser->comment, 1);
}

/* Notes all of a fault but its sentence; whether there is one. */
static bool begin_fault(Parser *parser, FanRecordFaultCode code, const char *where, SkipFrom skip,
                        FanClause clause) {
    if (parser->at == parser->end && !parser->ended) {
        parser->status = PARSE_MORE;
        return false;
    }
    parser->status = PARSE_FAULT;
    parser->fault->code = (uint8_t)code;
    parser->fault->clause = clause;
    parser->where = where;
    parser->resume = parser->at;
    parser->skip = skip;
    parser->depth = parser->line->depth;
    if (parser->hidden) {
        blame_comment(parser);
    }
    return !parser->hidden;
}

bool fan_parse_fail_clause(Parser *parser, FanRecordFaultCode code, const char *where,
                           SkipFrom skip, FanClause clause) {
    if (begin_fault(parser, code, where, skip, clause)) {
        fan_fault_write(parser->fault, where, (size_t)(parser->end - where));
    }
    return false;
}

bool fan_parse_fail(Parser *parser, FanRecordFaultCode code, const char *where, SkipFrom skip) {
    return fan_parse_fail_clause(parser, code, where, skip, 0);
}

bool fan_parse_edit(Parser *parser, FanEdit edit, const char *where, SkipFrom skip) {
    if (edit == FAN_EDIT_OK) {
        return true;
    }
    if (edit == FAN_EDIT_MEMORY) {
        parser->status = PARSE_MEMORY;
        return false;
    }
    bool items = parser->record->items_count == FAN_RECORD_ITEMS_MAX;
    return fan_parse_fail(parser, items ? FAN_FAULT_ITEMS : FAN_FAULT_TEXT, where, skip);
}

/* A character that has no place here; steps over it. */
static bool fail_character(Parser *parser, const char *where, SkipFrom skip) {
    uint32_t character = 0;
    parser->at = where;
    size_t bytes = fan_utf8_read(where, left(parser) ? left(parser) : 1, &character);
    /* A character cut by the end of the text may be good. */
    parser->at = bytes == 0 && left(parser) < 4 && !parser->ended ? parser->end
                                                                  : where + (bytes ? bytes : 1);
    FanRecordFaultCode code = bytes == 0                  ? FAN_FAULT_UTF8
                              : fan_is_control(character) ? FAN_FAULT_CONTROL
                                                          : FAN_FAULT_CHARACTER;
    if (parser->at == parser->end && bytes > 0 && !parser->ended) {
        parser->at--; /* the character is whole: no more text is needed to refuse it */
    }
    return fan_parse_fail(parser, code, where, skip);
}

/* --- Characters --------------------------------------------------------------------------------
 */

static bool at_line_start(const Parser *parser) {
    return parser->at == parser->begin ? parser->line_start
                                       : parser->at[-1] == '\n' || parser->at[-1] == '\r';
}

static bool is_line_end(char c) {
    return c == '\n' || c == '\r';
}

static void skip_line(Parser *parser) {
    while (parser->at < parser->end && !is_line_end(*parser->at)) {
        parser->at++;
    }
}

static void skip_spaces(Parser *parser) {
    while (*parser->at == ' ' || *parser->at == '\t') {
        parser->at++;
    }
}

bool fan_is_delimiter(char c) {
    switch (c) {
    case '{':
    case '}':
    case '(':
    case ')':
    case '[':
    case ']':
    case ';':
    case '$':
    case '!':
    case '?':
    case '*':
    case '%':
    case 0x7F:
        return true;
    default:
        return (unsigned char)c <= ' ';
    }
}

size_t fan_terminator_read(const char *text, FanResult *result) {
    static const struct {
        const char *text;
        FanResult result;
    } terminators[] = {
        {"1-0", FAN_WHITE_WINS}, {"0-1", FAN_BLACK_WINS},          {"1/2-1/2", FAN_DRAWN},
        {"*", FAN_ONGOING},      {"\xC2\xBD-\xC2\xBD", FAN_DRAWN},
    };
    for (size_t i = 0; i < sizeof terminators / sizeof *terminators; i++) {
        size_t length = strlen(terminators[i].text);
        if (strncmp(text, terminators[i].text, length) == 0 && fan_is_delimiter(text[length])) {
            *result = terminators[i].result;
            return length;
        }
    }
    return 0;
}

bool fan_looks_like_tag(const char *text) {
    size_t name = *text == '[' ? strspn(text + 1, FAN_TAG_LETTERS) : 0;
    return name > 0 && (text[1 + name] == ' ' || text[1 + name] == '\t') &&
           text[1 + name + strspn(text + 1 + name, " \t")] == '"';
}

const char *fan_find_tag_line(const char *text, const char *end) {
    for (const char *open = text; (open = memchr(open, '[', (size_t)(end - open))) != NULL;
         open++) {
        const char *before = open;
        while (before > text && (before[-1] == ' ' || before[-1] == '\t')) {
            before--;
        }
        if (before > text && is_line_end(before[-1]) && fan_looks_like_tag(open)) {
            return open;
        }
    }
    return NULL;
}

/* --- Comments ----------------------------------------------------------------------------------
 */

/* Keeps a comment; parser->at is behind it. */
static bool keep_comment(Parser *parser, const char *where, const char *text, size_t length) {
    size_t good = fan_text_good(text, length, true);
    if (good < length) {
        const char *behind = parser->at;
        fail_character(parser, text + good, SKIP_MOVES);
        if (parser->status == PARSE_FAULT && parser->skip == SKIP_MOVES) {
            parser->resume = behind;
        }
        return false;
    }
    FanEdit edit = fan_record_append_comment(parser->record, text, length);
    return fan_parse_edit(parser, edit, where, SKIP_MOVES);
}

/* A comment without its end, as far as there is text: one too long or never closed. Where another
 * game's tags stand in it, that game is next. */
static bool fail_comment(Parser *parser, FanRecordFaultCode code, const char *open) {
    const char *hidden = fan_find_tag_line(open, parser->at);
    if (hidden && (parser->at < parser->end || parser->ended)) {
        parser->comment = parser->hidden ? parser->comment : open;
        parser->hidden = parser->hidden ? parser->hidden : hidden;
    }
    if (code == FAN_FAULT_COMMENT_OPEN && parser->ended) {
        parser->at = open + 1; /* read on as if it were none */
        return fan_parse_fail(parser, code, open, SKIP_MOVES);
    }
    return fan_parse_fail(parser, code, open, SKIP_COMMENT);
}

static bool read_comment(Parser *parser) {
    const char *open = parser->at, *text = open + 1;
    size_t here = (size_t)(parser->end - text);
    const char *close = memchr(text, '}', here < FAN_COMMENT_MAX + 1 ? here : FAN_COMMENT_MAX + 1);
    if (!close) {
        bool is_long = here > FAN_COMMENT_MAX;
        parser->at = is_long ? text + FAN_COMMENT_MAX : parser->end;
        return fail_comment(parser, is_long ? FAN_FAULT_COMMENT_LONG : FAN_FAULT_COMMENT_OPEN,
                            open);
    }
    parser->at = close + 1;
    const char *hidden = parser->hidden ? NULL : fan_find_tag_line(text, close);
    if (hidden) {
        parser->comment = open;
        parser->hidden = hidden;
        if (memchr(hidden, '{', (size_t)(close - hidden))) {
            return fan_parse_fail(parser, FAN_FAULT_COMMENT_OPEN, open, SKIP_NOTHING);
        }
    }
    return keep_comment(parser, open, text, (size_t)(close - text));
}

static bool read_line_comment(Parser *parser) {
    const char *open = parser->at;
    skip_line(parser);
    size_t length = (size_t)(parser->at - open - 1);
    if (parser->at == parser->end && !parser->ended) {
        parser->status = PARSE_MORE;
        return false;
    }
    if (length > FAN_COMMENT_MAX) {
        return fan_parse_fail(parser, FAN_FAULT_COMMENT_LONG, open, SKIP_MOVES);
    }
    return keep_comment(parser, open, open + 1, length);
}

/* --- Tags --------------------------------------------------------------------------------------
 */

/* The value behind an opening quote. */
static bool read_value(Parser *parser, TagValue *value) {
    const char *quote = parser->at++;
    value->where = parser->at;
    value->length = 0;
    while (*parser->at != '"') {
        if (parser->at == parser->end || is_line_end(*parser->at)) {
            return fan_parse_fail(parser, FAN_FAULT_TAG_QUOTE, quote, SKIP_TAGS);
        }
        if (value->length == FAN_TAG_VALUE_MAX) {
            return fan_parse_fail(parser, FAN_FAULT_TAG_LONG, quote, SKIP_TAGS);
        }
        bool escaped = *parser->at == '\\' && (parser->at[1] == '"' || parser->at[1] == '\\');
        parser->at += escaped;
        value->text[value->length++] = *parser->at++;
    }
    parser->at++;
    /* The first bad character is found in the text as it stands. */
    size_t raw = (size_t)(parser->at - 1 - value->where);
    size_t good = fan_text_good(value->where, raw, false);
    return good == raw || fail_character(parser, value->where + good, SKIP_TAGS);
}

static bool keep_tag(Parser *parser, KnownTag known, const char *open, const char *name,
                     size_t name_length, const TagValue *value) {
    bool said = known == TAG_RESULT || known == TAG_VARIANT || known == TAG_RULES ||
                known == TAG_FEN ||
                (known == TAG_TERMINATION && fan_reason_read(value->text, value->length));
    if (said || fan_tag_is_unknown(known, value->text, value->length)) {
        return true;
    }
    if (parser->record->tags_count == FAN_RECORD_TAGS_MAX) {
        return fan_parse_fail(parser, FAN_FAULT_TAGS_MANY, open, SKIP_TAGS);
    }
    name = known < KNOWN_TAGS ? fan_tag_names[known].name : name;
    FanEdit edit =
        fan_record_append_tag(parser->record, name, name_length, value->text, value->length);
    return fan_parse_edit(parser, edit, open, SKIP_TAGS);
}

/* `[Name "value"]` on one line. `blank` tells that an empty line stands before it. */
static bool read_tag(Parser *parser, bool blank) {
    const char *open = parser->at++;
    skip_spaces(parser);
    const char *name = parser->at;
    size_t length = fan_tag_name_length(
        name, left(parser) < FAN_TAG_NAME_MAX + 1 ? left(parser) : FAN_TAG_NAME_MAX + 1);
    parser->at += length;
    if (length == 0 || length > FAN_TAG_NAME_MAX) {
        return fan_parse_fail(parser, FAN_FAULT_TAG_NAME, name, SKIP_TAGS);
    }
    KnownTag known = fan_tag_known(name, length);
    TagValue other, *value = known < KNOWN_TAGS ? &parser->values[known] : &other;
    if (known < KNOWN_TAGS
            ? value->given
            : fan_record_find_tag(parser->record, name, length) < parser->record->tags_count) {
        if (blank) {
            parser->at = open;
            return fan_parse_fail(parser, FAN_FAULT_NO_RESULT, open, SKIP_NOTHING);
        }
        return fan_parse_fail(parser, FAN_FAULT_TAG_REPEATED, open, SKIP_TAGS);
    }
    skip_spaces(parser);
    if (*parser->at != '"') {
        return fan_parse_fail(parser, FAN_FAULT_TAG_VALUE, parser->at, SKIP_TAGS);
    }
    value->given = true;
    if (!read_value(parser, value)) {
        return false;
    }
    skip_spaces(parser);
    if (*parser->at != ']') {
        return fan_parse_fail(parser, FAN_FAULT_TAG_BRACKET, parser->at, SKIP_TAGS);
    }
    parser->at++;
    return keep_tag(parser, known, open, name, length, value);
}

/* Steps over blanks; whether an empty line was among them. */
static bool skip_blanks(Parser *parser) {
    unsigned ends = 0;
    for (; is_blank(*parser->at); parser->at++) {
        ends += *parser->at == '\n' || (*parser->at == '\r' && parser->at[1] != '\n');
    }
    return ends > 1;
}

/* Everything before the first turn: tags, and comments, which stay. Returns false at a fault;
 * *any tells whether there is a tag. */
static bool read_tags(Parser *parser, bool *any) {
    *any = false;
    for (;;) {
        bool blank = skip_blanks(parser), fine = true;
        if (*parser->at == '[') {
            *any = true;
            fine = read_tag(parser, blank);
        } else if (*parser->at == '{') {
            fine = read_comment(parser);
        } else if (*parser->at == ';') {
            fine = read_line_comment(parser);
        } else if (*parser->at == '%' && at_line_start(parser)) {
            skip_line(parser);
        } else {
            return true;
        }
        if (!fine) {
            return false;
        }
    }
}

/* --- Turns -------------------------------------------------------------------------------------
 */

/* Bytes of a word: up to a delimiter, or one more than any turn may have. */
static size_t word_length(const Parser *parser) {
    size_t length = 0;
    while (length <= FAN_TURN_INPUT_MAX && !fan_is_delimiter(parser->at[length])) {
        length++;
    }
    return length;
}

static bool fail_turn(Parser *parser, const char *text, size_t length, const FanTurnError *error) {
    static const FanRecordFaultCode codes[] = {[FAN_TURN_MALFORMED] = FAN_FAULT_TURN_MALFORMED,
                                               [FAN_TURN_ILLEGAL] = FAN_FAULT_TURN_ILLEGAL,
                                               [FAN_TURN_AMBIGUOUS] = FAN_FAULT_TURN_AMBIGUOUS};
    FanClause clause =
        error->reading == FAN_TURN_ILLEGAL ? error->refusal.clause : FAN_CLAUSE(9, 2);
    if (begin_fault(parser, codes[error->reading], text + error->offset, SKIP_MOVES, clause)) {
        fan_fault_write_turn(parser->fault, &parser->record->board, error, text, length);
    }
    return false;
}

/* A turn that the quick way left. */
static bool read_turn_slowly(Parser *parser, FanTurn *turn) {
    const char *text = parser->at;
    size_t length = word_length(parser);
    FanTurnError error;
    parser->at += length;
    if (parser->at == parser->end && !parser->ended) {
        parser->status = PARSE_MORE;
        return false;
    }
    if (parser->line->outcome.result != FAN_ONGOING) {
        if (begin_fault(parser, FAN_FAULT_TURN_AFTER_END, text, SKIP_MOVES,
                        parser->line->outcome.clause)) {
            fan_fault_write_ended(parser->fault, parser->line->outcome);
        }
        return false;
    }
    if (fan_turn_read(&parser->record->board, &parser->record->rules,
                      fan_line_position(parser->line), text, length, turn,
                      &error) != FAN_TURN_READ) {
        return fail_turn(parser, text, length, &error);
    }
    fan_line_play(parser->line, turn);
    return true;
}

static bool read_turn(Parser *parser) {
    FanItem *item;
    FanRecord *record = parser->record;
    if (!fan_line_room(parser->line)) {
        parser->status = PARSE_MEMORY;
        return false;
    }
    if (!fan_parse_edit(parser, fan_record_new_item(record, FAN_ITEM_TURN, &item), parser->at,
                        SKIP_MOVES)) {
        return false;
    }
    size_t quick = parser->line->outcome.result == FAN_ONGOING
                       ? fan_line_read(parser->line, parser->at, &item->turn)
                       : 0;
    parser->at += quick;
    if (quick == 0 && !read_turn_slowly(parser, &item->turn)) {
        return false;
    }
    record->turns += record->depth == 0;
    return true;
}

/* --- What stands around the turns --------------------------------------------------------------
 */

/* Comments behind the terminator that begin on its line belong to the game. */
static bool read_last_comments(Parser *parser) {
    for (;;) {
        skip_spaces(parser);
        if (parser->at == parser->end && !parser->ended) {
            parser->status = PARSE_MORE;
            return false;
        }
        if (*parser->at != '{' && *parser->at != ';') {
            return true;
        }
        if (!(*parser->at == '{' ? read_comment(parser) : read_line_comment(parser))) {
            return false;
        }
    }
}

/* The end of the game; false in any case, for nothing of it follows. */
static bool end_game(Parser *parser, FanResult result, size_t length) {
    const char *where = parser->at;
    parser->at += length;
    if (!read_last_comments(parser)) {
        return false;
    }
    if (parser->line->depth > 0) {
        return fan_parse_fail(parser, FAN_FAULT_VARIATION_OPEN,
                              parser->opened[parser->line->depth - 1], SKIP_NOTHING);
    }
    if (fan_parse_outcome(parser, result, where)) {
        parser->status = PARSE_GAME;
    }
    return false;
}

/* A number of any shape, which says nothing, or a result. */
static bool read_number(Parser *parser) {
    enum { TERMINATOR_MAX = 8 };
    FanResult result;
    if (left(parser) < TERMINATOR_MAX && !parser->ended) {
        parser->status = PARSE_MORE;
        return false;
    }
    size_t length = fan_terminator_read(parser->at, &result);
    if (length > 0) {
        return end_game(parser, result, length);
    }
    while (is_digit(*parser->at)) {
        parser->at++;
    }
    return true;
}

static bool add_nag(Parser *parser, unsigned nag, const char *where) {
    return fan_parse_edit(parser, fan_record_add_nag(parser->record, (uint8_t)nag), where,
                          SKIP_MOVES);
}

/* `$` and a number. */
static bool read_nag(Parser *parser) {
    const char *where = parser->at++;
    unsigned value = 0, digits = 0;
    for (; is_digit(*parser->at); parser->at++, digits++) {
        value = value > FAN_NAG_MAX ? value : value * 10 + (unsigned)(*parser->at - '0');
    }
    if (parser->at == parser->end && !parser->ended) {
        parser->status = PARSE_MORE;
        return false;
    }
    if (digits == 0 || value > FAN_NAG_MAX) {
        return fan_parse_fail(parser, FAN_FAULT_NAG, where, SKIP_MOVES);
    }
    return add_nag(parser, value, where);
}

/* `!`, `?` and their pairs. */
static bool read_mark(Parser *parser) {
    static const char *const marks[] = {"!", "?", "!!", "??", "!?", "?!"};
    const char *where = parser->at;
    size_t length = strspn(where, "!?");
    parser->at += length;
    if (parser->at == parser->end && !parser->ended) {
        parser->status = PARSE_MORE;
        return false;
    }
    for (unsigned i = 0; i < sizeof marks / sizeof *marks; i++) {
        if (strlen(marks[i]) == length && strncmp(where, marks[i], length) == 0) {
            return add_nag(parser, i + 1, where);
        }
    }
    return fan_parse_fail(parser, FAN_FAULT_MARK, where, SKIP_MOVES);
}

static bool open_variation(Parser *parser) {
    const char *where = parser->at++;
    FanItem *item;
    if (!fan_line_has_turn(parser->line)) {
        return fan_parse_fail(parser, FAN_FAULT_VARIATION_NOTHING, where, SKIP_MOVES);
    }
    if (parser->line->depth == FAN_RECORD_DEPTH_MAX) {
        return fan_parse_fail(parser, FAN_FAULT_VARIATION_DEEP, where, SKIP_MOVES);
    }
    FanEdit edit = fan_record_new_item(parser->record, FAN_ITEM_OPEN, &item);
    if (!fan_parse_edit(parser, edit, where, SKIP_MOVES)) {
        return false;
    }
    parser->opened[parser->line->depth] = where;
    fan_line_open(parser->line);
    item->depth = (uint16_t)(parser->record->depth = parser->line->depth);
    return true;
}

static bool close_variation(Parser *parser) {
    const char *where = parser->at++;
    if (parser->line->depth == 0) {
        return fan_parse_fail(parser, FAN_FAULT_VARIATION_CLOSE, where, SKIP_MOVES);
    }
    FanEdit edit = fan_record_close_variation(parser->record);
    if (!fan_parse_edit(parser, edit, where, SKIP_MOVES)) {
        return false;
    }
    fan_line_close(parser->line);
    return true;
}

/* The text ends, or the tags of the next game begin, before there is a result. */
static bool fail_no_result(Parser *parser) {
    if (parser->line->depth > 0) {
        return fan_parse_fail(parser, FAN_FAULT_VARIATION_OPEN,
                              parser->opened[parser->line->depth - 1], SKIP_NOTHING);
    }
    return fan_parse_fail(parser, FAN_FAULT_NO_RESULT, parser->at, SKIP_NOTHING);
}

/* A `[` among the turns: the next game, if it begins a line and a tag. */
static bool meet_bracket(Parser *parser) {
    const char *before = parser->at;
    if (left(parser) < 2 && !parser->ended) {
        parser->status = PARSE_MORE;
        return false;
    }
    while (before > parser->begin && (before[-1] == ' ' || before[-1] == '\t')) {
        before--;
    }
    bool starts = before > parser->begin && is_line_end(before[-1]);
    return starts && is_letter(parser->at[1]) ? fail_no_result(parser)
                                              : fail_character(parser, parser->at, SKIP_MOVES);
}

/* What has no place among the turns, unless it is `*`, ½-½ or the end of the text. */
static bool meet_other(Parser *parser) {
    if (parser->at == parser->end) {
        return fail_no_result(parser);
    }
    if (*parser->at == '}') {
        const char *where = parser->at++;
        return fan_parse_fail(parser, FAN_FAULT_COMMENT_CLOSE, where, SKIP_MOVES);
    }
    if (*parser->at == '*' || *parser->at == '\xC2') {
        const char *before = parser->at;
        if (!read_number(parser) || parser->at != before) {
            return false;
        }
    }
    return fail_character(parser, parser->at, SKIP_MOVES);
}

/* The next item among the turns; false when there is none any more. */
static bool read_item(Parser *parser) {
    switch (*parser->at) {
    case ' ':
    case '\t':
    case '\r':
    case '\n':
    case '.':
        parser->at++;
        return true;
    case '{':
        return read_comment(parser);
    case ';':
        return read_line_comment(parser);
    case '(':
        return open_variation(parser);
    case ')':
        return close_variation(parser);
    case '$':
        return read_nag(parser);
    case '!':
    case '?':
        return read_mark(parser);
    case '[':
        return meet_bracket(parser);
    case '%':
        if (at_line_start(parser)) {
            skip_line(parser);
            return true;
        }
        break;
    default:
        if (is_letter(*parser->at)) {
            return read_turn(parser);
        }
        if (is_digit(*parser->at)) {
            return read_number(parser);
        }
    }
    return meet_other(parser);
}

ParseStatus fan_parse(Parser *parser) {
    bool tags;
    parser->at = parser->begin;
    parser->hidden = parser->comment = NULL;
    parser->has_result = false;
    parser->line->depth = 0;
    for (KnownTag tag = 0; tag < KNOWN_TAGS; tag++) {
        parser->values[tag].given = false;
    }
    fan_record_clear(parser->record);
    if (!read_tags(parser, &tags)) {
        return parser->status;
    }
    if (parser->at == parser->end && !parser->ended) {
        return PARSE_MORE;
    }
    if (parser->at == parser->end && !tags) {
        return PARSE_NOTHING;
    }
    if (fan_parse_setup(parser)) {
        while (read_item(parser)) {
        }
    }
    return parser->status;
}
