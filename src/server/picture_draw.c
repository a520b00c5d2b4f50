/* The board as the page draws it (web/src/board): the same measures, in hundredths of a cell, and
 * the same colours, those of the light theme. */
#include "server/picture_draw.h"

#include <cairo.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/picture.h"

#define CELL        100.0
#define END         62.0 /* margins of a board without coordinates: short ends, long sides */
#define SIDE        53.0
#define CORNER      16.0
#define STRIP       16.0
#define RULE_AT     19.0
#define WEAVE_STEP  25.0
#define CENTRE_RING 36.0
#define AROUND_PX   36.0 /* of paper round the board, at least */

typedef struct Spot {
    double x, y;
} Spot;

typedef struct Sheet {
    cairo_t *cairo;
    const FanScene *scene;
    double width, height; /* of the slab */
    bool wide;            /* its short ends are left and right, not above and below */
    Spot first;           /* of a1's file and the top rank */
} Sheet;

static void ink(cairo_t *cairo, unsigned rgb, double alpha) {
    cairo_set_source_rgba(cairo, (rgb >> 16 & 255) / 255.0, (rgb >> 8 & 255) / 255.0,
                          (rgb & 255) / 255.0, alpha);
}

static void stop(cairo_pattern_t *pattern, double at, unsigned rgb, double alpha) {
    cairo_pattern_add_color_stop_rgba(pattern, at, (rgb >> 16 & 255) / 255.0,
                                      (rgb >> 8 & 255) / 255.0, (rgb & 255) / 255.0, alpha);
}

static void fill_with(cairo_t *cairo, cairo_pattern_t *pattern) {
    cairo_set_source(cairo, pattern);
    cairo_fill(cairo);
    cairo_pattern_destroy(pattern);
}

static Spot place(const Sheet *sheet, FanPoint point) {
    const FanBoard *board = &sheet->scene->board;
    unsigned file = point % board->files, rank = point / board->files;
    return (Spot){sheet->first.x + file * CELL, sheet->first.y + (board->ranks - 1U - rank) * CELL};
}

static bool is_strong(const FanBoard *board, FanPoint point) {
    return board->strong >> point & 1;
}

static FanPoint centre_of(const FanBoard *board) {
    return (FanPoint)((board->points - 1) / 2);
}

/* --- shapes --------------------------------------------------------------------------------------
 */

static void circle(cairo_t *cairo, Spot at, double radius) {
    cairo_new_sub_path(cairo);
    cairo_arc(cairo, at.x, at.y, radius, 0, 2 * M_PI);
    cairo_close_path(cairo);
}

static void lozenge(cairo_t *cairo, Spot at, double half_width, double half_height) {
    cairo_move_to(cairo, at.x, at.y - half_height);
    cairo_line_to(cairo, at.x + half_width, at.y);
    cairo_line_to(cairo, at.x, at.y + half_height);
    cairo_line_to(cairo, at.x - half_width, at.y);
    cairo_close_path(cairo);
}

static void rounded(cairo_t *cairo, double x, double y, double width, double height, double r) {
    cairo_new_sub_path(cairo);
    cairo_arc(cairo, x + width - r, y + r, r, -M_PI / 2, 0);
    cairo_arc(cairo, x + width - r, y + height - r, r, 0, M_PI / 2);
    cairo_arc(cairo, x + r, y + height - r, r, M_PI / 2, M_PI);
    cairo_arc(cairo, x + r, y + r, r, M_PI, 3 * M_PI / 2);
    cairo_close_path(cairo);
}

/* SVG's Q, which cairo has not. */
static void curve(cairo_t *cairo, Spot from, Spot control, Spot to) {
    cairo_curve_to(cairo, from.x + 2 * (control.x - from.x) / 3,
                   from.y + 2 * (control.y - from.y) / 3, to.x + 2 * (control.x - to.x) / 3,
                   to.y + 2 * (control.y - to.y) / 3, to.x, to.y);
}

static void petal(cairo_t *cairo, Spot at, double angle, double inner, double outer) {
    double ax = sin(angle), ay = -cos(angle), belly = 0.27 * (outer - inner);
    double middle = (inner + outer) / 2;
    const Spot root = {at.x + inner * ax, at.y + inner * ay};
    const Spot tip = {at.x + outer * ax, at.y + outer * ay};
    const Spot left = {at.x + middle * ax - belly * ay, at.y + middle * ay + belly * ax};
    const Spot right = {at.x + middle * ax + belly * ay, at.y + middle * ay - belly * ax};
    cairo_move_to(cairo, root.x, root.y);
    curve(cairo, root, left, tip);
    curve(cairo, tip, right, root);
    cairo_close_path(cairo);
}

/* The carved star; of four petals where no diagonals meet. */
static void star(cairo_t *cairo, Spot at, double inner, double outer, double shorter,
                 unsigned petals) {
    for (unsigned i = 0; i < petals; i++) {
        bool diagonal = petals == 8 && i % 2 == 1;
        petal(cairo, at, i * 2 * M_PI / petals, inner, diagonal ? outer * shorter : outer);
    }
}

/* --- slab and lines ------------------------------------------------------------------------------
 */

/* Soft without blur: sheets on one another, each a little smaller and all but clear. */
static void draw_shadow(const Sheet *sheet) {
    enum { LAYERS = 7 };
    cairo_t *cairo = sheet->cairo;
    for (unsigned i = 0; i < LAYERS; i++) {
        double reach = 22.0 * (LAYERS - i) / LAYERS - 6;
        rounded(cairo, -reach, 10 - reach, sheet->width + 2 * reach, sheet->height + 2 * reach,
                CORNER + fmax(0, reach));
        ink(cairo, 0x462814, 0.03);
        cairo_fill(cairo);
    }
}

/* Lozenges of weaving along one end, drawn for the left one. */
static void draw_selvedge(const Sheet *sheet) {
    cairo_t *cairo = sheet->cairo;
    double length = sheet->wide ? sheet->height : sheet->width;
    unsigned count = (unsigned)((length - 2 * CORNER) / WEAVE_STEP) + 1;
    double first = (length - (count - 1) * WEAVE_STEP) / 2;
    cairo_move_to(cairo, STRIP, 0);
    cairo_arc_negative(cairo, CORNER, CORNER, CORNER, -M_PI / 2, -M_PI);
    cairo_arc_negative(cairo, CORNER, length - CORNER, CORNER, M_PI, M_PI / 2);
    cairo_line_to(cairo, STRIP, length);
    cairo_close_path(cairo);
    ink(cairo, 0x7A3222, 1);
    cairo_fill(cairo);
    cairo_move_to(cairo, RULE_AT, 0);
    cairo_line_to(cairo, RULE_AT, length);
    cairo_set_line_width(cairo, 1.6);
    cairo_stroke(cairo);
    for (unsigned i = 0; i < count; i++) {
        const Spot at = {STRIP / 2 + 0.4, first + i * WEAVE_STEP};
        lozenge(cairo, at, 5.4, 9.6);
        lozenge(cairo, at, 2.4, 4.4);
    }
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_EVEN_ODD);
    ink(cairo, 0xE9C99A, 1);
    cairo_fill(cairo);
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_WINDING);
}

static void draw_slab(const Sheet *sheet) {
    cairo_t *cairo = sheet->cairo;
    cairo_pattern_t *earth = cairo_pattern_create_linear(0, 0, 0, sheet->height);
    stop(earth, 0, 0xAA5841, 1);
    stop(earth, 1, 0x9A4B36, 1);
    rounded(cairo, 0, 0, sheet->width, sheet->height, CORNER);
    fill_with(cairo, earth);
    double depth = sheet->wide ? sheet->width : sheet->height;
    const cairo_matrix_t mirror = {-1, 0, 0, 1, depth, 0}, diagonal = {0, 1, 1, 0, 0, 0};
    cairo_save(cairo);
    if (!sheet->wide) {
        cairo_transform(cairo, &diagonal);
    }
    draw_selvedge(sheet);
    cairo_transform(cairo, &mirror);
    draw_selvedge(sheet);
    cairo_restore(cairo);
}

/* A line between two points; one through the centre stops at the ring round it. */
static void line(const Sheet *sheet, Spot a, Spot b) {
    const Spot centre = place(sheet, centre_of(&sheet->scene->board));
    double length = hypot(b.x - a.x, b.y - a.y);
    double ax = (b.x - a.x) / length, ay = (b.y - a.y) / length;
    double aside = (centre.x - a.x) * ay - (centre.y - a.y) * ax;
    double far = (centre.x - a.x) * ax + (centre.y - a.y) * ay;
    cairo_move_to(sheet->cairo, a.x, a.y);
    if (fabs(aside) < 1) {
        cairo_line_to(sheet->cairo, a.x + (far - CENTRE_RING) * ax, a.y + (far - CENTRE_RING) * ay);
        cairo_move_to(sheet->cairo, a.x + (far + CENTRE_RING) * ax, a.y + (far + CENTRE_RING) * ay);
    }
    cairo_line_to(sheet->cairo, b.x, b.y);
}

static void straight_lines(const Sheet *sheet) {
    const FanBoard *board = &sheet->scene->board;
    for (unsigned file = 1; file + 1 < board->files; file++) {
        line(sheet, place(sheet, (FanPoint)file),
             place(sheet, (FanPoint)((board->ranks - 1U) * board->files + file)));
    }
    for (unsigned rank = 1; rank + 1 < board->ranks; rank++) {
        line(sheet, place(sheet, (FanPoint)(rank * board->files)),
             place(sheet, (FanPoint)(rank * board->files + board->files - 1)));
    }
}

/* The end of the drawn line from a point in a direction, and whether the point is its beginning. */
static bool line_from(const FanBoard *board, FanPoint point, FanDirection direction,
                      FanPoint *end) {
    if (board->next[point][FAN_NORTHEAST + FAN_SOUTHWEST - direction] != FAN_NO_POINT ||
        board->next[point][direction] == FAN_NO_POINT) {
        return false;
    }
    *end = point;
    while (board->next[*end][direction] != FAN_NO_POINT) {
        *end = board->next[*end][direction];
    }
    return true;
}

static void diagonal_lines(const Sheet *sheet) {
    static const FanDirection directions[] = {FAN_NORTHEAST, FAN_SOUTHEAST};
    const FanBoard *board = &sheet->scene->board;
    for (FanPoint point = 0; point < board->points; point++) {
        for (unsigned i = 0; i < 2; i++) {
            FanPoint end;
            if (is_strong(board, point) && line_from(board, point, directions[i], &end)) {
                line(sheet, place(sheet, point), place(sheet, end));
            }
        }
    }
}

static void frame(const Sheet *sheet) {
    const FanBoard *board = &sheet->scene->board;
    cairo_rectangle(sheet->cairo, sheet->first.x, sheet->first.y, (board->files - 1) * CELL,
                    (board->ranks - 1) * CELL);
}

static void draw_lines(const Sheet *sheet, unsigned rgb, double alpha, double drop) {
    cairo_t *cairo = sheet->cairo;
    cairo_save(cairo);
    cairo_translate(cairo, 0, drop);
    ink(cairo, rgb, alpha * 0.8);
    cairo_set_line_width(cairo, 2.2);
    diagonal_lines(sheet);
    cairo_stroke(cairo);
    ink(cairo, rgb, alpha);
    cairo_set_line_width(cairo, 3);
    straight_lines(sheet);
    cairo_stroke(cairo);
    cairo_set_line_width(cairo, 4.4);
    frame(sheet);
    cairo_stroke(cairo);
    cairo_restore(cairo);
}

static void draw_ornaments(const Sheet *sheet) {
    cairo_t *cairo = sheet->cairo;
    const FanBoard *board = &sheet->scene->board;
    FanPoint centre = centre_of(board);
    for (FanPoint point = 0; point < board->points; point++) {
        if (is_strong(board, point) && point != centre) {
            lozenge(cairo, place(sheet, point), 11.75, 11.75);
        }
    }
    ink(cairo, 0xF3DDBE, 1);
    cairo_fill_preserve(cairo);
    ink(cairo, 0xA2523C, 1);
    cairo_set_line_width(cairo, 2.5);
    cairo_stroke(cairo);
    ink(cairo, 0xF3DDBE, 1);
    circle(cairo, place(sheet, centre), CENTRE_RING);
    cairo_set_line_width(cairo, 2.2);
    cairo_stroke(cairo);
    star(cairo, place(sheet, centre), 4, 34, 0.95, is_strong(board, centre) ? 8 : 4);
    cairo_fill(cairo);
}

/* --- stones --------------------------------------------------------------------------------------
 */

typedef struct Stone {
    unsigned rim, face[3], dish[2], dish_line;
    double face_x, face_y, face_r, face_middle, dish_x, dish_y, dish_r, light;
} Stone;

static const Stone bone = {
    .rim = 0xA98F62,
    .face = {0xFFFBF2, 0xF3E7CF, 0xD9C39B},
    .dish = {0xFBF3E0, 0xEBDFC3},
    .dish_line = 0x937440,
    .face_x = 0.36,
    .face_y = 0.28,
    .face_r = 0.82,
    .face_middle = 0.56,
    .dish_x = 0.62,
    .dish_y = 0.72,
    .dish_r = 0.8,
    .light = 0.75,
};
static const Stone ebony = {
    .rim = 0x0B0706,
    .face = {0x5A4A43, 0x352924, 0x1A1210},
    .dish = {0x40332D, 0x251B18},
    .dish_line = 0x0B0706,
    .face_x = 0.34,
    .face_y = 0.24,
    .face_r = 0.86,
    .face_middle = 0.5,
    .dish_x = 0.64,
    .dish_y = 0.76,
    .dish_r = 0.85,
    .light = 0.16,
};

/* A round gradient, its place given in parts of the circle's box as SVG does. */
static cairo_pattern_t *gradient(Spot at, double radius, double x, double y, double r) {
    double cx = at.x + (2 * x - 1) * radius, cy = at.y + (2 * y - 1) * radius;
    return cairo_pattern_create_radial(cx, cy, 0, cx, cy, 2 * r * radius);
}

static void ring(cairo_t *cairo, Spot at, double radius, double width) {
    circle(cairo, at, radius);
    cairo_set_line_width(cairo, width);
    cairo_stroke(cairo);
}

static void draw_stone(cairo_t *cairo, Spot at, const Stone *stone) {
    const Spot up = {at.x, at.y - 0.8};
    ink(cairo, stone->rim, 1);
    circle(cairo, at, 39);
    cairo_fill(cairo);
    cairo_pattern_t *face = gradient(up, 37.2, stone->face_x, stone->face_y, stone->face_r);
    stop(face, 0, stone->face[0], 1);
    stop(face, stone->face_middle, stone->face[1], 1);
    stop(face, 1, stone->face[2], 1);
    circle(cairo, up, 37.2);
    fill_with(cairo, face);
    cairo_pattern_t *dish = gradient(up, 23.4, stone->dish_x, stone->dish_y, stone->dish_r);
    stop(dish, 0, stone->dish[0], 1);
    stop(dish, 1, stone->dish[1], 1);
    circle(cairo, up, 23.4);
    fill_with(cairo, dish);
    ink(cairo, 0xFFFFFF, stone->light);
    ring(cairo, (Spot){at.x, at.y + 0.9}, 23.4, 1.6);
    ink(cairo, stone->dish_line, 1);
    ring(cairo, up, 23.4, 1.9);
}

/* What ebony has besides: the arc of light, and the star. */
static void draw_carving(cairo_t *cairo, Spot at) {
    ink(cairo, 0xFFFFFF, 0.22);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_width(cairo, 2);
    cairo_new_sub_path(cairo);
    cairo_arc(cairo, at.x, at.y - 0.8, 32.5, -2.59, -1.63);
    cairo_stroke(cairo);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_BUTT);
    ink(cairo, 0xA48B78, 1);
    star(cairo, (Spot){at.x, at.y - 0.8}, 1.8, 18.5, 0.78, 8);
    cairo_fill(cairo);
}

static void draw_contact(cairo_t *cairo, Spot at) {
    const Spot low = {at.x, at.y + 5.1};
    cairo_pattern_t *shade = cairo_pattern_create_radial(low.x, low.y, 0, low.x, low.y, 45.2);
    stop(shade, 0.72, 0x1E0802, 0.46);
    stop(shade, 0.86, 0x1E0802, 0.2);
    stop(shade, 1, 0x1E0802, 0);
    circle(cairo, low, 45.2);
    fill_with(cairo, shade);
}

static void draw_shadows(const Sheet *sheet) {
    const FanPosition *position = &sheet->scene->position;
    for (FanPoint point = 0; point < sheet->scene->board.points; point++) {
        if ((position->stones[0] | position->stones[1]) >> point & 1) {
            draw_contact(sheet->cairo, place(sheet, point));
        }
    }
}

static void draw_stones(const Sheet *sheet) {
    const FanPosition *position = &sheet->scene->position;
    for (FanPoint point = 0; point < sheet->scene->board.points; point++) {
        if (position->stones[FAN_WHITE] >> point & 1) {
            draw_stone(sheet->cairo, place(sheet, point), &bone);
        } else if (position->stones[FAN_BLACK] >> point & 1) {
            draw_stone(sheet->cairo, place(sheet, point), &ebony);
            draw_carving(sheet->cairo, place(sheet, point));
        }
    }
}

/* --- the last turn -------------------------------------------------------------------------------
 */

static void trail(const Sheet *sheet, double width) {
    const FanScene *scene = sheet->scene;
    cairo_set_line_width(sheet->cairo, width);
    for (unsigned i = 0; i < scene->path_count; i++) {
        Spot at = place(sheet, scene->path[i]);
        (i == 0 ? cairo_move_to : cairo_line_to)(sheet->cairo, at.x, at.y);
    }
    cairo_stroke(sheet->cairo);
}

static void corners(cairo_t *cairo, Spot at) {
    for (int i = 0; i < 4; i++) {
        double sx = i & 1 ? 44 : -44, sy = i & 2 ? 44 : -44;
        double ax = sx > 0 ? -13 : 13, ay = sy > 0 ? -13 : 13;
        cairo_move_to(cairo, at.x + sx + ax, at.y + sy);
        cairo_line_to(cairo, at.x + sx, at.y + sy);
        cairo_line_to(cairo, at.x + sx, at.y + sy + ay);
    }
}

static void draw_last_turn(const Sheet *sheet) {
    cairo_t *cairo = sheet->cairo;
    const FanScene *scene = sheet->scene;
    if (scene->path_count == 0) {
        return;
    }
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    ink(cairo, 0x2A120B, 0.62);
    trail(sheet, 17);
    ink(cairo, 0xFFE3A6, 1);
    trail(sheet, 9);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_MITER);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_BUTT);
    if (scene->path_count > 1) {
        lozenge(cairo, place(sheet, scene->path[0]), 17, 17);
        ink(cairo, 0xFFE3A6, 1);
        cairo_fill_preserve(cairo);
        ink(cairo, 0x2A120B, 1);
        cairo_set_line_width(cairo, 4);
        cairo_stroke(cairo);
    }
    const Spot end = place(sheet, scene->path[scene->path_count - 1]);
    corners(cairo, end);
    ink(cairo, 0x2A120B, 0.5);
    cairo_set_line_width(cairo, 8);
    cairo_stroke(cairo);
    corners(cairo, end);
    ink(cairo, 0xFFE3A6, 1);
    cairo_set_line_width(cairo, 4);
    cairo_stroke(cairo);
}

/* --- the whole -----------------------------------------------------------------------------------
 */

static void draw_board(cairo_t *cairo, const FanScene *scene) {
    const FanBoard *board = &scene->board;
    bool wide = board->files >= board->ranks;
    const Spot margin = {wide ? END : SIDE, wide ? SIDE : END};
    const Sheet sheet = {.cairo = cairo,
                         .scene = scene,
                         .wide = wide,
                         .width = (board->files - 1) * CELL + 2 * margin.x,
                         .height = (board->ranks - 1) * CELL + 2 * margin.y,
                         .first = margin};
    double scale = fmin((FAN_PICTURE_WIDTH - 2 * AROUND_PX) / sheet.width,
                        (FAN_PICTURE_HEIGHT - 2 * AROUND_PX) / sheet.height);
    cairo_translate(cairo, (FAN_PICTURE_WIDTH - scale * sheet.width) / 2,
                    (FAN_PICTURE_HEIGHT - scale * sheet.height) / 2);
    cairo_scale(cairo, scale, scale);
    draw_shadow(&sheet);
    draw_slab(&sheet);
    draw_lines(&sheet, 0x1E0802, 0.42, 1.8);
    draw_lines(&sheet, 0xF3DDBE, 1, 0);
    draw_ornaments(&sheet);
    draw_shadows(&sheet);
    draw_last_turn(&sheet);
    draw_stones(&sheet);
}

static cairo_status_t append(void *context, const unsigned char *bytes, unsigned count) {
    FanPng *png = context;
    unsigned char *larger = realloc(png->bytes, png->count + count);
    if (!larger) {
        return CAIRO_STATUS_NO_MEMORY;
    }
    memcpy(larger + png->count, bytes, count);
    png->bytes = larger;
    png->count += count;
    return CAIRO_STATUS_SUCCESS;
}

bool fan_scene_draw(const FanScene *scene, FanPng *png) {
    *png = (FanPng){0};
    cairo_surface_t *surface =
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, FAN_PICTURE_WIDTH, FAN_PICTURE_HEIGHT);
    cairo_t *cairo = cairo_create(surface);
    ink(cairo, 0xF6F1E7, 1);
    cairo_paint(cairo);
    draw_board(cairo, scene);
    bool fine = cairo_status(cairo) == CAIRO_STATUS_SUCCESS &&
                cairo_surface_write_to_png_stream(surface, append, png) == CAIRO_STATUS_SUCCESS;
    cairo_destroy(cairo);
    cairo_surface_destroy(surface);
    if (!fine) {
        free(png->bytes);
        *png = (FanPng){0};
    }
    return fine;
}

/* --- what is drawn -------------------------------------------------------------------------------
 */

/* The points of a turn's text (R9.1). It was played, so it is one; what is not read is passed over.
 */
static void read_path(FanScene *scene, const char *turn) {
    size_t left = turn ? strlen(turn) : 0;
    while (left > 0 && scene->path_count <= FAN_CHAIN_MAX) {
        FanPoint point;
        size_t length = fan_point_read(&scene->board, turn, left, &point);
        if (length > 0) {
            scene->path[scene->path_count++] = point;
        }
        turn += length ? length : 1;
        left -= length ? length : 1;
    }
}

static const char *text_of(const json_t *object, const char *name) {
    const char *text = json_string_value(json_object_get(object, name));
    return text ? text : "";
}

bool fan_scene_read(FanScene *scene, const json_t *summary) {
    FanRules rules = fan_rules_default();
    const json_t *spec = json_object_get(summary, "spec");
    const char *variant = text_of(spec, "variant"), *options = text_of(spec, "rules");
    const char *position = text_of(summary, "position"), *last = text_of(summary, "last");
    *scene = (FanScene){0};
    if (!fan_rules_read(&rules, options, strlen(options), NULL) ||
        !fan_variant_read(&scene->board, &rules, variant, strlen(variant)) ||
        fan_position_read(&scene->board, &scene->position, &rules, NULL, position, strlen(position),
                          NULL, 0) != 0) {
        return false;
    }
    read_path(scene, last);
    snprintf(scene->key, sizeof scene->key, "%.160s %.140s", position, last);
    return true;
}
