/* What a peer's message asks for. */
#include "hub/internal.h"
#include "hub/says.h"

#include <stdlib.h>
#include <string.h>

enum {
    MESSAGES_EACH_S = 20, /* of one peer */
    MESSAGES_BURST = 60,
    SCOLDED_MAX = 100, /* refused as too fast in a row; then it is sent away */
    LAG_MAX_MS = 60000,
};

static const char *text_of(const json_t *message, const char *key) {
    return json_string_value(json_object_get(message, key));
}

/* --- commands ----------------------------------------------------------------------------------
 */

static bool is_command(const json_t *message) {
    return fan_command_read(message, &(FanCommand){0});
}

static FanOrder *order_of(const FanSender *sender, const json_t *message) {
    FanCommand read = {0};
    fan_command_read(message, &read);
    FanOrder *order = fan_order_new(sender, read.kind);
    if (!order) {
        return NULL;
    }
    FanCommand *said = &order->commands[0];
    order->message = json_incref((json_t *)message);
    *said = read;
    said->player = &order->players[0];
    const char *side = text_of(message, "side");
    said->side = !side ? FAN_ROOM_NO_SIDE : (unsigned)(strcmp(side, "black") == 0);
    fan_hub_player(fan_sender_who(sender), &order->players[0]);
    if (said->kind != FAN_COMMAND_JOIN) {
        strcpy(order->seat, order->players[0].id);
    }
    return order;
}

/* Somebody sits down with the rating they have. */
typedef struct Sitting {
    FanHub *hub;
    FanOrder *order;
    char game[FAN_ROOM_ID + 1];
} Sitting;

static void drop_sitting(void *context) {
    Sitting *sitting = context;
    fan_order_free(sitting->order);
    free(sitting);
}

static void give(FanHub *hub, const char *game, FanOrder *order) {
    FanHubRoom *room = fan_hub_room_need(hub, game);
    if (room) {
        fan_order_give(room, order);
    } else {
        fan_sender_refuse(hub, &order->sender, "storage", "there is no memory");
        fan_order_free(order);
    }
}

static void on_rated(void *context, const FanRoomPlayer *player, const char *reason) {
    Sitting *sitting = context;
    FanHub *hub = sitting->hub;
    if (reason) {
        fan_sender_refuse(hub, &sitting->order->sender, reason, "the rating cannot be had now");
        fan_order_free(sitting->order);
    } else {
        sitting->order->players[0] = *player;
        give(hub, sitting->game, sitting->order);
    }
    free(sitting);
}

/* The rating is that of the game's variant, so the room comes first. */
static void on_room_to_sit(void *context, FanHubRoom *room, const char *reason) {
    Sitting *sitting = context;
    FanHub *hub = sitting->hub;
    if (!room) {
        fan_sender_refuse(hub, &sitting->order->sender, reason, "there is no such game at hand");
        drop_sitting(sitting);
        return;
    }
    const char *variant = text_of(fan_room_spec(room->room), "variant");
    FanIdentity who = *fan_sender_who(&sitting->order->sender);
    fan_hub_rated(hub, &who, variant ? variant : "", on_rated, sitting, drop_sitting);
}

static void sit(FanHub *hub, FanOrder *order, const char *game) {
    Sitting *sitting = malloc(sizeof *sitting);
    if (!sitting) {
        fan_sender_refuse(hub, &order->sender, "storage", "there is no memory");
        fan_order_free(order);
        return;
    }
    *sitting = (Sitting){.hub = hub, .order = order};
    strcpy(sitting->game, game);
    fan_hub_room_read(hub, game, on_room_to_sit, sitting);
}

void fan_say_command(FanHub *hub, FanSender sender, const json_t *message) {
    const char *game = text_of(message, "game");
    if (!*fan_sender_who(&sender)->player) {
        fan_sender_refuse(hub, &sender, "needs-player", "one must be somebody to do that");
        return;
    }
    if (hub->draining) {
        fan_sender_refuse(hub, &sender, "draining", "the server is about to stop");
        return;
    }
    FanOrder *order = order_of(&sender, message);
    if (!order) {
        fan_sender_refuse(hub, &sender, "storage", "there is no memory");
    } else if (order->commands[0].kind == FAN_COMMAND_JOIN) {
        sit(hub, order, game);
    } else {
        give(hub, game, order);
    }
}

/* --- the rest ----------------------------------------------------------------------------------
 */

static void hello(FanPeer *peer, unsigned id, const json_t *message) {
    (void)id;
    json_int_t version = json_integer_value(json_object_get(message, "protocol"));
    if (version < FAN_PROTOCOL_OLDEST || version > FAN_PROTOCOL_VERSION) {
        fan_peer_bye(peer, "protocol", 0);
        return;
    }
    json_t *welcome = json_pack("{s:s, s:I, s:I}", "is", "welcome", "protocol", version, "now",
                                (json_int_t)fan_hub_now(peer->hub));
    if (welcome && *peer->who.player) {
        json_t *you = json_pack("{s:s, s:s}", "id", peer->who.player, "kind", peer->who.kind);
        if (you && *peer->who.name) {
            json_object_set_new(you, "name", json_string(peer->who.name));
        }
        json_object_set_new(welcome, "you", you);
    }
    if (welcome && version < FAN_PROTOCOL_VERSION) {
        json_object_set_new(welcome, "old", json_true());
    }
    peer->greeted = true;
    fan_peer_say(peer, welcome, FAN_WAITING_ANSWER);
    if (peer->hub->away) {
        fan_peer_say(peer, json_pack("{s:s, s:b}", "is", "storage", "away", 1), FAN_WAITING_ANSWER);
    }
}

static void done(FanPeer *peer, unsigned id, const char *game) {
    FanSender sender = fan_sender_of_peer(peer, id);
    fan_sender_done(peer->hub, &sender, &(FanDone){.game = game, .number = -1});
}

static void watch(FanPeer *peer, unsigned id, const json_t *message) {
    fan_hub_watch(peer, id, text_of(message, "game"),
                  json_integer_value(json_object_get(message, "from")));
}

static void leave(FanPeer *peer, unsigned id, const json_t *message) {
    fan_hub_unwatch(peer, text_of(message, "game"));
    done(peer, id, text_of(message, "game"));
}

static void lobby(FanPeer *peer, unsigned id, const json_t *message) {
    if (json_is_true(json_object_get(message, "on"))) {
        fan_lobby_enter(peer);
    } else {
        fan_lobby_leave(peer);
    }
    done(peer, id, NULL);
}

static void ping(FanPeer *peer, unsigned id, const json_t *message) {
    (void)id;
    const json_t *lag = json_object_get(message, "lag");
    fan_peer_say(peer,
                 json_pack("{s:s, s:O, s:I}", "is", "pong", "sent",
                           json_object_get(message, "sent"), "now",
                           (json_int_t)fan_hub_now(peer->hub)),
                 FAN_WAITING_ANSWER);
    if (json_is_integer(lag)) {
        json_int_t ms = json_integer_value(lag);
        fan_presence_lag(peer, (unsigned)(ms < LAG_MAX_MS ? ms : LAG_MAX_MS));
    }
}

static void seek(FanPeer *peer, unsigned id, const json_t *message) {
    fan_seek_make(peer->hub, fan_sender_of_peer(peer, id), message);
}

static void unseek(FanPeer *peer, unsigned id, const json_t *message) {
    fan_seek_end(peer->hub, fan_sender_of_peer(peer, id), text_of(message, "seek"));
}

static void accept_seek(FanPeer *peer, unsigned id, const json_t *message) {
    fan_seek_accept(peer->hub, fan_sender_of_peer(peer, id), text_of(message, "seek"));
}

static void command(FanPeer *peer, unsigned id, const json_t *message) {
    fan_say_command(peer->hub, fan_sender_of_peer(peer, id), message);
}

static const struct {
    const char *word;
    void (*say)(FanPeer *peer, unsigned id, const json_t *message);
} says[] = {
    {"hello", hello}, {"watch", watch}, {"leave", leave},   {"lobby", lobby},
    {"ping", ping},   {"seek", seek},   {"unseek", unseek}, {"accept", accept_seek},
};

/* --- every message -----------------------------------------------------------------------------
 */

static void refuse(FanPeer *peer, unsigned id, const char *reason, const char *text) {
    FanSender sender = fan_sender_of_peer(peer, id);
    fan_sender_refuse(peer->hub, &sender, reason, text);
}

/* A message with this id was there before: it is answered as then, or will be. */
static bool is_repeated(FanPeer *peer, unsigned id) {
    for (unsigned i = 0; peer->answers && i < FAN_HUB_ANSWERS_KEPT; i++) {
        if (peer->answers[i].id == id) {
            if (peer->answers[i].text) {
                fan_peer_push(peer, peer->answers[i].text, FAN_WAITING_ANSWER);
            }
            return true;
        }
    }
    return false;
}

static void note_id(FanPeer *peer, unsigned id) {
    if (!peer->answers) {
        peer->answers = calloc(FAN_HUB_ANSWERS_KEPT, sizeof *peer->answers);
    }
    if (peer->answers) {
        FanAnswerKept *kept = &peer->answers[peer->answers_next++ % FAN_HUB_ANSWERS_KEPT];
        fan_text_drop(kept->text);
        *kept = (FanAnswerKept){.id = id};
    }
}

static void take_message(FanPeer *peer, const json_t *message) {
    const char *word = text_of(message, "do");
    unsigned id = (unsigned)json_integer_value(json_object_get(message, "id"));
    void (*say)(FanPeer *, unsigned, const json_t *) = is_command(message) ? command : NULL;
    for (size_t i = 0; !say && i < sizeof says / sizeof *says; i++) {
        say = strcmp(says[i].word, word) == 0 ? says[i].say : NULL;
    }
    if (!peer->greeted && say != hello) {
        refuse(peer, id, "protocol", "the first message is hello");
        return;
    }
    if (id && is_repeated(peer, id)) {
        return;
    }
    if (id && say != hello && say != ping) {
        note_id(peer, id);
    }
    say(peer, id, message);
}

/* The id of a message that is not well formed, so that its sender knows which it was. */
static unsigned id_of(const json_t *message) {
    json_int_t id = json_integer_value(json_object_get(message, "id"));
    return id >= 1 && id <= 1000000000 ? (unsigned)id : 0;
}

static bool is_well_formed(const json_t *message, char why[FAN_PROTOCOL_WHY_MAX]) {
    bool command = is_command(message);
    return fan_protocol_check(command ? "Command" : "Say", message, why);
}

static bool is_too_fast(FanPeer *peer, unsigned id) {
    if (fan_bucket_take(&peer->messages, MESSAGES_EACH_S, MESSAGES_BURST, fan_hub_now(peer->hub))) {
        peer->scolded = 0;
        return false;
    }
    if (++peer->scolded > SCOLDED_MAX) {
        fan_peer_bye(peer, "too-fast", 60);
    } else {
        refuse(peer, id, "too-fast", "more messages than are taken in a second");
    }
    return true;
}

void fan_hub_receive(FanPeer *peer, const char *text, size_t length) {
    char why[FAN_PROTOCOL_WHY_MAX];
    if (peer->closing || peer->gone) {
        return;
    }
    peer->hub->counts.messages++;
    json_t *message = length <= FAN_PROTOCOL_MESSAGE_MAX
                          ? json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL)
                          : NULL;
    unsigned id = id_of(message);
    if (is_too_fast(peer, id)) {
        /* told already */
    } else if (!message) {
        refuse(peer, 0, "malformed",
               length > FAN_PROTOCOL_MESSAGE_MAX ? "the message is too long"
                                                 : "the message is not one JSON object");
    } else if (!is_well_formed(message, why)) {
        refuse(peer, id, "malformed", why);
    } else {
        take_message(peer, message);
    }
    json_decref(message);
}
