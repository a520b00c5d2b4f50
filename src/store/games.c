/* Games and their events.
 *
 * An append changes the game's row only if that stands at the number before, and with it takes the
 * row's lock; then the events go in under that condition. Both may be sent without waiting for
 * either: who was late changes nothing in both. That (game, number) is unique makes it certain. */
#include "store/games.h"

#include <stdio.h>
#include <string.h>

#include "store/internal.h"

/* --- append ------------------------------------------------------------------------------------
 */

typedef struct Append {
    FanRequest request;
    FanStoreGame game;
    const char **events;
    size_t count;
    FanStoreDone *done;
    void *context;
} Append;

#define MAKE_SQL                                                                                   \
    "INSERT INTO games (" FAN_GAME_COLUMNS ") VALUES "                                             \
    "($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) "                     \
    "ON CONFLICT DO NOTHING"
#define CHANGE_SQL                                                                                 \
    "UPDATE games SET variant = $2, white = $3, black = $4, state = $5, result = $6, "             \
    "reason = $7, spec = $8, rated = $9, settled = $10, closed = $11, made_ms = $12, "             \
    "changed_ms = $13, deadline_ms = $14, turns = $15, events = $16 "                              \
    "WHERE id = $1 AND events = $17"

static void bind_game(FanDbStatement *statement, const FanStoreGame *game) {
    const char *const texts[] = {game->id,    game->variant, game->white,  game->black,
                                 game->state, game->result,  game->reason, game->spec};
    const int64_t numbers[] = {game->rated,      game->settled,     game->closed, game->made_ms,
                               game->changed_ms, game->deadline_ms, game->turns,  game->events};
    int place = 1;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        fan_db_bind_text(statement, place++, texts[i]);
    }
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        fan_db_bind_int(statement, place++, numbers[i]);
    }
}

void fan_game_post_event(FanDb *db, const char *game, uint32_t number, const char *text,
                         uint32_t events, uint64_t *changed) {
    FanDbStatement *statement = fan_db_use(
        db, "INSERT INTO events (game, number, text) "
            "SELECT CAST($1 AS TEXT), CAST($2 AS BIGINT), CAST($3 AS TEXT) WHERE EXISTS "
            "(SELECT 1 FROM games WHERE id = $1 AND events = $4) ON CONFLICT DO NOTHING");
    fan_db_bind_text(statement, 1, game);
    fan_db_bind_int(statement, 2, number);
    fan_db_bind_text(statement, 3, text);
    fan_db_bind_int(statement, 4, events);
    fan_db_post(statement, changed);
}

static void append(FanDb *db, FanRequest *request) {
    const Append *own = (const Append *)request;
    uint32_t first = own->game.events - (uint32_t)own->count;
    FanDbStatement *statement = fan_db_use(db, first == 0 ? MAKE_SQL : CHANGE_SQL);
    bind_game(statement, &own->game);
    if (first != 0) {
        fan_db_bind_int(statement, 17, first);
    }
    fan_db_post(statement, &request->changed);
    for (size_t i = 0; i < own->count; i++) {
        fan_game_post_event(db, own->game.id, first + (uint32_t)i, own->events[i], own->game.events,
                            &request->changed);
    }
}

static void answer_append(FanRequest *request) {
    Append *own = (Append *)request;
    own->done(own->context, request->status);
}

static const FanRequestKind append_kind = {
    .writes = true, .sorted = true, .carry_out = append, .answer = answer_append};

/* Ids of games stand in notes between blanks and colons. */
static void check_game_id(FanRequest *request, const char *id) {
    if (id == NULL || id[0] == '\0' || strpbrk(id, " :\n") != NULL) {
        request->fault = "not an id of a game";
    }
}

static FanStoreGame copy_game(FanRequest *request, const FanStoreGame *game) {
    FanStoreGame copy = *game;
    copy.id = fan_request_id(request, game->id);
    copy.variant = fan_request_id(request, game->variant);
    copy.white = fan_request_maybe_id(request, game->white);
    copy.black = fan_request_maybe_id(request, game->black);
    copy.state = fan_request_id(request, game->state);
    copy.result = fan_request_maybe_id(request, game->result);
    copy.reason = fan_request_maybe_id(request, game->reason);
    copy.spec = fan_request_text(request, game->spec, FAN_STORE_TEXT_MAX);
    check_game_id(request, copy.id);
    return copy;
}

static void copy_events(Append *own, const char *const *events, size_t count) {
    FanRequest *request = &own->request;
    if (count < 1 || count > FAN_STORE_APPEND_MAX || count > own->game.events) {
        request->fault = "more or fewer events than can be appended";
        return;
    }
    own->count = count;
    own->events = fan_request_room(request, count * sizeof *events);
    for (size_t i = 0; own->events != NULL && i < count; i++) {
        own->events[i] = fan_request_text(request, events[i], FAN_STORE_EVENT_MAX);
    }
}

void fan_store_append(FanStore *store, const FanStoreGame *game, const char *const *events,
                      size_t count, FanStoreDone *done, void *context) {
    Append *own = fan_request_new(&append_kind, sizeof *own);
    if (own == NULL) {
        done(context, FAN_STORE_BUSY);
        return;
    }
    FanRequest *request = &own->request;
    own->done = done;
    own->context = context;
    own->game = copy_game(request, game);
    copy_events(own, events, count);
    request->key = own->game.id;
    request->told = game->events;
    request->events = (uint32_t)count;
    request->wanted = count + 1;
    request->when_none = FAN_STORE_CONFLICT;
    fan_store_submit(store, request);
}

/* --- replacing an event ------------------------------------------------------------------------
 */

typedef struct Replacement {
    FanRequest request;
    const char *text;
    uint32_t number;
    FanStoreDone *done;
    void *context;
} Replacement;

static void replace(FanDb *db, FanRequest *request) {
    const Replacement *own = (const Replacement *)request;
    FanDbStatement *statement =
        fan_db_use(db, "UPDATE events SET text = $3 WHERE game = $1 AND number = $2");
    fan_db_bind_text(statement, 1, request->key);
    fan_db_bind_int(statement, 2, own->number);
    fan_db_bind_text(statement, 3, own->text);
    fan_db_post(statement, &request->changed);
}

static void answer_replacement(FanRequest *request) {
    Replacement *own = (Replacement *)request;
    own->done(own->context, request->status);
}

static const FanRequestKind replacement_kind = {
    .writes = true, .sorted = true, .carry_out = replace, .answer = answer_replacement};

void fan_store_event_replace(FanStore *store, const char *game, uint32_t number, const char *event,
                             FanStoreDone *done, void *context) {
    Replacement *own = fan_request_new(&replacement_kind, sizeof *own);
    if (own == NULL) {
        done(context, FAN_STORE_BUSY);
        return;
    }
    own->done = done;
    own->context = context;
    own->number = number;
    own->text = fan_request_text(&own->request, event, FAN_STORE_EVENT_MAX);
    own->request.key = fan_request_id(&own->request, game);
    own->request.when_none = FAN_STORE_NOTHING;
    fan_store_submit(store, &own->request);
}

/* --- reading a game ----------------------------------------------------------------------------
 */

FanStoreGame fan_game_row_read(FanDbStatement *statement, FanRequest *request) {
    int column = 0;
    const char *texts[8];
    int64_t numbers[8];
    for (size_t i = 0; i < 8; i++) {
        texts[i] = fan_request_keep(request, fan_db_text(statement, column++));
    }
    for (size_t i = 0; i < 8; i++) {
        numbers[i] = fan_db_int(statement, column++);
    }
    return (FanStoreGame){
        .id = texts[0],
        .variant = texts[1],
        .white = texts[2],
        .black = texts[3],
        .state = texts[4],
        .result = texts[5],
        .reason = texts[6],
        .spec = texts[7],
        .rated = numbers[0] != 0,
        .settled = numbers[1] != 0,
        .closed = numbers[2] != 0,
        .made_ms = numbers[3],
        .changed_ms = numbers[4],
        .deadline_ms = numbers[5],
        .turns = (uint32_t)numbers[6],
        .events = (uint32_t)numbers[7],
    };
}

bool fan_game_read_whole(FanDb *db, FanRequest *request, const char *id, uint32_t from,
                         FanStoreGame *game, const char ***events, size_t *count) {
    *count = 0;
    *events = NULL;
    FanDbStatement *statement =
        fan_db_use(db, "SELECT " FAN_GAME_COLUMNS " FROM games WHERE id = $1");
    fan_db_bind_text(statement, 1, id);
    if (fan_db_step(statement) != FAN_DB_ROW) {
        return false;
    }
    *game = fan_game_row_read(statement, request);
    statement =
        fan_db_use(db, "SELECT text FROM events WHERE game = $1 AND number >= $2 ORDER BY number");
    fan_db_bind_text(statement, 1, id);
    fan_db_bind_int(statement, 2, from);
    while (fan_db_step(statement) == FAN_DB_ROW) {
        const char **row = fan_request_row(request, (void **)events, count, sizeof(const char *));
        if (row == NULL) {
            break;
        }
        *row = fan_request_keep(request, fan_db_text(statement, 0));
    }
    return true;
}

typedef struct Events {
    FanRequest request;
    const char *id;
    uint32_t from;
    FanStoreGame game;
    const char **events;
    size_t count;
    FanStoreEventsDone *done;
    void *context;
} Events;

static void read_events(FanDb *db, FanRequest *request) {
    Events *own = (Events *)request;
    if (!fan_game_read_whole(db, request, own->id, own->from, &own->game, &own->events,
                             &own->count)) {
        request->status = FAN_STORE_NOTHING;
    }
}

static void answer_events(FanRequest *request) {
    Events *own = (Events *)request;
    bool fine = request->status == FAN_STORE_OK;
    own->done(own->context, request->status, fine ? &own->game : NULL, fine ? own->events : NULL,
              fine ? own->count : 0);
}

static const FanRequestKind events_kind = {.carry_out = read_events, .answer = answer_events};

void fan_store_events(FanStore *store, const char *game, uint32_t from, FanStoreEventsDone *done,
                      void *context) {
    Events *own = fan_request_new(&events_kind, sizeof *own);
    if (own == NULL) {
        done(context, FAN_STORE_BUSY, NULL, NULL, 0);
        return;
    }
    own->done = done;
    own->context = context;
    own->from = from;
    own->id = fan_request_id(&own->request, game);
    fan_store_submit(store, &own->request);
}
