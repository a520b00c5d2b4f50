/* How far long work is: cells of text that are repainted in place on a terminal, and elsewhere, so
 * that a log stays readable, a plain line a minute. */
#ifndef FAN_CLI_TICKER_H
#define FAN_CLI_TICKER_H

#include "cli/command.h"

/* Begins as {.arguments = …}. */
typedef struct FanTicker {
    const FanArguments *arguments;
    bool told; /* something has been shown */
    uint64_t told_ms;
    /* Of the picture on the terminal: how large it may be, and where it ends. */
    unsigned width, height, line, column;
    size_t left_out; /* cells for which there was no room */
} FanTicker;

/* Whether the time has come for another picture. The first comes at once on a terminal, elsewhere
 * after a minute. */
bool fan_ticker_due(FanTicker *ticker);

/* A picture: begin, cells – which are not broken at the end of a line –, end. */
void fan_ticker_begin(FanTicker *ticker);
__attribute__((format(printf, 2, 3))) void fan_ticker_cell(FanTicker *ticker, const char *format,
                                                           ...);
void fan_ticker_end(FanTicker *ticker);

/* Removes the picture from the terminal. */
void fan_ticker_clear(FanTicker *ticker);

#endif
