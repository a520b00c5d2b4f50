/* What people see of each other, and what stays of those who go. */
#include <sodium.h>
#include <time.h>

#include "people/house.h"

#define OUTSIDE "203.0.113.7"

/* --- a game in the store -------------------------------------------------------------------------
 */

static void on_done(void *context, FanStoreStatus status) {
    House *house = context;
    assert_int_equal(status, FAN_STORE_OK);
    house->answered = true;
}

static bool is_done(House *house) {
    return house->answered;
}

static void keep_game(House *house, const char *id, const FanIdentity *white,
                      const FanIdentity *black, int64_t changed_ms) {
    char events[3][512];
    snprintf(events[0], sizeof events[0], "{\"n\":0,\"at\":1,\"kind\":\"create\",\"game\":\"%s\"}",
             id);
    const FanIdentity *seats[] = {white, black};
    for (unsigned i = 0; i < 2; i++) {
        snprintf(events[i + 1], sizeof events[0],
                 "{\"n\":%u,\"at\":2,\"kind\":\"join\",\"side\":\"%s\",\"player\":{\"id\":\"%s\","
                 "\"kind\":\"%s\",\"name\":\"%s\"}}",
                 i + 1, i ? "black" : "white", seats[i]->player, seats[i]->kind, seats[i]->name);
    }
    const char *const texts[] = {events[0], events[1], events[2]};
    const FanStoreGame game = {.id = id,
                               .variant = "tsivy",
                               .white = white->player,
                               .black = black->player,
                               .state = "ended",
                               .result = "draw",
                               .reason = "agreement",
                               .spec = "{}",
                               .settled = true,
                               .made_ms = changed_ms,
                               .changed_ms = changed_ms,
                               .events = 3};
    house->answered = false;
    fan_store_append(house->store, &game, texts, 3, on_done, house);
    house_until(house, is_done);
}

static char all_events[4096];

static void on_events(void *context, FanStoreStatus status, const FanStoreGame *game,
                      const char *const *events, size_t count) {
    House *house = context;
    (void)game;
    assert_int_equal(status, FAN_STORE_OK);
    all_events[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        strncat(all_events, events[i], sizeof all_events - strlen(all_events) - 1);
    }
    house->answered = true;
}

static const char *events_of(House *house, const char *game) {
    house->answered = false;
    fan_store_events(house->store, game, 0, on_events, house);
    house_until(house, is_done);
    return all_events;
}

static unsigned thing_count;

static void on_things(void *context, FanStoreStatus status, const FanStoreThing *things,
                      size_t count) {
    House *house = context;
    (void)things;
    thing_count = status == FAN_STORE_OK ? (unsigned)count : 0;
    house->answered = true;
}

static unsigned things_of(House *house, const char *kind) {
    house->answered = false;
    fan_store_things(house->store, kind, NULL, NULL, 0, 1000, on_things, house);
    house_until(house, is_done);
    return thing_count;
}

static bool no_chores(House *house) {
    return things_of(house, "chore") == 0;
}

/* --- going ---------------------------------------------------------------------------------------
 */

static void who_goes_leaves_no_name_behind(void **state) {
    (void)state;
    House *house = house_open(house_place(), false);
    char session[FAN_SESSION_MAX], id[16];
    FanIdentity rakoto = house_account(house, "Rakoto", session);
    FanIdentity bao = house_account(house, "Bao", NULL);
    for (int i = 0; i < 130; i++) { /* more than a page of the walk */
        snprintf(id, sizeof id, "game%06d", i);
        keep_game(house, id, &rakoto, &bao, 1000 + i / 4);
    }
    keep_game(house, "othergame1", &bao, &rakoto, 5);
    assert_non_null(strstr(events_of(house, "game000000"), "Rakoto"));
    /* Not without the password. */
    assert_int_equal(house_ask(house, &rakoto, OUTSIDE, "me.delete", NULL, "{}"), 403);
    assert_int_equal(
        house_ask(house, &rakoto, OUTSIDE, "me.delete", NULL, "{\"password\":\"battery staple\"}"),
        403);
    assert_string_equal(house_identify(house, session, NULL)->player, rakoto.player);
    assert_int_equal(house_ask(house, &rakoto, OUTSIDE, "bots.make", NULL, "{\"name\":\"Robo\"}"),
                     200);
    char token[64];
    snprintf(token, sizeof token, "%s", house_text(house, "token"));
    assert_string_equal(house_identify(house, NULL, token)->name, "Robo");
    house->reseat_count = house->change_count = 0;
    assert_int_equal(
        house_ask(house, &rakoto, OUTSIDE, "me.delete", NULL, "{\"password\":\"correct horse\"}"),
        204);
    assert_true(house->said.cookie_set);
    assert_string_equal(house->said.cookie, "");
    assert_string_equal(house_identify(house, session, NULL)->player, "");
    assert_string_equal(house_identify(house, NULL, token)->player, "");
    house_until(house, no_chores);
    const char *left = events_of(house, "game000000");
    assert_null(strstr(left, "Rakoto"));
    assert_non_null(strstr(left, "Bao"));
    assert_non_null(strstr(left, rakoto.player));
    assert_non_null(strstr(left, "\"gone\""));
    assert_null(strstr(events_of(house, "game000129"), "Rakoto"));
    assert_null(strstr(events_of(house, "othergame1"), "Rakoto"));
    assert_int_equal(house->scrubbed, 131); /* who has them at work reads them anew */
    /* Their games are told, the bot's before. */
    assert_int_equal(house->reseat_count, 2);
    assert_string_equal(house->reseats[1].from, rakoto.player);
    assert_string_equal(house->reseats[1].to.kind, "gone");
    assert_string_equal(house->reseats[1].to.name, "");
    assert_int_equal(house->change_count, 2);
    assert_true(house->changes[0].expelled && house->changes[1].expelled);
    /* The name is free again. */
    house_account(house, "Rakoto", NULL);
    house_close(house);
}

/* The process ends in the middle of it. */
static void names_go_even_after_a_restart(void **state) {
    (void)state;
    const char *where = house_place();
    House *house = house_open(where, false);
    FanIdentity rakoto = house_account(house, "Rakoto", NULL);
    FanIdentity bao = house_account(house, "Bao", NULL);
    keep_game(house, "game000000", &rakoto, &bao, 1000);
    house->reseat_fails = true;
    assert_int_equal(
        house_ask(house, &rakoto, OUTSIDE, "me.delete", NULL, "{\"password\":\"correct horse\"}"),
        204);
    house_turn(house, 50);
    assert_non_null(strstr(events_of(house, "game000000"), "Rakoto"));
    house_close(house);
    house = house_open(where, false);
    house_until(house, no_chores);
    assert_null(strstr(events_of(house, "game000000"), "Rakoto"));
    house_close(house);
}

static void a_guest_goes_without_a_password(void **state) {
    (void)state;
    House *house = house_open(house_place(), false);
    char session[FAN_SESSION_MAX];
    FanIdentity guest = house_guest(house, session);
    assert_int_equal(house_ask(house, &guest, OUTSIDE, "me.delete", NULL, NULL), 204);
    assert_string_equal(house_identify(house, session, NULL)->player, "");
    house_close(house);
}

static bool has_push(House *house) {
    return house_ask(house, &house_nobody, OUTSIDE, "push.key", NULL, NULL) == 200;
}

static const char subscription[] =
    "{\"endpoint\":\"https://push.example/\",\"auth\":\"BTBZMqHH6r4Tts7J_aSIgg\",\"p256dh\":"
    "\"BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4\"}";

static void all_that_is_kept_is_handed_out(void **state) {
    (void)state;
    House *house = house_open(house_place(), true);
    house_until(house, has_push);
    FanIdentity rakoto = house_account(house, "Rakoto", NULL);
    FanIdentity bao = house_account(house, "Bao", NULL);
    keep_game(house, "game000000", &rakoto, &bao, 1000);
    house_ask(house, &rakoto, OUTSIDE, "bots.make", NULL, "{\"name\":\"Robo\"}");
    assert_int_equal(house_ask(house, &rakoto, OUTSIDE, "push.make", NULL, subscription), 204);
    assert_int_equal(house_ask(house, &rakoto, OUTSIDE, "me.export", NULL, NULL), 200);
    json_t *export = json_loads(house->said.text, 0, NULL);
    assert_string_equal(
        json_string_value(json_object_get(json_object_get(export, "player"), "name")), "Rakoto");
    const json_t *game = json_array_get(json_object_get(export, "games"), 0);
    assert_string_equal(json_string_value(json_object_get(game, "game")), "game000000");
    assert_int_equal(json_array_size(json_object_get(game, "events")), 3);
    assert_int_equal(json_array_size(json_object_get(export, "things")), 2);
    /* No secret is in it. */
    assert_null(strstr(house->said.text, "argon2"));
    assert_null(strstr(house->said.text, "fanbot_"));
    assert_non_null(strstr(house->said.text, "https://push.example/"));
    assert_null(strstr(house->said.text, "BTBZMqHH6r4Tts7J_aSIgg"));
    json_decref(export);
    house_close(house);
}

/* --- what people see -----------------------------------------------------------------------------
 */

static void profiles_are_found_by_name(void **state) {
    (void)state;
    House *house = house_open(house_place(), false);
    house_account(house, "Rakoto", NULL);
    assert_int_equal(
        house_ask(house, &house_nobody, OUTSIDE, "players", "{\"name\":\"rakoto\"}", NULL), 200);
    assert_string_equal(house_text(house, "player.name"), "Rakoto");
    assert_int_equal(
        house_ask(house, &house_nobody, OUTSIDE, "players", "{\"name\":\"Bao\"}", NULL), 404);
    assert_string_equal(house_reason(house), "unknown");
    house_close(house);
}

/* Two accounts play rated games until the better one is known. */
static void play_rated(House *house, const FanIdentity *white, const FanIdentity *black,
                       unsigned games) {
    for (unsigned i = 0; i < games; i++) {
        char id[16], event[128];
        snprintf(id, sizeof id, "rated%05u", i);
        snprintf(event, sizeof event, "{\"n\":0,\"at\":1,\"kind\":\"create\",\"game\":\"%s\"}", id);
        const char *const events[] = {event};
        const FanStoreGame game = {.id = id,
                                   .variant = "tsivy",
                                   .white = white->player,
                                   .black = black->player,
                                   .state = "ended",
                                   .result = "white",
                                   .reason = "blocked",
                                   .spec = "{}",
                                   .rated = true,
                                   .made_ms = 1,
                                   .changed_ms = 1,
                                   .events = 1};
        house->answered = false;
        fan_store_append(house->store, &game, events, 1, on_done, house);
        house_until(house, is_done);
        const FanRatedMatch match = {
            .white_score = i % 5 < 3 ? 1 : 0, .at_ms = (int64_t)time(NULL) * 1000, .number = 1};
        house->answered = false;
        fan_store_settle(house->store, id, 1, fan_rating_settle, &match, sizeof match, on_done,
                         house);
        house_until(house, is_done);
    }
}

static void leaders_are_those_whose_rating_is_sure(void **state) {
    (void)state;
    House *house = house_open(house_place(), false);
    FanIdentity rakoto = house_account(house, "Rakoto", NULL);
    FanIdentity bao = house_account(house, "Bao", NULL);
    static const char variant[] = "{\"variant\":\"tsivy\"}";
    play_rated(house, &rakoto, &bao, 2);
    assert_int_equal(house_ask(house, &bao, OUTSIDE, "leaderboard", variant, NULL), 200);
    assert_int_equal(json_array_size(json_object_get(house->said.body, "standings")), 0);
    house_close(house);
    house = house_open(house_place(), false);
    rakoto = house_account(house, "Rakoto", NULL);
    bao = house_account(house, "Bao", NULL);
    play_rated(house, &rakoto, &bao, 33);
    assert_int_equal(house_ask(house, &bao, OUTSIDE, "leaderboard", variant, NULL), 200);
    const json_t *rows = json_object_get(house->said.body, "standings");
    assert_int_equal(json_array_size(rows), 2);
    const json_t *first = json_array_get(rows, 0);
    assert_string_equal(
        json_string_value(json_object_get(json_object_get(first, "player"), "name")), "Rakoto");
    assert_true(json_is_false(json_object_get(json_object_get(first, "rating"), "provisional")));
    assert_int_equal(json_integer_value(json_object_get(json_object_get(first, "rating"), "games")),
                     33);
    /* Who has not played for long is not sure any more. */
    house->now_ms = 200LL * 24 * 3600 * 1000;
    assert_int_equal(house_ask(house, &bao, OUTSIDE, "leaderboard", variant, NULL), 200);
    assert_int_equal(json_array_size(json_object_get(house->said.body, "standings")), 0);
    house->now_ms = 0;
    /* Me and the profile tell the same. */
    assert_int_equal(house_ask(house, &rakoto, OUTSIDE, "me", NULL, NULL), 200);
    const json_t *own = json_array_get(json_object_get(house->said.body, "ratings"), 0);
    assert_string_equal(json_string_value(json_object_get(own, "variant")), "tsivy");
    assert_int_equal(json_integer_value(json_object_get(own, "games")), 33);
    house_close(house);
}

static void unfair_play_is_reported(void **state) {
    (void)state;
    House *house = house_open(house_place(), false);
    FanIdentity rakoto = house_account(house, "Rakoto", NULL), bao = house_guest(house, NULL);
    char body[128];
    snprintf(body, sizeof body, "{\"player\":\"%s\",\"why\":\"stalling\"}", rakoto.player);
    for (unsigned i = 0; i < 10; i++) {
        assert_int_equal(house_ask(house, &bao, OUTSIDE, "reports.make", NULL, body), 204);
    }
    assert_int_equal(house_ask(house, &bao, OUTSIDE, "reports.make", NULL, body), 429);
    assert_int_equal(things_of(house, "report"), 10);
    assert_int_equal(house_ask(house, &rakoto, OUTSIDE, "reports.make", NULL,
                               "{\"player\":\"nobodyatall\",\"why\":\"other\"}"),
                     404);
    house_close(house);
}

/* --- the administration --------------------------------------------------------------------------
 */

static void on_player_blocked(void *context, FanStoreStatus status, const FanStorePlayer *player) {
    House *house = context;
    assert_int_equal(status, FAN_STORE_OK);
    FanStorePlayer blocked = *player;
    blocked.blocked = true;
    fan_store_player_change(house->store, &blocked, on_done, house);
}

static bool two_have_changed(House *house) {
    return house->change_count == 2;
}

static void the_blocked_are_out_at_once(void **state) {
    (void)state;
    House *house = house_open(house_place(), false);
    char session[FAN_SESSION_MAX];
    FanIdentity rakoto = house_account(house, "Rakoto", session);
    char token[64];
    house_ask(house, &rakoto, OUTSIDE, "bots.make", NULL, "{\"name\":\"Robo\"}");
    snprintf(token, sizeof token, "%s", house_text(house, "token"));
    FanIdentity robo = *house_identify(house, NULL, token);
    house->change_count = 0;
    house->answered = false;
    fan_store_player(house->store, NULL, "rakoto", on_player_blocked, house);
    house_until(house, is_done);
    fan_store_publish(house->store, "people", rakoto.player);
    house_until(house, two_have_changed);
    assert_true(house->changes[0].expelled && house->changes[1].expelled);
    assert_string_equal(house->changes[0].who.player, rakoto.player);
    assert_string_equal(house->changes[1].who.player, robo.player);
    assert_string_equal(house_identify(house, NULL, token)->player, "");
    assert_string_equal(house_identify(house, session, NULL)->player, "");
    assert_int_equal(house_ask(house, &house_nobody, OUTSIDE, "account.login", NULL,
                               "{\"name\":\"Rakoto\",\"password\":\"correct horse\"}"),
                     403);
    assert_string_equal(house_reason(house), "blocked");
    assert_int_equal(
        house_ask(house, &house_nobody, OUTSIDE, "players", "{\"name\":\"Rakoto\"}", NULL), 404);
    house_close(house);
}

static void a_blocked_name_is_nobodys(void **state) {
    (void)state;
    House *house = house_open(house_place(), false);
    FanIdentity guest = house_guest(house, NULL);
    const FanStoreThing thing = {.kind = "name", .id = "nasty", .text = "{}"};
    house->answered = false;
    fan_store_thing_keep(house->store, &thing, false, on_done, house);
    house_until(house, is_done);
    assert_int_equal(house_ask(house, &guest, OUTSIDE, "account.make", NULL,
                               "{\"name\":\"Nasty\",\"password\":\"correct horse\"}"),
                     409);
    house_close(house);
}

/* --- push.* --------------------------------------------------------------------------------------
 */

static void browsers_ask_for_notices(void **state) {
    (void)state;
    const char *where = house_place();
    House *house = house_open(where, true);
    house_until(house, has_push);
    char key[128], body[512];
    snprintf(key, sizeof key, "%s", house_text(house, "key"));
    assert_int_equal(strlen(key), 87);
    FanIdentity guest = house_guest(house, NULL), other = house_guest(house, NULL);
    for (unsigned i = 0; i < 12; i++) {
        snprintf(body, sizeof body,
                 "{\"endpoint\":\"https://push.example/%u\",\"p256dh\":\"%s\","
                 "\"auth\":\"BTBZMqHH6r4Tts7J_aSIgg\",\"language\":\"fr\"}",
                 i, key);
        assert_int_equal(house_ask(house, &guest, OUTSIDE, "push.make", NULL, body), 204);
    }
    assert_int_equal(things_of(house, "push"), 10); /* the oldest gave way */
    static const char last[] = "{\"endpoint\":\"https://push.example/11\"}";
    assert_int_equal(house_ask(house, &other, OUTSIDE, "push.end", NULL, last), 204);
    assert_int_equal(things_of(house, "push"), 10); /* not theirs */
    assert_int_equal(house_ask(house, &guest, OUTSIDE, "push.end", NULL, last), 204);
    assert_int_equal(things_of(house, "push"), 9);
    snprintf(body, sizeof body,
             "{\"endpoint\":\"http://push.example/\",\"p256dh\":\"%s\","
             "\"auth\":\"BTBZMqHH6r4Tts7J_aSIgg\"}",
             key);
    assert_int_equal(house_ask(house, &guest, OUTSIDE, "push.make", NULL, body), 400);
    house_close(house);
    /* The key stays, or every browser would have to ask again. */
    house = house_open(where, true);
    house_until(house, has_push);
    assert_string_equal(house_text(house, "key"), key);
    house_close(house);
}

static void without_tls_there_are_no_notices(void **state) {
    (void)state;
    House *house = house_open(house_place(), false);
    FanIdentity guest = house_guest(house, NULL);
    assert_int_equal(house_ask(house, &guest, OUTSIDE, "push.key", NULL, NULL), 403);
    assert_int_equal(house_ask(house, &guest, OUTSIDE, "push.make", NULL,
                               "{\"endpoint\":\"https://push.example/\",\"p256dh\":\"x\","
                               "\"auth\":\"x\"}"),
                     403);
    fan_people_notify(house->people, guest.player, "abcdefghij");
    house_close(house);
}

/* --- those who do not wait -----------------------------------------------------------------------
 */

static void never(void *context, const FanReply *reply) {
    (void)context, (void)reply;
    fail_msg("answered");
}

static void perhaps(void *context, const FanReply *reply) {
    (void)context, (void)reply;
}

static void never_identified(void *context, const FanIdentity *who, const char *renewed) {
    (void)context, (void)who, (void)renewed;
    fail_msg("identified");
}

static void who_has_gone_is_not_answered(void **state) {
    (void)state;
    const char *where = house_place();
    House *house = house_open(where, false);
    char session[FAN_SESSION_MAX];
    house_guest(house, session);
    house_close(house);
    house = house_open(where, false); /* which does not know them by heart */
    int mark;
    json_t *body = json_loads("{\"name\":\"Rakoto\",\"password\":\"correct horse\"}", 0, NULL);
    for (unsigned i = 0; i < 5; i++) {
        fan_people_ask(house->people, &house_nobody, OUTSIDE, "account.login", NULL, body, never,
                       &mark);
        fan_people_identify(house->people, NULL, "fanbot_x", never_identified, &mark);
        fan_people_identify(house->people, session, NULL, never_identified, &mark);
    }
    fan_people_forget(house->people, &mark);
    house_turn(house, 300);
    /* And the end of it all finds much under way. */
    for (unsigned i = 0; i < 5; i++) {
        fan_people_ask(house->people, &house_nobody, "", "account.login", NULL, body, perhaps,
                       &mark);
        fan_people_ask(house->people, &house_nobody, "", "session.make", NULL, NULL, perhaps,
                       &mark);
    }
    house_turn(house, 1);
    json_decref(body);
    house_close(house);
}

static void what_nobody_knows_is_refused(void **state) {
    (void)state;
    House *house = house_open(house_place(), false);
    assert_int_equal(house_ask(house, &house_nobody, OUTSIDE, "no.such", NULL, NULL), 404);
    house_close(house);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_goes_leaves_no_name_behind),
        cmocka_unit_test(names_go_even_after_a_restart),
        cmocka_unit_test(a_guest_goes_without_a_password),
        cmocka_unit_test(all_that_is_kept_is_handed_out),
        cmocka_unit_test(profiles_are_found_by_name),
        cmocka_unit_test(leaders_are_those_whose_rating_is_sure),
        cmocka_unit_test(unfair_play_is_reported),
        cmocka_unit_test(the_blocked_are_out_at_once),
        cmocka_unit_test(a_blocked_name_is_nobodys),
        cmocka_unit_test(browsers_ask_for_notices),
        cmocka_unit_test(without_tls_there_are_no_notices),
        cmocka_unit_test(who_has_gone_is_not_answered),
        cmocka_unit_test(what_nobody_knows_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
