/* Writing a book. */
#include "engine/book.h"
#include "engine/checksum.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct Writer {
    uint8_t *bytes; /* NULL once memory has run out */
    size_t size, room;
} Writer;

static void put(Writer *writer, uint64_t number, unsigned count) {
    if (writer->size + count > writer->room) {
        size_t room = 2 * writer->room + 1024;
        uint8_t *bytes = writer->bytes || writer->room == 0 ? realloc(writer->bytes, room) : NULL;
        if (!bytes) {
            free(writer->bytes);
        }
        writer->bytes = bytes;
        writer->room = room;
    }
    for (unsigned i = 0; writer->bytes && i < count; i++) {
        writer->bytes[writer->size++] = (uint8_t)(number >> 8 * i);
    }
}

static void put_varint(Writer *writer, uint64_t number) {
    while (number > 127) {
        put(writer, (number & 127) | 128, 1);
        number >>= 7;
    }
    put(writer, number, 1);
}

static int compare_entries(const void *a, const void *b) {
    const FanBookEntry *x = a, *y = b;
    if (x->own != y->own) {
        return x->own < y->own ? -1 : 1;
    }
    return (x->other > y->other) - (x->other < y->other);
}

/* Best first; of equal ones the more played, then the lower word. */
static int compare_turns(const void *a, const void *b) {
    const FanBookTurn *x = a, *y = b;
    uint64_t played = (uint64_t)x->wins + x->draws + x->losses;
    uint64_t other = (uint64_t)y->wins + y->draws + y->losses;
    if (x->value != y->value) {
        return x->value > y->value ? -1 : 1;
    }
    if (played != other) {
        return played > other ? -1 : 1;
    }
    return (x->move > y->move) - (x->move < y->move);
}

/* How many legal moves have a lower word. */
static size_t place_of(FanMove move, const FanMove *moves, size_t count) {
    size_t place = 0;
    for (size_t i = 0; i < count; i++) {
        place += moves[i] < move;
    }
    return place;
}

static void put_turn(Writer *writer, const FanBookTurn *turn, const FanMove *moves, size_t count) {
    put_varint(writer, place_of(turn->move, moves, count));
    put(writer, (uint16_t)turn->value, 2);
    put(writer, turn->depth, 1);
    put_varint(writer, turn->nodes >> 10);
    put_varint(writer, turn->wins);
    put_varint(writer, turn->draws);
    put_varint(writer, turn->losses);
}

static void put_entry(Writer *writer, const FanBoard *board, const FanRules *rules,
                      FanBookEntry *entry) {
    FanMove moves[FAN_BOOK_MOVES_MAX];
    FanFold fold = {entry->own, entry->other, 1};
    FanPosition position = fan_fold_position(&fold);
    size_t count = fan_moves(board, rules, &position, moves, FAN_BOOK_MOVES_MAX);
    unsigned width = (board->points + 7u) / 8;
    assert(count <= FAN_BOOK_MOVES_MAX);
    assert(entry->count > 0 && entry->count <= FAN_BOOK_TURNS_MAX);
    qsort(entry->turns, entry->count, sizeof *entry->turns, compare_turns);
    put(writer, entry->own, width);
    put(writer, entry->other, width);
    put(writer, entry->count, 1);
    for (size_t i = 0; i < entry->count; i++) {
        put_turn(writer, &entry->turns[i], moves, count);
    }
}

uint8_t *fan_book_write(const FanBoard *board, const FanRules *rules, FanBookEntry *entries,
                        size_t count, size_t *size) {
    Writer writer = {0};
    char text[FAN_RULES_TEXT_MAX];
    size_t length = fan_rules_write(rules, text);
    for (const char *c = "FANBOOK\1"; *c; c++) {
        put(&writer, (uint8_t)*c, 1);
    }
    put(&writer, board->files, 1);
    put(&writer, board->ranks, 1);
    put(&writer, length, 1);
    for (size_t i = 0; i < length; i++) {
        put(&writer, (uint8_t)text[i], 1);
    }
    put_varint(&writer, count);
    if (count) {
        qsort(entries, count, sizeof *entries, compare_entries);
    }
    for (size_t i = 0; i < count; i++) {
        put_entry(&writer, board, rules, &entries[i]);
    }
    if (writer.bytes) {
        put(&writer, fan_checksum(writer.bytes, writer.size), FAN_BOOK_SUM_BYTES);
    }
    *size = writer.size;
    return writer.bytes;
}
