/* What a book says of a position. */
#ifndef FAN_CLI_BOOK_SHOW_H
#define FAN_CLI_BOOK_SHOW_H

#include "cli/setup.h"

#include <fanorona/book.h>

/* Reads the book of a file for the caller to free; on anything but FAN_EXIT_FINE a line was
 * written. */
FanExit fan_book_open(FanArguments *arguments, const char *option, const char *path,
                      FanBook **book);

/* Prints what a book says after `moves` (turns joined by blanks, "" for none) from the setup. */
FanExit fan_book_show(FanArguments *arguments, const FanBook *book, const FanSetup *setup,
                      const char *moves);

#endif
