#include "check/boards.h"

#include <stdio.h>
#include <string.h>

const BoardSize board_sizes[BOARD_SIZES] = {
    {9, 5}, {5, 5}, {3, 3}, {3, 5}, {3, 7}, {3, 9}, {3, 11}, {3, 13}, {3, 15}, {5, 3},
    {5, 7}, {5, 9}, {7, 3}, {7, 5}, {7, 7}, {9, 3}, {11, 3}, {13, 3}, {15, 3},
};

const char *const rule_sets[RULE_SETS] = {
    "",
    "chain=mandatory",
    "first-turn=single",
    "blocked=draw",
    "chain=mandatory,first-turn=single",
    "quiet-limit=4,repetition=2",
    "quiet-limit=0,repetition=3",
    "chain=mandatory,first-turn=single,blocked=draw,quiet-limit=30,repetition=0",
};

const char *const telo_rule_sets[TELO_RULE_SETS] = {
    "",
    "blocked=draw,chain=mandatory",
    "first-turn=single",
    "quiet-limit=10,repetition=2",
    "quiet-limit=0,repetition=4",
};

const char *const vela_rule_sets[VELA_RULE_SETS] = {
    "vela=white",
    "vela=black",
    "vela=white,vela-first=giver",
    "vela=black,vela-first=giver",
    "vela=white,chain=mandatory",
    "vela=black,first-turn=single",
    "vela=white,blocked=draw,quiet-limit=0",
    "vela=black,quiet-limit=5,repetition=2",
    "vela=white,vela-first=giver,chain=mandatory,first-turn=single,repetition=0",
};

static int random_int(Random *random, int bound) {
    return (int)random_below(random, (uint64_t)bound);
}

/* Few, any number, or nearly all: each about as often. */
static int random_stones(Random *random, int most) {
    int few = most < 4 ? most : 4;
    switch (random_below(random, 3)) {
    case 0:
        return random_int(random, few + 1);
    case 1:
        return random_int(random, most + 1);
    default:
        return most - random_int(random, few);
    }
}

static void scatter(Random *random, CheckPosition *position, char side, int count) {
    while (count > 0) {
        int rank = random_int(random, position->ranks), file = random_int(random, position->files);
        if (position->stones[rank][file] != CHECK_EMPTY)
            continue;
        position->stones[rank][file] = side;
        count--;
    }
}

static char random_side(Random *random) {
    return random_below(random, 2) == 0 ? CHECK_WHITE : CHECK_BLACK;
}

static void scatter_both(Random *random, CheckPosition *position, int white, int black) {
    memset(position->stones, CHECK_EMPTY, sizeof position->stones);
    scatter(random, position, CHECK_WHITE, white);
    scatter(random, position, CHECK_BLACK, black);
}

/* White has placed as many as Black, or one more with Black to move (R6.2); not two rows (R9.4). */
static void set_up_telo(Random *random, CheckPosition *position) {
    int placed = random_int(random, 9); /* all six about every third time */
    int white = placed < 6 ? (placed + 1) / 2 : 3, black = placed < 6 ? placed / 2 : 3;
    position->telo = true;
    position->white_hand = 3 - white;
    position->black_hand = 3 - black;
    position->side = placed >= 6       ? random_side(random)
                     : placed % 2 == 0 ? CHECK_WHITE
                                       : CHECK_BLACK;
    do
        scatter_both(random, position, white, black);
    while (check_has_row(position, CHECK_WHITE) && check_has_row(position, CHECK_BLACK));
}

static int random_giver_stones(Random *random, int most) {
    return random_below(random, 2) == 0 ? 5 + random_int(random, 4) : random_stones(random, most);
}

static void set_up_stones(Random *random, const CheckRules *rules, CheckPosition *position) {
    int most = (position->files * position->ranks - 1) / 2;
    int white = random_stones(random, most), black = random_stones(random, most);
    if (rules->vela == CHECK_VELA_WHITE)
        white = random_giver_stones(random, most);
    if (rules->vela == CHECK_VELA_BLACK)
        black = random_giver_stones(random, most);
    if (white == 0 && black == 0)
        white = 1;
    scatter_both(random, position, white, black);
    position->side = random_side(random);
    if (rules->vela == CHECK_VELA_WHITE && white > CHECK_GIVEN_ENOUGH)
        position->giver = CHECK_WHITE;
    if (rules->vela == CHECK_VELA_BLACK && black > CHECK_GIVEN_ENOUGH)
        position->giver = CHECK_BLACK;
}

CheckPosition random_position(Random *random, BoardSize size, const CheckRules *rules) {
    CheckPosition position = {.files = size.files, .ranks = size.ranks};
    if (rules->telo)
        set_up_telo(random, &position);
    else
        set_up_stones(random, rules, &position);
    position.quiet = random_int(random, 60);
    position.number =
        random_below(random, 50) == 0 ? CHECK_COUNTER_MAX : 1 + random_int(random, 90);
    position.first = rules->first_turn == CHECK_FIRST_SINGLE && random_below(random, 2) == 0;
    return position;
}

char *draw_position(const CheckPosition *position, char drawing[DRAWING_MAX]) {
    char *out = drawing;
    for (int rank = position->ranks - 1; rank >= 0; rank--) {
        out += sprintf(out, "%4d ", rank + 1);
        for (int file = 0; file < position->files; file++)
            out += sprintf(out, " %c", position->stones[rank][file]);
        *out++ = '\n';
    }
    out += sprintf(out, "     ");
    for (int file = 0; file < position->files; file++)
        out += sprintf(out, " %c", 'a' + file);
    out += sprintf(out, "\n    ");
    check_position_write(position, out);
    return drawing;
}
