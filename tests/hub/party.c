#define _GNU_SOURCE
#include "party.h"

#include "people/people.h"

#include <fanorona/turn.h>
#include <libpq-fe.h>
#include <stdarg.h>
#include <unistd.h>

/* --- places ------------------------------------------------------------------------------------
 */

static bool postgres;

void party_choose(int argc, char **argv) {
    postgres = argc > 1 && strcmp(argv[1], "postgres") == 0;
}

bool party_is_postgres(void) {
    return postgres;
}

/* A database of its own for each test: a file that goes, or a schema's name in the address. */
static const char *new_place(void) {
    static unsigned count;
    char *place;
    if (postgres) {
        const char *address = getenv("FANORONA_TEST_POSTGRES");
        assert_non_null(address);
        char sql[64];
        snprintf(sql, sizeof sql, "CREATE DATABASE party_%u", count);
        PGconn *connection = PQconnectdb(address);
        PGresult *result = PQexec(connection, sql);
        assert_int_equal(PQresultStatus(result), PGRES_COMMAND_OK);
        PQclear(result);
        PQfinish(connection);
        const char *name = strrchr(address, '/'), *rest = strchr(name, '?');
        assert_true(asprintf(&place, "%.*s/party_%u%s", (int)(name - address), address, count++,
                             rest ? rest : "") > 0);
        return place;
    }
    char folder[] = "/tmp/fan-hub-XXXXXX";
    assert_non_null(mkdtemp(folder));
    assert_true(asprintf(&place, "%s/%u.db", folder, count++) > 0);
    return place;
}

static void remove_place(const char *place) {
    if (!postgres) {
        static const char *const ends[] = {"", "-wal", "-shm", "-lock"};
        char path[128];
        for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
            snprintf(path, sizeof path, "%s%s", place, ends[i]);
            unlink(path);
        }
        snprintf(path, sizeof path, "%s", place);
        *strrchr(path, '/') = '\0';
        rmdir(path);
    }
    free((char *)place);
}

/* --- ratings -----------------------------------------------------------------------------------
 */

/* Winners gain ten points. */
static void settle(const void *match, FanStoreRating *white, FanStoreRating *black,
                   char event[FAN_STORE_EVENT_MAX]) {
    const FanRatedMatch *rated = match;
    FanStoreRating *sides[] = {white, black};
    int before[2], after[2];
    for (int i = 0; i < 2; i++) {
        double score = i == 0 ? rated->white_score : 1 - rated->white_score;
        before[i] = (int)(sides[i]->games ? sides[i]->rating : 1500);
        after[i] = before[i] + (int)(20 * (score - 0.5));
        sides[i]->rating = after[i];
        sides[i]->deviation = 100;
        sides[i]->volatility = 0.06;
        sides[i]->games++;
        sides[i]->changed_ms = rated->at_ms;
    }
    snprintf(event, FAN_STORE_EVENT_MAX,
             "{\"n\":%u,\"at\":%lld,\"kind\":\"rated\",\"white\":{\"before\":%d,\"after\":%d,"
             "\"provisional\":false},\"black\":{\"before\":%d,\"after\":%d,\"provisional\":false}}",
             rated->number, (long long)rated->at_ms, before[0], after[0], before[1], after[1]);
}

static json_t *rating_json(const FanStoreRating *rating, int64_t at_ms) {
    (void)at_ms;
    return json_pack("{s:i, s:b}", "rating", (int)rating->rating, "provisional", 0);
}

/* --- hubs --------------------------------------------------------------------------------------
 */

static int64_t now_ms(void *context) {
    return ((Party *)context)->now_ms;
}

static void on_turn(void *context, const char *player, const char *game) {
    Party *party = context;
    (void)game;
    party->turned++;
    strcpy(party->turned_player, player);
}

static void wake(void *context) {
    uv_async_send(&((Door *)context)->wake);
}

static void on_wake(uv_async_t *async) {
    fan_store_deliver(((Door *)async->data)->store);
}

void party_open(Party *party, unsigned hub) {
    char error[FAN_STORE_ERROR_MAX] = "";
    Door *door = &party->doors[hub];
    uv_async_init(&party->loop, &door->wake, on_wake);
    door->wake.data = door;
    if (fan_store_open(&party->stores[hub], party->place, wake, door, error) != FAN_STORE_OPENED) {
        fail_msg("%s", error);
    }
    party->config.store = door->store = party->stores[hub];
    party->hubs[hub] = fan_hub_new(&party->config);
    assert_non_null(party->hubs[hub]);
    if (hub >= party->hub_count) {
        party->hub_count = hub + 1;
    }
}

Party *party_begin(unsigned hubs) {
    Party *party = calloc(1, sizeof *party);
    uv_loop_init(&party->loop);
    party->now_ms = INT64_C(1800000000000);
    party->place = new_place();
    party->config = (FanHubConfig){.loop = &party->loop,
                                   .engines = 1,
                                   .public_url = "http://localhost:8080",
                                   .now_ms = now_ms,
                                   .settle = settle,
                                   .rating_json = rating_json,
                                   .on_turn = on_turn,
                                   .context = party};
    for (unsigned i = 0; i < hubs; i++) {
        party_open(party, i);
        party_until(party, party->hubs[i]->begun);
    }
    return party;
}

static void forget_guest(Guest *guest) {
    if (guest->peer) {
        fan_hub_leave(guest->peer);
        guest->peer = NULL;
    }
}

static void close_hub(Party *party, unsigned hub) {
    for (unsigned i = 0; i < party->guest_count; i++) {
        if (party->guests[i]->hub == party->hubs[hub]) {
            forget_guest(party->guests[i]);
        }
    }
    fan_hub_free(party->hubs[hub]);
    fan_store_close(party->stores[hub]);
    uv_close((uv_handle_t *)&party->doors[hub].wake, NULL);
    party->hubs[hub] = NULL;
    party->stores[hub] = NULL;
    uv_run(&party->loop, UV_RUN_NOWAIT);
}

void party_kill(Party *party, unsigned hub) {
    /* Nothing is told to anybody, and no seek is taken back. */
    close_hub(party, hub);
}

void party_end(Party *party) {
    for (unsigned i = 0; i < party->hub_count; i++) {
        if (party->hubs[i]) {
            close_hub(party, i);
        }
    }
    for (unsigned i = 0; i < party->guest_count; i++) {
        Guest *guest = party->guests[i];
        for (unsigned j = 0; j < guest->played_count; j++) {
            fan_room_free(guest->played[j].room);
            for (size_t k = 0; k < guest->played[j].count; k++) {
                free(guest->played[j].events[k]);
            }
        }
        json_decref(guest->answer);
        json_decref(guest->heard);
        free(guest);
    }
    json_decref(party->body);
    free(party->text);
    uv_run(&party->loop, UV_RUN_DEFAULT);
    assert_int_equal(uv_loop_close(&party->loop), 0);
    remove_place(party->place);
    free(party);
}

typedef struct Made {
    volatile bool done;
} Made;

static void on_made(void *context, FanStoreStatus status) {
    assert_int_equal(status, FAN_STORE_OK);
    ((Made *)context)->done = true;
}

void party_player(Party *party, const char *id, const char *kind, const char *name) {
    const FanStorePlayer player = {
        .id = id, .kind = kind, .name = name, .password = name ? "x" : NULL, .made_ms = 1};
    Made made = {false};
    fan_store_player_make(party->stores[0], &player, on_made, &made);
    party_until(party, made.done);
}

/* --- time --------------------------------------------------------------------------------------
 */

static void read_all(Guest *guest);

void party_step(Party *party) {
    uv_run(&party->loop, UV_RUN_NOWAIT);
    for (unsigned i = 0; i < party->guest_count; i++) {
        read_all(party->guests[i]);
    }
    usleep(500);
}

static bool is_busy(const Party *party) {
    bool busy = false;
    for (unsigned i = 0; i < party->hub_count; i++) {
        const FanHub *hub = party->hubs[i];
        busy |= hub && (hub->calls_count > 0 || hub->counts.engines_busy > 0);
    }
    return busy;
}

void party_settle(Party *party) {
    party_until(party, !is_busy(party));
    party_step(party);
    party_until(party, !is_busy(party));
}

void party_pass(Party *party, int64_t ms) {
    while (ms > 0) {
        int64_t step = ms < 1000 ? ms : 1000;
        party->now_ms += step;
        ms -= step;
        for (unsigned i = 0; i < party->hub_count; i++) {
            if (party->hubs[i]) {
                fan_hub_tick(party->hubs[i]);
            }
        }
        party_settle(party);
    }
}

/* --- guests ------------------------------------------------------------------------------------
 */

static void on_ready(void *context) {
    (void)context;
}

static void on_close(void *context) {
    Guest *guest = context;
    assert_false(guest->closed);
    guest->closed = true;
}

Played *guest_played(Guest *guest, const char *game) {
    for (unsigned i = 0; i < guest->played_count; i++) {
        if (strcmp(guest->played[i].game, game) == 0) {
            return &guest->played[i];
        }
    }
    assert_true(guest->played_count < PLAYED);
    Played *played = &guest->played[guest->played_count++];
    strcpy(played->game, game);
    played->room = fan_room_new();
    return played;
}

static void take_events(Guest *guest, const json_t *tell) {
    Played *played = guest_played(guest, json_string_value(json_object_get(tell, "game")));
    size_t number = (size_t)json_integer_value(json_object_get(tell, "from")), i;
    json_t *event;
    assert_true(number <= played->count); /* never a gap */
    json_array_foreach(json_object_get(tell, "events"), i, event) {
        char *text = json_dumps(event, JSON_COMPACT);
        if (number < played->count) {
            assert_string_equal(text, played->events[number]);
            free(text);
        } else {
            const char *why = "";
            if (!fan_room_apply(played->room, text, strlen(text), &why)) {
                fail_msg("%s: %s", why, text);
            }
            played->events[played->count++] = text;
        }
        number++;
    }
}

static void take_tell(Guest *guest, const char *text, size_t length) {
    char why[FAN_PROTOCOL_WHY_MAX];
    json_t *tell = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
    if (!fan_protocol_check("Tell", tell, why)) {
        fail_msg("%s: %.*s", why, (int)length, text);
    }
    const char *is = json_string_value(json_object_get(tell, "is"));
    if (strcmp(is, "events") == 0) {
        take_events(guest, tell);
    }
    if (strcmp(is, "done") == 0 || strcmp(is, "refused") == 0) {
        json_decref(guest->answer);
        guest->answer = json_incref(tell);
    }
    json_array_append_new(guest->heard, tell);
}

static void read_all(Guest *guest) {
    size_t length;
    const char *text;
    while (guest->peer && !guest->deaf && (text = fan_peer_next(guest->peer, &length))) {
        take_tell(guest, text, length);
        fan_peer_sent(guest->peer);
    }
}

static char *quoted(const char *format, va_list arguments) {
    char *text;
    assert_true(vasprintf(&text, format, arguments) >= 0);
    for (char *c = text; *c; c++) {
        *c = *c == '\'' ? '"' : *c;
    }
    return text;
}

void guest_say(Guest *guest, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *text = quoted(format, arguments);
    va_end(arguments);
    fan_hub_receive(guest->peer, text, strlen(text));
    free(text);
}

static bool ask(Guest *guest, const char *format, va_list arguments) {
    char *text = quoted(format, arguments), *with_id;
    unsigned id = ++guest->said;
    assert_true(asprintf(&with_id, "{\"id\":%u,%s", id, text + 1) > 0);
    json_decref(guest->answer);
    guest->answer = NULL;
    fan_hub_receive(guest->peer, with_id, strlen(with_id));
    if (getenv("PARTY_TALK")) {
        print_message("%s: %s\n", guest->who.player, with_id);
    }
    party_until(guest->party,
                json_integer_value(json_object_get(guest->answer, "id")) == (json_int_t)id);
    free(text);
    free(with_id);
    return strcmp(json_string_value(json_object_get(guest->answer, "is")), "done") == 0;
}

bool guest_do(Guest *guest, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    bool done = ask(guest, format, arguments);
    va_end(arguments);
    return done;
}

void guest_is_refused(Guest *guest, const char *reason, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    assert_false(ask(guest, format, arguments));
    va_end(arguments);
    const json_t *why = json_object_get(guest->answer, "why");
    assert_string_equal(json_string_value(json_object_get(why, "reason")), reason);
}

Guest *party_come(Party *party, unsigned hub, const char *player, const char *kind) {
    Guest *guest = calloc(1, sizeof *guest);
    assert_true(party->guest_count < GUESTS);
    party->guests[party->guest_count++] = guest;
    guest->party = party;
    guest->hub = party->hubs[hub];
    guest->heard = json_array();
    strcpy(guest->who.player, player);
    strcpy(guest->who.kind, kind);
    if (strcmp(kind, "account") == 0) {
        strcpy(guest->who.name, player);
    }
    const FanPeerLine line = {on_ready, on_close, guest};
    guest->peer = fan_hub_join(guest->hub, &guest->who, &line);
    assert_non_null(guest->peer);
    guest_say(guest, "{'do':'hello','protocol':1}");
    party_until(party, guest_heard(guest, "welcome"));
    return guest;
}

void guest_go(Guest *guest) {
    forget_guest(guest);
}

json_t *guest_heard(const Guest *guest, const char *is) {
    for (size_t i = json_array_size(guest->heard); i-- > 0;) {
        json_t *tell = json_array_get(guest->heard, i);
        if (strcmp(json_string_value(json_object_get(tell, "is")), is) == 0) {
            return tell;
        }
    }
    return NULL;
}

size_t guest_count(const Guest *guest, const char *is) {
    size_t count = 0, i;
    json_t *tell;
    json_array_foreach(guest->heard, i, tell) {
        count += strcmp(json_string_value(json_object_get(tell, "is")), is) == 0;
    }
    return count;
}

void guest_forget(Guest *guest) {
    json_array_clear(guest->heard);
}

/* --- requests ----------------------------------------------------------------------------------
 */

static void on_answer(void *context, const FanReply *reply) {
    Party *party = context;
    party->status = reply->status;
    json_decref(party->body);
    free(party->text);
    party->body = reply->body ? json_deep_copy(reply->body) : NULL;
    party->text = reply->text ? strndup(reply->text, reply->text_bytes) : NULL;
    party->answered = true;
}

static json_t *value(const char *text) {
    char *copy = strdup(text);
    for (char *c = copy; *c; c++) {
        *c = *c == '\'' ? '"' : *c;
    }
    json_t *json = json_loads(copy, 0, NULL);
    assert_non_null(json);
    free(copy);
    return json;
}

void party_ask(Party *party, const Guest *guest, const char *name, const char *values,
               const char *body) {
    json_t *path = value(values), *sent = body ? value(body) : NULL;
    party->answered = false;
    fan_hub_ask(guest->hub, &guest->who, name, path, sent, on_answer, party);
    json_decref(path);
    json_decref(sent);
    party_until(party, party->answered);
}

/* --- games -------------------------------------------------------------------------------------
 */

void party_game(Guest *ann, Guest *bob, const char *spec, char game[FAN_ROOM_ID + 1]) {
    char body[1024];
    snprintf(body, sizeof body, "{'spec':%s,'side':'white','opponent':{'kind':'link'}}", spec);
    party_ask(ann->party, ann, "games.make", "{}", body);
    assert_int_equal(ann->party->status, 201);
    strcpy(game, json_string_value(json_object_get(ann->party->body, "game")));
    assert_true(guest_do(ann, "{'do':'watch','game':'%s'}", game));
    assert_true(guest_do(bob, "{'do':'watch','game':'%s'}", game));
    assert_true(guest_do(bob, "{'do':'sit','game':'%s'}", game));
}

typedef struct Pick {
    uint64_t left;
    FanTurn turn;
} Pick;

static bool pick_turn(void *context, const FanTurn *turn, const FanPosition *after) {
    Pick *pick = context;
    (void)after;
    pick->turn = *turn;
    return pick->left-- > 0;
}

void guest_any_turn(Guest *guest, const char *game, uint64_t seed, char text[FAN_TURN_TEXT_MAX]) {
    const FanGame *so = fan_room_game(guest_played(guest, game)->room);
    uint64_t count = fan_turns_count(so->board, &so->rules, &so->position);
    assert_true(count > 0);
    Pick pick = {.left = seed % count};
    assert_false(fan_turns_visit(so->board, &so->rules, &so->position, pick_turn, &pick));
    fan_turn_write(so->board, &pick.turn, text);
}

void party_turns(Guest *white, Guest *black, const char *game, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        Guest *guest = i % 2 == 0 ? white : black;
        Played *played = guest_played(guest, game);
        char text[FAN_TURN_TEXT_MAX];
        guest->party->now_ms += 100; /* guests are no faster than the limit on messages */
        guest_any_turn(guest, game, 7919 * i + 13, text);
        uint32_t ply = (uint32_t)fan_room_game(played->room)->length;
        if (!guest_do(guest, "{'do':'turn','game':'%s','ply':%u,'turn':'%s'}", game, ply, text)) {
            char *why = json_dumps(guest->answer, 0);
            fail_msg("%s", why);
        }
        party_until(white->party,
                    guest_played(white, game)->count == guest_played(black, game)->count);
    }
}

/* --- the truth ---------------------------------------------------------------------------------
 */

typedef struct Truth {
    char *events[EVENTS];
    size_t count;
    bool known;
} Truth;

static void on_truth(void *context, FanStoreStatus status, const FanStoreGame *game,
                     const char *const *events, size_t count) {
    Truth *truth = context;
    assert_int_equal(status, FAN_STORE_OK);
    assert_int_equal(game->events, count);
    for (size_t i = 0; i < count; i++) {
        truth->events[i] = strdup(events[i]);
    }
    truth->count = count;
    truth->known = true;
}

void party_same(Party *party, const char *game) {
    static Truth truth;
    truth = (Truth){.count = 0};
    FanStore *store = party->stores[0] ? party->stores[0] : party->stores[1];
    fan_store_events(store, game, 0, on_truth, &truth);
    party_until(party, truth.known);
    for (unsigned i = 0; i < party->guest_count; i++) {
        Guest *guest = party->guests[i];
        for (unsigned j = 0; guest->peer && j < guest->played_count; j++) {
            Played *played = &guest->played[j];
            if (strcmp(played->game, game) != 0) {
                continue;
            }
            for (int tries = 0; tries < 20000 && played->count < truth.count; tries++) {
                party_step(party); /* the news may be on the way */
            }
            assert_int_equal(played->count, truth.count);
            for (size_t k = 0; k < truth.count; k++) {
                assert_string_equal(played->events[k], truth.events[k]);
            }
        }
    }
    for (size_t k = 0; k < truth.count; k++) {
        free(truth.events[k]);
    }
}
