/* The seam: one connection to SQLite or PostgreSQL, and what both can do. Statements are written
 * once, so that both understand them; parameters are $1, $2, …
 *
 * Errors stick. After the first, every call up to the next fan_db_rollback does nothing and tells
 * the same again, so that a list of statements needs one look at its end. One thread at a time. */
#ifndef FAN_STORE_DB_H
#define FAN_STORE_DB_H

#include "store/store.h"

typedef enum FanDbResult {
    FAN_DB_DONE,
    FAN_DB_ROW,
    /* The others are errors. */
    FAN_DB_CLASH,   /* something unique is there already */
    FAN_DB_FAILED,  /* the statement is refused; another one may do */
    FAN_DB_AGAIN,   /* the transaction got into another's way; the same again may do */
    FAN_DB_AWAY,    /* no connection, no room, no access; nothing was committed */
    FAN_DB_UNKNOWN, /* of fan_db_commit alone: it may have been committed, or not */
} FanDbResult;

typedef struct FanDb FanDb;
typedef struct FanDbStatement FanDbStatement;

/* What to connect to. */
typedef struct FanDbPlace {
    const char *where; /* an absolute path or an address; outlives the connection */
    bool make;         /* the file, if it is not there */
    int hurry;         /* a file that becomes readable to cut waits short; or -1 */
} FanDbPlace;

int64_t fan_db_ticks_ms(void); /* of a clock that nobody sets */

bool fan_db_is_address(const char *where); /* of PostgreSQL */
/* The address without its password, for messages; the path as it is. */
void fan_db_show(const char *where, char *shown, size_t size);

/* Connects, blocking for seconds at most. Does not look at what lies there. */
FanStoreOpening fan_db_open(FanDb **db, const FanDbPlace *place, char *error);
void fan_db_close(FanDb *db);

/* The error that sticks, or FAN_DB_DONE; its sentence. */
FanDbResult fan_db_result(const FanDb *db);
const char *fan_db_error(const FanDb *db);
const char *fan_db_shown(const FanDb *db); /* what it is connected to, for messages */

/* Makes an error of the caller's own stick: FAN_DB_FAILED. */
void fan_db_refuse(FanDb *db, void *owner, const char *why);

/* --- transactions ------------------------------------------------------------------------------
 *
 * Reading sees one moment. Writing waits for other writers (SQLite) or takes locks as it goes. */
void fan_db_begin(FanDb *db, bool writes);
FanDbResult fan_db_commit(FanDb *db);
/* Ends the transaction, if there is one, and forgets the error. */
void fan_db_rollback(FanDb *db);

/* --- statements --------------------------------------------------------------------------------
 *
 * A statement is prepared once for a connection and known by its text. Texts that are bound must
 * stay until it has been stepped or posted. */
FanDbStatement *fan_db_use(FanDb *db, const char *sql);
void fan_db_bind_text(FanDbStatement *statement, int place, const char *text); /* NULL is NULL */
void fan_db_bind_int(FanDbStatement *statement, int place, int64_t number);
void fan_db_bind_real(FanDbStatement *statement, int place, double number);

/* The next row (FAN_DB_ROW), or its end. Columns count from 0; texts stay until the next step. */
FanDbResult fan_db_step(FanDbStatement *statement);
const char *fan_db_text(FanDbStatement *statement, int column);
int64_t fan_db_int(FanDbStatement *statement, int column);
double fan_db_real(FanDbStatement *statement, int column);

/* Carries out a statement without rows, at the latest with the next step, finish or commit;
 * PostgreSQL is sent many without waiting for each. The number of rows it changed is added to
 * *changed (unless NULL). `fan_db_culprit` tells the owner set when the failing one was posted. */
void fan_db_post(FanDbStatement *statement, uint64_t *changed);
void fan_db_finish(FanDb *db);
void fan_db_set_owner(FanDb *db, void *owner);
void *fan_db_culprit(const FanDb *db);

/* Several statements without parameters, separated by semicolons. */
void fan_db_exec(FanDb *db, const char *sql);

/* --- what the two do in their own ways ---------------------------------------------------------
 */

/* Words of a table's making that differ. */
typedef struct FanDbWords {
    const char *integer, *real;
    const char *table, *rows; /* what comes after the closing bracket; of long rows */
    const char *notes;        /* statements that make what fan_db_tell needs, or "" */
} FanDbWords;
const FanDbWords *fan_db_words(const FanDb *db);

/* The version of what lies there: 0 for nothing; DAMAGED if it is something else's. Within a
 * transaction that writes, nobody else migrates. */
FanStoreOpening fan_db_version(FanDb *db, unsigned *version, char *error);
/* Looks through a file that is small enough for it; false if it is broken. */
bool fan_db_check(FanDb *db, char *error);
void fan_db_set_version(FanDb *db, unsigned version);

/* Tells everybody who listens, once the transaction is committed. At most 7 900 bytes. */
void fan_db_tell(FanDb *db, const char *note);
/* Within a transaction: takes out what was told long ago. */
void fan_db_forget(FanDb *db);
/* From now on what is told is heard. */
void fan_db_listen(FanDb *db);
/* Waits for news and hands them over; a while without any is no error. */
FanDbResult fan_db_hear(FanDb *db, void (*heard)(void *context, const char *note), void *context);

/* Copies the whole to a new file; see fan_store_backup. */
bool fan_db_copy(FanDb *db, const char *path,
                 bool (*progress)(void *context, unsigned done, unsigned of), void *context,
                 char *error);

#endif
