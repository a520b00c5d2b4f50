/* The keys that sign sessions: things of the store, shared by every process on it. A new one is
 * made when the newest is old; an old one verifies as long as a session of it may live. Two
 * processes may make one at the same time: then both are good, and the younger one signs. */
#include <stdlib.h>
#include <string.h>

#include "people/inside.h"

enum { UNKNOWN_MS = 1000 }; /* unknown keys are looked for so often at most */

#define KEY_LIFE_MS ((int64_t)(FAN_SESSION_LIFE_S + FAN_SIGNING_KEY_AGE_S) * 1000)

static bool decode(const char *text, unsigned char *out, size_t size) {
    size_t bytes;
    return text &&
           sodium_base642bin(out, size, text, strlen(text), NULL, &bytes, NULL,
                             sodium_base64_VARIANT_URLSAFE_NO_PADDING) == 0 &&
           bytes == size;
}

static void take_key(FanPeople *people, const char *id, int64_t made_ms, const json_t *text) {
    FanSigningKey key = {.made_ms = made_ms};
    const char *kind = json_string_value(json_object_get(text, "kind"));
    if (kind && strcmp(kind, "session") == 0 && strlen(id) < sizeof key.id &&
        decode(json_string_value(json_object_get(text, "secret")), key.secret, sizeof key.secret)) {
        strcpy(key.id, id);
        fan_signing_keys_add(&people->keys, &key);
    }
    sodium_memzero(&key, sizeof key);
}

static FanErrand *first_waiting(FanPeople *people) {
    FanErrand *errand = people->errands;
    while (errand && errand->awaits != FAN_AWAITS_KEYS) {
        errand = errand->next;
    }
    return errand;
}

static void finish(FanErrand *reading, bool fine) {
    FanPeople *people = reading->people;
    void (*ready)(void *, bool) = people->ready;
    people->keys_being_read = false;
    people->ready = NULL;
    for (FanErrand *errand; (errand = first_waiting(people));) {
        errand->awaits = FAN_AWAITS_NOTHING;
        errand->step(errand, fine ? FAN_STORE_OK : FAN_STORE_AWAY);
    }
    if (ready) {
        ready(people->config.context, fine && people->keys.count > 0);
    }
    fan_errand_free(reading);
}

static void on_kept(FanErrand *errand, FanStoreStatus status) {
    FanPeople *people = errand->people;
    if (status == FAN_STORE_OK) {
        take_key(people, errand->id, errand->at_ms, errand->made);
        fan_people_publish(people, "-", "keys");
        fan_people_log(people, "key-made", json_pack("{s:s}", "key", errand->id));
    }
    finish(errand, status == FAN_STORE_OK || people->keys.count > 0);
}

static json_t *draw_key(void) {
    unsigned char secret[crypto_auth_KEYBYTES];
    char text[sodium_base64_ENCODED_LEN(sizeof secret, sodium_base64_VARIANT_URLSAFE_NO_PADDING)];
    crypto_auth_keygen(secret);
    sodium_bin2base64(text, sizeof text, secret, sizeof secret,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    json_t *key = json_pack("{s:s, s:s}", "kind", "session", "secret", text);
    sodium_memzero(secret, sizeof secret);
    sodium_memzero(text, sizeof text);
    return key;
}

/* Draws a new key and keeps it before it signs anything. */
static void make(FanErrand *errand) {
    errand->made = draw_key();
    errand->at_ms = fan_people_now(errand->people);
    fan_id_draw(errand->id, 8);
    char *text = json_dumps(errand->made, JSON_COMPACT);
    if (!text) {
        finish(errand, false);
        return;
    }
    const FanStoreThing thing = {.kind = "key",
                                 .id = errand->id,
                                 .text = text,
                                 .made_ms = errand->at_ms,
                                 .ends_ms = errand->at_ms + KEY_LIFE_MS};
    fan_errand_keep(errand, &thing, false, on_kept);
    free(text);
}

static bool newest_is_young(const FanPeople *people) {
    size_t count = people->keys.count;
    return count > 0 && fan_people_now(people) - people->keys.keys[count - 1].made_ms <
                            FAN_SIGNING_KEY_AGE_S * 1000LL;
}

static void on_keys(FanErrand *errand, FanStoreStatus status, const FanStoreThing *things,
                    size_t count) {
    FanPeople *people = errand->people;
    if (status != FAN_STORE_OK && status != FAN_STORE_NOTHING) {
        finish(errand, false);
        return;
    }
    for (size_t i = 0; status == FAN_STORE_OK && i < count; i++) {
        json_t *text = json_loads(things[i].text ? things[i].text : "", 0, NULL);
        take_key(people, things[i].id, things[i].made_ms, text);
        json_decref(text);
    }
    people->keys_read_ms = fan_people_now(people);
    if (newest_is_young(people)) {
        finish(errand, true);
    } else {
        make(errand);
    }
}

bool fan_keys_read(FanPeople *people) {
    FanErrand *errand = people->keys_being_read ? NULL : fan_errand_new(people);
    if (!errand) {
        return people->keys_being_read;
    }
    people->keys_being_read = true;
    fan_errand_things(errand, "key", NULL, NULL, 1000, on_keys);
    return true;
}

void fan_errand_await_keys(FanErrand *errand, FanErrandStep *step) {
    FanPeople *people = errand->people;
    if (!people->keys_being_read && fan_people_now(people) - people->keys_read_ms < UNKNOWN_MS) {
        step(errand, FAN_STORE_OK);
        return;
    }
    errand->awaits = FAN_AWAITS_KEYS;
    errand->step = step;
    if (!fan_keys_read(people)) {
        errand->awaits = FAN_AWAITS_NOTHING;
        step(errand, FAN_STORE_BUSY);
    }
}
