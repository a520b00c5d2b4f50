#include "cli/book/journal.h"
#include "engine/checksum.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LINE_MAX_BYTES = 2048, JOURNAL_MAX_BYTES = 1 << 28 };

static FanExit complain(const FanJournal *journal, const char *what) {
    return fan_complain(journal->arguments, FAN_EXIT_FAILED, "%s: %s: %s", journal->path, what,
                        strerror(errno));
}

static FanExit refuse(const FanJournal *journal, size_t line, const char *why) {
    return fan_complain(journal->arguments, FAN_EXIT_USAGE,
                        "%s:%zu: %s; another --out, or removing this file, begins anew",
                        journal->path, line, why);
}

/* --- adding ------------------------------------------------------------------------------------
 */

static FanExit add_line(FanJournal *journal, char *line, size_t length) {
    length += (size_t)snprintf(line + length, LINE_MAX_BYTES - length, " #%016" PRIx64 "\n",
                               fan_checksum((const uint8_t *)line, length));
    for (size_t done = 0; done < length;) {
        ssize_t put = write(journal->file, line + done, length - done);
        if (put < 0 && errno != EINTR) {
            return complain(journal, "cannot write");
        }
        done += put > 0 ? (size_t)put : 0;
    }
    return fdatasync(journal->file) == 0 ? FAN_EXIT_FINE : complain(journal, "cannot write");
}

FanExit fan_journal_add_position(FanJournal *journal, const FanFold *fold,
                                 const FanTreeSearch *search) {
    char line[LINE_MAX_BYTES];
    size_t length =
        (size_t)snprintf(line, sizeof line, "p %" PRIx64 " %" PRIx64 " %u %u %" PRIu64, fold->own,
                         fold->other, search->lines, search->depth, search->nodes);
    for (unsigned i = 0; i < search->count; i++) {
        length += (size_t)snprintf(line + length, sizeof line - length, " %" PRIx64 ":%d",
                                   search->moves[i], search->scores[i]);
    }
    journal->positions++;
    return add_line(journal, line, length);
}

FanExit fan_journal_add_game(FanJournal *journal, const FanJournalGame *game) {
    char line[LINE_MAX_BYTES];
    size_t length = (size_t)snprintf(line, sizeof line, "g %d", (int)game->result);
    for (size_t i = 0; i < game->count; i++) {
        length +=
            (size_t)snprintf(line + length, sizeof line - length, " %" PRIx64, game->moves[i]);
    }
    journal->games++;
    return add_line(journal, line, length);
}

/* --- reading -----------------------------------------------------------------------------------
 */

/* The next number, up to the character `end` or the end of the line; false if there is none. */
static bool take(const char **text, unsigned base, uint64_t *number) {
    char *end;
    if (**text == ' ' || **text == ':') {
        ++*text;
    }
    errno = 0;
    *number = strtoull(*text, &end, (int)base);
    bool fine = end != *text && errno == 0 && **text != '-' && **text != '+' && **text != ' ';
    *text = end;
    return fine;
}

static bool take_score(const char **text, FanScore *score) {
    uint64_t number;
    bool negative = **text == ':' && (*text)[1] == '-';
    *text += negative ? 2 : 0;
    if (!take(text, 10, &number) || number > FAN_SCORE_WIN) {
        return false;
    }
    *score = negative ? -(FanScore)number : (FanScore)number;
    return true;
}

static bool read_position(const char *text, FanTree *tree) {
    FanFold as_written = {.symmetries = 1};
    FanTreeSearch search = {0};
    uint64_t lines, depth;
    if (!take(&text, 16, &as_written.own) || !take(&text, 16, &as_written.other) ||
        !take(&text, 10, &lines) || !take(&text, 10, &depth) || !take(&text, 10, &search.nodes) ||
        lines > FAN_LINES_MAX || depth > FAN_DEPTH_MAX) {
        return false;
    }
    search.lines = (unsigned)lines;
    search.depth = (unsigned)depth;
    while (*text && search.count < FAN_TREE_TURNS_MAX) {
        if (!take(&text, 16, &search.moves[search.count]) || *text != ':' ||
            !take_score(&text, &search.scores[search.count])) {
            return false;
        }
        search.count++;
    }
    FanPosition position = fan_fold_position(&as_written);
    bool stands = !(as_written.own & as_written.other) &&
                  !((as_written.own | as_written.other) & ~tree->board.all);
    FanFold fold = stands ? fan_fold(&tree->board, &position) : as_written;
    return stands && !*text && fold.own == as_written.own && fold.other == as_written.other &&
           fan_tree_fits(tree, &fold, &search) && fan_tree_add(tree, &fold, &search);
}

static bool read_game(const char *text, FanTree *tree) {
    FanJournalGame game = {0};
    uint64_t result;
    if (!take(&text, 10, &result) || result < FAN_WHITE_WINS || result > FAN_DRAWN) {
        return false;
    }
    while (*text && game.count < FAN_JOURNAL_GAME_MAX) {
        if (!take(&text, 16, &game.moves[game.count++])) {
            return false;
        }
    }
    fan_tree_count(tree, game.moves, game.count, (FanResult)result);
    return !*text;
}

/* Takes the checksum off the end of a line; false if it is not that of what stands before it. */
static bool take_sum(char *line, size_t length) {
    enum { SUM_TEXT = 18 }; /* " #", 16 digits */
    char sum[SUM_TEXT + 1];
    if (length < SUM_TEXT) {
        return false;
    }
    snprintf(sum, sizeof sum, " #%016" PRIx64,
             fan_checksum((const uint8_t *)line, length - SUM_TEXT));
    bool fine = memcmp(line + length - SUM_TEXT, sum, SUM_TEXT) == 0;
    line[length - SUM_TEXT] = '\0';
    return fine;
}

/* Values are settled between the positions and the games that were played by them. */
static bool read_line(FanJournal *journal, char *line, FanTree *tree) {
    if (line[0] == 'p' && line[1] == ' ' && journal->games == 0) {
        journal->positions++;
        return read_position(line + 1, tree);
    }
    if (line[0] == 'g' && line[1] == ' ') {
        if (journal->games++ == 0) {
            fan_tree_settle(tree);
        }
        return read_game(line + 1, tree);
    }
    return false;
}

static FanExit read_lines(FanJournal *journal, char *text, size_t size, const char *plan,
                          FanTree *tree, size_t *whole) {
    size_t number = 0;
    for (char *line = text, *end; (end = memchr(line, '\n', size - (size_t)(line - text)));
         line = end + 1) {
        number++;
        *end = '\0';
        if (!take_sum(line, (size_t)(end - line))) {
            return refuse(journal, number, "the line was changed");
        }
        if (number == 1 && strcmp(line, plan) != 0) {
            return refuse(journal, number, "it was begun with other options");
        }
        if (number > 1 && !read_line(journal, line, tree)) {
            return refuse(journal, number, "the line has no meaning");
        }
        *whole = (size_t)(end + 1 - text);
    }
    return FAN_EXIT_FINE;
}

static FanExit read_journal(FanJournal *journal, const char *plan, FanTree *tree) {
    struct stat about;
    if (fstat(journal->file, &about) != 0) {
        return complain(journal, "cannot read");
    }
    if (about.st_size > JOURNAL_MAX_BYTES) {
        return refuse(journal, 1, "it is too long");
    }
    size_t size = (size_t)about.st_size, whole = 0;
    char *text = malloc(size + 1);
    if (!text || pread(journal->file, text, size, 0) != (ssize_t)size) {
        free(text);
        return complain(journal, "cannot read");
    }
    FanExit status = read_lines(journal, text, size, plan, tree, &whole);
    free(text);
    if (status != FAN_EXIT_FINE) {
        return status;
    }
    if (ftruncate(journal->file, (off_t)whole) != 0 ||
        lseek(journal->file, (off_t)whole, SEEK_SET) < 0) {
        return complain(journal, "cannot write");
    }
    if (whole == 0) {
        char line[LINE_MAX_BYTES];
        size_t length = (size_t)snprintf(line, sizeof line, "%s", plan);
        return add_line(journal, line, length);
    }
    return FAN_EXIT_FINE;
}

FanExit fan_journal_open(FanJournal *journal, const FanArguments *arguments, const char *path,
                         const char *plan, FanTree *tree) {
    *journal = (FanJournal){.arguments = arguments, .file = -1};
    if (snprintf(journal->path, sizeof journal->path, "%s", path) >= (int)sizeof journal->path) {
        return fan_complain(arguments, FAN_EXIT_USAGE, "--out: the name is too long");
    }
    journal->file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (journal->file < 0) {
        return complain(journal, "cannot open");
    }
    if (flock(journal->file, LOCK_EX | LOCK_NB) != 0) {
        return fan_complain(arguments, FAN_EXIT_FAILED, "%s: another run is at work on it", path);
    }
    return read_journal(journal, plan, tree);
}

void fan_journal_close(FanJournal *journal) {
    if (journal->file >= 0) {
        close(journal->file);
        journal->file = -1;
    }
}

void fan_journal_remove(FanJournal *journal) {
    (void)unlink(journal->path); /* left behind it is only found finished */
}
