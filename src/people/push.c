/* push.*: the key of the database, subscriptions, and notices. */
#include "people/push.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "people/inside.h"

enum {
    SUBSCRIPTIONS_MAX = 10, /* of a player */
    NOTICES_MAX = 256,      /* whose subscriptions are being looked up */
};

#define SUBSCRIPTION_MS (400LL * 24 * 3600 * 1000)

struct FanPush {
    FanPushKeys keys;
    FanPusher *pusher;
};

static bool decode(const char *text, unsigned char *out, size_t size) {
    size_t bytes, length = text ? strlen(text) : 0;
    while (length > 0 && text[length - 1] == '=') { /* some write the padding */
        length--;
    }
    return length > 0 &&
           sodium_base642bin(out, size, text, length, NULL, &bytes, NULL,
                             sodium_base64_VARIANT_URLSAFE_NO_PADDING) == 0 &&
           bytes == size;
}

bool fan_push_read(FanSubscription *subscription, const char *endpoint, const char *p256dh,
                   const char *auth) {
    *subscription = (FanSubscription){0};
    if (!endpoint || !fan_push_endpoint_valid(endpoint) ||
        !decode(p256dh, subscription->point, sizeof subscription->point) ||
        !decode(auth, subscription->auth, sizeof subscription->auth) ||
        !fan_push_point_valid(subscription->point)) {
        return false;
    }
    strcpy(subscription->endpoint, endpoint);
    fan_secret_id(endpoint, subscription->id);
    return true;
}

void fan_push_text(const char *language, const char *game, char text[FAN_PUSH_TEXT_MAX]) {
    static const char *const bodies[][2] = {
        {"en", "It is your turn."}, {"fr", "C’est à vous de jouer."},
        {"mg", "Anjaranao izao."},  {"nl", "Jij bent aan de beurt."},
        {"ru", "Ваш ход."},
    };
    const char *body = bodies[0][1];
    for (size_t i = 0; language && i < sizeof bodies / sizeof bodies[0]; i++) {
        body = strcmp(language, bodies[i][0]) == 0 ? bodies[i][1] : body;
    }
    snprintf(text, FAN_PUSH_TEXT_MAX, "{\"title\":\"Fanorona\",\"body\":\"%s\",\"game\":\"%s\"}",
             body, game);
}

/* --- the key -------------------------------------------------------------------------------------
 */

static void on_result(void *context, const char *id, FanPushResult result);

static void open_pusher(FanErrand *errand) {
    FanPeople *people = errand->people;
    FanPush *push = people->push ? NULL : calloc(1, sizeof *push);
    unsigned char secret[FAN_P256_SECRET];
    if (push &&
        decode(json_string_value(json_object_get(errand->made, "secret")), secret, sizeof secret) &&
        fan_push_keys_of(&push->keys, secret)) {
        const FanPusherConfig config = {.loop = people->config.loop,
                                        .keys = push->keys,
                                        .subject = people->config.public_url,
                                        .on_result = on_result,
                                        .context = people};
        push->pusher = fan_pusher_new(&config);
        people->push = push->pusher ? push : NULL;
    }
    sodium_memzero(secret, sizeof secret);
    if (people->push != push) {
        free(push);
    }
    fan_errand_free(errand);
}

static void read_key(FanErrand *errand);

static void on_key_kept(FanErrand *errand, FanStoreStatus status) {
    if (status == FAN_STORE_OK) {
        open_pusher(errand);
    } else if (status == FAN_STORE_CONFLICT) {
        read_key(errand); /* another process has just made it */
    } else {
        fan_errand_free(errand); /* tried again by the next tick */
    }
}

static void make_key(FanErrand *errand) {
    FanPushKeys keys;
    char secret[64];
    if (!fan_push_keys_draw(&keys)) {
        fan_errand_free(errand);
        return;
    }
    sodium_bin2base64(secret, sizeof secret, keys.secret, sizeof keys.secret,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    errand->made = json_pack("{s:s, s:s}", "kind", "vapid", "secret", secret);
    char *text = json_dumps(errand->made, JSON_COMPACT);
    const FanStoreThing thing = {
        .kind = "key", .id = "vapid", .text = text, .made_ms = fan_people_now(errand->people)};
    fan_errand_keep(errand, &thing, false, on_key_kept);
    free(text);
    sodium_memzero(&keys, sizeof keys);
    sodium_memzero(secret, sizeof secret);
}

static void on_key(FanErrand *errand, FanStoreStatus status, const FanStoreThing *things,
                   size_t count) {
    json_decref(errand->made);
    errand->made = NULL;
    if (status == FAN_STORE_OK && count > 0) {
        errand->made = json_loads(things[0].text, 0, NULL);
        open_pusher(errand);
    } else if (status == FAN_STORE_OK || status == FAN_STORE_NOTHING) {
        make_key(errand);
    } else {
        fan_errand_free(errand);
    }
}

static void read_key(FanErrand *errand) {
    fan_errand_things(errand, "key", "vapid", NULL, 1, on_key);
}

void fan_push_begin(FanPeople *people) {
    FanErrand *errand = people->config.push && !people->push ? fan_errand_new(people) : NULL;
    if (errand) {
        read_key(errand);
    }
}

void fan_push_end(FanPeople *people) {
    if (people->push) {
        fan_pusher_free(people->push->pusher);
        sodium_memzero(people->push, sizeof *people->push);
        free(people->push);
        people->push = NULL;
    }
}

void fan_ask_push_key(FanErrand *errand) {
    char key[sodium_base64_ENCODED_LEN(FAN_P256_POINT, sodium_base64_VARIANT_URLSAFE_NO_PADDING)];
    if (!errand->people->push) {
        fan_errand_refuse(errand, "not-allowed", "this server sends no notices");
        return;
    }
    sodium_bin2base64(key, sizeof key, errand->people->push->keys.point, FAN_P256_POINT,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    fan_errand_answer(errand, 200, json_pack("{s:s}", "key", key));
}

/* --- subscriptions -------------------------------------------------------------------------------
 */

static void on_subscribed(FanErrand *errand, FanStoreStatus status) {
    if (!fan_errand_stopped(errand, status)) {
        fan_errand_answer(errand, 204, NULL);
    }
}

static void keep_subscription(FanErrand *errand) {
    int64_t now_ms = fan_people_now(errand->people);
    char *text = json_dumps(errand->body, JSON_COMPACT);
    if (!text) {
        fan_errand_refuse(errand, "storage", "there is no memory for it");
        return;
    }
    const FanStoreThing thing = {.kind = "push",
                                 .id = errand->id,
                                 .owner = errand->who.player,
                                 .text = text,
                                 .made_ms = now_ms,
                                 .ends_ms = now_ms + SUBSCRIPTION_MS};
    fan_errand_keep(errand, &thing, true, on_subscribed);
    free(text);
}

static void on_room_made(FanErrand *errand, FanStoreStatus status) {
    if (!fan_errand_stopped(errand, status)) {
        keep_subscription(errand);
    }
}

/* Too many: the oldest goes. */
static void on_subscriptions(FanErrand *errand, FanStoreStatus status, const FanStoreThing *things,
                             size_t count) {
    if (fan_errand_stopped(errand, status)) {
        return;
    }
    if (status == FAN_STORE_OK && count >= SUBSCRIPTIONS_MAX) {
        fan_errand_take(errand, "push", things[0].id, on_room_made);
    } else {
        keep_subscription(errand);
    }
}

void fan_ask_push_make(FanErrand *errand) {
    FanSubscription subscription;
    if (!errand->people->push) {
        fan_errand_refuse(errand, "not-allowed", "this server sends no notices");
    } else if (!fan_push_read(&subscription, fan_errand_text(errand, "endpoint"),
                              fan_errand_text(errand, "p256dh"), fan_errand_text(errand, "auth"))) {
        fan_errand_refuse(errand, "malformed",
                          "this is no subscription: an https endpoint, a point of P-256 and 16 "
                          "bytes, both as base64url");
    } else {
        memcpy(errand->id, subscription.id, sizeof errand->id);
        fan_errand_things(errand, "push", NULL, errand->who.player, SUBSCRIPTIONS_MAX,
                          on_subscriptions);
    }
}

static void on_own(FanErrand *errand, FanStoreStatus status, const FanStoreThing *things,
                   size_t count) {
    if (fan_errand_stopped(errand, status)) {
        return;
    }
    if (status == FAN_STORE_OK && count > 0 && things[0].owner &&
        strcmp(things[0].owner, errand->who.player) == 0) {
        fan_errand_take(errand, "push", errand->id, on_subscribed);
    } else {
        fan_errand_answer(errand, 204, NULL);
    }
}

void fan_ask_push_end(FanErrand *errand) {
    fan_secret_id(fan_errand_text(errand, "endpoint"), errand->id);
    fan_errand_things(errand, "push", errand->id, NULL, 1, on_own);
}

/* --- notices -------------------------------------------------------------------------------------
 */

static void on_dropped(FanErrand *errand, FanStoreStatus status) {
    (void)status; /* else the next notice drops it */
    fan_errand_free(errand);
}

static void on_result(void *context, const char *id, FanPushResult result) {
    FanPeople *people = context;
    people->counts.pushed += result == FAN_PUSH_SENT;
    people->counts.push_failed += result != FAN_PUSH_SENT;
    FanErrand *errand = result == FAN_PUSH_DROPPED && !people->gone ? fan_errand_new(people) : NULL;
    if (errand) {
        fan_errand_take(errand, "push", id, on_dropped);
    }
}

static void send_to(FanErrand *errand, const FanStoreThing *thing) {
    FanSubscription subscription;
    char text[FAN_PUSH_TEXT_MAX];
    json_t *row = json_loads(thing->text, 0, NULL);
    FanPush *push = errand->people->push;
    if (push && fan_push_read(&subscription, json_string_value(json_object_get(row, "endpoint")),
                              json_string_value(json_object_get(row, "p256dh")),
                              json_string_value(json_object_get(row, "auth")))) {
        fan_push_text(json_string_value(json_object_get(row, "language")), errand->id, text);
        if (!fan_pusher_send(push->pusher, &subscription, text, errand->id)) {
            errand->people->counts.push_failed++;
        }
    }
    json_decref(row);
}

static void on_receivers(FanErrand *errand, FanStoreStatus status, const FanStoreThing *things,
                         size_t count) {
    for (size_t i = 0; status == FAN_STORE_OK && i < count; i++) {
        send_to(errand, &things[i]);
    }
    errand->people->notices--;
    fan_errand_free(errand);
}

void fan_people_notify(FanPeople *people, const char *player, const char *game) {
    FanErrand *errand =
        people->push && people->notices < NOTICES_MAX ? fan_errand_new(people) : NULL;
    if (errand) {
        people->notices++;
        snprintf(errand->id, sizeof errand->id, "%s", game);
        fan_errand_things(errand, "push", NULL, player, SUBSCRIPTIONS_MAX, on_receivers);
    }
}
