/* Making a game, and who sits at it. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "protocol/protocol.h"
#include "room/inside.h"

/* Whether ratings may hang on how this player plays: not those of guests, and not of programs,
 * which their owner could have lose. */
static bool may_play_rated(Decision *decision, bool rated, const FanRoomPlayer *player) {
    if (!rated || strcmp(player->kind, "account") == 0) {
        return true;
    }
    fan_room_refuse(decision, "needs-account", "rated games are between accounts");
    return false;
}

static void tell_seat(Decision *decision, const char *kind, unsigned side) {
    json_t *rest = json_pack("{s:s, s:o}", "side", fan_room_side_word(side), "player",
                             fan_room_player_json(decision->command->player));
    fan_room_tell(decision, kind, rest);
}

static void tell_join(Decision *decision, unsigned side, Left left) {
    json_t *rest = json_pack("{s:s, s:o, s:o}", "side", fan_room_side_word(side), "player",
                             fan_room_player_json(decision->command->player), "left",
                             fan_room_left_json(&left));
    fan_room_tell(decision, "join", rest);
}

/* What is said of a game that is made, with its spec in one form; NULL without memory. */
static json_t *created(const FanCommand *command, const Setting *setting) {
    return json_pack(
        "{s:s, s:o, s:s*, s:s*}", "game", command->game, "spec", fan_room_setting_write(setting),
        "by", command->player ? command->player->id : NULL, "rematch_of", command->rematch_of);
}

void fan_room_decide_create(Decision *decision) {
    const FanCommand *command = decision->command;
    char why[FAN_PROTOCOL_WHY_MAX];
    Setting setting;
    if (!fan_protocol_check("GameSpec", command->spec, why)) {
        fan_room_refuse(decision, "malformed", why);
        return;
    }
    if (!fan_room_setting_read(&setting, command->spec, why)) {
        fan_room_refuse(decision, "rules", why);
        return;
    }
    if (command->player && !may_play_rated(decision, setting.rated, command->player)) {
        return;
    }
    fan_room_tell(decision, "create", created(command, &setting));
    if (command->player && command->side <= FAN_BLACK && !decision->verdict->reason) {
        tell_join(decision, command->side, (Left){.runs = false});
    }
}

/* The seat that is wanted, or the one that is free; FAN_ROOM_NO_SIDE: taken. */
static unsigned free_seat(const FanRoom *room, unsigned wanted) {
    for (unsigned side = FAN_WHITE; side <= FAN_BLACK; side++) {
        if (!room->players[side].id[0] && (wanted == side || wanted > FAN_BLACK)) {
            return side;
        }
    }
    return FAN_ROOM_NO_SIDE;
}

void fan_room_decide_join(Decision *decision) {
    const FanRoom *room = decision->room;
    const FanCommand *command = decision->command;
    if (room->state == FAN_ROOM_ENDED) {
        fan_room_refuse(decision, "over", "the game is over");
        return;
    }
    if (fan_room_side_of(room, command->player->id) != FAN_ROOM_NO_SIDE) {
        fan_room_refuse(decision, "own-game", "you sit there already");
        return;
    }
    unsigned side = free_seat(room, command->side);
    if (side == FAN_ROOM_NO_SIDE) {
        fan_room_refuse(decision, "seat-taken", "somebody sits there already");
        return;
    }
    if (may_play_rated(decision, room->setting.rated, command->player)) {
        bool begins = room->players[fan_other_side(side)].id[0];
        tell_join(decision, side, begins ? fan_room_clock_after_join(room) : (Left){.runs = false});
    }
}

static bool same_player(const FanRoomPlayer *a, const FanRoomPlayer *b) {
    return strcmp(a->id, b->id) == 0 && strcmp(a->kind, b->kind) == 0 &&
           strcmp(a->name, b->name) == 0;
}

void fan_room_decide_reseat(Decision *decision) {
    const FanRoom *room = decision->room;
    const FanCommand *command = decision->command;
    if (command->side > FAN_BLACK || !room->players[command->side].id[0]) {
        fan_room_refuse(decision, "no-seat", "nobody sits there");
    } else if (strcmp(room->players[fan_other_side(command->side)].id, command->player->id) == 0) {
        fan_room_refuse(decision, "own-game", "nobody plays against themselves");
    } else if (same_player(&room->players[command->side], command->player)) {
        fan_room_refuse(decision, "repeated", "it is so already");
    } else {
        tell_seat(decision, "seat", command->side);
    }
}
