/* What is played: a GameSpec read. */
#ifndef FAN_ROOM_SETTING_H
#define FAN_ROOM_SETTING_H

#include "room/room.h"

enum { SETTING_WHY_MAX = 160 };

typedef struct Setting {
    const FanBoard *board; /* shared by all rooms, never freed */
    FanRules rules;
    FanPosition start;
    FanRoomClock clock;
    int64_t base_ms,
        increment_ms; /* real: what a side begins with; days: base is each turn's time */
    bool rated;
    bool usual; /* it begins at the variant's usual start */
} Setting;

/* The board of a size that is valid; one for all rooms and threads. */
const FanBoard *fan_room_board(unsigned files, unsigned ranks);

/* Reads a GameSpec whose form was checked. False, and *why says what cannot be played. */
bool fan_room_setting_read(Setting *setting, const json_t *spec, char why[SETTING_WHY_MAX]);
/* The spec in one form: variant by its name, rules without defaults, no start that is the usual
 * one. To be released; NULL without memory. */
json_t *fan_room_setting_write(const Setting *setting);

#endif
