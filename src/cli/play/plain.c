/* Playing line by line: for pipes, for terminals that can do nothing, for screen readers. */
#include "cli/play/play.h"

#include "cli/arguments.h"
#include "cli/nearest.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { LINE_MAX_BYTES = 4096 };

typedef struct Plain {
    FanPlay *play;
    FILE *out;
    bool terminal; /* somebody types: a prompt is shown */
    bool over;     /* asked to end */
    unsigned line; /* number of the last line read */
    char input[LINE_MAX_BYTES];
    size_t filled;                   /* bytes in input */
    bool skipping;                   /* the rest of a line that is too long */
    bool ended;                      /* no more input */
    char trouble[FAN_STORE_WHY_MAX]; /* told last */
} Plain;

/* --- what it tells ------------------------------------------------------------------------------
 */

static void print_board(const Plain *plain) {
    const FanSession *session = &plain->play->session;
    static FanPicture picture;
    FanView view;
    FanMarks marks;
    if (!fan_view_fit(&view, &session->board, false, false, FAN_PICTURE_WIDTH_MAX, UINT16_MAX)) {
        abort(); /* every board fits */
    }
    while (view.scale > 1) {
        /* The smallest picture, in the order of the position's text. */
        fan_view_fit(&view, &session->board, false, false, view.width - 1, view.height - 1);
    }
    fan_session_marks(session, FAN_NO_POINT, &marks);
    const FanMarks stones = {.stones = {marks.stones[0], marks.stones[1]}, .cursor = FAN_NO_POINT};
    fan_picture_draw(&picture, &view, &session->board, &stones);
    for (unsigned y = 0; y < picture.height; y++) {
        unsigned width = picture.width;
        while (width > 0 && picture.cells[y][width - 1].glyph == ' ') {
            width--;
        }
        for (unsigned x = 0; x < width; x++) {
            fputs(fan_glyph_text(picture.cells[y][x].glyph, false), plain->out);
        }
        fputc('\n', plain->out);
    }
}

static void print_part(const Plain *plain, const char *before, const FanText *text) {
    if (*text->text) {
        fprintf(plain->out, "%s%s", before, text->text);
    }
}

/* One line: the state, what counts down, what is in hand. */
static void print_state(const Plain *plain) {
    const FanSession *session = &plain->play->session;
    const FanPosition *position = &session->game.position;
    FanText text;
    fan_session_show_state(session, &text);
    print_part(plain, "", &text);
    if (session->game.rules.telo && !fan_session_is_over(session)) {
        fprintf(plain->out, "; in hand %u and %u", fan_position_hand(position, FAN_WHITE),
                fan_position_hand(position, FAN_BLACK));
    }
    fan_session_show_vela(session, &text);
    print_part(plain, "; ", &text);
    fan_session_show_quiet(session, &text);
    print_part(plain, "; ", &text);
    fputc('\n', plain->out);
    if (fan_session_next_giver(session) != FAN_VELA_NONE) {
        fprintf(plain->out, "new begins another game; vela begins one in which %s gives (R7.6)\n",
                fan_side_name(fan_session_next_giver(session) == FAN_VELA_WHITE ? FAN_WHITE
                                                                                : FAN_BLACK));
    }
}

static void print_head(const Plain *plain) {
    const FanSession *session = &plain->play->session;
    FanText text;
    fan_session_show_variant(session, &text);
    fprintf(plain->out, "%s", text.text);
    fan_session_show_rules(session, &text);
    print_part(plain, ", rules ", &text);
    fprintf(plain->out, ". ");
    if (!fan_session_has_computer(session)) {
        fprintf(plain->out, "Two players.");
    }
    for (int side = FAN_WHITE; side <= FAN_BLACK; side++) {
        fan_session_show_seat(session, (FanSide)side, &text);
        if (*text.text) {
            fprintf(plain->out, "%s%s: %s.", side ? " " : "", fan_side_name((FanSide)side),
                    text.text);
        }
    }
    fprintf(plain->out, "\n");
}

/* Everything, after the board has become another one. */
static void print_all(Plain *plain) {
    print_head(plain);
    print_board(plain);
    print_state(plain);
}

/* A refusal goes where messages go, with the line that it is about. */
static void complain(const Plain *plain, const char *why) {
    fflush(plain->out);
    fan_complain(plain->play->arguments, FAN_EXIT_USAGE, "line %u: %s", plain->line, why);
}

/* What the session has said, once. */
static void print_said(const Plain *plain) {
    FanSession *session = &plain->play->session;
    if (session->refused) {
        complain(plain, session->said);
    } else if (*session->said) {
        fprintf(plain->out, "%s\n", session->said);
    }
    fan_session_say(session, "%s", "");
}

/* Says once why the game is not kept. */
static void tell_trouble(Plain *plain) {
    const char *trouble = plain->play->trouble;
    if (*trouble && strcmp(plain->trouble, trouble) != 0) {
        fflush(plain->out);
        fan_complain(plain->play->arguments, FAN_EXIT_FAILED, "%s", trouble);
    }
    snprintf(plain->trouble, sizeof plain->trouble, "%s", trouble);
}

/* Lets the computer finish what it works on; a signal leaves it unfinished. */
static void think(Plain *plain) {
    FanSession *session = &plain->play->session;
    if (session->thought == FAN_THOUGHT_NONE) {
        return;
    }
    while (fan_session_think(session)) {
        if (fan_play_wait(0) == FAN_HEARD_END) {
            return;
        }
    }
    print_said(plain);
}

/* After a turn, one taken back or an end: keeps it, lets the computer answer, shows the board. */
static void go_on(Plain *plain) {
    print_said(plain);
    fan_play_keep(plain->play);
    if (plain->play->session.thought == FAN_THOUGHT_REPLY) {
        think(plain);
        fan_play_keep(plain->play);
    }
    tell_trouble(plain);
    print_board(plain);
    print_state(plain);
}

/* Lets the computer make its turn, if it is to move in the game shown. */
static void answer(Plain *plain) {
    if (plain->play->session.thought == FAN_THOUGHT_REPLY) {
        go_on(plain);
    }
}

/* --- the commands -------------------------------------------------------------------------------
 */

static void type_turn(Plain *plain, const char *text) {
    if (fan_session_type(&plain->play->session, text)) {
        go_on(plain);
    } else {
        print_said(plain);
    }
}

static void do_turn(Plain *plain, const char *rest) {
    type_turn(plain, rest);
}

static void do_undo(Plain *plain, const char *rest) {
    (void)rest;
    if (fan_session_undo(&plain->play->session)) {
        go_on(plain);
    } else {
        print_said(plain);
    }
}

static void do_redo(Plain *plain, const char *rest) {
    (void)rest;
    if (fan_session_redo(&plain->play->session)) {
        go_on(plain);
    } else {
        print_said(plain);
    }
}

static void do_board(Plain *plain, const char *rest) {
    (void)rest;
    print_all(plain);
}

static void do_position(Plain *plain, const char *rest) {
    (void)rest;
    const FanGame *game = &plain->play->session.game;
    char text[FAN_POSITION_TEXT_MAX];
    fan_position_write(game->board, &game->position, text);
    fprintf(plain->out, "%s\n", text);
}

static void do_turns(Plain *plain, const char *rest) {
    (void)rest;
    const FanSession *session = &plain->play->session;
    for (size_t i = 0; i < session->game.length; i++) {
        const FanPosition *before = &session->game.plies[i].before;
        FanText text;
        fan_session_show_turn(session, i, &text);
        fprintf(plain->out, "%u%s %s\n", before->number, before->side == FAN_WHITE ? "." : "...",
                text.text);
    }
}

static void do_hint(Plain *plain, const char *rest) {
    (void)rest;
    fan_session_ask_hint(&plain->play->session);
    if (plain->play->session.refused) {
        print_said(plain);
    }
    think(plain);
}

static void do_level(Plain *plain, const char *rest) {
    FanSession *session = &plain->play->session;
    if (!*rest) {
        fprintf(plain->out, "The computer plays at level %u of %d\n", session->level, FAN_LEVELS);
    } else if (rest[0] >= '1' && rest[0] <= '0' + FAN_LEVELS && rest[1] == '\0') {
        fan_session_set_level(session, (unsigned)(rest[0] - '0'));
        print_said(plain);
        fan_play_keep(plain->play);
    } else {
        complain(plain, "level: levels are 1 to 8");
    }
}

static void do_save(Plain *plain, const char *rest) {
    fan_play_save(plain->play, rest);
    print_said(plain);
}

static void do_load(Plain *plain, const char *rest) {
    if (!*rest) {
        complain(plain, "load: the name of a file is missing");
        return;
    }
    bool fine = fan_play_open(plain->play, rest);
    print_said(plain);
    if (fine) {
        print_all(plain);
        answer(plain);
    }
}

static void do_resign(Plain *plain, const char *rest) {
    (void)rest;
    fan_session_resign(&plain->play->session);
    go_on(plain);
}

static void do_draw(Plain *plain, const char *rest) {
    (void)rest;
    FanSession *session = &plain->play->session;
    fan_session_offer_draw(session);
    if (session->thought == FAN_THOUGHT_OFFER) {
        think(plain);
    } else {
        print_said(plain);
    }
    fan_play_keep(plain->play);
    if (fan_session_is_over(session)) {
        print_state(plain);
    }
}

static void begin_next(Plain *plain, bool vela) {
    fan_play_next(plain->play, vela);
    print_all(plain);
    answer(plain);
}

static void do_new(Plain *plain, const char *rest) {
    FanSetup setup = {.rules = plain->play->session.game.rules};
    setup.rules.vela = FAN_VELA_NONE;
    if (!*rest) {
        begin_next(plain, false);
        return;
    }
    if (!fan_variant_read(&setup.board, &setup.rules, rest, strlen(rest))) {
        complain(plain, "new: the game is tsivy, dimy, telo or a size such as 7x3");
        return;
    }
    setup.position = fan_position_start(&setup.board, &setup.rules);
    plain->play->setup = setup;
    memcpy(plain->play->seats, plain->play->session.seats, sizeof plain->play->seats);
    fan_play_begin(plain->play);
    print_all(plain);
    answer(plain);
}

static void do_vela(Plain *plain, const char *rest) {
    (void)rest;
    if (fan_session_next_giver(&plain->play->session) == FAN_VELA_NONE) {
        complain(plain, "vela: it follows a decisive game of tsivy or dimy (R7.1)");
        return;
    }
    begin_next(plain, true);
}

static void do_resume(Plain *plain, const char *rest) {
    (void)rest;
    FanText found;
    if (plain->play->session.game.length > 0) {
        complain(plain, "resume: a game is under way; new ends it");
    } else if (!fan_play_find(plain->play, &found)) {
        complain(plain, "resume: there is no unfinished game");
    } else if (fan_play_load(plain->play, true)) {
        print_all(plain);
        answer(plain);
    } else {
        print_said(plain);
    }
}

static void do_quit(Plain *plain, const char *rest) {
    (void)rest;
    plain->over = true;
}

static void do_help(Plain *plain, const char *rest);

typedef struct Command {
    const char *name, *argument, *help;
    void (*run)(Plain *plain, const char *rest);
} Command;

static const Command commands[] = {
    {"turn", "TURN", "play a turn, such as e2-e3 (R9.2); the word turn may be left out", do_turn},
    {"undo", "", "take back your last turn and what the computer answered", do_undo},
    {"redo", "", "play again what was taken back", do_redo},
    {"board", "", "show the board", do_board},
    {"position", "", "show the position as text (R9.3)", do_position},
    {"turns", "", "list the turns of the game", do_turns},
    {"hint", "", "let the computer suggest a turn", do_hint},
    {"level", "N", "set how strong the computer is, 1 to 8", do_level},
    {"draw", "", "offer a draw, or agree on one", do_draw},
    {"resign", "", "give the game up", do_resign},
    {"new", "GAME", "begin another game: tsivy, dimy, telo, a size, or the same again", do_new},
    {"vela", "", "begin a game in which the last winner gives (R7)", do_vela},
    {"resume", "", "go on with the unfinished game", do_resume},
    {"save", "FILE", "save a copy of the game", do_save},
    {"load", "FILE", "go on with a game from a file", do_load},
    {"help", "", "list these commands", do_help},
    {"quit", "", "end; the game is kept", do_quit},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static void do_help(Plain *plain, const char *rest) {
    (void)rest;
    for (size_t i = 0; i < COMMANDS; i++) {
        int width = fprintf(plain->out, "%s%s%s", commands[i].name,
                            *commands[i].argument ? " " : "", commands[i].argument);
        fprintf(plain->out, "%*s%s\n", 14 - width, "", commands[i].help);
    }
}

static bool has_digit(const char *word) {
    return word[strcspn(word, "0123456789")] != '\0';
}

static void complain_unknown(const Plain *plain, const char *word) {
    FanQuote quote;
    FanNearest nearest = fan_nearest_begin(word, strlen(word));
    char hint[FAN_HINT_MAX], why[FAN_HINT_MAX + FAN_SHOWN_MAX + 80];
    for (size_t i = 0; i < COMMANDS; i++) {
        fan_nearest_offer(&nearest, commands[i].name);
    }
    fan_nearest_hint(&nearest, "", hint);
    snprintf(why, sizeof why, "%s is neither a turn nor a command%s",
             fan_quote(&quote, word, strlen(word)), *hint ? hint : "; help lists them");
    complain(plain, why);
}

/* Does what a line says; one without a command's name is a turn. */
static void obey(Plain *plain, char *line) {
    line += strspn(line, " \t");
    for (size_t end = strlen(line); end > 0 && strchr(" \t\r", line[end - 1]); end--) {
        line[end - 1] = '\0';
    }
    if (!*line || *line == '#') {
        return;
    }
    size_t length = strcspn(line, " \t");
    char *rest = line + length + strspn(line + length, " \t");
    for (size_t i = 0; i < COMMANDS; i++) {
        const Command *command = &commands[i];
        if (strlen(command->name) != length || strncasecmp(command->name, line, length) != 0) {
            continue;
        }
        if (*rest && !*command->argument) {
            complain(plain, "the command takes nothing after it");
        } else {
            command->run(plain, rest);
        }
        return;
    }
    if (has_digit(line)) {
        type_turn(plain, line);
    } else {
        complain_unknown(plain, line);
    }
}

/* --- lines --------------------------------------------------------------------------------------
 */

/* Takes the next whole line out of the input. */
static bool take_line(Plain *plain, char line[LINE_MAX_BYTES]) {
    char *end = memchr(plain->input, '\n', plain->filled);
    size_t length = end ? (size_t)(end - plain->input) : plain->filled;
    bool whole = end || (plain->ended && plain->filled);
    if (!whole && plain->filled < sizeof plain->input - 1) {
        return false;
    }
    memcpy(line, plain->input, length);
    line[length] = '\0';
    size_t used = end ? length + 1 : length;
    plain->filled -= used;
    memmove(plain->input, plain->input + used, plain->filled);
    /* A zero byte would hide the rest of its line. */
    for (size_t i = 0; i < length; i++) {
        line[i] = line[i] ? line[i] : '?';
    }
    bool skipped = plain->skipping;
    plain->skipping = !whole;
    plain->line += whole;
    if (skipped || !whole) {
        if (whole) {
            complain(plain, "the line is too long");
        }
        line[0] = '\0';
    }
    return true;
}

static void read_input(Plain *plain) {
    ssize_t length =
        read(STDIN_FILENO, plain->input + plain->filled, sizeof plain->input - 1 - plain->filled);
    if (length > 0) {
        plain->filled += (size_t)length;
    } else if (length == 0 || errno != EINTR) {
        plain->ended = true;
    }
}

static void prompt(const Plain *plain) {
    if (plain->terminal) {
        fputs("> ", plain->out);
    }
    fflush(plain->out);
}

static void read_lines(Plain *plain) {
    char line[LINE_MAX_BYTES];
    bool asked = false;
    while (!plain->over && !ferror(plain->out)) {
        if (take_line(plain, line)) {
            obey(plain, line);
            asked = false;
            continue;
        }
        if (plain->ended) {
            return;
        }
        if (!asked) {
            prompt(plain);
            asked = true;
        }
        FanHeard heard = fan_play_wait(-1);
        if (heard == FAN_HEARD_END) {
            return;
        }
        if (heard != FAN_HEARD_NOTHING) {
            read_input(plain);
        }
    }
}

FanExit fan_play_plain(FanPlay *play) {
    static Plain plain;
    FanText found;
    plain = (Plain){.play = play, .out = fan_out(play->arguments), .terminal = isatty(0) == 1};
    if (!fan_play_watch_signals()) {
        return fan_complain(play->arguments, FAN_EXIT_FAILED, "no pipe can be made: %s",
                            strerror(errno));
    }
    if (play->may_resume && fan_play_find(play, &found)) {
        fprintf(plain.out, "There is an unfinished game (%s); resume goes on with it\n",
                found.text);
        fan_play_folder_begin(&play->store, NULL);
    } else if (play->session.refused) {
        fan_complain(play->arguments, FAN_EXIT_FAILED, "%s", play->session.said);
    }
    tell_trouble(&plain);
    print_all(&plain);
    answer(&plain);
    read_lines(&plain);
    fan_play_keep(play);
    tell_trouble(&plain);
    fan_play_unwatch_signals();
    return *play->trouble ? FAN_EXIT_FAILED : FAN_EXIT_FINE;
}
