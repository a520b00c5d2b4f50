/* The rules of all three games a second time: slow, plain, and on purpose unlike src/rules.
 *
 * What lives here is written straight from docs/rules.md, clause by clause, on arrays of
 * characters, so that it can verify what the fast code does: the generator now, tables and proofs
 * after it. It must share nothing with src/rules, not even a header; a shared bug would verify
 * itself. Only the C library is used.
 *
 * A position is a value, a game is an array of positions kept by the caller. Functions are
 * reentrant and keep nothing between calls; only those that say so allocate. */
#ifndef FAN_CHECK_CHECK_H
#define FAN_CHECK_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    CHECK_SIZE_MAX = 15,           /* files or ranks: 3 × 15 is the longest board (R1.1) */
    CHECK_POINTS_MAX = 49,         /* R1.1 */
    CHECK_COUNTER_MAX = 65535,     /* both counters of a position stay at this number */
    CHECK_TURN_TEXT_MAX = 256,     /* "a15" and 48 steps "-b15A" (R4.2), with the final zero */
    CHECK_POSITION_TEXT_MAX = 128, /* stones, strokes and fields, with the final zero */
    CHECK_TELO_SIZE = 3,           /* files and ranks of telo's board (R6.1) */
    CHECK_TELO_STONES = 3,         /* each side has, on the board and in hand (R6.1) */
    CHECK_GIVEN_ENOUGH = 5,        /* the giver's stones with which the first phase ends (R7.3) */
};

/* What stands on a point, as the position text writes it (R9.3). */
#define CHECK_WHITE 'W'
#define CHECK_BLACK 'B'
#define CHECK_EMPTY '.'

/* A point: file 0 is a, rank 0 is the rank that text calls 1; (0, 0) is a1, White's near left
 * corner (R1.1). */
typedef struct CheckPoint {
    int file, rank;
} CheckPoint;

/* What R9.3 writes, and which game that is of. `stones` is by [rank][file], CHECK_EMPTY off the
 * board. */
typedef struct CheckPosition {
    int files, ranks;
    char stones[CHECK_SIZE_MAX][CHECK_SIZE_MAX];
    char side;  /* who moves: CHECK_WHITE or CHECK_BLACK */
    int quiet;  /* turns in a row without a capture (R5.3) */
    int number; /* of the turn pair, from 1 */
    bool first; /* the coming turn is the game's first; only under first-turn=single (R9.3) */
    bool telo;  /* section 6 makes the turns */
    int white_hand, black_hand; /* stones in hand; 0 but in telo (R6.2) */
    char giver; /* in vela's first phase who gives (R7.2), CHECK_WHITE or CHECK_BLACK; else 0 */
} CheckPosition;

/* The rule options (section 8), and the variant where the board does not tell it. */
typedef struct CheckRules {
    enum { CHECK_CHAIN_OPTIONAL, CHECK_CHAIN_MANDATORY } chain;
    enum { CHECK_FIRST_FREE, CHECK_FIRST_SINGLE } first_turn;
    enum { CHECK_BLOCKED_LOSS, CHECK_BLOCKED_DRAW } blocked;
    int quiet_limit; /* 0 is off, else 1 … 1000 */
    int repetition;  /* 0 is off, else 2 … 5 */
    enum { CHECK_VELA_NONE, CHECK_VELA_WHITE, CHECK_VELA_BLACK } vela; /* who gives */
    enum { CHECK_VELA_FIRST_TAKER, CHECK_VELA_FIRST_GIVER } vela_first;
    bool telo; /* the game on 3×3 is telo, not the capture game (R9.3) */
} CheckRules;

/* The defaults of section 8, for the capture game. */
CheckRules check_rules_default(void);

/* Reads options as `name=value` joined by commas, exactly as section 8 spells them; "" is the
 * default. The variant is none of them: `telo` is false. Returns false and leaves *rules alone for
 * anything else. */
bool check_rules_read(const char *text, CheckRules *rules);

/* Whether a board of this size exists (R1.1). */
bool check_size_valid(int files, int ranks);

/* Whether these rules can be played on such a board: telo on 3×3 (R6.1), vela on tsivy and dimy
 * (R7.1). */
bool check_rules_fit(const CheckRules *rules, int files, int ranks);

/* Whether a point lies on the board of this position. */
bool check_on_board(const CheckPosition *position, CheckPoint point);

/* The other colour. */
char check_other_side(char side);

/* How many stones of a side stand on the board. */
int check_count_stones(const CheckPosition *position, char side);

/* How many stones a side has in hand. */
int check_count_hand(const CheckPosition *position, char side);

/* Whether a side has three stones along a drawn line of telo's board (R6.3); false in other games.
 */
bool check_has_row(const CheckPosition *position, char side);

/* Sets the start of the game (R2.1–R2.3, R6.2, R7.4). Returns false and leaves *position alone when
 * no such board exists or the rules do not fit it. */
bool check_position_start(int files, int ranks, const CheckRules *rules, CheckPosition *position);

/* Reads a position text that is written exactly as check_position_write would write it, and is
 * without the faults of R9.4. Where the text says which game it is – `hand:`, `vela:` – the rules
 * follow it. Returns false and leaves *position and *rules alone for any other text. */
bool check_position_read(const char *text, CheckRules *rules, CheckPosition *position);

/* Writes the canonical form with both counters (R9.3), zero-ended. */
void check_position_write(const CheckPosition *position, char text[CHECK_POSITION_TEXT_MAX]);

/* Equal as R5.4 means it: stones, side to move, stones in hand, phase of vela. */
bool check_position_same(const CheckPosition *a, const CheckPosition *b);

/* A legal turn and what it does. */
typedef struct CheckTurn {
    char text[CHECK_TURN_TEXT_MAX]; /* its path in canonical form (R9.1) */
    CheckPoint from, to;            /* where the stone started and where it came to rest */
    bool placed; /* a stone from the hand (R6.2): `from` is not on the board, (-1, -1) */
    int steps;
    int taken;                                     /* how many stones it captures; 0 for a paika */
    bool captured[CHECK_SIZE_MAX][CHECK_SIZE_MAX]; /* [rank][file]: which */
    CheckPosition after;                           /* the position that follows */
} CheckTurn;

/* Called with each legal turn, which lives only during the call. Return false to end the visit. */
typedef bool CheckTurnVisitor(void *context, const CheckTurn *turn);

/* Visits every legal turn by its path (R4.4), by no promised order. A side without stones has ended
 * the game (R5.1), in telo a row (R6.3), so there are none; quiet limit and repetition are not
 * looked at (R5.7). Returns false if the visitor ended the visit. */
bool check_turns_visit(const CheckRules *rules, const CheckPosition *position,
                       CheckTurnVisitor *visitor, void *context);

/* All legal turns of a position. Start with {0}; free with check_turns_free. */
typedef struct CheckTurnList {
    CheckTurn *turns;
    size_t count, capacity;
} CheckTurnList;

/* Replaces the contents of the list by every legal turn, sorted by the bytes of their texts.
 * Allocates. Returns false when memory runs out; the list then still has to be freed. */
bool check_turns_list(const CheckRules *rules, const CheckPosition *position, CheckTurnList *list);
void check_turns_free(CheckTurnList *list);

/* Whether two turns have the same effect: start, end and captured stones. */
bool check_turn_same_effect(const CheckTurn *a, const CheckTurn *b);

/* Plays the legal turn whose canonical text is `text`. Returns false and leaves *after alone when
 * there is none; `after` may be `position`. */
bool check_turn_apply(const CheckRules *rules, const CheckPosition *position, const char *text,
                      CheckPosition *after);

/* How a game stands. */
typedef enum CheckResult {
    CHECK_ONGOING,
    CHECK_WHITE_WINS,
    CHECK_BLACK_WINS,
    CHECK_DRAWN
} CheckResult;

typedef struct CheckOutcome {
    CheckResult result;
    const char *reason; /* R5.6's word, "" while ongoing; static memory */
} CheckOutcome;

/* How a game stands after its last position, in the order of R5.6. `history` holds the positions of
 * the game from its start on, `count` ≥ 1 of them, the present one last. */
CheckOutcome check_outcome(const CheckRules *rules, const CheckPosition *history, size_t count);

/* Lines of `depth` turns by their paths (R5.7); 1 at depth 0. */
uint64_t check_perft(const CheckRules *rules, const CheckPosition *position, unsigned depth);

/* The same with turns of one effect merged at every ply. Allocates; returns false when memory runs
 * out. */
bool check_perft_effects(const CheckRules *rules, const CheckPosition *position, unsigned depth,
                         uint64_t *count);

/* --- tables: what they say is asked of the caller ------------------------------------------------
 */

/* For the side to move: 1 a win, 0 a draw, -1 a loss; plies to the next capture or the end, or to
 * the end alone; 0 of a draw. */
typedef struct CheckTruth {
    int value, distance;
} CheckTruth;

/* What a table says of a position in which both sides have stones. Returns false where it says
 * nothing. */
typedef bool CheckTableProbe(void *context, const CheckPosition *position, CheckTruth *truth);

/* What a table counts. */
typedef struct CheckTableKind {
    bool to_end; /* distances count to the end of the game, else to the next capture */
    int limit;   /* else: quiet turns that draw, counted from each position on (R5.3); 0: none do */
} CheckTableKind;

/* What must be said of a position, by its turns and what `probe` says of the positions after them;
 * endless play is a draw, repetition is not looked at. Where this agrees with a table on all
 * positions, the table is right: wins and losses lead down to an end, and draws never leave the
 * draws. Returns false, and leaves *truth alone, where `probe` says nothing. */
bool check_table_truth(const CheckRules *rules, const CheckPosition *position, CheckTableKind kind,
                       CheckTableProbe *probe, void *context, CheckTruth *truth);

/* Called with each position, which lives only during the call. Return false to end the visit. */
typedef bool CheckPositionVisitor(void *context, const CheckPosition *position);

/* Visits every position with so many stones of each colour, White to move. Returns false if the
 * visitor ended the visit. */
bool check_positions_visit(int files, int ranks, int white, int black,
                           CheckPositionVisitor *visitor, void *context);

/* One of them by chance, all alike; *state is any number but 0, and changes. */
void check_position_random(int files, int ranks, int white, int black, uint64_t *state,
                           CheckPosition *position);

/* --- certificates -------------------------------------------------------------------------------
 */

/* A certificate as it was read (docs/solved.md): one or two claims about a position and the answers
 * that prove them. Keeps pointing to the bytes it was read from. */
typedef struct CheckCertificate {
    CheckRules rules;
    CheckPosition position;
    int least, most; /* between which the value for the side to move lies: 1 a win, 0 a draw, -1 a
                      * loss; where they differ, one is 0 */
    int stones;      /* positions of at most so many are looked up in tables */
    int tables;      /* files it leans on: for each 10 bytes, see check_certificate_table */
    const uint8_t *table_bytes;
    int claims; /* 1, of a whole draw 2 */
    struct CheckClaim {
        char side; /* whose win it is about */
        bool win;  /* that it can be forced, or that it cannot */
        uint64_t answers;
        const uint8_t *bytes;
        uint64_t len_bytes;
    } claim[2];
} CheckCertificate;

enum { CHECK_REASON_MAX = 128 };

/* Reads a certificate. Returns false, with the reason in words, for what is none or is damaged. */
bool check_certificate_read(const uint8_t *bytes, size_t len_bytes, CheckCertificate *certificate,
                            char reason[CHECK_REASON_MAX]);

/* A file of values that it leans on, 0 ≤ index < tables: the stones of the side to move and of the
 * other, and the last 8 bytes of the head that the file must have. */
void check_certificate_table(const CheckCertificate *certificate, int index, int *own, int *foe,
                             uint8_t sums[8]);

/* What a table says of a position in which both sides have stones: 1 won for the side to move, 0
 * drawn, -1 lost. Returns false where it says nothing. */
typedef bool CheckValueProbe(void *context, const CheckPosition *position, int *value);

/* Asked now and then how far a walk is; false ends it. */
typedef bool CheckWatch(void *context, uint64_t answers);

typedef enum CheckVerdict {
    CHECK_HOLDS,
    CHECK_HOLE,    /* see the hole */
    CHECK_STOPPED, /* the watch said so */
    CHECK_NO_MEMORY,
} CheckVerdict;

/* Where a proof does not hold: the turns that lead there, in canonical form with blanks between,
 * and what is wrong. `line` is to be given back by free, NULL where there was no memory for it. */
typedef struct CheckHoleFound {
    char *line;
    CheckPosition position; /* after the line */
    char reason[CHECK_REASON_MAX];
} CheckHoleFound;

/* Goes through a claim: every turn of the side that is to be refuted, the answer of the other one,
 * by the slow rules and what `probe` says alone. Returns CHECK_HOLDS when it is proved. Allocates.
 * `watch` may be NULL. */
CheckVerdict check_certificate_walk(const CheckCertificate *certificate, int claim,
                                    CheckValueProbe *probe, CheckWatch *watch, void *context,
                                    CheckHoleFound *hole);

#endif
