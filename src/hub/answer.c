/* What the sender of a message or a request is told. */
#include "hub/internal.h"

#include <fanorona/text.h>
#include <stdlib.h>
#include <string.h>

FanSender fan_sender_of_peer(FanPeer *peer, unsigned id) {
    return (FanSender){.peer = fan_peer_keep(peer), .id = id, .since_ns = uv_hrtime()};
}

FanSender fan_sender_of_ask(FanHubAsk *ask) {
    return (FanSender){.ask = ask, .since_ns = uv_hrtime()};
}

const FanIdentity *fan_sender_who(const FanSender *sender) {
    return sender->peer ? &sender->peer->who : &sender->ask->who;
}

void fan_sender_drop(FanSender *sender) {
    if (sender->peer) {
        fan_peer_drop(sender->peer);
    }
    *sender = (FanSender){0};
}

/* --- peers -------------------------------------------------------------------------------------
 */

/* Sends the answer to a message, and keeps it in case the message is repeated. */
static void answer_peer(FanPeer *peer, unsigned id, json_t *message) {
    FanText *text = fan_text_of(message);
    for (unsigned i = 0; id && peer->answers && text && i < FAN_HUB_ANSWERS_KEPT; i++) {
        if (peer->answers[i].id == id && !peer->answers[i].text) {
            peer->answers[i].text = fan_text_keep(text);
        }
    }
    fan_peer_push(peer, text, FAN_WAITING_ANSWER);
    fan_text_drop(text);
}

static void set_text(json_t *object, const char *key, const char *text) {
    if (object && text && *text) {
        json_object_set_new(object, key, json_string(text));
    }
}

static json_t *done_message(unsigned id, const FanDone *done) {
    json_t *message = json_pack("{s:s, s:i}", "is", "done", "id", (int)id);
    set_text(message, "game", done->game);
    set_text(message, "seek", done->seek);
    if (message && done->number >= 0) {
        json_object_set_new(message, "number", json_integer(done->number));
    }
    return message;
}

/* --- requests ----------------------------------------------------------------------------------
 */

static json_t *game_made(const FanHub *hub, const char *game) {
    json_t *made = json_pack("{s:s}", "game", game);
    const char *url = hub->config.public_url ? hub->config.public_url : "";
    if (made) {
        json_object_set_new(made, "link", json_sprintf("%s/g/%s", url, game));
        if (fan_hub_here_only(url)) {
            json_object_set_new(made, "here_only", json_true());
        }
    }
    return made;
}

static void answer_ask(const FanHub *hub, FanHubAsk *ask, const FanDone *done) {
    switch (ask->answering) {
    case FAN_ANSWERING_GAME_MADE:
        fan_hub_ask_json(ask, 201, game_made(hub, done->game));
        return;
    case FAN_ANSWERING_SEEK_MADE:
        fan_hub_ask_json(ask, 201, json_pack("{s:s}", "seek", done->seek));
        return;
    case FAN_ANSWERING_NOTHING:
        fan_hub_ask_json(ask, 204, NULL);
        return;
    case FAN_ANSWERING_COMMAND:
        break;
    }
    json_t *body = json_pack("{s:I}", "number", (json_int_t)(done->number > 0 ? done->number : 0));
    set_text(body, "game", done->game);
    fan_hub_ask_json(ask, 200, body);
}

/* --- both --------------------------------------------------------------------------------------
 */

void fan_sender_done(FanHub *hub, FanSender *sender, const FanDone *done) {
    if (sender->peer && sender->id) {
        answer_peer(sender->peer, sender->id, done_message(sender->id, done));
    } else if (sender->ask) {
        answer_ask(hub, sender->ask, done);
    }
    fan_sender_drop(sender);
}

void fan_sender_refuse_why(FanHub *hub, FanSender *sender, json_t *why) {
    hub->counts.refused += sender->peer || sender->ask;
    const char *reason = json_string_value(json_object_get(why, "reason"));
    if (sender->ask) {
        fan_hub_ask_json(sender->ask, fan_refusal_status(reason ? reason : "storage"),
                         json_pack("{s:O}", "why", why));
    } else if (sender->peer) {
        json_t *message = json_pack("{s:s, s:O}", "is", "refused", "why", why);
        if (message && sender->id) {
            json_object_set_new(message, "id", json_integer(sender->id));
        }
        answer_peer(sender->peer, sender->id, message);
    }
    json_decref(why);
    fan_sender_drop(sender);
}

void fan_sender_refuse(FanHub *hub, FanSender *sender, const char *reason, const char *text) {
    fan_sender_refuse_why(hub, sender, json_pack("{s:s, s:s}", "reason", reason, "text", text));
}

/* --- why ---------------------------------------------------------------------------------------
 */

static json_t *points_of(const FanBoard *board, FanPoints points) {
    json_t *array = json_array();
    for (FanPoint point = 0; point < board->points; point++) {
        if (points >> point & 1) {
            char text[FAN_POINT_TEXT_MAX];
            fan_point_write(board, point, text);
            json_array_append_new(array, json_string(text));
        }
    }
    return array;
}

json_t *fan_refusal_of(const FanHubRoom *room, const FanVerdict *verdict) {
    json_t *why = json_pack("{s:s, s:s}", "reason", verdict->reason, "text", verdict->text);
    const FanGame *game = fan_room_game(room->room);
    const FanRefusal *refusal = &verdict->refusal;
    if (why && game && strcmp(verdict->reason, "illegal") == 0 && refusal->code != FAN_LEGAL) {
        char clause[FAN_CLAUSE_TEXT_MAX];
        set_text(why, "clause", fan_clause_write(refusal->clause, clause));
        set_text(why, "word", fan_refusal_word((FanRefusalCode)refusal->code));
        if (refusal->points) {
            json_object_set_new(why, "points", points_of(game->board, refusal->points));
        }
    }
    if (why && room->count > 0) {
        json_object_set_new(why, "number", json_integer((json_int_t)room->count));
    }
    return why;
}

bool fan_hub_here_only(const char *public_url) {
    const char *host = strstr(public_url, "://");
    host = host ? host + 3 : public_url;
    return strncmp(host, "localhost", 9) == 0 || strncmp(host, "127.", 4) == 0 ||
           strncmp(host, "[::1]", 5) == 0;
}
