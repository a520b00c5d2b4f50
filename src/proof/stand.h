/* Positions as a proof sees them: the side to move against the other, whatever their colours, and
 * turned by the symmetry of the board that makes them smallest. What follows a position is a sorted
 * list of such, so that a number in it stands for a turn.
 *
 * No line of a board depends on a colour (R1.2), so nothing is lost. Counters are no part of it:
 * endless play is a draw and the quiet limit is not looked at. */
#ifndef FAN_PROOF_STAND_H
#define FAN_PROOF_STAND_H

#include <fanorona/move.h>

/* The stones of the side to move, and of the other. Smaller is the smaller `own`, then `foe`. */
typedef struct FanStand {
    FanPoints own, foe;
} FanStand;

static inline bool same_stand(FanStand a, FanStand b) {
    return a.own == b.own && a.foe == b.foe;
}
static inline bool stand_before(FanStand a, FanStand b) {
    return a.own != b.own ? a.own < b.own : a.foe < b.foe;
}
static inline unsigned stand_stones(FanStand stand) {
    return (unsigned)(__builtin_popcountll(stand.own) + __builtin_popcountll(stand.foe));
}

/* A board, its rules, and what turns its positions. Never changes; any thread. */
typedef struct FanScene {
    FanBoard board;
    FanRules rules;
    FanPoint exchanged[FAN_POINTS_MAX]; /* files for ranks; of a square board */
    bool square;
} FanScene;

/* The rules are those of the capture game; of them only `chain` and `blocked` are looked at. */
void fan_scene_init(FanScene *scene, const FanBoard *board, const FanRules *rules);

/* The smallest of the positions that symmetries turn this one into: four, on a square board eight.
 */
FanStand fan_stand_fold(const FanScene *scene, FanStand stand);

/* A position without its colours and counters, folded; and a folded one as White's to move. */
FanStand fan_stand_of(const FanScene *scene, const FanPosition *position);
FanPosition fan_stand_position(FanStand stand);

/* Whether nothing has been taken between two positions that follow each other. */
static inline bool is_quiet(FanStand before, FanStand after) {
    return stand_stones(before) == stand_stones(after);
}

/* A list of positions that grows; starts as {0}, given back by fan_stands_free. */
typedef struct FanStands {
    FanStand *all;
    size_t count, capacity;
    FanMove *moves; /* room for the work */
    size_t moves_capacity;
} FanStands;
void fan_stands_free(FanStands *stands);

/* Replaces the list by the positions that follow a folded one: folded, sorted, each once. Empty
 * when a side has no stones or the side to move no turn. Returns false without memory. */
FAN_NODISCARD bool fan_stand_follow(const FanScene *scene, FanStand stand, FanStands *stands);

#endif
