/* The games of tests/data/net_games.jsonl stand as they say; web/tests/net/transcripts.test.ts
 * holds the page's fold to the same file. `room_random` writes such lines when FAN_TRANSCRIPTS
 * names a file. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/protocol.h"
#include "room/transcript.h"
#include "support/test.h"

static void check_game(const char *line, size_t length) {
    json_t *json = json_loadb(line, length, 0, NULL);
    FanRoom *room = fan_room_new();
    size_t i;
    json_t *event;
    json_array_foreach(json_object_get(json, "events"), i, event) {
        const char *why = "";
        char *text = json_dumps(event, JSON_COMPACT);
        if (!fan_room_apply(room, text, strlen(text), &why)) {
            fail_msg("%s: %s", text, why);
        }
        free(text);
    }
    assert_true(i > 0);
    json_t *looks = transcript_looks(room, json_integer_value(json_object_get(json, "now")));
    if (!json_equal(looks, json_object_get(json, "looks"))) {
        fail_msg("%s\nstands as %s", line, json_dumps(looks, JSON_COMPACT));
    }
    json_decref(looks);
    json_decref(json);
    fan_room_free(room);
}

static void games_stand_as_they_say(void **state) {
    (void)state;
    FILE *file = fopen("tests/data/net_games.jsonl", "r");
    char *line = NULL;
    size_t room = 0;
    unsigned games = 0;
    assert_non_null(file);
    for (ssize_t length; (length = getline(&line, &room, file)) > 0; games++) {
        check_game(line, (size_t)length);
    }
    assert_true(games > 20);
    free(line);
    fclose(file);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_stand_as_they_say),
    };
    if (!fan_protocol_begin()) {
        return 1;
    }
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    fan_protocol_end();
    return failed;
}
