#include "server/picture.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/picture_draw.h"

enum {
    AT_ONCE = 2, /* libuv's threads also look things up in tables */
    ETAG_MAX = 24,
};

typedef struct Asker {
    FanPictureDrawn *drawn; /* NULL: gone */
    void *context;
    struct Asker *next;
} Asker;

/* A picture being drawn, or waiting for it. */
typedef struct Job {
    uv_work_t work;
    FanPictures *pictures;
    FanScene scene;
    FanPng png;
    Asker *askers;
    bool working;
    struct Job *next;
} Job;

typedef struct Kept {
    char key[FAN_PICTURE_KEY_MAX]; /* "": free */
    FanPng png;
    uint64_t used;
} Kept;

struct FanPictures {
    uv_loop_t *loop;
    Kept kept[FAN_PICTURES_KEPT];
    uint64_t uses;
    Job *jobs; /* oldest first */
    unsigned waiting, working;
    bool gone;
};

FanPictures *fan_pictures_new(uv_loop_t *loop) {
    FanPictures *pictures = calloc(1, sizeof *pictures);
    if (pictures) {
        pictures->loop = loop;
    }
    return pictures;
}

static void destroy(FanPictures *pictures) {
    for (unsigned i = 0; i < FAN_PICTURES_KEPT; i++) {
        free(pictures->kept[i].png.bytes);
    }
    free(pictures);
}

static void free_job(Job *job) {
    for (Asker *asker = job->askers, *next; asker; asker = next) {
        next = asker->next;
        free(asker);
    }
    free(job);
}

void fan_pictures_free(FanPictures *pictures) {
    if (!pictures) {
        return;
    }
    pictures->gone = true;
    for (Job **at = &pictures->jobs; *at;) {
        Job *job = *at;
        if (job->working) {
            at = &job->next;
        } else {
            *at = job->next;
            free_job(job);
        }
    }
    if (pictures->working == 0) {
        destroy(pictures);
    }
}

/* --- answering -----------------------------------------------------------------------------------
 */

/* FNV-1a of what is drawn and of how: a change of the drawing changes the number. */
static void write_etag(const char *key, char etag[ETAG_MAX]) {
    enum { DRAWING = 1 };
    uint64_t hash = UINT64_C(0xcbf29ce484222325) ^ DRAWING;
    for (; *key; key++) {
        hash = (hash ^ (unsigned char)*key) * UINT64_C(0x100000001b3);
    }
    snprintf(etag, ETAG_MAX, "\"%016" PRIx64 "\"", hash);
}

static void answer(FanPictureDrawn *drawn, void *context, const FanPng *png, const char *key) {
    char etag[ETAG_MAX];
    write_etag(key, etag);
    if (drawn) {
        drawn(context, png->bytes, png->count, etag);
    }
}

static Kept *find_kept(FanPictures *pictures, const char *key) {
    for (unsigned i = 0; i < FAN_PICTURES_KEPT; i++) {
        if (pictures->kept[i].png.bytes && strcmp(pictures->kept[i].key, key) == 0) {
            pictures->kept[i].used = ++pictures->uses;
            return &pictures->kept[i];
        }
    }
    return NULL;
}

/* In place of the one used longest ago; the bytes are the keeper's now. */
static void keep(FanPictures *pictures, const char *key, const FanPng *png) {
    Kept *oldest = pictures->kept;
    for (unsigned i = 1; i < FAN_PICTURES_KEPT; i++) {
        oldest = pictures->kept[i].used < oldest->used ? &pictures->kept[i] : oldest;
    }
    free(oldest->png.bytes);
    snprintf(oldest->key, sizeof oldest->key, "%s", key);
    oldest->png = *png;
    oldest->used = ++pictures->uses;
}

/* --- drawing -------------------------------------------------------------------------------------
 */

static void draw(uv_work_t *work) {
    Job *job = work->data;
    if (!fan_scene_draw(&job->scene, &job->png)) {
        job->png = (FanPng){0};
    }
}

static void start_next(FanPictures *pictures);

static void take_out(FanPictures *pictures, const Job *job) {
    Job **at = &pictures->jobs;
    while (*at != job) {
        at = &(*at)->next;
    }
    *at = job->next;
}

static void on_drawn(uv_work_t *work, int status) {
    (void)status; /* never cancelled */
    Job *job = work->data;
    FanPictures *pictures = job->pictures;
    take_out(pictures, job);
    pictures->working--;
    if (pictures->gone) {
        free(job->png.bytes);
        free_job(job);
        if (pictures->working == 0) {
            destroy(pictures);
        }
        return;
    }
    pictures->waiting--;
    if (job->png.bytes) {
        keep(pictures, job->scene.key, &job->png);
    }
    start_next(pictures);
    for (Asker *asker = job->askers; asker; asker = asker->next) {
        answer(asker->drawn, asker->context, &job->png, job->scene.key);
    }
    free_job(job);
}

static void start_next(FanPictures *pictures) {
    for (Job *job = pictures->jobs; job && pictures->working < AT_ONCE; job = job->next) {
        if (!job->working) {
            job->working = true;
            pictures->working++;
            int status = uv_queue_work(pictures->loop, &job->work, draw, on_drawn);
            assert(status == 0);
            (void)status;
        }
    }
}

/* The job that draws this already, or a new one; NULL when there are too many. */
static Job *job_for(FanPictures *pictures, const FanScene *scene) {
    Job **at = &pictures->jobs;
    for (; *at; at = &(*at)->next) {
        if (strcmp((*at)->scene.key, scene->key) == 0) {
            return *at;
        }
    }
    Job *job = pictures->waiting < FAN_PICTURES_WAITING ? calloc(1, sizeof *job) : NULL;
    if (job) {
        job->pictures = pictures;
        job->scene = *scene;
        job->work.data = job;
        *at = job;
        pictures->waiting++;
    }
    return job;
}

void fan_picture_ask(FanPictures *pictures, const json_t *summary, FanPictureDrawn *drawn,
                     void *context) {
    FanScene scene;
    if (!fan_scene_read(&scene, summary)) {
        drawn(context, NULL, 0, NULL);
        return;
    }
    const Kept *kept = find_kept(pictures, scene.key);
    if (kept) {
        answer(drawn, context, &kept->png, scene.key);
        return;
    }
    Asker *asker = malloc(sizeof *asker);
    Job *job = asker ? job_for(pictures, &scene) : NULL;
    if (!job) {
        free(asker);
        drawn(context, NULL, 0, NULL);
        return;
    }
    *asker = (Asker){drawn, context, job->askers};
    job->askers = asker;
    start_next(pictures);
}

void fan_picture_forget(FanPictures *pictures, void *context) {
    for (Job *job = pictures->jobs; job; job = job->next) {
        for (Asker *asker = job->askers; asker; asker = asker->next) {
            asker->drawn = asker->context == context ? NULL : asker->drawn;
        }
    }
}
