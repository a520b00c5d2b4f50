
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/protocol.h"
#include "room/stage.h"

const FanRoomPlayer stage_ann = {
    .id = "ann1", .kind = "account", .name = "Ann", .rating = 1500, .provisional = true};
const FanRoomPlayer stage_bob = {.id = "bob1", .kind = "account", .name = "Bob"};
const FanRoomPlayer stage_guest = {.id = "guest1", .kind = "guest"};
const FanRoomPlayer stage_bot = {.id = "computer3", .kind = "computer", .level = 3};

void stage_begin(Stage *stage) {
    *stage = (Stage){.room = fan_room_new(), .now_ms = STAGE_NOW};
    assert_non_null(stage->room);
}

void stage_end(Stage *stage) {
    stage_replay(stage);
    for (size_t i = 0; i < stage->count; i++) {
        free(stage->events[i]);
    }
    free(stage->events);
    fan_room_free(stage->room);
}

json_t *stage_looks(const FanRoom *room, int64_t now_ms) {
    if (fan_room_state(room) == FAN_ROOM_EMPTY) {
        return json_pack("{s:I}", "number", (json_int_t)fan_room_number(room));
    }
    json_t *spec = NULL;
    FanSide white = FAN_WHITE;
    bool agreed = fan_room_rematch(room, &spec, &white);
    json_t *looks = json_pack(
        "{s:o, s:[I, I], s:b, s:I, s:[i, i], s:[s?, s?], s:s, s:b, s:b, s:o*, s:i}", "summary",
        fan_room_summary(room, now_ms), "left", (json_int_t)fan_room_left(room, FAN_WHITE, now_ms),
        (json_int_t)fan_room_left(room, FAN_BLACK, now_ms), "running", (int)fan_room_running(room),
        "deadline", (json_int_t)fan_room_deadline(room), "offers", (int)fan_room_draw_offer(room),
        (int)fan_room_takeback_ask(room), "rematches", fan_room_rematch_offer(room, FAN_WHITE),
        fan_room_rematch_offer(room, FAN_BLACK), "next", fan_room_next(room), "settled",
        (int)fan_room_settled(room), "agreed", (int)agreed, "spec", spec, "white", (int)white);
    assert_non_null(looks);
    return looks;
}

static void keep(Stage *stage, const char *event) {
    if (stage->count == stage->capacity) {
        stage->capacity = stage->capacity * 2 + 8;
        stage->events = realloc(stage->events, stage->capacity * sizeof *stage->events);
        assert_non_null(stage->events);
    }
    stage->events[stage->count] = strdup(event);
    assert_non_null(stage->events[stage->count++]);
}

void stage_apply(Stage *stage, const char *event) {
    const char *why = "";
    if (!fan_room_apply(stage->room, event, strlen(event), &why)) {
        fail_msg("%s cannot be applied: %s", event, why);
    }
    keep(stage, event);
}

static void check_refusal(const Stage *stage, json_t *before) {
    char why[FAN_PROTOCOL_WHY_MAX];
    json_t *refusal =
        json_pack("{s:s, s:s}", "reason", stage->verdict.reason, "text", stage->verdict.text);
    json_t *after = stage_looks(stage->room, stage->now_ms);
    if (!fan_protocol_check("Refusal", refusal, why) || !stage->verdict.text[0]) {
        fail_msg("refused for %s (%s): %s", stage->verdict.reason, stage->verdict.text, why);
    }
    assert_int_equal(stage->verdict.count, 0);
    assert_true(json_equal(before, after));
    json_decref(refusal);
    json_decref(after);
}

bool stage_do(Stage *stage, const FanCommand *command) {
    json_t *before = stage_looks(stage->room, stage->now_ms);
    fan_room_decide(stage->room, command, stage->now_ms, &stage->verdict);
    bool fine = stage->verdict.reason == NULL;
    if (fine) {
        assert_true(stage->verdict.count > 0);
        for (unsigned i = 0; i < stage->verdict.count; i++) {
            stage_apply(stage, stage->verdict.events[i]);
        }
    } else {
        check_refusal(stage, before);
    }
    json_decref(before);
    return fine;
}

static json_t *read_spec(const char *spec) {
    char text[512];
    size_t length = strlen(spec);
    assert_true(length < sizeof text);
    for (size_t i = 0; i < length; i++) {
        text[i] = spec[i] == '\'' ? '"' : spec[i];
    }
    json_t *json = json_loadb(text, length, 0, NULL);
    assert_non_null(json);
    return json;
}

static bool create(Stage *stage, const char *spec) {
    json_t *json = read_spec(spec);
    FanCommand command = {.kind = FAN_COMMAND_CREATE,
                          .side = FAN_WHITE,
                          .player = &stage_ann,
                          .spec = json,
                          .game = "0123456789"};
    bool fine = stage_do(stage, &command);
    json_decref(json);
    return fine;
}

void stage_create(Stage *stage, const char *spec) {
    stage_begin(stage);
    (void)create(stage, spec);
}

void stage_start(Stage *stage, const char *spec) {
    stage_create(stage, spec);
    FanCommand join = {.kind = FAN_COMMAND_JOIN, .side = FAN_ROOM_NO_SIDE, .player = &stage_bob};
    if (stage->verdict.reason || !stage_do(stage, &join)) {
        fail_msg("%s: %s", spec, stage->verdict.text);
    }
}

bool stage_say(Stage *stage, FanCommandKind kind, unsigned side, const char *text) {
    const FanGame *game = fan_room_game(stage->room);
    FanCommand command = {.kind = kind, .side = side, .text = text};
    command.ply = game ? (uint32_t)game->length : 0;
    return stage_do(stage, &command);
}

void stage_turns(Stage *stage, const char *turns) {
    char turn[FAN_TURN_TEXT_MAX];
    for (int read; sscanf(turns, " %123s%n", turn, &read) == 1; turns += read) {
        if (!stage_say(stage, FAN_COMMAND_TURN, fan_room_game(stage->room)->position.side, turn)) {
            fail_msg("%s: %s", turn, stage->verdict.text);
        }
    }
}

static bool take_first(void *context, const FanTurn *turn, const FanPosition *after) {
    (void)after;
    *(FanTurn *)context = *turn;
    return false;
}

void stage_any_turns(Stage *stage, unsigned count, int64_t pause_ms) {
    const FanGame *game = fan_room_game(stage->room);
    char text[FAN_TURN_TEXT_MAX];
    FanTurn turn;
    for (unsigned i = 0; i < count; i++) {
        assert_true(
            !fan_turns_visit(game->board, &game->rules, &game->position, take_first, &turn));
        fan_turn_write(game->board, &turn, text);
        stage->now_ms += pause_ms;
        stage_turns(stage, text);
    }
}

void stage_refused(const Stage *stage, const char *reason) {
    if (!stage->verdict.reason || strcmp(stage->verdict.reason, reason) != 0) {
        fail_msg("%s (%s), not %s", stage->verdict.reason ? stage->verdict.reason : "taken",
                 stage->verdict.text, reason);
    }
}

void stage_told(const Stage *stage, const char *text) {
    for (unsigned i = 0; i < stage->verdict.count; i++) {
        if (strstr(stage->verdict.events[i], text)) {
            return;
        }
    }
    fail_msg("not told: %s; %s", text,
             stage->verdict.count ? stage->verdict.events[0] : stage->verdict.text);
}

static char *record_of(const FanRoom *room) {
    char *text;
    size_t length;
    if (fan_room_state(room) == FAN_ROOM_EMPTY) {
        return NULL;
    }
    assert_true(fan_room_record(room, "here", &text, &length));
    return text;
}

static void same_record(const FanRoom *a, const FanRoom *b) {
    char *one = record_of(a), *other = record_of(b);
    assert_true((one == NULL) == (other == NULL));
    if (one) {
        assert_string_equal(one, other);
    }
    free(one);
    free(other);
}

void stage_replay(const Stage *stage) {
    const char *why = "";
    FanRoom *again = fan_room_new();
    assert_non_null(again);
    for (size_t i = 0; i < stage->count; i++) {
        if (!fan_room_apply(again, stage->events[i], strlen(stage->events[i]), &why)) {
            fail_msg("%s cannot be applied anew: %s", stage->events[i], why);
        }
    }
    json_t *here = stage_looks(stage->room, stage->now_ms);
    json_t *there = stage_looks(again, stage->now_ms);
    assert_true(json_equal(here, there));
    same_record(stage->room, again);
    json_decref(here);
    json_decref(there);
    fan_room_free(again);
}
