/* What a room remembers, and what its files share. */
#ifndef FAN_ROOM_INSIDE_H
#define FAN_ROOM_INSIDE_H

#include "room/room.h"
#include "room/setting.h"

enum { ROOM_WHY_MAX = 256 };

typedef enum Rematch { REMATCH_NONE, REMATCH_COLOURS, REMATCH_VELA } Rematch;

/* What one side has said and may still say. */
typedef struct Voice {
    uint32_t draw_from; /* turns made from which on a draw may be offered again */
    uint32_t asked_at;  /* turns made when the last turn was asked back, plus one; 0: never */
    uint8_t phrases;    /* since the last turn */
    uint8_t rematches;  /* offered */
} Voice;

struct FanRoom {
    uint8_t state;                    /* FanRoomState */
    bool begun;                       /* both sides have made a turn once */
    bool running;                     /* a clock runs */
    bool settled;                     /* the ratings were told */
    uint8_t draw_offer, takeback_ask; /* FanSide or FAN_ROOM_NO_SIDE */
    uint8_t rematch, rematch_side;    /* Rematch that stands, and who offered it last */
    bool agreed;                      /* both offered it */
    uint8_t result;                   /* place in result_words, when it has ended */
    uint8_t reason;                   /* place in reason_words */
    uint32_t number;                  /* of the next event */
    uint32_t turned;                  /* turns made, those taken back too */
    uint32_t takebacks;
    char id[FAN_ROOM_ID + 1], before[FAN_ROOM_ID + 1], next[FAN_ROOM_ID + 1];
    int64_t changed_ms; /* the last event's time */
    int64_t mark_ms;    /* the time `left` speaks of, and from which first turns are waited for */
    int64_t made_ms;
    int64_t left_ms[2];
    Voice voices[2];
    FanRoomPlayer players[2];
    Setting setting;
    json_t *spec;
    FanGame game;
    FanPly *plies;
    char *why; /* the last apply's sentence; NULL: there was none */
};

/* The words of $defs.Result and $defs.Reason in their order; NULL-ended. */
extern const char *const fan_room_result_words[];
extern const char *const fan_room_reason_words[];
enum { RESULT_WHITE, RESULT_BLACK, RESULT_DRAW, RESULT_NONE };

/* The side of "white" and "black", FAN_ROOM_NO_SIDE of anything else; and back. */
unsigned fan_room_side_read(const char *word);
const char *fan_room_side_word(unsigned side);

/* Room for so many turns more; false without memory. There is always room for one: what a turn
 * would come to is found out by playing it on a copy of the game, behind its last turn. */
bool fan_room_make_place(FanRoom *room, size_t turns);
/* How many turns a side's last turn and what came after it are: 1 or 2, 0 if it has none. */
unsigned fan_room_last_turn(const FanRoom *room, FanSide side);
/* What REMATCH_… may be offered now: NULL, or the reason why not. */
const char *fan_room_rematch_refusal(const FanRoom *room, Rematch rematch);
Rematch fan_room_rematch_read(const char *word);
const char *fan_room_rematch_word(Rematch rematch);

/* --- clock.c ---------------------------------------------------------------------------------- */

/* What an event's `left` says. */
typedef struct Left {
    bool runs; /* false: null */
    int64_t ms[2];
} Left;

/* Whether the room's time is up at now_ms, and something must end. */
bool fan_room_clock_is_up(const FanRoom *room, int64_t now_ms);
Left fan_room_clock_after_join(const FanRoom *room);
Left fan_room_clock_after_turn(const FanRoom *room, int64_t now_ms);
Left fan_room_clock_after_takeback(const FanRoom *room, unsigned turns, int64_t now_ms);
Left fan_room_clock_after_outage(const FanRoom *room, int64_t from_ms, int64_t to_ms,
                                 int64_t now_ms);
Left fan_room_clock_at_end(const FanRoom *room, int64_t now_ms);

/* --- event.c: what decide says ---------------------------------------------------------------- */

typedef struct Decision {
    const FanRoom *room;
    const FanCommand *command;
    int64_t now_ms; /* never before the last event */
    FanVerdict *verdict;
} Decision;

/* Refuses: forgets the events, keeps the reason (static) and the sentence. */
void fan_room_refuse(Decision *decision, const char *reason, const char *text);
/* Adds an event; the pairs behind kind are those of json_pack, with what it consumes. */
void fan_room_tell(Decision *decision, const char *kind, json_t *rest);
void fan_room_tell_end(Decision *decision, const char *result, const char *reason, Left left);
/* {"side": word}, and any other properties; NULL without memory, as fan_room_tell takes it. */
json_t *fan_room_side_property(unsigned side);
json_t *fan_room_left_json(const Left *left);
json_t *fan_room_player_json(const FanRoomPlayer *player);

/* --- seats.c, offers.c, finish.c: the commands ------------------------------------------------ */

void fan_room_decide_create(Decision *decision);
void fan_room_decide_join(Decision *decision);
void fan_room_decide_reseat(Decision *decision);
void fan_room_decide_offer_draw(Decision *decision);
void fan_room_decide_decline_draw(Decision *decision);
void fan_room_decide_ask_takeback(Decision *decision);
void fan_room_decide_decline_takeback(Decision *decision);
void fan_room_decide_phrase(Decision *decision);
void fan_room_decide_offer_rematch(Decision *decision);
void fan_room_decide_decline_rematch(Decision *decision);
void fan_room_decide_remade(Decision *decision);
void fan_room_decide_resign(Decision *decision);
void fan_room_decide_abort(Decision *decision);
void fan_room_decide_claim(Decision *decision);
void fan_room_decide_tick(Decision *decision);
void fan_room_decide_outage(Decision *decision);
void fan_room_decide_close(Decision *decision);
/* The end because time is up. */
void fan_room_decide_time(Decision *decision);

#endif
