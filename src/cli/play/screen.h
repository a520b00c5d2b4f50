/* What the files of the screen share: where things are, what is being asked, drawing. Knows
 * ncurses, and of the game only what the session shows. */
#ifndef FAN_CLI_PLAY_SCREEN_H
#define FAN_CLI_PLAY_SCREEN_H

#include "cli/play/play.h"

enum {
    FAN_FIELD_MAX = 256, /* bytes typed into the field */
    FAN_PANEL_WIDTH = 25,
    FAN_PANEL_GAP = 2,    /* between the board and the panel beside it, where there is room */
    FAN_PANEL_HEIGHT = 4, /* below the board, at least: both sides, vela, the counter */
    FAN_TITLE_ROWS = 1,
    FAN_FOOT_ROWS = 4, /* two of the message, one of the field or the point, one of keys */
};

typedef enum FanPanel { FAN_PANEL_RIGHT, FAN_PANEL_BELOW, FAN_PANEL_NONE } FanPanel;

/* How a screen of a size is divided. */
typedef struct FanLayout {
    FanView view;
    FanPanel panel;
    unsigned board_x, board_y;        /* upper left cell of the picture */
    unsigned panel_x;                 /* where the lines of FAN_PANEL_RIGHT begin */
    bool fits;                        /* false: the board does not, whichever way */
    unsigned need_width, need_height; /* what it would take */
} FanLayout;

FanLayout fan_layout(const FanBoard *board, bool turned, bool flipped, unsigned width,
                     unsigned height);

/* What the keys mean now. */
typedef enum FanKeys {
    FAN_KEYS_BOARD,
    FAN_KEYS_TURN, /* the field takes a turn */
    FAN_KEYS_SAVE, /* the field takes the name of a file */
    FAN_KEYS_LOAD,
    FAN_KEYS_RESUME, /* an unfinished game is offered */
    FAN_KEYS_RESIGN, /* really? */
    FAN_KEYS_DRAW,   /* do both agree? */
    FAN_KEYS_NEW,    /* which game */
    FAN_KEYS_SEATS,  /* who plays */
    FAN_KEYS_HELP,
} FanKeys;

typedef struct FanScreen {
    FanPlay *play;
    FanLayout layout;
    bool turned, flipped; /* wished */
    bool utf8, colours;
    FanPoint cursor;
    FanKeys keys;
    char field[FAN_FIELD_MAX];
    FanText found;   /* the unfinished game offered */
    FanSetup chosen; /* of the new game, while FAN_KEYS_SEATS asks */
    bool before;     /* the board is shown as it was when the turn began */
    bool quit;
} FanScreen;

/* Colours and attributes, after ncurses has begun. */
void fan_screen_prepare(FanScreen *screen);

/* Draws everything. */
void fan_screen_draw(FanScreen *screen);

/* Does what a key asks for: a character, or a code of ncurses if `special`. */
void fan_screen_key(FanScreen *screen, unsigned key, bool special);

#endif
