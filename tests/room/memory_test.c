/* Without memory a command is refused, an event is not taken in, and the room stays as it is:
 * jansson's memory fails at the first call, at the second, and so on until all goes well. */
#include <stdlib.h>
#include <string.h>

#include "protocol/protocol.h"
#include "room/stage.h"

static long calls_left = -1; /* before one fails; negative: none does */

static void *take(size_t size) {
    if (calls_left == 0) {
        return NULL;
    }
    calls_left -= calls_left > 0;
    return malloc(size);
}

static const char spec_text[] =
    "{\"variant\":\"tsivy\",\"rules\":\"chain=mandatory\",\"rated\":false,\"clock\":{\"kind\":"
    "\"real\","
    "\"base_s\":60,\"increment_s\":5},\"start\":\"BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/"
    "WWWWWWWW1 w\"}";

/* Decides with memory that ends after so many calls. True when it did not end. */
static bool decide(const FanRoom *room, const FanCommand *command, long calls,
                   FanVerdict *verdict) {
    calls_left = calls;
    fan_room_decide(room, command, STAGE_NOW, verdict);
    bool enough = calls_left != 0;
    calls_left = -1;
    if (verdict->reason) {
        assert_int_equal(verdict->count, 0);
    }
    return enough;
}

static bool apply(FanRoom *room, const char *event, long calls) {
    const char *why = NULL;
    json_t *before = stage_looks(room, STAGE_NOW);
    calls_left = calls;
    bool fine = fan_room_apply(room, event, strlen(event), &why);
    calls_left = -1;
    if (!fine) {
        json_t *after = stage_looks(room, STAGE_NOW);
        assert_true(why && *why);
        assert_true(json_equal(before, after));
        json_decref(after);
    }
    json_decref(before);
    return fine;
}

/* The command with ever more memory until it goes well, and so each of its events. */
static void carry_out(FanRoom *room, const FanCommand *command) {
    static FanVerdict verdict;
    long calls = 0;
    while (!decide(room, command, calls, &verdict)) {
        calls++;
    }
    if (verdict.reason) {
        fail_msg("%s: %s", verdict.reason, verdict.text);
    }
    assert_true(calls > 3);
    for (unsigned i = 0; i < verdict.count; i++) {
        for (calls = 0; !apply(room, verdict.events[i], calls); calls++) {
        }
        assert_true(calls > 3);
    }
}

static void nothing_happens_without_memory(void **state) {
    (void)state;
    json_t *spec = json_loads(spec_text, 0, NULL);
    FanCommand commands[] = {
        {.kind = FAN_COMMAND_CREATE,
         .player = &stage_ann,
         .side = FAN_WHITE,
         .spec = spec,
         .game = "0123456789"},
        {.kind = FAN_COMMAND_JOIN, .player = &stage_bob, .side = FAN_ROOM_NO_SIDE},
        {.kind = FAN_COMMAND_TURN, .side = FAN_WHITE, .text = "e2-e3A"},
        {.kind = FAN_COMMAND_PHRASE, .side = FAN_WHITE, .text = "hello"},
        {.kind = FAN_COMMAND_ASK_TAKEBACK, .side = FAN_WHITE},
        {.kind = FAN_COMMAND_ASK_TAKEBACK, .side = FAN_BLACK},
        {.kind = FAN_COMMAND_RESIGN, .side = FAN_WHITE},
        {.kind = FAN_COMMAND_OFFER_REMATCH, .side = FAN_WHITE, .text = "colours"},
    };
    FanRoom *room = fan_room_new();
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        carry_out(room, &commands[i]);
    }
    assert_int_equal(fan_room_state(room), FAN_ROOM_ENDED);
    fan_room_free(room);
    json_decref(spec);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_happens_without_memory),
    };
    json_set_alloc_funcs(take, free);
    if (!fan_protocol_begin()) {
        return 1;
    }
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    fan_protocol_end();
    return failed;
}
