#include "echo.h"

#include <stdlib.h>
#include <string.h>

#include "ws.h"

enum { CONNECTING_MAX = 256, PATIENCE_S = 60 };

/* As long as the messages of a game are. */
static const char turn[] =
    "{\"do\":\"turn\",\"game\":\"Kq3ZpX81bL\",\"ply\":17,\"turn\":\"c1-d1A-d2A\",\"id\":123}";

typedef struct Speaker {
    Ws ws;
    struct Hall *hall;
    uint64_t said_us;
    struct Speaker *next; /* in the queue of those who may speak */
} Speaker;

typedef struct Hall {
    Loop loop;
    Speaker *speakers;
    unsigned connected;
    Speaker *first, **last;
    EchoRun *run; /* NULL: nothing is measured */
} Hall;

static void queue(Speaker *speaker) {
    speaker->next = NULL;
    *speaker->hall->last = speaker;
    speaker->hall->last = &speaker->next;
}

static void opened(Ws *ws) {
    ((Speaker *)ws)->hall->connected++;
}

static void told(Ws *ws, const char *text, size_t length) {
    Speaker *speaker = (Speaker *)ws;
    (void)text;
    if (length != sizeof turn - 1) {
        die("the echo is not what was said");
    }
    if (speaker->hall->run) {
        times_add(&speaker->hall->run->times, time_us() - speaker->said_us);
        speaker->hall->run->echoed++;
    }
    queue(speaker);
}

static bool speak(Hall *hall, uint64_t at_us) {
    Speaker *speaker = hall->first;
    if (!speaker) {
        return false;
    }
    hall->first = speaker->next;
    if (!hall->first) {
        hall->last = &hall->first;
    }
    speaker->said_us = at_us;
    ws_say(&speaker->ws, turn, sizeof turn - 1);
    return true;
}

static void run(Hall *hall, EchoRun *run) {
    uint64_t begin_us = time_us(), end_us = begin_us + (uint64_t)(run->seconds * 1e6), said = 0;
    hall->run = run;
    while (time_us() < end_us) {
        uint64_t due = (uint64_t)((double)(time_us() - begin_us) / 1e6 * run->rate);
        if (run->rate > 0) {
            while (said < due &&
                   speak(hall, begin_us + (uint64_t)((double)said / run->rate * 1e6))) {
                said++;
            }
        } else {
            while (speak(hall, time_us())) {
            }
        }
        loop_turn(&hall->loop, 1);
    }
    hall->run = NULL;
    /* What is still on its way belongs to no run. */
    for (int i = 0; i < 100; i++) {
        loop_turn(&hall->loop, 1);
    }
}

static void connect_all(Hall *hall, unsigned port, unsigned connections) {
    uint64_t end = time_us() + (uint64_t)PATIENCE_S * 1000000;
    for (unsigned i = 0; i < connections; i++) {
        Speaker *speaker = &hall->speakers[i];
        *speaker = (Speaker){.hall = hall, .ws = {.opened = opened, .told = told}};
        ws_connect(&speaker->ws, &hall->loop, port, "/", "echo", NULL);
        while (hall->connected + CONNECTING_MAX < i && time_us() < end) {
            loop_turn(&hall->loop, 100);
        }
    }
    while (hall->connected < connections && time_us() < end) {
        loop_turn(&hall->loop, 100);
    }
    if (hall->connected < connections) {
        die("only %u of %u connected to the echo", hall->connected, connections);
    }
}

void echo_measure(unsigned port, unsigned connections, unsigned speakers, EchoRun *runs,
                  unsigned count) {
    Hall hall = {.speakers = calloc(connections, sizeof(Speaker))};
    if (!hall.speakers) {
        die("no memory");
    }
    hall.last = &hall.first;
    loop_begin(&hall.loop);
    connect_all(&hall, port, connections);
    for (unsigned i = 0; i < speakers; i++) {
        queue(&hall.speakers[i]);
    }
    for (unsigned i = 0; i < count; i++) {
        run(&hall, &runs[i]);
    }
    for (unsigned i = 0; i < connections; i++) {
        ws_free(&hall.speakers[i].ws);
    }
    loop_end(&hall.loop);
    free(hall.speakers);
}
