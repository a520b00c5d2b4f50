/* Boards, the start, and the position text (sections 1, 2 and R9.3, R9.4). */
#include "check/check.h"

#include <stdio.h>
#include <string.h>

bool check_size_valid(int files, int ranks) { /* R1.1 */
    return files >= 3 && ranks >= 3 && files % 2 == 1 && ranks % 2 == 1 &&
           files <= CHECK_SIZE_MAX && ranks <= CHECK_SIZE_MAX && files * ranks <= CHECK_POINTS_MAX;
}

bool check_on_board(const CheckPosition *position, CheckPoint point) {
    return point.file >= 0 && point.file < position->files && point.rank >= 0 &&
           point.rank < position->ranks;
}

char check_other_side(char side) {
    return side == CHECK_WHITE ? CHECK_BLACK : CHECK_WHITE;
}

int check_count_stones(const CheckPosition *position, char side) {
    int count = 0;
    for (int rank = 0; rank < position->ranks; rank++) {
        for (int file = 0; file < position->files; file++) {
            if (position->stones[rank][file] == side) {
                count++;
            }
        }
    }
    return count;
}

static CheckPosition empty_position(int files, int ranks) {
    CheckPosition position = {.files = files, .ranks = ranks, .side = CHECK_WHITE, .number = 1};
    memset(position.stones, CHECK_EMPTY, sizeof position.stones);
    return position;
}

/* R2.2: "each player's own stone stands at the far right as that player sees it". White's right end
 * is the last file, Black's is the first, and the row alternates from each end to the empty centre.
 */
static char middle_rank_stone(int files, int file) {
    int centre = files / 2;
    if (file == centre) {
        return CHECK_EMPTY;
    }
    if (file < centre) {
        return file % 2 == 0 ? CHECK_BLACK : CHECK_WHITE;
    }
    return (files - 1 - file) % 2 == 0 ? CHECK_WHITE : CHECK_BLACK;
}

static char start_stone(int files, int ranks, int file, int rank) {
    int middle = ranks / 2;
    if (rank < middle) {
        return CHECK_WHITE; /* R2.1 */
    }
    if (rank > middle) {
        return CHECK_BLACK;
    }
    return middle_rank_stone(files, file);
}

bool check_position_start(int files, int ranks, const CheckRules *rules, CheckPosition *position) {
    if (!check_size_valid(files, ranks)) {
        return false;
    }
    *position = empty_position(files, ranks); /* White moves first: R2.3 */
    for (int rank = 0; rank < ranks; rank++) {
        for (int file = 0; file < files; file++) {
            position->stones[rank][file] = start_stone(files, ranks, file, rank);
        }
    }
    position->first = rules->first_turn == CHECK_FIRST_SINGLE;
    return true;
}

bool check_position_same(const CheckPosition *a, const CheckPosition *b) { /* R5.4 */
    return a->files == b->files && a->ranks == b->ranks && a->side == b->side &&
           memcmp(a->stones, b->stones, sizeof a->stones) == 0;
}

static char *write_empty_run(char *out, int length) {
    return length == 0 ? out : out + sprintf(out, "%d", length);
}

static char *write_rank(char *out, const CheckPosition *position, int rank) {
    int empty = 0;
    for (int file = 0; file < position->files; file++) {
        char stone = position->stones[rank][file];
        if (stone == CHECK_EMPTY) {
            empty++;
            continue;
        }
        out = write_empty_run(out, empty);
        empty = 0;
        *out++ = stone;
    }
    return write_empty_run(out, empty);
}

void check_position_write(const CheckPosition *position,
                          char text[CHECK_POSITION_TEXT_MAX]) { /* R9.3 */
    char *out = text;
    for (int rank = position->ranks - 1; rank >= 0; rank--) {
        out = write_rank(out, position, rank);
        if (rank > 0) {
            *out++ = '/';
        }
    }
    sprintf(out, " %c %d %d%s", position->side == CHECK_WHITE ? 'w' : 'b', position->quiet,
            position->number, position->first ? " first" : "");
}

/* One rank of text, up to its end or a stroke, into cells; returns how many files it fills or -1.
 */
static int read_rank(const char **text, char cells[CHECK_SIZE_MAX]) {
    int file = 0;
    for (; **text != '/' && **text != ' ' && **text != '\0'; ++*text) {
        char c = **text;
        int run = 1;
        if (c >= '0' && c <= '9') {
            run = c - '0';
            if ((*text)[1] >= '0' && (*text)[1] <= '9') {
                run = run * 10 + (*++*text - '0');
            }
            c = CHECK_EMPTY;
        } else if (c != CHECK_WHITE && c != CHECK_BLACK) {
            return -1;
        }
        for (; run > 0; run--) {
            if (file == CHECK_SIZE_MAX) {
                return -1;
            }
            cells[file++] = c;
        }
    }
    return file;
}

/* The ranks from the top; leaves *text at the blank behind them. */
static bool read_stones(const char **text, CheckPosition *position) {
    char from_top[CHECK_SIZE_MAX][CHECK_SIZE_MAX];
    int files = -1, ranks = 0;
    for (;; ++*text) {
        if (ranks == CHECK_SIZE_MAX) {
            return false;
        }
        int length = read_rank(text, from_top[ranks]);
        if (length < 0 || (files >= 0 && length != files)) {
            return false;
        }
        files = length;
        ranks++;
        if (**text != '/') {
            break;
        }
    }
    if (!check_size_valid(files, ranks)) {
        return false;
    }
    *position = empty_position(files, ranks);
    for (int rank = 0; rank < ranks; rank++) {
        memcpy(position->stones[rank], from_top[ranks - 1 - rank], (size_t)files);
    }
    return true;
}

static bool read_fields(const char *text, CheckPosition *position) {
    char side;
    int length = -1;
    if (sscanf(text, " %c %5d %5d%n", &side, &position->quiet, &position->number, &length) != 3 ||
        length < 0) {
        return false;
    }
    position->side = side == 'w' ? CHECK_WHITE : CHECK_BLACK;
    position->first = strcmp(text + length, " first") == 0;
    return position->quiet >= 0 && position->quiet <= CHECK_COUNTER_MAX && position->number >= 1 &&
           position->number <= CHECK_COUNTER_MAX;
}

bool check_position_read(const char *text, const CheckRules *rules, CheckPosition *position) {
    CheckPosition read;
    const char *rest = text;
    if (!read_stones(&rest, &read) || !read_fields(rest, &read)) {
        return false;
    }
    int most = (read.files * read.ranks - 1) / 2; /* R9.4 */
    if (check_count_stones(&read, CHECK_WHITE) > most ||
        check_count_stones(&read, CHECK_BLACK) > most) {
        return false;
    }
    if (read.first && rules->first_turn != CHECK_FIRST_SINGLE) {
        return false;
    }

    /* Whatever was read loosely above is caught here: there is one canonical text of a position. */
    char written[CHECK_POSITION_TEXT_MAX];
    check_position_write(&read, written);
    if (strcmp(written, text) != 0) {
        return false;
    }
    *position = read;
    return true;
}
