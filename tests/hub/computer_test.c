/* The server's computers at the table. */
#include "party.h"

static void make(Party *party, const Guest *guest, const char *variant, unsigned level,
                 const char *side, char game[FAN_ROOM_ID + 1]) {
    char body[512];
    snprintf(body, sizeof body,
             "{'spec':{'variant':'%s','rules':''," CLOCK_NONE ",'rated':false},'side':'%s',"
             "'opponent':{'kind':'computer','level':%u}}",
             variant, side, level);
    party_ask(party, guest, "games.make", "{}", body);
    assert_int_equal(party->status, 201);
    strcpy(game, json_string_value(json_object_get(party->body, "game")));
}

static const FanGame *game_of(Guest *guest, const char *game) {
    return fan_room_game(guest_played(guest, game)->room);
}

static void say_turn(Guest *guest, const char *game, uint64_t seed) {
    char turn[FAN_TURN_TEXT_MAX];
    guest->party->now_ms += 100;
    guest_any_turn(guest, game, seed, turn);
    assert_true(guest_do(guest, "{'do':'turn','ply':%zu,'turn':'%s','game':'%s'}",
                         game_of(guest, game)->length, turn, game));
}

static void a_computer_plays_to_the_end(void **state) {
    (void)state;
    Party *party = party_begin(1);
    Guest *ann = party_come(party, 0, "ann", "guest");
    char game[FAN_ROOM_ID + 1];
    make(party, ann, "dimy", 3, "black", game); /* it begins */
    assert_true(guest_do(ann, "{'do':'watch','game':'%s'}", game));
    const FanRoom *room = guest_played(ann, game)->room;
    assert_string_equal(fan_room_player(room, FAN_WHITE)->id, "computer3");
    for (size_t length = 1; fan_room_state(room) == FAN_ROOM_PLAYING; length += 2) {
        party_until(party,
                    game_of(ann, game)->length == length || fan_room_state(room) == FAN_ROOM_ENDED);
        if (fan_room_state(room) == FAN_ROOM_PLAYING) {
            say_turn(ann, game, length);
        }
    }
    party_same(party, game);
    party_end(party);
}

static void it_gives_turns_back_and_plays_draws_out(void **state) {
    (void)state;
    Party *party = party_begin(1);
    Guest *ann = party_come(party, 0, "ann", "guest");
    char game[FAN_ROOM_ID + 1];
    make(party, ann, "tsivy", 2, "white", game);
    assert_true(guest_do(ann, "{'do':'watch','game':'%s'}", game));
    say_turn(ann, game, 3);
    party_until(party, game_of(ann, game)->length == 2);
    assert_true(guest_do(ann, "{'do':'takeback','game':'%s'}", game));
    party_until(party, game_of(ann, game)->length == 0);
    say_turn(ann, game, 4);
    party_until(party, game_of(ann, game)->length == 2);
    assert_true(guest_do(ann, "{'do':'draw','game':'%s'}", game));
    const FanRoom *room = guest_played(ann, game)->room;
    party_until(party, fan_room_draw_offer(room) == FAN_ROOM_NO_SIDE);
    assert_int_equal(fan_room_state(room), FAN_ROOM_PLAYING);
    party_same(party, game);
    party_end(party);
}

static void it_plays_again(void **state) {
    (void)state;
    Party *party = party_begin(1);
    Guest *ann = party_come(party, 0, "ann", "guest");
    char game[FAN_ROOM_ID + 1];
    make(party, ann, "tsivy", 2, "white", game);
    assert_true(guest_do(ann, "{'do':'watch','game':'%s'}", game));
    say_turn(ann, game, 3);
    party_until(party, game_of(ann, game)->length == 2);
    assert_true(guest_do(ann, "{'do':'resign','game':'%s'}", game));
    assert_true(guest_do(ann, "{'do':'rematch','rematch':'colours','game':'%s'}", game));
    party_until(party, *fan_room_next(guest_played(ann, game)->room));
    const char *next = fan_room_next(guest_played(ann, game)->room);
    assert_true(guest_do(ann, "{'do':'watch','game':'%s'}", next));
    party_until(party, game_of(ann, next)->length == 1);
    assert_int_equal(fan_room_player(guest_played(ann, next)->room, FAN_WHITE)->level, 2);
    party_end(party);
}

static void it_is_asked_again_after_a_restart(void **state) {
    (void)state;
    Party *party = party_begin(1);
    Guest *ann = party_come(party, 0, "ann", "guest");
    char game[FAN_ROOM_ID + 1];
    party->config.engines = 1;
    make(party, ann, "tsivy", 2, "white", game);
    assert_true(guest_do(ann, "{'do':'watch','game':'%s'}", game));
    unsigned engines = party->hubs[0]->config.engines;
    FanThinker **thinkers = party->hubs[0]->thinkers;
    party->hubs[0]->thinkers = NULL; /* nobody thinks before the end comes */
    say_turn(ann, game, 3);
    party_settle(party);
    party->hubs[0]->thinkers = thinkers;
    assert_int_equal(engines, 1);
    party_kill(party, 0);
    party_open(party, 0);
    ann = party_come(party, 0, "ann", "guest");
    party_until(party, party->hubs[0]->begun);
    party_until(party, fan_hub_room(party->hubs[0], game) &&
                           fan_hub_room(party->hubs[0], game)->count == 5);
    assert_true(guest_do(ann, "{'do':'watch','game':'%s'}", game));
    assert_int_equal(game_of(ann, game)->length, 2);
    party_same(party, game);
    party_end(party);
}

static void without_engines_none_is_seated(void **state) {
    (void)state;
    Party *party = party_begin(0);
    party->config.engines = 0;
    party_open(party, 0);
    party_until(party, party->hubs[0]->begun);
    Guest *ann = party_come(party, 0, "ann", "guest");
    party_ask(
        party, ann, "games.make", "{}",
        "{'spec':" SPEC("tsivy", CLOCK_NONE, "false") ",'side':'white',"
                                                      "'opponent':{'kind':'computer','level':1}}");
    assert_int_equal(party->status, fan_refusal_status("not-allowed"));
    party_end(party);
}

static void many_wait_for_one_engine(void **state) {
    (void)state;
    enum { MANY = 12 };
    Party *party = party_begin(1);
    Guest *ann = party_come(party, 0, "ann", "guest");
    char games[MANY][FAN_ROOM_ID + 1];
    for (int i = 0; i < MANY; i++) {
        party->now_ms += 1000;
        make(party, ann, i % 2 ? "telo" : "dimy", 1 + (unsigned)i % 5, "black", games[i]);
        assert_true(guest_do(ann, "{'do':'watch','game':'%s'}", games[i]));
    }
    for (int i = 0; i < MANY; i++) {
        party_until(party, game_of(ann, games[i])->length == 1);
    }
    party_settle(party);
    assert_int_equal(fan_hub_counts(party->hubs[0]).engines_busy, 0);
    assert_int_equal(fan_hub_counts(party->hubs[0]).engines_waiting, 0);
    party_end(party);
}

int main(int argc, char **argv) {
    party_choose(argc, argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_computer_plays_to_the_end),
        cmocka_unit_test(it_gives_turns_back_and_plays_draws_out),
        cmocka_unit_test(it_plays_again),
        cmocka_unit_test(it_is_asked_again_after_a_restart),
        cmocka_unit_test(without_engines_none_is_seated),
        cmocka_unit_test(many_wait_for_one_engine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
