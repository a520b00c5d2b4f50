/* What the two files of PostgreSQL's driver share. */
#ifndef FAN_STORE_DB_POSTGRES_H
#define FAN_STORE_DB_POSTGRES_H

#include <libpq-fe.h>

#include "store/db_driver.h"

enum { FAN_POSTGRES_PENDING_MAX = 1024, FAN_POSTGRES_PLACES_MAX = 20 };

typedef struct Statement {
    FanDbStatement statement;
    char name[16];
    bool sent, prepared;
    int places;
    const char *values[FAN_POSTGRES_PLACES_MAX];
    char numbers[FAN_POSTGRES_PLACES_MAX][32];
    PGresult *result; /* of the step; NULL: not stepped yet */
    int row;
} Statement;

/* What an answer is awaited of. */
typedef enum PendingKind { PREPARING, POSTED, STEPPED, COMMITTING, OTHER } PendingKind;

typedef struct Pending {
    PendingKind kind;
    Statement *statement;
    uint64_t *changed;
    void *owner;
} Pending;

typedef struct Postgres {
    FanDb db;
    PGconn *connection;
    bool dead;    /* lost, or silent for too long: not to be used any more */
    bool patient; /* waits as long as it takes */
    bool committed;
    unsigned statements;
    size_t pending_count;
    Pending pending[FAN_POSTGRES_PENDING_MAX];
} Postgres;

/* The connection is not to be used any more. */
void fan_postgres_lose(Postgres *own, const char *why);
/* Waits for one of `events` on the connection; false when the time is up or there is a hurry. */
bool fan_postgres_wait(const Postgres *own, short events, int64_t until_ms);

FanStoreOpening fan_postgres_open(FanDb **db, const FanDbPlace *place, char *error);
FanStoreOpening fan_postgres_version(FanDb *db, unsigned *version, char *error);

#endif
