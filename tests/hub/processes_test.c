/* Two processes at one database: they never both accept a turn, and know of each other's guests. */
#include "party.h"

#include <unistd.h>

#define PLAIN SPEC("tsivy", CLOCK_NONE, "false")
#define REAL  SPEC("tsivy", CLOCK_REAL, "false")

typedef struct Table {
    Party *party;
    Guest *ann, *bob; /* at different processes */
    char game[FAN_ROOM_ID + 1];
} Table;

/* A while that also gives the database time to spread the news: the clock of the test must not
 * outrun it, or processes seem dead to each other. */
static void breathe(Party *party) {
    party_pass(party, 500);
    for (int i = 0; i < 20; i++) {
        party_step(party);
        usleep(1000);
    }
}

static Table begin(const char *spec) {
    Table table = {.party = party_begin(2)};
    table.ann = party_come(table.party, 0, "ann", "guest");
    table.bob = party_come(table.party, 1, "bob", "guest");
    party_until(table.party, (breathe(table.party), table.party->hubs[0]->process_count == 1 &&
                                                        table.party->hubs[1]->process_count == 1));
    party_game(table.ann, table.bob, spec, table.game);
    return table;
}

static void end(Table *table) {
    party_settle(table->party);
    size_t count = guest_played(table->ann, table->game)->count;
    party_until(table->party,
                !table->bob->peer || guest_played(table->bob, table->game)->count >= count);
    party_same(table->party, table->game);
    party_end(table->party);
}

static const FanRoom *room_of(Guest *guest, const char *game) {
    return guest_played(guest, game)->room;
}

static void a_game_is_played_across(void **state) {
    (void)state;
    Table table = begin(PLAIN);
    party_turns(table.ann, table.bob, table.game, 12);
    end(&table);
}

static void of_two_turns_at_once_one_is_accepted(void **state) {
    (void)state;
    Table table = begin(PLAIN);
    Party *party = table.party;
    /* Each player at both processes, each saying another turn at the same moment. */
    Guest *players[2][2] = {{table.ann, party_come(party, 1, "ann", "guest")},
                            {party_come(party, 0, "bob", "guest"), table.bob}};
    for (int i = 0; i < 2; i++) {
        assert_true(guest_do(players[0][1], "{'do':'watch','game':'%s'}", table.game));
        assert_true(guest_do(players[1][0], "{'do':'watch','game':'%s'}", table.game));
    }
    for (unsigned ply = 0; ply < 12; ply++) {
        size_t done = 0, refused = 0;
        for (int i = 0; i < 2; i++) {
            Guest *guest = players[ply % 2][i];
            char turn[FAN_TURN_TEXT_MAX];
            party->now_ms += 100;
            guest_forget(guest);
            guest_any_turn(guest, table.game, ply + (uint64_t)i, turn);
            guest_say(guest, "{'do':'turn','ply':%u,'turn':'%s','game':'%s','id':%u}", ply, turn,
                      table.game, 1000 + ply);
        }
        party_until(party, (done = guest_count(players[ply % 2][0], "done") +
                                   guest_count(players[ply % 2][1], "done"),
                            refused = guest_count(players[ply % 2][0], "refused") +
                                      guest_count(players[ply % 2][1], "refused"),
                            done + refused == 2));
        assert_int_equal(done, 1);
        size_t turns = ply + 1;
        for (int i = 0; i < 4; i++) {
            party_until(party,
                        fan_room_game(room_of(players[i / 2][i % 2], table.game))->length == turns);
        }
    }
    end(&table);
}

static void hear_nothing(void *context, const char *game, uint32_t number) {
    (void)context, (void)game, (void)number;
}

static void hear_no_topic(void *context, const char *topic, const char *text) {
    (void)context, (void)topic, (void)text;
}

static void hear_no_trouble(void *context, const char *trouble) {
    (void)context, (void)trouble;
}

static void a_process_without_news_fetches_what_it_lacks(void **state) {
    (void)state;
    Table table = begin(PLAIN);
    Party *party = table.party;
    party_turns(table.ann, table.bob, table.game, 2);
    const FanStoreNews nothing = {hear_nothing, hear_no_topic, hear_no_trouble, NULL};
    fan_store_listen(party->stores[1], &nothing);
    char turn[FAN_TURN_TEXT_MAX];
    guest_any_turn(table.ann, table.game, 4, turn);
    assert_true(
        guest_do(table.ann, "{'do':'turn','ply':2,'turn':'%s','game':'%s'}", turn, table.game));
    party_settle(party);
    assert_int_equal(fan_room_game(room_of(table.bob, table.game))->length, 2);
    /* Bob has seen the turn elsewhere, and answers it here. */
    Guest *phone = party_come(party, 0, "bob", "guest");
    assert_true(guest_do(phone, "{'do':'watch','game':'%s'}", table.game));
    guest_any_turn(phone, table.game, 4, turn);
    assert_true(
        guest_do(table.bob, "{'do':'turn','ply':3,'turn':'%s','game':'%s'}", turn, table.game));
    /* A command that collides is decided anew after what came first. */
    assert_true(guest_do(phone, "{'do':'phrase','phrase':'hello','game':'%s'}", table.game));
    assert_true(guest_do(table.bob, "{'do':'phrase','phrase':'thanks','game':'%s'}", table.game));
    party_until(party, guest_played(table.ann, table.game)->count ==
                           guest_played(table.bob, table.game)->count);
    end(&table);
}

static void news_during_a_fetch_are_not_lost(void **state) {
    (void)state;
    Table table = begin(PLAIN);
    Party *party = table.party;
    FanHubRoom *room = fan_hub_room(party->hubs[1], table.game);
    const FanStoreNews nothing = {hear_nothing, hear_no_topic, hear_no_trouble, NULL};
    party_until(party, guest_played(table.ann, table.game)->count == 3 &&
                           guest_played(table.bob, table.game)->count == 3);
    party_settle(party);
    fan_store_listen(party->stores[1], &nothing);
    fan_hub_room_fetch(room);
    usleep(200000); /* the store has read, but not yet answered */
    guest_say(table.ann, "{'do':'phrase','phrase':'hello','game':'%s'}", table.game);
    while (fan_hub_room(party->hubs[0], table.game)->phase == FAN_PHASE_APPENDING) {
        fan_store_deliver(party->stores[0]);
    }
    room->behind = true; /* as the news would have it */
    size_t count = fan_hub_room(party->hubs[0], table.game)->count;
    party_until(party, guest_played(table.bob, table.game)->count == count);
    end(&table);
}

static bool is_here(const Guest *guest, const char *side) {
    const json_t *presence = guest_heard(guest, "presence");
    return json_is_true(json_object_get(json_object_get(presence, side), "here"));
}

static void presence_crosses(void **state) {
    (void)state;
    Table table = begin(PLAIN);
    Party *party = table.party;
    party_until(party,
                (breathe(party), is_here(table.ann, "black") && is_here(table.bob, "white")));
    Guest *carl = party_come(party, 1, "", "");
    assert_true(guest_do(carl, "{'do':'watch','game':'%s'}", table.game));
    party_until(party, (breathe(party), json_integer_value(json_object_get(
                                            guest_heard(table.ann, "presence"), "watchers")) == 1));
    /* Of a game that only the other process knew so far. */
    char other[FAN_ROOM_ID + 1];
    Guest *dora = party_come(party, 0, "dora", "guest");
    party_game(dora, party_come(party, 0, "eve", "guest"), PLAIN, other);
    breathe(party);
    guest_forget(carl);
    assert_true(guest_do(carl, "{'do':'watch','game':'%s'}", other));
    for (int i = 0; i < 6; i++) { /* asked for, not waited for until it is told anyway */
        breathe(party);
    }
    /* The clock stands still now: what is missing is on its way through the database. */
    party_until(party, is_here(carl, "white") && is_here(carl, "black"));
    party_kill(party, 1);
    party_until(party, (breathe(party), !is_here(table.ann, "black")));
    end(&table);
}

static void the_lobby_is_one(void **state) {
    (void)state;
    Table table = begin(PLAIN);
    Party *party = table.party;
    assert_true(guest_do(table.bob, "{'do':'lobby','on':true}"));
    assert_true(guest_do(table.ann, "{'do':'seek','side':'black','spec':%s}", REAL));
    const char *seek = json_string_value(json_object_get(table.ann->answer, "seek"));
    party_until(party, party->hubs[1]->lobby.seeks.count == 1);
    /* Two at two processes accept at once. */
    Guest *carl = party_come(party, 0, "carl", "guest");
    guest_say(table.bob, "{'do':'accept','seek':'%s','id':900}", seek);
    guest_say(carl, "{'do':'accept','seek':'%s','id':900}", seek);
    party_until(party, table.bob->answer && carl->answer &&
                           json_integer_value(json_object_get(table.bob->answer, "id")) == 900);
    bool bobs = strcmp(json_string_value(json_object_get(table.bob->answer, "is")), "done") == 0;
    bool carls = strcmp(json_string_value(json_object_get(carl->answer, "is")), "done") == 0;
    assert_true(bobs != carls);
    party_until(party, guest_heard(table.ann, "yours"));
    party_until(party, party->hubs[0]->lobby.seeks.count + party->hubs[1]->lobby.seeks.count == 0);
    party_until(party, (breathe(party), party_ask(party, table.ann, "lobby", "{}", NULL),
                        json_integer_value(json_object_get(party->body, "players")) == 3));
    end(&table);
}

static void both_see_the_time_run_out_and_one_tells(void **state) {
    (void)state;
    Table table = begin(REAL);
    party_turns(table.ann, table.bob, table.game, 4);
    party_pass(table.party, 70000);
    party_until(table.party, fan_room_state(room_of(table.ann, table.game)) == FAN_ROOM_ENDED &&
                                 fan_room_state(room_of(table.bob, table.game)) == FAN_ROOM_ENDED);
    assert_string_equal(fan_room_reason(room_of(table.ann, table.game)), "time");
    end(&table);
}

static void a_rematch_is_made_once(void **state) {
    (void)state;
    Table table = begin(REAL);
    party_turns(table.ann, table.bob, table.game, 2);
    assert_true(guest_do(table.bob, "{'do':'resign','game':'%s'}", table.game));
    guest_say(table.ann, "{'do':'rematch','rematch':'colours','game':'%s'}", table.game);
    guest_say(table.bob, "{'do':'rematch','rematch':'colours','game':'%s'}", table.game);
    party_until(table.party, *fan_room_next(room_of(table.bob, table.game)) &&
                                 *fan_room_next(room_of(table.ann, table.game)));
    party_settle(table.party);
    party_ask(table.party, table.ann, "me.games", "{'state':'playing'}", NULL);
    assert_int_equal(json_array_size(json_object_get(table.party->body, "games")), 1);
    end(&table);
}

static void cluster(const char *what) {
    char command[512];
    snprintf(command, sizeof command,
             "/usr/bin/env python3 -B tests/support/postgres.py %s '%s' >/dev/null", what,
             getenv("FANORONA_TEST_CLUSTER"));
    assert_int_equal(system(command), 0);
}

static void the_database_goes_away_and_comes_back(void **state) {
    (void)state;
    Table table = begin(REAL);
    Party *party = table.party;
    party_turns(table.ann, table.bob, table.game, 4);
    int64_t white = fan_room_left(room_of(table.ann, table.game), FAN_WHITE, party->now_ms);
    cluster("stop");
    party_until(party, guest_heard(table.ann, "storage") && guest_heard(table.bob, "storage"));
    char turn[FAN_TURN_TEXT_MAX];
    guest_any_turn(table.ann, table.game, 4, turn);
    guest_is_refused(table.ann, "storage", "{'do':'turn','ply':4,'turn':'%s','game':'%s'}", turn,
                     table.game);
    guest_is_refused(table.bob, "storage", "{'do':'seek','side':'white','spec':%s}", PLAIN);
    Guest *carl = party_come(party, 0, "carl", "guest");
    assert_true(json_is_true(json_object_get(guest_heard(carl, "storage"), "away")));
    guest_is_refused(carl, "storage", "{'do':'watch','game':'aaaaaaaaaa'}");
    for (int i = 0; i < 90; i++) { /* more than White has */
        party->now_ms += 1000;
        fan_hub_tick(party->hubs[0]);
        fan_hub_tick(party->hubs[1]);
        party_step(party);
    }
    guest_forget(table.ann);
    guest_forget(table.bob);
    cluster("start");
    party_until(party, guest_heard(table.ann, "storage") && guest_heard(table.bob, "storage"));
    party_until(party, fan_hub_steady(party->hubs[0]) && fan_hub_steady(party->hubs[1]));
    assert_true(
        guest_do(table.ann, "{'do':'turn','ply':4,'turn':'%s','game':'%s'}", turn, table.game));
    assert_true(fan_room_left(room_of(table.ann, table.game), FAN_WHITE, party->now_ms) >
                white - FAN_HUB_OUTAGE_MS);
    party_until(party, guest_played(table.ann, table.game)->count ==
                           guest_played(table.bob, table.game)->count);
    guest_go(carl);
    end(&table);
}

int main(int argc, char **argv) {
    party_choose(argc, argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_is_played_across),
        cmocka_unit_test(of_two_turns_at_once_one_is_accepted),
        cmocka_unit_test(a_process_without_news_fetches_what_it_lacks),
        cmocka_unit_test(news_during_a_fetch_are_not_lost),
        cmocka_unit_test(presence_crosses),
        cmocka_unit_test(the_lobby_is_one),
        cmocka_unit_test(both_see_the_time_run_out_and_one_tells),
        cmocka_unit_test(a_rematch_is_made_once),
        cmocka_unit_test(the_database_goes_away_and_comes_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
