/* Positions as text (R9.3, R9.4). Every fault of a set-up is told, not the first alone. */
#include "rules/bits.h"
#include "rules/text_in.h"
#include "rules/text_out.h"

#include <fanorona/text.h>

#include <string.h>

static char stone_letter(const FanPosition *position, FanPoint point) {
    if (has_point(position->stones[FAN_WHITE], point)) {
        return 'W';
    }
    return has_point(position->stones[FAN_BLACK], point) ? 'B' : '\0';
}

static void write_rank(Out *out, const FanBoard *board, const FanPosition *position,
                       unsigned rank) {
    unsigned empty = 0;
    for (unsigned file = 0; file < board->files; file++) {
        char letter = stone_letter(position, (FanPoint)(rank * board->files + file));
        if (!letter) {
            empty++;
            continue;
        }
        if (empty) {
            out_number(out, empty);
        }
        empty = 0;
        out_char(out, letter);
    }
    if (empty) {
        out_number(out, empty);
    }
}

static void write_hand(Out *out, const FanPosition *position) {
    unsigned white = fan_position_hand(position, FAN_WHITE);
    unsigned black = fan_position_hand(position, FAN_BLACK);
    if (white || black) {
        out_text(out, " hand:");
        out_number(out, white);
        out_char(out, ',');
        out_number(out, black);
    }
}

size_t fan_position_write(const FanBoard *board, const FanPosition *position, char *text) {
    Out out = out_begin(text, FAN_POSITION_TEXT_MAX);
    for (unsigned rank = board->ranks; rank-- > 0;) {
        write_rank(&out, board, position, rank);
        if (rank) {
            out_char(&out, '/');
        }
    }
    out_text(&out, position->side == FAN_WHITE ? " w " : " b ");
    out_number(&out, position->quiet);
    out_char(&out, ' ');
    out_number(&out, position->number);
    write_hand(&out, position);
    if (fan_position_is_vela(position)) {
        out_text(&out, fan_position_giver(position) == FAN_WHITE ? " vela:w" : " vela:b");
    }
    if (position->first) {
        out_text(&out, " first");
    }
    return out_end(&out);
}

typedef struct Token {
    size_t at, length;
} Token;

typedef struct Setup {
    const char *text;
    size_t length;
    FanRules rules; /* as asked for, then as the text has them */
    const FanBoard *asked;
    FanSetupError *errors;
    size_t capacity, count;
    FanBoard board;
    bool has_board; /* the size is a good one */
    FanPosition position;
    Token stones, hand, vela; /* where they are told; the fields have no length if they are not */
    unsigned in_hand[2];
} Setup;

static void add_fault(Setup *setup, FanSetupFault fault, Token where, unsigned rank, FanSide side) {
    if (setup->count < setup->capacity) {
        setup->errors[setup->count] = (FanSetupError){.fault = (uint8_t)fault,
                                                      .rank = (uint16_t)rank,
                                                      .side = (uint8_t)side,
                                                      .offset = where.at,
                                                      .length = where.length};
    }
    setup->count++;
}

/* The next run of characters that are not blank; false at the end. */
static bool next_token(const Setup *setup, size_t *at, Token *token) {
    while (*at < setup->length && is_blank(setup->text[*at])) {
        ++*at;
    }
    token->at = *at;
    while (*at < setup->length && !is_blank(setup->text[*at])) {
        ++*at;
    }
    token->length = *at - token->at;
    return token->length > 0;
}

/* The next rank of the board's token: up to its `/` or end; false when there is none. */
static bool next_rank(const Setup *setup, Token board, size_t *at, Token *rank) {
    size_t end = board.at + board.length;
    if (*at > end) {
        return false;
    }
    const char *slash = *at < end ? memchr(setup->text + *at, '/', end - *at) : NULL;
    rank->at = *at;
    rank->length = (slash ? (size_t)(slash - setup->text) : end) - *at;
    *at += rank->length + 1;
    return true;
}

/* What a rank's text says, one item at a time: a stone, a run of empty points, or a fault. */
typedef struct Item {
    Token where;
    unsigned points; /* how many points it covers */
    char stone;      /* 'w', 'b', or 0 */
    bool unknown;
} Item;

enum { RUN_MAX = 1000 }; /* longer runs are all equally too long */

static Item read_run(const Setup *setup, Token rest) {
    Item item = {.where = {rest.at, 0}};
    while (item.where.length < rest.length) {
        char c = setup->text[rest.at + item.where.length];
        if (!is_digit(c)) {
            break;
        }
        item.points = item.points * 10 + (unsigned)(c - '0');
        if (item.points > RUN_MAX) {
            item.points = RUN_MAX;
        }
        item.where.length++;
    }
    /* A run of nothing, or one with a leading zero, is not a number of empty points. */
    item.unknown = setup->text[rest.at] == '0';
    return item;
}

static Item read_item(const Setup *setup, Token rest) {
    char c = setup->text[rest.at];
    if (is_digit(c)) {
        return read_run(setup, rest);
    }
    bool white = c == 'W' || c == 'w', black = c == 'B' || c == 'b';
    return (Item){.where = {rest.at, 1},
                  .points = 1,
                  .stone = white   ? 'w'
                           : black ? 'b'
                                   : '\0',
                  .unknown = !white && !black};
}

static unsigned rank_width(const Setup *setup, Token rank) {
    unsigned width = 0;
    while (rank.length) {
        Item item = read_item(setup, rank);
        width += item.points;
        rank.at += item.where.length;
        rank.length -= item.where.length;
    }
    return width;
}

/* The size the text speaks of: its number of ranks, and the width most of them have, the smaller
 * of two. */
static void measure(const Setup *setup, Token board, unsigned *files, unsigned *ranks) {
    unsigned with_width[FAN_SIZE_MAX + 2] = {0};
    Token rank;
    *ranks = 0;
    for (size_t at = board.at; next_rank(setup, board, &at, &rank); ++*ranks) {
        unsigned width = rank_width(setup, rank);
        with_width[width <= FAN_SIZE_MAX ? width : FAN_SIZE_MAX + 1]++;
    }
    *files = 0;
    for (unsigned width = 1; width <= FAN_SIZE_MAX + 1; width++) {
        if (with_width[width] > with_width[*files] || *files == 0) {
            *files = width;
        }
    }
}

/* Places the items of a rank, as far as they fit; `index` counts ranks from the top. */
static void read_rank(Setup *setup, Token rank, unsigned index, unsigned files, unsigned ranks,
                      bool fits) {
    unsigned file = 0;
    Token rest = rank;
    while (rest.length) {
        Item item = read_item(setup, rest);
        if (item.unknown) {
            add_fault(setup, FAN_SETUP_CHARACTER, item.where, index + 1, FAN_WHITE);
        }
        if (item.stone && fits && file < files) {
            setup->position.stones[item.stone == 'w' ? FAN_WHITE : FAN_BLACK] |=
                point_bit((FanPoint)((ranks - 1 - index) * files + file));
        }
        file += item.points;
        rest.at += item.where.length;
        rest.length -= item.where.length;
    }
    /* Ranks wider than any board are at one in that; the size tells it. */
    if (file > files && files <= FAN_SIZE_MAX) {
        add_fault(setup, FAN_SETUP_RANK_LONG, rank, index + 1, FAN_WHITE);
    }
    if (file < files) {
        add_fault(setup, FAN_SETUP_RANK_SHORT, rank, index + 1, FAN_WHITE);
    }
}

/* Not the size asked for; telo is 3×3 (R6.1). */
static bool is_other_size(const Setup *setup, unsigned files, unsigned ranks) {
    return (setup->asked && (setup->asked->files != files || setup->asked->ranks != ranks)) ||
           (setup->rules.telo && (files != 3 || ranks != 3));
}

static void read_board(Setup *setup, Token token) {
    unsigned files, ranks, index = 0;
    setup->stones = token;
    measure(setup, token, &files, &ranks);
    bool fits = fan_board_size_valid(files, ranks);
    if (!fits) {
        add_fault(setup, FAN_SETUP_SIZE, token, 0, FAN_WHITE);
    } else if (is_other_size(setup, files, ranks)) {
        add_fault(setup, FAN_SETUP_OTHER_SIZE, token, 0, FAN_WHITE);
    }
    Token rank;
    for (size_t at = token.at; next_rank(setup, token, &at, &rank); index++) {
        read_rank(setup, rank, index, files, ranks, fits);
    }
    setup->has_board = fits && fan_board_init(&setup->board, files, ranks);
    if (!setup->has_board) {
        return;
    }
    for (FanSide side = FAN_WHITE; side <= FAN_BLACK; side++) {
        if (count_points(setup->position.stones[side]) > (files * ranks - 1) / 2) {
            add_fault(setup, FAN_SETUP_STONES, token, 0, side);
        }
    }
}

static bool token_is(const Setup *setup, Token token, const char *word) {
    return token.length == strlen(word) && memcmp(setup->text + token.at, word, token.length) == 0;
}

static bool begins_with(const Setup *setup, Token token, const char *word) {
    size_t length = strlen(word);
    return token.length >= length && memcmp(setup->text + token.at, word, length) == 0;
}

/* A counter in decimal from `least` to FAN_COUNTER_MAX; false if the token is none. */
static bool read_counter(const Setup *setup, Token token, unsigned least, uint16_t *counter) {
    unsigned value = 0;
    for (size_t i = 0; i < token.length; i++) {
        char c = setup->text[token.at + i];
        if (!is_digit(c)) {
            return false;
        }
        value = value * 10 + (unsigned)(c - '0');
        if (value > FAN_COUNTER_MAX) {
            return false;
        }
    }
    if (value < least) {
        return false;
    }
    *counter = (uint16_t)value;
    return true;
}

static void read_side(Setup *setup, Token token) {
    char c = token.length == 1 ? setup->text[token.at] : '\0';
    if (c == 'b' || c == 'B') {
        setup->position.side = FAN_BLACK;
    } else if (c != 'w' && c != 'W') {
        add_fault(setup, FAN_SETUP_SIDE, token, 0, FAN_WHITE);
    }
}

/* A field by its place: side, quiet turns, number. */
static void read_field(Setup *setup, Token token, unsigned place) {
    if (place == 0) {
        read_side(setup, token);
    } else if (place == 1 && !read_counter(setup, token, 0, &setup->position.quiet)) {
        add_fault(setup, FAN_SETUP_QUIET, token, 0, FAN_WHITE);
    } else if (place == 2 && !read_counter(setup, token, 1, &setup->position.number)) {
        add_fault(setup, FAN_SETUP_NUMBER, token, 0, FAN_WHITE);
    } else if (place > 2) {
        add_fault(setup, FAN_SETUP_REPEATED, token, 0, FAN_WHITE);
    }
}

static bool is_key(const Setup *setup, Token token, unsigned place) {
    return token_is(setup, token, "first") || memchr(setup->text + token.at, ':', token.length) ||
           (is_letter(setup->text[token.at]) && place > 2);
}

static void read_first(Setup *setup, Token token) {
    if (setup->position.first) {
        add_fault(setup, FAN_SETUP_REPEATED, token, 0, FAN_WHITE);
    } else if (setup->rules.first_turn != FAN_FIRST_SINGLE) {
        add_fault(setup, FAN_SETUP_OPTION, token, 0, FAN_WHITE);
    } else {
        setup->position.first = 1;
    }
}

static bool is_stones_in_hand(char c) {
    return c >= '0' && c <= '0' + FAN_TELO_STONES;
}

static void read_hand(Setup *setup, Token token) {
    enum { KEY = 5, LENGTH = KEY + 3 }; /* hand: and 3,3 */
    const char *value = setup->text + token.at + KEY;
    if (setup->hand.length) {
        add_fault(setup, FAN_SETUP_REPEATED, token, 0, FAN_WHITE);
    } else if (token.length != LENGTH || !is_stones_in_hand(value[0]) || value[1] != ',' ||
               !is_stones_in_hand(value[2])) {
        add_fault(setup, FAN_SETUP_HAND, token, 0, FAN_WHITE);
    } else if (setup->has_board && setup->board.points != 9) {
        add_fault(setup, FAN_SETUP_HAND_BOARD, token, 0, FAN_WHITE);
    } else {
        setup->hand = token;
        setup->in_hand[FAN_WHITE] = (unsigned)(value[0] - '0');
        setup->in_hand[FAN_BLACK] = (unsigned)(value[2] - '0');
    }
}

static void read_vela(Setup *setup, Token token) {
    enum { KEY = 5 };
    char giver = token.length == KEY + 1 ? lower(setup->text[token.at + KEY]) : '\0';
    FanVela vela = giver == 'w' ? FAN_VELA_WHITE : FAN_VELA_BLACK;
    if (setup->vela.length) {
        add_fault(setup, FAN_SETUP_REPEATED, token, 0, FAN_WHITE);
    } else if (giver != 'w' && giver != 'b') {
        add_fault(setup, FAN_SETUP_VELA, token, 0, FAN_WHITE);
    } else if (setup->rules.vela != FAN_VELA_NONE && setup->rules.vela != vela) {
        add_fault(setup, FAN_SETUP_OPTION, token, 0, FAN_WHITE);
    } else {
        setup->vela = token;
        setup->rules.vela = (uint8_t)vela;
    }
}

static void read_key(Setup *setup, Token token) {
    if (begins_with(setup, token, "hand:")) {
        read_hand(setup, token);
    } else if (begins_with(setup, token, "vela:")) {
        read_vela(setup, token);
    } else if (token_is(setup, token, "first")) {
        read_first(setup, token);
    } else {
        add_fault(setup, FAN_SETUP_KEY, token, 0, FAN_WHITE);
    }
}

static void read_fields(Setup *setup, size_t at) {
    Token token;
    unsigned place = 0;
    while (next_token(setup, &at, &token)) {
        if (is_key(setup, token, place)) {
            read_key(setup, token);
            place = 3; /* only keys may follow a key */
        } else {
            read_field(setup, token, place++);
        }
    }
}

/* The stones on the board and in hand are three a side, White placing first (R6.1, R6.2). */
static void check_hands(Setup *setup) {
    Token where = setup->hand.length ? setup->hand : setup->stones;
    unsigned hand[2];
    bool fit = true;
    for (FanSide side = FAN_WHITE; side <= FAN_BLACK; side++) {
        unsigned stones = count_points(setup->position.stones[side]);
        hand[side] = setup->hand.length ? setup->in_hand[side] : FAN_TELO_STONES - stones;
        if (stones > FAN_TELO_STONES || stones + hand[side] != FAN_TELO_STONES) {
            add_fault(setup, FAN_SETUP_HAND_STONES, where, 0, side);
            fit = false;
        }
    }
    unsigned behind = setup->position.side == FAN_WHITE ? 0 : 1;
    if (fit && (hand[FAN_WHITE] || hand[FAN_BLACK]) &&
        hand[FAN_BLACK] != hand[FAN_WHITE] + behind) {
        add_fault(setup, FAN_SETUP_HAND_SIDE, where, 0, FAN_WHITE);
    }
}

/* R6.1 to R6.3. */
static void check_telo(Setup *setup) {
    setup->position.mode = FAN_MODE_TELO;
    check_hands(setup);
    if (fan_position_row(&setup->position, FAN_WHITE) &&
        fan_position_row(&setup->position, FAN_BLACK)) {
        add_fault(setup, FAN_SETUP_ROWS, setup->stones, 0, FAN_WHITE);
    }
}

/* R7.1 to R7.3. */
static void check_vela(Setup *setup) {
    FanRules *rules = &setup->rules;
    FanSide giver = rules->vela == FAN_VELA_WHITE ? FAN_WHITE : FAN_BLACK;
    bool first = count_points(setup->position.stones[giver]) > FAN_VELA_STONES_LEFT;
    if (!fan_rules_fit(rules, &setup->board)) {
        Token where = setup->vela.length ? setup->vela : setup->stones;
        add_fault(setup, FAN_SETUP_VELA_BOARD, where, 0, FAN_WHITE);
    } else if (setup->vela.length && !first) {
        add_fault(setup, FAN_SETUP_VELA_STONES, setup->vela, 0, giver);
    } else if (first) {
        setup->position.mode = giver == FAN_WHITE ? FAN_MODE_VELA_WHITE : FAN_MODE_VELA_BLACK;
    }
}

/* What stones, fields and rules say together. */
static void check_game(Setup *setup) {
    if (!setup->has_board) {
        return;
    }
    if (setup->hand.length) {
        setup->rules.telo = 1;
    }
    if (setup->rules.telo && setup->board.points == 9) {
        check_telo(setup);
    }
    if (setup->rules.vela != FAN_VELA_NONE) {
        check_vela(setup);
    }
}

size_t fan_position_read(FanBoard *board, FanPosition *position, FanRules *rules,
                         const FanBoard *asked, const char *text, size_t length,
                         FanSetupError *errors, size_t capacity) {
    Setup setup = {.text = text,
                   .length = length,
                   .rules = *rules,
                   .asked = asked,
                   .errors = errors,
                   .capacity = capacity,
                   .position = {.number = 1}};
    size_t at = 0;
    Token token;
    if (length > FAN_POSITION_INPUT_MAX) {
        add_fault(&setup, FAN_SETUP_LENGTH, (Token){FAN_POSITION_INPUT_MAX, 0}, 0, FAN_WHITE);
    } else if (!next_token(&setup, &at, &token)) {
        add_fault(&setup, FAN_SETUP_EMPTY, (Token){0, 0}, 0, FAN_WHITE);
    } else {
        read_board(&setup, token);
        read_fields(&setup, at);
        check_game(&setup);
    }
    if (setup.count) {
        return setup.count;
    }
    *board = setup.board;
    *position = setup.position;
    *rules = setup.rules;
    return 0;
}
