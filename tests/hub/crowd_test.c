/* Many guests, slow guests, and the lobby they stand in. */
#include "party.h"

#include <malloc.h>

#define PLAIN SPEC("tsivy", CLOCK_NONE, "false")
#define DAYS  SPEC("tsivy", CLOCK_DAYS, "false")

static size_t size_of(const json_t *tell, const char *key) {
    return json_array_size(json_object_get(tell, key));
}

/* --- slow guests -------------------------------------------------------------------------------
 */

static void a_slow_peer_is_resynced(void **state) {
    (void)state;
    Party *party = party_begin(1);
    party->hubs[0]->config.queue_bytes = 4096;
    Guest *ann = party_come(party, 0, "ann", "guest"), *bob = party_come(party, 0, "bob", "guest");
    Guest *slow = party_come(party, 0, "", "");
    char game[FAN_ROOM_ID + 1];
    party_game(ann, bob, PLAIN, game);
    assert_true(guest_do(slow, "{'do':'watch','game':'%s'}", game));
    assert_true(guest_do(slow, "{'do':'lobby','on':true}"));
    slow->deaf = true;
    for (int i = 0; i < 60; i++) {
        party_turns(ann, bob, game, 1);
        assert_true(guest_do(ann, "{'do':'takeback','game':'%s'}", game));
        assert_true(guest_do(bob, "{'do':'takeback','game':'%s'}", game));
    }
    assert_true(slow->peer->waiting_bytes < 2 * 4096);
    assert_null(slow->peer->watches);
    guest_forget(slow);
    slow->deaf = false;
    party_until(party, guest_count(slow, "resync") == 2); /* the game and the lobby */
    assert_true(guest_played(slow, game)->count < guest_played(ann, game)->count);
    assert_true(guest_do(slow, "{'do':'watch','game':'%s','from':%zu}", game,
                         guest_played(slow, game)->count));
    party_until(party, guest_played(slow, game)->count == guest_played(ann, game)->count);
    assert_int_equal(fan_hub_counts(party->hubs[0]).resyncs, 1);
    assert_false(slow->closed);
    party_same(party, game);
    party_end(party);
}

static void who_does_not_read_answers_is_sent_away(void **state) {
    (void)state;
    Party *party = party_begin(1);
    party->hubs[0]->config.queue_bytes = 1024;
    Guest *rude = party_come(party, 0, "rude", "guest");
    rude->deaf = true;
    for (int i = 0; i < 200 && !rude->closed; i++) {
        party->now_ms += 100;
        guest_say(rude, "{'do':'ping','sent':%d}", i);
    }
    assert_true(rude->closed);
    assert_true(rude->peer->waiting_bytes < 4096);
    party_end(party);
}

/* --- many guests -------------------------------------------------------------------------------
 */

static void on_nothing(void *context) {
    (void)context;
}

static void idle_peers_are_cheap(void **state) {
    (void)state;
    enum { PEERS = 10000 };
    static FanPeer *peers[PEERS];
    Party *party = party_begin(1);
    FanHub *hub = party->hubs[0];
    const FanPeerLine line = {on_nothing, on_nothing, NULL};
    size_t before = mallinfo2().uordblks, length;
    for (int i = 0; i < PEERS; i++) {
        FanIdentity who = {.kind = "guest"};
        snprintf(who.player, sizeof who.player, "player%d", i);
        static const char hello[] = "{\"do\":\"hello\",\"protocol\":1}";
        static const char lobby[] = "{\"do\":\"lobby\",\"on\":true}";
        peers[i] = fan_hub_join(hub, &who, &line);
        fan_hub_receive(peers[i], hello, sizeof hello - 1);
        fan_hub_receive(peers[i], lobby, sizeof lobby - 1);
        while (fan_peer_next(peers[i], &length)) {
            fan_peer_sent(peers[i]);
        }
    }
    size_t each = (mallinfo2().uordblks - before) / PEERS;
    print_message("%zu bytes a peer\n", each);
    assert_true(each <= 2048);
    assert_int_equal(fan_hub_counts(hub).peers, PEERS);
    for (int i = 0; i < PEERS; i++) {
        fan_hub_leave(peers[i]);
    }
    assert_int_equal(fan_hub_counts(hub).peers, 0);
    party_end(party);
}

/* --- the lobby ---------------------------------------------------------------------------------
 */

static void seeks_come_and_go(void **state) {
    (void)state;
    Party *party = party_begin(1);
    Guest *ann = party_come(party, 0, "ann", "guest"), *bob = party_come(party, 0, "bob", "guest");
    assert_true(guest_do(bob, "{'do':'lobby','on':true}"));
    assert_int_equal(size_of(guest_heard(bob, "lobby"), "seeks"), 0);
    assert_true(guest_do(ann, "{'do':'seek','side':'black','spec':%s}", PLAIN));
    char seek[FAN_STORE_ID_MAX];
    strcpy(seek, json_string_value(json_object_get(ann->answer, "seek")));
    party_pass(party, 1000);
    assert_int_equal(size_of(guest_heard(bob, "lobby-change"), "add"), 1);
    assert_true(guest_do(bob, "{'do':'accept','seek':'%s'}", seek));
    const char *game = json_string_value(json_object_get(bob->answer, "game"));
    assert_non_null(game);
    party_until(party, guest_heard(ann, "yours")); /* the owner hears of it */
    party_pass(party, 1000);
    assert_int_equal(size_of(guest_heard(bob, "lobby-change"), "remove"), 1);
    assert_true(guest_do(ann, "{'do':'watch','game':'%s'}", game));
    assert_int_equal(fan_room_side_of(guest_played(ann, game)->room, "ann"), FAN_BLACK);
    guest_is_refused(ann, "no-seek", "{'do':'accept','seek':'%s'}", seek);
    party_end(party);
}

/* Who comes between a seek and the news of it has it from the whole lobby. */
static void who_has_just_come_hears_of_a_seek_that_goes(void **state) {
    (void)state;
    Party *party = party_begin(1);
    Guest *ann = party_come(party, 0, "ann", "guest"), *bob = party_come(party, 0, "bob", "guest");
    assert_true(guest_do(ann, "{'do':'seek','side':'black','spec':%s}", PLAIN));
    char seek[FAN_STORE_ID_MAX];
    strcpy(seek, json_string_value(json_object_get(ann->answer, "seek")));
    assert_true(guest_do(bob, "{'do':'lobby','on':true}"));
    assert_int_equal(size_of(guest_heard(bob, "lobby"), "seeks"), 1);
    assert_true(guest_do(ann, "{'do':'unseek','seek':'%s'}", seek));
    party_pass(party, 1000);
    assert_int_equal(size_of(guest_heard(bob, "lobby-change"), "remove"), 1);
    party_end(party);
}

static void a_seek_is_taken_back(void **state) {
    (void)state;
    Party *party = party_begin(1);
    Guest *ann = party_come(party, 0, "ann", "guest"), *bob = party_come(party, 0, "bob", "guest");
    assert_true(guest_do(ann, "{'do':'seek','side':'black','spec':%s}", PLAIN));
    const char *seek = json_string_value(json_object_get(ann->answer, "seek"));
    char id[FAN_STORE_ID_MAX];
    strcpy(id, seek);
    assert_true(guest_do(ann, "{'do':'unseek','seek':'%s'}", id));
    guest_is_refused(bob, "no-seek", "{'do':'accept','seek':'%s'}", id);
    party_end(party);
}

static void a_live_seek_goes_with_its_owner(void **state) {
    (void)state;
    Party *party = party_begin(1);
    Guest *ann = party_come(party, 0, "ann", "guest"), *bob = party_come(party, 0, "bob", "guest");
    assert_true(guest_do(ann, "{'do':'seek','side':'black','spec':%s}", PLAIN));
    assert_true(guest_do(ann, "{'do':'seek','side':'black','spec':%s}", DAYS));
    guest_go(ann);
    party_pass(party, 6000); /* a page that is loaded again */
    ann = party_come(party, 0, "ann", "guest");
    party_pass(party, 30000);
    assert_true(guest_do(bob, "{'do':'lobby','on':true}"));
    assert_int_equal(size_of(guest_heard(bob, "lobby"), "seeks"), 2);
    guest_go(ann);
    party_pass(party, 15000);
    assert_int_equal(size_of(guest_heard(bob, "lobby-change"), "remove"), 1);
    party->now_ms += 6 * (int64_t)FAN_HUB_DAY_MS; /* those with days live on */
    party_pass(party, 4000);
    assert_true(guest_do(bob, "{'do':'lobby','on':true}"));
    assert_int_equal(size_of(guest_heard(bob, "lobby"), "seeks"), 1);
    party_end(party);
}

static void of_two_who_accept_one_gets_the_game(void **state) {
    (void)state;
    Party *party = party_begin(1);
    Guest *ann = party_come(party, 0, "ann", "guest"), *bob = party_come(party, 0, "bob", "guest");
    Guest *carl = party_come(party, 0, "carl", "guest");
    assert_true(guest_do(ann, "{'do':'seek','side':'black','spec':%s}", PLAIN));
    const char *seek = json_string_value(json_object_get(ann->answer, "seek"));
    guest_say(bob, "{'do':'accept','seek':'%s','id':500}", seek);
    guest_say(carl, "{'do':'accept','seek':'%s','id':500}", seek);
    party_until(party, bob->answer && carl->answer);
    party_settle(party);
    size_t done = guest_count(bob, "done") + guest_count(carl, "done");
    size_t refused = guest_count(bob, "refused") + guest_count(carl, "refused");
    assert_int_equal(done, 1);
    assert_int_equal(refused, 1);
    party_end(party);
}

/* Guests who make five seeks each, all at once, that outlive them. */
static void seek_much(Party *party, unsigned guests) {
    for (unsigned i = 0; i < guests; i++) {
        char name[16];
        snprintf(name, sizeof name, "crowd%u", i);
        Guest *guest = party_come(party, 0, name, "guest");
        for (unsigned j = 0; j < FAN_HUB_SEEKS_EACH; j++) {
            guest_say(guest, "{'do':'seek','side':'random','spec':%s}", DAYS);
        }
    }
    party_settle(party);
    assert_int_equal(party->hubs[0]->lobby.seeks.count, guests * FAN_HUB_SEEKS_EACH);
}

static void a_crowded_lobby_can_be_entered(void **state) {
    (void)state;
    Party *party = party_begin(1);
    seek_much(party, FAN_HUB_SEEKS_MAX / FAN_HUB_SEEKS_EACH);
    Guest *bob = party_come(party, 0, "bob", "guest");
    assert_true(guest_do(bob, "{'do':'lobby','on':true}"));
    party_pass(party, 2000);
    assert_int_equal(size_of(guest_heard(bob, "lobby"), "seeks"), FAN_HUB_SEEKS_MAX);
    assert_true(party->hubs[0]->lobby.whole_bytes > FAN_HUB_QUEUE_BYTES);
    assert_int_equal(guest_count(bob, "resync"), 0);
    assert_true(bob->peer->in_lobby);
    assert_false(bob->closed);
    /* And there is room for another seek: the oldest of a guest goes. */
    assert_true(guest_do(bob, "{'do':'seek','side':'white','spec':%s}", PLAIN));
    party_pass(party, 1000);
    assert_int_equal(party->hubs[0]->lobby.seeks.count, FAN_HUB_SEEKS_MAX);
    assert_int_equal(size_of(guest_heard(bob, "lobby-change"), "remove"), 1);
    party_end(party);
}

static void seeks_that_come_at_once_are_counted(void **state) {
    (void)state;
    Party *party = party_begin(1);
    Guest *ann = party_come(party, 0, "ann", "guest");
    for (unsigned i = 0; i < 3 * FAN_HUB_SEEKS_EACH; i++) {
        guest_say(ann, "{'do':'seek','side':'random','spec':%s}", DAYS);
    }
    party_settle(party);
    assert_int_equal(party->hubs[0]->lobby.seeks.count, FAN_HUB_SEEKS_EACH);
    assert_int_equal(guest_count(ann, "refused"), 2 * FAN_HUB_SEEKS_EACH);
    party_end(party);
}

static void games_to_watch_are_listed(void **state) {
    (void)state;
    Party *party = party_begin(1);
    Guest *ann = party_come(party, 0, "ann", "guest"), *bob = party_come(party, 0, "bob", "guest");
    Guest *carl = party_come(party, 0, "carl", "guest");
    assert_true(guest_do(carl, "{'do':'lobby','on':true}"));
    char game[FAN_ROOM_ID + 1];
    party_game(ann, bob, PLAIN, game);
    party_pass(party, 6000);
    const json_t *change = guest_heard(carl, "lobby-change");
    assert_int_equal(size_of(change, "games"), 1);
    party_turns(ann, bob, game, 1);
    guest_forget(carl);
    party_pass(party, 6000);
    const json_t *summary =
        json_array_get(json_object_get(guest_heard(carl, "lobby-change"), "games"), 0);
    assert_int_equal(json_integer_value(json_object_get(summary, "turns")), 1);
    assert_true(guest_do(ann, "{'do':'abort','game':'%s'}", game));
    party_pass(party, 6000);
    assert_int_equal(size_of(guest_heard(carl, "lobby-change"), "gone"), 1);
    party_ask(party, carl, "lobby", "{}", NULL);
    assert_int_equal(size_of(party->body, "games"), 0);
    assert_int_equal(json_integer_value(json_object_get(party->body, "players")), 3);
    party_end(party);
}

static void changes_come_at_most_twice_a_second(void **state) {
    (void)state;
    Party *party = party_begin(1);
    Guest *bob = party_come(party, 0, "bob", "guest");
    assert_true(guest_do(bob, "{'do':'lobby','on':true}"));
    for (int i = 0; i < 20; i++) {
        char name[8];
        snprintf(name, sizeof name, "p%d", i);
        Guest *guest = party_come(party, 0, name, "guest");
        assert_true(guest_do(guest, "{'do':'seek','side':'black','spec':%s}", PLAIN));
        party_pass(party, 100);
    }
    assert_true(guest_count(bob, "lobby-change") <= 5);
    party_end(party);
}

/* --- lists -------------------------------------------------------------------------------------
 */

static void ones_own_games_come_with_those_to_move_in_first(void **state) {
    (void)state;
    Party *party = party_begin(1);
    Guest *ann = party_come(party, 0, "ann", "guest"), *bob = party_come(party, 0, "bob", "guest");
    char first[FAN_ROOM_ID + 1], second[FAN_ROOM_ID + 1];
    party_game(ann, bob, PLAIN, first);
    party->now_ms += 1000;
    party_game(ann, bob, PLAIN, second);
    party_turns(ann, bob, second, 1);
    party_ask(party, ann, "me.games", "{}", NULL);
    const json_t *games = json_object_get(party->body, "games");
    assert_int_equal(json_array_size(games), 2);
    assert_string_equal(json_string_value(json_object_get(json_array_get(games, 0), "game")),
                        first);
    assert_true(json_is_true(json_object_get(json_array_get(games, 0), "your_turn")));
    party_ask(party, ann, "game.record", "{}", NULL);
    assert_int_equal(party->status, 404);
    char values[64];
    snprintf(values, sizeof values, "{'game':'%s'}", second);
    party_ask(party, ann, "game.record", values, NULL);
    assert_non_null(strstr(party->text, "[White"));
    party_ask(party, ann, "game.events", values, NULL);
    assert_non_null(strstr(party->text, "\"kind\":\"turn\""));
    party_ask(party, ann, "game.calendar", values, NULL);
    assert_non_null(strstr(party->text, "BEGIN:VCALENDAR"));
    party_end(party);
}

int main(int argc, char **argv) {
    party_choose(argc, argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_slow_peer_is_resynced),
        cmocka_unit_test(who_does_not_read_answers_is_sent_away),
        cmocka_unit_test(idle_peers_are_cheap),
        cmocka_unit_test(seeks_come_and_go),
        cmocka_unit_test(who_has_just_come_hears_of_a_seek_that_goes),
        cmocka_unit_test(a_seek_is_taken_back),
        cmocka_unit_test(a_live_seek_goes_with_its_owner),
        cmocka_unit_test(of_two_who_accept_one_gets_the_game),
        cmocka_unit_test(a_crowded_lobby_can_be_entered),
        cmocka_unit_test(seeks_that_come_at_once_are_counted),
        cmocka_unit_test(games_to_watch_are_listed),
        cmocka_unit_test(changes_come_at_most_twice_a_second),
        cmocka_unit_test(ones_own_games_come_with_those_to_move_in_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
