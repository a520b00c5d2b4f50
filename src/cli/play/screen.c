/* The game on the whole screen: keys are heard between slices of thought, the game is kept after
 * every one, and the terminal is left as it was found. */
#define NCURSES_WIDECHAR 1
#include "cli/play/screen.h"

#include <curses.h>
#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

enum { ESCAPE_DELAY_MS = 25 }; /* after which an Esc is no beginning of a longer key */

static bool wants_colours(const FanArguments *arguments) {
    const char *no = getenv("NO_COLOR");
    return !fan_arguments_given(arguments, "no-color") && !(no && *no);
}

static SCREEN *begin_ncurses(FanScreen *screen) {
    SCREEN *terminal = newterm(NULL, stdout, stdin);
    if (!terminal) {
        return NULL;
    }
    cbreak();
    noecho();
    nonl();
    intrflush(stdscr, false);
    keypad(stdscr, true);
    nodelay(stdscr, true);
    set_escdelay(ESCAPE_DELAY_MS);
    mousemask(BUTTON1_PRESSED | BUTTON1_CLICKED, NULL);
    mouseinterval(0);
    fan_screen_prepare(screen);
    return terminal;
}

/* Hears all keys there are. */
static void hear_keys(FanScreen *screen) {
    wint_t key;
    int kind;
    while (!screen->quit && (kind = get_wch(&key)) != ERR) {
        if (kind == KEY_CODE_YES && key == KEY_RESIZE) {
            clearok(stdscr, true); /* whatever the terminal made of the old picture */
        } else {
            fan_screen_key(screen, key, kind == KEY_CODE_YES);
            fan_play_keep(screen->play);
        }
        /* What a key means can depend on where things are now. */
        fan_screen_draw(screen);
    }
}

static void run(FanScreen *screen) {
    FanSession *session = &screen->play->session;
    fan_screen_draw(screen);
    while (!screen->quit) {
        bool thinking = session->thought != FAN_THOUGHT_NONE && screen->keys != FAN_KEYS_RESUME;
        FanHeard heard = fan_play_wait(thinking ? 0 : -1);
        if (heard == FAN_HEARD_END || heard == FAN_HEARD_GONE) {
            return;
        }
        hear_keys(screen);
        if (thinking && !fan_session_think(session)) {
            fan_play_keep(screen->play);
            fan_screen_draw(screen);
        }
    }
}

static void tell_where(const FanPlay *play) {
    FILE *out = fan_out(play->arguments);
    if (*play->trouble) {
        fan_complain(play->arguments, FAN_EXIT_FAILED, "%s", play->trouble);
    } else if (play->store.lock >= 0) {
        fprintf(out, "The game is kept in %s\n", play->store.path);
    }
}

FanExit fan_play_screen(FanPlay *play) {
    static FanScreen screen;
    setlocale(LC_CTYPE, "");
    screen = (FanScreen){
        .play = play,
        .utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0 &&
                !fan_arguments_given(play->arguments, "ascii"),
        .colours = wants_colours(play->arguments),
        .flipped = play->seats[FAN_WHITE] == FAN_SEAT_COMPUTER,
        .cursor = (FanPoint)(play->session.board.points / 2),
    };
    const char *name = getenv("TERM");
    SCREEN *terminal = name && strcmp(name, "dumb") != 0 ? begin_ncurses(&screen) : NULL;
    if (!terminal) {
        return fan_play_plain(play);
    }
    if (!fan_play_watch_signals()) {
        endwin();
        delscreen(terminal);
        return fan_complain(play->arguments, FAN_EXIT_FAILED, "no pipe can be made: %s",
                            strerror(errno));
    }
    if (play->may_resume && fan_play_find(play, &screen.found)) {
        screen.keys = FAN_KEYS_RESUME;
    }
    run(&screen);
    fan_play_keep(play);
    endwin();
    delscreen(terminal);
    fan_play_unwatch_signals();
    tell_where(play);
    return *play->trouble ? FAN_EXIT_FAILED : FAN_EXIT_FINE;
}
