/* What the two files of SQLite's driver share. */
#ifndef FAN_STORE_DB_SQLITE_H
#define FAN_STORE_DB_SQLITE_H

#include <sqlite3.h>

#include "store/db_driver.h"

typedef struct Sqlite {
    FanDb db;
    sqlite3 *handle;
    int64_t heard; /* id of the newest note that was handed over */
} Sqlite;

static inline sqlite3 *fan_sqlite_handle(const FanDb *db) {
    return ((const Sqlite *)db)->handle;
}

/* Makes an empty file of rights 0600, unless there is one; false if there is none afterwards. */
bool fan_sqlite_make_file(const char *path);

bool fan_sqlite_copy(FanDb *db, const char *path,
                     bool (*progress)(void *context, unsigned done, unsigned of), void *context,
                     char *error);

#endif
