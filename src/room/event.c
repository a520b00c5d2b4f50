/* Writing of events, and of what stands in them. */
#include <stdio.h>
#include <string.h>

#include "protocol/protocol.h"
#include "room/inside.h"

void fan_room_refuse(Decision *decision, const char *reason, const char *text) {
    decision->verdict->reason = reason;
    decision->verdict->count = 0;
    snprintf(decision->verdict->text, sizeof decision->verdict->text, "%s", text);
}

static void no_memory(Decision *decision) {
    fan_room_refuse(decision, "storage", "there is no memory");
}

static void add_event(Decision *decision, const json_t *event) {
    FanVerdict *verdict = decision->verdict;
    char *text = verdict->events[verdict->count], why[FAN_PROTOCOL_WHY_MAX];
    if (!fan_protocol_check("Event", event, why)) {
        /* It would be stored and then never taken in again. */
        fan_room_refuse(decision, "malformed", why);
        return;
    }
    size_t length = json_dumpb(event, text, FAN_ROOM_EVENT_MAX - 1, JSON_COMPACT);
    if (length == 0 || length >= FAN_ROOM_EVENT_MAX) {
        no_memory(decision);
        return;
    }
    text[length] = '\0';
    verdict->count++;
}

void fan_room_tell(Decision *decision, const char *kind, json_t *rest) {
    json_t *event = json_pack("{s:I, s:I, s:s}", "n",
                              (json_int_t)(decision->room->number + decision->verdict->count), "at",
                              (json_int_t)decision->now_ms, "kind", kind);
    if (event && rest && json_object_update(event, rest) == 0) {
        add_event(decision, event);
    } else {
        no_memory(decision);
    }
    json_decref(event);
    json_decref(rest);
}

json_t *fan_room_side_property(unsigned side) {
    return json_pack("{s:s}", "side", fan_room_side_word(side));
}

json_t *fan_room_left_json(const Left *left) {
    return left->runs ? json_pack("[I, I]", (json_int_t)left->ms[FAN_WHITE],
                                  (json_int_t)left->ms[FAN_BLACK])
                      : json_null();
}

json_t *fan_room_player_json(const FanRoomPlayer *player) {
    json_t *json = json_pack("{s:s, s:s, s:s*}", "id", player->id, "kind", player->kind, "name",
                             player->name[0] ? player->name : NULL);
    bool fine = json != NULL;
    if (fine && player->level) {
        fine = json_object_set_new(json, "level", json_integer((json_int_t)player->level)) == 0;
    }
    if (fine && player->rating) {
        fine = json_object_set_new(json, "rating", json_integer((json_int_t)player->rating)) == 0 &&
               json_object_set_new(json, "provisional", json_boolean(player->provisional)) == 0;
    }
    if (!fine) {
        json_decref(json);
        return NULL;
    }
    return json;
}

void fan_room_tell_end(Decision *decision, const char *result, const char *reason, Left left) {
    fan_room_tell(decision, "end",
                  json_pack("{s:s, s:s, s:o}", "result", result, "reason", reason, "left",
                            fan_room_left_json(&left)));
}
