/* The book of openings: the page brings the file, and asks what it says of the game on the table.
 */
#include "wasm/core.h"

#include <fanorona/book.h>

static FanBook *book; /* NULL before the page has brought one */

/* Takes the bytes of a book from the input. */
EXPORT(book_read) CoreStatus core_book_read(size_t length) {
    FanBook *read;
    FanBookFault fault = fan_book_read(core_in, length, &read, NULL);
    if (fault != FAN_BOOK_OK) {
        return fault == FAN_BOOK_MEMORY ? CORE_NO_MEMORY : core_refuse(fan_book_fault_text(fault));
    }
    fan_book_free(book);
    book = read;
    return CORE_DONE;
}

static void member(const char *key, int64_t value) {
    fan_json_key(&core_out, key);
    fan_json_integer(&core_out, value);
}

static void member_turn(const FanTurn *turn) {
    char text[FAN_TURN_TEXT_MAX];
    fan_turn_write(&core_table.board, turn, text);
    fan_json_key(&core_out, "turn");
    fan_json_string(&core_out, text);
}

static void describe_turn(const FanBookTurn *known) {
    const FanGame *game = &core_table.game;
    FanTurn turn;
    if (!fan_move_turn(game->board, &game->rules, &game->position, known->move, &turn)) {
        return; /* a book was checked when it was read */
    }
    fan_json_open(&core_out, '{');
    member_turn(&turn);
    member("score", known->value);
    member("chance", (int64_t)fan_score_chance(known->value));
    if (FAN_SCORE_IS_WIN(known->value)) {
        member("winIn", FAN_SCORE_WIN - known->value);
    } else if (FAN_SCORE_IS_LOSS(known->value)) {
        member("lossIn", FAN_SCORE_WIN + known->value);
    }
    member("depth", known->depth);
    member("nodes", (int64_t)known->nodes);
    member("wins", known->wins);
    member("draws", known->draws);
    member("losses", known->losses);
    fan_json_close(&core_out, '}');
}

/* What the book says of the position now: BookPage (web/src/core/book.ts). */
EXPORT(book_show) CoreStatus core_book_show(void) {
    FanBookTurn turns[FAN_BOOK_TURNS_MAX];
    const FanGame *game = &core_table.game;
    const char *name = fan_opening_name(game);
    bool asked = book != NULL && game->outcome.result == FAN_ONGOING;
    size_t count = asked ? fan_book_turns(book, game->board, &game->rules, &game->position, turns,
                                          FAN_BOOK_TURNS_MAX)
                         : 0;
    fan_json_clear(&core_out);
    fan_json_open(&core_out, '{');
    fan_json_key(&core_out, "opening");
    if (name != NULL) {
        fan_json_string(&core_out, name);
    } else {
        fan_json_null(&core_out);
    }
    fan_json_key(&core_out, "turns");
    fan_json_open(&core_out, '[');
    for (size_t i = 0; i < count; i++) {
        describe_turn(&turns[i]);
    }
    fan_json_close(&core_out, ']');
    fan_json_close(&core_out, '}');
    return core_done();
}

/* The turn a level plays from the book, as {"turn":…}, or {} where it does not help. */
EXPORT(book_choose) CoreStatus core_book_choose(unsigned level, double seed) {
    FanTurn turn;
    uint64_t whole = seed >= 0 && seed < 9007199254740992.0 ? (uint64_t)seed : 0;
    fan_json_clear(&core_out);
    fan_json_open(&core_out, '{');
    if (fan_book_choose(book, &core_table.game, level, whole, &turn)) {
        member_turn(&turn);
    }
    fan_json_close(&core_out, '}');
    return core_done();
}
