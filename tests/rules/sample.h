/* What the tests of the rules share: positions with all it takes to read them, random ones too,
 * turns in plain text, lists of turns, drawings. */
#ifndef FAN_TESTS_RULES_SAMPLE_H
#define FAN_TESTS_RULES_SAMPLE_H

#include "support/random.h"
#include "support/test.h"

#include <fanorona/game.h>

/* A position with its board and rules. */
typedef struct Sample {
    FanBoard board;
    FanRules rules;
    FanPosition position;
} Sample;

typedef struct BoardSize {
    unsigned files, ranks;
} BoardSize;

/* Every board there is (R1.1), tsivy first. */
enum { BOARD_SIZES = 19 };
extern const BoardSize board_sizes[BOARD_SIZES];

/* "" is the start or the default; a text that cannot be read fails the test. `variant` is one of
 * fan_variant_read's, "" for the capture game on tsivy or what the position says. */
Sample sample_of(const char *rules, const char *position);
Sample sample_of_variant(const char *variant, const char *rules, const char *position);
Sample sample_start(BoardSize size, const char *rules);

/* A position of a random game or set-up, on any board, under any rules; half are of tsivy. Where
 * the board allows it some are of telo and of vela, in both of its phases. */
Sample sample_random(Random *random);

/* The same on one board. */
Sample sample_random_on(Random *random, BoardSize size);

/* A legal turn drawn at random, with the position it leads to; false when there is none. */
bool sample_random_turn(Random *random, const Sample *sample, FanTurn *turn, FanPosition *after);

/* Reads what R9.1 writes, by the letter, legal or not; a telling of its own, so that tests of the
 * reader do not lean on the reader. A point alone is a placement. */
FanTurn plain_turn(const FanBoard *board, const char *text);

/* "e3", and a set of points as "d3 e3"; "" is none. */
FanPoint plain_point(const FanBoard *board, const char *text);
FanPoints plain_points(const FanBoard *board, const char *text);

/* A draft with the steps of a plain turn done, each checked to be open when it is done; "" is none.
 */
FanDraft draft_of(const Sample *sample, const char *steps);

/* The turns of a position in the order they are visited. */
typedef struct TurnList {
    size_t count, room;
    FanTurn *turns;
    FanPosition *afters;
} TurnList;

/* Fills the list anew; it keeps its memory and begins as {0}. */
void list_turns(const Sample *sample, TurnList *list);

/* The place of a turn in the list, or its count. */
size_t find_turn(const TurnList *list, const FanTurn *turn);

/* The board as a picture, with its text and rules; static memory. */
const char *draw(const Sample *sample);

/* A turn's text, for messages; static memory, two at a time. */
const char *turn_text(const FanBoard *board, const FanTurn *turn);

/* Fails the test with a claim, a detail and the board. */
void fail_sample(const Sample *sample, const char *claim, const char *detail);

/* The number on the command line, or `otherwise`. */
size_t argument_of(int argc, char **argv, size_t otherwise);

/* 0 … bound - 1, as a size. */
static inline size_t random_size(Random *random, size_t bound) {
    return (size_t)random_below(random, bound);
}

/* A number of elements, not of bytes. */
#define COUNT(array) (sizeof(array) / sizeof *(array))

#endif
