/* Players. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "store/internal.h"

#define PLAYER_COLUMNS "id, kind, name, password, owner, epoch, blocked, made_ms"

typedef struct Change {
    FanRequest request;
    FanStorePlayer player;
    const char *called; /* the name without regard to case */
    FanStoreDone *done;
    void *context;
} Change;

static void answer_change(FanRequest *request) {
    Change *own = (Change *)request;
    own->done(own->context, request->status);
}

/* Names are ASCII (protocol/v1.schema.json, Name); of others only the ASCII letters are alike. */
static const char *fold(FanRequest *request, const char *name) {
    char *folded = (char *)fan_request_maybe(request, name, FAN_STORE_TEXT_MAX);
    for (char *c = folded; c != NULL && *c != '\0'; c++) {
        if (*c >= 'A' && *c <= 'Z') {
            *c = (char)(*c - 'A' + 'a');
        }
    }
    return folded;
}

static void bind_player(FanDbStatement *statement, const Change *own) {
    const FanStorePlayer *player = &own->player;
    const char *const texts[] = {player->id,  player->kind,     player->name,
                                 own->called, player->password, player->owner};
    int place = 1;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        fan_db_bind_text(statement, place++, texts[i]);
    }
    fan_db_bind_int(statement, place++, player->epoch);
    fan_db_bind_int(statement, place++, player->blocked);
    fan_db_bind_int(statement, place++, player->made_ms);
}

static void make(FanDb *db, FanRequest *request) {
    FanDbStatement *statement = fan_db_use(
        db, "INSERT INTO players (id, kind, name, called, password, owner, epoch, blocked, made_ms)"
            " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING");
    bind_player(statement, (const Change *)request);
    fan_db_post(statement, &request->changed);
}

static void change(FanDb *db, FanRequest *request) {
    FanDbStatement *statement = fan_db_use(
        db, "UPDATE players SET kind = $2, name = $3, called = $4, password = $5, owner = $6, "
            "epoch = $7, blocked = $8, made_ms = $9 WHERE id = $1 AND kind <> 'gone' "
            "AND epoch <= $7 AND (blocked = 0 OR $8 = 1 OR epoch < $7)");
    bind_player(statement, (const Change *)request);
    fan_db_post(statement, &request->changed);
}

static const FanRequestKind make_kind = {
    .writes = true, .carry_out = make, .answer = answer_change};
static const FanRequestKind change_kind = {
    .writes = true, .carry_out = change, .answer = answer_change};

static void submit_change(FanStore *store, const FanRequestKind *kind, FanStoreStatus when_none,
                          const FanStorePlayer *player, FanStoreDone *done, void *context) {
    Change *own = fan_request_new(kind, sizeof *own);
    if (own == NULL) {
        done(context, FAN_STORE_BUSY);
        return;
    }
    FanRequest *request = &own->request;
    request->when_none = when_none;
    own->done = done;
    own->context = context;
    own->player = *player;
    own->player.id = fan_request_id(request, player->id);
    own->player.kind = fan_request_id(request, player->kind);
    own->player.name = fan_request_maybe(request, player->name, FAN_STORE_TEXT_MAX);
    own->player.password = fan_request_maybe(request, player->password, FAN_STORE_TEXT_MAX);
    own->player.owner = fan_request_maybe_id(request, player->owner);
    own->called = fold(request, player->name);
    fan_store_submit(store, request);
}

void fan_store_player_make(FanStore *store, const FanStorePlayer *player, FanStoreDone *done,
                           void *context) {
    submit_change(store, &make_kind, FAN_STORE_CONFLICT, player, done, context);
}

void fan_store_player_change(FanStore *store, const FanStorePlayer *player, FanStoreDone *done,
                             void *context) {
    submit_change(store, &change_kind, FAN_STORE_NOTHING, player, done, context);
}

/* --- deleting ----------------------------------------------------------------------------------
 */

/* What belonged to the player or to a bot of theirs goes while it is still known whose it was; the
 * row of the player itself decides whether there was anything. */
static const char *const deletions[] = {
    "DELETE FROM ratings WHERE player = $1 OR player IN (SELECT id FROM players WHERE owner = $1)",
    "DELETE FROM things WHERE kind NOT IN ('report', 'chore') AND "
    "(owner = $1 OR owner IN (SELECT id FROM players WHERE owner = $1))",
    "UPDATE players SET kind = 'gone', name = NULL, called = NULL, password = NULL, owner = NULL, "
    "epoch = epoch + 1 WHERE owner = $1 AND kind <> 'gone'",
};

static void delete (FanDb *db, FanRequest *request) {
    const Change *own = (const Change *)request;
    for (size_t i = 0; i < sizeof deletions / sizeof deletions[0]; i++) {
        FanDbStatement *statement = fan_db_use(db, deletions[i]);
        fan_db_bind_text(statement, 1, own->player.id);
        fan_db_post(statement, NULL);
    }
    FanDbStatement *statement = fan_db_use(
        db, "UPDATE players SET kind = 'gone', name = NULL, called = NULL, password = NULL, "
            "owner = NULL, epoch = epoch + 1 WHERE id = $1 AND kind <> 'gone'");
    fan_db_bind_text(statement, 1, own->player.id);
    fan_db_post(statement, &request->changed);
}

static const FanRequestKind delete_kind = {
    .writes = true, .carry_out = delete, .answer = answer_change};

void fan_store_player_delete(FanStore *store, const char *id, FanStoreDone *done, void *context) {
    Change *own = fan_request_new(&delete_kind, sizeof *own);
    if (own == NULL) {
        done(context, FAN_STORE_BUSY);
        return;
    }
    own->request.when_none = FAN_STORE_NOTHING;
    own->done = done;
    own->context = context;
    own->player.id = fan_request_id(&own->request, id);
    fan_store_submit(store, &own->request);
}

/* --- finding -----------------------------------------------------------------------------------
 */

typedef struct Search {
    FanRequest request;
    const char *id, *called;
    FanStorePlayer player;
    FanStorePlayerDone *done;
    void *context;
} Search;

static void find(FanDb *db, FanRequest *request) {
    Search *own = (Search *)request;
    FanDbStatement *statement =
        own->id != NULL
            ? fan_db_use(db, "SELECT " PLAYER_COLUMNS " FROM players WHERE id = $1")
            : fan_db_use(db, "SELECT " PLAYER_COLUMNS " FROM players WHERE called = $1");
    fan_db_bind_text(statement, 1, own->id != NULL ? own->id : own->called);
    if (fan_db_step(statement) != FAN_DB_ROW) {
        request->status = FAN_STORE_NOTHING;
        return;
    }
    own->player = (FanStorePlayer){
        .id = fan_request_keep(request, fan_db_text(statement, 0)),
        .kind = fan_request_keep(request, fan_db_text(statement, 1)),
        .name = fan_request_keep(request, fan_db_text(statement, 2)),
        .password = fan_request_keep(request, fan_db_text(statement, 3)),
        .owner = fan_request_keep(request, fan_db_text(statement, 4)),
        .epoch = (uint32_t)fan_db_int(statement, 5),
        .blocked = fan_db_int(statement, 6) != 0,
        .made_ms = fan_db_int(statement, 7),
    };
}

static void answer_search(FanRequest *request) {
    Search *own = (Search *)request;
    own->done(own->context, request->status, request->status == FAN_STORE_OK ? &own->player : NULL);
}

static const FanRequestKind search_kind = {.carry_out = find, .answer = answer_search};

void fan_store_player(FanStore *store, const char *id, const char *name, FanStorePlayerDone *done,
                      void *context) {
    Search *own = fan_request_new(&search_kind, sizeof *own);
    if (own == NULL) {
        done(context, FAN_STORE_BUSY, NULL);
        return;
    }
    own->done = done;
    own->context = context;
    own->id = fan_request_maybe_id(&own->request, id);
    own->called = fold(&own->request, name);
    if ((id == NULL) == (name == NULL)) {
        own->request.fault = "a player is sought by id or by name";
    }
    fan_store_submit(store, &own->request);
}
