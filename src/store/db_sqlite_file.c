/* Making files of SQLite: a new one, and a copy of the whole. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "store/db_sqlite.h"

enum { COPIED_AT_ONCE = 256 /* pages */ };

static bool sync_folder_of(const char *path) {
    char folder[4096];
    const char *slash = strrchr(path, '/');
    int length = slash == NULL ? 0 : slash == path ? 1 : (int)(slash - path);
    snprintf(folder, sizeof folder, "%.*s", length, path);
    int directory = open(length > 0 ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool synced = directory >= 0 && fsync(directory) == 0;
    if (directory >= 0) {
        close(directory);
    }
    return synced;
}

/* The file holds keys and passwords, so it is its owner's alone; the log takes over its rights. And
 * its name is to be on the disk before anything in it is told to be. */
bool fan_sqlite_make_file(const char *path) {
    int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0) {
        return errno == EEXIST;
    }
    close(file);
    if (sync_folder_of(path)) {
        return true;
    }
    int why = errno;
    unlink(path);
    errno = why;
    return false;
}

/* --- backup ------------------------------------------------------------------------------------
 */

static bool copy_pages(sqlite3_backup *backup,
                       bool (*progress)(void *context, unsigned done, unsigned of), void *context,
                       bool *ended) {
    int result;
    do {
        result = sqlite3_backup_step(backup, COPIED_AT_ONCE);
        int left = sqlite3_backup_remaining(backup), of = sqlite3_backup_pagecount(backup);
        *ended = progress != NULL && !progress(context, (unsigned)(of - left), (unsigned)of);
        if (result == SQLITE_BUSY || result == SQLITE_LOCKED) {
            sqlite3_sleep(10);
        }
    } while (!*ended && (result == SQLITE_OK || result == SQLITE_BUSY || result == SQLITE_LOCKED));
    return result == SQLITE_DONE;
}

/* The moment that a transaction sees is that of its first look. */
static bool starts_to_read(FanDb *db) {
    FanDbStatement *statement = fan_db_use(db, "SELECT count(*) FROM writers");
    return fan_db_step(statement) == FAN_DB_ROW;
}

/* Of one moment: within a transaction that reads, whatever others write meanwhile. */
static bool copy_moment(FanDb *db, sqlite3 *to,
                        bool (*progress)(void *context, unsigned done, unsigned of), void *context,
                        const char **why) {
    bool ended = false, fine = false;
    sqlite3_backup *backup = NULL;
    *why = "the database cannot be read";
    fan_db_begin(db, false);
    if (db->result == FAN_DB_DONE && starts_to_read(db)) {
        backup = sqlite3_backup_init(to, "main", fan_sqlite_handle(db), "main");
    }
    if (backup != NULL) {
        fine = copy_pages(backup, progress, context, &ended);
        fine = sqlite3_backup_finish(backup) == SQLITE_OK && fine;
        *why = ended ? "ended before it was whole" : sqlite3_errmsg(to);
    }
    fan_db_rollback(db);
    return fine;
}

bool fan_sqlite_copy(FanDb *db, const char *path,
                     bool (*progress)(void *context, unsigned done, unsigned of), void *context,
                     char *error) {
    sqlite3 *to = NULL;
    if (access(path, F_OK) == 0) {
        snprintf(error, FAN_STORE_ERROR_MAX, "%.300s: is there already", path);
        return false;
    }
    if (!fan_sqlite_make_file(path)) {
        snprintf(error, FAN_STORE_ERROR_MAX, "%.300s: cannot be made: %s", path, strerror(errno));
        return false;
    }
    const char *why = "cannot be opened";
    bool fine = sqlite3_open_v2(path, &to, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK &&
                copy_moment(db, to, progress, context, &why);
    if (!fine) {
        snprintf(error, FAN_STORE_ERROR_MAX, "%.200s: %.200s", path, why);
    }
    sqlite3_close(to);
    if (!fine) {
        unlink(path);
    }
    return fine;
}
