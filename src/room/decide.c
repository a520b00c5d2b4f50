/* What a command would cause: who may say it, when; and turns. */
#include <stdio.h>
#include <string.h>

#include "room/inside.h"

/* --- turns -------------------------------------------------------------------------------------
 */

/* Whether it is the turn that this side has made at this ply already: the sender has not heard of
 * it. */
static bool is_repeated(const Decision *decision) {
    const FanGame *game = &decision->room->game;
    const FanCommand *command = decision->command;
    FanTurn turn;
    if (command->ply >= game->length || game->plies[command->ply].before.side != command->side) {
        return false;
    }
    const FanPly *made = &game->plies[command->ply];
    return fan_turn_read(game->board, &game->rules, &made->before, command->text,
                         strlen(command->text), &turn, NULL) == FAN_TURN_READ &&
           fan_turn_equal(&turn, &made->turn);
}

static void refuse_turn(Decision *decision, const FanTurnError *error) {
    const FanGame *game = &decision->room->game;
    const char *text = decision->command->text;
    char sentence[sizeof decision->verdict->text];
    fan_turn_error_write(game->board, error, text, strlen(text), sentence, sizeof sentence);
    bool illegal = error->reading == FAN_TURN_ILLEGAL;
    fan_room_refuse(decision, illegal ? "illegal" : "malformed", sentence);
    if (illegal) {
        decision->verdict->refusal = error->refusal;
    }
}

static void tell_turn(Decision *decision, const FanTurn *turn, const Left *left) {
    char text[FAN_TURN_TEXT_MAX];
    fan_turn_write(decision->room->game.board, turn, text);
    fan_room_tell(decision, "turn",
                  json_pack("{s:s, s:s, s:o}", "side", fan_room_side_word(decision->command->side),
                            "turn", text, "left", fan_room_left_json(left)));
}

/* The turn, and the end if the rules say that it is one. */
static void make_turn(Decision *decision, const FanTurn *turn) {
    const FanRoom *room = decision->room;
    /* A copy that is played behind the last turn, where there is room for one and nobody looks. */
    FanGame after = room->game;
    Left left = fan_room_clock_after_turn(room, decision->now_ms);
    FanRefusal refusal;
    if (fan_game_play(&after, turn, &refusal) != FAN_GAME_OK) {
        fan_room_refuse(decision, "illegal", "this turn cannot be made");
        decision->verdict->refusal = refusal;
        return;
    }
    tell_turn(decision, turn, &left);
    if (after.outcome.result != FAN_ONGOING && !decision->verdict->reason) {
        fan_room_tell_end(decision, fan_result_word(after.outcome.result),
                          fan_reason_word(after.outcome.reason), left);
    }
}

static void decide_turn(Decision *decision) {
    const FanGame *game = &decision->room->game;
    const FanCommand *command = decision->command;
    FanTurnError error;
    FanTurn turn;
    if (command->ply != game->length) {
        bool repeated = is_repeated(decision);
        fan_room_refuse(decision, repeated ? "repeated" : "stale",
                        repeated ? "this turn is made already" : "the game has gone on, or back");
    } else if (command->side != game->position.side) {
        fan_room_refuse(decision, "not-your-turn", "it is the other side's turn");
    } else if (game->length >= FAN_ROOM_TURNS_MAX) {
        fan_room_refuse(decision, "too-many", "no game has more turns than this one");
    } else if (fan_game_read(game, command->text, strlen(command->text), &turn, &error) !=
               FAN_TURN_READ) {
        refuse_turn(decision, &error);
    } else {
        make_turn(decision, &turn);
    }
}

/* --- who may say what, when --------------------------------------------------------------------
 */

enum {
    SEAT = 1,     /* only a side says it */
    PLAYING = 2,  /* only while the game is played */
    HASTELESS = 4 /* nothing is overdue first: it is not about the game, or looks by itself */
};

static const struct {
    void (*decide)(Decision *decision);
    unsigned needs;
} kinds[] = {
    [FAN_COMMAND_CREATE] = {fan_room_decide_create, HASTELESS},
    [FAN_COMMAND_JOIN] = {fan_room_decide_join, 0},
    [FAN_COMMAND_TURN] = {decide_turn, SEAT | PLAYING},
    [FAN_COMMAND_RESIGN] = {fan_room_decide_resign, SEAT | PLAYING},
    [FAN_COMMAND_ABORT] = {fan_room_decide_abort, SEAT},
    [FAN_COMMAND_OFFER_DRAW] = {fan_room_decide_offer_draw, SEAT | PLAYING},
    [FAN_COMMAND_DECLINE_DRAW] = {fan_room_decide_decline_draw, SEAT | PLAYING},
    [FAN_COMMAND_ASK_TAKEBACK] = {fan_room_decide_ask_takeback, SEAT | PLAYING},
    [FAN_COMMAND_DECLINE_TAKEBACK] = {fan_room_decide_decline_takeback, SEAT | PLAYING},
    [FAN_COMMAND_CLAIM] = {fan_room_decide_claim, SEAT | PLAYING},
    [FAN_COMMAND_PHRASE] = {fan_room_decide_phrase, SEAT},
    [FAN_COMMAND_OFFER_REMATCH] = {fan_room_decide_offer_rematch, SEAT},
    [FAN_COMMAND_DECLINE_REMATCH] = {fan_room_decide_decline_rematch, SEAT},
    [FAN_COMMAND_REMADE] = {fan_room_decide_remade, 0},
    [FAN_COMMAND_TICK] = {fan_room_decide_tick, HASTELESS},
    [FAN_COMMAND_OUTAGE] = {fan_room_decide_outage, HASTELESS | PLAYING},
    [FAN_COMMAND_CLOSE] = {fan_room_decide_close, HASTELESS},
    [FAN_COMMAND_RESEAT] = {fan_room_decide_reseat, HASTELESS},
};

/* Whether the command is refused for when or by whom it is said. */
static bool is_out_of_place(Decision *decision, unsigned needs) {
    const FanRoom *room = decision->room;
    const FanCommand *command = decision->command;
    if ((room->state == FAN_ROOM_EMPTY) != (command->kind == FAN_COMMAND_CREATE)) {
        bool empty = room->state == FAN_ROOM_EMPTY;
        fan_room_refuse(decision, empty ? "no-game" : "not-now",
                        empty ? "there is no such game" : "the game is made already");
    } else if (needs & SEAT && (command->side > FAN_BLACK || !room->players[command->side].id[0])) {
        fan_room_refuse(decision, "no-seat", "only those who play may say this");
    } else if (needs & PLAYING && room->state == FAN_ROOM_WAITING) {
        fan_room_refuse(decision, "not-begun", "a seat is still free");
    } else if (needs & PLAYING && room->state == FAN_ROOM_ENDED) {
        fan_room_refuse(decision, "over", "the game is over");
    } else {
        return false;
    }
    return true;
}

void fan_room_decide(const FanRoom *room, const FanCommand *command, int64_t now_ms,
                     FanVerdict *verdict) {
    Decision decision = {.room = room, .command = command, .verdict = verdict};
    decision.now_ms = now_ms < room->changed_ms ? room->changed_ms : now_ms;
    verdict->reason = NULL;
    verdict->refusal = (FanRefusal){0};
    verdict->text[0] = '\0';
    verdict->count = 0;
    if (is_out_of_place(&decision, kinds[command->kind].needs)) {
        return;
    }
    if (!(kinds[command->kind].needs & HASTELESS) && fan_room_clock_is_up(room, decision.now_ms)) {
        fan_room_decide_time(&decision);
        return;
    }
    kinds[command->kind].decide(&decision);
}
