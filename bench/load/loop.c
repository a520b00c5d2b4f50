#include "loop.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { READY_MAX = 512, READ_BYTES = 65536, KEPT_BYTES = 4096 };

void die(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fputs("bench_load: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(1);
}

uint64_t time_us(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

void loop_begin(Loop *loop) {
    loop->epoll = epoll_create1(EPOLL_CLOEXEC);
    loop->now_us = time_us();
    if (loop->epoll < 0) {
        die("epoll: %s", strerror(errno));
    }
}

void loop_end(Loop *loop) {
    close(loop->epoll);
}

static void control(Loop *loop, int what, Handler *handler) {
    struct epoll_event event = {.events = handler->wants, .data.ptr = handler};
    if (epoll_ctl(loop->epoll, what, handler->fd, &event) != 0) {
        die("epoll: %s", strerror(errno));
    }
}

void loop_add(Loop *loop, Handler *handler, uint32_t wants) {
    handler->wants = wants;
    control(loop, EPOLL_CTL_ADD, handler);
}

void loop_want(Loop *loop, Handler *handler, uint32_t wants) {
    if (handler->wants != wants) {
        handler->wants = wants;
        control(loop, EPOLL_CTL_MOD, handler);
    }
}

void loop_remove(Loop *loop, Handler *handler) {
    control(loop, EPOLL_CTL_DEL, handler);
}

void loop_turn(Loop *loop, int timeout_ms) {
    struct epoll_event events[READY_MAX];
    int count = epoll_wait(loop->epoll, events, READY_MAX, timeout_ms);
    loop->now_us = time_us();
    for (int i = 0; i < count; i++) {
        Handler *handler = events[i].data.ptr;
        handler->ready(handler, events[i].events);
    }
}

void bytes_add(Bytes *bytes, const void *more, size_t length) {
    size_t wanted = bytes->length + length;
    if (wanted > bytes->capacity) {
        bytes->capacity = wanted + wanted / 2;
        bytes->at = realloc(bytes->at, bytes->capacity);
        if (!bytes->at) {
            die("no memory");
        }
    }
    memcpy(bytes->at + bytes->length, more, length);
    bytes->length = wanted;
}

void bytes_take(Bytes *bytes, size_t length) {
    bytes->length -= length;
    if (bytes->length) {
        memmove(bytes->at, bytes->at + length, bytes->length);
    } else if (bytes->capacity > KEPT_BYTES) {
        bytes_free(bytes);
    }
}

void bytes_free(Bytes *bytes) {
    free(bytes->at);
    *bytes = (Bytes){0};
}

int connect_to(unsigned port) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    int one = 1, fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (fd < 0) {
        die("socket: %s", strerror(errno));
    }
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    if (connect(fd, (struct sockaddr *)&address, sizeof address) != 0 && errno != EINPROGRESS) {
        die("connect: %s", strerror(errno));
    }
    return fd;
}

bool read_into(int fd, Bytes *bytes) {
    static char buffer[READ_BYTES];
    ssize_t length = recv(fd, buffer, sizeof buffer, 0);
    if (length > 0) {
        bytes_add(bytes, buffer, (size_t)length);
        return true;
    }
    return length < 0 && (errno == EAGAIN || errno == EINTR);
}

bool write_from(int fd, Bytes *bytes) {
    if (bytes->length == 0) {
        return true;
    }
    ssize_t length = send(fd, bytes->at, bytes->length, MSG_NOSIGNAL);
    if (length > 0) {
        bytes_take(bytes, (size_t)length);
        return true;
    }
    return length < 0 && (errno == EAGAIN || errno == EINTR);
}
