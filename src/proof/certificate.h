/* Certificates: a value, or half of one, with what proves it, in a form that a slow program can
 * judge (docs/solved.md has the format).
 *
 * A claim is "this side can force a win" or "it cannot". Who has to show it – the attacker of the
 * first, the defender of the second – is the prover. For each position that its answers let come up
 * with the prover to move there is one answer, in the order in which a walk through them first
 * meets the positions, so that no position need be written. The answers of a win come with
 * distances that get smaller along every line; those against a win close a set. */
#ifndef FAN_PROOF_CERTIFICATE_H
#define FAN_PROOF_CERTIFICATE_H

#include "proof/walk.h"

#include <fanorona/tables.h>

/* Answers a folded position with the prover to move, which the prover can hold: the number of the
 * position to go to (fan_stand_follow), of a win also how many plies it is at most to the end or
 * the tables. Returns false when it cannot, which ends the work. */
typedef bool FanProver(void *context, FanStand stand, bool win, unsigned *answer,
                       unsigned *distance);

typedef struct FanCertificate {
    uint8_t *bytes; /* owned; given back by fan_certificate_free */
    size_t len_bytes, capacity;
    uint64_t answers[2]; /* of the first claim and, of a draw, of the second */
} FanCertificate;
void fan_certificate_free(FanCertificate *certificate);

typedef enum FanCertifyStatus {
    FAN_CERTIFY_DONE,
    FAN_CERTIFY_REFUSED, /* the prover did not answer */
    FAN_CERTIFY_WRONG,   /* it answered with what does not hold, or not by its own distances */
    FAN_CERTIFY_MEMORY,
} FanCertifyStatus;

/* What a position is worth to the side to move, as far as it is shown. The numbers are the file's;
 * the first three are those of FanTableValue. */
typedef enum FanWorth {
    FAN_WORTH_DRAW,
    FAN_WORTH_WIN,
    FAN_WORTH_LOSS,
    FAN_WORTH_NO_LOSS, /* half a value: a draw or a win */
    FAN_WORTH_NO_WIN,  /* a draw or a loss: the other side does not lose */
} FanWorth;

/* What to write: what `position` is worth to the side to move. `tables` (NULL: none) end it for
 * positions of at most `stones`; they are what the value was found with. */
typedef struct FanCertify {
    const FanScene *scene;
    const FanTables *tables;
    unsigned stones;
    const FanPosition *position;
    FanWorth worth;
    FanProver *prover;
    void *context;
} FanCertify;

/* What the end of a walk means for who writes. */
FanCertifyStatus fan_certify_status(FanWalkStatus status);

/* Writes a certificate into *certificate, which is empty or given back before, and afterwards given
 * back by the caller in any case. */
FAN_NODISCARD FanCertifyStatus fan_certify(const FanCertify *what, FanCertificate *certificate);

#endif
