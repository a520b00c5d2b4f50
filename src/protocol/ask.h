/* Requests and who makes them, whatever carries them. */
#ifndef FAN_PROTOCOL_ASK_H
#define FAN_PROTOCOL_ASK_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* Somebody, as the cookie or the token says. */
typedef struct FanIdentity {
    char player[24]; /* "": nobody yet; may watch, not act */
    char name[64];   /* "" for guests */
    char kind[12];   /* "guest", "account", "bot"; "" for nobody */
} FanIdentity;

typedef struct FanReply {
    unsigned status;  /* of HTTP */
    json_t *body;     /* borrowed during the call; NULL: none */
    const char *text; /* instead of body: records, calendars, pictures */
    size_t text_bytes;
    const char *type; /* of text */
    const char
        *cookie; /* a session to be set; "": to be taken away; NULL: as it is. The value alone */
} FanReply;

/* Called once; everything lives only during the call. */
typedef void FanAnswered(void *context, const FanReply *reply);

/* A refusal as $defs.Error has it, as the body of a reply; NULL without memory. */
json_t *fan_refusal_body(const char *reason, const char *text);
/* The status of HTTP that goes with a RefusalReason. */
unsigned fan_refusal_status(const char *reason);

#endif
