/* A certificate as its bytes say it: the head, and the answers one number after the other
 * (docs/solved.md has the format). Bytes from anywhere may be given; whether the answers hold is
 * for the walk to find. */
#ifndef FAN_PROOF_READING_H
#define FAN_PROOF_READING_H

#include <fanorona/position.h>

/* "The prover can force a win", or "the other side cannot". */
typedef struct FanClaim {
    bool win;
    bool by_mover; /* the prover is to move in the certificate's position */
    uint64_t answers;
    const uint8_t *next, *end; /* the numbers not yet taken */
} FanClaim;

typedef struct FanReading {
    FanBoard board;
    FanRules rules; /* of which `chain` and `blocked` are told */
    FanPosition position;
    unsigned stones; /* positions of at most so many are looked up in tables */
    unsigned claims_count, tables_count;
    FanClaim claims[2];
    const uint8_t *tables;
} FanReading;

/* Reads the head of a certificate, all of which is in memory and stays there. Returns NULL, or why
 * it is none. */
const char *fan_reading_begin(FanReading *reading, const uint8_t *bytes, size_t len_bytes);

/* The class of a table that it leans on: stones of the side to move, of the other. */
void fan_reading_table(const FanReading *reading, unsigned index, unsigned *own, unsigned *foe);

/* Takes the next number of a claim. Returns false at the end, and for one of more than 32 bits. */
FAN_NODISCARD bool fan_claim_take(FanClaim *claim, unsigned *number);

#endif
