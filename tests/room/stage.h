/* A room on the stage: commands said in one line, what they cause held to the schema and applied.
 */
#ifndef FAN_TESTS_ROOM_STAGE_H
#define FAN_TESTS_ROOM_STAGE_H

#include "room/room.h"
#include "support/test.h"

enum { STAGE_NOW = 1000000000 };

typedef struct Stage {
    FanRoom *room;
    int64_t now_ms;
    FanVerdict verdict; /* of the last command */
    char **events;      /* all so far */
    size_t count, capacity;
} Stage;

/* Nobody yet. */
void stage_begin(Stage *stage);
void stage_end(Stage *stage);

/* Says a command at now_ms and applies what it causes. False if it is refused; the room's looks are
 * then what they were. */
bool stage_do(Stage *stage, const FanCommand *command);

/* Applies an event that somebody else has stored. */
void stage_apply(Stage *stage, const char *event);

extern const FanRoomPlayer stage_ann, stage_bob, stage_guest, stage_bot;

/* Makes a game whose spec is JSON with ' for ", Ann sits White; and has Bob join. The test fails if
 * they cannot. */
void stage_create(Stage *stage, const char *spec);
void stage_start(Stage *stage, const char *spec);
/* What a side does; the text is the turn's, the phrase's or the rematch's. The turn is said at the
 * right ply. */
bool stage_say(Stage *stage, FanCommandKind kind, unsigned side, const char *text);
/* Turns with blanks between, by both sides; the test fails if one is refused. */
void stage_turns(Stage *stage, const char *turns);
/* So many legal turns, `pause_ms` before each. */
void stage_any_turns(Stage *stage, unsigned count, int64_t pause_ms);
/* The test fails unless the last command was refused for this. */
void stage_refused(const Stage *stage, const char *reason);
/* The events the last command caused hold this text. */
void stage_told(const Stage *stage, const char *text);
/* How the room stands, in one JSON; to be released. */
json_t *stage_looks(const FanRoom *room, int64_t now_ms);
/* A fresh room of all events so far looks the same. */
void stage_replay(const Stage *stage);

#define CLOCK_NONE "'clock':{'kind':'none'}"
#define CLOCK_REAL "'clock':{'kind':'real','base_s':60,'increment_s':5}"
#define CLOCK_DAYS "'clock':{'kind':'days','days':3}"
#define SPEC(variant, rules, clock, rated)                                                         \
    "{'variant':'" variant "','rules':'" rules "'," clock ",'rated':" rated "}"

#endif
