/* Seeks are made, taken back and accepted. Who takes a seek out of the store has it: of two that
 * accept at once one gets the game. */
#include "hub/internal.h"

#include <stdlib.h>
#include <string.h>

static const char *text_of(const json_t *value, const char *key) {
    return json_string_value(json_object_get(value, key));
}

/* --- making ------------------------------------------------------------------------------------
 */

typedef struct FanSeekWish {
    FanHub *hub;
    FanSeekWish *previous, *next; /* in the lobby's */
    FanSender sender;
    json_t *body;
    FanSeek *seek; /* that is being made, or accepted (a copy) */
    FanRoomPlayer player;
} Wish;

static void take_out(Wish *wish) {
    FanLobby *lobby = &wish->hub->lobby;
    *(wish->previous ? &wish->previous->next : &lobby->wishes) = wish->next;
    if (wish->next) {
        wish->next->previous = wish->previous;
    }
}

static void drop_wish(void *context) {
    Wish *wish = context;
    take_out(wish);
    json_decref(wish->body);
    if (wish->seek) {
        fan_seek_free(wish->seek);
    }
    fan_sender_drop(&wish->sender);
    free(wish);
}

static void refuse_wish(Wish *wish, const char *reason, const char *text) {
    fan_sender_refuse(wish->hub, &wish->sender, reason, text);
    drop_wish(wish);
}

static Wish *new_wish(FanHub *hub, FanSender *sender, const json_t *body) {
    Wish *wish = calloc(1, sizeof *wish);
    if (!wish) {
        fan_sender_refuse(hub, sender, "storage", "there is no memory");
        return NULL;
    }
    *wish = (Wish){.hub = hub,
                   .next = hub->lobby.wishes,
                   .sender = *sender,
                   .body = json_incref((json_t *)body)};
    fan_hub_player(fan_sender_who(sender), &wish->player);
    if (wish->next) {
        wish->next->previous = wish;
    }
    hub->lobby.wishes = wish;
    return wish;
}

static void on_kept(void *context, FanStoreStatus status) {
    Wish *wish;
    FanHub *hub = fan_hub_called(context, &wish);
    if (!hub) {
        return;
    }
    if (status != FAN_STORE_OK) {
        refuse_wish(wish, "storage", "the seek could not be stored now");
        return;
    }
    FanSeek *seek = wish->seek;
    wish->seek = NULL;
    fan_hub_publish(hub, "hub.seek", fan_seek_kept(hub, seek));
    fan_sender_done(hub, &wish->sender, &(FanDone){.seek = seek->id, .number = -1});
    drop_wish(wish);
    fan_seek_put_in(hub, seek);
}

static json_t *player_json(const FanRoomPlayer *player) {
    json_t *json = json_pack("{s:s, s:s}", "id", player->id, "kind", player->kind);
    if (json && *player->name) {
        json_object_set_new(json, "name", json_string(player->name));
    }
    if (json && player->rating) {
        json_object_set_new(json, "rating", json_integer(player->rating));
        json_object_set_new(json, "provisional", json_boolean(player->provisional));
    }
    return json;
}

static json_t *shown_seek(const FanSeek *seek, const json_t *body, const FanRoomPlayer *player) {
    static const char *const limits[] = {"rating_min", "rating_max"};
    json_t *shown = json_pack("{s:s, s:o, s:O, s:O, s:I}", "seek", seek->id, "by",
                              player_json(player), "spec", json_object_get(body, "spec"), "side",
                              json_object_get(body, "side"), "at", (json_int_t)seek->made_ms);
    for (int i = 0; i < 2; i++) {
        json_t *limit = json_object_get(body, limits[i]);
        if (shown && limit) {
            json_object_set(shown, limits[i], limit);
        }
    }
    return shown;
}

static void on_seeker_rated(void *context, const FanRoomPlayer *player, const char *reason) {
    Wish *wish = context;
    FanHub *hub = wish->hub;
    const json_t *spec = json_object_get(wish->body, "spec");
    if (reason) {
        refuse_wish(wish, reason, "the rating cannot be had now");
        return;
    }
    if (!fan_hub_could_make(hub, spec, player)) {
        refuse_wish(wish, hub->verdict.reason, hub->verdict.text);
        return;
    }
    FanSeek *seek = wish->seek = calloc(1, sizeof *seek);
    FanHubCall *call = seek ? fan_hub_call(hub, wish, drop_wish) : NULL;
    if (!call) {
        refuse_wish(wish, "storage", "there is no memory");
        return;
    }
    fan_hub_draw_id(seek->id, 12);
    strcpy(seek->owner, player->id);
    strcpy(seek->process, hub->process);
    seek->made_ms = fan_hub_now(hub);
    seek->live = strcmp(text_of(json_object_get(spec, "clock"), "kind"), "days") != 0;
    seek->ends_ms = seek->made_ms + (seek->live ? 1 : 7) * (int64_t)FAN_HUB_DAY_MS;
    seek->seek = shown_seek(seek, wish->body, player);
    fan_seek_keep(hub, seek, on_kept, call);
}

/* Those that are being made count, too. */
static unsigned seeks_of(const FanHub *hub, const char *player) {
    unsigned count = 0;
    for (const FanSeek *seek = hub->lobby.first; seek; seek = seek->next) {
        count += strcmp(seek->owner, player) == 0;
    }
    for (const Wish *wish = hub->lobby.wishes; wish; wish = wish->next) {
        count += wish->body && strcmp(wish->player.id, player) == 0;
    }
    return count;
}

/* When there are too many the oldest of a guest goes: seeks of guests cost nothing, and are not to
 * keep others out. */
static bool make_place(FanHub *hub) {
    FanSeek *seek = hub->lobby.seeks.count < FAN_HUB_SEEKS_MAX ? NULL : hub->lobby.first;
    while (seek && strcmp(text_of(json_object_get(seek->seek, "by"), "kind"), "guest") != 0) {
        seek = seek->next;
    }
    if (seek) {
        fan_seek_finish(hub, seek);
    }
    return hub->lobby.seeks.count < FAN_HUB_SEEKS_MAX;
}

/* Why nobody may make or accept seeks now; NULL: they may. */
static const char *why_not(const FanHub *hub, const FanSender *sender) {
    return !*fan_sender_who(sender)->player ? "needs-player"
           : hub->draining                  ? "draining"
           : hub->away                      ? "storage"
                                            : NULL;
}

void fan_seek_make(FanHub *hub, FanSender sender, const json_t *body) {
    FanIdentity who = *fan_sender_who(&sender);
    const char *reason = why_not(hub, &sender);
    if (reason) {
        fan_sender_refuse(hub, &sender, reason, "no seek can be made so");
    } else if (seeks_of(hub, who.player) >= FAN_HUB_SEEKS_EACH || !make_place(hub)) {
        fan_sender_refuse(hub, &sender, "too-many", "there are too many seeks already");
    } else {
        Wish *wish = new_wish(hub, &sender, body);
        const char *variant = text_of(json_object_get(body, "spec"), "variant");
        if (wish) {
            fan_hub_rated(hub, &who, variant, on_seeker_rated, wish, drop_wish);
        }
    }
}

/* --- taking back -------------------------------------------------------------------------------
 */

void fan_seek_end(FanHub *hub, FanSender sender, const char *id) {
    FanSeek *seek = fan_seek_find(hub, id);
    if (!seek) {
        fan_sender_refuse(hub, &sender, "no-seek", "there is no such seek any more");
    } else if (strcmp(seek->owner, fan_sender_who(&sender)->player) != 0) {
        fan_sender_refuse(hub, &sender, "not-allowed", "the seek is somebody else's");
    } else {
        fan_seek_finish(hub, seek);
        fan_sender_done(hub, &sender, &(FanDone){.seek = id, .number = -1});
    }
}

/* --- accepting ---------------------------------------------------------------------------------
 */

static void on_kept_again(void *context, FanStoreStatus status) {
    Wish *wish;
    FanHub *hub = fan_hub_called(context, &wish);
    if (!hub) {
        return;
    }
    if (status == FAN_STORE_OK) {
        FanSeek *seek = wish->seek;
        wish->seek = NULL;
        fan_hub_publish(hub, "hub.seek", fan_seek_kept(hub, seek));
        fan_seek_put_in(hub, seek);
    }
    drop_wish(wish);
}

static void on_game(FanHub *hub, const char *game, const char *reason, uint32_t number,
                    void *context) {
    Wish *wish = context;
    if (!reason) {
        fan_sender_done(hub, &wish->sender, &(FanDone){.game = game, .number = number});
        drop_wish(wish);
        return;
    }
    fan_sender_refuse(hub, &wish->sender, reason, "the game could not be made");
    FanHubCall *call = fan_hub_call(hub, wish, drop_wish);
    if (call) {
        fan_seek_keep(hub, wish->seek, on_kept_again, call); /* for somebody else */
    } else {
        drop_wish(wish);
    }
}

static void owner_of(const FanSeek *seek, FanRoomPlayer *player) {
    const json_t *by = json_object_get(seek->seek, "by");
    const char *name = text_of(by, "name");
    *player = (FanRoomPlayer){0};
    strcpy(player->id, seek->owner);
    fan_hub_copy(player->kind, sizeof player->kind, text_of(by, "kind"));
    fan_hub_copy(player->name, sizeof player->name, name ? name : "");
    player->rating = (unsigned)json_integer_value(json_object_get(by, "rating"));
    player->provisional = json_is_true(json_object_get(by, "provisional"));
}

static void on_taken(void *context, FanStoreStatus status) {
    Wish *wish;
    FanHub *hub = fan_hub_called(context, &wish);
    if (!hub) {
        return;
    }
    FanSeek *seek = fan_seek_find(hub, wish->seek->id);
    if (status == FAN_STORE_OK || status == FAN_STORE_NOTHING) {
        fan_seek_publish_removal(hub, wish->seek->id);
        if (seek) {
            fan_seek_take_out(hub, seek);
        }
    }
    if (status != FAN_STORE_OK) {
        bool gone = status == FAN_STORE_NOTHING;
        refuse_wish(wish, gone ? "no-seek" : "storage",
                    gone ? "somebody else was first" : "the database is away");
        return;
    }
    unsigned side = fan_side_wanted(wish->seek->seek);
    FanMaking making = {.spec = json_incref(json_object_get(wish->seek->seek, "spec")),
                        .sides = {side, side ^ 1},
                        .ordered = on_game,
                        .context = wish};
    owner_of(wish->seek, &making.players[0]);
    making.players[1] = wish->player;
    fan_hub_make(hub, NULL, &making);
}

/* Why this player cannot accept it; NULL: they can. */
static const char *unfit(const FanSeek *seek, const FanRoomPlayer *player) {
    const json_t *spec = json_object_get(seek->seek, "spec");
    const json_t *least = json_object_get(seek->seek, "rating_min");
    const json_t *most = json_object_get(seek->seek, "rating_max");
    bool account = strcmp(player->kind, "account") == 0;
    if (json_is_true(json_object_get(spec, "rated")) && !account) {
        return "needs-account";
    }
    if (!least && !most) {
        return NULL;
    }
    unsigned rating = player->rating ? player->rating : 1500;
    bool fits = account && (!least || rating >= json_integer_value(least)) &&
                (!most || rating <= json_integer_value(most));
    return fits ? NULL : "rating-range";
}

static void on_accepter_rated(void *context, const FanRoomPlayer *player, const char *reason) {
    Wish *wish = context;
    FanHub *hub = wish->hub;
    reason = reason ? reason : unfit(wish->seek, player);
    FanHubCall *call = reason ? NULL : fan_hub_call(hub, wish, drop_wish);
    if (!call) {
        refuse_wish(wish, reason ? reason : "storage", "this seek is not for you");
        return;
    }
    wish->player = *player;
    fan_store_thing_take(hub->config.store, "seek", wish->seek->id, on_taken, call);
}

void fan_seek_accept(FanHub *hub, FanSender sender, const char *id) {
    FanIdentity who = *fan_sender_who(&sender);
    FanSeek *seek = fan_seek_find(hub, id);
    const char *reason = why_not(hub, &sender);
    reason = reason                                 ? reason
             : !seek                                ? "no-seek"
             : strcmp(seek->owner, who.player) == 0 ? "own-seek"
                                                    : NULL;
    json_t *kept = reason ? NULL : fan_seek_kept(hub, seek);
    Wish *wish = kept ? new_wish(hub, &sender, NULL) : NULL;
    if (reason) {
        fan_sender_refuse(hub, &sender, reason, "the seek cannot be accepted");
    } else if (wish && (wish->seek = fan_seek_read(kept))) {
        const char *variant = text_of(json_object_get(wish->seek->seek, "spec"), "variant");
        fan_hub_rated(hub, &who, variant, on_accepter_rated, wish, drop_wish);
    } else if (wish) {
        refuse_wish(wish, "storage", "there is no memory");
    }
    json_decref(kept);
}
