#include "http.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <unistd.h>

typedef struct Request {
    char *text;
    HttpAnswered *answered;
    void *context;
    struct Request *next;
} Request;

typedef struct Line {
    Handler handler;
    Http *http;
    Bytes in, out;
    Request *request; /* on its way; NULL: the line is free */
} Line;

struct Http {
    Loop *loop;
    unsigned port, count, waiting;
    Request *first, **last;
    Line *lines;
};

static void open_line(Line *line);

static void close_line(Line *line) {
    loop_remove(line->http->loop, &line->handler);
    close(line->handler.fd);
    bytes_free(&line->in);
    bytes_free(&line->out);
}

static void send_request(Line *line) {
    bytes_add(&line->out, line->request->text, strlen(line->request->text));
    loop_want(line->http->loop, &line->handler, EPOLLIN | EPOLLOUT);
}

/* Puts the next request on a line that is free. */
static void begin_next(Line *line) {
    Http *http = line->http;
    if (line->request || !http->first) {
        return;
    }
    line->request = http->first;
    http->first = http->first->next;
    if (!http->first) {
        http->last = &http->first;
    }
    send_request(line);
}

static const char *header(const char *head, const char *name) {
    size_t length = strlen(name);
    for (const char *at = strstr(head, "\r\n"); at; at = strstr(at + 2, "\r\n")) {
        if (strncasecmp(at + 2, name, length) == 0 && at[2 + length] == ':') {
            return at + 3 + length;
        }
    }
    return NULL;
}

/* The whole answer is there: told, and taken from the line. */
static void finish(Line *line, size_t head, size_t body) {
    Request *request = line->request;
    char *text = malloc(head + body + 2);
    if (!text) {
        die("no memory");
    }
    memcpy(text, line->in.at, head);
    text[head - 1] = '\0'; /* the last line's end is not needed */
    memcpy(text + head, line->in.at + head, body);
    text[head + body] = '\0';
    HttpAnswer answer = {.head = text, .body = text + head};
    answer.status = (unsigned)strtoul(text + sizeof "HTTP/1.1", NULL, 10);
    bytes_take(&line->in, head + body);
    line->request = NULL;
    line->http->waiting--;
    const char *connection = header(text, "connection");
    bool closes = connection && strncasecmp(connection, " close", 6) == 0;
    request->answered(request->context, &answer);
    free(request->text);
    free(request);
    free(text);
    if (closes) {
        close_line(line);
        open_line(line);
    }
    begin_next(line);
}

static void take_answer(Line *line) {
    bytes_add(&line->in, "", 1);
    line->in.length--;
    char *end = strstr(line->in.at, "\r\n\r\n");
    if (!end || !line->request) {
        return;
    }
    size_t head = (size_t)(end - line->in.at) + 4;
    const char *length = header(line->in.at, "content-length");
    size_t body = length && length < end ? strtoul(length, NULL, 10) : 0;
    if (line->in.length >= head + body) {
        finish(line, head, body);
    }
}

/* The server has closed a line that was idle for long, perhaps just as a request went out. */
static void begin_again(Line *line) {
    if (line->in.length) {
        die("the server closed the connection within an answer");
    }
    close_line(line);
    open_line(line);
    if (line->request) {
        send_request(line);
    } else {
        begin_next(line);
    }
}

static void line_ready(Handler *handler, uint32_t events) {
    Line *line = (Line *)handler;
    if (events & EPOLLOUT) {
        if (!write_from(handler->fd, &line->out)) {
            begin_again(line);
            return;
        }
        loop_want(line->http->loop, handler, EPOLLIN | (line->out.length ? EPOLLOUT : 0U));
    }
    if (events & (EPOLLIN | EPOLLHUP | EPOLLERR)) {
        if (read_into(handler->fd, &line->in)) {
            take_answer(line);
        } else {
            begin_again(line);
        }
    }
}

static void open_line(Line *line) {
    line->handler = (Handler){.fd = connect_to(line->http->port), .ready = line_ready};
    loop_add(line->http->loop, &line->handler, EPOLLIN);
}

Http *http_new(Loop *loop, unsigned port, unsigned connections) {
    Http *http = calloc(1, sizeof *http);
    Line *lines = calloc(connections, sizeof *lines);
    if (!http || !lines) {
        die("no memory");
    }
    *http = (Http){.loop = loop, .port = port, .count = connections, .lines = lines};
    http->last = &http->first;
    for (unsigned i = 0; i < connections; i++) {
        lines[i].http = http;
        open_line(&lines[i]);
    }
    return http;
}

void http_free(Http *http) {
    for (unsigned i = 0; i < http->count; i++) {
        close_line(&http->lines[i]);
    }
    free(http->lines);
    free(http);
}

void http_ask(Http *http, const char *method, const char *path, const char *cookie,
              const char *body, HttpAnswered *answered, void *context) {
    char text[2048];
    Request *request = calloc(1, sizeof *request);
    snprintf(text, sizeof text,
             "%s %s HTTP/1.1\r\nHost: 127.0.0.1:%u\r\n%s%s%s"
             "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
             method, path, http->port, cookie ? "Cookie: " : "", cookie ? cookie : "",
             cookie ? "\r\n" : "", body ? strlen(body) : 0, body ? body : "");
    if (!request || !(request->text = strdup(text))) {
        die("no memory");
    }
    request->answered = answered;
    request->context = context;
    *http->last = request;
    http->last = &request->next;
    http->waiting++;
    for (unsigned i = 0; i < http->count && http->first; i++) {
        begin_next(&http->lines[i]);
    }
}

unsigned http_waiting(const Http *http) {
    return http->waiting;
}
