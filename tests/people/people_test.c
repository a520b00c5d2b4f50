/* People on a real store: who somebody is, how they become somebody else, and how it ends. */
#include <sodium.h>

#include "people/house.h"

#define DAY_MS  (24LL * 3600 * 1000)
#define OUTSIDE "203.0.113.7" /* an address that limits apply to */

static const char right[] = "{\"name\":\"Rakoto\",\"password\":\"correct horse\"}";
static const char wrong[] = "{\"name\":\"Rakoto\",\"password\":\"battery staple\"}";

/* --- guests and sessions -------------------------------------------------------------------------
 */

static void nobody_becomes_a_guest(void **state) {
    (void)state;
    House *house = house_open(house_place(), false);
    char session[FAN_SESSION_MAX];
    FanIdentity guest = house_guest(house, session);
    assert_int_equal(strlen(guest.player), 16);
    assert_string_equal(guest.kind, "guest");
    assert_string_equal(guest.name, "");
    assert_string_equal(house->renewed, "");
    /* Who is somebody stays it. */
    assert_int_equal(house_ask(house, &guest, OUTSIDE, "session.make", NULL, NULL), 200);
    assert_string_equal(house_text(house, "player.id"), guest.player);
    assert_false(house->said.cookie_set);
    assert_int_equal(house_ask(house, &guest, OUTSIDE, "me", NULL, NULL), 200);
    assert_int_equal(house_ask(house, &guest, OUTSIDE, "session.end", NULL, NULL), 204);
    assert_true(house->said.cookie_set);
    assert_string_equal(house->said.cookie, "");
    house_close(house);
}

static void what_is_not_signed_is_nobody(void **state) {
    (void)state;
    House *house = house_open(house_place(), false);
    static const char *const texts[] = {
        "", "1.a.0.0.k.AAAA", "x",
        "1.a.0.1800000000.nokey123.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        assert_string_equal(house_identify(house, texts[i], NULL)->player, "");
        assert_true(house->known);
    }
    assert_string_equal(house_identify(house, NULL, NULL)->player, "");
    assert_string_equal(house_identify(house, NULL, "fanbot_none")->player, "");
    house_close(house);
}

static void sessions_outlive_the_process(void **state) {
    (void)state;
    const char *where = house_place();
    House *house = house_open(where, false);
    char session[FAN_SESSION_MAX];
    FanIdentity guest = house_guest(house, session);
    house_close(house);
    house = house_open(where, false);
    assert_string_equal(house_identify(house, session, NULL)->player, guest.player);
    house_close(house);
}

static void old_sessions_are_renewed_and_very_old_ones_end(void **state) {
    (void)state;
    House *house = house_open(house_place(), false);
    char session[FAN_SESSION_MAX], renewed[FAN_SESSION_MAX];
    FanIdentity guest = house_guest(house, session);
    house->now_ms = 8 * DAY_MS;
    assert_string_equal(house_identify(house, session, NULL)->player, guest.player);
    memcpy(renewed, house->renewed, sizeof renewed);
    assert_int_not_equal(renewed[0], 0);
    assert_string_equal(house_identify(house, renewed, NULL)->player, guest.player);
    assert_string_equal(house->renewed, "");
    house->now_ms = 401 * DAY_MS;
    assert_string_equal(house_identify(house, session, NULL)->player, "");
    assert_string_equal(house_identify(house, renewed, NULL)->player, guest.player);
    house_close(house);
}

/* Keys change with age; what an old one has signed holds, and is signed anew. */
static void keys_are_rotated(void **state) {
    (void)state;
    const char *where = house_place();
    House *house = house_open(where, false);
    char first[FAN_SESSION_MAX], second[FAN_SESSION_MAX];
    FanIdentity guest = house_guest(house, first);
    house_close(house);
    house = house_open_at(where, 31 * DAY_MS);
    assert_string_equal(house_identify(house, first, NULL)->player, guest.player);
    memcpy(second, house->renewed, sizeof second);
    assert_int_not_equal(second[0], 0);
    assert_int_not_equal(strcmp(first, second), 0);
    assert_string_equal(house_identify(house, second, NULL)->player, guest.player);
    assert_string_equal(house->renewed, "");
    house_close(house);
}

static void on_too_early(void *context, const FanReply *reply) {
    unsigned *status = context;
    *status = reply->status;
    assert_null(reply->cookie);
}

/* Before the keys are read nothing is signed; who asks too early asks again. */
static void nothing_is_signed_without_a_key(void **state) {
    (void)state;
    House *house = house_open(house_place(), false);
    const FanPeopleConfig config = {
        .loop = &house->loop, .store = house->store, .public_url = "https://play.example"};
    FanPeople *early = fan_people_new(&config, NULL);
    unsigned status = 0;
    fan_people_ask(early, &house_nobody, OUTSIDE, "session.make", NULL, NULL, on_too_early,
                   &status);
    assert_int_equal(status, 503);
    fan_people_free(early);
    house_close(house);
}

static void guests_are_limited_by_address(void **state) {
    (void)state;
    House *house = house_open(house_place(), false);
    for (unsigned i = 0; i < 60; i++) {
        assert_int_equal(house_ask(house, &house_nobody, OUTSIDE, "session.make", NULL, NULL), 200);
    }
    assert_int_equal(house_ask(house, &house_nobody, OUTSIDE, "session.make", NULL, NULL), 429);
    assert_string_equal(house_reason(house), "too-fast");
    assert_int_equal(house_ask(house, &house_nobody, "203.0.113.8", "session.make", NULL, NULL),
                     200);
    house->now_ms += 5000;
    assert_int_equal(house_ask(house, &house_nobody, OUTSIDE, "session.make", NULL, NULL), 200);
    house_close(house);
}

/* --- accounts ------------------------------------------------------------------------------------
 */

static void a_guest_takes_a_name_and_stays_the_same_player(void **state) {
    (void)state;
    House *house = house_open(house_place(), false);
    char session[FAN_SESSION_MAX];
    FanIdentity guest = house_guest(house, session);
    assert_int_equal(house_ask(house, &guest, OUTSIDE, "account.make", NULL, right), 200);
    assert_string_equal(house_text(house, "player.id"), guest.player);
    assert_string_equal(house_text(house, "player.kind"), "account");
    assert_string_equal(house_text(house, "player.name"), "Rakoto");
    const FanIdentity *now = house_identify(house, session, NULL);
    assert_string_equal(now->kind, "account");
    assert_string_equal(now->name, "Rakoto");
    /* Their games are told, and so is whoever is connected. */
    assert_int_equal(house->reseat_count, 1);
    assert_string_equal(house->reseats[0].from, guest.player);
    assert_string_equal(house->reseats[0].to.player, guest.player);
    assert_string_equal(house->reseats[0].to.name, "Rakoto");
    assert_int_equal(house->change_count, 1);
    assert_false(house->changes[0].expelled);
    /* Twice is not possible. */
    FanIdentity account = *now;
    assert_int_equal(house_ask(house, &account, OUTSIDE, "account.make", NULL, right), 403);
    house_close(house);
}

static void a_name_belongs_to_one(void **state) {
    (void)state;
    House *house = house_open(house_place(), false);
    house_account(house, "Rakoto", NULL);
    FanIdentity guest = house_guest(house, NULL);
    static const char *const bodies[] = {
        "{\"name\":\"Rakoto\",\"password\":\"another one\"}",
        "{\"name\":\"rAKOTO\",\"password\":\"another one\"}",
        "{\"name\":\"Fanorona\",\"password\":\"another one\"}",
    };
    for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; i++) {
        assert_int_equal(house_ask(house, &guest, OUTSIDE, "account.make", NULL, bodies[i]), 409);
        assert_string_equal(house_reason(house), "name-taken");
    }
    house_close(house);
}

static void login_takes_the_games_of_the_guest_along(void **state) {
    (void)state;
    House *house = house_open(house_place(), false);
    FanIdentity account = house_account(house, "Rakoto", NULL);
    char session[FAN_SESSION_MAX], old[FAN_SESSION_MAX];
    FanIdentity guest = house_guest(house, old);
    house->reseat_count = house->change_count = 0;
    assert_int_equal(house_ask(house, &guest, OUTSIDE, "account.login", NULL, right), 200);
    assert_string_equal(house_text(house, "player.id"), account.player);
    memcpy(session, house->said.cookie, sizeof session);
    assert_string_equal(house_identify(house, session, NULL)->player, account.player);
    assert_int_equal(house->reseat_count, 1);
    assert_string_equal(house->reseats[0].from, guest.player);
    assert_string_equal(house->reseats[0].to.player, account.player);
    /* The guest is gone, wherever it was. */
    assert_string_equal(house_identify(house, old, NULL)->player, "");
    assert_int_equal(house->change_count, 1);
    assert_string_equal(house->changes[0].who.player, guest.player);
    assert_true(house->changes[0].expelled);
    /* Names are found without regard to case; nobody logs in, too. */
    assert_int_equal(house_ask(house, &house_nobody, OUTSIDE, "account.login", NULL,
                               "{\"name\":\"RAKOTO\",\"password\":\"correct horse\"}"),
                     200);
    assert_int_equal(house->reseat_count, 1);
    house_close(house);
}

/* The hub cannot do it now: one is logged in all the same, and the games follow, even after the
 * process has ended meanwhile. */
static void games_follow_after_a_failure(void **state) {
    (void)state;
    const char *where = house_place();
    House *house = house_open(where, false);
    FanIdentity account = house_account(house, "Rakoto", NULL);
    FanIdentity guest = house_guest(house, NULL);
    house->reseat_fails = true;
    assert_int_equal(house_ask(house, &guest, OUTSIDE, "account.login", NULL, right), 200);
    house_close(house);
    house = house_open(where, false);
    house_until(house, house_has_reseated);
    assert_string_equal(house->reseats[0].from, guest.player);
    assert_string_equal(house->reseats[0].to.player, account.player);
    assert_string_equal(house->reseats[0].to.name, "Rakoto");
    house_turn(house, 100);
    house_close(house);
    house = house_open(where, false);
    house_turn(house, 100);
    assert_int_equal(house->reseat_count, 0); /* once it is done it is done */
    house_close(house);
}

static void a_wrong_password_and_a_wrong_name_are_the_same(void **state) {
    (void)state;
    House *house = house_open(house_place(), false);
    house_account(house, "Rakoto", NULL);
    assert_int_equal(house_ask(house, &house_nobody, OUTSIDE, "account.login", NULL, wrong), 403);
    char *one = json_dumps(house->said.body, JSON_SORT_KEYS);
    uint64_t before = fan_people_counts(house->people).passwords;
    assert_int_equal(house_ask(house, &house_nobody, OUTSIDE, "account.login", NULL,
                               "{\"name\":\"Nobody-1\",\"password\":\"battery staple\"}"),
                     403);
    /* The same work was done for it. */
    assert_int_equal(fan_people_counts(house->people).passwords, before + 1);
    char *two = json_dumps(house->said.body, JSON_SORT_KEYS);
    assert_string_equal(one, two);
    assert_string_equal(house_reason(house), "wrong-password");
    free(one);
    free(two);
    house_close(house);
}

static void tries_are_limited_by_name_and_address(void **state) {
    (void)state;
    House *house = house_open(house_place(), false);
    house_account(house, "Rakoto", NULL);
    for (unsigned i = 0; i < 6; i++) {
        assert_int_equal(house_ask(house, &house_nobody, OUTSIDE, "account.login", NULL, wrong),
                         403);
    }
    /* Even the right one is not looked at now. */
    assert_int_equal(house_ask(house, &house_nobody, OUTSIDE, "account.login", NULL, right), 429);
    assert_string_equal(house_reason(house), "too-fast");
    /* The owner, elsewhere, is not kept out; and success costs nothing. */
    for (unsigned i = 0; i < 7; i++) {
        assert_int_equal(
            house_ask(house, &house_nobody, "203.0.113.9", "account.login", NULL, right), 200);
    }
    house->now_ms += 60000;
    assert_int_equal(house_ask(house, &house_nobody, OUTSIDE, "account.login", NULL, right), 200);
    house_close(house);
}

static bool has_expelled(House *house) {
    return house->change_count > 0 && house->changes[house->change_count - 1].expelled;
}

static void a_new_password_ends_other_sessions(void **state) {
    (void)state;
    const char *where = house_place();
    House *house = house_open(where, false), *other = house_open(where, false);
    char session[FAN_SESSION_MAX], fresh[FAN_SESSION_MAX];
    FanIdentity account = house_account(house, "Rakoto", session);
    house->other = other;
    assert_string_equal(house_identify(other, session, NULL)->player, account.player);
    house->change_count = 0;
    static const char change[] = "{\"old\":\"correct horse\",\"new\":\"battery staple\"}";
    assert_int_equal(house_ask(house, &account, OUTSIDE, "account.password", NULL, change), 204);
    memcpy(fresh, house->said.cookie, sizeof fresh);
    assert_string_equal(house_identify(house, session, NULL)->player, "");
    assert_string_equal(house_identify(house, fresh, NULL)->player, account.player);
    assert_true(house->changes[0].expelled);
    assert_int_equal(house_ask(house, &house_nobody, OUTSIDE, "account.login", NULL, right), 403);
    assert_int_equal(house_ask(house, &house_nobody, OUTSIDE, "account.login", NULL, wrong), 200);
    assert_int_equal(house_ask(house, &account, OUTSIDE, "account.password", NULL, change), 403);
    /* Another process learns it, too. */
    house_until(other, has_expelled);
    assert_string_equal(house_identify(other, session, NULL)->player, "");
    house_close(house);
    house_close(other);
}

/* --- moving a seat -------------------------------------------------------------------------------
 */

static void a_code_moves_a_seat_once(void **state) {
    (void)state;
    House *house = house_open(house_place(), false);
    char body[64];
    FanIdentity guest = house_guest(house, NULL);
    assert_int_equal(house_ask(house, &guest, OUTSIDE, "transfer.make", NULL, NULL), 200);
    snprintf(body, sizeof body, "{\"code\":\"%s\"}", house_text(house, "code"));
    assert_int_equal(strncmp(house_text(house, "link"), "https://play.example/#/move/", 28), 0);
    assert_int_equal(house_ask(house, &house_nobody, OUTSIDE, "transfer.take", NULL, body), 200);
    assert_string_equal(house_text(house, "player.id"), guest.player);
    char session[FAN_SESSION_MAX];
    memcpy(session, house->said.cookie, sizeof session);
    assert_string_equal(house_identify(house, session, NULL)->player, guest.player);
    assert_int_equal(house_ask(house, &house_nobody, OUTSIDE, "transfer.take", NULL, body), 404);
    assert_false(house->said.cookie_set);
    assert_int_equal(house_ask(house, &house_nobody, OUTSIDE, "transfer.take", NULL,
                               "{\"code\":\"aaaaaaaaaaaaaaaaaaaa\"}"),
                     404);
    house_close(house);
}

static void a_code_ends_after_ten_minutes(void **state) {
    (void)state;
    House *house = house_open(house_place(), false);
    char body[64];
    FanIdentity guest = house_guest(house, NULL);
    house_ask(house, &guest, OUTSIDE, "transfer.make", NULL, NULL);
    snprintf(body, sizeof body, "{\"code\":\"%s\"}", house_text(house, "code"));
    house->now_ms += 10 * 60 * 1000 + 1;
    assert_int_equal(house_ask(house, &house_nobody, OUTSIDE, "transfer.take", NULL, body), 404);
    house_close(house);
}

/* Whoever made a code with a stolen session does not outlive the new password by it. */
static void a_new_password_ends_codes(void **state) {
    (void)state;
    House *house = house_open(house_place(), false);
    char body[64];
    FanIdentity account = house_account(house, "Rakoto", NULL);
    house_ask(house, &account, OUTSIDE, "transfer.make", NULL, NULL);
    snprintf(body, sizeof body, "{\"code\":\"%s\"}", house_text(house, "code"));
    assert_int_equal(house_ask(house, &account, OUTSIDE, "account.password", NULL,
                               "{\"old\":\"correct horse\",\"new\":\"battery staple\"}"),
                     204);
    assert_int_equal(house_ask(house, &house_nobody, OUTSIDE, "transfer.take", NULL, body), 404);
    assert_false(house->said.cookie_set);
    house_close(house);
}

static void who_takes_a_seat_brings_their_games_along(void **state) {
    (void)state;
    House *house = house_open(house_place(), false);
    char body[64];
    FanIdentity guest = house_guest(house, NULL), taker = house_guest(house, NULL);
    house_ask(house, &guest, OUTSIDE, "transfer.make", NULL, NULL);
    snprintf(body, sizeof body, "{\"code\":\"%s\"}", house_text(house, "code"));
    assert_int_equal(house_ask(house, &taker, OUTSIDE, "transfer.take", NULL, body), 200);
    assert_int_equal(house->reseat_count, 1);
    assert_string_equal(house->reseats[0].from, taker.player);
    assert_string_equal(house->reseats[0].to.player, guest.player);
    house_close(house);
}

/* --- bots ----------------------------------------------------------------------------------------
 */

static void a_bot_is_let_in_by_its_token(void **state) {
    (void)state;
    House *house = house_open(house_place(), false);
    char token[64], again[64];
    FanIdentity account = house_account(house, "Rakoto", NULL);
    assert_int_equal(house_ask(house, &account, OUTSIDE, "bots.make", NULL, "{\"name\":\"Robo\"}"),
                     200);
    snprintf(token, sizeof token, "%s", house_text(house, "token"));
    const FanIdentity *bot = house_identify(house, NULL, token);
    assert_string_equal(bot->kind, "bot");
    assert_string_equal(bot->name, "Robo");
    assert_string_equal(house_identify(house, NULL, token)->name, "Robo"); /* known by now */
    FanIdentity robo = *bot;
    assert_int_equal(house_ask(house, &robo, OUTSIDE, "transfer.make", NULL, NULL), 403);
    /* A token is no session, and a changed one is none. */
    assert_string_equal(house_identify(house, token, NULL)->player, "");
    token[20] ^= 1;
    assert_string_equal(house_identify(house, NULL, token)->player, "");
    token[20] ^= 1;
    /* A second token for the same name ends the first. */
    assert_int_equal(house_ask(house, &account, OUTSIDE, "bots.make", NULL, "{\"name\":\"Robo\"}"),
                     200);
    snprintf(again, sizeof again, "%s", house_text(house, "token"));
    assert_string_equal(house_identify(house, NULL, token)->player, "");
    assert_string_equal(house_identify(house, NULL, again)->name, "Robo");
    assert_int_equal(house_ask(house, &account, OUTSIDE, "bots", NULL, NULL), 200);
    assert_int_equal(json_array_size(json_object_get(house->said.body, "bots")), 1);
    char *list = json_dumps(house->said.body, 0);
    assert_null(strstr(list, "fanbot_"));
    free(list);
    assert_int_equal(house_ask(house, &account, OUTSIDE, "bots.end", "{\"name\":\"Robo\"}", NULL),
                     204);
    assert_string_equal(house_identify(house, NULL, again)->player, "");
    assert_int_equal(house_ask(house, &account, OUTSIDE, "bots.end", "{\"name\":\"Robo\"}", NULL),
                     404);
    house_close(house);
}

static void bots_are_of_one_account_and_few(void **state) {
    (void)state;
    House *house = house_open(house_place(), false);
    char body[64];
    FanIdentity one = house_account(house, "Rakoto", NULL), two = house_account(house, "Bao", NULL);
    assert_int_equal(house_ask(house, &one, OUTSIDE, "bots.make", NULL, "{\"name\":\"Robo\"}"),
                     200);
    assert_int_equal(house_ask(house, &two, OUTSIDE, "bots.make", NULL, "{\"name\":\"Robo\"}"),
                     409);
    assert_int_equal(house_ask(house, &two, OUTSIDE, "bots.make", NULL, "{\"name\":\"Rakoto\"}"),
                     409);
    assert_int_equal(house_ask(house, &two, OUTSIDE, "bots.end", "{\"name\":\"Robo\"}", NULL), 404);
    for (unsigned i = 1; i < 10; i++) {
        snprintf(body, sizeof body, "{\"name\":\"Robo%u\"}", i);
        house->now_ms += 600000;
        assert_int_equal(house_ask(house, &one, OUTSIDE, "bots.make", NULL, body), 200);
    }
    house->now_ms += 600000;
    assert_int_equal(house_ask(house, &one, OUTSIDE, "bots.make", NULL, "{\"name\":\"Robo10\"}"),
                     429);
    assert_string_equal(house_reason(house), "too-many");
    /* Nobody logs in as a bot. */
    assert_int_equal(house_ask(house, &house_nobody, OUTSIDE, "account.login", NULL,
                               "{\"name\":\"Robo\",\"password\":\"correct horse\"}"),
                     403);
    house_close(house);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_becomes_a_guest),
        cmocka_unit_test(what_is_not_signed_is_nobody),
        cmocka_unit_test(sessions_outlive_the_process),
        cmocka_unit_test(old_sessions_are_renewed_and_very_old_ones_end),
        cmocka_unit_test(keys_are_rotated),
        cmocka_unit_test(nothing_is_signed_without_a_key),
        cmocka_unit_test(guests_are_limited_by_address),
        cmocka_unit_test(a_guest_takes_a_name_and_stays_the_same_player),
        cmocka_unit_test(a_name_belongs_to_one),
        cmocka_unit_test(login_takes_the_games_of_the_guest_along),
        cmocka_unit_test(games_follow_after_a_failure),
        cmocka_unit_test(a_wrong_password_and_a_wrong_name_are_the_same),
        cmocka_unit_test(tries_are_limited_by_name_and_address),
        cmocka_unit_test(a_new_password_ends_other_sessions),
        cmocka_unit_test(a_code_moves_a_seat_once),
        cmocka_unit_test(a_code_ends_after_ten_minutes),
        cmocka_unit_test(a_new_password_ends_codes),
        cmocka_unit_test(who_takes_a_seat_brings_their_games_along),
        cmocka_unit_test(a_bot_is_let_in_by_its_token),
        cmocka_unit_test(bots_are_of_one_account_and_few),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
