/* Pictures of progress fit the terminal, lie over each other, and go without a trace. */
#include "cli/arguments.h"
#include "cli/ticker.h"
#include "support/test.h"

#include <pty.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WIDTH = 30, HEIGHT = 5, BYTES_MAX = 1 << 14 };

/* A terminal of 30 × 5, what was written to it, and what it shows by that. */
typedef struct Screen {
    int outer;
    FanArguments arguments;
    char rows[HEIGHT][WIDTH + 1];
    int row, column;
} Screen;

static void screen_open(Screen *screen) {
    memset(screen, 0, sizeof *screen);
    struct winsize size = {.ws_col = WIDTH, .ws_row = HEIGHT};
    int inner;
    assert_int_equal(openpty(&screen->outer, &inner, NULL, NULL, &size), 0);
    screen->arguments.err = fdopen(inner, "w");
    assert_non_null(screen->arguments.err);
    for (int i = 0; i < HEIGHT; i++) {
        memset(screen->rows[i], ' ', WIDTH);
    }
}

static void screen_close(Screen *screen) {
    fclose(screen->arguments.err);
    close(screen->outer);
}

/* ESC [ number letter; returns what comes after it. */
static const char *obey(Screen *screen, const char *text) {
    char *end;
    long number = strtol(text, &end, 10);
    if (*end == 'A') {
        screen->row -= (int)number;
    } else {
        assert_true(*end == 'K' || *end == 'J');
        memset(screen->rows[screen->row] + screen->column, ' ', (size_t)(WIDTH - screen->column));
        for (int row = screen->row + 1; *end == 'J' && row < HEIGHT; row++) {
            memset(screen->rows[row], ' ', WIDTH);
        }
    }
    assert_true(screen->row >= 0);
    return end + 1;
}

/* All that has been written since the last time. Nothing may scroll, or reach the last column. */
static void screen_read(Screen *screen) {
    char bytes[BYTES_MAX];
    fputc('\007', screen->arguments.err); /* the end */
    fflush(screen->arguments.err);
    size_t count = 0;
    while (count == 0 || bytes[count - 1] != '\007') {
        ssize_t got = read(screen->outer, bytes + count, sizeof bytes - count);
        assert_true(got > 0);
        count += (size_t)got;
    }
    for (const char *at = bytes; *at != '\007';) {
        char c = *at++;
        if (c == '\033') {
            at = obey(screen, at + 1);
        } else if (c == '\r') {
            screen->column = 0;
        } else if (c == '\n') {
            screen->row++;
            assert_true(screen->row < HEIGHT);
        } else {
            assert_true(screen->column < WIDTH - 1);
            screen->rows[screen->row][screen->column++] = c;
        }
    }
}

static void expect(Screen *screen, const char *const rows[HEIGHT]) {
    screen_read(screen);
    for (int i = 0; i < HEIGHT; i++) {
        char shown[WIDTH + 1];
        strcpy(shown, screen->rows[i]);
        for (size_t end = WIDTH; end > 0 && shown[end - 1] == ' '; end--) {
            shown[end - 1] = '\0';
        }
        assert_string_equal(shown, rows[i]);
    }
}

static void show(FanTicker *ticker, int cells) {
    fan_ticker_begin(ticker);
    for (int i = 0; i < cells; i++) {
        fan_ticker_cell(ticker, "number %d", i);
    }
    fan_ticker_end(ticker);
}

static void cells_wrap_and_lie_over_each_other(void **state) {
    (void)state;
    Screen screen;
    screen_open(&screen);
    FanTicker ticker = {.arguments = &screen.arguments};
    show(&ticker, 7);
    expect(&screen, (const char *const[]){"number 0  number 1  number 2",
                                          "number 3  number 4  number 5", "number 6", "", ""});
    show(&ticker, 4);
    expect(&screen, (const char *const[]){"number 0  number 1  number 2", "number 3", "", "", ""});
    fan_ticker_clear(&ticker);
    expect(&screen, (const char *const[]){"", "", "", "", ""});
    show(&ticker, 1);
    expect(&screen, (const char *const[]){"number 0", "", "", "", ""});
    screen_close(&screen);
}

static void what_has_no_room_is_counted(void **state) {
    (void)state;
    Screen screen;
    screen_open(&screen);
    FanTicker ticker = {.arguments = &screen.arguments};
    for (int i = 0; i < 3; i++) {
        show(&ticker, 100);
        expect(&screen,
               (const char *const[]){"number 0  number 1  number 2", "number 3  number 4  number 5",
                                     "number 6  number 7  number 8", "and 91 more", ""});
    }
    screen_close(&screen);
}

static void a_cell_that_is_too_long_is_cut(void **state) {
    (void)state;
    Screen screen;
    screen_open(&screen);
    FanTicker ticker = {.arguments = &screen.arguments};
    fan_ticker_begin(&ticker);
    fan_ticker_cell(&ticker, "a");
    fan_ticker_cell(&ticker, "%0100d", 7);
    fan_ticker_end(&ticker);
    expect(&screen, (const char *const[]){"a", "00000000000000000000000000000", "", "", ""});
    screen_close(&screen);
}

static void a_log_has_plain_lines(void **state) {
    (void)state;
    char *text = NULL;
    size_t length = 0;
    FanArguments arguments = {.err = tmpfile()};
    FanTicker ticker = {.arguments = &arguments};
    assert_non_null(arguments.err);
    assert_false(fan_ticker_due(&ticker)); /* not before a minute */
    show(&ticker, 3);
    fan_ticker_clear(&ticker);
    show(&ticker, 1);
    length = (size_t)ftell(arguments.err);
    text = calloc(1, length + 1);
    assert_non_null(text);
    rewind(arguments.err);
    assert_int_equal(fread(text, 1, length, arguments.err), length);
    assert_string_equal(text, "number 0  number 1  number 2\nnumber 0\n");
    free(text);
    fclose(arguments.err);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_wrap_and_lie_over_each_other),
        cmocka_unit_test(what_has_no_room_is_counted),
        cmocka_unit_test(a_cell_that_is_too_long_is_cut),
        cmocka_unit_test(a_log_has_plain_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
