/* The opening book: positions near the start with what long searches and games say of their turns.
 *
 * A book is read from bytes, checked whole and never changes, so any number of threads may share
 * it. It holds for one board and one set of rules. Positions that are mirror images of each other,
 * or the same with the colours exchanged, are one entry. docs/engine.md describes the file and how
 * one is made. */
#ifndef FANORONA_BOOK_H
#define FANORONA_BOOK_H

#include <fanorona/engine.h>

FAN_BEGIN_DECLS

typedef struct FanBook FanBook;

enum {
    FAN_BOOK_SIZE_MAX = 1 << 20, /* bytes of a file that is read */
    FAN_BOOK_TURNS_MAX = 64,     /* turns of one position */
    FAN_BOOK_LEVEL = 6,          /* the lowest level that has read the book */
};

/* Why bytes are no book. */
typedef enum FanBookFault {
    FAN_BOOK_OK,
    FAN_BOOK_MEMORY,
    FAN_BOOK_FOREIGN,  /* it does not begin as a book does */
    FAN_BOOK_VERSION,  /* a later form of it */
    FAN_BOOK_CUT,      /* it ends too early */
    FAN_BOOK_LONG,     /* something follows its end, or it is larger than FAN_BOOK_SIZE_MAX */
    FAN_BOOK_CHECKSUM, /* a byte was changed */
    FAN_BOOK_BOARD,    /* no board has this size */
    FAN_BOOK_RULES,    /* no rules are called so, or they do not fit the board */
    FAN_BOOK_STONES,   /* stones off the board, two on a point, too many or none of a side */
    FAN_BOOK_ORDER,    /* positions out of order, twice, or in a mirrored form */
    FAN_BOOK_TURN,     /* a turn that is not legal there, or twice, or too many of them */
    FAN_BOOK_NUMBER,   /* a value, depth or count that cannot be */
} FanBookFault;

/* Reads a book. On FAN_BOOK_OK *book is the caller's, for fan_book_free; otherwise *book is NULL
 * and *offset (may be NULL) the byte where the fault was met. The bytes are not needed afterwards.
 */
FAN_API FAN_NODISCARD FanBookFault fan_book_read(const void *bytes, size_t size, FanBook **book,
                                                 size_t *offset);
FAN_API void fan_book_free(FanBook *book);

/* The fault as a clause: "it is cut short". Static memory. */
FAN_API const char *fan_book_fault_text(FanBookFault fault);

/* The book for the start of this board and these rules that is built into the library; NULL if
 * there is none. Never freed. */
FAN_API const FanBook *fan_book_builtin(const FanBoard *board, const FanRules *rules);

typedef struct FanBookFacts {
    unsigned files, ranks;
    FanRules rules;
    size_t positions, turns;
    uint64_t checksum; /* names the book by its content */
} FanBookFacts;

FAN_API FanBookFacts fan_book_facts(const FanBook *book);

/* What a book says of one turn; all of it from the view of the side to move. */
typedef struct FanBookTurn {
    FanMove move;
    FanScore value;               /* with the positions of the book that follow in view */
    unsigned depth;               /* turns ahead of the search behind it; 0 to FAN_DEPTH_MAX */
    uint64_t nodes;               /* positions looked at for it, those of what follows included */
    uint32_t wins, draws, losses; /* games that went this way */
} FanBookTurn;

/* The turns a book knows in a position, best first; at most `capacity` are written. Returns how
 * many there are: 0 where the position is unknown or board or rules are not the book's. Of turns
 * that mirror each other in a position that is its own mirror image only one is listed. */
FAN_API size_t fan_book_turns(const FanBook *book, const FanBoard *board, const FanRules *rules,
                              const FanPosition *position, FanBookTurn *turns, size_t capacity);

/* Chooses a turn for the position now in the game, among those as good as the best by a fifth of a
 * stone: the same seed, the same choice. Returns false where the book does not help: the position
 * is unknown, board or rules differ, the game is over, or the level (a FanJob's) is one below
 * FAN_BOOK_LEVEL. `book` may be NULL: nothing is known. */
FAN_API FAN_NODISCARD bool fan_book_choose(const FanBook *book, const FanGame *game, unsigned level,
                                           uint64_t seed, FanTurn *turn);

/* --- names -------------------------------------------------------------------------------------
 */

/* An opening that players have a name for (R10), by the first turn that bears it. */
typedef struct FanOpeningName {
    const char *turn; /* canonical text */
    const char *name; /* a proper name, the same in every language */
} FanOpeningName;

/* The named openings of tsivy; *count receives how many there are. Static memory. */
FAN_API const FanOpeningName *fan_opening_names(size_t *count);

/* The name of the opening a game began with, or NULL: where the game is not tsivy's capture game
 * from its start, or no turn has been made. A game that was given as the position after its first
 * turn counts too. */
FAN_API const char *fan_opening_name(const FanGame *game);

FAN_END_DECLS
#endif
