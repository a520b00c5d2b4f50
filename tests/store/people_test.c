/* Players, ratings and small things, on either database. */
#include "desk.h"

#include "store/internal.h"

static void a_player_is_found_by_id_and_by_name(void **state) {
    (void)state;
    Desk *desk = desk_open(desk_place());
    const FanStorePlayer player = {.id = "p1",
                                   .kind = "account",
                                   .name = "Rakoto_1",
                                   .password = "$argon2id$v=19$",
                                   .owner = "boss",
                                   .epoch = 3,
                                   .blocked = true,
                                   .made_ms = 99};
    fan_store_player_make(desk->store, &player, desk_done, desk);
    desk_await(desk, 1);
    assert_int_equal(desk->status, FAN_STORE_OK);
    for (int by_name = 0; by_name < 2; by_name++) {
        assert_int_equal(by_name ? desk_player(desk, NULL, "rAKOTO_1")
                                 : desk_player(desk, "p1", NULL),
                         FAN_STORE_OK);
        assert_string_equal(desk->player.id, "p1");
        assert_string_equal(desk->player.kind, "account");
        assert_string_equal(desk->player.name, "Rakoto_1");
        assert_string_equal(desk->player.password, "$argon2id$v=19$");
        assert_string_equal(desk->player.owner, "boss");
        assert_int_equal(desk->player.epoch, 3);
        assert_true(desk->player.blocked);
        assert_int_equal(desk->player.made_ms, 99);
    }
    assert_int_equal(desk_player(desk, "P1", NULL), FAN_STORE_NOTHING);
    assert_int_equal(desk_player(desk, NULL, "Rakoto"), FAN_STORE_NOTHING);
    assert_int_equal(desk_player(desk, NULL, NULL), FAN_STORE_FAILED);
    desk_close(desk);
}

static void names_are_unique_without_regard_to_case(void **state) {
    (void)state;
    Desk *desk = desk_open(desk_place());
    assert_int_equal(desk_player_make(desk, "p1", "account", "Rakoto", NULL), FAN_STORE_OK);
    assert_int_equal(desk_player_make(desk, "p1", "guest", NULL, NULL), FAN_STORE_CONFLICT);
    assert_int_equal(desk_player_make(desk, "p2", "account", "RAKOTO", NULL), FAN_STORE_CONFLICT);
    assert_int_equal(desk_player_make(desk, "p2", "guest", NULL, NULL), FAN_STORE_OK);
    assert_int_equal(desk_player_make(desk, "p3", "guest", NULL, NULL), FAN_STORE_OK);
    FanStorePlayer player = {.id = "p2", .kind = "account", .name = "rakoto"};
    assert_int_equal(desk_player_change(desk, &player), FAN_STORE_CONFLICT);
    player.name = "Soa";
    assert_int_equal(desk_player_change(desk, &player), FAN_STORE_OK);
    player.name = "SOA"; /* one's own name, written otherwise */
    assert_int_equal(desk_player_change(desk, &player), FAN_STORE_OK);
    player.id = "p9";
    player.name = "Nobody";
    assert_int_equal(desk_player_change(desk, &player), FAN_STORE_NOTHING);
    desk_close(desk);
}

static void a_blocking_is_not_undone_by_who_has_not_seen_it(void **state) {
    (void)state;
    Desk *desk = desk_open(desk_place());
    assert_int_equal(desk_player_make(desk, "p1", "account", "Rakoto", NULL), FAN_STORE_OK);
    FanStorePlayer blocked = {
        .id = "p1", .kind = "account", .name = "Rakoto", .epoch = 1, .blocked = true};
    assert_int_equal(desk_player_change(desk, &blocked), FAN_STORE_OK);
    /* A new password of somebody who was read before. */
    FanStorePlayer player = {
        .id = "p1", .kind = "account", .name = "Rakoto", .password = "new", .epoch = 1};
    assert_int_equal(desk_player_change(desk, &player), FAN_STORE_NOTHING);
    assert_int_equal(desk_player(desk, "p1", NULL), FAN_STORE_OK);
    assert_true(desk->player.blocked);
    player.epoch = 2; /* the administration takes it back */
    assert_int_equal(desk_player_change(desk, &player), FAN_STORE_OK);
    assert_int_equal(desk_player(desk, "p1", NULL), FAN_STORE_OK);
    assert_false(desk->player.blocked);
    player.epoch = 1;
    assert_int_equal(desk_player_change(desk, &player), FAN_STORE_NOTHING);
    desk_close(desk);
}

/* --- ratings -----------------------------------------------------------------------------------
 */

typedef struct Match {
    double white_gains;
} Match;

static void settle(const void *match, FanStoreRating *white, FanStoreRating *black,
                   char event[FAN_STORE_EVENT_MAX]) {
    const Match *own = match;
    snprintf(event, FAN_STORE_EVENT_MAX, "%g/%u %g/%u", white->rating, white->games, black->rating,
             black->games);
    white->rating += own->white_gains;
    black->rating -= own->white_gains;
    white->deviation = black->deviation = 350.0 / (1 + white->games);
    white->volatility = black->volatility = 0.059999999999999998;
    white->changed_ms = black->changed_ms = 4000;
    white->games++;
    black->games++;
}

static void end_rated(Desk *desk, const char *id) {
    FanStoreGame game = desk_game(id, 1);
    const char *event = "{}";
    game.state = "ended";
    game.result = "white";
    game.rated = true;
    unsigned before = desk->answers;
    fan_store_append(desk->store, &game, &event, 1, desk_done, desk);
    desk_await(desk, before + 1);
    assert_int_equal(desk->status, FAN_STORE_OK);
}

static FanStoreStatus settle_game(Desk *desk, const char *id, uint32_t number, double gains) {
    unsigned before = desk->answers;
    /* The store has a copy by the time this one is gone. */
    Match match = {gains};
    fan_store_settle(desk->store, id, number, settle, &match, sizeof match, desk_done, desk);
    match.white_gains = 1e9;
    desk_await(desk, before + 1);
    return desk->status;
}

static FanStoreStatus ratings_of(Desk *desk, const char *player, const char *variant,
                                 double deviation_max, unsigned limit) {
    unsigned before = desk->answers;
    fan_store_ratings(desk->store, player, variant, deviation_max, limit, desk_ratings_done, desk);
    desk_await(desk, before + 1);
    return desk->status;
}

static void a_rated_game_is_settled_once(void **state) {
    (void)state;
    Desk *desk = desk_open(desk_place());
    assert_int_equal(desk_player_make(desk, "anna", "account", "Anna", NULL), FAN_STORE_OK);
    assert_int_equal(desk_player_make(desk, "bodo", "bot", "Bodo", NULL), FAN_STORE_OK);
    end_rated(desk, "g1");
    end_rated(desk, "g2");
    assert_int_equal(settle_game(desk, "g1", 2, 12.5), FAN_STORE_CONFLICT); /* not the next */
    assert_int_equal(settle_game(desk, "g1", 1, 12.5), FAN_STORE_OK);
    assert_int_equal(settle_game(desk, "g1", 1, 12.5), FAN_STORE_CONFLICT);
    assert_int_equal(settle_game(desk, "g1", 2, 12.5), FAN_STORE_CONFLICT);
    assert_int_equal(settle_game(desk, "g0", 1, 12.5), FAN_STORE_CONFLICT);
    assert_int_equal(settle_game(desk, "g2", 1, 0.1), FAN_STORE_OK);
    assert_int_equal(desk_events(desk, "g2", 1), FAN_STORE_OK);
    assert_int_equal(desk->count, 1);
    assert_string_equal(desk->events[0], "12.5/1 -12.5/1");
    assert_true(desk->game.settled);
    assert_int_equal(desk->game.events, 2);
    assert_int_equal(ratings_of(desk, NULL, "tsivy", 350, 200), FAN_STORE_OK);
    assert_int_equal(desk->count, 2);
    assert_string_equal(desk->ratings[0].name, "Anna");
    assert_string_equal(desk->ratings[0].kind, "account");
    assert_string_equal(desk->ratings[1].name, "Bodo");
    assert_string_equal(desk->ratings[1].kind, "bot");
    /* To the last bit. */
    assert_true(desk->ratings[0].rating == 12.5 + 0.1);
    assert_true(desk->ratings[0].volatility == 0.059999999999999998);
    assert_int_equal(desk->ratings[0].games, 2);
    assert_int_equal(desk->ratings[0].changed_ms, 4000);
    desk_close(desk);
}

static void an_unrated_or_running_game_is_not_settled(void **state) {
    (void)state;
    Desk *desk = desk_open(desk_place());
    assert_int_equal(desk_append(desk, "g1", 0, "{}"), FAN_STORE_OK);
    assert_int_equal(settle_game(desk, "g1", 1, 1), FAN_STORE_CONFLICT);
    FanStoreGame game = desk_game("g2", 1);
    const char *event = "{}";
    game.rated = true;
    unsigned before = desk->answers;
    fan_store_append(desk->store, &game, &event, 1, desk_done, desk);
    desk_await(desk, before + 1);
    assert_int_equal(settle_game(desk, "g2", 1, 1), FAN_STORE_CONFLICT);
    desk_close(desk);
}

static void leaders_are_sure_and_not_blocked(void **state) {
    (void)state;
    Desk *desk = desk_open(desk_place());
    assert_int_equal(desk_player_make(desk, "anna", "account", "Anna", NULL), FAN_STORE_OK);
    assert_int_equal(desk_player_make(desk, "bodo", "account", "Bodo", NULL), FAN_STORE_OK);
    end_rated(desk, "g1");
    assert_int_equal(settle_game(desk, "g1", 1, -5), FAN_STORE_OK);
    assert_int_equal(ratings_of(desk, NULL, "tsivy", 350, 200), FAN_STORE_OK);
    assert_int_equal(desk->count, 2);
    assert_string_equal(desk->ratings[0].name, "Bodo");
    assert_int_equal(ratings_of(desk, NULL, "tsivy", 350, 1), FAN_STORE_OK);
    assert_int_equal(desk->count, 1);
    assert_int_equal(ratings_of(desk, NULL, "tsivy", 349, 200), FAN_STORE_OK);
    assert_int_equal(desk->count, 0);
    assert_int_equal(ratings_of(desk, NULL, "telo", 350, 200), FAN_STORE_OK);
    assert_int_equal(desk->count, 0);
    const FanStorePlayer blocked = {
        .id = "bodo", .kind = "account", .name = "Bodo", .blocked = true};
    assert_int_equal(desk_player_change(desk, &blocked), FAN_STORE_OK);
    assert_int_equal(ratings_of(desk, NULL, "tsivy", 350, 200), FAN_STORE_OK);
    assert_int_equal(desk->count, 1);
    assert_int_equal(ratings_of(desk, "bodo", NULL, 0, 200), FAN_STORE_OK);
    assert_int_equal(desk->count, 1);
    assert_int_equal(ratings_of(desk, "bodo", "telo", 0, 200), FAN_STORE_OK);
    assert_int_equal(desk->count, 0);
    assert_int_equal(ratings_of(desk, NULL, NULL, 0, 200), FAN_STORE_FAILED);
    desk_close(desk);
}

static void who_is_gone_leaves_only_games(void **state) {
    (void)state;
    Desk *desk = desk_open(desk_place());
    assert_int_equal(desk_player_make(desk, "anna", "account", "Anna", NULL), FAN_STORE_OK);
    assert_int_equal(desk_player_make(desk, "annabot", "bot", "AnnaBot", "anna"), FAN_STORE_OK);
    assert_int_equal(desk_player_make(desk, "bodo", "account", "Bodo", NULL), FAN_STORE_OK);
    end_rated(desk, "g1");
    end_rated(desk, "g2");
    assert_int_equal(settle_game(desk, "g1", 1, 5), FAN_STORE_OK);
    assert_int_equal(desk_keep(desk, "token", "t1", "anna", "x", false), FAN_STORE_OK);
    assert_int_equal(desk_keep(desk, "token", "t2", "annabot", "x", false), FAN_STORE_OK);
    assert_int_equal(desk_keep(desk, "token", "t3", "bodo", "x", false), FAN_STORE_OK);
    assert_int_equal(desk_keep(desk, "report", "r1", "anna", "x", false), FAN_STORE_OK);
    for (int again = 0; again < 2; again++) {
        unsigned before = desk->answers;
        fan_store_player_delete(desk->store, "anna", desk_done, desk);
        desk_await(desk, before + 1);
        assert_int_equal(desk->status, again ? FAN_STORE_NOTHING : FAN_STORE_OK);
    }
    assert_int_equal(desk_player(desk, "anna", NULL), FAN_STORE_OK);
    assert_string_equal(desk->player.kind, "gone");
    assert_null(desk->player.name);
    assert_int_equal(desk->player.epoch, 1);
    assert_int_equal(desk_player(desk, "annabot", NULL), FAN_STORE_OK);
    assert_string_equal(desk->player.kind, "gone");
    assert_int_equal(desk_player(desk, NULL, "anna"), FAN_STORE_NOTHING);
    assert_int_equal(desk_things(desk, "token", NULL, NULL, 0), FAN_STORE_OK);
    assert_int_equal(desk->count, 1);
    assert_string_equal(desk->things[0].id, "t3");
    assert_int_equal(desk_things(desk, "report", NULL, NULL, 0), FAN_STORE_OK);
    assert_int_equal(desk->count, 1);
    /* Cannot come back by a change that was under way. */
    const FanStorePlayer late = {.id = "anna", .kind = "account", .name = "Anna"};
    assert_int_equal(desk_player_change(desk, &late), FAN_STORE_NOTHING);
    /* A game of theirs is still settled for the other, who began anew. */
    assert_int_equal(settle_game(desk, "g2", 1, 5), FAN_STORE_OK);
    assert_int_equal(ratings_of(desk, NULL, "tsivy", 350, 200), FAN_STORE_OK);
    assert_int_equal(desk->count, 1);
    assert_string_equal(desk->ratings[0].player, "bodo");
    assert_int_equal(desk->ratings[0].games, 2);
    desk_close(desk);
}

/* --- things ------------------------------------------------------------------------------------
 */

static void a_thing_is_kept_once_and_taken_once(void **state) {
    (void)state;
    Desk *desk = desk_open(desk_place());
    assert_int_equal(desk_keep(desk, "seek", "s1", "anna", "one", false), FAN_STORE_OK);
    assert_int_equal(desk_keep(desk, "seek", "s1", "bodo", "two", false), FAN_STORE_CONFLICT);
    assert_int_equal(desk_keep(desk, "key", "s1", NULL, "other", false), FAN_STORE_OK);
    assert_int_equal(desk_things(desk, "seek", "s1", NULL, 0), FAN_STORE_OK);
    assert_string_equal(desk->things[0].text, "one");
    assert_int_equal(desk_keep(desk, "seek", "s1", "bodo", "three", true), FAN_STORE_OK);
    assert_int_equal(desk_things(desk, "seek", NULL, "bodo", 0), FAN_STORE_OK);
    assert_int_equal(desk->count, 1);
    assert_string_equal(desk->things[0].text, "three");
    assert_int_equal(desk_things(desk, "seek", "s1", "anna", 0), FAN_STORE_OK);
    assert_int_equal(desk->count, 0);
    assert_int_equal(desk_take(desk, "seek", "s1"), FAN_STORE_OK);
    assert_int_equal(desk_take(desk, "seek", "s1"), FAN_STORE_NOTHING);
    assert_int_equal(desk_take(desk, "key", "s1"), FAN_STORE_OK);
    desk_close(desk);
}

static void what_is_over_is_not_listed_and_makes_room(void **state) {
    (void)state;
    Desk *desk = desk_open(desk_place());
    FanStoreThing thing = {
        .kind = "seek", .id = "s1", .text = "{}", .made_ms = 100, .ends_ms = 200};
    fan_store_thing_keep(desk->store, &thing, false, desk_done, desk);
    desk_await(desk, 1);
    assert_int_equal(desk_things(desk, "seek", NULL, NULL, 199), FAN_STORE_OK);
    assert_int_equal(desk->count, 1);
    assert_int_equal(desk->things[0].ends_ms, 200);
    assert_null(desk->things[0].owner);
    assert_int_equal(desk_things(desk, "seek", NULL, NULL, 200), FAN_STORE_OK);
    assert_int_equal(desk->count, 0);
    thing.made_ms = 199;
    unsigned before = desk->answers;
    fan_store_thing_keep(desk->store, &thing, false, desk_done, desk);
    desk_await(desk, before + 1);
    assert_int_equal(desk->status, FAN_STORE_CONFLICT);
    thing.made_ms = 200;
    fan_store_thing_keep(desk->store, &thing, false, desk_done, desk);
    desk_await(desk, before + 2);
    assert_int_equal(desk->status, FAN_STORE_OK);
    desk_close(desk);
}

static void things_come_oldest_first(void **state) {
    (void)state;
    Desk *desk = desk_open(desk_place());
    for (int i = 0; i < 4; i++) {
        FanStoreThing thing = {.kind = "seek",
                               .id = (const char *[]){"d", "b", "c", "a"}[i],
                               .text = "{}",
                               .made_ms = (int64_t[]){5, 9, 5, 1}[i]};
        fan_store_thing_keep(desk->store, &thing, false, desk_done, desk);
    }
    desk_await(desk, 4);
    assert_int_equal(desk_things(desk, "seek", NULL, NULL, 0), FAN_STORE_OK);
    char ids[8] = "";
    for (size_t i = 0; i < desk->count; i++) {
        strcat(ids, desk->things[i].id);
    }
    assert_string_equal(ids, "acdb");
    desk_close(desk);
}

static void what_was_over_long_ago_is_swept_out(void **state) {
    (void)state;
    Desk *desk = desk_open(desk_place());
    const int64_t now_ms = fan_store_now_ms(), day_ms = 24 * 3600 * INT64_C(1000);
    for (int i = 0; i < 3; i++) {
        FanStoreThing thing = {.kind = "seek",
                               .id = (const char *[]){"old", "fresh", "lasting"}[i],
                               .text = "{}",
                               .made_ms = 1,
                               .ends_ms = (int64_t[]){now_ms - 2 * day_ms, now_ms, 0}[i]};
        fan_store_thing_keep(desk->store, &thing, false, desk_done, desk);
    }
    desk_await(desk, 3);
    fan_store_submit(desk->store, fan_sweep_new());
    assert_int_equal(desk_take(desk, "seek", "old"), FAN_STORE_NOTHING);
    assert_int_equal(desk_take(desk, "seek", "fresh"), FAN_STORE_OK);
    assert_int_equal(desk_take(desk, "seek", "lasting"), FAN_STORE_OK);
    desk_close(desk);
}

int main(int argc, char **argv) {
    desk_choose(argc, argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_player_is_found_by_id_and_by_name),
        cmocka_unit_test(names_are_unique_without_regard_to_case),
        cmocka_unit_test(a_blocking_is_not_undone_by_who_has_not_seen_it),
        cmocka_unit_test(a_rated_game_is_settled_once),
        cmocka_unit_test(an_unrated_or_running_game_is_not_settled),
        cmocka_unit_test(leaders_are_sure_and_not_blocked),
        cmocka_unit_test(who_is_gone_leaves_only_games),
        cmocka_unit_test(a_thing_is_kept_once_and_taken_once),
        cmocka_unit_test(what_is_over_is_not_listed_and_makes_room),
        cmocka_unit_test(things_come_oldest_first),
        cmocka_unit_test(what_was_over_long_ago_is_swept_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
