#define _GNU_SOURCE /* nftw */
#include "people/house.h"

#include <ftw.h>
#include <unistd.h>

#include "protocol/protocol.h"

const FanIdentity house_nobody;

/* --- places --------------------------------------------------------------------------------------
 */

/* In memory where that can be had: what is tried here is not the disk. */
static char folder[64];

static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *where) {
    (void)info, (void)kind, (void)where;
    return remove(path);
}

static void remove_folder(void) {
    nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

/* A fresh database of the cluster that tests/support/postgres.py has started round this program. */
static void make_database(const char *cluster, char *place, size_t size) {
    char command[256];
    snprintf(command, sizeof command, "/usr/bin/python3 -B tests/support/postgres.py database '%s'",
             cluster);
    FILE *answer = popen(command, "r");
    assert_non_null(answer);
    assert_non_null(fgets(place, (int)size, answer));
    place[strcspn(place, "\n")] = '\0';
    assert_int_equal(pclose(answer), 0);
}

const char *house_place(void) {
    static char places[32][256];
    static unsigned count;
    const char *cluster = getenv("FANORONA_TEST_CLUSTER");
    assert_true(count < 32);
    if (cluster) {
        make_database(cluster, places[count], sizeof places[count]);
        return places[count++];
    }
    if (!folder[0]) {
        snprintf(folder, sizeof folder, "%s/fan-people-XXXXXX",
                 access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
        assert_non_null(mkdtemp(folder));
        atexit(remove_folder);
    }
    snprintf(places[count], sizeof places[count], "%s/%u.db", folder, count);
    return places[count++];
}

/* --- what is told --------------------------------------------------------------------------------
 */

static int64_t now_ms(void *context) {
    const House *house = context;
    uv_timeval64_t now;
    uv_gettimeofday(&now);
    return now.tv_sec * 1000 + now.tv_usec / 1000 + house->now_ms;
}

static void on_change(void *context, const FanIdentity *who, bool expelled) {
    House *house = context;
    assert_true(house->change_count < 64);
    house->changes[house->change_count++] = (Change){*who, expelled};
}

typedef struct Later {
    uv_timer_t timer;
    void (*done)(void *, bool);
    void *errand;
    bool fine;
} Later;

static void on_later_closed(uv_handle_t *handle) {
    free(handle->data);
}

static void on_later(uv_timer_t *timer) {
    Later *later = timer->data;
    later->done(later->errand, later->fine);
    uv_close((uv_handle_t *)timer, on_later_closed);
}

static void reseat(void *context, const char *from, const FanIdentity *to,
                   void (*done)(void *, bool), void *errand) {
    House *house = context;
    assert_true(house->reseat_count < 64);
    Reseat *made = &house->reseats[house->reseat_count++];
    snprintf(made->from, sizeof made->from, "%s", from);
    made->to = *to;
    Later *later = calloc(1, sizeof *later);
    *later = (Later){.done = done, .errand = errand, .fine = !house->reseat_fails};
    uv_timer_init(&house->loop, &later->timer);
    later->timer.data = later;
    uv_timer_start(&later->timer, on_later, 1, 0);
}

static void on_log(void *context, const char *event, const json_t *fields) {
    House *house = context;
    (void)fields;
    json_array_append_new(house->logged, json_string(event));
}

static void on_ready(void *context, bool fine) {
    House *house = context;
    house->ready = true;
    house->fine = fine;
}

static void on_published(void *context, const char *topic, const char *text) {
    House *house = context;
    house->scrubbed += strcmp(topic, "hub.scrubbed") == 0;
    if (house->people) {
        fan_people_hear(house->people, topic, text);
    }
    if (house->other && house->other->people) {
        fan_people_hear(house->other->people, topic, text);
    }
}

static void on_wake(void *context) {
    House *house = context;
    uv_async_send(&house->woken);
}

static void on_woken(uv_async_t *async) {
    House *house = async->data;
    fan_store_deliver(house->store);
}

/* --- opening and closing -------------------------------------------------------------------------
 */

static bool is_ready(House *house) {
    return house->ready;
}

static void open_store(House *house, const char *where) {
    char error[FAN_STORE_ERROR_MAX];
    FanStoreOpening opening = fan_store_open(&house->store, where, on_wake, house, error);
    if (opening == FAN_STORE_LOCKED) { /* a second process on one file */
        opening = fan_store_open_beside(&house->store, where, on_wake, house, error);
    }
    if (opening != FAN_STORE_OPENED) {
        fail_msg("the store: %s", error);
    }
    const FanStoreNews news = {.published = on_published, .context = house};
    fan_store_listen(house->store, &news);
}

static House *open_house(const char *where, bool push, int64_t later_ms) {
    House *house = calloc(1, sizeof *house);
    house->now_ms = later_ms;
    assert_true(fan_protocol_begin());
    house->logged = json_array();
    assert_int_equal(uv_loop_init(&house->loop), 0);
    assert_int_equal(uv_async_init(&house->loop, &house->woken, on_woken), 0);
    house->woken.data = house;
    open_store(house, where);
    const FanPeopleConfig config = {.loop = &house->loop,
                                    .store = house->store,
                                    .public_url = "https://play.example",
                                    .push = push,
                                    .on_change = on_change,
                                    .reseat = reseat,
                                    .on_log = on_log,
                                    .now_ms = now_ms,
                                    .context = house};
    house->people = fan_people_new(&config, on_ready);
    assert_non_null(house->people);
    house_until(house, is_ready);
    assert_true(house->fine);
    return house;
}

House *house_open(const char *where, bool push) {
    return open_house(where, push, 0);
}

House *house_open_at(const char *where, int64_t later_ms) {
    return open_house(where, false, later_ms);
}

bool house_has_reseated(House *house) {
    return house->reseat_count > 0;
}

bool house_has_changed(House *house) {
    return house->change_count > 0;
}

void house_close(House *house) {
    FanPeople *people = house->people;
    house->people = NULL;
    fan_people_free(people);
    fan_store_close(house->store);
    uv_close((uv_handle_t *)&house->woken, NULL);
    uv_run(&house->loop, UV_RUN_DEFAULT);
    assert_int_equal(uv_loop_close(&house->loop), 0);
    json_decref(house->said.body);
    json_decref(house->logged);
    free(house->said.text);
    free(house);
    fan_protocol_end();
}

static void on_tick(uv_timer_t *timer) {
    (void)timer;
}

static void turn_until(House *house, bool (*done)(House *house), int ms) {
    uv_timer_t tick;
    uint64_t end = uv_hrtime() + (uint64_t)ms * 1000000;
    uv_timer_init(&house->loop, &tick);
    uv_timer_start(&tick, on_tick, 5, 5);
    while (!(done && done(house)) && uv_hrtime() < end) {
        uv_run(&house->loop, UV_RUN_ONCE);
    }
    uv_close((uv_handle_t *)&tick, NULL);
    uv_run(&house->loop, UV_RUN_NOWAIT);
}

void house_until(House *house, bool (*done)(House *house)) {
    turn_until(house, done, 20000);
    assert_true(done(house));
}

void house_turn(House *house, int ms) {
    turn_until(house, NULL, ms);
}

/* --- asks ----------------------------------------------------------------------------------------
 */

static bool is_answered(House *house) {
    return house->answered;
}

static void on_answered(void *context, const FanReply *reply) {
    House *house = context;
    Said *said = &house->said;
    assert_false(house->answered);
    house->answered = true;
    json_decref(said->body);
    free(said->text);
    *said = (Said){.status = reply->status,
                   .body = json_deep_copy(reply->body),
                   .text = reply->text ? strndup(reply->text, reply->text_bytes) : NULL,
                   .cookie_set = reply->cookie != NULL};
    snprintf(said->cookie, sizeof said->cookie, "%s", reply->cookie ? reply->cookie : "");
}

/* Every answer is as the schema has it. */
static void check_answer(const char *ask, const Said *said) {
    static const char *const answers[][2] = {
        {"session.make", "Me"},        {"me", "Me"},
        {"account.make", "Me"},        {"account.login", "Me"},
        {"transfer.make", "Transfer"}, {"transfer.take", "Me"},
        {"bots.make", "BotMade"},      {"players", "Profile"},
        {"push.key", "PushKey"},       {"leaderboard", "Leaderboard"},
    };
    const char *name = said->status >= 400 ? "Error" : NULL;
    for (size_t i = 0; !name && i < sizeof answers / sizeof answers[0]; i++) {
        name = strcmp(ask, answers[i][0]) == 0 ? answers[i][1] : NULL;
    }
    char why[FAN_PROTOCOL_WHY_MAX];
    if (name && !fan_protocol_check(name, said->body, why)) {
        fail_msg("%s: %s", ask, why);
    }
    if (said->status == 204) {
        assert_null(said->body);
    }
}

unsigned house_ask(House *house, const FanIdentity *who, const char *peer, const char *ask,
                   const char *values, const char *body) {
    json_t *given = values ? json_loads(values, 0, NULL) : json_object();
    json_t *sent = body ? json_loads(body, 0, NULL) : NULL;
    assert_non_null(given);
    house->answered = false;
    fan_people_ask(house->people, who, peer, ask, given, sent, on_answered, house);
    json_decref(given);
    json_decref(sent);
    house_until(house, is_answered);
    check_answer(ask, &house->said);
    return house->said.status;
}

const char *house_reason(const House *house) {
    return house_text(house, "why.reason");
}

const char *house_text(const House *house, const char *path) {
    const json_t *at = house->said.body;
    char part[64];
    while (*path) {
        size_t length = strcspn(path, ".");
        snprintf(part, sizeof part, "%.*s", (int)length, path);
        at = json_object_get(at, part);
        path += length + (path[length] == '.');
    }
    return json_is_string(at) ? json_string_value(at) : "";
}

static void on_identified(void *context, const FanIdentity *who, const char *renewed) {
    House *house = context;
    house->answered = true;
    house->known = who != NULL;
    house->who = who ? *who : house_nobody;
    snprintf(house->renewed, sizeof house->renewed, "%s", renewed ? renewed : "");
}

const FanIdentity *house_identify(House *house, const char *session, const char *token) {
    house->answered = false;
    fan_people_identify(house->people, session, token, on_identified, house);
    house_until(house, is_answered);
    return &house->who;
}

/* --- people --------------------------------------------------------------------------------------
 */

FanIdentity house_guest(House *house, char session[FAN_SESSION_MAX]) {
    assert_int_equal(house_ask(house, &house_nobody, "127.0.0.1", "session.make", NULL, NULL), 200);
    assert_true(house->said.cookie_set);
    char cookie[FAN_SESSION_MAX];
    memcpy(cookie, house->said.cookie, sizeof cookie);
    if (session) {
        memcpy(session, cookie, sizeof cookie);
    }
    return *house_identify(house, cookie, NULL);
}

FanIdentity house_account(House *house, const char *name, char session[FAN_SESSION_MAX]) {
    char body[128], cookie[FAN_SESSION_MAX];
    FanIdentity guest = house_guest(house, cookie);
    snprintf(body, sizeof body, "{\"name\":\"%s\",\"password\":\"correct horse\"}", name);
    assert_int_equal(house_ask(house, &guest, "127.0.0.1", "account.make", NULL, body), 200);
    if (session) {
        memcpy(session, cookie, sizeof cookie);
    }
    return *house_identify(house, cookie, NULL);
}
