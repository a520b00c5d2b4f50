#include "desk.h"

#include <libpq-fe.h>
#include <time.h>
#include <unistd.h>

static bool postgres;

enum { PLACES_MAX = 64, PATIENCE_MS = 60000 };

static char places[PLACES_MAX][512];
static unsigned place_count;
static char folder[64];

static void remove_folder(void) {
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    if (system(command) != 0) {
        fprintf(stderr, "%s could not be removed\n", folder);
    }
}

void desk_choose(int argc, char **argv) {
    postgres = argc > 1 && strcmp(argv[1], "postgres") == 0;
    if (postgres && getenv("FANORONA_TEST_POSTGRES") == NULL) {
        fprintf(stderr, "FANORONA_TEST_POSTGRES is not set; see tests/support/postgres.py\n");
        exit(2);
    }
    snprintf(folder, sizeof folder, "/tmp/fan-store-XXXXXX");
    if (mkdtemp(folder) == NULL) {
        perror(folder);
        exit(2);
    }
    atexit(remove_folder);
}

bool desk_is_postgres(void) {
    return postgres;
}

/* A schema of the database whose address is known: made in no time, and as good as a database. */
static void make_schema(char *place, size_t size) {
    const char *address = getenv("FANORONA_TEST_POSTGRES");
    char name[64], sql[128];
    snprintf(name, sizeof name, "desk_%ld_%u", (long)getpid(), place_count);
    snprintf(sql, sizeof sql, "CREATE SCHEMA %s", name);
    PGconn *connection = PQconnectdb(address);
    PGresult *result = PQexec(connection, sql);
    if (PQresultStatus(result) != PGRES_COMMAND_OK) {
        fail_msg("%s: %s", sql, PQerrorMessage(connection));
    }
    PQclear(result);
    PQfinish(connection);
    snprintf(place, size, "%s&options=-csearch_path%%3D%s", address, name);
}

const char *desk_place(void) {
    char *place = places[place_count];
    if (postgres) {
        make_schema(place, sizeof places[0]);
    } else {
        snprintf(place, sizeof places[0], "%s/%u.db", folder, place_count);
    }
    place_count++;
    assert_true(place_count < PLACES_MAX);
    return place;
}

static void wake(void *context) {
    Desk *desk = context;
    pthread_mutex_lock(&desk->mutex);
    desk->wake = true;
    pthread_cond_signal(&desk->woken);
    pthread_mutex_unlock(&desk->mutex);
}

static void tell(Desk *desk, const char *what, const char *first, const char *second) {
    char *line = desk->told[desk->told_count++ % 64];
    snprintf(line, sizeof desk->told[0], "%s %.60s %.60s", what, first, second);
}

static void appended(void *context, const char *game, uint32_t number) {
    char text[16];
    snprintf(text, sizeof text, "%u", number);
    tell(context, "appended", game, text);
}

static void published(void *context, const char *topic, const char *text) {
    tell(context, "published", topic, text);
}

static void trouble(void *context, const char *text) {
    tell(context, text[0] != '\0' ? "trouble" : "fine", "", "");
}

static Desk *new_desk(void) {
    Desk *desk = calloc(1, sizeof *desk);
    assert_non_null(desk);
    pthread_mutex_init(&desk->mutex, NULL);
    pthread_cond_init(&desk->woken, NULL);
    return desk;
}

static Desk *open_by(FanStoreOpening (*open)(FanStore **, const char *, void (*)(void *), void *,
                                             char *),
                     const char *where) {
    Desk *desk = new_desk();
    if (open(&desk->store, where, wake, desk, desk->error) != FAN_STORE_OPENED) {
        fail_msg("%s", desk->error);
    }
    FanStoreNews news = {appended, published, trouble, desk};
    fan_store_listen(desk->store, &news);
    return desk;
}

Desk *desk_open(const char *where) {
    return open_by(fan_store_open, where);
}

Desk *desk_open_beside(const char *where) {
    return open_by(fan_store_open_beside, where);
}

FanStoreOpening desk_try(const char *where, char *error) {
    Desk *desk = new_desk();
    FanStoreOpening opening = fan_store_open(&desk->store, where, wake, desk, error);
    if (opening == FAN_STORE_OPENED) {
        fan_store_close(desk->store);
    }
    free(desk);
    return opening;
}

void desk_close(Desk *desk) {
    fan_store_close(desk->store);
    free(desk);
}

/* --- waiting -----------------------------------------------------------------------------------
 */

static void wait_for_wake(Desk *desk, int ms) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += ms / 1000;
    until.tv_nsec += ms % 1000 * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_mutex_lock(&desk->mutex);
    while (!desk->wake && pthread_cond_timedwait(&desk->woken, &desk->mutex, &until) == 0) {
    }
    desk->wake = false;
    pthread_mutex_unlock(&desk->mutex);
    fan_store_deliver(desk->store);
}

static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void desk_await(Desk *desk, unsigned answers) {
    int64_t until = now_ms() + PATIENCE_MS;
    while (desk->answers < answers) {
        if (now_ms() > until) {
            fail_msg("%u answers of %u, then none", desk->answers, answers);
        }
        wait_for_wake(desk, 1000);
    }
}

void desk_deliver(Desk *desk, int ms) {
    for (int64_t until = now_ms() + ms, left; (left = until - now_ms()) > 0;) {
        wait_for_wake(desk, (int)left);
    }
}

void desk_await_told(Desk *desk, const char *text) {
    int64_t until = now_ms() + PATIENCE_MS;
    for (;;) {
        for (unsigned i = 0; i < desk->told_count && i < 64; i++) {
            if (strcmp(desk->told[i], text) == 0) {
                return;
            }
        }
        if (now_ms() > until) {
            fail_msg("never told \"%s\", last \"%s\"", text,
                     desk->told_count > 0 ? desk->told[(desk->told_count - 1) % 64] : "nothing");
        }
        wait_for_wake(desk, 200);
    }
}

void desk_await_fine(Desk *desk) {
    int64_t until = now_ms() + PATIENCE_MS;
    while (desk_keep(desk, "trial", "trial", NULL, "x", true) != FAN_STORE_OK) {
        if (now_ms() > until) {
            fail_msg("still away: %s", fan_store_trouble(desk->store));
        }
        desk_deliver(desk, 50);
    }
    desk_deliver(desk, 20);
}

/* --- answers -----------------------------------------------------------------------------------
 */

static const char *copy(const char *text) {
    /* Freed with the program: what a test compares it with may come late. */
    static char *kept[200000];
    static unsigned count;
    if (text == NULL || count == sizeof kept / sizeof kept[0]) {
        return NULL;
    }
    return kept[count++] = strdup(text);
}

static void take_answer(Desk *desk, FanStoreStatus status, size_t count) {
    desk->answers++;
    desk->status = status;
    desk->count = count;
    snprintf(desk->error, sizeof desk->error, "%s", fan_store_error(desk->store));
}

static FanStoreGame copy_game(const FanStoreGame *game) {
    FanStoreGame own = *game;
    own.id = copy(game->id);
    own.variant = copy(game->variant);
    own.white = copy(game->white);
    own.black = copy(game->black);
    own.state = copy(game->state);
    own.result = copy(game->result);
    own.reason = copy(game->reason);
    own.spec = copy(game->spec);
    return own;
}

void desk_done(void *context, FanStoreStatus status) {
    take_answer(context, status, 0);
}

void desk_events_done(void *context, FanStoreStatus status, const FanStoreGame *game,
                      const char *const *events, size_t count) {
    Desk *desk = context;
    take_answer(desk, status, count);
    if (status == FAN_STORE_OK) {
        desk->game = copy_game(game);
    }
    for (size_t i = 0; i < count && i < 512; i++) {
        desk->events[i] = copy(events[i]);
    }
}

void desk_games_done(void *context, FanStoreStatus status, const FanStoreGame *games,
                     size_t count) {
    Desk *desk = context;
    take_answer(desk, status, count);
    for (size_t i = 0; i < count && i < 256; i++) {
        desk->games[i] = copy_game(&games[i]);
    }
}

void desk_player_done(void *context, FanStoreStatus status, const FanStorePlayer *player) {
    Desk *desk = context;
    take_answer(desk, status, 0);
    if (status == FAN_STORE_OK) {
        desk->player = *player;
        desk->player.id = copy(player->id);
        desk->player.kind = copy(player->kind);
        desk->player.name = copy(player->name);
        desk->player.password = copy(player->password);
        desk->player.owner = copy(player->owner);
    }
}

void desk_things_done(void *context, FanStoreStatus status, const FanStoreThing *things,
                      size_t count) {
    Desk *desk = context;
    take_answer(desk, status, count);
    for (size_t i = 0; i < count && i < 256; i++) {
        desk->things[i] = things[i];
        desk->things[i].kind = copy(things[i].kind);
        desk->things[i].id = copy(things[i].id);
        desk->things[i].owner = copy(things[i].owner);
        desk->things[i].text = copy(things[i].text);
    }
}

void desk_ratings_done(void *context, FanStoreStatus status, const FanStoreRating *ratings,
                       size_t count) {
    Desk *desk = context;
    take_answer(desk, status, count);
    for (size_t i = 0; i < count && i < 256; i++) {
        desk->ratings[i] = ratings[i];
        desk->ratings[i].player = copy(ratings[i].player);
        desk->ratings[i].variant = copy(ratings[i].variant);
        desk->ratings[i].name = copy(ratings[i].name);
        desk->ratings[i].kind = copy(ratings[i].kind);
    }
}

/* --- calls that wait ---------------------------------------------------------------------------
 */

FanStoreGame desk_game(const char *id, uint32_t events) {
    return (FanStoreGame){.id = id,
                          .variant = "tsivy",
                          .white = "anna",
                          .black = "bodo",
                          .state = "playing",
                          .spec = "{}",
                          .made_ms = 1000,
                          .changed_ms = 1000 + events,
                          .turns = events,
                          .events = events};
}

FanStoreStatus desk_append(Desk *desk, const char *game, uint32_t number, const char *event) {
    FanStoreGame row = desk_game(game, number + 1);
    unsigned before = desk->answers;
    fan_store_append(desk->store, &row, &event, 1, desk_done, desk);
    desk_await(desk, before + 1);
    return desk->status;
}

FanStoreStatus desk_events(Desk *desk, const char *game, uint32_t from) {
    unsigned before = desk->answers;
    fan_store_events(desk->store, game, from, desk_events_done, desk);
    desk_await(desk, before + 1);
    return desk->status;
}

FanStoreStatus desk_games(Desk *desk, const FanStoreGamesWanted *wanted) {
    unsigned before = desk->answers;
    fan_store_games(desk->store, wanted, desk_games_done, desk);
    desk_await(desk, before + 1);
    return desk->status;
}

FanStoreStatus desk_player_make(Desk *desk, const char *id, const char *kind, const char *name,
                                const char *owner) {
    FanStorePlayer player = {.id = id, .kind = kind, .name = name, .owner = owner, .made_ms = 7};
    unsigned before = desk->answers;
    fan_store_player_make(desk->store, &player, desk_done, desk);
    desk_await(desk, before + 1);
    return desk->status;
}

FanStoreStatus desk_player_change(Desk *desk, const FanStorePlayer *player) {
    unsigned before = desk->answers;
    fan_store_player_change(desk->store, player, desk_done, desk);
    desk_await(desk, before + 1);
    return desk->status;
}

FanStoreStatus desk_player(Desk *desk, const char *id, const char *name) {
    unsigned before = desk->answers;
    fan_store_player(desk->store, id, name, desk_player_done, desk);
    desk_await(desk, before + 1);
    return desk->status;
}

FanStoreStatus desk_keep(Desk *desk, const char *kind, const char *id, const char *owner,
                         const char *text, bool replace) {
    FanStoreThing thing = {.kind = kind, .id = id, .owner = owner, .text = text, .made_ms = 100};
    unsigned before = desk->answers;
    fan_store_thing_keep(desk->store, &thing, replace, desk_done, desk);
    desk_await(desk, before + 1);
    return desk->status;
}

FanStoreStatus desk_take(Desk *desk, const char *kind, const char *id) {
    unsigned before = desk->answers;
    fan_store_thing_take(desk->store, kind, id, desk_done, desk);
    desk_await(desk, before + 1);
    return desk->status;
}

FanStoreStatus desk_things(Desk *desk, const char *kind, const char *id, const char *owner,
                           int64_t now) {
    unsigned before = desk->answers;
    fan_store_things(desk->store, kind, id, owner, now, 200, desk_things_done, desk);
    desk_await(desk, before + 1);
    return desk->status;
}
