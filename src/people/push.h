/* Notices to players who are not here: whose turn it is, to the browsers that asked for it. */
#ifndef FAN_PEOPLE_PUSH_H
#define FAN_PEOPLE_PUSH_H

#include "people/push_send.h"

typedef struct FanPush FanPush;

/* A subscription as a browser says it ($defs.PushSubscription). False: it is none. */
bool fan_push_read(FanSubscription *subscription, const char *endpoint, const char *p256dh,
                   const char *auth);

/* The notice that it is one's turn, as the page's service worker takes it; in the language it asked
 * for, else in English. */
void fan_push_text(const char *language, const char *game, char text[FAN_PUSH_TEXT_MAX]);

#endif
