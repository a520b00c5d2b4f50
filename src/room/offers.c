/* What the two say to each other: draws, takebacks, phrases, another game. Each has a limit, so
 * that the list of events stays short and nobody is pestered. */
#include <string.h>

#include "protocol/protocol.h"
#include "room/inside.h"

static FanSide other(const Decision *decision) {
    return fan_other_side(decision->command->side);
}

static const Voice *own_voice(const Decision *decision) {
    return &decision->room->voices[decision->command->side];
}

static void tell_own(Decision *decision, const char *kind) {
    fan_room_tell(decision, kind, fan_room_side_property(decision->command->side));
}

/* --- draws -------------------------------------------------------------------------------------
 */

void fan_room_decide_offer_draw(Decision *decision) {
    const FanRoom *room = decision->room;
    if (room->draw_offer == other(decision)) {
        fan_room_tell_end(decision, "draw", "agreement",
                          fan_room_clock_at_end(room, decision->now_ms));
    } else if (room->draw_offer == decision->command->side) {
        fan_room_refuse(decision, "repeated", "a draw is offered already");
    } else if (room->turned < own_voice(decision)->draw_from) {
        fan_room_refuse(decision, "not-now", "a draw may be offered again ten turns later");
    } else {
        tell_own(decision, "draw-offer");
    }
}

void fan_room_decide_decline_draw(Decision *decision) {
    if (decision->room->draw_offer == other(decision)) {
        tell_own(decision, "draw-decline");
    } else {
        fan_room_refuse(decision, "nothing-offered", "the other side offers no draw");
    }
}

/* --- takebacks ---------------------------------------------------------------------------------
 */

static void tell_takeback(Decision *decision) {
    const FanRoom *room = decision->room;
    FanSide side = other(decision);
    unsigned turns = fan_room_last_turn(room, side);
    Left left = fan_room_clock_after_takeback(room, turns, decision->now_ms);
    fan_room_tell(decision, "takeback",
                  json_pack("{s:s, s:I, s:o}", "side", fan_room_side_word(side), "ply",
                            (json_int_t)(room->game.length - turns), "left",
                            fan_room_left_json(&left)));
}

void fan_room_decide_ask_takeback(Decision *decision) {
    const FanRoom *room = decision->room;
    FanSide side = decision->command->side;
    if (decision->command->at_ply && decision->command->ply != room->game.length) {
        fan_room_refuse(decision, "stale", "the game has gone on meanwhile");
    } else if (room->takeback_ask == other(decision)) {
        tell_takeback(decision);
    } else if (room->takeback_ask == side || own_voice(decision)->asked_at == room->turned + 1) {
        fan_room_refuse(decision, "repeated", "this turn was asked back already");
    } else if (fan_room_last_turn(room, side) == 0) {
        fan_room_refuse(decision, "not-now", "this side has made no turn");
    } else if (room->takebacks >= FAN_ROOM_TAKEBACKS_MAX) {
        fan_room_refuse(decision, "too-many", "enough turns were taken back in this game");
    } else {
        tell_own(decision, "takeback-ask");
    }
}

void fan_room_decide_decline_takeback(Decision *decision) {
    if (decision->room->takeback_ask == other(decision)) {
        tell_own(decision, "takeback-decline");
    } else {
        fan_room_refuse(decision, "nothing-offered", "the other side asks for no turn back");
    }
}

/* --- phrases -----------------------------------------------------------------------------------
 */

void fan_room_decide_phrase(Decision *decision) {
    const FanRoom *room = decision->room;
    const char *phrase = decision->command->text;
    char why[FAN_PROTOCOL_WHY_MAX];
    json_t *word = json_string(phrase);
    bool known = fan_protocol_check("Phrase", word, why);
    json_decref(word);
    if (!known) {
        fan_room_refuse(decision, "malformed", "there is no such phrase");
    } else if (room->state == FAN_ROOM_WAITING) {
        fan_room_refuse(decision, "not-begun", "a seat is still free");
    } else if (own_voice(decision)->phrases >= FAN_ROOM_PHRASES_MAX) {
        fan_room_refuse(decision, "too-many", "there are three phrases between two turns");
    } else {
        fan_room_tell(decision, "phrase",
                      json_pack("{s:s, s:s}", "side", fan_room_side_word(decision->command->side),
                                "phrase", phrase));
    }
}

/* --- another game ------------------------------------------------------------------------------
 *
 * One offer stands: the last. What is like the other side's agrees to it, what is not takes its
 * place. */

/* Who would give in a game of vela after this one (R7.6). */
static FanVela next_giver(const FanRoom *room) {
    FanRules rules = room->setting.rules;
    rules.vela = FAN_VELA_WHITE;
    return fan_rules_fit(&rules, room->setting.board)
               ? fan_vela_next(room->setting.rules.vela, room->game.outcome.result)
               : FAN_VELA_NONE;
}

/* Whether both are still those who played: an account may be gone, a game closed or never joined.
 */
static bool can_play_again(const FanRoom *room) {
    for (unsigned side = FAN_WHITE; side <= FAN_BLACK; side++) {
        if (!room->players[side].id[0] || strcmp(room->players[side].kind, "gone") == 0) {
            return false;
        }
    }
    return room->state == FAN_ROOM_ENDED && strcmp(fan_room_reason(room), "closed") != 0;
}

const char *fan_room_rematch_refusal(const FanRoom *room, Rematch rematch) {
    return !can_play_again(room) || room->agreed                          ? "not-now"
           : rematch == REMATCH_NONE                                      ? "malformed"
           : rematch == REMATCH_VELA && next_giver(room) == FAN_VELA_NONE ? "rules"
                                                                          : NULL;
}

void fan_room_decide_offer_rematch(Decision *decision) {
    const FanRoom *room = decision->room;
    Rematch rematch = fan_room_rematch_read(decision->command->text);
    const char *refusal = fan_room_rematch_refusal(room, rematch);
    bool same = room->rematch == rematch;
    if (refusal) {
        fan_room_refuse(decision, refusal, "this game cannot be followed by that one");
    } else if (same && room->rematch_side == decision->command->side) {
        fan_room_refuse(decision, "repeated", "it is offered already");
    } else if (!same && own_voice(decision)->rematches >= FAN_ROOM_REMATCHES_MAX) {
        fan_room_refuse(decision, "too-many", "another game was offered often enough");
    } else {
        fan_room_tell(decision, "rematch-offer",
                      json_pack("{s:s, s:s}", "side", fan_room_side_word(decision->command->side),
                                "rematch", fan_room_rematch_word(rematch)));
    }
}

void fan_room_decide_decline_rematch(Decision *decision) {
    const FanRoom *room = decision->room;
    if (room->agreed) {
        fan_room_refuse(decision, "too-late", "both have agreed");
    } else if (room->rematch != REMATCH_NONE) {
        tell_own(decision, "rematch-decline");
    } else {
        fan_room_refuse(decision, "nothing-offered", "nobody offers another game");
    }
}

void fan_room_decide_remade(Decision *decision) {
    if (fan_room_rematch(decision->room, NULL, NULL)) {
        fan_room_tell(decision, "remade", json_pack("{s:s}", "game", decision->command->text));
    } else {
        fan_room_refuse(decision, "not-now", "another game was not agreed on, or is made already");
    }
}

/* Colours changed: the same game without a handicap. Vela: colours stay, and it is never rated
 * (R7.6); the usual start, for a giver needs more than five stones. */
static json_t *next_spec(const FanRoom *room, Rematch rematch) {
    Setting next = room->setting;
    bool vela = rematch == REMATCH_VELA;
    if (vela || next.rules.vela != FAN_VELA_NONE) {
        next.rules.vela = (uint8_t)(vela ? next_giver(room) : FAN_VELA_NONE);
        next.rules.vela_first = (uint8_t)(vela ? next.rules.vela_first : FAN_VELA_FIRST_TAKER);
        next.usual = true;
        next.start = fan_position_start(next.board, &next.rules);
    }
    next.rated = next.rated && !vela;
    return fan_room_setting_write(&next);
}

bool fan_room_rematch(const FanRoom *room, json_t **spec, FanSide *white_was) {
    Rematch rematch = room->rematch;
    if (!room->agreed || room->next[0]) {
        return false;
    }
    if (spec) {
        *spec = next_spec(room, rematch);
    }
    if (white_was) {
        *white_was = rematch == REMATCH_VELA ? FAN_WHITE : FAN_BLACK;
    }
    return true;
}
