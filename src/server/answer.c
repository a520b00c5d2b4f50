#include "server/answer.h"

#include "server/wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    AGENT_MAX_BYTES = 512,
    HOST_MAX_BYTES = 256,
    SOURCE_MAX_BYTES = 320,
    POLICY_MAX_BYTES = 1024,
};

#define HEADER(next, name, value)                                                                  \
    { next, NULL, name, value }
/* No page of ours loads, runs or frames anything from elsewhere; wasm may be compiled. The two gaps
 * are how wasm is allowed and the address of our WebSocket. */
#define POLICY(evaluation, socket)                                                                 \
    "default-src 'self'; script-src 'self' " evaluation                                            \
    "; style-src 'self'; img-src 'self' data: blob:; worker-src 'self'; connect-src 'self'" socket \
    "; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "         \
    "object-src 'none'"

static const char policy[] = POLICY("'wasm-unsafe-eval'", "");

/* Chrome before 97 and Safari before 16 did not know that word and ran wasm only where any text
 * might be evaluated. Our floor is Chrome 80 and Safari 14. (Firefox let wasm run until it knew the
 * word.) */
enum { CHROME_KNOWS_WASM = 97, SAFARI_KNOWS_WASM = 16 };

/* The policy is chosen anew for each answer (fan_answer_write_head). The three cross-origin headers
 * isolate the page, as shared memory will need one day. */
struct lws_protocol_vhost_options fan_server_headers[] = {
    HEADER(&fan_server_headers[1], "content-security-policy:", policy),
    HEADER(&fan_server_headers[2], "cross-origin-opener-policy:", "same-origin"),
    HEADER(&fan_server_headers[3], "cross-origin-embedder-policy:", "require-corp"),
    HEADER(&fan_server_headers[4], "cross-origin-resource-policy:", "same-origin"),
    HEADER(&fan_server_headers[5], "x-content-type-options:", "nosniff"),
    HEADER(&fan_server_headers[6], "referrer-policy:", "no-referrer"),
    HEADER(NULL, "permissions-policy:",
           "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), "
           "magnetometer=(), microphone=(), midi=(), payment=(), usb=()"),
};

typedef struct Writer {
    struct lws *wsi;
    unsigned char *at, *end;
    bool failed;
} Writer;

static void add(Writer *writer, const char *name, const char *value) {
    if (value && !writer->failed) {
        writer->failed = lws_add_http_header_by_name(
                             writer->wsi, (const unsigned char *)name, (const unsigned char *)value,
                             (int)strlen(value), &writer->at, writer->end) != 0;
    }
}

FanAnswer fan_answer_plain(unsigned status, const char *sentence) {
    return (FanAnswer){.status = status,
                       .type = "text/plain; charset=utf-8",
                       .cache = "no-store",
                       .body = sentence,
                       .body_bytes = strlen(sentence)};
}

FanAnswer fan_answer_closing(unsigned status, const char *sentence) {
    FanAnswer answer = fan_answer_plain(status, sentence);
    answer.close = true;
    return answer;
}

void fan_answer_write_date(char text[FAN_ANSWER_DATE_MAX]) {
    static const char days[] = "SunMonTueWedThuFriSat";
    static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    struct tm at;
    time_t now = time(NULL);
    gmtime_r(&now, &at);
    snprintf(text, FAN_ANSWER_DATE_MAX, "%.3s, %02d %.3s %d %02d:%02d:%02d GMT",
             days + 3 * at.tm_wday, at.tm_mday, months + 3 * at.tm_mon, 1900 + at.tm_year,
             at.tm_hour, at.tm_min, at.tm_sec);
}

/* The number that follows a word in the name of a browser, or -1. */
static long number_after(const char *agent, const char *word) {
    const char *found = strstr(agent, word);
    const char *digits = found ? found + strlen(word) : "";
    return *digits >= '0' && *digits <= '9' ? strtol(digits, NULL, 10) : -1;
}

static bool old_browser(const char *agent) {
    long chrome = number_after(agent, "Chrome/"), safari = number_after(agent, "Version/");
    /* Whatever it calls itself, a browser on an iPhone is the Safari of its system. */
    safari = safari >= 0 ? safari : number_after(agent, " OS ");
    return chrome >= 0 ? chrome < CHROME_KNOWS_WASM : safari >= 0 && safari < SAFARI_KNOWS_WASM;
}

/* Where our WebSocket is, " wss://fanorona.example", or "": Safari before 15.4 and Firefox 78 do
 * not count it as 'self'. The host is the public one, else the one that was asked, if it looks like
 * one.
 */
static void write_socket_source(FanServer *server, struct lws *wsi, char text[SOURCE_MAX_BYTES]) {
    static const char signs[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-:[]";
    char host[HOST_MAX_BYTES];
    text[0] = '\0';
    if (!server->hub) {
        return;
    }
    if (server->origin[0]) {
        snprintf(text, SOURCE_MAX_BYTES, " ws%s", server->origin + strlen("http"));
    } else if (header(wsi, WSI_TOKEN_HOST, host, sizeof host) && host[0] &&
               host[strspn(host, signs)] == '\0') {
        bool secure = fan_wire_whose(server, wsi).secure;
        snprintf(text, SOURCE_MAX_BYTES, " %s://%s", secure ? "wss" : "ws", host);
    }
}

static void write_policy(struct lws *wsi, char text[POLICY_MAX_BYTES]) {
    char agent[AGENT_MAX_BYTES], source[SOURCE_MAX_BYTES];
    bool old = header(wsi, WSI_TOKEN_HTTP_USER_AGENT, agent, sizeof agent) && old_browser(agent);
    write_socket_source(server_of(wsi), wsi, source);
    snprintf(text, POLICY_MAX_BYTES, POLICY("%s", "%s"),
             old ? "'unsafe-eval'" : "'wasm-unsafe-eval'", source);
}

bool fan_answer_write_head(struct lws *wsi, const FanAnswer *answer) {
    unsigned char buffer[LWS_PRE + FAN_ANSWER_HEADERS_MAX_BYTES];
    Writer writer = {wsi, buffer + LWS_PRE, buffer + sizeof buffer, false};
    char length[24], date[FAN_ANSWER_DATE_MAX], chosen[POLICY_MAX_BYTES];
    snprintf(length, sizeof length, "%zu", answer->body_bytes);
    fan_answer_write_date(date);
    write_policy(wsi, chosen);
    fan_server_headers[0].value = chosen;
    writer.failed = lws_add_http_header_status(wsi, answer->status, &writer.at, writer.end) != 0;
    fan_server_headers[0].value = policy; /* for the answers that libwebsockets makes itself */
    add(&writer, "date:", date);
    if (answer->status != 304) {
        add(&writer, "content-type:", answer->type);
        add(&writer, "content-length:", length);
        if (answer->encoding != FAN_ENCODING_IDENTITY) {
            add(&writer, "content-encoding:", fan_encoding_name(answer->encoding));
        }
    }
    add(&writer, "vary:",
        answer->varies               ? "accept-encoding"
        : answer->varies_by_language ? "accept-language"
                                     : NULL);
    add(&writer, "cache-control:", answer->cache);
    add(&writer, "etag:", answer->etag);
    add(&writer, "allow:", answer->allow);
    add(&writer, "retry-after:", answer->retry_after);
    add(&writer, "set-cookie:", answer->cookie);
    add(&writer, "upgrade:", answer->upgrade ? "websocket" : NULL);
    add(&writer, "sec-websocket-version:", answer->upgrade ? "13" : NULL);
    add(&writer,
        "strict-transport-security:", server_of(wsi)->only_tls ? "max-age=31536000" : NULL);
    add(&writer, "connection:", answer->close || answer->last ? "close" : NULL);
    return !writer.failed &&
           lws_finalize_write_http_header(wsi, buffer + LWS_PRE, &writer.at, writer.end) == 0;
}
