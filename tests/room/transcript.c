#include "room/transcript.h"

#include "support/test.h"

static json_t *side_or_null(unsigned side) {
    return side == FAN_ROOM_NO_SIDE ? json_null()
                                    : json_string(side == FAN_WHITE ? "white" : "black");
}

static json_t *left(const FanRoom *room, FanSide side, int64_t now_ms) {
    int64_t ms = fan_room_left(room, side, now_ms);
    return ms == INT64_MAX ? json_null() : json_integer((json_int_t)ms);
}

static json_t *rematch(const FanRoom *room) {
    const char *white = fan_room_rematch_offer(room, FAN_WHITE);
    const char *black = fan_room_rematch_offer(room, FAN_BLACK);
    if (fan_room_next(room)[0] || (!white && !black)) {
        return json_null(); /* what was made is not offered any more */
    }
    return json_pack("{s:s, s:b, s:o}", "kind", white ? white : black, "agreed", white && black,
                     "side", white && black ? json_null() : side_or_null(white ? 0 : 1));
}

json_t *transcript_looks(const FanRoom *room, int64_t now_ms) {
    const FanGame *game = fan_room_game(room);
    const char *next = fan_room_next(room);
    json_t *looks = json_pack(
        "{s:i, s:I, s:o, s:o, s:[o, o], s:b, s:o, s:o, s:o, s:s?, s:s?, s:s?}", "number",
        (int)fan_room_number(room), "turns", (json_int_t)game->length, "to_move",
        side_or_null(game->position.side), "playing",
        json_boolean(fan_room_state(room) == FAN_ROOM_PLAYING), "left",
        left(room, FAN_WHITE, now_ms), left(room, FAN_BLACK, now_ms), "running",
        (int)fan_room_running(room), "draw", side_or_null(fan_room_draw_offer(room)), "takeback",
        side_or_null(fan_room_takeback_ask(room)), "rematch", rematch(room), "result",
        fan_room_result(room), "reason", fan_room_reason(room), "next", next[0] ? next : NULL);
    assert_non_null(looks);
    return looks;
}
