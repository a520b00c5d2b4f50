/* Answers that are there at once: files of the page, health, counts, what the server is. */
#ifndef FAN_SERVER_PAGES_H
#define FAN_SERVER_PAGES_H

#include "server/answer.h"

/* The answer to GET of a path that is no ask. *made, to be freed when it was sent, holds the body
 * where it was made for this answer; else NULL. */
FanAnswer fan_page_answer(FanServer *server, struct lws *wsi, const char *path, char **made);

/* 304 instead of 200, if the client has it: `etag` is what it would get. */
void fan_answer_unless_known(struct lws *wsi, FanAnswer *answer);

#endif
