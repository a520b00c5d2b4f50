/* Streams of game records (R9.5). Each game read is written, read again the same and written again
 * the same; its turns are a FanGame's; faults point into the text; and how the bytes come makes no
 * difference. */
#include "fuzz/require.h"

#include <fanorona/record.h>

typedef struct Text {
    char *bytes;
    size_t length, room;
} Text;

static bool to_text(void *context, const char *bytes, size_t length) {
    Text *text = context;
    if (text->length + length > text->room) {
        text->room = 2 * (text->length + length);
        text->bytes = realloc(text->bytes, text->room);
        REQUIRE(text->bytes);
    }
    memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    return true;
}

typedef struct Pieces {
    FanTextSource text;
    size_t step;
} Pieces;

static ptrdiff_t in_pieces(void *context, char *bytes, size_t size) {
    Pieces *pieces = context;
    return fan_text_source(&pieces->text, bytes, size < pieces->step ? size : pieces->step);
}

static FanRecordReader *new_reader(Pieces *pieces) {
    FanRecordReader *reader = fan_record_reader_new(in_pieces, pieces, NULL);
    REQUIRE(reader);
    return reader;
}

/* The outcome that R5 and the record come to is the game's own where the rules say one. */
static void require_game(const FanRecord *record) {
    static FanPly *plies;
    FanGame game;
    const FanTurn *turn;
    plies = realloc(plies, (record->turns + 1) * sizeof *plies);
    REQUIRE(plies);
    fan_game_begin(&game, &record->board, &record->rules, &record->start, plies, record->turns + 1);
    for (size_t at = 0; (turn = fan_record_next_turn(record, &at)) != NULL;) {
        REQUIRE(fan_game_play(&game, turn, NULL) == FAN_GAME_OK);
    }
    REQUIRE(game.length == record->turns);
    if (game.outcome.result != FAN_ONGOING) {
        REQUIRE(game.outcome.result == record->outcome.result);
        REQUIRE(game.outcome.reason == record->outcome.reason);
    } else {
        REQUIRE(record->outcome.reason == FAN_REASON_NONE ||
                record->outcome.reason >= FAN_REASON_AGREEMENT);
    }
    free(plies);
    plies = NULL;
}

static void require_round_trip(const FanRecord *record) {
    static FanRecord again;
    Text first = {0}, second = {0};
    fan_record_init(&again, NULL);
    REQUIRE(fan_record_write(record, to_text, &first));
    Pieces pieces = {{first.bytes, first.length}, SIZE_MAX};
    FanRecordReader *reader = new_reader(&pieces);
    REQUIRE(fan_record_read(reader, &again) == FAN_RECORD_GAME);
    REQUIRE(fan_record_equal(record, &again));
    REQUIRE(fan_record_write(&again, to_text, &second));
    REQUIRE(first.length == second.length);
    REQUIRE(memcmp(first.bytes, second.bytes, first.length) == 0);
    REQUIRE(fan_record_read(reader, &again) == FAN_RECORD_END);
    fan_record_reader_free(reader);
    fan_record_free(&again);
    free(first.bytes);
    free(second.bytes);
}

static void require_fault(const FanRecordFault *fault, const char *text, size_t size) {
    REQUIRE(fault->code > FAN_FAULT_NONE && fault->code <= FAN_FAULT_BYTES);
    REQUIRE(fault->offset <= size);
    REQUIRE(fault->line >= 1 && fault->column >= 1);
    require_sentence(fault->reason, strlen(fault->reason), sizeof fault->reason);
    REQUIRE(fault->reason[0]);
    /* The line told is the one the offset lies in. */
    uint64_t line = 1;
    for (size_t i = 0; i < fault->offset; i++) {
        line += text[i] == '\n' || (text[i] == '\r' && !(i + 1 < size && text[i + 1] == '\n'));
    }
    /* Between CR and LF the line has ended already. */
    bool between = fault->offset > 0 && fault->offset < size && text[fault->offset - 1] == '\r' &&
                   text[fault->offset] == '\n';
    REQUIRE(line + between == fault->line);
}

/* Both readers say the same of the next game. */
static FanRecordReading read_both(FanRecordReader *a, FanRecord *record, FanRecordReader *b,
                                  FanRecord *other) {
    FanRecordReading reading = fan_record_read(a, record);
    REQUIRE(fan_record_read(b, other) == reading);
    if (reading == FAN_RECORD_GAME) {
        REQUIRE(fan_record_equal(record, other));
    } else if (reading == FAN_RECORD_FAULT) {
        const FanRecordFault *x = fan_record_reader_fault(a), *y = fan_record_reader_fault(b);
        REQUIRE(x->code == y->code && x->offset == y->offset && x->column == y->column);
        REQUIRE(strcmp(x->reason, y->reason) == 0);
    }
    REQUIRE(fan_record_reader_bytes(a) == fan_record_reader_bytes(b));
    return reading;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *text = (const char *)data;
    Pieces whole = {{text, size}, SIZE_MAX}, small = {{text, size}, size % 7 + 1};
    FanRecordReader *reader = new_reader(&whole), *other_reader = new_reader(&small);
    FanRecord record, other;
    FanRecordReading reading;
    uint64_t games = 0;
    fan_record_init(&record, NULL);
    fan_record_init(&other, NULL);
    while ((reading = read_both(reader, &record, other_reader, &other)) <= FAN_RECORD_FAULT) {
        REQUIRE(fan_record_reader_games(reader) == ++games);
        REQUIRE(games <= size);
        if (reading == FAN_RECORD_GAME) {
            require_game(&record);
            require_round_trip(&record);
        } else {
            require_fault(fan_record_reader_fault(reader), text, size);
        }
    }
    REQUIRE(reading == FAN_RECORD_END);
    REQUIRE(fan_record_reader_bytes(reader) == size);
    fan_record_free(&record);
    fan_record_free(&other);
    fan_record_reader_free(reader);
    fan_record_reader_free(other_reader);
    return 0;
}
