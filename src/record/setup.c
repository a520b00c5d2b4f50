/* What the tags of a game say together, and how the game ended. */
#include "record/build.h"
#include "record/parse.h"

#include <string.h>

/* --- Board, rules, start -----------------------------------------------------------------------
 */

static bool text_is(const char *text, size_t length, const char *word) {
    return fan_tag_names_equal(text, length, word, strlen(word));
}

/* Makes the known variant the one of this name; false if there is none. */
static bool find_variant(KnownVariant *known, const char *text, size_t length) {
    FanRules rules = fan_rules_default();
    if (text_is(text, length, "fanorona")) {
        text = "tsivy";
        length = strlen(text);
    }
    if (length > 0 && known->length == length && memcmp(known->text, text, length) == 0) {
        return true;
    }
    if (length > sizeof known->text || !fan_variant_read(&known->board, &rules, text, length)) {
        return false;
    }
    memcpy(known->text, text, length);
    known->length = length;
    known->telo = rules.telo;
    return true;
}

static bool read_variant(Parser *parser) {
    const TagValue *value = &parser->values[TAG_VARIANT];
    if (!value->given) {
        return find_variant(parser->variant, "tsivy", strlen("tsivy"));
    }
    return find_variant(parser->variant, value->text, value->length) ||
           fan_parse_fail_clause(parser, FAN_FAULT_VARIANT, value->where, SKIP_MOVES,
                                 FAN_CLAUSE(1, 3));
}

static bool read_rules(Parser *parser) {
    const TagValue *value = &parser->values[TAG_RULES];
    FanRulesError error;
    parser->record->rules = fan_rules_default();
    if (value->given &&
        !fan_rules_read(&parser->record->rules, value->text, value->length, &error)) {
        fan_parse_fail_clause(parser, FAN_FAULT_RULES, value->where + error.offset, SKIP_MOVES,
                              FAN_CLAUSE(8, 0));
        if (parser->fault->code == FAN_FAULT_RULES) {
            fan_fault_write_rules(parser->fault, &error, value->text);
        }
        return false;
    }
    parser->record->rules.telo = parser->variant->telo;
    return true;
}

/* The set-up of FEN, on the variant's board if one is named. */
static bool read_setup(Parser *parser, const TagValue *value) {
    FanRecord *record = parser->record;
    FanSetupError error;
    const FanBoard *asked = parser->values[TAG_VARIANT].given ? &parser->variant->board : NULL;
    if (fan_position_read(&record->board, &record->start, &record->rules, asked, value->text,
                          value->length, &error, 1) == 0) {
        return true;
    }
    fan_parse_fail_clause(parser, FAN_FAULT_SETUP, value->where + error.offset, SKIP_MOVES,
                          FAN_CLAUSE(9, 4));
    if (parser->fault->code == FAN_FAULT_SETUP) {
        fan_fault_write_setup(parser->fault, &error, value->text);
    }
    return false;
}

static bool make_start(Parser *parser) {
    FanRecord *record = parser->record;
    const FanBoard *board = &parser->variant->board;
    if (record->board.files != board->files || record->board.ranks != board->ranks) {
        record->board = *board;
    }
    if (!fan_rules_fit(&record->rules, board)) {
        return fan_parse_fail_clause(parser, FAN_FAULT_RULES_FIT, parser->values[TAG_RULES].where,
                                     SKIP_MOVES, FAN_CLAUSE(7, 1));
    }
    record->start = fan_position_start(board, &record->rules);
    return true;
}

static bool read_result(Parser *parser) {
    const TagValue *value = &parser->values[TAG_RESULT];
    char text[FAN_TAG_VALUE_MAX + 1];
    if (!value->given || text_is(value->text, value->length, "?")) {
        return true;
    }
    memcpy(text, value->text, value->length);
    text[value->length] = '\0';
    parser->has_result =
        value->length > 0 && fan_terminator_read(text, &parser->result) == value->length;
    return parser->has_result || fan_parse_fail(parser, FAN_FAULT_RESULT, value->where, SKIP_MOVES);
}

bool fan_parse_setup(Parser *parser) {
    const TagValue *fen = &parser->values[TAG_FEN];
    if (!read_variant(parser) || !read_rules(parser) || !read_result(parser) ||
        !(fen->given ? read_setup(parser, fen) : make_start(parser))) {
        return false;
    }
    const FanRecord *record = parser->record;
    if (!fan_line_begin(parser->line, &record->board, &record->rules, &record->start)) {
        parser->status = PARSE_MEMORY;
        return false;
    }
    return true;
}

/* --- The outcome -------------------------------------------------------------------------------
 */

/* Whether a game may end so for this reason by word (R5.5). */
static bool word_fits(FanReason reason, FanResult result) {
    bool won = result == FAN_WHITE_WINS || result == FAN_BLACK_WINS;
    return fan_reason_by_word(reason) &&
           (reason == FAN_REASON_AGREEMENT ? result == FAN_DRAWN : won);
}

static bool fail_results(Parser *parser, FanRecordFaultCode code, const char *where, FanResult said,
                         FanOutcome outcome) {
    fan_parse_fail_clause(parser, code, where, SKIP_NOTHING, outcome.clause);
    if (parser->fault->code == code) {
        fan_fault_write_results(parser->fault, said, outcome);
    }
    return false;
}

static bool fail_termination(Parser *parser, FanReason word, FanOutcome outcome) {
    fan_parse_fail_clause(parser, FAN_FAULT_TERMINATION, parser->values[TAG_TERMINATION].where,
                          SKIP_NOTHING, outcome.clause);
    if (parser->fault->code == FAN_FAULT_TERMINATION) {
        fan_fault_write_termination(parser->fault, word, outcome);
    }
    return false;
}

bool fan_parse_outcome(Parser *parser, FanResult terminator, const char *where) {
    const TagValue *value = &parser->values[TAG_TERMINATION];
    FanReason word = value->given ? fan_reason_read(value->text, value->length) : FAN_REASON_NONE;
    FanOutcome outcome = parser->line->outcome, told = {.result = (uint8_t)terminator};
    bool by_rules = outcome.result != FAN_ONGOING;
    if (parser->has_result && parser->result != terminator) {
        return fail_results(parser, FAN_FAULT_RESULT_TAG, where, parser->result, told);
    }
    /* `*` says nothing, so it contradicts nothing. */
    if (by_rules && terminator != FAN_ONGOING && terminator != outcome.result) {
        return fail_results(parser, FAN_FAULT_RESULT_RULES, where, terminator, outcome);
    }
    if (by_rules && word != FAN_REASON_NONE && word != outcome.reason) {
        return fail_termination(parser, word, outcome);
    }
    if (!by_rules && word != FAN_REASON_NONE && !word_fits(word, terminator)) {
        return fail_termination(parser, word, told);
    }
    if (!by_rules && terminator != FAN_ONGOING) {
        outcome = told;
        outcome.reason = (uint8_t)word;
        outcome.clause = FAN_CLAUSE(5, 5);
    }
    parser->record->outcome = outcome;
    return true;
}
