/* Ratings: lists, and the settling of a game that has ended. */
#include <string.h>

#include "store/games.h"
#include "store/internal.h"

enum { LIMIT_MAX = 200, MATCH_MAX = 4096 };

/* --- lists -------------------------------------------------------------------------------------
 */

typedef struct Ratings {
    FanRequest request;
    const char *player, *variant;
    double deviation_max;
    unsigned limit;
    FanStoreRating *ratings;
    size_t count;
    FanStoreRatingsDone *done;
    void *context;
} Ratings;

#define RATINGS_SQL                                                                                \
    "SELECT r.player, r.variant, p.name, p.kind, r.rating, r.deviation, r.volatility, r.games, "   \
    "r.changed_ms FROM ratings r JOIN players p ON p.id = r.player WHERE r.games > 0 "

static FanDbStatement *use_ratings(FanDb *db, const Ratings *own) {
    FanDbStatement *statement;
    if (own->player == NULL) {
        statement =
            fan_db_use(db, RATINGS_SQL "AND r.variant = $1 AND r.deviation <= $2 AND p.blocked = 0 "
                                       "ORDER BY r.rating DESC, r.player LIMIT $3");
        fan_db_bind_text(statement, 1, own->variant);
        fan_db_bind_real(statement, 2, own->deviation_max);
        fan_db_bind_int(statement, 3, own->limit);
    } else if (own->variant == NULL) {
        statement = fan_db_use(db, RATINGS_SQL "AND r.player = $1 ORDER BY r.variant LIMIT $2");
        fan_db_bind_text(statement, 1, own->player);
        fan_db_bind_int(statement, 2, own->limit);
    } else {
        statement = fan_db_use(db, RATINGS_SQL "AND r.player = $1 AND r.variant = $2");
        fan_db_bind_text(statement, 1, own->player);
        fan_db_bind_text(statement, 2, own->variant);
    }
    return statement;
}

static void read_ratings(FanDb *db, FanRequest *request) {
    Ratings *own = (Ratings *)request;
    own->count = 0;
    own->ratings = NULL;
    FanDbStatement *statement = use_ratings(db, own);
    while (fan_db_step(statement) == FAN_DB_ROW) {
        FanStoreRating *row =
            fan_request_row(request, (void **)&own->ratings, &own->count, sizeof *row);
        if (row == NULL) {
            break;
        }
        *row = (FanStoreRating){
            .player = fan_request_keep(request, fan_db_text(statement, 0)),
            .variant = fan_request_keep(request, fan_db_text(statement, 1)),
            .name = fan_request_keep(request, fan_db_text(statement, 2)),
            .kind = fan_request_keep(request, fan_db_text(statement, 3)),
            .rating = fan_db_real(statement, 4),
            .deviation = fan_db_real(statement, 5),
            .volatility = fan_db_real(statement, 6),
            .games = (uint32_t)fan_db_int(statement, 7),
            .changed_ms = fan_db_int(statement, 8),
        };
    }
}

static void answer_ratings(FanRequest *request) {
    Ratings *own = (Ratings *)request;
    bool fine = request->status == FAN_STORE_OK;
    own->done(own->context, request->status, fine ? own->ratings : NULL, fine ? own->count : 0);
}

static const FanRequestKind ratings_kind = {.carry_out = read_ratings, .answer = answer_ratings};

void fan_store_ratings(FanStore *store, const char *player, const char *variant,
                       double deviation_max, unsigned limit, FanStoreRatingsDone *done,
                       void *context) {
    Ratings *own = fan_request_new(&ratings_kind, sizeof *own);
    if (own == NULL) {
        done(context, FAN_STORE_BUSY, NULL, 0);
        return;
    }
    own->done = done;
    own->context = context;
    own->player = fan_request_maybe_id(&own->request, player);
    own->variant = fan_request_maybe_id(&own->request, variant);
    own->deviation_max = deviation_max;
    own->limit = limit;
    if (limit < 1 || limit > LIMIT_MAX) {
        own->request.fault = "a list of ratings has 1 to 200";
    } else if (player == NULL && variant == NULL) {
        own->request.fault = "ratings are of a player or of a variant";
    }
    fan_store_submit(store, &own->request);
}

/* --- settling ----------------------------------------------------------------------------------
 *
 * The game's row is taken first, then both ratings in the order of their players, by writing: that
 * is what locks them, on either database. */

typedef struct Settling {
    FanRequest request;
    uint32_t number;
    FanStoreSettle *settle;
    const void *match;
    FanStoreDone *done;
    void *context;
} Settling;

static bool take_game(FanDb *db, const Settling *own, FanStoreGame *game, FanRequest *request) {
    FanDbStatement *statement =
        fan_db_use(db, "UPDATE games SET settled = 1, events = events + 1 WHERE id = $1 AND "
                       "events = $2 AND settled = 0 AND rated = 1 AND state = 'ended' "
                       "RETURNING " FAN_GAME_COLUMNS);
    fan_db_bind_text(statement, 1, request->key);
    fan_db_bind_int(statement, 2, own->number);
    if (fan_db_step(statement) != FAN_DB_ROW) {
        return false;
    }
    *game = fan_game_row_read(statement, request);
    return true;
}

/* A rating that is not there yet begins as zeros. Of who is gone, or nobody we know, none is
 * kept. */
static FanStoreRating take_rating(FanDb *db, const char *player, const char *variant) {
    FanStoreRating rating = {.player = player, .variant = variant};
    FanDbStatement *statement = fan_db_use(
        db, "INSERT INTO ratings (player, variant, rating, deviation, volatility, games, "
            "changed_ms) SELECT id, CAST($2 AS TEXT), 0, 0, 0, 0, 0 FROM players "
            "WHERE id = $1 AND kind <> 'gone' "
            "ON CONFLICT (player, variant) DO UPDATE SET games = ratings.games "
            "RETURNING rating, deviation, volatility, games, changed_ms");
    fan_db_bind_text(statement, 1, player);
    fan_db_bind_text(statement, 2, variant);
    if (player != NULL && fan_db_step(statement) == FAN_DB_ROW) {
        rating.rating = fan_db_real(statement, 0);
        rating.deviation = fan_db_real(statement, 1);
        rating.volatility = fan_db_real(statement, 2);
        rating.games = (uint32_t)fan_db_int(statement, 3);
        rating.changed_ms = fan_db_int(statement, 4);
    }
    return rating;
}

static void take_ratings(FanDb *db, const FanStoreGame *game, FanStoreRating *white,
                         FanStoreRating *black) {
    bool white_first =
        game->white == NULL || game->black == NULL || strcmp(game->white, game->black) < 0;
    if (white_first) {
        *white = take_rating(db, game->white, game->variant);
    }
    *black = take_rating(db, game->black, game->variant);
    if (!white_first) {
        *white = take_rating(db, game->white, game->variant);
    }
}

static void post_rating(FanDb *db, const FanStoreRating *rating, const char *player,
                        const char *variant) {
    FanDbStatement *statement = fan_db_use(
        db, "UPDATE ratings SET rating = $3, deviation = $4, volatility = $5, games = $6, "
            "changed_ms = $7 WHERE player = $1 AND variant = $2");
    fan_db_bind_text(statement, 1, player);
    fan_db_bind_text(statement, 2, variant);
    fan_db_bind_real(statement, 3, rating->rating);
    fan_db_bind_real(statement, 4, rating->deviation);
    fan_db_bind_real(statement, 5, rating->volatility);
    fan_db_bind_int(statement, 6, rating->games);
    fan_db_bind_int(statement, 7, rating->changed_ms);
    fan_db_post(statement, NULL);
}

static void settle(FanDb *db, FanRequest *request) {
    Settling *own = (Settling *)request;
    FanStoreGame game;
    if (!take_game(db, own, &game, request)) {
        request->status = FAN_STORE_CONFLICT;
        return;
    }
    FanStoreRating white, black;
    take_ratings(db, &game, &white, &black);
    char *event = fan_request_room(request, FAN_STORE_EVENT_MAX);
    if (fan_db_result(db) != FAN_DB_DONE || event == NULL) {
        fan_db_refuse(db, request, "out of memory");
        return;
    }
    event[0] = '\0';
    own->settle(own->match, &white, &black, event);
    post_rating(db, &white, game.white, game.variant);
    post_rating(db, &black, game.black, game.variant);
    /* The row counts as one change, so that half of it is noticed. */
    request->changed = 1;
    fan_game_post_event(db, request->key, own->number, event, own->number + 1, &request->changed);
}

static void answer_settling(FanRequest *request) {
    Settling *own = (Settling *)request;
    own->done(own->context, request->status);
}

static const FanRequestKind settling_kind = {
    .writes = true, .sorted = true, .carry_out = settle, .answer = answer_settling};

void fan_store_settle(FanStore *store, const char *game, uint32_t number, FanStoreSettle *function,
                      const void *match, size_t match_bytes, FanStoreDone *done, void *context) {
    Settling *own = fan_request_new(&settling_kind, sizeof *own);
    if (own == NULL) {
        done(context, FAN_STORE_BUSY);
        return;
    }
    FanRequest *request = &own->request;
    own->done = done;
    own->context = context;
    own->number = number;
    own->settle = function;
    if (match_bytes > MATCH_MAX) {
        request->fault = "more about a match than can be kept";
    } else {
        void *copy = fan_request_room(request, match_bytes);
        if (copy != NULL && match_bytes > 0) {
            memcpy(copy, match, match_bytes);
        }
        own->match = copy;
    }
    request->key = fan_request_id(request, game);
    request->told = number + 1;
    request->events = 1;
    request->wanted = 2;
    fan_store_submit(store, request);
}
