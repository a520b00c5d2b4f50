/* The files of the page, read once into memory.
 *
 * A request is answered by looking its path up among the names found at the start, never by
 * building a file name from it: there is nothing to climb out of. The page stays whole while a new
 * one is being built beside it; the server shows that one when it is started again. */
#ifndef FAN_SERVER_SITE_H
#define FAN_SERVER_SITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "server/encoding.h"

enum {
    FAN_SITE_FILES_MAX = 4096,
    FAN_SITE_BYTES_MAX = 256 << 20,
    FAN_SITE_DEPTH_MAX = 8,  /* folders in one another */
    FAN_SITE_PATH_MAX = 512, /* with the final zero */
    FAN_ETAG_MAX = 32,       /* with quotes and the final zero */
};

/* One form in which a file can be sent. */
typedef struct FanSiteForm {
    uint8_t *bytes; /* NULL if there is no such form */
    size_t len_bytes;
    char etag[FAN_ETAG_MAX]; /* quoted; changes with the bytes */
} FanSiteForm;

typedef struct FanSiteFile {
    char *path;       /* "assets/index-Dk3vA9_x.js" */
    const char *type; /* for Content-Type; static memory */
    bool immutable;   /* the name holds a hash of the content */
    FanSiteForm forms[FAN_ENCODINGS];
} FanSiteFile;

typedef struct FanSite {
    FanSiteFile *files; /* sorted by path */
    size_t count;
} FanSite;

typedef enum FanSiteStatus {
    FAN_SITE_OK,
    FAN_SITE_MISSING, /* no such folder */
    FAN_SITE_NO_PAGE, /* the folder holds no index.html */
    FAN_SITE_LARGE,   /* over one of the limits above */
    FAN_SITE_READ,    /* something in it cannot be read; errno tells */
} FanSiteStatus;

/* Reads every regular file under `folder`. Left out are symbolic links, hidden names and names with
 * characters that an address would have to escape. NAME.br and NAME.gz become forms of NAME unless
 * they are older than it. On failure leaves *site alone; where one file is to blame, its path is
 * written to `where` (FAN_SITE_PATH_MAX bytes, else ""). */
FanSiteStatus fan_site_read(FanSite *site, const char *folder, char *where)
    __attribute__((warn_unused_result));

void fan_site_free(FanSite *site);

/* The file a decoded request path ("/", "/assets/x.js") names, or NULL. A path that ends in a slash
 * names the folder's index.html. */
const FanSiteFile *fan_site_find(const FanSite *site, const char *path);

/* The forms a file has, as bits of FanEncoding. */
unsigned fan_site_forms(const FanSiteFile *file);

/* The media type for a name, by its ending; "application/octet-stream" when it is not known. */
const char *fan_media_type(const char *path);

/* Whether the bundler put a hash of the content into this name: it lies in assets/ and its stem
 * ends in - and eight characters of base64url, not all of them small letters (which a word could
 * be). */
bool fan_site_name_hashed(const char *path);

#endif
