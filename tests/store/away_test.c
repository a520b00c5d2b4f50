/* PostgreSQL that goes away: connections cut at every moment, a server that stops, one that is
 * silent. The store is told nothing but what its sockets say. */
#include "desk.h"

#include <libpq-fe.h>

#include "plays.h"
#include "proxy.h"
#include "support/random.h"

static char through[1024]; /* the address by way of the proxy */
static const char *direct;

/* A desk behind the proxy; `direct` leads round it. */
static Desk *open_behind(void) {
    static char folder[] = "/tmp/fan-proxy-XXXXXX";
    static bool started;
    direct = desk_place();
    if (!started) {
        assert_non_null(mkdtemp(folder));
        proxy_start(folder, direct);
        started = true;
    }
    proxy_address(folder, direct, through, sizeof through);
    proxy_set(PROXY_PASS);
    return desk_open(through);
}

static unsigned count_events(Desk *desk, const char *game) {
    FanStoreStatus status = desk_events(desk, game, 0);
    if (status == FAN_STORE_NOTHING) {
        return 0;
    }
    assert_int_equal(status, FAN_STORE_OK);
    return (unsigned)desk->count;
}

static void a_commit_that_did_not_arrive_is_away(void **state) {
    (void)state;
    Desk *desk = open_behind();
    assert_int_equal(desk_append(desk, "g1", 0, "{}"), FAN_STORE_OK);
    proxy_set(PROXY_CUT_BEFORE);
    assert_int_equal(desk_append(desk, "g1", 1, "{}"), FAN_STORE_AWAY);
    assert_int_equal(proxy_mode(), PROXY_PASS);
    desk_await_fine(desk);
    assert_int_equal(count_events(desk, "g1"), 1);
    assert_int_equal(desk_append(desk, "g1", 1, "{}"), FAN_STORE_OK);
    desk_close(desk);
}

static void a_commit_whose_answer_was_lost_is_ok(void **state) {
    (void)state;
    Desk *desk = open_behind();
    assert_int_equal(desk_append(desk, "g1", 0, "{}"), FAN_STORE_OK);
    proxy_set(PROXY_CUT_AFTER);
    assert_int_equal(desk_append(desk, "g1", 1, "{}"), FAN_STORE_OK);
    assert_int_equal(proxy_mode(), PROXY_PASS);
    desk_await_fine(desk);
    assert_int_equal(count_events(desk, "g1"), 2);
    /* So with the very first one, and with one that would have been refused. */
    proxy_set(PROXY_CUT_AFTER);
    assert_int_equal(desk_append(desk, "g1", 1, "{}"), FAN_STORE_CONFLICT);
    desk_close(desk);
    desk = open_behind();
    proxy_set(PROXY_CUT_AFTER);
    assert_int_equal(desk_append(desk, "g1", 0, "{}"), FAN_STORE_OK);
    desk_close(desk);
}

/* The store has long come back when its former connection's COMMIT arrives. */
static void a_commit_that_arrives_late_is_waited_for(void **state) {
    (void)state;
    Desk *desk = open_behind();
    assert_int_equal(desk_append(desk, "g1", 0, "{}"), FAN_STORE_OK);
    proxy_set(PROXY_LATE);
    assert_int_equal(desk_append(desk, "g1", 1, "{}"), FAN_STORE_OK);
    assert_int_equal(proxy_mode(), PROXY_PASS);
    desk_await_fine(desk);
    assert_int_equal(count_events(desk, "g1"), 2);
    desk_close(desk);
}

static void a_connection_that_was_cut_idle_is_mended_unnoticed(void **state) {
    (void)state;
    Desk *desk = open_behind();
    assert_int_equal(desk_append(desk, "g1", 0, "{}"), FAN_STORE_OK);
    assert_int_equal(count_events(desk, "g1"), 1);
    proxy_set(PROXY_REFUSE);
    desk_deliver(desk, 50);
    proxy_set(PROXY_PASS);
    assert_int_equal(desk_append(desk, "g1", 1, "{}"), FAN_STORE_OK);
    assert_int_equal(count_events(desk, "g1"), 2);
    desk_close(desk);
}

static void while_it_is_away_all_are_told_and_news_are_made_up_for(void **state) {
    (void)state;
    Desk *desk = open_behind(), *other = desk_open(direct);
    assert_int_equal(desk_append(desk, "g1", 0, "{}"), FAN_STORE_OK);
    proxy_set(PROXY_REFUSE);
    desk_await_told(desk, "trouble  ");
    assert_int_equal(desk_append(desk, "g1", 1, "{}"), FAN_STORE_AWAY);
    assert_int_equal(desk_append(desk, "g1", 1, "{}"), FAN_STORE_AWAY);
    assert_int_equal(desk_events(desk, "g1", 0), FAN_STORE_AWAY);
    assert_true(fan_store_trouble(desk->store)[0] != '\0');
    /* Meanwhile another process goes on. Its clock says now. */
    FanStoreGame game = desk_game("g2", 1);
    const char *event = "{}";
    game.changed_ms = INT64_C(1) << 60;
    fan_store_append(other->store, &game, &event, 1, desk_done, other);
    desk_await(other, 1);
    proxy_set(PROXY_PASS);
    desk_await_told(desk, "appended g2 1");
    desk_await_told(desk, "fine  ");
    desk_await_fine(desk);
    assert_int_equal(desk_append(desk, "g1", 1, "{}"), FAN_STORE_OK);
    assert_string_equal(fan_store_trouble(desk->store), "");
    desk_close(other);
    desk_close(desk);
}

static void every_answer_is_true_when_connections_are_cut_at_random(void **state) {
    (void)state;
    Desk *desk = open_behind();
    Random random = {3};
    Plays plays;
    plays_begin(&plays, desk);
    for (unsigned round = 0; round < 150; round++) {
        static const ProxyMode modes[] = {PROXY_CUT_BEFORE, PROXY_CUT_AFTER, PROXY_REFUSE,
                                          PROXY_PASS, PROXY_PASS};
        proxy_set(modes[random_below(&random, 5)]);
        plays_ask(&plays);
        desk_deliver(desk, (int)random_below(&random, 30));
    }
    proxy_set(PROXY_PASS);
    plays_end(&plays);
    desk_close(desk);
    plays_check(&plays, direct);
}

static void control(const char *what) {
    char command[1024];
    /* The folder stands between the word and what follows it. */
    const char *folder = getenv("FANORONA_TEST_CLUSTER"), *space = strchr(what, ' ');
    int length = space != NULL ? (int)(space - what) : (int)strlen(what);
    snprintf(command, sizeof command, "python3 -B tests/support/postgres.py %.*s '%s'%s", length,
             what, folder, space != NULL ? space : "");
    assert_int_equal(system(command), 0);
}

static void every_answer_is_true_when_the_server_stops_and_starts(void **state) {
    (void)state;
    const char *place = desk_place();
    Desk *desk = desk_open(place);
    Plays plays;
    plays_begin(&plays, desk);
    for (unsigned round = 0; round < 2; round++) {
        for (unsigned i = 0; i < 10; i++) {
            plays_ask(&plays);
            desk_deliver(desk, 5);
        }
        plays_ask(&plays);
        control(round == 0 ? "stop immediate" : "stop");
        for (unsigned i = 0; i < 5; i++) {
            plays_ask(&plays);
            desk_deliver(desk, 20);
        }
        desk_await_told(desk, "trouble  ");
        control("start");
        desk_await_fine(desk);
    }
    plays_end(&plays);
    desk_close(desk);
    plays_check(&plays, place);
}

static void closing_does_not_wait_for_a_silent_server_for_ever(void **state) {
    (void)state;
    Desk *desk = open_behind();
    assert_int_equal(desk_append(desk, "g1", 0, "{}"), FAN_STORE_OK);
    proxy_set(PROXY_SILENT);
    FanStoreGame game = desk_game("g1", 2);
    const char *event = "{}";
    fan_store_append(desk->store, &game, &event, 1, desk_done, desk);
    desk_deliver(desk, 50);
    fan_store_close(desk->store);
    proxy_set(PROXY_REFUSE);
    /* It had not come as far as a COMMIT. */
    assert_int_equal(desk->answers, 2);
    assert_int_equal(desk->status, FAN_STORE_AWAY);
    free(desk);
}

/* Nothing tells that a network is dead but that nothing comes. */
static void a_silent_server_is_away_after_some_seconds(void **state) {
    (void)state;
    Desk *desk = open_behind();
    Plays plays;
    plays_begin(&plays, desk);
    for (unsigned round = 0; round < 2; round++) {
        proxy_set(PROXY_PASS);
        for (unsigned i = 0; i < 5; i++) {
            plays_ask(&plays);
            desk_deliver(desk, 3);
        }
        desk->told_count = 0;
        plays_ask(&plays);
        proxy_set(PROXY_SILENT);
        desk_await_told(desk, "trouble  ");
        assert_non_null(strstr(fan_store_trouble(desk->store), "does not answer"));
        proxy_set(
            PROXY_REFUSE); /* the silent connections end; as they do when a network comes back */
        desk_deliver(desk, 50);
        proxy_set(PROXY_PASS);
        desk_await_fine(desk);
    }
    plays_end(&plays);
    desk_close(desk);
    plays_check(&plays, direct);
}

static void run_sql(PGconn *connection, const char *sql) {
    PGresult *result = PQexec(connection, sql);
    ExecStatusType status = PQresultStatus(result);
    PQclear(result);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) {
        fail_msg("%s: %s", sql, PQerrorMessage(connection));
    }
}

typedef struct Held {
    Desk *desk;
    FanStoreStatus status;
} Held;

static void note_held(void *context, FanStoreStatus status) {
    Held *held = context;
    held->status = status;
    held->desk->answers++;
}

/* Another process was stopped in the middle of a transaction. */
static void a_game_that_another_holds_holds_up_no_other(void **state) {
    (void)state;
    const char *place = desk_place();
    Desk *desk = desk_open(place);
    assert_int_equal(desk_append(desk, "g1", 0, "{}"), FAN_STORE_OK);
    assert_int_equal(desk_append(desk, "g2", 0, "{}"), FAN_STORE_OK);
    PGconn *other = PQconnectdb(place);
    run_sql(other, "BEGIN");
    run_sql(other, "SELECT 1 FROM games WHERE id = 'g1' FOR UPDATE");
    const char *event = "{}";
    Held first = {.desk = desk}, second = {.desk = desk};
    unsigned before = desk->answers;
    FanStoreGame game = desk_game("g1", 2);
    fan_store_append(desk->store, &game, &event, 1, note_held, &first);
    game = desk_game("g2", 2);
    fan_store_append(desk->store, &game, &event, 1, note_held, &second);
    desk_await(desk, before + 2);
    assert_int_equal(first.status, FAN_STORE_AWAY);
    assert_int_equal(second.status, FAN_STORE_OK);
    assert_string_equal(fan_store_trouble(desk->store), "");
    run_sql(other, "ROLLBACK");
    PQfinish(other);
    assert_int_equal(desk_events(desk, "g2", 0), FAN_STORE_OK);
    assert_int_equal(desk->count, 2);
    assert_int_equal(desk_append(desk, "g1", 1, "{}"), FAN_STORE_OK);
    desk_close(desk);
}

/* The store holds a thing of the player and wants the player, another the other way round. */
static void of_two_that_wait_for_one_another_one_goes_again(void **state) {
    (void)state;
    const char *place = desk_place();
    Desk *desk = desk_open(place);
    assert_int_equal(desk_player_make(desk, "anna", "account", "Anna", NULL), FAN_STORE_OK);
    assert_int_equal(desk_keep(desk, "token", "t", "anna", "x", false), FAN_STORE_OK);
    PGconn *other = PQconnectdb(place);
    run_sql(other, "BEGIN");
    run_sql(other, "SELECT 1 FROM players WHERE id = 'anna' FOR UPDATE");
    unsigned before = desk->answers;
    fan_store_player_delete(desk->store, "anna", desk_done, desk);
    desk_deliver(desk, 300);
    run_sql(other, "UPDATE things SET text = 'y' WHERE id = 't'");
    run_sql(other, "COMMIT");
    PQfinish(other);
    desk_await(desk, before + 1);
    assert_int_equal(desk->status, FAN_STORE_OK);
    assert_int_equal(desk_things(desk, "token", NULL, NULL, 0), FAN_STORE_OK);
    assert_int_equal(desk->count, 0);
    desk_close(desk);
}

int main(int argc, char **argv) {
    desk_choose(argc, argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_commit_that_did_not_arrive_is_away),
        cmocka_unit_test(a_commit_whose_answer_was_lost_is_ok),
        cmocka_unit_test(a_commit_that_arrives_late_is_waited_for),
        cmocka_unit_test(a_connection_that_was_cut_idle_is_mended_unnoticed),
        cmocka_unit_test(while_it_is_away_all_are_told_and_news_are_made_up_for),
        cmocka_unit_test(every_answer_is_true_when_connections_are_cut_at_random),
        cmocka_unit_test(every_answer_is_true_when_the_server_stops_and_starts),
        cmocka_unit_test(closing_does_not_wait_for_a_silent_server_for_ever),
    };
    const struct CMUnitTest patient_tests[] = {
        cmocka_unit_test(a_silent_server_is_away_after_some_seconds),
        cmocka_unit_test(a_game_that_another_holds_holds_up_no_other),
        cmocka_unit_test(of_two_that_wait_for_one_another_one_goes_again),
    };
    if (argc > 2 && strcmp(argv[2], "patient") == 0) {
        return cmocka_run_group_tests(patient_tests, NULL, NULL);
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
