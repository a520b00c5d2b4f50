/* Games are made: by link, against the computer, out of a seek, as a rematch. */
#include "hub/internal.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* --- ratings -----------------------------------------------------------------------------------
 */

typedef struct Rating {
    FanRoomPlayer player;
    FanRated *rated;
    void *context;
    void (*drop)(void *context);
} Rating;

static void drop_rating(void *context) {
    Rating *rating = context;
    rating->drop(rating->context);
    free(rating);
}

static void on_ratings(void *context, FanStoreStatus status, const FanStoreRating *ratings,
                       size_t count) {
    Rating *rating;
    FanHub *hub = fan_hub_called(context, &rating);
    if (!hub) {
        return;
    }
    bool fine = status == FAN_STORE_OK || status == FAN_STORE_NOTHING;
    if (fine && count > 0) {
        json_t *shown = hub->config.rating_json(&ratings[0], fan_hub_now(hub));
        rating->player.rating = (unsigned)json_integer_value(json_object_get(shown, "rating"));
        rating->player.provisional = json_is_true(json_object_get(shown, "provisional"));
        json_decref(shown);
    }
    rating->rated(rating->context, fine ? &rating->player : NULL, fine ? NULL : "storage");
    free(rating);
}

void fan_hub_rated(FanHub *hub, const FanIdentity *who, const char *variant, FanRated *rated,
                   void *context, void (*drop)(void *context)) {
    FanRoomPlayer player;
    fan_hub_player(who, &player);
    if (!hub->config.rating_json || strcmp(who->kind, "account") != 0) {
        rated(context, &player, NULL);
        return;
    }
    Rating *rating = malloc(sizeof *rating);
    FanHubCall *call = rating ? fan_hub_call(hub, rating, drop_rating) : NULL;
    if (!call) {
        free(rating);
        rated(context, NULL, "storage");
        return;
    }
    *rating = (Rating){player, rated, context, drop};
    fan_store_ratings(hub->config.store, rating->player.id, variant, 0, 1, on_ratings, call);
}

/* --- a game ------------------------------------------------------------------------------------
 */

void fan_hub_make(FanHub *hub, const char *game, const FanMaking *making) {
    char drawn[FAN_ROOM_ID + 1];
    if (!game) {
        fan_hub_draw_id(drawn, FAN_ROOM_ID);
        game = drawn;
    }
    FanOrder *order = fan_order_new(&making->sender, FAN_COMMAND_CREATE);
    const FanHubRoom *had = fan_hub_room(hub, game);
    bool there = had && had->count > 0;
    FanHubRoom *room = order && !had && !hub->away ? fan_hub_room_make(hub, game) : NULL;
    if (!room) {
        FanSender sender = making->sender;
        if (making->ordered) {
            making->ordered(hub, game, there ? "repeated" : "storage", 0, making->context);
        } else {
            fan_sender_refuse(hub, &sender, "storage", "the game cannot be made now");
        }
        json_decref(making->spec);
        free(order);
        return;
    }
    order->message = making->rematch_of ? json_pack("[o, s]", making->spec, making->rematch_of)
                                        : json_pack("[o]", making->spec);
    order->ordered = making->ordered;
    order->context = making->context;
    memcpy(order->players, making->players, sizeof order->players);
    order->commands[0].spec = json_array_get(order->message, 0);
    order->commands[0].rematch_of = json_string_value(json_array_get(order->message, 1));
    order->commands[0].game = room->id;
    order->commands[0].player = &order->players[0];
    order->commands[0].side = making->sides[0];
    if (making->sides[1] != FAN_ROOM_NO_SIDE) {
        order->count = 2;
        order->commands[1] = (FanCommand){
            .kind = FAN_COMMAND_JOIN, .side = making->sides[1], .player = &order->players[1]};
    }
    fan_order_give(room, order);
}

bool fan_hub_could_make(FanHub *hub, const json_t *spec, const FanRoomPlayer *player) {
    FanRoom *empty = fan_room_new();
    const FanCommand command = {.kind = FAN_COMMAND_CREATE,
                                .side = FAN_WHITE,
                                .player = player,
                                .spec = spec,
                                .game = "0000000000"};
    hub->verdict.reason = "storage";
    strcpy(hub->verdict.text, "there is no memory");
    if (empty) {
        fan_room_decide(empty, &command, fan_hub_now(hub), &hub->verdict);
    }
    fan_room_free(empty);
    return !hub->verdict.reason;
}

unsigned fan_side_wanted(const json_t *body) {
    const char *side = json_string_value(json_object_get(body, "side"));
    return strcmp(side, "white") == 0   ? FAN_WHITE
           : strcmp(side, "black") == 0 ? FAN_BLACK
                                        : randombytes_uniform(2);
}

/* --- games.make --------------------------------------------------------------------------------
 */

typedef struct Wish {
    FanHub *hub;
    FanSender sender;
    json_t *body;
    unsigned counted; /* limits that were looked at */
    FanRoomPlayer maker;
} Wish;

static void drop_wish(void *context) {
    Wish *wish = context;
    json_decref(wish->body);
    fan_sender_drop(&wish->sender);
    free(wish);
}

static void refuse_wish(Wish *wish, const char *reason, const char *text) {
    fan_sender_refuse(wish->hub, &wish->sender, reason, text);
    drop_wish(wish);
}

static unsigned computer_of(const json_t *body) {
    const json_t *opponent = json_object_get(body, "opponent");
    return (unsigned)json_integer_value(json_object_get(opponent, "level"));
}

static const struct {
    const char *state;
    FanRoomState here;
    unsigned most;
    const char *text;
} limits[] = {
    {"waiting", FAN_ROOM_WAITING, FAN_HUB_WAITING_EACH,
     "too many games of yours wait for somebody already"},
    {"playing", FAN_ROOM_PLAYING, FAN_HUB_PLAYING_EACH, "you play too many games already"},
};
enum { LIMITS = sizeof limits / sizeof *limits };

/* A player's games in memory, those that are being stored, too. */
static unsigned games_here(const FanHub *hub, const char *player, FanRoomState state) {
    unsigned count = 0;
    for (size_t i = 0; i < hub->rooms.capacity; i++) {
        const FanHubRoom *room = hub->rooms.slots[i].key ? hub->rooms.slots[i].thing : NULL;
        count += room && fan_room_state(room->room) == state &&
                 fan_room_side_of(room->room, player) != FAN_ROOM_NO_SIDE;
    }
    return count;
}

/* Wishes that come at once were all counted before any of them had its game. */
static const char *too_many_here(const Wish *wish) {
    const char *text = NULL;
    for (size_t i = 0; i < LIMITS; i++) {
        if (games_here(wish->hub, wish->maker.id, limits[i].here) >= limits[i].most) {
            text = limits[i].text;
        }
    }
    return text;
}

static void make(Wish *wish) {
    const char *text = too_many_here(wish);
    if (text) {
        refuse_wish(wish, "too-many", text);
        return;
    }
    unsigned side = fan_side_wanted(wish->body), level = computer_of(wish->body);
    FanMaking making = {
        .sender = wish->sender,
        .spec = json_incref(json_object_get(wish->body, "spec")),
        .players = {wish->maker},
        .sides = {side, FAN_ROOM_NO_SIDE},
    };
    if (level) {
        fan_engine_player(level, &making.players[1]);
        making.sides[1] = side ^ 1;
    }
    wish->sender = (FanSender){0};
    fan_hub_make(wish->hub, NULL, &making);
    drop_wish(wish);
}

static void on_rated(void *context, const FanRoomPlayer *player, const char *reason) {
    Wish *wish = context;
    if (reason) {
        refuse_wish(wish, reason, "the rating cannot be had now");
        return;
    }
    wish->maker = *player;
    make(wish);
}

static void count_games(Wish *wish);

static void on_counted(void *context, FanStoreStatus status, const FanStoreGame *games,
                       size_t count) {
    Wish *wish;
    FanHub *hub = fan_hub_called(context, &wish);
    (void)games;
    if (!hub) {
        return;
    }
    if (status != FAN_STORE_OK && status != FAN_STORE_NOTHING) {
        refuse_wish(wish, "storage", "the database is away");
    } else if (count >= limits[wish->counted].most) {
        refuse_wish(wish, "too-many", limits[wish->counted].text);
    } else if (++wish->counted < LIMITS) {
        count_games(wish);
    } else {
        const json_t *spec = json_object_get(wish->body, "spec");
        FanIdentity who = *fan_sender_who(&wish->sender);
        fan_hub_rated(hub, &who, json_string_value(json_object_get(spec, "variant")), on_rated,
                      wish, drop_wish);
    }
}

static void count_games(Wish *wish) {
    FanHubCall *call = fan_hub_call(wish->hub, wish, drop_wish);
    if (!call) {
        refuse_wish(wish, "storage", "there is no memory");
        return;
    }
    const FanStoreGamesWanted wanted = {.player = fan_sender_who(&wish->sender)->player,
                                        .state = limits[wish->counted].state,
                                        .limit = limits[wish->counted].most};
    fan_store_games(wish->hub->config.store, &wanted, on_counted, call);
}

void fan_hub_make_game(FanHub *hub, FanSender sender, const json_t *body) {
    Wish *wish = malloc(sizeof *wish);
    if (!wish) {
        fan_sender_refuse(hub, &sender, "storage", "there is no memory");
        return;
    }
    *wish = (Wish){.hub = hub, .sender = sender, .body = json_incref((json_t *)body)};
    if (computer_of(body) && !fan_engines_free_seat(hub)) {
        refuse_wish(wish, hub->config.engines ? "too-many" : "not-allowed",
                    "no computer can sit down now");
        return;
    }
    count_games(wish);
}
