/* What a driver has to bring. Of all calls but `open` and `close` the frame in db.c sees to it that
 * they come only while no error sticks; a driver tells errors by fan_db_fail. */
#ifndef FAN_STORE_DB_DRIVER_H
#define FAN_STORE_DB_DRIVER_H

#include "store/db.h"

typedef struct FanDbDriver {
    FanDbWords words;
    FanStoreOpening (*open)(FanDb **db, const FanDbPlace *place, char *error);
    void (*close)(FanDb *db);
    void (*begin)(FanDb *db, bool writes);
    FanDbResult (*commit)(FanDb *db);
    void (*rollback)(FanDb *db);                            /* comes with an error, too */
    FanDbStatement *(*prepare)(FanDb *db, const char *sql); /* NULL without memory */
    void (*reset)(FanDbStatement *statement);               /* no bindings, no rows */
    void (*free)(FanDbStatement *statement);
    void (*bind_text)(FanDbStatement *statement, int place, const char *text);
    void (*bind_int)(FanDbStatement *statement, int place, int64_t number);
    void (*bind_real)(FanDbStatement *statement, int place, double number);
    FanDbResult (*step)(FanDbStatement *statement);
    const char *(*text)(FanDbStatement *statement, int column);
    int64_t (*integer)(FanDbStatement *statement, int column);
    double (*real)(FanDbStatement *statement, int column);
    void (*post)(FanDbStatement *statement, uint64_t *changed);
    void (*finish)(FanDb *db);
    void (*exec)(FanDb *db, const char *sql);
    FanStoreOpening (*version)(FanDb *db, unsigned *version, char *error);
    bool (*check)(FanDb *db, char *error);
    void (*set_version)(FanDb *db, unsigned version);
    void (*tell)(FanDb *db, const char *note);
    void (*forget)(FanDb *db);
    void (*listen)(FanDb *db);
    FanDbResult (*hear)(FanDb *db, void (*heard)(void *context, const char *note), void *context);
    bool (*copy)(FanDb *db, const char *path,
                 bool (*progress)(void *context, unsigned done, unsigned of), void *context,
                 char *error);
} FanDbDriver;

extern const FanDbDriver fan_db_sqlite, fan_db_postgres;

/* The head of a driver's own. */
struct FanDbStatement {
    FanDb *db;
    FanDbStatement *next;
    char *sql;
};

struct FanDb {
    const FanDbDriver *driver;
    FanDbPlace place;
    FanDbStatement *statements; /* prepared so far */
    FanDbStatement idle;        /* stands for any statement while an error sticks */
    FanDbResult result;
    void *owner, *culprit;
    char shown[256]; /* place.where, for messages */
    char error[FAN_STORE_ERROR_MAX];
};

/* For `open`: fills the head in. */
void fan_db_begin_life(FanDb *db, const FanDbDriver *driver, const FanDbPlace *place);

/* Takes the address's password out of a text: libpq cites what it cannot read. */
void fan_db_hide(const char *where, char *text);

/* Keeps the first error, its sentence and whose it is. */
void fan_db_fail(FanDb *db, FanDbResult result, void *culprit, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
