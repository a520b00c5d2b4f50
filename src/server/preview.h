/* GET /g/ID: the page a game's link opens. It says what the game is, in the reader's language and
 * to programs that preview links (og: tags), and goes on to the game at /#/net/ID. It has no script
 * and no style: the policy of the page holds for it. */
#ifndef FAN_SERVER_PREVIEW_H
#define FAN_SERVER_PREVIEW_H

#include <jansson.h>

/* Which of the page's languages ("en", "fr", "mg", "nl", "ru") a header Accept-Language asks for;
 * NULL or nothing known: "en". Static memory. */
const char *fan_preview_language(const char *accept_language);

/* The page for a GameSummary, to be freed; NULL without memory. `summary` NULL: there is no such
 * game (then status 404). `public_url` is without a final slash. Everything in it is escaped. The
 * answer varies by Accept-Language. */
char *fan_preview_page(const json_t *summary, const char *public_url, const char *language);

#endif
