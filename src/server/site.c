#include "server/site.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <libwebsockets.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A file as it lies in the folder, before forms are put together. */
typedef struct Found {
    char *path;
    uint8_t *bytes;
    size_t len_bytes;
    struct timespec changed;
} Found;

typedef struct Reader {
    Found *found;
    size_t count, capacity, total_bytes;
    char *where; /* path of what is being read, for the caller's message */
    size_t path_length;
} Reader;

static bool name_fits_address(const char *name) {
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._~-";
    return name[0] != '.' && name[strspn(name, plain)] == '\0';
}

static FanSiteStatus read_bytes(int file, uint8_t *bytes, size_t len_bytes) {
    for (size_t done = 0; done < len_bytes;) {
        ssize_t got = read(file, bytes + done, len_bytes - done);
        if (got > 0) {
            done += (size_t)got;
        } else if (got == 0) {
            errno = EIO; /* it became shorter while we read */
            return FAN_SITE_READ;
        } else if (errno != EINTR) {
            return FAN_SITE_READ;
        }
    }
    return FAN_SITE_OK;
}

static FanSiteStatus make_room(Reader *reader) {
    if (reader->count == FAN_SITE_FILES_MAX) {
        return FAN_SITE_LARGE;
    }
    if (reader->count == reader->capacity) {
        size_t capacity = reader->capacity ? 2 * reader->capacity : 64;
        Found *found = realloc(reader->found, capacity * sizeof *found);
        if (!found) {
            return FAN_SITE_READ;
        }
        reader->found = found;
        reader->capacity = capacity;
    }
    return FAN_SITE_OK;
}

static FanSiteStatus read_file(Reader *reader, int file, const struct stat *about) {
    if (about->st_size > FAN_SITE_BYTES_MAX - (off_t)reader->total_bytes) {
        return FAN_SITE_LARGE;
    }
    FanSiteStatus status = make_room(reader);
    if (status != FAN_SITE_OK) {
        return status;
    }
    size_t len_bytes = (size_t)about->st_size;
    Found found = {strdup(reader->where), malloc(len_bytes ? len_bytes : 1), len_bytes,
                   about->st_mtim};
    status = found.path && found.bytes ? read_bytes(file, found.bytes, len_bytes) : FAN_SITE_READ;
    if (status != FAN_SITE_OK) {
        free(found.path);
        free(found.bytes);
        return status;
    }
    reader->found[reader->count++] = found;
    reader->total_bytes += len_bytes;
    return FAN_SITE_OK;
}

static FanSiteStatus read_folder(Reader *reader, int folder, unsigned depth);

/* Takes over the open descriptor. */
static FanSiteStatus read_entry(Reader *reader, int entry, unsigned depth) {
    struct stat about;
    FanSiteStatus status = FAN_SITE_OK;
    if (fstat(entry, &about) != 0) {
        status = FAN_SITE_READ;
    } else if (S_ISDIR(about.st_mode)) {
        if (depth < FAN_SITE_DEPTH_MAX) {
            return read_folder(reader, entry, depth + 1);
        }
        status = FAN_SITE_LARGE;
    } else if (S_ISREG(about.st_mode)) {
        status = read_file(reader, entry, &about);
    }
    int error = errno;
    close(entry);
    errno = error;
    return status;
}

static FanSiteStatus read_name(Reader *reader, int folder, const char *name, unsigned depth) {
    size_t before = reader->path_length;
    int length = snprintf(reader->where + before, FAN_SITE_PATH_MAX - before, "%s%s",
                          before ? "/" : "", name);
    if (length < 0 || (size_t)length >= FAN_SITE_PATH_MAX - before) {
        return FAN_SITE_LARGE;
    }
    reader->path_length += (size_t)length;
    /* Not blocking: a pipe in the folder must not hold us up. */
    int entry = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    FanSiteStatus status = FAN_SITE_OK;
    if (entry >= 0) {
        status = read_entry(reader, entry, depth);
    } else if (errno != ELOOP && errno != ENXIO) { /* a link, a socket: not ours to serve */
        status = FAN_SITE_READ;
    }
    if (status == FAN_SITE_OK) {
        reader->path_length = before;
        reader->where[before] = '\0';
    }
    return status;
}

/* Takes over the open descriptor. */
static FanSiteStatus read_folder(Reader *reader, int folder, unsigned depth) {
    DIR *entries = fdopendir(folder);
    if (!entries) {
        close(folder);
        return FAN_SITE_READ;
    }
    FanSiteStatus status = FAN_SITE_OK;
    for (const struct dirent *entry; status == FAN_SITE_OK && (entry = readdir(entries));) {
        if (name_fits_address(entry->d_name)) {
            status = read_name(reader, folder, entry->d_name, depth);
        }
    }
    int error = errno;
    closedir(entries);
    errno = error;
    return status;
}

static int compare_found(const void *a, const void *b) {
    return strcmp(((const Found *)a)->path, ((const Found *)b)->path);
}

static Found *find_found(const Reader *reader, const char *path) {
    Found key = {(char *)path, NULL, 0, {0, 0}};
    return reader->count ? bsearch(&key, reader->found, reader->count, sizeof key, compare_found)
                         : NULL;
}

static bool older(const struct timespec *a, const struct timespec *b) {
    return a->tv_sec != b->tv_sec ? a->tv_sec < b->tv_sec : a->tv_nsec < b->tv_nsec;
}

static void write_etag(FanSiteForm *form) {
    unsigned char digest[20];
    lws_SHA1(form->bytes, form->len_bytes, digest);
    char *text = form->etag;
    *text++ = '"';
    for (int i = 0; i < 12; i++) {
        text += sprintf(text, "%02x", digest[i]);
    }
    strcpy(text, "\"");
}

static void give_form(FanSiteFile *file, FanEncoding encoding, Found *found) {
    FanSiteForm *form = &file->forms[encoding];
    form->bytes = found->bytes;
    form->len_bytes = found->len_bytes;
    found->bytes = NULL;
    write_etag(form);
}

/* The form an ending stands for: "x.js.gz" is gzip. */
static FanEncoding ending_encoding(const char *path) {
    size_t length = strlen(path);
    if (length > 3 && strcmp(path + length - 3, ".br") == 0) {
        return FAN_ENCODING_BROTLI;
    }
    return length > 3 && strcmp(path + length - 3, ".gz") == 0 ? FAN_ENCODING_GZIP
                                                               : FAN_ENCODING_IDENTITY;
}

static void give_compressed(FanSiteFile *file, const Reader *reader, const Found *plain) {
    static const char *const endings[FAN_ENCODINGS] = {NULL, ".gz", ".br"};
    for (int i = FAN_ENCODING_GZIP; i < FAN_ENCODINGS; i++) {
        char path[FAN_SITE_PATH_MAX + 4];
        snprintf(path, sizeof path, "%s%s", plain->path, endings[i]);
        Found *found = find_found(reader, path);
        if (found && found->bytes && !older(&found->changed, &plain->changed)) {
            give_form(file, (FanEncoding)i, found);
        }
    }
}

/* Makes files of what was found, which is sorted; what is not taken over stays with the reader. */
static FanSiteStatus assemble(FanSite *site, const Reader *reader) {
    FanSite made = {calloc(reader->count + 1, sizeof *made.files), 0};
    if (!made.files) {
        return FAN_SITE_READ;
    }
    for (size_t i = 0; i < reader->count; i++) {
        Found *found = &reader->found[i];
        if (ending_encoding(found->path) == FAN_ENCODING_IDENTITY) {
            FanSiteFile *file = &made.files[made.count++];
            give_form(file, FAN_ENCODING_IDENTITY, found);
            give_compressed(file, reader, found);
            file->path = strdup(found->path);
            if (!file->path) {
                fan_site_free(&made);
                return FAN_SITE_READ;
            }
            file->type = fan_media_type(file->path);
            file->immutable = fan_site_name_hashed(file->path);
        }
    }
    *site = made;
    return FAN_SITE_OK;
}

FanSiteStatus fan_site_read(FanSite *site, const char *folder, char *where) {
    Reader reader = {.where = where};
    where[0] = '\0';
    int top = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (top < 0) {
        return errno == ENOENT || errno == ENOTDIR ? FAN_SITE_MISSING : FAN_SITE_READ;
    }
    FanSiteStatus status = read_folder(&reader, top, 1);
    if (status == FAN_SITE_OK) {
        if (reader.count > 0) {
            qsort(reader.found, reader.count, sizeof *reader.found, compare_found);
        }
        status = find_found(&reader, "index.html") ? assemble(site, &reader) : FAN_SITE_NO_PAGE;
    }
    int error = errno;
    for (size_t i = 0; i < reader.count; i++) {
        free(reader.found[i].path);
        free(reader.found[i].bytes);
    }
    free(reader.found);
    errno = error;
    return status;
}

void fan_site_free(FanSite *site) {
    for (size_t i = 0; i < site->count; i++) {
        free(site->files[i].path);
        for (int form = 0; form < FAN_ENCODINGS; form++) {
            free(site->files[i].forms[form].bytes);
        }
    }
    free(site->files);
    *site = (FanSite){NULL, 0};
}

static int compare_file(const void *path, const void *file) {
    return strcmp(path, ((const FanSiteFile *)file)->path);
}

const FanSiteFile *fan_site_find(const FanSite *site, const char *path) {
    size_t length = strlen(path);
    char name[FAN_SITE_PATH_MAX];
    if (path[0] != '/' || length + sizeof "index.html" > sizeof name) {
        return NULL;
    }
    snprintf(name, sizeof name, "%s%s", path + 1, path[length - 1] == '/' ? "index.html" : "");
    return bsearch(name, site->files, site->count, sizeof *site->files, compare_file);
}

unsigned fan_site_forms(const FanSiteFile *file) {
    unsigned forms = 0;
    for (int i = 0; i < FAN_ENCODINGS; i++) {
        forms |= (file->forms[i].bytes ? 1U : 0U) << i;
    }
    return forms;
}

bool fan_site_name_hashed(const char *path) {
    static const char lower[] = "abcdefghijklmnopqrstuvwxyz";
    static const char base64url[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    enum { HASH_LENGTH = 8 };
    const char *dot = strrchr(path, '.');
    if (strncmp(path, "assets/", 7) != 0 || !dot || strchr(dot, '/') ||
        dot - path < 7 + 1 + 1 + HASH_LENGTH) {
        return false;
    }
    const char *hash = dot - HASH_LENGTH;
    return hash[-1] == '-' && strspn(hash, base64url) == HASH_LENGTH &&
           strspn(hash, lower) < HASH_LENGTH;
}
