/* PostgreSQL by libpq, always in pipeline mode: what is posted is sent without waiting, and one
 * synchronisation brings the answers of all. Nothing waits longer than ANSWER_MS: a server that is
 * silent is as good as gone, whatever its sockets say. */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/db_postgres.h"

enum {
    ANSWER_MS = 6000, /* the server itself gives a statement up after 5 s */
    HEAR_MS = 5000,
};

/* --- errors ------------------------------------------------------------------------------------
 */

void fan_postgres_lose(Postgres *own, const char *why) {
    own->dead = true;
    fan_db_fail(&own->db, FAN_DB_AWAY, NULL, "%s: %s", own->db.shown, why);
}

/* Appendix A of PostgreSQL's manual: a whole class by two signs, one code by five. */
static const struct {
    const char *code;
    FanDbResult result;
} meanings[] = {
    {"23505", FAN_DB_CLASH},  /* unique_violation */
    {"40", FAN_DB_AGAIN},     /* transaction rollback: deadlock, serialization */
    {"55P03", FAN_DB_AGAIN},  /* lock_not_available */
    {"57014", FAN_DB_FAILED}, /* query_canceled: it took too long */
    {"08", FAN_DB_AWAY},      /* connection */
    {"25", FAN_DB_AWAY},      /* transaction state: read-only, idle for too long */
    {"26", FAN_DB_AWAY},      /* a prepared statement is not there: not the session it was */
    {"53", FAN_DB_AWAY},      /* resources: disk full, memory, connections */
    {"57", FAN_DB_AWAY},      /* operator: shutdown, crash */
    {"58", FAN_DB_AWAY},      /* system error */
};

static FanDbResult meaning(const char *code) {
    for (size_t i = 0; code != NULL && i < sizeof meanings / sizeof meanings[0]; i++) {
        if (strncmp(code, meanings[i].code, strlen(meanings[i].code)) == 0) {
            return meanings[i].result;
        }
    }
    return code != NULL ? FAN_DB_FAILED : FAN_DB_AWAY;
}

static void take_error(Postgres *own, const PGresult *result, void *owner) {
    const char *text = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
    if (PQstatus(own->connection) == CONNECTION_BAD) {
        fan_postgres_lose(own, text != NULL ? text : PQerrorMessage(own->connection));
        return;
    }
    fan_db_fail(&own->db, meaning(PQresultErrorField(result, PG_DIAG_SQLSTATE)), owner, "%s: %s",
                own->db.shown, text != NULL ? text : PQresultErrorMessage(result));
}

/* --- waiting -----------------------------------------------------------------------------------
 */

/* Waits for one of `events` on the connection; false when the time is up or there is a hurry. */
bool fan_postgres_wait(const Postgres *own, short events, int64_t until_ms) {
    struct pollfd files[] = {{.fd = PQsocket(own->connection), .events = events},
                             {.fd = own->db.place.hurry, .events = POLLIN}};
    int64_t left_ms = until_ms - fan_db_ticks_ms();
    if (left_ms <= 0) {
        return false;
    }
    int ready = poll(files, 2, (int)left_ms);
    /* A signal is neither: the caller looks again. */
    return ready < 0 || (files[0].revents != 0 && files[1].revents == 0);
}

/* Sends what is left to send and takes in what comes, or is lost. */
static void move_bytes(Postgres *own, int64_t until_ms) {
    int unsent = PQflush(own->connection);
    if (unsent >= 0 && !fan_postgres_wait(own, unsent > 0 ? POLLIN | POLLOUT : POLLIN, until_ms)) {
        fan_postgres_lose(own, "the database does not answer");
    } else if (unsent < 0 || !PQconsumeInput(own->connection)) {
        fan_postgres_lose(own, PQerrorMessage(own->connection));
    }
}

/* The next result, or NULL: an end, or lost. */
static PGresult *next_result(Postgres *own) {
    int64_t until_ms = fan_db_ticks_ms() + (own->patient ? INT32_MAX : ANSWER_MS);
    while (!own->dead && PQisBusy(own->connection)) {
        move_bytes(own, until_ms);
    }
    return own->dead ? NULL : PQgetResult(own->connection);
}

/* --- answers -----------------------------------------------------------------------------------
 */

static void take_success(Postgres *own, const Pending *pending, PGresult *result) {
    switch (pending->kind) {
    case PREPARING:
        pending->statement->prepared = true;
        break;
    case POSTED:
        if (pending->changed != NULL) {
            *pending->changed += strtoull(PQcmdTuples(result), NULL, 10);
        }
        break;
    case STEPPED:
        pending->statement->result = result;
        return;
    case COMMITTING:
        /* What failed before makes it a ROLLBACK. */
        own->committed = strcmp(PQcmdStatus(result), "COMMIT") == 0;
        break;
    case OTHER:
        break;
    }
    PQclear(result);
}

static void take_answer(Postgres *own, const Pending *pending) {
    PGresult *result = next_result(own);
    if (result == NULL) {
        fan_postgres_lose(own, "the connection was lost");
        return;
    }
    switch (PQresultStatus(result)) {
    case PGRES_COMMAND_OK:
    case PGRES_TUPLES_OK:
        take_success(own, pending, result);
        break;
    case PGRES_PIPELINE_ABORTED: /* for an error that was told before */
        PQclear(result);
        break;
    default:
        take_error(own, result, pending->owner);
        PQclear(result);
        break;
    }
    /* The end of this one's results. */
    PQclear(next_result(own));
}

/* Brings the answers of all that is pending. */
static void synchronise(Postgres *own) {
    if (own->dead || own->pending_count == 0) {
        return;
    }
    if (!PQpipelineSync(own->connection)) {
        fan_postgres_lose(own, PQerrorMessage(own->connection));
    }
    for (size_t i = 0; i < own->pending_count && !own->dead; i++) {
        take_answer(own, &own->pending[i]);
    }
    own->pending_count = 0;
    PGresult *end = next_result(own);
    if (!own->dead && PQresultStatus(end) != PGRES_PIPELINE_SYNC) {
        fan_postgres_lose(own, "the connection was lost");
    }
    PQclear(end);
}

static void await(Postgres *own, PendingKind kind, Statement *statement, uint64_t *changed) {
    if (own->pending_count == FAN_POSTGRES_PENDING_MAX) {
        synchronise(own);
    }
    own->pending[own->pending_count++] =
        (Pending){.kind = kind, .statement = statement, .changed = changed, .owner = own->db.owner};
}

/* A command without parameters and without rows that matter. */
static void send_command(Postgres *own, PendingKind kind, const char *sql) {
    if (own->dead) {
        return;
    }
    await(own, kind, NULL, NULL);
    if (!PQsendQueryParams(own->connection, sql, 0, NULL, NULL, NULL, NULL, 0)) {
        fan_postgres_lose(own, PQerrorMessage(own->connection));
    }
}

static void postgres_close(FanDb *db) {
    PQfinish(((Postgres *)db)->connection);
    free(db);
}

/* --- transactions ------------------------------------------------------------------------------
 */

static void postgres_begin(FanDb *db, bool writes) {
    send_command((Postgres *)db, OTHER,
                 writes ? "BEGIN" : "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
}

static FanDbResult postgres_commit(FanDb *db) {
    Postgres *own = (Postgres *)db;
    own->committed = false;
    send_command(own, COMMITTING, "COMMIT");
    synchronise(own);
    if (own->committed) {
        return FAN_DB_DONE;
    }
    if (own->dead) {
        db->result = FAN_DB_UNKNOWN;
    }
    fan_db_fail(db, FAN_DB_AGAIN, NULL, "%s: the transaction was undone", db->shown);
    return db->result;
}

static void postgres_rollback(FanDb *db) {
    Postgres *own = (Postgres *)db;
    synchronise(own);
    for (FanDbStatement *statement = db->statements; statement; statement = statement->next) {
        ((Statement *)statement)->sent = ((Statement *)statement)->prepared;
    }
    if (!own->dead && PQtransactionStatus(own->connection) != PQTRANS_IDLE) {
        db->result = FAN_DB_DONE;
        send_command(own, OTHER, "ROLLBACK");
        synchronise(own);
    }
}

/* Statements that hold no semicolon but at their ends: there is no other way in a pipeline. They
 * make tables and may work on all that is in them, which takes its time. */
static void postgres_exec(FanDb *db, const char *sql) {
    Postgres *own = (Postgres *)db;
    own->patient = true;
    send_command(own, OTHER, "SET LOCAL statement_timeout = 0");
    while (*sql != '\0' && !own->dead) {
        size_t length = strcspn(sql, ";");
        char *one = strndup(sql, length);
        if (one == NULL) {
            fan_db_fail(db, FAN_DB_AWAY, NULL, "out of memory");
            return;
        }
        send_command(own, OTHER, one);
        free(one);
        sql += length + (sql[length] == ';');
    }
    synchronise(own);
    own->patient = false;
}

/* --- statements --------------------------------------------------------------------------------
 */

static int count_places(const char *sql) {
    long most = 0;
    for (const char *c = strchr(sql, '$'); c != NULL; c = strchr(c + 1, '$')) {
        long place = strtol(c + 1, NULL, 10);
        most = place > most ? place : most;
    }
    return (int)most;
}

static FanDbStatement *postgres_prepare(FanDb *db, const char *sql) {
    Postgres *own = (Postgres *)db;
    Statement *statement = calloc(1, sizeof *statement);
    if (statement != NULL) {
        snprintf(statement->name, sizeof statement->name, "s%u", own->statements++);
        statement->places = count_places(sql);
    }
    return &statement->statement;
}

static void postgres_reset(FanDbStatement *statement) {
    Statement *own = (Statement *)statement;
    PQclear(own->result);
    own->result = NULL;
    memset(own->values, 0, sizeof own->values);
}

static void postgres_free(FanDbStatement *statement) {
    PQclear(((Statement *)statement)->result);
    free(statement);
}

static void postgres_bind_text(FanDbStatement *statement, int place, const char *text) {
    ((Statement *)statement)->values[place - 1] = text;
}

static void postgres_bind_int(FanDbStatement *statement, int place, int64_t number) {
    char *room = ((Statement *)statement)->numbers[place - 1];
    snprintf(room, sizeof((Statement *)statement)->numbers[0], "%lld", (long long)number);
    postgres_bind_text(statement, place, room);
}

static void postgres_bind_real(FanDbStatement *statement, int place, double number) {
    char *room = ((Statement *)statement)->numbers[place - 1];
    snprintf(room, sizeof((Statement *)statement)->numbers[0], "%.17g", number);
    postgres_bind_text(statement, place, room);
}

static void send_statement(Statement *statement, PendingKind kind, uint64_t *changed) {
    Postgres *own = (Postgres *)statement->statement.db;
    bool sent = true;
    if (!statement->sent) {
        statement->sent = true;
        await(own, PREPARING, statement, NULL);
        sent = PQsendPrepare(own->connection, statement->name, statement->statement.sql, 0, NULL);
    }
    if (sent && !own->dead) {
        await(own, kind, statement, changed);
        sent = PQsendQueryPrepared(own->connection, statement->name, statement->places,
                                   statement->values, NULL, NULL, 0);
    }
    if (!sent) {
        fan_postgres_lose(own, PQerrorMessage(own->connection));
    }
}

static FanDbResult postgres_step(FanDbStatement *statement) {
    Statement *own = (Statement *)statement;
    if (own->result == NULL) {
        own->row = -1;
        send_statement(own, STEPPED, NULL);
        synchronise((Postgres *)statement->db);
    }
    if (own->result == NULL || statement->db->result != FAN_DB_DONE) {
        return statement->db->result;
    }
    return ++own->row < PQntuples(own->result) ? FAN_DB_ROW : FAN_DB_DONE;
}

static const char *postgres_text(FanDbStatement *statement, int column) {
    const Statement *own = (const Statement *)statement;
    return PQgetisnull(own->result, own->row, column) ? NULL
                                                      : PQgetvalue(own->result, own->row, column);
}

static int64_t postgres_int(FanDbStatement *statement, int column) {
    const char *text = postgres_text(statement, column);
    return text != NULL ? strtoll(text, NULL, 10) : 0;
}

static double postgres_real(FanDbStatement *statement, int column) {
    const char *text = postgres_text(statement, column);
    return text != NULL ? strtod(text, NULL) : 0;
}

static void postgres_post(FanDbStatement *statement, uint64_t *changed) {
    send_statement((Statement *)statement, POSTED, changed);
}

static void postgres_finish(FanDb *db) {
    synchronise((Postgres *)db);
}

static bool postgres_check(FanDb *db, char *error) {
    (void)db;
    (void)error;
    return true;
}

static void postgres_set_version(FanDb *db, unsigned version) {
    char sql[256];
    snprintf(sql, sizeof sql,
             "CREATE TABLE IF NOT EXISTS fanorona_version (version BIGINT NOT NULL);"
             "DELETE FROM fanorona_version; INSERT INTO fanorona_version VALUES (%u)",
             version);
    postgres_exec(db, sql);
}

/* --- news --------------------------------------------------------------------------------------
 */

static void postgres_tell(FanDb *db, const char *note) {
    FanDbStatement *statement =
        fan_db_use(db, "SELECT pg_notify('fanorona_' || current_schema(), $1)");
    fan_db_bind_text(statement, 1, note);
    fan_db_post(statement, NULL);
}

static void postgres_forget(FanDb *db) {
    (void)db; /* the server does */
}

/* One database may hold several of ours, each in its schema. */
static void postgres_listen(FanDb *db) {
    FanDbStatement *statement =
        fan_db_use(db, "SELECT quote_ident('fanorona_' || current_schema())");
    if (fan_db_step(statement) == FAN_DB_ROW) {
        char sql[256];
        snprintf(sql, sizeof sql, "LISTEN %s", fan_db_text(statement, 0));
        send_command((Postgres *)db, OTHER, sql);
        synchronise((Postgres *)db);
    }
}

static void hand_over(Postgres *own, void (*heard)(void *context, const char *note),
                      void *context) {
    for (PGnotify *note; (note = PQnotifies(own->connection)) != NULL; PQfreemem(note)) {
        heard(context, note->extra);
    }
}

static FanDbResult postgres_hear(FanDb *db, void (*heard)(void *context, const char *note),
                                 void *context) {
    Postgres *own = (Postgres *)db;
    int64_t until_ms = fan_db_ticks_ms() + HEAR_MS;
    hand_over(own, heard, context);
    while (!own->dead && fan_postgres_wait(own, POLLIN, until_ms)) {
        if (!PQconsumeInput(own->connection)) {
            fan_postgres_lose(own, PQerrorMessage(own->connection));
        }
        hand_over(own, heard, context);
    }
    return db->result;
}

static bool postgres_copy(FanDb *db, const char *path,
                          bool (*progress)(void *context, unsigned done, unsigned of),
                          void *context, char *error) {
    (void)path;
    (void)progress;
    (void)context;
    snprintf(error, FAN_STORE_ERROR_MAX, "%s: a database of PostgreSQL is copied by pg_dump",
             db->shown);
    return false;
}

const FanDbDriver fan_db_postgres = {
    .words =
        {.integer = "BIGINT", .real = "DOUBLE PRECISION", .table = "", .rows = "", .notes = ""},
    .open = fan_postgres_open,
    .close = postgres_close,
    .begin = postgres_begin,
    .commit = postgres_commit,
    .rollback = postgres_rollback,
    .prepare = postgres_prepare,
    .reset = postgres_reset,
    .free = postgres_free,
    .bind_text = postgres_bind_text,
    .bind_int = postgres_bind_int,
    .bind_real = postgres_bind_real,
    .step = postgres_step,
    .text = postgres_text,
    .integer = postgres_int,
    .real = postgres_real,
    .post = postgres_post,
    .finish = postgres_finish,
    .exec = postgres_exec,
    .version = fan_postgres_version,
    .check = postgres_check,
    .set_version = postgres_set_version,
    .tell = postgres_tell,
    .forget = postgres_forget,
    .listen = postgres_listen,
    .hear = postgres_hear,
    .copy = postgres_copy,
};
