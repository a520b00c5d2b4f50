/* What the tests of the plain rules share: boards and options to try, random positions, a drawing.
 */
#ifndef FAN_TESTS_CHECK_BOARDS_H
#define FAN_TESTS_CHECK_BOARDS_H

#include "check/check.h"
#include "support/random.h"

typedef struct BoardSize {
    int files, ranks;
} BoardSize;

enum { BOARD_SIZES = 19 };

/* Every board there is (R1.1). */
extern const BoardSize board_sizes[BOARD_SIZES];

enum { RULE_SETS = 8 };

/* Rule options to try, "" being the default; together they turn every switch and shorten both
 * limits so far that random play reaches them, sometimes in one turn. */
extern const char *const rule_sets[RULE_SETS];

enum { TELO_RULE_SETS = 5, VELA_RULE_SETS = 9 };

/* The same for telo, whose turns no option changes, and for vela: both givers, either first. */
extern const char *const telo_rule_sets[TELO_RULE_SETS];
extern const char *const vela_rule_sets[VELA_RULE_SETS];

/* Random stones, up to (W·H - 1)/2 a side (R9.4), some boards nearly empty and some full; random
 * side and counters. A side may be without stones. In vela the giver often has a stone or two more
 * than five, and both phases come up; in telo any faultless set-up does, rows too. */
CheckPosition random_position(Random *random, BoardSize size, const CheckRules *rules);

enum { DRAWING_MAX = 1024 };

/* A board as a reader sees it, White below, with the position text under it. Returns `drawing`. */
char *draw_position(const CheckPosition *position, char drawing[DRAWING_MAX]);

#endif
