/* The certificates a server plays perfectly by: every *.proof of a folder, by board and rules.
 *
 * Opening looks at their heads alone. Walking through them takes minutes for large ones, so a
 * thread does that while the server serves; what it finds is told one set at a time. */
#ifndef FAN_SERVER_PROOFS_H
#define FAN_SERVER_PROOFS_H

#include "server/shelf.h"

#include <fanorona/proof.h>
#include <jansson.h>
#include <stdatomic.h>

enum {
    FAN_PROOF_NAME_MAX = 64, /* of a file, with its zero */
    FAN_PROOF_ETAG_MAX = 20,
};

/* A file of a certificate; what its head says is believed only once it was walked through. */
typedef struct FanProofFile {
    char name[FAN_PROOF_NAME_MAX]; /* "9x5.proof": letters, digits, - and _ and . */
    char etag[FAN_PROOF_ETAG_MAX];
    const uint8_t *bytes; /* mapped */
    size_t len_bytes;
    unsigned stones; /* up to which its positions are looked up in tables */
    uint64_t answers;
    size_t set;   /* the number of the set it belongs to */
    bool refused; /* it proves nothing here */
    FanProofError why;
} FanProofFile;

/* All certificates of one board under one choice of `chain` and `blocked`. */
typedef struct FanProofSet {
    FanBoard board;
    FanRules rules; /* only these two may differ from the default */
    FanProof *proof;
    FanPromise start[2]; /* what each side can hold from the start of the board, by FanSide */
} FanProofSet;

typedef struct FanProofs {
    FanProofFile *files; /* by name */
    size_t files_count;
    FanProofSet *sets; /* in the order of their first file */
    size_t sets_count;
    atomic_size_t sets_read; /* so many of the first may be asked, and what was refused is known */
    atomic_bool stop;        /* reading ends soon */
    bool found;              /* nobody asked for them: what proves nothing here is no error */
} FanProofs;

/* Opens the certificates of a folder; one that is not there has none. The tables they lean on are
 * those of the shelf, which must outlive them. Returns false, with the reason, for a file that is
 * no certificate at all or has a name that is none for an address, or without memory; there is then
 * nothing to close. */
bool fan_proofs_open(FanProofs *proofs, const char *folder, const FanShelf *shelf,
                     FanProofError *error) __attribute__((warn_unused_result));
void fan_proofs_close(FanProofs *proofs);

/* Walks through the files of all sets, one set after the other, and calls `told` after each: from
 * then on that set may be asked by any thread. On a thread of its own. */
void fan_proofs_read(FanProofs *proofs, void (*told)(void *context), void *context);

/* Makes fan_proofs_read return soon. Any thread. */
void fan_proofs_stop(FanProofs *proofs);

bool fan_proofs_ready(const FanProofs *proofs, const FanProofSet *set);

/* The set for a game of this board and rules, at this position, ready or not; NULL if none can say
 * anything of it. */
const FanProofSet *fan_proofs_find(const FanProofs *proofs, const FanBoard *board,
                                   const FanRules *rules, const FanPosition *position);

/* The file of this name; NULL if there is none that was read and holds. */
const FanProofFile *fan_proofs_file(const FanProofs *proofs, const char *name);

/* A set, and all that prove anything or are still to be read, as /api/v1/server tells them; NULL
 * without memory. */
json_t *fan_proofs_set_json(const FanProofs *proofs, size_t number);
json_t *fan_proofs_about(const FanProofs *proofs);

#endif
