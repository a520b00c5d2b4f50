/* Small things that are kept; and what is forgotten in time. */
#include <string.h>

#include "store/internal.h"

enum { LIMIT_MAX = 1000 };

typedef struct Keeping {
    FanRequest request;
    FanStoreThing thing;
    bool replace;
    FanStoreDone *done;
    void *context;
} Keeping;

static void answer_keeping(FanRequest *request) {
    Keeping *own = (Keeping *)request;
    own->done(own->context, request->status);
}

#define KEEP_SQL                                                                                   \
    "INSERT INTO things (kind, id, owner, text, made_ms, ends_ms) "                                \
    "VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (kind, id) DO UPDATE SET owner = "                \
    "excluded.owner, "                                                                             \
    "text = excluded.text, made_ms = excluded.made_ms, ends_ms = excluded.ends_ms"

static void keep(FanDb *db, FanRequest *request) {
    const Keeping *own = (const Keeping *)request;
    FanDbStatement *statement = own->replace
                                    ? fan_db_use(db, KEEP_SQL)
                                    : fan_db_use(db, KEEP_SQL " WHERE things.ends_ms > 0 AND "
                                                              "things.ends_ms <= excluded.made_ms");
    fan_db_bind_text(statement, 1, own->thing.kind);
    fan_db_bind_text(statement, 2, own->thing.id);
    fan_db_bind_text(statement, 3, own->thing.owner);
    fan_db_bind_text(statement, 4, own->thing.text);
    fan_db_bind_int(statement, 5, own->thing.made_ms);
    fan_db_bind_int(statement, 6, own->thing.ends_ms);
    fan_db_post(statement, &request->changed);
}

static void take(FanDb *db, FanRequest *request) {
    const Keeping *own = (const Keeping *)request;
    FanDbStatement *statement = fan_db_use(db, "DELETE FROM things WHERE kind = $1 AND id = $2");
    fan_db_bind_text(statement, 1, own->thing.kind);
    fan_db_bind_text(statement, 2, own->thing.id);
    fan_db_post(statement, &request->changed);
}

static const FanRequestKind keep_kind = {
    .writes = true, .carry_out = keep, .answer = answer_keeping};
static const FanRequestKind take_kind = {
    .writes = true, .carry_out = take, .answer = answer_keeping};

void fan_store_thing_keep(FanStore *store, const FanStoreThing *thing, bool replace,
                          FanStoreDone *done, void *context) {
    Keeping *own = fan_request_new(&keep_kind, sizeof *own);
    if (own == NULL) {
        done(context, FAN_STORE_BUSY);
        return;
    }
    FanRequest *request = &own->request;
    own->done = done;
    own->context = context;
    own->replace = replace;
    own->thing = *thing;
    own->thing.kind = fan_request_id(request, thing->kind);
    own->thing.id = fan_request_text(request, thing->id, FAN_STORE_THING_ID_MAX);
    own->thing.owner = fan_request_maybe_id(request, thing->owner);
    own->thing.text = fan_request_text(request, thing->text, FAN_STORE_TEXT_MAX);
    request->when_none = FAN_STORE_CONFLICT;
    fan_store_submit(store, request);
}

void fan_store_thing_take(FanStore *store, const char *kind, const char *id, FanStoreDone *done,
                          void *context) {
    Keeping *own = fan_request_new(&take_kind, sizeof *own);
    if (own == NULL) {
        done(context, FAN_STORE_BUSY);
        return;
    }
    FanRequest *request = &own->request;
    own->done = done;
    own->context = context;
    own->thing.kind = fan_request_id(request, kind);
    own->thing.id = fan_request_text(request, id, FAN_STORE_THING_ID_MAX);
    request->when_none = FAN_STORE_NOTHING;
    fan_store_submit(store, request);
}

/* --- lists -------------------------------------------------------------------------------------
 */

typedef struct Things {
    FanRequest request;
    const char *kind, *id, *owner;
    int64_t now_ms;
    unsigned limit;
    FanStoreThing *things;
    size_t count;
    FanStoreThingsDone *done;
    void *context;
} Things;

#define THINGS_SQL                                                                                 \
    "SELECT kind, id, owner, text, made_ms, ends_ms FROM things WHERE kind = $1 AND "              \
    "(ends_ms = 0 OR ends_ms > $2) "
#define OLDEST_FIRST "ORDER BY made_ms, id LIMIT $3"

static FanDbStatement *use_things(FanDb *db, const Things *own) {
    const char *sql = own->id != NULL && own->owner != NULL ? THINGS_SQL
                          "AND id = $4 AND owner = $5 " OLDEST_FIRST
                      : own->id != NULL    ? THINGS_SQL "AND id = $4 " OLDEST_FIRST
                      : own->owner != NULL ? THINGS_SQL "AND owner = $4 " OLDEST_FIRST
                                           : THINGS_SQL OLDEST_FIRST;
    FanDbStatement *statement = fan_db_use(db, sql);
    fan_db_bind_text(statement, 1, own->kind);
    fan_db_bind_int(statement, 2, own->now_ms);
    fan_db_bind_int(statement, 3, own->limit);
    int place = 4;
    if (own->id != NULL) {
        fan_db_bind_text(statement, place++, own->id);
    }
    if (own->owner != NULL) {
        fan_db_bind_text(statement, place++, own->owner);
    }
    return statement;
}

static void read_things(FanDb *db, FanRequest *request) {
    Things *own = (Things *)request;
    own->count = 0;
    own->things = NULL;
    FanDbStatement *statement = use_things(db, own);
    while (fan_db_step(statement) == FAN_DB_ROW) {
        FanStoreThing *row =
            fan_request_row(request, (void **)&own->things, &own->count, sizeof *row);
        if (row == NULL) {
            break;
        }
        *row = (FanStoreThing){
            .kind = fan_request_keep(request, fan_db_text(statement, 0)),
            .id = fan_request_keep(request, fan_db_text(statement, 1)),
            .owner = fan_request_keep(request, fan_db_text(statement, 2)),
            .text = fan_request_keep(request, fan_db_text(statement, 3)),
            .made_ms = fan_db_int(statement, 4),
            .ends_ms = fan_db_int(statement, 5),
        };
    }
}

static void answer_things(FanRequest *request) {
    Things *own = (Things *)request;
    bool fine = request->status == FAN_STORE_OK;
    own->done(own->context, request->status, fine ? own->things : NULL, fine ? own->count : 0);
}

static const FanRequestKind things_kind = {.carry_out = read_things, .answer = answer_things};

void fan_store_things(FanStore *store, const char *kind, const char *id, const char *owner,
                      int64_t now_ms, unsigned limit, FanStoreThingsDone *done, void *context) {
    Things *own = fan_request_new(&things_kind, sizeof *own);
    if (own == NULL) {
        done(context, FAN_STORE_BUSY, NULL, 0);
        return;
    }
    FanRequest *request = &own->request;
    own->done = done;
    own->context = context;
    own->now_ms = now_ms;
    own->limit = limit;
    own->kind = fan_request_id(request, kind);
    own->id = fan_request_maybe(request, id, FAN_STORE_THING_ID_MAX);
    own->owner = fan_request_maybe_id(request, owner);
    if (limit < 1 || limit > LIMIT_MAX) {
        request->fault = "a list of things has 1 to 1000";
    }
    fan_store_submit(store, request);
}

/* --- forgetting --------------------------------------------------------------------------------
 */

/* What is over stays for a while yet: clocks differ, and a tool may be late. */
static const struct {
    const char *sql;
    int64_t after_ms;
} forgotten[] = {
    {"DELETE FROM things WHERE ends_ms > 0 AND ends_ms < $1", 24 * 3600 * INT64_C(1000)},
    {"DELETE FROM writers WHERE seen_ms < $1", 30 * 24 * 3600 * INT64_C(1000)},
};

static void sweep(FanDb *db, FanRequest *request) {
    (void)request;
    for (size_t i = 0; i < sizeof forgotten / sizeof forgotten[0]; i++) {
        FanDbStatement *statement = fan_db_use(db, forgotten[i].sql);
        fan_db_bind_int(statement, 1, fan_store_now_ms() - forgotten[i].after_ms);
        fan_db_post(statement, NULL);
    }
    fan_db_forget(db);
}

static const FanRequestKind sweep_kind = {.writes = true, .carry_out = sweep};

FanRequest *fan_sweep_new(void) {
    return fan_request_new(&sweep_kind, sizeof(FanRequest));
}
