/* Requests of the API: judged, limited, and made a call. */
#ifndef FAN_SERVER_API_H
#define FAN_SERVER_API_H

#include "server/http.h"

/* Whether a path is an ask of the schema or a game's link. What is answered at once without asking
 * anybody (pages.h) and the tables are not. */
bool fan_api_is_its(const FanServer *server, const char *path);

/* Zero to go on, negative to close the connection; as do all of these. */
int fan_api_serve(FanServer *server, struct lws *wsi, FanSession *session,
                  const FanRequest *request);

/* The body is here whole. */
int fan_api_go_on(FanServer *server, struct lws *wsi, FanSession *session,
                  const FanRequest *request);

/* Answers 429. */
int fan_api_refuse_limited(FanServer *server, struct lws *wsi, FanSession *session,
                           const FanRequest *request, unsigned wait_s, bool close);

#endif
