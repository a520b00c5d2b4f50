/* Boards, the starts, rows, and the position text (sections 1 and 2, R6.2, R6.3, R7.4, R9.3, R9.4).
 */
#include "check/check.h"

#include <stdio.h>
#include <string.h>

bool check_size_valid(int files, int ranks) { /* R1.1 */
    return files >= 3 && ranks >= 3 && files % 2 == 1 && ranks % 2 == 1 &&
           files <= CHECK_SIZE_MAX && ranks <= CHECK_SIZE_MAX && files * ranks <= CHECK_POINTS_MAX;
}

bool check_rules_fit(const CheckRules *rules, int files, int ranks) {
    bool tsivy = files == 9 && ranks == 5, dimy = files == 5 && ranks == 5; /* R1.3 */
    if (rules->vela != CHECK_VELA_NONE && (rules->telo || !(tsivy || dimy))) {
        return false; /* R7.1 */
    }
    return !rules->telo || (files == CHECK_TELO_SIZE && ranks == CHECK_TELO_SIZE); /* R6.1 */
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

int check_count_hand(const CheckPosition *position, char side) {
    return side == CHECK_WHITE ? position->white_hand : position->black_hand;
}

bool check_has_row(const CheckPosition *position, char side) { /* R6.3 */
    static const CheckPoint lines[8][3] = {
        {{0, 0}, {1, 0}, {2, 0}}, {{0, 1}, {1, 1}, {2, 1}}, {{0, 2}, {1, 2}, {2, 2}}, /* ranks */
        {{0, 0}, {0, 1}, {0, 2}}, {{1, 0}, {1, 1}, {1, 2}}, {{2, 0}, {2, 1}, {2, 2}}, /* files */
        {{0, 0}, {1, 1}, {2, 2}}, {{0, 2}, {1, 1}, {2, 0}}, /* diagonals */
    };
    for (int line = 0; position->telo && line < 8; line++) {
        int own = 0;
        for (int i = 0; i < 3; i++) {
            CheckPoint point = lines[line][i];
            own += position->stones[point.rank][point.file] == side;
        }
        if (own == 3) {
            return true;
        }
    }
    return false;
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

static void start_telo(CheckPosition *position) { /* R6.2 */
    position->telo = true;
    position->white_hand = position->black_hand = CHECK_TELO_STONES;
}

static void start_capture_game(CheckPosition *position) {
    int files = position->files, ranks = position->ranks;
    for (int rank = 0; rank < ranks; rank++) {
        for (int file = 0; file < files; file++) {
            position->stones[rank][file] = start_stone(files, ranks, file, rank);
        }
    }
}

static char giver_of(const CheckRules *rules) {
    return rules->vela == CHECK_VELA_WHITE ? CHECK_WHITE : CHECK_BLACK;
}

static void start_vela(const CheckRules *rules, CheckPosition *position) {
    start_capture_game(position);
    position->giver = giver_of(rules);
    position->side = rules->vela_first == CHECK_VELA_FIRST_GIVER
                         ? position->giver
                         : check_other_side(position->giver); /* R7.4 */
}

bool check_position_start(int files, int ranks, const CheckRules *rules, CheckPosition *position) {
    if (!check_size_valid(files, ranks) || !check_rules_fit(rules, files, ranks)) {
        return false;
    }
    *position = empty_position(files, ranks); /* White moves first: R2.3 */
    if (rules->telo) {
        start_telo(position);
    } else if (rules->vela != CHECK_VELA_NONE) {
        start_vela(rules, position);
    } else {
        start_capture_game(position);
    }
    position->first = rules->first_turn == CHECK_FIRST_SINGLE;
    return true;
}

bool check_position_same(const CheckPosition *a, const CheckPosition *b) { /* R5.4 */
    return a->files == b->files && a->ranks == b->ranks && a->side == b->side &&
           a->telo == b->telo && a->white_hand == b->white_hand && a->black_hand == b->black_hand &&
           a->giver == b->giver && memcmp(a->stones, b->stones, sizeof a->stones) == 0;
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

static char write_side(char side) {
    return side == CHECK_WHITE ? 'w' : 'b';
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
    out += sprintf(out, " %c %d %d", write_side(position->side), position->quiet, position->number);
    if (position->white_hand != 0 || position->black_hand != 0) {
        out += sprintf(out, " hand:%d,%d", position->white_hand, position->black_hand);
    }
    if (position->giver != 0) {
        out += sprintf(out, " vela:%c", write_side(position->giver));
    }
    if (position->first) {
        sprintf(out, " first");
    }
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

static char read_side(char letter) {
    return letter == 'w' ? CHECK_WHITE : CHECK_BLACK;
}

/* The keyed fields in the order of R9.3; each may be missing. */
static void read_keys(const char *text, CheckPosition *position) {
    int length = 0;
    if (sscanf(text, " hand:%1d,%1d%n", &position->white_hand, &position->black_hand, &length) ==
            2 &&
        length > 0) {
        position->telo = true;
        text += length;
    }
    char giver;
    length = 0;
    if (sscanf(text, " vela:%c%n", &giver, &length) == 1 && length > 0) {
        position->giver = read_side(giver);
        text += length;
    }
    position->first = strcmp(text, " first") == 0;
}

static bool read_fields(const char *text, CheckPosition *position) {
    char side;
    int length = -1;
    if (sscanf(text, " %c %5d %5d%n", &side, &position->quiet, &position->number, &length) != 3 ||
        length < 0) {
        return false;
    }
    position->side = read_side(side);
    read_keys(text + length, position);
    return position->quiet >= 0 && position->quiet <= CHECK_COUNTER_MAX && position->number >= 1 &&
           position->number <= CHECK_COUNTER_MAX;
}

/* Which game text and rules speak of; false where they contradict each other (R9.4). */
static bool settle_game(CheckPosition *position, CheckRules *rules) {
    rules->telo |= position->telo;
    position->telo = rules->telo;
    if (position->giver != 0) {
        if (rules->vela != CHECK_VELA_NONE && position->giver != giver_of(rules)) {
            return false;
        }
        rules->vela = position->giver == CHECK_WHITE ? CHECK_VELA_WHITE : CHECK_VELA_BLACK;
        if (check_count_stones(position, position->giver) <= CHECK_GIVEN_ENOUGH) {
            return false;
        }
    } else if (rules->vela != CHECK_VELA_NONE &&
               check_count_stones(position, giver_of(rules)) > CHECK_GIVEN_ENOUGH) {
        position->giver = giver_of(rules); /* R9.3: the option, and no field */
    }
    if (position->first && rules->first_turn != CHECK_FIRST_SINGLE) {
        return false;
    }
    return check_rules_fit(rules, position->files, position->ranks);
}

/* R9.4 of telo. White places first (R6.2), so while stones are in hand the numbers tell who is to
 * move. */
static bool telo_is_faultless(const CheckPosition *position) {
    int white = position->white_hand, black = position->black_hand;
    if (check_count_stones(position, CHECK_WHITE) + white != CHECK_TELO_STONES ||
        check_count_stones(position, CHECK_BLACK) + black != CHECK_TELO_STONES) {
        return false;
    }
    if ((white > 0 || black > 0) && black - white != (position->side == CHECK_BLACK ? 1 : 0)) {
        return false;
    }
    return !(check_has_row(position, CHECK_WHITE) && check_has_row(position, CHECK_BLACK));
}

bool check_position_read(const char *text, CheckRules *rules, CheckPosition *position) {
    CheckRules follow = *rules;
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
    if (!settle_game(&read, &follow) || (read.telo && !telo_is_faultless(&read))) {
        return false;
    }

    /* Whatever was read loosely above is caught here: there is one canonical text of a position. */
    char written[CHECK_POSITION_TEXT_MAX];
    check_position_write(&read, written);
    if (strcmp(written, text) != 0) {
        return false;
    }
    *position = read;
    *rules = follow;
    return true;
}
