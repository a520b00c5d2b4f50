/* A game at one terminal: the game with its seats, the turn being made, what the computer works on
 * and the last thing said. Knows no terminal, no file but those of the
 * endgame tables it is given, and no clock but the engine's, so that the screen, plain mode and the
 * tests all drive the same.
 *
 * Functions that a player's wish leads to never fail: what cannot be done is told in `said`, with
 * the clause where there is one. Return values, where there are any, say whether it was done. */
#ifndef FAN_CLI_PLAY_SESSION_H
#define FAN_CLI_PLAY_SESSION_H

#include "cli/certificates.h"
#include "cli/play/picture.h"
#include "cli/setup.h"

#include <fanorona/book.h>
#include <fanorona/record.h>

typedef enum FanSeat { FAN_SEAT_PERSON, FAN_SEAT_COMPUTER } FanSeat;

/* What the computer works on. */
typedef enum FanThought {
    FAN_THOUGHT_NONE,
    FAN_THOUGHT_REPLY, /* its turn */
    FAN_THOUGHT_HINT,  /* a turn for the person */
    FAN_THOUGHT_OFFER, /* whether to take a draw */
} FanThought;

enum { FAN_SAID_MAX = 512 };

typedef struct FanSession {
    FanBoard board;
    FanGame game;     /* its history is owned by the session */
    uint8_t seats[2]; /* FanSeat by FanSide */
    unsigned level;   /* of the computer, 1 to FAN_LEVELS */
    uint64_t seed;    /* which of near turns it chooses */
    FanVela gave;     /* whom the games before left to give (R7.6) */

    FanDraft draft;  /* the turn being made; only where a person is to move */
    FanPoint lifted; /* the stone taken up; FAN_NO_POINT for none */
    bool choosing;   /* a step that may take by approach or by withdrawal waits for the choice */
    FanOpenStep choice[2]; /* approach, withdrawal */

    FanEngine *engine;
    FanEndgames *endgames;         /* not owned; NULL: it plays without tables */
    FanCertificates *certificates; /* not owned; NULL: it is not to be perfect */
    uint8_t promised;              /* 1 + FanPromise as last told; 0: not in this game */
    uint8_t thought;               /* FanThought */
    bool learned;                  /* the engine remembers positions of this game */
    bool booked;                   /* the reply is known from the book: */
    FanTurn reply;
    bool hinted;
    FanTurn hint;

    char said[FAN_SAID_MAX]; /* the last message, a sentence; "" for none */
    bool refused;            /* it is a refusal */
    FanPoints blamed;        /* what it points at */
    unsigned changes;        /* counts up with every change of what a record of the game holds */
} FanSession;

/* Makes a session without a game. Returns false without memory. Afterwards, always,
 * fan_session_free. */
bool fan_session_init(FanSession *session);
void fan_session_free(FanSession *session);

/* Begins a game. The session must not be moved while it has one. */
void fan_session_begin(FanSession *session, const FanSetup *setup, const uint8_t seats[2]);

/* Begins with the game of a record, its end included. Returns false without memory; the session
 * then has another game, or a part of this one. */
bool fan_session_load(FanSession *session, const FanRecord *record, const uint8_t seats[2]);

/* Whether the side to move is a person's and the game goes on. */
bool fan_session_is_persons(const FanSession *session);

/* Whether the computer plays by what is proved: asked for, and not at a lower level by now. */
bool fan_session_is_perfect(const FanSession *session);

/* Whether one of the seats is the computer's. */
bool fan_session_has_computer(const FanSession *session);

bool fan_session_is_over(const FanSession *session);

__attribute__((format(printf, 2, 3))) void fan_session_say(FanSession *session, const char *format,
                                                           ...);
__attribute__((format(printf, 2, 3))) void fan_session_refuse(FanSession *session,
                                                              const char *format, ...);

/* --- the turn being made (session_draft.c) ------------------------------------------------------
 */

/* Acts on a point as Enter or a click does: takes a stone up or puts it down, steps, places,
 * chooses by a stone of a group, stops on the moving stone. */
void fan_session_touch(FanSession *session, FanPoint point);
void fan_session_choose(FanSession *session, FanKind kind);
void fan_session_stop(FanSession *session);
void fan_session_step_back(FanSession *session);
void fan_session_drop(FanSession *session);

/* Plays a turn as it was typed (R9.2). Returns whether it was played. */
bool fan_session_type(FanSession *session, const char *text);

/* The points that Tab goes round: stones that can move, or where the stone taken up can go, or, in
 * telo, where one can be placed. */
FanPoints fan_session_candidates(const FanSession *session);

/* --- between turns (session.c) ------------------------------------------------------------------
 */

/* Takes back the last turn of a person, and what the computer answered. */
bool fan_session_undo(FanSession *session);
bool fan_session_redo(FanSession *session);
bool fan_session_resign(FanSession *session);

/* Two persons agree at once; the computer is asked and thinks about it. */
void fan_session_offer_draw(FanSession *session);

/* From now on, also if the computer is thinking. */
void fan_session_set_level(FanSession *session, unsigned level);

/* Who gives if the next game is vela (R7.6): the winner, after a draw whoever gave before. Returns
 * FAN_VELA_NONE while vela cannot be offered. */
FanVela fan_session_next_giver(const FanSession *session);

/* Begins the next game on the same board: vela, or the same rules without it. Colours stay. */
void fan_session_next(FanSession *session, bool vela);

/* --- the computer (session_think.c) -------------------------------------------------------------
 */

/* Begins to look for a hint. */
void fan_session_ask_hint(FanSession *session);

/* Thinks for some ten milliseconds. At the end of a thought does what follows from it. Returns
 * whether the computer goes on thinking. */
bool fan_session_think(FanSession *session);

/* Drops what it works on; a reply is begun anew by fan_session_wake. */
void fan_session_hush(FanSession *session);

/* Begins a reply where the computer is to move. */
void fan_session_wake(FanSession *session);

/* --- what is shown (session_show.c) -------------------------------------------------------------
 */

/* Text that grows to the right and is cut at its end. */
enum { FAN_LINE_TEXT_MAX = 256 };
typedef struct FanText {
    char text[FAN_LINE_TEXT_MAX];
} FanText;

void fan_session_marks(const FanSession *session, FanPoint cursor, FanMarks *marks);

/* "White", "Black". */
const char *fan_side_name(FanSide side);

/* "White to move", "White wins: Black has no stones (R5.1)", "A draw: …". */
void fan_session_show_state(const FanSession *session, FanText *text);

/* What is proved of a side, as a sentence: "Proved: White cannot lose from here". */
void fan_session_show_promise(FanPromise promise, FanSide side, FanText *text);

/* Who sits there: "you", "computer, level 3", "computer, perfect", or "" where two persons play. */
void fan_session_show_seat(const FanSession *session, FanSide side, FanText *text);

/* "tsivy", "telo", "7x3". */
void fan_session_show_variant(const FanSession *session, FanText *text);

/* Rule options that are not at their default; "" if there are none. */
void fan_session_show_rules(const FanSession *session, FanText *text);

/* "quiet turns 3 of 50". */
void fan_session_show_quiet(const FanSession *session, FanText *text);

/* "vela: White gives 17", so many stones still, in its first phase; "vela: all is given"; or "". */
void fan_session_show_vela(const FanSession *session, FanText *text);

/* What is on a point and can be done there, in words. */
void fan_session_show_point(const FanSession *session, FanPoint point, FanText *text);

/* The draft so far, "d3-e3W-…", or "". */
void fan_session_show_draft(const FanSession *session, FanText *text);

/* Turn `index` of the game, canonical. */
void fan_session_show_turn(const FanSession *session, size_t index, FanText *text);

#endif
