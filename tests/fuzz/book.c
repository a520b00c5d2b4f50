/* Books of openings. The input is read as it is, and once more with the right checksum, for no
 * chance finds that. A book that is read knows legal turns, best first, and games go by them. */
#include "engine/book.h"
#include "engine/checksum.h"
#include "fuzz/require.h"

static void require_turns(const FanBook *book, const FanBoard *board, const FanRules *rules,
                          const FanPosition *position) {
    FanBookTurn turns[FAN_BOOK_TURNS_MAX];
    FanTurn path;
    size_t count = fan_book_turns(book, board, rules, position, turns, FAN_BOOK_TURNS_MAX);
    REQUIRE(count <= FAN_BOOK_TURNS_MAX);
    for (size_t i = 0; i < count; i++) {
        REQUIRE(fan_move_turn(board, rules, position, turns[i].move, &path));
        REQUIRE(i == 0 || turns[i].value <= turns[i - 1].value);
    }
}

/* What the book says along a game from its start, the best turn played each time. */
static void require_game(const FanBook *book) {
    FanBookFacts facts = fan_book_facts(book);
    FanBoard board;
    FanPly plies[64];
    FanGame game;
    FanTurn turn;
    REQUIRE(fan_board_init(&board, facts.files, facts.ranks));
    FanPosition start = fan_position_start(&board, &facts.rules);
    fan_game_begin(&game, &board, &facts.rules, &start, plies, 64);
    for (uint64_t seed = 0; fan_book_choose(book, &game, FAN_LEVEL_FULL, seed, &turn); seed++) {
        require_turns(book, &board, &facts.rules, &game.position);
        if (fan_game_play(&game, &turn, NULL) != FAN_GAME_OK) {
            REQUIRE(game.length == game.capacity);
            break;
        }
    }
}

static void read_once(const uint8_t *bytes, size_t size) {
    FanBook *book;
    size_t offset;
    FanBookFault fault = fan_book_read(bytes, size, &book, &offset);
    REQUIRE(offset <= size);
    REQUIRE((fault == FAN_BOOK_OK) == (book != NULL));
    const char *text = fan_book_fault_text(fault);
    require_sentence(text, strlen(text), 200);
    if (book) {
        require_game(book);
    }
    fan_book_free(book);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    read_once(data, size);
    if (size >= FAN_BOOK_SUM_BYTES) {
        uint8_t *bytes = malloc(size);
        REQUIRE(bytes);
        memcpy(bytes, data, size);
        uint64_t sum = fan_checksum(bytes, size - FAN_BOOK_SUM_BYTES);
        for (unsigned i = 0; i < FAN_BOOK_SUM_BYTES; i++) {
            bytes[size - FAN_BOOK_SUM_BYTES + i] = (uint8_t)(sum >> 8 * i);
        }
        read_once(bytes, size);
        free(bytes);
    }
    return 0;
}
