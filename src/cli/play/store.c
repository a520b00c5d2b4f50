#include "cli/play/store.h"

#include "cli/data.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

static const char ending[] = ".fgn", aside[] = "-aside.fgn";

enum {
    LOOKED_AT_MAX = 1000, /* games, the newest first, among which an unfinished one is sought */
    LEFT_BEHIND_S = 60,   /* a file half written by nobody is removed after so long */
    PATH_MAX_BYTES = FAN_STORE_PATH_MAX,
};

__attribute__((format(printf, 2, 3))) static bool fail(FanPlayFolder *store, const char *format,
                                                       ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(store->why, sizeof store->why, format, args);
    va_end(args);
    return false;
}

/* Joins paths; false where they are too long together. */
__attribute__((format(printf, 2, 3))) static bool join(char path[PATH_MAX_BYTES],
                                                       const char *format, ...) {
    va_list args;
    va_start(args, format);
    int length = vsnprintf(path, PATH_MAX_BYTES, format, args);
    va_end(args);
    return length >= 0 && length < PATH_MAX_BYTES;
}

/* --- the folder ---------------------------------------------------------------------------------
 */

/* Makes a folder and those above it. */
static bool make_folder(char *path) {
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        bool made = mkdir(path, 0777) == 0 || errno == EEXIST;
        *slash = '/';
        if (!made) {
            return false;
        }
    }
    struct stat found;
    if (mkdir(path, 0777) == 0) {
        return true;
    }
    if (errno == EEXIST && stat(path, &found) == 0 && !S_ISDIR(found.st_mode)) {
        errno = ENOTDIR;
    }
    return errno == EEXIST;
}

static bool open_folder(FanPlayFolder *store) {
    char data[PATH_MAX_BYTES], folder[PATH_MAX_BYTES];
    if (!fan_data_folder(data, sizeof data) || !join(folder, "%s/games", data)) {
        return fail(store, "no folder for games: set FANORONA_DATA to one");
    }
    if (!make_folder(folder) || access(folder, R_OK | W_OK | X_OK) != 0) {
        return fail(store, "the folder %s cannot be used: %s", folder, strerror(errno));
    }
    memcpy(store->folder, folder, sizeof folder);
    return true;
}

bool fan_play_folder_open(FanPlayFolder *store) {
    *store = (FanPlayFolder){.lock = -1};
    return open_folder(store);
}

static void release(FanPlayFolder *store) {
    if (store->lock >= 0) {
        close(store->lock);
    }
    store->lock = -1;
    store->path[0] = '\0';
}

void fan_play_folder_close(FanPlayFolder *store) {
    release(store);
}

bool fan_play_folder_begin(FanPlayFolder *store, const char *path) {
    release(store);
    if (!path) {
        return true;
    }
    if (access(path, F_OK) == 0) {
        return fail(store, "%s is there already, and is left alone; choose another name", path);
    }
    /* Kept there from the first turn on. */
    return join(store->path, "%s", path) || fail(store, "the name is too long");
}

/* --- writing ------------------------------------------------------------------------------------
 */

static bool sink(void *context, const char *bytes, size_t length) {
    return fwrite(bytes, 1, length, context) == length;
}

static bool write_record(int file, const FanRecord *record) {
    int copy = dup(file);
    FILE *stream = copy >= 0 ? fdopen(copy, "w") : NULL;
    if (!stream) {
        if (copy >= 0) {
            close(copy);
        }
        return false;
    }
    bool fine = fan_record_write(record, sink, stream);
    fine = fclose(stream) == 0 && fine;
    return fine && fsync(file) == 0;
}

static void sync_folder_of(const char *path) {
    char folder[PATH_MAX_BYTES];
    join(folder, "%s", path);
    char *slash = strrchr(folder, '/');
    const char *name = !slash ? "." : slash == folder ? "/" : folder;
    if (slash) {
        *slash = '\0';
    }
    int file = open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file >= 0) {
        fsync(file); /* the name too must outlive a power cut; where it cannot, the file is there */
        close(file);
    }
}

/* ".NAME.PID.tmp" beside a path. */
static bool name_beside(char beside[PATH_MAX_BYTES], const char *path) {
    const char *slash = strrchr(path, '/');
    int folder = slash ? (int)(slash - path) + 1 : 0;
    return join(beside, "%.*s.%s.%ld.tmp", folder, path, path + folder, (long)getpid());
}

/* Writes beside a path and moves into place: with `over` over what is there, else only where
 * nothing is (errno EEXIST). Returns the locked file, or -1 with errno. */
static int write_file(const char *path, const FanRecord *record, bool over) {
    char beside[PATH_MAX_BYTES];
    if (!name_beside(beside, path)) {
        errno = ENAMETOOLONG;
        return -1;
    }
    int file = open(beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0) {
        return -1;
    }
    errno = 0;
    bool fine = flock(file, LOCK_EX | LOCK_NB) == 0 && write_record(file, record) &&
                (over ? rename(beside, path) : link(beside, path)) == 0;
    int error = errno ? errno : EIO;
    if (!fine || !over) {
        unlink(beside);
    }
    if (!fine) {
        close(file);
        errno = error;
        return -1;
    }
    sync_folder_of(path);
    return file;
}

/* The name of a new game: when it began by the clock on the wall, so that names sort by age. */
static bool name_new(const FanPlayFolder *store, char path[PATH_MAX_BYTES]) {
    char date[32];
    struct timespec now;
    struct tm local;
    clock_gettime(CLOCK_REALTIME, &now);
    strftime(date, sizeof date, "%Y%m%d-%H%M%S", localtime_r(&now.tv_sec, &local));
    return join(path, "%s/%s-%03ld%s", store->folder, date, now.tv_nsec / 1000000, ending);
}

static bool keep_new(FanPlayFolder *store, const FanRecord *record) {
    char path[PATH_MAX_BYTES];
    if (!*store->folder && !open_folder(store)) { /* it may be there by now */
        return false;
    }
    /* Another game of the same millisecond is in the way only for that long. */
    do {
        if (!name_new(store, path)) {
            return fail(store, "the folder's name is too long: %s", store->folder);
        }
        store->lock = write_file(path, record, false);
    } while (store->lock < 0 && errno == EEXIST);
    if (store->lock < 0) {
        return fail(store, "the game cannot be kept in %s: %s", store->folder, strerror(errno));
    }
    memcpy(store->path, path, sizeof path);
    return true;
}

bool fan_play_folder_keep(FanPlayFolder *store, const FanRecord *record) {
    if (!*store->path) {
        return keep_new(store, record);
    }
    int file = write_file(store->path, record, store->lock >= 0);
    if (file < 0) {
        return fail(store, "the game cannot be kept in %s: %s", store->path, strerror(errno));
    }
    if (store->lock >= 0) {
        close(store->lock);
    }
    store->lock = file;
    return true;
}

/* Whether what lies at `saved` is what was last saved there. */
static bool is_own(const FanPlayFolder *store, const char *path) {
    struct stat now;
    const struct stat *then = &store->saved_as;
    return strcmp(store->saved, path) == 0 && stat(path, &now) == 0 && now.st_ino == then->st_ino &&
           now.st_dev == then->st_dev && now.st_size == then->st_size &&
           now.st_mtim.tv_sec == then->st_mtim.tv_sec &&
           now.st_mtim.tv_nsec == then->st_mtim.tv_nsec;
}

bool fan_play_folder_save(FanPlayFolder *store, const FanRecord *record, const char *name) {
    char path[PATH_MAX_BYTES];
    const char *last = strrchr(name, '/');
    last = last ? last + 1 : name;
    if (!*last) {
        return fail(store, "a name for the file is missing");
    }
    if (!join(path, "%s%s", name, strchr(last, '.') ? "" : ending)) {
        return fail(store, "the name is too long");
    }
    int file = write_file(path, record, is_own(store, path));
    if (file < 0) {
        return errno == EEXIST
                   ? fail(store, "%s is there already, and is left alone; choose another name",
                          path)
                   : fail(store, "%s cannot be written: %s", path, strerror(errno));
    }
    fstat(file, &store->saved_as);
    close(file);
    memcpy(store->saved, path, sizeof path);
    return true;
}

/* --- reading ------------------------------------------------------------------------------------
 */

static ptrdiff_t source(void *context, char *bytes, size_t size) {
    return read(*(int *)context, bytes, size);
}

/* Reads the first game. */
static bool read_record(FanPlayFolder *store, int file, const char *path, FanRecord *record) {
    FanRecordReader *reader = fan_record_reader_new(source, &file, NULL);
    if (!reader) {
        return fail(store, "not enough memory to read %s", path);
    }
    errno = 0;
    bool fine = false;
    switch (fan_record_read(reader, record)) {
    case FAN_RECORD_GAME:
        fine = true;
        break;
    case FAN_RECORD_FAULT: {
        const FanRecordFault *fault = fan_record_reader_fault(reader);
        fail(store, "%s:%llu:%llu: game %llu: %s", path, (unsigned long long)fault->line,
             (unsigned long long)fault->column, (unsigned long long)fault->game, fault->reason);
        break;
    }
    case FAN_RECORD_END:
        fail(store, "%s: there is no game in it", path);
        break;
    case FAN_RECORD_FAILED:
        fail(store, "%s cannot be read: %s", path, strerror(errno ? errno : EIO));
        break;
    case FAN_RECORD_MEMORY:
        fail(store, "not enough memory to read %s", path);
        break;
    }
    fan_record_reader_free(reader);
    return fine;
}

bool fan_play_folder_read(FanPlayFolder *store, FanRecord *record, const char *path) {
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a pipe does not block the door */
    struct stat found;
    if (file < 0 || fstat(file, &found) != 0) {
        fail(store, "%s cannot be opened: %s", path, strerror(errno));
        if (file >= 0) {
            close(file);
        }
        return false;
    }
    bool fine = S_ISREG(found.st_mode) ? read_record(store, file, path, record)
                                       : fail(store, "%s is not a file", path);
    close(file);
    return fine;
}

static bool ends_in(const char *name, const char *tail) {
    size_t length = strlen(name), tail_length = strlen(tail);
    return length >= tail_length && strcmp(name + length - tail_length, tail) == 0;
}

/* Whether a file may be a game to go on with. */
static int is_game(const struct dirent *entry) {
    return entry->d_name[0] != '.' && ends_in(entry->d_name, ending) &&
           !ends_in(entry->d_name, aside);
}

static int is_left_behind(const struct dirent *entry) {
    return entry->d_name[0] == '.' && ends_in(entry->d_name, ".tmp");
}

/* Newest first: names begin with the date. */
static int newest_first(const struct dirent **a, const struct dirent **b) {
    return -strcmp((*a)->d_name, (*b)->d_name);
}

/* Opens and locks a file, as long as it still is the one of that name; -1 if somebody plays it. */
static int open_locked(const char *path) {
    struct stat named, opened;
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file >= 0 && (flock(file, LOCK_EX | LOCK_NB) != 0 || fstat(file, &opened) != 0 ||
                      stat(path, &named) != 0 || named.st_ino != opened.st_ino ||
                      named.st_dev != opened.st_dev || !S_ISREG(opened.st_mode))) {
        close(file);
        return -1;
    }
    return file;
}

/* Removes what a kill left half written. */
static void clean(const FanPlayFolder *store) {
    struct dirent **found;
    int count = scandir(store->folder, &found, is_left_behind, alphasort);
    for (int i = 0; i < count; i++) {
        char path[PATH_MAX_BYTES];
        struct stat state;
        int file = join(path, "%s/%s", store->folder, found[i]->d_name) ? open_locked(path) : -1;
        if (file >= 0) {
            if (fstat(file, &state) == 0 && time(NULL) - state.st_mtime > LEFT_BEHIND_S) {
                unlink(path);
            }
            close(file);
        }
        free(found[i]);
    }
    if (count >= 0) {
        free(found);
    }
}

/* Takes up one game, if it is to be gone on with. */
static bool resume(FanPlayFolder *store, const char *name, FanRecord *record) {
    char path[PATH_MAX_BYTES];
    int file = join(path, "%s/%s", store->folder, name) ? open_locked(path) : -1;
    if (file < 0) {
        return false;
    }
    if (read_record(store, file, path, record) && record->outcome.result == FAN_ONGOING) {
        store->lock = file;
        memcpy(store->path, path, sizeof path);
        return true;
    }
    close(file);
    return false;
}

bool fan_play_folder_resume(FanPlayFolder *store, FanRecord *record) {
    struct dirent **found;
    store->why[0] = '\0';
    release(store);
    if (!*store->folder) {
        return false;
    }
    clean(store);
    int count = scandir(store->folder, &found, is_game, newest_first);
    bool resumed = false;
    for (int i = 0; i < count; i++) {
        resumed = resumed || (i < LOOKED_AT_MAX && resume(store, found[i]->d_name, record));
        free(found[i]);
    }
    if (count >= 0) {
        free(found);
    }
    return resumed;
}

bool fan_play_folder_set_aside(FanPlayFolder *store) {
    char path[PATH_MAX_BYTES];
    int stem = (int)(strlen(store->path) - strlen(ending));
    errno = ENAMETOOLONG;
    bool moved = join(path, "%.*s%s", stem, store->path, aside) && link(store->path, path) == 0 &&
                 unlink(store->path) == 0;
    release(store);
    return moved || fail(store, "the game cannot be set aside: %s", strerror(errno));
}
