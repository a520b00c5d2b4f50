/* The head of an answer, and the headers that every answer carries. */
#ifndef FAN_SERVER_ANSWER_H
#define FAN_SERVER_ANSWER_H

#include "server/encoding.h"
#include "server/internal.h"

enum {
    FAN_ANSWER_HEADERS_MAX_BYTES = 4096,
    FAN_ANSWER_SENTENCE_MAX_BYTES = 1024, /* of the body of an answer that closes its connection */
    FAN_ANSWER_DATE_MAX = 64,
};

typedef struct FanAnswer {
    unsigned status;
    const char *type, *cache; /* NULL: no such header */
    const char *allow, *etag, *retry_after, *cookie;
    FanEncoding encoding;
    bool varies; /* with Accept-Encoding */
    bool varies_by_language;
    bool upgrade; /* only a WebSocket is spoken here */
    bool close;   /* the connection, at once after it; then the body is short */
    bool last;    /* the connection is closed when it was sent */
    const void *body;
    size_t body_bytes;
} FanAnswer;

static inline bool has_header(struct lws *wsi, enum lws_token_indexes token) {
    return lws_hdr_total_length(wsi, token) > 0;
}

/* The value of a header in `text`, or NULL if it is not there or too long to be looked at. */
static inline const char *header(struct lws *wsi, enum lws_token_indexes token, char *text,
                                 int size) {
    return has_header(wsi, token) && lws_hdr_copy(wsi, text, size, token) >= 0 ? text : NULL;
}

/* A sentence in plain text; the same that closes the connection. */
FanAnswer fan_answer_plain(unsigned status, const char *sentence);
FanAnswer fan_answer_closing(unsigned status, const char *sentence);

/* The time now, as HTTP writes it. */
void fan_answer_write_date(char text[FAN_ANSWER_DATE_MAX]);

/* Writes the head of an answer to its connection. Returns false when that is to be closed. */
FAN_NODISCARD bool fan_answer_write_head(struct lws *wsi, const FanAnswer *answer);

#endif
