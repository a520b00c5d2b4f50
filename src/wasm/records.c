/* Records and links (R9.5): the game on the table as text, and games read from text. A text of many
 * games stays with the page, which hands it over as it is read. */
#include <fanorona/link.h>
#include <fanorona/record.h>

#include "wasm/core.h"
#include "wasm/describe.h"

#include <stdlib.h>
#include <string.h>

/* Fills at most `size` bytes with the text that is being read; 0 at its end. */
IMPORT(read_text) size_t env_read_text(char *bytes, size_t size);

static FanRecordReader *reader;
static FanRecord record; /* the game read last; there while the reader is */

/* --- ends by word --------------------------------------------------------------------------------
 */

/* The page's numbers: 0 is no word; the loser is a FanSide or nobody. */
enum { WORD_AGREEMENT = 1, WORD_RESIGNATION, WORD_TIME, WORD_ABANDONED, NOBODY = 2 };

static bool is_word_valid(unsigned word, unsigned loser) {
    return word <= WORD_ABANDONED && (word == WORD_AGREEMENT ? loser == NOBODY : loser < NOBODY);
}

/* The game on the table, ended by word if it is not over; it shares the table's history. */
static CoreStatus take_game(FanGame *game, unsigned word, unsigned loser) {
    static const uint8_t results[] = {FAN_BLACK_WINS, FAN_WHITE_WINS, FAN_DRAWN};
    *game = core_table.game;
    if (word == 0) {
        return CORE_DONE;
    }
    if (!is_word_valid(word, loser)) {
        return core_refuse("an agreement has no loser, and every other end by word has one");
    }
    FanOutcome outcome = {.result = results[loser],
                          .reason = (uint8_t)(FAN_REASON_AGREEMENT + word - WORD_AGREEMENT),
                          .clause = FAN_CLAUSE(5, 5)};
    if (game->outcome.result == FAN_ONGOING) {
        game->outcome = outcome;
    }
    return game->outcome.result == outcome.result && game->outcome.reason == outcome.reason
               ? CORE_DONE
               : core_refuse("the game is over already");
}

/* WordEnd, if that is how it ended. */
static void member_word(FanJson *json, const FanOutcome *outcome) {
    if (outcome->reason < FAN_REASON_AGREEMENT) {
        return;
    }
    fan_json_key(json, "word");
    fan_json_open(json, '{');
    fan_json_key(json, "reason");
    fan_json_string(json, fan_reason_word((FanReason)outcome->reason));
    if (outcome->result != FAN_DRAWN) {
        fan_json_key(json, "loser");
        fan_json_string(json, outcome->result == FAN_WHITE_WINS ? "black" : "white");
    }
    fan_json_close(json, '}');
}

/* --- games --------------------------------------------------------------------------------------
 */

static void member_setup(FanJson *json, const FanBoard *board, const FanRules *rules,
                         const FanPosition *start) {
    const FanPosition standard = fan_position_start(board, rules);
    fan_json_key(json, "setup");
    fan_json_open(json, '{');
    fan_describe_variant(json, board, rules);
    if (!fan_position_equal(start, &standard)) {
        char text[FAN_POSITION_TEXT_MAX];
        fan_position_write(board, start, text);
        fan_json_key(json, "position");
        fan_json_string(json, text);
    }
    fan_json_close(json, '}');
}

static void turns_item(FanJson *json, const FanBoard *board, const FanTurn *turn) {
    char text[FAN_TURN_TEXT_MAX];
    fan_turn_write(board, turn, text);
    fan_json_string(json, text);
}

static bool write_piece(void *json, const char *bytes, size_t length) {
    fan_json_string_piece(json, bytes, length);
    return true;
}

/* RecordGame but for its tags, which the page takes from the text. */
static void describe_record(FanJson *json) {
    fan_json_open(json, '{');
    member_setup(json, &record.board, &record.rules, &record.start);
    fan_json_key(json, "turns");
    fan_json_open(json, '[');
    size_t at = 0;
    for (const FanTurn *turn; (turn = fan_record_next_turn(&record, &at)) != NULL;) {
        turns_item(json, &record.board, turn);
    }
    fan_json_close(json, ']');
    fan_describe_outcome(json, &record.outcome);
    member_word(json, &record.outcome);
    fan_json_key(json, "text");
    fan_json_string_begin(json);
    json->failed |= !fan_record_write(&record, write_piece, json);
    fan_json_string_end(json);
    fan_json_close(json, '}');
}

/* --- reading records ----------------------------------------------------------------------------
 */

static ptrdiff_t read_source(void *context, char *bytes, size_t size) {
    (void)context;
    return (ptrdiff_t)env_read_text(bytes, size);
}

/* Ends the reading and gives back what it took. */
EXPORT(records_close) void core_records_close(void) {
    if (reader != NULL) {
        fan_record_reader_free(reader);
        fan_record_free(&record);
    }
    reader = NULL;
    fan_json_free(&core_out);
}

/* Begins to read records from the page's text. */
EXPORT(records_open) CoreStatus core_records_open(void) {
    core_records_close();
    reader = fan_record_reader_new(read_source, NULL, NULL);
    if (reader == NULL) {
        return CORE_NO_MEMORY;
    }
    fan_record_init(&record, NULL);
    return CORE_DONE;
}

/* How many bytes of the text lie behind. */
EXPORT(records_bytes) double core_records_bytes(void) {
    return reader == NULL ? 0 : (double)fan_record_reader_bytes(reader);
}

static void member_integer(FanJson *json, const char *key, uint64_t value) {
    fan_json_key(json, key);
    fan_json_integer(json, (int64_t)value);
}

/* RecordFault. */
static void describe_fault(FanJson *json, const FanRecordFault *fault) {
    fan_json_open(json, '{');
    member_integer(json, "line", fault->line);
    member_integer(json, "column", fault->column);
    member_integer(json, "game", fault->game);
    fan_json_key(json, "reason");
    fan_json_string(json, fault->reason);
    fan_json_close(json, '}');
}

/* The next game or fault; null at the end. */
EXPORT(records_next) CoreStatus core_records_next(void) {
    FanRecordReading reading = reader == NULL ? FAN_RECORD_END : fan_record_read(reader, &record);
    fan_json_clear(&core_out);
    switch (reading) {
    case FAN_RECORD_GAME:
        fan_json_open(&core_out, '{');
        fan_json_key(&core_out, "game");
        describe_record(&core_out);
        fan_json_close(&core_out, '}');
        break;
    case FAN_RECORD_FAULT:
        fan_json_open(&core_out, '{');
        fan_json_key(&core_out, "fault");
        describe_fault(&core_out, fan_record_reader_fault(reader));
        fan_json_close(&core_out, '}');
        break;
    case FAN_RECORD_END:
        fan_json_null(&core_out);
        break;
    default:
        return CORE_NO_MEMORY;
    }
    return core_done();
}

/* --- writing a record ---------------------------------------------------------------------------
 */

/* Tags that follow from the game: what somebody else says of them does not count. */
static bool follows(const char *name) {
    static const char *const names[] = {"Result", "Variant", "Rules", "FEN", "Termination"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(name, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* A line of the input as a string: its line break becomes the final zero. NULL if it has others. */
static const char *take_string(CoreText *rest) {
    CoreText line = core_take_line(rest);
    size_t at = (size_t)(line.start - core_in) + line.length;
    core_in[at] = '\0';
    return strlen(line.start) == line.length ? line.start : NULL;
}

static CoreStatus set_tag(FanRecord *to, const char *name, const char *value) {
    FanEdit edit = name && value ? fan_record_set_tag(to, name, value) : FAN_EDIT_TEXT;
    switch (edit) {
    case FAN_EDIT_OK:
        return CORE_DONE;
    case FAN_EDIT_MEMORY:
        return CORE_NO_MEMORY;
    case FAN_EDIT_FULL:
        return core_refuse("more tags, or longer ones, than a record may have");
    case FAN_EDIT_NAME:
        return follows(name) ? CORE_DONE
                             : core_refuse("the name of a tag is letters, digits and underscores");
    default:
        return core_refuse("the value of a tag has a control character");
    }
}

static bool write_bytes(void *json, const char *bytes, size_t length) {
    fan_json_bytes(json, bytes, length);
    return true;
}

static CoreStatus write_record(FanRecord *to, const FanGame *game, CoreText tags) {
    FanEdit edit = fan_record_from_game(to, game);
    if (edit != FAN_EDIT_OK) {
        return edit == FAN_EDIT_FULL ? core_refuse("the game is longer than a record may be")
                                     : CORE_NO_MEMORY;
    }
    while (tags.length > 0) {
        const char *name = take_string(&tags);
        CoreStatus status = set_tag(to, name, take_string(&tags));
        if (status != CORE_DONE) {
            return status;
        }
    }
    fan_json_clear(&core_out);
    core_out.failed |= !fan_record_write(to, write_bytes, &core_out);
    return core_done();
}

/* Answers with the game on the table as a record, in plain text. The input has two lines a tag: its
 * name and its value. */
EXPORT(record_write) CoreStatus core_record_write(size_t length, unsigned word, unsigned loser) {
    FanGame game;
    CoreStatus status = take_game(&game, word, loser);
    if (status == CORE_DONE) {
        FanRecord to;
        fan_record_init(&to, NULL);
        status = write_record(&to, &game, (CoreText){core_in, length});
        fan_record_free(&to);
    }
    return status;
}

/* --- links --------------------------------------------------------------------------------------
 */

/* Answers with the text of a link to the game on the table, in plain text. */
EXPORT(link_write) CoreStatus core_link_write(size_t ply, unsigned word, unsigned loser) {
    FanGame game;
    CoreStatus status = take_game(&game, word, loser);
    if (status != CORE_DONE) {
        return status;
    }
    if (ply > game.length) {
        return core_refuse("the game has not come that far");
    }
    char *text = malloc(FAN_LINK_TEXT_MAX + 1);
    if (text == NULL) {
        return CORE_NO_MEMORY;
    }
    size_t length = fan_link_write(&game, ply, text, FAN_LINK_TEXT_MAX + 1);
    if (length <= FAN_LINK_TEXT_MAX) {
        fan_json_clear(&core_out);
        fan_json_bytes(&core_out, text, length);
        status = core_done();
    } else {
        status = core_refuse("the game is too long for a link");
    }
    free(text);
    return status;
}

/* LinkGame. */
static void describe_link(FanJson *json, const FanGame *game, size_t ply) {
    fan_json_open(json, '{');
    member_setup(json, game->board, &game->rules, fan_game_position_at(game, 0));
    fan_json_key(json, "turns");
    fan_json_open(json, '[');
    for (size_t i = 0; i < game->length; i++) {
        turns_item(json, game->board, &game->plies[i].turn);
    }
    fan_json_close(json, ']');
    member_integer(json, "ply", ply);
    member_word(json, &game->outcome);
    fan_json_close(json, '}');
}

EXPORT(link_read) CoreStatus core_link_read(size_t length) {
    FanBoard board;
    FanGame game;
    FanLinkError error;
    size_t ply;
    size_t capacity = fan_link_plies(length < FAN_LINK_TEXT_MAX ? length : FAN_LINK_TEXT_MAX);
    FanPly *plies = malloc(capacity * sizeof *plies);
    if (plies == NULL) {
        return CORE_NO_MEMORY;
    }
    CoreStatus status;
    if (fan_link_read(core_in, length, &board, &game, plies, capacity, &ply, &error) ==
        FAN_LINK_OK) {
        fan_json_clear(&core_out);
        describe_link(&core_out, &game, ply);
        status = core_done();
    } else {
        status = core_refuse(error.reason);
    }
    free(plies);
    return status;
}
