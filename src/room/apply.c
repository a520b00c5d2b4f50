/* The fold: one event into the room, if it can follow. Everything is looked at before anything is
 * changed. */
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/protocol.h"
#include "room/inside.h"

/* An event on its way in. */
typedef struct Event {
    FanRoom *room;
    const json_t *json; /* its form is $defs.Event's */
    const char *kind;
    int64_t at_ms;
    const char **why;
} Event;

static bool fail(const Event *event, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool fail(const Event *event, const char *format, ...) {
    va_list arguments;
    FanRoom *room = event->room;
    *event->why = "there is no memory to say what is wrong";
    room->why = room->why ? room->why : malloc(ROOM_WHY_MAX);
    if (room->why) {
        va_start(arguments, format);
        vsnprintf(room->why, ROOM_WHY_MAX, format, arguments);
        va_end(arguments);
        *event->why = room->why;
    }
    return false;
}

static bool no_memory(const Event *event) {
    *event->why = "there is no memory";
    return false;
}

static bool not_now(const Event *event) {
    return fail(event, "event %u, %s, cannot follow here", event->room->number, event->kind);
}

static const char *word(const Event *event, const char *name) {
    return json_string_value(json_object_get(event->json, name));
}

static json_int_t integer(const Event *event, const char *name) {
    return json_integer_value(json_object_get(event->json, name));
}

static unsigned side_of(const Event *event) {
    return fan_room_side_read(word(event, "side"));
}

static bool in_play(const FanRoom *room) {
    return room->state == FAN_ROOM_PLAYING && room->game.outcome.result == FAN_ONGOING;
}

/* Texts whose lengths the schema has bounded. */
static void copy(char *to, size_t room, const char *text) {
    snprintf(to, room, "%s", text ? text : "");
}

static unsigned place_of(const char *const *words, const char *word) {
    unsigned place = 0;
    while (strcmp(words[place], word) != 0) {
        place++;
    }
    return place;
}

/* The clocks as the event says, from its time on. */
static void set_clocks(const Event *event) {
    FanRoom *room = event->room;
    const json_t *left = json_object_get(event->json, "left");
    room->mark_ms = event->at_ms;
    room->running = json_is_array(left);
    for (unsigned side = FAN_WHITE; room->running && side <= FAN_BLACK; side++) {
        room->left_ms[side] = json_integer_value(json_array_get(left, side));
    }
}

/* --- seats -------------------------------------------------------------------------------------
 */

static bool apply_create(const Event *event) {
    FanRoom *room = event->room;
    char why[SETTING_WHY_MAX];
    Setting setting;
    if (room->state != FAN_ROOM_EMPTY) {
        return not_now(event);
    }
    if (!fan_room_setting_read(&setting, json_object_get(event->json, "spec"), why)) {
        return fail(event, "event 0: %s", why);
    }
    json_t *spec = fan_room_setting_write(&setting);
    if (!spec || !fan_room_make_place(room, 1)) {
        json_decref(spec);
        return no_memory(event);
    }
    room->setting = setting;
    room->spec = spec;
    room->state = FAN_ROOM_WAITING;
    room->made_ms = room->mark_ms = event->at_ms;
    room->left_ms[FAN_WHITE] = room->left_ms[FAN_BLACK] = setting.base_ms;
    copy(room->id, sizeof room->id, word(event, "game"));
    copy(room->before, sizeof room->before, word(event, "rematch_of"));
    fan_game_begin(&room->game, setting.board, &setting.rules, &setting.start, room->plies,
                   room->game.capacity);
    return true;
}

static FanRoomPlayer read_player(const json_t *json) {
    FanRoomPlayer player = {0};
    copy(player.id, sizeof player.id, json_string_value(json_object_get(json, "id")));
    copy(player.kind, sizeof player.kind, json_string_value(json_object_get(json, "kind")));
    copy(player.name, sizeof player.name, json_string_value(json_object_get(json, "name")));
    player.level = (unsigned)json_integer_value(json_object_get(json, "level"));
    player.rating = (unsigned)json_integer_value(json_object_get(json, "rating"));
    player.provisional = json_is_true(json_object_get(json, "provisional"));
    return player;
}

static void forget_phrases(FanRoom *room) {
    room->voices[FAN_WHITE].phrases = room->voices[FAN_BLACK].phrases = 0;
}

static bool apply_join(const Event *event) {
    FanRoom *room = event->room;
    unsigned side = side_of(event);
    FanRoomPlayer player = read_player(json_object_get(event->json, "player"));
    const FanRoomPlayer *other = &room->players[fan_other_side(side)];
    if (room->state != FAN_ROOM_WAITING || room->players[side].id[0] ||
        strcmp(other->id, player.id) == 0) {
        return not_now(event);
    }
    room->players[side] = player;
    set_clocks(event);
    if (other->id[0]) {
        room->state = FAN_ROOM_PLAYING;
    }
    return true;
}

static bool apply_seat(const Event *event) {
    FanRoom *room = event->room;
    unsigned side = side_of(event);
    FanRoomPlayer player = read_player(json_object_get(event->json, "player"));
    if (!room->players[side].id[0] ||
        strcmp(room->players[fan_other_side(side)].id, player.id) == 0) {
        return not_now(event);
    }
    room->players[side] = player;
    return true;
}

/* --- turns -------------------------------------------------------------------------------------
 */

/* An offer of a draw stands until the other side turns; a turn asked back until anybody does. */
static void after_turn(FanRoom *room, FanSide side) {
    room->turned++;
    room->begun = room->begun || room->game.length >= 2;
    if (room->draw_offer != side) {
        room->draw_offer = FAN_ROOM_NO_SIDE;
    }
    room->takeback_ask = FAN_ROOM_NO_SIDE;
    forget_phrases(room);
}

static bool apply_turn(const Event *event) {
    FanRoom *room = event->room;
    const char *text = word(event, "turn");
    FanTurn turn;
    if (!in_play(room) || side_of(event) != room->game.position.side) {
        return not_now(event);
    }
    FanSide side = room->game.position.side;
    if (fan_game_read(&room->game, text, strlen(text), &turn, NULL) != FAN_TURN_READ) {
        return fail(event, "event %u: the turn %s is not legal", room->number, text);
    }
    if (!fan_room_make_place(room, 2)) {
        return no_memory(event);
    }
    FanGameStatus status = fan_game_play(&room->game, &turn, NULL);
    assert(status == FAN_GAME_OK);
    (void)status;
    set_clocks(event);
    after_turn(room, side);
    return true;
}

static bool apply_takeback(const Event *event) {
    FanRoom *room = event->room;
    unsigned side = side_of(event);
    if (!in_play(room) || room->takeback_ask != side) {
        return not_now(event);
    }
    unsigned turns = fan_room_last_turn(room, side);
    if (integer(event, "ply") != (json_int_t)(room->game.length - turns)) {
        return fail(event, "event %u takes back more or less than a side's last turn",
                    room->number);
    }
    for (; turns > 0; turns--) {
        FanGameStatus status = fan_game_undo(&room->game);
        assert(status == FAN_GAME_OK);
        (void)status;
    }
    room->takebacks++;
    room->draw_offer = room->takeback_ask = FAN_ROOM_NO_SIDE;
    set_clocks(event);
    return true;
}

static bool apply_outage(const Event *event) {
    FanRoom *room = event->room;
    if (!in_play(room)) {
        return not_now(event);
    }
    set_clocks(event);
    return true;
}

/* --- offers ------------------------------------------------------------------------------------
 */

static bool apply_draw_offer(const Event *event) {
    FanRoom *room = event->room;
    if (!in_play(room) || room->draw_offer != FAN_ROOM_NO_SIDE) {
        return not_now(event);
    }
    room->draw_offer = (uint8_t)side_of(event);
    room->voices[room->draw_offer].draw_from = room->turned + FAN_ROOM_OFFER_TURNS;
    return true;
}

static bool apply_draw_decline(const Event *event) {
    FanRoom *room = event->room;
    if (!in_play(room) || room->draw_offer != fan_other_side(side_of(event))) {
        return not_now(event);
    }
    room->draw_offer = FAN_ROOM_NO_SIDE;
    return true;
}

static bool apply_takeback_ask(const Event *event) {
    FanRoom *room = event->room;
    unsigned side = side_of(event);
    if (!in_play(room) || room->takeback_ask != FAN_ROOM_NO_SIDE ||
        fan_room_last_turn(room, side) == 0) {
        return not_now(event);
    }
    room->takeback_ask = (uint8_t)side;
    room->voices[side].asked_at = room->turned + 1;
    return true;
}

static bool apply_takeback_decline(const Event *event) {
    FanRoom *room = event->room;
    if (!in_play(room) || room->takeback_ask != fan_other_side(side_of(event))) {
        return not_now(event);
    }
    room->takeback_ask = FAN_ROOM_NO_SIDE;
    return true;
}

static bool apply_phrase(const Event *event) {
    FanRoom *room = event->room;
    if (room->state < FAN_ROOM_PLAYING) {
        return not_now(event);
    }
    room->voices[side_of(event)].phrases++;
    return true;
}

/* --- the end and after -------------------------------------------------------------------------
 */

/* The reasons that the rules find, not words (R5.6). */
static bool is_by_rules(unsigned reason) {
    return reason + FAN_REASON_NO_STONES < FAN_REASON_AGREEMENT;
}

static bool is_without_result(unsigned reason) {
    return reason + FAN_REASON_NO_STONES > FAN_REASON_ABANDONED;
}

/* Whether the end agrees with the board: what the rules have ended ends so, all else by word. */
static bool end_agrees(const FanRoom *room, unsigned result, unsigned reason) {
    FanOutcome outcome = room->game.outcome;
    if (outcome.result != FAN_ONGOING) {
        return strcmp(fan_room_result_words[result], fan_result_word(outcome.result)) == 0 &&
               strcmp(fan_room_reason_words[reason], fan_reason_word(outcome.reason)) == 0;
    }
    if ((result == RESULT_NONE) != is_without_result(reason)) {
        return false;
    }
    bool agreed = strcmp(fan_room_reason_words[reason], "agreement") == 0;
    return !is_by_rules(reason) && (result == RESULT_NONE || (result == RESULT_DRAW) == agreed);
}

/* Has the game know by what word it ended. */
static void end_by_word(FanGame *game, unsigned result, unsigned reason) {
    FanSide loser = result == RESULT_WHITE ? FAN_BLACK : FAN_WHITE;
    FanGameStatus status;
    switch (reason + FAN_REASON_NO_STONES) {
    case FAN_REASON_AGREEMENT:
        status = fan_game_agree_draw(game);
        break;
    case FAN_REASON_RESIGNATION:
        status = fan_game_resign(game, loser);
        break;
    case FAN_REASON_TIME:
        status = fan_game_lose_on_time(game, loser);
        break;
    case FAN_REASON_ABANDONED:
        status = fan_game_abandon(game, loser);
        break;
    default:
        return; /* by the rules, or without a result */
    }
    assert(status == FAN_GAME_OK);
    (void)status;
}

static bool apply_end(const Event *event) {
    FanRoom *room = event->room;
    unsigned result = place_of(fan_room_result_words, word(event, "result"));
    unsigned reason = place_of(fan_room_reason_words, word(event, "reason"));
    bool may = room->state == FAN_ROOM_PLAYING ||
               (room->state == FAN_ROOM_WAITING && result == RESULT_NONE);
    if (!may || !end_agrees(room, result, reason)) {
        return not_now(event);
    }
    end_by_word(&room->game, result, reason);
    set_clocks(event);
    room->running = false;
    room->state = FAN_ROOM_ENDED;
    room->result = (uint8_t)result;
    room->reason = (uint8_t)reason;
    room->draw_offer = room->takeback_ask = FAN_ROOM_NO_SIDE;
    forget_phrases(room);
    return true;
}

static bool apply_rated(const Event *event) {
    FanRoom *room = event->room;
    if (!fan_room_decided(room) || fan_room_settled(room)) {
        return not_now(event);
    }
    room->settled = true;
    return true;
}

static bool apply_rematch_offer(const Event *event) {
    FanRoom *room = event->room;
    unsigned side = side_of(event);
    Rematch rematch = fan_room_rematch_read(word(event, "rematch"));
    bool same = room->rematch == rematch;
    if (fan_room_rematch_refusal(room, rematch) || (same && room->rematch_side == side)) {
        return not_now(event);
    }
    room->agreed = same;
    room->rematch = (uint8_t)rematch;
    room->rematch_side = (uint8_t)side;
    room->voices[side].rematches++;
    return true;
}

static bool apply_rematch_decline(const Event *event) {
    FanRoom *room = event->room;
    if (room->rematch == REMATCH_NONE || room->agreed) {
        return not_now(event);
    }
    room->rematch = REMATCH_NONE;
    return true;
}

static bool apply_remade(const Event *event) {
    FanRoom *room = event->room;
    if (!fan_room_rematch(room, NULL, NULL)) {
        return not_now(event);
    }
    copy(room->next, sizeof room->next, word(event, "game"));
    return true;
}

/* --- the table ---------------------------------------------------------------------------------
 */

static const struct {
    const char *kind;
    bool (*apply)(const Event *event);
} kinds[] = {
    {"turn", apply_turn},
    {"create", apply_create},
    {"join", apply_join},
    {"seat", apply_seat},
    {"draw-offer", apply_draw_offer},
    {"draw-decline", apply_draw_decline},
    {"takeback-ask", apply_takeback_ask},
    {"takeback-decline", apply_takeback_decline},
    {"takeback", apply_takeback},
    {"phrase", apply_phrase},
    {"outage", apply_outage},
    {"end", apply_end},
    {"rated", apply_rated},
    {"rematch-offer", apply_rematch_offer},
    {"rematch-decline", apply_rematch_decline},
    {"remade", apply_remade},
};

static bool dispatch(const Event *event) {
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(kinds[i].kind, event->kind) == 0) {
            return kinds[i].apply(event);
        }
    }
    return not_now(event); /* a kind the schema has and the fold has not: a test finds it */
}

static bool apply(Event *event) {
    FanRoom *room = event->room;
    event->kind = word(event, "kind");
    event->at_ms = integer(event, "at");
    if (integer(event, "n") != (json_int_t)room->number) {
        return fail(event, "event %lld where %u must follow", (long long)integer(event, "n"),
                    room->number);
    }
    if (!dispatch(event)) {
        return false;
    }
    room->number++;
    if (event->at_ms > room->changed_ms) {
        room->changed_ms = event->at_ms;
    }
    return true;
}

bool fan_room_apply(FanRoom *room, const char *text, size_t length, const char **why) {
    char fault[FAN_PROTOCOL_WHY_MAX];
    Event event = {.room = room, .why = why};
    json_t *json = fan_protocol_read("Event", text, length, fault);
    if (!json) {
        return fail(&event, "event %u: %s", room->number, fault);
    }
    event.json = json;
    bool fine = apply(&event);
    json_decref(json);
    return fine;
}
