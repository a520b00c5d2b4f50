/* A process that is killed while it appends: what it was answered is there, nothing is there twice,
 * and the next process goes on. */
#include "desk.h"

#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/random.h"

enum { GAMES = 4, KILLS = 10 };

typedef struct Word {
    unsigned game, number; /* `number` of this game was answered OK */
} Word;

typedef struct Writer {
    Desk *desk;
    unsigned game, number;
    int told;
} Writer;

static void append_next(Writer *writer);

static void note(void *context, FanStoreStatus status) {
    Writer *writer = context;
    Word word = {writer->game, writer->number};
    if (status != FAN_STORE_OK || write(writer->told, &word, sizeof word) != sizeof word) {
        _exit(1);
    }
    writer->number++;
    append_next(writer);
}

static void append_next(Writer *writer) {
    char id[8], text[32];
    const char *event = text;
    snprintf(id, sizeof id, "g%u", writer->game);
    snprintf(text, sizeof text, "event %u", writer->number);
    FanStoreGame game = desk_game(id, writer->number + 1);
    fan_store_append(writer->desk->store, &game, &event, 1, note, writer);
}

/* The child: appends to each game from where it stands, and tells what it was answered. */
static void append_for_ever(const char *place, const unsigned *numbers, int told) {
    Desk *desk = desk_open(place);
    Writer writers[GAMES];
    for (unsigned i = 0; i < GAMES; i++) {
        writers[i] = (Writer){desk, i, numbers[i], told};
        append_next(&writers[i]);
    }
    for (;;) {
        desk_deliver(desk, 1000);
    }
}

static void read_words(int told, unsigned *numbers) {
    Word word;
    while (read(told, &word, sizeof word) == sizeof word) {
        assert_int_equal(word.number, numbers[word.game]);
        numbers[word.game]++;
    }
}

/* What is there is what was answered, and at most the one that was asked for besides. */
static void look(const char *place, unsigned *numbers) {
    Desk *desk = desk_open(place);
    for (unsigned i = 0; i < GAMES; i++) {
        char id[8], text[32];
        snprintf(id, sizeof id, "g%u", i);
        size_t count = desk_events(desk, id, 0) == FAN_STORE_OK ? desk->count : 0;
        assert_true(count == numbers[i] || count == numbers[i] + 1);
        assert_true(count == 0 || desk->game.events == count);
        for (unsigned j = 0; j < count; j++) {
            snprintf(text, sizeof text, "event %u", j);
            assert_string_equal(desk->events[j], text);
        }
        numbers[i] = (unsigned)count;
    }
    desk_close(desk);
}

static void what_was_answered_is_there_after_a_kill(void **state) {
    (void)state;
    const char *place = desk_place();
    unsigned numbers[GAMES] = {0}, answered = 0;
    Random random = {11};
    for (unsigned i = 0; i < KILLS; i++) {
        int pipes[2];
        assert_int_equal(pipe(pipes), 0);
        pid_t child = fork();
        if (child == 0) {
            append_for_ever(place, numbers, pipes[1]);
        }
        close(pipes[1]);
        /* At some moment from its first word on. */
        struct pollfd file = {.fd = pipes[0], .events = POLLIN};
        assert_int_equal(poll(&file, 1, 20000), 1);
        usleep((useconds_t)random_below(&random, 8000));
        kill(child, SIGKILL);
        assert_int_equal(waitpid(child, NULL, 0), child);
        read_words(pipes[0], numbers);
        close(pipes[0]);
        look(place, numbers);
    }
    for (unsigned i = 0; i < GAMES; i++) {
        answered += numbers[i];
    }
    assert_true(answered >= KILLS);
}

int main(int argc, char **argv) {
    desk_choose(argc, argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_answered_is_there_after_a_kill),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
