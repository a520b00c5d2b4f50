/* Pictures of boards: what is seen on them, and that they cost what they may. */
#include <cairo.h>

#include "server/picture.h"
#include "server/picture_draw.h"
#include "support/test.h"

static json_t *summary(const char *variant, const char *position, const char *last) {
    json_t *made = json_pack("{s:{s:s, s:s}, s:s}", "spec", "variant", variant, "rules", "",
                             "position", position);
    if (last) {
        json_object_set_new(made, "last", json_string(last));
    }
    return made;
}

/* --- what is seen --------------------------------------------------------------------------------
 */

typedef struct Reading {
    const unsigned char *bytes;
    size_t left;
} Reading;

static cairo_status_t read_piece(void *context, unsigned char *to, unsigned count) {
    Reading *reading = context;
    if (count > reading->left) {
        return CAIRO_STATUS_READ_ERROR;
    }
    memcpy(to, reading->bytes, count);
    reading->bytes += count;
    reading->left -= count;
    return CAIRO_STATUS_SUCCESS;
}

typedef struct Picture {
    cairo_surface_t *surface;
    double cell, left, top; /* of a1's file and the top rank, in pixels */
} Picture;

static Picture draw(const char *variant, const char *position, const char *last) {
    json_t *made = summary(variant, position, last);
    FanScene scene;
    FanPng png;
    assert_true(fan_scene_read(&scene, made));
    assert_true(fan_scene_draw(&scene, &png));
    json_decref(made);
    Reading reading = {png.bytes, png.count};
    Picture picture = {.surface = cairo_image_surface_create_from_png_stream(read_piece, &reading)};
    assert_int_equal(cairo_image_surface_get_width(picture.surface), 1200);
    assert_int_equal(cairo_image_surface_get_height(picture.surface), 630);
    free(png.bytes);
    unsigned files = scene.board.files, ranks = scene.board.ranks;
    double width = files - 1 + 2 * (files >= ranks ? 0.62 : 0.53);
    double height = ranks - 1 + 2 * (files >= ranks ? 0.53 : 0.62);
    picture.cell = 1128 / width < 558 / height ? 1128 / width : 558 / height;
    picture.left = 600 - picture.cell * (files - 1) / 2;
    picture.top = 315 - picture.cell * (ranks - 1) / 2;
    return picture;
}

/* Brightness of a place, in cells from the top left point. */
static unsigned light(const Picture *picture, double x, double y) {
    const unsigned char *pixel = cairo_image_surface_get_data(picture->surface) +
                                 (size_t)(picture->top + y * picture->cell) *
                                     (size_t)cairo_image_surface_get_stride(picture->surface) +
                                 4 * (size_t)(picture->left + x * picture->cell);
    return (pixel[0] + 2U * pixel[1] + pixel[2]) / 4;
}

static void stones_lie_where_they_are(void **state) {
    (void)state;
    Picture picture =
        draw("tsivy", "BBBB1BBBB/BBBB1BBBB/BWBWWBWBW/WWWW1WWWW/WWWWWWWWW b 0 1", NULL);
    static const char rows[][10] = {"BBBB.BBBB", "BBBB.BBBB", "BWBWWBWBW", "WWWW.WWWW",
                                    "WWWWWWWWW"};
    for (unsigned y = 0; y < 5; y++) {
        for (unsigned x = 0; x < 9; x++) {
            unsigned there = light(&picture, x + 0.3, y); /* on the face, beside the mark */
            if (rows[y][x] == 'W') {
                assert_true(there > 190);
            } else if (rows[y][x] == 'B') {
                assert_true(there < 80);
            } else {
                assert_true(there >= 80 && there <= 240);
            }
        }
    }
    cairo_surface_destroy(picture.surface);
}

static void only_real_lines_are_drawn(void **state) {
    (void)state;
    Picture picture = draw("dimy", "5/5/5/5/W3B w 0 1", NULL);
    /* Halfway from a5 to b4 there is a diagonal; from b5 to c4 and to a4 there is none. */
    assert_true(light(&picture, 0.3, 0.3) > 150);
    assert_true(light(&picture, 1.3, 0.3) < 120);
    assert_true(light(&picture, 0.7, 0.3) < 120);
    assert_true(light(&picture, 0.5, 0) > 150);
    cairo_surface_destroy(picture.surface);
}

static void the_last_turn_is_marked(void **state) {
    (void)state;
    static const char position[] = "BBBB1BBBB/BBBB1BBBB/BWBWWBWBW/WWWW1WWWW/WWWWWWWWW b 0 1";
    Picture with = draw("tsivy", position, "e2-e3A"), without = draw("tsivy", position, NULL);
    assert_true(light(&with, 4.07, 3.06) > light(&without, 4.07, 3.06) + 40); /* the start */
    assert_true(light(&with, 3.64, 1.56) > light(&without, 3.64, 1.56) + 40); /* a corner */
    cairo_surface_destroy(with.surface);
    cairo_surface_destroy(without.surface);
}

static void every_board_fits(void **state) {
    (void)state;
    static const char *const boards[][2] = {{"3x3", "1B1/3/1W1"},
                                            {"telo", "3/3/3 w 0 1 hand:3,3"},
                                            {"15x3", "15/15/W13B"},
                                            {"3x15", "3/3/3/3/3/3/3/3/3/3/3/3/3/3/W1B"},
                                            {"7x7", "7/7/7/7/7/7/W5B"}};
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        Picture picture = draw(boards[i][0], boards[i][1], NULL);
        const unsigned char *corner = cairo_image_surface_get_data(picture.surface);
        assert_true(corner[0] == 0xE7 && corner[1] == 0xF1 && corner[2] == 0xF6);
        cairo_surface_destroy(picture.surface);
    }
}

static void what_is_no_game_has_no_picture(void **state) {
    (void)state;
    static const char *const texts[] = {
        "{}",
        "[]",
        "{\"spec\":{\"variant\":\"tsivy\",\"rules\":\"\"}}",
        "{\"spec\":{\"variant\":\"tsivy\",\"rules\":\"\"},\"position\":\"xyz\"}",
        "{\"spec\":{\"variant\":\"9x9\",\"rules\":\"\"},\"position\":\"5/5/5/5/W3B\"}",
        "{\"spec\":{\"variant\":\"dimy\",\"rules\":\"nonsense\"},\"position\":\"5/5/5/5/W3B\"}"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        json_t *value = json_loads(texts[i], 0, NULL);
        FanScene scene;
        assert_false(fan_scene_read(&scene, value));
        json_decref(value);
    }
}

/* A turn that is none costs at worst a trail that means nothing. */
static void a_wrong_last_turn_does_no_harm(void **state) {
    (void)state;
    char long_turn[1200];
    for (size_t i = 0; i + 3 < sizeof long_turn; i += 3) {
        memcpy(long_turn + i, "a1-", 4);
    }
    static const char *const turns[] = {"", "-", "zz", "a", "i9-a1", "AWAWA"};
    for (size_t i = 0; i < sizeof turns / sizeof turns[0]; i++) {
        cairo_surface_destroy(draw("dimy", "5/5/5/5/W3B", turns[i]).surface);
    }
    cairo_surface_destroy(draw("dimy", "5/5/5/5/W3B", long_turn).surface);
}

/* --- what it costs -------------------------------------------------------------------------------
 */

typedef struct Asked {
    unsigned answers, pictures;
    char etag[32];
} Asked;

static void on_drawn(void *context, const unsigned char *png, size_t bytes, const char *etag) {
    Asked *asked = context;
    asked->answers++;
    if (png) {
        assert_true(bytes > 1000 && memcmp(png, "\x89PNG", 4) == 0);
        asked->pictures++;
        snprintf(asked->etag, sizeof asked->etag, "%s", etag);
    }
}

static void ask(FanPictures *pictures, unsigned number, Asked *asked) {
    char position[64];
    snprintf(position, sizeof position, "3/3/W1B w 0 %u", number);
    json_t *game = summary("3x3", position, NULL);
    fan_picture_ask(pictures, game, on_drawn, asked);
    json_decref(game);
}

static void a_picture_is_drawn_once(void **state) {
    (void)state;
    uv_loop_t loop;
    uv_loop_init(&loop);
    FanPictures *pictures = fan_pictures_new(&loop);
    Asked one = {0}, two = {0}, gone = {0};
    ask(pictures, 1, &one);
    ask(pictures, 1, &two);
    ask(pictures, 1, &gone);
    fan_picture_forget(pictures, &gone);
    assert_int_equal(one.answers + two.answers, 0);
    uv_run(&loop, UV_RUN_DEFAULT);
    assert_int_equal(one.pictures, 1);
    assert_int_equal(two.pictures, 1);
    assert_int_equal(gone.answers, 0);
    assert_string_equal(one.etag, two.etag);
    ask(pictures, 1, &one); /* kept: at once */
    assert_int_equal(one.pictures, 2);
    ask(pictures, 2, &two);
    uv_run(&loop, UV_RUN_DEFAULT);
    assert_int_equal(two.pictures, 2);
    assert_int_not_equal(strcmp(one.etag, two.etag), 0);
    fan_pictures_free(pictures);
    uv_run(&loop, UV_RUN_DEFAULT);
    assert_int_equal(uv_loop_close(&loop), 0);
}

static void too_many_at_a_time_are_refused(void **state) {
    (void)state;
    uv_loop_t loop;
    uv_loop_init(&loop);
    FanPictures *pictures = fan_pictures_new(&loop);
    Asked asked = {0}, too_many = {0};
    for (unsigned i = 1; i <= FAN_PICTURES_WAITING; i++) {
        ask(pictures, i, &asked);
    }
    assert_int_equal(asked.answers, 0);
    ask(pictures, 1000, &too_many);
    assert_int_equal(too_many.answers, 1);
    assert_int_equal(too_many.pictures, 0);
    /* Going away while some are being drawn tells nobody. */
    fan_pictures_free(pictures);
    uv_run(&loop, UV_RUN_DEFAULT);
    assert_int_equal(asked.answers, 0);
    assert_int_equal(uv_loop_close(&loop), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stones_lie_where_they_are),
        cmocka_unit_test(only_real_lines_are_drawn),
        cmocka_unit_test(the_last_turn_is_marked),
        cmocka_unit_test(every_board_fits),
        cmocka_unit_test(what_is_no_game_has_no_picture),
        cmocka_unit_test(a_wrong_last_turn_does_no_harm),
        cmocka_unit_test(a_picture_is_drawn_once),
        cmocka_unit_test(too_many_at_a_time_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
