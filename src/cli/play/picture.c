#include "cli/play/picture.h"

#include <stdio.h>
#include <string.h>

enum {
    LEFT = 3,   /* two cells of coordinates and one for the mark beside a point */
    RIGHT = 1,  /* the mark beside a point */
    BOTTOM = 1, /* coordinates */
};

static unsigned step_across(const FanView *view) {
    return 2 * (view->scale + 1);
}

static unsigned step_down(const FanView *view) {
    return view->scale + 1;
}

static unsigned columns(const FanView *view, const FanBoard *board) {
    return view->turned ? board->ranks : board->files;
}

static unsigned rows(const FanView *view, const FanBoard *board) {
    return view->turned ? board->files : board->ranks;
}

static bool fit_scale(FanView *view, const FanBoard *board, unsigned width, unsigned height) {
    for (view->scale = FAN_SCALE_MAX; view->scale > 0; view->scale--) {
        view->width = LEFT + (columns(view, board) - 1) * step_across(view) + 1 + RIGHT;
        view->height = (rows(view, board) - 1) * step_down(view) + 1 + BOTTOM;
        if (view->width <= width && view->height <= height) {
            return true;
        }
    }
    return false;
}

bool fan_view_fit(FanView *view, const FanBoard *board, bool turned, bool flipped, unsigned width,
                  unsigned height) {
    *view = (FanView){.turned = turned, .flipped = flipped};
    if (fit_scale(view, board, width, height)) {
        return true;
    }
    view->turned = !turned;
    return fit_scale(view, board, width, height);
}

/* Column and row of a point on the screen, from the upper left. */
static FanCellPlace grid_place(const FanView *view, const FanBoard *board, FanPoint point) {
    unsigned file = point % board->files, rank = point / board->files;
    FanCellPlace place =
        view->turned ? (FanCellPlace){rank, file} : (FanCellPlace){file, board->ranks - 1U - rank};
    if (view->flipped) {
        place.x = columns(view, board) - 1 - place.x;
        place.y = rows(view, board) - 1 - place.y;
    }
    return place;
}

static FanPoint point_at(const FanView *view, const FanBoard *board, unsigned x, unsigned y) {
    if (view->flipped) {
        x = columns(view, board) - 1 - x;
        y = rows(view, board) - 1 - y;
    }
    unsigned file = view->turned ? y : x, rank = view->turned ? x : board->ranks - 1U - y;
    return (FanPoint)(rank * board->files + file);
}

FanCellPlace fan_view_place(const FanView *view, const FanBoard *board, FanPoint point) {
    FanCellPlace place = grid_place(view, board, point);
    return (FanCellPlace){LEFT + place.x * step_across(view), place.y * step_down(view)};
}

FanPoint fan_view_point(const FanView *view, const FanBoard *board, unsigned x, unsigned y) {
    unsigned across = step_across(view), down = step_down(view);
    /* Half a step to each side of a point is its own. */
    unsigned column = (x + across / 2 - LEFT) / across, row = (y + down / 2) / down;
    if (x + across / 2 < LEFT || column >= columns(view, board) || row >= rows(view, board)) {
        return FAN_NO_POINT;
    }
    return point_at(view, board, column, row);
}

FanPoint fan_view_step(const FanView *view, const FanBoard *board, FanPoint point, int dx, int dy) {
    FanCellPlace place = grid_place(view, board, point);
    int x = (int)place.x + dx, y = (int)place.y + dy;
    if (x < 0 || y < 0 || x >= (int)columns(view, board) || y >= (int)rows(view, board)) {
        return point;
    }
    return point_at(view, board, (unsigned)x, (unsigned)y);
}

/* --- drawing ------------------------------------------------------------------------------------
 */

typedef struct Drawing {
    FanPicture *picture;
    const FanView *view;
    const FanBoard *board;
    const FanMarks *marks;
} Drawing;

static void put(const Drawing *drawing, unsigned x, unsigned y, uint8_t glyph, FanStyle style,
                bool strong) {
    drawing->picture->cells[y][x] =
        (FanCell){.glyph = glyph, .style = (uint8_t)style, .strong = strong};
}

static bool has(FanPoints set, FanPoint point) {
    return point < FAN_POINTS_MAX && set >> point & 1;
}

/* Whether the trail goes over the line between two points. */
static bool on_trail(const FanMarks *marks, FanPoint a, FanPoint b) {
    for (size_t i = 1; i < marks->trail_count; i++) {
        FanPoint from = marks->trail[i - 1], to = marks->trail[i];
        if ((from == a && to == b) || (from == b && to == a)) {
            return true;
        }
    }
    return false;
}

static void draw_line(const Drawing *drawing, FanPoint from, FanPoint to) {
    FanCellPlace a = fan_view_place(drawing->view, drawing->board, from);
    FanCellPlace b = fan_view_place(drawing->view, drawing->board, to);
    bool trail = on_trail(drawing->marks, from, to);
    int dx = b.x == a.x ? 0 : b.x > a.x ? 1 : -1, dy = b.y == a.y ? 0 : b.y > a.y ? 1 : -1;
    /* A diagonal has a stroke in every row, two cells from the next. */
    int across = dx && dy ? 2 * dx : dx;
    uint8_t glyph = !dy        ? FAN_GLYPH_ACROSS
                    : !dx      ? FAN_GLYPH_DOWN
                    : dx == dy ? FAN_GLYPH_FALLING
                               : FAN_GLYPH_RISING;
    int x = (int)a.x + across, y = (int)a.y + dy;
    for (; x != (int)b.x || y != (int)b.y; x += across, y += dy) {
        put(drawing, (unsigned)x, (unsigned)y, glyph, trail ? FAN_STYLE_TRAIL : FAN_STYLE_LINE,
            trail);
    }
}

static void draw_lines(const Drawing *drawing) {
    for (FanPoint from = 0; from < drawing->board->points; from++) {
        for (FanPoint to = 0; to < from; to++) {
            if (has(drawing->board->neighbours[from], to)) {
                draw_line(drawing, from, to);
            }
        }
    }
}

static void draw_label(const Drawing *drawing, unsigned x, unsigned y, bool file, unsigned index,
                       bool right) {
    char text[16];
    int length = file ? snprintf(text, sizeof text, "%c", (int)('a' + index))
                      : snprintf(text, sizeof text, "%u", index + 1);
    unsigned from = right ? x + 1 - (unsigned)length : x;
    for (int i = 0; i < length; i++) {
        put(drawing, from + (unsigned)i, y, (uint8_t)text[i], FAN_STYLE_LABEL, false);
    }
}

static void draw_labels(const Drawing *drawing) {
    const FanView *view = drawing->view;
    const FanBoard *board = drawing->board;
    for (unsigned row = 0; row < rows(view, board); row++) {
        FanPoint point = point_at(view, board, 0, row);
        draw_label(drawing, 1, row * step_down(view), view->turned,
                   view->turned ? point % board->files : point / board->files, true);
    }
    for (unsigned column = 0; column < columns(view, board); column++) {
        FanPoint point = point_at(view, board, column, 0);
        draw_label(drawing, LEFT + column * step_across(view), view->height - 1, !view->turned,
                   view->turned ? point / board->files : point % board->files, false);
    }
}

/* Which lines leave a point across and up and down on the screen. */
static unsigned point_lines(const Drawing *drawing, FanPoint point) {
    static const int steps[4][2] = {{0, -1}, {0, 1}, {-1, 0}, {1, 0}};
    unsigned lines = 0;
    for (unsigned i = 0; i < 4; i++) {
        FanPoint next =
            fan_view_step(drawing->view, drawing->board, point, steps[i][0], steps[i][1]);
        lines |= next != point ? 1U << i : 0;
    }
    return lines;
}

/* Number of the step that last ended on this point of the trail; 0 its beginning, -1 none. */
static int trail_number(const FanMarks *marks, FanPoint point) {
    for (size_t i = marks->trail_count; i-- > 0;) {
        if (marks->trail[i] == point) {
            return (int)i;
        }
    }
    return -1;
}

static FanCell middle_of(const Drawing *drawing, FanPoint point) {
    const FanMarks *marks = drawing->marks;
    if (has(marks->stones[FAN_WHITE], point)) {
        return (FanCell){FAN_GLYPH_WHITE, FAN_STYLE_WHITE, true};
    }
    if (has(marks->stones[FAN_BLACK], point)) {
        return (FanCell){FAN_GLYPH_BLACK, FAN_STYLE_BLACK, true};
    }
    int number = trail_number(marks, point);
    if (has(marks->reach, point)) {
        return (FanCell){FAN_GLYPH_REACH, FAN_STYLE_MARK, true};
    }
    if (has(marks->gone, point)) {
        return (FanCell){FAN_GLYPH_GONE, FAN_STYLE_TRAIL, false};
    }
    if (number == 0) {
        return (FanCell){FAN_GLYPH_START, FAN_STYLE_TRAIL, true};
    }
    if (number > 0) {
        return (FanCell){(uint8_t)(number < 10 ? '0' + number : '+'), FAN_STYLE_TRAIL, true};
    }
    if (has(drawing->board->strong, point)) {
        return (FanCell){FAN_GLYPH_STRONG, FAN_STYLE_LINE, false};
    }
    return (FanCell){(uint8_t)(FAN_GLYPH_POINT + point_lines(drawing, point)), FAN_STYLE_LINE,
                     false};
}

/* What stands beside a point, the strongest first; "" for nothing. */
typedef struct Beside {
    const char *pair;
    FanStyle style;
} Beside;

static Beside beside(const FanMarks *marks, FanPoint point) {
    bool last = marks->trail_count && marks->trail[marks->trail_count - 1] == point;
    return point == marks->cursor          ? (Beside){"[]", FAN_STYLE_MARK}
           : has(marks->blamed, point)     ? (Beside){"!!", FAN_STYLE_REFUSAL}
           : has(marks->approach, point)   ? (Beside){"aa", FAN_STYLE_APPROACH}
           : has(marks->withdrawal, point) ? (Beside){"ww", FAN_STYLE_WITHDRAWAL}
           : has(marks->moving, point)     ? (Beside){"<>", FAN_STYLE_MARK}
           : has(marks->row, point)        ? (Beside){"==", FAN_STYLE_TRAIL}
           : has(marks->hint, point)       ? (Beside){"??", FAN_STYLE_MARK}
           : last                          ? (Beside){"{}", FAN_STYLE_TRAIL}
           : has(marks->movable, point)    ? (Beside){"()", FAN_STYLE_MARK}
                                           : (Beside){"", FAN_STYLE_NORMAL};
}

static void draw_point(const Drawing *drawing, FanPoint point) {
    FanCellPlace place = fan_view_place(drawing->view, drawing->board, point);
    FanCell middle = middle_of(drawing, point);
    put(drawing, place.x, place.y, middle.glyph, (FanStyle)middle.style, middle.strong);
    Beside mark = beside(drawing->marks, point);
    if (*mark.pair) {
        put(drawing, place.x - 1, place.y, (uint8_t)mark.pair[0], mark.style, true);
        put(drawing, place.x + 1, place.y, (uint8_t)mark.pair[1], mark.style, true);
    }
}

void fan_picture_draw(FanPicture *picture, const FanView *view, const FanBoard *board,
                      const FanMarks *marks) {
    const Drawing drawing = {picture, view, board, marks};
    picture->width = view->width;
    picture->height = view->height;
    for (unsigned y = 0; y < view->height; y++) {
        for (unsigned x = 0; x < view->width; x++) {
            put(&drawing, x, y, ' ', FAN_STYLE_NORMAL, false);
        }
    }
    draw_lines(&drawing);
    draw_labels(&drawing);
    for (FanPoint point = 0; point < board->points; point++) {
        draw_point(&drawing, point);
    }
}

/* --- characters ---------------------------------------------------------------------------------
 */

typedef struct Spelling {
    char utf8[4], ascii[2];
} Spelling;

static const Spelling spellings[] = {
    {"─", "-"},
    {"│", "|"},
    {"╱", "/"},
    {"╲", "\\"},
    /* By the lines that meet: up 1, down 2, left 4, right 8. */
    {" ", " "},
    {"╵", "+"},
    {"╷", "+"},
    {"│", "+"},
    {"╴", "+"},
    {"┘", "+"},
    {"┐", "+"},
    {"┤", "+"},
    {"╶", "+"},
    {"└", "+"},
    {"┌", "+"},
    {"├", "+"},
    {"─", "+"},
    {"┴", "+"},
    {"┬", "+"},
    {"┼", "+"},
    {"◇", "*"},
    {"○", "W"},
    {"●", "B"},
    {"◎", "o"},
    {"◦", "."},
    {"×", "x"},
};
_Static_assert(sizeof spellings / sizeof *spellings == FAN_GLYPH_END - FAN_GLYPH_ACROSS,
               "one spelling a glyph");

const char *fan_glyph_text(uint8_t glyph, bool utf8) {
    static char plain[128][2];
    if (glyph < FAN_GLYPH_ACROSS) {
        plain[glyph][0] = (char)glyph;
        return plain[glyph];
    }
    const Spelling *spelling = &spellings[glyph - FAN_GLYPH_ACROSS];
    return utf8 ? spelling->utf8 : spelling->ascii;
}
