/* What keys and clicks do. */
#define NCURSES_WIDECHAR 1
#include "cli/play/screen.h"

#include <curses.h>
#include <limits.h>
#include <string.h>
#include <wchar.h>

enum { KEY_ESCAPE = 27, KEY_RUBOUT = 127, KEY_CONTROL_H = 8, KEY_RETURN = 13, KEY_NEWLINE = 10 };

static FanSession *session_of(FanScreen *screen) {
    return &screen->play->session;
}

static void put_cursor_home(FanScreen *screen) {
    const FanBoard *board = &session_of(screen)->board;
    screen->cursor = (FanPoint)(board->points / 2);
}

/* A game with a computer is seen from the person's side. */
static void look_from(FanScreen *screen) {
    const FanSession *session = session_of(screen);
    screen->flipped =
        fan_session_has_computer(session) && session->seats[FAN_BLACK] == FAN_SEAT_PERSON;
}

/* --- the cursor ---------------------------------------------------------------------------------
 */

static void move_cursor(FanScreen *screen, int dx, int dy) {
    screen->cursor =
        fan_view_step(&screen->layout.view, &session_of(screen)->board, screen->cursor, dx, dy);
}

/* To the next or the one before among the points that matter, in reading order of the screen. */
static void go_round(FanScreen *screen, bool back) {
    const FanSession *session = session_of(screen);
    const FanView *view = &screen->layout.view;
    FanPoints points = fan_session_candidates(session);
    FanCellPlace here = fan_view_place(view, &session->board, screen->cursor);
    long from = (long)here.y * FAN_PICTURE_WIDTH_MAX + here.x;
    FanPoint next = FAN_NO_POINT, first = FAN_NO_POINT;
    long next_key = 0, first_key = 0;
    for (; points; points &= points - 1) {
        FanPoint point = (FanPoint)__builtin_ctzll(points);
        FanCellPlace place = fan_view_place(view, &session->board, point);
        long key = (long)place.y * FAN_PICTURE_WIDTH_MAX + place.x;
        long way = back ? from - key : key - from, whole = back ? -key : key;
        if (way > 0 && (next == FAN_NO_POINT || way < next_key)) {
            next = point;
            next_key = way;
        }
        if (first == FAN_NO_POINT || whole < first_key) {
            first = point;
            first_key = whole;
        }
    }
    if (first != FAN_NO_POINT) {
        screen->cursor = next != FAN_NO_POINT ? next : first;
    }
}

static void click(FanScreen *screen) {
    MEVENT event;
    if (getmouse(&event) != OK || !screen->layout.fits ||
        !(event.bstate & (BUTTON1_PRESSED | BUTTON1_CLICKED)) ||
        event.x < (int)screen->layout.board_x || event.y < (int)screen->layout.board_y) {
        return;
    }
    FanPoint point = fan_view_point(&screen->layout.view, &session_of(screen)->board,
                                    (unsigned)event.x - screen->layout.board_x,
                                    (unsigned)event.y - screen->layout.board_y);
    if (point != FAN_NO_POINT) {
        screen->cursor = point;
        fan_session_touch(session_of(screen), point);
    }
}

/* --- the field ----------------------------------------------------------------------------------
 */

static void open_field(FanScreen *screen, FanKeys keys, const char *text) {
    screen->keys = keys;
    snprintf(screen->field, sizeof screen->field, "%s", text);
}

static void close_questions(FanScreen *screen) {
    screen->keys = FAN_KEYS_BOARD;
    screen->field[0] = '\0';
}

static void add_to_field(FanScreen *screen, unsigned key) {
    char bytes[MB_LEN_MAX];
    mbstate_t state = {0};
    size_t length = wcrtomb(bytes, (wchar_t)key, &state);
    size_t filled = strlen(screen->field);
    if (length != (size_t)-1 && filled + length < sizeof screen->field) {
        memcpy(screen->field + filled, bytes, length);
        screen->field[filled + length] = '\0';
    }
}

/* Takes the last character away; an empty field closes. */
static void rub_out(FanScreen *screen) {
    size_t length = strlen(screen->field);
    if (length == 0) {
        close_questions(screen);
        return;
    }
    do {
        length--;
    } while (length > 0 && screen->utf8 && (screen->field[length] & 0xC0) == 0x80);
    screen->field[length] = '\0';
}

static void enter_field(FanScreen *screen) {
    char text[FAN_FIELD_MAX];
    memcpy(text, screen->field, sizeof text);
    FanKeys keys = screen->keys;
    close_questions(screen);
    if (!*text) {
        return;
    }
    if (keys == FAN_KEYS_TURN) {
        /* What was refused can be mended. */
        if (!fan_session_type(session_of(screen), text) &&
            fan_session_is_persons(session_of(screen))) {
            open_field(screen, keys, text);
        }
    } else if (keys == FAN_KEYS_SAVE) {
        fan_play_save(screen->play, text);
    } else if (fan_play_open(screen->play, text)) {
        put_cursor_home(screen);
        look_from(screen);
    }
}

static void field_key(FanScreen *screen, unsigned key, bool special) {
    if (special ? key == KEY_ENTER : key == KEY_RETURN || key == KEY_NEWLINE) {
        enter_field(screen);
    } else if (special ? key == KEY_BACKSPACE : key == KEY_RUBOUT || key == KEY_CONTROL_H) {
        rub_out(screen);
    } else if (!special && key == KEY_ESCAPE) {
        close_questions(screen);
    } else if (!special && key >= ' ') {
        add_to_field(screen, key);
    }
}

/* --- questions ----------------------------------------------------------------------------------
 */

static bool is_enter(unsigned key, bool special) {
    return special ? key == KEY_ENTER : key == KEY_RETURN || key == KEY_NEWLINE;
}

static void resume_key(FanScreen *screen, unsigned key, bool special) {
    FanPlay *play = screen->play;
    if (is_enter(key, special) || (!special && (key == 'y' || key == 'Y'))) {
        close_questions(screen);
        fan_play_load(play, true);
        put_cursor_home(screen);
    } else if (!special && (key == 'n' || key == 'N' || key == KEY_ESCAPE)) {
        close_questions(screen);
        fan_play_folder_begin(&play->store, NULL);
    } else if (!special && (key == 'x' || key == 'X')) {
        close_questions(screen);
        if (!fan_play_folder_set_aside(&play->store)) {
            fan_session_refuse(session_of(screen), "%s", play->store.why);
        }
    } else if (!special && (key == 'q' || key == 'Q')) {
        fan_play_folder_begin(&play->store, NULL);
        screen->quit = true;
    }
}

static void answer_key(FanScreen *screen, unsigned key, bool special) {
    FanKeys keys = screen->keys;
    if (special || (key != 'y' && key != 'Y' && key != 'n' && key != 'N' && key != KEY_ESCAPE)) {
        return;
    }
    close_questions(screen);
    if (key != 'y' && key != 'Y') {
        fan_session_say(session_of(screen), "%s", "");
    } else if (keys == FAN_KEYS_RESIGN) {
        fan_session_resign(session_of(screen));
    } else {
        fan_session_offer_draw(session_of(screen));
    }
}

static void choose_game(FanScreen *screen, const char *variant) {
    FanSetup *setup = &screen->chosen;
    const FanSession *session = session_of(screen);
    *setup = (FanSetup){.board = session->board, .rules = session->game.rules};
    setup->rules.vela = FAN_VELA_NONE;
    if (variant && !fan_variant_read(&setup->board, &setup->rules, variant, strlen(variant))) {
        return; /* the names are ours */
    }
    setup->position = fan_position_start(&setup->board, &setup->rules);
    screen->keys = FAN_KEYS_SEATS;
}

static void new_key(FanScreen *screen, unsigned key, bool special) {
    if (is_enter(key, special)) {
        choose_game(screen, NULL);
    } else if (!special && key == KEY_ESCAPE) {
        close_questions(screen);
    } else if (!special && (key == 't' || key == 'T')) {
        choose_game(screen, "tsivy");
    } else if (!special && (key == 'd' || key == 'D')) {
        choose_game(screen, "dimy");
    } else if (!special && (key == 'e' || key == 'E')) {
        choose_game(screen, "telo");
    }
}

static void begin_game(FanScreen *screen, const uint8_t seats[2]) {
    FanPlay *play = screen->play;
    close_questions(screen);
    play->setup = screen->chosen;
    memcpy(play->seats, seats, sizeof play->seats);
    play->session.seed++;
    fan_play_begin(play);
    look_from(screen);
    put_cursor_home(screen);
}

static void seats_key(FanScreen *screen, unsigned key, bool special) {
    static const uint8_t white[2] = {FAN_SEAT_PERSON, FAN_SEAT_COMPUTER};
    static const uint8_t black[2] = {FAN_SEAT_COMPUTER, FAN_SEAT_PERSON};
    static const uint8_t two[2] = {FAN_SEAT_PERSON, FAN_SEAT_PERSON};
    if (is_enter(key, special)) {
        uint8_t now[2] = {session_of(screen)->seats[0], session_of(screen)->seats[1]};
        begin_game(screen, now);
    } else if (special) {
        return;
    } else if (key == KEY_ESCAPE) {
        close_questions(screen);
    } else if (key == 'w' || key == 'W') {
        begin_game(screen, white);
    } else if (key == 'b' || key == 'B') {
        begin_game(screen, black);
    } else if (key == '2') {
        begin_game(screen, two);
    } else if (key == 'r' || key == 'R') {
        uint64_t lot = session_of(screen)->seed * UINT64_C(0x9E3779B97F4A7C15);
        begin_game(screen, lot >> 63 ? black : white);
    }
}

/* --- the board ----------------------------------------------------------------------------------
 */

static void special_key(FanScreen *screen, unsigned key) {
    switch (key) {
    case KEY_LEFT:
        move_cursor(screen, -1, 0);
        return;
    case KEY_RIGHT:
        move_cursor(screen, 1, 0);
        return;
    case KEY_UP:
        move_cursor(screen, 0, -1);
        return;
    case KEY_DOWN:
        move_cursor(screen, 0, 1);
        return;
    case KEY_BTAB:
        go_round(screen, true);
        return;
    case KEY_ENTER:
        fan_session_touch(session_of(screen), screen->cursor);
        return;
    case KEY_BACKSPACE:
        fan_session_step_back(session_of(screen));
        return;
    case KEY_MOUSE:
        click(screen);
        return;
    default:
        return;
    }
}

/* Keys of the turn being made. */
static bool turn_key(FanScreen *screen, unsigned key) {
    FanSession *session = session_of(screen);
    switch (key) {
    case KEY_RETURN:
    case KEY_NEWLINE:
        fan_session_touch(session, screen->cursor);
        return true;
    case ' ':
        fan_session_stop(session);
        return true;
    case '\t':
        go_round(screen, false);
        return true;
    case KEY_RUBOUT:
    case KEY_CONTROL_H:
        fan_session_step_back(session);
        return true;
    case KEY_ESCAPE:
        fan_session_drop(session);
        return true;
    case 'a':
    case 'A':
    case 'w':
    case 'W':
        if (session->choosing) {
            fan_session_choose(session, key == 'a' || key == 'A' ? FAN_APPROACH : FAN_WITHDRAWAL);
        } else if (key == 'a') {
            open_field(screen, FAN_KEYS_TURN, "a");
        }
        return true;
    default:
        return false;
    }
}

static bool cursor_key(FanScreen *screen, unsigned key) {
    static const struct {
        char key;
        int dx, dy;
    } ways[] = {{'h', -1, 0}, {'j', 0, 1}, {'k', 0, -1}, {'l', 1, 0}};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        if (key == (unsigned)ways[i].key) {
            move_cursor(screen, ways[i].dx, ways[i].dy);
            return true;
        }
    }
    return false;
}

static void ask_word(FanScreen *screen, FanKeys keys) {
    FanSession *session = session_of(screen);
    if (fan_session_is_over(session)) {
        fan_session_resign(session); /* tells how it ended */
    } else if (keys == FAN_KEYS_DRAW && fan_session_has_computer(session)) {
        fan_session_offer_draw(session);
    } else {
        screen->keys = keys;
    }
}

static void begin_vela(FanScreen *screen) {
    FanSession *session = session_of(screen);
    if (fan_session_next_giver(session) == FAN_VELA_NONE) {
        fan_session_refuse(session, "vela follows a decisive game of tsivy or dimy (R7.1)");
        return;
    }
    fan_play_next(screen->play, true);
    FanText vela;
    fan_session_show_vela(session, &vela);
    fan_session_say(session, "%s. The giver only steps and takes nothing (R7.2)", vela.text);
}

static void game_key(FanScreen *screen, unsigned key) {
    FanSession *session = session_of(screen);
    switch (key) {
    case 'u':
        fan_session_undo(session);
        return;
    case 'r':
        fan_session_redo(session);
        return;
    case 't':
        fan_session_ask_hint(session);
        return;
    case 'o':
        ask_word(screen, FAN_KEYS_DRAW);
        return;
    case 'R':
        ask_word(screen, FAN_KEYS_RESIGN);
        return;
    case 'n':
        screen->keys = FAN_KEYS_NEW;
        return;
    case 'v':
        begin_vela(screen);
        return;
    case 's':
        open_field(screen, FAN_KEYS_SAVE, "");
        return;
    case 'L':
        open_field(screen, FAN_KEYS_LOAD, "");
        return;
    case 'f':
        screen->flipped = !screen->flipped;
        return;
    case 'p':
        screen->turned = !screen->turned;
        return;
    case '=':
        screen->before = true;
        return;
    case '/':
        open_field(screen, FAN_KEYS_TURN, "");
        return;
    case '?':
        screen->keys = FAN_KEYS_HELP;
        return;
    case 'q':
    case 'Q':
        screen->quit = true;
        return;
    default:
        break;
    }
    if (key >= '1' && key <= '0' + FAN_LEVELS && fan_session_has_computer(session)) {
        fan_session_set_level(session, key - '0');
    } else if (key >= 'a' && key < 'a' + (unsigned)session->board.files) {
        char text[2] = {(char)key, '\0'};
        open_field(screen, FAN_KEYS_TURN, text);
    }
}

static void board_key(FanScreen *screen, unsigned key, bool special) {
    if (screen->before) {
        screen->before = false;
    } else if (special) {
        special_key(screen, key);
    } else if (!turn_key(screen, key) && !cursor_key(screen, key)) {
        game_key(screen, key);
    }
}

void fan_screen_key(FanScreen *screen, unsigned key, bool special) {
    switch (screen->keys) {
    case FAN_KEYS_TURN:
    case FAN_KEYS_SAVE:
    case FAN_KEYS_LOAD:
        field_key(screen, key, special);
        return;
    case FAN_KEYS_RESUME:
        resume_key(screen, key, special);
        if (screen->keys == FAN_KEYS_BOARD) {
            look_from(screen);
        }
        return;
    case FAN_KEYS_RESIGN:
    case FAN_KEYS_DRAW:
        answer_key(screen, key, special);
        return;
    case FAN_KEYS_NEW:
        new_key(screen, key, special);
        return;
    case FAN_KEYS_SEATS:
        seats_key(screen, key, special);
        return;
    case FAN_KEYS_HELP:
        screen->keys = FAN_KEYS_BOARD;
        return;
    case FAN_KEYS_BOARD:
        board_key(screen, key, special);
        return;
    }
}
