/* For the command line, on the caller's thread with a connection of its own: all games, one after
 * the other, and a copy of the whole file. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "store/games.h"
#include "store/internal.h"

enum { PAGE = 256 };

/* --- visiting ----------------------------------------------------------------------------------
 */

/* Ids of the next games in the order of their making; *made_ms and `last` go on to the last. */
static size_t read_page(FanDb *db, int64_t *made_ms, char last[FAN_STORE_ID_MAX],
                        char ids[PAGE][FAN_STORE_ID_MAX]) {
    FanDbStatement *statement =
        fan_db_use(db, "SELECT id, made_ms FROM games WHERE (made_ms, id) > ($1, $2) "
                       "ORDER BY made_ms, id LIMIT $3");
    fan_db_bind_int(statement, 1, *made_ms);
    fan_db_bind_text(statement, 2, last);
    fan_db_bind_int(statement, 3, PAGE);
    size_t count = 0;
    int64_t newest = *made_ms;
    while (fan_db_step(statement) == FAN_DB_ROW && count < PAGE) {
        snprintf(ids[count++], FAN_STORE_ID_MAX, "%s", fan_db_text(statement, 0));
        newest = fan_db_int(statement, 1);
    }
    if (count > 0) {
        *made_ms = newest;
        snprintf(last, FAN_STORE_ID_MAX, "%s", ids[count - 1]);
    }
    return count;
}

static const FanRequestKind whole_kind = {0};

/* False when the visitor has seen enough, or something failed. */
static bool visit(FanDb *db, const char *id, FanStoreVisitor *visitor, void *context) {
    FanRequest *request = fan_request_new(&whole_kind, sizeof *request);
    if (request == NULL) {
        fan_db_refuse(db, NULL, "out of memory");
        return false;
    }
    FanStoreGame game;
    const char **events;
    size_t count;
    fan_db_begin(db, false);
    bool there = fan_game_read_whole(db, request, id, 0, &game, &events, &count);
    if (request->no_memory) {
        fan_db_refuse(db, NULL, "out of memory");
    }
    bool fine = fan_db_result(db) == FAN_DB_DONE;
    if (fine) {
        fan_db_rollback(db);
    }
    bool more = fine && (!there || visitor(context, &game, events, count));
    fan_request_free(request);
    return more;
}

static void visit_all(FanDb *db, FanStoreVisitor *visitor, void *context) {
    int64_t made_ms = INT64_MIN;
    char last[FAN_STORE_ID_MAX] = "", ids[PAGE][FAN_STORE_ID_MAX];
    size_t count;
    do {
        count = read_page(db, &made_ms, last, ids);
        for (size_t i = 0; i < count; i++) {
            if (!visit(db, ids[i], visitor, context)) {
                return;
            }
        }
    } while (count > 0);
}

bool fan_store_visit_games(FanStore *store, FanStoreVisitor *visitor, void *context, char *error) {
    FanDb *db;
    FanDbPlace place = fan_store_place(store);
    if (fan_store_connect(&place, &db, error) != FAN_STORE_OPENED) {
        return false;
    }
    visit_all(db, visitor, context);
    bool fine = fan_db_result(db) == FAN_DB_DONE;
    if (!fine) {
        snprintf(error, FAN_STORE_ERROR_MAX, "%s", fan_db_error(db));
    }
    fan_db_close(db);
    return fine;
}

/* --- backup ------------------------------------------------------------------------------------
 */

bool fan_store_backup(FanStore *store, const char *path,
                      bool (*progress)(void *context, unsigned done, unsigned of), void *context,
                      char *error) {
    FanDb *db;
    FanDbPlace place = fan_store_place(store);
    if (fan_store_connect(&place, &db, error) != FAN_STORE_OPENED) {
        return false;
    }
    bool fine = fan_db_copy(db, path, progress, context, error);
    fan_db_close(db);
    return fine;
}
