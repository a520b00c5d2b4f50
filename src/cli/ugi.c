/* `fanorona ugi`: the engine protocol on standard input and output. Between two slices of a search
 * it looks whether a line has come, so it always listens. */
#include "cli/clock.h"
#include "cli/book/show.h"
#include "cli/certificates.h"
#include "cli/network.h"
#include "ugi/ugi.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROOM_FIRST = 1 << 16, ROOM_MAX = FAN_UGI_LINE_MAX + 2 };

/* What has come and is not yet a whole line. */
typedef struct Input {
    char *text;
    size_t length, capacity;
    bool skipping; /* the rest of a line that is too long */
    bool failed;   /* memory ran out */
} Input;

static void write_line(void *context, const char *line) {
    FILE *out = context;
    fputs(line, out);
    fputc('\n', out);
}

static bool has_room(Input *input) {
    if (input->length < input->capacity) {
        return true;
    }
    size_t capacity = input->capacity ? 2 * input->capacity : ROOM_FIRST;
    char *text = realloc(input->text, capacity);
    if (text) {
        input->text = text;
        input->capacity = capacity;
    }
    return text != NULL;
}

/* Obeys the whole lines there are; false after `quit`. */
static bool obey_lines(FanUgi *ugi, Input *input) {
    char *start = input->text, *end = input->text + input->length, *stop;
    bool go_on = true;
    while (go_on && start < end && (stop = memchr(start, '\n', (size_t)(end - start)))) {
        if (!input->skipping) {
            go_on = fan_ugi_line(ugi, start, (size_t)(stop - start));
        }
        input->skipping = false;
        start = stop + 1;
    }
    input->length = (size_t)(end - start);
    memmove(input->text, start, input->length);
    if (input->length > ROOM_MAX) { /* told once, then the rest of it is passed over */
        go_on = go_on && (input->skipping || fan_ugi_line(ugi, input->text, input->length));
        input->skipping = true;
        input->length = 0;
    }
    return go_on;
}

/* Reads what is there. At the end of the input the last line counts without its end; returns false
 * then, and after `quit`. */
static bool listen(FanUgi *ugi, Input *input) {
    if (!has_room(input)) {
        input->failed = true;
        return false;
    }
    ssize_t got = read(STDIN_FILENO, input->text + input->length, input->capacity - input->length);
    if (got < 0) {
        return errno == EINTR || errno == EAGAIN;
    }
    if (got == 0) {
        if (input->length && !input->skipping) {
            (void)fan_ugi_line(ugi, input->text, input->length);
        }
        return false;
    }
    input->length += (size_t)got;
    return obey_lines(ugi, input);
}

/* Whoever closed the input after `go` still gets what the search finds within its limits. */
static void end_search(FanUgi *ugi, FILE *out) {
    static const char stop[] = "stop";
    if (fan_ugi_endless(ugi)) {
        (void)fan_ugi_line(ugi, stop, strlen(stop));
    }
    while (fan_ugi_searching(ugi) && !ferror(out)) {
        fan_ugi_work(ugi);
    }
    fflush(out);
}

/* Talks until `quit` or the end of the input. */
static FanExit talk(FanArguments *arguments, const FanNetworkChoice *choice, const FanBook *book) {
    FILE *out = fan_out(arguments);
    FanUgi *ugi = fan_ugi_new(fan_now_ms, write_line, out);
    if (ugi && choice->given) {
        fan_ugi_set_network(ugi, choice->network);
    }
    if (ugi) {
        fan_ugi_set_tables(ugi, fan_endgames_open);
        fan_ugi_set_proof(ugi, fan_certificates_open);
    }
    if (ugi && book) {
        fan_ugi_set_book(ugi, book);
    }
    Input input = {.text = NULL};
    bool open = ugi != NULL;
    while (open && !ferror(out)) {
        struct pollfd poll_in = {.fd = STDIN_FILENO, .events = POLLIN};
        int ready = poll(&poll_in, 1, fan_ugi_searching(ugi) ? 0 : -1);
        if (ready > 0) {
            open = listen(ugi, &input);
        } else if (ready == 0) {
            fan_ugi_work(ugi);
        }
        fflush(out);
    }
    if (ugi) {
        end_search(ugi, out);
    }
    fan_ugi_free(ugi);
    free(input.text);
    return ugi && !input.failed ? FAN_EXIT_FINE
                                : fan_complain(arguments, FAN_EXIT_FAILED, "not enough memory");
}

static FanExit run_ugi(FanArguments *arguments) {
    FanNetworkChoice choice;
    FanExit status = fan_network_choose(arguments, &choice);
    const char *path = fan_arguments_text(arguments, "book", NULL);
    FanBook *book = NULL;
    if (status != FAN_EXIT_FINE) {
        return status;
    }
    if (path) {
        status = fan_book_open(arguments, "book", path, &book);
    }
    if (status == FAN_EXIT_FINE) {
        status = talk(arguments, &choice, book);
    }
    fan_book_free(book);
    fan_network_drop(&choice);
    return status;
}

static const FanParameter options[] = {
    {.name = "book",
     .argument = "FILE",
     .type = FAN_PARAMETER_TEXT,
     .standard = "the built-in one",
     .help = "the book of openings for the option OwnBook"},
    {0},
};

const FanCommand fan_command_ugi = {
    .name = "ugi",
    .summary = "speak the Universal Game Interface on standard input and output",
    .description = "For programs: match runners and boards that drive an engine by the Universal\n"
                   "Game Interface. It listens while it searches. Send `ugi` for its options and\n"
                   "`quit` to end it; docs/ugi.md tells the rest.\n",
    .options = options,
    .takes = FAN_TAKES_NETWORK,
    .run = run_ugi,
};
