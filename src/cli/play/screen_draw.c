/* What stands on the screen. */
#define NCURSES_WIDECHAR 1
#include "cli/play/screen.h"

#include <curses.h>
#include <stdarg.h>
#include <string.h>

/* --- colours ------------------------------------------------------------------------------------
 *
 * Colour only repeats what shapes say. With 256 colours the board is red earth with pale lines;
 * with eight it keeps the terminal's ground. */

typedef struct Colour {
    short many, few; /* of 256, of 8; -1 is the terminal's own */
} Colour;

enum { GROUND = 130 };

static const Colour colours[FAN_STYLES] = {
    [FAN_STYLE_NORMAL] = {230, -1},
    [FAN_STYLE_LINE] = {223, COLOR_YELLOW},
    [FAN_STYLE_LABEL] = {223, -1},
    [FAN_STYLE_WHITE] = {231, -1},
    [FAN_STYLE_BLACK] = {16, COLOR_CYAN},
    [FAN_STYLE_MARK] = {231, COLOR_GREEN},
    [FAN_STYLE_APPROACH] = {159, COLOR_BLUE},
    [FAN_STYLE_WITHDRAWAL] = {229, COLOR_MAGENTA},
    [FAN_STYLE_TRAIL] = {222, COLOR_YELLOW},
    [FAN_STYLE_REFUSAL] = {231, COLOR_RED},
};

void fan_screen_prepare(FanScreen *screen) {
    if (!screen->colours || !has_colors() || start_color() == ERR) {
        screen->colours = false;
        return;
    }
    bool many = COLORS >= 256 && COLOR_PAIRS > FAN_STYLES;
    bool own = use_default_colors() == OK;
    for (short i = 0; i < FAN_STYLES; i++) {
        short few = colours[i].few == -1 && !own ? COLOR_WHITE : colours[i].few;
        init_pair((short)(i + 1), many ? colours[i].many : few,
                  many  ? GROUND
                  : own ? (short)-1
                        : COLOR_BLACK);
    }
}

static attr_t look_of(const FanScreen *screen, const FanCell *cell) {
    attr_t look = cell->strong ? A_BOLD : A_NORMAL;
    return screen->colours ? look | (attr_t)COLOR_PAIR(cell->style + 1) : look;
}

/* --- the board ----------------------------------------------------------------------------------
 */

static void draw_board(const FanScreen *screen) {
    static FanPicture picture;
    FanMarks marks;
    const FanSession *session = &screen->play->session;
    const FanLayout *layout = &screen->layout;
    fan_session_marks(session, screen->cursor, &marks);
    if (screen->before) {
        const FanPoints *stones = session->game.position.stones;
        marks = (FanMarks){.stones = {stones[0], stones[1]}, .cursor = screen->cursor};
    }
    fan_picture_draw(&picture, &layout->view, &session->board, &marks);
    for (unsigned y = 0; y < picture.height; y++) {
        move((int)(layout->board_y + y), (int)layout->board_x);
        for (unsigned x = 0; x < picture.width; x++) {
            const FanCell *cell = &picture.cells[y][x];
            attrset((int)look_of(screen, cell));
            addstr(fan_glyph_text(cell->glyph, screen->utf8));
        }
    }
    attrset(A_NORMAL);
}

/* --- the panel ----------------------------------------------------------------------------------
 */

enum { PANEL_LINES_MAX = 64 };

typedef struct Panel {
    FanText lines[PANEL_LINES_MAX];
    unsigned count, room;
} Panel;

__attribute__((format(printf, 2, 3))) static void add_line(Panel *panel, const char *format, ...) {
    if (panel->count == panel->room) {
        return;
    }
    va_list args;
    va_start(args, format);
    vsnprintf(panel->lines[panel->count].text, FAN_LINE_TEXT_MAX, format, args);
    va_end(args);
    panel->count++;
}

/* Breaks a text at commas and blanks into lines of the panel, those after the first set in. */
static void add_wrapped(Panel *panel, const char *text) {
    const size_t width = FAN_PANEL_WIDTH - 1;
    for (bool first = true; *text && panel->count < panel->room; first = false) {
        size_t room = first ? width : width - 2, length = strlen(text);
        if (length > room) {
            length = room;
            for (size_t i = room; i > room / 2; i--) {
                if (text[i - 1] == ',' || text[i - 1] == ' ') {
                    length = i;
                    break;
                }
            }
        }
        add_line(panel, "%s%.*s", first ? "" : "  ", (int)length, text);
        text += length;
    }
}

static void add_side(Panel *panel, const FanScreen *screen, FanSide side) {
    const FanSession *session = &screen->play->session;
    const FanPosition *position = &session->game.position;
    const FanPosition *shown = fan_session_is_persons(session) ? &session->draft.current : position;
    const char *stone =
        fan_glyph_text(side == FAN_WHITE ? FAN_GLYPH_WHITE : FAN_GLYPH_BLACK, screen->utf8);
    char hand[32] = "";
    if (session->game.rules.telo) {
        snprintf(hand, sizeof hand, ", %u in hand", fan_position_hand(position, side));
    }
    add_line(panel, "%c%s %s  %d%s",
             position->side == side && !fan_session_is_over(session) ? '>' : ' ', stone,
             fan_side_name(side), __builtin_popcountll(shown->stones[side]), hand);
}

static void add_seats(Panel *panel, const FanSession *session) {
    FanText seat;
    for (int side = FAN_WHITE; side <= FAN_BLACK; side++) {
        fan_session_show_seat(session, (FanSide)side, &seat);
        if (session->seats[side] == FAN_SEAT_COMPUTER) {
            add_line(panel, "%s: %s", fan_side_name((FanSide)side), seat.text);
        }
    }
}

static void add_turns(Panel *panel, const FanSession *session) {
    const FanGame *game = &session->game;
    size_t room = panel->room - panel->count;
    for (size_t i = game->length > room ? game->length - room : 0; i < game->length; i++) {
        const FanPosition *before = &game->plies[i].before;
        FanText turn;
        fan_session_show_turn(session, i, &turn);
        char number[16];
        snprintf(number, sizeof number, "%u%s", before->number,
                 before->side == FAN_WHITE ? "." : "...");
        int left = FAN_PANEL_WIDTH - 1 - 7;
        bool cut = (int)strlen(turn.text) > left;
        add_line(panel, "%-6s %.*s%s", number, cut ? left - 2 : left, turn.text, cut ? ".." : "");
    }
}

static void fill_panel(Panel *panel, const FanScreen *screen, unsigned room) {
    const FanSession *session = &screen->play->session;
    FanText text;
    panel->count = 0;
    panel->room = room < PANEL_LINES_MAX ? room : PANEL_LINES_MAX;
    add_side(panel, screen, FAN_WHITE);
    add_side(panel, screen, FAN_BLACK);
    fan_session_show_vela(session, &text);
    add_wrapped(panel, text.text);
    fan_session_show_quiet(session, &text);
    add_line(panel, "%s", text.text);
    add_seats(panel, session);
    fan_session_show_rules(session, &text);
    if (*text.text) {
        char rules[FAN_LINE_TEXT_MAX];
        snprintf(rules, sizeof rules, "rules: %.200s", text.text);
        add_wrapped(panel, rules);
    }
    if (panel->room > panel->count) {
        add_line(panel, "%s", "");
    }
    add_turns(panel, session);
}

static void draw_panel(const FanScreen *screen) {
    static Panel panel;
    const FanLayout *layout = &screen->layout;
    unsigned bottom = (unsigned)LINES - FAN_FOOT_ROWS;
    if (layout->panel == FAN_PANEL_RIGHT) {
        fill_panel(&panel, screen, bottom - FAN_TITLE_ROWS);
        for (unsigned i = 0; i < panel.count; i++) {
            mvaddnstr((int)(FAN_TITLE_ROWS + i), (int)layout->panel_x, panel.lines[i].text, -1);
        }
    } else if (layout->panel == FAN_PANEL_BELOW) {
        unsigned top = layout->board_y + layout->view.height, rows = bottom - top;
        unsigned columns = (unsigned)COLS / FAN_PANEL_WIDTH;
        fill_panel(&panel, screen, rows * columns);
        for (unsigned i = 0; i < panel.count; i++) {
            mvaddstr((int)(top + i % rows), (int)(i / rows * FAN_PANEL_WIDTH + 1),
                     panel.lines[i].text);
        }
    }
}

/* --- the rest -----------------------------------------------------------------------------------
 */

/* Without a panel the counters are in the title, as short as can be. */
static void write_title(const FanScreen *screen, char *line, size_t size) {
    const FanSession *session = &screen->play->session;
    const FanPosition *position = &session->game.position;
    FanText variant, state;
    fan_session_show_variant(session, &variant);
    fan_session_show_state(session, &state);
    if (screen->keys == FAN_KEYS_RESUME) {
        snprintf(line, size, " Fanorona");
        return;
    }
    if (!screen->layout.fits || screen->layout.panel != FAN_PANEL_NONE) {
        snprintf(line, size, " %s, %s", variant.text, state.text);
        return;
    }
    char vela[32] = "";
    if (fan_position_is_vela(position)) {
        snprintf(vela, sizeof vela, "; vela %u", fan_position_to_give(position));
    }
    bool persons = fan_session_is_persons(session);
    snprintf(line, size, " %s%s; quiet %u/%u%s",
             persons ? fan_side_name((FanSide)position->side) : state.text,
             persons ? " to move" : "", position->quiet, session->game.rules.quiet_limit, vela);
}

static void draw_title(const FanScreen *screen) {
    char line[4 * FAN_LINE_TEXT_MAX];
    write_title(screen, line, sizeof line);
    attrset(A_REVERSE);
    mvprintw(0, 0, "%-*.*s", COLS, COLS, line);
    attrset(A_NORMAL);
}

/* A text over several rows, broken at blanks; the last row is cut. */
static void draw_wrapped(int y, int rows, const char *text, attr_t look) {
    attrset((int)look);
    for (int row = 0; row < rows && *text; row++) {
        int length = (int)strlen(text), width = COLS - 2;
        if (length > width) {
            length = width;
            while (row < rows - 1 && length > width / 2 && text[length] != ' ') {
                length--;
            }
        }
        mvaddnstr(y + row, 1, text, length);
        text += length;
        text += *text == ' ';
    }
    attrset(A_NORMAL);
}

static void draw_message(const FanScreen *screen) {
    const FanSession *session = &screen->play->session;
    int y = LINES - FAN_FOOT_ROWS;
    if (*screen->play->trouble && !*session->said) {
        draw_wrapped(y, 2, screen->play->trouble, A_BOLD);
        return;
    }
    draw_wrapped(y, 2, session->said, session->refused ? A_BOLD : A_NORMAL);
}

/* What is asked in the row of the field; NULL where nothing is. */
static const char *question(FanKeys keys) {
    switch (keys) {
    case FAN_KEYS_TURN:
        return "Turn: ";
    case FAN_KEYS_SAVE:
        return "Save as: ";
    case FAN_KEYS_LOAD:
        return "Load: ";
    case FAN_KEYS_RESIGN:
        return "Give the game up?";
    case FAN_KEYS_DRAW:
        return "Do both of you agree on a draw?";
    case FAN_KEYS_NEW:
        return "New game:";
    case FAN_KEYS_SEATS:
        return "Who plays?";
    default:
        return NULL;
    }
}

static const char *key_line(const FanScreen *screen) {
    switch (screen->keys) {
    case FAN_KEYS_TURN:
    case FAN_KEYS_SAVE:
    case FAN_KEYS_LOAD:
        return "Enter: do it   Esc: leave the field";
    case FAN_KEYS_RESIGN:
    case FAN_KEYS_DRAW:
        return "y: yes   n: no";
    case FAN_KEYS_NEW:
        return "Enter: the same   t: tsivy   d: dimy   e: telo   Esc: play on";
    case FAN_KEYS_SEATS:
        return "Enter: as now   w: you White   b: you Black   r: by lot   2: two players   Esc: "
               "play on";
    default:
        break;
    }
    const FanSession *session = &screen->play->session;
    if (session->choosing) {
        return "A: approach   W: withdrawal   Backspace: step back   Esc: drop the turn";
    }
    if (screen->before) {
        return "The board as it was when the turn began; any key: back";
    }
    if (fan_session_is_over(session)) {
        FanVela giver = fan_session_next_giver(session);
        return giver == FAN_VELA_WHITE ? "n: new game   v: vela, White gives   u: undo   s: save   "
                                         "q: quit   ?: keys"
               : giver == FAN_VELA_BLACK
                   ? "n: new game   v: vela, Black gives   u: undo   s: save   "
                     "q: quit   ?: keys"
                   : "n: new game   u: undo   s: save   q: quit   ?: keys";
    }
    if (session->draft.turn.count) {
        return "Space: stop   Backspace: step back   Esc: drop the turn   ?: all keys";
    }
    return "arrows, Tab: go   Enter: act   /: type   u: undo   t: hint   q: quit   ?: keys";
}

/* The row above the keys: the field, a question, or the turn so far and the point in words. */
static void draw_field(const FanScreen *screen) {
    int y = LINES - 2;
    const FanSession *session = &screen->play->session;
    const char *asked = question(screen->keys);
    FanText draft, point;
    if (asked) {
        size_t length = strlen(screen->field);
        size_t room = (size_t)COLS > strlen(asked) + 4 ? (size_t)COLS - strlen(asked) - 4 : 1;
        /* A long text shows its end, where it grows. */
        mvprintw(y, 1, "%s%s", asked, screen->field + (length > room ? length - room : 0));
        return;
    }
    fan_session_show_draft(session, &draft);
    fan_session_show_point(session, screen->cursor, &point);
    mvprintw(y, 1, "%.*s", COLS - 2, draft.text);
    int width = (int)strlen(point.text);
    int x = COLS - 1 - width > getcurx(stdscr) + 2 ? COLS - 1 - width : getcurx(stdscr) + 2;
    if (!*draft.text) {
        x = 1;
    }
    mvprintw(y, x, "%.*s", COLS - 1 - x > 0 ? COLS - 1 - x : 0, point.text);
}

static void place_terminal_cursor(const FanScreen *screen) {
    if (question(screen->keys)) {
        int length = (int)(strlen(question(screen->keys)) + strlen(screen->field));
        move(LINES - 2, 1 + length < COLS - 1 ? 1 + length : COLS - 2);
        return;
    }
    FanCellPlace place =
        fan_view_place(&screen->layout.view, &screen->play->session.board, screen->cursor);
    move((int)(screen->layout.board_y + place.y), (int)(screen->layout.board_x + place.x));
}

static void draw_help(void) {
    static const char *const lines[] = {
        "The board",
        "  arrows, h j k l      move the cursor; Tab and Shift-Tab go round what can move",
        "  Enter, click         take up, step, place; on the moving stone: stop",
        "  Space                stop a chain",
        "  A, W                 choose approach or withdrawal, or act on a stone of the group",
        "  Backspace, Esc       one step back; drop the whole turn",
        "  /, or b c d e g      type a turn, such as e2-e3 or d3e3W",
        "  f, p, =              see it from the other side; upright or flat; before the turn",
        "The game",
        "  u, r                 take back your last turn; play it again",
        "  t                    a hint",
        "  1 to 8               how strong the computer plays",
        "  o, R                 offer a draw; resign",
        "  n, v                 new game; vela, after a decisive game",
        "  s, L                 save a copy; load a game",
        "  q, Ctrl-C            quit; the game is kept and offered the next time",
        "Marks",
        "  [ ] cursor   ( ) can move   < > taken up   o can be reached   { } moved last",
        "  a a taken by approach   w w by withdrawal   x gone   ! ! forbids   ? ? hint",
        "  1 2 3 where a chain turned   = = three in a row",
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        mvaddnstr((int)i + 1, 1, lines[i], COLS - 2);
    }
    mvaddnstr(LINES - 1, 1, "any key: back", COLS - 2);
}

static void draw_resume(const FanScreen *screen) {
    mvaddnstr(2, 1, "There is an unfinished game:", COLS - 2);
    draw_wrapped(3, 2, screen->found.text, A_BOLD);
    mvaddnstr(6, 1, "Enter  go on with it", COLS - 2);
    mvaddnstr(7, 1, "n      begin a new game; it will be offered again", COLS - 2);
    mvaddnstr(8, 1, "x      begin a new game and set this one aside", COLS - 2);
    mvaddnstr(9, 1, "q      quit", COLS - 2);
}

static void draw_too_small(const FanScreen *screen) {
    char line[160];
    snprintf(line, sizeof line,
             "The terminal is too small: it has %dx%d, this board needs %ux%u. Make it larger; the "
             "game is kept.",
             COLS, LINES, screen->layout.need_width, screen->layout.need_height);
    draw_wrapped(1, LINES > 2 ? LINES - 1 : 1, line, A_NORMAL);
}

void fan_screen_draw(FanScreen *screen) {
    screen->layout = fan_layout(&screen->play->session.board, screen->turned, screen->flipped,
                                (unsigned)COLS, (unsigned)LINES);
    erase();
    draw_title(screen);
    if (screen->keys == FAN_KEYS_HELP) {
        draw_help();
    } else if (screen->keys == FAN_KEYS_RESUME) {
        draw_resume(screen);
    } else if (!screen->layout.fits) {
        draw_too_small(screen);
    } else {
        draw_board(screen);
        draw_panel(screen);
        draw_message(screen);
        draw_field(screen);
        mvaddnstr(LINES - 1, 1, key_line(screen), COLS - 2);
        place_terminal_cursor(screen);
    }
    refresh();
}
