/* Any lines of the engine protocol: nothing crashes, every answer is one line of printable ASCII,
 * each `go` is answered by one `bestmove`, and afterwards the session still works.
 *
 * The input is the lines. Searches are cut short, and lines that would ask for a Hash of ten
 * megabytes or more are left out. */
#include "require.h"
#include "ugi/ugi.h"

#include <stdbool.h>
#include <strings.h>

enum { SLICES_MAX = 8 }; /* of a search before it is stopped */

typedef struct Heard {
    unsigned answers; /* bestmove lines */
    unsigned ready;
} Heard;

static uint64_t now; /* the clock: a millisecond a look */

static uint64_t tick(void) {
    return now++;
}

static void note(void *context, const char *line) {
    Heard *heard = context;
    for (const char *c = line; *c; c++) {
        REQUIRE(*c >= ' ' && *c <= '~');
    }
    heard->answers += strncmp(line, "bestmove ", 9) == 0;
    heard->ready += strcmp(line, "readyok") == 0;
}

static void say(FanUgi *ugi, const char *line) {
    REQUIRE(fan_ugi_line(ugi, line, strlen(line)));
}

/* Lets a search run for a while, then stops it; it has answered once then. */
static void end_search(FanUgi *ugi, Heard *heard) {
    unsigned answers = heard->answers;
    for (int i = 0; i < SLICES_MAX && fan_ugi_searching(ugi); i++) {
        fan_ugi_work(ugi);
    }
    if (fan_ugi_searching(ugi) || fan_ugi_endless(ugi)) {
        say(ugi, "stop");
    }
    REQUIRE(heard->answers == answers + 1);
    REQUIRE(!fan_ugi_searching(ugi) && !fan_ugi_endless(ugi));
}

/* Whether a line may ask for much memory. */
static bool is_large(const char *line, size_t length) {
    size_t digits = 0;
    bool hash = false, large = false;
    for (size_t i = 0; i < length; i++) {
        digits = line[i] >= '0' && line[i] <= '9' ? digits + 1 : 0;
        large = large || digits > 1;
        hash = hash || (i + 4 <= length && strncasecmp(line + i, "hash", 4) == 0);
    }
    return hash && large;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Heard heard = {.answers = 0};
    FanUgi *ugi = fan_ugi_new(tick, note, &heard);
    REQUIRE(ugi);
    say(ugi, "setoption name Hash value 1");
    const char *line = (const char *)data, *end = line + size;
    bool open = true;
    while (open && line < end) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        size_t length = (size_t)((stop ? stop : end) - line);
        open = is_large(line, length) || fan_ugi_line(ugi, line, length);
        if (open && (fan_ugi_searching(ugi) || fan_ugi_endless(ugi))) {
            end_search(ugi, &heard);
        }
        line += length + (stop != NULL);
    }
    if (open) {
        heard.ready = 0;
        say(ugi, "isready");
        REQUIRE(heard.ready == 1);
    }
    fan_ugi_free(ugi);
    return 0;
}
