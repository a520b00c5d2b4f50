/* Game records (R9.5): one game in memory, a reader for streams of any length, a writer.
 *
 * Text is UTF-8. A record owns its memory and keeps it when it is filled anew, so that reading game
 * after game into one record allocates nothing once it has grown to the largest of them. A record
 * or a reader belongs to one thread at a time. docs/records.md describes the format. */
#ifndef FANORONA_RECORD_H
#define FANORONA_RECORD_H

#include <fanorona/game.h>

FAN_BEGIN_DECLS

/* What a record may hold; what a stream has beyond is a fault of that game. */
enum {
    FAN_RECORD_BYTES_MAX =
        1 << 23, /* text of one game as read; any record is shorter when written */
    FAN_RECORD_TEXT_MAX = 1 << 18,  /* names and values of tags, comments: together */
    FAN_RECORD_ITEMS_MAX = 1 << 16, /* no game under a quiet limit has more than 47 000 turns */
    FAN_RECORD_DEPTH_MAX = 64,      /* variations within variations */
    FAN_RECORD_TAGS_MAX = 128,
    FAN_TAG_NAME_MAX = 64,    /* bytes, without the final zero */
    FAN_TAG_VALUE_MAX = 1024, /* the same, unescaped */
    FAN_COMMENT_MAX = 1 << 16,
    FAN_NAG_MAX = 255,
};

/* Where memory comes from: as realloc does it, and size 0 frees and returns NULL; `memory` may be
 * NULL then, too. Functions that take a FanMemory copy it; NULL stands for the C library's. */
typedef struct FanMemory {
    void *(*resize)(void *context, void *memory, size_t size_bytes);
    void *context;
} FanMemory;

/* --- One game in memory ------------------------------------------------------------------------
 */

/* A tag: where its name and its value begin in the record's text, each zero-ended. */
typedef struct FanTag {
    uint32_t name, value;
} FanTag;

typedef enum FanItemKind {
    FAN_ITEM_TURN,
    FAN_ITEM_COMMENT,
    FAN_ITEM_NAG,   /* PGN's numeric annotation glyph; 1 to 6 are ! ? !! ?? !? ?! */
    FAN_ITEM_OPEN,  /* a variation begins: it replaces the last turn before it at its own depth */
    FAN_ITEM_CLOSE, /* it ends: the line goes on after the turn it replaced */
} FanItemKind;

/* What stands in the text of the turns, in its order. */
typedef struct FanItem {
    uint8_t kind;    /* FanItemKind */
    uint8_t nag;     /* of FAN_ITEM_NAG */
    uint16_t depth;  /* variations it stands in; OPEN and CLOSE have the depth inside, from 1 */
    uint32_t offset; /* of FAN_ITEM_COMMENT: where it begins in the record's text, zero-ended */
    uint32_t length; /* and its bytes */
    FanTurn turn;    /* of FAN_ITEM_TURN */
} FanItem;

/* A game. Read freely; change it by the functions below only. The main line are the turns of depth
 * 0. */
typedef struct FanRecord {
    FanBoard board;
    FanRules rules;
    FanPosition start;
    FanOutcome outcome; /* of the main line: by the rules, else by word; without a word the reason
                           is FAN_REASON_NONE. FAN_ONGOING where the record says `*` */
    FanTag *tags;       /* in order. Never among them: Result, Variant, Rules, FEN, for which board,
                           rules, start and outcome stand; Termination only with a text that is no
                           word of R5.6 */
    FanItem *items;
    char *text; /* what tags and comments point into: no zero bytes within, valid UTF-8 */
    size_t tags_count, items_count, text_bytes;
    size_t turns;   /* of the main line */
    unsigned depth; /* variations that are open at the end of the items */
    size_t tags_room, items_room, text_room;
    FanMemory memory;
} FanRecord;

/* Makes a record of the start of tsivy without a turn; takes no memory yet. fan_record_free gives
 * back what it comes to own and leaves it as made. */
FAN_API void fan_record_init(FanRecord *record, const FanMemory *memory);
FAN_API void fan_record_free(FanRecord *record);

static inline const char *fan_record_tag_name(const FanRecord *record, size_t index) {
    return record->text + record->tags[index].name;
}
static inline const char *fan_record_tag_value(const FanRecord *record, size_t index) {
    return record->text + record->tags[index].value;
}
static inline const char *fan_record_comment(const FanRecord *record, const FanItem *item) {
    return record->text + item->offset;
}

/* The value of a tag, NULL if it is not there. Names are equal whatever their case. */
FAN_API const char *fan_record_tag(const FanRecord *record, const char *name);

/* The next turn of the main line at or after item *at, which is stepped past it; NULL when there is
 * none. Begin with *at = 0. */
FAN_API const FanTurn *fan_record_next_turn(const FanRecord *record, size_t *at);

/* Plays the main line into a game, which then refers to record->board and to `plies`: the record
 * must outlive it. `capacity` must be at least record->turns. The outcome is the record's. */
FAN_API void fan_record_play(const FanRecord *record, FanGame *game, FanPly *plies,
                             size_t capacity);

/* What became of a change to a record; on anything but FAN_EDIT_OK the record is unchanged. Text
 * that is handed over is copied; it must not be text of the same record. */
typedef enum FanEdit {
    FAN_EDIT_OK,
    FAN_EDIT_MEMORY, /* no memory */
    FAN_EDIT_FULL,   /* one of the limits above */
    FAN_EDIT_NAME,   /* not a name of letters, digits and underscores, or one the record writes by
                        itself: Result, Variant, Rules, FEN */
    FAN_EDIT_TEXT,   /* not UTF-8; a control character (in a comment, lines may end); a comment that
                        no text form holds: with both `}` and a line's end, or with a line that
                        begins as a tag does and `{` after it */
    FAN_EDIT_PLACE,  /* a variation with no turn to replace, or closed without having been opened */
} FanEdit;

/* Begins the record anew: a game at a position, without tags and turns. Its memory is kept. */
FAN_API void fan_record_begin(FanRecord *record, const FanBoard *board, const FanRules *rules,
                              const FanPosition *start);

/* The same from a game: its start, rules, turns made and outcome. */
FAN_API FAN_NODISCARD FanEdit fan_record_from_game(FanRecord *record, const FanGame *game);

/* Sets a tag, at the end if it is new; NULL takes it away. Names known to R9.5 get its spelling. A
 * Termination says what no word of R5.6 does: with such a word, or where the game ended by word, it
 * is FAN_EDIT_NAME, for the outcome says it. */
FAN_API FAN_NODISCARD FanEdit fan_record_set_tag(FanRecord *record, const char *name,
                                                 const char *value);

/* Adds at the end of the items. The turn must be legal there: nothing checks it. CR LF and CR in a
 * comment become LF. */
FAN_API FAN_NODISCARD FanEdit fan_record_add_turn(FanRecord *record, const FanTurn *turn);
FAN_API FAN_NODISCARD FanEdit fan_record_add_comment(FanRecord *record, const char *text,
                                                     size_t length);
FAN_API FAN_NODISCARD FanEdit fan_record_add_nag(FanRecord *record, uint8_t nag);
FAN_API FAN_NODISCARD FanEdit fan_record_open_variation(FanRecord *record);
FAN_API FAN_NODISCARD FanEdit fan_record_close_variation(FanRecord *record);

/* Says how the game ended; what the rules say of the last position must not be contradicted. */
FAN_API void fan_record_set_outcome(FanRecord *record, FanOutcome outcome);

/* Equal in everything that is written; the order of tags counts from the ninth written on. */
FAN_API bool fan_record_equal(const FanRecord *a, const FanRecord *b);

/* --- Writing -----------------------------------------------------------------------------------
 */

/* Takes bytes; false if it cannot. */
typedef bool FanSink(void *context, const char *bytes, size_t length);

/* Writes the canonical text of a game, a blank line after it; open variations are closed. Takes no
 * memory. Returns false if the sink did. */
FAN_API FAN_NODISCARD bool fan_record_write(const FanRecord *record, FanSink *sink, void *context);

/* --- Reading -----------------------------------------------------------------------------------
 */

/* Fills at most `size` bytes and returns how many: 0 only at the end of the stream, negative if it
 * cannot be read. */
typedef ptrdiff_t FanSource(void *context, char *bytes, size_t size);

/* A source of text in memory; the context is a FanTextSource, which is used up. */
typedef struct FanTextSource {
    const char *text;
    size_t length;
} FanTextSource;
FAN_API ptrdiff_t fan_text_source(void *context, char *bytes, size_t size);

/* Reads games from a stream in bounded memory, however long the stream. */
typedef struct FanRecordReader FanRecordReader;

/* NULL without memory. `context` is the source's. Freed by fan_record_reader_free (NULL is fine).
 */
FAN_API FAN_NODISCARD FanRecordReader *fan_record_reader_new(FanSource *source, void *context,
                                                             const FanMemory *memory);
FAN_API void fan_record_reader_free(FanRecordReader *reader);

typedef enum FanRecordReading {
    FAN_RECORD_GAME,   /* the next game is in the record */
    FAN_RECORD_FAULT,  /* it is refused, see fan_record_reader_fault; the call after reads the next
                        */
    FAN_RECORD_END,    /* no more games */
    FAN_RECORD_FAILED, /* the source cannot be read; every further call says so again */
    FAN_RECORD_MEMORY, /* no memory; every further call says so again */
} FanRecordReading;

/* Reads the next game into a record that was made; it may be the same one for every game. Its
 * contents mean something only after FAN_RECORD_GAME. */
FAN_API FAN_NODISCARD FanRecordReading fan_record_read(FanRecordReader *reader, FanRecord *record);

typedef enum FanRecordFaultCode {
    FAN_FAULT_NONE,
    /* characters */
    FAN_FAULT_CHARACTER, /* one that has no place there */
    FAN_FAULT_CONTROL,   /* a control character */
    FAN_FAULT_UTF8,      /* bytes that are not UTF-8 */
    /* tags */
    FAN_FAULT_TAG_NAME,     /* no name after `[`, or one longer than FAN_TAG_NAME_MAX */
    FAN_FAULT_TAG_VALUE,    /* no value in quotes after the name */
    FAN_FAULT_TAG_QUOTE,    /* the value has no closing quote on its line */
    FAN_FAULT_TAG_BRACKET,  /* no `]` after the value */
    FAN_FAULT_TAG_LONG,     /* a value longer than FAN_TAG_VALUE_MAX */
    FAN_FAULT_TAG_REPEATED, /* the tag is given twice */
    FAN_FAULT_TAGS_MANY,    /* more than FAN_RECORD_TAGS_MAX */
    /* what the tags say */
    FAN_FAULT_VARIANT,   /* neither a variant nor a size */
    FAN_FAULT_RULES,     /* rules that cannot be read */
    FAN_FAULT_RULES_FIT, /* rules that this board does not have */
    FAN_FAULT_SETUP,     /* a FEN that is no position, or contradicts the rules */
    FAN_FAULT_RESULT,    /* a Result that is none */
    /* turns */
    FAN_FAULT_TURN_MALFORMED,
    FAN_FAULT_TURN_ILLEGAL,
    FAN_FAULT_TURN_AMBIGUOUS,
    FAN_FAULT_TURN_AFTER_END,
    /* what stands around them */
    FAN_FAULT_MARK,              /* a run of ! and ? that is no mark */
    FAN_FAULT_NAG,               /* no number up to FAN_NAG_MAX after `$` */
    FAN_FAULT_COMMENT_OPEN,      /* a comment that is never closed */
    FAN_FAULT_COMMENT_LONG,      /* longer than FAN_COMMENT_MAX */
    FAN_FAULT_COMMENT_CLOSE,     /* `}` without `{` */
    FAN_FAULT_VARIATION_OPEN,    /* a variation that is never closed */
    FAN_FAULT_VARIATION_CLOSE,   /* `)` without `(` */
    FAN_FAULT_VARIATION_NOTHING, /* a variation without a turn before it */
    FAN_FAULT_VARIATION_DEEP,    /* more than FAN_RECORD_DEPTH_MAX within each other */
    /* the end */
    FAN_FAULT_NO_RESULT,    /* the game ends without one */
    FAN_FAULT_RESULT_TAG,   /* Result says otherwise */
    FAN_FAULT_RESULT_RULES, /* the rules say otherwise */
    FAN_FAULT_TERMINATION,  /* Termination contradicts the rules or the result */
    /* limits */
    FAN_FAULT_ITEMS, /* more than FAN_RECORD_ITEMS_MAX turns, comments, marks, variations */
    FAN_FAULT_TEXT,  /* more than FAN_RECORD_TEXT_MAX */
    FAN_FAULT_BYTES, /* longer than FAN_RECORD_BYTES_MAX */
} FanRecordFaultCode;

enum { FAN_RECORD_REASON_MAX = 512 };

/* Why a game is refused, and where. */
typedef struct FanRecordFault {
    uint8_t code;                       /* FanRecordFaultCode */
    FanClause clause;                   /* 0 where none forbids it */
    uint64_t game;                      /* number in the stream, from 1; refused games count */
    uint64_t line;                      /* from 1; LF, CR LF and CR end one */
    uint64_t column;                    /* characters from 1; a byte-order mark is none */
    uint64_t offset;                    /* bytes from the beginning of the stream */
    char reason[FAN_RECORD_REASON_MAX]; /* an English sentence without a full stop, zero-ended */
} FanRecordFault;

/* The fault of the last call; valid until the next. */
FAN_API const FanRecordFault *fan_record_reader_fault(const FanRecordReader *reader);

/* How many games were read or refused, and how many bytes of the stream lie behind. */
FAN_API uint64_t fan_record_reader_games(const FanRecordReader *reader);
FAN_API uint64_t fan_record_reader_bytes(const FanRecordReader *reader);

FAN_END_DECLS
#endif
