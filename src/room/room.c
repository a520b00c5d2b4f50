#include "room/room.h"

#include <stdlib.h>
#include <string.h>

#include "room/inside.h"

const char *const fan_room_result_words[] = {"white", "black", "draw", "none", NULL};
const char *const fan_room_reason_words[] = {"no-stones", "blocked",   "row",         "repetition",
                                             "quiet",     "agreement", "resignation", "time",
                                             "abandoned", "aborted",   "closed",      NULL};

unsigned fan_room_side_read(const char *word) {
    return word && strcmp(word, "white") == 0   ? FAN_WHITE
           : word && strcmp(word, "black") == 0 ? FAN_BLACK
                                                : FAN_ROOM_NO_SIDE;
}

const char *fan_room_side_word(unsigned side) {
    return side == FAN_WHITE ? "white" : "black";
}

Rematch fan_room_rematch_read(const char *word) {
    return word && strcmp(word, "colours") == 0 ? REMATCH_COLOURS
           : word && strcmp(word, "vela") == 0  ? REMATCH_VELA
                                                : REMATCH_NONE;
}

const char *fan_room_rematch_word(Rematch rematch) {
    return rematch == REMATCH_COLOURS ? "colours" : rematch == REMATCH_VELA ? "vela" : NULL;
}

FanRoom *fan_room_new(void) {
    FanRoom *room = calloc(1, sizeof *room);
    if (room) {
        room->draw_offer = room->takeback_ask = FAN_ROOM_NO_SIDE;
    }
    return room;
}

void fan_room_free(FanRoom *room) {
    if (!room) {
        return;
    }
    json_decref(room->spec);
    free(room->plies);
    free(room->why);
    free(room);
}

bool fan_room_make_place(FanRoom *room, size_t turns) {
    FanGame *game = &room->game;
    size_t wanted = game->length + turns, capacity = game->capacity + game->capacity / 2;
    if (wanted <= game->capacity) {
        return true;
    }
    capacity = capacity < wanted ? wanted : capacity;
    FanPly *plies = realloc(room->plies, capacity * sizeof *plies);
    if (!plies) {
        return false;
    }
    room->plies = game->plies = plies;
    game->capacity = capacity;
    return true;
}

/* --- what is so --------------------------------------------------------------------------------
 */

FanRoomState fan_room_state(const FanRoom *room) {
    return room->state;
}

const char *fan_room_id(const FanRoom *room) {
    return room->id;
}

uint32_t fan_room_number(const FanRoom *room) {
    return room->number;
}

const FanGame *fan_room_game(const FanRoom *room) {
    return room->state == FAN_ROOM_EMPTY ? NULL : &room->game;
}

const FanRoomPlayer *fan_room_player(const FanRoom *room, FanSide side) {
    return &room->players[side];
}

const json_t *fan_room_spec(const FanRoom *room) {
    return room->spec;
}

const char *fan_room_result(const FanRoom *room) {
    return room->state == FAN_ROOM_ENDED ? fan_room_result_words[room->result] : NULL;
}

const char *fan_room_reason(const FanRoom *room) {
    return room->state == FAN_ROOM_ENDED ? fan_room_reason_words[room->reason] : NULL;
}

int64_t fan_room_changed(const FanRoom *room) {
    return room->changed_ms;
}

const char *fan_room_before(const FanRoom *room) {
    return room->before;
}

bool fan_room_rated(const FanRoom *room) {
    return room->setting.rated;
}

bool fan_room_decided(const FanRoom *room) {
    return room->state == FAN_ROOM_ENDED && room->result != RESULT_NONE;
}

bool fan_room_settled(const FanRoom *room) {
    return room->settled || !room->setting.rated ||
           (room->state == FAN_ROOM_ENDED && room->result == RESULT_NONE);
}

unsigned fan_room_side_of(const FanRoom *room, const char *player) {
    for (unsigned side = FAN_WHITE; side <= FAN_BLACK && player[0]; side++) {
        if (strcmp(room->players[side].id, player) == 0) {
            return side;
        }
    }
    return FAN_ROOM_NO_SIDE;
}

unsigned fan_room_draw_offer(const FanRoom *room) {
    return room->draw_offer;
}

unsigned fan_room_takeback_ask(const FanRoom *room) {
    return room->takeback_ask;
}

const char *fan_room_rematch_offer(const FanRoom *room, FanSide side) {
    bool offers = room->agreed || room->rematch_side == side;
    return offers ? fan_room_rematch_word(room->rematch) : NULL;
}

const char *fan_room_next(const FanRoom *room) {
    return room->next;
}

unsigned fan_room_last_turn(const FanRoom *room, FanSide side) {
    unsigned turns = room->game.position.side == side ? 2 : 1;
    return room->game.length >= turns ? turns : 0;
}

/* --- for lists ---------------------------------------------------------------------------------
 */

static bool set(json_t *object, const char *name, json_t *value) {
    return json_object_set_new(object, name, value) == 0;
}

static bool add_players(const FanRoom *room, json_t *summary) {
    for (unsigned side = FAN_WHITE; side <= FAN_BLACK; side++) {
        if (room->players[side].id[0] &&
            !set(summary, fan_room_side_word(side), fan_room_player_json(&room->players[side]))) {
            return false;
        }
    }
    return true;
}

static bool add_board(const FanRoom *room, json_t *summary) {
    const FanGame *game = &room->game;
    char position[FAN_POSITION_TEXT_MAX], turn[FAN_TURN_TEXT_MAX];
    fan_position_write(game->board, &game->position, position);
    if (!set(summary, "position", json_string(position))) {
        return false;
    }
    if (game->length == 0) {
        return true;
    }
    fan_turn_write(game->board, &game->plies[game->length - 1].turn, turn);
    return set(summary, "last", json_string(turn));
}

static bool add_standing(const FanRoom *room, json_t *summary) {
    int64_t deadline = fan_room_deadline(room);
    if (room->state == FAN_ROOM_ENDED) {
        return set(summary, "result", json_string(fan_room_result(room))) &&
               set(summary, "reason", json_string(fan_room_reason(room)));
    }
    return (room->state != FAN_ROOM_PLAYING ||
            set(summary, "to_move", json_string(fan_room_side_word(room->game.position.side)))) &&
           (deadline == 0 || set(summary, "deadline", json_integer((json_int_t)deadline)));
}

json_t *fan_room_summary(const FanRoom *room, int64_t now_ms) {
    static const char *const states[] = {"", "waiting", "playing", "ended"};
    (void)now_ms; /* nothing in it runs: the deadline is a time */
    json_t *summary =
        json_pack("{s:s, s:O, s:s, s:I, s:I, s:I}", "game", room->id, "spec", room->spec, "state",
                  states[room->state], "turns", (json_int_t)room->game.length, "events",
                  (json_int_t)room->number, "changed", (json_int_t)room->changed_ms);
    if (summary && add_players(room, summary) && add_standing(room, summary) &&
        add_board(room, summary)) {
        return summary;
    }
    json_decref(summary);
    return NULL;
}
