#include "cli/serve/fold.h"

#include "room/room.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool take_all(FanRoom *room, const char *const *events, size_t count) {
    const char *why;
    for (size_t i = 0; i < count; i++) {
        if (!fan_room_apply(room, events[i], strlen(events[i]), &why)) {
            return false;
        }
    }
    return true;
}

/* The room after these events; NULL if they are none. */
static FanRoom *fold(const char *const *events, size_t count) {
    FanRoom *room = fan_room_new();
    if (room && !take_all(room, events, count)) {
        fan_room_free(room);
        room = NULL;
    }
    return room;
}

FanFolding fan_fold_record(const char *const *events, size_t count, char **text, size_t *length) {
    FanRoom *room = fold(events, count);
    if (!room) {
        return FAN_FOLD_DAMAGED;
    }
    FanRoomState state = fan_room_state(room);
    bool began = state == FAN_ROOM_PLAYING || state == FAN_ROOM_ENDED;
    bool written = began && fan_room_record(room, NULL, text, length);
    fan_room_free(room);
    return written ? FAN_FOLDED : FAN_FOLD_NOTHING;
}

/* The end of the room, taken into it. */
static bool close_room(FanRoom *room, int64_t now_ms, FanClosing *closing) {
    const FanCommand command = {.kind = FAN_COMMAND_CLOSE, .side = FAN_ROOM_NO_SIDE};
    FanVerdict verdict;
    fan_room_decide(room, &command, now_ms, &verdict);
    if (verdict.reason || verdict.count == 0) {
        return false;
    }
    for (unsigned i = 0; i < verdict.count; i++) {
        const char *why;
        closing->events[i] = strdup(verdict.events[i]);
        if (!closing->events[i] ||
            !fan_room_apply(room, verdict.events[i], strlen(verdict.events[i]), &why)) {
            return false;
        }
        closing->count++;
    }
    return true;
}

static void describe(const FanRoom *room, int64_t now_ms, FanClosing *closing) {
    json_t *summary = fan_room_summary(room, now_ms);
    closing->spec = summary ? json_dumps(summary, JSON_COMPACT) : NULL;
    json_decref(summary);
    const char *result = fan_room_result(room), *reason = fan_room_reason(room);
    snprintf(closing->result, sizeof closing->result, "%s", result ? result : "none");
    snprintf(closing->reason, sizeof closing->reason, "%s", reason ? reason : "closed");
    closing->game.state = "ended";
    closing->game.result = closing->result;
    closing->game.reason = closing->reason;
    closing->game.spec = closing->spec ? closing->spec : "{}";
    closing->game.settled = true;
    closing->game.closed = true;
    closing->game.deadline_ms = 0;
    closing->game.changed_ms = now_ms;
    closing->game.events = fan_room_number(room);
}

FanFolding fan_fold_closing(const FanStoreGame *known, const char *const *events, size_t count,
                            int64_t now_ms, FanClosing *closing) {
    FanRoom *room = fold(events, count);
    *closing = (FanClosing){.game = *known};
    if (!room) {
        return FAN_FOLD_DAMAGED;
    }
    bool closed = close_room(room, now_ms, closing);
    if (closed) {
        describe(room, now_ms, closing);
    }
    fan_room_free(room);
    return closed ? FAN_FOLDED : FAN_FOLD_NOTHING;
}

void fan_closing_free(FanClosing *closing) {
    for (size_t i = 0; i < FAN_CLOSING_EVENTS_MAX; i++) {
        free(closing->events[i]);
    }
    free(closing->spec);
    *closing = (FanClosing){0};
}
