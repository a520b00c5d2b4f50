/* One game's text into a record.
 *
 * The text lies in memory from `begin`; it need not be whole. A parse that meets the end before the
 * game's end says so and is begun anew with more text, so nothing in here has to remember where it
 * was. */
#ifndef FAN_RECORD_PARSE_H
#define FAN_RECORD_PARSE_H

#include "record/line.h"
#include "record/names.h"

typedef enum ParseStatus {
    PARSE_GAME,
    PARSE_FAULT,
    PARSE_MORE,    /* the text ends within the game, and the stream goes on */
    PARSE_NOTHING, /* the stream ends, and there is no game any more */
    PARSE_MEMORY,
} ParseStatus;

/* Where the text after a fault stands, so that what is skipped is not misread. */
typedef enum SkipFrom {
    SKIP_NOTHING, /* the next game begins there */
    SKIP_TAGS,    /* within a tag */
    SKIP_MOVES,   /* among the turns */
    SKIP_COMMENT, /* within a comment */
} SkipFrom;

/* A tag that is not only kept but understood. */
typedef struct TagValue {
    bool given;
    const char *where; /* its first character in the text */
    size_t length;
    char text[FAN_TAG_VALUE_MAX + 1]; /* unescaped; no zero at its end */
} TagValue;

/* The last variant read: most games of a file have the same, and a board takes time to make. */
typedef struct KnownVariant {
    size_t length; /* 0: none yet */
    char text[FAN_VARIANT_TEXT_MAX];
    FanBoard board;
    uint8_t telo;
} KnownVariant;

typedef struct Parser {
    /* given: */
    const char *begin, *end; /* *end is a zero */
    bool ended;              /* the stream ends at `end` */
    bool line_start;         /* `begin` is the beginning of a line */
    FanRecord *record;
    Line *line;
    FanRecordFault *fault; /* code, clause and reason are filled */
    KnownVariant *variant;
    /* on the way: */
    const char *at;
    ParseStatus status;
    TagValue values[KNOWN_TAGS];
    FanResult result; /* of the Result tag; FAN_ONGOING for `*` */
    bool has_result;
    const char *opened[FAN_RECORD_DEPTH_MAX]; /* where the open variations begin */
    const char *comment; /* a comment that holds what looks like the tags of another game, */
    const char *hidden;  /* and where: if anything else is wrong, it was not closed */
    /* after a game `at` is behind it; after a fault: */
    const char *where, *resume;
    SkipFrom skip;
    unsigned depth; /* variations open at `resume` */
} Parser;

/* Parses from `begin`. */
ParseStatus fan_parse(Parser *parser);

/* For the files of the parser: note a fault at a place of the text, after which the text from
 * parser->at on is skipped as `skip` says; always false. The reason is written by messages.c. Where
 * the text ends and the stream does not, the fault may be none: then more text is asked for. */
bool fan_parse_fail(Parser *parser, FanRecordFaultCode code, const char *where, SkipFrom skip);

/* The same for faults of the rules, with the clause. */
bool fan_parse_fail_clause(Parser *parser, FanRecordFaultCode code, const char *where,
                           SkipFrom skip, FanClause clause);

/* What a change to the record came to; where it failed, the fault of the item at `where`. */
bool fan_parse_edit(Parser *parser, FanEdit edit, const char *where, SkipFrom skip);

/* setup.c: board, rules and start from the tags; the line begins. */
bool fan_parse_setup(Parser *parser);

/* setup.c: the outcome from the turns, the terminator at `where`, Result and Termination. */
bool fan_parse_outcome(Parser *parser, FanResult terminator, const char *where);

/* A terminator at the beginning of a text that ends with a zero: its length, 0 if there is none. */
size_t fan_terminator_read(const char *text, FanResult *result);

/* Whether a character ends a turn, a number or a terminator. */
bool fan_is_delimiter(char c);

/* Whether a text that ends with a zero begins as a tag does, `[Name "`. */
bool fan_looks_like_tag(const char *text);

/* Where a line of the text begins that looks like a tag, NULL if none does but perhaps the first.
 * A zero follows `end` somewhere. */
const char *fan_find_tag_line(const char *text, const char *end);

/* messages.c: the sentence of a fault that needs no more than the text it is about. */
void fan_fault_write(FanRecordFault *fault, const char *text, size_t length);

/* messages.c: those that say more. They end with the fault's clause. */
void fan_fault_write_setup(FanRecordFault *fault, const FanSetupError *error, const char *text);
void fan_fault_write_rules(FanRecordFault *fault, const FanRulesError *error, const char *text);
void fan_fault_write_turn(FanRecordFault *fault, const FanBoard *board, const FanTurnError *error,
                          const char *text, size_t length);
void fan_fault_write_ended(FanRecordFault *fault, FanOutcome outcome);
void fan_fault_write_results(FanRecordFault *fault, FanResult said, FanOutcome outcome);
void fan_fault_write_termination(FanRecordFault *fault, FanReason word, FanOutcome outcome);

#endif
