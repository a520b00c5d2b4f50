#include "inserts.h"

#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "loop.h"

/* What a turn stores: an event, and what lists know of its game. */
static const char event[] =
    "{\"n\":20,\"at\":1796036400123,\"kind\":\"turn\",\"side\":\"white\",\"turn\":\"c1-d1A-d2A\","
    "\"left\":[583211,590412]}";
static const char summary[] =
    "{\"game\":\"Kq3ZpX81bL\",\"spec\":{\"variant\":\"tsivy\",\"rules\":\"\",\"clock\":{\"kind\":"
    "\"real\",\"base_s\":600,\"increment_s\":5},\"rated\":false},\"state\":\"playing\",\"turns\":"
    "17,"
    "\"events\":20,\"changed\":1796036400123,\"white\":{\"id\":\"0123456789abcdef\",\"kind\":"
    "\"guest\"},\"black\":{\"id\":\"fedcba9876543210\",\"kind\":\"guest\"},\"to_move\":\"white\","
    "\"deadline\":1796036990535,\"position\":\"BBBBBBBBB/BB1BBB1BB/BWBW1BWBW/WW1WWW1WW/"
    "WWWWWWWWW w 0 9\",\"last\":\"c1-d1A-d2A\"}";

static void run_sql(sqlite3 *db, const char *sql) {
    char *why = NULL;
    if (sqlite3_exec(db, sql, NULL, NULL, &why) != SQLITE_OK) {
        die("%s: %s", sql, why);
    }
}

static sqlite3_stmt *prepare(sqlite3 *db, const char *sql) {
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) != SQLITE_OK) {
        die("%s: %s", sql, sqlite3_errmsg(db));
    }
    return statement;
}

static void step(sqlite3 *db, sqlite3_stmt *statement) {
    if (sqlite3_step(statement) != SQLITE_DONE) {
        die("%s", sqlite3_errmsg(db));
    }
    sqlite3_reset(statement);
}

static void remove_all(const char *path) {
    static const char *const ends[] = {"", "-wal", "-shm"};
    char name[512];
    for (int i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "%s%s", path, ends[i]);
        unlink(name);
    }
}

typedef struct Bench {
    sqlite3 *db;
    sqlite3_stmt *insert, *update;
    unsigned games;
    uint64_t rows;
} Bench;

static void open_bench(Bench *bench, const char *path) {
    remove_all(path);
    if (sqlite3_open(path, &bench->db) != SQLITE_OK) {
        die("%s: %s", path, sqlite3_errmsg(bench->db));
    }
    run_sql(bench->db, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
                       "CREATE TABLE games (id TEXT PRIMARY KEY, spec TEXT NOT NULL,"
                       " changed_ms INTEGER, deadline_ms INTEGER, turns INTEGER, events INTEGER);"
                       "CREATE TABLE events (game TEXT NOT NULL, number INTEGER NOT NULL,"
                       " text TEXT NOT NULL, PRIMARY KEY (game, number)) WITHOUT ROWID;");
    bench->insert = prepare(bench->db, "INSERT INTO events VALUES (?1, ?2, ?3)");
    bench->update = prepare(bench->db, "UPDATE games SET spec = ?2, changed_ms = ?3, deadline_ms = "
                                       "?3, turns = ?3, events = ?3 WHERE id = ?1");
}

static void name_game(char name[16], uint64_t index) {
    snprintf(name, 16, "%010llx", (unsigned long long)(index * 0x9e3779b9u & 0xffffffffffu));
}

static void make_games(Bench *bench) {
    sqlite3_stmt *make = prepare(bench->db, "INSERT INTO games VALUES (?1, ?2, 0, 0, 0, 0)");
    char name[16];
    run_sql(bench->db, "BEGIN");
    for (unsigned i = 0; i < bench->games; i++) {
        name_game(name, i);
        sqlite3_bind_text(make, 1, name, -1, SQLITE_STATIC);
        sqlite3_bind_text(make, 2, summary, -1, SQLITE_STATIC);
        step(bench->db, make);
    }
    run_sql(bench->db, "COMMIT");
    sqlite3_finalize(make);
}

static void add_row(Bench *bench) {
    char name[16];
    name_game(name, bench->rows % bench->games);
    sqlite3_int64 number = (sqlite3_int64)(bench->rows / bench->games);
    sqlite3_bind_text(bench->insert, 1, name, -1, SQLITE_STATIC);
    sqlite3_bind_int64(bench->insert, 2, number);
    sqlite3_bind_text(bench->insert, 3, event, -1, SQLITE_STATIC);
    step(bench->db, bench->insert);
    sqlite3_bind_text(bench->update, 1, name, -1, SQLITE_STATIC);
    sqlite3_bind_text(bench->update, 2, summary, -1, SQLITE_STATIC);
    sqlite3_bind_int64(bench->update, 3, number);
    step(bench->db, bench->update);
    bench->rows++;
}

double inserts_measure(const char *path, unsigned group, unsigned games, double seconds) {
    Bench bench = {.games = games};
    open_bench(&bench, path);
    make_games(&bench);
    uint64_t begin_us = time_us(), end_us = begin_us + (uint64_t)(seconds * 1e6);
    do {
        run_sql(bench.db, "BEGIN IMMEDIATE");
        for (unsigned i = 0; i < group; i++) {
            add_row(&bench);
        }
        run_sql(bench.db, "COMMIT");
    } while (time_us() < end_us);
    double took_s = (double)(time_us() - begin_us) / 1e6;
    sqlite3_finalize(bench.insert);
    sqlite3_finalize(bench.update);
    sqlite3_close(bench.db);
    remove_all(path);
    return (double)bench.rows / took_s;
}
