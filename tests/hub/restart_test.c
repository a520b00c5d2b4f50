/* The process ends at any moment and comes again: nothing stored is lost, and the time is nobody's.
 */
#include "party.h"

#define REAL  SPEC("tsivy", CLOCK_REAL, "false")
#define RATED SPEC("tsivy", CLOCK_REAL, "true")

typedef struct Table {
    Party *party;
    Guest *ann, *bob;
    char game[FAN_ROOM_ID + 1];
} Table;

static void sit_down(Table *table) {
    table->ann = party_come(table->party, 0, "ann", "account");
    table->bob = party_come(table->party, 0, "bob", "account");
}

static Table begin(const char *spec) {
    Table table = {.party = party_begin(1)};
    sit_down(&table);
    party_game(table.ann, table.bob, spec, table.game);
    return table;
}

/* Killed; `away_ms` later it is there again, and both players are back. */
static void restart(Table *table, int64_t away_ms) {
    party_kill(table->party, 0);
    table->party->now_ms += away_ms;
    party_open(table->party, 0);
    party_until(table->party, table->party->hubs[0]->begun);
    sit_down(table);
    assert_true(guest_do(table->ann, "{'do':'watch','game':'%s'}", table->game));
    assert_true(guest_do(table->bob, "{'do':'watch','game':'%s'}", table->game));
}

static void end(Table *table) {
    party_settle(table->party);
    party_same(table->party, table->game);
    party_end(table->party);
}

static const FanRoom *room_of(Guest *guest, const char *game) {
    return guest_played(guest, game)->room;
}

static int64_t left(Table *table, FanSide side) {
    return fan_room_left(room_of(table->ann, table->game), side, table->party->now_ms);
}

static void a_restart_costs_no_time(void **state) {
    (void)state;
    Table table = begin(REAL);
    party_turns(table.ann, table.bob, table.game, 4);
    party_pass(table.party, 10000); /* of White's */
    int64_t white = left(&table, FAN_WHITE), black = left(&table, FAN_BLACK);
    restart(&table, 3600000);
    party_until(table.party, left(&table, FAN_WHITE) > 0);
    /* All but what passed between the last mark and the end. */
    assert_true(left(&table, FAN_WHITE) <= white);
    assert_true(left(&table, FAN_WHITE) > white - FAN_HUB_OUTAGE_MS);
    assert_int_equal(left(&table, FAN_BLACK), black);
    party_turns(table.ann, table.bob, table.game, 6);
    end(&table);
}

static void a_short_restart_is_somebodys_time(void **state) {
    (void)state;
    Table table = begin(REAL);
    party_turns(table.ann, table.bob, table.game, 4);
    party_pass(table.party, 2000);
    int64_t white = left(&table, FAN_WHITE);
    restart(&table, 1000);
    assert_int_equal(left(&table, FAN_WHITE), white - 1000);
    end(&table);
}

static void outages_follow_each_other(void **state) {
    (void)state;
    Table table = begin(REAL);
    party_turns(table.ann, table.bob, table.game, 4);
    party_pass(table.party, 4000);
    int64_t white = left(&table, FAN_WHITE);
    for (int i = 0; i < 3; i++) { /* nobody looks at the game between them */
        party_kill(table.party, 0);
        table.party->now_ms += 20000;
        party_open(table.party, 0);
        party_until(table.party, table.party->hubs[0]->begun);
    }
    sit_down(&table);
    assert_true(guest_do(table.ann, "{'do':'watch','game':'%s'}", table.game));
    assert_true(guest_do(table.bob, "{'do':'watch','game':'%s'}", table.game));
    party_until(table.party, left(&table, FAN_WHITE) > 0);
    assert_true(left(&table, FAN_WHITE) > white - 3 * 2000);
    party_turns(table.ann, table.bob, table.game, 2);
    end(&table);
}

static void on_outage_kept(void *context, FanStoreStatus status) {
    assert_int_equal(status, FAN_STORE_OK);
    ++*(unsigned *)context;
}

/* A machine that sleeps many times a day. */
static void of_very_many_outages_the_newest_are_known(void **state) {
    (void)state;
    enum { MANY = 999 }; /* with one more, as many as are read at a time */
    Table table = begin(REAL);
    unsigned kept = 0;
    party_turns(table.ann, table.bob, table.game, 4);
    for (int i = 0; i < MANY; i++) {
        char id[24], text[96];
        long long to = table.party->now_ms - 100000000 + 10000 * i;
        snprintf(id, sizeof id, "%lld", to - 6000);
        snprintf(text, sizeof text, "{\"from\":%lld,\"to\":%lld}", to - 6000, to);
        const FanStoreThing thing = {
            .kind = "outage", .id = id, .text = text, .made_ms = to, .ends_ms = 2 * to};
        fan_store_thing_keep(table.party->stores[0], &thing, false, on_outage_kept, &kept);
    }
    party_until(table.party, kept == MANY);
    for (int i = 0; i < 3; i++) {
        int64_t white = left(&table, FAN_WHITE);
        restart(&table, 600000);
        party_pass(table.party, 4000);
        party_until(table.party, left(&table, FAN_WHITE) > white - 2 * FAN_HUB_OUTAGE_MS);
        party_turns(table.ann, table.bob, table.game, 2);
    }
    end(&table);
}

static void the_loop_stood_still(void **state) {
    (void)state;
    Table table = begin(REAL);
    party_turns(table.ann, table.bob, table.game, 4);
    party_pass(table.party, 4000);
    int64_t white = left(&table, FAN_WHITE);
    table.party->now_ms += 600000; /* as after the lid of a laptop was shut */
    fan_hub_tick(table.party->hubs[0]);
    party_settle(table.party);
    party_until(table.party, left(&table, FAN_WHITE) > 0);
    assert_int_equal(fan_room_state(room_of(table.ann, table.game)), FAN_ROOM_PLAYING);
    assert_true(left(&table, FAN_WHITE) > white - FAN_HUB_OUTAGE_MS);
    party_turns(table.ann, table.bob, table.game, 2);
    end(&table);
}

static void nobody_is_absent_while_the_server_is_away(void **state) {
    (void)state;
    Table table = begin(SPEC("tsivy", CLOCK_NONE, "false"));
    party_turns(table.ann, table.bob, table.game, 2);
    guest_go(table.bob);
    party_pass(table.party, 10000);
    table.party->now_ms += 600000;
    fan_hub_tick(table.party->hubs[0]);
    party_settle(table.party);
    guest_is_refused(table.ann, "not-absent", "{'do':'claim','game':'%s'}", table.game);
    party_pass(table.party, 61000);
    assert_true(guest_do(table.ann, "{'do':'claim','game':'%s'}", table.game));
    end(&table);
}

static void time_runs_out_for_a_game_in_memory(void **state) {
    (void)state;
    Table table = begin(REAL);
    party_turns(table.ann, table.bob, table.game, 4);
    party_pass(table.party, 90000);
    party_until(table.party, fan_room_state(room_of(table.bob, table.game)) == FAN_ROOM_ENDED);
    assert_string_equal(fan_room_result(room_of(table.bob, table.game)), "black");
    assert_string_equal(fan_room_reason(room_of(table.bob, table.game)), "time");
    end(&table);
}

static void time_runs_out_for_a_game_in_nobodys_memory(void **state) {
    (void)state;
    Table table = begin(REAL);
    party_turns(table.ann, table.bob, table.game, 4);
    party_kill(table.party, 0);
    party_open(table.party, 0);
    party_until(table.party, table.party->hubs[0]->begun);
    assert_null(fan_hub_room(table.party->hubs[0], table.game));
    party_pass(table.party, 90000);
    sit_down(&table);
    assert_true(guest_do(table.ann, "{'do':'watch','game':'%s'}", table.game));
    assert_int_equal(fan_room_state(room_of(table.ann, table.game)), FAN_ROOM_ENDED);
    end(&table);
}

static void a_game_left_unsettled_is_settled(void **state) {
    (void)state;
    Table table = begin(RATED);
    party_player(table.party, "ann", "account", "ann");
    party_player(table.party, "bob", "account", "bob");
    party_turns(table.ann, table.bob, table.game, 2);
    table.party->hubs[0]->config.settle = NULL; /* it does not come to it */
    assert_true(guest_do(table.bob, "{'do':'resign','game':'%s'}", table.game));
    restart(&table, 1000);
    party_until(table.party, fan_room_settled(room_of(table.ann, table.game)));
    end(&table);
}

static const FanHubRoom *next_room(const Table *table) {
    const FanMap *rooms = &table->party->hubs[0]->rooms;
    for (size_t i = 0; i < rooms->capacity; i++) {
        if (rooms->slots[i].key && strcmp(rooms->slots[i].key, table->game) != 0) {
            return rooms->slots[i].thing;
        }
    }
    return NULL;
}

/* The moments of a rematch: its agreement is being stored, its game is, the word of it is. */
static bool is_at(const Table *table, int moment) {
    const FanHubRoom *old = fan_hub_room(table->party->hubs[0], table->game);
    const FanHubRoom *next = next_room(table);
    bool storing = old->phase == FAN_PHASE_APPENDING;
    return moment == 0   ? storing && !next
           : moment == 1 ? next && next->making
                         : next && next->count > 0 && storing;
}

static void a_rematch_cut_short_is_made_once(void **state) {
    (void)state;
    for (int moment = 0; moment < 3; moment++) {
        Table table = begin(REAL);
        party_turns(table.ann, table.bob, table.game, 2);
        assert_true(guest_do(table.bob, "{'do':'resign','game':'%s'}", table.game));
        assert_true(
            guest_do(table.bob, "{'do':'rematch','rematch':'colours','game':'%s'}", table.game));
        guest_say(table.ann, "{'do':'rematch','rematch':'colours','game':'%s'}", table.game);
        party_until(table.party, is_at(&table, moment));
        restart(&table, 100);
        party_until(table.party, *fan_room_next(room_of(table.bob, table.game)));
        const char *next = fan_room_next(room_of(table.bob, table.game));
        assert_true(guest_do(table.bob, "{'do':'watch','game':'%s'}", next));
        assert_true(guest_do(table.ann, "{'do':'watch','game':'%s'}", next));
        party_turns(table.bob, table.ann, next, 2);
        party_ask(table.party, table.ann, "me.games", "{'state':'playing'}", NULL);
        assert_int_equal(json_array_size(json_object_get(table.party->body, "games")), 1);
        end(&table);
    }
}

typedef struct Shown {
    Table *table;
    volatile bool done;
} Shown;

static void on_shown(void *context, const FanReply *reply) {
    Shown *shown = context;
    const FanHubRoom *room = fan_hub_room(shown->table->party->hubs[0], shown->table->game);
    assert_int_equal(json_integer_value(json_object_get(reply->body, "events")), room->count);
    shown->done = true;
}

static void what_is_not_stored_yet_is_not_shown(void **state) {
    (void)state;
    Table table = {.party = party_begin(1)};
    sit_down(&table);
    party_ask(table.party, table.ann, "games.make", "{}",
              "{'spec':" SPEC("tsivy", CLOCK_NONE, "false") ",'side':'white',"
                                                            "'opponent':{'kind':'link'}}");
    strcpy(table.game, json_string_value(json_object_get(table.party->body, "game")));
    party_kill(table.party, 0);
    party_open(table.party, 0);
    party_until(table.party, table.party->hubs[0]->begun);
    Guest *carl = party_come(table.party, 0, "carl", "guest");
    /* Both wait for the game to be loaded: one sits down, the other looks. */
    guest_say(carl, "{'do':'sit','game':'%s'}", table.game);
    Shown shown = {.table = &table};
    json_t *values = json_pack("{s:s}", "game", table.game);
    fan_hub_ask(table.party->hubs[0], &carl->who, "game", values, NULL, on_shown, &shown);
    json_decref(values);
    party_until(table.party, shown.done);
    party_end(table.party);
}

/* Somebody asks for a rematch while it is made for the second time: what they get is the game that
 * is stored, not one that nobody has made. */
static void a_rematch_is_read_while_it_is_made_again(void **state) {
    (void)state;
    static const char *const asks[] = {"game.record", "game.events", "game"};
    for (size_t i = 0; i < sizeof asks / sizeof *asks; i++) {
        Table table = begin(REAL);
        char next[FAN_ROOM_ID + 1], values[64];
        party_turns(table.ann, table.bob, table.game, 2);
        assert_true(guest_do(table.bob, "{'do':'resign','game':'%s'}", table.game));
        assert_true(
            guest_do(table.bob, "{'do':'rematch','rematch':'colours','game':'%s'}", table.game));
        guest_say(table.ann, "{'do':'rematch','rematch':'colours','game':'%s'}", table.game);
        party_until(table.party, is_at(&table, 1));
        strcpy(next, next_room(&table)->id);
        party_kill(table.party, 0); /* it is stored, and nobody has heard of it */
        party_open(table.party, 0);
        party_until(table.party, table.party->hubs[0]->begun);
        sit_down(&table);
        guest_say(table.ann, "{'do':'watch','game':'%s'}", table.game);
        party_until(table.party, next_room(&table));
        snprintf(values, sizeof values, "{'game':'%s'}", next);
        party_ask(table.party, table.ann, asks[i], values, NULL);
        assert_int_equal(table.party->status, 200);
        if (strcmp(asks[i], "game.events") == 0) {
            json_t *events = json_loads(table.party->text, 0, NULL);
            assert_int_equal(json_array_size(json_object_get(events, "events")), 3);
            json_decref(events);
        }
        assert_true(guest_do(table.ann, "{'do':'watch','game':'%s'}", next));
        assert_true(guest_do(table.bob, "{'do':'watch','game':'%s'}", next));
        party_turns(table.bob, table.ann, next, 2);
        assert_true(guest_do(table.bob, "{'do':'watch','game':'%s'}", table.game));
        end(&table);
    }
}

static void a_live_seek_ends_with_its_process(void **state) {
    (void)state;
    Table table = begin(REAL);
    assert_true(guest_do(table.ann, "{'do':'seek','side':'white','spec':%s}", REAL));
    assert_true(guest_do(table.ann, "{'do':'seek','side':'white','spec':%s}",
                         SPEC("tsivy", CLOCK_DAYS, "false")));
    party_settle(table.party);
    restart(&table, 1000);
    party_ask(table.party, table.bob, "lobby", "{}", NULL);
    assert_int_equal(json_array_size(json_object_get(table.party->body, "seeks")), 2);
    party_pass(table.party, 20000);
    party_ask(table.party, table.bob, "lobby", "{}", NULL);
    assert_int_equal(json_array_size(json_object_get(table.party->body, "seeks")), 1);
    end(&table);
}

typedef struct Drained {
    volatile bool done;
} Drained;

static void on_drained(void *context) {
    ((Drained *)context)->done = true;
}

static void draining_says_goodbye(void **state) {
    (void)state;
    Table table = begin(REAL);
    Drained drained = {false};
    fan_hub_drain(table.party->hubs[0], 5000, on_drained, &drained);
    party_until(table.party, guest_heard(table.ann, "bye") && guest_heard(table.bob, "bye"));
    assert_true(table.ann->closed && table.bob->closed);
    const FanPeerLine line = {0};
    assert_null(fan_hub_join(table.party->hubs[0], &table.ann->who, &line));
    guest_go(table.ann);
    guest_go(table.bob);
    party_until(table.party, drained.done);
    party_end(table.party);
}

static void draining_does_not_wait_for_ever(void **state) {
    (void)state;
    Table table = begin(REAL);
    Drained drained = {false};
    fan_hub_drain(table.party->hubs[0], 5000, on_drained, &drained);
    party_settle(table.party);
    assert_false(drained.done); /* peers are still there */
    table.party->now_ms += 5000;
    party_until(table.party, drained.done);
    party_end(table.party);
}

int main(int argc, char **argv) {
    party_choose(argc, argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_restart_costs_no_time),
        cmocka_unit_test(a_short_restart_is_somebodys_time),
        cmocka_unit_test(outages_follow_each_other),
        cmocka_unit_test(of_very_many_outages_the_newest_are_known),
        cmocka_unit_test(the_loop_stood_still),
        cmocka_unit_test(nobody_is_absent_while_the_server_is_away),
        cmocka_unit_test(time_runs_out_for_a_game_in_memory),
        cmocka_unit_test(time_runs_out_for_a_game_in_nobodys_memory),
        cmocka_unit_test(a_game_left_unsettled_is_settled),
        cmocka_unit_test(a_rematch_cut_short_is_made_once),
        cmocka_unit_test(what_is_not_stored_yet_is_not_shown),
        cmocka_unit_test(a_rematch_is_read_while_it_is_made_again),
        cmocka_unit_test(a_live_seek_ends_with_its_process),
        cmocka_unit_test(draining_says_goodbye),
        cmocka_unit_test(draining_does_not_wait_for_ever),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
