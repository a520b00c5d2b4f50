/* Requests of HTTP: what is asked for, and how it is answered. */
#include "hub/internal.h"
#include "hub/says.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* --- answering ---------------------------------------------------------------------------------
 */

static void end_ask(FanHubAsk *ask, const FanReply *reply) {
    FanHub *hub = ask->hub;
    *(ask->previous ? &ask->previous->next : &hub->asks) = ask->next;
    if (ask->next) {
        ask->next->previous = ask->previous;
    }
    if (ask->answered) {
        ask->answered(ask->context, reply);
    }
    json_decref(ask->values);
    free(ask);
}

void fan_hub_ask_json(FanHubAsk *ask, unsigned status, json_t *body) {
    end_ask(ask, &(FanReply){.status = status, .body = body});
    json_decref(body);
}

void fan_hub_ask_text(FanHubAsk *ask, const char *type, const char *text, size_t length) {
    end_ask(ask, &(FanReply){.status = 200, .text = text, .text_bytes = length, .type = type});
}

void fan_hub_ask_refuse(FanHubAsk *ask, const char *reason, const char *text) {
    ask->hub->counts.refused++;
    fan_hub_ask_json(ask, fan_refusal_status(reason), fan_refusal_body(reason, text));
}

void fan_hub_unask(FanHub *hub, void *context) {
    for (FanHubAsk *ask = hub->asks; ask; ask = ask->next) {
        if (ask->context == context) {
            ask->answered = NULL;
        }
    }
}

void fan_hub_ask_free_all(FanHub *hub) {
    while (hub->asks) {
        hub->asks->answered = NULL;
        end_ask(hub->asks, NULL);
    }
}

/* --- what a room is asked for ------------------------------------------------------------------
 */

static void on_room(void *context, FanHubRoom *room, const char *reason) {
    FanHubAsk *ask = context;
    if (!ask->answered) {
        fan_hub_ask_json(ask, 200, NULL);
    } else if (room) {
        ask->show(ask, room);
    } else {
        fan_hub_ask_refuse(ask, reason,
                           strcmp(reason, "no-game") == 0 ? "there is no such game"
                                                          : "the game cannot be had now");
    }
}

static const char *value_of(const FanHubAsk *ask, const char *key) {
    return json_string_value(json_object_get(ask->values, key));
}

static void ask_room(FanHubAsk *ask, void (*show)(FanHubAsk *ask, FanHubRoom *room)) {
    const char *game = value_of(ask, "game");
    ask->show = show;
    if (!game || strlen(game) != FAN_ROOM_ID) {
        fan_hub_ask_refuse(ask, "no-game", "there is no such game");
        return;
    }
    fan_hub_room_read(ask->hub, game, on_room, ask);
}

static void show_summary(FanHubAsk *ask, FanHubRoom *room) {
    json_t *summary = json_copy(fan_hub_room_summary(room));
    unsigned side =
        *ask->who.player ? fan_room_side_of(room->room, ask->who.player) : FAN_ROOM_NO_SIDE;
    if (summary && side < FAN_ROOM_NO_SIDE) {
        json_object_set_new(summary, "your_turn", json_boolean(fan_hub_room_to_move(room) == side));
    }
    fan_hub_ask_json(ask, 200, summary);
}

/* As many as fit one answer; the rest is asked for from there on. Who reads slowly holds a copy. */
static void show_events(FanHubAsk *ask, FanHubRoom *room) {
    json_int_t asked = json_integer_value(json_object_get(ask->values, "from"));
    size_t from = asked < (json_int_t)room->count ? (size_t)asked : room->count, to = from;
    for (size_t bytes = 0; to < room->count && bytes < FAN_HUB_ANSWER_BYTES; to++) {
        bytes += room->events[to]->length;
    }
    FanText *text = fan_text_events(room->id, room->events, from, to, false);
    if (text) {
        fan_hub_ask_text(ask, "application/json", text->bytes, text->length);
        fan_text_drop(text);
    } else {
        fan_hub_ask_refuse(ask, "storage", "there is no memory");
    }
}

static void show_record(FanHubAsk *ask, FanHubRoom *room) {
    char *text;
    size_t length;
    if (fan_room_record(room->room, ask->hub->config.public_url, &text, &length)) {
        fan_hub_ask_text(ask, "application/x-fanorona-record; charset=utf-8", text, length);
        free(text);
    } else {
        fan_hub_ask_refuse(ask, "storage", "there is no memory");
    }
}

/* --- when one's next turn is due ---------------------------------------------------------------
 */

static void calendar_time(int64_t ms, char text[20]) {
    time_t seconds = (time_t)(ms / 1000);
    struct tm tm;
    gmtime_r(&seconds, &tm);
    strftime(text, 20, "%Y%m%dT%H%M%SZ", &tm);
}

/* RFC 5545: an event at the deadline, of which one is reminded half a day before; none once the
 * game is over. */
static void show_calendar(FanHubAsk *ask, FanHubRoom *room) {
    int64_t deadline = fan_room_deadline(room->room);
    char stamp[20], due[20], event[640] = "", text[1024];
    const char *url = ask->hub->config.public_url ? ask->hub->config.public_url : "";
    if (deadline && fan_room_state(room->room) == FAN_ROOM_PLAYING) {
        calendar_time(fan_room_changed(room->room), stamp);
        calendar_time(deadline, due);
        snprintf(event, sizeof event,
                 "BEGIN:VEVENT\r\nUID:%s@fanorona\r\nDTSTAMP:%s\r\nSEQUENCE:%zu\r\nDTSTART:%s\r\n"
                 "SUMMARY:Fanorona\r\nURL:%.200s/g/%s\r\nBEGIN:VALARM\r\nACTION:DISPLAY\r\n"
                 "TRIGGER:-PT12H\r\nDESCRIPTION:Fanorona\r\nEND:VALARM\r\nEND:VEVENT\r\n",
                 room->id, stamp, room->count, due, url, room->id);
    }
    int length = snprintf(text, sizeof text,
                          "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Fanorona//EN\r\n%s"
                          "END:VCALENDAR\r\n",
                          event);
    fan_hub_ask_text(ask, "text/calendar; charset=utf-8", text, (size_t)length);
}

/* --- the table ---------------------------------------------------------------------------------
 */

static void ask_game_events(FanHubAsk *ask, const json_t *body) {
    (void)body;
    ask_room(ask, show_events);
}

static void ask_game(FanHubAsk *ask, const json_t *body) {
    (void)body;
    ask_room(ask, show_summary);
}

static void ask_record(FanHubAsk *ask, const json_t *body) {
    (void)body;
    ask_room(ask, show_record);
}

static void ask_calendar(FanHubAsk *ask, const json_t *body) {
    (void)body;
    ask_room(ask, show_calendar);
}

static void ask_lobby(FanHubAsk *ask, const json_t *body) {
    (void)body;
    fan_lobby_ask(ask);
}

static void ask_games(FanHubAsk *ask, const json_t *body) {
    (void)body;
    fan_ask_games(ask);
}

static void ask_my_games(FanHubAsk *ask, const json_t *body) {
    (void)body;
    fan_ask_my_games(ask);
}

/* Whether this asker may change something now; else it is told. */
static bool may_act(FanHubAsk *ask) {
    if (!*ask->who.player) {
        fan_hub_ask_refuse(ask, "needs-player", "one must be somebody to do that");
    } else if (ask->hub->draining) {
        fan_hub_ask_refuse(ask, "draining", "the server is about to stop");
    } else if (ask->hub->away) {
        fan_hub_ask_refuse(ask, "storage", "the database is away");
    } else {
        return true;
    }
    return false;
}

static void make_game(FanHubAsk *ask, const json_t *body) {
    ask->answering = FAN_ANSWERING_GAME_MADE;
    if (may_act(ask)) {
        fan_hub_make_game(ask->hub, fan_sender_of_ask(ask), body);
    }
}

static void make_seek(FanHubAsk *ask, const json_t *body) {
    ask->answering = FAN_ANSWERING_SEEK_MADE;
    if (may_act(ask)) {
        fan_seek_make(ask->hub, fan_sender_of_ask(ask), body);
    }
}

static const char *seek_of(const FanHubAsk *ask) {
    const char *seek = value_of(ask, "seek");
    return seek ? seek : "";
}

static void end_seek(FanHubAsk *ask, const json_t *body) {
    (void)body;
    ask->answering = FAN_ANSWERING_NOTHING;
    if (may_act(ask)) {
        fan_seek_end(ask->hub, fan_sender_of_ask(ask), seek_of(ask));
    }
}

static void accept_seek(FanHubAsk *ask, const json_t *body) {
    (void)body;
    if (may_act(ask)) {
        fan_seek_accept(ask->hub, fan_sender_of_ask(ask), seek_of(ask));
    }
}

static void command(FanHubAsk *ask, const json_t *body) {
    const char *game = json_string_value(json_object_get(body, "game"));
    const char *path = value_of(ask, "game");
    if (!may_act(ask)) {
        return;
    }
    if (!game || !path || strcmp(game, path) != 0) {
        fan_hub_ask_refuse(ask, "malformed", "the command is for another game than the path");
        return;
    }
    fan_say_command(ask->hub, fan_sender_of_ask(ask), body);
}

static const struct {
    const char *name;
    void (*serve)(FanHubAsk *ask, const json_t *body);
} asks[] = {
    {"lobby", ask_lobby},        {"seeks.make", make_seek},
    {"seeks.end", end_seek},     {"seeks.accept", accept_seek},
    {"games", ask_games},        {"games.make", make_game},
    {"game", ask_game},          {"game.events", ask_game_events},
    {"game.record", ask_record}, {"game.calendar", ask_calendar},
    {"game.command", command},   {"me.games", ask_my_games},
};

static FanHubAsk *new_ask(FanHub *hub, const FanIdentity *who, const json_t *values,
                          FanAnswered *answered, void *context) {
    FanHubAsk *ask = calloc(1, sizeof *ask);
    if (ask) {
        *ask = (FanHubAsk){.hub = hub,
                           .next = hub->asks,
                           .answered = answered,
                           .context = context,
                           .who = *who,
                           .values = json_incref((json_t *)values)};
        if (hub->asks) {
            hub->asks->previous = ask;
        }
        hub->asks = ask;
    }
    return ask;
}

void fan_hub_ask(FanHub *hub, const FanIdentity *who, const char *name, const json_t *values,
                 const json_t *body, FanAnswered *answered, void *context) {
    FanHubAsk *ask = new_ask(hub, who, values, answered, context);
    if (!ask) {
        answered(context, &(FanReply){.status = 503});
        return;
    }
    if (hub->stopped) {
        fan_hub_ask_refuse(ask, "draining", "the server stops");
        return;
    }
    for (size_t i = 0; i < sizeof asks / sizeof *asks; i++) {
        if (strcmp(asks[i].name, name) == 0) {
            asks[i].serve(ask, body);
            return;
        }
    }
    fan_hub_ask_refuse(ask, "unknown", "there is no such request");
}
