/* bots*: players that programs are, of an account that answers for them. A bot is let in by its
 * token, of which only a hash is kept; the token names the epoch it was made in, so that raising
 * the bot's epoch ends it everywhere. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "people/inside.h"

enum { BOTS_MAX = 10 };

static json_t *read_token(const FanStoreThing *thing) {
    return json_loads(thing->text ? thing->text : "", 0, NULL);
}

static const char *text_in(const json_t *object, const char *name) {
    const char *text = json_string_value(json_object_get(object, name));
    return text ? text : "";
}

/* --- bots ----------------------------------------------------------------------------------------
 */

static void on_list(FanErrand *errand, FanStoreStatus status, const FanStoreThing *things,
                    size_t count) {
    if (fan_errand_stopped(errand, status)) {
        return;
    }
    json_t *bots = json_array();
    for (size_t i = 0; status == FAN_STORE_OK && i < count; i++) {
        json_t *token = read_token(&things[i]);
        json_array_append_new(bots, json_pack("{s:o, s:I}", "player",
                                              fan_people_player_json(text_in(token, "player"),
                                                                     "bot", text_in(token, "name")),
                                              "made", (json_int_t)things[i].made_ms));
        json_decref(token);
    }
    fan_errand_answer(errand, 200, json_pack("{s:o}", "bots", bots));
}

void fan_ask_bots(FanErrand *errand) {
    fan_errand_things(errand, "token", NULL, errand->who.player, BOTS_MAX, on_list);
}

/* --- bots.make -----------------------------------------------------------------------------------
 *
 * A name of one's own bot gets a new token, and the old one ends. */

static void on_token_kept(FanErrand *errand, FanStoreStatus status) {
    if (fan_errand_stopped(errand, status)) {
        return;
    }
    fan_people_log(
        errand->people, "bot-made",
        json_pack("{s:s, s:s}", "bot", errand->kept.known.id, "owner", errand->who.player));
    fan_errand_answer(errand, 200,
                      json_pack("{s:o, s:s}", "player", fan_known_json(&errand->kept.known),
                                "token", errand->secret));
}

static void keep_token(FanErrand *errand) {
    const FanKnown *bot = &errand->kept.known;
    json_t *token = json_pack("{s:s, s:s, s:I}", "player", bot->id, "name", bot->name, "epoch",
                              (json_int_t)bot->epoch);
    char *text = json_dumps(token, JSON_COMPACT);
    json_decref(token);
    if (!text) {
        fan_errand_refuse(errand, "storage", "there is no memory for it");
        return;
    }
    fan_token_draw(errand->secret);
    fan_secret_id(errand->secret, errand->id);
    const FanStoreThing thing = {.kind = "token",
                                 .id = errand->id,
                                 .owner = errand->who.player,
                                 .text = text,
                                 .made_ms = fan_people_now(errand->people)};
    fan_errand_keep(errand, &thing, false, on_token_kept);
    free(text);
}

static void on_old_taken(FanErrand *errand, FanStoreStatus status) {
    if (!fan_errand_stopped(errand, status)) {
        keep_token(errand);
    }
}

static void on_epoch_raised(FanErrand *errand, FanStoreStatus status) {
    if (fan_errand_stopped(errand, status)) {
        return;
    }
    fan_people_changed(errand->people, &errand->kept.known, true);
    if (errand->id[0]) {
        fan_errand_take(errand, "token", errand->id, on_old_taken);
    } else {
        keep_token(errand);
    }
}

static void on_namesake(FanErrand *errand, FanStoreStatus status) {
    if (fan_errand_stopped(errand, status)) {
        return;
    }
    FanKnown *bot = &errand->kept.known;
    if (status != FAN_STORE_OK || strcmp(bot->kind, "bot") != 0 ||
        strcmp(bot->owner, errand->who.player) != 0) {
        fan_errand_refuse(errand, "name-taken", "this name is taken");
        return;
    }
    bot->epoch++;
    fan_errand_change_player(errand, on_epoch_raised);
}

static void on_bot_made(FanErrand *errand, FanStoreStatus status) {
    if (fan_errand_stopped(errand, status)) {
        return;
    }
    if (status == FAN_STORE_CONFLICT) {
        fan_errand_player(errand, NULL, fan_errand_text(errand, "name"), on_namesake);
    } else {
        errand->id[0] = '\0';
        keep_token(errand);
    }
}

static void on_free(FanErrand *errand, FanStoreStatus status) {
    (void)status;
    errand->kept = (FanKept){.known = {.kind = "bot", .made_ms = fan_people_now(errand->people)}};
    FanKnown *bot = &errand->kept.known;
    fan_id_draw(bot->id, FAN_PLAYER_SIGNS);
    snprintf(bot->name, sizeof bot->name, "%s", fan_errand_text(errand, "name"));
    memcpy(bot->owner, errand->who.player, sizeof bot->owner);
    fan_errand_make_player(errand, on_bot_made);
}

/* Finds the token of the bot of this name among one's own; its id is put into the errand. */
static bool find_own(FanErrand *errand, const FanStoreThing *things, size_t count) {
    for (size_t i = 0; i < count; i++) {
        json_t *token = read_token(&things[i]);
        bool found = strcasecmp(text_in(token, "name"), fan_errand_text(errand, "name")) == 0;
        if (found) {
            fan_copy_text(errand->id, sizeof errand->id, things[i].id);
            fan_copy_text(errand->kept.known.id, sizeof errand->kept.known.id,
                          text_in(token, "player"));
        }
        json_decref(token);
        if (found) {
            return true;
        }
    }
    return false;
}

static void on_own(FanErrand *errand, FanStoreStatus status, const FanStoreThing *things,
                   size_t count) {
    if (fan_errand_stopped(errand, status)) {
        return;
    }
    count = status == FAN_STORE_OK ? count : 0;
    if (!find_own(errand, things, count) && count >= BOTS_MAX) {
        fan_errand_refuse(errand, "too-many", "an account has ten bots at most");
    } else {
        fan_errand_name_free(errand, fan_errand_text(errand, "name"), on_free);
    }
}

void fan_ask_bot_make(FanErrand *errand) {
    fan_errand_things(errand, "token", NULL, errand->who.player, BOTS_MAX, on_own);
}

/* --- bots.end ------------------------------------------------------------------------------------
 */

static void on_ended(FanErrand *errand, FanStoreStatus status) {
    if (!fan_errand_stopped(errand, status)) {
        fan_people_changed(errand->people, &errand->kept.known, true);
        fan_errand_answer(errand, 204, NULL);
    }
}

static void on_ended_bot(FanErrand *errand, FanStoreStatus status) {
    if (fan_errand_stopped(errand, status)) {
        return;
    }
    if (status != FAN_STORE_OK) {
        fan_errand_answer(errand, 204, NULL);
        return;
    }
    errand->kept.known.epoch++;
    fan_errand_change_player(errand, on_ended);
}

static void on_token_taken(FanErrand *errand, FanStoreStatus status) {
    if (!fan_errand_stopped(errand, status)) {
        char bot[FAN_STORE_ID_MAX];
        memcpy(bot, errand->kept.known.id, sizeof bot);
        fan_errand_player(errand, bot, NULL, on_ended_bot);
    }
}

static void on_ending(FanErrand *errand, FanStoreStatus status, const FanStoreThing *things,
                      size_t count) {
    if (fan_errand_stopped(errand, status)) {
        return;
    }
    if (status != FAN_STORE_OK || !find_own(errand, things, count)) {
        fan_errand_refuse(errand, "unknown", "you have no such bot");
    } else {
        fan_errand_take(errand, "token", errand->id, on_token_taken);
    }
}

void fan_ask_bot_end(FanErrand *errand) {
    fan_errand_things(errand, "token", NULL, errand->who.player, BOTS_MAX, on_ending);
}
