/* Text forms of points, turns and positions (R9.1–R9.4). Text from outside is hostile: every
 * function is bounded by the length it is given, needs no final zero and says what is wrong where.
 */
#ifndef FANORONA_TEXT_H
#define FANORONA_TEXT_H

#include <fanorona/move.h>

FAN_BEGIN_DECLS

enum {
    FAN_POINT_TEXT_MAX = 4,                    /* "a15" and the final zero */
    FAN_TURN_TEXT_MAX = 4 + FAN_CHAIN_MAX * 5, /* canonical form, with the final zero */
    FAN_TURN_INPUT_MAX = 1024,                 /* longest text read as a turn */
    FAN_POSITION_TEXT_MAX = 96,                /* canonical form, with the final zero */
    FAN_POSITION_INPUT_MAX = 1024,             /* longest text read as a position */
};

/* Writes "e3", zero-ended, and returns the length. `text` has room for FAN_POINT_TEXT_MAX. */
FAN_API size_t fan_point_write(const FanBoard *board, FanPoint point, char *text);

/* Writes the canonical form (R9.1), zero-ended, and returns the length. Room for FAN_TURN_TEXT_MAX.
 */
FAN_API size_t fan_turn_write(const FanBoard *board, const FanTurn *turn, char *text);

/* Writes the canonical form with all fields (R9.3), zero-ended, and returns the length. Room for
 * FAN_POSITION_TEXT_MAX. */
FAN_API size_t fan_position_write(const FanBoard *board, const FanPosition *position, char *text);

enum { FAN_VARIANT_TEXT_MAX = 8 }; /* "tsivy" and the final zero */

/* Reads a variant: `tsivy`, `dimy`, `telo`, or a size such as `7x3` for the capture game on it
 * (R1.3); case is ignored. On success computes *board and sets rules->telo; otherwise returns false
 * and leaves both alone. */
FAN_API FAN_NODISCARD bool fan_variant_read(FanBoard *board, FanRules *rules, const char *text,
                                            size_t length);

/* Writes the variant by its name, or the size if it has none, zero-ended; returns text, which has
 * room for FAN_VARIANT_TEXT_MAX. */
FAN_API char *fan_variant_write(const FanBoard *board, const FanRules *rules, char *text);

/* What became of reading a turn (R9.2). */
typedef enum FanTurnReading {
    FAN_TURN_READ,
    FAN_TURN_MALFORMED, /* written wrongly */
    FAN_TURN_ILLEGAL,   /* fits no legal turn */
    FAN_TURN_AMBIGUOUS, /* fits several */
} FanTurnReading;

/* What is wrong with a malformed turn. */
typedef enum FanTurnFault {
    FAN_TURN_FAULT_NONE,
    FAN_TURN_FAULT_EMPTY,     /* nothing there */
    FAN_TURN_FAULT_CHARACTER, /* a character that has no place here */
    FAN_TURN_FAULT_POINT,     /* no such point on this board */
    FAN_TURN_FAULT_KIND,      /* a kind without a step before it, or two for one step */
    FAN_TURN_FAULT_END,       /* the text stops where a point must follow */
    FAN_TURN_FAULT_LENGTH,    /* longer than any turn */
} FanTurnFault;

enum { FAN_CANDIDATES_MAX = 8 };

typedef struct FanTurnError {
    uint8_t reading;    /* FanTurnReading */
    uint8_t fault;      /* FanTurnFault, if malformed */
    size_t offset;      /* bytes from the beginning of the text: the fault, or the step refused */
    FanRefusal refusal; /* if illegal */
    size_t candidates;  /* if ambiguous: how many turns fit, and the first of them */
    FanTurn candidate[FAN_CANDIDATES_MAX];
} FanTurnError;

/* Reads a turn leniently (R9.2) against a position. Returns FAN_TURN_READ and fills *turn, or
 * leaves it alone and fills *error (may be NULL). A position that has ended by itself refuses every
 * turn. */
FAN_API FAN_NODISCARD FanTurnReading fan_turn_read(const FanBoard *board, const FanRules *rules,
                                                   const FanPosition *position, const char *text,
                                                   size_t length, FanTurn *turn,
                                                   FanTurnError *error);

/* Reads the name of a point at the beginning of the text; returns its length, 0 if there is none on
 * this board. */
FAN_API size_t fan_point_read(const FanBoard *board, const char *text, size_t length,
                              FanPoint *point);

/* Faults of a set-up (R9.4). */
typedef enum FanSetupFault {
    FAN_SETUP_EMPTY,      /* no text */
    FAN_SETUP_LENGTH,     /* longer than FAN_POSITION_INPUT_MAX */
    FAN_SETUP_SIZE,       /* not odd, under 3 or over 49 points */
    FAN_SETUP_OTHER_SIZE, /* a good size, but not the board asked for */
    FAN_SETUP_CHARACTER,  /* unknown character */
    FAN_SETUP_RANK_LONG,
    FAN_SETUP_RANK_SHORT,
    FAN_SETUP_SIDE,     /* neither w nor b */
    FAN_SETUP_QUIET,    /* bad or overlarge number of quiet turns */
    FAN_SETUP_NUMBER,   /* bad or overlarge number of the turn pair */
    FAN_SETUP_KEY,      /* unknown key */
    FAN_SETUP_REPEATED, /* a key given twice, or a field too many */
    FAN_SETUP_STONES,   /* more than (W·H − 1)/2 stones of a side */
    FAN_SETUP_OPTION, /* contradicts an option: `first` without first-turn=single, `vela:` with the
                         other giver */
    FAN_SETUP_HAND,   /* `hand:` is not two numbers up to three joined by a comma */
    FAN_SETUP_HAND_BOARD,  /* stones in hand on a board other than 3×3 */
    FAN_SETUP_HAND_STONES, /* telo: the stones of a side on the board and in hand are not three */
    FAN_SETUP_HAND_SIDE,   /* telo: the stones in hand do not agree with the side to move */
    FAN_SETUP_ROWS,        /* telo: both sides have a full row */
    FAN_SETUP_VELA,        /* `vela:` is neither w nor b */
    FAN_SETUP_VELA_BOARD,  /* vela on a board other than tsivy or dimy */
    FAN_SETUP_VELA_STONES, /* `vela:` with a giver of five stones or fewer */
} FanSetupFault;

typedef struct FanSetupError {
    uint8_t fault; /* FanSetupFault */
    uint8_t side;  /* FanSide, for FAN_SETUP_STONES and FAN_SETUP_HAND_STONES */
    uint16_t rank; /* 1 …: the rank it is about, counted from the top of the text; 0 if none */
    size_t offset; /* bytes from the beginning of the text */
    size_t length; /* bytes it is about */
} FanSetupError;

/* Reads a position (R9.3) under the rules; where its fields say more – `hand:` that the game is
 * telo, also on 3×3 asked for as a size, `vela:` who gives – the rules follow them. With `asked`
 * the text must have that board's size. On success fills *board, *position and *rules and returns
 * 0. Otherwise leaves them alone, writes the first `capacity` faults – of the size, of the ranks
 * from the top, of the numbers of stones, of the fields – and returns how many there are. */
FAN_API FAN_NODISCARD size_t fan_position_read(FanBoard *board, FanPosition *position,
                                               FanRules *rules, const FanBoard *asked,
                                               const char *text, size_t length,
                                               FanSetupError *errors, size_t capacity);

/* Faults and refusals in an English sentence without a full stop, for programs; zero-ended, cut at
 * `size`. Return the length. `text` of a reader's error is the text that was read. */
FAN_API size_t fan_setup_error_write(const FanSetupError *error, const char *text, char *out,
                                     size_t size);
FAN_API size_t fan_turn_error_write(const FanBoard *board, const FanTurnError *error,
                                    const char *text, size_t length, char *out, size_t size);
FAN_API size_t fan_refusal_write(const FanBoard *board, const FanRefusal *refusal, char *out,
                                 size_t size);
FAN_API size_t fan_rules_error_write(const FanRulesError *error, const char *text, char *out,
                                     size_t size);

FAN_END_DECLS
#endif
