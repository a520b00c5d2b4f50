/* players, leaderboard, reports.make: what people see and say of each other. */
#include <stdlib.h>
#include <string.h>

#include "people/inside.h"
#include "people/rating.h"

enum { LEADERS_MAX = 100 };

#define REPORT_MS (365LL * 24 * 3600 * 1000)

static void refuse_player(FanErrand *errand) {
    fan_errand_refuse(errand, "unknown", "there is no such player");
}

/* --- players -------------------------------------------------------------------------------------
 */

static void on_profile(FanErrand *errand, FanStoreStatus status) {
    if (fan_errand_stopped(errand, status)) {
        return;
    }
    if (status != FAN_STORE_OK || errand->kept.known.blocked) {
        refuse_player(errand);
    } else {
        fan_errand_tell_me(errand);
    }
}

void fan_ask_profile(FanErrand *errand) {
    fan_errand_player(errand, NULL, fan_errand_text(errand, "name"), on_profile);
}

/* --- leaderboard ---------------------------------------------------------------------------------
 */

/* One row, or NULL: the deviation has grown since they played last, and the rating is not sure any
 * more. */
static json_t *standing(const FanStoreRating *rating, int64_t now_ms) {
    json_t *row = fan_rating_json(rating, now_ms);
    if (!row || json_is_true(json_object_get(row, "provisional")) || !rating->name) {
        json_decref(row);
        return NULL;
    }
    return json_pack("{s:o, s:o}", "player",
                     fan_people_player_json(rating->player, rating->kind ? rating->kind : "account",
                                            rating->name),
                     "rating", row);
}

static void on_leaders(void *context, FanStoreStatus status, const FanStoreRating *ratings,
                       size_t count) {
    FanErrand *errand = context;
    FanPeople *people = errand->people;
    errand->awaits = FAN_AWAITS_NOTHING;
    if (people->gone) {
        fan_errand_free(errand);
        return;
    }
    if (fan_errand_stopped(errand, status)) {
        return;
    }
    json_t *rows = json_array();
    for (size_t i = 0; status == FAN_STORE_OK && i < count; i++) {
        json_t *row = standing(&ratings[i], fan_people_now(people));
        if (row) {
            json_array_append_new(rows, row);
        }
    }
    fan_errand_answer(
        errand, 200,
        json_pack("{s:s, s:o}", "variant", fan_errand_text(errand, "variant"), "standings", rows));
}

void fan_ask_leaderboard(FanErrand *errand) {
    errand->awaits = FAN_AWAITS_STORE;
    fan_store_ratings(errand->people->config.store, NULL, fan_errand_text(errand, "variant"),
                      FAN_GLICKO_SURE, LEADERS_MAX, on_leaders, errand);
}

/* --- reports.make --------------------------------------------------------------------------------
 */

static void on_reported(FanErrand *errand, FanStoreStatus status) {
    if (!fan_errand_stopped(errand, status)) {
        fan_people_log(errand->people, "report",
                       json_pack("{s:s, s:s, s:s}", "report", errand->id, "player",
                                 fan_errand_text(errand, "player"), "why",
                                 fan_errand_text(errand, "why")));
        fan_errand_answer(errand, 204, NULL);
    }
}

static void on_accused(FanErrand *errand, FanStoreStatus status) {
    if (fan_errand_stopped(errand, status)) {
        return;
    }
    char *text = status == FAN_STORE_OK ? json_dumps(errand->body, JSON_COMPACT) : NULL;
    if (!text) {
        refuse_player(errand);
        return;
    }
    int64_t now_ms = fan_people_now(errand->people);
    fan_id_draw(errand->id, FAN_PLAYER_SIGNS);
    const FanStoreThing thing = {.kind = "report",
                                 .id = errand->id,
                                 .owner = errand->who.player,
                                 .text = text,
                                 .made_ms = now_ms,
                                 .ends_ms = now_ms + REPORT_MS};
    fan_errand_keep(errand, &thing, false, on_reported);
    free(text);
}

void fan_ask_report(FanErrand *errand) {
    fan_errand_player(errand, fan_errand_text(errand, "player"), NULL, on_accused);
}
