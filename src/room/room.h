/* A net game as a fold over numbered events: what happened, and what may happen next.
 *
 * The list of events is the truth. fan_room_apply takes the next one in; fan_room_decide answers a
 * command with the events it would cause, or with the reason why it causes none, and changes
 * nothing. This room has no clock, no socket and no disk: the caller says what time it is, stores
 * the events, and applies them once they are stored. The same events always make the same room.
 *
 * An event's text is one JSON object, as $defs.Event of protocol/v1.schema.json has it: it is
 * stored and sent on byte for byte. Commands are those of $defs.Command. Times are milliseconds
 * since 1970. fan_protocol_begin comes before anything here. A room belongs to one thread at a
 * time.
 *
 * Clocks. A real clock begins with the first turn of the second side; until then each side has
 * FAN_ROOM_FIRST_TURN_MS for its first turn, or the game is aborted. A clock of days begins when
 * both sit, and is full again after every turn. Whose time is up loses (R5.5), but before both
 * sides have turned once the game is aborted. A takeback gives no time back, and takes the
 * increments of the turns it takes. */
#ifndef FAN_ROOM_ROOM_H
#define FAN_ROOM_ROOM_H

#include <fanorona/game.h>
#include <jansson.h>

typedef struct FanRoom FanRoom;

enum {
    FAN_ROOM_ID = 10, /* letters and digits of a game's id */
    FAN_ROOM_PLAYER_MAX = 24,
    FAN_ROOM_NAME_MAX = 64,
    FAN_ROOM_EVENT_MAX = 2048,   /* bytes of an event's text, with its zero */
    FAN_ROOM_EVENTS_MAX = 4,     /* events that one command causes, at most */
    FAN_ROOM_ABSENCE_MS = 60000, /* after it the other side may claim the game */
    FAN_ROOM_FIRST_TURN_MS =
        60000, /* for the first turn of each side under a real clock; then aborted */
    FAN_ROOM_WAIT_MS = 14 * 86400000, /* a game that nobody joins is aborted after it */
    FAN_ROOM_OFFER_TURNS = 10,        /* from one offer of a draw to the next of that side */
    FAN_ROOM_PHRASES_MAX = 3,         /* of a side between two turns */
    FAN_ROOM_REMATCHES_MAX = 5,       /* offers of a side */
    FAN_ROOM_TAKEBACKS_MAX = 200,     /* in a game */
    FAN_ROOM_TURNS_MAX = 60000,       /* standing ones; rules without a quiet limit get so far */
    FAN_ROOM_NO_SIDE = 2,
};

typedef enum FanRoomState {
    FAN_ROOM_EMPTY,
    FAN_ROOM_WAITING,
    FAN_ROOM_PLAYING,
    FAN_ROOM_ENDED
} FanRoomState;

/* Who sits there. */
typedef struct FanRoomPlayer {
    char id[FAN_ROOM_PLAYER_MAX]; /* "" : nobody */
    char name[FAN_ROOM_NAME_MAX]; /* "" for guests */
    char kind[12];                /* "guest", "account", "bot", "computer", "gone" */
    unsigned level;               /* of a computer, 1 to 8 */
    unsigned rating;              /* in this variant, rounded; 0: none */
    bool provisional;             /* the rating is not sure yet */
} FanRoomPlayer;

typedef enum FanRoomClock {
    FAN_ROOM_CLOCK_NONE,
    FAN_ROOM_CLOCK_REAL,
    FAN_ROOM_CLOCK_DAYS
} FanRoomClock;

FanRoom *fan_room_new(void); /* NULL without memory */
void fan_room_free(FanRoom *room);

/* Takes the next event in. False, with the room unchanged and a sentence in *why (static or within
 * the room, until the next call), if it is not the next one, not an event that can follow (from a
 * store that is damage), or without memory. */
bool fan_room_apply(FanRoom *room, const char *event, size_t length, const char **why)
    __attribute__((warn_unused_result));

/* --- what is so --------------------------------------------------------------------------------
 */
FanRoomState fan_room_state(const FanRoom *room);
const char *fan_room_id(const FanRoom *room);      /* "" while EMPTY */
uint32_t fan_room_number(const FanRoom *room);     /* of the next event */
const FanGame *fan_room_game(const FanRoom *room); /* board, rules, turns; NULL while EMPTY */
const FanRoomPlayer *fan_room_player(const FanRoom *room, FanSide side);
const json_t *fan_room_spec(const FanRoom *room); /* GameSpec, in one form; borrowed */
const char *fan_room_result(const FanRoom *room); /* $defs.Result; NULL: not ended */
const char *fan_room_reason(const FanRoom *room); /* $defs.Reason; NULL: not ended */
int64_t fan_room_changed(const FanRoom *room);    /* the last event's time */
const char *fan_room_before(const FanRoom *room); /* the game it is the rematch of; "": none */
FanRoomClock fan_room_clock(const FanRoom *room);
bool fan_room_rated(const FanRoom *room);
bool fan_room_settled(const FanRoom *room); /* the ratings were told, or none are due */
bool fan_room_decided(const FanRoom *room); /* it has a result that counts: not aborted */
/* The side a player sits at, or FAN_ROOM_NO_SIDE. */
unsigned fan_room_side_of(const FanRoom *room, const char *player);
/* Milliseconds a side has left at `now_ms`; INT64_MAX without a clock. */
int64_t fan_room_left(const FanRoom *room, FanSide side, int64_t now_ms);
/* Whether a side's time runs. */
bool fan_room_running(const FanRoom *room);
/* The side that offers a draw, or asks for its turn back; FAN_ROOM_NO_SIDE: none does. */
unsigned fan_room_draw_offer(const FanRoom *room);
unsigned fan_room_takeback_ask(const FanRoom *room);
/* "colours", "vela", or NULL: what a side offers after the game. One offer stands, the last; once
 * both agreed it is both sides'. */
const char *fan_room_rematch_offer(const FanRoom *room, FanSide side);
const char *fan_room_next(const FanRoom *room); /* the next game of the two; "": none yet */
/* Whether both agreed on another game that is not made yet; then what is to be played (to be
 * released; NULL without memory) and the side of this game whose player has White in it. Both may
 * be NULL. */
bool fan_room_rematch(const FanRoom *room, json_t **spec, FanSide *white_was);
/* When the room will want FAN_COMMAND_TICK: time is up, a first turn or a second player never came.
 * 0: never. */
int64_t fan_room_deadline(const FanRoom *room);
/* $defs.GameSummary, for lists and the REST of bots; to be released. NULL without memory. */
json_t *fan_room_summary(const FanRoom *room, int64_t now_ms);
/* The game as a record (R9.5) with its tags, zero-ended; to be freed with free(). `site` is what
 * its Site tag says, NULL: nothing. False without memory. Not while EMPTY. */
bool fan_room_record(const FanRoom *room, const char *site, char **text, size_t *length);

/* --- what may happen ---------------------------------------------------------------------------
 */

typedef enum FanCommandKind {
    FAN_COMMAND_CREATE, /* game, spec, player (the maker, or NULL), side (FAN_ROOM_NO_SIDE: nobody
                         * sits yet); rematch_of or NULL */
    FAN_COMMAND_JOIN,   /* player, side wanted or FAN_ROOM_NO_SIDE: whichever is free */
    FAN_COMMAND_TURN,   /* ply, text */
    FAN_COMMAND_RESIGN,
    FAN_COMMAND_ABORT,      /* before the second turn, or while nobody has joined */
    FAN_COMMAND_OFFER_DRAW, /* also accepts one that stands */
    FAN_COMMAND_DECLINE_DRAW,
    FAN_COMMAND_ASK_TAKEBACK, /* of one's own last turn; also agrees to one that stands */
    FAN_COMMAND_DECLINE_TAKEBACK,
    FAN_COMMAND_CLAIM,           /* the other side is absent since away_ms */
    FAN_COMMAND_PHRASE,          /* text: the phrase's word */
    FAN_COMMAND_OFFER_REMATCH,   /* text: "colours" or "vela"; also agrees to a like one that stands
                                  */
    FAN_COMMAND_DECLINE_REMATCH, /* also takes one's own offer back */
    FAN_COMMAND_REMADE,          /* text: id of the next game; by the server once both agreed */
    FAN_COMMAND_TICK,            /* by the server: time is up */
    FAN_COMMAND_OUTAGE, /* by the server: it was away from from_ms to to_ms; nobody's time */
    FAN_COMMAND_CLOSE,  /* by the administration: ends without a result */
    FAN_COMMAND_RESEAT, /* by the server: `player` sits at the taken seat `side` from now on */
} FanCommandKind;

typedef struct FanCommand {
    FanCommandKind kind;
    unsigned side; /* FanSide of the seat that says it; FAN_ROOM_NO_SIDE: no seat */
    const FanRoomPlayer *player;
    const json_t *spec;
    const char *game;       /* CREATE: the id */
    const char *rematch_of; /* CREATE */
    const char *text;
    uint32_t ply;           /* TURN: turns made before it, as the sender knows the game */
    bool at_ply;            /* ASK_TAKEBACK: only while `ply` turns are made */
    int64_t away_ms;        /* CLAIM: since when the other side is away; 0: it is here */
    int64_t from_ms, to_ms; /* OUTAGE */
} FanCommand;

/* Takes kind, text, ply and at_ply from a message of the schema's; the text is borrowed. False,
 * with the command unchanged, if it is no command in a game. */
bool fan_command_read(const json_t *message, FanCommand *command);

/* Why a command causes nothing; the words are those of $defs.RefusalReason. */
typedef struct FanVerdict {
    const char *reason; /* NULL: it is fine. "stale", "illegal", "not-your-turn", "no-seat", "over",
                         * "repeated", "seat-taken", "not-now", "malformed", … Static */
    FanRefusal refusal; /* of an illegal turn */
    char text[256];     /* an English sentence for programs; never shown as it is on the page */
    unsigned count;     /* events, when it is fine */
    char events[FAN_ROOM_EVENTS_MAX][FAN_ROOM_EVENT_MAX];
} FanVerdict;

/* What a command would cause at now_ms. Changes nothing. A command that comes after the time is up
 * causes the end instead. now_ms may go back; events' times do not. */
void fan_room_decide(const FanRoom *room, const FanCommand *command, int64_t now_ms,
                     FanVerdict *verdict);

#endif
