/* What lies in the database: numbered steps from nothing to this program's version, all in one
 * transaction. A step that was published is never changed; what is new is a new step.
 *
 * {integer}, {real}, {table}, {rows} and {notes} are words of the database's own.
 *
 * A turn changes columns of `games` that no index holds, so that it costs PostgreSQL no index
 * entries (heap-only tuples): lists by time look at the few games that live, or at the ended ones,
 * whose time stands still. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/internal.h"

static const char *const steps[] = {
    "CREATE TABLE games ("
    " id TEXT PRIMARY KEY,"
    " variant TEXT NOT NULL,"
    " white TEXT, black TEXT,"
    " state TEXT NOT NULL, result TEXT, reason TEXT,"
    " spec TEXT NOT NULL,"
    " rated {integer} NOT NULL, settled {integer} NOT NULL, closed {integer} NOT NULL,"
    " made_ms {integer} NOT NULL, changed_ms {integer} NOT NULL, deadline_ms {integer} NOT NULL,"
    " turns {integer} NOT NULL, events {integer} NOT NULL){rows};"
    "CREATE INDEX games_made ON games (made_ms, id);"
    "CREATE INDEX games_living ON games (state, id) WHERE state <> 'ended';"
    "CREATE INDEX games_ended ON games (changed_ms, id) WHERE state = 'ended';"
    "CREATE INDEX games_rated ON games (settled, changed_ms, id)"
    " WHERE rated = 1 AND state = 'ended';"
    "CREATE INDEX games_white ON games (white);"
    "CREATE INDEX games_black ON games (black);"
    /* */
    "CREATE TABLE events ("
    " game TEXT NOT NULL REFERENCES games (id),"
    " number {integer} NOT NULL,"
    " text TEXT NOT NULL,"
    " PRIMARY KEY (game, number)){table};"
    /* `called` is the name without regard to case. */
    "CREATE TABLE players ("
    " id TEXT PRIMARY KEY,"
    " kind TEXT NOT NULL,"
    " name TEXT, called TEXT UNIQUE,"
    " password TEXT, owner TEXT,"
    " epoch {integer} NOT NULL, blocked {integer} NOT NULL, made_ms {integer} NOT NULL){table};"
    "CREATE INDEX players_owner ON players (owner) WHERE owner IS NOT NULL;"
    /* */
    "CREATE TABLE ratings ("
    " player TEXT NOT NULL REFERENCES players (id),"
    " variant TEXT NOT NULL,"
    " rating {real} NOT NULL, deviation {real} NOT NULL, volatility {real} NOT NULL,"
    " games {integer} NOT NULL, changed_ms {integer} NOT NULL,"
    " PRIMARY KEY (player, variant)){table};"
    "CREATE INDEX ratings_best ON ratings (variant, rating);"
    /* */
    "CREATE TABLE things ("
    " kind TEXT NOT NULL, id TEXT NOT NULL,"
    " owner TEXT, text TEXT NOT NULL,"
    " made_ms {integer} NOT NULL, ends_ms {integer} NOT NULL,"
    " PRIMARY KEY (kind, id)){table};"
    "CREATE INDEX things_owner ON things (owner) WHERE owner IS NOT NULL;"
    "CREATE INDEX things_end ON things (ends_ms) WHERE ends_ms > 0;"
    /* One row a process that writes: see lane.c. */
    "CREATE TABLE writers ("
    " id TEXT PRIMARY KEY,"
    " batch {integer} NOT NULL, seen_ms {integer} NOT NULL){table};"
    "{notes}",
};

enum { VERSION = sizeof steps / sizeof steps[0], STEP_MAX = 8192 };

bool fan_schema_is_ours(unsigned version) {
    return version == VERSION;
}

static const char *word_of(const FanDbWords *words, const char *name, size_t length) {
    const struct {
        const char *name, *word;
    } table[] = {
        {"integer", words->integer}, {"real", words->real},   {"table", words->table},
        {"rows", words->rows},       {"notes", words->notes},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        if (strlen(table[i].name) == length && memcmp(table[i].name, name, length) == 0) {
            return table[i].word;
        }
    }
    return "";
}

static void write_step(const char *step, const FanDbWords *words, char *sql, size_t size) {
    size_t used = 0;
    while (*step != '\0' && used < size) {
        size_t plain = strcspn(step, "{");
        used += (size_t)snprintf(sql + used, size - used, "%.*s", (int)plain, step);
        step += plain;
        if (*step == '{' && used < size) {
            size_t length = strcspn(++step, "}");
            used += (size_t)snprintf(sql + used, size - used, "%s", word_of(words, step, length));
            step += length + 1;
        }
    }
}

static void take_step(FanDb *db, const char *step) {
    char sql[STEP_MAX];
    write_step(step, fan_db_words(db), sql, sizeof sql);
    fan_db_exec(db, sql);
}

static FanStoreOpening refuse_newer(unsigned version, const char *shown, char *error) {
    snprintf(error, FAN_STORE_ERROR_MAX,
             "%s: made by a newer version of the program (%u; this one knows up to %u)", shown,
             version, (unsigned)VERSION);
    return FAN_STORE_NEWER;
}

static FanStoreOpening refuse_older(unsigned version, const char *shown, char *error) {
    snprintf(error, FAN_STORE_ERROR_MAX,
             "%s: of an older version (%u; this program's is %u), and a server is at work with it",
             shown, version, (unsigned)VERSION);
    return FAN_STORE_LOCKED;
}

static FanStoreOpening tell_failure(FanDb *db, char *error) {
    snprintf(error, FAN_STORE_ERROR_MAX, "%s", fan_db_error(db));
    fan_db_rollback(db);
    return FAN_STORE_ADDRESS;
}

/* Within the transaction, for another process may just have done it. */
static FanStoreOpening climb(FanDb *db, char *error) {
    fan_db_begin(db, true);
    unsigned version = 0;
    FanStoreOpening opening = fan_db_result(db) == FAN_DB_DONE ? fan_db_version(db, &version, error)
                                                               : tell_failure(db, error);
    if (opening != FAN_STORE_OPENED) {
        return opening;
    }
    for (unsigned step = version; step < VERSION; step++) {
        take_step(db, steps[step]);
    }
    if (version < VERSION) {
        fan_db_set_version(db, VERSION);
    }
    return fan_db_commit(db) == FAN_DB_DONE ? FAN_STORE_OPENED : tell_failure(db, error);
}

FanStoreOpening fan_schema_migrate(FanDb *db, bool may_migrate, char *error) {
    unsigned version;
    FanStoreOpening opening = fan_db_version(db, &version, error);
    if (opening != FAN_STORE_OPENED) {
        return opening;
    }
    if (version > VERSION) {
        return refuse_newer(version, fan_db_shown(db), error);
    }
    if (version == VERSION) {
        return FAN_STORE_OPENED;
    }
    return may_migrate ? climb(db, error) : refuse_older(version, fan_db_shown(db), error);
}

FanStoreOpening fan_schema_check(FanDb *db, char *error) {
    unsigned version;
    FanStoreOpening opening = fan_db_version(db, &version, error);
    if (opening == FAN_STORE_OPENED && version != VERSION) {
        snprintf(error, FAN_STORE_ERROR_MAX, "%s: not the database it was", fan_db_shown(db));
        return version > VERSION ? FAN_STORE_NEWER : FAN_STORE_DAMAGED;
    }
    return opening;
}
