/* Reading a book and looking into it. */
#include "engine/book.h"
#include "engine/checksum.h"
#include "engine/mix.h"

#include <stdlib.h>
#include <string.h>

enum {
    VERSION = 1,
    NEAR = 20,      /* hundredths of a stone: turns so much below the best are as good */
    QUIET_MOST = 9, /* a position that comes so late is no opening any more */
};

typedef struct Entry {
    FanPoints own, other;
    uint32_t first; /* of its turns */
    uint32_t count;
} Entry;

struct FanBook {
    FanBoard board;
    FanRules rules;
    uint64_t checksum;
    Entry *entries; /* sorted */
    size_t positions;
    FanBookTurn *list; /* moves folded */
    size_t turns, room;
};

const char *fan_book_fault_text(FanBookFault fault) {
    static const char *const texts[] = {
        [FAN_BOOK_OK] = "nothing is wrong",
        [FAN_BOOK_MEMORY] = "there is not enough memory to read it",
        [FAN_BOOK_FOREIGN] = "it is no book of openings",
        [FAN_BOOK_VERSION] = "it is a book of a later version",
        [FAN_BOOK_CUT] = "it is cut short",
        [FAN_BOOK_LONG] = "it is longer than it says, or than any book",
        [FAN_BOOK_CHECKSUM] = "its checksum is wrong: a byte was changed",
        [FAN_BOOK_BOARD] = "its board does not exist",
        [FAN_BOOK_RULES] = "its rules do not exist, or not on its board",
        [FAN_BOOK_STONES] = "a position of it is none",
        [FAN_BOOK_ORDER] = "a position of it is out of its order",
        [FAN_BOOK_TURN] = "a turn of it is not legal, or listed twice",
        [FAN_BOOK_NUMBER] = "a number of it is out of its range",
    };
    return texts[fault];
}

/* --- reading -----------------------------------------------------------------------------------
 */

typedef struct Reader {
    const uint8_t *bytes;
    size_t at, size;
    FanBookFault fault; /* the first one; nothing more is read after it */
} Reader;

static void fail(Reader *reader, FanBookFault fault) {
    reader->fault = reader->fault == FAN_BOOK_OK ? fault : reader->fault;
}

/* So many bytes as a number, 8 at most; 0 once something is wrong. */
static uint64_t take(Reader *reader, unsigned count) {
    uint64_t number = 0;
    if (reader->fault != FAN_BOOK_OK || reader->size - reader->at < count) {
        fail(reader, FAN_BOOK_CUT);
        return 0;
    }
    for (unsigned i = 0; i < count; i++) {
        number |= (uint64_t)reader->bytes[reader->at++] << 8 * i;
    }
    return number;
}

static uint64_t take_varint(Reader *reader, uint64_t most) {
    uint64_t number = 0;
    for (unsigned shift = 0; shift < 63; shift += 7) {
        uint64_t byte = take(reader, 1);
        number |= (byte & 127) << shift;
        if (!(byte & 128)) {
            if (number > most || (byte == 0 && shift > 0)) {
                fail(reader, FAN_BOOK_NUMBER);
            }
            return reader->fault == FAN_BOOK_OK ? number : 0;
        }
    }
    fail(reader, FAN_BOOK_NUMBER);
    return 0;
}

static void read_head(Reader *reader, FanBook *book) {
    if (reader->size < 8 || memcmp(reader->bytes, "FANBOOK", 7) != 0) {
        fail(reader, FAN_BOOK_FOREIGN);
        return;
    }
    reader->at = 7;
    if (take(reader, 1) != VERSION) {
        fail(reader, FAN_BOOK_VERSION);
        return;
    }
    if (reader->size > FAN_BOOK_SIZE_MAX) {
        fail(reader, FAN_BOOK_LONG);
        return;
    }
    unsigned files = (unsigned)take(reader, 1), ranks = (unsigned)take(reader, 1);
    if (reader->fault == FAN_BOOK_OK && !fan_board_init(&book->board, files, ranks)) {
        fail(reader, FAN_BOOK_BOARD);
    }
    size_t length = (size_t)take(reader, 1);
    if (reader->fault == FAN_BOOK_OK && reader->size - reader->at < length) {
        fail(reader, FAN_BOOK_CUT);
    }
    if (reader->fault != FAN_BOOK_OK) {
        return;
    }
    const char *text = (const char *)reader->bytes + reader->at;
    char written[FAN_RULES_TEXT_MAX];
    if (!fan_rules_read(&book->rules, text, length, NULL) || book->rules.vela != FAN_VELA_NONE ||
        fan_rules_write(&book->rules, written) != length || memcmp(written, text, length) != 0) {
        fail(reader, FAN_BOOK_RULES);
    }
    reader->at += length;
}

static int compare_moves(const void *a, const void *b) {
    FanMove x = *(const FanMove *)a, y = *(const FanMove *)b;
    return (x > y) - (x < y);
}

/* The legal moves of a folded position by their words; 0 if there are too many. */
static size_t legal_moves(const FanBoard *board, const FanRules *rules, const FanFold *fold,
                          FanMove moves[FAN_BOOK_MOVES_MAX]) {
    FanPosition position = fan_fold_position(fold);
    size_t count = fan_moves(board, rules, &position, moves, FAN_BOOK_MOVES_MAX);
    if (count > FAN_BOOK_MOVES_MAX) {
        return 0;
    }
    qsort(moves, count, sizeof *moves, compare_moves);
    return count;
}

static bool make_room(Reader *reader, FanBook *book) {
    if (book->turns < book->room) {
        return true;
    }
    size_t room = book->room ? 2 * book->room : 256;
    FanBookTurn *list = realloc(book->list, room * sizeof *list);
    if (!list) {
        fail(reader, FAN_BOOK_MEMORY);
        return false;
    }
    book->list = list;
    book->room = room;
    return true;
}

static FanBookTurn read_turn(Reader *reader, const FanMove *moves, size_t count) {
    size_t place = (size_t)take_varint(reader, UINT32_MAX);
    FanBookTurn turn = {.move = place < count ? moves[place] : FAN_NO_MOVE,
                        .value = (int16_t)take(reader, 2),
                        .depth = (unsigned)take(reader, 1),
                        .nodes = take_varint(reader, UINT64_MAX >> 10) << 10};
    turn.wins = (uint32_t)take_varint(reader, UINT32_MAX);
    turn.draws = (uint32_t)take_varint(reader, UINT32_MAX);
    turn.losses = (uint32_t)take_varint(reader, UINT32_MAX);
    if (turn.move == FAN_NO_MOVE) {
        fail(reader, FAN_BOOK_TURN);
    } else if (abs(turn.value) > FAN_SCORE_WIN || turn.depth > FAN_DEPTH_MAX) {
        fail(reader, FAN_BOOK_NUMBER);
    }
    return turn;
}

/* Turns stand best first, and each in the least of its mirrored forms. */
static void check_turn(Reader *reader, const FanBook *book, const FanFold *fold, const Entry *entry,
                       const FanBookTurn *turn) {
    for (uint32_t i = 0; i < entry->count; i++) {
        if (book->list[entry->first + i].move == turn->move) {
            fail(reader, FAN_BOOK_TURN);
        }
    }
    if (entry->count && book->list[entry->first + entry->count - 1].value < turn->value) {
        fail(reader, FAN_BOOK_ORDER);
    }
    if (fan_fold_move(&book->board, fold, turn->move) != turn->move) {
        fail(reader, FAN_BOOK_ORDER);
    }
}

static bool is_position(const FanBoard *board, const Entry *entry) {
    int most = board->points / 2; /* of a side (R9.4) */
    return entry->own && entry->other && !(entry->own & entry->other) &&
           !((entry->own | entry->other) & ~board->all) &&
           __builtin_popcountll(entry->own) <= most && __builtin_popcountll(entry->other) <= most;
}

static void read_entry(Reader *reader, FanBook *book, Entry *entry) {
    unsigned width = (book->board.points + 7u) / 8;
    *entry = (Entry){.own = take(reader, width), .first = (uint32_t)book->turns};
    entry->other = take(reader, width);
    unsigned turns = (unsigned)take(reader, 1);
    if (reader->fault == FAN_BOOK_OK && !is_position(&book->board, entry)) {
        fail(reader, FAN_BOOK_STONES);
    }
    if (reader->fault != FAN_BOOK_OK) {
        return;
    }
    FanFold as_written = {entry->own, entry->other, 1};
    FanPosition position = fan_fold_position(&as_written);
    FanFold fold = fan_fold(&book->board, &position);
    FanMove moves[FAN_BOOK_MOVES_MAX];
    size_t count = legal_moves(&book->board, &book->rules, &as_written, moves);
    if (fold.own != entry->own || fold.other != entry->other) {
        fail(reader, FAN_BOOK_ORDER);
    }
    if (turns == 0 || turns > FAN_BOOK_TURNS_MAX || turns > count) {
        fail(reader, FAN_BOOK_TURN);
    }
    while (entry->count < turns && reader->fault == FAN_BOOK_OK && make_room(reader, book)) {
        FanBookTurn turn = read_turn(reader, moves, count);
        check_turn(reader, book, &fold, entry, &turn);
        book->list[book->turns++] = turn;
        entry->count++;
    }
}

static bool stands_before(const Entry *a, const Entry *b) {
    return a->own != b->own ? a->own < b->own : a->other < b->other;
}

static void read_entries(Reader *reader, FanBook *book) {
    size_t count = (size_t)take_varint(reader, UINT32_MAX);
    /* A position takes ten bytes at least, so that no short file asks for much memory. */
    if (reader->fault == FAN_BOOK_OK && count > (reader->size - reader->at) / 10) {
        fail(reader, FAN_BOOK_CUT);
    }
    if (reader->fault != FAN_BOOK_OK) {
        return;
    }
    book->entries = malloc((count + 1) * sizeof *book->entries);
    if (!book->entries) {
        fail(reader, FAN_BOOK_MEMORY);
    }
    while (book->positions < count && reader->fault == FAN_BOOK_OK) {
        Entry *entry = &book->entries[book->positions];
        read_entry(reader, book, entry);
        if (reader->fault == FAN_BOOK_OK && book->positions && !stands_before(entry - 1, entry)) {
            fail(reader, FAN_BOOK_ORDER);
        }
        book->positions++;
    }
}

static void read_book(Reader *reader, FanBook *book) {
    read_head(reader, book);
    if (reader->fault != FAN_BOOK_OK) {
        return;
    }
    if (reader->size - reader->at < FAN_BOOK_SUM_BYTES) {
        fail(reader, FAN_BOOK_CUT);
        return;
    }
    /* What was changed on the way is told as that, whatever it would mean. */
    Reader end = {reader->bytes, reader->size - FAN_BOOK_SUM_BYTES, reader->size, FAN_BOOK_OK};
    book->checksum = take(&end, FAN_BOOK_SUM_BYTES);
    if (book->checksum != fan_checksum(reader->bytes, reader->size - FAN_BOOK_SUM_BYTES)) {
        fail(reader, FAN_BOOK_CHECKSUM);
        return;
    }
    reader->size -= FAN_BOOK_SUM_BYTES;
    read_entries(reader, book);
    if (reader->fault == FAN_BOOK_OK && reader->at < reader->size) {
        fail(reader, FAN_BOOK_LONG);
    }
}

FanBookFault fan_book_read(const void *bytes, size_t size, FanBook **book, size_t *offset) {
    Reader reader = {bytes, 0, size, FAN_BOOK_OK};
    *book = calloc(1, sizeof **book);
    if (*book) {
        read_book(&reader, *book);
    } else {
        fail(&reader, FAN_BOOK_MEMORY);
    }
    if (reader.fault != FAN_BOOK_OK) {
        fan_book_free(*book);
        *book = NULL;
    }
    if (offset) {
        *offset = reader.at;
    }
    return reader.fault;
}

void fan_book_free(FanBook *book) {
    if (book) {
        free(book->entries);
        free(book->list);
        free(book);
    }
}

FanBookFacts fan_book_facts(const FanBook *book) {
    return (FanBookFacts){.files = book->board.files,
                          .ranks = book->board.ranks,
                          .rules = book->rules,
                          .positions = book->positions,
                          .turns = book->turns,
                          .checksum = book->checksum};
}

/* --- looking -----------------------------------------------------------------------------------
 */

/* The game's own limits count towards the rules a value was found under, so all must agree. */
static bool is_for(const FanBook *book, const FanBoard *board, const FanRules *rules,
                   const FanPosition *position) {
    return board->files == book->board.files && board->ranks == book->board.ranks &&
           fan_rules_equal(rules, &book->rules) && position->mode == FAN_MODE_CAPTURE &&
           !position->first && position->quiet <= QUIET_MOST;
}

static const Entry *find(const FanBook *book, const FanFold *fold) {
    const Entry wanted = {.own = fold->own, .other = fold->other};
    size_t low = 0, high = book->positions;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (stands_before(&book->entries[middle], &wanted)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    const Entry *entry = &book->entries[low];
    return low < book->positions && !stands_before(&wanted, entry) ? entry : NULL;
}

size_t fan_book_turns(const FanBook *book, const FanBoard *board, const FanRules *rules,
                      const FanPosition *position, FanBookTurn *turns, size_t capacity) {
    if (!is_for(book, board, rules, position)) {
        return 0;
    }
    FanFold fold = fan_fold(board, position);
    const Entry *entry = find(book, &fold);
    for (uint32_t i = 0; entry && i < entry->count && i < capacity; i++) {
        turns[i] = book->list[entry->first + i];
        turns[i].move = fan_unfold_move(board, &fold, turns[i].move);
    }
    return entry ? entry->count : 0;
}

bool fan_book_choose(const FanBook *book, const FanGame *game, unsigned level, uint64_t seed,
                     FanTurn *turn) {
    FanBookTurn turns[FAN_BOOK_TURNS_MAX];
    if (!book || game->outcome.result != FAN_ONGOING ||
        (level != FAN_LEVEL_FULL && level < FAN_BOOK_LEVEL)) {
        return false;
    }
    size_t count =
        fan_book_turns(book, game->board, &game->rules, &game->position, turns, FAN_BOOK_TURNS_MAX);
    size_t near = 0;
    while (near < count && turns[near].value + NEAR >= turns[0].value) {
        near++;
    }
    if (near == 0) {
        return false;
    }
    size_t chosen = (size_t)(mix(mix(seed) ^ fan_position_key(&game->position)) % near);
    return fan_move_turn(game->board, &game->rules, &game->position, turns[chosen].move, turn);
}
