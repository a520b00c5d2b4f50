#include "ws.h"

#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

enum { TEXT = 1, CLOSE = 8, PING = 9, PONG = 10, FINAL = 0x80, MASKED = 0x80 };

/* A client must mask; the same mask every time is as good for a measurement. */
static const unsigned char mask[4] = {0x5a, 0x17, 0xc3, 0x21};

static void want(Ws *ws) {
    loop_want(ws->loop, &ws->handler, EPOLLIN | (ws->out.length ? EPOLLOUT : 0U));
}

static void say_frame(Ws *ws, unsigned code, const char *text, size_t length) {
    unsigned char head[8] = {(unsigned char)(FINAL | code)};
    size_t size = 2;
    if (length < 126) {
        head[1] = (unsigned char)(MASKED | length);
    } else {
        head[1] = MASKED | 126;
        head[2] = (unsigned char)(length >> 8);
        head[3] = (unsigned char)length;
        size = 4;
    }
    memcpy(head + size, mask, sizeof mask);
    bytes_add(&ws->out, head, size + sizeof mask);
    size_t begin = ws->out.length;
    bytes_add(&ws->out, text, length);
    for (size_t i = 0; i < length; i++) {
        ws->out.at[begin + i] = (char)((unsigned char)ws->out.at[begin + i] ^ mask[i % 4]);
    }
    if (ws->open && !write_from(ws->handler.fd, &ws->out)) {
        die("a connection broke");
    }
    want(ws);
}

void ws_say(Ws *ws, const char *text, size_t length) {
    say_frame(ws, TEXT, text, length);
}

/* --- what comes in -----------------------------------------------------------------------------
 */

static void take_frame(Ws *ws, unsigned first, char *text, size_t length) {
    unsigned code = first & 0x0F;
    if (code == PING) {
        say_frame(ws, PONG, text, length);
    } else if (code == CLOSE) {
        die("the server closed a connection, code %d",
            length >= 2 ? (unsigned char)text[0] << 8 | (unsigned char)text[1] : 0);
    } else if (code == TEXT && first & FINAL && ws->message.length == 0) {
        char after = text[length]; /* the next frame's, or spare */
        text[length] = '\0';
        ws->told(ws, text, length);
        text[length] = after;
    } else if (code <= TEXT) {
        bytes_add(&ws->message, text, length);
        if (first & FINAL) {
            bytes_add(&ws->message, "", 1);
            ws->told(ws, ws->message.at, ws->message.length - 1);
            bytes_take(&ws->message, ws->message.length);
        }
    }
}

/* The frame at the beginning: bytes of its head and of its text. False if it is not whole. */
static bool measure(const unsigned char *at, size_t length, size_t *head, size_t *text) {
    if (length < 2) {
        return false;
    }
    unsigned shown = at[1] & 0x7F, bytes = shown == 126 ? 2 : shown == 127 ? 8 : 0;
    *head = 2 + bytes;
    *text = bytes ? 0 : shown;
    for (unsigned i = 0; i < bytes && length >= *head; i++) {
        *text = *text << 8 | at[2 + i];
    }
    return length >= *head && length - *head >= *text;
}

static void take_frames(Ws *ws) {
    size_t taken = 0, head, text;
    /* A byte to spare, for the zero behind the last text. */
    bytes_add(&ws->in, "", 1);
    ws->in.length--;
    while (measure((unsigned char *)ws->in.at + taken, ws->in.length - taken, &head, &text)) {
        unsigned first = (unsigned char)ws->in.at[taken];
        take_frame(ws, first, ws->in.at + taken + head, text);
        taken += head + text;
    }
    bytes_take(&ws->in, taken);
}

static void take_handshake(Ws *ws) {
    bytes_add(&ws->in, "", 1);
    ws->in.length--;
    char *end = strstr(ws->in.at, "\r\n\r\n");
    if (!end) {
        return;
    }
    if (strncmp(ws->in.at, "HTTP/1.1 101", 12) != 0) {
        die("no WebSocket: %.*s", (int)strcspn(ws->in.at, "\r"), ws->in.at);
    }
    bytes_take(&ws->in, (size_t)(end - ws->in.at) + 4);
    ws->open = true;
    ws->opened(ws);
    if (ws->in.length) {
        take_frames(ws);
    }
}

static void ready(Handler *handler, uint32_t events) {
    Ws *ws = (Ws *)handler;
    if (events & EPOLLOUT && !write_from(handler->fd, &ws->out)) {
        die("a connection broke");
    }
    if (events & (EPOLLIN | EPOLLHUP | EPOLLERR)) {
        if (!read_into(handler->fd, &ws->in)) {
            die("the server hung up on a player");
        }
        if (ws->open) {
            take_frames(ws);
        } else {
            take_handshake(ws);
        }
    }
    want(ws);
}

void ws_connect(Ws *ws, Loop *loop, unsigned port, const char *path, const char *protocol,
                const char *cookie) {
    char text[1024];
    int length = snprintf(text, sizeof text,
                          "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%u\r\nUpgrade: websocket\r\n"
                          "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                          "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                          "Sec-WebSocket-Protocol: %s\r\n%s%s%s\r\n",
                          path, port, protocol, cookie ? "Cookie: " : "", cookie ? cookie : "",
                          cookie ? "\r\n" : "");
    ws->loop = loop;
    ws->handler = (Handler){.fd = connect_to(port), .ready = ready};
    bytes_add(&ws->out, text, (size_t)length);
    loop_add(loop, &ws->handler, EPOLLIN | EPOLLOUT);
}

void ws_free(Ws *ws) {
    loop_remove(ws->loop, &ws->handler);
    close(ws->handler.fd);
    bytes_free(&ws->in);
    bytes_free(&ws->out);
    bytes_free(&ws->message);
}
