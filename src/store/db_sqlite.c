/* SQLite: one file, write-ahead log, every commit on the disk before it is answered. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/db_sqlite.h"

enum {
    APPLICATION_ID = 0x46616e6f,           /* "Fano" */
    BUSY_MS = 2000,                        /* that somebody else may hold the file */
    CHECKED_AT_OPENING = 16 * 1024 * 1024, /* bytes of a file that is looked through when opened */
    HEAR_MS = 500,
    PAGE_CACHE_KIB = 16384,
    LOG_KEPT_BYTES = 64 * 1024 * 1024,
};

typedef struct Statement {
    FanDbStatement statement;
    sqlite3_stmt *handle;
} Statement;

static sqlite3_stmt *handle_of_statement(const FanDbStatement *statement) {
    return ((const Statement *)statement)->handle;
}

/* --- errors ------------------------------------------------------------------------------------
 */

static FanDbResult meaning(sqlite3 *handle) {
    switch (sqlite3_errcode(handle) & 0xff) {
    case SQLITE_CONSTRAINT: {
        int more = sqlite3_extended_errcode(handle);
        bool unique = more == SQLITE_CONSTRAINT_UNIQUE || more == SQLITE_CONSTRAINT_PRIMARYKEY ||
                      more == SQLITE_CONSTRAINT_ROWID;
        return unique ? FAN_DB_CLASH : FAN_DB_FAILED;
    }
    case SQLITE_ERROR:
    case SQLITE_MISMATCH:
    case SQLITE_MISUSE:
    case SQLITE_RANGE:
    case SQLITE_TOOBIG:
    case SQLITE_CORRUPT: /* of one place in the file; others may be sound */
        return FAN_DB_FAILED;
    default:
        return FAN_DB_AWAY;
    }
}

static void fail(FanDb *db) {
    sqlite3 *handle = fan_sqlite_handle(db);
    FanDbResult result = meaning(handle);
    const char *text = sqlite3_errmsg(handle);
    if ((sqlite3_errcode(handle) & 0xff) == SQLITE_BUSY) {
        text = "another process has locked the file";
    }
    fan_db_fail(db, result, db->owner, "%s: %s", db->shown, text);
}

/* --- opening -----------------------------------------------------------------------------------
 */

/* "unable to open" says nothing; the system knows why. */
static const char *why_not(sqlite3 *handle) {
    int code = sqlite3_errcode(handle) & 0xff, cause = sqlite3_system_errno(handle);
    return code == SQLITE_BUSY                    ? "another process has locked the file"
           : code == SQLITE_CANTOPEN && cause > 0 ? strerror(cause)
                                                  : sqlite3_errmsg(handle);
}

static FanStoreOpening refuse(Sqlite *own, const char *where, char *error) {
    int code = sqlite3_errcode(own->handle) & 0xff;
    FanStoreOpening opening = code == SQLITE_BUSY                               ? FAN_STORE_LOCKED
                              : code == SQLITE_NOTADB || code == SQLITE_CORRUPT ? FAN_STORE_DAMAGED
                                                                                : FAN_STORE_ADDRESS;
    snprintf(error, FAN_STORE_ERROR_MAX, "%s: %s", where, why_not(own->handle));
    return opening;
}

static bool set_up(Sqlite *own) {
    sqlite3_extended_result_codes(own->handle, 1);
    sqlite3_busy_timeout(own->handle, BUSY_MS);
    sqlite3_db_config(own->handle, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(own->handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    char settings[512];
    snprintf(settings, sizeof settings,
             "PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY;"
             "PRAGMA cache_size = -%d;"
             "PRAGMA journal_size_limit = %d;",
             PAGE_CACHE_KIB, LOG_KEPT_BYTES);
    return sqlite3_exec(own->handle, settings, NULL, NULL, NULL) == SQLITE_OK;
}

/* Of a file that is not ours nothing is changed: the log is asked for once the version is known. */
static bool use_log(FanDb *db) {
    sqlite3_stmt *statement = NULL;
    bool logged = false;
    if (sqlite3_prepare_v2(fan_sqlite_handle(db), "PRAGMA journal_mode = WAL", -1, &statement,
                           NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW) {
        logged = strcmp((const char *)sqlite3_column_text(statement, 0), "wal") == 0;
    }
    sqlite3_finalize(statement);
    return logged;
}

static FanStoreOpening sqlite_open(FanDb **db, const FanDbPlace *place, char *error) {
    Sqlite *own = calloc(1, sizeof *own);
    if (own == NULL) {
        snprintf(error, FAN_STORE_ERROR_MAX, "out of memory");
        return FAN_STORE_ADDRESS;
    }
    fan_db_begin_life(&own->db, &fan_db_sqlite, place);
    if (place->make && !fan_sqlite_make_file(place->where)) {
        snprintf(error, FAN_STORE_ERROR_MAX, "%s: cannot be made: %s", place->where,
                 strerror(errno));
        free(own);
        return FAN_STORE_ADDRESS;
    }
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE;
    bool opened = sqlite3_open_v2(place->where, &own->handle, flags, NULL) == SQLITE_OK;
    if (opened && sqlite3_db_readonly(own->handle, "main") == 1) {
        /* SQLite opens for reading what it may not write. */
        snprintf(error, FAN_STORE_ERROR_MAX, "%s: must not be written", place->where);
        sqlite3_close(own->handle);
        free(own);
        return FAN_STORE_ADDRESS;
    }
    if (!opened || !set_up(own)) {
        FanStoreOpening opening = refuse(own, place->where, error);
        sqlite3_close(own->handle);
        free(own);
        return opening;
    }
    *db = &own->db;
    return FAN_STORE_OPENED;
}

static void sqlite_close_db(FanDb *db) {
    sqlite3_close(fan_sqlite_handle(db));
    free(db);
}

/* --- transactions ------------------------------------------------------------------------------
 */

static bool run(FanDb *db, const char *sql) {
    if (sqlite3_exec(fan_sqlite_handle(db), sql, NULL, NULL, NULL) == SQLITE_OK) {
        return true;
    }
    fail(db);
    return false;
}

/* Writing to a file that was moved or deleted would be writing to nobody. */
static bool is_there(FanDb *db) {
    int moved = 0;
    sqlite3_file_control(fan_sqlite_handle(db), "main", SQLITE_FCNTL_HAS_MOVED, &moved);
    if (moved) {
        fan_db_fail(db, FAN_DB_AWAY, NULL, "%s: the file was moved or deleted", db->shown);
    }
    return !moved;
}

static void sqlite_begin(FanDb *db, bool writes) {
    if (is_there(db)) {
        run(db, writes ? "BEGIN IMMEDIATE" : "BEGIN");
    }
}

static void end_statements(FanDb *db) {
    for (FanDbStatement *statement = db->statements; statement; statement = statement->next) {
        sqlite3_reset(handle_of_statement(statement));
    }
}

static FanDbResult sqlite_commit(FanDb *db) {
    end_statements(db);
    if (run(db, "COMMIT")) {
        return FAN_DB_DONE;
    }
    /* The last record of the log may have got as far as the disk without our hearing of it. For
     * want of room it cannot. */
    if ((sqlite3_errcode(fan_sqlite_handle(db)) & 0xff) == SQLITE_IOERR) {
        db->result = FAN_DB_UNKNOWN;
    }
    return db->result;
}

static void sqlite_rollback(FanDb *db) {
    end_statements(db);
    if (!sqlite3_get_autocommit(fan_sqlite_handle(db))) {
        sqlite3_exec(fan_sqlite_handle(db), "ROLLBACK", NULL, NULL, NULL);
    }
}

static void sqlite_exec_all(FanDb *db, const char *sql) {
    run(db, sql);
}

/* --- statements --------------------------------------------------------------------------------
 */

/* $1 would be a name to SQLite, ?1 is a number. */
static char *number_places(const char *sql) {
    char *text = strdup(sql);
    for (char *c = text; c != NULL && *c != '\0'; c++) {
        if (*c == '$') {
            *c = '?';
        }
    }
    return text;
}

static FanDbStatement *sqlite_prepare(FanDb *db, const char *sql) {
    Statement *own = calloc(1, sizeof *own);
    char *text = number_places(sql);
    if (own == NULL || text == NULL) {
        free(own);
        free(text);
        return NULL;
    }
    if (sqlite3_prepare_v3(fan_sqlite_handle(db), text, -1, SQLITE_PREPARE_PERSISTENT, &own->handle,
                           NULL) != SQLITE_OK) {
        fail(db);
    }
    free(text);
    return &own->statement;
}

static void sqlite_reset_statement(FanDbStatement *statement) {
    sqlite3_reset(handle_of_statement(statement));
    sqlite3_clear_bindings(handle_of_statement(statement));
}

static void sqlite_free_statement(FanDbStatement *statement) {
    sqlite3_finalize(handle_of_statement(statement));
    free(statement);
}

static void sqlite_bind_text_at(FanDbStatement *statement, int place, const char *text) {
    if (sqlite3_bind_text(handle_of_statement(statement), place, text, -1, SQLITE_STATIC) !=
        SQLITE_OK) {
        fail(statement->db);
    }
}

static void sqlite_bind_int_at(FanDbStatement *statement, int place, int64_t number) {
    if (sqlite3_bind_int64(handle_of_statement(statement), place, number) != SQLITE_OK) {
        fail(statement->db);
    }
}

static void sqlite_bind_real_at(FanDbStatement *statement, int place, double number) {
    if (sqlite3_bind_double(handle_of_statement(statement), place, number) != SQLITE_OK) {
        fail(statement->db);
    }
}

static FanDbResult sqlite_step_on(FanDbStatement *statement) {
    switch (sqlite3_step(handle_of_statement(statement))) {
    case SQLITE_ROW:
        return FAN_DB_ROW;
    case SQLITE_DONE:
        sqlite3_reset(handle_of_statement(statement));
        return FAN_DB_DONE;
    default:
        fail(statement->db);
        return statement->db->result;
    }
}

static const char *sqlite_text_at(FanDbStatement *statement, int column) {
    return (const char *)sqlite3_column_text(handle_of_statement(statement), column);
}

static int64_t sqlite_int_at(FanDbStatement *statement, int column) {
    return sqlite3_column_int64(handle_of_statement(statement), column);
}

static double sqlite_real_at(FanDbStatement *statement, int column) {
    return sqlite3_column_double(handle_of_statement(statement), column);
}

static void sqlite_post_now(FanDbStatement *statement, uint64_t *changed) {
    if (sqlite_step_on(statement) == FAN_DB_DONE && changed != NULL) {
        *changed += (uint64_t)sqlite3_changes64(fan_sqlite_handle(statement->db));
    }
}

static void sqlite_finish_nothing(FanDb *db) {
    (void)db;
}

/* --- version -----------------------------------------------------------------------------------
 */

static bool ask_number(FanDb *db, const char *sql, int64_t *number) {
    sqlite3_stmt *statement = NULL;
    bool fine = sqlite3_prepare_v2(fan_sqlite_handle(db), sql, -1, &statement, NULL) == SQLITE_OK &&
                sqlite3_step(statement) == SQLITE_ROW;
    if (fine) {
        *number = sqlite3_column_int64(statement, 0);
    }
    sqlite3_finalize(statement);
    return fine;
}

static bool sqlite_check_sound(FanDb *db, char *error) {
    struct stat status;
    if (stat(db->place.where, &status) == 0 && status.st_size > CHECKED_AT_OPENING) {
        return true;
    }
    sqlite3_stmt *statement = NULL;
    bool sound = sqlite3_prepare_v2(fan_sqlite_handle(db), "PRAGMA quick_check(1)", -1, &statement,
                                    NULL) == SQLITE_OK &&
                 sqlite3_step(statement) == SQLITE_ROW &&
                 strcmp((const char *)sqlite3_column_text(statement, 0), "ok") == 0;
    if (!sound) {
        snprintf(error, FAN_STORE_ERROR_MAX, "%s: the file is broken", db->shown);
    }
    sqlite3_finalize(statement);
    return sound;
}

static FanStoreOpening sqlite_version_of(FanDb *db, unsigned *version, char *error) {
    int64_t application, number, tables;
    if (!ask_number(db, "PRAGMA application_id", &application) ||
        !ask_number(db, "PRAGMA user_version", &number) ||
        !ask_number(db, "SELECT count(*) FROM sqlite_schema", &tables)) {
        return refuse((Sqlite *)db, db->shown, error);
    }
    bool empty = application == 0 && number == 0 && tables == 0;
    if (!empty && (application != APPLICATION_ID || number < 1)) {
        snprintf(error, FAN_STORE_ERROR_MAX, "%s: a database of another program", db->shown);
        return FAN_STORE_DAMAGED;
    }
    *version = (unsigned)number;
    if (sqlite3_get_autocommit(fan_sqlite_handle(db)) && !use_log(db)) {
        snprintf(error, FAN_STORE_ERROR_MAX, "%s: no write-ahead log can be kept there: %s",
                 db->shown, sqlite3_errmsg(fan_sqlite_handle(db)));
        return (sqlite3_errcode(fan_sqlite_handle(db)) & 0xff) == SQLITE_BUSY ? FAN_STORE_LOCKED
                                                                              : FAN_STORE_ADDRESS;
    }
    return FAN_STORE_OPENED;
}

static void sqlite_set_version_to(FanDb *db, unsigned version) {
    char sql[128];
    snprintf(sql, sizeof sql, "PRAGMA application_id = %d; PRAGMA user_version = %u;",
             APPLICATION_ID, version);
    run(db, sql);
}

/* --- news --------------------------------------------------------------------------------------
 *
 * A process owns the file, so nobody else has news for it but a tool beside it. Such a tool leaves
 * notes in a table, and the owner looks there. */

static void sqlite_tell_note(FanDb *db, const char *note) {
    FanDbStatement *statement = fan_db_use(db, "INSERT INTO notes (made_ms, text) "
                                               "VALUES (unixepoch() * 1000, $1)");
    fan_db_bind_text(statement, 1, note);
    fan_db_post(statement, NULL);
}

static void sqlite_forget_notes(FanDb *db) {
    FanDbStatement *statement =
        fan_db_use(db, "DELETE FROM notes WHERE made_ms < (unixepoch() - 3600) * 1000");
    fan_db_post(statement, NULL);
}

static void sqlite_listen_from_now(FanDb *db) {
    int64_t newest;
    if (!ask_number(db, "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'notes'",
                    &newest)) {
        fail(db);
        return;
    }
    ((Sqlite *)db)->heard = newest;
}

static FanDbResult sqlite_hear_notes(FanDb *db, void (*heard)(void *context, const char *note),
                                     void *context) {
    Sqlite *own = (Sqlite *)db;
    struct pollfd hurry = {.fd = db->place.hurry, .events = POLLIN};
    poll(&hurry, 1, HEAR_MS);
    FanDbStatement *statement =
        fan_db_use(db, "SELECT id, text FROM notes WHERE id > $1 ORDER BY id");
    fan_db_bind_int(statement, 1, own->heard);
    while (fan_db_step(statement) == FAN_DB_ROW) {
        own->heard = fan_db_int(statement, 0);
        heard(context, fan_db_text(statement, 1));
    }
    return db->result;
}

const FanDbDriver fan_db_sqlite = {
    .words =
        {
            .integer = "INTEGER",
            .real = "REAL",
            .table = "STRICT, WITHOUT ROWID",
            /* A tree without row ids sends what is longer than a quarter of a page elsewhere. */
            .rows = "STRICT",
            .notes = "CREATE TABLE notes (id INTEGER PRIMARY KEY AUTOINCREMENT,"
                     " made_ms INTEGER NOT NULL, text TEXT NOT NULL) STRICT;"
                     "CREATE INDEX notes_made ON notes (made_ms);",
        },
    .open = sqlite_open,
    .close = sqlite_close_db,
    .begin = sqlite_begin,
    .commit = sqlite_commit,
    .rollback = sqlite_rollback,
    .prepare = sqlite_prepare,
    .reset = sqlite_reset_statement,
    .free = sqlite_free_statement,
    .bind_text = sqlite_bind_text_at,
    .bind_int = sqlite_bind_int_at,
    .bind_real = sqlite_bind_real_at,
    .step = sqlite_step_on,
    .text = sqlite_text_at,
    .integer = sqlite_int_at,
    .real = sqlite_real_at,
    .post = sqlite_post_now,
    .finish = sqlite_finish_nothing,
    .exec = sqlite_exec_all,
    .version = sqlite_version_of,
    .check = sqlite_check_sound,
    .set_version = sqlite_set_version_to,
    .tell = sqlite_tell_note,
    .forget = sqlite_forget_notes,
    .copy = fan_sqlite_copy,
    .listen = sqlite_listen_from_now,
    .hear = sqlite_hear_notes,
};
