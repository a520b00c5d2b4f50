/* The drawing of a board by cairo: what is seen of a game, as a PNG. Pure; any thread. */
#ifndef FAN_SERVER_PICTURE_DRAW_H
#define FAN_SERVER_PICTURE_DRAW_H

#include <fanorona/text.h>
#include <jansson.h>

enum { FAN_PICTURE_KEY_MAX = 320 };

/* What is drawn. */
typedef struct FanScene {
    FanBoard board;
    FanPosition position;
    FanPoint path[FAN_CHAIN_MAX + 1]; /* of the last turn */
    unsigned path_count;              /* 0: none was made */
    char key[FAN_PICTURE_KEY_MAX];    /* equal for equal pictures */
} FanScene;

/* Reads a GameSummary. False when it holds no position. */
bool fan_scene_read(FanScene *scene, const json_t *summary);

typedef struct FanPng {
    unsigned char *bytes; /* to be freed */
    size_t count;
} FanPng;

/* Draws it; false without memory. */
bool fan_scene_draw(const FanScene *scene, FanPng *png);

#endif
