/* Connecting to PostgreSQL: the session's settings, and whose database it is. */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/db_postgres.h"

enum {
    CONNECT_MS = 3000,
    LOCK_KEY = 0x46616e6f, /* "Fano": held while migrating */
};

/* --- opening -----------------------------------------------------------------------------------
 */

static void ignore_notice(void *context, const char *text) {
    (void)context;
    (void)text;
}

static PGconn *start_connecting(const char *where) {
    /* What the address says goes before the first, what comes after it before the address. */
    static const char *const keys[] = {
        "application_name", "keepalives_idle",  "keepalives_interval",
        "keepalives_count", "tcp_user_timeout", "target_session_attrs",
        "dbname",           "client_encoding",  NULL};
    const char *const values[] = {"fanorona",   "5",   "2",    "3", "10000",
                                  "read-write", where, "UTF8", NULL};
    return PQconnectStartParams(keys, values, 1);
}

static bool finish_connecting(Postgres *own) {
    int64_t until_ms = fan_db_ticks_ms() + CONNECT_MS;
    PostgresPollingStatusType status = PGRES_POLLING_WRITING;
    while (PQstatus(own->connection) != CONNECTION_BAD && status != PGRES_POLLING_OK &&
           status != PGRES_POLLING_FAILED) {
        short events = status == PGRES_POLLING_READING ? POLLIN : POLLOUT;
        if (!fan_postgres_wait(own, events, until_ms)) {
            fan_postgres_lose(own, "the database does not answer");
            return false;
        }
        status = PQconnectPoll(own->connection);
    }
    if (status != PGRES_POLLING_OK) {
        fan_postgres_lose(own, PQerrorMessage(own->connection));
    }
    return status == PGRES_POLLING_OK;
}

/* Locks that a lost connection still holds end with its transaction, so that is not to idle; and
 * what is told to be stored is on the disk, whatever the server's settings say. */
#define SESSION_SQL                                                                                \
    "SELECT current_setting('server_encoding'),"                                                   \
    " set_config('idle_in_transaction_session_timeout', '10s', false),"                            \
    " set_config('lock_timeout', '2s', false), set_config('statement_timeout', '5s', false),"      \
    " set_config('synchronous_commit', CASE current_setting('synchronous_commit')"                 \
    " WHEN 'off' THEN 'on' ELSE current_setting('synchronous_commit') END, false)"

static bool set_up_session(Postgres *own) {
    PQsetNoticeProcessor(own->connection, ignore_notice, NULL);
    if (PQsetnonblocking(own->connection, 1) != 0 || !PQenterPipelineMode(own->connection)) {
        fan_postgres_lose(own, PQerrorMessage(own->connection));
        return false;
    }
    FanDbStatement *statement = fan_db_use(&own->db, SESSION_SQL);
    if (fan_db_step(statement) != FAN_DB_ROW) {
        return false;
    }
    if (strcmp(fan_db_text(statement, 0), "UTF8") != 0) {
        fan_postgres_lose(own, "the database's encoding is not UTF8");
    }
    return !own->dead;
}

FanStoreOpening fan_postgres_open(FanDb **db, const FanDbPlace *place, char *error) {
    Postgres *own = calloc(1, sizeof *own);
    PGconn *connection = own != NULL ? start_connecting(place->where) : NULL;
    if (connection == NULL) {
        free(own);
        snprintf(error, FAN_STORE_ERROR_MAX, "out of memory");
        return FAN_STORE_ADDRESS;
    }
    fan_db_begin_life(&own->db, &fan_db_postgres, place);
    own->connection = connection;
    if (!finish_connecting(own) || !set_up_session(own)) {
        snprintf(error, FAN_STORE_ERROR_MAX, "%s", own->db.error);
        fan_db_hide(place->where, error);
        fan_db_close(&own->db);
        return FAN_STORE_ADDRESS;
    }
    *db = &own->db;
    return FAN_STORE_OPENED;
}

/* --- version -----------------------------------------------------------------------------------
 */

/* In one look, for another process may just be making them: whether the table of the version is
 * there, and how many other tables there are. */
#define TABLES_SQL                                                                                 \
    "SELECT count(*) FILTER (WHERE relname = 'fanorona_version'),"                                 \
    " count(*) FILTER (WHERE relname <> 'fanorona_version')"                                       \
    " FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"                               \
    " WHERE n.nspname = current_schema() AND c.relkind IN ('r', 'v', 'p', 'm')"

static FanStoreOpening read_version(FanDb *db, unsigned *version, char *error) {
    FanDbStatement *statement = fan_db_use(db, TABLES_SQL);
    if (fan_db_step(statement) != FAN_DB_ROW) {
        return FAN_STORE_ADDRESS;
    }
    bool ours = fan_db_int(statement, 0) != 0, others = fan_db_int(statement, 1) != 0;
    int64_t number = 0;
    if (ours) {
        statement = fan_db_use(db, "SELECT max(version) FROM fanorona_version");
        if (fan_db_step(statement) != FAN_DB_ROW) {
            return FAN_STORE_ADDRESS;
        }
        number = fan_db_int(statement, 0);
    }
    if (ours ? number < 1 : others) {
        snprintf(error, FAN_STORE_ERROR_MAX, "%s: a database of another program", db->shown);
        return FAN_STORE_DAMAGED;
    }
    *version = (unsigned)number;
    return FAN_STORE_OPENED;
}

FanStoreOpening fan_postgres_version(FanDb *db, unsigned *version, char *error) {
    Postgres *own = (Postgres *)db;
    if (PQtransactionStatus(own->connection) != PQTRANS_IDLE || own->pending_count > 0) {
        FanDbStatement *statement =
            fan_db_use(db, "SELECT pg_advisory_xact_lock(CAST($1 AS BIGINT))");
        fan_db_bind_int(statement, 1, LOCK_KEY);
        fan_db_post(statement, NULL);
    }
    FanStoreOpening opening = read_version(db, version, error);
    if (opening == FAN_STORE_ADDRESS) {
        snprintf(error, FAN_STORE_ERROR_MAX, "%s", db->error);
    }
    return opening;
}
