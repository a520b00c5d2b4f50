/* What is known of positions: a table of bounded size that all threads share.
 *
 * The question is always the same: can the attacker force a win? An entry is told by the position
 * as the side to move sees it and by whether that side is the attacker, so both questions of a
 * game, and all its turns, share one table. Positions are stored whole: there are no collisions.
 *
 * Proved and refuted are for ever. Tentative is a refutation that may lean on a repetition of a
 * position that was not decided itself; closure.c makes it good, or undecided again. */
#ifndef FAN_SOLVER_MEMO_H
#define FAN_SOLVER_MEMO_H

#include "proof/stand.h"

typedef enum FanState {
    FAN_STATE_NONE, /* no entry */
    FAN_STATE_OPEN,
    FAN_STATE_TENTATIVE,
    FAN_STATE_REFUTED, /* the attacker cannot force a win */
    FAN_STATE_PROVED,  /* the attacker can */
} FanState;

enum {
    FAN_NUMBER_MAX = 1000000000, /* infinity of proof and disproof numbers */
    FAN_ANSWER_NONE = 0x7FFF,    /* more positions follow than a number has room for, or none */
    FAN_DISTANCE_MAX = 65535,
    FAN_MEMO_ENTRY_BYTES = 16,
};

typedef struct FanKnown {
    FanState state;
    bool attacker; /* is to move */
    uint8_t busy;  /* threads below it, up to 63 */
    /* Of a proof with the attacker to move and a refutation with the defender to move: which of the
     * positions that follow (fan_stand_follow). */
    uint16_t answer;
    uint16_t distance; /* of a proof: plies at most to the end or to a table */
    /* While it is open; large ones are kept to a thousandth, rounded up. */
    uint32_t proof, disproof;
    uint32_t work; /* positions opened below it, about */
} FanKnown;

typedef struct FanMemo FanMemo;

/* A table of at most so many bytes; NULL without memory. Freed by fan_memo_free (NULL is fine). */
FanMemo *fan_memo_new(uint64_t bytes);
void fan_memo_free(FanMemo *memo);

/* Where in a memo a position stands, worked out once for several calls. */
typedef struct FanMemoKey {
    uint64_t cluster, low;
    uint16_t high;
} FanMemoKey;
FanMemoKey fan_memo_key(const FanMemo *memo, FanStand stand, bool attacker);

/* All below: any thread. */

/* What is known of a folded position; FAN_STATE_NONE where nothing is. */
FanKnown fan_memo_look(FanMemo *memo, FanStand stand, bool attacker);
FanKnown fan_memo_look_at(FanMemo *memo, FanMemoKey key);
void fan_memo_prefetch(const FanMemo *memo, FanMemoKey key);

/* Stores what was found. Where there is no room it takes the place of what is worth least: open
 * entries of little work go before decided ones, tentative ones last. What is proved or refuted
 * stays so, whatever is stored; `busy` is left as it is. */
void fan_memo_store(FanMemo *memo, FanStand stand, const FanKnown *known);

/* A thread goes below a position, of which this is known or guessed: an entry it does not have yet
 * is made of that. A thread has come back. */
void fan_memo_enter(FanMemo *memo, FanMemoKey key, const FanKnown *known);
void fan_memo_leave(FanMemo *memo, FanMemoKey key);

/* Makes an entry refuted, with this answer; makes a tentative one open again, with these numbers.
 * What is decided, or not there, is left alone. */
void fan_memo_settle(FanMemo *memo, FanStand stand, bool attacker, uint16_t answer);
void fan_memo_reopen(FanMemo *memo, FanStand stand, bool attacker, uint32_t proof,
                     uint32_t disproof);

/* Entries in use, and all there is room for; entries that others took the place of. */
uint64_t fan_memo_used(FanMemo *memo);
uint64_t fan_memo_room(const FanMemo *memo);
uint64_t fan_memo_forgotten(FanMemo *memo);

/* Shown all entries, one after the other. Other threads may go on; each entry is then shown as it
 * is at some moment. Return false to end. fan_memo_visit returns false if the visitor ended it. */
typedef bool FanMemoVisitor(void *context, FanStand stand, const FanKnown *known);
bool fan_memo_visit(FanMemo *memo, FanMemoVisitor *visitor, void *context);

/* The same for files: an entry as two words, without what only threads need. fan_memo_take stores
 * such an entry; false for words that stand for none on a board with these points. */
typedef struct FanMemoWords {
    uint64_t low, rest;
} FanMemoWords;
typedef bool FanMemoWordsVisitor(void *context, FanMemoWords words, const FanKnown *known);
bool fan_memo_visit_words(FanMemo *memo, FanMemoWordsVisitor *visitor, void *context);
FAN_NODISCARD bool fan_memo_take(FanMemo *memo, FanPoints all, FanMemoWords words);

#endif
