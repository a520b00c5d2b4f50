/* Seeks: kept in the store, known to every process, accepted once.
 *
 * A seek under a clock of days lives for a week; any other as long as its owner is here.
 * The process at which it was made sees to that; what a process leaves behind is cleared by the
 * others. Who takes the seek out of the store has it: of two that accept at once one gets the game.
 */
#include "hub/internal.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { BEATS_A_LOAD = 30 }; /* marks between two looks at all seeks, with other processes */

static const char *text_of(const json_t *value, const char *key) {
    return json_string_value(json_object_get(value, key));
}

/* --- the list
 * --------------------------------------------------------------------------------------
 */

static FanSeek *find(const FanHub *hub, const char *id) {
    return fan_map_find(&hub->lobby.seeks, id);
}

static void forget_whole(FanHub *hub) {
    fan_text_drop(hub->lobby.whole);
    hub->lobby.whole = NULL;
}

static void free_seek(FanSeek *seek) {
    json_decref(seek->seek);
    free(seek);
}

static void put_in(FanHub *hub, FanSeek *seek) {
    FanLobby *lobby = &hub->lobby;
    if (find(hub, seek->id) || !fan_map_add(&lobby->seeks, seek->id, seek)) {
        free_seek(seek);
        return;
    }
    seek->previous = lobby->last;
    *(lobby->last ? &lobby->last->next : &lobby->first) = seek;
    lobby->last = seek;
    lobby->added = true;
    forget_whole(hub);
}

static void take_out(FanHub *hub, FanSeek *seek) {
    FanLobby *lobby = &hub->lobby;
    fan_map_remove(&lobby->seeks, seek->id);
    *(seek->previous ? &seek->previous->next : &lobby->first) = seek->next;
    *(seek->next ? &seek->next->previous : &lobby->last) = seek->previous;
    if (seek->told) {
        lobby->removed = lobby->removed ? lobby->removed : json_array();
        json_array_append_new(lobby->removed, json_string(seek->id));
    }
    forget_whole(hub);
    free_seek(seek);
}

static bool copy_text(char *to, size_t size, const char *from) {
    bool fits = from && strlen(from) < size;
    strcpy(to, fits ? from : "");
    return fits;
}

/* What is stored and published: {"p": who publishes it, "of": the process at which it was made,
 * "live": …, "ends": …, "seek": $defs.Seek}. */
static FanSeek *read_seek(const json_t *kept) {
    FanSeek *seek = calloc(1, sizeof *seek);
    json_t *shown = json_object_get(kept, "seek");
    char why[FAN_PROTOCOL_WHY_MAX];
    if (!seek || !fan_protocol_check("Seek", shown, why) ||
        !copy_text(seek->id, sizeof seek->id, text_of(shown, "seek")) ||
        !copy_text(seek->owner, sizeof seek->owner, text_of(json_object_get(shown, "by"), "id")) ||
        !copy_text(seek->process, sizeof seek->process, text_of(kept, "of"))) {
        free(seek);
        return NULL;
    }
    seek->seek = json_incref(shown);
    seek->live = json_is_true(json_object_get(kept, "live"));
    seek->ends_ms = json_integer_value(json_object_get(kept, "ends"));
    seek->made_ms = json_integer_value(json_object_get(shown, "at"));
    return seek;
}

static json_t *kept_of(const FanHub *hub, const FanSeek *seek) {
    return json_pack("{s:s, s:s, s:b, s:I, s:O}", "p", hub->process, "of", seek->process, "live",
                     seek->live, "ends", (json_int_t)seek->ends_ms, "seek", seek->seek);
}

static FanStoreThing thing_of(const FanSeek *seek, const char *text) {
    return (FanStoreThing){.kind = "seek",
                           .id = seek->id,
                           .owner = seek->owner,
                           .text = text,
                           .made_ms = seek->made_ms,
                           .ends_ms = seek->ends_ms};
}

static void publish_removal(FanHub *hub, const char *id) {
    fan_hub_publish(hub, "hub.seek", json_pack("{s:s, s:s}", "p", hub->process, "remove", id));
}

void fan_lobby_heard(FanHub *hub, const json_t *text) {
    const char *removed = text_of(text, "remove");
    FanSeek *seek = removed ? find(hub, removed) : NULL;
    if (seek) {
        take_out(hub, seek);
    } else if (!removed && (seek = read_seek(text))) {
        put_in(hub, seek);
    }
}

/* --- at the start, and every so often
 * --------------------------------------------------------------
 */

static void on_seeks(void *context, FanStoreStatus status, const FanStoreThing *things,
                     size_t count) {
    FanHub *same;
    FanHub *hub = fan_hub_called(context, &same);
    if (!hub || status != FAN_STORE_OK) {
        return;
    }
    hub->lobby.seeks_known = true;
    for (size_t i = 0; i < count; i++) {
        json_t *kept = json_loads(things[i].text, 0, NULL);
        FanSeek *seek = kept ? read_seek(kept) : NULL;
        FanSeek *had = find(hub, things[i].id);
        if (had) {
            had->stale = false;
        }
        if (seek) {
            put_in(hub, seek);
        }
        json_decref(kept);
    }
    for (FanSeek *seek = hub->lobby.first, *next; seek; seek = next) {
        next = seek->next;
        if (seek->stale) { /* it was there when the store was asked, and is not in its list */
            take_out(hub, seek);
        }
    }
}

static void load(FanHub *hub) {
    FanHubCall *call = hub->away ? NULL : fan_hub_call(hub, hub, NULL);
    for (FanSeek *seek = hub->lobby.first; call && seek; seek = seek->next) {
        seek->stale = true;
    }
    if (call) {
        fan_store_things(hub->config.store, "seek", NULL, NULL, fan_hub_now(hub), FAN_HUB_SEEKS_MAX,
                         on_seeks, call);
    }
}

void fan_lobby_begin(FanHub *hub) {
    hub->lobby.games = json_array();
    load(hub);
}

static void on_taken_for_good(void *context, FanStoreStatus status) {
    FanHub *same;
    (void)status;
    fan_hub_called(context, &same);
}

/* Takes a seek out of the store, whatever becomes of it there, and out of every lobby. */
static void end_seek(FanHub *hub, FanSeek *seek) {
    FanHubCall *call = fan_hub_call(hub, hub, NULL);
    if (call) {
        fan_store_thing_take(hub->config.store, "seek", seek->id, on_taken_for_good, call);
    }
    publish_removal(hub, seek->id);
    take_out(hub, seek);
}

static bool is_alive(const FanHub *hub, const char *process) {
    for (unsigned i = 0; i < hub->process_count; i++) {
        if (strcmp(hub->processes[i].id, process) == 0) {
            return true;
        }
    }
    return strcmp(hub->process, process) == 0;
}

static bool is_over(const FanHub *hub, FanSeek *seek, int64_t now) {
    if (seek->ends_ms && now >= seek->ends_ms) {
        return true;
    }
    bool own = strcmp(seek->process, hub->process) == 0;
    bool here = own ? fan_peers_of(hub, seek->owner) != NULL : is_alive(hub, seek->process);
    seek->absent_ms = here || !seek->live ? 0 : seek->absent_ms ? seek->absent_ms : now;
    return seek->absent_ms && now - seek->absent_ms > FAN_HUB_SEEK_GRACE_MS;
}

void fan_seeks_tick(FanHub *hub) {
    int64_t now = fan_hub_now(hub);
    bool again = hub->process_count > 0 && ++hub->lobby.beats % BEATS_A_LOAD == 0;
    if (!hub->lobby.seeks_known || again) {
        load(hub); /* what is published may be lost */
    }
    for (FanSeek *seek = hub->lobby.first, *next; seek; seek = next) {
        next = seek->next;
        if (is_over(hub, seek, now)) {
            end_seek(hub, seek);
        }
    }
}

void fan_lobby_end_live(FanHub *hub) {
    for (FanSeek *seek = hub->lobby.first, *next; seek; seek = next) {
        next = seek->next;
        if (seek->live && strcmp(seek->process, hub->process) == 0) {
            end_seek(hub, seek);
        }
    }
}

void fan_seeks_expel(FanHub *hub, const char *player) {
    for (FanSeek *seek = hub->lobby.first, *next; seek; seek = next) {
        next = seek->next;
        if (strcmp(seek->owner, player) == 0) {
            end_seek(hub, seek);
        }
    }
}

void fan_seeks_free(FanHub *hub) {
    while (hub->lobby.first) {
        take_out(hub, hub->lobby.first);
    }
    fan_map_free(&hub->lobby.seeks);
}

/* --- making
 * ----------------------------------------------------------------------------------------
 */

typedef struct Wish {
    FanHub *hub;
    FanSender sender;
    json_t *body;
    FanSeek *seek; /* that is being made, or accepted (a copy) */
    FanRoomPlayer player;
} Wish;

static void drop_wish(void *context) {
    Wish *wish = context;
    json_decref(wish->body);
    if (wish->seek) {
        free_seek(wish->seek);
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
    *wish = (Wish){.hub = hub, .sender = *sender, .body = json_incref((json_t *)body)};
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
    fan_hub_publish(hub, "hub.seek", kept_of(hub, seek));
    fan_sender_done(hub, &wish->sender, &(FanDone){.seek = seek->id, .number = -1});
    drop_wish(wish);
    put_in(hub, seek);
}

static void keep(FanHub *hub, const FanSeek *seek, FanStoreDone *done, FanHubCall *call) {
    json_t *kept = kept_of(hub, seek);
    char *text = kept ? json_dumps(kept, JSON_COMPACT) : NULL;
    json_decref(kept);
    if (text) {
        const FanStoreThing thing = thing_of(seek, text);
        fan_store_thing_keep(hub->config.store, &thing, false, done, call);
    } else {
        done(call, FAN_STORE_BUSY);
    }
    free(text);
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
    keep(hub, seek, on_kept, call);
}

static unsigned seeks_of(const FanHub *hub, const char *player) {
    unsigned count = 0;
    for (const FanSeek *seek = hub->lobby.first; seek; seek = seek->next) {
        count += strcmp(seek->owner, player) == 0;
    }
    return count;
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
    } else if (seeks_of(hub, who.player) >= FAN_HUB_SEEKS_EACH ||
               hub->lobby.seeks.count >= FAN_HUB_SEEKS_MAX) {
        fan_sender_refuse(hub, &sender, "too-many", "there are too many seeks already");
    } else {
        Wish *wish = new_wish(hub, &sender, body);
        const char *variant = text_of(json_object_get(body, "spec"), "variant");
        if (wish) {
            fan_hub_rated(hub, &who, variant, on_seeker_rated, wish, drop_wish);
        }
    }
}

/* --- taking back
 * -----------------------------------------------------------------------------------
 */

void fan_seek_end(FanHub *hub, FanSender sender, const char *id) {
    FanSeek *seek = find(hub, id);
    if (!seek) {
        fan_sender_refuse(hub, &sender, "no-seek", "there is no such seek any more");
    } else if (strcmp(seek->owner, fan_sender_who(&sender)->player) != 0) {
        fan_sender_refuse(hub, &sender, "not-allowed", "the seek is somebody else's");
    } else {
        end_seek(hub, seek);
        fan_sender_done(hub, &sender, &(FanDone){.seek = id, .number = -1});
    }
}

/* --- accepting
 * -------------------------------------------------------------------------------------
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
        fan_hub_publish(hub, "hub.seek", kept_of(hub, seek));
        put_in(hub, seek);
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
        keep(hub, wish->seek, on_kept_again, call); /* for somebody else */
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
    FanSeek *seek = find(hub, wish->seek->id);
    if (status == FAN_STORE_OK || status == FAN_STORE_NOTHING) {
        publish_removal(hub, wish->seek->id);
        if (seek) {
            take_out(hub, seek);
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
    FanSeek *seek = find(hub, id);
    const char *reason = why_not(hub, &sender);
    reason = reason                                 ? reason
             : !seek                                ? "no-seek"
             : strcmp(seek->owner, who.player) == 0 ? "own-seek"
                                                    : NULL;
    json_t *kept = reason ? NULL : kept_of(hub, seek);
    Wish *wish = kept ? new_wish(hub, &sender, NULL) : NULL;
    if (reason) {
        fan_sender_refuse(hub, &sender, reason, "the seek cannot be accepted");
    } else if (wish && (wish->seek = read_seek(kept))) {
        const char *variant = text_of(json_object_get(wish->seek->seek, "spec"), "variant");
        fan_hub_rated(hub, &who, variant, on_accepter_rated, wish, drop_wish);
    } else if (wish) {
        refuse_wish(wish, "storage", "there is no memory");
    }
    json_decref(kept);
}
