/* The board as characters: lines, stones and marks in cells. Knows no rules and no terminal, so it
 * is tested as text; the screen and plain mode print it.
 *
 * Every state of a point is told by shape alone; styles only add colour where there is any. */
#ifndef FAN_CLI_PLAY_PICTURE_H
#define FAN_CLI_PLAY_PICTURE_H

#include <fanorona/turn.h>

/* How a board lies in the cells: each step is 2·(scale + 1) cells across and scale + 1 down, which
 * is about square on most terminals. */
typedef struct FanView {
    unsigned scale;         /* 1 to FAN_SCALE_MAX */
    bool turned;            /* by a quarter clockwise: a on top, rank 1 left */
    bool flipped;           /* by a half: as Black sees it */
    unsigned width, height; /* cells, with the coordinates */
} FanView;

enum {
    FAN_SCALE_MAX = 3,
    FAN_PICTURE_WIDTH_MAX = 128,
    FAN_PICTURE_HEIGHT_MAX = 64,
};

/* The largest view of a board within so many cells. The board is turned as asked, or, where it does
 * not fit, the other way. Returns false if it fits in no way. */
bool fan_view_fit(FanView *view, const FanBoard *board, bool turned, bool flipped, unsigned width,
                  unsigned height);

/* The cell of a point. */
typedef struct FanCellPlace {
    unsigned x, y;
} FanCellPlace;
FanCellPlace fan_view_place(const FanView *view, const FanBoard *board, FanPoint point);

/* The point nearest to a cell; FAN_NO_POINT if none is near. */
FanPoint fan_view_point(const FanView *view, const FanBoard *board, unsigned x, unsigned y);

/* The point one step from another in a direction of the screen (dx to the right, dy down), or the
 * point itself at the edge. */
FanPoint fan_view_step(const FanView *view, const FanBoard *board, FanPoint point, int dx, int dy);

/* What is shown on the points. */
typedef struct FanMarks {
    FanPoints stones[2]; /* by FanSide */
    FanPoints movable;   /* own stones that may be taken up */
    FanPoints moving;    /* the stone taken up */
    FanPoints reach;     /* where it can go */
    FanPoints approach;  /* what a step would take, by kind */
    FanPoints withdrawal;
    FanPoints gone;   /* taken in the turn of the trail */
    FanPoints blamed; /* what forbids the step that was refused */
    FanPoints hint;
    FanPoints row;                     /* three in a row */
    FanPoint trail[FAN_CHAIN_MAX + 1]; /* where a stone went; a placement has one point */
    size_t trail_count;
    FanPoint cursor; /* FAN_NO_POINT for none */
} FanMarks;

/* Characters below 128 stand for themselves. */
enum {
    FAN_GLYPH_ACROSS = 128,
    FAN_GLYPH_DOWN,
    FAN_GLYPH_RISING,
    FAN_GLYPH_FALLING,
    FAN_GLYPH_POINT, /* and the 15 after it: bit 0 a line up, 1 down, 2 left, 3 right */
    FAN_GLYPH_STRONG = FAN_GLYPH_POINT + 16,
    FAN_GLYPH_WHITE,
    FAN_GLYPH_BLACK,
    FAN_GLYPH_REACH,
    FAN_GLYPH_START, /* where the trail begins */
    FAN_GLYPH_GONE,
    FAN_GLYPH_END,
};

typedef enum FanStyle {
    FAN_STYLE_NORMAL,
    FAN_STYLE_LINE,
    FAN_STYLE_LABEL,
    FAN_STYLE_WHITE,
    FAN_STYLE_BLACK,
    FAN_STYLE_MARK, /* movable, moving, reachable, cursor */
    FAN_STYLE_APPROACH,
    FAN_STYLE_WITHDRAWAL,
    FAN_STYLE_TRAIL,
    FAN_STYLE_REFUSAL,
    FAN_STYLES,
} FanStyle;

typedef struct FanCell {
    uint8_t glyph;
    uint8_t style;  /* FanStyle */
    uint8_t strong; /* to be drawn with emphasis, where there is any */
} FanCell;

typedef struct FanPicture {
    unsigned width, height;
    FanCell cells[FAN_PICTURE_HEIGHT_MAX][FAN_PICTURE_WIDTH_MAX];
} FanPicture;

void fan_picture_draw(FanPicture *picture, const FanView *view, const FanBoard *board,
                      const FanMarks *marks);

/* A glyph as text, zero-ended: one character of UTF-8, or of ASCII. Static memory. */
const char *fan_glyph_text(uint8_t glyph, bool utf8);

#endif
