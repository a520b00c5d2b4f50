/* What endgame tables say to the search: the value of a position just entered by a capture, and
 * which of the first moves keep the value of the root.
 *
 * Tables look at neither the quiet limit (R5.3) nor repetition (R5.4). A draw of theirs is one
 * under any limit, for a limit only takes chances away from whoever wins. A win counts as sure
 * where every way to it is short enough for the limit of this game; else it is scored below those
 * that are. */
#ifndef FAN_ENGINE_ENDGAME_H
#define FAN_ENGINE_ENDGAME_H

#include "engine/distances.h"
#include "tables/index.h"

#include <fanorona/engine.h>

/* Whether a class – so many stones of the side to move, so many of the other – has its values. */
typedef enum FanHeld {
    FAN_HELD_NOT,
    FAN_HELD,      /* whether its wins come before the quiet limit is not known */
    FAN_HELD_SURE, /* they do, after a capture, and so do those of its mirror */
} FanHeld;

/* A first move by the tables. */
typedef struct FanRanked {
    FanMove move;
    int rank;       /* the greater, the better; between moves of one rank the search chooses */
    FanScore score; /* for the side that makes it */
} FanRanked;

typedef struct FanEndgame {
    const FanTables *tables; /* not owned; NULL: none that fit the game */
    FanTableReader *reader;  /* owned, of the main thread; NULL where there are no distances */
    FanBoard board;
    FanRules rules;
    uint8_t held[FAN_TABLE_SIDE_MAX + 1][FAN_TABLE_SIDE_MAX + 1]; /* FanHeld */
    unsigned most; /* stones on the board of a class that is held */
    uint64_t salt; /* 0 without tables; keeps what was learned with other tables apart */

    FanRanked *ranked; /* owned; the first moves, if all of them are held */
    size_t ranked_count;
} FanEndgame;

/* Sets up for a game with these tables (NULL: none), if they fit it. Returns false without memory.
 * All zero is one without tables. The tables must not change or be freed before fan_endgame_free.
 */
bool fan_endgame_begin(FanEndgame *endgame, const FanTables *tables, const FanBoard *board,
                       const FanRules *rules);
void fan_endgame_free(FanEndgame *endgame);

/* --- in the search, from any thread --- */

bool fan_endgame_probe(const FanEndgame *endgame, const FanPosition *position, unsigned ply,
                       int *score);

/* The score of a position `ply` plies from the root, if it was just entered by a capture and the
 * tables hold it; otherwise false. */
static inline bool fan_endgame_score(const FanEndgame *endgame, const FanPosition *position,
                                     unsigned ply, int *score) {
    return position->quiet == 0 &&
           count_points(position->stones[0] | position->stones[1]) <= endgame->most &&
           fan_endgame_probe(endgame, position, ply, score);
}

/* --- with distances, by one thread at a time --- */

/* Positions of the game that draw when they come again (R5.4). */
typedef struct FanSpent {
    const uint64_t *keys; /* sorted */
    size_t count;
} FanSpent;

/* The value of a position to the side to move under the quiet limit of the game, repetition aside.
 * Returns false where the tables do not hold it, or hold no distances and so are not sure of it. */
bool fan_endgame_truth(const FanEndgame *endgame, const FanPosition *position,
                       FanTableValue *value);

/* Ranks the moves of a position, if the tables hold what each leads to; otherwise none is ranked.
 * Returns false without memory. */
bool fan_endgame_rank(FanEndgame *endgame, const FanPosition *position, const FanSpent *spent,
                      const FanMove *moves, size_t count);

/* What a first move was given; NULL where none were ranked. */
const FanRanked *fan_endgame_ranked(const FanEndgame *endgame, FanMove move);

/* Puts moves into the order of their ranks, equal ones as they came. */
void fan_endgame_sort(const FanEndgame *endgame, FanMove *moves, size_t count);

/* How many of moves[from …] have the rank of the first of them; all of them where none are ranked.
 */
size_t fan_endgame_equals(const FanEndgame *endgame, const FanMove *moves, size_t from,
                          size_t count);

/* Whether the moves of best rank win for certain, and as soon as one another: there is nothing to
 * think about. */
bool fan_endgame_decides(const FanEndgame *endgame, const FanMove *moves);

/* The score of a first move that a search gave `score`: what the tables know, but a win or loss
 * that the search has proved, where the order of the ranks allows it. */
FanScore fan_endgame_settle(const FanEndgame *endgame, FanMove move, FanScore score);

#endif
