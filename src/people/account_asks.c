/* account.*: a name and a password. */
#include <ctype.h>
#include <string.h>

#include "people/inside.h"

#define SECOND_MS 1000.0

/* Failed tries. One address may err a little with one name, and with all names somewhat more; all
 * addresses together so often with one name that guessing is hopeless and its owner hardly ever
 * kept out. */
static const FanLimit tries_here = {"tries", 6, 60 * SECOND_MS};
static const FanLimit tries_peer = {"tries-address", 30, 30 * SECOND_MS};
static const FanLimit tries_name = {"tries-name", 100, 20 * SECOND_MS};

static void small_letters(const char *name, char out[FAN_STORE_ID_MAX]) {
    size_t i = 0;
    for (; name[i] && i < FAN_STORE_ID_MAX - 1; i++) {
        out[i] = (char)tolower((unsigned char)name[i]);
    }
    out[i] = '\0';
}

/* --- passwords -----------------------------------------------------------------------------------
 */

static void key_here(const FanErrand *errand, const char *name, char key[128]) {
    snprintf(key, 128, "%s %s", name, errand->peer);
}

static bool may_try(FanErrand *errand, const char *name) {
    char key[128];
    key_here(errand, name, key);
    return fan_errand_may(errand, &tries_here, key) && fan_errand_may(errand, &tries_name, name) &&
           fan_errand_peer_may(errand, &tries_peer);
}

static void give_try_back(FanErrand *errand, const char *name) {
    FanPeople *people = errand->people;
    int64_t now_ms = fan_people_now(people);
    char key[128];
    key_here(errand, name, key);
    fan_limits_give(people->limits, &tries_here, key, now_ms);
    fan_limits_give(people->limits, &tries_name, name, now_ms);
    fan_limits_give(people->limits, &tries_peer, errand->peer, now_ms);
}

/* The name in errand->id is the one tries are counted for. */
static void on_checked(void *context, bool right) {
    FanErrand *errand = context;
    if (right) {
        give_try_back(errand, errand->id);
        errand->step(errand, FAN_STORE_OK);
    } else {
        fan_people_log(errand->people, "password-wrong",
                       json_pack("{s:s, s:s}", "name", errand->id, "peer", errand->peer));
        fan_errand_refuse(errand, "wrong-password", "the name or the password is wrong");
    }
}

static void too_busy(FanErrand *errand) {
    fan_errand_refuse(errand, "too-many", "too many passwords are being worked out; try again");
}

void fan_errand_check_password(FanErrand *errand, const char *password, const char *name,
                               FanErrandStep *step) {
    const FanKept *kept = &errand->kept;
    small_letters(name, errand->id);
    if (!may_try(errand, errand->id)) {
        return;
    }
    errand->step = step;
    if (!fan_password_check(errand->people->passwords, password,
                            kept->password[0] ? kept->password : NULL, on_checked, errand)) {
        give_try_back(errand, errand->id);
        too_busy(errand);
    }
}

static void on_hashed(void *context, const char *kept) {
    FanErrand *errand = context;
    if (!kept) {
        fan_errand_refuse(errand, "too-many", "there is no memory to keep the password");
        return;
    }
    strcpy(errand->secret_kept, kept);
    errand->step(errand, FAN_STORE_OK);
}

static void hash_password(FanErrand *errand, const char *password, FanErrandStep *step) {
    errand->step = step;
    if (!fan_password_hash(errand->people->passwords, password, on_hashed, errand)) {
        too_busy(errand);
    }
}

/* --- a name that is free -------------------------------------------------------------------------
 */

static void refuse_name(FanErrand *errand) {
    fan_errand_refuse(errand, "name-taken", "this name is taken");
}

static void on_blocked_name(FanErrand *errand, FanStoreStatus status, const FanStoreThing *things,
                            size_t count) {
    (void)things;
    if (fan_errand_stopped(errand, status)) {
        return;
    }
    if (status == FAN_STORE_OK && count > 0) {
        refuse_name(errand);
    } else {
        errand->after(errand, FAN_STORE_OK);
    }
}

void fan_errand_name_free(FanErrand *errand, const char *name, FanErrandStep *step) {
    char small[FAN_STORE_ID_MAX];
    if (fan_people_name_reserved(name)) {
        refuse_name(errand);
        return;
    }
    small_letters(name, small);
    errand->after = step;
    fan_errand_things(errand, "name", small, NULL, 1, on_blocked_name);
}

/* --- account.make: a guest takes a name ----------------------------------------------------------
 */

static void on_registered_told(FanErrand *errand, FanStoreStatus status) {
    (void)status;
    fan_errand_tell_me(errand);
}

static void on_registered(FanErrand *errand, FanStoreStatus status) {
    if (fan_errand_stopped(errand, status)) {
        return;
    }
    if (status != FAN_STORE_OK) {
        refuse_name(errand);
        return;
    }
    const FanKnown *known = &errand->kept.known;
    const FanIdentity now = fan_identity_of(known);
    fan_people_changed(errand->people, known, false);
    fan_people_log(errand->people, "account-made",
                   json_pack("{s:s, s:s}", "player", known->id, "name", known->name));
    fan_chore_take_over(errand, known->id, &now, on_registered_told);
}

static void on_guest(FanErrand *errand, FanStoreStatus status) {
    if (fan_errand_stopped(errand, status)) {
        return;
    }
    FanKnown *known = &errand->kept.known;
    if (status != FAN_STORE_OK || strcmp(known->kind, "guest") != 0) {
        fan_errand_refuse(errand, "not-allowed", "only a guest can take a name");
        return;
    }
    strcpy(known->kind, "account");
    snprintf(known->name, sizeof known->name, "%s", fan_errand_text(errand, "name"));
    strcpy(errand->kept.password, errand->secret_kept);
    fan_errand_change_player(errand, on_registered);
}

static void on_new_hashed(FanErrand *errand, FanStoreStatus status) {
    (void)status;
    fan_errand_player(errand, errand->who.player, NULL, on_guest);
}

/* Looked up before the password is worked out, which costs more. */
static void on_name_looked_up(FanErrand *errand, FanStoreStatus status) {
    if (fan_errand_stopped(errand, status)) {
        return;
    }
    if (status == FAN_STORE_OK) {
        refuse_name(errand);
    } else {
        hash_password(errand, fan_errand_text(errand, "password"), on_new_hashed);
    }
}

static void on_name_free(FanErrand *errand, FanStoreStatus status) {
    (void)status;
    fan_errand_player(errand, NULL, fan_errand_text(errand, "name"), on_name_looked_up);
}

void fan_ask_account(FanErrand *errand) {
    if (strcmp(errand->who.kind, "guest") != 0) {
        fan_errand_refuse(errand, "not-allowed", "only a guest can take a name");
        return;
    }
    fan_errand_name_free(errand, fan_errand_text(errand, "name"), on_name_free);
}

/* --- account.login -------------------------------------------------------------------------------
 */

static void on_right(FanErrand *errand, FanStoreStatus status) {
    (void)status;
    if (errand->kept.known.blocked) {
        fan_errand_refuse(errand, "blocked", "this account is blocked");
    } else {
        fan_errand_become(errand);
    }
}

/* A name that is not there is checked like one that is: the answer and its time are the same. */
static void on_login_player(FanErrand *errand, FanStoreStatus status) {
    if (fan_errand_stopped(errand, status)) {
        return;
    }
    fan_errand_check_password(errand, fan_errand_text(errand, "password"),
                              fan_errand_text(errand, "name"), on_right);
}

void fan_ask_login(FanErrand *errand) {
    fan_errand_player(errand, NULL, fan_errand_text(errand, "name"), on_login_player);
}

/* --- account.password ----------------------------------------------------------------------------
 */

static void on_password_changed(FanErrand *errand, FanStoreStatus status) {
    if (fan_errand_stopped(errand, status)) {
        return;
    }
    if (status != FAN_STORE_OK) {
        fan_errand_refuse(errand, "needs-account", "this account is not there any more");
        return;
    }
    fan_people_changed(errand->people, &errand->kept.known, true);
    fan_errand_sign(errand);
    fan_errand_answer(errand, 204, NULL);
}

/* Read again, since the working out took its time. */
static void on_account_again(FanErrand *errand, FanStoreStatus status) {
    if (fan_errand_stopped(errand, status)) {
        return;
    }
    if (status != FAN_STORE_OK || strcmp(errand->kept.known.kind, "account") != 0) {
        fan_errand_refuse(errand, "needs-account", "this account is not there any more");
        return;
    }
    strcpy(errand->kept.password, errand->secret_kept);
    errand->kept.known.epoch++;
    fan_errand_change_player(errand, on_password_changed);
}

static void on_changed_hashed(FanErrand *errand, FanStoreStatus status) {
    (void)status;
    fan_errand_player(errand, errand->who.player, NULL, on_account_again);
}

static void on_old_right(FanErrand *errand, FanStoreStatus status) {
    (void)status;
    hash_password(errand, fan_errand_text(errand, "new"), on_changed_hashed);
}

static void on_account(FanErrand *errand, FanStoreStatus status) {
    if (fan_errand_stopped(errand, status)) {
        return;
    }
    if (status != FAN_STORE_OK) {
        fan_errand_refuse(errand, "needs-account", "this account is not there any more");
        return;
    }
    fan_errand_check_password(errand, fan_errand_text(errand, "old"), errand->kept.known.name,
                              on_old_right);
}

void fan_ask_password(FanErrand *errand) {
    fan_errand_player(errand, errand->who.player, NULL, on_account);
}
