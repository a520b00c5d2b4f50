/* Several stores on one database: who is first, and who hears of it. On PostgreSQL they are all
 * alike; on SQLite one owns the file and the others are tools beside it. */
#include "desk.h"

static Desk *open_second(const char *place) {
    return desk_is_postgres() ? desk_open(place) : desk_open_beside(place);
}

static void of_two_appends_of_one_number_exactly_one_goes_in(void **state) {
    (void)state;
    enum { ROUNDS = 40, GAMES = 7 };
    const char *place = desk_place();
    Desk *desks[2] = {desk_open(place), open_second(place)};
    static unsigned char outcome[2][ROUNDS];
    for (unsigned i = 0; i < ROUNDS; i++) {
        unsigned before[2] = {desks[0]->answers, desks[1]->answers};
        for (unsigned j = 0; j < 2; j++) {
            /* Each begins at another game, so that locks are wanted crosswise. */
            for (unsigned k = 0; k < GAMES; k++) {
                char id[8], text[16];
                snprintf(id, sizeof id, "g%u", j == 0 ? k : GAMES - 1 - k);
                snprintf(text, sizeof text, "by %u", j);
                const char *event = text;
                FanStoreGame game = desk_game(id, i + 1);
                fan_store_append(desks[j]->store, &game, &event, 1, desk_done, desks[j]);
            }
        }
        for (unsigned j = 0; j < 2; j++) {
            desk_await(desks[j], before[j] + GAMES);
            outcome[j][i] = (unsigned char)desks[j]->status;
        }
    }
    FanStoreCounts counts[2] = {fan_store_counts(desks[0]->store),
                                fan_store_counts(desks[1]->store)};
    assert_int_equal(counts[0].events + counts[1].events, ROUNDS * GAMES);
    assert_int_equal(counts[0].conflicts + counts[1].conflicts, ROUNDS * GAMES);
    assert_int_equal(counts[0].failures + counts[1].failures, 0);
    for (unsigned i = 0; i < ROUNDS; i++) {
        assert_true(outcome[0][i] == FAN_STORE_OK || outcome[0][i] == FAN_STORE_CONFLICT);
        assert_true(outcome[1][i] == FAN_STORE_OK || outcome[1][i] == FAN_STORE_CONFLICT);
    }
    assert_int_equal(desk_events(desks[0], "g3", 0), FAN_STORE_OK);
    assert_int_equal(desks[0]->count, ROUNDS);
    assert_int_equal(desks[0]->game.events, ROUNDS);
    desk_close(desks[1]);
    desk_close(desks[0]);
}

/* What is not ordered by games may be locked crosswise; then one of the two goes again. */
static void whoever_gets_into_anothers_way_goes_again(void **state) {
    (void)state;
    enum { THINGS = 30 };
    const char *place = desk_place();
    Desk *desks[2] = {desk_open(place), open_second(place)};
    for (unsigned round = 0; round < 6; round++) {
        unsigned before[2] = {desks[0]->answers, desks[1]->answers};
        for (unsigned i = 0; i < THINGS; i++) {
            for (unsigned j = 0; j < 2; j++) {
                char id[8];
                snprintf(id, sizeof id, "t%u", j == 0 ? i : THINGS - 1 - i);
                const FanStoreThing thing = {.kind = "mark", .id = id, .text = "{}"};
                fan_store_thing_keep(desks[j]->store, &thing, true, desk_done, desks[j]);
            }
        }
        for (unsigned j = 0; j < 2; j++) {
            desk_await(desks[j], before[j] + THINGS);
            assert_int_equal(desks[j]->status, FAN_STORE_OK);
        }
    }
    desk_close(desks[1]);
    desk_close(desks[0]);
}

static void of_two_takers_exactly_one_gets_it(void **state) {
    (void)state;
    const char *place = desk_place();
    Desk *desks[2] = {desk_open(place), open_second(place)};
    for (unsigned i = 0; i < 40; i++) {
        assert_int_equal(desk_keep(desks[i % 2], "seek", "s", NULL, "{}", false), FAN_STORE_OK);
        unsigned before[2] = {desks[0]->answers, desks[1]->answers};
        fan_store_thing_take(desks[0]->store, "seek", "s", desk_done, desks[0]);
        fan_store_thing_take(desks[1]->store, "seek", "s", desk_done, desks[1]);
        desk_await(desks[0], before[0] + 1);
        desk_await(desks[1], before[1] + 1);
        assert_int_equal((desks[0]->status == FAN_STORE_OK) + (desks[1]->status == FAN_STORE_OK),
                         1);
        assert_int_equal(
            (desks[0]->status == FAN_STORE_NOTHING) + (desks[1]->status == FAN_STORE_NOTHING), 1);
    }
    desk_close(desks[1]);
    desk_close(desks[0]);
}

static void one_hears_what_another_appends_and_publishes(void **state) {
    (void)state;
    const char *place = desk_place();
    Desk *first = desk_open(place), *second = open_second(place);
    assert_int_equal(desk_append(second, "g1", 0, "{}"), FAN_STORE_OK);
    desk_await_told(first, "appended g1 1");
    assert_int_equal(second->told_count, 0);
    fan_store_publish(second->store, "lobby", "a\nb");
    desk_await_told(second, "published lobby a\nb");
    desk_await_told(first, "published lobby a\nb");
    fan_store_publish(second->store, "empty", "");
    desk_await_told(first, "published empty ");
    assert_int_equal(first->told_count, 3);
    /* What is refused is no news. */
    assert_int_equal(desk_append(second, "g1", 0, "{}"), FAN_STORE_CONFLICT);
    fan_store_publish(second->store, "end", "");
    desk_await_told(first, "published end ");
    assert_int_equal(first->told_count, 4);
    desk_close(second);
    desk_close(first);
}

static void one_hears_what_it_publishes_itself_once_and_in_order(void **state) {
    (void)state;
    Desk *desk = desk_open(desk_place());
    fan_store_publish(desk->store, "a", "1");
    fan_store_publish(desk->store, "b", "2");
    assert_int_equal(desk->told_count, 0); /* not within the call */
    assert_int_equal(desk_append(desk, "g1", 0, "{}"), FAN_STORE_OK);
    desk_deliver(desk, 300);
    assert_int_equal(desk->told_count, 2);
    assert_string_equal(desk->told[0], "published a 1");
    assert_string_equal(desk->told[1], "published b 2");
    desk_close(desk);
}

static void news_of_many_games_fit_in_notes(void **state) {
    (void)state;
    enum { GAMES = 1000 };
    const char *place = desk_place();
    Desk *first = desk_open(place), *second = open_second(place);
    for (unsigned i = 0; i < GAMES; i++) {
        char id[24];
        snprintf(id, sizeof id, "a-rather-long-id-%06u", i);
        const char *event = "{}";
        FanStoreGame game = desk_game(id, 1);
        fan_store_append(second->store, &game, &event, 1, desk_done, second);
    }
    desk_await(second, GAMES);
    fan_store_publish(second->store, "end", "");
    desk_await_told(first, "published end ");
    assert_int_equal(first->told_count, GAMES + 1);
    desk_close(second);
    desk_close(first);
}

int main(int argc, char **argv) {
    desk_choose(argc, argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_two_appends_of_one_number_exactly_one_goes_in),
        cmocka_unit_test(whoever_gets_into_anothers_way_goes_again),
        cmocka_unit_test(of_two_takers_exactly_one_gets_it),
        cmocka_unit_test(one_hears_what_another_appends_and_publishes),
        cmocka_unit_test(one_hears_what_it_publishes_itself_once_and_in_order),
        cmocka_unit_test(news_of_many_games_fit_in_notes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
