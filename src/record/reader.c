#include "record/build.h"
#include "record/parse.h"
#include "record/skip.h"
#include "record/utf8.h"

#include "rules/text_in.h"

#include <string.h>

enum { FIRST_ROOM = 1 << 16 };

/* A place in the stream. */
typedef struct Place {
    uint64_t offset, line, column;
    bool after_cr; /* a LF here belongs to the CR before it */
} Place;

struct FanRecordReader {
    FanMemory memory;
    FanSource *source;
    void *context;
    char *buffer; /* holds a whole game, and what is read ahead; a zero follows it */
    size_t room;  /* without the zero */
    size_t begin, end;
    bool started; /* the source was asked */
    bool ended;   /* it has no more */
    bool failed;  /* it cannot be read */
    Place place;  /* of `begin` */
    bool skipping;
    Skip skip;
    FanRecordReading sticky; /* FAN_RECORD_FAILED or FAN_RECORD_MEMORY once there was one */
    uint64_t games;
    FanRecordFault fault;
    KnownVariant variant;
    Line line;
    Parser parser;
};

FanRecordReader *fan_record_reader_new(FanSource *source, void *context, const FanMemory *memory) {
    FanMemory from = memory ? *memory : fan_library_memory;
    FanRecordReader *reader = from.resize(from.context, NULL, sizeof *reader);
    if (!reader) {
        return NULL;
    }
    memset(reader, 0, sizeof *reader);
    reader->memory = reader->line.memory = from;
    reader->source = source;
    reader->context = context;
    reader->place = (Place){.line = 1, .column = 1};
    reader->sticky = FAN_RECORD_GAME;
    return reader;
}

void fan_record_reader_free(FanRecordReader *reader) {
    if (reader) {
        FanMemory memory = reader->memory;
        fan_line_free(&reader->line);
        memory.resize(memory.context, reader->buffer, 0);
        memory.resize(memory.context, reader, 0);
    }
}

const FanRecordFault *fan_record_reader_fault(const FanRecordReader *reader) {
    return &reader->fault;
}

uint64_t fan_record_reader_games(const FanRecordReader *reader) {
    return reader->games;
}

uint64_t fan_record_reader_bytes(const FanRecordReader *reader) {
    return reader->place.offset;
}

/* --- Places ------------------------------------------------------------------------------------
 */

static size_t count_of(const char *text, size_t length, char c) {
    size_t count = 0;
    for (size_t i = 0; i < length; i++) {
        count += text[i] == c;
    }
    return count;
}

/* Ends of lines where CR occurs. */
static size_t count_mixed_ends(const Place *place, const char *text, size_t length) {
    size_t count = 0;
    bool cr = place->after_cr;
    for (size_t i = 0; i < length; i++) {
        count += text[i] == '\r' || (text[i] == '\n' && !cr);
        cr = text[i] == '\r';
    }
    return count;
}

/* The place after some text. */
static Place place_after(Place place, const char *text, size_t length) {
    if (length == 0) {
        return place;
    }
    bool mixed = place.after_cr || memchr(text, '\r', length);
    size_t rest = 0; /* bytes behind the last end of a line */
    while (rest < length && text[length - 1 - rest] != '\n' && text[length - 1 - rest] != '\r') {
        rest++;
    }
    place.line += mixed ? count_mixed_ends(&place, text, length) : count_of(text, length, '\n');
    place.column = (rest < length ? 1 : place.column) + fan_utf8_count(text + length - rest, rest);
    place.offset += length;
    place.after_cr = text[length - 1] == '\r';
    return place;
}

static const char *here(const FanRecordReader *reader) {
    return reader->buffer + reader->begin;
}

static void go_to(FanRecordReader *reader, const char *to) {
    size_t length = (size_t)(to - here(reader));
    reader->place = place_after(reader->place, here(reader), length);
    reader->begin += length;
}

/* --- The buffer --------------------------------------------------------------------------------
 */

/* Room for at least one byte more behind what is kept. */
static bool make_room(FanRecordReader *reader) {
    size_t kept = reader->end - reader->begin;
    if (reader->begin > 0) {
        memmove(reader->buffer, here(reader), kept);
        reader->begin = 0;
        reader->end = kept;
    }
    if (kept < reader->room) {
        return true;
    }
    size_t room = reader->room ? reader->room * 2 : FIRST_ROOM;
    char *larger = reader->memory.resize(reader->memory.context, reader->buffer, room + 1);
    if (!larger) {
        return false;
    }
    reader->buffer = larger;
    reader->room = room;
    return true;
}

/* Takes a byte-order mark away. */
static void skip_mark(FanRecordReader *reader) {
    static const char mark[] = "\xEF\xBB\xBF";
    if (reader->end - reader->begin >= 3 && memcmp(here(reader), mark, 3) == 0) {
        reader->begin += 3;
        reader->place.offset += 3;
    }
}

/* Fills the buffer as far as the source has bytes: a game is begun anew with each filling, so few
 * and large ones. Returns false when there is nothing more to be had. */
static bool fill(FanRecordReader *reader) {
    if (reader->failed) {
        reader->sticky = FAN_RECORD_FAILED;
        return false;
    }
    if (!make_room(reader)) {
        reader->sticky = FAN_RECORD_MEMORY;
        return false;
    }
    while (reader->end < reader->room && !reader->ended && !reader->failed) {
        ptrdiff_t count = reader->source(reader->context, reader->buffer + reader->end,
                                         reader->room - reader->end);
        reader->failed = count < 0;
        reader->ended = count == 0;
        reader->end += count > 0 ? (size_t)count : 0;
    }
    reader->buffer[reader->end] = '\0';
    if (!reader->started) {
        reader->started = true;
        skip_mark(reader);
    }
    return true;
}

/* --- Games -------------------------------------------------------------------------------------
 */

/* Steps over the rest of a game refused; false if there is nothing more to be had. */
static bool skip_on(FanRecordReader *reader) {
    bool done;
    const char *to =
        fan_skip(&reader->skip, here(reader), reader->buffer + reader->end, reader->ended, &done);
    go_to(reader, to);
    if (done || (reader->ended && reader->begin == reader->end)) {
        reader->skipping = false;
        return true;
    }
    return fill(reader);
}

static FanRecordReading refuse(FanRecordReader *reader, const char *where) {
    FanRecordFault *fault = &reader->fault;
    Place place = place_after(reader->place, here(reader), (size_t)(where - here(reader)));
    fault->game = ++reader->games;
    fault->offset = place.offset;
    fault->line = place.line;
    fault->column = place.column;
    return FAN_RECORD_FAULT;
}

static FanRecordReading refuse_long(FanRecordReader *reader) {
    reader->fault.code = FAN_FAULT_BYTES;
    reader->fault.clause = 0;
    fan_fault_write(&reader->fault, "", 0);
    reader->skip = fan_skip_begin(SKIP_MOVES, 0);
    reader->skipping = true;
    return refuse(reader, here(reader));
}

static FanRecordReading refuse_parsed(FanRecordReader *reader) {
    const Parser *parser = &reader->parser;
    FanRecordReading reading = refuse(reader, parser->where);
    reader->skipping = parser->skip != SKIP_NOTHING;
    reader->skip = fan_skip_begin(parser->skip, parser->depth);
    go_to(reader, parser->resume);
    return reading;
}

static ParseStatus parse_here(FanRecordReader *reader, FanRecord *record) {
    Parser *parser = &reader->parser;
    parser->begin = here(reader);
    parser->end = reader->buffer + reader->end;
    parser->ended = reader->ended;
    parser->line_start = reader->place.column == 1;
    parser->record = record;
    parser->line = &reader->line;
    parser->fault = &reader->fault;
    parser->variant = &reader->variant;
    return fan_parse(parser);
}

/* Steps over blanks; false if there is nothing more to be had. */
static bool find_game(FanRecordReader *reader) {
    if (!reader->started && !fill(reader)) {
        return false;
    }
    for (;;) {
        const char *at = here(reader);
        while (is_blank(*at)) {
            at++;
        }
        go_to(reader, at);
        if (reader->begin < reader->end || reader->ended) {
            return true;
        }
        if (!fill(reader)) {
            return false;
        }
    }
}

FanRecordReading fan_record_read(FanRecordReader *reader, FanRecord *record) {
    while (reader->sticky == FAN_RECORD_GAME) {
        if (reader->skipping) {
            if (!skip_on(reader)) {
                break;
            }
            continue;
        }
        if (!find_game(reader)) {
            break;
        }
        switch (parse_here(reader, record)) {
        case PARSE_GAME:
            go_to(reader, reader->parser.at);
            reader->games++;
            return FAN_RECORD_GAME;
        case PARSE_FAULT:
            return refuse_parsed(reader);
        case PARSE_NOTHING:
            go_to(reader, reader->buffer + reader->end);
            return FAN_RECORD_END;
        case PARSE_MEMORY:
            reader->sticky = FAN_RECORD_MEMORY;
            break;
        case PARSE_MORE:
            if (reader->end - reader->begin >= FAN_RECORD_BYTES_MAX) {
                return refuse_long(reader);
            }
            if (!fill(reader)) {
                break;
            }
        }
    }
    return reader->sticky;
}

ptrdiff_t fan_text_source(void *context, char *bytes, size_t size) {
    FanTextSource *text = context;
    size_t count = text->length < size ? text->length : size;
    if (count) {
        memcpy(bytes, text->text, count);
    }
    text->text += count;
    text->length -= count;
    return (ptrdiff_t)count;
}
