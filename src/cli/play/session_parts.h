/* What the files of the session share among themselves. */
#ifndef FAN_CLI_PLAY_SESSION_PARTS_H
#define FAN_CLI_PLAY_SESSION_PARTS_H

#include "cli/play/session.h"

/* Refuses with "WHAT: why (clause)", or "why (clause)" where WHAT is empty, and points at what
 * forbids it. */
void fan_session_refuse_for(FanSession *session, const char *what, const FanRefusal *refusal);

/* Plays a turn of whoever is to move and tells it. Returns false, with the reason said, if it is
 * not legal or there is no memory. */
bool fan_session_play(FanSession *session, const FanTurn *turn);

/* Ends the game by agreement. */
void fan_session_agree_draw(FanSession *session);

/* Lets the computer weigh an offer of a draw by the person to move. */
void fan_session_ask_offer(FanSession *session);

/* Begins the draft of the turn now to be made. */
void fan_session_clear_draft(FanSession *session);

#endif
