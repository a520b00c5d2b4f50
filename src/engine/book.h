/* Inside a book: folding by symmetry, and writing the file. For its maker and its tests.
 *
 * The file, numbers little-endian, `varint` seven bits a byte, lowest first, the top bit on all but
 * the last byte, and never longer than needed:
 *
 *     8 bytes   "FANBOOK" and the version, 1
 *     1, 1      files, ranks
 *     1, n      length and text of the rule options not at their default (R8)
 *     varint    positions
 *     each of them, in the order of (own, other):
 *       k, k    stones of the side to move and of the other, bit by point, k = points / 8 rounded
 * up 1       number of turns, at least 1 each of them, best first: varint  place of its move among
 * the legal ones in the order of their words (move.h) 2       value, two's complement 1       depth
 *         varint  nodes / 1024
 *         varint, varint, varint   games won, drawn and lost
 *     8 bytes   FNV-1a of all before it
 *
 * Everything is from the view of the side to move, and of the (up to) four mirror images of a
 * position the least is the one written. */
#ifndef FAN_ENGINE_BOOK_H
#define FAN_ENGINE_BOOK_H

#include <fanorona/book.h>

/* A position as books know it, and by which symmetries it was brought there. */
typedef struct FanFold {
    FanPoints own, other; /* by who moves */
    uint8_t symmetries;   /* bit s: FanSymmetry s maps the position to it; at least one is set */
} FanFold;

FanFold fan_fold(const FanBoard *board, const FanPosition *position);

/* A move of the position as the fold knows it: of those it may be mapped to, the least. */
FanMove fan_fold_move(const FanBoard *board, const FanFold *fold, FanMove move);

/* The other way: a move of the position that folds to this one. */
FanMove fan_unfold_move(const FanBoard *board, const FanFold *fold, FanMove move);

/* The folded position, White to move. */
FanPosition fan_fold_position(const FanFold *fold);

/* What is written of a position: a fold and its turns with folded moves. */
typedef struct FanBookEntry {
    FanPoints own, other;
    FanBookTurn *turns; /* legal and different ones, 1 to FAN_BOOK_TURNS_MAX */
    size_t count;
} FanBookEntry;

/* Writes a book; sorts the entries and their turns. Positions must be different and have at most
 * FAN_BOOK_MOVES_MAX legal moves; counts and nodes are cut to what a book can hold. Returns the
 * bytes, for free(), or NULL without memory. */
uint8_t *fan_book_write(const FanBoard *board, const FanRules *rules, FanBookEntry *entries,
                        size_t count, size_t *size);

enum {
    FAN_BOOK_MOVES_MAX = 1024, /* legal moves of a position in a book */
    FAN_BOOK_SUM_BYTES = 8,    /* the checksum at the end */
};

#endif
