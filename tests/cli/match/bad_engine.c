/* A program that speaks the Universal Game Interface as nobody should: what a match must survive.
 *
 *   bad_engine MODE [FILE]
 *
 * It is well-behaved but for one thing, see `misbehave` and `greet`; mode `fine` plays the first
 * legal turn, `tell` repeats on standard error what it is told, `miss` expects the last legal reply
 * where others expect the first when they may ponder, and a mode such as `cp 35` or `mate -3`
 * thinks so of every turn. With a FILE it misbehaves once only: when it is not there yet, and makes
 * it. */
#include <fanorona/fanorona.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    LINE_BYTES = 1 << 16,
    PLIES = 4096,
    PLIES_EXPECTED = 10,
    LATE_S = 30,
    TELL_US = 20000,
    NOISE_LINES = 300
};

static const char *mode;
static bool expects, pondering; /* it may ponder; it does */
static bool once_over;

static bool is(const char *name) {
    return !once_over && strcmp(mode, name) == 0;
}

static void say(const char *line) {
    puts(line);
    fflush(stdout);
}

__attribute__((noreturn)) static void sleep_on(void) {
    for (;;) {
        pause();
    }
}

static FanBoard board;
static FanRules rules;
static FanGame game;
static FanPly plies[PLIES];

static void set_position(char *rest) {
    FanPosition start;
    char *moves = strstr(rest, " moves");
    if (moves) {
        *moves = '\0';
        moves += strlen(" moves");
    }
    rules = fan_rules_default();
    if (strncmp(rest, "fen ", 4) != 0) {
        if (!fan_board_init(&board, 9, 5)) {
            abort();
        }
        start = fan_position_start(&board, &rules);
    } else if (fan_position_read(&board, &start, &rules, NULL, rest + 4, strlen(rest + 4), NULL,
                                 0) != 0) {
        exit(9);
    }
    fan_game_begin(&game, &board, &rules, &start, plies, PLIES);
    for (char *word = moves ? strtok(moves, " ") : NULL; word; word = strtok(NULL, " ")) {
        FanTurn turn;
        if (fan_game_read(&game, word, strlen(word), &turn, NULL) != FAN_TURN_READ ||
            fan_game_play(&game, &turn, NULL) != FAN_GAME_OK) {
            exit(9);
        }
    }
}

static bool keep_first(void *context, const FanTurn *turn, const FanPosition *after) {
    (void)after;
    *(FanTurn *)context = *turn;
    return false;
}

static bool keep_last(void *context, const FanTurn *turn, const FanPosition *after) {
    (void)after;
    *(FanTurn *)context = *turn;
    return true;
}

static void expect_reply(const char *text, const FanTurn *turn) {
    FanTurn reply;
    char expected[FAN_TURN_TEXT_MAX];
    if (fan_game_play(&game, turn, NULL) != FAN_GAME_OK) {
        exit(9);
    }
    (void)fan_turns_visit(&board, &rules, &game.position, is("miss") ? keep_last : keep_first,
                          &reply);
    fan_turn_write(&board, &reply, expected);
    printf("bestmove %s ponder %s\n", text, expected);
    fflush(stdout);
}

static void answer(void) {
    FanTurn turn;
    char text[FAN_TURN_TEXT_MAX];
    if (fan_turns_visit(&board, &rules, &game.position, keep_first, &turn)) {
        exit(9);
    }
    fan_turn_write(&board, &turn, text);
    if (expects && game.length < PLIES_EXPECTED) {
        expect_reply(text, &turn);
        return;
    }
    printf(is("twice") ? "bestmove %s\nbestmove a1-i5\n" : "bestmove %s\n", text);
    fflush(stdout);
}

/* Returns false where the turn is still to be answered. */
static bool misbehave(void) {
    if (is("exit")) {
        exit(7);
    } else if (is("killed")) {
        raise(SIGKILL);
    } else if (is("hang")) {
        return true;
    } else if (is("stubborn")) {
        sleep_on();
    } else if (is("illegal")) {
        say("bestmove a1-i5");
    } else if (is("empty")) {
        say("bestmove");
    } else if (is("bytes")) {
        say("bestmove \033[2J\377");
    } else if (is("flood")) {
        for (;;) {
            puts("info string you have not asked for this, and you will hear it all the same");
        }
    } else if (is("long-line")) {
        for (;;) {
            putchar('x');
        }
    } else if (is("close")) {
        close(STDOUT_FILENO);
        sleep_on();
    } else if (is("late")) {
        sleep(LATE_S);
        answer();
    } else if (is("child")) {
        if (fork() == 0) {
            sleep_on(); /* and holds all streams */
        }
        exit(0);
    } else {
        return false;
    }
    return true;
}

/* Lines of words that mean something, in no order that does. */
static void make_noise(void) {
    static const char *const words[] = {"info",
                                        "option",
                                        "id",
                                        "name",
                                        "type",
                                        "score",
                                        "cp",
                                        "mate",
                                        "depth",
                                        "multipv",
                                        "pv",
                                        "string",
                                        "-",
                                        "-1",
                                        "0",
                                        "1",
                                        "value",
                                        "readyo",
                                        "99999999999999999999999999",
                                        "-2147483648",
                                        "\t",
                                        "\377\376",
                                        "\1",
                                        "bestmov",
                                        "ugio"};
    static unsigned state = 1;
    for (int line = 0; line < NOISE_LINES; line++) {
        for (int word = 0; word < 12; word++) {
            state = state * 1103515245 + 12345;
            printf("%s ", words[(state >> 16) % (sizeof words / sizeof *words)]);
        }
        putchar('\n');
    }
}

static void greet(void) {
    if (is("noise")) {
        make_noise();
    }
    if (is("start-silent")) {
        sleep_on();
    }
    printf("id name bad %s\noption name Level type spin default 0 min 0 max 8\n"
           "option name Own Book type string\noption name Clear type button\n",
           mode);
    if (!is("no-ponder")) {
        puts("option name Ponder type check default false");
    }
    say("ugiok");
}

static void obey(char *line) {
    if (is("tell")) {
        fprintf(stderr, "%s\n", line);
        usleep(TELL_US);
    }
    if (strcmp(line, "ugi") == 0) {
        greet();
    } else if (strcmp(line, "isready") == 0 && !is("not-ready")) {
        say("readyok");
    } else if (strcmp(line, "uginewgame") == 0 && is("exit-between")) {
        exit(5);
    } else if (strncmp(line, "position ", 9) == 0) {
        set_position(line + 9);
    } else if (strcmp(line, "setoption name Ponder value true") == 0) {
        expects = true;
    } else if (strncmp(line, "go ponder", 9) == 0) {
        pondering = true;
    } else if (pondering && (strcmp(line, "ponderhit") == 0 || strcmp(line, "stop") == 0)) {
        pondering = false;
        answer();
    } else if (strncmp(line, "go", 2) == 0 && !misbehave()) {
        if (is("garbage")) {
            printf("%c%c\1\2 bestmove\nbestmov e2-e3A\n\n  \n", 0xFF, 0);
        }
        if (is("noise")) {
            make_noise();
        }
        if (strchr(mode, ' ')) {
            printf(
                "info depth 3 score cp 9999 multipv 2 pv a1-a2\ninfo depth 3 score %s pv cp 7777\n",
                mode);
        }
        answer();
    } else if (strcmp(line, "quit") == 0) {
        exit(0);
    }
}

int main(int count, char **words) {
    static char line[LINE_BYTES];
    mode = count > 1 ? words[1] : "fine";
    if (count > 2) {
        int file = open(words[2], O_CREAT | O_EXCL, 0600);
        once_over = file < 0;
    }
    if (is("start-exit")) {
        return 3;
    }
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\r\n")] = '\0';
        obey(line);
    }
    return 0;
}
