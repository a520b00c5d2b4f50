/* A game from nothing: each line is a command as a client sends it, behind a sign for who says it,
 * or an event as a store gives it.
 *
 *   w{…} b{…} n{…}   a Command by White, Black, nobody     c{…}   a GameSpec: the game is made
 *   t123             so many seconds go by                 e{…}   an Event, with the number it says
 *
 * At the end the room is what its events make of a fresh one. */
#include <stdbool.h>

#include "fuzz/require.h"
#include "protocol/ask.h"
#include "protocol/protocol.h"
#include "room/room.h"

enum { EVENTS_MAX = 400, LINES_MAX = 200 };

static struct {
    FanRoom *room;
    int64_t now_ms;
    char *events[EVENTS_MAX];
    size_t count;
} play;

static FanVerdict verdict;

static const FanRoomPlayer white = {.id = "white1", .kind = "account", .name = "Ann"};
static const FanRoomPlayer black = {.id = "black1", .kind = "account", .name = "Bob"};

static void keep(const char *event) {
    REQUIRE((play.events[play.count++] = strdup(event)));
}

static bool apply(FanRoom *room, const char *event) {
    const char *why = NULL;
    uint32_t number = fan_room_number(room);
    bool fine = fan_room_apply(room, event, strlen(event), &why);
    REQUIRE(fan_room_number(room) == number + fine);
    REQUIRE(fine || (why && *why));
    return fine;
}

/* Everything a command may cause is an event that can follow. */
static void decide(const FanCommand *command) {
    fan_room_decide(play.room, command, play.now_ms, &verdict);
    REQUIRE((verdict.reason == NULL) == (verdict.count > 0));
    REQUIRE(verdict.count <= FAN_ROOM_EVENTS_MAX);
    if (verdict.reason) {
        require_sentence(verdict.text, strlen(verdict.text), sizeof verdict.text);
        REQUIRE(fan_refusal_status(verdict.reason) != 500);
    }
    for (unsigned i = 0; i < verdict.count && play.count < EVENTS_MAX; i++) {
        REQUIRE(apply(play.room, verdict.events[i]));
        keep(verdict.events[i]);
    }
}

static void say(char who, const char *text, size_t length) {
    char why[FAN_PROTOCOL_WHY_MAX];
    json_t *json = fan_protocol_read("Command", text, length, why);
    if (!json) {
        return;
    }
    FanCommand command = {.side = who == 'w'   ? FAN_WHITE
                                  : who == 'b' ? FAN_BLACK
                                               : FAN_ROOM_NO_SIDE};
    fan_command_read(json, &command);
    command.player = who == 'w' ? &white : &black;
    command.away_ms = play.now_ms - FAN_ROOM_ABSENCE_MS;
    decide(&command);
    json_decref(json);
}

static void create(const char *text, size_t length) {
    char why[FAN_PROTOCOL_WHY_MAX];
    json_t *spec = fan_protocol_read("GameSpec", text, length, why);
    if (spec) {
        FanCommand command = {.kind = FAN_COMMAND_CREATE,
                              .side = FAN_WHITE,
                              .player = &white,
                              .spec = spec,
                              .game = "0123456789"};
        decide(&command);
        json_decref(spec);
    }
}

static void take_event(const char *text, size_t length) {
    char event[FAN_PROTOCOL_MESSAGE_MAX + 1];
    if (length < sizeof event && !memchr(text, 0, length)) {
        memcpy(event, text, length);
        event[length] = '\0';
        if (apply(play.room, event)) {
            keep(event);
        }
    }
}

static void pass_time(const char *text, size_t length) {
    FanCommand tick = {.kind = FAN_COMMAND_TICK, .side = FAN_ROOM_NO_SIDE};
    int64_t seconds = 0;
    for (size_t i = 0; i < length && text[i] >= '0' && text[i] <= '9' && seconds < 10000000; i++) {
        seconds = seconds * 10 + (text[i] - '0');
    }
    play.now_ms += seconds * 1000;
    decide(&tick);
}

static void take_line(const char *line, size_t length) {
    switch (length ? *line : 0) {
    case 'w':
    case 'b':
    case 'n':
        say(*line, line + 1, length - 1);
        break;
    case 'c':
        create(line + 1, length - 1);
        break;
    case 'e':
        take_event(line + 1, length - 1);
        break;
    case 't':
        pass_time(line + 1, length - 1);
        break;
    default:
        break;
    }
}

/* What can be told of a room. */
static json_t *looks(const FanRoom *room) {
    char *record;
    size_t length;
    if (fan_room_state(room) == FAN_ROOM_EMPTY) {
        return json_null();
    }
    REQUIRE(fan_room_record(room, NULL, &record, &length));
    json_t *all =
        json_pack("{s:s, s:o, s:I, s:I, s:I, s:b}", "record", record, "summary",
                  fan_room_summary(room, play.now_ms), "white",
                  (json_int_t)fan_room_left(room, FAN_WHITE, play.now_ms), "black",
                  (json_int_t)fan_room_left(room, FAN_BLACK, play.now_ms), "deadline",
                  (json_int_t)fan_room_deadline(room), "running", (int)fan_room_running(room));
    free(record);
    REQUIRE(all);
    return all;
}

static void require_same_anew(void) {
    FanRoom *again = fan_room_new();
    REQUIRE(again);
    for (size_t i = 0; i < play.count; i++) {
        REQUIRE(apply(again, play.events[i]));
    }
    json_t *here = looks(play.room), *there = looks(again);
    REQUIRE(json_equal(here, there));
    json_decref(here);
    json_decref(there);
    fan_room_free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *text = (const char *)data, *end = text + size;
    REQUIRE(fan_protocol_begin());
    play.room = fan_room_new();
    REQUIRE(play.room);
    play.now_ms = 1000000;
    play.count = 0;
    for (unsigned lines = 0; text < end && lines < LINES_MAX; lines++) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        size_t length = (size_t)((stop ? stop : end) - text);
        if (play.count + FAN_ROOM_EVENTS_MAX <= EVENTS_MAX) {
            take_line(text, length);
        }
        text += length + 1;
    }
    require_same_anew();
    for (size_t i = 0; i < play.count; i++) {
        free(play.events[i]);
    }
    fan_room_free(play.room);
    return 0;
}
