/* Guests who say anything at any moment, right or wrong, at one process or two that come and go:
 * in the end what each has folded is what is stored, and it replays as a legal game. */
#include "party.h"
#include "support/random.h"

#include <fanorona/turn.h>

enum { ROUNDS = 400, PLAYERS = 4, GAMES = 3 };

typedef struct World {
    Party *party;
    Random random;
    Guest *guests[PLAYERS];
    char games[GAMES][FAN_ROOM_ID + 1];
    unsigned hubs;
} World;

static unsigned below(World *world, unsigned bound) {
    return (unsigned)random_below(&world->random, bound);
}

/* From what it knows; beyond it now and then. */
static void watch(World *world, Guest *guest, const char *game) {
    guest_say(guest, "{'do':'watch','game':'%s','from':%zu,'id':%u}", game,
              guest_played(guest, game)->count, ++guest->said);
    (void)world;
}

static void come(World *world, unsigned player) {
    static const char *const names[PLAYERS] = {"ann", "bob", "carl", "dora"};
    Party *party = world->party;
    Guest *guest = party_come(party, below(world, world->hubs), names[player],
                              player == 3 ? "guest" : "account");
    world->guests[player] = guest;
    for (unsigned i = 0; i < GAMES && *world->games[i]; i++) {
        watch(world, guest, world->games[i]);
    }
}

static void say_turn(World *world, Guest *guest, const char *game) {
    const FanRoom *room = guest_played(guest, game)->room;
    const FanGame *so = fan_room_game(room);
    char turn[FAN_TURN_TEXT_MAX] = "e2-e3A";
    if (so && fan_room_state(room) == FAN_ROOM_PLAYING && below(world, 8)) {
        guest_any_turn(guest, game, random_next(&world->random), turn);
    }
    size_t ply = so ? so->length : 0;
    guest_say(guest, "{'do':'turn','ply':%zu,'turn':'%s','game':'%s','id':%u}",
              below(world, 10) ? ply : below(world, 9), turn, game, ++guest->said);
}

/* Who is to move, as one of them knows it. */
static Guest *mover(World *world, const char *game, Guest *guest) {
    const FanRoom *room = guest_played(guest, game)->room;
    for (unsigned i = 0; i < PLAYERS && fan_room_game(room); i++) {
        if (fan_room_side_of(room, world->guests[i]->who.player) ==
            fan_room_game(room)->position.side) {
            return world->guests[i];
        }
    }
    return guest;
}

static void say_anything(World *world, Guest *guest, const char *game) {
    static const char *const words[] = {
        "'do':'draw'",     "'do':'decline-draw'",
        "'do':'takeback'", "'do':'decline-takeback'",
        "'do':'claim'",    "'do':'phrase','phrase':'hello'",
        "'do':'sit'",      "'do':'rematch','rematch':'colours'",
        "'do':'resign'",   "'do':'abort'",
        "'do':'leave'",
    };
    unsigned many = below(world, 100) ? 8 : sizeof words / sizeof *words;
    unsigned id = below(world, 10) ? ++guest->said : guest->said; /* said twice, now and then */
    guest_say(guest, "{%s,'game':'%s','id':%u}", words[below(world, many)], game, id ? id : 1);
}

static void restart(World *world) {
    unsigned hub = below(world, world->hubs);
    FanHub *old = world->party->hubs[hub];
    bool gone[PLAYERS];
    for (unsigned i = 0; i < PLAYERS; i++) {
        gone[i] = world->guests[i]->hub == old;
    }
    party_kill(world->party, hub);
    party_open(world->party, hub);
    for (unsigned i = 0; i < PLAYERS; i++) {
        if (gone[i]) {
            come(world, i);
        }
    }
}

static void do_something(World *world) {
    unsigned player = below(world, PLAYERS);
    Guest *guest = world->guests[player];
    guest->deaf &= below(world, 4) != 0;
    const char *game = world->games[below(world, GAMES)];
    switch (below(world, 40)) {
    case 0:
        restart(world);
        break;
    case 1:
        guest_go(guest);
        come(world, player);
        break;
    case 2:
        guest->deaf = true;
        break;
    case 3:
        party_pass(world->party, 500);
        break;
    case 4:
    case 5:
    case 6:
    case 7:
        watch(world, guest, game);
        break;
    case 8:
    case 9:
    case 10:
    case 11:
        say_anything(world, guest, game);
        break;
    default:
        say_turn(world, below(world, 4) ? mover(world, game, guest) : guest, game);
    }
    world->party->now_ms += 60;
    if (below(world, 3) == 0) {
        party_step(world->party);
    }
}

/* Who was told to watch again does so; then everybody has everything. */
static void catch_up(World *world) {
    party_settle(world->party);
    for (unsigned i = 0; i < PLAYERS; i++) {
        Guest *guest = world->guests[i];
        guest->deaf = false;
        party_step(world->party);
        for (unsigned j = 0; j < GAMES; j++) {
            world->party->now_ms += 5000;
            fan_hub_tick(world->party->hubs[0]);
            if (world->hubs > 1) {
                fan_hub_tick(world->party->hubs[1]);
            }
            party_settle(world->party);
            assert_true(guest_do(guest, "{'do':'watch','game':'%s','from':%zu}", world->games[j],
                                 guest_played(guest, world->games[j])->count));
        }
    }
    party_pass(world->party, 1000);
    party_settle(world->party);
}

static void play(uint64_t seed, unsigned hubs) {
    World world = {.party = party_begin(hubs), .random = {seed}, .hubs = hubs};
    print_message("seed %llu\n", (unsigned long long)seed);
    for (unsigned i = 0; i < PLAYERS; i++) {
        come(&world, i);
    }
    for (unsigned i = 0; i < GAMES; i++) {
        party_ask(world.party, world.guests[i], "games.make", "{}",
                  "{'spec':" SPEC("dimy", CLOCK_NONE, "false") ",'side':'white',"
                                                               "'opponent':{'kind':'link'}}");
        strcpy(world.games[i], json_string_value(json_object_get(world.party->body, "game")));
        assert_true(
            guest_do(world.guests[(i + 1) % PLAYERS], "{'do':'sit','game':'%s'}", world.games[i]));
        for (unsigned j = 0; j < PLAYERS; j++) {
            assert_true(guest_do(world.guests[j], "{'do':'watch','game':'%s'}", world.games[i]));
        }
    }
    for (unsigned i = 0; i < ROUNDS; i++) {
        do_something(&world);
    }
    catch_up(&world);
    size_t events = 0;
    for (unsigned i = 0; i < GAMES; i++) {
        party_same(world.party, world.games[i]);
        events += guest_played(world.guests[0], world.games[i])->count;
    }
    assert_true(events > 10 * GAMES); /* something did happen */
    party_end(world.party);
}

static uint64_t seeds = 2;

static void every_fold_is_the_stored_list(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= seeds; seed++) {
        play(seed, party_is_postgres() ? 2 : 1);
    }
}

int main(int argc, char **argv) {
    party_choose(argc, argv);
    seeds = argc > 2 ? strtoull(argv[2], NULL, 10) : seeds;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_fold_is_the_stored_list),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
