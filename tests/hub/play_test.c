/* Guests play: everything that can be said in a game, and what others hear of it. */
#include "party.h"

#define PLAIN SPEC("tsivy", CLOCK_NONE, "false")

typedef struct Table {
    Party *party;
    Guest *ann, *bob;
    char game[FAN_ROOM_ID + 1];
} Table;

static Table begin(const char *spec) {
    Table table = {.party = party_begin(1)};
    party_player(table.party, "ann", "account", "ann");
    party_player(table.party, "bob", "account", "bob");
    table.ann = party_come(table.party, 0, "ann", "account");
    table.bob = party_come(table.party, 0, "bob", "account");
    party_game(table.ann, table.bob, spec, table.game);
    return table;
}

static void end(Table *table) {
    party_settle(table->party);
    party_same(table->party, table->game);
    party_end(table->party);
}

static const FanRoom *room_of(Guest *guest, const char *game) {
    return guest_played(guest, game)->room;
}

static void both_fold_the_stored_list(void **state) {
    (void)state;
    Table table = begin(PLAIN);
    party_turns(table.ann, table.bob, table.game, 20);
    assert_true(guest_do(table.ann, "{'do':'resign','game':'%s'}", table.game));
    party_until(table.party, fan_room_state(room_of(table.bob, table.game)) == FAN_ROOM_ENDED);
    assert_string_equal(fan_room_result(room_of(table.bob, table.game)), "black");
    end(&table);
}

static void a_draw_is_offered_declined_and_agreed(void **state) {
    (void)state;
    Table table = begin(PLAIN);
    party_turns(table.ann, table.bob, table.game, 2);
    assert_true(guest_do(table.ann, "{'do':'draw','game':'%s'}", table.game));
    assert_true(guest_do(table.bob, "{'do':'decline-draw','game':'%s'}", table.game));
    assert_true(guest_do(table.bob, "{'do':'draw','game':'%s'}", table.game));
    assert_true(guest_do(table.ann, "{'do':'draw','game':'%s'}", table.game));
    party_until(table.party, fan_room_state(room_of(table.bob, table.game)) == FAN_ROOM_ENDED);
    assert_string_equal(fan_room_result(room_of(table.bob, table.game)), "draw");
    end(&table);
}

static void a_turn_is_taken_back(void **state) {
    (void)state;
    Table table = begin(PLAIN);
    party_turns(table.ann, table.bob, table.game, 4);
    assert_true(guest_do(table.bob, "{'do':'takeback','game':'%s'}", table.game));
    assert_true(guest_do(table.ann, "{'do':'decline-takeback','game':'%s'}", table.game));
    guest_say(table.ann, "{'do':'takeback','game':'%s'}", table.game);
    party_until(table.party, fan_room_takeback_ask(room_of(table.bob, table.game)) == FAN_WHITE);
    assert_true(guest_do(table.bob, "{'do':'takeback','game':'%s'}", table.game));
    party_until(table.party, fan_room_game(room_of(table.ann, table.game))->length == 2);
    end(&table);
}

static void courteous_phrases_are_heard(void **state) {
    (void)state;
    Table table = begin(PLAIN);
    assert_true(guest_do(table.ann, "{'do':'phrase','phrase':'hello','game':'%s'}", table.game));
    size_t count = guest_played(table.ann, table.game)->count;
    party_until(table.party, guest_played(table.bob, table.game)->count == count);
    assert_non_null(strstr(guest_played(table.bob, table.game)->events[count - 1], "hello"));
    end(&table);
}

static void a_message_with_the_same_id_is_carried_out_once(void **state) {
    (void)state;
    Table table = begin(PLAIN);
    for (int i = 0; i < 3; i++) {
        guest_say(table.ann, "{'do':'phrase','phrase':'hello','game':'%s','id':77}", table.game);
    }
    party_settle(table.party);
    guest_say(table.ann, "{'do':'phrase','phrase':'hello','game':'%s','id':77}", table.game);
    party_settle(table.party);
    assert_int_equal(json_integer_value(json_object_get(table.ann->answer, "id")), 77);
    assert_int_equal(guest_count(table.ann, "refused"), 0);
    size_t hellos = 0;
    Played *played = guest_played(table.bob, table.game);
    for (size_t i = 0; i < played->count; i++) {
        hellos += strstr(played->events[i], "phrase") != NULL;
    }
    assert_int_equal(hellos, 1);
    end(&table);
}

static void a_turn_that_is_there_already_is_repeated(void **state) {
    (void)state;
    Table table = begin(PLAIN);
    char turn[FAN_TURN_TEXT_MAX];
    guest_any_turn(table.ann, table.game, 3, turn);
    assert_true(
        guest_do(table.ann, "{'do':'turn','ply':0,'turn':'%s','game':'%s'}", turn, table.game));
    Guest *again = party_come(table.party, 0, "ann", "account");
    guest_is_refused(again, "repeated", "{'do':'turn','ply':0,'turn':'%s','game':'%s'}", turn,
                     table.game);
    const json_t *why = json_object_get(again->answer, "why");
    assert_int_equal(json_integer_value(json_object_get(why, "number")),
                     guest_played(table.ann, table.game)->count);
    end(&table);
}

static void whoever_comes_back_gets_what_was_missed(void **state) {
    (void)state;
    Table table = begin(PLAIN);
    party_turns(table.ann, table.bob, table.game, 6);
    Guest *carl = party_come(table.party, 0, "", "");
    assert_true(guest_do(carl, "{'do':'watch','game':'%s'}", table.game));
    assert_int_equal(guest_played(carl, table.game)->count,
                     guest_played(table.ann, table.game)->count);
    assert_true(guest_do(carl, "{'do':'leave','game':'%s'}", table.game));
    party_turns(table.ann, table.bob, table.game, 4);
    size_t had = guest_played(carl, table.game)->count;
    assert_true(guest_do(carl, "{'do':'watch','game':'%s','from':%zu}", table.game, had));
    json_t *events = guest_heard(carl, "events");
    assert_int_equal(json_integer_value(json_object_get(events, "from")), had);
    assert_int_equal(json_array_size(json_object_get(events, "events")), 4);
    end(&table);
}

static void a_long_list_comes_in_pieces(void **state) {
    (void)state;
    Table table = begin(SPEC("tsivy", CLOCK_NONE, "false"));
    for (unsigned i = 0; i < 90; i++) { /* one turn, again and again */
        party_turns(table.ann, table.bob, table.game, 1);
        assert_true(guest_do(table.ann, "{'do':'takeback','game':'%s'}", table.game));
        assert_true(guest_do(table.bob, "{'do':'takeback','game':'%s'}", table.game));
    }
    Guest *carl = party_come(table.party, 0, "", "");
    assert_true(guest_do(carl, "{'do':'watch','game':'%s'}", table.game));
    size_t count = guest_played(table.ann, table.game)->count;
    party_until(table.party, guest_played(carl, table.game)->count == count);
    assert_true(guest_count(carl, "events") >= 2);
    end(&table);
}

static void other_connections_hear_of_ones_games(void **state) {
    (void)state;
    Table table = begin(PLAIN);
    Guest *phone = party_come(table.party, 0, "bob", "account");
    party_turns(table.ann, table.bob, table.game, 1);
    party_until(table.party, guest_heard(phone, "yours"));
    const json_t *summary = json_object_get(guest_heard(phone, "yours"), "game");
    assert_true(json_is_true(json_object_get(summary, "your_turn")));
    assert_null(guest_heard(table.bob, "yours"));
    end(&table);
}

static void who_is_to_move_and_away_is_notified(void **state) {
    (void)state;
    Table table = begin(SPEC("tsivy", CLOCK_DAYS, "false"));
    party_turns(table.ann, table.bob, table.game, 2);
    unsigned before = table.party->turned;
    guest_go(table.bob);
    char turn[FAN_TURN_TEXT_MAX];
    guest_any_turn(table.ann, table.game, 1, turn);
    assert_true(
        guest_do(table.ann, "{'do':'turn','ply':2,'turn':'%s','game':'%s'}", turn, table.game));
    assert_int_equal(table.party->turned, before + 1);
    assert_string_equal(table.party->turned_player, "bob");
    assert_true(guest_do(table.ann, "{'do':'phrase','phrase':'hello','game':'%s'}", table.game));
    assert_int_equal(table.party->turned, before + 1); /* once a turn */
    end(&table);
}

static void presence_and_lag_are_told(void **state) {
    (void)state;
    Table table = begin(PLAIN);
    party_pass(table.party, 1000);
    guest_forget(table.ann);
    guest_say(table.bob, "{'do':'ping','sent':1.5,'lag':120}");
    party_until(table.party, guest_heard(table.bob, "pong"));
    party_pass(table.party, 1000);
    const json_t *black = json_object_get(guest_heard(table.ann, "presence"), "black");
    assert_true(json_is_true(json_object_get(black, "here")));
    assert_int_equal(json_integer_value(json_object_get(black, "lag")), 120);
    guest_go(table.bob);
    Guest *carl = party_come(table.party, 0, "", "");
    assert_true(guest_do(carl, "{'do':'watch','game':'%s'}", table.game));
    party_pass(table.party, 1000);
    const json_t *presence = guest_heard(table.ann, "presence");
    black = json_object_get(presence, "black");
    assert_false(json_is_true(json_object_get(black, "here")));
    assert_true(json_integer_value(json_object_get(black, "away_ms")) >= 1000);
    assert_int_equal(json_integer_value(json_object_get(presence, "watchers")), 1);
    end(&table);
}

static void absence_is_claimed_after_a_minute(void **state) {
    (void)state;
    Table table = begin(PLAIN);
    party_turns(table.ann, table.bob, table.game, 3);
    guest_is_refused(table.ann, "not-absent", "{'do':'claim','game':'%s'}", table.game);
    guest_go(table.bob);
    party_pass(table.party, 59000);
    guest_is_refused(table.ann, "not-absent", "{'do':'claim','game':'%s'}", table.game);
    party_pass(table.party, 2000);
    assert_true(guest_do(table.ann, "{'do':'claim','game':'%s'}", table.game));
    assert_string_equal(fan_room_reason(room_of(table.ann, table.game)), "abandoned");
    end(&table);
}

static const char *next_game(Table *table, const char *rematch) {
    assert_true(
        guest_do(table->ann, "{'do':'rematch','rematch':'%s','game':'%s'}", rematch, table->game));
    assert_true(
        guest_do(table->bob, "{'do':'rematch','rematch':'%s','game':'%s'}", rematch, table->game));
    party_until(table->party, *fan_room_next(room_of(table->bob, table->game)));
    return fan_room_next(room_of(table->bob, table->game));
}

static void who_acts_by_requests_is_not_absent(void **state) {
    (void)state;
    Table table = begin(PLAIN);
    party_turns(table.ann, table.bob, table.game, 2);
    guest_go(table.bob);
    party_pass(table.party, 50000);
    char values[64], body[128];
    snprintf(values, sizeof values, "{'game':'%s'}", table.game);
    snprintf(body, sizeof body, "{'do':'phrase','phrase':'one-moment','game':'%s'}", table.game);
    party_ask(table.party, table.bob, "game.command", values, body);
    assert_int_equal(table.party->status, 200);
    party_pass(table.party, 20000);
    guest_is_refused(table.ann, "not-absent", "{'do':'claim','game':'%s'}", table.game);
    party_pass(table.party, 41000);
    assert_true(guest_do(table.ann, "{'do':'claim','game':'%s'}", table.game));
    end(&table);
}

static void a_rematch_changes_colours(void **state) {
    (void)state;
    Table table = begin(PLAIN);
    party_turns(table.ann, table.bob, table.game, 2);
    assert_true(guest_do(table.bob, "{'do':'resign','game':'%s'}", table.game));
    const char *next = next_game(&table, "colours");
    assert_true(guest_do(table.ann, "{'do':'watch','game':'%s'}", next));
    assert_true(guest_do(table.bob, "{'do':'watch','game':'%s'}", next));
    const FanRoom *room = room_of(table.ann, next);
    assert_string_equal(fan_room_before(room), table.game);
    assert_int_equal(fan_room_side_of(room, "bob"), FAN_WHITE);
    party_turns(table.bob, table.ann, next, 3);
    party_same(table.party, next);
    end(&table);
}

static void a_rematch_that_cannot_be_made_now_is_made_later(void **state) {
    (void)state;
    Table table = begin(PLAIN);
    FanHub *hub = table.party->hubs[0];
    char next[FAN_ROOM_ID + 1];
    party_turns(table.ann, table.bob, table.game, 2);
    assert_true(guest_do(table.bob, "{'do':'resign','game':'%s'}", table.game));
    /* Somebody asks for the next game while it is not there yet. */
    fan_hub_next_id(table.game, next);
    FanHubRoom *in_the_way = fan_hub_room_make(hub, next);
    in_the_way->holds++;
    for (int i = 0; i < 2; i++) {
        assert_true(guest_do(i ? table.ann : table.bob,
                             "{'do':'rematch','rematch':'colours','game':'%s'}", table.game));
    }
    party_pass(table.party, 5000);
    assert_string_equal(fan_room_next(room_of(table.ann, table.game)), "");
    in_the_way->holds--;
    fan_hub_room_rest(in_the_way);
    party_pass(table.party, 5000);
    assert_string_equal(fan_room_next(room_of(table.ann, table.game)), next);
    end(&table);
}

static void a_rematch_gives_vela(void **state) {
    (void)state;
    Table table = begin(PLAIN);
    party_turns(table.ann, table.bob, table.game, 2);
    assert_true(guest_do(table.bob, "{'do':'resign','game':'%s'}", table.game));
    const char *next = next_game(&table, "vela");
    assert_true(guest_do(table.ann, "{'do':'watch','game':'%s'}", next));
    assert_int_equal(fan_room_game(room_of(table.ann, next))->rules.vela, FAN_VELA_WHITE);
    end(&table);
}

static void a_rated_game_is_settled(void **state) {
    (void)state;
    Table table = begin(SPEC("tsivy", CLOCK_REAL, "true"));
    party_turns(table.ann, table.bob, table.game, 2);
    assert_true(guest_do(table.bob, "{'do':'resign','game':'%s'}", table.game));
    party_until(table.party, fan_room_settled(room_of(table.ann, table.game)));
    Played *played = guest_played(table.ann, table.game);
    assert_non_null(strstr(played->events[played->count - 1], "\"after\":1510"));
    /* The next one knows the rating. */
    const char *next = next_game(&table, "colours");
    assert_true(guest_do(table.ann, "{'do':'watch','game':'%s'}", next));
    assert_int_equal(fan_room_player(room_of(table.ann, next), FAN_BLACK)->rating, 1510);
    end(&table);
}

static void on_reseated(void *context, bool fine) {
    assert_true(fine);
    *(bool *)context = true;
}

static void games_of_a_guest_become_an_accounts(void **state) {
    (void)state;
    Table table = begin(PLAIN);
    char second[FAN_ROOM_ID + 1];
    party_game(table.ann, table.bob, PLAIN, second);
    const FanIdentity to = {.player = "bobby", .name = "Bobby", .kind = "account"};
    volatile bool reseated = false;
    fan_hub_reseat(table.party->hubs[0], "bob", &to, on_reseated, (void *)&reseated);
    party_until(table.party, reseated);
    assert_int_equal(fan_room_side_of(room_of(table.ann, table.game), "bobby"), FAN_BLACK);
    party_until(table.party, fan_room_side_of(room_of(table.ann, second), "bobby") == FAN_BLACK);
    guest_is_refused(table.bob, "no-seat", "{'do':'resign','game':'%s'}", second);
    end(&table);
}

static void who_goes_for_good_gives_up_their_games(void **state) {
    (void)state;
    Table table = begin(PLAIN);
    char begun[FAN_ROOM_ID + 1], waiting[FAN_ROOM_ID + 1];
    party_turns(table.ann, table.bob, table.game, 3);
    party_game(table.ann, table.bob, PLAIN, begun);
    party_ask(table.party, table.bob, "games.make", "{}",
              "{'spec':" PLAIN ",'side':'white','opponent':{'kind':'link'}}");
    strcpy(waiting, json_string_value(json_object_get(table.party->body, "game")));
    assert_true(guest_do(table.ann, "{'do':'watch','game':'%s'}", waiting));
    const FanIdentity gone = {.player = "bob", .kind = "gone"};
    volatile bool reseated = false;
    fan_hub_reseat(table.party->hubs[0], "bob", &gone, on_reseated, (void *)&reseated);
    party_until(table.party, reseated);
    party_settle(table.party);
    static const char *const reasons[] = {"resignation", "aborted", "aborted"};
    const char *games[] = {table.game, begun, waiting};
    for (int i = 0; i < 3; i++) {
        const FanRoom *room = room_of(table.ann, games[i]);
        assert_int_equal(fan_room_state(room), FAN_ROOM_ENDED);
        assert_string_equal(fan_room_reason(room), reasons[i]);
    }
    assert_string_equal(fan_room_player(room_of(table.ann, table.game), FAN_BLACK)->kind, "gone");
    end(&table);
}

static void on_reseated_or_not(void *context, bool fine) {
    *(int *)context = fine ? 1 : -1;
}

static void a_taking_over_cut_short_is_told(void **state) {
    (void)state;
    Table table = begin(PLAIN);
    const FanIdentity to = {.player = "bobby", .name = "Bobby", .kind = "account"};
    int first = 0, second = 0;
    /* One waits for its list of games, the other for a game that stores. */
    fan_hub_reseat(table.party->hubs[0], "bob", &to, on_reseated_or_not, &first);
    while (fan_hub_room(table.party->hubs[0], table.game)->phase != FAN_PHASE_APPENDING) {
        party_step(table.party);
    }
    fan_hub_reseat(table.party->hubs[0], "bob", &to, on_reseated_or_not, &second);
    party_kill(table.party, 0);
    assert_int_equal(first, -1);
    assert_int_equal(second, -1);
    party_end(table.party);
}

static void who_is_renamed_is_so_at_once(void **state) {
    (void)state;
    Table table = begin(PLAIN);
    Guest *carl = party_come(table.party, 0, "carl", "guest");
    const FanIdentity now = {.player = "carl", .name = "Carl", .kind = "account"};
    fan_hub_renamed(table.party->hubs[0], &now);
    assert_true(guest_do(carl, "{'do':'seek','side':'white','spec':%s}", PLAIN));
    party_ask(table.party, table.ann, "lobby", "{}", NULL);
    const json_t *seek = json_array_get(json_object_get(table.party->body, "seeks"), 0);
    const json_t *by = json_object_get(seek, "by");
    assert_string_equal(json_string_value(json_object_get(by, "name")), "Carl");
    end(&table);
}

static void who_is_expelled_goes_with_their_seeks(void **state) {
    (void)state;
    Table table = begin(PLAIN);
    Guest *phone = party_come(table.party, 0, "bob", "account");
    assert_true(guest_do(phone, "{'do':'seek','side':'white','spec':%s}", PLAIN));
    fan_hub_expel(table.party->hubs[0], "bob", "blocked");
    party_until(table.party, guest_heard(phone, "bye") && guest_heard(table.bob, "bye"));
    assert_true(phone->closed && table.bob->closed && !table.ann->closed);
    party_ask(table.party, table.ann, "lobby", "{}", NULL);
    assert_int_equal(json_array_size(json_object_get(table.party->body, "seeks")), 0);
    guest_go(phone);
    end(&table);
}

static void must_not_be_answered(void *context, const FanReply *reply) {
    (void)context, (void)reply;
    fail_msg("answered nobody");
}

static void a_request_given_up_is_not_answered(void **state) {
    (void)state;
    Table table = begin(PLAIN);
    FanHub *hub = table.party->hubs[0];
    static const char *const asks[] = {"games", "lobby", "me.games"};
    json_t *values = json_object();
    for (size_t i = 0; i < sizeof asks / sizeof *asks; i++) {
        int asker;
        fan_hub_ask(hub, &table.ann->who, asks[i], values, NULL, must_not_be_answered, &asker);
        fan_hub_unask(hub, &asker);
    }
    json_decref(values);
    party_settle(table.party);
    assert_null(hub->asks);
    end(&table);
}

/* How many events an answer tells, from a number on. */
static size_t asked_from(Party *party, const Guest *guest, const char *game, size_t from) {
    char values[64];
    snprintf(values, sizeof values, "{'game':'%s','from':%zu}", game, from);
    party_ask(party, guest, "game.events", values, NULL);
    json_t *answer = json_loads(party->text, 0, NULL);
    size_t count = json_array_size(json_object_get(answer, "events"));
    assert_int_equal(json_integer_value(json_object_get(answer, "from")), from);
    json_decref(answer);
    return count;
}

/* As if it were a long game. */
static void stretch(FanHubRoom *room, size_t count) {
    room->events = realloc(room->events, count * sizeof *room->events);
    assert_non_null(room->events);
    room->capacity = count;
    while (room->count < count) {
        room->events[room->count++] = fan_text_keep(room->events[0]);
    }
}

static void an_answer_tells_so_many_events(void **state) {
    (void)state;
    Party *party = party_begin(1);
    Guest *ann = party_come(party, 0, "ann", "guest"), *bob = party_come(party, 0, "bob", "guest");
    char game[FAN_ROOM_ID + 1];
    party_game(ann, bob, PLAIN, game);
    enum { MANY = 6000 };
    FanHubRoom *room = fan_hub_room(party->hubs[0], game);
    size_t count = room->count, told = 0, answers = 0;
    stretch(room, MANY);
    for (; told < MANY; answers++) {
        size_t more = asked_from(party, ann, game, told);
        assert_true(more > 0);
        assert_true(strlen(party->text) < FAN_HUB_ANSWER_BYTES + 2 * FAN_ROOM_EVENT_MAX + MANY);
        told += more;
    }
    assert_int_equal(told, MANY);
    assert_true(answers > 1);
    assert_int_equal(asked_from(party, ann, game, MANY), 0);
    while (room->count > count) {
        fan_text_drop(room->events[--room->count]);
    }
    party_end(party);
}

static void long_games_are_not_kept_for_nobody(void **state) {
    (void)state;
    Party *party = party_begin(1);
    FanHub *hub = party->hubs[0];
    Guest *ann = party_come(party, 0, "ann", "guest"), *bob = party_come(party, 0, "bob", "guest");
    char games[2][FAN_ROOM_ID + 1];
    for (int i = 0; i < 2; i++) {
        party_game(ann, bob, PLAIN, games[i]);
    }
    assert_true(guest_do(ann, "{'do':'leave','game':'%s'}", games[0]));
    assert_true(guest_do(bob, "{'do':'leave','game':'%s'}", games[0]));
    assert_int_equal(hub->rooms.count, 2);
    assert_int_equal(hub->unused_events, fan_hub_room(hub, games[0])->count);
    stretch(fan_hub_room(hub, games[1]), FAN_HUB_EVENTS_KEPT + 1);
    assert_true(guest_do(ann, "{'do':'leave','game':'%s'}", games[1]));
    assert_int_equal(hub->rooms.count, 2); /* Bob is still there */
    assert_true(guest_do(bob, "{'do':'leave','game':'%s'}", games[1]));
    assert_int_equal(hub->rooms.count, 0);
    assert_int_equal(hub->unused_events, 0);
    party_turns(ann, bob, games[0], 1); /* they are loaded again */
    party_end(party);
}

static void a_bot_plays_by_requests_alone(void **state) {
    (void)state;
    Table table = begin(PLAIN);
    char turn[FAN_TURN_TEXT_MAX], values[64], body[256];
    snprintf(values, sizeof values, "{'game':'%s'}", table.game);
    for (unsigned ply = 0; ply < 4; ply++) {
        Guest *guest = ply % 2 ? table.bob : table.ann;
        guest_any_turn(guest, table.game, ply, turn);
        snprintf(body, sizeof body, "{'do':'turn','ply':%u,'turn':'%s','game':'%s'}", ply, turn,
                 table.game);
        party_ask(table.party, guest, "game.command", values, body);
        assert_int_equal(table.party->status, 200);
        party_until(table.party,
                    fan_room_game(room_of(table.bob, table.game))->length == ply + 1 &&
                        fan_room_game(room_of(table.ann, table.game))->length == ply + 1);
        party_ask(table.party, guest, "game", values, NULL);
        assert_false(json_is_true(json_object_get(table.party->body, "your_turn")));
    }
    party_ask(table.party, table.bob, "game.command", values, body);
    assert_int_equal(table.party->status, fan_refusal_status("repeated"));
    end(&table);
}

int main(int argc, char **argv) {
    party_choose(argc, argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_fold_the_stored_list),
        cmocka_unit_test(a_draw_is_offered_declined_and_agreed),
        cmocka_unit_test(a_turn_is_taken_back),
        cmocka_unit_test(courteous_phrases_are_heard),
        cmocka_unit_test(a_message_with_the_same_id_is_carried_out_once),
        cmocka_unit_test(a_turn_that_is_there_already_is_repeated),
        cmocka_unit_test(whoever_comes_back_gets_what_was_missed),
        cmocka_unit_test(a_long_list_comes_in_pieces),
        cmocka_unit_test(other_connections_hear_of_ones_games),
        cmocka_unit_test(who_is_to_move_and_away_is_notified),
        cmocka_unit_test(presence_and_lag_are_told),
        cmocka_unit_test(absence_is_claimed_after_a_minute),
        cmocka_unit_test(who_acts_by_requests_is_not_absent),
        cmocka_unit_test(a_rematch_changes_colours),
        cmocka_unit_test(a_rematch_that_cannot_be_made_now_is_made_later),
        cmocka_unit_test(a_rematch_gives_vela),
        cmocka_unit_test(a_rated_game_is_settled),
        cmocka_unit_test(games_of_a_guest_become_an_accounts),
        cmocka_unit_test(who_goes_for_good_gives_up_their_games),
        cmocka_unit_test(a_taking_over_cut_short_is_told),
        cmocka_unit_test(who_is_renamed_is_so_at_once),
        cmocka_unit_test(who_is_expelled_goes_with_their_seeks),
        cmocka_unit_test(a_request_given_up_is_not_answered),
        cmocka_unit_test(an_answer_tells_so_many_events),
        cmocka_unit_test(long_games_are_not_kept_for_nobody),
        cmocka_unit_test(a_bot_plays_by_requests_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
