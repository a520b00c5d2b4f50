/* One epoll loop for thousands of sockets, and time in microseconds. */
#ifndef FAN_BENCH_LOAD_LOOP_H
#define FAN_BENCH_LOAD_LOOP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Loop {
    int epoll;
    uint64_t now_us; /* when the last wait returned */
} Loop;

/* Something with a descriptor that the loop watches. */
typedef struct Handler Handler;
struct Handler {
    int fd;
    uint32_t wants; /* EPOLLIN, EPOLLOUT */
    void (*ready)(Handler *handler, uint32_t events);
};

/* Monotonic. */
uint64_t time_us(void);

void loop_begin(Loop *loop);
void loop_end(Loop *loop);
void loop_add(Loop *loop, Handler *handler, uint32_t wants);
void loop_want(Loop *loop, Handler *handler, uint32_t wants);
void loop_remove(Loop *loop, Handler *handler);
/* Waits at most timeout_ms and calls what is ready. A handler may remove itself, no other. */
void loop_turn(Loop *loop, int timeout_ms);

/* Bytes that grow. */
typedef struct Bytes {
    char *at;
    size_t length, capacity;
} Bytes;
void bytes_add(Bytes *bytes, const void *more, size_t length);
/* Takes the first `length` away. */
void bytes_take(Bytes *bytes, size_t length);
void bytes_free(Bytes *bytes);

/* A non-blocking socket on its way to 127.0.0.1:port. */
int connect_to(unsigned port);
/* Reads what is there into bytes: false at the end or on an error. */
bool read_into(int fd, Bytes *bytes);
/* Writes what can be written: false on an error. */
bool write_from(int fd, Bytes *bytes);

/* What must not fail; says what did and ends the program. */
void die(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

#endif
