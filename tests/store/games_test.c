/* Games and their events, on either database. */
#include "desk.h"

static void an_appended_event_is_read_again(void **state) {
    (void)state;
    Desk *desk = desk_open(desk_place());
    assert_int_equal(desk_append(desk, "g1", 0, "{\"n\":0}"), FAN_STORE_OK);
    assert_int_equal(desk_append(desk, "g1", 1, "{\"n\":1,\"é\":\"☃\"}"), FAN_STORE_OK);
    assert_int_equal(desk_events(desk, "g1", 0), FAN_STORE_OK);
    assert_int_equal(desk->count, 2);
    assert_string_equal(desk->events[0], "{\"n\":0}");
    assert_string_equal(desk->events[1], "{\"n\":1,\"é\":\"☃\"}");
    assert_int_equal(desk->game.events, 2);
    assert_int_equal(desk->game.changed_ms, 1002);
    assert_string_equal(desk->game.white, "anna");
    assert_null(desk->game.result);
    assert_int_equal(desk_events(desk, "g1", 1), FAN_STORE_OK);
    assert_int_equal(desk->count, 1);
    assert_int_equal(desk_events(desk, "g1", 2), FAN_STORE_OK);
    assert_int_equal(desk->count, 0);
    assert_int_equal(desk_events(desk, "nobody", 0), FAN_STORE_NOTHING);
    desk_close(desk);
}

static void all_columns_of_a_game_are_kept(void **state) {
    (void)state;
    const char *place = desk_place();
    Desk *desk = desk_open(place);
    const FanStoreGame game = {.id = "g1",
                               .variant = "7x3",
                               .state = "ended",
                               .result = "draw",
                               .reason = "agreement",
                               .spec = "{\"a\":\"\\u0001\"}",
                               .rated = true,
                               .settled = true,
                               .closed = true,
                               .made_ms = INT64_C(1) << 50,
                               .changed_ms = INT64_C(1) << 51,
                               .deadline_ms = INT64_C(1) << 52,
                               .turns = UINT32_MAX,
                               .events = 2};
    const char *const events[] = {"a", "b"};
    fan_store_append(desk->store, &game, events, 2, desk_done, desk);
    desk_await(desk, 1);
    assert_int_equal(desk->status, FAN_STORE_OK);
    desk_close(desk);
    desk = desk_open(place);
    assert_int_equal(desk_events(desk, "g1", 0), FAN_STORE_OK);
    assert_string_equal(desk->game.variant, "7x3");
    assert_null(desk->game.white);
    assert_null(desk->game.black);
    assert_string_equal(desk->game.state, "ended");
    assert_string_equal(desk->game.result, "draw");
    assert_string_equal(desk->game.reason, "agreement");
    assert_string_equal(desk->game.spec, "{\"a\":\"\\u0001\"}");
    assert_true(desk->game.rated && desk->game.settled && desk->game.closed);
    assert_int_equal(desk->game.made_ms, INT64_C(1) << 50);
    assert_int_equal(desk->game.changed_ms, INT64_C(1) << 51);
    assert_int_equal(desk->game.deadline_ms, INT64_C(1) << 52);
    assert_int_equal(desk->game.turns, UINT32_MAX);
    assert_int_equal(desk->game.events, 2);
    desk_close(desk);
}

static void a_number_is_taken_once(void **state) {
    (void)state;
    Desk *desk = desk_open(desk_place());
    assert_int_equal(desk_append(desk, "g1", 0, "first"), FAN_STORE_OK);
    assert_int_equal(desk_append(desk, "g1", 0, "second"), FAN_STORE_CONFLICT);
    assert_int_equal(desk_append(desk, "g1", 2, "gap"), FAN_STORE_CONFLICT);
    assert_int_equal(desk_append(desk, "g2", 1, "no game"), FAN_STORE_CONFLICT);
    /* Late by one of two: neither of the two goes in. */
    FanStoreGame game = desk_game("g1", 2);
    const char *const late[] = {"late 0", "late 1"};
    fan_store_append(desk->store, &game, late, 2, desk_done, desk);
    desk_await(desk, 5);
    assert_int_equal(desk->status, FAN_STORE_CONFLICT);
    assert_int_equal(desk_events(desk, "g1", 0), FAN_STORE_OK);
    assert_int_equal(desk->count, 1);
    assert_string_equal(desk->events[0], "first");
    assert_int_equal(desk->game.events, 1);
    assert_int_equal(desk_events(desk, "g2", 0), FAN_STORE_NOTHING);
    assert_int_equal(fan_store_counts(desk->store).conflicts, 4);
    desk_close(desk);
}

typedef struct Order {
    Desk *desk;
    unsigned number, *next;
    FanStoreStatus status;
} Order;

static void note_order(void *context, FanStoreStatus status) {
    Order *order = context;
    assert_int_equal(order->number, *order->next);
    ++*order->next;
    order->status = status;
    order->desk->answers++;
}

static void many_at_once_are_answered_in_order_and_in_few_transactions(void **state) {
    (void)state;
    enum { GAMES = 40, EACH = 25 };
    Desk *desk = desk_open(desk_place());
    static Order orders[GAMES * EACH];
    unsigned next = 0;
    for (unsigned i = 0; i < GAMES * EACH; i++) {
        char id[16];
        snprintf(id, sizeof id, "g%u", (i * 7) % GAMES);
        const char *event = "{}";
        FanStoreGame game = desk_game(id, i / GAMES + 1);
        orders[i] = (Order){desk, i, &next, FAN_STORE_FAILED};
        fan_store_append(desk->store, &game, &event, 1, note_order, &orders[i]);
    }
    desk_await(desk, GAMES * EACH);
    for (unsigned i = 0; i < GAMES * EACH; i++) {
        assert_int_equal(orders[i].status, FAN_STORE_OK);
    }
    FanStoreCounts counts = fan_store_counts(desk->store);
    assert_int_equal(counts.events, GAMES * EACH);
    assert_int_equal(counts.waiting, 0);
    assert_true(counts.transactions < GAMES * EACH / 4);
    desk_close(desk);
}

/* Two accounts of one name in one transaction: the second is refused, and takes nobody with it. */
static void one_that_fails_takes_no_other_with_it(void **state) {
    (void)state;
    Desk *desk = desk_open(desk_place());
    assert_int_equal(desk_player_make(desk, "p1", "account", "Rakoto", NULL), FAN_STORE_OK);
    assert_int_equal(desk_player_make(desk, "p2", "guest", NULL, NULL), FAN_STORE_OK);
    unsigned before = desk->answers, next = 0;
    static Order orders[21];
    const FanStorePlayer clash = {.id = "p2", .kind = "account", .name = "RAKOTO"};
    for (unsigned i = 0; i < 21; i++) {
        orders[i] = (Order){desk, i, &next, FAN_STORE_FAILED};
    }
    for (unsigned i = 0; i < 20; i++) {
        char id[16];
        snprintf(id, sizeof id, "g%u", i);
        const char *event = "{}";
        FanStoreGame game = desk_game(id, 1);
        /* Answers of the clash come after those of the others of its transaction. */
        fan_store_append(desk->store, &game, &event, 1, note_order, &orders[i]);
    }
    fan_store_player_change(desk->store, &clash, note_order, &orders[20]);
    desk_await(desk, before + 21);
    for (unsigned i = 0; i < 20; i++) {
        assert_int_equal(orders[i].status, FAN_STORE_OK);
    }
    assert_int_equal(orders[20].status, FAN_STORE_CONFLICT);
    assert_int_equal(desk_player(desk, "p2", NULL), FAN_STORE_OK);
    assert_null(desk->player.name);
    desk_close(desk);
}

static void what_cannot_be_is_refused_alone(void **state) {
    (void)state;
    Desk *desk = desk_open(desk_place());
    static char long_text[FAN_STORE_EVENT_MAX + 1];
    memset(long_text, 'x', FAN_STORE_EVENT_MAX);
    assert_int_equal(desk_append(desk, "g1", 0, long_text), FAN_STORE_FAILED);
    assert_string_equal(desk->error, "a text or an id is too long");
    assert_int_equal(desk_append(desk, "g1", 0, "\xff"), FAN_STORE_FAILED);
    assert_string_equal(desk->error, "a text is not UTF-8");
    assert_int_equal(desk_append(desk, "a b", 0, "{}"), FAN_STORE_FAILED);
    assert_int_equal(desk_append(desk, "123456789012345678901234", 0, "{}"), FAN_STORE_FAILED);
    assert_int_equal(desk_append(desk, "12345678901234567890123", 0, "{}"), FAN_STORE_OK);
    assert_string_equal(desk->error, "");
    long_text[FAN_STORE_EVENT_MAX - 1] = '\0';
    assert_int_equal(desk_append(desk, "g1", 0, long_text), FAN_STORE_OK);
    assert_int_equal(desk_events(desk, "g1", 0), FAN_STORE_OK);
    assert_string_equal(desk->events[0], long_text);
    const FanStoreGamesWanted too_many = {.limit = 201};
    assert_int_equal(desk_games(desk, &too_many), FAN_STORE_FAILED);
    desk_close(desk);
}

static void an_event_can_be_replaced(void **state) {
    (void)state;
    Desk *desk = desk_open(desk_place());
    assert_int_equal(desk_append(desk, "g1", 0, "named"), FAN_STORE_OK);
    fan_store_event_replace(desk->store, "g1", 0, "nameless", desk_done, desk);
    fan_store_event_replace(desk->store, "g1", 1, "nameless", desk_done, desk);
    desk_await(desk, 3);
    assert_int_equal(desk->status, FAN_STORE_NOTHING);
    assert_int_equal(desk_events(desk, "g1", 0), FAN_STORE_OK);
    assert_string_equal(desk->events[0], "nameless");
    desk_close(desk);
}

/* --- lists -------------------------------------------------------------------------------------
 */

/* "id white black state changed deadline rated settled": a few games that differ in all of it. */
static const FanStoreGame shelf[] = {
    {.id = "a",
     .white = "anna",
     .black = "bodo",
     .state = "ended",
     .result = "white",
     .reason = "time",
     .changed_ms = 10,
     .rated = true,
     .settled = true},
    {.id = "b",
     .white = "bodo",
     .black = "anna",
     .state = "ended",
     .result = "white",
     .reason = "time",
     .changed_ms = 20,
     .rated = true},
    {.id = "c", .white = "anna", .state = "waiting", .changed_ms = 30},
    {.id = "d",
     .white = "coco",
     .black = "bodo",
     .state = "playing",
     .changed_ms = 30,
     .deadline_ms = 500},
    {.id = "e",
     .white = "coco",
     .black = "anna",
     .state = "playing",
     .changed_ms = 40,
     .deadline_ms = 900,
     .variant = "telo"},
    {.id = "f",
     .white = "coco",
     .black = "anna",
     .state = "ended",
     .result = "none",
     .reason = "aborted",
     .changed_ms = 40,
     .deadline_ms = 1,
     .variant = "telo"},
};

static const struct {
    const char *ids; /* newest first */
    FanStoreGamesWanted wanted;
} lists[] = {
    {"fedcba", {.limit = 200}},
    {"fe", {.limit = 2}},
    {"fba", {.state = "ended", .limit = 200}},
    {"ed", {.state = "playing", .limit = 200}},
    {"c", {.state = "waiting", .limit = 200}},
    {"fecba", {.player = "anna", .limit = 200}},
    {"fec", {.player = "anna", .limit = 3}},
    {"fba", {.player = "anna", .state = "ended", .limit = 200}},
    {"fe", {.player = "anna", .variant = "telo", .limit = 200}},
    {"", {.player = "dudu", .limit = 200}},
    {"b", {.unsettled = true, .limit = 200}},
    {"d", {.deadline_ms = 500, .limit = 200}},
    {"ed", {.deadline_ms = 900, .state = "playing", .limit = 200}},
    {"", {.deadline_ms = 499, .limit = 200}},
    {"ba", {.before_ms = 30, .limit = 200}},
    {"dcba", {.before_ms = 40, .limit = 200}},
    {"edcba", {.before_ms = 40, .before_id = "f", .limit = 200}},
    {"cba", {.before_ms = 30, .before_id = "d", .limit = 200}},
    {"ba", {.before_ms = 30, .before_id = "c", .limit = 200}},
    {"b", {.player = "anna", .before_ms = 30, .before_id = "c", .limit = 1}},
};

static void put_on_shelf(Desk *desk) {
    for (size_t i = 0; i < sizeof shelf / sizeof shelf[0]; i++) {
        FanStoreGame game = shelf[i];
        const char *event = "{}";
        game.spec = "{}";
        game.events = 1;
        game.variant = game.variant != NULL ? game.variant : "tsivy";
        unsigned before = desk->answers;
        fan_store_append(desk->store, &game, &event, 1, desk_done, desk);
        desk_await(desk, before + 1);
        assert_int_equal(desk->status, FAN_STORE_OK);
    }
}

static void lists_hold_what_is_wanted_newest_first(void **state) {
    (void)state;
    Desk *desk = desk_open(desk_place());
    put_on_shelf(desk);
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        assert_int_equal(desk_games(desk, &lists[i].wanted), FAN_STORE_OK);
        char ids[16] = "";
        for (size_t j = 0; j < desk->count; j++) {
            strcat(ids, desk->games[j].id);
        }
        if (strcmp(ids, lists[i].ids) != 0) {
            fail_msg("list %zu: \"%s\", not \"%s\"", i, ids, lists[i].ids);
        }
    }
    desk_close(desk);
}

static bool note_visit(void *context, const FanStoreGame *game, const char *const *events,
                       size_t count) {
    char *seen = context;
    strcat(seen, game->id);
    assert_int_equal(count, game->events);
    assert_string_equal(events[0], "{}");
    return strlen(seen) < 4;
}

static void every_game_is_visited_oldest_first(void **state) {
    (void)state;
    Desk *desk = desk_open(desk_place());
    for (unsigned i = 0; i < 3; i++) {
        FanStoreGame game = desk_game((const char *[]){"x", "z", "y"}[i], 1);
        const char *event = "{}";
        game.made_ms = (int64_t[]){5, -7, 5}[i];
        fan_store_append(desk->store, &game, &event, 1, desk_done, desk);
        desk_await(desk, i + 1);
    }
    char seen[16] = "", error[FAN_STORE_ERROR_MAX];
    assert_true(fan_store_visit_games(desk->store, note_visit, seen, error));
    assert_string_equal(seen, "zxy");
    /* The visitor has seen enough with the fourth. */
    assert_true(fan_store_visit_games(desk->store, note_visit, seen, error));
    assert_string_equal(seen, "zxyz");
    desk_close(desk);
}

int main(int argc, char **argv) {
    desk_choose(argc, argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_appended_event_is_read_again),
        cmocka_unit_test(all_columns_of_a_game_are_kept),
        cmocka_unit_test(a_number_is_taken_once),
        cmocka_unit_test(many_at_once_are_answered_in_order_and_in_few_transactions),
        cmocka_unit_test(one_that_fails_takes_no_other_with_it),
        cmocka_unit_test(what_cannot_be_is_refused_alone),
        cmocka_unit_test(an_event_can_be_replaced),
        cmocka_unit_test(lists_hold_what_is_wanted_newest_first),
        cmocka_unit_test(every_game_is_visited_oldest_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
