/* What is no request of a method that libwebsockets knows: it comes as raw bytes. The answer is
 * built by hand: the connection is no HTTP connection for libwebsockets any more. */
#include "server/answer.h"

#include <stdio.h>
#include <string.h>

/* Whether the bytes begin like a request: a word in capitals, a blank and something after it. */
static bool looks_like_request(const char *bytes, size_t length) {
    size_t word = 0;
    while (word < length && bytes[word] >= 'A' && bytes[word] <= 'Z') {
        word++;
    }
    return word > 0 && word + 1 < length && bytes[word] == ' ' && bytes[word + 1] > ' ' &&
           strncmp(bytes, "PRI * HTTP/2", length < 12 ? length : 12) != 0;
}

static size_t write_answer(char *text, const FanAnswer *answer) {
    char date[FAN_ANSWER_DATE_MAX];
    fan_answer_write_date(date);
    int size = snprintf(
        text, FAN_ANSWER_HEADERS_MAX_BYTES, "HTTP/1.1 %s\r\nserver: fanorona\r\ndate: %s\r\n",
        answer->status == 405 ? "405 Method Not Allowed\r\nallow: GET, HEAD" : "400 Bad Request",
        date);
    for (const struct lws_protocol_vhost_options *i = fan_server_headers; i; i = i->next) {
        size += snprintf(text + size, FAN_ANSWER_HEADERS_MAX_BYTES - (size_t)size, "%s %s\r\n",
                         i->name, i->value);
    }
    size += snprintf(text + size, FAN_ANSWER_HEADERS_MAX_BYTES - (size_t)size,
                     "content-type: %s\r\ncontent-length: %zu\r\ncache-control: no-store\r\n"
                     "connection: close\r\n\r\n%s",
                     answer->type, answer->body_bytes, (const char *)answer->body);
    return (size_t)size;
}

int fan_server_on_raw(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                      size_t length) {
    (void)user;
    if (reason != LWS_CALLBACK_RAW_RX) {
        return 0;
    }
    FanAnswer answer = looks_like_request(in, length)
                           ? fan_answer_closing(405, "Only GET and HEAD are allowed here\n")
                           : fan_answer_closing(400, "This is not a request in HTTP/1.1\n");
    unsigned char buffer[LWS_PRE + FAN_ANSWER_HEADERS_MAX_BYTES];
    size_t size = write_answer((char *)buffer + LWS_PRE, &answer);
    fan_server_tell_request(server_of(wsi), wsi, "-", "-", answer.status, FAN_ENCODING_IDENTITY,
                            answer.body_bytes);
    lws_write(wsi, buffer + LWS_PRE, size, LWS_WRITE_RAW);
    return -1;
}
