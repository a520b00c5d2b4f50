#include "server/picture.h"

#include <stdlib.h>

struct FanPictures {
    uv_loop_t *loop;
};

FanPictures *fan_pictures_new(uv_loop_t *loop) {
    FanPictures *pictures = malloc(sizeof *pictures);
    if (pictures) {
        pictures->loop = loop;
    }
    return pictures;
}

void fan_pictures_free(FanPictures *pictures) {
    free(pictures);
}

void fan_picture_ask(FanPictures *pictures, const json_t *summary, FanPictureDrawn *drawn,
                     void *context) {
    (void)pictures, (void)summary;
    drawn(context, NULL, 0, NULL);
}

void fan_picture_forget(FanPictures *pictures, void *context) {
    (void)pictures, (void)context;
}
