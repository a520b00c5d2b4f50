/* Every reason why the hub refuses something, reached as a client would, and nothing changed by it.
 */
#include "party.h"

#define PLAIN SPEC("tsivy", CLOCK_NONE, "false")

typedef struct Table {
    Party *party;
    Guest *ann, *bob, *carl;
    char game[FAN_ROOM_ID + 1];
} Table;

static Table begin(void) {
    Table table = {.party = party_begin(1)};
    table.ann = party_come(table.party, 0, "ann", "account");
    table.bob = party_come(table.party, 0, "bob", "guest");
    table.carl = party_come(table.party, 0, "carl", "guest");
    party_game(table.ann, table.bob, PLAIN, table.game);
    return table;
}

static void end(Table *table) {
    party_settle(table->party);
    party_same(table->party, table->game);
    party_end(table->party);
}

static const char *reason_of(const json_t *refused) {
    return json_string_value(json_object_get(json_object_get(refused, "why"), "reason"));
}

static void malformed_messages(void **state) {
    (void)state;
    static const char *const messages[] = {
        "",
        "{",
        "[]",
        "12",
        "null",
        "{}",
        "{'do':'dance'}",
        "{'do':'watch'}",
        "{'do':'watch','game':'short'}",
        "{'do':'watch','game':12}",
        "{'do':'watch','game':'aaaaaaaaaa','from':-1}",
        "{'do':'watch','game':'aaaaaaaaaa','more':1}",
        "{'do':'turn','game':'aaaaaaaaaa','ply':0}",
        "{'do':'phrase','game':'aaaaaaaaaa','phrase':'you fool'}",
        "{'do':'ping','sent':'x'}",
        "{'do':'ping','do':'ping','sent':1}",
        "{'do':'ping','sent':1} {}",
        "{'do':'lobby','on':1}",
    };
    Table table = begin();
    for (size_t i = 0; i < sizeof messages / sizeof *messages; i++) {
        guest_forget(table.carl);
        table.party->now_ms += 1000;
        guest_say(table.carl, "%s", messages[i]);
        party_until(table.party, guest_heard(table.carl, "refused"));
        assert_string_equal(reason_of(guest_heard(table.carl, "refused")), "malformed");
    }
    char long_message[FAN_PROTOCOL_MESSAGE_MAX + 2];
    memset(long_message, ' ', sizeof long_message);
    long_message[0] = '{';
    guest_forget(table.carl);
    fan_hub_receive(table.carl->peer, long_message, sizeof long_message);
    fan_hub_receive(table.carl->peer, "\0\xff{", 3);
    party_until(table.party, guest_count(table.carl, "refused") == 2);
    end(&table);
}

static void hello_comes_first(void **state) {
    (void)state;
    Table table = begin();
    Guest *dora = party_come(table.party, 0, "", "");
    dora->peer->greeted = false;
    guest_is_refused(dora, "protocol", "{'do':'lobby','on':true}");
    guest_say(dora, "{'do':'hello','protocol':999}");
    party_until(table.party, guest_heard(dora, "bye"));
    assert_true(dora->closed);
    end(&table);
}

static void nobody_may_only_watch(void **state) {
    (void)state;
    Table table = begin();
    Guest *dora = party_come(table.party, 0, "", "");
    assert_true(guest_do(dora, "{'do':'watch','game':'%s'}", table.game));
    guest_is_refused(dora, "needs-player", "{'do':'resign','game':'%s'}", table.game);
    guest_is_refused(dora, "needs-player", "{'do':'seek','spec':%s,'side':'random'}", PLAIN);
    guest_is_refused(dora, "needs-player", "{'do':'accept','seek':'aaaa'}");
    end(&table);
}

static void games_and_seats_of_others(void **state) {
    (void)state;
    Table table = begin();
    guest_is_refused(table.carl, "no-game", "{'do':'watch','game':'aaaaaaaaaa'}");
    guest_is_refused(table.carl, "no-game", "{'do':'resign','game':'aaaaaaaaaa'}");
    guest_is_refused(table.carl, "no-game", "{'do':'sit','game':'aaaaaaaaaa'}");
    guest_is_refused(table.carl, "no-seat", "{'do':'resign','game':'%s'}", table.game);
    guest_is_refused(table.carl, "seat-taken", "{'do':'sit','game':'%s'}", table.game);
    party_ask(table.party, table.ann, "games.make", "{}",
              "{'spec':" PLAIN ",'side':'black','opponent':{'kind':'link'}}");
    const char *game = json_string_value(json_object_get(table.party->body, "game"));
    guest_is_refused(table.ann, "own-game", "{'do':'sit','game':'%s'}", game);
    guest_is_refused(table.carl, "seat-taken", "{'do':'sit','side':'black','game':'%s'}", game);
    end(&table);
}

static void turns(void **state) {
    (void)state;
    Table table = begin();
    const char *game = table.game;
    guest_is_refused(table.bob, "not-your-turn", "{'do':'turn','ply':0,'turn':'e4-e3','game':'%s'}",
                     game);
    guest_is_refused(table.ann, "illegal", "{'do':'turn','ply':0,'turn':'a1-a2','game':'%s'}",
                     game);
    const json_t *why = json_object_get(table.ann->answer, "why");
    assert_non_null(json_object_get(why, "clause"));
    assert_non_null(json_object_get(why, "word"));
    guest_is_refused(table.ann, "malformed", "{'do':'turn','ply':0,'turn':'zz','game':'%s'}", game);
    guest_is_refused(table.ann, "stale", "{'do':'turn','ply':5,'turn':'e2-e3A','game':'%s'}", game);
    guest_is_refused(table.ann, "stale", "{'do':'watch','from':500,'game':'%s'}", game);
    assert_true(guest_do(table.ann, "{'do':'resign','game':'%s'}", game));
    guest_is_refused(table.ann, "over", "{'do':'turn','ply':0,'turn':'e2-e3A','game':'%s'}", game);
    end(&table);
}

static void things_out_of_season(void **state) {
    (void)state;
    Table table = begin();
    const char *game = table.game;
    guest_is_refused(table.ann, "nothing-offered", "{'do':'decline-draw','game':'%s'}", game);
    guest_is_refused(table.ann, "nothing-offered", "{'do':'decline-takeback','game':'%s'}", game);
    guest_is_refused(table.ann, "not-now", "{'do':'rematch','rematch':'colours','game':'%s'}",
                     game);
    guest_is_refused(table.ann, "not-now", "{'do':'takeback','game':'%s'}", game);
    party_turns(table.ann, table.bob, game, 3);
    guest_is_refused(table.ann, "too-late", "{'do':'abort','game':'%s'}", game);
    guest_is_refused(table.ann, "not-absent", "{'do':'claim','game':'%s'}", game);
    party_ask(table.party, table.ann, "games.make", "{}",
              "{'spec':" PLAIN ",'side':'black','opponent':{'kind':'link'}}");
    char waiting[FAN_ROOM_ID + 1];
    strcpy(waiting, json_string_value(json_object_get(table.party->body, "game")));
    guest_is_refused(table.ann, "not-begun", "{'do':'resign','game':'%s'}", waiting);
    end(&table);
}

static void a_turn_after_its_time(void **state) {
    (void)state;
    Table table = begin();
    char game[FAN_ROOM_ID + 1], turn[FAN_TURN_TEXT_MAX];
    party_game(table.ann, table.bob, SPEC("tsivy", CLOCK_REAL, "false"), game);
    party_turns(table.ann, table.bob, game, 2);
    guest_any_turn(table.ann, game, 5, turn);
    /* The clock runs out between two looks at it. */
    party_pass(table.party, 59000);
    table.party->now_ms += 3000;
    guest_is_refused(table.ann, "too-late", "{'do':'turn','ply':2,'turn':'%s','game':'%s'}", turn,
                     game);
    party_until(table.party, fan_room_state(guest_played(table.bob, game)->room) == FAN_ROOM_ENDED);
    assert_string_equal(fan_room_reason(guest_played(table.bob, game)->room), "time");
    end(&table);
}

static void rules_and_accounts(void **state) {
    (void)state;
    Table table = begin();
    party_ask(
        table.party, table.bob, "games.make", "{}",
        "{'spec':" SPEC("tsivy", CLOCK_REAL, "true") ",'side':'white','opponent':{'kind':'link'}}");
    assert_string_equal(reason_of(table.party->body), "needs-account");
    party_ask(table.party, table.bob, "games.make", "{}",
              "{'spec':{'variant':'tsivy','rules':'quiet-limit=0,repetition=0'," CLOCK_NONE
              ",'rated':false},'side':'white','opponent':{'kind':'link'}}");
    assert_string_equal(reason_of(table.party->body), "rules");
    guest_is_refused(table.bob, "needs-account", "{'do':'seek','side':'white','spec':%s}",
                     SPEC("tsivy", CLOCK_REAL, "true"));
    /* A rated game can be watched, not sat down at, without an account. */
    party_ask(
        table.party, table.ann, "games.make", "{}",
        "{'spec':" SPEC("tsivy", CLOCK_REAL, "true") ",'side':'white','opponent':{'kind':'link'}}");
    assert_int_equal(table.party->status, 201);
    char game[FAN_ROOM_ID + 1];
    strcpy(game, json_string_value(json_object_get(table.party->body, "game")));
    guest_is_refused(table.bob, "needs-account", "{'do':'sit','game':'%s'}", game);
    end(&table);
}

static void seeks(void **state) {
    (void)state;
    Table table = begin();
    guest_is_refused(table.ann, "no-seek", "{'do':'accept','seek':'aaaa'}");
    guest_is_refused(table.ann, "no-seek", "{'do':'unseek','seek':'aaaa'}");
    assert_true(guest_do(table.ann, "{'do':'seek','side':'white','rating_min':1400,'spec':%s}",
                         SPEC("tsivy", CLOCK_REAL, "false")));
    char seek[FAN_STORE_ID_MAX];
    strcpy(seek, json_string_value(json_object_get(table.ann->answer, "seek")));
    guest_is_refused(table.ann, "own-seek", "{'do':'accept','seek':'%s'}", seek);
    guest_is_refused(table.bob, "rating-range", "{'do':'accept','seek':'%s'}", seek);
    guest_is_refused(table.bob, "not-allowed", "{'do':'unseek','seek':'%s'}", seek);
    for (int i = 1; i < FAN_HUB_SEEKS_EACH; i++) {
        assert_true(guest_do(table.ann, "{'do':'seek','side':'white','spec':%s}", PLAIN));
    }
    guest_is_refused(table.ann, "too-many", "{'do':'seek','side':'white','spec':%s}", PLAIN);
    end(&table);
}

static void too_much_of_everything(void **state) {
    (void)state;
    Table table = begin();
    for (int i = 0; i < FAN_HUB_WAITING_EACH; i++) {
        party_ask(table.party, table.bob, "games.make", "{}",
                  "{'spec':" PLAIN ",'side':'black','opponent':{'kind':'link'}}");
        assert_int_equal(table.party->status, 201);
        char game[FAN_ROOM_ID + 1];
        strcpy(game, json_string_value(json_object_get(table.party->body, "game")));
        table.party->now_ms += 1000;
        assert_true(guest_do(table.carl, "{'do':'watch','game':'%s'}", game));
    }
    party_ask(table.party, table.bob, "games.make", "{}",
              "{'spec':" PLAIN ",'side':'black','opponent':{'kind':'link'}}");
    assert_string_equal(reason_of(table.party->body), "too-many");
    assert_int_equal(table.party->status, fan_refusal_status("too-many"));
    /* Messages: some at once, then so many a second, then out. */
    guest_forget(table.carl);
    for (int i = 0; i < 80; i++) {
        guest_say(table.carl, "{'do':'ping','sent':%d}", i);
    }
    party_until(table.party, guest_heard(table.carl, "refused"));
    assert_string_equal(reason_of(guest_heard(table.carl, "refused")), "too-fast");
    assert_false(table.carl->closed);
    for (int i = 0; i < 200; i++) {
        guest_say(table.carl, "{'do':'ping','sent':%d}", i);
    }
    party_until(table.party, guest_heard(table.carl, "bye"));
    assert_true(table.carl->closed);
    end(&table);
}

static void on_made(void *context, const FanReply *reply) {
    unsigned *made = context;
    *made += reply->status == 201;
}

static void games_that_are_made_at_once_are_counted(void **state) {
    (void)state;
    Table table = begin();
    unsigned made = 0;
    json_t *body = json_loads("{\"spec\":{\"variant\":\"tsivy\",\"rules\":\"\",\"clock\":"
                              "{\"kind\":\"none\"},\"rated\":false},\"side\":\"black\","
                              "\"opponent\":{\"kind\":\"link\"}}",
                              0, NULL);
    for (int i = 0; i < 2 * FAN_HUB_WAITING_EACH; i++) {
        fan_hub_ask(table.party->hubs[0], &table.carl->who, "games.make", NULL, body, on_made,
                    &made);
    }
    json_decref(body);
    party_settle(table.party);
    assert_int_equal(made, FAN_HUB_WAITING_EACH);
    end(&table);
}

static void too_many_games_watched(void **state) {
    (void)state;
    Table table = begin();
    char games[FAN_HUB_WATCHES_MAX + 1][FAN_ROOM_ID + 1];
    Guest *dora = party_come(table.party, 0, "", "");
    Guest *makers[] = {table.ann, table.bob};
    for (int i = 0; i <= FAN_HUB_WATCHES_MAX; i++) {
        party_ask(table.party, makers[i % 2], "games.make", "{}",
                  "{'spec':" PLAIN ",'side':'black','opponent':{'kind':'link'}}");
        strcpy(games[i], json_string_value(json_object_get(table.party->body, "game")));
        table.party->now_ms += 1000;
        if (i < FAN_HUB_WATCHES_MAX) {
            guest_say(dora, "{'do':'watch','game':'%s'}", games[i]);
            party_settle(table.party);
            guest_forget(dora);
        }
    }
    guest_is_refused(dora, "too-many", "{'do':'watch','game':'%s'}", games[FAN_HUB_WATCHES_MAX]);
    end(&table);
}

static void while_draining(void **state) {
    (void)state;
    Table table = begin();
    table.ann->peer->closing = false;
    table.party->hubs[0]->draining = true;
    guest_is_refused(table.ann, "draining", "{'do':'resign','game':'%s'}", table.game);
    guest_is_refused(table.ann, "draining", "{'do':'seek','side':'white','spec':%s}", PLAIN);
    party_ask(table.party, table.ann, "games.make", "{}",
              "{'spec':" PLAIN ",'side':'black','opponent':{'kind':'link'}}");
    assert_string_equal(reason_of(table.party->body), "draining");
    table.party->hubs[0]->draining = false;
    end(&table);
}

static void requests(void **state) {
    (void)state;
    Table table = begin();
    party_ask(table.party, table.ann, "game", "{'game':'aaaaaaaaaa'}", NULL);
    assert_int_equal(table.party->status, 404);
    party_ask(table.party, table.ann, "game", "{'game':'../../etc'}", NULL);
    assert_int_equal(table.party->status, 404);
    party_ask(table.party, table.ann, "games", "{'after':'12'}", NULL);
    assert_string_equal(reason_of(table.party->body), "malformed");
    party_ask(table.party, table.ann, "games", "{'player':'nobody-of-that-name'}", NULL);
    assert_string_equal(reason_of(table.party->body), "unknown");
    party_ask(table.party, table.ann, "game.command", "{'game':'aaaaaaaaaa'}",
              "{'do':'resign','game':'bbbbbbbbbb'}");
    assert_string_equal(reason_of(table.party->body), "malformed");
    party_ask(table.party, table.ann, "no.such", "{}", NULL);
    assert_string_equal(reason_of(table.party->body), "unknown");
    end(&table);
}

int main(int argc, char **argv) {
    party_choose(argc, argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(malformed_messages),
        cmocka_unit_test(hello_comes_first),
        cmocka_unit_test(nobody_may_only_watch),
        cmocka_unit_test(games_and_seats_of_others),
        cmocka_unit_test(turns),
        cmocka_unit_test(things_out_of_season),
        cmocka_unit_test(a_turn_after_its_time),
        cmocka_unit_test(rules_and_accounts),
        cmocka_unit_test(seeks),
        cmocka_unit_test(too_much_of_everything),
        cmocka_unit_test(games_that_are_made_at_once_are_counted),
        cmocka_unit_test(too_many_games_watched),
        cmocka_unit_test(while_draining),
        cmocka_unit_test(requests),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
