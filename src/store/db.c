/* The frame around both drivers: errors that stick, statements known by their texts. */
#define _GNU_SOURCE /* memrchr */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "store/db_driver.h"

bool fan_db_is_address(const char *where) {
    return strncmp(where, "postgres://", 11) == 0 || strncmp(where, "postgresql://", 13) == 0;
}

/* What stands between "user:" and "@" of an address, or after "password=". */
static bool find_password(const char *where, const char **from, const char **to) {
    const char *host = strstr(where, "://") + 3;
    /* A password with an @ that should have been written %40 is one, too. */
    const char *at = memrchr(host, '@', strcspn(host, "/?")), *colon = strchr(host, ':');
    if (at != NULL && colon != NULL && colon < at) {
        *from = colon + 1;
        *to = at;
        return true;
    }
    const char *word = strstr(where, "password=");
    if (word == NULL) {
        return false;
    }
    *from = word + strlen("password=");
    *to = *from + strcspn(*from, "&");
    return true;
}

void fan_db_show(const char *where, char *shown, size_t size) {
    const char *from, *to;
    if (fan_db_is_address(where) && find_password(where, &from, &to)) {
        snprintf(shown, size, "%.*s***%s", (int)(from - where), where, to);
    } else {
        snprintf(shown, size, "%s", where);
    }
}

void fan_db_hide(const char *where, char *text) {
    const char *from, *to;
    if (!fan_db_is_address(where) || !find_password(where, &from, &to) || from == to) {
        return;
    }
    char secret[256];
    snprintf(secret, sizeof secret, "%.*s", (int)(to - from), from);
    for (char *found; (found = strstr(text, secret)) != NULL;) {
        /* By one sign, for the text must not grow. */
        *found = '*';
        memmove(found + 1, found + strlen(secret), strlen(found + strlen(secret)) + 1);
        if (strcmp(secret, "*") == 0) {
            return;
        }
    }
}

void fan_db_begin_life(FanDb *db, const FanDbDriver *driver, const FanDbPlace *place) {
    db->driver = driver;
    db->place = *place;
    db->idle.db = db;
    fan_db_show(place->where, db->shown, sizeof db->shown);
}

int64_t fan_db_ticks_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

FanStoreOpening fan_db_open(FanDb **db, const FanDbPlace *place, char *error) {
    const FanDbDriver *driver = fan_db_is_address(place->where) ? &fan_db_postgres : &fan_db_sqlite;
    return driver->open(db, place, error);
}

void fan_db_close(FanDb *db) {
    if (db == NULL) {
        return;
    }
    while (db->statements != NULL) {
        FanDbStatement *statement = db->statements;
        db->statements = statement->next;
        free(statement->sql);
        db->driver->free(statement);
    }
    db->driver->close(db);
}

FanDbResult fan_db_result(const FanDb *db) {
    return db->result;
}

const char *fan_db_error(const FanDb *db) {
    return db->error;
}

const char *fan_db_shown(const FanDb *db) {
    return db->shown;
}

void fan_db_fail(FanDb *db, FanDbResult result, void *culprit, const char *format, ...) {
    if (db->result != FAN_DB_DONE) {
        return;
    }
    db->result = result;
    db->culprit = culprit;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(db->error, sizeof db->error, format, arguments);
    va_end(arguments);
    /* Messages of libraries may have several lines, and be ended. */
    for (char *c = db->error; *c != '\0'; c++) {
        if (*c == '\n' && (c[1] == '\0' || c[1] == '\t')) {
            memmove(c, c + 1, strlen(c));
        }
        if (*c == '\n' || *c == '\t') {
            *c = ' ';
        }
    }
}

void fan_db_refuse(FanDb *db, void *owner, const char *why) {
    fan_db_fail(db, FAN_DB_FAILED, owner, "%s: %s", db->shown, why);
}

void fan_db_begin(FanDb *db, bool writes) {
    if (db->result == FAN_DB_DONE) {
        db->driver->begin(db, writes);
    }
}

FanDbResult fan_db_commit(FanDb *db) {
    return db->result == FAN_DB_DONE ? db->driver->commit(db) : db->result;
}

void fan_db_rollback(FanDb *db) {
    db->driver->rollback(db);
    db->result = FAN_DB_DONE;
    db->culprit = NULL;
    db->error[0] = '\0';
}

static FanDbStatement *find_statement(FanDb *db, const char *sql) {
    for (FanDbStatement *statement = db->statements; statement; statement = statement->next) {
        if (strcmp(statement->sql, sql) == 0) {
            return statement;
        }
    }
    return NULL;
}

static FanDbStatement *add_statement(FanDb *db, const char *sql) {
    char *copy = strdup(sql);
    FanDbStatement *statement = copy != NULL ? db->driver->prepare(db, sql) : NULL;
    if (statement == NULL) {
        free(copy);
        fan_db_fail(db, FAN_DB_AWAY, db->owner, "out of memory");
        return NULL;
    }
    if (db->result != FAN_DB_DONE) {
        db->driver->free(statement);
        free(copy);
        return NULL;
    }
    statement->db = db;
    statement->sql = copy;
    statement->next = db->statements;
    db->statements = statement;
    return statement;
}

FanDbStatement *fan_db_use(FanDb *db, const char *sql) {
    FanDbStatement *statement = NULL;
    if (db->result == FAN_DB_DONE) {
        statement = find_statement(db, sql);
        if (statement != NULL) {
            db->driver->reset(statement);
        } else {
            statement = add_statement(db, sql);
        }
    }
    return statement != NULL ? statement : &db->idle;
}

static bool idles(const FanDbStatement *statement) {
    return statement == &statement->db->idle || statement->db->result != FAN_DB_DONE;
}

void fan_db_bind_text(FanDbStatement *statement, int place, const char *text) {
    if (!idles(statement)) {
        statement->db->driver->bind_text(statement, place, text);
    }
}

void fan_db_bind_int(FanDbStatement *statement, int place, int64_t number) {
    if (!idles(statement)) {
        statement->db->driver->bind_int(statement, place, number);
    }
}

void fan_db_bind_real(FanDbStatement *statement, int place, double number) {
    if (!idles(statement)) {
        statement->db->driver->bind_real(statement, place, number);
    }
}

FanDbResult fan_db_step(FanDbStatement *statement) {
    return idles(statement) ? statement->db->result : statement->db->driver->step(statement);
}

const char *fan_db_text(FanDbStatement *statement, int column) {
    return statement->db->driver->text(statement, column);
}

int64_t fan_db_int(FanDbStatement *statement, int column) {
    return statement->db->driver->integer(statement, column);
}

double fan_db_real(FanDbStatement *statement, int column) {
    return statement->db->driver->real(statement, column);
}

void fan_db_post(FanDbStatement *statement, uint64_t *changed) {
    if (!idles(statement)) {
        statement->db->driver->post(statement, changed);
    }
}

void fan_db_finish(FanDb *db) {
    if (db->result == FAN_DB_DONE) {
        db->driver->finish(db);
    }
}

void fan_db_set_owner(FanDb *db, void *owner) {
    db->owner = owner;
}

void *fan_db_culprit(const FanDb *db) {
    return db->culprit;
}

void fan_db_exec(FanDb *db, const char *sql) {
    if (db->result == FAN_DB_DONE) {
        db->driver->exec(db, sql);
    }
}

const FanDbWords *fan_db_words(const FanDb *db) {
    return &db->driver->words;
}

FanStoreOpening fan_db_version(FanDb *db, unsigned *version, char *error) {
    return db->driver->version(db, version, error);
}

bool fan_db_check(FanDb *db, char *error) {
    return db->driver->check(db, error);
}

void fan_db_set_version(FanDb *db, unsigned version) {
    if (db->result == FAN_DB_DONE) {
        db->driver->set_version(db, version);
    }
}

void fan_db_tell(FanDb *db, const char *note) {
    if (db->result == FAN_DB_DONE) {
        db->driver->tell(db, note);
    }
}

void fan_db_forget(FanDb *db) {
    if (db->result == FAN_DB_DONE) {
        db->driver->forget(db);
    }
}

void fan_db_listen(FanDb *db) {
    if (db->result == FAN_DB_DONE) {
        db->driver->listen(db);
    }
}

FanDbResult fan_db_hear(FanDb *db, void (*heard)(void *context, const char *note), void *context) {
    return db->result == FAN_DB_DONE ? db->driver->hear(db, heard, context) : db->result;
}

bool fan_db_copy(FanDb *db, const char *path,
                 bool (*progress)(void *context, unsigned done, unsigned of), void *context,
                 char *error) {
    return db->driver->copy(db, path, progress, context, error);
}
