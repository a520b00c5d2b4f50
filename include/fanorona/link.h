/* A whole game as text for an address: what stands after the `#` of a link.
 *
 *     g=1&v=dimy&r=quiet-limit=0&t=c2c3A.d4c5W&p=1&e=w.resignation
 *
 * Its parts, each KEY=VALUE and joined by `&`:
 *
 *     g  version of this form: 1. Never left out, and always first.
 *     v  variant: dimy, telo, 7x3. Left out: tsivy.
 *     r  rule options as R8 writes them. Left out: all at their defaults.
 *     s  where the game began: R9.3 with `.` for blanks; hand, vela and
 *        the defaults at its end are left out. Left out: the start.
 *     t  turns, R9.1 without `-`, joined by `.`. Left out: none.
 *     p  the ply to open at: turns made before it. Left out: after the last.
 *     e  an end by word (R5.5): w, b or d, and `.` with R5.6's word where it
 *        is known. Left out: none.
 *
 * Only characters that an address need not escape and that chat programs leave alone are written,
 * and the last one is never punctuation. Keys stand in this order; what is written is canonical. */
#ifndef FANORONA_LINK_H
#define FANORONA_LINK_H

#include <fanorona/game.h>

FAN_BEGIN_DECLS

enum {
    FAN_LINK_TEXT_MAX = 1 << 16, /* longest text read, bytes */
    FAN_LINK_REASON_MAX = 512,
};

/* Writes the text of a game, its turns made and its end, to open at a ply (0 … length), zero-ended
 * and cut at `size`. Returns the length of the whole text, without the zero: when that is not below
 * `size`, call again with more room. A text longer than FAN_LINK_TEXT_MAX is not read again. */
FAN_API size_t fan_link_write(const FanGame *game, size_t ply, char *text, size_t size);

/* Room in plies that any text of this length is content with. */
static inline size_t fan_link_plies(size_t length) {
    return length / 3 + 1;
}

typedef enum FanLinkStatus {
    FAN_LINK_OK,
    FAN_LINK_LENGTH,  /* longer than FAN_LINK_TEXT_MAX */
    FAN_LINK_VERSION, /* not of this version, or no such text at all */
    FAN_LINK_KEY,     /* an unknown key, one out of order or given twice, or no `=` after it */
    FAN_LINK_VARIANT, /* neither a variant nor a size */
    FAN_LINK_RULES,   /* rules that cannot be read or that the board does not have */
    FAN_LINK_SETUP,   /* no position, or not of this variant and these rules */
    FAN_LINK_TURN,    /* a turn that is malformed, illegal, ambiguous or after the end */
    FAN_LINK_PLY,     /* no number up to the turns there are */
    FAN_LINK_END,     /* no end by word, or one after the game is over */
    FAN_LINK_FULL,    /* more turns than `capacity` */
} FanLinkStatus;

typedef struct FanLinkError {
    uint8_t status;                   /* FanLinkStatus */
    FanClause clause;                 /* 0 where none forbids it */
    size_t offset;                    /* bytes from the beginning of the text */
    char reason[FAN_LINK_REASON_MAX]; /* an English sentence without a full stop, zero-ended */
} FanLinkError;

/* Reads such a text, every turn checked; turns are read as leniently as anywhere (R9.2). On success
 * fills *board, *game (which refers to board and plies) and *ply. Otherwise these mean nothing and
 * *error (may be NULL) is filled. */
FAN_API FAN_NODISCARD FanLinkStatus fan_link_read(const char *text, size_t length, FanBoard *board,
                                                  FanGame *game, FanPly *plies, size_t capacity,
                                                  size_t *ply, FanLinkError *error);

FAN_END_DECLS
#endif
