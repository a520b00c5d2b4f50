/* Games of tests/data/net_games.jsonl: a line each, {"events": […], "now": …, "looks": {…}}. The
 * room and the page's fold are both held to them. */
#ifndef FAN_TESTS_ROOM_TRANSCRIPT_H
#define FAN_TESTS_ROOM_TRANSCRIPT_H

#include "room/room.h"

/* How a room stands, in words that the page knows, too; to be released. */
json_t *transcript_looks(const FanRoom *room, int64_t now_ms);

#endif
