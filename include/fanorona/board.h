/* Boards as data: points, drawn lines and what lies along them (R1).
 *
 * A board is computed once into memory of the caller and never changes, so any number of threads
 * may share it. Every position, turn and game is read against the board it was made for. */
#ifndef FANORONA_BOARD_H
#define FANORONA_BOARD_H

#include <fanorona/api.h>
#include <stdbool.h>
#include <stdint.h>

FAN_BEGIN_DECLS

/* A point is numbered by ranks from White's near left corner: rank * files + file; a1 is 0 (R1.1).
 */
typedef uint8_t FanPoint;

/* A set of points: bit p stands for point p. */
typedef uint64_t FanPoints;

enum {
    FAN_SIZE_MIN = 3,    /* smallest number of files or ranks (R1.1) */
    FAN_SIZE_MAX = 15,   /* largest that leaves room for the other to be 3 */
    FAN_POINTS_MAX = 49, /* a move must fit one 64-bit word (R1.1) */
    FAN_DIRECTIONS = 8,
    FAN_HAND = 63, /* where a stone comes from that is placed (R6.2); no point, but fits six bits */
    FAN_NO_POINT = 255,
};

/* The directions in the order of their point numbers, so that the opposite of d is 7 - d. */
typedef enum FanDirection {
    FAN_SOUTHWEST,
    FAN_SOUTH,
    FAN_SOUTHEAST,
    FAN_WEST,
    FAN_EAST,
    FAN_NORTHWEST,
    FAN_NORTH,
    FAN_NORTHEAST,
    FAN_NO_DIRECTION,
} FanDirection;

/* A board's geometry. Read freely, never write. */
typedef struct FanBoard {
    uint8_t files, ranks, points;
    int8_t offset[FAN_DIRECTIONS]; /* difference in point number of one step */
    FanPoints all;
    FanPoints strong;                     /* points with diagonal lines (R1.2) */
    FanPoints leaves[FAN_DIRECTIONS];     /* points that have a line in this direction */
    FanPoints neighbours[FAN_POINTS_MAX]; /* points one step away */
    FanPoints seconds[FAN_POINTS_MAX];    /* points two steps away in a straight line */
    uint8_t first_lines[FAN_POINTS_MAX];  /* bit d: there is a point one step in direction d */
    uint8_t second_lines[FAN_POINTS_MAX]; /* bit d: there is a point two steps in direction d */
    FanPoint next[FAN_POINTS_MAX][FAN_DIRECTIONS]; /* one step on, or FAN_NO_POINT */
    FanPoints ray[FAN_POINTS_MAX][FAN_DIRECTIONS]; /* all points further along the line */
} FanBoard;

/* Whether a board of this size exists: both odd, at least 3, at most 49 points (R1.1). */
FAN_API bool fan_board_size_valid(unsigned files, unsigned ranks);

/* Computes the geometry of a board. Returns false and leaves *board alone when the size is not
 * valid. */
FAN_API FAN_NODISCARD bool fan_board_init(FanBoard *board, unsigned files, unsigned ranks);

/* The direction of the line that joins two neighbours, or FAN_NO_DIRECTION where none does. */
FAN_API FanDirection fan_board_direction(const FanBoard *board, FanPoint from, FanPoint to);

/* The symmetries every odd board has; each keeps lines and strength of points. */
typedef enum FanSymmetry {
    FAN_IDENTITY,
    FAN_MIRROR_FILES, /* a-file to last file */
    FAN_MIRROR_RANKS, /* first rank to last rank */
    FAN_HALF_TURN,    /* both */
} FanSymmetry;

FAN_API FanPoint fan_board_map_point(const FanBoard *board, FanSymmetry symmetry, FanPoint point);
FAN_API FanPoints fan_board_map(const FanBoard *board, FanSymmetry symmetry, FanPoints set);

FAN_END_DECLS
#endif
