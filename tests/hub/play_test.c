/* Two guests play a game: everything a game's messages can do. */
#include "party.h"

static void a_game_is_played(void **state) {
    (void)state;
    Party *party = party_begin(1);
    Guest *ann = party_come(party, 0, "ann", "guest"), *bob = party_come(party, 0, "bob", "guest");
    char game[FAN_ROOM_ID + 1];
    party_game(ann, bob, SPEC("tsivy", CLOCK_NONE, "false"), game);
    party_turns(ann, bob, game, 20);
    assert_true(guest_do(ann, "{'do':'resign','game':'%s'}", game));
    party_until(party, fan_room_state(guest_played(bob, game)->room) == FAN_ROOM_ENDED);
    party_same(party, game);
    party_end(party);
}

int main(int argc, char **argv) {
    party_choose(argc, argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_is_played),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
