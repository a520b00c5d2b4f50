/* What a book's making has found so far, in a file that is added to: a line for what is made, one
 * for every position searched and one for every game played. Whatever ends the making, all lines
 * but the last are whole, and each carries its own checksum. */
#ifndef FAN_CLI_BOOK_JOURNAL_H
#define FAN_CLI_BOOK_JOURNAL_H

#include "cli/book/tree.h"
#include "cli/command.h"

enum {
    FAN_JOURNAL_PLAN_MAX = 512,
    FAN_JOURNAL_GAME_MAX = 64, /* turns of a game that are kept: those in the tree */
};

/* The first turns of a game, folded, and how it ended. */
typedef struct FanJournalGame {
    size_t count;
    FanMove moves[FAN_JOURNAL_GAME_MAX];
    FanResult result;
} FanJournalGame;

typedef struct FanJournal {
    const FanArguments *arguments;
    int file; /* -1: none */
    char path[4096];
    size_t positions, games; /* lines of each kind */
} FanJournal;

/* Opens or begins the journal of a plan and gives what it holds to the tree. A line cut short at
 * its end is cut off. A journal of another plan, a damaged one, or one that somebody works on is
 * refused and left alone. On anything but FAN_EXIT_FINE a line was written. Afterwards, always,
 * fan_journal_close. */
FanExit fan_journal_open(FanJournal *journal, const FanArguments *arguments, const char *path,
                         const char *plan, FanTree *tree);
void fan_journal_close(FanJournal *journal);

/* The book is written: the journal is not needed any more. */
void fan_journal_remove(FanJournal *journal);

/* Add a line and see it on the disk. On anything but FAN_EXIT_FINE a line was written on standard
 * error. */
FanExit fan_journal_add_position(FanJournal *journal, const FanFold *fold,
                                 const FanTreeSearch *search);
FanExit fan_journal_add_game(FanJournal *journal, const FanJournalGame *game);

#endif
