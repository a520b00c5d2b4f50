/* A net game as a record (R9.5). */
#include <fanorona/record.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "room/inside.h"

enum { TAG_TEXT_MAX = 96 };

/* Who played, as people read it. */
static const char *name_of(const FanRoomPlayer *player, char text[TAG_TEXT_MAX]) {
    if (player->name[0]) {
        return player->name;
    }
    if (player->level) {
        snprintf(text, TAG_TEXT_MAX, "Computer, level %u", player->level);
        return text;
    }
    return player->id[0] ? "Guest" : NULL;
}

static const char *date_of(const FanRoom *room, char text[TAG_TEXT_MAX]) {
    time_t seconds = (time_t)(room->made_ms / 1000);
    struct tm day;
    return gmtime_r(&seconds, &day) && strftime(text, TAG_TEXT_MAX, "%Y.%m.%d", &day) > 0 ? text
                                                                                          : NULL;
}

/* As PGN has it: seconds and increment; seconds a turn; none. */
static const char *time_control(const FanRoom *room, char text[TAG_TEXT_MAX]) {
    const Setting *setting = &room->setting;
    long long base_s = (long long)(setting->base_ms / 1000);
    switch (setting->clock) {
    case FAN_ROOM_CLOCK_REAL:
        snprintf(text, TAG_TEXT_MAX, "%lld+%lld", base_s,
                 (long long)(setting->increment_ms / 1000));
        return text;
    case FAN_ROOM_CLOCK_DAYS:
        snprintf(text, TAG_TEXT_MAX, "1/%lld", base_s);
        return text;
    case FAN_ROOM_CLOCK_NONE:
        break;
    }
    return "-";
}

static bool set_tag(FanRecord *record, const char *name, const char *value) {
    return !value || fan_record_set_tag(record, name, value) == FAN_EDIT_OK;
}

static bool set_tags(const FanRoom *room, const char *site, FanRecord *record) {
    char text[TAG_TEXT_MAX];
    bool without = room->state == FAN_ROOM_ENDED && room->result == RESULT_NONE;
    return set_tag(record, "Event", room->setting.rated ? "Rated game" : "Casual game") &&
           set_tag(record, "Site", site) && set_tag(record, "Date", date_of(room, text)) &&
           set_tag(record, "White", name_of(&room->players[FAN_WHITE], text)) &&
           set_tag(record, "Black", name_of(&room->players[FAN_BLACK], text)) &&
           set_tag(record, "TimeControl", time_control(room, text)) &&
           set_tag(record, "Termination", without ? fan_room_reason_words[room->reason] : NULL);
}

typedef struct Text {
    char *bytes;
    size_t length, capacity;
} Text;

static bool add_bytes(void *context, const char *bytes, size_t length) {
    Text *text = context;
    size_t wanted = text->length + length + 1;
    if (wanted > text->capacity) {
        size_t capacity = wanted + wanted / 2;
        char *larger = realloc(text->bytes, capacity);
        if (!larger) {
            return false;
        }
        text->bytes = larger;
        text->capacity = capacity;
    }
    memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    text->bytes[text->length] = '\0';
    return true;
}

bool fan_room_record(const FanRoom *room, const char *site, char **text, size_t *length) {
    FanRecord record;
    Text written = {0};
    fan_record_init(&record, NULL);
    bool fine = fan_record_from_game(&record, &room->game) == FAN_EDIT_OK &&
                set_tags(room, site, &record) && fan_record_write(&record, add_bytes, &written);
    fan_record_free(&record);
    if (!fine) {
        free(written.bytes);
        return false;
    }
    *text = written.bytes;
    *length = written.length;
    return true;
}
