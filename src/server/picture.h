/* GET /api/v1/games/ID.png: the board of a game as a picture, for previews of links.
 *
 * Drawn by cairo on libuv's threads, a bounded number at a time; the pictures drawn last are kept.
 * The look is the page's: laterite slab, raffia lines, bone and ebony. One thread calls: the
 * loop's. */
#ifndef FAN_SERVER_PICTURE_H
#define FAN_SERVER_PICTURE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <uv.h>

typedef struct FanPictures FanPictures;

enum {
    FAN_PICTURE_WIDTH = 1200, /* pixels: what previews of links ask for */
    FAN_PICTURE_HEIGHT = 630,
    FAN_PICTURES_KEPT = 48,    /* up to 400 KB each */
    FAN_PICTURES_WAITING = 32, /* being drawn or waiting for it; more are refused */
};

FanPictures *fan_pictures_new(uv_loop_t *loop); /* NULL without memory */
/* Nobody is answered any more; the loop must run until what is being drawn is done. */
void fan_pictures_free(FanPictures *pictures);

/* `png` lives during the call. NULL: too much is being drawn, or (never of our own games) the
 * summary holds no position. The etag is quoted and changes with the picture. */
typedef void FanPictureDrawn(void *context, const unsigned char *png, size_t bytes,
                             const char *etag);
/* The picture of a game as its GameSummary ($defs.GameSummary: position, spec, last, state) has
 * it. Answered once, perhaps at once. */
void fan_picture_ask(FanPictures *pictures, const json_t *summary, FanPictureDrawn *drawn,
                     void *context);
/* The asker has gone: drawn is not called any more. */
void fan_picture_forget(FanPictures *pictures, void *context);

#endif
