/* What events bring about: players told, ratings settled, games made again, computers asked. */
#include "hub/internal.h"
#include "people/people.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

json_t *fan_hub_room_summary(FanHubRoom *room) {
    if (!room->summary) {
        room->summary = fan_room_summary(room->room, fan_hub_now(room->hub));
    }
    return room->summary;
}

unsigned fan_hub_room_to_move(const FanHubRoom *room) {
    return fan_room_state(room->room) == FAN_ROOM_PLAYING
               ? (unsigned)fan_room_game(room->room)->position.side
               : FAN_ROOM_NO_SIDE;
}

unsigned fan_hub_room_moved(const FanHubRoom *room) {
    unsigned turns = (unsigned)fan_room_game(room->room)->length;
    return 2 * turns + (fan_room_state(room->room) == FAN_ROOM_PLAYING);
}

/* --- players told ------------------------------------------------------------------------------
 */

static FanText *yours(FanHubRoom *room, unsigned side) {
    json_t *summary = json_copy(fan_hub_room_summary(room));
    if (summary) {
        json_object_set_new(summary, "your_turn", json_boolean(fan_hub_room_to_move(room) == side));
    }
    return fan_text_of(json_pack("{s:s, s:o}", "is", "yours", "game", summary));
}

static bool watches(const FanPeer *peer, const FanHubRoom *room) {
    const FanWatch *watch = peer->watches;
    while (watch && watch->room != room) {
        watch = watch->peer_next;
    }
    return watch != NULL;
}

static void tell_side(FanHubRoom *room, unsigned side) {
    FanText *text = NULL;
    const char *player = fan_room_player(room->room, (FanSide)side)->id;
    for (FanPeer *peer = fan_peers_of(room->hub, player); peer; peer = peer->here_next) {
        if (!watches(peer, room) && peer->greeted) {
            text = text ? text : yours(room, side);
            fan_peer_push(peer, text, FAN_WAITING_NEWS);
        }
    }
    fan_text_drop(text);
}

/* Those who may be connected to another process, or to none. */
static void tell_elsewhere(FanHubRoom *room) {
    FanHub *hub = room->hub;
    json_t *players = json_array();
    for (unsigned side = 0; side < 2; side++) {
        const FanRoomPlayer *player = fan_room_player(room->room, (FanSide)side);
        if (*player->id && fan_presence_away(room, side) != 0) {
            json_array_append_new(players, json_string(player->id));
        }
    }
    if (hub->process_count > 0 && json_array_size(players) > 0) {
        fan_hub_publish(
            hub, "hub.yours",
            json_pack("{s:s, s:s, s:O}", "p", hub->process, "game", room->id, "players", players));
    }
    json_decref(players);
    unsigned side = fan_hub_room_to_move(room);
    if (side < FAN_ROOM_NO_SIDE && hub->config.on_turn && fan_presence_away(room, side) != 0) {
        const char *player = fan_room_player(room->room, (FanSide)side)->id;
        if (!fan_peers_of(hub, player)) {
            hub->config.on_turn(hub->config.context, player, room->id);
        }
    }
}

void fan_hub_room_tell_players(FanHubRoom *room, bool own) {
    tell_side(room, 0);
    tell_side(room, 1);
    unsigned moved = fan_hub_room_moved(room);
    if (own && moved != room->moved) {
        tell_elsewhere(room);
    }
    room->moved = moved;
}

static void on_room_of_yours(void *context, FanHubRoom *room, const char *reason) {
    (void)context, (void)reason;
    if (room) {
        fan_hub_room_tell_players(room, false);
    }
}

void fan_hub_heard_yours(FanHub *hub, const json_t *text) {
    const char *game = json_string_value(json_object_get(text, "game"));
    size_t i;
    json_t *player;
    if (!game || strlen(game) != FAN_ROOM_ID || fan_hub_room(hub, game)) {
        return; /* a room in memory hears of its events itself */
    }
    json_array_foreach(json_object_get(text, "players"), i, player) {
        const char *id = json_string_value(player);
        if (id && fan_peers_of(hub, id)) {
            fan_hub_room_read(hub, game, on_room_of_yours, NULL);
            return;
        }
    }
}

/* --- ratings -----------------------------------------------------------------------------------
 */

static void on_settled(void *context, FanStoreStatus status) {
    FanHubRoom *room;
    FanHub *hub = fan_hub_called(context, &room);
    if (!hub) {
        return;
    }
    room->phase = FAN_PHASE_IDLE;
    room->behind = true; /* the store has appended the event, or somebody else has one */
    if (status != FAN_STORE_OK && status != FAN_STORE_CONFLICT) {
        fan_hub_log(hub, "not-settled",
                    json_pack("{s:s, s:i}", "game", room->id, "status", (int)status));
        room->follow_again = status == FAN_STORE_AWAY || status == FAN_STORE_BUSY;
        fan_hub_room_rest(room);
        return;
    }
    fan_hub_room_pump(room);
}

static bool settle(FanHubRoom *room) {
    FanHub *hub = room->hub;
    const FanRoom *so = room->room;
    if (!hub->config.settle || !fan_room_rated(so) || !fan_room_decided(so) ||
        fan_room_settled(so)) {
        return false;
    }
    FanHubCall *call = fan_hub_call(hub, room, NULL);
    if (!call) {
        return false;
    }
    const char *result = fan_room_result(so);
    const FanRatedMatch match = {
        .white_score = strcmp(result, "draw") == 0 ? 0.5 : strcmp(result, "white") == 0,
        .at_ms = fan_room_changed(so),
        .number = (uint32_t)room->count,
    };
    room->phase = FAN_PHASE_SETTLING;
    fan_store_settle(hub->config.store, room->id, match.number, hub->config.settle, &match,
                     sizeof match, on_settled, call);
    return true;
}

/* --- another game ------------------------------------------------------------------------------
 */

/* Works its way to a rematch: both ratings, the game, the word in the old one. */
typedef struct Remake {
    FanHub *hub;
    char old[FAN_ROOM_ID + 1], next[FAN_ROOM_ID + 1];
    json_t *spec;
    FanRoomPlayer players[2]; /* White and Black of the next game */
    unsigned rated;           /* players whose rating is known */
} Remake;

static void drop_remake(void *context) {
    Remake *remake = context;
    json_decref(remake->spec);
    free(remake);
}

/* The next game's id follows from the old one's, so that two processes, or one after a crash, make
 * the same game and not two. */
void fan_hub_next_id(const char *old, char *id) {
    static const char signs[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    unsigned char hash[2 * FAN_ROOM_ID];
    char key[FAN_ROOM_ID + 8] = "remade:";
    strcat(key, old);
    crypto_generichash(hash, sizeof hash, (const unsigned char *)key, strlen(key), NULL, 0);
    for (size_t i = 0; i < FAN_ROOM_ID; i++) {
        id[i] = signs[(hash[2 * i] << 8 | hash[2 * i + 1]) % 62];
    }
    id[FAN_ROOM_ID] = '\0';
}

static void try_again(FanHub *hub, const char *game) {
    FanHubRoom *room = fan_hub_room(hub, game);
    if (room) {
        room->follow_again = true;
    }
}

static void on_remade(FanHub *hub, const char *game, const char *reason, uint32_t number,
                      void *context) {
    Remake *remake = context;
    (void)game, (void)number;
    FanOrder *order = NULL;
    FanHubRoom *room = NULL;
    if (!reason || strcmp(reason, "repeated") == 0) {
        order = fan_order_new(NULL, FAN_COMMAND_REMADE);
        room = order ? fan_hub_room_need(hub, remake->old) : NULL;
    }
    if (room) {
        strcpy(order->text, remake->next);
        order->commands[0].text = order->text;
        fan_order_give(room, order);
    } else {
        free(order);
        try_again(hub, remake->old);
    }
    drop_remake(remake);
}

static FanRated on_rating;

/* Of the next of the two. */
static void ask_rating(Remake *remake) {
    const FanRoomPlayer *player = &remake->players[remake->rated];
    FanIdentity who = {0};
    strcpy(who.player, player->id);
    strcpy(who.name, player->name);
    strcpy(who.kind, player->kind);
    fan_hub_rated(remake->hub, &who, json_string_value(json_object_get(remake->spec, "variant")),
                  on_rating, remake, drop_remake);
}

static void on_rating(void *context, const FanRoomPlayer *player, const char *reason) {
    Remake *remake = context;
    FanHub *hub = remake->hub;
    if (reason) {
        try_again(hub, remake->old);
        drop_remake(remake);
        return;
    }
    remake->players[remake->rated].rating = player->rating;
    remake->players[remake->rated++].provisional = player->provisional;
    if (remake->rated < 2) {
        ask_rating(remake);
        return;
    }
    fan_hub_make(hub, remake->next,
                 &(FanMaking){.spec = json_incref(remake->spec),
                              .players = {remake->players[0], remake->players[1]},
                              .sides = {FAN_WHITE, FAN_BLACK},
                              .rematch_of = remake->old,
                              .ordered = on_remade,
                              .context = remake});
}

static void make_again(FanHubRoom *room) {
    json_t *spec = NULL;
    FanSide white_was;
    if (!fan_room_rematch(room->room, &spec, &white_was)) {
        return;
    }
    Remake *remake = calloc(1, sizeof *remake);
    if (!remake || !spec) {
        free(remake);
        json_decref(spec);
        return;
    }
    *remake = (Remake){.hub = room->hub, .spec = spec};
    strcpy(remake->old, room->id);
    fan_hub_next_id(room->id, remake->next);
    remake->players[0] = *fan_room_player(room->room, white_was);
    remake->players[1] = *fan_room_player(room->room, white_was ^ 1);
    room->holds++;
    ask_rating(remake);
    room->holds--;
}

/* --- computers ---------------------------------------------------------------------------------
 */

static void say_for(FanHubRoom *room, unsigned side, FanCommandKind kind, const char *text) {
    FanOrder *order = fan_order_new(NULL, kind);
    if (order) {
        order->commands[0].side = side;
        if (text) {
            strcpy(order->text, text);
            order->commands[0].text = order->text;
        }
        fan_order_give(room, order);
    }
}

/* It gives turns back, agrees to another game, and plays draws out. */
static void answer_for_computer(FanHubRoom *room, unsigned side) {
    const FanRoom *so = room->room;
    const char *rematch = fan_room_rematch_offer(so, (FanSide)(side ^ 1));
    if (fan_room_draw_offer(so) == (side ^ 1)) {
        say_for(room, side, FAN_COMMAND_DECLINE_DRAW, NULL);
    } else if (fan_room_takeback_ask(so) == (side ^ 1)) {
        say_for(room, side, FAN_COMMAND_ASK_TAKEBACK, NULL);
    } else if (rematch && !*fan_room_next(so) && !fan_room_rematch_offer(so, (FanSide)side)) {
        say_for(room, side, FAN_COMMAND_OFFER_REMATCH, rematch);
    } else if (fan_hub_room_to_move(room) == side) {
        fan_engines_ask(room);
    }
}

bool fan_hub_room_follow(FanHubRoom *room) {
    if (settle(room)) {
        return true;
    }
    make_again(room);
    for (unsigned side = 0; side < 2; side++) {
        if (fan_hub_is_computer(fan_room_player(room->room, (FanSide)side))) {
            answer_for_computer(room, side);
        }
    }
    return room->phase != FAN_PHASE_IDLE;
}
