#include "cli/ticker.h"

#include "cli/clock.h"

#include <stdarg.h>
#include <string.h>
#include <sys/ioctl.h>

enum {
    TICK_MS = 500,
    TICK_PLAIN_MS = 60000,
    CELL_MAX = 320,
    WIDTH = 80, /* of terminals that do not say */
    HEIGHT = 24,
    GAP = 2,       /* blanks between cells */
    MARK_MAX = 24, /* "and 12345678 more" */
};

bool fan_ticker_due(FanTicker *ticker) {
    bool terminal = fan_err_is_terminal(ticker->arguments);
    uint64_t now_ms = fan_now_ms();
    if (ticker->told_ms == 0 && !terminal) {
        ticker->told_ms = now_ms;
    }
    return now_ms >= ticker->told_ms + (terminal ? TICK_MS : TICK_PLAIN_MS);
}

static void measure(FanTicker *ticker) {
    struct winsize size;
    ticker->width = WIDTH;
    ticker->height = HEIGHT;
    if (ioctl(fileno(fan_err(ticker->arguments)), TIOCGWINSZ, &size) == 0 && size.ws_col > 0 &&
        size.ws_row > 0) {
        ticker->width = size.ws_col;
        ticker->height = size.ws_row;
    }
}

/* To the first column of the picture's first line. */
static void go_home(FanTicker *ticker) {
    FILE *err = fan_err(ticker->arguments);
    if (ticker->line > 0) {
        fprintf(err, "\033[%uA", ticker->line);
    }
    fputc('\r', err);
    ticker->line = ticker->column = 0;
}

void fan_ticker_begin(FanTicker *ticker) {
    ticker->told_ms = fan_now_ms();
    ticker->told = true;
    ticker->left_out = 0;
    if (fan_err_is_terminal(ticker->arguments)) {
        go_home(ticker);
        measure(ticker);
    } else {
        ticker->column = 0;
    }
}

/* How far a line may reach: the last column stays free, and of the last line room to say what was
 * left out. */
static unsigned limit_of(const FanTicker *ticker, unsigned line) {
    unsigned room = line > 0 && line + 2 >= ticker->height ? MARK_MAX : 0;
    return ticker->width > room + 1 ? ticker->width - 1 - room : 0;
}

/* Goes to where a cell of so many columns has room; false where the picture is full. */
static bool make_room(FanTicker *ticker, unsigned columns) {
    FILE *err = fan_err(ticker->arguments);
    unsigned gap = ticker->column > 0 ? GAP : 0;
    if (ticker->left_out > 0) {
        return false;
    }
    if (ticker->column + gap + columns <= limit_of(ticker, ticker->line)) {
        fprintf(err, "%*s", (int)gap, "");
        ticker->column += gap;
        return true;
    }
    if (ticker->line + 2 >= ticker->height) {
        return false;
    }
    fputs("\033[K\n", err);
    ticker->line++;
    ticker->column = 0;
    return columns <= limit_of(ticker, ticker->line);
}

void fan_ticker_cell(FanTicker *ticker, const char *format, ...) {
    char cell[CELL_MAX];
    va_list list;
    va_start(list, format);
    vsnprintf(cell, sizeof cell, format, list);
    va_end(list);
    FILE *err = fan_err(ticker->arguments);
    if (!fan_err_is_terminal(ticker->arguments)) {
        fprintf(err, "%s%s", ticker->column > 0 ? "  " : "", cell);
        ticker->column = 1;
        return;
    }
    unsigned columns = (unsigned)strlen(cell);
    columns = columns < ticker->width ? columns : ticker->width - 1; /* cut short */
    if (make_room(ticker, columns)) {
        fprintf(err, "%.*s", (int)columns, cell);
        ticker->column += columns;
    } else {
        ticker->left_out++;
    }
}

void fan_ticker_end(FanTicker *ticker) {
    FILE *err = fan_err(ticker->arguments);
    if (!fan_err_is_terminal(ticker->arguments)) {
        fputc('\n', err);
    } else if (ticker->left_out > 0) {
        fprintf(err, "%sand %zu more\033[J", ticker->column > 0 ? "  " : "", ticker->left_out);
    } else {
        fputs("\033[J", err);
    }
    fflush(err);
}

void fan_ticker_clear(FanTicker *ticker) {
    if (ticker->told && fan_err_is_terminal(ticker->arguments)) {
        go_home(ticker);
        fputs("\033[J", fan_err(ticker->arguments));
        fflush(fan_err(ticker->arguments));
    }
    ticker->told = false;
}
